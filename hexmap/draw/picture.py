"""A picture of one's own under the grid, pinned by two hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mapsheet.box import Box
from mapsheet.icons import SHEET_LIMITS, Raster, read_picture

if TYPE_CHECKING:
    from hexmap.board import Picture
    from hexmap.draw.view import View
    from mapsheet.sheet import Layer


def draw_picture(layer: Layer, view: View, picture: Picture) -> None:
    """Draw the picture turned and scaled so that each pin lies on the centre of its hex.

    DataError for a picture that is missing, too large or none.
    """
    raster = read_picture(picture.folder, picture.file, limits=SHEET_LIMITS)
    assert isinstance(raster, Raster)  # the reader refuses other kinds
    turn, shift = _laid(view, picture)
    # a picture is thousands of pixels wide: three decimals of its scale would be millimetres off
    matrix = " ".join(f"{value:.9f}" for value in (turn.real, turn.imag, -turn.imag, turn.real, shift.real, shift.imag))
    opacity = picture.opacity if picture.opacity < 1 else None
    group = layer.group("picture", picture.file, transform=f"matrix({matrix})", opacity=opacity)
    group.image(raster.uri, Box(0, 0, raster.width, raster.height))


def _laid(view: View, picture: Picture) -> tuple[complex, complex]:
    """Return the factor and the shift that carry pixels, as complex numbers, to millimetres."""
    pixels = [complex(pin.x, pin.y) for pin in picture.pins]
    centres = [view.layout.centre(pin.hex) for pin in picture.pins]
    points = [complex(centre.x, centre.y) for centre in centres]
    turn = (points[1] - points[0]) / (pixels[1] - pixels[0])
    return turn, points[0] - turn * pixels[0]

"""Colours of factions on paper: as the map says, or as greys in a style that has no colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mapsheet.style import Colour

if TYPE_CHECKING:
    from areamap.atlas import Atlas
    from areamap.spaces import Space
    from mapsheet.style import Style

WEIGHTS = (0.2126, 0.7152, 0.0722)
PALE = 0.4  # of a faction's colour in the ground of its places


def tint_of(board: Atlas, space: Space, style: Style) -> Colour:
    """Return the colour of a space's faction, an empty box's where it has none; a grey of its lightness in a grey style."""
    faction = board.factions.get(space.faction)
    if faction is None or not faction.colour:
        return style.margin.empty.colour
    return grey(Colour(faction.colour)) if is_grey(style) else Colour(faction.colour)


def ground_of(board: Atlas, faction: str, style: Style) -> Colour | None:
    """Return the ground of a place of a faction: its colour, made so pale that a name reads on it; None without a colour."""
    known = board.factions.get(faction)
    if known is None or not known.colour:
        return None
    paper, own = _channels(style.board.place.colour), _channels(known.colour)
    mixed = [round(PALE * a + (1 - PALE) * b) for a, b in zip(own, paper, strict=True)]
    colour = Colour("#{:02X}{:02X}{:02X}".format(*mixed))
    return grey(colour) if is_grey(style) else colour


def is_grey(style: Style) -> bool:
    """Say whether a style has no colour."""
    return all(len(set(_channels(colour))) == 1 for colour in (style.paper, style.ink, *style.levels))


def grey(colour: Colour) -> Colour:
    """Return the grey that is as light as a colour."""
    level = round(sum(weight * channel for weight, channel in zip(WEIGHTS, _channels(colour), strict=True)))
    return Colour(f"#{level:02X}{level:02X}{level:02X}")


def letters_on(ground: Colour) -> Colour:
    """Return black or white, whichever stands out more on a colour."""
    light = sum(weight * _linear(channel / 255) for weight, channel in zip(WEIGHTS, _channels(ground), strict=True))
    return Colour("#FFFFFF" if 1.05 / (light + 0.05) > (light + 0.05) / 0.06 else "#1A1A1A")


def _linear(part: float) -> float:
    return float(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)


def _channels(colour: str) -> tuple[int, int, int]:
    return (int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16))

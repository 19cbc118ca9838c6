"""A map drawn as SVG at true size: the master from which PNG and PDF are made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from hexmap.draw.foot import NARROWEST, Foot, draw_foot, foot_of
from hexmap.draw.gridwork import draw_edge, draw_grid, draw_hexes, draw_hexsides, draw_numbers
from hexmap.draw.groundcover import Body, Ground, Obstacles, draw_gravel, draw_grounds, draw_symbols, find_bodies
from hexmap.draw.lettering import Name, Surroundings, boxes_of, draw_names, place_names
from hexmap.draw.margins import draw_margins
from hexmap.draw.numberplaces import settle_numbers
from hexmap.draw.outlines import Outline
from hexmap.draw.overlay import draw_ghost, draw_overlay
from hexmap.draw.picture import draw_picture
from hexmap.draw.pieces import draw_pieces, find_pieces, hidden_numbers, piece_boxes
from hexmap.draw.relief import contour_points, draw_contours, draw_ground, draw_levels, find_levels, outline_path
from hexmap.draw.roads import draw_roads, road_points
from hexmap.draw.scenery import draw_scenery, icon_boxes
from hexmap.draw.setup import code_boxes, draw_units, unit_boxes
from hexmap.draw.view import View, rectangle
from hexmap.draw.water import Waters, draw_rills, draw_water, find_waters, shore_points
from mapsheet.box import Box, union
from mapsheet.marks import Arrow, Tint

if TYPE_CHECKING:
    from hexmap.board import Board
    from hexmap.grid import Hex
    from hexmap.position import Position
    from mapsheet.marks import Mark
    from mapsheet.sheet import Layer, Sheet
    from mapsheet.style import Style
    from mapsheet.wording import Wording

EDGE, BESIDE = 0.6, 2.0  # mm of a panel round its hexes, and round what leads off them
CLIPPED = frozenset({"picture", "levels", "contours", "terrain", "water", "scenery", "roads"})
LAYERS = (
    "ground", "picture", "levels", "contours", "terrain", "water", "scenery", "roads", "hexsides", "tints", "grid", "numbers",
    "names", "edge", "margin", "setup", "marks", "hexes",
)
PIECES = "counters"
"""The layer of a position's counters, above the marks; there when there are counters."""


class Shapes(NamedTuple):
    """The shapes of a view that carry meaning, before they are drawn: what the eye will read."""

    levels: dict[int, list[Outline]]
    waters: Waters
    bodies: list[Body]


class PanelHexes(NamedTuple):
    """The hexes that a panel shows: exactly these, or the rectangle round them with a hex of margin ghosted."""

    shown: Sequence[Hex]
    is_exact: bool = False
    told: frozenset[Hex] = frozenset()
    """Those whose numbers stand in the caption: they alone have theirs where there is no room for all."""


class Drawing(NamedTuple):
    """A picture as SVG, and what a map's sheet had no room for beside the map (`turn track`)."""

    svg: str
    left_out: list[str]


def draw_map(
    board: Board,
    *,
    style: Style | str | None = None,
    crop: str | None = None,
    position: Position | None = None,
    marks: Sequence[Mark] = (),
) -> str:
    """Return the map as an SVG document; see `draw_sheet`."""
    return draw_sheet(board, style=style, crop=crop, position=position, marks=marks).svg


def draw_sheet(
    board: Board,
    *,
    style: Style | str | None = None,
    crop: str | None = None,
    position: Position | None = None,
    marks: Sequence[Mark] = (),
) -> Drawing:
    """Return the map drawn at true size, in a style by name (the map's own), and what found no room.

    `crop` leaves only the rectangle between two hexes, `1122-1528`, on a sheet of its own; `position` draws its
    units as the counters that it brings, else prints their codes; `marks` lie above the map, in mm of the whole sheet.
    NotationError for an unknown style, a crop without hexes or a unit off the map. The same map gives the same bytes.
    """
    view = _view(board, style, rectangle(board, crop) if crop else None)
    return _drawn(view, _sheet(view, view.height), position, marks)


def draw_crop(
    board: Board,
    hexes: Iterable[Hex],
    *,
    style: Style | str | None = None,
    position: Position | None = None,
    marks: Sequence[Mark] = (),
    caption: str = "",
) -> str:
    """Return the rectangle of hexes round the given ones as SVG, a hex of margin ghosted, with marks and a caption below.

    Names stand only where they fit wholly into the hexes that are not ghosted.
    """
    view = _crop_view(board, hexes, style, caption)
    view.tinted = any(isinstance(mark, Tint) for mark in marks)
    foot = foot_of(view, caption, marks)
    return _drawn(view, _sheet(view, view.height + foot.height), position, marks, foot=foot).svg


def draw_panel(
    board: Board, hexes: PanelHexes, *, style: Style, wording: Wording, position: Position | None = None,
    marks: Sequence[Mark] = (),
) -> tuple[str, Box]:
    """Return the hexes of a panel drawn, and the box of the picture that is of use."""
    view = _panel_view(board, hexes, style)
    view.tinted, view.is_panel = any(isinstance(mark, Tint) for mark in marks), True
    view.told = hexes.told
    foot, box = foot_of(view, "", marks, wording), used_box(view, marks)
    if foot.samples:
        box = box._replace(bottom=view.height + foot.height)
    return _drawn(view, _sheet(view, view.height + foot.height), position, marks, foot=foot).svg, box


def panel_box(board: Board, hexes: PanelHexes, *, style: Style, marks: Sequence[Mark] = ()) -> Box:
    """Return the box that `draw_panel` returns, without drawing."""
    return used_box(_panel_view(board, hexes, style), marks)


def _panel_view(board: Board, hexes: PanelHexes, style: Style) -> View:
    return View(board, style, hexes.shown) if hexes.is_exact else _crop_view(board, hexes.shown, style, "")


def used_box(view: View, marks: Sequence[Mark]) -> Box:
    """Return the box of a crop's picture round its hexes, and round arrows that lead off the map."""
    own, whole = view.layout.origin, view.board.layout.origin
    tips = [point for mark in marks if isinstance(mark, Arrow) for point in mark.points]
    there = [Box(x, y, x, y).moved(own.x - whole.x, own.y - whole.y).grown(BESIDE) for x, y in tips]
    found = union([view.box.grown(EDGE), *there])
    return Box(max(0.0, found.left), max(0.0, found.top), min(view.width, found.right), min(view.height, found.bottom))


def crop_size(
    board: Board, hexes: Iterable[Hex], *, style: Style | str | None = None, marks: Sequence[Mark] = (), caption: str = ""
) -> tuple[float, float]:
    """Return the width and height in mm of what `draw_crop` draws, without drawing it."""
    view = _crop_view(board, hexes, style, caption)
    return view.width, view.height + foot_of(view, caption, marks).height


def sheet_size(board: Board, *, crop: str | None = None) -> tuple[float, float]:
    """Return the width and height in mm of what `draw_map` draws, without drawing it; NotationError for a crop without hexes."""
    view = _view(board, None, rectangle(board, crop) if crop else None)
    return view.width, view.height


def _crop_view(board: Board, hexes: Iterable[Hex], style: Style | str | None, caption: str) -> View:
    inner, outer = _framed(board, list(hexes))
    view = _view(board, style, outer)
    view.clear = frozenset(inner)
    if caption:
        view.widen(NARROWEST)
    return view


def _view(board: Board, style: Style | str | None, hexes: Iterable[Hex] | None) -> View:
    from mapsheet.style import load_style

    return View(board, load_style(style or board.sheet.style), hexes)


def _sheet(view: View, height: float) -> Sheet:
    from mapsheet.sheet import Sheet

    sheet = Sheet(view.width, height, title=view.board.title, paper=view.style.paper)
    sheet.fonts = view.style.live_fonts
    return sheet


def _framed(board: Board, hexes: list[Hex]) -> tuple[set[Hex], list[Hex]]:
    """Return the hexes of the map in the rectangle round some, and in the rectangle one hex larger."""
    some = hexes or list(board)[:1]
    columns, rows = [h.column for h in some], [h.row for h in some]

    def within(h: Hex, more: int) -> bool:
        return min(columns) - more <= h.column <= max(columns) + more and min(rows) - more <= h.row <= max(rows) + more

    return {h for h in board if within(h, 0)}, [h for h in board if within(h, 1)]


def find_shapes(view: View) -> Shapes:
    """Return the shapes of levels, water and terrain as they will be drawn, not yet cut at the edge of the map."""
    return Shapes(find_levels(view), find_waters(view), find_bodies(view))


def _drawn(
    view: View,
    sheet: Sheet,
    position: Position | None,
    marks: Sequence[Mark],
    *,
    foot: Foot | None = None,
) -> Drawing:
    clip = sheet.clip("map", outline_path(view.rims))
    layers = _layers(sheet, view, clip, names=_layers_of(position, view))
    shapes = find_shapes(view)
    settle_numbers(view, shapes)
    if view.is_panel and position is not None and position.counters is not None and view.number_size:
        view.unnumbered = frozenset(hidden_numbers(view, find_pieces(view, position, position.counters)))
    if view.is_crowded:
        view.unnumbered |= view.shown - view.told
    _draw_field(layers, view, shapes, _boxes_of_units(view, position) if position else [])
    left_out = draw_margins(layers["margin"], view, position).left_out if view.whole else []
    ghosted = [h for h in view.hexes if h not in view.clear]
    if ghosted:
        draw_ghost(layers["setup" if view.is_panel else "marks"], view, ghosted)
    draw_overlay(layers["tints"], layers["marks"], view, marks, codes=code_boxes(view, position) if position else ())
    if position is not None and position.counters is not None:
        draw_pieces(layers[PIECES], view, position, position.counters)
    elif position is not None:
        draw_units(layers["setup"], view, position)
    if foot is not None:
        draw_foot(layers["margin"], view, foot)
    draw_hexes(layers["hexes"], view)
    return Drawing(sheet.to_svg(), left_out)


def _layers_of(position: Position | None, view: View) -> Sequence[str]:
    """Return the layers in their order, that of counters only where there are any: above the marks, in a panel below them."""
    if position is None or position.counters is None:
        return LAYERS
    above = -2 if view.is_panel else -1
    return (*LAYERS[:above], PIECES, *LAYERS[above:])


def _boxes_of_units(view: View, position: Position) -> list[Box]:
    """Return the boxes of what is drawn of units, which names rather keep off."""
    return unit_boxes(view, position) if position.counters is None else piece_boxes(view, position, position.counters)


def _layers(sheet: Sheet, view: View, clip: str, *, names: Sequence[str]) -> dict[str, Layer]:
    """Return the layers in their order; what a picture hides is drawn beside the sheet."""
    picture = view.board.art.picture
    hidden = picture.hides if picture else ("picture",)
    layers = {name: sheet.layer(name, **_layer_style(name, clip)) for name in names if name not in hidden}
    beside = _sheet(view, view.height) if picture else sheet
    if picture:
        draw_picture(layers["picture"], view, picture)
    return layers | {name: beside.layer(name) for name in hidden if picture}


def _layer_style(name: str, clip: str) -> dict[str, Any]:
    if name == "hexes":
        return {"fill_opacity": 0, "class": "pointing"}
    return {"clip": clip} if name in CLIPPED else {}


def _draw_field(layers: dict[str, Layer], view: View, shapes: Shapes, units: Sequence[Box]) -> None:
    """Draw everything within the map's edge, each kind on its layer."""
    names = find_names(view, shapes, units)
    ground = Ground(shapes.waters, Obstacles(boxes_of(names)))
    draw_ground(layers["ground"], view)
    draw_levels(layers["levels"], view, shapes.levels)
    draw_contours(layers["contours"], view, shapes.levels)
    draw_grounds(layers["terrain"], shapes.bodies)
    draw_symbols(layers["terrain"], view, shapes.bodies, ground)
    draw_water(layers["water"], view, shapes.waters)
    draw_gravel(layers["water"], view, ground)
    draw_rills(layers["scenery"], view, shapes.waters)
    draw_scenery(layers["scenery"], view, ground)
    draw_roads(layers["roads"], view)
    draw_hexsides(layers["hexsides"], view)
    draw_grid(layers["grid"], view)
    draw_numbers(layers["numbers"], view)
    # a halo of the ground's colour would show on a tint
    draw_names(layers["names"], names, halos=not view.tinted)
    draw_edge(layers["edge"], view)


def find_names(view: View, shapes: Shapes, units: Sequence[Box] = ()) -> list[Name]:
    """Return the names in their places, off the boxes of units where that can be."""
    if not (view.board.art.labels or shapes.waters.ribbons):
        return []
    apart = 1.6 * view.scale
    lines = [*contour_points(shapes.levels, apart), *road_points(view), *shore_points(view, shapes.waters, apart)]
    return place_names(view, Surroundings(shapes.waters.ribbons, lines, icon_boxes(view), units))


def coordinates(board: Board, *, crop: str | None = None, dpi: float = 300) -> dict[str, Any]:
    """Return centres and outlines of the hexes that are drawn, on the sheet in mm and in pixels of a PNG, y downwards."""
    view = _view(board, None, rectangle(board, crop) if crop else None)
    per_mm = dpi / 25.4

    def place(point: tuple[float, float], factor: float) -> list[float]:
        return [round(point[0] * factor, 3), round(point[1] * factor, 3)]

    hexes = {
        view.key(h): {
            "centre_mm": place(view.layout.centre(h), 1),
            "outline_mm": [place(corner, 1) for corner in view.layout.corners(h)],
            "centre_px": place(view.layout.centre(h), per_mm),
            "outline_px": [place(corner, per_mm) for corner in view.layout.corners(h)],
        }
        for h in view.hexes
    }
    size = {"width_mm": round(view.width, 3), "height_mm": round(view.height, 3)}
    return {"title": board.title, "dpi": dpi, **size, "hexes": hexes}


def seam_lines(board: Board, *, crop: str | None = None) -> tuple[list[float], list[float]]:
    """Return where a sheet is best parted, in mm from its left and its top: between columns, along the hexsides of rows."""
    view = _view(board, None, rectangle(board, crop) if crop else None)
    lines = {h.column if board.grid.is_flat else h.row: view.layout.centre(h) for h in view.hexes}
    sides = {round(corner.y if board.grid.is_flat else corner.x, 6) for h in view.hexes[:1] for corner in view.layout.corners(h)}
    middles = sorted(centre.x if board.grid.is_flat else centre.y for centre in lines.values())
    between = [(one + other) / 2 for one, other in pairwise(middles)]
    start, half = min(sides), view.layout.unit_y
    length = view.height if board.grid.is_flat else view.width
    along = [start + k * half for k in range(-int(start / half), int((length - start) / half) + 1)]
    return (between, along) if board.grid.is_flat else (along, between)

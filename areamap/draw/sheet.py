"""A map of regions drawn as SVG at true size: the master from which PNG and PDF are made."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from areamap.draw.cities import draw_anchor, draw_city, symbol_box
from areamap.draw.coast import draw_borders, draw_waterlines
from areamap.draw.drawing import Drawing
from areamap.draw.graticule import draw_frame, draw_graticule
from areamap.draw.ground import draw_patterns, draw_regions, draw_seas, draw_stripes, element_id
from areamap.draw.holding import draw_holding, draw_leader
from areamap.draw.layout import layout_of, only, room_of, seat
from areamap.draw.links import draw_crossing
from areamap.draw.margins import draw_margins
from areamap.draw.names import draw_names
from areamap.draw.pieces import LAYER as PIECES
from areamap.draw.pieces import Deployed, draw_pieces
from areamap.draw.view import View, rings_of
from mapsheet.box import Box, around, at_least, union
from mapsheet.errors import NotationError, nearest
from mapsheet.paths import number, polyline

if TYPE_CHECKING:
    from areamap.asking import AreaMap
    from areamap.draw.layout import Layout
    from areamap.spaces import Space
    from mapsheet.sheet import Layer, Sheet
    from mapsheet.style import Style

FRAMED = ("seas", "waterlines", "regions", "patterns", "stripes", "tints", "graticule", "borders", "coast", "faint", "links")
LAYERS = (*FRAMED, "ghost", "anchors", "leaders", "cities", "names", "holdings", "marks", "frame", "margin")
SMALLEST = 60.0  # mm, of the sides of a part round spaces
AROUND = 3.0  # mm round the frame of a part of the map


def draw_map(board: AreaMap, *, style: Style | str | None = None, sheet: str = "map", crop: str | None = None) -> str:
    """Return the map as an SVG document; see `draw_sheet`."""
    return draw_sheet(board, style=style, sheet=sheet, crop=crop).svg


def draw_sheet(
    board: AreaMap,
    *,
    style: Style | str | None = None,
    sheet: str = "map",
    crop: str | None = None,
    deployed: Deployed | None = None,
) -> Drawing:
    """Return a sheet of the map at true size, in a style by name (the map's own), and what found no room on it.

    `crop` leaves only a part, on a sheet of its own: two places `LON,LAT,LON,LAT`, or spaces `serbia,hungary`. A map without
    shapes is drawn as the board or the aid that its file describes. Counters that are `deployed` lie in
    their places. NotationError for an unknown style, sheet or crop. The same map gives the same bytes.
    """
    loaded = _style(board, style)
    if board.topology is None:
        return _other(board, loaded, sheet, deployed)
    if sheet != "map":
        raise NotationError(f"a sheet of this map{nearest(sheet, ['map'])}", sheet)
    view = View(board, loaded, window_of(View(board, loaded), crop) if crop else None)
    page = _page(view)
    layers = _layers(page, view)
    left_out = draw_field(layers, view)
    if view.window is None:
        left_out += draw_margins(layers["margin"], view)
    if deployed is not None:
        draw_pieces(page.layer(PIECES, **_moved(view)), view, deployed)
    return Drawing(page.to_svg(), left_out)


def draw_deployed(board: AreaMap, style: Style | str | None, deployed: Deployed) -> list[str]:
    """Return the sheets of a map on which counters lie, as SVG, `map` first; an aid shows none."""
    from areamap.draw.board import sheets_of

    if board.topology is None and board.art and board.art.aid is not None:
        return []
    names = ("map",) if board.topology is not None else sheets_of(board)
    drawn = [draw_sheet(board, style=style, sheet=name, deployed=deployed).svg for name in names]
    return [svg for svg in drawn if 'id="piece-' in svg]


def _other(board: AreaMap, style: Style, sheet: str, deployed: Deployed | None) -> Drawing:
    """Return the sheet of a map without shapes: its aid, else its board."""
    from areamap.draw.aid import draw_aid
    from areamap.draw.board import draw_board

    if board.art and board.art.aid is not None and sheet == "map":
        return draw_aid(board, style)
    return draw_board(board, style, sheet, deployed)


def sheet_size(board: AreaMap, *, sheet: str = "map", crop: str | None = None) -> tuple[float, float]:
    """Return the width and height in mm of what `draw_sheet` draws, without drawing it.

    NotationError for an unknown sheet or crop.
    """
    from areamap.draw.board import board_size

    if board.topology is None:
        return board_size(board, sheet)
    if crop is None:
        return View(board, _style(board, None)).size
    window = window_of(View(board, _style(board, None)), crop)
    return window.width + 2 * AROUND, window.height + 2 * AROUND


def _style(board: AreaMap, style: Style | str | None) -> Style:
    from mapsheet.style import load_style

    return load_style(style or board.style_name)


def _page(view: View, foot: float = 0.0) -> Sheet:
    from mapsheet.sheet import Sheet

    width, height = view.size if view.window is None else (
        view.frame.width + 2 * AROUND, view.frame.height + 2 * AROUND + foot
    )
    page = Sheet(width, height, title=view.board.title, paper=view.style.paper)
    page.fonts = view.style.live_fonts
    return page


def _layers(page: Sheet, view: View) -> dict[str, Layer]:
    """Return the layers in their order; those of a part of the map are moved to its corner."""
    moved = _moved(view)
    clip = page.clip("frame", polyline(view.frame.corners, closed=True))
    return {
        name: page.layer(name, **({"clip": clip} if name in FRAMED else {}), **(moved if name != "margin" else {}))
        for name in LAYERS
    }


def _moved(view: View) -> dict[str, str]:
    shift = shift_of(view)
    return {"transform": f"translate({number(shift[0])} {number(shift[1])})"} if view.window else {}


def shift_of(view: View) -> tuple[float, float]:
    """Return by how much a part of the map is moved on its own sheet."""
    return (AROUND - view.frame.left, AROUND - view.frame.top) if view.window else (0.0, 0.0)


def draw_field(layers: dict[str, Layer], view: View, told: Collection[str] | None = None) -> list[str]:
    """Draw everything within the frame, each kind on its layer; return what found no room.

    With `told` names and signs of all other spaces are faint, and holding boxes are left out.
    """
    layout = layout_of(view)
    draw_seas(layers["seas"], view)
    draw_waterlines(layers["waterlines"], view)
    draw_regions(layers["regions"], view)
    draw_patterns(layers["patterns"], view)
    draw_stripes(layers["stripes"], view)
    draw_borders(layers["borders"], layers["coast"], view)
    if view.board.art and view.board.art.panel.graticule:
        draw_graticule(layers["graticule"], view)
    if told is None:
        _draw_signs(layers, view, layout)
    else:
        faint = layers["faint"]
        _draw_signs(dict.fromkeys(LAYERS, faint), view, only(layout, told, named=False), told=set(view.shapes) - set(told))
        _draw_signs(layers, view, only(layout, told, named=True), told=told)
    draw_frame(layers["frame"], view)
    return list(layout.left_out)


def _draw_signs(layers: dict[str, Layer], view: View, layout: Layout, told: Collection[str] | None = None) -> None:
    """Draw straits, anchors, cities, names and boxes; cities of the told spaces alone."""
    for crossing in layout.crossings:
        draw_crossing(layers["links"], view, crossing)
    for anchor in layout.anchors:
        draw_anchor(layers["anchors"], view, anchor)
    for id_, at in view.cities.items():
        city = view.board.spaces[id_]
        if view.frame.holds(symbol_box(view, city, at)) and (told is None or city.within in told):
            draw_city(layers["cities"], view, city, at, id=element_id(city))
    draw_names(layers["names"], view, layout)
    for holding in layout.holdings.values():
        draw_leader(layers["leaders"], view, holding)
        draw_holding(layers["holdings"], view, holding)


# -- parts ---------------------------------------------------------------------------------------------------------


def window_of(view: View, crop: str) -> Box:
    """Return the part of the frame that a crop names; NotationError for a crop that is neither places nor spaces of the map."""
    parts = [part.strip() for part in crop.split(",") if part.strip()]
    window = _between(view, parts) if len(parts) == 4 and all(map(_is_degree, parts)) else _round(view, parts)
    field = view.field
    cut = Box(
        max(window.left, field.left), max(window.top, field.top),
        min(window.right, field.right), min(window.bottom, field.bottom),
    )
    if cut.width < 1 or cut.height < 1:
        raise NotationError("a part of the map LON,LAT,LON,LAT or SPACE,…", crop)
    return cut


def _is_degree(text: str) -> bool:
    try:
        return abs(float(text)) <= 1e6
    except ValueError:
        return False


def _between(view: View, parts: list[str]) -> Box:
    lon0, lat0, lon1, lat1 = map(float, parts)
    shares = [k / 16 for k in range(17)]
    edges = [(lon0 + (lon1 - lon0) * s, lat) for s in shares for lat in (lat0, lat1)]
    edges += [(lon, lat0 + (lat1 - lat0) * s) for s in shares for lon in (lon0, lon1)]
    return around(view.place(edge) for edge in edges)


def _round(view: View, parts: list[str]) -> Box:
    spaces = [view.board.space(part) for part in parts]
    ids = [space.within or space.id for space in spaces]
    known = [view.bounds(id_) for id_ in ids if id_ in view.shapes]
    if not known:
        raise NotationError("a part of the map LON,LAT,LON,LAT or SPACE,…", ",".join(parts))
    # the name of a space without room for it stands in its box
    boxes = [box.box for id_, box in layout_of(view).holdings.items() if id_ in ids]
    return at_least(union([*known, *boxes]).grown(6.0), (SMALLEST, SMALLEST), view.field)


# -- coordinates ---------------------------------------------------------------------------------------------------


def coordinates(board: AreaMap, *, crop: str | None = None, dpi: float = 300) -> dict[str, Any]:
    """Return where the spaces lie on the sheet in mm and in pixels of a PNG, y downwards.

    Each has its middle; those with a shape have the rings of their outlines, and those with room for counters the boxes of
    it as left, top, right, bottom, in mm.
    """
    whole = View(board, _style(board, None))
    view = View(board, whole.style, window_of(whole, crop) if crop else None)
    layout, shift = layout_of(view), shift_of(view)
    width, height = sheet_size(board, crop=crop)
    return {
        "title": board.title, "dpi": dpi, "width_mm": round(width, 3), "height_mm": round(height, 3),
        "spaces": {
            **{s.id: _area(view, layout, s, (shift, dpi / 25.4)) for s in (*view.lands, *view.waters)},
            **{id_: _placed("centre", at, (shift, dpi / 25.4)) for id_, at in view.cities.items()},
        },
    }


def _placed(name: str, at: tuple[float, float], to: tuple[tuple[float, float], float]) -> dict[str, Any]:
    (dx, dy), per_mm = to
    x, y = at[0] + dx, at[1] + dy
    return {f"{name}_mm": [round(x, 3), round(y, 3)], f"{name}_px": [round(x * per_mm, 3), round(y * per_mm, 3)]}


def _area(view: View, layout: Layout, space: Space, to: tuple[tuple[float, float], float]) -> dict[str, Any]:
    rings = rings_of(view.shapes[space.id])
    found = _placed("centre", seat(view, layout, space), to)
    for unit in ("mm", "px"):
        found[f"outline_{unit}"] = [[_placed("p", p, to)[f"p_{unit}"] for p in ring] for ring in rings]
    boxes = room_of(layout, space)
    if boxes:
        dx, dy = to[0]
        found["room_mm"] = [[round(v, 3) for v in box.moved(dx, dy)] for box in boxes]
    return found

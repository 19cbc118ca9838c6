"""A map of regions drawn as SVG at true size: the master from which PNG and PDF are made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from areamap.draw.drawing import Drawing
from areamap.draw.view import View

if TYPE_CHECKING:
    from areamap.atlas import Atlas
    from mapsheet.sheet import Layer, Sheet

FRAMED = ("seas", "waterlines", "regions", "patterns", "stripes", "graticule", "borders", "coast", "links", "anchors")
LAYERS = (*FRAMED, "leaders", "cities", "names", "holdings", "frame", "margin", "marks")


def draw_map(board: Atlas, *, style: str | None = None, sheet: str = "map") -> str:
    """Return the map as an SVG document; see `draw_sheet`."""
    return draw_sheet(board, style=style, sheet=sheet).svg


def draw_sheet(board: Atlas, *, style: str | None = None, sheet: str = "map") -> Drawing:
    """Return the map at true size in a style by name (the map's own), and what found no room."""
    from mapsheet.sheet import Sheet

    view = View(board, _style(board, style))
    page = Sheet(view.width, view.height, title=board.title, paper=view.style.paper)
    left_out = draw_all(page, view)
    return Drawing(page.to_svg(), left_out)


def _style(board: Atlas, style: str | None) -> Any:
    from mapsheet.style import load_style

    return load_style(style or (board.art.sheet.style if board.art else "classic"))


def draw_all(page: Sheet, view: View) -> list[str]:
    """Draw the whole map and its margins on a sheet; return what found no room."""
    from mapsheet.paths import polyline

    clip = page.clip("frame", polyline(view.frame.corners, closed=True))
    layers = {name: page.layer(name, **({"clip": clip} if name in FRAMED else {})) for name in LAYERS}
    return draw_field(layers, view)


def draw_field(layers: dict[str, Layer], view: View) -> list[str]:
    """Draw everything within the frame."""
    from areamap.draw.cities import draw_anchor, draw_city
    from areamap.draw.coast import draw_borders, draw_waterlines
    from areamap.draw.ground import draw_patterns, draw_regions, draw_seas, draw_stripes, element_id
    from areamap.draw.graticule import draw_frame, draw_graticule
    from areamap.draw.holding import draw_holding, draw_leader
    from areamap.draw.layout import layout_of
    from areamap.draw.links import draw_crossing
    from areamap.draw.names import draw_names
    from areamap.draw.panel import draw_panel

    layout = layout_of(view)
    draw_seas(layers["seas"], view)
    draw_waterlines(layers["waterlines"], view)
    draw_regions(layers["regions"], view)
    draw_patterns(layers["patterns"], view)
    draw_stripes(layers["stripes"], view)
    draw_borders(layers["borders"], layers["coast"], view)
    if view.board.art and view.board.art.panel.graticule:
        draw_graticule(layers["graticule"], view)
    for crossing in layout.crossings:
        draw_crossing(layers["links"], view, crossing)
    for anchor in layout.anchors:
        draw_anchor(layers["anchors"], view, anchor)
    for id_, at in view.cities.items():
        city = view.board.spaces[id_]
        draw_city(layers["cities"], view, city, at, id=element_id(city))
    draw_names(layers["names"], view, layout)
    for holding in layout.holdings.values():
        draw_leader(layers["leaders"], view, holding)
        draw_holding(layers["holdings"], view, holding)
    draw_frame(layers["frame"], view)
    return [*layout.left_out, *draw_panel(layers["margin"], view)]

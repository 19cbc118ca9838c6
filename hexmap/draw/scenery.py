"""Decoration without effect on play: woods, hamlets, a kirk, roads, strip fields, camps, hills."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

from hexmap.draw.chance import sequence
from hexmap.draw.groundcover import Field, Ground, scatter
from hexmap.draw.roads import decor_courses, decor_way, draw_courses, line_way
from hexmap.draw.symbols import SYMBOLS, Bundle, draw_bundle, path
from hexmap.draw.terrainlook import look_name, water_kind
from mapsheet.box import Box
from mapsheet.paths import polyline

if TYPE_CHECKING:
    from hexmap.board import Decoration
    from hexmap.draw.view import View
    from hexmap.grid import Hex
    from mapsheet.sheet import Layer

FAINT = 0.75
HACHURE = 0.16  # mm
HOUSES = 6  # in a hex
WET = ("running", "standing")


def draw_scenery(layer: Layer, view: View, ground: Ground) -> None:
    """Draw the decorations of a map, each kind in a group of its own, faintly."""
    for kind, draw in DRAWERS.items():
        found = [d for d in view.board.art.decorations if d.kind == kind and any(h in view.near for h in d.at)]
        if found:
            draw(layer.group(f"scenery-{kind}", opacity=FAINT), view, found, ground)


def _open(view: View, hexes: list[Hex]) -> Any:
    return view.area(hexes)


def _hexes(view: View, found: list[Decoration]) -> list[Hex]:
    """Return the hexes on dry land that are decorated."""
    return sorted({h for d in found for h in d.at if h in view.shown and water_kind(view.terrain(h)) not in WET})


def _woods(layer: Layer, view: View, found: list[Decoration], ground: Ground) -> None:
    look = view.style.look["woods"]
    look = look._replace(size=type(look.size)(look.size * 0.92), spacing=type(look.spacing)(look.size * 0.8))
    hexes = _hexes(view, found)
    bundle = Bundle()
    spots = scatter(view, hexes, look, Field(_open(view, hexes), ground, "wood"))
    # trees further down the sheet stand before those above
    for spot in sorted(spots, key=lambda s: (s.y, s.x)):
        bundle.add(SYMBOLS["trees"](spot.x, spot.y, look.size, sequence(spot.key)))
    draw_bundle(layer, bundle, look)


def _meadow(layer: Layer, view: View, found: list[Decoration], ground: Ground) -> None:
    from mapsheet.style import Colour, Fill, Look, Mm, Pen, Share, Symbol

    pen = Pen(Mm(0.16 * view.scale), Colour(view.style.contour.line.colour), Share(0.55))
    look = Look(Fill(), Symbol("tufts"), pen, Pen(), Fill(), Mm(1.1 * view.scale), Mm(6.5 * view.scale))
    taken = {h for d in view.board.art.decorations if d.kind in ("wood", "fields", "hamlet", "camp") for h in d.at}
    hexes = [h for h in _hexes(view, found) if h not in taken and look_name(view.terrain(h), view.style) == "clear"]
    strokes = []
    for spot in scatter(view, hexes, look, Field(_open(view, hexes), ground, "meadow")):
        h = look.size
        strokes += [((spot.x, spot.y + h / 2), (spot.x, spot.y - h / 2)),
                    ((spot.x - 0.1 * h, spot.y + h / 2), (spot.x - 0.4 * h, spot.y - 0.1 * h)),
                    ((spot.x + 0.1 * h, spot.y + h / 2), (spot.x + 0.4 * h, spot.y - 0.1 * h))]
    if strokes:
        layer.path(path(*strokes), **pen.line())


def _fields(layer: Layer, view: View, found: list[Decoration], ground: Ground) -> None:
    """Draw blocks of strips: in each hex two or three, their furrows in one direction each."""
    from shapely import Polygon, box, multilinestrings, union_all

    look = view.style.look["field"]
    clear = union_all([box(*view.number_box(h).grown(0.5)) for h in _hexes(view, found)] if view.number_size else [])
    names = union_all([box(*b.grown(0.6)) for b in ground.obstacles.boxes()])
    hedges, furrows = [], []
    shore = ground.shore(1.2)
    for decoration in found:
        hexes = [h for h in decoration.at if h in view.shown]
        if not hexes:
            continue
        area = view.area(hexes).buffer(-0.14 * view.layout.across_flats).buffer(0.06 * view.layout.across_flats)
        for plot, turn in _plots(view, area.difference(shore), view.key(hexes[0])):
            if not plot.intersects(names):
                hedges.append(plot)
                furrows.append(_lines_across(plot, turn, 1.15 * view.scale))
    if not hedges:
        return
    lines = union_all([multilinestrings(f) for f in furrows if f]).difference(clear)
    edges = union_all([Polygon(p.exterior).exterior for p in hedges]).difference(clear)
    layer.path(_segments(lines), **{**look.pen.line(), "stroke_opacity": 0.5})
    layer.path(_segments(edges), **{**look.pen.line(), "stroke_width": look.pen.width * 1.5})


def _plots(view: View, area: Any, key: str) -> Iterator[tuple[Any, float]]:
    """Cut an area into rough plots, some left fallow."""
    from shapely import intersection, polygons

    from hexmap.draw.water import polygons_of

    chances = sequence(f"{key} fields")
    turn = (next(chances) - 0.5) * 50
    wide, deep = 0.62 * view.layout.across_flats, 0.45 * view.layout.across_flats
    squares = list(_squares(area, turn, (wide, deep), 0.5 * view.scale))
    for plot in intersection(polygons(squares), area):
        upright, fallow = next(chances) < 0.4, next(chances) < 0.12
        for part in polygons_of(plot):
            if part.area > 0.35 * wide * deep and not fallow:
                yield part.simplify(0.2), turn + (90 if upright else 0)


def _squares(area: Any, turn: float, size: tuple[float, float], gap: float) -> Iterator[list[tuple[float, float]]]:
    """Yield the corners of rectangles, laid like bricks and turned, that cover an area."""
    left, top, right, bottom = area.bounds
    wide, deep = size
    middle = (area.centroid.x, area.centroid.y)
    for i in range(-2, int((right - left) / wide) + 3):
        for j in range(-2, int((bottom - top) / deep) + 3):
            x, y = left + i * wide + 0.4 * wide * (j % 2), top + j * deep
            corners = ((x, y), (x + wide - gap, y), (x + wide - gap, y + deep - gap), (x, y + deep - gap))
            yield [_turned(corner, turn, middle) for corner in corners]


def _turned(point: tuple[float, float], turn: float, about: tuple[float, float]) -> tuple[float, float]:
    """Return a point turned about another by degrees."""
    ux, uy = cos(turn * pi / 180), sin(turn * pi / 180)
    dx, dy = point[0] - about[0], point[1] - about[1]
    return about[0] + dx * ux - dy * uy, about[1] + dx * uy + dy * ux


def _lines_across(plot: Any, turn: float, spacing: float) -> list[Any]:
    from shapely import linestrings, multilinestrings

    angle = turn * pi / 180
    ux, uy = cos(angle), sin(angle)
    centre = plot.centroid
    left, top, right, bottom = plot.bounds
    reach = max(right - left, bottom - top)
    count = int(reach / spacing) + 1
    furrows = []
    for k in range(-count, count + 1):
        x, y = centre.x - uy * spacing * k, centre.y + ux * spacing * k
        furrows.append([(x - reach * ux, y - reach * uy), (x + reach * ux, y + reach * uy)])
    cut = multilinestrings(linestrings(furrows)).intersection(plot.buffer(-0.3))
    return [line for line in getattr(cut, "geoms", (cut,)) if line.geom_type == "LineString" and line.length > 1]


def _segments(lines: Any) -> str:
    parts = [lines] if lines.geom_type == "LineString" else getattr(lines, "geoms", ())
    return "".join(polyline(list(p.coords)) for p in parts if p.length > 0.3)


def _roads(kind: str) -> Callable[[Layer, View, list[Decoration], Ground], None]:
    def draw(layer: Layer, view: View, found: list[Decoration], ground: Ground) -> None:
        del found, ground
        draw_courses(layer, decor_courses(view, kind), line_way(view, decor_way(kind)), name=f"decor-{kind}")

    return draw


def _hamlet(layer: Layer, view: View, found: list[Decoration], ground: Ground) -> None:
    look = view.style.look["village"]
    look = look._replace(size=type(look.size)(look.size * 0.85), spacing=type(look.spacing)(look.spacing * 0.8))
    hexes = _hexes(view, found)
    bundle = Bundle()
    built: dict[str, int] = {}
    for spot in scatter(view, hexes, look, Field(_open(view, hexes), ground, "hamlet")):
        number = spot.key.split()[0]
        built[number] = built.get(number, 0) + 1
        if built[number] <= HOUSES:
            bundle.add(SYMBOLS["houses"](spot.x, spot.y, look.size, sequence(spot.key)))
    draw_bundle(layer, bundle, look)


def _camp(layer: Layer, view: View, found: list[Decoration], ground: Ground) -> None:
    look = view.style.look["camp"]
    bundle = Bundle()
    hexes = _hexes(view, found)
    for spot in scatter(view, hexes, look, Field(_open(view, hexes), ground, "camp")):
        bundle.add(SYMBOLS["tents"](spot.x, spot.y, look.size, sequence(spot.key)))
    draw_bundle(layer, bundle, look)


ICONS = ("church", "tower", "mill", "stone")


def icon_boxes(view: View) -> list[Box]:
    """Return the boxes of the drawings that stand alone, which names keep off."""
    hexes = [h for d in view.board.art.decorations if d.kind in ICONS for h in d.at if h in view.shown]
    places = [_icon_place(view, h) for h in hexes]
    return [Box(x - 0.5 * s, y - 0.75 * s, x + 0.55 * s, y + 0.42 * s) for x, y, s in places]


def _icon_place(view: View, h: Hex) -> tuple[float, float, float]:
    centre = view.layout.centre(h)
    return centre.x, centre.y + 0.08 * view.layout.across_flats, 4.2 * view.scale


def _single(shape: Callable[[float, float, float], tuple[str, str]]) -> Callable[[Layer, View, list[Decoration], Ground], None]:
    def draw(layer: Layer, view: View, found: list[Decoration], ground: Ground) -> None:
        del ground
        look = view.style.look["village"]
        for h in _hexes(view, found):
            filled, lines = shape(*_icon_place(view, h))
            layer.path(filled, **look.fill.area(), **look.pen.stroke())
            layer.path(lines, **look.pen.line())

    return draw


def _church(x: float, y: float, s: float) -> tuple[str, str]:
    """Draw a kirk in elevation: nave, gabled tower and cross."""
    nave = ((x - 0.1 * s, y + 0.4 * s), (x - 0.1 * s, y), (x + 0.04 * s, y - 0.18 * s), (x + 0.42 * s, y - 0.18 * s),
            (x + 0.55 * s, y), (x + 0.55 * s, y + 0.4 * s))
    tower = ((x - 0.4 * s, y + 0.4 * s), (x - 0.4 * s, y - 0.25 * s), (x - 0.25 * s, y - 0.5 * s), (x - 0.1 * s, y - 0.25 * s),
             (x - 0.1 * s, y + 0.4 * s))
    post = ((x - 0.25 * s, y - 0.5 * s), (x - 0.25 * s, y - 0.78 * s))
    arm = ((x - 0.34 * s, y - 0.67 * s), (x - 0.16 * s, y - 0.67 * s))
    cross = path(post, arm)
    eaves = path(((x - 0.1 * s, y), (x + 0.55 * s, y)), ((x - 0.4 * s, y - 0.25 * s), (x - 0.1 * s, y - 0.25 * s)))
    return path(nave, tower, closed=True), cross + eaves


def _tower(x: float, y: float, s: float) -> tuple[str, str]:
    """Draw a battlemented tower."""
    wall = ((x - 0.25 * s, y + 0.4 * s), (x - 0.25 * s, y - 0.4 * s), (x - 0.12 * s, y - 0.4 * s), (x - 0.12 * s, y - 0.28 * s),
            (x + 0.12 * s, y - 0.28 * s), (x + 0.12 * s, y - 0.4 * s), (x + 0.25 * s, y - 0.4 * s), (x + 0.25 * s, y + 0.4 * s))
    return path(wall, closed=True), path(((x, y + 0.4 * s), (x, y + 0.15 * s)))


def _mill(x: float, y: float, s: float) -> tuple[str, str]:
    """Draw a mill with its wheel."""
    house = ((x - 0.4 * s, y + 0.35 * s), (x - 0.4 * s, y - 0.05 * s), (x - 0.1 * s, y - 0.35 * s), (x + 0.2 * s, y - 0.05 * s),
             (x + 0.2 * s, y + 0.35 * s))
    wheel = [((x + 0.35 * s, y + 0.2 * s), (x + 0.35 * s + 0.22 * s * cos(a), y + 0.2 * s + 0.22 * s * sin(a))) for a in
             (k * pi / 4 for k in range(8))]
    return path(house, closed=True), path(*wheel)


def _stone(x: float, y: float, s: float) -> tuple[str, str]:
    """Draw a standing stone."""
    rock = ((x - 0.16 * s, y + 0.35 * s), (x - 0.2 * s, y - 0.1 * s), (x - 0.02 * s, y - 0.38 * s), (x + 0.16 * s, y - 0.2 * s),
            (x + 0.18 * s, y + 0.35 * s))
    turf = ((x - 0.45 * s, y + 0.37 * s), (x + 0.45 * s, y + 0.37 * s))
    crack = ((x + 0.05 * s, y - 0.2 * s), (x + 0.07 * s, y + 0.2 * s))
    return path(rock, closed=True), path(turf, crack)


def _hill(layer: Layer, view: View, found: list[Decoration], ground: Ground) -> None:
    """Draw few thin hachures that run down from the edge of each top, too faint to be taken for a sign of the game."""
    from shapely import union_all

    del ground
    across = view.layout.across_flats
    strokes = []
    for decoration in found:
        hexes = [h for h in decoration.at if h in view.shown]
        if not hexes:
            continue
        inner = union_all([view.polygon(h).buffer(-0.4 * across) for h in hexes])
        top = view.area(hexes).buffer(-0.34 * across).union(inner).buffer(0.06 * across)
        boxes = [view.number_box(h).grown(0.4) for h in hexes] if view.number_size else []
        chances = sequence(f"{decoration.at[0]} hill")
        for x, y, ox, oy in _outward(top.exterior if top.geom_type == "Polygon" else top.convex_hull.exterior):
            reach, is_drawn = across * (0.05 + 0.05 * next(chances)), next(chances) < 0.6
            stroke = ((x, y), (x + ox * reach, y + oy * reach))
            if is_drawn and not any(b.left < px < b.right and b.top < py < b.bottom for b in boxes for px, py in stroke):
                strokes.append(stroke)
    if strokes:
        pen = view.style.contour.tick.line()
        layer.path(path(*strokes), **{**pen, "stroke_width": HACHURE * view.scale, "stroke_opacity": 0.7})


def _outward(ring: Any) -> Iterator[tuple[float, float, float, float]]:
    """Yield points along a ring with the unit step out of it."""
    turn = 1 if ring.is_ccw else -1
    for k in range(max(8, int(ring.length / 1.3))):
        at, ahead = ring.interpolate(k * 1.3), ring.interpolate(k * 1.3 + 0.3)
        dx, dy = (ahead.x - at.x) / 0.3, (ahead.y - at.y) / 0.3
        yield at.x, at.y, turn * dy, -turn * dx


DRAWERS: dict[str, Callable[[Layer, View, list[Decoration], Ground], None]] = {
    "meadow": _meadow,
    "fields": _fields,
    "hill": _hill,
    "track": _roads("track"),
    "road": _roads("road"),
    "wood": _woods,
    "camp": _camp,
    "hamlet": _hamlet,
    "church": _single(_church),
    "tower": _single(_tower),
    "mill": _single(_mill),
    "stone": _single(_stone),
}

"""The hexes themselves: grid, numbers, the edge of the map, hexside features, and a transparent hex that carries its title."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from hexmap.draw.relief import outline_path
from hexmap.grid import Hex
from mapsheet.paths import Trace, joined, polyline

if TYPE_CHECKING:
    from hexmap.draw.view import View
    from hexmap.grid import Hexside
    from hexmap.layout import Layout, Point
    from mapsheet.sheet import Layer
    from mapsheet.style import Colour, Way

_LIKE = {
    "river": "stream", "creek": "stream", "burn": "stream", "brook": "stream", "fence": "hedge", "gully": "ditch",
    "ford": "bridge", "rampart": "wall", "cliff": "ditch",
}
BLOCK = 10  # hexes along each edge of a block
ON_TINTS = "#000000"  # numbers, so that they can be read on the darkest
PLATE = 0.55  # of the number's em, the width of the strokes under it
NARROW = 0.34  # the same above lines, where a counter may lie close by


def draw_grid(layer: Layer, view: View) -> None:
    """Draw each hexside between two hexes once, a path for each block of the map."""
    for name, hexes in _blocks(view):
        d = "".join(_sides(view, h) for h in hexes)
        if d:
            layer.path(d, id=f"grid-{name}", **view.style.grid.line())


def _blocks(view: View) -> Iterator[tuple[str, list[Hex]]]:
    blocks: dict[tuple[int, int], list[Hex]] = {}
    for h in view.hexes:
        blocks.setdefault(((h.column - 1) // BLOCK, (h.row - 1) // BLOCK), []).append(h)
    for (column, row), hexes in sorted(blocks.items()):
        yield f"{column + 1}-{row + 1}", hexes


def _sides(view: View, h: Hex) -> str:
    """Return the path data of the hexsides that a hex draws: those of its first three directions with a hex beyond."""
    drawn = tuple(view.grid.step(h, direction) in view.shown for direction in range(3))
    if not any(drawn):
        return ""
    first = drawn.index(True)
    return _start(view.layout.corners(h)[first]) + _tail(view.layout, drawn)


def _start(corner: tuple[float, float]) -> str:
    return joined("M", (round(corner[0] * 100), round(corner[1] * 100)), 2)


@lru_cache(maxsize=64)
def _tail(layout: Layout, drawn: tuple[bool, ...]) -> str:
    """Return what follows the first corner drawn: the same for all hexes of a size."""
    corners = layout.corners(Hex(1, 1))
    out, drawing = Trace(), False
    for direction, wanted in enumerate(drawn):
        if wanted and not drawing:
            out.move(*corners[direction])
        if wanted:
            out.line(*corners[direction + 1])
        drawing = wanted
    return _after_start(out.d())


def _after_start(d: str) -> str:
    """Return path data without its first move."""
    return d[min(k for k in (d.find("l"), d.find("h"), d.find("v")) if k > 0) :]


def draw_numbers(layer: Layer, view: View) -> None:
    """Draw the hex numbers, a path for each block of the map."""
    style = view.style.numbers
    if not view.number_size:
        return
    _plates(layer, view)
    colour, opacity = (ON_TINTS, None) if view.tinted else (style.colour, None if style.opacity >= 1 else style.opacity)
    for _, hexes in _blocks(view):
        items = [(view.key(h), *view.number_at(h)) for h in hexes if h not in view.unnumbered]
        layer.numbers(items, view.number_size, colour, stroke_opacity=opacity)


def _plates(layer: Layer, view: View) -> None:
    """Draw the numbers that no place in their hexes keeps off lines as wide strokes of the ground, to stand on."""
    for colour, hexes in _by_colour(view.plates).items():
        items = [(view.key(h), *view.number_at(h)) for h in hexes if h not in view.unnumbered]
        layer.numbers(items, view.number_size, colour, stroke_width=PLATE * view.number_size)


def draw_plated(layer: Layer, view: View, hexes: Iterable[Hex]) -> None:
    """Draw the numbers of some hexes again, each on a wider stroke of its ground."""
    grounds = {h: view.plates.get(h, view.tint(view.level(h))) for h in hexes}
    for colour, some in _by_colour(grounds).items():
        items = [(view.key(h), *view.number_at(h)) for h in some]
        layer.numbers(items, view.number_size, colour, stroke_width=NARROW * view.number_size, stroke_linejoin="round")
        layer.numbers(items, view.number_size, ON_TINTS if view.tinted else view.style.numbers.colour)


def _by_colour(colours: Mapping[Hex, Colour]) -> dict[Colour, list[Hex]]:
    found: dict[Colour, list[Hex]] = {}
    for h, colour in colours.items():
        found.setdefault(colour, []).append(h)
    return found


def draw_edge(layer: Layer, view: View) -> None:
    """Draw the line round the hexes; in a panel of a diagram a fine one, and in full where the map itself ends."""
    if not view.is_panel:
        layer.path(outline_path(view.rims), id="edge", **{**view.style.edge.line(), "stroke_linejoin": "miter"})
        return
    layer.path(outline_path(view.rims), id="edge", **view.style.grid.line())
    ends = [polyline(side) for h in view.hexes for side in _ends(view, h)]
    if ends:
        layer.path("".join(ends), id="map-edge", **view.style.edge.line())


def _ends(view: View, h: Hex) -> Iterator[list[Point]]:
    """Yield the hexsides of a hex beyond which the map has none."""
    corners = view.layout.corners(h)
    for k in range(6):
        if view.grid.step(h, k) not in view.board:
            yield [corners[k], corners[(k + 1) % 6]]


def draw_hexes(layer: Layer, view: View) -> None:
    """Draw a transparent hex with an id and a title over each hex, for pointing at."""
    tail = _after_start(polyline(view.layout.corners(Hex(1, 1)), True))
    dx, dy = (a - b for a, b in zip(view.layout.corners(Hex(1, 1))[0], view.layout.centre(Hex(1, 1)), strict=True))
    for h in view.hexes:
        number, centre = view.key(h), view.layout.centre(h)
        d = _start((centre.x + dx, centre.y + dy)) + tail
        layer.path(d, id=f"hex-{safe(number)}", title=f"{number} {words_of(view, h)}")


def words_of(view: View, h: Hex) -> str:
    """Return what stands in a hex, `marsh, level 0`."""
    return f"{view.terrain(h).label.lower() or view.terrain(h).name}, level {view.level(h)}"


def safe(number: str) -> str:
    """Return a hex number as it may stand in an id."""
    return "".join(c if (c.isalnum() and c.isascii()) or c in "-." else "_" for c in number)


def draw_hexsides(layer: Layer, view: View) -> None:
    """Draw walls, hedges, streams and other kinds along their hexsides, each hexside with its own id."""
    for side, kinds in sorted(view.board.hexsides.items()):
        hexes = (side.hex, view.grid.step(side.hex, side.direction))
        if not any(h in view.shown for h in hexes):
            continue
        a, b = (view.layout.place(*corner) for corner in view.grid.ends(side))
        inset = 0.06
        ends = [(a.x + (b.x - a.x) * inset, a.y + (b.y - a.y) * inset), (b.x + (a.x - b.x) * inset, b.y + (a.y - b.y) * inset)]
        group = layer.group(side_id(view, side), title=", ".join(view.board.rules.hexside_kinds[k].label
                            if k in view.board.rules.hexside_kinds else k for k in kinds))
        for kind in kinds:
            draw_way(group, ends, hexside_way(view, kind))


def side_id(view: View, side: Hexside) -> str:
    """Return the id of a hexside, `hexside-0604-N`."""
    return f"hexside-{safe(view.key(side.hex))}-{view.grid.direction_names[side.direction]}"


def hexside_way(view: View, kind: str) -> Way:
    """Return how a kind of hexside is drawn: by its name, by a word in it, or plainly."""
    ways = view.style.hexside
    for word in (kind, *kind.replace("-", "_").split("_")):
        if word in ways:
            return ways[word]
    return ways.get(_LIKE.get(kind, "default"), ways["default"])


def draw_way(layer: Layer, points: Iterable[tuple[float, float]], way: Way) -> None:
    """Draw a line as its casing and its core."""
    points = list(points)
    for pen in (way.casing, way.core):
        if pen.colour != "none" and pen.width:
            layer.line(points, **pen.line())

"""What covers the ground: a body for each terrain, rounded inside its hexes, and symbols scattered clear of all else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple

from hexmap.draw.chance import sequence, sequences
from hexmap.draw.outlines import Outline, trace_set
from hexmap.draw.relief import outline_path
from hexmap.draw.symbols import SYMBOLS, Bundle, draw_bundle
from hexmap.draw.terrainlook import look_name, look_of, water_kind
from hexmap.draw.view import region
from hexmap.draw.water import Waters
from mapsheet.box import Box
from mapsheet.style import Look

if TYPE_CHECKING:
    from hexmap.draw.view import View
    from hexmap.grid import Hex
    from mapsheet.sheet import Layer

TRIES = 9  # places tried for each symbol that would fit
FINEST = 0.5  # mm, the smallest symbol that can be told from a speck
MOST = 40  # symbols in a hex
AT_ONCE = 1000  # hexes, so that a large map needs no more memory


class Body(NamedTuple):
    """The hexes of one terrain that is drawn with a ground or symbols, and their rounded outlines."""

    name: str
    look: Look
    hexes: frozenset[Hex]
    outlines: list[Outline]


def find_bodies(view: View) -> list[Body]:
    """Return the bodies of all dry terrain near what is drawn, in the order of the map's terrains."""
    by_terrain: dict[str, set[Hex]] = {}
    for h in view.near:
        by_terrain.setdefault(view.terrain(h).name, set()).add(h)
    bodies = []
    for terrain in view.board.terrains:
        hexes = by_terrain.get(terrain.name)
        if not hexes or water_kind(terrain) or look_name(terrain, view.style) == "clear":
            continue
        bodies.append(Body(terrain.name, look_of(terrain, view.style), frozenset(hexes),
                           trace_set(view.layout, hexes, view.near)))
    return bodies


def draw_grounds(layer: Layer, bodies: list[Body]) -> None:
    """Draw the ground of each body."""
    for body in bodies:
        if body.look.ground.colour != "none":
            layer.path(outline_path(body.outlines), id=f"ground-{body.name}", **body.look.ground.area())


class Obstacles:
    """Boxes that names and scattered symbols keep clear of, found by place."""

    CELL = 5.0  # mm, a little more than a letter: few boxes a cell, few cells a box

    def __init__(self, boxes: Iterable[Box] = ()) -> None:
        self._cells: dict[tuple[int, int], list[Box]] = {}
        self._all: list[Box] = []
        for box in boxes:
            self.add(box)

    def add(self, box: Box) -> None:
        """Add a box."""
        self._all.append(box)
        for cell in self._under(box):
            self._cells.setdefault(cell, []).append(box)

    def _under(self, box: Box) -> list[tuple[int, int]]:
        """Return the cells that a box touches."""
        size = self.CELL
        rows = range(int(box.top // size), int(box.bottom // size) + 1)
        return [(column, row) for column in range(int(box.left // size), int(box.right // size) + 1) for row in rows]

    def boxes(self) -> list[Box]:
        """Return all boxes."""
        return self._all

    def hit(self, box: Box) -> bool:
        """Say whether a box overlaps one of these."""
        for cell in self._under(box):
            for other in self._cells.get(cell, ()):
                if box.overlaps(other):
                    return True
        return False


class Ground(NamedTuple):
    """What symbols must keep off: water, and boxes of names."""

    waters: Waters
    obstacles: Obstacles

    def shore(self, by: float) -> Any:
        """Return the water with a strip of so many mm round it."""
        wet = self.waters.wet
        return wet if wet.is_empty else wet.buffer(by, quad_segs=2)


def draw_symbols(layer: Layer, view: View, bodies: list[Body], ground: Ground) -> None:
    """Scatter each body's symbols over its hexes that are drawn."""
    for body in bodies:
        if body.look.symbol == "none" or (body.look.size < FINEST and body.look.symbol != "dots"):
            continue
        bundle = Bundle()
        area = region(body.outlines)
        for spot in scatter(view, [h for h in view.hexes if h in body.hexes], body.look, Field(area, ground, body.name)):
            draw_symbol(bundle, body.look, spot)
        draw_bundle(layer.group(f"symbols-{body.name}"), bundle, body.look)


def draw_gravel(layer: Layer, view: View, ground: Ground) -> None:
    """Strew gravel over dry beds."""
    from mapsheet.style import Mm, Symbol

    pen, scale = view.style.course["dry"].bank, view.scale
    dot = pen._replace(width=Mm(0.34 * scale), dash=())
    look = Look(symbol=Symbol("dots"), pen=dot, size=Mm(0.6 * scale), spacing=Mm(1.25 * scale))
    hexes = [h for h in view.hexes if water_kind(view.terrain(h)) == "dry"]
    if ground.waters.dry.is_empty or not hexes:
        return
    bundle = Bundle()
    for spot in scatter(view, hexes, look, Field(ground.waters.dry, ground, "gravel")):
        draw_symbol(bundle, look, spot)
    draw_bundle(layer.group("gravel"), bundle, look)


def draw_symbol(bundle: Bundle, look: Look, spot: Spot) -> None:
    """Add the symbol of a look at a place; tufts alternate with strokes of water."""
    chances = sequence(spot.key)
    name: str = look.symbol
    if name == "tufts" and next(chances) < 0.34:
        name = "ripple"
    bundle.add(SYMBOLS[name](spot.x, spot.y, look.size, chances))


class Spot(NamedTuple):
    """A place for a symbol, and the text that varies it."""

    x: float
    y: float
    key: str


class Field(NamedTuple):
    """Where symbols may stand: an area, what they keep off, and a word that varies their places."""

    area: Any
    ground: Ground
    word: str


def scatter(view: View, hexes: Sequence[Hex], look: Look, field: Field) -> list[Spot]:
    """Return places in the hexes at least about `look.spacing` apart, clear of hexsides, numbers, shores and names."""
    from shapely import prepare

    if not hexes:
        return []
    allowed = field.area.buffer(-(look.size / 2 + 0.15), quad_segs=2).difference(field.ground.shore(look.size / 2 + 0.35))
    prepare(allowed)
    spots = []
    for k in range(0, len(hexes), AT_ONCE):
        some = hexes[k : k + AT_ONCE]
        for found in _candidates(view, some, look, field.word, allowed):
            spots += _kept(found, look, field)
    return spots


def _candidates(view: View, hexes: Sequence[Hex], look: Look, word: str, allowed: Any) -> list[list[Spot]]:
    """Return for each hex the places well inside it and in the area, in the order in which they are tried."""
    from numpy import abs as size_of
    from numpy import array, nonzero
    from shapely import contains_xy

    keys = [f"{view.key(h)} {word}" for h in hexes]
    tried = (2 * sequences(keys, 2 * _tries(view, look)) - 1) * view.layout.side
    dx, dy = tried[:, ::2], tried[:, 1::2]
    right, down = (dx, dy) if view.grid.is_flat else (dy, dx)
    inner = view.layout.across_flats / 2 - look.size / 2 - 0.3
    # three pairs of hexsides, each at its distance from the centre
    inside = (size_of(down) < inner) & (size_of(0.8660254 * right + 0.5 * down) < inner)
    inside &= size_of(0.8660254 * right - 0.5 * down) < inner
    if view.number_size:
        inside &= ~_on_numbers(view, hexes, (dx, dy), look.size / 2 + 0.4)
    rows, places = nonzero(inside)
    centres = array([view.layout.centre(h) for h in hexes])[rows]
    xs, ys = centres[:, 0] + dx[inside], centres[:, 1] + dy[inside]
    found: list[list[Spot]] = [[] for _ in hexes]
    kept = contains_xy(allowed, xs, ys)
    for row, k, x, y in zip(*(values[kept].tolist() for values in (rows, places, xs, ys)), strict=True):
        found[row].append(Spot(x, y, f"{keys[row]} {k}"))
    return found


def _on_numbers(view: View, hexes: Sequence[Hex], steps: tuple[Any, Any], near: float) -> Any:
    """Say for each step from the middles of hexes whether it ends less than so far from the hex's number."""
    from numpy import array

    dx, dy = steps
    relative = [view.number_box(h).grown(near).moved(-at.x, -at.y) for h in hexes for at in (view.layout.centre(h),)]
    left, top, right, bottom = array(relative).T[..., None]
    return (left < dx) & (dx < right) & (top < dy) & (dy < bottom)


def _tries(view: View, look: Look) -> int:
    """Return how many places are tried in each hex."""
    across = view.layout.across_flats
    count = min(MOST, ceil(0.62 * across * across / (look.spacing * look.spacing)))
    return count * (TRIES if look.spacing < 2 * look.size + 1 else 4)


def _kept(spots: list[Spot], look: Look, field: Field) -> list[Spot]:
    reach, apart = look.size / 2, look.spacing * look.spacing
    kept: list[Spot] = []
    for spot in spots:
        box = Box(spot.x - reach, spot.y - reach, spot.x + reach, spot.y + reach)
        if any((spot.x - other.x) ** 2 + (spot.y - other.y) ** 2 < apart for other in kept):
            continue
        if not field.ground.obstacles.hit(box):
            kept.append(spot)
            if len(kept) >= MOST:
                break
    return kept

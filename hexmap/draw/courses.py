"""The run of rivers, burns and dry beds: from hexes to a smooth ribbon that fills these hexes and no other.

A ribbon passes near each hex's centre and crosses each hexside near its middle, square to it and at most 0.8 of the
hexside wide, so that it cuts no corner of a hex that is not its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, Any, NamedTuple

from hexmap.draw.chance import sequence
from hexmap.draw.terrainlook import water_kind
from hexmap.layout import Point

if TYPE_CHECKING:
    from hexmap.draw.view import View
    from hexmap.grid import Hex

STEPS = 8  # straight pieces for half a hex
NARROWS = 0.8  # of a hexside, banks included
NATURAL_WIDTHS = {"running": (5.2, 6.0), "dry": (5.0, 6.0)}


class Thread(NamedTuple):
    """A course to be drawn: hexes that touch one by one, its kind of water, its width at both ends in mm, its name."""

    kind: str
    through: tuple[Hex, ...]
    width: tuple[float, float]
    name: str = ""


class Station(NamedTuple):
    """A place that a course passes: where, which way (unit step), how wide."""

    at: Point
    way: Point
    width: float


class Ribbon(NamedTuple):
    """A course with its middle line and its surface, and the hexes off the map that it flows on into."""

    thread: Thread
    line: list[Point]
    surface: Any
    beyond: frozenset[Hex] = frozenset()


def threads(view: View) -> list[Thread]:
    """Return the courses of the file, and courses made for running water and dry beds that the file draws none through."""
    scale = view.scale
    found = [
        Thread("dry" if course.kind == "dry-bed" else "running", course.through, course.width, course.name)
        for course in view.board.art.courses
        if len(course.through) > 1 and not view.near.isdisjoint(course.through)
    ]
    drawn = {h for thread in found for h in thread.through}
    for kind in ("running", "dry"):
        loose = {h for h in view.near if h not in drawn and water_kind(view.terrain(h)) == kind}
        width = NATURAL_WIDTHS[kind]
        found += [Thread(kind, chain, (width[0] * scale, width[1] * scale)) for chain in _chains(view, loose)]
    return found


def _chains(view: View, loose: set[Hex]) -> Iterator[tuple[Hex, ...]]:
    """Yield chains that cover hexes joined like threads; hexes alone or in a clump have none."""
    grid = view.grid
    near = {h: [other for other in grid.neighbors(h) if other in loose] for h in sorted(loose)}
    thin = {h for h in near if not any(b in near[a] for a in near[h] for b in near[h])}
    joined = {h: [other for other in near[h] if other in thin] for h in near if h in thin}
    used: set[frozenset[Hex]] = set()
    starts = sorted(joined, key=lambda h: (len(joined[h]) == 2, h))
    for start in starts:
        for first in joined[start]:
            chain = _walk(start, first, joined, used)
            if len(chain) > 1:
                yield tuple(chain)


def _walk(start: Hex, first: Hex, joined: dict[Hex, list[Hex]], used: set[frozenset[Hex]]) -> list[Hex]:
    chain, ahead = [start], first
    while frozenset((chain[-1], ahead)) not in used:
        used.add(frozenset((chain[-1], ahead)))
        chain.append(ahead)
        onward = [h for h in joined[ahead] if frozenset((ahead, h)) not in used]
        if len(joined[ahead]) != 2 or not onward:
            break
        ahead = onward[0]
    return chain


def ribbon(view: View, thread: Thread) -> Ribbon:
    """Return the surface of a course, cut to its hexes and where it leaves the map, and its middle line."""
    stations, hexes = _stations(view, thread)
    rows = list(_between(stations))
    # folds where the inner bank of a bend overtakes itself are smoothed away
    fold = 0.3 * view.scale
    smoothed = _surface(rows).buffer(-fold, quad_segs=3).buffer(2 * fold, quad_segs=3).buffer(-fold, quad_segs=3)
    surface = smoothed.intersection(view.area(hexes))
    return Ribbon(thread, [at for at, _, _ in rows], surface, frozenset(h for h in hexes if h not in view.board))


# -- stations -----------------------------------------------------------------------------------------------------


def _stations(view: View, thread: Thread) -> tuple[list[Station], list[Hex]]:
    hexes = list(thread.through)
    before = _beyond(view, hexes[0], hexes[1] if len(hexes) > 1 else None, hexes)
    after = _beyond(view, hexes[-1], hexes[-2] if len(hexes) > 1 else None, [*hexes, before] if before else hexes)
    chain = [*([before] if before else []), *hexes, *([after] if after else [])]
    widths = _widths(thread.width, len(chain))
    crossings = [
        _crossing(view, a, b, width) for (a, b), width in zip(pairwise(chain), widths, strict=False)
    ]
    stations: list[Station] = []
    for k, h in enumerate(chain):
        inward = crossings[k - 1] if k else None
        outward = crossings[k] if k < len(crossings) else None
        stations.append(_inside(view, h, (inward, outward), widths[k]))
        if outward:
            stations.append(outward)
    return stations, chain


def _widths(ends: tuple[float, float], count: int) -> list[float]:
    first, last = ends
    return [first + (last - first) * k / max(1, count - 1) for k in range(count)]


def _beyond(view: View, end: Hex, inner: Hex | None, own: Sequence[Hex]) -> Hex | None:
    """Return the hex that a course flows on into: water that it meets, else one off the map, else none."""
    grid, board = view.grid, view.board
    back = grid.direction(end, inner) if inner else None
    around = [(d, grid.step(end, d)) for d in range(6) if d != back]
    if back is not None:
        around.sort(key=lambda item: (abs((item[0] - back) % 6 - 3), item[0]))
    wet = [h for _, h in around if h in board and h not in own and water_kind(view.terrain(h)) in ("standing", "running")]
    off = [h for _, h in around if h not in board]
    if off and not (wet and back is not None and abs((grid.direction(end, off[0]) or 0) - back) % 6 in (1, 5)):
        return off[0]
    return wet[0] if wet else None


def _crossing(view: View, a: Hex, b: Hex, width: float) -> Station:
    p, q = view.layout.centre(a), view.layout.centre(b)
    apart = hypot(q.x - p.x, q.y - p.y)
    way = Point((q.x - p.x) / apart, (q.y - p.y) / apart)
    side = view.layout.side
    most = NARROWS * side - view.style.water.shore.width
    low, high = sorted((a, b))
    chances = sequence(f"{low}{high}")
    width = min(width * (0.88 + 0.2 * next(chances)), most)
    sway = (next(chances) - 0.5) * min(0.3 * side, 0.95 * side - width)
    middle = Point((p.x + q.x) / 2 - way.y * sway, (p.y + q.y) / 2 + way.x * sway)
    return Station(middle, way, width)


def _inside(view: View, h: Hex, sides: tuple[Station | None, Station | None], width: float) -> Station:
    """Return where a course passes a hex: near the centre, nearer to the hexsides where it turns sharply."""
    centre = view.layout.centre(h)
    inward, outward = sides
    if inward is None or outward is None:
        return _end(centre, inward or outward, width)
    chord = Point(outward.at.x - inward.at.x, outward.at.y - inward.at.y)
    length = hypot(*chord) or 1.0
    way = Point(chord.x / length, chord.y / length)
    bend = 1 - length / view.layout.across_flats
    chances = sequence(f"{view.key(h)} water")
    pull = 0.1 + 0.8 * max(0.0, bend)
    sway = (next(chances) - 0.5) * 0.34 * view.layout.side * max(0.0, 1 - 2 * bend)
    middle = Point((inward.at.x + outward.at.x) / 2, (inward.at.y + outward.at.y) / 2)
    at = Point(
        centre.x + pull * (middle.x - centre.x) - way.y * sway,
        centre.y + pull * (middle.y - centre.y) + way.x * sway,
    )
    width *= 0.95 + 0.17 * next(chances)
    return Station(_below_number(view, h, Station(at, way, width)), way, width)


def _below_number(view: View, h: Hex, station: Station) -> Point:
    """Return a station's place moved down so far that the course leaves the hex number free, where it flows across."""
    at, way, width = station
    if not view.number_size or h not in view.board or abs(way.x) < 0.6:
        return at
    box, slope = view.number_home(h), abs(way.y / way.x)
    shore = view.style.water.shore.width
    lowest = box.bottom + 0.5 * shore + 0.3 * view.scale
    wanted = lowest + (width + shore) / 2 * hypot(1, slope) + slope * box.width / 2
    return Point(at.x, min(max(at.y, wanted), at.y + 0.2 * view.layout.across_flats))


def _end(centre: Point, side: Station | None, width: float) -> Station:
    """Return a course's last place: the middle of a hex it joins or leaves by, or where it seeps away."""
    if side is None:
        return Station(centre, Point(1.0, 0.0), 0.6 * width)
    way = side.way
    ahead = (centre.x - side.at.x) * way.x + (centre.y - side.at.y) * way.y
    return Station(centre, way, width if ahead > 0 else side.width)


# -- from stations to a surface -----------------------------------------------------------------------------------


def _between(stations: list[Station]) -> Iterator[tuple[Point, Point, float]]:
    """Yield points along the course, each with the step to its left and its width."""
    for a, b in pairwise(stations):
        span = hypot(b.at.x - a.at.x, b.at.y - a.at.y)
        for k in range(STEPS):
            yield _passing(a, b, span, k / STEPS)
    yield _passing(stations[-2], stations[-1], 1.0, 1.0) if len(stations) > 1 else _alone(stations[0])


def _alone(station: Station) -> tuple[Point, Point, float]:
    return station.at, Point(-station.way.y, station.way.x), station.width


def _passing(a: Station, b: Station, span: float, t: float) -> tuple[Point, Point, float]:
    """Return a point of the cubic that leaves and arrives along the stations' ways."""
    h1, h2, h3, h4 = 2 * t**3 - 3 * t * t + 1, t**3 - 2 * t * t + t, 3 * t * t - 2 * t**3, t**3 - t * t
    d1, d2, d4 = 6 * t * t - 6 * t, 3 * t * t - 4 * t + 1, 3 * t * t - 2 * t
    at = Point(
        *(h1 * a.at[i] + h2 * span * a.way[i] + h3 * b.at[i] + h4 * span * b.way[i] for i in (0, 1)),
    )
    along = [d1 * (a.at[i] - b.at[i]) + span * (d2 * a.way[i] + d4 * b.way[i]) for i in (0, 1)]
    size = hypot(*along) or 1.0
    ease = t * t * (3 - 2 * t)
    return at, Point(-along[1] / size, along[0] / size), a.width + (b.width - a.width) * ease


def _surface(rows: list[tuple[Point, Point, float]]) -> Any:
    from shapely import LineString, Polygon, make_valid

    if len(rows) < 2:
        at, _, width = rows[0]
        return LineString([at, at]).buffer(width / 2) if width else Polygon()
    left = [(p.x + n.x * w / 2, p.y + n.y * w / 2) for p, n, w in rows]
    right = [(p.x - n.x * w / 2, p.y - n.y * w / 2) for p, n, w in rows]
    surface = Polygon(left + right[::-1])
    return surface if surface.is_valid else make_valid(surface).buffer(0)

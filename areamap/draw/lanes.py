"""Ways between the same two places side by side, and where ways leave a place so that they do not run into each other."""

from __future__ import annotations

from itertools import accumulate
from math import dist, hypot
from typing import TYPE_CHECKING, NamedTuple

from mapsheet.paths import length, offset

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mapsheet.box import Box, Point

GAP = 0.7  # mm between two ways
BROADEST = 60.0  # mm that all ways between two places may take together
OPENING = 9.0  # mm along which they part
WALL = 1.2  # mm between the edge of a box and the way that ends in it
CROSSED = 4.0  # mm of overlap that two ways which cross near their place are as bad as
ROUNDS = 3
MOST_ENDS = 1000
WAYS_AT_ONCE = 12  # at one place; more than that all start from its middle


class Leg(NamedTuple):
    """A way as it leaves a place: which way, the place and its box, the other place and the point there, its breadth in mm."""

    way: int
    here: str
    box: Box
    there: str
    to: Point
    breadth: float


# -- side by side ----------------------------------------------------------------------------------------------------------


def lane_offsets(breadths: Sequence[float]) -> list[float]:
    """Return how far each of several ways side by side lies from the middle of all, in mm."""
    if len(breadths) < 2:
        return [0.0] * len(breadths)
    rights = list(accumulate(breadth + GAP for breadth in breadths))
    whole = rights[-1] - GAP
    scale = min(1.0, BROADEST / whole)
    return [scale * (right - GAP - breadth / 2 - whole / 2) for right, breadth in zip(rights, breadths, strict=True)]


def lane(course: Sequence[Point], shift: float, ends: tuple[float, float]) -> list[Point]:
    """Return a course moved sideways by a shift, by a part of it alone at either end (0: none, 1: all)."""
    if not shift or len(course) < 2:
        return list(course)
    moved, whole = offset(course, shift), length(course)
    points: list[Point] = []
    for here, beside in zip(course, moved, strict=True):
        part = min(_opened(dist(here, course[0]), whole, ends[0]), _opened(dist(here, course[-1]), whole, ends[1]))
        points.append((here[0] + part * (beside[0] - here[0]), here[1] + part * (beside[1] - here[1])))
    return points


def _opened(far: float, whole: float, least: float) -> float:
    t = min(1.0, far / max(1e-9, min(2 * OPENING, 0.45 * whole)))
    return least + (1 - least) * t * t * (3 - 2 * t)


def room_at(box: Box, at: Point, to: Point, broadest: float) -> float:
    """Return which part of the shifts has room in a box that a way leaves from a point towards another.

    `broadest` is how far the outermost edge of the ways lies from their middle, in mm.
    """
    span = dist(at, to) or 1.0
    nx, ny = abs(to[1] - at[1]) / span, abs(to[0] - at[0]) / span
    beside = min(at[0] - box.left, box.right - at[0]) - WALL
    below = min(at[1] - box.top, box.bottom - at[1]) - WALL
    room = min([side / part for side, part in ((beside, nx), (below, ny)) if part > 1e-9], default=0.0)
    return min(1.0, max(0.0, room) / max(broadest, 1e-9))


# -- leaving a place -------------------------------------------------------------------------------------------------------


def find_aims(legs: Iterable[Leg]) -> dict[tuple[int, str], Point]:
    """Return the point inside each place that each way runs to, by the way and the place: its middle where there is room.

    On a sheet with more than 1,000 ends of ways all run to the middle.
    """
    at: dict[str, list[Leg]] = {}
    for leg in legs:
        at.setdefault(leg.here, []).append(leg)
    if sum(len(some) for some in at.values()) > MOST_ENDS:
        return {(leg.way, leg.here): leg.box.centre for some in at.values() for leg in some}
    aims: dict[tuple[int, str], Point] = {}
    # the second time every way is known to end where the other place has it
    for _ in range(2):
        known, aims = aims, {}
        for id_, some in at.items():
            turned = [leg._replace(to=known.get((leg.way, leg.there), leg.to)) for leg in some]
            aims.update({(leg.way, id_): aim for leg, aim in zip(some, _spread(turned), strict=True)})
    return aims


class _Ray(NamedTuple):
    """The straight way from a point in a place: the point, its direction, and where both of its edges leave the place."""

    aim: Point
    run: Point
    edges: tuple[Point, Point]


def _spread(legs: Sequence[Leg]) -> list[Point]:
    """Move the ends of ways inside one place, one after the other, until moving none of them helps."""
    rays = [_ray(leg, leg.box.centre) for leg in legs]
    for _ in range(ROUNDS if 1 < len(legs) <= WAYS_AT_ONCE else 0):
        before = list(rays)
        for k, leg in enumerate(legs):
            if _strain(legs, rays, k, rays[k]) > 0:
                choices = (_ray(leg, aim) for aim in _choices(leg.box, leg.breadth))
                rays[k] = min(choices, key=lambda ray: _strain(legs, rays, k, ray))
        if rays == before:
            break
    return [ray.aim for ray in rays]


def _choices(box: Box, breadth: float) -> list[Point]:
    """Return the points in a box that a way may run to, the middle first."""
    (x, y), inset = box.centre, breadth / 2 + 0.3
    wide, high = max(0.0, box.width / 2 - inset), max(0.0, box.height / 2 - inset)
    parts = (0.0, 0.33, -0.33, 0.67, -0.67, 1.0, -1.0)
    return [(x + part * wide, y + down * high) for part in parts for down in (0.0, 1.0, -1.0)]


def _ray(leg: Leg, aim: Point) -> _Ray:
    (x, y), half = leg.to, leg.breadth / 2
    span = hypot(x - aim[0], y - aim[1]) or 1.0
    run = ((x - aim[0]) / span, (y - aim[1]) / span)
    left, right = ((aim[0] + side * half * run[1], aim[1] - side * half * run[0]) for side in (-1, 1))
    return _Ray(aim, run, (_exit(leg.box, left, run), _exit(leg.box, right, run)))


def _exit(box: Box, start: Point, run: Point) -> Point:
    """Return where a line from a point inside a box leaves it; the point itself where it lies outside."""
    far = [(((high if u > 0 else low) - at) / u) for at, u, low, high in zip(start, run, box[:2], box[2:], strict=True) if u]
    out = max(0.0, min(far, default=0.0))
    return (start[0] + out * run[0], start[1] + out * run[1])


def _strain(legs: Sequence[Leg], rays: Sequence[_Ray], k: int, ray: _Ray) -> float:
    """Return by how many mm a way that ends in a point runs into others, and a little for leaving the middle."""
    leg = legs[k]
    found = 0.1 * dist(ray.aim, leg.box.centre)
    for j, (other, its) in enumerate(zip(legs, rays, strict=True)):
        if j != k:
            apart = min(_apart(ray, its) - other.breadth / 2, _apart(its, ray) - leg.breadth / 2)
            found += max(0.0, GAP - apart) + (CROSSED if _cross(ray.aim, leg.to, its.aim, other.to) else 0.0)
    return found


def _apart(ray: _Ray, other: _Ray) -> float:
    """Return how far the nearer edge of a way, where it leaves the place, lies from the middle of another way."""
    return min(_beside(edge, other.aim, other.run) for edge in ray.edges)


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Say whether two straight lines, a to b and c to d, cross each other."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, point: Point) -> float:
    """Return more than 0 for a point on one side of the line from a to b, less on the other."""
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def _beside(point: Point, start: Point, run: Point) -> float:
    """Return how far a point is from a way that runs from a start in a direction."""
    dx, dy = point[0] - start[0], point[1] - start[1]
    along = max(0.0, dx * run[0] + dy * run[1])
    return hypot(dx - along * run[0], dy - along * run[1])

"""A slow rational reference for line of sight that shares no code with the library: cube coordinates, strips, fractions.

A hex with cube centre c holds a point p when each of |dx-dy|, |dy-dz|, |dz-dx| of d = p - c is at most 1. The line is cut with
these three strips for every hex near it; hexsides are judged by their two corners, each the centroid of three hexes.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple, TypedDict

Axial = tuple[int, int]
Exact = int | Fraction
Vector = tuple[Exact, Exact]
Point = tuple[Fraction, Fraction]
Sides = set[frozenset[Axial]]
AROUND = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
CANONICAL = {"flat": ((0, -1), (1, -1), (1, 0)), "pointy": ((1, -1), (1, 0), (0, 1))}
REASONS = ("occupied", "terrain", "target", "higher", "hexside", "offmap")


class Ground(NamedTuple):
    """A hex of a reference world: how its terrain treats sight, its height, and its level."""

    sight: str
    height: Fraction
    level: int


class Policy(TypedDict):
    """What the rules leave open, by the names of the command's options."""

    run: str
    touch: str
    offmap: str
    elevation: str


class World(NamedTuple):
    """Hexes by axial coordinates, their numbers, and pairs of hexes with a hexside that blocks between them."""

    orientation: str
    hexes: dict[Axial, Ground]
    numbers: dict[Axial, str]
    walls: frozenset[frozenset[Axial]]


def axial(orientation: str, shifted: str, column: int, row: int) -> Axial:
    """Return axial coordinates (spec B1, B2): q along the columns of a flat grid, s along the rows of a pointy one."""
    line = column if orientation == "flat" else row
    half = (line + 1) // 2 if shifted == "even" else line // 2
    return (column, row - half) if orientation == "flat" else (column - half, row)


def distance(a: Axial, b: Axial) -> int:
    q, s = b[0] - a[0], b[1] - a[1]
    return max(abs(q), abs(s), abs(q + s))


def dot(a: Vector, b: Vector) -> Exact:
    """Return the scalar product of two axial vectors in cube coordinates: the true metric but for a factor."""
    return a[0] * b[0] + a[1] * b[1] + (a[0] + a[1]) * (b[0] + b[1])


def turn(a: Vector, b: Vector) -> Exact:
    """Return above 0 where b lies clockwise of a on paper."""
    return a[0] * b[1] - a[1] * b[0]


class Met(NamedTuple):
    """A hex between the ends: how it is met (crossed, run, touched), how far along, its foot, its hand (-1 left)."""

    how: str
    start: Fraction
    foot: Fraction
    hand: int
    hex: Axial


@cache
def line(end: Axial) -> tuple[Met, ...]:
    """Return all hexes that the line from (0, 0) to `end` meets strictly between them, in the order of feet, left first."""
    ranges = [range(min(0, x) - 1, max(0, x) + 2) for x in end]
    box = [(q, s) for q in ranges[0] for s in ranges[1]]
    found = [_met(end, h) for h in box if h not in {(0, 0), end}]
    return tuple(sorted((met for met in found if met), key=lambda met: (met.foot, met.hand)))


def _met(end: Axial, h: Axial) -> Met | None:
    low, high = Fraction(0), Fraction(1)
    at_border = False
    for rate, start in zip(_differences(end), _differences((-h[0], -h[1])), strict=True):
        # |start + t * rate| <= 1
        if rate == 0:
            if abs(start) > 1:
                return None
            at_border = at_border or abs(start) == 1
        else:
            near, far = sorted((Fraction(-1 - start, rate), Fraction(1 - start, rate)))
            low, high = max(low, near), min(high, far)
    if low > high:
        return None
    how = "touched" if low == high else "run" if at_border else "crossed"
    hand = 0 if how == "crossed" else 1 if turn(end, h) > 0 else -1
    return Met(how, low, Fraction(dot(end, h), dot(end, end)), hand, h)


def _differences(a: Axial) -> tuple[int, int, int]:
    x, z = a
    y = -x - z
    return x - y, y - z, z - x


class Place(NamedTuple):
    """A place where the line meets hexsides: those it runs along, or crosses a hair to the left, or to the right."""

    along: frozenset[frozenset[Axial]]
    left: frozenset[frozenset[Axial]]
    right: frozenset[frozenset[Axial]]


@cache
def places(end: Axial) -> tuple[Place, ...]:
    """Return where the line from (0, 0) to `end` crosses hexsides, passes corners, and runs along hexsides."""
    near = {(0, 0), end} | {met.hex for met in line(end)}
    near |= {_sum(h, step) for h in near for step in AROUND}
    sides = {frozenset((h, _sum(h, step))) for h in near for step in AROUND}
    found = []
    for side in sides:
        hands = [_hand(end, corner) for corner in _ends(side)]
        if hands[0] * hands[1] < 0 and _between_ends(end, side):
            found.append(Place(frozenset(), frozenset((side,)), frozenset((side,))))
        elif hands == [0, 0] and all(0 < _along(end, corner) < 1 for corner in _ends(side)):
            found.append(Place(frozenset((side,)), frozenset(), frozenset()))
    corners = {corner for side in sides for corner in _ends(side)}
    passed = [corner for corner in corners if _hand(end, corner) == 0 and 0 < _along(end, corner) < 1]
    return (*found, *(_passage(end, corner, sides) for corner in passed))


def _sum(a: Axial, b: Axial) -> Axial:
    return a[0] + b[0], a[1] + b[1]


@cache
def _ends(side: frozenset[Axial]) -> tuple[Point, ...]:
    a, b = sorted(side)
    common = [n for n in (_sum(a, step) for step in AROUND) if distance(n, b) == 1]
    return tuple((Fraction(a[0] + b[0] + n[0], 3), Fraction(a[1] + b[1] + n[1], 3)) for n in common)


def _hand(end: Axial, point: Vector) -> int:
    value = turn(end, point)
    return (value > 0) - (value < 0)


def _along(end: Axial, point: Vector) -> Fraction:
    return Fraction(dot(end, point), dot(end, end))


def _between_ends(end: Axial, side: frozenset[Axial]) -> bool:
    first, second = _ends(side)
    one, two = turn(end, first), turn(end, second)
    share = Fraction(one, one - two)
    point = first[0] + share * (second[0] - first[0]), first[1] + share * (second[1] - first[1])
    return 0 < _along(end, point) < 1


def _passage(end: Axial, corner: Point, sides: Sides) -> Place:
    left: Sides = set()
    right: Sides = set()
    for side in sides:
        if corner in _ends(side):
            (other,) = [point for point in _ends(side) if point != corner]
            hand = _hand(end, other)
            if hand:
                (left if hand < 0 else right).add(side)
    return Place(frozenset(), frozenset(left), frozenset(right))


# -- the verdict ----------------------------------------------------------------------------------------------------------


def los(world: World, a: Axial, b: Axial, policy: Policy, occupied: frozenset[Axial] = frozenset()) -> dict[str, object]:
    """Return the answer as the command's JSON has it."""
    end = (b[0] - a[0], b[1] - a[1])
    met = [m._replace(hex=_sum(a, m.hex)) for m in line(end)]
    on_map = [m for m in met if m.hex in world.hexes]
    entries = _entries(world, met, (a, b), policy, occupied)
    return {
        "from": world.numbers[a],
        "to": world.numbers[b],
        "clear": not entries,
        "crossed": [world.numbers[m.hex] for m in on_map if m.how == "crossed"],
        "runs": [run for run in _runs(world, met) if run],
        "touched": [world.numbers[m.hex] for m in on_map if m.how == "touched"],
        "blocked_by": [{"hex": number, "why": why} for _, number, why in entries],
        "policy": policy,
    }


def _runs(world: World, met: list[Met]) -> list[list[str]]:
    sides: dict[Fraction, list[str]] = {}
    for m in met:
        if m.how == "run":
            sides.setdefault(m.foot, [])
            if m.hex in world.hexes:
                sides[m.foot].append(world.numbers[m.hex])
    return list(sides.values())


Entry = tuple[tuple[Fraction, int, int], str | None, str]


def _entries(
    world: World, met: list[Met], ends: tuple[Axial, Axial], policy: Policy, occupied: frozenset[Axial]
) -> list[Entry]:
    why = {m: _why(world, m, ends, policy, occupied - set(ends)) for m in met}
    counting = [m for m in met if m.how == "crossed"] + _counting_runs(met, why, policy["run"])
    if policy["touch"] == "blocks":
        counting += [m for m in met if m.how == "touched" and m.hex in world.hexes]
    entries: list[Entry] = [
        ((m.foot, m.hand, REASONS.index(reason)), world.numbers.get(m.hex), reason) for m in counting for reason in why[m]
    ]
    if ends[0] != ends[1] and world.hexes[ends[1]].sight == "blocks into":
        entries.append(((Fraction(1), 0, REASONS.index("target")), world.numbers[ends[1]], "target"))
    return sorted(entries + _wall_entries(world, ends, policy["touch"]), key=lambda entry: (entry[0], entry[1] or ""))


def _why(world: World, m: Met, ends: tuple[Axial, Axial], policy: Policy, occupied: frozenset[Axial]) -> list[str]:
    ground = world.hexes.get(m.hex)
    if ground is None:
        return ["offmap"] if policy["offmap"] == "blocks" else []
    levels = [world.hexes[end].level for end in ends]
    screens = ground.sight in {"blocks", "blocks into"}
    if policy["elevation"] == "slope":
        line_height = levels[0] + m.foot * (levels[1] - levels[0])
        terrain = screens and (ground.height == 0 or ground.level + ground.height > line_height)
        higher = ground.level + (0 if screens else ground.height) > line_height
    else:
        terrain = screens
        higher = policy["elevation"] != "none" and ground.level > max(levels)
    return [name for name, holds in (("occupied", m.hex in occupied), ("terrain", terrain), ("higher", higher)) if holds]


def _counting_runs(met: list[Met], why: dict[Met, list[str]], policy: str) -> list[Met]:
    blocking = [m for m in met if m.how == "run" and why[m]]
    if policy == "either":
        return blocking
    if policy == "each-side":
        return blocking if {m.hand for m in blocking} == {-1, 1} else []
    if policy == "same-hexside":
        return [m for a, b in combinations(blocking, 2) if a.foot == b.foot for m in (a, b)]
    return []


def _wall_entries(world: World, ends: tuple[Axial, Axial], touch: str) -> list[Entry]:
    a, b = ends
    end = (b[0] - a[0], b[1] - a[1])
    found: dict[Axial, Entry] = {}
    if not world.walls or a == b:
        return []
    for place in places(end):
        along, left, right = ({frozenset(_sum(a, h) for h in side) for side in sides} & world.walls for sides in place)
        blocks = along or (left or right if touch == "blocks" else left and right)
        for side in (along | left | right) if blocks else ():
            named, number = _canonical(world, side)
            offset = (named[0] - a[0], named[1] - a[1])
            position = (Fraction(dot(end, offset), dot(end, end)), _hand(end, offset), REASONS.index("hexside"))
            found[named] = (position, number, "hexside")
    return list(found.values())


def _canonical(world: World, side: frozenset[Axial]) -> tuple[Axial, str | None]:
    one, two = sorted(side)
    if (two[0] - one[0], two[1] - one[1]) not in CANONICAL[world.orientation]:
        one, two = two, one
    if one not in world.hexes and two in world.hexes:
        one = two
    return one, world.numbers.get(one)

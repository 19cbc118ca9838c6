"""Rout against a plain reading of 11.1-11.26: every sequence of points is tried, none is pruned."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from hexmap.rout import rout
from tests.hexmap.worlds_rout import Codes, Place, Shape, name

Unit = tuple[Place, ...]
Path = tuple[str, ...]
SHAPES = [
    Shape(orientation, 4, 5, shifted=shifted, short=short)
    for orientation in ("flat", "pointy")
    for shifted in ("even", "odd")
    for short in ("none", "shifted")
]


class Plain:
    """All ways of a rout on a small world, by trying every sequence of at most the points owed."""

    def __init__(self, shape: Shape, codes: Codes, occupied: list[Place], toward: list[str], exits: set[Place]) -> None:
        self.shape, self.toward, self.exits = shape, toward, exits
        self.walls: set[frozenset[Place]] = set()
        self.land = {h for h in shape.hexes() if codes.get(h) != "_"}
        self.shut = {h for h in self.land if codes.get(h) == "o"} | set(occupied)

    def enterable(self, unit: Unit, places: Unit) -> bool:
        """Return whether each hex of the unit may go to the place given for it; its own hexes are free, walls never."""
        held, steps = unit, list(zip(unit, places, strict=True))
        open_ground = all(p in held or (p in self.land and p not in self.shut) for h, p in steps if h != p)
        return open_ground and not any(frozenset(step) in self.walls for step in steps)

    def points(self, unit: Unit) -> list[tuple[Unit | None, bool]]:
        """Return (unit after it or None off the map, designated) for every single point."""
        found: list[tuple[Unit | None, bool]] = []
        for direction in self.shape.touching(1, 1):
            moved = tuple(self.shape.touching(*h)[direction] for h in unit)
            designated = direction in self.toward
            if designated and any(h in self.exits and m not in self.land for h, m in zip(unit, moved, strict=True)):
                found.append((None, True))
            elif self.enterable(unit, moved):
                found.append((moved, designated))
        if len(unit) == 2:
            left, right = unit
            both = set(self.shape.touching(*left).values()) & set(self.shape.touching(*right).values())
            turned = [pair for centre in both for pair in ((left, centre), (centre, right))]
            found += [(pair, False) for pair in turned if self.enterable(unit, pair)]
        return found

    def ways(self, start: Unit, level: int, per: int) -> dict[Path, tuple[int, int]]:
        """Return path -> (penalty, deviations); each path ends where the unit stops or leaves."""
        found: dict[Path, tuple[int, int]] = {}

        def spell(unit: Unit) -> str:
            return "+".join(name(h) for h in unit)

        def go(unit: Unit, path: Path, marks: list[bool]) -> None:
            found[path] = (self.penalty(marks, level, per), marks.count(False))
            if len(marks) == level * per:
                return
            for then, designated in self.points(unit):
                if then is None:
                    gone = [*marks, designated]
                    spoilt = {k // per for k, good in enumerate(gone) if not good}
                    found[*path, "off"] = (len(spoilt), gone.count(False))
                else:
                    go(then, (*path, spell(then)), [*marks, designated])

        go(start, (spell(start),), [])
        return found

    @staticmethod
    def penalty(marks: list[bool], level: int, per: int) -> int:
        """One for each level whose hexes were not all made as designated (11.22, 11.23)."""
        return sum(marks[k * per : (k + 1) * per] != [True] * per for k in range(level))


Wall = tuple[Place, Place]
World = tuple[Shape, Codes, Unit, list[Place], list[str], list[Place], list[Wall], int, int]


@st.composite
def worlds(draw: st.DrawFn) -> World:
    shape = draw(st.sampled_from(SHAPES))
    hexes = shape.hexes()
    codes = {h: draw(st.sampled_from(".....om_")) for h in hexes}
    start = draw(st.sampled_from(hexes))
    beside = [h for h in shape.touching(*start).values() if shape.has(*h)]
    unit: Unit = (start, draw(st.sampled_from(beside))) if draw(st.booleans()) else (start,)
    codes |= {h: "." for h in unit if codes[h] == "_"}
    land = [h for h in hexes if codes[h] != "_"]
    occupied = draw(st.lists(st.sampled_from(land), max_size=6, unique=True))
    toward = draw(st.lists(st.sampled_from(list(shape.touching(1, 1))), min_size=1, max_size=3, unique=True))
    exits = draw(st.lists(st.sampled_from(land), max_size=8, unique=True))
    sides = [(h, other) for h in hexes for other in shape.touching(*h).values() if h < other and h in land and other in land]
    walls = draw(st.lists(st.sampled_from(sides), max_size=8)) if sides else []
    walls += [(min(unit), max(unit))] if len(unit) == 2 and draw(st.booleans()) else []
    level, per = draw(st.sampled_from([(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (4, 1), (1, 3)]))
    return shape, codes, unit, [h for h in occupied if h not in unit], toward, exits, walls, level, per


@settings(max_examples=400, deadline=None)
@given(worlds())
def test_every_way_of_least_penalty_and_no_other(world: World) -> None:
    shape, codes, unit, occupied, toward, exits, walls, level, per = world
    listed = ", ".join(f'"{name(h)}"' for h in exits)
    sides = ", ".join(f'"{name(a)}/{name(b)}"' for a, b in walls)
    wall = f'[hexside_kind.wall]\ncross = "prohibited"\n[[hexside]]\nkind = "wall"\nsides = [{sides}]\n' if walls else ""
    board = shape.load(codes, extra=f"[edges.gap]\nhexes = [{listed}]\n{wall}")
    answer = rout(
        board, "+".join(name(h) for h in unit), level=level, allowance=9, per=per,
        toward=toward, exits=["gap"], occupied=[name(h) for h in occupied],
    )
    plain = Plain(shape, codes, occupied, toward, set(exits))
    plain.walls = {frozenset(side) for side in walls}
    ways = plain.ways(unit, level, per)
    least = min(penalty for penalty, _ in ways.values())
    best = {path: deviations for path, (penalty, deviations) in ways.items() if penalty == least}
    expected = sorted(best, key=lambda path: (len(path) == 1, best[path], path))
    assert answer.penalty == least
    assert answer.level == level + least
    assert list(answer.paths) == expected[:10_000]
    assert answer.paths_omitted == len(expected[10_000:])
    assert answer.path == expected[0]
    assert answer.left is (expected[0][-1] == "off")
    gone = answer.left or level + least > 4
    assert answer.outcome == ("eliminated" if gone else "stays" if len(expected[0]) == 1 else "moved")

"""Charges against a plain reading of 5.31 and 7.24: every sequence of moves is made and its last straight run judged."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from hexmap.charge import charges
from tests.hexmap.worlds_rout import Codes, Levels, Place, Shape, name

Unit = tuple[Place, ...]
Lane = tuple[str, ...]
SHAPES = [
    Shape(orientation, columns, rows, shifted=shifted, short=short)
    for orientation in ("flat", "pointy")
    for columns, rows in ((6, 7), (9, 3))
    for shifted in ("even", "odd")
    for short in ("none", "shifted")
]
ENTER = {".": 1, "m": 2, "d": 2}
NO_RUN, NO_CHARGE = "md", "m"


class Plain:
    """Every movement of a unit on a small world, one move at a time."""

    def __init__(self, shape: Shape, codes: Codes, levels: Levels, shut: set[Place], target: Place) -> None:
        self.shape, self.codes, self.levels, self.target = shape, codes, levels, target
        self.directions = list(shape.touching(1, 1))
        self.shut = shut | {target}

    def code(self, place: Place) -> str:
        return self.codes.get(place, ".") if self.shape.has(*place) else "_"

    def go(self, place: Place, direction: int) -> Place:
        return self.shape.touching(*place)[self.directions[direction % 6]]

    def cost(self, halves: list[tuple[Place, Place]], unit: Unit, base: int) -> int | None:
        """Return the points of a manoeuvre: its base, the dearest ground over clear, one for any climb."""
        dearest = climb = 0
        for origin, to in halves:
            if to not in unit and to in self.shut:
                return None
            if self.code(to) not in ENTER:
                return None
            dearest = max(dearest, ENTER[self.code(to)] - 1)
            climb = max(climb, int(self.levels.get(to, 0) > self.levels.get(origin, 0)))
        return base + dearest + climb

    def moves(self, unit: Unit) -> list[tuple[str, Unit, list[tuple[Place, Place]], int]]:
        """Return what the move is called, the unit after it, its half-steps and its base cost."""
        if len(unit) == 1:
            (here,) = unit
            return [(f"step {d}", (self.go(here, d),), [(here, self.go(here, d))], 1) for d in range(6)]
        left, right = unit
        k = next(d for d in range(6) if self.go(left, d) == right)
        front_left, centre, front_right = self.go(left, k - 2), self.go(left, k - 1), self.go(right, k - 1)
        out_left, out_right = self.go(left, k + 3), self.go(right, k)
        return [
            ("forward left", (front_left, centre), [(left, front_left), (right, centre)], 1),
            ("forward right", (centre, front_right), [(left, centre), (right, front_right)], 1),
            ("pivot left", (left, centre), [(right, centre)], 1),
            ("pivot right", (centre, right), [(left, centre)], 1),
            ("sideways left", (out_left, left), [(left, out_left), (right, left)], 2),
            ("sideways right", (right, out_right), [(left, right), (right, out_right)], 2),
            ("about", (right, left), [], 2 + max(self.code(h) == "m" for h in unit)),
        ]

    def keeps_run(self, what: str, halves: list[tuple[Place, Place]]) -> bool:
        straight = what.startswith(("step", "forward"))
        open_ground = all(self.code(to) not in NO_RUN for _, to in halves)
        return straight and open_ground and all(self.levels.get(b, 0) >= self.levels.get(a, 0) for a, b in halves)

    def may_end(self, unit: Unit) -> bool:
        if self.code(self.target) in NO_CHARGE or any(self.code(h) in NO_CHARGE for h in unit):
            return False
        if not any(self.target in self.shape.touching(*h).values() for h in unit):
            return False
        if len(unit) == 1:
            return True
        left, right = unit
        k = next(d for d in range(6) if self.go(left, d) == right)
        return self.target not in {self.go(left, k + 2), self.go(left, k + 1), self.go(right, k + 1)}

    def lanes(self, start: Unit, allowance: int) -> dict[Lane, int]:
        """Return each lane with the least cost of a movement that ends with it."""
        found: dict[Lane, int] = {}

        def go(unit: Unit, spent: int, run: list[str], last: str) -> None:
            if len(run) >= 3 and self.may_end(unit):
                lane = tuple(run)
                found[lane] = min(spent, found.get(lane, spent))
            for what, after, halves, base in self.moves(unit):
                price = self.cost(halves, unit, base)
                if price is None or spent + price > allowance:
                    continue
                if self.keeps_run(what, halves):
                    before = run if what == last else []
                    go(after, spent + price, [*before, "+".join(name(h) for h in after)], what)
                else:
                    go(after, spent + price, [], "")

        go(start, 0, [], "")
        return found


World = tuple[Shape, Codes, Levels, Unit, list[Place], Place, int]


@st.composite
def worlds(draw: st.DrawFn) -> World:
    shape = draw(st.sampled_from(SHAPES))
    hexes = shape.hexes()
    rough = draw(st.sampled_from([".", "......md", ".....mdo_"]))
    codes = {h: draw(st.sampled_from(rough)) for h in hexes}
    levels = {h: draw(st.sampled_from((0, 0, 0, 1))) for h in hexes} if draw(st.booleans()) else {}
    start = draw(st.sampled_from(hexes))
    beside = [h for h in shape.touching(*start).values() if shape.has(*h)]
    unit: Unit = (start, draw(st.sampled_from(beside))) if draw(st.booleans()) else (start,)
    target = draw(st.sampled_from([h for h in hexes if h not in unit]))
    for h in (*unit, target):
        codes[h] = "." if codes[h] == "_" else codes[h]
    land = [h for h in hexes if codes[h] != "_" and h not in unit]
    occupied = draw(st.lists(st.sampled_from(land), max_size=5, unique=True))
    return shape, codes, levels, unit, occupied, target, draw(st.integers(3, 6 if len(unit) == 1 else 5))


@settings(max_examples=250, deadline=None)
@given(worlds())
def test_every_lane_by_cost_and_no_other(world: World) -> None:
    shape, codes, levels, unit, occupied, target, allowance = world
    board = shape.load(codes, levels)
    answer = charges(
        board, "+".join(name(h) for h in unit), name(target), allowance, occupied=[name(h) for h in occupied]
    )
    plain = Plain(shape, codes, levels, set(occupied), target).lanes(unit, allowance)
    assert list(answer.lanes) == sorted(plain, key=lambda lane: (plain[lane], lane))
    assert bool(answer.why) is not bool(answer.lanes)

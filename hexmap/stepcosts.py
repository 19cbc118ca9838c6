"""What a step from one hex to the next costs a class of unit: told cause by cause, and compiled into flat arrays.

A step enters the hex ahead. If it runs along a line whose kind has a price, that price replaces the terrain's and the
line carries the step over the hexside as a bridge does: free of its cost and its ban. Otherwise the step pays the
terrain and whatever kinds of hexside it crosses. A step to a higher level pays `uphill` once, however many levels
(7.22). A class of unit may replace each price by name; a line that is prohibited to a class is of no use to it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm
from operator import add
from typing import Any, NamedTuple

from hexmap.board import Board
from hexmap.chains import format_hexside
from hexmap.grid import Hex
from hexmap.ground import Cost, UnitClass
from hexmap.options import UnitOptions
from mapsheet.errors import NotationError, clipped
from mapsheet.fields import cost as read_cost
from mapsheet.fields import points as points_of

StepCost = Callable[[Any, Hex, Hex, int], Cost | None]
BEYOND_ANY_PRICE = 10**9  # points; a single cost is read up to 10**6


class MoveOptions(UnitOptions, total=False):
    """What movement queries take: what a faced single pays for a turn by 60 degrees (1), and another game's step costs.

    `cost` replaces the map's prices: called with the map, both hexes and the direction's index, it returns the points of
    the step, or None where it is forbidden.
    """

    turn: Cost
    cost: StepCost | None


class Cause(NamedTuple):
    """One part of a step's cost: why is terrain, line, hexside, uphill, turn, manoeuvre or cost; name says which."""

    why: str
    name: str
    cost: Cost

    def to_json(self) -> dict[str, object]:
        """Return plain JSON values."""
        return {"why": self.why, "name": self.name, "cost": points(self.cost)}


class Ban(NamedTuple):
    """What forbids a step: why is prohibited, occupied, hexside, offmap, cost, allowance or cutoff; at a hex or hexside.

    `cost` is what the way would need where only the allowance forbids it.
    """

    why: str
    at: str | None = None
    name: str = ""
    cost: Cost | None = None

    def to_json(self) -> dict[str, object]:
        """Return plain JSON values, without the keys that have nothing to say."""
        told = {"why": self.why, "at": self.at, "name": self.name or None, "cost": points(self.cost)}
        return {key: value for key, value in told.items() if value is not None}


class Step(NamedTuple):
    """One step of a way with the causes of its cost; the ends are spelled as stands."""

    from_: str
    to: str
    cost: Cost
    causes: tuple[Cause, ...]

    def to_json(self) -> dict[str, object]:
        """Return plain JSON values."""
        causes = [cause.to_json() for cause in self.causes]
        return {"from": self.from_, "to": self.to, "cost": points(self.cost), "causes": causes}


def points(cost: Cost | None) -> int | str | None:
    """Return a cost as JSON has it: a whole number, or a text such as "3/2"."""
    if cost is None:
        return None
    return int(cost) if cost.denominator == 1 else str(cost)


def exact(scaled: Cost, scale: int) -> Cost:
    """Return scaled points as points: an int where they are whole."""
    if scale == 1 and isinstance(scaled, int):
        return scaled
    found = Fraction(scaled) / scale
    return int(found) if found.denominator == 1 else found


def read_allowance(value: object) -> Cost:
    """Return an allowance given as a number or a text such as "7/2"; NotationError for anything else."""
    return points_of(str(value) if isinstance(value, Fraction) else value, "the allowance")


class Prices:
    """The prices of one map for one class of unit, and the causes of each step's cost."""

    def __init__(self, board: Board, unit_class: UnitClass | None) -> None:
        own = unit_class or UnitClass("", {}, {}, {})
        rules = board.rules
        self.board = board
        self.enter = tuple(own.enter.get(t.name, t.enter) for t in board.terrains)
        self.cross = {k.name: own.cross.get(k.name, k.cross) for k in rules.hexside_kinds.values()}
        along = {k.name: own.line.get(k.name, k.enter) for k in rules.line_kinds.values()}
        self.along = {name: price for name, price in along.items() if price is not None}
        self.uphill = rules.uphill
        self.clear = self._clear_cost()
        # a class that takes a terrain as clear turns about on it as on clear ground (15.53)
        self.turn = tuple(0 if own.enter.get(t.name) == self.clear else t.turn for t in board.terrains)
        self.lines = self._lines()
        self.sides = self._sides()

    def _clear_cost(self) -> Cost:
        """Return the cost of the terrain called clear, else the least on the map."""
        by_name = {t.name: price for t, price in zip(self.board.terrains, self.enter, strict=True)}
        passable = [price for price in self.enter if price is not None]
        return by_name.get("clear") or min(passable, default=0)

    def _lines(self) -> dict[tuple[int, int], tuple[Cost, str]]:
        """Return the cheapest priced line from a cell in a direction."""
        grid = self.board.grid
        found: dict[tuple[int, int], tuple[Cost, str]] = {}
        for line in self.board.lines:
            price = self.along.get(line.kind)
            if price is None:
                continue
            for a, b in pairwise(line.through):
                direction = grid.direction(a, b) or 0
                for key in ((grid.cell(a), direction), (grid.cell(b), (direction + 3) % 6)):
                    if key not in found or price < found[key][0]:
                        found[key] = (price, line.kind)
        return found

    def _sides(self) -> dict[tuple[int, int], tuple[str, ...]]:
        """Return the kinds of hexside that matter, crossed from a cell in a direction."""
        grid = self.board.grid
        found: dict[tuple[int, int], tuple[str, ...]] = {}
        for (h, direction), kinds in self.board.hexsides.items():
            names = tuple(name for name in kinds if self.cross.get(name, 0) != 0)
            if names:
                cell = grid.cell(h)
                found[cell, direction] = names
                found[cell + grid.offsets[direction], (direction + 3) % 6] = names
        return found

    def passage(self, cell: int, direction: int) -> tuple[list[Cause], Ban | None]:
        """Return the causes of a step's cost but for the climb, or what forbids it."""
        board = self.board
        ahead = cell + board.grid.offsets[direction]
        ground = board.terrain_at[ahead]
        if not ground:
            return [], Ban("offmap")
        line = self.lines.get((cell, direction))
        if line:
            return [Cause("line", line[1], line[0])], None
        price, name = self.enter[ground - 1], board.terrains[ground - 1].name
        if price is None:
            return [], Ban("prohibited", board.number_of_cell(ahead), name)
        barred = self.barrier(cell, direction)
        crossed = [(kind, self.cross[kind]) for kind in self.sides.get((cell, direction), ())]
        extras = [Cause("hexside", kind, extra) for kind, extra in crossed if extra is not None]
        return ([], barred) if barred else ([Cause("terrain", name, price), *extras], None)

    def barrier(self, cell: int, direction: int) -> Ban | None:
        """Return the hexside that bars a step whatever lies beyond it, None where none does or a line leads over it."""
        if (cell, direction) in self.lines:
            return None
        barring = [kind for kind in self.sides.get((cell, direction), ()) if self.cross[kind] is None]
        return Ban("hexside", self.spell_side(cell, direction), barring[0]) if barring else None

    def spell_side(self, cell: int, direction: int) -> str:
        """Return the hexside crossed from a cell in a direction, as 0604/N."""
        grid = self.board.grid
        return format_hexside(self.board.numbering, grid.hexside(grid.hex_of(cell), direction))

    def climb(self, cell: int, direction: int) -> list[Cause]:
        """Return the cause of a step to a higher level, none where it does not climb or that is free."""
        levels = self.board.level_at
        low, high = levels[cell], levels[cell + self.board.grid.offsets[direction]]
        return [Cause("uphill", f"level {low} to {high}", self.uphill)] if high > low and self.uphill else []

    def step(self, cell: int, direction: int) -> tuple[list[Cause], Ban | None]:
        """Return all causes of a step's cost, or what forbids it."""
        causes, ban = self.passage(cell, direction)
        return ([], ban) if ban else (causes + self.climb(cell, direction), None)

    def cost(self, cell: int, direction: int) -> Cost | None:
        """Return the cost of a step, None where it is forbidden."""
        causes, ban = self.step(cell, direction)
        return None if ban else sum(cause.cost for cause in causes)

    def scale(self) -> int:
        """Return the common denominator of all prices."""
        every = [*self.enter, *self.cross.values(), *self.along.values(), *self.turn, self.uphill]
        return lcm(*(price.denominator for price in every if price is not None))


class StepCosts:
    """The costs of all steps of a map for a class of unit, in whole points of 1/scale.

    `codes[d][cell]` stands for the price of entering a cell in direction d: `price[code]` with the climb, `flat[code]`
    without, `closed` where the step is forbidden or off the map.
    """

    def __init__(self, board: Board, prices: Prices) -> None:
        self.prices = self.reasons = prices
        self.offsets = board.grid.offsets
        self.scale = prices.scale()
        self.clear = int(prices.clear * self.scale)
        self.uphill = int(prices.uphill * self.scale)
        self.turn = tuple(int(turn * self.scale) for turn in prices.turn)
        special = self._special()
        known = [None, *dict.fromkeys(p for p in (*prices.enter, *special.values()) if p is not None)]
        self._level_step = len(known) if self.uphill else 0
        self.closed = BEYOND_ANY_PRICE * self.scale
        whole = [self.closed if price is None else int(price * self.scale) for price in known]
        self.flat = whole * 2
        self.price = whole + [price + self.uphill for price in whole]
        rank = {price: code for code, price in enumerate(known)}
        self.codes = self._compile(board, rank, {key: rank[price] for key, price in special.items()})

    def _special(self) -> dict[tuple[int, int], Cost | None]:
        """Return the prices of the steps along lines and over hexsides, None where forbidden."""
        found: dict[tuple[int, int], Cost | None] = {}
        for cell, direction in (*self.prices.lines, *self.prices.sides):
            causes, ban = self.prices.passage(cell, direction)
            found[cell, direction] = None if ban else sum(cause.cost for cause in causes)
        return found

    def _compile(
        self, board: Board, rank: dict[Cost | None, int], special: dict[tuple[int, int], int]
    ) -> tuple[Sequence[int], ...]:
        table = bytes([0, *(rank[price] for price in self.prices.enter)]).ljust(256, b"\0")
        base = board.terrain_at.translate(table)
        wide = 2 * len(rank) > 256
        codes: list[bytearray | array[int] | bytes] = []
        for direction, offset in enumerate(self.offsets):
            rising = rises(board.level_at, offset) if self.uphill else b""
            here = _combined(base, rising, self._level_step, wide=wide)
            for (cell, way), code in special.items():
                if way == direction:
                    ahead = cell + offset
                    climbs = bool(rising) and rising[ahead]
                    here[ahead] = code + self._level_step if climbs else code
            codes.append(here if wide else bytes(here))
        return tuple(codes)

    def toll(self, cell: int, direction: int) -> int | None:
        """Return the cost of a step, None where it is forbidden."""
        price = self.price[self.codes[direction][cell + self.offsets[direction]]]
        return price if price < self.closed else None

    def half(self, cell: int, direction: int) -> tuple[int, bool] | None:
        """Return a step's cost without the climb, and whether it pays for one; None where it is forbidden."""
        code = self.codes[direction][cell + self.offsets[direction]]
        flat = self.flat[code]
        return (flat, self.price[code] > flat) if flat < self.closed else None


class CallableCosts:
    """The costs of steps as a function of another game gives them; the same questions as StepCosts answers."""

    scale = 1
    uphill = 0

    def __init__(self, board: Board, prices: Prices, cost: StepCost) -> None:
        self.board, self.prices, self.cost = board, prices, cost
        self.offsets, self.clear, self.turn = board.grid.offsets, prices.clear, prices.turn
        self.reasons = self

    def toll(self, cell: int, direction: int) -> Cost | None:
        """Return what the function asks for a step, None where it forbids it or there is no hex."""
        board = self.board
        ahead = cell + self.offsets[direction]
        if not board.terrain_at[ahead]:
            return None
        asked = self.cost(board, board.grid.hex_of(cell), board.grid.hex_of(ahead), direction)
        if asked is None or (isinstance(asked, int | Fraction) and not isinstance(asked, bool) and asked >= 0):
            return asked
        return _read_asked(asked)

    def half(self, cell: int, direction: int) -> tuple[Cost, bool] | None:
        """Return a step's cost; the function sees to climbs itself."""
        asked = self.toll(cell, direction)
        return None if asked is None else (asked, False)

    def passage(self, cell: int, direction: int) -> tuple[list[Cause], Ban | None]:
        """Return what the function asks as one cause, or that it forbids the step."""
        ahead = cell + self.offsets[direction]
        if not self.board.terrain_at[ahead]:
            return [], Ban("offmap")
        asked = self.toll(cell, direction)
        if asked is None:
            return [], Ban("cost", self.board.number_of_cell(ahead))
        return [Cause("cost", "", asked)], None

    step = passage

    def barrier(self, cell: int, direction: int) -> Ban | None:
        """Return that the function forbids a step, None where it does not."""
        return self.passage(cell, direction)[1]

    @staticmethod
    def climb(cell: int, direction: int) -> list[Cause]:  # noqa: ARG004 - the same question as Prices answers
        """Return no cause: the function sees to climbs itself."""
        return []


def _read_asked(asked: object) -> Cost | None:
    """Return what a cost function returned as a cost; NotationError says what it should be."""
    try:
        return read_cost(asked)
    except NotationError as error:
        raise NotationError(f"from the cost function {error.expected}, or None", asked) from None


def _refuse_uncallable(cost: object) -> None:
    """Raise TypeError for what cannot be called as a cost function is, before the first step asks for it."""
    import inspect

    expected = "cost must be a function (board, from_hex, to_hex, direction) that returns points, or None to forbid the step"
    if not callable(cost):
        raise TypeError(f"{expected}, not {clipped(cost)}")
    try:
        inspect.signature(cost).bind(None, None, None, None)
    except TypeError as error:
        raise TypeError(f"{expected}: {error}") from None
    except ValueError:  # some of those written in C do not say what they take
        return


Costs = StepCosts | CallableCosts


def rises(levels: bytes, offset: int) -> bytes:
    """Return 1 for each cell whose level is higher than that of the cell `offset` before it, else 0."""
    size = len(levels)
    behind = bytes(offset) + levels[:-offset] if offset > 0 else levels[-offset:] + bytes(-offset)
    # levels are below 128, so the bytes of one subtraction of big numbers never borrow from each other
    lifted = int.from_bytes(levels, "little") + int.from_bytes(b"\x7f" * size, "little")
    gaps = (lifted - int.from_bytes(behind, "little")).to_bytes(size + 1, "little")[:size]
    return gaps.translate(bytes(128) + b"\1" * 128)


def _combined(base: bytes, rising: bytes, level_step: int, *, wide: bool) -> bytearray | array[int]:
    if wide:
        lifts = map(level_step.__mul__, rising) if rising else [0] * len(base)
        return array("L", map(add, base, lifts))
    if not rising:
        return bytearray(base)
    total = int.from_bytes(base, "little") + level_step * int.from_bytes(rising, "little")
    return bytearray(total.to_bytes(len(base), "little"))


def prices_of(board: Board, class_name: str | None) -> Prices:
    """Return the prices of a class on a map; NotationError for an unknown class."""
    return board.kept(("prices", class_name), lambda: Prices(board, board.unit_class(class_name)))


def costs_of(board: Board, class_name: str | None, cost: StepCost | None = None) -> Costs:
    """Return the step costs of a class on a map, or those of a function.

    Raises NotationError for an unknown class, TypeError for a function of other arguments.
    """
    if cost is not None:
        _refuse_uncallable(cost)
        return CallableCosts(board, prices_of(board, class_name), cost)
    return compiled_costs(board, class_name)


def compiled_costs(board: Board, class_name: str | None) -> StepCosts:
    """Return the compiled step costs of a class on a map; NotationError for an unknown class."""
    return board.kept(("steps", class_name), lambda: StepCosts(board, prices_of(board, class_name)))

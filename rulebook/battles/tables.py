"""The printed tables of the battles as the rules read them: what hits, what a check of morale does, points, levels of victory."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from mapsheet.aid import chart_source, charts_of
from mapsheet.errors import DataError, Fault, NotationError, clipped
from mapsheet.overrides import OURS
from mapsheet.source import find_source

if TYPE_CHECKING:
    from mapsheet.chartfile import Chart
    from mapsheet.source import Source
    from rulebook.battles.model import Battle

T = TypeVar("T")
ARMOUR = {"P": "Plate", "M": "Mail", "L": "Leather", "N": "Unarmoured"}
"""The heads of rows by the letter on the counter (3.33)."""

LEAST, MOST = -1, 7
"""The first and the last row of the morale table: beyond them the die counts as these (10.2)."""

MELEE_COLUMNS = {"P": "Plate cav.", "M": "Mail cav."}
FOOT_COLUMNS = {"M": "M/L inf.", "L": "M/L inf.", "N": "Unarm. inf."}

OWN = {"elephants": "Elephants", "schiltrom": "Schiltrom"}
"""Kinds with a row and a column of their own in the melee table."""

NEVER = -99
"""What a cell without effect comes to: no total is so small, with all modifiers."""

RECONSTRUCTED = " (reconstructed)"
"""What the log says after a value that stands in a cell of our own making; nothing after any other."""

_SPAN = re.compile(r"(.+) (\d+)(?:[–-](\d+))?$")
_BAND = re.compile(r"2(?:\s*[–…-]\s*(\d+))?$")
_NUMBER = re.compile(r"[−-]?\d+")


class Shot(NamedTuple):
    """A column of the fire table for a weapon at a range: its head, and the highest total that hits."""

    head: str
    most: int


class Level(NamedTuple):
    """A row of the levels of victory: from where to where the difference is, and the words for it."""

    least: float
    most: float
    words: str


class Tables:
    """The tables of a battle, read once; DataError with every cell that is no band, level or number."""

    def __init__(self, charts: Mapping[str, Chart], source: Callable[[], Source]) -> None:
        self.charts, self._source = charts, source
        self._faults: list[Fault] = []
        fire = self._cells("fire", self._band)
        self.fire = {
            line.head.code: [fire.get((line.head.code, head.code)) for head in self._chart("fire").columns]
            for line in self._chart("fire").rows
        }
        self.weapons = _weapons(self._chart("fire"))
        self.melee = self._cells("melee", self._band)
        self.attackers = {head.code for head in self._chart("melee").columns}
        levels = self._cells("morale", self._levels)
        self.morale = {(int(die), rating): level for (die, rating), level in levels.items()}
        self.points = {name: self._points(name) for name in charts if name.startswith("points")}
        self.called = {entry.code: entry.text for entry in self._chart("victory").legend}
        self.victory = [_level(line.head.code, line.cells[0].code) for line in self._chart("victory").rows]
        self._ours = {
            (name, line.head.code, head.code)
            for name, chart in charts.items()
            for line in chart.rows
            for head, cell in zip(chart.columns, line.cells, strict=True)
            if cell.provenance == OURS
        }
        if self._faults:
            raise DataError(self._faults)

    def mark(self, name: str, row: str, column: str) -> str:
        """Return what the log says after the value of a cell of a table: whether it is reconstructed."""
        return RECONSTRUCTED if (name, row, column) in self._ours else ""

    def mark_of_fire(self, armour: str, head: str) -> str:
        """Return the mark of the fire table for an armour, under the head of a column."""
        return self.mark("fire", ARMOUR[armour], head)

    def mark_of_rout(self, die: int, rating: str) -> str:
        """Return the mark of the morale table for a modified die and a rating."""
        return self.mark("morale", str(max(LEAST, min(MOST, die))), rating)

    def _chart(self, name: str) -> Chart:
        if name not in self.charts:
            raise DataError(Fault(f"has no table [chart.{name}]", str(self._source().path)))
        return self.charts[name]

    def _cells(self, name: str, read: Callable[[str], T]) -> dict[tuple[str, str], T]:
        """Return the cells of a table by row and column; one that cannot be read is a fault at its place."""
        found: dict[tuple[str, str], T] = {}
        for line in self._chart(name).rows:
            for head, cell in zip(self._chart(name).columns, line.cells, strict=True):
                try:
                    found[line.head.code, head.code] = read(cell.code)
                except NotationError as error:
                    self._fault(name, line.head.code, head.code, str(error))
        return found

    def _fault(self, name: str, row: str, column: str, message: str) -> None:
        source, chart = self._source(), self._chart(name)
        printed = ("chart", name, "printed", row, column)
        heads, columns = ([one.code for one in heads] for heads in ((line.head for line in chart.rows), chart.columns))
        table: Any = source.data
        for key in printed:
            table = table.get(key, {}) if isinstance(table, dict) else {}
        plain = ("chart", name, "rows", heads.index(row), columns.index(column) + 1)
        self._faults.append(source.fault(printed if table != {} else plain, message))

    @staticmethod
    def _band(code: str) -> int | None:
        """Return the highest total that hits, NEVER for none, None where the two cannot meet."""
        if code in {"–", "-"}:
            return NEVER
        found = _BAND.match(code)
        if code != "NA" and found is None:
            raise NotationError("a band such as 2–6, – or NA", code)
        return int(found[1] or 2) if found else None

    @staticmethod
    def _levels(code: str) -> int:
        if code in {"–", "-"}:
            return 0
        if not re.fullmatch(r"r[1-4]", code):
            raise NotationError("r1 to r4 or –", code)
        return int(code[1])

    def _points(self, name: str) -> dict[str, int]:
        first = self._chart(name).columns[0].code
        return {row: points for (row, column), points in self._cells(name, self._number).items() if column == first}

    @staticmethod
    def _number(code: str) -> int:
        if not (code.isascii() and code.isdigit()):
            raise NotationError("a whole number of points", code)
        return int(code)

    # -- what the rules ask -----------------------------------------------------------------------------------------

    def range_of(self, weapon: str) -> int:
        """Return how far a weapon shoots, 0 for one that does not."""
        return len(self.weapons.get(weapon, ()))

    def shot(self, weapon: str, distance: int, armour: str) -> Shot:
        """Return the column for a weapon at a distance within its range, and the highest total that hits this armour (8.3)."""
        column = self.weapons[weapon][distance - 1]
        most = self.fire[ARMOUR[armour]][column]
        return Shot(self._chart("fire").columns[column].code, NEVER if most is None else most)

    def attacker(self, kind: str, armour: str) -> str:
        """Return the column of an attacker of a kind, "" where the table has none (9.4)."""
        if kind in OWN:
            head = OWN[kind]
        elif kind == "horse":
            head = MELEE_COLUMNS.get(armour, "")
        else:
            head = "Infantry" if "Infantry" in self.attackers else FOOT_COLUMNS.get(armour, "")
        return head if head in self.attackers else ""

    @staticmethod
    def defender(kind: str, armour: str) -> str:
        """Return the row of a defender of a kind (9.4)."""
        if kind in OWN:
            return OWN[kind]
        return f"{ARMOUR[armour]} {'cavalry' if kind == 'horse' else 'infantry'}"

    def band(self, row: str, column: str) -> int | None:
        """Return the highest total by which an attacker hits a defender; None where the two cannot meet (9.4)."""
        return self.melee.get((row, column))

    def rout(self, die: int, rating: str) -> int:
        """Return the rout levels that a modified die costs a unit of a morale rating (10.2)."""
        return self.morale[max(LEAST, min(MOST, die)), rating]

    def level(self, difference: int) -> str:
        """Return the words of the level of victory for a difference of points (20.2, 21.3)."""
        return next(row.words for row in self.victory if row.least <= difference <= row.most)


def _weapons(chart: Chart) -> dict[str, tuple[int, ...]]:
    """Return for each weapon the column of every range from 1 on."""
    found: dict[str, list[int]] = {}
    for column, head in enumerate(chart.columns):
        parts = _SPAN.match(head.code)
        if parts is None:
            raise DataError(f"expected a weapon and its range over a column of {chart.title}, got {clipped(head.code)}")
        first, last = int(parts[2]), int(parts[3] or parts[2])
        found.setdefault(parts[1].lower().replace(" ", "-"), []).extend([column] * (last - first + 1))
    return {weapon: tuple(columns) for weapon, columns in found.items()}


def _level(head: str, words: str) -> Level:
    numbers = [int(text.replace("−", "-")) for text in _NUMBER.findall(head)]
    if not numbers or len(numbers) > 2:
        raise DataError(f"expected a level of victory such as 10 to 19, got {clipped(head)}")
    if len(numbers) == 2:
        return Level(numbers[0], numbers[1], words)
    if "more" in head:
        return Level(numbers[0], float("inf"), words)
    return Level(float("-inf"), numbers[0] - (1 if "below" in head else 0), words)


@cache
def tables_of(battle: Battle) -> Tables:
    """Return the tables of a battle; DataError as from `Tables`, and for a user's table of other rows or columns."""
    folder = find_source(battle.title).parent
    source = partial(chart_source, folder, battle.override)
    if battle.override:
        ours = charts_of(folder)
        if strange := [name for name, chart in ours.items() if _heads(battle.tables[name]) != _heads(chart)]:
            wanted = "the rules read only the rows and columns of the title's own table"
            raise DataError([source().fault(("chart", name), wanted) for name in strange])
    return Tables(battle.tables, source)


def _heads(chart: Chart) -> tuple[list[str], list[str]]:
    return [line.head.code for line in chart.rows], [head.code for head in chart.columns]

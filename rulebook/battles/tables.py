"""The printed tables of the battles as the rules read them: what hits, what a check of morale does, points, levels of victory."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from mapsheet.errors import DataError, Fault, clipped

if TYPE_CHECKING:
    from mapsheet.chartfile import Chart
    from rulebook.battles.model import Battle

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

_SPAN = re.compile(r"(.+) (\d+)(?:[–-](\d+))?$")
_BAND = re.compile(r"2(?:\s*[–…-]\s*(\d+))?$")
_NUMBER = re.compile(r"[−-]?\d+")


class Shot(NamedTuple):
    """A column of the fire table for a weapon at a range: its head, and whether it is ours."""

    head: str
    most: int


class Level(NamedTuple):
    """A row of the levels of victory: from where to where the difference is, and the words for it."""

    least: float
    most: float
    words: str


class Tables:
    """The tables of a battle, read once; DataError with every cell that is no band, level or number."""

    def __init__(self, charts: Mapping[str, Chart], name: str = "") -> None:
        self.charts, self._name = charts, name
        self._faults: list[Fault] = []
        self.fire = {line.head.code: [self._band(cell.code) for cell in line.cells] for line in self._chart("fire").rows}
        self.weapons = _weapons(self._chart("fire"))
        self.melee = {
            (line.head.code, head.code): self._band(cell.code)
            for line in self._chart("melee").rows
            for head, cell in zip(self._chart("melee").columns, line.cells, strict=True)
        }
        self.attackers = {head.code for head in self._chart("melee").columns}
        self.morale = {
            (int(line.head.code), head.code): self._levels(cell.code)
            for line in self._chart("morale").rows
            for head, cell in zip(self._chart("morale").columns, line.cells, strict=True)
        }
        self.points = {name: self._points(charts[name]) for name in charts if name.startswith("points")}
        self.called = {entry.code: entry.text for entry in self._chart("victory").legend}
        self.victory = [_level(line.head.code, line.cells[0].code) for line in self._chart("victory").rows]
        if self._faults:
            raise DataError(self._faults)

    def _chart(self, name: str) -> Chart:
        if name not in self.charts:
            raise DataError(Fault(f"has no table [chart.{name}]", self._name))
        return self.charts[name]

    def _band(self, code: str) -> int | None:
        """Return the highest total that hits, NEVER for none, None where the two cannot meet."""
        if code in {"–", "-"}:
            return NEVER
        found = _BAND.match(code)
        if code != "NA" and found is None:
            self._faults.append(Fault(f"expected a band such as 2–6, – or NA, got {clipped(code)}", self._name))
        return int(found[1] or 2) if found else None

    def _levels(self, code: str) -> int:
        if code in {"–", "-"}:
            return 0
        if not re.fullmatch(r"r[1-4]", code):
            self._faults.append(Fault(f"expected r1 to r4 or –, got {clipped(code)}", self._name))
            return 0
        return int(code[1])

    def _points(self, chart: Chart) -> dict[str, int]:
        return {line.head.code: self._number(line.cells[0].code) for line in chart.rows}

    def _number(self, code: str) -> int:
        if not code.isdigit():
            self._faults.append(Fault(f"expected a whole number of points, got {clipped(code)}", self._name))
            return 0
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
    """Return the tables of a battle."""
    return Tables(battle.tables, f"{battle.title}/charts.toml")

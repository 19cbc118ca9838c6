"""What the sections of the benchmark share: options, the generated map, progress, rows, faults."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import NamedTuple

from rich.progress import Progress, TaskID

import hexmap
from hexmap import HexMap
from tests.bench.ground import CODES, World, draw, world
from tests.bench.javascript import Node, NoNodeError
from tests.bench.reference import Judge, Place
from tests.bench.rounds import Row

HUGE = 1000
MARGIN = 50


class Check(NamedTuple):
    """A comparison of answers: how many of how many are wrong."""

    what: str
    wrong: int
    of: int

    def __str__(self) -> str:
        return f"{self.what}: {self.wrong:,} of {self.of:,} answers wrong"


class Run:
    """One run of the benchmark. `checks` says what was compared with what, `skipped` what could not be and why."""

    def __init__(self, progress: Progress, *, rounds: int, quick: bool) -> None:
        self.progress, self.rounds, self.quick = progress, rounds, quick
        self.rows: list[Row] = []
        self.checks: list[Check] = []
        self.skipped: list[str] = []
        self._open: list[Node] = []

    @cached_property
    def world(self) -> World:
        """The generated map of Bannockburn's size."""
        return world()

    @cached_property
    def board(self) -> HexMap:
        """The same map as the library reads it."""
        return hexmap.loads(self.world.text())

    @cached_property
    def places(self) -> list[Place]:
        """Its hexes as (u, y)."""
        return list(self.world.cells())

    @cached_property
    def judge(self) -> Judge:
        """The slow exact reference over it."""
        cells = self.world.cells()
        level = {place: level for place, (_, level) in cells.items()}
        return Judge(level, {place for place, (code, _) in cells.items() if code == CODES["wood"]})

    @cached_property
    def node(self) -> Node | None:
        """The JavaScript peers with the generated map loaded, None where they cannot run."""
        try:
            node = Node()
            self._open.append(node)
            cells = self.world.cells().items()
            hexes = [[u, y, level, int(code == "w")] for (u, y), (code, level) in cells]
            node.ask("load", columns=self.world.columns, rows=self.world.rows, hexes=hexes)
        except NoNodeError as error:
            self.skipped.append(f"rot-js and honeycomb-grid: {error}")
            return None
        return node

    @cached_property
    def big(self) -> World:
        """The generated map of a million hexes."""
        return world(HUGE, HUGE)

    @cached_property
    def big_board(self) -> HexMap:
        """The same as the library reads it."""
        return hexmap.loads(self.big.text())

    def starts(self, count: int) -> list[Place]:
        """Return hexes all over the huge map, far from its edges, that a unit may stand on."""
        found: list[Place] = []
        k = 0
        while len(found) < count:
            c, r = (MARGIN + draw(axis, k, 0) % (HUGE - 2 * MARGIN) for axis in ("column", "row"))
            if self.big.terrain[r][c] != CODES["rock"]:
                found.append((c, 2 * r + (c & 1)))
            k += 1
        return found

    def hex_at(self, place: Place) -> hexmap.Hex:
        """Return the library's hex at (u, y)."""
        return self.board.grid.from_point(*place)

    def check(self, what: str, wrong: int, of: int) -> None:
        """Note that answers were compared and how many are wrong."""
        self.checks.append(Check(what, int(wrong), of))

    def close(self) -> None:
        """End what was started."""
        for node in self._open:
            node.__exit__(None, None, None)

    @contextmanager
    def step(self, text: str, total: int | None = None) -> Iterator[Step]:
        """Show one step of work on standard error while it lasts."""
        task = self.progress.add_task(text, total=total)
        try:
            yield Step(self.progress, task)
        finally:
            self.progress.remove_task(task)


class Step:
    """A bar on standard error."""

    def __init__(self, progress: Progress, task: TaskID) -> None:
        self._progress, self._task = progress, task

    def advance(self) -> None:
        """Move the bar on by one."""
        self._progress.advance(self._task)

"""Rounds of measurements, peer and ours in turn, and the rows they make."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

Measure = Callable[[], float]


class Peer(NamedTuple):
    """One contestant: `measure` runs it and returns seconds; `bound` is the ratio that ours must reach, or stay under."""

    name: str
    measure: Measure
    bound: float | None = None


class Row(NamedTuple):
    """One line of the table. `ratio` is peer / ours, or ours / peer where `at_most`; amounts are of one operation, in `unit`."""

    operation: str
    ours: float | None
    peer: str = ""
    theirs: float | None = None
    ratio: float | None = None
    bound: float | None = None
    at_most: bool = False
    note: str = ""
    unit: str = "s"

    def holds(self) -> bool | None:
        """Return whether the ratio keeps its bound, None without one."""
        if self.bound is None or self.ratio is None:
            return None
        return self.ratio <= self.bound if self.at_most else self.ratio >= self.bound

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return {**self._asdict(), "holds": self.holds()}


def clock(work: Callable[[], object], times: int = 1) -> Measure:
    """Return a measure: seconds of one run of `work`, the mean over `times`, with the garbage collector off as in timeit."""

    def measure() -> float:
        was_on = gc.isenabled()
        gc.disable()
        try:
            start = perf_counter()
            for _ in range(times):
                work()
            return (perf_counter() - start) / times
        finally:
            if was_on:
                gc.enable()

    return measure


def contest(
    operation: str, ours: Measure, peers: Iterable[Peer], *, rounds: int = 5, at_most: bool = False, note: str = ""
) -> list[Row]:
    """Return a row for each peer: it and ours run in turn, once to warm up and then `rounds` times; medians are kept.

    The ratio is the median of the rounds' ratios, not the ratio of the medians: both sides of one round saw the same machine.
    """
    rows = []
    for peer in peers:
        peer.measure(), ours()
        pairs = [(peer.measure(), ours()) for _ in range(rounds)]
        ratios = [mine / theirs if at_most else theirs / mine for theirs, mine in pairs]
        row = Row(operation, median(mine for _, mine in pairs), peer.name, median(theirs for theirs, _ in pairs), median(ratios))
        rows.append(row._replace(bound=peer.bound, at_most=at_most, note=note))
    return rows

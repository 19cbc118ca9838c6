"""How much of a game is geometry: every function of hexmap that the battles call, under a clock, and what the clock costs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from inspect import CO_GENERATOR
from time import perf_counter
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

ASKER, ASKED = "rulebook.battles", "hexmap"
TRIALS = 100_000  # calls of nothing by which the clock is measured


class Share(NamedTuple):
    """Seconds of a run as the clock stood, those of them in geometry, calls counted, and how many were within others."""

    seconds: float
    geometry: float
    calls: int
    nested: int


class Costs(NamedTuple):
    """Seconds that the clock adds to one call: in all, to what it counts, and to a call within another."""

    whole: float
    counted: float
    nested: float


class Stopwatch:
    """Counts the time within the outermost of the functions that it is put around."""

    def __init__(self) -> None:
        self.seconds, self.calls, self.nested = 0.0, 0, 0
        self._inside = False

    def around(self, answer: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function under the clock; of a generator every step is."""
        if answer.__code__.co_flags & CO_GENERATOR:
            return self._around_steps(answer)

        @wraps(answer)
        def asked(*args: Any, **keys: Any) -> Any:
            if self._inside:
                self.nested += 1
                return answer(*args, **keys)
            self._inside = True
            start = perf_counter()
            try:
                return answer(*args, **keys)
            finally:
                self.seconds += perf_counter() - start
                self.calls += 1
                self._inside = False

        return asked

    def _around_steps(self, answer: Callable[..., Any]) -> Callable[..., Any]:
        done = object()

        @wraps(answer)
        def asked(*args: Any, **keys: Any) -> Any:
            step = self.around(lambda: next(steps, done))
            steps = answer(*args, **keys)
            while (value := step()) is not done:
                yield value

        return asked


def called(work: Callable[[], object]) -> set[CodeType]:
    """Return the code of every function of hexmap that the battles call directly while some work is done."""
    found: set[CodeType] = set()

    def look(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and _is_of(frame, ASKED) and _is_of(frame.f_back, ASKER) and frame.f_code not in found:
            found.add(frame.f_code)

    sys.setprofile(look)
    try:
        work()
    finally:
        sys.setprofile(None)
    return found


def _is_of(frame: FrameType | None, package: str) -> bool:
    name = str(frame.f_globals.get("__name__", "")) if frame is not None else ""
    return name == package or name.startswith(f"{package}.")


@contextmanager
def watched(codes: set[CodeType]) -> Iterator[tuple[Stopwatch, set[CodeType]]]:
    """Put the functions of some code under a clock while the block lasts; give the clock, and the code that was found."""
    clock, changed = Stopwatch(), list[tuple[Any, str, Any]]()
    found: set[CodeType] = set()
    for owner, name, function in [*_functions()]:
        code = getattr(_inner(function), "__code__", None)
        if code in codes:
            found.add(code)
            changed.append((owner, name, function))
            under = clock.around(_inner(function))
            setattr(owner, name, property(under) if isinstance(function, property) else under)
    try:
        yield clock, found
    finally:
        for owner, name, function in changed:
            setattr(owner, name, function)


def _functions() -> Iterator[tuple[Any, str, Any]]:
    """Yield each function of hexmap under every name by which it or the rules know it: in modules and in classes."""
    modules = [module for name, module in sys.modules.items() if name.partition(".")[0] in (ASKED, "rulebook")]
    classes = {value for module in modules for value in vars(module).values() if isinstance(value, type)}
    for owner in (*modules, *classes):
        for name, value in [*vars(owner).items()]:
            if isinstance(value, FunctionType | property):
                yield owner, name, value


def _inner(function: Any) -> Any:
    return function.fget if isinstance(function, property) else function


def measured(work: Callable[[], object], codes: set[CodeType]) -> Share:
    """Return how long some work takes under the clock, and how long the functions of some code do."""
    with watched(codes) as (clock, _):
        start = perf_counter()
        work()
        return Share(perf_counter() - start, clock.seconds, clock.calls, clock.nested)


def costs() -> Costs:
    """Return what the clock costs, by calls of a function that does nothing."""
    clock = Stopwatch()

    def nothing() -> None:
        return None

    def calls(function: Callable[[], None]) -> float:
        start = perf_counter()
        for _ in range(TRIALS):
            function()
        return (perf_counter() - start) / TRIALS

    bare, under = calls(nothing), clock.around(nothing)
    whole = calls(under) - bare
    counted = clock.seconds / clock.calls - bare
    nested = clock.around(lambda: calls(under))() - bare
    return Costs(whole, max(counted, 0.0), nested)


def corrected(share: Share, cost: Costs) -> float:
    """Return the share of geometry in a run without the clock, from one with it."""
    geometry = share.geometry - share.calls * cost.counted - share.nested * cost.nested
    return geometry / (share.seconds - share.calls * cost.whole - share.nested * cost.nested)

"""One task for many seeds, or other pieces of work, on as many cores as there are."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
W = TypeVar("W")


def all_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def over_seeds(task: Callable[[int], T], seeds: Sequence[int], *, cores: int = 1) -> Iterator[T]:
    """Yield what a task gives for each seed, as `over_all`."""
    yield from over_all(task, seeds, cores=cores)


def over_all(task: Callable[[W], T], work: Sequence[W], *, cores: int = 1) -> Iterator[T]:
    """Yield what a task gives for each piece of work, in their order; between several cores all of it travels pickled."""
    cores = min(cores, len(work))
    if cores < 2:
        yield from map(task, work)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(cores) as crew:
        try:
            yield from crew.map(task, work, chunksize=max(1, min(8, len(work) // (4 * cores))))
        except BaseException:
            crew.shutdown(cancel_futures=True)
            raise

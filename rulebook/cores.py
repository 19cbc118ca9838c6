"""One task for many seeds, on as many cores as there are."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def all_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def over_seeds(task: Callable[[int], T], seeds: Sequence[int], *, cores: int = 1) -> Iterator[T]:
    """Yield what a task gives for each seed, in their order; between several cores the task and its values travel pickled."""
    cores = min(cores, len(seeds))
    if cores < 2:
        yield from map(task, seeds)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(cores) as crew:
        try:
            yield from crew.map(task, seeds, chunksize=max(1, min(8, len(seeds) // (4 * cores))))
        except BaseException:
            crew.shutdown(cancel_futures=True)
            raise

"""One task for many pieces of work, games by their seeds or pictures, on as many cores as there are."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from mapsheet.errors import DataError

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future
    from multiprocessing.connection import Connection

T = TypeVar("T")
W = TypeVar("W")
AHEAD = 16  # tasks for each core that are handed out beyond the one whose turn it is


def all_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def over_all(task: Callable[[W], T], work: Sequence[W], *, cores: int = 1) -> Generator[T, None, None]:
    """Yield what a task gives for each piece of work, in their order; between several cores all of it travels pickled.

    Who stops asking, by an error, Ctrl-C or `close`, ends what is under way at once. DataError where one of the processes is
    ended from outside.
    """
    cores = min(cores, len(work))
    if cores < 2:
        yield from map(task, work)
        return
    from concurrent.futures import BrokenExecutor

    with _crew(cores) as crew:
        try:
            yield from _in_order(crew, task, work, AHEAD * cores)
        except BrokenExecutor:
            raise DataError("a process of several was ended from outside; where memory is short, take fewer cores") from None


def _in_order(crew: Executor, task: Callable[[W], T], work: Sequence[W], ahead: int) -> Iterator[T]:
    """Yield the values in the order of the work, with so many tasks handed out at most."""
    waiting: deque[Future[T]] = deque()
    for piece in work:
        if len(waiting) == ahead:
            yield waiting.popleft().result()
        waiting.append(crew.submit(task, piece))
    while waiting:
        yield waiting.popleft().result()


@contextmanager
def _crew(cores: int) -> Iterator[Executor]:
    """Give an executor whose processes end at once when the block is left by an error, and when this process is gone."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import Pipe

    told, tell = Pipe(duplex=False)
    crew = ProcessPoolExecutor(cores, initializer=_listen, initargs=(told,))
    try:
        yield crew
    except BaseException:
        tell.send_bytes(b"stop")  # never read, so that all see it
        raise
    finally:
        crew.shutdown(cancel_futures=True)
        told.close()
        tell.close()


def _listen(told: Connection) -> None:
    """Let this process of a crew end when it is told to or its parent is gone, and by no Ctrl-C of its own."""
    import signal
    from multiprocessing import parent_process
    from multiprocessing.connection import wait
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def end() -> None:
        wait([told, parent.sentinel])
        os._exit(1)

    Thread(target=end, daemon=True).start()

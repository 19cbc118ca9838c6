"""One task for many seeds: the same values on any number of cores, nothing handed out too early, nothing left running."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

from mapsheet.errors import DataError, NotationError
from rulebook.cores import over_all
from tests.commands import HEARS_CTRL_C
from tests.house.tree import ROOT

LONG = 600.0  # seconds that nothing here lasts, if what is stopped is


def squared(seed: int) -> int:
    return seed * seed


def slow_by_turns(seed: int) -> int:
    time.sleep(0.02 * (seed % 3))
    return seed


def waits(folder: Path, seed: int) -> int:
    """Write down who works, and work for ever but for the first."""
    if seed:
        (folder / f"{os.getpid()}").touch()
        time.sleep(LONG)
    return seed


def lasts(seed: int) -> int:
    os.write(1, b"works\n")  # at once, so that two of them do not mix
    time.sleep(LONG)
    return seed


def refuses(seed: int) -> int:
    if seed == 3:
        raise NotationError("another seed", seed)
    return seed


def breaks(seed: int) -> int:
    if seed == 3:
        os._exit(1)
    return seed


@pytest.mark.parametrize("cores", [1, 2, 3, 40])
def test_values_in_the_order_of_the_seeds(cores: int) -> None:
    assert [*over_all(squared, range(7, 70), cores=cores)] == [seed * seed for seed in range(7, 70)]
    assert [*over_all(slow_by_turns, range(9), cores=cores)] == [*range(9)]
    assert [*over_all(squared, [], cores=cores)] == []


def test_no_more_is_handed_out_than_needed() -> None:
    work = over_all(squared, range(10**12), cores=2)
    assert [*islice(work, 100)] == [seed * seed for seed in range(100)]
    work.close()


def test_who_stops_asking_leaves_nobody_at_work(tmp_path: Path) -> None:
    work = over_all(partial(waits, tmp_path), range(8), cores=2)
    assert next(work) == 0
    while len(busy := [int(path.name) for path in tmp_path.iterdir()]) < 2:
        time.sleep(0.01)
    work.close()
    for process in busy:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_nobody_outlives_the_process_that_asked(how: signal.Signals) -> None:
    code = f"{HEARS_CTRL_C}from tests.rulebook.test_cores import lasts, over_all; [*over_all(lasts, range(9), cores=2)]"
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as asker:
        try:
            assert asker.stdout is not None
            assert [asker.stdout.readline() for _ in range(2)] == [b"works\n"] * 2
            asker.send_signal(how)
            assert asker.stdout.read() == b""  # which ends when the last of them does
        finally:
            asker.kill()


@pytest.mark.parametrize("cores", [1, 3])
def test_an_error_of_a_task_is_an_error_of_all(cores: int) -> None:
    with pytest.raises(NotationError, match="expected another seed, got 3"):
        [*over_all(refuses, range(9), cores=cores)]


def test_a_process_that_is_ended_is_told() -> None:
    with pytest.raises(DataError, match="ended from outside"):
        [*over_all(breaks, range(9), cores=2)]

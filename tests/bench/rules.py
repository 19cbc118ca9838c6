"""Games by their rules: how many a second, how long the lists of actions are and take, copies, the share of geometry, memory."""

from __future__ import annotations

import sys
from functools import partial
from statistics import mean
from time import perf_counter, process_time
from types import CodeType
from typing import NamedTuple

from rulebook.battles.model import kept_battle
from rulebook.cores import all_cores, over_all
from rulebook.players import KINDS, Seat, play_seated, seated
from tests.bench import children, geometry
from tests.bench.rounds import Row
from tests.bench.run import Run

GAMES = {"bannockburn": 20, "angorra": 20, "allies": 100}
BATTLES = ("bannockburn", "angorra")
KINDS_SEEN = ("random", "eager")  # whose games lists and geometry are measured in; the eager come to blows
FEW = 5  # games where each is watched closely
AIM = {"bannockburn": 3.0}  # seconds of the processor for a random game
LIST, COPY = 0.020, 0.001  # seconds that 95 of 100 lists and copies keep under
BETWEEN_COPIES = 25  # decisions
ALONE = """
import sys
from rulebook.players import play_seated
for seed in range(int(sys.argv[2])):
    play_seated(sys.argv[1], ["random"], seed=seed)
"""


class Played(NamedTuple):
    """A game: seconds of the processor, decisions, and its score as a text."""

    seconds: float
    decisions: int
    score: str


class Lists(NamedTuple):
    """What lists and copies of some games took, in seconds, and how long the lists were."""

    seconds: list[float]
    lengths: list[int]
    copies: list[float]


def rows(run: Run) -> list[Row]:
    """Return the rows of games."""
    found = []
    for title, games in GAMES.items():
        seeds = range(games // 5 if run.quick else games)
        parts = (_speed, _lists, _geometry, _memory) if title in BATTLES else (_speed, _lists, _memory)
        with run.step(f"games of {title}", len(parts)) as step:
            for part in parts:
                found += part(run, title, seeds)
                step.advance()
    return found


def played(title: str, seed: int) -> Played:
    """Play a game by chance."""
    start = process_time()
    game = play_seated(title, ["random"], seed=seed)
    return Played(process_time() - start, game.decisions, repr(game.score()))


def _speed(run: Run, title: str, seeds: range) -> list[Row]:
    """Return games by chance: of the processor's time, and on all cores by the clock."""
    played(title, seeds[-1] + 1)  # the map, its counters and tables are read once
    alone = [played(title, seed) for seed in seeds]
    start = perf_counter()
    together = [*over_all(partial(played, title), seeds, cores=all_cores())]
    rate = len(seeds) / (perf_counter() - start)
    wrong = sum(a.score != b.score for a, b in zip(alone, together, strict=True))
    run.check(f"games of {title} on all cores against those on one", wrong, len(seeds))
    seconds, decisions = [each.seconds for each in alone], mean(each.decisions for each in alone)
    note = f"mean of {len(seeds)} seeds, the longest {max(seconds):.2f} s; {decisions:,.0f} decisions a game"
    game = Row(f"a random game of {title}, processor time", mean(seconds), note=note)
    return [
        _within(game, AIM[title]) if title in AIM else game,
        Row(f"random games of {title}, one core", 1 / mean(seconds), unit="games/s"),
        Row(f"random games of {title}, all cores", rate, unit="games/s", note=f"{all_cores()} cores, by the clock on the wall"),
    ]


def _within(row: Row, aim: float) -> Row:
    assert row.ours is not None
    return row._replace(theirs=aim, peer="aim", ratio=aim / row.ours, bound=1.0)


def _lists(_: Run, title: str, seeds: range) -> list[Row]:
    """Return the lists of actions and the copies in games by chance and in games that come to blows."""
    found = []
    for kind in KINDS_SEEN:
        lists = Lists([], [], [])
        for seed in seeds if kind == "random" else seeds[:FEW]:
            _watch(lists, title, kind, seed)
        took, copied = sorted(lists.seconds), sorted(lists.copies)
        long = f"of {mean(lists.lengths):.1f} actions, at most {max(lists.lengths)}"
        note = f"{long}; 99 of 100 within {_ms(took, 0.99)}, all within {_ms(took, 1.0)}"
        found.append(_within(Row(f"actions() of {title}, {kind} players, 95 of 100 within", _part(took, 0.95), note=note), LIST))
        note = f"at every {BETWEEN_COPIES}th decision, mean {1000 * mean(copied):.3f} ms, all within {_ms(copied, 1.0)}"
        found.append(_within(Row(f"copy() of {title}, {kind} players, 95 of 100 within", _part(copied, 0.95), note=note), COPY))
    return found


def _watch(lists: Lists, title: str, kind: str, seed: int) -> None:
    """Play a game and note the processor's time for its lists and copies, so that other programs do not count."""
    game = seated(title, [kind], seed=seed)
    players = {side: KINDS[kind](Seat(kind, seed).seed, side) for side in game.rules.sides}
    while not game.over:
        start = process_time()
        actions = game.actions()
        lists.seconds.append(process_time() - start)
        lists.lengths.append(len(actions))
        if game.decisions % BETWEEN_COPIES == 0:
            start = process_time()
            game.copy()
            lists.copies.append(process_time() - start)
        game.do(players[game.decider].choose(game))


def _part(ordered: list[float], share: float) -> float:
    """Return the value that a share of some keeps within."""
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)]


def _ms(ordered: list[float], share: float) -> str:
    return f"{1000 * _part(ordered, share):.2f} ms"


def _geometry(run: Run, title: str, seeds: range) -> list[Row]:
    """Return the share of the time that a battle spends in hexmap: of the first game on a fresh map, and of later ones."""
    codes: set[CodeType] = set()
    for kind in KINDS_SEEN:
        _fresh(title)
        codes |= geometry.called(partial(_play, title, kind, seeds[:1]))
    with geometry.watched(codes) as (_, found):
        run.check(f"functions of hexmap that {title} calls, put under the clock", len(codes - found), len(codes))
    cost, told = geometry.costs(), []
    for kind in KINDS_SEEN:
        _fresh(title)
        first = geometry.measured(partial(_play, title, kind, seeds[:1]), codes)
        later = geometry.measured(partial(_play, title, kind, seeds[1:FEW]), codes)
        games = len(seeds[1:FEW])
        clock = later.calls * cost.whole + later.nested * cost.nested
        note = (
            f"of the first game {100 * geometry.corrected(first, cost):.0f} %; {first.calls:,} questions in it, then "
            f"{later.calls / games:,.0f} a game, to {len(codes)} functions; the clock took {100 * clock / later.seconds:.1f} %, "
            "not counted"
        )
        share = 100 * geometry.corrected(later, cost)
        told.append(Row(f"geometry in games of {title}, {kind} players", share, unit="%", note=note))
    _fresh(title)
    return told


def _fresh(title: str) -> None:
    """Have a battle read anew: it keeps what it has asked its map, so that the first game asks most."""
    kept_battle.cache_clear()
    kept_battle(title, None, "")


def _play(title: str, kind: str, seeds: range) -> None:
    for seed in seeds:
        play_seated(title, [kind], seed=seed)


def _memory(run: Run, title: str, seeds: range) -> list[Row]:
    """Return the peak memory of a process that plays some games and nothing else."""
    child = children.run([sys.executable, "-c", ALONE, title, str(len(seeds))])
    if child.code:
        run.skipped.append(f"memory of {title}: exit {child.code}, {child.error}")
        return []
    note = f"a process that plays {len(seeds)} games in {child.seconds:.1f} s"
    return [Row(f"peak memory, random games of {title}", child.megabytes, unit="MB", note=note)]

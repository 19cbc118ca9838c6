"""Memory stays flat over many games: nothing that a game makes outlives it.

What a battle asks of its map is kept by where units stand, so that games add to it, each less than the one before. The map bounds
that; here every stand is asked for beforehand. What is held then is counted by tracemalloc, which sees that alone: resident
memory also moves by what the allocator keeps for later.
"""

from __future__ import annotations

import gc
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from rulebook.battles.model import SIDES, Battle, battle_of
from rulebook.battles.steps import ground_of
from rulebook.dice import Die
from rulebook.game import Game
from rulebook.log import Did, Note
from rulebook.players import play_seated
from rulebook.titles import TITLES

MOST = 4096  # bytes a game may leave: a state of the smallest has more, a log hundreds of thousands


def stands(battle: Battle) -> Iterator[str]:
    """Yield every place where a piece of a battle may stand."""
    for number in battle.cells:
        yield number
        yield from battle.board.placements(number).placements


def ask_all(battle: Battle) -> None:
    """Ask everything of the map that a battle keeps."""
    faces = {(face.unit_class, face.size == 2) for piece in battle.pieces.values() for face in piece.faces}
    for at in {*stands(battle)}:
        battle.touching(at)
        battle.board.cells_of(at)
        battle.board.los(at, next(iter(battle.cells)))
        if "+" in at:
            battle.arcs(at)
        for unit_class, is_pair in faces:
            if is_pair == ("+" in at):
                ground_of(battle, unit_class, is_pair=is_pair).steps(at)


def settle(title: str) -> None:
    """Drop the few searches of routs that a map keeps till others come, which weigh more than what is looked for."""
    if title in SIDES:
        battle_of(title).board.kept("routs under way", dict).clear()
    gc.collect()


def left_by_a_game(title: str, play: Callable[[int], object], *, warm: int, games: int) -> float:
    """Return how many bytes a game leaves, as the mean over some after others to warm up."""
    tracemalloc.start()
    try:
        held = []
        for seeds in (range(warm), range(warm, warm + games)):
            for seed in seeds:
                play(seed)
            settle(title)
            held.append(tracemalloc.get_traced_memory()[0])
        return (held[1] - held[0]) / games
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("title", sorted(TITLES))
def test_no_entry_of_a_log_outlives_its_game(title: str) -> None:
    play_seated(title, ["random"], seed=0)
    before = alive()
    for seed in range(2):
        play_seated(title, ["random"], seed=seed)
    assert alive() == before


def alive() -> Counter[type]:
    gc.collect()
    return Counter(type(one) for one in gc.get_objects() if isinstance(one, Game | Did | Die | Note | Battle))


def test_a_battle_is_read_once_however_it_is_asked_for() -> None:
    assert len({id(battle) for battle in (battle_of("angorra"), battle_of("angorra", None), battle_of(title="angorra"))}) == 1


@pytest.mark.parametrize("kind", ["random", pytest.param("eager", marks=pytest.mark.slow)])
def test_games_of_allies_leave_nothing(kind: str) -> None:
    assert left_by_a_game("allies", partial(play_out, "allies", kind), warm=4, games=8) < MOST


@pytest.mark.slow
@pytest.mark.parametrize("title", sorted(SIDES))
def test_games_of_battles_leave_nothing(title: str) -> None:
    ask_all(battle_of(title))
    assert left_by_a_game(title, partial(play_out, title, "random"), warm=10, games=20) < MOST


def play_out(title: str, kind: str, seed: int) -> None:
    play_seated(title, [kind], seed=seed)


@pytest.mark.parametrize("what", ["state", "entries"])
def test_what_is_kept_is_seen(what: str) -> None:
    kept: list[object] = []

    def play(seed: int) -> None:
        kept.append(getattr(play_seated("allies", ["random"], seed=seed), what))

    assert left_by_a_game("allies", play, warm=2, games=4) > MOST

"""Players: by chance and repeatably, greedy and better, made of a function that sees only what its side may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

import rulebook
from mapsheet.errors import IllegalAction, NotationError
from rulebook.chances import wilson
from rulebook.log import parse_log
from rulebook.players import Adapted, Chance, Seat, play, play_seated
from rulebook.replay import replayed

pytestmark = pytest.mark.usefixtures("tiny_games")


def test_chance_plays_alike_from_its_seed_and_stands_in_the_log() -> None:
    one, other = (play_seated("raid", ["random"], seed=5) for _ in range(2))
    assert [*one.lines()] == [*other.lines()]
    assert one.head.players == {"guard": "random 5", "raider": "random 5"}
    assert replayed(parse_log("\n".join(one.lines()))).head.players == one.head.players
    assert len({tuple(play_seated("raid", ["random"], seed=seed).entries) for seed in range(30)}) == 30


def test_chance_takes_every_action() -> None:
    counts = Counter(Chance(seed, "guard").choose(rulebook.new("raid", seed=1)) for seed in range(400))
    assert len(counts) == 4
    assert min(counts.values()) > 60


def test_greedy_wins_oftener_than_chance() -> None:
    """Nothing tells the gates apart to the raider but his points, so that only the last step is better than chance."""
    wins = {
        kind: sum(play_seated("raid", ["random", kind], seed=s).score()["winner"] == "raider" for s in range(150))
        for kind in ("greedy", "random")
    }
    assert wins["greedy"] > wins["random"]


def test_greedy_does_not_see_the_dice() -> None:
    """Who saw them would break a gate in whenever one can be."""
    broken = [play_seated("raid", ["random", "greedy"], seed=s).state for s in range(60)]
    share = sum(len(state["broken"]) for state in broken) / sum(state["turn"] for state in broken)
    assert 0.3 < share < 0.6


def test_a_function_sees_what_its_side_sees() -> None:
    seen: list[dict[str, Any]] = []

    def first(view: dict[str, Any], actions: Sequence[str]) -> str:
        seen.append(dict(view))
        return actions[0]

    game = play(rulebook.new("raid", seed=2), {"guard": Adapted(first, "guard"), "raider": Adapted(first, "raider")})
    assert game.over
    assert seen[0]["kept"] == ""
    assert {view["kept"] for view in seen[1:]} == {"?"}


def test_a_plain_function_sits_beside_a_player() -> None:
    def first(_: dict[str, Any], actions: Sequence[str]) -> str:
        return actions[0]

    games = [
        play(rulebook.new("raid", seed=2), {"guard": guard, "raider": Chance(3, "raider")})
        for guard in (first, Adapted(first, "guard"))
    ]
    assert games[0].over
    assert games[0].entries == games[1].entries


def test_what_players_may_not_do() -> None:
    with pytest.raises(IllegalAction):
        play(rulebook.new("nim"), {side: Adapted(lambda *_: "win", side) for side in ("left", "right")})
    with pytest.raises(NotationError, match="a player for each side"):
        play(rulebook.new("nim"), {})
    with pytest.raises(NotationError, match="ends within 3 decisions"):
        play(rulebook.new("nim"), {side: Chance(1, side) for side in ("left", "right")}, most=3)
    with pytest.raises(NotationError, match=r"2 players, one for each side \(left, right\)"):
        play_seated("nim", ["random", "random", "random"], seed=1)
    with pytest.raises(NotationError, match="a player"):
        play_seated("nim", ["randon"], seed=1)


@pytest.mark.parametrize("text", ["random x", "random -1", "random " + "9" * 30])
def test_seats_are_read_or_refused(text: str) -> None:
    with pytest.raises(NotationError):
        Seat.parsed(text)
    assert str(Seat.parsed("random 17")) == "random 17"


def test_wilson_against_published_values() -> None:
    # Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29
    for (successes, trials), interval in {
        (81, 263): (0.2553, 0.3662),
        (15, 148): (0.0624, 0.1605),
        (0, 20): (0.0, 0.1611),
        (1, 29): (0.0061, 0.1718),
    }.items():
        assert wilson(successes, trials) == pytest.approx(interval, abs=5e-5)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(7, 7)[1] == 1.0

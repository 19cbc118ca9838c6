"""The numbers of the ally scheme: baselines, hands, exact chances against all dice, the rare case."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from mapsheet.errors import NotationError
from rulebook.allies import chances, odds
from rulebook.allies.baseline import hand, settle
from rulebook.allies.wars import after_defeat, withdraws
from tests.rulebook.allies_table import awake_empire, enter, next_turn, notes, says, table

# -- baselines ---------------------------------------------------------------------------------------------------------

BASELINES = {
    "B-00": (11, 14, 1, 13), "B-01": (11, 11, 0, 11), "B-02": (11, 12, 0, 11), "B-03": (11, 13, 1, 13),
    "B-04": (11, 10, 0, 11), "B-05": (11, 9, -1, 9), "B-06": (11, 8, -1, 9), "B-07": (11, 16, 2, 15),
    "B-08": (11, 17, 3, 17), "B-09": (11, 5, -3, 5), "B-10": (8, 8, 0, 8), "B-11": (8, 15, 3, 14),
    "B-12": (8, 3, -2, 4), "B-13": (13, 14, 0, 13), "B-14": (9, 2, -3, 3),
}


@pytest.mark.parametrize(("baseline", "points", "paid", "after"), BASELINES.values(), ids=BASELINES)
def test_baseline(baseline: int, points: int, paid: int, after: int) -> None:
    assert settle(baseline, points) == (paid, after)


CHAINS = {
    "B-15": (11, [14, 13, 15, 12, 12, 9], [1, 0, 1, -1, 0, -2], [13, 13, 15, 13, 13, 9]),
    "B-16": (11, [12, 13, 14], [0, 1, 0], [11, 13, 13]),
    "B-17": (8, [9, 10, 8, 7, 6], [0, 1, -1, 0, -1], [8, 10, 8, 8, 6]),
}


@pytest.mark.parametrize(("baseline", "points", "paid", "after"), CHAINS.values(), ids=CHAINS)
def test_chain_of_baselines(baseline: int, points: list[int], paid: list[int], after: list[int]) -> None:
    first, found = baseline, []
    for one in points:
        settled = settle(baseline, one)
        baseline = settled.baseline
        found.append(settled)
    assert [one.paid for one in found] == paid
    assert [one.baseline for one in found] == after
    assert 2 * sum(paid) == baseline - first


def test_b_15_at_the_table() -> None:
    game = table()
    for points in (14, 13, 15, 12, 12, 9):
        next_turn(game, ottoman=points)
    assert game.score()["points"] == {"spain": 0, "england": -1, "france": 0, "protestant": 0}
    assert game.score()["allies"]["ottoman"] == {"controller": "england", "vp": 9, "baseline": 9}


def test_b_18_sleep_settles_then_the_winner_starts_anew() -> None:
    game = table(("card sublime-porte", (1, 1, 6, 1)), "vp ottoman 15")
    assert game.score()["points"]["england"] == 2
    assert says(game, "baseline of the Ottoman comes off")
    assert game.score()["allies"]["ottoman"] == {"controller": "france", "vp": 15, "baseline": 15}


def test_a_settlement_leaves_at_most_one_space_and_counts_pairs_one_by_one() -> None:
    for baseline, points in product(range(31), repeat=2):
        paid, moved = 0, baseline
        while abs(points - moved) >= 2:  # pair by pair, as on the track
            step = 1 if points > moved else -1
            paid, moved = paid + step, moved + 2 * step
        assert settle(baseline, points) == (paid, moved)
        assert abs(points - moved) <= 1


# -- hands -------------------------------------------------------------------------------------------------------------

HANDS = {
    "N-01": (4, [5, 6, 3, 4], None, 4), "N-02": (4, [5, 6, 3, 4], 3, 3), "N-03": (4, [5, 0, 3, 4], 0, 0),
    "N-04": (4, [2, 1, 3, 2], None, 3), "N-05": (5, [6, 4, 4, 3], 6, 5), "N-06": (4, [3, 5, 2, 2], 5, 4),
}


@pytest.mark.parametrize(("deal", "hands", "declared_on", "dealt"), HANDS.values(), ids=HANDS)
def test_hand(deal: int, hands: list[int], declared_on: int | None, dealt: int) -> None:
    assert hand(deal, max(hands), declared_on) == dealt
    war = "declare empire on spain" if declared_on is not None else "declare nobody"
    game = table(("card german-intervention", (1, 1, 1, 6, 1)), "vp empire 8", war, f"deal {deal}")
    if declared_on is not None:
        enter(game, f"hand spain {declared_on}")
    enter(game, f"biggest hand {max(hands)}")
    assert game.state["allies"]["empire"]["hand"] == dealt
    (told,) = notes(game)
    assert told.startswith(f"Deal {dealt} cards to the Empire, the least of: normal deal {deal}, ")
    assert dealt == min(int(number) for number in re.findall(r"\d+(?=,| \()", told.partition("least of")[2]))


# -- checks with given dice ------------------------------------------------------------------------------------------------

CHECKS = {
    "C-01": ("sublime-porte", "", (3, 4, 2, 4), "Spain", "goes to sleep"),
    "C-02": ("sublime-porte", "", (2, 5, 5, 1), "England", "nothing changes"),
    "C-03": (
        "sublime-porte", "england on ottoman activate 2, france on ottoman activate 3", (6, 4, 4, 6), "Spain", "goes to sleep",
    ),
    "C-04": ("sublime-porte", "protestant on ottoman activate 4", (2, 6, 6, 3), "the Protestant", "wakes for the Protestant"),
    "C-05": ("german-intervention", "", (2, 4, 4, 1, 6), "the Protestant", "wakes for the Protestant"),
    "C-06": ("german-intervention", "", (3, 5, 5, 1, 1), "the Ottoman", "sleeps on"),
    "C-08": ("sublime-porte", "spain on ottoman deactivate 3", (2, 1, 6, 1), "France", "wakes for France"),
}


@pytest.mark.parametrize(("card", "flags", "dice", "winner", "outcome"), CHECKS.values(), ids=CHECKS)
def test_check(card: str, flags: str, dice: tuple[int, ...], winner: str, outcome: str) -> None:
    game = table((f"card {card}", dice), flags=flags)
    assert says(game, f"{winner} wins the check"), notes(game)
    assert says(game, outcome)


def test_c_07_no_second_check() -> None:
    game = enter(awake_empire("protestant"), "card german-intervention")
    assert notes(game) == ["The Empire was checked this turn: no second check (24.6)"]


# -- chances -----------------------------------------------------------------------------------------------------------

EMPTIED = {"spain": 1, "england": 0, "france": 0, "protestant": 0, "ottoman": 3}
PRINTED = {
    "Ottoman, card": ("ottoman", "", {}, {"spain": "41/81", "england": "65/324", "france": "35/216", "protestant": "85/648"}),
    "Empire, card": (
        "empire", "", {},
        {"ottoman": "2425/3888", "spain": "481/3888", "england": "197/1944", "france": "323/3888", "protestant": "265/3888"},
    ),
    "Empire, Spain declares": ("empire", "spain", {}, {"england": "91/216", "france": "35/108", "protestant": "55/216"}),
    "Empire, England declares": ("empire", "england", {}, {"spain": "91/216", "france": "35/108", "protestant": "55/216"}),
    "Empire, Ottoman declares": (
        "empire", "ottoman", {}, {"spain": "49/144", "england": "175/648", "france": "35/162", "protestant": "25/144"},
    ),
    "Empire, card, after an earlier check": (
        "empire", "", EMPTIED,
        {"ottoman": "1415/1944", "spain": "1205/7776", "england": "121/2592", "france": "25/648", "protestant": "31/972"},
    ),
}


def by_all_dice(influence: dict[str, int]) -> dict[str, Fraction]:
    """Roll every way the dice can fall, and give each to the highest, a tie to the first."""
    won: Counter[str] = Counter()
    powers = list(influence)
    for dice in product(range(1, 7), repeat=len(powers)):
        totals = [influence[power] + die for power, die in zip(powers, dice, strict=True)]
        won[powers[totals.index(max(totals))]] += 1
    return {power: Fraction(won[power], 6 ** len(powers)) for power in powers}


@pytest.mark.parametrize(("target", "by", "influence", "printed"), PRINTED.values(), ids=PRINTED)
def test_exact_chances(target: str, by: str, influence: dict[str, int], printed: dict[str, str]) -> None:
    found = odds(target, declared_by=by, influence=influence)
    assert {power: str(chance) for power, chance in found.chances.items()} == printed
    assert by_all_dice(dict(found.influence)) == found.chances
    assert sum(found.chances.values()) == 1


def test_chances_are_those_of_all_dice_whatever_the_influence() -> None:
    for values in [*product((0, 1, 4, 9), repeat=2), *product((0, 2, 5, 7), repeat=3), (3, 1, 1, 1, 1), (0, 9, 3, 3, 4), (2,)]:
        told = by_all_dice({str(k): value for k, value in enumerate(values)})
        assert chances(values) == list(told.values())


def test_every_way_the_dice_fall_at_the_table_gives_the_printed_chances() -> None:
    """The rules themselves, not the arithmetic, on all 1,296 throws of the Sublime Porte."""
    start, won = table(), Counter[str]()
    for dice in product(range(1, 7), repeat=4):
        game = start.copy()
        game.do("card sublime-porte", dice=dice)
        asked = game.state["agenda"]
        woken = [step["winner"] for step in asked if step["step"] == "wake"]
        won[woken[0] if woken else "spain" if asked else "england"] += 1
    assert {power: Fraction(count, 1296) for power, count in won.items()} == odds("ottoman").chances


def test_chances_of_the_state_and_the_rulings() -> None:
    game = table("buy france on empire", "buy france on empire", house__england_sits_out=True)
    found = odds("empire", declared_by="ottoman", state=game.state)
    assert list(found.chances) == ["spain", "france", "protestant"]
    assert found.influence["france"] == 3
    assert by_all_dice(dict(found.influence)) == found.chances


@pytest.mark.parametrize(
    ("target", "by", "influence", "says_why"),
    [
        ("bohemia", "", {}, "a power or minor"),
        ("spain", "", {}, "a power or minor"),
        ("scotland", "", {}, "somebody rolls"),
        ("papacy", "france", {}, "whose declaration of war"),
        ("ottoman", "spain", {}, "whose declaration of war"),
        ("empire", "empire", {}, "whose declaration of war"),
        ("empire", "", {"spain": 10}, "from 0 to 9"),
        ("empire", "", {"spain": True}, "from 0 to 9"),
        ("ottoman", "", {"empire": 1}, "with a flag"),
    ],
)
def test_chances_that_there_are_not(target: str, by: str, influence: dict[str, int], says_why: str) -> None:
    with pytest.raises(NotationError, match=says_why):
        odds(target, declared_by=by, influence=influence)


def test_chances_of_what_was_checked_or_is_awake_are_none() -> None:
    game = awake_empire()
    with pytest.raises(NotationError, match="checked this turn"):
        odds("empire", state=game.state)
    next_turn(game, ottoman=11, empire=8)
    assert odds("empire", state=game.state).outcomes["france"] == "nothing changes"
    with pytest.raises(NotationError, match="whose declaration of war"):
        odds("empire", declared_by="spain", state=game.state)


# -- the rare case -----------------------------------------------------------------------------------------------------

BATTLES = {"Q-01": (4, None, None), "Q-02": (5, 5, (4, 1)), "Q-03": (7, 2, (2, 0)), "Q-04": (6, -1, None)}


@pytest.mark.parametrize(("units", "left", "after"), BATTLES.values(), ids=BATTLES)
def test_the_rare_case(units: int, left: int | None, after: tuple[int, int] | None) -> None:
    game = table(("card german-intervention", (6, 1, 1, 1, 1)), "declare spain on empire", "attack spain on empire")
    enter(game, f"units {units}")
    assert withdraws(units) is (left is None)
    if left is None:
        assert says(game, "4 units withdraw into the fortifications: no battle")
        assert game.decider == "table"
        return
    assert says(game, f"{units} units fight a field battle")
    enter(game, "battle won" if left < 0 else f"battle lost, left {left}")
    assert after is None or after_defeat(left) == after
    assert says(game, f"{after[0]} units go inside, {after[1]} are eliminated" if after else "its units stay")

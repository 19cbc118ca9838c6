"""Where the text has a hole: what is ruled there, each test named by the ruling."""

from __future__ import annotations

import pytest

from areamap import load
from rulebook.allies import odds
from rulebook.allies import state as states
from rulebook.allies.model import model
from tests.rulebook.allies_table import DEAL, WINS, awake_empire, enter, next_turn, notes, purposes, refusal, says, table

SLEEPING_OTTOMAN = (("card sublime-porte", (6, 1, 1, 1)), "vp ottoman 11")


def test_rul_a01_the_order_of_impulses_is_data() -> None:
    track = load("allies").track("impulse_order").plan
    assert model().order == track.boxes == ("ottoman", "spain", "england", "france", "empire", "protestant")
    assert track.provenance == "reconstructed"


def test_rul_a02_who_may_declare_on_a_minor_has_a_track_there() -> None:
    found = model()
    assert all(power in found.flags[minor] for power, minor in found.may_declare)
    assert all(found.flags[minor][power].line is None for power, minor in found.may_declare), "its line is not in the text"
    assert says(table(), "England on Ireland, the Ottoman on Portugal")


def test_rul_a03_the_holder_wins_again() -> None:
    game = next_turn(awake_empire("france"), ottoman=11, empire=9)
    before = dict(game.state["allies"]["empire"])
    enter(game, ("card german-intervention", (1, 1, 1, 6, 1)))
    assert says(game, "The Empire: nothing changes")
    assert game.state["allies"]["empire"] == before
    assert game.decider == "table"


def test_rul_a04_an_ottoman_asleep_does_not_roll() -> None:
    game = table(*SLEEPING_OTTOMAN, ("card german-intervention", (6, 1, 1, 1)))
    assert says(game, "Spain 7, England 2, France 2, the Protestant 2: Spain wins the check of the Empire")
    assert list(odds("empire", state=table(*SLEEPING_OTTOMAN).state).chances) == ["spain", "england", "france", "protestant"]


def test_rul_a05_whoever_runs_the_ottoman_rolls_for_it() -> None:
    game = table(("card sublime-porte", (1, 1, 6, 1)), "vp ottoman 11", "declare nobody", *DEAL)
    assert game.state["influence"]["empire"]["ottoman"] == 3, "set aside, then back in its default box"
    enter(game, ("card german-intervention", WINS["ottoman"]))
    assert "the Ottoman on the Empire, influence 3, rolled by France" in purposes(game)


def test_rul_a05_who_runs_the_ottoman_sits_out_when_it_declares() -> None:
    game = table(("card sublime-porte", (1, 1, 6, 1)), "vp ottoman 11", "declare nobody", *DEAL, house__england_sits_out=True)
    assert list(odds("empire", declared_by="ottoman", state=game.state).chances) == ["spain", "england", "protestant"]


def test_rul_a06_default_boxes() -> None:
    boxes = [
        (power, target, flag.default) for target, flags in model().flags.items() for power, flag in flags.items() if flag.default
    ]
    assert boxes == [("spain", "ottoman", 1), ("spain", "empire", 1), ("ottoman", "empire", 3)]
    game = next_turn(table(("check venice", (1, 6)), flags="spain on venice activate 4 default 2"), ottoman=11)
    assert game.state["influence"]["venice"] == {"empire": None, "ottoman": 0, "spain": 2}


def test_rul_a07_the_normal_deal_is_entered() -> None:
    game = table(("card german-intervention", WINS["france"]), "vp empire 8", "declare nobody")
    assert says(game, "5. Enter the normal deal of the Empire (4 cards for the Empire at the start)")
    assert {"deal 0", "deal 4", "deal 9"} <= set(game.actions())


def test_rul_a08_one_player_with_both_ends_their_war() -> None:
    game = table(("declare ottoman on empire", (1, 6, 1, 1)), "vp empire 8")
    assert says(game, "The war of the Ottoman and the Empire ends: one player runs both (SB p.11)") or says(
        game, "The war of the Empire and the Ottoman ends: one player runs both (SB p.11)"
    )
    assert game.state["wars"] == []
    assert not says(game, "2. "), "England does not join a war on its own Ottoman"
    assert "declare empire on ottoman" not in game.actions()
    enter(game, "declare nobody", *DEAL)
    assert "SB p.11" in refusal(game, "declare ottoman on empire")
    assert "one player runs both" in refusal(game, "piracy empire on ottoman")


def test_rul_a09_no_floor_under_what_a_controller_loses() -> None:
    game = next_turn(table(), ottoman=0)
    assert game.score()["points"]["england"] == -5


def test_rul_a10_the_ottoman_s_baseline_is_the_table_s_ruling() -> None:
    game = table()
    assert game.score()["house"]["baseline_11"] == "on (H)"
    assert load("allies").track("baseline_ottoman").box("baseline") == "11"


@pytest.mark.parametrize("holder", ["france", "ottoman", "protestant"])
def test_rul_a11_only_spain_s_war_on_england_has_a_price(holder: str) -> None:
    game = table(("check ireland", (6, 1)), f"dublin {holder}", flags="spain on ireland activate 3")
    assert f"declare spain on {holder}" in game.actions()


def test_rul_a11_no_war_where_there_is_one_already() -> None:
    game = table("declare spain on england", ("check ireland", (6, 1)), "dublin england", flags="spain on ireland activate 3")
    assert game.decider == "table"
    assert "end turn" in game.actions()


def test_rul_a12_ireland_sleeps_only_with_the_empire_it_is_allied_to() -> None:
    game = enter(awake_empire(flags="spain on ireland activate 9"), ("check ireland", (6, 1, 1)), "dublin nobody")
    next_turn(game, ottoman=11, empire=8)
    enter(game, ("card german-intervention", WINS["ottoman"]), "vp empire 8")
    assert game.state["minors"]["ireland"] == "spain"


def test_rul_a13_the_winner_s_allies_and_own_powers_are_spared() -> None:
    game = table("ally england with france", ("card german-intervention", WINS["england"]), "vp empire 8")
    assert game.actions() == ("declare empire on protestant", "declare empire on spain", "declare nobody")


# -- our own, where the text is silent ---------------------------------------------------------------------------------------


def test_a_sleeping_power_is_no_choice_of_step_3_and_its_war_checks_nothing() -> None:
    game = table(*SLEEPING_OTTOMAN, ("card german-intervention", (6, 1, 1, 1)), "vp empire 8")
    assert "declare empire on ottoman" not in game.actions()
    enter(game, "declare nobody", *DEAL, "declare france on ottoman")
    assert says(game, "only its card checks it: no check")
    assert states.are_at_war(game.state, "france", "ottoman")
    assert "peace france with ottoman" in game.actions()


def test_minors_of_an_ottoman_that_sleeps_sleep_too() -> None:
    game = table(("check venice", (6,)), "line activate", ("card sublime-porte", (6, 1, 1, 1)), "vp ottoman 11")
    assert game.state["minors"]["venice"] == ""
    assert "Venice goes to sleep (SB p.13: its alliances end)" in notes(game)


def test_a_war_from_the_rare_case_ends_when_the_declarer_wins_the_empire_later() -> None:
    game = table(("card german-intervention", WINS["ottoman"]), "declare france on empire", "declare spain on empire")
    next_turn(game, ottoman=11)
    enter(game, ("card german-intervention", WINS["france"]), "vp empire 8")
    assert game.state["wars"] == [["empire", "spain"]]
    assert "declare empire on spain" not in game.actions()


def test_nobody_rolls_where_no_flag_is_known() -> None:
    game = table("check scotland")
    assert says(game, "No check of Scotland: nobody who has a flag on the track of Scotland may roll; the option flags adds")
    assert game.state["checked"] == ["scotland"]

"""The ally scheme case by case, each test named by the section of the rules that it shows."""

from __future__ import annotations

from typing import Any

import pytest

from mapsheet.errors import DataError, IllegalAction, NotationError
from rulebook import new
from rulebook.allies import limits, wars
from rulebook.allies import state as states
from tests.rulebook.allies_table import DEAL, WINS, awake_empire, enter, next_turn, notes, purposes, refusal, rules, says, table

OTTOMAN_TO_FRANCE = (("card sublime-porte", (1, 1, 6, 1)), "vp ottoman 15")


# -- 00 and 01: the Ottoman ------------------------------------------------------------------------------------------------


def test_al_00_1_four_players_two_allies() -> None:
    game = table()
    assert game.rules.sides == ("table", "spain", "england", "france", "protestant")
    assert {ally: one["controller"] for ally, one in game.state["allies"].items()} == {"ottoman": "england", "empire": ""}
    assert awake_empire("spain").state["allies"]["empire"]["controller"] == "spain"


def test_al_00_2_the_ottoman_starts_with_england_first_in_every_round() -> None:
    game = table()
    assert says(game, "The Ottoman starts as the ally of England, with a hand and an impulse of its own, first in every round")
    assert rules(game).model.order[0] == "ottoman"


def test_al_01_1_an_ally_does_not_score_itself() -> None:
    game = next_turn(table(), ottoman=14)
    assert set(game.score()["points"]) == {"spain", "england", "france", "protestant"}
    assert game.score()["points"]["england"] == 1


def test_al_01_2_above_the_baseline() -> None:
    game = next_turn(table(), ottoman=16)
    assert says(game, "The Ottoman at 16 VP on a baseline of 11: England gains 2 VP, the baseline moves to 15 (SB p.13)")


def test_al_01_3_below_the_baseline() -> None:
    game = next_turn(table(), ottoman=5)
    assert says(game, "The Ottoman at 5 VP on a baseline of 11: England loses 3 VP, the baseline moves to 5 (SB p.13)")


def test_al_01_4_the_printed_example() -> None:
    game = next_turn(table(), ottoman=14)
    assert says(game, "England gains 1 VP, the baseline moves to 13")


def test_al_01_5_the_baseline_starts_on_11_by_the_table_s_ruling() -> None:
    game = table()
    assert game.state["allies"]["ottoman"]["baseline"] == 11
    assert game.state["checked"] == []
    assert says(game, "House ruling (H), in force: the Ottoman starts on a baseline of its VP")
    off = table(house__baseline_11=False)
    assert off.decider == "england"
    assert "declare ottoman on spain" in off.actions()
    enter(off, "declare nobody", "deal 5", "biggest hand 6")
    assert off.state["checked"] == ["ottoman"]
    assert off.state["allies"]["ottoman"]["hand"] == 5
    assert off.score()["house"]["baseline_11"] == "off (H)"


@pytest.mark.parametrize(
    "doing", ["piracy england on ottoman", "give-card ottoman to england", "give-mercenary england to ottoman"]
)
def test_al_01_6_one_player_s_two_powers_do_not(doing: str) -> None:
    game = table()
    assert "one player runs both" in refusal(game, doing)
    with pytest.raises(IllegalAction, match="one player runs"):
        game.do(doing)
    other = doing.replace("england", "spain")
    assert "no limit of allies forbids it" in refusal(game, other)


def test_al_01_6_one_player_s_two_powers_are_never_at_war() -> None:
    game = table()
    assert "one player runs the Ottoman and England" in refusal(game, "declare ottoman on england")
    assert "SB p.11" in refusal(game, "declare england on ottoman")
    enter(game, *OTTOMAN_TO_FRANCE, "declare nobody", *DEAL)
    assert "declare england on ottoman" in game.actions()
    assert "SB p.11" in refusal(game, "declare france on ottoman")


def test_al_01_7_alliance_and_loans_are_allowed() -> None:
    game = table("ally ottoman with england")
    assert states.are_allied(game.state, "england", "ottoman")
    assert "loan" in limits.ALLOWED
    assert limits.forbids_between(rules(game).model, game.state, "loan", "england", "ottoman") == ""


def test_al_01_8_who_rolls_at_the_sublime_porte() -> None:
    game = table(("card sublime-porte", (1, 2, 3, 4)))
    assert says(game, "Spain 2, England 2, France 3, the Protestant 4")
    lines = {power: states.line(game.state, power, "ottoman") for power in ("spain", "england", "france", "protestant")}
    assert lines == {"spain": "deactivate", "england": "activate", "france": "activate", "protestant": "activate"}


def test_al_01_9_influence_on_the_ottoman_at_the_start() -> None:
    assert table().state["influence"]["ottoman"] == {"spain": 1, "england": 0, "france": 0, "protestant": 0}


def test_al_01_10_england_wins() -> None:
    game = table(("card sublime-porte", (1, 6, 1, 1)))
    assert says(game, "The Ottoman: nothing changes")
    assert game.state["allies"] == table().state["allies"]
    assert game.decider == "table"


def test_al_01_11_spain_wins() -> None:
    game = table(("card sublime-porte", (6, 1, 1, 1)), "vp ottoman 13")
    assert game.state["allies"]["ottoman"] == {"controller": "", "baseline": None, "first": None, "vp": 13, "hand": None}
    assert game.score()["points"]["england"] == 1


@pytest.mark.parametrize(("winner", "dice"), [("france", (1, 1, 6, 1)), ("protestant", (1, 1, 1, 6))])
def test_al_01_12_another_wins_it_sleeps_then_wakes(winner: str, dice: tuple[int, ...]) -> None:
    game = table("declare ottoman on spain", ("card sublime-porte", dice), "vp ottoman 15")
    told = [note.partition(" (")[0] for note in notes(game)]
    sleeps, wakes = told.index("The Ottoman is asleep"), next(k for k, note in enumerate(told) if note.startswith("1. "))
    assert told.index("The Ottoman discards its cards and treasures") < sleeps < wakes
    assert game.state["wars"] == []
    assert game.decider == winner
    enter(game, "declare nobody", *DEAL)
    assert game.state["allies"]["ottoman"] == {"controller": winner, "baseline": 15, "first": 15, "vp": 15, "hand": 4}
    assert game.score()["points"]["england"] == 2


# -- 02: the Empire -----------------------------------------------------------------------------------------------------------


def test_al_02_1_the_empire_starts_asleep() -> None:
    game = table()
    assert not states.is_awake(game.state, "empire")
    assert game.state["allies"]["empire"]["hand"] is None
    assert "is asleep" in refusal(game, "declare empire on spain")
    assert "is asleep" in refusal(game, "ally empire with spain")


def test_al_02_2_what_checks_the_empire() -> None:
    game = table()
    assert {"card german-intervention", "declare spain on empire"} <= set(game.actions())
    assert refusal(game, "card rudolf-ii") == "Rudolf II comes from turn 3 on (SB p.12)"
    assert "is checked by its cards: german-intervention, rudolf-ii" in refusal(game, "check empire")
    next_turn(next_turn(game, ottoman=11), ottoman=11)
    assert says(enter(game, ("card rudolf-ii", WINS["ottoman"])), "The Empire sleeps on")
    awake = enter(next_turn(awake_empire(), ottoman=11, empire=8), "declare spain on empire")
    assert notes(awake) == ["Spain and the Empire are at war (13.1)"], "awake it is not checked by a declaration"


def test_al_02_3_who_rolls_on_the_empire() -> None:
    game = table(("card german-intervention", WINS["ottoman"]))
    assert game.state["influence"]["empire"] == {"spain": 1, "england": 1, "france": 1, "protestant": 1, "ottoman": 3}
    rolled = purposes(game)
    assert [purpose.partition(",")[0] for purpose in rolled] == [
        f"{power} on the Empire" for power in ("the Ottoman", "Spain", "England", "France", "the Protestant")
    ]
    assert rolled[0].endswith("influence 3, rolled by England")


def test_al_02_4_die_and_influence_even_0() -> None:
    game = table(("card sublime-porte", (2, 1, 6, 1)), flags="spain on ottoman deactivate 3")
    assert says(game, "Spain 5, England 1, France 6, the Protestant 1: France wins")


def test_al_02_5_a_tie_goes_to_the_earlier() -> None:
    game = table(("card german-intervention", (1, 3, 3, 3, 3)))
    assert says(game, "Spain wins the check of the Empire, first in the order of impulses of 5 with 4") is False
    assert says(game, "The Ottoman 4, Spain 4, England 4, France 4, the Protestant 4: the Ottoman wins")


def test_al_02_6_one_check_a_turn() -> None:
    game = table(("card sublime-porte", (1, 6, 1, 1)), "card sublime-porte")
    assert notes(game) == ["The Ottoman was checked this turn: no second check (24.6)"]
    next_turn(game, ottoman=11)
    assert says(enter(game, ("card sublime-porte", (1, 6, 1, 1))), "England wins")


def test_al_02_7_step_1() -> None:
    game = table(("card german-intervention", WINS["spain"]), "vp empire 8")
    told = "1. The VP baseline of the Empire goes on 8, a marker Ally of Major Power goes into the box of Spain"
    assert notes(game)[0] == f"{told} (SB p.12)"
    assert game.state["allies"]["empire"]["baseline"] == 8


def test_al_02_8_step_2_only_after_a_declaration() -> None:
    game = table(("declare spain on empire", (1, 6, 1)), "vp empire 8")
    assert game.decider == "france"
    assert game.actions() == ("join war on spain", "stay out")
    assert says(game, "2. France may join the war on Spain, who declared it")
    enter(game, "join war on spain")
    assert states.are_at_war(game.state, "france", "spain")
    assert says(game, "3. The Empire may declare war")
    assert not says(table(("card german-intervention", WINS["france"]), "vp empire 8"), "2. ")


def test_al_02_9_step_3_no_ally_of_the_winner() -> None:
    game = table("ally france with protestant", ("declare spain on empire", (1, 6, 1)), "vp empire 8", "stay out")
    assert game.actions() == ("declare empire on england", "declare empire on ottoman", "declare nobody")
    enter(game, "declare empire on england")
    assert states.are_at_war(game.state, "empire", "england")
    assert "first this must be done" in refusal(game, "declare empire on ottoman")


def test_al_02_10_step_4() -> None:
    game = awake_empire(flags="empire on venice activate 2 default 3, empire on papacy activate 5")
    assert game.state["checked"] == ["empire"]
    assert game.state["influence"]["venice"]["empire"] == 3
    assert game.state["influence"]["papacy"]["empire"] == 0
    assert says(game, "4. The track of the Empire is Resolved This Turn", last=False)


def test_al_02_11_step_5() -> None:
    game = table(("card german-intervention", WINS["france"]), "vp empire 8", "declare empire on spain", "deal 4", "hand spain 3")
    assert game.actions()[0] == "biggest hand 10"
    assert "biggest hand 2" not in game.actions(), "Spain alone has more"
    told = "the least of: normal deal 4, hand of whom it declared war on 3, biggest hand at the table 6"
    assert notes(enter(game, "biggest hand 6")) == [f"Deal 3 cards to the Empire, {told} (SB p.12)"]


def test_al_02_12_what_it_brings() -> None:
    game = table(("card german-intervention", WINS["france"]), "vp empire 8")
    for words in ("second hand and impulse", "its armies", "its mercenaries", "influence with minors", "its royals"):
        assert says(game, words)


# -- 03: war on the Empire ------------------------------------------------------------------------------------------------------


def test_al_03_1_entering_needs_a_war() -> None:
    game = table(("card german-intervention", WINS["ottoman"]))
    assert not wars.may_enter(game.state, "spain")
    assert "needs a war (13.1)" in refusal(game, "attack spain on empire")
    enter(game, "declare spain on empire")
    assert wars.may_enter(game.state, "spain")
    assert "attack spain on empire" in game.actions()


def test_al_03_2_a_declaration_checks_it_at_once() -> None:
    game = table(("declare protestant on empire", (1, 1, 6)))
    assert says(game, "War on the sleeping Empire: a check at once, without the Protestant and the Ottoman (13.1, SB p.12)")
    assert says(game, "The Empire wakes for France")


@pytest.mark.parametrize("declarer", ["ottoman", "spain", "england", "france", "protestant"])
def test_al_03_3_who_sits_out(declarer: str) -> None:
    players = [power for power in ("spain", "england", "france", "protestant") if power != declarer]
    game = table((f"declare {declarer} on empire", (3,) * len(players)))
    rolled = [purpose.partition(" on ")[0].removeprefix("the ").lower() for purpose in purposes(game)]
    assert rolled == players
    assert says(game, f"wakes for {rules(game).model.names[players[0]]}"), "it always wakes: nobody keeps it asleep"


def test_al_03_4_england_sits_out_by_the_suggested_ruling() -> None:
    off = table(("declare ottoman on empire", (1, 6, 1, 1)))
    assert says(off, "England 7")
    game = table(("declare ottoman on empire", (6, 1, 1)), house__england_sits_out=True)
    assert not says(game, "England")
    assert says(game, "House ruling (HS), in force: who runs the Ottoman sits out", last=False)
    assert game.score()["house"]["england_sits_out"] == "on (HS)"


def test_al_03_5_the_rare_case() -> None:
    game = table(("card german-intervention", WINS["ottoman"]), "declare spain on empire")
    assert says(game, "The Empire was checked this turn: no second check")
    assert says(game, "fights like a sleeping minor")
    off = table(("card german-intervention", WINS["ottoman"]), "declare spain on empire", house__rare_case=False)
    assert "house.rare_case" in refusal(off, "attack spain on empire")
    assert says(off, "the table's ruling is off")
    awake = enter(awake_empire(), "declare spain on empire")
    assert "fights by the rules of war" in refusal(awake, "attack spain on empire")


def test_al_03_6_up_to_4_withdraw() -> None:
    for units in range(5):
        assert wars.withdraws(units)
    game = table(("card german-intervention", WINS["ottoman"]), "declare spain on empire", "attack spain on empire", "units 3")
    assert says(game, "3 units withdraw into the fortifications: no battle (24.6, 24.1, house.rare_case (H))")


def test_al_03_7_5_or_more_fight() -> None:
    assert not wars.withdraws(5)
    assert [wars.after_defeat(left) for left in (0, 3, 4, 5, 9)] == [(0, 0), (3, 0), (4, 0), (4, 1), (4, 5)]
    game = table(("card german-intervention", WINS["ottoman"]), "declare spain on empire", "attack spain on empire", "units 7")
    assert len(game.actions()) == 9, "won, or lost with 0 to 7 left"


def test_al_03_8_asleep_it_does_not_move() -> None:
    game = table(("card german-intervention", WINS["ottoman"]), "declare spain on empire")
    assert not wars.may_move(game.state, "empire")
    assert says(game, "it does not move")
    assert wars.may_move(awake_empire().state, "empire")


# -- 04: limits and sleep ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("case", "doing", "words"),
    [
        ("AL-04-1", "patronize", "no artist or scientist"),
        ("AL-04-2", "expedition", "no expedition"),
        ("AL-04-3", "espionage", "no espionage"),
        ("AL-04-4", "assassinate", "nobody assassinates a leader"),
        ("AL-04-5", "home-card", "no home card"),
        ("AL-04-6", "win", "cannot win"),
    ],
)
def test_al_04_an_ally_may_not(case: str, doing: str, words: str) -> None:
    game = table()
    assert words in refusal(game, f"{doing} ottoman"), case
    with pytest.raises(IllegalAction, match=words):
        game.do(f"{doing} ottoman")
    assert "no limit of allies" in refusal(game, f"{doing} spain")
    assert limits.forbids(rules(game).model, game.state, doing, "england") == ""


def test_al_04_6_the_last_square_goes_down_as_a_hex() -> None:
    state = awake_empire().state
    assert limits.control_marker(state, "empire", is_last_square=True) == "hex"
    assert limits.control_marker(state, "empire", is_last_square=False) == "square"
    assert limits.control_marker(state, "spain", is_last_square=True) == "square"


def test_al_04_7_what_stays_open() -> None:
    game = awake_empire()
    assert {"declare empire on spain", "ally empire with protestant", "buy empire on venice"} <= set(game.actions())
    assert {"deal", "war", "influence"} <= set(limits.ALLOWED)


def asleep_again() -> list[str]:
    """Return what the log says when the Ottoman wins the check of an Empire that was France's, with Venice, at war and allied."""
    game = awake_empire(flags="empire on venice activate 5, empire on ireland activate 9")
    enter(game, "declare empire on spain", "ally empire with protestant", ("check venice", (1, 6)), ("check ireland", (1, 6)),
          "dublin nobody")
    assert game.state["minors"]["venice"] == game.state["minors"]["ireland"] == "empire"
    next_turn(game, ottoman=11, empire=8)
    enter(game, ("card german-intervention", WINS["ottoman"]), "vp empire 12")
    assert game.state["wars"] == game.state["alliances"] == []
    assert game.state["minors"]["venice"] == game.state["minors"]["ireland"] == ""
    assert game.state["minors"]["papacy"] == "spain"
    assert {rows["empire"] for rows in game.state["influence"].values() if "empire" in rows} == {None}
    assert game.score()["points"]["france"] == 2
    return [note for note in notes(game) if not note.startswith("Deal")]


def test_al_04_8_to_12_going_to_sleep_in_order() -> None:
    assert asleep_again() == [
        "The Empire at 12 VP on a baseline of 8: France gains 2 VP, the baseline moves to 12 (SB p.13)",
        "The VP baseline of the Empire comes off (SB p.13)",
        "The Empire discards its cards and treasures (SB p.13)",
        "The war of the Empire and Spain ends (SB p.13)",
        "The alliance of the Empire and the Protestant ends (SB p.13)",
        "The units of the Empire go home as in Winter (SB p.13)",
        "The influence markers of the Empire are set aside or marked Resolved This Turn (SB p.13)",
        "The Empire loses Venice: its control markers come off there, the units go home (24.4)",
        "Venice goes to sleep (SB p.13)",
        "The Empire loses Ireland: its control markers come off there, the units go home (24.4)",
        "Ireland goes to sleep (SB p.13)",
        "The Empire is asleep (SB p.13)",
    ]


# -- 05: minors and influence ---------------------------------------------------------------------------------------------------

VENICE = "spain on venice activate 2, france on venice deactivate 1"


def test_al_05_1_the_check_of_a_minor() -> None:
    won = table(("check venice", (1, 6, 1)), flags=VENICE)
    assert won.state["minors"]["venice"] == "spain"
    next_turn(won, ottoman=11)
    lost = enter(won, ("check venice", (1, 1, 6)))
    assert lost.state["minors"]["venice"] == ""
    assert says(lost, "Venice goes to sleep")
    assert says(table(("check venice", (1, 1, 6)), flags=VENICE), "Venice sleeps on")


def test_al_05_1_a_line_that_no_text_gives_is_asked_once() -> None:
    game = table(("check venice", (6,)))
    assert game.actions() == ("line activate", "line deactivate")
    assert says(game, "Enter the line of the flag of the Ottoman on the track of Venice")
    enter(game, "line activate")
    assert game.state["minors"]["venice"] == "ottoman"
    next_turn(game, ottoman=11)
    assert says(enter(game, ("check venice", (6,))), "Venice is the ally of the Ottoman already")


def test_al_05_2_a_step_costs_1_cp() -> None:
    game = table("buy france on ottoman", "buy france on ottoman", "buy france on empire")
    assert game.state["spent"] == {"france": 3}
    assert game.state["influence"]["ottoman"]["france"] == 2
    assert notes(game) == ["1 CP of France: influence 2 on the Empire (24.5)"]


def test_al_05_3_only_where_the_flag_stands() -> None:
    assert refusal(table(), "buy france on venice") == "the track of Venice does not show the flag of France (24.5)"
    assert "buy france on venice" in table(flags="france on venice activate 0").actions()
    assert "is asleep" in refusal(table(), "buy empire on venice")


def test_al_05_4_never_past_9() -> None:
    game = table(*["buy france on ottoman"] * 9)
    assert refusal(game, "buy france on ottoman") == "influence never goes past 9 (24.5)"


def test_al_05_5_not_after_a_check() -> None:
    game = table(("card sublime-porte", (1, 6, 1, 1)))
    assert "was checked this turn" in refusal(game, "buy france on ottoman")
    assert "buy france on empire" in game.actions()
    assert "buy france on ottoman" in next_turn(game, ottoman=11).actions()


def test_al_05_6_it_stays_until_a_check() -> None:
    game = next_turn(next_turn(table("buy france on ottoman"), ottoman=11), ottoman=11)
    assert game.state["influence"]["ottoman"]["france"] == 1


def test_al_05_7_the_winter_after_a_check() -> None:
    game = table("buy spain on ottoman", "buy france on ottoman", "buy france on empire", ("card sublime-porte", (1, 6, 1, 1)))
    assert game.state["influence"]["ottoman"] == {"spain": 2, "england": 0, "france": 1, "protestant": 0}, "a check leaves them"
    next_turn(game, ottoman=11)
    assert game.state["influence"]["ottoman"] == {"spain": 1, "england": 0, "france": 0, "protestant": 0}
    assert game.state["influence"]["empire"]["france"] == 2, "not checked"


def test_al_05_8_the_empire_s_track() -> None:
    game = next_turn(table(("card german-intervention", WINS["ottoman"])), ottoman=11)
    assert game.state["influence"]["empire"] == {"spain": 1, "england": 0, "france": 0, "protestant": 0, "ottoman": 3}


def test_al_05_9_minors_at_the_start() -> None:
    found = table().state["minors"]
    assert found == {"papacy": "spain", "venice": "", "ireland": "", "scotland": "france", "portugal": "not in play"}


def test_al_05_10_portugal() -> None:
    game = table()
    assert "is not in play yet" in refusal(game, "declare spain on portugal")
    assert "is not in play yet" in refusal(game, "check portugal")
    assert "is not in play yet" in refusal(game, "buy spain on portugal")
    enter(game, "card king-sebastian")
    assert {"declare spain on portugal", "check portugal", "buy spain on portugal"} <= set(game.actions())
    assert "is in play already" in refusal(game, "card king-sebastian")


def test_al_05_11_who_may_declare_on_a_minor() -> None:
    game = table("card king-sebastian")
    minors = ("papacy", "venice", "ireland", "scotland", "portugal")
    found = {tuple(action.split()[1::2]) for action in game.actions() if action.startswith("declare") and action.endswith(minors)}
    assert found == {
        ("ottoman", "venice"), ("england", "ireland"), ("ottoman", "portugal"), ("spain", "portugal"), ("france", "portugal"),
    }
    assert refusal(game, "declare france on ireland") == "the chart shows no cost for war of France on Ireland (9.4)"


def test_al_05_12_the_declarer_sits_out() -> None:
    game = table("card king-sebastian", ("declare spain on portugal", (1, 6)), "line activate")
    assert says(game, "The Ottoman 1, France 6: France wins the check of Portugal", last=False)
    assert game.state["minors"]["portugal"] == "france"


def test_al_05_13_influence_is_lost_for_good() -> None:
    game = table("card king-sebastian", "buy spain on portugal", ("declare spain on portugal", (1, 6)), "line deactivate")
    assert game.state["influence"]["portugal"]["spain"] is None
    assert "lost its influence there for good (9.4)" in refusal(next_turn(game, ottoman=11), "buy spain on portugal")
    rolled = purposes(enter(game, ("check portugal", (1, 1))))[-2:]
    assert [purpose.partition(" on ")[0] for purpose in rolled] == ["the Ottoman", "France"]


# -- 06: a minor that is won -----------------------------------------------------------------------------------------------------

IRELAND = "spain on ireland activate 3, france on ireland activate 0"


def test_al_06_1_its_units() -> None:
    game = table(("check venice", (1, 6, 1)), flags=VENICE)
    assert says(game, "Venice is the ally of Spain, who uses its units; they have no impulse or cards of their own (24.2)")


def test_al_06_2_and_3_keys_and_other_spaces() -> None:
    game = table(("check venice", (1, 6, 1)), flags=VENICE)
    assert says(game, "keys take square markers of Spain and count as its keys for cards and VP, other spaces hex ones")
    assert limits.minor_marker(is_key=True) == "square"
    assert limits.minor_marker(is_key=False) == "hex"


def test_al_06_4_its_wars_end_and_its_foe_may_declare_for_free() -> None:
    game = table(("declare ottoman on venice", (6, 1)), flags=VENICE)
    assert says(game, "The war of Venice with the Ottoman ends (24.3)")
    assert (game.decider, game.actions()) == ("england", ("declare nobody", "declare ottoman on spain"))
    assert says(game, "The Ottoman may declare war on Spain for free (24.3)")
    enter(game, "declare ottoman on spain")
    assert game.state["wars"] == [["ottoman", "spain"]]


def test_al_06_5_ireland_arrives() -> None:
    game = table(("check ireland", (6, 1, 1)), flags=IRELAND)
    assert says(game, "Ireland brings 3 Irish units, and a fortress in Ulster (24.3)")


def test_al_06_6_free_war_on_who_holds_dublin() -> None:
    game = table(("check ireland", (1, 1, 6)), flags="france on ireland activate 3, spain on ireland deactivate 0")
    assert says(game, "Enter who holds Dublin (24.3)")
    enter(game, "dublin england")
    assert (game.decider, game.actions()) == ("france", ("declare france on england", "declare nobody"))
    enter(game, "declare france on england")
    assert game.state["wars"] == [["england", "france"]]


@pytest.mark.parametrize(("price", "free"), [("price 3 or less", True), ("price over 3", False)])
def test_al_06_7_spain_on_england_only_when_it_is_cheap(price: str, *, free: bool) -> None:
    game = table(("check ireland", (6, 1, 1)), "dublin england", flags=IRELAND)
    assert game.actions() == ("price 3 or less", "price over 3")
    enter(game, price)
    assert ("declare spain on england" in game.actions() and game.decider == "spain") is free


def test_al_06_8_losing_a_minor() -> None:
    game = table(("check scotland", (6,)), flags="england on scotland activate 0")
    assert game.state["minors"]["scotland"] == "england"
    assert says(game, "France loses Scotland: its control markers come off there, the units go home (24.4)")


# -- what is not legal -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("declare spain on spain", "one player runs"),
        ("declare venice on spain", "declares no war"),
        ("ally spain with spain", "Diplomatic Status chart"),
        ("ally england with ottoman", "the other way round"),
        ("ally spain with venice", "by its check (24.6)"),
        ("part spain from england", "not allied"),
        ("peace spain with england", "not at war"),
        ("attack spain on ottoman", "rules of war"),
        ("patronize atlantis", "not entered here"),
        ("bye france on ottoman", "did you mean"),
        ("", "buy, card"),
        ("end turn ", "blanks"),
        ("vp ottoman 12", "buy, card"),
    ],
)
def test_refusals_say_why(action: str, words: str) -> None:
    assert words in refusal(table(), action)


@pytest.mark.parametrize(
    "options",
    [
        {"turn": 3}, {"turns": 0}, {"turns": "x"}, {"turns": True}, {"house.baseline_11": "maybe"}, {"house.rare_case": 2},
        {"flags": 3}, {"flags": "spain on bohemia activate 1"},
        {"flags": "spain on papacy activate 10"}, {"flags": "spain on papacy up 1"},
        {"flags": "prussia on papacy activate 1"}, {"flags": "empire on ottoman activate 1"}, {"flags": "spain papacy"},
    ],
)  # fmt: skip
def test_options_that_there_are_not(options: dict[str, Any]) -> None:
    with pytest.raises(NotationError):
        new("allies", **options)


def test_strict_tells_every_reconstructed_value() -> None:
    with pytest.raises(DataError) as caught:
        new("allies", strict=True)
    assert "ottoman on empire: default box 3" in str(caught.value)
    assert "order of impulses" in str(caught.value)
    assert len(caught.value.faults) == 13

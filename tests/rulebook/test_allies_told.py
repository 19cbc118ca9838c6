"""What people at a table are told of the ally scheme: what must be entered next, how things stand, what came of an entry."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulebook import Game, new
from rulebook.cli.door import door
from rulebook.cli.telling import asked, decision_lines, standing
from rulebook.dice import Stream
from tests.commands import run_door
from tests.rulebook.allies_table import WINS, awake_empire, enter, next_turn, notes, table

MARKER = re.compile(r"((?:the )?[A-Z]\w+) (\d|\((?:set aside|lost for good)\))")
FLAGS = "spain on papacy activate 2, spain on ireland activate 9, france on scotland activate 1, england on scotland deactivate 1"


def by_chance(seed: int) -> list[Game]:
    """Return a game at each of its decisions, and when it is over."""
    game, dice, found = new("allies", seed=seed, turns=2, flags=FLAGS if seed % 2 else ""), Stream(seed), []
    while not game.over:
        found.append(game.copy())
        game.do(game.actions()[dice.choice(len(game.actions()))])
    return [*found, game]


@pytest.mark.parametrize("seed", range(6))
def test_at_every_decision_it_is_said_what_must_be_decided(seed: int) -> None:
    *moments, end = by_chance(seed)
    for game in moments:
        question, before = asked(game), notes(game, last=False)
        assert re.match(r"([0-9]\. )?[A-Z]", question)
        if "end turn" in game.actions():
            assert question.startswith(f"Enter what happens in turn {game.state['turn']}, ")
        else:
            assert before[-1] == question, "what the log asks last"
            assert question in game.rules.refusal(game.state, "end turn")
    assert asked(end) == ""
    assert standing(end)[0] == "  The last turn is over"


@pytest.mark.parametrize("seed", range(6))
def test_every_marker_is_told(seed: int) -> None:
    for game in by_chance(seed):
        told = {line.strip().partition(",")[0]: line for line in standing(game)}
        names = game.rules.model.names  # type: ignore[attr-defined]
        for target, rows in game.state["influence"].items():
            line = told.get(f"Influence on {names[target]}", "")
            found = dict(MARKER.findall(line[14:]))
            assert set(rows) == {power for power in names if names[power] in found}
            assert all(found[names[power]] == str(value) for power, value in rows.items() if value is not None)
            assert ("checked this turn" in line) == (bool(rows) and target in game.state["checked"])


def test_how_things_stand() -> None:
    game = enter(awake_empire("france"), "declare france on spain", "buy england on ottoman", "ally england with protestant")
    ones, shut = "Spain 1, England 1, France 1, the Protestant 1", "checked this turn, so nobody buys on it"
    assert standing(game) == [
        "  Turn 1 of 7",
        "  VP from allies so far: Spain 0, England 0, France 0, the Protestant 0",
        "  The Ottoman: ally of England, baseline 11, 11 VP when last entered",
        "  The Empire: ally of France, baseline 8, 8 VP when last entered",
        "  Influence on the Ottoman, to win it: England 1, France 0, the Protestant 0; to put it to sleep: Spain 1",
        f"  Influence on the Empire, to win it: {ones}; to put it to sleep: the Ottoman 3; {shut}",
        "  Influence on the Papacy, by a line not known yet: the Empire 0",
        "  Influence on Venice, by a line not known yet: the Empire 0, the Ottoman 0",
        "  Influence on Ireland, by a line not known yet: the Empire 0, England 0",
        "  Influence on Portugal, by a line not known yet: the Ottoman 0, Spain 0, France 0",
        "  Minor powers: the Papacy ally of Spain, Scotland ally of France, Venice asleep, Ireland asleep, Portugal not in play",
        "  At war: France and Spain",
        "  Allied powers: England and the Protestant",
        "  CP spent on influence this turn: England 1",
        "  House rulings: baseline_11 in force (H), england_sits_out not in force (HS), rare_case in force (H)",
    ]


def test_the_score_is_told_at_the_end_of_each_turn() -> None:
    game = next_turn(table(), ottoman=8)
    score = "VP from allies so far: Spain 0, England −1, France 0, the Protestant 0"
    assert notes(game)[-2:] == [f"{score} (SB p.13)", "Turn 2 (SB p.13)"]
    next_turn(game, ottoman=13)
    assert "England +1" in notes(game)[-2]


@pytest.mark.parametrize(
    ("entered", "told"),
    [
        (("ally ottoman with england",), "The Ottoman and England are allied"),
        (("ally ottoman with england", "part ottoman from england"), "The Ottoman and England are allied no more"),
        (("declare spain on france", "peace spain with france"), "Spain and France are at war no more"),
    ],
)
def test_alliances_and_peace_are_noted(entered: tuple[str, ...], told: str) -> None:
    assert notes(table(*entered)) == [f"{told} (Diplomatic Status chart)"]


def test_why_dublin_brings_no_war() -> None:
    game = table("ally spain with england", ("check ireland", (6, 1)), "dublin england", flags="spain on ireland activate 3")
    why = "Spain and England are allied: that ends first (Diplomatic Status chart)"
    assert notes(game) == [f"No free war for Dublin: {why} (24.3)"]


def test_where_an_ally_s_own_markers_go_when_it_wakes() -> None:
    game = table(("card sublime-porte", (1, 1, 6, 1)), "vp ottoman 11", "declare nobody")
    assert "its own markers go to their default boxes: 3 on the Empire, 0 on Venice, 0 on Portugal (SB p.12)" in notes(game)[0]


# -- at the terminal ---------------------------------------------------------------------------------------------------------


def test_numbers_are_told_as_one_line() -> None:
    game = table("end turn")
    assert [*decision_lines(game)] == [
        "Turn 1 of 7 – Table to decide:",
        "  Enter the VP of the Ottoman, at the end of the turn (SB p.13)",
        "       vp ottoman N, with N from 0 to 30",
    ]
    assert len(game.actions()) == 31
    enter(game, "vp ottoman 11")
    numbered = [line.split(maxsplit=1) for line in [*decision_lines(game)][2:]]
    assert [(int(number), action) for number, action in numbered] == [*enumerate(game.actions(), 1)]


def told(*words: str) -> str:
    return CliRunner().invoke(door, words, catch_exceptions=False, standalone_mode=False).output


def test_a_check_entered_with_the_dice_of_the_table(tmp_path: Path) -> None:
    log = str(tmp_path / "game.jsonl")
    told("new", "allies", "--table", "-o", log)
    for dice in ("5,2,6,3,1", "5 2 6 3 1", "5, 2, 6, 3, 1"):
        came = told("do", log, "card german-intervention", "--dice", dice)
        assert "The Ottoman 8, Spain 3, England 7, France 4, the Protestant 2: the Ottoman wins" in came
        Path(log).unlink()
        told("new", "allies", "--table", "-o", log)
    assert told("replay", log).splitlines()[-1].startswith("next: Enter what happens in turn 1")


def test_who_plays_at_the_terminal_sees_what_came_of_it() -> None:
    text = "card german-intervention\nend turn\nvp ottoman 15\n"
    ran = run_door("rulebook", ("play", "allies", "--players", "person", "--seed", "2", "--option", "turns=1"), text=text)
    lines = ran.output.splitlines()
    assert ran.code == 0, ran.errors
    assert sum(line.startswith("    die ") for line in lines) == len(WINS)
    assert "    The Ottoman at 15 VP on a baseline of 11: England gains 2 VP, the baseline moves to 15 (SB p.13)" in lines
    assert sum(line == "table: end turn" for line in lines) == 1


def test_a_bare_number_is_the_value_where_values_are_asked_for(tmp_path: Path) -> None:
    log = str(tmp_path / "game.jsonl")
    assert run_door("rulebook", ("new", "allies", "-o", log)).code == 0
    ran = run_door("rulebook", ("do", log, "end turn", "14"))
    assert "vp ottoman 14\n" in ran.output
    assert "the baseline moves to 13" in ran.output
    ran = run_door("rulebook", ("do", log, "end turn", "31"))
    assert (ran.code, "expected a number from 0 to 30, got 31" in ran.errors) == (2, True)
    ran = run_door("rulebook", ("do", log, "1"))
    assert ran.output.startswith(f"table: {new('allies').actions()[0]}\n"), "a number of the list where it is numbered"


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("declare spain on nobody", "is entered as `declare POWER on POWER`"),
        ("ally spain", "is entered as `ally POWER with POWER`"),
        ("declair spain on france", "is nothing that the table enters (did you mean 'declare'?)"),
        ("xyzzy", "is nothing that the table enters (known: buy, card, check, declare, ally, part, peace, attack, end)"),
    ],
)
def test_how_an_entry_is_written_is_told(entry: str, told: str) -> None:
    game = new("allies")
    assert game.rules.refusal(game.state, entry) == told


def test_a_tie_is_called_one() -> None:
    game = new("allies", turns=1)
    while not game.over:
        game.do("vp ottoman 11" if "vp ottoman 11" in game.actions() else "end turn")
    assert (game.score()["winner"], game.score()["level"]) == ("", "a tie for most VP from allies")


def test_odds_take_the_flags_of_ones_own_copy() -> None:
    ran = run_door("rulebook", ("odds", "allies", "papacy", "--option", "flags=spain on papacy activate 2"))
    assert ran.output.splitlines()[1].split() == ["rolls", "influence", "chance", "share", "outcome"]
    assert ran.output.splitlines()[2].split()[:3] == ["Spain", "2", "1"]

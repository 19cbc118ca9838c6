"""Whole games of the ally scheme by chance, what a state shows, and the doors."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from areamap import load as load_map
from areamap.draw import draw_sheet
from areamap.marked import marked
from areamap.scenario import find_scenario, read_scenario
from mapsheet.counters import read_counters
from mapsheet.errors import NotationError
from mapsheet.source import find_source
from mapsheet.style import load_style
from rulebook import Game, new
from rulebook.allies.shown import counters
from rulebook.check import check
from rulebook.cli.door import door
from rulebook.dice import Stream
from rulebook.log import Did, parse_log
from rulebook.replay import replayed
from tests.rulebook.allies_table import DEAL, awake_empire, enter, next_turn, rules, table

FLAGS = "spain on papacy activate 2, spain on ireland activate 9, france on scotland activate 1, england on scotland deactivate 1"
BOARD = load_map("allies")


def options_of(seed: int) -> dict[str, Any]:
    """Return other rulings and rows for each seed."""
    return {
        "turns": 1 + seed % 3, "flags": FLAGS if seed % 2 else "", "house.england_sits_out": seed % 11 < 4,
        "house.baseline_11": seed % 5 != 0, "house.rare_case": seed % 7 != 0,
    }  # fmt: skip


def played_by_chance(seed: int, seen: Counter[str]) -> Game:
    """Play a game to its end, its invariants looked at after every action."""
    game, dice = new("allies", seed=seed, **options_of(seed)), Stream(seed, stream="chance")
    paid = dict.fromkeys(game.state["points"], 0)
    while not game.over:
        actions = game.actions()
        assert list(actions) == sorted(set(actions))
        action = actions[dice.choice(len(actions))]
        before = {name: dict(one) for name, one in game.state["allies"].items()}
        game.do(action)
        seen[" ".join(word for word in action.split() if not word.isdigit()).split()[0]] += 1
        assert list(game.rules.broken(game.state)) == [], (seed, action)
        add_paid(game, before, paid)
    assert game.state["points"] == paid
    return game


def add_paid(game: Game, before: dict[str, dict[str, Any]], paid: dict[str, int]) -> None:
    """Add what a settlement paid, worked out pair by pair from the VP entered."""
    entry = next(entry for entry in reversed(game.entries) if isinstance(entry, Did))
    words = entry.action.split()
    if words[0] != "vp" or before[words[1]]["baseline"] is None:
        return
    apart = int(words[2]) - before[words[1]]["baseline"]
    paid[before[words[1]]["controller"]] += (1 if apart > 0 else -1) * (abs(apart) // 2)


def test_200_games_by_chance_end() -> None:
    seen: Counter[str] = Counter()
    for seed in range(200):
        game = played_by_chance(seed, seen)
        assert game.score()["winner"] in ("", *game.state["points"])
    kinds = {"ally", "attack", "battle", "biggest", "buy", "card", "check", "deal", "declare", "dublin", "end", "hand", "join",
             "line", "part", "peace", "price", "stay", "units", "vp"}
    assert set(seen) == kinds, "every kind of action came up"


def test_a_turn_takes_no_more_than_150_entries() -> None:
    game = table(*["declare spain on england", "peace spain with england"] * 75)
    assert game.actions() == ("end turn",)
    assert "150 things were entered this turn: end turn" in game.rules.refusal(game.state, "declare spain on england")
    assert len(next_turn(game, ottoman=11).actions()) > 20


def test_what_every_game_keeps() -> None:
    assert [found.failure for found in check("allies", games=4, options={"turns": 2, "flags": FLAGS}) if found.failure] == []


@pytest.mark.slow
def test_what_every_game_keeps_over_200() -> None:
    assert [found.failure for found in check("allies", games=200) if found.failure] == []


def test_a_log_replays_with_dice_from_the_table() -> None:
    game = awake_empire(house__england_sits_out=True)
    enter(game, ("card sublime-porte", (6, 1, 1, 1)), "vp ottoman 9")
    again = replayed(parse_log("\n".join(game.lines())))
    assert again.state == game.state
    assert json.loads(json.dumps(game.state)) == game.state


def test_undo_takes_back_what_was_entered_wrongly() -> None:
    game = table("buy france on ottoman", "buy france on empire")
    game.undo(2)
    assert game.state == new("allies").state


# -- an independent list of what may be entered --------------------------------------------------------------------------------

PLAYERS = ("spain", "england", "france", "protestant")
POWERS = ("ottoman", *PLAYERS, "empire")
CHART = {("ottoman", "venice"), ("england", "ireland"), ("ottoman", "portugal"), ("spain", "portugal"), ("france", "portugal")}
MARKED = {
    "ottoman": PLAYERS, "empire": (*PLAYERS, "ottoman"), "papacy": ("empire", "spain"), "venice": ("empire", "ottoman"),
    "ireland": ("empire", "england", "spain"), "scotland": ("france", "england"), "portugal": ("ottoman", "spain", "france"),
}  # fmt: skip


def listed(state: dict[str, Any]) -> set[str]:
    """List declarations, purchases and alliances by the text alone, from the state's values."""
    runs = {**{player: player for player in PLAYERS}, **{ally: one["controller"] for ally, one in state["allies"].items()}}
    home = {**{power: power for power in POWERS}, **state["minors"]}

    def behind(name: str) -> str:
        return str(runs.get(home[name], ""))

    found = set()
    for a, b in product(POWERS, (*POWERS, *MINORS)):
        at_war, allied = sorted((a, b)) in state["wars"], sorted((a, b)) in state["alliances"] or home[b] == a
        is_open = b in POWERS or ((a, b) in CHART and home[b] != "not in play")
        if runs[a] and runs[a] != behind(b) and not at_war and not allied and is_open and a != b:
            found.add(f"declare {a} on {b}")
        if b in POWERS and POWERS.index(a) < POWERS.index(b) and runs[a] and runs[b] and not at_war and not allied:
            found |= {f"ally {a} with {b}", f"ally {b} with {a}"}
    for target, powers in MARKED.items():
        is_shut = target in state["checked"] or home.get(target) == "not in play"
        for power in powers:
            is_lost = power in state["barred"].get(target, [])
            if runs[power] and not is_shut and not is_lost and (state["influence"][target][power] or 0) < 9:
                found.add(f"buy {power} on {target}")
    return found


MINORS = ("papacy", "venice", "ireland", "scotland", "portugal")


def test_what_may_be_entered_is_what_the_text_allows() -> None:
    looked = 0
    for seed in range(12):
        game, dice = new("allies", seed=seed, turns=4, flags=FLAGS), Stream(seed)
        while not game.over:
            if "end turn" in game.actions():
                offered = {action for action in game.actions() if action.split()[0] in ("declare", "ally", "buy")}
                wanted = listed(game.state)
                assert offered <= wanted
                twice = {action for action in wanted - offered if action.startswith("ally")}
                assert wanted - offered == twice
                assert len(twice) == sum(action.startswith("ally") for action in offered)
                looked += 1
            game.do(game.actions()[dice.choice(len(game.actions()))])
    assert looked > 400


# -- what a state shows ------------------------------------------------------------------------------------------------------


def test_the_start_is_the_title_s_set_up() -> None:
    """Counters of the state at the start lie where the scenario has them, but for rows whose value no text gives."""
    found = read_scenario(find_scenario("allies"), BOARD, read_counters(find_source("allies").parent))
    printed = Counter((station.counter, station.at) for station in found.stations)
    game = table()
    shown = Counter(counters(rules(game).model, game.state))
    assert printed - shown == Counter()
    rows = [(power, target, flag) for target, flags in rules(game).model.flags.items() for power, flag in flags.items()]
    unknown = {(power, target) for power, target, flag in rows if flag.start is None}
    assert set(shown - printed) == {
        (f"influence/{power}", f"influence_{target}/0") for power, target in unknown if power != "empire"
    }


def test_every_marker_has_a_box_on_the_map_in_every_state() -> None:
    game, dice = new("allies", seed=3, turns=3, flags=FLAGS), Stream(3)
    while not game.over:
        drawn = marked(BOARD, **rules(game).shown(game.state))
        for name, rows in rules(game).shown(game.state)["boxes"].items():
            track = drawn.track(name)
            assert {marker: track.box(marker) for marker in rows} == rows
        game.do(game.actions()[dice.choice(len(game.actions()))])


def test_the_aid_drawn_with_a_state() -> None:
    game = enter(awake_empire(), ("card sublime-porte", (1, 1, 1, 6)), "vp ottoman 15", "declare nobody", *DEAL)
    shown = rules(game).shown(game.state)
    assert shown["flaps"] == ["influence_ottoman", "influence_empire"]
    assert shown["links"]["controls"] == [["protestant", "ottoman"], ["france", "empire"]]
    svg = draw_sheet(marked(BOARD, **shown)).svg
    assert json.loads(json.dumps(shown)) == shown
    strokes = [len(re.findall("<(?:line|polyline|path) ", one)) for one in (svg, draw_sheet(BOARD).svg)]
    assert strokes[0] > strokes[1], "crosses in two squares, a second arrow of who runs whom"
    assert BOARD.tracks["controller"].start == load_map("allies").tracks["controller"].start, "the map itself has not changed"


def test_wars_are_drawn_and_nobody_moves_about_for_them() -> None:
    game = new("allies")
    game.do("declare spain on france")
    assert rules(game).shown(game.state)["links"]["war"] == [["france", "spain"]]
    plain, after = draw_sheet(BOARD).svg, draw_sheet(marked(BOARD, **rules(game).shown(game.state))).svg
    dashes = f'stroke-dasharray="{" ".join(f"{part:g}" for part in load_style("classic").marks.war.dash or ())}"'
    assert (after.count(dashes), plain.count(dashes)) == (2, 1), "the sample of the key, then the war too"
    boxes = [re.findall(r'<g id="(?:power|minor)-\w+">.*?<rect[^>]*>', svg, re.DOTALL) for svg in (plain, after)]
    assert len(boxes[0]) == 11
    assert boxes[0] == boxes[1]


@pytest.mark.parametrize(
    ("boxes", "more"),
    [
        ({"influence_atlantis": {}}, {}),
        ({"turn": {"turn": "8"}}, {}),
        ({}, {"flaps": ["influence_atlantis"]}),
        ({}, {"links": {"roads": []}}),
        ({}, {"links": {"allied": [["spain", "atlantis"]]}}),
    ],
)
def test_marked_refuses_what_the_map_does_not_have(boxes: dict[str, Any], more: dict[str, Any]) -> None:
    with pytest.raises(NotationError):
        marked(BOARD, boxes, **more)


# -- doors ---------------------------------------------------------------------------------------------------------------


def told(*words: str) -> str:
    """Return what a command prints; its errors come out as they are."""
    return CliRunner().invoke(door, words, catch_exceptions=False, standalone_mode=False).output


def test_odds_at_the_door() -> None:
    assert told("odds", "allies", "EMPIRE", "--declared-by", "Spain").splitlines() == [
        "Check: Empire, declared by Spain; a die each, and influence",
        "  rolls       influence  chance   share  outcome",
        "  England             1  91/216  42.1 %  wakes for England",
        "  France              1  35/108  32.4 %  wakes for France",
        "  Protestant          1  55/216  25.5 %  wakes for the Protestant",
    ]
    values = ("--influence", "spain=1,england=0", "--influence", "france=0,protestant=0")
    answer = json.loads(told("odds", "allies", "empire", *values, "--json"))
    assert (answer["target"], answer["declared_by"]) == ("empire", None)
    assert (answer["rolls"][0]["power"], answer["rolls"][0]["chance"]) == ("ottoman", "1415/1944")
    sits_out = json.loads(told("odds", "allies", "empire", "--declared-by", "ottoman", "--house", "england_sits_out", "--json"))
    assert [roll["power"] for roll in sits_out["rolls"]] == ["spain", "france", "protestant"]


def test_odds_of_a_log(tmp_path: Path) -> None:
    game = table("buy france on ottoman", "buy france on ottoman")
    game.save(tmp_path / "game.jsonl")
    rows = [row.split()[:2] for row in told("odds", "allies", "ottoman", "--log", str(tmp_path / "game.jsonl")).splitlines()]
    assert ["France", "2"] in rows


@pytest.mark.parametrize(
    "words",
    [
        ["bannockburn", "empire"], ["allies", "rome"], ["allies", "empire", "--influence", "spain"],
        ["allies", "empire", "--influence", "spain=10"], ["allies", "empire", "--influence", "spain=-1"],
        ["allies", "empire", "--house", "magic"], ["allies", "scotland"],
    ],
)  # fmt: skip
def test_odds_refuses(words: list[str]) -> None:
    with pytest.raises(NotationError):
        told("odds", *words)


def test_a_picture_of_a_game_at_the_door(tmp_path: Path) -> None:
    log, picture = str(tmp_path / "game.jsonl"), tmp_path / "game.svg"
    told("new", "allies", "--seed", "5", "-o", log)
    told("do", log, "buy france on ottoman")
    told("replay", log, "--svg", str(picture))
    assert 'id="panel-influence"' in picture.read_text()

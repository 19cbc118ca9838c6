"""Diagrams whose answers need the rules: the shipped ones hold, and each question answers as games and tables of cases do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import hexmap
import rulebook
from hexmap.position import Unit, take_position
from mapsheet.errors import DataError, IllegalAction, NotationError
from mapsheet.fields import Fields
from mapsheet.questions import read_values
from mapsheet.source import parse_toml
from rulebook.battles.model import battle_of
from rulebook.battles.questions import QUESTIONS
from rulebook.battles.scene import Scene
from rulebook.cli.battleground import draw_diagram
from rulebook.dice import Die
from rulebook.players import Seat, seated
from tests.commands import mapsheet_command, run_door
from tests.diagrams import FOLDER, holds, scripts

SCRIPTS = scripts("bannockburn", "angorra", key="game")
NAMES = [path.stem for path in SCRIPTS]
BOWS, HORSE, SECOND, CLIFFORD = "english/lb-hereford-1", "english/hereford-1", "english/hereford-2", "english/clifford-1"
OTHER_BOWS, FOOT = "english/lb-hereford-2", "english/gascon-crossbow"


def scene(title: str, *units: tuple[str, str] | Unit) -> Scene:
    """Return a scene with counters at places."""
    return Scene(battle_of(title), [one if isinstance(one, Unit) else Unit(one[1], one[0]) for one in units])


def ask(here: Scene, word: str, **given: Any) -> dict[str, Any]:
    """Return the answer to a question as JSON has it."""
    return QUESTIONS[word].ask(here, read_values(QUESTIONS[word], given)).to_json()


# -- the shipped ones ------------------------------------------------------------------------------------------------------


def test_there_is_one_for_each_rule_that_needs_them() -> None:
    rules = {re.search(r'^rule = "(.+)"', path.read_text(encoding="utf-8"), re.MULTILINE)[1] for path in SCRIPTS}  # type: ignore[index]
    assert rules == {"13.1", "15.4", "17.2", "18.0", "20.0"}


@pytest.mark.parametrize("path", SCRIPTS, ids=NAMES)
def test_every_diagram_holds_and_is_legible_at_its_width(path: Path) -> None:
    assert "expect" in path.read_text(encoding="utf-8")
    drawn = draw_diagram(path)
    holds(drawn)
    assert draw_diagram(path, language="de").caption != drawn.caption


def test_the_shot_over_cavalry_has_the_printed_targets() -> None:
    drawn = draw_diagram(FOLDER / "over-the-cavalry.toml")
    assert drawn.caption.startswith(
        "(a) A may shoot at B and C over the cavalry in 1425, as at three hexes. A may shoot at E. "
        "A may not shoot at D: the line is blocked by the unit in 1326."
    )
    assert "over the cavalry in 1425, as at three hexes, +2 on its dice" in drawn.caption


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        ("over-the-cavalry", "english/hereford-1", "english/durham-1", "panel.0.unit.0.counter"),
        ("over-the-cavalry", "english/lb-hereford-1", "scots/moray-2-closed", "expected"),
        ("command-control", 'at = "1619"', 'at = "1519"', "panel.0.question.0.expect"),
        ("tired-men", "turn = 9", "turn = 8", "expected 2, the answer is 5"),
        ("elephants-run", "rout = 3", "rout = 2", "expected elephants whose rout level is at least 3"),
        ("elephants-run", "die = 2", "die = 7", "a whole number from 1 to 6"),
        ("wagon-lager", "back = true\n", "", "the answer is \"limbered\""),
        ("wagon-lager", 'game = "angorra"', 'game = "ottomans"', "game: expected a game on a hex map"),
        ("wagon-lager", 'game = "angorra"', 'game = "angorra"\nmap = "angorra"', "map: stands in a script without `game`"),
        ("wagon-lager", 'at = "1614+1714"', 'at = "1614"', "expected two hexes for ottoman/wagon-1"),
        ("wagon-lager", 'counter = "tartar/tartar-horse-archers-1"', 'counter = "tartar/muh"\nback = true', "expected"),
        ("command-control", 'counter = "english/lb-hereford-2"', 'counter = "english/lb-hereford-1"', "expected each piece once"),
    ],
)  # fmt: skip
def test_what_is_not_so_fails_with_its_place(tmp_path: Path, name: str, old: str, new: str, says: str) -> None:
    text = (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    assert old in text
    script = tmp_path / "figure.toml"
    script.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError) as error:
        draw_diagram(script)
    assert any(says in f"{fault.key}: {fault.message}" for fault in error.value.faults), error.value.faults
    assert all(fault.line for fault in error.value.faults)


def test_doors_know_whose_script_it_is(tmp_path: Path) -> None:
    script = str(FOLDER / "tired-men.toml")
    assert mapsheet_command("diagram", script, "--check").output == f"{script}: every answer is as expected\n"
    ran = run_door("hexmap", ("diagram", script, "--check"))
    assert ran.code == 2
    assert "game: asks the rules of a title: `rulebook diagram` draws such a script" in ran.errors
    ran = run_door("rulebook", ("diagram", script, "-o", str(tmp_path / "figure.svg")))
    assert ran.code == 0
    assert (tmp_path / "figure.caption.txt").read_text(encoding="utf-8").startswith("On Game-Turn 9 A has 5 points")


def test_ground_that_a_script_changes_is_the_rules_ground(tmp_path: Path) -> None:
    text = (FOLDER / "tired-men.toml").read_text(encoding="utf-8")
    script = tmp_path / "figure.toml"
    script.write_text(text.replace("[[unit]]", '[ground.hex.2410]\nterrain = "marsh"\n[[unit]]'), encoding="utf-8")
    with pytest.raises(DataError, match="has no key '2413'"):
        draw_diagram(script)


# -- the questions -----------------------------------------------------------------------------------------------------------


def _fire_phases(title: str, seed: int) -> Iterator[rulebook.Game]:
    """Yield a game between greedy players at the start of each fire phase in which somebody can shoot."""
    game = seated(title, ["greedy"], seed=seed)
    players = {side: Seat.parsed(text).player(side) for side, text in game.head.players.items()}
    last = ""
    while not game.over and game.state["turn"] < 8:
        phase = f"{game.state['turn']} {game.state['side']} {game.state['phase']}"
        if phase != last and game.state["phase"] == "fire":
            yield game
        last = phase
        game.do(players[game.decider].choose(game))


@pytest.mark.parametrize("title", ["bannockburn", "angorra"])
def test_shots_are_those_of_a_game(title: str) -> None:
    battle, count = battle_of(title), 0
    for game in _fire_phases(title, 11):
        units = take_position(Fields(parse_toml(game.rules.position(game.state), "position")), battle.board).units
        here = Scene(battle, units)
        own = [unit.at for unit in units if unit.side == game.decider and unit.blocks]
        found = {(at, shot["at"]): shot for at in own for shot in ask(here, "shots", at=at)["shots"]}
        assert {f"fire {at} at {aim}" for at, aim in found} == {action for action in game.actions() if action != "pass"}
        for (at, aim), shot in found.items():
            die = game.copy().do(f"fire {at} at {aim}")[0]
            assert isinstance(die, Die)
            assert f" at {aim}, {shot['column']}, " in die.purpose
            added = [int(value.replace("−", "-")) for value in re.findall(r", ([+−]\d)", die.purpose)]
            assert added == [each["value"] for each in shot["modifiers"]]
        count += len(found)
    assert count > 10


@pytest.mark.parametrize(
    ("case", "units", "controlled"),
    [
        ("CC-01", [(HORSE, "1119")], True),
        ("CC-02", [(HORSE, "1019")], True),
        ("CC-03", [(HORSE, "1018")], True),
        ("CC-04", [(HORSE, "1018"), (FOOT, "1019+0919")], False),
        ("CC-05", [(HORSE, "1018"), (OTHER_BOWS, "1019")], True),
        ("CC-06", [(HORSE, "1018"), (CLIFFORD, "1019")], False),
        ("CC-08", [Unit("1019", HORSE, rout=1)], False),
        ("CC-09", [("english/ed", "1020")], False),
        ("CC-09", [("english/he", "1020")], True),
        ("CC-10", [(HORSE, "1017")], False),
        ("CC-11", [(HORSE, "1219"), ("english/gl", "1120")], True),
    ],
)
def test_command_control_follows_the_cases(case: str, units: list[Any], controlled: bool) -> None:
    answer = ask(scene("bannockburn", (BOWS, "1020"), *units), "control", at="1020")
    assert answer["controlled"] is controlled, case
    assert (answer["by"] is None) is (answer["hex"] is None) is not controlled


@pytest.mark.parametrize(
    ("counter", "at", "turn"), [("scots/ettrick-archers", "2008", 9), (HORSE, "1616", 10), (HORSE, "1616", 3)]
)
def test_tired_units_end_where_a_map_without_rules_lets_them(counter: str, at: str, turn: int) -> None:
    answer = ask(scene("bannockburn", (counter, at)), "fatigue", at=at, turn=turn)
    board, names = hexmap.load("bannockburn"), list(hexmap.load("bannockburn").grid.direction_names)
    unit_class = battle_of("bannockburn").pieces[counter].faces[0].unit_class
    allowance, limit = answer["allowance"], answer["limit"]
    assert limit == (allowance if turn < 9 else allowance // 2)
    ways = {"S", "SW"} if counter.startswith("scots") else {"NE", "SE"}
    costs: Any = board.reach(at, limit, unit_class=unit_class).to_json()["costs"]
    if turn >= 9:
        assert set(answer["toward"]) == ways
        wanted = {names.index(way) for way in ways}

        def homeward(_: Any, a: Any, b: Any, direction: int) -> Any:
            enter = board.terrain(b).enter
            return None if enter is None or direction not in wanted else enter + (board.level(b) > board.level(a))

        home: Any = board.reach(at, allowance, cost=homeward).to_json()["costs"]
        costs = {number: min(home.get(number, 99), costs.get(number, 99)) for number in {*home, *costs}}
    assert answer["ends"].pop(at) > costs.pop(at)  # away and back again
    assert answer["ends"] == costs


@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("line", ["left", "right"])
def test_elephants_run_as_in_a_game(die: int, line: str) -> None:
    from tests.rulebook.battlefield import ELEPHANTS, Field

    field = Field("angorra")
    field.put(ELEPHANTS, "1520+1620", rout=3)
    field.put("tartar/naphtha", "1517")
    here = Scene(field.battle, [Unit("1520+1620", ELEPHANTS, rout=3), Unit("1517", "tartar/naphtha")])
    answer = ask(here, "rampage", at="1520+1620", die=die, line=line)
    field.begin("rout", die)
    field.table.waiting += [6] * 12  # all miss
    if f"elephants {line}" in field.actions():
        field.phase.apply(field.battle, field.state, f"elephants {line}", field.table)
    assert field[ELEPHANTS]["at"] == ("" if answer["left"] else answer["way"][-1])
    assert {victim["at"] for victim in answer["victims"]} <= {"1517"}


@pytest.mark.parametrize("told", [{"rout": 1}, {"charge": "1424"}])
def test_nobody_shoots_over_cavalry_that_is_routed_or_charges(told: dict[str, Any]) -> None:
    units = [("scots/keith-1", "1424"), (BOWS, "1426")]
    assert ask(scene("bannockburn", *units, (HORSE, "1425")), "shots", at="1426")["shots"]
    barred = ask(scene("bannockburn", *units, Unit("1425", HORSE, **told)), "shots", at="1426")
    assert (barred["shots"], [one["at"] for one in barred["barred"]]) == ([], ["1424"])


def test_a_lager_says_what_it_does() -> None:
    units = [Unit("1614", "ottoman/azab-1"), Unit("1614+1714", "ottoman/wagon-1", back=True, blocks=False)]
    answer = ask(scene("angorra", *units), "lager", at="1614+1714")
    assert answer == {
        "at": "1614+1714", "mode": "lager", "held": ["1614"], "closed": ["1614", "1714"], "open": [], "sheltered": ["1614"],
    }  # fmt: skip
    empty = ask(scene("angorra", Unit("1614+1714", "ottoman/wagon-1", back=True)), "lager", at="1614+1714")
    assert (empty["closed"], empty["open"]) == ([], ["1614", "1714"])


def test_who_is_routed_or_faces_is_refused() -> None:
    with pytest.raises(IllegalAction, match="is routed"):
        ask(scene("bannockburn", Unit("1616", "scots/keith-1", rout=2)), "fatigue", at="1616", turn=9)
    with pytest.raises(NotationError, match="one hex for scots/keith-1"):
        scene("bannockburn", ("scots/keith-1", "1616>N"))


def test_who_has_nobody_to_shoot_at_is_told(tmp_path: Path) -> None:
    script = tmp_path / "figure.toml"
    script.write_text(
        'format = "diagram/1"\ngame = "bannockburn"\n[[unit]]\nat = "1426"\ncounter = "english/lb-hereford-1"\nlabel = "A"\n'
        '[[question]]\nask = "shots"\nat = "A"\n[[question]]\nask = "may"\nside = "english"\nphase = "move"\ndo = "dance"\n',
        encoding="utf-8",
    )
    assert draw_diagram(script).caption.startswith("A may shoot at nobody. Not allowed: dance. A unit or a leader is")


def test_any_action_can_be_judged() -> None:
    here = scene("bannockburn", ("scots/keith-1", "1616"), (HORSE, "1617"))
    assert ask(here, "may", side="scots", phase="move", do=["pick 1616", "N"])["legal"] is True
    barred = ask(here, "may", side="scots", phase="move", do=["pick 1616", "S"])
    assert barred == {"action": "S", "legal": False, "why": "1617 holds a unit (6.11)"}
    with pytest.raises(IllegalAction, match="is not of the scots"):
        ask(here, "may", side="scots", phase="move", do=["pick 1617", "S"])
    tired = ask(here, "may", side="scots", phase="melee", do=["attack 1616 at 1617"])
    assert tired["legal"] is True
    after = ask(here, "may", side="scots", phase="melee", do=["attack 1616 at 1617", "attack 1616 at 1617"], dice=[6, 6])
    assert after["legal"] is False
    with pytest.raises(NotationError, match="a die from 1 to 6"):
        ask(here, "may", side="scots", phase="melee", do=["attack 1616 at 1617", "pass"])
    with pytest.raises(NotationError, match="a side"):
        ask(here, "may", side="welsh", phase="move", do=["pass"])

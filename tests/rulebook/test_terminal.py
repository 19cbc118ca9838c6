"""People at the terminal: what they are told, what they can type, and that nothing of their game is lost."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulebook
from rulebook.cli.filming import find_scenes
from rulebook.cli.telling import Done, course_lines, decision_lines, in_columns, named
from rulebook.cli.terminal import Terminal
from rulebook.game import Game
from rulebook.log import Did, entry_told, read_log
from rulebook.players import Seat, play_seated
from tests.commands import Ran, run_door

pytestmark = pytest.mark.usefixtures("tiny_games")


def command(*words: str, text: str = "", folder: Path | None = None) -> Ran:
    return run_door("rulebook", words, text=text, folder=folder)


def played(path: Path) -> list[tuple[str, str]]:
    return [(entry.side, entry.action) for entry in read_log(path).entries if isinstance(entry, Did)]


def raid(text: str, *words: str, players: str = "person,random", folder: Path | None = None) -> Ran:
    return command("play", "raid", "--players", players, "--seed", "1", *words, text=text, folder=folder)


# what is told


def test_a_person_is_told_what_the_other_did_and_rolled(tmp_path: Path) -> None:
    log = tmp_path / "p.jsonl"
    ran = raid("hide 1012\n", "-o", str(log))
    assert ran.code == 0
    for entry in read_log(log).entries:
        assert entry_told(entry) in ran.output
    assert "== Guard to decide ==" in ran.output
    assert "4  hide 1618" in ran.output


def test_the_turn_and_the_phase_are_told_when_they_change() -> None:
    ran = command("play", "bannockburn", "--players", "person", "--seed", "3", text="1\n" * 12)
    headings = [line for line in ran.output.splitlines() if line.startswith("== ")]
    assert headings[0] == "== Game-Turn 1 – Scots: set-up – Scots to decide =="
    assert headings[1] == "== Game-Turn 1 – Scots: set-up – English to decide =="
    assert headings[2] == "== Game-Turn 1 – Scots: movement – Scots to decide =="
    assert len(headings) == len(set(headings))


def test_the_steps_of_a_move_stand_on_one_line() -> None:
    moved = [Done("a", "pick 1", "King", ()), Done("a", "N", "", ()), Done("a", "end", "", ()), Done("a", "pass", "", ())]
    assert [*course_lines(moved)] == ["a: pick 1  (King), N, end", "a: pass"]
    rolled = [Done("a", "N", "", ()), Done("b", "N", "", (Did("x", "y"),)), Done("b", "N", "", ())]
    assert [*course_lines(rolled)] == ["a: N", "b: N", "    y: x", "b: N"]


@pytest.mark.parametrize("title", ["bannockburn", "angorra"])
def test_units_are_named_beside_their_hexes(title: str) -> None:
    """Where an action writes where somebody stands, his name is beside it."""
    game = rulebook.new(title, seed=2)
    counters = game.rules.battle(game.state).pieces  # type: ignore[attr-defined]
    seen = 0
    for _ in range(150):
        lines = [*decision_lines(game)]
        own = {unit["at"]: counters[id_].name for id_, unit in game.state["units"].items() if counters[id_].kind != "wagon"}
        for action, line in zip(game.actions(), lines[-len(game.actions()) :], strict=True):
            verb, *words = action.split()
            for word in set(words) & own.keys() if verb in ("pick", "organise", "fire", "attack", "mode", "charge") else ():
                if words[0] != "wagon":
                    assert own[word] in line.partition(action)[2]
                    seen += 1
        game.do(game.actions()[-1] if game.decisions % 3 else game.actions()[len(game.actions()) // 2])
    assert seen > 100
    assert named(game, "about-face") == ""


def test_a_change_of_mode_says_into_what() -> None:
    game = rulebook.new("bannockburn", seed=7)
    for number in (1, 1, 2, *[1] * 7):
        game.do(number)
    game.do("pass")
    assert named(game, "mode 0922") == "Ettrick archers: shortbow, to melee"


def test_long_lists_stand_in_columns() -> None:
    cells = [f"cell {k:02}" for k in range(25)]
    lines = [*in_columns(cells)]
    assert max(map(len, lines)) <= 100
    assert len(lines) == 3
    assert lines[0].split("  ")[:2] == ["cell 00", "cell 03"]
    assert sorted(re.findall("cell ..", " ".join(lines))) == cells


# what can be typed


def test_undo_goes_back_to_one_s_own_last_decision(tmp_path: Path) -> None:
    log = tmp_path / "p.jsonl"
    ran = raid("undo\nbreak 1012\n", "-o", str(log), players="random,person")
    assert "a decision of yours to take back" in ran.errors
    chosen = Seat.parsed("random 1").player("guard").choose(Game("raid", seed=1))
    assert played(log) == [("guard", chosen), ("raider", "break 1012")]
    assert "no die since your last decision" in raid("break 1012\nundo\n", players="random,person").errors


def test_undo_takes_back_what_the_program_did_after(tmp_path: Path) -> None:
    log = tmp_path / "p.jsonl"
    text = "pick b\ntake\nend\nundo\n"
    ran = command("play", "nim", "--players", "person,random", "--seed", "1", "-o", str(log), text=text)
    assert ran.code == 130  # the input ends before the game
    assert played(log) == [("left", "pick b"), ("left", "take")]
    assert "taken back: " in ran.output


def test_words_besides_actions(tmp_path: Path) -> None:
    ran = raid("help\nscore\nlist\n\nxyz\nmap\nmap p.gif\nmap at.png\nquit\n\n", folder=tmp_path)
    assert ran.code == 0
    for word in ("undo", "map [FILE]", "points: guard 0, raider 0"):
        assert word in ran.output
    assert ran.output.count("4  hide 1618") == 2
    assert "got ''" in ran.errors
    assert "xyz: " in ran.errors
    assert "ends in .svg, .png or .pdf" in ran.errors
    assert sorted(path.name for path in tmp_path.iterdir()) == ["at.png", "raid-0000.svg"]
    assert "the game is not kept" in ran.errors


# that nothing is lost


def test_every_decision_is_kept_before_the_next_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log, asked = tmp_path / "p.jsonl", []

    def read(terminal: Terminal, _prompt: str) -> str:
        assert read_log(log).entries == tuple(terminal.game.entries)
        asked.append(terminal.game.decisions)
        return "1"

    monkeypatch.setattr(Terminal, "_read", read)
    assert command("play", "nim", "--players", "person,random", "--seed", "1", "-o", str(log)).code == 0
    assert asked[0] == 0
    assert len(asked) > 3
    assert rulebook.load(log).over


def test_a_game_that_is_left_goes_on(tmp_path: Path) -> None:
    log = tmp_path / "p.jsonl"
    ran = command("play", "nim", "--players", "person,random", "--seed", "1", text=f"pick b\nquit\n{tmp_path}/no/x\n{log}\n")
    assert (ran.code, "goes on" in ran.errors, "does not exist" in ran.errors) == (0, True, True)
    assert played(log) == [("left", "pick b")]
    ran = command("play", str(log), text="take\nquit\n")
    assert (ran.code, played(log)) == (0, [("left", "pick b"), ("left", "take")])
    assert "stones: 12" in ran.output, "how things stand is told before anything is asked"
    other = tmp_path / "other.jsonl"
    assert command("play", str(log), "--players", "greedy", "-o", str(other)).code == 0
    assert (rulebook.load(other).over, rulebook.load(log).over) == (True, False)
    assert rulebook.load(other).head.players == {"left": "greedy 1", "right": "greedy 1"}
    assert command("play", str(log), "-o", str(other)).code == 2, "another game is not written over"


def test_a_log_that_was_begun_by_hand_goes_on_with_players(tmp_path: Path) -> None:
    log = tmp_path / "p.jsonl"
    command("new", "nim", "-o", str(log))
    assert command("play", str(log), "--players", "random 4, greedy").code == 0
    assert rulebook.load(log).head.players["left"] == "random 4"


def test_ctrl_c_keeps_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "p.jsonl"
    asked = iter(["pick b", "", str(log)])

    def read(_self: Terminal, _prompt: str) -> str:
        answer = next(asked)
        if not answer:
            raise KeyboardInterrupt
        return answer

    monkeypatch.setattr(Terminal, "_read", read)
    assert command("play", "nim", "--players", "person,random").code == 0
    assert played(log) == [("left", "pick b")]


# films


def test_every_phase_has_a_picture() -> None:
    game = play_seated("bannockburn", ["random"], seed=5)
    scenes = [*find_scenes(game.log, game.decisions)]
    phases = [scene.name.removesuffix(".svg").split("-")[1:] for scene in scenes]
    assert [phase for phase in phases if phase[-1] not in ("setup", "modes", "over")] == [
        [str(turn), side, phase]
        for turn in range(1, 11)
        for side in ("scots", "english")
        for phase in ("removal", "rout", "move", "fire", "melee", "reply")
    ]
    notes = [line for scene in scenes for line in scene.done if "Game-Turn" in line]
    assert len(notes) == len(set(notes)) == 120, "each line stands with one picture"
    assert [scene.look.moment.heading for scene in scenes] == [f"Game-Turn {phase[0]}" for phase in phases]

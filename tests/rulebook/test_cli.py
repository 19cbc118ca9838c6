"""The command `rulebook`: exit codes, one line a fault, files whole or not at all, what it prints."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import rulebook
from rulebook import cores
from rulebook.log import read_log
from rulebook.replay import load
from tests.commands import Ran, run_door
from tests.house.tree import ROOT

pytestmark = pytest.mark.usefixtures("tiny_games")


def command(*words: str, text: str = "", folder: Path | None = None) -> Ran:
    return run_door("rulebook", words, text=text, folder=folder)


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = str(tmp_path / "game.jsonl")
    assert command("new", "raid", "--seed", "3", "-o", path).code == 0
    return path


def test_a_game_from_the_shell(game: str) -> None:
    assert command("legal", game).output.splitlines() == [
        "Guard to decide:",
        *(f"    {k}  hide {g}" for k, g in enumerate((1012, 1214, 1416, 1618), 1)),
    ]
    ran = command("do", game, "2", "listen", "break 1012", "--json")
    told = json.loads(ran.output)
    assert (ran.code, told["decider"], told["happened"][0]) == (0, "raider", {"do": "hide 1214", "by": "guard"})
    legal = json.loads(command("legal", game, "--json").output)
    assert (legal["decider"], legal["over"]) == ("raider", False)
    assert "listen" in legal["actions"]
    assert read_log(game).decisions() == 3


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("do", "GAME", "break 1012"),
            "error: break 1012: the gate is broken already (3.2)",
        ),
        (("do", "GAME", "1", "9"), "from 1 to 5"),
        (("do", "GAME", "99999"), "from 1 to 4, got 99999"),
        (("do", "GAME", "\x1b[31m"), r"or its number, got '\x1b[31m'"),
        (("do", "GAME", "a" * 9999), "or its number, got 'aaa"),
        (("do", "-", "1"), "the file of a log"),
        (("undo", "-"), "the file of a log"),
        (("play", "-", "--players", "random"), "a title that can be played"),
        (("new", "raid", "--table", "--seed", "3", "-o", "new.jsonl"), "either --table or --seed"),
        (("do", "GAME", "1", "x"), "error: x: this is not the time for it (3.1)"),
        (("do", "GAME", "1", "--dice", "x"), "dice as whole numbers"),
        (("do", "GAME", "1", "2", "--dice", "1"), "one action with --dice"),
        (("do", "GAME", "1", "--dice", "1"), "0 dice for hide 1012"),
        (("undo", "GAME"), "at most 0 decisions"),
        (("undo", "GAME", "x"), "is not a whole number"),
        (("replay", "GAME", "--to", "1"), "from 0 to 0"),
        (("legal", "none.jsonl"), "none.jsonl: no such file"),
        (("legal", "."), "is a folder"),
        (("new", "raid", "-o", "GAME"), "is there already"),
        (("new", "raid", "--scenario", "dawn", "-o", "new.jsonl"), "night or noon"),
        (("new", "raid", "--option", "x", "-o", "new.jsonl"), "NAME=VALUE"),
        (("new", "raid", "--option", "title=x", "-o", "new.jsonl"), "no option but"),
        (("new", "riad", "-o", "new.jsonl"), "did you mean 'raid'?"),
        (("new", "raid", "--seed", "-1", "-o", "new.jsonl"), "'-1' is not a whole number from 0 on"),
        (("new", "raid", "--seed", "1" * 9999, "-o", "new.jsonl"), "digits is not in the range"),
        (("new", "raid", "-o", "no/new.jsonl"), "does not exist"),
        (("play", "raid", "--players", "random,random,random"), "2 players"),
        (("play", "raid", "--players", "wizard"), "a player"),
        (("play", "raid", "--players", "wizard", "--games", "4"), "a player"),
        (("play", "raid", "--players", "random,gredy"), "did you mean 'greedy'?"),
        (("play", "raid", "--players", "pson"), "did you mean 'person'?"),
        (("play", "raid", "--players", "person 3"), "a person without a seed"),
        (("play", "raid", "--games", "2", "--players", "person"), "one game, for a person"),
        (("play", "raid", "-o", "GAME"), "is there already"),
        (("play", "raid", "--players", "person", "-o", "/dev/null"), "no file in which a person's game can be kept"),
        (("play", "GAME"), "--players, for the log tells none"),
        (("play", "GAME", "--players", "random", "--seed", "3"), "with a log, which has its own"),
        (("play", "GAME", "--players", "random", "--games", "3"), "with a log, which has its own"),
        (("play", "none.jsonl"), "none.jsonl: no such file"),
        (("play", "riad"), "did you mean 'raid'?"),
        (("check", "raid", "--players", "person"), "programs as players"),
        (("check", "raid", "-o", "GAME"), "is there already and not a folder"),
        (("replay", "GAME", "-o", "p.svg", "--position", "./p.svg"), "another file for the position"),
        (("rules", "bannockburn", "99"), "a rule that the index of bannockburn has"),
        (("play", "raid", "--games", "2", "-o", "new.jsonl"), "a file name that ends in .csv"),
        (("play", "raid", "--games", "2", "-o", "no/new.csv"), "does not exist"),
        (("play", "raid", "-o", "no/new.jsonl"), "does not exist"),
        (("play", "raid", "--seed", str(2**63 - 1), "--games", "2", "--cores", "2"), "a seed, a whole number from 0 to"),
        (("play", "raid", "--games", "0"), "0 is not in the range"),
        (("rules", "raid"), "with an index of its rules"),
        (("check", "raid", "--players", "random,wizard"), "a player"),
        (("check", "riad"), "did you mean 'raid'?"),
        (("serve", "riad"), "did you mean 'raid'?"),
    ],
)
def test_bad_words_end_with_2_a_line_and_nothing_written(game: str, words: tuple[str, ...], says: str, tmp_path: Path) -> None:
    before = Path(game).read_bytes()
    ran = command(*(game if word == "GAME" else word for word in words), folder=tmp_path)
    assert ran.code == 2
    assert says in ran.errors
    assert "Traceback" not in ran.errors
    assert Path(game).read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]


def test_a_broken_log_is_told_line_by_line(game: str) -> None:
    command("do", game, "1", "2")
    text = Path(game).read_text()
    Path(game).write_text(text + "NaN\n{}\n")
    ran = command("legal", game)
    assert (ran.code, len(ran.errors.splitlines())) == (2, 2)
    assert all(line.startswith(f"{game}:") for line in ran.errors.splitlines())
    Path(game).write_text(text.replace('"rules":"2"', '"rules":"1"'))
    ran = command("replay", game)
    assert ran.code == 2
    assert "played by the rules '1'" in ran.errors
    assert "    1 guard: hide 1012" in ran.output.splitlines()


def test_dice_from_a_table(tmp_path: Path) -> None:
    path = str(tmp_path / "t.jsonl")
    assert command("new", "raid", "--table", "--scenario", "noon", "-o", path).code == 0
    assert command("do", path, "hide 1618").code == 0
    ran = command("do", path, "break 1012")
    assert (ran.code, "`--dice N`, where N is a die from 1 to 6 for breaking 1012 (4.1), got '0 dice'" in ran.errors) == (2, True)
    assert "1012 is broken (4.2)" in command("do", path, "break 1012", "--dice", "6").output
    assert rulebook.load(path).state["broken"] == ["1012"]
    ran = command("undo", path)  # a die from a table may have been entered wrongly
    assert ran.output.splitlines() == ["taken back: raider: break 1012", "Raider to decide"]
    assert "misses" not in command("do", path, "break 1012", "--dice", "1").output
    assert rulebook.load(path).state["broken"] == []
    assert command("undo", path, "3").code == 2
    assert command("play", path, "--players", "random").code == 2


def doing(path: Path) -> list[str]:
    return [sys.executable, "-c", "from rulebook.cli import main; main()", "do", str(path), "1"]


def test_what_cannot_be_told_is_not_done(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    command("new", "bannockburn", "--seed", "1", "-o", str(path))
    before = path.read_bytes()
    with Path("/dev/full").open("w") as full:
        assert subprocess.run(doing(path), stdout=full, stderr=subprocess.DEVNULL, check=False).returncode == 2
    assert path.read_bytes() == before


def test_two_who_act_at_once_both_act(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    command("new", "bannockburn", "--seed", "1", "-o", str(path))
    running = [subprocess.Popen(doing(path), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for _ in range(4)]
    assert [each.wait() for each in running] == [0] * 4
    assert load(path).decisions == 4


def test_a_log_that_is_read_only_is_not_played_on(game: str) -> None:
    before = Path(game).read_bytes()
    Path(game).chmod(0o444)
    for words in (("do", game, "1"), ("undo", game)):
        ran = command(*words)
        assert (ran.code, "is read-only" in ran.errors) == (2, True)
    assert Path(game).read_bytes() == before


def test_taking_back(game: str) -> None:
    command("do", game, "1")
    assert command("undo", game).code == 0
    assert read_log(game).decisions() == 0


def test_replay_to_some_decision(game: str, tmp_path: Path) -> None:
    command("do", game, "1", "2", "3")
    told = json.loads(command("replay", game, "--to", "1", "--json").output)
    assert (told["decisions"], told["undoable"], told["state"]["phase"], told["score"]) == (
        1,
        1,
        "listen",
        {"points": {"guard": 0, "raider": 0}},
    )
    position = tmp_path / "p.toml"
    assert command("replay", game, "--position", str(position)).code == 0
    assert position.read_text().startswith('format = "position/1"')
    assert command("replay", game, "--position", game).code == 2


def test_pictures_of_a_game(game: str, tmp_path: Path) -> None:
    command("do", game, "hide 1012")
    command("do", game, "break 1416", "--dice", "6")
    picture = tmp_path / "p.svg"
    assert command("replay", game, "--svg", str(picture)).code == 0
    assert picture.read_text().startswith("<?xml")
    movie = tmp_path / "movie"
    assert command("replay", game, "--movie", str(movie)).code == 0
    frames = ["0001-0-hide.svg", "0002-0-listen.svg", "0003-1-listen.svg"]
    assert sorted(path.name for path in movie.iterdir()) == [*frames, "index.html"]
    assert (movie / "0003-1-listen.svg").read_text() == picture.read_text()
    page = (movie / "index.html").read_text("utf-8")
    assert re.findall(r'<li><a href="([^"]*)">', page) == frames
    assert page.index("raider: break 1416") > page.index(frames[2]), "what was done stands with the picture after it"
    assert command("replay", game, "--movie", str(movie)).code == 2
    within = tmp_path / "within"
    assert command("replay", game, "--to", "1", "--movie", str(within), "-o", str(picture)).code == 0
    assert (within / "0002-0-listen.svg").read_text() == picture.read_text(), "it ends where --to says"
    ran = command("replay", game, "-o", str(tmp_path / "p.gif"), "--movie", str(tmp_path / "late"))
    assert (ran.code, "a file name that ends in .svg, .png or .pdf" in ran.errors) == (2, True)
    assert not (tmp_path / "late").exists()
    heaps = str(tmp_path / "nim.jsonl")
    command("new", "nim", "-o", heaps)
    for words in (("--svg", str(tmp_path / "x.svg")), ("--movie", str(tmp_path / "m")), ("--position", str(tmp_path / "x.toml"))):
        ran = command("replay", heaps, *words)
        assert (ran.code, "has no position on a map" in ran.errors) == (2, True)
    assert not (tmp_path / "m").exists()


def test_whole_games(tmp_path: Path) -> None:
    path = str(tmp_path / "played.jsonl")
    ran = command("play", "raid", "--players", "random,greedy", "--seed", "4", "-o", path, "--json")
    told = json.loads(ran.output)
    assert told["players"] == {"guard": "random 4", "raider": "greedy 4"}
    assert rulebook.load(path).score() == told["score"]
    assert command("play", "raid", "--players", "random,greedy", "--seed", "4").output.startswith("raid, seed 4: ")


def test_a_study_of_balance() -> None:
    words = ("play", "raid", "--players", "random,greedy", "--games", "40", "--seed", "1", "--cores", "1")
    ran = command(*words, "--json")
    told = json.loads(ran.output)
    assert told["players"] == {"guard": "random", "raider": "greedy"}
    for kind in ("winners", "outcomes"):
        assert sum(each["games"] for each in told[kind]) == told["games"] == 40
        assert all(each["low"] < each["share"] < each["high"] for each in told[kind])
    assert command(*words, "--json").output == ran.output
    lines = command(*words).output.splitlines()
    assert set(told["spread"]) == set(told["points"])
    assert lines[:2] == ["raid, 40 games from seed 1: guard random, raider greedy", "winners:"]
    first = told["winners"][0]
    assert lines[2].split()[:3] == [first["winner"], str(first["games"]), f"{100 * first['share']:.1f}"]


def test_a_study_as_a_table_whose_rows_can_be_played_again(tmp_path: Path) -> None:
    path = tmp_path / "study.csv"
    ran = command("play", "raid", "--games", "5", "--seed", "7", "--cores", "1", "-o", str(path), "--json")
    with path.open(newline="") as lines:
        rows = [*csv.DictReader(lines)]
    assert [row["seed"] for row in rows] == ["7", "8", "9", "10", "11"]
    counts = Counter(row["winner"] for row in rows)
    assert counts == {each["winner"]: each["games"] for each in json.loads(ran.output)["winners"]}
    alone = json.loads(command("play", "raid", "--seed", "9", "--json").output)
    assert (alone["score"]["winner"], str(alone["decisions"])) == (rows[2]["winner"], rows[2]["decisions"])
    assert {side: int(rows[2][side]) for side in ("guard", "raider")} == alone["score"]["points"]


@pytest.mark.parametrize(("kind", "games"), [("play", "4"), ("check", "2")])
def test_a_study_is_the_same_on_any_number_of_cores(kind: str, games: str) -> None:
    words = (kind, "allies", "--games", games, "--seed", "1", "--json", "--cores")
    told = [json.loads(command(*words, number).output) for number in "13"]
    for each in told:
        for key in ("list_ms_95", "copy_ms", "seconds"):
            each.pop(key, None)
    assert told[0] == told[1]


@pytest.mark.parametrize(("after", "code"), [(0, 130), (3, 130), (6, 0)])
def test_an_interrupted_study_tells_what_was_played(after: int, code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = cores.over_all
    import_module("rulebook.check")  # which must not be the first time while another stands in

    def interrupted(task: Any, seeds: Any, **given: Any) -> Iterator[Any]:
        for number, value in enumerate(whole(task, seeds, **given)):
            if number == after:
                raise KeyboardInterrupt
            yield value

    monkeypatch.setattr(cores, "over_all", interrupted)
    ran = command("play", "raid", "--games", "6", "--seed", "4", "--cores", "1", "--json")
    assert ran.code == code
    monkeypatch.undo()
    if after == 0:
        assert (ran.output, ran.errors) == ("", "stopped\n")
    else:
        assert ("stopped after 3 of 6 games" in ran.errors) == (after == 3)
        assert json.loads(ran.output)["games"] == after


def test_check_from_the_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = json.loads(command("check", "nim", "--games", "3", "--cores", "1", "--json").output)
    assert (told["games"], told["failed"], told["rules"]) == (3, 0, {"1.1": 3, "1.4": 3})
    assert "3 games, 0 failed" in command("check", "nim", "--games", "3", "--cores", "1").output
    from rulebook.titles import TITLES
    from tests.rulebook import faulty

    monkeypatch.setitem(TITLES, "faulty", "tests.rulebook.faulty")
    monkeypatch.setattr(faulty, "chosen", ["crashes"])
    ran = command("check", "faulty", "--games", "1", "--seed", "1", "--cores", "1", "-o", str(tmp_path / "logs"))
    assert ran.code == 2
    assert "seed 1: ZeroDivisionError" in ran.errors
    assert rulebook.load(tmp_path / "logs" / "failed-1.jsonl").decisions == 2


def test_what_fails_is_told_even_where_its_logs_cannot_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from rulebook.titles import TITLES
    from tests.rulebook import faulty

    monkeypatch.setitem(TITLES, "faulty", "tests.rulebook.faulty")
    monkeypatch.setattr(faulty, "chosen", ["crashes"])
    monkeypatch.setattr("rulebook.cli.checking.refuse_folder", lambda _: None)
    (tmp_path / "file").write_text("")
    ran = command("check", "faulty", "--games", "1", "--seed", "1", "--cores", "1", "-o", str(tmp_path / "file"))
    assert (ran.code, "1 game, 1 failed" in ran.output) == (2, True)
    assert "seed 1: ZeroDivisionError" in ran.errors


def test_a_log_from_stdin(game: str) -> None:
    command("do", game, "1", "2")
    text = Path(game).read_text()
    assert command("replay", "-", text=text).output == command("replay", game).output
    assert command("legal", "-", text=text).output == command("legal", game).output
    ran = command("legal", "-", text="x\n")
    assert (ran.code, ran.errors.startswith("-:1:1: ")) == (2, True)


def test_a_picture_is_made_without_the_course(game: str, tmp_path: Path) -> None:
    command("do", game, "1", "2")
    assert "    1 guard: hide 1012" in command("replay", game).output
    ran = command("replay", game, "-o", str(tmp_path / "p.svg"))
    assert ran.output.splitlines()[0] == "after 2 decisions: Raider to decide"
    assert "hide 1012" not in ran.output


def test_one_rule_of_the_index() -> None:
    whole, one = (json.loads(command("rules", "bannockburn", *rule, "--json").output) for rule in ((), ("15.4",)))
    ids = [row["id"] for row in one["rules"]]
    assert ids == [row["id"] for row in whole["rules"] if row["id"].partition("-")[2].startswith("15.4")]
    assert len(ids) == one["cases"] > 1
    twos = json.loads(command("rules", "angorra", "2", "--json").output)["rules"]
    assert {row["id"].partition("-")[2].partition(".")[0] for row in twos} == {"2"}


def test_titles_tell_their_options_and_take_them(tmp_path: Path) -> None:
    options = {row["title"]: row["options"] for row in json.loads(command("list", "--json").output)["titles"]}
    tried = 0
    for title in ("allies", "bannockburn", "angorra"):
        for name, says in options[title].items():
            listed = re.match(r"([a-z]+), ([a-z]+)(?=:| \()", says)
            for value in listed.groups() if listed else ():
                ran = command("new", title, "--option", f"{name}={value}", "-o", str(tmp_path / f"{tried}.jsonl"))
                assert ran.code == 0, ran.errors
                tried += 1
    assert tried == 2 * (3 + 4 + 4)
    assert options["nim"] == {}


@pytest.mark.parametrize("title", ["allies", "bannockburn", "angorra"])
def test_no_option_goes_untold(title: str, tmp_path: Path) -> None:
    told = json.loads(command("list", "--json").output)["titles"]
    known = next(row["options"] for row in told if row["title"] == title)
    ran = command("new", title, "--option", "zzzzzz=1", "-o", str(tmp_path / "x.jsonl"))
    listed = re.findall(r"[a-z0-9_.]+", re.findall(r"known: (.*?)\)", ran.errors)[0])
    assert {*listed} - {"strict"} == {*known}


def test_titles() -> None:
    told = json.loads(command("list", "--json").output)
    assert {"raid", "nim"} <= {row["title"] for row in told["titles"]}


# serve


def test_a_new_game_has_any_seed_unless_one_is_given() -> None:
    seeds = {served({"ask": "new"})[0]["seed"] for _ in range(3)}
    assert len(seeds) == 3
    assert served({"ask": "new", "seed": 0})[0]["seed"] == 0


def served(*questions: object, title: str = "raid") -> list[dict[str, object]]:
    text = "".join(f"{question if isinstance(question, str) else json.dumps(question)}\n" for question in questions)
    ran = command("serve", title, "--seed", "3", text=text)
    assert ran.code == 0
    return [json.loads(line) for line in ran.output.splitlines()]


def test_a_conversation(tmp_path: Path) -> None:
    path = str(tmp_path / "s.jsonl")
    new, legal, did, view, score, saved, undone, redone, rolled, none, log, loaded, state = served(
        {"ask": "new", "seed": 4, "options": {"scenario": "noon"}},
        {"ask": "legal", "id": "a"},
        {"ask": "do", "action": "hide 1214"},
        {"ask": "view", "side": "raider"},
        {"ask": "score"},
        {"ask": "save", "path": path},
        {"ask": "undo"},
        {"ask": "redo"},
        {"ask": "do", "action": 1, "dice": [5]},
        {"ask": "undo"},
        {"ask": "log"},
        {"ask": "load", "path": path},
        {"ask": "state"},
    )
    assert new == {"title": "raid", "seed": 4, "rules": "2", "decider": "guard", "over": False, "decisions": 0, "undoable": 0}
    assert (legal["id"], legal["actions"]) == ("a", ["hide 1012", "hide 1214", "hide 1416", "hide 1618"])
    assert (did["did"], did["happened"], did["decider"]) == ("hide 1214", [], "raider")
    assert view["view"]["kept"] == "?"  # type: ignore[index]
    assert score["score"] == {"points": {"guard": 0, "raider": 0}}
    assert saved == {"saved": path}
    assert (undone["decisions"], redone["decisions"]) == (0, 1)
    assert (rolled["did"], rolled["happened"]) == (
        "break 1012",
        [{"die": 5, "for": "breaking 1012", "rule": "4.1", "forced": True}, {"note": "1012 is broken", "rule": "4.2"}],
    )
    assert none["error"]["kind"] == "notation"  # type: ignore[index]
    assert len(log["lines"]) == 5  # type: ignore[arg-type]
    assert (loaded["decisions"], state["state"]["broken"]) == (1, [])  # type: ignore[index]


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("", "notation"),
        ("x", "notation"),
        ("[]", "notation"),
        ({}, "notation"),
        ({"ask": "win"}, "notation"),
        ({"ask": ["do"]}, "notation"),
        ({"ask": "do"}, "notation"),
        ({"ask": "do", "action": None}, "notation"),
        ({"ask": "do", "action": 99}, "notation"),
        ({"ask": "do", "action": True}, "notation"),
        ({"ask": "do", "action": "x"}, "illegal"),
        ({"ask": "do", "action": "x", "more": 1}, "notation"),
        ({"ask": "do", "action": 1, "dice": [1]}, "notation"),
        ({"ask": "do", "action": 1, "dice": 1}, "notation"),
        ({"ask": "undo", "decisions": 0}, "notation"),
        ({"ask": "undo", "decisions": True}, "notation"),
        ({"ask": "view", "side": "x"}, "notation"),
        ({"ask": "new", "seed": -1}, "notation"),
        ({"ask": "new", "seed": 1e3}, "notation"),
        ({"ask": "new", "options": {"seed": 3}}, "notation"),
        ({"ask": "save"}, "notation"),
        ({"ask": "save", "path": ""}, "notation"),
        ({"ask": "save", "path": "/no/such/x"}, "data"),
        ({"ask": "save", "path": "\0x"}, "notation"),
        ({"ask": "load", "path": "/no/such/x"}, "data"),
        ({"ask": "load", "path": "/"}, "data"),
        ('{"ask": "legal", "ask": "do"}', "notation"),
        ('{"ask": "new", "seed": NaN}', "notation"),
        ("[" * 9999, "notation"),
    ],
)
def test_a_wrong_line_gets_an_error_and_the_game_goes_on(question: object, kind: str) -> None:
    before, answer, after = served({"ask": "state"}, question, {"ask": "state"})
    assert answer["error"]["kind"] == kind  # type: ignore[index]
    assert answer["error"]["line"] == 2  # type: ignore[index]
    assert before == after


def test_who_reads_no_further_has_asked_for_it_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    rulebook.new("allies").save(path)
    before = path.read_text(encoding="utf-8")
    command = [sys.executable, "-m", "rulebook", "do", str(path), "end turn"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as doing:
        assert doing.stdout is not None
        doing.stdout.close()
    assert path.read_text(encoding="utf-8").startswith(before)
    assert '"do":"end turn"' in path.read_text(encoding="utf-8").replace(" ", "").replace("endturn", "end turn")


def test_a_rule_that_is_not_there_is_told_how_they_begin() -> None:
    ran = run_door("rulebook", ("rules", "allies", "24.6"))
    assert (ran.code, "AL-00, AL-01" in ran.errors) == (2, True)

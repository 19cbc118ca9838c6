"""The command `hexmap` from outside: answers, JSON against the published schemas, exit codes, no traceback on anything bad."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest

from tests.commands import Ran, hexmap_command
from tests.house.tree import ROOT

B = "bannockburn"
QUESTIONS = {
    "show": [B, "1426"],
    "distance": [B, "1426+1425", "1225"],
    "arcs": [B, "1426+1425"],
    "place": [B, "1020", "--as", "pair"],
    "los": [B, "1426+1425", "1225", "--occupied", "1326"],
    "viewshed": [B, "1426", "--radius", "4"],
    "reach": [B, "1426", "--allowance", "3"],
    "path": [B, "1426", "1020"],
    "why": [B, "1426", "1020", "--allowance", "9"],
    "charge": [B, "1020", "--target", "1024", "--allowance", "3"],
    "rout": [B, "2010", "--level", "2", "--allowance", "5", "--side", "english"],
}


def schema(name: str) -> object:
    return json.loads((ROOT / f"data/schemas/hexmap-{name}-1.json").read_text("utf-8"))


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_answer_fits_its_schema(question: str) -> None:
    ran = hexmap_command(question, *QUESTIONS[question], "--json")
    assert ran.code == 0, ran.errors
    jsonschema.validate(json.loads(ran.output), schema(question))
    assert ran.output.count("\n") == 1


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_answer_is_told_in_words(question: str) -> None:
    ran = hexmap_command(question, *QUESTIONS[question])
    assert ran.code == 0
    assert ran.output.strip()
    assert "{" not in ran.output


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_answer_is_drawn(question: str, tmp_path: Path) -> None:
    figure = tmp_path / "figure.svg"
    ran = hexmap_command(question, *QUESTIONS[question], "-o", str(figure))
    assert ran.code == 0, ran.errors
    assert figure.read_text("utf-8").startswith("<?xml")


def test_reach_of_a_pair_and_of_a_facing_single_fit_the_schema() -> None:
    for at in ("1426+1425", "1426>NE"):
        answer = json.loads(hexmap_command("reach", B, at, "--allowance", "2", "--json").output)
        jsonschema.validate(answer, schema("reach"))
        assert answer["positions"][0]["cost"] == 0
        assert answer["positions"][0]["at"] == at


def test_fail_turns_a_no_into_exit_1() -> None:
    blocked = [B, "1426", "1225", "--occupied", "1326"]
    assert hexmap_command("los", *blocked).code == 0
    assert hexmap_command("los", *blocked, "--fail").code == 1
    assert hexmap_command("los", B, "1426", "1225", "--fail").code == 0


def test_a_position_counts_but_not_what_does_not_block(tmp_path: Path) -> None:
    position = tmp_path / "position.toml"
    text = 'format = "position/1"\nmap = "bannockburn"\n[[unit]]\nat = "1425"\n'
    position.write_text(text)
    assert '"clear": false' in hexmap_command("los", B, "1426", "1424", "--with", str(position), "--json").output
    position.write_text(text + "blocks = false\n")
    assert '"clear": true' in hexmap_command("los", B, "1426", "1424", "--with", str(position), "--json").output


BAD = {
    "a hex off the map": ["los", B, "1426", "3001"],
    "no hex at all": ["los", B, "1426", "<svg onload=x>"],
    "a pair that does not touch": ["arcs", B, "1426+1424"],
    "a single for arcs": ["arcs", B, "1426"],
    "a direction of the other orientation": ["reach", B, "1426>E", "--allowance", "3"],
    "no such title": ["los", "bannockbrun", "1426", "1225"],
    "a title that climbs": ["los", "../bannockburn", "1426", "1225"],
    "an unknown class": ["reach", B, "1426", "--allowance", "3", "--class", "hosre"],
    "a negative allowance": ["reach", B, "1426", "--allowance", "-1"],
    "an allowance that is no number": ["reach", B, "1426", "--allowance", "nan"],
    "an unknown side": ["rout", B, "2010", "--level", "1", "--allowance", "5", "--side", "welsh"],
    "an unknown edge": ["rout", B, "2010", "--level", "1", "--allowance", "5", "--toward", "S", "--exit", "noth"],
    "an unknown direction": ["rout", B, "2010", "--level", "1", "--allowance", "5", "--toward", "E"],
    "a suffix nobody draws": ["los", B, "1426", "1225", "-o", "figure.bmp"],
    "a folder that is not there": ["los", B, "1426", "1225", "-o", "nowhere/at/all/figure.svg"],
    "an unknown style": ["render", B, "-o", "x.svg", "--style", "clasic"],
    "a style that climbs": ["render", B, "-o", "x.svg", "--style", "../../etc/passwd"],
    "a crop off the map": ["render", B, "-o", "x.svg", "--crop", "1122-9999"],
    "a policy that is none": ["los", B, "1426", "1225", "--run", "sometimes"],
    "too few words": ["los", B],
    "an unknown command": ["lso", B],
    "a position that is not there": ["los", B, "1426", "1225", "--with", "nowhere.toml"],
    "a matrix of another kind": ["matrix", B, "-o", "m.xlsx"],
    "an unread length": ["new", "somewhere", "--hex", "16"],
    "a map too large to start with": ["new", "somewhere", "--columns", "2000", "--rows", "2000"],
    "a paper and columns": ["new", "somewhere", "--paper", "a4", "--columns", "3"],
    "a nameless folder": ["new", ""],
    "a nameless map": ["show", "", "1426"],
    "a nameless figure": ["los", B, "1426", "1225", "-o", ""],
    "a nameless override": ["los", B, "1426", "1225", "--override", ""],
    "an empty crop": ["render", B, "-o", "x.svg", "--crop", ""],
    "coordinates over the drawing": ["render", B, "-o", "x.svg", "--coords", "x.svg"],
    "coordinates in no folder": ["render", B, "-o", "x.svg", "--coords", "no/where.json"],
    "digits of another script": ["reach", B, "1426", "--allowance", "٣"],
    "dots per inch of another script": ["render", B, "-o", "x.png", "--dpi", "١٠٠"],
    "points with an underscore": ["reach", B, "1426", "--allowance", "1_0"],
    "points beyond measure": ["reach", B, "1426", "--allowance", "9" * 40],
    "a batch of no class": ["batch", B, "--class", "nosuch"],
}


@pytest.mark.parametrize("words", BAD.values(), ids=BAD)
def test_bad_input_is_refused_in_plain_words(words: list[str], tmp_path: Path) -> None:
    ran = hexmap_command(*words, folder=tmp_path)
    assert ran.code == 2
    assert ran.errors.strip()
    assert "Traceback" not in ran.errors + ran.output
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def bad_files(folder: Path) -> dict[str, Callable[[], Path]]:
    def written(name: str, data: bytes) -> Callable[[], Path]:
        def write() -> Path:
            (folder / name).write_bytes(data)
            return folder / name

        return write

    noise = bytes(range(1, 256)) * 40_000
    return {
        "ten megabytes of noise": written("noise.toml", noise),
        "ten megabytes of letters": written("letters.toml", b"abc " * 2_500_000),
        "a folder": lambda: folder,
        "an empty file": written("empty.toml", b""),
        "latin letters": written("latin.toml", "title = 'Çubuk'".encode("latin-1")),
        "deeply nested": written("deep.toml", b"a = " + b"[" * 100_000),
        "missing": lambda: folder / "nothing.toml",
    }


@pytest.mark.parametrize("kind", bad_files(Path()))
def test_bad_files_are_refused_in_plain_words(kind: str, tmp_path: Path) -> None:
    path = bad_files(tmp_path)[kind]()
    ran = hexmap_command("check", str(path))
    assert ran.code == 2
    assert "Traceback" not in ran.errors
    assert str(path) in ran.errors


def test_check_names_every_fault_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    text = (ROOT / "data/bannockburn/map.toml").read_text("utf-8")
    faulty = text.replace('rout = ["S", "SW"]', 'rout = ["S", "W"]').replace("uphill = 1", "uphil = 1")
    path.write_text(faulty, "utf-8")
    lines = hexmap_command("check", str(path)).errors.splitlines()
    expected = [k + 1 for k, line in enumerate(faulty.splitlines()) if "uphil =" in line or '"W"]' in line]
    assert [int(line.removeprefix(f"{path}:").split(":")[0]) for line in lines] == expected
    assert "uphill" in lines[0]
    assert hexmap_command("check", B, "angorra").code == 0


def test_batch_answers_in_order_and_goes_on_after_a_bad_line() -> None:
    lines = [
        '{"ask": "los", "from": "1426", "to": "1225", "occupied": ["1326"]}',
        "not json",
        '{"ask": "reach", "at": "1426+1425", "allowance": 1}',
        '{"ask": "los", "from": "1426"}',
        '{"ask": "los", "from": "1426", "to": "1225", "ocupied": []}',
        '{"ask": "fly", "from": "1426"}',
        "[1, 2]",
        "",
        '{"ask": "distance", "from": "0101", "to": "2934"}',
    ]
    ran = hexmap_command("batch", B, text="\n".join(lines))
    answers = [json.loads(line) for line in ran.output.splitlines()]
    assert ran.code == 0
    assert answers[0] == json.loads(hexmap_command("los", B, "1426", "1225", "--occupied", "1326", "--json").output)
    assert answers[2]["positions"][0] == {"at": "1426+1425", "left": "1426", "right": "1425", "facing": 270, "cost": 0}
    assert answers[-1]["distance"] == 47
    errors = [answers[k] for k in (1, 3, 4, 5, 6, 7)]
    assert len(answers) == 9, "a line each, the blank one too"
    for error in errors:
        jsonschema.validate(error, schema("error"))
    assert "occupied" in errors[2]["error"]["message"]


def test_new_writes_a_starter_that_checks_and_renders(tmp_path: Path) -> None:
    for k, words in enumerate(([], ["--pointy"], ["--paper", "a4"], ["--columns", "3", "--rows", "2"], ["--columns", "120"])):
        folder = tmp_path / f"mine{k}"
        assert hexmap_command("new", str(folder), *words).code == 0
        assert hexmap_command("check", str(folder)).code == 0
        assert hexmap_command("render", str(folder), "-o", str(folder / "map.svg")).code == 0
        assert hexmap_command("new", str(folder)).code == 2, "nothing is overwritten"


def test_matrix_writes_the_table_that_los_answers(tmp_path: Path) -> None:
    import numpy as np

    folder = tmp_path / "mine"
    hexmap_command("new", str(folder), "--columns", "6", "--rows", "5")
    for name in ("m.csv", "m.npy"):
        assert hexmap_command("matrix", str(folder), "-o", str(tmp_path / name)).code == 0
    lines = [line.split(",") for line in (tmp_path / "m.csv").read_text().splitlines()]
    array = np.load(tmp_path / "m.npy")
    numbers = sorted({line[0] for line in lines[1:]})
    assert lines[0] == ["from", "to", "clear"]
    assert (array.shape, len(lines)) == ((30, 30), 1 + 30 * 29)
    for a, b, clear in lines[1:]:
        assert bool(int(clear)) == bool(array[numbers.index(a), numbers.index(b)])
    sees = json.loads(hexmap_command("viewshed", str(folder), numbers[7], "--json").output)["visible"]
    assert sees == [b for a, b, clear in lines[1:] if a == numbers[7] and clear == "1"]


def test_a_reader_that_leaves_is_no_answer_of_no() -> None:
    command = f"{sys.executable} -m hexmap reach {B} 1426 --allowance 30 | head -1; echo ${{PIPESTATUS[0]}}"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, cwd=ROOT)
    assert ran.stdout.splitlines()[-1] == "0"
    assert "Traceback" not in ran.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
def test_a_full_disk_is_said_in_one_line() -> None:
    command = f"{sys.executable} -m hexmap list --json > /dev/full"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, cwd=ROOT)
    assert (ran.returncode, len(ran.stderr.splitlines())) == (2, 1)


def test_check_knows_styles_and_overrides(tmp_path: Path) -> None:
    style = tmp_path / "mine.toml"
    style.write_text('format = "style/1"\nbase = "classic"\nink = "red"\n')
    assert hexmap_command("check", str(style)).errors.startswith(f"{style}:3:")
    hexmap_command("new", str(tmp_path / "mine"))
    (tmp_path / "mine/overrides.toml").write_text('[hex.0101]\nterrain = "moor"\n')
    assert "overrides.toml:2:" in hexmap_command("check", str(tmp_path / "mine/overrides.toml")).errors


def test_a_link_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "link.svg").symlink_to(tmp_path / "real.svg")
    assert hexmap_command("los", B, "1426", "1225", "-o", str(tmp_path / "link.svg")).code == 0
    assert (tmp_path / "link.svg").is_symlink()
    assert (tmp_path / "real.svg").is_file()


def test_colours_stay_out_of_a_pipe() -> None:
    ran: Ran = hexmap_command("los", B, "1426", "3001")
    assert "\x1b" not in ran.errors + ran.output

"""What all doors do alike, as processes of their own: any encoding of output, any bytes of input, nothing raw on a terminal."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mapsheet import outputs
from mapsheet.errors import DataError

ENCODINGS = ("ascii", "latin-1", "cp1252", "utf-8")
WRITTEN = {"ascii": "utf-8"}
"""Where click takes an encoding for a mistake and writes another."""


def door(name: str, *words: str | bytes, given: bytes = b"", encoding: str = "utf-8") -> subprocess.CompletedProcess[bytes]:
    code = f"import sys; sys.argv[0] = {name!r}; from {name}.cli import main; main()"
    there = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    return subprocess.run([sys.executable, "-c", code, *words], input=given, capture_output=True, env=there, check=False)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("areamap", ("show", "ottomans", "serbia")),
        ("hexmap", ("sight", "bannockburn", "0101", "αβγ😀")),
        ("rulebook", ("rules", "angorra")),
        ("mapsheet", ("check", "ottomans", "αβγ😀")),
    ],
)
def test_every_door_prints_to_every_encoding(name: str, words: tuple[str, ...], encoding: str) -> None:
    ran = door(name, *words, encoding=encoding)
    assert b"Traceback" not in ran.stderr
    assert ran.returncode in (0, 2)
    assert (ran.stdout + ran.stderr).decode(WRITTEN.get(encoding, encoding))


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_json_stays_json_in_every_encoding(encoding: str) -> None:
    plain, other = (door("areamap", "show", "ottomans", "serbia", "--json", encoding=one) for one in ("utf-8", encoding))
    assert json.loads(plain.stdout.decode()) == json.loads(other.stdout.decode(WRITTEN.get(encoding, encoding)))


@pytest.mark.parametrize(
    ("name", "words"),
    [("hexmap", ("batch", "bannockburn")), ("areamap", ("batch", "ottomans")), ("rulebook", ("serve", "allies"))],
)
def test_half_characters_and_bytes_that_are_no_text_get_an_error_and_the_rest_goes_on(name: str, words: tuple[str, ...]) -> None:
    lines = [b'{"ask":"\\ud800","id":"\\ud83d"}', b'{"ask":"\xff"}', b"\xff\xfe", b'{"ask":"nothing","id":7}']
    ran = door(name, *words, given=b"\n".join(lines) + b"\n")
    told = [json.loads(line) for line in ran.stdout.decode().splitlines()]
    assert (ran.returncode, len(told)) == (0, 4), ran.stderr
    assert all("error" in each for each in told)
    assert (told[0]["id"], told[3]["id"]) == ("\ud83d", 7)


@pytest.mark.parametrize("word", ["\x1b[31mred", "a\x07b", b"\xff", "x" * 50_000], ids=["escape", "bell", "bytes", "endless"])
@pytest.mark.parametrize(
    "words",
    [("do", "WORD", "1"), ("legal", "WORD"), ("new", "allies", "--seed", "WORD", "-o", "x.jsonl"), ("new", "WORD", "-o", "x")],
)
def test_what_is_given_comes_back_neither_raw_nor_whole(words: tuple[str, ...], word: str | bytes) -> None:
    ran = door("rulebook", *(word if each == "WORD" else each for each in words))
    assert ran.returncode == 2
    assert b"Traceback" not in ran.stderr
    assert ran.stderr.decode().replace("\n", "").isprintable()
    assert len(ran.stderr) < 1000


# -- files that are there already ------------------------------------------------------------------------------------------


def test_a_file_keeps_its_mode_and_one_that_is_read_only_stays(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for path in (one, other):
        path.write_text("old")
        path.chmod(0o640)
    outputs.write(one, "new")
    assert (one.read_text(), stat.S_IMODE(one.stat().st_mode)) == ("new", 0o640)
    outputs.write_all({one: "newer", other: "newer"})
    assert [stat.S_IMODE(path.stat().st_mode) for path in (one, other)] == [0o640, 0o640]
    one.chmod(0o444)
    with pytest.raises(DataError, match="one: cannot be written: is read-only"):
        outputs.refuse_path(one)
    with pytest.raises(DataError, match="is read-only"):
        outputs.write(one, "x")
    with pytest.raises(DataError, match="is read-only"):
        outputs.write_all({other: "x", one: "x"})
    assert [one.read_text(), other.read_text()] == ["newer", "newer"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "other"]


def test_half_a_character_is_no_text_of_a_file(tmp_path: Path) -> None:
    for write in (outputs.write, lambda path, text: outputs.write_all({path: text, tmp_path / "y": "y"})):
        with pytest.raises(DataError, match="half a character"):
            write(tmp_path / "x", "a\ud800b")
    assert [*tmp_path.iterdir()] == []


def test_who_reads_and_writes_anew_does_it_alone(tmp_path: Path) -> None:
    path = tmp_path / "count"
    path.write_text("0")

    def count(_: int) -> None:
        for _ in range(20):
            with outputs.held(path):
                outputs.write(path, str(int(path.read_text()) + 1))

    with ThreadPoolExecutor(4) as crew:
        [*crew.map(count, range(4))]
    assert path.read_text() == "80"

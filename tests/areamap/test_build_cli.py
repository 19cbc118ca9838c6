"""The command `build`, as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from areamap.cli import door
from areamap.topology import read_topology
from mapsheet import shell
from tests.areamap.worlds_build import coast_of, source


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    text = source({"a": [[20, 20]], "b": [[100, 20]], "lost": [[100, 21]]}, {"w": [[60, 80]]}, roughness=0.5)
    text = text.replace("[space.lost]", '[space.lost]\nkind = "island"')
    (tmp_path / "source.toml").write_text(text, "utf-8")
    (tmp_path / "land.json").write_text(coast_of([[-5, -5], [125, -5], [125, 50], [-5, 50]]), "utf-8")
    return tmp_path


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as stopped:
        shell.run(door, ("build", *words), name="areamap")
    return int(stopped.value.code or 0)


def words(folder: Path, *more: str) -> tuple[str, ...]:
    return (str(folder), "--coast", str(folder / "land.json"), "-o", str(folder / "map.topojson"), *more)


def test_it_writes_what_the_library_reads(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*words(folder)) == 0
    topology = read_topology(folder / "map.topojson")
    assert set(topology.shapes) == {"a", "b", "w"}
    output, errors = capsys.readouterr()
    assert "space lost gets no shape" in output
    assert "3 spaces, " in output
    assert errors.startswith("wrote ")


def test_links_are_listed_shortest_first(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(*words(folder, "--links"))
    table = [line.split() for line in capsys.readouterr().out.splitlines() if line[:8].strip().replace(".", "").isdigit()]
    rows = [row for row in table if len(row) == 4]
    assert sorted(row[1:] for row in rows) == [["coast", "a", "w"], ["coast", "b", "w"], ["land", "a", "b"]]
    assert [float(row[0]) for row in rows] == sorted(float(row[0]) for row in rows)


def test_json_is_one_line_with_all_of_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(*words(folder, "--json"))
    (line,) = capsys.readouterr().out.splitlines()
    answer = json.loads(line)
    assert answer["spaces"] == 3
    assert answer["adjacency"].startswith("sha256:")
    assert answer["inputs"] == read_topology(folder / "map.topojson").meta["inputs"]
    assert {tuple(one["between"]) for one in answer["contacts"]} == {("a", "b"), ("a", "w"), ("b", "w")}
    assert answer["bytes"] == (folder / "map.topojson").stat().st_size


def test_faults_go_to_stderr_with_exit_2_and_nothing_is_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "source.toml").write_text("format = 1\n[space.a]\nseeds = 3\n", "utf-8")
    assert run(*words(folder)) == 2
    errors = capsys.readouterr().err.splitlines()
    assert all(line.startswith(str(folder)) for line in errors)
    assert len(errors) > 3
    assert not (folder / "map.topojson").exists()


def test_without_a_coastline_it_says_what_to_give(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(folder), "-o", str(folder / "map.topojson")) == 2
    assert "--coast FILE" in capsys.readouterr().err

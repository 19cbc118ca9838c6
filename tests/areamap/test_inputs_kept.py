"""No command writes over a file that it reads: every command that writes, under every name that the file has."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.areamap import worlds
from tests.areamap.worlds_build import coast_of, source
from tests.commands import Ran, areamap_command, hexmap_command, mapsheet_command
from tests.house.tree import ROOT

Command = Callable[..., Ran]
CHARTS = 'format = "charts/1"\n[chart.x]\ntitle = "X"\ncolumns = ["A"]\nrows = [["r", "1"]]\nprovenance = "text"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a title of regions, what it was built from, a board, a style, an override, and a title of hexes."""
    worlds.board(tmp_path, "ssss\nsabs\nssss", {"s": "sea"})
    shutil.copy(tmp_path / "map.topojson", tmp_path / "drawn.topojson")
    built = source({"a": [[20, 20]], "b": [[100, 20]]}, {"w": [[60, 80]]})
    (tmp_path / "source.toml").write_text(built, "utf-8")
    (tmp_path / "land.json").write_text(coast_of([[-5, -5], [125, -5], [125, 50], [-5, 50]]), "utf-8")
    (tmp_path / "charts.toml").write_text(CHARTS, "utf-8")
    (tmp_path / "over.toml").write_text('title = "Over"\n', "utf-8")
    shutil.copy(ROOT / "data/styles/classic.toml", tmp_path / "my.toml")
    assert hexmap_command("new", str(tmp_path / "hexes")).code == 0
    return tmp_path


WAYS: dict[str, tuple[Command, tuple[str, ...], str, str]] = {
    "build the source": (areamap_command, ("build", ".", "--coast", "land.json", "-o"), "source.toml", ".toml"),
    "build the coast": (areamap_command, ("build", ".", "--coast", "land.json", "-o"), "land.json", ".json"),
    "build the map": (areamap_command, ("build", ".", "--coast", "land.json", "-o"), "map.toml", ".json"),
    "export the map": (areamap_command, ("export", ".", "--to", "geojson", "-o"), "map.toml", ".json"),
    "export the shapes": (areamap_command, ("export", ".", "--to", "topojson", "-o"), "map.topojson", ".topojson"),
    "export charts": (areamap_command, ("export", ".", "--to", "graphml", "-o"), "charts.toml", ".graphml"),
    "export overrides": (areamap_command, ("export", ".", "--to", "geojson", "--override", "over.toml", "-o"), "over.toml", ".x"),
    "a proof": (areamap_command, ("check", ".", "--proof"), "map.toml", ".svg"),
    "a proof's style": (areamap_command, ("check", ".", "--style", "my.toml", "--proof"), "my.toml", ".svg"),
    "a drawing": (areamap_command, ("render", ".", "-o"), "map.toml", ".svg"),
    "coordinates": (areamap_command, ("render", ".", "-o", "new.svg", "--coords"), "map.topojson", ".json"),
    "coordinates on the source": (areamap_command, ("render", ".", "-o", "new.svg", "--coords"), "source.toml", ".json"),
    "a figure": (areamap_command, ("show", ".", "a", "-o"), "map.toml", ".svg"),
    "hexes drawn": (hexmap_command, ("render", "hexes", "-o"), "hexes/map.toml", ".svg"),
    "hexes' coordinates": (hexmap_command, ("render", "hexes", "-o", "new.svg", "--coords"), "hexes/map.toml", ".json"),
    "a matrix": (hexmap_command, ("matrix", "hexes", "-o"), "hexes/map.toml", ".csv"),
    "a figure of hexes": (hexmap_command, ("show", "hexes", "0101", "-o"), "hexes/map.toml", ".svg"),
    "a form": (mapsheet_command, ("overrides", "hexes", "-o"), "hexes/map.toml", ".toml"),
}


@pytest.mark.parametrize("link", ["symbolic", "hard", "folder", "itself"])
@pytest.mark.parametrize("way", WAYS)
def test_an_input_is_kept(way: str, link: str, folder: Path) -> None:
    command, words, name, suffix = WAYS[way]
    target, output = folder / name, folder / f"link{suffix}"
    if link == "symbolic":
        output.symlink_to(target)
    elif link == "hard":
        os.link(target, output)
    elif link == "folder":
        (folder / "elsewhere").symlink_to(target.parent)
        output = folder / "elsewhere" / target.name
    else:
        output = target
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    ran = command(*words, str(output), folder=folder)
    after = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert ran.code == 2
    assert after == before
    # a name without the suffix of a drawing is refused for that
    assert "is an input of this command" in ran.errors or "ends in .svg" in ran.errors or "ends in .csv" in ran.errors
    assert link in {"itself", "folder"} or "is an input of this command" in ran.errors


def test_an_import_keeps_its_file(folder: Path) -> None:
    (folder / "new").mkdir()
    shutil.copy(folder / "drawn.topojson", folder / "new/map.topojson")
    before = (folder / "new/map.topojson").read_bytes()
    ran = areamap_command("import", "new/map.topojson", "-o", "new", folder=folder)
    assert ran.code == 2
    assert "is an input of this command" in ran.errors
    assert (folder / "new/map.topojson").read_bytes() == before
    assert not (folder / "new/map.toml").exists()


def test_a_product_may_be_made_again(folder: Path) -> None:
    for _ in range(2):
        assert areamap_command("export", ".", "--to", "geojson", "-o", "map.geojson", folder=folder).code == 0
        assert hexmap_command("render", "hexes", "-o", "hexes/map.svg", folder=folder).code == 0
    for _ in range(2):
        assert areamap_command("build", "source.toml", "--coast", "land.json", "-o", "map.topojson", folder=folder).code == 0

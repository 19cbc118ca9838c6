"""One check tells everything: faults of reading hide neither each other nor those of relations and of the drawing."""

from __future__ import annotations

from pathlib import Path

import pytest

from areamap.checking import examine
from tests.areamap import worlds
from tests.commands import areamap_command

DRAWING = "ssssss\nspqrts\nssssss"
SEA = {"s": "sea"}
SOUND = ""
FAULTS = {
    # a fault of one phase: text added to the map, and words of its message
    "a name": ('[space.lost]\nkind = "box"\nname = "L"\nneighbors = ["nowhere"]\n', "unknown space 'nowhere'"),
    "a kind": ('[space.odd]\nkind = "lnd"\nname = "O"\n', "got 'lnd'"),
    "a condition": ('[space.gate]\nkind = "box"\nname = "G"\nentry = "any("\n', "space.gate.entry"),
    "a link": ('[[link]]\nkind = "road"\nbetween = ["p", "elsewhere"]\n', "'elsewhere'"),
    "a link's key": ('[[link]]\nkind = "road"\nbetween = ["p", "q"]\ncolour = "red"\n', "unknown key"),
    "a mover": ('[mover.cart]\nby = ["rails"]\n', "unknown kind of link 'rails'"),
    "a track": ("[track.turn]\nboxes = 0\n", "track.turn.boxes"),
    "a sheet": ('[sheet]\nsize = "huge"\n', "sheet.size"),
    "a corner": ('[[corner]]\nspaces = ["p", "nobody"]\n', "'nobody'"),
    "a relation": ('[[link]]\nkind = "port"\nbetween = ["p", "q"]\n', "a port opens to a sea"),
    "a repeated link": ('[[link]]\nkind = "land"\nbetween = ["q", "r"]\n', "repeats the land between q and r"),
    "a waiver": ('[[waiver]]\nbetween = ["q", "t"]\nreason = "none"\n', "waives nothing"),
    "a city": ('[space.c]\nkind = "city"\nname = "C"\nwithin = "p"\nat = [4.5, 1.5]\n', "is a city of p and lies in t"),
    "a code": ("".join(f'[space.x{k}]\nkind = "box"\nname = "X{k}"\ncode = "X"\n' for k in (1, 2)), "code of x1"),
    "a space without a shape": ('[space.far]\nkind = "land"\nname = "Far"\n', "has no shape in"),
}


def told(folder: Path, more: str) -> list[str]:
    return list(map(str, examine(worlds.write(folder, DRAWING, SEA, more)).faults))


@pytest.mark.parametrize("first", FAULTS)
def test_no_fault_hides_another(first: str, tmp_path: Path) -> None:
    for second in FAULTS:
        if second != first:
            faults = told(tmp_path, FAULTS[first][0] + FAULTS[second][0])
            for name in (first, second):
                assert sum(FAULTS[name][1] in fault for fault in faults) == 1, (name, faults)


def test_all_of_them_in_one_run_each_once(tmp_path: Path) -> None:
    more = "".join(text for text, _ in FAULTS.values())
    faults = told(tmp_path, more)
    for name, (_, words) in FAULTS.items():
        assert sum(words in fault for fault in faults) == 1, (name, faults)
    lines = [int(fault.split(":")[1]) for fault in faults if "map.toml" in fault]
    assert lines == sorted(lines)


def test_the_drawing_is_judged_too(tmp_path: Path) -> None:
    text = worlds.map_text("ab\ncd", {}, FAULTS["a link's key"][0].replace('"p", "q"', '"b", "c"'))
    worlds.write(tmp_path, "ab\ncd")
    (tmp_path / "map.toml").write_text(text, "utf-8")
    faults = list(map(str, examine(tmp_path).faults))
    assert any("a [[corner]] must say" in fault for fault in faults)
    assert any("unknown key" in fault for fault in faults)


# -- what follows from a missing name alone ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "more",
    [
        # q means p: neither side is told of the other
        '[space.z]\nkind = "box"\nname = "Z"\n[[link]]\nkind = "road"\nbetween = ["z", "quu"]\n',
        '[[link]]\nkind = "road"\nbetween = ["island", "pp"]\n[space.island]\nkind = "node"\nname = "I"\n',
        '[space.z]\nkind = "city"\nname = "Z"\nat = [1.5, 1.5]\nwithin = "pp"\n',
        '[mover.cart]\nby = ["lnd"]\n',
        '[[waiver]]\nbetween = ["p", "qq"]\nreason = "as printed"\n',
    ],
)
def test_a_missing_name_is_told_once(more: str, tmp_path: Path) -> None:
    assert len(told(tmp_path, more)) == 1, told(tmp_path, more)


def test_a_misspelled_neighbor_is_told_once(tmp_path: Path) -> None:
    worlds.write(tmp_path, DRAWING, SEA)
    text = (tmp_path / "map.toml").read_text("utf-8")
    text = text.replace('name = "The P"\n', 'name = "The P"\nneighbors = ["qq"]\n')
    text = text.replace('name = "The Q"\n', 'name = "The Q"\nneighbors = ["p", "r"]\n')
    (tmp_path / "map.toml").write_text(text, "utf-8")
    faults = list(map(str, examine(tmp_path).faults))
    assert len(faults) == 2, faults
    assert "unknown space 'qq'" in faults[0]
    assert "r is declared" in faults[1] or "r does not declare q" in faults[1]


def test_a_drawn_space_that_is_not_declared_is_told_once(tmp_path: Path) -> None:
    worlds.write(tmp_path, DRAWING, SEA)
    text = worlds.map_text(DRAWING.replace("t", "r"), SEA)
    (tmp_path / "map.toml").write_text(text.replace('name = "The P"\n', 'name = "The P"\nneighbors = ["r"]\n'), "utf-8")
    faults = list(map(str, examine(tmp_path).faults))
    assert sum("draws an unknown space 't'" in fault for fault in faults) == 1
    assert any("r is declared and not drawn" in fault for fault in faults)
    assert not any(" t " in fault for fault in faults)


def test_missing_shapes_are_told_once_with_the_faults_of_the_rest(tmp_path: Path) -> None:
    worlds.write(tmp_path, DRAWING, SEA, FAULTS["a code"][0] + FAULTS["a waiver"][0] + FAULTS["a relation"][0])
    (tmp_path / "map.topojson").unlink()
    faults = list(map(str, examine(tmp_path).faults))
    assert [sum(words in fault for fault in faults) for words in ("no such file", "code of x1", "opens to a sea")] == [1, 1, 1]
    assert len(faults) == 3, faults


def test_charts_are_checked_with_the_map(tmp_path: Path) -> None:
    worlds.write(tmp_path, DRAWING, SEA, FAULTS["a name"][0] + FAULTS["a relation"][0])
    (tmp_path / "charts.toml").write_text('format = "charts/1"\n', "utf-8")
    ran = areamap_command("check", str(tmp_path))
    assert ran.code == 2
    for words in ("expected at least one table [chart.ID]", FAULTS["a name"][1], FAULTS["a relation"][1]):
        assert words in ran.errors

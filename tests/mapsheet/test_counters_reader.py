"""Counter files and their layouts: TOML over CSV, overrides, and every fault at once with its place."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from mapsheet.counters import CounterSet, counter_faults, counter_size, load_layouts, read_counters
from mapsheet.counters.layoutreader import read_layouts
from mapsheet.errors import DataError, NotationError
from mapsheet.source import data_folder
from mapsheet.style import load_style

HEAD = """\
format = "counters/1"
title = "Small"
rows = "counters.csv"
[side.red]
colour = "#A3282B"
ink = "#FFFFFF"
[type.foot]
symbol = "levy"
"""
ROWS = "id,side,type,name,front.left,front.right,provenance\nred/a,red,foot,First,5,C,text\nred/b,red,foot,,4,D,\n"


def title(folder: Path, toml: str = HEAD, rows: str = ROWS, **files: str) -> Path:
    for name, text in {"counters.toml": toml, "counters.csv": rows, **{k.replace("_", "."): v for k, v in files.items()}}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def faults(folder: Path) -> list[str]:
    with pytest.raises(DataError) as caught:
        read_counters(folder)
    return [str(fault).removeprefix(f"{folder}/") for fault in caught.value.faults]


def test_rows_are_counters(tmp_path: Path) -> None:
    found = read_counters(title(tmp_path))
    assert list(found.counters) == ["red/a", "red/b"]
    first, second = found.counters.values()
    assert (first.name, second.name) == ("First", "b")
    assert dict(first.front.values) == {"left": "5", "right": "C"}
    assert (first.front.symbol, first.front.layout, first.size) == ("levy", "single", (12.7, 12.7))
    assert first.back is None
    assert first.origins == {"": "text"}
    assert second.origins == {}
    assert found.total == 2


def test_tables_lie_over_rows_and_overrides_over_both(tmp_path: Path) -> None:
    toml = HEAD + '[counter."red/a".front]\nleft = 6\n[counter."red/c"]\nside = "red"\ntype = "foot"\ncopies = 3\n'
    over = '[counter."red/a".front]\nright = "A"\n[hex.0101]\nterrain = "marsh"\n'
    found = read_counters(title(tmp_path, toml, overrides_toml=over))
    assert dict(found.counters["red/a"].front.values) == {"left": "6", "right": "A"}
    assert found.total == 5
    own = tmp_path / "own.toml"
    own.write_text('[counter."red/b".front]\nleft = 1\n', encoding="utf-8")
    assert read_counters(tmp_path, override=own).counters["red/b"].front.values["left"] == "1"


def test_all_faults_come_at_once_with_their_places(tmp_path: Path) -> None:
    toml = HEAD.replace('"levy"', '"levee"') + (
        '[inventory]\nred = 9\nfoots = 1\nmany = { count = 5, types = ["foot", "feet"] }\n'
        '[counter."red/a".front]\nleft = 6.5\n'
        '[counter."RED"]\nside = "read"\ntype = "foot"\nsize = "1/2"\nprovenance = "hearsay"\n'
    )
    rows = "id,side,type,copies,front.left,front.lefty,front.symbol,back.layout\n"
    rows += "red/a,red,foot,0,5,,,\nred/b,red,foot,,,4,horsy,duble\n"
    found = faults(title(tmp_path, toml, rows))
    expected = [
        ("counters.csv:2:", "red/a.copies: expected a number of copies from 1 to 1,000"),
        ("counters.csv:3:", "no symbol of this name: 'horsy'"),
        ("counters.csv:3:", "the layout single has no slot of this name (did you mean 'left'?)"),
        ("counters.csv:3:", "no layout of this name: 'duble' (did you mean 'double'?)"),
        ("counters.toml:8:", "no symbol of this name: 'levee' (did you mean 'levy'?)"),
        ("counters.toml:10:", "the rows have 2, the inventory says 9"),
        ("counters.toml:11:", "no side or type of this name (did you mean 'foot'?)"),
        ("counters.toml:12:", "no type 'feet'"),
        ("counters.toml:14:", "left: expected a text"),
        ("counters.toml:15:", "an id is lower case letters"),
        ("counters.toml:16:", "no [side.read] in the file (did you mean 'red'?)"),
        ("counters.toml:18:", "expected a counter's size"),
        ("counters.toml:19:", "expected one of text derived secondary reconstructed"),
    ]
    for place, what in expected:
        assert any(fault.startswith(place) and what in fault for fault in found), (place, what, found)
    assert len(found) == len(expected)


@pytest.mark.parametrize("rows", ["../counters.csv", "/etc/passwd.csv", "sub/counters.csv", "counters.txt"])
def test_rows_lie_in_the_same_folder(tmp_path: Path, rows: str) -> None:
    assert "the name of a .csv file in the same folder" in faults(title(tmp_path, HEAD.replace("counters.csv", rows)))[0]


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("1/2in", (12.7, 12.7)),
        ("1x1/2in", (25.4, 12.7)),
        ("9/16 in", (14.2875, 14.2875)),
        ("5/8in", (15.875, 15.875)),
        ("3/4 x 3/4 in", (19.05, 19.05)),
        ("15mm", (15, 15)),
        ("1.5x2cm", (15, 20)),
    ],
)
def test_sizes_are_exact(text: str, size: tuple[float, float]) -> None:
    assert counter_size(text) == size


@pytest.mark.parametrize("text", ["", "1/2", "1/0in", "4mm", "101mm", "-5mm", "1e1mm", "nan", 12, None, True, "1x1x1in", "٥mm"])
def test_other_sizes_are_refused(text: object) -> None:
    with pytest.raises(NotationError):
        counter_size(text)


# ---- layouts

OWN = """
[layout.single]
[[layout.single.item]]
draw = "text"
text = "{alpha}-{beta}"
at = [50, 50]
size = 20
[layout.wide]
like = "double"
also = ["gamma"]
"""


def layouts(folder: Path, text: str) -> CounterSet:
    rows = ROWS.replace("front.left", "front.alpha").replace("front.right", "front.beta")
    return read_counters(title(folder, HEAD + text, rows))


def test_tables_of_the_file_replace_layouts_and_add_to_them(tmp_path: Path) -> None:
    found = load_layouts(layouts(tmp_path, OWN))
    assert found["single"].slots == {"alpha", "beta"}
    assert found["wide"].canvas == (200, 100)
    assert found["wide"].slots == {"left", "right", "gamma"}
    assert "marker" in found


def test_a_file_of_layouts_beside_the_counters(tmp_path: Path) -> None:
    own = 'format = "counter-layout/1"\n' + OWN.partition("[layout.wide]")[0]
    folder = title(tmp_path, 'layouts = "own.toml"\n' + HEAD, ROWS.replace("front.left", "front.alpha"), own_toml=own)
    assert faults(folder)[0].startswith("counters.csv:2:")  # `right` is a slot of the plain layouts only
    (tmp_path / "counters.csv").write_text("id,side,type\nred/a,red,foot\n", encoding="utf-8")
    assert set(load_layouts(read_counters(folder))) == {"single"}


@pytest.mark.parametrize(
    ("item", "says"),
    [
        ('draw = "txt"', "draw: expected one of text symbol image band rule arrow front disc box"),
        ('draw = "text"\ntext = "{a}"\nat = [1]\nsize = 5', "at: expected two numbers"),
        ('draw = "text"\ntext = "{a}"\nat = [1, nan]\nsize = 5', "at: expected two numbers"),
        ('draw = "text"\ntext = "{a}"\nat = [1, 2]\nsize = -5', "size: expected a size above 0"),
        ('draw = "text"\ntext = "{a}"\nat = [1, 2]\nsize = true', "size: expected two numbers"),
        ('draw = "text"\ntext = "{a}"\nat = [1, 2]', "size: is missing"),
        ('draw = "text"\ntext = "{a}"\nat = [1, 2]\nsize = 5\nface = "comic"', "face: expected one of"),
        ('draw = "text"\ntext = "{a}"\nat = [1, 2]\nsize = 5\nlines = 0', "lines: expected a whole number from 1 to 20"),
        ('draw = "symbol"\nsymbol = "nothing"', "symbol: expected the name of a symbol"),
        ('draw = "band"\nedge = "above"', "edge: expected one of top bottom left right"),
        ('draw = "band"\ncolour = "red"', "colour: expected a colour such as"),
        ('draw = "disc"\nat = [1, 2]\nsize = 3\ntext = "x"', "text: unknown key"),
    ],
)
def test_faults_of_items_have_their_place(tmp_path: Path, item: str, says: str) -> None:
    head = HEAD + "[[layout.single.item]]\n"
    found = faults(title(tmp_path, head + item + "\n"))
    assert any(f"layout.single.item.0.{says}" in fault and fault.startswith("counters.toml:") for fault in found), found


@pytest.mark.parametrize(
    ("named", "says"),
    [("plian", "did you mean 'plain'?"), ("../plain", "the name of layouts"), ("none.toml", "no such file")],
)
def test_layouts_that_are_not_there(tmp_path: Path, named: str, says: str) -> None:
    found = faults(title(tmp_path, f'layouts = "{named}"\n' + HEAD))
    assert says in found[0]
    assert len(found) == 1


def test_a_layout_is_like_one_that_stands_before_it(tmp_path: Path) -> None:
    assert "no layout of this name stands before it" in faults(title(tmp_path, HEAD + '[layout.a]\nlike = "b"\n'))[0]


def test_a_set_up_is_no_counters_file(tmp_path: Path) -> None:
    assert faults(title(tmp_path, 'format = "position/1"\n')) == ["counters.toml:1:10: format: is a position/1 file, not a map"]


def test_a_missing_key_is_told_where_its_table_stands(tmp_path: Path) -> None:
    found = faults(title(tmp_path, HEAD + '[counter."red/c"]\ntype = "foot"\n'))
    assert found == ["counters.toml:9:2: counter.red/c.side: is missing"]


def samples(heading: str) -> list[str]:
    page = (data_folder() / "README.md").read_text(encoding="utf-8")
    return re.findall(r"```toml\n(.*?)```", page.partition(heading)[2].partition("\n## ")[0], re.DOTALL)


def test_the_samples_of_the_formats_load(tmp_path: Path) -> None:
    counters, layouts_ = samples("## Counters, format `counters/1`")
    found = read_counters(title(tmp_path, counters, own_toml=layouts_))
    assert found.total == 3
    assert counter_faults(found, load_style("classic")) == []
    assert set(read_layouts("own.toml", tmp_path)) == {"square", "wide", "reversed"}


NUMBERS = (True, -1, 10**30, 0.001, float("nan"), float("inf"))
NASTY: tuple[Any, ...] = (None, *NUMBERS, "", "x" * 5000, "\x00", "a/b", "{left}", [], [1], ["a", 1], {}, {"a": {"b": 1}})


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*path, key)
            yield from leaves(inner, (*path, key))


def test_no_value_does_anything_but_load_or_be_told(tmp_path: Path) -> None:
    counters, layouts_ = samples("## Counters, format `counters/1`")
    whole = {**tomllib.loads(counters), "layout": tomllib.loads(layouts_)["layout"]}
    whole["type"]["foot"]["layout"] = "square"
    style, told = load_style("classic"), 0
    for k, path in enumerate(leaves(whole)):
        for nasty in NASTY[k % 4 :: 4]:
            changed = deepcopy(whole)
            table: Any = changed
            for key in path[:-1]:
                table = table[key]
            if nasty is None:
                del table[path[-1]]
            else:
                table[path[-1]] = nasty
            (tmp_path / "counters.toml").write_text(tomli_w.dumps(changed), encoding="utf-8")
            try:
                found = read_counters(tmp_path)
            except DataError as error:
                told += bool(error.faults)
            else:
                counter_faults(found, style)
    assert told > 250

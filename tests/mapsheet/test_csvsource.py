"""Tables from spreadsheets: cells as TOML would hold them, each with its place, and what is no table refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapsheet.csvsource import read_csv
from mapsheet.errors import DataError


def saved(folder: Path, text: str, name: str = "rows.csv") -> Path:
    path = folder / name
    path.write_bytes(text.encode("utf-8"))
    return path


def faults(folder: Path, text: str) -> list[str]:
    with pytest.raises(DataError) as caught:
        read_csv(saved(folder, text), "counter")
    return [str(fault).partition("rows.csv")[2] for fault in caught.value.faults]


def test_dotted_columns_are_tables_and_empty_cells_are_left_out(tmp_path: Path) -> None:
    source = read_csv(saved(tmp_path, "id,side,front.left,front.right\na,red,5,\nb,,,7\n"), "counter")
    assert source.data == {"counter": {"a": {"side": "red", "front": {"left": "5"}}, "b": {"front": {"right": "7"}}}}


def test_cells_know_their_line_and_column(tmp_path: Path) -> None:
    source = read_csv(saved(tmp_path, 'id,name,front.left\n\na,"one, two",5\nb,"two\nlines",6\nc,x,7\n'), "counter")
    assert source.data["counter"]["a"]["name"] == "one, two"
    assert source.data["counter"]["b"]["name"] == "two\nlines"
    assert source.place(("counter", "a", "front", "left")) == (3, 14)
    assert source.place(("counter", "c", "name")) == (6, 3)
    assert source.place(("counter", "c", "unheard")) == (6, 1)


@pytest.mark.parametrize("change", [lambda t: t.replace("\n", "\r\n"), lambda t: "\ufeff" + t, lambda t: t.replace(",", " , ")])
def test_harmless_variants_are_the_same(tmp_path: Path, change: object) -> None:
    text = "id,side\na,red\nb,blue\n"
    plain = read_csv(saved(tmp_path, text), "counter").data
    assert read_csv(saved(tmp_path, change(text), "other.csv"), "counter").data == plain  # type: ignore[operator]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name,side\na,b\n", [":1:1: expected a column 'id'"]),
        ("id,side,side\na,b,c\n", [":1:9: stands twice: 'side'"]),
        ("id,,side\na,b,c\n", [":1:4: column 2 has no name"]),
        ("id,front,front.left\na,b,c\n", [":1:10: stands beside a column 'front', which it cannot be part of"]),
        ("id,front..left\na,b\n", [":1:4: a column's name has at most 4 parts joined by dots, got 'front..left'"]),
        ("id,a.b.c.d.e\na,b\n", [":1:4: a column's name has at most 4 parts joined by dots, got 'a.b.c.d.e'"]),
        ("id,side\na,b\na,c\n,d\n", [":3:1: stands twice: 'a'", ":4:1: has no id"]),
        ("id,side\na,b,c\nb,c,\n", [":2:1: has 3 cells under 2 columns"]),
        ('id,side\na,"b\n', [":2:1: is no CSV: unexpected end of data"]),
    ],
)
def test_what_is_no_table_is_refused_with_its_place(tmp_path: Path, text: str, expected: list[str]) -> None:
    assert faults(tmp_path, text) == expected

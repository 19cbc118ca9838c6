"""Where each key of a TOML text stands, in every form TOML has for tables and values."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mapsheet.places import Path, key_places

TEXT = '''\
title = "Förd" # a comment
a.b = 1

[grid]
rows = [ 1, 2,
  3 ]
"strange key" = { x = 1, "y z" = { deep = 2 } }
[grid.inner]
k = 1
[[label]]
text = "ö"; at = ["0101"]
'''.replace("; at", "\nat")
MORE = '''\
[[label]]
text = """
many
lines
"""
[label.style]
size = 3
[["label"]]
at = [
  "0102", # why
  "0203",
]
[tool."a.b".'c']
x = 1
'''


@pytest.mark.parametrize(
    ("path", "place"),
    [
        (("title",), (1, 9)),
        (("a", "b"), (2, 7)),
        (("grid",), (4, 2)),
        (("grid", "rows"), (5, 8)),
        (("grid", "rows", 0), (5, 10)),
        (("grid", "rows", 2), (6, 3)),
        (("grid", "strange key", "y z", "deep"), (7, 43)),
        (("grid", "inner", "k"), (9, 5)),
        (("label", 0), (10, 3)),
        (("label", 0, "text"), (11, 8)),
        (("label", 0, "at", 0), (12, 7)),
        (("label", 1, "text"), (14, 8)),
        (("label", 1, "style", "size"), (19, 8)),
        (("label", 2, "at", 1), (23, 3)),
        (("tool", "a.b", "c", "x"), (26, 5)),
    ],
)
def test_each_key_is_placed(path: Path, place: tuple[int, int]) -> None:
    assert key_places(TEXT + MORE)[path] == place


def test_columns_count_letters_not_bytes() -> None:
    assert key_places('x = { ü = "äöü", y = 1 }')["x", "y"] == (1, 22)


def keys_of(value: object, path: Path = ()) -> set[Path]:
    """Return every key path of parsed data."""
    if isinstance(value, dict):
        inner = [(key, item) for key, item in value.items()]
    elif isinstance(value, list):
        inner = list(enumerate(value))
    else:
        return {path}
    return {path}.union(*(keys_of(item, (*path, key)) for key, item in inner))


def test_every_leaf_is_placed() -> None:
    leaves = {path for path in keys_of(tomllib.loads(TEXT + MORE)) if path}
    placed = set(key_places(TEXT + MORE))
    assert {path for path in leaves if path not in placed} <= {("a",), ("label",), ("tool",), ("tool", "a.b")}


LINES = [
    "[a]", "[b.c]", "[[d]]", "[[d.e]]", "[d.f]", "x = 1", 'y = "z"', "z = [1, [2, 3]]", "w = { v = 1 }", "p.q = 2", '"k" = true',
    "# note", "", "m = \'\'\'\ntext\n\'\'\'", "n = 1979-05-27T07:32:00Z", "o = [\n  1,\n]",
]  # fmt: skip


@settings(deadline=None, max_examples=300)
@given(st.lists(st.sampled_from(LINES), max_size=12))
def test_whatever_parses_is_placed_in_order(lines: list[str]) -> None:
    text = "\n".join(lines)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    places = key_places(text)
    assert set(places) <= keys_of(data)
    leaves = [path for path in keys_of(data) if path and path in places]
    assert len(leaves) >= sum(" = " in line for line in lines)
    for row, column in places.values():
        assert 1 <= row <= text.count("\n") + 1
        assert 1 <= column <= len(text.split("\n")[row - 1])

"""Sources: opening, parsing, finding titles, places inside texts, and merging overrides."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapsheet.errors import DataError, Fault
from mapsheet.source import MOST_BYTES, Source, data_folder, find_source, merged, parse_toml, read_text, read_toml, titles


def fault_of(path: Path | str) -> Fault:
    with pytest.raises(DataError) as caught:
        read_toml(path)
    (fault,) = caught.value.faults
    return fault


def test_text_comes_without_mark_and_with_plain_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(b"\xef\xbb\xbf" + "a = 'fo\u0308rd'\r\nb = 1\rc = 2\n".encode())
    assert read_text(path) == "a = 'förd'\nb = 1\nc = 2\n"
    assert read_toml(path).data == {"a": "förd", "b": 1, "c": 2}


@pytest.mark.parametrize(
    ("raw", "place", "says"),
    [
        (b"", None, "is empty"),
        (b"\xef\xbb\xbf\n \n", None, "is empty"),
        (b"a = 1\n\xff", (2, 1), "not UTF-8"),
        (b"a = \xc3", (1, 5), "not UTF-8"),
        (b"a = 1\nb = = 2\n", (2, 5), "Invalid value"),
        (b"a = [1,\n", (2, 1), ""),
        (b"a = 'x", (1, 7), ""),
    ],
)
def test_a_broken_file_is_refused_with_its_place(tmp_path: Path, raw: bytes, place: tuple[int, int] | None, says: str) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(raw)
    fault = fault_of(path)
    assert fault.file == str(path)
    assert says in fault.message
    assert ((fault.line, fault.column) if fault.line else None) == place


def test_what_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    assert "no such file" in fault_of(tmp_path / "none").message
    assert "is a folder" in fault_of(tmp_path).message
    assert "cannot be read" in fault_of(tmp_path / ("x" * 5000)).message
    (tmp_path / "file").write_text("a = 1", "utf-8")
    assert "cannot be read" in fault_of(tmp_path / "file" / "below").message
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert "cannot be read" in fault_of(loop).message
    big = tmp_path / "big"
    with big.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    assert "more than 16,000,000" in fault_of(big).message


@pytest.mark.parametrize(
    "text",
    [
        "a" + ".a" * 70 + " = 1", "a" + ".a" * 100_000 + " = 1", "[" + "a." * 100_000 + "a]", '"a".' * 2000 + '"b" = 1',
        "a = " + "[" * 70 + "]" * 70, "a = " + "[" * 100_000, "a = " + "{ b = " * 80 + "1" + " }" * 80,
    ],
)  # fmt: skip
def test_deep_nesting_is_refused_at_once(text: str) -> None:
    with pytest.raises(DataError, match="nested too deeply"):
        parse_toml(text, "deep.toml")


def test_ordinary_nesting_and_rows_of_dots_are_none() -> None:
    assert parse_toml("a" + ".a" * 60 + " = 1").data
    rows = "\n".join(["a." * 2000, "." * 5000, "[a.b.c"])
    assert parse_toml(f'[hexes]\nterrain = """\n{rows}\n"""').data["hexes"]["terrain"].startswith("a.a.")


MAP = (
    'title = "x"\n[hexes]\nterrain = """\nab\ncd\n"""\nlevel = """01\n23\n"""\nflat = "ab\\ncd"\n'
    '[[label]]\nat = ["0101", "0202"]\n'
)


@pytest.mark.parametrize(
    ("key", "line", "column", "place"),
    [
        (("hexes", "terrain"), 1, 1, (4, 1)),
        (("hexes", "terrain"), 2, 2, (5, 2)),
        (("hexes", "level"), 1, 2, (7, 13)),
        (("hexes", "level"), 2, 2, (8, 2)),
        (("hexes", "flat"), 2, 1, (10, 8)),
        (("label", 0, "at", 1), None, 1, (12, 15)),
        (("label", 0, "missing"), None, 1, (11, 3)),
        (("hexes", "missing"), None, 1, (2, 2)),
    ],
)
def test_a_fault_is_placed_in_the_file(key: tuple[str | int, ...], line: int | None, column: int, place: tuple[int, int]) -> None:
    fault = parse_toml(MAP, "m").fault(key, "wrong", line=line, column=column)
    assert (fault.line, fault.column) == place
    assert str(fault).startswith(f"m:{place[0]}:{place[1]}: {'.'.join(map(str, key))}: ")


def test_a_key_that_is_nowhere_is_told_by_its_path() -> None:
    fault = parse_toml(MAP, "m").fault(("grid", "rows"), "is missing")
    assert str(fault) == "m: grid.rows: is missing"


def test_titles_are_found_by_name_folder_and_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {"angorra", "bannockburn"} <= set(titles())
    expected = data_folder() / "bannockburn" / "map.toml"
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bannockburn").mkdir()  # what lies about never hides a title
    for name in ("bannockburn", expected, expected.parent, str(expected)):
        assert find_source(name) == expected
    assert titles("setup.toml") == ["angorra", "bannockburn"]


@pytest.mark.parametrize("name", ["../data", "..", "nowhere", "BANNOCKBURN", "bannockburn\0", "x" * 300, "x" * 10_000, "a/b"])
def test_other_names_are_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DataError) as caught:
        find_source(name)
    assert len(str(caught.value)) < 500


TREES = st.recursive(st.integers(), lambda inner: st.dictionaries(st.sampled_from("abc"), inner, max_size=3), max_leaves=8)
TABLES = st.dictionaries(st.sampled_from("abc"), TREES, max_size=3)


def leaves(tree: object, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], object]:
    if not isinstance(tree, dict) or not tree:
        return {path: tree}
    return {key: value for name, inner in tree.items() for key, value in leaves(inner, (*path, name)).items()}


@given(TABLES, TABLES)
def test_merging_is_deep_and_the_second_wins(base: dict[str, object], over: dict[str, object]) -> None:
    before = repr((base, over))
    result = merged(base, over)
    assert repr((base, over)) == before
    both = leaves(result)
    for path, value in leaves(over).items():
        if path and value != {}:
            assert both[path] == value
    replaced = {path[:k] for path in leaves(over) for k in range(len(path) + 1)}
    for path, value in leaves(base).items():
        if path and not any(path[:k] in leaves(over) for k in range(1, len(path) + 1)) and path not in replaced:
            assert both[path] == value


def test_lists_are_replaced_not_joined() -> None:
    assert merged({"a": [1, 2], "b": {"c": 1}}, {"a": [3], "b": {"d": 2}}) == {"a": [3], "b": {"c": 1, "d": 2}}


def test_faults_of_an_overlay_are_placed_in_its_file() -> None:
    source, over = parse_toml(MAP, "m"), parse_toml('[hexes]\nflat = "xx"\n', "o")
    source.overlay(over)
    assert source.data["hexes"]["flat"] == "xx"
    assert str(source.fault(("hexes", "flat"), "wrong")) == "o:2:8: hexes.flat: wrong"
    assert source.fault(("hexes", "level"), "wrong").file == "m"


def test_faults_of_an_overlay_of_an_overlay_are_placed_in_its_file() -> None:
    source, over, above = (parse_toml(text, name) for text, name in ((MAP, "m"), ('[a]\nb = 1\n', "o"), ('[a]\nc = 2\n', "p")))
    over.overlay(above)
    source.overlay(over)
    assert str(source.fault(("a", "b"), "wrong")) == "o:2:5: a.b: wrong"
    assert str(source.fault(("a", "c"), "wrong")) == "p:2:5: a.c: wrong"
    assert source.fault(("hexes", "level"), "wrong").file == "m"


def test_a_source_is_text_values_and_path() -> None:
    source = parse_toml("a = 1\n", "x.toml")
    assert isinstance(source, Source)
    assert (source.path, source.text, source.data) == (Path("x.toml"), "a = 1\n", {"a": 1})

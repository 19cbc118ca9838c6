"""Map files: every fault at once with its line and column, harmless variants alike, overrides, and noise."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hexmap
from hexmap import HexMap
from hexmap.checking import check_path
from hexmap.grid import Hex
from mapsheet.errors import DataError, Fault
from mapsheet.source import data_folder
from tests.hexmap.worlds_rout import Shape

FORD = '''\
format = "hexmap/1"
title = "The Förd"

[grid]
orientation = "flat"
columns = 6
rows = 4
across_flats = "16 mm"

[movement]
uphill = 1
[sight]
touch = "blocks"

[terrain.clear]
code = "."
[terrain.grove]
code = "g"
enter = "3/2"
sight = "blocks"
[terrain.marsh]
code = "m"
enter = 2
run = false

[class.horse]
enter = { marsh = 3, grove = "prohibited" }
cross = { wall = 2 }

[hexes]
terrain = """
......
..g.m.
.gg...
_.....
"""
level = """
001100
001210
000110
 00000
"""

[hex.0101]
level = 4

[hexside_kind.wall]
cross = "prohibited"
[[hexside]]
kind = "wall"
sides = ["0202/N", "0302/0402"]
along = "0502/N > 0602/NW"

[line_kind.road]
enter = "1/2"
[[line]]
kind = "road"
through = ["0203", "0303", "0302"]

[[label]]
text = "Ford Wöod"
at = ["0203", "0303"]

[edges.west]
hexes = ["0101-0103"]
[side.blue]
rout = ["SW", "NW"]
exit = ["west"]

[provenance]
terrain = "reconstructed"
'''


def faults_of(text: str, name: str = "map.toml") -> list[Fault]:
    with pytest.raises(DataError) as caught:
        hexmap.loads(text, name)
    return caught.value.faults


def place_of(text: str, anchor: str) -> tuple[int, int]:
    """Return line and column, from 1, of the | in an anchor such as `rows = |4`."""
    before, after = anchor.split("|")
    assert text.count(before + after) == 1, anchor
    start = text.index(before + after) + len(before)
    return text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)


class Case(NamedTuple):
    """What is written in place of what, where the fault is (`anchor` in the new text), and what it says."""

    old: str
    new: str
    anchor: str
    says: str


BAD = {
    "wrong format": Case('"hexmap/1"', '"hexmap/2"', 'format = |"hexmap/2"', "hexmap/1"),
    "title of the wrong kind": Case('"The Förd"', "7", "title = |7", "expected a text"),
    "unknown key": Case("rows = 4", "rows = 4\nrosw = 4", "rosw = |4", "did you mean 'rows'"),
    "unknown table": Case("[movement]", "[movemnet]\n[movement]", "[|movemnet]", "did you mean 'movement'"),
    "orientation": Case('"flat"', '"hexagonal"', 'orientation = |"hexagonal"', "flat pointy"),
    "columns a text": Case("columns = 6", 'columns = "6"', 'columns = |"6"', "whole number"),
    "columns negative": Case("columns = 6", "columns = -6", "columns = |-6", "whole number from 1"),
    "columns true": Case("columns = 6", "columns = true", "columns = |true", "whole number"),
    "columns a fraction": Case("columns = 6", "columns = 6.5", "columns = |6.5", "whole number"),
    "columns not a number": Case("columns = 6", "columns = nan", "columns = |nan", "whole number"),
    "columns of 5000 digits": Case("columns = 6", "columns = 0x" + "f" * 5000, "columns = |0xf", "thousands of digits"),
    "sizes that exhaust memory": Case("columns = 6", "columns = 60000000", "columns = |60000000", "14,400 MB"),
    "size without unit": Case('"16 mm"', "16", "across_flats = |16", "length with its unit"),
    "size not a number": Case('"16 mm"', "nan", "across_flats = |nan", "length with its unit"),
    "size negative": Case('"16 mm"', '"-16 mm"', 'across_flats = |"-16 mm"', "length with its unit"),
    "size infinite": Case('"16 mm"', '"inf mm"', 'across_flats = |"inf mm"', "length with its unit"),
    "size zero": Case('"16 mm"', '"0 mm"', 'across_flats = |"0 mm"', "above zero"),
    "numbering ambiguous": Case("rows = 4", 'rows = 4\nnumbering = "CR"\nfirst = "18"', 'numbering = |"CR"', "ambiguous"),
    "no such terrain": Case("level = 4", 'terrain = "marhs"', 'terrain = |"marhs"', "did you mean 'marsh'"),
    "single hex off the map": Case("[hex.0101]", "[hex.0701]", "[|hex.0701]", "hex number like 0101…0604"),
    "code too long": Case('code = "g"', 'code = "gg"', 'code = |"gg"', "one printable ASCII character"),
    "code a space": Case('code = "g"', 'code = " "', 'code = |" "', "one printable ASCII character"),
    "code not ASCII": Case('code = "g"', 'code = "ö"', 'code = |"ö"', "one printable ASCII character"),
    "duplicate code": Case('code = "g"', 'code = "m"', '[terrain.marsh]\ncode = |"m"', "already stands for grove"),
    "cost negative": Case("enter = 2", "enter = -2", "enter = |-2", "from 0 to"),
    "cost not a number": Case("enter = 2", "enter = nan", "enter = |nan", "from 0 to"),
    "cost a bad fraction": Case('"3/2"', '"3/0"', 'enter = |"3/0"', "fraction"),
    "sight unknown": Case('sight = "blocks"', 'sight = "block"', 'sight = |"block"', "did you mean 'blocks'"),
    "a flag that is none": Case("run = false", "run = 0", "run = |0", "true or false"),
    "policy unknown": Case('touch = "blocks"', 'touch = "maybe"', 'touch = |"maybe"', "ignore blocks"),
    "class names no terrain": Case("{ marsh = 3", "{ marhs = 3", "{ marhs = |3", "did you mean 'marsh'"),
    "class cost": Case("{ marsh = 3", '{ marsh = "x"', '{ marsh = |"x"', "from 0 to"),
    "unknown code in the block": Case("..g.m.", "..g.x.", "..g.|x.", "unknown terrain code 'x'"),
    "row too short": Case("..g.m.", "..g.m", "..g.m|\n.gg", "too short"),
    "row too long": Case("..g.m.", "..g.m..", "..g.m.|.", "beyond the end"),
    "line too few": Case("_.....\n", "", 'terrain = """\n......\n..g.m.\n|.gg', "has 3 lines, the grid has 4"),
    "line too many": Case("_.....\n", "_.....\n......\n", "m.\n.gg...\n|_.....", "has 5 lines, the grid has 4"),
    "level unknown": Case("001210", "0012!0", "0012|!0", "a level is 0-9"),
    "level on a hole": Case(" 00000", "000000", '|000000\n"""\n\n[hex', "a level where there is no hex"),
    "no level on a hex": Case("001210", "00 210", "00| 210", "no level where there is a hex"),
    "hexside of hexes apart": Case("0302/0402", "0302/0502", '|"0302/0502"', "two hexes that touch"),
    "hexside direction": Case('"0202/N"', '"0202/E"', '|"0202/E"', "N NE SE S SW NW"),
    "hexside off the map": Case('"0202/N"', '"0902/N"', '|"0902/N"', "hex number like"),
    "chain of one": Case("0502/N > 0602/NW", "0502/N", 'along = |"0502/N"', "two hexsides"),
    "line broken": Case('"0303", "0302"]', '"0303", "0301"]', '"0303", |"0301"', "0301 does not touch 0303"),
    "line off the map": Case('"0303", "0302"]', '"0303", "0399"]', '"0303", |"0399"', "hex number like"),
    "label off the map": Case('at = ["0203", "0303"]', 'at = ["0203", "0703"]', 'at = ["0203", |"0703"]', "hex number like"),
    "label on a hole": Case('at = ["0203", "0303"]', 'at = "0104"', 'at = |"0104"', "hex on the map"),
    "label without text": Case('text = "Ford Wöod"', "size = 3", "size = |3", "length with its unit"),
    "range neither way": Case('"0101-0103"', '"0101-0203"', '|"0101-0203"', "one column or one row"),
    "range over a hole": Case('"0101-0103"', '"0101-0104"', '|"0101-0104"', "0104 is no hex of the map"),
    "rout direction": Case('"SW", "NW"', '"SW", "W"', '"SW", |"W"', "N NE SE S SW NW"),
    "exit unknown": Case('exit = ["west"]', 'exit = ["wset"]', 'exit = [|"wset"]', "did you mean 'west'"),
    "provenance": Case('"reconstructed"', '"guessed"', 'terrain = |"guessed"', "text derived secondary reconstructed"),
    "tables that are a value": Case('"The Förd"', '"The Förd"\ntrack = 3', "track = |3", r"expected tables \[\[track"),
    "a table that is a value": Case('"The Förd"', '"The Förd"\nsheet = 3', "sheet = |3", "expected a table"),
}


@pytest.mark.parametrize("name", BAD)
def test_every_fault_has_its_place_and_says_what_is_wrong(name: str) -> None:
    case = BAD[name]
    assert case.old in FORD
    text = FORD.replace(case.old, case.new, 1)
    faults = faults_of(text)
    found = [fault for fault in faults if re.search(case.says, fault.message)]
    assert found, [str(fault) for fault in faults]
    assert (found[0].line, found[0].column) == place_of(text, case.anchor), str(found[0])
    assert str(found[0]).startswith(f"map.toml:{found[0].line}:{found[0].column}: ")


def test_the_sample_itself_loads() -> None:
    board = hexmap.loads(FORD)
    assert (board.title, len(board)) == ("The Förd", 23)
    assert [board.level(number) for number in ("0101", "0302", "0402", "0204")] == [4, 1, 2, 0]
    assert board.terrain("0502").name == "marsh"
    assert board.rules.classes["horse"].enter == {"marsh": 3, "grove": None}
    assert [board.number(h) for h in board.edges["west"]] == ["0101", "0102", "0103"]
    assert board.provenance["reconstructed"] == 1


def test_all_faults_come_at_once_in_the_order_of_their_places() -> None:
    text = FORD
    mine = ["unknown key", "cost negative", "unknown code in the block", "hexside of hexes apart"]
    mine += ["label off the map", "exit unknown"]
    for name in mine:
        text = text.replace(BAD[name].old, BAD[name].new, 1)
    faults = faults_of(text)
    assert len(faults) == len(mine)
    assert [(fault.line, fault.column) for fault in faults] == sorted((f.line or 0, f.column or 0) for f in faults)
    assert [(fault.line, fault.column) for fault in faults] == [place_of(text, BAD[name].anchor) for name in mine]


def test_a_block_that_starts_on_its_own_line_has_its_places_too() -> None:
    text = FORD.replace('terrain = """\n......\n..g.m.', 'terrain = """..x...\n..g.y.')
    assert [(f.line, f.column) for f in faults_of(text)] == [
        place_of(text, 'terrain = """..|x...'), place_of(text, "..g.|y."),
    ]
    single = FORD.replace('terrain = """\n......\n..g.m.\n.gg...\n_.....\n"""', 'terrain = "......\\n..g.x.\\n.gg...\\n_....."')
    (fault,) = faults_of(single)
    assert (fault.line, fault.column) == place_of(single, 'terrain = |"......\\n')
    assert "line 2, character 5" in fault.message


def test_nothing_at_all_names_what_is_needed() -> None:
    keys = {fault.key for fault in faults_of("# only a comment\n")}
    assert {"format", "title", "grid.orientation", "grid.columns", "grid.rows", "grid.across_flats", "terrain"} <= keys


def write(folder: Path, text: str | bytes) -> Path:
    path = folder / "map.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"", "is empty"),
        (b"  \n\t\n", "is empty"),
        (b"format = \xff\xfe", r"map\.toml:1:10: is not UTF-8"),
        (b"a = 1\nb = \x80", r"map\.toml:2:5: is not UTF-8"),
        (FORD.encode("utf-16"), "is not UTF-8"),
        (b"\x89PNG\r\n\x1a\n\0\0", "is not UTF-8"),
        (b"a = 1\na = 2\n", r"map\.toml:2:6: .*overwrite"),
        (b"[x\n", r"map\.toml:1:3: "),
        (b"title = ", r"map\.toml:1:9: "),
        (b'title = "a\nb"', r"map\.toml:1:11: "),
        (b"a = 99999999999999999999e9999999999", "unknown key"),
        (b"a." * 5000 + b"a = 1", "nested too deeply"),
        (b"a = " + b"[" * 5000, "nested too deeply"),
        (b"\0", r"map\.toml:1:1: "),
    ],
)
def test_files_that_are_no_maps_are_refused_with_their_place(tmp_path: Path, raw: bytes, says: str) -> None:
    path = write(tmp_path, raw)
    with pytest.raises(DataError, match=says) as caught:
        hexmap.load(path)
    assert all(str(fault).startswith(str(path)) for fault in caught.value.faults)


def test_ten_megabytes_of_noise_are_refused(tmp_path: Path) -> None:
    block = bytes((k * 7919 + k // 251) % 256 for k in range(100_000))
    for noise in (block * 100, b"[[label]]\n" * 1_000, b'title = "' + b"x" * 10**7, b"[" * 10**7, b"#" * 10**7):
        with pytest.raises(DataError):
            hexmap.load(write(tmp_path, noise))
    with pytest.raises(DataError, match="16,000,000"):
        hexmap.load(write(tmp_path, b" " * 17_000_000))


def test_faults_without_end_are_cut_short() -> None:
    many = FORD + "[[label]]\nkind = 1\n" * 3000
    faults = faults_of(many)
    assert len(faults) == 2001
    assert "more than 2,000 faults" in faults[0].message
    noise = FORD.replace("..g.m.", "!?" * 5000)
    faults = faults_of(noise)
    assert len(faults) < 60
    assert any("more faults in this block" in fault.message for fault in faults)


def test_a_folder_and_what_is_not_there_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"the folder has no map\.toml"):
        hexmap.load(tmp_path)
    with pytest.raises(DataError, match="no title, folder or file"):
        hexmap.load(tmp_path / "nowhere.toml")
    with pytest.raises(DataError, match="did you mean 'bannockburn'"):
        hexmap.load("banockburn")
    (tmp_path / "map.toml").mkdir()
    with pytest.raises(DataError):
        hexmap.load(tmp_path)


@pytest.mark.parametrize("name", ["../bannockburn", "bannockburn/../../secret", "..", "", "a\0b", "x" * 5000, "con/../x"])
def test_a_title_never_leaves_the_data_folder(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DataError):
        hexmap.load(name)


@pytest.mark.parametrize("name", ["../map.toml", "..", "/etc", "Bannockburn", "a b"])
def test_a_position_names_a_title_and_no_path(name: str, tmp_path: Path) -> None:
    path = tmp_path / "p.toml"
    path.write_text(f'format = "position/1"\nmap = "{name}"\n', "utf-8")
    with pytest.raises(DataError, match=r"p\.toml:2:7: map: expected the name of a title"):
        check_path(str(path))


def variants(text: str) -> dict[str, bytes]:
    trimmed = "\n".join(line.rstrip() for line in text.split("\n"))
    return {
        "plain": text.encode(),
        "carriage returns": text.replace("\n", "\r\n").encode(),
        "old line ends": text.replace("\n", "\r").encode(),
        "byte order mark": b"\xef\xbb\xbf" + text.encode(),
        "decomposed letters": unicodedata.normalize("NFD", text).encode(),
        "trimmed line ends": trimmed.encode(),
        "no last line end": text.rstrip("\n").encode(),
        "all together": b"\xef\xbb\xbf" + unicodedata.normalize("NFD", trimmed).replace("\n", "\r\n").encode(),
    }


def content(board: HexMap) -> tuple[object, ...]:
    return (
        board.title, board.numbering.pattern, board.layout.origin, board.layout.across_flats, board.provenance,
        board.terrains, board.terrain_at, board.level_at, board.hexsides, board.lines,
        board.rules, board.edges, board.sides, board.art, board.sheet,
    )


@pytest.mark.parametrize("name", list(variants("")))
def test_harmless_variants_load_equal(name: str, tmp_path: Path) -> None:
    for k, text in enumerate((FORD, *((data_folder() / t / "map.toml").read_text("utf-8") for t in ("bannockburn", "angorra")))):
        folder = tmp_path / str(k)
        folder.mkdir()
        expected = content(hexmap.loads(text))
        assert content(hexmap.load(write(folder, variants(text)[name]))) == expected, k
        assert content(hexmap.loads(variants(text)[name].decode())) == expected, k


def test_short_lines_need_no_trailing_spaces() -> None:
    shape = Shape("flat", 6, 4, short="shifted")
    padded = "\n".join(line.ljust(9) for line in shape.picture({}).split("\n"))
    text = shape.text()
    assert content(hexmap.loads(text)) == content(hexmap.loads(text.replace(shape.picture({}), padded)))


HOSTILE = '</text><script>alert(1)</script>&amp;"\'\u202e{{x}} %s \\N{DASH}'


def test_hostile_text_is_kept_as_text() -> None:
    board = hexmap.loads(FORD.replace('"Ford Wöod"', json.dumps(HOSTILE)))
    assert board.art.labels[0].text == HOSTILE
    (fault,) = faults_of(FORD.replace('"Ford Wöod"', '"bell\\u0007"'))
    assert "cannot be printed" in fault.message


def test_overrides_merge_deeply_and_single_hexes_win(tmp_path: Path) -> None:
    path = write(tmp_path, FORD)
    (tmp_path / "overrides.toml").write_text('[terrain.marsh]\nenter = 5\n[hex.0202]\nterrain = "marsh"\nlevel = 7\n', "utf-8")
    board = hexmap.load(path)
    assert (board.terrain("0202").name, board.level("0202")) == ("marsh", 7)
    marsh = board.terrain("0502")
    assert (marsh.enter, marsh.run, marsh.code) == (5, False, "m")
    assert board.level("0101") == 4  # the map's own single hex stands beside it
    extra = tmp_path / "mine.toml"
    extra.write_text("[terrain.marsh]\nenter = 6\n[movement]\nuphill = 2\n", "utf-8")
    again = hexmap.load(path, override=extra)
    assert (again.terrain("0202").enter, again.rules.uphill) == (6, 2)
    assert again.level("0202") == 7


def test_faults_of_overrides_are_placed_in_their_file(tmp_path: Path) -> None:
    path = write(tmp_path, FORD)
    extra = tmp_path / "mine.toml"
    extra.write_text('[terrain.marsh]\nenter = -1\n[hex.0909]\nterrain = "marsh"\n[terain]\nx = 1\n', "utf-8")
    with pytest.raises(DataError) as caught:
        hexmap.load(path, override=extra)
    assert [(fault.file, fault.line) for fault in caught.value.faults] == [(str(extra), 2), (str(extra), 3), (str(extra), 5)]
    with pytest.raises(DataError, match="no such file"):
        hexmap.load(path, override=tmp_path / "none.toml")


def test_check_returns_the_faults_and_none_for_a_sound_map(tmp_path: Path) -> None:
    from hexmap.reader import check

    assert check("bannockburn") == check("angorra") == []
    assert [fault.line for fault in check(write(tmp_path, FORD.replace("rows = 4", "rows = -4")))] == [7]


def test_levels_may_stop_where_the_terrain_has_no_hex() -> None:
    holes = FORD.replace("..g.m.", "..g.m_").replace("001210", "00121")
    assert len(hexmap.loads(holes)) == 22


def test_a_hexside_between_two_holes_is_refused() -> None:
    text = FORD.replace(".gg...\n_", "_gg...\n_").replace("000110\n 0", " 00110\n 0").replace('"0101-0103"', '"0101-0102"')
    (fault,) = faults_of(text.replace('"0202/N"', '"0103/S"'))
    assert "0103/S touches no hex of the map" in fault.message
    assert hexmap.loads(text.replace('"0202/N"', '"0103/N"'))


def test_a_million_hexes_load() -> None:
    row = ".m" * 500
    terrain = "\n".join([row] * 1000)
    text = (
        'format = "hexmap/1"\ntitle = "Wide"\n[grid]\norientation = "flat"\ncolumns = 1000\nrows = 1000\n'
        'numbering = "CCCCRRRR"\nacross_flats = "2 mm"\n[terrain.clear]\ncode = "."\n[terrain.marsh]\ncode = "m"\n'
        f'[hexes]\nterrain = """\n{terrain}\n"""\n'
        f'level = """\n{terrain.replace(".", "1").replace("m", "0")}\n"""\n'
    )
    board = hexmap.loads(text)
    assert len(board) == 1_000_000
    assert board.number(Hex(1000, 1000)) == "10001000"
    assert (board.terrain("10001000").name, board.level("09991000")) == ("marsh", 1)
    assert board.hex_at(*board.centre("07770333")) == board.hex("07770333")


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300))
def test_random_bytes_never_raise_anything_else(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    path = write(tmp_path_factory.mktemp("noise"), raw)
    with pytest.raises(DataError):
        hexmap.load(path)


ODD = [
    "nan", "-1", "1e999", '""', '"\\u0000"', "[]", "{}", "[[hexside]]", "[hex.9999]", "1979-05-27", "true", "'''",
    '"0101/N > 0604/S"', "a.b.c = 1", "[grid.x]", "rows = 0", "columns = 2000001", '"x" = 3', '[["x"]]', "first = 'AA01'",
    "0x" + "f" * 4000, "[[grid]]",
]
PIECES = [*sorted({line for line in FORD.splitlines() if line}), *ODD]
VALUES = [
    "nan", "inf", "-1", "0", "1.5", '""', '"x"', "[]", "{}", "[1]", '["x"]', "[[]]", "true", "1979-05-27", "{ x = 1 }", '"1/0"',
    "[{ x = [] }]", "9" * 4000, '"\\u0000"', '"../.."', '["0101-9999"]', '"prohibited"', "07:32:00",
]


def loaded(text: str) -> HexMap | None:
    """Return the map in a text, None where it is refused as it should be: with faults that can be told."""
    try:
        return hexmap.loads(text)
    except DataError as error:
        if not (error.faults and all(str(fault) for fault in error.faults)):
            raise AssertionError from error
        return None


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_mutated_maps_never_raise_anything_else(data: st.DataObject) -> None:
    text = FORD
    for _ in range(data.draw(st.integers(1, 4))):
        a = data.draw(st.integers(0, len(text)))
        b = min(len(text), a + data.draw(st.sampled_from((0, 0, 1, 2, 5, 20, 80))))
        piece = data.draw(st.one_of(st.sampled_from(PIECES), st.text(max_size=4)))
        text = text[:a] + data.draw(st.sampled_from(("", "\n"))) + piece + text[b:]
    board = loaded(text)
    assert board is None or all(board.hex(board.number(h)) == h for h in board)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_values_of_any_kind_never_raise_anything_else(data: st.DataObject) -> None:
    lines = FORD.splitlines()
    keyed = [k for k, line in enumerate(lines) if " = " in line and '"""' not in line]
    for k in data.draw(st.lists(st.sampled_from(keyed), min_size=1, max_size=5)):
        lines[k] = lines[k].split(" = ")[0] + " = " + data.draw(st.sampled_from(VALUES))
    board = loaded("\n".join(lines))
    assert board is None or len(board) == 23

"""What is written: never over an input, under whatever name a page comes to have; all files of a set or none; refused early."""

from __future__ import annotations

import os
import re
import shutil
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from mapsheet import export, outputs
from mapsheet.errors import DataError, NotationError
from mapsheet.export import Page, save_pages
from mapsheet.outputs import write_all
from mapsheet.sheet import Sheet
from mapsheet.source import files_of, read_text
from tests.commands import Ran, areamap_command, hexmap_command

pytestmark = pytest.mark.cairo
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc0000003010100c9fe92ef"
    "0000000049454e44ae426082"
)
COUNTERS = """
format = "counters/1"
title = "The Ford"
rows = "counters.csv"
layouts = "lay.toml"
[side.red]
colour = "#B5453C"
[type.foot]
size = "1/2in"
layout = "plain"
[counter.a]
side = "red"
type = "foot"
copies = 400
front.image = "a-1.png"
"""
LAYOUTS = 'format = "counter-layout/1"\n[layout.plain]\ncanvas = [99, 99]\n[[layout.plain.item]]\ndraw = "image"\nat = [50, 50]\n'
ROWS = "id,side,type,front.image\nb,red,foot,b-1.png\n"


def svg(words: str = "page") -> str:
    sheet = Sheet(40, 30, title=words)
    return sheet.to_svg()


@pytest.fixture
def title(tmp_path: Path) -> Path:
    """A title whose counters.toml and CSV name pictures, as does its map."""
    assert hexmap_command("new", str(tmp_path / "ford")).code == 0
    folder = tmp_path / "ford"
    for name in ("a-1.png", "b-1.png", "ground.png"):
        (folder / name).write_bytes(PNG)
    (folder / "counters.toml").write_text(COUNTERS, "utf-8")
    (folder / "counters.csv").write_text(ROWS, "utf-8")
    (folder / "lay.toml").write_text(LAYOUTS, "utf-8")
    return folder


def held(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_a_title_is_made_of_all_that_its_files_name(title: Path) -> None:
    made = {path.name for path in files_of(title)}
    assert {"map.toml", "counters.toml", "counters.csv", "lay.toml", "a-1.png", "b-1.png"} <= made


@pytest.mark.parametrize("words", [
    ("counters", ".", "-o", "a.png", "--dpi", "10"),
    ("counters", ".", "-o", "b.png", "--dpi", "10"),
    ("counters", ".", "-o", "a-1.png", "--dpi", "10"),
    ("render", ".", "-o", "b-1.png", "--dpi", "10"),
    ("render", ".", "--paper", "a5", "--tile", "-o", "a.png", "--dpi", "20"),
    ("aid", ".", "-o", "a-1.png"),
    ("show", ".", "0101", "-o", "a-1.png"),
])
def test_pictures_are_inputs_under_every_name(words: tuple[str, ...], title: Path) -> None:
    before = held(title)
    ran = hexmap_command(*words, folder=title)
    assert ran.code == 2
    assert "is an input of this command" in ran.errors
    assert held(title) == before


def test_a_set_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "p-2.svg").write_text("old", "utf-8")
    write_all({tmp_path / f"p-{k}.svg": str(k) for k in (1, 2, 3)})
    assert [(tmp_path / f"p-{k}.svg").read_text("utf-8") for k in (1, 2, 3)] == ["1", "2", "3"]
    whole = Path.replace

    def fails(self: Path, target: Path) -> Path:
        if Path(target).name == "p-3.svg" and self.suffix == ".new":
            raise OSError(28, "No space left on device")
        return whole(self, target)

    (tmp_path / "p-1.svg").unlink()
    before = held(tmp_path)
    monkeypatch.setattr(Path, "replace", fails)
    with pytest.raises(DataError, match="No space left"):
        write_all({tmp_path / f"p-{k}.svg": f"new {k}" for k in (1, 2, 3)})
    assert held(tmp_path) == before
    assert len(list(tmp_path.iterdir())) == 2


def test_a_set_with_a_name_that_is_a_folder_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "p-2.svg").mkdir()
    with pytest.raises(DataError, match="is a folder"):
        save_pages([Page(svg())] * 3, tmp_path / "p.svg", title="p")
    assert [path.name for path in tmp_path.iterdir()] == ["p-2.svg"]


REFUSED_EARLY: tuple[tuple[Callable[..., Ran], tuple[str, ...]], ...] = (
    (hexmap_command, ("render", "bannockburn")), (hexmap_command, ("counters", "bannockburn")),
    (hexmap_command, ("setup", "bannockburn")), (hexmap_command, ("aid", "bannockburn")),
    (hexmap_command, ("kit", "bannockburn")), (hexmap_command, ("view", "bannockburn")),
    (hexmap_command, ("los", "bannockburn", "1426", "1225")), (areamap_command, ("render", "byzantium")),
    (areamap_command, ("aid", "ottomans")), (areamap_command, ("setup", "ottomans")), (hexmap_command, ("matrix", "bannockburn")),
    (hexmap_command, ("export", "bannockburn", "--to", "vassal")), (areamap_command, ("export", "ottomans", "--to", "vassal")),
    (areamap_command, ("view", "byzantium")),
)
OTHER_THAN_PDF = {"view": "html", "matrix": "csv", "export": "vmod"}


@pytest.mark.parametrize("output", ["out.xyz", "nowhere/out.pdf"])
@pytest.mark.parametrize(("command", "words"), REFUSED_EARLY)
def test_where_nothing_can_be_written_nothing_is_drawn(
    command: Callable[..., Ran], words: tuple[str, ...], output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def drawn(self: Sheet) -> str:
        raise AssertionError("was drawn")

    monkeypatch.setattr(Sheet, "to_svg", drawn)
    ran = command(*words, "-o", output.replace("pdf", OTHER_THAN_PDF.get(words[0], "pdf")), folder=tmp_path)
    assert ran.code == 2
    assert ("ends in" in ran.errors) if output == "out.xyz" else ("does not exist" in ran.errors)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(("command", "words"), REFUSED_EARLY)
def test_a_pipe_of_another_suffix_is_refused_by_all_alike(
    command: Callable[..., Ran], words: tuple[str, ...], tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "pipe.xyz")
    ran = command(*words, "-o", "pipe.xyz", folder=tmp_path)
    assert (ran.code, "expected a file name that ends in " in ran.errors) == (2, True)


def test_a_pipe_needs_no_suffix(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for suffixes in ((".csv", ".npy"), (".vmod",), export.FIGURES):
        assert outputs.refuse_path(tmp_path / "pipe", suffixes) == tmp_path / "pipe"


def test_a_path_is_told_by_its_suffix_and_folder(tmp_path: Path) -> None:
    assert outputs.refuse_path(tmp_path / "x.SVG", export.FIGURES) == tmp_path / "x.SVG"
    with pytest.raises(NotationError, match=r"ends in \.svg, \.png or \.pdf"):
        outputs.refuse_path(tmp_path / "x.gif", export.FIGURES)
    with pytest.raises(DataError, match="cannot be written"):
        outputs.refuse_path("a\0.svg")


# -- words that cannot be printed ------------------------------------------------------------------------------------


def test_characters_that_no_face_has_are_told_with_their_place(title: Path) -> None:
    rows = "id,name,side,type,front.image\nb,Fort \u6f22,red,foot,b-1.png\n"
    (title / "counters.csv").write_text(rows, "utf-8")
    layout = LAYOUTS + '[[layout.plain.item]]\ndraw = "text"\ntext = "{name}"\nat = [50, 80]\nsize = 20\n'
    (title / "lay.toml").write_text(layout, "utf-8")
    map_file = title / "map.toml"
    words = map_file.read_text("utf-8")
    map_file.write_text(re.sub('(?m)^title = ".*"', 'title = "Ford \u2f00"', words), "utf-8")
    ran = hexmap_command("counters", ".", "-o", "c.svg", folder=title)
    assert ran.code == 0
    assert "\u6f22 (U+6F22) in 'Fort \u6f22' on Counters 1: fronts" in ran.errors
    for command in (("render", "."), ("aid", ".")):
        ran = hexmap_command(*command, "-o", "c.svg", folder=title)
        assert ran.code == 0, ran.errors
        assert "printed as a box: \u2f00 (U+2F00) in" in ran.errors
    ran = hexmap_command("lint", ".", folder=title)
    assert ran.code == 2
    assert "L-12 missing-character: " in ran.errors
    assert "U+2F00" in ran.errors
    assert re.search(r"L-10 .*b.*U\+6F22", ran.errors)


# -- messages --------------------------------------------------------------------------------------------------------


def test_pictures_are_refused_in_words(title: Path) -> None:
    (title / "b-1.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(20))
    ran = hexmap_command("counters", ".", "-o", "c.svg", folder=title)
    assert ran.code == 2
    assert "is no PNG picture" in ran.errors
    assert "BytesIO" not in ran.errors
    (title / "b-1.png").write_bytes(PNG[:16] + (40_000).to_bytes(4) * 2 + PNG[24:29] + zlib.crc32(
        PNG[12:16] + (40_000).to_bytes(4) * 2 + PNG[24:29]).to_bytes(4) + PNG[33:])
    ran = hexmap_command("counters", ".", "-o", "c.svg", folder=title)
    assert ran.code == 2
    assert "pixels; at most 16,000,000 are drawn" in ran.errors
    assert "178956970" not in ran.errors


def test_a_drawing_without_size_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = '<svg width="10mm" height="10mm" viewBox="0 0 0 0" xmlns="http://www.w3.org/2000/svg"><path d="M0 0L1 1"/></svg>'
    assert export.pdf(whole)

    class Broken:
        @staticmethod
        def svg2png(**_: object) -> bytes:
            raise ZeroDivisionError("float division by zero")

    monkeypatch.setattr(export, "_cairosvg", lambda: Broken)
    with pytest.raises(DataError, match="something in it has no size"):
        export.png(svg())


@pytest.mark.parametrize(("words", "says"), [
    (("counters", ".", "--fold", "--duplex", "short"), "goes without --duplex short"),
    (("kit", ".", "--fold", "--duplex", "none"), "goes without --duplex none"),
    (("render", ".", "--paper", "a5", "--tile", "--margin", "0mm"), "expected a margin of at least 3 mm, got '0 mm'"),
])
def test_words_that_do_not_go_together(words: tuple[str, ...], says: str, title: Path) -> None:
    ran = hexmap_command(*words, "-o", "c.pdf", folder=title)
    assert (ran.code, says in ran.errors) == (2, True), ran.errors
    assert not (title / "c.pdf").exists()


# -- reading -------------------------------------------------------------------------------------------------------


def test_what_has_no_end_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "zero.toml").symlink_to("/dev/zero")
    for name in ("pipe.toml", "zero.toml"):
        with pytest.raises(DataError, match="no regular file"):
            read_text(tmp_path / name)


def test_never_more_is_read_than_the_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mapsheet.source.MOST_BYTES", 1000)
    (tmp_path / "big.toml").write_text("#" * 1001, "utf-8")
    with pytest.raises(DataError, match="more than 1,000 are not read"):
        read_text(tmp_path / "big.toml")
    # a file that says it has 0 bytes and has more
    monkeypatch.setattr("mapsheet.source.MOST_BYTES", 1)
    with pytest.raises(DataError, match="more than 1 are not read"):
        read_text("/proc/self/status")


@pytest.mark.parametrize("name", ["counters.csv", "lay.toml"])
def test_files_that_a_title_names_stay_in_its_folder(name: str, title: Path, tmp_path: Path) -> None:
    shutil.move(title / name, tmp_path / name)
    (title / name).symlink_to(tmp_path / name)
    ran = hexmap_command("counters", ".", "-o", "c.pdf", folder=title)
    assert ran.code == 2
    assert "leaves the title's folder" in ran.errors


def test_shapes_that_a_map_names_stay_in_its_folder(tmp_path: Path) -> None:
    (tmp_path / "near").mkdir()
    (tmp_path / "near/map.toml").write_text('format = "areamap/1"\ntitle = "T"\ntopology = "map.topojson"\n', "utf-8")
    (tmp_path / "far.topojson").write_text("{}", "utf-8")
    (tmp_path / "near/map.topojson").symlink_to(tmp_path / "far.topojson")
    ran = areamap_command("check", str(tmp_path / "near"))
    assert ran.code == 2
    assert "leaves the title's folder" in ran.output + ran.errors

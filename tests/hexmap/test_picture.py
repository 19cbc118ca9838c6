"""A picture under the grid: its pins lie on their hexes to the pixel, it hides what it replaces, and nothing else is loaded."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import pytest

from hexmap.draw import draw_map
from hexmap.reader import load
from mapsheet.errors import DataError
from mapsheet.export import png
from tests.commands import hexmap_command

MAP = """
format = "hexmap/1"
title = "Pinned"
[grid]
orientation = "flat"
columns = 8
rows = 6
across_flats = "14 mm"
[terrain.clear]
code = "."
[hexes]
terrain = '''
........
........
........
........
........
........
'''
"""
ART = '[picture]\nfile = "art.png"\npins = [["0201", 100, 60], ["0706", 100, 460]]\n'


def write(folder: Path, extra: str, *, name: str = "art.png") -> Path:
    """Write a title whose picture has a red dot on each of two places, on blue."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (500, 520), "#2040C0")
    pen = ImageDraw.Draw(image)
    for x, y in ((100, 60), (100, 460)):
        pen.ellipse((x - 12, y - 12, x + 12, y + 12), fill="#E01010")
    image.save(folder / name)
    (folder / "map.toml").write_text(MAP + extra)
    return folder


@pytest.mark.cairo
def test_each_pin_lies_on_the_centre_of_its_hex_though_the_picture_is_turned(tmp_path: Path) -> None:
    from PIL import Image

    board = load(write(tmp_path, ART))
    image = Image.open(io.BytesIO(png(draw_map(board), dpi=100))).convert("RGB")

    def colour(number: str) -> str:
        centre = board.centre(number)
        r, _, b = image.getpixel((round(centre.x / 25.4 * 100), round(centre.y / 25.4 * 100) + 6))  # type: ignore[misc]
        return "red" if r > 150 > b else "blue" if b > 150 > r else "other"

    assert [colour(number) for number in ("0201", "0706", "0403", "0504")] == ["red", "red", "blue", "blue"]


def test_what_it_replaces_is_not_drawn_and_the_rest_is(tmp_path: Path) -> None:
    whole = draw_map(load(write(tmp_path, ART)))
    assert 'id="layer-picture"' in whole
    assert 'id="layer-levels"' not in whole
    assert 'id="layer-numbers"' in whole
    kept = draw_map(load(write(tmp_path, ART + 'hides = ["names"]\nopacity = 0.5\n')))
    assert 'id="layer-levels"' in kept
    assert 'opacity="0.5"' in kept
    assert 'id="layer-names"' not in kept


BAD = [
    ('file = "../art.png"\npins = [["0201", 1, 1], ["0706", 2, 2]]', "picture.file"),
    ('file = "/etc/passwd"\npins = [["0201", 1, 1], ["0706", 2, 2]]', "picture.file"),
    ('file = "no.png"\npins = [["0201", 1, 1], ["0706", 2, 2]]', "no such picture"),
    ('file = "art.png"\npins = [["0201", 1, 1]]', "picture.pins"),
    ('file = "art.png"\npins = [["0201", 1, 1], ["0201", 2, 2]]', "picture.pins"),
    ('file = "art.png"\npins = [["0201", 1, 1], ["0706", 1, 1]]', "picture.pins"),
    ('file = "art.png"\npins = [["0201", 1, 1], ["9999", 2, 1]]', "picture.pins.1"),
    ('file = "art.png"\npins = [["0201", nan, 1], ["0706", 2, 1]]', "picture.pins"),
    ('file = "art.png"\npins = [["0201", 0, 1], ["0706", 2, 1]]\nhides = ["numbers"]', "picture.hides.0"),
    ('file = "art.png"\npins = [["0201", 0, 1], ["0706", 2, 1]]\nopacity = 2', "picture.opacity"),
    ('file = "art.svg"\npins = [["0201", 0, 1], ["0706", 2, 1]]', "picture.file"),
]


@pytest.mark.parametrize(("table", "place"), BAD)
def test_a_picture_that_cannot_be_laid_is_a_fault_with_its_place(tmp_path: Path, table: str, place: str) -> None:
    write(tmp_path, "[picture]\n" + table + "\n")
    (tmp_path / "art.svg").write_text("<svg/>")
    with pytest.raises(DataError) as error:
        load(tmp_path)
    assert len(error.value.faults) == 1
    assert place in f"{error.value.faults[0].key} {error.value.faults[0].message}"


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    inside = tmp_path / "title"
    inside.mkdir()
    write(inside, ART)
    (inside / "art.png").rename(tmp_path / "art.png")
    (inside / "art.png").symlink_to(tmp_path / "art.png")
    with pytest.raises(DataError, match="leaves the title"):
        load(inside)


def test_a_file_that_is_no_picture_exits_2_and_writes_nothing(tmp_path: Path) -> None:
    folder = write(tmp_path, ART)
    (folder / "art.png").write_bytes(b"not a picture")
    made = hexmap_command("render", str(folder), "-o", str(folder / "map.svg"))
    assert made.code == 2
    assert "is no PNG picture" in made.errors
    assert not (folder / "map.svg").exists()


def claimed(width: int, height: int) -> bytes:
    """Return a PNG that claims a size and holds next to nothing."""
    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 100)) + chunk(b"IEND", b"")


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("data", "says"),
    [
        (claimed(9_500, 9_500), "has 9,500 x 9,500 pixels; at most 80,000,000 are drawn"),
        (claimed(30_000, 30_000), "has 30,000 x 30,000 pixels; at most 80,000,000 are drawn"),
        (claimed(500, 520), "is no PNG picture"),
        (b"nothing", "is no PNG picture"),
        (b"", "is no PNG picture"),
        (None, "is no PNG picture"),
    ],
)
def test_check_finds_a_picture_that_cannot_be_drawn(data: bytes | None, says: str, tmp_path: Path) -> None:
    write(tmp_path, ART)
    whole = (tmp_path / "art.png").read_bytes()
    assert hexmap_command("check", ".", folder=tmp_path).code == 0
    (tmp_path / "art.png").write_bytes(whole[: len(whole) // 2] if data is None else data)
    ran = hexmap_command("check", ".", folder=tmp_path)
    assert ran.code == 2
    assert f"art.png: {says}" in ran.errors


def test_check_finds_a_picture_of_lines_and_one_of_too_many_bytes(tmp_path: Path) -> None:
    write(tmp_path, ART.replace("art.png", "art.svg"))
    (tmp_path / "art.svg").write_text("<svg/>")
    ran = hexmap_command("check", ".", folder=tmp_path)
    assert (ran.code, "expected a picture of pixels (.png .jpg .jpeg), got 'art.svg'" in ran.errors) == (2, True)
    write(tmp_path, ART)
    with (tmp_path / "art.png").open("ab") as file:
        file.truncate(40_000_001)
    ran = hexmap_command("check", ".", folder=tmp_path)
    assert (ran.code, "has 40,000,001 bytes; a picture may have 40,000,000" in ran.errors) == (2, True)

"""Export: true sizes read back by other programs, the same bytes, limits, and files whole or not at all."""

from __future__ import annotations

import io
import os
import shutil
import socket
import stat
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from mapsheet import export
from mapsheet.box import Box
from mapsheet.errors import DataError, NotationError
from mapsheet.export import pdf, png, png_size, refuse_size, save
from mapsheet.outputs import write
from mapsheet.sheet import Sheet
from mapsheet.text import outline

needs_cairo = pytest.mark.cairo
SIZES = [(210.0, 297.0), (431.8, 558.8), (558.8, 431.8), (215.9, 279.4), (12.7, 12.7), (123.456, 77.7)]


def picture(width: float = 60, height: float = 40, title: str = "Bannockburn <1314> & é") -> str:
    made = Sheet(width, height, title=title, paper="#F6F1E3")
    layer = made.layer("ground")
    layer.rect(Box(5, 5, 30, 20), fill="#8FB9CE", stroke="#4A7F9B", stroke_width=0.45)
    layer.lettering(outline("Burn", "serif-italic", 6, at=(10, 30)), "#2E637F", halo="#FFFFFF")
    layer.numbers([("1426", 45, 10)], 4, "#3A2F1E")
    return made.to_svg()


def chunks(data: bytes) -> dict[bytes, bytes]:
    found: dict[bytes, bytes] = {}
    at = 8
    while at < len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        found.setdefault(data[at + 4 : at + 8], data[at + 8 : at + 8 + size])
        at += 12 + size
    return found


@needs_cairo
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_pdf_pages_are_true_size(width: float, height: float) -> None:
    (page,) = PdfReader(io.BytesIO(pdf(picture(width, height)))).pages
    assert float(page.mediabox.width) == pytest.approx(width / 25.4 * 72, abs=0.05)
    assert float(page.mediabox.height) == pytest.approx(height / 25.4 * 72, abs=0.05)


@needs_cairo
def test_pdf_asks_printers_not_to_scale_and_carries_the_title() -> None:
    read = PdfReader(io.BytesIO(pdf(picture())))
    assert str(read.root_object["/ViewerPreferences"]) == "{'/PrintScaling': '/None'}"
    assert read.metadata == {"/Producer": "mapsheet", "/Title": "Bannockburn <1314> & é"}


@needs_cairo
def test_pdf_bytes_are_the_same_in_another_second() -> None:
    first = pdf(picture())
    start = int(time.time())
    while int(time.time()) == start:
        time.sleep(0.05)
    assert pdf(picture()) == first


@needs_cairo
@pytest.mark.parametrize("dpi", [72, 150, 300])
def test_png_has_its_pixels_and_says_its_dpi(dpi: int) -> None:
    found = chunks(png(picture(210, 297), dpi=dpi))
    width, height = struct.unpack(">II", found[b"IHDR"][:8])
    assert (width, height) == (round(210 / 25.4 * dpi), round(297 / 25.4 * dpi))
    assert struct.unpack(">IIB", found[b"pHYs"]) == (round(dpi / 0.0254), round(dpi / 0.0254), 1)


@needs_cairo
def test_png_opens_in_another_program_with_the_dpi() -> None:
    image = pytest.importorskip("PIL.Image")
    opened = image.open(io.BytesIO(png(picture(), dpi=300)))
    opened.load()
    assert opened.info["dpi"] == pytest.approx((300, 300), abs=0.01)


@needs_cairo
def test_shapes_to_point_at_leave_no_trace_and_take_nothing_else_with_them() -> None:
    def drawn(pointing: bool) -> bytes:
        made = Sheet(40, 20, title="Pointing")
        made.layer("ground").rect(Box(2, 2, 12, 12), fill="#8FB9CE")
        if pointing:
            style: dict[str, Any] = {"fill_opacity": 0, "class": "pointing"}
            made.layer("hexes", **style).rect(Box(0, 0, 40, 20), id="hex-0101", title="0101 <g> clear")
        made.layer("above").group("inner").circle((25, 10), 6, fill="#4A7F9B")
        return png(made.to_svg(), dpi=100)

    assert drawn(True) == drawn(False)
    assert len(drawn(True)) > len(png(Sheet(40, 20, title="Empty").to_svg(), dpi=100))


@needs_cairo
def test_png_bytes_are_the_same_twice() -> None:
    assert png(picture(), dpi=100) == png(picture(), dpi=100)


def test_beyond_cairos_side_is_refused_with_the_estimate_and_the_largest_dpi() -> None:
    wide = Sheet(110 * 25.4, 254, title="Campaign").to_svg()
    with pytest.raises(DataError, match=r"33000 x 3000 pixels at 300 dpi.*at most 297 dpi") as caught:
        png(wide, dpi=300)
    assert "MB of memory" in str(caught.value)
    assert png_size(wide, dpi=297).width <= export.LARGEST_SIDE < png_size(wide, dpi=298).width


def test_beyond_the_memory_is_refused_with_a_dpi_that_fits() -> None:
    square = Sheet(1000, 1000, title="Wall").to_svg()
    with pytest.raises(DataError, match="at most 480 dpi"):
        png(square, dpi=600)
    assert png_size(square, dpi=480).memory <= export.LARGEST_PICTURE < png_size(square, dpi=481).memory


def test_a_size_is_refused_before_anything_is_drawn() -> None:
    refuse_size(431.8, 558.8, dpi=300)
    for width, height, dpi in ((110 * 25.4, 254, 300), (1000, 1000, 600), (9e4, 9e4, 300)):
        with pytest.raises(DataError) as early:
            refuse_size(width, height, dpi=dpi)
        with pytest.raises(DataError) as late:
            png(Sheet(width, height, title="Large").to_svg(), dpi=dpi)
        assert str(early.value) == str(late.value)


@pytest.mark.parametrize("dpi", [0, -5, float("nan"), float("inf"), 1e9])
def test_dpi_that_is_none_is_refused(dpi: float) -> None:
    with pytest.raises(NotationError, match="dots per inch"):
        png(picture(), dpi=dpi)


@needs_cairo
@pytest.mark.parametrize(
    "svg",
    [
        "",
        "no picture",
        "<svg/>",
        '<svg width="10mm" height="10mm"><g></svg>',
        '<!DOCTYPE svg [<!ENTITY x "y">]><svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm"><desc>&x;</desc></svg>',
        '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm"><g id="a"><use href="#a"/></g></svg>',
    ],
)
def test_svg_that_cannot_be_drawn_is_a_data_error(svg: str) -> None:
    for draw in (png, pdf):
        with pytest.raises(DataError):
            draw(svg)


@needs_cairo
@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="needs pdftoppm of poppler-utils")
def test_pdf_and_png_show_the_same_picture(tmp_path: Path) -> None:
    image, chops = pytest.importorskip("PIL.Image"), pytest.importorskip("PIL.ImageChops")
    svg = picture(50.8, 38.1)
    (tmp_path / "a.pdf").write_bytes(pdf(svg))
    subprocess.run(["pdftoppm", "-r", "200", "-png", "-singlefile", tmp_path / "a.pdf", tmp_path / "b"], check=True)
    other = image.open(tmp_path / "b.png").convert("L")
    own = image.open(io.BytesIO(png(svg, dpi=200))).convert("L")
    assert own.size == other.size == (400, 300)
    histogram = chops.difference(own, other).histogram()
    # only the softening of edges may differ
    assert sum(histogram[96:]) < 0.002 * 400 * 300


@needs_cairo
def test_save_chooses_by_suffix(tmp_path: Path) -> None:
    svg = picture()
    for name, head in (("a.svg", b"<?xml"), ("b.PNG", b"\x89PNG"), ("c.pdf", b"%PDF-")):
        save(svg, tmp_path / name, dpi=72)
        assert (tmp_path / name).read_bytes().startswith(head)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.svg", "b.PNG", "c.pdf"]


@pytest.mark.parametrize("name", ["a.jpg", "a", "a.svg.gz", ".svg/"])
def test_other_suffixes_are_refused_with_the_three(name: str, tmp_path: Path) -> None:
    with pytest.raises(NotationError, match=r"\.svg, \.png or \.pdf"):
        save(picture(), tmp_path / name)


def test_a_failing_write_leaves_the_old_file_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "map.svg"
    target.write_text("old")

    def fails(self: Path, data: bytes) -> int:
        with self.open("wb") as half:
            half.write(data[: len(data) // 2])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fails)
    with pytest.raises(DataError, match="No space left"):
        write(target, "new and longer")
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["map.svg"]


def test_write_replaces_the_whole_file(tmp_path: Path) -> None:
    target = tmp_path / "map.svg"
    write(target, "a long first text")
    write(target, b"short")
    assert target.read_bytes() == b"short"
    write(target, "é")
    assert target.read_bytes() == b"\xc3\xa9"


def test_folders_are_neither_made_nor_written_over(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="does not exist"):
        write(tmp_path / "none" / "a.svg", "x")
    assert not (tmp_path / "none").exists()
    (tmp_path / "a.svg").mkdir()
    with pytest.raises(DataError, match="is a folder"):
        write(tmp_path / "a.svg", "x")


@pytest.mark.parametrize(
    ("module", "says"),
    [("raise OSError('no library called cairo-2 was found')", "libcairo2"), ("raise ImportError('no')", "pip install cairosvg")],
)
def test_without_cairo_one_line_says_what_to_install_and_svg_works(module: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "cairosvg.py").write_text(module)
    (tmp_path / "map.svg").write_text(picture())
    script = (
        "from pathlib import Path\n"
        "from mapsheet import export, errors\n"
        "svg = Path('map.svg').read_text()\n"
        "export.save(svg, 'copy.svg')\n"
        "for name in ('a.png', 'a.pdf'):\n"
        "    try: export.save(svg, name)\n"
        "    except errors.DataError as error: print(error)\n"
    )
    root = Path(export.__file__).parents[1]
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{root}"}
    command = [sys.executable, "-c", script]
    said = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True).stdout
    assert said.count("\n") == 2
    assert said.count(says) == 2
    assert (tmp_path / "copy.svg").read_text() == picture()
    assert not (tmp_path / "a.png").exists()


# -- devices and pipes ------------------------------------------------------------------------------------------------------


def reading(pipe: Path) -> tuple[threading.Thread, list[bytes]]:
    os.mkfifo(pipe)
    came: list[bytes] = []
    thread = threading.Thread(target=lambda: came.append(pipe.read_bytes()), daemon=True)
    thread.start()
    return thread, came


def test_data_are_poured_into_a_pipe_which_stays_one(tmp_path: Path) -> None:
    thread, came = reading(tmp_path / "pipe")
    data = os.urandom(300_000)
    write(tmp_path / "pipe", data)
    thread.join(10)
    assert came == [data]
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


@pytest.mark.parametrize("name", ["a.svg", "pipe"])
def test_a_drawing_goes_into_a_pipe(name: str, tmp_path: Path) -> None:
    thread, came = reading(tmp_path / name)
    save(picture(), tmp_path / name)
    thread.join(10)
    assert came == [picture().encode()]


def device(path: Path, minor: int) -> Path:
    try:
        os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, minor))
    except OSError:
        pytest.skip("no devices can be made here")
    try:
        path.open("wb").close()
    except OSError:
        pytest.skip("no devices can be opened here")
    return path


@pytest.mark.parametrize("linked", [False, True])
def test_a_device_is_written_to_and_never_replaced(linked: bool, tmp_path: Path) -> None:
    node = target = device(tmp_path / "null", 3)
    if linked:
        target = tmp_path / "map.svg"
        target.symlink_to(node)
    write(target, "lost")
    save(picture(), target)
    assert stat.S_ISCHR(node.stat().st_mode)
    assert len([*tmp_path.iterdir()]) == 1 + linked


def test_a_full_device_is_a_data_error(tmp_path: Path) -> None:
    node = device(tmp_path / "full", 7)
    with pytest.raises(DataError, match="cannot be written: No space left"):
        write(node, "x")
    assert stat.S_ISCHR(node.stat().st_mode)


def test_a_socket_is_refused_and_stays(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as opened:
        opened.bind(str(tmp_path / "s"))
        with pytest.raises(DataError, match="neither a file, a pipe nor a character device"):
            write(tmp_path / "s", "x")
    assert stat.S_ISSOCK((tmp_path / "s").stat().st_mode)


def run_shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    for door in ("hexmap", "areamap"):
        line = line.replace(f"DOOR {door}", f"{sys.executable} -c 'from {door}.cli import main; main()'")
    return subprocess.run(["/bin/sh", "-c", line], cwd=folder, capture_output=True, text=True, check=False)


def test_stdout_takes_files_under_its_name(tmp_path: Path) -> None:
    ran = run_shell("DOOR hexmap export bannockburn --to csv -o /dev/stdout | head -c 3", tmp_path)
    assert ran.stdout == "hex"
    ran = run_shell("echo first > out; DOOR hexmap export bannockburn --to csv -o /dev/stdout >> out", tmp_path)
    assert (tmp_path / "out").read_text().startswith("first\nhex,column")
    assert ran.returncode == 0


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ("hexmap los bannockburn 1426 1424 >&-", 2, "error: stdout is closed\n"),
        ("hexmap --help >&-", 2, "error: stdout is closed\n"),
        ("areamap list >&-", 2, "error: stdout is closed\n"),
        ("areamap list >&- 2>&-", 2, ""),
        ("areamap list <&- >&- 2>&-", 2, ""),
        ("hexmap los bannockburn 9999 1424 2>&-", 2, ""),
        ("hexmap export bannockburn --to csv -o a.csv >&- 2>&-", 0, ""),
        ("hexmap export bannockburn --to csv -o a.csv >&-", 0, "wrote a.csv\n"),
        ("areamap list > /dev/full", 2, "error: cannot read or write: No space left on device\n"),
    ],
)
def test_closed_standard_files_end_in_words(words: str, code: int, says: str, tmp_path: Path) -> None:
    ran = run_shell(f"DOOR {words}", tmp_path)
    assert (ran.returncode, ran.stderr) == (code, says)

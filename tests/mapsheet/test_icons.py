"""Users' pictures: good ones drawn, hostile ones refused at once with their place."""

from __future__ import annotations

import io
import time
from pathlib import Path

import pytest
from PIL import Image

from mapsheet.box import Box
from mapsheet.counters import counter_svg, read_counters
from mapsheet.errors import DataError, NotationError
from mapsheet.export import png
from mapsheet.icons import Icon, Raster, picture_path, read_picture
from mapsheet.sheet import Sheet
from mapsheet.style import load_style

ROOT = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 20 10"{}>\n{}\n</svg>'


def icon(folder: Path, inner: str, more: str = "") -> Icon:
    (folder / "i.svg").write_text(ROOT.format(more, inner), encoding="utf-8")
    found = read_picture(folder, "i.svg")
    assert isinstance(found, Icon)
    return found


def refused(folder: Path, text: str | bytes, name: str = "i.svg") -> str:
    (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    start = time.perf_counter()
    with pytest.raises(DataError) as caught:
        read_picture(folder, name)
    assert time.perf_counter() - start < 2
    (fault,) = caught.value.faults
    assert fault.file.endswith(name)
    return f"{fault.line}: {fault.message}"


# ---- good ones


def test_shapes_become_paths_with_their_colours(tmp_path: Path) -> None:
    found = icon(
        tmp_path,
        '<title>t</title><rect width="20" height="10" fill="navy"/><g fill="#f00" opacity=".5"><circle cx="5" cy="5" r="5"/></g>'
        '<path d="M0 0L20 10" stroke="rgb(0,128,0)" style="fill:none;stroke-width:2"/>'
        '<polygon points="0,0 1,0 1,1" fill="none"/>',
    )
    assert (found.width, found.height) == (100, 50)
    assert [(s.fill, s.stroke, s.width, s.opacity) for s in found.shapes] == [
        ("#000080", "none", 0, 1), ("#FF0000", "none", 0, 0.5), ("none", "#008000", 10, 1),
    ]  # fmt: skip
    assert found.shapes[0].d == "M0 0H100V50H0V0Z"


def test_what_has_no_colour_takes_the_ink(tmp_path: Path) -> None:
    found = icon(tmp_path, '<path d="M0 0H1V1Z"/><path d="M0 0H1V1Z" fill="currentColor"/>')
    assert [s.fill for s in found.shapes] == ["currentColor"] * 2


def test_transforms_and_uses_are_carried_out(tmp_path: Path) -> None:
    found = icon(
        tmp_path,
        '<defs><rect id="r" width="2" height="2"/></defs><use href="#r" x="4" y="2"/>'
        '<g transform="translate(10 5) scale(2) rotate(180)"><use xlink:href="#r"/></g>',
    )
    assert [s.d for s in found.shapes] == ["M20 10H30V20H20V10Z", "M50 25H30V5H50V25Z"]


def test_editors_own_elements_are_left_out(tmp_path: Path) -> None:
    more = ' xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"'
    inner = '<sodipodi:namedview/><metadata><x:rdf xmlns:x="urn:x"/></metadata><path d="M0 0H1V1Z"/>'
    assert len(icon(tmp_path, inner, more).shapes) == 1


# ---- hostile ones

HOSTILE = {
    "a script": ("<script>1</script>", "holds <script>"),
    "an event": ('<path d="M0 0" onclick="x()"/>', "has a script in the attribute 'onclick'"),
    "an event in capitals": ('<g OnLoad="x()"/>', "has a script"),
    "a link": ('<a xlink:href="https://example.org"><path d="M0 0"/></a>', "holds <a>"),
    "a picture": ('<image href="x.png"/>', "holds <image>"),
    "a picture from outside": ('<use xlink:href="other.svg#a"/>', "refers to something outside"),
    "a file": ('<use href="file:///etc/passwd#a"/>', "refers to something outside"),
    "foreign objects": ("<foreignObject/>", "holds <foreignObject>"),
    "elements of HTML": ('<b xmlns="http://www.w3.org/1999/xhtml"/>', "not of SVG"),
    "a style sheet": ("<style>@import url(x)</style>", "holds <style>"),
    "animation": ('<animate attributeName="d"/>', "holds <animate>"),
    "text": ("<text>a</text>", "holds <text>"),
    "a gradient": ('<path d="M0 0H1V1Z" fill="url(#a)"/>', "fills or draws by reference"),
    "a url in a style": ('<path d="M0 0" style="fill: URL(http://a)"/>', "fills or draws by reference"),
    "a filter": ('<path d="M0 0" filter="blur(2px)"/>', "an effect that is not drawn"),
    "a nested svg": ("<svg/>", "holds <svg>"),
    "use of itself": ('<g id="a"><use href="#a"/></g>', "uses inside uses"),
    "use of nothing": ('<use href="#b"/>', "uses what it does not hold"),
    "bad path data": ('<path d="M0 0 L 1"/>', "cannot be read"),
    "no path data": ('<path d="hello"/>', "cannot be read"),
    "endless numbers": ('<path d="M0 0L1e999 1"/>', "reaches far outside"),
    "a rect of words": ('<rect width="wide" height="1"/>', "cannot be read"),
    "a bad colour": ('<path d="M0 0H1V1Z" fill="bluish"/>', "a colour that cannot be read"),
    "a bad transform": ('<g transform="spin(3)"/>', "a transform that cannot be read"),
    "an endless transform": ('<g transform="scale(1e999)"/>', "a transform that cannot be read"),
    "a bad opacity": ('<path d="M0 0H1V1Z" opacity="nan"/>', "expected a number from 0 to 1"),
    "a negative line": ('<path d="M0 0H1V1Z" stroke="red" stroke-width="-1"/>', "expected a number"),
    "nothing drawn": ("<g/>", "holds no shape"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_plain_shape_is_refused_with_its_place(tmp_path: Path, name: str) -> None:
    inner, says = HOSTILE[name]
    found = refused(tmp_path, ROOT.format("", inner))
    assert says in found
    assert found.startswith("1:" if name == "nothing drawn" else "2:")


def bomb(levels: int, times: int) -> str:
    layers = "".join(
        f'<g id="g{k}">' + f'<use href="#g{k + 1}"/>' * times + "</g>" for k in range(levels)
    )
    return ROOT.format("", f'{layers}<g id="g{levels}"><path d="M0 0H1V1Z"/></g>')


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (bomb(100, 2), "uses inside uses"),
        (bomb(5, 20), "more than 1,000"),
        (ROOT.format("", "<g>" * 60 + "</g>" * 60), "levels"),
        (ROOT.format("", "<g/>" * 5000), "more than 4,000 elements"),
        (ROOT.format("", "<path d='M0 0H1V1Z'/>" * 1500), "more than 1,000 shapes"),
        ("<!DOCTYPE svg [<!ENTITY a 'b'>]>" + ROOT.format("", "&a;"), "declares an entity"),
        ('<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + ROOT.format("", "&a;"), "declares an entity"),
        ('<?xml-stylesheet href="a.css"?>' + ROOT.format("", ""), "processing instruction"),
        (ROOT.format("", "<g>"), "is no XML: mismatched tag"),
        ("", "is no XML"),
        ("<html/>", "is no SVG"),
        ('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0H1V1Z"/></svg>', "has no size"),
        ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0 5"/>', "has no size"),
        ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 nan 5"/>', "has no size"),
        ('<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="5"/>', "has no size"),
        ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 99"/>', "fifty times"),
        (ROOT.format("", f'<path d="{"M0 0L1 1" * 16_000}"/>'), "outlines of more"),
        (ROOT.format("", " " * 400_000), "bytes; a picture may have 200,000"),
    ],
)
def test_bombs_and_broken_files_are_refused_at_once(tmp_path: Path, text: str, says: str) -> None:
    assert says in refused(tmp_path, text)


@pytest.mark.parametrize("raw", [b"\xff\xfe\x00", b"<svg", b"\x00" * 50, b"<?xml version='1.0' encoding='utf-99'?><svg/>"])
def test_noise_is_no_xml(tmp_path: Path, raw: bytes) -> None:
    assert "is no XML" in refused(tmp_path, raw)


# ---- PNG and JPEG


def raster(kind: str, size: tuple[int, int] = (20, 10), colour: str = "#FF0000") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, kind)
    return out.getvalue()


@pytest.mark.parametrize(("name", "kind"), [("a.png", "PNG"), ("a.jpg", "JPEG"), ("a.JPEG", "JPEG")])
def test_pictures_are_embedded(tmp_path: Path, name: str, kind: str) -> None:
    (tmp_path / name).write_bytes(raster(kind))
    found = read_picture(tmp_path, name)
    assert isinstance(found, Raster)
    assert (found.width, found.height) == (20, 10)
    assert found.uri.startswith(f"data:image/{kind.lower()};base64,")


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"", "is no PNG"),
        (raster("JPEG"), "is no PNG"),
        (raster("PNG")[:40], "is no PNG"),
        (raster("PNG", (5000, 4000)), "pixels"),
        (raster("PNG") + b"\0" * 2_100_000, "bytes"),
    ],
)
def test_what_is_no_picture_is_refused(tmp_path: Path, raw: bytes, says: str) -> None:
    assert says in refused(tmp_path, raw, "a.png")


# ---- the title's folder


LEAVING = ("/etc/a.png", "../a.png", "b/../../a.png", "..\\a.png", "C:\\a.png", "C:a.png", "./a.png", "b//a.png")
NO_PICTURES = ("a.gif", "a", "", "a\0.png", None, 3)


@pytest.mark.parametrize("name", [*LEAVING, *NO_PICTURES])
def test_names_that_leave_the_folder_are_no_names(tmp_path: Path, name: object) -> None:
    (tmp_path / "a.png").write_bytes(raster("PNG"))
    folder = tmp_path / "t"
    folder.mkdir()
    with pytest.raises(NotationError):
        picture_path(folder, name)


def test_links_may_not_leave_the_folder(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(raster("PNG"))
    folder = tmp_path / "t"
    folder.mkdir()
    (folder / "in.png").symlink_to(tmp_path / "a.png")
    (folder / "loop.png").symlink_to(folder / "loop.png")
    (folder / "out").symlink_to(tmp_path)
    (folder / "folder.png").mkdir()
    for name in ("in.png", "loop.png", "out/a.png", "folder.png", "none.png"):
        with pytest.raises(DataError):
            read_picture(folder, name)


# ---- on counters

TITLE = """format = "counters/1"
[side.red]
colour = "#00FF00"
[type.foot]
symbol = "levy"
[counter."red/a"]
side = "red"
type = "foot"
name = ""
front = { image = "IMAGE" }
"""


def test_a_counter_names_a_picture_that_is_refused(tmp_path: Path) -> None:
    (tmp_path / "counters.toml").write_text(TITLE.replace("IMAGE", "../x.png"), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_counters(tmp_path)
    assert str(caught.value).startswith(f"{tmp_path}/counters.toml:10:")
    (tmp_path / "x.svg").write_text(ROOT.format("", "<script/>"), encoding="utf-8")
    (tmp_path / "counters.toml").write_text(TITLE.replace("IMAGE", "x.svg"), encoding="utf-8")
    with pytest.raises(DataError, match=r"x\.svg:2:1: holds <script>"):
        read_counters(tmp_path)


@pytest.mark.cairo
@pytest.mark.parametrize("name", ["a.png", "a.svg"])
def test_pictures_take_the_place_of_the_symbol(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.png").write_bytes(raster("PNG", (30, 30)))
    (tmp_path / "a.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path fill="red" d="M0 0H4V4H0Z"/></svg>', encoding="utf-8"
    )
    (tmp_path / "counters.toml").write_text(TITLE.replace("IMAGE", name), encoding="utf-8")
    found = read_counters(tmp_path)
    svg = counter_svg(found, found.counters["red/a"], load_style("classic"))
    image = Image.open(io.BytesIO(png(svg, dpi=254))).convert("RGB")  # ten pixels a mm
    box = image.point(lambda v: 255 * (v > 128)).split()[0].getbbox()
    assert box == pytest.approx((34, 28, 93, 87), abs=2)
    assert image.getpixel((64, 57)) == (255, 0, 0)


def test_the_sheet_takes_data_of_pictures_alone() -> None:
    layer = Sheet(10, 10, title="t").layer("a")
    others = ("data:image/svg+xml;base64,AAAA", 'data:image/png;base64,AA"AA', "data:text/html;base64,AAAA")
    for uri in ("http://a/b.png", "a.png", *others):
        with pytest.raises(DataError):
            layer.image(uri, Box(0, 0, 5, 5))

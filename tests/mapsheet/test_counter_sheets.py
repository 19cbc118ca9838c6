"""Sheets of counters: every piece once, at true size, its back behind its front; measured in the PDF and in pixels."""

from __future__ import annotations

import io
import json
from collections import Counter as Tally
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader
from pypdf.generic import ContentStream

from mapsheet import export
from mapsheet.box import Box
from mapsheet.counters import CounterSet, read_counters, sheetpages, sheets
from mapsheet.counters.imposing import impose
from mapsheet.counters.sheetplan import SheetPlan
from mapsheet.errors import DataError, NotationError
from mapsheet.sheet import Layer
from mapsheet.style import load_style
from mapsheet.units import Size, distance
from tests.commands import Ran, areamap_command, hexmap_command, mapsheet_command
from tests.mapsheet.svg_points import points

needs_cairo = pytest.mark.cairo
SVG = "{http://www.w3.org/2000/svg}"
ET.register_namespace("", SVG[1:-1])
STYLE = load_style("classic")
A4, LETTER_WIDE = Size(210.0, 297.0), Size(279.4, 215.9)
HEAD = """
format = "counters/1"
title = "The Ford"
[side.red]
name = "Reds"
colour = "#B5453C"
ink = "#FFFFFF"
[side.blue]
name = "Blues"
colour = "#3C5FA8"
ink = "#FFFFFF"
[type.foot]
size = "1x1/2in"
[type.bow]
size = "1/2in"
[type.big]
size = "3/4in"
"""


def counters_file(folder: Path, *, foot: int = 6, bow: int = 9, big: int = 2, copies: int = 1) -> Path:
    rows = [HEAD]
    for side in ("red", "blue"):
        for kind, many in (("bow", bow), ("foot", foot), ("big", big)):
            for k in range(many):
                name = f'counter."{side}/{kind}-{k}"'
                rows.append(f'[{name}]\nside = "{side}"\ntype = "{kind}"\nname = "{kind} {k}"\ncopies = {copies}')
                rows += [f'[{name}.back]\nleft = "{k}"'] if k % 3 else []
    path = folder / "counters.toml"
    path.write_text("\n".join(rows), "utf-8")
    return path


@pytest.fixture
def found(tmp_path: Path) -> CounterSet:
    return read_counters(counters_file(tmp_path))


# -- what lies where, as the drawing says it ---------------------------------------------------------------------------


def pieces(svg: str, face: str) -> dict[str, tuple[str, Box]]:
    """Return each piece's counter and the box that its ground is clipped to, by its number."""
    root = ET.fromstring(svg)
    clips = {clip.get("id"): clip[0].get("d", "") for clip in root.iter(f"{SVG}clipPath")}
    result = {}
    for group in root.iter(f"{SVG}g"):
        name = group.get("id") or ""
        if name.startswith(face):
            xs, ys = zip(*points(clips[f"{name}-ground"]), strict=True)
            result[name.partition("-")[2]] = (group.get("data-piece", ""), Box(min(xs), min(ys), max(xs), max(ys)))
    return result


def turned_over(box: Box, paper: Size, *, edge: str) -> Box:
    """Return where a box of the back comes to lie when the paper is turned about an edge and looked through from the front."""
    upright = (paper.height >= paper.width) == (edge == "long")
    if upright:
        return Box(paper.width - box.right, box.top, paper.width - box.left, box.bottom)
    return Box(box.left, paper.height - box.bottom, box.right, paper.height - box.top)


@pytest.mark.parametrize("paper", [A4, LETTER_WIDE, Size(420.0, 594.0), Size(200.0, 200.0)], ids=str)
@pytest.mark.parametrize("edge", ["long", "short"])
@pytest.mark.parametrize("offset", [(0.0, 0.0), (0.3, -0.2)])
def test_every_back_lies_behind_its_front(found: CounterSet, paper: Size, edge: Any, offset: tuple[float, float]) -> None:
    pages = sheets(found, STYLE, SheetPlan(paper, duplex=edge, back_offset=offset, gap=2))
    assert len(pages) % 2 == 0
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        fronts, backs = pieces(front.svg, "front"), pieces(back.svg, "back")
        assert fronts.keys() == backs.keys()
        for number, (counter, box) in backs.items():
            seen = turned_over(box.moved(-offset[0], -offset[1]), paper, edge=edge)
            assert fronts[number][0] == counter
            assert seen == pytest.approx(fronts[number][1], abs=2e-3)


def test_folded_backs_lie_on_their_fronts(found: CounterSet) -> None:
    for page in sheets(found, STYLE, SheetPlan(fold=True)):
        fronts, backs = pieces(page.svg, "front"), pieces(page.svg, "back")
        assert fronts.keys() == backs.keys() != set()
        for number, (counter, box) in fronts.items():
            assert backs[number][0] == counter
            assert turned_over(backs[number][1], A4, edge="long") == pytest.approx(box, abs=2e-3)
            assert box.right < 105 < backs[number][1].left


def test_a_register_that_is_off_would_be_seen(found: CounterSet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SheetPlan, "behind", lambda _, box: box)
    pages = sheets(found, STYLE, SheetPlan())
    front, back = pieces(pages[0].svg, "front"), pieces(pages[1].svg, "back")
    seen = {number: turned_over(box, A4, edge="long") for number, (_, box) in back.items()}
    assert any(seen[number] != pytest.approx(box, abs=0.1) for number, (_, box) in front.items())


# -- the same in pixels ------------------------------------------------------------------------------------------------


def picture(svg: str, dpi: int) -> Any:
    image = pytest.importorskip("PIL.Image")
    return image.open(io.BytesIO(export.png(svg, dpi=dpi))).convert("RGBA")


def code_of(name: str) -> str:
    return "#" + "".join(f"{55 + sum(map(ord, name[k::3])) * 37 % 180:02X}" for k in range(3))


def coloured(layer: Layer, _style: Any, _found: Any, counter: Any, at: Any, **how: Any) -> None:
    """Draw a face in a colour of the counter's own, its upper half darker, so that order and turn can be seen."""
    wide, high = counter.size
    upper = Box(at[0], at[1], at[0] + wide, at[1] + high / 2)
    halves = (upper, upper.moved(0, high / 2))
    halves = halves[::-1] if how.get("turn") else halves
    layer.rect(halves[0], fill=code_of(counter.id))
    layer.rect(halves[1], fill=code_of(counter.id + "lower"))


@needs_cairo
@pytest.mark.parametrize(("paper", "edge"), [(A4, "long"), (A4, "short"), (LETTER_WIDE, "long"), (LETTER_WIDE, "short")], ids=str)
def test_front_and_mirrored_back_are_one_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, paper: Size, edge: Any) -> None:
    monkeypatch.setattr(sheetpages, "draw_counter", coloured)
    counters_file(tmp_path)
    found = read_counters(tmp_path)
    found = found._replace(counters={name: each._replace(back=each.front) for name, each in found.counters.items()})
    front, back = sheets(found, STYLE, SheetPlan(paper, duplex=edge, bleed=0, gap=1, cut="none"))
    image = pytest.importorskip("PIL.Image")
    chops = pytest.importorskip("PIL.ImageChops")
    dpi = 254  # ten pixels a millimetre
    one, two = picture(front.svg, dpi), picture(back.svg, dpi)
    upright = (paper.height >= paper.width) == (edge == "long")
    over = two.transpose(image.Transpose.FLIP_LEFT_RIGHT if upright else image.Transpose.FLIP_TOP_BOTTOM)
    for counter, box in pieces(front.svg, "front").values():
        inside = tuple(round(10 * side + way) for side, way in zip(box, (1, 1, -1, -1), strict=True))
        assert one.crop(inside).getpixel((3, 3))[:3] == rgb(code_of(counter))
        # but for the line between the halves, which two renderings round by a pixel
        difference = chops.difference(one.crop(inside), over.crop(inside)).convert("L")
        apart = difference.point(lambda level: 255 * (level > 8)).getbbox()
        assert apart is None or apart[3] - apart[1] <= 2


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


@needs_cairo
@pytest.mark.parametrize("plan", [
    SheetPlan(), SheetPlan(margin=4), SheetPlan(fold=True, bleed=2), SheetPlan(back_offset=(1.5, -2)),
    SheetPlan(LETTER_WIDE, cut="through"), SheetPlan(Size(120.0, 90.0), gap=3, bleed=3, cut="full"),
    SheetPlan(duplex="short", back_offset=(-2.0, 3.0)),
], ids=str)  # fmt: skip
def test_no_ink_in_the_margin(found: CounterSet, plan: SheetPlan) -> None:
    for page in sheets(found, STYLE, plan):
        drawn = picture(page.svg, 127).getchannel("A")
        ink = Box(*(side / 5 for side in drawn.getbbox()))
        paper = Box(0, 0, *plan.paper).grown(-plan.margin)
        assert paper.holds(ink, slack=0.2), f"{ink} reaches out of {paper}"
        assert ink.width > plan.paper.width / 3


@needs_cairo
@pytest.mark.parametrize("plan", [SheetPlan(), SheetPlan(bleed=2, gap=4), SheetPlan(fold=True)], ids=str)
def test_cut_marks_stand_outside_every_ground(found: CounterSet, plan: SheetPlan) -> None:
    for page in sheets(found, STYLE, plan):
        bare = ET.fromstring(page.svg)
        cuts = next(each for each in bare.iter(f"{SVG}g") if each.get("id") == "layer-cuts")
        marks = len(cuts)
        cuts.clear()
        without = picture(ET.tostring(bare, encoding="unicode"), 254)
        drawn = picture(page.svg, 254)
        for face in ("front", "back"):
            for _, box in pieces(page.svg, face).values():
                inside = tuple(round(10 * side) + way for side, way in zip(box, (-2, -2, 2, 2), strict=True))
                assert drawn.crop(inside).tobytes() == without.crop(inside).tobytes()
        assert (drawn.tobytes() != without.tobytes()) is bool(marks)


@needs_cairo
@pytest.mark.parametrize("cut", ["full", "through"])
def test_full_lines_run_along_the_edges_of_the_counters(found: CounterSet, cut: Any) -> None:
    page = sheets(found, STYLE, SheetPlan(cut=cut, bleed=0, gap=2))[0]
    drawn = picture(page.svg, 254)
    for _, box in pieces(page.svg, "front").values():
        for k in (3, 6, 9):
            for x, y in ((box.left, box.top + k), (box.right, box.top + k), (box.left + k, box.top), (box.left + k, box.bottom)):
                around = drawn.crop((round(10 * x) - 2, round(10 * y) - 2, round(10 * x) + 2, round(10 * y) + 2))
                assert min(around.convert("L").tobytes()) < 70


# -- the PDF -----------------------------------------------------------------------------------------------------------


def clips(page: Any, reader: PdfReader) -> list[Box]:
    """Return the boxes that clip the pictures of a PDF page, in points from its head."""
    height = float(page.mediabox.height)
    operations = ContentStream(page.get_contents(), reader).operations
    drawn = operations[1:]  # the picture is drawn within q and Q, for words lie over it
    assert operations[0] == ([], b"q")
    assert drawn[0] == ([1, 0, 0, -1, 0, pytest.approx(height)], b"cm")
    return [
        Box(*map(float, (x, y, x + wide, y + high)))
        for ((x, y, wide, high), _), _ in [two for two in pairwise(drawn) if (two[0][1], two[1][1]) == (b"re", b"W")]
    ]


@needs_cairo
def test_the_pdf_is_true_to_a_hundredth_of_a_millimetre(found: CounterSet) -> None:
    plan = SheetPlan(bleed=0, gap=2)
    reader = PdfReader(io.BytesIO(export.pdf_pages(sheets(found, STYLE, plan), title="Counters")))
    front, back = ([*clips(page, reader)] for page in reader.pages)
    point = 25.4 / 72
    sizes = Tally((round(box.width * point, 2), round(box.height * point, 2)) for box in front)
    assert sizes == {(12.7, 12.7): 18, (25.4, 12.7): 12, (19.05, 19.05): 4}
    for one, two in zip(front, back, strict=True):
        assert turned_over(two, Size(595.276, 841.89), edge="long") == pytest.approx(one, abs=0.01 / point)
        assert one.width == pytest.approx(two.width, abs=0.01 / point)


@needs_cairo
def test_the_pdf_has_its_boxes_bookmarks_and_no_scaling(tmp_path: Path) -> None:
    counters_file(tmp_path, bow=60, copies=3)
    ran = hexmap_command("counters", str(tmp_path), "-o", str(tmp_path / "c.pdf"), "--bleed", "2mm", "--json")
    assert ran.code == 0, ran.errors
    answer = json.loads(ran.output)
    reader = PdfReader(tmp_path / "c.pdf")
    assert str(reader.root_object["/ViewerPreferences"]) == "{'/PrintScaling': '/None'}"
    assert [item["/Title"] for item in outline(reader)] == [page["label"] for page in answer["pages"]]
    assert len(reader.pages) == len(answer["pages"]) >= 4
    for page in reader.pages:
        trim, bleed = page.trimbox, page.bleedbox
        grown = [float(b) - float(t) for b, t in zip(bleed, trim, strict=True)]
        assert grown == pytest.approx([-5.669, -5.669, 5.669, 5.669], abs=0.003)
        assert 0 < float(bleed[0]) < float(bleed[2]) < float(page.mediabox[2])


def outline(reader: PdfReader) -> Iterator[Any]:
    yield from (item for item in reader.outline if not isinstance(item, list))


@needs_cairo
def test_the_same_counters_give_the_same_bytes(found: CounterSet) -> None:
    one, two = (export.pdf_pages(sheets(found, STYLE, SheetPlan()), title="Counters") for _ in range(2))
    assert one == two


# -- how many, where ---------------------------------------------------------------------------------------------------


@given(
    st.tuples(st.integers(1, 40), st.integers(0, 60), st.integers(0, 9), st.integers(1, 5)),
    st.sampled_from([A4, LETTER_WIDE, Size(90.0, 110.0)]),
    st.sampled_from([0.0, 1.0, 2.5]),
    st.booleans(),
)
def test_every_copy_lies_once_clear_of_all_others(counts: tuple[int, ...], paper: Size, gap: float, fold: bool) -> None:
    found = made(*counts)
    plan = SheetPlan(paper, gap=gap, bleed=min(1.0, gap), fold=fold, margin=5)
    leaves = impose(found, plan)
    laid = [cell for leaf in leaves for cell in leaf.cells]
    assert Tally(cell.piece.counter.id for cell in laid) == {name: each.copies for name, each in found.counters.items()}
    assert len({(cell.piece.counter.id, cell.piece.copy) for cell in laid}) == len(laid) == found.total
    right = paper.width / 2 if fold else paper.width - plan.margin
    half = Box(plan.margin, plan.margin, right, paper.height - plan.margin)
    for leaf in leaves:
        boxes = [(cell.trim, cell.inked) for cell in leaf.cells]
        for cell in leaf.cells:
            assert (cell.trim.width, cell.trim.height) == pytest.approx(cell.piece.counter.size)
            assert half.holds(cell.inked)
        for k, (trim, _) in enumerate(boxes):
            assert not any(trim.grown(-1e-6).overlaps(other) for other, _ in boxes[k + 1 :])
            # what is drawn later never covers a counter
            assert not any(trim.grown(-1e-6).overlaps(ink) for _, ink in boxes[k + 1 :])


def made(foot: int, bow: int, big: int, copies: int) -> CounterSet:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        return read_counters(counters_file(Path(folder), foot=foot, bow=bow, big=big, copies=copies))


def test_sides_sizes_and_types_lie_together_in_the_order_of_the_file(found: CounterSet) -> None:
    (leaf,) = impose(found, SheetPlan())
    order = [(cell.piece.counter.side.id, cell.piece.counter.kind.id) for cell in leaf.cells]
    assert list(dict.fromkeys(order)) == [(side, kind) for side in ("red", "blue") for kind in ("bow", "foot", "big")]
    assert [len(block.cells) for block in leaf.blocks] == [9, 6, 2, 9, 6, 2]


def test_sides_of_a_few_counters_share_a_block() -> None:
    found = made(0, 9, 0, 1)
    (leaf,) = impose(found, SheetPlan())
    assert [(block.sides, len(block.cells)) for block in leaf.blocks] == [(["Reds", "Blues"], 18)]
    (leaf,) = impose(made(0, 20, 0, 1), SheetPlan())
    assert [block.sides for block in leaf.blocks] == [["Reds"], ["Blues"]]


@pytest.mark.parametrize(("many", "paper", "leaves"), [(1, A4, 1), (14 * 20, A4, 1), (14 * 20 + 1, A4, 2)])
def test_a_leaf_holds_as_many_as_it_can(many: int, paper: Size, leaves: int) -> None:
    found = made(0, many, 0, 1)
    red = SheetPlan(paper, sides=("red",), bleed=0.5)
    assert len(impose(found, red)) == leaves
    assert sum(len(leaf.cells) for leaf in impose(found, red)) == many


def test_a_counter_without_a_back_has_a_plain_one_in_its_sides_colour(found: CounterSet) -> None:
    back = sheets(found, STYLE, SheetPlan())[1]
    groups = {each.get("data-piece"): each for each in ET.fromstring(back.svg).iter(f"{SVG}g") if each.get("data-piece")}
    plain = [shape for shape in groups["red/bow-0"].iter() if shape.get("fill")]
    assert [shape.get("fill") for shape in plain] == ["#B5453C"]


# -- the command -------------------------------------------------------------------------------------------------------


def asked(folder: Path, *words: str, name: str = "c.svg") -> Ran:
    return hexmap_command("counters", str(folder), "-o", str(folder / name), *words)


def test_all_doors_draw_the_same(tmp_path: Path) -> None:
    counters_file(tmp_path)
    drawn = []
    for run, target in ((hexmap_command, tmp_path), (areamap_command, tmp_path / "counters.toml"), (mapsheet_command, tmp_path)):
        ran = run("counters", str(target), "-o", str(tmp_path / "c.svg"), "--json")
        assert ran.code == 0, ran.errors
        drawn.append([(tmp_path / f"c-{k}.svg").read_bytes() for k in (1, 2)])
    assert drawn[0] == drawn[1] == drawn[2]


def test_the_answer_counts_the_pieces(tmp_path: Path) -> None:
    counters_file(tmp_path, copies=4)
    answer = json.loads(asked(tmp_path, "--json", "--side", "blue").output)
    assert answer["sides"] == {"blue": {"bow": 36, "foot": 24, "big": 8}}
    assert answer["total"] == 68 == sum(page["pieces"] for page in answer["pages"] if page["face"] == "fronts")
    assert [page["face"] for page in answer["pages"]] == ["fronts", "backs"]


@pytest.mark.parametrize("words", [
    ("--paper", "25x20mm"), ("--paper", "a9"), ("--bleed", "-1mm"), ("--bleed", "2mm", "--gap", "1mm"), ("--bleed", "1"),
    ("--bleed", "4mm", "--margin", "3mm"), ("--side", "green"), ("--duplex", "wide"), ("--cut", "zigzag"), ("--gap", "nan"),
    ("--back-offset", "1mm"), ("--back-offset", "1mm,2"), ("--back-offset", "9mm,0mm"), ("--fold", "--back-offset", "1mm,0mm"),
    ("--margin", "100mm"), ("--style", "none-such"), ("--bleed", "1e999mm"), ("--gap", "1000mm"),
], ids=" ".join)  # fmt: skip
def test_bad_input_is_refused_and_nothing_written(tmp_path: Path, words: tuple[str, ...]) -> None:
    counters_file(tmp_path)
    ran = asked(tmp_path, *words)
    assert (ran.code, ran.output) == (2, "")
    assert "Traceback" not in ran.errors
    assert sorted(each.name for each in tmp_path.iterdir()) == ["counters.toml"]


def test_all_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    counters_file(tmp_path)
    assert len(asked(tmp_path, "--bleed", "-1mm", "--gap", "x", "--paper", "q").errors.splitlines()) == 3
    assert len(asked(tmp_path, "--bleed", "4mm", "--gap", "3mm", "--margin", "2mm", "--side", "grean").errors.splitlines()) == 3
    said = asked(tmp_path, "--paper", "60x30mm").errors
    assert "bow-0 is 12.7 x 12.7 mm" in said
    assert "foot-0 is 25.4 x 12.7 mm" in said


def test_the_counters_file_is_not_overwritten(tmp_path: Path) -> None:
    path = counters_file(tmp_path)
    path.rename(tmp_path / "counters.svg")
    ran = hexmap_command("counters", str(tmp_path / "counters.svg"), "-o", str(tmp_path / "counters.svg"))
    assert ran.code == 2
    assert (tmp_path / "counters.svg").read_text("utf-8").startswith("\nformat")


def test_too_many_counters_are_refused_in_no_time() -> None:
    with pytest.raises(DataError, match="at most 20,000 counters"):
        impose(made(40, 40, 0, 1000), SheetPlan())


@pytest.mark.parametrize(("text", "mm"), [
    ("0mm", 0.0), ("0", 0.0), ("1.5 mm", 1.5), ("-0.2mm", -0.2), ("- 1/", None), ("--1mm", None), ("0.01in", 0.254),
])  # fmt: skip
def test_distances_may_be_zero_and_below_where_they_are_signed(text: str, mm: float | None) -> None:
    if mm is None:
        with pytest.raises(NotationError):
            distance(text, signed=True)
    else:
        assert distance(text, signed=True) == pytest.approx(mm)

"""Outlined words in PDFs: found by pypdf and by poppler, where they are seen, in Greek and with diacritics."""

from __future__ import annotations

import re
import shutil
import subprocess
from math import atan2, degrees, hypot
from pathlib import Path

import pytest
from pypdf import PdfReader

from mapsheet.export import Page, pdf, pdf_pages, png
from mapsheet.sheet import Sheet
from mapsheet.text import along, outline
from mapsheet.textlayer import runs

pytestmark = pytest.mark.cairo
WORDS = ["Κωνσταντινούπολις", "Çanakkale Boğazı", "Šumadija, Łódź", "1450–59", "plain (words) \\ <&>"]


def drawn(turn: float = 0.0) -> str:
    sheet = Sheet(120, 90, title="words")
    layer = sheet.layer("words")
    for k, words in enumerate(WORDS):
        layer.lettering(outline(words, "serif", 6, at=(10, 15 + 12 * k), turn=turn), "#000000", halo="#FFFFFF", halo_width=0.4)
    return sheet.to_svg()


def test_words_are_found_by_two_readers(tmp_path: Path) -> None:
    path = tmp_path / "words.pdf"
    path.write_bytes(pdf(drawn()))
    assert PdfReader(path).pages[0].extract_text().split("\n") == WORDS
    if shutil.which("pdftotext"):
        told = subprocess.run(["pdftotext", "-raw", path, "-"], capture_output=True, text=True, check=True)
        assert told.stdout.split("\n")[: len(WORDS)] == WORDS
        assert told.stderr == ""


def test_words_lie_on_their_letters(tmp_path: Path) -> None:
    if not shutil.which("pdftotext"):
        pytest.skip("needs poppler")
    path = tmp_path / "words.pdf"
    path.write_bytes(pdf(drawn()))
    told = subprocess.run(["pdftotext", "-bbox", path, "-"], capture_output=True, text=True, check=True).stdout
    left, top, right, bottom = map(float, re.search(
        r'xMin="(\S+)" yMin="(\S+)" xMax="(\S+)" yMax="(\S+)">Κων', told).groups())  # type: ignore[union-attr]
    box = outline(WORDS[0], "serif", 6, at=(10, 15)).box
    for found, due in zip((left, right, bottom), (box.left, box.right, box.bottom), strict=True):
        assert found * 25.4 / 72 == pytest.approx(due, abs=0.1)
    assert top < bottom


@pytest.mark.parametrize("turn", [-90.0, -60.0, 35.0, 90.0])
def test_turned_words_run_with_their_letters(turn: float) -> None:
    sheet = Sheet(200, 200, title="t")
    sheet.layer("w").lettering(outline("Peloponnese", "sans", 8, at=(100, 100), turn=turn), "#000000")
    (run,) = runs(sheet.to_svg(), 200, 200)
    assert degrees(atan2(run.way[1], run.way[0])) == pytest.approx(turn, abs=4)
    assert hypot(*run.way) == pytest.approx(outline("Peloponnese", "sans", 8).box.width, rel=0.25)
    assert hypot(run.start[0] - 100, run.start[1] - 100) < 6


def test_words_in_turned_and_scaled_groups_and_along_curves() -> None:
    sheet = Sheet(100, 100, title="t")
    group = sheet.layer("w").group(transform="translate(50 0) scale(0.5) rotate(90 40 40)")
    group.lettering(outline("Turned", "sans", 8, at=(20, 40)), "#000000")
    course = along("Along a river", "serif-italic", 5, curve=[(10, 80), (40, 75), (80, 85)])
    sheet.layer("w").lettering(course, "#000000")
    turned, curved = runs(sheet.to_svg(), 100, 100)
    assert (turned.words, curved.words) == ("Turned", "Along a river")
    assert turned.start == pytest.approx((70, 10), abs=1.5)  # (20, 40) turned about (40, 40), halved, moved
    assert turned.way[1] > 5 * abs(turned.way[0])
    assert course.box.grown(4).holds(type(course.box)(*curved.start, *curved.start))


def test_words_off_the_page_and_in_definitions_are_left_out() -> None:
    sheet = Sheet(50, 50, title="t")
    sheet.layer("w").lettering(outline("Beyond", "sans", 5, at=(70, 20)), "#000000")
    assert runs(sheet.to_svg(), 50, 50) == []
    assert runs("<svg", 50, 50) == []


def test_the_layer_is_not_seen_and_the_same_twice(tmp_path: Path) -> None:
    svg = drawn()
    assert pdf(svg) == pdf(svg)
    bare = re.sub(r' aria-label="[^"]*"', "", svg)
    assert len(pdf(svg)) - len(pdf(bare)) < 6000
    if shutil.which("pdftoppm"):
        for name, one in (("with", svg), ("without", bare)):
            (tmp_path / f"{name}.pdf").write_bytes(pdf(one))
            subprocess.run(["pdftoppm", "-r", "100", tmp_path / f"{name}.pdf", tmp_path / name], check=True)
        assert (tmp_path / "with-1.ppm").read_bytes() == (tmp_path / "without-1.ppm").read_bytes()
    assert png(svg) == png(svg)


def test_every_page_has_its_words_and_its_boxes(tmp_path: Path) -> None:
    path = tmp_path / "pages.pdf"
    path.write_bytes(pdf_pages([Page(drawn()), Page(Sheet(40, 40, title="bare").to_svg())], title="t"))
    first, second = PdfReader(path).pages
    assert WORDS[1] in first.extract_text()
    assert second.extract_text() == ""
    for page in (first, second):
        assert list(page.trimbox) == pytest.approx(list(page.mediabox), abs=0.01)
        assert page["/TrimBox"] == page["/BleedBox"]

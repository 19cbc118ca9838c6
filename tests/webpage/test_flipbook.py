"""The page that leafs through pictures: in order, by keys and buttons, without network, and as a list without scripts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mapsheet.webpage.flipbook import Leaf, flipbook
from tests.webpage.browser import Browser

LEAVES = [
    Leaf("0001 set-up.svg", "Turn 1 – red: set-up"),
    Leaf("0002.svg", "Turn 1 – blue: fire", ("red: 0101 <fires>", "  die 3: to hit (4.1)")),
    Leaf("0003.svg", "Turn 2 – red & blue", ("blue: pass",)),
]  # fmt: skip
READY = "document.getElementById('image').complete"


def drawn(folder: Path) -> Path:
    for k, leaf in enumerate(LEAVES, 1):
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{100 * k}" height="50"><rect width="9" height="9"/></svg>'
        (folder / leaf.file).write_text(svg, encoding="utf-8")
    path = folder / "index.html"
    path.write_text(flipbook("a <game>, seed 3", LEAVES), encoding="utf-8")
    return path


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Browser:
    browser.resize(1200, 800)
    browser.said()
    browser.requests()
    browser.open(drawn(tmp_path).as_uri(), ready=READY)
    return browser


def shown(page: Browser) -> tuple[int, str, str]:
    page.wait(READY + " && document.getElementById('image').naturalWidth")
    width = page.ask("return document.getElementById('image').naturalWidth")
    return width // 100, page.text("#heading"), page.text("#told")


def test_keys_and_buttons_leaf_through_the_pictures(page: Browser) -> None:
    second = (2, "Turn 1 – blue: fire", "red: 0101 <fires>\n\ndie 3: to hit (4.1)")
    assert shown(page)[:2] == (1, "Turn 1 – red: set-up")
    keys = (("ArrowRight", 39, 2), ("ArrowLeft", 37, 1), ("ArrowLeft", 37, 1), ("End", 35, 3), ("Home", 36, 1))
    for name, code, expected in keys:
        page.key(name, code)
        assert shown(page)[0] == expected
    for button, expected in (("next", 2), ("last", 3), ("back", 2)):
        page.click(f"#{button}")
        assert shown(page)[0] == expected
    assert shown(page) == second
    assert page.text("#count") == "picture 2 of 3"
    assert page.ask("return document.getElementById('place').value") == "2"
    assert page.text("h1") == "a <game>, seed 3"
    assert page.said() == []
    assert page.requests() == []


def test_the_pictures_run_to_the_end(page: Browser) -> None:
    page.ask("document.getElementById('run').click()")
    page.wait("document.getElementById('count').textContent === 'picture 3 of 3'")
    assert page.text("#run") == "▶▶"


def test_a_click_shows_the_picture_at_its_size(page: Browser) -> None:
    page.click("#picture")
    assert page.ask("return document.getElementById('picture').className") == "large"


def test_without_scripts_it_is_a_list_of_the_pictures() -> None:
    page = flipbook("a <game>", LEAVES)
    pages = page.split('<ol id="pages"')[1].split("</ol>")[0]
    assert re.findall(r'<a href="([^"]*)">([^<]*)</a>', pages) == [
        ("0001%20set-up.svg", "Turn 1 – red: set-up"), ("0002.svg", "Turn 1 – blue: fire"),
        ("0003.svg", "Turn 2 – red &amp; blue"),
    ]
    assert "<p>red: 0101 &lt;fires&gt;</p><p class=more>die 3: to hit (4.1)</p>" in pages
    assert "<game>" not in page
    assert page == flipbook("a <game>", LEAVES)

"""The page of an area map in a real browser: every answer is the library's."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import areamap
from areamap.asking import AreaMap
from areamap.passage import fact_words
from areamap.saying import say
from areamap.webview import draw_page, page_data
from tests.webpage.browser import Browser

pytestmark = pytest.mark.browser
TITLES = ("ottomans", "byzantium", "allies")

ASK = """
const page = mapsheetPage;
const check = (name, values) => {
  for (const box of document.querySelectorAll(`#${name} input`)) box.checked = values.includes(box.value);
};
return arguments[0].map((asked) => {
  page.closed = new Set(asked.closed);
  page.stops = new Set(asked.stops);
  check("facts", asked.facts);
  check("bans", asked.bans);
  document.getElementById("by").value = asked.by ?? "";
  document.getElementById("allowance").value = asked.allowance ?? "";
  const show = {
    neighbors: () => page.showNeighbors(asked.from),
    reach: () => page.showReach(asked.from, page.limit()),
    why: () => page.showWay(asked.from, asked.to),
  };
  const lines = show[asked.ask]().map(([, line]) => line);
  for (const name of ["tints", "route", "costs"]) page.stage.layer(name).replaceChildren();
  return lines;
});
"""


def question(board: AreaMap, data: dict[str, Any], draw: random.Random, ask: str) -> dict[str, Any]:
    ids = list(board.spaces)

    def some(values: list[str], most: int) -> list[str]:
        return draw.sample(values, draw.randint(0, min(most, len(values))))

    asked = {
        "ask": ask, "from": draw.choice(ids), "to": draw.choice(ids), "facts": some(data["facts"], 3),
        "bans": some(data["traits"], 1) if draw.random() < 0.3 else [], "closed": some(ids, 6), "stops": some(ids, 8),
        "by": draw.choice([None, None, "all", *board.movers]),
    }
    if ask == "reach" or (ask == "why" and draw.random() < 0.5):
        asked["allowance"] = draw.choice(["1", "2", "3", "5"])
    return asked


def answer(board: AreaMap, asked: dict[str, Any]) -> list[str]:
    """Return what the library says, as lines without their indents."""
    options: dict[str, Any] = {name: asked[name] for name in ("facts", "bans", "closed")}
    if asked["by"]:
        options["by"] = asked["by"]
    if asked["ask"] == "neighbors":
        lines = list(say("neighbors", board.neighbors(asked["from"], **options).to_json()))[1:]
        return bare(lines) if board.neighbors(asked["from"], **options).neighbors else ["no neighbors", *bare(lines)]
    if asked["ask"] == "reach":
        reach = board.reach(asked["from"], asked["allowance"], stops=asked["stops"], **options)
        return bare(say("reach", reach.to_json()))
    why = board.why(asked["from"], asked["to"], asked.get("allowance"), stops=asked["stops"], **options)
    return bare(say("why", why.to_json()))


def bare(lines: Any) -> list[str]:
    headings = ("left out:", "barred:")
    return [line.strip() for line in lines if line not in headings]


@pytest.fixture(scope="module")
def boards() -> dict[str, AreaMap]:
    return {title: areamap.load(title) for title in TITLES}


@pytest.fixture(scope="module")
def page_texts(boards: dict[str, AreaMap]) -> dict[str, str]:
    return {title: draw_page(board) for title, board in boards.items()}


@pytest.mark.parametrize("title", TITLES)
def test_answers_are_the_library_s_word_for_word(
    title: str, boards: dict[str, AreaMap], page_texts: dict[str, str], browser: Browser, tmp_path: Path
) -> None:
    board = boards[title]
    browser.resize(1200, 800)
    browser.said(), browser.requests()
    browser.open_text(page_texts[title], tmp_path)
    draw, data = random.Random(title), page_data(board)
    asked = [
        question(board, data, draw, ask)
        for ask in ("neighbors", "reach", "why") for _ in range(150 if title == "ottomans" else 60)
    ]
    for each, told in zip(asked, browser.ask(ASK, asked), strict=True):
        assert bare(told) == answer(board, each), each
    assert browser.requests() == []
    assert browser.said() == []


@pytest.fixture
def page(browser: Browser, page_texts: dict[str, str], tmp_path: Path) -> Browser:
    browser.resize(1200, 800)
    browser.open_text(page_texts["ottomans"], tmp_path)
    return browser


def test_the_facts_of_the_page_are_those_of_the_map(page: Browser, boards: dict[str, AreaMap]) -> None:
    board = boards["ottomans"]
    told = page.ask("return [...document.querySelectorAll('#facts input')].map((box) => box.value)")
    assert {fact.partition("(")[0] for fact in told} == set(fact_words(board))


def test_a_strait_that_is_closed_by_a_fact(page: Browser) -> None:
    page.ask("mapsheetPage.choose('ottomans'); mapsheetPage.choose('byzantium')")
    assert page.lines()[0].startswith("ottomans to byzantium: possible at 1")
    page.click("#facts input[value='fleet_hostile(sea_bosporus)']")
    assert page.lines()[0].startswith("ottomans to byzantium: not possible")
    assert page.lines()[1] == "byzantium from ottomans by strait: is open only if not(fleet_hostile(sea_bosporus)) [7.63]"


def test_pointing_and_clicking_regions_and_cities(page: Browser) -> None:
    page.mouse("mouseMoved", page.middle("#region-persia"))
    assert page.text("#tip").startswith("Persia: land")
    page.click("#region-persia")
    assert page.lines()[0].startswith("Persia (persia): land")
    at = page.middle("#city-bursa")
    page.ask("document.getElementById('tool').querySelector('[value=close]').click()")
    page.mouse("mousePressed", at, button="left", clickCount=1)
    page.mouse("mouseReleased", at, button="left", clickCount=1)
    assert page.text("#shut-spaces") == "city_bursa: closed ×"
    page.ask("document.querySelector('#shut-spaces button').click()")
    assert page.text("#shut-spaces") == ""


def test_keys_walk_over_the_spaces(page: Browser) -> None:
    page.ask("document.getElementById('stage').focus(); mapsheetPage.choose('hungary'); mapsheetPage.clear()")
    page.key("ArrowRight", 39)
    first = page.ask("return mapsheetPage.cursor")
    assert first != "hungary"
    page.key("Enter", 13)
    assert f"({first})" in page.lines()[0]
    page.key("Escape", 27)
    assert page.lines()[0].startswith("Click a space")


def test_escape_clears_a_way_at_once(page: Browser) -> None:
    page.ask("document.getElementById('stage').focus(); mapsheetPage.choose('hungary'); mapsheetPage.choose('persia')")
    page.key("Escape", 27)
    assert page.lines()[0].startswith("Click a space")
    assert page.ask("return document.querySelectorAll('#marks-tints > *').length") == 0


def test_a_space_is_chosen_by_name_with_keys(page: Browser) -> None:
    page.ask("document.getElementById('space').focus()")
    for letter in "ser":
        page.key(letter, ord(letter.upper()), text=letter)
    first = page.ask("return document.getElementById('space').value")
    assert first == "serbia"
    assert page.lines()[0].startswith("Click a space")
    page.key("ArrowDown", 40)
    second = page.ask("return document.getElementById('space').value")
    assert second not in ("", first)
    assert page.lines()[0].startswith("Click a space")
    page.key("Enter", 13, text="\r")
    assert f"({second})" in page.lines()[0]
    # a press on the list chooses by itself
    page.ask("""
      mapsheetPage.clear();
      const list = document.getElementById('space');
      list.dispatchEvent(new PointerEvent('pointerdown'));
      list.value = 'persia';
      list.dispatchEvent(new Event('change'));
    """)
    assert "(persia)" in page.lines()[0]


def test_a_label_goes_when_keys_move_the_sheet(page: Browser) -> None:
    for key, code in (("+", 187), ("-", 189), ("0", 48)):
        page.mouse("mouseMoved", page.middle("#region-persia"))
        assert page.text("#tip")
        page.ask("document.getElementById('stage').focus()")
        page.key(key, code, text=key)
        assert page.ask("return document.getElementById('tip').hidden"), key


def test_the_panel_does_not_scroll_sideways(page: Browser) -> None:
    page.resize(1500, 1000)
    page.ask("mapsheetPage.choose('hungary'); mapsheetPage.closed = new Set(mapsheetPage.ids.slice(0, 9)); mapsheetPage.show()")
    # as wide as it is left by a bar to scroll it down with
    page.ask("document.getElementById('panel').style.width = '312px'")
    panel = "const p = document.getElementById('panel');"
    wide = page.ask(f"{panel} p.scrollLeft = 50; return [p.scrollWidth, p.clientWidth, p.scrollLeft]")
    page.ask("document.getElementById('panel').style.width = ''")
    assert wide[0] == wide[1]
    assert wide[2] == 0


def test_a_tap_on_a_phone(page: Browser) -> None:
    page.resize(390, 800, mobile=True)
    assert page.ask("return document.documentElement.scrollWidth") == 390
    page.ask("document.getElementById('whole').click()")
    at = page.middle("#region-persia")
    page.touch("touchStart", at)
    page.touch("touchEnd")
    assert page.lines()[0].startswith("Persia (persia)")


def test_spaces_that_are_not_drawn_are_asked_by_name(browser: Browser, page_texts: dict[str, str], tmp_path: Path) -> None:
    browser.resize(1200, 800)
    browser.open_text(page_texts["byzantium"], tmp_path)
    script = "const s = document.getElementById('space'); s.value = 'reserves_a'; s.dispatchEvent(new Event('change'))"
    browser.ask(script)
    assert "(reserves_a)" in browser.lines()[0]
    assert browser.said() == []

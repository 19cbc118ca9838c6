"""The page of a hex map in a real browser: every answer is the library's, by script, by mouse, by keys and by touch."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import hexmap
from hexmap.ground import POLICIES
from hexmap.position import Position, Unit
from hexmap.saying import say
from hexmap.webview import draw_page
from tests.hexmap.worlds_move import random_world as random_ground
from tests.hexmap.worlds_sight import STAGGERS, Stagger, random_world
from tests.webpage.browser import Browser

pytestmark = pytest.mark.browser
Show = Callable[[hexmap.HexMap], None]

# what a test asks of the page, as the page's own words for it
ASK = """
const page = mapsheetPage;
const unit = (at, blocks = true) => page.standing({ at, side: "", code: "", counter: "", blocks, class: "", movement: null });
return arguments[0].map((asked) => {
  page.units = asked.units.map(([at, blocks]) => unit(at, blocks));
  page.policy = asked.policy ?? page.policy;
  const from = unit(asked.from);
  if (asked.ask === "los") {
    const sight = page.los(from, unit(asked.to));
    const words = page.lineInWords(sight).map(([, line]) => line);
    return { clear: sight.clear, blocked_by: sight.blocked.map(({ hex, why }) => ({ hex, why })), words };
  }
  if (asked.ask === "viewshed") {
    const seen = page.sight.viewshed(from.hexes, page.held(), page.policy);
    const names = (hexes) => hexes.map((hex) => page.number[hex]).sort();
    return { visible: names(seen.visible), hidden: names(seen.hidden) };
  }
  document.getElementById("allowance").value = asked.allowance;
  document.getElementById("class").value = asked.class ?? "";
  const reach = page.reach(from);
  return Object.fromEntries(reach.costs.map(({ at, points }) => [at, points]));
});
"""


class Draw:
    """What is drawn at random on a map."""

    def __init__(self, board: hexmap.HexMap, seed: int) -> None:
        self.board, self.chance = board, random.Random(seed)
        self.hexes = list(board)

    def stand(self, *, faced: bool = False) -> str:
        h = self.chance.choice(self.hexes)
        others = [other for other in self.board.grid.neighbors(h) if other in self.board]
        if faced and self.chance.random() < 0.3:
            return f"{self.board.number(h)}>{self.chance.choice(self.board.grid.direction_names)}"
        if others and self.chance.random() < 0.3:
            return f"{self.board.number(h)}+{self.board.number(self.chance.choice(others))}"
        return self.board.number(h)

    def units(self, most: int = 40) -> list[tuple[str, bool]]:
        count = self.chance.randint(0, min(most, len(self.board) // 4))
        return [(self.stand(), self.chance.random() < 0.8) for _ in range(count)]

    def policy(self) -> dict[str, str]:
        return {name: self.chance.choice(values) for name, values in POLICIES.items()}


def held(units: list[tuple[str, bool]]) -> list[str]:
    return [at for at, blocks in units if blocks]


@pytest.fixture
def show(browser: Browser, tmp_path: Path) -> Show:
    def shown(board: hexmap.HexMap) -> None:
        browser.open_text(draw_page(board), tmp_path)

    return shown


@pytest.fixture(scope="module", params=["bannockburn", "angorra"])
def battle(request: pytest.FixtureRequest, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> hexmap.HexMap:
    board = hexmap.load(request.param)
    browser.open_text(draw_page(board), tmp_path_factory.mktemp("battle"))
    return board


def sight_question(draw: Draw) -> dict[str, Any]:
    return {"ask": "los", "from": draw.stand(), "to": draw.stand(), "units": draw.units(), "policy": draw.policy()}


def sight_answer(board: hexmap.HexMap, asked: dict[str, Any]) -> dict[str, Any]:
    answer = board.los(asked["from"], asked["to"], occupied=held(asked["units"]), **asked["policy"]).to_json()
    words = [line.strip() for line in say("los", answer)]
    return {"clear": answer["clear"], "blocked_by": answer["blocked_by"], "words": words}


def assert_sights(browser: Browser, board: hexmap.HexMap, *, count: int, seed: int) -> None:
    draw = Draw(board, seed)
    asked = [sight_question(draw) for _ in range(count)]
    asked = [each for each in asked if not set(each["from"].split("+")) & set(each["to"].split("+"))]
    told = browser.ask(ASK, asked)
    for question, answer in zip(asked, told, strict=True):
        assert answer == sight_answer(board, question), question


def assert_views(browser: Browser, board: hexmap.HexMap, *, count: int, seed: int) -> None:
    draw = Draw(board, seed)
    asked: list[dict[str, Any]] = [
        {"ask": "viewshed", "from": draw.stand(), "units": draw.units(), "policy": draw.policy()} for _ in range(count)
    ]
    for question, answer in zip(asked, browser.ask(ASK, asked), strict=True):
        seen = board.viewshed(question["from"], occupied=held(question["units"]), **question["policy"])
        assert answer == {"visible": sorted(seen.visible), "hidden": sorted(seen.hidden)}, question


def assert_reaches(browser: Browser, board: hexmap.HexMap, *, count: int, seed: int) -> None:
    draw = Draw(board, seed)
    classes = [None, *board.rules.classes]
    asked: list[dict[str, Any]] = [
        {"ask": "reach", "from": draw.stand(faced=True), "units": draw.units(), "class": draw.chance.choice(classes),
         "allowance": draw.chance.choice(["0", "1", "2", "7/2", "4", "2.5", "6"])}
        for _ in range(count)
    ]
    for question, answer in zip(asked, browser.ask(ASK, asked), strict=True):
        others = held(question["units"])
        reach = board.reach(question["from"], question["allowance"], unit_class=question["class"], occupied=others)
        assert answer == {at: str(cost) for at, cost in reach.costs.items()}, question


# -- against the library ---------------------------------------------------------------------------------------------


def test_lines_of_a_battle_are_the_library_s(battle: hexmap.HexMap, browser: Browser) -> None:
    assert_sights(browser, battle, count=550, seed=1)


def test_what_is_seen_in_a_battle_is_the_library_s(battle: hexmap.HexMap, browser: Browser) -> None:
    assert_views(browser, battle, count=25, seed=2)


def test_where_one_gets_in_a_battle_is_the_library_s(battle: hexmap.HexMap, browser: Browser) -> None:
    assert_reaches(browser, battle, count=120, seed=3)


@pytest.mark.parametrize("shape", STAGGERS)
def test_lines_on_maps_with_walls_and_holes(shape: tuple[str, str, str], browser: Browser, show: Show) -> None:
    board = random_world(Stagger(*shape, 7, 6), STAGGERS.index(shape), walls=16).board
    show(board)
    assert_sights(browser, board, count=250, seed=4)
    assert_views(browser, board, count=20, seed=5)


@pytest.mark.parametrize("seed", range(3))
def test_steps_with_fractions_lines_and_hexsides(seed: int, browser: Browser, show: Show) -> None:
    board = random_ground(seed).board()
    show(board)
    assert_reaches(browser, board, count=150, seed=seed)


def test_every_policy_is_one_of_the_page_s(battle: hexmap.HexMap, browser: Browser) -> None:
    selects = "[...document.querySelectorAll('#policy select')]"
    script = f"return {selects}.map((s) => [s.id, [...s.options].map((o) => o.value), s.value])"
    own = battle.rules.policy._asdict()
    browser.driver.refresh()
    browser.wait("document.documentElement.dataset.state")
    assert browser.ask(script) == [[f"policy-{name}", [*values], own[name]] for name, values in POLICIES.items()]


# -- as a page -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def bannockburn() -> hexmap.HexMap:
    return hexmap.load("bannockburn")


@pytest.fixture(scope="module")
def page_text(bannockburn: hexmap.HexMap) -> str:
    units = (Unit("1414", side="english", code="Ga", movement=3), Unit("2218+2217", side="english", code="Yk1"),
             Unit("1512", side="scots", code="Br", blocks=False))
    return draw_page(bannockburn, position=Position("bannockburn", units))


@pytest.fixture
def page(browser: Browser, page_text: str, tmp_path: Path) -> Browser:
    browser.resize(1200, 800)
    browser.said()
    browser.requests()
    browser.open_text(page_text, tmp_path)
    return browser


def test_it_asks_no_network_and_says_nothing(page: Browser) -> None:
    page.click("#hex-1010")
    page.click("#hex-1520")
    assert page.requests() == []
    assert page.said() == []


def test_pointing_shows_the_title_of_a_hex(page: Browser) -> None:
    page.mouse("mouseMoved", page.middle("#hex-0910"))
    assert page.text("#tip") == "0910 clear, level 0"
    page.mouse("mouseMoved", page.middle("#hex-1414"))
    assert page.text("#tip").endswith("; english Ga")


def test_a_click_shows_what_a_hex_sees(page: Browser, bannockburn: hexmap.HexMap) -> None:
    page.click("#hex-1010")
    seen = bannockburn.viewshed("1010", occupied=["1414", "2218+2217"])
    assert page.lines()[0] == f"1010 sees {len(seen.visible)} hexes, {len(seen.hidden)} are hidden"
    assert page.ask("return document.querySelectorAll('#marks-hidden use').length") == len(seen.hidden)


def test_a_second_click_shows_the_line_with_its_reason(page: Browser, bannockburn: hexmap.HexMap) -> None:
    page.click("#hex-1410")
    page.click("#hex-1420")
    answer = bannockburn.los("1410", "1420", occupied=["1414", "2218+2217"]).to_json()
    assert page.lines() == [line.strip() for line in say("los", answer)]
    assert page.lines()[1] == "by 1414: held by a unit"
    assert page.ask("return document.querySelectorAll('#marks-line .blocking').length") == 1


def test_a_unit_s_own_allowance_is_used_and_another_where_it_is_given(page: Browser, bannockburn: hexmap.HexMap) -> None:
    page.click("#hex-1414")
    reach = bannockburn.reach("1414", 3, occupied=["2218+2217"])
    assert f"1414 with 3 points reaches {len(reach.costs)} hexes" in page.lines()
    page.ask("const a = document.getElementById('allowance'); a.value = '1'; a.dispatchEvent(new Event('input'))")
    assert f"1414 with 1 points reaches {len(bannockburn.reach('1414', 1).costs)} hexes" in page.lines()
    page.ask("const a = document.getElementById('allowance'); a.value = 'x'; a.dispatchEvent(new Event('input'))")
    assert page.ask("return document.getElementById('allowance-fault').hidden") is False


def test_units_are_put_and_removed_by_hand(page: Browser) -> None:
    page.click("#tool [value=unit]")
    page.click("#hex-1015")
    page.click("#tool [value=pair]")
    page.click("#hex-1007")
    page.click("#hex-1107")
    page.click("#tool [value=look]")
    page.click("#hex-1010")
    page.click("#hex-1020")
    assert "by 1015: held by a unit" in page.lines()
    page.click("#tool [value=remove]")
    page.click("#hex-1015")
    page.click("#tool [value=look]")
    assert page.lines()[0] == "1010 to 1020: clear"
    assert page.text("#unit-count") == "4 units"
    page.ask("document.getElementById('write-position').click()")
    assert 'at = "1007+1107"' in page.ask("return document.getElementById('position').value")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('format = "position/1"\nmap = "bannockburn"\n[[unit]]\nat = "1011" # here\nblocks = true\n', ""),
        ('{"format": "position/1", "unit": [{"at": "1011+1012", "side": "scots"}, {"at": "1015>NE"}]}', ""),
        ('format = "position/2"', 'expected format = "position/1"'),
        ('format = "position/1"\nmap = "angorra"', "expected a position of the map bannockburn, got angorra"),
        ('format = "position/1"\n[[unit]]\nat = "9999"', "nothing stands at 9999 on this map"),
        ('format = "position/1"\n[[unit]]\nat = "1011+1020"', "nothing stands at 1011+1020 on this map"),
        ('format = "position/1"\n[[unit]]\nat = 1011', "unit 1: at is no string"),
        ('format = "position/1"\n[[unit]]\nat = "1011"\nroute = 1', "unit 1: unknown key route"),
        ('format = "position/1"\n[[unit]]\nside = "scots"', "unit 1: lacks at"),
        ('format = "position/1"\n[[unit]]\nat = "1011"\nclass = "hussars"', "unit 1: hussars is no class of the map"),
        ('format = "position/1"\n[[unit]]\nat = "1011"\nside = "french"', "unit 1: french is no side of the map"),
        (
            'format = "position/1"\n[[unit]]\nat = "1011+1012"\n[[unit]]\nat = "1012"\nblocks = false\n[[unit]]\nat = "1012"',
            "unit 3: 1012 is held by unit 1 already, and both block",
        ),
        ('format = "position/1"\n<script>', "line 2: cannot be read: <script>"),
    ],
)
def test_a_position_is_pasted_and_its_faults_are_told(page: Browser, text: str, fault: str) -> None:
    page.ask("document.getElementById('position').value = arguments[0]; document.getElementById('read-position').click()", text)
    hidden, told = page.ask("const f = document.getElementById('position-fault'); return [f.hidden, f.textContent]")
    assert (hidden, told if fault else "") == (not fault, fault)
    assert page.text("#unit-count") == ("3 units" if fault else "2 units" if "{" in text else "1 units")
    if not fault:
        page.click("#hex-1008")
        page.click("#hex-1020")
        assert "by 1011: held by a unit" in page.lines()


def test_keys_move_the_cursor_ask_and_clear(page: Browser) -> None:
    page.ask("document.getElementById('stage').focus()")
    page.key("ArrowDown", 40)
    for _ in range(3):
        page.key("ArrowRight", 39)
    assert page.lines()[0].startswith("0401 ")
    page.key("ArrowDown", 40)
    page.key("Enter", 13)
    assert page.lines()[0].startswith("0402 sees ")
    for _ in range(2):
        page.key("ArrowDown", 40)
    page.key("Enter", 13)
    assert page.lines()[0] == "0402 to 0404: clear"
    page.key("Escape", 27)
    assert page.lines()[0].startswith("Click a hex")


def view(page: Browser) -> list[float]:
    found = page.ask("const v = mapsheetPage.stage.view; return [v.scale, v.x, v.y]")
    return [float(value) for value in found]


def test_keys_and_buttons_zoom_and_shift(page: Browser) -> None:
    page.ask("document.getElementById('stage').focus()")
    first = view(page)
    page.key("+", 187, text="+")
    assert view(page)[0] == pytest.approx(1.4 * first[0])
    page.key("ArrowLeft", 37, shift=True)
    page.key("-", 189, text="-")
    assert view(page)[0] == pytest.approx(first[0])
    assert view(page)[1] != pytest.approx(first[1])
    page.key("0", 48, text="0")
    assert view(page) == pytest.approx(first)
    page.click("#nearer")
    assert view(page)[0] == pytest.approx(1.4 * first[0])
    page.click("#whole")
    assert view(page) == pytest.approx(first)


def test_the_wheel_zooms_about_the_pointer_and_a_drag_shifts(page: Browser) -> None:
    first, at = view(page), page.middle("#hex-1010")
    page.mouse("mouseWheel", at, deltaX=0, deltaY=-200)
    page.wait(f"mapsheetPage.stage.view.scale > {first[0] * 1.2}")
    assert page.middle("#hex-1010") == pytest.approx(at, abs=0.5)
    page.mouse("mousePressed", at, button="left", clickCount=1)
    page.mouse("mouseMoved", (at[0] + 30, at[1] + 10), button="left")
    page.mouse("mouseMoved", (at[0] + 60, at[1] + 20), button="left")
    page.mouse("mouseReleased", (at[0] + 60, at[1] + 20), button="left")
    assert page.middle("#hex-1010") == pytest.approx((at[0] + 60, at[1] + 20), abs=0.5)
    assert page.lines()[0].startswith("Click a hex"), "a drag is no click"


def test_fingers_tap_drag_and_pinch_on_a_phone(page: Browser) -> None:
    page.resize(390, 800, mobile=True)
    page.ask("document.getElementById('whole').click()")
    width = page.ask("return document.documentElement.scrollWidth")
    assert width == 390
    at = page.middle("#hex-1010")
    page.touch("touchStart", at)
    page.touch("touchEnd")
    assert page.lines()[0].startswith("1010 sees ")
    page.touch("touchStart", at)
    page.touch("touchMove", (at[0] + 20, at[1]))
    page.touch("touchMove", (at[0] + 40, at[1]))
    page.touch("touchEnd")
    assert page.middle("#hex-1010") == pytest.approx((at[0] + 40, at[1]), abs=0.5)
    first = view(page)[0]
    page.touch("touchStart", (150, 200), (200, 200))
    page.touch("touchMove", (125, 200), (225, 200))
    page.touch("touchMove", (100, 200), (250, 200))
    page.touch("touchEnd")
    assert view(page)[0] == pytest.approx(3 * first, rel=0.02)
    assert page.lines()[0].startswith("1010 sees "), "neither was a tap"
    assert page.said() == []


def test_a_page_that_cannot_work_says_so(page: Browser, page_text: str, tmp_path: Path) -> None:
    start = page_text.index('id="data">') + len('id="data">')
    broken = page_text[:start] + "AAAA" + page_text[page_text.index("</script>", start) :]
    path = tmp_path / "broken.html"
    path.write_text(broken, encoding="utf-8")
    page.driver.get(path.as_uri())
    page.wait("document.documentElement.dataset.state === 'failed'")
    assert page.lines()[0].startswith("The page cannot work: ")
    page.said()


def test_all_policies_are_tried() -> None:
    draw = Draw(hexmap.load("bannockburn"), 1)
    seen = {tuple(draw.policy().values()) for _ in range(2000)}
    assert seen == set(product(*POLICIES.values()))


def test_units_of_a_position_look_like_their_counters(browser: Browser, bannockburn: hexmap.HexMap, tmp_path: Path) -> None:
    from mapsheet.counters import read_counters

    units = (Unit("2218+2217", counter="english/yorks-1"), Unit("1010", counter="english/nobody-1", code="No"))
    text = draw_page(bannockburn, position=Position("bannockburn", units), counters=read_counters("bannockburn"))
    browser.open_text(text, tmp_path)
    units_drawn = "[...document.querySelectorAll('#marks-units > *')]"
    marks = browser.ask(f"return {units_drawn}.map((mark) => [mark.localName, mark.getAttribute('href')])")
    assert marks == [["use", "#piece-english/yorks-1"], ["g", None]]
    ids = browser.ask("return [...document.querySelectorAll('[id]')].map((e) => e.id)")
    assert len(ids) == len(set(ids)), "every id stands once"
    assert browser.said() == []

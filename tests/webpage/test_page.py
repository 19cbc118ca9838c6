"""What a page is made of: one file, closed to the network, safe against what a map is called, the same every time."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest

import areamap
import areamap.webview
import hexmap
import hexmap.webview
from mapsheet import webpage
from tests.commands import hexmap_command
from tests.house.tree import ROOT
from tests.webpage.browser import small_map

SVG = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="10mm" viewBox="0 0 10 10"/>'


@pytest.fixture(scope="module")
def small() -> str:
    return hexmap.webview.draw_page(hexmap.loads(small_map("Small")))


def policy_of(page: str) -> str:
    found = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert found
    return found[1]


def parts(page: str, tag: str) -> list[str]:
    return re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)


def test_the_policy_forbids_the_network_and_allows_what_is_there(small: str) -> None:
    rules = dict(rule.strip().partition(" ")[::2] for rule in policy_of(small).split(";"))
    assert rules["default-src"] == "'none'"
    assert not {"connect-src", "font-src", "frame-src"} & rules.keys()
    [script], [style, *_] = parts(small, "script"), parts(small, "style")
    for rule, text in (("script-src", script), ("style-src", style)):
        assert rules[rule] == f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_nothing_is_fetched_from_anywhere(small: str) -> None:
    assert re.findall(r'\b(?:src|href|action|xlink:href)="(?!#|data:)[^"]*"', small) == []
    assert "@import" not in small
    assert "url(http" not in small
    assert small.count("<script") == 2


def test_the_same_map_gives_the_same_bytes(small: str) -> None:
    assert hexmap.webview.draw_page(hexmap.loads(small_map("Small"))) == small


def test_data_are_packed_and_read_back(small: str) -> None:
    found = re.search(r'id="data">([^<]*)<', small)
    assert found
    data = json.loads(zlib.decompress(base64.b64decode(found[1])))
    assert (data["kind"], data["title"]) == ("hexes", "Small")


def test_a_title_is_text_whatever_it_says() -> None:
    page = webpage.build_page("</title><script>alert(1)</script> {{data}}", SVG, {"kind": "hexes", "title": "{{style}}</script>"})
    assert "<script>alert" not in page
    assert "&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; {{data}}" in page
    assert page.count("<script") == 2


def test_a_page_is_small_beyond_its_drawing() -> None:
    data = webpage.packed(hexmap.webview.page_data(hexmap.load("bannockburn")))
    page = webpage.build_page("Plain", SVG, {"kind": "hexes", "title": "Plain"})
    assert len(data) + len(page) < 400_000


@pytest.mark.parametrize("name", [path.name for path in sorted((ROOT / "mapsheet/webpage").glob("*.js"))])
def test_scripts_are_checked_and_read_well(name: str) -> None:
    text = webpage.page_part(name)
    assert text.startswith("// @ts-check\n// ")
    assert max(map(len, text.splitlines())) <= 150
    assert "console." not in text
    assert "innerHTML" not in text
    assert not re.search(r"\beval\b|new Function", text)


def test_hexes_have_no_geometry_in_the_scripts() -> None:
    for name in webpage.HEXES.scripts:
        assert not re.search(r"sqrt|\bcos\b|\bsin\b|corner.?offset|parity", webpage.page_part(name)), name


def test_the_command_writes_a_page(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text(small_map(), encoding="utf-8")
    (tmp_path / "p.toml").write_text('format = "position/1"\n[[unit]]\nat = "0305"\n', encoding="utf-8")
    target = tmp_path / "page.html"
    said = hexmap_command("view", str(tmp_path), "-o", str(target), "--with", str(tmp_path / "p.toml"))
    assert (said.code, said.errors) == (0, f"wrote {target}\n")
    assert target.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["-o", "{0}/page.svg"], "expected a file name that ends in .html"),
        (["-o", "{0}/nowhere/page.html"], "the folder {0}/nowhere does not exist"),
        (["-o", "{0}/page.html", "--style", "none"], "expected a style"),
        (["-o", "{0}/page.html", "--with", "{0}/p.toml"], "{0}/p.toml:3:6: unit.0.at: expected a hex"),
    ],
)
def test_bad_words_write_nothing(words: list[str], told: str, tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text(small_map(), encoding="utf-8")
    (tmp_path / "p.toml").write_text('format = "position/1"\n[[unit]]\nat = "9999"\n', encoding="utf-8")
    before = sorted(tmp_path.iterdir())
    said = hexmap_command("view", str(tmp_path), *(word.format(tmp_path) for word in words))
    assert said.code == 2
    assert told.format(tmp_path) in said.errors
    assert sorted(tmp_path.iterdir()) == before


def test_conditions_of_an_area_map_keep_their_sense() -> None:
    from areamap.conditions import parse_condition
    from areamap.webview import _condition

    def plain(text: str) -> Any:
        return _condition(parse_condition(text))

    assert plain("always") is None
    assert plain("never") == ["never"]
    assert plain("not(any(a(b), always, all(c, never)))") == ["not", ["any", "a(b)", ["always"], ["all", "c", ["never"]]]]


def test_an_area_page_knows_every_space_and_link() -> None:
    board = areamap.load("byzantium")
    data = areamap.webview.page_data(board)
    assert [space["id"] for space in data["spaces"]] == list(board.spaces)
    assert len(data["links"]) == len(board.links)
    for space in data["spaces"]:
        ends = {(data["links"][k]["a"], data["links"][k]["b"]) for k in space["links"]}
        assert all(space["id"] in pair for pair in ends)

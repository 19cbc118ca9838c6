"""The tables of a page say what the library says, read here by a second reader that knows no geometry either."""

from __future__ import annotations

import random
from itertools import accumulate
from typing import Any

import pytest

import hexmap
from hexmap.lines import trace
from hexmap.webview import linetables, page_data
from hexmap.webview.places import MOST_HEXES, Places
from mapsheet.errors import DataError
from tests.hexmap.worlds_move import random_world as random_ground
from tests.hexmap.worlds_sight import STAGGERS, Stagger, random_world


class Reader:
    """Reads what a line meets from the tables of a page."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.lines, self.number = data["lines"], data["hexes"]["number"]
        self.place = dict(zip(self.number, data["hexes"]["place"], strict=True))
        self.at = {place: number for number, place in self.place.items()}
        self.line_of = {difference: k for k, difference in enumerate(self.lines["difference"])}
        self.starts = [0, *accumulate(self.lines["count"])]

    def met(self, a: str, b: str) -> list[tuple[int, str | None]]:
        """Return the sort and the number of each hex that a line meets, None off the map."""
        line = self.line_of[self.place[b] - self.place[a]]
        span = range(self.starts[line], self.starts[line + 1])
        return [(int(self.lines["sort"][k]), self.at.get(self.place[a] + self.lines["place"][k])) for k in span]


@pytest.mark.parametrize("shape", STAGGERS)
def test_lines_meet_what_the_library_says(shape: tuple[str, str, str]) -> None:
    board = random_world(Stagger(*shape, 9, 8), STAGGERS.index(shape)).board
    reader, draw = Reader(page_data(board)), random.Random(7)
    for _ in range(150):
        a, b = draw.sample(reader.number, 2)
        met, sight = reader.met(a, b), board.los(a, b)
        assert [number for sort, number in met if sort < 3 and number] == [*sight.crossed]
        border = [number for sort, number in met if sort >= 3 and number]
        assert border == [number for run in sight.runs for number in run] + [*sight.touched]


def test_entries_are_those_of_the_trace() -> None:
    for du, dy in ((3, 1), (5, -3), (0, 8), (4, 12), (6, 0), (-7, 5), (-2, -6), (1, 1)):
        found = trace(du, dy)
        entries = linetables._entries(found)
        assert entries.keys() == {item[0] for item in found.items} | {found.norm}
        assert all(abs(entry - 1000 * found.entry(key)) <= 0.51 for key, entry in entries.items())


@pytest.mark.parametrize("seed", range(8))
def test_steps_cost_what_the_library_says(seed: int) -> None:
    board = random_ground(seed).board()
    data = page_data(board)
    for table in data["steps"]:
        graph = board.graph(table["name"])
        numbers, around = data["hexes"]["number"], data["around"]
        told = {
            (numbers[k // 6], numbers[around[k]]): table["prices"][code]
            for k, code in enumerate(table["steps"]) if code >= 0
        }
        assert told == {(a, b): cost * table["scale"] for a, b, cost in graph.edges(data="cost")}


def test_places_tell_displacements_and_hexsides_apart() -> None:
    board = hexmap.load("angorra")
    places, grid = Places(board), board.grid
    draw = random.Random(3)
    by_difference: dict[int, tuple[int, int]] = {}
    by_sum: dict[int, frozenset[Any]] = {}
    for _ in range(4000):
        a, b = draw.sample(places.hexes, 2)
        assert by_difference.setdefault(places.of(b) - places.of(a), grid.displacement(a, b)) == grid.displacement(a, b)
    for h in places.hexes:
        for direction in range(6):
            other = grid.step(h, direction)
            assert by_sum.setdefault(places.of(h) + places.of(other), frozenset((h, other))) == {h, other}


def test_arrows_lead_to_a_neighbor_that_way() -> None:
    for title in ("bannockburn", "angorra"):
        board = hexmap.load(title)
        data = page_data(board)
        for key, (dx, dy) in {"ArrowUp": (0, -1), "ArrowDown": (0, 1), "ArrowLeft": (-1, 0), "ArrowRight": (1, 0)}.items():
            for k, other in enumerate(data["arrows"][key]):
                if other >= 0:
                    x, y = (data["hexes"][axis][other] - data["hexes"][axis][k] for axis in "xy")
                    assert x * dx + y * dy > 0
        # there and back again along the row or column that zigzags, away from the edges
        for there, back in (("ArrowRight", "ArrowLeft"), ("ArrowDown", "ArrowUp")):
            at = start = data["hexes"]["number"].index("1010")
            for key in [there] * 5 + [back] * 5:
                at = data["arrows"][key][at]
            assert at == start


def test_a_map_too_large_for_a_page_is_refused_or_its_lines_end() -> None:
    text = 'format = "hexmap/1"\ntitle = "Plain"\n[grid]\norientation = "flat"\ncolumns = {0}\nrows = {0}\n'
    text += 'across_flats = "15 mm"\nnumbering = "CCCRRR"\n[terrain.clear]\ncode = "."\nenter = 1\n'
    text += '[hexes]\nterrain = """\n{1}\n"""\n'
    with pytest.raises(DataError, match=f"a page holds 1 to {MOST_HEXES:,} hexes"):
        page_data(hexmap.loads(text.format(142, "\n".join(["." * 142] * 142))))
    large = Places(hexmap.loads(text.format(100, "\n".join(["." * 100] * 100))))
    radius = linetables._radius(large)
    assert 60 < radius < 100
    assert linetables._radius(Places(hexmap.load("bannockburn"))) >= 45

"""The starter board and the worked example: they load, hang together, and their places stand clear on the sheet."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from areamap.asking import AreaMap
from areamap.draw import draw_sheet
from areamap.reader import check, load, loads
from areamap.spaces import Link, Space
from areamap.starter import starter
from mapsheet.box import Box
from mapsheet.style import load_style
from mapsheet.typeset import width
from tests.commands import run_door
from tests.house.tree import ROOT

STARTER = loads(starter())
FOLDER = ROOT / "examples/point-to-point"
EXAMPLE = load(FOLDER)
BOARDS = [STARTER, EXAMPLE]


def cheapest(board: AreaMap, start: str, goal: str, *, by: Iterable[str], facts: frozenset[str] = frozenset()) -> int | Fraction:
    """Return the points of the cheapest way, by settling the nearest place again and again."""
    known: dict[str, int | Fraction] = {start: 0}
    settled: set[str] = set()
    while known.keys() - settled:
        here = min(known.keys() - settled, key=lambda id_: (known[id_], id_))
        settled.add(here)
        for link in board.links_of[here]:
            if link.kind in by and link.open.holds(facts):
                other = link.other(here)
                known[other] = min(known.get(other, 10**6), known[here] + link.cost)
    return known.get(goal, -1)


def name_box(space: Space) -> Box:
    assert space.at is not None
    x, y = space.at
    half = width(space.name, load_style("classic").lettering["place"]) / 2 + 2
    return Box(x - half, y - 4, x + half, y + 4)


def crossed(link: Link, board: AreaMap, boxes: dict[str, Box]) -> list[str]:
    """List the places that a straight way would run over."""
    (x0, y0), (x1, y1) = (board.spaces[id_].at or (0, 0) for id_ in (link.a, link.b))
    points = [(x0 + (x1 - x0) * k / 60, y0 + (y1 - y0) * k / 60) for k in range(61)]
    others = {id_: box for id_, box in boxes.items() if id_ not in (link.a, link.b)}
    return [id_ for id_, box in others.items() if any(box.holds(Box(x, y, x, y)) for x, y in points)]


def test_the_starter_is_a_dozen_places_and_two_kinds_of_ways() -> None:
    assert {space.kind for space in STARTER.spaces.values()} == {"node"}
    assert len(STARTER.spaces) == 12
    assert STARTER.link_kinds() == ("river", "road")
    assert {link.kind: link.cost for link in STARTER.links} == {"road": 1, "river": 2}
    assert STARTER.title == "My board"


def test_the_starter_has_a_way_that_may_be_shut() -> None:
    assert [(link.a, link.b) for link in STARTER.links if not link.open.holds(set())] == [("bridge", "gate")]
    assert cheapest(STARTER, "bridge", "gate", by=["road"]) == 3
    assert cheapest(STARTER, "bridge", "gate", by=["road"], facts=frozenset({"holds(gate)"})) == 1


@pytest.mark.parametrize("title", ["My board", 'The "Long" War', "Łódź\\1914", "tab\tand\nline", "'''", '"""', "{x}", ""])
def test_any_title_can_be_had(title: str) -> None:
    assert loads(starter(title)).title == title


@pytest.mark.parametrize("board", BOARDS)
def test_every_place_can_be_reached_from_every_other(board: AreaMap) -> None:
    start = next(iter(board.spaces))
    for goal in board.spaces:
        if board.spaces[goal].kind == "node":
            assert cheapest(board, start, goal, by=board.link_kinds()) >= 0, goal


@pytest.mark.parametrize("board", BOARDS)
def test_places_stand_apart_on_the_sheet_and_no_way_runs_over_a_third(board: AreaMap) -> None:
    assert board.art is not None
    sheet = Box(0, 0, board.art.sheet.width, board.art.sheet.height).grown(-10)
    boxes = {space.id: name_box(space) for space in board.spaces.values()}
    assert [id_ for id_, box in boxes.items() if not sheet.holds(box)] == []
    assert [(a, b) for (a, one), (b, two) in combinations(boxes.items(), 2) if one.overlaps(two)] == []
    assert [(link.a, link.b, over) for link in board.links if (over := crossed(link, board, boxes))] == []


@pytest.mark.parametrize("board", BOARDS)
def test_movers_may_use_kinds_that_are_there(board: AreaMap) -> None:
    assert board.movers
    assert all(set(mover.by) <= set(board.link_kinds()) for mover in board.movers.values())
    assert all(kind.look for kind in board.kinds.values())


@pytest.mark.parametrize("style", ["classic", "mono"])
@pytest.mark.parametrize("board", BOARDS)
def test_it_is_drawn_with_every_place_and_nothing_left_out(board: AreaMap, style: str) -> None:
    svg, missing = draw_sheet(board, style=style)
    assert missing == []
    assert all(f'id="{space.kind}-{space.id}"' in svg for space in board.spaces.values())
    assert all(f'aria-label="{space.name}"' in svg for space in board.spaces.values())
    assert 'id="key"' in svg


# ---- the worked example


def test_the_example_has_no_fault() -> None:
    assert check(FOLDER) == []
    assert check(FOLDER / "map.toml") == []


def test_the_example_shows_what_the_format_can_say() -> None:
    kinds = [space.kind for space in EXAMPLE.spaces.values()]
    assert kinds.count("node") >= 25
    assert kinds.count("box") == 2
    assert EXAMPLE.link_kinds() == ("ferry", "rail", "road")
    assert len(EXAMPLE.tracks["turn"].boxes) == len(EXAMPLE.tracks["turn"].notes) == 12
    assert EXAMPLE.space("Düppel").id == EXAMPLE.space("DYBBØL").id == "dybbol"
    assert sorted(str(link.open) for link in EXAMPLE.links if str(link.open) != "always") == [
        "not(broken(sonderborg))",
        "not(fleet_hostile(great_belt))",
        "not(fleet_hostile(little_belt))",
        "turn_3",
    ]


def test_the_railway_is_the_cheaper_way_north() -> None:
    army, column = (EXAMPLE.movers[name].by for name in ("army", "column"))
    # Altona – Neumünster – Rendsburg – Schleswig – Flensburg by rail, or the roads from Rendsburg on
    assert cheapest(EXAMPLE, "altona", "flensburg", by=army) == 4
    assert cheapest(EXAMPLE, "flensburg", "husum", by=army) == Fraction(3, 2)
    assert cheapest(EXAMPLE, "rendsburg", "flensburg", by=column) == 4
    assert cheapest(EXAMPLE, "altona", "flensburg", by=column) == -1


def test_a_hostile_fleet_shuts_the_great_belt() -> None:
    column = EXAMPLE.movers["column"].by
    assert cheapest(EXAMPLE, "odense", "korsor", by=column) == 2 + 2
    shut = frozenset({"fleet_hostile(great_belt)"})
    assert cheapest(EXAMPLE, "odense", "korsor", by=column, facts=shut) == -1
    army = EXAMPLE.movers["army"].by
    # Odense – Middelfart – Fredericia – Vejle – Horsens – Aarhus – Copenhagen – Roskilde – Korsør
    assert cheapest(EXAMPLE, "odense", "korsor", by=army, facts=shut) == 2 + 2 + 2 + 2 + 2 + 4 + 1 + 1


def test_reserves_come_up_from_turn_3_and_do_not_go_back() -> None:
    assert cheapest(EXAMPLE, "allied_reserve", "altona", by=["rail"]) == -1
    assert cheapest(EXAMPLE, "allied_reserve", "altona", by=["rail"], facts=frozenset({"turn_3"})) == 1
    assert cheapest(EXAMPLE, "altona", "allied_reserve", by=["rail"], facts=frozenset({"turn_3"})) == -1


def test_the_page_of_the_example_names_places_and_keys_that_are_there() -> None:
    page = (FOLDER / "README.md").read_text("utf-8")
    commands = [line.split() for line in page.splitlines() if line.startswith("areamap ") and "map.toml" in line]
    assert len(commands) >= 6
    for command in commands:
        for name in [word for word in command[3:] if word[0].isupper()]:
            assert EXAMPLE.space(name)
    for table in re.findall(r"`\[(\w+)\.(\w+)\]", page):
        assert table[1] == "X" or f"[{table[0]}.{table[1]}]" in (FOLDER / "map.toml").read_text("utf-8")


def test_the_commands_on_the_page_of_the_example_run(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "example")
    page = (FOLDER / "README.md").read_text("utf-8")
    commands = [shlex.split(line)[1:] for line in page.splitlines() if line.startswith("areamap ")]
    assert {"show", "route", "reach", "render"} <= {command[0] for command in commands}
    for command in commands:
        ran = run_door("areamap", tuple(command), folder=tmp_path / "example")
        assert ran.code == 0, (command, ran.errors)
        assert "no room" not in ran.errors


def test_turns_are_half_months() -> None:
    notes = EXAMPLE.tracks["turn"].notes
    assert notes[::2] == notes[1::2]
    assert all(a != b for a, b in pairwise(notes[::2]))


def test_new_writes_a_board_once(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    ran = run_door("areamap", ("new", str(folder), "--title", "Größe"))
    assert ran.code == 0
    assert ran.output == f"next: areamap render {folder} -o {folder}/map.svg\n"
    assert load(folder).title == "Größe"
    assert check(folder) == []
    again = run_door("areamap", ("new", str(folder)))
    assert (again.code, again.output) == (2, "")
    assert "already holds a map.toml" in again.errors

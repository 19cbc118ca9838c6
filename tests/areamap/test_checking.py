"""Every fault that a check tells, each on the smallest map that has it, with its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from areamap.checking import Verdict, check_path, degrees, examine
from mapsheet.errors import DataError, Fault
from tests.areamap import worlds
from tests.commands import mapsheet_command, run_door

ISLE = "ssss\nsabs\nssss"
WET = {"s": "sea"}
NODES = """
format = "areamap/1"
title = "Nodes"
[space.a]
kind = "node"
name = "Alpha"
[space.b]
kind = "node"
name = "Beta"
[[link]]
kind = "road"
between = ["a", "b"]
"""


def told(folder: Path, drawing: str, more: str = "", kinds: dict[str, str] | None = None) -> Verdict:
    return examine(worlds.write(folder, drawing, kinds, more))


def of_text(folder: Path, text: str) -> Verdict:
    (folder / "map.toml").write_text(text, "utf-8")
    return examine(folder / "map.toml")


def spoilt(folder: Path, drawing: str, spoil: Callable[[dict[str, Any]], None], kinds: dict[str, str] | None = None) -> Verdict:
    """Return the verdict on a world whose topology was changed."""
    path = worlds.write(folder, drawing, kinds)
    data = json.loads((folder / "map.topojson").read_text("utf-8"))
    spoil(data)
    (folder / "map.topojson").write_text(json.dumps(data), "utf-8")
    return examine(path)


def only(faults: list[Fault]) -> Fault:
    assert len(faults) == 1, faults
    return faults[0]


def line_of(fault: Fault) -> str:
    assert fault.line is not None
    return Path(fault.file).read_text("utf-8").splitlines()[fault.line - 1]


def declared(space: str, kind: str = "land", more: str = "") -> str:
    """Return a space again, to put in place of the world's own."""
    return f'[space.{space}]\nkind = "{kind}"\nname = "The {space.upper()}"\n{more}\n'


def world_with(
    folder: Path, drawing: str, spaces: dict[str, str], kinds: dict[str, str] | None = None, more: str = ""
) -> Verdict:
    """Return the verdict on a world some of whose spaces have more keys."""
    path = worlds.write(folder, drawing, kinds, more)
    text = path.read_text("utf-8")
    for id_, keys in spaces.items():
        text = text.replace(f'name = "The {id_.upper()}"', f'name = "The {id_.upper()}"\n{keys}')
    path.write_text(text, "utf-8")
    return examine(path)


# -- sound maps --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("drawing", ["ab", "aab\naac", "aaaaa\nabbba\nabcba\nabbba\naaaaa"])
def test_a_sound_world_has_no_fault(tmp_path: Path, drawing: str) -> None:
    verdict = told(tmp_path, drawing)
    assert (verdict.faults, verdict.warnings) == ([], [])
    assert check_path(tmp_path) == {"text": 0, "derived": 0, "secondary": 0, "reconstructed": 0}


def test_check_path_raises_all_faults_at_once(tmp_path: Path) -> None:
    worlds.write(tmp_path, "ab.c", more='[[waiver]]\nbetween = ["a", "b"]\nreason = "none"\n')
    with pytest.raises(DataError) as caught:
        check_path(tmp_path)
    assert len(caught.value.faults) == 2, "an orphan and an idle waiver"


# -- declared ----------------------------------------------------------------------------------------------------------


def test_a_declaration_that_is_not_returned(tmp_path: Path) -> None:
    fault = only(world_with(tmp_path, "ab", {"a": 'neighbors = ["b"]'}).faults)
    assert fault.message.endswith("a declares b, b does not declare a")
    assert (line_of(fault), fault.column) == ('neighbors = ["b"]', 14)


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ('neighbors = ["a"]', "declares itself"),
        ('neighbors = ["b", "b"]', "b stands there twice"),
        ('neighbors = ["b", "s"]', "s and a meet on a coast: `coasts` of the land says so"),
    ],
)
def test_wrong_declarations(tmp_path: Path, keys: str, says: str) -> None:
    found = world_with(tmp_path, ISLE, {"a": keys, "b": 'neighbors = ["a"]'}, WET).faults
    assert [fault for fault in found if fault.message.endswith(says) and line_of(fault) == keys]


def test_a_declared_neighbor_that_is_closed(tmp_path: Path) -> None:
    found = world_with(tmp_path, "abc", {"a": 'neighbors = ["b"]'}, {"b": "closed"}).faults
    assert any("b is closed: nobody goes between them" in fault.message for fault in found)


def test_declared_and_not_drawn(tmp_path: Path) -> None:
    both = {"a": 'neighbors = ["b", "c"]', "b": 'neighbors = ["a", "c"]', "c": 'neighbors = ["a", "b"]'}
    fault = only(world_with(tmp_path, "abc", both).faults)
    assert fault.message.endswith("c is declared and not drawn: they share no border")
    assert line_of(fault) == both["a"], "told once, at the first"


def test_drawn_and_not_declared_with_the_length(tmp_path: Path) -> None:
    fault = only(world_with(tmp_path, "ab", {"a": "neighbors = []", "b": "neighbors = []"}).faults)
    assert fault.message.endswith("b is drawn as a neighbor along 111 km and not declared"), "one degree of a meridian"
    assert line_of(fault) == "neighbors = []"


def test_a_coast_that_is_not_declared_and_one_that_is_not_drawn(tmp_path: Path) -> None:
    found = world_with(tmp_path, "sab", {"a": "coasts = []", "b": 'coasts = ["s"]'}, WET).faults
    assert [fault.message.partition(": ")[2] for fault in found] == [
        "s is drawn as a coast along 111 km and not declared",
        "s is declared and not drawn: they share no border",
    ]


def test_an_impassable_border_joins_nobody(tmp_path: Path) -> None:
    def wall(data: dict[str, Any]) -> None:
        for border in data["objects"]["borders"]["geometries"]:
            if border["properties"]["class"] == "land":
                border["properties"]["class"] = "impassable"

    assert [fault.message for fault in spoilt(tmp_path, "ab", wall).faults] == [
        "space.a: has no link to any space",
        "space.b: has no link to any space",
    ]
    text = (tmp_path / "map.toml").read_text("utf-8").replace('"The A"', '"The A"\nneighbors = ["b"]')
    found = of_text(tmp_path, text.replace('"The B"', '"The B"\nneighbors = ["a"]')).faults
    assert any("not drawn: their border of 111 km is impassable" in fault.message for fault in found)


def test_a_corner_alone_makes_no_neighbors(tmp_path: Path) -> None:
    both = {"a": 'neighbors = ["b", "c", "d"]', "d": 'neighbors = ["a", "b", "c"]'}
    rest = {"b": 'neighbors = ["a", "d"]', "c": 'neighbors = ["a", "d"]'}
    ruling = '[[corner]]\nspaces = ["a", "b", "c", "d"]\njoins = {}\n'
    fault = only(world_with(tmp_path, "ab\ncd", both | rest, more=ruling.format("[]")).faults)
    assert fault.message.endswith("they meet in one point only, and no [[corner]] joins them")
    assert world_with(tmp_path, "ab\ncd", both | rest, more=ruling.format('[["a", "d"]]')).faults == []


def test_a_waiver_waives_and_one_without_need_is_told(tmp_path: Path) -> None:
    waiver = '[[waiver]]\nbetween = ["b", "a"]\nreason = "a ridge"\n'
    assert world_with(tmp_path, "ab", {"a": "neighbors = []"}, more=waiver).faults == []
    fault = only(told(tmp_path, "ab", waiver).faults)
    assert fault.message.endswith("waives nothing: what is declared and drawn of a and b agrees")
    assert line_of(fault) == "[[waiver]]"


# -- getting there -----------------------------------------------------------------------------------------------------


def test_an_orphan(tmp_path: Path) -> None:
    fault = only(of_text(tmp_path, NODES + '[space.c]\nkind = "node"\nname = "Gamma"\n').faults)
    assert (fault.message, line_of(fault)) == ("space.c: has no link to any space", "[space.c]")


def test_no_way_for_any_mover(tmp_path: Path) -> None:
    found = of_text(tmp_path, NODES + '[mover.army]\nby = ["land"]\n').faults
    assert {fault.message.partition(": ")[2] for fault in found} == {
        "no mover can enter it: none goes by the links that lead there"
    }


def test_an_island_is_reached_by_landing_from_a_sea_that_fleets_enter(tmp_path: Path) -> None:
    drawing, kinds = "bbss\nbbsa\nbbss".replace("a", "i"), {"s": "sea", "i": "land"}
    fleet = '[mover.army]\nby = ["land", "city"]\n[mover.fleet]\nby = ["sea", "port"]\n'
    port = '[space.p]\nkind = "city"\nname = "P"\nwithin = "b"\nports = ["s"]\n'
    assert told(tmp_path, drawing, fleet + port, kinds).faults == []
    verdict = told(tmp_path, drawing, fleet + port.replace('ports = ["s"]', ""), kinds)
    assert [fault.key for fault in verdict.faults] == ["space.i"], "no fleet can be on a sea without a port"
    assert [fault.key for fault in verdict.warnings] == ["space.s"]


def test_parts_that_nothing_joins(tmp_path: Path) -> None:
    found = told(tmp_path, "aab.cc\naad.ce").faults
    assert [fault.key for fault in found] == ["space.c", "space.e"]
    assert all("no mover can reach it from a and the 2 spaces joined with that" in fault.message for fault in found)


def test_closed_spaces_need_no_way(tmp_path: Path) -> None:
    assert told(tmp_path, "abc", kinds={"c": "closed"}).faults == []


def test_a_one_way_link_lets_nobody_back(tmp_path: Path) -> None:
    found = of_text(tmp_path, NODES + 'one_way = "a current"\n').faults
    assert [fault.key for fault in found] == ["space.a"]


def test_an_island_without_a_port(tmp_path: Path) -> None:
    drawing, port = "sss\nsas\nsss", '[space.p]\nkind = "city"\nname = "P"\nwithin = "a"\nports = ["s"]\n'
    isle = {"s": "sea", "a": "island"}
    assert "is an island without a port" in only(told(tmp_path, drawing, kinds=isle).warnings).message
    assert told(tmp_path, drawing, port, isle).warnings == []


# -- links -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "says", "line"),
    [
        ('[[link]]\nkind = "road"\nbetween = ["a", "c"]', "c is closed: no road leads there", "[[link]]"),
        ('[[link]]\nkind = "land"\nbetween = ["a", "b"]', "repeats the land between a and b that is drawn already", "[[link]]"),
        ('[[link]]\nkind = "port"\nbetween = ["a", "b"]', "a port opens to a sea, and neither a nor b is one", "[[link]]"),
    ],
)
def test_links(tmp_path: Path, more: str, says: str, line: str) -> None:
    found = [fault for fault in told(tmp_path, "abc", more, {"c": "closed"}).faults if says in fault.message]
    assert line_of(only(found)) == line


def test_a_link_that_stands_twice(tmp_path: Path) -> None:
    again = NODES + '[[link]]\nkind = "road"\nbetween = ["b", "a"]\n'
    fault = only(of_text(tmp_path, again).faults)
    assert "repeats the road between b and a that is declared already" in fault.message
    assert fault.line == len(again.splitlines()) - 2
    assert of_text(tmp_path, again + 'open = "winter"\n').faults == [], "another condition is another way"


@pytest.mark.parametrize("ends", ["[]", '["a"]', '["a", "b", "a"]', '["a", "a"]'])
def test_a_link_has_two_ends(tmp_path: Path, ends: str) -> None:
    found = of_text(tmp_path, NODES.replace('["a", "b"]', ends)).faults
    assert any("expected two spaces" in fault.message for fault in found)


def test_a_link_that_never_opens(tmp_path: Path) -> None:
    verdict = of_text(tmp_path, NODES + 'open = "never"\n')
    assert only(verdict.warnings).message.endswith("never opens")


# -- cities and ports ----------------------------------------------------------------------------------------------------

PORT = '[space.p]\nkind = "city"\nname = "P"\nwithin = "b"\nat = [3.5, 0.5]\nports = ["s"]\n'


def test_a_port_whose_region_does_not_touch_the_sea(tmp_path: Path) -> None:
    fault = only(told(tmp_path, "sscb", PORT, WET).faults)
    assert fault.message.endswith("b does not touch s")
    assert line_of(fault) == 'ports = ["s"]'


def test_a_port_without_its_sea(tmp_path: Path) -> None:
    more = PORT.replace('ports = ["s"]', 'traits = ["port"]')
    assert only(told(tmp_path, "ssbb", more, WET).faults).message.endswith("is a port without a sea: `ports` names none")


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("[1.5, 0.5]", "is a city of b and lies in s"),
        ("[9, 9]", "is a city of b and lies outside all shapes"),
        ("[1.999999999, 0.5]", "is a city of b and lies in s"),
        ("[2, 0.5]", ""),
        ("[2.0000001, 0.5]", ""),
    ],
)
def test_a_city_lies_in_its_region(tmp_path: Path, place: str, says: str) -> None:
    found = told(tmp_path, "ssbb", PORT.replace("[3.5, 0.5]", place), WET).faults
    assert [fault.message.partition("at: ")[2] for fault in found] == [says] * bool(says)


# -- names and conditions ------------------------------------------------------------------------------------------------


def test_equal_names_and_codes(tmp_path: Path) -> None:
    text = NODES.replace('"Beta"', '"ALPHA"\ncode = "AA"').replace('"Alpha"', '"Alpha"\ncode = "AA"')
    verdict = of_text(tmp_path, text)
    assert "'ALPHA' is also the name of a" in only(verdict.warnings).message
    assert line_of(only(verdict.faults)) == 'code = "AA"'
    assert "'AA' is also the code of a" in verdict.faults[0].message


def test_a_city_may_be_called_as_its_region(tmp_path: Path) -> None:
    city = '[space.p]\nkind = "city"\nname = "the b"\nwithin = "{}"\n'
    assert told(tmp_path, "ab", city.format("b")).warnings == []
    assert "also the name of b" in only(told(tmp_path, "ab", city.format("a")).warnings).message


def test_conditions_that_name_unknown_spaces(tmp_path: Path) -> None:
    open_ = 'open = "any(held(a), not(held(c)))"\n'
    fault = only(of_text(tmp_path, NODES + open_).faults)
    assert fault.message.endswith("held(c) names an unknown space (known: a, b)")
    assert line_of(fault) == open_.strip()
    entry = NODES.replace('"Alpha"', '"Alpha"\nentry = "nation(papal)"')
    assert of_text(tmp_path, entry).warnings == [], "a fact need not be about spaces"
    near = NODES.replace('"Alpha"', '"Alpha"\nentry = "held(alphas)"')
    assert "is 'a' meant?" in only(of_text(tmp_path, near).warnings).message


def test_unknown_names_tell_the_nearest(tmp_path: Path) -> None:
    found = of_text(tmp_path, NODES.replace('["a", "b"]', '["a", "Betta"]')).faults
    assert any("did you mean 'Beta'?" in fault.message for fault in found)


# -- paths and tracks ----------------------------------------------------------------------------------------------------

PATH = """
format = "areamap/1"
title = "A path"
[space.rome]
kind = "capital"
name = "Rome"
order = 0
[space.one]
kind = "thema"
name = "One"
path = "A"
order = 1
[space.two]
kind = "thema"
name = "Two"
path = "A"
order = 2
[[link]]
kind = "path"
path = "A"
between = ["rome", "one"]
[[link]]
kind = "path"
path = "A"
between = ["one", "two"]
"""


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("order = 2", "order = 3", "3 follows 1 along A: nothing stands between"),
        (
            'kind = "path"\npath = "A"\nbetween = ["one", "two"]',
            'kind = "road"\nbetween = ["one", "two"]',
            "no link of kind path",
        ),
        (
            'path = "A"\nbetween = ["one", "two"]',
            'path = "B"\nbetween = ["one", "two"]',
            "joins it to one, the place before along A",
        ),
        ("order = 1\n", "", "has no order along A"),
    ],
)
def test_paths(tmp_path: Path, old: str, new: str, says: str) -> None:
    assert of_text(tmp_path, PATH).faults == []
    assert any(says in fault.message for fault in of_text(tmp_path, PATH.replace(old, new)).faults)


def test_a_track_without_boxes(tmp_path: Path) -> None:
    assert "boxes: is missing" in only(of_text(tmp_path, NODES + '[track.gold]\ntitle = "Gold"\n').faults).message


# -- shapes --------------------------------------------------------------------------------------------------------------


def test_four_in_a_point_need_a_ruling(tmp_path: Path) -> None:
    fault = only(told(tmp_path, "ab\ncd").faults)
    assert fault.message == "a, b, c, d meet at (1, 1): a [[corner]] must say who are neighbors across it"
    assert (Path(fault.file).name, fault.key) == ("map.topojson", "objects.borders")
    assert told(tmp_path, "ab\ncd", '[[corner]]\nspaces = ["a", "b", "c", "d"]\n').faults == []


def test_two_that_meet_in_a_point_across_a_third_need_a_ruling(tmp_path: Path) -> None:
    assert "a, b, s meet at (1, 1)" in only(told(tmp_path, "as\nsb", kinds=WET).faults).message


def test_two_that_meet_in_a_point_alone_can_be_ruled_on(tmp_path: Path) -> None:
    faults = told(tmp_path, "ab..\n..cc").faults
    assert any("b, c meet at (2, 1)" in fault.message for fault in faults)
    ruling = '[[corner]]\nspaces = ["b", "c"]\njoins = [["b", "c"]]\n'
    assert told(tmp_path, "ab..\n..cc", ruling).faults == []


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data["transform"].update(scale=[0, 1]),
        lambda data: data["transform"].update(scale=[1e308 * 10, 1]),
        lambda data: (data.pop("transform"), data["arcs"][0].append([1e308 * 10, 0])),
        lambda data: data["arcs"][0].append([10**400, 0]),
        lambda data: data["arcs"].__setitem__(0, [[0, 0], [0, 0]]),
        lambda data: data["mapsheet"].update(projection=[]),
        lambda data: data["mapsheet"].update(projection={"kind": "mercator", "frame": ["1 mm", "1 mm"], "middle": [0, 0]}),
    ],
)
def test_damaged_topologies_are_told(tmp_path: Path, spoil: Callable[[dict[str, Any]], Any]) -> None:
    path = worlds.write(tmp_path, "ab")
    data = json.loads((tmp_path / "map.topojson").read_text("utf-8"))
    spoil(data)
    text = json.dumps(data).replace("Infinity", "1e400")
    (tmp_path / "map.topojson").write_text(text, "utf-8")
    ran = run_door("areamap", ("check", str(path), "--proof", str(tmp_path / "p.svg")))
    assert ran.code in {0, 2}
    assert "Traceback" not in ran.errors


def test_a_ruling_without_a_corner(tmp_path: Path) -> None:
    ruling = '[[corner]]\nspaces = ["a", "b", "c"]\n'
    assert told(tmp_path, "aa\nbc", ruling).faults == [], "three may be ruled on too"
    fault = only(told(tmp_path, "abc", ruling).faults)
    assert fault.message.endswith("a, b, c meet in no point")
    assert line_of(fault) == 'spaces = ["a", "b", "c"]'


def test_a_gap(tmp_path: Path) -> None:
    found = told(tmp_path, "aab\na.b\naab").faults
    assert only(found).message == "a gap of 12,360 km² at (1.5, 1.5): borders enclose it and no space holds it"


def test_an_overlap(tmp_path: Path) -> None:
    def lose_hole(data: dict[str, Any]) -> None:
        sea = next(geometry for geometry in data["objects"]["spaces"]["geometries"] if geometry["id"] == "s")
        sea["arcs"] = [sea["arcs"][0][:1]]

    found = spoilt(tmp_path, "sss\nsas\nsss", lose_hole, {"s": "sea"}).faults
    assert any("an overlap of" in fault.message and "the shapes of a and s hold it" in fault.message for fault in found)
    assert any("parts a and s, and the shapes of a use it" in fault.message for fault in found)


def test_borders_that_name_another_space_than_the_shapes(tmp_path: Path) -> None:
    def rename(data: dict[str, Any]) -> None:
        for border in data["objects"]["borders"]["geometries"]:
            marks = border["properties"]
            marks["left"] = "c" if marks["left"] == "b" else marks["left"]
            marks["right"] = "c" if marks["right"] == "b" else marks["right"]

    found = spoilt(tmp_path, "abc", rename).faults
    assert found
    assert any("expected an arc" in f.message or "must be the border of two" in f.message for f in found), "b|c became c|c"


def test_the_sides_of_a_border_changed_for_each_other(tmp_path: Path) -> None:
    def swap(data: dict[str, Any]) -> None:
        marks = data["objects"]["borders"]["geometries"][0]["properties"]
        marks["left"], marks["right"] = marks["right"], marks["left"]

    found = spoilt(tmp_path, "ab", swap).faults
    assert any("the borders round the face" in fault.message for fault in found)


def test_a_ring_that_does_not_close(tmp_path: Path) -> None:
    def shift(data: dict[str, Any]) -> None:
        data["arcs"][0][-1][0] += 1

    found = spoilt(tmp_path, "aab\naab", shift).faults
    assert any(fault.message.startswith("a ring of a does not close at (") for fault in found)
    assert any("encloses nothing" in fault.message for fault in found)


def test_an_arc_that_crosses_itself(tmp_path: Path) -> None:
    def twist(data: dict[str, Any]) -> None:
        data["arcs"][0] = [[0, 0], [1, 1], [0, -1], [-1, 1], [0, -1]]

    found = spoilt(tmp_path, "a", twist).faults
    assert any(fault.key == "arcs.0" and "crosses or touches itself" in fault.message for fault in found)


@pytest.mark.parametrize("far", [3, -1], ids=["through another's end", "across another"])
def test_arcs_that_meet_elsewhere_than_at_their_ends(tmp_path: Path, far: int) -> None:
    def bend(data: dict[str, Any]) -> None:
        arc = next(arc for arc in data["arcs"] if arc in ([[2, 0], [0, 1]], [[2, 1], [0, -1]]))
        middle = [far - arc[0][0], 0]
        arc[1:] = [middle, [-middle[0], arc[1][1]]]

    found = spoilt(tmp_path, "aabb", bend).faults
    assert any("elsewhere than at an end of both" in fault.message for fault in found)


def test_a_projection_that_is_none(tmp_path: Path) -> None:
    def bend(data: dict[str, Any]) -> None:
        data["mapsheet"]["projection"] = {"kind": "gnomonic", "frame": ["1 mm", "1 mm"]}

    found = spoilt(tmp_path, "ab", bend).faults
    assert any(fault.key == "mapsheet.projection" and "gnomonic" in fault.message for fault in found)


def test_a_space_without_a_shape(tmp_path: Path) -> None:
    found = told(tmp_path, "ab", declared("c")).faults
    assert any("has no shape in" in fault.message and fault.key == "space.c" for fault in found)


def test_a_contact_that_is_very_short(tmp_path: Path) -> None:
    def fine(data: dict[str, Any]) -> None:
        data["transform"]["scale"] = [1, 1]

    rows = ["a" * 41 + "b" * 41] + ["a" * 40 + "cc" + "b" * 40] * 40 + ["d" * 82]
    warning = only(spoilt(tmp_path, "\n".join(rows), fine).warnings)
    assert warning.message.startswith("a and b touch along 111 km only")
    waiver = '[[waiver]]\nbetween = ["a", "b"]\nreason = "a pass"\n'
    verdict = told(tmp_path, "\n".join(rows), waiver)
    assert (verdict.faults, verdict.warnings) == ([], [])


def test_a_sliver(tmp_path: Path) -> None:
    heights = {0: 0, 1: 1000, 2: 1001, 3: 2001}

    def flatten(data: dict[str, Any]) -> None:
        """Make the middle space a thousandth as high."""
        data["transform"]["scale"] = [1e-3, 1e-3]
        for arc in data["arcs"]:
            x = y = before_x = before_y = 0
            for step in arc:
                x, y = x + step[0], y + step[1]
                step[:] = [1000 * x - before_x, heights[y] - before_y]
                before_x, before_y = 1000 * x, heights[y]

    assert "a sliver of 12.4 km² at (0.5, 1.0005), of b" in only(spoilt(tmp_path, "a\nb\nc", flatten).warnings).message


def test_a_border_that_is_taken_away_is_missed_by_name(tmp_path: Path) -> None:
    def lose(data: dict[str, Any]) -> None:
        borders = data["objects"]["borders"]["geometries"]
        data["objects"]["borders"]["geometries"] = [b for b in borders if b["properties"]["class"] != "land"]

    assert only(spoilt(tmp_path, "ab", lose).faults).message.startswith("arcs without a border: [")


def test_arcs_that_cross_everywhere_are_told_and_do_no_harm(tmp_path: Path) -> None:
    def tangle(data: dict[str, Any]) -> None:
        count = 3000
        data["arcs"][0][1:1] = [[1, 9000 * (-1) ** k] for k in range(count)]
        data["arcs"][1][1:1] = [[9000 * (-1) ** k, 1] for k in range(count)]

    found = spoilt(tmp_path, "ab", tangle).faults
    assert any(fault.key == "arcs" and "lines meet more than" in fault.message for fault in found)


# -- degrees and commands --------------------------------------------------------------------------------------------------


def test_the_table_of_degrees(tmp_path: Path) -> None:
    assert degrees(worlds.board(tmp_path, ISLE, WET)) == {
        "a": {"coast": 1, "land": 1},
        "b": {"coast": 1, "land": 1},
        "s": {"coast": 2},
    }


def test_the_command(tmp_path: Path) -> None:
    worlds.write(tmp_path, ISLE, WET)
    ran = run_door("areamap", ("check", str(tmp_path), "--degrees"))
    assert ran.code == 0
    assert ran.output.splitlines() == [
        "space  coast   land   all",
        "a          1      1     2",
        "b          1      1     2",
        "s          2      .     2",
        f"{tmp_path}: sound",
    ]
    answer = json.loads(mapsheet_command("check", str(tmp_path), "--json", "--degrees").output)
    assert answer["faults"] == answer["warnings"] == []
    assert answer["degrees"][str(tmp_path)]["s"] == {"coast": 2}


def test_the_command_tells_faults_and_warnings(tmp_path: Path) -> None:
    worlds.write(
        tmp_path, "ssss\nsaas\nssbs".replace("b", "s"), {"s": "sea", "a": "island"}, '[space.q]\nkind="node"\nname="Q"\n'
    )
    ran = run_door("areamap", ("check", str(tmp_path)))
    assert ran.code == 2
    assert ran.output == ""
    assert "map.toml:10:2: space.q: has no link" in ran.errors.replace("\n", " ")
    assert "warning: " in ran.errors


def test_warnings_do_no_harm(tmp_path: Path) -> None:
    worlds.write(tmp_path, "sss\nsas\nsss", {"s": "sea", "a": "island"})
    ran = run_door("areamap", ("check", str(tmp_path)))
    assert (ran.code, ran.output) == (0, f"{tmp_path}: sound (1 warnings)\n")


@pytest.mark.parametrize("door", ["areamap", "mapsheet"])
def test_sources_of_shapes_are_checked_too(tmp_path: Path, door: str) -> None:
    path = tmp_path / "source.toml"
    path.write_text('format = "areamap-source/1"\ntitle = 5\n', "utf-8")
    ran = run_door(door, ("check", str(path)))
    assert ran.code == 2
    assert "source.toml:2:9: title: expected a text, got 5" in ran.errors


def test_what_is_no_file(tmp_path: Path) -> None:
    ran = run_door("areamap", ("check", str(tmp_path / "nothing"), "--proof", str(tmp_path / "p.svg")))
    assert ran.code == 2
    assert "no title, folder or file of this name" in ran.errors
    assert not (tmp_path / "p.svg").exists()


def test_overrides_are_read(tmp_path: Path) -> None:
    path = worlds.write(tmp_path, "ab")
    (tmp_path / "overrides.toml").write_text('[space.a]\nneighbors = ["b"]\n', "utf-8")
    fault = only(examine(path).faults)
    assert Path(fault.file).name == "overrides.toml"
    assert only(examine(tmp_path / "overrides.toml").faults) == fault

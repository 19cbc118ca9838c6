"""The ally scheme: its graph and tracks against a list typed apart from the data, and the aid as it is printed."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from xml.etree import ElementTree as ET

import pytest

from areamap.aidplan import FlowPanel, RingPanel, StripsPanel, TracksPanel
from areamap.asking import AreaMap
from areamap.draw import draw_sheet
from areamap.draw.aid import draw_aid
from areamap.draw.flow import courses, placed
from areamap.draw.ring import look_of
from areamap.reader import load, loads
from mapsheet.box import Box
from mapsheet.chartfile import Chart
from mapsheet.errors import DataError
from mapsheet.source import data_folder
from mapsheet.style import load_style
from mapsheet.text import SMALLEST
from mapsheet.textpanel import TextPanel
from tests.house.tree import ROOT
from tests.mapsheet.drawn import SVG, bounds

ALLIES = load("allies")
CLASSIC = load_style("classic")
assert ALLIES.art is not None
assert ALLIES.art.aid is not None
AID = ALLIES.art.aid

POWERS = ["ottoman", "spain", "england", "france", "empire", "protestant"]
MINORS = ["papacy", "venice", "ireland", "scotland", "portugal"]

# who has influence with whom: line and value at the start, as printed
INFLUENCE = {
    ("spain", "ottoman"): ("deactivate", 1),
    ("england", "ottoman"): ("activate", 0),
    ("france", "ottoman"): ("activate", 0),
    ("protestant", "ottoman"): ("activate", 0),
    ("spain", "empire"): ("activate", 1),
    ("england", "empire"): ("activate", 1),
    ("france", "empire"): ("activate", 1),
    ("protestant", "empire"): ("activate", 1),
    ("ottoman", "empire"): ("deactivate", 3),
    **{("empire", minor): ("", None) for minor in ("papacy", "venice", "ireland")},
}
WARS = {("ottoman", "venice"), ("england", "ireland"), ("ottoman", "portugal"), ("spain", "portugal"), ("france", "portugal")}


def links(kind: str) -> dict[tuple[str, str], tuple[str, int | None]]:
    return {(link.a, link.b): (link.group, link.value) for link in ALLIES.links if link.kind == kind}


def test_six_powers_two_of_them_allies_and_five_minors() -> None:
    assert [space.id for space in ALLIES.spaces.values() if space.kind == "power"] == POWERS
    assert [space.id for space in ALLIES.spaces.values() if space.kind == "minor"] == MINORS
    assert [id_ for id_ in POWERS if ALLIES.spaces[id_].group == "ally"] == ["ottoman", "empire"]
    assert ALLIES.topology is None


def test_influence_at_the_start_is_as_printed() -> None:
    found = links("influence")
    assert {pair: found[pair] for pair in INFLUENCE} == INFLUENCE
    assert set(found) - set(INFLUENCE) == WARS, "who may declare on a minor has a track to lose"
    assert all(link.one_way for link in ALLIES.links if link.kind == "influence")


def test_who_runs_is_allied_and_may_declare() -> None:
    assert set(links("controls")) == {("england", "ottoman")}
    assert {frozenset(pair) for pair in links("allied")} == {frozenset({"spain", "papacy"}), frozenset({"france", "scotland"})}
    assert set(links("may_declare_on")) == WARS


def test_portugal_is_attacked_only_in_play() -> None:
    wars = [link for link in ALLIES.links if link.kind == "may_declare_on"]
    assert {link.b for link in wars if not link.open.holds(set())} == {"portugal"}
    assert all(link.open.holds({"in_play(portugal)"}) for link in wars)


def test_tracks_agree_with_the_graph() -> None:
    for target in ("ottoman", "empire", *MINORS):
        track = ALLIES.tracks[f"influence_{target}"]
        assert track.boxes == tuple("0123456789")
        assert track.start == {a: value for (a, b), (_, value) in links("influence").items() if b == target}
    assert ALLIES.tracks["influence_empire"].overflow == dict.fromkeys(
        ("spain", "england", "france", "protestant", "ottoman"), "clamp"
    )


def test_baselines_and_status_at_the_start() -> None:
    ottoman, empire = ALLIES.tracks["baseline_ottoman"], ALLIES.tracks["baseline_empire"]
    assert ottoman.boxes == empire.boxes == tuple(str(k) for k in range(31))
    assert (ottoman.start["baseline"], ottoman.start["vp"]) == (11, 11)
    assert (empire.start["baseline"], empire.start["vp"]) == (None, 8)
    allies, minors = ALLIES.tracks["controller"], ALLIES.tracks["minors"]
    assert {name: allies.boxes[at] for name, at in allies.start.items() if at is not None} == {
        "ottoman": "england",
        "empire": "asleep",
    }
    assert {name: minors.boxes[at] for name, at in minors.start.items() if at is not None} == {
        "papacy": "spain",
        "venice": "asleep",
        "ireland": "asleep",
        "scotland": "france",
        "portugal": "not in play",
    }


def test_every_relation_says_where_it_comes_from() -> None:
    assert all(link.provenance in ("text", "derived") and link.rule for link in ALLIES.links)
    assert all(track.provenance for track in ALLIES.tracks.values())


# ---- the tables on the aid


def chart(name: str) -> Chart:
    panel = AID.panels[name]
    assert isinstance(panel, Chart)
    return panel


def test_the_status_chart_shows_the_links() -> None:
    found = chart("status")
    by_code = {space.code: space.id for space in ALLIES.spaces.values()}
    shown = {
        (by_code[row.head.code], by_code[head.code]): cell.code
        for row in found.rows
        for head, cell in zip(found.columns, row.cells, strict=True)
        if cell.code not in ("", "x")
    }
    allied = {("spain", "papacy"): "A", ("france", "scotland"): "A"}
    assert shown == {**dict.fromkeys(WARS, "W"), **allied, ("england", "ottoman"): "C", ("ottoman", "england"): "N"}


def test_who_rolls_on_the_empire() -> None:
    found = chart("who_rolls")
    rows = {row.head.code: " ".join(cell.code for cell in row.cells) for row in found.rows}
    assert [head.code for head in found.columns] == ["SPA", "ENG", "FRA", "PRO", "OTT"]
    assert rows == {
        "Card": "yes yes yes yes eng",
        "War by Spain": "no yes yes yes no",
        "War by England": "yes no yes yes no",
        "War by France": "yes yes no yes no",
        "War by Protestant": "yes yes yes no no",
        "War by Ottoman": "yes hs yes yes no",
    }


def test_house_rulings_stand_in_a_tinted_box_as_such() -> None:
    house = AID.panels["house"]
    assert isinstance(house, TextPanel)
    assert house.tinted
    assert [line.split()[1] for line in house.lines] == ["(H)", "(HS)", "(H)"]


def test_the_ring_shows_every_link_and_its_key_every_look() -> None:
    ring = AID.panels["ring"]
    assert isinstance(ring, RingPanel)
    assert all(look_of(ring, link) for link in ALLIES.links)
    assert set(ring.looks) == set(ring.labels)
    assert all(hasattr(CLASSIC.marks, look) for look in ring.looks.values())


def test_no_two_looks_of_the_ring_are_alike_without_colour() -> None:
    """Solid or broken, another pattern of dashes, at least half as broad again, or another grey."""
    ring, marks = AID.panels["ring"], load_style("mono").marks
    assert isinstance(ring, RingPanel)
    pens = {look: getattr(getattr(marks, look), "pen", getattr(marks, look)) for look in ring.looks.values()}
    alike = [
        (a, b) for (a, one), (b, two) in combinations(pens.items(), 2)
        if len(one.dash or ()) == len(two.dash or ()) and max(one.width, two.width) < 1.5 * min(one.width, two.width)
        and abs(int(one.colour[1:3], 16) - int(two.colour[1:3], 16)) < 0x40
    ]  # fmt: skip
    assert alike == []


def test_the_key_of_the_ring_stands_in_columns() -> None:
    ring = AID.panels["ring"]
    assert isinstance(ring, RingPanel)
    found = {words: box for words, box in letterings(draw_aid(ALLIES, CLASSIC).svg) if words in set(ring.labels.values())}
    lefts = sorted(box.left for box in found.values())
    columns = [left for k, left in enumerate(lefts) if not k or left - lefts[k - 1] > 1]
    bottoms = sorted(box.bottom for box in found.values())
    rows = [bottom for k, bottom in enumerate(bottoms) if not k or bottom - bottoms[k - 1] > 1.5]
    assert len(found) == 7
    assert (len(columns), len(rows)) == (4, 2)


# ---- as printed


def letterings(svg: str) -> list[tuple[str, Box]]:
    found = []
    for group in ET.fromstring(svg).iter(f"{SVG}g"):
        if group.get("aria-label"):
            box = bounds(group.findall(f"{SVG}path")[-1])
            assert box is not None
            found.append((group.get("aria-label", ""), box))
    return found


@pytest.fixture(scope="module", params=["classic", "mono"])
def svg(request: pytest.FixtureRequest) -> str:
    drawing = draw_aid(ALLIES, load_style(request.param))
    assert drawing.left_out == []
    return drawing.svg


def test_it_is_one_page_of_a4_and_every_word_stands_on_it(svg: str) -> None:
    root = ET.fromstring(svg)
    assert (root.get("width"), root.get("height")) == ("297mm", "210mm")
    page = Box(5, 5, 292, 205)
    assert [words for words, box in letterings(svg) if not page.holds(box)] == []


def test_no_words_run_over_each_other(svg: str) -> None:
    found = [(words, box.grown(-0.02)) for words, box in letterings(svg)]
    found.sort(key=lambda one: one[1].left)
    assert [(a, b) for (a, one), (b, two) in combinations(found, 2) if one.overlaps(two)] == []


def test_nothing_is_smaller_than_five_point(svg: str) -> None:
    capitals = [box.height for words, box in letterings(svg) if words.isalpha() and words.isupper() and len(words) < 5]
    assert len(capitals) > 30
    assert min(capitals) > 0.65 * SMALLEST


def test_everything_that_the_data_say_is_printed(svg: str) -> None:
    printed = " ".join(words for words, _ in letterings(svg))
    lines = [line for panel in AID.panels.values() if isinstance(panel, TextPanel) for line in panel.lines]
    flow = AID.panels["check"]
    assert isinstance(flow, FlowPanel)
    lines += [line for node in flow.nodes.values() for line in node.lines]
    words = {word for line in lines for word in line.removeprefix("- ").split()}
    assert sorted(word for word in words if word not in printed) == []


def test_powers_minors_and_tracks_can_be_found_by_their_ids(svg: str) -> None:
    ids = {element.get("id") for element in ET.fromstring(svg).iter()}
    wanted = {*(f"power-{id_}" for id_ in POWERS), *(f"minor-{id_}" for id_ in MINORS), *(f"panel-{name}" for name in AID.panels)}
    shown = {name for name in ALLIES.tracks if name not in ("controller", "minors")}
    assert {*wanted, *(f"track-{name}" for name in shown if name.startswith("influence"))} <= ids
    assert {f"strip-{name}" for name in shown if name.startswith("baseline")} <= ids


def test_flags_and_start_boxes_are_printed_for_each_marker(svg: str) -> None:
    found = [words for words, _ in letterings(svg)]
    # a flag for each marker on a track and a head in each of the two tables; Spain is on three tracks
    assert found.count("SPA") == 3 + 3
    assert found.count("Deactivate") == 2
    assert found.count("Activate") == 7
    assert found.count("checked") == 7


# ---- the flow


@pytest.fixture(scope="module")
def flow() -> FlowPanel:
    panel = AID.panels["check"]
    assert isinstance(panel, FlowPanel)
    return panel


def test_arrows_run_through_no_box(flow: FlowPanel) -> None:
    boxes = placed(CLASSIC, flow, 0, 100)
    assert not any(a.overlaps(b) for a, b in combinations(boxes.values(), 2))
    for arrow, course in zip(flow.arrows, courses(flow.arrows, flow.nodes, boxes), strict=True):
        for (x0, y0), (x1, y1) in pairwise(course.points):
            leg = Box(min(x0, x1) - 0.1, min(y0, y1) - 0.1, max(x0, x1) + 0.1, max(y0, y1) + 0.1)
            others = [name for name, box in boxes.items() if name not in (arrow.tail, arrow.head) and box.overlaps(leg)]
            assert others == [], arrow


def test_every_arrow_ends_on_the_edges_of_its_boxes(flow: FlowPanel) -> None:
    boxes = placed(CLASSIC, flow, 0, 100)
    for arrow, course in zip(flow.arrows, courses(flow.arrows, flow.nodes, boxes), strict=True):
        for name, (x, y) in ((arrow.tail, course.points[0]), (arrow.head, course.points[-1])):
            box = boxes[name]
            assert box.holds(Box(x, y, x, y))
            assert x in (box.left, box.right) or y in (box.top, box.bottom)


def test_the_flow_leads_from_every_cause_to_every_end(flow: FlowPanel) -> None:
    after = {name: {arrow.head for arrow in flow.arrows if arrow.tail == name} for name in flow.nodes}
    for cause in [name for name, node in flow.nodes.items() if node.look == "cause"]:
        seen, todo = set(), [cause]
        while todo:
            name = todo.pop()
            seen.add(name)
            todo += after[name] - seen
        assert {name for name in flow.nodes if not after[name]} <= seen


# ---- faults

MINIMAL = """\
format = "areamap/1"
title = "Two"
[space.a]
kind = "power"
name = "A"
[space.b]
kind = "minor"
name = "B"
[track.t]
boxes = 3
markers = ["a"]
[aid]
[[aid.column]]
panels = ["text", "tracks", "strips", "ring", "flow"]
[aid.panel.text]
kind = "text"
title = "Words"
lines = ["One.", "- Two.", "12. Three."]
[aid.panel.tracks]
kind = "tracks"
[[aid.panel.tracks.strip]]
track = "t"
[aid.panel.strips]
kind = "strips"
tracks = ["t"]
[aid.panel.ring]
kind = "ring"
outer = "power"
inner = "minor"
[aid.panel.flow]
kind = "flow"
columns = 2
[aid.panel.flow.node.one]
lines = ["One"]
left = 0
right = 1
[aid.panel.flow.node.two]
lines = ["Two"]
row = 1
left = 0
right = 2
[[aid.panel.flow.arrow]]
from = "one"
to = "two"
"""


def changed(old: str, new: str) -> AreaMap:
    assert old in MINIMAL
    return loads(MINIMAL.replace(old, new), "map.toml")


def test_an_aid_of_little_is_drawn() -> None:
    printed = [words for words, _ in letterings(draw_aid(loads(MINIMAL), CLASSIC).svg)]
    assert [words for words in ("TWO", "Words", "Two.", "12.", "A", "B", "One", "Two") if words not in printed] == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('to = "two"', 'to = "tow"', "aid.panel.flow.arrow.0.to: unknown node 'tow' (did you mean 'two'?)"),
        ("right = 2", "right = 3", "aid.panel.flow.node.two.right: expected columns from left to right, up to 2"),
        ('to = "two"', 'to = "one"', "aid.panel.flow.arrow.0: leads up or to itself"),
        ("row = 1", "row = 0", "aid.panel.flow.node.two: stands on one: both are in row 0"),
        ('lines = ["Two"]', "lines = []", "aid.panel.flow.node.two.lines: expected 1 to 200 lines, got 0"),
        ('kind = "ring"', 'kind = "rong"', "expected one of text tracks strips flow ring chart, got 'rong'"),
        ('panels = ["text"', 'panels = ["txt"', "aid.column.0.panels.0: unknown panel 'txt' (did you mean 'text'?)"),
        ("columns = 2", "columms = 2", "unknown key (did you mean 'columns'?)"),
        (
            '[[aid.column]]\npanels = ["text", "tracks", "strips", "ring", "flow"]',
            "",
            "expected at least one table [[aid.column]]",
        ),
    ],
)
def test_faults_of_an_aid_are_told(old: str, new: str, said: str) -> None:
    with pytest.raises(DataError) as caught:
        changed(old, new)
    assert any(said in str(fault) for fault in caught.value.faults), caught.value


PAGE = (ROOT / "data/README.md").read_text("utf-8")
SAMPLE = next(sample for sample in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL) if "[aid]" in sample)


def test_the_sample_of_the_page_of_formats_is_drawn() -> None:
    printed = [words for words, _ in letterings(draw_aid(loads(SAMPLE), CLASSIC).svg)]
    told = ["THE TWO CROWNS", "RED", "Activate", "checked", "+1", "Who rolls", "Red Crown", "once", "Roll", "with a dot"]
    assert [words for words in told if words not in printed] == []


@pytest.mark.parametrize("line", [line for line in SAMPLE.split("[aid]")[1].splitlines() if re.match(r"\w+ = ", line)])
def test_every_key_of_the_sample_is_read(line: str) -> None:
    head, tail = SAMPLE.split("[aid]")
    with pytest.raises(DataError, match=f"x{line.split(maxsplit=1)[0]}"):
        loads(head + "[aid]" + tail.replace(f"\n{line}", f"\nx{line}", 1))


MANY = "".join(f'[space.m{k}]\nkind = "minor"\nname = "M{k}"\n' for k in range(40))
THIRD = '[aid.panel.flow.node.three]\nlines = ["3"]\nrow = 2\nleft = 0\nright = 1\n'
ARROW = '[[aid.panel.flow.arrow]]\nfrom = "one"\nto = "two"'


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('track = "t"', 'track = "u"', "names a track 'u' that the map does not have"),
        ('"One.", ', '"One.", ' * 190, "no room on its sheet: in the smallest type its highest column is"),
        ('"One.", ', f'"{"W" * 200}", ', "no room on its sheet: a word of 'WWW"),
        ('kind = "power"', 'kind = "power"\ncode = "WWWWWWWW"', "'WWWWWWWW' is too wide for its"),
        ("boxes = 3", "boxes = 900", "is too wide for its"),
        ("[track.t]", f"{MANY}[track.t]", "a ring has room for 24 spaces, got 42"),
        (ARROW, f"{THIRD}{ARROW}".replace('to = "two"', 'to = "three"'), "the arrow from one to three would run through two"),
    ],
)
def test_an_aid_that_cannot_be_drawn_says_why(old: str, new: str, said: str) -> None:
    board = changed(old, new)
    with pytest.raises(DataError) as caught:
        draw_aid(board, CLASSIC)
    assert said in str(caught.value)


def test_a_map_without_an_aid_says_so() -> None:
    board = loads(MINIMAL[: MINIMAL.index("[aid]")])
    with pytest.raises(DataError, match=r"Two has no aid: its map file lacks a table \[aid\]"):
        draw_aid(board, CLASSIC)


def test_the_sheet_of_a_title_with_an_aid_is_the_aid() -> None:
    assert draw_sheet(ALLIES, style="mono").svg == draw_aid(ALLIES, load_style("mono")).svg


def test_the_same_map_gives_the_same_bytes() -> None:
    assert draw_aid(ALLIES, CLASSIC).svg == draw_aid(load(data_folder() / "allies"), CLASSIC).svg


def test_tracks_and_strips_are_of_the_map() -> None:
    for panel in AID.panels.values():
        if isinstance(panel, TracksPanel):
            assert {strip.track for strip in panel.strips} <= set(ALLIES.tracks)
        if isinstance(panel, StripsPanel):
            assert set(panel.tracks) <= set(ALLIES.tracks)

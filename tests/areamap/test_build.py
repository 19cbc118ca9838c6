"""What `build` makes of small worlds: borders, coasts, lines, islands, straits, corners."""

from __future__ import annotations

import json
from typing import Any

import pytest
import shapely

from areamap.build.contacts import adjacency_hash
from areamap.build.making import build
from areamap.build.reading import loads_plan
from areamap.build.writing import to_bytes
from tests.areamap.worlds_build import (
    HIGH,
    WIDE,
    Places,
    border_line,
    check_sound,
    coast_of,
    ends_at,
    made,
    pairs,
    reread,
    shapes,
    source,
)

INCH = 25.4
QUARTERS = {"nw": [[30, 20]], "ne": [[90, 20]], "sw": [[30, 70]], "se": [[90, 70]]}
MAINLAND: Places = [[-5, -5], [125, -5], [125, 50], [80, 55], [40, 48], [-5, 52]]


def border(built: Any, a: str, b: str) -> Any:
    """Return the border of two spaces as a shapely line."""
    topology = reread(built)
    lines = [topology.arcs[k] for k, one in enumerate(topology.borders) if one.pair == tuple(sorted((a, b)))]
    return shapely.union_all([shapely.LineString(line) for line in lines])


# -- borders -----------------------------------------------------------------------------------------------------------------


def test_seeds_alone_divide_by_nearness() -> None:
    built = made(source({"a": [[30, 40]], "b": [[70, 40]]}))
    assert border(built, "a", "b").hausdorff_distance(shapely.LineString([[50, 0], [50, HIGH]])) < 2e-3
    check_sound(built, full=True)
    assert built.notes == []


def test_a_corner_is_no_border() -> None:
    built = made(source(QUARTERS))
    assert pairs(built) == {("ne", "nw"), ("nw", "sw"), ("ne", "se"), ("se", "sw")}
    assert len(ends_at(reread(built), (60, 45))) == 4


def test_who_touches_whom_is_told_with_its_length() -> None:
    built = made(source(QUARTERS))
    lengths = {(one.a, one.b): one.inches * INCH for one in built.contacts}
    assert lengths[("ne", "nw")] == pytest.approx(45, abs=0.01)
    assert lengths[("nw", "sw")] == pytest.approx(60, abs=0.01)
    assert [one.inches for one in built.contacts] == sorted(one.inches for one in built.contacts), "shortest first"


def test_a_space_between_two_gives_them_two_borders() -> None:
    lake = [[50, 30], [70, 30], [70, 60], [50, 60]]
    around = [[-1, -1], [121, -1], [121, 91], [-1, 91], [-1, -1]]
    coast = json.dumps({"type": "Polygon", "coordinates": [around, [*lake, lake[0]]]})
    built = made(source({"a": [[20, 45]], "b": [[100, 45]]}, {"lake": [[60, 45]]}), coast)
    contact = next(one for one in built.contacts if (one.a, one.b) == ("a", "b"))
    assert contact.pieces == 2
    assert contact.inches * INCH == pytest.approx(60, abs=0.01)
    kinds = [one.kind for one in reread(built).borders if one.pair == ("a", "b")]
    assert kinds == ["land", "land"]


def test_an_enclave_is_a_hole() -> None:
    ring = [[50, 35], [70, 35], [70, 55], [50, 55], [50, 35]]
    text = source({"out": [[20, 45]], "inn": [[60, 45]]}, more=border_line(("out", "inn"), ring))
    built = made(text)
    drawn = shapes(reread(built))
    assert len(drawn["out"].geoms[0].interiors) == 1
    assert drawn["inn"].area == pytest.approx(400, rel=0.01)
    assert built.notes == []
    assert [len(ring) for polygon in reread(built).shapes["inn"] for ring in polygon] == [1], "one closed arc"


@pytest.mark.parametrize("roughness", [0.0, 0.7, 1.0])
def test_a_natural_course_keeps_who_touches_whom(roughness: float) -> None:
    seeds = {f"s{x}{y}": [[8 + 16 * x + 5 * (y % 2), 8 + 15 * y]] for x in range(7) for y in range(6)}
    straight, rough = made(source(seeds)), made(source(seeds, roughness=roughness))
    assert rough.adjacency == straight.adjacency
    assert (to_bytes(rough.topology) == to_bytes(straight.topology)) is False or roughness == 0.0


def test_a_natural_course_is_seen() -> None:
    text = {"a": [[30, 45]], "b": [[90, 45]]}
    line = border(made(source(text, roughness=0.6)), "a", "b")
    assert 60 - line.bounds[0] > 0.5 or line.bounds[2] - 60 > 0.5
    assert line.length > 1.01 * HIGH
    assert 50 < line.bounds[0] < line.bounds[2] < 70


# -- lines -------------------------------------------------------------------------------------------------------------------

RIVER = [[60, 8], [54, 16], [66, 30], [58, 44], [63, 60], [60, 72]]


@pytest.mark.parametrize("roughness", [0.0, 0.8])
def test_a_line_is_followed(roughness: float) -> None:
    text = source({"a": [[20, 45]], "b": [[100, 45]]}, more=border_line(("b", "a"), RIVER), roughness=roughness)
    built = made(text)
    drawn = shapely.LineString(RIVER)
    course = border(built, "a", "b")
    assert max(course.distance(shapely.Point(place)) for place in shapely.get_coordinates(drawn.segmentize(0.5))) < 0.02 * INCH
    inside = course.intersection(shapely.box(0, 9, WIDE, 71))
    assert inside.hausdorff_distance(drawn.intersection(shapely.box(0, 9, WIDE, 71))) < 0.02 * INCH
    assert built.notes == []


def test_swapped_sides_are_told() -> None:
    text = source({"a": [[20, 45]], "b": [[100, 45]]}, more=border_line(("a", "b"), RIVER, name="River"))
    note = "the line between a and b (River): left and right are swapped, b lies at the left of who walks along it"
    assert note in made(text).notes


def test_a_line_far_from_its_spaces_is_told() -> None:
    text = source({"a": [[10, 20]], "b": [[20, 20]], "c": [[90, 60], [80, 60], [100, 60], [90, 50], [90, 70]]})
    text += border_line(("b", "a"), [[86, 60], [94, 60]])
    assert [note for note in made(text).notes if "no border along half of it" in note]


def test_lines_that_meet_make_one_place_of_three() -> None:
    middle = [60.0, 40.0]
    text = source(
        {"a": [[20, 20]], "b": [[100, 20]], "c": [[60, 80]]},
        more=border_line(("b", "a"), [[62, 3], [55, 20], middle])
        + border_line(("c", "a"), [middle, [40, 50], [20, 48]])
        + border_line(("b", "c"), [middle, [75, 52], [100, 60]]),
        roughness=0.8,
    )
    built = made(text)
    assert built.notes == []
    topology = reread(built)
    assert len(ends_at(topology, middle)) == 3
    assert len(topology.borders) == 3 + 7, "three borders, and the frame cut where they end and at its corners"


def test_a_line_s_class_covers_its_own_stretch() -> None:
    text = source({"a": [[20, 45]], "b": [[100, 45]]}, simplify="0.1 mm")
    text += border_line(("b", "a"), [[60, 20], [62, 30], [60, 45]], **{"class": "impassable"})
    built = made(text)
    lengths = {one.kind: one.inches * INCH for one in built.contacts}
    assert lengths["impassable"] == pytest.approx(25.33, abs=0.6)
    assert lengths["land"] == pytest.approx(65, abs=1.5)


def test_closed_lands_are_impassable_and_coasts_are_coasts() -> None:
    text = source({"a": [[20, 20]], "z": [[100, 20]]}, {"w": [[60, 80]]}) .replace("[space.z]", '[space.z]\nkind = "closed"')
    built = made(text, coast_of(MAINLAND))
    kinds = {(one.a, one.b): one.kind for one in built.contacts}
    assert kinds == {("a", "z"): "impassable", ("a", "w"): "coast", ("w", "z"): "coast"}
    outside = {one.kind for one in reread(built).borders if not (one.left and one.right)}
    assert outside == {"edge"}


def test_without_waters_the_coast_is_a_coast_to_nobody() -> None:
    built = made(source({"a": [[20, 20]], "b": [[100, 20]]}, coast='divide_above = "1 mm2"'), coast_of(MAINLAND))
    assert {one.kind for one in reread(built).borders if not (one.left and one.right)} == {"edge", "coast"}


# -- coasts ------------------------------------------------------------------------------------------------------------------


def test_land_and_water_fill_the_frame() -> None:
    text = source({"a": [[20, 20]], "b": [[100, 20]]}, {"w": [[20, 80]], "v": [[100, 80]]}, roughness=0.6)
    built = made(text, coast_of(MAINLAND))
    check_sound(built, full=True)
    assert {one.kind for one in built.contacts} == {"land", "coast", "sea"}


@pytest.mark.parametrize("apart", [1e-9, -1e-9, 1e-6, 0.0])
def test_lands_a_hair_apart_are_one_land(apart: float) -> None:
    """Gaps and overlaps of a coastline's polygons, and a place that only one of two has."""
    west: Places = [[-5, -5], [60, -5], [60, 20], [60, 40], [-5, 40]]
    east: Places = [[60 + apart, -5], [125, -5], [125, 40], [60 + apart, 40]]
    built = made(source({"a": [[20, 20]], "b": [[100, 20]]}, {"w": [[60, 80]]}), coast_of(west, east))
    assert pairs(built) == {("a", "b"), ("a", "w"), ("b", "w")}
    assert all(one.pieces == 1 for one in built.contacts)


def test_a_strait_stays_open() -> None:
    channel = '[[channel]]\nthrough = [[60, -1], [58, 20], [62, 35], [60, 52]]\nwidth = "1 mm"\n'
    text = source({"a": [[20, 20]], "b": [[100, 20]]}, {"w": [[60, 80]]}, more=channel, simplify="2 mm")
    built = made(text, coast_of(MAINLAND))
    assert pairs(built) == {("a", "w"), ("b", "w")}
    water = shapes(reread(built))["w"]
    assert len(water.geoms) == 1
    assert water.intersects(shapely.box(55, 0, 65, 1)), "it is open from sea to frame"


ISLETS: list[Places] = [[[20 + 20 * k, 70], [21 + 20 * k, 70], [21 + 20 * k, 71], [20 + 20 * k, 71]] for k in range(4)]


def test_named_islands_never_drop_out() -> None:
    text = source(
        {"a": [[20, 20]], "held": [[40.5, 70.5], [100, 20]], "isle": [[61.5, 72]]},
        {"w": [[100, 80]]},
        coast='drop_below = "5 mm2"\ndivide_above = "50 mm2"\nkeep = [[20.5, 71.5]]',
    ).replace("[space.isle]", '[space.isle]\nkind = "island"')
    built = made(text, coast_of(MAINLAND, *ISLETS))
    drawn = shapes(reread(built))
    assert len(drawn["isle"].geoms) == 1
    assert drawn["isle"].area == pytest.approx(1.0, abs=0.01)
    land = shapely.union_all([drawn["a"], drawn["held"]])
    assert [land.intersects(shapely.Point(20.5 + 20 * k, 70.5)) for k in range(4)] == [True, True, False, False]
    assert drawn["held"].intersects(shapely.Point(40.5, 70.5))
    assert built.notes == ["1 islands below drop_below are left out"]


def test_a_small_land_goes_whole_to_the_space_nearest() -> None:
    island: Places = [[50, 65], [74, 65], [74, 75], [50, 75]]
    seeds = {"a": [[20, 20]], "b": [[90, 20]]}
    whole = made(source(seeds, {"w": [[100, 85]]}, coast='divide_above = "300 mm2"'), coast_of(MAINLAND, island))
    assert len(shapes(reread(whole))["b"].geoms) == 2, "its middle at 62 is nearer to b"
    assert len(shapes(reread(whole))["a"].geoms) == 1
    divided = made(source(seeds, {"w": [[100, 85]]}, coast='divide_above = "100 mm2"'), coast_of(MAINLAND, island))
    assert len(shapes(reread(divided))["a"].geoms) == 2
    seeds["a"].append([60, 70])
    held = made(source(seeds, {"w": [[100, 85]]}, coast='divide_above = "300 mm2"'), coast_of(MAINLAND, island))
    assert len(shapes(reread(held))["a"].geoms) == 2, "a seed on it decides"


def test_an_island_without_land_of_its_own_is_told() -> None:
    text = source({"a": [[20, 20]], "isle": [[60, 60]]}, {"w": [[100, 80]]})
    text = text.replace("[space.isle]", '[space.isle]\nkind = "island"')
    notes = build(loads_plan(text), coast_of(MAINLAND)).notes
    assert notes == ["island isle: the land nearest to its seed holds seeds of other spaces", "space isle gets no shape"]


def test_a_lake_without_a_seed_is_land_and_one_with_a_seed_is_not() -> None:
    lake = [[20, 10], [30, 10], [30, 20], [20, 20]]
    coast = json.dumps({"type": "Polygon", "coordinates": [[*MAINLAND, MAINLAND[0]], [*lake, lake[0]]]})
    dry = made(source({"a": [[60, 20]]}, {"w": [[60, 80]]}), coast)
    assert shapes(reread(dry))["a"].intersects(shapely.Point(25, 15))
    assert [note for note in dry.notes if "holds no seed" in note]
    wet = made(source({"a": [[60, 20]]}, {"w": [[60, 80]], "lake": [[25, 15]]}), coast)
    assert shapes(reread(wet))["lake"].area == pytest.approx(100, rel=0.01)


@pytest.mark.parametrize(("drop", "water"), [("", 2), ("3 mm2", 1)])
def test_a_bit_of_water_that_the_frame_cuts_off_is_land_where_it_is_as_small_as_an_islet(drop: str, water: int) -> None:
    shore = [*MAINLAND, [MAINLAND[0][0], 20], [1, 20], [1, 18], [MAINLAND[0][0], 18]]
    text = source({"a": [[60, 20]]}, {"w": [[60, 80]]}, coast=f'drop_below = "{drop}"' if drop else "")
    parts = shapely.get_parts(shapes(reread(made(text, coast_of(shore))))["w"])
    assert len(parts) == water


def test_a_piece_cut_off_goes_to_its_neighbor() -> None:
    """The middle of a bay's far shore is nearer to a across the water, yet hangs together with b alone."""
    coast = coast_of([[-5, -5], [125, -5], [125, 90], [110, 90], [110, 20], [30, 20], [30, 40], [10, 40], [10, 20], [-5, 20]])
    built = made(source({"a": [[20, 35]], "b": [[90, 10]]}, {"w": [[70, 60]]}), coast)
    assert len(shapes(reread(built))["a"].geoms) == 1


def test_a_large_piece_that_is_cut_off_is_told() -> None:
    """Between b's narrow column, which reaches from frame to frame, and the frame a has no seed."""
    lines = border_line(("a", "b"), [[50, 90], [50, 0]]) + border_line(("b", "a"), [[60, 90], [60, 0]])
    built = made(source({"a": [[20, 45]], "b": [[55, 45]]}, more=lines))
    (note,) = [note for note in built.notes if "cut off from a, goes to b" in note]
    assert note.startswith("8.37 in2 at ")
    assert [one for one in built.notes if "b lies on both its sides" in one]


def test_a_line_on_other_ground_is_told() -> None:
    line = border_line(("b", "a"), [[50, 70], [60, 80]], name="Sea")
    built = made(source({"a": [[20, 20]], "b": [[100, 20]]}, {"w": [[60, 85]]}, more=line), coast_of(MAINLAND))
    assert built.notes == ["the line between b and a (Sea) lies on no land inside the frame"]


def test_seeds_on_the_wrong_side_are_moved_and_told() -> None:
    built = made(source({"a": [[20, 20]], "b": [[80, 58]]}, {"w": [[20, 85]], "v": [[100, 30]]}), coast_of(MAINLAND))
    assert {"a", "b", "w", "v"} == set(reread(built).shapes)
    assert [note.split(":")[0] for note in built.notes] == ["seed b 80, 58 is not on land", "seed v 100, 30 is not on water"]
    assert "0.1" in built.notes[0], "with the distance in inches"


def test_seeds_outside_the_frame_count_and_are_told() -> None:
    built = made(source({"a": [[20, 45]], "b": [[130, 45]]}))
    assert border(built, "a", "b").bounds[0] == pytest.approx(75, abs=0.01)
    assert built.notes == ["seed b 130, 45 lies outside the frame"]


# -- sea lines -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("drift", [-12, -3, 0, 4, 9])
@pytest.mark.parametrize("roughness", [0.0, 0.9])
def test_a_sea_line_that_starts_at_a_land_border_meets_it_in_a_corner(drift: float, roughness: float) -> None:
    line = border_line(("e", "w"), [[60 + drift, 62], [60 + 2 * drift, 75], [55, 95]], start=["a", "b"])
    text = source({"a": [[20, 20]], "b": [[100, 20]]}, {"w": [[20, 80]], "e": [[100, 80]]}, more=line, roughness=roughness)
    built = made(text, coast_of(MAINLAND))
    assert pairs(built) == {("a", "b"), ("e", "w"), ("a", "w"), ("b", "e")}
    topology = reread(built)
    corner = next(topology.arcs[k] for k, one in enumerate(topology.borders) if one.pair == ("a", "b"))
    met = [end for end in (corner[0], corner[-1]) if len(ends_at(topology, end)) == 4]
    assert len(met) == 1
    assert built.notes == []


def test_a_sea_line_may_end_there_too() -> None:
    line = border_line(("w", "e"), [[55, 95], [58, 70], [62, 60]], end=["a", "b"])
    text = source({"a": [[20, 20]], "b": [[100, 20]]}, {"w": [[20, 80]], "e": [[100, 80]]}, more=line)
    assert pairs(made(text, coast_of(MAINLAND))) == {("a", "b"), ("e", "w"), ("a", "w"), ("b", "e")}


def test_a_border_that_never_meets_the_coast_is_told() -> None:
    line = border_line(("e", "w"), [[60, 62], [60, 95]], start=["a", "c"])
    text = source({"a": [[20, 10]], "b": [[60, 40]], "c": [[100, 10]]}, {"w": [[20, 80]], "e": [[100, 80]]}, more=line)
    assert [note for note in made(text, coast_of(MAINLAND)).notes if "does not meet the coast" in note]


# -- the same again ------------------------------------------------------------------------------------------------------------


def test_the_same_input_gives_the_same_bytes() -> None:
    text = source({"a": [[20, 20]], "b": [[100, 20]]}, {"w": [[20, 80]], "e": [[100, 80]]}, roughness=0.6)
    assert to_bytes(made(text, coast_of(MAINLAND)).topology) == to_bytes(made(text, coast_of(MAINLAND)).topology)


def test_the_order_of_the_spaces_does_not_matter() -> None:
    land = {"a": [[20, 20]], "c": [[60, 10]], "b": [[100, 20]]}
    water = {"w": [[20, 80]], "e": [[100, 80]]}
    lines = [border_line(("c", "a"), [[40, 5], [38, 30]]), border_line(("b", "c"), [[80, 5], [82, 30]])]
    one = made(source(land, water, more="".join(lines), roughness=0.6), coast_of(MAINLAND))
    turned = [dict(reversed(spaces.items())) for spaces in (land, water)]
    other = made(source(*turned, more="".join(reversed(lines)), roughness=0.6), coast_of(MAINLAND))
    for key in ("arcs", "objects", "transform"):
        assert one.topology[key] == other.topology[key]
    assert one.topology["mapsheet"]["inputs"] != other.topology["mapsheet"]["inputs"], "the files differ"


def test_the_checksum_of_inputs_tells_source_and_coast() -> None:
    text = source({"a": [[20, 20]]}, {"w": [[20, 80]]})
    sums = {
        build(loads_plan(one), coast).topology["mapsheet"]["inputs"]
        for one in (text, text + "# more\n")
        for coast in (coast_of(MAINLAND), coast_of(MAINLAND) + " ")
    }
    assert len(sums) == 4


def test_the_adjacency_hash_sees_a_lost_border_and_no_course() -> None:
    built = made(source(QUARTERS))
    data = json.loads(to_bytes(built.topology))
    assert adjacency_hash(data) == built.adjacency
    data["arcs"] = []
    assert adjacency_hash(data) == built.adjacency
    inner = next(one for one in data["objects"]["borders"]["geometries"] if None not in one["properties"].values())
    inner["properties"]["class"] = "impassable"
    assert adjacency_hash(data) != built.adjacency


def test_progress_is_told() -> None:
    told: list[str] = []
    build(loads_plan(source(QUARTERS, roughness=0.5)), progress=told.append)
    assert told[0] == "reading the coastline"
    assert "simplifying" in told

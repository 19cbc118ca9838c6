"""What is drawn for each question: marks over the map, and a legend of those that need words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import cos, pi, sin
from typing import TYPE_CHECKING, Literal, NamedTuple

from areamap.draw.captions import Answer
from mapsheet.marks import Arrow, Cross, Disc, Mark, Outline, Tint

if TYPE_CHECKING:
    from areamap.draw.marking import Marker
    from mapsheet.box import Point

Tinted = Literal["reach", "visible", "hidden", "front", "flank", "rear"]
RING = 1.2  # mm from a disc to the ring round it
GROUPS: tuple[Tinted, ...] = ("front", "rear", "flank", "hidden", "visible", "reach")
"""The tints of groups in turn; their letters tell them apart on any paper."""


class LegendRow(NamedTuple):
    """A mark that a legend names: drawn at a place to be given, and the key of its words in a wording's `legend`."""

    sample: Callable[[Point, float], list[Mark]]
    key: str


class Shown(NamedTuple):
    """The marks of an answer and what they mean.

    The spaces that are `washed` lose their own colours under their tints; where some are `lit`, they alone are not ghosted.
    """

    marks: list[Mark]
    legend: Sequence[LegendRow] = ()
    washed: Sequence[str] = ()
    lit: Sequence[str] = ()


def is_low(mark: Mark) -> bool:
    """Say whether a mark lies under names and cities: tints and the outlines of spaces."""
    return isinstance(mark, Tint) or (isinstance(mark, Outline) and mark.name != "blocker")


def arrow_row(name: Literal["path", "charge", "rout"], key: str, *, faint: bool = False) -> LegendRow:
    """Return the legend of an arrow."""
    return LegendRow(lambda at, wide: [Arrow((at, (at[0] + wide, at[1])), name, faint=faint)], key)


def _ring(at: Point, radius: float) -> Outline:
    circle = tuple((at[0] + radius * sin(k * pi / 16), at[1] + radius * cos(k * pi / 16)) for k in range(32))
    return Outline((circle,), "blocker")


def _show(marker: Marker, told: Answer) -> Shown:
    return _neighbors(marker, told)


def _neighbors(marker: Marker, told: Answer) -> Shown:
    """Return a short arrow to each neighbor and the space's outline."""
    ids = dict.fromkeys(id_ for group in told["neighbors"].values() for id_ in group)
    return Shown([Outline(marker.rings([told["space"]]), "footprint"), *_short(marker, told["space"], ids)])


def _short(marker: Marker, start: str, ids: Iterable[str]) -> list[Mark]:
    courses = [marker.course([start, id_], short=True) for id_ in ids]
    return [Arrow(course, "path") for course in courses if len(course) > 1]


def _reach(marker: Marker, told: Answer) -> Shown:
    """Return the reach as an outline with the cost in each space, a ring round it where the move stops."""
    start, costs = told["from"], told["costs"]
    areas = [id_ for id_ in costs if id_ in marker.view.shapes]
    marks: list[Mark] = [Outline(marker.around(areas), "reach_edge"), Outline(marker.rings([start]), "footprint")]
    stops = [id_ for id_ in told.get("stops", ()) if id_ != start]
    # those in the fewest places first: a city's disc stands close to it
    for id_ in sorted((id_ for id_ in costs if id_ != start), key=lambda id_: id_ in areas):
        at = marker.disc(id_)
        marks.append(Disc(at, str(costs[id_]), "letter"))
        if id_ in stops:
            marks.append(_ring(at, marker.view.style.marks.letter.radius + RING))
    radius = marker.view.style.marks.letter.radius
    legend = [LegendRow(partial(_stop_sample, radius), "stop")] if set(stops) & set(costs) else []
    return Shown(marks, legend, lit=areas)


def _stop_sample(radius: float, at: Point, wide: float) -> list[Mark]:
    middle = (at[0] + wide / 2, at[1])
    return [Disc(middle, "1", "letter"), _ring(middle, radius + 0.75)]


def _route(marker: Marker, told: Answer) -> Shown:
    """Return the first route strong, the others that are as good faint, the cost at its end."""
    ends: list[Mark] = [Outline(marker.rings([told["from"], told["to"]]), "footprint")]
    if told["cost"] is None:
        return Shown([*ends, Cross(marker.seat(told["to"]))])
    ways = _ways(marker, told["paths"])
    legend = [arrow_row("path", "first_way"), arrow_row("path", "other_ways", faint=True)] if len(ways) > 1 else []
    return Shown([*ends, *ways, Disc(marker.disc(told["to"]), str(told["cost"]), "letter")], legend)


def _ways(marker: Marker, paths: Iterable[Iterable[str]]) -> list[Mark]:
    courses = dict.fromkeys(marker.course(list(path)) for path in paths)
    arrows: list[Mark] = [Arrow(course, "path", faint=k > 0) for k, course in enumerate(courses) if len(course) > 1]
    for course in courses:
        marker.keep_clear(course)
    return arrows[::-1]


def _distance(marker: Marker, told: Answer) -> Shown:
    """Return the ways that cost the distance, where they follow from the ends and the kinds of link alone; else the ends."""
    from areamap.routes import route

    found = route(marker.view.board, told["from"], told["to"], by=told["by"]).to_json()
    same = str(found["cost"]) == str(told["distance"]) and found["cost"] is not None
    paths = found["paths"] if same else []
    return _route(marker, {"from": told["from"], "to": told["to"], "cost": told["distance"], "paths": paths})


def _nearest(marker: Marker, told: Answer) -> Shown:
    marks: list[Mark] = [Outline(marker.rings([told["from"]]), "footprint")]
    marks += [Outline(marker.rings(told["nearest"]), "reach_edge")] if told["nearest"] else []
    marks += _ways(marker, told["paths"])
    return Shown([*marks, *(Disc(marker.disc(id_), str(told["cost"]), "letter") for id_ in told["nearest"])])


def _why(marker: Marker, told: Answer) -> Shown:
    """Return each step with its cost, or a cross where the move is barred and faintly the way round."""
    marks: list[Mark] = [Outline(marker.rings([told["from"], told["to"]]), "footprint")]
    steps = told["steps"]
    if steps:
        course = marker.course([steps[0]["from"], *(step["to"] for step in steps)])
        marker.keep_clear(course)
        marks.append(Arrow(course, "path"))
        marks += [Disc(marker.disc(step["to"]), str(step["cost"]), "letter") for step in steps]
    if told.get("around"):
        marks.append(Arrow(marker.course(told["around"]), "path", faint=True))
    legend = [arrow_row("path", "way_round", faint=True)] if told.get("around") else []
    if told["possible"]:
        return Shown(marks, legend)
    barred = told["reasons"][0] if told["reasons"] else {"from": told["from"], "space": told["to"]}
    return Shown([*marks, Cross(marker.barrier(barred["from"], barred["space"]))], legend)


def _sail(marker: Marker, told: Answer) -> Shown:
    """Return the first plan as numbered arrows and where units can land."""
    landings = [id_ for id_ in told["landings"] if id_ in marker.view.shapes]
    marks: list[Mark] = [Outline(marker.rings(landings), "reach_edge")] if landings else []
    used = set()
    for number, action in enumerate(told["plans"][0] if told["plans"] else (), 1):
        name: Literal["path", "charge"] = "charge" if "unit" in action else "path"
        course = marker.course([action["from"], action["to"]]) if action["from"] != action["to"] else ()
        if len(course) > 1:
            used.add(name)
            marks.append(Arrow(course, name))
            marks.append(Disc(marker.disc(action["from"], near=course[len(course) // 2]), str(number), "letter"))
            marker.keep_clear(course)
    marks.append(Disc(marker.disc(told["fleet"]), "F"))
    marks += [Disc(marker.disc(id_), str(cost), "letter") for id_, cost in told["landings"].items()]
    legend = [LegendRow(lambda at, wide: [Disc((at[0] + wide / 2, at[1]), "F")], "fleet")]
    legend += [arrow_row("path", "fleet_way")] if "path" in used else []
    legend += [arrow_row("charge", "units_way")] if "charge" in used else []
    return Shown(marks, legend)


def _retreat(marker: Marker, told: Answer) -> Shown:
    """Return where a force may withdraw to, tinted, with an arrow to each; a cross in its place for none."""
    start, candidates = told["space"], told["candidates"]
    own = Outline(marker.rings([start]), "footprint")
    if not candidates:
        return Shown([own, Cross(marker.seat(start))])
    marks = [*_tinted(marker, candidates, "reach"), Outline(marker.rings(candidates), "reach_edge"), own]
    return Shown([*marks, *_short(marker, start, candidates)], (), candidates)


def _supply(marker: Marker, told: Answer) -> Shown:
    """Return the way of supplies from their source, or a cross where none come."""
    if not told["supplied"]:
        return Shown([Outline(marker.rings([told["space"]]), "footprint"), Cross(marker.seat(told["space"]))])
    ends = [told["space"], *([told["source"]] if told["source"] else [])]
    marks: list[Mark] = [Outline(marker.rings(ends), "footprint")]
    path = list(told["path"] or ())
    marks += _ways(marker, [path if path[-1:] == [told["space"]] else path[::-1]]) if len(path) > 1 else []
    return Shown([*marks, Disc(marker.disc(told["space"]), str(told["cost"]), "letter")] if told["cost"] is not None else marks)


def _groups(marker: Marker, told: Answer) -> Shown:
    """Return each group in a tint within one outline, its letter in each of its spaces."""
    marks: list[Mark] = []
    for k, group in enumerate(told["groups"]):
        marks += [*_tinted(marker, group, GROUPS[k % len(GROUPS)]), Outline(marker.around(group), "reach_edge")]
        marks += [Outline(marker.rings(id_ for id_ in group if id_ in marker.whole.cities), "reach_edge")]
        marks += [Disc(marker.disc(id_), letter_of(k), "letter") for id_ in group]
    return Shown(marks, (), [id_ for group in told["groups"] for id_ in group])


def letter_of(k: int) -> str:
    """Return the letter of a group: A to Z, then AA, AB, …"""
    return chr(65 + k) if k < 26 else letter_of(k // 26 - 1) + chr(65 + k % 26)


def _count(marker: Marker, told: Answer) -> Shown:
    """Return the counted spaces tinted and outlined."""
    spaces = told["spaces"]
    return Shown([*_tinted(marker, spaces, "reach"), Outline(marker.rings(spaces), "reach_edge")] if spaces else [], (), spaces)


def _tinted(marker: Marker, ids: Iterable[str], name: Tinted) -> list[Mark]:
    rings = marker.rings(id_ for id_ in ids if id_ in marker.view.shapes)
    return [Tint(rings, name)] if rings else []


MAKERS: dict[str, Callable[[Marker, Answer], Shown]] = {
    "show": _show, "neighbors": _neighbors, "reach": _reach, "route": _route, "distance": _distance, "nearest": _nearest,
    "why": _why, "sail": _sail, "retreat": _retreat, "supply": _supply, "groups": _groups, "count": _count,
}

"""The marks of an answer on a board: arrows along its ways, costs beside its places, crosses on what is barred."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING, Literal

from areamap.draw.captions import Answer
from areamap.draw.courses import straight
from mapsheet.box import Box
from mapsheet.marks import Arrow, Cross, Disc, Line, Mark, Outline, Tint
from mapsheet.paths import Course

if TYPE_CHECKING:
    from areamap.draw.stage import Stage, Way
    from mapsheet.box import Point

SHORTEST = 5.6  # mm, of an arrow
HEAD = 3.4  # mm before a tip that are straight
CLEAR = 4.4  # mm from a disc's middle to anything else
AIM = 1.1  # mm from a corner to the middle of a disc at it
FARTHEST = ("allowance", "kind", "no-way", "stop", "immobile")
"""Reasons that bar no way of their own."""
Kinds = Iterable[str]
Arrowed = Literal["path", "charge", "rout"]
Shade = Literal["reach", "visible", "hidden", "front", "flank", "rear"]
Edge = Literal["reach_edge", "footprint", "blocker", "touched"]


class BoardMarker:
    """Finds the places of marks on a stage; remembers which ways and places it was asked for."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.ways: dict[int, Way] = {}
        self.arrowed: dict[int, bool] = {}
        self.places: dict[str, None] = {}
        self._taken: list[Point] = []
        self._between: dict[frozenset[str], list[Way]] = {}
        for way in stage.ways:
            self._between.setdefault(frozenset((way.link.a, way.link.b)), []).append(way)

    def shown(self, ids: Iterable[str]) -> list[str]:
        """Return those of some spaces that stand on the stage, each once; they belong to the answer."""
        found = [id_ for id_ in dict.fromkeys(ids) if id_ in self.stage.boxes]
        self.places.update(dict.fromkeys(found))
        return found

    # -- areas -------------------------------------------------------------------------------------------------------

    def rings(self, ids: Iterable[str]) -> tuple[tuple[Point, ...], ...]:
        """Return the outlines of spaces."""
        return tuple(self.stage.outline(id_) for id_ in self.shown(ids))

    def edged(self, ids: Iterable[str], name: Edge) -> list[Mark]:
        """Return outlines round spaces, none for none."""
        rings = self.rings(ids)
        return [Outline(rings, name)] if rings else []

    def tinted(self, ids: Iterable[str], name: Shade) -> list[Mark]:
        """Return a tint over spaces, none for none."""
        rings = self.rings(ids)
        return [Tint(rings, name)] if rings else []

    # -- ways --------------------------------------------------------------------------------------------------------

    def way(self, a: str, b: str, kinds: Kinds = ()) -> Way | None:
        """Return the way from a space to another: of some kinds where there is one, the cheapest, the first of those."""
        some = self._between.get(frozenset((a, b)), [])
        wanted = set(kinds)
        fits = [way for way in some if way.link.kind in wanted and (way.link.a == a or not way.link.one_way)]
        return min(fits or some, key=lambda way: way.link.cost, default=None)

    def all_ways(self, ids: Iterable[str], kinds: Kinds) -> None:
        """Count the ways of some kinds between spaces to the answer."""
        known, wanted = set(ids), set(kinds)
        for way in self.stage.ways:
            if {way.link.a, way.link.b} <= known and (way.link.kind in wanted or not wanted):
                self._note(way)

    def _note(self, way: Way) -> None:
        if id(way.link) not in self.ways:
            self.ways[id(way.link)] = way
            self.arrowed[id(way.link)] = False
            self._taken += way.open[::2]

    def hop(self, a: str, b: str, kinds: Kinds = ()) -> tuple[Point, ...]:
        """Return the points of an arrow from a space to another along the way between them; empty where one is not shown."""
        if len(self.shown((a, b))) < 2:
            return ()
        way, boxes = self.way(a, b, kinds), self.stage.boxes
        if way is None:
            points = straight(boxes[a].centre, boxes[b].centre)
            seen = [point for point in points if not (_inside(boxes[a], point) or _inside(boxes[b], point))]
        else:
            self._note(way)
            self.arrowed[id(way.link)] = True
            points, seen = (list(part if way.link.a == a else part[::-1]) for part in (way.points, way.open))
        course = _long_enough(points, seen)
        self._taken += course
        return _headed(course)

    def arrows(self, path: Sequence[str], kinds: Kinds, name: Arrowed = "path", *, faint: bool = False) -> list[Mark]:
        """Return an arrow for each step of a path."""
        hops = [self.hop(a, b, kinds) for a, b in pairwise(path)]
        return [Arrow(hop, name, faint) for hop in hops if len(hop) > 1]

    def crosses(self, reasons: Iterable[Answer], kinds: Kinds, *, passing: Collection[str] = ("one-way",)) -> list[Mark]:
        """Return a cross on each way that is barred, but for reasons to pass over."""
        found: list[Mark] = []
        for reason in reasons:
            start = str(reason.get("from"))
            if start not in self.stage.boxes or reason["space"] not in self.stage.boxes or reason["why"] in {*FARTHEST, *passing}:
                continue
            way = self.way(start, reason["space"], [reason["link"]] if reason.get("link") else kinds)
            if way is not None:
                self.shown((start, reason["space"]))
                self._note(way)
                found.append(Cross(_middle(way.open or way.points)))
        return list(dict.fromkeys(found))

    # -- discs -------------------------------------------------------------------------------------------------------

    def disc(self, id_: str, words: str, name: Literal["cost", "letter"] = "cost") -> list[Mark]:
        """Return a disc at the corner of a space that is clearest of arrows, ways and other discs."""
        if not self.shown([id_]):
            return []
        around = _beside(self.stage.boxes[id_])
        best = max(around, key=lambda at: (min(CLEAR, self._clearance(at)), -around.index(at)))
        self._taken.append(best)
        return [Disc(best, words, name)]

    def _clearance(self, at: Point) -> float:
        return min((dist(at, point) for point in self._taken), default=CLEAR)


def _beside(box: Box) -> list[Point]:
    (x, y), grown = box.centre, box.grown(AIM)
    left, top, right, bottom = grown
    return [(right, top), (left, top), (right, bottom), (left, bottom), (right, y), (x, top), (x, bottom), (left, y)]


def _inside(box: Box, point: Point) -> bool:
    return box.left < point[0] < box.right and box.top < point[1] < box.bottom


def _middle(points: Sequence[Point]) -> Point:
    line = Course(points)
    return line.at(line.length / 2)


def _long_enough(points: Sequence[Point], seen: Sequence[Point]) -> list[Point]:
    """Return what is seen of a way; of one with hardly any room between its ends as much as an arrow needs."""
    if len(seen) > 1 and Course(seen).length >= SHORTEST:
        return list(seen)
    line = Course(points)
    middle = _middle(seen) if len(seen) > 1 else line.at(line.length / 2)
    along = min((k * line.length / 60 for k in range(61)), key=lambda far: dist(line.at(far), middle))
    start, end = max(0.0, along - SHORTEST / 2), min(line.length, along + SHORTEST / 2)
    return [line.at(start + (end - start) * k / 6) for k in range(7)]


def _headed(points: Sequence[Point]) -> tuple[Point, ...]:
    """Return the points with a straight piece under the arrow's head."""
    tip = points[-1]
    return (*(point for point in points[:-1] if dist(point, tip) > HEAD), tip)


# -- questions -------------------------------------------------------------------------------------------------------------


def _by(told: Answer) -> Kinds:
    kinds: Kinds = told.get("by") or ()
    return kinds


def _neighbors(marker: BoardMarker, told: Answer) -> list[Mark]:
    """Return an arrow to each neighbor along the way of its kind."""
    start, marks = told["space"], marker.edged([told["space"]], "footprint")
    for kind, ids in told["neighbors"].items():
        for id_ in ids:
            marks += marker.arrows((start, id_), [kind])
    return marks + marker.crosses([*told.get("left_out", ()), *told.get("barred", ())], told["neighbors"])


def _reach(marker: BoardMarker, told: Answer) -> list[Mark]:
    """Return the reach as a tint, with the cost beside each space and all ways between them."""
    start, costs = told["from"], told["costs"]
    marks = marker.tinted([id_ for id_ in costs if id_ != start], "reach") + marker.edged([start], "footprint")
    marker.all_ways(costs, _by(told))
    marks += marker.crosses(told["left_out"], _by(told)) + marker.disc(start, "A", "letter")
    return marks + [mark for id_, cost in costs.items() if id_ != start for mark in marker.disc(id_, str(cost))]


def _route(marker: BoardMarker, told: Answer) -> list[Mark]:
    """Return the first route strong, the others that are as good faint, the cost at its end."""
    marks = marker.edged([told["from"], told["to"]], "footprint")
    if told["cost"] is None:
        return marks + (marker.crosses(told["left_out"], _by(told), passing=()) or _barred(marker, told["to"]))
    return marks + _ways(marker, told["paths"], _by(told)) + marker.disc(told["to"], str(told["cost"]))


def _barred(marker: BoardMarker, id_: str) -> list[Mark]:
    return [Cross(marker.stage.boxes[one].centre) for one in marker.shown([id_])]


def _ways(marker: BoardMarker, paths: Iterable[Sequence[str]], kinds: Kinds) -> list[Mark]:
    """Return the steps of the first path strong and those of the others that are not among them faint, each once."""
    found: dict[tuple[str, str], bool] = {}
    for k, path in enumerate(paths):
        for pair in pairwise(path):
            found.setdefault(pair, k > 0)
    return [mark for pair, faint in found.items() for mark in marker.arrows(pair, kinds, faint=faint)]


def _distance(marker: BoardMarker, told: Answer) -> list[Mark]:
    """Return a straight line between both ends with the distance at its middle; broken and crossed where there is no way."""
    ends = marker.shown((told["from"], told["to"]))
    marks, distance = marker.edged(ends, "footprint"), told["distance"]
    if len(ends) < 2:
        return marks
    a, b = (marker.stage.boxes[id_] for id_ in ends)
    line = [point for point in straight(a.centre, b.centre) if not (_inside(a, point) or _inside(b, point))]
    if len(line) < 2:
        return marks
    sign = Cross(_middle(line)) if distance is None else Disc(_middle(line), str(distance))
    return [*marks, Line((line[0], line[-1]), "blocked" if distance is None else "clear"), sign]


def _nearest(marker: BoardMarker, told: Answer) -> list[Mark]:
    marks = marker.edged([told["from"]], "footprint") + marker.edged(told["nearest"], "reach_edge")
    marks += _ways(marker, told["paths"], _by(told))
    return marks + [mark for id_ in told["nearest"] for mark in marker.disc(id_, str(told["cost"]))]


def _why(marker: BoardMarker, told: Answer) -> list[Mark]:
    """Return each step with its cost, or a cross on the way that is barred and faintly the way round."""
    marks = marker.edged([told["from"], told["to"]], "footprint")
    for step in told["steps"]:
        marks += marker.arrows((step["from"], step["to"]), [step["link"]])
    if told.get("around"):
        marks += marker.arrows(told["around"], _by(told), faint=True)
    if not told["possible"]:
        marks += marker.crosses(told["reasons"], _by(told), passing=()) or _barred(marker, told["to"])
    return marks + [mark for step in told["steps"] for mark in marker.disc(step["to"], str(step["cost"]))]


def _sail(marker: BoardMarker, told: Answer) -> list[Mark]:
    """Return the first plan as arrows and where units can land."""
    marks = marker.edged([told["fleet"]], "footprint") + marker.tinted(told["landings"], "reach")
    for action in [action for plan in told["plans"][:1] for action in plan if action["from"] != action["to"]]:
        marks += marker.arrows((action["from"], action["to"]), _by(told), "charge" if "unit" in action else "path")
    return marks + [mark for id_, cost in told["landings"].items() for mark in marker.disc(id_, str(cost))]


def _retreat(marker: BoardMarker, told: Answer) -> list[Mark]:
    """Return an arrow to each space that is left, a cross on every way that is not."""
    marks = marker.edged([told["space"]], "footprint") + marker.edged(told["candidates"], "reach_edge")
    for id_ in told["candidates"]:
        marks += marker.arrows((told["space"], id_), _by(told), "rout")
    marks += marker.crosses(told["left_out"], _by(told))
    return marks + (_barred(marker, told["space"]) if told["eliminated"] else [])


def _supply(marker: BoardMarker, told: Answer) -> list[Mark]:
    """Return the way of supply from its source, or a cross where none comes."""
    marks = marker.edged([told["space"]], "footprint")
    if not told["supplied"]:
        return marks + marker.crosses(told["left_out"], _by(told)) + _barred(marker, told["space"])
    marks += marker.edged([told["source"]], "reach_edge") + marker.arrows(told["path"], _by(told))
    return marks + marker.disc(told["space"], str(told["cost"]))


SHADES: tuple[Shade, ...] = ("reach", "front", "flank", "rear", "visible")


def _groups(marker: BoardMarker, told: Answer) -> list[Mark]:
    """Return a tint and a number for each group of several; spaces alone stay pale where there are others."""
    several = [group for group in told["groups"] if len(group) > 1]
    marks: list[Mark] = []
    for k, group in enumerate(several):
        marks += marker.tinted(group, SHADES[k % len(SHADES)])
        marker.all_ways(group, _by(told))
    if not several:
        marks += marker.edged([id_ for group in told["groups"] for id_ in group], "touched")
    return marks + [mark for k, group in enumerate(several) for id_ in group for mark in marker.disc(id_, str(k + 1), "letter")]


def _count(marker: BoardMarker, told: Answer) -> list[Mark]:
    """Return a tint over what is counted and a letter, A for the first, at all that a holder has."""
    marks = marker.tinted(told["spaces"], "reach")
    for k, tally in enumerate(told["holders"].values()):
        marks += [mark for id_ in tally["spaces"] for mark in marker.disc(id_, letter(k), "letter")]
    return marks


def letter(k: int) -> str:
    """Return A for 0, B for 1; numbers after Z."""
    return chr(ord("A") + k) if k < 26 else str(k + 1)


def _path(marker: BoardMarker, told: Answer) -> list[Mark]:
    """Return an arrow toward the capital, a broken one away, a tint over what the enemy holds, the front outlined."""
    here, kinds = told["space"], ["path"]
    marks = marker.tinted(told["enemy_spaces"], "rear") if told["front"] else marker.tinted(told["behind"], "rear")
    marker.shown([*told["behind"], *told["annexes"]])
    marks += marker.edged([here], "footprint")
    marks += marker.arrows((here, told["toward"]), kinds) if told["toward"] else []
    marks += marker.arrows((here, told["away"]), kinds, "rout") if told["away"] else []
    marker.all_ways([here, *told["behind"], *told["annexes"]], ())
    if not told["front"]:
        return marks
    border = [told["border"]] if told["border"] else []
    return marks + marker.edged([told["front"]], "blocker") + marker.edged(border, "reach_edge")


MAKERS: dict[str, Callable[[BoardMarker, Answer], list[Mark]]] = {
    "show": _neighbors, "neighbors": _neighbors, "reach": _reach, "route": _route, "distance": _distance, "nearest": _nearest,
    "why": _why, "sail": _sail, "retreat": _retreat, "supply": _supply, "groups": _groups, "count": _count, "path": _path,
}

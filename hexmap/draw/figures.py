"""Answers drawn: the marks for each kind of question, and a figure of the map cropped round them with a caption.

An answer is the value of a query or its JSON object; nothing is asked again, so picture and answer cannot disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from hexmap.draw.marking import Marker
from hexmap.grid import Hex
from hexmap.pair import hexes_of
from mapsheet.errors import NotationError, nearest
from mapsheet.marks import Arrow, Cross, Disc, Line, Mark, Outline, Tint

if TYPE_CHECKING:
    from hexmap.board import Board
    from hexmap.position import Position
    from mapsheet.style import Style

Answer = Mapping[str, Any]


def draw_figure(
    board: Board,
    ask: str,
    answer: Any,
    *,
    style: Style | str | None = None,
    position: Position | None = None,
    caption: str | None = None,
) -> str:
    """Return the answer to a question (`los`, `reach`, …) as SVG: the map round it, one hex of margin ghosted, a caption.

    NotationError for a question that has no figure.
    """
    from hexmap.draw.sheet import draw_crop

    hexes, marks, words = _figure(board, ask, answer, caption)
    others = _others(board, position, _told(answer)) if position else None
    return draw_crop(board, hexes, style=style, position=others, marks=marks, caption=words)


def _others(board: Board, position: Position, told: Answer) -> Position:
    """Return the position without the unit that is asked about, where a mark of its own stands."""
    own = {h for key in ("from", "at") if isinstance(told.get(key), str) for h in hexes_of(board.stand(told[key]))}
    return position._replace(units=tuple(unit for unit in position.units if own.isdisjoint(hexes_of(board.stand(unit.at)))))


def figure_size(board: Board, ask: str, answer: Any, *, caption: str | None = None) -> tuple[float, float]:
    """Return the width and height in mm of what `draw_figure` draws, without drawing it; errors as there."""
    from hexmap.draw.sheet import crop_size

    hexes, marks, words = _figure(board, ask, answer, caption)
    return crop_size(board, hexes, marks=marks, caption=words)


def _figure(board: Board, ask: str, answer: Any, caption: str | None) -> tuple[list[Hex], list[Mark], str]:
    from hexmap.draw.captions import caption_of

    told, marks = _told(answer), marks_of(board, ask, answer)
    return hexes_in(board, told, ask), marks, caption_of(ask, told) if caption is None else caption


def marks_of(board: Board, ask: str, answer: Any) -> list[Mark]:
    """Return the marks for the answer to a question; NotationError for a question that has no figure."""
    if ask not in MAKERS:
        raise NotationError(f"a question with a figure{nearest(ask, list(MAKERS))}", ask)
    return MAKERS[ask](board, answer)


def _told(answer: Any) -> Answer:
    told: Answer = answer.to_json() if hasattr(answer, "to_json") else answer
    return told


def hexes_in(board: Board, told: Answer, ask: str) -> list[Hex]:
    """Return all hexes that an answer names."""
    found: dict[Hex, None] = {}
    skipped = {"policy", "edges"} | ({"why"} if ask == "charge" else set())
    for text in _texts({key: value for key, value in told.items() if key not in skipped}):
        for part in text.split(">")[0].split("+"):
            try:
                found[board.hex(part)] = None
            except NotationError:
                continue
    if ask in ("arcs", "place"):
        found |= dict.fromkeys(other for h in list(found) for other in board.grid.neighbors(h) if other in board)
    return list(found)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield str(key)
            yield from _texts(inner)
    elif isinstance(value, Iterable):
        for inner in value:
            yield from _texts(inner)


# -- sight --------------------------------------------------------------------------------------------------------


def sight_marks(board: Board, answer: Any) -> list[Mark]:
    """Return the line of sight: clear part, blocked part, a cross at each blocking hex, hexsides it runs along."""
    told, marker = _told(answer), Marker(board)
    start, end = (marker.centre(told.get(f"{key}_hex") or told[key]) for key in ("from", "to"))
    marks: list[Mark] = [Outline((marker.ring(told[key]),), "footprint") for key in ("from", "to")]
    marks += [Line(points, "run") for run in told["runs"] if (points := marker.hexside(run, start, end))]
    if told["touched"]:
        marks.append(Outline(tuple(marker.ring(number) for number in told["touched"]), "touched"))
    if told["clear"]:
        return [*marks, Line((start, end), "clear")]
    blockers = list(dict.fromkeys(entry["hex"] for entry in told["blocked_by"] if entry["hex"]))
    if blockers:
        marks.append(Outline(tuple(marker.ring(number) for number in blockers), "blocker"))
    stop = getattr(answer, "stop", None)
    stops = sorted(marker.stretch(number, start, end) for number in blockers)
    share = float(stop) if stop is not None else stops[0][0] if stops else 0.0
    at = marker.between(start, end, share)
    if share > 0:
        marks.append(Line((start, at), "clear"))
    marks.append(Line((at, end), "blocked"))
    places = [marker.between(start, end, (first + last) / 2) for first, last in stops] or [at]
    return [*marks, *(Cross(place) for place in dict.fromkeys(places))]


def viewshed_marks(board: Board, answer: Any) -> list[Mark]:
    """Return what is seen and what is hidden as two tints."""
    told, marker = _told(answer), Marker(board)
    seen, hidden = marker.rings(told["visible"]), marker.rings(told["hidden"])
    marks: list[Mark] = [Tint(seen, "visible")] if seen else []
    if hidden:
        marks.append(Tint(hidden, "hidden"))
    return [*marks, Outline((marker.ring(told["from"]),), "footprint"), Disc(marker.middle(told["from"]), "A", "letter")]


# -- movement -----------------------------------------------------------------------------------------------------


def reach_marks(board: Board, answer: Any) -> list[Mark]:
    """Return the reach as a tint with the least cost in each hex; of a two-hex unit the least that brings a half there."""
    told, marker = _told(answer), Marker(board)
    costs: dict[str, Any] = {}
    entries = [(place["at"], place["cost"]) for place in told.get("positions", ())] or list(told.get("costs", {}).items())
    for at, cost in entries:
        for number in marker.numbers(at):
            costs.setdefault(number, cost)
    own = set(marker.numbers(told["from"]))
    rings = marker.rings(costs)
    discs = [Disc(marker.low(number), str(cost)) for number, cost in costs.items() if number not in own]
    return [
        Tint(rings, "reach"), Outline(rings, "reach_edge"), Outline((marker.ring(told["from"]),), "footprint"),
        Disc(marker.centre(told["from"]), "A", "letter"), *discs,
    ]


def path_marks(board: Board, answer: Any) -> list[Mark]:
    """Return the path as an arrow, the stands of a two-hex unit as outlines, and its cost at the end."""
    told, marker = _told(answer), Marker(board)
    marks: list[Mark] = [Outline((marker.ring(told["from"]),), "footprint")]
    if told["path"] is None:
        return [*marks, Cross(marker.middle(told["to"]))]
    stands = told["path"]
    marks.append(Outline((marker.ring(stands[-1]),), "footprint"))
    marks.append(Arrow(marker.course(stands), "path"))
    return [*marks, Disc(marker.low(stands[-1]), str(told["cost"]))]


def why_marks(board: Board, answer: Any) -> list[Mark]:
    """Return a move's steps as an arrow with the cost of each, or a cross where it is forbidden."""
    told, marker = _told(answer), Marker(board)
    marks: list[Mark] = [Outline((marker.ring(told["from"]),), "footprint")]
    steps = told["steps"]
    if not steps:
        return [*marks, Cross(marker.middle(told["to"]))]
    stands = [steps[0]["from"], *(step["to"] for step in steps)]
    marks.append(Arrow(marker.course(stands), "path"))
    marks += [Disc(marker.low(step["to"]), str(step["cost"])) for step in steps]
    return marks if told["possible"] else [*marks, Cross(marker.middle(told["to"]))]


def charge_marks(board: Board, answer: Any) -> list[Mark]:
    """Return each lane as an arrow to the target; the first one strong."""
    told, marker = _told(answer), Marker(board)
    target = marker.middle(told["target"])
    marks: list[Mark] = [Outline((marker.ring(told["target"]),), "blocker")]
    if "from" in told:
        marks.append(Outline((marker.ring(told["from"]),), "footprint"))
    for k, lane in enumerate(told["lanes"]):
        course = (*marker.course(_from_start(board, told, lane)), target)
        marks.append(Arrow(course, "charge", faint=k > 0))
    return marks if told["lanes"] else [*marks, Cross(target)]


def _from_start(board: Board, told: Mapping[str, Any], lane: Sequence[str]) -> list[str]:
    """Return a run with the hex that its unit leaves before it, where that lies next to it in its line."""
    try:
        start, first = board.hex(told["from"]), board.hex(lane[0])
    except (KeyError, IndexError, NotationError):
        return [*lane]
    way = next((k for k in range(6) if board.grid.step(start, k) == first), None)
    goal = board.hex(lane[1]) if len(lane) > 1 else None
    return [told["from"], *lane] if way is not None and goal in (None, board.grid.step(first, way)) else [*lane]


def rout_marks(board: Board, answer: Any) -> list[Mark]:
    """Return the way taken as an arrow, and faintly each step of the others that are as good."""
    told, marker = _told(answer), Marker(board)
    start = told["path"][0] if told["path"] else told["from"]
    marks: list[Mark] = [Outline((marker.ring(start),), "footprint")]
    ways = [tuple(way) for way in told["paths"]] or [tuple(told["path"])]
    taken = tuple(told["path"])
    courses = [marker.course(way) for way in ways]
    own = set(pairwise(marker.course(taken)))
    steps = dict.fromkeys(step for course in courses for step in pairwise(course) if step not in own)
    marks += [Arrow(step, "rout", faint=True) for step in steps]
    if len(taken) > 1:
        marks.append(Arrow(marker.course(taken), "rout"))
        if taken[-1] != "off":
            marks.append(Outline((marker.ring(taken[-1]),), "footprint"))
    if told["outcome"] == "eliminated":
        marks.append(Cross(marker.middle(start) if len(taken) < 2 else marker.course(taken)[-1]))
    return marks


# -- two-hex units ------------------------------------------------------------------------------------------------


def arcs_marks(board: Board, answer: Any) -> list[Mark]:
    """Return front, flanks and rear as tints with their letters, and the unit's outline."""
    told, marker = _told(answer), Marker(board)
    groups = (("front", ("FL", "FC", "FR")), ("flanks", ("L", "R")), ("rear", ("RL", "RC", "RR")))
    tints = {"front": "front", "flanks": "flank", "rear": "rear"}
    marks: list[Mark] = []
    for key, letters in groups:
        there = [(number, word) for number, word in zip(told[key], letters, strict=True) if number]
        if there:
            marks.append(Tint(tuple(marker.ring(number) for number, _ in there), tints[key]))  # type: ignore[arg-type]
        marks += [Disc(marker.middle(number), word, "letter") for number, word in there]
    unit = marker.unit_amid(told)
    if unit:
        marks += [Outline((marker.ring(unit),), "footprint"), Arrow(marker.facing(unit), "path")]
    return marks


def placement_marks(board: Board, answer: Any) -> list[Mark]:
    """Return every placement as a bar across its two hexes with an arrow the way it faces."""
    told, marker = _told(answer), Marker(board)
    stands: Sequence[str] = told["placements"]
    hexes = list(dict.fromkeys(number for stand in stands for number in marker.numbers(stand)))
    marks: list[Mark] = [Tint(marker.rings(hexes), "reach")] if hexes else []
    shared = [number for number in hexes if all(number in marker.numbers(stand) for stand in stands)]
    if len(stands) > 1 and shared:
        marks.append(Outline((marker.ring(shared[0]),), "footprint"))
    return [*marks, *(Arrow(marker.facing(stand), "path") for stand in stands)]


def show_marks(board: Board, answer: Any) -> list[Mark]:
    """Return a hex and the directions of its neighbors."""
    told, marker = _told(answer), Marker(board)
    marks: list[Mark] = [Outline((marker.ring(told["hex"]),), "footprint")]
    return [*marks, *(Disc(marker.middle(number), name, "letter") for name, number in told["neighbors"].items() if number)]


def distance_marks(board: Board, answer: Any) -> list[Mark]:
    """Return a line between two units and the number of hexes."""
    told, marker = _told(answer), Marker(board)
    start, end = marker.middle(told["from"]), marker.middle(told["to"])
    rings = tuple(marker.ring(told[key]) for key in ("from", "to"))
    disc = Disc(marker.between(start, end, 0.5), str(told["distance"]))
    return [Outline(rings, "footprint"), Line((start, end), "clear"), disc]


MAKERS: dict[str, Callable[[Board, Any], list[Mark]]] = {
    "los": sight_marks,
    "viewshed": viewshed_marks,
    "reach": reach_marks,
    "path": path_marks,
    "why": why_marks,
    "charge": charge_marks,
    "rout": rout_marks,
    "arcs": arcs_marks,
    "place": placement_marks,
    "show": show_marks,
    "distance": distance_marks,
}

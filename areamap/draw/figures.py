"""Answers drawn: the map round what an answer names, the rest ghosted, with marks and a caption.

An answer is the value of a question or its JSON object; nothing is asked again, so picture and answer cannot disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from areamap.draw.boardfigures import board_figure_size, draw_board_figure
from areamap.draw.captions import caption_of
from areamap.draw.marking import Marker
from areamap.draw.sheet import AROUND, _layers, _page, _style, draw_field
from areamap.draw.view import View, rings_of
from mapsheet.box import Box, union
from mapsheet.errors import DataError, NotationError, nearest
from mapsheet.marks import Arrow, Cross, Disc, Mark, Outline, Tint, draw_marks
from mapsheet.paths import polygons

if TYPE_CHECKING:
    from areamap.asking import AreaMap
    from areamap.atlas import Atlas
    from mapsheet.sheet import Layer
    from mapsheet.style import Type

Answer = Mapping[str, Any]
SMALLEST = (90.0, 60.0)  # mm, of a figure's map
LEADING = 1.4
UNSAID = frozenset({"by", "left_out", "barred", "link", "why", "condition", "rule", "note"})
"""Keys whose texts name no spaces of the answer itself."""


class _Figure(NamedTuple):
    """What a figure is made of: its part of the map, the marks, and the lines of its caption."""

    view: View
    spaces: list[str]
    marks: list[Mark]
    lines: list[str]
    kind: Type

    @property
    def foot(self) -> float:
        """The room for the caption in mm."""
        return LEADING * self.kind.size * len(self.lines) + (2.0 if self.lines else 0.0)


def draw_figure(board: AreaMap, ask: str, answer: Any, *, style: str | None = None, caption: str | None = None) -> str:
    """Return the answer to a question (`reach`, `route`, …) as SVG: the map round it, the rest ghosted, a caption below.

    NotationError for a question that has no figure; DataError for a map without shapes.
    """
    if board.topology is None:
        return draw_board_figure(board, ask, answer, style=style, caption=caption)
    figure = _figure(board, ask, answer, style=style, caption=caption)
    view = figure.view
    page = _page(view, figure.foot)
    layers = _layers(page, view)
    draw_field(layers, view, figure.spaces)
    _ghost(layers["ghost"], figure)
    low = [mark for mark in figure.marks if isinstance(mark, Tint)]
    draw_marks(layers["tints"], view.style, low)
    draw_marks(layers["marks"], view.style, [mark for mark in figure.marks if not isinstance(mark, Tint)])
    _caption(layers["margin"], figure)
    return page.to_svg()


def figure_size(board: AreaMap, ask: str, answer: Any, *, caption: str | None = None) -> tuple[float, float]:
    """Return the width and height in mm of what `draw_figure` draws; errors as there."""
    if board.topology is None:
        return board_figure_size(board, ask, answer, caption=caption)
    figure = _figure(board, ask, answer, style=None, caption=caption)
    return figure.view.frame.width + 2 * AROUND, figure.view.frame.height + 2 * AROUND + figure.foot


def _figure(board: AreaMap, ask: str, answer: Any, *, style: str | None, caption: str | None) -> _Figure:
    from mapsheet.text import wrapped

    if ask not in MAKERS:
        raise NotationError(f"a question with a figure{nearest(ask, list(MAKERS))}", ask)
    if board.topology is None:
        raise DataError("figures are drawn on maps with shapes only")
    told: Answer = answer.to_json() if hasattr(answer, "to_json") else answer
    whole = View(board, _style(board, style))
    spaces = [id_ for id_ in dict.fromkeys(_named(board, told)) if id_ in whole.shapes]
    view = View(board, whole.style, _window(whole, spaces))
    marks = MAKERS[ask](Marker(view), told)
    words = caption_of(board, ask, told) if caption is None else caption
    kind = whole.style.lettering["caption"]
    lines = wrapped(words, kind.face, kind.size, width=view.frame.width - 2.0) if words else []
    return _Figure(view, spaces, marks, lines, kind)


def _named(board: Atlas, told: Any) -> Iterator[str]:
    """Yield the regions and seas that an answer names, a city's region for a city."""
    if isinstance(told, str):
        space = board.spaces.get(told)
        if space:
            yield space.within or space.id
    elif isinstance(told, Mapping):
        for key, value in told.items():
            if key not in UNSAID:
                yield from _named(board, key)
                yield from _named(board, value)
    elif isinstance(told, Iterable):
        for value in told:
            yield from _named(board, value)


def _window(view: View, spaces: list[str]) -> Box:
    """Return the part of the map round spaces, not smaller than a figure is, within the map's frame."""
    field = view.field
    box = union(view.bounds(id_) for id_ in spaces).grown(7.0) if spaces else field
    left, right = _widened((box.left, box.right), SMALLEST[0], (field.left, field.right))
    top, bottom = _widened((box.top, box.bottom), SMALLEST[1], (field.top, field.bottom))
    return Box(left, top, right, bottom)


def _widened(span: tuple[float, float], least: float, limits: tuple[float, float]) -> tuple[float, float]:
    more = max(0.0, least - (span[1] - span[0])) / 2
    low, high = span[0] - more, span[1] + more
    if low < limits[0]:
        low, high = limits[0], min(limits[1], high + limits[0] - low)
    if high > limits[1]:
        low, high = max(limits[0], low - (high - limits[1])), limits[1]
    return max(low, limits[0]), min(high, limits[1])


def _ghost(layer: Layer, figure: _Figure) -> None:
    """Make everything pale that the answer does not name."""
    view = figure.view
    rings = [list(view.frame.corners)]
    for id_ in figure.spaces:
        rings += rings_of(view.shapes[id_])
    pale = round(1 - view.style.marks.ghost, 3)
    layer.path(polygons(rings), id="ghost", fill=view.style.paper, fill_opacity=pale, fill_rule="evenodd")


def _caption(layer: Layer, figure: _Figure) -> None:
    from mapsheet.typeset import write

    top = figure.view.frame.height + 2 * AROUND
    for k, line in enumerate(figure.lines):
        write(layer, line, figure.kind, (AROUND + 1.0, top + LEADING * figure.kind.size * k + figure.kind.size))


# -- marks ---------------------------------------------------------------------------------------------------------


def _show(marker: Marker, told: Answer) -> list[Mark]:
    return _spread(marker, told["space"], told["neighbors"])


def _neighbors(marker: Marker, told: Answer) -> list[Mark]:
    return _spread(marker, told["space"], told["neighbors"])


def _spread(marker: Marker, start: str, neighbors: Mapping[str, Iterable[str]]) -> list[Mark]:
    """Return an arrow to each neighbor and the space's outline."""
    ids = list(dict.fromkeys(id_ for group in neighbors.values() for id_ in group))
    marks: list[Mark] = [Outline(marker.rings([start]), "footprint")]
    return [*marks, *(Arrow(marker.course([start, id_]), "path") for id_ in ids)]


def _reach(marker: Marker, told: Answer) -> list[Mark]:
    """Return the reach as a tint with the cost in each space."""
    start, costs = told["from"], told["costs"]
    areas = [id_ for id_ in costs if id_ in marker.view.shapes and id_ != start]
    rings = marker.rings(areas)
    marks: list[Mark] = [Tint(rings, "reach")] if rings else []
    marks += [Outline(marker.rings([start]), "footprint"), Disc(marker.seat(start), "A", "letter")]
    return marks + [Disc(marker.beside(id_), str(cost)) for id_, cost in costs.items() if id_ != start]


def _route(marker: Marker, told: Answer) -> list[Mark]:
    """Return the first route strong, the others that are as good faint, the cost at its end."""
    ends: list[Mark] = [Outline(marker.rings([told["from"], told["to"]]), "footprint")]
    if told["cost"] is None:
        return [*ends, Cross(marker.seat(told["to"]))]
    return [*ends, *_ways(marker, told["paths"]), Disc(marker.after(told["to"]), str(told["cost"]))]


def _ways(marker: Marker, paths: Iterable[Iterable[str]]) -> list[Mark]:
    courses = dict.fromkeys(marker.course(list(path)) for path in paths)
    arrows: list[Mark] = [Arrow(course, "path", faint=k > 0) for k, course in enumerate(courses) if len(course) > 1]
    return arrows[::-1]


def _nearest(marker: Marker, told: Answer) -> list[Mark]:
    marks: list[Mark] = [Outline(marker.rings([told["from"]]), "footprint")]
    marks += [Outline(marker.rings(told["nearest"]), "reach_edge")] if told["nearest"] else []
    return [*marks, *_ways(marker, told["paths"]), *(Disc(marker.after(id_), str(told["cost"])) for id_ in told["nearest"])]


def _why(marker: Marker, told: Answer) -> list[Mark]:
    """Return each step with its cost, or a cross where the move is not possible and faintly the way round."""
    marks: list[Mark] = [Outline(marker.rings([told["from"], told["to"]]), "footprint")]
    steps = told["steps"]
    if steps:
        marks.append(Arrow(marker.course([steps[0]["from"], *(step["to"] for step in steps)]), "path"))
        marks += [Disc(marker.after(step["to"]), str(step["cost"])) for step in steps]
    if told.get("around"):
        marks.append(Arrow(marker.course(told["around"]), "path", faint=True))
    return marks if told["possible"] else [*marks, Cross(marker.seat(told["to"]))]


def _sail(marker: Marker, told: Answer) -> list[Mark]:
    """Return the first plan as arrows and where units can land."""
    marks: list[Mark] = [Disc(marker.seat(told["fleet"]), "A", "letter")]
    landings = [id_ for id_ in told["landings"] if id_ in marker.view.shapes]
    if landings:
        marks.append(Tint(marker.rings(landings), "reach"))
    for plan in told["plans"][:1]:
        steps = [(action["from"], action["to"], "unit" in action) for action in plan if action["from"] != action["to"]]
        marks += [Arrow(marker.course([a, b]), "charge" if is_unit else "path") for a, b, is_unit in steps]
    return [*marks, *(Disc(marker.beside(id_), str(cost)) for id_, cost in told["landings"].items())]


MAKERS: dict[str, Callable[[Marker, Answer], list[Mark]]] = {
    "show": _show, "neighbors": _neighbors, "reach": _reach, "route": _route, "nearest": _nearest, "why": _why, "sail": _sail,
}

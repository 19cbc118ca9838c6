"""Answers drawn: the map round what an answer names, the rest ghosted, with marks and a caption.

An answer is the value of a question or its JSON object; nothing is asked again, so picture and answer cannot disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from areamap.draw.answers import MAKERS, LegendRow, Shown, is_low
from areamap.draw.boardfigures import board_figure_size, draw_board_figure
from areamap.draw.captions import Telling, as_told, caption_of
from areamap.draw.layout import layout_of
from areamap.draw.marking import ACROSS, Marker
from areamap.draw.sheet import AROUND, _layers, _page, _style, draw_field
from areamap.draw.view import View, path_of
from mapsheet.box import Box, at_least, union
from mapsheet.errors import NotationError, nearest
from mapsheet.marks import Mark, Tint, draw_marks
from mapsheet.typeset import cap_height, width, write
from mapsheet.wording import load_wording

if TYPE_CHECKING:
    from areamap.asking import AreaMap
    from areamap.atlas import Atlas
    from mapsheet.sheet import Layer
    from mapsheet.style import Style, Type
    from mapsheet.wording import Wording

SMALLEST = (90.0, 60.0)  # mm, of a figure's map
LEADING = 1.4
SAMPLE, LEGEND = 3.06, 2.0  # ems, the width of a sample in the legend and the height of a row
WASHED = 0.92  # of paper over a space that is tinted
UNSAID = frozenset({"by", "left_out", "barred", "link", "why", "condition", "rule", "note"})
"""Keys whose texts name no spaces of the answer itself."""


class Figure(NamedTuple):
    """What a figure is made of: its part of the map, the marks, the lines of its caption, and the wording of its legend."""

    view: View
    spaces: list[str]
    shown: Shown
    lines: list[str]
    kind: Type
    wording: Wording

    @property
    def rows(self) -> list[list[LegendRow]]:
        """The rows of the legend, as many in each as there is room for."""
        rows: list[list[LegendRow]] = [[]]
        for row in self.shown.legend:
            if sum(map(self.room, [*rows[-1], row])) > self.view.frame.width and rows[-1]:
                rows.append([])
            rows[-1].append(row)
        return [row for row in rows if row]

    def room(self, row: LegendRow) -> float:
        """Return the width in mm of an entry of the legend."""
        return SAMPLE * self.kind.size + 2.0 + width(self.told(row), self.kind) + 6.0

    @property
    def step(self) -> float:
        """The height of a row of the legend in mm."""
        return LEGEND * self.kind.size

    def told(self, row: LegendRow) -> str:
        """Return what an entry of the legend says."""
        return self.wording.say(f"legend.{row.key}")

    @property
    def foot(self) -> float:
        """The room for the legend and the caption in mm."""
        legend = self.step * len(self.rows)
        return legend + LEADING * self.kind.size * len(self.lines) + (2.0 if self.lines or legend else 0.0)


def draw_figure(board: AreaMap, ask: str, answer: Any, *, style: Style | str | None = None, caption: str | None = None) -> str:
    """Return the answer to a question (`reach`, `route`, …) as SVG: the map round it, the rest ghosted, a caption below.

    NotationError for a question that has no figure.
    """
    if board.topology is None or ask == "track":  # a track is drawn alike beside every map
        return draw_board_figure(board, ask, answer, style=style, caption=caption)
    return render(_figure(board, ask, answer, style=style, caption=caption))


def render(figure: Figure, pieces: Callable[[Layer], None] | None = None) -> str:
    """Return a figure as SVG; `pieces` draws what stands on the map below the upper marks."""
    view, marks = figure.view, figure.shown.marks
    page = _page(view, figure.foot)
    layers = _layers(page, view)
    draw_field(layers, view, figure.spaces)
    _wash(layers["tints"], figure)
    draw_marks(layers["tints"], view.style, [mark for mark in marks if isinstance(mark, Tint)])
    _ghost(layers["ghost"], figure)
    draw_marks(layers["ghost"], view.style, [mark for mark in marks if is_low(mark) and not isinstance(mark, Tint)])
    if pieces is not None:
        pieces(layers["marks"])
    draw_marks(layers["marks"], view.style, [mark for mark in marks if not is_low(mark)])
    _caption(layers["margin"], figure)
    return page.to_svg()


def figure_size(board: AreaMap, ask: str, answer: Any, *, caption: str | None = None) -> tuple[float, float]:
    """Return the width and height in mm of what `draw_figure` draws; errors as there."""
    if board.topology is None or ask == "track":  # a track is drawn alike beside every map
        return board_figure_size(board, ask, answer, caption=caption)
    figure = _figure(board, ask, answer, style=None, caption=caption)
    return figure.view.frame.width + 2 * AROUND, figure.view.frame.height + 2 * AROUND + figure.foot


def _figure(board: AreaMap, ask: str, answer: Any, *, style: Style | str | None, caption: str | None) -> Figure:
    from mapsheet.text import wrapped

    if ask not in MAKERS:
        raise NotationError(f"a question with a figure{nearest(ask, list(MAKERS))}", ask)
    told = as_told(answer)
    whole = View(board, _style(board, style))
    spaces = [id_ for id_ in dict.fromkeys(named_in(board, told)) if id_ in whole.shapes]
    view = View(board, whole.style, window_round(whole, spaces))
    shown = MAKERS[ask](Marker(view), told)
    words = caption_of(Telling(board), ask, told) if caption is None else caption
    kind = whole.style.lettering["caption"]
    lines = wrapped(words, kind.face, kind.size, width=view.frame.width - 2.0) if words else []
    return Figure(view, spaces, shown, lines, kind, load_wording())


def named_in(board: Atlas, told: Any) -> Iterator[str]:
    """Yield the regions and seas that an answer names, a city's region for a city."""
    if isinstance(told, str):
        space = board.spaces.get(told)
        if space:
            yield space.within or space.id
    elif isinstance(told, Mapping):
        for key, value in told.items():
            if key not in UNSAID:
                yield from named_in(board, key)
                yield from named_in(board, value)
    elif isinstance(told, Iterable):
        for value in told:
            yield from named_in(board, value)


def window_round(view: View, spaces: list[str]) -> Box:
    """Return the part of the map round spaces, not smaller than a figure is, within the map's frame."""
    box = union(view.bounds(id_) for id_ in spaces).grown(7.0) if spaces else view.field
    return at_least(box, SMALLEST, view.field)


def _ghost(layer: Layer, figure: Figure) -> None:
    """Make everything pale that the answer does not name, but not the straits between what it names."""
    import shapely

    view, known = figure.view, set(figure.spaces)
    shapes = [view.shapes[id_] for id_ in figure.shown.lit or figure.spaces if id_ in view.shapes]
    layout = layout_of(view if view.own_layout else View(view.board, view.style))
    straits = [c for c in layout.crossings if {c.link.a, c.link.b} <= known]
    shapes += [shapely.LineString([c.start, c.end]).buffer(ACROSS) for c in straits]
    rest = shapely.difference(shapely.box(*view.frame), shapely.union_all(shapes))
    pale = round(1 - view.style.marks.ghost, 3)
    layer.path(path_of(rest), id="ghost", fill=view.style.paper, fill_opacity=pale, fill_rule="evenodd")


def _wash(layer: Layer, figure: Figure) -> None:
    """Take the colours of the spaces back that are tinted, so that the tint is seen as it is."""
    shapes = [figure.view.shapes[id_] for id_ in figure.shown.washed if id_ in figure.view.shapes]
    if shapes:
        d = "".join(path_of(shape) for shape in shapes)
        layer.path(d, fill=figure.view.style.paper, fill_opacity=WASHED, fill_rule="evenodd")


def _caption(layer: Layer, figure: Figure) -> None:
    top = figure.view.frame.height + 2 * AROUND
    for row in figure.rows:
        _legend(layer, figure, row, top + figure.step / 2 - 1.0)
        top += figure.step
    for k, line in enumerate(figure.lines):
        write(layer, line, figure.kind, (AROUND + 1.0, top + LEADING * figure.kind.size * k + figure.kind.size))


def _legend(layer: Layer, figure: Figure, row: Sequence[LegendRow], middle: float) -> None:
    """Draw a row of the legend about a height."""
    left = AROUND + 1.0
    for entry in row:
        sample = SAMPLE * figure.kind.size
        marks: list[Mark] = entry.sample((left, middle), sample)
        draw_marks(layer, figure.view.style, marks)
        at = (left + sample + 2.0, middle + cap_height(figure.kind) / 2)
        write(layer, figure.told(entry), figure.kind, at)
        left += figure.room(entry)

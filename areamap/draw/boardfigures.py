"""Answers drawn on a board: its part round what an answer names, the rest ghosted, with marks and a caption.

An answer is the value of a question or its JSON object; nothing is asked again, so picture and answer cannot disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from areamap.draw.boardmarks import MAKERS, BoardMarker
from areamap.draw.boardwords import not_shown, words_of
from areamap.draw.captions import Answer, Telling, as_told
from areamap.draw.stage import FULL, PALE, stage_of
from areamap.draw.trackfigure import draw_markers, track_box
from mapsheet.box import Box, around, at_least, union
from mapsheet.errors import NotationError, nearest
from mapsheet.marks import Cross, Disc, Tint, draw_marks
from mapsheet.paths import number, polyline

if TYPE_CHECKING:
    from areamap.asking import AreaMap
    from areamap.draw.stage import Stage
    from mapsheet.marks import Mark
    from mapsheet.sheet import Layer, Sheet
    from mapsheet.style import Style, Type

AROUND = 3.0  # mm round the figure's map
BEYOND = 7.0  # mm round what is named
SMALLEST = (90.0, 60.0)  # mm, of a figure's map
LEADING = 1.4
TRACK = "track"
SAID = frozenset({"space", "from", "to", "costs", "paths", "path", "nearest", "neighbors", "candidates", "source", "fleet"})
"""Keys under which an answer names spaces of its own that may have no place on the sheet."""


class BoardFigure(NamedTuple):
    """What a figure is made of: its part of the board, what is drawn there, and the lines of its caption."""

    style: Style
    window: Box
    lines: list[str]
    stage: Stage | None = None
    marker: BoardMarker | None = None
    marks: tuple[Mark, ...] = ()

    @property
    def kind(self) -> Type:
        """The type of the caption."""
        return self.style.lettering["caption"]

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the whole figure in mm."""
        foot = LEADING * self.kind.size * len(self.lines) + (2.0 if self.lines else 0.0)
        return self.window.width + 2 * AROUND, self.window.height + 2 * AROUND + foot


def draw_board_figure(
    board: AreaMap, name: str, answer: Any, *, style: Style | str | None = None, caption: str | None = None
) -> str:
    """Return the answer to a question (`reach`, `route`, `track`, …) as SVG: the board round it, a caption below.

    What the answer names and the ways it uses are drawn full, all else pale; an aid shows its ring of powers. NotationError
    for a question that has no figure; DataError for a board that places no space.
    """
    told = as_told(answer)
    figure = _figure(board, name, told, style=style, caption=caption)
    return render(board, figure, told)


def render(board: AreaMap, figure: BoardFigure, told: Answer, pieces: Callable[[Layer], None] | None = None) -> str:
    """Return a figure of a board as SVG, of a track with its markers as told; `pieces` draws what stands on the board."""
    page = _page(board, figure)
    if figure.stage is not None and figure.marker is not None:
        figure.stage.draw(page, figure.marker.places, figure.marker.arrowed)
        page.layer("ghost").rect(figure.window, id="ghost", fill=figure.style.paper, fill_opacity=_pale(figure.style))
        if pieces is not None:
            pieces(page.layer("marks"))
        _draw_marks(page, figure)
    else:
        draw_markers(page, board, figure.style, told)
    page.layer("frame").rect(figure.window, fill="none", **figure.style.board.window.stroke())
    _caption(page.layer("margin"), figure)
    return page.to_svg()


def board_figure_size(board: AreaMap, name: str, answer: Any, *, caption: str | None = None) -> tuple[float, float]:
    """Return the width and height in mm of what `draw_board_figure` draws; errors as there."""
    return _figure(board, name, as_told(answer), style=None, caption=caption).size


def _pale(style: Style) -> float:
    return round(1 - style.marks.ghost, 3)


def _figure(board: AreaMap, name: str, told: Answer, *, style: Style | str | None, caption: str | None) -> BoardFigure:
    from mapsheet.style import load_style

    if name != TRACK and name not in MAKERS:
        raise NotationError(f"a question with a figure{nearest(name, [*MAKERS, TRACK])}", name)
    look = load_style(style or board.style_name)
    words = words_of(Telling(board), name, told) if caption is None else caption
    if name == TRACK:
        window = track_box(board, look, told["track"]).grown(AROUND)
        return BoardFigure(look, window, _lines(look, words, window))
    stage = stage_of(board, look)
    marker = BoardMarker(stage)
    marks = tuple(MAKERS[name](marker, told))
    missing = [id_ for id_ in dict.fromkeys(_named(board, told)) if id_ not in stage.boxes]
    words += not_shown(Telling(board), missing) if caption is None else ""
    window = window_round(stage, marker)
    return BoardFigure(look, window, _lines(look, words, window), stage, marker, marks)


def _lines(style: Style, words: str, window: Box) -> list[str]:
    from mapsheet.text import wrapped

    kind = style.lettering["caption"]
    return wrapped(words, kind.face, kind.size, width=window.width - 2.0) if words else []


def _named(board: AreaMap, told: Answer) -> Iterator[str]:
    """Yield the spaces that an answer names as its own."""
    for key in SAID & told.keys():
        yield from _spaces(board, told[key])


def _spaces(board: AreaMap, value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from [value] if value in board.spaces else []
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _spaces(board, key)
            yield from _spaces(board, inner)
    elif isinstance(value, Iterable):
        for inner in value:
            yield from _spaces(board, inner)


# -- the part of the board -------------------------------------------------------------------------------------------------


def window_round(stage: Stage, marker: BoardMarker) -> Box:
    """Return the part of the sheet round what an answer shows, not smaller than a figure is, within the sheet."""
    boxes = [stage.boxes[id_] for id_ in marker.places]
    boxes += [around(way.open) for way in marker.ways.values() if way.open]
    whole = stage.extent
    box = union(boxes).grown(BEYOND) if boxes else whole
    return at_least(box, SMALLEST, whole)



# -- drawing ---------------------------------------------------------------------------------------------------------------


def _page(board: AreaMap, figure: BoardFigure) -> Sheet:
    """Return the page with its layers, those of the map moved to its corner and cut at its window."""
    from mapsheet.sheet import Sheet

    page = Sheet(*figure.size, title=board.title, paper=figure.style.paper)
    window = figure.window
    clip = page.clip("figure", polyline(window.corners, closed=True))
    moved = f"translate({number(AROUND - window.left)} {number(AROUND - window.top)})"
    for name in (*PALE, "ghost", *FULL):
        page.layer(name, clip=clip, transform=moved)
    page.layer("frame", transform=moved)
    page.layer("margin")
    return page


def _draw_marks(page: Sheet, figure: BoardFigure) -> None:
    marks = figure.marks
    draw_marks(page.layer("tints"), figure.style, [mark for mark in marks if isinstance(mark, Tint)])
    draw_marks(page.layer("marks"), figure.style, [mark for mark in marks if not isinstance(mark, Tint | Cross | Disc)])
    draw_marks(page.layer("discs"), figure.style, [mark for mark in marks if isinstance(mark, Cross | Disc)])


def _caption(layer: Layer, figure: BoardFigure) -> None:
    from mapsheet.typeset import write

    top = figure.window.height + 2 * AROUND
    for k, line in enumerate(figure.lines):
        write(layer, line, figure.kind, (AROUND + 1.0, top + LEADING * figure.kind.size * k + figure.kind.size))

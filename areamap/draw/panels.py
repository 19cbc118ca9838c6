"""Panels of diagrams on a map of regions or a board of paths: the answers of a panel together, with what is put on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from areamap.draw.answers import MAKERS, LegendRow, Shown
from areamap.draw.boardfigures import AROUND as BOARD_AROUND
from areamap.draw.boardfigures import BoardFigure, window_round
from areamap.draw.boardfigures import render as render_board
from areamap.draw.boardmarks import MAKERS as BOARD_MAKERS
from areamap.draw.boardmarks import BoardMarker
from areamap.draw.figures import Figure, named_in, render
from areamap.draw.figures import window_round as window_of_spaces
from areamap.draw.marking import Marker
from areamap.draw.panelnames import Wanted, bare_layout, full_layout, told_layout
from areamap.draw.sheet import AROUND, window_of
from areamap.draw.stage import stage_of
from areamap.draw.view import View
from mapsheet.box import Box, union
from mapsheet.errors import NotationError, nearest
from mapsheet.marks import Arrow, Bar, Cross, Disc, Mark, Outline, Tint

if TYPE_CHECKING:
    from areamap.asking import AreaMap
    from mapsheet.box import Point
    from mapsheet.counters import Counter, CounterSet
    from mapsheet.diagram.values import Panel, Told
    from mapsheet.sheet import Layer
    from mapsheet.style import Style
    from mapsheet.wording import Wording

TINTED = frozenset({"reach", "visible", "hidden", "front", "flank", "rear"})
INSET = 1.0  # mm of a picture's rim that a panel leaves out
TRACK = "track"


class Content(NamedTuple):
    """A panel with its answers, and the counters its units are drawn as."""

    panel: Panel
    answers: list[Told]
    counters: CounterSet | None

    @property
    def drawn(self) -> list[tuple[str, Told]]:
        """The questions whose answers are drawn, by their words."""
        pairs = zip(self.panel.questions, self.answers, strict=True)
        return [(asked.ask, told) for asked, told in pairs if asked.draw]

    @property
    def places(self) -> list[str]:
        """The spaces that are named beside the answers."""
        panel = self.panel
        return [
            *(piece.at for piece in panel.pieces), *(label.at for label in panel.labels),
            *(place for arrow in panel.arrows for place in arrow.through),
            *(place for highlight in panel.highlights for place in highlight.places),
        ]

    def counter(self, name: str) -> Counter | None:
        """Return a counter by its name, None where there is none."""
        return self.counters.counters.get(name) if self.counters else None


def panel_box(board: AreaMap, style: Style, content: Content) -> Box:
    """Return the box that `draw_panel` returns but for the room of a legend; NotationError for a question without a figure."""
    if board.topology is None:
        figure, _ = _board_figure(board, style, content)
        return Box(0, 0, *figure.size).grown(INSET - BOARD_AROUND)
    frame = _scene(board, style, content).window
    return Box(0, 0, frame.width + 2 * AROUND, frame.height + 2 * AROUND).grown(INSET - AROUND)


def draw_panel(board: AreaMap, style: Style, content: Content, *, wording: Wording, least: float) -> tuple[str, Box]:
    """Return a panel drawn, and the box of it that is of use; NotationError for a question that has no figure."""
    if board.topology is None:
        figure, pieces = _board_figure(board, style, content, least)
        told = content.answers[0] if figure.stage is None else {}
        svg = render_board(board, figure, told, lambda layer: _draw_pieces(layer, style, content, pieces))
        return svg, Box(0, 0, *figure.size).grown(INSET - BOARD_AROUND)
    drawn, pieces = _figure(board, style, content, wording=wording, least=least)
    frame = drawn.view.frame
    whole = Box(0, 0, frame.width + 2 * AROUND, frame.height + 2 * AROUND + drawn.foot)
    return render(drawn, lambda layer: _draw_pieces(layer, style, content, pieces)), whole.grown(INSET - AROUND)


# -- maps with shapes ------------------------------------------------------------------------------------------------


class _Scene(NamedTuple):
    """The spaces of a panel: all, those that are put there, and the part of the map round them."""

    spaces: list[str]
    own: list[str]
    window: Box


def _scene(board: AreaMap, style: Style, content: Content, left_out: Sequence[str] = ()) -> _Scene:
    whole = View(board, style)
    answers = [{key: value for key, value in told.items() if key not in left_out} for _, told in content.drawn]
    named = dict.fromkeys(id_ for told in answers for id_ in named_in(board, told))
    own = dict.fromkeys(id_ for place in content.places for id_ in named_in(board, place))
    spaces = [id_ for id_ in {**named, **own} if id_ in whole.shapes]
    crop = content.panel.crop
    return _Scene(spaces, [*own], crop_box(whole, crop) if crop else window_of_spaces(whole, spaces))


def crop_box(view: View, crop: str) -> Box:
    """Return the part of the map that a panel's crop names, spaces or two places; NotationError for neither."""
    named = [view.board.spaces.get(part.strip()) for part in crop.split(",")]
    ids = [space.within or space.id for space in named if space]
    if len(ids) < len(named) or not all(id_ in view.shapes for id_ in ids):
        return window_of(view, crop)
    return window_of_spaces(view, ids)


def _figure(
    board: AreaMap, style: Style, content: Content, *, wording: Wording, least: float
) -> tuple[Figure, list[Point]]:
    scene = _scene(board, style, content)
    view = View(board, style, scene.window)
    # arrows run as straight as they can, and names keep off them
    view.own_layout = bare_layout(view)
    first = Marker(view)
    marks = _marked(first, content)[0]
    seen = [kept for mark in marks if (kept := _within(mark, view.frame)) is not None]
    # an arrow that leads out of the part is not told of
    cut = {mark.faint for mark in marks if isinstance(mark, Arrow)} - {mark.faint for mark in seen if isinstance(mark, Arrow)}
    if True in cut:
        scene = _scene(board, style, content, left_out=("around",))
    wanted = Wanted(scene.spaces, list(_covered(seen, style)))
    view.own_layout = told_layout(view, wanted, least)
    marker = Marker(view, first.courses)
    marks, parts, pieces = _marked(marker, content)
    if marker.outside:  # shorter names leave room for discs
        view.own_layout = told_layout(view, wanted._replace(short=marker.outside), least)
        marker = Marker(view, first.courses)
        marks, parts, pieces = _marked(marker, content)
    covered = [*_covered(marks, style), *marker.placed]
    view.own_layout = full_layout(view, view.own_layout, wanted._replace(marked=covered), least)
    seen = [kept for mark in marks if (kept := _within(mark, view.frame)) is not None]
    lit = [id_ for part in parts for id_ in part.lit]
    shown = Shown(
        seen,
        [row for row in _once(row for part in parts for row in part.legend) if not (cut and row.key == "way_round")],
        [id_ for part in parts for id_ in part.washed],
        [*lit, *scene.own] if lit else [],
    )
    return Figure(view, scene.spaces, shown, [], style.lettering["caption"], wording), pieces


def _marked(marker: Marker, content: Content) -> tuple[list[Mark], list[Shown], list[Point]]:
    """Return all marks of a panel, those of each answer with what they mean, and where its counters lie."""
    pieces = [marker.room(piece.at, _half(content, piece.unit.counter)) for piece in content.panel.pieces]
    parts = [_shown(marker, ask, told) for ask, told in content.drawn]
    marks = [mark for part in parts for mark in part.marks] + list(_own_marks(marker, content, pieces))
    return [*marks, *marker.leaders], parts, pieces


def _covered(marks: Iterable[Mark], style: Style) -> Iterator[Box]:
    """Yield boxes of what arrows, crosses and bars cover."""
    for mark in marks:
        if isinstance(mark, Arrow):
            look = getattr(style.marks, mark.name)
            yield from (Box(*point, *point).grown(0.6 * look.pen.width + 0.3) for point in mark.points[:-1])
            yield Box(*mark.points[-1], *mark.points[-1]).grown(0.6 * look.head)
        elif isinstance(mark, Cross | Bar):
            yield Box(*mark.at, *mark.at).grown(style.marks.cross.reach)


def _within(mark: Mark, frame: Box) -> Mark | None:
    """Return a mark as far as it lies in a part of the map, None where it begins outside."""
    if isinstance(mark, Disc | Cross | Bar):
        return mark if _holds(frame, mark.at) else None
    if not isinstance(mark, Arrow):
        return mark
    inside = next((k for k, point in enumerate(mark.points) if not _holds(frame, point)), len(mark.points))
    if inside == len(mark.points):
        return mark
    return None if mark.faint or inside < 2 else mark._replace(points=mark.points[:inside])


def _holds(frame: Box, at: Point) -> bool:
    return frame.holds(Box(*at, *at))


def _shown(marker: Marker, ask: str, told: Told) -> Shown:
    if ask not in MAKERS:
        raise NotationError(f"a question with a figure on a map of regions{nearest(ask, list(MAKERS))}", ask)
    return MAKERS[ask](marker, told)


def _once(rows: Iterable[LegendRow]) -> Iterator[LegendRow]:
    seen = set()
    for row in rows:
        if row.key not in seen:
            seen.add(row.key)
            yield row


def _half(content: Content, name: str) -> Point:
    """Return half the width and height of a counter with a little room round it."""
    counter = content.counter(name)
    return (counter.size.width / 2 + 0.4, counter.size.height / 2 + 0.4) if counter else (0.0, 0.0)


def _own_marks(marker: Marker, content: Content, pieces: list[Point]) -> Iterator[Mark]:
    panel = content.panel
    for highlight in panel.highlights:
        rings = marker.rings(highlight.places)
        yield Tint(rings, highlight.look) if highlight.look in TINTED else Outline(rings, highlight.look)  # type: ignore[arg-type]
    for arrow in panel.arrows:
        course = marker.course(arrow.through)
        yield Arrow(course, arrow.kind, arrow.faint, arrow.struck)
        if arrow.struck:
            yield Bar(course[len(course) // 2])
    held = {piece.at: at for piece, at in zip(panel.pieces, pieces, strict=True)}
    for label in panel.labels:
        near = held.get(label.at)
        corner = (near[0] + 0.7 * _half(content, _counter_at(panel, label.at))[0] + marker.radius, near[1]) if near else None
        yield Disc(marker.disc(label.at, near=corner), label.text, "cost" if label.white else "letter")


def _counter_at(panel: Panel, place: str) -> str:
    return next((str(piece.unit.counter) for piece in panel.pieces if piece.at == place), "")


# -- boards ----------------------------------------------------------------------------------------------------------


def _board_figure(board: AreaMap, style: Style, content: Content, least: float = 0.0) -> tuple[BoardFigure, list[Point]]:
    from areamap.draw.trackfigure import track_box

    if [ask for ask, _ in content.drawn] == [TRACK] and not content.places:
        return BoardFigure(style, track_box(board, style, content.drawn[0][1]["track"]).grown(BOARD_AROUND), []), []
    stage = stage_of(board, style, least)
    marker = BoardMarker(stage)
    marks: list[Mark] = []
    for ask, told in content.drawn:
        if ask not in BOARD_MAKERS:
            raise NotationError(f"a question with a figure on a board, alone for a track{nearest(ask, list(BOARD_MAKERS))}", ask)
        marks += BOARD_MAKERS[ask](marker, told)
    shown = marker.shown(content.places)
    pieces = [stage.boxes[piece.at].centre for piece in content.panel.pieces if piece.at in shown]
    marks += _board_marks(marker, content)
    window = union(stage.boxes[id_] for id_ in content.panel.crop.split(",")).grown(BOARD_AROUND) if content.panel.crop else None
    return BoardFigure(style, window or window_round(stage, marker), [], stage, marker, tuple(marks)), pieces


def _board_marks(marker: BoardMarker, content: Content) -> Iterator[Mark]:
    panel, boxes = content.panel, marker.stage.boxes
    for highlight in panel.highlights:
        look: Any = highlight.look
        yield from marker.tinted(highlight.places, look) if look in TINTED else marker.edged(highlight.places, look)
    for arrow in panel.arrows:
        arrows = marker.arrows(arrow.through, (), arrow.kind, faint=arrow.faint)
        yield from (mark._replace(struck=arrow.struck) if isinstance(mark, Arrow) else mark for mark in arrows)
        if arrow.struck and arrows:
            course = arrows[-1].points  # type: ignore[union-attr]
            yield Bar(course[len(course) // 2])
    for label in panel.labels:
        if label.at in boxes:
            box = boxes[label.at]
            yield Disc((box.right - 1.0, box.bottom - 1.0), label.text, "cost" if label.white else "letter")


def _draw_pieces(layer: Layer, style: Style, content: Content, places: list[Point]) -> None:
    """Draw the counters of a panel with their middles at places."""
    from mapsheet.counters import draw_counter

    for piece, (x, y) in zip(content.panel.pieces, places, strict=False):
        counter = content.counter(piece.unit.counter)
        if counter is not None and content.counters is not None:
            corner = (x - counter.size.width / 2, y - counter.size.height / 2)
            draw_counter(layer.group(title=f"{counter.name}, {piece.at}"), style, content.counters, counter, corner)

"""Diagrams on a hex map: what a script asks is answered, drawn on its part of the map, and told."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import dist
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from hexmap.diagramtold import tell
from hexmap.draw.captions import Telling, caption_of
from hexmap.draw.figures import hexes_in, marks_of
from hexmap.draw.marking import Marker, Ring
from hexmap.draw.sheet import PanelHexes, draw_panel, panel_box
from hexmap.draw.view import NATURAL, number_room, rectangle
from hexmap.pair import hexes_of
from hexmap.position import Position, Unit, take_unit
from hexmap.questions import QUESTIONS
from hexmap.standing import find_misplaced
from mapsheet.diagram.ground import MapGround
from mapsheet.diagram.layout import SIX_POINT
from mapsheet.diagram.values import Asked, Panel, Picture, Piece, Sentence, Told
from mapsheet.digits import number_width
from mapsheet.marks import Arrow, Bar, Disc, Line, Mark, Outline, Tint
from mapsheet.questions import read_values
from mapsheet.tracks import COUNTER

if TYPE_CHECKING:
    from hexmap.asking import HexMap
    from hexmap.grid import Hex
    from mapsheet.box import Box, Point
    from mapsheet.fields import Fields
    from mapsheet.questions import Question, Values
    from mapsheet.source import Source
    from mapsheet.style import Style
    from mapsheet.wording import Wording

LineOrArrow = TypeVar("LineOrArrow", Line, Arrow)
TINTED = frozenset({"reach", "visible", "hidden", "front", "flank", "rear"})
LOW = 0.08  # of a hex's width, how far a cost stands below the middle
BESIDE, TOUCHING = 0.3, 0.01  # of a hex's width from the middle of a unit without a counter to the end of a line; mm
MOST = 0.42  # of a line, how much of it may be left out at an end
CORNER = (0.35, 0.29)  # of the hex's width, from its middle to a label beside a counter


class HexGround(MapGround):
    """A hex map under a diagram; a door with more questions says what marks and words their answers have."""

    questions: Mapping[str, Question] = QUESTIONS
    plays = False

    def __init__(self, board: HexMap) -> None:
        super().__init__(board.title)
        self.board = board

    @classmethod
    def load(cls, name: str, *, override: Path | str | None = None, ground: Source | None = None) -> HexGround:
        """Return the ground of a map by its title, folder or file; DataError with every fault."""
        from hexmap.reader import load

        return cls(load(name, override=override, ground=ground))

    # -- reading -----------------------------------------------------------------------------------------------------

    def place(self, text: str) -> str:
        """Return a stand as it is written; NotationError for none."""
        return "off" if text == "off" else self.board.spell(self.board.stand(text))

    def crop(self, text: str) -> str:
        """Return a rectangle of hexes as it is written; NotationError for none."""
        rectangle(self.board, text)
        return text

    def unit(self, fields: Fields) -> Unit | None:
        """Return the unit in a table, None where it stands nowhere."""
        before = len(fields.faults)
        unit = take_unit(fields, self.board)
        if unit.counter and self.counters is not None:
            self.note_counter(fields, unit.counter)
        return unit._replace(at=self.place(unit.at)) if len(fields.faults) == before else None

    def misplaced(self, pieces: Sequence[Piece]) -> Iterator[tuple[int, str, str]]:
        """Yield what keeps the units of a panel from standing together, as for those of a position."""
        names = [".".join(map(str, piece.key)) for piece in pieces]
        yield from find_misplaced(self.board, [piece.unit for piece in pieces], names)

    def check(self, asked: Asked, panel: Panel) -> None:
        """Raise NotationError where a question is given what it does not take."""
        self._values(asked, panel)

    def _values(self, asked: Asked, panel: Panel) -> Values:
        question = self.questions[asked.ask]
        values = read_values(question, asked.given)
        if "with" in question.known and "with" not in values and panel.pieces:
            values["with"] = self._position(panel)
        return values

    def _position(self, panel: Panel) -> Position:
        return Position(self.board.name, tuple(piece.unit for piece in panel.pieces))

    def answer(self, asked: Asked, panel: Panel) -> Told:
        """Return the answer to a question; NotationError where what it is given is not on the map."""
        return self.questions[asked.ask].ask(self.board, self._values(asked, panel)).to_json()

    # -- drawing -----------------------------------------------------------------------------------------------------

    def box(self, panel: Panel, answers: list[Told]) -> Box:
        """Return the box that `draw` shows, at true size."""
        from mapsheet.style import load_style

        style = load_style(self.board.sheet.style)
        return panel_box(self.board, self._hexes(panel, answers), style=style, marks=self._all_marks(panel, answers))

    def readable(self) -> float:
        """Return the share of true size below which the hex numbers have no room in 6 point."""
        number = self.board.number(next(iter(self.board)))
        return 1.001 * number_width(number, SIX_POINT) / number_room(self.board.layout)

    def draw(self, panel: Panel, answers: list[Told], *, least: float, wording: Wording, style: str) -> Picture:
        """Return a panel drawn, no type smaller than `least` mm."""
        position = self._position(panel)._replace(counters=self.counters) if panel.pieces else None
        hexes, marks = self._hexes(panel, answers), self._all_marks(panel, answers)
        hexes = hexes._replace(told=self._told(panel, answers, wording))
        svg, box = draw_panel(self.board, hexes, style=self._style(style, least), wording=wording, position=position, marks=marks)
        return Picture(svg, box)

    def _told(self, panel: Panel, answers: list[Told], wording: Wording) -> frozenset[Hex]:
        """Return the hexes whose numbers stand in the caption."""
        words = " ".join([panel.caption, *(sentence.words for sentence in self.tell(panel, answers, wording))])
        numbers = {self.board.number(h): h for h in self.board}
        return frozenset(numbers[word] for word in re.findall(r"\w+", words) if word in numbers)

    def _style(self, name: str, least: float) -> Style:
        factor = min(self.board.layout.across_flats / NATURAL, 1.6)
        return _styled(name or self.board.sheet.style, least / factor)

    def _hexes(self, panel: Panel, answers: list[Told]) -> PanelHexes:
        """Return the hexes of the part of the map that is shown."""
        if panel.crop:
            return PanelHexes(rectangle(self.board, panel.crop), is_exact=True)
        drawn = [pair for pair in zip(panel.questions, answers, strict=True) if pair[0].draw]
        found = [h for asked, told in drawn for h in hexes_in(self.board, told, "charge" if asked.ask == "charge" else "")]
        places = [
            *(piece.at for piece in panel.pieces), *(label.at for label in panel.labels),
            *(place for arrow in panel.arrows for place in arrow.through),
            *(place for highlight in panel.highlights for place in highlight.places),
        ]
        found += [h for place in places if place != "off" for h in hexes_of(self.board.stand(place))]
        return PanelHexes([h for h in dict.fromkeys(found) if h in self.board])

    def _all_marks(self, panel: Panel, answers: list[Told]) -> list[Mark]:
        return list(dict.fromkeys(self._marks_in(panel, answers)))

    def _marks_in(self, panel: Panel, answers: list[Told]) -> Iterator[Mark]:
        marker = Marker(self.board)
        held = {h for piece in panel.pieces for h in marker.numbers(piece.at)}
        known = {marker.ring(at) for at in (*(piece.at for piece in panel.pieces), *panel.names)}
        sights = sum(asked.ask == "los" and asked.draw for asked in panel.questions)
        for asked, told in zip(panel.questions, answers, strict=True):
            for mark in self.marks(asked.ask, told) if asked.draw else ():
                if not (_is_said(mark, asked, panel, known) or (sights > 1 and _is_beside(mark)) or _is_idle(mark, asked, held)):
                    yield self._beside_pieces(mark, held)
        for highlight in panel.highlights:
            rings = marker.rings(highlight.places)
            yield Tint(rings, highlight.look) if highlight.look in TINTED else Outline(rings, highlight.look)  # type: ignore[arg-type]
        for arrow in panel.arrows:
            course = marker.course(arrow.through)
            yield Arrow(course, arrow.kind, arrow.faint, arrow.struck)
            if arrow.struck:
                yield Bar(_middle(course), _way(course))
        for label in panel.labels:
            at = marker.middle(label.at)
            if not held.isdisjoint(marker.numbers(label.at)):
                across = self.board.layout.across_flats
                at = (at[0] + CORNER[0] * across, at[1] + CORNER[1] * across)
            yield Disc(at, label.text, "cost" if label.white else "letter")

    def marks(self, ask: str, told: Told) -> list[Mark]:
        """Return the marks of an answer."""
        return marks_of(self.board, ask, told)

    def _beside_pieces(self, mark: Mark, held: set[str]) -> Mark:
        """Return a mark that leaves counters free: lines and arrows end beside them, costs stand at their corner."""
        if isinstance(mark, Line):
            return self._shortened(mark, held)
        if isinstance(mark, Arrow):
            return self._shortened(mark, held)
        if isinstance(mark, Disc) and mark.name == "cost" and self._holder(mark.at, held):
            across = self.board.layout.across_flats
            return mark._replace(at=(mark.at[0] - CORNER[0] * across, mark.at[1] + (CORNER[1] - LOW) * across))
        return mark

    def _holder(self, at: Point, held: set[str]) -> Hex | None:
        h = self.board.layout.hex_at(*at)
        return h if h is not None and h in self.board and self.board.number(h) in held else None

    def _shortened(self, line: LineOrArrow, held: set[str]) -> LineOrArrow:
        """Return a line or an arrow that ends beside the counters at its ends."""
        layout, points = self.board.layout, list(line.points)
        for end, other in ((0, 1), (-1, -2)):
            h = self._holder(line.points[end], held)
            if h is not None and dist(points[end], layout.centre(h)) < TOUCHING:
                points[end] = Marker.between(points[end], points[other], min(self._within(points[end], points[other]), MOST))
        return line._replace(points=tuple(points))

    def _within(self, middle: Point, to: Point) -> float:
        """Return the share of a line from the middle of a counter, or of where there is one, that lies on it."""
        half = COUNTER / 2 if self.counters else BESIDE * self.board.layout.across_flats
        return half / (max(abs(to[0] - middle[0]), abs(to[1] - middle[1])) or 1.0)

    # -- telling -----------------------------------------------------------------------------------------------------

    def tell(self, panel: Panel, answers: list[Told], wording: Wording) -> list[Sentence]:
        """Return what the answers say."""
        return tell(panel, answers, Telling(wording, panel.names, self.board), self.words)

    def words(self, ask: str, told: Told, telling: Telling) -> str:
        """Return what an answer says, nothing where it has no words."""
        return caption_of(ask, told, telling)

    def name(self, place: str) -> str:
        """Return a place as it is told."""
        return place

    def plain_name(self, unit: Unit) -> str:
        """Return what a unit without a counter is called."""
        return unit.code or unit.counter.rpartition("/")[2] or unit.side


draw_diagram = HexGround.draw_diagram


@lru_cache(maxsize=64)
def _styled(name: str, least: float) -> Style:
    from mapsheet.panelstyle import for_panel
    from mapsheet.style import load_style

    return for_panel(load_style(name), least)


def _is_said(mark: Mark, asked: Asked, panel: Panel, known: set[Ring]) -> bool:
    """Say whether a counter or a label says what a mark does: the outline of who stands somewhere, the letter of a start."""
    if isinstance(mark, Outline):
        is_stand = mark.name == "footprint" or (mark.name == "blocker" and asked.ask == "charge")
        return is_stand and known.issuperset(mark.rings)
    return isinstance(mark, Disc) and mark.name == "letter" and mark.words == "A" and bool(panel.labels)


def _is_idle(mark: Mark, asked: Asked, held: set[str]) -> bool:
    """Say whether an arrow leads nowhere, or shows the front that a counter shows."""
    if not isinstance(mark, Arrow):
        return False
    return dist(mark.points[0], mark.points[-1]) < TOUCHING or (asked.ask == "arcs" and bool(held))


def _is_beside(mark: Mark) -> bool:
    """Say whether a mark shows what a line only runs along or touches, which would be too much for several lines."""
    return (isinstance(mark, Line) and mark.name == "run") or (isinstance(mark, Outline) and mark.name == "touched")


def _middle(course: tuple[Point, ...]) -> Point:
    """Return the middle of the last step of a course."""
    (ax, ay), (bx, by) = course[-2:]
    return ((ax + bx) / 2, (ay + by) / 2)


def _way(course: tuple[Point, ...]) -> Point:
    """Return the direction of the last step of a course."""
    (ax, ay), (bx, by) = course[-2:]
    far = dist((ax, ay), (bx, by)) or 1.0
    return (bx - ax) / far, (by - ay) / far

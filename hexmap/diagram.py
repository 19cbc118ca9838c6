"""Diagrams on a hex map: what a script asks is answered, drawn on its part of the map, and told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexmap.diagramtold import tell
from hexmap.draw.figures import hexes_in, marks_of
from hexmap.draw.marking import Marker
from hexmap.draw.view import NATURAL, rectangle
from hexmap.pair import hexes_of
from hexmap.position import Position, Unit, take_unit
from hexmap.questions import QUESTIONS
from mapsheet.diagram import Diagram, draw_script, read_script
from mapsheet.diagram.values import Asked, Panel, Picture, Sentence, Told
from mapsheet.marks import Arrow, Cross, Disc, Mark, Outline, Tint
from mapsheet.questions import read_values

if TYPE_CHECKING:
    from hexmap.asking import HexMap
    from hexmap.grid import Hex
    from mapsheet.box import Box, Point
    from mapsheet.fields import Fields
    from mapsheet.questions import Question, Values
    from mapsheet.style import Style
    from mapsheet.wording import Wording

TINTED = frozenset({"reach", "visible", "hidden", "front", "flank", "rear"})
CORNER = (0.31, -0.3)  # of the hex's width, from its middle to a label beside a counter


def draw_diagram(
    path: Path | str, *, width: float | None = None, language: str | None = None, override: Path | str | None = None
) -> Diagram:
    """Return the diagram that a script on a hex map describes, `width` mm wide, told in a language.

    DataError with every fault of the script, and with every answer that is not as it expects.
    """
    script, ground = read_script(path, lambda name: HexGround.load(name, override))
    return draw_script(script, ground, width=width, language=language)


class HexGround:
    """A hex map under a diagram."""

    questions: Mapping[str, Question] = QUESTIONS

    def __init__(self, board: HexMap) -> None:
        self.board, self.title = board, board.title

    @classmethod
    def load(cls, name: str, override: Path | str | None = None) -> HexGround:
        """Return the ground of a map by its title, folder or file; DataError with every fault."""
        from hexmap.reader import load

        return cls(load(name, override=override))

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
        return unit if len(fields.faults) == before else None

    def check(self, asked: Asked, panel: Panel) -> None:
        """Raise NotationError where a question is given what it does not take."""
        self._values(asked, panel)

    def _values(self, asked: Asked, panel: Panel) -> Values:
        question = QUESTIONS[asked.ask]
        values = read_values(question, asked.given)
        if "with" in question.known and "with" not in values and panel.pieces:
            values["with"] = self._position(panel)
        return values

    def _position(self, panel: Panel) -> Position:
        return Position(self.board.name, tuple(piece.unit for piece in panel.pieces))

    def answer(self, asked: Asked, panel: Panel) -> Told:
        """Return the answer to a question; NotationError where what it is given is not on the map."""
        return QUESTIONS[asked.ask].ask(self.board, self._values(asked, panel)).to_json()

    # -- drawing -----------------------------------------------------------------------------------------------------

    def box(self, panel: Panel, answers: list[Told]) -> Box:
        """Return the box that `draw` shows, at true size."""
        from hexmap.draw.sheet import panel_box
        from mapsheet.style import load_style

        style = load_style(self.board.sheet.style)
        return panel_box(self.board, self._hexes(panel, answers), style=style, marks=list(self._all_marks(panel, answers)))

    def draw(self, panel: Panel, answers: list[Told], *, least: float, wording: Wording, style: str) -> Picture:
        """Return a panel drawn, no type smaller than `least` mm."""
        from hexmap.draw.sheet import draw_panel

        del wording
        position = self._position(panel) if panel.pieces else None
        hexes, marks = self._hexes(panel, answers), list(self._all_marks(panel, answers))
        svg, box = draw_panel(self.board, hexes, style=self._style(style, least), position=position, marks=marks)
        return Picture(svg, box)

    def _style(self, name: str, least: float) -> Style:
        factor = min(self.board.layout.across_flats / NATURAL, 1.6)
        return _styled(name or self.board.sheet.style, least / factor)

    def _hexes(self, panel: Panel, answers: list[Told]) -> list[Hex]:
        """Return the hexes of the part of the map that is shown."""
        if panel.crop:
            return rectangle(self.board, panel.crop)
        drawn = [pair for pair in zip(panel.questions, answers, strict=True) if pair[0].draw]
        found = [h for asked, told in drawn for h in hexes_in(self.board, told, asked.ask)]
        places = [
            *(piece.at for piece in panel.pieces), *(label.at for label in panel.labels),
            *(place for arrow in panel.arrows for place in arrow.through),
            *(place for highlight in panel.highlights for place in highlight.places),
        ]
        found += [h for place in places if place != "off" for h in hexes_of(self.board.stand(place))]
        return [h for h in dict.fromkeys(found) if h in self.board]

    def _all_marks(self, panel: Panel, answers: list[Told]) -> Iterator[Mark]:
        marker = Marker(self.board)
        for asked, told in zip(panel.questions, answers, strict=True):
            if asked.draw:
                yield from (mark for mark in marks_of(self.board, asked.ask, told) if not (panel.labels and _is_letter(mark)))
        for highlight in panel.highlights:
            rings = marker.rings(highlight.places)
            yield Tint(rings, highlight.look) if highlight.look in TINTED else Outline(rings, highlight.look)  # type: ignore[arg-type]
        for arrow in panel.arrows:
            course = marker.course(arrow.through)
            yield Arrow(course, arrow.kind, arrow.faint)
            if arrow.struck:
                yield Cross(_middle(course))
        held = {h for piece in panel.pieces for h in marker.numbers(piece.at)}
        for label in panel.labels:
            at = marker.middle(label.at)
            if not held.isdisjoint(marker.numbers(label.at)):
                across = self.board.layout.across_flats
                at = (at[0] + CORNER[0] * across, at[1] + CORNER[1] * across)
            yield Disc(at, label.text, "cost" if label.white else "letter")

    # -- telling -----------------------------------------------------------------------------------------------------

    def tell(self, panel: Panel, answers: list[Told], wording: Wording) -> list[Sentence]:
        """Return what the answers say."""
        return tell(self.board, panel, answers, wording)

    def name(self, place: str) -> str:
        """Return a place as it is told."""
        return place

    def name_of(self, unit: Unit) -> str:
        """Return what a unit is called."""
        return unit.code or unit.counter.rpartition("/")[2] or unit.side


@lru_cache(maxsize=64)
def _styled(name: str, least: float) -> Style:
    from mapsheet.style import load_style, with_least_type

    style: Style = with_least_type(load_style(name), least)
    return style


def _is_letter(mark: Mark) -> bool:
    """Say whether a mark is the letter of a start, which a panel with letters of its own has no need of."""
    return isinstance(mark, Disc) and mark.name == "letter" and mark.words == "A"


def _middle(course: tuple[Point, ...]) -> Point:
    """Return the middle of the last step of a course."""
    (ax, ay), (bx, by) = course[-2:]
    return ((ax + bx) / 2, (ay + by) / 2)

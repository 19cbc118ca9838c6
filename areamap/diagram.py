"""Diagrams on an area map: what a script asks is answered, drawn on its part of the map, and told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from areamap.draw.boardwords import words_of
from areamap.draw.captions import Telling, caption_of
from areamap.draw.panels import Content, crop_box, draw_panel, panel_box
from areamap.draw.view import View
from areamap.questions import QUESTIONS
from mapsheet.diagram.ground import MapGround
from mapsheet.diagram.values import Asked, Panel, Picture, Piece, Sentence, Told
from mapsheet.errors import NotationError
from mapsheet.questions import read_values

if TYPE_CHECKING:
    from areamap.asking import AreaMap
    from mapsheet.box import Box
    from mapsheet.fields import Fields
    from mapsheet.questions import Question
    from mapsheet.source import Source
    from mapsheet.style import Style
    from mapsheet.wording import Wording


READABLE = 0.35


class Unit(NamedTuple):
    """A counter in a space."""

    at: str
    counter: str
    side: str


class AreaGround(MapGround):
    """An area map under a diagram."""

    questions: Mapping[str, Question] = QUESTIONS
    plays = False

    def __init__(self, board: AreaMap) -> None:
        super().__init__(board.title)
        self.board = board

    @classmethod
    def load(cls, name: str, *, override: Path | str | None = None, ground: Source | None = None) -> AreaGround:
        """Return the ground of a map by its title, folder or file; DataError with every fault."""
        from areamap.reader import load

        return cls(load(name, override=override, ground=ground))

    # -- reading -----------------------------------------------------------------------------------------------------

    def place(self, text: str) -> str:
        """Return the id of a space; NotationError for none."""
        return self.board.space(text).id

    def crop(self, text: str) -> str:
        """Return a part of the map as it is written, on a board spaces by their ids; NotationError for none."""
        if self.board.topology is None:
            return ",".join(self.place(part.strip()) for part in text.split(","))
        crop_box(View(self.board, self._style("", 0.0)), text)
        return text

    def unit(self, fields: Fields) -> Unit | None:
        """Return the unit in a table, None where it stands nowhere."""
        at = fields.read("at", self._space, "", required=True)
        counter, side = fields.text("counter"), fields.text("side")
        if counter:
            self.note_counter(fields, counter)
        fields.finish()
        return Unit(at, counter, side) if at else None

    def _space(self, value: object) -> str:
        if not isinstance(value, str):
            raise NotationError("a space", value)
        return self.place(value)

    def misplaced(self, pieces: Sequence[Piece]) -> Iterator[tuple[int, str, str]]:
        """Yield nothing: spaces hold any number of units."""
        del pieces
        yield from ()

    def check(self, asked: Asked, panel: Panel) -> None:
        """Raise NotationError where a question is given what it does not take."""
        del panel
        read_values(QUESTIONS[asked.ask], asked.given)

    def answer(self, asked: Asked, panel: Panel) -> Told:
        """Return the answer to a question; NotationError where what it is given is not on the map."""
        del panel
        question = QUESTIONS[asked.ask]
        return question.ask(self.board, read_values(question, asked.given)).to_json()

    # -- drawing -----------------------------------------------------------------------------------------------------

    def box(self, panel: Panel, answers: list[Told]) -> Box:
        """Return the box that `draw` shows, at true size."""
        return panel_box(self.board, self._style("", 0.0), Content(panel, answers, self.counters))

    def readable(self) -> float:
        """Return the share of true size below which few names of a map have room; a board has its own letters."""
        return READABLE if self.board.topology is not None else 0.0

    def draw(self, panel: Panel, answers: list[Told], *, least: float, wording: Wording, style: str) -> Picture:
        """Return a panel drawn, no type smaller than `least` mm."""
        content = Content(panel, answers, self.counters)
        return Picture(*draw_panel(self.board, self._style(style, least), content, wording=wording, least=least))

    def _style(self, name: str, least: float) -> Style:
        return _styled(name or (self.board.art.sheet.style if self.board.art else "classic"), least)

    # -- telling -----------------------------------------------------------------------------------------------------

    def tell(self, panel: Panel, answers: list[Told], wording: Wording) -> list[Sentence]:
        """Return what the answers say."""
        telling = Telling(self.board, wording)
        is_board = self.board.topology is None
        found = []
        for asked, told in zip(panel.questions, answers, strict=True):
            words = words_of(telling, asked.ask, told) if is_board else caption_of(telling, asked.ask, told)
            if asked.tell:
                found.append(Sentence(asked.caption or words, asked.rule))
        return [sentence for sentence in found if sentence.words]

    def name(self, place: str) -> str:
        """Return the name of a space."""
        return self.board.spaces[place].name if place in self.board.spaces else place

    def plain_name(self, unit: Unit) -> str:
        """Return what a unit without a counter is called."""
        return unit.side


draw_diagram = AreaGround.draw_diagram


@lru_cache(maxsize=64)
def _styled(name: str, least: float) -> Style:
    from mapsheet.panelstyle import for_panel
    from mapsheet.style import load_style

    style = for_panel(load_style(name), least)
    pen = style.marks.footprint
    # a coast is longer than a hex's outline and would weigh too much
    return style._replace(marks=style.marks._replace(footprint=pen._replace(width=type(pen.width)(0.5 * pen.width))))

"""Diagrams whose answers need the rules: a battle's questions beside those of its map."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from hexmap.diagram import HexGround
from hexmap.draw.marking import Marker
from hexmap.questions import QUESTIONS as OF_MAPS
from mapsheet.errors import NotationError, nearest
from mapsheet.questions import read_values
from rulebook.battles.model import SIDES, Battle
from rulebook.battles.questions import QUESTIONS
from rulebook.battles.scene import Scene
from rulebook.cli.figures import MARKS
from rulebook.cli.figurewords import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hexmap.draw.captions import Telling
    from hexmap.position import Unit
    from mapsheet.diagram.values import Asked, Panel, Piece, Told
    from mapsheet.marks import Mark
    from mapsheet.questions import Question
    from mapsheet.source import Source


class BattleGround(HexGround):
    """The map of a battle under a diagram, with its rules."""

    questions: Mapping[str, Question] = {**OF_MAPS, **QUESTIONS}
    plays = True

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle.board)
        self.battle = battle

    @classmethod
    def load(cls, name: str, *, override: Path | str | None = None, ground: Source | None = None) -> BattleGround:
        """Return the ground of a battle by its title; NotationError for no battle, DataError with every fault of its files."""
        if name not in SIDES:
            raise NotationError(f"a game on a hex map{nearest(name, list(SIDES))}", name)
        return cls(Battle(name, None if override is None else str(override), ground=ground))

    def misplaced(self, pieces: Sequence[Piece]) -> Iterator[tuple[int, str, str]]:
        """Yield what keeps the units of a panel from standing together, and those that are no pieces of the battle."""
        yield from super().misplaced(pieces)
        units: list[Unit] = []
        for k, piece in enumerate(pieces):
            unit = piece.unit._replace(charge="")  # at somebody who may come later
            try:
                Scene(self.battle, [*units, unit])
            except NotationError as error:
                yield k, "counter", str(error)
            else:
                units.append(unit)

    def check(self, asked: Asked, panel: Panel) -> None:
        """Raise NotationError where a question is given what it does not take."""
        if asked.ask in QUESTIONS:
            read_values(QUESTIONS[asked.ask], asked.given)
        else:
            super().check(asked, panel)

    def answer(self, asked: Asked, panel: Panel) -> Told:
        """Return the answer to a question; NotationError where what it is given is not on the map or no piece there."""
        if asked.ask not in QUESTIONS:
            return super().answer(asked, panel)
        question = QUESTIONS[asked.ask]
        scene = Scene(self.battle, [piece.unit for piece in panel.pieces])
        return question.ask(scene, read_values(question, asked.given)).to_json()

    def marks(self, ask: str, told: Told) -> list[Mark]:
        """Return the marks of an answer."""
        return MARKS[ask](Marker(self.board), told) if ask in MARKS else super().marks(ask, told)

    def words(self, ask: str, told: Told, telling: Telling) -> str:
        """Return what an answer says."""
        return WORDS[ask](telling, told) if ask in WORDS else super().words(ask, told, telling)


draw_diagram = BattleGround.draw_diagram

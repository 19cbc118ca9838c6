"""Diagrams as values: what a script says, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from mapsheet.box import Box
    from mapsheet.counters import CounterSet
    from mapsheet.fields import Fields
    from mapsheet.questions import Question
    from mapsheet.source import Source
    from mapsheet.wording import Wording

Key = tuple[str | int, ...]
Told = Mapping[str, Any]
"""An answer as JSON has it."""
ArrowKind = Literal["path", "charge", "rout"]
ARROWS: tuple[ArrowKind, ...] = ("path", "charge", "rout")
TINTS = ("reach", "visible", "hidden", "front", "flank", "rear")
OUTLINES = ("footprint", "reach_edge", "blocker", "touched")


class Asked(NamedTuple):
    """A question of a panel: its word, what it is given, the answer that is expected, and how it is shown and told."""

    ask: str
    given: Mapping[str, Any]
    expect: Mapping[str, Any] | None
    rule: str
    draw: bool
    tell: bool
    caption: str
    key: Key


class Arrow(NamedTuple):
    """An arrow through places; `struck` out where the move is not allowed, `faint` where it is one of several."""

    through: tuple[str, ...]
    kind: ArrowKind
    struck: bool = False
    faint: bool = False


class Label(NamedTuple):
    """A letter or a number at a place: in a black disc, or a white one."""

    at: str
    text: str
    white: bool = False


class Highlight(NamedTuple):
    """Places tinted or outlined alike."""

    places: tuple[str, ...]
    look: str


class Piece(NamedTuple):
    """A counter at a place, and the door's own value of it."""

    at: str
    unit: Any
    provenance: str
    key: Key = ()


class Panel(NamedTuple):
    """One picture: its part of the map, what is put on it, and what is asked."""

    title: str
    crop: str
    caption: str
    pieces: tuple[Piece, ...] = ()
    labels: tuple[Label, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    highlights: tuple[Highlight, ...] = ()
    questions: tuple[Asked, ...] = ()

    @property
    def names(self) -> dict[str, str]:
        """What places are called: the letters at them, all of those at one."""
        found: dict[str, str] = {}
        for label in self.labels:
            found[label.at] = f"{found[label.at]}/{label.text}" if label.at in found else label.text
        return found


class Script(NamedTuple):
    """A diagram as it is written; `width` is its final width in mm, `columns` the panels beside each other (0: as fits)."""

    source: Source
    title: str
    caption: str
    language: str
    style: str
    width: float | None
    columns: int
    provenance: str
    panels: tuple[Panel, ...]

    @property
    def path(self) -> Path:
        """The file that it was read from."""
        return self.source.path


class Picture(NamedTuple):
    """A drawn panel: its SVG, and the box of it that is shown."""

    svg: str
    box: Box


class Sentence(NamedTuple):
    """What is told of one or several answers, and the rule it ends with."""

    words: str
    rule: str


class Ground(Protocol):
    """What a door knows of the map of a diagram; one that `plays` asks the rules of its title too."""

    title: str
    plays: bool
    questions: Mapping[str, Question]
    counters: CounterSet | None

    def place(self, text: str) -> str:
        """Return a place as it is written; NotationError for none."""

    def crop(self, text: str) -> str:
        """Return a part of the map as it is written; NotationError for none."""

    def unit(self, fields: Fields) -> Any:
        """Return the unit in a table, which notes every fault."""

    def misplaced(self, pieces: Sequence[Piece]) -> Iterator[tuple[int, str, str]]:
        """Yield what keeps the units of a panel from standing together: which it is, under which key, and why."""

    def check(self, asked: Asked, panel: Panel) -> None:
        """Raise NotationError where a question is given what it does not take."""

    def answer(self, asked: Asked, panel: Panel) -> Told:
        """Return the answer to a question with the units of a panel on the map."""

    def box(self, panel: Panel, answers: list[Told]) -> Box:
        """Return the box that `draw` shows, at true size."""

    def readable(self) -> float:
        """Return the share of true size below which names or numbers of the map have no room in 6 point."""

    def draw(self, panel: Panel, answers: list[Told], *, least: float, wording: Wording, style: str) -> Picture:
        """Return a panel drawn, no type smaller than `least` mm."""

    def tell(self, panel: Panel, answers: list[Told], wording: Wording) -> list[Sentence]:
        """Return what the answers say."""

    def name(self, place: str) -> str:
        """Return what a place is called in a description."""

    def name_of(self, unit: Any) -> str:
        """Return what a unit is called in a description."""


class Diagram(NamedTuple):
    """A diagram that was drawn: the picture, its caption and its description for those who cannot see it, the answers."""

    svg: str
    title: str
    caption: str
    alt: str
    width: float
    height: float
    panels: list[dict[str, Any]]

    def to_json(self) -> dict[str, Any]:
        """Return `title caption alt width_mm height_mm panels`, of each panel its title, caption and answers."""
        size = {"width_mm": round(self.width, 3), "height_mm": round(self.height, 3)}
        return {"title": self.title, "caption": self.caption, "alt": self.alt, **size, "panels": self.panels}

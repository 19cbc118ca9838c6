"""What the maps under diagrams have in common, whatever is asked of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mapsheet.diagram.drawing import draw_script
from mapsheet.diagram.reading import read_script
from mapsheet.errors import nearest

if TYPE_CHECKING:
    from typing import Self

    from mapsheet.counters import CounterSet
    from mapsheet.diagram.values import Diagram, Ground
    from mapsheet.fields import Fields
    from mapsheet.source import Source


class MapGround(ABC):
    """A map under a diagram, and the counters that its script names; each door adds what `values.Ground` asks for besides."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.counters: CounterSet | None = None

    @classmethod
    @abstractmethod
    def load(cls, name: str, *, override: Path | str | None = None, ground: Source | None = None) -> Self:
        """Return the ground of a map by its title, folder or file; DataError with every fault."""

    @classmethod
    def draw_diagram(
        cls, path: Path | str, *, width: float | None = None, language: str | None = None, override: Path | str | None = None
    ) -> Diagram:
        """Return the diagram that a script on such a map describes, `width` mm wide, told in a language.

        DataError with every fault of the script, and with every answer that is not as it expects.
        """

        def opened(name: str, own: Source | None) -> Ground:
            found: Any = cls.load(name, override=override, ground=own)  # a door's class has all that a ground owes
            return found  # type: ignore[no-any-return]

        script, ground = read_script(path, opened)
        return draw_script(script, ground, width=width, language=language)

    def note_counter(self, fields: Fields, name: str) -> None:
        """Note a counter that there is not as a fault."""
        known = self.counters.counters if self.counters else {}
        if name not in known:
            fields.fault("counter", f"no counter of this name{nearest(name, [*known])}")

    def name_of(self, unit: Any) -> str:
        """Return what a unit is called: its counter's name, or what it is called without one."""
        known = self.counters.counters if self.counters else {}
        return known[unit.counter].name if unit.counter in known else self.plain_name(unit)

    @abstractmethod
    def plain_name(self, unit: Any) -> str:
        """Return what a unit without a counter is called."""

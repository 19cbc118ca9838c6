"""The coverage index: each numbered case of a rule book, what implements it, which test shows it; read from `cases/1` files."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from mapsheet.errors import NotationError, nearest
from mapsheet.fields import Fields
from mapsheet.source import data_folder, read_toml

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

KINDS = ("rules", "geometry", "data", "note", "presentation")
SHOWN = frozenset({"note", "presentation"})


class Case(NamedTuple):
    """A case: its id, title and kind; `by` the functions that implement it, `test` the tests, `shown` where a note stands."""

    id: str
    title: str
    kind: str
    by: tuple[str, ...] = ()
    test: tuple[str, ...] = ()
    shown: str = ""

    @property
    def is_covered(self) -> bool:
        """Whether it says what it owes: function and test, or where it is shown."""
        return bool(self.shown) if self.kind in SHOWN else bool(self.by and self.test)


class Index(NamedTuple):
    """The cases of a file, and which of them count for which title, by how their ids begin."""

    cases: tuple[Case, ...]
    titles: dict[str, tuple[str, ...]]

    def of(self, title: str) -> tuple[Case, ...]:
        """Return the cases that count for a title."""
        return tuple(case for case in self.cases if case.id.startswith(self.titles[title]))


def cases_of(title: str) -> tuple[Case, ...]:
    """Return the cases of a title; NotationError for one without an index, DataError for faults in a file."""
    indexes = [read_cases(path) for path in index_files()]
    found = next((index for index in indexes if title in index.titles), None)
    if found is None:
        raise NotationError(f"a title with an index of its rules{nearest(title, [t for i in indexes for t in i.titles])}", title)
    return found.of(title)


def index_files() -> list[Path]:
    """Return the files of all indexes, sorted."""
    return sorted((data_folder() / "rules").glob("*.toml"))


@cache
def read_cases(path: Path) -> Index:
    """Return the index in a file; DataError with every fault: a wrong format, an unknown key, kind or shape."""
    fields = Fields(read_toml(path))
    fields.choice("format", ("cases/1",), required=True)
    begins = fields.table("titles")
    titles = {name: tuple(begins.texts(name)) for name in begins.data}
    begins.finish()
    cases = tuple(_case(id_, table) for id_, table in fields.named("case"))
    fields.finish()
    fields.raise_faults()
    return Index(cases, titles)


def _case(id_: str, fields: Fields) -> Case:
    case = Case(
        id_,
        fields.text("title", required=True),
        fields.choice("kind", KINDS, required=True) or KINDS[0],
        tuple(fields.texts("by")),
        tuple(fields.texts("test")),
        fields.text("shown"),
    )
    fields.finish()
    return case


def counts(cases: Iterable[Case]) -> dict[str, int]:
    """Return how many cases there are, are implemented with a test, are shown as notes, and are open."""
    every = [*cases]
    return {
        "cases": len(every),
        "implemented": sum(case.is_covered and case.kind not in SHOWN for case in every),
        "shown": sum(case.is_covered and case.kind in SHOWN for case in every),
        "open": sum(not case.is_covered for case in every),
    }

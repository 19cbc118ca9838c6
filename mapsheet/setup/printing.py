"""Printing a set-up: its sheets and its map in one file, or the list as text or JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from mapsheet import shell, units

if TYPE_CHECKING:
    from mapsheet.export import Page
    from mapsheet.setup.plan import Block, Setup
    from mapsheet.style import Style


class Printing(NamedTuple):
    """What is asked for: the file (none: the list alone), the style, the paper, how the map is shown, and the form of answers."""

    output: str | None
    style: Style
    paper: str
    way: str
    dpi: int
    as_json: bool


def setup_pages(setup: Setup, asked: Printing, figures: Callable[[], Sequence[str]]) -> list[Page]:
    """Return the sheets of a set-up, and its map figures as pages after them; errors as in `setup_sheets` and `map_pages`."""
    from mapsheet.setup.mapfigure import map_pages
    from mapsheet.setup.sheet import setup_sheets

    style, paper = asked.style, units.size(asked.paper)
    title = " · ".join(part for part in (setup.title, setup.scenario) if part)
    pages = setup_sheets(setup, style, paper)
    drawn = figures() if asked.way != "none" else ()
    return pages + [page for figure in drawn for page in map_pages(figure, style, paper, asked.way, title)]


def print_sheets(setup: Setup, asked: Printing, figures: Callable[[], Sequence[str]]) -> None:
    """Write a set-up to its file, and print the list where there is none or JSON is asked for."""
    if asked.output:
        pages = setup_pages(setup, asked, figures)
        shell.save_pages(asked.output, pages, title=f"{setup.title}: set-up", dpi=asked.dpi)
    if asked.as_json or not asked.output:
        shell.print_answer(setup.to_json(), _lines(setup), as_json=asked.as_json)


def _lines(setup: Setup) -> Iterator[str]:
    yield " · ".join(part for part in (setup.title, setup.scenario) if part)
    for side in setup.sides:
        yield f"{side.name}: {side.words}"
        for block in (*side.groups, *side.turns, *side.piles):
            if block.entries:
                yield f"  {block.title}: {_listed(block)}"


def _listed(block: Block) -> str:
    parts = []
    for entry in block.entries:
        times = f"{entry.copies} x " if entry.copies > 1 else ""
        parts.append(f"{times}{entry.counter.name}" + (f" {entry.where}" if entry.where else ""))
    return ", ".join(parts)

"""The command `kit`, made by each door from the parts that its titles have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

import click

from mapsheet import shell
from mapsheet.commands import OVERRIDE
from mapsheet.counters.command import cutting_options, read_plan
from mapsheet.kit.cover import Told, cover, page_ranges
from mapsheet.kit.parts import KitJob, Part, PartMaker, assembled, counters_of, refuse_tally
from mapsheet.source import files_of
from mapsheet.units import distance

_OVERLAP = "What neighboring pages of the map share (10 to 15 mm, by which the pages are fewest)."
TellTitle = Callable[[KitJob], tuple[str, str]]
"""Returns a map's title, and the line that says where its data come from."""


def kit_command(makers: Sequence[tuple[str, PartMaker]], tell: TellTitle) -> click.Command:
    """Return the command that gathers parts, each (what it is called, how it is made), into one PDF."""

    @click.command("kit")
    @click.argument("title", metavar="TITLE")
    @click.option("-o", "--output", type=shell.Written(".pdf"), metavar="FILE", required=True, help="Where to write: .pdf.")
    @shell.paper_option
    @click.option("--overlap", type=shell.NAMED, metavar="LENGTH", help=_OVERLAP)
    @shell.style_option
    @click.option("--scenario", type=shell.NAMED, metavar="NAME", help="Which set-up of the title (its first), or a file.")
    @cutting_options
    @shell.json_option
    @OVERRIDE
    def kit(title: str, output: str, style: str | None, as_json: bool, override: str | None, **given: Any) -> None:
        """Gather all of a title in one PDF: cover, map in pages, counters with backs, set-up, players' aid.

        What stands on the pages is counted against the title's inventory; where it does not tally, nothing is written.
        """
        overlap = distance(given["overlap"]) if given["overlap"] else None
        job = KitJob(title, override, style, read_plan(given), given["scenario"], overlap)
        shell.refuse_inputs(output, chain(files_of(title), [override, style, job.scenario]))
        answer = _gather(job, makers, tell, output)
        if as_json:
            click.echo(shell.to_line(answer))

    return kit


def _gather(job: KitJob, makers: Sequence[tuple[str, PartMaker]], tell: TellTitle, output: str) -> dict[str, Any]:
    from mapsheet.kit.stock import counted_sides
    from mapsheet.style import load_style

    name, provenance = tell(job)
    made = [(what, make(job)) for what, make in shell.steps(makers, "drawing the parts")]
    parts = [part for _, part in made if part is not None]
    refuse_tally(parts)
    style = load_style(job.style or "classic")
    first = cover(Told(name, parts, counted_sides(counters_of(job)), provenance), style, job.paper)
    pages = assembled(parts, first)
    shell.save_pages(output, pages, title=name)
    for part in parts:
        if part.aside:
            click.echo(f"{part.name.lower()}: {part.aside}", err=True)
    return {
        "file": output, "title": name, "paper_mm": [round(side, 3) for side in job.paper], "pages": len(pages),
        "parts": [_told(part, span) for part, span in zip(parts, page_ranges(parts, len(first) + 1), strict=True)],
        "absent": [what for what, part in made if part is None],
    }


def _told(part: Part, span: tuple[int, int]) -> dict[str, Any]:
    return {
        "part": part.name, "first": span[0], "last": span[1], "pages": len(part.pages), "printed_on": part.printing,
        "labels": [page.label for page in part.pages], "counts": dict(part.holds),
    }

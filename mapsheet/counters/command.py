"""The command `counters`, the same at every door: sheets of counters for cutting."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any, TypeVar

import click

from mapsheet import shell
from mapsheet.box import Point
from mapsheet.commands import OVERRIDE
from mapsheet.counters.manifest import manifest
from mapsheet.counters.reader import FILE, read_counters
from mapsheet.counters.sheetplan import CUTS, DUPLEX, SheetPlan
from mapsheet.errors import DataError, Fault, NotationError
from mapsheet.source import files_of
from mapsheet.units import distance, size

T = TypeVar("T")

cutting_options = shell.options(
    click.option(
        "--duplex", type=click.Choice(DUPLEX), default="long", show_default=True,
        help="The edge about which the paper is turned for its backs; none: fronts only.",
    ),
    click.option(
        "--back-offset", type=shell.NAMED, default="0mm,0mm", show_default=True, metavar="RIGHT,DOWN",
        help="Move what is printed on backs, as seen there, to make good what the printer is off.",
    ),
    click.option("--fold", is_flag=True, help="Fronts and backs beside each other about a fold, on one side of the paper."),
    click.option("--bleed", type=shell.NAMED, default="1mm", show_default=True, metavar="LENGTH", help="Ground beyond the cut."),
    click.option("--gap", type=shell.NAMED, default="0mm", show_default=True, metavar="LENGTH", help="Between neighbors."),
    click.option("--margin", type=shell.NAMED, default="8mm", show_default=True, metavar="LENGTH", help="Free of ink all round."),
    click.option(
        "--cut", type=click.Choice(CUTS), default="ticks", show_default=True,
        help="Where to cut: ticks beside blocks, a full line round every counter, lines through blocks, or none.",
    ),
)


def read_plan(given: dict[str, Any]) -> SheetPlan:
    """Return the plan that the options give; DataError with everything that cannot be read."""
    faults: list[Fault] = []

    def read(name: str, reader: Callable[[str], T], default: T) -> T:
        try:
            return reader(given[name])
        except NotationError as error:
            faults.append(Fault(f"--{name.replace('_', '-')}: {error}"))
            return default

    plan = SheetPlan(
        paper=read("paper", size, SheetPlan().paper), margin=read("margin", distance, 0.0), gap=read("gap", distance, 0.0),
        bleed=read("bleed", distance, 0.0), back_offset=read("back_offset", _offset, (0.0, 0.0)),
        duplex=given["duplex"], fold=given["fold"], cut=given["cut"],
        sides=tuple(given.get("sides", ())),
    )
    if faults:
        raise DataError(faults)
    return plan


def _offset(text: str) -> Point:
    right, comma, down = text.partition(",")
    if not comma:
        raise NotationError("two lengths, right and down, such as 0.3mm,-0.2mm", text)
    return distance(right, signed=True), distance(down, signed=True)


@click.command()
@click.argument("title", metavar="TITLE")
@shell.pages_option
@click.option("--dpi", type=shell.Whole(10, 2400), default=300, show_default=True, help="Pixels per inch of a PNG.")
@shell.paper_option
@shell.style_option
@click.option("--side", "sides", type=shell.NAMED, multiple=True, metavar="SIDE", help="Only this side; may be repeated.")
@cutting_options
@shell.json_option
@OVERRIDE
def counters(title: str, output: str, dpi: int, as_json: bool, override: str | None, **given: Any) -> None:
    """Draw the counters of a title at true size on sheets for cutting, fronts and backs that register.

    TITLE is a title, its folder or a counters.toml.
    """
    from mapsheet.counters.draw import counter_faults
    from mapsheet.counters.sheetpages import counter_pages, draw_page
    from mapsheet.style import load_style

    plan = read_plan(given)
    shell.refuse_inputs(output, chain(files_of(title, FILE), [override, given["style"]]))
    found, style = read_counters(title, override=override), load_style(given["style"] or "classic")
    if output.lower().endswith(".png"):
        shell.refuse_size(*plan.paper, dpi=dpi)
    planned = counter_pages(found, plan)
    pages = [draw_page(found, style, plan, page) for page in shell.steps(planned, "drawing counters")]
    written = shell.save_pages(output, pages, title=f"{found.title}: counters", dpi=dpi)
    faults = [fault for fault in counter_faults(found, style) if plan.prints(found.counters[fault.partition(" ")[0]].side.id)]
    if as_json:
        click.echo(shell.to_line({"files": written, **manifest(found, plan, planned), "faults": faults}))
    for fault in [] if as_json else faults:
        click.echo(f"prints badly: {fault}", err=True)

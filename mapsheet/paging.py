"""The options of commands that print a sheet on paper: `--paper --tile --overlap --margin --orientation`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from mapsheet import units
from mapsheet.errors import DataError, NotationError
from mapsheet.shell import NAMED, options

if TYPE_CHECKING:
    from mapsheet.export import Page
    from mapsheet.pages import Plan
    from mapsheet.pages.plan import Fit


class Paging(NamedTuple):
    """On what paper a sheet is wanted, and whether it may be parted."""

    plan: Plan
    tile: bool = False
    name: str = ""

    def along(self, uprights: Sequence[float], levels: Sequence[float]) -> Paging:
        """Return the same with places where seams are welcome, in mm from the sheet's left and top."""
        return self._replace(plan=self.plan._replace(uprights=tuple(uprights), levels=tuple(levels)))

    def pages(self, svg: str) -> list[Page]:
        """Return a sheet whole on the paper where it fits, else parted if it may be.

        DataError for one that does not fit and may not be parted, with the number of pages it would be.
        """
        from mapsheet.export import page_size
        from mapsheet.pages import fewest, lies_on, on_paper, tile

        sheet = units.Size(*page_size(svg))
        if lies_on(sheet, self.plan.paper, self.plan.orientation):
            return [on_paper(svg, self.plan.paper, orientation=self.plan.orientation)]
        if self.tile:
            return tile(svg, self.plan)
        fit = fewest(sheet, self.plan.checked())
        size = f"{sheet.width:.1f} x {sheet.height:.1f} mm"
        pages = f"{fit.columns} x {fit.rows} = {fit.pages} pages"
        raise DataError(
            f"the sheet of {size} does not fit {self.name or 'the paper'} ({_lain(self.plan, fit)} mm): "
            f"--tile parts it into {pages} and one that shows how they join"
        )


def _lain(plan: Plan, fit: Fit) -> str:
    paper = plan.paper if plan.orientation == "auto" else fit.paper
    return f"{paper.width:g} x {paper.height:g}"


def _paging(paper: str | None, *, tile: bool, overlap: str, margin: str, orientation: str) -> Paging | None:
    if not paper:
        if tile:
            raise NotationError("--paper beside --tile, such as --paper a4", "--tile")
        return None
    from mapsheet.pages import Plan

    overlapped = 0.0 if overlap.strip().lower() in {"0", "0mm", "0 mm"} else units.length(overlap)
    plan = Plan(units.size(paper), overlapped, units.length(margin), orientation)  # type: ignore[arg-type]
    return Paging(plan.checked() if tile else plan, tile, paper)


def page_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of paper; it gets them as one keyword, `paging`, None where no paper is named."""

    @wraps(function)
    def gathered(*args: Any, paper: str | None, tile: bool, overlap: str, margin: str, orientation: str, **given: Any) -> Any:
        paging = _paging(paper, tile=tile, overlap=overlap, margin=margin, orientation=orientation)
        return function(*args, paging=paging, **given)

    return options(
        click.option("--paper", type=NAMED, metavar="SIZE", help="Lay the sheet on this paper: a4, letter, a3, 17x22in."),
        click.option("--tile", is_flag=True, help="Part a sheet larger than the paper into pages to be glued."),
        click.option("--overlap", default="15 mm", show_default=True, metavar="LENGTH", help="What neighboring pages share."),
        click.option("--margin", default="8 mm", show_default=True, metavar="LENGTH", help="Bare paper round each page."),
        click.option(
            "--orientation", type=click.Choice(["auto", "portrait", "landscape"]), default="auto", show_default=True,
            help="How the paper lies; auto needs the fewest pages.",
        ),
    )(gathered)

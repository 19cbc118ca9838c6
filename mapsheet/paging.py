"""The options of commands that print a sheet on paper: `--paper --tile --overlap --margin --orientation`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from mapsheet import shell, units
from mapsheet.errors import DataError, NotationError

if TYPE_CHECKING:
    from mapsheet.export import Page
    from mapsheet.pages import Plan
    from mapsheet.pages.plan import Fit


NAMES = ("paper", "tile", "overlap", "margin", "orientation")


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


def _paging(*, paper: str | None, tile: bool, overlap: str, margin: str, orientation: str) -> Paging | None:
    if not paper:
        if tile:
            raise NotationError("--paper beside --tile, such as --paper a4", "--tile")
        return None
    from mapsheet.pages import Plan

    plan = Plan(units.size(paper), units.distance(overlap), units.distance(margin), orientation)  # type: ignore[arg-type]
    return Paging(plan.checked() if tile else plan, tile, paper)


def page_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of paper; it gets them as one keyword, `paging`, None where no paper is named."""

    @wraps(function)
    def gathered(*args: Any, **given: Any) -> Any:
        return function(*args, paging=_paging(**{name: given.pop(name) for name in NAMES}), **given)

    made: Callable[..., Any] = shell.options(
        click.option("--paper", type=shell.NAMED, metavar="SIZE", help="Lay the sheet on this paper: a4, letter, a3, 17x22in."),
        click.option("--tile", is_flag=True, help="Part a sheet larger than the paper into pages to be glued."),
        click.option("--overlap", default="15 mm", show_default=True, metavar="LENGTH", help="What neighboring pages share."),
        click.option("--margin", default="8 mm", show_default=True, metavar="LENGTH", help="Bare paper round each page."),
        click.option(
            "--orientation", type=click.Choice(["auto", "portrait", "landscape"]), default="auto", show_default=True,
            help="How the paper lies; auto needs the fewest pages.",
        ),
    )(gathered)
    return made


def save_sheet(path: str, svg: str, left_out: Sequence[str], *, paging: Paging | None, dpi: int, as_json: bool) -> None:
    """Write a sheet as `shell.save_sheet` does, and where a paper is named, laid on it, on one page or many.

    DataError as from `Paging.pages`.
    """
    from mapsheet.export import title_of

    title = title_of(svg)
    if paging is None:
        shell.save_sheet(path, svg, left_out, title=title, dpi=dpi, as_json=as_json)
        return
    pages = paging.pages(svg)
    files = shell.save_pages(path, pages, title=title, dpi=dpi)
    if paging.tile and len(pages) > 1:
        _tell_thriftier(paging, svg)
    if left_out:
        click.echo(f"no room on the sheet for: {', '.join(left_out)}", err=True)
    if as_json:
        told = {"file": path, "title": title, "left_out": left_out, "files": files, "pages": [page.label for page in pages]}
        click.echo(shell.to_line(told))


def _tell_thriftier(paging: Paging, svg: str) -> None:
    from mapsheet.export import page_size
    from mapsheet.pages import thriftier

    found = thriftier(units.Size(*page_size(svg)), paging.plan)
    if found:
        click.echo(f"--overlap {found[0]:g}mm would need {found[1]} pages", err=True)

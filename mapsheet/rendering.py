"""What the commands that draw a map's sheet share: where it goes, in which style, with its coordinates, on what paper."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import wraps
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from mapsheet import shell
from mapsheet.errors import NotationError
from mapsheet.paging import Paging, page_options, save_sheet

if TYPE_CHECKING:
    from mapsheet.style import Style

WHERE = "Where to write: .svg, .png or .pdf."
NAMES = ("output", "dpi", "style", "text", "coords", "paging", "as_json")


class SheetJob(NamedTuple):
    """A sheet as it was asked for."""

    output: str
    dpi: int
    style: str | None
    text: str | None
    coords: str | None
    paging: Paging | None
    as_json: bool

    def guard(self, inputs: Iterable[Path | str | None]) -> None:
        """Keep what the command reads; NotationError where the drawing and its coordinates would be one file."""
        if self.coords and os.path.realpath(self.coords) == os.path.realpath(self.output):
            raise NotationError("two different files for the drawing and its coordinates", self.coords)
        for path in (self.output, self.coords):
            shell.refuse_inputs(path, chain([self.style], inputs))

    def refuse_size(self, size: Callable[[], tuple[float, float]]) -> None:
        """Raise DataError for a PNG too large to draw, before it is drawn."""
        if self.output.lower().endswith(".png") and self.paging is None:
            shell.refuse_size(*size(), dpi=self.dpi)

    def styled(self, own: str) -> Style:
        """Return the style that is asked for, else the map's own."""
        return shell.styled(self.style or own, self.text)

    def save(self, svg: str, left_out: list[str], coordinates: Callable[[], dict[str, Any]]) -> None:
        """Write the coordinates where they are asked for, and the sheet."""
        if self.coords:
            shell.write_file(self.coords, shell.to_line(coordinates()) + "\n")
        save_sheet(self.output, svg, left_out, paging=self.paging, dpi=self.dpi, as_json=self.as_json)


Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def sheet_options(coords: str, *own: Decorator) -> Decorator:
    """Give a command the options of a sheet, which it gets as one keyword, `job`, and among them its own.

    `coords` tells in the help what coordinates are written.
    """

    def given_to(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def gathered(*args: Any, **given: Any) -> Any:
            return function(*args, job=SheetJob(**{name: given.pop(name) for name in NAMES}), **given)

        made: Callable[..., Any] = shell.options(
            click.option("-o", "--output", type=shell.FIGURE, metavar="FILE", required=True, help=WHERE),
            click.option("--dpi", type=shell.Whole(10, 2400), default=300, show_default=True, help="Pixels per inch of a PNG."),
            *own,
            shell.style_option,
            shell.text_option,
            click.option("--coords", type=shell.WRITTEN, metavar="FILE", help=coords),
            page_options,
            shell.json_option,
        )(gathered)
        return made

    return given_to

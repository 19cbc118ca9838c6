"""The verb `diagram`, which both doors have: draw a script, or only compare its answers with what it expects."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any

import click

from mapsheet import shell
from mapsheet.commands import OVERRIDE
from mapsheet.diagram.drawing import answer_script, draw_script
from mapsheet.diagram.reading import final_width, map_of, read_script
from mapsheet.diagram.values import Diagram, Ground
from mapsheet.errors import NotationError
from mapsheet.source import Source, files_of

HIGHEST = 230.0
"""Mm, as high as a figure may be on the pages of a rulebook."""
_HELP = """Draw the figure that SCRIPT describes, its answers computed and compared with what it expects.

Beside FILE stand its caption and its description, FILE.caption.txt and FILE.alt.txt. An answer that is not as expected is
a fault: exit 2, nothing written.
"""


def diagram_command(open_map: Callable[[str, str | None, Source | None], Ground]) -> click.Command:
    """Return the command of a door that opens maps so."""

    def diagram(script: str, output: str | None, as_json: bool, override: str | None, **given: Any) -> None:
        if not output and not given["check"] and not as_json:
            raise NotationError("-o FILE to draw, or --check to compare only", None)
        read, ground = read_script(script, lambda name, own: open_map(name, override, own))
        if given["check"]:
            answered = answer_script(read, ground, language=given["language"])
            told: dict[str, Any] = {"title": read.title, "panels": [one.to_json() for one in answered]}
        else:
            width = final_width(given["width"]) if given["width"] else None
            drawn = draw_script(read, ground, width=width, language=given["language"])
            told = drawn.to_json()
            if output:
                shell.refuse_inputs(output, chain([script, override], files_of(script), files_of(map_of(script))))
                _warn_of_height(drawn)
                _write(output, drawn, dpi=given["dpi"], beside=given["captions"])
        lines = [told["caption"]] if "caption" in told else [f"{script}: every answer is as expected"]
        shell.print_answer({"script": script, **told}, lines, as_json=as_json)

    command = click.Command("diagram", callback=diagram, help=_HELP, short_help="Draw a figure whose answers are computed.")
    command.params = [click.Argument(["script"], metavar="SCRIPT", type=shell.NAMED)]
    for decorate in reversed((
        shell.output_option,
        click.option("--width", type=shell.NAMED, metavar="LENGTH", help="Final width: 85mm; type stays at least 6 point."),
        click.option("--language", type=shell.NAMED, metavar="NAME", help="Language of the caption: en, de, or a file."),
        click.option("--dpi", type=shell.Whole(10, 2400), default=300, show_default=True, help="Pixels per inch of a PNG."),
        click.option("--check", is_flag=True, help="Only compare the answers with what the script expects."),
        click.option("--captions/--no-captions", default=True, help="Whether caption and description are written beside FILE."),
        shell.json_option, OVERRIDE,
    )):
        decorate(command)
    command.params.sort(key=lambda parameter: isinstance(parameter, click.Option))
    return command


def _warn_of_height(drawn: Diagram) -> None:
    """Say on stderr that a figure is higher than the page it is meant for."""
    if drawn.height > HIGHEST:
        hint = ": `columns` sets panels beside each other, on a wider figure more" if len(drawn.panels) > 1 else ""
        click.echo(f"the figure is {drawn.height:.1f} mm high, more than the {HIGHEST:.0f} mm of a page{hint}", err=True)


def _write(output: str, drawn: Diagram, *, dpi: int, beside: bool) -> None:
    """Write a figure, and its caption and description beside it; no file where one cannot be made."""
    from mapsheet.export import drawn_as
    from mapsheet.outputs import pours

    target = Path(output)
    if target.suffix.lower() == ".png":
        shell.refuse_size(drawn.width, drawn.height, dpi=dpi)
    if pours(output):  # beside a pipe lies nothing
        shell.save_figure(output, drawn.svg, dpi=dpi)
        return
    files = {output: drawn_as(target.suffix.lower(), drawn.svg, dpi=dpi)}
    if beside:
        files[str(target.with_suffix(".caption.txt"))] = f"{drawn.caption}\n"
        files[str(target.with_suffix(".alt.txt"))] = f"{drawn.alt}\n"
    shell.write_files(files)

"""The options of the command `setup`, the same at both doors."""

from __future__ import annotations

import click

from mapsheet import shell

setup_options = shell.options(
    click.option("--scenario", type=shell.NAMED, metavar="NAME", help="Which set-up of the title (its first), or a file."),
    shell.output_option,
    click.option(
        "--map", "way", type=click.Choice(["fit", "tile", "sheet", "none"]), default="fit", show_default=True,
        help="The map with everybody in place: on one page, in tiles at true size, as it is, or not at all.",
    ),
    shell.style_option,
    shell.text_option,
    click.option("--dpi", type=shell.Whole(10, 2400), default=300, show_default=True, help="Pixels per inch of a PNG."),
)

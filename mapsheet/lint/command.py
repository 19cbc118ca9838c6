"""The verb `lint` of a door: finds, weighs against the waivers, and tells."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

from mapsheet import shell
from mapsheet.commands import OVERRIDE
from mapsheet.lint.findings import Finding, take_waivers, weigh

Finder = Callable[[Any, Path, str | None, str | None], Iterable[Finding]]
"""Finds everything on a map, by its folder, its overrides and the style that was asked for."""


def lint_command(load: Callable[[str, str | None], Any], find: Finder) -> click.Command:
    """Return the command of a door that loads a map and finds what prints badly."""

    @click.command("lint")
    @click.argument("title", metavar="TITLE")
    @click.option("--style", type=shell.NAMED, metavar="NAME", help="A style of data/styles or a style file (the map's own).")
    @shell.json_option
    @OVERRIDE
    def lint(title: str, style: str | None, as_json: bool, override: str | None) -> int:
        """Find what prints badly: counters too big, words too small or too faint, colours alike, ink at the edge.

        A title waives what is meant with [[lint.waive]] and a reason. Exit 2 when something is found that is not waived.
        """
        from mapsheet.fields import Fields
        from mapsheet.source import find_source, read_overlaid

        board = load(title, override)
        path = find_source(title)
        waivers = take_waivers(Fields(read_overlaid(path, override)))
        # a waiver may well be needless in another style than the title's own
        findings = weigh(find(board, path.parent, override, style), waivers, idle=style is None)
        return _tell(board.title, findings, as_json=as_json)

    return lint


def _tell(title: str, findings: list[Finding], *, as_json: bool) -> int:
    open_ones = [finding for finding in findings if not finding.waived]
    if as_json:
        told = {"title": title, "findings": [finding.to_json() for finding in findings], "faults": len(open_ones)}
        click.echo(shell.to_line(told))
        return shell.BAD_INPUT if open_ones else 0
    for finding in findings:
        if not finding.waived:
            click.echo(str(finding), err=True)
        else:
            click.echo(f"waived: {finding} (reason: {finding.waived})")
    waived = len(findings) - len(open_ones)
    more = f" ({waived} waived)" if waived else ""
    click.echo(f"{title}: {len(open_ones)} found{more}" if open_ones else f"{title}: prints well{more}")
    return shell.BAD_INPUT if open_ones else 0

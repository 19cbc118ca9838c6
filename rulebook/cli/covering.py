"""The command that prints the coverage index: `rulebook rules`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mapsheet import shell
from rulebook.cli.beginning import TITLE

if TYPE_CHECKING:
    from rulebook.cases import Case


@click.command()
@TITLE
@shell.json_option
def rules(title: str, as_json: bool) -> None:
    """Each numbered case of the rules: what implements it and which test shows it."""
    from rulebook.cases import cases_of, counts

    cases = cases_of(title)
    rows = [case._asdict() for case in cases]
    numbers = counts(cases)
    total = "{cases} cases: {implemented} implemented and tested, {shown} notes shown, {open} open".format(**numbers)
    shell.print_answer({"title": title, **numbers, "rules": rows}, [*map(_line, cases), total], as_json=as_json)


def _line(case: Case) -> str:
    if case.shown:
        where = f"shown: {case.shown}"
    else:
        where = f"{', '.join(case.by)}; {', '.join(case.test)}" if case.is_covered else "open"
    return f"{case.id:<13}{case.title} ({case.kind})\n             {where}"

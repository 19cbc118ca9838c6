"""The command that prints the coverage index: `rulebook rules`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mapsheet import shell
from mapsheet.errors import NotationError, nearest
from rulebook.cli.beginning import TITLE

if TYPE_CHECKING:
    from rulebook.cases import Case


@click.command()
@TITLE
@click.argument("rule", metavar="[RULE]", required=False, default="")
@shell.json_option
def rules(title: str, rule: str, as_json: bool) -> None:
    """Each numbered case of the rules: what implements it and which test shows it.

    With a RULE such as 15.4 its cases alone.
    """
    from rulebook.cases import cases_of, counts

    index = cases_of(title)
    cases = [case for case in index if not rule or _is_of(case, rule)]
    if not cases:
        begin = list(dict.fromkeys(case.id.rpartition("-")[0] or case.id for case in index))
        raise NotationError(f"a rule that the index of {title} has, or how some begin{nearest(rule, begin, in_order=True)}", rule)
    rows = [case._asdict() for case in cases]
    numbers = counts(cases)
    total = "{cases} cases: {implemented} implemented and tested, {shown} notes shown, {open} open".format(**numbers)
    shell.print_answer({"title": title, **numbers, "rules": rows}, [*map(_line, cases), total], as_json=as_json)


def _is_of(case: Case, rule: str) -> bool:
    """Return whether a case is of a rule or of one below it: 15.4 has 15.41, and 5 has 5.2 but not 53."""
    numbers = [number for number in (case.id, case.id.partition("-")[2]) if number.startswith(rule)]
    return any("." in rule or not number[len(rule) : len(rule) + 1].isdigit() for number in numbers)


def _line(case: Case) -> str:
    if case.shown:
        where = f"shown: {case.shown}"
    else:
        where = f"{', '.join(case.by)}; {', '.join(case.test)}" if case.is_covered else "open"
    return f"{case.id:<13}{case.title} ({case.kind})\n             {where}"

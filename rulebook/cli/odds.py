"""The command that tells the exact chances of a check: `rulebook odds`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from mapsheet import shell
from mapsheet.errors import NotationError
from rulebook.cli.beginning import load, option


@click.command("odds")
@click.argument("title")
@click.argument("check")
@click.option("--declared-by", metavar="POWER", help="Who set the check off by declaring war, and so sits it out.")
@click.option(
    "--influence", multiple=True, metavar="POWER=N", help="Other influence than at the start; several with commas between."
)
@click.option("--house", multiple=True, metavar="RULING", help="A house ruling in force that is not by itself: england_sits_out.")
@click.option("--option", multiple=True, metavar="NAME=VALUE", help="Another option, as `rulebook list` names them: flags=….")
@click.option("--log", "log", metavar="GAME", help="As things stand at the end of a game's log.")
@shell.json_option
def odds(title: str, check: str, *, declared_by: str | None, influence: tuple[str, ...], as_json: bool, **given: Any) -> None:
    """Tell the exact chances of a CHECK, as fractions: who rolls, and what each one's success brings.

    CHECK is the power or minor that is checked: rulebook odds allies empire --declared-by spain.
    """
    from rulebook import new
    from rulebook.allies import odds as odds_of

    if title != "allies":
        raise NotationError("a title with checks: allies", title)
    log, options = given["log"], dict(map(option, given["option"])) | {f"house.{name}": True for name in given["house"]}
    if log and options:
        raise NotationError("either --log or --house and --option: a log has its own", " ".join(options))
    game = load(log) if log else new(title, **options)
    if game.title != title:
        raise NotationError(f"a log of {title}", game.title)
    by = (declared_by or "").casefold()
    found = odds_of(check.casefold(), declared_by=by, influence=_values(influence), state=game.state)
    shell.print_answer(found.to_json(), found.lines(), as_json=as_json)


def _values(texts: Iterable[str]) -> dict[str, int]:
    """Return influence by power from texts such as `spain=3,france=1`."""
    values = {}
    for text in (part for given in texts for part in given.split(",")):
        power, sign, number = text.partition("=")
        if not (sign and number.isascii() and number.isdigit() and len(number) < 3):
            raise NotationError("influence as POWER=N, such as spain=3", text)
        values[power.strip().casefold()] = int(number)
    return values

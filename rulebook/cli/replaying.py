"""The command that plays a log again: `rulebook replay`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from mapsheet import shell
from mapsheet.errors import DataError
from rulebook.cli.beginning import CORES, GAME
from rulebook.cli.drawing import drawn, look_of, position_of, tell_left_out
from rulebook.cli.filming import draw_movie
from rulebook.cli.telling import asked, standing

if TYPE_CHECKING:
    from rulebook.game import Game
    from rulebook.log import Log


@click.command()
@GAME
@click.option("--to", "decisions", type=shell.Whole(0), metavar="N", help="Only the first N decisions.")
@click.option(
    "-o", "--output", "--svg", "picture", type=shell.FIGURE, metavar="FILE", help="Draw the position: .svg, .png or .pdf."
)
@click.option(
    "--movie", type=shell.NAMED, metavar="DIR",
    help="Draw the start of each phase, into a new folder: pictures, and a page index.html that leafs through them.",
)
@click.option("--position", type=shell.WRITTEN, metavar="FILE", help="Write the position, a TOML file for every other command.")
@click.option("--dpi", type=shell.Whole(10, 2400), default=150, show_default=True, help="Pixels per inch of a PNG.")
@CORES
@shell.json_option
def replay(path: str, decisions: int | None, picture: str | None, position: str | None, as_json: bool, **given: Any) -> None:
    """Play a log again and show where that leads: its course, the score and who decides.

    A log of other rules, or one that does not follow from them, is shown as it stands and not played.
    """
    from rulebook.log import read_log
    from rulebook.replay import replayed

    for output in (picture, position):
        shell.refuse_inputs(output, [path])
    log = read_log(path)
    try:
        game = replayed(log, decisions=decisions, name=path)
    except DataError:
        if not as_json:
            _show(log)
        raise
    if given["movie"]:
        draw_movie(log, game, given["movie"], cores=given["cores"])
    if picture:
        svg, left_out = drawn(look_of(game))
        shell.save_figure(picture, svg, dpi=given["dpi"])
        tell_left_out(left_out)
    if position:
        shell.write_file(position, position_of(game))
    _print(game, as_json=as_json)


def _show(log: Log) -> None:
    from rulebook.log import told

    for line in told(log):
        click.echo(line)


def _print(game: Game, *, as_json: bool) -> None:
    answer = {
        "title": game.title, "seed": game.head.seed, "options": dict(game.head.options), "decisions": game.decisions,
        "undoable": game.undoable, "decider": game.decider, "over": game.over, "score": game.score(), "state": game.state,
    }  # fmt: skip
    if as_json:
        click.echo(shell.to_line(answer))
        return
    _show(game.log)
    decides = f"{game.decider} decides" if game.decider else "the game is over"
    for line in [f"after {game.decisions} decisions: {decides}", *standing(game)]:
        click.echo(line)
    if question := asked(game):
        click.echo(f"next: {question}")

"""The command that plays a log again: `rulebook replay`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mapsheet import shell
from mapsheet.errors import DataError, NotationError
from rulebook.cli.beginning import CORES, GAME, log_in
from rulebook.cli.drawing import drawn, look_of, position_of, tell_left_out
from rulebook.cli.filming import draw_movie
from rulebook.cli.telling import asked, heading, standing

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
@click.option("--frames", type=click.Choice(["svg", "png"]), default="svg", show_default=True, help="Pictures of the movie.")
@click.option("--position", type=shell.WRITTEN, metavar="FILE", help="Write the position, a TOML file for every other command.")
@click.option("--dpi", type=shell.Whole(10, 2400), default=150, show_default=True, help="Pixels per inch of a PNG.")
@CORES
@shell.json_option
def replay(path: str, decisions: int | None, picture: str | None, position: str | None, as_json: bool, **given: Any) -> int:
    """Play a log again and show where that leads: its course, the score and who decides.

    With a picture, a movie or a position only where it leads is told. A log of other rules, or one that does not follow from
    them, is shown as it stands and not played.
    """
    from rulebook.replay import replayed

    _refuse_outputs(path, picture, position)
    log = log_in(path)
    try:
        game = replayed(log, decisions=decisions, name=path)
    except DataError as error:
        shell.say_faults(error)
        if not as_json:
            _show(log)
        return shell.BAD_INPUT
    if given["movie"]:
        draw_movie(game.log, game, given["movie"], suffix=f".{given['frames']}", dpi=given["dpi"], cores=given["cores"])
    if picture:
        svg, left_out = drawn(look_of(game))
        shell.save_figure(picture, svg, dpi=given["dpi"])
        tell_left_out(left_out)
    if position:
        shell.write_file(position, position_of(game))
    if not any(map(_is_stdout, (picture, position))):
        _print(game, as_json=as_json, course=not (picture or position or given["movie"]))
    return 0


def _refuse_outputs(path: str, *written: str | None) -> None:
    """Raise where what is to be written is the log, or one file twice."""
    files = [Path(file).absolute() for file in written if file]
    for file in written:
        shell.refuse_inputs(file, [path])
    if len(set(files)) < len(files):
        raise NotationError("another file for the position than for the picture", str(files[0]))


def _is_stdout(file: str | None) -> bool:
    """Return whether what is written goes where answers are printed, or down another pipe."""
    from mapsheet import outputs

    return bool(file) and file != os.devnull and outputs.pours(str(file))


def _show(log: Log) -> None:
    from rulebook.log import told

    for line in told(log):
        click.echo(line)


def _print(game: Game, *, as_json: bool, course: bool) -> None:
    answer = {
        "title": game.title, "seed": game.head.seed, "options": dict(game.head.options), "decisions": game.decisions,
        "undoable": game.undoable, "decider": game.decider, "over": game.over, "score": game.score(), "state": game.state,
    }  # fmt: skip
    if as_json:
        click.echo(shell.to_line(answer))
        return
    if course:
        _show(game.log)
    for line in [f"after {game.decisions} decisions: {heading(game)}", *standing(game)]:
        click.echo(line)
    if question := asked(game):
        click.echo(f"next: {question}")

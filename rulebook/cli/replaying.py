"""The command that plays a log again: `rulebook replay`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mapsheet import shell
from mapsheet.errors import DataError, Fault
from rulebook.cli.beginning import GAME, shown_progress
from rulebook.cli.drawing import drawn, look_of, position_of
from rulebook.cli.telling import asked, standing

if TYPE_CHECKING:
    from rulebook.game import Game
    from rulebook.log import Log


@click.command()
@GAME
@click.option("--to", "decisions", type=shell.Whole(0), metavar="N", help="Only the first N decisions.")
@click.option("--svg", "picture", type=shell.NAMED, metavar="FILE", help="Draw the position: .svg, .png or .pdf.")
@click.option("--movie", type=shell.NAMED, metavar="DIR", help="Draw a picture at the start of each phase, into a new folder.")
@click.option("--position", type=shell.NAMED, metavar="FILE", help="Write the position, a TOML file for every other command.")
@click.option("--dpi", type=shell.Whole(10, 2400), default=150, show_default=True, help="Pixels per inch of a PNG.")
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
        _draw_movie(log, game, given["movie"])
    if picture:
        shell.save_figure(picture, drawn(look_of(game)), dpi=given["dpi"])
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


def _draw_movie(log: Log, game: Game, folder: str) -> None:
    """Draw the start of each phase up to where a game has come."""
    from rulebook.replay import again

    look_of(game)  # tells at once where there is none
    path = Path(folder)
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise DataError(Fault("is there already and not an empty folder", folder))
    frames: list[tuple[str, str | dict[str, Any]]] = []
    last: list[str] = []
    for moment in again(log):
        phase = [str(moment.state[key]) for key in ("turn", "side", "phase") if key in moment.state]
        if phase != last or moment.over:
            frames.append(("-".join([f"{len(frames) + 1:04}", *phase]), look_of(moment)))
            last = phase
        if moment.decisions == game.decisions:
            break
    empty_folder(path)
    for name, look in shown_progress(frames, len(frames), "drawing"):
        shell.save_figure(str(path / f"{name}.svg"), drawn(look), quiet=True)
    click.echo(f"wrote {len(frames)} pictures to {folder}", err=True)


def empty_folder(path: Path) -> None:
    """Make a folder; DataError where that cannot be."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(Fault(f"cannot be made: {error.strerror or error}", str(path))) from None

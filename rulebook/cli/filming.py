"""A game as pictures, one at the start of each phase, and a page that leafs through them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from mapsheet import outputs, shell
from mapsheet.errors import DataError, Fault
from rulebook.cli.beginning import shown_progress
from rulebook.cli.drawing import Look, drawn, look_of, tell_left_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hexmap.position import Moment
    from rulebook.game import Game
    from rulebook.log import Entry, Log

PAGE = "index.html"


class Scene(NamedTuple):
    """A picture of a film: its file's name, its look, and what was done since the one before it."""

    name: str
    look: Look
    done: tuple[str, ...]


def draw_movie(log: Log, game: Game, folder: str, *, cores: int | None) -> None:
    """Draw the start of each phase up to where a game has come, and where it stands then.

    DataError for a folder that holds files, and for a game that has no picture.
    """
    from mapsheet.webpage.flipbook import Leaf, flipbook
    from rulebook.cores import all_cores, over_all

    look_of(game)  # tells at once where there is none
    path = Path(folder)
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise DataError(Fault("is there already and not an empty folder", folder))
    scenes = [*find_scenes(log, game.decisions)]
    empty_folder(path)
    work = over_all(partial(_draw, path), scenes, cores=cores or all_cores())
    left_out = [*shown_progress(work, len(scenes), "drawing")]
    leaves = [Leaf(scene.name, _heading(scene.look.moment), scene.done) for scene in scenes]
    outputs.write(path / PAGE, flipbook(f"{game.title}, seed {game.head.seed}", leaves))
    tell_left_out([name for names in left_out for name in names])
    click.echo(f"wrote {len(scenes)} pictures to {folder}, and {path / PAGE}", err=True)


def _draw(path: Path, scene: Scene) -> list[str]:
    """Write a picture; return what had no room on it."""
    svg, left_out = drawn(scene.look)
    shell.save_figure(str(path / scene.name), svg, quiet=True)
    return left_out


def find_scenes(log: Log, decisions: int) -> Iterator[Scene]:
    """Yield the first moment of each phase, and the last one of all."""
    from rulebook.replay import again

    last: list[str] | None = None
    told = count = 0
    for game in again(log):
        phase = [str(game.state[key]) for key in ("turn", "side", "phase") if key in game.state]
        is_end = game.decisions == decisions
        if phase != last or game.over or is_end:
            count += 1
            yield Scene(f"{'-'.join([f'{count:04}', *phase])}.svg", look_of(game), (*_told(game.entries[told:]),))
            told, last = len(game.entries), phase
        if is_end:
            break


def _told(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield what was done in words, what came of an action set in under it."""
    from rulebook.log import Did, entry_told

    for entry in entries:
        yield entry_told(entry) if isinstance(entry, Did) else f"  {entry_told(entry)}"


def _heading(moment: Moment) -> str:
    """Return a picture's heading: the turn, and the first that is said of it."""
    return " – ".join([moment.heading, *moment.lines[:1]])


def empty_folder(path: Path) -> None:
    """Make a folder; DataError where that cannot be."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(Fault(f"cannot be made: {error.strerror or error}", str(path))) from None

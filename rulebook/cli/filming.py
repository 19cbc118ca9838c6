"""A game as pictures, one at the start of each phase, and a page that leafs through them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from mapsheet import outputs, shell
from rulebook.cli.beginning import shown_progress
from rulebook.cli.drawing import Look, drawn, look_of, tell_left_out
from rulebook.cli.folders import new_folder, refuse_folder
from rulebook.cli.phases import passed, phase_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hexmap.position import Moment
    from rulebook.game import Game
    from rulebook.log import Entry, Log
    from rulebook.rules import State

PAGE, SUFFIX = "index.html", ".svg"


class Scene(NamedTuple):
    """A picture of a film: its file's name, its look, and what was done since the one before it."""

    name: str
    look: Look
    done: tuple[str, ...]


def draw_movie(log: Log, game: Game, folder: str, *, suffix: str = SUFFIX, dpi: int = 150, cores: int | None) -> None:
    """Draw the start of each phase up to where a game has come, and where it stands then.

    DataError for a folder that holds files, and for a game that has no picture.
    """
    from mapsheet.webpage.flipbook import Leaf, flipbook
    from rulebook.cores import all_cores, over_all

    look_of(game)  # tells at once where there is none
    path = Path(folder)
    refuse_folder(folder, empty=True)
    scenes = [*find_scenes(log, game.decisions, suffix)]
    new_folder(folder)
    work = over_all(partial(_draw, path, dpi), scenes, cores=cores or all_cores())
    left_out = [*shown_progress(work, len(scenes), "drawing")]
    leaves = [Leaf(scene.name, _heading(scene.look.moment), scene.done) for scene in scenes]
    outputs.write(path / PAGE, flipbook(f"{game.title}, seed {game.head.seed}", leaves))
    tell_left_out([name for names in left_out for name in names])
    click.echo(f"wrote {len(scenes)} pictures to {folder}, and {path / PAGE}", err=True)


def _draw(path: Path, dpi: int, scene: Scene) -> list[str]:
    """Write a picture; return what had no room on it."""
    svg, left_out = drawn(scene.look)
    shell.save_figure(str(path / scene.name), svg, dpi=dpi, quiet=True)
    return left_out


def find_scenes(log: Log, decisions: int, suffix: str = SUFFIX) -> Iterator[Scene]:
    """Yield the first moment of each phase, also of those without a decision, and the last one of all."""
    for count, (look, phase, done) in enumerate(_moments(log, decisions), 1):
        yield Scene(f"{'-'.join([f'{count:04}', *phase])}{suffix}", look, done)


def _moments(log: Log, decisions: int) -> Iterator[tuple[Look, tuple[str, ...], tuple[str, ...]]]:
    """Yield the look of each picture, its phase, and what was done since the one before it."""
    from rulebook.replay import again

    last: tuple[str, ...] | None = None
    told = length = 0
    before: State = {}
    for game in again(log):
        phase, is_end = phase_of(game.state), game.decisions == decisions
        for place, state in _between(game, before, length) if before else []:
            yield _look_at(game, state), phase_of(state), (*_told(game.entries[told:place]),)
            told, last = place, phase_of(state)
        if phase != last or game.over or is_end:
            yield look_of(game), phase, (*_told(game.entries[told:]),)
            told, last = len(game.entries), phase
        if is_end:
            break
        before, length = game.rules.copied(game.state), len(game.entries)


def _between(game: Game, before: State, length: int) -> list[tuple[int, State]]:
    """Return the starts of the phases that went by in the last decision, without the one that the game has come to.

    With each stands its place in the log; `length` is that of the decision.
    """
    from rulebook.log import Did, Note

    did, *came = game.entries[length:]
    if not isinstance(did, Did) or not any(isinstance(entry, Note) for entry in came):
        return []
    found = passed(game.rules, before, did.action, came)
    return [(length + 1 + count, state) for count, state in found if phase_of(state) != phase_of(game.state)]


def _look_at(game: Game, state: State) -> Look:
    """Return the look of a moment within the last decision of a game."""
    twin = game.copy()
    twin.state = state
    return look_of(twin)


def _told(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield what was done in words, what came of an action set in under it."""
    from rulebook.log import Did, entry_told

    for entry in entries:
        yield entry_told(entry) if isinstance(entry, Did) else f"  {entry_told(entry)}"


def _heading(moment: Moment) -> str:
    """Return a picture's heading: the turn, and the first that is said of it."""
    return " – ".join([moment.heading, *moment.lines[:1]])

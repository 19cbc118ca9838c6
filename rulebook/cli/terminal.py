"""A game with people at the terminal: they are told what came, asked what they do, and kept from losing any of it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Set
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mapsheet import outputs, shell
from mapsheet.errors import DataError, Fault, IllegalAction, MapsheetError, NotationError
from rulebook.cli.deciding import meant
from rulebook.cli.telling import Done, course_lines, do, heading, question_lines, standing
from rulebook.log import Did, entry_told
from rulebook.players import MOST_DECISIONS

if TYPE_CHECKING:
    from rulebook.game import Game
    from rulebook.players import Player

HELP = """  a number     the action with that number; or the action as it is written
  list         the actions again
  score        how things stand
  map [FILE]   draw the position: a .svg, .png or .pdf
  undo         back to your last decision, unless a die was rolled since
  quit         leave the game, to go on later"""


class Left(Exception):  # noqa: N818 - no error: somebody leaves
    """A person leaves the game."""


def refuse_there(path: str) -> None:
    """Raise DataError where a file is there already that a game would be written over, or cannot be written."""
    outputs.refuse_path(path)
    if Path(path).exists() and not outputs.pours(path):
        raise DataError(Fault("is there already; a game is not written over", path))


class Terminal:
    """One game between people and programs; `log` is the file in which it is kept, "" for none."""

    def __init__(self, game: Game, people: Set[str], log: str) -> None:
        self.game, self.people, self.log = game, people, log
        self._course: list[Done] = []  # what was done since a person looked
        self._heading = ""
        self._words: Mapping[str, Callable[[str], None]] = {
            "help": self._help, "list": self._list, "score": self._score, "map": self._map, "quit": self._quit,
        }  # fmt: skip

    def play(self, players: Mapping[str, Player]) -> bool:
        """Play until the game is over, or a person leaves; return whether it is over.

        NotationError for a game that goes on for ever; `click.Abort` where the input ends.
        """
        self._begin()
        try:
            while side := self.game.decider:
                if self.game.decisions >= MOST_DECISIONS:
                    raise NotationError(f"a game that ends within {MOST_DECISIONS:,} decisions", self.game.title)
                action = self._ask() if side in self.people else players[side].choose(self.game)
                if action:
                    self._course.append(do(self.game, action))
            self._look()
        except (Left, KeyboardInterrupt) as stop:
            click.echo(nl=isinstance(stop, KeyboardInterrupt), err=True)
            self._keep()
            return False
        except click.Abort:
            if self.log:
                self._keep()
            raise
        finally:
            self._save()
        if not self.log:
            self._keep()
        return True

    def _begin(self) -> None:
        click.echo("a number or an action decides; `help` tells what else can be typed")
        if self.game.decisions:
            self._score("")
        else:
            for entry in self.game.entries:
                click.echo(entry_told(entry))

    def _save(self) -> None:
        if self.log:
            self.game.save(self.log)

    def _look(self) -> None:
        """Tell what was done since the last look, and the turn and the phase where they are others."""
        for line in course_lines(self._course):
            click.echo(line)
        self._course = []
        if heading(self.game) != self._heading:
            self._heading = heading(self.game)
            click.echo(f"\n== {self._heading} ==")

    def _ask(self) -> str:
        """Return the action that a person gives, "" where decisions were taken back."""
        self._save()
        self._look()
        self._list("")
        while True:
            words = self._read(f"{self.game.decider}> ")
            verb, _, rest = words.partition(" ")
            verb = verb.lower()
            try:
                if words in self.game.actions() or (verb != "undo" and verb not in self._words):
                    return self.game.action(meant(self.game, words)) if words else self._again()
                if verb == "undo":
                    self._undo()
                    return ""
                self._words[verb](rest.strip())
            except MapsheetError as error:
                shell.say_faults(error)
                if isinstance(error, IllegalAction):
                    click.echo("`list` shows what can be done, `help` what else can be typed", err=True)

    def _again(self) -> str:
        raise NotationError("a number or an action; `help` tells what else can be typed", "")

    def _read(self, prompt: str) -> str:
        click.echo(prompt, nl=False, err=True)
        line = sys.stdin.readline()
        if not line:
            click.echo(err=True)
            raise click.Abort
        return line.strip()

    # -- what can be typed besides actions ---------------------------------------------------------------------------------

    def _help(self, _: str) -> None:
        click.echo(HELP)
        if notation := getattr(self.game.rules, "notation", ""):
            click.echo(f"  {notation}")

    def _list(self, _: str) -> None:
        for line in question_lines(self.game, columns=True):
            click.echo(line)

    def _score(self, _: str) -> None:
        for line in standing(self.game):
            click.echo(line)

    def _map(self, file: str) -> None:
        """Draw the position into a file."""
        from rulebook.cli.drawing import drawn, look_of, tell_left_out

        path = shell.FIGURE.allowed(file or f"{self.game.title}-{self.game.decisions:04}.svg")
        svg, left_out = drawn(look_of(self.game))
        shell.save_figure(path, svg, dpi=150)
        tell_left_out(left_out)

    def _undo(self) -> None:
        """Go back to the last decision of a person; NotationError where there is none, or a die was rolled since."""
        sides = [entry.side for entry in self.game.entries if isinstance(entry, Did)]
        back = next((k for k, side in enumerate(reversed(sides), 1) if side in self.people), 0)
        if not back:
            raise NotationError("a decision of yours to take back", "undo")
        if back > self.game.undoable:
            raise NotationError("no die since your last decision, for what was rolled is not taken back", "undo")
        self.game.undo(back)
        self._course = []
        click.echo(f"taken back: {back} decision{'s' * (back > 1)}")

    def _quit(self, _: str) -> None:
        raise Left

    def _keep(self) -> None:
        """Say where the game is kept; ask for a file where none was given."""
        while not self.log:
            try:
                path = self._read("keep the game in which file (none)? ")
            except click.Abort:
                path = ""
            if not path:
                click.echo("the game is not kept; -o FILE keeps one from the start", err=True)
                return
            try:
                refuse_there(path)
                self.game.save(path)
                self.log = path
            except MapsheetError as error:
                shell.say_faults(error)
        goes_on = "" if self.game.over else f"; `rulebook play {self.log}` goes on"
        click.echo(f"kept in {self.log}{goes_on}", err=True)

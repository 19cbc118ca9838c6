"""Logs played again: each line must follow from the rules, so that what is loaded is what was played."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mapsheet.errors import DataError, Fault, IllegalAction, NotationError, echoed
from rulebook.game import Game, entered
from rulebook.log import Did, Entry, Log, entry_told, read_log
from rulebook.titles import rules_of

if TYPE_CHECKING:
    from rulebook.rules import Rules


def load(path: Path | str) -> Game:
    """Return the game in a log file, as `replayed`; DataError also as from `read_log`."""
    return replayed(read_log(path), name=str(path))


def replayed(log: Log, *, decisions: int | None = None, name: str = "") -> Game:
    """Return the game of a log, played again up to some decisions (all).

    DataError where the log is of other rules, or does not follow from them: an action that is not legal there, a die that the
    seed does not give and that is not marked as entered, a note or die too many or too few. NotationError for decisions that
    the log does not have.
    """
    if decisions is not None and not 0 <= decisions <= log.decisions():
        raise NotationError(f"a number of decisions from 0 to {log.decisions()}", decisions)
    game = None
    for game in again(log, name=name):
        if game.decisions == decisions:
            break
    assert game is not None
    return game


def again(log: Log, *, name: str = "") -> Iterator[Game]:
    """Yield the game of a log, one and the same, at its start and after each decision; DataError as from `replayed`."""
    game = _begun(log, name)
    starts = [k for k, entry in enumerate(log.entries) if isinstance(entry, Did)]
    ends = [*starts, len(log.entries)]
    _compare(game.entries, log.entries[: ends[0]], 0, name)
    yield game
    for start, end in pairwise(ends):
        did, *rest = log.entries[start:end]
        assert isinstance(did, Did)
        if did.side != game.decider:
            raise DataError(Fault(f"does not follow: {_decides(game)}", name, start + 2))
        try:
            made = game.do(did.action, dice=entered(rest))
        except (IllegalAction, NotationError) as error:
            raise DataError(Fault(f"does not follow: {error}", name, start + 2)) from None
        _compare(made, rest, start + 1, name)
        yield game


def _decides(game: Game) -> str:
    return f"it is for {game.decider} to decide" if game.decider else "the game is over"


def _begun(log: Log, name: str) -> Game:
    head = log.head
    try:
        rules = rules_of(head.title)
    except NotationError as error:
        raise DataError(Fault(str(error), name, 1)) from None
    if head.rules != rules.version:
        raise DataError(Fault(other_rules(log, rules.version), name, 1))
    if strange := sorted(set(head.players) - set(rules.sides)):
        raise DataError(Fault(f"names players for sides that {head.title} does not have: {', '.join(strange)}", name, 1))
    try:
        return Game(head.title, _found(rules, log, name), seed=head.seed, players=head.players, table=head.table)
    except NotationError as error:
        raise DataError(Fault(f"cannot be begun: {error}", name, 1)) from None


def _found(rules: Rules, log: Log, name: str) -> dict[str, Any]:
    """Return the options of a log; a file that lies beside it is that one, else the one of this path."""
    options, folder = dict(log.head.options), Path(os.path.realpath(name)).parent
    for option in getattr(rules, "files", ()):
        path = options.get(option)
        if name and isinstance(path, str) and path and (folder / path).is_file():
            options[option] = str(folder / path)
    return options


def other_rules(log: Log, version: str) -> str:
    """Return what is said of a log that was played by another version of the rules."""
    return (
        f"was played by the rules {log.head.rules!r} of {log.head.title}; these are {version!r} and may play it otherwise, "
        f"so none of its {log.decisions()} decisions is played again"
    )


def _compare(made: Sequence[Entry], told: Sequence[Entry], start: int, name: str) -> None:
    """Raise DataError at the first entry of a log that the rules do not give."""
    for k in range(max(len(made), len(told))):
        ours, theirs = (entries[k] if k < len(entries) else None for entries in (made, told))
        if ours != theirs:
            gives = f"the rules give here: {entry_told(ours)}" if ours is not None else "the rules give nothing here"
            has = "; the log breaks off, or leaves it out"
            ends = has if theirs is None else f", the log has: {echoed(entry_told(theirs))}"
            raise DataError(Fault(f"does not follow: {gives}{ends}", name, start + k + 2))

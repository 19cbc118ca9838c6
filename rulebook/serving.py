"""A game that is played through lines of JSON, for programs in any language: a question in, an answer out, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from mapsheet.batch import answer_lines
from mapsheet.errors import NotationError, nearest
from rulebook.dice import fresh_seed
from rulebook.game import Game
from rulebook.log import NONE, to_json
from rulebook.replay import load

Question = dict[str, Any]


class _Answer(NamedTuple):
    values: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        return self.values


class Desk:
    """Holds the game of one title and answers questions about it; a question that is wrong changes nothing."""

    def __init__(self, title: str, options: Mapping[str, Any] = NONE, *, seed: int = 0) -> None:
        self.game = Game(title, options, seed=seed)

    def lines(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield the answer to each line, an error for one that is wrong; the `id` of a line comes back in its answer."""
        return answer_lines(lambda question: _Answer(self.answer(question)), lines)

    def answer(self, question: Question) -> dict[str, Any]:
        """Return the answer to one question.

        NotationError for a question that is none, with what there is; IllegalAction for an action that the rules forbid;
        DataError for files that cannot be read or written.
        """
        ask = question.get("ask")
        if not isinstance(ask, str) or ask not in ASKED:
            raise NotationError(f"a question{nearest(str(ask), list(ASKED))}", ask)
        keys, answer = ASKED[ask]
        if strange := sorted(set(question) - {"ask", *keys}):
            raise NotationError(f"no other keys for {ask}{' than ' * bool(keys)}{' '.join(keys)}", strange[0])
        wrong = [key for key, kinds in keys.items() if key in question and type(question[key]) not in kinds]
        if wrong:
            raise NotationError(f"{wrong[0]} as {_named(keys[wrong[0]])}", question[wrong[0]])
        return answer(self, question)

    def new(self, question: Question) -> dict[str, Any]:
        """Begin anew, with a seed, any where none is given, and options."""
        table = question.get("table", False)
        seed = question["seed"] if "seed" in question else 0 if table else fresh_seed()
        self.game = Game(self.game.title, question.get("options", {}), seed=seed, table=table)
        return {"title": self.game.title, "seed": self.game.head.seed, "rules": self.game.head.rules, **self.stands()}

    def stands(self) -> dict[str, Any]:
        """Return who decides, how many decisions were taken and how many can be taken back."""
        game = self.game
        return {"decider": game.decider, "over": game.over, "decisions": game.decisions, "undoable": game.undoable}

    def legal(self, _: Question) -> dict[str, Any]:
        """List the legal actions."""
        return {**self.stands(), "actions": [*self.game.actions()]}

    def do(self, question: Question) -> dict[str, Any]:
        """Carry out an action."""
        if "action" not in question:
            raise NotationError("an action to do", question)
        came = self.game.do(question["action"], dice=question.get("dice"))
        return {"did": self.game.log.entries[-len(came) - 1].action, "happened": [*map(to_json, came)], **self.stands()}  # type: ignore[union-attr]

    def undo(self, question: Question) -> dict[str, Any]:
        """Take decisions back."""
        self.game.undo(question.get("decisions", 1))
        return self.stands()

    def redo(self, question: Question) -> dict[str, Any]:
        """Take again what was taken back."""
        self.game.redo(question.get("decisions", 1))
        return self.stands()

    def state(self, _: Question) -> dict[str, Any]:
        """Give the whole state."""
        return {"state": self.game.state, **self.stands()}

    def view(self, question: Question) -> dict[str, Any]:
        """Give what a side may see."""
        return {"view": self.game.view(question.get("side", self.game.decider)), **self.stands()}

    def score(self, _: Question) -> dict[str, Any]:
        """Give the score."""
        return {"score": self.game.score(), **self.stands()}

    def log(self, _: Question) -> dict[str, Any]:
        """Give the lines of the log."""
        return {"lines": [*self.game.lines()]}

    def save(self, question: Question) -> dict[str, Any]:
        """Write the log to a file."""
        self.game.save(_path(question))
        return {"saved": question["path"]}

    def load(self, question: Question) -> dict[str, Any]:
        """Read a log of the same title."""
        game = load(_path(question))
        if game.title != self.game.title:
            raise NotationError(f"a game of {self.game.title}", game.title)
        self.game = game
        return self.stands()


def _path(question: Question) -> str:
    path: str = question.get("path", "")
    if not path or "\0" in path:
        raise NotationError("the path of a file", path)
    return path


def _named(kinds: tuple[type, ...]) -> str:
    names = {str: "a text", int: "a whole number", dict: "an object", list: "a list", bool: "true or false"}
    return " or ".join(names[kind] for kind in kinds)


_TEXT, _NUMBER = (str,), (int,)
ASKED: Mapping[str, tuple[Mapping[str, tuple[type, ...]], Callable[[Desk, Question], dict[str, Any]]]] = {
    "new": ({"seed": _NUMBER, "options": (dict,), "table": (bool,)}, Desk.new),
    "legal": ({}, Desk.legal),
    "do": ({"action": (str, int), "dice": (list,)}, Desk.do),
    "undo": ({"decisions": _NUMBER}, Desk.undo),
    "redo": ({"decisions": _NUMBER}, Desk.redo),
    "state": ({}, Desk.state),
    "view": ({"side": _TEXT}, Desk.view),
    "score": ({}, Desk.score),
    "log": ({}, Desk.log),
    "save": ({"path": _TEXT}, Desk.save),
    "load": ({"path": _TEXT}, Desk.load),
}
"""Each question with its keys and the kinds of their values."""

"""The small language of conditions: `not(fleet_hostile(bosporus))`, `any(nation(papal), nation(spanish))`.

A condition is `always`, `never`, a fact, or `any(…)`, `all(…)`, `not(…)` of conditions. A fact is a name, or a name with
arguments in brackets; whoever asks supplies the facts that hold, as texts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from mapsheet.errors import NotationError

MOST_CHARACTERS = 1000
MOST_DEPTH = 32
_TOKEN = re.compile(r"\s*(?:([^\W\d][\w-]*)|([(),]))", re.UNICODE)
_EXPECTED = "a condition such as not(fleet_hostile(bosporus)), any(…), all(…), always or never"


class Condition(NamedTuple):
    """A condition: `word` is any, all, not, always, never or the name of a fact; `parts` its conditions or a fact's arguments."""

    word: str
    parts: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        return f"{self.word}({', '.join(str(part) for part in self.parts)})" if self.parts else self.word

    def holds(self, facts: frozenset[str] | set[str]) -> bool:
        """Return whether it holds when exactly these facts do."""
        match self.word:
            case "always":
                return True
            case "never":
                return False
            case "any":
                return any(part.holds(facts) for part in self.parts)
            case "all":
                return all(part.holds(facts) for part in self.parts)
            case "not":
                return not self.parts[0].holds(facts)
        return str(self) in facts

    def facts(self) -> frozenset[str]:
        """Return every fact that is named in it."""
        if self.word in {"always", "never"}:
            return frozenset()
        if self.word in {"any", "all", "not"}:
            return frozenset().union(*(part.facts() for part in self.parts))
        return frozenset({str(self)})

    def resolved(self, name: Callable[[str], str]) -> Condition:
        """Return it with every argument of a fact replaced by what `name` makes of it."""
        if self.word in {"any", "all", "not"}:
            return Condition(self.word, tuple(part.resolved(name) for part in self.parts))
        return Condition(self.word, tuple(Condition(name(str(part))) for part in self.parts))


ALWAYS = Condition("always")
NEVER = Condition("never")


def parse_condition(text: str) -> Condition:
    """Return the condition in a text.

    NotationError when it cannot be read, is longer than 1,000 characters or nested more than 32 deep.
    """
    if not isinstance(text, str) or len(text) > MOST_CHARACTERS:
        raise NotationError(_EXPECTED, text)
    tokens = _tokens(text)
    try:
        condition, end = _parse(text, tokens, 0, 0)
    except IndexError:
        raise NotationError(_EXPECTED, text) from None
    if end != len(tokens):
        raise NotationError(_EXPECTED, text)
    return condition


def parse_fact(text: str) -> Condition:
    """Return the fact in a text, `fleet_hostile(bosporus)`; NotationError when it is none."""
    condition = parse_condition(text)
    if condition.word in {"any", "all", "not", "always", "never"}:
        raise NotationError("a fact such as fleet_hostile(bosporus)", text)
    return condition


def fact_texts(facts: Iterable[str]) -> frozenset[str]:
    """Return facts in their one spelling; NotationError for what is none."""
    return frozenset(str(parse_fact(fact)) for fact in facts)


def _tokens(text: str) -> list[str]:
    tokens, place = [], 0
    while place < len(text.rstrip()):
        found = _TOKEN.match(text, place)
        if found is None:
            raise NotationError(_EXPECTED, text)
        tokens.append(found.group(1) or found.group(2))
        place = found.end()
    return tokens


def _parse(text: str, tokens: list[str], place: int, depth: int) -> tuple[Condition, int]:
    word = tokens[place]
    if depth > MOST_DEPTH or word in "(),":
        raise NotationError(_EXPECTED, text)
    parts: list[Condition] = []
    place += 1
    if place < len(tokens) and tokens[place] == "(":
        while tokens[place] in "(,":
            part, place = _parse(text, tokens, place + 1, depth + 1)
            parts.append(part)
        if tokens[place] != ")":
            raise NotationError(_EXPECTED, text)
        place += 1
    _check(text, word, parts)
    return Condition(word, tuple(parts)), place


def _check(text: str, word: str, parts: list[Condition]) -> None:
    """Refuse words with too many or too few parts, and facts whose arguments are more than names."""
    few = {"any": 1, "all": 1, "not": 1}.get(word, 0)
    most = {"not": 1, "always": 0, "never": 0}.get(word, 100)
    is_fact = word not in {"any", "all", "not"}
    if not few <= len(parts) <= most or (is_fact and any(part.parts for part in parts)):
        raise NotationError(_EXPECTED, text)

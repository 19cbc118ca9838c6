"""What may be walked: kinds of link, facts, closed spaces and bans resolved once. Every query goes through it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, TypedDict

from areamap.atlas import Atlas
from areamap.conditions import ALWAYS, parse_fact
from areamap.spaces import WATER, Cost, Link, Space
from mapsheet.errors import NotationError, nearest

NO_FIELD = "city-only"
"""The trait of an island that is its city: nobody stands on it outside."""
DRAWING_ONLY = frozenset({"annex"})
AFLOAT = frozenset({"sea", "port"})
_STANDARD = ("land", "sea", "coast", "city", "port", "strait", "path", "reserve")


class Reason(NamedTuple):
    """Why a step from `origin` to `space` is not taken.

    `why` is `shut` (drawn only), `closed` (by the question), `ban` (a trait of the space), `city-only` (no field to stand
    in), `entry` (the condition of the space), `condition` (that of the link), `one-way`, `kind` (a link that the mover does
    not use), `stop` (one that is entered and not left), `hostile`, `allowance`, or `no-way`.
    """

    why: str
    origin: str
    space: str
    link: str = ""
    condition: str = ""
    rule: str = ""
    note: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return `space from why`, and of `link condition rule note` what there is."""
        more = {name: value for name, value in self._asdict().items() if name in _MORE and value}
        return {"space": self.space, "from": self.origin, "why": self.why, **more}


OF_THE_MOVER = frozenset({"entry", "ban", "city-only"})
"""Reasons that keep this mover out of a space which hangs together with others all the same."""
_MORE = ("link", "condition", "rule", "note")


def in_order(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Return reasons without repetition, by the space they bar, then by where the step would start."""
    return tuple(sorted(set(reasons), key=lambda reason: (reason.space, reason.origin, reason.why, reason.link)))


class Way(NamedTuple):
    """An open step: where it leads, what it costs, over which link."""

    to: str
    cost: Cost
    link: Link


class PassageOptions(TypedDict, total=False):
    """Who moves, as every query takes it.

    `by` are kinds of link, or names of movers of the map; `all` stands for every kind. `facts` hold, all others do not.
    `closed` spaces and spaces with a trait among `bans` are not entered.
    """

    by: str | Iterable[str] | None
    facts: str | Iterable[str]
    closed: Iterable[str | Space]
    bans: str | Iterable[str]


class Passage:
    """The steps that are open to one mover. `by` are the kinds of link it uses, sorted."""

    def __init__(self, board: Atlas, by: Iterable[str], options: PassageOptions) -> None:
        self.board = board
        self.by = tuple(sorted(by))
        self.facts = board.facts(listed(options.get("facts", ()), "facts"))
        self.closed = ids_of(board, options.get("closed", ()), "closed")
        self.bans = frozenset(listed(options.get("bans", ()), "bans"))
        self._kinds = frozenset(self.by)
        self._ways: dict[str, tuple[Way, ...]] = {}
        self._steps: dict[str, tuple[tuple[Cost, str], ...]] = {}
        self._refused: dict[str, tuple[Reason, ...]] = {}
        self._barred: dict[str, Reason | None] = {}
        self._against = [link for link in board.links if link.one_way]

    def steps(self, here: str) -> tuple[tuple[Cost, str], ...]:
        """Return the cost and the end of each of `ways`."""
        found = self._steps.get(here)
        if found is None:
            found = self._steps[here] = tuple((way.cost, way.to) for way in self.ways(here))
        return found

    def ways(self, here: str) -> tuple[Way, ...]:
        """Return the open steps from a space, one for each space they lead to: the cheapest, then by kind of link."""
        if here not in self._ways:
            best: dict[str, Way] = {}
            for link in self.board.links_of[here]:
                if self.reason(link, here) is None:
                    way = Way(link.other(here), link.cost, link)
                    if way.to not in best or way.cost < best[way.to].cost:
                        best[way.to] = way
            self._ways[here] = tuple(best[to] for to in sorted(best))
        return self._ways[here]

    def refused(self, here: str) -> tuple[Reason, ...]:
        """Return why each of the other steps from a space is not open, by the space they lead to."""
        if here not in self._refused:
            reasons = (self.reason(link, here) for link in self.touching(here))
            self._refused[here] = in_order(reason for reason in reasons if reason and reason.why != "kind")
        return self._refused[here]

    def touching(self, here: str) -> tuple[Link, ...]:
        """Return every link with an end in a space, those that run only towards it too."""
        return (*self.board.links_of[here], *(link for link in self._against if link.b == here))

    def reason(self, link: Link, here: str) -> Reason | None:
        """Return why a link is not taken from one of its ends, None where it is open."""
        if link.kind not in self._kinds:
            return Reason("kind", here, link.other(here), link.kind, note=f"moves by {' '.join(self.by)}")
        if (shut := self.shut(link, here)) is not None:
            return shut
        barred = self.barred(link.other(here))
        return barred._replace(origin=here, link=link.kind) if barred else None

    def shut(self, link: Link, here: str) -> Reason | None:
        """Return why the link itself cannot be passed, whoever may enter the space behind it."""
        to = link.other(here)
        if link.one_way and here == link.b:
            return Reason("one-way", here, to, link.kind, rule=link.rule, note=link.one_way)
        if link.open is not ALWAYS and not link.open.holds(self.facts):
            return Reason("condition", here, to, link.kind, str(link.open), link.rule)
        return None

    def barred(self, id_: str) -> Reason | None:
        """Return why a space is not entered, from wherever; a city shares the entry condition of its region."""
        if id_ not in self._barred:
            self._barred[id_] = self._bar(self.board.spaces[id_])
        return self._barred[id_]

    def _bar(self, space: Space) -> Reason | None:
        if space.is_shut:
            return Reason("shut", "", space.id)
        if space.id in self.closed:
            return Reason("closed", "", space.id)
        if banned := sorted(space.traits & self.bans):
            return Reason("ban", "", space.id, note=banned[0])
        if NO_FIELD in space.traits and space.kind != "city":
            return Reason(NO_FIELD, "", space.id, note="only its city can be entered")
        for ruled in (space, self.board.spaces.get(space.within)):
            if ruled is not None and not ruled.entry.holds(self.facts):
                return Reason("entry", "", space.id, condition=str(ruled.entry), rule=ruled.entry_rule, note=ruled.note)
        return None


class _Memory:
    """What was worked out for a board, which never changes: the kinds of link to walk, the last passages, names of facts."""

    def __init__(self, board: Atlas) -> None:
        self.walked = frozenset(board.link_kinds()) - DRAWING_ONLY
        self.passages: dict[object, Passage] = {}
        self.fact_words: dict[str, bool] | None = None


_MOST_PASSAGES = 64


def _memory(board: Atlas) -> _Memory:
    """Return the memory of a board, kept in the board so that both end together."""
    found = vars(board).get("_memory")
    if found is None:
        found = vars(board)["_memory"] = _Memory(board)
    return found


def _remembered(board: Atlas, options: PassageOptions, kinds: frozenset[str]) -> Passage:
    """Return a passage, the same one for the same words; `kinds` are its kinds of link where the options do not say."""
    by = options.get("by")
    rest = (options.get("facts", ()), options.get("closed", ()), options.get("bans", ()))
    said: list[Any] = [sorted(kinds) if by is None else by, *rest]
    try:
        key: tuple[Any, ...] = tuple(each if isinstance(each, str) else tuple(map(_word, each)) for each in said)
        hash(key)
    except TypeError:
        raise NotationError("lists of texts", said) from None
    passages = _memory(board).passages
    if key not in passages:
        if len(passages) >= _MOST_PASSAGES:
            passages.clear()
        named: PassageOptions = {"facts": key[1], "closed": key[2], "bans": key[3]}
        passages[key] = Passage(board, kinds if by is None else kinds_of(board, key[0]), named)
    return passages[key]


def _word(value: object) -> object:
    return value.id if isinstance(value, Space) else value


def passage_for(board: Atlas, options: PassageOptions, start: Space, *ends: Space) -> Passage:
    """Return the passage of a move between spaces.

    Without `by` a mover that starts or ends on water, or in the city of an island without a field, uses the links `sea` and
    `port`; every other one all kinds but those, `coast` and `annex`. NotationError for an unknown kind or mover.
    """
    return _remembered(board, options, fitting(board, start, *ends))


def passage_everywhere(board: Atlas, options: PassageOptions) -> Passage:
    """Return the passage of no mover in particular: without `by` it uses every kind of link but `annex`."""
    return _remembered(board, options, walked(board))


def fitting(board: Atlas, start: Space, *ends: Space) -> frozenset[str]:
    """Return the kinds of link that a move from one space to others uses where nobody says."""
    is_by_sea = any(space.kind in WATER or _is_without_field(board, space) for space in (start, *ends))
    return AFLOAT if is_by_sea else walked(board) - AFLOAT - {"coast"}


def _is_without_field(board: Atlas, city: Space) -> bool:
    return city.within in board.spaces and NO_FIELD in board.spaces[city.within].traits


def walked(board: Atlas) -> frozenset[str]:
    """Return the kinds of link on the map that are more than drawing."""
    return _memory(board).walked


def kinds_of(board: Atlas, by: str | Iterable[str]) -> frozenset[str]:
    """Return the kinds of link in a list of kinds and movers; NotationError for a word that is neither."""
    every = {*board.link_kinds(), *board.kinds, *_STANDARD}
    found: set[str] = set()
    words = listed(by, "by")
    for word in words:
        if word in board.movers:
            found.update(board.movers[word].by)
        elif word == "all":
            found |= walked(board)
        elif word in every | DRAWING_ONLY:
            found.add(word)
        else:
            known = sorted({*every, *board.movers, *DRAWING_ONLY, "all"})
            raise NotationError(f"a kind of link, or a mover{nearest(word, known)}", word)
    if not words:
        raise NotationError("a kind of link, or a mover", by)
    return frozenset(found)


def listed(values: object, what: str) -> list[str]:
    """Return texts as a list, a single text as a list of one; NotationError for anything else."""
    found: list[Any] = [values] if isinstance(values, str) or not isinstance(values, Iterable) else list(values)
    if not all(isinstance(value, str) for value in found):
        raise NotationError(f"texts for {what}", found)
    return found


def ids_of(board: Atlas, names: object, what: str) -> frozenset[str]:
    """Return the ids of named spaces; NotationError for a name that is unknown."""
    if isinstance(names, str | Space):
        names = [names]
    if not isinstance(names, Iterable):
        raise NotationError(f"spaces for {what}", names)
    spaces = board.spaces
    return frozenset(name if isinstance(name, str) and name in spaces else board.space(name).id for name in names)


def refuse_unheard(board: Atlas, facts: Iterable[str], bans: Iterable[str] = ()) -> None:
    """Raise NotationError for a fact that no condition of the map can mean, or for a trait that no space has.

    A fact is refused whose name stands in no condition, or that is told of no space where all conditions tell it of spaces.
    """
    traits = {trait for space in board.spaces.values() for trait in space.traits} if bans else set()
    for trait in bans:
        if trait not in traits:
            raise NotationError(f"a trait of a space{nearest(trait, sorted(traits))}", trait)
    memory = _memory(board)
    words = memory.fact_words = fact_words(board) if memory.fact_words is None else memory.fact_words
    for text in listed(facts, "facts"):
        fact = parse_fact(text)
        if fact.word not in words:
            raise NotationError(f"a fact that the map's conditions name{nearest(fact.word, sorted(words))}", text)
        for part in fact.parts if words[fact.word] else ():
            board.space(str(part))


def fact_words(board: Atlas) -> dict[str, bool]:
    """Return the names of the facts in a map's conditions, and whether all they are told of are spaces."""
    words: dict[str, bool] = {}
    conditions = [*(link.open for link in board.links), *(space.entry for space in board.spaces.values())]
    for text in sorted(frozenset[str]().union(*(condition.facts() for condition in conditions))):
        fact = parse_fact(text)
        words[fact.word] = words.get(fact.word, True) and all(str(part) in board.spaces for part in fact.parts)
    return words


def is_city_of(board: Atlas, city: str, space: str) -> bool:
    """Return whether a city lies in a region, or opens to a sea."""
    return space in {board.spaces[city].within, *board.spaces[city].ports}

"""A set-up as a list: which counters of which side stand where, come when, or wait off the map."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from mapsheet.setup.muster import Muster, Reserve

if TYPE_CHECKING:
    from mapsheet.counters import Counter, CounterSet

MOST_EMPTY = 15
"""Turns up to which those without arrivals stand on a sheet too."""


class Entry(NamedTuple):
    """Counters in a cell of a sheet: how many of which, and where they start in words and as the file says (`at`)."""

    counter: Counter
    where: str = ""
    at: str = ""
    note: str = ""
    back: bool = False
    copies: int = 1


class Block(NamedTuple):
    """A box of a sheet with its heading and its counters."""

    title: str
    entries: tuple[Entry, ...]
    note: str = ""


class SideSetup(NamedTuple):
    """The counters of one side: on the map by group, by turn, and off the map by pile."""

    id: str
    name: str
    colour: str
    groups: tuple[Block, ...]
    turns: tuple[Block, ...] = ()
    piles: tuple[Block, ...] = ()

    @property
    def counts(self) -> tuple[int, int, int]:
        """Return how many counters start on the map, come later, and wait off it."""
        on, later, off = (_count(blocks) for blocks in (self.groups, self.turns, self.piles))
        return on, later, off

    @property
    def words(self) -> str:
        """Return the counts in words."""
        on, later, off = self.counts
        parts = [f"{on} on the map"] * bool(on) + [f"{later} by turn"] * bool(later) + [f"{off} off the map"] * bool(off)
        total = on + later + off
        return f"{total} counter{'s' * (total != 1)}: {', '.join(parts)}" if parts else "no counters"


class Setup(NamedTuple):
    """A whole set-up: the title's and the scenario's names, its sides, what is said under every sheet, and the counters."""

    title: str
    scenario: str
    sides: tuple[SideSetup, ...]
    counters: CounterSet
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the list that the sheets and the map are drawn from."""
        sections = (("on_map", "groups"), ("by_turn", "turns"), ("off_map", "piles"))
        return {
            "title": self.title, "scenario": self.scenario,
            "sides": [
                {
                    "side": side.id, "name": side.name, "counters": sum(side.counts),
                    **{name: [_block_json(block) for block in getattr(side, part)] for name, part in sections},
                }
                for side in self.sides
            ],
        }


def _count(blocks: Iterable[Block]) -> int:
    return sum(entry.copies for block in blocks for entry in block.entries)


def _block_json(block: Block) -> dict[str, Any]:
    return {
        "group": block.title,
        "counters": [
            {"counter": e.counter.id, "copies": e.copies, "at": e.at, "where": e.where, "back": e.back} for e in block.entries
        ],
    }


class Standing(NamedTuple):
    """Counters that start on the map: where as the file says and in words, and under whom (none: their side)."""

    counter: str
    at: str
    where: str
    group: str = ""
    note: str = ""
    back: bool = False
    copies: int = 1


class Saying(NamedTuple):
    """How a map's own places and turns are told: where reserves enter, and a turn's name."""

    place: Callable[[str], str]
    turn: Callable[[int], str]


def gather(title: str, counters: CounterSet, standing: Sequence[Standing], muster: Muster | None, saying: Saying) -> Setup:
    """Return a set-up by sides, groups, turns and piles, each in the order of the file; all counters are known."""
    plan = muster or Muster("", 1, 1, {}, (), ())
    sides = [_side(id_, name, ids, (counters, standing, plan, saying)) for id_, name, ids in _sheets(counters, plan)]
    return Setup(title, plan.name, tuple(side for side in sides if sum(side.counts)), counters, plan.notes)


def _sheets(counters: CounterSet, plan: Muster) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield the sheets: those of the file, then one for each side that stands on none of them."""
    yield from plan.sheets
    shared = {id_ for sheet in plan.sheets for id_ in sheet.sides}
    for side in counters.sides.values():
        if side.id not in shared:
            yield side.id, side.name, (side.id,)


_Given = tuple["CounterSet", Sequence[Standing], Muster, Saying]


def _side(id_: str, name: str, sides: Sequence[str], given: _Given) -> SideSetup:
    counters, standing, plan, saying = given
    own = [s for s in standing if counters.counters[s.counter].side.id in sides]
    reserves = [r for r in plan.reserves if counters.counters[r.counter].side.id in sides]
    groups: dict[str, list[Entry]] = {}
    for s in own:
        counter = counters.counters[s.counter]
        groups.setdefault(s.group or counter.side.name, []).append(Entry(counter, s.where, s.at, s.note, s.back, s.copies))
    timed = [r for r in reserves if r.turn is not None]
    waiting = [r for r in reserves if r.turn is None]
    colour = next((counters.sides[one].colour for one in sides if one in counters.sides), "#FFFFFF")
    blocks = tuple(Block(title, tuple(entries)) for title, entries in groups.items())
    turns, piles = tuple(_turns(counters, plan, timed, saying)), tuple(_piles(counters, plan, waiting))
    return SideSetup(id_, name, colour, blocks, turns, piles)


def _turns(counters: CounterSet, plan: Muster, timed: Sequence[Reserve], saying: Saying) -> Iterator[Block]:
    if not timed:
        return
    last = max(plan.last_turn, *(r.turn or 0 for r in timed))
    every = last - plan.first_turn < MOST_EMPTY
    for turn in range(min(plan.first_turn, *(r.turn or last for r in timed)), last + 1):
        entries = tuple(_waiting(counters, r, saying.place(r.at) if r.at else "") for r in timed if r.turn == turn)
        if entries or every:
            yield Block(saying.turn(turn), entries)


def _piles(counters: CounterSet, plan: Muster, waiting: Iterable[Reserve]) -> Iterator[Block]:
    found: dict[str, list[Entry]] = {}
    for r in waiting:
        found.setdefault(r.pile, []).append(_waiting(counters, r, ""))
    for id_, entries in found.items():
        pile = plan.piles.get(id_)
        yield Block(pile.name if pile else "In reserve", tuple(entries), pile.note if pile else "")


def _waiting(counters: CounterSet, reserve: Reserve, where: str) -> Entry:
    return Entry(counters.counters[reserve.counter], where, reserve.at, reserve.note, reserve.back, reserve.copies)

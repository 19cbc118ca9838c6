"""What a set-up says besides who stands where: its turns, who waits off the map, who comes when; and the count of all."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from mapsheet.errors import clipped, nearest

if TYPE_CHECKING:
    from mapsheet.counters import CounterSet
    from mapsheet.fields import Fields

MOST_TURNS = 200


class Pile(NamedTuple):
    """A place off the map where counters wait: the dead, a mug, a player's hand."""

    id: str
    name: str
    note: str = ""


class SheetPlan(NamedTuple):
    """A set-up sheet: its name, and the sides whose counters stand on it."""

    id: str
    name: str
    sides: tuple[str, ...]


class Reserve(NamedTuple):
    """Counters that do not start on the map: they come in a turn, or wait in a pile; `at` is where they enter."""

    counter: str
    copies: int = 1
    turn: int | None = None
    pile: str = ""
    at: str = ""
    note: str = ""
    back: bool = False


class Muster(NamedTuple):
    """A set-up's name, its first and last turn, its piles and reserves, and what it leaves unused.

    `unused` are ids of counters, of sides or of types. `sheets` tell which sides share a sheet; any other has its own.
    """

    name: str
    first_turn: int
    last_turn: int
    piles: Mapping[str, Pile]
    reserves: tuple[Reserve, ...]
    unused: tuple[str, ...]
    notes: tuple[str, ...] = ()
    sheets: tuple[SheetPlan, ...] = ()


class Placed(NamedTuple):
    """Counters that a file places, with the key that says so."""

    key: tuple[str | int, ...]
    counter: str
    copies: int = 1


def take_muster(fields: Fields) -> Muster | None:
    """Return what a file says of a set-up; None for a file that is none, one without the table `[scenario]`."""
    inner = fields.table("scenario")
    timed = fields.tables("reserve")
    piles = {id_: _pile(id_, table) for id_, table in fields.named("pile")}
    reserves = tuple(_reserve(table, piles) for table in timed)
    unused = tuple(fields.texts("unused"))
    sheets = tuple(_sheet(id_, table) for id_, table in fields.named("sheet"))
    if not fields.has("scenario"):
        for name in ("pile", "reserve", "unused", "sheet"):
            if fields.has(name):
                fields.fault(name, "needs a table [scenario], which makes the file a set-up")
        return None
    first = inner.whole("first_turn", default=1, least=1, most=MOST_TURNS) or 1
    last = inner.whole("last_turn", default=first, least=1, most=MOST_TURNS) or first
    if last < first:
        inner.fault("last_turn", f"is before the first turn, {first}")
    elif inner.has("last_turn"):
        for table, reserve in zip(timed, reserves, strict=True):
            if reserve.turn is not None and not first <= reserve.turn <= last:
                table.fault("turn", f"the set-up has the turns {first} to {last}, got {reserve.turn}")
    made = Muster(inner.text("name"), first, last, piles, reserves, unused, tuple(inner.texts("notes")), sheets)
    inner.finish()
    return made


def _pile(id_: str, fields: Fields) -> Pile:
    made = Pile(id_, fields.text("name", default=id_), fields.text("note"))
    fields.finish()
    return made


def _sheet(id_: str, fields: Fields) -> SheetPlan:
    made = SheetPlan(id_, fields.text("name", default=id_), tuple(fields.texts("sides", required=True)))
    fields.finish()
    return made


def _reserve(fields: Fields, piles: Mapping[str, Pile]) -> Reserve:
    made = Reserve(
        fields.text("counter", required=True),
        fields.whole("copies", default=1, least=1, most=1000) or 1,
        fields.whole("turn", default=None, least=1, most=MOST_TURNS),
        fields.text("pile"),
        fields.text("at"),
        fields.text("note"),
        fields.flag("back", default=False),
    )
    if made.pile and made.pile not in piles:
        fields.fault("pile", f"no [pile.{made.pile}] in the file{nearest(made.pile, sorted(piles))}")
    fields.finish()
    return made


def count_pieces(fields: Fields, counters: CounterSet, placed: Sequence[Placed], muster: Muster | None) -> None:
    """Note what does not tally: counters that are not in the title's, more copies placed than there are, and those forgotten.

    What is forgotten is told for a set-up alone: of any other position only a part need be known.
    """
    known = counters.counters
    given = [*placed]
    if muster is not None:
        given += [Placed(("reserve", k), reserve.counter, reserve.copies) for k, reserve in enumerate(muster.reserves)]
    used = Tally[str]()
    for key, id_, count in given:
        if id_ not in known:
            fields.fault((*key, "counter"), f"no counter of this name{nearest(id_, list(known))}: {clipped(id_)}")
            continue
        used[id_] += count
        if used[id_] > known[id_].copies >= used[id_] - count:
            have = "a single one" if known[id_].copies == 1 else f"{known[id_].copies}"
            fields.fault((*key, "counter"), f"places {id_} {_times(used[id_])}, and there is {have}")
    if muster is not None:
        _note_forgotten(fields, counters, used, muster)


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _note_forgotten(fields: Fields, counters: CounterSet, used: Mapping[str, int], muster: Muster) -> None:
    names = {*counters.counters, *counters.sides, *counters.kinds}
    for k, name in enumerate(muster.unused):
        if name not in names:
            fields.fault(("unused", k), f"no counter, side or type of this name{nearest(name, sorted(names))}: {clipped(name)}")
    left = [
        (counter.id, counter.copies - used.get(counter.id, 0))
        for counter in counters.counters.values()
        if not {counter.id, counter.side.id, counter.kind.id} & {*muster.unused}
    ]
    short = [f"{id_} ({count} of {counters.counters[id_].copies})" if counters.counters[id_].copies > 1 else id_
             for id_, count in left if count > 0]
    if short:
        fields.fault("scenario", f"{len(short)} counters are neither placed nor in reserve nor unused: {_some(short)}")


def _some(names: Sequence[str], most: int = 12) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def piece_id(counter: str, copy: int = 1) -> str:
    """Return the id of a piece's group on a sheet: `piece-english--yorks-1`, and `….2` for the second of its copies."""
    return f"piece-{counter.replace('/', '--')}" + (f"..{copy}" if copy > 1 else "")

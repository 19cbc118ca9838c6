"""What never changes in a battle: its map, its pieces with their faces, its tables, who moves first, who runs where."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

import hexmap
from hexmap import HexMap
from hexmap.facing import Arcs
from hexmap.setup import find_setup
from hexmap.stepcosts import prices_of
from mapsheet.aid import charts_of
from mapsheet.chartfile import Chart
from mapsheet.counters import Counter, read_counters
from mapsheet.counters.reader import counter_source
from mapsheet.errors import DataError, NotationError, clipped
from mapsheet.errors import nearest as nearest_name
from mapsheet.source import Source, find_source

TURNS = 10  # 2.0
SIDES = {"bannockburn": ("scots", "english"), "angorra": ("tartars", "ottomans")}
"""The sides of each title, the one that moves first (15.1) in front."""
ARMIES = {"serbian": "ottomans", "ottoman": "ottomans", "tartar": "tartars", "mongol": "tartars", "indian": "tartars"}
KINDS = {
    **{kind: kind for kind in ("leader", "schiltrom", "elephants", "naphtha")},
    "schiltrom-closed": "schiltrom", "wagons": "wagon", "county": "foot",
    **dict.fromkeys(("gascons", "longbows", "archers", "janissaries", "janissary", "azabs", "crossbows"), "bow"),
    **dict.fromkeys(("knights", "hobelars", "plate-horse", "mail-horse", "sipahis", "lancers", "squadron"), "horse"),
    **dict.fromkeys(("akinji", "horse-archers", "horse-archers-double"), "horse"),
}  # fmt: skip
WEAPONS = {"infantry bow": "shortbow", "cavalry bow": "cavalry-bow"}
FIRE = frozenset({"longbow", "crossbow", "shortbow", "cavalry-bow"})
MELEE = frozenset({"melee", "schiltrom", "naphtha", "elephants"})
COUNTERS = "counters.toml"
PRINTED = {
    "movement": (re.compile("[0-9]|1[0-9]|20"), "an allowance from 0 to 20"),
    "morale": (re.compile("[A-E]?"), "a morale from A to E"),
    "armour": (re.compile("[PMLN]?"), "an armour: P M L N"),
    "weapon": (
        re.compile("|".join(("", "none", "wagons", "lager", *WEAPONS, *sorted(FIRE), *sorted(MELEE)))),
        f"a weapon: {' '.join((*WEAPONS, *sorted(FIRE), *sorted(MELEE), 'none'))}",
    ),
}
"""What may be printed on a counter (3.3), by its key."""
DIVISIONS = {"english/he": "H", "english/cl": "C", "english/ed": "K"}  # 17.2: the leaders of the longbows' divisions
SUPREME = frozenset({"ottoman/bay", "tartar/tam"})  # 17.1: they rally any unit of their army


class Face(NamedTuple):
    """One face of a piece: its mode in a word, what it is in that mode, and what is printed there.

    `kind` is horse, foot, schiltrom, wagon, elephants, naphtha or leader; `back` and `counter` say which printed face it is.
    """

    mode: str
    kind: str
    weapon: str
    movement: int
    morale: str
    armour: str
    size: int
    counter: str
    back: bool
    unit_class: str | None

    @property
    def fires(self) -> bool:
        """Whether a unit shoots in this mode."""
        return self.weapon in FIRE

    @property
    def fights(self) -> bool:
        """Whether a unit attacks in melee in this mode."""
        return self.weapon in MELEE


class Piece(NamedTuple):
    """A leader or a unit: the faces it can show, and where it starts with which.

    `kind` is leader, horse, foot, bow (foot with a fire mode), schiltrom, wagon, elephants or naphtha.
    """

    id: str
    name: str
    side: str
    contingent: str
    division: str
    kind: str
    faces: tuple[Face, ...]
    lance: bool
    tag: str
    at: str
    face: int
    code: str = ""

    @property
    def is_leader(self) -> bool:
        """Whether it is a leader."""
        return self.kind == "leader"


class Battle:
    """A title with everything in it that no game changes; what is asked of the map again and again is kept.

    `units` (wagons among them) and `leaders` are ids in the order of the set-up. `cells` gives the board's cell of a number,
    `around` the numbers next to one.
    """

    def __init__(self, title: str, override: str | None = None, *, ground: Source | None = None) -> None:
        """Take a title, the file that goes over its data, and what a diagram merges into its map."""
        folder = find_source(title).parent
        self.title, self.first, self.second = title, *SIDES[title]
        self.sides, self.override = SIDES[title], override
        self.board: HexMap = hexmap.load(title, override=override, ground=ground)
        grid = self.board.grid
        self.pieces: Mapping[str, Piece] = _pieces(title, override)
        self.units = tuple(id_ for id_, piece in self.pieces.items() if not piece.is_leader)
        self.leaders = tuple(id_ for id_, piece in self.pieces.items() if piece.is_leader)
        self.by_tag = {self.pieces[id_].tag: id_ for id_ in self.leaders}
        self.wagons = tuple(id_ for id_ in self.units if self.pieces[id_].kind == "wagon")
        self.tables: Mapping[str, Chart] = charts_of(folder, override)
        self.turns = TURNS
        self.toward = {side: frozenset(self.board.sides[side].rout) for side in self.sides}
        self.cells = {self.board.number(h): grid.cell(h) for h in self.board}
        self.numbers = self.board.numbers
        self._hexes = {self.board.number(h): h for h in self.board}
        self.around = {
            self.board.number(h): tuple(self.board.number(n) for n in grid.neighbors(h) if n in self.board) for h in self.board
        }
        self._arcs: dict[str, Arcs] = {}
        self._touching: dict[str, frozenset[str]] = {}
        self._passable: dict[str | None, frozenset[str]] = {}

    def other(self, side: str) -> str:
        """Return the enemy of a side."""
        return self.second if side == self.first else self.first

    def arcs(self, at: str) -> Arcs:
        """Return the front, flanks and rear of a two-hex stand (5.2)."""
        if at not in self._arcs:
            self._arcs[at] = self.board.arcs(at)
        return self._arcs[at]

    def touching(self, at: str) -> frozenset[str]:
        """Return the numbers adjacent to a stand, without its own."""
        if at not in self._touching:
            own = hexes_at(at)
            self._touching[at] = frozenset(n for number in own for n in self.around[number]).difference(own)
        return self._touching[at]

    def passable(self, unit_class: str | None) -> frozenset[str]:
        """Return the numbers of the hexes that a class of unit may stand in (7.25)."""
        if unit_class not in self._passable:
            enter, terrain_at = prices_of(self.board, unit_class).enter, self.board.terrain_at
            open_hexes = (number for number, cell in self.cells.items() if enter[terrain_at[cell] - 1] is not None)
            self._passable[unit_class] = frozenset(open_hexes)
        return self._passable[unit_class]

    def distance(self, a: str, b: str) -> int:
        """Return the distance between two hexes by their numbers."""
        return self.board.grid.distance(self._hexes[a], self._hexes[b])


def hexes_at(at: str) -> list[str]:
    """Return the numbers of a stand: one, two (left, right), or none of an empty one."""
    return at.split("+") if at else []


def battle_of(title: str, override: str | None = None, values: str = "") -> Battle:
    """Return a battle, one and the same whenever it is asked for with a file of overrides whose `values` have this checksum.

    NotationError for a title that is none, DataError for faults in its files or in the overrides.
    """
    if title not in SIDES:
        raise NotationError(f"a battle{nearest_name(title, list(SIDES))}", title)
    return kept_battle(title, override or None, values)


@cache
def kept_battle(title: str, override: str | None, values: str) -> Battle:  # noqa: ARG001 - parts those that are kept
    """Return a battle and keep it; it takes every argument, since a cache tells calls apart by how they are written."""
    return Battle(title, override)


def _pieces(title: str, override: str | None) -> dict[str, Piece]:
    counters = read_counters(title, override=override).counters
    _refuse_strange(title, override, counters)
    position = hexmap.read_position(find_setup(title))
    found = {}
    for unit in position.units:
        counter = counters[unit.counter]
        closed = counters.get(f"{counter.id}-closed")
        faces = _faces(counter, closed)
        kind, own = KINDS[counter.kind.id], counter.side.id
        values = counter.front.values
        found[counter.id] = Piece(
            counter.id, counter.name, ARMIES.get(own, own), own, values.get("division", "") or DIVISIONS.get(counter.id, ""),
            kind, faces, bool(values.get("lance")), values.get("label", "") if kind == "leader" else "", unit.at, int(unit.back),
            unit.code,
        )  # fmt: skip
    return found


def _refuse_strange(title: str, override: str | None, counters: Mapping[str, Counter]) -> None:
    """Raise DataError with every value on a counter that no rule knows, at its place."""
    source = counter_source(find_source(title, COUNTERS), override)
    faults = [
        source.fault(("counter", counter.id, name, key), f"expected {PRINTED[key][1]}, got {clipped(value)}")
        for counter in counters.values() if counter.kind.id in KINDS
        for name, face in (("front", counter.front), ("back", counter.back)) if face is not None and face.values.get("movement")
        for key, value in face.values.items() if key in PRINTED and not PRINTED[key][0].fullmatch(value)
    ]  # fmt: skip
    if faults:
        raise DataError(faults)


def _faces(counter: Counter, closed: Counter | None) -> tuple[Face, ...]:
    front = _face(counter, back=False)
    if closed is not None:
        return front._replace(mode="open"), _face(closed, back=False)._replace(mode="closed")
    back = _face(counter, back=True) if counter.back and counter.back.values.get("movement") else None
    if back is None:
        return (front,)
    if front.kind == "horse" and back.weapon == "melee" == front.weapon:  # 16.2: Scottish horse dismounts
        return front._replace(mode="cavalry"), back._replace(mode="dismounted", kind="foot")
    return front, back


def _face(counter: Counter, *, back: bool) -> Face:
    shown = counter.face(back=back)
    assert shown is not None  # only asked for faces that are there
    values = shown.values
    weapon = WEAPONS.get(values.get("weapon", ""), values.get("weapon", "none"))
    kind = KINDS[counter.kind.id].replace("bow", "foot")
    named = {"disorganised", "limbered", "lager"}
    mode = values["mode"] if values.get("mode") in named else weapon
    size = 2 if counter.size.width > counter.size.height else 1
    return Face(
        mode, kind, weapon, int(values["movement"]), values.get("morale", ""), values.get("armour", ""),
        size, counter.id, back, counter.kind.unit_class or None,
    )  # fmt: skip

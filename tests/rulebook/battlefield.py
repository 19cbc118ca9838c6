"""A battlefield built by hand for a test: open ground, only the units that are put on it, dice that are told beforehand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from functools import cache
from types import ModuleType
from typing import Any

from rulebook.battles import elephants, firing, melee, removal, routing
from rulebook.battles.model import Battle, battle_of
from rulebook.battles.options import read_options
from rulebook.battles.state import copied, empty_state

LONGBOW, SECOND_LONGBOW = "english/lb-hereford-1", "english/lb-hereford-2"
HORSE, CLIFFORD_HORSE = "english/hereford-1", "english/clifford-1"
COUNTY, MAIL_COUNTY = "english/yorks-4", "english/yorks-1"
ARCHERS, KEITH, SCHILTROM = "scots/ettrick-archers", "scots/keith-1", "scots/douglas-1"
AKINJI, SIPAHI, SERBIAN, JANISSARY, AZAB = (
    "ottoman/akinji-1", "ottoman/sipahi-1", "serbian/serbian-plate-1", "ottoman/janissary-3", "ottoman/azab-1",
)  # fmt: skip
SQUADRON, GUARD = "tartar/tartar-mail-squadron-1", "tartar/guard-plate-1"
ELEPHANTS, NAPHTHA = "indian/elephants", "tartar/naphtha"
MONGOLS, LANCERS, HORSE_ARCHERS = "mongol/mongol-horse-archers-1", "tartar/tartar-mail-1", "tartar/tartar-horse-archers-1"
WAGON = "ottoman/wagon-1"


class Dice:
    """Dice that show what the test says, and a record of what they were for."""

    def __init__(self) -> None:
        self.waiting: list[int] = []
        self.rolled: list[tuple[int, str, str]] = []
        self.notes: list[tuple[str, str]] = []

    def roll(self, purpose: str, *, rule: str, sides: int = 6) -> int:  # noqa: ARG002 - as a table is asked
        assert self.waiting, f"no die waits for {purpose}"
        value = self.waiting.pop(0)
        self.rolled.append((value, purpose, rule))
        return value

    def note(self, text: str, *, rule: str) -> None:
        self.notes.append((text, rule))


def open_ground(title: str, terrain: dict[str, str] | None = None, levels: dict[str, int] | None = None) -> Battle:
    """Return a battle on clear and level ground, but for the terrain and levels of some hexes."""
    return _ground(title, tuple((terrain or {}).items()), tuple((levels or {}).items()))


@cache
def _ground(title: str, terrain: tuple[tuple[str, str], ...], levels: tuple[tuple[str, int], ...]) -> Battle:
    battle = copy(battle_of(title))
    board = copy(battle.board)
    names = [each.name for each in board.terrains]
    ground = bytearray(1 if byte else 0 for byte in board.terrain_at)
    heights = bytearray(len(board.level_at))
    for number, name in terrain:
        ground[battle.cells[number]] = names.index(name) + 1
    for number, level in levels:
        heights[battle.cells[number]] = level
    board.terrain_at, board.level_at, board._engines = bytes(ground), bytes(heights), {}
    battle.board, battle._passable = board, {}
    return battle


class Field:
    """A battle under way with the pieces that a test puts on the map."""

    def __init__(self, title: str = "bannockburn", *, turn: int = 1, side: str = "", **options: Any) -> None:
        self.battle = open_ground(title, options.pop("terrain", None), options.pop("levels", None))
        self.state = empty_state(self.battle, read_options(options))
        self.state["turn"], self.state["side"] = turn, side or self.battle.first
        for piece in (*self.state["units"].values(), *self.state["leaders"].values()):
            piece["at"] = ""
        for unit in self.state["units"].values():
            unit["lance"] = False
        self.table = Dice()
        self.phase: ModuleType = firing

    def put(self, id_: str, at: str, *, mode: str = "", **more: Any) -> dict[str, Any]:
        """Put a unit on the map in a mode (its first)."""
        modes = [face.mode for face in self.battle.pieces[id_].faces]
        unit: dict[str, Any] = self.state["units"][id_]
        unit.update(at=at, face=modes.index(mode) if mode else 0, **more)
        return unit

    def lead(self, tag: str, at: str, **more: Any) -> dict[str, Any]:
        """Put a leader on the map."""
        leader: dict[str, Any] = self.state["leaders"][self.battle.by_tag[tag]]
        leader.update(at=at, **more)
        return leader

    def fill(self, numbers: Iterable[str], side: str = "english") -> None:
        """Put some one-hex unit that is not on the map yet into each hex."""
        spare = [
            id_
            for id_ in self.battle.units
            if self.battle.pieces[id_].side == side
            and self.battle.pieces[id_].faces[0].size == 1
            and not self.state["units"][id_]["at"]
            and id_ not in (LONGBOW, HORSE, AKINJI, JANISSARY, SQUADRON)
        ]
        for number in numbers:
            self.put(spare.pop(), number)

    def begin(self, phase: str, *dice: int) -> list[str]:
        """Begin a phase and return its actions."""
        modules = {"removal": removal, "rout": routing, "fire": firing, "melee": melee, "reply": melee}
        self.phase, self.state["phase"] = modules[phase], phase
        self.table.waiting += dice
        self.phase.begin(self.battle, self.state, self.table)
        return self.actions()

    def actions(self) -> list[str]:
        """Return the legal actions, sorted; none when the phase is over."""
        return sorted(self.phase.actions(self.battle, self.state)) if self.state["by"] else []

    def do(self, action: str, *dice: int) -> list[str]:
        """Carry an action out with dice, all of which it uses, and return the actions then."""
        assert action in self.actions(), (action, self.actions())
        self.table.waiting += dice
        self.phase.apply(self.battle, self.state, action, self.table)
        assert self.table.waiting == []
        return self.actions()

    def why_not(self, action: str) -> str:
        """Return why an action is refused."""
        assert action not in self.actions()
        told: str = self.phase.refusal(self.battle, self.state, action)
        return told

    def __getitem__(self, id_: str) -> dict[str, Any]:
        unit: dict[str, Any] = self.state["units"][id_]
        return unit

    @property
    def told(self) -> str:
        """The notes so far, in one text."""
        return "\n".join(text for text, _ in self.table.notes)

    def purpose(self, place: int = -1) -> str:
        """Return what a die was for, the last one if not told."""
        return self.table.rolled[place][1]

    def ends(self, look: Callable[[Field], Any]) -> set[Any]:
        """Return what is seen at the end of the phase over every way to play it."""
        if not self.state["by"]:
            return {look(self)}
        found: set[Any] = set()
        for action in self.actions():
            twin = copy(self)
            twin.state, twin.table = copied(self.state), Dice()
            twin.do(action)
            found |= twin.ends(look)
        return found


__all__ = [
    "AKINJI", "ARCHERS", "AZAB", "CLIFFORD_HORSE", "COUNTY", "ELEPHANTS", "GUARD", "HORSE", "HORSE_ARCHERS", "JANISSARY", "KEITH",
    "LANCERS", "LONGBOW", "MAIL_COUNTY", "MONGOLS", "NAPHTHA", "SCHILTROM", "SECOND_LONGBOW", "SERBIAN", "SIPAHI", "SQUADRON",
    "WAGON", "Dice", "Field", "elephants", "open_ground",
]  # fmt: skip

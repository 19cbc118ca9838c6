"""Answers that only the rules of a battle give, as values that say why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from hexmap.stepcosts import points
from rulebook.battles.morale import Modifier

if TYPE_CHECKING:
    from hexmap.ground import Cost


class Shot(NamedTuple):
    """A shot that may be made: at whom, over which hexes of cavalry, the column of the table, what is added to the dice."""

    at: str
    over: tuple[str, ...]
    column: str
    most: int
    modifiers: tuple[Modifier, ...]

    def to_json(self) -> dict[str, Any]:
        """Return `at over column most modifiers`, of a modifier `value why rule`."""
        return {**self._asdict(), "over": [*self.over], "modifiers": [each._asdict() for each in self.modifiers]}


class Barred(NamedTuple):
    """An enemy who may not be shot at: why, and the hexes that stop the line with their reasons."""

    at: str
    why: str
    blocked_by: tuple[tuple[str | None, str], ...]

    def to_json(self) -> dict[str, Any]:
        """Return `at why blocked_by`, of a hex that blocks `hex why` as in a line of sight."""
        return {**self._asdict(), "blocked_by": [{"hex": number, "why": why} for number, why in self.blocked_by]}


class Shots(NamedTuple):
    """All that a unit may shoot at, and why not at the other enemies on the map (8.0, 15.4)."""

    origin: str
    weapon: str
    shots: tuple[Shot, ...]
    barred: tuple[Barred, ...]

    def to_json(self) -> dict[str, Any]:
        """Return `from weapon shots barred`."""
        told = {"from": self.origin, "weapon": self.weapon}
        return {**told, "shots": [one.to_json() for one in self.shots], "barred": [one.to_json() for one in self.barred]}


class Command(NamedTuple):
    """Whether longbows are in command control: by whom, in which hex, through which hex between (17.2)."""

    at: str
    division: str
    controlled: bool
    by: str | None
    hex: str | None
    through: str | None

    def to_json(self) -> dict[str, Any]:
        """Return `at division controlled by hex through`; null where there is none."""
        return dict(self._asdict())


class Fatigue(NamedTuple):
    """Where a unit can end its move on a Game-Turn and for how many points: with all of them only toward its edge (13.1)."""

    at: str
    turn: int
    allowance: int
    limit: int
    toward: tuple[str, ...]
    ends: Mapping[str, Cost]

    def to_json(self) -> dict[str, Any]:
        """Return `from turn allowance limit toward ends`: directions, and stand to least points."""
        told = {"from": self.at, "turn": self.turn, "allowance": self.allowance, "limit": self.limit}
        return {**told, "toward": [*self.toward], "ends": {at: points(cost) for at, cost in self.ends.items()}}


class Rampage(NamedTuple):
    """A rush of rampant elephants: how a die turns them, along which line they run, and whom they trample (18.0)."""

    at: str
    die: int
    line: str
    turned: str
    way: tuple[str, ...]
    victims: Mapping[str, bool]

    def to_json(self) -> dict[str, Any]:
        """Return `from die line turned way victims left`; of a victim `at centre`, whether it is straight ahead."""
        victims = [{"at": at, "centre": centre} for at, centre in self.victims.items()]
        told = {"from": self.at, "die": self.die, "line": self.line, "turned": self.turned, "way": [*self.way]}
        return {**told, "victims": victims, "left": self.way[-1] == "off"}


class Lager(NamedTuple):
    """Wagons to the enemy: which of their hexes are closed to him, where he destroys them, whom they shelter (20.0)."""

    at: str
    mode: str
    held: tuple[str, ...]
    closed: tuple[str, ...]
    open: tuple[str, ...]
    sheltered: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return `at mode held closed open sheltered`: stands of the units there and of those with +2, numbers of hexes."""
        return {key: [*value] if isinstance(value, tuple) else value for key, value in self._asdict().items()}


class May(NamedTuple):
    """Whether an action is legal after some others, and why not."""

    action: str
    legal: bool
    why: str | None

    def to_json(self) -> dict[str, Any]:
        """Return `action legal why`."""
        return dict(self._asdict())

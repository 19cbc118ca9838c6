"""Where a routed unit of the battles may end and at which level, by trying every way: 11.0, 15.2 and 15.41 read a second time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tests.rulebook.slow_battles import TOWARD, Piece, Position, lies_across_wagon, wagon_shut
from tests.rulebook.slow_ground import BANNED, Cell, told

At = tuple[Cell, ...]
End = tuple[str, int]  # where, or `off`, and by how many levels it rises
OFF = "off"
LAST = {"bannockburn": (29, 34), "angorra": (34, 29)}  # column and row


class Way(NamedTuple):
    """A unit under way: where, the points made, whether one of the level under way was bad, the levels lost so far."""

    at: At
    made: int = 0
    bad: bool = False
    lost: int = 0


def ends(position: Position, unit: Piece, level: int, per: int) -> set[End]:
    """Return every end with the least rise of level (11.26); `per` hexes are owed for each level."""
    found: set[End] = set()
    waiting, seen = [Way(unit.at)], set[Way]()
    while waiting:
        way = waiting.pop()
        if way in seen:
            continue
        seen.add(way)
        whole, part = divmod(level * per - way.made, per)
        found.add((told(way.at), way.lost + whole + (part > 0 and not way.bad)))  # it stops: the rest is not made
        if way.made == level * per:
            continue
        for at, is_good in _steps(position, unit, way.at):
            if not at:
                found.add((OFF, way.lost))
                continue
            made, lost, bad = way.made + 1, way.lost + (not is_good and not way.bad), way.bad or not is_good
            waiting.append(Way(at, made, bad and made % per != 0, lost))
    least = min(rise for _, rise in found)
    return {end for end in found if end[1] == least}


def _steps(position: Position, unit: Piece, at: At) -> Iterator[tuple[At, bool]]:
    """Yield each point of rout: where the unit is then, nowhere when it has left, and whether it counts as it should."""
    ground = position.ground
    for way, name in enumerate(ground.names):
        to = tuple(ground.step(h, way) for h in at)
        is_good = name in TOWARD[unit.side]
        beyond = [h for h, there in zip(at, to, strict=True) if there not in ground.terrain]
        if is_good and any(_is_exit(position, unit.side, h) for h in beyond):
            yield (), True
        elif _is_open(position, unit, at, to):
            yield to, is_good
    if len(at) == 2:
        left, right = at
        for turn in (-1, 1):
            centre = ground.step(left, ground.way(left, right) + turn)
            for to in ((centre, right), (left, centre)):
                if _is_open(position, unit, at, to):
                    yield to, False


def _is_open(position: Position, unit: Piece, at: At, to: At) -> bool:
    terrain, entered = position.ground.terrain, [h for h in to if h not in at]
    if any(h not in terrain or terrain[h] in BANNED or position.unit_in(h, but=unit.id) for h in entered):
        return False
    return not any(wagon_shut(position, unit, h) for h in entered) and not lies_across_wagon(position, unit, to)


def _is_exit(position: Position, side: str, h: Cell) -> bool:
    (column, row), (last, bottom) = h, LAST[position.ground.title]
    if side == "english":
        return column == last and 2 <= row <= 22
    if side == "scots":
        return (column == 1 and 19 <= row <= bottom) or (column <= 14 and (column, row + 1) not in position.ground.terrain)
    return row == (1 if side == "ottomans" else bottom)

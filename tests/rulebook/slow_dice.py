"""What changes the dice of the battles, added up slowly a second time from the rule text (8.3, 9.4, 10.3, 15.4, 17.2)."""

from __future__ import annotations

import re
import tomllib

from tests.rulebook.slow_battles import Piece, Position
from tests.rulebook.slow_combat import melee_cell, shot_range
from tests.rulebook.slow_ground import DATA, Cell

LEADERS = {"H": "HE", "C": "CL", "K": "ED"}  # of the longbows' divisions
SHOTS = {  # the first column of a weapon, and how many hexes share each of its columns
    "bannockburn": {"longbow": (0, 1), "crossbow": (3, 4), "shortbow": (4, 1)},
    "angorra": {"cavalry bow": (0, 1), "infantry bow": (2, 1), "crossbow": (5, 4)},
}
Odds = tuple[int | None, int]  # the highest total that hits, None where nothing does, and what is added to the dice


def highest(code: str) -> int | None:
    return None if code == "–" else int(code.rpartition("–")[2])


def melee(position: Position, attacker: Piece, defender: Piece, *, lance: bool) -> Odds:
    title, ground, added = position.ground.title, position.ground, 0
    if len(attacker.at) == 2:
        left, right = attacker.at
        added += 2 * (ground.step(left, ground.way(left, right) - 1) not in defender.at)
    added -= (2 + 2 * lance) * (attacker.charge == defender.id)
    added += 2 * is_closed(defender) - 2 * is_closed(attacker)
    added -= 2 * (defender.now.weapon == "longbow")
    if title == "angorra":
        added += 2 * is_in_lager(position, defender) - defender.rout - has_leader(position, attacker, "TAM")
    return highest(melee_cell(title, attacker, defender)), added


def fire(position: Position, shooter: Piece, target: Piece) -> Odds:
    title, weapon, distance = position.ground.title, shooter.now.weapon, shot_range(position, shooter, target)
    first, hexes = SHOTS[title][weapon]
    column = first + ((3 if distance is None else distance) - 1) // hexes  # over cavalry as at three hexes (15.43)
    rows: list[list[str]] = tomllib.loads((DATA / title / "charts.toml").read_text())["chart"]["fire"]["rows"]
    added = 2 * bool(target.charge) - 2 * is_closed(target)
    if title == "angorra":
        added += 2 * is_in_lager(position, target) - target.rout
    riders = riders_between(position, shooter, target) if distance is None else []
    over_own = distance is not None or any(rider.division == shooter.division for rider in riders)
    added += 2 * (weapon == "longbow" and not (is_in_control(position, shooter) and over_own))
    return highest(rows["PMLN".index(target.now.armour)][column + 1]), added


def morale(position: Position, piece: Piece) -> int:
    """Return what is added to the die of a check, but for what the attack itself adds."""
    ground, added = position.ground, -piece.rout - 2 * position.tired
    if len(piece.at) == 2:
        left, right = piece.at
        behind = position.unit_in(ground.step(left, ground.way(left, right) + 1))
        added -= behind is not None and behind.side != piece.side
    return added + 2 * has_leader(position, piece, "BAY") + has_leader(position, piece, "TAM")


def is_closed(piece: Piece) -> bool:
    return piece.is_schiltrom and piece.face == 1


def has_leader(position: Position, piece: Piece, tag: str) -> bool:
    return any(leader.tag == tag and leader.side == piece.side for h in piece.at for leader in position.leaders_in(h))


def is_in_lager(position: Position, piece: Piece) -> bool:
    wagons = [wagon for h in piece.at if (wagon := position.wagon_in(h))]
    return any(wagon.side == piece.side and wagon.face == 1 for wagon in wagons)


def riders_between(position: Position, shooter: Piece, target: Piece) -> list[Piece]:
    ground, here = position.ground, shooter.at[0]
    ends = [h for h in target.at if ground.apart(here, h) == 2 and ground.sees(here, h, set())]
    found = [rider for h in ends for middle in ground.between(here, h) if (rider := position.unit_in(middle))]
    return [rider for rider in found if rider.type == "knights" and not rider.rout and not rider.charge]


def is_in_control(position: Position, bow: Piece) -> bool:
    if has_leader(position, bow, LEADERS[bow.division]):
        return True
    riders = [piece for piece in position.on_map(bow.side) if piece.type == "knights" and piece.division == bow.division]
    return any(not rider.rout and _hears(position, bow, rider) for rider in riders)


def _hears(position: Position, bow: Piece, rider: Piece) -> bool:
    ground, here, there = position.ground, bow.at[0], rider.at[0]
    apart = ground.apart(here, there)
    return apart == 1 or (apart == 2 and any(_passes(position, bow, h) for h in ground.between(here, there)))


def _passes(position: Position, bow: Piece, h: Cell) -> bool:
    unit = position.unit_in(h)
    return unit is None or (unit.division == bow.division and unit.type in ("knights", "longbows") and not unit.rout)


def read(purpose: str) -> Odds:
    """Return the odds that a die's purpose tells: `…, at most 6, +2 front side or flank, −1 Tamburlaine: first die`."""
    most = re.search(r"at most (\d+)", purpose)
    return int(most[1]) if most else None, added_by(purpose)


def added_by(purpose: str) -> int:
    return sum(int(number.replace("−", "-")) for number in re.findall(r", ([+−]\d+) ", purpose))

"""Whom the units of the battles may shoot at or attack, and how it may end, worked out slowly a second time."""

from __future__ import annotations

import tomllib

from tests.rulebook.slow_battles import Piece, Position, arc
from tests.rulebook.slow_ground import DATA, Cell, told

# the melee tables' words for kinds of units, by title: attackers' columns, defenders' rows
ATTACKERS = {
    "bannockburn": {"P horse": 0, "M horse": 1, "M foot": 2, "L foot": 2, "N foot": 3, "schiltrom": 4},
    "angorra": {"P horse": 0, "M horse": 1, "M foot": 2, "L foot": 2, "N foot": 2, "elephants": 3},
}
DEFENDERS = {
    "bannockburn": {"P horse": 0, "M horse": 1, "M foot": 2, "L foot": 3, "N foot": 4, "schiltrom": 5},
    "angorra": {
        "P horse": 0, "M horse": 1, "L horse": 2, "N horse": 3, "M foot": 4, "L foot": 5, "N foot": 6, "elephants": 7,
    },
}  # fmt: skip


def kind(piece: Piece) -> str:
    if piece.type in ("schiltrom", "elephants"):
        return piece.type
    return f"{piece.now.armour} {'horse' if piece.rides else 'foot'}"


def melee_cell(title: str, attacker: Piece, defender: Piece) -> str:
    """Return the cell of the melee table, "NA" where there is no column."""
    rows: list[list[str]] = tomllib.loads((DATA / title / "charts.toml").read_text())["chart"]["melee"]["rows"]
    column, row = ATTACKERS[title].get(kind(attacker)), DEFENDERS[title].get(kind(defender))
    return "NA" if column is None or row is None else rows[row][column + 1]


def attacks(position: Position, side: str) -> set[str]:
    """Return the attacks open to a side in its melee phase (9.0, 9.11, 9.12)."""
    title, found = position.ground.title, {"pass"}
    for piece in position.on_map(side):
        if not piece.is_unit or piece.rout or piece.fought or piece.shoots or piece.now.weapon == "none":
            continue
        for enemy in position.on_map():
            if not enemy.is_unit or enemy.side == side or arc(position.ground, piece.at, enemy.at) == "rear":
                continue
            beside = any(position.ground.apart(mine, theirs) == 1 for mine in piece.at for theirs in enemy.at)
            if beside and (piece.type == "naphtha" or melee_cell(title, piece, enemy) != "NA"):
                found.add(f"attack {told(piece.at)} at {told(enemy.at)}")
    return found


def shots(position: Position, side: str) -> set[str]:
    """Return the shots open to a side (8.0-8.18, 15.3, 15.4): `position` is as it was when the phase began."""
    found = {"pass"}
    for piece in position.on_map(side):
        if piece.is_unit and piece.shoots and not piece.rout and not piece.shot:
            found |= {f"fire {told(piece.at)} at {told(enemy.at)}" for enemy in position.on_map() if may_shoot(position, piece, enemy)}
    return found


def may_shoot(position: Position, piece: Piece, enemy: Piece) -> bool:
    if not enemy.is_unit or enemy.side == piece.side:
        return False
    return shot_range(position, piece, enemy) is not None or may_shoot_over(position, piece, enemy)


def shot_range(position: Position, piece: Piece, enemy: Piece) -> int | None:
    """Return the shortest range at which a unit sees another within its reach."""
    ground = position.ground
    held = {h for other in position.on_map() if other.is_unit and other.id not in (piece.id, enemy.id) for h in other.at}
    reach = [
        ground.apart(mine, theirs) for mine in piece.at for theirs in enemy.at
        if ground.apart(mine, theirs) <= piece.shoots and ground.sees(mine, theirs, held)
    ]  # fmt: skip
    return min(reach, default=None)


def may_shoot_over(position: Position, piece: Piece, enemy: Piece) -> bool:
    """Whether a longbow may shoot at what its own knights hide (15.4-15.43); high ground still hides (AMB-39)."""
    ground = position.ground
    if piece.now.weapon != "longbow":
        return False
    return any(
        ground.apart(mine, theirs) == 2 and ground.sees(mine, theirs, set()) and any(_lets_over(position, h) for h in ground.between(mine, theirs))
        for mine in piece.at for theirs in enemy.at
    ) and min(ground.apart(mine, theirs) for mine in piece.at for theirs in enemy.at) == 2  # fmt: skip


def _lets_over(position: Position, h: Cell) -> bool:
    rider = position.unit_in(h)
    return rider is not None and rider.type == "knights" and not rider.rout and not rider.charge

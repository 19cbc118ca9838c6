"""What may be done in the battles, worked out again slowly from plain positions and the rule text, to judge the rules by.

Only the notation of the actions is the project's. Everything else - the hexes, the counters, what a manoeuvre costs, who
sees whom - is read and reckoned here a second time.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from tests.rulebook.slow_ground import BANNED, DATA, DEAR, Cell, Ground, told

ENGLISH_SCOTS = {"english": "english", "scots": "scots"}
ARMIES = ENGLISH_SCOTS | {
    "ottoman": "ottomans",
    "serbian": "ottomans",
    "tartar": "tartars",
    "mongol": "tartars",
    "indian": "tartars",
}
HORSE = {
    "knights",
    "hobelars",
    "plate-horse",
    "mail-horse",
    "lancers",
    "sipahis",
    "horse-archers-double",
    "akinji",
    "horse-archers",
    "squadron",
}
TOWARD = {"english": {"NE", "SE"}, "scots": {"S", "SW"}, "ottomans": {"NE", "NW"}, "tartars": {"SE", "SW"}}
FIRE = {"longbow": 3, "crossbow": 4, "shortbow": 2, "cavalry bow": 2, "infantry bow": 3}
CHANGE = 2  # points for closing or opening a schiltrom (18.11)


class Face(NamedTuple):
    """One side of a counter."""

    movement: int
    weapon: str
    morale: str
    armour: str
    mode: str


@dataclass
class Piece:
    """A counter on the map; `at` holds one hex, or the left and the right one."""

    id: str
    side: str
    type: str
    faces: tuple[Face, ...]
    tag: str = ""
    division: str = ""
    at: tuple[Cell, ...] = ()
    face: int = 0
    rout: int = 0
    moved: bool = False
    shot: bool = False
    fought: bool = False
    charge: str = ""

    @property
    def is_leader(self) -> bool:
        return self.type == "leader"

    @property
    def is_unit(self) -> bool:
        return self.type not in ("leader", "wagons")

    @property
    def is_schiltrom(self) -> bool:
        return self.type == "schiltrom"

    @property
    def now(self) -> Face:
        return self.faces[self.face]

    @property
    def rides(self) -> bool:
        """Whether it is cavalry as it stands: the Scottish horse only mounted (16.23)."""
        return self.type in HORSE and not (self.type == "hobelars" and self.face == 1)

    @property
    def shoots(self) -> int:
        return FIRE.get(self.now.weapon, 0)


def counters(title: str) -> dict[str, Piece]:
    """Read the counters; the closed schiltroms become the backs of the open ones."""
    made: dict[str, Piece] = {}
    with (DATA / title / "counters.csv").open(newline="") as lines:
        rows = {row["id"]: row for row in csv.DictReader(lines) if row["side"] in ARMIES}
    for name, row in rows.items():
        if row["type"] == "schiltrom-closed":
            continue
        faces = [_face(row, "front")]
        if row["type"] == "schiltrom":
            faces.append(_face(rows[f"{name}-closed"], "front"))
        elif row["back.movement"]:
            faces.append(_face(row, "back"))
        tag = row["front.label"] if row["type"] == "leader" else ""
        made[name] = Piece(name, ARMIES[row["side"]], row["type"], tuple(faces), tag, row.get("front.division", ""))
    return made


def _face(row: dict[str, str], face: str) -> Face:
    weapon = row[f"{face}.weapon"]
    return Face(int(row[f"{face}.movement"]), weapon, row[f"{face}.morale"], row[f"{face}.armour"], row[f"{face}.mode"])


@dataclass
class Position:
    """Where everything stands at one moment of a Player-Turn."""

    ground: Ground
    turn: int
    phasing: str
    pieces: dict[str, Piece] = field(default_factory=dict)

    def on_map(self, side: str | None = None) -> Iterator[Piece]:
        return (piece for piece in self.pieces.values() if piece.at and side in (None, piece.side))

    @cached_property
    def _held(self) -> dict[Cell, list[Piece]]:
        """Return the pieces in each hex; asked for when all stand where they do."""
        held: dict[Cell, list[Piece]] = {}
        for piece in self.on_map():
            for h in piece.at:
                held.setdefault(h, []).append(piece)
        return held

    def unit_in(self, h: Cell, *, but: str = "") -> Piece | None:
        return next((piece for piece in self._held.get(h, ()) if piece.is_unit and piece.id != but), None)

    def wagon_in(self, h: Cell, *, but: str = "") -> Piece | None:
        return next((piece for piece in self._held.get(h, ()) if piece.type == "wagons" and piece.id != but), None)

    def pieces_in(self, h: Cell) -> list[Piece]:
        return self._held.get(h, [])

    def leaders_in(self, h: Cell) -> list[Piece]:
        return [piece for piece in self._held.get(h, ()) if piece.is_leader]

    @property
    def tired(self) -> bool:
        return self.turn >= 9


@dataclass
class Going:
    """A unit or a leader under way, with the leaders that go along, each in its half; and the steps made so far."""

    unit: Piece
    at: tuple[Cell, ...]
    face: int
    points: int = 0  # the smallest allowance of the stack, as it set out
    with_: dict[str, Cell] = field(default_factory=dict)  # leader by tag: where he is
    spent: int = 0
    done: bool = False
    run: tuple[str, int] = ("", 0)  # the straight run under way: its manoeuvre or direction, its length
    away: bool = False  # a step went another way than toward the friendly edge (13.1)
    went: bool = False


class Step(NamedTuple):
    """One way on: its word, where that leads, the half-steps as (from, to), what it costs."""

    word: str
    at: tuple[Cell, ...]
    halves: tuple[tuple[Cell, Cell], ...]
    cost: int


def steps(position: Position, going: Going) -> Iterator[Step]:
    """Yield every step on the map, affordable and allowed or not."""
    ground = position.ground
    if len(going.at) == 1:
        here = going.at[0]
        for way, name in enumerate(ground.names):
            there = ground.step(here, way)
            yield from _step(position, going, name, (there,), ((here, there),))
        return
    left, right = going.at
    k = ground.way(left, right)

    def to(h: Cell, turn: int) -> Cell:
        return ground.step(h, k + turn)

    for name, turn in (("forward-left", -2), ("forward-right", -1), ("sideways-left", 3), ("sideways-right", 0)):
        yield from _step(
            position, going, name, (to(left, turn), to(right, turn)), ((left, to(left, turn)), (right, to(right, turn)))
        )
    centre = to(left, -1)
    yield from _step(position, going, "pivot-left", (left, centre), ((right, centre),))
    yield from _step(position, going, "pivot-right", (centre, right), ((left, centre),))
    marsh = not going.unit.is_schiltrom and any(ground.terrain[h] == "marsh" for h in going.at)
    yield Step("about-face", (right, left), (), 2 + marsh)


def _step(
    position: Position, going: Going, word: str, at: tuple[Cell, ...], halves: tuple[tuple[Cell, Cell], ...]
) -> Iterator[Step]:
    ground = position.ground
    if any(h not in ground.terrain for h in at):
        return
    dear = max(_surcharge(ground, going.unit, there) for _, there in halves)
    climbs = any(ground.level[there] > ground.level[here] for here, there in halves)
    yield Step(word, at, halves, (2 if word.startswith("sideways") else 1) + dear + climbs)


def _surcharge(ground: Ground, unit: Piece, h: Cell) -> int:
    kind = ground.terrain[h]
    return int(kind in DEAR and not (kind == "marsh" and unit.is_schiltrom))


def bars(position: Position, going: Going, step: Step) -> bool:
    """Return whether a step is barred by water, by units, by leaders of the enemy, by wagons."""
    entered = [h for h in step.at if h not in going.at]
    barred = any(_bars_hex(position, going, h) for h in entered) or lies_across_wagon(position, going.unit, step.at)
    return barred or any(_meets_rival(position, going, there) for here, there in step.halves if here in going.with_.values())


def _meets_rival(position: Position, going: Going, h: Cell) -> bool:
    """Whether a leader would come into the hex of an enemy leader (6.14); of a pair only the half he stands in counts."""
    return any(leader.side != going.unit.side for leader in position.leaders_in(h))


def _bars_hex(position: Position, going: Going, h: Cell) -> bool:
    me = going.unit
    if position.ground.terrain[h] in BANNED:
        return True
    unit, enemies = position.unit_in(h, but=me.id), [each for each in position.leaders_in(h) if each.side != me.side]
    if me.is_leader:
        wagon = position.wagon_in(h)  # the text is silent on leaders alone and wagons: the ruling keeps them out
        return any(each and each.side != me.side for each in (unit, wagon)) or bool(enemies)
    if unit:
        return True
    return (me.type == "wagons" and bool(enemies or position.wagon_in(h, but=me.id))) or wagon_shut(position, me, h)


def wagon_shut(position: Position, me: Piece, h: Cell) -> bool:
    """Whether a wagon keeps its enemies out: never without an Ottoman unit; a lager with one shuts both hexes (20.12, 20.22)."""
    wagon = position.wagon_in(h, but=me.id)
    if wagon is None or wagon.side == me.side:
        return False
    watched = wagon.at if wagon.face == 1 else (h,)
    return any((unit := position.unit_in(each)) and unit.side == wagon.side for each in watched)


def lies_across_wagon(position: Position, me: Piece, at: tuple[Cell, ...]) -> bool:
    """Whether a two-hex unit and a wagon of its side would share but one hex (20.11)."""
    if len(at) == 1:
        return False
    near = {piece.id: piece for h in at for piece in position.pieces_in(h) if piece.id != me.id and len(piece.at) == 2}
    wagons = (piece for piece in near.values() if piece.side == me.side and "wagons" in (piece.type, me.type))
    return any(set(piece.at) != set(at) for piece in wagons)


def limit(position: Position, going: Going, halves: tuple[tuple[Cell, Cell], ...] = ()) -> int:
    """Return the points that a move may cost in all, with some more half-steps (13.1)."""
    if not position.tired or (going.unit.type == "county" and going.face == 1):
        return going.points
    toward = not going.away and all(_is_toward(position, going.unit, half) for half in halves)
    return going.points if (going.went or halves) and toward else going.points // 2


def pays(position: Position, going: Going, step: Step) -> bool:
    """Whether the points suffice: at once, or, for what turns about before it goes to its own edge, with that step (13.1)."""
    total = going.spent + step.cost
    return total <= limit(position, going, step.halves) or (
        not step.halves and not going.went and _goes_home_next(position, replace(going, at=step.at, spent=total))
    )


def _goes_home_next(position: Position, going: Going) -> bool:
    return any(
        step.halves and all(_is_toward(position, going.unit, half) for half in step.halves)
        and not bars(position, going, step) and going.spent + step.cost <= going.points
        for step in steps(position, going)
    )  # fmt: skip


def _is_toward(position: Position, unit: Piece, half: tuple[Cell, Cell]) -> bool:
    return position.ground.names[position.ground.way(*half)] in TOWARD[unit.side]


def _leader(position: Position, tag: str) -> Piece:
    return next(piece for piece in position.pieces.values() if piece.is_leader and piece.tag == tag)


def after(position: Position, going: Going, step: Step) -> Going:
    """Return the mover after a step."""
    moved = dict(step.halves)
    run = _run(position, going, step)
    away = going.away or any(not _is_toward(position, going.unit, half) for half in step.halves)
    with_ = {tag: moved.get(h, h) for tag, h in going.with_.items()}
    return replace(
        going, at=step.at, with_=with_, spent=going.spent + step.cost, run=run, away=away,
        went=going.went or bool(step.halves), done=True,
    )  # fmt: skip


def _run(position: Position, going: Going, step: Step) -> tuple[str, int]:
    ground = position.ground
    straight = step.word in ground.names or step.word.startswith("forward")
    clear = all(ground.terrain[there] == "clear" for _, there in step.halves)
    downhill = any(ground.level[there] < ground.level[here] for here, there in step.halves)
    if not straight or not clear or downhill:
        return "", 0
    return step.word, going.run[1] + 1 if going.run[0] == step.word else 1


def picks(position: Position) -> set[str]:
    """Return the actions of a movement phase while nobody is under way; who cannot take a single step is not picked."""
    found = {"pass"}
    for piece in position.on_map(position.phasing):
        if piece.type == "wagons" and not piece.moved:
            found.add(f"{'limber' if piece.face else 'unlimber'} {told(piece.at)}")
        if piece.moved or piece.rout:
            continue
        if not (piece.type == "wagons" and piece.face == 1):
            some = _subsets(_aboard(position, piece)) if not piece.is_leader else [()]
            texts = (f"pick {called(piece)}{_company(tags)}" for tags in some)
            found |= {text for text in texts if set(onward(position, picked(position, text))) - {"end"}}
        if piece.type == "county" and piece.face == 1:
            found.add(f"organise {told(piece.at)}")
    return found


def called(piece: Piece) -> str:
    """Return how actions call a piece."""
    return piece.tag if piece.is_leader else f"wagon {told(piece.at)}" if piece.type == "wagons" else told(piece.at)


def _aboard(position: Position, piece: Piece) -> list[str]:
    return [each.tag for h in piece.at for each in position.leaders_in(h) if each.side == piece.side and not each.moved]


def _subsets(tags: list[str]) -> Iterator[tuple[str, ...]]:
    for count in range(len(tags) + 1):
        yield from combinations(sorted(tags), count)


def _company(tags: tuple[str, ...]) -> str:
    return f" with {','.join(tags)}" if tags else ""


def picked(position: Position, action: str) -> Going:
    """Return who goes after `pick ...`."""
    who, _, with_ = action.removeprefix("pick ").partition(" with ")
    unit = next(piece for piece in position.on_map(position.phasing) if called(piece) == who)
    tags = with_.split(",") if with_ else []
    points = min([unit.now.movement, *(_leader(position, tag).now.movement for tag in tags)])
    return Going(unit, unit.at, unit.face, points, {tag: _leader(position, tag).at[0] for tag in tags})


def onward(position: Position, going: Going) -> dict[str, Going | None]:
    """Return what the mover may do next, by word, with what comes of it; None where its move ends."""
    found: dict[str, Going | None] = {}
    for step in steps(position, going):
        if not bars(position, going, step) and pays(position, going, step):
            found[step.word] = after(position, going, step)
    found |= dict.fromkeys(charges(position, going))
    if going.unit.is_schiltrom:
        found |= formations(position, going)
    if going.done:
        for tag in going.with_:
            found[f"drop {tag}"] = replace(going, with_={other: h for other, h in going.with_.items() if other != tag})
        if going.spent <= limit(position, going):
            found["end"] = None
    return found


def formations(position: Position, going: Going) -> dict[str, Going | None]:
    """Return the ways to close or open a schiltrom (18.11-18.13)."""
    ground, spent = position.ground, going.spent + CHANGE
    changed = replace(going, spent=spent, face=1 - going.face, run=("", 0), done=True)
    if going.face == 0:
        found = {f"close {told((h,))}": replace(changed, at=(h,), with_=dict.fromkeys(going.with_, h)) for h in going.at}
    else:
        here = going.at[0]
        free = [h for h in ground.near(here) if not _bars_hex(position, going, h)]
        found = {f"open {told(at)}": replace(changed, at=at) for h in free for at in ((here, h), (h, here))}
    now = spent <= limit(position, going)
    return {word: each for word, each in found.items() if now or (not going.went and _goes_home_next(position, each))}


def charges(position: Position, going: Going) -> set[str]:
    """Return the charges that the run just made allows (5.31-5.33, 7.24, 15.51)."""
    unit, ground = going.unit, position.ground
    if not (unit.rides and unit.faces[going.face].armour in ("P", "M") and going.run[1] >= 3):
        return set()
    found = set()
    for enemy in position.on_map():
        reach = any(ground.apart(mine, theirs) == 1 for mine in going.at for theirs in enemy.at)
        marsh = any(ground.terrain[h] == "marsh" for h in (*going.at, *enemy.at))
        if enemy.is_unit and enemy.side != unit.side and reach and not marsh and arc(ground, going.at, enemy.at) != "rear":
            found.add(f"charge {told(enemy.at)}")
    return found


def arc(ground: Ground, mine: tuple[Cell, ...], theirs: tuple[Cell, ...]) -> str:
    """Return how an enemy beside lies to a unit: any (a single), centre, side or rear; the best of its hexes counts."""
    if len(mine) == 1:
        return "any"
    left, right = mine
    k = ground.way(left, right)
    if ground.step(left, k - 1) in theirs:
        return "centre"
    sides = {ground.step(left, k - 2), ground.step(right, k - 1), ground.step(left, k + 3), ground.step(right, k)}
    return "side" if sides & set(theirs) else "rear"


def changes(position: Position) -> set[str]:
    """Return the changes of mode open at the end of a movement phase (16.0)."""
    found = {"pass"}
    for piece in position.on_map(position.phasing):
        if len(piece.faces) == 1 or piece.rout or piece.type in ("wagons", "county", "schiltrom"):
            continue
        if piece.type == "hobelars" and (piece.face == 1 or piece.moved or position.tired):
            continue  # 16.21, 16.22: eight points of eight
        if piece.type == "gascons" and (piece.moved or position.tired):
            continue  # 16.3: six of six
        found.add(f"mode {told(piece.at)}")
    return found

"""Small random worlds for movement, with a slow reference in fractions that shares no code with the library."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple, TypeVar

import hexmap
from hexmap import HexMap

Place = tuple[int, int]  # column and row from 1
Points = Fraction | None
Unit = tuple[Place, Place]  # left, right
CLOCKWISE = {
    ("flat", False): ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)),
    ("flat", True): ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)),
    ("pointy", False): ((0, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1)),
    ("pointy", True): ((1, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (0, -1)),
}
NAMES = {"flat": ["N", "NE", "SE", "S", "SW", "NW"], "pointy": ["NE", "E", "SE", "SW", "W", "NW"]}
TERRAIN = {
    "clear": (".", "1"), "marsh": ("m", "2"), "dunes": ("d", "3/2"), "deep": ("~", "prohibited"), "paved": ("p", "1/2"),
    "ice": ("i", "0"), "crag": ("c", "5"),
}  # fmt: skip
CROSS = {"wall": "prohibited", "stream": "1", "ditch": "1/3"}
ALONG: dict[str, str | None] = {"road": "1/2", "bridge": "1", "drawn": None}
CLASSES: dict[str | None, dict[str, str]] = {
    None: {},
    "horse": {"marsh": "3", "stream": "prohibited", "road": "1/4"},
    "foot": {"marsh": "1", "wall": "2", "crag": "prohibited", "bridge": "prohibited"},
}


def points(text: str | None) -> Points:
    return None if text is None or text == "prohibited" else Fraction(text)


def told_kinds() -> str:
    """Return the tables of terrain, kinds and classes as the map file has them."""
    told = []
    for name, (code, enter) in TERRAIN.items():
        told += [f"[terrain.{name}]", f'code = "{code}"', f'enter = "{enter}"', f"turn = {name == 'marsh':d}"]
    told += [f'[hexside_kind.{kind}]\ncross = "{cross}"' for kind, cross in CROSS.items()]
    told += [f"[line_kind.{kind}]" + (f'\nenter = "{along}"' if along else "") for kind, along in ALONG.items()]
    for unit, own in CLASSES.items():
        told += [f"[class.{unit}.enter]", *(f'{key} = "{price}"' for key, price in own.items())] if unit else []
    return "\n".join(told)


KINDS = told_kinds()


class World(NamedTuple):
    """A map as plain values."""

    orientation: str
    shifted: str
    short: str
    columns: int
    rows: int
    terrain: dict[Place, str]
    level: dict[Place, int]
    sides: tuple[tuple[Place, Place, str], ...]
    lines: tuple[tuple[str, tuple[Place, ...]], ...]
    uphill: str

    # -- the reference -------------------------------------------------------------------------------------------

    def around(self, a: Place) -> list[Place]:
        """Return the six places round one, clockwise, on the map or not."""
        line = a[0] if self.orientation == "flat" else a[1]
        moved = (line % 2 == 0) == (self.shifted == "even")
        return [(a[0] + dc, a[1] + dr) for dc, dr in CLOCKWISE[self.orientation, moved]]

    def flat_cost(self, a: Place, b: Place, name: str | None = None) -> Points:
        """Return the cost of a step without the climb."""
        if b not in self.terrain:
            return None
        own = CLASSES[name]
        joined = [kind for kind, way in self.lines for p, q in pairwise(way) if {p, q} == {a, b}]
        prices = [price for kind in joined if (price := points(own.get(kind, ALONG[kind]))) is not None]
        if prices:
            return min(prices)
        total = points(own.get(self.terrain[b], TERRAIN[self.terrain[b]][1]))
        for p, q, kind in self.sides:
            if {p, q} == {a, b}:
                extra = points(own.get(kind, CROSS.get(kind, "0")))
                total = None if total is None or extra is None else total + extra
        return total

    def climbs(self, a: Place, b: Place) -> bool:
        return self.level[b] > self.level[a]

    def cost(self, a: Place, b: Place, name: str | None = None) -> Points:
        """Return the cost of a step, None where it is forbidden."""
        flat = self.flat_cost(a, b, name)
        return None if flat is None else flat + (Fraction(self.uphill) if self.climbs(a, b) else 0)

    def steps(self, a: Place, name: str | None, held: frozenset[Place]) -> list[tuple[Fraction, Place]]:
        found = [(self.cost(a, b, name), b) for b in self.around(a) if b not in held]
        return [(cost, b) for cost, b in found if cost is not None]

    def manoeuvres(self, unit: Unit, name: str | None, held: frozenset[Place]) -> list[tuple[Fraction, Unit]]:
        """Return cost and new (left, right) of each possible manoeuvre."""
        left, right = unit
        k = self.around(left).index(right)
        fl, fc, lf = (self.around(left)[(k + n) % 6] for n in (-2, -1, 3))
        fr, rf = (self.around(right)[(k + n) % 6] for n in (-1, 0))
        plans = [
            (1, (fl, fc), [(left, fl), (right, fc)]), (1, (fc, fr), [(left, fc), (right, fr)]),
            (1, (left, fc), [(right, fc)]), (1, (fc, right), [(left, fc)]),
            (2, (lf, left), [(left, lf), (right, left)]), (2, (right, rf), [(right, rf), (left, right)]),
        ]  # fmt: skip
        found: list[tuple[Fraction, Unit]] = [(self.about_face(unit, name), (right, left))]
        for base, after, halves in plans:
            costs = [cost for a, b in halves if (cost := self.half_cost(a, b, unit, name)) is not None]
            if len(costs) < len(halves) or any(b in held for _, b in halves):
                continue
            climb = Fraction(self.uphill) if any(self.climbs(a, b) for a, b in halves) else 0
            found.append((base + max(costs) - 1 + climb, after))
        return found

    def half_cost(self, a: Place, b: Place, unit: Unit, name: str | None) -> Points:
        """Return a half-step's cost; onto a hex the unit stands on, prohibited ground is as clear, but a wall bars."""
        cost = self.flat_cost(a, b, name)
        if cost is None and b in unit:
            kinds = [kind for p, q, kind in self.sides if {p, q} == {a, b}]
            barred = any(CLASSES[name].get(kind, CROSS.get(kind)) == "prohibited" for kind in kinds)
            return None if barred else Fraction(1)
        return cost

    def about_face(self, unit: Unit, name: str | None) -> Fraction:
        turns = [1 if self.terrain[h] == "marsh" and CLASSES[name].get("marsh") != "1" else 0 for h in unit]
        return Fraction(2 + max(turns))

    # -- the map -------------------------------------------------------------------------------------------------

    def spell(self, a: Place) -> str:
        return f"{a[0]:02}{a[1]:02}"

    def text(self) -> str:
        def block(values: dict[Place, str]) -> str:
            rows = ["".join(values.get((c, r), "_") for c in range(1, self.columns + 1)) for r in range(1, self.rows + 1)]
            return '"""\n' + "\n".join(rows) + '\n"""'

        grid = f'[grid]\norientation = "{self.orientation}"\ncolumns = {self.columns}\nrows = {self.rows}\nacross_flats = "15 mm"'
        parts = [
            f'format = "hexmap/1"\ntitle = "World"\n{grid}\nshifted = "{self.shifted}"\nshort = "{self.short}"',
            f'[movement]\nuphill = "{self.uphill}"',
            KINDS,
            "[hexes]\nterrain = " + block({a: TERRAIN[n][0] for a, n in self.terrain.items()}),
            "level = " + block({a: str(n) for a, n in self.level.items()}),
            *(f'[[hexside]]\nkind = "{kind}"\nsides = ["{self.spell(a)}/{self.spell(b)}"]' for a, b, kind in self.sides),
            *(f'[[line]]\nkind = "{kind}"\nthrough = {[self.spell(a) for a in way]}' for kind, way in self.lines),
        ]
        return "\n".join(parts)

    def board(self) -> HexMap:
        return hexmap.loads(self.text())


STAGGERS = [(o, s, n) for o in ("flat", "pointy") for s in ("even", "odd") for n in ("none", "shifted")]


def random_world(seed: int, columns: int = 7, rows: int = 6, *, plain: bool = False) -> World:
    """Return a world drawn from a seed; the eight kinds of grid come in turn. `plain`: no lines, hexsides or free ice."""
    draw = random.Random(f"movement {seed}")
    orientation, shifted, short = STAGGERS[seed % 8]
    names = ["clear"] * 5 + ["marsh", "dunes", "deep", "paved", "crag"] + ([] if plain else ["ice"])
    terrain = {}
    for column in range(1, columns + 1):
        for row in range(1, rows + 1):
            line, place, most = (column, row, rows) if orientation == "flat" else (row, column, columns)
            cut = short == "shifted" and (line % 2 == 0) == (shifted == "even") and place == most
            if not cut and draw.random() > 0.05:
                terrain[column, row] = draw.choice(names)
    level = {a: draw.choice((0, 0, 0, 1, 2)) for a in terrain}
    world = World(orientation, shifted, short, columns, rows, terrain, level, (), (), draw.choice(("0", "1", "1/2", "2")))
    return world if plain else _furnished(world, draw)


def _furnished(world: World, draw: random.Random) -> World:
    kinds = [*CROSS, "unheard"]
    edges = [(a, b) for a in sorted(world.terrain) for b in world.around(a) if b in world.terrain and a < b]
    sides = tuple((*edge, draw.choice(kinds)) for edge in draw.sample(edges, min(len(edges), 14)))
    lines = []
    for kind in ("road", "road", "bridge", "drawn"):
        way = [draw.choice(sorted(world.terrain))]
        for _ in range(4):
            way += [draw.choice([b for b in world.around(way[-1]) if b in world.terrain] or way[-1:])]
        way = [a for k, a in enumerate(way) if not k or a != way[k - 1]]
        lines += [(kind, tuple(way))] if len(way) > 1 else []
    return world._replace(sides=sides, lines=tuple(lines))


S = TypeVar("S")


def cheapest(start: S, moves: Callable[[S], Iterable[tuple[Fraction, S]]]) -> dict[S, Fraction]:
    """Return the least cost of every state by relaxing until nothing changes."""
    best = {start: Fraction(0)}
    fresh = [start]
    while fresh:
        state = fresh.pop(0)
        for cost, beyond in moves(state):
            if beyond not in best or best[state] + cost < best[beyond]:
                best[beyond] = best[state] + cost
                fresh.append(beyond)
    return best


OPEN = 'format = "hexmap/1"\ntitle = "Open"\n[grid]\norientation = "{}"\ncolumns = {}\nrows = {}\nacross_flats = "15 mm"\n{}\n'


def drawn(rows: str, level: str = "", head: str = "", more: str = "", orientation: str = "flat") -> HexMap:
    """Return the map drawn in text: . clear, m marsh (turn 1), ~ water; uphill 1; `head` goes into [grid], `more` at the end."""
    lines = [line.strip() for line in rows.strip().splitlines()]
    text = OPEN.format(orientation, len(lines[0]), len(lines), head)
    text += '[movement]\nuphill = 1\n[terrain.clear]\ncode = "."\n[terrain.marsh]\ncode = "m"\nenter = 2\nturn = 1\n'
    text += '[terrain.water]\ncode = "~"\nenter = "prohibited"\n[class.schiltrom]\nenter = { marsh = 1 }\n'
    text += '[hexes]\nterrain = """\n' + "\n".join(lines) + '\n"""\n'
    if level:
        text += 'level = """\n' + "\n".join(line.strip() for line in level.strip().splitlines()) + '\n"""\n'
    return hexmap.loads(text + more)

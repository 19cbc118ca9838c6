"""What the two battle maps must satisfy by the rules' own hex numbers, shown on the raw files by plain flood fills.

MC-.. and MD-.. number the constraints; nothing here asks the library but where it says so.
"""

from __future__ import annotations

import tomllib
from collections import Counter, deque
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

import hexmap
from mapsheet.source import data_folder
from tests.hexmap.worlds_rout import FIELD, PLAIN, Place, Shape, at, name

Unit = tuple[Place, ...]


class Ground(NamedTuple):
    """A battle map as its file has it: what stands at each hex."""

    shape: Shape
    data: dict[str, Any]
    terrain: dict[Place, str]
    level: dict[Place, int]

    @property
    def passable(self) -> set[Place]:
        kinds = self.data["terrain"]
        return {h for h, kind in self.terrain.items() if kinds[kind].get("enter", 1) != "prohibited"}

    def of(self, *kinds: str) -> set[Place]:
        return {h for h, kind in self.terrain.items() if kind in kinds}

    def around(self, h: Place) -> list[Place]:
        return [other for other in self.shape.touching(*h).values() if self.shape.has(*other)]

    def region(self, start: Place, within: set[Place]) -> set[Place]:
        """Return all of `within` that can be walked to from a hex."""
        seen, queue = {start}, deque([start])
        while queue:
            for other in self.around(queue.popleft()):
                if other in within and other not in seen:
                    seen.add(other)
                    queue.append(other)
        return seen

    def edge(self, side: str) -> set[Place]:
        numbers = [n for stretch in self.data["side"][side]["exit"] for n in self.data["edges"][stretch]["hexes"]]
        found: set[Place] = set()
        for text in numbers:
            first, last = (at(text[:4]), at(text[-4:]))
            columns, rows = range(first[0], last[0] + 1), range(first[1], last[1] + 1)
            found |= {(c, r) for c in columns for r in rows if self.shape.has(c, r)}
        return found


@cache
def ground(title: str) -> Ground:
    shape = {"bannockburn": FIELD, "angorra": PLAIN}[title]
    data = tomllib.loads((data_folder() / title / "map.toml").read_text("utf-8"))
    by_code = {table["code"]: kind for kind, table in data["terrain"].items()}
    rows = {key: data["hexes"][key].split("\n") for key in ("terrain", "level")}
    terrain = {(c, r): by_code[rows["terrain"][r - 1][c - 1]] for c, r in shape.hexes()}
    level = {(c, r): int(rows["level"][r - 1][c - 1], 36) for c, r in shape.hexes()}
    return Ground(shape, data, terrain, level)


@cache
def units(title: str, side: str) -> tuple[Unit, ...]:
    data = tomllib.loads((data_folder() / title / "setup.toml").read_text("utf-8"))
    return tuple(tuple(at(n) for n in unit["at"].split("+")) for unit in data["unit"] if unit["side"] == side)


def held(title: str, side: str) -> set[Place]:
    return {h for unit in units(title, side) for h in unit}


def course(land: Ground, title: str) -> list[Place]:
    (through,) = [c["through"] for c in land.data["course"] if c["name"] == title]
    return [at(n) for n in through]


def assert_unbroken(land: Ground, chain: Iterable[Place], kind: str) -> None:
    hexes = list(chain)
    assert {land.terrain[h] for h in hexes} == {kind}
    for a, b in pairwise(hexes):
        assert b in land.around(a), (name(a), name(b))


def corridor(land: Ground, unit: Unit, side: str) -> bool:
    """Return whether designated steps alone lead a unit off the map by its own stretch of the edge."""
    toward, exits = land.data["side"][side]["rout"], land.edge(side)
    seen, queue = {unit}, deque([unit])
    while queue:
        here = queue.popleft()
        for direction in toward:
            then = tuple(land.shape.touching(*h)[direction] for h in here)
            if any(h in exits and not land.shape.has(*t) for h, t in zip(here, then, strict=True)):
                return True
            if all(t in land.passable for t in then) and then not in seen:
                seen.add(then)
                queue.append(then)
    return False


B, A = ground("bannockburn"), ground("angorra")


def numbers(text: str) -> set[Place]:
    return {at(n) for n in text.split()}


def test_mc_01_972_hexes_in_29_columns() -> None:
    lengths = Counter(c for c, _ in B.terrain)
    assert len(B.terrain) == 972
    assert {c: lengths[c] for c in range(1, 30)} == {c: 34 if c % 2 else 33 for c in range(1, 30)}
    board = hexmap.load("bannockburn")
    assert board.centre("1425").y < board.centre("1426").y  # north is up
    assert board.centre("0101").x < board.centre("2901").x


def test_mc_02_only_the_terrain_of_the_chart() -> None:
    assert set(B.terrain.values()) == {"clear", "marsh", "pool", "burn", "river"}
    assert set(B.data["terrain"]) == set(B.terrain.values())
    assert not any(table.get("sight", "open") != "open" for table in B.data["terrain"].values())
    assert not {"hexside_kind", "line_kind", "hexside", "line"} & set(B.data)


def test_mc_03_the_english_stretch_lies_between_forth_and_burn() -> None:
    assert (B.terrain[at("2901")], B.terrain[at("2923")]) == ("river", "burn")
    stretch = {(29, r) for r in range(2, 23)}
    assert B.edge("english") == stretch
    assert stretch <= B.region(at("2902"), B.passable)
    assert held("bannockburn", "english") <= B.region(at("2902"), B.passable)


def test_mc_04_the_scottish_stretch_lies_between_pelstream_and_burn() -> None:
    assert B.terrain[at("1534")] == "burn"
    assert at("0118") not in B.passable
    stretch = {(1, r) for r in range(19, 35)} | {(c, 34 if c % 2 else 33) for c in range(1, 15)}
    assert B.edge("scots") == stretch
    assert len(stretch) == 29
    region = B.region(at("0119"), B.passable)
    assert stretch <= region
    assert held("bannockburn", "scots") <= region


def test_mc_05_burns_and_river_are_unbroken() -> None:
    forth, burn, pelstream = (course(B, title) for title in ("River Forth", "Bannock Burn", "Pelstream Burn"))
    assert_unbroken(B, forth, "river")
    assert_unbroken(B, burn, "burn")
    assert_unbroken(B, pelstream, "burn")
    assert set(forth) == B.of("river")
    assert set(burn) | set(pelstream) == B.of("burn")
    assert [name(h) for h in (burn[0], burn[-1], forth[0], forth[-1])] == ["1534", "2923", "2901", "2101"]
    banks = [B.region(at(n), B.passable) for n in ("1020", "1633", "2301")]
    assert [len(bank) for bank in banks] == [835, 83, 6]
    assert sum(map(len, banks)) == len(B.passable) == 924  # nothing crosses, and there is no fourth piece of land


def test_mc_06_the_hexes_of_the_longbow_example_are_passable() -> None:
    assert numbers("1224 1225 1226 1325 1326 1424 1425 1426") <= B.passable


def test_mc_07_the_ground_between_the_exits_is_one_region() -> None:
    region = B.region(at("1020"), B.passable)
    assert B.edge("english") | B.edge("scots") <= region
    assert held("bannockburn", "english") | held("bannockburn", "scots") <= region


CORRIDORS = [(title, side) for title in ("bannockburn", "angorra") for side in ground(title).data["side"]]


@pytest.mark.parametrize(("title", "side"), CORRIDORS)
def test_mc_08_md_06_every_unit_of_the_set_up_can_rout_home(title: str, side: str) -> None:
    assert len(units(title, side)) >= 16
    assert [unit for unit in units(title, side) if not corridor(ground(title), unit, side)] == []


@pytest.mark.parametrize(("title", "side"), CORRIDORS)
def test_mc_08_md_06_the_rout_search_finds_those_ways(title: str, side: str) -> None:
    board = hexmap.load(title)
    for unit in units(title, side):
        answer = board.rout("+".join(map(name, unit)), level=4, allowance=8, side=side)
        assert answer.penalty == 0, unit


def test_mc_09_the_carse_is_flat() -> None:
    assert {B.level[h] for h in B.of("marsh", "pool")} == {0}


def steps_of(land: Ground) -> Counter[int]:
    return Counter(
        abs(land.level[h] - land.level[o]) for h in land.passable for o in land.around(h) if o in land.passable and o > h
    )


def test_mc_10_contours_rise_by_one() -> None:
    steps = steps_of(B)
    assert max(steps) == 2
    assert steps[2] == 6
    assert steps[1] > 40 * steps[2]


def closed(land: Ground, side: str, region: set[Place]) -> set[str]:
    """Return the hexes of a region that no designated step leaves, because of water."""
    toward = land.data["side"][side]["rout"]

    def shut(h: Place, direction: str) -> bool:
        other = land.shape.touching(*h)[direction]
        return land.shape.has(*other) and other not in land.passable

    return {name(h) for h in region if all(shut(h, d) for d in toward)}


def test_water_shuts_in_few_hexes() -> None:
    carse, beyond = B.region(at("1020"), B.passable), B.region(at("2301"), B.passable)
    bends = {"1433", "1631", "2227", "2624"}  # of the Bannock Burn
    assert closed(B, "english", B.passable) == bends
    assert closed(B, "scots", carse) == set()
    assert closed(B, "scots", beyond) == {"2301", "2401", "2502"}
    plain = A.region(at("1715"), A.passable)
    assert closed(A, "ottomans", plain) == {"0311", "0410", "0609"}  # the bend of the river
    assert closed(A, "tartars", plain) == set()


def test_md_01_972_hexes_in_29_rows() -> None:
    lengths = Counter(r for _, r in A.terrain)
    assert len(A.terrain) == 972
    assert A.data["grid"]["orientation"] == "pointy"
    assert {r: lengths[r] for r in range(1, 30)} == {r: 34 if r % 2 else 33 for r in range(1, 30)}


def test_md_02_and_03_only_the_terrain_of_the_chart_and_none_that_hides() -> None:
    assert set(A.terrain.values()) == set(A.data["terrain"]) == {"clear", "river", "dry_bed", "camp"}
    assert not any(table.get("sight", "open") != "open" for table in A.data["terrain"].values())


def test_md_04_six_camp_hexes_behind_the_tartars() -> None:
    camp = A.of("camp")
    assert camp == numbers("1625 1725 1825 1626 1726 1727")
    southernmost = max(r for _, r in held("angorra", "ottomans"))
    assert all(r > southernmost for _, r in camp)


def test_md_05_the_river_is_closed_and_both_armies_on_one_side() -> None:
    river = course(A, "Çubuk Çayı")
    assert_unbroken(A, river, "river")
    assert set(river) == A.of("river")
    assert (river[0][1], river[-1][0]) == (1, 1)  # from the north edge to the west edge
    main = A.region(at("1715"), A.passable)
    assert held("angorra", "ottomans") | held("angorra", "tartars") <= main
    assert (len(main), len(A.passable) - len(main)) == (913, 44)


def test_md_07_the_dry_bed_leaves_the_river_and_parts_the_armies() -> None:
    bed = A.of("dry_bed")
    start = next(h for h in bed if any(o in A.of("river") for o in A.around(h)))
    assert A.region(start, bed) == bed
    # who does not cross the bed stays on one side of it; the foremost Tartars stand in it and one beyond
    north, south = (A.region(at(n), A.passable - bed) for n in ("1709", "1522"))
    assert not north & south
    assert held("angorra", "ottomans") <= north
    foremost = held("angorra", "tartars") - south
    assert len(foremost) <= 3
    assert all(h in bed or any(o in bed for o in A.around(h)) for h in foremost)


def test_md_08_the_road_has_no_effect() -> None:
    (road,) = A.data["line"]
    hexes = [at(n) for n in road["through"]]
    assert all(b in A.around(a) for a, b in pairwise(hexes))
    assert set(hexes) <= A.passable
    board = hexmap.load("angorra")
    (kind,) = board.rules.line_kinds.values()
    assert kind.enter is None
    crossing = [h for h in hexes if A.terrain[h] != "clear"]
    for h in crossing or hexes[:1]:
        before = hexes[hexes.index(h) - 1] if h != hexes[0] else hexes[1]
        reach = board.reach(name(before), 3).to_json()["costs"]
        assert isinstance(reach, dict)
        assert reach[name(h)] >= (2 if A.terrain[h] != "clear" else 1)


def test_angorra_rises_by_single_levels() -> None:
    assert max(steps_of(A)) == 1


@pytest.mark.parametrize("title", ["bannockburn", "angorra"])
def test_the_library_reads_what_the_file_says(title: str) -> None:
    board, land = hexmap.load(title), ground(title)
    assert {board.number(h): board.terrain(h).name for h in board} == {name(h): kind for h, kind in land.terrain.items()}
    assert {board.number(h): board.level(h) for h in board} == {name(h): level for h, level in land.level.items()}
    for side in land.data["side"]:
        stretches = [board.edges[stretch] for stretch in board.sides[side].exit]
        assert {board.number(h) for stretch in stretches for h in stretch} == {name(h) for h in land.edge(side)}


@pytest.mark.parametrize("title", ["bannockburn", "angorra"])
def test_set_ups_stand_on_free_passable_ground(title: str) -> None:
    land = ground(title)
    everyone = [unit for side in land.data["side"] for unit in units(title, side)]
    assert all(h in land.passable for unit in everyone for h in unit)
    assert all(len(unit) == 1 or unit[1] in land.around(unit[0]) for unit in everyone)


FACINGS = [("bannockburn", {"english": 270, "scots": 90}), ("angorra", {"ottomans": 180, "tartars": 0})]


@pytest.mark.parametrize(("title", "bearing"), FACINGS)
def test_set_ups_face_the_enemy(title: str, bearing: dict[str, int]) -> None:
    board = hexmap.load(title)
    for side, facing in bearing.items():
        pairs = ["+".join(map(name, unit)) for unit in units(title, side) if len(unit) == 2]
        assert {board.arcs(pair).facing for pair in pairs} == {facing}


def test_the_checks_here_can_fail() -> None:
    forded = B.region(at("1020"), B.passable | {at("2129")})
    assert len(forded) == 835 + 1 + 83  # with one hex of the burn filled in the banks are one
    assert not corridor(B, (at("1433"),), "english")

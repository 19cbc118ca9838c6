"""Movement of single units by rule: allowance, terrain, units, edges, classes, hexsides, lines, facing (5, 6.11, 7.2)."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import networkx as nx
import pytest

import hexmap
from hexmap.movement import Place
from hexmap.position import read_position
from mapsheet.errors import DataError, NotationError
from tests.hexmap.worlds_move import drawn

ROWS = ("." * 21 + "\n") * 21


@pytest.mark.parametrize("allowance", range(8))
def test_5_25_reach_on_open_ground(allowance: int) -> None:
    board = drawn(ROWS)
    found = board.reach("1111", allowance).costs
    assert len(found) == 1 + 3 * allowance * (allowance + 1)
    assert all(cost == board.distance("1111", at) for at, cost in found.items())


def test_5_12_no_more_than_the_allowance_mv_01() -> None:
    board = drawn("..m.m..")
    assert board.path("0101", "0501").cost == 6
    assert board.path("0101", "0501", 5).cost is None
    assert "0501" not in board.reach("0101", 5).costs
    assert board.reach("0101", 6).costs["0501"] == 6
    assert board.why("0101", "0501", 5).forbidden[0].to_json() == {"why": "allowance", "cost": 6}


def test_5_13_each_hex_entered_costs_its_terrain_mv_02() -> None:
    assert drawn("...m").path("0101", "0401").cost == 4


def test_5_14_leaders_neither_stop_nor_cost_mv_03(tmp_path: Path) -> None:
    text = 'format = "position/1"\n[[unit]]\nat = "0201"\nblocks = false\n[[unit]]\nat = "0301"\nblocks = {}\n'
    board = drawn("....")
    for blocks, cost in (("false", 3), ("true", None)):
        (tmp_path / "position.toml").write_text(text.format(blocks))
        position = read_position(tmp_path / "position.toml")
        assert board.path("0101", "0401", position=position).cost == cost


def test_5_15_never_through_a_unit_mv_04() -> None:
    board = drawn("...\n...")
    assert board.path("0101", "0301").path == ("0101", "0201", "0301")
    assert board.path("0101", "0301", occupied=["0201"]).path == ("0101", "0102", "0202", "0302", "0301")
    assert "0201" not in board.reach("0101", 9, occupied=["0201"]).costs
    assert "0201" not in board.reach("0101", 9, occupied=["0201+0202"]).costs
    assert board.reach("0101", 9, occupied=["0201+0202"]).costs == {"0101": 0, "0102": 1}


@pytest.mark.parametrize("terrain", ["river", "burn", "pool"])
def test_7_25_prohibited_hexes_are_never_entered_mv_05(terrain: str) -> None:
    board = hexmap.load("bannockburn")
    wet = [board.number(h) for h in board if board.terrain(h).name == terrain]
    assert wet
    for number in wet:
        assert all(board.path(near, number).cost is None for near in board.show(number).neighbors.values())
    assert not set(wet) & set(board.reach("1426", 999).costs)


def test_7_3_never_off_the_map_mv_06() -> None:
    board = drawn("...\n._.\n...")
    assert set(board.reach("0101", 99).costs) == {"0101", "0201", "0301", "0102", "0302", "0103", "0203", "0303"}


def test_7_22_uphill_costs_once_whatever_the_jump() -> None:
    board = drawn("...", "053")
    assert board.path("0101", "0201").cost == 2
    assert board.path("0201", "0301").cost == 1
    assert board.path("0301", "0201").cost == 2


def test_allowances_are_exact() -> None:
    board = drawn("......")
    assert board.reach("0101", "7/2").to_json()["allowance"] == "7/2"
    assert len(board.reach("0101", Fraction(7, 2)).costs) == len(board.reach("0101", 3.5).costs) == 4
    for wrong in ("prohibited", -1, "many", None, "1/0", float("nan")):
        with pytest.raises(NotationError):
            board.reach("0101", wrong)


def test_bad_questions_are_refused() -> None:
    board = drawn("......")
    with pytest.raises(NotationError):
        board.reach("0901", 2)
    with pytest.raises(NotationError, match="schiltrom"):
        board.reach("0101", 2, unit_class="schiltron")
    with pytest.raises(NotationError):
        board.reach("0101", 2, occupied=["9999"])
    with pytest.raises(NotationError):
        board.reach("0101", 2, cost=lambda *_: -1)
    with pytest.raises(TypeError, match="did you mean 'occupied'"):
        board.reach("0101", 2, ocupied=["0201"])  # type: ignore[call-arg]


MORE = """
[hexside_kind.wall]
cross = "prohibited"
[hexside_kind.river]
cross = 1
[line_kind.bridge]
enter = 1
[class.boat]
enter = { marsh = 3, wall = 2, bridge = "prohibited", river = "prohibited" }
[[hexside]]
kind = "wall"
sides = ["0505/0506"]
[[hexside]]
kind = "river"
sides = ["0504/0505", "0604/0505", "0404/0505"]
[[line]]
kind = "bridge"
through = ["0404", "0505"]
"""


def test_walls_rivers_and_bridges() -> None:
    board = drawn(("." * 9 + "\n") * 9, more=MORE)

    def cost(a: str, b: str, unit_class: str | None = None) -> object:
        return board.why(a, b, 99, unit_class=unit_class).cost

    assert (cost("0505", "0506"), cost("0506", "0505")) == (None, None)
    assert (cost("0504", "0505"), cost("0505", "0504"), cost("0505", "0604")) == (2, 2, 2)
    assert (cost("0404", "0505"), cost("0505", "0404")) == (1, 1)
    assert (cost("0505", "0506", "boat"), cost("0504", "0505", "boat"), cost("0404", "0505", "boat")) == (3, None, None)
    assert board.reach("0505", 1).costs == {"0505": 0, "0404": 1, "0405": 1, "0605": 1}


def test_class_enter_names_terrain_hexsides_and_lines() -> None:
    board = drawn("..", more=MORE.replace('["0505/0506"]', '["0101/0201"]').split("[[hexside]]")[0])
    found = board.rules.classes["boat"]
    assert (found.enter, found.cross, found.line) == ({"marsh": 3}, {"wall": 2, "river": None}, {"bridge": None})
    with pytest.raises(DataError) as caught:
        drawn("..", more='[hexside_kind.wall]\n[class.boat]\nenter = { mrsh = 1, wall = 1 }\ncross = { wall = 2, clear = 3 }\n')
    messages = "\n".join(str(fault) for fault in caught.value.faults)
    assert "'marsh'" in messages
    assert "class.boat.enter.wall" in messages
    assert "class.boat.cross.clear" in messages
    assert len(caught.value.faults) == 3


def test_many_prices_are_compiled_as_exactly_as_few() -> None:
    codes = [chr(c) for c in range(33, 127) if chr(c) not in '_\\".m~']
    kinds = "".join(f'[terrain.t{k}]\ncode = "{code}"\nenter = "{k + 1}/7"\n' for k, code in enumerate(codes))
    head = '[hexside_kind.x]\ncross = "1/1000"\n'
    rows = "\n".join("".join(codes[(7 * r + c) % len(codes)] for c in range(20)) for r in range(20))
    side = '[hexside_kind.k{0}]\ncross = "{0}/11"\n[[hexside]]\nkind = "k{0}"\nsides = ["{1:02}05/S"]\n'
    sides = "".join(side.format(k, k + 1) for k in range(20))
    text = drawn_text(rows, kinds, head + sides)
    board = hexmap.loads(text)
    graph = board.graph()
    for start in ("0505", "1012", "2020"):
        lengths = nx.single_source_dijkstra_path_length(graph, start, cutoff=9, weight="cost")
        assert board.reach(start, 9).costs == lengths


def test_fractions_without_a_common_measure_stay_exact() -> None:
    primes = (997, 991, 983, 977, 971, 967, 953, 947)
    kinds = "".join(f'[terrain.t{p}]\ncode = "{code}"\nenter = "1/{p}"\n' for p, code in zip(primes, "abcdefgh", strict=True))
    board = hexmap.loads(drawn_text("\n".join(["abcdefgh"] * 8), kinds, ""))
    found = board.path("0101", "0801")
    assert found.path is not None
    expected = sum(board.terrain(at).enter or 0 for at in found.path[1:])
    climbs = sum(board.level(a) < board.level(b) for a, b in pairwise(found.path))
    assert found.cost == expected + Fraction(climbs, 3) == board.reach("0101", 2).costs["0801"]
    assert board.reach_matrix("1/500").costs("0101") == board.reach("0101", "1/500").costs
    with pytest.raises(NotationError, match="MB"):
        board.reach_matrix(12)


def drawn_text(rows: str, kinds: str, more: str) -> str:
    size = len(rows.split("\n"))
    level = "\n".join("".join(str((c * r) % 3) for c in range(size)) for r in range(size))
    return (
        f'format = "hexmap/1"\ntitle = "Many"\n[grid]\norientation = "flat"\ncolumns = {size}\nrows = {size}\n'
        'across_flats = "15 mm"\n'
        f'[movement]\nuphill = "1/3"\n{kinds}[hexes]\nterrain = """\n{rows}\n"""\nlevel = """\n{level}\n"""\n{more}'
    )


# -- facing of single counters -------------------------------------------------------------------------------------------


def test_a_straight_run_with_one_turn_at_its_end() -> None:
    board = drawn(("." * 8 + "\n") * 16)
    found = board.reach("0415>N", 13)
    assert Place("0403>NE", 60, 13, hex="0403") in found.positions
    assert board.path("0415>N", "0403>NE").cost == 13
    assert "0403>NE" not in board.reach("0415>N", 12).costs


def test_turning_costs_are_given_by_the_question() -> None:
    board = drawn("...\n...\n...")
    assert board.reach("0202>N", 1, turn=Fraction(1, 3)).costs["0202>S"] == 1
    assert board.reach("0202>N", 0, turn=0).costs == {f"0202>{name}": 0 for name in ("N", "NE", "NW", "S", "SE", "SW")}
    assert "0202>S" not in board.reach("0202>N", 2).costs


# -- all at once ---------------------------------------------------------------------------------------------------------


def test_matrix_of_a_single_hex() -> None:
    matrix = drawn(".").reach_matrix(3)
    assert (matrix.names, matrix.costs("0101"), matrix.masks[0]) == (("0101",), {"0101": 0}, 1)
    with pytest.raises(NotationError):
        matrix.mask("0102")


def test_matrix_of_bannockburn_is_the_reach_from_every_hex() -> None:
    board = hexmap.load("bannockburn")
    matrix = board.reach_matrix(12)
    assert len(matrix.names) == 972
    for number in matrix.names[::31]:
        assert matrix.costs(number) == board.reach(number, 12).costs


def test_matrix_too_large_is_refused() -> None:
    board = drawn(("." * 250 + "\n") * 250, head='numbering = "CCCRRR"\nfirst = "001001"')
    with pytest.raises(NotationError, match="MB"):
        board.reach_matrix(4, pairs=True)


# -- what is there -------------------------------------------------------------------------------------------------------


def test_show_tells_what_a_hex_is() -> None:
    kinds = MORE.split("[[hexside]]", maxsplit=1)[0]
    sides = '[[hexside]]\nkind = "wall"\nsides = ["0202/N", "0202/0303"]\n[[hexside]]\nkind = "river"\nsides = ["0201/S"]\n'
    board = drawn("...\n.m.\n...", more=kinds + sides + '[edges.middle]\nhexes = ["0201-0203"]\n')
    assert board.show("0202").to_json() == {
        "hex": "0202", "terrain": "marsh", "level": 0,
        "neighbors": {"N": "0201", "NE": "0302", "SE": "0303", "S": "0203", "SW": "0103", "NW": "0102"},
        "hexsides": {"N": ["wall", "river"], "SE": ["wall"]}, "edges": ["middle"],
    }  # fmt: skip
    assert board.show("0201").hexsides == {"S": ("wall", "river")}


def test_the_maps_name_their_costs() -> None:
    for name in ("bannockburn", "angorra"):
        data = tomllib.loads((Path(__file__).parents[2] / "data" / name / "map.toml").read_text(encoding="utf-8"))
        graph = hexmap.load(name).graph()
        uphill = data["movement"]["uphill"]
        for a, b, cost in graph.edges(data="cost"):
            climb = uphill if graph.nodes[b]["level"] > graph.nodes[a]["level"] else 0
            assert cost == data["terrain"][graph.nodes[b]["terrain"]].get("enter", 1) + climb

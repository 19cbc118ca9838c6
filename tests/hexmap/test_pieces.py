"""Counters on the map: where they lie, how they are turned, that all of a stack are seen and every number can be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hexmap
from hexmap import HexMap, Position, Unit
from hexmap.draw import draw_map
from hexmap.draw.pieces import Piece, find_pieces
from hexmap.draw.view import View
from hexmap.pair import arc_hexes, pairs_on
from mapsheet.box import Box, around, quads_overlap
from mapsheet.counters import CounterSet, read_counters
from mapsheet.setup import piece_id
from mapsheet.style import load_style
from tests.hexmap.worlds_setup import MAP, made

POINTY = MAP.replace('orientation = "flat"', 'orientation = "pointy"')


@pytest.fixture(scope="module")
def counters(tmp_path_factory: pytest.TempPathFactory) -> CounterSet:
    return read_counters(made(tmp_path_factory.mktemp("ford")))


@pytest.fixture(params=[MAP, POINTY], ids=["flat", "pointy"])
def board(request: pytest.FixtureRequest) -> HexMap:
    return hexmap.loads(request.param)


def lying(board: HexMap, counters: CounterSet, *units: Unit) -> tuple[View, list[Piece]]:
    view = View(board, load_style("classic"))
    return view, find_pieces(view, Position("", units), counters)


def test_a_two_hex_counter_covers_its_hexes_and_faces_its_front(board: HexMap, counters: CounterSet) -> None:
    for h in ("0303", "0304"):
        for pair in pairs_on(board.grid, board.hex(h)):
            at = f"{board.number(pair.left)}+{board.number(pair.right)}"
            view, (piece,) = lying(board, counters, Unit(at, "red/line-1"))
            left, right, low_right, low_left = piece.corners
            front = ((left[0] + right[0]) / 2, (left[1] + right[1]) / 2)
            rear = ((low_left[0] + low_right[0]) / 2, (low_left[1] + low_right[1]) / 2)
            ahead = arc_hexes(board.grid, pair).front[1]
            centre = view.layout.centre(ahead)
            assert _apart(front, centre) < 12 < _apart(rear, centre), "the front edge is the near one"
            assert _apart(left, view.layout.centre(pair.left)) < _apart(left, view.layout.centre(pair.right))
            assert _apart(left, right) == pytest.approx(25.4)
            assert _apart(left, low_left) == pytest.approx(12.7)


def _apart(a: tuple[float, float], b: tuple[float, float]) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


def test_a_facing_single_is_turned_to_its_hexside(board: HexMap, counters: CounterSet) -> None:
    h = board.hex("0303")
    for k, name in enumerate(board.grid.direction_names):
        view, (piece,) = lying(board, counters, Unit(f"0303>{name}", "red/foot-1"))
        ahead = view.layout.centre(board.grid.step(h, k))
        left, right, *_ = piece.corners
        front = ((left[0] + right[0]) / 2, (left[1] + right[1]) / 2)
        assert _apart(front, ahead) == pytest.approx(14.9 - 6.35, abs=0.01)


def test_a_lone_counter_leaves_the_number_of_its_hex_free(board: HexMap, counters: CounterSet) -> None:
    for h in board:
        view, (piece,) = lying(board, counters, Unit(board.number(h), "red/foot-1"))
        assert not view.number_box(h).overlaps(around(piece.corners))
        if board.grid.is_flat:
            x, y = view.layout.centre(h)
            assert Box(x - 8.6, y - 7.45, x + 8.6, y + 7.45).holds(around(piece.corners)), "and stays in it"


def test_every_hidden_number_is_written_again(counters: CounterSet) -> None:
    board = hexmap.loads(MAP)
    view, pieces = lying(board, counters, Unit("0303+0302", "red/line-1"), Unit("0505>NE", "red/foot-1"))
    hidden = {board.number(h) for h in board if any(quads_overlap(view.number_box(h).corners, p.corners) for p in pieces)}
    assert {"0303", "0505"} <= hidden, "of the upper hex of a pair the number stays free"
    svg = draw_map(board, position=Position("", tuple(p.unit for p in pieces), counters=counters))
    layer = svg.split('id="layer-counters"')[1].split('id="layer-hexes"')[0]
    plain = draw_map(board, position=Position("", (Unit("0101", "red/foot-1"),), counters=counters))
    alone = plain.split('id="layer-counters"')[1].split('id="layer-hexes"')[0]
    assert layer.count('stroke-width="0.164"') > alone.count('stroke-width="0.164"')


def test_all_counters_of_a_stack_are_seen(board: HexMap, counters: CounterSet) -> None:
    import shapely

    units = [Unit("0303+0302", "red/line-1"), Unit("0303", "red/chief", blocks=False), Unit("0303", "blue/levy", blocks=False)]
    _, pieces = lying(board, counters, *units)
    shapes = [shapely.Polygon(piece.corners) for piece in pieces]
    for k, shape in enumerate(shapes):
        seen = shape.difference(shapely.union_all(shapes[k + 1 :]))
        assert seen.area > 0.2 * shape.area


def test_singles_lie_on_two_hex_units_and_leaders_on_singles(counters: CounterSet) -> None:
    board = hexmap.loads(MAP)
    units = [Unit("0303", "red/chief", blocks=False), Unit("0303", "red/foot-1"), Unit("0303+0302", "red/line-1")]
    _, pieces = lying(board, counters, *units)
    assert [piece.counter.id for piece in pieces] == ["red/line-1", "red/foot-1", "red/chief"]


def test_the_picture_tells_who_lies_where(counters: CounterSet) -> None:
    board = hexmap.loads(MAP)
    units = (
        Unit("0202", "blue/levy"), Unit("0404", "blue/levy"), Unit("0505", "red/foot-1", rout=2), Unit("0606", code="Xy"),
    )
    svg = draw_map(board, position=Position("", units, counters=counters))
    found = re.findall(r'id="(piece-[^"]*)"', svg)
    assert found == [piece_id("blue/levy"), piece_id("blue/levy", 2), piece_id("red/foot-1")]
    assert 'data-at="0404"' in svg
    layer = svg.split('id="layer-counters"')[1].split('id="layer-hexes"')[0]
    assert 'aria-label="2"' in layer, "the level of rout"
    assert 'aria-label="Xy"' in layer, "without a counter its code"
    assert "layer-counters" not in draw_map(board, position=Position("", units)), "and codes for all without counters"


def test_ids_are_one_for_each_counter_and_copy() -> None:
    ids = [piece_id(name, copy) for name in ("a/b", "a-b", "a.b", "a_b", "a/b/c") for copy in (1, 2)]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.-]*", one) for one in ids)


def test_a_piece_partly_off_a_crop_is_left_out(counters: CounterSet) -> None:
    board = hexmap.loads(MAP)
    position = Position("", (Unit("0303+0302", "red/line-1"), Unit("0303", "red/chief", blocks=False)), counters=counters)
    assert re.findall(r'id="(piece-[^"]*)"', draw_map(board, crop="0303-0505", position=position)) == [piece_id("red/chief")]


def test_the_commands_draw_counters(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from hexmap.cli.door import door

    title, out = made(tmp_path), tmp_path / "out.svg"
    words = ["render", str(title), "--with", str(title / "setup.toml"), "-o", str(out)]
    assert CliRunner().invoke(door, words).exit_code == 0
    assert "piece-" not in out.read_text("utf-8")
    assert CliRunner().invoke(door, [*words, "--counters"]).exit_code == 0
    assert 'id="piece-red--line-1"' in out.read_text("utf-8")

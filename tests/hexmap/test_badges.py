"""What lies on counters: it is seen whatever lies above, each badge apart from the others, charges point at their targets."""

from __future__ import annotations

import re
from math import dist
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hexmap
from hexmap import HexMap, Position, Unit
from hexmap.draw import draw_map, draw_sheet
from hexmap.draw.badges import RADIUS, find_badges
from hexmap.draw.pieces import find_pieces
from hexmap.draw.view import View
from hexmap.pair import pairs_on
from hexmap.position import Moment, OnTrack
from mapsheet.counters import CounterSet, read_counters
from mapsheet.source import parse_toml
from mapsheet.style import load_style
from tests.hexmap.worlds_setup import MAP, made

POINTY = MAP.replace('orientation = "flat"', 'orientation = "pointy"')
TRACK = '\n[[track]]\nname = "turn"\nlabel = "Turn"\nboxes = 4\n'
BOARDS = [hexmap.loads(MAP), hexmap.loads(POINTY)]


@pytest.fixture(scope="module")
def counters(tmp_path_factory: pytest.TempPathFactory) -> CounterSet:
    return read_counters(made(tmp_path_factory.mktemp("ford")))


def layer_of(svg: str) -> str:
    return svg.split('id="layer-counters"')[1].split('id="layer-hexes"', maxsplit=1)[0]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_badges_are_seen_in_every_stack(counters: CounterSet, data: st.DataObject) -> None:
    """A unit of one hex or of two under up to two leaders, beside others that may lie on it too."""
    import shapely

    board = data.draw(st.sampled_from(BOARDS))
    h = board.hex(data.draw(st.sampled_from(["0302", "0404", "0303"])))
    lower: Any = data.draw(st.sampled_from([h, *pairs_on(board.grid, h)]))
    told: Any = {"rout": data.draw(st.sampled_from([0, 3])), "spent": data.draw(st.sampled_from(["", "red/chief"]))}
    unit = Unit(board.spell(lower), "red/line-1" if lower != h else "red/foot-1", **told)
    leaders = [Unit(board.number(h), "red/chief", blocks=False, marker="red/chief")] * data.draw(st.integers(0, 2))
    view = View(board, load_style("classic"))
    pieces = find_pieces(view, Position("", (unit, *leaders)), counters)
    badges = [*find_badges(pieces)]
    assert len(badges) == bool(unit.rout) + bool(unit.spent) + len(leaders)
    for k, badge in enumerate(badges):
        above = shapely.union_all([shapely.Polygon(piece.corners) for piece in pieces[pieces.index(badge.piece) + 1 :]])
        disc = shapely.Point(badge.at).buffer(RADIUS)
        assert disc.intersects(shapely.Polygon(badge.piece.corners))
        own = badges[:k]
        if badge.piece.unit is unit:
            assert disc.difference(above).area > 0.5 * disc.area, "most of it is not on another counter"
            assert all(dist(badge.at, other.at) > 2 * RADIUS - 0.1 for other in own if other.piece.unit is unit)


def test_what_lies_on_a_counter_is_told(counters: CounterSet) -> None:
    board = BOARDS[0]
    units = (
        Unit("0202", "red/foot-1", spent="blue/levy", charge="0303"), Unit("0303", "blue/levy"),
        Unit("0505", "red/chief", blocks=False, marker="blue/foot-1"),
    )
    drawn = layer_of(draw_map(board, position=Position("", units, counters=counters)))
    for words in ("charges 0303", "levy, used up", "foot-1"):
        assert f"<title>{words}</title>" in drawn.replace(counters.counters["blue/levy"].name, "levy").replace(
            counters.counters["blue/foot-1"].name, "foot-1"
        )
    plain = layer_of(draw_map(board, position=Position("", tuple(Unit(u.at, u.counter) for u in units), counters=counters)))
    assert "used up" not in plain
    assert "charges" not in plain


def test_a_charge_points_from_the_unit_at_the_nearest_hex_of_its_target(counters: CounterSet) -> None:
    board = BOARDS[0]
    told = hexmap.loads(MAP)
    position = Position("", (Unit("0303+0302", "red/line-1", charge="0404+0405"),), counters=counters)
    drawn = draw_map(board, position=position)
    group = drawn.split("<title>charges 0404+0405</title>")[1].split("</g>")[0]
    tip = [float(part) for part in re.findall(r"-?[\d.]+", group.rsplit('d="', 1)[1])[:2]]
    near, far = (told.layout.centre(told.hex(number)) for number in ("0404", "0405"))
    assert dist(tip, near) < dist(tip, far)
    assert dist(tip, near) < told.layout.across_flats / 2, "it ends in its hex"


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("marker = 3", "unit.0.marker: expected a text"), ('charge = "0199"', "unit.0.charge: "),
        ('spent = ["a"]', "unit.0.spent: expected a text"),
    ],
)
def test_what_cannot_lie_there_is_refused(line: str, fault: str) -> None:
    from hexmap.position import take_position
    from mapsheet.errors import DataError
    from mapsheet.fields import Fields

    fields = Fields(parse_toml(f'format = "position/1"\n[[unit]]\nat = "0202"\n{line}\n', "position"))
    take_position(fields, BOARDS[0])
    with pytest.raises(DataError) as caught:
        fields.raise_faults()
    assert fault in str(caught.value)


def test_a_marker_that_the_title_lacks_is_a_fault(tmp_path: Any) -> None:
    from click.testing import CliRunner

    from hexmap.cli.door import door

    title = made(tmp_path)
    for key in ("marker", "spent"):
        path = title / "p.toml"
        path.write_text(f'format = "position/1"\nmap = "{title.name}"\n[[unit]]\nat = "0202"\n{key} = "red/chef"\n', "utf-8")
        ran = CliRunner().invoke(door, ["check", str(path)])
        assert f"unit.0.{key}: no counter of this name (did you mean 'red/chief'?)" in str(ran.exception or ran.output)


def test_a_picture_of_a_game_says_how_it_stands(counters: CounterSet) -> None:
    board = hexmap.loads(MAP + TRACK)
    moment = Moment("Turn 3", ("Red decides", "Points: Red 2, Blue 1"), (OnTrack("turn", "3", "red/chief"),))
    position = Position("", (Unit("0202", "red/foot-1", rout=2, spent="red/chief"),), counters=counters)
    plain, told = (draw_sheet(board, position=position._replace(moment=one)) for one in (None, moment))
    assert not {"what the game says", "turn track"} & {*plain.left_out, *told.left_out}
    margin = told.svg.split('id="layer-margin"')[1].split('id="layer-')[0]
    signs = ("Red disc: level of rout", f"Disc struck out: {counters.counters['red/chief'].name} used up")
    for words in ("Turn 3", "Red decides", "Points: Red 2, Blue 1", *signs):
        assert f'aria-label="{words}"' in margin
        assert words not in plain.svg
    assert "Arrow" not in margin, "only what there is"
    assert 'data-counter="red/chief"' in margin, "the marker lies on the track"
    assert "data-counter" not in plain.svg.split('id="layer-margin"')[1].split('id="layer-')[0]


def test_what_a_game_says_is_named_where_it_has_no_room(counters: CounterSet) -> None:
    board: HexMap = hexmap.loads(MAP)
    moment = Moment("Turn 3", tuple(f"line {k} of very many that no sheet holds beside its map" for k in range(150)))
    position = Position("", (Unit("0202", "red/foot-1"),), counters=counters, moment=moment)
    assert "what the game says" in draw_sheet(board, position=position).left_out

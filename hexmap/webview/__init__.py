"""A hex map as a page to look at: what a line crosses and what each step costs, worked out here; the page only combines them.

The page knows no geometry. Every hex has a *place*, a whole number, so chosen that equal displacements are equal differences
of places and that two adjacent hexes are told by the sum of theirs. Lines are tables by that difference, steps by hex and
direction; what stands where is all that the page adds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexmap.ground import POLICIES
from hexmap.saying import BLOCKS
from hexmap.webview.linetables import line_tables, wall_tables
from hexmap.webview.pieces import piece_tables
from hexmap.webview.places import Places
from hexmap.webview.steptables import manoeuvre_tables, step_tables

if TYPE_CHECKING:
    from hexmap.board import Board
    from hexmap.grid import Hex
    from hexmap.ground import Policy
    from hexmap.position import Position, Unit
    from hexmap.webview.places import Tables
    from mapsheet.counters import CounterSet

ARROWS = {"ArrowUp": 0, "ArrowRight": 90, "ArrowDown": 180, "ArrowLeft": 270}  # degrees


def draw_page(
    board: Board, *, style: str | None = None, position: Position | None = None, counters: CounterSet | None = None
) -> str:
    """Return the page of a map: its sheet in a style by name (the map's own), its answers, and a position to begin with.

    The units of the position look like their `counters`, where there are any. DataError as for `page_data`; NotationError
    for an unknown style.
    """
    from hexmap.draw import draw_map
    from mapsheet.style import load_style
    from mapsheet.webpage import build_page

    data = page_data(board, position=position)
    if position and counters:
        data["counters"] = piece_tables(position, counters, load_style(style or board.sheet.style))
    return build_page(board.title, draw_map(board, style=style), data)


def page_data(board: Board, *, policy: Policy | None = None, position: Position | None = None) -> Tables:
    """Return all that the page of a map knows, as plain JSON values.

    `policy` is used instead of the map's own; a `position` stands on the map when it opens. DataError for a map that is too
    large for a page, or whose heights are too fine for it.
    """
    places = Places(board)
    return {
        "kind": "hexes", "title": board.title, "map": board.name,
        "policy": (policy or board.rules.policy)._asdict(), "policies": {name: [*values] for name, values in POLICIES.items()},
        "words": {**BLOCKS}, "directions": [*board.grid.direction_names], "bearings": [*map(board.grid.bearing, range(6))],
        "hexes": _hexes(places), "outline": _outline(board), "size": round(board.layout.across_flats, 3),
        "around": places.around, "arrows": _arrows(places),
        "sight": _sight(places), "walls": wall_tables(places), "lines": line_tables(places),
        "steps": step_tables(places), "manoeuvres": manoeuvre_tables(places),
        "sides": [*board.sides], "counters": {}, "units": [_unit(unit) for unit in position.units] if position else [],
    }


def _hexes(places: Places) -> Tables:
    from hexmap.draw.gridwork import safe

    board = places.board
    centres = [board.layout.centre(h) for h in places.hexes]
    names = _names(board)
    numbers = [board.number(h) for h in places.hexes]
    told = [_words(board, h) + "".join(f", {name}" for name in names.get(h, ())) for h in places.hexes]
    return {
        "number": numbers, "element": [f"hex-{safe(number)}" for number in numbers], "title": told,
        "place": [places.of(h) for h in places.hexes],
        "x": [round(x, 2) for x, _ in centres], "y": [round(y, 2) for _, y in centres],
    }


def _words(board: Board, h: Hex) -> str:
    terrain = board.terrain(h)
    return f"{terrain.label.lower() or terrain.name}, level {board.level(h)}"


def _names(board: Board) -> dict[Hex, list[str]]:
    """Return the names that stand at hexes, and those of the streams that flow through them."""
    named: dict[Hex, list[str]] = {}
    for text, hexes in [*((label.text, label.at) for label in board.art.labels),
                        *((course.name, course.through) for course in board.art.courses if course.name)]:
        for h in hexes:
            if text not in named.setdefault(h, []):
                named[h].append(text)
    return named


def _outline(board: Board) -> str:
    """Return the outline of a hex about its own centre, as path data in mm."""
    first = next(iter(board))
    centre = board.layout.centre(first)
    corners = [f"{x - centre.x:.3f} {y - centre.y:.3f}" for x, y in board.layout.corners(first)]
    return f"M{'L'.join(corners)}z"


def _arrows(places: Places) -> dict[str, list[int]]:
    """Return for each key with an arrow the hex that lies that way from each hex, -1 where none does."""
    return {key: [_toward(places, k, bearing) for k in range(len(places.hexes))] for key, bearing in ARROWS.items()}


def _toward(places: Places, k: int, bearing: int) -> int:
    """Return the neighbor nearest to a bearing; of two alike the one on whose line the rows stay level."""
    grid = places.board.grid
    line = grid.line_and_place(places.hexes[k])[0]

    def off(direction: int) -> tuple[int, int]:
        turn = (grid.bearing(direction) - bearing + 180) % 360 - 180
        # a shifted line lies further south or east: from it one goes back north or west, and the other way from the others
        is_ahead = (grid.bearing(direction) - (90 if grid.is_flat else 0)) % 360 < 180
        return abs(turn), is_ahead == bool(grid.shift(line))

    found = [d for d in range(6) if places.around[6 * k + d] >= 0 and off(d)[0] <= 60]
    return places.around[6 * k + min(found, key=off)] if found else -1


def _sight(places: Places) -> Tables:
    """Return what each hex is to sight: its terrain's ways of blocking, its ground and its top in whole parts of a level."""
    board = places.board
    scale = places.height_scale
    return {
        "level": [board.level_at[cell] for cell in places.cells],
        "terrain": [board.terrain_at[cell] - 1 for cell in places.cells],
        "screens": [int(t.sight != "open") for t in board.terrains],
        "into": [int(t.sight == "blocks into") for t in board.terrains],
        "height": [int(t.height * scale) for t in board.terrains],
        "scale": scale,
    }


def _unit(unit: Unit) -> Tables:
    told = {"at": unit.at, "counter": unit.counter, "side": unit.side, "blocks": unit.blocks, "code": unit.code}
    more = {"class": unit.unit_class, "movement": unit.movement}
    return {**told, **{name: value for name, value in more.items() if value is not None}}

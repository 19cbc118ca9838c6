"""Set-up codes printed in the hexes, from a position: those of a pair in both its hexes, with a line round them and its front."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexmap.pair import Faced, Pair, hexes_of
from mapsheet.box import Box
from mapsheet.text import SMALLEST
from mapsheet.typeset import cap_height, fitted, width, write

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hexmap.draw.view import View
    from hexmap.grid import Hex
    from hexmap.position import Position, Unit
    from mapsheet.box import Point
    from mapsheet.sheet import Layer
    from mapsheet.style import Type

INSET = 0.4  # mm inside two hexes, the line round them
LEADING = 1.15


def draw_units(layer: Layer, view: View, position: Position) -> None:
    """Draw the codes of the units that stand on hexes that are drawn; NotationError for a unit off the map."""
    kinds = _kinds(view, position)
    for unit in position.units:
        stand = view.board.stand(unit.at)
        hexes = [h for h in hexes_of(stand) if h in view.shown]
        if isinstance(stand, Pair) and len(hexes) == 2:
            _pair_line(layer, view, stand, kinds[unit.side])
        elif isinstance(stand, Faced) and hexes:
            _faced_front(layer, view, stand, kinds[unit.side])
    for h, units in _standing(view, position).items():
        _codes(layer, view, h, [(_code(unit), kinds[unit.side]) for unit in units])


def unit_boxes(view: View, position: Position) -> list[Box]:
    """Return the boxes of what is printed of units, which names rather keep off."""
    boxes, across = [], view.layout.across_flats
    for unit in position.units:
        for h in hexes_of(view.board.stand(unit.at)):
            x, y = view.layout.centre(h)
            boxes.append(Box(x - 0.3 * across, y - 0.25 * across, x + 0.3 * across, y + 0.37 * across))
    return boxes


def _kinds(view: View, position: Position) -> dict[str, Type]:
    """Return the type of each side: the first and then every other in the colour of the style, the rest in that of water."""
    kind, water = view.style.lettering["setup"], view.style.lettering["water"].colour
    sides = dict.fromkeys(unit.side for unit in position.units)
    return {side: kind._replace(colour=water) if k % 2 else kind for k, side in enumerate(sides)}


def _code(unit: Unit) -> str:
    return unit.code or unit.counter.rpartition("/")[2][:6] or unit.side[:6] or "unit"


def _codes(layer: Layer, view: View, h: Hex, codes: list[tuple[str, Type]]) -> None:
    """Draw the codes in a hex one below the other, in the middle of what its number leaves free."""
    for words, kind, at in _lines(view, h, codes):
        write(layer, words, kind, at, anchor="middle")


def _lines(view: View, h: Hex, codes: list[tuple[str, Type]]) -> Iterator[tuple[str, Type, Point]]:
    """Yield the codes in a hex with their type and the middle of their baseline."""
    codes = [(words, kind) for words, kind in codes if words]
    if not codes:
        return
    x, y = view.layout.centre(h)
    across = view.layout.across_flats
    size = min(codes[0][1].size, 0.62 * across / (LEADING * len(codes)))
    first = y + 0.06 * across - (len(codes) - 1) * LEADING * size / 2
    for k, (words, kind) in enumerate(codes):
        sized = kind._replace(size=type(kind.size)(max(SMALLEST, size)))
        sized = fitted(words, sized, 0.8 * across)
        yield words, sized, (x, first + k * LEADING * size + cap_height(sized) / 2)


def code_boxes(view: View, position: Position) -> list[Box]:
    """Return the boxes of the codes that `draw_units` and `draw_pieces` print for the units of a position."""
    known = position.counters.counters if position.counters else {}
    bare = position._replace(units=tuple(unit for unit in position.units if unit.counter not in known))
    kinds, found = _kinds(view, bare), []
    for h, units in _standing(view, bare).items():
        for words, kind, (x, y) in _lines(view, h, [(_code(unit), kinds[unit.side]) for unit in units]):
            half = width(words, kind) / 2
            found.append(Box(x - half, y - cap_height(kind), x + half, y))
    return found


def _standing(view: View, position: Position) -> dict[Hex, list[Unit]]:
    """Return the units in each hex that is drawn."""
    found: dict[Hex, list[Unit]] = {}
    for unit in position.units:
        for h in hexes_of(view.board.stand(unit.at)):
            if h in view.shown:
                found.setdefault(h, []).append(unit)
    return found


def _pair_line(layer: Layer, view: View, pair: Pair, kind: Type) -> None:
    """Draw a thin outline round the two hexes and a small triangle at the front."""
    points = [view.layout.centre(h) for h in pair]
    x, y = sum(p.x for p in points) / 2, sum(p.y for p in points) / 2
    # between hexside and number
    inner = view.area(pair).buffer(-INSET * view.scale, join_style="mitre")
    ring, thick = list(inner.exterior.coords)[:-1], 0.3 * view.scale
    layer.polygon(ring, fill="none", stroke=kind.colour, stroke_width=thick, stroke_linejoin="round")
    across = view.layout.across_flats
    # forward is square to the line from the left hand to the right
    forward = ((points[1].y - points[0].y) / across, (points[0].x - points[1].x) / across)
    _front(layer, (x, y), forward, 0.36 * across, across, kind)


def _faced_front(layer: Layer, view: View, faced: Faced, kind: Type) -> None:
    """Draw a small triangle at the hexside that a single counter faces."""
    across, grid = view.layout.across_flats, view.board.grid
    here, ahead = view.layout.centre(faced.hex), view.layout.centre(grid.step(faced.hex, faced.direction))
    forward = ((ahead.x - here.x) / across, (ahead.y - here.y) / across)
    _front(layer, here, forward, 0.46 * across, across, kind)


def _front(
    layer: Layer, middle: tuple[float, float], forward: tuple[float, float], reach: float, across: float, kind: Type
) -> None:
    """Draw a triangle whose tip lies `reach` mm forward of the middle of a unit."""
    (x, y), (fx, fy), size = middle, forward, 0.09 * across
    base = (x + fx * (reach - size), y + fy * (reach - size))
    half = 0.8 * size
    tip = (x + fx * reach, y + fy * reach)
    layer.polygon([tip, (base[0] - fy * half, base[1] + fx * half), (base[0] + fy * half, base[1] - fx * half)], fill=kind.colour)

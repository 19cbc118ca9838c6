"""The units of a position as real counters at true size in their hexes, turned to their fronts."""

from __future__ import annotations

from collections import Counter as Tally
from math import cos, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from hexmap.draw.badges import draw_badges
from hexmap.draw.setup import draw_units
from hexmap.pair import Faced, Pair, facing, hexes_of
from mapsheet.box import Box, Point, around, quads_overlap
from mapsheet.counters import draw_counter
from mapsheet.setup import piece_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hexmap.draw.view import View
    from hexmap.grid import Hex
    from hexmap.pair import Stand
    from hexmap.position import Position, Unit
    from mapsheet.box import Quad
    from mapsheet.counters import Counter, CounterSet
    from mapsheet.sheet import Layer

APART = 3.2  # mm between the corners of two counters of a stack
BELOW = 0.25  # mm between a number and a counter that stands straight below it
EDGE = 0.7  # mm between the edge of a counter and a number that stands on it
PLATE = 0.62  # of a number's em, the stroke of the ground under it where it stands on a counter


class Piece(NamedTuple):
    """A counter on the map: its unit, the middle of where it lies, and the degrees by which it is turned."""

    unit: Unit
    counter: Counter
    middle: Point
    turn: float
    hexes: tuple[Hex, ...]

    @property
    def corners(self) -> Quad:
        """Return its corners on the sheet, from the left end of its front, clockwise."""
        wide, high = self.counter.size.width / 2, self.counter.size.height / 2
        ux, uy = cos(radians(self.turn)), sin(radians(self.turn))
        (x, y) = self.middle
        a, b, c, d = ((x + ux * p - uy * q, y + uy * p + ux * q)
                      for p, q in ((-wide, -high), (wide, -high), (wide, high), (-wide, high)))
        return a, b, c, d


def draw_pieces(layer: Layer, view: View, position: Position, counters: CounterSet) -> None:
    """Draw the units that stand on hexes that are drawn as counters, and those without a counter by their codes.

    A counter lies at its true size, its front edge where the unit faces; the next of a stack lies a little to the right.
    The number of a hex that a counter would hide stands on the counter, levels of rout and markers lie on it.
    NotationError for a unit off the map.
    """
    pieces = find_pieces(view, position, counters)
    drawn = {id(piece.unit) for piece in pieces}
    bare = tuple(unit for unit in position.units if unit.counter not in counters.counters and id(unit) not in drawn)
    seen = Tally[str]()
    for piece in pieces:
        unit, counter = piece.unit, piece.counter
        seen[counter.id] += 1
        place = layer.group(
            piece_id(counter.id, seen[counter.id]), f"{counter.name}, {unit.at}", data_counter=counter.id, data_at=unit.at
        )
        corner = (piece.middle[0] - counter.size.width / 2, piece.middle[1] - counter.size.height / 2)
        draw_counter(place, view.style, counters, counter, corner, back=unit.back, turn=piece.turn)
    if not view.is_panel:
        _numbers(layer, view, pieces)
    draw_badges(layer, view, pieces, counters)
    draw_units(layer, view, position._replace(units=bare))


def find_pieces(view: View, position: Position, counters: CounterSet) -> list[Piece]:
    """Return where the counters of a position lie, from the lowest up."""
    found: list[Piece] = []
    held: Tally[tuple[Hex, bool]] = Tally()
    for unit in _lowest_first(view, position):
        stand = view.board.stand(unit.at)
        hexes = hexes_of(stand)
        if unit.counter not in counters.counters or not view.shown.issuperset(hexes):
            continue
        counter = counters.counters[unit.counter]
        height = max(held[h, len(hexes) > 1] for h in hexes)
        for h in hexes:
            held[h, len(hexes) > 1] = height + 1
        found.append(Piece(unit, counter, _middle(view, stand, counter, height), _turn(view, stand), hexes))
    return found


def _lowest_first(view: View, position: Position) -> Iterator[Unit]:
    """Yield wagons and the like, two-hex units, singles, and leaders and markers: who stands on something lies on it."""

    def rank(unit: Unit) -> tuple[bool, bool]:
        single = not isinstance(view.board.stand(unit.at), Pair)
        return single, unit.blocks != single

    yield from sorted(position.units, key=rank)


def _turn(view: View, stand: Stand) -> float:
    if isinstance(stand, Pair):
        return float(facing(view.grid, stand))
    return float(view.grid.bearing(stand.direction)) if isinstance(stand, Faced) else 0.0


def _middle(view: View, stand: Stand, counter: Counter, height: int) -> Point:
    """Return the middle of a counter that lies on `height` others of its size."""
    centres = [view.layout.centre(h) for h in hexes_of(stand)]
    x, y = sum(c.x for c in centres) / len(centres), sum(c.y for c in centres) / len(centres)
    if isinstance(stand, Pair):
        return x + APART * height, y - APART * height
    if not isinstance(stand, Faced):
        # straight it leaves its hex's number free, if the hex is high enough
        number = view.number_home(stand).bottom + BELOW
        y += max(0.0, min(number - (y - counter.size.height / 2), _room_below(view, counter)))
    return x + APART * height, y


def _room_below(view: View, counter: Counter) -> float:
    """Return how far a counter in the middle of a hex may move down in it."""
    return max(0.0, view.layout.across_flats / 2 - counter.size.height / 2)


def _numbers(layer: Layer, view: View, pieces: list[Piece]) -> None:
    """Write the numbers of hexes that counters hide on the counters, on plates of the ground."""
    if not view.number_size:
        return
    near = _by_hex(view, pieces)
    items = [(view.key(h), *_number_on(view, h, near[h])) for h in hidden_numbers(view, pieces)]
    plate = PLATE * view.number_size
    layer.numbers(items, view.number_size, view.style.paper, stroke_width=plate, stroke_linejoin="round")
    layer.numbers(items, view.number_size, view.style.numbers.colour)


def hidden_numbers(view: View, pieces: list[Piece]) -> list[Hex]:
    """Return the hexes whose numbers counters hide."""
    near = _by_hex(view, pieces)
    return [h for h in sorted(near) if _covers(near[h], view.number_box(h))]


def _by_hex(view: View, pieces: list[Piece]) -> dict[Hex, list[Piece]]:
    """Return the counters that may lie on the number of a hex: those in it and beside it."""
    found: dict[Hex, list[Piece]] = {}
    for piece in pieces:
        around_it = {n for h in piece.hexes for n in (h, *view.grid.neighbors(h))}
        for h in around_it & view.shown:
            found.setdefault(h, []).append(piece)
    return found


def _covers(pieces: Iterable[Piece], box: Box) -> bool:
    return any(quads_overlap(box.corners, piece.corners) for piece in pieces)


def _number_on(view: View, h: Hex, pieces: list[Piece]) -> Point:
    """Return where a hidden number stands: where it would but for what is under the counters, if that leaves singles free.

    Else where it stands without them, or at the front edge of a two-hex unit that has it in its middle.
    """
    at, box, home = view.number_at(h), view.number_box(h), view.number_home(h)
    singles = [piece for piece in pieces if len(piece.hexes) == 1]
    if _covers(singles, box) and not _covers(singles, home):
        return home.centre[0], home.bottom
    for piece in reversed(pieces):
        if h in piece.hexes and len(piece.hexes) > 1 and quads_overlap(box.corners, piece.corners):
            fx, fy = sin(radians(piece.turn)), -cos(radians(piece.turn))
            x, y = box.centre[0] - piece.middle[0], box.centre[1] - piece.middle[1]
            along, reach = x * fx + y * fy, abs(fx) * box.width / 2 + abs(fy) * box.height / 2
            room = piece.counter.size.height / 2 - reach - EDGE
            return (at[0] + fx * (room - along), at[1] + fy * (room - along)) if abs(along) < room / 2 else at
    return at


def piece_boxes(view: View, position: Position, counters: CounterSet) -> list[Box]:
    """Return the upright boxes of all counters of a position, which names rather keep off."""
    return [around(piece.corners) for piece in find_pieces(view, position, counters)]

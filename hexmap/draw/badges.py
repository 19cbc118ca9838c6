"""What lies on the counters of a position: levels of rout, markers, what is used up, and whom a unit charges."""

from __future__ import annotations

from itertools import product
from math import cos, dist, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from hexmap.pair import hexes_of
from mapsheet.box import Box, Point, quads_overlap
from mapsheet.counters import draw_symbol
from mapsheet.marks import arrow_shape
from mapsheet.typeset import cap_height, write

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hexmap.draw.pieces import Piece
    from hexmap.draw.view import View
    from hexmap.position import Position
    from mapsheet.counters import CounterSet
    from mapsheet.sheet import Layer

RADIUS = 2.1  # mm of a badge
INSET = 1.7  # mm from the edges of a counter to the middle of a badge
CORE = 0.6  # of the radius, what no counter above may cover: the edge of a stack is narrow
ROUT_INK, ROUT_GROUND = "#FFFFFF", "#A8201A"
INK, GROUND = "#33261A", "#F3EBD6"
ROUT_TYPE = 2.9
SYMBOL = 0.78  # of the radius, half a marker's symbol
HALO = 0.5  # mm of ground round a charge's arrow
FROM, TO = 0.22, 0.8  # of the way to whom a unit charges
FRONT_LEFT, FRONT_RIGHT, REAR_RIGHT, REAR_LEFT, RIGHT, LEFT = (-1, -1), (1, -1), (1, 1), (-1, 1), (1, 0), (-1, 0)
# a single has the number of its name at the right, a double a line and its armour at the left
OF_SINGLE = (FRONT_LEFT, FRONT_RIGHT, LEFT, REAR_LEFT)
OF_DOUBLE = (FRONT_RIGHT, FRONT_LEFT, REAR_RIGHT, REAR_LEFT)
BESIDE = (RIGHT, LEFT, REAR_LEFT, FRONT_LEFT)


class Badge(NamedTuple):
    """A disc on a counter: the level of rout, or the id of a marker, which may be struck out."""

    piece: Piece
    at: Point
    rout: int = 0
    marker: str = ""
    is_struck: bool = False


def draw_badges(layer: Layer, view: View, pieces: Sequence[Piece], counters: CounterSet) -> None:
    """Draw all that lies on counters, above them, each where the counters of a stack leave its own one free."""
    for piece in pieces:
        if piece.unit.charge:
            _charge(layer, view, piece)
    for badge in find_badges(pieces):
        _draw(layer, view, badge, counters)


def find_badges(pieces: Sequence[Piece]) -> Iterator[Badge]:
    """Yield the badges of counters that lie one above the other from the first on."""
    for k, piece in enumerate(pieces):
        unit, above, taken = piece.unit, pieces[k + 1 :], list[Point]()
        corners = OF_DOUBLE if len(piece.hexes) > 1 else OF_SINGLE
        wanted = [(corners, Badge(piece, piece.middle, rout=unit.rout))] * bool(unit.rout)
        wanted += [(BESIDE, Badge(piece, piece.middle, marker=unit.spent, is_struck=True))] * bool(unit.spent)
        wanted += [(BESIDE, Badge(piece, piece.middle, marker=unit.marker))] * bool(unit.marker)
        for places, badge in wanted:
            at = _free(piece, [_place(piece, *place) for place in places], above, taken)
            taken.append(at)
            yield badge._replace(at=at)


def signs(position: Position) -> list[str]:
    """Return what the badges and arrows of a position mean, a line each."""
    known = position.counters.counters if position.counters else {}
    units = [unit for unit in position.units if unit.counter in known]
    names = {marker: known[marker].name if marker in known else marker for unit in units for marker in (unit.marker, unit.spent)}
    lines = {"Red disc: level of rout": any(unit.rout for unit in units)}
    lines |= {"Arrow: charges": any(unit.charge for unit in units)}
    lines |= {f"Disc: {names[unit.marker]}": True for unit in units if unit.marker}
    lines |= {f"Disc struck out: {names[unit.spent]} used up": True for unit in units if unit.spent}
    return [line for line, is_there in lines.items() if is_there]


def _place(piece: Piece, across: int, back: int) -> Point:
    """Return a place at an edge of a counter, told as its own men see it."""
    a = across * (piece.counter.size.width / 2 - INSET)
    b = back * (piece.counter.size.height / 2 - INSET)
    ux, uy = cos(radians(piece.turn)), sin(radians(piece.turn))
    return piece.middle[0] + ux * a - uy * b, piece.middle[1] + uy * a + ux * b


def _free(piece: Piece, places: Sequence[Point], above: Sequence[Piece], taken: Sequence[Point]) -> Point:
    """Return the first place that no counter above covers and no other badge has, else the first."""
    for at in places:
        disc = Box(*at, *at).grown(CORE * RADIUS).corners
        is_covered = any(quads_overlap(disc, other.corners) for other in above if other.unit is not piece.unit)
        if not is_covered and all(dist(at, other) > 2 * RADIUS for other in taken):
            return at
    return next((at for at in places if at not in taken), places[0])


def _draw(layer: Layer, view: View, badge: Badge, counters: CounterSet) -> None:
    if badge.rout:
        layer.circle(badge.at, RADIUS, fill=ROUT_GROUND, stroke=ROUT_INK, stroke_width=0.3)
        kind = view.style.marks.letter.type._replace(colour=ROUT_INK)  # type: ignore[arg-type]
        kind = kind._replace(size=type(kind.size)(ROUT_TYPE))
        write(layer, str(badge.rout), kind, (badge.at[0], badge.at[1] + cap_height(kind) / 2), anchor="middle")
        return
    marker = counters.counters.get(badge.marker)
    group = layer.group(title=f"{marker.name if marker else badge.marker}{', used up' * badge.is_struck}")
    group.circle(badge.at, RADIUS, fill=GROUND, stroke=INK, stroke_width=0.25)
    if marker and marker.front.symbol:
        draw_symbol(group, marker.front.symbol, Box(*badge.at, *badge.at).grown(SYMBOL * RADIUS), ink=INK, ground=GROUND)
    if badge.is_struck:
        x, y, arm = *badge.at, 0.7 * RADIUS
        for pen, colour in ((0.9, GROUND), (0.45, ROUT_GROUND)):
            group.line([(x - arm, y - arm), (x + arm, y + arm)], stroke=colour, stroke_width=pen)


def _charge(layer: Layer, view: View, piece: Piece) -> None:
    """Draw an arrow from a unit at whom it charges, over the nearest of their hexes."""
    targets = hexes_of(view.board.stand(piece.unit.charge))
    ways = [(view.layout.centre(a), view.layout.centre(b)) for a, b in product(piece.hexes, targets)]
    (ax, ay), (bx, by) = min(ways, key=lambda way: round(dist(*way), 3))
    look = view.style.marks.charge
    ends = [(ax + (bx - ax) * share, ay + (by - ay) * share) for share in (FROM, TO)]
    shaft, head = arrow_shape(ends, look.head)
    group = layer.group(title=f"charges {piece.unit.charge}")
    for more, colour in ((2 * HALO, view.style.paper), (0.0, look.pen.colour)):
        if len(shaft) > 1:
            group.line(shaft, stroke=colour, stroke_width=look.pen.width + more)
        group.polygon(head, fill=colour, stroke=colour, stroke_width=more, stroke_linejoin="round")

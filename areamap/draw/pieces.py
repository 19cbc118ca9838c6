"""The counters of a set-up in their places on the map or the board, at true size, stacked where a place has no more room."""

from __future__ import annotations

from collections import Counter as Tally
from typing import TYPE_CHECKING, NamedTuple

from areamap.draw.layout import layout_of, room_of, seat
from areamap.draw.quarters import COUNTER
from areamap.draw.strips import find_cells
from areamap.scenario import Station, find_place
from mapsheet.box import Box
from mapsheet.counters import draw_counter
from mapsheet.setup import piece_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from areamap.draw.desk import Desk
    from areamap.draw.view import View
    from mapsheet.counters import Counter, CounterSet
    from mapsheet.sheet import Layer
    from mapsheet.style import Style

APART = 1.7  # mm between the corners of two counters of a stack
LAYER = "counters"


class Deployed(NamedTuple):
    """Counters on the map: where they stand, and the title's set of them."""

    stations: tuple[Station, ...]
    counters: CounterSet


def draw_pieces(layer: Layer, view: View, deployed: Deployed) -> None:
    """Draw counters in the room of their regions and seas, those in a city in its region's."""
    layout = layout_of(view)
    spots: dict[str, list[Box]] = {}

    def spots_of(at: str) -> tuple[str, list[Box]]:
        space = find_place(view.board, at).space
        if space is None:
            return "", []
        home = view.board.spaces[space.within] if space.within else space
        if home.id not in spots:
            x, y = seat(view, layout, home) if home.id in view.shapes else (0.0, 0.0)
            cells = [cell for box in room_of(layout, home) for cell in _cells(box)]
            lone = [Box(x, y, x, y).grown(COUNTER / 2)] * (home.id in view.shapes)
            spots[home.id] = cells or lone
        return home.id, spots[home.id]

    placed = [(station, *spots_of(station.at)) for station in deployed.stations]
    _draw(layer, view.style, deployed.counters, placed)


def draw_tiles(desk: Desk, deployed: Deployed) -> None:
    """Draw counters in the slots of the spaces and boxes of tracks that a board's sheet shows."""
    cells = {(strip.track, cell.number): cell for strip in desk.strips for cell in find_cells(desk, strip)}

    def spots_of(at: str) -> tuple[str, list[Box]]:
        place = find_place(desk.board, at)
        if place.space is None:
            cell = cells.get((place.track, place.box))
            return (f"{place.track}/{place.box}", list(cell.slots) or [cell.box]) if cell else ("", [])
        found = desk.placed.get(place.space.id)
        return (place.space.id, list(found.slots) or [found.inside]) if found else ("", [])

    placed = [(station, *spots_of(station.at)) for station in deployed.stations]
    _draw(desk.sheet.layer(LAYER), desk.style, deployed.counters, placed)


def _cells(box: Box) -> list[Box]:
    """Return the places for half-inch counters in a box, row by row."""
    columns, rows = max(1, round(box.width / COUNTER)), max(1, round(box.height / COUNTER))
    corners = [(box.left + c * COUNTER, box.top + r * COUNTER) for r in range(rows) for c in range(columns)]
    return [Box(x, y, x + COUNTER, y + COUNTER) for x, y in corners]


def _draw(layer: Layer, style: Style, counters: CounterSet, placed: Sequence[tuple[Station, str, list[Box]]]) -> None:
    """Draw counters one to a spot, then on those that lie there, the lowest of all places first."""
    seen, held = Tally[str](), Tally[str]()
    lying: list[tuple[int, Station, Counter, Box]] = []
    for station, name, spots in placed:
        for _ in range(station.count if spots else 0):
            level, k = divmod(held[name], len(spots))
            held[name] += 1
            lying.append((level, station, counters.counters[station.counter], spots[k]))
    for level, station, counter, spot in sorted(lying, key=lambda one: one[0]):
        seen[counter.id] += 1
        (x, y), shift = spot.centre, APART * level
        corner = (x - counter.size.width / 2 + shift, y - counter.size.height / 2 - shift)
        words = f"{counter.name}, {station.at}"
        group = layer.group(piece_id(counter.id, seen[counter.id]), words, data_counter=counter.id, data_at=station.at)
        draw_counter(group, style, counters, counter, corner, back=station.back)

"""The counters of a set-up in their places on the map or the board, at true size, stacked where a place has no more room."""

from __future__ import annotations

import re
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
    from collections.abc import Callable, Sequence

    from areamap.draw.desk import Desk
    from areamap.draw.view import View
    from mapsheet.counters import Counter, CounterSet
    from mapsheet.sheet import Layer
    from mapsheet.style import Style

APART = 1.7  # mm between the corners of two counters of a stack
HIGHEST = 4  # counters of a stack from which they are no longer moved apart
SHORT = 2  # letters of a word that says nothing: "or", "of"
LAYER = "counters"


class Deployed(NamedTuple):
    """Counters on the map: where they stand, and the title's set of them."""

    stations: tuple[Station, ...]
    counters: CounterSet


class Spot(NamedTuple):
    """Room for one counter, and what is printed there (`army`)."""

    box: Box
    caption: str = ""


def draw_pieces(layer: Layer, view: View, deployed: Deployed) -> None:
    """Draw counters in the room of their regions and seas, those in a city in its region's."""
    layout = layout_of(view)

    def spots_of(at: str) -> tuple[str, list[Spot]]:
        space = find_place(view.board, at).space
        if space is None:
            return "", []
        home = view.board.spaces[space.within] if space.within else space
        if home.id not in view.shapes:
            return "", []
        x, y = seat(view, layout, home)
        cells = [cell for box in room_of(layout, home) for cell in _cells(box)]
        return home.id, [Spot(cell) for cell in cells or [Box(x, y, x, y).grown(COUNTER / 2)]]

    _draw(layer, view.style, deployed, spots_of)


def draw_tiles(desk: Desk, deployed: Deployed) -> None:
    """Draw counters in the slots of the spaces and boxes of tracks that a board's sheet shows."""
    cells = {(strip.track, cell.number): cell for strip in desk.strips for cell in find_cells(desk, strip)}

    def spots_of(at: str) -> tuple[str, list[Spot]]:
        place = find_place(desk.board, at)
        if place.space is None:
            cell = cells.get((place.track, place.box))
            return (at, [Spot(box) for box in cell.slots or (cell.box,)]) if cell else ("", [])
        found = desk.placed.get(place.space.id)
        if found is None:
            return "", []
        named = zip(found.slots, found.form.slots or (), strict=True)
        return place.space.id, [Spot(*one) for one in named] or [Spot(found.inside)]

    _draw(desk.sheet.layer(LAYER), desk.style, deployed, spots_of)


def _cells(box: Box) -> list[Box]:
    """Return the places for half-inch counters in a box, row by row."""
    columns, rows = max(1, round(box.width / COUNTER)), max(1, round(box.height / COUNTER))
    corners = [(box.left + c * COUNTER, box.top + r * COUNTER) for r in range(rows) for c in range(columns)]
    return [Box(x, y, x + COUNTER, y + COUNTER) for x, y in corners]


class _Room:
    """The spots of one place, and how many counters lie on each."""

    def __init__(self, spots: Sequence[Spot]) -> None:
        self.spots, self.held = spots, [0] * len(spots)

    def take(self, counter: Counter) -> tuple[int, Box]:
        """Return how high a counter lies, and where: in an empty spot meant for it, else in any of the emptiest."""
        free = [k for k, held in enumerate(self.held) if held == min(self.held)]
        meant = [k for k in free if _is_meant(self.spots[k].caption, counter)]
        k = (meant or free)[0]
        self.held[k] += 1
        return self.held[k] - 1, self.spots[k].box


def _is_meant(caption: str, counter: Counter) -> bool:
    """Return whether a slot's caption names a counter, or its type."""
    words = {word for word in re.split(r"\W+", caption.casefold()) if len(word) > SHORT}
    told = f"{counter.name} {counter.kind.name} {counter.kind.id}".casefold()
    own = {word for word in re.split(r"\W+", told) if len(word) > SHORT}
    return any(word.startswith(other) for word in words for other in own)


def _draw(layer: Layer, style: Style, deployed: Deployed, spots_of: Callable[[str], tuple[str, list[Spot]]]) -> None:
    """Draw counters one to a spot, then on those that lie there, the lowest of all places first."""
    rooms: dict[str, _Room] = {}
    lying: list[tuple[int, Station, Counter, Box]] = []
    for station in deployed.stations:
        name, spots = spots_of(station.at)
        room = rooms.setdefault(name, _Room(spots))
        counter = deployed.counters.counters[station.counter]
        lying += [(level, station, counter, box) for level, box in (room.take(counter) for _ in range(station.copies) if spots)]
    seen = Tally[str]()
    for level, station, counter, box in sorted(lying, key=lambda one: one[0]):
        seen[counter.id] += 1
        (x, y), shift = box.centre, APART * min(level, HIGHEST)
        corner = (x - counter.size.width / 2 + shift, y - counter.size.height / 2 - shift)
        words = f"{counter.name}, {station.at}"
        group = layer.group(piece_id(counter.id, seen[counter.id]), words, data_counter=counter.id, data_at=station.at)
        draw_counter(group, style, deployed.counters, counter, corner, back=station.back)

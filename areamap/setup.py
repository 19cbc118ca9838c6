"""An area map's set-up: who starts where, by side and nation, gathered from a scenario for the sheets and the map figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from areamap import tracks
from areamap.scenario import Scenario, Station, find_place
from mapsheet.setup import Saying, Setup, Standing, gather

if TYPE_CHECKING:
    from areamap.atlas import Atlas
    from mapsheet.counters import CounterSet

TURN = "turn"
"""The marker whose track counts the turns."""
ELSEWHERE = "* Or elsewhere in the region round it, as its owner likes."


def setup_of(board: Atlas, scenario: Scenario, counters: CounterSet) -> Setup:
    """Return the set-up that a scenario gives; all its counters and places are known."""
    standing = [_standing(board, station) for station in scenario.stations]
    saying = Saying(lambda at: words_of(board, at), lambda turn: turn_name(board, turn))
    made = gather(board.title, counters, standing, scenario.muster, saying)
    free = any(one.where.endswith("*") for one in standing)
    return made._replace(notes=(*made.notes, ELSEWHERE)) if free else made


def _standing(board: Atlas, station: Station) -> Standing:
    wider = station.within and board.space(station.within).id != board.space(station.at).id
    where = words_of(board, station.at) + "*" * bool(wider)
    return Standing(station.counter, station.at, where, station.group, station.note, station.back, station.copies)


def words_of(board: Atlas, at: str) -> str:
    """Return a place in words: a space's name, or a track's box (`Omnibus 5`)."""
    place = find_place(board, at)
    if place.space is not None:
        return place.space.name
    track = board.tracks[place.track]
    title, box = (track.title or track.id).removesuffix(" track"), track.boxes[place.box]
    name = board.spaces[box].name if box in board.spaces else box
    return name if title.endswith((" of", " to")) and name == box else f"{title} {name}"


def turn_name(board: Atlas, turn: int) -> str:
    """Return a turn with its years, where a track of the map has a box for it."""
    for id_, plan in board.tracks.items():
        if TURN in tracks.track(board, id_).at and turn <= len(plan.boxes):
            note = plan.notes[turn - 1] if turn <= len(plan.notes) else ""
            return f"Turn {plan.boxes[turn - 1]}" + (f" · {note}" if note else "")
    return f"Turn {turn}"

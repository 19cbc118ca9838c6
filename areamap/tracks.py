"""Tracks: rows of boxes with several markers that move along them, and calendars that look ahead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from areamap.atlas import Atlas, folded
from areamap.boardplan import Event
from areamap.spaces import TrackPlan
from mapsheet.errors import IllegalAction, NotationError, nearest

CLAMP = "clamp"
MOST_STEPS = 1_000_000
MOST_LISTED, LONGEST_BARE = 30, 2
"""A short wrong text is answered with all boxes, up to so many; a longer one with the nearest."""


class Track(NamedTuple):
    """A track and the box that each marker is in, counted from 0, None for a marker off the track; it never changes.

    `events` are what is printed in its boxes, in the order of the boxes.
    """

    plan: TrackPlan
    at: Mapping[str, int | None]
    events: tuple[Event, ...] = ()

    def box(self, marker: str) -> str | None:
        """Return the text of a marker's box, None where it is off the track; NotationError for an unknown marker."""
        place = self.at[self._known(marker)]
        return None if place is None else self.plan.boxes[place]

    def place(self, box: str | int) -> int:
        """Return the number from 0 of a box by its text, by its note, or by that number; NotationError for one that is not there.

        A text of digits counts the boxes from 1 where no box has a number for its text.
        """
        boxes = self.plan.boxes
        if isinstance(box, int) and not isinstance(box, bool) and 0 <= box < len(boxes):
            return box
        if isinstance(box, str) and box in boxes:
            return boxes.index(box)
        for texts in (boxes, self.plan.notes):
            found = [k for k, text in enumerate(texts) if isinstance(box, str) and folded(box) and folded(text) == folded(box)]
            if len(found) == 1:
                return found[0]
        is_place = isinstance(box, str) and box.isascii() and box.isdigit() and not any(text.isdigit() for text in boxes)
        if is_place and 1 <= int(str(box)[:9]) <= len(boxes):
            return int(box) - 1
        is_short = len(boxes) <= MOST_LISTED and not (isinstance(box, str) and len(box) > LONGEST_BARE)
        known = f" ({', '.join(boxes)})" if is_short else nearest(str(box), list(boxes), in_order=True)
        raise NotationError(f"a box of {self.plan.id}{known}", box)

    def put(self, marker: str, box: str | int | None) -> Track:
        """Return the track with a marker in a box, or off it."""
        return self._replace(at={**self.at, self._known(marker): None if box is None else self.place(box)})

    def move(self, marker: str, steps: int) -> Moved:
        """Return the track with a marker moved by so many boxes, back where they are below 0.

        It never leaves the track: what would lead beyond an end is told, and past the last box its event. IllegalAction for a
        marker off the track.
        """
        start = self.at[self._known(marker)]
        if start is None:
            hint = f"put it in a box first, as {marker}={self.plan.boxes[0]} does under --at"
            raise IllegalAction(f"{marker} is not on the track {self.plan.id}; {hint}")
        if isinstance(steps, bool) or not isinstance(steps, int) or abs(steps) > MOST_STEPS:
            raise NotationError(f"a whole number of boxes up to {MOST_STEPS:,}", steps)
        end = min(max(start + steps, 0), len(self.plan.boxes) - 1)
        beyond = start + steps - end
        said = self.plan.overflow.get(marker, CLAMP)
        return Moved(self.put(marker, end), marker, start, end, beyond, said if beyond > 0 and said != CLAMP else "")

    def ahead(self, box: str | int, steps: int) -> str | None:
        """Return the text of the box so many further on, None after the end or before the beginning."""
        place = self.place(box) + steps
        return self.plan.boxes[place] if 0 <= place < len(self.plan.boxes) else None

    def look(self, box: str | int, steps: int) -> Ahead:
        """Return a look ahead from a box as an answer."""
        return Ahead(self, self.plan.boxes[self.place(box)], steps, self.ahead(box, steps))

    def to_json(self) -> dict[str, Any]:
        """Return `track title boxes notes events markers`.

        `notes` has a text for each box, empty for none; `events` are `box kind text rule`; `markers` gives for each marker the
        text of its box, null off the track.
        """
        plan = self.plan
        notes = [*plan.notes, *[""] * len(plan.boxes)][: len(plan.boxes)]
        events = [{"box": e.box, "kind": e.kind, "text": e.text, "rule": e.rule or None} for e in self.events]
        markers = {marker: self.box(marker) for marker in self.at}
        return {
            "track": plan.id, "title": plan.title, "boxes": [*plan.boxes], "notes": notes, "events": events, "markers": markers,
        }

    def _known(self, marker: str) -> str:
        if marker not in self.at:
            raise NotationError(f"a marker of {self.plan.id}{nearest(str(marker), sorted(self.at))}", marker)
        return marker


class Moved(NamedTuple):
    """A marker's move: the track after it, the boxes it left and came to, how far it would have gone beyond, and the event.

    `beyond` is above 0 past the last box, below 0 before the first; `event` is what the track says of that, else empty.
    """

    track: Track
    marker: str
    start: int
    end: int
    beyond: int
    event: str

    def to_json(self) -> dict[str, Any]:
        """Return the keys of the track after the move, and `moved`: `marker from to beyond event` (null for none)."""
        boxes = self.track.plan.boxes
        moved = {"marker": self.marker, "from": boxes[self.start], "to": boxes[self.end], "beyond": self.beyond}
        return {**self.track.to_json(), "moved": {**moved, "event": self.event or None}}


class Ahead(NamedTuple):
    """A box and the one so many further on, None after the end."""

    track: Track
    box: str
    steps: int
    ahead: str | None

    def to_json(self) -> dict[str, Any]:
        """Return the keys of the track, and `from`, `steps`, `ahead` (null after the end)."""
        return {**self.track.to_json(), "from": self.box, "steps": self.steps, "ahead": self.ahead}


def track(board: Atlas, name: str) -> Track:
    """Return a track of the map as it is set up; NotationError for an unknown one."""
    if name not in board.tracks:
        raise NotationError(f"a track of the map{nearest(str(name), sorted(board.tracks))}", name)
    plan = board.tracks[name]
    layout = board.art.board if board.art else None
    events = [event for box in dict.fromkeys(plan.boxes) for event in (layout.events_in(name, box) if layout else ())]
    return Track(plan, {**plan.start}, tuple(events))

"""The marks of answers that the rules of a battle give."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from mapsheet.fields import points
from mapsheet.marks import Arrow, Cross, Disc, Line, Mark, Outline, Tint
from rulebook.battles.morale import signed

if TYPE_CHECKING:
    from hexmap.draw.marking import Marker
    from mapsheet.box import Point

Told = Mapping[str, Any]
WORSE = 2  # what is added for want of command control (17.2), in the shelter of a lager (20.0) or not straight ahead (9.12)


def _shots(marker: Marker, told: Told) -> list[Mark]:
    """Return a line to every target: whole where it may be shot at, broken and crossed where not; what the dice get beside it."""
    start = marker.middle(told["from"])
    marks: list[Mark] = [Outline((marker.ring(told["from"]),), "footprint")]
    for shot in told["shots"]:
        marks.append(Line((start, marker.middle(shot["at"])), "clear"))
        added = sum(each["value"] for each in shot["modifiers"])
        marks += [_added(marker, shot["at"], added)] if added else []
    for barred in told["barred"]:
        marks += _stopped(marker, start, barred)
    return marks


def _stopped(marker: Marker, start: Point, barred: Told) -> Iterator[Mark]:
    """Yield a line that stops in the first hex that is in its way, and goes on broken."""
    end = marker.middle(barred["at"])
    stretches = [marker.stretch(stop["hex"], start, end) for stop in barred["blocked_by"] if stop["hex"]]
    first, last = min(stretches, default=(0.5, 0.5))
    if first > 0:
        yield Line((start, marker.between(start, end, first)), "clear")
    yield Line((marker.between(start, end, first), end), "blocked")
    yield Cross(marker.between(start, end, (first + last) / 2))


def _added(marker: Marker, at: str, value: int) -> Disc:
    """Return what is added to dice as a disc at the corner of a stand."""
    return Disc(marker.low(at), signed(value))


def _control(marker: Marker, told: Told) -> list[Mark]:
    """Return the way of command to longbows as an arrow, or what is added to their dice where there is none."""
    if not told["controlled"]:
        return [Outline((marker.ring(told["at"]),), "footprint"), _added(marker, told["at"], WORSE)]
    together = Outline(marker.rings(dict.fromkeys((told["hex"], told["at"]))), "footprint")
    if not told["through"]:  # beside each other there is no room for an arrow
        return [together]
    return [together, Arrow(marker.course([told["hex"], told["through"], told["at"]]), "path")]


def _fatigue(marker: Marker, told: Told) -> list[Mark]:
    """Return where the unit can end its move with the points of each hex; what needs more than the limit in another tint."""
    costs: dict[str, Any] = {}
    for at, cost in sorted(told["ends"].items(), key=lambda end: points(end[1])):
        for number in marker.numbers(at):
            costs.setdefault(number, cost)
    own = set(marker.numbers(told["from"]))
    anywhere = [number for number, cost in costs.items() if points(cost) <= told["limit"]]
    toward = [number for number in costs if number not in anywhere]
    marks: list[Mark] = [Outline((marker.ring(told["from"]),), "footprint")]
    for numbers, tint in ((anywhere, "reach"), (toward, "flank")):
        marks += [Tint(marker.rings(numbers), tint)] if numbers else []  # type: ignore[arg-type]
    marks += [Outline(marker.rings(costs), "reach_edge")] if costs else []
    return [*marks, *(Disc(marker.low(number), str(cost)) for number, cost in costs.items() if number not in own)]


def _rampage(marker: Marker, told: Told) -> list[Mark]:
    """Return the run as an arrow from the first stand to the last, and who is trampled."""
    stands = [*dict.fromkeys((told["from"], *told["way"]))]
    marks: list[Mark] = [Outline((marker.ring(told["from"]),), "footprint")]
    if len(stands) > 1:
        marks.append(Arrow(marker.course(stands), "charge"))
    marks += [Outline((marker.ring(stands[-1]),), "reach_edge")] if stands[-1] not in (told["from"], "off") else []
    marks += [Outline((marker.ring(victim["at"]),), "blocker") for victim in told["victims"]]
    marks += [_added(marker, victim["at"], WORSE) for victim in told["victims"] if not victim["centre"]]
    return marks


def _lager(marker: Marker, told: Told) -> list[Mark]:
    """Return the hexes that are closed to the enemy and those open to him in two tints, and whom the wagons shelter."""
    marks: list[Mark] = [Tint(marker.rings(told["closed"]), "rear")] if told["closed"] else []
    marks += [Tint(marker.rings(told["open"]), "reach")] if told["open"] else []
    marks.append(Outline((marker.ring(told["at"]),), "footprint"))
    return [*marks, *(_added(marker, at, WORSE) for at in told["sheltered"])]


def _may(marker: Marker, told: Told) -> list[Mark]:
    """Return nothing: a script draws the move itself."""
    del marker, told
    return []


MARKS: Mapping[str, Callable[[Marker, Told], list[Mark]]] = {
    "shots": _shots, "control": _control, "fatigue": _fatigue, "rampage": _rampage, "lager": _lager, "may": _may,
}  # fmt: skip
"""The marks of an answer by its question."""

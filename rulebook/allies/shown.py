"""A state as markers in the boxes of the title's tracks, and what no state may be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulebook.allies import state as states
from rulebook.allies.model import ASLEEP, Model

if TYPE_CHECKING:
    from rulebook.rules import State

Markers = dict[str, dict[str, str | None]]
ASLEEP_BOX = "asleep"
CONTROLS, ALLIED, WAR, INFLUENCE = "controls", "allied", "war", "influence"
COUNTERS = {"controller": "ally", "minors": "minor", "turn": "marker"}
"""Kinds of counter by track; on tracks of influence and baselines they are told apart by marker."""


def markers(found: Model, state: State) -> Markers:
    """Return the box of each marker by track, None for a marker off it."""
    tracks: Markers = {f"influence_{target}": _influence(state, target) for target in found.targets}
    for ally, one in state["allies"].items():
        tracks[f"baseline_{ally}"] = {"baseline": _box(one["baseline"]), "vp": _box(one["vp"])}
    tracks["controller"] = {ally: one["controller"] or ASLEEP_BOX for ally, one in state["allies"].items()}
    tracks["minors"] = {minor: home or ASLEEP_BOX for minor, home in state["minors"].items()}
    tracks["turn"] = {"turn": _box(state["turn"] if state["turn"] <= found.turns else None)}
    return tracks


def _influence(state: State, target: str) -> dict[str, str | None]:
    return {power: _box(value) for power, value in state["influence"][target].items()}


def _box(value: int | None) -> str | None:
    return None if value is None else str(value)


def counters(found: Model, state: State) -> list[tuple[str, str]]:
    """Return the counters on the tracks, each with its box, `influence/spain` at `influence_ottoman/1`, track by track."""
    placed = [(track, marker, box) for track, rows in markers(found, state).items() for marker, box in rows.items()]
    return [(_counter(track, marker), f"{track}/{box}") for track, marker, box in placed if box is not None]


def _counter(track: str, marker: str) -> str:
    kind, _, power = track.partition("_")
    if kind == "baseline":
        return f"{'score' if marker == 'vp' else 'baseline'}/{power}"
    return f"{COUNTERS.get(track, kind)}/{marker}"


def shown(found: Model, state: State) -> dict[str, Any]:
    """Return what the aid shows of a state: the `boxes` of markers, the `flaps` of tracks that were checked, `links` by kind."""
    runs = [[one["controller"], ally] for ally, one in state["allies"].items() if one["controller"]]
    minors = [[home, minor] for minor, home in state["minors"].items() if home in found.order]
    flaps = [f"influence_{target}" for target in found.targets if target in state["checked"]]
    rows = [(power, target) for target, flags in state["flags"].items() for power in flags]
    lines = [[power, target, states.line(state, power, target) or ""] for power, target in rows]
    links = {CONTROLS: runs, ALLIED: [*minors, *state["alliances"]], WAR: state["wars"], INFLUENCE: lines}
    return {"boxes": markers(found, state), "flaps": flaps, "links": links}


# -- invariants --------------------------------------------------------------------------------------------------------


def broken(found: Model, state: State) -> Iterator[str]:
    """Yield what is wrong with a state, in words."""
    yield from _broken_tracks(found, state)
    yield from _broken_bonds(found, state)
    for name, one in state["allies"].items():
        if (one["controller"] == ASLEEP) != (one["baseline"] is None):
            yield f"{name}: asleep with a baseline, or awake without one"
        if one["controller"] not in (ASLEEP, *found.players):
            yield f"{name} is run by {one['controller']}"
        if one["controller"] == ASLEEP and one["hand"] is not None:
            yield f"{name} sleeps with a hand"
        if one["baseline"] is not None and (one["baseline"] - one["first"]) % 2:
            yield f"the baseline of {name} has moved by an odd number"
    if not 1 <= state["turn"] <= state["turns"]:
        yield f"turn {state['turn']} of {state['turns']}"


def _broken_tracks(found: Model, state: State) -> Iterator[str]:
    for target, rows in state["influence"].items():
        for power, value in rows.items():
            if value is not None and not 0 <= value <= found.most_influence:
                yield f"influence of {power} on {target} is {value}"
            is_aside = not states.is_awake(state, power) or states.is_barred(state, power, target)
            if (value is None) != is_aside and not state["agenda"]:
                yield f"influence of {power} on {target} is {value}: set aside only while it sleeps or for good"
    if set(state["checked"]) - set(found.targets) or len(set(state["checked"])) != len(state["checked"]):
        yield f"checked: {state['checked']}"


def _broken_bonds(found: Model, state: State) -> Iterator[str]:
    for kind in ("wars", "alliances"):
        pairs = state[kind]
        if pairs != sorted(pairs) or any(a >= b for a, b in pairs) or any(pairs.count(pair) > 1 for pair in pairs):
            yield f"{kind} are not pairs in order, each once: {pairs}"
    yield from (f"{a} and {b} are one player's and at war" for a, b in state["wars"] if states.is_same_player(state, a, b))
    yield from (f"{a} and {b} are allied and at war" for a, b in state["wars"] if states.are_allied(state, a, b))
    asleep = [pair for pair in state["alliances"] if not all(states.is_awake(state, one) for one in pair)]
    yield from (f"{a} and {b} are allied, and one sleeps" for a, b in asleep)
    homes = {*found.order, ASLEEP, "not in play"}
    for minor, home in state["minors"].items():
        if home not in homes or (home in found.allies and not states.is_awake(state, home)):
            yield f"{minor} is the ally of {home}, which sleeps or is no power"

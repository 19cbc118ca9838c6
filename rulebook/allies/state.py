"""The state of the scheme as JSON values, and what the rules ask of it: who runs whom, who is at war, whose influence lies where.

`turn`; `phase` (`impulses` or `over`); `flags` (by target and power: `line` and `default` of the row, never changed) and `lines`
(those that the table has told); `influence` (by target and power, null while set aside); `barred` (by target, for good);
`checked` (targets of this turn); `allies` (each with `controller`, `baseline`, `first`, `vp`, `hand`); `minors` (whose ally each
is, "" asleep, `not in play`); `wars` and `alliances` (pairs in alphabetical order); `points` (of the players, from allies alone);
`spent` (CP on influence this turn); `entered` (how much this turn); `house` (rulings in force); `turns`; `agenda` (steps that
wait, the next first).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulebook.allies.model import ASLEEP, UNBORN

if TYPE_CHECKING:
    from rulebook.allies.model import Model
    from rulebook.rules import State, Table

IMPULSES, OVER = "impulses", "over"
HOUSE = {"baseline_11": True, "england_sits_out": False, "rare_case": True}
"""Rulings that no rulebook has: whether each is in force unless an option says otherwise."""
HOUSE_SAYS = {
    "baseline_11": ("H", "the Ottoman starts on a baseline of its VP, its other steps of waking are skipped"),
    "england_sits_out": ("HS", "who runs the Ottoman sits out the check that an Ottoman declaration on the Empire sets off"),
    "rare_case": ("H", "an Empire that was checked and sleeps on fights a later war like a sleeping minor"),
}
"""What each ruling is to the table (agreed, or suggested only) and says."""


def fresh(found: Model) -> State:
    """Return the state before anything has happened, by the usual rulings."""
    return {
        "turn": 1,
        "turns": found.turns,
        "phase": IMPULSES,
        "house": dict(HOUSE),
        "flags": {
            target: {power: {"line": flag.line, "default": flag.default or 0} for power, flag in rows.items()}
            for target, rows in found.flags.items()
        },
        "lines": {},
        "influence": {target: {power: _start(found, power, target) for power in rows} for target, rows in found.flags.items()},
        "barred": {},
        "checked": [],
        "allies": {ally: _ally(found, ally) for ally in found.allies},
        "minors": dict(found.minor_allies),
        "wars": [],
        "alliances": [],
        "points": dict.fromkeys(found.players, 0),
        "spent": {},
        "entered": 0,
        "agenda": [],
    }


def _start(found: Model, power: str, target: str) -> int | None:
    if power in found.allies and power not in found.controllers:
        return None
    return found.flags[target][power].start or 0


def _ally(found: Model, ally: str) -> dict[str, Any]:
    controller = found.controllers.get(ally, ASLEEP)
    baseline = found.baselines.get(ally, found.victory_points[ally]) if controller else None
    return {"controller": controller, "baseline": baseline, "first": baseline, "vp": found.victory_points[ally], "hand": None}


def copied(state: State) -> State:
    """Return a copy that shares only what never changes."""
    return {
        **state,
        "lines": {target: dict(rows) for target, rows in state["lines"].items()},
        "influence": {target: dict(rows) for target, rows in state["influence"].items()},
        "barred": {target: list(powers) for target, powers in state["barred"].items()},
        "checked": list(state["checked"]),
        "allies": {ally: dict(one) for ally, one in state["allies"].items()},
        "minors": dict(state["minors"]),
        "wars": list(state["wars"]),
        "alliances": list(state["alliances"]),
        "points": dict(state["points"]),
        "spent": dict(state["spent"]),
        "agenda": list(state["agenda"]),
    }


def say(table: Table, text: str, *, rule: str) -> None:
    """Log a step as a sentence."""
    table.note(sentence(text), rule=rule)


def sentence(text: str) -> str:
    """Return words with a capital, after the number of a step if they begin with one: `3. the Ottoman` is `3. The Ottoman`."""
    number, dot, rest = text.partition(". ")
    head, text = (f"{number}{dot}", rest) if number.isdigit() else ("", text)
    return head + text[:1].upper() + text[1:]


def points_told(found: Model, state: State) -> str:
    """Return in words what allies have brought the players so far."""
    each = ", ".join(f"{found.names[player]} {value:+}".replace("-", "−") for player, value in state["points"].items())
    return f"VP from allies so far: {each.replace('+0', '0')}"


# -- powers ------------------------------------------------------------------------------------------------------------


def controller(state: State, power: str) -> str:
    """Return the player who runs a power, himself for a player's, "" for an ally asleep."""
    ally = state["allies"].get(power)
    return str(ally["controller"]) if ally else power


def is_awake(state: State, power: str) -> bool:
    """Return whether somebody runs a power."""
    return bool(controller(state, power))


def owner(state: State, power: str) -> str:
    """Return the player behind a power or minor, "" for none."""
    home = state["minors"].get(power, power)
    return "" if home in (ASLEEP, UNBORN) else controller(state, home)


def is_same_player(state: State, a: str, b: str) -> bool:
    """Return whether one player runs both."""
    return owner(state, a) == owner(state, b) != ""


def is_in_play(state: State, name: str) -> bool:
    """Return whether a power, or a minor that has come in, is in the game."""
    return bool(state["minors"].get(name) != UNBORN)


def minors_of(state: State, power: str) -> list[str]:
    """Return the minors allied to a power."""
    return [minor for minor, home in state["minors"].items() if home == power]


# -- influence ---------------------------------------------------------------------------------------------------------


def influence(state: State, power: str, target: str) -> int:
    """Return a power's influence on a track, 0 while its marker is set aside."""
    return state["influence"][target].get(power) or 0


def line(state: State, power: str, target: str) -> str | None:
    """Return the line of a power on a track, None where neither a text nor the table has told it."""
    told: str | None = state["lines"].get(target, {}).get(power) or state["flags"][target][power]["line"]
    return told


def is_barred(state: State, power: str, target: str) -> bool:
    """Return whether a power has lost a track for good."""
    return power in state["barred"].get(target, ())


# -- war and alliance --------------------------------------------------------------------------------------------------


def are_at_war(state: State, a: str, b: str) -> bool:
    """Return whether two are at war."""
    return sorted((a, b)) in state["wars"]


def are_allied(state: State, a: str, b: str) -> bool:
    """Return whether two major powers are allied, or a minor is the ally of a power."""
    return sorted((a, b)) in state["alliances"] or state["minors"].get(a) == b or state["minors"].get(b) == a


def join(state: State, kind: str, a: str, b: str) -> None:
    """Set two at war, or make them allies; `kind` is `wars` or `alliances`."""
    state[kind] = sorted([*state[kind], sorted((a, b))])


def part(state: State, kind: str, a: str, b: str) -> None:
    """End the war or the alliance of two."""
    state[kind] = [pair for pair in state[kind] if pair != sorted((a, b))]


def bonds(state: State, kind: str, name: str) -> list[str]:
    """Return with whom somebody is at war, or allied as major powers are."""
    return [b if a == name else a for a, b in state[kind] if name in (a, b)]

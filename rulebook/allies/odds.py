"""Exact chances of a check: each who rolls adds a die to his influence, the highest wins, ties go by the order of impulses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from mapsheet.errors import NotationError, nearest
from rulebook.allies import state as states
from rulebook.allies.checks import outcome_of, participants, why_none
from rulebook.allies.model import EMPIRE, Model, model

if TYPE_CHECKING:
    from rulebook.rules import State

DIE = 6


class Odds(NamedTuple):
    """A check's chances by power, in the order of impulses, and what each one's success brings in words."""

    target: str
    declared_by: str
    influence: Mapping[str, int]
    chances: Mapping[str, Fraction]
    outcomes: Mapping[str, str]
    titles: Mapping[str, str]

    def to_json(self) -> dict[str, Any]:
        """Return `target`, `declared_by` (null for a card), and `rolls`: `power influence chance share outcome` each."""
        rolls = [
            {
                "power": power, "influence": self.influence[power], "chance": str(chance), "share": round(float(chance), 6),
                "outcome": self.outcomes[power],
            }
            for power, chance in self.chances.items()
        ]
        return {"target": self.target, "declared_by": self.declared_by or None, "rolls": rolls}

    def lines(self) -> list[str]:
        """Return the chances as a table in words."""
        by = f", declared by {self.titles[self.declared_by]}" if self.declared_by else ""
        rows = [
            [self.titles[power], str(self.influence[power]), str(chance), f"{100 * float(chance):.1f} %", self.outcomes[power]]
            for power, chance in self.chances.items()
        ]
        rows.insert(0, ["rolls", "influence", "chance", "share", "outcome"])
        wide = [max(len(row[k]) for row in rows) for k in range(4)]
        told = [f"  {a:{wide[0]}}  {b:>{wide[1]}}  {c:>{wide[2]}}  {d:>{wide[3]}}  {e}" for a, b, c, d, e in rows]
        return [f"Check: {self.titles[self.target]}{by}; a die each, and influence", *told]


def chances(influence: Sequence[int]) -> list[Fraction]:
    """Return the chance of each to win, by their influence in the order in which ties are broken."""
    faces = range(1, DIE + 1)

    def below(other: int, total: int) -> int:
        return min(max(total - influence[other] - 1, 0), DIE)

    def wins(mine: int, total: int) -> int:
        return prod(below(other, total + (other > mine)) for other in range(len(influence)) if other != mine)

    ways = [sum(wins(mine, influence[mine] + face) for face in faces) for mine in range(len(influence))]
    return [Fraction(count, DIE ** len(influence)) for count in ways]


def odds(
    target: str,
    *,
    declared_by: str = "",
    influence: Mapping[str, int] | None = None,
    state: State | None = None,
    found: Model | None = None,
) -> Odds:
    """Return the exact chances of a check as things stand in a state, without one at the start.

    `influence` replaces values; `declared_by` is who set it off by a declaration of war. NotationError for a target, a power or
    a value that there is not, for a power that may not declare on the target, and where nobody rolls.
    """
    found = found or model()
    state = state or states.fresh(found)
    if target not in found.targets:
        raise NotationError(f"a power or minor that can be checked{nearest(target, list(found.targets))}", target)
    if target in state["checked"]:
        raise NotationError("a check that may still happen: it was checked this turn (24.6)", target)
    if declared_by:
        _refuse_declarer(found, state, target, declared_by)
    state = _with_influence(found, state, target, influence or {})
    rolling = participants(found, state, target, declared_by)
    if not rolling:
        raise NotationError(f"a check in which somebody rolls: {why_none(found, target)}", target)
    values = {power: states.influence(state, power, target) for power in rolling}
    told = {power: outcome_of(found, state, target, power) for power in rolling}
    won = dict(zip(rolling, chances(list(values.values())), strict=True))
    return Odds(target, declared_by, values, won, told, found.titles)


def _refuse_declarer(found: Model, state: State, target: str, power: str) -> None:
    """Raise NotationError for a power that sets no check of a target off by a declaration of war."""
    sleeps = target == EMPIRE and not states.is_awake(state, EMPIRE)
    able = [other for other in found.order if other != target and (sleeps or (other, target) in found.may_declare)]
    if power not in able:
        told = f"a power whose declaration of war checks {found.names[target]}: {' '.join(able) or 'there is none'}"
        raise NotationError(told, power)


def _with_influence(found: Model, state: State, target: str, influence: Mapping[str, int]) -> State:
    made = states.copied(state)
    for power, value in influence.items():
        if power not in state["flags"][target]:
            raise NotationError(f"a power with a flag on the track: {' '.join(state['flags'][target])}", power)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= found.most_influence:
            raise NotationError(f"an influence from 0 to {found.most_influence}", value)
        made["influence"][target][power] = value
    return made

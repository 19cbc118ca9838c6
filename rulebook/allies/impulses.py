"""What the table may enter between steps: influence bought, cards, declarations, alliances, attacks, the end of the turn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from mapsheet.errors import nearest
from rulebook.allies import influence, limits, minors, wars
from rulebook.allies import state as states
from rulebook.allies.checks import check
from rulebook.allies.model import EMPIRE, OTTOMAN, PORTUGAL, Model
from rulebook.allies.state import say

if TYPE_CHECKING:
    from rulebook.rules import State, Table

CARDS = {"sublime-porte": OTTOMAN, "german-intervention": EMPIRE, "rudolf-ii": EMPIRE}
"""Mandatory events that check an ally: Cards #37, #4, #87."""
RUDOLF, RUDOLF_FROM = "rudolf-ii", 3
SEBASTIAN = "king-sebastian"
END = "end turn"
MOST_ENTRIES = 150
"""How much may be entered in a turn before it must end, so that every game ends."""


def actions(found: Model, state: State) -> Iterator[str]:
    """Yield everything that the table may enter, in no order."""
    yield END
    if state["entered"] >= MOST_ENTRIES:
        return
    yield from (f"card {card}" for card in (*CARDS, SEBASTIAN) if not _card_forbids(found, state, card))
    yield from (f"check {minor}" for minor in found.minors if states.is_in_play(state, minor))
    for target, flags in state["flags"].items():
        yield from (f"buy {power} on {target}" for power in flags if not influence.forbids(found, state, power, target))
    awake = [power for power in found.order if states.is_awake(state, power)]
    for power in awake:
        others = (*found.order, *found.minors)
        yield from (f"declare {power} on {on}" for on in others if not wars.forbids(found, state, power, on))
        if wars.may_attack(state, power):
            yield f"attack {power} on {EMPIRE}"
    for a, b in combinations(awake, 2):
        if states.are_at_war(state, a, b):
            yield f"peace {a} with {b}"
        else:
            yield f"part {a} from {b}" if states.are_allied(state, a, b) else f"ally {a} with {b}"
    for a, b in state["wars"]:
        power, foe = sorted((a, b), key=lambda one: one not in awake)
        if power in awake and foe not in awake:
            yield f"peace {power} with {foe}"


def apply(found: Model, state: State, action: str, table: Table) -> None:
    """Carry out what the table has entered; what follows stands on the agenda."""
    state["entered"] += 1
    match action.split():
        case ["buy", power, "on", target]:
            influence.buy(found, state, power, target, table)
        case ["card", card]:
            _play(found, state, card, table)
        case ["check", minor]:
            check(found, state, minor, table)
        case ["declare", power, "on", target]:
            wars.declare(found, state, power, target, table)
        case [("ally" | "part" | "peace") as doing, a, _, b]:
            _bond(found, state, doing, (a, b), table)
        case ["attack", power, "on", _]:
            state["agenda"] = [{"step": "units", "by": power}]
        case _:
            _end_turn(found, state, table)


def _bond(found: Model, state: State, doing: str, pair: tuple[str, str], table: Table) -> None:
    """Begin an alliance, or end one or a war."""
    if doing == "ally":
        states.join(state, "alliances", *pair)
    else:
        states.part(state, "wars" if doing == "peace" else "alliances", *pair)
    became = {"ally": "are allied", "part": "are allied no more", "peace": "are at war no more"}[doing]
    say(table, f"{found.names[pair[0]]} and {found.names[pair[1]]} {became}", rule="Diplomatic Status chart")


def _card_forbids(found: Model, state: State, card: str) -> str:
    if card == RUDOLF and state["turn"] < RUDOLF_FROM:
        return f"Rudolf II comes from turn {RUDOLF_FROM} on (SB p.12)"
    if card == SEBASTIAN and states.is_in_play(state, PORTUGAL):
        return f"{found.names[PORTUGAL]} is in play already (SB p.7)"
    return ""


def _play(found: Model, state: State, card: str, table: Table) -> None:
    if card == SEBASTIAN:
        minors.bring_in(found, state, table)
    else:
        check(found, state, CARDS[card], table)


def _end_turn(found: Model, state: State, table: Table) -> None:
    """Let Winter send markers back, then settle every ally that is awake."""
    influence.winter(found, state, table)
    awake = [ally for ally in found.allies if states.is_awake(state, ally)]
    settled = [[{"step": "vp", "ally": ally, "why": "turn"}, {"step": "pay", "ally": ally}] for ally in awake]
    state["agenda"] = [*(step for steps in settled for step in steps), {"step": "turn"}]


# -- why not -----------------------------------------------------------------------------------------------------------


FORMS = {
    "buy": "buy POWER on TRACK", "card": "card NAME", "check": "check MINOR", "declare": "declare POWER on POWER",
    "ally": "ally POWER with POWER", "part": "part POWER from POWER", "peace": "peace POWER with POWER",
    "attack": "attack POWER on POWER", "end": END,
}  # fmt: skip
"""How each kind of entry is written."""


def refusal(found: Model, state: State, action: str) -> str:
    """Return why an action that is not legal is not, with the rule."""
    words = action.split()
    if " ".join(words) != action:
        return f"has blanks too many: {' '.join(words)}"
    if words and words[0] in (*limits.LIMITS, *limits.BETWEEN, limits.ASSASSINATE):
        return _limit_forbids(found, state, words)
    form = FORMS.get(words[0] if words else "")
    known = nearest(words[0] if words else "", [*FORMS], in_order=True)
    unknown = f"is entered as `{form}`" if form else f"is nothing that the table enters{known}"
    full = f"{MOST_ENTRIES} things were entered this turn: {END}" if state["entered"] >= MOST_ENTRIES else ""
    return _forbids(found, state, words) or full or unknown


def _forbids(found: Model, state: State, words: list[str]) -> str:
    """Return why an entry of a known form may not be made, "" for any other."""
    names = set(found.names)
    match words:
        case ["buy", power, "on", target] if power in found.order and target in found.targets:
            return influence.forbids(found, state, power, target)
        case ["declare", power, "on", target] if {power, target} <= names:
            return wars.forbids(found, state, power, target)
        case ["card", card] if card in (*CARDS, SEBASTIAN):
            return _card_forbids(found, state, card)
        case ["check", name] if name in found.targets:
            return _check_forbids(found, name)
        case ["attack", power, "on", target] if {power, target} <= names:
            return _attack_forbids(found, state, power, target)
        case [("ally" | "part" | "peace") as doing, a, ("with" | "from"), b] if {a, b} <= names:
            return _bond_forbids(found, state, doing, a, b)
    return ""


def _limit_forbids(found: Model, state: State, words: list[str]) -> str:
    told = ""
    match words:
        case [doing, power] if power in found.names:
            told = limits.forbids(found, state, doing, power)
        case [doing, a, ("on" | "to"), b] if {a, b} <= set(found.names):
            told = limits.forbids_between(found, state, doing, a, b)
    return told or "no limit of allies forbids it, and it is not entered here"


def _check_forbids(found: Model, name: str) -> str:
    if name in found.allies:
        cards = ", ".join(card for card, on in CARDS.items() if on == name)
        return f"{found.names[name]} is checked by its cards: {cards} (SB p.12)"
    return f"{found.names[name]} is not in play yet (SB p.7)"


def _attack_forbids(found: Model, state: State, power: str, target: str) -> str:
    if target != EMPIRE or states.is_awake(state, EMPIRE):
        return f"only for the sleeping Empire the aid says how it fights; {found.names[target]} fights by the rules of war (24.1)"
    if not states.are_at_war(state, power, EMPIRE):
        return f"entering the Empire's spaces needs a war (13.1): declare {power} on {EMPIRE}"
    return "the table's ruling for the rare case is off (house.rare_case)"


def _bond_forbids(found: Model, state: State, doing: str, a: str, b: str) -> str:
    name, other = found.names[a], found.names[b]
    if asleep := [found.names[one] for one in (a, b) if one in found.allies and not states.is_awake(state, one)]:
        return f"{asleep[0]} is asleep (SB p.12)"
    if doing == "ally" and {a, b} & set(found.minors):
        return "a minor becomes an ally by its check (24.6)"
    if doing == "ally" and a != b:
        known = "at war" if states.are_at_war(state, a, b) else "allied already"
        known = known if known == "at war" or states.are_allied(state, a, b) else "named the other way round"
        return f"{name} and {other} are {known} (Diplomatic Status chart)"
    bond = "at war" if doing == "peace" else "allied as major powers"
    return f"{name} and {other} are not {bond}, or named the other way round (Diplomatic Status chart)"



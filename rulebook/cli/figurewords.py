"""What answers that the rules of a battle give say under a figure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any

from rulebook.battles.morale import signed

if TYPE_CHECKING:
    from hexmap.draw.captions import Telling

Told = Mapping[str, Any]


def _shots(t: Telling, told: Told) -> str:
    return " ".join(_aims(t, told))


def _aims(t: Telling, told: Told) -> Iterator[str]:
    """Yield a sentence for all who are seen, one for each cavalry that is shot over, and one for each who is not."""
    start = {"from": t.name(told["from"])}
    if not told["shots"] and not told["barred"]:
        yield t.say("shots.none", **start)
    for (over, added), shots in groupby(told["shots"], lambda shot: (shot["over"], _added(shot))):
        ends = t.wording.told(t.name(shot["at"]) for shot in shots)
        changes = t.say("shots.added", value=added) if added else ""
        over_whom = {"over": t.wording.told(map(t.name, over))} if over else {}
        yield t.say("shots.over" if over else "shots.seen", **start, **over_whom, to=ends, changes=changes)
    for barred in told["barred"]:
        reasons = [t.reason(stop) for stop in barred["blocked_by"] if stop["hex"]]
        what = {"what": t.wording.told(reasons)} if reasons else {}
        yield t.say("shots.stopped" if reasons else "shots.barred", **start, to=t.name(barred["at"]), **what)


def _added(shot: Told) -> str:
    value = sum(each["value"] for each in shot["modifiers"])
    return signed(value) if value else ""


def _control(t: Telling, told: Told) -> str:
    at = {"at": t.name(told["at"])}
    if not told["controlled"]:
        return t.say("control.none", **at)
    if told["by"] != "cavalry":
        return t.say("control.leader", **at, leader=told["by"])
    if told["through"]:
        return t.say("control.through", **at, by=t.name(told["hex"]), through=t.name(told["through"]))
    return t.say("control.near", **at, by=t.name(told["hex"]))


def _fatigue(t: Telling, told: Told) -> str:
    start = {"from": t.name(told["from"]), "turn": told["turn"], "allowance": t.wording.points(told["allowance"])}
    if not told["toward"]:
        return t.say("fatigue.fresh", **start)
    return t.say("fatigue.tired", **start, ways=t.say("fatigue.or").join(told["toward"]), limit=t.wording.points(told["limit"]))


def _rampage(t: Telling, told: Told) -> str:
    turned = "turned" if told["turned"] != told["from"] else "straight"
    way = {"die": told["die"], "from": t.name(told["from"])}
    parts = [t.say(f"rampage.{turned}", **way)]
    count = len(told["way"]) - 1
    if told["left"]:
        parts.append(t.say("rampage.left", count=count))
    elif count:
        parts.append(t.say("rampage.run", count=count))
    parts += [t.say(f"rampage.{key}", victims=names) for key, names in _victims(t, told["victims"])]
    return " ".join(parts)


def _victims(t: Telling, victims: Iterable[Told]) -> Iterator[tuple[str, str]]:
    for key, wanted in (("ahead", True), ("aside", False)):
        names = [t.name(victim["at"]) for victim in victims if victim["centre"] is wanted]
        if names:
            yield key, t.wording.told(names)


def _lager(t: Telling, told: Told) -> str:
    at = {"at": t.name(told["at"])}
    parts = [t.say(f"lager.{told['mode']}", **at)]
    parts += [t.say(f"lager.{key}", hexes=t.wording.told(told[key])) for key in ("closed", "open") if told[key]]
    if told["sheltered"]:
        parts.append(t.say("lager.sheltered", units=t.wording.told(map(t.name, told["sheltered"]))))
    return " ".join(parts)


def _may(t: Telling, told: Told) -> str:
    return t.say("may.legal" if told["legal"] else "may.illegal", action=told["action"], why=_sentence(told["why"] or ""))


def _sentence(words: str) -> str:
    """Return words with their first letter as at the start of a sentence."""
    return words[:1].upper() + words[1:]


WORDS: Mapping[str, Callable[[Telling, Told], str]] = {
    "shots": _shots, "control": _control, "fatigue": _fatigue, "rampage": _rampage, "lager": _lager, "may": _may,
}  # fmt: skip
"""What an answer says, by its question."""

"""What the answers of a panel say: sight from one hex to several in as few sentences as can be, all else one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from hexmap.draw.captions import SHOWN, Telling
from mapsheet.diagram.values import Asked, Panel, Sentence, Told

Pairs = list[tuple[Asked, Told]]
WordsOf = Callable[[str, Told, Telling], str]


def tell(panel: Panel, answers: list[Told], telling: Telling, words_of: WordsOf) -> list[Sentence]:
    """Return what the answers of a panel say, in the order of their questions; `words_of` says it of one."""
    told = [pair for pair in zip(panel.questions, answers, strict=True) if pair[0].tell]
    found: list[Sentence] = []
    for key, group in groupby(told, _kind):
        pairs = list(group)
        if key[0] == "los" and not any(asked.caption for asked, _ in pairs):
            found += [Sentence(words, key[1]) for words in _sights(telling, [answer for _, answer in pairs])]
        else:
            found += [Sentence(asked.caption or words_of(asked.ask, answer, telling), asked.rule) for asked, answer in pairs]
    return [sentence for sentence in found if sentence.words]


def _kind(pair: tuple[Asked, Told]) -> tuple[str, str, str]:
    """Return what questions have alike that are told together."""
    asked, told = pair
    return asked.ask, asked.rule, told["from"] if asked.ask == "los" else ""


def _sights(telling: Telling, lines: list[Told]) -> Iterator[str]:
    start = {"from": telling.name(lines[0]["from"])}
    wording = telling.wording
    clear = [telling.name(told["to"]) for told in lines if told["clear"]]
    if clear:
        yield telling.say("sights.clear", **start, to=wording.told(clear))
    blocked = [told for told in lines if not told["clear"]]
    for what, group in groupby(sorted(blocked, key=_what), _what):
        ends = [telling.name(told["to"]) for told in group]
        del what
        yield _blocked(telling, start["from"], ends, next(told for told in blocked if telling.name(told["to"]) == ends[0]))
    if len(lines) == 1 and lines[0]["clear"]:
        yield from _beside(telling, lines[0])


def _what(told: Told) -> str:
    return str([(entry["hex"], entry["why"]) for entry in told["blocked_by"]])


def _blocked(telling: Telling, start: str, ends: list[str], told: Told) -> str:
    values = {"from": start, "to": telling.wording.told(ends)}
    reasons = [telling.reason(entry) for entry in told["blocked_by"] if entry["hex"]]
    if not reasons:
        return telling.say("sights.offmap", **values)
    beyond = any(not entry["hex"] for entry in told["blocked_by"])
    what = telling.wording.told(reasons) if len(reasons) <= SHOWN else telling.wording.listed(reasons, SHOWN)
    return telling.say("sights.both" if beyond else "sights.blocked", **values, what=what)


def _beside(telling: Telling, told: Told) -> Iterator[str]:
    """Tell the hexsides along which a line runs, and the hexes that it only touches."""
    pairs = [pair for pair in told["runs"] if len(pair) == 2 and all(pair)]
    names = [tuple(map(telling.name, pair)) for pair in pairs]
    if len(names) == 1:
        yield telling.say("sights.run", first=names[0][0], second=names[0][1])
    elif names:
        told_pairs = (telling.say("sights.pair", first=a, second=b) for a, b in names)
        yield telling.say("sights.runs", pairs=telling.wording.listed(told_pairs))
    if told["touched"]:
        yield telling.say("sights.touched", hexes=telling.wording.told(map(telling.name, told["touched"])))

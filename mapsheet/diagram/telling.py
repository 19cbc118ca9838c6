"""What a diagram says in words: its caption, and its description for those who cannot see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from mapsheet.diagram.values import Arrow, Ground, Panel, Script, Sentence

if TYPE_CHECKING:
    from mapsheet.diagram.drawing import Answered
    from mapsheet.wording import Wording


class Lines(NamedTuple):
    """The words under a figure: its title, its caption, and where its data come from."""

    title: str
    caption: str
    note: str


def caption_lines(script: Script, ground: Ground, answered: Sequence[Answered], wording: Wording) -> Lines:
    """Return the words under a figure: what stands in the script, then what the answers say, each rule after its own."""
    after = [[s.rule for s in one.sentences][:1] for one in answered[1:]] + [[]]
    told = [_panel(one, wording, following[0] if following else "") for one, following in zip(answered, after, strict=True)]
    struck: dict[str, int] = {}
    for k, one in enumerate(answered):
        for sentence in _struck(ground, one.panel, wording):
            struck.setdefault(sentence, k)  # what is struck out in several panels is told once
    told = [" ".join(filter(None, [words, *(s for s, at in struck.items() if at == k)])) for k, words in enumerate(told)]
    if len(told) > 1:
        told = [
            wording.say("figure.panel", letter=letter_of(k), words=words) if words else ""
            for k, words in enumerate(told)
        ]
    caption = " ".join(filter(None, [script.caption, *told]))
    return Lines(script.title, caption, _note(script, wording))


def letter_of(k: int) -> str:
    """Return the letter of a panel."""
    return "abcdefghijklmnopqrstuvwxyz"[k]


def _panel(one: Answered, wording: Wording, following: str = "") -> str:
    """Return what a panel says; a rule stands after the last of the sentences that it belongs to, those that follow too."""
    own = [Sentence(one.panel.caption, "")] if one.panel.caption else []
    sentences = [*own, *one.sentences]
    parts = []
    for k, (words, rule) in enumerate(sentences):
        is_last = rule != (sentences[k + 1].rule if k + 1 < len(sentences) else following)
        told = wording.say("figure.rule", rule=rule) if rule and is_last else ""
        parts.append(words if words.rstrip(".").endswith(told) else _with_rule(words, told))
    return " ".join(parts)


def _with_rule(words: str, rule: str) -> str:
    """Return a sentence with its rule before its full stop."""
    return f"{words[:-1]}{rule}." if words.endswith(".") else words + rule


def _note(script: Script, wording: Wording) -> str:
    """Return whose data they are that stand in the script."""
    if script.provenance == "reconstructed":
        return wording.say("figure.provenance")
    pieces = [piece for panel in script.panels for piece in panel.pieces]
    return wording.say("figure.provenance_some") if any(piece.provenance == "reconstructed" for piece in pieces) else ""


def alt_of(script: Script, ground: Ground, answered: Sequence[Answered], wording: Wording) -> str:
    """Return a figure's description: what stands where, then what its caption says."""
    parts = [wording.say("figure.title", title=script.title)] if script.title else []
    parts.append(wording.say("figure.map", map=ground.title))
    for k, one in enumerate(answered):
        if len(answered) > 1:
            key = "figure.panel_title" if one.panel.title else "figure.panel_plain"
            parts.append(wording.say(key, letter=letter_of(k).upper(), title=one.panel.title))
        parts += _seen(ground, one.panel, wording)
        parts.append(_panel(one, wording))
    return " ".join(filter(None, [*parts, _note(script, wording)]))


def _seen(ground: Ground, panel: Panel, wording: Wording) -> list[str]:
    """Return what is put on a panel."""
    held = {piece.at for piece in panel.pieces}
    letters = {at: [label.text for label in panel.labels if label.at == at] for at in held}
    parts = []
    for piece in panel.pieces:
        # the labels of one place come in the order of its units
        letter = letters[piece.at].pop(0) if letters[piece.at] else ""
        name = " ".join(filter(None, [letter, ground.name_of(piece.unit)]))
        parts.append(wording.say("figure.unit", name=name, at=ground.name(piece.at)))
    parts += [
        wording.say("figure.label", name=label.text, at=ground.name(label.at)) for label in panel.labels if label.at not in held
    ]
    for highlight in panel.highlights:
        parts.append(wording.say("figure.highlight", places=wording.told(map(ground.name, highlight.places))))
    parts += [wording.say("figure.arrow", way=_way(ground, panel, arrow, wording)) for arrow in panel.arrows if not arrow.struck]
    return parts + _struck(ground, panel, wording)


def _struck(ground: Ground, panel: Panel, wording: Wording) -> list[str]:
    """Return the moves of a panel that are not allowed."""
    return [wording.say("figure.struck", way=_way(ground, panel, arrow, wording)) for arrow in panel.arrows if arrow.struck]


def _way(ground: Ground, panel: Panel, arrow: Arrow, wording: Wording) -> str:
    named = panel.names
    return wording.say("figure.step").join(named.get(place) or ground.name(place) for place in arrow.through)

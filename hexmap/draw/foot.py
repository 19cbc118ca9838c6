"""What stands under a figure: its caption, and samples of the tints that it uses."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mapsheet.box import Box
from mapsheet.marks import Tint
from mapsheet.wording import load_wording

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hexmap.draw.view import View
    from mapsheet.marks import Mark
    from mapsheet.sheet import Layer
    from mapsheet.style import Type
    from mapsheet.wording import Wording

NARROWEST = 70.0  # mm, a figure that has a caption
NORMAL = 110.0  # mm, a figure whose caption has the style's size
SIX_POINT = 6 * 25.4 / 72
LEADING = 1.5
INDENT = 6.0  # mm on both sides
SAMPLED = {"visible": "legend.seen", "hidden": "legend.hidden"}
"""The tints whose meaning is told beside a sample, by the keys of its words."""


class Foot(NamedTuple):
    """The lines of a caption, their type, and the tints that are told."""

    lines: list[str]
    kind: Type
    samples: list[str]
    wording: Wording

    @property
    def height(self) -> float:
        """The room that it takes in mm."""
        return LEADING * self.kind.size * (len(self.lines) + bool(self.samples))


def foot_of(view: View, words: str, marks: Sequence[Mark], wording: Wording | None = None) -> Foot:
    """Return a caption wrapped to the width of a figure, smaller under a narrow one, at least 6 point."""
    from mapsheet.text import wrapped

    kind = view.margin_style.lettering["caption"]
    size = max(min(SIX_POINT, kind.size), kind.size * min(1.0, view.width / NORMAL))
    kind = kind._replace(size=type(kind.size)(size))
    used = {mark.name for mark in marks if isinstance(mark, Tint)}
    lines = wrapped(words, kind.face, kind.size, width=view.width - 2 * INDENT) if words else []
    return Foot(lines, kind, [name for name in SAMPLED if name in used], wording or load_wording())


def draw_foot(layer: Layer, view: View, foot: Foot) -> None:
    """Draw the caption in the middle under the figure, and the samples under it."""
    from mapsheet.typeset import fitted, write

    step = LEADING * foot.kind.size
    for k, line in enumerate(foot.lines):
        at = (view.width / 2, view.height + step * k + 0.6)
        write(layer, line, fitted(line, foot.kind, view.width - 2 * INDENT), at, anchor="middle")
    if foot.samples:
        _draw_samples(layer, view, foot, view.height + step * len(foot.lines) + 0.6)


def _draw_samples(layer: Layer, view: View, foot: Foot, baseline: float) -> None:
    """Draw small squares of the tints, over and beside the lowest ground, each with its word."""
    from mapsheet.typeset import cap_height, width, write

    side, gap = 1.1 * cap_height(foot.kind), 0.5 * foot.kind.size
    words = [foot.wording.say(SAMPLED[name]) for name in foot.samples]
    taken = sum(side + gap + width(word, foot.kind) for word in words) + 4 * gap * (len(words) - 1)
    left, group = (view.width - taken) / 2, layer.group("samples")
    for name, word in zip(foot.samples, words, strict=True):
        box = Box(left, baseline - side, left + side, baseline)
        group.rect(box, fill=view.margin_style.level(0))
        group.rect(box, **getattr(view.style.marks, name).area(), **view.margin_style.margin.hairline.stroke())
        write(group, word, foot.kind, (left + side + gap, baseline))
        left += side + 5 * gap + width(word, foot.kind)

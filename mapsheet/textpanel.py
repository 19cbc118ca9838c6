"""A panel of words: paragraphs, dotted and numbered lines under a heading. Lengths are millimetres."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from mapsheet.box import Box
from mapsheet.chartfit import Leaf, broken
from mapsheet.picture import Picture, body, bold, head_onto
from mapsheet.typeset import LEADING, width

if TYPE_CHECKING:
    from mapsheet.fields import Fields
    from mapsheet.style import Style, Type

PAD = 1.8
LONGEST_LINE = 1000
MOST_LINES = 200  # of a panel
_LEAD = re.compile(r"(-|\d{1,2}\.) +(.*)", re.DOTALL)


class TextPanel(NamedTuple):
    """Lines of words under a heading: `- ` begins a line with a dot, `1. ` a numbered one. `tinted` sets it apart."""

    title: str
    rule: str
    lines: tuple[str, ...]
    tinted: bool = False


def take_text(fields: Fields, title: str, rule: str) -> TextPanel:
    """Return the panel of words in a table of a file, which notes every fault."""
    return TextPanel(title, rule, take_lines(fields, "lines"), fields.flag("tinted", default=False))


def take_lines(fields: Fields, name: str) -> tuple[str, ...]:
    """Return the lines under a key, which notes their number and length as faults where they are beyond the limits."""
    lines = fields.texts(name, required=True)
    if not 0 < len(lines) <= MOST_LINES:
        fields.fault(name, f"expected 1 to {MOST_LINES} lines, got {len(lines):,}")
        return ("",)
    for k, line in enumerate(lines):
        if len(line) > LONGEST_LINE:
            fields.fault((name, k), f"expected at most {LONGEST_LINE:,} characters, got {len(line):,}")
    return tuple(lines)


def text_panel(style: Style, panel: TextPanel, room: float) -> Picture:
    """Return a panel of words; DataError where a word is wider than the panel at 5 point."""
    picture = Picture()
    inset = PAD if panel.tinted else 0.0
    inner = Picture()
    top = head_onto(inner, style, (panel.title, panel.rule), room - 2 * inset)
    for line in panel.lines:
        top = _line_onto(inner, body(style), line, (top, room - 2 * inset))
    picture.bottom = top + 2 * inset
    if panel.tinted:
        box = Box(0, 0, room, picture.bottom)
        picture.rect(box, rounded=1.0, **style.margin.box_marked.area(), **style.margin.hairline.stroke())
    merged_onto(picture, inner, (inset, inset))
    return picture


def merged_onto(picture: Picture, other: Picture, at: tuple[float, float]) -> None:
    """Put a picture on another."""
    picture.drawn_later(lambda layer, x, y: other.place(layer, (x + at[0], y + at[1])))


class Line(NamedTuple):
    """A line of a panel broken to a width: the dot or number before it, its lines, their type and how far they are set in."""

    lead: str
    leaves: list[Leaf]
    kind: Type
    inset: float


def line_in(line: str, kind: Type, room: float) -> Line:
    """Return a line broken to a width; DataError where a word is too wide at 5 point."""
    found = _LEAD.fullmatch(line)
    lead, words = (found[1].replace("-", "•"), found[2]) if found else ("", line)
    inset = max(1.1 * kind.size, width(lead, bold(kind)) + 0.35 * kind.size) if lead else 0.0
    leaves, fit = broken(words, kind, room - inset)
    return Line(lead, leaves, fit, inset)


def _line_onto(picture: Picture, kind: Type, line: str, place: tuple[float, float]) -> float:
    """Draw a line of a panel; return where the next begins."""
    top, room = place
    lead, leaves, fit, inset = line_in(line, kind, room)
    if lead:
        picture.lines([Leaf(lead)], bold(kind), (0.0, top))
    picture.lines(leaves, fit, (inset, top))
    return top + len(leaves) * LEADING * fit.size + 0.22 * kind.size

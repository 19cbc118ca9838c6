"""Counters drawn at true size: one face on a layer or as an SVG of its own, and what is wrong with how they print."""

from __future__ import annotations

from typing import TypedDict, Unpack

from mapsheet.box import Box, Point
from mapsheet.counters.facepaint import FacePainter
from mapsheet.counters.layouts import Layouts
from mapsheet.counters.palette import Palette
from mapsheet.counters.values import Counter, CounterSet
from mapsheet.paths import number
from mapsheet.sheet import Layer, Sheet
from mapsheet.style import Style


def load_layouts(found: CounterSet) -> Layouts:
    """Return the layouts of a set by name: those of its file of layouts, under those in the counters file itself."""
    return found.layouts_by_name


class Lying(TypedDict, total=False):
    """How a face lies: its back up, turned clockwise about its middle, with mm of ground beyond its cut."""

    back: bool
    turn: float
    bleed: float


def draw_counter(
    layer: Layer, style: Style, found: CounterSet, counter: Counter, at: Point, **how: Unpack[Lying]
) -> None:
    """Draw one face at true size with its top left corner at `at`, then turned clockwise by degrees about its middle.

    `back` (False), `turn` (0) and `bleed` (0 mm). With a bleed the ground reaches so far beyond the cut and the corners are
    square; without one the counter is drawn as it lies on a table. A back that is not printed shows its ground alone.
    """
    _paint(layer, style, found, counter, at, **how)


def _paint(
    layer: Layer, style: Style, found: CounterSet, counter: Counter, at: Point, **how: Unpack[Lying]
) -> list[str]:
    back, turn, bleed = how.get("back", False), how.get("turn", 0.0), how.get("bleed", 0.0)
    box = Box(*at, at[0] + counter.size.width, at[1] + counter.size.height)
    x, y = box.centre
    about = f"rotate({number(turn)} {number(x)} {number(y)})" if turn else None
    group = layer.group(transform=about, data_counter=counter.id, data_face="back" if back else "front")
    face = counter.face(back=back)
    layout = found.layouts_by_name[(face or counter.front).layout]
    painter = FacePainter(group, style, Palette(counter.side, layout, style), box, bleed)
    painter.ground(edge=not bleed)
    if face is not None:
        words = {"name": counter.name, "id": counter.id, "type": counter.kind.name, "set": found.title}
        words |= {"side": counter.side.name, "emblem": counter.side.emblem}
        painter.face(layout, face, {**words, **face.values}, found.folder)
    return painter.notes


def counter_svg(found: CounterSet, counter: Counter, style: Style, *, back: bool = False) -> str:
    """Return one face as an SVG of the counter's own size."""
    face = "back" if back else "front"
    sheet = Sheet(counter.size.width, counter.size.height, title=f"{counter.name} ({face})")
    sheet.fonts = style.live_fonts
    draw_counter(sheet.layer("counter"), style, found, counter, (0.0, 0.0), back=back)
    return sheet.to_svg()


def counter_faults(found: CounterSet, style: Style) -> list[str]:
    """Return what does not print well on the counters of a set, each as `ID front: what`; empty when all do.

    Words cut short, ink outside the safe area, words that stand out too little from what is beneath them.
    """
    lines = []
    for counter in found.counters.values():
        sheet = Sheet(counter.size.width, counter.size.height, title=counter.id)
        for back in (False, True):
            layer = sheet.layer("back" if back else "front")
            notes = _paint(layer, style, found, counter, (0.0, 0.0), back=back)
            lines += [f"{counter.id} {'back' if back else 'front'}: {note}" for note in dict.fromkeys(notes)]
    return lines

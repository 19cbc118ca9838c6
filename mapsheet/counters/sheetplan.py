"""How counters are laid out for cutting: paper, room around and between them, what meets them on the back."""

from __future__ import annotations

from typing import Literal, NamedTuple

from mapsheet.box import Box, Point
from mapsheet.counters.values import Counter, CounterSet
from mapsheet.errors import DataError, Fault, nearest
from mapsheet.units import PAPERS, Size

Duplex = Literal["long", "short", "none"]
Cut = Literal["none", "ticks", "full", "through"]
DUPLEX: tuple[Duplex, ...] = ("long", "short", "none")
CUTS: tuple[Cut, ...] = ("ticks", "full", "through", "none")
BAND = 7.0
"""Height in mm of the bands at head and foot that hold the label, the ruler and the registration marks."""
CLEAR = 0.6
"""From the edge of the bleed to a cut mark."""
TICK = 3.0
"""Length of a cut mark."""
CAPTION = 3.2
"""Height of the line over a block that says what it holds."""
MOST_BLEED = 5.0
MOST_OFFSET = 5.0
MOST_PIECES = 20_000


class SheetPlan(NamedTuple):
    """How counters are printed: all lengths in mm.

    `gap` parts neighbours in a block, `bleed` is how far a ground runs on beyond the cut, `duplex` the edge about which the
    paper is turned for its back (none: no backs), `back_offset` moves all that is printed on the back, and `fold` puts each
    back beside its front about a fold in the middle of the page. `sides` picks some sides, by id.
    """

    paper: Size = Size(*PAPERS["a4"])
    margin: float = 8.0
    gap: float = 0.0
    bleed: float = 1.0
    duplex: Duplex = "long"
    back_offset: Point = (0.0, 0.0)
    fold: bool = False
    cut: Cut = "ticks"
    sides: tuple[str, ...] = ()

    @property
    def reach(self) -> float:
        """How far bleed and cut marks run on beyond the cut."""
        return self.bleed + CLEAR + (0.0 if self.cut == "none" else TICK)

    @property
    def printable(self) -> Box:
        """The part of the page that ink may take, back offset included."""
        dx, dy = (abs(by) for by in self.back_offset)
        return Box(self.margin + dx, self.margin + dy, self.paper.width - self.margin - dx, self.paper.height - self.margin - dy)

    @property
    def room(self) -> Box:
        """The part of the page for fronts, between the bands."""
        ink = self.printable
        right = self.paper.width / 2 - CLEAR if self.fold else ink.right
        return Box(ink.left, ink.top + BAND, right, ink.bottom - BAND)

    @property
    def has_backs(self) -> bool:
        """Whether anything is printed on the back."""
        return self.fold or self.duplex != "none"

    def prints(self, side: str) -> bool:
        """Return whether the counters of a side are printed."""
        return not self.sides or side in self.sides

    @property
    def turns_sideways(self) -> bool:
        """Whether the paper is turned, or folded, about an upright line: its long edge, unless it is wider than high."""
        return self.fold or (self.duplex == "long") == (self.paper.height >= self.paper.width)

    def behind(self, box: Box) -> Box:
        """Return where on the back, as one looks at it, lies what is behind a box of the front; without the offset."""
        wide, high = self.paper
        if self.turns_sideways:
            return Box(wide - box.right, box.top, wide - box.left, box.bottom)
        return Box(box.left, high - box.bottom, box.right, high - box.top)

    @property
    def back_turn(self) -> float:
        """The degrees by which a picture on the back is turned, so that it stands upright when a counter is turned sideways."""
        return 0.0 if self.turns_sideways else 180.0


def refuse_plan(found: CounterSet, plan: SheetPlan) -> None:
    """Raise DataError with everything in a plan that cannot be printed, or that the counters do not fit."""
    faults = [Fault(words) for words in (*_lengths(plan), *_choices(found, plan))]
    if not faults:
        faults = [Fault(words) for words in _room(found, plan)]
    if faults:
        raise DataError(faults)


def _lengths(plan: SheetPlan) -> list[str]:
    faults = []
    if not 0 <= plan.bleed <= MOST_BLEED:
        faults.append(f"the bleed is from 0 to {MOST_BLEED:g} mm, got {plan.bleed:g} mm")
    if 0 < plan.gap < plan.bleed:
        faults.append(f"the bleed of {plan.bleed:g} mm is wider than the gap of {plan.gap:g} mm, into the next counter")
    if plan.bleed > plan.margin:
        faults.append(f"the bleed of {plan.bleed:g} mm is wider than the margin of {plan.margin:g} mm")
    if not 0 <= plan.gap <= 50:
        faults.append(f"the gap is from 0 to 50 mm, got {plan.gap:g} mm")
    if not 0 <= plan.margin <= min(plan.paper) / 3:
        faults.append(f"the margin is from 0 to a third of the paper, {min(plan.paper) / 3:.4g} mm, got {plan.margin:g} mm")
    if max(abs(by) for by in plan.back_offset) > MOST_OFFSET:
        right, down = plan.back_offset
        faults.append(f"a back is moved by at most {MOST_OFFSET:g} mm, got {right:g} mm, {down:g} mm")
    return faults


def _choices(found: CounterSet, plan: SheetPlan) -> list[str]:
    faults = [f"no side {name!r}{nearest(name, list(found.sides))}" for name in plan.sides if name not in found.sides]
    if any(plan.back_offset) and (plan.fold or plan.duplex == "none"):
        faults.append("a back offset is for backs on pages of their own: with --duplex long or short, without --fold")
    if plan.fold and plan.duplex != "long":
        faults.append(f"--fold prints both faces on one side of the paper: it goes without --duplex {plan.duplex}")
    pieces = sum(counter.copies for counter in found.counters.values() if plan.prints(counter.side.id))
    if pieces > MOST_PIECES:
        faults.append(f"at most {MOST_PIECES:,} counters are laid out at once, got {pieces:,}: pick some with --side")
    if not pieces and not faults:
        faults.append("there are no counters to print")
    return faults


def _room(found: CounterSet, plan: SheetPlan) -> list[str]:
    sizes: dict[Size, Counter] = {}
    for counter in found.counters.values():
        if plan.prints(counter.side.id):
            sizes.setdefault(counter.size, counter)
    wide, high = plan.room.width - 2 * plan.reach, plan.room.height - 2 * plan.reach - CAPTION
    return [
        f"counter {each.id} is {size.width:g} x {size.height:g} mm; paper of {plan.paper.width:g} x {plan.paper.height:g} mm"
        f" leaves {max(0, wide):.4g} x {max(0, high):.4g} mm"
        for size, each in sizes.items()
        if size.width > wide + 1e-9 or size.height > high + 1e-9
    ]

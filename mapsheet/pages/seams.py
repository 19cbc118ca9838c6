"""Where the seams between pages run: within the slack that the paper leaves, where they cut the least lettering."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from mapsheet.box import Box
from mapsheet.pages.plan import STEP, Fit, Plan, Tiles

if TYPE_CHECKING:
    from mapsheet.pages.master import Master

APART = 0.4
"""Bare paper that a seam keeps between itself and a letter, where it can."""

FINE = 2
"""Steps between the places that are tried."""

CLOSE = 5
"""Steps within which a place counts as lying on a welcome line."""

ASIDE, UNEVEN = 0.5, 0.02
"""What it costs to leave the welcome lines, and each mm away from pages of equal size, in mm of lettering cut."""


def lettered(master: Master) -> list[Box]:
    """Return the boxes of what a seam had better not cut: words, figures, discs."""
    boxes: list[Box] = []
    for node in master.walk():
        if node.attributes.get("role") == "img" or node.name == "circle":
            boxes.append(node.box)
        elif node.name == "g" and node.attributes.get("id") == "layer-numbers":
            boxes += [part.box for path in node.children for part in (path.pieces or (path,))]
    return [box.grown(APART) for box in boxes if box.width < 0.25 * master.width and box.height < 0.25 * master.height]


def part(master: Master, plan: Plan, fit: Fit) -> Tiles:
    """Return the sheet parted into the pages of a fit, the seams where they cut the least."""
    zones = lettered(master)
    room = plan.room(fit.paper)
    across = [(zone.left, zone.right, zone.height) for zone in zones]
    down = [(zone.top, zone.bottom, zone.width) for zone in zones]
    xs = _seams(master.width, fit.columns, plan, room.width, _Costs(master.width, across, plan.uprights))
    ys = _seams(master.height, fit.rows, plan, room.height, _Costs(master.height, down, plan.levels))
    return Tiles(plan, fit.paper, xs, ys)


class _Costs:
    """What a seam costs at each place of a sheet's side, in steps."""

    def __init__(self, length: float, zones: Iterable[tuple[float, float, float]], welcome: Sequence[float]) -> None:
        most = int(length / STEP)
        changes = [0.0] * (most + 2)
        for start, end, weight in zones:
            if end > 0 and start < length:
                changes[max(0, int(start / STEP) + 1)] += weight
                changes[min(most + 1, max(0, int(end / STEP)) + 1)] -= weight
        cut = [round(each, 3) for each in accumulate(changes)]
        lines = {round(line / STEP) + off for line in welcome for off in range(-CLOSE, CLOSE + 1)}
        self._cost = [each + (ASIDE if welcome and k not in lines else 0.0) for k, each in enumerate(cut)]

    def at(self, place: int, even: float) -> float:
        """Return the cost of a place where pages of equal size would have their seam at another."""
        return self._cost[place] + UNEVEN * STEP * abs(place - even)


def _seams(length: float, pages: int, plan: Plan, room: float, costs: _Costs) -> tuple[float, ...]:
    """Return a side's edges and the cheapest seams between them that leave no page larger than the room there is."""
    if pages == 1:
        return (0.0, length)
    first, inner, last = room - plan.flap, room - plan.overlap, room - plan.bleed
    best: list[dict[int, tuple[float, int]]] = []
    for k in range(1, pages):
        least = length - last - (pages - 1 - k) * inner
        places = range(max(1, -int(-least // STEP)), int(min(first + (k - 1) * inner, length - STEP) / STEP + 1e-6) + 1)
        tried = sorted({*places[::FINE], *places[-1:]})
        even = k * length / pages / STEP
        reach = int(inner / STEP + 1e-6)
        best.append(_cheapest(tried, even, best[-1] if best else {0: (0.0, 0)}, reach if best else 10**9, costs))
    place = min(best[-1], key=lambda p: best[-1][p])
    chosen = [place]
    for stage in best[:0:-1]:
        place = stage[place][1]
        chosen.append(place)
    return (0.0, *(STEP * place for place in reversed(chosen)), length)


def _cheapest(
    tried: Sequence[int], even: float, before: dict[int, tuple[float, int]], reach: int, costs: _Costs
) -> dict[int, tuple[float, int]]:
    """Return for each place the least cost of a seam there and of those before it, and the one before."""
    found = {}
    for place in tried:
        reached = [(cost, other) for other, (cost, _) in before.items() if other < place <= other + reach]
        if reached:
            least, other = min(reached)
            found[place] = (least + costs.at(place, even), other)
    return found

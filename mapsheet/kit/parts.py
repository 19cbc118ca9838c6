"""Parts of a kit as values: their pages, what they hold, and what they should hold."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from mapsheet.counters.reader import FILE, read_counters
from mapsheet.counters.sheetplan import SheetPlan
from mapsheet.counters.values import CounterSet
from mapsheet.errors import DataError, Fault
from mapsheet.export import Page
from mapsheet.pages.plan import Plan, fewest, lies_on
from mapsheet.setup import Setup
from mapsheet.source import find_source, read_toml
from mapsheet.units import Size

OVERLAPS = range(10, 16)
Seams = tuple[Sequence[float], Sequence[float]]
_SHOWN = re.compile(r'data-counter="([^"]+)"')
_PIECE = re.compile(r'<g [^>]*data-piece="([^"]+)"[^>]*>')


class KitJob(NamedTuple):
    """What a kit is wanted of: a title, folder or file, with an override, in a style, on a paper, and which set-up.

    Without a style it is the title's own, without a set-up the first, without an overlap the one that needs fewest pages.
    """

    name: str
    override: str | None
    style: str | None
    plan: SheetPlan
    scenario: str | None = None
    overlap: float | None = None

    @property
    def paper(self) -> Size:
        """The paper of all pages."""
        return self.plan.paper


class Part(NamedTuple):
    """A part of a kit. `holds` is what its pages were found to hold, by name, and `due` what they should.

    `words` say what it is, `printing` on which sides of the paper it is printed, and `making` how it is put together;
    `aside` is to be known when it is made.
    """

    name: str
    pages: Sequence[Page]
    words: str
    printing: str = "one side"
    making: Sequence[str] = ()
    holds: Mapping[str, int] = {}
    due: Mapping[str, int] = {}
    aside: str = ""


PartMaker = Callable[[KitJob], "Part | None"]
"""Makes a part of a title, or none where the title has nothing for it."""


def counters_of(job: KitJob) -> CounterSet | None:
    """Return the counters of a title; none where it has no counters.toml. DataError with every fault of the file."""
    folder = find_source(job.name).parent
    return read_counters(folder, override=job.override) if (folder / FILE).is_file() else None


def counters_part(job: KitJob) -> Part | None:
    """Return the sheets of a title's counters; none where it has no counters.toml.

    What they hold is read back from the drawn pages; what they should is the file's own inventory, or else its rows.
    """
    from mapsheet.counters.sheetpages import sheets
    from mapsheet.style import load_style

    found = counters_of(job)
    if found is None:
        return None
    pages = sheets(found, load_style(job.style or "classic"), job.plan)
    leaves = len(pages) // (1 if job.plan.fold or not job.plan.has_backs else 2)
    holds = _drawn(pages, found)
    due = {"pieces": found.total, **{f"pieces of {name}": many for name, many in _inventory(found.folder / FILE).items()}}
    due |= {f"pieces of {side}": many for side, many in _rows(found).items() if f"pieces of {side}" not in due}
    words = f"{found.total} {'counter' if found.total == 1 else 'counters'} on {leaves} {'leaf' if leaves == 1 else 'leaves'}"
    return Part("Counters", pages, words, _sides(job.plan), _cutting(job.plan), {k: v for k, v in holds.items() if k in due}, due)


def _drawn(pages: Sequence[Page], found: CounterSet) -> dict[str, int]:
    """Return how many fronts stand on the pages, in all, by side and by type."""
    have = Tally[str]()
    for page in pages:
        for group in _PIECE.finditer(page.svg):
            if 'id="front-' in group[0]:
                counter = found.counters[group[1]]
                have.update({"pieces", f"pieces of {counter.side.id}", f"pieces of {counter.kind.id}"})
    return dict(have)


def _inventory(path: Path) -> dict[str, int]:
    stated = read_toml(path).data.get("inventory", {})
    return {name: many for name, many in stated.items() if isinstance(many, int) and name not in {"total", "provenance"}}


def _rows(found: CounterSet) -> dict[str, int]:
    have = Tally[str]()
    for counter in found.counters.values():
        have[counter.side.id] += counter.copies
    return dict(have)


def _sides(plan: SheetPlan) -> str:
    if plan.fold or not plan.has_backs:
        return "one side"
    return f"both sides, turned about the {plan.duplex} edge"


def _cutting(plan: SheetPlan) -> list[str]:
    glue = "Fold the counter sheets along the broken line and glue the halves back to back." if plan.fold else ""
    light = "Hold a counter sheet against the light: the crosses of both sides lie on each other."
    check = "" if plan.fold or not plan.has_backs else light
    mount = "Mount the counter sheets on card before you cut them, or print them on card."
    cut = "Cut the counters with knife and ruler from mark to mark, all cuts of one direction first."
    return [line for line in (check, glue, mount, cut) if line]


def map_part(sheets: Mapping[str, str], job: KitJob, seams: Seams = ((), ())) -> Part:
    """Return sheets, by name, laid whole on the paper or parted where they are larger; the pages must show all of them.

    `seams` are the places where seams are welcome.
    """
    from mapsheet.export import page_size
    from mapsheet.pages import snug, tile

    sizes = {name: Size(*page_size(svg)) for name, svg in sheets.items()}
    plan = Plan(job.paper, margin=max(3.0, job.plan.margin), uprights=tuple(seams[0]), levels=tuple(seams[1]))
    plan = plan._replace(overlap=job.overlap if job.overlap is not None else thrifty([*sizes.values()], plan)).checked()
    pages: list[Page] = []
    shown = whole = 0.0
    for name, svg in sheets.items():
        said = name.replace("_", " ") if len(sheets) > 1 else ""
        one = snug(svg, plan.paper, said)
        some = [one] if one else tile(svg, plan._replace(sheet=said))
        pages += some
        area = sizes[name].width * sizes[name].height
        whole += area
        shown += area if one else sum(page.trim.width * page.trim.height for page in some[1:] if page.trim)
    is_parted = len(pages) > len(sheets)
    words = f"{len(pages)} {'page' if len(pages) == 1 else 'pages'}"
    joins = ", the first shows how they join" if is_parted and len(sheets) == 1 else ""
    shared = f"pages share {plan.overlap:g} mm" if is_parted else ""
    holds, due = {"square centimetres": round(shown / 100)}, {"square centimetres": round(whole / 100)}
    return Part("Map", pages, words + joins, making=_JOINING if is_parted else (), holds=holds, due=due, aside=shared)


_JOINING = (
    "Cut the map's pages along the marks at the left and above, where a page joins others.",
    "Lay each page over the flap of its neighbor until the cross-hairs meet, and glue it.",
)


def thrifty(sheets: Sequence[Size], plan: Plan) -> float:
    """Return the overlap of 15 down to 10 mm by which sheets need the fewest pages: of several, the widest."""
    def pages(overlap: int) -> int:
        wanted = plan._replace(overlap=float(overlap))
        return sum(1 if lies_on(sheet, plan.paper) else fewest(sheet, wanted).pages for sheet in sheets)

    return float(min(OVERLAPS, key=lambda overlap: (pages(overlap), -overlap)))


def setup_part(setup: Setup, pages: Sequence[Page]) -> Part:
    """Return the sheets of a set-up; every counter of its list must stand on one of them."""
    blocks = [block for side in setup.sides for blocks in (side.groups, side.turns, side.piles) for block in blocks]
    listed = {entry.counter.id for block in blocks for entry in block.entries}
    shown = listed & {name for page in pages for name in _SHOWN.findall(page.svg)}
    pieces = sum(sum(side.counts) for side in setup.sides)
    what = "kinds of counters"
    many = f"{pieces} {'counter' if pieces == 1 else 'counters'}"
    words = f"{many} where they start" + (f": {setup.scenario}" if setup.scenario else "")
    return Part("Set-up", pages, words, holds={what: len(shown)}, due={what: len(listed)})


def refuse_tally(parts: Sequence[Part]) -> None:
    """Raise DataError with everything in which parts do not hold what they should."""
    faults = [
        Fault(f"{part.name}: {part.holds.get(what, 0):,} {what} on its pages, {part.due.get(what, 0):,} in the inventory")
        for part in parts
        for what in sorted({*part.holds, *part.due})
        if part.holds.get(what, 0) != part.due.get(what, 0)
    ]
    if faults:
        raise DataError(faults)


def assembled(parts: Sequence[Part], cover: Sequence[Page]) -> list[Page]:
    """Return all pages in order, the cover first, each under the name of its part."""
    pages = [page._replace(chapter="") for page in cover]
    return pages + [page._replace(chapter=part.name) for part in parts for page in part.pages]

"""How a sheet is parted: on which paper, which way round, where the seams run, and what each page shows. Lengths are mm."""

from __future__ import annotations

from math import ceil
from typing import Literal, NamedTuple

from mapsheet.box import Box, Point
from mapsheet.errors import DataError, NotationError
from mapsheet.units import Size

Orientation = Literal["auto", "portrait", "landscape"]

STEP = 0.254
"""All places of pages are whole hundredths of an inch, so that their pictures at 100, 200 or 300 dpi join without a seam."""

BLEED = 12 * STEP
"""How far a page is printed beyond its left and upper seam, where it is cut; its neighbor prints the rest as a flap."""

FOOT = 8.2
"""The least margin below, which holds the ruler and the page's name."""

SAFE = 4.2
"""What printers leave bare along the edges of the paper."""

LEAST_MARGIN, LEAST_OVERLAP, MOST_PAGES = 3.0, 8, 400


class Plan(NamedTuple):
    """What is asked for: paper, overlap of neighboring pages, margin of bare paper, and which way round the paper lies.

    `uprights` and `levels` are places where seams are welcome, such as the lines between columns of hexes.
    `sheet` is the name of the sheet, where there are others besides.
    """

    paper: Size
    overlap: float = 15.0
    margin: float = 8.0
    orientation: Orientation = "auto"
    uprights: tuple[float, ...] = ()
    levels: tuple[float, ...] = ()
    sheet: str = ""

    @property
    def bleed(self) -> float:
        """Return how far a page is printed beyond a seam where it is cut."""
        return min(BLEED, STEP * int(self.overlap / 2 / STEP))

    @property
    def flap(self) -> float:
        """Return how far a page is printed beyond a seam that its neighbor covers."""
        return self.overlap - self.bleed

    @property
    def origin(self) -> Point:
        """Return where on the paper the print begins."""
        return (STEP * ceil(self.margin / STEP - 1e-6),) * 2

    def room(self, paper: Size) -> Size:
        """Return what can be printed on a paper of that size: less the margins, and the foot."""
        x, y = self.origin
        return Size(paper.width - x - self.margin, paper.height - y - max(self.margin, FOOT))

    def checked(self) -> Plan:
        """Return the plan itself; NotationError for a margin or an overlap that leaves no room on its paper."""
        if not self.margin >= LEAST_MARGIN:
            raise NotationError(f"a margin of at least {LEAST_MARGIN:g} mm", f"{self.margin:g} mm")
        if not self.overlap >= 0:
            raise NotationError("an overlap of 0 mm or more", f"{self.overlap:g} mm")
        least = min(*self.room(self.paper), *self.room(Size(self.paper.height, self.paper.width)))
        if least < self.overlap + 30:
            paper = f"{self.paper.width:g} x {self.paper.height:g} mm"
            what = f"{paper} less margins of {self.margin:g} mm leaves {max(0, least):.0f} mm"
            raise NotationError("a paper on which a page shows at least 30 mm more than the overlap", what)
        return self


class Fit(NamedTuple):
    """A way to lay a sheet on paper: the paper as it lies, and how many pages across and down."""

    paper: Size
    columns: int
    rows: int

    @property
    def pages(self) -> int:
        """Return how many pages that is."""
        return self.columns * self.rows


def turned(paper: Size, orientation: Orientation) -> list[Size]:
    """Return the ways in which the paper may lie."""
    short, long = sorted(paper)
    ways = {"portrait": [Size(short, long)], "landscape": [Size(long, short)]}
    return ways.get(orientation) or ([Size(short, long)] if short == long else [Size(short, long), Size(long, short)])


def fewest(sheet: Size, plan: Plan) -> Fit:
    """Return the way round that needs the fewest pages; of two, the one that lies as the sheet does.

    DataError where it would be more than 400.
    """
    fits = [_fit(sheet, plan, paper) for paper in turned(plan.paper, plan.orientation)]
    wide = sheet.width > sheet.height
    best = min(fits, key=lambda fit: (fit.pages, (fit.paper.width > fit.paper.height) != wide))
    if best.pages > MOST_PAGES:
        raise DataError(f"the sheet would need {best.pages:,} pages; the most is {MOST_PAGES}")
    return best


def thriftier(sheet: Size, plan: Plan) -> tuple[float, int] | None:
    """Return the largest lesser overlap, of at least 8 mm, that saves pages, and how many pages it needs."""
    wanted = fewest(sheet, plan).pages
    for overlap in range(ceil(plan.overlap) - 1, LEAST_OVERLAP - 1, -1):
        pages = fewest(sheet, plan._replace(overlap=float(overlap))).pages
        if pages < wanted:
            return float(overlap), pages
    return None


def _fit(sheet: Size, plan: Plan, paper: Size) -> Fit:
    room = plan.room(paper)
    return Fit(paper, *(_count(length, some, plan.overlap) for length, some in zip(sheet, room, strict=True)))


def _count(length: float, room: float, overlap: float) -> int:
    return max(1, ceil((length - overlap) / (room - overlap) - 1e-9))


def lies_on(sheet: Size, paper: Size, orientation: Orientation = "auto") -> Size | None:
    """Return the paper as a sheet lies on it whole, else None."""
    ways = [way for way in turned(paper, orientation) if sheet.width <= way.width + 0.05 and sheet.height <= way.height + 0.05]
    wide = sheet.width > sheet.height
    return min(ways, key=lambda way: (way.width > way.height) != wide, default=None)


class Tiles(NamedTuple):
    """A sheet parted: the paper as it lies, and the seams with the sheet's edges before and after them, from left and top."""

    plan: Plan
    paper: Size
    xs: tuple[float, ...]
    ys: tuple[float, ...]

    @property
    def columns(self) -> int:
        """Return how many pages stand beside each other."""
        return len(self.xs) - 1

    @property
    def rows(self) -> int:
        """Return how many pages stand below each other."""
        return len(self.ys) - 1

    def name(self, row: int, column: int) -> str:
        """Return what a page is called: a letter for its row and a number for its column, B2."""
        letters = ""
        row += 1
        while row:
            row, digit = divmod(row - 1, 26)
            letters = chr(65 + digit) + letters
        return f"{letters}{column + 1}"

    def shown(self, row: int, column: int) -> Box:
        """Return the part of the sheet that a page shows when all are joined: from seam to seam."""
        return Box(self.xs[column], self.ys[row], self.xs[column + 1], self.ys[row + 1])

    def printed(self, row: int, column: int) -> Box:
        """Return the part of the sheet that is printed on a page: beyond its seams as far as neighbors overlap."""
        box = self.shown(row, column)
        bleed, flap = self.plan.bleed, self.plan.flap
        return Box(
            box.left - bleed if column else box.left,
            box.top - bleed if row else box.top,
            box.right + flap if column < self.columns - 1 else box.right,
            box.bottom + flap if row < self.rows - 1 else box.bottom,
        )

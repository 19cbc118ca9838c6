"""The map with everybody in place, among the sheets of a set-up: made smaller to fit a page, in tiles, or as it is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mapsheet.box import Box
from mapsheet.errors import NotationError
from mapsheet.typeset import fitted, write
from mapsheet.units import Size

if TYPE_CHECKING:
    from mapsheet.export import Page
    from mapsheet.style import Style

WAYS = ("fit", "tile", "sheet", "none")
EDGE = 8.0
CAPTION = 6.0
_SIZE = re.compile(r'\b(width|height)="[0-9.]+mm"')
_VIEW = re.compile(r'viewBox="[^"]*"')
# words that would be false on a smaller figure
_TRUE_SIZE = re.compile(r'<g [^>]*aria-label="Measure me[^"]*"[^>]*>.*?</g>', re.DOTALL)


def map_pages(svg: str, style: Style, paper: Size, way: str, title: str) -> list[Page]:
    """Return a map figure as pages: `fit` on one, smaller than true size; `tile` on many at true size; `sheet` as it is.

    NotationError for another way.
    """
    from mapsheet.export import Page

    if way not in WAYS:
        raise NotationError(f"one of {' '.join(WAYS)}", way)
    if way == "none":
        return []
    if way == "sheet":
        return [Page(svg, label="Map")]
    if way == "tile":
        from mapsheet.pages import Plan, tile

        return tile(svg, Plan(paper))
    return [Page(_fitted(svg, style, paper, title), label="Map")]


def _fitted(svg: str, style: Style, paper: Size, title: str) -> str:
    """Return a sheet made smaller for a paper as it lies better, and a line that tells its scale."""
    from mapsheet.export import page_size

    wide, high = page_size(svg)
    ways = [(paper.width, paper.height), (paper.height, paper.width)]
    scale, (across, down) = max((_scale((wide, high), way), way) for way in ways)
    factor = 1 / scale
    left = (across * factor - wide) / 2
    top = (down * factor - high - CAPTION * factor) / 2
    whole = Box(-left, -top, across * factor - left, down * factor - top)
    root = re.search(r"<svg [^>]*>", svg)
    assert root is not None  # the sheet was written by this program
    head = _SIZE.sub(lambda found: f'{found[1]}="{(across if found[1] == "width" else down):g}mm"', root[0])
    head = _VIEW.sub(f'viewBox="{whole.left:.4f} {whole.top:.4f} {whole.width:.4f} {whole.height:.4f}"', head)
    note = _caption(style, whole, (high, factor), title)
    corner, size = f'x="{whole.left:.4f}" y="{whole.top:.4f}"', f'width="{whole.width:.4f}" height="{whole.height:.4f}"'
    ground = f'<rect {corner} {size} fill="#FFFFFF"/>'
    body = svg[root.end():] if scale == 1 else _TRUE_SIZE.sub("", svg[root.end():])
    first = body.index("<rect ") if "<rect " in body else 0
    body = body[:first] + ground + body[first:]
    measure = f'<g transform="translate({-left:.4f} {-top:.4f}) scale({factor:.6f})">{_ruler(Size(across, down))}</g>'
    return svg[: root.start()] + head + body.replace("</svg>", f"{note}{measure}</svg>", 1)


def _ruler(paper: Size) -> str:
    """Return the ruler at the foot of a page, in mm of that page."""
    from mapsheet.pages.pagemarks import edge_ruler
    from mapsheet.sheet import Sheet

    sheet = Sheet(*paper, title="ruler")
    edge_ruler(sheet)
    return _inner(sheet.to_svg())


def _inner(svg: str) -> str:
    return svg[svg.index("<g ") : svg.rindex("</svg>")]


def _scale(sheet: tuple[float, float], paper: tuple[float, float]) -> float:
    return min(1.0, (paper[0] - 2 * EDGE) / sheet[0], (paper[1] - 2 * EDGE - CAPTION) / sheet[1])


def _caption(style: Style, whole: Box, lies: tuple[float, float], title: str) -> str:
    """Return the line below the figure, which is so high, as a group in the figure's own coordinates."""
    from mapsheet.sheet import Sheet

    high, factor = lies
    told = f"1 : {factor:.2f} of true size" if factor > 1 else "true size"
    words, kind = f"{title}: the set-up, {told}", style.lettering["caption"]
    kind = fitted(words, kind._replace(size=type(kind.size)(kind.size * factor)), whole.width - 16 * factor)
    sheet = Sheet(whole.width, whole.height, title=title)
    at = (whole.width / 2, high - whole.top + (CAPTION - 1) * factor)
    write(sheet.layer("scale"), words, kind, at, anchor="middle")
    return f'<g transform="translate({whole.left:.4f} {whole.top:.4f})">{_inner(sheet.to_svg())}</g>'

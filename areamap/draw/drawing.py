"""What a drawing of an area map comes to."""

from __future__ import annotations

from typing import NamedTuple


class Drawing(NamedTuple):
    """A picture as SVG, and what had no room on its sheet (`turn track`)."""

    svg: str
    left_out: list[str]

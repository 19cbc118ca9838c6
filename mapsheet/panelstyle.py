"""A style as a panel of a diagram needs it, which is printed much smaller than a sheet: no letter too small, no mark too fine."""

from __future__ import annotations

from typing import Any

from mapsheet.style import Disc, Em, Mm, Numbers, Style, Type

ROOM_IN_DISC = 1.15  # wide words in a disc are set smaller by as much
NATURAL_LEAST = 6 * 25.4 / 72  # mm, the em of 6 point
FINEST = 0.7  # of a mark's width at true size, what it keeps in a figure however small


def with_least_type(part: Any, em: float) -> Any:
    """Return a style, or a part of one, whose letters have an em of at least so many mm; halos and discs grow with theirs."""
    if isinstance(part, Type):
        return part._replace(size=Em(max(part.size, em)), halo_width=Mm(part.halo_width * max(1.0, em / part.size)))
    if isinstance(part, Numbers):
        return part._replace(size=Em(max(part.size, em)))
    if isinstance(part, Disc):
        grown = with_least_type(part.type, em * ROOM_IN_DISC)
        return part._replace(type=grown, radius=Mm(part.radius * grown.size / part.type.size))
    if isinstance(part, dict):
        return {name: with_least_type(value, em) for name, value in part.items()}
    if hasattr(part, "_asdict"):
        return part._replace(**{name: with_least_type(value, em) for name, value in part._asdict().items()})
    return part


def for_panel(style: Style, least: float) -> Style:
    """Return a style for a panel of a diagram in which an em of `least` mm comes to 6 point: none smaller, no mark too fine."""
    share = NATURAL_LEAST / least if least else 1.0
    grown = style._replace(marks=_larger(style.marks, max(1.0, FINEST / share)))
    found: Style = with_least_type(grown, least)
    return found


def _larger(part: Any, factor: float, name: str = "") -> Any:
    """Return marks with their pens, dashes and heads made larger, but not their letters and discs."""
    if isinstance(part, Disc):
        return part
    if hasattr(part, "_asdict"):
        return part._replace(**{inner: _larger(value, factor, inner) for inner, value in part._asdict().items()})
    if name == "dash":
        return tuple(length * factor for length in part)
    return part * factor if name in {"width", "reach", "head"} else part

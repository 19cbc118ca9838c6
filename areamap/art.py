"""What is drawn and has no effect on play, and the sheet: the drawing tables of a map file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from areamap.aidplan import AidPlan, read_aid
from areamap.boardplan import BoardPlan, read_board
from mapsheet import units
from mapsheet.errors import NotationError, clipped
from mapsheet.fields import Fields

LonLat = tuple[float, float]
_NO_PLACE: LonLat | None = None


class SheetPlan(NamedTuple):
    """The sheet the map is printed on: its size and the map's frame on it in mm, texts of the margin, the style.

    One that is not `sized` is made as large as a map of regions needs it.
    """

    width: float = 279.4
    height: float = 215.9
    left: float | None = None
    top: float | None = None
    subtitle: str = ""
    note: str = ""
    style: str = "classic"
    sized: bool = False


class NamePlan(NamedTuple):
    """How a space's name is set where the sheet's own choice is not wanted: its middle, em in mm, turn in degrees, lines."""

    at: LonLat | None = None
    size: float | None = None
    turn: float | None = None
    lines: tuple[str, ...] = ()


class PanelPlan(NamedTuple):
    """What stands beside the map: the tables by id, in order (None: all of them), and whether degrees are drawn."""

    charts: tuple[str, ...] | None = None
    graticule: bool = True


class Art(NamedTuple):
    """What is drawn; `holdings` are the middles of the boxes of spaces that are drawn with one wherever there is room."""

    sheet: SheetPlan = SheetPlan()
    names: Mapping[str, NamePlan] = {}
    holdings: Mapping[str, LonLat | None] = {}
    panel: PanelPlan = PanelPlan()
    board: BoardPlan = BoardPlan()
    aid: AidPlan | None = None


def read_art(top: Fields) -> Art:
    """Return the drawing tables of a map file; what is wrong becomes a fault."""
    known = top.data.get("space")
    ids = set(known) if isinstance(known, dict) else set()
    return Art(
        _read_sheet(top.table("sheet")),
        {name: _read_name(fields) for name, fields in _of_spaces(top, "name", ids)},
        {name: _read_holding(fields) for name, fields in _of_spaces(top, "holding", ids)},
        _read_panel(top.table("panel")),
        read_board(top),
        read_aid(top),
    )


def _of_spaces(top: Fields, table: str, ids: set[str]) -> list[tuple[str, Fields]]:
    found = top.named(table)
    for name, fields in found:
        if name not in ids:
            fields.fault("", f"unknown space {clipped(name)}")
    return found


def _read_sheet(fields: Fields) -> SheetPlan:
    plan = SheetPlan()
    width, height = fields.read("size", units.size, (plan.width, plan.height))
    left = fields.read("left", units.length, -1.0)
    above = fields.read("above", units.length, -1.0)
    read = SheetPlan(
        width, height, None if left < 0 else left, None if above < 0 else above,
        fields.text("subtitle"), fields.text("note"), fields.text("style", default=plan.style),
        fields.has("size"),
    )
    fields.finish()
    return read


def _read_name(fields: Fields) -> NamePlan:
    size = fields.read("size", units.length, 0.0)
    plan = NamePlan(
        fields.read("at", _pair, _NO_PLACE), size or None, fields.read("turn", _turn, None), tuple(fields.texts("lines")),
    )
    fields.finish()
    return plan


def _read_holding(fields: Fields) -> LonLat | None:
    at = fields.read("at", _pair, _NO_PLACE)
    fields.finish()
    return at


def _read_panel(fields: Fields) -> PanelPlan:
    charts = tuple(fields.texts("charts")) if fields.has("charts") else None
    plan = PanelPlan(charts, fields.flag("graticule", default=True))
    fields.finish()
    return plan


def _pair(value: Any) -> LonLat:
    if not isinstance(value, list) or len(value) != 2 or not all(_is_number(x) for x in value):
        raise NotationError("two numbers, [longitude, latitude]", value)
    return float(value[0]), float(value[1])


def _turn(value: Any) -> float | None:
    if not _is_number(value) or abs(value) > 90:
        raise NotationError("a turn from -90 to 90 degrees", value)
    return float(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 10**6

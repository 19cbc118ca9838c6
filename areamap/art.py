"""What is drawn and has no effect on play, and the sheet: the drawing tables of a map file."""

from __future__ import annotations

from typing import NamedTuple

from areamap.aidplan import AidPlan, read_aid
from areamap.boardplan import BoardPlan, read_board
from mapsheet import units
from mapsheet.fields import Fields


class SheetPlan(NamedTuple):
    """The sheet the map is printed on: its size and the map's frame on it in mm, texts of the margin, the style."""

    width: float = 279.4
    height: float = 215.9
    left: float | None = None
    top: float | None = None
    subtitle: str = ""
    note: str = ""
    style: str = "classic"


class Art(NamedTuple):
    """What is drawn."""

    sheet: SheetPlan = SheetPlan()
    board: BoardPlan = BoardPlan()
    aid: AidPlan | None = None


def read_art(top: Fields) -> Art:
    """Return the drawing tables of a map file; what is wrong becomes a fault."""
    return Art(_read_sheet(top.table("sheet")), read_board(top), read_aid(top))


def _read_sheet(fields: Fields) -> SheetPlan:
    plan = SheetPlan()
    width, height = fields.read("size", units.size, (plan.width, plan.height))
    left = fields.read("left", units.length, -1.0)
    above = fields.read("above", units.length, -1.0)
    read = SheetPlan(
        width, height, None if left < 0 else left, None if above < 0 else above,
        fields.text("subtitle"), fields.text("note"), fields.text("style", default=plan.style),
    )
    fields.finish()
    return read

"""A board's sheet while it is drawn: the map, the style, the layers, and what stands where."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from areamap.boardplan import MAP
from areamap.draw.places import Placed, find_places, plan_of
from mapsheet.box import Box

if TYPE_CHECKING:
    from areamap.atlas import Atlas
    from areamap.boardplan import Strip
    from mapsheet.sheet import Sheet
    from mapsheet.style import Style

LAYERS = ("sea", "land", "words", "ties", "roads", "places", "strips", "margin")


class Page(NamedTuple):
    """A sheet's size in mm, title and subtitle."""

    width: float
    height: float
    title: str
    subtitle: str = ""


class Desk:
    """What the rooms that draw a board share."""

    def __init__(self, board: Atlas, style: Style, name: str) -> None:
        self.board, self.style, self.name = board, style, name
        self.least = 0.0  # mm, the smallest em in a panel of a diagram, where only names stand on the places
        self.plan = plan_of(board)
        self.placed: dict[str, Placed] = find_places(board, style, name)
        self.left_out: list[str] = [board.spaces[id_].name for id_ in self._lost()]
        for id_ in self.left_out and self._outside():
            del self.placed[id_]

    def _lost(self) -> list[str]:
        """Return the spaces that reach beyond the sheet, and on the map those that have no place at all."""
        spaces = self.board.spaces.values() if self.name == MAP else ()
        forms = {space.id: self.plan.form_of(space.id, space.kind, space.group) for space in spaces}
        nowhere = [space.id for space in spaces if forms[space.id].sheet == MAP and not (forms[space.id].at or space.at)]
        return [*self._outside(), *nowhere]

    def _outside(self) -> list[str]:
        sheet = Box(0, 0, self.page.width, self.page.height)
        return [id_ for id_, placed in self.placed.items() if not sheet.holds(placed.box)]

    @cached_property
    def page(self) -> Page:
        """The sheet that is drawn."""
        if self.name in self.plan.sheets:
            other = self.plan.sheets[self.name]
            return Page(*other.size, other.title, other.subtitle)
        art = self.board.art
        assert art is not None  # every map that was read has it
        return Page(art.sheet.width, art.sheet.height, self.board.title, art.sheet.subtitle)

    @cached_property
    def sheet(self) -> Sheet:
        """The drawing, with its layers."""
        from mapsheet.sheet import Sheet

        title = self.page.title if self.name not in self.plan.sheets else f"{self.board.title}: {self.page.title}"
        sheet = Sheet(self.page.width, self.page.height, title=title, paper=self.style.paper, layers=LAYERS)
        sheet.fonts = self.style.live_fonts
        return sheet

    @cached_property
    def strips(self) -> list[Strip]:
        """The tracks that stand on this sheet."""
        return [strip for strip in self.plan.strips.values() if strip.sheet == self.name]

    def tint_of(self, path: str) -> str:
        """Return the colour of a path, the same for all that belong to none."""
        paths, tints = list(self.plan.paths), self.style.board.tints
        return tints[paths.index(path) % len(tints)] if path in paths else self.style.board.band.colour

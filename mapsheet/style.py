"""How a sheet looks, as values read from a style file: colours, pens, faces and sizes. Lengths are millimetres.

A style file is TOML; its tables are the fields of `Style` below and nothing else. With `base = "classic"` it states only
what differs. `data/styles/classic.toml` names every key and is the place to look one up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, NewType

if TYPE_CHECKING:
    from pathlib import Path

Colour = NewType("Colour", str)
Mm = NewType("Mm", float)
Ems = NewType("Ems", float)
Share = NewType("Share", float)
FaceName = NewType("FaceName", str)
Em = NewType("Em", float)
Symbol = NewType("Symbol", str)

# Any, so that mypy lets them stand beside the named keywords of a shape
Attributes = dict[str, Any]

NONE = Colour("none")
SYMBOLS = ("none", "tufts", "trees", "waves", "furrows", "dots", "stones", "houses", "tents", "hatch")
"""What may be scattered over a terrain."""


class Pen(NamedTuple):
    """A line: width, colour, opacity, and dash lengths (none: solid). No colour: not drawn."""

    width: Mm = Mm(0.0)
    colour: Colour = NONE
    opacity: Share = Share(1.0)
    dash: tuple[Mm, ...] = ()

    def stroke(self) -> Attributes:
        """Return the attributes that draw with this pen, for a shape that may be filled as well."""
        return {
            "stroke": self.colour,
            "stroke_width": self.width,
            "stroke_opacity": None if self.opacity >= 1 else self.opacity,
            "stroke_dasharray": " ".join(f"{part:g}" for part in self.dash) or None,
            "stroke_linejoin": "round",
            "stroke_linecap": "butt" if self.dash else "round",
        }

    def line(self) -> Attributes:
        """Return the attributes of a line of this pen without a fill."""
        return {"fill": "none", **self.stroke()}


class Fill(NamedTuple):
    """An area's colour and opacity."""

    colour: Colour = NONE
    opacity: Share = Share(1.0)

    def area(self) -> Attributes:
        """Return the attributes of an area filled so, without a line."""
        return {"fill": self.colour, "fill_opacity": None if self.opacity >= 1 else self.opacity}


class Type(NamedTuple):
    """How words are set: face, em, colour, tracking in ems, and a halo around the letters."""

    face: FaceName
    size: Em
    colour: Colour
    tracking: Ems = Ems(0.0)
    halo: Colour = NONE
    halo_width: Mm = Mm(0.5)


class Contour(NamedTuple):
    """The line between levels and the ticks on its low side."""

    line: Pen
    tick: Pen
    tick_length: Mm
    tick_spacing: Mm


class Water(NamedTuple):
    """Standing and running water: its area, shore, and a fainter line `inset` mm inside the shore."""

    fill: Fill
    shore: Pen
    waterline: Pen
    inset: Mm


class Look(NamedTuple):
    """A terrain: ground, and what is scattered over it: a symbol `size` mm high, `spacing` apart, in two pens and a fill."""

    ground: Fill = Fill()
    symbol: Symbol = Symbol("none")
    pen: Pen = Pen()
    accent: Pen = Pen()
    fill: Fill = Fill()
    size: Mm = Mm(2.0)
    spacing: Mm = Mm(3.6)


class Course(NamedTuple):
    """A watercourse that grows from `source` to `mouth` mm wide; dry: drawn with `bed` in place of water."""

    source: Mm
    mouth: Mm
    bed: Fill = Fill()
    bank: Pen = Pen()


class Way(NamedTuple):
    """A road or anything else that follows a line: a casing under a core."""

    casing: Pen = Pen()
    core: Pen = Pen()


class Numbers(NamedTuple):
    """Hex numbers: em, ink, and the gap between the hex's top edge and the figures."""

    size: Em
    colour: Colour
    opacity: Share
    gap: Mm


class Disc(NamedTuple):
    """A small round label."""

    fill: Fill
    rim: Pen
    radius: Mm
    type: Type


class Cross(NamedTuple):
    """A cross at what blocks: the arms' reach from the middle and the pen over a halo pen."""

    reach: Mm
    pen: Pen
    halo: Pen


class Arrow(NamedTuple):
    """A line with a head `head` mm long."""

    pen: Pen
    head: Mm


class Marks(NamedTuple):
    """What is drawn over a map to show an answer."""

    clear: Pen
    blocked: Pen
    run: Pen
    cross: Cross
    blocker: Pen
    touched: Pen
    cost: Disc
    letter: Disc
    reach: Fill
    reach_edge: Pen
    visible: Fill
    hidden: Fill
    path: Arrow
    charge: Arrow
    rout: Arrow
    front: Fill
    flank: Fill
    rear: Fill
    footprint: Pen
    ghost: Share


class Margin(NamedTuple):
    """The lines and areas of what stands beside the map."""

    frame: Pen
    inner_frame: Pen
    rule: Pen
    hairline: Pen
    solid: Fill
    empty: Fill
    box: Fill
    box_marked: Fill
    box_edge: Pen


class Board(NamedTuple):
    """A board of spaces and ways: ground, places, tints of paths in order, ways by look, lettering by use."""

    land: Fill
    sea: Fill
    coast: Pen
    shallows: tuple[Pen, ...]
    window: Pen
    place: Fill
    place_edge: Pen
    shade: Fill
    inner: Pen
    slot: Fill
    slot_edge: Pen
    band: Fill
    crown: Fill
    wall: Fill
    wall_edge: Pen
    badge: Fill
    tints: tuple[Colour, ...]
    way: dict[str, Way]
    event: dict[str, Type]
    lettering: dict[str, Type]

    def way_of(self, look: str) -> Way:
        """Return how a way of a look is drawn; a line where the style has no such look."""
        return self.way.get(look) or self.way.get("line") or Way(core=self.place_edge)

    def event_type(self, kind: str) -> Type:
        """Return the type of an event of a kind in a track's box, a note's where the style has none of it."""
        return self.event.get(kind) or self.event.get("note") or self.lettering["caption"]


class Style(NamedTuple):
    """A whole style."""

    name: str
    paper: Colour
    ink: Colour
    levels: tuple[Colour, ...]
    contour: Contour
    water: Water
    grid: Pen
    edge: Pen
    numbers: Numbers
    lettering: dict[str, Type]
    look: dict[str, Look]
    course: dict[str, Course]
    way: dict[str, Way]
    hexside: dict[str, Way]
    margin: Margin
    marks: Marks
    board: Board

    def level(self, number: int) -> Colour:
        """Return the tint of a level; above the highest that has one, that one's."""
        return self.levels[min(max(number, 0), len(self.levels) - 1)]


LETTERING = (
    *("title", "subtitle", "water", "stream", "place", "minor", "tract", "hill", "setup"),
    *("key_head", "key", "note", "scale", "compass", "track_head", "track", "track_note", "caption"),
)
"""The kinds of lettering that every style holds."""
BOARD_LETTERING = ("city", "name", "caption", "slot", "letter", "figure", "strip", "box", "date", "beside", "water")
"""The kinds of lettering that every style's board holds."""


def load_style(name_or_path: str | Path) -> Style:
    """Return the style of that name in data/styles, or the one in a TOML file.

    NotationError for a name that is neither; DataError with every fault of the file (and of its base).
    """
    from mapsheet.stylefile import read_style

    return read_style(str(name_or_path))

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
Pattern = NewType("Pattern", str)
TextMode = NewType("TextMode", str)
Family = NewType("Family", str)

OUTLINES, LIVE = TextMode("outlines"), TextMode("live")
"""Words as outlines, alike everywhere; or as text that can be edited, in fonts that must be installed where it is shown."""

# Any, so that mypy lets them stand beside the named keywords of a shape
Attributes = dict[str, Any]

NONE = Colour("none")
SYMBOLS = ("none", "tufts", "trees", "waves", "furrows", "dots", "stones", "houses", "tents", "hatch")
"""What may be scattered over a terrain."""
PATTERNS = ("none", "hatch", "backhatch", "rules", "dots")
"""What may be laid over a tint: lines that rise or fall to the right, level lines, points."""


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
    war: Pen
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


class Tint(NamedTuple):
    """How what belongs to a faction is filled: tint, darker stripe inside a border, a pattern for prints without colour."""

    fill: Colour
    stripe: Colour
    pattern: Pattern = Pattern("none")
    pen: Pen = Pen()
    spacing: Mm = Mm(2.4)


class City(NamedTuple):
    """The square of a city, `size` mm wide; a fortress has corners of its own, a critical city a ring around it."""

    size: Mm
    fill: Fill
    pen: Pen
    ring: Pen
    gap: Mm
    anchor: Colour
    moor: Pen


class Area(NamedTuple):
    """How a map of regions looks. Factions take their tint by id, else by their place in the file, over and over.

    With `own_colours` a faction that has a colour in the map file, and no tint here by its id, takes that.

    `border` holds a pen for each kind: nation, march, special, closed, sea, impassable. `waterlines` are drawn `step` mm
    apart outwards from the coast. `lettering` holds AREA_LETTERING.
    """

    sea: Fill
    closed_sea: Fill
    closed: Fill
    neutral: Tint
    factions: tuple[Tint, ...]
    faction: dict[str, Tint]
    stripe: Mm
    special: Colour
    coast: Pen
    waterlines: tuple[Pen, ...]
    step: Mm
    border: dict[str, Pen]
    tooth: Mm
    graticule: Pen
    strait: Arrow
    city: City
    value: Disc
    sea_value: Disc
    holding: Fill
    holding_edge: Pen
    leader: Pen
    lettering: dict[str, Type]
    own_colours: bool = True

    def tint(self, faction: str, order: int) -> Tint:
        """Return the tint of a faction by its id, else by its place in the file."""
        return self.faction.get(faction) or self.factions[order % len(self.factions)]


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


class CounterLook(NamedTuple):
    """How counters are cut and shown: line around one that lies on a map, radius of its corners, what its ink keeps clear of.

    Without `own_colours` they are printed in greys as light as the colours of their sides.
    """

    edge: Pen = Pen(Mm(0.15), Colour("#4A3B25"))
    corner: Mm = Mm(0.9)
    safe: Mm = Mm(0.9)
    own_colours: bool = True


class Style(NamedTuple):
    """A whole style. `fonts` names families of one's own for `serif` and `sans` where text is live."""

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
    area: Area
    board: Board
    counter: CounterLook = CounterLook()
    text: TextMode = OUTLINES
    fonts: dict[str, Family] = {}  # noqa: RUF012 - a NamedTuple's default is never changed

    @property
    def live_fonts(self) -> dict[str, Family] | None:
        """The families that live text is set in, None where words are outlines: what a sheet takes as its fonts."""
        return self.fonts if self.text == LIVE else None

    def level(self, number: int) -> Colour:
        """Return the tint of a level; above the highest that has one, that one's."""
        return self.levels[min(max(number, 0), len(self.levels) - 1)]


LETTERING = (
    *("title", "subtitle", "water", "stream", "place", "minor", "tract", "hill", "setup"),
    *("key_head", "key", "note", "scale", "compass", "track_head", "track", "track_note", "caption"),
)
"""The kinds of lettering that every style holds."""
AREA_LETTERING = ("region", "sea", "closed", "closed_sea", "city", "critical", "code", "entry", "degree")
AREA_BORDERS = ("nation", "march", "special", "closed", "sea", "impassable")
BOARD_LETTERING = ("city", "name", "caption", "slot", "letter", "figure", "strip", "box", "date", "beside", "water")
"""The kinds of lettering that every style's board holds."""


def load_style(name_or_path: str | Path | Style) -> Style:
    """Return the style of that name in data/styles, or the one in a TOML file; a style is returned as it is.

    NotationError for a name that is neither; DataError with every fault of the file (and of its base).
    """
    from mapsheet.stylefile import read_style

    if isinstance(name_or_path, Style):
        return name_or_path
    return read_style(str(name_or_path))

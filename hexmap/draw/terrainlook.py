"""How a terrain is drawn, from its `draw` word: running or standing water, a dry bed, or a look of the style."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:
    from hexmap.ground import Terrain
    from mapsheet.style import Look, Style

RUNNING = frozenset(["river", "burn", "stream", "brook", "creek", "canal", "beck", "rivulet"])
STANDING = frozenset((
    *("water", "pool", "lake", "pond", "sea", "ocean", "loch", "tarn", "mere"),
    *("coast", "bay", "lagoon", "harbour", "harbor", "reservoir"),
))
DRY = frozenset(["dry", "wadi", "gully", "arroyo", "nullah"])
KNOWN = {
    "clear": "clear open plain plains grass grassland none steppe meadow",
    "marsh": "marsh swamp bog fen carse mire wetland mud",
    "woods": "woods wood forest jungle orchard",
    "grove": "grove trees scrub bush brush copse olive vineyard",
    "village": "village town city hamlet building buildings castle fort houses abbey monastery",
    "camp": "camp tents laager lager wagons",
    "field": "field fields crops crop farmland cultivated plough ploughed",
    "rough": "rough rocks rock stones broken hill hills mountain mountains cliff ridge slope crag",
    "sand": "sand desert beach dune dunes shingle gravel",
}
_LOOK_OF = {word: look for look, words in KNOWN.items() for word in words.split()}
_TINTS = ("#DCC9C4", "#CFC6DC", "#C9D6D8", "#E2D3A8", "#D3D5B5", "#DEC9AE")
_GREYS = ("#ECECEC", "#E2E2E2", "#F2F2F2")
_SIGNS = ("dots", "stones", "hatch", "furrows", "waves")


def _words(terrain: Terrain) -> list[str]:
    return [word for word in re.split(r"[^a-z]+", (terrain.draw or terrain.name).lower()) if word]


@lru_cache(maxsize=1024)
def water_kind(terrain: Terrain) -> str:
    """Return `running`, `standing` or `dry`, or nothing for dry land."""
    words = set(_words(terrain))
    if words & DRY:
        return "dry"
    if words & RUNNING:
        return "running"
    return "standing" if words & STANDING else ""


def look_name(terrain: Terrain, style: Style) -> str:
    """Return the name of the style's look for a terrain, nothing where it has none."""
    whole = (terrain.draw or terrain.name).lower()
    if whole in style.look:
        return whole
    for word in _words(terrain):
        name = word if word in style.look else _LOOK_OF.get(word, "")
        if name in style.look:
            return name
    return ""


def look_of(terrain: Terrain, style: Style) -> Look:
    """Return how a terrain is drawn; one that no style knows gets a tint and a sign chosen by its name."""
    name = look_name(terrain, style)
    return style.look[name] if name else _invented(terrain, style)


def _invented(terrain: Terrain, style: Style) -> Look:
    from mapsheet.style import Colour, Fill, Look, Mm, Pen, Share, Symbol

    choice = crc32((terrain.draw or terrain.name).encode())
    grey = style.paper == "#FFFFFF"
    tints = _GREYS if grey else _TINTS
    pen = Pen(Mm(0.24), Colour(style.ink), Share(0.7))
    return Look(
        Fill(Colour(tints[choice % len(tints)]), Share(0.85)),
        Symbol(_SIGNS[choice // 7 % len(_SIGNS)]),
        pen, pen, Fill(Colour(style.paper)), Mm(1.6), Mm(3.4),
    )

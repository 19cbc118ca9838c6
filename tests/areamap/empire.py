"""A small board of paths to a capital, with a zone, its reserves, annexes and tracks."""

from __future__ import annotations

from areamap import AreaMap, loads

PATHS = {
    "D": ("nicaea", "paphlagonia", "lesser_armenia", "greater_armenia", "iberia"),
    "E": ("amorion", "cappadocia", "melitene", "nisibis", "persia"),
    "Z": ("ephesus", "cilicia", "jerusalem", "damascus", "syria"),
}
TRAITS = {
    "nicaea": "greek", "cappadocia": "greek", "ephesus": "greek",
    "greater_armenia": "mountain", "melitene": "mountain", "cilicia": "mountain",
}
HEAD = """\
format = "areamap/1"
title = "Paths to the City"
[mover.legion]
by = ["path"]
[path.D]
letter = "Δ"
name = "Delta"
die = 4
[path.Z]
letter = "Ζ"
name = "Zeta"
die = 6
[track.omnibus]
boxes = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"]
markers = ["ruins"]
start = { schism = 0, solidus = 1, reforms = 0 }
overflow = { schism = "the game is lost", reforms = "achieved", solidus = "clamp" }
[track.turns]
boxes = 27
[space.constantinople]
kind = "capital"
name = "Constantinople"
order = 0
[space.zone_a]
kind = "zone"
name = "South"
path = "A"
order = 1
[space.reserves_a]
kind = "reserves"
name = "Reserves of the South"
path = "A"
[space.lazica]
kind = "box"
name = "Lazica"
[[link]]
kind = "path"
between = ["constantinople", "zone_a"]
path = "A"
[[link]]
kind = "reserve"
between = ["zone_a", "reserves_a"]
[[link]]
kind = "annex"
between = ["lazica", "iberia"]
"""


def text() -> str:
    """Return the map file."""
    parts = [HEAD]
    for path, chain in PATHS.items():
        for order, id_ in enumerate(chain, start=1):
            kind = "homeland" if order == len(chain) else "thema"
            traits = f'traits = ["{TRAITS[id_]}"]\n' if id_ in TRAITS else ""
            name = id_.replace("_", " ").title()
            parts.append(f'[space.{id_}]\nkind = "{kind}"\nname = "{name}"\npath = "{path}"\norder = {order}\n{traits}')
        for a, b in zip(("constantinople", *chain), chain, strict=False):
            parts.append(f'[[link]]\nkind = "path"\nbetween = ["{a}", "{b}"]\npath = "{path}"\n')
    return "".join(parts)


def empire() -> AreaMap:
    """Return the board."""
    return loads(text())

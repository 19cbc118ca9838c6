"""The starter board that `areamap new` writes: small, commented, drawn at once."""

from __future__ import annotations

import json

_TEXT = """# A board of places and ways. Change a line and draw it again: areamap render . -o map.svg
# The format is explained in data/README.md of mapsheet.
format = "areamap/1"
title = {title}

[sheet]
size = "11x8.5in"           # or a paper, such as a4
subtitle = "Twelve places, two kinds of ways"

# ---- kinds of ways: what a step costs, and how it is drawn (road rail trail ferry tie line)
[kind.road]
cost = 1
look = "road"
label = "Road"
[kind.river]
cost = 2
look = "ferry"
label = "River"

# ---- who moves, and by which kinds
[mover.army]
by = ["road", "river"]
[mover.wagon]
by = ["road"]

# ---- places; `at` is their middle in mm on the sheet, from its left and its top
{places}
# ---- ways
{ways}
# a way may be shut: `open` names a fact that whoever asks has to state, `note` says it in words
[[link]]
kind = "road"
between = ["{gate_a}", "{gate_b}"]
open = "holds(gate)"
note = "only for whoever holds the Gate"

# ---- a track, and where it lies
[track.turn]
title = "Turn"
boxes = 8
start = {{ turn = 0 }}
[strip.turn]
at = ["20 mm", "172 mm"]
box = ["15 mm", "19.5 mm"]
"""

PLACES = {
    "harbor": ("Harbor", 34, 54),
    "lighthouse": ("Lighthouse", 44, 104),
    "market": ("Market", 84, 40),
    "mill": ("Mill", 88, 82),
    "abbey": ("Abbey", 96, 130),
    "bridge": ("Bridge", 132, 60),
    "castle": ("Castle", 140, 104),
    "vineyard": ("Vineyard", 150, 148),
    "gate": ("Gate", 182, 48),
    "forest": ("Forest", 190, 92),
    "pass": ("Pass", 200, 138),
    "summit": ("Summit", 240, 72),
}
"""The places of the starter board: name, and millimetres from the left and the top of the sheet."""

ROADS = (
    ("harbor", "market"), ("harbor", "lighthouse"), ("lighthouse", "mill"), ("market", "mill"), ("market", "bridge"),
    ("lighthouse", "abbey"), ("mill", "castle"), ("abbey", "castle"), ("abbey", "vineyard"), ("bridge", "castle"),
    ("castle", "forest"), ("vineyard", "pass"), ("gate", "summit"), ("forest", "gate"), ("pass", "summit"),
)  # fmt: skip
RIVERS = (("harbor", "mill"), ("mill", "bridge"), ("castle", "pass"))


def starter(title: str = "My board") -> str:
    """Return the text of a starter board: a point-to-point map that loads, passes every check and is drawn at once."""
    places = "".join(
        f'[space.{id_}]\nkind = "node"\nname = "{name}"\nat = [{x}, {y}]\nvalue = {1 + index % 3}\n'
        for index, (id_, (name, x, y)) in enumerate(PLACES.items())
    )
    ways = "".join(
        f'[[link]]\nkind = "{kind}"\nbetween = ["{a}", "{b}"]\n'
        for kind, pairs in (("road", ROADS), ("river", RIVERS))
        for a, b in pairs
    )
    return _TEXT.format(title=json.dumps(title, ensure_ascii=False), places=places, ways=ways, gate_a="bridge", gate_b="gate")

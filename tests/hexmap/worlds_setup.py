"""A small title with counters, for set-ups and pieces."""

from __future__ import annotations

from pathlib import Path

MAP = """format = "hexmap/1"
title = "The Ford"
[grid]
orientation = "flat"
columns = 6
rows = 6
across_flats = "14.9 mm"
[terrain.clear]
code = "."
enter = 1
[terrain.pool]
code = "o"
enter = "prohibited"
[hexes]
terrain = '''
......
..o...
......
......
......
......
'''
[edges.west]
hexes = ["0101-0106"]
[side.red]
[side.blue]
"""
COUNTERS = """format = "counters/1"
title = "The Ford"
map = "ford"
[side.red]
colour = "#A02020"
ink = "#FFFFFF"
[side.blue]
colour = "#7FA3C7"
[type.foot]
[type.line]
size = "1x1/2in"
[type.chief]
blocks = false
[counter."red/foot-1"]
side = "red"
type = "foot"
[counter."red/line-1"]
side = "red"
type = "line"
[counter."red/chief"]
side = "red"
type = "chief"
[counter."blue/foot-1"]
side = "blue"
type = "foot"
[counter."blue/foot-2"]
side = "blue"
type = "foot"
[counter."blue/levy"]
side = "blue"
type = "foot"
copies = 3
"""
SETUP = """format = "position/1"
map = "ford"

[scenario]
name = "Dawn"
last_turn = 4
notes = ["The ford is shallow."]
[pile.camp]
name = "In camp"

[[unit]]
at = "0203+0202"
counter = "red/line-1"
side = "red"
group = "Vanguard"
[[unit]]
at = "0203"
counter = "red/chief"
side = "red"
blocks = false
group = "Vanguard"
[[unit]]
at = "0205"
counter = "red/foot-1"
side = "red"
rout = 2
[[unit]]
at = "0504>SW"
counter = "blue/foot-1"
side = "blue"
[[unit]]
at = "0502"
counter = "blue/levy"
side = "blue"
[[reserve]]
counter = "blue/foot-2"
turn = 3
at = "west"
[[reserve]]
counter = "blue/levy"
copies = 2
pile = "camp"
"""


def made(folder: Path, setup: str = SETUP) -> Path:
    """Return the folder of the title, with its files written."""
    title = folder / "ford"
    title.mkdir(exist_ok=True)
    for name, text in (("map.toml", MAP), ("counters.toml", COUNTERS), ("setup.toml", setup)):
        (title / name).write_text(text, "utf-8")
    return title

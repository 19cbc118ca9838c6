"""A small set of counters to draw, and its golden pictures drawn anew: python -m tests.mapsheet.small_counters."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from mapsheet.counters import CounterSet, counter_svg, read_counters
from mapsheet.style import load_style

GOLDEN = Path(__file__).parent / "golden"
TEXT = """format = "counters/1"
title = "Small"
[side.red]
colour = "#A3282B"
ink = "#FFFFFF"
stripe = "#F2C14E"
[side.buff]
colour = "#EBDCB0"
ink = "#2B1B10"
[type.foot]
symbol = "levy"
[type.horse]
symbol = "knight"
layout = "double"
size = "1x1/2in"
[type.sign]
symbol = "charge"
layout = "marker"
blocks = false
[layout.parts]
[[layout.parts.item]]
draw = "band"
edge = "left"
thick = 8
colour = "deep"
[[layout.parts.item]]
draw = "box"
at = [55, 30]
size = [72, 30]
colour = "pale"
line = "black"
corner = 4
[[layout.parts.item]]
draw = "disc"
at = [50, 65]
size = 20
[[layout.parts.item]]
draw = "rule"
at = [20, 85]
to = [80, 85]
[[layout.parts.item]]
draw = "arrow"
at = [70, 75]
to = [90, 50]
size = [10, 12]
thick = 4
[[layout.parts.item]]
draw = "text"
text = "{word} of {kind}"
at = [55, 30]
size = 15
room = 66
lines = 2
colour = "black"
[[layout.parts.item]]
draw = "text"
text = "{word}"
at = [20, 50]
size = 15
turn = -90
colour = "ink"
[counter."red/foot"]
side = "red"
type = "foot"
name = "Yorks 1"
front = { left = 5, right = "C" }
[counter."red/horse"]
side = "red"
type = "horse"
name = "Hereford"
front = { left = 7, right = "B" }
back = { symbol = "hobelar", left = 5, right = "B" }
[counter."buff/foot"]
side = "buff"
type = "foot"
name = "A name that is far too long for any counter"
front = { left = 5, right = "C" }
[counter."buff/parts"]
side = "buff"
type = "foot"
name = "Parts"
front = { layout = "parts", word = "House", kind = "Stone" }
[counter."buff/sign"]
side = "buff"
type = "sign"
front = { label = "Charge" }
"""
SHOWN = {"single": "red/foot", "double": "red/horse", "parts": "buff/parts", "marker": "buff/sign"}


def small(text: str = TEXT) -> CounterSet:
    """Read the counters of a text."""
    with TemporaryDirectory() as folder:
        (Path(folder) / "counters.toml").write_text(text, encoding="utf-8")
        return read_counters(folder)


def main() -> None:
    """Write every picture."""
    found = small()
    for name, counter in SHOWN.items():
        for style in ("classic", "mono"):
            svg = counter_svg(found, found.counters[counter], load_style(style))
            (GOLDEN / f"counter-{name}-{style}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()

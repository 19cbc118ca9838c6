"""A map of one's own from nothing: a text, two questions, a drawing.

Run it with a file's name: python examples/map_of_my_own.py mine.svg
"""

import sys
from pathlib import Path

import hexmap

TEXT = '''
format = "hexmap/1"
title = "The Ford"

[grid]
orientation = "flat"
columns = 9
rows = 7
across_flats = "16 mm"

[movement]
uphill = 1

[terrain.clear]
code = "."
[terrain.wood]
code = "w"
enter = 2
sight = "blocks"
[terrain.river]
code = "~"
enter = "prohibited"

[hexes]
terrain = """
....~....
..w.~....
.ww.~..w.
....~.ww.
.........
....~....
....~....
"""
level = """
000000000
000000110
000000121
000000110
000000000
000000000
000000000
"""
'''


def main(output: str | None = None) -> tuple[bool, str]:
    """Return whether 0203 sees 0803 and what the way from one to the other costs."""
    board = hexmap.loads(TEXT, "the-ford.toml")
    sight = board.los("0203", "0803")
    way = board.path("0203", "0803")
    print("clear" if sight.clear else f"blocked by {sight.blocked_by[0].hex}")
    print(f"{way.cost} points by {' '.join(way.path or ())}")
    if output:
        Path(output).write_text(board.to_svg(), "utf-8")
    return sight.clear, str(way.cost)


if __name__ == "__main__":
    main(*sys.argv[1:2])

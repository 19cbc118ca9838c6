"""A unit's reach drawn on a cropped map: a schiltrom of the Scots, two hexes wide, with four points to spend.

Run it with a file's name: python examples/reach_on_a_crop.py reach.svg
"""

import sys
from pathlib import Path

import hexmap
from hexmap.draw import draw_figure


def main(output: str = "reach.svg") -> int:
    """Write the drawing and return how many positions the unit can reach."""
    board = hexmap.load("bannockburn")
    answer = board.reach("1019+1020", 4, unit_class="schiltrom", occupied=["1021+1022"])
    Path(output).write_text(draw_figure(board, "reach", answer.to_json()), "utf-8")
    positions = answer.positions or ()
    print(f"{len(positions)} positions, drawn in {output}")
    return len(positions)


if __name__ == "__main__":
    main(*sys.argv[1:2])

"""A sight table for a bot: for every hex of Bannockburn, how many hexes of the map it sees.

Run it with a file's name to write the table there as CSV: python examples/sight_table.py sight.csv
"""

import sys
from pathlib import Path

import hexmap


def main(output: str | None = None) -> list[tuple[str, int]]:
    """Return the ten hexes that see most, and write the whole table where a file is named."""
    board = hexmap.load("bannockburn")
    matrix = board.los_matrix()
    seen = {board.number(a): sum(matrix.clear(a, b) for b in board if b != a) for a in board}
    if output:
        Path(output).write_text("hex,seen\n" + "".join(f"{number},{count}\n" for number, count in seen.items()), "utf-8")
    best = sorted(seen.items(), key=lambda item: (-item[1], item[0]))[:10]
    for number, count in best:
        print(f"{number} sees {count} hexes")
    return best


if __name__ == "__main__":
    main(*sys.argv[1:2])

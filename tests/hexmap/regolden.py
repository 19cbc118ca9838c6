"""Draw the golden pictures anew, to be looked at before they are committed: python -m tests.hexmap.regolden."""

from __future__ import annotations

from pathlib import Path

import hexmap
from hexmap.draw import draw_map
from tests.hexmap.worlds_draw import FLAT, POINTY


def main() -> None:
    """Write every picture."""
    folder = Path(__file__).parent / "golden"
    for name, text in (("small-flat", FLAT), ("small-pointy", POINTY)):
        for style in ("classic", "mono"):
            (folder / f"{name}-{style}.svg").write_text(draw_map(hexmap.loads(text), style=style), encoding="utf-8")


if __name__ == "__main__":
    main()

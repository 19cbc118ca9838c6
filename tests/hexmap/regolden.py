"""Draw the golden pictures anew, to be looked at before they are committed: python -m tests.hexmap.regolden."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import hexmap
from hexmap.draw import draw_map
from mapsheet.setup.sheet import setup_sheets
from mapsheet.style import load_style
from mapsheet.units import PAPERS, Size
from tests.hexmap.test_setup import setup
from tests.hexmap.worlds_draw import FLAT, POINTY
from tests.hexmap.worlds_setup import made


def main() -> None:
    """Write every picture."""
    folder = Path(__file__).parent / "golden"
    for name, text in (("small-flat", FLAT), ("small-pointy", POINTY)):
        for style in ("classic", "mono"):
            (folder / f"{name}-{style}.svg").write_text(draw_map(hexmap.loads(text), style=style), encoding="utf-8")
    with TemporaryDirectory() as scratch:
        given, _ = setup(made(Path(scratch)))
    page = setup_sheets(given, load_style("classic"), Size(*PAPERS["a5"]))[1]
    (folder / "setup-ford-blue.svg").write_text(page.svg, encoding="utf-8")


if __name__ == "__main__":
    main()

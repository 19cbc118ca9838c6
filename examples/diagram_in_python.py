"""A computed diagram from Python: drawn, told, and refused when its answer has changed."""

from __future__ import annotations

from pathlib import Path

from hexmap.diagram import draw_diagram

SCRIPT = Path(__file__).parent / "diagrams" / "units-and-villages.toml"


def main() -> None:
    """Print the caption of a diagram in two languages, and the size of its picture."""
    for language in ("en", "de"):
        drawn = draw_diagram(SCRIPT, width=85, language=language)
        print(drawn.caption)
    print(f"{drawn.width:.0f} x {drawn.height:.0f} mm")


if __name__ == "__main__":
    main()

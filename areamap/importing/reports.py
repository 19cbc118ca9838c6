"""What an import tells about the shapes it was given."""

from __future__ import annotations

from typing import Any, NamedTuple


class Report(NamedTuple):
    """A gap, an overlap or a mended shape: its area and mean width with their unit, its place, whose it is, what became of it."""

    what: str
    done: str
    spaces: tuple[str, ...] = ()
    area: float = 0.0
    width: float = 0.0
    at: tuple[float, float] = (0.0, 0.0)
    unit: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "what": self.what, "spaces": list(self.spaces), "at": list(self.at), "area": float(f"{self.area:.4g}"),
            "width": float(f"{self.width:.4g}"), "unit": self.unit, "done": self.done,
        }

    def __str__(self) -> str:
        if not self.unit:
            return f"{self.what}: {self.done}"
        whose = f" of {', '.join(self.spaces)}" if self.spaces else ""
        size = f"{self.area:.3g} {self.unit}², about {self.width:.3g} {self.unit} wide"
        return f"{self.what}{whose} at ({self.at[0]:.6g}, {self.at[1]:.6g}), {size}: {self.done}"

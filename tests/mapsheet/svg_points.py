"""Reads SVG path data by the grammar of the standard, sharing nothing with the code that writes it."""

from __future__ import annotations

import re

Point = tuple[float, float]
TAKES = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "z": 0}
TOKEN = re.compile(r"[A-Za-z]|[+-]?(?:\d+\.?\d*|\.\d+)")


def pieces(d: str) -> list[list[Point]]:
    """Return each subpath as its absolute points, control points included; a closed one ends where it began."""
    tokens = TOKEN.findall(d)
    assert "".join(tokens) == re.sub(r"[\s,]", "", d), "characters that are no path data"
    result: list[list[Point]] = []
    at, start, control = (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)
    letter, i = "", 0
    while i < len(tokens):
        if tokens[i].isalpha():
            letter, i = tokens[i], i + 1
        lower = letter.lower()
        values = [float(token) for token in tokens[i : i + TAKES[lower]]]
        assert len(values) == TAKES[lower], f"{letter} lacks numbers"
        i += len(values)
        base = (0.0, 0.0) if letter.isupper() else at
        if lower == "z":
            result[-1].append(start)
            at = start
            continue
        if lower in "hv":
            across = base[0] + values[0] if lower == "h" else at[0]
            points = [(across, base[1] + values[0] if lower == "v" else at[1])]
        else:
            points = [(base[0] + x, base[1] + y) for x, y in zip(values[::2], values[1::2], strict=True)]
        if lower == "s":
            points.insert(0, (2 * at[0] - control[0], 2 * at[1] - control[1]))
        if lower == "m":
            result.append([])
            start = points[0]
            letter = "l" if letter == "m" else "L"
        result[-1] += points
        control = points[-2] if lower in "cs" else points[-1]
        at = points[-1]
    return result


def points(d: str) -> list[Point]:
    """Return all points of the path, control points included."""
    return [point for piece in pieces(d) for point in piece]

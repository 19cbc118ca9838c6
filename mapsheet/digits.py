"""A plain stroked alphabet for hex numbers: few curves a character, so that a thousand numbers stay one small path.

The characters are centre lines, drawn with a round pen `number_stroke(size)` wide and no fill. Units are hundredths of
the em, y grows downwards from the baseline; digits all have the same advance, so that numbers stand in columns.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from mapsheet.errors import NotationError
from mapsheet.paths import joined

if TYPE_CHECKING:
    from collections.abc import Iterable

NUMBER_CAP = 0.66
"""Height of the characters in ems, ink included."""

PEN = 0.08
DECIMALS = 2

# advance, then pieces: a start followed by lines (2 numbers), cubics (6) or cubics that go on smoothly (4); ink spans -66 to 0
LETTERS = {2: "l", 4: "s", 6: "c"}
SHAPES: dict[str, tuple[int, str]] = {
    "0": (50, "25 -62 / 3 -62 3 -4 25 -4 / 47 -62 25 -62"),
    "1": (50, "14 -51 / 27 -62 / 27 -4"),
    "2": (50, "10 -50 / 14 -67 40 -66 40 -47 / 40 -35 25 -22 9 -4 / 41 -4"),
    "3": (50, "10 -54 / 16 -65 38 -65 38 -48 / 38 -39 31 -35 21 -35 / 33 -35 41 -30 41 -19 / 41 0 15 0 8 -12"),
    "4": (50, "34 -4 / 34 -62 / 7 -21 / 43 -21"),
    "5": (50, "38 -62 / 14 -62 / 12 -36 / 22 -43 41 -40 41 -22 / 41 -1 15 -1 8 -11"),
    "6": (50, "38 -58 / 20 -69 9 -49 9 -27 / 9 5 42 3 42 -21 / 42 -45 14 -44 9 -22"),
    "7": (50, "9 -62 / 41 -62 / 29 -45 22 -27 21 -4"),
    "8": (50, "25 -35 / 7 -39 7 -62 25 -62 / 43 -39 25 -35 / 3 -30 3 -4 25 -4 / 47 -30 25 -35"),
    "9": (50, "12 -8 / 30 3 41 -17 41 -39 / 41 -71 8 -69 8 -45 / 8 -21 36 -22 41 -44"),
    "A": (55, "6 -4 / 27.5 -62 / 49 -4 : 14 -24 / 41 -24"),
    "B": (57, "30 -35 / 10 -35 / 10 -62 / 27 -62 / 47 -62 47 -35 27 -35 / 55 -35 55 -4 27 -4 / 10 -4 / 10 -35"),
    "C": (56, "49 -54 / 37 -68 8 -64 8 -33 / 8 -2 37 2 49 -12"),
    "D": (60, "10 -62 / 24 -62 / 62 -62 62 -4 24 -4 / 10 -4 / 10 -62"),
    "E": (52, "44 -62 / 10 -62 / 10 -4 / 45 -4 : 10 -34 / 39 -34"),
    "F": (50, "43 -62 / 10 -62 / 10 -4 : 10 -33 / 38 -33"),
    "G": (60, "51 -55 / 39 -68 8 -65 8 -33 / 8 0 38 1 52 -10 / 52 -31 / 34 -31"),
    "H": (62, "10 -62 / 10 -4 : 52 -62 / 52 -4 : 10 -34 / 52 -34"),
    "I": (26, "13 -62 / 13 -4"),
    "J": (46, "36 -62 / 36 -22 / 36 2 16 0 8 -10"),
    "K": (56, "10 -62 / 10 -4 : 49 -62 / 10 -24 : 25 -38 / 51 -4"),
    "L": (48, "10 -62 / 10 -4 / 44 -4"),
    "M": (72, "10 -4 / 10 -62 / 36 -20 / 62 -62 / 62 -4"),
    "N": (63, "10 -4 / 10 -62 / 53 -4 / 53 -62"),
    "O": (64, "32 -62 / 0 -62 0 -4 32 -4 / 64 -62 32 -62"),
    "P": (55, "10 -4 / 10 -62 / 26 -62 / 55 -62 55 -28 26 -28 / 10 -28"),
    "Q": (64, "32 -62 / 0 -62 0 -4 32 -4 / 64 -62 32 -62 : 36 -17 / 57 0"),
    "R": (57, "10 -4 / 10 -62 / 27 -62 / 54 -62 54 -30 27 -30 / 10 -30 : 29 -30 / 49 -4"),
    "S": (52, "43 -54 / 33 -66 10 -64 10 -47 / 10 -29 44 -38 44 -19 / 44 0 17 0 7 -12"),
    "T": (52, "26 -62 / 26 -4 : 4 -62 / 48 -62"),
    "U": (62, "10 -62 / 10 -25 / 10 3 52 3 52 -25 / 52 -62"),
    "V": (54, "5 -62 / 27 -4 / 49 -62"),
    "W": (78, "5 -62 / 22 -4 / 39 -58 / 56 -4 / 73 -62"),
    "X": (54, "6 -62 / 48 -4 : 48 -62 / 6 -4"),
    "Y": (52, "4 -62 / 26 -30 / 48 -62 : 26 -30 / 26 -4"),
    "Z": (54, "8 -62 / 46 -62 / 7 -4 / 48 -4"),
    ".": (24, "12 -6 / 12 -4"),
    ",": (24, "13 -5 / 9 7"),
    ":": (24, "12 -6 / 12 -4 : 12 -40 / 12 -38"),
    "-": (32, "6 -28 / 26 -28"),
    "+": (50, "25 -48 / 25 -12 : 7 -30 / 43 -30"),
    "/": (36, "31 -66 / 5 6"),
    "_": (50, "4 6 / 46 6"),
    "*": (42, "21 -64 / 21 -38 : 10 -57.5 / 32 -44.5 : 32 -57.5 / 10 -44.5"),
    "?": (46, "7 -53 / 14 -67 39 -65 38 -47 / 38 -36 22 -33 22 -19 : 22 -6 / 22 -4"),
    " ": (24, ""),
}


class _Piece(NamedTuple):
    """A character at one size, in whole steps: advance, start, the path data that follows the start, and the end."""

    advance: int
    start: tuple[int, int]
    rest: str
    end: tuple[int, int]


def number_stroke(size: float) -> float:
    """Return the width in mm of the round pen that draws numbers with an em of `size` mm."""
    return PEN * size


def number_width(text: str, size: float) -> float:
    """Return the advance of a number in mm; NotationError for a character without a shape."""
    steps = sum(_piece(_known(character), size).advance for character in text)
    return steps / float(10**DECIMALS)


def number_path(items: Iterable[tuple[str, float, float]], size: float) -> str:
    """Return one path of many numbers, each (text, x, y) centred at x on the baseline y, for a pen of `number_stroke(size)`.

    Letters are drawn as capitals. NotationError for a character without a shape: digits, A to Z and `.,:-+/_*?` have one.
    """
    scale = 10**DECIMALS
    parts: list[str] = []
    for text, x, y in items:
        pen = round((x - number_width(text, size) / 2) * scale)
        base, before = round(y * scale), ""
        for character in text:
            shape = _known(character)
            parts.append(_linked(before, shape, size) if before else _begun(shape, size, pen, base))
            before = shape
    return "".join(parts)


def _known(character: str) -> str:
    if character in SHAPES:
        return character
    if character.upper() in SHAPES:
        return character.upper()
    raise NotationError("a number of digits, the letters A to Z and .,:-+/_*?", character)


def _begun(shape: str, size: float, pen: int, base: int) -> str:
    piece = _piece(shape, size)
    return joined("M", (pen + piece.start[0], base + piece.start[1]), DECIMALS) + piece.rest


@cache
def _linked(before: str, shape: str, size: float) -> str:
    left, piece = _piece(before, size), _piece(shape, size)
    dx = left.advance + piece.start[0] - left.end[0]
    return joined("m", (dx, piece.start[1] - left.end[1]), DECIMALS) + piece.rest


@cache
def _piece(shape: str, size: float) -> _Piece:
    advance, drawing = SHAPES[shape]
    scale = size / 100 * 10**DECIMALS
    rest, start, at = "", (0, 0), (0, 0)
    for index, stroke in enumerate(drawing.split(":") if drawing else ()):
        first, *others = ([round(float(value) * scale) for value in part.split()] for part in stroke.split("/"))
        if index:
            rest += joined("m", (first[0] - at[0], first[1] - at[1]), DECIMALS)
        else:
            start = (first[0], first[1])
        at = (first[0], first[1])
        for values in others:
            rest += joined(LETTERS[len(values)], _differences(values, at), DECIMALS)
            at = (values[-2], values[-1])
    return _Piece(round(advance * scale), start, rest, at)


def _differences(values: list[int], at: tuple[int, int]) -> list[int]:
    return [value - at[index % 2] for index, value in enumerate(values)]

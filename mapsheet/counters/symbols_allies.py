"""Symbols of powers at peace and at war."""

from __future__ import annotations

from mapsheet.counters.symbolparts import HOLE, INK, Part, Symbol, hole, line, solid
from mapsheet.counters.symbols_ottomans import disc

ALLIES: dict[str, Symbol] = {
    "flag": (line("M18 97V5", 6), solid("M21 8C44 0 62 18 94 8V58C62 68 44 50 21 58Z"), solid(disc(18, 5, 5))),
    "square": (Part("M14 14H86V86H14Z", HOLE, INK, 8), solid("M24 24H76V76H24Z")),
    "hexagon": (Part("M28 10H72L94 50L72 90H28L6 50Z", HOLE, INK, 8), solid("M33 20H67L83 50L67 80H33L17 50Z")),
    "scale": (line("M6 50H94M14 36V64M32 42V58M50 36V64M68 42V58M86 36V64", 7), solid("M50 30L36 6H64Z")),
    "star": (solid("M50 4L61 38H97L68 59L79 94L50 73L21 94L32 59L3 38H39Z"),),
    "handshake": (
        solid(
            "M2 34L22 24L38 32L50 28L64 24L80 34L98 26V64L84 70L66 86C60 92 54 88 52 84C46 88 40 84 40 78C34 80 28 74 30 68"
            "C24 68 20 62 22 56L2 62Z",
        ),
        line("M38 34L32 48C40 56 48 48 54 44L76 66M62 62L70 74M54 70L60 80", 4, HOLE),
    ),
    "moon": (
        solid("M60 8A43 43 0 1 0 92 66A36 36 0 0 1 60 8Z"),
        solid("M62 22H86V28L72 42H86V50H60V44L74 30H62ZM84 4H98V9L90 17H98V22H83V17L91 9H84Z"),
    ),
    "war": (line("M14 8L78 80M86 8L22 80", 9), line("M62 84L86 64M38 84L14 64", 9), line("M78 78L90 92M22 78L10 92", 9)),
    "tick": (line("M14 54L40 82L88 18", 15),),
    "castle": (
        solid("M14 96V30H28V40H42V30H58V40H72V30H86V96Z"),
        hole("M42 96V74A8 8 0 0 1 58 74V96Z"),
        line("M50 30V4", 4),
        solid("M52 4L74 11L52 18Z"),
    ),
}
"""What markers of powers show."""

"""Symbols of the empire on the Bosporus: its marks, its people and what besets it."""

from __future__ import annotations

from mapsheet.counters.symbolparts import HOLE, INK, Part, Symbol, hole, line, solid
from mapsheet.counters.symbols_ottomans import disc

_DIE = "M16 8H84Q92 8 92 16V84Q92 92 84 92H16Q8 92 8 84V16Q8 8 16 8Z"
_PIPS = disc(28, 28, 9) + disc(72, 28, 9) + disc(50, 50, 9) + disc(28, 72, 9) + disc(72, 72, 9)
_FLAME = "M50 2C56 18 84 34 82 64C80 84 66 96 50 96C34 96 20 84 18 64C18 50 28 44 30 30C38 36 42 42 42 48C50 38 54 20 50 2Z"
_HEATER = "M12 8C36 14 64 14 88 8V46C88 72 68 88 50 97C32 88 12 72 12 46Z"
_HORSE = (
    "M16 94C16 76 27 66 36 56C30 60 22 63 16 62C8 61 4 54 7 47L26 24C25 17 29 11 34 7L40 17C60 15 78 32 79 60C79 74 75 84 73 94Z"
)
_SWORD = "M50 2L57 14V62H74V71H57V86H43V71H26V62H43V14Z"
_DOME = "M50 24C68 30 78 42 78 58H22C22 42 32 30 50 24Z"

MARKS: dict[str, Symbol] = {
    "council": (
        solid("M50 2C66 18 82 36 82 58V74H18V58C18 36 34 18 50 2Z"),
        solid("M18 79H82V92H18Z"),
        hole("M46 26H54V38H66V46H54V66H46V46H34V38H46Z"),
    ),
    "crusader": (Part(_HEATER, HOLE, INK, 8), solid("M42 16H58V40H82V56H58V82H42V56H18V40H42Z")),
    "civil-war": (
        line("M14 8L78 80M86 8L22 80", 9),
        line("M62 84L86 64M38 84L14 64", 9),
        line("M78 78L90 92M22 78L10 92", 9),
    ),
    "fire": (solid(_FLAME), hole("M50 54C60 62 66 70 62 80C58 88 42 88 38 80C36 72 42 70 44 64C48 66 50 62 50 54Z")),
    "red-die": (solid(_DIE), hole(_PIPS)),
    "white-die": (Part(_DIE, HOLE, INK, 8), solid(_PIPS)),
    "sigma": (solid("M18 8H82V26H44L66 50L44 74H82V92H18V78L44 50L18 22Z"),),
    "saint": (solid("M38 4H62V38H96V62H62V96H38V62H4V38H38Z"),),
    "soldier": (solid(_SWORD), solid(disc(50, 91, 7))),
    "saintly-cross": (line("M50 6V94M34 24H66M18 44H82M34 68L66 80", 11),),
    "empress": (
        solid("M8 78L4 36L26 54L34 22L50 48L66 22L74 54L96 36L92 78Z"),
        solid("M8 82H92V94H8Z"),
        solid(disc(4, 31, 5) + disc(34, 17, 5) + disc(66, 17, 5) + disc(96, 31, 5)),
    ),
    "muslim": (
        solid("M66 10A42 42 0 1 0 66 90A36 36 0 1 1 66 10Z"),
        solid("M76 32L81 44L94 45L84 53L87 66L76 59L65 66L68 53L58 45L71 44Z"),
    ),
}
"""Small marks that stand in rows."""

PEOPLE: dict[str, Symbol] = {
    "horse-head": (
        Part(_HORSE, INK, HOLE, 2),
        hole(disc(31, 33, 3.6)),
        line("M13 52C19 50 23 50 28 53M38 57C46 50 52 44 53 30M44 18C62 26 69 42 69 62", 3, HOLE),
    ),
    "man": (
        line("M82 96V14", 5),
        solid("M82 2L89 17H75Z"),
        solid(disc(42, 20, 13)),
        solid("M24 38H60C66 38 68 42 68 48V62H60V96H46V70H40V96H24V62H16V48C16 42 18 38 24 38Z"),
        Part(disc(30, 58, 19), INK, HOLE, 3),
        hole(disc(30, 58, 5)),
    ),
    "emperor": (
        solid("M30 26L26 6L38 14L50 2L62 14L74 6L70 26Z"),
        solid("M34 30H66V44C66 56 60 62 50 62C40 62 34 56 34 44Z"),
        solid("M8 96C8 74 24 66 38 64L50 76L62 64C76 66 92 74 92 96Z"),
        hole(disc(43, 42, 3) + disc(57, 42, 3)),
        line("M50 80V96M30 76V96M70 76V96", 3, HOLE),
    ),
    "turban": (
        solid("M8 52C2 28 26 12 50 12C74 12 98 28 92 52C78 60 22 60 8 52Z"),
        line("M14 48C34 26 60 20 84 28M26 54C46 36 70 32 92 42", 3, HOLE),
        solid("M50 2L57 14H43Z"),
        solid("M22 62C40 66 60 66 78 62C78 84 66 96 50 96C34 96 22 84 22 62Z"),
        hole(disc(40, 72, 3.5) + disc(60, 72, 3.5)),
    ),
    "fitna": (
        solid(
            "M8 52C2 28 26 12 46 12L40 26L52 38L42 56C26 58 16 56 8 52ZM54 12C76 12 98 28 92 52C82 57 66 58 50 57L60 38L48 26Z",
        ),
        solid("M22 62C28 64 34 65 40 65L50 78L44 95C30 92 22 80 22 62ZM78 62C70 64 62 65 50 65L58 78L52 96C68 95 78 82 78 62Z"),
    ),
    "horseman": (
        solid(
            "M70 30C80 26 92 30 96 42L92 50L80 46C76 56 74 62 74 68L84 94H74L64 72C54 76 42 76 34 72L22 94H12L18 70"
            "C8 64 6 56 8 46C14 42 18 46 18 52C30 44 52 46 62 44Z",
        ),
        solid(disc(46, 10, 8)),
        solid("M38 20H54C58 20 60 24 59 28L72 34V41L54 36L52 48L58 66H48L36 50Z"),
        line("M30 8C14 18 14 34 30 44M30 8L30 44", 4),
    ),
    "rex": (
        solid("M8 78L4 26L30 46L50 8L70 46L96 26L92 78Z"),
        solid("M10 82H90V94H10Z"),
        hole("M46 48H54V56H62V63H54V73H46V63H38V56H46Z"),
    ),
    "great-helm": (
        solid("M20 20C30 8 70 8 80 20L84 74C74 90 62 96 50 96C38 96 26 90 16 74Z"),
        hole("M46 20H54V38H80V46H54V86H46V46H20V38H46Z"),
        hole(disc(32, 62, 3) + disc(32, 74, 3) + disc(68, 62, 3) + disc(68, 74, 3)),
    ),
    "riot": (
        line("M22 60V18M50 50V8M78 60V18", 5),
        solid("M22 2C32 12 32 22 22 28C12 22 14 12 22 2ZM78 2C88 12 88 22 78 28C68 22 70 12 78 2Z"),
        solid("M42 4H58V16H42Z"),
        solid(disc(18, 50, 11) + disc(50, 44, 12) + disc(82, 50, 11)),
        solid(
            "M2 96C2 72 10 64 20 64C28 64 32 68 34 74C36 64 42 60 50 60C58 60 64 64 66 74C68 68 72 64 80 64C90 64 98 72 98 96Z",
        ),
    ),
    "plague": (
        solid("M50 4C76 4 90 22 90 42C90 56 84 64 76 68V80H24V68C16 64 10 56 10 42C10 22 24 4 50 4Z"),
        hole(disc(32, 44, 11) + disc(68, 44, 11)),
        hole("M50 54L57 66H43Z"),
        solid("M26 84H74V94H26Z"),
        line("M38 72V92M50 72V92M62 72V92", 3, HOLE),
    ),
    "idol": (
        solid("M34 8H66V34L60 40H40L34 34Z"),
        hole(disc(43, 20, 3.5) + disc(57, 20, 3.5)),
        hole("M43 28H57V31H43Z"),
        solid("M30 44H70L66 78H34Z"),
        line("M42 52L58 68M58 52L42 68", 3, HOLE),
        solid("M16 82H84V95H16Z"),
    ),
}
"""Whom a tile stands for."""

PLACES: dict[str, Symbol] = {
    "walls": (
        solid("M4 96V34H14V44H24V34H34V44H40V18H46V26H54V18H60V44H66V34H76V44H86V34H96V96Z"),
        hole("M42 96V74A8 8 0 0 1 58 74V96Z"),
        line("M10 58H34M66 58H90M18 70H34M66 70H82", 3, HOLE),
        hole("M47 50H53V62H47Z"),
    ),
    "hagia-sophia": (
        solid(_DOME + "M4 96V66L20 60H80L96 66V96Z"),
        line("M50 24V6M43 13H57", 4),
        hole("M26 96V80A6 6 0 0 1 38 80V96ZM44 96V78A6 6 0 0 1 56 78V96ZM62 96V80A6 6 0 0 1 74 80V96Z"),
        line("M22 60H78", 3, HOLE),
        hole(disc(36, 51, 3) + disc(50, 49, 3) + disc(64, 51, 3)),
    ),
    "basilica": (
        solid("M14 96V48L50 16L86 48V96ZM6 50L50 8L94 50L90 54L50 20L10 54Z"),
        hole("M42 96V72A8 8 0 0 1 58 72V96Z"),
        hole(disc(50, 46, 8)),
        hole("M24 62H32V78H24ZM68 62H76V78H68Z"),
    ),
    "orthodox-church": (
        line("M50 26V2M42 8H58M44 16L56 20", 4),
        solid("M50 20C60 30 74 36 74 48C74 54 70 58 66 60V96H34V60C30 58 26 54 26 48C26 36 40 30 50 20Z"),
        solid("M8 96V70H30V96ZM70 96V70H92V96Z"),
        hole("M44 96V78A6 6 0 0 1 56 78V96Z"),
        line("M34 61H66", 3, HOLE),
    ),
    "latin-church": (
        line("M30 24V2M22 10H38", 4.5),
        solid("M14 96V44L30 20L46 44V54H74L92 70V96Z"),
        hole("M24 96V80A6 6 0 0 1 36 80V96Z"),
        hole("M26 50H34V62H26ZM58 74H65V88H58ZM74 74H81V88H74Z"),
    ),
    "hospital": (
        solid("M8 96V40L50 10L92 40V96Z"),
        hole("M42 36H58V50H72V66H58V80H42V66H28V50H42Z"),
    ),
    "monastery": (
        solid("M6 96V58H22V44L36 30L50 44V58H94V96Z"),
        line("M36 30V8M28 16H44", 4.5),
        hole("M29 60A7 7 0 0 1 43 60V96H29Z"),
        hole("M56 96V78A6 6 0 0 1 68 78V96ZM76 96V78A6 6 0 0 1 88 78V96Z"),
    ),
    "akritai": (
        line("M78 96V20", 5),
        solid("M78 4L86 22H70Z"),
        Part("M10 30C22 34 46 34 58 30V58C58 76 46 88 34 94C22 88 10 76 10 58Z", INK, HOLE, 3),
        hole("M31 42H37V54H49V60H37V80H31V60H19V54H31Z"),
    ),
    "university": (
        solid("M50 10L98 34L50 58L2 34Z"),
        solid("M22 50L50 64L78 50V74C68 86 32 86 22 74Z"),
        line("M90 38V72", 4),
        solid("M84 70H96L98 90H82Z"),
    ),
    "kastron": (
        solid("M14 96V16H26V26H38V16H62V26H74V16H86V96Z"),
        hole("M40 96V74A10 10 0 0 1 60 74V96Z"),
        hole("M46 40H54V56H46ZM26 40H32V52H26ZM68 40H74V52H68Z"),
    ),
    "villa": (
        solid("M4 50L28 30H72L96 50V56H4Z"),
        solid("M10 60H22V88H10ZM33 60H43V88H33ZM57 60H67V88H57ZM78 60H90V88H78ZM4 91H96V98H4Z"),
        solid("M50 4C60 4 64 12 58 20L66 26H34L42 20C36 12 40 4 50 4Z"),
    ),
    "ruins": (
        solid("M12 90V26L20 20L24 30L30 24V90ZM42 90V50L50 42L54 54L60 48V90ZM72 90V38L78 44L84 32L90 40V90Z"),
        solid("M4 92H96V98H4Z"),
        solid("M8 10H34V18H8Z"),
        line("M18 36V86M24 40V86M48 60V86M54 60V86M78 54V86M84 54V86", 2, HOLE),
    ),
    "tents": (
        solid("M2 92L34 22L66 92ZM56 60L70 34L98 92H74Z"),
        hole("M34 52L48 92H20Z"),
        line("M34 22V4", 4),
        solid("M36 4L58 11L36 18Z"),
    ),
    "palm": (
        line("M52 96C50 76 52 58 56 40", 7),
        solid(
            "M56 38C40 22 18 26 8 44C26 36 42 38 56 38ZM56 38C72 22 90 28 98 48C82 38 70 38 56 38ZM56 38C48 18 30 8 16 14"
            "C34 20 46 28 56 38ZM56 38C62 18 78 8 94 16C76 20 66 28 56 38ZM56 38C42 40 30 52 28 66C38 54 48 46 56 38ZM56 38"
            "C70 42 80 54 82 68C74 56 66 46 56 38Z",
        ),
        solid("M30 90H76V97H30Z"),
    ),
    "labyrinth": (line("M50 96V72M8 8H92V92H62V62H36V78H22V22H78V78M36 62V36H64V50H50", 7),),
    "arch": (
        solid("M6 96V20H94V96ZM2 8H98V16H2Z"),
        hole("M36 96V56A14 14 0 0 1 64 56V96ZM14 96V66A7 7 0 0 1 28 66V96ZM72 96V66A7 7 0 0 1 86 66V96Z"),
        line("M12 30H88", 3, HOLE),
    ),
    "peaks": (
        solid("M2 92L24 46L31 52L36 44L44 52L50 62L58 50L64 56L69 48L76 54L98 92Z"),
        line("M22 46L34 18L50 46M60 46L68 28L78 46", 5),
    ),
}
"""Where a tile lies, and what is built there."""

THINGS: dict[str, Symbol] = {
    "chi-rho": (
        line("M50 94V8M50 8H58C72 8 76 16 76 24C76 32 72 40 58 40H50", 9),
        line("M22 38L78 88M78 38L22 88", 9),
    ),
    "standard": (
        line("M16 97V5", 6),
        solid("M19 8H92L80 22L92 36H19ZM19 40H74L64 52L74 64H19Z"),
        hole("M44 14H52V30H44ZM36 18H60V26H36Z"),
    ),
    "codex": (
        solid("M4 20C20 12 38 14 48 24V90C38 80 20 78 4 86ZM96 20C80 12 62 14 52 24V90C62 80 80 78 96 86Z"),
        line(
            "M12 34C22 30 32 32 40 38M12 48C22 44 32 46 40 52M12 62C22 58 32 60 40 66M88 34C78 30 68 32 60 38M88 48"
            "C78 44 68 46 60 52M88 62C78 58 68 60 60 66",
            3,
            HOLE,
        ),
    ),
    "keys": (
        line(disc(28, 22, 14), 8),
        line("M28 36V94M28 80H44M28 66H40", 8),
        line(disc(72, 22, 14), 8),
        line("M72 36V94M72 80H56M72 66H60", 8),
    ),
    "anathema": (
        line("M22 24L78 90M62 72L74 62M70 82L82 72", 8),
        line("M78 24L22 90M38 72L26 62M30 82L18 72", 8),
        Part(disc(20, 18, 12), HOLE, INK, 8),
        Part(disc(80, 18, 12), HOLE, INK, 8),
    ),
    "dromon": (
        line("M46 66V6", 4),
        solid("M50 8C78 14 88 36 84 58C72 54 60 54 50 56Z"),
        solid("M2 54L14 66H86L98 46L96 66C92 78 84 84 74 84H24C12 84 6 74 2 54Z"),
        line("M24 72L16 96M38 72L32 96M52 72L48 96M66 72L64 96M80 72L80 94", 3.4),
        hole(disc(16, 71, 2.5)),
    ),
    "chest": (
        solid("M8 44C8 22 20 12 36 12H64C80 12 92 22 92 44Z"),
        solid("M8 50H92V92H8Z"),
        line("M26 16V90M74 16V90", 3.5, HOLE),
        Part("M42 40H58V60C58 66 42 66 42 60Z", INK, HOLE, 3.5),
        hole(disc(50, 53, 4)),
    ),
    "eagle": (
        solid(
            "M50 6C60 6 64 14 62 22L72 26L62 30C72 34 86 28 98 16C98 40 88 56 70 62L62 66L74 94L58 84L50 98L42 84L26 94L38 66"
            "L30 62C12 56 2 40 2 16C14 28 28 34 40 30L38 18C40 10 44 6 50 6Z",
        ),
        hole(disc(54, 17, 3)),
        line("M36 44L20 34M34 52L16 46M64 44L80 34M66 52L84 46", 3, HOLE),
    ),
    "eagle-double": (
        solid(
            "M44 18C40 8 28 8 22 14L12 18L24 22C28 30 32 34 38 38C24 30 12 30 4 40C10 42 8 48 6 54C12 54 12 58 10 64"
            "C18 62 18 68 18 72C24 68 28 70 30 76L40 66L34 82L42 80L50 96L58 80L66 82L60 66L70 76C72 70 76 68 82 72"
            "C82 68 82 62 90 64C88 58 88 54 94 54C92 48 90 42 96 40C88 30 76 30 62 38C68 34 72 30 76 22L88 18L78 14"
            "C72 8 60 8 56 18L50 26Z",
        ),
        hole(disc(31, 16, 2.6) + disc(69, 16, 2.6)),
        hole("M46 44H54V50H60V58H54V66H46V58H40V50H46Z"),
    ),
    "siege": (
        line("M8 92H92", 6),
        line("M26 90L46 48L66 90", 6),
        line("M10 72L88 20", 7),
        solid("M4 64L22 76L12 90L0 78Z"),
        solid(disc(90, 16, 9)),
    ),
    "fish": (
        line("M4 24C34 84 70 84 96 50C70 16 34 16 4 76", 10),
        solid(disc(76, 44, 5)),
    ),
    "lances": (line("M16 96L44 8M50 96V8M84 96L56 8", 5), solid("M44 2L48 18L38 16ZM50 0L56 16H44ZM56 2L62 16L52 18Z")),
    "split-cross": (
        solid("M46 4H34V30H10V44H34V96H44L40 72L48 52L40 36Z"),
        solid("M58 4H68V30H92V44H68V96H52L50 72L58 52L50 36Z"),
    ),
    "solidus": (
        Part(disc(50, 50, 45), INK, HOLE, 1),
        line(disc(50, 50, 38), 2.5, HOLE),
        hole("M46 20H54V34H66V42H54V62H46V42H34V34H46ZM34 66H66V71H34ZM28 74H72V80H28Z"),
    ),
    "wreath": (
        line("M50 92C20 88 8 62 16 30M50 92C80 88 92 62 84 30", 5),
        solid(
            "M14 40C2 34 2 20 10 10C20 18 22 30 14 40ZM16 60C2 58 -2 44 4 34C16 38 22 48 16 60ZM26 78C12 80 4 70 6 58"
            "C18 58 28 66 26 78ZM86 40C98 34 98 20 90 10C80 18 78 30 86 40ZM84 60C98 58 102 44 96 34C84 38 78 48 84 60ZM74 78"
            "C88 80 96 70 94 58C82 58 72 66 74 78Z",
        ),
        solid(
            "M20 32C22 20 32 14 42 16C40 28 32 34 20 32ZM26 52C28 40 36 34 46 36C44 48 38 54 26 52ZM36 72C36 60 44 54 50 54"
            "C50 66 46 72 36 72ZM80 32C78 20 68 14 58 16C60 28 68 34 80 32ZM74 52C72 40 64 34 54 36C56 48 62 54 74 52ZM64 72"
            "C64 60 56 54 50 54C50 66 54 72 64 72Z",
        ),
    ),
    "labarum": (
        line("M50 97V4", 5),
        line("M16 14H84", 5),
        solid("M20 18H80V66L65 58L50 66L35 58L20 66Z"),
        line("M50 24V52M38 30L62 48M62 30L38 48", 4, HOLE),
    ),
    "chariot": (
        Part(disc(50, 50, 36), HOLE, INK, 11),
        line("M50 14V86M14 50H86M24.5 24.5L75.5 75.5M75.5 24.5L24.5 75.5", 6),
        solid(disc(50, 50, 11)),
        line("M2 62L16 58M98 62L84 58", 6),
    ),
    "columns": (
        solid("M6 14H94V24H6ZM14 28H28V82H14ZM43 28H57V82H43ZM72 28H86V82H72ZM6 86H94V96H6Z"),
        line("M21 32V80M50 32V80M79 32V80", 3, HOLE),
    ),
    "ring-key": (
        line(disc(50, 24, 17), 9),
        line("M50 42V94M50 90H70M50 74H66", 9),
        solid(disc(50, 24, 5)),
    ),
    "fibula": (
        Part(disc(50, 42, 36), INK, HOLE, 1),
        hole(disc(50, 42, 18)),
        solid(disc(50, 42, 10)),
        hole(disc(50, 14, 4) + disc(50, 70, 4) + disc(22, 42, 4) + disc(78, 42, 4)),
        line("M34 76V96M50 80V98M66 76V96", 5),
    ),
    "khachkar": (
        solid("M18 98V26C18 10 34 4 50 4C66 4 82 10 82 26V98Z"),
        hole("M45 18H55V38H72V48H55V84H45V48H28V38H45Z"),
        hole(disc(34, 70, 5) + disc(66, 70, 5) + disc(34, 84, 4) + disc(66, 84, 4)),
    ),
    "lighthouse": (
        solid("M36 34H64L70 96H30ZM32 24H68V31H32ZM38 8H62V22H38Z"),
        line("M32 14L8 6M32 20L8 24M68 14L92 6M68 20L92 24", 4),
        hole("M45 80A5 5 0 0 1 55 80V96H45ZM46 46H54V58H46Z"),
    ),
    "horn": (
        Part("M8 22C24 70 52 84 90 62L96 86C50 110 6 84 -2 28Z", INK, HOLE, 1),
        line("M20 38C34 8 64 6 82 60", 4),
        line("M24 66L12 74M52 84L48 96", 5, HOLE),
    ),
    "hammer": (
        line("M22 94L66 38", 9),
        solid("M48 10L88 42L78 56L70 50L60 50L44 38L40 28L38 22Z"),
        line("M78 94L50 58", 9),
    ),
}
"""What a tile shows."""

BYZANTIUM: dict[str, Symbol] = {**MARKS, **PEOPLE, **PLACES, **THINGS}

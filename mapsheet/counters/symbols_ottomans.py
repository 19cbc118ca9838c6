"""Symbols of armies, fleets, leaders and stratagems around the straits, 1453 to 1571."""

from __future__ import annotations

from mapsheet.counters.symbolparts import HOLE, INK, Part, Symbol, hole, line, solid


def disc(x: float, y: float, r: float) -> str:
    """Return the path of a circle."""
    return f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0Z"


def wheel(x: float, y: float, r: float) -> Symbol:
    """Return a wheel with six spokes."""
    a, b = r * 0.5, r * 0.866
    spokes = f"M{x - r:g} {y:g}H{x + r:g}M{x - a:g} {y - b:g}L{x + a:g} {y + b:g}M{x + a:g} {y - b:g}L{x - a:g} {y + b:g}"
    return (Part(disc(x, y, r), HOLE, INK, r * 0.3), line(spokes, r * 0.2), solid(disc(x, y, r * 0.3)))


_HORSE = (
    "M14 92C14 76 24 66 33 56C27 59 21 62 15 61C8 60 4 54 6 48L24 24C24 17 27 12 32 8L37 17C55 15 70 30 71 58C71 72 68 82 66 92Z"
)
_CRESCENT = "M72 12A44 44 0 1 0 72 88A38 38 0 1 1 72 12Z"

TYPES: dict[str, Symbol] = {
    "gendarmes": (
        line("M86 96V12", 5),
        solid("M86 4L92 18H80ZM84 22L58 28L72 33L56 41L84 44Z"),
        Part(_HORSE, INK, HOLE, 3),
        hole(disc(29, 33, 3.4)),
        line("M12 52C18 50 22 50 26 52M34 57C42 50 48 44 48 30M40 18C56 26 62 40 62 58", 3, HOLE),
    ),
    "feudal-array": (
        line("M10 96L80 12M90 96L20 12", 5),
        solid("M84 6L86 22L73 14ZM16 6L14 22L27 14Z"),
        Part("M22 24C34 28 66 28 78 24V52C78 72 66 86 50 94C34 86 22 72 22 52Z", INK, HOLE, 3),
        hole("M30 62L50 42L70 62V74L50 54L30 74Z"),
    ),
    "irregulars": (
        line("M18 94C62 78 86 50 80 12", 5),
        line("M18 94L80 12", 2.2),
        line("M16 26L84 76", 5),
        solid("M6 18L26 20L15 36ZM76 64L94 70L92 78L76 76Z"),
    ),
    "professional-infantry": (
        line("M12 94L78 20", 5),
        solid("M92 4L84 28L72 17Z"),
        line("M22 16L66 64", 6),
        solid("M60 58L68 52L90 74C95 80 93 90 86 92C82 93 78 90 77 85Z"),
        solid("M13 6L26 12L18 20Z"),
        line("M60 72C54 76 52 70 56 64", 3.4),
    ),
    "militia": (
        line("M82 96V22", 5),
        solid("M82 4C90 14 90 20 82 30C74 20 74 14 82 4Z"),
        Part(disc(42, 56, 34), INK, HOLE, 3),
        line(disc(42, 56, 25), 3, HOLE),
        hole(disc(42, 56, 9)),
        solid(disc(42, 56, 4)),
    ),
    "wagenburg": (
        solid("M8 34H18V26H30V34H40V26H52V34H62V26H74V34H84V66H8Z"),
        line("M84 62L97 54", 5),
        line("M8 50H84", 3, HOLE),
        hole("M24 39H29V46H24ZM44 39H49V46H44ZM64 39H69V46H64Z"),
        *wheel(26, 76, 15),
        *wheel(68, 76, 15),
    ),
    "siege-train": (
        solid("M10 30L78 44L75 60L8 50C2 46 2 34 10 30ZM78 41L86 40L82 65L74 63Z"),
        solid("M30 58L4 88H22L52 62Z"),
        *wheel(52, 70, 19),
    ),
    "siege-train-strong": (
        solid("M6 28C10 20 18 18 26 20L84 24L88 20H96V58H88L84 54L26 58C16 60 8 56 6 48Z"),
        line("M36 22V56M52 23V55M68 24V54", 3, HOLE),
        solid("M6 62H70L76 72H2Z"),
        *wheel(22, 82, 13),
        *wheel(56, 82, 13),
        solid(disc(82, 84, 9)),
        solid(disc(88, 68, 7)),
    ),
    "fleet": (
        line("M50 70V6", 4.4),
        solid("M54 8C76 20 84 40 82 58C70 60 62 60 54 58ZM46 20C32 30 22 44 18 58C28 60 38 60 46 58Z"),
        solid("M2 58L12 66H88L98 54L96 68C92 78 84 84 74 84H26C14 84 8 74 2 58Z"),
        line("M24 74L18 94M38 74L33 94M52 74L48 94M66 74L63 94M80 74L78 92", 3.4),
    ),
    "leader": (
        solid("M10 78L4 28L28 50L50 12L72 50L96 28L90 78Z"),
        solid("M12 82H88V94H12Z"),
        solid(disc(4, 24, 5) + disc(50, 10, 6) + disc(96, 24, 5)),
        hole("M50 52L58 64L50 76L42 64Z"),
        hole(disc(27, 68, 4) + disc(73, 68, 4)),
    ),
    "anchor": (
        line(disc(50, 16, 9), 7),
        line("M50 26V90M28 38H72", 9),
        line("M14 60C16 82 36 90 50 90C64 90 84 82 86 60", 9),
        solid("M4 66L14 46L28 64ZM96 66L86 46L72 64Z"),
    ),
}
"""What a unit is, and the anchor of those who lead at sea."""

EMBLEMS: dict[str, Symbol] = {
    "turks": (solid(_CRESCENT),),
    "caliphate": (solid("M20 20H80V80H20ZM50 7L93 50L50 93L7 50Z"), hole(disc(50, 50, 14))),
    "orthodox": (line("M50 6V94M34 22H66M20 40H80M32 66L68 80", 11),),
    "holy-league": (line("M50 8V92M24 36H76", 15),),
}
"""What tells the factions apart without their colours."""

STRATAGEMS: dict[str, Symbol] = {
    "administration": (
        Part("M20 10H72C84 10 84 28 72 28V76H32C20 76 20 60 32 60H20Z", HOLE, INK, 5),
        line("M30 26H62M30 37H62M30 48H62", 4.5),
        solid(disc(70, 76, 12)),
        solid("M62 82L60 98L70 92L80 98L78 82Z"),
        hole(disc(70, 76, 5)),
    ),
    "agent": (
        solid("M50 8C66 8 74 22 72 38L92 94H8L28 38C26 22 34 8 50 8Z"),
        hole("M50 20C60 20 63 32 61 42C59 50 54 54 50 54C46 54 41 50 39 42C37 32 40 20 50 20Z"),
        solid("M38 34C46 30 54 30 62 34L60 42C54 38 46 38 40 42Z"),
        hole("M47 54H53V62H60V67H53V68L50 92L47 68V67H40V62H47Z"),
    ),
    "alliance": (
        line(disc(34, 50, 24), 10),
        line(disc(66, 50, 24), 17, HOLE),
        line(disc(66, 50, 24), 10),
        line("M34 74A24 24 0 0 0 57 57", 17, HOLE),
        line("M30 73.7A24 24 0 0 0 58 50", 10),
    ),
    "crusade-jihad": (
        line("M28 10V90M8 36H48", 11),
        solid("M90 18A36 36 0 1 0 90 82A36 36 0 0 1 90 18Z"),
    ),
    "french-alliance": (
        solid("M50 4C62 20 64 32 58 44C56 50 55 54 55 60H45C45 54 44 50 42 44C36 32 38 20 50 4Z"),
        solid(
            "M40 60C40 46 34 30 20 30C6 30 2 46 12 56C14 48 24 46 26 54C28 58 26 60 26 60ZM60 60C60 46 66 30 80 30"
            "C94 30 98 46 88 56C86 48 76 46 74 54C72 58 74 60 74 60Z",
        ),
        solid("M22 62H78V72H22Z"),
        solid(
            "M44 74H56C56 82 58 88 50 96C42 88 44 82 44 74ZM38 74C36 84 30 88 22 86C28 84 30 78 30 74ZM62 74"
            "C64 84 70 88 78 86C72 84 70 78 70 74Z",
        ),
    ),
    "holy-roman-empire": (
        solid(
            "M44 18C40 8 28 8 22 14L12 18L24 22C28 30 32 34 38 38C24 30 12 30 4 40C10 42 8 48 6 54C12 54 12 58 10 64"
            "C18 62 18 68 18 72C24 68 28 70 30 76L40 66L34 82L42 80L50 96L58 80L66 82L60 66L70 76C72 70 76 68 82 72"
            "C82 68 82 62 90 64C88 58 88 54 94 54C92 48 90 42 96 40C88 30 76 30 62 38C68 34 72 30 76 22L88 18L78 14"
            "C72 8 60 8 56 18L50 26Z",
        ),
        hole("M42 44H58V56C58 62 54 66 50 68C46 66 42 62 42 56Z"),
        hole(disc(31, 16, 2.6) + disc(69, 16, 2.6)),
    ),
    "honors-of-war": (
        line("M24 96V6", 6),
        solid("M27 8C44 2 56 18 92 8V50C58 60 44 44 27 52Z"),
        hole("M56 14H66V46H56ZM34 24H86V34H34Z"),
        solid("M46 68H88V92H46Z"),
        line("M46 72L60 88L74 72L88 88", 3, HOLE),
    ),
    "jesuits-sufis": (
        solid(
            "M50 0L58 20L74 6L72 26L92 20L82 38L100 44L84 52L96 66L76 66L80 86L64 74L56 94L50 76L44 94L36 74L20 86L24 66L4 66"
            "L16 52L0 44L18 38L8 20L28 26L26 6L42 20Z",
        ),
        hole(disc(50, 47, 23)),
        line("M50 31V63M39 42H61", 6),
    ),
    "kaisar-i-rum": (
        solid("M10 92V62H20C20 42 34 30 50 26C66 30 80 42 80 62H90V92Z"),
        hole("M22 92V78A8 8 0 0 1 38 78V92ZM62 92V78A8 8 0 0 1 78 78V92ZM42 92V74A8 8 0 0 1 58 74V92Z"),
        solid("M54 4A10.5 10.5 0 1 0 54 22A8.5 8.5 0 1 1 54 4Z"),
        line("M26 62H74", 3, HOLE),
    ),
    "medicis-vizier": (
        solid("M14 6H86V52C86 76 68 90 50 97C32 90 14 76 14 52Z"),
        hole(disc(50, 22, 9) + disc(29, 34, 9) + disc(71, 34, 9) + disc(31, 60, 9) + disc(69, 60, 9) + disc(50, 79, 9)),
    ),
    "military-advance": (
        solid("M50 4L90 44H70V58H30V44H10Z"),
        solid("M30 66H70V76H30ZM30 84H70V94H30Z"),
    ),
    "portuguese-in-the-east": (
        line("M50 74V4", 4),
        solid("M16 14C38 20 62 20 84 14C90 34 90 46 84 60C62 54 38 54 16 60C10 46 10 34 16 14Z"),
        hole("M45 22H55V33H72V42H55V54H45V42H28V33H45Z"),
        solid("M4 56L16 70H78L96 50L92 78C90 88 84 92 76 92H24C12 92 6 76 4 56Z"),
    ),
    "trade-agreement": (
        line("M50 10V86M14 22H86", 6),
        solid("M28 86H72V94H28Z"),
        line("M18 24L6 58M18 24L32 58M82 24L68 58M82 24L94 58", 3),
        solid("M2 58H36C34 70 28 76 19 76C10 76 4 70 2 58ZM64 58H98C96 70 90 76 81 76C72 76 66 70 64 58Z"),
        solid(disc(50, 10, 7)),
    ),
    "truce": (
        line("M16 94C40 76 64 50 82 10", 5),
        solid(
            "M24 84C10 80 6 66 12 54C26 58 32 70 24 84ZM42 68C26 62 22 48 28 36C44 42 50 54 42 68ZM58 48C44 40 42 26 48 14"
            "C62 22 66 34 58 48Z",
        ),
        solid(
            "M36 80C46 70 60 70 70 78C60 90 46 90 36 80ZM52 62C60 50 74 48 86 54C78 68 64 70 52 62ZM66 42C72 30 84 26 96 30"
            "C90 44 78 48 66 42Z",
        ),
    ),
    "uprising": (
        line("M30 96L66 46", 8),
        solid("M52 44L74 60L84 40C94 24 84 14 86 2C76 8 74 16 72 22C70 14 64 10 58 10C62 22 50 28 52 44Z"),
        hole("M64 44L73 50C80 42 78 34 78 26C72 30 70 36 68 40C67 36 65 35 63 34C64 38 62 40 64 44Z"),
        line("M14 92V48M4 14V34C4 46 24 46 24 34V14M14 14V48", 6),
    ),
    "urbans-gun": (
        solid("M4 34C8 26 16 22 26 24L60 28V62L26 66C14 68 6 62 4 54Z"),
        solid("M60 20H96V70H60Z"),
        line("M34 24V66M46 26V64", 3, HOLE),
        line("M70 20V70M86 20V70", 3, HOLE),
        solid("M2 74H98V82H2Z"),
        solid(disc(22, 90, 7) + disc(50, 90, 7) + disc(78, 90, 7)),
    ),
    "weather": (
        solid("M22 58C6 58 2 36 20 32C22 14 48 8 56 24C72 16 88 28 82 40C96 42 96 58 82 58Z"),
        line("M24 68L18 82M44 68L38 82M64 68L58 82M84 68L78 82M30 84L26 94M52 84L48 94M72 84L68 94", 5),
    ),
    "white-sheep": (
        solid(
            "M16 50C8 48 6 38 14 32C14 22 26 18 32 24C38 14 52 14 58 22C66 18 76 24 76 34C84 40 82 52 74 54C72 64 60 68 52 64"
            "C44 70 32 68 28 62C20 62 14 56 16 50Z",
        ),
        solid("M70 26C80 18 96 22 98 34C98 44 88 50 80 46C72 46 68 36 70 26Z"),
        hole(disc(88, 32, 3)),
        line("M30 62V92M42 64V92M58 64V92M68 60V92", 6.5),
        line("M26 38C30 34 36 36 36 42M46 34C50 30 56 32 56 38M40 52C44 48 50 50 50 56", 3, HOLE),
    ),
}
"""A picture for each stratagem (27.2)."""

MARKERS: dict[str, Symbol] = {
    "pool": (
        solid(
            "M50 2L60.7 24.2L84 16L75.8 39.3L98 50L75.8 60.7L84 84L60.7 75.8L50 98L39.3 75.8L16 84"
            "L24.2 60.7L2 50L24.2 39.3L16 16L39.3 24.2Z",
        ),
        hole("M50 26L57 43L74 50L57 57L50 74L43 57L26 50L43 43Z"),
        solid(disc(50, 50, 7)),
    ),
    "control-banner": (
        line("M18 97V5", 6),
        solid("M21 8H94L78 32L94 56H21Z"),
        hole("M30 17H72V25H30ZM30 29H66V35H30ZM30 39H72V47H30Z"),
        solid(disc(18, 6, 6)),
    ),
    "purse": (
        solid("M34 28C14 44 6 60 8 76C10 92 26 96 50 96C74 96 90 92 92 76C94 60 86 44 66 28Z"),
        solid("M28 6C36 12 42 4 50 8C58 4 64 12 72 6L66 22H34Z"),
        line("M30 25H70", 4, HOLE),
        hole(disc(50, 62, 17)),
        solid("M50 50L53 58H62L55 64L58 73L50 67L42 73L45 64L38 58H47Z"),
    ),
    "pillage": (
        solid("M8 96V60L28 44L48 60V96ZM52 96V66L70 52L92 66V96Z"),
        hole("M22 96V76H34V96ZM66 96V80H78V96Z"),
        solid(
            "M14 44C8 28 22 24 20 6C30 14 34 22 32 32C38 28 38 22 38 18C48 30 46 40 40 46L28 36ZM60 50C52 38 62 32 62 18"
            "C70 24 74 32 72 40C78 36 78 32 78 28C90 40 88 50 84 58L70 44Z",
        ),
    ),
    "civilization": (
        solid("M50 4L96 30V38H4V30Z"),
        solid("M12 42H26V80H12ZM43 42H57V80H43ZM74 42H88V80H74ZM4 84H96V95H4Z"),
        hole(disc(50, 24, 6)),
        line("M17 46V76M21 46V76M48 46V76M52 46V76M79 46V76M83 46V76", 2, HOLE),
    ),
    "colonists": (
        solid("M6 92L34 40L62 92Z"),
        hole("M34 58L44 92H24Z"),
        solid("M60 80L60 46L78 30L96 46V92H68Z"),
        hole("M74 92V66H84V92Z"),
        line("M34 40V8", 4),
        solid("M36 8L62 16L36 26Z"),
    ),
    "baton": (
        line("M18 82L82 18", 17),
        line("M27 73L31 69M40 60L44 56M56 44L60 40M69 31L73 27", 5, HOLE),
        solid("M4 82L18 96L28 86L14 72ZM72 14L86 28L96 18L82 4Z"),
    ),
}
"""What control and status markers show."""

OTTOMANS: dict[str, Symbol] = {**TYPES, **EMBLEMS, **STRATAGEMS, **MARKERS}

"""Rule cases of the battles as text: what stands where before, what is done with which dice, what must be true after.

A file of cases begins with what all of its cases share. `#` begins a comment. Lines are a word and what it says:

    case MV-05 7.25 Water is never entered     the id, the rule, in words what it shows
    bannockburn scots move 1                   title, side whose Player-Turn it is, phase, turn
    plain                                      the map without its terrain and levels; without this line the title's own
    ground 1326 marsh 1                        terrain and level of a hex (terrain alone, or level alone, will do)
    unit keith-1 1020 face 1 rout 2 charge lb-king-1 nolance moved shot fought
    unit keith-1 eliminated                    or off; units and leaders that are not named are nowhere and count for nobody
    leader DOU 1020 disobeyed moved            or: leader DOU captured
    dice 3 3 1                                 the next dice, in their order; all must be used, and no other die is rolled
    chance                                     other dice may be rolled
    do pick 1020; N; N                         actions; `done` passes until the phase is over
    refuse N : 6.11                            an action that is refused by that rule (or one of several, 6.11|5.15)
    offers N; NE                               actions that are legal
    lacks N; NE                                actions that are not
    only end; N                                all legal actions, and no others
    each open : 1020+1019; 1019+1020           all legal actions that begin with a word, `each open : -` for none
    steps S SW                                 all legal single steps and manoeuvres, `steps -` for none
    at keith-1 1023; at DOU -                  where a unit or leader is, - for off the map
    rout keith-1 2                             its rout level; likewise face, lance, charge, moved, out, disobeyed, captured
    spent 3                                    points spent by whoever is under way
    ends keith-1 : 1021; 1120; off             every place where it may be when this phase is over, whatever is chosen
    levels keith-1 : 2; out                    and every rout level
    phase fire; by scots; turn 2; over yes     how far the game is
    points scots 10                            the score; `level WORDS` how the victory is called
    rolled 3                                   how many dice were rolled since the case began
    noted 11.22                                a forced step was logged under that rule
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

CASES = Path(__file__).parent / "cases"
BEFORE = {"plain", "ground", "unit", "leader"}
AFTER = {
    "dice", "chance", "do", "refuse", "offers", "lacks", "only", "each", "steps", "at", "rout", "face", "lance", "charge", "moved", "out",
    "disobeyed", "captured", "spent", "ends", "levels", "phase", "by", "turn", "over", "points", "level", "rolled", "noted",
}  # fmt: skip
SCENE = re.compile(r"(bannockburn|angorra) (\w+) (\w+) (\d+)$")
HEAD = re.compile(r"case (\S+) (\S+) (.+)$")


class Line(NamedTuple):
    """A line that says something: its number in the file, its first word, the rest."""

    number: int
    word: str
    rest: str


class Case(NamedTuple):
    """A rule case: its name, where it stands, the scene, the lines in order."""

    name: str
    rule: str
    told: str
    file: str
    title: str
    side: str
    phase: str
    turn: int
    lines: tuple[Line, ...]
    shared: tuple[Line, ...]  # those of the file; of its units only those of the title are there

    @property
    def plain(self) -> bool:
        return any(line.word == "plain" for line in self.lines)

    def ground(self) -> dict[str, dict[str, Any]]:
        """Return what the case changes of hexes."""
        changed: dict[str, dict[str, Any]] = {}
        for line in self.lines:
            if line.word == "ground":
                number, *words = line.rest.split()
                keys = changed.setdefault(number, {})
                for word in words:
                    keys["level" if word.isdigit() else "terrain"] = int(word) if word.isdigit() else word
        return changed


def read_cases(path: Path) -> Iterator[Case]:
    """Yield the cases of a file; ValueError for a line that says nothing known."""
    shared: list[Line] = []
    heads: list[tuple[re.Match[str], list[Line]]] = []
    for number, text in enumerate(path.read_text().splitlines(), 1):
        text = text.split("#")[0].strip()
        head = HEAD.match(text)
        if head:
            heads.append((head, []))
        elif text:
            (heads[-1][1] if heads else shared).append(_line(path, number, text))
    for head, own in heads:
        lines = [*shared, *own]
        scene = [match for line in lines if line.word == "scene" and (match := SCENE.match(line.rest))][-1]
        yield Case(head[1], head[2], head[3], path.name, scene[1], scene[2], scene[3], int(scene[4]), tuple(lines), tuple(shared))


def _line(path: Path, number: int, text: str) -> Line:
    if SCENE.match(text):
        return Line(number, "scene", text)
    word, _, rest = text.partition(" ")
    if word not in BEFORE | AFTER:
        raise ValueError(f"{path.name}:{number}: {text}")
    return Line(number, word, rest.strip())


def all_cases() -> list[Case]:
    """Return every case in the folder, by file."""
    return [case for path in sorted(CASES.glob("*.txt")) for case in read_cases(path)]

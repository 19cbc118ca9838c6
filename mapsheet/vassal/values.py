"""What a module is made of, as plain values: a board with its zones, pieces, and where they stand at the start.

Every place is a whole pixel of the board's picture.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

Pixel = tuple[int, int]


class Numbers(NamedTuple):
    """One half of a hex number: how many digits, or a letter; and the value of the first."""

    digits: int
    letter: bool
    first: int


class HexGrid(NamedTuple):
    """A regular grid: the centre of its first hex, the distance between lines and between hexes along a line, in pixels.

    `along` is the number that counts along a line, `across` the one of the lines; `lines_first` says which is printed first.
    `ahead` is true where the first line lies half a hex further along than the second. On a `sideways` grid lines are rows.
    """

    sideways: bool
    first: Pixel
    apart: float
    pitch: float
    ahead: bool
    across: Numbers
    along: Numbers
    lines_first: bool
    separator: str = ""
    edges: bool = False


class Region(NamedTuple):
    """A named point that pieces snap to."""

    name: str
    at: Pixel


class Zone(NamedTuple):
    """A part of the board, with a grid or with regions."""

    name: str
    path: tuple[Pixel, ...]
    grid: HexGrid | tuple[Region, ...]


class Board(NamedTuple):
    """The picture of a map, by its name in the module, with its size in pixels."""

    image: str
    width: int
    height: int
    zones: tuple[Zone, ...] = ()


class Piece(NamedTuple):
    """A counter with the pictures of its sides (`back` empty where there is none), its size in pixels, and whose it is."""

    id: str
    name: str
    front: str
    back: str
    width: int
    height: int
    side: str


class Placed(NamedTuple):
    """A piece as it stands at the start, turned clockwise by so many times 30 degrees, with its back up where it has one."""

    piece: Piece
    turned: int = 0
    back: bool = False


class Stack(NamedTuple):
    """Pieces at one place; with a `location` the place is also found by its name on the grid."""

    name: str
    at: Pixel
    pieces: tuple[Placed, ...]
    location: str = ""


class TurnTrack(NamedTuple):
    """The turns of a game by their names."""

    name: str
    turns: tuple[str, ...]


class Module(NamedTuple):
    """A whole module. `sides` names whose pieces there are by their ids, `players` who may take a seat.

    `left_out` says what of a set-up has no place on the board, in words.
    """

    title: str
    description: str
    board: Board
    images: Mapping[str, bytes]
    sides: Mapping[str, str] = {}
    players: tuple[str, ...] = ()
    pieces: tuple[Piece, ...] = ()
    stacks: tuple[Stack, ...] = ()
    turns: TurnTrack | None = None
    left_out: tuple[str, ...] = ()

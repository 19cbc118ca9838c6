"""Hex maps: numbering, sight, movement, facing, rout and drawing."""

from hexmap.asking import HexMap
from hexmap.grid import Corner, Grid, Hex, Hexside
from hexmap.pair import Faced, Pair
from hexmap.position import Position, Unit, read_position
from hexmap.reader import check, load, loads

__all__ = [
    "Corner",
    "Faced",
    "Grid",
    "Hex",
    "HexMap",
    "Hexside",
    "Pair",
    "Position",
    "Unit",
    "check",
    "load",
    "loads",
    "read_position",
]

"""Modules for VASSAL, the online table: values in, the bytes of a `.vmod` out; the same values give the same bytes."""

from mapsheet.vassal.archive import to_bytes
from mapsheet.vassal.pictures import Pieces, counters_of, draw_pieces
from mapsheet.vassal.values import Board, HexGrid, Module, Piece, Placed, Region, Stack, TurnTrack, Zone

__all__ = [
    "Board", "HexGrid", "Module", "Piece", "Pieces", "Placed", "Region", "Stack", "TurnTrack", "Zone", "counters_of",
    "draw_pieces", "to_bytes",
]

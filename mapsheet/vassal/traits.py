"""The traits that our pieces have: a side, two faces, a heading, and the piece itself."""

from __future__ import annotations

from collections.abc import Mapping

from mapsheet.vassal.sequence import Trait, join, piece_text
from mapsheet.vassal.values import Piece, Placed

HEADINGS = 12
FLIP, TURN, BACK, REMOVE, CLONE = "70,130", "93,130", "91,130", "68,130", "67,130"  # Ctrl with F ] [ D C
_NO_KEY = (0, "")


def side_text(side: str) -> str:
    """Return the prototype of a side: a mark that tells whose the piece is, and the commands that all pieces have."""
    marks = [
        Trait("mark;Side", join([side], ",")),
        Trait("delete;" + join(["Delete", REMOVE, ""], ";")),
        Trait("clone;" + join(["Clone", CLONE, ""], ";")),
    ]
    return piece_text([*marks, Trait("piece;" + join(["", "", "", ""], ";"), join(["null", 0, 0, "", 0], ";"))])


def slot_text(placed: Placed, number: int, prototypes: Mapping[str, str]) -> str:
    """Return the text of a piece with its own number, by the names of the sides' prototypes."""
    piece = placed.piece
    traits = [Trait("prototype;" + join([prototypes[piece.side]], ";")), _heading(placed.turned)]
    if piece.back:
        traits.append(_back(piece, up=placed.back))
    basic = join(["", "", piece.front, piece.name], ";")
    return piece_text([*traits, Trait("piece;" + basic, join(["null", 0, 0, number, 0], ";"))])


def _heading(turned: int) -> Trait:
    fields = [HEADINGS, TURN, BACK, "Turn right", "Turn left", "", "", "Heading", ""]
    return Trait("rotate;" + join(fields, ";"), str(turned % HEADINGS))


def _back(piece: Piece, *, up: bool) -> Trait:
    """Return the layer with the back: shown when the piece is flipped, over the front when it is not."""
    fields = [
        "Flip", *(128, "F"), "", *_NO_KEY, "", *_NO_KEY, "", "", "1", False, 0, 0,
        join([piece.back], ","), join([""], ","), True, "Back", "", "", False, "", 1, 1, False,
        FLIP, "", "", "", "1.0", "", True,
    ]
    return Trait("emb2;" + join(fields, ";"), "1" if up else "-1")

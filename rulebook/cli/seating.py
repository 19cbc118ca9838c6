"""Who plays: the kinds of players that a command is given, and the players of a game's header."""

from __future__ import annotations

from mapsheet.errors import NotationError, nearest

PERSON = "person"


def kinds_in(text: str, *, people: bool = True) -> list[str]:
    """Return kinds of players parted by commas, each perhaps with a seed: `greedy,random 17`.

    NotationError for a kind that there is not, and for people where programs alone will do.
    """
    from rulebook.players import KINDS, Seat

    known = [*KINDS, PERSON] if people else [*KINDS]
    kinds = [" ".join(part.split()) for part in text.split(",")]
    for kind in kinds:
        found = Seat.parsed(kind).kind
        if found == PERSON and not people:
            raise NotationError("programs as players, for nobody is asked here", text)
        if found not in known:
            raise NotationError(f"a player{nearest(found, known)}", found)
        if found == PERSON != kind:
            raise NotationError("a person without a seed", kind)
    return kinds

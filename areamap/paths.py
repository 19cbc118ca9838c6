"""Boards of paths that lead to a capital: towards and away, behind, front, holder, border, zones and their reserves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Unpack

from areamap.atlas import Atlas
from areamap.passage import DRAWING_ONLY, Passage, PassageOptions, kinds_of
from areamap.spaces import Cost, Space
from mapsheet.errors import NotationError, nearest

Fronts = Mapping[str, str | int | Space]
"""For each path the space, or its order, of the enemy that stands nearest to the capital."""
ENEMY, PLAYER = "enemy", "player"


class PathBoard:
    """The paths of a map with the fronts on them; spaces by id, name or alias. NotationError for what is on no path."""

    def __init__(self, board: Atlas, fronts: Fronts, options: PassageOptions) -> None:
        self.board = board
        by = options.get("by")
        self.passage = Passage(board, kinds_of(board, "path" if by is None else by), options)
        chains: dict[str, list[Space]] = {}
        for space in board.spaces.values():
            if space.path and space.order:
                chains.setdefault(space.path, []).append(space)
        self.chains = {path: tuple(sorted(chain, key=_order)) for path, chain in chains.items()}
        self.plans = {path: plan for path, plan in (board.art.board.paths if board.art else {}).items() if path in chains}
        self._fronts = {self._path(path): self._front(path, front) for path, front in fronts.items()}

    @property
    def paths(self) -> tuple[str, ...]:
        """Return the paths in the order of the file."""
        return tuple(self.chains)

    def chain(self, path: str) -> tuple[str, ...]:
        """Return the spaces of a path, from the capital outwards."""
        return tuple(space.id for space in self.chains[self._path(path)])

    def next_toward(self, space: str | Space) -> str | None:
        """Return the next space towards the capital; of the first the capital; None where no open link leads on."""
        return self._next(self.on_path(space), -1)

    def next_away(self, space: str | Space) -> str | None:
        """Return the next space away from the capital, None at the end of the path or where no open link leads on."""
        return self._next(self.on_path(space), 1)

    def distance(self, space: str | Space) -> int:
        """Return how far a space is from the capital along its path."""
        return _order(self.on_path(space))

    def behind(self, space: str | Space) -> tuple[str, ...]:
        """Return the spaces of the same path that are farther out, the nearest first."""
        here = self.on_path(space)
        return tuple(other.id for other in self.chains[here.path] if _order(other) > _order(here))

    def front(self, path: str) -> str:
        """Return the space of a path where the enemy stands; NotationError where no front was given."""
        name = self._path(path)
        if name not in self._fronts:
            raise NotationError(f"a front on path {name}", None)
        return self._fronts[name].id

    def has_front(self, path: str) -> bool:
        """Return whether a front was given for a path."""
        return self._path(path) in self._fronts

    def holder(self, space: str | Space) -> str:
        """Return `enemy` for the front and what lies behind it, else `player` (2.2.1)."""
        here = self.on_path(space)
        return ENEMY if _order(here) >= self.distance(self.front(here.path)) else PLAYER

    def enemy_spaces(self, path: str) -> tuple[str, ...]:
        """Return the spaces of a path that the enemy holds, the front first."""
        front = self.front(path)
        return (front, *self.behind(front))

    def border(self, path: str) -> str | None:
        """Return the last space before the front that the player holds, None where the enemy is next to the capital."""
        before = [space.id for space in self.chains[self._path(path)] if self.holder(space) == PLAYER]
        return before[-1] if before else None

    def held(self, trait: str, by: str = PLAYER) -> tuple[str, ...]:
        """Return the spaces with a trait on paths with a front that `player` or `enemy` holds, sorted."""
        chains = (self.chains[path] for path in self._fronts)
        return tuple(sorted(s.id for chain in chains for s in chain if trait in s.traits and self.holder(s) == by))

    def is_at_capital(self, path: str) -> bool:
        """Return whether the enemy of a path stands next to the capital."""
        return self.distance(self.front(path)) == 1

    def taken_with(self, space: str | Space) -> tuple[str, ...]:
        """Return a space and everything behind it, as what a colonist holds (10.6.7)."""
        return (self.on_path(space).id, *self.behind(space))

    def is_attackable(self, space: str | Space, colonists: Iterable[str | Space] = ()) -> bool:
        """Return whether an army can be attacked in a space: not on a Homeland (10.6), nor with or behind a colonist (10.6.7)."""
        here = self.on_path(space)
        return here.kind != "homeland" and all(here.id not in self.taken_with(colonist) for colonist in colonists)

    def annexes(self, space: str | Space) -> tuple[str, ...]:
        """Return the spaces drawn beside a space, sorted; nothing moves between them."""
        here = self.board.space(space)
        return tuple(sorted(link.other(here.id) for link in self.board.links_of[here.id] if link.kind in DRAWING_ONLY))

    def on_path(self, name: str | Space) -> Space:
        """Return a space of a path; NotationError where it lies on none."""
        space = self.board.space(name)
        if not space.path or not space.order:
            raise NotationError("a space on a path", name if isinstance(name, str) else space.id)
        return space

    def _next(self, here: Space, by: int) -> str | None:
        order = _order(here) + by
        for way in self.passage.ways(here.id):
            other = self.board.spaces[way.to]
            if other.order == order and (order == 0 or other.path == here.path):
                return other.id
        return None

    def die_path(self, face: int) -> str:
        """Return the path that a die's face picks; NotationError where it picks none."""
        for path, plan in self.plans.items():
            if plan.die == face and face:
                return path
        raise NotationError("a face of the die that picks a path", face)

    def _path(self, path: str) -> str:
        """Return the id of a path by that, its letter or its name."""
        if path in self.chains:
            return path
        for id_, plan in self.plans.items():
            if path in {plan.letter, plan.name}:
                return id_
        raise NotationError(f"a path of the map{nearest(str(path), sorted(self.chains))}", path)

    def _front(self, path: str, front: str | int | Space) -> Space:
        if isinstance(front, int) or (isinstance(front, str) and front.isascii() and front.isdigit()):
            found = [space for space in self.chains[self._path(path)] if space.order == int(front)]
            if not found:
                raise NotationError(f"an order on path {path}, 1 to {len(self.chains[self._path(path)])}", front)
            return found[0]
        space = self.on_path(front)
        if space.path != self._path(path):
            raise NotationError(f"a space on path {path}", space.id)
        return space


class Zone(NamedTuple):
    """The armies in a zone and in its reserves: pieces by id with the strength of the side they show."""

    armies: Mapping[str, Cost]
    reserves: Mapping[str, Cost]

    @property
    def is_attackable(self) -> bool:
        """Return whether an army may be driven out: the last one of a zone stays (10.6)."""
        return len(self.armies) > 1

    @property
    def is_full(self) -> bool:
        """Return whether no army is left in reserve."""
        return not self.reserves

    def weakest(self, *, in_reserve: bool = False) -> str | None:
        """Return the weakest piece, of equal ones the lowest id; None where there is none."""
        pieces = self.reserves if in_reserve else self.armies
        return min(pieces, key=lambda id_: (pieces[id_], id_), default=None)

    def strongest(self, *, in_reserve: bool = False) -> str | None:
        """Return the strongest piece, of equal ones the lowest id; None where there is none."""
        pieces = self.reserves if in_reserve else self.armies
        return min(pieces, key=lambda id_: (-pieces[id_], id_), default=None)


class OnPath(NamedTuple):
    """Where a space lies on its path, and who holds what of it where a front is given."""

    space: str
    path: str
    order: int
    toward: str | None
    away: str | None
    behind: tuple[str, ...]
    annexes: tuple[str, ...]
    front: str | None = None
    holder: str | None = None
    border: str | None = None
    enemy_spaces: tuple[str, ...] | None = None

    def to_json(self) -> dict[str, Any]:
        """Return `space path order distance toward away behind annexes front holder border enemy_spaces`."""
        found = {name: [*value] if isinstance(value, tuple) else value for name, value in self._asdict().items()}
        return {**found, "distance": self.order}


def path_board(board: Atlas, fronts: Fronts | None = None, **options: Unpack[PassageOptions]) -> PathBoard:
    """Return the paths of a map with fronts on some of them; by links of kind `path` where `by` does not say otherwise."""
    return PathBoard(board, fronts or {}, options)


def on_path(board: Atlas, name: str | Space, fronts: Fronts | None = None, **options: Unpack[PassageOptions]) -> OnPath:
    """Return where a space lies on its path; NotationError for one on no path, or a front that is none."""
    paths = path_board(board, fronts, **options)
    here = paths.on_path(name)
    found = OnPath(
        here.id, here.path, _order(here), paths.next_toward(here), paths.next_away(here), paths.behind(here),
        paths.annexes(here),
    )
    if not paths.has_front(here.path):
        return found
    return found._replace(
        front=paths.front(here.path), holder=paths.holder(here), border=paths.border(here.path),
        enemy_spaces=paths.enemy_spaces(here.path),
    )


def _order(space: Space) -> int:
    return space.order or 0

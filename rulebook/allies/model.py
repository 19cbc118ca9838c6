"""What the scheme of allies is played with, as the map file has it: powers, minors, flags on tracks, who may declare on whom."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from mapsheet.errors import NotationError, nearest

if TYPE_CHECKING:
    from areamap import AreaMap
    from areamap.aidplan import AidPlan

TITLE = "allies"
TABLE = "table"
NOBODY = "nobody"
ACTIVATE, DEACTIVATE = "activate", "deactivate"
LINES = (ACTIVATE, DEACTIVATE)
OTTOMAN, EMPIRE, SPAIN, ENGLAND = "ottoman", "empire", "spain", "england"
IRELAND, PORTUGAL = "ireland", "portugal"
ASLEEP, UNBORN = "", "not in play"
WITH_ARTICLE = (OTTOMAN, EMPIRE, "protestant", "papacy")
"""What a power is to one that has no ally, and where a minor is that has not come in."""


class Flag(NamedTuple):
    """A power's row on an influence track: its line, the value at the start, the box it goes back to.

    `line` and `start` are None where no text gives them.
    """

    line: str | None
    start: int | None
    default: int | None = None


class Model(NamedTuple):
    """The scheme before it is played; `order` is that of impulses, `names` stand in a sentence, `titles` alone."""

    order: tuple[str, ...]
    players: tuple[str, ...]
    allies: tuple[str, ...]
    minors: tuple[str, ...]
    names: Mapping[str, str]
    titles: Mapping[str, str]
    flags: Mapping[str, Mapping[str, Flag]]
    may_declare: frozenset[tuple[str, str]]
    controllers: Mapping[str, str]
    minor_allies: Mapping[str, str]
    victory_points: Mapping[str, int]
    baselines: Mapping[str, int]
    most_influence: int
    most_points: int
    turns: int

    @property
    def targets(self) -> tuple[str, ...]:
        """Every power and minor that a check can be made on."""
        return (*self.allies, *self.minors)

    def place(self, power: str) -> int:
        """Return where a power stands in the order of impulses, from 0."""
        return self.order.index(power)

    def with_flags(self, flags: Mapping[tuple[str, str], Flag]) -> Model:
        """Return the model with rows added or replaced, by power and target; a row that names no default box keeps its own."""
        merged = {target: dict(self.flags.get(target, {})) for target in self.targets}
        for (power, target), flag in flags.items():
            kept = merged[target].get(power, flag).default
            merged[target][power] = flag if flag.default is not None else flag._replace(default=kept)
        return self._replace(flags=merged)


@cache
def model() -> Model:
    """Return the scheme of the shipped title; DataError where its map lacks what the rules need."""
    from areamap import load

    return model_of(load(TITLE))


def model_of(board: AreaMap) -> Model:
    """Return the scheme of a map; NotationError where a track that the rules need is not there."""
    spaces = board.spaces
    groups = {id_: space.group if space.kind == "power" else space.kind for id_, space in spaces.items()}
    order = _boxes(board, "impulse_order")
    allies = tuple(power for power in order if groups[power] == "ally")
    minors = tuple(id_ for id_ in spaces if groups[id_] == "minor")
    points = {ally: board.track(f"baseline_{ally}") for ally in allies}
    boxes, homes = _boxes(board, "minors"), board.track("minors")
    return Model(
        order=order,
        players=tuple(power for power in order if groups[power] == "player"),
        allies=allies,
        minors=minors,
        names={id_: f"the {space.name}" if id_ in WITH_ARTICLE else space.name for id_, space in spaces.items()},
        titles={id_: space.name for id_, space in spaces.items()},
        flags={target: _flags(board, target) for target in (*allies, *minors)},
        may_declare=frozenset((link.a, link.b) for link in board.links if link.kind == "may_declare_on"),
        controllers={link.b: link.a for link in board.links if link.kind == "controls"},
        minor_allies={minor: _home(boxes[homes.at[minor] or 0]) for minor in minors},
        victory_points={ally: track.at["vp"] or 0 for ally, track in points.items()},
        baselines={ally: at for ally, track in points.items() if (at := track.at["baseline"]) is not None},
        most_influence=len(_boxes(board, f"influence_{allies[0]}")) - 1,
        most_points=len(_boxes(board, f"baseline_{allies[0]}")) - 1,
        turns=len(_boxes(board, "turn")),
    )


def _boxes(board: AreaMap, name: str) -> tuple[str, ...]:
    return board.track(name).plan.boxes


def _home(box: str) -> str:
    return ASLEEP if box == "asleep" else box


def _flags(board: AreaMap, target: str) -> dict[str, Flag]:
    links = [link for link in board.links if link.kind == "influence" and link.b == target]
    defaults = _defaults(board.art.aid if board.art else None, target)
    return {link.a: Flag(link.group or None, link.value, defaults.get(link.a)) for link in links}


def _defaults(aid: AidPlan | None, target: str) -> Mapping[str, int]:
    """Return the default boxes of a track as the aid shows them."""
    from areamap.aidplan import TracksPanel

    panels = [panel for panel in aid.panels.values() if isinstance(panel, TracksPanel)] if aid else []
    return next((strip.default for panel in panels for strip in panel.strips if strip.target == target), {})


# -- rows of the table's own copy ------------------------------------------------------------------------------------

FLAG_FORM = "POWER on TARGET activate|deactivate VALUE [default BOX], parted by commas"


def parse_flags(found: Model, text: object) -> dict[tuple[str, str], Flag]:
    """Return the rows in a text such as `spain on papacy activate 2 default 1, empire on venice deactivate 0`.

    NotationError for another form, a power or target that there is not, and a value that is no box.
    """
    if not isinstance(text, str):
        raise NotationError(FLAG_FORM, text)
    return dict(_parse_flag(found, part.split()) for part in text.split(",") if part.strip())


def _parse_flag(found: Model, words: list[str]) -> tuple[tuple[str, str], Flag]:
    match words:
        case [power, "on", target, line, value]:
            default = None
        case [power, "on", target, line, value, "default", box]:
            default = box
        case _:
            raise NotationError(FLAG_FORM, " ".join(words))
    if power not in found.order:
        raise NotationError(f"a power{nearest(power, list(found.order))}", power)
    if target not in found.targets or target == power:
        raise NotationError(f"a power or minor that can be checked{nearest(target, list(found.targets))}", target)
    if line not in LINES:
        raise NotationError(f"a line, {' or '.join(LINES)}", line)
    if target in found.allies and (power in found.allies) != (line == DEACTIVATE) and power != SPAIN:
        raise NotationError("the line of an ally's track: players activate, other allies deactivate", line)
    return (power, target), Flag(line, _box(found, value), None if default is None else _box(found, default))


def _box(found: Model, text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 3 and int(text) <= found.most_influence:
        return int(text)
    raise NotationError(f"a box from 0 to {found.most_influence}", text)

"""A bare battlefield for tests: the grid of a title without its ground, and only the pieces that are put there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from mapsheet.source import find_source
from rulebook.battles import rules, sequence
from rulebook.battles.engine import BattleRules
from rulebook.battles.model import Battle
from rulebook.rules import State

WAITING = {"bannockburn": {"Linc": "2901", "MOR": "2934"}, "angorra": {"SUL": "3401", "KHA": "3429"}}


class Dice:
    """A table whose dice are given; more are not rolled."""

    def __init__(self, dice: Sequence[int] = ()) -> None:
        self.dice, self.notes = [*dice], list[tuple[str, str]]()

    def roll(self, purpose: str, *, rule: str, sides: int = 6) -> int:
        assert self.dice, f"no die for {purpose} ({rule})"
        assert self.dice[0] <= sides
        return self.dice.pop(0)

    def note(self, text: str, *, rule: str) -> None:
        self.notes.append((text, rule))


class Field:
    """A battle in a phase with the named pieces alone; ids without their side (`hereford-1`), leaders by their letters.

    A leader of each side waits in a corner, so that no Movement Phase ends before its time; he is not spoken of.
    """

    def __init__(self, title: str = "bannockburn", *, ground: dict[str, str] | None = None, **options: Any) -> None:
        self.table = Dice()
        self.rules: BattleRules = rules(title)
        self.state: State = self.rules.start({"overrides": _bare(title, _spelled(ground or {})), **options}, self.table)
        self.battle: Battle = self.rules.battle(self.state)
        self.ids = {id_.partition("/")[2]: id_ for id_ in self.battle.units} | self.battle.by_tag
        for unit in self.state["units"].values():
            unit.update(at="", out="eliminated", face=0, lance=False)
        for leader in self.state["leaders"].values():
            leader.update(at="", captured="nobody")
        for name, at in WAITING[title].items():
            self.put(name, at)

    def put(self, name: str, at: str, **told: Any) -> Field:
        """Place a unit or a leader."""
        id_ = self.ids[name]
        if id_ in self.state["leaders"]:
            self.state["leaders"][id_].update(at=at, captured="", **told)
        else:
            self.state["units"][id_].update(at=at, out="", **told)
        return self

    def begin(self, side: str, *, phase: str = "move", turn: int = 1, dice: Sequence[int] = ()) -> Field:
        """Begin a phase of a side's Player-Turn."""
        self.state.update(side=side, phase=phase, turn=turn)
        self.table.dice = [*dice]
        sequence.begin(self.battle, self.state, self.table)
        return self

    def __getitem__(self, name: str) -> dict[str, Any]:
        id_ = self.ids[name]
        found: dict[str, Any] = self.state["leaders"].get(id_) or self.state["units"][id_]
        return found

    @property
    def spent(self) -> int:
        """The points that the piece under way has spent."""
        points: int = self.state["now"]["spent"]
        return points

    def actions(self) -> list[str]:
        unsaid = {f"pick {name}" for name in WAITING[self.rules.title]}
        return [action for action in self.rules.actions(self.state) if action not in unsaid]

    def offers(self, *verbs: str) -> list[str]:
        """Return the actions that begin with a word."""
        return [action for action in self.actions() if action.split()[0] in verbs]

    def do(self, *actions: str, dice: Sequence[int] = ()) -> Field:
        """Carry actions out, each legal when it is taken; the state breaks no invariant after any."""
        self.table.dice += dice
        for action in actions:
            assert action in self.actions(), f"{action}: {self.rules.refusal(self.state, action)}; legal: {self.actions()}"
            self.rules.apply(self.state, action, self.table)
            assert not (wrong := list(self.rules.broken(self.state))), wrong
        return self

    def refuses(self, action: str, rule: str) -> None:
        """Hold the rules to refusing an action by a rule."""
        assert action not in self.actions()
        told = self.rules.refusal(self.state, action)
        assert rule in told.rpartition("(")[2].rstrip(")").split(", "), told


def _spelled(ground: dict[str, str]) -> str:
    """Return tables of hexes from `marsh`, `2` (a level) or `marsh 2`."""
    lines = []
    for number, words in ground.items():
        lines.append(f"[hex.{number}]")
        lines += [f"level = {word}" if word.isdigit() else f'terrain = "{word}"' for word in words.split()]
    return "\n".join(lines)


@cache
def _bare(title: str, ground: str) -> str:
    """Write overrides that clear the ground of a title but for some hexes; return their path."""
    written, lines = find_source(title).read_text(), ["[hexes]"]
    for key, sign in (("terrain", "."), ("level", "0")):
        raster = re.search(rf'^{key} = """\n(.*?)"""', written, re.DOTALL | re.MULTILINE)
        assert raster
        lines += [f'{key} = """', re.sub(r"[^\s_]", sign, raster[1]) + '"""']
    path = Path(mkdtemp(prefix="field-")) / "overrides.toml"
    path.write_text("\n".join([*lines, ground, ""]))
    return str(path)

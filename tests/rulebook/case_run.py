"""Builds what a rule case starts from, does what it says, and holds the rules to what must be true then.

A state is built as the doc string of `rulebook.battles.state` describes it: one of set-up with nobody on the map, into which the
units of the case are put; the sequence then begins the phase.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

import rulebook
from mapsheet.errors import IllegalAction, NotationError
from rulebook.battles import sequence
from rulebook.battles.model import Battle
from rulebook.dice import Die
from rulebook.game import _Recorder
from rulebook.log import Note
from tests.rulebook.casebook import Case, Line
from tests.rulebook.slow_ground import NAMES, Ground

MANOEUVRES = {
    "forward-left", "forward-right", "pivot-left", "pivot-right", "sideways-left", "sideways-right", "about-face",
}  # fmt: skip
MOST_WAYS = 3000  # decisions gone through for all ends of a phase


def overrides(case: Case, folder: Path) -> str:
    """Write the ground of a case as a file of overrides and return its path, "" where nothing differs from the title's map."""
    lines = []
    if case.plain:
        ground = Ground(case.title, blank=True)
        columns, rows = (max(h[i] for h in ground.terrain) for i in (0, 1))
        for key, sign in (("terrain", "."), ("level", "0")):
            told = ("".join(sign if (c, r) in ground.terrain else " " for c in range(1, columns + 1)) for r in range(1, rows + 1))
            lines += ["[hexes]"] * (key == "terrain") + [f'{key} = """', *told, '"""']
    for number, keys in case.ground().items():
        lines += [
            f"[hex.{number}]",
            *(f"{key} = {value}" if key == "level" else f'{key} = "{value}"' for key, value in keys.items()),
        ]
    if not lines:
        return ""
    text = "\n".join(lines) + "\n"
    path = folder / f"{case.title}-{blake2b(text.encode(), digest_size=8).hexdigest()}.toml"
    path.write_text(text)
    return str(path)


class Run:
    """A case under way."""

    def __init__(self, case: Case, folder: Path) -> None:
        self.case = case
        self.game = rulebook.new(case.title, seed=1, overrides=overrides(case, folder))
        self.battle: Battle = self.game.rules.battle(self.game.state)  # type: ignore[attr-defined]
        self.by_name = {id_.partition("/")[2]: id_ for id_ in self.battle.pieces}
        self.dice: list[int] = []
        self.is_chancy = any(line.word == "chance" for line in case.lines)
        self.start = 0

    def go(self) -> None:
        """Build the position, begin the phase, and go through the lines."""
        self._place()
        self.dice = self._first_dice()
        self.start = len(self.game.entries)
        given = None if self.is_chancy else self.dice
        sequence.begin(self.battle, self.game.state, _Recorder(self.game._stream, self.game.entries, given))
        self.game._actions = None
        given_first = self._first_dice_lines()
        for line in self.case.lines:
            if line not in given_first and line.word in CHECKS:
                try:
                    CHECKS[line.word](self, line.rest)
                except (AssertionError, IllegalAction, NotationError, KeyError, ValueError, StopIteration) as error:
                    raise AssertionError(self._told(line, error)) from error
        assert self.dice == [], f"{self.case.file} {self.case.name}: dice not used: {self.dice}"

    def _told(self, line: Line, error: Exception) -> str:
        state = self.game.state
        told = [f"{self.case.file}:{line.number} {self.case.name} ({self.case.rule}): {line.word} {line.rest}", f"  {error!r}"]
        told += [
            f"  turn {state['turn']} {state['side']} {state['phase']} by {state['by']}: {'; '.join(self.game.actions())[:600]}"
        ]
        return "\n".join(told + [f"  {entry}" for entry in self.game.entries[self.start :]][-25:])

    # -- before ----------------------------------------------------------------------------------------------------------

    def _place(self) -> None:
        state = self.game.state
        for unit in state["units"].values():
            unit.update(at="", lance=False, out="", face=0)
        for leader in state["leaders"].values():
            leader.update(at="", captured="")
        state.update(turn=self.case.turn, side=self.case.side, phase=self.case.phase, by="", now={})
        for line in self.case.lines:
            name = line.rest.split(" ")[0]
            if line.word == "unit" and (name in self.by_name or line not in self.case.shared):
                self._unit(*line.rest.split())
            elif line.word == "leader":
                self._leader(*line.rest.split())

    def _unit(self, name: str, at: str, *words: str) -> None:
        id_ = self.by_name[name]
        piece, unit = self.battle.pieces[id_], self.game.state["units"][id_]
        if at in ("eliminated", "off"):
            unit.update(out=at)
            at = ""
        unit.update(at=at, lance=piece.lance)
        rest = iter(words)
        for word in rest:
            if word in ("face", "rout"):
                unit[word] = int(next(rest))
            elif word == "charge":
                unit["charge"] = self.by_name[next(rest)]
            elif word == "nolance":
                unit["lance"] = False
            elif word in ("moved", "shot", "fought"):
                unit[word] = True
            else:
                raise ValueError(word)
        if piece.faces[unit["face"]].kind != "horse":
            unit["lance"] = False

    def _leader(self, tag: str, at: str, *words: str) -> None:
        id_ = self.battle.by_tag[tag]
        leader = self.game.state["leaders"][id_]
        if at == "captured":
            leader["captured"] = self.battle.other(self.battle.pieces[id_].side)
        else:
            leader.update(at=at, **dict.fromkeys(words, True))

    def _first_dice_lines(self) -> list[Line]:
        """Return the dice that are there when the phase begins: those before anything is done or asked."""
        found = []
        for line in self.case.lines:
            if line.word == "dice":
                found.append(line)
            elif line.word in CHECKS:
                break
        return found

    def _first_dice(self) -> list[int]:
        return [int(die) for line in self._first_dice_lines() for die in line.rest.split()]

    # -- done ------------------------------------------------------------------------------------------------------------

    def do(self, action: str) -> None:
        """Carry an action out with as many of the waiting dice as it takes, and no others."""
        for count in range(len(self.dice), -1, -1):
            try:
                self.game.do(action, dice=None if not count and self.is_chancy else self.dice[:count])
            except NotationError:
                if count:
                    continue
                raise
            del self.dice[:count]
            return

    def finish_phase(self) -> None:
        """Pass until the phase of the case is over."""
        while self.game.state["phase"] == self.case.phase and not self.game.over:
            self.do("pass")

    def actions(self) -> set[str]:
        return {_sorted_tags(action) for action in self.game.actions()}

    def piece(self, name: str) -> dict[str, Any]:
        id_ = self.by_name.get(name) or self.battle.by_tag[name]
        state = self.game.state
        found: dict[str, Any] = state["units"].get(id_) or state["leaders"][id_]
        return found

    def ends(self, name: str) -> set[tuple[str, str]]:
        """Return where a piece may be when the phase is over, or how it is out, each with its level."""
        found: set[tuple[str, str]] = set()
        waiting, phase = [self.game.copy()], self.case.phase
        for _ in range(MOST_WAYS):
            if not waiting:
                return found
            game = waiting.pop()
            if game.state["phase"] != phase or game.over:
                twin, self.game = self.game, game
                piece = self.piece(name)
                self.game = twin
                found.add((piece["at"] or piece["out"], "out" if piece["out"] else str(piece["rout"])))
                continue
            for action in game.actions():
                waiting.append(game.copy())
                waiting[-1].do(action)
        raise AssertionError("too many ways")


def _sorted_tags(action: str) -> str:
    head, mark, tags = action.partition(" with ")
    return f"{head}{mark}{','.join(sorted(tags.split(',')))}" if mark else action


def parts(text: str) -> list[str]:
    return [] if text.strip() == "-" else [_sorted_tags(part.strip()) for part in text.split(";")]


# -- what the lines ask -------------------------------------------------------------------------------------------------------


def _dice(run: Run, rest: str) -> None:
    run.dice += [int(die) for die in rest.split()]


def _do(run: Run, rest: str) -> None:
    for action in rest.split(";"):
        if action.strip() == "done":
            run.finish_phase()
        else:
            run.do(action.strip())


def _refuse(run: Run, rest: str) -> None:
    action, _, rule = rest.partition(" : ")
    told = "accepted"
    try:
        run.game.copy().do(action.strip())
    except IllegalAction as error:
        told = str(error)
    assert re.search(rf"[( ,]({rule.strip()})[) ,]", told), told


def _offers(run: Run, rest: str) -> None:
    assert set(parts(rest)) <= run.actions(), "not offered"


def _lacks(run: Run, rest: str) -> None:
    assert not set(parts(rest)) & run.actions(), "offered"


def _only(run: Run, rest: str) -> None:
    assert run.actions() == set(parts(rest)), "others"


def _each(run: Run, rest: str) -> None:
    word, _, told = rest.partition(" : ")
    found = {action.partition(" ")[2] for action in run.actions() if action.startswith(f"{word.strip()} ")}
    assert found == set(parts(told)), sorted(found)


def _steps(run: Run, rest: str) -> None:
    words = MANOEUVRES | set(NAMES[run.case.title])
    assert run.actions() & words == set(rest.split()) - {"-"}, sorted(run.actions() & words)


def _pairs(rest: str) -> Iterator[tuple[str, str]]:
    for part in rest.split(";"):
        name, value = part.split()
        yield name, value


def _where(run: Run, rest: str) -> None:
    for name, at in _pairs(rest):
        assert (run.piece(name)["at"] or "-") == at, run.piece(name)


def _value(key: str) -> Callable[[Run, str], None]:
    def check(run: Run, rest: str) -> None:
        for name, told in _pairs(rest):
            found = run.piece(name)[key]
            if isinstance(found, bool):
                assert found is (told == "yes"), f"{key}: {found}"
            elif isinstance(found, int):
                assert found == int(told), f"{key}: {found}"
            else:
                assert (found.partition("/")[2] or found or "-") == told, f"{key}: {found!r}"

    return check


def _spent(run: Run, rest: str) -> None:
    now = run.game.state["now"]
    assert now.get("spent") == int(rest), now


def _ends(run: Run, rest: str) -> None:
    name, _, told = rest.partition(" : ")
    found = {at for at, _ in run.ends(name.strip())}
    assert found == set(parts(told)), sorted(found)


def _levels(run: Run, rest: str) -> None:
    name, _, told = rest.partition(" : ")
    found = {level for _, level in run.ends(name.strip())}
    assert found == set(parts(told)), sorted(found)


def _state(key: str) -> Callable[[Run, str], None]:
    def check(run: Run, rest: str) -> None:
        assert str(run.game.state[key]) == rest, run.game.state[key]

    return check


def _over(run: Run, rest: str) -> None:
    assert run.game.over is (rest == "yes")


def _points(run: Run, rest: str) -> None:
    side, told = rest.split()
    score = run.game.score()
    assert score["points"][side] == int(told), score


def _level(run: Run, rest: str) -> None:
    score = run.game.score()
    assert rest in f"{score['winner']} {score['level']}", score


def _rolled(run: Run, rest: str) -> None:
    found = sum(isinstance(entry, Die) for entry in run.game.entries[run.start :])
    assert found == int(rest), found


def _noted(run: Run, rest: str) -> None:
    found = {entry.rule for entry in run.game.entries[run.start :] if isinstance(entry, Note)}
    assert rest == "-" or any(rule == rest or re.fullmatch(rf"{rest}\d*", rule) for rule in found), sorted(found)


CHECKS: dict[str, Callable[[Run, str], None]] = {
    "dice": _dice, "do": _do, "refuse": _refuse, "offers": _offers, "lacks": _lacks, "only": _only, "each": _each,
    "steps": _steps, "at": _where, "spent": _spent, "ends": _ends, "levels": _levels, "over": _over, "points": _points,
    "level": _level,    "rolled": _rolled, "noted": _noted,
    **{key: _value(key) for key in ("rout", "face", "lance", "charge", "moved", "out", "disobeyed", "captured")},
    **{key: _state(key) for key in ("phase", "by", "turn")},
}  # fmt: skip

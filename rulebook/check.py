"""Random play with every invariant on: what any game must keep, whatever its rules; what fails is shrunk to a short log."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from hashlib import blake2b
from time import perf_counter, process_time
from typing import Any, NamedTuple

from mapsheet.errors import IllegalAction, NotationError, clipped
from rulebook.cores import over_all
from rulebook.dice import Die, Stream
from rulebook.game import Game
from rulebook.log import NONE, Entry, Note, parse_log
from rulebook.players import Seat, seated
from rulebook.replay import again


class Limits(NamedTuple):
    """How much of each game is looked at, what is too long (seconds of the processor), who plays: one kind after the other."""

    looks: int = 20  # decisions looked at from all sides
    ahead: int = 100  # decisions that a game read back is followed
    steps: int = 50_000
    seconds: float = 120.0
    shrinking: float = 30.0
    players: tuple[str, ...] = ("random", "eager")


LIMITS = Limits()
BETWEEN_SUMS = 4  # decisions; so often the states of a game and of its replay are compared
Options = Mapping[str, Any]


class Broken(Exception):  # noqa: N818 - a finding, not a fault of the caller
    """Something that no game may do; says what."""


class Failure(NamedTuple):
    """A game that failed: what went wrong, after which decision, by which action, and the shortest log found that leads there."""

    what: str
    action: str
    decisions: int
    lines: tuple[str, ...]


class Checked(NamedTuple):
    """One game of a check: how it ended, how long it and its lists of actions were, what of the rules came up."""

    seed: int
    outcome: str
    decisions: int
    offered: float
    longest: int
    slowest: float  # ms within which 95 % of the lists were made
    copying: float  # ms of a copy
    seconds: float
    rules: frozenset[str]
    failure: Failure | None


def check(
    title: str, *, games: int = 10, seed: int = 0, options: Options = NONE, limits: Limits = LIMITS, cores: int = 1
) -> list[Checked]:
    """Play games of one seed after the other and return what was found; NotationError as from `new`."""
    return [*checking(title, games=games, seed=seed, options=options, limits=limits, cores=cores)]


def checking(
    title: str, *, games: int, seed: int = 0, options: Options = NONE, limits: Limits = LIMITS, cores: int = 1
) -> Iterator[Checked]:
    """Yield what `check` returns, game by game."""
    Game(title, options, seed=seed)  # tells at once what there is not, as the players do
    for kind in limits.players:
        Seat(kind).player("")
    task = partial(check_game, title, dict(options), limits)
    yield from over_all(task, range(seed, seed + games), cores=cores)


def coverage(checked: Iterable[Checked]) -> Counter[str]:
    """Return in how many games each rule came up, as dice and notes name them."""
    return Counter(rule for each in checked for rule in each.rules)


def check_game(title: str, options: Options, limits: Limits, seed: int) -> Checked:
    """Check one game of a seed: played once, then again from its log with a closer look at some decisions."""
    run = _Run(title, seed, options, limits)
    try:
        run.play()
        run.replay()
    except Exception as error:
        return run.result(run.failure(error))
    return run.result(None)


class _Run:
    """One game under check."""

    def __init__(self, title: str, seed: int, options: Options, limits: Limits) -> None:
        self.title, self.seed, self.options, self.limits = title, seed, options, limits
        self.kind = limits.players[seed % len(limits.players)]
        self.game = self._begun()
        self.trail: list[str] = []
        self.digests: dict[int, bytes] = {}
        self.times: list[float] = []
        self.lengths: list[int] = []
        self.started = process_time()
        self.looked: Game | None = None  # at which the second look stands
        self.action = ""

    def _begun(self) -> Game:
        return seated(self.title, [self.kind], seed=self.seed, options=self.options)

    def play(self) -> None:
        """Play to the end."""
        dice, game = Stream(self.seed, stream="check"), self.game
        players = {side: Seat(self.kind, self.seed).player(side) for side in game.rules.sides}
        while True:
            self.action = ""
            before = perf_counter()
            actions = game.actions()
            self.times.append((perf_counter() - before) * 1000)
            self.lengths.append(len(actions))
            look(game, dice, self.trail)
            if game.over or len(self.trail) % BETWEEN_SUMS == 0:
                self.digests[len(self.trail)] = digest(game.state)
            self._refuse_endless()
            if game.over:
                return
            self.action = players[game.decider].choose(game)
            accept(game, self.action)
            self.trail.append(self.action)

    def _refuse_endless(self) -> None:
        if len(self.trail) > self.limits.steps:
            raise Broken(f"has not ended after {self.limits.steps:,} decisions")
        if process_time() - self.started > self.limits.seconds:
            raise Broken(f"takes more than {self.limits.seconds:g} seconds")

    def replay(self) -> None:
        """Play again from the log, with a close look at some decisions drawn by the seed."""
        dice, self.action = Stream(self.seed, stream="looks"), ""
        total = len(self.trail) + 1
        chosen = {dice.choice(total) for _ in range(self.limits.looks)}
        for game in again(parse_log("\n".join(self.game.lines()), "the log")):
            self.looked = game
            if game.decisions in self.digests and digest(game.state) != self.digests[game.decisions]:
                raise Broken("replay of the log gives another state")
            if game.decisions in chosen:
                look_closely(game, dice, ahead=self.limits.ahead)
        if self.looked is None or self.looked.decisions + 1 != total:
            raise Broken("replay of the log gives another number of decisions")

    def result(self, failure: Failure | None) -> Checked:
        """Return what was found."""
        game, seconds = self.game, process_time() - self.started
        before = perf_counter()
        for _ in range(0 if failure else 10):
            game.copy()
        copying = (perf_counter() - before) * 100
        lengths = self.lengths[:-1] or [0]
        return Checked(
            self.seed,
            "failed" if failure else outcome(game),
            game.decisions,
            sum(lengths) / len(lengths),
            max(lengths),
            sorted(self.times)[int(len(self.times) * 0.95)] if self.times else 0.0,
            copying,
            seconds,
            frozenset(rules_in(game.entries)),
            failure,
        )

    def failure(self, error: Exception) -> Failure:
        """Return a failure with the shortest way to it that was found."""
        looked = self.looked
        trail = self.trail if looked is None else self.trail[: looked.decisions]
        trail = [*trail, self.action] if self.action else trail
        attempt = partial(_attempt, begun=self._begun, seed=self.seed, closely=looked is not None)
        short, what = shrunk(trail, signature_of(error), attempt, seconds=self.limits.shrinking)
        game = self._begun()
        last = ""
        for action in short:
            try:
                game.do(action)
            except Exception:
                last = action
                break
        return Failure(what or said(error), last, game.decisions, tuple(game.lines()))


def outcome(game: Game) -> str:
    """Return how a game ended in words: the winner and the level, as far as the score has them."""
    score = game.score()
    winner, level = (str(score.get(key) or "") for key in ("winner", "level"))
    return f"{winner} ({level})" if winner and level else winner or level or "ended"


def rules_in(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the rules that dice and notes name."""
    for entry in entries:
        if isinstance(entry, Die | Note) and entry.rule:
            yield entry.rule


def digest(state: dict[str, Any]) -> bytes:
    """Return a short sum of a state; Broken where it is not made of plain JSON values."""
    try:
        text = json.dumps(state, sort_keys=True, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise Broken(f"the state is no JSON: {error}") from None
    return blake2b(text.encode(), digest_size=12).digest()


def look(game: Game, dice: Stream, seen: list[str]) -> None:
    """Raise Broken where a decision is not as it must be: who decides, the list of actions, what is refused, the invariants."""
    if broken := [*game.rules.broken(game.state)]:
        raise Broken(f"broken: {broken[0]}")
    actions = game.actions()
    if game.over:
        return _look_at_end(game)
    if game.decider not in game.rules.sides:
        raise Broken(f"decides who is no side: {clipped(game.decider)}")
    if not actions:
        raise Broken("nothing may be done, and the game is not over")
    if list(actions) != sorted(set(actions)):
        raise Broken("the actions are not sorted, each once")
    if strange := [action for action in actions if not isinstance(action, str) or not action.isprintable() or not action]:
        raise Broken(f"is no action: {clipped(strange[0])}")
    _refused(game, _other_than(actions, dice, seen))
    return None


def _look_at_end(game: Game) -> None:
    if game.actions():
        raise Broken("the game is over, and something may be done")
    if not {"winner", "level"} <= game.score().keys():
        raise Broken("the score of a game that is over lacks winner and level")


def _other_than(actions: tuple[str, ...], dice: Stream, seen: list[str]) -> str:
    """Return a text that is none of the actions but looks like one: an earlier one, or one a little changed."""
    legal = set(actions)
    for _ in range(4):
        if seen and (old := seen[dice.choice(len(seen))]) not in legal:
            return old
    one = actions[dice.choice(len(actions))]
    changed = (one[:-1], f"{one} ", f"{one}9", one.upper(), one[::-1], "", " ".join(one.split()[::-1]), f"{one} {one}")
    start = dice.choice(len(changed))
    return next(text for text in (*changed[start:], *changed, f"{one} no {one}") if text not in legal)


def _refused(game: Game, action: str) -> None:
    try:
        game.action(action)
    except IllegalAction as error:
        if not str(error).removeprefix(f"{action}: ").strip():
            raise Broken(f"is refused without a reason: {clipped(action)}") from None
    except NotationError:
        return
    else:
        raise Broken(f"is not offered and accepted: {clipped(action)}")


def look_closely(game: Game, dice: Stream, *, ahead: int) -> None:
    """Raise Broken where a decision fails from another side: each action done, the state read back, decisions taken back."""
    before = digest(game.state)
    _accepts_all(game)
    _reads_back(game, dice, ahead)
    _takes_back(game, dice)
    for value in [game.score(), *(game.view(side) for side in game.rules.sides)]:
        digest(value)
    if digest(game.state) != before:
        raise Broken("what copies do changes the game")


def _accepts_all(game: Game) -> None:
    for action in game.actions():
        accept(game.copy(), action)


def accept(game: Game, action: str) -> tuple[Entry, ...]:
    """Carry an action out that was offered, and return what came of it; Broken where it is refused."""
    try:
        return game.do(action)
    except (IllegalAction, NotationError) as error:
        raise Broken(f"is offered and not accepted: {action}: {error}") from None


def _reads_back(game: Game, dice: Stream, ahead: int) -> None:
    """Read the state back from JSON and follow both games on with the same actions."""
    own, other = game.copy(), game.copy()
    other.state = json.loads(json.dumps(game.state))
    if other.state != game.state:
        raise Broken("the state read back from JSON is another")
    other._actions = None  # noqa: SLF001 - to be made from what was read
    for _ in range(ahead):
        if own.actions() != other.actions():
            raise Broken("a state read back from JSON offers other actions")
        if own.over:
            break
        action = own.actions()[dice.choice(len(own.actions()))]
        if accept(own, action) != accept(other, action):
            raise Broken("a state read back from JSON goes on otherwise")
    if own.state != other.state:
        raise Broken("a state read back from JSON comes to another state")


def _takes_back(game: Game, dice: Stream) -> None:
    """Do some actions on a copy and take back what can be."""
    twin, states = game.copy(), {game.decisions: digest(game.state)}
    for _ in range(12):
        if twin.over:
            break
        accept(twin, twin.actions()[dice.choice(len(twin.actions()))])
        states[twin.decisions] = digest(twin.state)
    while twin.undoable and twin.decisions > game.decisions:
        twin.undo(1 + dice.choice(min(twin.undoable, twin.decisions - game.decisions)))
        if digest(twin.state) != states[twin.decisions]:
            raise Broken("taking back does not restore the state")
        if twin.actions() != tuple(twin.rules.actions(twin.state)):
            raise Broken("taking back does not restore the actions")


# shrinking


def said(error: Exception) -> str:
    """Return what an error says; where it is no finding of this kit, with its kind."""
    return str(error) if isinstance(error, Broken) else f"{type(error).__name__}: {error}"


def signature_of(error: Exception) -> str:
    """Return what failures have alike when they are one: the message without numbers, and where it was raised."""
    trace, place = error.__traceback__, ""
    while trace is not None:
        place, trace = trace.tb_frame.f_code.co_name, trace.tb_next
    words = str(error).partition(": ")[0] if isinstance(error, Broken) else type(error).__name__
    return re.sub(r"\d+", "#", f"{place} {words}")


Attempt = Callable[[list[str]], tuple[list[str], Exception | None]]


def _attempt(actions: list[str], *, begun: Callable[[], Game], seed: int, closely: bool) -> tuple[list[str], Exception | None]:
    """Do the actions that are legal in their turn, with a look at each; return those done and what went wrong."""
    game, done, dice = begun(), list[str](), Stream(seed, stream="check")
    try:
        look(game, dice, done)
        for action in actions:
            if action in game.actions():
                done.append(action)
                accept(game, action)
                digest(game.state)
                look(game, dice, done)
        if closely:
            _replays(game)
            for _ in range(3):
                look_closely(game, dice, ahead=100)
    except Exception as error:
        return done, error
    return done, None


def _replays(game: Game) -> None:
    states = [digest(moment.state) for moment in again(parse_log("\n".join(game.lines()), "the log"))]
    if states[-1] != digest(game.state):
        raise Broken("replay of the log gives another state")


def shrunk(actions: list[str], signature: str, attempt: Attempt, *, seconds: float) -> tuple[list[str], str]:
    """Return the fewest actions found that still fail alike, by leaving out ever smaller parts in time, and what fails."""
    ends = process_time() + seconds
    best, what = actions, ""

    def fails(tried: list[str]) -> bool:
        nonlocal best, what
        done, error = attempt(tried)
        alike = error is not None and signature_of(error) == signature
        if alike and error is not None:
            best, what = done, said(error)
        return alike

    size = len(best) // 2 if fails(actions) else 0
    while size and process_time() < ends:
        start, before = 0, len(best)
        while start < len(best) and process_time() < ends:
            if not fails(best[:start] + best[start + size :]):
                start += size
        if len(best) == before or size > 1:
            size //= 2
    return best, what

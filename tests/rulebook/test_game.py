"""The contract: legal actions and no others, undo and redo, copies, dice that were entered, logs that replay or tell why not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rulebook
from mapsheet.errors import DataError, IllegalAction, NotationError
from rulebook.dice import Die, Stream
from rulebook.game import Game
from rulebook.log import Did, Note, parse_log, read_log, told
from rulebook.replay import load, replayed
from rulebook.rules import Table

pytestmark = pytest.mark.usefixtures("tiny_games")
bursts = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def played(title: str, seed: int, *, most: int = 10_000, **options: Any) -> Game:
    game, chance = Game(title, options, seed=seed), Stream(seed, stream="test")
    while not game.over and game.decisions < most:
        game.do(chance.choice(len(game.actions())) + 1)
    return game


def text_of(game: Game) -> str:
    return "\n".join(game.lines()) + "\n"


def test_a_game_from_its_face() -> None:
    game = rulebook.new("nim", seed=7, heaps=[1, 2])
    assert (game.decider, game.over, game.actions()) == ("left", False, ("pick a", "pick b"))
    assert game.entries == [Note("3 stones lie there", "1.1")]
    game.do("pick a")
    assert game.do("take") == (Note("nothing is left of the heap, which ends the turn", "1.4"),)
    game.do(1)
    assert game.actions() == ("take",)
    with pytest.raises(IllegalAction, match=r"^end: a stone must be taken first \(1.3\)$"):
        game.do("end")
    game.do("take")
    assert game.actions() == ("end", "take")
    game.do("take")
    assert game.over
    assert game.actions() == ()
    assert game.score() == {"stones": 0, "winner": "right", "level": "won"}
    with pytest.raises(IllegalAction, match="take: the game is over"):
        game.do("take")


@pytest.mark.parametrize("number", [0, -1, 4, 10**30, True])
def test_numbers_beyond_the_list_are_refused(number: int) -> None:
    game = rulebook.new("nim")
    with pytest.raises(NotationError, match="from 1 to 3"):
        game.do(number)
    assert game.decisions == 0


@pytest.mark.parametrize("action", [None, 1.0, float("nan"), [], {}, b"take", True, "1", "99999", "9" * 9999])
def test_what_is_neither_an_action_nor_its_number_is_refused(action: object) -> None:
    game = rulebook.new("nim")
    with pytest.raises(NotationError, match="an action, or its number from 1 to 3") as caught:
        game.do(action)  # type: ignore[arg-type]
    assert len(str(caught.value)) < 200
    while not game.over:
        game.do(1)
    with pytest.raises(IllegalAction, match="the game is over") as after:
        game.do(action)  # type: ignore[arg-type]
    assert len(str(after.value)) < 200


@pytest.mark.parametrize("action", ["take \x1b[31m", "x" * 10_000, "\ud800", "a\nb", "\u2028"])
def test_what_is_refused_is_repeated_neither_raw_nor_at_any_length(action: str) -> None:
    for title in ("nim", "bannockburn", "angorra", "allies"):
        with pytest.raises(IllegalAction) as caught:
            rulebook.new(title).do(action)
        assert str(caught.value).isprintable()
        assert len(str(caught.value)) < 400


@pytest.mark.parametrize("title", [None, 7, ["nim"], "nime"])
def test_no_title_is_refused_in_words(title: object) -> None:
    with pytest.raises(NotationError, match="a title that can be played"):
        rulebook.new(title)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("title", "options"), [("nime", {}), ("nim", {"heap": 3}), ("nim", {"heaps": [1.5]}), ("nim", {"x": float("nan")})]
)
def test_what_there_is_not_cannot_be_begun(title: str, options: dict[str, Any]) -> None:
    with pytest.raises(NotationError):
        rulebook.new(title, **options)


@pytest.mark.parametrize("seed", [-1, 2**63, 1.0, True, "7"])
def test_seeds_are_whole_numbers(seed: object) -> None:
    with pytest.raises(NotationError, match="a seed"):
        rulebook.new("nim", seed=seed)  # type: ignore[arg-type]


def test_hidden_information_is_a_view_per_side() -> None:
    game = rulebook.new("raid", seed=1)
    game.do("hide 1214")
    assert game.view("guard")["kept"] == game.state["kept"] == "1214"
    assert game.view("raider")["kept"] == "?"
    with pytest.raises(NotationError, match="a side: guard raider"):
        game.view("thief")


# undo


def test_any_earlier_decision_that_no_die_follows() -> None:
    game = rulebook.new("nim", heaps=[90, 90])
    states = []
    while not game.over:
        states.append((json.dumps(game.state), list(game.entries)))
        game.do(game.actions()[-1])
    assert game.undoable == game.decisions == len(states) > 180
    for back in (1, 40, 33, 1, 77):
        game.undo(back)
        assert (json.dumps(game.state), game.entries) == states[game.decisions]
    with pytest.raises(NotationError, match=f"at most {game.decisions} decisions"):
        game.undo(game.decisions + 1)
    game.undo(game.decisions)
    assert json.dumps(game.state) == states[0][0]


def test_no_die_is_taken_back() -> None:
    game = rulebook.new("raid", seed=3)
    game.do("hide 1012")
    game.undo()
    game.do("hide 1416")
    game.do("break 1012")
    for decisions in (1, 2, 0, -1):
        with pytest.raises(NotationError, match="at most 0 decisions"):
            game.undo(decisions)


def test_another_action_ends_what_may_be_taken_again() -> None:
    game = rulebook.new("nim")
    game.do("pick a")
    game.undo()
    game.do("pick b")
    with pytest.raises(NotationError, match="at most 0"):
        game.redo()


def test_a_refused_action_leaves_what_may_be_taken_again() -> None:
    game = rulebook.new("nim")
    game.do("pick a")
    game.undo()
    with pytest.raises(IllegalAction):
        game.do("take")
    game.redo()
    assert game.state["picked"] == 0


@bursts
@given(
    st.sampled_from(["nim", "raid"]),
    st.integers(0, 2**63 - 1),
    st.lists(st.tuples(st.booleans(), st.integers(1, 60)), max_size=25),
)
def test_bursts_of_doing_undoing_and_redoing(title: str, seed: int, bursts: list[tuple[bool, int]]) -> None:
    game, chance = Game(title, {"heaps": [20, 30]} if title == "nim" else {}, seed=seed), Stream(seed, stream="burst")
    seen = {0: (json.dumps(game.state), list(game.entries))}
    for forward, many in bursts:
        if forward:
            for _ in range(many):
                if game.over:
                    break
                game.do(chance.choice(len(game.actions())) + 1)
                seen[game.decisions] = (json.dumps(game.state), list(game.entries))
        elif game.undoable:
            back = min(many, game.undoable)
            game.undo(back)
            assert seen[game.decisions] == (json.dumps(game.state), game.entries)
            again = chance.choice(back + 1)
            if again:
                game.redo(again)
            assert seen[game.decisions] == (json.dumps(game.state), game.entries)
    assert replayed(parse_log(text_of(game))).state == game.state
    assert game.actions() == tuple(game.rules.actions(game.state))


# copies


def test_a_copy_goes_on_alike_and_shares_nothing() -> None:
    for seed in range(20):
        game = played("raid", seed, most=3)
        before = text_of(game), json.dumps(game.state)
        twins = [game.copy(), game.copy()]
        for twin in twins:
            while not twin.over:
                twin.do(twin.actions()[-1])
        assert text_of(twins[0]) == text_of(twins[1])
        assert (text_of(game), json.dumps(game.state)) == before


def test_a_copy_can_be_taken_back_and_the_game_not_through_it() -> None:
    game = rulebook.new("nim", heaps=[50])
    game.do("pick a")
    game.do("take")
    twin = game.copy()
    twin.undo(2)
    twin.do("pick a")
    assert (twin.decisions, game.decisions, game.state["taken"]) == (1, 2, 1)


def test_a_copy_with_other_dice_does_not_see_those_of_the_game() -> None:
    game = rulebook.new("raid", seed=1)
    game.do("hide 1618")

    def first_die(twin: Game) -> int:
        die = next(entry for entry in twin.do("break 1012") if isinstance(entry, Die))
        return die.value

    assert {first_die(game.copy(dice=k)) for k in range(60)} == {1, 2, 3, 4, 5, 6}
    imagined = game.copy(dice=5)
    imagined.do("listen")
    assert imagined.undoable == 0
    assert len({first_die(game.copy()) for _ in range(5)}) == 1


# dice


def test_a_copy_with_other_dice_is_not_saved(tmp_path: Path) -> None:
    """Its log would not follow from the seed that it tells."""
    game = raid()
    for twin in (game.copy(dice=9), game.copy(dice=9).copy()):
        with pytest.raises(DataError, match="dice of its own"):
            twin.save(tmp_path / "twin.jsonl")
    assert [*tmp_path.iterdir()] == []
    game.copy().save(tmp_path / "twin.jsonl")
    assert load(tmp_path / "twin.jsonl").state == game.state


def test_entered_dice_stand_in_the_log_as_such() -> None:
    game = rulebook.new("raid", seed=9)
    game.do("hide 1618")
    assert game.do("break 1012", dice=[4])[0] == Die(4, "breaking 1012", "4.1", 6, forced=True)
    assert game.state["broken"] == ["1012"]
    assert replayed(parse_log(text_of(game))).entries == game.entries


@pytest.mark.parametrize(
    ("dice", "says"),
    [([], "a die from 1 to 6 for breaking 1012 (4.1), got 'no more dice'"), ([7], "a die from 1 to 6"),
     ([0], "a die from 1 to 6"), ([1, 2], "expected 1 dice for break 1012"), ([True], "a die from 1 to 6")],
)  # fmt: skip
def test_wrong_dice_change_nothing(dice: list[int], says: str) -> None:
    game = rulebook.new("raid", seed=9)
    game.do("hide 1618")
    before = text_of(game), json.dumps(game.state), game.undoable
    with pytest.raises(NotationError) as refused:
        game.do("break 1012", dice=dice)
    assert says in str(refused.value)
    assert (text_of(game), json.dumps(game.state), game.undoable) == before
    game.undo()
    game.redo()
    assert (text_of(game), json.dumps(game.state)) == before[:2]


def test_a_game_from_a_table_rolls_nothing_itself() -> None:
    game = rulebook.new("raid", scenario="noon", table=True)
    game.do("hide 1618")
    with pytest.raises(NotationError, match="a die from 1 to 10 for listening"):
        game.do("listen")
    game.do("listen", dice=[10])
    with pytest.raises(NotationError, match=r"a die from 1 to 6 for breaking 1416 \(4.1\)"):
        game.do("break 1416")
    game.do("break 1416", dice=[6])
    assert replayed(parse_log(text_of(game))).state == game.state
    assert read_table(text_of(game))


def read_table(text: str) -> bool:
    return parse_log(text).head.table


def test_a_fault_in_the_rules_leaves_the_game_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    game = rulebook.new("raid", seed=9)
    game.do("hide 1618")
    before = text_of(game), json.dumps(game.state)

    def fails(rules: object, state: dict[str, Any], gate: str, table: Table) -> None:
        state.update(gate=gate, rolled=table.roll("x", rule=""))
        raise ZeroDivisionError

    monkeypatch.setattr(type(game.rules), "_break", fails)
    with pytest.raises(ZeroDivisionError):
        game.do("break 1012")
    assert (text_of(game), json.dumps(game.state)) == before


# logs


@bursts
@given(st.sampled_from(["nim", "raid"]), st.integers(0, 2**63 - 1), st.integers(0, 30))
def test_a_log_replays_in_the_middle_of_anything(title: str, seed: int, most: int) -> None:
    game = played(title, seed, most=most)
    again = replayed(parse_log(text_of(game)))
    assert (again.state, again.entries, again.undoable) == (game.state, game.entries, game.undoable)
    chance = Stream(seed, stream="on")
    for _ in range(100):
        assert again.actions() == game.actions()
        if game.over:
            break
        number = chance.choice(len(game.actions())) + 1
        assert game.do(number) == again.do(number)
    assert text_of(again) == text_of(game)


def test_saved_and_loaded(tmp_path: Path) -> None:
    game = played("raid", 4, most=5)
    game.save(tmp_path / "game.jsonl")
    assert rulebook.load(tmp_path / "game.jsonl").state == game.state
    assert read_log(tmp_path / "game.jsonl") == game.log
    with pytest.raises(DataError, match="does not exist"):
        game.save(tmp_path / "no" / "game.jsonl")


def test_harmless_variants_of_a_log_are_read() -> None:
    game = played("raid", 4)
    text = text_of(game)
    for variant in ("\ufeff" + text, text.replace("\n", "\r\n"), text.rstrip("\n"), text + "\n\n"):
        assert replayed(parse_log(variant)).state == game.state


def test_up_to_some_decisions() -> None:
    game = played("nim", 5)
    assert replayed(game.log, decisions=0).state == rulebook.new("nim", seed=5).state
    assert replayed(game.log, decisions=3).decisions == 3
    for decisions in (-1, game.decisions + 1):
        with pytest.raises(NotationError, match=f"from 0 to {game.decisions}"):
            replayed(game.log, decisions=decisions)


def changed(game: Game, number: int, **values: object) -> str:
    lines = text_of(game).splitlines()
    lines[number - 1] = json.dumps({**json.loads(lines[number - 1]), **values})
    return "\n".join(lines)


def faults(text: str) -> list[str]:
    with pytest.raises(DataError) as refused:
        replayed(parse_log(text, "g.jsonl"), name="g.jsonl")
    return [str(fault) for fault in refused.value.faults]


def raid() -> Game:
    """Lines 1 header, 2 die, 3 hide, 4 break, 5 die, 6 listen, 7 die."""
    game = rulebook.new("raid", seed=2)
    game.do("hide 1618")
    game.do("break 1618", dice=[2])
    game.do("listen")
    return game


@pytest.mark.parametrize(
    ("line", "values", "says"),
    [
        (2, {"die": 1}, "g.jsonl:2:1: does not follow: the rules give here: die"),
        (3, {"do": "hide 9999"}, "g.jsonl:3:1: does not follow: hide 9999: this is not the time for it (3.1)"),
        (3, {"by": "raider"}, "g.jsonl:3:1: does not follow: it is for guard to decide"),
        (5, {"die": 3}, ""),  # another die was entered, and the game goes on otherwise
        (5, {"forced": False}, "g.jsonl:5:1: does not follow: the rules give here: die"),
        (5, {"for": "luck"}, "g.jsonl:5:1: does not follow: the rules give here: die 2: breaking 1618 (4.1) (entered)"),
        (7, {"sides": 12}, "g.jsonl:7:1: does not follow"),
    ],
)
def test_a_log_that_does_not_follow_says_where(line: int, values: dict[str, object], says: str) -> None:
    text = changed(raid(), line, **values)
    if not says:
        assert replayed(parse_log(text)).decisions == 3
    else:
        assert len(faults(text)) == 1
        assert faults(text)[0].startswith(says)


def test_a_log_that_breaks_off_is_told() -> None:
    lines = text_of(played("raid", 2)).splitlines()
    for length in range(1, len(lines)):
        text = "\n".join(lines[:length])
        last = json.loads(lines[length])
        if "do" in last:
            replayed(parse_log(text))
        else:
            assert faults(text)[0].endswith("the log breaks off, or leaves it out")
    for cut in range(1, len(lines[-1])):
        assert f"g.jsonl:{len(lines)}:" in faults("\n".join(lines)[:-cut])[0]


def test_another_version_is_opened_shown_and_explained() -> None:
    game = raid()
    log = parse_log(changed(game, 1, rules="1"))
    assert [*told(log)][:3] == [
        "raid, rules 1, seed 2",
        f"        die {game.state['noise']}: the noise of the night (2.1)",
        "    1 guard: hide 1618",
    ]
    with pytest.raises(DataError, match=r"played by the rules '1' of raid; these are '2'.*none of its 3 decisions"):
        replayed(log)
    (other,) = faults(changed(game, 1, format="game/2"))
    assert other.startswith("g.jsonl:1:1: is a log of the format 'game/2', a game of 'raid'; ")
    assert other.endswith('these rules read none but "game/1", so it is not played')
    assert "expected the format" in faults(changed(game, 1, format="position/1"))[0]


HOSTILE_LINES = [
    "NaN",
    '{"die":NaN,"for":"","rule":""}',
    '{"die":1e999,"for":"","rule":""}',
    '{"die":' + "9" * 5000 + ',"for":"","rule":""}',
    "[1]",
    "{}",
    '{"die":7,"for":"","rule":""}',
    '{"die":0,"for":"","rule":""}',
    '{"die":true,"for":"","rule":""}',
    '{"die":3,"for":"x"}',
    '{"die":2.0,"for":"","rule":""}',
    '{"die":1,"for":"","rule":"","sides":1001}',
    '{"die":1,"for":"","rule":"","more":1}',
    '{"do":"x"}',
    '{"do":1,"by":"guard"}',
    '{"do":"x","by":"guard","die":1}',
    '{"note":"\\u0007","rule":""}',
    '{"note":"\\ud800","rule":""}',
    '{"note":"' + "x" * 5000 + '","rule":""}',
    "[" * 100_000,
    '{"do":"x","by":"guard"',
    "\0",
    "",
]


@pytest.mark.parametrize("line", HOSTILE_LINES, ids=range(len(HOSTILE_LINES)))
def test_hostile_lines_are_refused_with_their_place(line: str) -> None:
    lines = text_of(raid()).splitlines()
    text = "\n".join([*lines[:3], line, *lines[3:]])
    assert all(fault.startswith("g.jsonl:4:") for fault in faults(text))


HOSTILE_HEADS: list[dict[str, object]] = [
    {"seed": -1},
    {"seed": 2**63},
    {"seed": True},
    {"seed": "1"},
    {"title": ""},
    {"title": 3},
    {"title": "os"},
    {"options": []},
    {"options": {"x": 1}},
    {"options": {"scenario": [[[[[[[[[[[]]]]]]]]]]]}},
    {"options": {"scenario": 1.5}},
    {"options": {"title": "nim"}},
    {"options": {"seed": 4}},
    {"players": {"thief": "random"}},
    {"players": {"guard": 1}},
    {"table": 1},
    {"more": 1},
    {"rules": None},
    {"title": "../raid"},
    {"options": {"self": 1}},
    {"options": {"table": True}},
]


@pytest.mark.parametrize("values", HOSTILE_HEADS, ids=range(len(HOSTILE_HEADS)))
def test_hostile_headers_are_refused(values: dict[str, object]) -> None:
    assert faults(changed(raid(), 1, **values))[0].startswith("g.jsonl:1:1: ")


@bursts
@given(st.text(max_size=200), st.integers(0, 10))
def test_any_text_as_a_line_is_read_or_refused(line: str, number: int) -> None:
    lines = text_of(raid()).splitlines()
    lines.insert(number % len(lines), line)
    try:
        game = replayed(parse_log("\n".join(lines)))
    except DataError:
        return
    assert game.decisions <= 4


def test_every_fault_of_a_log_at_once() -> None:
    lines = text_of(raid()).splitlines()
    assert len(faults("\n".join([lines[0], "x", lines[1], "{}", "[]"]))) == 3


def test_texts_of_all_languages_stand_in_a_log() -> None:
    game = Game("nim", players={"left": "Đorđe", "right": "山"})
    assert Did("pick a", "left") not in game.entries
    assert replayed(parse_log(text_of(game))).head.players == {"left": "Đorđe", "right": "山"}

"""The command `areamap` from outside: answers, JSON against the published schemas, exit codes, no traceback on anything bad."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from areamap.questions import ask as ask_table
from mapsheet.batch import answer_lines
from tests.areamap import empire, near_east
from tests.commands import Ran, mapsheet_command, run_door
from tests.house.tree import ROOT


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the two boards as map files."""
    found = tmp_path_factory.mktemp("boards")
    (found / "east.toml").write_text(tomli_w.dumps(near_east.data()), "utf-8")
    (found / "empire.toml").write_text(empire.text(), "utf-8")
    return found


def ask(folder: Path, *words: str, text: str = "") -> Ran:
    return run_door("areamap", words, text=text, folder=folder)


BOARD = near_east.near_east()
E, P = "east.toml", "empire.toml"
FLEET = ("--fact", "fleet_hostile(bosporus)")
QUESTIONS: dict[str, list[str]] = {
    "show": [E, "Constantinople"],
    "neighbors": [E, "ottomans", *FLEET],
    "reach": [E, "ottomans", "--allowance", "2", "--stops", "byzantium,syria", *FLEET],
    "route": [E, "venice", "constantinople"],
    "distance": [E, "byzantium", "ottomans", "--by", "land"],
    "nearest": [E, "serbia", "--among", "hungary,poland,walachia"],
    "why": [E, "ottomans", "byzantium", *FLEET],
    "sail": [E, "smyrna", "--allowance", "6", "--lift", "city_smyrna>thessalonica", "--lift", "ottomans>achaea"],
    "retreat": [E, "serbia", "--hostile", "hungary", "--attackers", "rumelia"],
    "supply": [E, "serbia", "--sources", "ottomans,venice", "--by", "army"],
    "groups": [E, "--spaces", "ottomans,byzantium,serbia", *FLEET],
    "count": [E, "--trait", "critical", "--holder", "turks=city_bursa,buda"],
    "path": [P, "jerusalem", "--front", "Z=cilicia"],
    "track": [P, "omnibus", "--at", "schism=11", "--marker", "schism", "--move", "2"],
}
MORE: dict[str, list[list[str]]] = {
    "show": [[E, "sea_aegean"], [E, "malta"], [P, "iberia"]],
    "neighbors": [[E, "northwest_italy"], [E, "venice", "--by", "army"]],
    "reach": [[E, "sea_aegean", "--allowance", "1/2"], [P, "constantinople", "--allowance", "2"]],
    "route": [[E, "venice", "two_sicilies"], [E, "venice", "venice"]],
    "distance": [[E, "malta", "kiev"]],
    "nearest": [[E, "serbia", "--among", "malta"]],
    "why": [[E, "ottomans", "serbia", "--allowance", "2"], [E, "ottomans", "serbia"], [E, "crete", "kiev"]],
    "sail": [[E, "sea_aegean", "--allowance", n, "--lift", lift] for n, lift in (("2", "ottomans"), ("1", "rhodes"))],
    "retreat": [[E, "city_rhodes", "--overseas"], [E, "serbia", "--allowance", "0"]],
    "supply": [[E, "serbia", "--sources", "ottomans", "--held", "ottomans"]],
    "count": [[E, "--kind", "land", "--value", "ottomans=-3"]],
    "path": [[P, "nicaea"]],
    "track": [[P, "omnibus"], [P, "turns", "--from", "26", "--move", "5"], [P, "omnibus", "--marker", "solidus", "--move", "-4"]],
}


def schema(name: str) -> Any:
    return json.loads((ROOT / f"data/schemas/areamap-{name}-1.json").read_text("utf-8"))


CALLS = [(name, words) for name, first in QUESTIONS.items() for words in (first, *MORE.get(name, []))]


@pytest.mark.parametrize(("question", "words"), CALLS, ids=[" ".join([name, *words[1:]]) for name, words in CALLS])
def test_every_answer_fits_its_schema_and_is_told_in_words(question: str, words: list[str], folder: Path) -> None:
    ran = ask(folder, question, *words, "--json")
    assert ran.code == 0, ran.errors
    jsonschema.validate(json.loads(ran.output), schema(question))
    assert ran.output.count("\n") == 1
    said = ask(folder, question, *words)
    assert said.code == 0
    assert said.output.strip()
    assert "{" not in said.output
    assert "None" not in said.output


def test_all_questions_are_tried() -> None:
    from areamap.questions import QUESTIONS as TABLE

    assert set(QUESTIONS) == set(TABLE)


def test_keys_of_the_published_answers(folder: Path) -> None:
    def keys(question: str) -> set[str]:
        return set(json.loads(ask(folder, question, *QUESTIONS[question], "--json").output))

    assert {"space", "neighbors"} <= keys("neighbors")
    assert {"from", "allowance", "costs"} <= keys("reach")
    assert {"from", "to", "cost", "path", "paths"} <= keys("route")
    assert {"cost", "nearest", "paths"} <= keys("nearest")


def test_facts_take_names_and_aliases_alike(folder: Path) -> None:
    for name in ("bosporus", "sea_bosporus", "Bosporus"):
        ran = ask(folder, "route", E, "ottomans", "byzantium", "--fact", f"fleet_hostile({name})", "--json")
        assert json.loads(ran.output)["cost"] == 9


def test_facts_may_be_repeated(folder: Path) -> None:
    words = ("reach", E, "venice", "--allowance", "2", "--by", "land", "--json")
    both = ask(folder, *words, "--fact", "nation(papal)", "--fact", "nation(spanish)")
    assert {"papal_states", "two_sicilies"} <= set(json.loads(both.output)["costs"])
    one = ask(folder, *words, "--fact", "nation(papal)")
    assert "two_sicilies" not in json.loads(one.output)["costs"]


@pytest.mark.parametrize(
    "words",
    [
        ["route", E, "venice", "two_sicilies"], ["distance", E, "crete", "kiev"], ["why", E, "ottomans", "byzantium", *FLEET],
        ["nearest", E, "serbia", "--among", "malta"], ["sail", E, "sea_red", "--allowance", "9", "--lift", "egypt>crete"],
        ["retreat", E, "two_sicilies"], ["supply", E, "serbia", "--sources", "crete", "--by", "land"],
        ["neighbors", E, "northwest_italy"], ["track", P, "turns", "--from", "27", "--move", "1"],
    ],
    ids=lambda words: str(words[0]),
)
def test_fail_turns_a_no_into_exit_1(words: list[str], folder: Path) -> None:
    assert ask(folder, *words).code == 0
    assert ask(folder, *words, "--fail").code == 1


def test_fail_lets_a_yes_pass(folder: Path) -> None:
    for question, words in QUESTIONS.items():
        assert ask(folder, question, *words, "--fail").code == (1 if question == "why" else 0)


BAD = {
    "an unknown space": (["show", E, "otomans"], "did you mean 'ottomans'"),
    "an unknown neighbor": (["neighbors", E, "nowhere at all"], "got 'nowhere at all'"),
    "an unknown kind of link": (["reach", E, "ottomans", "--allowance", "2", "--by", "lnad"], "did you mean 'land'"),
    "no kind of link": (["reach", E, "ottomans", "--allowance", "2", "--by", ","], "a kind of link, or a mover"),
    "a ban on no trait": (["reach", E, "ottomans", "--allowance", "2", "--ban", "criticl"], "did you mean 'critical'"),
    "an unknown mover": (["reach", E, "ottomans", "--allowance", "2", "--by", "armies"], "did you mean 'army'"),
    "a negative allowance": (["reach", E, "ottomans", "--allowance", "-1"], "allowance"),
    "an endless allowance": (["reach", E, "ottomans", "--allowance", "inf"], "allowance"),
    "digits of another script": (["reach", E, "ottomans", "--allowance", "٣"], "allowance"),
    "no allowance": (["reach", E, "ottomans"], "allowance"),
    "an unknown stop": (["reach", E, "ottomans", "--allowance", "2", "--stops", "serbia,bulgarria"], "bulgarria"),
    "an unknown closed space": (["route", E, "ottomans", "serbia", "--closed", "byzantum"], "did you mean 'byzantium'"),
    "a fact that is a condition": (["neighbors", E, "ottomans", "--fact", "not(x)"], "a fact such as"),
    "a fact with an open bracket": (["neighbors", E, "ottomans", "--fact", "fleet_hostile(bosporus"], "a condition such as"),
    "a fact nested deeply": (["neighbors", E, "ottomans", "--fact", "a(" * 400 + ")" * 400], "a condition such as"),
    "a fact that is endless": (["neighbors", E, "ottomans", "--fact", "a" * 5000], "a condition such as"),
    "an empty fact": (["neighbors", E, "ottomans", "--fact", ""], "is empty"),
    "a fact of an unknown name": (["neighbors", E, "ottomans", "--fact", "fleet_hostil(bosporus)"], "'fleet_hostile'"),
    "a fact of an unknown space": (["neighbors", E, "ottomans", "--fact", "fleet_hostile(bosphorus)"], "Bosporus"),
    "nothing to choose from": (["nearest", E, "serbia", "--among", ","], "one space or more"),
    "a fleet on land": (["sail", E, "serbia", "--allowance", "3"], "a sea or a port city"),
    "a lift from another sea": (["sail", E, "sea_aegean", "--allowance", "3", "--lift", "sea_ionian>achaea"], "aboard the fleet"),
    "a lift with three ends": (["sail", E, "sea_aegean", "--allowance", "3", "--lift", "a>b>c"], "a lift such as"),
    "seven lifts": (["sail", E, "sea_aegean", "--allowance", "3", *["--lift", "ottomans>achaea"] * 7], "at most 6 lifts"),
    "no room": (["sail", E, "sea_aegean", "--allowance", "3", "--room", "0"], "room for 1 to 6"),
    "a source that is none": (["supply", E, "serbia", "--sources", ","], "one source or more"),
    "an unknown trait": (["count", E, "--trait", "critcal"], "did you mean 'critical'"),
    "a holder of nothing": (["count", E, "--holder", "turks"], "NAME=SPACE"),
    "a holder twice": (["count", E, "--holder", "a=buda", "--holder", "a=cairo"], "each name once"),
    "a value that is none": (["count", E, "--value", "syria=many"], "a whole number"),
    "a space on no path": (["path", E, "serbia"], "a space on a path"),
    "a front on another path": (["path", P, "nicaea", "--front", "D=cilicia"], "a space on path D"),
    "an unknown track": (["track", P, "omnibuss"], "did you mean 'omnibus'"),
    "an unknown marker": (["track", P, "omnibus", "--marker", "shism", "--move", "1"], "did you mean 'schism'"),
    "a marker off the track": (["track", P, "omnibus", "--marker", "ruins", "--move", "1"], "not on the track"),
    "a move that is no number": (["track", P, "omnibus", "--marker", "schism", "--move", "1.5"], "a whole number"),
    "no such map": (["show", "nosuch", "serbia"], "nosuch"),
    "a map of hexes": (["show", "bannockburn", "serbia"], "is a hexmap/1 map: use hexmap"),
    "a nameless map": (["show", "", "serbia"], "an empty name"),
    "too few words": (["route", E, "venice"], "Missing argument"),
    "an unknown option": (["route", E, "venice", "serbia", "--occupied", "x"], "No such option"),
    "an unknown command": (["reahc", E, "ottomans"], "No such command"),
    "a fact in batch that is none": (["batch", E, "--fact", "x("], "a condition such as"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_told_with_exit_2(case: str, folder: Path) -> None:
    words, says = BAD[case]
    ran = ask(folder, *words)
    assert ran.code == 2
    assert ran.output == ""
    assert says in ran.errors
    assert "Traceback" not in ran.errors


WRONG = {
    "a link with one end": ('[[link]]\nkind = "strait"\nbetween = ["a"]\n', "expected two spaces"),
    "a link with three ends": ('[[link]]\nkind = "strait"\nbetween = ["a", "b", "a"]\n', "expected two spaces"),
    "a link to itself": ('[[link]]\nkind = "strait"\nbetween = ["a", "a"]\n', "expected two spaces"),
    "a link to nowhere": ('[[link]]\nkind = "strait"\nbetween = ["a", "bb"]\n', "expected the id or the name"),
    "a condition that is none": ('[[link]]\nkind = "strait"\nbetween = ["a", "b"]\nopen = "any()"\n', "a condition such as"),
    "a condition nested deeply": (
        f'[[link]]\nkind = "strait"\nbetween = ["a", "b"]\nopen = "{"not(" * 200}x{")" * 200}"\n', "a condition such as",
    ),
    "a one-way link without a reason": ('[[link]]\nkind = "strait"\nbetween = ["a", "b"]\none_way = true\n', "expected a text"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_map_is_told_with_its_place(case: str, tmp_path: Path) -> None:
    text, says = WRONG[case]
    spaces = "".join(f'[space.{id_}]\nkind = "land"\nname = "{id_.upper()}"\n' for id_ in "ab")
    (tmp_path / "map.toml").write_text(f'format = "areamap/1"\ntitle = "W"\n{spaces}{text}')
    ran = ask(tmp_path, "neighbors", "map.toml", "a")
    assert (ran.code, ran.output) == (2, "")
    assert says in ran.errors
    assert "map.toml:" in ran.errors
    assert "Traceback" not in ran.errors


# -- batch ---------------------------------------------------------------------------------------------------------


def lines(folder: Path, *questions: Any, words: tuple[str, ...] = ()) -> list[Any]:
    text = "".join((q if isinstance(q, str) else json.dumps(q)) + "\n" for q in questions)
    ran = ask(folder, "batch", E, *words, text=text)
    assert ran.code == 0, ran.errors
    return [json.loads(line) for line in ran.output.splitlines()]


def test_batch_answers_as_json_would(folder: Path) -> None:
    questions: list[dict[str, Any]] = [
        {"ask": "reach", "space": "ottomans", "allowance": 2, "stops": ["byzantium"], "fact": "fleet_hostile(bosporus)"},
        {"ask": "neighbors", "space": "ottomans", "by": ["land"]},
        {"ask": "route", "from": "venice", "to": "constantinople", "closed": "serbia"},
        {"ask": "sail", "fleet": "sea_aegean", "allowance": "4", "lift": ["ottomans>achaea"]},
        {"ask": "count", "trait": "critical", "holder": {"turks": ["city_bursa"]}, "value": {"syria": 1}},
        {"ask": "nearest", "space": "serbia", "among": ["hungary", "poland"]},
    ]
    words = [
        ["reach", E, "ottomans", "--allowance", "2", "--stops", "byzantium", *FLEET],
        ["neighbors", E, "ottomans", "--by", "land"],
        ["route", E, "venice", "constantinople", "--closed", "serbia"],
        ["sail", E, "sea_aegean", "--allowance", "4", "--lift", "ottomans>achaea"],
        ["count", E, "--trait", "critical", "--holder", "turks=city_bursa", "--value", "syria=1"],
        ["nearest", E, "serbia", "--among", "hungary,poland"],
    ]
    assert lines(folder, *questions) == [json.loads(ask(folder, *each, "--json").output) for each in words]


def test_a_bad_line_gets_its_error_and_the_rest_go_on(folder: Path) -> None:
    good = {"ask": "distance", "from": "ottomans", "to": "byzantium"}
    bad = [
        "", "nonsense", "[]", "[" * 100_000, '{"ask": NaN}', {"ask": "fly"}, {"ask": ["reach"]}, {"ask": "reach"},
        {"ask": "reach", "space": "ottomans", "allowance": True}, {"ask": "reach", "space": 3, "allowance": 1},
        {"ask": "reach", "space": "ottomans", "allowance": 1, "stops": 5}, {"ask": "show", "space": "otomans"},
        {"ask": "show", "space": "ottomans", "color": 1}, {"ask": "neighbors", "space": "ottomans", "fact": ["not(x)"]},
        {"ask": "neighbors", "space": "ottomans", "fact": [1]}, {"ask": "neighbors", "space": "ottomans", "by": []},
        {"ask": "count", "holder": {"x": 1.5}}, {"ask": "count", "holder": [["x"]]}, {"ask": "count", "value": {"syria": [1]}},
        {"ask": "retreat", "space": "serbia", "overseas": "yes"}, {"ask": "track", "track": "omnibus"},
        {"ask": "sail", "fleet": "sea_aegean", "allowance": 1, "lift": [["ottomans"]]},
    ]
    found = lines(folder, good, *bad, good)
    assert found[0] == found[-1] == {"from": "ottomans", "to": "byzantium", "by": ["city", "land", "strait"], "distance": 1,
                                    "left_out": []}
    for answer, question in zip(found[1:-1], bad, strict=True):
        assert answer.keys() == {"error"}, question
        jsonschema.validate(answer, schema("error"))
    assert [answer["error"]["line"] for answer in found[1:-1]] == [*range(2, len(bad) + 2)]


def test_the_id_of_a_line_comes_back_in_its_answer_or_error(folder: Path) -> None:
    show = {"ask": "show", "space": "serbia"}
    plain, *found = lines(folder, show, {**show, "id": "first"}, {**show, "id": 2}, {"ask": "show", "space": "x", "id": "third"})
    assert found[:2] == [{**plain, "id": "first"}, {**plain, "id": 2}]
    assert (found[2]["id"], found[2]["error"]["line"]) == ("third", 4)
    for answer, name in zip(found, ("show", "show", "error"), strict=True):
        jsonschema.validate(answer, schema(name))
    for bad in (True, None, 1.5, ["x"]):
        (answer,) = lines(folder, {**show, "id": bad})
        assert ("id" in answer, answer["error"]["kind"]) == (False, "notation")


@pytest.mark.parametrize(
    "line", ['{"ask": "show", "space": "serbia", "space": "hungary"}', '{"ask": "count", "holder": {"a": "buda", "a": "cairo"}}']
)
def test_a_key_that_stands_twice_in_a_line_is_refused(line: str, folder: Path) -> None:
    (answer,) = lines(folder, line)
    assert "each key once" in answer["error"]["message"]


@pytest.mark.parametrize("words", [["--allowance", "2"], ["--by", "sea"], ["--stops", "syria"], ["--closed", "syria"]])
def test_an_option_with_one_value_is_refused_when_it_is_given_again(words: list[str], folder: Path) -> None:
    first = ["reach", E, "ottomans", "--allowance", "1", "--by", "land", "--stops", "serbia", "--closed", "hungary"]
    assert ask(folder, *first).code == 0
    ran = ask(folder, *first, *words)
    assert (ran.code, f"'{words[0]}'" in ran.errors, "more than once" in ran.errors) == (2, True, True)
    assert ask(folder, *first, "--fact", "fleet_hostile(bosporus)", "--fact", "fleet_hostile(aegean)").code in {0, 2}


WORDS = ["ottomans", "city_smyrna", "sea_aegean", "Venice", "army", "omnibus", "ottomans>achaea", "nation(papal)", "E=3"]
KEYS = st.sampled_from(["ottomans", "schism", "turks"])
PLAIN = st.none() | st.booleans() | st.integers(-3, 10**30) | st.floats() | st.text(max_size=6) | st.sampled_from(WORDS)
JUNK = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=2), max_leaves=4
)


@given(st.data())
def test_no_line_breaks_batch(data: st.DataObject) -> None:
    from areamap.questions import QUESTIONS as TABLE

    name = data.draw(st.sampled_from(sorted(TABLE)))
    given_keys = data.draw(st.dictionaries(st.sampled_from(sorted(TABLE[name].known)), JUNK))
    line = json.dumps({"ask": name, **given_keys})
    (told,) = answer_lines(partial(ask_table, BOARD), [line])
    answer = json.loads(told)
    jsonschema.validate(answer, schema("error" if "error" in answer else name))


def test_options_of_batch_hold_where_a_line_does_not_say(folder: Path) -> None:
    plain = {"ask": "distance", "from": "ottomans", "to": "byzantium"}
    found = lines(folder, plain, {**plain, "fact": []}, {"ask": "show", "space": "serbia"}, words=FLEET)
    assert [answer.get("distance") for answer in found[:2]] == [9, 1]
    assert found[2]["space"] == "serbia"


# -- elsewhere -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", ["C", "tr_TR.UTF-8"])
@pytest.mark.parametrize("name", ["İstanbul", "İSTANBUL", "istanbul", "ıstanbul", "ISTANBUL", "I\u0307STANBUL", "Constantinople"])
def test_names_do_not_depend_on_the_locale(name: str, locale: str, folder: Path) -> None:
    words = [sys.executable, "-c", "from areamap.cli import main; main()", "show", E, name, "--json"]
    env = {**os.environ, "LC_ALL": locale, "LANG": locale, "PYTHONUTF8": "1", "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(words, cwd=folder, env=env, check=True, capture_output=True, text=True, encoding="utf-8")
    assert json.loads(ran.stdout)["space"] == "city_constantinople"


def test_ids_with_i_are_found_in_any_case() -> None:
    board = near_east.near_east()
    for name in ("DALMATIA", "Dalmatıa", "dalmatİa", "QIRIM", "Qırım", "İZMİR", "izmir"):
        assert board.space(name).id in {"dalmatia", "krim", "city_smyrna"}


def test_the_common_door_hands_a_shared_verb_to_the_right_door(folder: Path) -> None:
    here = str(folder / E)
    assert json.loads(mapsheet_command("reach", here, "ottomans", "--allowance", "1", "--json").output)["costs"]["byzantium"] == 1
    assert mapsheet_command("reach", here, "ottomans", "--allowance", "1", "--stops", "byzantium").code == 0
    hexes = mapsheet_command("reach", "bannockburn", "1426", "--allowance", "2", "--turn", "1", "--json")
    assert json.loads(hexes.output)["costs"]["1426"] == 0


def test_queries_import_nothing_heavy(folder: Path) -> None:
    asked = [[name, *words, "--json"] for name, words in QUESTIONS.items()] + [["list", "--json"]]
    program = (
        "import json, sys\nfrom click.testing import CliRunner\nfrom areamap.cli import door\n"
        f"for words in {asked!r}:\n    ran = CliRunner().invoke(door, words)\n    assert ran.exit_code in (0, None), words\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run([sys.executable, "-c", program], cwd=folder, env=env, check=True, capture_output=True, text=True)
    heavy = {"shapely", "networkx", "numpy", "fontTools", "cairosvg", "svgwrite", "rich", "difflib", "tree_sitter"}
    assert sorted(heavy & set(json.loads(ran.stdout))) == []


def test_answers_do_not_depend_on_the_seed_of_hashes(folder: Path) -> None:
    asked = [[name, *words, "--json"] for name, words in CALLS]
    program = (
        "from click.testing import CliRunner\nfrom areamap.cli import door\n"
        f"print([CliRunner().invoke(door, words).output for words in {asked!r}])"
    )
    told = set()
    for seed in ("0", "1", "2"):
        env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed}
        told.add(subprocess.run([sys.executable, "-c", program], cwd=folder, env=env, check=True, capture_output=True).stdout)
    assert len(told) == 1


def test_list_counts_the_spaces_of_every_title(folder: Path) -> None:
    ran = ask(folder, "list", "--json")
    jsonschema.validate(json.loads(ran.output), schema("list"))
    for row in json.loads(ran.output)["titles"]:
        assert sum(row["kinds"].values()) == row["spaces"]

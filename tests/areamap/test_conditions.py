"""The language of conditions: what is read, what is refused, and truth against a table of all facts."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from areamap.conditions import ALWAYS, NEVER, Condition, fact_texts, parse_condition, parse_fact
from mapsheet.errors import NotationError

FACTS = ("siege", "fleet_hostile(sea_bosporus)", "nation(papal)")


def conditions() -> st.SearchStrategy[Condition]:
    leaves = st.sampled_from([parse_condition(fact) for fact in FACTS] + [ALWAYS, NEVER])
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.builds(lambda part: Condition("not", (part,)), inner),
            st.builds(Condition, st.sampled_from(["any", "all"]), st.lists(inner, min_size=1, max_size=3).map(tuple)),
        ),
        max_leaves=8,
    )


def as_python(condition: Condition, facts: set[str]) -> bool:
    """Judge a condition by Python's own words: a second reading that shares nothing with `holds`."""
    text = str(condition)
    for k, fact in enumerate(FACTS):
        text = text.replace(fact, f"F[{k}]")
    text = text.replace("any(", "ANY(").replace("all(", "ALL(").replace("not(", "NOT(")
    words = {
        "ANY": lambda *parts: True in parts, "ALL": lambda *parts: False not in parts, "NOT": lambda part: not part,
        "F": [fact in facts for fact in FACTS], "always": True, "never": False,
    }
    return bool(eval(text, {"__builtins__": {}}, words))


@given(conditions())
def test_a_condition_reads_as_it_is_written(condition: Condition) -> None:
    assert parse_condition(str(condition)) == condition


@given(conditions())
def test_truth_for_every_set_of_facts(condition: Condition) -> None:
    for flags in product([False, True], repeat=len(FACTS)):
        facts = {fact for fact, flag in zip(FACTS, flags, strict=True) if flag}
        assert condition.holds(facts) is as_python(condition, facts)


def test_any_and_all_differ() -> None:
    """A canal that opens for the holder of either bank is not one that needs both."""
    either, both = parse_condition("any(holds(a), holds(b))"), parse_condition("all(holds(a), holds(b))")
    one_bank = {"holds(a)"}
    assert (either.holds(one_bank), both.holds(one_bank)) == (True, False)


def test_blanks_do_not_matter() -> None:
    assert str(parse_condition("  not( fleet_hostile ( Bosporus ) ) ")) == "not(fleet_hostile(Bosporus))"


def test_the_facts_that_are_named() -> None:
    condition = parse_condition("all(not(siege), any(holds(a), holds(b)), always)")
    assert condition.facts() == {"siege", "holds(a)", "holds(b)"}


@pytest.mark.parametrize("text", [
    "", "   ", "(", ")", "any()", "not()", "not(a, b)", "any(a", "any(a))", "a b", "any(a,)", "always(a)", "f(not(a))", "f(g(h))",
    "f(all(a, b))", "a;b", "1+1", "__import__('os')", "a" * 1001, "not(" * 40 + "a" + ")" * 40, 5, None, ["a"],
])
def test_what_cannot_be_read_is_refused(text: object) -> None:
    with pytest.raises(NotationError, match="expected a condition"):
        parse_condition(text)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["not(a)", "any(a)", "always", "never", "all(a, b)"])
def test_a_fact_is_no_condition(text: str) -> None:
    with pytest.raises(NotationError, match="expected a fact"):
        parse_fact(text)


def test_facts_have_one_spelling() -> None:
    assert fact_texts(["holds( serbia )", "holds(serbia)"]) == {"holds(serbia)"}

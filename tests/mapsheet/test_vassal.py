"""The texts and the archive of a module, read back by a reader of its own."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mapsheet.vassal import Board, Module, Piece, Placed, Stack, TurnTrack, to_bytes
from mapsheet.vassal.sequence import Trait, join, piece_text
from tests.mapsheet import vassal_reader as reader

MARKS = st.sampled_from("/;,\t")
WORDS = st.text(alphabet="ab'\\/;,\t ", max_size=8)
DOT = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)


def told(name: str = "A 'piece'; one/two, ü", back: str = "back.png") -> Module:
    piece = Piece("x", name, "front.png", back, 1, 1, "red")
    images = {"map.png": DOT, "front.png": DOT, **({back: DOT} if back else {})}
    stack = Stack("0101", (3, 4), (Placed(piece, 5), Placed(piece, back=True)))
    return Module(
        "The Ford & <more>", "A small fight", Board("map.png", 1, 1), images, {"red": "Red, and more;"}, ("Red",), (piece,),
        (stack,), TurnTrack("Turn", ("1", "Dawn, late", "it's")),
    )


@given(st.lists(WORDS, min_size=1, max_size=5), MARKS)
def test_sequences_come_back(fields: list[str], mark: str) -> None:
    # a backslash before the mark is the one thing that the table's own way of writing loses
    if not any("\\" + mark in field or field.endswith("\\") for field in fields):
        assert reader.split(join(fields, mark), mark) == fields


def test_a_field_in_quotes_or_with_a_backslash_at_its_end_comes_back() -> None:
    for field in ("'", "''", "'a'", "a'", "it's", ""):
        assert reader.split(join([field, "x"], ";"), ";") == [field, "x"]
    assert join(["a\\", "x"], ";") == "'a\\';x"


@given(st.lists(st.tuples(st.text("abc;/' ", min_size=1, max_size=6), st.text("abc;/ ", max_size=6)), min_size=1, max_size=5))
def test_pieces_come_back_trait_by_trait(traits: list[tuple[str, str]]) -> None:
    plain = [(kind.replace("'", ""), state) for kind, state in traits if kind.replace("'", "")]
    if plain:
        text = piece_text([Trait(kind, state) for kind, state in plain])
        assert [(";".join(fields), state) for fields, state in reader.read_traits(text)] == plain


def test_a_module_is_read_back() -> None:
    module = reader.Module(to_bytes(told()))
    assert len(module.pieces) == 3  # two on the map and one in the palette
    first = module.pieces[0]
    assert first.traits[-1][0] == ["piece", "", "", "front.png", "A 'piece'; one/two, ü"]
    assert first.trait("prototype") == (["prototype", "Red, and more;"], "")
    assert first.trait("rotate") == (
        ["rotate", "12", "93,130", "91,130", "Turn right", "Turn left", "", "", "Heading", ""], "5",
    )
    layer = first.trait("emb2")
    assert layer is not None
    assert layer[1] == "-1"
    assert layer[0][1:4] == ["Flip", "128", "F"]
    assert [trait[1] for piece in module.pieces if (trait := piece.trait("emb2"))] == ["-1", "1", "-1"]
    level = module.one(reader.M + "turn.ListTurnLevel")
    assert reader.split(level.attrib["list"], ",") == ["1", "Dawn, late", "it's"]
    assert [one.text for one in module.root.iter("entry")] == ["Red"]


def test_a_piece_without_a_back_has_no_layer() -> None:
    module = reader.Module(to_bytes(told(back="")))
    assert all(piece.trait("emb2") is None for piece in module.pieces)


def test_the_same_module_gives_the_same_bytes() -> None:
    assert to_bytes(told()) == to_bytes(told())


def test_the_reader_finds_a_module_that_is_wrong() -> None:
    """The reader is no use if it takes everything."""
    import pytest

    bad = told()._replace(images={"map.png": DOT, "front.png": DOT})
    with pytest.raises(AssertionError):
        reader.Module(to_bytes(bad))
    lost = told()._replace(stacks=(Stack("9999", (3, 4), (), location="9999"),))
    with pytest.raises(AssertionError, match="no zone has 9999"):
        reader.Module(to_bytes(lost))

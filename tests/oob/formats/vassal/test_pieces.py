"""Pieces of VASSAL: taken apart and put together, prototypes put in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.errors import KnownError
from oob.formats.vassal.pieces import field_text, fields_of, piece_of, with_prototypes

# A field cannot end in a backslash unless it is quoted, nor hold one before a mark.
plain = st.text(st.characters(codec="utf-8", exclude_characters="\\"), max_size=8)


def nested(traits: list[tuple[str, str]], ident: str = "null") -> str:
    """A definition as VASSAL writes one: each inner trait behind a tab, encoded once more."""
    type_, state = traits[-1]
    for own_type, own_state in reversed(traits[:-1]):
        type_ = field_text([own_type, type_], "\t")
        state = field_text([own_state, state], "\t")
    return field_text(["+", ident, type_, state], "/")


@given(st.lists(plain, min_size=1, max_size=6), st.sampled_from(";,/\t"))
def test_fields_come_back(fields: list[str], mark: str) -> None:
    assert fields_of(field_text(fields, mark), mark) == fields


@given(st.lists(st.tuples(plain.map(lambda t: t.replace(";", "")), plain), min_size=1, max_size=8))
def test_traits_come_back_however_deep(traits: list[tuple[str, str]]) -> None:
    piece = piece_of(nested(traits).strip("\n\r "), "a piece")
    if nested(traits).strip("\n\r ") == nested(traits):
        assert [(trait.text, trait.state) for trait in piece.traits] == traits


def test_a_real_shape_is_understood() -> None:
    layer = "emb2;Flip;130;F;;;;;;;;;;false;0;0;a.png,b 3-4.png;,;true;Step;;;false;;1;1"
    text = nested(
        [
            ("mark;Side,Type", "Red,infantry"),
            (layer, "1"),
            ("label;;Change Label;18;;0,0,0", "1st; Guards / 2"),
            ("prototype;Unit", ""),
            ("piece;;;front 5-4.png;1st Guards", "null;0;0;7;0"),
        ]
    )
    piece = piece_of(text, "a piece")
    assert (piece.name, piece.image) == ("1st Guards", "front 5-4.png")
    assert piece.marks() == {"Side": "Red", "Type": "infantry"}
    assert piece.layers() == [("a.png", "b 3-4.png")]
    assert piece.labels() == ["1st; Guards / 2"]
    assert piece.prototypes() == ["Unit"]


def test_prototypes_are_put_in_where_they_stand() -> None:
    known = {
        "Unit": piece_of(nested([("prototype;Base", ""), ("piece;;;;", "")]), "p"),
        "Base": piece_of(nested([("mark;Side", "Blue"), ("piece;;;;", "")]), "p"),
    }
    text = nested([("prototype;Unit", ""), ("prototype;Gone", ""), ("piece;;;a.png;A", "")])
    piece = with_prototypes(piece_of(text, "a"), known, "a")
    assert [trait.text for trait in piece.traits] == [
        "prototype;Unit", "prototype;Base", "mark;Side", "prototype;Gone", "piece;;;a.png;A",
    ]  # fmt: skip
    assert piece.marks() == {"Side": "Blue"} and piece.name == "A"


def test_prototypes_in_a_circle_are_told() -> None:
    known = {
        "A": piece_of(nested([("prototype;B", ""), ("piece;;;;", "")]), "p"),
        "B": piece_of(nested([("prototype;A", ""), ("piece;;;;", "")]), "p"),
    }
    piece = piece_of(nested([("prototype;A", ""), ("piece;;;;", "")]), "p")
    with pytest.raises(KnownError, match="circle: A > B > A"):
        with_prototypes(piece, known, "a piece")


def test_prototypes_that_double_each_time_are_told() -> None:
    known = {
        f"P{n}": piece_of(nested([(f"prototype;P{n + 1}", "")] * 2 + [("piece;;;;", "")]), "p")
        for n in range(30)
    }
    known["P30"] = piece_of(nested([("mark;A", "1"), ("piece;;;;", "")]), "p")
    piece = piece_of(nested([("prototype;P0", ""), ("piece;;;;", "")]), "p")
    with pytest.raises(KnownError, match="far too many traits"):
        with_prototypes(piece, known, "a piece")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no piece"),
        ("D/1/x/y", "no piece"),
        ("+/null/piece;;;a;b", "no piece"),
        ("+/null/" + "x\t" * 600 + "/", "more than 500 traits"),
        ("+/null/" + "x" * 1_000_001 + "/", "too long"),
    ],
)
def test_wrong_pieces_are_told(text: str, words: str) -> None:
    with pytest.raises(KnownError, match=words):
        piece_of(text, "a piece")

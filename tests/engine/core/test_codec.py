"""JSON of typed values: exact both ways, refusing what does not fit, one digest for equals."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.codec import Codec, digest
from maps.errors import KnownError
from maps.hexgrid import Hex, Side, side
from oob.model import UnitId


class Mood(StrEnum):
    CALM = "calm"
    CROSS = "cross"


@dataclass(frozen=True, slots=True)
class Part:
    at: Hex | str
    mood: Mood = Mood.CALM
    edge: Side | None = None


@dataclass(frozen=True, slots=True)
class Bigger(Part):
    weights: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Whole:
    name: UnitId
    number: int
    sure: bool
    parts: tuple[Part, ...]
    by_hex: Mapping[Hex, str]
    by_name: Mapping[str, Part]
    marks: frozenset[str]
    pair: tuple[int, str]
    rest: Mapping[str, Mapping[Hex, int]]


hexes = st.builds(Hex, st.integers(-50, 50), st.integers(-50, 50))
words = st.text(st.characters(codec="utf-8"), max_size=5)
parts = st.one_of(
    st.builds(
        Part,
        hexes | words,
        st.sampled_from(Mood),
        st.none() | st.builds(side, hexes, st.integers(0, 5)),
    ),
    st.builds(
        Bigger,
        hexes,
        weights=st.lists(st.floats(allow_nan=False, allow_infinity=False), max_size=3).map(tuple),
    ),
)
wholes = st.builds(
    Whole,
    name=words.map(UnitId),
    number=st.integers(),
    sure=st.booleans(),
    parts=st.lists(parts, max_size=3).map(tuple),
    by_hex=st.dictionaries(hexes, words, max_size=4),
    by_name=st.dictionaries(words, parts, max_size=3),
    marks=st.frozensets(words, max_size=4),
    pair=st.tuples(st.integers(), words),
    rest=st.dictionaries(words, st.dictionaries(hexes, st.integers(), max_size=4), max_size=2),
)
codec = Codec((Whole, Part, Bigger))


@given(wholes)
def test_values_go_through_json_unchanged(value: Whole) -> None:
    again = codec.record(json.loads(json.dumps(codec.to_plain(value))))
    assert again == value
    assert digest(again) == digest(value)
    assert list(again.by_hex) == list(value.by_hex)


def shuffled(value: Any) -> Any:
    """The same mapping, filled the other way round, at every depth."""
    if not isinstance(value, Mapping):
        return value
    return {key: shuffled(item) for key, item in reversed(list(value.items()))}


@given(wholes)
def test_a_digest_does_not_depend_on_how_mappings_were_filled(value: Whole) -> None:
    fields = {name: shuffled(getattr(value, name)) for name in Whole.__dataclass_fields__}
    assert digest(Whole(**fields)) == digest(value)


def test_a_digest_is_the_same_on_every_machine() -> None:
    part = Part(Hex(1, -2), Mood.CROSS, side(Hex(0, 0), 1))
    value = Whole(
        UnitId("ß"),
        3,
        True,
        (part, Part("box")),
        {Hex(2, 0): "b", Hex(-1, 0): "a"},
        {"z": part, "a": part},
        frozenset({"one", "two", "three"}),
        (1, "x"),
        {"in": {Hex(3, 3): 1, Hex(0, 3): 2}},
    )
    assert digest(value) == GOLDEN


GOLDEN = "d7a05e67186a843b"


@given(wholes, st.integers())
def test_a_digest_tells_states_apart(value: Whole, number: int) -> None:
    fields = {name: getattr(value, name) for name in Whole.__dataclass_fields__}
    other = Whole(**{**fields, "number": number})
    assert (digest(other) == digest(value)) == (number == value.number)


def test_hexes_are_written_as_people_read_them() -> None:
    scripts = Codec(
        (Part,),
        write_hex=lambda at: f"{at.q:02}{at.r:02}",
        read_hex=lambda text: Hex(int(text[:2]), int(text[2:])),
    )
    plain = scripts.to_plain(Part(Hex(3, 14)))
    assert plain == {"is": "Part", "at": "0314", "mood": "calm", "edge": None}
    assert scripts.record(plain) == Part(Hex(3, 14))
    assert scripts.record({"is": "Part", "at": "dead pile"}) == Part("dead pile")


@pytest.mark.parametrize(
    ("plain", "what"),
    [
        ([], "expected a record"),
        ({"at": "x"}, "expected a record"),
        ({"is": "os.system"}, "unknown record"),
        ({"is": "Part", "at": "x", "extra": 1}, "no field 'extra'"),
        ({"is": "Part"}, "incomplete Part"),
        ({"is": "Part", "at": 3}, "at: "),
        ({"is": "Part", "at": [1, 2, 3]}, "at: "),
        ({"is": "Part", "at": [1, True]}, "at: "),
        ({"is": "Part", "at": "x", "mood": "merry"}, "mood"),
        ({"is": "Part", "at": "x", "edge": [[0, 0], [5, 5]]}, "edge"),
        ({"is": "Part", "at": "x", "edge": 1}, "edge"),
        ({"is": "Bigger", "at": "x", "weights": ["heavy"]}, "weights"),
        ({"is": "Bigger", "at": "x", "weights": "heavy"}, "weights"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(plain: Any, what: str) -> None:
    with pytest.raises(KnownError, match=what) as raised:
        codec.record(plain, "line 3")
    assert raised.value.where.startswith("line 3")


def test_a_record_of_another_class_does_not_stand_in() -> None:
    whole = {"is": "Whole", "parts": [{"is": "Whole"}]}
    with pytest.raises(KnownError):
        codec.record(whole)


def test_only_data_has_a_json_form() -> None:
    with pytest.raises(TypeError, match="no JSON form"):
        codec.to_plain(object())

"""Typed values as JSON and back, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import codec
from engine.core.codec import Codec, digest
from engine.core.state import Piece
from engine.game.repository import classes_of
from engine.scenarios import scenarios, system_of
from maps.errors import KnownError
from maps.hexgrid import Hex, Side, side


@dataclass(frozen=True, slots=True)
class Sample:
    at: Hex | str
    sides: frozenset[Side] = frozenset()
    counts: Mapping[Hex, int] = field(default_factory=dict)
    piece: Piece | None = None
    words: tuple[str, ...] = ()


HEXES = st.builds(Hex, st.integers(-50, 50), st.integers(-50, 50))
SIDES = st.builds(side, HEXES, st.integers(0, 5))
PIECES = st.builds(
    Piece,
    HEXES | st.text(max_size=5),
    st.integers(0, 4),
    st.text(max_size=4),
    st.frozensets(st.text()),
)
SAMPLES = st.builds(
    Sample,
    HEXES | st.text(max_size=5),
    st.frozensets(SIDES, max_size=4),
    st.dictionaries(HEXES, st.integers(), max_size=4),
    st.none() | PIECES,
    st.lists(st.text(max_size=3), max_size=3).map(tuple),
)
CODEC = Codec((Sample, Piece))


@given(SAMPLES)
def test_json_and_back_is_the_identity(sample: Sample) -> None:
    plain = json.loads(json.dumps(CODEC.to_plain(sample)))
    assert CODEC.record(plain) == sample
    assert digest(CODEC.record(plain)) == digest(sample)


@given(SAMPLES)
def test_equal_values_have_one_digest_in_whatever_order_they_were_filled(sample: Sample) -> None:
    turned = Sample(
        sample.at,
        sample.sides,
        dict(reversed(list(sample.counts.items()))),
        sample.piece,
        sample.words,
    )
    assert digest(turned) == digest(sample)


@given(SAMPLES, SAMPLES)
def test_different_values_have_different_digests(one: Sample, two: Sample) -> None:
    assert (digest(one) == digest(two)) == (one == two)


@pytest.mark.parametrize(
    "plain",
    [
        {"is": "Path", "at": "x"},
        {"at": "x"},
        {"is": "Sample"},
        {"is": "Sample", "at": "x", "more": 1},
        {"is": "Sample", "at": [1]},
        {"is": "Sample", "at": "x", "words": 3},
        {"is": "Sample", "at": "x", "piece": {"is": "Sample", "at": "y"}},
        [],
        None,
    ],
)
def test_what_is_no_known_record_is_refused(plain: object) -> None:
    with pytest.raises(KnownError):
        CODEC.record(plain)


ENTRIES = st.dictionaries(HEXES, st.integers(0, 3), min_size=20, max_size=40)
CHANGES = st.lists(st.dictionaries(HEXES, st.integers(0, 3), max_size=4), max_size=5)


@given(ENTRIES, CHANGES, st.booleans())
def test_a_digest_that_goes_by_the_last_one_is_as_worked_out_from_nothing(
    counts: dict[Hex, int], changes: list[dict[Hex, int]], shrinking: bool
) -> None:
    for change in ({}, *changes):
        counts = {**counts, **change}
        if shrinking:
            del counts[min(counts)]
        sample = Sample("here", counts=counts)
        quick = digest(sample)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(codec, "FEW", len(counts))
            assert quick == digest(Sample("here", counts=dict(counts)))


@dataclass(frozen=True)
class Fliers:
    """A record that holds mappings, one by words."""

    units: Mapping[str, Piece]
    at: Mapping[Hex, int]
    used: frozenset[str] = frozenset()
    spare: int = 0


@dataclass(frozen=True)
class Sky:
    """A state with such a record."""

    air: Fliers


FLIERS = st.dictionaries(st.text(max_size=3), PIECES, min_size=18, max_size=24)
FLIGHTS = st.lists(
    st.tuples(st.dictionaries(st.text(max_size=3), PIECES, max_size=3), ENTRIES, st.integers(0, 2)),
    max_size=4,
)


@given(FLIERS, FLIGHTS, st.booleans())
def test_a_record_in_a_state_is_written_bit_by_bit_as_it_is_written_whole(
    units: dict[str, Piece],
    changes: list[tuple[dict[str, Piece], dict[Hex, int], int]],
    shrinking: bool,
) -> None:
    air = Fliers(units, {})
    for change, at, spare in (({}, {}, 0), *changes):
        units = {**air.units, **change}
        if shrinking:
            del units[min(units)]
        air = replace(air, units=units, at=at, used=frozenset(change), spare=spare)
        assert codec._field(Sky, "air", air) == codec._text(air)
        quick = digest(Sky(air))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(codec, "_RECORDS", {})
            assert quick == digest(Sky(replace(air, units=dict(sorted(units.items())))))


def test_two_records_of_one_name_are_refused() -> None:
    twin = type("Sample", (), {"__module__": "elsewhere"})
    with pytest.raises(ValueError, match=f"Sample: in {__name__} and elsewhere"):
        Codec((Sample, Piece, twin))


@pytest.mark.parametrize("system", sorted({info.id.split("/")[0] for info in scenarios()}))
def test_every_record_of_a_system_has_a_name_of_its_own(system: str) -> None:
    classes = classes_of(system_of(system))
    assert len({cls.__name__ for cls in classes}) == len(set(classes)) > 10

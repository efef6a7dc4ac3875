"""Counter-based dice."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import ChanceNode, Stream, draw


@given(st.integers(), st.text(max_size=8), st.integers(0, 10**9), st.integers(1, 100))
def test_a_draw_is_a_face_and_always_the_same(seed: int, node: str, n: int, sides: int) -> None:
    face = draw(seed, node, n, sides)
    assert 1 <= face <= sides
    assert draw(seed, node, n, sides) == face


def test_faces_come_about_equally_often() -> None:
    found = Counter(draw(1, "fair", n, 10) for n in range(20_000))
    assert set(found) == set(range(1, 11))
    assert all(1800 < count < 2200 for count in found.values())


def test_draws_are_frozen() -> None:
    assert [draw(7, "start", n, 10) for n in range(8)] == FROZEN


FROZEN = [5, 6, 5, 2, 10, 4, 5, 5]


def test_a_stream_needs_something_to_choose_from() -> None:
    with pytest.raises(ValueError, match="possibility"):
        Stream(1).below(0)
    assert sorted(Stream(1).shuffled(range(20))) == list(range(20))
    assert Stream(1).shuffled(range(20)) == Stream(1).shuffled(range(20)) != list(range(20))


def test_the_faces_of_a_node_run_from_one() -> None:
    assert list(ChanceNode(10, "weather", "BG-6.1b").faces) == list(range(1, 11))

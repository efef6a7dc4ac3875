"""New maps are whole from the start, or refused with a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.checking.checks import check
from maps.checking.problems import Severity
from maps.edits.blank import blank_map, generic_legend
from maps.errors import KnownError
from maps.formats import text
from maps.layout import Orientation
from maps.legend import Layer
from maps.numbering import LabelScheme
from tests.examples import few
from tests.maps import strategies as some


@few(20)
@given(some.schemes(), st.sampled_from(Orientation), st.integers(1, 12), st.integers(1, 12))
def test_a_new_map_is_whole(
    scheme: LabelScheme, orientation: Orientation, columns: int, rows: int
) -> None:
    board = blank_map(" Élan ", orientation, columns, rows, scheme, generic_legend(), "sea")
    assert (board.id, board.title) == ("elan", "Élan")
    assert len(board.terrain) == columns * rows and set(board.terrain.values()) == {"sea"}
    assert text.dumps(text.loads(text.dumps(board))) == text.dumps(board)
    assert not [problem for problem in check(board) if problem.severity is Severity.ERROR]


def test_the_usual_kinds_cover_every_layer() -> None:
    legend = generic_legend()
    assert all(len(legend.of(layer)) >= 2 for layer in Layer)
    assert generic_legend().kinds is not legend.kinds


@pytest.mark.parametrize(
    ("title", "columns", "terrain", "sentence"),
    [(" ", 5, "clear", "title"), ("A", 0, "clear", "1 to 2000"), ("A", 2001, "clear", "1 to 2000"),
     ("A", 5, "lava", "no terrain")],
)  # fmt: skip
def test_what_cannot_be_is_refused(title: str, columns: int, terrain: str, sentence: str) -> None:
    with pytest.raises(KnownError, match=sentence):
        blank_map(title, Orientation.FLAT, columns, 5, LabelScheme(), generic_legend(), terrain)

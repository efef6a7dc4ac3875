from __future__ import annotations

from dataclasses import replace

import pytest

from qtapp.painters.board import BoardPainter
from qtapp.painters.detail import Detail
from qtapp.painters.layers.names.keeping import MOST, kept_for
from qtapp.painters.layers.shape import PITCH
from tests.qtapp.painters.boards import board

pytestmark = pytest.mark.usefixtures("qapp")
DETAIL = Detail.of(48, PITCH)


def test_painters_of_the_same_board_share_its_lettering() -> None:
    one, two = BoardPainter(board(30, 20)), BoardPainter(board(30, 20))
    assert one.places.labels(DETAIL) is two.places.labels(DETAIL)
    assert one.regions._lettering() is two.regions._lettering()
    other = board(30, 20)
    town = next(iter(other.places.values()))
    other.places[town.id] = replace(town, name="Elsewhere")
    assert BoardPainter(other).places.labels(DETAIL) != one.places.labels(DETAIL)


def test_an_edited_board_changes_no_other_boards_names() -> None:
    one, two = BoardPainter(board(30, 20)), BoardPainter(board(30, 20))
    before = list(two.places.labels(DETAIL))
    made = one.shape.map
    town = next(iter(made.places.values()))
    made.places[town.id] = replace(town, name="A much longer name than before")
    one.places_changed()
    assert one.places.labels(DETAIL) != before
    assert two.places.labels(DETAIL) == before


def test_what_is_lettered_after_an_edit_of_the_ground_is_not_shared() -> None:
    one = BoardPainter(board(30, 20))
    made = one.shape.map
    for at in sorted(made.terrain)[:200]:
        made.terrain[at] = "sea"
    one.touch(sorted(made.terrain)[:200])
    one.places.labels(DETAIL)
    assert kept_for(board(30, 20)).labels.get((48, False)) is not one.places.labels(DETAIL)


def test_few_boards_are_kept() -> None:
    first = kept_for(board(10, 10))
    assert kept_for(board(10, 10)) is first
    for size in range(MOST):
        kept_for(board(11 + size, 10))
    assert kept_for(board(10, 10)) is not first

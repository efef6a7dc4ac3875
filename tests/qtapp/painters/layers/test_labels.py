from __future__ import annotations

from dataclasses import replace

import pytest

from qtapp.painters.detail import Detail
from qtapp.painters.layers.labels import placed_labels
from qtapp.painters.layers.shape import PITCH, BoardShape
from tests.qtapp.painters.boards import board

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("px", [12, 24, 48, 96])
def test_names_do_not_cover_each_other(px: int) -> None:
    labels = placed_labels(BoardShape(board(40, 30)), Detail.of(px, PITCH))
    assert labels
    for index, label in enumerate(labels):
        for other in labels[:index]:
            both = label.box.intersected(other.box)
            assert both.isEmpty() or both.width() * both.height() < 0.35 * (
                other.box.width() * other.box.height()
            )


def test_lesser_places_lose_their_names_first() -> None:
    shape = BoardShape(board(40, 30))
    far = placed_labels(shape, Detail.of(10, PITCH))
    near = placed_labels(shape, Detail.of(48, PITCH))
    assert {label.rank for label in far} == {1}
    assert {label.rank for label in near} == {1, 3, 4}


def test_a_name_put_by_hand_stands_there_and_the_others_make_room() -> None:
    made = board(40, 30)
    at = next(place for place in made.places.values() if place.kind == "town")
    made.places[at.id] = replace(at, label=(1.5, -0.75))
    shape = BoardShape(made)
    x, y = shape.centre(at.hex)
    for px in (48, 96):
        labels = placed_labels(shape, Detail.of(px, PITCH))
        own = next(label for label in labels if label.place == at.id)
        assert own.box.center().x() == pytest.approx(x + 1.5 * PITCH)
        assert own.box.center().y() == pytest.approx(y - 0.75 * PITCH)
        for other in labels:
            both = own.box.intersected(other.box)
            assert other is own or both.isEmpty() or both.height() < own.box.height() * 0.5

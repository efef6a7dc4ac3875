"""Whose ground is whose, and the front between."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QPainterPath

from maps.hexgrid import Hex, disk
from qtapp.painters.layers.shape import BoardShape
from qtapp.painters.overlays.fronts import front_line, with_neighbours
from qtapp.painters.overlays.overlays import NOTHING, Overlays, differences
from tests.qtapp.painters.boards import board

pytestmark = pytest.mark.usefixtures("qapp")

AT = Hex(6, 3)
SIDES = 6


def edges(path: QPainterPath) -> int:
    """How many hexsides a line has."""
    return path.elementCount() // 2


def test_the_front_is_every_hexside_where_two_sides_meet_and_once() -> None:
    shape = BoardShape(board(16, 12))
    held = {**dict.fromkeys(disk(AT, 2), 1), AT: 0}
    assert edges(front_line(shape, held, held)) == SIDES
    assert edges(front_line(shape, {AT: 0}, held)) == SIDES
    ring = {at: whose for at, whose in held.items() if at != AT}
    assert edges(front_line(shape, ring, held)) == SIDES, "the other half of a part of the paper"


def test_nobodys_ground_has_no_front() -> None:
    shape = BoardShape(board(16, 12))
    assert not edges(front_line(shape, {AT: 1}, {AT: 1}))


def test_what_changes_hands_is_drawn_again_with_what_is_beside() -> None:
    before = Overlays(held=dict.fromkeys(disk(AT, 3), 0))
    after = Overlays(held={**before.held, AT: 1})
    assert differences(before, after).hexes == with_neighbours([AT]) == set(disk(AT, 1))
    assert differences(NOTHING, before).hexes >= set(disk(AT, 3))
    assert not differences(before, before).hexes

"""A counter at all zooms: everything lies inside the page, however narrow it is."""

from __future__ import annotations

from itertools import combinations

import pytest

from qtapp.workspaces.counters.preview import BESIDE, NARROWEST, PRINT, places


@pytest.mark.parametrize("wide", [NARROWEST, 320, BESIDE - 1, BESIDE, 700, 1600])
def test_pieces_of_board_and_faces_lie_inside_the_page_and_apart(wide: int) -> None:
    found = places(wide)
    assert all(place.left() >= 0 and place.right() < wide for place in found)
    assert not any(one.intersects(other) for one, other in combinations(found, 2))
    is_beside = found[-1].width() > 2 * PRINT
    assert is_beside is (wide >= BESIDE)
    assert is_beside or found[-1].height() > 2 * PRINT

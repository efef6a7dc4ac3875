"""A grid is found as a whole: its size, which lines are pushed, and where its hexes lie."""

from __future__ import annotations

import numpy as np
import pytest
import scanmaker

from maps.digitise.calibrating.whole_grid import find_grid
from maps.layout import Orientation
from maps.numbering import Parity

SOME = [
    ("worn", Orientation.FLAT, Parity.EVEN, ("rotated", "light")),
    ("plain", Orientation.POINTY, Parity.ODD, ("sheared",)),
]
ALL = [
    pytest.param(style, standing, parity, damage, marks=pytest.mark.soak)
    for style in scanmaker.STYLES
    for standing in Orientation
    for parity in Parity
    for damage in ((), ("rotated",), ("sheared",), ("light",), ("paper",), ("jpeg",))
]


@pytest.mark.parametrize(("style", "standing", "parity", "damage"), SOME + ALL)
def test_the_grid_of_a_scan_is_found(
    style: str, standing: Orientation, parity: Parity, damage: tuple[str, ...]
) -> None:
    board = scanmaker.board(
        scanmaker.STYLES[style], 14, 9, orientation=standing, parity=parity, seed=3
    )
    made = scanmaker.scan(board, *damage)
    found = find_grid(made.picture)
    assert found is not None
    assert (found.orientation, found.columns, found.rows) == (standing, 14, 9)
    assert found.parity is parity
    points = found.points(board.grid.sheet)
    assert len(points) == 25
    off = [np.hypot(p.x - made.centres[p.label][0], p.y - made.centres[p.label][1]) for p in points]
    assert max(off) < 0.12 * made.pitch


def test_a_picture_without_hexes_has_no_grid() -> None:
    rng = np.random.default_rng(2)
    assert find_grid(rng.integers(0, 255, (400, 500, 3), dtype=np.uint8)) is None
    assert find_grid(np.full((300, 300, 3), 230, dtype=np.uint8)) is None
    assert find_grid(np.full((3, 4, 3), 230, dtype=np.uint8)) is None

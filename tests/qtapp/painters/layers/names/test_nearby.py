"""Names near a part of the paper: those that meet it, in their order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF

from qtapp.painters.fonts import Face
from qtapp.painters.layers.names.labels import Label
from qtapp.painters.layers.names.nearby import Nearby

SPOTS = st.floats(-900, 900, allow_nan=False)
SIDES = st.floats(1, 400, allow_nan=False)
BOXES = st.builds(QRectF, SPOTS, SPOTS, SIDES, SIDES)
FACE = next(iter(Face))


@given(st.lists(BOXES, max_size=12), BOXES)
def test_those_that_meet_a_part_are_found_and_no_others(boxes: list[QRectF], part: QRectF) -> None:
    labels = [Label(str(number), FACE, 0.2, box, 1) for number, box in enumerate(boxes)]
    wanted = [label for label in labels if label.box.intersects(part)]
    assert Nearby(labels).near(part) == wanted

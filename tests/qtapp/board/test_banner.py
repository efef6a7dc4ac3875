"""The banner that tells what just happened."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtGui import QFontMetrics

from qtapp.board.banner import Banner, BannerOver
from tests.qtapp.conftest import Opener


def test_dice_are_as_wide_as_their_faces_and_beside_each_other(opened: Opener) -> None:
    """A roll of three digits lay on the dice beside it."""
    banner = BannerOver(opened(None).view)
    faces = (1, 45, 105, 126)
    banner.show_banner(Banner("Rolled", ("Words.",), faces))
    boxes = banner.dice(faces)
    letters = QFontMetrics(banner.font())
    assert boxes[0].width() == boxes[0].height()
    for box, face in zip(boxes, faces, strict=True):
        # Faces are lettered larger than the font of the banner, and bold.
        assert box.width() > 1.2 * letters.horizontalAdvance(str(face))
    assert all(one.right() < other.left() for one, other in pairwise(boxes))
    assert boxes[-1].width() > boxes[0].width()

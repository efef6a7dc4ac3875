"""What the board's legend of overlays shows, in the inks of each scheme."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtGui import QImage, QPixmap

from maps.hexgrid import Hex
from qtapp.app.main_window import MainWindow
from qtapp.board.items.legend_lines import legend_lines
from qtapp.painters.overlays.arcs import FLIGHT, VOYAGE
from qtapp.painters.overlays.overlays import NOTHING, Arrow, Overlays
from qtapp.painters.palette import contrast
from qtapp.painters.schemes import SCHEMES
from tests.qtapp.conftest import settle
from tests.qtapp.hands import by_menu

AT, BESIDE = Hex(3, 3), Hex(3, 4)
EVERYTHING = Overlays(
    zoc=(AT,), marks={AT: "bad", BESIDE: "good", Hex(4, 3): "now"}, supply=((AT, BESIDE),),
    objections=(AT,), arrows=(Arrow((AT, BESIDE), FLIGHT), Arrow((AT, BESIDE), VOYAGE)),
    held={AT: 0, BESIDE: 1},
)  # fmt: skip


def strongest(picture: QPixmap, ground: str) -> float:
    """The contrast with its ground of the ink that differs most from it."""
    plain = picture.toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels = Counter(memoryview(plain.constBits()).cast("I"))
    return max(contrast(ground, f"#{pixel & 0xFFFFFF:06x}") for pixel in pixels)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("scheme", list(SCHEMES))
def test_each_overlay_has_a_line_whose_picture_shows_on_the_plate(scheme: str) -> None:
    inks = SCHEMES[scheme].palette
    found = legend_lines(EVERYTHING, (), "", ("Axis", "Allied"), inks)
    texts = [line.text for line in found]
    assert {"Ground of the Axis side", "Ground of the Allied side", "The front"} <= set(texts)
    assert len(found) == len(set(texts)) == 11
    pictures = [line.swatch().toImage() for line in found if line.swatch is not None]
    assert all(one != other for n, one in enumerate(pictures) for other in pictures[:n])
    assert contrast(inks.ink, inks.plate) >= 7
    for line in found:
        assert line.swatch is not None
        assert strongest(line.swatch(), inks.plate) >= 3, (scheme, line.text)
    assert not legend_lines(NOTHING, (), "", (), inks)


def test_the_plate_is_as_dark_as_the_board(campaign: MainWindow) -> None:
    legend = campaign.play.legend
    by_menu(campaign, "theme_dark")
    settle()
    assert legend.inks is SCHEMES["dark"].palette
    by_menu(campaign, "theme_light")
    settle()
    assert legend.inks is SCHEMES["paper"].palette

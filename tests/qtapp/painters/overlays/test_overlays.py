from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from engine.core.view.ranges import RangeKind
from maps.hexgrid import Hex, disk
from qtapp.painters.detail import Detail
from qtapp.painters.layers.shape import PITCH, BoardShape
from qtapp.painters.overlays.arcs import FLIGHT, VOYAGE
from qtapp.painters.overlays.overlays import NOTHING, Arrow, OverlayPainter, Overlays
from qtapp.painters.overlays.ranges import LOOKS, Ground, range_swatch
from qtapp.painters.palette import contrast
from tests.qtapp.painters.boards import board

pytestmark = pytest.mark.usefixtures("qapp")

AT = Hex(6, 3)
AREA = QRectF(150, 100, 640, 480)
EACH = {
    "selected": Overlays(selected=(AT,)),
    "reach": Overlays(reach={at: "2" for at in disk(AT, 1)}),
    "targets": Overlays(targets=(AT,)),
    "zoc": Overlays(zoc=(AT,)),
    "supply": Overlays(supply=((AT, AT.neighbour(0), AT.neighbour(0).neighbour(0)),)),
    "path": Overlays(path=(AT, AT.neighbour(1))),
    "arrows": Overlays(arrows=(Arrow((AT, AT.neighbour(1)), "attack", "3:1"),)),
    "marks": Overlays(marks={AT: "good"}),
    "threat": Overlays(marks={AT: "bad"}),
    "found": Overlays(marks={AT: "now"}),
    "flight": Overlays(arrows=(Arrow((AT, AT.neighbour(1).neighbour(1)), FLIGHT),)),
    "voyage": Overlays(arrows=(Arrow((AT, AT.neighbour(1).neighbour(1)), VOYAGE),)),
    "objections": Overlays(objections=(AT,)),
    "own ground": Overlays(held={AT: 0}),
    "other ground": Overlays(held={AT: 1}),
    "front": Overlays(held={AT: 0, AT.neighbour(1): 1}),
    **{
        f"range {kind}": Overlays(ranges=(Ground(kind, frozenset(disk(AT, 2))),))
        for kind in RangeKind
    },
}


def laid(what: Overlays, px: int = 48, part: int = 0) -> QImage:
    """Overlays over plain paper, painted at once or in square parts of some pixels."""
    detail = Detail.of(px, PITCH)
    image = QImage(480, 360, QImage.Format.Format_RGB32)
    image.fill(0xFFE6E2C3)
    painter = QPainter(image)
    painter.scale(detail.scale, detail.scale)
    painter.translate(-AREA.topLeft())
    over = OverlayPainter(BoardShape(board(16, 12)))
    spots = [(x, y) for x in range(0, 480, part or 480) for y in range(0, 360, part or 480)]
    for x, y in spots:
        side = (part or 480) / detail.scale
        left, top = AREA.left() + x / detail.scale, AREA.top() + y / detail.scale
        exposed = QRectF(left, top, side, side)
        painter.setClipRect(exposed)
        over.paint_under(painter, exposed, detail, what)
        over.paint_over(painter, exposed, detail, what)
    painter.end()
    return image


def pixels(image: QImage) -> NDArray[np.uint8]:
    """The bytes of a picture, row by row."""
    return np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1).copy()


@pytest.mark.parametrize("name", list(EACH))
def test_each_overlay_is_drawn(name: str) -> None:
    assert laid(EACH[name]) != laid(NOTHING)
    assert EACH[name].hexes()
    assert not EACH[name].is_empty()


@pytest.mark.parametrize("px", [36, 48])
@pytest.mark.parametrize("far", [0, 1, 3])
def test_a_reach_that_is_painted_in_parts_is_the_whole_one(far: int, px: int) -> None:
    reach = {at: "12" for at in disk(AT, far)}
    what = Overlays(selected=(AT,), reach=reach, zoc=tuple(disk(AT, 1)), marks={AT: "now"})
    whole, parts = pixels(laid(what, px)), pixels(laid(what, px, part=40))
    assert np.abs(whole.astype(int) - parts).max() <= 2


def test_overlays_differ_in_form_not_only_in_colour() -> None:
    grey = [laid(what).convertToFormat(QImage.Format.Format_Grayscale8) for what in EACH.values()]
    assert all(a != b for index, a in enumerate(grey) for b in grey[:index])


def form(what: Overlays) -> NDArray[np.bool_]:
    """Where an overlay is drawn with more than half of its own strength, whatever its inks."""
    grey = QImage.Format.Format_Grayscale8
    with_it, without = (laid(one).convertToFormat(grey) for one in (what, NOTHING))
    shades = [pixels(image).astype(int) for image in (with_it, without)]
    change = np.abs(shades[0] - shades[1])
    return np.asarray(change * 2 > change.max(), dtype=np.bool_)


def test_zones_threat_supply_and_reach_differ_by_hatch_or_rim() -> None:
    """In one hex, so that it is not the ground that differs."""
    line = (AT, AT.neighbour(0))
    forms = {
        "zones": form(Overlays(zoc=(AT,))),
        "threat": form(Overlays(marks={AT: "bad"})),
        "supply": form(Overlays(supply=(line,))),
        "reach": form(Overlays(reach={AT: ""})),
        "able": form(Overlays(marks={AT: "good"})),
    }
    for one, other in combinations(forms, 2):
        union = (forms[one] | forms[other]).sum()
        assert (forms[one] ^ forms[other]).sum() > union // 3, (one, other)


def test_nothing_is_nothing() -> None:
    assert NOTHING.is_empty()
    assert NOTHING.hexes() == set()


def test_two_ranges_over_the_same_ground_show_both_rims() -> None:
    disc = frozenset(disk(AT, 2))
    one, other = Ground(RangeKind.AIR, disc), Ground(RangeKind.RAID, disc)
    both = laid(Overlays(ranges=(one, other)))
    assert both not in (laid(Overlays(ranges=(one,))), laid(Overlays(ranges=(other,))))


def test_every_kind_of_range_has_a_swatch_and_dark_ink() -> None:
    pictures = [range_swatch(kind).toImage() for kind in RangeKind]
    assert all(a != b for index, a in enumerate(pictures) for b in pictures[:index])
    assert all(contrast(look.ink, "#fbf7ea") >= 4.5 for look in LOOKS.values())

"""The outline of hexes holds what they hold, with holes and islands, and no side between them; the
rim of a part of an area has each of its outer sides once.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath

from engine.game.catalogue import load_scenario
from maps.hexgrid import Hex, distance
from qtapp.painters.layers.shape import BoardShape
from qtapp.painters.overlays.outlines import area_and_rim, outline

PX = 600


def painted(path: QPainterPath, around: QRectF) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """Where a path is filled, seen around a part of the paper."""
    picture = QImage(PX, PX, QImage.Format.Format_RGB32)
    picture.fill(0)
    painter = QPainter(picture)
    painter.scale(PX / around.width(), PX / around.height())
    painter.translate(-around.topLeft())
    painter.fillPath(path, Qt.GlobalColor.white)
    painter.end()
    raw = np.frombuffer(picture.constBits(), np.uint32).reshape(PX, PX)
    return (raw & 0xFF) > 0


def shape_of(scenario: str) -> BoardShape:
    return BoardShape(load_scenario(scenario).map)


def some_hexes(shape: BoardShape, kind: str) -> list[Hex]:
    """A hex, a disc, a ring or islands in the middle of a board."""
    middle = sorted(shape.map.terrain)[len(shape.map.terrain) // 2]
    disc = [
        Hex(middle.q + q, middle.r + r)
        for q in range(-4, 5)
        for r in range(-4, 5)
        if distance(middle, Hex(middle.q + q, middle.r + r)) <= 3
    ]
    return {
        "one": [middle],
        "disc": disc,
        "ring": [at for at in disc if distance(middle, at) != 1],
        "islands": [at for at in disc if at.q % 2 == 0],
    }[kind]


def lines_of(path: QPainterPath) -> list[frozenset[tuple[float, float]]]:
    """The straight lines of a path, by their ends."""
    spots = [(path.elementAt(n), path.elementAt(n).isLineTo()) for n in range(path.elementCount())]
    return [
        frozenset(((round(a.x, 3), round(a.y, 3)), (round(b.x, 3), round(b.y, 3))))  # type: ignore[attr-defined]
        for (a, _), (b, is_line) in pairwise(spots)
        if is_line
    ]


@pytest.mark.parametrize("scenario", ["boot_camp/balkan_campaign", "operation_gertrud/late_1942"])
@pytest.mark.parametrize("kind", ["one", "disc", "ring", "islands"])
def test_a_rim_has_each_side_to_other_hexes_once_in_few_strokes(scenario: str, kind: str) -> None:
    shape = shape_of(scenario)
    area = some_hexes(shape, kind)
    for part in (area, area[: len(area) // 2 + 1]):
        wanted = []
        for at in part:
            corners = [(round(spot.x(), 3), round(spot.y(), 3)) for spot in shape.corner_points(at)]
            for way in range(6):
                if at.neighbour(way) not in area:
                    wanted.append(frozenset((corners[way], corners[(way + 1) % 6])))
        found = area_and_rim(shape, part, area)[1]
        assert Counter(lines_of(found)) == Counter(wanted)
        strokes = found.elementCount() - len(wanted)
        assert 0 < strokes <= len(part) and (kind != "disc" or part is not area or strokes == 1)


@pytest.mark.parametrize("scenario", ["boot_camp/balkan_campaign", "operation_gertrud/late_1942"])
@pytest.mark.parametrize("kind", ["one", "disc", "ring", "islands"])
def test_an_outline_holds_what_its_hexes_hold(scenario: str, kind: str) -> None:
    shape = shape_of(scenario)
    hexes = some_hexes(shape, kind)
    plain = QPainterPath()
    plain.setFillRule(Qt.FillRule.WindingFill)
    for at in hexes:
        shape.plain_path(at, plain)
    around = plain.boundingRect().adjusted(-9, -9, 9, 9)
    found = outline(shape, hexes)
    assert (painted(found, around) != painted(plain, around)).mean() < 0.003
    assert all(found.contains(QPointF(*shape.centre(at))) for at in hexes)
    if kind == "disc":
        assert found.elementCount() < plain.elementCount() / 3

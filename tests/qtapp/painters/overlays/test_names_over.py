"""Costs keep off the names of places, and names that counters or arrows cover are lettered over."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from engine.core.view.display import CounterView
from oob.model import UnitId
from qtapp.board.scene import BoardScene
from qtapp.board.tiling.grid import tiles_over
from qtapp.painters.detail import Detail
from qtapp.painters.layers.names.labels import Label
from qtapp.painters.layers.shape import PITCH
from qtapp.painters.overlays.carried import Carried
from qtapp.painters.overlays.names_over import SPOTS, free_spot
from qtapp.painters.overlays.overlays import Arrow, OverlayPainter, Overlays
from tests.qtapp.painters.boards import board

pytestmark = pytest.mark.usefixtures("qapp")

RUNG = 96
PLATE = QRectF(0, 0, 0.24 * PITCH, 0.24 * PITCH)


@pytest.fixture
def scene() -> BoardScene:
    made = BoardScene()
    made.set_board(board(16, 12))
    return made


def labels_of(scene: BoardScene) -> list[Label]:
    assert scene.board is not None
    return scene.board.places.labels(Detail.of(RUNG, PITCH))


def letters(scene: BoardScene, label: Label) -> set[tuple[int, int]]:
    """The pixels in the box of a name that have about the ink of names, counted on the paper."""
    assert scene.board is not None and scene.tiles is not None
    ink = QColor(scene.board.shape.palette.ink)
    scale, found = RUNG / PITCH, set()
    for tile in tiles_over(label.box, RUNG):
        image = scene.tiles.finish(tile)
        for y in range(image.height()):
            for x in range(image.width()):
                spot = tile.rect.topLeft() + QPointF(x + 0.5, y + 0.5) / scale
                if label.box.contains(spot) and _is_like(image.pixelColor(x, y), ink):
                    found.add((tile.column * tile.px + x, tile.row * tile.px + y))
    return found


def _is_like(one: QColor, other: QColor) -> bool:
    pairs = zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)  # type: ignore[index]
    return all(abs(a - b) < 50 for a, b in pairs)


def test_a_cost_stands_where_no_name_is() -> None:
    middle = QPointF(0, 0)
    below = QRectF(-PITCH, 0.2 * PITCH, 2 * PITCH, 0.2 * PITCH)
    above = below.translated(0, -0.6 * PITCH)
    first, second = (PLATE.translated(middle - PLATE.center()) for _ in range(2))
    first.moveCenter(QPointF(SPOTS[0][0], SPOTS[0][1]) * PITCH)
    second.moveCenter(QPointF(SPOTS[1][0], SPOTS[1][1]) * PITCH)
    assert free_spot(middle, PLATE, []) == first
    assert free_spot(middle, PLATE, [below]) == second
    found = free_spot(middle, PLATE, [below, above])
    assert not found.intersects(below) and not found.intersects(above)


def test_no_cost_covers_a_name_of_the_board(scene: BoardScene) -> None:
    assert scene.board is not None and scene.map is not None
    shape = scene.board.shape
    names = [label.box for label in labels_of(scene)]
    assert names
    met = [
        at
        for at in scene.map.terrain
        for spot in [free_spot(QPointF(*shape.centre(at)), PLATE, names)]
        if any(spot.intersects(name) for name in names)
    ]
    assert met == []


def test_an_arrow_leaves_every_letter_of_a_name(scene: BoardScene) -> None:
    assert scene.board is not None
    over = OverlayPainter(scene.board.shape)
    arrow, label = next(
        (arrow, label)
        for label in labels_of(scene)
        for at in [scene.board.shape.hex_at(label.box.center().x(), label.box.center().y())]
        if at is not None
        for way in range(3)
        for arrow in [Arrow((at.neighbour(way), at, at.neighbour(way + 3)))]
        if any(shape.intersects(label.box) for shape in over.shapes(Overlays(arrows=(arrow,))))
    )
    before = letters(scene, label)
    assert len(before) > 20
    scene.set_overlays(Overlays(arrows=(arrow,)))
    assert letters(scene, label) >= before


def test_a_counter_leaves_every_letter_of_a_name(scene: BoardScene) -> None:
    """A name that a person has put on the counter of its hex is lettered over the counter."""
    assert scene.map is not None
    town = scene.map.places[labels_of(scene)[0].place]
    scene.map.places[town.id] = replace(town, label=(0.0, 0.2))
    scene.set_board(scene.map)
    label = next(label for label in labels_of(scene) if label.place == town.id)
    before = letters(scene, label)
    assert len(before) > 20
    scene.set_counters([CounterView(UnitId("one"), town.hex, 0)], None)
    label = next(label for label in labels_of(scene) if label.place == town.id)
    assert len(letters(scene, label) & before) >= 0.9 * len(before)


def seen(scene: BoardScene, label: Label) -> int:
    """How many pixels of a name's box have about the ink of names, as a view shows them."""
    assert scene.board is not None and scene.tiles is not None
    for tile in tiles_over(label.box, RUNG):
        scene.tiles.finish(tile)
    scale = RUNG / PITCH
    image = QImage(
        round(label.box.width() * scale), round(label.box.height() * scale),
        QImage.Format.Format_RGB32,
    )  # fmt: skip
    painter = QPainter(image)
    scene.render(painter, QRectF(image.rect()), label.box)
    painter.end()
    ink = QColor(scene.board.shape.palette.ink)
    spots = ((x, y) for x in range(image.width()) for y in range(image.height()))
    return sum(_is_like(image.pixelColor(x, y), ink) for x, y in spots)


def test_the_way_of_dragged_units_leaves_every_letter_of_a_name(scene: BoardScene) -> None:
    assert scene.board is not None
    label = labels_of(scene)[0]
    at = scene.board.shape.hex_at(label.box.center().x(), label.box.center().y())
    assert at is not None
    before = seen(scene, label)
    assert before > 20
    for way in range(3):
        path = (at.neighbour(way), at, at.neighbour(way + 3))
        far_off = label.box.center() + QPointF(9 * PITCH, 9 * PITCH)
        scene.live.set_carried(Carried((), far_off, (path,)))
        assert seen(scene, label) >= 0.9 * before, way

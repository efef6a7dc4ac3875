from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF

from engine.core.view.display import CounterView
from maps.hexgrid import Hex, link, side
from oob.model import UnitId
from qtapp.board.scene import BoardScene
from qtapp.board.tiles import RUNGS, TileStore, rung_for, tiles_over
from qtapp.painters.overlays.overlays import Overlays
from tests.qtapp.painters.boards import board

pytestmark = pytest.mark.usefixtures("qapp")
AREA = QRectF(100, 100, 500, 400)


@pytest.fixture
def scene() -> BoardScene:
    made = BoardScene()
    made.set_board(board(16, 12))
    return made


def store(scene: BoardScene) -> TileStore:
    assert scene.tiles is not None
    return scene.tiles


@pytest.mark.parametrize("rung", RUNGS)
def test_tiles_cover_a_part_without_gap_or_overlap(rung: int) -> None:
    tiles = list(tiles_over(AREA, rung))
    whole = QRectF()
    for tile in tiles:
        whole = whole.united(tile.rect)
    assert whole.contains(AREA)
    area = sum(tile.rect.width() * tile.rect.height() for tile in tiles)
    assert area == pytest.approx(whole.width() * whole.height())
    assert rung_for(rung) == rung


def test_finished_tiles_are_kept_until_something_changes(scene: BoardScene) -> None:
    at = Hex(6, 3)
    tiles = list(tiles_over(AREA, 48))
    first = CounterView(UnitId("t"), Hex(1, 1), 0)  # names make room for the first counter
    scene.set_counters([first], None)
    for tile in tiles:
        store(scene).finish(tile)
    assert all(store(scene).ready(tile) is not None for tile in tiles)
    scene.set_counters([first, CounterView(UnitId("u"), at, 0)], None)
    stale = [tile for tile in tiles if store(scene).ready(tile) is None]
    assert scene.board is not None
    assert stale
    assert all(tile.rect.intersects(scene.board.shape.hex_rect(at, 0.1)) for tile in stale)


def test_a_counter_and_an_overlay_are_drawn_and_taken_off(scene: BoardScene) -> None:
    tile = next(tiles_over(scene_rect(scene, Hex(6, 3)), 48))
    bare = store(scene).finish(tile).copy()
    scene.set_counters([CounterView(UnitId("u"), Hex(6, 3), 0)], None)
    assert store(scene).finish(tile) != bare
    scene.set_counters([], None)
    assert store(scene).finish(tile) == bare
    scene.set_overlays(Overlays(selected=(Hex(6, 3),)))
    assert store(scene).finish(tile) != bare
    scene.set_overlays(Overlays())
    assert store(scene).finish(tile) == bare


def test_a_tile_shown_on_a_dense_screen_can_be_drawn_on_again(scene: BoardScene) -> None:
    tile = next(tiles_over(scene_rect(scene, Hex(6, 3)), 48))
    view = [CounterView(UnitId("u"), Hex(6, 3), 0)]
    scene.set_counters(view, None)
    wanted = store(scene).finish(tile).copy()
    scene.set_counters([], None)
    store(scene).finish(tile).setDevicePixelRatio(2.0)
    scene.set_counters(view, None)
    again = store(scene).finish(tile)
    assert again.devicePixelRatio() == 1.0
    assert again == wanted


def scene_rect(scene: BoardScene, at: Hex) -> QRectF:
    assert scene.board is not None
    return scene.board.shape.hex_rect(at)


def test_an_edit_repaints_what_a_fresh_scene_would_show(scene: BoardScene) -> None:
    assert scene.board is not None
    of = scene.board.shape.map
    of.places.clear()
    of.regions.clear()
    scene.touch(places=True, regions=True)
    tiles = list(tiles_over(scene.board.shape.bounds, 48))
    for tile in tiles:
        store(scene).finish(tile)
    at = Hex(6, 3)
    of.terrain[at] = "mountain" if of.terrain[at] != "mountain" else "sea"
    of.hexsides[side(Hex(8, 2), 0)] = frozenset({"danube"})
    road = link(Hex(3, 4), Hex(3, 5))
    of.lines[road] = frozenset({"road"})
    scene.touch(hexes=[at], sides=[side(Hex(8, 2), 0)], links=[road])
    fresh = BoardScene()
    fresh.set_board(of)
    different = 0
    for tile in tiles:
        mine, other = store(scene).finish(tile), store(fresh).finish(tile)
        for x in range(mine.width()):
            for y in range(mine.height()):
                a, b = mine.pixelColor(x, y), other.pixelColor(x, y)
                different += abs(a.green() - b.green()) > 12
    assert different < 20

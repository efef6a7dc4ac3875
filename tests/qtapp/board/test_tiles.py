from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QTransform

from engine.core.view.display import CounterView
from engine.core.view.ranges import RangeKind
from maps.hexgrid import Hex, link, side
from oob.model import UnitId
from qtapp.board.scene import BoardScene
from qtapp.board.tiles import TileStore
from qtapp.board.tiling.grid import (
    MOST_AT_ONCE,
    RUNGS,
    Tile,
    block_of,
    corners_of,
    place_of,
    rung_for,
    tiles_over,
)
from qtapp.painters.layers.shape import PITCH
from qtapp.painters.overlays.overlays import Arrow, Overlays
from qtapp.painters.overlays.ranges import Ground
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


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 1.75, 2.0])
def test_tiles_that_are_drawn_pixel_by_pixel_touch_at_any_scale_of_the_screen(ratio: float) -> None:
    scale = 48 / PITCH / ratio
    for shift in range(-400, 0):
        frame = QTransform(scale, 0, 0, scale, shift / 3, shift / 7)
        places = list(product(range(6), range(6)))
        tiles = [Tile(48, *place) for place in places]
        spots = dict(zip(places, corners_of(tiles, frame, ratio), strict=True))
        corner = spots[0, 0] * ratio
        for (column, row), spot in spots.items():
            place = spot * ratio - corner
            assert round(place.x(), 6) == column * 128 and round(place.y(), 6) == row * 128


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0])
def test_tiles_that_are_drawn_larger_or_smaller_share_their_edges(ratio: float) -> None:
    for number in range(300):
        scale = (0.8 + number / 500) * 48 / PITCH
        frame = QTransform(scale, 0, 0, scale, -number / 3, -number / 7)
        for at in range(5):
            place = place_of(Tile(48, at, at), frame, ratio)
            right = place_of(Tile(48, at + 1, at), frame, ratio)
            below = place_of(Tile(48, at, at + 1), frame, ratio)
            assert abs(place.right() - right.left()) < 1e-9
            assert abs(place.bottom() - below.top()) < 1e-9
            assert abs(place.left() * ratio - round(place.left() * ratio)) < 1e-6


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


def test_a_tile_that_looks_as_it_did_a_moment_ago_is_not_drawn_again(
    scene: BoardScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = Hex(6, 3)
    tile = next(tiles_over(scene_rect(scene, at), 48))
    looks = [Overlays(selected=(at,)), Overlays(reach={at: "2"}), Overlays()]
    scene.set_counters([CounterView(UnitId("u"), at, 0)], None)
    drawn = []
    for look in looks:
        scene.set_overlays(look)
        drawn.append(store(scene).finish(tile).copy())
    painted = []
    monkeypatch.setattr(store(scene).pieces, "paint", lambda *_: painted.append(tile))
    for look, before in reversed(list(zip(looks, drawn, strict=True))):
        scene.set_overlays(look)
        assert store(scene).finish(tile) == before
    assert not painted
    scene.set_counters([CounterView(UnitId("u"), at, 1)], None, edited=False)
    store(scene).finish(tile)
    assert painted == [tile], "another face is drawn"
    scene.set_counters([CounterView(UnitId("u"), at, 1)], None)
    scene.set_overlays(looks[0])
    store(scene).finish(tile)
    assert painted == [tile, tile], "units may have been edited"


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


def furthest(one: QImage, other: QImage) -> int:
    """The largest difference of a channel of two pictures; edges of the ground differ by 1."""
    mine, wanted = (
        np.frombuffer(image.constBits(), np.uint8).astype(int) for image in (one, other)
    )
    return int(abs(mine - wanted).max())


def some_overlays(chance: random.Random, hexes: list[Hex]) -> Overlays:
    """Overlays of every sort, some of them none."""

    def few(most: int) -> tuple[Hex, ...]:
        return tuple(chance.sample(hexes, chance.randrange(most)))

    def way() -> tuple[Hex, ...]:
        return tuple(Hex(q, 3) for q in range(2, chance.randrange(3, 9)))

    kinds = chance.sample(list(RangeKind), 2)
    return Overlays(
        selected=few(2),
        reach={at: str(chance.randrange(3)) for at in few(9)},
        targets=few(3),
        zoc=few(9),
        supply=(way(),),
        path=way() if chance.random() < 0.5 else (),
        arrows=tuple(Arrow((at, at.neighbour(1))) for at in few(3)),
        marks=dict.fromkeys(few(4), chance.choice(("good", "bad"))),
        objections=few(2),
        ranges=tuple(Ground(kind, frozenset(few(9))) for kind in kinds[: chance.randrange(3)]),
    )


@pytest.mark.parametrize("rung", [6, 16, 48])
def test_other_overlays_are_drawn_as_in_a_fresh_scene_and_no_more_tiles_than_need_be(
    scene: BoardScene, rung: int
) -> None:
    assert scene.board is not None
    fresh = BoardScene()
    fresh.set_board(scene.board.shape.map)
    tiles = list(tiles_over(scene.board.shape.bounds, rung))
    hexes = [Hex(q, r) for q in range(2, 9) for r in range(1, 6)]
    chance, kept = random.Random(4), 0
    for _ in range(12):
        wanted = some_overlays(chance, hexes)
        scene.set_overlays(wanted)
        fresh.set_overlays(Overlays())
        store(fresh).clear()
        fresh.set_overlays(wanted)
        kept += sum(store(scene).ready(tile) is not None for tile in tiles)
        for tile in tiles:
            mine = store(scene).ready(tile) or store(scene).finish(tile)
            assert furthest(mine, store(fresh).finish(tile)) <= 2, tile
    assert kept > 0


def test_tiles_beside_each_other_are_covered_in_one_go_and_look_as_each_alone(
    scene: BoardScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert scene.board is not None
    tiles = list(tiles_over(scene.board.shape.bounds, 48))
    hexes = [Hex(q, r) for q in range(2, 9) for r in range(1, 6)]
    fresh = BoardScene()
    fresh.set_board(scene.board.shape.map)
    chance = random.Random(9)
    views = [CounterView(UnitId(f"u{n}"), at, 0) for n, at in enumerate(hexes[::3])]
    paints: list[int] = []
    paint = store(scene).pieces.paint
    for of in (scene, fresh):
        of.set_counters(views, None)
        for tile in tiles:
            store(of).finish(tile)
    monkeypatch.setattr(store(scene).pieces, "paint", lambda *a: paints.append(1) or paint(*a))
    stale = 0
    for _ in range(6):  # Qt begins the dots of a trace elsewhere where more of it shows
        wanted = replace(some_overlays(chance, hexes), supply=(), path=())
        for of in (scene, fresh):
            of.set_overlays(wanted)
        late = [tile for tile in tiles if store(scene).ready(tile) is None]
        blocks = list(store(scene).prepare(tiles))
        assert sorted(tile for block in blocks for tile in block) == sorted(late)
        stale += len(late)
        for tile in late:
            assert furthest(store(scene).finish(tile), store(fresh).finish(tile)) <= 2, tile
    assert 0 < len(paints) < stale / 2, "tiles beside each other share what is drawn"


def test_a_block_of_tiles_fills_most_of_a_rectangle() -> None:
    row = {Tile(48, column, 0) for column in range(4)}
    below = {Tile(48, column, 1) for column in range(-1, 3)}
    first = Tile(48, 0, 0)
    assert set(block_of(first, row)) == row
    assert set(block_of(first, row | below)) == row | below
    assert set(block_of(first, row | {Tile(48, 40, 1)})) == row, "far from the row above it"
    long = {Tile(48, column, 1) for column in range(-4, 12)}
    assert set(block_of(first, row | long)) == row, "too much of the room would be of others"
    many = {Tile(48, column, row) for column in range(20) for row in range(20)}
    assert len(block_of(first, many)) == MOST_AT_ONCE


def test_traces_that_are_alike_are_drawn_once_and_only_where_they_run(scene: BoardScene) -> None:
    way = (*(Hex(2, r) for r in range(2, 8)), *(Hex(q, 7) for q in range(3, 9)))
    assert scene.board is not None
    tiles = list(tiles_over(scene.board.shape.bounds, 48))
    bare = [store(scene).finish(tile).copy() for tile in tiles]
    scene.set_overlays(Overlays(supply=(way,)))
    once = [store(scene).finish(tile).copy() for tile in tiles]
    scene.set_overlays(Overlays(supply=(way,) * 5))
    assert [store(scene).finish(tile) for tile in tiles] == once
    inside = next(tiles_over(scene_rect(scene, Hex(7, 3)), 48))
    assert once[tiles.index(inside)] == bare[tiles.index(inside)]
    assert sum(a != b for a, b in zip(once, bare, strict=True)) > 3


def test_what_is_laid_over_the_board_stays_drawn_where_it_stays_the_same(
    scene: BoardScene,
) -> None:
    assert scene.board is not None
    everywhere = tuple(Hex(q, r) for q in range(8) for r in range(8))
    tiles = list(tiles_over(scene.board.shape.bounds, 48))
    at = Hex(3, 3)
    for lit in ({"selected": (at,)}, {"reach": {at: "1"}}, {"reach": {at: "2"}}):
        scene.set_overlays(Overlays(zoc=everywhere))
        for tile in tiles:
            store(scene).finish(tile)
        scene.set_overlays(Overlays(zoc=everywhere, **lit))
        stale = {tile for tile in tiles if store(scene).ready(tile) is None}
        rect = scene.board.shape.hex_rect(at, 0.1)
        assert stale == set(tiles_over(rect, 48)) & set(tiles)


def test_small_hexes_are_drawn_again_as_far_as_the_rims_of_others_reach() -> None:
    scene = BoardScene()
    scene.set_board(board(30, 12))
    assert scene.board is not None
    tiles = list(tiles_over(scene.board.shape.bounds, 10))
    for at in (Hex(q, r) for q in range(20, 27) for r in range(4)):
        ring = dict.fromkeys(at.neighbours(), "")
        scene.set_overlays(Overlays(reach=ring))
        for tile in tiles:
            store(scene).finish(tile)
        scene.set_overlays(Overlays(reach={**ring, at: ""}))
        for tile in tiles:
            kept = store(scene).ready(tile)
            assert kept is None or kept == store(scene).finish(tile), (at, tile)


def test_what_stays_below_the_selection_is_drawn_once_for_all_selections(
    scene: BoardScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiles = sorted(tiles_over(AREA, 48))
    hexes = [Hex(2, 2), Hex(3, 2), Hex(4, 2), Hex(3, 3), Hex(4, 3)]
    lasting = Overlays(
        marks=dict.fromkeys(hexes[:2], "good"), zoc=tuple(hexes[2:]), held=dict.fromkeys(hexes, 0)
    )
    over = store(scene)._over
    paint, painted = over.paint_lasting, list[QRectF]()
    monkeypatch.setattr(
        over, "paint_lasting", lambda p, part, *rest: painted.append(part) or paint(p, part, *rest)
    )
    for number, at in enumerate(hexes):
        now = replace(lasting, selected=(at,), reach=dict.fromkeys(hexes[number:], "1"))
        scene.set_overlays(now)
        fresh = BoardScene()
        fresh.set_board(board(16, 12))
        fresh.set_overlays(now)
        for tile in tiles:
            assert furthest(store(scene).finish(tile), store(fresh).finish(tile)) <= 2, tile
    assert 0 < len(painted) <= len(tiles) and len(set(map(str, painted))) == len(painted)
    scene.set_overlays(replace(lasting, marks={}))
    before = len(painted)
    for tile in tiles:
        store(scene).finish(tile)
    assert before < len(painted) < 2 * before, "where they differ, and nowhere else"

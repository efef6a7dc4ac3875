"""Ground that was drawn shows again on the very same board, and on no other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from maps.hexgrid import Hex
from maps.legend import Layer
from maps.model import GameMap
from qtapp.board.scene import BoardScene
from qtapp.board.tiles import TileStore
from qtapp.board.tiling import kept_ground
from qtapp.board.tiling.grid import Tile, tiles_over
from qtapp.board.tiling.kept_ground import MOST, KeptGround, kept_for
from qtapp.painters.board import BoardPainter, Layers
from qtapp.painters.schemes import SCHEMES, SHEET
from tests.qtapp.painters.boards import board

pytestmark = pytest.mark.usefixtures("qapp")
TILES = tuple(tiles_over(QRectF(100, 100, 500, 400), 48))


@pytest.fixture(autouse=True)
def drawn(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[QRectF]]:
    """Nothing is kept yet; what of a board is drawn from now on."""
    kept_ground._KEPT.clear()
    parts: list[QRectF] = []
    paint = BoardPainter.paint

    def noted(self: BoardPainter, painter, exposed, *rest) -> None:  # type: ignore[no-untyped-def]
        parts.append(exposed)
        paint(self, painter, exposed, *rest)

    monkeypatch.setattr(BoardPainter, "paint", noted)
    yield parts


def shown(of: GameMap) -> BoardScene:
    scene = BoardScene()
    scene.set_board(of)
    return scene


def store(scene: BoardScene) -> TileStore:
    assert scene.tiles is not None
    return scene.tiles


def pictures(scene: BoardScene) -> list[QImage]:
    return [store(scene).finish(tile) for tile in TILES]


def test_the_same_board_is_not_drawn_again(drawn: list[QRectF]) -> None:
    before = pictures(shown(board(16, 12)))
    assert len(drawn) == len(TILES)
    assert pictures(shown(board(16, 12))) == before
    assert len(drawn) == len(TILES)


def test_a_board_that_was_edited_shows_the_edit_and_leaves_the_others_alone() -> None:
    before = pictures(shown(board(16, 12)))
    edited = shown(board(16, 12))
    pictures(edited)
    at = Hex(4, 2)
    made = edited.map
    assert made is not None and made.terrain[at] != "sea"
    made.terrain[at] = "sea"
    edited.touch(hexes=[at])
    after = pictures(edited)
    assert after != before
    assert pictures(shown(board(16, 12))) == before, "the edit was drawn into what is shared"


def test_what_is_drawn_after_an_edit_is_not_shared(drawn: list[QRectF]) -> None:
    scene = shown(board(16, 12))
    pictures(scene)
    scene.touch(places=True)
    pictures(scene)
    assert len(drawn) == 2 * len(TILES)


def test_a_board_whose_line_became_another_kind_is_drawn(drawn: list[QRectF]) -> None:
    before = pictures(shown(board(16, 12)))
    of = board(16, 12)
    lines = [kind.id for kind in of.legend.kinds.values() if kind.layer is Layer.LINE]
    for link, kinds in of.lines.items():
        of.lines[link] = frozenset(kind for kind in lines if kind not in kinds)
    assert pictures(shown(of)) != before, "the road of the other board is shown"
    assert len(drawn) == 2 * len(TILES)


@pytest.mark.parametrize("otherwise", ["layers", "scheme", "counters", "title"])
def test_what_looks_otherwise_is_drawn(otherwise: str, drawn: list[QRectF]) -> None:
    pictures(shown(board(16, 12)))
    of = board(16, 12)
    if otherwise == "title":
        of.title = "Another"
    scene = shown(of)
    if otherwise == "layers":
        scene.set_layers(Layers(grid=0.5))
    elif otherwise == "scheme":
        scene.wear(next(scheme for scheme in SCHEMES.values() if scheme is not SHEET))
    elif otherwise == "counters":
        assert scene.board is not None and scene.board.places.spare_counters(True)
    pictures(scene)
    assert len(drawn) == 2 * len(TILES)


def test_few_boards_and_few_tiles_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    first = kept_for(BoardPainter(board(10, 10)))
    assert kept_for(BoardPainter(board(10, 10))) is first
    for size in range(MOST):
        kept_for(BoardPainter(board(11 + size, 10)))
    assert kept_for(BoardPainter(board(10, 10))) is not first
    monkeypatch.setattr(kept_ground, "MOST_BYTES", 3 * 128 * 128 * 4)
    shelf, picture = KeptGround(), QImage(128, 128, QImage.Format.Format_RGB32)
    looks = [(Tile(48, column, 0), Layers(), False) for column in range(5)]
    for look in looks:
        shelf.put(look, picture)
    assert [shelf.get(look) is not None for look in looks] == [False, False, True, True, True]

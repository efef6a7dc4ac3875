"""Tiles that are drawn when there is time: few at once, what changed first, each of them whole."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from maps.hexgrid import Hex
from qtapp.board.items import ground
from qtapp.board.tiling.grid import Tile, tiles_over
from qtapp.board.view import MapView
from qtapp.painters.layers.places import PlacePainter
from qtapp.painters.overlays.overlays import Overlays
from qtapp.painters.schemes import NIGHT
from tests.qtapp.board.conftest import AT
from tests.qtapp.painters.boards import board


def test_tiles_that_are_late_are_painted_few_at_a_time(
    view: MapView, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However slow the machine, a tile is drawn in each repaint, and no more is painted for it."""
    for name in ("ANSWER_SECONDS", "FRAME_SECONDS"):
        monkeypatch.setattr(ground, name, 0.0)
    finished: list[Tile] = []
    spans: list[float] = []
    tiles = view.board.tiles
    assert tiles is not None
    finish = tiles.finish
    painted = view.board.painted

    def note(drawn: list[Tile], late: list[Tile], exposed: QRectF) -> None:
        spans.append(exposed.width() * exposed.height())
        painted(drawn, late, exposed)

    monkeypatch.setattr(tiles, "finish", lambda tile: finished.append(tile) or finish(tile))
    monkeypatch.setattr(view.board, "painted", note)
    view.resize(1600, 1200)
    view.zoom_to_fit()
    view.viewport().repaint()
    assert view.board.is_refining
    whole = spans[0]
    while view.board.is_refining:
        QApplication.processEvents()
    assert len(set(finished)) == len(finished) > 20
    assert sum(span > whole / 2 for span in spans) <= 2 < len(spans) / 4
    assert all(tiles.ready(tile) is not None for tile in finished)


def test_a_board_that_was_never_drawn_is_in_view_before_any_of_it_is_lettered(
    view: MapView, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first repaint shows flat tints; one that was drawn before shows as it is at once."""
    made = board(24, 18)
    made.title = "Never shown"
    begun: list[bool] = []
    view.board.begun.connect(lambda: begun.append(True))
    view.board.set_board(made)
    lettered: list[object] = []
    names = PlacePainter.paint_names
    monkeypatch.setattr(PlacePainter, "paint_names", lambda *of: lettered.append(names(*of)))
    flat = _after_one_repaint(view)
    assert begun and view.board.is_refining and not lettered
    assert len({flat.pixel(x, y) for x in range(0, 600, 20) for y in range(0, 400, 20)}) > 2
    while view.board.is_refining:
        QApplication.processEvents()
    assert lettered
    whole = view.grab().toImage()
    assert whole != flat
    lettered.clear()
    monkeypatch.setattr(ground, "FRAME_SECONDS", 60.0)
    view.board.set_board(made)
    assert _after_one_repaint(view) == whole and not lettered


def _after_one_repaint(view: MapView) -> QImage:
    image = QImage(view.viewport().size(), QImage.Format.Format_RGB32)
    view.viewport().render(image)
    return image


def test_ground_and_what_lies_on_it_are_drawn_in_two_repaints_where_ground_takes_long(
    view: MapView, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A repaint that has spent its time on the ground of a tile leaves the rest to the next; where
    there is time enough one does for both.
    """
    while view.board.is_refining:  # what the window showed before may be half drawn
        QApplication.processEvents()
    tiles = view.board.tiles
    assert tiles is not None
    work: list[tuple[int, int]] = []
    lay_ground, finish, painted = tiles.lay_ground, tiles.finish, view.board.painted
    laid: set[Tile] = set()
    done: list[Tile] = []

    def note(drawn: list[Tile], late: list[Tile], exposed: QRectF) -> None:
        work.append((len(laid), len(done)))
        painted(drawn, late, exposed)

    monkeypatch.setattr(tiles, "lay_ground", lambda tile: laid.add(tile) or lay_ground(tile))
    monkeypatch.setattr(tiles, "finish", lambda tile: done.append(tile) or finish(tile))
    monkeypatch.setattr(view.board, "painted", note)
    monkeypatch.setattr(ground, "FRAME_SECONDS", 0.0)
    view.resize(1600, 1200)
    view.zoom_to_fit()
    view.viewport().repaint()
    assert work[-1] == (1, 0)
    while view.board.is_refining:
        QApplication.processEvents()
    assert laid == set(done) and len(done) == len(laid) > 20
    monkeypatch.setattr(ground, "FRAME_SECONDS", 60.0)
    work.clear()
    view.zoom_by(3)
    view.viewport().repaint()
    assert not view.board.is_refining and work[-1][0] == len(laid) == len(set(done))


def test_a_tile_that_came_ready_in_a_small_part_is_painted_whole(
    view: MapView, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What moves over the board has a small part of it painted; the rest of a tile that was drawn
    then must not keep its stand-in.
    """
    for name in ("ANSWER_SECONDS", "FRAME_SECONDS"):
        monkeypatch.setattr(ground, name, 0.0)
    tiles = view.board.tiles
    assert tiles is not None
    shown: dict[Tile, QRectF] = {}
    painted = view.board.painted

    def note(drawn: list[Tile], late: list[Tile], exposed: QRectF) -> None:
        for tile in drawn:
            shown[tile] = shown.get(tile, QRectF()).united(exposed.intersected(tile.rect))
        painted(drawn, late, exposed)

    monkeypatch.setattr(view.board, "painted", note)
    view.resize(1600, 1200)
    view.zoom_to_fit()
    view.viewport().repaint()
    late = list(view.board._late)[-1]
    middle = view.mapFromScene(late.rect.center())
    for _ in range(2):  # its ground first, then all of it
        view.viewport().repaint(middle.x() - 4, middle.y() - 4, 8, 8)
    assert tiles.ready(late) is not None and shown[late] != late.rect
    while view.board.is_refining:
        QApplication.processEvents()
    QApplication.processEvents()
    seen = view.board._seen()
    torn = [tile for tile, part in shown.items() if not part.contains(tile.rect.intersected(seen))]
    assert not torn


def test_what_changed_is_drawn_before_ground_that_was_not_drawn_yet(
    view: MapView, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ANSWER_SECONDS", "FRAME_SECONDS"):
        monkeypatch.setattr(ground, name, 60.0)
    tiles = view.board.tiles
    assert tiles is not None
    view.board.ground.is_patient = True
    view.grab()
    view.board.ground.is_patient = False
    here = view.board.board.shape.hex_rect(AT, 0.1)  # type: ignore[union-attr]
    changed = set(tiles_over(here, view.board.ground.rung))
    all_ = set(tiles_over(view.board._seen(), view.board.ground.rung))
    far = all_ - changed
    assert changed and far
    for tile in far:
        tiles._ground.drop(tile)
        tiles._finished.drop(tile)
    drawn: list[Tile] = []
    finish = tiles.finish
    monkeypatch.setattr(tiles, "finish", lambda tile: drawn.append(tile) or finish(tile))
    view.board.set_overlays(Overlays(objections=(AT,)))
    view.viewport().repaint()
    assert set(drawn) == changed, "the picture of what changed is there at once"
    while view.board.is_refining:
        QApplication.processEvents()
    assert set(drawn) >= all_ and len(drawn) == len(set(drawn)), "the rest follows, each once"


def test_another_scheme_shows_once_all_that_is_seen_is_drawn_in_it(
    view: MapView, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No tile of the new scheme stands between those of the old one, however long it takes."""
    view.resize(1600, 1200)
    view.board.ground.is_patient = True
    before = view.grab().toImage()
    view.board.ground.is_patient = False
    for name in ("ANSWER_SECONDS", "FRAME_SECONDS"):
        monkeypatch.setattr(ground, name, 0.0)
    view.board.wear(NIGHT)
    looks = []
    while view.board.is_refining or len(looks) < 3:
        looks.append(view.grab().toImage())
        QApplication.processEvents()
    view.grab()
    after = view.grab().toImage()
    changes = [look for look in looks if look not in (before, after)]
    assert looks.count(before) > 3 and not changes
    view.board.ground.is_patient = True
    assert after != before and after == view.grab().toImage()


def test_another_scheme_keeps_no_old_tiles_where_some_were_not_drawn_yet(view: MapView) -> None:
    tiles = view.board.tiles
    assert tiles is not None
    view.board.ground.is_patient = True
    view.grab()
    view.board.ground.is_patient = False
    kept = next(tiles_over(view.board._seen(), view.board.ground.rung))
    view.go_to(Hex(AT.q + 9, AT.r), 48)
    view.board.wear(NIGHT)
    assert tiles.any(kept) is None

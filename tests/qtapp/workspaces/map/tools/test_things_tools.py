"""Places, names, boxes, selections and stamps, by mouse and by keys."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from maps.edits import put_place
from maps.edits.stamps import captured, rotated
from maps.finding.areas import grown, inverted, shrunk
from maps.hexgrid import Hex, disk, side
from maps.layout import Point
from maps.model import Box, BoxLink, Place
from qtapp.dialogs.box import BoxDialog
from qtapp.dialogs.place_dialog import PlaceDialog
from qtapp.painters.layers.shape import PITCH
from qtapp.workspaces.map.choices.layer_state import BoardLayer
from qtapp.workspaces.map.choices.stamp_slots import StampSlots
from tests.qtapp.conftest import settle
from tests.qtapp.hands import by_menu
from tests.qtapp.workspaces.map.tools.conftest import (
    ALT,
    CTRL,
    LEFT,
    NONE,
    SHIFT,
    Hand,
    answer_dialog,
    same_terrain_run,
)


def soon(fill: Callable[[Any], None], accept: bool = True) -> None:
    """Answer the dialog that the next click opens, as soon as it is there."""
    if QApplication.activeModalWidget() is None:
        QTimer.singleShot(20, partial(soon, fill, accept))
    else:
        answer_dialog(fill, accept)


def bare_hex(hand: Hand) -> Hex:
    taken = {place.hex for place in hand.map.places.values()}
    return next(at for at in same_terrain_run(hand.map, 6) if at not in taken)


def test_a_place_is_put_opened_moved_and_removed(hand: Hand) -> None:
    before, at = hand.text, bare_hex(hand)

    def name_it(dialog: QDialog) -> None:
        assert isinstance(dialog, PlaceDialog)
        dialog.name.setText("Nový Bor")
        QTest.keyClicks(dialog.tags, "port, capital")

    hand.take("place", place="town")
    hand.hover(at)
    assert hand.view.board.ghost.ghost.symbols[0].kind == "town"
    soon(name_it)
    hand.click(at)
    made = hand.map.places["novy-bor"]
    assert made == Place("novy-bor", "Nový Bor", "town", at, frozenset({"port", "capital"}))

    def rename_it(dialog: QDialog) -> None:
        assert isinstance(dialog, PlaceDialog)
        assert dialog.name.text() == "Nový Bor"
        dialog.name.selectAll()
        QTest.keyClicks(dialog.name, "Haida")
        dialog.modern.setText("Nový Bor")
        dialog.kind.setCurrentIndex(dialog.kind.findData("city"))

    soon(rename_it)
    hand.click(at)
    now = hand.map.places["novy-bor"]
    assert (now.name, now.modern, now.kind, now.hex) == ("Haida", "Nový Bor", "city", at)
    goal = next(
        near for near in at.neighbours() if near in hand.map and not hand.map.places_at(near)
    )
    hand.drag(at, goal)
    assert hand.map.places["novy-bor"].hex == goal
    hand.hover(goal)
    hand.key(Qt.Key.Key_Delete)
    assert "novy-bor" not in hand.map.places
    for _ in range(4):
        hand.undo()
    assert hand.text == before


def test_a_dialog_that_is_left_changes_nothing(hand: Hand) -> None:
    before, at = hand.text, bare_hex(hand)
    hand.take("place")
    soon(lambda dialog: None, accept=False)
    hand.click(at)
    assert hand.text == before and not hand.controller.can_undo


def test_ctrl_and_delete_remove_a_place(hand: Hand) -> None:
    before = hand.text
    first, second = list(hand.map.places.values())[2:4]
    hand.take("place")
    hand.click(first.hex, CTRL)
    assert first.id not in hand.map.places
    hand.point(second.hex)
    hand.key(Qt.Key.Key_Delete)
    assert second.id not in hand.map.places
    hand.undo()
    hand.undo()
    assert hand.text == before
    hand.controller.layers.set_locked(BoardLayer.PLACES, True)
    hand.key(Qt.Key.Key_Delete)
    assert hand.text == before and "locked" in hand.said


def test_a_symbol_is_dragged_within_its_hex_and_put_back_by_the_dialog(hand: Hand) -> None:
    hand.view.set_zoom(64)
    place = next(p for p in hand.map.places.values() if p.kind == "town" and p.name)
    hand.view.go_to(place.hex)
    settle()
    before = hand.text
    centre = hand.controller.layout.centre(place.hex)
    goal = Point(centre.x + 0.3 * PITCH, centre.y - 0.2 * PITCH)
    hand.take("place")
    hand.drag(centre, goal, ends=False)
    assert hand.text == before
    (shown,) = hand.view.board.ghost.ghost.symbols
    assert shown.offset == pytest.approx((0.3, -0.2), abs=0.02)
    hand.release(goal)
    put = hand.map.places[place.id].offset
    assert put == pytest.approx((0.3, -0.2), abs=0.02)
    board = hand.view.board.board
    assert board is not None
    assert board.lines.knot(place.hex) == pytest.approx(tuple(goal), abs=0.02 * PITCH)

    def moved_by_keys(dialog: QDialog) -> None:
        assert isinstance(dialog, PlaceDialog)
        assert dialog.beside.isChecked() and dialog.right.isEnabled()
        dialog.below.selectAll()
        QTest.keyClicks(dialog.below, dialog.locale().toString(0.25, "f", 2))

    soon(moved_by_keys)
    hand.click(goal)
    assert hand.map.places[place.id].offset == pytest.approx((put[0] if put else 0.0, 0.25))

    def put_back(dialog: QDialog) -> None:
        assert isinstance(dialog, PlaceDialog)
        QTest.keyClick(dialog.beside, Qt.Key.Key_Space)
        assert not dialog.right.isEnabled()

    soon(put_back)
    hand.click(goal)
    assert hand.map.places[place.id].offset is None and hand.text == before
    for _ in range(3):
        hand.undo()
    assert hand.text == before and not hand.controller.can_undo


def test_the_symbol_under_the_pointer_is_taken_of_two_in_a_hex(hand: Hand) -> None:
    hand.view.set_zoom(64)
    place = next(p for p in hand.map.places.values() if p.kind == "town" and p.name)
    hand.view.go_to(place.hex)
    settle()
    other = replace(place, id="twin", name="Twin", offset=(0.3, 0.2))
    hand.controller.apply(put_place(hand.map, other))
    hand.take("place")
    centre = hand.controller.layout.centre(place.hex)
    hand.click(Point(centre.x + 0.3 * PITCH, centre.y + 0.2 * PITCH), CTRL)
    assert "twin" not in hand.map.places and place.id in hand.map.places


def test_a_place_by_keys(hand: Hand) -> None:
    at = bare_hex(hand)
    hand.take("place")
    hand.key(Qt.Key.Key_2)
    hand.point(at)
    soon(lambda dialog: QTest.keyClicks(dialog.name, "Kvar"))
    hand.key(Qt.Key.Key_Return)
    assert hand.map.places["kvar"].kind == "town"


def test_a_name_is_dragged_and_given_back(hand: Hand) -> None:
    hand.view.set_zoom(64)
    place = next(p for p in hand.map.places.values() if p.kind == "town" and p.name)
    hand.view.go_to(place.hex)
    settle()
    before = hand.text
    hand.take("label")
    box = hand.controller.label_boxes()[place.id]
    start = Point(box.center().x(), box.center().y())
    goal = Point(start.x + 0.4 * PITCH, start.y - 0.3 * PITCH)
    hand.drag(start, goal, ends=False)
    assert hand.text == before
    hand.release(goal)
    label = hand.map.places[place.id].label
    centre = hand.controller.layout.centre(place.hex)
    assert label is not None
    assert label[0] == pytest.approx((goal.x - centre.x) / PITCH, abs=0.03)
    assert label[1] == pytest.approx((goal.y - centre.y) / PITCH, abs=0.03)
    drawn = hand.controller.label_boxes()[place.id].center()
    assert drawn.x() == pytest.approx(goal.x, abs=0.05 * PITCH)
    assert drawn.y() == pytest.approx(goal.y, abs=0.05 * PITCH)
    hand.click(goal, CTRL)
    assert hand.map.places[place.id].label is None and hand.text == before
    hand.undo()
    hand.undo()
    assert hand.text == before and not hand.controller.can_undo
    hand.drag(start, goal, ends=False)
    hand.key(Qt.Key.Key_Escape)
    hand.release(goal)
    assert hand.text == before


def test_a_name_is_moved_by_keys(hand: Hand) -> None:
    place = next(p for p in hand.map.places.values() if p.kind == "town" and p.name)
    hand.take("label")
    hand.point(place.hex)
    hand.key(Qt.Key.Key_Left, ALT)
    first = hand.map.places[place.id].label
    hand.key(Qt.Key.Key_Up, ALT)
    second = hand.map.places[place.id].label
    assert first is not None and second is not None
    assert second == pytest.approx((first[0], first[1] - 0.1))


def test_a_box_is_drawn_moved_resized_linked_and_removed(hand: Hand) -> None:
    before = hand.text
    bounds = hand.controller.shape.bounds

    def spot(x: float, y: float) -> Point:
        return Point(bounds.left() + x * bounds.width(), bounds.top() + y * bounds.height())

    def fill(dialog: QDialog) -> None:
        assert isinstance(dialog, BoxDialog)
        QTest.keyClicks(dialog.name, "North Sea")
        dialog.add_way("nowhere", 3)
        dialog.accept()
        assert dialog.isVisible() and "nowhere" in dialog.complaint.text()
        dialog.ways.item(0, 0).setText("0105")
        dialog.ways.item(0, 1).setText("12")

    hand.take("box")
    soon(fill)
    hand.drag(spot(0.55, 0.6), spot(0.7, 0.7), spot(0.8, 0.75))
    box = hand.map.boxes["north-sea"]
    assert box.links == (BoxLink("0105", 12),)
    assert box.at == pytest.approx((0.55, 0.6), abs=0.01)
    assert box.size == pytest.approx((0.25, 0.15), abs=0.01)
    hand.drag(spot(0.65, 0.65), spot(0.6, 0.6), spot(0.55, 0.55))
    assert hand.map.boxes["north-sea"].at == pytest.approx((0.45, 0.5), abs=0.01)
    assert hand.map.boxes["north-sea"].size == pytest.approx(box.size, abs=0.01)
    hand.drag(spot(0.70, 0.65), spot(0.75, 0.7), spot(0.8, 0.75))
    assert hand.map.boxes["north-sea"].size == pytest.approx((0.35, 0.25), abs=0.01)
    soon(lambda dialog: dialog.name.setText("South Sea"))
    hand.click(spot(0.6, 0.6))
    assert hand.map.boxes["north-sea"].name == "South Sea"
    hand.drag(spot(0.6, 0.6), spot(0.2, 0.2), ends=False)
    hand.key(Qt.Key.Key_Escape)
    hand.release(spot(0.2, 0.2))
    assert hand.map.boxes["north-sea"].at == pytest.approx((0.45, 0.5), abs=0.01)
    hand.click(spot(0.6, 0.6), CTRL)
    assert "north-sea" not in hand.map.boxes
    for _ in range(5):
        hand.undo()
    assert hand.text == before and not hand.controller.can_undo


def test_a_box_needs_room_and_a_name(hand: Hand) -> None:
    before, at = hand.text, bare_hex(hand)
    hand.take("box")
    a = hand.controller.layout.centre(at)
    hand.drag(a, Point(a.x + 0.2 * PITCH, a.y + 0.2 * PITCH))
    assert "larger" in hand.said and hand.text == before
    dialog = BoxDialog(hand.map, Box("", ""), hand.window)
    dialog.accept()
    assert dialog.complaint.text() == "A box needs a name."
    dialog.name.setText("Sea")
    dialog.add_way("Med Box", 0)
    dialog.ways.item(0, 1).setText("twelve")
    dialog.accept()
    assert "distance" in dialog.complaint.text()
    dialog.ways.item(0, 1).setText("")
    dialog.accept()
    assert dialog.box.links == (BoxLink("med_box", 0),)
    again = BoxDialog(hand.map, dialog.box, hand.window)
    assert again.ways.item(0, 0).text() == "Med Box", "as players call it"


def test_selecting_by_rectangle_and_lasso(hand: Hand) -> None:
    row = same_terrain_run(hand.map, 6)
    layout = hand.controller.layout
    a, b = layout.centre(row[0]), layout.centre(row[4])
    low = Point(min(a.x, b.x) - 5, min(a.y, b.y) - 5)
    high = Point(max(a.x, b.x) + 5, max(a.y, b.y) + 5)
    hand.take("select")
    hand.drag(low, Point(low.x + 20, low.y + 20), high)
    inside = {
        at
        for at in hand.map.terrain
        if low.x <= layout.centre(at).x <= high.x and low.y <= layout.centre(at).y <= high.y
    }
    assert len(inside) > 5
    assert abs(len(hand.controller.hexes.hexes ^ inside)) <= 2
    chosen = hand.controller.hexes.hexes
    hand.click(row[0], ALT)
    assert hand.controller.hexes.hexes == chosen - {row[0]}
    hand.click(row[5], SHIFT)
    assert hand.controller.hexes.hexes == (chosen - {row[0]}) | {row[5]}
    hand.click(row[2])
    assert hand.controller.hexes.hexes == {row[2]}
    hand.take("lasso")
    c = layout.centre(row[2])
    ring = [
        Point(c.x + 1.3 * PITCH * math.cos(n / 3), c.y + 1.3 * PITCH * math.sin(n / 3))
        for n in range(20)
    ]
    hand.drag(*ring)
    assert hand.controller.hexes.hexes == {at for at in disk(row[2], 1) if at in hand.map}
    hand.key(Qt.Key.Key_Escape)
    assert not hand.controller.hexes.hexes
    hand.drag(*ring, ends=False)
    hand.key(Qt.Key.Key_Escape)
    hand.release(ring[-1])
    assert not hand.controller.hexes.hexes and not hand.controller.can_undo


def test_selecting_by_keys(hand: Hand) -> None:
    row = same_terrain_run(hand.map, 4)
    hand.take("select")
    hand.point(row[0])
    hand.key(Qt.Key.Key_Return)
    for _ in range(3):
        hand.key(Qt.Key.Key_D)
    hand.key(Qt.Key.Key_Return)
    assert {row[0], row[3]} <= hand.controller.hexes.hexes


def test_what_is_done_to_selections(hand: Hand) -> None:
    before, row = hand.text, same_terrain_run(hand.map, 3)
    book, hexes = hand.window.book, hand.controller.hexes
    assert not book["select_grow"].isEnabled()
    assert "no hexes are selected" in book["select_grow"].toolTip()
    hexes.choose([row[1]])
    settle()
    by_menu(hand.window, "select_grow")
    assert hexes.ordered == grown(hand.map, [row[1]])
    by_menu(hand.window, "select_shrink")
    assert hexes.ordered == shrunk(hand.map, grown(hand.map, [row[1]]))
    by_menu(hand.window, "select_invert")
    assert hexes.ordered == inverted(hand.map, [row[1]])
    hand.point(row[1])
    by_menu(hand.window, "select_kind")
    kind = hand.map.terrain[row[1]]
    assert {hand.map.terrain[at] for at in hexes.hexes} == {kind}
    assert len(hexes) == sum(other == kind for other in hand.map.terrain.values())
    hand.controller.choices.set(terrain="swamp")
    by_menu(hand.window, "paint_selection")
    settle()
    assert all(hand.map.terrain[at] == "swamp" for at in hexes.hexes)
    hand.undo()
    assert hand.text == before
    by_menu(hand.window, "select_all")
    assert len(hexes) == len(hand.map.terrain)
    settle()
    by_menu(hand.window, "select_none")
    assert not hexes.hexes


def rich_area(hand: Hand) -> tuple[Hex, frozenset[Hex]]:
    """A place with a river and a road near it."""
    for place in hand.map.places.values():
        area = frozenset(disk(place.hex, 1))
        sides = [side(at, d) for at in area for d in range(6)]
        rich = any(of in hand.map.hexsides for of in sides)
        roads = any(way.a in area and way.b in area for way in hand.map.lines)
        if rich and roads and area <= hand.map.terrain.keys():
            return place.hex, area
    raise AssertionError("no such area")


def free_goal(hand: Hand, area: frozenset[Hex]) -> Hex:
    for at in sorted(hand.map.terrain):
        goal = frozenset(disk(at, 2))
        if goal <= hand.map.terrain.keys() and goal.isdisjoint(area):
            spot = hand.view.mapFromScene(*hand.controller.layout.centre(at))
            if hand.port.rect().adjusted(60, 60, -60, -60).contains(spot):
                return at
    raise AssertionError("no room")


def test_a_stamp_takes_all_layers_along_turned(hand: Hand) -> None:
    before = hand.text
    middle, area = rich_area(hand)
    goal = free_goal(hand, area)
    hand.controller.hexes.choose(area)
    settle()
    by_menu(hand.window, "stamp_capture")
    settle()
    assert hand.controller.tool == "stamp" and "7 hexes" in hand.said
    hand.hover(goal)
    hand.key(Qt.Key.Key_Comma)
    ghost = hand.view.board.ghost.ghost
    assert {at for tint in ghost.tints for at in tint.hexes} == set(disk(goal, 1))
    assert ghost.courses and ghost.symbols and hand.text == before
    hand.click(goal)
    expected = rotated(captured(hand.map, area, middle))
    laid = captured(hand.map, disk(goal, 1), goal)
    assert laid.terrain == expected.terrain and laid.lines == expected.lines
    assert laid.regions == expected.regions
    assert all(kinds <= laid.hexsides[of] for of, kinds in expected.hexsides.items())
    names = [place.name for place in laid.places]
    assert names == [place.name for place in expected.places]
    assert len({place.id for place in hand.map.places.values()}) == len(hand.map.places)
    hand.undo()
    assert hand.text == before and not hand.controller.can_undo


def test_a_stamp_is_captured_by_a_drag_and_kept_in_a_slot(hand: Hand) -> None:
    _, area = rich_area(hand)
    hand.take("stamp")
    hand.key(Qt.Key.Key_3)
    assert "Slot 3 is empty" in hand.said
    layout = hand.controller.layout
    xs = [layout.centre(at).x for at in area]
    ys = [layout.centre(at).y for at in area]
    hand.drag(
        Point(min(xs) - 4, min(ys) - 4), Point(max(xs), max(ys)), Point(max(xs) + 4, max(ys) + 4)
    )
    stamp = hand.controller.tools["stamp"].held  # type: ignore[attr-defined]
    assert stamp is not None and len(stamp) == 7
    hand.key(Qt.Key.Key_3, ALT)
    assert "slot 3" in hand.said
    hand.key(Qt.Key.Key_M)
    hand.key(Qt.Key.Key_Escape)
    hand.key(Qt.Key.Key_3)
    again = hand.controller.tools["stamp"].held  # type: ignore[attr-defined]
    assert again == stamp
    file = hand.window.folders.config / "stamps.json"
    assert StampSlots(file)[3] == stamp and StampSlots(file).used() == [3]
    file.write_text("[]")
    with pytest.raises(Exception, match="no stamps"):
        StampSlots(file).used()


def test_a_stamp_leaves_locked_layers_alone(hand: Hand) -> None:
    _, area = rich_area(hand)
    goal = free_goal(hand, area)
    hand.controller.hexes.choose(area)
    settle()
    by_menu(hand.window, "stamp_capture")
    settle()
    for layer in (BoardLayer.PLACES, BoardLayer.LINES):
        hand.controller.layers.set_locked(layer, True)
    places, lines = dict(hand.map.places), dict(hand.map.lines)
    hand.click(goal)
    assert hand.map.places == places and hand.map.lines == lines and hand.controller.can_undo
    for layer in (BoardLayer.TERRAIN, BoardLayer.HEXSIDES, BoardLayer.REGIONS):
        hand.controller.layers.set_locked(layer, True)
    before = hand.text
    hand.click(goal)
    assert hand.text == before and "locked" in hand.said


def test_a_stamp_by_keys_and_by_the_panel(hand: Hand) -> None:
    before = hand.text
    _, area = rich_area(hand)
    goal = free_goal(hand, area)
    hand.controller.hexes.choose(area)
    settle()
    hand.key(Qt.Key.Key_C, CTRL)
    assert hand.controller.tool == "stamp"
    by_menu(hand.window, "stamp_left")
    by_menu(hand.window, "stamp_mirror")
    by_menu(hand.window, "stamp_keep")
    assert "slot 1" in hand.said
    hand.point(goal)
    hand.key(Qt.Key.Key_Return)
    assert hand.text != before
    hand.undo()
    assert hand.text == before
    slot = hand.window.tool_panel.findChildren(type(hand.window.notice._close))[0]
    QTest.mouseClick(slot, LEFT, NONE, QPoint(4, 4))
    assert hand.controller.tool == "stamp"


def test_damaged_slots_are_told_and_harm_nothing(own_hand: Hand, tmp_path: Path) -> None:
    (own_hand.window.folders.config / "stamps.json").write_text("{broken")
    own_hand.take("stamp")
    own_hand.key(Qt.Key.Key_1)
    assert "cannot be read" in own_hand.said

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QCursor, QKeyEvent, QNativeGestureEvent, QPointingDevice, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.state import Location
from engine.core.view.display import CounterView
from maps.hexgrid import Hex
from maps.layout import Orientation
from oob.model import OrderOfBattle, UnitId
from qtapp.board.steps import step_of
from qtapp.board.tool_input import Spot
from qtapp.board.view import MapView
from qtapp.painters.overlays.overlays import Arrow, Overlays
from tests.qtapp.board.conftest import AT


def heard(view: MapView, name: str) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = []
    getattr(view, name).connect(lambda *said: found.append(said))
    return found


def spot(view: MapView, at: Hex) -> QPoint:
    assert view.board.board is not None
    return view.mapFromScene(QPointF(*view.board.board.shape.centre(at)))


LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def test_a_click_names_its_hex(view: MapView) -> None:
    clicks = heard(view, "clicked")
    for at in (AT, AT.neighbour(2), AT.neighbour(5)):
        QTest.mouseClick(view.viewport(), LEFT, PLAIN, spot(view, at))
    assert [said[0] for said in clicks] == [AT, AT.neighbour(2), AT.neighbour(5)]


class Porter:
    """Lifts what is in one hex and notes what it is told."""

    def __init__(self, lifts: Hex) -> None:
        self.lifts = lifts
        self.told: list[tuple[object, ...]] = []

    def lift(self, place: Location, counter: CounterView | None) -> bool:
        return place == self.lifts

    def carry(self, at: Hex | None, spot: QPointF) -> None:
        self.told.append(("carry", at))

    def drop(self, at: Hex | None) -> None:
        self.told.append(("drop", at))

    def abandon(self) -> None:
        self.told.append(("abandon",))

    def encircle(self, hexes: tuple[Hex, ...]) -> None:
        self.told.append(("encircle", frozenset(hexes)))


def pull(view: MapView, *spots: QPoint, held: Qt.KeyboardModifier = PLAIN) -> None:
    """Press the left button at the first spot and move over the others."""
    QTest.mousePress(view.viewport(), LEFT, held, spots[0])
    for to in spots[1:]:
        move(view, to, LEFT, held)


def test_what_a_carrier_lifts_is_carried_and_dropped(view: MapView) -> None:
    porter, goal = Porter(AT), Hex(AT.q + 3, AT.r)
    view.drags.set_carrier(porter)
    clicks, seen = heard(view, "clicked"), view.visible_rect
    pull(view, spot(view, AT), spot(view, goal))
    QTest.mouseRelease(view.viewport(), LEFT, PLAIN, spot(view, goal))
    assert porter.told == [("carry", goal), ("drop", goal)] and not clicks
    assert view.visible_rect == seen


def test_escape_puts_back_what_is_carried(view: MapView) -> None:
    porter, goal = Porter(AT), Hex(AT.q + 3, AT.r)
    view.drags.set_carrier(porter)
    pull(view, spot(view, AT), spot(view, goal))
    QTest.keyClick(view, Qt.Key.Key_Escape)
    QTest.mouseRelease(view.viewport(), LEFT, PLAIN, spot(view, goal))
    assert porter.told == [("carry", goal), ("abandon",)]


@pytest.mark.parametrize("is_played", [True, False])
def test_a_drag_that_lifts_nothing_pans(view: MapView, is_played: bool) -> None:
    porter = Porter(Hex(0, 0))
    view.drags.set_carrier(porter if is_played else None)
    view.set_zoom(96)
    clicks, before = heard(view, "clicked"), view.visible_rect.topLeft()
    pull(view, QPoint(300, 200), QPoint(260, 170))
    QTest.mouseRelease(view.viewport(), LEFT, PLAIN, QPoint(260, 170))
    gone = (view.visible_rect.topLeft() - before) * view.transform().m11()
    assert (round(gone.x()), round(gone.y())) == (40, 30)
    assert not clicks and not porter.told


def test_a_trembling_hand_still_clicks(view: MapView) -> None:
    clicks, seen = heard(view, "clicked"), view.visible_rect
    start = spot(view, AT)
    pull(view, start, start + QPoint(3, 3))
    QTest.mouseRelease(view.viewport(), LEFT, PLAIN, start + QPoint(3, 3))
    assert [said[0] for said in clicks] == [AT] and view.visible_rect == seen


def test_a_lasso_goes_around_hexes(view: MapView) -> None:
    porter = Porter(AT)
    view.drags.set_carrier(porter)
    assert view.board.board is not None
    far = round(48 * 0.8)
    middle = spot(view, AT)
    corners = [middle + QPoint(x * far, y * far) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    pull(view, *corners, held=SHIFT)
    assert view.board.live.lasso is not None
    QTest.mouseRelease(view.viewport(), LEFT, SHIFT, corners[-1])
    ((what, around),) = porter.told
    assert what == "encircle" and isinstance(around, frozenset)
    assert AT in around and Hex(AT.q + 2, AT.r) not in around
    assert view.board.live.lasso is None


def test_fingers_that_are_spread_zoom_in(view: MapView) -> None:
    before = view.hex_px
    where = QPointF(200, 150)
    pinch = QNativeGestureEvent(
        Qt.NativeGestureType.ZoomNativeGesture,
        QPointingDevice.primaryPointingDevice(),
        2,
        where,
        where,
        QPointF(view.viewport().mapToGlobal(where.toPoint())),
        0.25,
        QPointF(),
    )
    QApplication.sendEvent(view.viewport(), pinch)
    assert view.hex_px == pytest.approx(before * 1.25)


class Scribe:
    """A pen that notes what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[object, ...]] = []

    def press(self, at: Spot, button: Qt.MouseButton) -> bool:
        self.told.append(("press", at.hex, at.shift))
        return button is LEFT

    def move(self, at: Spot, is_down: bool) -> None:
        self.told.append(("move", at.hex, is_down))

    def release(self, at: Spot) -> None:
        self.told.append(("release", at.hex))

    def leave(self) -> None:
        self.told.append(("leave",))

    def key(self, event: QKeyEvent) -> bool:
        return event.key() == Qt.Key.Key_BracketLeft

    def key_up(self, event: QKeyEvent) -> None:
        self.told.append(("up", event.key()))

    def strike(self, at: Hex, held: Qt.KeyboardModifier) -> None:
        self.told.append(("strike", at))

    def stepped(self, start: Hex, goal: Hex, held: Qt.KeyboardModifier) -> None:
        self.told.append(("stepped", start, goal))

    def pointer(self) -> QCursor | None:
        return QCursor(Qt.CursorShape.CrossCursor)


def test_a_pen_takes_mouse_and_keys_first(view: MapView) -> None:
    clicks, porter = heard(view, "clicked"), Porter(AT)
    view.drags.set_carrier(porter)
    pen, goal = Scribe(), Hex(AT.q + 3, AT.r)
    view.set_tool_input(pen)
    assert view.viewport().cursor().shape() is Qt.CursorShape.CrossCursor
    QTest.mousePress(view.viewport(), LEFT, SHIFT, spot(view, AT))
    move(view, spot(view, goal), LEFT)
    QTest.mouseRelease(view.viewport(), LEFT, PLAIN, spot(view, goal))
    assert ("press", AT, True) in pen.told and ("move", goal, True) in pen.told
    assert pen.told[-1] == ("release", goal) and not clicks and not porter.told
    view.set_cursor_hex(AT)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space):
        QTest.keyClick(view, key)
    assert [said for said in pen.told if said[0] == "strike"] == [("strike", AT)] * 2
    QTest.keyClick(view, Qt.Key.Key_E)
    assert ("stepped", AT, AT.neighbour(1)) in pen.told
    view.set_tool_input(None)
    count = len(pen.told)
    QTest.mouseClick(view.viewport(), LEFT, PLAIN, spot(view, AT))
    assert len(pen.told) == count and len(clicks) == 1


def test_the_middle_button_pans_under_a_pen(view: MapView) -> None:
    pen = Scribe()
    view.set_zoom(96)
    view.set_tool_input(pen)
    seen = view.visible_rect
    middle = Qt.MouseButton.MiddleButton
    QTest.mousePress(view.viewport(), middle, PLAIN, QPoint(200, 200))
    move(view, QPoint(120, 150), middle)
    QTest.mouseRelease(view.viewport(), middle, PLAIN, QPoint(120, 150))
    assert view.visible_rect != seen
    assert not [said for said in pen.told if said[0] == "press"]


def move(
    view: MapView, to: QPoint, buttons: Qt.MouseButton, held: Qt.KeyboardModifier = PLAIN
) -> None:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QMouseEvent

    event = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(to), view.viewport().mapToGlobal(QPointF(to)),
        Qt.MouseButton.NoButton, buttons, held,
    )  # fmt: skip
    QApplication.sendEvent(view.viewport(), event)


def test_hover_is_told_once_per_hex(view: MapView) -> None:
    hovers = heard(view, "hovered")
    for step in range(4):
        move(view, spot(view, AT) + QPoint(step, 0), Qt.MouseButton.NoButton)
    assert hovers == [(AT,)]


def test_the_wheel_zooms_about_the_cursor(view: MapView) -> None:
    there = QPointF(500, 120)
    before, size = view.mapToScene(there.toPoint()), view.hex_px
    event = QWheelEvent(
        there, view.viewport().mapToGlobal(there), QPoint(), QPoint(0, 120),
        Qt.MouseButton.NoButton, PLAIN, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view.viewport(), event)
    after = view.mapToScene(there.toPoint())
    assert view.hex_px > size
    assert abs(after.x() - before.x()) < 3 and abs(after.y() - before.y()) < 3


@pytest.mark.parametrize("is_x11", [False, True])
def test_two_fingers_on_a_touchpad_pan_and_zoom_with_ctrl(view: MapView, is_x11: bool) -> None:
    pad = QPointingDevice(
        "pad", 7, QPointingDevice.DeviceType.TouchPad, QPointingDevice.PointerType.Finger,
        QPointingDevice.Capability.Scroll, 2, 0,
    )  # fmt: skip
    there, size, before = QPointF(300, 200), view.hex_px, view.visible_rect.center()
    for held in (PLAIN, Qt.KeyboardModifier.ControlModifier):
        event = QWheelEvent(
            there, view.viewport().mapToGlobal(there),
            QPoint() if is_x11 else QPoint(-40, -60), QPoint(-80, -120),
            Qt.MouseButton.NoButton, held, Qt.ScrollPhase.ScrollUpdate, False,
            Qt.MouseEventSource.MouseEventNotSynthesized, pad,
        )  # fmt: skip
        QApplication.sendEvent(view.viewport(), event)
        if held == PLAIN:
            after = view.visible_rect.center()
            assert view.hex_px == size
            assert after.x() > before.x() and after.y() > before.y()
    assert view.hex_px < size


def test_zoom_goes_down_the_ladder_and_up_again(view: MapView) -> None:
    sizes = [view.hex_px]
    for act in (view.zoom_out, view.zoom_out, view.zoom_in, view.zoom_in):
        act()
        sizes.append(view.hex_px)
    assert [round(size) for size in sizes] == [48, 40, 32, 40, 48]
    view.zoom_to_fit()
    assert view.board.board is not None
    assert view.visible_rect.adjusted(-6, -6, 6, 6).contains(view.board.board.frame.sheet)


def test_the_middle_button_and_space_pan(view: MapView) -> None:
    clicks = heard(view, "clicked")
    before = view.visible_rect.center()
    middle = Qt.MouseButton.MiddleButton
    QTest.mousePress(view.viewport(), middle, PLAIN, QPoint(300, 200))
    move(view, QPoint(240, 170), middle)
    QTest.mouseRelease(view.viewport(), middle, PLAIN, QPoint(240, 170))
    once = view.visible_rect.center()
    assert once.x() > before.x() and once.y() > before.y()
    QTest.keyPress(view, Qt.Key.Key_Space)
    QTest.mousePress(view.viewport(), LEFT, PLAIN, QPoint(300, 200))
    move(view, QPoint(340, 200), LEFT)
    QTest.mouseRelease(view.viewport(), LEFT, PLAIN, QPoint(340, 200))
    QTest.keyRelease(view, Qt.Key.Key_Space)
    assert view.visible_rect.center().x() < once.x()
    assert clicks == []


def test_the_keyboard_points_and_clicks(view: MapView) -> None:
    moves, clicks, doubles = (heard(view, n) for n in ("cursor_moved", "clicked", "double_clicked"))
    QTest.keyClick(view, Qt.Key.Key_W)
    QTest.keyClick(view, Qt.Key.Key_D)
    QTest.keyClick(view, Qt.Key.Key_Return)
    QTest.keyClick(view, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(view, Qt.Key.Key_Menu)
    goal = AT.neighbour(2).neighbour(0)
    assert moves == [(AT.neighbour(2),), (goal,)]
    assert [said[0] for said in clicks] == [goal, goal]
    assert clicks[1][2] is Qt.MouseButton.RightButton
    assert doubles == [(goal,)]


def test_the_cursor_stays_on_the_board_and_in_view(view: MapView) -> None:
    for _ in range(40):
        QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.board.board is not None and view.cursor_hex is not None
    assert view.cursor_hex in view.board.board.shape.map.terrain
    assert view.cursor_hex.q == 23
    assert view.visible_rect.contains(QPointF(*view.board.board.shape.centre(view.cursor_hex)))


@pytest.mark.parametrize("way", list(Orientation))
def test_left_and_right_undo_each_other(way: Orientation) -> None:
    for at in (Hex(0, 0), Hex(1, 0), Hex(2, 5), Hex(3, 4)):
        for one, other in ((Qt.Key.Key_Left, Qt.Key.Key_Right), (Qt.Key.Key_Up, Qt.Key.Key_Down)):
            there = step_of(one, at, way)
            assert there is not None and step_of(other, there, way) == at


def test_every_neighbour_has_a_key() -> None:
    for way, keys in ((Orientation.FLAT, "QWEASD"), (Orientation.POINTY, "QEADZC")):
        goals = {step_of(ord(key), AT, way) for key in keys}
        assert goals == set(AT.neighbours())


def stacked(view: MapView, count: int = 3) -> list[CounterView]:
    views = [CounterView(UnitId(f"u{index}"), AT, 0) for index in range(count)]
    box = CounterView(UnitId("boxed"), "med_box", 0)
    view.board.set_counters([*views, box], OrderOfBattle("o", "O"))
    return views


def test_a_spread_stack_lets_each_counter_be_clicked(view: MapView) -> None:
    views = stacked(view)
    clicks, spreads = heard(view, "counter_clicked"), heard(view, "spread_changed")
    view.spread(AT)
    fan = view.board.live.fan
    assert fan is not None
    for box in fan.boxes:
        where = view.mapFromScene(box.center())
        QTest.mouseClick(view.viewport(), LEFT, PLAIN, where)
    assert [said[0] for said in clicks] == list(reversed(views))
    QTest.keyClick(view, Qt.Key.Key_2)
    assert clicks[-1][0] == views[1]
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert view.board.live.fan is None
    assert spreads == [(AT,), (None,)]


def test_a_spread_stack_covers_neither_counters_nor_arrows_where_there_is_room(
    view: MapView,
) -> None:
    """Above its hex for choice; below it where others stand above, or an arrow comes from there."""
    assert view.board.board is not None
    centre = view.board.board.shape.centre
    north, middle = min(AT.neighbours(), key=lambda at: centre(at)[1]), centre(AT)[1]

    def top() -> float:
        fan = view.board.spread(AT)
        assert fan is not None
        return fan.plate.top()

    views = stacked(view)
    view.centerOn(QPointF(*centre(AT)))
    assert top() < middle
    view.board.set_counters([*views, CounterView(UnitId("n"), north, 0)], OrderOfBattle("o", "O"))
    assert top() > middle
    stacked(view)
    assert top() < middle
    view.board.set_overlays(Overlays(arrows=(Arrow((north, AT)),)))
    assert top() > middle


def test_a_stack_spreads_when_the_mouse_rests_on_it(view: MapView, qtbot: QtBot) -> None:
    stacked(view)
    with qtbot.waitSignal(view.spread_changed) as told:
        move(view, spot(view, AT), Qt.MouseButton.NoButton)
    assert told.args == [AT]


def test_counters_at_a_point_are_topmost_first(view: MapView) -> None:
    views = stacked(view)
    assert view.board.board is not None
    centre = QPointF(*view.board.board.shape.centre(AT))
    assert view.board.counters_at(centre) == list(reversed(views))


def test_boxes_and_their_counters_can_be_clicked(view: MapView) -> None:
    stacked(view)
    assert view.board.board is not None and view.board.stacks is not None
    counters, boxes = heard(view, "counter_clicked"), heard(view, "box_clicked")
    QTest.keyClick(view, Qt.Key.Key_B)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert [said[0] for said in boxes] == ["med_box"]
    spots = view.board.stacks.spots("med_box")
    QTest.mouseClick(view.viewport(), LEFT, PLAIN, view.mapFromScene(spots[0].box.center()))
    assert counters[0][0].unit == "boxed"


def test_moves_of_the_view_are_told(view: MapView) -> None:
    told = heard(view, "visible_rect_changed")
    QTest.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert told and told[-1][0] == view.visible_rect


def test_a_flash_lights_up_and_goes_out(view: MapView, qtbot: QtBot) -> None:
    view.flash(AT, "bad")
    assert view.board.live.is_flashing
    qtbot.waitUntil(lambda: not view.board.live.is_flashing)


def test_overlays_appear_where_they_are_laid(view: MapView) -> None:
    view.board.ground.is_patient = True
    bare = view.grab().toImage()
    view.board.set_overlays(Overlays(objections=(AT,)))
    laid = view.grab().toImage()
    here = spot(view, AT)
    assert laid.pixel(here) != bare.pixel(here)
    view.board.set_overlays(Overlays())
    assert view.grab().toImage().pixel(here) == bare.pixel(here)

"""Units that are left where they are in a phase: nobody comes back to them, or is reminded."""

from __future__ import annotations

from PySide6.QtCore import Qt

from maps.hexgrid import Hex
from qtapp.app.main_window import MainWindow
from tests.engine.systems.fire_in_the_east.eastern import AXIS, FOOT, PANZER, WholeFront
from tests.qtapp.conftest import Opener, press_key
from tests.qtapp.laid_game import shown

FIELD, BESIDE = "1B:3610", "1B:3612"
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def two_stacks(opened: Opener) -> tuple[MainWindow, WholeFront]:
    """An infantry and a panzer division to move."""
    game = (
        WholeFront(turn=3, side=AXIS).put(FIELD, FOOT).put(BESIDE, PANZER).own(AXIS, FIELD, BESIDE)
    )
    return shown(opened, game), game


def marked(window: MainWindow) -> set[Hex]:
    """The hexes that are marked as able to act."""
    return {at for at, mark in window.view.board.overlays.marks.items() if mark == "good"}


def test_who_stays_is_passed_by_unmarked_and_not_asked_about(opened: Opener) -> None:
    window, game = two_stacks(opened)
    press_key(window, Qt.Key.Key_M)
    assert marked(window) == {game.at(FIELD), game.at(BESIDE)}
    press_key(window, Qt.Key.Key_N)
    first = window.selection.unit
    press_key(window, Qt.Key.Key_H)
    second = window.selection.unit
    assert {first, second} == {FOOT, PANZER}
    assert second is not None and marked(window) == {window.bridge.state.pieces[second].at}
    for _ in range(2):
        press_key(window, Qt.Key.Key_N)
        assert window.selection.unit == second
    said: list[str] = []
    window.play.noted.connect(said.append)
    press_key(window, Qt.Key.Key_Return, CTRL)
    assert said == ["1 unit can still do something. Once more ends the phase."]
    press_key(window, Qt.Key.Key_H)
    assert "others stay" in said[-1] and not marked(window)
    phase = window.bridge.state.phase
    press_key(window, Qt.Key.Key_Return, CTRL)
    assert window.bridge.state.phase != phase
    assert not window.play.group.holding.units


def test_once_more_has_them_move_again(opened: Opener) -> None:
    window, _game = two_stacks(opened)
    press_key(window, Qt.Key.Key_N)
    unit = window.selection.unit
    press_key(window, Qt.Key.Key_H)
    assert unit is not None
    window.play.select_unit(unit)
    said: list[str] = []
    window.play.noted.connect(said.append)
    press_key(window, Qt.Key.Key_H)
    assert said == ["1 unit may move again."]
    assert window.selection.unit == unit and not window.play.group.holding.units


def test_it_goes_on_by_armies_after_that_key(opened: Opener) -> None:
    """As the player last went on: Shift+J takes no notice of who stays either."""
    window, _game = two_stacks(opened)
    press_key(window, Qt.Key.Key_J, SHIFT)
    first = window.selection.unit
    press_key(window, Qt.Key.Key_H)
    assert window.selection.unit not in (None, first)
    press_key(window, Qt.Key.Key_H)
    assert "None of your units" in window.notice.text()

"""What keys do on the scan, by the mode of the moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent

from qtapp.workspaces.scan.modes import Mode
from qtapp.workspaces.scan.reader import Reader
from qtapp.workspaces.scan.scan_controller import ScanController

if TYPE_CHECKING:
    from qtapp.workspaces.scan.canvas import ScanCanvas

ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
"""Steps right and down."""

_GROW = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Equal: 1, Qt.Key.Key_Minus: -1, Qt.Key.Key_Underscore: -1}
_SPIN = {
    Qt.Key.Key_BracketRight: 1,
    Qt.Key.Key_BraceRight: 1,
    Qt.Key.Key_BracketLeft: -1,
    Qt.Key.Key_BraceLeft: -1,
}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


def act_on_key(
    canvas: ScanCanvas, controller: ScanController, reader: Reader, event: QKeyEvent
) -> bool:
    """Do what a key means; False when it means nothing here."""
    key = Qt.Key(event.key())
    shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
    if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
        return False
    if controller.mode is Mode.NUDGE and _nudge(controller, key, shift):
        return True
    if key in ARROWS:
        canvas.move_cursor(key, shift)
        return True
    if key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
        canvas.zoom(1.25)
        return True
    if key is Qt.Key.Key_Minus:
        canvas.zoom(0.8)
        return True
    if key in _ENTER:
        return _strike(canvas, controller, reader)
    if controller.mode in (Mode.TERRAIN, Mode.LINE) and Qt.Key.Key_1 <= key <= Qt.Key.Key_9:
        is_line = controller.mode is Mode.LINE
        kinds = reader.line_kinds() if is_line else reader.terrain_kinds()
        number = key - Qt.Key.Key_1
        if number < len(kinds):
            (reader.take_line if is_line else reader.take_terrain)(kinds[number].id)
        return True
    if controller.mode is Mode.LINE and key in (Qt.Key.Key_Comma, Qt.Key.Key_Period):
        canvas.overlay.side = (canvas.overlay.side + (1 if key is Qt.Key.Key_Period else -1)) % 6
        canvas.overlay.update()
        return True
    return False


def _nudge(controller: ScanController, key: Qt.Key, shift: bool) -> bool:
    size = 10 if shift else 1
    if key in ARROWS:
        right, down = ARROWS[key]
        controller.nudge(by=(right * size, down * size))
    elif key in _GROW:
        step = 0.02 if key in (Qt.Key.Key_Plus, Qt.Key.Key_Underscore) and shift else 0.002
        controller.nudge(grow=(1 + step) ** _GROW[key])
    elif key in _SPIN:
        controller.nudge(spin=_SPIN[key] * (1.0 if shift else 0.1))
    else:
        return False
    return True


def _strike(canvas: ScanCanvas, controller: ScanController, reader: Reader) -> bool:
    overlay, lattice = canvas.overlay, controller.lattice
    if controller.mode is Mode.POINT:
        centre = canvas.spot(QPointF(canvas.viewport().rect().center()))
        canvas.ask(overlay.crosshair or centre)
        return True
    if controller.mode is Mode.SAMPLE and lattice is not None:
        row = lattice.index.get(overlay.hex_cursor or "", 0)
        canvas.ask(QPointF(*lattice.centres[row]))
        return True
    label = overlay.hex_cursor
    if lattice is None or label not in lattice.index:
        return False
    if controller.mode is Mode.TERRAIN:
        reader.confirm_hex(str(label))
        return True
    if controller.mode is Mode.LINE:
        other = int(lattice.neighbours[lattice.index[str(label)], overlay.side])
        if other >= 0:
            reader.confirm_stretch(str(label), lattice.labels[other])
        return True
    return False

"""A die that is due: roll it, type it in, and the exact chance of everything it can mean."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QSpinBox, QVBoxLayout, QWidget

from engine.core.chance import ChanceNode
from engine.core.wording import PER_CENT
from qtapp.app.bridge import GameBridge
from qtapp.widgets.parts import Flow, button, clear, label
from qtapp.widgets.wording import faces_text

MANY = 20
"""Faces: of more than these a number is typed in, where each of fewer has a button."""
OWN_DIE = "or press the face your own die shows:"
OWN_DRAW = "or give the number, 1 to {}, that you drew yourself:"


class DicePage(QWidget):
    """Buttons for rolling and for each face, and a table of meanings with their chances."""

    rolled = Signal()
    typed = Signal(int)

    def __init__(self, bridge: GameBridge) -> None:
        super().__init__()
        self._bridge = bridge
        self._shown = range(0)
        self.roll = button("Roll", "Let the program roll (R)", primary=True)
        self.roll.clicked.connect(lambda _checked=False: self.rolled.emit())
        self._hint = label(OWN_DIE, "faint")
        self.faces = Flow(gap=4)
        self.number = QSpinBox()
        self.number.setAccessibleName("The number that was drawn")
        self.take = button("Take it", "Go on with this number")
        self.take.clicked.connect(lambda _checked=False: self.typed.emit(self.number.value()))
        self._one_of_many = Flow()
        self._one_of_many.fill([self.number, self.take])
        self._table = QWidget()
        self._grid = QGridLayout(self._table)
        self._grid.setContentsMargins(0, 6, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(3)
        self._grid.setColumnStretch(2, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for widget in (self.roll, self._hint, self.faces, self._one_of_many, self._table):
            layout.addWidget(widget)
        layout.addStretch(1)

    def show_die(self, die: ChanceNode) -> None:
        """Offer this die."""
        self._shown = die.faces
        is_die = die.sides <= MANY
        self._hint.setText(OWN_DIE if is_die else OWN_DRAW.format(die.sides))
        self.faces.fill([self._face(face) for face in die.faces] if is_die else [])
        self.number.setRange(die.faces[0], die.faces[-1])
        self._one_of_many.setVisible(not is_die)
        clear(self._grid)
        for row, (faces, meaning) in enumerate(meanings(die)):
            chance = f"{100 * len(faces) / die.sides:.4g}{PER_CENT}"
            cells = (label(faces_text(faces)), label(chance, "faint"), label(meaning))
            for place, cell in enumerate(cells):
                _put(self._grid, cell, row, place)
        self._table.setVisible(bool(die.meanings))

    def focus(self) -> None:
        """Put the keyboard onto the first face, or the number, ready to type."""
        if not self._one_of_many.isHidden():
            self.number.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.number.selectAll()
            return
        found = self.faces.findChildren(QPushButton)
        shown = [press for press in found if not press.isHidden()]
        if shown:
            shown[0].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A digit types the face in; 0 stands for 10."""
        text = event.text()
        face = (int(text) or 10) if text.isdigit() and text.isascii() else 0
        if face in self._shown and self._one_of_many.isHidden():
            self.typed.emit(face)
        else:
            super().keyPressEvent(event)

    def _face(self, face: int) -> QPushButton:
        press = button(str(face), f"The die shows {face}")
        press.setProperty("die", True)
        press.setAccessibleName(f"The die shows {face}")
        press.clicked.connect(lambda _checked=False: self.typed.emit(face))
        return press


def meanings(die: ChanceNode) -> list[tuple[list[int], str]]:
    """What a die can mean, with the faces of each meaning, in order of the first face."""
    found: dict[str, list[int]] = {}
    for face, meaning in zip(die.faces, die.meanings, strict=False):
        found.setdefault(meaning, []).append(face)
    return [(faces, meaning) for meaning, faces in found.items()]


def _put(grid: QGridLayout, cell: QLabel, row: int, place: int) -> None:
    cell.setWordWrap(place == 2)
    grid.addWidget(cell, row, place, Qt.AlignmentFlag.AlignTop)

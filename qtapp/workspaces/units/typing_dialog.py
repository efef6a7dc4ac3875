"""A dialog to type units in notation: what is wrong is said line by line, at once."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QFontDatabase, QTextCursor
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from oob.ledger.typed import read
from oob.notation.model import Item
from qtapp.widgets.parts import label

SHOWN = 4
_ENTRY = "One entry a line, as in 5×8-6 Infantry XX 1, 11, 21, 58, 61. x will do for ×."
_FREELY = (
    f"{_ENTRY} Lines above them say whose units they are, where they begin and when they come:"
    " Side: Red, Force: 0203 or a place of the board, Turn: 2. Initial: Set-up goes back to the"
    " beginning. A type of your own stands in double quotes."
)


class TypingDialog(QDialog):
    """Takes lines of notation under the headings they begin with; ``free`` where ratings and sizes
    are those of any game.
    """

    def __init__(self, headings: Sequence[str], parent: QWidget, *, free: bool = False) -> None:
        super().__init__(parent)
        self.setWindowTitle("Write in notation")
        self._free = free
        self.text = QPlainTextEdit("\n".join(headings) + "\n")
        self.text.setAccessibleName("Lines of notation")
        self.text.setToolTip("Units as the field writes them, a line each")
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setTabChangesFocus(True)
        self.report = label("", "faint", "What is understood")
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText("Add")
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(label(_FREELY if free else _ENTRY, "faint"))
        layout.addWidget(self.text, 1)
        layout.addWidget(self.report)
        layout.addWidget(self.buttons)
        self.items: list[Item] = []
        self.text.textChanged.connect(self._read)
        self.text.moveCursor(QTextCursor.MoveOperation.End)
        self.text.setFocus()
        self.resize(620, 400)
        self._read()

    def _read(self) -> None:
        self.items, faults = read(crossed(self.text.toPlainText()), free=self._free)
        if faults:
            told = [f"Line {f.line}: {f.what} {f.fix}".rstrip() for f in faults[:SHOWN]]
            more = len(faults) - SHOWN
            self.report.setText("\n".join([*told, *([f"{more} more"] if more > 0 else [])]))
        else:
            count = sum(item.count for item in self.items)
            self.report.setText(f"{count:,} unit{'s' * (count != 1)} understood.")
        ok = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        ok.setEnabled(bool(self.items) and not faults)


def crossed(text: str) -> str:
    """Lines with the sign for "times" where an x stands for it.

    >>> crossed("5x8-6 Infantry XX 1")
    '5×8-6 Infantry XX 1'
    """
    lines = []
    for line in text.split("\n"):
        digits = len(line) - len(line.lstrip("0123456789"))
        if digits and line[digits : digits + 1] in ("x", "X"):
            line = f"{line[:digits]}×{line[digits + 1 :]}"
        lines.append(line)
    return "\n".join(lines)

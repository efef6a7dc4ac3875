"""Hexes that took no part in the fit, one after the other: is this the number printed there?"""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from engine.core.wording import counted, list_words, per_cent
from maps.digitise.calibrating.glyphs import Verification
from qtapp.widgets.parts import button, label, rule, scrolled
from qtapp.workspaces.scan.canvas import ScanCanvas
from qtapp.workspaces.scan.parts import row_of
from qtapp.workspaces.scan.reader import Reader
from qtapp.workspaces.scan.scan_controller import ScanController

_SIZE = 190


class CheckPanel(QWidget):
    """A magnifier on a hex, the number it should bear, and what the whole sheet's numbers say."""

    def __init__(self, controller: ScanController, reader: Reader, canvas: ScanCanvas) -> None:
        super().__init__()
        self._controller, self._canvas = controller, canvas
        self._shift: tuple[int, int] | None = None
        self.label: str | None = None
        self.lens = label(wraps=False)
        self.lens.setAccessibleName("Magnifier")
        self.lens.setFixedSize(_SIZE, _SIZE)
        self.question = label("", "heading", name="The question")
        self.yes = button("Yes", "That is the number printed there", primary=True)
        self.yes.clicked.connect(self._yes)
        self.other = QLineEdit()
        self.other.setAccessibleName("Number that is printed there")
        self.other.setToolTip("The hex number as it is printed on the map")
        self.other.setPlaceholderText("no, it shows …")
        self.other.returnPressed.connect(self._no)
        self.skip = button("Another", "Ask about another hex")
        self.skip.clicked.connect(self._skip)
        self.tally = label("", name="Checks so far")
        self.fix = button("Shift all labels", "Give every point the number it should have had")
        self.fix.clicked.connect(self._fix)
        self.read = button(
            "Read all printed numbers", "Compare every number of the sheet with the grid"
        )
        self.read.clicked.connect(reader.read_numbers)
        self.verdict = label("", name="What the printed numbers say")
        self.read_fix = button("Shift all labels", "Give every point the number that was read")
        self.read_fix.clicked.connect(self._fix)
        body = QWidget()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scrolled(body, "Check", framed=False))
        layout = QVBoxLayout(body)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        layout.addWidget(self.question)
        layout.addWidget(self.lens, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addLayout(row_of(self.yes, self.other, self.skip))
        layout.addWidget(self.tally)
        layout.addWidget(self.fix, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(rule())
        layout.addLayout(row_of(self.read))
        layout.addWidget(self.verdict)
        layout.addWidget(self.read_fix, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addStretch(1)
        self._passed: list[str] = []
        controller.changed.connect(self.refresh)
        reader.verified.connect(self._verified)
        self.read_fix.hide()
        self.refresh()

    def refresh(self) -> None:
        """Ask about the next hex."""
        controller, work = self._controller, self._controller.work
        lattice = controller.lattice
        self.label = controller.next_check(self._passed) if lattice is not None else None
        for widget in (self.yes, self.other, self.skip, self.read):
            widget.setEnabled(self.label is not None)
        self.question.setText(
            f"Is {self.label} printed here?" if self.label else "Calibrate first, then check."
        )
        self._look()
        checks = work.checks if work is not None else ()
        wrong = tuple(one for one in checks if not one.agrees)
        shift = controller.shift_of(wrong) if len(wrong) >= 2 else None
        self._shift = shift if len(wrong) == len(checks) else None
        self.fix.setVisible(self._shift is not None)
        self.tally.setText(_told(len(checks), len(wrong), shift))
        self.tally.setProperty("role", "warning" if wrong else "faint")
        self.tally.style().polish(self.tally)

    def _look(self) -> None:
        image = self._canvas.magnified(self.label, 2 * _SIZE) if self.label else None
        if image is None:
            self.lens.setPixmap(QPixmap())
            return
        with QPainter(image) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            middle = QPointF(_SIZE, _SIZE)
            for colour, width in ((QColor(255, 255, 255, 200), 5), (QColor("#e69f00"), 2)):
                painter.setPen(QPen(colour, width))
                for x, y in ((14, 0), (0, 14)):
                    painter.drawLine(middle - QPointF(x, y), middle + QPointF(x, y))
        shown = QPixmap.fromImage(image)
        shown.setDevicePixelRatio(2)
        self.lens.setPixmap(shown)

    def _yes(self) -> None:
        if self.label is not None:
            self._controller.check(self.label, self.label)

    def _no(self) -> None:
        text = self.other.text().strip()
        if self.label is not None and text:
            if not text.isdecimal() or len(text) != len(self.label):
                self._controller.failed.emit(
                    f"{text!r} is no number like {self.label}. Type the digits that are printed."
                )
                return
            self.other.clear()
            self._controller.check(self.label, text)

    def _skip(self) -> None:
        if self.label is not None:
            self._passed.append(self.label)
        self.refresh()

    def _fix(self) -> None:
        if self._shift is not None:
            shift, self._shift = self._shift, None
            self.read_fix.hide()
            self.verdict.clear()
            self._controller.fix_shift(shift)

    def _verified(self, found: Verification) -> None:
        self.read_fix.hide()
        if found.readable < 5:
            self.verdict.setText(
                "Too few numbers could be read. Check a few more hexes, so that all ten digits "
                "occur among them, and mind that the grid must lie within 0.03 hex."
            )
            return
        numbers = counted(found.readable, "number")
        text = f"{numbers} could be read; {per_cent(found.agreeing)} agree with the grid."
        if found.shift != (0, 0):
            first, second = found.shift
            order = self._controller.sheet.scheme.order
            self._shift = (first, second) if order == "CCRR" else (second, first)
            text += f" The labels of most are {_off(*self._shift)} off."
            self.read_fix.show()
        elif found.disagreeing:
            few = [f"{one.label} (read {one.read})" for one in found.disagreeing[:4]]
            text += f" Look at {', '.join(few)}."
        self.verdict.setText(text)


def _told(count: int, wrong: int, shift: tuple[int, int] | None) -> str:
    if not count:
        return "None checked yet. Three, far apart, make it certain."
    if shift is not None:
        if wrong < count:
            return (
                f"{wrong} of {count} disagree in the same way, by {_off(*shift)}, where the others "
                "agree: the map leaves numbers out. The grid lies right; the board counts its "
                "hexes without a gap."
            )
        return f"{wrong} of {count} disagree in the same way: the labels are {_off(*shift)} off."
    if not wrong:
        return f"{count} checked, all agree."
    said = "1 disagrees: check another beside it." if wrong == 1 else f"{wrong} disagree."
    return f"{count} checked, {said}"


def _off(across: int, down: int) -> str:
    """How far labels are off, the way that is none left out: *+1 column and -2 rows*."""
    ways = ((across, "column"), (down, "row"))
    signed = ((abs(far), "+" if far > 0 else "-", noun) for far, noun in ways if far)
    return list_words(f"{sign}{counted(far, noun)}" for far, sign, noun in signed)

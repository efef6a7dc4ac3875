"""What is asked before a game is printed: its parts, the size of hexes and counters, the paper."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from engine.core.wording import counted
from maps.errors import KnownError
from qtapp.board.pictures.print_pages import size_of
from qtapp.board.pictures.print_plan import LARGEST_HEX, SMALLEST_HEX, PrintPlan
from qtapp.exchange.print_and_play import NAMES, Paper, Piece
from qtapp.exchange.subject import Subject
from qtapp.widgets.forms import LevelForm
from qtapp.widgets.parts import label, millimetres
from qtapp.workspaces.counters.sheets.layout import PAPERS, Backs, Layout
from qtapp.workspaces.counters.sheets.layout import paper as paper_named

_BACKS = {
    Backs.LONG: "Turned over the long edge",
    Backs.SHORT: "Turned over the short edge",
    Backs.NONE: "No backs",
}


class PaperDialog(QDialog):
    """Asks how a game is printed, and says how many sheets of paper that takes."""

    def __init__(self, subject: Subject, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Print and play")
        self.setMinimumWidth(460)
        self._subject = subject
        has = _there(subject)
        self._size = size_of(subject.board, 1.0) if Piece.BOARD in has else (0.0, 0.0)
        self.parts = {
            piece: QCheckBox(name[:1].upper() + name[1:]) for piece, name in NAMES.items()
        }
        for piece, box in self.parts.items():
            box.setChecked(piece in has)
            box.setEnabled(piece in has)
            box.toggled.connect(lambda _on: self._judge())
        self.hex = millimetres(SMALLEST_HEX, LARGEST_HEX, 16.0, "Width of a hex")
        self.counter = millimetres(5.0, 80.0, 14.0, "Edge of a counter")
        self.paper = QComboBox()
        self.paper.addItems(list(PAPERS))
        self.paper.setAccessibleName("Paper")
        self.paper.setToolTip("The sheets of paper in the printer")
        self.landscape = QCheckBox("Landscape")
        self.backs = QComboBox()
        self.backs.setAccessibleName("Backs of counters")
        for way, words in _BACKS.items():
            self.backs.addItem(words, str(way))
        self.said = label("", "faint", "What it takes")
        self.said.setMinimumHeight(self.said.fontMetrics().height() * 3)
        self.ok, buttons = _buttons(self)
        self._lay_out(buttons)
        self._judge()

    @property
    def measures(self) -> Paper:
        """What was asked for."""
        return Paper(
            self.hex.value(),
            paper_named(self.paper.currentText(), self.landscape.isChecked()),
            self.counter.value(),
            Backs(self.backs.currentData()),
            frozenset(piece for piece, box in self.parts.items() if box.isChecked()),
        )

    def _judge(self) -> None:
        """Say how many sheets it takes, or why it cannot be."""
        wanted = self.measures
        self.hex.setEnabled(Piece.BOARD in wanted.wanted)
        for field in (self.counter, self.backs):
            field.setEnabled(Piece.COUNTERS in wanted.wanted)
        try:
            words = list(self._taken(wanted))
        except KnownError as error:
            self.said.setText(str(error))
            self.ok.setEnabled(False)
            return
        self.said.setText("\n".join(words) or "Choose what is to be printed.")
        self.ok.setEnabled(bool(wanted.wanted))

    def _taken(self, wanted: Paper) -> list[str]:
        found: list[str] = []
        if Piece.BOARD in wanted.wanted:
            size = self._size[0] * wanted.hex_mm, self._size[1] * wanted.hex_mm
            plan = PrintPlan(size, wanted.hex_mm, wanted.paper)
            count = plan.columns * plan.rows
            found.append(
                f"Board: {size[0] / 10:.0f} by {size[1] / 10:.0f} cm on {counted(count, 'sheet')}"
                f" ({plan.columns} by {plan.rows})."
            )
        order = self._subject.order
        if Piece.COUNTERS in wanted.wanted and order is not None:
            layout = Layout(wanted.counter_mm, wanted.paper, backs=wanted.backs)
            layout.check()
            sheets = layout.sheets(len(order.units))
            found.append(f"Counters: {len(order.units):,} on {counted(sheets, 'sheet')}.")
        rest = [NAMES[piece] for piece in Piece if piece in wanted.wanted][len(found) :]
        if rest:
            found.append(f"Pages of tables: {', '.join(rest)}.")
        return found

    def _lay_out(self, buttons: QDialogButtonBox) -> None:
        parts = QVBoxLayout()
        for box in self.parts.values():
            parts.addWidget(box)
        form = LevelForm()
        form.addRow("Parts", parts)
        form.addRow("&Hex", self.hex)
        form.addRow("&Counter", self.counter)
        form.addRow("&Backs", self.backs)
        sheet = QHBoxLayout()
        sheet.addWidget(self.paper, 1)
        sheet.addWidget(self.landscape)
        form.addRow("Paper", sheet)
        layout = QVBoxLayout(self)
        layout.setSpacing(10)
        layout.addLayout(form)
        layout.addWidget(self.said)
        layout.addWidget(buttons)
        for spin in (self.hex, self.counter):
            spin.valueChanged.connect(lambda _value: self._judge())
        for choice in (self.paper, self.backs):
            choice.currentIndexChanged.connect(lambda _at: self._judge())
        self.landscape.toggled.connect(lambda _on: self._judge())


def _there(subject: Subject) -> set[Piece]:
    """What of a game there is to print."""
    order = subject.order
    has_units = order is not None and bool(order.units)
    places = order is not None and bool(order.setups or order.schedule or subject.counters)
    there = {
        Piece.BOARD: bool(subject.board.terrain),
        Piece.COUNTERS: has_units,
        Piece.SET_UP: has_units and places,
        Piece.TURNS: subject.rules is not None,
        Piece.CHARTS: bool(subject.charts),
        Piece.AIDS: bool(subject.aids),
    }
    return {piece for piece, is_there in there.items() if is_there}


def _buttons(dialog: QDialog) -> tuple[QWidget, QDialogButtonBox]:
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    ok = buttons.addButton("&Write the PDF…", QDialogButtonBox.ButtonRole.AcceptRole)
    ok.setDefault(True)
    buttons.button(QDialogButtonBox.StandardButton.Cancel).setAutoDefault(False)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    return ok, buttons

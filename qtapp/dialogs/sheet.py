"""A sheet of a board, or a whole new board: its size and how its hexes are numbered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

import maps.data
from maps.edits.blank import blank_map, generic_legend
from maps.errors import KnownError
from maps.layout import Orientation
from maps.legend import Layer, Legend
from maps.model import GameMap
from maps.numbering import Sheet
from qtapp.widgets.forms import LevelForm, in_line
from qtapp.widgets.mnemonics import letter_fields
from qtapp.widgets.parts import label
from qtapp.workspaces.map.legend.scheme_fields import CornerSample, SchemeFields
from qtapp.workspaces.map.legend.swatches import SWATCH, swatch


@dataclass(frozen=True, slots=True)
class SheetWish:
    """A sheet, and the terrain of hexes that come with it."""

    sheet: Sheet
    terrain: str


AskSheet = Callable[[GameMap, Sheet | None, QWidget], SheetWish | None]


class _Asking(QDialog):
    """A form at the left, the corners of the sheet at the right, and a sentence when it fails."""

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.form = LevelForm()
        self.scheme = SchemeFields()
        self.sample = CornerSample()
        self.sample.setMinimumSize(280, 220)
        self.trouble = label("", "warning", "What is wrong")
        self.trouble.hide()
        self.terrain = QComboBox()
        self.terrain.setIconSize(SWATCH)
        self.terrain.setAccessibleName("Terrain")
        self.terrain.setToolTip("The terrain of its hexes at first")
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        fields = QVBoxLayout()
        fields.addLayout(self.form)
        fields.addWidget(self.scheme)
        fields.addStretch(1)
        beside = QVBoxLayout()
        beside.addWidget(label("The corners", "faint"))
        beside.addWidget(self.sample, 1)
        row = QHBoxLayout()
        row.addLayout(fields, 1)
        row.addSpacing(10)
        row.addLayout(beside, 1)
        layout = QVBoxLayout(self)
        layout.addLayout(row, 1)
        layout.addWidget(self.trouble)
        layout.addWidget(buttons)
        self.scheme.changed.connect(self._show)

    def sheet(self) -> Sheet:
        """The sheet as the fields say."""
        raise LookupError("a form of its own says which sheet")

    def _show(self) -> None:
        self.trouble.hide()
        self.sample.show_sheet(self.sheet())

    def _row(self, text: str, field: QWidget) -> None:
        field.setAccessibleName(text.replace("&", ""))
        self.form.addRow(text, field)

    def _fill_terrain(self, legend: Legend, orientation: Orientation) -> None:
        self.terrain.clear()
        for kind in legend.of(Layer.TERRAIN):
            self.terrain.addItem(swatch(kind, orientation), kind.name or kind.id, kind.id)


class SheetDialog(_Asking):
    """Asks for a new sheet, or for the numbering and size of one there is."""

    def __init__(self, board: GameMap, sheet: Sheet | None, parent: QWidget) -> None:
        super().__init__("Change the sheet" if sheet else "Add a sheet", parent)
        self._before = sheet or Sheet("", board.orientation, 30, 20)
        self.id = QLineEdit(self._before.id)
        self._row("&Id", self.id)
        self._fill_terrain(board.legend, board.orientation)
        self._row("&Fill with", self.terrain)
        self.scheme.set_sheet(self._before)
        self._show()
        letter_fields(self)
        in_line(self.form, self.scheme.form)

    def sheet(self) -> Sheet:
        """The sheet as the fields say."""
        return replace(
            self._before,
            id=self.id.text().strip(),
            columns=self.scheme.columns.value(),
            rows=self.scheme.rows.value(),
            scheme=self.scheme.scheme,
        )

    @property
    def wish(self) -> SheetWish:
        """What was asked for."""
        return SheetWish(self.sheet(), str(self.terrain.currentData() or ""))


class NewMapDialog(_Asking):
    """Asks for a new board; ``board`` is the map that was made when the dialog was accepted."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("New map", parent)
        self.board: GameMap | None = None
        self.title = QLineEdit()
        self.title.setPlaceholderText("Name of the map")
        self.orientation = QComboBox()
        self.orientation.addItem("Flat sides up", Orientation.FLAT)
        self.orientation.addItem("Corners up", Orientation.POINTY)
        self.legend = QComboBox()
        self.legend.addItem("The usual kinds", "")
        for name in maps.data.names():
            self.legend.addItem(f"As {name.replace('_', ' ').title()}", name)
        self._row("&Title", self.title)
        self._row("&Hexes", self.orientation)
        self._row("&Legend of", self.legend)
        self._row("&Fill with", self.terrain)
        self.legend.currentIndexChanged.connect(lambda _index: self._legend_chosen())
        self.orientation.currentIndexChanged.connect(lambda _index: self._turned())
        self.title.textEdited.connect(lambda _text: self.trouble.hide())
        self._kinds = generic_legend()
        self._legend_chosen()
        self._show()
        letter_fields(self)
        in_line(self.form, self.scheme.form)
        self.title.setFocus()

    def sheet(self) -> Sheet:
        """The first sheet as the fields say."""
        columns, rows = self.scheme.columns.value(), self.scheme.rows.value()
        orientation = Orientation(self.orientation.currentData())
        return Sheet("main", orientation, columns, rows, self.scheme.scheme)

    def accept(self) -> None:
        """Make the map; stay and say why when it cannot be made."""
        sheet = self.sheet()
        try:
            self.board = blank_map(
                self.title.text(),
                sheet.orientation,
                sheet.columns,
                sheet.rows,
                sheet.scheme,
                self._kinds,
                str(self.terrain.currentData() or ""),
            )
        except KnownError as error:
            self.trouble.setText(str(error))
            self.trouble.show()
            return
        super().accept()

    def _turned(self) -> None:
        chosen = self.terrain.currentIndex()
        self._fill_terrain(self._kinds, Orientation(self.orientation.currentData()))
        self.terrain.setCurrentIndex(chosen)
        self._show()

    def _legend_chosen(self) -> None:
        name = str(self.legend.currentData() or "")
        self._kinds = maps.data.load(name).legend if name else generic_legend()
        self._fill_terrain(self._kinds, Orientation(self.orientation.currentData()))


def ask_sheet(board: GameMap, sheet: Sheet | None, parent: QWidget) -> SheetWish | None:
    """Let the user fill in a sheet; None when they think better of it."""
    dialog = SheetDialog(board, sheet, parent)
    return dialog.wish if dialog.exec() else None


def ask_new_map(parent: QWidget) -> GameMap | None:
    """Let the user fill in a new map; None when they think better of it."""
    dialog = NewMapDialog(parent)
    return dialog.board if dialog.exec() else None

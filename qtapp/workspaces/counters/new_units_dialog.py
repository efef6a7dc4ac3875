"""Units made of a cut sheet: whose a colour is, what ratings are called, what counters become."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.core.wording import counted
from maps.errors import KnownError
from oob.edits import Change
from oob.model import OrderOfBattle, UnitId
from oob.sheets.arrays import Bytes
from oob.sheets.matching import Seen
from oob.sheets.new_units import (
    USUAL,
    Owner,
    Proposal,
    Role,
    counts,
    field_names,
    groups,
    made_into,
    proposals,
)
from qtapp.widgets.forms import LevelForm
from qtapp.widgets.mnemonics import letter_fields
from qtapp.widgets.parts import label
from qtapp.widgets.plain import plain
from qtapp.workspaces.counters.sheets.drawn import icon_of

_PX, _SWATCH = 48, 20
_GROUP_COLUMNS = ("Colour", "Counters", "Nation", "Side")
_COLUMNS = ("Counter", "Makes", "Name", "Ratings", "Back", "Type", "Size")
_NATION, _SIDE = 2, 3
_MAKES, _NAME, _RATINGS, _BACK, _TYPE, _SIZE = range(1, 7)


class NewUnitsDialog(QDialog):
    """Shows what each counter would become, and takes corrections; ``change`` is the result."""

    def __init__(
        self,
        order: OrderOfBattle,
        seen: Sequence[Seen],
        backs: Mapping[str, Bytes],
        back_ratings: Mapping[str, str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Make units of the sheet")
        self.resize(980, 720)
        self._order, self._backs = order, backs
        self._fronts = {one.name: one.cutout for one in seen}
        self.groups = groups(seen)
        self.made = proposals(seen, self.groups, back_ratings)
        self.change: Change | None = None
        self.units: dict[str, UnitId] = {}
        self.said = label("", "", "What is missing")
        self.said.setWordWrap(True)
        self.colours = _table(_GROUP_COLUMNS, "Colours of the sheet")
        self.names: dict[int, QLineEdit] = {}
        self.table = _table(_COLUMNS, "Counters of the sheet")
        self._fill_colours()
        self._fill()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.ok = self.buttons.addButton("", QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        upper = QHBoxLayout()
        upper.addWidget(self.colours, 3)
        self._form = LevelForm()
        upper.addLayout(self._form, 2)
        layout = QVBoxLayout(self)
        layout.addWidget(
            label("Name the nation of each colour, then type over what was read wrong below.")
        )
        layout.addLayout(upper)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.said)
        layout.addWidget(self.buttons)
        self.colours.setMaximumHeight(200)
        self._name_ratings()
        self.table.itemChanged.connect(self._typed)
        self._count()
        self.colours.setCurrentCell(0, _NATION)
        self.colours.setFocus()

    def accept(self) -> None:
        """Make the units, or say what is missing and show where."""
        made = self.proposals()
        try:
            names = {count: field_names(line.text()) for count, line in self.names.items()}
            self.change, self.units = made_into(
                self._order, made, self.groups, self.owners(), names, self._fronts, self._backs
            )
        except KnownError as error:
            self.said.setText(str(error))
            for row, one in enumerate(made):
                if error.where.startswith(one.name):
                    self.table.selectRow(row)
            return
        super().accept()

    def owners(self) -> list[Owner]:
        """Whose each colour is, as it is written."""
        return [
            Owner(_text(self.colours, row, _NATION), _text(self.colours, row, _SIDE))
            for row in range(self.colours.rowCount())
        ]

    def proposals(self) -> list[Proposal]:
        """What each counter becomes, as the table says now."""
        return [
            replace(
                one,
                role=self._role(row),
                title=_text(self.table, row, _NAME),
                ratings=_text(self.table, row, _RATINGS),
                back=_text(self.table, row, _BACK),
                type=_text(self.table, row, _TYPE),
                size=_text(self.table, row, _SIZE),
            )
            for row, one in enumerate(self.made)
        ]

    def _role(self, row: int) -> Role:
        box = self.table.cellWidget(row, _MAKES)
        return Role(box.currentText()) if isinstance(box, QComboBox) else Role.UNIT

    def _typed(self, item: QTableWidgetItem) -> None:
        if item.column() in (_RATINGS, _BACK):
            self._name_ratings()

    def _name_ratings(self) -> None:
        """Have a line for the names of ratings of each count that there is."""
        for count in counts(self.proposals()) or (1,):
            if count in self.names:
                continue
            usual = USUAL.get(count, tuple(f"rating {chr(97 + at)}" for at in range(count)))
            line = QLineEdit("-".join(usual))
            line.setToolTip("Attack, defense and move bear on rules; others are traits of the unit")
            line.setAccessibleName(f"Names of {counted(count, 'rating')}")
            self.names[count] = line
            row = sorted(self.names).index(count)
            self._form.insertRow(row, f"{counted(count, 'number')}:", line)
        letter_fields(self)

    def _fill_colours(self) -> None:
        self.colours.setRowCount(len(self.groups))
        for row, group in enumerate(self.groups):
            for column, text in enumerate(("", str(len(group.counters)), "", "")):
                item = QTableWidgetItem(text)
                if column < _NATION:
                    item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
                if column == 0:
                    swatch = QPixmap(_SWATCH, _SWATCH)
                    swatch.fill(QColor(*group.fill))
                    item.setIcon(QIcon(swatch))
                self.colours.setItem(row, column, item)

    def _fill(self) -> None:
        self.table.setRowCount(len(self.made))
        for row, one in enumerate(self.made):
            texts = ("", "", one.title, one.ratings, one.back, one.type, one.size)
            for column, text in enumerate(texts):
                item = QTableWidgetItem(text)
                if column == 0:
                    item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
                    item.setIcon(icon_of(self._fronts[one.name], _PX))
                    item.setToolTip(plain(one.name))
                self.table.setItem(row, column, item)
            box = QComboBox()
            box.addItems([role.value for role in Role])
            box.setCurrentText(one.role.value)
            box.setAccessibleName(f"What {one.name} makes")
            box.setToolTip("A unit, a marker, or nothing")
            box.currentTextChanged.connect(partial(self._role_changed, row))
            self.table.setCellWidget(row, _MAKES, box)

    def _role_changed(self, row: int, text: str) -> None:
        """A marker has no ratings; what is no unit has no type but its role."""
        kind, ratings = self.table.item(row, _TYPE), self.table.item(row, _RATINGS)
        if kind is not None and kind.text() in {role.value for role in Role}:
            kind.setText(text if text != Role.UNIT else "")
        if ratings is not None and text == Role.MARKER:
            ratings.setText("")
        self._count()

    def _count(self) -> None:
        roles = [self._role(row) for row in range(len(self.made))]
        markers = roles.count(Role.MARKER)
        units = len(roles) - markers - roles.count(Role.NOTHING)
        made = (counted(units, "unit") if units or not markers else "",
                counted(markers, "marker") if markers else "")  # fmt: skip
        self.ok.setText(f"Make {' and '.join(filter(None, made))}")
        self.ok.setEnabled(units + markers > 0)


def _table(columns: tuple[str, ...], name: str) -> QTableWidget:
    table = QTableWidget(0, len(columns))
    table.setHorizontalHeaderLabels(list(columns))
    table.setAccessibleName(name)
    table.setToolTip("Double-click a cell to write it otherwise")
    table.setTabKeyNavigation(False)
    table.setIconSize(QSize(_PX, _PX))
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.verticalHeader().setVisible(False)
    if columns == _COLUMNS:
        table.verticalHeader().setDefaultSectionSize(_PX + 6)
    header = table.horizontalHeader()
    header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
    return table


def _text(table: QTableWidget, row: int, column: int) -> str:
    item = table.item(row, column)
    return item.text().strip() if item is not None else ""

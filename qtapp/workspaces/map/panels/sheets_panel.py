"""The sheets of the board: where they lie, how they are numbered, and the margins around them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

import maps.data
from maps.edits import Change
from maps.edits.overlaps import declare
from maps.edits.placing import (
    Edge,
    add_map,
    add_sheet,
    beside,
    change_sheet,
    move_sheet,
    remove_sheet,
)
from maps.edits.turning import Turn, turn_board, turn_sheet
from maps.finding.measures import WIDEST, Margins, margins_of, set_margins
from maps.hexgrid import Hex
from maps.model import GameMap
from maps.numbering import Sheet
from qtapp.board.view import MapView
from qtapp.dialogs.finder import Finder, Found, fuzzy
from qtapp.dialogs.sheet import AskSheet, ask_sheet
from qtapp.painters.overlays.ghosts import NO_GHOST
from qtapp.widgets.forms import LevelForm
from qtapp.widgets.parts import Flow, button, label, rule, scrolled
from qtapp.widgets.plain import plain
from qtapp.workspaces.map.map_controller import MapController
from qtapp.workspaces.map.panels.base import EditorPanel
from qtapp.workspaces.map.tools.sheet_drag import SheetDragInput

AskMap = Callable[[QWidget], GameMap | None]
_ID = int(Qt.ItemDataRole.UserRole)
_SIDES = ("left", "top", "right", "bottom")


def ask_map(parent: QWidget) -> GameMap | None:
    """Let the user choose a shipped map; None when they think better of it."""
    names = {name: name.replace("_", " ").title() for name in maps.data.names()}

    def offered(text: str) -> list[Found]:
        return [Found(t, n, n) for n, t in names.items() if fuzzy(text, t) is not None]

    finder = Finder("Add the sheets of a map", "A shipped map", offered, parent)
    return maps.data.load(str(finder.chosen)) if finder.exec() and finder.chosen else None


class SheetsPanel(EditorPanel):
    """Sheets in a list, where the chosen one is to lie, turning, and margins."""

    def __init__(
        self,
        controller: MapController,
        view: MapView,
        sheet: AskSheet = ask_sheet,
        other: AskMap = ask_map,
    ) -> None:
        super().__init__(controller)
        self._view = view
        self._tool_input: SheetDragInput | None = None
        self._ask_sheet, self._ask_map = sheet, other
        self.list = QListWidget()
        self.list.setAccessibleName("Sheets")
        self.list.setToolTip("The sheets the board is put together of")
        self.list.setMinimumHeight(74)
        self.add = button("Add…", "Add an empty sheet")
        self.add_map = button("Add a map…", "Put all sheets of a shipped map beside this board")
        self.change = button("Number…", "Change the size and the numbers of the sheet")
        self.remove = button("Remove", "Take the sheet off with the hexes that are on no other")
        self.half = button("Turn 180°", "Turn the chosen sheet about its middle")
        self.edge, self.other = QComboBox(), QComboBox()
        self.overlap, self.shift = QSpinBox(), QSpinBox()
        self.where = label("", "faint", "Where the sheet would lie")
        self.move_it = button("Move there", "Move the sheet with all that is printed on it")
        self.drag = button("Drag it", "Press on the sheet, drag it over the board, and let go")
        self.drag.setCheckable(True)
        self.declare = button("Declare only", "Say where it belongs and compare the two readings")
        self.turns = {
            Turn.QUARTER: button("90° ↻", "Turn the whole board clockwise"),
            Turn.HALF: button("180°", "Turn the whole board upside down"),
            Turn.BACK: button("90° ↺", "Turn the whole board anticlockwise"),
        }
        self.margins = {side: QDoubleSpinBox() for side in _SIDES}
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        for edge in Edge:
            self.edge.addItem(edge.value, edge)
        for choice in (self.edge, self.other):
            choice.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.overlap.setRange(-200, 200)
        self.overlap.setToolTip("How many columns (or rows) both sheets show; below 0 is a gap")
        self.edge.setToolTip("At which edge of the other sheet it lies")
        self.other.setToolTip("The sheet it lies beside")
        self.shift.setRange(-500, 500)
        self.shift.setToolTip("How many hexes further down (or right) along that edge")
        place = LevelForm()
        place.setContentsMargins(0, 0, 0, 0)
        rows: tuple[tuple[str, QWidget], ...] = (
            ("Put it", self.edge), ("Sheet", self.other),
            ("Overlap", self.overlap), ("Shifted by", self.shift),
        )  # fmt: skip
        for text, widget in rows:
            widget.setAccessibleName(text)
            place.addRow(text, widget)
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        for index, (side, field) in enumerate(self.margins.items()):
            field.setRange(0, WIDEST)
            field.setSingleStep(0.5)
            field.setDecimals(1)
            field.setKeyboardTracking(False)
            field.setAccessibleName(f"Margin {side}")
            field.setToolTip(plain(f"How much of the sheet lies beyond its hexes: {side}"))
            grid.addWidget(label(side.capitalize(), wraps=False), index // 2, 2 * (index % 2))
            grid.addWidget(field, index // 2, 2 * (index % 2) + 1)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        body = QWidget()
        inner = QVBoxLayout(body)
        inner.setContentsMargins(0, 0, 8, 0)
        inner.addWidget(self.list, 1)
        inner.addWidget(_flow(self.add, self.add_map, self.change, self.half, self.remove))
        inner.addWidget(rule())
        inner.addWidget(label("Place the chosen sheet", "faint"))
        inner.addLayout(place)
        inner.addWidget(self.where)
        inner.addWidget(_flow(self.move_it, self.drag, self.declare))
        inner.addWidget(rule())
        inner.addWidget(label("Turn the board; at 90° flat hexes become pointy", "faint"))
        inner.addWidget(_flow(*self.turns.values()))
        inner.addWidget(rule())
        inner.addWidget(label("Margins for tracks and boxes, in hexes", "faint"))
        inner.addLayout(grid)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 2, 8)
        layout.addWidget(scrolled(body, "Sheets"))

    def _connect(self) -> None:
        self.list.currentRowChanged.connect(lambda _row: self._chosen())
        self.list.itemActivated.connect(lambda _item: self._change())
        self.add.clicked.connect(self._add)
        self.add_map.clicked.connect(self._add_map)
        self.change.clicked.connect(self._change)
        self.remove.clicked.connect(lambda: self._do(lambda b, s: remove_sheet(b, s.id)))
        self.half.clicked.connect(lambda: self._do(lambda b, s: turn_sheet(b, s.id)))
        self.move_it.clicked.connect(lambda: self._do(self._moved))
        self.declare.clicked.connect(lambda: self._do(self._declared))
        self.drag.toggled.connect(self._drag)
        self.controller.tool_taken.connect(lambda _tool: self.drag.setChecked(False))
        for choice in (self.edge, self.other):
            choice.currentIndexChanged.connect(lambda _index: self._tell_where())
        for number in (self.overlap, self.shift):
            number.valueChanged.connect(lambda _value: self._tell_where())
        for turn, press in self.turns.items():
            press.clicked.connect(
                lambda _on=False, turn=turn: self.edit(lambda board: turn_board(board, turn))
            )
        for margin in self.margins.values():
            margin.valueChanged.connect(lambda _value: self._set_margins())

    @property
    def sheet(self) -> Sheet | None:
        """The chosen sheet."""
        board, row = self.board, self.list.currentRow()
        if board is None or row < 0:
            return None
        ident = self.list.item(row).data(_ID)
        return next((sheet for sheet in board.sheets if sheet.id == ident), None)

    @property
    def is_dragging(self) -> bool:
        """True while the chosen sheet can be dragged."""
        return self._tool_input is not None

    def _drag(self, on: bool) -> None:
        board, sheet = self.board, self.sheet
        if on and board is not None and sheet is not None:
            self._tool_input = SheetDragInput(board, sheet, self.controller.show_ghost, self)
            self._tool_input.dropped.connect(self._dropped)
            self._view.set_tool_input(self._tool_input)
        elif self._tool_input is not None:
            pen, self._tool_input = self._tool_input, None
            pen.deleteLater()
            self.controller.show_ghost(NO_GHOST)
            self.drag.setChecked(False)
            self.controller.use(self.controller.tool)
        else:
            self.drag.setChecked(False)

    def _dropped(self, by: Hex) -> None:
        self.drag.setChecked(False)
        if by != Hex(0, 0):
            self._do(lambda board, s: move_sheet(board, s.id, s.origin.moved(by)))

    def refresh(self) -> None:
        """Read the sheets again."""
        board = self.board
        if board is None:
            return
        row = self.list.currentRow()
        self.list.blockSignals(True)
        self.list.clear()
        for sheet in board.sheets:
            item = QListWidgetItem(f"{sheet.id}  ·  {sheet.columns} × {sheet.rows}")
            item.setData(_ID, sheet.id)
            first, last = sheet.step(0, 0), sheet.step(sheet.columns - 1, sheet.rows - 1)
            item.setToolTip(
                plain(
                    f"{sheet.id}: {sheet.label(first)} to {sheet.label(last)},"
                    f" first hex at {first.q}, {first.r}"
                )
            )
            self.list.addItem(item)
        self.list.setCurrentRow(min(max(row, 0), self.list.count() - 1))
        self.list.blockSignals(False)
        margins = margins_of(board)
        for side, field in self.margins.items():
            field.blockSignals(True)
            field.setValue(float(getattr(margins, side)))
            field.blockSignals(False)
        self._chosen()

    def _chosen(self) -> None:
        board, sheet = self.board, self.sheet
        for press in (self.change, self.remove, self.half, self.drag):
            press.setEnabled(sheet is not None)
        if board is None:
            return
        others = [other.id for other in board.sheets if sheet is None or other.id != sheet.id]
        kept = self.other.currentText()
        self.other.blockSignals(True)
        self.other.clear()
        self.other.addItems(others)
        self.other.setCurrentIndex(max(0, self.other.findText(kept)))
        self.other.blockSignals(False)
        fields: tuple[QWidget, ...] = (self.edge, self.other, self.overlap, self.shift)
        for field in fields:
            field.setEnabled(sheet is not None and bool(others))
        self._tell_where()

    def _goal(self) -> Hex | None:
        board, sheet = self.board, self.sheet
        if board is None or sheet is None:
            return None
        for other in board.sheets:
            if other.id == self.other.currentText() and other.id != sheet.id:
                edge = Edge(self.edge.currentData())
                return beside(other, sheet, edge, self.overlap.value(), self.shift.value())
        return None

    def _tell_where(self) -> None:
        sheet, goal = self.sheet, self._goal()
        is_there = sheet is not None and goal == sheet.origin
        self.move_it.setEnabled(goal is not None and not is_there)
        self.declare.setEnabled(goal is not None and not is_there)
        if sheet is None or goal is None:
            self.where.setText("It needs another sheet to stand beside.")
        elif is_there:
            self.where.setText("It lies just there.")
        else:
            dq, dr = goal.q - sheet.origin.q, goal.r - sheet.origin.r
            self.where.setText(f"It would move by {dq:+d}, {dr:+d} (axial).")

    def _do(self, build: Callable[[GameMap, Sheet], Change]) -> None:
        sheet = self.sheet
        if sheet is not None:
            self.edit(lambda board: build(board, sheet))

    def _moved(self, board: GameMap, sheet: Sheet) -> Change:
        return move_sheet(board, sheet.id, self._goal() or sheet.origin)

    def _declared(self, board: GameMap, sheet: Sheet) -> Change:
        return declare(board, sheet.id, self._goal())

    def _add(self) -> None:
        board = self.board
        wish = self._ask_sheet(board, None, self) if board is not None else None
        if board is None or wish is None:
            return
        sheet = wish.sheet
        if board.sheets:
            goal = beside(board.sheets[-1], sheet, Edge.RIGHT)
            sheet = Sheet(
                sheet.id, sheet.orientation, sheet.columns, sheet.rows, sheet.scheme, goal
            )
        if self.edit(lambda board: add_sheet(board, sheet, wish.terrain)):
            self.list.setCurrentRow(self.list.count() - 1)

    def _add_map(self) -> None:
        other = self._ask_map(self)
        if other is not None:
            self.edit(lambda board: add_map(board, other))

    def _change(self) -> None:
        board, sheet = self.board, self.sheet
        wish = self._ask_sheet(board, sheet, self) if board is not None and sheet else None
        if wish is not None and sheet is not None:
            self.edit(lambda board: change_sheet(board, sheet.id, wish.sheet, wish.terrain))

    def _set_margins(self) -> None:
        sizes = [field.value() for field in self.margins.values()]
        self.edit(lambda board: set_margins(board, Margins(*sizes)))


def _flow(*buttons: QWidget) -> Flow:
    flow = Flow()
    flow.fill(list(buttons))
    return flow

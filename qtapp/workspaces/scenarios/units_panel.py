"""The units of a scenario: where each begins, when it comes and leaves; dragged onto the board."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QLineEdit,
    QSpinBox,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.core.wording import counted
from engine.editing.scenario_session import StartRow
from oob.model import Unit, UnitId
from qtapp.board.drags import DRAG_PX
from qtapp.painters.counters.counter_faces import told_ratings
from qtapp.widgets.focus import FocusPass
from qtapp.widgets.forms import LevelForm
from qtapp.widgets.parts import label
from qtapp.widgets.plain import plain
from qtapp.widgets.trees import section_head
from qtapp.widgets.wrapped import DetailRows, WrappedTree
from qtapp.workspaces.scenarios.scenarios_controller import ScenariosController

UNIT_ROLE = Qt.ItemDataRole.UserRole + 1
LAST = 999


class UnitTree(WrappedTree):
    """A list of units, each with where and when it comes below its name. Rows can be dragged out
    of it, to a point of the screen that ``carried`` and ``dropped`` carry.
    """

    carried = Signal(QPoint)
    dropped = Signal(QPoint)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Units of the scenario")
        self.setToolTip("Units with where and when they come; choosing one shows its fields")
        self.setIndentation(12)
        self.setItemDelegate(DetailRows(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self._pressed: QPoint | None = None
        self._is_out = False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A drag may begin on a unit."""
        super().mousePressEvent(event)
        item = self.itemAt(event.position().toPoint())
        on_unit = item is not None and item.data(0, UNIT_ROLE) is not None
        plain = event.modifiers() is Qt.KeyboardModifier.NoModifier
        left = event.button() is Qt.MouseButton.LeftButton
        self._pressed = event.position().toPoint() if on_unit and plain and left else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Out of the list the units are carried; inside rows are chosen as usual."""
        spot = event.position().toPoint()
        if self._pressed is None:
            super().mouseMoveEvent(event)
        elif self._is_out or (spot - self._pressed).manhattanLength() >= DRAG_PX:
            self._is_out = True
            self.carried.emit(event.globalPosition().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """They are dropped."""
        was_out, self._is_out, self._pressed = self._is_out, False, None
        if was_out:
            self.dropped.emit(event.globalPosition().toPoint())
        else:
            super().mouseReleaseEvent(event)


class UnitsPanel(QWidget):
    """The list with a search, and below it how the chosen unit takes part."""

    def __init__(self, controller: ScenariosController) -> None:
        super().__init__()
        self._controller = controller
        self.search = QLineEdit()
        self.search.setPlaceholderText("Search units and places")
        self.search.setAccessibleName("Search units of the scenario")
        self.search.setToolTip("Words of a unit or of a place")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(lambda _text: self._filter())
        self.tree = UnitTree()
        self.tree.itemSelectionChanged.connect(self._selected)
        self.place = QLineEdit()
        self.place.setAccessibleName("Where the unit begins or comes")
        self.place.setPlaceholderText("anywhere")
        self.place.setToolTip("A hex, a place, a region, an area of the scenario, or a box")
        self.place.editingFinished.connect(self._typed)
        self.turn = _turns("Turn in which the unit comes", "from the start")
        self.leaves = _turns("Turn in which the unit leaves", "never")
        self.steps = _turns("Steps the unit begins with", "all")
        for box in (self.turn, self.leaves, self.steps):
            box.editingFinished.connect(self._typed)
        self.absent = QCheckBox("Not in this scenario")
        self.absent.setToolTip("The unit takes no part in this scenario")
        self.absent.clicked.connect(self._typed)
        self.name = label("", "heading", "Chosen unit")
        self._fills = False
        self._lay_out()
        for signal in (controller.opened, controller.closed, controller.changed):
            signal.connect(self.refresh)
        controller.chosen_changed.connect(self._choose)
        self.refresh()

    def refresh(self) -> None:
        """List the units again."""
        self._fills = True
        self.tree.clear()
        if self._controller.is_open:
            self._fill()
        self._fills = False
        self._filter()
        self._choose()

    def item_of(self, unit: UnitId) -> QTreeWidgetItem | None:
        """The row of a unit."""
        return next((item for item in self._items() if item.data(0, UNIT_ROLE) == unit), None)

    def _fill(self) -> None:
        controller = self._controller
        names = {row.id: row.name for row in controller.session.declared.sides}
        by_side: dict[str, list[Unit]] = {}
        for unit in controller.order.units.values():
            by_side.setdefault(unit.side, []).append(unit)
        for side, units in by_side.items():
            head = section_head(names.get(side, side.capitalize()))
            self.tree.addTopLevelItem(head)
            for unit in units:
                item = QTreeWidgetItem([self._told(unit)])
                item.setData(0, UNIT_ROLE, unit.id)
                head.addChild(item)
        self.tree.expandAll()

    def _told(self, unit: Unit) -> str:
        """A unit's name; below it where it begins, and in which turns it comes and leaves."""
        row = self._controller.session.start_of(unit.id)
        name = " ".join(filter(None, (called(unit), told_ratings(unit.front, unit))))
        when = [self._controller.said_of(unit.id)]
        when += [f"leaves in turn {row.leaves}"] if row.leaves else []
        return "\n".join((name, "; ".join(when)))

    def _items(self) -> list[QTreeWidgetItem]:
        heads = [self.tree.topLevelItem(at) for at in range(self.tree.topLevelItemCount())]
        items = [head.child(at) for head in heads if head for at in range(head.childCount())]
        return [item for item in items if item is not None]

    def _filter(self) -> None:
        words = self.search.text().casefold().split()
        for item in self._items():
            text = item.text(0).casefold()
            item.setHidden(not all(word in text for word in words))

    def _selected(self) -> None:
        if not self._fills:
            units = [item.data(0, UNIT_ROLE) for item in self.tree.selectedItems()]
            self._controller.choose(tuple(UnitId(unit) for unit in units if unit))

    def _choose(self) -> None:
        """Show what is chosen, in the list and in the form."""
        chosen = self._controller.chosen if self._controller.is_open else ()
        self._fills = True
        for item in self._items():
            item.setSelected(item.data(0, UNIT_ROLE) in chosen)
        first = self.item_of(chosen[0]) if chosen else None
        if first is not None:
            self.tree.scrollToItem(first)
        self._show_form(chosen)
        self._fills = False

    def _show_form(self, chosen: tuple[UnitId, ...]) -> None:
        one = chosen[0] if len(chosen) == 1 else None
        for field in (self.place, self.turn, self.leaves, self.steps, self.absent):
            field.setEnabled(one is not None)
        if one is None:
            self.name.setText(counted(len(chosen), "unit") if chosen else "No unit is chosen")
            self.place.clear()
            return
        unit = self._controller.order.units[one]
        row = self._controller.session.start_of(one)
        self.name.setText(called(unit))
        self.place.setText(self._controller.place_of(one))
        self.turn.setValue(row.turn)
        self.leaves.setValue(row.leaves)
        self.steps.setMaximum(max(1, unit.steps))
        self.steps.setValue(row.steps)
        self.absent.setChecked(row.absent)

    def _typed(self) -> None:
        """Write what the form says of the one chosen unit, if it says anything new."""
        chosen = self._controller.chosen
        if self._fills or not self._controller.is_open or len(chosen) != 1:
            return
        unit = chosen[0]
        row = StartRow(
            unit,
            self._controller.place_called(self.place.text()),
            self.turn.value(),
            self.leaves.value(),
            self.steps.value(),
            self.absent.isChecked(),
        )
        before = self._controller.session.start_of(unit)
        if row != before and not self._controller.write_start(row):
            self._show_form(chosen)

    def _lay_out(self) -> None:
        form = LevelForm()
        form.setVerticalSpacing(6)
        form.addRow(self.name)
        form.addRow("&Place", self.place)
        form.addRow("Co&mes in turn", self.turn)
        form.addRow("Lea&ves in turn", self.leaves)
        form.addRow("S&teps", self.steps)
        form.addRow(self.absent)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        layout.addWidget(self.search)
        layout.addWidget(self.tree, 1)
        layout.addLayout(form)
        FocusPass(self, self.tree)


def _turns(name: str, none: str) -> QSpinBox:
    made = QSpinBox()
    made.setRange(0, LAST)
    made.setSpecialValueText(none)
    made.setAccessibleName(name)
    made.setToolTip(plain(name))
    return made


def called(unit: Unit) -> str:
    """Name, type and size of a unit, as far as it has them."""
    return " ".join(filter(None, (unit.name, unit.type, unit.size)))

"""The current tool: what it draws, as swatches, and what it is set to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from maps.edits.kinds import keys_of
from maps.finding.areas import BrushShape
from maps.legend import Layer
from maps.model import GameMap
from qtapp.widgets.parts import button, label
from qtapp.widgets.plain import plain
from qtapp.workspaces.map.choices.stamp_slots import SLOTS
from qtapp.workspaces.map.choices.tool_choices import SIZES
from qtapp.workspaces.map.legend.kinds_button import KindsButton
from qtapp.workspaces.map.legend.swatches import SWATCH, swatch
from qtapp.workspaces.map.map_controller import HAND, MapController

KIND = int(Qt.ItemDataRole.UserRole)
SHAPES = {
    BrushShape.DISK: "Disk",
    BrushShape.RING: "Ring",
    BrushShape.ROW: "Row",
    BrushShape.TRIANGLE: "Triangle",
}
_SIZED = ("brush", "line", "region")


class ToolPanel(QWidget):
    """Follows the tool of the map controller; ``asked`` carries the id of an action to trigger."""

    asked = Signal(str)

    def __init__(self, controller: MapController) -> None:
        super().__init__()
        self._controller = controller
        self._shown: tuple[object, ...] = ()
        self.title = label("", "heading", "Current tool")
        self.list = QListWidget()
        self.list.setAccessibleName("Kinds")
        self.list.setToolTip("The kind that the tool draws")
        self.list.setIconSize(SWATCH)
        self.list.setSpacing(1)
        self.list.currentItemChanged.connect(self._picked)
        self.size_row = self._size_row()
        self.region_row = self._region_row()
        self.fill_rows = self._fill_rows()
        self.stamp_rows = self._stamp_rows()
        self.about = label("", "faint")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 2, 8, 8)
        layout.addWidget(self.title)
        layout.addWidget(self.size_row)
        layout.addWidget(self.region_row)
        layout.addWidget(self.fill_rows)
        layout.addWidget(self.stamp_rows)
        layout.addWidget(self.about)
        layout.addWidget(self.list, 1)
        self.filler = QWidget()
        layout.addWidget(self.filler, 1)
        controller.tool_taken.connect(lambda _tool: self.refresh())
        controller.choices.changed.connect(self.refresh)
        controller.changed.connect(self.refresh)

    def refresh(self) -> None:
        """Show the tool and its setting; the swatches only when they differ."""
        if not self._controller.is_active:
            return
        tool = self._controller.tool_input.tool if self._controller.tool != HAND else None
        now = self._controller.choices.now
        kinds = tool.kinds if tool is not None else None
        self.title.setText(tool.title if tool is not None else "Hand")
        self.size_row.setVisible(tool is not None and tool.id in _SIZED)
        self.region_row.setVisible(tool is not None and tool.id == "region")
        self.fill_rows.setVisible(tool is not None and tool.id == "fill")
        self.stamp_rows.setVisible(tool is not None and tool.id == "stamp")
        self.list.setVisible(kinds is not None)
        self.filler.setVisible(kinds is None)
        self.about.setVisible(kinds is None)
        self.about.setText(_ABOUT.get(tool.id if tool is not None else HAND, ""))
        _quietly(self.brush_size, lambda: self.brush_size.setValue(now.size))
        _quietly(self.shape, lambda: self.shape.setCurrentIndex(self.shape.findData(now.shape)))
        for field, box in self.limits.items():
            _quietly(box, partial(box.setChecked, getattr(now, field)))
        _quietly(self.most, lambda: self.most.setValue(now.fill_most))
        if kinds is not None:
            self._show_kinds(self._controller.map, kinds)
        self._show_regions(self._controller.map)
        if tool is not None and tool.id == "fill":
            self._show_walls(self._controller.map)

    @property
    def kind(self) -> str:
        """The chosen kind; empty when the tool has none."""
        chosen = self.list.selectedItems()
        return str(chosen[0].data(KIND)) if chosen else ""

    def choose(self, kind: str) -> None:
        """Choose a kind by id, as a click on its swatch would."""
        for row in range(self.list.count()):
            if self.list.item(row).data(KIND) == kind:
                self.list.setCurrentRow(row)

    def _show_kinds(self, board: GameMap, layer: Layer) -> None:
        kinds = board.legend.of(layer)
        shown = (layer, board.orientation, *kinds)
        chosen = self._controller.choices.kind(layer)
        self.list.blockSignals(True)
        if shown != self._shown:
            self._shown = shown
            self.list.clear()
            keys = {ident: key for key, ident in keys_of(board, layer).items()}
            for kind in kinds:
                number = keys.get(kind.id, "")
                key = f"   {number}" if number else ""
                name = kind.called
                item = QListWidgetItem(swatch(kind, board.orientation), name + key)
                item.setData(KIND, kind.id)
                item.setToolTip(plain(f"{name} (key {number})" if key else name))
                item.setSizeHint(QSize(120, 34))
                self.list.addItem(item)
        self.choose(chosen)
        self.list.blockSignals(False)

    def _show_regions(self, board: GameMap) -> None:
        now = self._controller.choices.now
        names = list(board.regions.get(now.region_layer, {}))
        if now.region and now.region not in names:
            names.append(now.region)
        self.region.blockSignals(True)
        if [self.region.itemText(row) for row in range(self.region.count())] != names:
            self.region.clear()
            self.region.addItems(names)
        self.region.setCurrentText(now.region)
        self.region.blockSignals(False)

    def _picked(self, item: QListWidgetItem | None) -> None:
        tool = self._controller.tool_input.tool
        if item is not None and tool.kinds is not None:
            self._controller.choices.choose(tool.kinds, str(item.data(KIND)))
            if tool.kinds is Layer.REGION:
                self._controller.choices.fit(self._controller.map)

    def _region_named(self) -> None:
        self._controller.choices.set(region=self.region.currentText().strip())

    def _size_row(self) -> QWidget:
        self.brush_size = QSpinBox()
        self.brush_size.setAccessibleName("Size of the brush")
        self.brush_size.setRange(SIZES[0], SIZES[-1])
        self.brush_size.setPrefix("Size ")
        self.brush_size.setToolTip("Size of the brush ([ and ])")
        self.brush_size.valueChanged.connect(lambda size: self._controller.choices.set(size=size))
        self.shape = QComboBox()
        self.shape.setAccessibleName("Shape of the brush")
        self.shape.setToolTip("Shape of the brush (Shift+[ and Shift+])")
        for shape, name in SHAPES.items():
            self.shape.addItem(name, shape)
        self.shape.currentIndexChanged.connect(
            lambda _row: self._controller.choices.set(shape=BrushShape(self.shape.currentData()))
        )
        return _row(self.brush_size, self.shape)

    def _region_row(self) -> QWidget:
        self.region = QComboBox()
        self.region.setEditable(True)
        self.region.setAccessibleName("Region")
        self.region.setToolTip("Choose a region, or type the name of a new one")
        self.region.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.region.textActivated.connect(lambda _text: self._region_named())
        edit = self.region.lineEdit()
        assert edit is not None
        edit.editingFinished.connect(self._region_named)
        return _row(label("Region", wraps=False), self.region, is_wide=True)

    def _fill_rows(self) -> QWidget:
        self.limits = {
            "fill_keeps_to_selection": QCheckBox("Within the selection"),
            "fill_keeps_to_region": QCheckBox("Within its region"),
        }
        for field, box in self.limits.items():
            box.toggled.connect(lambda on, field=field: self._controller.choices.set(**{field: on}))
        self.most = QSpinBox()
        self.most.setAccessibleName("Ask before filling more hexes than")
        self.most.setRange(1, 500_000)
        self.most.setPrefix("Ask above ")
        self.most.setSuffix(" hexes")
        self.most.valueChanged.connect(lambda most: self._controller.choices.set(fill_most=most))
        rows = QWidget()
        layout = QVBoxLayout(rows)
        layout.setContentsMargins(0, 0, 0, 4)
        layout.setSpacing(3)
        self.walls = KindsButton("Not across")
        self.walls.toggled_kind.connect(
            lambda kind, on: QTimer.singleShot(0, self, partial(self._wall, kind, on))
        )
        across = QHBoxLayout()
        across.addWidget(label("Not across", wraps=False))
        across.addWidget(self.walls, 1)
        for widget in self.limits.values():
            layout.addWidget(widget)
        layout.addLayout(across)
        layout.addWidget(self.most)
        return rows

    def _wall(self, kind: str, on: bool) -> None:
        walls = self._controller.choices.now.fill_walls
        self._controller.choices.set(fill_walls=walls | {kind} if on else walls - {kind})

    def _show_walls(self, board: GameMap) -> None:
        kinds = board.legend.of(Layer.HEXSIDE)
        held = Counter(self._controller.choices.now.fill_walls)
        self.walls.show_kinds(kinds, 1, held, board.orientation)

    def _stamp_rows(self) -> QWidget:
        rows = QWidget()
        grid = QGridLayout(rows)
        grid.setContentsMargins(0, 0, 0, 4)
        grid.setSpacing(4)
        for place, (ident, text) in enumerate(_STAMP_BUTTONS):
            press = button(text)
            press.clicked.connect(lambda _on=False, ident=ident: self.asked.emit(ident))
            grid.addWidget(press, place // 2, place % 2)
        slots = QHBoxLayout()
        slots.setSpacing(2)
        for slot in SLOTS:
            press_slot = QToolButton()
            press_slot.setText(str(slot))
            press_slot.setAccessibleName(f"Stamp slot {slot}")
            alt = QKeySequence(f"Alt+{slot}").toString(QKeySequence.SequenceFormat.NativeText)
            press_slot.setToolTip(
                plain(f"Paint with the stamp of slot {slot} ({slot}); {alt} keeps one")
            )
            press_slot.clicked.connect(lambda _on=False, slot=slot: self._recall(slot))
            slots.addWidget(press_slot)
        slots.addStretch(1)
        grid.addLayout(slots, 2, 0, 1, 2)
        return rows

    def _recall(self, slot: int) -> None:
        self.asked.emit(f"slot {slot}")


_STAMP_BUTTONS = (
    ("stamp_capture", "Capture selection"),
    ("stamp_mirror", "Mirror"),
    ("stamp_left", "Turn left"),
    ("stamp_right", "Turn right"),
)
_ABOUT = {
    HAND: "Drag the board about; nothing is changed.",
    "label": "Drag the name of a place to where it reads best. Ctrl and a click give it back to "
    "the program.",
    "box": "Drag on an empty part of the sheet to draw a box; drag a box or its knobs to change "
    "it; click it to name it and its ways.",
    "select": "Drag over hexes to select them: Shift adds, Alt or Ctrl takes out.",
    "lasso": "Draw around hexes to select them: Shift adds, Alt or Ctrl takes out.",
    "stamp": "Drag over hexes to capture them with all that is on them, then click to lay "
    "them elsewhere. Layers that are locked are left alone.",
    "eyedropper": "Click on anything to draw more of it: terrain, a hexside, a line, a place; "
    "with Shift, a region.",
}


def _row(*widgets: QWidget, is_wide: bool = False) -> QWidget:
    """Widgets beside each other; the last one takes what room there is, where it is wide."""
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 4)
    layout.setSpacing(6)
    for widget in widgets:
        layout.addWidget(widget)
    if is_wide:
        layout.setStretch(len(widgets) - 1, 1)
    else:
        layout.addStretch(1)
    return row


def _quietly(widget: QWidget, change: Callable[[], object]) -> None:
    widget.blockSignals(True)
    change()
    widget.blockSignals(False)

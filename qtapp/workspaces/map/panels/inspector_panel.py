"""Everything about one hex or about many: shown, and changed for all of them at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engine.core.wording import counted
from maps.edits import (
    drop_place,
    mark_draft,
    paint,
    put_place,
    set_lines,
    set_region,
    set_sides,
)
from maps.edits.stamps import id_for
from maps.finding.surveys import Survey, survey
from maps.hexgrid import Hex
from maps.legend import Layer
from maps.model import GameMap, Place
from maps.numbering import labels
from qtapp.board.view import MapView
from qtapp.widgets.parts import Flow, button, clear, label, scrolled
from qtapp.widgets.plain import plain
from qtapp.workspaces.map.legend.swatches import SWATCH, swatch
from qtapp.workspaces.map.map_controller import MapController
from qtapp.workspaces.map.panels.around_table import AroundTable
from qtapp.workspaces.map.panels.base import EditorPanel

SEVERAL = "(several)"
NAMES = 84
"""Width of the column of names, in pixels."""


class InspectorPanel(EditorPanel):
    """Shows the selected hexes, or the hex of the cursor when none is selected."""

    def __init__(self, controller: MapController, view: MapView) -> None:
        super().__init__(controller)
        self._view = view
        self._shown = Survey(())
        self._legend: tuple[object, ...] = ()
        self.heading = label("", "heading", "What is inspected")
        self.about = label("", "faint", "Numbers and coordinates")
        self.terrain = QComboBox()
        self.terrain.setIconSize(SWATCH)
        self.terrain.setAccessibleName("Terrain")
        self.terrain.setToolTip("The terrain of the hex")
        self.draft = QCheckBox("Draft: nobody has confirmed it")
        self.draft.setToolTip("What was read from a scan or laid out by itself, and not looked at")
        self.regions: dict[str, QComboBox] = {}
        self.around = AroundTable()
        self.places = QListWidget()
        self.add, self.change, self.remove = (
            button("Add…", "Put a new place in this hex"),
            button("Change…", "Change the place chosen above"),
            button("Remove", "Take the place chosen above off the board"),
        )
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        self._field(0, "Terrain", self.terrain)
        self._grid.addWidget(self.draft, 1, 0, 1, 2)
        self._region_rows = QGridLayout()
        self._region_rows.setHorizontalSpacing(8)
        self._region_rows.setVerticalSpacing(4)
        self._region_rows.setColumnStretch(1, 1)
        self.places.setAccessibleName("Places")
        self.places.setToolTip("Towns, ports and other places of the hex")
        self.places.setMaximumHeight(96)
        self.places.setMinimumHeight(52)
        buttons = Flow()
        buttons.fill([self.add, self.change, self.remove])
        self._body = QWidget()
        inner = QVBoxLayout(self._body)
        inner.setContentsMargins(0, 0, 8, 0)
        inner.setSpacing(4)
        inner.addLayout(self._grid)
        inner.addLayout(self._region_rows)
        inner.addWidget(self.around)
        inner.addWidget(label("Places", "faint"))
        inner.addWidget(self.places)
        inner.addWidget(buttons)
        inner.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 2, 8)
        layout.setSpacing(3)
        layout.addWidget(self.heading)
        layout.addWidget(self.about)
        layout.addWidget(scrolled(self._body, "Hex"), 1)

    def _field(self, row: int, text: str, field: QWidget) -> None:
        name = label(text, wraps=False)
        name.setFixedWidth(NAMES)
        name.setBuddy(field)
        field.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._grid.addWidget(name, row, 0)
        self._grid.addWidget(field, row, 1)

    def _connect(self) -> None:
        self.controller.hexes.changed.connect(self.stale)
        self._view.cursor_moved.connect(lambda _at: self.stale())
        self.terrain.activated.connect(self._paint)
        self.draft.clicked.connect(self._mark)
        self.around.sides_set.connect(
            lambda sides, kind, on: self.edit(lambda board: set_sides(board, sides, kind, on))
        )
        self.around.links_set.connect(
            lambda links, kind, on: self.edit(lambda board: set_lines(board, links, kind, on))
        )
        self.add.clicked.connect(self._add_place)
        self.change.clicked.connect(self._change_place)
        self.remove.clicked.connect(self._remove_place)
        self.places.itemActivated.connect(lambda _item: self._change_place())
        self.places.currentItemChanged.connect(lambda *_items: self._enable())

    @property
    def shown(self) -> Survey:
        """The hexes that are inspected."""
        return self._shown

    def refresh(self) -> None:
        """Read the hexes again."""
        board = self.board
        if board is None:
            return
        at = self._view.cursor_hex
        wanted: Iterable[Hex] = self.controller.hexes.hexes or ([at] if at is not None else [])
        self._shown = found = survey(board, wanted, self._shown)
        self._body.setEnabled(len(found) > 0)
        self._head(board, found)
        self._fill_terrain(board, found)
        self._fill_draft(found)
        self._fill_regions(board, found)
        self.around.show_survey(board, found)
        self._fill_places(board, found)

    def _head(self, board: GameMap, found: Survey) -> None:
        if not found.hexes:
            self.heading.setText("No hex")
            self.about.setText("Click a hex, or move the hex cursor with the arrow keys.")
            return
        first = found.hexes[0]
        if len(found) == 1:
            self.heading.setText(f"Hex {board.label(first)}")
            others = labels(board, first)[1:]
            also = f"also {', '.join(others)} · " if others else ""
            self.about.setText(f"{also}axial {first.q}, {first.r}")
            return
        self.heading.setText(counted(len(found), "hex", "hexes"))
        kinds = ", ".join(
            f"{count} {_name(board, Layer.TERRAIN, kind)}"
            for kind, count in found.terrain.most_common(4)
        )
        self.about.setText(kinds + (" …" if len(found.terrain) > 4 else ""))

    def _fill_terrain(self, board: GameMap, found: Survey) -> None:
        legend = (*board.legend.of(Layer.TERRAIN), board.orientation)
        if legend != self._legend:
            self._legend = legend
            self.terrain.clear()
            for kind in board.legend.of(Layer.TERRAIN):
                icon = swatch(kind, board.orientation)
                self.terrain.addItem(icon, kind.called, kind.id)
        self.terrain.setPlaceholderText(SEVERAL if found.hexes else "")
        only = next(iter(found.terrain)) if len(found.terrain) == 1 else None
        self.terrain.setCurrentIndex(self.terrain.findData(only) if only is not None else -1)

    def _fill_draft(self, found: Survey) -> None:
        states = Qt.CheckState
        state = states.Unchecked if found.drafts == 0 else states.PartiallyChecked
        if found.hexes and found.drafts == len(found):
            state = states.Checked
        self.draft.setTristate(state is states.PartiallyChecked)
        self.draft.setCheckState(state)

    def _fill_regions(self, board: GameMap, found: Survey) -> None:
        if list(self.regions) != list(found.regions):
            self._make_regions(board, found)
        for layer, field in self.regions.items():
            counts = found.regions.get(layer, Counter())
            field.clear()
            field.addItem("none", "")
            for name in board.regions.get(layer, {}):
                field.addItem(name, name)
            shown = "" if not counts else SEVERAL if len(counts) > 1 else next(iter(counts))
            index = field.findData(shown)
            field.setCurrentIndex(index if shown != SEVERAL else -1)
            field.setEditText("none" if shown == "" else shown)

    def _make_regions(self, board: GameMap, found: Survey) -> None:
        clear(self._region_rows)
        self.regions = {}
        for row, layer in enumerate(found.regions):
            field = QComboBox()
            field.setEditable(True)
            field.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
            field.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            text = _name(board, Layer.REGION, layer)
            field.setAccessibleName(text)
            field.setToolTip(plain(f"{text}: choose a region, or type the name of a new one"))
            field.activated.connect(partial(self._set_region, layer))
            line = field.lineEdit()
            if line is not None:
                line.returnPressed.connect(partial(self._set_region, layer))
            name = label(text)
            name.setBuddy(field)
            name.setFixedWidth(NAMES)
            self._region_rows.addWidget(name, row, 0)
            self._region_rows.addWidget(field, row, 1)
            self.regions[layer] = field

    def _fill_places(self, board: GameMap, found: Survey) -> None:
        kept = self._chosen_id()
        self.places.clear()
        for place in found.places:
            text = place.name or place.id
            tags = f" · {', '.join(sorted(place.tags))}" if place.tags else ""
            item = QListWidgetItem(f"{text} · {_name(board, Layer.PLACE, place.kind)}{tags}")
            item.setData(Qt.ItemDataRole.UserRole, place.id)
            self.places.addItem(item)
            if place.id == kept:
                self.places.setCurrentItem(item)
        if self.places.currentRow() < 0 and self.places.count():
            self.places.setCurrentRow(0)
        self._enable()

    def _enable(self) -> None:
        is_chosen = bool(self._chosen_id())
        self.add.setEnabled(len(self._shown) == 1)
        self.change.setEnabled(is_chosen)
        self.remove.setEnabled(is_chosen)

    def _paint(self, index: int) -> None:
        kind = self.terrain.itemData(index)
        self.edit(lambda board: paint(board, self._shown.hexes, str(kind)))

    def _mark(self) -> None:
        on = self._shown.drafts < len(self._shown)
        if not self.edit(lambda board: mark_draft(board, self._shown.hexes, on)):
            self._fill_draft(self._shown)

    def _set_region(self, layer: str, _index: int = 0) -> None:
        text = self.regions[layer].currentText().strip()
        if text == SEVERAL:
            return
        region = None if text in ("", "none") else text
        self.edit(lambda board: set_region(board, layer, region, self._shown.hexes))

    def _chosen_id(self) -> str:
        row = self.places.currentRow()
        return str(self.places.item(row).data(Qt.ItemDataRole.UserRole)) if row >= 0 else ""

    def _chosen_place(self) -> Place | None:
        board = self.board
        return board.places.get(self._chosen_id()) if board is not None else None

    def _add_place(self) -> None:
        board = self.board
        if board is None or len(self._shown) != 1:
            return
        kinds = board.legend.of(Layer.PLACE)
        draft = Place("", "", kinds[0].id if kinds else "", self._shown.hexes[0])
        wanted = self.controller.ask_place(draft)
        if wanted is not None:
            named = replace(wanted, id=id_for(wanted.name, board.places))
            self.edit(lambda board: put_place(board, named))

    def _change_place(self) -> None:
        board, place = self.board, self._chosen_place()
        if board is None or place is None:
            return
        wanted = self.controller.ask_place(place)
        if wanted is not None and wanted != place:
            self.edit(lambda board: put_place(board, wanted))

    def _remove_place(self) -> None:
        place = self._chosen_place()
        if place is not None:
            self.edit(lambda board: drop_place(board, place.id))


def _name(board: GameMap, layer: Layer, kind: str) -> str:
    found = board.legend.kinds.get((layer, kind))
    return found.name if found is not None and found.name else kind

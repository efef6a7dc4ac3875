"""Search over any layer of the board, see what was found, and change all of it in one step."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engine.core.wording import counted
from maps.checking.wordings import kinds_of, pair
from maps.edits import RegionName
from maps.finding.search import Deed, Drafts, Found, Matches, Query, replaced, search
from maps.hexgrid import Hex, Link, Side
from maps.legend import Layer
from maps.model import GameMap
from qtapp.widgets.forms import LevelForm
from qtapp.widgets.parts import Flow, button, label, scrolled
from qtapp.widgets.plain import plain
from qtapp.workspaces.map.legend.swatches import SWATCH, swatch
from qtapp.workspaces.map.map_controller import MapController
from qtapp.workspaces.map.panels.base import EditorPanel

LAYERS = {
    Layer.TERRAIN: "Terrain",
    Layer.HEXSIDE: "Hexsides",
    Layer.LINE: "Roads and rails",
    Layer.PLACE: "Places",
    Layer.REGION: "Regions",
}
DEEDS = {Deed.REPLACE: "Replace by", Deed.ADD: "Add", Deed.REMOVE: "Remove"}
SHOWN = 200
"""So many finds are listed; the others are counted, shown on the board and changed as well."""


class SearchPanel(EditorPanel):
    """``marked`` carries the hexes to show on the board, ``picked`` the one to go to."""

    marked = Signal(object)
    picked = Signal(object)

    def __init__(self, controller: MapController) -> None:
        super().__init__(controller)
        self._matches: Matches | None = None
        self._offered: object = None
        self._seen: GameMap | None = None
        self.layer, self.kind = QComboBox(), QComboBox()
        self.name, self.tag = QLineEdit(), QLineEdit()
        self.region, self.drafts = QComboBox(), QComboBox()
        self.only_selected = QCheckBox("Only in the selected hexes")
        self.count = label("", "faint", "What was found")
        self.list = QListWidget()
        self.deed, self.word = QComboBox(), QComboBox()
        self.find_all = button("Find", "Search the board", primary=True)
        self.do_it = button("Replace all", "Change everything that was found, in one step")
        self.select = button("Select", "Select the hexes of what was found")
        self._lay_out()
        self._connect()
        self._layer_chosen()

    def _lay_out(self) -> None:
        for layer, text in LAYERS.items():
            self.layer.addItem(text, layer)
        for deed, text in DEEDS.items():
            self.deed.addItem(text, deed)
        for drafts in Drafts:
            self.drafts.addItem(drafts.value.capitalize(), drafts)
        self.kind.setIconSize(SWATCH)
        self.word.setIconSize(SWATCH)
        self.word.setEditable(True)
        self.word.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.name.setPlaceholderText("novi*, *grad, ?a")
        self.tag.setPlaceholderText("port")
        self._form = LevelForm()
        self._form.setContentsMargins(0, 0, 8, 0)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for text, field, tip in (
            ("Layer", self.layer, "Where to search"), ("Kind", self.kind, "The kind to look for"),
            ("Name", self.name, "A name; * stands for any letters, ? for one"),
            ("Tag", self.tag, "A tag that a place has"),
            ("Region", self.region, "Only in this region"),
            ("Drafts", self.drafts, "Whether drafts are looked for, or what was confirmed"),
        ):  # fmt: skip
            field.setAccessibleName(text)
            field.setToolTip(plain(tip))
            field.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            self._form.addRow(text, field)
        self.only_selected.setToolTip("Search the selection, not the whole board")
        self._form.addRow("", self.only_selected)
        self.list.setAccessibleName("Finds")
        self.list.setToolTip("What was found; a click shows it on the board")
        self.list.setMinimumHeight(70)
        self._deeds = LevelForm()
        self._deeds.setContentsMargins(0, 0, 8, 0)
        self.deed.setAccessibleName("What to do")
        self.deed.setToolTip("What happens to everything found")
        self.word.setAccessibleName("With what")
        self.word.setToolTip("What everything found is replaced with")
        self.word.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._deeds.addRow(self.deed, self.word)
        first, second = Flow(), Flow()
        first.fill([self.find_all, self.select])
        second.fill([self.do_it])
        body = QWidget()
        inner = QVBoxLayout(body)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.addLayout(self._form)
        inner.addWidget(first)
        inner.addWidget(self.count)
        inner.addWidget(self.list, 1)
        inner.addLayout(self._deeds)
        inner.addWidget(second)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 2, 8)
        layout.addWidget(scrolled(body, "Search"))

    def _connect(self) -> None:
        self.layer.currentIndexChanged.connect(lambda _index: self._layer_chosen())
        self.deed.currentIndexChanged.connect(lambda _index: self._offer_words())
        self.find_all.clicked.connect(self.search)
        self.do_it.clicked.connect(self.replace)
        self.select.clicked.connect(self._select)
        self.name.returnPressed.connect(self.search)
        self.tag.returnPressed.connect(self.search)
        self.list.itemClicked.connect(self._pick)
        self.list.itemActivated.connect(self._pick)
        for field in (self.kind, self.region, self.drafts):
            field.activated.connect(lambda _index: self.search())
        self.only_selected.toggled.connect(lambda _on: self.search())

    @property
    def matches(self) -> Matches | None:
        """What was found last; None before anything was sought or after it was left."""
        return self._matches

    def refresh(self) -> None:
        """Offer what the board has; when something was sought, seek it again."""
        board = self.board
        if board is None:
            return
        if board is not self._seen:
            self._seen = board
            self._start_afresh()
        offered = (
            tuple(board.legend.kinds.values()), board.orientation,
            tuple((layer, tuple(regions)) for layer, regions in board.regions.items()),
        )  # fmt: skip
        if offered != self._offered:
            self._offered = offered
            self._layer_chosen()
        if self._matches is not None:
            self.search()

    def _start_afresh(self) -> None:
        """What was asked of another board is not asked of this one."""
        self.name.clear()
        self.tag.clear()
        self.only_selected.setChecked(False)
        self.drafts.setCurrentIndex(0)
        self.deed.setCurrentIndex(0)

    def leave(self) -> None:
        """Forget what was found, and show it no more."""
        self._matches = None
        self.list.clear()
        self.count.clear()
        self._enable()
        self.marked.emit(frozenset())

    def query(self) -> Query:
        """What the fields ask for."""
        layer = Layer(self.layer.currentData())
        return Query(
            layer,
            kind=str(self.kind.currentData() or ""),
            name=self.name.text().strip() if layer in (Layer.PLACE, Layer.REGION) else "",
            tag=self.tag.text().strip() if layer is Layer.PLACE else "",
            region=self._region(),
            within=self.controller.hexes.hexes if self.only_selected.isChecked() else None,
            drafts=Drafts(self.drafts.currentData()),
        )

    def _region(self) -> RegionName | None:
        chosen = self.region.currentData()
        return RegionName(*chosen) if chosen else None

    def search(self) -> None:
        """Seek what the fields ask for, list it, and mark it on the board."""
        board = self.board
        if board is None:
            return
        self._matches = found = search(board, self.query())
        self.list.clear()
        for one in found.found[:SHOWN]:
            text, at = _told(board, found.query.layer, one)
            item = QListWidgetItem(text)
            item.setData(Qt.ItemDataRole.UserRole, at)
            self.list.addItem(item)
        self.count.setText(_counted(len(found), len(found.hexes)))
        self._enable()
        self.marked.emit(found.hexes)

    def replace(self) -> None:
        """Change everything that was found."""
        if self._matches is None:
            self.search()
        matches = self._matches
        deed = Deed(self.deed.currentData())
        index = self.word.findText(self.word.currentText())
        word = str(self.word.itemData(index) if index >= 0 else self.word.currentText().strip())
        if matches is not None:
            is_done = self.edit(lambda board: replaced(board, matches, deed, word))
            self.search()
            if is_done:
                left = self.count.text() if self.list.count() else ""
                step = self.controller.history[-1].label
                self.count.setText(" ".join(filter(None, (f"Done: {step}.", left))))

    def _layer_chosen(self) -> None:
        board, layer = self.board, Layer(self.layer.currentData())
        is_named = layer in (Layer.PLACE, Layer.REGION)
        self._form.setRowVisible(self.name, is_named)
        self._form.setRowVisible(self.tag, layer is Layer.PLACE)
        self.kind.clear()
        self.region.clear()
        self.region.addItem("anywhere", None)
        if layer is not Layer.REGION:
            self.kind.addItem("any", "")
        if board is not None:
            for kind in board.legend.of(layer):
                self.kind.addItem(swatch(kind, board.orientation), kind.called, kind.id)
            for name, regions in board.regions.items():
                for region in regions:
                    self.region.addItem(f"{region} ({name})", (name, region))
        self._offer_words()
        self.leave()

    def _offer_words(self) -> None:
        board, layer = self.board, Layer(self.layer.currentData())
        deed = Deed(self.deed.currentData())
        self.word.clear()
        self.do_it.setText(f"{DEEDS[deed].removesuffix(' by')} all")
        if board is None:
            return
        if layer is Layer.REGION:
            for region in board.regions.get(str(self.kind.currentData() or ""), {}):
                self.word.addItem(region, region)
        elif layer is Layer.PLACE and deed is not Deed.REPLACE:
            if deed is Deed.REMOVE:
                self.word.addItem("the whole place", "")
            for tag in sorted({tag for place in board.places.values() for tag in place.tags}):
                self.word.addItem(tag, tag)
        else:
            for kind in board.legend.of(layer):
                self.word.addItem(swatch(kind, board.orientation), kind.called, kind.id)
        is_known_only = layer in (Layer.TERRAIN, Layer.HEXSIDE, Layer.LINE)
        self.word.setEditable(
            not is_known_only and not (layer is Layer.PLACE and deed is Deed.REPLACE)
        )
        self._enable()

    def _enable(self) -> None:
        has_found = self._matches is not None and len(self._matches) > 0
        deed, layer = Deed(self.deed.currentData()), Layer(self.layer.currentData())
        self.do_it.setEnabled(
            has_found and not (layer is Layer.TERRAIN and deed is not Deed.REPLACE)
        )
        self.select.setEnabled(has_found)

    def _select(self) -> None:
        if self._matches is not None:
            self.controller.hexes.choose(self._matches.hexes)

    def _pick(self, item: QListWidgetItem) -> None:
        at = item.data(Qt.ItemDataRole.UserRole)
        if isinstance(at, Hex):
            self.picked.emit(at)


def _counted(things: int, hexes: int) -> str:
    if not things:
        return "Nothing was found."
    told = f"{counted(things, 'find')} in {counted(hexes, 'hex', 'hexes')}"
    return f"{told}; the first {SHOWN} are listed" if things > SHOWN else told


def _told(board: GameMap, layer: Layer, one: Found) -> tuple[str, Hex]:
    """What a find is called, and the hex to go to."""
    match one:
        case Side():
            kinds = kinds_of(board, Layer.HEXSIDE, board.hexsides[one])
            return f"{pair(board, one.hexes)} · {kinds}", one.hex
        case Link():
            kinds = kinds_of(board, Layer.LINE, board.lines[one])
            return f"{pair(board, one)} · {kinds}", one.a
        case Hex():
            terrain = board.terrain.get(one, "") if layer is Layer.TERRAIN else ""
            kind = board.legend.called(Layer.TERRAIN, terrain)
            return f"{board.label(one)} · {kind}" if kind else board.label(one), one
        case _:
            place = board.places[one]
            return f"{place.name or place.id} · {board.label(place.hex)}", place.hex

"""Which kinds are confirmed where, and reading the rest by them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from maps.layout import Orientation
from maps.legend import Kind
from qtapp.widgets.parts import button, label
from qtapp.workspaces.map.legend.swatches import swatch
from qtapp.workspaces.scan.modes import Mode
from qtapp.workspaces.scan.parts import row_of
from qtapp.workspaces.scan.reader import Reader
from qtapp.workspaces.scan.scan_controller import ScanController

_WANTED = 5


class KindList(QListWidget):
    """Kinds with a sample, a number key and how many examples each has."""

    def __init__(self, name: str, taken: Callable[[str], None]) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setToolTip("The kind that is looked for; its number key takes it too")
        self.setIconSize(QSize(40, 26))
        self._taken = taken
        self._filling = False
        self.currentRowChanged.connect(self._picked)

    def fill(
        self, kinds: Sequence[Kind], counts: Counter[str], chosen: str, stand: Orientation
    ) -> None:
        """Show kinds; ``stand`` says how hexes stand, for the samples."""
        self._filling = True
        names = [kind.id for kind in kinds]
        if [self.item(i).data(Qt.ItemDataRole.UserRole) for i in range(self.count())] != names:
            self.clear()
            for kind in kinds:
                item = QListWidgetItem(swatch(kind, stand), "", self)
                item.setData(Qt.ItemDataRole.UserRole, kind.id)
        for row, kind in enumerate(kinds):
            key = f"{row + 1}  " if row < 9 else "    "
            text = f"{key}{kind.name or kind.id}   ·   {counts[kind.id]}"
            self.item(row).setText(text)
            if kind.id == chosen:
                self.setCurrentRow(row)
        self._filling = False

    def _picked(self, row: int) -> None:
        if not self._filling and row >= 0:
            self._taken(self.item(row).data(Qt.ItemDataRole.UserRole))


class TerrainPanel(QWidget):
    """Confirm some hexes of each kind, then have all named."""

    def __init__(self, controller: ScanController, reader: Reader) -> None:
        super().__init__()
        self._controller, self._reader = controller, reader
        self.kinds = KindList("Kinds of terrain", reader.take_terrain)
        self.sample = button("Name samples", "Click a hex and type what its terrain is called (N)")
        self.sample.clicked.connect(lambda: controller.use(Mode.SAMPLE))
        self.confirm = button("Confirm hexes", "Click hexes of the chosen kind (T)")
        self.confirm.clicked.connect(lambda: controller.use(Mode.TERRAIN))
        self.name_all = button("Name all hexes", "Name the terrain of every hex", primary=True)
        self.name_all.clicked.connect(reader.read_terrain)
        self.words = label("", "faint")
        _lay(self, self.kinds, self.words, self.sample, self.confirm, self.name_all)
        controller.changed.connect(self.refresh)
        reader.kind_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show how many hexes of each kind are confirmed."""
        controller, work = self._controller, self._controller.work
        counts = Counter(kind for _, kind in work.exemplars) if work else Counter[str]()
        stand = controller.map.orientation if controller.is_open else Orientation.FLAT
        self.kinds.fill(self._reader.terrain_kinds(), counts, self._reader.terrain, stand)
        ready = controller.lattice is not None
        self.sample.setEnabled(ready)
        self.confirm.setEnabled(ready)
        self.name_all.setEnabled(ready and len(counts) >= 2)
        kinds = [kind.id for kind in self._reader.terrain_kinds()]
        few = [self._reader.terrain_name(kind) for kind in counts if counts[kind] < _WANTED]
        bare = [self._reader.terrain_name(kind) for kind in kinds[:1] if not counts[kind]]
        if not ready:
            self.words.setText("Calibrate the scan first.")
        elif len(counts) < 2:
            self.words.setText(
                f"Name a hex of every kind the scan shows, then confirm about {_WANTED} of each."
            )
        elif bare:
            self.words.setText(
                f"No hex is confirmed as {bare[0]} yet: without one none is read as it."
            )
        elif few:
            self.words.setText(f"A few more would help: {', '.join(few[:4])}.")
        else:
            self.words.setText("Enough to begin with.")


class LinesPanel(QWidget):
    """Confirm some stretches of a line, then have it traced."""

    def __init__(self, controller: ScanController, reader: Reader) -> None:
        super().__init__()
        self._controller, self._reader = controller, reader
        self.kinds = KindList("Kinds of hexsides and lines", reader.take_line)
        self.confirm = button("Confirm stretches", "Click stretches of the chosen line (R)")
        self.confirm.clicked.connect(lambda: controller.use(Mode.LINE))
        self.trace = button("Trace it", "Find the line on the whole scan", primary=True)
        self.trace.clicked.connect(reader.trace_line)
        self.words = label("", "faint")
        _lay(self, self.kinds, self.words, self.confirm, self.trace)
        controller.changed.connect(self.refresh)
        reader.kind_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show how many stretches of each line are confirmed."""
        controller, work = self._controller, self._controller.work
        there = [s for s in work.stretches if s.there] if work else []
        counts = Counter(stretch.kind for stretch in there)
        stand = controller.map.orientation if controller.is_open else Orientation.FLAT
        self.kinds.fill(self._reader.line_kinds(), counts, self._reader.line, stand)
        ready = controller.lattice is not None and bool(self._reader.line)
        have = counts[self._reader.line]
        self.confirm.setEnabled(ready)
        self.trace.setEnabled(ready and have >= 2)
        if not ready:
            self.words.setText("Calibrate the scan first.")
        elif have < _WANTED:
            self.words.setText(
                f"Confirm about {_WANTED} stretches of {self._reader.line_name(self._reader.line)}."
            )
        else:
            self.words.setText("Enough to begin with.")


def _lay(panel: QWidget, *parts: QWidget) -> None:
    layout = QVBoxLayout(panel)
    layout.setContentsMargins(8, 8, 8, 8)
    layout.setSpacing(6)
    kinds, words, *buttons = parts
    layout.addWidget(kinds, 1)
    layout.addWidget(words)
    for first in range(0, len(buttons), 2):
        layout.addLayout(row_of(*buttons[first : first + 2]))

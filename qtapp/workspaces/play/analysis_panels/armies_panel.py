"""Who can still do something, by army or by sector of the front: a large turn body by body."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QTreeWidgetItem, QVBoxLayout

from engine.core.change import Change
from engine.core.state import Location
from engine.core.wording import counted
from oob.model import UnitId
from qtapp.app.bridge import GameBridge
from qtapp.models.alike import alike_ends
from qtapp.widgets.parts import button, label
from qtapp.widgets.plain import plain
from qtapp.widgets.trees import WrappingTree
from qtapp.widgets.wording import place_title
from qtapp.workspaces.play.acting.bodies import Body, Sector, by_army, by_sector, sectors_of
from qtapp.workspaces.play.following import FollowingPanel

UNIT = int(Qt.ItemDataRole.UserRole)
FEW = 40
"""With so few units that can act all bodies are unfolded at first."""
WAYS = {"army": "By army", "sector": "By sector of the front"}
NOBODY = "Nobody has to decide now."
_Listed = tuple[Body, tuple[Location, ...]]
"""A body, and where its units that can still do something are."""
_Lines = list[tuple[UnitId, Location]]


class ArmiesPanel(FollowingPanel):
    """``found`` carries the units of a body that was chosen, ``unit_picked`` one unit, and
    ``next_wanted`` asks for the next one of the same army.
    """

    unit_picked = Signal(object)
    found = Signal(object)
    next_wanted = Signal()

    def __init__(self, bridge: GameBridge) -> None:
        super().__init__(bridge)
        self._listed: list[_Listed] = []
        self._unfolds = True
        self._folded: dict[str, bool] = {}
        self._sectors: dict[tuple[int, str], tuple[Sector, ...]] = {}
        self.by = QComboBox()
        self.by.setAccessibleName("Bodies of units")
        self.by.setToolTip("Whether units are put together by army or by where they stand")
        for way, title in WAYS.items():
            self.by.addItem(title, way)
        self.by.currentIndexChanged.connect(lambda _index: self.hear())
        self.words = label(NOBODY, "faint", "How many can still act")
        self.tree = WrappingTree("Armies", 2)
        self.tree.setToolTip(
            "Click an army to mark its units that can still act; click a unit to select it"
        )
        self.tree.itemClicked.connect(self._chosen)
        self.tree.itemActivated.connect(self._chosen)
        self.tree.itemExpanded.connect(lambda item: self._fold(item, folded=False))
        self.tree.itemCollapsed.connect(lambda item: self._fold(item, folded=True))
        self.next = button("Next", "Select the next unit of the same army that can act (Shift+J)")
        self.next.clicked.connect(self.next_wanted)
        row = QHBoxLayout()
        row.setSpacing(5)
        row.addWidget(self.by, 1)
        row.addWidget(self.next)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 8)
        layout.setSpacing(6)
        layout.addLayout(row)
        layout.addWidget(self.words)
        layout.addWidget(self.tree, 1)

    @property
    def bodies(self) -> tuple[Body, ...]:
        """What is listed."""
        return tuple(body for body, _places in self._listed)

    def start(self) -> None:
        """Forget what was worked out for another game."""
        self._sectors.clear()
        self._folded.clear()
        self.tree.clear()
        self._listed = []

    def follow_up(self, change: Change) -> Iterator[None]:
        """Put the units together again, in pieces."""
        bridge = self._bridge
        bodies: tuple[Body, ...] = ()
        if change.everything:
            self._listed = []  # places may have other names
        if bridge.is_open and bridge.player_decides:
            by_where = self.by.currentData() == "sector"
            question = self._by_sector if by_where else self._by_army
            bodies = yield from bridge.once_in_pieces(question)
        self._tell(bodies)

    def _by_army(self) -> Generator[None, None, tuple[Body, ...]]:
        return by_army(self._bridge)

    def _by_sector(self) -> Generator[None, None, tuple[Body, ...]]:
        return by_sector(self._bridge, self._front())

    def _front(self) -> tuple[Sector, ...]:
        """The sectors of this turn, which stay what they are while units move."""
        key = self._bridge.state.turn, self._bridge.view.side
        if key not in self._sectors:
            self._sectors[key] = sectors_of(self._bridge)
        return self._sectors[key]

    def _tell(self, bodies: tuple[Body, ...]) -> None:
        able = sum(len(body.able) for body in bodies)
        whole = counted(sum(len(body.units) for body in bodies), "unit")
        self.next.setEnabled(able > 0)
        deciding = self._bridge.is_open and self._bridge.player_decides
        self.words.setText(
            f"{able} of {whole} on the board can still do something." if deciding else NOBODY
        )
        self._show([(body, self._places(body)) for body in bodies], unfolds=able <= FEW)

    def _places(self, body: Body) -> tuple[Location, ...]:
        return tuple(self._bridge.state.pieces[unit].at for unit in body.able)

    def _show(self, listed: list[_Listed], *, unfolds: bool) -> None:
        """Write the lines of bodies that are not what they were; all where there are others."""
        if (listed, unfolds) == (self._listed, self._unfolds):
            return
        before, self._listed = self._listed, listed
        titles = [[body.title for body, _places in some] for some in (before, listed)]
        stay = titles[0] == titles[1] and unfolds is self._unfolds
        self._unfolds = unfolds
        self.tree.blockSignals(True)
        self.tree.setCurrentIndex(QModelIndex())
        if not stay:
            self.tree.clear()
        for row, one in enumerate(listed):
            if stay and before[row] == one:
                continue
            head = self.tree.topLevelItem(row)
            if head is None:
                head = QTreeWidgetItem()
                self.tree.addTopLevelItem(head)
            self._write(head, one, _lines(before[row]) if stay else [])
            head.setExpanded(not self._folded.get(one[0].title, not unfolds))
        self.tree.blockSignals(False)

    def _write(self, head: QTreeWidgetItem, one: _Listed, shown: _Lines) -> None:
        """Have a body say how many of it can still do something, and list who."""
        self._write_head(head, one[0])
        lines = _lines(one)
        start, end = alike_ends(shown, lines)
        for _ in range(len(shown) - end - start):
            head.takeChild(start)
        fresh = lines[start : len(lines) - end]
        head.insertChildren(start, [self._line(unit) for unit, _place in fresh])

    def _write_head(self, head: QTreeWidgetItem, body: Body) -> None:
        head.setText(0, body.title)
        head.setText(1, f"{len(body.able)} of {len(body.units)}")
        font = head.font(0)
        font.setBold(bool(body.able))
        head.setFont(0, font)
        head.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        said = counted(len(body.units), "unit on the board", "units on the board")
        can = f"{len(body.able)} can still do something" if body.able else "all of it is done"
        head.setToolTip(0, plain(f"{body.title}: {said}, {can}"))

    def _line(self, unit: UnitId) -> QTreeWidgetItem:
        scenario = self._bridge.game.scenario
        place = place_title(scenario.map, self._bridge.state.pieces[unit].at)
        line = QTreeWidgetItem([self._bridge.name_of(unit), place])
        line.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        line.setData(0, UNIT, str(unit))
        line.setToolTip(0, plain(f"{line.text(0)}, {place}"))
        return line

    def _chosen(self, item: QTreeWidgetItem) -> None:
        """Show a body with its first unit selected, or select a unit."""
        if item.parent() is None:
            units = self.bodies[self.tree.indexOfTopLevelItem(item)].able
            self.found.emit(units)
        else:
            units = (UnitId(item.data(0, UNIT)),)
        if units:
            self.unit_picked.emit(units[0])

    def _fold(self, item: QTreeWidgetItem, *, folded: bool) -> None:
        self._folded[item.text(0)] = folded


def _lines(one: _Listed) -> _Lines:
    """The units that are listed of a body, and where each is."""
    body, places = one
    return list(zip(body.able, places, strict=True))

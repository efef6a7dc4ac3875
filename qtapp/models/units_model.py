"""The units of one place as a list: counter picture, name, ratings, steps, badges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from engine.core.state import Location
from engine.core.view.display import CounterView
from oob.ledger.sureness import source_of
from oob.model import OrderOfBattle, UnitId
from qtapp.app.bridge import GameBridge
from qtapp.widgets.counter_pictures import CounterPictures
from qtapp.widgets.plain import plain
from qtapp.widgets.wording import unit_detail
from qtapp.workspaces.play.acting.waiting_units import WaitingGroup, waiting_groups
from qtapp.workspaces.play.offers import counters_at

UNIT = int(Qt.ItemDataRole.UserRole)
WORDS = UNIT + 1
HEAD = UNIT + 2

Index = QModelIndex | QPersistentModelIndex


class UnitsModel(QAbstractListModel):
    """The counters that stand in one hex or box, topmost first."""

    def __init__(self, bridge: GameBridge, pictures: CounterPictures) -> None:
        super().__init__(bridge)
        self._bridge = bridge
        self._pictures = pictures
        self._counters: tuple[CounterView, ...] = ()
        self._groups: dict[int, WaitingGroup] = {}
        self._worded: dict[int, tuple[str, str]] = {}

    def show(self, place: Location | None) -> None:
        """Show the units of a place; of those that wait to be placed, who can be now, by where."""
        found: tuple[CounterView, ...] = ()
        groups: dict[int, WaitingGroup] = {}
        if place is not None and self._bridge.is_open:
            found = counters_at(self._bridge.counters, place)[::-1]
            if isinstance(place, str) and place == self._bridge.waiting:
                by_unit = {counter.unit: counter for counter in found}
                ordered: list[CounterView] = []
                for group in waiting_groups(self._bridge):
                    groups[len(ordered)] = group
                    ordered += [by_unit[unit] for unit in group.units]
                found = tuple(ordered)
        self._worded.clear()
        same = [c.unit for c in found] == [c.unit for c in self._counters]
        if same and groups == self._groups:
            self._counters = found
            if found:
                self.dataChanged.emit(self.index(0), self.index(len(found) - 1))
            return
        self.beginResetModel()
        self._counters, self._groups = found, groups
        self.endResetModel()

    def group(self, row: int) -> tuple[UnitId, ...]:
        """The units of the group that begins with a row; none where no group begins."""
        group = self._groups.get(row)
        return group.units if group else ()

    def row_of(self, unit: UnitId | None) -> int:
        """The row of a unit, -1 when it is not here."""
        for row, counter in enumerate(self._counters):
            if counter.unit == unit:
                return row
        return -1

    def unit(self, row: int) -> UnitId:
        """The unit of a row."""
        return self._counters[row].unit

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """How many units there are."""
        return 0 if parent.isValid() else len(self._counters)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What is shown of one unit."""
        if not index.isValid() or not self._bridge.is_open:
            return None
        counter = self._counters[index.row()]
        order = self._bridge.game.scenario.oob
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._bridge.title_of(counter.unit)
            case Qt.ItemDataRole.DecorationRole:
                return self._pictures.of(order, counter)
            case Qt.ItemDataRole.AccessibleTextRole:
                title = self._bridge.title_of(counter.unit)
                head = [head] if (head := self._head(index.row())) else []
                return ", ".join([*head, title, self._detail(counter), *counter.badges])
            case Qt.ItemDataRole.ToolTipRole:
                told = (self._bridge.title_of(counter.unit), self._detail(counter))
                return plain("\n".join([*told, *self._source(order, counter.unit)]))
        if role == UNIT:
            return counter.unit
        if role == HEAD:
            return self._head(index.row())
        return self._words(index.row()) if role == WORDS else None

    def _words(self, row: int) -> tuple[str, str]:
        """The name, with a dot while the unit can do something; and its badges and what it is.
        Asked for once until units are shown again.
        """
        if row not in self._worded:
            bridge, counter = self._bridge, self._counters[row]
            name, badges = bridge.title_of(counter.unit), counter.badges
            ready = bridge.player_decides and bridge.offers.can_act(counter.unit)
            detail = self._detail(counter)
            detail = f"{', '.join(badges)} · {detail}" if badges else detail
            self._worded[row] = f"{name}\u00a0\u00a0•" if ready else name, detail
        return self._worded[row]

    def _head(self, row: int) -> str:
        """What is above the first unit of a group: how many there are, and where they may go."""
        group = self._groups.get(row)
        return group.head if group else ""

    @staticmethod
    def _source(order: OrderOfBattle, unit: UnitId) -> Iterator[str]:
        """Where a unit comes from; nothing for what an order of battle does not hold."""
        if unit in order.units and (said := source_of(order, order.units[unit])):
            yield said

    def _detail(self, counter: CounterView) -> str:
        order = self._bridge.game.scenario.oob
        piece = self._bridge.state.pieces.get(counter.unit)
        return unit_detail(order, counter, piece.steps if piece else 0)

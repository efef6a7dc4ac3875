"""The units of the selected hex or box."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QItemSelectionModel, Signal
from PySide6.QtWidgets import QVBoxLayout

from engine.core.change import Change
from engine.core.state import Location
from engine.core.wording import counted
from maps.hexgrid import Hex
from maps.model import GameMap
from qtapp.app.bridge import GameBridge
from qtapp.board.selection import Selection
from qtapp.board.tips import NOT_EXAMINED
from qtapp.models.units_model import UnitsModel
from qtapp.widgets.counter_pictures import CounterPictures
from qtapp.widgets.parts import label
from qtapp.widgets.plain import plain
from qtapp.widgets.wording import place_title, terrain_line
from qtapp.workspaces.play.acting.sending.missions import marks_at, shortened
from qtapp.workspaces.play.acting.waiting_units import listed_place, waiting_title
from qtapp.workspaces.play.following import FollowingPanel
from qtapp.workspaces.play.offers import counters_at
from qtapp.workspaces.play.panels.unit_list import UnitList

LONG_LIST = 10_000
"""Pixels: a list of units that wait to be placed can use all the height it is given."""


class StackPanel(FollowingPanel):
    """Where the selection is, what the ground is like, and who is there.

    ``acted`` says that the user asked (Enter, double click) what the selected unit can do;
    ``needed`` the height in pixels that a list of units to be placed needs, 0 when none wait.
    """

    acted = Signal()
    needed = Signal(int)

    def __init__(self, bridge: GameBridge, selection: Selection, pictures: CounterPictures) -> None:
        super().__init__(bridge)
        self._selection = selection
        self.model = UnitsModel(bridge, pictures)
        self._title = label("Nothing selected", "heading", "Selected place")
        self._ground = label("", "faint", "Terrain and regions")
        self._supply = label("", "faint", "Supply")
        self._group = label("", "faint", "Group")
        self.list = UnitList()
        self.list.setModel(self.model)
        self.list.head_pressed.connect(self._group_picked)
        self.list.selectionModel().selectionChanged.connect(self._picked)
        self.list.activated.connect(lambda _index: self.acted.emit())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 2, 8, 8)
        layout.setSpacing(4)
        for widget in (self._title, self._ground, self._group, self.list, self._supply):
            layout.addWidget(widget, 1 if widget is self.list else 0)
        selection.changed.connect(self.hear)
        self.refresh()

    def follow_up(self, change: Change) -> Iterator[None]:
        """Follow the session and the selection; ask unit by unit who may be placed where. Supply is
        traced before anything is shown: where its words take another line than before, the list
        above them would be laid out and painted twice.
        """
        shown, bridge = self._shown(), self._bridge
        if isinstance(shown, str) and shown == bridge.waiting:
            for counter in counters_at(bridge.counters, shown):
                if bridge.offers.can_act(counter.unit):
                    bridge.offers.places(counter.unit)
                    yield
        supply = self._supply_words()
        yield
        self._show_units()
        self._show_supply(supply)

    def refresh(self) -> None:
        """Follow the session and the selection."""
        self._show_units()
        self._show_supply(self._supply_words())

    def _show_units(self) -> None:
        shown = self._shown()
        self.model.show(shown)
        self.needed.emit(LONG_LIST if self._bridge.waiting else 0)
        self._ground.setToolTip("")
        if shown is None:
            self._title.setText("Nothing selected")
            self._ground.setText("Click a hex, or move the hex cursor and press Enter.")
            self._group.setVisible(False)
            return
        board = self._bridge.game.scenario.map
        at = self._selection.hex
        if isinstance(shown, str) and shown == self._bridge.waiting:
            self._title.setText(waiting_title(self._bridge))
            told = "Choose units or a group, then click a lit hex, or drag them there."
            here = f"{place_title(board, at)}: {terrain_line(board, at)}\n" if at else ""
            self._ground.setText(f"{here}{told}")
        else:
            self._title.setText(self._named(board, shown))
            ground = terrain_line(board, at) if at else "Off the map"
            filtered = at is not None and at in self._bridge.player_view.unknown
            marks = marks_at(self._bridge, shown)
            lines = [ground, shortened(marks), NOT_EXAMINED if filtered else ""]
            self._ground.setText("\n".join(filter(None, lines)))
            self._ground.setToolTip(plain("\n".join(marks)))
        self._mark_chosen()
        self.list.viewport().update()
        self._show_group()

    def _named(self, board: GameMap, shown: Location) -> str:
        """The title of a place; where that is none of the board, of the display that lists who was
        chosen there: *Eliminated units*.
        """
        unit, on_board = self._selection.unit, isinstance(shown, Hex) or shown in board.boxes
        listing = () if on_board or unit is None else self._bridge.displays
        titles = (one.title for one in listing if any(unit in row.units for row in one.rows))
        return next(titles, place_title(board, shown))

    def _show_group(self) -> None:
        """Say how many units act together, and in how many hexes they are."""
        units = self._selection.units
        self._group.setVisible(len(units) > 1)
        if len(units) > 1:
            pieces = self._bridge.state.pieces
            places = {pieces[unit].at for unit in units if unit in pieces}
            apart = f" in {counted(len(places), 'hex', 'hexes')}" if len(places) > 1 else ""
            self._group.setText(f"{counted(len(units), 'unit')}{apart} act together.")

    def _shown(self) -> Location | None:
        return listed_place(self._bridge, self._selection.place)

    def _supply_words(self) -> str:
        """Whether the selected unit is in supply, or why not; nothing without one on the board."""
        unit, bridge = self._selection.unit, self._bridge
        if unit is None or self._selection.hex is None or not bridge.is_open:
            return ""
        supplied, _path, why = bridge.rules.supply(bridge.state, unit)
        return why or ("In supply." if supplied else "Out of supply.")

    def _show_supply(self, words: str) -> None:
        self._supply.setVisible(bool(words))
        if words:
            self._supply.setText(words)

    def _mark_chosen(self) -> None:
        """Select the rows of the chosen units; the leading one is the current row."""
        keeper = self.list.selectionModel()
        keeper.blockSignals(True)
        keeper.clear()
        flag = QItemSelectionModel.SelectionFlag
        for unit in self._selection.units[::-1]:
            row = self.model.row_of(unit)
            if row >= 0:
                index = self.model.index(row)
                keeper.select(index, flag.Select)
                keeper.setCurrentIndex(index, flag.NoUpdate)
        keeper.blockSignals(False)
        if keeper.currentIndex().isValid():
            self.list.scrollTo(keeper.currentIndex())

    def _group_picked(self, row: int) -> None:
        """The head of a group was pressed: all its units act together."""
        units = self.model.group(row)
        if units:
            self._selection.select(self._shown(), units[0], units)

    def _picked(self) -> None:
        """Rows were chosen by mouse or keys: their units are the group, the current one leads."""
        keeper = self.list.selectionModel()
        units = [self.model.unit(index.row()) for index in sorted(keeper.selectedIndexes())]
        if not units:
            return
        now = keeper.currentIndex()
        lead = self.model.unit(now.row()) if keeper.isSelected(now) else units[0]
        self._selection.select(self._shown(), lead, units)

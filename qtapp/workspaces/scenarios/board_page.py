"""The middle of the Scenarios workspace: which scenario, and its board with the counters on it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from engine.core.state import Location
from engine.core.view.display import CounterView
from engine.core.wording import counted
from engine.editing.scenario_session import ScenarioInfo
from maps.hexgrid import Hex
from qtapp.board.view import MapView
from qtapp.painters.overlays.carried import Carried
from qtapp.painters.overlays.overlays import Overlays
from qtapp.painters.schemes import Scheme
from qtapp.widgets.focus import FocusPass
from qtapp.widgets.parts import button, label
from qtapp.workspaces.scenarios.scenarios_controller import ScenariosController
from resources import Theme


class Setter:
    """Lifts counters off the board of a scenario and puts them down in another hex."""

    def __init__(self, controller: ScenariosController, view: MapView) -> None:
        self._controller = controller
        self._view = view
        self._views: tuple[CounterView, ...] = ()

    def lift(self, place: Location, counter: CounterView | None) -> bool:
        """Lift the units of a hex, or the one that is pointed at; chosen ones there go alone."""
        there = self._controller.units_at(place)
        if not there:
            return False
        if counter is not None:
            self._controller.choose((counter.unit,))
        elif not set(there) & set(self._controller.chosen):
            self._controller.choose(there)
        return self.take_chosen()

    def take_chosen(self) -> bool:
        """Have the chosen units follow the pointer, wherever they are."""
        chosen = set(self._controller.chosen)
        self._views = tuple(v for v in self._controller.counters if v.unit in chosen)
        return bool(self._views)

    def carry(self, at: Hex | None, spot: QPointF) -> None:
        """Show the units at a point, with the hex there."""
        board = self._controller.board
        text = board.label(at) if at is not None else "not on the board"
        live = self._view.board.live
        live.set_carried(Carried(self._views, spot, (), text, forbidden=at is None))

    def drop(self, at: Hex | None) -> None:
        """Let the units begin in the hex; beside the board nothing happens."""
        self.abandon()
        if at is not None:
            self._controller.put(at)

    def abandon(self) -> None:
        """Show nothing at the pointer any more."""
        self._views = ()
        self._view.board.live.set_carried(None)

    def encircle(self, hexes: tuple[Hex, ...]) -> None:
        """Choose the hexes inside a lasso, and the units in them."""
        self._controller.choose_hexes(hexes)
        self._controller.choose(
            tuple(unit for at in hexes for unit in self._controller.units_at(at))
        )


class BoardPage(QWidget):
    """``scenario_wanted`` carries the number of another scenario, ``new_wanted`` asks for one."""

    scenario_wanted = Signal(int)
    new_wanted = Signal()

    def __init__(self, controller: ScenariosController) -> None:
        super().__init__()
        self._controller = controller
        self.list = QComboBox()
        self.list.setAccessibleName("Scenarios of the file")
        self.list.setMinimumWidth(260)
        self.list.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.list.activated.connect(lambda at: self.scenario_wanted.emit(self.list.itemData(at)))
        self.hint = label("", "faint", "What can be done here")
        self.view = MapView()
        self.view.setAccessibleName("Board of the scenario")
        self.setter = Setter(controller, self.view)
        self.view.drags.set_carrier(self.setter)
        self.view.clicked.connect(self._clicked)
        self.view.double_clicked.connect(lambda at: controller.put(at))
        self.view.counter_clicked.connect(lambda view, _k, _b: controller.choose((view.unit,)))
        self.empty = label("", "faint", "Why there is nothing")
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.new = button("New scenario…", "Lay out a situation on a board", primary=True)
        self.new.clicked.connect(self.new_wanted.emit)
        self.body = QStackedWidget()
        self.body.addWidget(self._nothing())
        self.body.addWidget(self.view)
        self._lay_out()
        controller.opened.connect(self._opened)
        controller.closed.connect(self._opened)
        controller.changed.connect(self.refresh)
        controller.chosen_changed.connect(self._mark)

    def list_scenarios(self, found: Sequence[ScenarioInfo], current: int | None) -> None:
        """Offer the scenarios of the file."""
        self.list.clear()
        for info in found:
            self.list.addItem(info.title, info.number)
        self.list.setCurrentIndex(self.list.findData(current))
        self.list.setVisible(bool(found))

    def show_empty(self, text: str, *, offer: bool = True) -> None:
        """Say why there is nothing to see."""
        self.empty.setText(text)
        self.new.setVisible(offer)
        self.body.setCurrentIndex(0)

    def wear(self, theme: Theme, scheme: Scheme) -> None:
        """Use a theme's colours around the board, and those of a scheme on it."""
        self.view.setBackgroundBrush(QColor(theme.colours["border"]))
        self.view.board.wear(scheme)

    def refresh(self) -> None:
        """Show the counters where they begin."""
        if self._controller.is_open and self.view.board.map is not None:
            self.view.board.set_counters(self._controller.counters, self._controller.order)
            self._mark()

    def carry(self, spot: QPoint) -> None:
        """Units of the list are dragged over a point of the screen."""
        at, paper = self._under(spot)
        if self.setter.take_chosen():
            self.setter.carry(at, paper)

    def drop(self, spot: QPoint) -> None:
        """They are dropped there."""
        inside = self.view.viewport().rect().contains(self.view.viewport().mapFromGlobal(spot))
        self.setter.drop(self._under(spot)[0] if inside else None)

    def _under(self, spot: QPoint) -> tuple[Hex | None, QPointF]:
        own = QPointF(self.view.viewport().mapFromGlobal(spot))
        return self.view.hex_under(own), self.view.paper_at(own)

    def _clicked(self, at: Hex, _held: object, what: Qt.MouseButton) -> None:
        there = self._controller.units_at(at)
        if what is Qt.MouseButton.RightButton or (self._controller.chosen and not there):
            self._controller.put(at)
        else:
            self._controller.choose(there)

    def _opened(self) -> None:
        self.body.setCurrentIndex(1 if self._controller.is_open else 0)
        if self._controller.is_open:
            self.view.board.set_board(self._controller.board)
            self.refresh()
            QTimer.singleShot(0, self.view, self.view.zoom_to_fit)

    def _mark(self) -> None:
        """Tint areas and what is chosen."""
        controller = self._controller
        laid = controller.situation if controller.is_open else None
        if laid is None:
            return
        marks = {at: "muted" for hexes in laid.areas.values() for at in hexes}
        marks |= {at: "good" for at in laid.areas.get(controller.area, ())}
        marks |= {at: "now" for at in controller.hexes}
        places = (laid.pieces[unit].at for unit in controller.chosen)
        chosen = tuple(dict.fromkeys(at for at in places if isinstance(at, Hex)))
        self.view.board.set_overlays(Overlays(selected=chosen, marks=marks))
        count = len(controller.chosen)
        if count:
            words = counted(count, "unit is chosen", "units are chosen")
            self.hint.setText(f"{words}: click an empty hex, or right-click any, to put it there.")
        else:
            self.hint.setText("Drag counters, from the list too; Shift and a drag choose hexes.")

    def _nothing(self) -> QWidget:
        made = QWidget()
        layout = QVBoxLayout(made)
        layout.addStretch(1)
        layout.addWidget(self.empty)
        layout.addWidget(self.new, 0, Qt.AlignmentFlag.AlignCenter)
        layout.addStretch(2)
        return made

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(12, 8, 12, 8)
        head.setSpacing(14)
        head.addWidget(self.list)
        head.addWidget(self.hint, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.body, 1)
        FocusPass(self, self.view)

"""The scenario that is edited: its session, every edit of it, what is chosen, and who is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Signal

from engine.core.state import Location
from engine.core.view.display import CounterView
from engine.editing.scenario_session import ScenarioSession, Situation, StartRow
from maps.errors import KnownError
from maps.hexgrid import Hex
from maps.model import GameMap
from maps.untyped import JsonList
from oob.model import OrderOfBattle, UnitId

WAITING, COMING, GONE = "pool", "arrivals", "dead"
"""Where units are that are to be set up, that come later, and that are left out."""


class ScenariosController(QObject):
    """Holds the open scenario and carries out every edit of it.

    ``opened`` and ``closed`` follow when another, or none, is edited; ``changed`` follows every
    edit, undo and redo; ``refused`` carries the sentence of an edit that could not be made;
    ``chosen_changed`` follows which units, hexes or area are chosen.
    """

    opened = Signal()
    closed = Signal()
    changed = Signal()
    refused = Signal(str)
    chosen_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session: ScenarioSession | None = None
        self._laid: tuple[int, Situation | None, tuple[str, ...]] | None = None
        self.chosen: tuple[UnitId, ...] = ()
        self.hexes: tuple[Hex, ...] = ()
        self.area = ""

    @property
    def is_open(self) -> bool:
        """True while a scenario is edited."""
        return self._session is not None

    @property
    def session(self) -> ScenarioSession:
        """The door to it. Raises LookupError when none is open."""
        if self._session is None:
            raise LookupError("no scenario is open")
        return self._session

    @property
    def board(self) -> GameMap:
        """The board it is on."""
        return self.session.ground[0]

    @property
    def order(self) -> OrderOfBattle:
        """Its units."""
        return self.session.ground[1]

    @property
    def situation(self) -> Situation | None:
        """The scenario laid out; None while it cannot be."""
        return self._now()[1] if self._session is not None else None

    @property
    def problems(self) -> tuple[str, ...]:
        """What of it cannot be as it says, in sentences."""
        return self._now()[2] if self._session is not None else ()

    @property
    def counters(self) -> tuple[CounterView, ...]:
        """The counters as the game opens."""
        laid = self.situation
        return laid.rules.counters(laid.state) if laid is not None else ()

    def at(self, unit: UnitId) -> Location:
        """Where a unit is as the game opens."""
        laid = self.situation
        return laid.pieces[unit].at if laid is not None else WAITING

    def units_at(self, place: Location) -> tuple[UnitId, ...]:
        """The units that begin in a place."""
        return tuple(view.unit for view in self.counters if view.at == place)

    def said_of(self, unit: UnitId) -> str:
        """Where a unit begins, or when and where it comes, in words."""
        at, row, place = self.at(unit), self.session.start_of(unit), self.place_of(unit)
        if row.absent or at == GONE:
            return "left out"
        if row.turn:
            return f"comes in turn {row.turn} to {place}" if place else f"comes in turn {row.turn}"
        if at == COMING:
            return "comes later"
        if isinstance(at, Hex):
            return self.board.label(at)
        if at == WAITING:
            return f"anywhere in {place}" if place else "to be set up"
        return self._names.get(at, at)

    def place_of(self, unit: UnitId) -> str:
        """The place that a unit begins in or comes to, as players call it; '' for anywhere."""
        place = self.session.start_of(unit).place
        return self._names.get(place, place)

    def place_called(self, name: str) -> str:
        """The area or box of a name by its id; any other word as it is."""
        wanted = name.strip()
        found = (ident for ident, one in self._names.items() if one.casefold() == wanted.casefold())
        return next(found, wanted)

    @property
    def _names(self) -> Mapping[str, str]:
        """What players call areas and boxes, by id."""
        areas = {area.id: area.name for area in self.session.situation.areas}
        boxes = {box.id: box.name for box in self.session.declared.boxes}
        return areas | boxes | {box.id: box.name for box in self.board.boxes.values()}

    def take(self, session: ScenarioSession) -> None:
        """Edit what a session opens from now on."""
        self.close()
        self._session = session
        session.watch(lambda _touched: self.changed.emit())
        self.opened.emit()

    def close(self) -> None:
        """Release it."""
        if self._session is not None:
            self._session.close()
            self._session, self._laid = None, None
            self.chosen, self.hexes, self.area = (), (), ""
            self.closed.emit()

    def choose(self, units: tuple[UnitId, ...]) -> None:
        """Choose units."""
        if units != self.chosen:
            self.chosen = units
            self.chosen_changed.emit()

    def choose_hexes(self, hexes: tuple[Hex, ...]) -> None:
        """Choose hexes that an area may be made of."""
        if hexes != self.hexes:
            self.hexes = hexes
            self.chosen_changed.emit()

    def choose_area(self, ident: str) -> None:
        """Choose an area, which shows on the board."""
        if ident != self.area:
            self.area = ident
            self.chosen_changed.emit()

    def put(self, at: Hex) -> bool:
        """Let the chosen units begin in a hex; False, after saying why, when they cannot."""
        if all(self.at(unit) == at for unit in self.chosen):
            return False
        label = self.board.label(at)
        return self._do(lambda session: session.put(self.chosen, label))

    def wait(self) -> bool:
        """Let the chosen units begin anywhere."""
        return self._do(lambda session: session.wait(self.chosen))

    def listed(self) -> bool:
        """Leave the chosen units to their order of battle."""
        rows = {unit: None for unit in self.chosen}
        return self._do(lambda session: session.write_starts(rows, "As the order of battle says"))

    def absent(self) -> bool:
        """Leave the chosen units out."""
        rows = {unit: StartRow(unit, absent=True) for unit in self.chosen}
        return self._do(lambda session: session.write_starts(rows, "Leave out"))

    def write_start(self, row: StartRow) -> bool:
        """Say how a unit takes part."""
        rows = {UnitId(row.id): row}
        return self._do(lambda session: session.write_starts(rows, "How a unit takes part"))

    def write_rows(self, name: str, rows: JsonList, label: str) -> bool:
        """Write turns, phases, sides or areas."""
        return self._do(lambda session: session.write_rows(name, rows, label))

    def do(self, what: Callable[[ScenarioSession], object]) -> bool:
        """Make an edit; False, after saying why, when it cannot be made."""
        return self._do(what)

    def undo(self) -> None:
        """Take the last edit back."""
        self._do(lambda session: session.undo())

    def redo(self) -> None:
        """Bring it back again."""
        self._do(lambda session: session.redo())

    def _do(self, what: Callable[[ScenarioSession], object]) -> bool:
        if self._session is None:
            return False
        try:
            what(self._session)
        except KnownError as error:
            self.refused.emit(str(error))
            return False
        return True

    def _now(self) -> tuple[int, Situation | None, tuple[str, ...]]:
        session = self.session
        if self._laid is None or self._laid[0] != session.revision:
            try:
                laid = session.lay_out()
                self._laid = (session.revision, laid, laid.problems)
            except KnownError as error:
                said = tuple(map(str, session.problems)) or (str(error),)
                self._laid = (session.revision, None, said)
        return self._laid

"""A scanned counter sheet in the window: cut, read, reviewed with the least sure first, taken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QProgressBar,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.core.wording import counted
from maps.digitise import scans
from maps.errors import KnownError
from oob.model import OrderOfBattle, UnitId
from oob.sheets.arrays import Bytes
from oob.sheets.cutting import Cut, cut_by, cut_file, guessed
from oob.sheets.finding.cut_grid import CutGrid
from oob.sheets.finding.fit import Fit, fit_of
from oob.sheets.pairing import against, pair
from qtapp.widgets.parts import Flow, button, label, make_primary
from qtapp.widgets.plain import plain
from qtapp.workers.job import CancelledError, Job, Report
from qtapp.workspaces.counters.counters_controller import CountersController
from qtapp.workspaces.counters.grid_dialog import GridDialog
from qtapp.workspaces.counters.new_units_dialog import NewUnitsDialog
from qtapp.workspaces.counters.sheets.drawn import icon_of
from qtapp.workspaces.counters.sheets.sheet_reading import SheetReading

_PX = 56
_COLUMNS = ("Counter", "Back", "Ratings", "Sure", "Type", "Size", "Unit")
_RATINGS, _UNIT = 2, 6
_NOTHING = "Open the scan of a counter sheet: PNG, JPEG or TIFF."
NAME = int(Qt.ItemDataRole.UserRole)
Taker = Callable[[object], None]


class Side(StrEnum):
    """A side of a counter sheet."""

    FRONT = "front"
    BACK = "back"


@dataclass(slots=True)
class _Sheet:
    """What is under review: the front of ``path``, the back cut from ``back_path``."""

    path: Path
    sheet_reading: SheetReading
    backs: dict[str, Bytes] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)
    back: Cut | None = None
    back_path: Path | None = None


@dataclass(slots=True)
class _Begun:
    """A scan over which a grid is laid, with the grid to begin from and how that fits."""

    side: Side
    picture: Bytes
    grid: CutGrid
    fit: Fit


def _read(sheet: _Sheet, order: OrderOfBattle) -> _Sheet:
    """The same sheet with each counter matched to a unit by what is read on it now."""
    matches = sheet.sheet_reading.matches(order)
    return replace(sheet, units={one.name: str(one.unit) for one in matches})


def _again(before: _Sheet | None, path: Path, fresh: SheetReading) -> _Sheet:
    """A front that is cut again keeps its backs and what was confirmed, place by place, if it has
    as many rows and columns as before.
    """
    made = _Sheet(path, fresh)
    if before is None or before.path != path:
        return made
    was, now = before.sheet_reading.sheet, fresh.sheet
    if (was.rows, was.cols) != (now.rows, now.cols):
        return made
    names = {cell.name for cell in now.cells}
    readings = before.sheet_reading.reader.readings()
    fresh.reader.confirm(
        {one.name: one.ratings for one in readings if one.is_confirmed and one.name in names}
    )
    return replace(made, backs=before.backs, back=before.back, back_path=before.back_path)


class ScanView(QWidget):
    """Cuts a scan, shows what was read, takes corrections, and gives units their pictures."""

    said = Signal(str)
    refused = Signal(str)

    def __init__(self, controller: CountersController) -> None:
        super().__init__()
        self._controller = controller
        self._sheet: _Sheet | None = None
        self._filling = False
        self._held_keyboard = False
        self._job: Job | None = None
        self.dialog: NewUnitsDialog | None = None
        self.grid_dialog: GridDialog | None = None
        self._scans: dict[Side, Path] = {}
        self._laid = Side.FRONT
        self.progress = QProgressBar()
        self.progress.setAccessibleName("Progress")
        self.progress.setMinimumWidth(320)  # what is said on it takes one line
        self.cancel = button("Cancel", "Leave the scan")
        self.front = button("Open a scan…", "Cut the scan of a counter sheet", primary=True)
        self.back = button("Open its back…", "Pair the counters with their backs")
        self.grids = {
            Side.FRONT: button("Grid of the front…", "See and move the grid the front is cut by"),
            Side.BACK: button("Grid of the back…", "See and move the grid the back is cut by"),
        }
        self.again = button("Read again", "Read all others by what is confirmed")
        self.take = button("Give the units their pictures", "Undoable as one step")
        self.make = button("Make units…", "Add the counters that match no unit as new units")
        self.told = label(_NOTHING, "", "What was read")
        self.table = QTableWidget(0, len(_COLUMNS))
        self.table.setHorizontalHeaderLabels(list(_COLUMNS))
        self.table.setAccessibleName("Counters of the scan, least sure first")
        self.table.setIconSize(QSize(_PX, _PX))
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.verticalHeader().setDefaultSectionSize(_PX + 6)
        self.table.verticalHeader().setVisible(False)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(_UNIT, QHeaderView.ResizeMode.Stretch)
        self.doubt = label("", "warning", "How the grids fit")
        row = Flow(self)
        row.fill([self.front, self.back, *self.grids.values(), self.again, self.take, self.make])
        waiting = QHBoxLayout()
        waiting.addWidget(self.progress)
        waiting.addWidget(self.cancel)
        waiting.addStretch(1)
        layout = QVBoxLayout(self)
        layout.addWidget(row)
        layout.addLayout(waiting)
        layout.addWidget(self.told)
        layout.addWidget(self.doubt)
        layout.addWidget(self.table, 1)
        self.front.clicked.connect(self._ask_front)
        self.back.clicked.connect(self._ask_back)
        for side, one in self.grids.items():
            one.clicked.connect(lambda *_checked, side=side: self.lay_grid(side))
        self.again.clicked.connect(self.read)
        self.take.clicked.connect(self.give)
        self.make.clicked.connect(self.ask_new_units)
        self.cancel.clicked.connect(self._cancel)
        self.table.itemChanged.connect(self._edited)
        self._refresh()

    def open_front(self, path: Path) -> None:
        """Cut and read a scan; says why when it shows no counters."""
        if not self.is_busy:
            self._scans = {Side.FRONT: path}
            self._read_front(path, lambda: cut_file(path), None)

    def open_back(self, path: Path) -> None:
        """Pair with the scan of the other side; says why when it does not fit."""
        if self._sheet is not None and not self.is_busy:
            self._scans[Side.BACK] = path
            front = self._sheet.sheet_reading.sheet
            self._pair_back(path, lambda: cut_file(path, front.rows, front.cols, front.shape))

    def lay_grid(self, side: Side) -> None:
        """Show the grid that a side is cut by, or a first one where none was found, to be moved."""
        path, known = self._scans[side], self._cut(side)

        def work(report: Report) -> _Begun:
            picture = scans.load(path)
            report(0.3, "Looking at the scan")
            grid = known.grid if known is not None else None
            grid = grid or guessed(picture)
            report(0.6, "Looking how the grid fits")
            return _Begun(side, picture, grid, fit_of(picture, grid.turned))

        self._start("Opening the scan", work, self._show_grid)

    def _show_grid(self, begun: object) -> None:
        assert isinstance(begun, _Begun)
        if self.grid_dialog is None:
            self.grid_dialog = GridDialog(self)
            self.grid_dialog.accepted.connect(self._cut_by_grid)
        self._laid = begun.side
        name = self._scans[begun.side].name
        self.grid_dialog.show_scan(name, begun.picture, begun.grid, begun.fit)

    def _cut_by_grid(self) -> None:
        """Cut the scan again by the grid that was laid."""
        dialog, path = self.grid_dialog, self._scans[self._laid]
        if dialog is None:
            return
        grid = dialog.grid

        def cut_again() -> Cut:
            return cut_by(scans.load(path), str(path), grid)

        if self._laid is Side.FRONT:
            self._read_front(path, cut_again, self._sheet)
        else:
            self._pair_back(path, cut_again)

    def _read_front(self, path: Path, cut: Callable[[], Cut], before: _Sheet | None) -> None:
        """Read a front as it is cut; what is known of it from ``before`` remains."""
        order = self._controller.order

        def work(report: Report) -> _Sheet:
            sheet = cut()
            report(0.1, "Reading the counters")
            told = SheetReading(
                sheet,
                tell=lambda share: report(0.1 + 0.8 * share, "Reading symbols"),
                by_hand=not order.units,
            )
            return _read(_again(before, path, told), order)

        self._start("Cutting the scan", work, self._taken)

    def _pair_back(self, path: Path, cut: Callable[[], Cut]) -> None:
        sheet = self._sheet
        if sheet is None:
            return
        front = sheet.sheet_reading.sheet

        def work(_report: Report) -> _Sheet:
            back = against(front, cut())
            found = pair(front, back, str(path))
            backs = {one.front.name: one.picture for one in found.pairs}
            return replace(sheet, backs=backs, back=back, back_path=path)

        self._start("Pairing with the back", work, self._taken)

    def _cut(self, side: Side) -> Cut | None:
        """The cut of the scan opened last for a side; None where that could not be cut."""
        sheet, path = self._sheet, self._scans.get(side)
        if sheet is None:
            return None
        if side is Side.BACK:
            return sheet.back if sheet.back_path == path else None
        return sheet.sheet_reading.sheet if sheet.path == path else None

    def _doubts(self) -> str:
        """What a person should look at in the grids, in sentences."""
        said = []
        for side, path in self._scans.items():
            cut = self._cut(side)
            if cut is None:
                said.append(f"{plain(path.name)} is not cut: Grid of the {side} lays one by hand.")
            elif cut.doubt:
                said.append(f"The grid of the {side} fits badly. {cut.doubt}")
        return " ".join(said)

    def read(self) -> None:
        """Read all that is not confirmed, and match it to units."""
        sheet, order = self._sheet, self._controller.order
        if sheet is not None:
            self._start("Reading again", lambda _report: _read(sheet, order), self._taken)

    def give(self) -> None:
        """Give the matched units their pictures, as one step of undo."""
        sheet = self._sheet
        if sheet is None:
            return
        cells = {cell.name: cell.cutout for cell in sheet.sheet_reading.sheet.cells}
        known = self._controller.order.units
        fronts = {UnitId(u): cells[n] for n, u in sheet.units.items() if u in known}
        backs = {
            UnitId(u): sheet.backs[n]
            for n, u in sheet.units.items()
            if u in known and n in sheet.backs
        }
        count = self._controller.give_pictures(fronts, backs)
        self.said.emit(f"{counted(count, 'unit has its picture', 'units have their pictures')}.")

    def ask_new_units(self) -> None:
        """Show what the counters that match no unit would become, and add them as one step."""
        sheet = self._sheet
        if sheet is None:
            return
        order = self._controller.order
        seen = [
            one
            for one in sheet.sheet_reading.seen(order)
            if sheet.units.get(one.name, "") not in order.units
        ]
        if not seen:
            self.refused.emit("All counters are matched to units.")
            return
        back_ratings = sheet.sheet_reading.back_ratings(sheet.backs)
        self.dialog = NewUnitsDialog(order, seen, sheet.backs, back_ratings, self)
        self.dialog.accepted.connect(self._make)
        self.dialog.open()

    def _make(self) -> None:
        """Add what the dialog made of the counters."""
        sheet, dialog = self._sheet, self.dialog
        if sheet is None or dialog is None or dialog.change is None:
            return
        if self._controller.add_units(dialog.change):
            sheet.units |= {name: str(unit) for name, unit in dialog.units.items()}
            made = counted(len(dialog.units), "unit")
            self.said.emit(f"The sheet has made {made}. Ctrl+Z takes them back.")
            self._fill()
            self._refresh()

    @property
    def sheet(self) -> Cut | None:
        """The front under review; None before one is cut."""
        return self._sheet.sheet_reading.sheet if self._sheet is not None else None

    @property
    def is_busy(self) -> bool:
        """True while a scan is worked on."""
        return self._job is not None

    def _start(self, title: str, work: Callable[[Report], object], then: Taker) -> None:
        """Work on another thread; what comes of it is taken on this one."""
        if self._job is not None:
            return
        self._job = Job(title, work, self)
        self._job.done.connect(then)
        self._job.failed.connect(self._failed)
        self._job.ended.connect(self._ended)
        self._job.progress.connect(self._progress)
        self.progress.setRange(0, 0)
        self.progress.setFormat(title)
        self._held_keyboard = self._has_keyboard()
        self._refresh()
        if self._held_keyboard:
            self.cancel.setFocus()
        self._job.start()

    def _progress(self, share: float, words: str) -> None:
        self.progress.setRange(0, 100)
        self.progress.setValue(round(100 * share))
        self.progress.setFormat(words)

    def _failed(self, error: object) -> None:
        if isinstance(error, KnownError):
            self.refused.emit(str(error))
        elif not isinstance(error, CancelledError):
            assert isinstance(error, BaseException)
            self._job = None
            raise error

    def _ended(self) -> None:
        stays = self._held_keyboard and self._has_keyboard()
        self._job = None
        self._refresh()
        if stays:
            self.focus_next()

    def _has_keyboard(self) -> bool:
        """Whether the keyboard is in this view, and was not taken elsewhere."""
        return any(one.hasFocus() for one in self.findChildren(QWidget))

    def focus_next(self) -> None:
        """Put the keyboard where the next step is: opening a scan, making units of it, or looking
        at the counters of which it is least sure.
        """
        if self._sheet is None:
            self.front.setFocus()
        elif not self._sheet.units:
            self.make.setFocus()
        else:
            self.table.setFocus()
            if self.table.currentRow() < 0 and self.table.rowCount():
                self.table.setCurrentCell(0, _RATINGS)

    def stop(self) -> None:
        """Leave what is worked on, and forget the scan: its order of battle is being closed."""
        if self._job is not None:
            self._job.cancel()
            self._job.wait()
        self._sheet = None
        self._scans = {}
        if self.grid_dialog is not None and self.grid_dialog.isVisible():
            self.grid_dialog.reject()
        self.table.setRowCount(0)
        self._refresh()

    def _cancel(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def _taken(self, sheet: object) -> None:
        assert isinstance(sheet, _Sheet)
        self._sheet = sheet
        self._fill()

    def _fill(self) -> None:
        assert self._sheet is not None
        sheet_reading = self._sheet.sheet_reading
        seen = {one.name: one for one in sheet_reading.seen(self._controller.order)}
        readings = sheet_reading.reader.readings()
        self._filling = True
        self.table.setRowCount(len(readings))
        for row, reading in enumerate(readings):
            own = seen[reading.name]
            back = self._sheet.backs.get(reading.name)
            sure = "confirmed" if reading.is_confirmed else f"{reading.confidence:.0%}"
            unit = self._sheet.units.get(reading.name, "")
            texts = ("", "", reading.ratings, sure, own.type, own.size, unit)
            for column, text in enumerate(texts):
                item = QTableWidgetItem(text)
                item.setData(NAME, reading.name)
                if column not in (_RATINGS, _UNIT):
                    item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
                self.table.setItem(row, column, item)
            self._picture(row, 0, own.cutout)
            if back is not None:
                self._picture(row, 1, back)
        self._filling = False

    def _picture(self, row: int, column: int, pixels: Bytes) -> None:
        item = self.table.item(row, column)
        if item is not None:
            item.setIcon(icon_of(pixels, _PX))

    def _edited(self, item: QTableWidgetItem) -> None:
        """A person typed ratings, which confirms them, or another unit."""
        if self._filling or self._sheet is None:
            return
        name = str(item.data(NAME))
        if item.column() == _RATINGS:
            self._sheet.sheet_reading.reader.confirm({name: item.text().strip()})
            self._filling = True
            sure = self.table.item(item.row(), _RATINGS + 1)
            if sure is not None:
                sure.setText("confirmed")
            self._filling = False
        elif item.column() == _UNIT:
            wanted = item.text().strip()
            if wanted and wanted not in self._controller.order.units:
                self.refused.emit(f"There is no unit {wanted!r}.")
                return
            self._sheet.units = {n: u for n, u in self._sheet.units.items() if u != wanted}
            self._sheet.units[name] = wanted
        self._refresh()

    def _refresh(self) -> None:
        sheet = self._sheet
        for widget in (self.back, self.again, self.take, self.make):
            widget.setEnabled(sheet is not None and not self.is_busy)
        self.front.setEnabled(not self.is_busy)
        make_primary(self.front, sheet is None)
        make_primary(self.make, sheet is not None and not sheet.units)
        self.table.setEnabled(not self.is_busy)
        for waiting in (self.progress, self.cancel):
            waiting.setVisible(self.is_busy)
        for side, one in self.grids.items():
            one.setEnabled(side in self._scans and not self.is_busy)
        doubts = "" if self.is_busy else self._doubts()
        self.doubt.setText(doubts)
        self.doubt.setVisible(bool(doubts))
        if sheet is None:
            self.told.setText(_NOTHING)
            return
        sheet_reading = sheet.sheet_reading
        cut = sheet_reading.sheet
        confirmed = sum(one.is_confirmed for one in sheet_reading.reader.readings())
        self.told.setText(
            f"{cut.counters} in {counted(cut.rows, 'row')} of {cut.cols};"
            f" {confirmed} confirmed, {len(sheet.units)} matched to units,"
            f" {len(sheet.backs)} with a back. The least sure come first: type over wrong ratings;"
            " types and sizes are corrected where units are made."
        )

    def _ask_front(self) -> None:
        path = self._ask("Open the scan of a counter sheet")
        if path is not None:
            self.open_front(path)

    def _ask_back(self) -> None:
        path = self._ask("Open the scan of its back")
        if path is not None:
            self.open_back(path)

    def _ask(self, title: str) -> Path | None:
        known = next(iter(self._scans.values()), self._controller.session.path)
        name, _kind = QFileDialog.getOpenFileName(
            self, title, str(known.parent), "Scans (*.png *.jpg *.jpeg *.tif *.tiff)"
        )
        return Path(name) if name else None

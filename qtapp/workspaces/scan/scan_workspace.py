"""The Scan workspace: open scans, their calibration, reading and review."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from PySide6.QtGui import QColor
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from maps.digitise import pages, scans
from maps.digitise.works import ScanWork
from maps.hexgrid import Hex
from qtapp.actions.action_kinds import When
from qtapp.app.services import Services
from qtapp.widgets.icons import Icons
from qtapp.workers.job import Job, Report
from qtapp.workspaces.scan.board_layer import BoardLayers
from qtapp.workspaces.scan.canvas import STEP, ScanCanvas
from qtapp.workspaces.scan.modes import HINTS, Mode
from qtapp.workspaces.scan.page import ScanPage
from qtapp.workspaces.scan.panels.add_dialog import AddScanDialog, Wanted
from qtapp.workspaces.scan.panels.calibrate_panel import CalibratePanel
from qtapp.workspaces.scan.panels.check_panel import CheckPanel
from qtapp.workspaces.scan.panels.picture_panel import PicturePanel
from qtapp.workspaces.scan.panels.read_panel import LinesPanel, TerrainPanel
from qtapp.workspaces.scan.panels.review_panel import ReviewPanel
from qtapp.workspaces.scan.reader import Reader
from qtapp.workspaces.scan.scan_controller import ScanController
from qtapp.workspaces.scan.scan_table import SCAN_TABLE, Scanning
from qtapp.workspaces.workspace import Command, Workspace
from resources import Theme

POINTS_FILES = "QGIS points (*.points)"

_UNPACKING = 0.3
"""The share that unpacking has in taking a scan in; cutting it into tiles takes the rest."""

_MODES = {
    "scan_look": Mode.LOOK,
    "scan_crop": Mode.CROP,
    "scan_point": Mode.POINT,
    "scan_nudge": Mode.NUDGE,
    "scan_sample": Mode.SAMPLE,
    "scan_terrain": Mode.TERRAIN,
    "scan_line": Mode.LINE,
}

_PANELS = {Mode.TERRAIN: "scan_terrain", Mode.LINE: "scan_lines"}
"""The panel that a mode is worked with."""


class ScanWorkspace(Workspace):
    """Digitises the chosen board of the open file."""

    table = SCAN_TABLE

    def __init__(self, window: Services) -> None:
        super().__init__(window)
        self.controller = ScanController(window.document)
        self.reader = Reader(self.controller)
        self.canvas = ScanCanvas(self.controller, self.reader)
        self._page = ScanPage(self.controller, self.canvas)
        self.pictures = PicturePanel(self.controller)
        self.points = CalibratePanel(self.controller, self.reader)
        self.checks = CheckPanel(self.controller, self.reader, self.canvas)
        self.terrain = TerrainPanel(self.controller, self.reader)
        self.lines = LinesPanel(self.controller, self.reader)
        self.review = ReviewPanel(self.controller, self.reader, self.canvas)
        self.layers = BoardLayers(self.controller, window.view.board)
        self.controller.fault = lambda error: window.trouble.handle(
            type(error), error, error.__traceback__
        )
        self.controller.failed.connect(window.notice.trouble)
        self.controller.said.connect(lambda words: window.notice.say(words))
        self.controller.changed.connect(self.changed)
        self.controller.changed.connect(window.notice.hide)
        self.controller.moded.connect(self._moded)
        self.controller.busy.connect(self._busy)
        self.controller.drawn.connect(self._drawn)
        self.reader.reviewed.connect(self.changed)
        self.reader.has_read.connect(self._read)
        self.reader.kind_changed.connect(self.changed)
        self.canvas.hovered.connect(window.hint.setText)
        self.pictures.add_wanted.connect(self.add)
        window.document.board_chosen.connect(self._board_chosen)
        window.document.board_released.connect(self.closed)

    @property
    def panels(self) -> Mapping[str, QWidget]:
        """The panels about the scan."""
        return {
            "scan_picture": self.pictures,
            "scan_points": self.points,
            "scan_check": self.checks,
            "scan_terrain": self.terrain,
            "scan_lines": self.lines,
            "scan_review": self.review,
        }

    @property
    def page(self) -> QWidget:
        """The scan with its grid."""
        return self._page

    @property
    def zooms(self) -> bool:
        """A scan can be zoomed."""
        return self.controller.work is not None

    def zoom(self, step: int) -> None:
        """Show the scan larger or smaller about its middle, or all of it."""
        if step:
            self.canvas.zoom(STEP**step)
        else:
            self.canvas.fit()

    def commands(self) -> Mapping[str, Command]:
        """What the actions of digitising do."""
        controller, reader, window = self.controller, self.reader, self.window
        return {
            **{ident: partial(controller.use, mode) for ident, mode in _MODES.items()},
            "scan_add": self.add,
            "scan_cancel": self._page.strip.stop,
            "scan_fit": self.canvas.fit,
            "scan_grid": self._show_grid,
            "scan_under": self._show_under,
            "scan_pitch": reader.find_pitch,
            "scan_lay": self.points.lay.click,
            "scan_forget": self.points.drop.click,
            "scan_points_in": self.read_points,
            "scan_points_out": self.write_points,
            "scan_check": partial(window.show_panel, "scan_check", self.checks.other.setFocus),
            "scan_numbers": reader.read_numbers,
            "scan_name": reader.read_terrain,
            "scan_trace": reader.trace_line,
            "scan_review": partial(window.show_panel, "scan_review", self.review.focus),
            "scan_draw": reader.draw,
        }

    def add(self) -> None:
        """Ask for a picture and take it in."""
        sheets = [sheet.id for sheet in self.controller.map.sheets]
        if not sheets:
            self.window.notice.trouble("The board has no sheet. Add one in the Map workspace.")
            return
        folder = str(self.controller.session.path.parent)
        dialog = AddScanDialog(sheets, folder, self.window)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self.take_in(dialog.wanted)

    def read_points(self) -> None:
        """Ask for ground control points of QGIS and show their hexes."""
        name, _kind = QFileDialog.getOpenFileName(
            self.window, "Read QGIS points", self._folder(), POINTS_FILES
        )
        if name:
            self.controller.show_ground(Path(name))

    def write_points(self) -> None:
        """Ask for a file and write the shown hexes into it, for QGIS."""
        work = self.controller.work
        stem = Path(work.name).stem if work is not None else "scan"
        name, _kind = QFileDialog.getSaveFileName(
            self.window, "Write QGIS points", f"{self._folder()}/{stem}.points", POINTS_FILES
        )
        if name:
            self.controller.write_ground(Path(name))

    def _folder(self) -> str:
        return str(self.controller.session.path.parent)

    def take_in(self, wanted: Wanted) -> bool:
        """Take a picture in, on another thread; False when that cannot begin."""
        session = self.controller.session

        def job(report: Report) -> tuple[int, ScanWork]:
            report(0.0, "Unpacking")
            if wanted.path.suffix.lower() == ".pdf":
                picture = pages.load(
                    wanted.path, wanted.page, wanted.dpi, lambda: report(0.0, "Painting the page")
                )
            else:
                picture = scans.load(
                    wanted.path, lambda share: report(_UNPACKING * share, "Unpacking")
                )
            link = str(wanted.path.resolve()) if wanted.links else ""
            high, wide = picture.shape[:2]
            work = ScanWork(wanted.path.name, wanted.sheet, wide, high, link)

            def cut(share: float, words: str) -> None:
                report(_UNPACKING + (1 - _UNPACKING) * share, words)

            return session.take_in(picture, work, cut), work

        return self.controller.run(f"Taking in {wanted.path.name}", job, self._taken_in)

    def enter(self) -> None:
        """Open the board's scans."""
        self.controller.start()
        self.window.book["scan_grid"].setChecked(self.canvas.overlay.shows_grid)
        self._tick(self.controller.mode)

    def opened(self) -> None:
        """Another file has other scans."""
        self.closed()

    def closed(self) -> None:
        """Release the scans."""
        self.layers.show(False)
        self.window.book["scan_under"].setChecked(False)
        self.controller.close()
        self.reader.forget()
        self.canvas.refresh()

    def holding(self) -> set[str]:
        """What is open, and whether there is anything to undo."""
        controller, work = self.controller, self.controller.work
        if not controller.is_open:
            return set()
        told = {
            When.UNDO: controller.session.can_undo,
            When.REDO: controller.session.can_redo,
            Scanning.SCAN: work is not None,
            Scanning.GRID: controller.lattice is not None,
            Scanning.POINT: work is not None and bool(work.points),
            Scanning.REVIEW: self.reader.review is not None,
            Scanning.KINDS: controller.lattice is not None
            and work is not None
            and len(work.kinds()) > 1,
            Scanning.STRETCHES: controller.lattice is not None
            and work is not None
            and len(work.pairs(self.reader.line)) > 1,
            Scanning.BUSY: controller.job is not None,
        }
        return {str(when) for when, holds in told.items() if holds}

    def undo(self) -> None:
        """Take the last decision back."""
        self.controller.undo()

    def redo(self) -> None:
        """Bring it back again."""
        self.controller.redo()

    def escape(self) -> bool:
        """Release the number that is asked, or of the way of clicking."""
        return self.canvas.escape()

    def hint(self, at: Hex | None) -> str:
        """What a click does: the board is not in view here, the scan tells of itself."""
        return HINTS[self.controller.mode] if self.controller.work is not None else ""

    def wear(self, theme: Theme, icons: Icons) -> None:
        """Use a theme's colours."""
        self.points.wear(theme)
        self.canvas.setBackgroundBrush(QColor(theme.colours["border"]))

    def _taken_in(self, result: tuple[int, ScanWork]) -> None:
        number, work = result
        with self.controller.told():
            self.controller.session.admit(number, work)
            self.controller.take(number)
            self.controller.changed.emit()
            self.controller.said.emit(f"{work.name} is open. Now show two hexes or more (P).")

    def _tick(self, mode: Mode) -> None:
        for ident, one in _MODES.items():
            if one is mode:
                self.window.book[ident].setChecked(True)

    def _moded(self, mode: Mode) -> None:
        self._tick(mode)
        if not self.is_active:
            return
        if mode in _PANELS:
            self.window.show_panel(_PANELS[mode])
        self.canvas.setFocus()

    def _busy(self, _job: Job | None) -> None:
        self.changed.emit()

    def _read(self) -> None:
        """What was read waits for a look: it comes to the front, and the keyboard goes there."""
        if self.is_active:
            self.window.show_panel("scan_review", self.review.focus)

    def _drawn(self, touched: object) -> None:
        """Draw the board again; it is not in view."""
        view = self.window.view.board
        if view.map is self.controller.map:
            view.set_board(self.controller.map)

    def _show_grid(self) -> None:
        self.canvas.overlay.shows_grid = self.window.book["scan_grid"].isChecked()
        self.canvas.overlay.update()

    def _show_under(self) -> None:
        self.layers.show(self.window.book["scan_under"].isChecked())

    def _board_chosen(self) -> None:
        self.closed()
        if self.is_active:
            self.enter()

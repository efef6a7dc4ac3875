"""A board made of a scan, before there is any: grid found, board offered, scan laid on it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.editing.scan_session import ScanSession
from maps.digitise import pages, scans
from maps.digitise.arrays import Bytes
from maps.digitise.calibrating.whole_grid import WholeGrid, find_grid
from maps.digitise.works import ScanWork
from qtapp.app.errors import Trouble
from qtapp.app.files.document import Document
from qtapp.app.guide.board_dialog import ScanBoardDialog
from qtapp.workers.job import CancelledError, Report
from qtapp.workers.waiting import waited

SCANS = "Scans (*.png *.jpg *.jpeg *.tif *.tiff *.pdf);;All files (*)"
_PDF_DPI = 300


class ScanBoards(QObject):
    """Asks for a scan and makes a board of it in the open file."""

    def __init__(self, document: Document, trouble: Trouble, window: QWidget) -> None:
        super().__init__(window)
        self._document, self._trouble, self._window = document, trouble, window

    def ask(self, folder: Path | None = None) -> bool:
        """Ask for the picture and make a board of it; whether there is one now."""
        path = self._document.path
        if path is None:
            return False
        name, _kind = QFileDialog.getOpenFileName(
            self._window, "The scan of a map", str(folder or path.parent), SCANS
        )
        return bool(name) and self.make(Path(name))

    def make(self, scan: Path) -> bool:
        """Offer the board that a picture shows, and lay the picture on it; False when it is not
        wanted, or cannot be, which is told.
        """
        with self._trouble.told():
            try:
                return self._made(scan)
            except CancelledError:
                return False
        return False

    def _made(self, scan: Path) -> bool:
        picture, found = waited(self._window, f"Looking at {scan.name}", lambda r: _look(scan, r))
        dialog = ScanBoardDialog(scan, picture, found, self._window)
        is_wanted = bool(dialog.exec())
        dialog.deleteLater()
        path = self._document.path
        if not is_wanted or dialog.board is None or path is None:
            return False
        high, wide = picture.shape[:2]
        sheet = dialog.board.sheets[0].id
        work = ScanWork(scan.name, sheet, wide, high, points=dialog.points)
        number = self._document.add_board(dialog.board)
        with ScanSession.open(path, number) as session:
            taken = waited(
                self._window,
                f"Taking in {scan.name}",
                lambda report: session.take_in(picture, work, report),
            )
            session.admit(taken, work)
        return True


def _look(scan: Path, report: Report) -> tuple[Bytes, WholeGrid | None]:
    """The picture of a file, the first page of a PDF, and its grid."""
    report(0.0, "Unpacking")
    if scan.suffix.lower() == ".pdf":
        picture = pages.load(scan, 1, _PDF_DPI, lambda: report(0.0, "Painting the page"))
    else:
        picture = scans.load(scan, lambda share: report(0.5 * share, "Unpacking"))
    report(0.5, "Looking for the grid")
    return picture, find_grid(picture)

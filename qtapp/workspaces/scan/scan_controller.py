"""The open scan: which one, where its grid lies, what is read off it. No widgets here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import numpy as np
from PySide6.QtCore import QObject, Signal

from engine.core.wording import counted
from engine.editing.scan_session import ScanSession
from maps.digitise.calibrating.calibration import Calibration
from maps.digitise.calibrating.grids import Grid
from maps.digitise.calibrating.lattice import Lattice
from maps.digitise.calibrating.points import ControlPoint
from maps.digitise.calibrating.qgis_points import (
    SUFFIX as POINTS,
)
from maps.digitise.calibrating.qgis_points import (
    control_points,
    ground_text,
    read_ground_points,
)
from maps.digitise.calibrating.transforms import Fit
from maps.digitise.works import Check, Laid, ScanWork, calibration_of, nudged
from maps.edits import Touched
from maps.errors import KnownError
from maps.files.writing import write_whole
from maps.formats.interchange.globe import globe_of
from maps.hexgrid import Hex
from maps.model import GameMap
from maps.numbering import Sheet
from maps.untyped import JsonObject
from qtapp.app.files.document import Document
from qtapp.workers.job import Job, Report
from qtapp.workspaces.scan.modes import Mode

ResultT = TypeVar("ResultT")


class ScanController(QObject):
    """Joins the scan session, the current scan and its calibration.

    ``changed`` follows every decision, undo and choice of another scan; ``moded`` another way of
    clicking; ``pointed`` the hex that was pointed at; ``said`` carries a sentence, ``failed`` one
    about something the user has to fix; ``busy`` the job that begins, or None when it has ended;
    ``drawn`` what was drawn on the board.
    """

    changed = Signal()
    moded = Signal(object)
    pointed = Signal(str)
    said = Signal(str)
    failed = Signal(str)
    busy = Signal(object)
    drawn = Signal(object)

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self._document = document
        self._session: ScanSession | None = None
        self._scan: int | None = None
        self._known: tuple[ScanWork, Calibration | str] | None = None
        self._strokes = 0
        self.mode = Mode.LOOK
        self.job: Job | None = None
        self.fault: Callable[[BaseException], None] | None = None

    def start(self) -> None:
        """Open the scans of the document's board. Raises KnownError when it is in no file."""
        if self._session is None:
            path = self._document.path
            if path is None:
                raise KnownError("this game", "is not kept in a file.", "Start it with a file.")
            self._session = ScanSession.open(path, self._document.board_number)
        if self._scan not in self.session.scans:
            self._scan = next(iter(self.session.scans), None)
        self.changed.emit()

    def close(self) -> None:
        """Release the board, before another one or none is worked on."""
        if self.job is not None:
            self.job.cancel()
            self.job.wait()
        session, self._session = self._session, None
        self._scan = self._known = None
        if session is not None:
            session.close()

    @property
    def is_open(self) -> bool:
        """True while a board's scans are open."""
        return self._session is not None

    @property
    def session(self) -> ScanSession:
        """The open scans. Raises LookupError when there are none."""
        if self._session is None:
            raise LookupError("no scans are open")
        return self._session

    @property
    def map(self) -> GameMap:
        """The board."""
        return self.session.map

    @property
    def scan(self) -> int | None:
        """The number of the current scan."""
        return self._scan if self.is_open else None

    @property
    def work(self) -> ScanWork | None:
        """What was decided about the current scan."""
        return self.session.work(self._scan) if self.is_open and self._scan is not None else None

    @property
    def sheet(self) -> Sheet:
        """The sheet of the current scan. Raises KnownError when it is gone."""
        assert self._scan is not None
        return self.session.sheet(self._scan)

    @property
    def calibration(self) -> Calibration | None:
        """Where the grid lies on the current scan; None when that is not known yet."""
        found = self._calibration()
        return found if isinstance(found, Calibration) else None

    @property
    def lattice(self) -> Lattice | None:
        """The centres of all hexes on the current scan."""
        found = self.calibration
        return found.lattice if found is not None else None

    @property
    def refusal(self) -> str:
        """Why there is no calibration; empty when there is one, or nothing was pointed at yet."""
        found = self._calibration()
        return found if isinstance(found, str) else ""

    def take(self, scan: int) -> None:
        """Choose another scan."""
        if scan != self._scan:
            self._scan = scan
            self.changed.emit()

    def use(self, mode: Mode) -> None:
        """Click with another meaning."""
        self.mode = mode
        self.moded.emit(mode)

    def decide(self, label: str, stroke: str = "", **values: object) -> bool:
        """Give fields of the current scan new values, as one undoable step; False when refused."""
        if self._scan is None:
            return False
        with self.told():
            self.session.change(self._scan, label, stroke, **values)
            self.changed.emit()
            return True
        return False

    def new_stroke(self) -> str:
        """A name for a stroke that no other has."""
        self._strokes += 1
        return f"scan {id(self)} {self._strokes}"

    def undo(self) -> None:
        """Take the last decision back."""
        self._turned(self.session.undo)

    def redo(self) -> None:
        """Bring it back again."""
        self._turned(self.session.redo)

    @contextmanager
    def told(self) -> Iterator[None]:
        """Tell the user of a KnownError raised inside."""
        try:
            yield
        except KnownError as error:
            self.failed.emit(str(error))

    def add_point(self, label: str, x: float, y: float, stroke: str = "") -> bool:
        """A hex's centre was shown; False, and nothing changed, when the point is refused.

        A hex that has a point already gets the new place.
        """
        work = self.work
        if work is None:
            return False
        with self.told():
            at = self.sheet.hex(label.strip())
            if at is None:
                labels = [name for _, name in self.sheet.walk()]
                raise KnownError(
                    work.name,
                    f"the sheet {self.sheet.id} has no hex {label.strip()!r}.",
                    f"Its numbers run from {labels[0]} to {labels[-1]}.",
                )
            body = next(name for hex_, name in self.sheet.walk() if hex_ == at)
            point = ControlPoint(body, round(x, 2), round(y, 2))
            twin = next((p for p in work.points if p[1:] == point[1:] and p.label != body), None)
            if twin is not None:
                raise KnownError(
                    work.name, f"{twin.label} is at that place already.", "Click another hex."
                )
            points = (*(p for p in work.points if p.label != body), point)
            values: JsonObject = {"points": points}
            if work.laid is not None and len(points) == 1 and self.lattice is not None:
                known = self.lattice.centres[self.lattice.index[body]]
                laid = work.laid
                values["laid"] = laid._replace(x=laid.x + x - known[0], y=laid.y + y - known[1])
            return self.decide(f"Show {body}", stroke, **values)
        return False

    def show_ground(self, path: Path) -> bool:
        """Show the hexes of ground control points of QGIS, in place of those shown before."""
        work = self.work
        if work is None:
            return False
        with self.told():
            points = control_points(
                read_ground_points(path), Grid.of(self.sheet), path.name, globe_of(self.map)
            )
            wide, high = work.width, work.height
            off = [p for p in points if not (-wide < p.x < 2 * wide and -high < p.y < 2 * high)]
            if off:
                what = f"{off[0].label} would lie far off the picture."
                raise KnownError(path.name, what, "Choose the points of this scan.")
            if self.decide(
                f"Show {counted(len(points), 'hex', 'hexes')} of {path.name}", points=tuple(points)
            ):
                self.said.emit(
                    f"{counted(len(points), 'hex', 'hexes')} shown as {path.name} has them."
                )
                return True
        return False

    def write_ground(self, path: Path) -> None:
        """Write the hexes that are shown as ground control points for QGIS."""
        work = self.work
        if work is None:
            return
        target = path if path.suffix == POINTS else path.with_name(f"{path.name}{POINTS}")
        with self.told():
            text = ground_text(work.points, Grid.of(self.sheet), globe_of(self.map))
            write_whole(target, text)
            self.said.emit(f"Wrote {target.name}: {counted(len(work.points), 'point')}.")

    def drop_point(self, label: str) -> None:
        """Forget the point of a hex."""
        if self.work is not None:
            kept = tuple(point for point in self.work.points if point.label != label)
            self.decide(f"Forget {label}", points=kept)

    def set_fit(self, fit: Fit | None) -> None:
        """Bend the grid in another way; None chooses by itself."""
        self.decide(f"Fit {fit or 'as the points allow'}", fit=fit)

    def nudge(
        self, by: tuple[float, float] = (0.0, 0.0), grow: float = 1.0, spin: float = 0.0
    ) -> None:
        """Move, enlarge or turn the whole grid; nudges that follow each other are one step."""
        work = self.work
        if work is None:
            return
        values = nudged(work, by, grow, spin)
        if not values:
            self.said.emit("There is no grid to nudge: show a hex, or find the grid's pitch first.")
            return
        self.decide("Nudge the grid", f"nudge {self._strokes}", **values)

    def lay(self, pitch: float, tilt: float) -> None:
        """Lay a grid of a pitch and tilt, its top left hex in the corner of the picture."""
        work = self.work
        if work is None:
            return
        left, top = (work.crop or (0, 0, 0, 0))[:2]
        self.decide("Lay the grid", laid=Laid(left + 0.7 * pitch, top + 0.7 * pitch, pitch, tilt))

    def next_check(self, passed: Sequence[str] = ()) -> str | None:
        """The hex that most wants checking: far from all that were shown or passed over, and four
        times as far from those that were checked, so that three lie all over the sheet.
        """
        lattice, work = self.lattice, self.work
        if lattice is None or work is None:
            return None
        used = {label: 1 for label in (*(p.label for p in work.points), *passed)}
        used |= {check.label: 4 for check in work.checks}
        inside = (lattice.centres >= 0).all(axis=1) & (
            lattice.centres < [work.width, work.height]
        ).all(axis=1)
        away = np.where(inside, 1e9, -1.0)
        for label, share in used.items():
            if label in lattice.index:
                spot = lattice.centres[lattice.index[label]]
                away = np.minimum(away, np.hypot(*(lattice.centres - spot).T) / share)
        best = int(np.argmax(away))
        return lattice.labels[best] if away[best] > 0 else None

    def check(self, label: str, printed: str) -> None:
        """A hex was looked at, and this number is printed there."""
        if self.work is not None:
            kept = tuple(one for one in self.work.checks if one.label != label)
            self.decide(f"Check {label}", checks=(*kept, Check(label, printed)))

    def shift_of(self, checks: tuple[Check, ...]) -> tuple[int, int] | None:
        """By how many columns and rows checks say that all labels are off, when they agree."""
        found = set()
        for one in checks:
            expected, printed = self._numbers(one.label), self._numbers(one.printed)
            if expected is None or printed is None:
                return None
            found.add((printed[0] - expected[0], printed[1] - expected[1]))
        shift = found.pop() if len(found) == 1 else None
        return shift if shift != (0, 0) else None

    def fix_shift(self, shift: tuple[int, int]) -> None:
        """Give every point, check and example the label so many columns and rows on."""
        work = self.work
        if work is None:
            return

        def on(label: str) -> str | None:
            at = self._numbers(label)
            body = self.sheet.hex_of(at[0] + shift[0], at[1] + shift[1]) if at else None
            return self._label(body) if body is not None else None

        points = tuple(p._replace(label=to) for p in work.points if (to := on(p.label)))
        exemplars = tuple((to, kind) for label, kind in work.exemplars if (to := on(label)))
        checks = tuple(Check(c.printed, c.printed) for c in work.checks)
        if len(points) < len(work.points):
            self.failed.emit(
                f"{work.name}: shifted by {shift} some points leave the sheet. "
                "Check the number of columns and rows of the sheet."
            )
            return
        self.decide(
            "Shift all labels", points=points, exemplars=exemplars, checks=checks, stretches=()
        )

    def point_at(self, label: str) -> None:
        """Bring a hex into view."""
        self.pointed.emit(label)

    def run(
        self, title: str, work: Callable[[Report], ResultT], done: Callable[[ResultT], None]
    ) -> bool:
        """Do long work on another thread; False when other work is at it."""
        if self.job is not None:
            self.said.emit(f"{self.job.title} is still at work. Wait for it, or cancel it.")
            return False
        job = Job(title, work, self)
        job.done.connect(done)
        job.failed.connect(self._job_failed)
        job.ended.connect(self._job_ended)
        self.job = job
        self.busy.emit(job)
        job.start()
        return True

    def _job_failed(self, error: BaseException) -> None:
        if isinstance(error, KnownError):
            self.failed.emit(str(error))
        elif self.fault is not None:
            self.fault(error)

    def _job_ended(self) -> None:
        job, self.job = self.job, None
        if job is not None:
            job.deleteLater()
        self.busy.emit(None)

    def _turned(self, turn: Callable[[], Touched | None]) -> None:
        with self.told():
            touched = turn()
            if self._scan not in self.session.scans:
                self._scan = next(iter(self.session.scans), None)
            if touched is not None:
                self.drawn.emit(touched)
            self.changed.emit()

    def _calibration(self) -> Calibration | str:
        work = self.work
        if work is None or (not work.points and work.laid is None):
            return ""
        if self._known is None or not _same_grid(self._known[0], work):
            try:
                found: Calibration | str = calibration_of(work, self.sheet)
            except KnownError as error:
                found = str(error)
            self._known = work, found
        return self._known[1]

    def _numbers(self, label: str) -> tuple[int, int] | None:
        """Column and row of a number as printed, whether the sheet has it or not."""
        scheme = self.sheet.scheme
        return next(scheme.read(label), None)

    def _label(self, at: Hex) -> str:
        return next(name for hex_, name in self.sheet.walk() if hex_ == at)


def _same_grid(before: ScanWork, after: ScanWork) -> bool:
    return (before.points, before.fit, before.laid, before.sheet, before.name) == (
        after.points,
        after.fit,
        after.laid,
        after.sheet,
        after.name,
    )

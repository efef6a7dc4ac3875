"""Reading the current scan: terrain, lines, numbers and pitch, each as a job, and their review."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject, Signal

from maps.digitise.arrays import Bytes
from maps.digitise.calibrating.glyphs import Verification, read_numbers, verify
from maps.digitise.calibrating.lattice import Lattice
from maps.digitise.calibrating.pitch import PitchEstimate, estimate_pitch
from maps.digitise.reading.classify import Verdict, classify
from maps.digitise.reading.reviews import Item, Review, drawing, of_lines, of_terrain
from maps.digitise.reading.strips import Course
from maps.digitise.reading.trace import Traced, trace
from maps.digitise.works import ScanWork, Stretch
from maps.edits.blank import generic_legend
from maps.edits.kinds import add_kind
from maps.edits.stamps import id_for
from maps.legend import Kind, Layer
from qtapp.workers.job import Report
from qtapp.workspaces.scan.scan_controller import ScanController

_LEAST_NUMBERS = 3


class Reader(QObject):
    """``kind_changed`` follows another kind, ``reviewed`` another or a changed review,
    ``has_read`` a new reading, ``stepped`` another item, ``verified`` the reading of the printed
    numbers, ``measured`` a pitch found in the picture (None when there is none).
    """

    kind_changed = Signal()
    reviewed = Signal()
    has_read = Signal()
    stepped = Signal(int)
    verified = Signal(object)
    measured = Signal(object)

    def __init__(self, controller: ScanController) -> None:
        super().__init__(controller)
        self._controller = controller
        self._kinds = {Layer.TERRAIN: "", Layer.HEXSIDE: ""}
        self._reviews: dict[tuple[int, str], Review] = {}
        self._shown: tuple[int, str] | None = None
        self.row = 0
        self.least = 0.0
        controller.changed.connect(self._follow)

    def terrain_kinds(self) -> list[Kind]:
        """The kinds of terrain of the board's legend."""
        return self._controller.map.legend.of(Layer.TERRAIN) if self._controller.is_open else []

    def line_kinds(self) -> list[Kind]:
        """The kinds of hexsides and lines of the board's legend."""
        if not self._controller.is_open:
            return []
        legend = self._controller.map.legend
        return legend.of(Layer.HEXSIDE) + legend.of(Layer.LINE)

    @property
    def terrain(self) -> str:
        """The current kind of terrain."""
        return self._chosen(Layer.TERRAIN, self.terrain_kinds())

    @property
    def line(self) -> str:
        """The current kind of hexside or line."""
        return self._chosen(Layer.HEXSIDE, self.line_kinds())

    @property
    def course(self) -> Course:
        """What the current line follows."""
        is_side = self._controller.is_open and self._controller.map.legend.has(
            Layer.HEXSIDE, self.line
        )
        return Course.SIDES if is_side else Course.LINKS

    def take_terrain(self, kind: str) -> None:
        """Choose a kind of terrain."""
        self._kinds[Layer.TERRAIN] = kind
        self.kind_changed.emit()

    def take_line(self, kind: str) -> None:
        """Choose a kind of hexside or line."""
        self._kinds[Layer.HEXSIDE] = kind
        self.kind_changed.emit()

    def confirm_hex(self, label: str, kind: str | None = None, *, toggle: bool = True) -> bool:
        """Say which terrain a hex has; the same once more takes it back."""
        work, wanted = self._controller.work, kind or self.terrain
        if work is None or not wanted:
            return False
        rest = tuple(pair for pair in work.exemplars if pair[0] != label)
        if toggle and (label, wanted) in work.exemplars:
            return self._controller.decide(f"Forget {label}", exemplars=rest)
        return self._controller.decide(
            f"{label} is {self.terrain_name(wanted)}", exemplars=(*rest, (label, wanted))
        )

    def known_terrain(self) -> list[Kind]:
        """The kinds of the board's legend, then the usual ones that it lacks."""
        own = self.terrain_kinds()
        names = {kind.id for kind in own}
        return own + [one for one in generic_legend().of(Layer.TERRAIN) if one.id not in names]

    def terrain_name(self, kind: str) -> str:
        """What people call a kind of terrain, by its id."""
        return _name(kind, self.terrain_kinds())

    def line_name(self, kind: str) -> str:
        """What people call a kind of hexside or line, by its id."""
        return _name(kind, self.line_kinds())

    def read_as(self, item: Item) -> str:
        """What an item of the review was read as, in the legend's words."""
        review = self.review
        if not item.kind:
            return "nothing"
        is_line = review is not None and bool(review.line)
        return self.line_name(item.kind) if is_line else self.terrain_name(item.kind)

    def name_sample(self, label: str, name: str) -> bool:
        """Say what the terrain of a hex is called; a name the legend lacks becomes a kind of it.

        One of the usual names has its usual look, any other the colour of the hex on the scan.
        """
        wanted, scan, lattice = name.strip(), self._controller.scan, self._controller.lattice
        if not wanted or scan is None or lattice is None:
            return False
        known = self.known_terrain()
        kind = next((k for k in known if wanted.casefold() in (k.id, k.name.casefold())), None)
        legend = self._controller.map.legend
        with self._controller.told():
            if kind is None:
                taken = [one.id for one in legend.of(Layer.TERRAIN)]
                colour = self._colour(scan, lattice, label)
                name = wanted[:1].upper() + wanted[1:]
                kind = Kind(Layer.TERRAIN, id_for(wanted, taken), name, {"fill": colour})
            if not legend.has(Layer.TERRAIN, kind.id):
                added = add_kind(self._controller.map, kind)
                self._controller.drawn.emit(self._controller.session.draw(scan, added))
            self.take_terrain(kind.id)
            return self.confirm_hex(label, kind.id, toggle=False)
        return False

    def _colour(self, scan: int, lattice: Lattice, label: str) -> str:
        """The usual colour in the middle of a hex of the scan."""
        row = lattice.index[label]
        pitch = float(lattice.pitch[row])
        picture, scale = self._controller.session.picture(scan, pitch)
        high, wide = picture.shape[:2]
        x, y = np.clip(lattice.centres[row] * scale, 0, (wide - 1, high - 1)).tolist()
        reach = max(1, round(0.3 * pitch * scale))
        left, top = max(0, round(x) - reach), max(0, round(y) - reach)
        part = picture[top : round(y) + reach + 1, left : round(x) + reach + 1].reshape(-1, 3)
        red, green, blue = (int(one) for one in np.median(part, axis=0))
        return f"#{red:02x}{green:02x}{blue:02x}"

    def confirm_stretch(self, a: str, b: str, there: bool = True, *, toggle: bool = True) -> bool:
        """Say whether a stretch bears the current line; the same once more takes it back."""
        work, kind = self._controller.work, self.line
        if work is None or not kind:
            return False
        first, second = sorted((a, b))
        wanted = Stretch(kind, first, second, there)
        twins = (wanted, wanted._replace(there=not there))
        rest = tuple(one for one in work.stretches if one not in twins)
        if toggle and wanted in work.stretches:
            return self._controller.decide(f"Forget {first} to {second}", stretches=rest)
        name = self.line_name(kind)
        words = f"{name} from {first} to {second}" if there else f"No {name} at {first}, {second}"
        return self._controller.decide(words, stretches=(*rest, wanted))

    def read_terrain(self) -> bool:
        """Name the terrain of every hex by the confirmed ones."""
        ready = self._ready()
        if ready is None:
            return False
        scan, work, lattice = ready

        def job(report: Report) -> list[Verdict]:
            picture, small = self._picture(scan, lattice, report)
            report(0.3, "Looking at the hexes")
            return classify(picture, small, work.kinds(), work.name)

        return self._controller.run(
            "Naming the terrain", job, lambda verdicts: self._show(scan, "", of_terrain(verdicts))
        )

    def trace_line(self) -> bool:
        """Find the current line by the confirmed stretches."""
        ready, kind, course = self._ready(), self.line, self.course
        if ready is None:
            return False
        scan, work, lattice = ready
        given, denied = work.pairs(kind), work.pairs(kind, there=False)

        def job(report: Report) -> list[Traced]:
            picture, small = self._picture(scan, lattice, report)
            report(0.3, "Following the line")
            return trace(picture, small, given, course, work.name, denied)

        known = {frozenset(pair) for pair in given + denied}
        return self._controller.run(
            f"Tracing {self.line_name(kind)}",
            job,
            lambda traced: self._show(scan, kind, of_lines(traced, kind, course, known)),
        )

    def read_numbers(self) -> bool:
        """Read the printed numbers and compare them with the calibration."""
        ready = self._ready()
        if ready is None:
            return False
        scan, work, lattice = ready
        confirmed = _confirmed_numbers(work)

        def job(report: Report) -> Verification:
            picture, small = self._picture(scan, lattice, report)
            report(0.3, "Reading")
            return verify(read_numbers(picture, small, confirmed, work.name))

        return self._controller.run("Reading the printed numbers", job, self.verified.emit)

    def find_pitch(self) -> bool:
        """Look in the picture for the pitch of its grid."""
        work, scan = self._controller.work, self._controller.scan
        if work is None or scan is None:
            return False
        session = self._controller.session

        def job(report: Report) -> PitchEstimate | None:
            report(0.0, "Unpacking")
            picture, scale = session.picture(scan, max(work.width, work.height) / 20)
            report(0.4, "Looking for a grid")
            if work.crop is not None:
                left, top, right, bottom = (round(edge * scale) for edge in work.crop)
                picture = picture[top:bottom, left:right]
            found = estimate_pitch(picture)
            return None if found is None else replace(found, pitch=found.pitch / scale)

        return self._controller.run("Finding the pitch", job, self.measured.emit)

    @property
    def review(self) -> Review | None:
        """What was read and waits for a look."""
        return self._reviews.get(self._shown) if self._shown is not None else None

    @property
    def item(self) -> Item | None:
        """The current item."""
        review = self.review
        return review.items[self.row] if review and self.row < len(review.items) else None

    def step_to(self, row: int) -> None:
        """Go on to another item of the review."""
        review = self.review
        if review is not None and review.items:
            self.row = max(0, min(row, len(review.items) - 1))
            self.stepped.emit(self.row)

    def accept(self) -> None:
        """What was read of the current item is right: go on to the next one not looked at."""
        item = self.item
        if item is not None:
            self.correct(item.kind)

    def correct(self, kind: str) -> None:
        """The current item is of this kind (of none, if empty); it teaches the next reading."""
        review, item = self.review, self.item
        if review is None or item is None:
            return
        row = self.row
        if review.line:
            self._kinds[Layer.HEXSIDE] = review.line
            first, second = item.labels
            done = self.confirm_stretch(first, second, there=bool(kind), toggle=False)
        else:
            done = self.confirm_hex(item.labels[0], kind, toggle=False)
        after = self.review
        if done and after is not None:
            unseen = [i for i, other in enumerate(after.items) if not other.seen]
            self.step_to(next((i for i in unseen if i > row), unseen[0] if unseen else row))

    def draw(self) -> bool:
        """Draw the review on the board, as one step."""
        review, scan, lattice = self.review, self._controller.scan, self._controller.lattice
        if review is None or scan is None or lattice is None:
            return False
        with self._controller.told():
            change = drawing(review, lattice.grid, self._controller.map, self.least)
            if not change:
                self._controller.said.emit("The board has all of it already.")
                return False
            touched = self._controller.session.draw(scan, change)
            self._controller.drawn.emit(touched)
            self._controller.changed.emit()
            done = change.label[:1].lower() + change.label[1:]
            self._controller.said.emit(f"Done: {done}. Undo takes it back.")
            return True
        return False

    def _ready(self) -> tuple[int, ScanWork, Lattice] | None:
        """The scan, its work and grid, when there is a grid; tells the user when there is none."""
        work, scan, lattice = self._controller.work, self._controller.scan, self._controller.lattice
        if work is None or scan is None:
            self._controller.said.emit("Add a scan first.")
        elif lattice is None:
            self._controller.said.emit(
                self._controller.refusal or "Calibrate the scan first: show two hexes."
            )
        else:
            return scan, work, lattice
        return None

    def _picture(self, scan: int, lattice: Lattice, report: Report) -> tuple[Bytes, Lattice]:
        report(0.0, "Unpacking")
        pitch = float(sorted(lattice.pitch)[len(lattice.pitch) // 2])
        picture, scale = self._controller.session.picture(scan, pitch)
        if scale != 1:
            centres = (lattice.centres + 0.5) * scale - 0.5
            lattice = Lattice.of(lattice.grid, centres)
        return picture, lattice

    def _show(self, scan: int, kind: str, review: Review) -> None:
        self._reviews[scan, kind] = review
        self._shown, self.row = (scan, kind), 0
        self.reviewed.emit()
        self.has_read.emit()
        self.step_to(0)

    def _follow(self) -> None:
        """Keep the review true to what was decided since, and to the current scan."""
        work, scan = self._controller.work, self._controller.scan
        if self._shown is not None and (scan is None or self._shown[0] != scan):
            self._shown = next((key for key in self._reviews if key[0] == scan), None)
            self.reviewed.emit()
        if self._shown is None or work is None:
            return
        review = self._reviews[self._shown]
        known: dict[tuple[str, ...], str]
        if review.line:
            known = {
                (s.a, s.b): review.line if s.there else ""
                for s in work.stretches
                if s.kind == review.line
            }
        else:
            known = {(label,): kind for label, kind in work.exemplars}
        after = review.confirmed(known)
        if after != review:
            self._reviews[self._shown] = after
            self.reviewed.emit()

    def _chosen(self, layer: Layer, kinds: list[Kind]) -> str:
        known = [kind.id for kind in kinds]
        if self._kinds[layer] not in known:
            self._kinds[layer] = known[0] if known else ""
        return self._kinds[layer]

    def forget(self) -> None:
        """Another file is open: forget all reviews."""
        self._reviews.clear()
        self._shown = None
        self.reviewed.emit()


def _confirmed_numbers(work: ScanWork) -> dict[str, str]:
    """The numbers a person has read. Points count while no check casts doubt on their labels."""
    seen = {check.label: check.printed for check in work.checks}
    if len(seen) >= _LEAST_NUMBERS or not all(check.agrees for check in work.checks):
        return seen
    return {point.label: point.label for point in work.points} | seen


def _name(kind: str, known: list[Kind]) -> str:
    return next((one.name or one.id for one in known if one.id == kind), kind)

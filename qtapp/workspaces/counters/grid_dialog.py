"""The grid a scan is cut by, laid by a person: dragged, in numbers, with how well it fits."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from maps.errors import KnownError
from oob.sheets.arrays import Bytes
from oob.sheets.finding.cut_grid import MOST_LINES, WIDEST_TURN, CutGrid, Shape, Way
from oob.sheets.finding.fit import Fit, fit_of
from qtapp.painters.pixels import rgb_image
from qtapp.widgets.forms import LevelForm
from qtapp.widgets.mnemonics import letter_fields
from qtapp.widgets.parts import button, label, restyle
from qtapp.widgets.plain import plain
from qtapp.workers.job import Job
from qtapp.workspaces.counters.grid_view import GridView, Hold, Target

_FITS = "The grid fits: no line goes through print."
_LOOKING = "Looking how the grid fits…"
_NUMBERS = (
    ("left", "Left", "Pixels from the left of the scan to the first column"),
    ("top", "Top", "Pixels from the top of the scan to the first row"),
    ("across", "Step across", "Pixels from one column to the next"),
    ("down", "Step down", "Pixels from one row to the next"),
    ("width", "Width", "Pixels that a counter is wide"),
    ("height", "Height", "Pixels that a counter is high"),
)
_SHAPES = {Shape.SQUARE: "Square", Shape.ROUND: "Round", Shape.AS_FOUND: "As found"}
_CORNERS = ("Upper left corner", "Upper right corner", "Lower left corner", "Lower right corner")


class GridDialog(QDialog):
    """Lays a grid over a scan; ``grid`` is the result once it is accepted."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.resize(1100, 760)
        self._steps: list[CutGrid] = []
        self._at = 0
        self._fit: Fit | None = None
        self._turn = 0.0
        self._picture: Bytes | None = None
        self._job: Job | None = None
        self.view = GridView()
        self.said = label(_LOOKING, "", "How the grid fits")
        self.said.setMinimumHeight(54)
        self.said.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.counts = {Way.ACROSS: _whole("Columns"), Way.DOWN: _whole("Rows")}
        self.numbers = {key: _number(name, tip) for key, name, tip in _NUMBERS}
        self.turned = _number("Turned", "Degrees by which the scan lies clockwise")
        self.turned.setRange(-WIDEST_TURN, WIDEST_TURN)
        self.turned.setDecimals(2)
        self.turned.setSingleStep(0.1)
        self.turned.setSuffix("°")
        self.shape = QComboBox()
        self.shape.setAccessibleName("Shape of the counters")
        self.shape.setToolTip("As found: along the edge of the print, whatever its form")
        self.shape.addItems([_SHAPES[shape] for shape in Shape])
        self.held = QComboBox()
        self.held.setAccessibleName("What the arrow keys move")
        self.undo = button("Undo", "Take the last step back (Ctrl+Z)")
        self.redo = button("Redo", "Bring it back (Ctrl+Shift+Z)")
        self.first = button("As at first", "Lay the grid as it was when this opened")
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.ok = self.buttons.addButton(
            "Cut along the grid", QDialogButtonBox.ButtonRole.AcceptRole
        )
        self._lay_out()
        self._connect()

    @property
    def grid(self) -> CutGrid:
        """The grid as it lies now."""
        return self._steps[self._at]

    @property
    def is_looking(self) -> bool:
        """True while how the grid fits is worked out."""
        return self._job is not None

    def show_scan(self, title: str, picture: Bytes, grid: CutGrid, fit: Fit) -> None:
        """Open on a scan, see :meth:`lay`."""
        self.lay(title, picture, grid, fit)
        self.open()
        self.view.fit()
        self.view.setFocus()

    def lay(self, title: str, picture: Bytes, grid: CutGrid, fit: Fit) -> None:
        """Show a scan and a grid to begin from, whose turn ``fit`` is for."""
        self.setWindowTitle(f"Grid of {plain(title)}")
        self._picture, self._fit, self._turn = picture, fit, grid.turned
        self._steps, self._at = [grid], 0
        self.view.show_picture(
            rgb_image(picture), "The scan; the grid is moved with the arrow keys"
        )
        self.view.hold(Target())
        self._show()

    def done(self, result: int) -> None:
        """Close, and forget the picture."""
        if self._job is not None:
            self._job.cancel()
            self._job = None
        self._picture = None
        self.view.show_picture(None)
        super().done(result)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter ends what is typed into a field, and cuts only from a button."""
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and not isinstance(self.focusWidget(), QPushButton):
            event.accept()
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        form = LevelForm()
        form.addRow("C&olumns", self.counts[Way.ACROSS])
        form.addRow("Ro&ws", self.counts[Way.DOWN])
        for key, name, _tip in _NUMBERS:
            form.addRow(name, self.numbers[key])
        form.addRow("&Turned", self.turned)
        form.addRow("&Shape", self.shape)
        form.addRow("&Arrows move", self.held)
        hint = label(
            "Drag the grid, a corner or a line; beside the grid, or with the middle button, the"
            " scan. Arrow keys move by a pixel, with Shift by ten; [ and ] turn. The wheel zooms.",
            "faint",
        )
        side = QWidget()
        side.setFixedWidth(300)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.said)
        column.addLayout(form)
        column.addWidget(hint)
        column.addStretch(1)
        upper = QHBoxLayout()
        upper.addWidget(self.view, 1)
        upper.addWidget(side)
        layout = QVBoxLayout(self)
        layout.addLayout(upper, 1)
        lower = QHBoxLayout()
        for one in (self.undo, self.redo, self.first):
            lower.addWidget(one)
        lower.addWidget(self.buttons, 1)
        layout.addLayout(lower)
        letter_fields(self)

    def _connect(self) -> None:
        self.view.moving.connect(self._moving)
        self.view.placed.connect(self._placed)
        self.view.chosen.connect(self._held)
        for way, field in self.counts.items():
            field.valueChanged.connect(lambda count, way=way: self._counted(way, count))
        for number in self.numbers.values():
            number.valueChanged.connect(self._typed)
        self.turned.valueChanged.connect(lambda degrees: self._step(self.grid.turned_to(degrees)))
        self.shape.activated.connect(
            lambda row: self._step(replace(self.grid, shape=list(Shape)[row]))
        )
        self.held.activated.connect(lambda row: self.view.hold(self._targets()[row]))
        self.undo.clicked.connect(lambda: self._seek(self._at - 1))
        self.redo.clicked.connect(lambda: self._seek(self._at + 1))
        self.first.clicked.connect(lambda: self._step(self._steps[0]))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        for keys, act in (
            (QKeySequence.StandardKey.Undo, self.undo.click),
            (QKeySequence.StandardKey.Redo, self.redo.click),
        ):
            QShortcut(QKeySequence(keys), self, act)

    def _step(self, grid: CutGrid, *, is_repeated: bool = False) -> None:
        """Lay the grid so, as one step; a key that is held down goes on with its step."""
        if grid != self.grid:
            kept = self._at if is_repeated and self._at else self._at + 1
            self._steps[kept:] = [grid]
            self._at = kept
        self._show()

    def _seek(self, at: int) -> None:
        if 0 <= at < len(self._steps):
            self._at = at
            self._show()

    def _moving(self, grid: object) -> None:
        assert isinstance(grid, CutGrid)
        self._fill(grid)
        self._judge(grid)

    def _placed(self, grid: object, is_repeated: bool) -> None:
        assert isinstance(grid, CutGrid)
        self._step(grid, is_repeated=is_repeated)

    def _counted(self, way: Way, count: int) -> None:
        self.view.hold(Target())
        self._step(self.grid.counted(way, count))

    def _typed(self) -> None:
        grid, values = self.grid, {key: field.value() for key, field in self.numbers.items()}
        for way, start, step, size in (
            (Way.ACROSS, "left", "across", "width"),
            (Way.DOWN, "top", "down", "height"),
        ):
            was = _values(grid)
            if round(was[step], 1) != values[step] or round(was[size], 1) != values[size]:
                wide = values[size]
                if round(was[step], 1) != values[step]:
                    wide = values[step] - max(0.0, grid.step(way) - grid.size(way))
                count = len(grid.spans(way))
                grid = grid.even(way, was[start], values[step], wide, count)
            if round(was[start], 1) != values[start]:
                by = values[start] - was[start]
                grid = grid.moved(by, 0) if way is Way.ACROSS else grid.moved(0, by)
        self._step(grid)

    def _show(self) -> None:
        grid = self.grid
        self._fill(grid)
        self.undo.setEnabled(self._at > 0)
        self.redo.setEnabled(self._at < len(self._steps) - 1)
        self.first.setEnabled(grid != self._steps[0])
        self.view.show_grid(grid)
        targets = self._targets()
        if self.view.target not in targets:
            self.view.hold(Target())
        with QSignalBlocker(self.held):
            self.held.clear()
            self.held.addItems([_name(one, grid) for one in targets])
        self._held(self.view.target)
        self._look()

    def _fill(self, grid: CutGrid) -> None:
        """Show a grid in the fields."""
        for way, field in self.counts.items():
            with QSignalBlocker(field):
                field.setValue(len(grid.spans(way)))
        for key, value in _values(grid).items():
            with QSignalBlocker(self.numbers[key]):
                self.numbers[key].setValue(value)
        with QSignalBlocker(self.turned):
            self.turned.setValue(grid.turned)
        self.shape.setCurrentIndex(list(Shape).index(grid.shape))

    def _look(self) -> None:
        """Say how the grid fits; at another turn the scan is looked at again first."""
        grid, picture = self.grid, self._picture
        if self._turn == grid.turned:
            self._judge(grid)
            return
        self.said.setText(_LOOKING)
        restyle(self.said, "")
        self.view.show_grid(grid, {})
        if self._job is None and picture is not None:
            turn = self._turn = grid.turned
            self._fit = None
            job = self._job = Job(_LOOKING, lambda _report: fit_of(picture, turn), self)
            job.done.connect(self._looked)
            job.failed.connect(self._failed)
            job.ended.connect(partial(self._ended, job))
            job.start()

    def _looked(self, fit: object) -> None:
        assert isinstance(fit, Fit)
        self._fit = fit

    def _failed(self, error: object) -> None:
        if not isinstance(error, KnownError):
            assert isinstance(error, BaseException)
            raise error
        self.said.setText(str(error))

    def _ended(self, job: Job) -> None:
        if job is self._job:
            self._job = None
            self._look()

    def _judge(self, grid: CutGrid) -> None:
        fit = self._fit
        if fit is None or self._turn != grid.turned:
            return
        doubt = fit.doubt(grid)
        self.said.setText(doubt or _FITS)
        restyle(self.said, "warning" if doubt else "")
        self.view.show_grid(grid, {way: fit.crossed(grid, way) for way in Way})

    def _targets(self) -> list[Target]:
        """All that can be moved."""
        lines = [
            Target(Hold.LINE, number, way)
            for way in Way
            for number in range(len(self.grid.lines(way)))
        ]
        return [Target(), *(Target(Hold.CORNER, number) for number in range(4)), *lines]

    def _held(self, target: object) -> None:
        targets = self._targets()
        if target in targets:
            with QSignalBlocker(self.held):
                self.held.setCurrentIndex(targets.index(target))


def _values(grid: CutGrid) -> dict[str, float]:
    """What the fields show of a grid."""
    return {
        "left": grid.columns[0][0],
        "top": grid.rows[0][0],
        "across": grid.step(Way.ACROSS),
        "down": grid.step(Way.DOWN),
        "width": grid.size(Way.ACROSS),
        "height": grid.size(Way.DOWN),
    }


def _name(target: Target, grid: CutGrid) -> str:
    """What can be moved, in words."""
    match target.hold:
        case Hold.WHOLE:
            return "The whole grid"
        case Hold.CORNER:
            return _CORNERS[target.number]
        case Hold.LINE:
            word = "column" if target.way is Way.ACROSS else "row"
            count = len(grid.spans(target.way))
            if target.number == count:
                return f"The line after {word} {count}"
            return f"The line before {word} {target.number + 1}"


def _whole(name: str) -> QSpinBox:
    field = QSpinBox()
    field.setRange(1, MOST_LINES)
    field.setKeyboardTracking(False)
    field.setAccessibleName(name)
    return field


def _number(name: str, tip: str) -> QDoubleSpinBox:
    field = QDoubleSpinBox()
    field.setRange(-99_999, 99_999)
    field.setDecimals(1)
    field.setKeyboardTracking(False)
    field.setAccessibleName(name)
    field.setToolTip(plain(tip))
    return field

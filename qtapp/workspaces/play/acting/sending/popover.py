"""Beside a target that was clicked: who can be sent there, with ticks, numbers and the odds."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QFrame,
    QGridLayout,
    QSpinBox,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.core.actions import Action, Objection
from engine.core.view.outlook import Amounts
from qtapp.widgets.parts import Flow, button, label
from qtapp.widgets.plain import plain
from qtapp.widgets.trees import BOX, PAD, WrappingTree
from qtapp.workspaces.play.acting.sending.missions import Sending

BESIDE = 14
"""Pixels from the pointer."""
WIDE = 440
"""Pixels across at least."""
WIDEST = 720
"""Pixels across at most, where lines are long."""
SPARE = 4
"""Pixels a line has to spare: widths of letters are no whole numbers."""
ROWS = 9
"""Lines of those who can go that show at once; more are scrolled to."""
COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
ACTION = int(Qt.ItemDataRole.UserRole)


@dataclass(frozen=True, slots=True)
class _Giver:
    """One who gives points, with a stepper for each kind."""

    amounts: Amounts
    steppers: dict[str, QSpinBox]

    def values(self) -> dict[str, int]:
        """What the steppers show."""
        return {kind: stepper.value() for kind, stepper in self.steppers.items()}


class SendPopover(QFrame):
    """Chooses what is sent to one place. ``sent`` carries the decisions, in order; ``more_wanted``
    asks for a menu of all that can be done there; ``closed`` follows its end, whatever ended it.
    """

    sent = Signal(object)
    closed = Signal()
    more_wanted = Signal()

    def __init__(self, sending: Sending, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "plate")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAutoFillBackground(True)
        self.setAccessibleName(f"What to send to {title}")
        self._sending = sending
        self._chosen: tuple[Action, ...] = ()
        self.missions = QComboBox()
        self.missions.setAccessibleName("Mission")
        self.missions.setToolTip("What is flown or sailed for")
        for mission in sending.missions:
            self.missions.addItem(f"{mission.title} ({len(mission.offers)})")
        self.missions.setVisible(len(sending.missions) > 1)
        self.tree = WrappingTree("Who can be sent", 2)
        self.tree.setRootIsDecorated(False)
        self.tree.setIndentation(0)
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.tree.setToolTip("Space or a click sends one along, or leaves it here")
        self.givers = [self._giver(one) for one in sending.amounts]
        self.words = label("", name="What they promise together")
        self.attack = label("", "faint", "The attack on the place")
        self.why = label("", "warning", "Why not")
        self.go = button(
            "Send", "Do what was chosen; one undo takes back what went in one go", primary=True
        )
        self.more = button("All that can be done here…", "A menu of everything about this place")
        self._lay_out(title)
        self.missions.currentIndexChanged.connect(self._show_mission)
        self.tree.itemChanged.connect(self._ticked)
        self.go.clicked.connect(self._send)
        self.more.clicked.connect(self._ask_more)
        self._show_mission()

    @property
    def chosen(self) -> tuple[Action, ...]:
        """The decisions that were chosen so far."""
        values = [giver.values() for giver in self.givers]
        return (*self._chosen, *self._sending.given(values))

    def open_at(self, spot: QPoint) -> None:
        """Show it beside a point of the screen, inside the window it lies over."""
        self._fit()
        over = self.parentWidget()
        assert over is not None
        corner = over.mapFromGlobal(spot) + QPoint(BESIDE, BESIDE)
        most = over.rect().bottomRight() - self.rect().bottomRight()
        self.move(max(0, min(corner.x(), most.x())), max(0, min(corner.y(), most.y())))
        self.show()
        self.raise_()
        first = self.tree if self._sending.missions else self._first_stepper()
        first.setFocus(Qt.FocusReason.PopupFocusReason)
        if isinstance(first, QSpinBox):
            first.selectAll()
        app = QApplication.instance()
        assert app is not None
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A press anywhere else closes it, and means there what it always means; a click anywhere
        on a line ticks it.
        """
        if watched is self.tree.viewport() and isinstance(event, QMouseEvent):
            return event.type() is QEvent.Type.MouseButtonRelease and self._tick(event)
        if event.type() is QEvent.Type.MouseButtonPress and isinstance(watched, QWidget):
            above: QObject | None = watched
            while above is not None and above is not self:
                above = above.parent()
            if above is None:
                self.close()
        return False

    def event(self, event: QEvent) -> bool:
        """Plain keys are its own while it has the keyboard, not those of the window's actions."""
        is_override = event.type() is QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and not event.modifiers() & COMMANDS:
            event.accept()
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press between its parts means nothing, and closes nothing."""
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter sends; Escape closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.go.isEnabled():
            self._send()

    def focusNextPrevChild(self, next_one: bool) -> bool:
        """Tab stays inside: Escape leads out."""
        stops = [one for one in self._stops() if one.isVisible() and one.isEnabled()]
        now = self.focusWidget()
        at = next((n for n, one in enumerate(stops) if one is now or one.isAncestorOf(now)), 0)
        stops[(at + (1 if next_one else -1)) % len(stops)].setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def _stops(self) -> list[QWidget]:
        steppers = [one for giver in self.givers for one in giver.steppers.values()]
        return [self.missions, self.tree, *steppers, self.go, self.more]

    def closeEvent(self, event: QCloseEvent) -> None:
        """Give the keyboard back."""
        app = QApplication.instance()
        assert app is not None
        app.removeEventFilter(self)
        super().closeEvent(event)
        self.closed.emit()

    def _fit(self) -> None:
        """As large as its words need, and no larger than the window."""
        over, layout = self.parentWidget(), self.layout()
        assert over is not None and layout is not None
        wide = min(max(WIDE, self._needed()), WIDEST, over.width())
        layout.activate()
        self.resize(wide, min(layout.totalHeightForWidth(wide), over.height()))
        lowest = over.height() - self.height()
        if self.isVisible() and self.y() > lowest:
            self.move(self.x(), lowest)

    def _needed(self) -> int:
        """Pixels across with which nobody's line goes on in the next."""
        tree, layout = self.tree, self.layout()
        words = (self.fontMetrics().horizontalAdvance(item.text(0)) for item in self._items())
        sides = layout.contentsMargins() if layout is not None else self.contentsMargins()
        beside = tree.sizeHintForColumn(1) + tree.verticalScrollBar().sizeHint().width()
        around = 2 * (tree.frameWidth() + self.frameWidth()) + sides.left() + sides.right()
        return max(words, default=0) + BOX + PAD + beside + around + SPARE

    def _lay_out(self, title: str) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 10)
        layout.setSpacing(6)
        layout.addWidget(label(title, "heading"))
        if there := self._sending.there():
            layout.addWidget(label(there, "faint", "Sent there before"))
        if self._sending.missions:
            if len(self._sending.missions) == 1:
                layout.addWidget(label(self._sending.missions[0].title, "faint"))
            layout.addWidget(self.missions)
            layout.addWidget(self.tree)
        if self.givers:
            layout.addLayout(self._steppers())
        for line in (self.words, self.attack, self.why):
            layout.addWidget(line)
        acts = Flow()
        acts.fill([self.go, self.more])
        layout.addWidget(acts)

    def _steppers(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        for row, giver in enumerate(self.givers):
            grid.addWidget(label(giver.amounts.who, wraps=False), row, 0)
            for column, stepper in enumerate(giver.steppers.values()):
                grid.addWidget(stepper, row, 1 + column)
        grid.setColumnStretch(0, 1)
        return grid

    def _giver(self, amounts: Amounts) -> _Giver:
        steppers = {}
        now = self._sending.now(amounts)
        for kind, most in amounts.most:
            stepper = QSpinBox()
            stepper.setRange(0, most)
            stepper.setValue(now[kind])
            stepper.setSuffix(f" of {most} {kind}")
            stepper.setAccessibleName(f"{amounts.who}, {kind}")
            stepper.setToolTip(plain(f"How many {kind} go there"))
            stepper.valueChanged.connect(self._tell)
            steppers[kind] = stepper
        return _Giver(amounts, steppers)

    def _first_stepper(self) -> QWidget:
        return next(iter(self.givers[0].steppers.values())) if self.givers else self

    def _show_mission(self) -> None:
        """List who can go on the chosen mission; nobody is chosen yet."""
        self._chosen = ()
        self.tree.blockSignals(True)
        self.tree.clear()
        row = max(0, self.missions.currentIndex())
        offers = self._sending.missions[row].offers if self._sending.missions else ()
        told = [(offer, self._sending.prospect((offer.action,))) for offer in offers]
        for offer, found in sorted(told, key=lambda one: -one[1].worth):
            item = QTreeWidgetItem([found.who, found.odds])
            item.setData(0, ACTION, offer.action)
            item.setCheckState(0, Qt.CheckState.Unchecked)
            item.setToolTip(0, plain(offer.text))
            self.tree.addTopLevelItem(item)
        for item in self._items()[:1]:
            self.tree.setCurrentItem(item)
        self.tree.blockSignals(False)
        line = self.fontMetrics().height() + 9
        count = max(2, min(ROWS, self.tree.topLevelItemCount()))
        self.tree.setFixedHeight(count * line + 2 * self.tree.frameWidth())
        self._tell()

    def _items(self) -> list[QTreeWidgetItem]:
        rows = range(self.tree.topLevelItemCount())
        return [item for row in rows if (item := self.tree.topLevelItem(row)) is not None]

    def _tick(self, event: QMouseEvent) -> bool:
        item = self.tree.itemAt(event.position().toPoint())
        if item is not None and event.button() is Qt.MouseButton.LeftButton:
            is_in = item.checkState(0) is Qt.CheckState.Checked
            item.setCheckState(0, Qt.CheckState.Unchecked if is_in else Qt.CheckState.Checked)
        return item is not None

    def _ticked(self, item: QTreeWidgetItem, _column: int) -> None:
        action = item.data(0, ACTION)
        objections: tuple[Objection, ...] = ()
        if item.checkState(0) is Qt.CheckState.Checked:
            self._chosen, objections = self._sending.chosen_with(self._chosen, action)
        else:
            self._chosen = tuple(one for one in self._chosen if one != action)
        self._show_ticks()
        self._tell(objections=objections)

    def _show_ticks(self) -> None:
        self.tree.blockSignals(True)
        for item in self._items():
            is_in = item.data(0, ACTION) in self._chosen
            item.setCheckState(0, Qt.CheckState.Checked if is_in else Qt.CheckState.Unchecked)
        self.tree.blockSignals(False)

    def _tell(self, _value: int = 0, *, objections: tuple[Objection, ...] = ()) -> None:
        """Say what the choice promises, and why something is not in it."""
        chosen = self.chosen
        found = self._sending.prospect(self._chosen)
        told = f"{found.who}: {found.odds}" if found.odds else found.who
        nobody = "Nobody is chosen." if self._sending.missions else ""
        self.words.setText(told if self._chosen else nobody)
        self.words.setVisible(bool(self.words.text()))
        self.attack.setText(self._sending.attack(chosen))
        self.attack.setVisible(bool(self.attack.text()))
        self.why.setText(" ".join(map(str, objections)))
        self.why.setVisible(bool(objections))
        self.go.setEnabled(bool(chosen))
        self._fit()

    def _send(self) -> None:
        chosen = self.chosen
        self.close()
        if chosen:
            self.sent.emit(chosen)

    def _ask_more(self) -> None:
        self.close()
        self.more_wanted.emit()

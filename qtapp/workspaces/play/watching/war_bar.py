"""A slider through the whole war: every step of the log along the present line, there and back."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QSlider, QToolButton, QVBoxLayout

from engine.core.change import Change
from engine.reports.log_export import ROOT
from qtapp.app.bridge import GameBridge
from qtapp.widgets.icons import Icons
from qtapp.widgets.parts import label
from qtapp.widgets.plain import plain
from qtapp.workspaces.play.following import FollowingPanel

BUTTONS = {
    "back": ("step-back", "One step back"),
    "play": ("play", "Show the steps that follow, at the chosen speed"),
    "forward": ("step-forward", "One step forward"),
}


class WarBar(FollowingPanel):
    """``sought`` asks to stand on a step; ``play_wanted`` to show the steps from here to the last.

    Steps after the present one are those that redo would bring; none is lost by sliding.
    """

    sought = Signal(int)
    play_wanted = Signal(int, int)
    stop_wanted = Signal()

    def __init__(self, bridge: GameBridge) -> None:
        super().__init__(bridge)
        self.setAccessibleName("The whole war")
        self._steps: list[int] = [ROOT]
        self._is_playing = False
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(0)
        self._settle.timeout.connect(self._seek)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName("Step of the war")
        self.slider.setToolTip("Slide through the whole war; nothing is lost")
        self.slider.setPageStep(20)
        self.slider.setMinimumWidth(120)
        self.slider.valueChanged.connect(lambda _value: self._settle.start())
        self.words = label("", "faint", "Where in the war", wraps=False)
        self.words.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.buttons = {name: self._button(name) for name in BUTTONS}
        self.buttons["back"].clicked.connect(lambda: self._by(-1))
        self.buttons["forward"].clicked.connect(lambda: self._by(1))
        self.buttons["play"].clicked.connect(self._play)
        plate = QFrame()
        plate.setProperty("role", "plate")
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(plate)
        self._row = QHBoxLayout(plate)
        self._row.setContentsMargins(10, 5, 12, 5)
        self._row.setSpacing(6)
        for widget in (*self.buttons.values(), self.slider, self.words):
            self._row.addWidget(widget, 1 if widget is self.slider else 0)
        self.hide()

    def minimumSizeHint(self) -> QSize:
        """Room for the words too: in less they are left out."""
        wide = self._row.minimumSize().width()
        if self.words.isHidden():
            wide += self._row.spacing() + self.words.sizeHint().width()
        return QSize(wide, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the words out where they would lie over the slider."""
        super().resizeEvent(event)
        self._fit()

    def set_icons(self, icons: Icons) -> None:
        """Use a theme's icons."""
        for name, (icon, _tip) in BUTTONS.items():
            is_pause = name == "play" and self._is_playing
            self.buttons[name].setIcon(icons.icon("pause" if is_pause else icon))

    def set_playing(self, playing: bool, icons: Icons) -> None:
        """Offer to stop while steps are shown one after the other, else to begin."""
        self._is_playing = playing
        tip = "Stay on this step" if playing else BUTTONS["play"][1]
        self.buttons["play"].setToolTip(plain(tip))
        self.buttons["play"].setAccessibleName(tip)
        self.set_icons(icons)

    def show_change(self, change: Change) -> None:
        """Stand where the game does."""
        self.refresh()

    def refresh(self) -> None:
        """Know the steps of the present line, and which of them the game is on."""
        self.setEnabled(self._bridge.is_open)
        if not self._bridge.is_open:
            return
        log = self._bridge.game.log
        behind = [node.id for node in log.back()][::-1]
        self._steps = [ROOT, *behind, *(node.id for node in log.coming())]
        self.slider.blockSignals(True)
        self.slider.setRange(0, len(self._steps) - 1)
        self.slider.setValue(len(behind))
        self.slider.blockSignals(False)
        self._word()

    def _button(self, name: str) -> QToolButton:
        made = QToolButton()
        made.setAutoRaise(True)
        made.setToolTip(plain(BUTTONS[name][1]))
        made.setAccessibleName(BUTTONS[name][1])
        return made

    def _word(self) -> None:
        phases = self._bridge.rules.phases(self._bridge.state)
        here, last = self.slider.value(), self.slider.maximum()
        self.words.setText(f"Step {here} of {last} · turn {phases.turn}")
        self._fit()
        self.buttons["back"].setEnabled(here > 0)
        self.buttons["forward"].setEnabled(here < last)
        self.buttons["play"].setEnabled(self._is_playing or here < last)

    def _fit(self) -> None:
        self.words.setVisible(self.width() >= self.minimumSizeHint().width())

    def _by(self, step: int) -> None:
        self.slider.setValue(self.slider.value() + step)

    def _seek(self) -> None:
        """Stand on the step the slider came to rest at."""
        goal = self._steps[self.slider.value()]
        if self._bridge.is_open and goal != self._bridge.game.log.current:
            self.sought.emit(goal)

    def _play(self) -> None:
        if self._is_playing:
            self.stop_wanted.emit()
        elif self._bridge.is_open:
            self.play_wanted.emit(self._bridge.game.log.current, self._steps[-1])

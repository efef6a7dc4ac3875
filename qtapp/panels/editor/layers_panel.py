"""The layers of the board: shown or hidden, locked, and how strongly they are drawn."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QGridLayout,
    QScrollArea,
    QSizePolicy,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from qtapp.icons import Icons
from qtapp.layer_state import LOCKABLE, TITLES, BoardLayer, LayerState
from qtapp.panels.parts import Flow, button, label
from qtapp.settings import Preferences

_SETTING = "layers"


class LayersPanel(QWidget):
    """One line for each layer. What is set is kept among the user's preferences."""

    def __init__(self, state: LayerState, preferences: Preferences, icons: Icons) -> None:
        super().__init__()
        self._state = state
        self._preferences = preferences
        self.eyes: dict[BoardLayer, QToolButton] = {}
        self.locks: dict[BoardLayer, QToolButton] = {}
        self.sliders: dict[BoardLayer, QSlider] = {}
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 6, 0)
        grid.setHorizontalSpacing(4)
        grid.setVerticalSpacing(1)
        grid.setColumnStretch(2, 1)
        for row, layer in enumerate(TITLES):
            self._line(grid, row, layer)
        grid.setRowStretch(len(TITLES), 1)
        holder = QWidget()
        holder.setLayout(grid)
        area = QScrollArea()
        area.setWidget(holder)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.everything = button("Show everything", "Show every layer in full, unlocked")
        self.everything.clicked.connect(state.reset)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 2, 2, 8)
        layout.addWidget(area, 1)
        buttons = Flow()
        buttons.fill([self.everything])
        layout.addWidget(buttons)
        self.set_icons(icons)
        self._recall()
        state.changed.connect(self._show)
        state.changed.connect(self._remember)
        self._show()

    def _line(self, grid: QGridLayout, row: int, layer: BoardLayer) -> None:
        title = TITLES[layer]
        eye, lock = QToolButton(), QToolButton()
        for press in (eye, lock):
            press.setProperty("quiet", True)
        eye.setCheckable(True)
        eye.setToolTip(f"Show “{title}”")
        eye.setAccessibleName(f"Show {title}")
        eye.clicked.connect(lambda on: self._state.set_visible(layer, on))
        lock.setCheckable(True)
        lock.setToolTip(f"Lock “{title}” against the tools")
        lock.setAccessibleName(f"Lock {title}")
        lock.clicked.connect(lambda on: self._state.set_locked(layer, on))
        name = label(title, wraps=False)
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setRange(0, 100)
        slider.setPageStep(10)
        slider.setFixedWidth(88)
        slider.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        slider.setAccessibleName(f"Opacity of {title}")
        slider.valueChanged.connect(lambda part: self._state.set_opacity(layer, part / 100))
        name.setBuddy(slider)
        grid.addWidget(eye, row, 0)
        if layer in LOCKABLE:
            grid.addWidget(lock, row, 1)
            self.locks[layer] = lock
        grid.addWidget(name, row, 2)
        grid.addWidget(slider, row, 3)
        self.eyes[layer], self.sliders[layer] = eye, slider

    def set_icons(self, icons: Icons) -> None:
        """Use a theme's icons."""
        self._icons = icons
        self._show()

    def _show(self) -> None:
        for layer, eye in self.eyes.items():
            standing = self._state.standing(layer)
            eye.setChecked(standing.visible)
            eye.setIcon(self._icons.icon("eye" if standing.visible else "eye-off"))
            slider = self.sliders[layer]
            slider.setEnabled(standing.visible)
            slider.setToolTip(f"Opacity {standing.opacity:.0%}")
            if slider.value() != round(standing.opacity * 100):
                slider.blockSignals(True)
                slider.setValue(round(standing.opacity * 100))
                slider.blockSignals(False)
        for layer, lock in self.locks.items():
            is_locked = self._state.standing(layer).locked
            lock.setChecked(is_locked)
            lock.setIcon(self._icons.icon("lock" if is_locked else "lock-open"))

    def _remember(self) -> None:
        words = []
        for layer in BoardLayer:
            standing = self._state.standing(layer)
            words.append(
                f"{layer.value}:{int(standing.visible)}{int(standing.locked)}"
                f"{round(standing.opacity * 100)}"
            )
        self._preferences.keep_text(_SETTING, " ".join(words))

    def _recall(self) -> None:
        known = {layer.value: layer for layer in BoardLayer}
        for word in self._preferences.kept_text(_SETTING).split():
            name, _, rest = word.partition(":")
            layer = known.get(name)
            if layer is None or not rest.isdigit() or len(rest) < 3:
                continue
            self._state.set_visible(layer, rest[0] == "1")
            if layer in LOCKABLE:
                self._state.set_locked(layer, rest[1] == "1")
            self._state.set_opacity(layer, int(rest[2:]) / 100)

"""One line of the Layers panel: an eye, a lock, the name of the layer, and its opacity."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QSlider, QToolButton

from qtapp.widgets.icons import Icons
from qtapp.widgets.parts import label
from qtapp.widgets.plain import plain
from qtapp.workspaces.map.choices.layer_state import Standing

LONGEST = 130
"""Pixels that a name has before its slider gives room."""


class LayerRow(QObject):
    """The widgets of one layer; ``changed`` carries how it is to stand."""

    changed = Signal(object)

    def __init__(
        self, panel: QObject, title: str, *, has_lock: bool, is_part: bool = False
    ) -> None:
        super().__init__(panel)
        self._standing = Standing()
        self.eye = _switch(f"Show “{title}”", f"Show {title}")
        self.lock: QToolButton | None = None
        if has_lock:
            self.lock = _switch(f"Lock “{title}” against the tools", f"Lock {title}")
            self.lock.clicked.connect(lambda on: self._set(locked=on))
        self.name: QLabel = label(f"   {title}" if is_part else title, wraps=False)
        self.name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.name.setMinimumWidth(min(LONGEST, self.name.sizeHint().width()))
        self.name.setToolTip(plain(title))
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, 100)
        self.slider.setPageStep(10)
        self.slider.setMinimumWidth(36)
        self.slider.setMaximumWidth(84)
        self.slider.setAccessibleName(f"Opacity of {title}")
        self.name.setBuddy(self.slider)
        self.eye.clicked.connect(lambda on: self._set(visible=on))
        self.slider.valueChanged.connect(lambda part: self._set(opacity=part / 100))

    def add_to(self, grid: QGridLayout, row: int) -> None:
        """Stand in a row of a grid of four columns."""
        grid.addWidget(self.eye, row, 0)
        if self.lock is not None:
            grid.addWidget(self.lock, row, 1)
        grid.addWidget(self.name, row, 2)
        grid.addWidget(self.slider, row, 3)

    def drop(self) -> None:
        """Release the widgets."""
        for widget in (self.eye, self.lock, self.name, self.slider):
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.deleteLater()

    def show_standing(self, standing: Standing, icons: Icons) -> None:
        """Show how the layer stands."""
        self._standing = standing
        self.eye.setChecked(standing.visible)
        self.eye.setIcon(icons.icon("eye" if standing.visible else "eye-off"))
        if self.lock is not None:
            self.lock.setChecked(standing.locked)
            self.lock.setIcon(icons.icon("lock" if standing.locked else "lock-open"))
        self.slider.setEnabled(standing.visible)
        self.slider.setToolTip(plain(f"Opacity {standing.opacity:.0%}"))
        self.slider.blockSignals(True)
        self.slider.setValue(round(standing.opacity * 100))
        self.slider.blockSignals(False)

    def _set(
        self, visible: bool | None = None, locked: bool | None = None, opacity: float | None = None
    ) -> None:
        now = self._standing
        self.changed.emit(
            Standing(
                now.visible if visible is None else visible,
                now.locked if locked is None else locked,
                now.opacity if opacity is None else opacity,
            )
        )


def _switch(tip: str, name: str) -> QToolButton:
    """A button of a row that is on or off."""
    button = QToolButton()
    button.setProperty("quiet", True)
    button.setCheckable(True)
    button.setToolTip(plain(tip))
    button.setAccessibleName(name)
    return button

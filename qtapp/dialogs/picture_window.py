"""A picture of the manual at its full size."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from qtapp.widgets.parts import label

FRAME = QSize(60, 110)
"""What frame, scroll bars and buttons take beside the picture, in pixels."""


class PictureWindow(QDialog):
    """Shows one picture: at first pixel for pixel, or fitted to the window with *Fit*."""

    def __init__(self, title: str, data: bytes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self._whole = QPixmap()
        self._whole.loadFromData(QByteArray(data))
        self.label = label(wraps=False)
        self.label.setAccessibleName(title)
        self.label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._area = QScrollArea()
        self._area.setAccessibleName("Picture")
        self._area.setWidget(self.label)
        self._area.setWidgetResizable(True)
        closer = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.fit = QPushButton("&Fit")
        self.fit.setCheckable(True)
        self.fit.setToolTip("Fit the picture to the window, or show it pixel for pixel")
        self.fit.toggled.connect(self._show)
        closer.addButton(self.fit, QDialogButtonBox.ButtonRole.ActionRole)
        closer.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self._area, 1)
        layout.addWidget(closer)
        screen = self.screen().availableSize()
        self.resize((self._whole.size() + FRAME).boundedTo(screen * 0.95))
        self._show()

    def resizeEvent(self, event: object) -> None:
        """A fitted picture follows the window."""
        self._show()

    def _show(self) -> None:
        picture = self._whole
        if self.fit.isChecked():
            picture = picture.scaled(
                self._area.viewport().size(),
                Qt.AspectRatioMode.KeepAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
        self.label.setPixmap(picture)

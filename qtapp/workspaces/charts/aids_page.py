"""The middle of the Charts workspace while a player aid is in view: the picture and its head."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from qtapp.widgets.focus import FocusPass
from qtapp.widgets.parts import button, label
from qtapp.widgets.picture_view import FullScreen, PictureView
from qtapp.workspaces.charts.aids_controller import AidsController


class AidPage(QWidget):
    """Shows the chosen player aid. ``back_wanted`` asks for the charts again."""

    back_wanted = Signal()

    def __init__(self, controller: AidsController) -> None:
        super().__init__()
        self._controller = controller
        self.title = label("", "heading", "Player aid", wraps=False)
        self.folder = label("", "faint", "Folder and size", wraps=False)
        self.note = label("", "", "Note")
        self.view = PictureView("Picture of the chart")
        self.fit = button("Fit", "See all of the picture (0)")
        self.fit.clicked.connect(self.view.fit)
        self.whole = button("1 : 1", "See it pixel for pixel (1)")
        self.whole.clicked.connect(lambda: self.view.zoom_to(1.0))
        self.full = button("Full screen", "See it over the whole screen; Esc comes back")
        self.full.clicked.connect(self.show_full)
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self.title)
        head.addWidget(self.folder, 1)
        for widget in (self.fit, self.whole, self.full):
            head.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 10, 14, 10)
        layout.setSpacing(6)
        layout.addLayout(head)
        layout.addWidget(self.note)
        layout.addWidget(self.view, 1)
        FocusPass(self, self.view)
        controller.chosen_changed.connect(self._show)
        controller.changed.connect(self._show_head)
        self.view.zoomed.connect(self._show_head)
        self._show()

    def show_full(self) -> FullScreen | None:
        """Show the picture over the whole screen; None without one."""
        aid, image = self._controller.aid, self._controller.image()
        if aid is None or image is None:
            return None
        window = FullScreen(aid.name, image, self)
        window.showFullScreen()
        return window

    def _show(self) -> None:
        aid = self._controller.aid
        words = f"{aid.name}. {aid.note}".strip() if aid is not None else ""
        self.view.show_picture(self._controller.image(), words)
        self._show_head()

    def _show_head(self) -> None:
        aid = self._controller.aid
        self.title.setText(aid.name if aid is not None else "")
        size = f"{aid.width:,} × {aid.height:,} pixels, {self.view.zoom:.0%}" if aid else ""
        where = f"{aid.folder}  ·  " if aid is not None and aid.folder else ""
        self.folder.setText(f"{where}{size}")
        self.note.setText(aid.note if aid is not None else "")
        self.note.setVisible(bool(aid is not None and aid.note))

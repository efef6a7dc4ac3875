"""The Counters workspace: faces designed, sheets printed and read."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QStackedWidget, QVBoxLayout, QWidget

from qtapp.app.services import Services
from qtapp.painters.counters.counter_images import read_picture
from qtapp.widgets.icons import Icons
from qtapp.widgets.parts import button, label, scrolled
from qtapp.workspaces.counters.counters_controller import CountersController
from qtapp.workspaces.counters.counters_table import CHOSEN, COUNTERS_TABLE, OPEN
from qtapp.workspaces.counters.form import FaceForm
from qtapp.workspaces.counters.list_view import CounterList
from qtapp.workspaces.counters.preview import Preview
from qtapp.workspaces.counters.print_view import PrintView
from qtapp.workspaces.counters.scan_view import ScanView
from qtapp.workspaces.units.order_workspace import OrderWorkspace
from qtapp.workspaces.workspace import Command
from resources import Theme

_EMPTY, _DESIGN, _PRINT, _SCAN = range(4)


class CountersWorkspace(OrderWorkspace):
    """Designs the counters of an order of battle of the open file."""

    table = COUNTERS_TABLE
    when_open, when_chosen = OPEN, CHOSEN

    def __init__(self, window: Services) -> None:
        self.controller = CountersController(window)
        super().__init__(window, self.controller)
        self.list = CounterList(self.controller, window.devicePixelRatioF())
        self.form = FaceForm(self.controller)
        self.preview = Preview(self.controller)
        self.printing = PrintView(self.controller)
        self.scan = ScanView(self.controller)
        self.why = label("", "heading", "Why there are no counters")
        self.copy = button("Design a copy", "Add a copy of the order of battle and design that")
        self._pages = QStackedWidget()
        shown = scrolled(self.preview, "The counter", framed=False)
        for page in (self._nothing(), shown, self.printing, self.scan):
            self._pages.addWidget(page)
        self._connect()

    @property
    def panels(self) -> Mapping[str, QWidget]:
        """The wall of counters and the form."""
        return {"counter_list": self.list, "counter_face": self.form}

    @property
    def page(self) -> QWidget:
        """The preview, the sheets to print, or the scan."""
        return self._pages

    def commands(self) -> Mapping[str, Command]:
        """What the actions do."""
        return {
            "counter_design": lambda: self._show(_DESIGN),
            "counter_print": lambda: self._show(_PRINT),
            "counter_scan": self._show_scan,
            "counter_picture": lambda: self._ask_picture(back=False),
            "counter_back_picture": lambda: self._ask_picture(back=True),
            "counter_reset": lambda: self.controller.reset(self.list.chosen),
            "counter_all": self.list.view.selectAll,
            "counter_find": self.list.search.setFocus,
        }

    def has_chosen(self) -> bool:
        """Whether counters of the wall are selected."""
        return bool(self.list.chosen)

    def enter(self) -> None:
        """Lay the counters on the board of the file."""
        super().enter()
        self._lay_board()

    def show_afresh(self) -> None:
        """Show all counters, and lay the scan aside."""
        self.scan.stop()
        self.list.show_all()

    def show_none(self, text: str, *, copy: bool) -> None:
        """Say why there are no counters, and offer a copy where one could be designed."""
        self.why.setText(text if self._orders() else f"{text} Add one in Contents.")
        self.copy.setVisible(copy)
        self._pages.setCurrentIndex(_EMPTY)

    def escape(self) -> bool:
        """Widen the search again."""
        if self.list.search.text():
            self.list.search.clear()
            return True
        return False

    def wear(self, theme: Theme, icons: Icons) -> None:
        """Colour the piece of board as the boards are."""
        self._lay_board()

    def _lay_board(self) -> None:
        board = self.window.view.board.map if self.window.document.has_board else None
        self.preview.show_board(board, self.window.scheme)

    def _connect(self) -> None:
        self.list.chosen_changed.connect(self._chosen)
        self.controller.opened.connect(lambda: self._show(_DESIGN))
        self.controller.changed.connect(self._edited)
        for part in (self.printing, self.scan):
            part.refused.connect(self.window.notice.trouble)
        self.printing.written.connect(self.window.notice.say)
        self.scan.said.connect(self.window.notice.say)
        self.copy.clicked.connect(self.copy_order)

    def _chosen(self) -> None:
        ids = self.list.chosen
        self.form.show_units(ids)
        self.preview.show_units(self.controller.units(ids))
        self.printing.show_units(self.list.shown_units)
        self.changed.emit()

    def _edited(self) -> None:
        self.form.show_units(self.list.chosen)
        self.preview.show_units(self.controller.units(self.list.chosen))
        self.printing.refresh()

    def _show(self, page: int) -> None:
        self._pages.setCurrentIndex(page)
        self.printing.refresh()

    def _show_scan(self) -> None:
        self._show(_SCAN)
        self.scan.focus_next()

    def _ask_picture(self, *, back: bool) -> None:
        folder = str(self.controller.session.path.parent)
        name, _kind = QFileDialog.getOpenFileName(
            self.window, "Own picture", folder, "Pictures (*.png *.jpg *.jpeg *.svg *.webp)"
        )
        if name:
            with self.window.trouble.told():
                self.controller.set_picture(self.list.chosen, read_picture(name), back=back)

    def _nothing(self) -> QWidget:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.addWidget(self.why)
        layout.addWidget(self.copy, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addStretch(1)
        return scrolled(page, "No counters", framed=False)

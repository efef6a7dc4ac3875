"""The Counters workspace: faces designed, sheets printed and read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QStackedWidget, QVBoxLayout, QWidget

from engine.oob_session import OobSession
from maps.errors import KnownError
from qtapp.action_kinds import When
from qtapp.counter_room.desk import CounterDesk
from qtapp.counter_room.form import FaceForm
from qtapp.counter_room.list_view import CounterList
from qtapp.counter_room.preview import Preview
from qtapp.counter_room.print_view import PrintView
from qtapp.counter_room.scan_view import ScanView
from qtapp.icons import Icons
from qtapp.painters.counter_images import read_picture
from qtapp.panels.parts import button, label
from qtapp.rooms.counters_table import CHOSEN, COUNTERS_TABLE, OPEN
from qtapp.rooms.room import Command, Room
from resources import Theme

if TYPE_CHECKING:
    from qtapp.main_window import MainWindow

DIM = 0.22
_EMPTY, _DESIGN, _PRINT, _SCAN = range(4)


class CountersRoom(Room):
    """Designs the counters of an order of battle of the open file."""

    table = COUNTERS_TABLE

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.desk = CounterDesk(window)
        self.list = CounterList(self.desk, window.devicePixelRatioF())
        self.form = FaceForm(self.desk)
        self.preview = Preview(self.desk)
        self.printing = PrintView(self.desk)
        self.scan = ScanView(self.desk)
        self.why = label("", "title", "Why there are no counters")
        self.copy = button("Design a copy", "Add a copy of the order of battle and design that")
        self._pages = QStackedWidget()
        for page in (self._nothing(), self.preview, self.printing, self.scan):
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
            "counter_scan": lambda: self._show(_SCAN),
            "counter_picture": lambda: self._ask_picture(back=False),
            "counter_back_picture": lambda: self._ask_picture(back=True),
            "counter_reset": lambda: self.desk.reset(self.list.chosen),
            "counter_all": self.list.view.selectAll,
            "counter_find": self.list.search.setFocus,
        }

    def enter(self) -> None:
        """Open the file's order of battle, unless it is open."""
        wanted = self.window.document.order_number
        if self.desk.is_open and self.desk.number == wanted:
            return
        self._open(wanted)

    def opened(self) -> None:
        """Another file has others."""
        self.scan.stop()
        self.desk.close()

    def closed(self) -> None:
        """Let go of it."""
        self.scan.stop()
        self.desk.close()

    def holding(self) -> set[str]:
        """What there is to undo, and whether counters are chosen."""
        told = {
            When.UNDO: self.desk.can_undo,
            When.REDO: self.desk.can_redo,
            OPEN: self.desk.is_open,
            CHOSEN: self.desk.is_open and bool(self.list.chosen),
        }
        return {when for when, holds in told.items() if holds}

    def undo(self) -> None:
        """Take the last edit back."""
        self.desk.undo()

    def redo(self) -> None:
        """Bring it back again."""
        self.desk.redo()

    def escape(self) -> bool:
        """Widen the search again."""
        if self.list.search.text():
            self.list.search.clear()
            return True
        return False

    def wear(self, theme: Theme, icons: Icons) -> None:
        """Dim the pieces of board in a dark theme."""
        self.preview.dim = DIM if theme.dark else 0.0
        self.preview.update()

    def _connect(self) -> None:
        self.list.chosen_changed.connect(self._chosen)
        self.desk.changed.connect(self._edited)
        self.desk.closed.connect(self.changed)
        for part in (self.desk, self.printing, self.scan):
            part.refused.connect(self.window.notice.trouble)
        self.printing.written.connect(self.window.notice.say)
        self.scan.said.connect(self.window.notice.say)
        self.copy.clicked.connect(self._copy)
        self.window.document.order_chosen.connect(self._order_chosen)

    def _chosen(self) -> None:
        ids = self.list.chosen
        self.form.show_units(ids)
        self.preview.show_units(self.desk.units(ids))
        self.printing.show_units(self.list.shown_units)
        self.changed.emit()

    def _edited(self) -> None:
        self.form.show_units(self.list.chosen)
        self.preview.show_units(self.desk.units(self.list.chosen))
        self.printing.refresh()
        self.changed.emit()

    def _order_chosen(self) -> None:
        if self.is_active:
            self._open(self.window.document.order_number)
        else:
            self.desk.close()

    def _open(self, number: int | None) -> None:
        self.desk.close()
        path = self.window.document.path
        self.copy.setVisible(False)
        if path is None or number is None:
            self._empty("No order of battle is in this file yet: add one in Contents.")
            return
        try:
            self.desk.take(OobSession.open(path, number))
        except KnownError as error:
            self._empty(str(error))
            self.copy.setVisible(True)
            return
        self._show(_DESIGN)

    def _empty(self, text: str) -> None:
        self.why.setText(text)
        self._pages.setCurrentIndex(_EMPTY)

    def _copy(self) -> None:
        path, number = self.window.document.path, self.window.document.order_number
        if path is None or number is None:
            return
        with self.window.trouble.told():
            with OobSession.copy(path, number) as made:
                fresh = made.number
            self.window.document.changed()
            self.window.document.edit_order(fresh)

    def _show(self, page: int) -> None:
        self._pages.setCurrentIndex(page)
        self.printing.refresh()

    def _ask_picture(self, *, back: bool) -> None:
        name, _kind = QFileDialog.getOpenFileName(
            self.window, "Own picture", "", "Pictures (*.png *.jpg *.jpeg *.svg *.webp)"
        )
        if name:
            with self.window.trouble.told():
                self.desk.set_picture(self.list.chosen, read_picture(name), back=back)

    def _nothing(self) -> QWidget:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(28, 22, 28, 22)
        layout.addWidget(self.why)
        layout.addWidget(self.copy)
        layout.addStretch(1)
        return page

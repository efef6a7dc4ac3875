"""What the shipped board has otherwise: every difference by sort and hex, taken over on request."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QProgressDialog,
    QTreeWidgetItem,
    QVBoxLayout,
)

from engine.editing.newer_board import Difference, fitting, newer_differences, shipped_board
from maps.checking.newer import Sort, counted
from maps.errors import KnownError
from maps.model import GameMap
from qtapp.widgets.parts import Flow, button, label
from qtapp.widgets.plain import plain
from qtapp.widgets.wrapped import WrappedTree
from qtapp.workers.waiting import PATIENT_MS
from qtapp.workspaces.map.map_controller import MapController
from qtapp.workspaces.map.panels.base import EditorPanel

LINES = int(Qt.ItemDataRole.UserRole)
SHOWN = 200
"""So many differences of one sort are listed; the others are counted, and taken with their sort."""
SAME = "This board is as it is shipped."
FOREIGN = "This board is your own: none is shipped under its id."


class NewerPanel(EditorPanel):
    """Differences in groups; ``picked`` carries the hex of a line, ``marked`` all that are chosen.

    ``said`` carries what taking over did.
    """

    picked = Signal(object)
    marked = Signal(object)
    said = Signal(str)

    def __init__(self, controller: MapController) -> None:
        super().__init__(controller)
        self._newer: GameMap | None = None
        self._found: list[Difference] = []
        self._summary = label("", "faint", "What the shipped board has otherwise")
        self.filter = QLineEdit()
        self.filter.setPlaceholderText("Filter: a word, a hex, a place")
        self.filter.setAccessibleName("Filter differences")
        self.filter.setToolTip("Words or a hex that a difference has to have")
        self.filter.setClearButtonEnabled(True)
        self.tree = WrappedTree()
        self.tree.setAccessibleName("Differences from the shipped board")
        self.tree.setToolTip("What the shipped board has otherwise; a click shows it on the board")
        self.tree.setIndentation(14)
        self.tree.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.take_chosen = button("Take over selected", "Make the selected ones so on this board")
        self.take_all = button(
            "Take over all", "Make all so on this board, but not what you edited; one step of undo"
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 2, 8, 8)
        layout.addWidget(self._summary)
        layout.addWidget(self.filter)
        layout.addWidget(self.tree, 1)
        self._buttons = Flow()
        self._buttons.fill([self.take_chosen, self.take_all])
        layout.addWidget(self._buttons)
        self.filter.textChanged.connect(lambda _text: self._fill())
        self.tree.itemClicked.connect(lambda item, _column: self._pick(item))
        self.tree.itemActivated.connect(lambda item, _column: self._pick(item))
        self.tree.itemSelectionChanged.connect(self._chosen_changed)
        self.tree.installEventFilter(self)
        self.take_chosen.clicked.connect(lambda: self._take(self.chosen))
        self.take_all.clicked.connect(lambda: self._take(self.offered))
        self._enable()

    @property
    def summary(self) -> str:
        """The result in one line."""
        return self._summary.text()

    @property
    def found(self) -> tuple[Difference, ...]:
        """All differences."""
        return tuple(self._found)

    @property
    def offered(self) -> list[Difference]:
        """Those that overwrite no edit of the owner's."""
        return [one for one in self._found if not one.is_own]

    @property
    def chosen(self) -> list[Difference]:
        """The selected ones, each once; a heading selects all of its sort that the filter lets."""
        lines = [one for item in self.tree.selectedItems() for one in item.data(0, LINES) or ()]
        return list(dict.fromkeys(lines))

    def shipped(self, ident: str) -> GameMap | None:
        """The board that is shipped under an id, read once; None when none is."""
        if self._newer is None or self._newer.id != ident:
            self._newer = shipped_board(ident)
        return self._newer

    def refresh(self) -> None:
        """Compare the boards again."""
        session = self.controller.session
        if session is None:
            return
        newer = self.shipped(session.map.id)
        self._found = newer_differences(session, newer)
        if newer is None:
            told = FOREIGN
        elif not self._found:
            told = SAME
        else:
            own = len(self._found) - len(self.offered)
            told = f"The shipped board has {counted(self._found)} otherwise."
            if own:
                told += f" You edited {own:,} of them, which only “selected” takes over."
        self._summary.setText(told)
        self._fill()

    def leave(self) -> None:
        """Mark and filter nothing any more."""
        self.filter.clear()
        self.tree.clearSelection()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter goes to the hex of the line under the cursor."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        ):
            self._pick(self.tree.currentItem())
            return True
        return super().eventFilter(watched, event)

    def _fill(self) -> None:
        board = self.board
        groups = (self.tree.topLevelItem(n) for n in range(self.tree.topLevelItemCount()))
        closed = {
            item.text(0).rpartition(" (")[0]
            for item in groups
            if item is not None and not item.isExpanded()
        }
        self.tree.clear()
        if board is not None:
            words = self.filter.text().casefold().split()
            for sort in Sort:
                found = [
                    one for one in self._found if one.sort is sort and _holds(one, board, words)
                ]
                if found:
                    self._add(board, sort, found, is_open=sort.value not in closed)
        self._enable()

    def _add(
        self, board: GameMap, sort: Sort, found: Sequence[Difference], *, is_open: bool
    ) -> None:
        group = QTreeWidgetItem([f"{sort.value} ({len(found):,})"])
        group.setData(0, LINES, tuple(found))
        font = group.font(0)
        font.setBold(True)
        group.setFont(0, font)
        self.tree.addTopLevelItem(group)
        for one in found[:SHOWN]:
            item = QTreeWidgetItem([one.told(board)])
            item.setData(0, LINES, (one,))
            item.setToolTip(0, plain(f"{sort.value}. {one.told(board)}"))
            group.addChild(item)
        if len(found) > SHOWN:
            more = QTreeWidgetItem([f"… and {len(found) - SHOWN:,} more; filter to see them"])
            more.setFlags(Qt.ItemFlag.NoItemFlags)
            group.addChild(more)
        group.setExpanded(is_open)

    def _enable(self) -> None:
        self.take_chosen.setEnabled(bool(self.tree.selectedItems()))
        self.take_all.setEnabled(bool(self.offered))

    def _chosen_changed(self) -> None:
        self._enable()
        self.marked.emit(frozenset(one.hex for one in self.chosen if one.hex is not None))

    def _pick(self, item: QTreeWidgetItem | None) -> None:
        lines: Sequence[Difference] = (item.data(0, LINES) or ()) if item is not None else ()
        if len(lines) == 1 and lines[0].hex is not None:
            self.picked.emit(lines[0].hex)

    def _take(self, wanted: Sequence[Difference]) -> None:
        """Take differences over, as far as the games on the board let."""
        session = self.controller.session
        if session is None or not wanted:
            return
        bar = QProgressDialog("Asking the games on this board", "Cancel", 0, 0, self)
        bar.setWindowTitle("Sandtable")
        bar.setWindowModality(Qt.WindowModality.ApplicationModal)
        bar.setMinimumDuration(PATIENT_MS)
        looks = 0

        def tell() -> None:
            nonlocal looks
            looks += 1
            bar.setValue(looks)
            if bar.wasCanceled():
                raise _CancelledError

        try:
            fits = fitting(session, wanted, tell)
            self.controller.apply(fits.change)
        except _CancelledError:
            return
        except KnownError as error:
            self.refused.emit(str(error))
            return
        finally:
            bar.reset()
            bar.deleteLater()
        self.look_again()
        count = len(wanted) - len(fits.left_out)
        told = f"Taken over: {count:,} thing{'' if count == 1 else 's'}, as one step of undo."
        if fits.left_out:
            board = session.map
            where = {board.label(one.hex) for one in fits.left_out if one.hex is not None}
            named = f" ({', '.join(sorted(where)[:8])}{' …' if len(where) > 8 else ''})"
            told += f" Left as it is: {counted(fits.left_out)}{named if where else ''}. "
            self.refused.emit(told + " ".join(fits.why[:3]))
        else:
            self.said.emit(told)


class _CancelledError(Exception):
    """The person does not want it any more."""


def _holds(one: Difference, board: GameMap, words: Sequence[str]) -> bool:
    told = f"{one.sort} {one.told(board)}".casefold()
    return all(word in told for word in words)

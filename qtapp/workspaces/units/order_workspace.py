"""What the workspaces that edit one order of battle of the open file have in common."""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path

from engine.editing.oob_session import OobSession
from engine.editing.project_session import OrderInfo
from maps.errors import KnownError
from qtapp.actions.action_kinds import When
from qtapp.app.services import Services
from qtapp.workspaces.units.order_controller import OrderController
from qtapp.workspaces.workspace import Workspace


class OrderWorkspace(Workspace):
    """Opens an order of battle in its controller, follows the document, and undoes there.

    A room names the conditions that say that one is open, and that something of it is chosen.
    """

    when_open: str
    when_chosen: str

    def __init__(self, window: Services, controller: OrderController) -> None:
        super().__init__(window)
        self._at = controller
        self._tried: int | None = None
        controller.opened.connect(self.changed)
        controller.closed.connect(self.changed)
        controller.changed.connect(lambda _touched: self.changed.emit())
        controller.refused.connect(window.notice.trouble)
        window.document.order_chosen.connect(self._order_chosen)
        window.document.contents_changed.connect(self._contents_changed)

    @abstractmethod
    def has_chosen(self) -> bool:
        """Whether units are chosen."""

    @abstractmethod
    def show_afresh(self) -> None:
        """Another file: leave nothing narrowed, and go back to the first view."""

    @abstractmethod
    def show_none(self, text: str, *, copy: bool) -> None:
        """Say why there is no order of battle to edit; ``copy`` when a copy could be edited."""

    def show_kept(self, path: Path, info: OrderInfo, error: KnownError) -> None:
        """Say that an order of battle stays as it is, for a game is played with it."""
        self.show_none(str(error), copy=True)

    def show_orders(self, orders: tuple[OrderInfo, ...], number: int | None) -> None:
        """Offer the orders of battle of the file, one of which is tried."""

    def enter(self) -> None:
        """Open the file's order of battle, unless it is open."""
        wanted = self._usual()
        if not self._at.is_open or self._at.number != wanted:
            self.open_order(wanted)

    def opened(self) -> None:
        """Another file has others."""
        self._at.close()
        self.show_afresh()

    def closed(self) -> None:
        """Release it."""
        self._at.close()
        self.show_afresh()

    def holding(self) -> set[str]:
        """What there is to undo, and whether units are chosen."""
        told = {
            When.UNDO: self._at.can_undo,
            When.REDO: self._at.can_redo,
            self.when_open: self._at.is_open,
            self.when_chosen: self._at.is_open and self.has_chosen(),
        }
        return {when for when, holds in told.items() if holds}

    def undo(self) -> None:
        """Take the last edit back."""
        self._at.undo()

    def redo(self) -> None:
        """Bring it back again."""
        self._at.redo()

    def open_order(self, number: int | None) -> None:
        """Edit an order of battle of the file, or say why that cannot be."""
        self._at.close()
        self._tried = number
        orders = self._orders()
        self.show_orders(orders, number)
        info = next((one for one in orders if one.number == number), None)
        path = self.window.document.path
        if info is None or path is None:
            self.show_none("No order of battle is in this file yet.", copy=False)
            return
        try:
            self._at.take(OobSession.open(path, info.number))
        except KnownError as error:
            if info.games:
                self.show_kept(path, info, error)
            else:
                self.show_none(str(error), copy=False)

    def copy_order(self) -> None:
        """Add a copy of the order of battle that cannot be edited to the file, and edit that."""
        path, number = self.window.document.path, self._tried
        if path is None or number is None:
            return
        with self.window.trouble.told():
            with OobSession.copy(path, number) as made:
                fresh = made.number
            self.window.document.changed()
            self.window.document.edit_order(fresh)

    def _orders(self) -> tuple[OrderInfo, ...]:
        document = self.window.document
        return document.project.orders if document.path is not None else ()

    def _usual(self) -> int | None:
        """The order of battle to open: the chosen one, else one no game is played with."""
        orders = self._orders()
        chosen = self.window.document.order_number
        if self.window.document.has_chosen_order or not orders:
            return chosen
        free = [info.number for info in orders if not info.games]
        return free[0] if free else chosen

    def _order_chosen(self) -> None:
        if self.is_active:
            self.open_order(self.window.document.order_number)
        else:
            self._at.close()

    def _contents_changed(self) -> None:
        orders = self._orders()
        if self._at.is_open and self._at.number not in {one.number for one in orders}:
            self._at.close()
        if not self.is_active:
            return
        if self._at.is_open:
            self.show_orders(orders, self._at.number)
        else:
            self.open_order(self._usual())

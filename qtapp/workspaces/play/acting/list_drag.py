"""Units dragged out of a list onto the board."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QPointF

from maps.hexgrid import Hex
from qtapp.board.view import MapView
from qtapp.workspaces.play.acting.carrying import Carrying, Player
from qtapp.workspaces.play.panels.unit_list import UnitList


class ListDrag(QObject):
    """Carries the selected units from a list over the board, as if lifted off the board."""

    def __init__(self, player: Player, view: MapView, source: UnitList) -> None:
        super().__init__(source)
        self._view = view
        self._carrying = Carrying(player, view)
        self._is_on = False
        source.lifted.connect(self._lift)
        source.carried.connect(self._carry)
        source.dropped.connect(self._drop)

    def _lift(self) -> None:
        self._is_on = self._carrying.lift_chosen()

    def _carry(self, spot: QPoint) -> None:
        if self._is_on:
            inside = QPointF(self._view.viewport().mapFromGlobal(spot))
            self._carrying.carry(self._hex(spot), self._view.paper_at(inside))

    def _drop(self, spot: QPoint) -> None:
        if self._is_on:
            self._is_on = False
            self._carrying.drop(self._hex(spot))

    def give_up(self) -> bool:
        """Put back what is dragged; True when there was something."""
        was, self._is_on = self._is_on, False
        if was:
            self._carrying.abandon()
        return was

    def _hex(self, spot: QPoint) -> Hex | None:
        """The hex at a point of the screen; none beside the board."""
        port = self._view.viewport()
        inside = port.mapFromGlobal(spot)
        return self._view.hex_under(QPointF(inside)) if port.rect().contains(inside) else None

"""Drags of the left button over a board: units that are lifted, a lasso, or else a pan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QPolygonF

from qtapp.board.tool_input import Carrier

if TYPE_CHECKING:
    from qtapp.board.view import MapView

DRAG_PX = 8
"""How far the mouse goes with a button down before it is a drag and no click, in pixels."""


class BoardDrags:
    """Follows one drag of the left button in one view, for the carrier of the view."""

    def __init__(self, view: MapView) -> None:
        self._view = view
        self._carrier: Carrier | None = None
        self._is_carrying = False
        self._lasso: QPolygonF | None = None

    def set_carrier(self, carrier: Carrier | None) -> None:
        """Have counters lifted and put down by dragging; None leaves them where they are."""
        self.give_up()
        self._carrier = carrier

    @property
    def carrier(self) -> Carrier | None:
        """Who lifts counters here."""
        return self._carrier

    def give_up(self) -> bool:
        """Put back what is being dragged, or drop a lasso; True when there was something."""
        was = self._is_carrying or self._lasso is not None
        if self._is_carrying and self._carrier is not None:
            self._carrier.abandon()
        self._clear()
        return was

    def move(self, pressed: QPoint, event: QMouseEvent) -> bool:
        """Go on with a drag that began where the button was pressed; False when it is to pan."""
        spot = event.position()
        if not self._is_carrying and self._lasso is None:
            if (spot.toPoint() - pressed).manhattanLength() < DRAG_PX:
                return True
            if not self._begin(pressed, event.modifiers()):
                return False
        live = self._view.board.live
        if self._lasso is not None:
            self._lasso.append(self._view.paper_at(spot))
            live.set_lasso(self._lasso)
        elif self._carrier is not None:
            live.set_hover(None)
            self._carrier.carry(self._view.hex_under(spot), self._view.paper_at(spot))
        return True

    def end(self, spot: QPointF) -> bool:
        """The button came up; False when it was no drag that lifted or drew a lasso."""
        lasso, is_carrying, view = self._lasso, self._is_carrying, self._view
        self._clear()
        if self._carrier is not None and is_carrying:
            self._carrier.drop(view.hex_under(spot))
        elif self._carrier is not None and lasso is not None:
            self._carrier.encircle(view.board.hexes_in(lasso))
        return is_carrying or lasso is not None

    def _begin(self, pressed: QPoint, held: Qt.KeyboardModifier) -> bool:
        view, carrier = self._view, self._carrier
        if carrier is None:
            return False
        paper = view.paper_at(QPointF(pressed))
        if held & Qt.KeyboardModifier.ShiftModifier:
            self._lasso = QPolygonF([paper])
            return True
        fan, box = view.board.live.fan, view.board.box_at(paper)
        in_fan = fan is not None and fan.plate.contains(paper)
        place = view.hex_under(QPointF(pressed)) if in_fan or box is None else box
        hit = view.board.counters_at(paper) if in_fan or box is not None else []
        self._is_carrying = place is not None and carrier.lift(place, hit[0] if hit else None)
        if self._is_carrying:
            view.spread(None)
        return self._is_carrying

    def _clear(self) -> None:
        self._is_carrying, self._lasso = False, None
        self._view.board.live.set_lasso(None)

"""With whose eyes the game is seen, and what is hidden from them."""

from __future__ import annotations

from engine.game.player_view import Fog, Seat
from qtapp.app.services import Services

SEAT_ACTIONS = ("seat_first", "seat_second")


class Seats:
    """Takes a seat by the actions that are checked, and checks those of the seat that is taken."""

    def __init__(self, window: Services) -> None:
        self._window = window

    def sit(self) -> None:
        """See the game with the eyes that were chosen, and say what is hidden."""
        window = self._window
        bridge, book = window.bridge, window.book
        sides = zip(bridge.game.system.sides, SEAT_ACTIONS, strict=False)
        side = next((side.id for side, ident in sides if book[ident].isChecked()), "")
        fog = Fog.SET_UP if book["fog_set_up"].isChecked() else Fog.STACKS
        with window.trouble.told():
            bridge.sit(Seat(side, fog))
        self.show()
        said = bridge.player_view.statement()
        window.notice.say(said or "Everything is open to both sides.")

    def show(self) -> None:
        """Check the actions of the seat that is taken."""
        bridge, book = self._window.bridge, self._window.book
        seat = bridge.player_view.seat
        book["seat_open"].setChecked(bridge.player_view.is_open)
        for side, ident in zip(bridge.game.system.sides, SEAT_ACTIONS, strict=False):
            book[ident].setChecked(side.id == seat.side)
        if seat.side:
            book["fog_set_up"].setChecked(seat.fog is Fog.SET_UP)

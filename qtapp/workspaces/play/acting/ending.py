"""The end of a phase: ended, asked about while units are idle, or held up by what must be done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from PySide6.QtCore import QLineF

from engine.core.actions import Objection
from engine.core.state import Piece
from engine.core.view.outlook import Duty
from engine.core.wording import counted
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.app.bridge import GameBridge
from qtapp.board.view import MapView
from qtapp.workspaces.play.acting.group import Group
from qtapp.workspaces.play.acting.offer import Offer


def nearest_last(view: MapView, hexes: Sequence[Hex]) -> tuple[Hex, ...]:
    """Hexes that serve a duty, as the board shows them: the nearest one surely, others if they fit
    beside it.
    """
    board, middle = view.board.board, view.visible_rect.center()
    if board is None:
        return tuple(hexes)
    far = {at: QLineF(middle, board.shape.hex_rect(at, 0).center()).length() for at in hexes}
    return tuple(sorted(hexes, key=lambda at: far[at], reverse=True))


def about(duty: Duty, pieces: Mapping[UnitId, Piece]) -> tuple[UnitId | None, tuple[Hex, ...]]:
    """The first unit in play of a duty, and all hexes that it is about."""
    units = [unit for unit in duty.units if unit in pieces]
    places = (*duty.places, *(pieces[unit].at for unit in units))
    hexes = dict.fromkeys(at for at in places if isinstance(at, Hex))
    return next(iter(units), None), tuple(hexes)


class Noting(Protocol):
    """A signal that carries a sentence."""

    def emit(self, text: str, /) -> None:
        """Say it."""


class Ender(Protocol):
    """What ending a phase needs of who plays on the board."""

    group: Group

    @property
    def noted(self) -> Noting:
        """Carries a sentence to the person who plays."""

    def choose(self, offers: Sequence[Offer]) -> None:
        """Do the only one of some offers, or ask which."""

    def show_duty(self, duty: Duty) -> None:
        """Show what must be done on the board."""


class PhaseEnd:
    """Ends phases. Units that could still do something are told of first, once for each step."""

    def __init__(self, bridge: GameBridge, player: Ender) -> None:
        self._bridge = bridge
        self._player = player
        self._asked: int | None = None
        bridge.opened.connect(self._forget)

    def _forget(self) -> None:
        self._asked = None

    def end(self, way: Offer | None = None) -> None:
        """Do what ends the phase, in one ``way`` or the only one; ask when there are several, or
        idle units.

        Where it cannot be ended, what must be done before is told, and the first of it shown.
        """
        bridge = self._bridge
        if not bridge.player_decides:
            return
        closing = bridge.offers.closing() if way is None else [way]
        here = bridge.game.log.current
        idle = 0 if self._asked == here else self._idle()
        if not closing:
            self._say_duties()
        elif idle:
            self._asked = here
            units = counted(idle, "unit")
            self._player.noted.emit(f"{units} can still do something. Once more ends the phase.")
        else:
            self._player.choose(closing)

    def _idle(self) -> int:
        """How many units of the side on the board could still do something, but for those that
        stay where they are; none where the rules remind of nobody.
        """
        bridge = self._bridge
        if not bridge.rules.reminds(bridge.state):
            return 0
        places = {counter.at for counter in bridge.counters if isinstance(counter.at, Hex)}
        group, is_idle = self._player.group, bridge.offers.is_idle
        held = group.holding.units
        return sum(unit not in held and is_idle(unit) for at in places for unit in group.ready(at))

    def _say_duties(self) -> None:
        bridge = self._bridge
        duties = bridge.rules.duties(bridge.state)
        said = tuple(Objection(duty.rule, duty.text) for duty in duties)
        view = bridge.view
        bridge.object_to(None, said or (Objection(view.rule, f"First: {view.prompt}"),))
        if duties:
            self._player.show_duty(duties[0])

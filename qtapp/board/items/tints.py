"""Tints of the board that a large game takes long to find: threats, and who can still act."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator

from PySide6.QtCore import QObject, Signal

from engine.core.change import Change
from engine.core.view.display import CounterView
from maps.hexgrid import Hex
from qtapp.app.bridge import GameBridge, land_of

PIECE = 8
"""Units that are looked at in one piece."""

Hexes = tuple[Hex, ...]
Question = Callable[[], Generator[None, None, Hexes]]


class Tints(QObject):
    """The hexes to tint in a position, as far as they are asked for.

    After a step those of the position before stay, put right where units moved, until those of the
    new one are found, piece by piece; ``found`` says so. What was not shown before is found at
    once.
    """

    found = Signal()

    def __init__(self, bridge: GameBridge) -> None:
        super().__init__(bridge)
        self._bridge = bridge
        self._shown: dict[Question, Hexes] = {}
        bridge.opened.connect(self.forget)

    @property
    def threatened(self) -> Hexes:
        """The hexes of land that enemies of the side to decide could stand beside after one move;
        none while no player decides.
        """
        return self._answer(self._within_a_move)

    @property
    def idle(self) -> Hexes:
        """The hexes in which a unit of the side to decide can still do something; none while no
        player decides.
        """
        return self._answer(self._places_of_the_idle)

    def forget(self) -> None:
        """Find what is asked for at once: nothing of it was shown."""
        self._shown.clear()

    def hear(self, change: Change) -> None:
        """A step was taken, or taken back."""
        if change.everything or change.touches("phase", "active"):
            self.forget()
        elif (idle := self._shown.get(self._places_of_the_idle)) is not None:
            here = [one for one in self._bridge.counters if one.at in change.hexes]
            still = {*idle} - change.hexes | {at for one in here for at in self._idle_at(one)}
            self._shown[self._places_of_the_idle] = tuple(sorted(still))

    def _answer(self, question: Question) -> Hexes:
        bridge = self._bridge
        if not bridge.player_decides:
            return ()
        if question not in self._shown or bridge.is_known(question):
            self._shown[question] = bridge.once_through(question)
        else:
            bridge.in_turn.ask(self, self._in_turn)
        return self._shown[question]

    def _in_turn(self) -> Iterator[None]:
        """Find in pieces what is shown, and say so."""
        for question in list(self._shown):
            if self._bridge.player_decides:
                self._shown[question] = yield from self._bridge.once_in_pieces(question)
        self.found.emit()

    def _within_a_move(self) -> Generator[None, None, Hexes]:
        bridge = self._bridge
        state, rules, commands, mine = bridge.state, bridge.rules, bridge.commands, bridge.view.side
        stands = set[Hex]()
        for number, counter in enumerate(bridge.counters, 1):
            if isinstance(counter.at, Hex) and commands[counter.unit] != mine:
                stands.add(counter.at)
                stands.update(rules.reach(state, counter.unit))
            if not number % PIECE:
                yield
        beside = {near for at in stands for near in at.neighbours()}
        return tuple(sorted(beside & bridge.throughout(land_of)))

    def _places_of_the_idle(self) -> Generator[None, None, Hexes]:
        places = set[Hex]()
        for number, counter in enumerate(self._bridge.counters, 1):
            places.update(self._idle_at(counter))
            if not number % PIECE:
                yield
        return tuple(sorted(places))

    def _idle_at(self, counter: CounterView) -> Iterator[Hex]:
        """Where a unit on the board stands, if it can still do something."""
        if isinstance(counter.at, Hex) and self._bridge.offers.is_idle(counter.unit):
            yield counter.at

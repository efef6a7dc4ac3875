"""Numbers by hex that outlooks carry from one decision to the next: a move changes them near the
hexes it left and entered, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from weakref import WeakKeyDictionary

from engine.core.change import EVERYTHING, Change, between
from engine.core.state import State
from engine.systems.europa.board.board import GameBoard
from maps.hexgrid import Hex

LOCAL = frozenset({"pieces", "spent", "used", "flow", "taken", "gained", "lent"})
"""Fields of a state that change what hexes are worth near the units and hexes they name alone."""


def since(before: State | None, now: State) -> Change:
    """What a state changed near the units and hexes that are named; everything where more differs,
    or nothing is known of the state before.
    """
    change = EVERYTHING if before is None else between(before, now)
    return change if change.figures <= LOCAL else EVERYTHING


class Sums:
    """Numbers by hex, each kind with the hexes where it is out of date."""

    def __init__(self) -> None:
        self._state: State | None = None
        self._known: dict[tuple[str, str], tuple[Mapping[Hex, float], set[Hex]]] = {}

    def follow(self, state: State) -> None:
        """Go on to another state of the game."""
        change = since(self._state, state)
        if change.everything:
            self._known.clear()
        for _, stale in self._known.values():
            stale |= change.hexes
        self._state = state

    def of(
        self,
        key: tuple[str, str],
        whole: Callable[[], Mapping[Hex, float]],
        one: Callable[[Hex], float | None],
        reach: Callable[[Iterable[Hex]], Iterable[Hex]] = iter,
    ) -> Mapping[Hex, float]:
        """The numbers of a kind: ``whole`` works all of them out, ``one`` that of a hex, None
        where there is none; ``reach`` names the hexes that change with some. The very object of the
        decision before where nothing has changed.
        """
        found, stale = self._known.get(key, (None, set[Hex]()))
        if found is None:
            found = whole()
        elif stale:
            numbers = dict(found)
            for at in reach(stale):
                number = one(at)
                if number is None:
                    numbers.pop(at, None)
                else:
                    numbers[at] = number
            found = numbers if numbers != found else found
        self._known[key] = (found, set())
        return found


_KNOWN: WeakKeyDictionary[GameBoard, Sums] = WeakKeyDictionary()


def sums(ground: GameBoard, state: State) -> Sums:
    """The numbers that are known of the game on a board, as of a state."""
    found = _KNOWN.setdefault(ground, Sums())
    found.follow(state)
    return found

"""Who stands where, sorted by hex, side and box; shared by all states with the same pieces."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from engine.core.state import Piece
from maps.hexgrid import Hex
from oob.model import UnitId

Stacks = Mapping[Hex, tuple[UnitId, ...]]
"""Units by hex, in order-of-battle order."""


class Standing:
    """The pieces of a state, sorted when asked.

    ``owners`` has '' for units that change sides in play: all of them follow ``turncoats``. Units
    in the mode
    ``hidden`` hold no ground ('' where a game has no such mode).
    """

    def __init__(
        self,
        pieces: Mapping[UnitId, Piece],
        owners: Mapping[UnitId, str],
        sides: tuple[str, ...],
        turncoats: str,
        hidden: str,
    ) -> None:
        self.pieces = pieces
        self.turncoats = turncoats
        self._owners = owners
        self._sides = sides
        self._hidden = hidden

    @cached_property
    def at(self) -> Stacks:
        """Units of all sides by hex."""
        found: dict[Hex, list[UnitId]] = {}
        for unit, piece in self.pieces.items():
            if isinstance(piece.at, Hex):
                found.setdefault(piece.at, []).append(unit)
        return _stacks(found)

    @cached_property
    def sides(self) -> Mapping[str, Stacks]:
        """Each side's units by hex, hidden ones included."""
        found: dict[str, dict[Hex, list[UnitId]]] = {side: {} for side in self._sides}
        owners, turncoats = self._owners, self.turncoats
        for unit, piece in self.pieces.items():
            if isinstance(piece.at, Hex):
                found[owners[unit] or turncoats].setdefault(piece.at, []).append(unit)
        return {side: _stacks(stacks) for side, stacks in found.items()}

    @cached_property
    def boxes(self) -> Mapping[str, tuple[UnitId, ...]]:
        """Units by box."""
        found: dict[str, list[UnitId]] = {}
        for unit, piece in self.pieces.items():
            if isinstance(piece.at, str):
                found.setdefault(piece.at, []).append(unit)
        return {box: tuple(units) for box, units in found.items()}

    @cached_property
    def held(self) -> Mapping[str, frozenset[Hex]]:
        """For each side, the hexes where it has a unit that is not hidden."""
        if not self._hidden:
            return self.occupied
        return self._hexes(hiding=False)

    @cached_property
    def hiding(self) -> Mapping[str, frozenset[Hex]]:
        """For each side, the hexes where it has a hidden unit."""
        return self._hexes(hiding=True)

    def _hexes(self, *, hiding: bool) -> Mapping[str, frozenset[Hex]]:
        return {
            side: frozenset(
                at
                for at, units in stacks.items()
                if any((self.pieces[unit].mode == self._hidden) is hiding for unit in units)
            )
            for side, stacks in self.sides.items()
        }

    @cached_property
    def occupied(self) -> Mapping[str, frozenset[Hex]]:
        """For each side, the hexes where it has any unit."""
        return {side: frozenset(stacks) for side, stacks in self.sides.items()}


def _stacks(found: Mapping[Hex, list[UnitId]]) -> Stacks:
    return {at: tuple(units) for at, units in found.items()}


class Standings:
    """Remembers the last few standings by the very mapping of pieces they were made from."""

    def __init__(
        self,
        owners: Mapping[UnitId, str],
        sides: tuple[str, ...],
        hidden: str = "",
        most: int = 6,
    ) -> None:
        self._owners = owners
        self._sides = sides
        self._hidden = hidden
        self._most = most
        self._recent: list[Standing] = []

    def __call__(self, pieces: Mapping[UnitId, Piece], turncoats: str) -> Standing:
        """The standing of some pieces, those without a fixed side following ``turncoats``."""
        for known in self._recent:
            if known.pieces is pieces and known.turncoats == turncoats:
                return known
        found = Standing(pieces, self._owners, self._sides, turncoats, self._hidden)
        self._recent.insert(0, found)
        del self._recent[self._most :]
        return found

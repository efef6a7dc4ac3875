"""Who stands where, sorted by hex, side and box; shared by all states with the same pieces."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from engine.core.state import Piece
from engine.systems.balkan_gambit.records import ALLIED, AXIS, DISPERSED
from maps.hexgrid import Hex
from oob.model import UnitId

Stacks = Mapping[Hex, tuple[UnitId, ...]]
"""Units by hex, in order-of-battle order."""


class Standing:
    """The pieces of a state, sorted when asked. ``owners`` has '' for those Chetniks follow."""

    def __init__(
        self, pieces: Mapping[UnitId, Piece], owners: Mapping[UnitId, str], chetniks: str
    ) -> None:
        self.pieces = pieces
        self.chetniks = chetniks
        self._owners = owners

    @cached_property
    def at(self) -> Stacks:
        """Units of both sides by hex."""
        found: dict[Hex, list[UnitId]] = {}
        for unit, piece in self.pieces.items():
            if isinstance(piece.at, Hex):
                found.setdefault(piece.at, []).append(unit)
        return _stacks(found)

    @cached_property
    def sides(self) -> Mapping[str, Stacks]:
        """Each side's units by hex, dispersed ones included."""
        found: dict[str, dict[Hex, list[UnitId]]] = {ALLIED: {}, AXIS: {}}
        owners, chetniks = self._owners, self.chetniks
        for unit, piece in self.pieces.items():
            if isinstance(piece.at, Hex):
                found[owners[unit] or chetniks].setdefault(piece.at, []).append(unit)
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
        """For each side, the hexes where it has a unit that is not dispersed."""
        return self._hexes(hiding=False)

    @cached_property
    def hiding(self) -> Mapping[str, frozenset[Hex]]:
        """For each side, the hexes where it has a dispersed unit."""
        return self._hexes(hiding=True)

    def _hexes(self, *, hiding: bool) -> Mapping[str, frozenset[Hex]]:
        return {
            side: frozenset(
                at
                for at, units in stacks.items()
                if any((self.pieces[unit].mode == DISPERSED) is hiding for unit in units)
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

    def __init__(self, owners: Mapping[UnitId, str], most: int = 6) -> None:
        self._owners = owners
        self._most = most
        self._recent: list[Standing] = []

    def __call__(self, pieces: Mapping[UnitId, Piece], chetniks: str) -> Standing:
        """The standing of some pieces, Chetniks following a side."""
        for known in self._recent:
            if known.pieces is pieces and known.chetniks == chetniks:
                return known
        found = Standing(pieces, self._owners, chetniks)
        self._recent.insert(0, found)
        del self._recent[self._most :]
        return found

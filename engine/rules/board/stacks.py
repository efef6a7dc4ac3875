"""Units sorted by hex, brought up to date where units have gone their ways."""

from __future__ import annotations

from bisect import bisect
from collections.abc import ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView

from engine.core.state import Location
from engine.frozen import dataclass
from engine.rules.board.lately import Hexes, apart, but_for, note
from maps.hexgrid import Hex
from oob.model import UnitId

Way = tuple[UnitId, Location, Location]
"""A unit, where it was and where it is."""


@dataclass(frozen=True, slots=True)
class _Last:
    """Hexes in the order of their first units as somebody asked for it last, those that have come,
    gone or got another first unit since, and the place of each unit in the order of battle.
    """

    hexes: list[Hex]
    others: Hexes
    order: Mapping[UnitId, int]


class Stacks(Mapping[Hex, tuple[UnitId, ...]]):
    """Units by hex, in order-of-battle order; hexes in the order of their first units.

    ``units`` has them without that order of hexes, which is quicker to look one up in. Hexes are
    put in order only when somebody goes through them: after a move most ask about a few hexes.
    """

    def __init__(self, units: dict[Hex, tuple[UnitId, ...]], last: _Last | None = None) -> None:
        self.units = units
        self._last = last
        self._listed = units if last is None else None

    def __getitem__(self, at: Hex) -> tuple[UnitId, ...]:
        return self.units[at]

    def __contains__(self, at: object) -> bool:
        return at in self.units

    def __iter__(self) -> Iterator[Hex]:
        return iter(self._in_order())

    def __len__(self) -> int:
        return len(self.units)

    def keys(self) -> KeysView[Hex]:
        """The hexes, in order."""
        return self._in_order().keys()

    def items(self) -> ItemsView[Hex, tuple[UnitId, ...]]:
        """The hexes with their units, in order."""
        return self._in_order().items()

    def values(self) -> ValuesView[tuple[UnitId, ...]]:
        """The units of each hex, in order."""
        return self._in_order().values()

    def _in_order(self) -> dict[Hex, tuple[UnitId, ...]]:
        if self._listed is None:
            assert self._last is not None, "stacks are in order or made of others"
            units, others, order = self.units, self._last.others, self._last.order
            hexes = [at for at in self._last.hexes if at not in others]
            for at in others:
                if at in units:
                    first = order[units[at][0]]
                    hexes.insert(bisect(hexes, first, key=lambda one: order[units[one][0]]), at)
            self._listed = dict(zip(hexes, map(units.__getitem__, hexes), strict=True))
        return self._listed

    def after(self, ways: Iterable[Way], order: Mapping[UnitId, int]) -> Stacks:
        """These stacks after some units have gone their ways, as sorted from nothing; ``order`` is
        the place of each unit in the order of battle.
        """
        found, elsewhere = self.units.copy(), set[Hex]()
        touched = set[Hex]()
        for unit, old, new in ways:
            if old == new:
                continue
            touched.update([at for at in (old, new) if isinstance(at, Hex)])
            if isinstance(old, Hex):
                rest = parted(found[old], unit)
                if not rest or rest[0] != found[old][0]:
                    elsewhere.add(old)
                if rest:
                    found[old] = rest
                else:
                    del found[old]
            if isinstance(new, Hex):
                found[new] = joined(found.get(new, ()), unit, order)
                if found[new][0] == unit:
                    elsewhere.add(new)
        if self._listed is not None or self._last is None:
            last = _Last([*self._in_order()], frozenset(elsewhere), order)
        else:
            last = _Last(self._last.hexes, self._last.others | elsewhere, order)
        made = Stacks(found, last)
        note(self, made, frozenset([at for at in touched if (at in found) != (at in self.units)]))
        return made


class Occupied(Mapping[str, frozenset[Hex]]):
    """For each side, the hexes where it has any unit; those of a side are made when asked for, of
    the last that were.
    """

    def __init__(self, sides: Mapping[str, Stacks], before: Occupied | None = None) -> None:
        self._sides = sides
        self._made: dict[str, Hexes] = {}
        self._last: dict[str, tuple[Stacks, Hexes]] = {}
        if before is not None:
            made = before._made.items()
            self._last = {**before._last, **{s: (before._sides[s], hexes) for s, hexes in made}}

    def __getitem__(self, side: str) -> Hexes:
        found = self._made.get(side)
        if found is None:
            stacks = self._sides[side]
            last, hexes = self._last.get(side, (None, frozenset[Hex]()))
            others = apart(last, stacks)
            found = frozenset(stacks.units) if others is None else but_for(hexes, others)
            self._made[side] = found
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._sides)

    def __len__(self) -> int:
        return len(self._sides)


def parted(units: tuple[UnitId, ...], unit: UnitId) -> tuple[UnitId, ...]:
    """A stack without one of its units."""
    place = units.index(unit)
    return units[:place] + units[place + 1 :]


def joined(
    units: tuple[UnitId, ...], unit: UnitId, order: Mapping[UnitId, int]
) -> tuple[UnitId, ...]:
    """A stack with one unit more, in order-of-battle order."""
    if not units or order[units[-1]] < order[unit]:
        return (*units, unit)
    return tuple(sorted((*units, unit), key=order.__getitem__))

"""How many units, steps and divisions: per side, nation, type, or any other sorting."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from oob.model import EntryKind, OrderOfBattle, Size, Unit, UnitId


@dataclass(frozen=True, slots=True)
class Total:
    """A count of units, of their steps, and of the divisions among them."""

    units: int = 0
    steps: int = 0
    divisions: int = 0

    def __add__(self, other: Total) -> Total:
        return Total(
            self.units + other.units, self.steps + other.steps, self.divisions + other.divisions
        )


def total(units: Iterable[Unit]) -> Total:
    """The total of some units at full strength."""
    return sum((_one(unit, unit.steps) for unit in units), Total())


def grouped(units: Iterable[Unit], key: Callable[[Unit], str]) -> dict[str, Total]:
    """Totals by a key, in the order the keys come up.

    >>> grouped([], lambda unit: unit.nation)
    {}
    """
    found: dict[str, Total] = {}
    for unit in units:
        found[key(unit)] = found.get(key(unit), Total()) + _one(unit, unit.steps)
    return found


def by_side(units: Iterable[Unit]) -> dict[str, Total]:
    """Totals by side."""
    return grouped(units, lambda unit: unit.side)


def by_nation(units: Iterable[Unit]) -> dict[str, Total]:
    """Totals by nation id."""
    return grouped(units, lambda unit: unit.nation)


def by_type(units: Iterable[Unit]) -> dict[str, Total]:
    """Totals by unit type."""
    return grouped(units, lambda unit: unit.type)


def standing(order: OrderOfBattle, *, disputed: bool = False) -> dict[UnitId, int]:
    """Units that are set up, with the steps they begin with before any choice of the owner.

    Units of trait ``disputed`` count only when asked for, spare counters in reserve never.
    """
    return {
        id_: setup.steps or order.units[id_].steps
        for setup in order.setups
        for id_ in setup.units
        if setup.place != "reserve"
        if disputed or "disputed" not in order.units[id_].traits
    }


def at_start(order: OrderOfBattle, side: str) -> Total:
    """The total of a side at set-up, reduced starts and depletions counted, disputed units not."""
    whole = sum(
        (
            _one(order.units[id_], steps)
            for id_, steps in standing(order).items()
            if order.units[id_].side == side
        ),
        Total(),
    )
    lost = sum(
        choice.count
        for choice in order.choices
        if any(order.units[id_].side == side for id_ in choice.units)
    )
    return whole + Total(steps=-lost)


def optional(order: OrderOfBattle, side: str) -> tuple[Total, int]:
    """The total of a side's optional units, and the victory points all of them would cost it."""
    whole, price = Total(), 0
    for entry in order.schedule:
        if entry.kind is EntryKind.OPTIONAL:
            units = [order.units[id_] for id_ in entry.units if order.units[id_].side == side]
            whole += total(units)
            price += entry.cost * len(units)
    return whole, price


def _one(unit: Unit, steps: int) -> Total:
    return Total(1, steps, int(unit.size is Size.DIVISION))

"""Losses: how much a side must lose, and which choices of units are enough and no more (BF-9C to
9E, 9I).
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from engine.systems.europa.combat.battles import Demand
from oob.model import UnitId

Worths = Mapping[UnitId, int]
"""Printed strength of each unit that may be lost."""


def half_of(strength: int) -> int:
    """The least whole loss that is half of a strength or more.

    >>> half_of(7)
    4
    """
    return ceil(strength / 2)


def quotas(demand: Demand, worths: Worths) -> tuple[tuple[frozenset[UnitId], int], ...]:
    """Who must bear how much: half of the demand by each required group, as far as it goes, and all
    of it by the whole side (BF-9I.1).
    """
    found = []
    for group in demand.required:
        members = frozenset(unit for unit in group if unit in worths)
        most = sum(worths[unit] for unit in members)
        found.append((members, min(half_of(demand.strength), most)))
    everybody = frozenset(worths)
    found.append((everybody, min(demand.strength, sum(worths.values()))))
    return tuple(found)


def enough(demand: Demand, worths: Worths, lost: frozenset[UnitId]) -> bool:
    """Whether some losses meet a demand."""
    return all(
        sum(worths[unit] for unit in lost & members) >= least
        for members, least in quotas(demand, worths)
    )


def open_to(demand: Demand, worths: Worths, chosen: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """The units that may be chosen next: of a required group till it has borne its part, those of
    two such groups first, then any (BF-9I.1). Units without strength lose nothing and are spared.
    """
    lost = frozenset(chosen)
    due = [
        members - lost
        for members, least in quotas(demand, worths)
        if sum(worths[unit] for unit in lost & members) < least
    ]
    left = tuple(unit for unit in worths if unit not in lost and worths[unit])
    wanted = tuple(unit for unit in left if all(unit in members for members in due))
    if not due:
        return ()
    if wanted:
        return wanted
    return tuple(unit for unit in left if unit in due[0])


def needed(demand: Demand, worths: Worths, chosen: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """The chosen units without those that need not be lost, the strongest being spared first."""
    lost = list(chosen)
    for unit in sorted(chosen, key=lambda unit: -worths[unit]):
        rest = frozenset(lost) - {unit}
        if enough(demand, worths, rest):
            lost.remove(unit)
    return tuple(lost)


def certain(demand: Demand, worths: Worths) -> tuple[UnitId, ...]:
    """The units that are lost whatever the owner chooses."""
    everybody = frozenset(worths)
    return tuple(
        unit for unit in worths if worths[unit] and not enough(demand, worths, everybody - {unit})
    )


def least(demand: Demand, worths: Worths) -> int:
    """The smallest strength a side can meet a demand with."""
    limits = quotas(demand, worths)
    groups, (_, total) = limits[:-1], limits[-1]
    reached: dict[tuple[int, ...], int] = {(0,) * len(groups): 1}
    for unit, worth in worths.items():
        if not worth:
            continue
        grown = dict(reached)
        for borne, sums in reached.items():
            after = tuple(
                min(part + worth, quota) if unit in members else part
                for part, (members, quota) in zip(borne, groups, strict=True)
            )
            grown[after] = grown.get(after, 0) | sums << worth
        reached = grown
    sums = reached[tuple(quota for _, quota in groups)] >> total
    return total + (sums & -sums).bit_length() - 1

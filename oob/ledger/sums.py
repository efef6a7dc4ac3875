"""Totals of rows: units, REs and strength points, by type, nationality, turn or anything else."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from oob.ledger.calendar import turn_of, turns
from oob.ledger.model import Row
from oob.notation.model import Action, Item, Kind
from oob.notation.text.words import REGIMENTAL_EQUIVALENTS

COMING = (Action.INITIAL, Action.REINFORCE, Action.CONVERT_TO, Action.RETURN)
GOING = (Action.WITHDRAW, Action.CONVERT_FROM)


@dataclass(frozen=True, slots=True)
class Sum:
    """Ground units, their regimental equivalents and strength points; air units beside them."""

    units: int = 0
    regimental_equivalents: float = 0.0
    attack: int = 0
    defense: int = 0
    air: int = 0

    def plus(self, other: Sum, sign: int = 1) -> Sum:
        """This and another, or without it (``sign`` -1)."""
        return Sum(
            self.units + sign * other.units,
            self.regimental_equivalents + sign * other.regimental_equivalents,
            self.attack + sign * other.attack,
            self.defense + sign * other.defense,
            self.air + sign * other.air,
        )


@dataclass(frozen=True, slots=True)
class TurnSum:
    """One turn: what comes, what goes, and what stands by its end."""

    title: str
    coming: Sum
    going: Sum
    standing: Sum


def worth(item: Item) -> Sum:
    """What one row counts for."""
    if item.kind is Kind.AIR:
        return Sum(air=item.count)
    if item.kind is not Kind.GROUND:
        return Sum()
    return Sum(
        item.count,
        item.count * REGIMENTAL_EQUIVALENTS.get(item.size, 0.0),
        item.count * (item.attack or 0),
        item.count * (item.defense or 0),
    )


def summed(rows: Iterable[Row], key: Callable[[Item], str]) -> dict[str, Sum]:
    """What enters play, by a key, largest first."""
    found: dict[str, Sum] = {}
    for row in rows:
        item = row.item
        if item.action in COMING and item.kind in (Kind.GROUND, Kind.AIR):
            name = key(item) or "(none)"
            found[name] = found.get(name, Sum()).plus(worth(item))
    return dict(sorted(found.items(), key=lambda pair: (-_size(pair[1]), pair[0])))


def total(rows: Iterable[Row]) -> Sum:
    """What enters play, in all."""
    whole = Sum()
    for found in summed(rows, lambda item: "all").values():
        whole = whole.plus(found)
    return whole


def by_turn(rows: Iterable[Row]) -> list[TurnSum]:
    """What comes, goes and stands, turn by turn; what depends on play is in no standing."""
    rows = list(rows)
    found, standing = [], Sum()
    for turn in turns(rows):
        coming, going = Sum(), Sum()
        for row in rows:
            if turn_of(row.item) == turn:
                coming = coming.plus(worth(row.item)) if row.item.action in COMING else coming
                going = going.plus(worth(row.item)) if row.item.action in GOING else going
        standing = standing.plus(coming).plus(going, -1)
        found.append(TurnSum(turn.title, coming, going, standing))
    return found


def _size(found: Sum) -> int:
    return found.units + found.air

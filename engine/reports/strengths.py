"""The strength of all forces in figures: by side, nation and formation, at present."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from io import StringIO

from engine.core.state import State
from engine.core.system import Rules
from engine.core.view.ranges import Standing, standing
from engine.frozen import dataclass
from oob.model import UnitId

__all__ = ["Count", "strengths", "strengths_csv", "summed"]


@dataclass(frozen=True, slots=True)
class Count:
    """The figures of one formation (or, summed, of a nation or side).

    ``units``, ``strength``, ``res`` and ``cadres`` are of units on the board; ``off`` are units in
    boxes or to come, ``lost`` units lost, ``steps_lost`` steps gone of units on the board or lost.
    ``res`` is None where the system knows no regimental equivalents.
    """

    side: str
    nation: str
    formation: str
    units: int = 0
    strength: float = 0.0
    res: float | None = None
    cadres: int = 0
    off: int = 0
    lost: int = 0
    steps_lost: int = 0
    members: tuple[UnitId, ...] = ()


def strengths(rules: Rules, state: State) -> tuple[Count, ...]:
    """A count for each formation of each nation of each side, in order of their names."""
    known = rules.scenario.oob.units
    found: dict[tuple[str, str, str], list[Count]] = {}
    for ident in state.pieces:
        unit = known[ident]
        key = (rules.owner(state, ident), unit.nation, unit.formation)
        found.setdefault(key, []).append(_one(rules, state, ident, key))
    return tuple(summed(found[key], *key) for key in sorted(found))


def _one(rules: Rules, state: State, unit: UnitId, key: tuple[str, str, str]) -> Count:
    worth, where = rules.worth(state, unit), standing(state.pieces[unit])
    fielded = where is Standing.BOARD
    return Count(
        *key,
        units=int(fielded),
        strength=worth.strength if fielded else 0.0,
        res=(worth.res if fielded else 0.0) if worth.res is not None else None,
        cadres=int(fielded and worth.is_cadre),
        off=int(where is Standing.OFF),
        lost=int(where is Standing.LOST),
        steps_lost=0 if where is Standing.OFF else worth.lost,
        members=(unit,),
    )


def summed(counts: Iterable[Count], side: str, nation: str = "", formation: str = "") -> Count:
    """Several counts as one; '' for the nation or formation of a sum over all of them."""
    parts = list(counts)
    known = [part.res for part in parts if part.res is not None]
    return Count(
        side,
        nation,
        formation,
        units=sum(part.units for part in parts),
        strength=sum(part.strength for part in parts),
        res=sum(known) if known else None,
        cadres=sum(part.cadres for part in parts),
        off=sum(part.off for part in parts),
        lost=sum(part.lost for part in parts),
        steps_lost=sum(part.steps_lost for part in parts),
        members=tuple(unit for part in parts for unit in part.members),
    )


HEADS = (
    "Side",
    "Nation",
    "Formation",
    "Units",
    "Strength",
    "REs",
    "Cadres",
    "Off the board",
    "Lost",
    "Steps lost",
)


def strengths_csv(counts: Iterable[Count], named: Callable[[Count], tuple[str, str, str]]) -> str:
    """The figures as CSV, a row for each formation; ``named`` words side, nation and formation."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADS)
    for one in counts:
        res = "" if one.res is None else f"{one.res:g}"
        rest = (one.cadres, one.off, one.lost, one.steps_lost)
        writer.writerow([*named(one), one.units, f"{one.strength:g}", res, *rest])
    return out.getvalue()

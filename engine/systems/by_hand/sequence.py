"""The phases of a turn as they are declared: each side in turn goes through those of ``each``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from engine.systems.by_hand.charts import HandCharts
from engine.systems.by_hand.charts.sequence import BOTH, EACH, PhaseRow


@dataclass(frozen=True, slots=True)
class Slot:
    """One phase of a turn: its declared row, and its side ('' for all together)."""

    row: PhaseRow
    side: str


def slots_of(charts: HandCharts, sides: tuple[str, ...]) -> tuple[Slot, ...]:
    """The phases of a turn in order. Rows of ``each`` that follow each other are one player turn:
    the first side goes through all of them, then the next.
    """
    return tuple(_slots(charts, sides))


def _slots(charts: HandCharts, sides: tuple[str, ...]) -> Iterator[Slot]:
    for own, rows in groupby(charts.phases, lambda row: row.side == EACH):
        if own:
            listed = tuple(rows)
            yield from (Slot(row, side) for side in sides for row in listed)
        else:
            yield from (Slot(row, "" if row.side == BOTH else row.side) for row in rows)

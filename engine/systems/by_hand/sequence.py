"""The phases of a turn as they are declared: each side in turn goes through those of ``each``, and
a phase with phases within it is gone through by these.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from engine.core.view.display import WITHIN
from engine.frozen import dataclass
from engine.systems.by_hand.charts import HandCharts
from engine.systems.by_hand.charts.sequence import BOTH, EACH, PhaseKind, PhaseRow, lying_within

Nested = Mapping[str | None, Sequence[PhaseRow]]


@dataclass(frozen=True, slots=True)
class Slot:
    """One phase of a turn without phases within it: its row after those it lies within, whose each
    of them is ('' for all together), and how many of them, from the last, begin with it.
    """

    way: tuple[PhaseRow, ...]
    sides: tuple[str, ...]
    opens: int = 1

    @property
    def side(self) -> str:
        """Whose it is; '' for all together."""
        return self.sides[-1]

    @property
    def name(self) -> str:
        """Where the turn is: ``Combat / Air battles``."""
        return WITHIN.join(row.name for row in self.way)

    @property
    def kind(self) -> PhaseKind:
        """What it is for: where its row leaves that free, what the phase around it is for."""
        kinds = (row.kind for row in reversed(self.way))
        return next((kind for kind in kinds if kind is not PhaseKind.FREE), PhaseKind.FREE)

    @property
    def begun(self) -> tuple[tuple[PhaseRow, str], ...]:
        """The phases that begin with it, the outermost first: their rows, and whose they are."""
        return tuple(zip(self.way, self.sides, strict=True))[-self.opens :]

    @property
    def duties(self) -> tuple[str, ...]:
        """What the phases that begin with it remind of."""
        return tuple(duty for row, _side in self.begun for duty in row.duties)


def slots_of(charts: HandCharts, sides: tuple[str, ...]) -> tuple[Slot, ...]:
    """The phases of a turn in order. Rows of ``each`` that follow each other are one player turn:
    the first side goes through all of them, then the next. Within a phase of one side those of
    ``each`` are that side's.
    """
    return tuple(_slots(None, _nested(charts.phases), sides, ""))


def _nested(rows: Sequence[PhaseRow]) -> Nested:
    """Phases by the id of the one that they lie within, None for none."""
    around = lying_within(rows)
    found: defaultdict[str | None, list[PhaseRow]] = defaultdict(list)
    for row in rows:
        found[around[row.id][-1] if around[row.id] else None].append(row)
    return found


def _slots(within: str | None, rows: Nested, sides: tuple[str, ...], side: str) -> Iterator[Slot]:
    if side:
        for row in rows[within]:
            yield from _inside(row, rows, sides, _own(row, side))
        return
    for own, listed in groupby(rows[within], lambda row: row.side == EACH):
        turn = tuple(listed)
        for one in sides if own else ("",):
            for row in turn:
                yield from _inside(row, rows, sides, _own(row, one))


def _own(row: PhaseRow, side: str) -> str:
    return {EACH: side, BOTH: ""}.get(row.side, row.side)


def _inside(row: PhaseRow, rows: Nested, sides: tuple[str, ...], side: str) -> Iterator[Slot]:
    if row.id not in rows:
        yield Slot((row,), (side,))
        return
    for number, slot in enumerate(_slots(row.id, rows, sides, side)):
        opens = slot.opens + (number == 0)
        yield replace(slot, way=(row, *slot.way), sides=(side, *slot.sides), opens=opens)

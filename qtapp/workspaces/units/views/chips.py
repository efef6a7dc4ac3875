"""What the calendar shows: columns of turns with chips, each a printed line of the schedule."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from oob.ledger.calendar import Lane, Turn, lane_of, turn_of, turns
from oob.ledger.model import Row, RowKey
from oob.notation.model import Action, Item, Kind
from oob.notation.text.entries import written
from oob.notation.text.keyed import line_of
from oob.notation.text.lines import join

GAIN = {Action.CONVERT_FROM: "from ", Action.CONVERT_TO: "to ", Action.POOL: "pool "}


@dataclass(frozen=True, slots=True)
class Chip:
    """One line of the schedule: its rows, what it says, its lane and nationality."""

    keys: tuple[RowKey, ...]
    text: str
    lane: Lane
    item: Item

    @property
    def tip(self) -> str:
        """All of it, with its heading and note."""
        here = self.item.section
        words = (f"{here.nationality} {self.item.action.value}", here.heading, here.area)
        more = "\n".join(word for word in words if word)
        return f"{self.text}\n{more}"


@dataclass(frozen=True, slots=True)
class Column:
    """One turn with its chips in order of lanes, and how many units that is."""

    turn: Turn
    chips: tuple[Chip, ...]
    units: int


def columns(all_rows: Iterable[Row], shown: Iterable[Row]) -> list[Column]:
    """A column for every turn of an order of battle, with chips for the rows that are shown."""
    by_turn: dict[Turn, list[Row]] = {turn: [] for turn in turns(all_rows)}
    for row in shown:
        by_turn.setdefault(turn_of(row.item), []).append(row)
    return [_column(turn, rows) for turn, rows in by_turn.items()]


def _column(turn: Turn, rows: list[Row]) -> Column:
    lanes = list(Lane)
    order = sorted(rows, key=lambda row: lanes.index(lane_of(row.item)))
    chips: list[Chip] = []
    start = 0
    items: list[Item] = []
    for at, row in enumerate(order):
        together = join([*items, row.item]) if items else [row.item]
        if len(together) == 1:
            items = together
        else:
            chips.append(_chip(order[start:at], items[0]))
            start, items = at, [row.item]
    if items:
        chips.append(_chip(order[start:], items[0]))
    return Column(turn, tuple(chips), sum(row.item.count for row in rows))


def _chip(rows: list[Row], item: Item) -> Chip:
    bare = replace(item, tags=())
    said = written(bare) if item.kind is Kind.AIR else line_of(bare)
    text = GAIN.get(item.action, "") + said
    return Chip(tuple(row.key for row in rows), text, lane_of(item), item)

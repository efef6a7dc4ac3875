"""Rows of an order of battle: a roster with each named unit on its own.

``5×8-6 Infantry XX 1, 11, 21`` is three rows that share the number of their line, so that they are
printed on one line again as long as nothing but their names differs.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NewType

from oob.model import OrderOfBattle
from oob.notation.counters import from_counters, nations_of
from oob.notation.model import Item, Roster
from oob.notation.text.lines import join, split

RowKey = NewType("RowKey", int)
"""Stable number of a row in its ledger; never used twice."""

GAP = 1 << 16
"""Distance of the ranks of rows that were read together: room for rows between them."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its key, its place in the order (``rank``), and what it says.

    ``item.line`` is the number of the printed line it shares with others, not a line of a file.
    """

    key: RowKey
    rank: int
    item: Item

    @property
    def name(self) -> str:
        """The unit's number or name; of an air unit its model; empty where there is none."""
        return ", ".join(self.item.ids)


@dataclass(slots=True)
class Ledger:
    """An order of battle as rows.

    ``errata`` is the text of its corrections, empty for none; ``laid`` holds, by correction, the
    change that laid it, so that it can be lifted again. ``mix`` is the text of the counter mix it
    is checked against, empty where none is known.
    """

    id: str = ""
    title: str = ""
    status: str = "printed"
    heads: tuple[tuple[str, str], ...] = ()
    errata: str = ""
    mix: str = ""
    rows: dict[RowKey, Row] = field(default_factory=dict)
    laid: dict[str, str] = field(default_factory=dict)

    def called(self, fact: str, word: str) -> str:
        """What people call a ``nationality`` or a ``side`` of the rows, whose words are ids where
        they were made of counters; any other fact as it is written.
        """
        if fact == "nationality":
            found = nations_of(self.heads).get(word)
            return found.name if found is not None else word
        return word[:1].upper() + word[1:] if fact == "side" else word

    def ordered(self) -> list[Row]:
        """All rows in their order."""
        return sorted(self.rows.values(), key=lambda row: (row.rank, row.key))


def ledger_of(source: Roster | OrderOfBattle, errata: str = "", mix: str = "") -> Ledger:
    """The ledger of a roster or of counters, with the texts of its errata and counter mix."""
    roster = source if isinstance(source, Roster) else from_counters(source)
    ledger = Ledger(roster.id, roster.title, roster.status, roster.heads, errata, mix)
    for number, item in enumerate(split(roster.items), 1):
        key = RowKey(number)
        ledger.rows[key] = Row(key, number * GAP, item)
    return ledger


def roster_of(ledger: Ledger) -> Roster:
    """The roster of a ledger: the same entries that :func:`ledger_of` was given.

    Lines are numbered by the printed line they stand in; see :func:`numbered` for rows.
    """
    items = join(row.item for row in ledger.ordered())
    return Roster(ledger.id, ledger.title, ledger.status, items, ledger.heads)


def numbered(ledger: Ledger) -> tuple[Roster, list[RowKey]]:
    """A roster with one item a row, numbered from 1 as its lines, and the key of each."""
    rows = ledger.ordered()
    items = [replace(row.item, line=at) for at, row in enumerate(rows, 1)]
    roster = Roster(ledger.id, ledger.title, ledger.status, items, ledger.heads)
    return roster, [row.key for row in rows]

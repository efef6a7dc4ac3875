"""Rows typed in notation: lines as in a file, read where a row stands."""

from __future__ import annotations

from oob.ledger.model import Ledger, RowKey
from oob.notation.model import Action, Fault, Item, Section
from oob.notation.text.lines import split
from oob.notation.text.parser import HEADER, parse
from oob.notation.text.state import State, transition
from oob.notation.text.words import FREE


def context(ledger: Ledger, key: RowKey | None) -> list[str]:
    """The headings that lead to a row's place; without one, a side and its initial forces: in an
    order of battle of any game one of no particular war.
    """
    if key is None:
        here = Section(side="Blue" if FREE in ledger.heads else "Axis", turn="Set-up")
        return transition(State(), here, Action.INITIAL)
    item = ledger.rows[key].item
    return transition(State(), item.section, item.action)


def read(lines: str, *, free: bool = False) -> tuple[list[Item], list[Fault]]:
    """The single units of typed lines, and the lines that are wrong, counted from 1; ``free`` where
    ratings and sizes are those of any game.

    >>> items, faults = read("Side: Axis\\n2×8-6 Infantry XX 1, 11\\n1×truk")
    >>> [item.ids for item in items], faults[0].line
    ([('1',), ('11',)], 3)
    """
    heads = [HEADER, ": ".join(FREE)] if free else [HEADER]
    reading = parse("\n".join([*heads, lines, ""]))
    faults = [Fault(f.line - len(heads), f.text, f.what, f.fix) for f in reading.faults]
    return list(split(reading.roster.items)), faults

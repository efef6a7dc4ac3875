"""Errata laid over a ledger one by one, and lifted again.

Each correction that is laid is kept as the change it made, so that lifting it is exactly that
change undone, whatever else was edited in between.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from maps.errors import KnownError
from oob.ledger import plain
from oob.ledger.builders import become
from oob.ledger.changes import Change, Fact, LedgerLayer, inverse
from oob.ledger.model import Ledger, RowKey, roster_of
from oob.notation import errata as errata_text
from oob.notation.errata import Correction, applied
from oob.notation.lines import split


@dataclass(frozen=True, slots=True)
class Standing:
    """A correction and whether it is laid over the ledger now."""

    correction: Correction
    laid: bool


def corrections(ledger: Ledger) -> list[Standing]:
    """All corrections of a ledger, in their order. Raises KnownError when they cannot be read."""
    if not ledger.errata:
        return []
    found = errata_text.loads(ledger.errata).corrections
    return [Standing(one, one.id in ledger.laid) for one in found]


def lay(ledger: Ledger, ident: str, *, stroke: str = "") -> Change:
    """Lay one correction. Raises KnownError when it speaks of what does not stand there."""
    if ident in ledger.laid:
        return Change((), "")
    errata = replace(errata_text.loads(ledger.errata), roster="")
    after = applied(roster_of(ledger), errata, [ident])
    made = become(ledger, list(split(after.items)), f"Lay correction {ident}")
    kept = Fact(LedgerLayer.LAID, ident, None, plain.dumps(made))
    return Change((*made.facts, kept), made.label, stroke)


def lift(ledger: Ledger, ident: str, *, stroke: str = "") -> Change:
    """Lift one correction again; where a row was edited since, that is in the way.

    Raises KnownError for a correction that is not laid, or whose rows were edited since.
    """
    text = ledger.laid.get(ident)
    if text is None:
        raise KnownError(f"correction {ident}", "it is not laid.", "Lay it first.")
    made = inverse(plain.loads(text, f"correction {ident}"))
    for fact in made.facts:
        if fact.layer is LedgerLayer.ROW and ledger.rows.get(RowKey(int(fact.key))) != fact.before:
            what = "an entry it speaks of was edited since."
            raise KnownError(f"correction {ident}", what, "Undo that edit first.")
    gone = Fact(LedgerLayer.LAID, ident, text, None)
    return Change((*made.facts, gone), f"Lift correction {ident}", stroke)

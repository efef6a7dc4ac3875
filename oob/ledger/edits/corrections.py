"""Errata laid over a ledger one by one, and lifted again.

Each correction that is laid is kept as the change it made, so that lifting it is exactly that
change undone, whatever else was edited in between.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from maps.errors import KnownError
from oob.ledger.edits import plain
from oob.ledger.edits.builders import become
from oob.ledger.edits.changes import Change, Fact, LedgerLayer, apply, inverse, joined
from oob.ledger.model import Ledger, RowKey, roster_of
from oob.notation import errata as errata_text
from oob.notation.errata import Correction, applied
from oob.notation.text.lines import split


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


def set_all(ledger: Ledger, on: bool) -> Change:
    """Lay all corrections that are not laid, or lift all that are, as one change.

    Raises KnownError as :func:`lay` and :func:`lift` do.
    """
    scratch = replace(ledger, rows=dict(ledger.rows), laid=dict(ledger.laid))
    idents = [one.correction.id for one in corrections(ledger) if one.laid is not on]
    changes = []
    for ident in idents if on else reversed(idents):
        changes.append(lay(scratch, ident) if on else lift(scratch, ident))
        apply(scratch, changes[-1])
    verb = "Lay" if on else "Lift"
    return joined(changes, f"{verb} {len(idents)} correction{'s' * (len(idents) != 1)}")


def lay(ledger: Ledger, ident: str) -> Change:
    """Lay one correction. Raises KnownError when it speaks of what does not stand there."""
    if ident in ledger.laid:
        return Change((), "")
    errata = replace(errata_text.loads(ledger.errata), roster="")
    after = applied(roster_of(ledger), errata, [ident])
    made = become(ledger, list(split(after.items)), f"Lay correction {ident}")
    kept = Fact(LedgerLayer.LAID, ident, None, plain.dumps(made))
    return Change((*made.facts, kept), made.label)


def lift(ledger: Ledger, ident: str) -> Change:
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
    return Change((*made.facts, gone), f"Lift correction {ident}")

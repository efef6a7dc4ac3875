"""Ledgers from and to files: notation, counters, CSV and XLSX, by the ending of the name."""

from __future__ import annotations

from pathlib import Path

from maps.errors import KnownError
from maps.files.registry import Format, Formats
from oob.formats import notation_files, text
from oob.formats.csv_cells import Refusal, RefusedError
from oob.ledger import shipped
from oob.ledger.edits.changes import apply
from oob.ledger.edits.corrections import set_all
from oob.ledger.mix import shipped_mix
from oob.ledger.model import Ledger, ledger_of, roster_of
from oob.notation.errata import dumps
from oob.notation.instantiate import instantiated


def load(path: Path) -> Ledger:
    """The ledger of a file; errata that lie beside it, or are shipped for it, come along.

    Raises RefusedError that names every line or cell that is wrong, KnownError for a file that
    cannot be read. Nothing is taken over while anything is refused.
    """
    order = notation_files.read_order(path)
    if order is not None:
        return ledger_of(order, "", shipped_mix(order.id))
    reading = notation_files.read(path)
    if reading.faults:
        raise RefusedError(
            [Refusal(f"{path.name} line {f.line}", f.what, f.fix) for f in reading.faults]
        )
    errata = notation_files.errata_for(reading.roster, path)
    return ledger_of(
        reading.roster, dumps(errata) if errata else "", shipped_mix(reading.roster.id)
    )


def named(word: str) -> Ledger:
    """The ledger a word names: a file, else a shipped order of battle. Raises as :func:`load`."""
    path = Path(word)
    return load(path) if path.is_file() or path.suffix in LEDGERS.suffixes() else shipped.load(word)


def correct(ledger: Ledger, where: str) -> None:
    """Lay all its errata over a ledger. Raises KnownError when there are none."""
    if not ledger.errata:
        raise KnownError(where, "there are no errata for it.", "Leave --errata out.")
    apply(ledger, set_all(ledger, True))


def _roster(ledger: Ledger, path: Path) -> None:
    notation_files.ROSTERS.write(roster_of(ledger), path)


def _counters(ledger: Ledger, path: Path) -> None:
    notation_files.COUNTERS.write(instantiated(roster_of(ledger)), path)


LEDGERS: Formats[Ledger, Ledger] = Formats(
    "orders of battle",
    *(Format(one.title, one.suffixes, load, _roster) for one in notation_files.ROSTERS),
    Format("Counters", (text.SUFFIX,), load, _counters),
)
"""The forms of ledgers; writing counters (``.oob``) makes them of the entries."""

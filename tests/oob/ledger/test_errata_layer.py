"""Corrections laid over a ledger one by one, and lifted again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from maps.errors import KnownError
from oob.ledger import shipped
from oob.ledger.edits import builders
from oob.ledger.edits.changes import apply
from oob.ledger.edits.corrections import corrections, lay, lift
from oob.ledger.model import Ledger, roster_of
from oob.notation import shipped as notation

FITE = "fire_in_the_east"


def lay_all(ledger: Ledger) -> list[str]:
    names = [one.correction.id for one in corrections(ledger)]
    for name in names:
        apply(ledger, lay(ledger, name))
    return names


def test_all_corrections_laid_are_the_corrected_list() -> None:
    ledger = shipped.load(FITE)
    lay_all(ledger)
    wanted = [replace(item, line=0) for item in notation.load(FITE, corrected=True).items]
    assert [replace(item, line=0) for item in roster_of(ledger).items] == wanted
    assert all(one.laid for one in corrections(ledger))


@pytest.mark.parametrize("backwards", [True, False])
def test_all_corrections_lifted_are_the_printed_list(backwards: bool) -> None:
    ledger = shipped.load(FITE)
    rows = dict(ledger.rows)
    names = lay_all(ledger)
    for name in reversed(names) if backwards else names:
        apply(ledger, lift(ledger, name))
    assert ledger.rows == rows
    assert ledger.laid == {}


def test_what_was_edited_since_is_not_lifted_over() -> None:
    ledger = shipped.load(FITE)
    change = lay(ledger, "axis-2")
    apply(ledger, change)
    key = next(row.key for row in ledger.ordered() if row.item.ids == ("783",))
    apply(ledger, builders.set_field(ledger, [key], "note", "seen"))
    rows = dict(ledger.rows)
    with pytest.raises(KnownError, match="edited since"):
        lift(ledger, "axis-2")
    assert ledger.rows == rows


def test_a_correction_of_what_is_gone_is_refused_with_its_line() -> None:
    ledger = shipped.load(FITE)
    key = next(row.key for row in ledger.ordered() if row.item.ids == ("783",))
    apply(ledger, builders.remove(ledger, [key]))
    with pytest.raises(KnownError, match=r"line 9.*does not stand there"):
        lay(ledger, "axis-2")

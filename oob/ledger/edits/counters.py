"""Edits of counters (:mod:`oob.edits`) carried out on the ledger they are kept in."""

from __future__ import annotations

from maps.errors import KnownError
from oob import edits as counters
from oob.ledger.edits.builders import become, head_fact
from oob.ledger.edits.changes import HEADS, Change
from oob.ledger.model import Ledger, roster_of
from oob.notation.counters import facts_of, from_counters, is_counters, with_facts
from oob.notation.instantiate import instantiated
from oob.notation.text.lines import split


def carried(ledger: Ledger, change: counters.Change) -> Change:
    """The change of a ledger that does to its counters what another does to an order of battle.

    An empty ledger takes counters. Those that were instantiated from notation have notes of their
    own, as for their looks; all else of them is edited as rows. Raises KnownError for such a
    change, or one that does not fit.
    """
    roster = roster_of(ledger)
    order = instantiated(roster)
    counters.apply(order, change)
    if is_counters(roster) or not roster.items:
        after = from_counters(order)
        head = head_fact(ledger, HEADS, after.heads)
        titles = [head_fact(ledger, key, getattr(after, key)) for key in ("id", "title")]
        return become(ledger, list(split(after.items)), change.label, (head, *titles))
    if not all(_is_note(fact) for fact in change.facts):
        raise KnownError(change.label, "these units are kept as rows.", "Edit them in Units.")
    facts = facts_of(roster)
    for fact in change.facts:
        if fact.layer is not counters.OobLayer.NOTE:
            continue
        if isinstance(fact.after, str):
            facts[fact.key] = fact.after
        else:
            facts.pop(fact.key, None)
    head = head_fact(ledger, HEADS, with_facts(ledger.heads, facts))
    return become(ledger, [row.item for row in ledger.ordered()], change.label, (head,))


def _is_note(fact: counters.Fact) -> bool:
    rolls = fact.layer is counters.OobLayer.ROLL and fact.key == "note"
    return rolls or fact.layer is counters.OobLayer.NOTE

"""Problems of a ledger, each with the row it is about, so that one can go there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from maps.checking.problems import Problem, Severity, error, warning
from maps.errors import KnownError
from oob.checks import check as check_counters
from oob.ledger.mix import loads, over
from oob.ledger.model import Ledger, RowKey, numbered
from oob.notation.checks import check as check_roster
from oob.notation.counters import is_counters, row_ids, to_counters
from oob.notation.model import Item, Kind
from oob.notation.text.words import FREE, TYPES


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem and the row it is about; None where it is about the whole."""

    problem: Problem
    key: RowKey | None


def check(ledger: Ledger) -> list[Finding]:
    """All problems, errors first, each group in the ledger's order."""
    roster, keys = numbered(ledger)
    if is_counters(roster):
        found = list(_of_counters(ledger))
    else:
        found = [_found(p, keys) for p in check_roster(roster, "line")]
        found += list(_types(ledger))
    if ledger.mix:
        found += [Finding(problem, key) for problem, key in over(ledger, loads(ledger.mix))]
    order = {key: at for at, key in enumerate(keys)}
    return sorted(
        (_renamed(one.problem, one.key, ledger) for one in found),
        key=lambda one: (
            one.problem.severity is not Severity.ERROR,
            order[one.key] if one.key is not None else -1,
        ),
    )


def _found(problem: Problem, keys: list[RowKey]) -> Finding:
    number = int(problem.where.rpartition(" ")[2])
    return Finding(problem, keys[number - 1])


def _renamed(problem: Problem, key: RowKey | None, ledger: Ledger) -> Finding:
    """The finding with words for its place instead of a number."""
    if key is None:
        return Finding(problem, None)
    return Finding(replace(problem, where=place_of(ledger.rows[key].item)), key)


def place_of(item: Item) -> str:
    """Where a row stands, in words: turn, nationality, heading."""
    here = item.section
    words = (here.turn, here.nationality, here.heading if here.heading != here.nationality else "")
    return ", ".join(word for word in words if word) or "order of battle"


def _types(ledger: Ledger) -> Iterator[Finding]:
    for row in ledger.ordered():
        item = row.item
        if item.kind is Kind.GROUND and item.type not in TYPES:
            what = f"the type {item.type!r} of {row.name or 'a unit'} has no symbol."
            yield Finding(warning("", what, "Choose one of the list, or leave it."), row.key)


def _of_counters(ledger: Ledger) -> Iterator[Finding]:
    try:
        order = to_counters(numbered(ledger)[0])
    except KnownError as wrong:
        yield Finding(error(wrong.where, wrong.what, wrong.fix), None)
        return
    rows: dict[str, RowKey] = {}
    for row in ledger.ordered():
        for id_ in row_ids(row.item):
            rows.setdefault(id_, row.key)
    is_laid = bool(order.setups or order.schedule)
    for problem in check_counters(order, may_wait=FREE in ledger.heads or not is_laid):
        kind, _, name = problem.where.partition(" ")
        yield Finding(problem, rows.get(name) if kind == "unit" else None)

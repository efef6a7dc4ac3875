"""Ledgers as typed rows, whole and change by change, and the live ledger that editors share."""

from __future__ import annotations

import json
from collections.abc import Iterable
from enum import StrEnum
from typing import Any, TypeVar

from engine.store.faults import damaged
from engine.store.journal import Book
from engine.store.live import WatchedLive
from engine.store.plain import plain_of
from engine.store.project import Project
from maps.errors import KnownError
from oob.ledger.edits.changes import Change, Fact, LedgerLayer, Touched, apply, joined
from oob.ledger.edits.plain import change_from_plain, change_to_plain
from oob.ledger.model import Ledger, Row, RowKey
from oob.notation.model import Action, Item, Kind, Section

LEDGERS: Book[Change] = Book("ledger", change_to_plain, change_from_plain, joined)
"""Edits of orders of battle."""

ChoiceT = TypeVar("ChoiceT", bound=StrEnum)

_COLUMNS = (
    *("key", "rank", "line", "side", "turn", "initial", "army_group", "force", "part", "area"),
    *("nationality", "kind", "action", "count", "type", "size", "attack", "defense", "move"),
    *("starred", "names", "suffix", "back", "grade", "note", "tags"),
)
_INSERT = (
    f"INSERT OR REPLACE INTO ledger_row (oob, {', '.join(_COLUMNS)})"
    f" VALUES ({', '.join('?' * (len(_COLUMNS) + 1))})"
)


def is_ledger(project: Project, number: int) -> bool:
    """Whether an order of battle is kept as rows."""
    return bool(project.rows("SELECT 1 FROM ledger WHERE oob = ?", (number,)))


def save_ledger(project: Project, ledger: Ledger, number: int | None = None) -> int:
    """Write a ledger into the open transaction; its number among the orders of battle.

    With a ``number`` it becomes the rows of the order of battle of that number.
    """
    if number is None:
        number = project.run(
            "INSERT INTO oob (ident, title) VALUES (?, ?)", (ledger.id, ledger.title)
        )
    project.run(
        "INSERT INTO ledger (oob, status, errata, mix, heads) VALUES (?, ?, ?, ?, ?)",
        (number, ledger.status, ledger.errata, ledger.mix, _json(ledger.heads)),
    )
    project.run_all(_INSERT, (_values(number, row) for row in ledger.ordered()))
    project.run_all(
        "INSERT INTO ledger_laid (oob, correction, change) VALUES (?, ?, ?)",
        ((number, ident, change) for ident, change in ledger.laid.items()),
    )
    return number


def load_ledger(project: Project, number: int) -> Ledger:
    """Read a ledger. Raises KnownError when it is missing or damaged."""
    head = project.rows(
        "SELECT ident, title, status, errata, mix, heads FROM oob JOIN ledger ON oob.id = oob"
        " WHERE oob.id = ?",
        (number,),
    )
    if not head:
        raise damaged(project.path, f"order of battle {number} is missing")
    ident, title, status, errata, mix, heads = head[0]
    cells = _Cells(project, number)
    ledger = Ledger(ident, title, status, _pairs(cells.plain(heads)), errata, mix)
    for values in project.rows(
        f"SELECT {', '.join(_COLUMNS)} FROM ledger_row WHERE oob = ? ORDER BY rank, key",
        (number,),
    ):
        row = _row(values, cells)
        ledger.rows[row.key] = row
    ledger.laid.update(
        project.rows("SELECT correction, change FROM ledger_laid WHERE oob = ?", (number,))
    )
    return ledger


class LiveLedger(WatchedLive[Change, Touched]):
    """One order of battle of a project that is edited. Get it with :meth:`of`."""

    def __init__(self, project: Project, number: int) -> None:
        super().__init__(project, number, LEDGERS)
        self.ledger = load_ledger(project, number)

    @classmethod
    def of(cls, project: Project, number: int) -> LiveLedger:
        """The live ledger of an order of battle, the same for everyone who has the project open."""
        return project.shared(("ledger", number), lambda: cls(project, number))

    def _apply(self, change: Change) -> Touched:
        return apply(self.ledger, change)

    def _write(self, change: Change) -> None:
        rows = [fact for fact in change.facts if fact.layer is LedgerLayer.ROW]
        kept = [fact.after for fact in rows if isinstance(fact.after, Row)]
        gone = [(self.number, int(fact.key)) for fact in rows if fact.after is None]
        self.project.run_all("DELETE FROM ledger_row WHERE oob = ? AND key = ?", gone)
        self.project.run_all(_INSERT, (_values(self.number, row) for row in kept))
        for fact in change.facts:
            if fact.layer is not LedgerLayer.ROW:
                self._write_fact(fact)

    def _write_fact(self, fact: Fact) -> None:
        run, number = self.project.run, self.number
        if fact.layer is LedgerLayer.LAID:
            delete = "DELETE FROM ledger_laid WHERE oob = ? AND correction = ?"
            run(delete, (number, fact.key))
            if fact.after is not None:
                insert = "INSERT INTO ledger_laid (oob, correction, change) VALUES (?, ?, ?)"
                run(insert, (number, fact.key, fact.after))
            return
        match fact.key:
            case "id":
                run("UPDATE oob SET ident = ? WHERE id = ?", (fact.after, number))
            case "title":
                run("UPDATE oob SET title = ? WHERE id = ?", (fact.after, number))
            case "heads":
                heads = _json(fact.after)
                run("UPDATE ledger SET heads = ? WHERE oob = ?", (heads, number))
            case column:
                run(f"UPDATE ledger SET {column} = ? WHERE oob = ?", (fact.after, number))


def _values(number: int, row: Row) -> tuple[Any, ...]:
    i, s = row.item, row.item.section
    return (
        *(number, row.key, row.rank, i.line, s.side, s.turn, int(s.initial), s.group, s.force),
        *(s.part, s.area, s.nationality, i.kind.value, i.action.value, i.count, i.type, i.size),
        *(i.attack, i.defense, i.move, int(i.starred), _json(i.ids), i.suffix, i.back, i.grade),
        *(i.note, _json(i.tags)),
    )


class _Cells:
    """Reads cells of an order of battle; what none of ours would write there is damage."""

    def __init__(self, project: Project, number: int) -> None:
        self._path, self._number = project.path, number

    def plain(self, text: str) -> Any:
        """The values of a JSON text. Raises KnownError."""
        try:
            return plain_of(text)
        except ValueError as error:
            raise self._damaged(str(error)) from error

    def choice(self, choices: type[ChoiceT], word: object) -> ChoiceT:
        """The choice of a word. Raises KnownError."""
        found = next((choice for choice in choices if choice.value == word), None)
        if found is None:
            raise self._damaged(f"{str(word)[:40]!r} is no {choices.__name__.lower()}")
        return found

    def _damaged(self, what: str) -> KnownError:
        return damaged(self._path, f"order of battle {self._number}: {what}")


def _row(values: tuple[Any, ...], cells: _Cells) -> Row:
    key, rank, line, side, turn, initial, group, force, part, area, *more = values
    nation, kind, action, count, type_, size, attack, defense, move, starred, *tail = more
    names, suffix, back, grade, note, tags = tail
    section = Section(side, turn, bool(initial), group, force, part, area, nation)
    item = Item(
        *(
            cells.choice(Kind, kind),
            section,
            cells.choice(Action, action),
            count,
            type_,
            size,
            attack,
            defense,
            move,
        ),
        starred=bool(starred),
        ids=tuple(map(str, cells.plain(names))),
        suffix=suffix,
        back=back,
        grade=grade,
        note=note,
        tags=_pairs(cells.plain(tags)),
        line=line,
    )
    return Row(RowKey(key), rank, item)


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _pairs(pairs: Iterable[Any]) -> tuple[tuple[str, str], ...]:
    return tuple((str(key), str(said)) for key, said in pairs)

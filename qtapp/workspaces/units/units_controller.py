"""The order of battle that is being edited: its session, every edit of it, and who is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from oob.ledger.calendar import Turn, reschedule, turn_of, turns
from oob.ledger.edits import builders
from oob.ledger.edits.changes import Change, Touched
from oob.ledger.edits.corrections import lay, lift, set_all
from oob.ledger.model import Ledger, Row, RowKey
from oob.notation.model import Item
from qtapp.workspaces.units.order_controller import OrderController


class UnitsController(OrderController):
    """Carries out every edit of the open order of battle as rows.

    ``pointed`` carries the rows somebody wants to see.
    """

    pointed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] | None = None
        self._kept: Ledger | None = None

    @property
    def ledger(self) -> Ledger:
        """What is edited or looked at; an empty one while nothing is."""
        if self._session is not None:
            return self._session.ledger
        return Ledger() if self._kept is None else self._kept

    @property
    def is_shown(self) -> bool:
        """True while an order of battle is edited or only looked at."""
        return self.is_open or self._kept is not None

    def look(self, kept: Ledger) -> None:
        """Show an order of battle that stays as it is."""
        self.close()
        self._kept = kept
        self._forget()
        self.opened.emit()

    def close(self) -> None:
        """Release what is edited or looked at."""
        if self._kept is not None:
            self._kept = None
            self._forget()
            self.closed.emit()
        super().close()

    @property
    def rows(self) -> list[Row]:
        """All its rows in order. Not to be changed."""
        if self._rows is None:
            self._rows = self.ledger.ordered()
        return self._rows

    def do(self, make: Callable[[Ledger], Change]) -> bool:
        """Make a change and commit it; False, after saying why, when it cannot be made."""
        if self._session is None:
            self.refused.emit("It stays as it is, for a game is played with it. Edit a copy of it.")
            return False
        return self.attempt(lambda: self.session.apply(make(self.ledger)))

    def set_field(self, keys: Sequence[RowKey], field: str, text: str) -> bool:
        """Write one text into one fact of some rows; whether it could be."""
        return self.do(lambda ledger: builders.set_field(ledger, keys, field, text))

    def remove(self, keys: Sequence[RowKey]) -> None:
        """Remove rows."""
        self.do(lambda ledger: builders.remove(ledger, keys))

    def duplicate(self, key: RowKey, names: Sequence[str]) -> list[RowKey]:
        """New units like one; their keys, none when it could not be done."""
        made: list[RowKey] = []

        def make(ledger: Ledger) -> Change:
            change, keys = builders.duplicate(ledger, key, names)
            made.extend(keys)
            return change

        return made if self.do(make) else []

    def add(self, items: Sequence[Item], after: RowKey | None) -> list[RowKey]:
        """New rows behind one, or at the end; their keys, none when it could not be done."""
        made: list[RowKey] = []
        last = self.rows[-1].key if self.rows else None

        def make(ledger: Ledger) -> Change:
            fresh = max((row.item.line for row in ledger.rows.values()), default=0)
            lines = [replace(item, line=item.line + fresh) for item in items]
            change, keys = builders.add(ledger, lines, last if after is None else after)
            made.extend(keys)
            return change

        return made if self.do(make) else []

    def move_to(self, keys: Iterable[RowKey], turn: Turn) -> bool:
        """Move rows to a turn; whether they could be."""
        wanted = list(keys)
        return self.do(lambda ledger: reschedule(ledger, wanted, turn))

    def shift(self, keys: Sequence[RowKey], step: int) -> bool:
        """Move rows one turn on (1) or back (-1), each from where it stands."""
        if not keys:
            return False
        columns = turns(self.rows)
        places = {turn: at for at, turn in enumerate(columns)}
        at = places[turn_of(self.ledger.rows[keys[0]].item)] + step
        if not 0 <= at < len(columns):
            end = "last" if step > 0 else "first"
            self.refused.emit(f"This is the {end} turn of the calendar.")
            return False
        return self.move_to(keys, columns[at])

    def set_laid(self, ident: str, on: bool) -> bool:
        """Lay a correction, or lift it; whether it could be."""
        return self.do(lambda ledger: lay(ledger, ident) if on else lift(ledger, ident))

    def set_all_laid(self, on: bool) -> bool:
        """Lay all corrections, or lift all, in one step; whether they could be."""
        return self.do(lambda ledger: set_all(ledger, on))

    def _forget(self) -> None:
        self._rows = None

    def _turned(self, touched: Touched | None) -> None:
        if touched is not None:
            there = [key for key in sorted(touched.rows) if key in self.ledger.rows]
            self.pointed.emit(there)

"""Legal actions as a list with a heading per family, filtered by what the user types."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QStringListModel, Qt
from PySide6.QtGui import QFont

from engine.core.wording import counted
from qtapp.widgets.plain import plain
from qtapp.workspaces.play.acting.offer import Offer

OFFER = int(Qt.ItemDataRole.UserRole)
HEADING = OFFER + 1

Index = QModelIndex | QPersistentModelIndex


MANY = 100
"""No more lines of a kind are listed than so many while nothing is looked for."""


def whole(offer: Offer) -> str:
    """The whole menu line."""
    return offer.text


@dataclass(frozen=True, slots=True)
class _Rest:
    """A row that says how many lines of a kind are not listed."""

    count: int

    @property
    def text(self) -> str:
        """What the row says."""
        return f"{counted(self.count, 'more line')}: type what you look for"


class OffersModel(QStringListModel):
    """Rows are headings (texts) and offers. Qt knows how many there are, or else it would ask for
    each of them whether it is there.

    ``line`` gives what is painted of an offer, once it comes into sight; it is asked several times.
    Filter, tool tip and screen readers have the whole line.
    """

    def __init__(self, parent: QObject | None = None, line: Callable[[Offer], str] = whole) -> None:
        super().__init__(parent)
        self._line = line
        self._offers: tuple[Offer, ...] = ()
        self._rows: list[str | Offer | _Rest] = []
        self._words: tuple[str, ...] = ()

    def show(self, offers: tuple[Offer, ...]) -> None:
        """Show these actions."""
        self._offers = offers
        self._fill()

    def filter(self, text: str) -> None:
        """Keep only actions that have every word of a text."""
        self._words = tuple(text.casefold().split())
        self._fill()

    def offer(self, row: int) -> Offer | None:
        """The action of a row; None for a heading."""
        entry = self._rows[row] if 0 <= row < len(self._rows) else None
        return entry if isinstance(entry, Offer) else None

    def first(self) -> int:
        """The first row that is an action, -1 without any."""
        return next((n for n, entry in enumerate(self._rows) if isinstance(entry, Offer)), -1)

    def lines(self) -> list[tuple[str, QFont | None]]:
        """What is painted of each row, with its font where that is not the list's."""
        bold = _bold()
        return [
            (entry, bold) if isinstance(entry, str) else (self._painted(entry), None)
            for entry in self._rows
        ]

    def _painted(self, entry: Offer | _Rest) -> str:
        return self._line(entry) if isinstance(entry, Offer) else entry.text

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Headings cannot be chosen."""
        if self.offer(index.row()) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The menu line of an action or the text of a heading."""
        if not index.isValid():
            return None
        entry = self._rows[index.row()]
        heading = isinstance(entry, str)
        if role == Qt.ItemDataRole.DisplayRole and not isinstance(entry, str):
            return self._painted(entry)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return entry if isinstance(entry, str) else entry.text
        if role == Qt.ItemDataRole.FontRole and heading:
            return _bold()
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(entry, Offer):
            return plain(entry.text)
        if role == OFFER:
            return entry if isinstance(entry, Offer) else None
        if role == HEADING:
            return heading
        return None

    def _has_words(self, offer: Offer) -> bool:
        if not self._words:
            return True
        text = f"{offer.text} {offer.title}".casefold()
        return all(word in text for word in self._words)

    def _fill(self) -> None:
        """Take up the rows there are to be; a list that has the very same ones is left alone."""
        rows: list[str | Offer | _Rest] = []
        for _family, kind in groupby(filter(self._has_words, self._offers), lambda it: it.family):
            found = list(kind)
            listed = found if self._words else found[:MANY]
            rows += [found[0].title, *listed]
            if len(listed) < len(found):
                rows.append(_Rest(len(found) - len(listed)))
        was, self._rows = self._rows, rows
        if rows != was:
            self.setStringList([""] * len(rows))


def _bold() -> QFont:
    """The font of headings."""
    font = QFont()
    font.setBold(True)
    return font

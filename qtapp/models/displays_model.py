"""The game's displays as a tree: displays, their rows, and the units of a row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QIcon

from engine.core.view.display import CounterView, Display, Row
from oob.model import UnitId
from qtapp.app.bridge import GameBridge
from qtapp.widgets.counter_pictures import CounterPictures
from qtapp.widgets.plain import plain
from qtapp.widgets.wording import unit_title

ENTRY = int(Qt.ItemDataRole.UserRole)
Index = QModelIndex | QPersistentModelIndex
TONES = {"good": "ok", "bad": "objection", "muted": "faint", "now": "accent"}


class Written(Enum):
    """What was written again of the tree."""

    NOTHING = auto()
    SOME = auto()
    ALL = auto()


@dataclass(slots=True, eq=False)
class Entry:
    """One line of the tree. ``what`` is a display, a row of one, or a unit in a row."""

    what: Display | Row | UnitId
    parent: Entry | None
    place: int
    children: list[Entry]

    @property
    def path(self) -> tuple[str, ...]:
        """The names of the lines above and its own, which stay while values change."""
        match self.what:
            case Display(id=name) | Row(label=name):
                pass
            case name:
                pass
        return (name,) if self.parent is None else (*self.parent.path, name)


class DisplaysModel(QAbstractItemModel):
    """Displays as the rules give them, two columns wide: what, and how much."""

    def __init__(self, bridge: GameBridge, pictures: CounterPictures) -> None:
        super().__init__(bridge)
        self._bridge = bridge
        self._pictures = pictures
        self._displays: tuple[Display, ...] = ()
        self._tops: list[Entry] = []
        self._colours: dict[str, str] = {}
        self.relaid: list[int] = []
        """The displays that the last refresh put other lines under, by their place."""

    def set_colours(self, colours: dict[str, str]) -> None:
        """Use a theme's colours for tones."""
        self._colours = colours

    def refresh(self) -> Written:
        """Follow the session. Where a display's lines stay and lie as they did, those that say
        something else are written again, and no others; else all of that display are, which
        ``relaid`` names then.
        """
        fresh = self._bridge.displays if self._bridge.is_open else ()
        before, self._displays, self.relaid = self._displays, fresh, []
        if [one.id for one in fresh] != [one.id for one in before]:
            self.beginResetModel()
            self._tops = [_entry(display, place) for place, display in enumerate(fresh)]
            self.endResetModel()
            return Written.ALL
        for top, was, now in zip(self._tops, before, fresh, strict=True):
            if was == now:
                continue
            found = _others(top, was, now)
            if found is None:
                self._replace(top, now)
                self.relaid.append(top.place)
            for entry, what in [(top, now), *(found or ())]:
                entry.what = what
                place = self._place_of(entry)
                self.dataChanged.emit(place, place.siblingAtColumn(1))
        return Written.NOTHING if fresh == before else Written.SOME

    def _replace(self, top: Entry, display: Display) -> None:
        """Put other lines under a display."""
        above, children = self._place_of(top), _entry(display, top.place).children
        gone = top.children  # Qt's indexes point to them until it is told
        if gone:
            self.beginRemoveRows(above, 0, len(gone) - 1)
            top.children = []
            self.endRemoveRows()
        if children:
            for child in children:
                child.parent = top
            self.beginInsertRows(above, 0, len(children) - 1)
            top.children = children
            self.endInsertRows()

    def _place_of(self, entry: Entry) -> QModelIndex:
        return self.createIndex(entry.place, 0, entry)

    def display_index(self, ident: str) -> QModelIndex:
        """The line of one display; an invalid index when there is none."""
        for place, display in enumerate(self._displays):
            if display.id == ident:
                return self.index(place, 0)
        return QModelIndex()

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        """The index of a line."""
        within = _of(parent).children if parent.isValid() else self._tops
        if not 0 <= row < len(within) or column not in (0, 1):
            return QModelIndex()
        return self.createIndex(row, column, within[row])

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override] # noqa: B008
        """The line above in the tree."""
        above = _of(index).parent if index.isValid() else None
        return QModelIndex() if above is None else self.createIndex(above.place, 0, above)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """How many lines are under one."""
        if not parent.isValid():
            return len(self._tops)
        return len(_of(parent).children) if parent.column() == 0 else 0

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Label and value."""
        return 2

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What is shown of a line."""
        if not index.isValid():
            return None
        entry = _of(index)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._texts(entry)[index.column()]
            case Qt.ItemDataRole.AccessibleTextRole:
                return ", ".join(text for text in self._texts(entry) if text)
            case Qt.ItemDataRole.ToolTipRole:
                return plain("\n".join(text for text in self._texts(entry) if text))
            case Qt.ItemDataRole.DecorationRole if index.column() == 0:
                return self._picture(entry)
            case Qt.ItemDataRole.FontRole:
                return _font(entry)
            case Qt.ItemDataRole.ForegroundRole:
                return self._brush(entry, index.column())
            case Qt.ItemDataRole.TextAlignmentRole if index.column() == 1:
                return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return entry if role == ENTRY else None

    def _texts(self, entry: Entry) -> tuple[str, str]:
        match entry.what:
            case Display(title=title, summary=summary):
                return title, summary
            case Row(label=label, value=value):
                return label, value
            case unit:
                return unit_title(self._bridge.game.scenario.oob, unit), ""

    def _picture(self, entry: Entry) -> Any:
        units = entry.what.units if isinstance(entry.what, Row) else (entry.what,)
        if len(units) != 1 or not isinstance(units[0], str) or not self._bridge.is_open:
            return None
        unit = UnitId(units[0])
        counter = next((c for c in self._bridge.counters if c.unit == unit), None)
        shown = counter or CounterView(unit, "", 0)
        return QIcon(self._pictures.of(self._bridge.game.scenario.oob, shown))

    def _brush(self, entry: Entry, column: int) -> QBrush | None:
        tone = ""
        if isinstance(entry.what, Row):
            tone = TONES.get(entry.what.tone, "")
        elif isinstance(entry.what, Display) and column == 1:
            tone = "faint"
        return QBrush(QColor(self._colours[tone])) if tone in self._colours else None


def _entry(display: Display, place: int) -> Entry:
    top = Entry(display, None, place, [])
    above = [top]
    for row in display.rows:
        del above[row.depth + 1 :]
        line = Entry(row, above[-1], len(above[-1].children), [])
        if len(row.units) > 1:
            line.children.extend(Entry(unit, line, n, []) for n, unit in enumerate(row.units))
        above[-1].children.append(line)
        above.append(line)
    return top


def _others(top: Entry, was: Display, now: Display) -> list[tuple[Entry, Row]] | None:
    """The lines under a display that say something else, and what; None where others are to be
    there, or to be folded, or to go over another number of columns.
    """
    if len(was.rows) != len(now.rows) or bool(was.summary) is not bool(now.summary):
        return None
    found: list[tuple[Entry, Row]] = []
    for entry, row, other in zip(_rows_of(top), was.rows, now.rows, strict=True):
        if row != other and not _lies_alike(entry, row, other):
            return None
        found += [(entry, other)] if row != other else []
    return found


def _rows_of(top: Entry) -> Iterator[Entry]:
    """The rows below a line, as a display lists them."""
    for line in top.children:
        if isinstance(line.what, Row):
            yield line
            yield from _rows_of(line)


def _lies_alike(entry: Entry, was: Row, now: Row) -> bool:
    """Whether a line that says something else lies as it did, with the same lines below it."""
    is_leaf = not entry.children and len(now.units) <= 1
    stays = is_leaf or (was.label, was.units) == (now.label, now.units)
    return stays and was.depth == now.depth and bool(was.value) is bool(now.value)


def _of(index: Index) -> Entry:
    entry = index.internalPointer()
    assert isinstance(entry, Entry)
    return entry


def _font(entry: Entry) -> QFont | None:
    bold = isinstance(entry.what, Display) or (
        isinstance(entry.what, Row) and entry.what.tone == "now"
    )
    if not bold:
        return None
    font = QFont()
    font.setBold(True)
    return font

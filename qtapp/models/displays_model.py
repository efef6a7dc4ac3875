"""The game's displays as a tree: displays, their rows, and the units of a row."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
    """One line of the tree. ``what`` is a display, a row of one, or a unit in a row. The lines of a
    display are made when somebody looks under it: most displays stay folded.
    """

    what: Display | Row | UnitId
    parent: Entry | None
    place: int
    under: list[Entry] | None = None
    """The lines under it, None while nobody has looked."""

    @property
    def children(self) -> list[Entry]:
        """The lines under it."""
        if self.under is None:
            self.under = _lines_of(self, self.what) if isinstance(self.what, Display) else []
        return self.under

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
        self.pictured: set[UnitId] = set()
        """The units whose pictures were asked for."""
        self.relaid: list[int] = []
        """The displays that the last refresh put other lines under, by their place."""

    def set_colours(self, colours: dict[str, str]) -> None:
        """Use a theme's colours for tones."""
        self._colours = colours

    def refresh(self, is_unfolded: Callable[[QModelIndex], bool] = lambda _line: True) -> Written:
        """Follow the session. Where a display's lines stay and lie as they did, those that say
        something else are written again, and no others; else all of that display are, which
        ``relaid`` names then. What a folded one lists is not asked for.
        """
        fresh = self._bridge.displays if self._bridge.is_open else ()
        before, self._displays, self.relaid = self._displays, fresh, []
        if [one.id for one in fresh] != [one.id for one in before]:
            self.beginResetModel()
            self._tops = [Entry(display, None, place) for place, display in enumerate(fresh)]
            self.pictured.clear()
            self.endResetModel()
            return Written.ALL
        changed = [
            self._follow(top, was, now, is_unfolded)
            for top, was, now in zip(self._tops, before, fresh, strict=True)
            if was is not now
        ]
        return Written.SOME if any(changed) else Written.NOTHING

    def _follow(
        self, top: Entry, was: Display, now: Display, is_unfolded: Callable[[QModelIndex], bool]
    ) -> bool:
        """Have a display say what it says now; whether anything to be seen is another."""
        place = self._place_of(top)
        is_folded = not is_unfolded(place)
        if is_folded:
            self._fold(top, was, now)
        if _head(was) == _head(now) if is_folded else was == now:
            top.what = now
            return False
        found = [] if is_folded else _others(top, was, now)
        if found is None:
            self._replace(top, now)
            self.relaid.append(top.place)
        for entry, what in [(top, now), *(found or ())]:
            entry.what = what
            place = self._place_of(entry)
            self.dataChanged.emit(place, place.siblingAtColumn(1))
        return True

    def _fold(self, top: Entry, was: Display, now: Display) -> None:
        """Leave the lines under a folded display to be made when somebody looks."""
        if bool(was.rows) is not bool(now.rows):  # an arrow comes before it, or goes
            self._replace(top, now)
        else:
            self._take_out(top)
            top.under = None

    def _take_out(self, top: Entry) -> None:
        """Take the lines under a display out: Qt's indexes point to them until it is told."""
        if top.under:
            self.beginRemoveRows(self._place_of(top), 0, len(top.under) - 1)
            top.under = []
            self.endRemoveRows()

    def _replace(self, top: Entry, display: Display) -> None:
        """Put other lines under a display."""
        self._take_out(top)
        children = _lines_of(top, display)
        top.under = []
        if children:
            self.beginInsertRows(self._place_of(top), 0, len(children) - 1)
            top.under = children
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

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008
        """Whether there are lines under one; those of a display need not be made for that."""
        if not parent.isValid():
            return bool(self._tops)
        entry = _of(parent)
        if entry.under is None and isinstance(entry.what, Display):
            return bool(entry.what.rows) and parent.column() == 0
        return bool(entry.children) and parent.column() == 0

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
                return self._bridge.name_of(unit), ""

    def _picture(self, entry: Entry) -> Any:
        units = entry.what.units if isinstance(entry.what, Row) else (entry.what,)
        if len(units) != 1 or not isinstance(units[0], str) or not self._bridge.is_open:
            return None
        unit = UnitId(units[0])
        self.pictured.add(unit)
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


def _lines_of(top: Entry, display: Display) -> list[Entry]:
    """The lines under a display: its rows, those of greater depth under others, and units."""
    lines: list[Entry] = []
    above = [(top, lines)]
    for row in display.rows:
        del above[row.depth + 1 :]
        over, beside = above[-1]
        line = Entry(row, over, len(beside))
        beside.append(line)
        units = row.units if len(row.units) > 1 else ()
        own = line.under = [Entry(unit, line, n) for n, unit in enumerate(units)]
        above.append((line, own))
    return lines


def _head(display: Display) -> tuple[str, str]:
    """What a display shows of itself while it is folded."""
    return display.title, display.summary


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

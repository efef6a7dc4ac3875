"""The story of the game: every decision and die in prose, with its rule; click to stand there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QSize,
    QSizeF,
    QSortFilterProxyModel,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QPainter,
    QPalette,
    QResizeEvent,
    QStaticText,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
)

from engine.core.change import Change
from engine.core.wording import counted
from engine.reports.log_export import How
from qtapp.app.bridge import GameBridge
from qtapp.models.log_model import NODE, LogLine, LogModel
from qtapp.widgets.parts import button
from qtapp.widgets.wrapped import LaidWords, static_text
from qtapp.workspaces.play.following import FollowingPanel

Index = QModelIndex | QPersistentModelIndex
RULE_WIDTH = 92
PAD = 8
RULE_SPACE = RULE_WIDTH - PAD
RULE_HEIGHT = 18
TALLEST = 6
"""A sentence is shown in so many lines at most."""
PIECE = 50
"""So many lines are measured in one piece."""

MEASURED = 5_000
"""The sizes of so many sentences are kept."""

REST_MS = 250
"""How long the mouse rests on a line before its step is shown on the board."""


class LogRows(QStyledItemDelegate):
    """A sentence that wraps, its rule at the right, the die below; what lies ahead is faint. One of
    very many words ends after a few lines; the tip has all of it.

    Words wrap as if the list had its scroll bar, so that none wraps again when it comes.
    """

    outdated = Signal()
    """The sizes that were given hold no more; said before the list is laid out."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view
        self._fitted: dict[str, tuple[str, QSize]] = {}
        self._space, self._lettered = 0, ""
        self._laid = LaidWords()
        self._rules: dict[str, tuple[QStaticText, QSizeF]] = {}
        self._font: tuple[QFont, QFont, QFontMetricsF] | None = None

    def check(self) -> None:
        """Measure all lines again when the list has another width or font."""
        bar = self._view.verticalScrollBar().sizeHint().width()
        across = self._view.contentsRect().width() - bar
        space, font = max(80, across - RULE_WIDTH - 2 * PAD), self._view.font().key()
        if (space, font) != (self._space, self._lettered):
            self._space, self._lettered = space, font
            self._fitted.clear()
            self.outdated.emit()

    def size(self, sentence: str) -> QSize:
        """As high as a sentence needs at the list's width."""
        return self._fit(sentence)[1]

    def measure(self, sentences: Iterable[str]) -> None:
        """Measure some sentences that the list is about to show."""
        self.check()
        for sentence in sentences:
            self._fit(sentence)

    def _fit(self, sentence: str) -> tuple[str, QSize]:
        """What is shown of a sentence, and the room that takes."""
        fitted = self._fitted.get(sentence)
        if fitted is None:
            if len(self._fitted) >= MEASURED:
                self._fitted.clear()
            fitted = self._fitted[sentence] = self._measure(sentence)
        return fitted

    def _measure(self, sentence: str) -> tuple[str, QSize]:
        metrics = QFontMetrics(self._view.font())
        most, height = TALLEST * metrics.lineSpacing(), self._height(metrics, sentence)
        if height > most:
            spots = [spot for spot, letter in enumerate(sentence) if letter in " \n"]
            fits = bisect_right(
                spots, most, key=lambda spot: self._height(metrics, f"{sentence[:spot]} …")
            )
            if fits:
                sentence = f"{sentence[: spots[fits - 1]].rstrip(',;')} …"
            height = self._height(metrics, sentence)
        return sentence, QSize(self._space, height + 8)

    def _height(self, metrics: QFontMetrics, text: str) -> int:
        around = QRect(0, 0, self._space, 10_000)
        return metrics.boundingRect(around, int(Qt.TextFlag.TextWordWrap), text).height()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one sentence."""
        sieve = self._view.model()
        assert isinstance(sieve, LogSieve)
        line = sieve.line(index)
        rect: QRect = option.rect
        palette: QPalette = option.palette
        if option.state & QStyle.StateFlag.State_Selected:
            wash = palette.highlight().color()
            wash.setAlpha(46)
            painter.fillRect(rect, wash)
        if line.is_here:
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), palette.highlight())
        faint = palette.placeholderText().color()
        painter.setFont(option.font)
        painter.setPen(faint if line.is_ahead else palette.text().color())
        words = self._laid.of(self._fit(line.sentence)[0], self._space, option.font)[0]
        painter.drawStaticText(rect.left() + PAD, rect.top() + 4, words)
        if line.rule:
            font, rule, size = self._small(option.font, line.rule)
            painter.setFont(font)
            painter.setPen(faint)
            left = rect.right() - RULE_WIDTH + RULE_SPACE - size.width()
            top = rect.top() + 4 + (RULE_HEIGHT - size.height()) / 2
            painter.drawStaticText(QPointF(left, top), rule)

    def _small(self, like: QFont, rule: str) -> tuple[QFont, QStaticText, QSizeF]:
        """The font of rules beside words in another, as much of a rule as there is room for, and
        how much of it that takes; each made once.
        """
        known = self._font
        if known is None or known[0] != like:
            font = QFont(like)
            font.setPointSizeF(font.pointSizeF() * 0.88)
            known = self._font = QFont(like), font, QFontMetricsF(font)
            self._rules.clear()
        if rule not in self._rules:
            words = known[2].elidedText(rule, Qt.TextElideMode.ElideRight, RULE_SPACE)
            laid = static_text(words)
            self._rules[rule] = laid, QSizeF(known[2].horizontalAdvance(words), known[2].height())
        return known[1], *self._rules[rule]


class LogList(QListView):
    """Its lines are measured before they are laid out."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = LogRows(self)
        self.setItemDelegate(self.rows)

    def doItemsLayout(self) -> None:
        """Lay out all lines, whose sizes Qt knows."""
        self.rows.check()
        super().doItemsLayout()

    def change_below(self, row: int, change: Callable[[], None]) -> None:
        """Change the lines below a row (-1: all), lay them out and paint those alone. Qt paints all
        lines whenever it lays them out; what is above stays as it is, unless it has to scroll.
        """
        viewport, off = self.viewport(), Qt.WidgetAttribute.WA_UpdatesDisabled
        before = self._place(row)  # what had to be laid out until now is laid out here
        change()
        viewport.setAttribute(off)
        place = self._place(row)
        viewport.setAttribute(off, False)
        below = viewport.rect()
        if place == before:
            below.setTop(place[1].bottom() + 1)
        viewport.update(below)

    def _place(self, row: int) -> tuple[QSize, QRect]:
        """How large the list is, and where a row lies in it."""
        place = self.visualRect(self.model().index(row, 0))
        return self.viewport().size(), place


class LogSieve(QSortFilterProxyModel):
    """Lets through the sentences of a kind that have the words looked for."""

    def __init__(self, parent: QObject, log: LogModel) -> None:
        super().__init__(parent)
        self._log = log
        self._words: tuple[str, ...] = ()
        self._kind = ""
        self.setSourceModel(log)

    def line(self, index: Index) -> LogLine:
        """All that is painted of a row."""
        return self._log.line(self.mapToSource(index).row())

    def look_for(self, words: str, kind: str) -> None:
        """Let through what has all the words and, if a kind is wanted, is of it."""
        self._words, self._kind = tuple(words.casefold().split()), kind
        self.invalidate()

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        """Whether a sentence is let through."""
        if not self._words and not self._kind:
            return True
        how, note, said = self._log.found_in(row)
        if self._kind == "marked":
            fitting = bool(note)
        else:
            fitting = not self._kind or how in KINDS[self._kind]
        text = said.casefold()
        return fitting and all(word in text for word in self._words)


KINDS = {
    "decisions": (How.CHOSEN, How.TOGETHER, How.BOT),
    "automatic": (How.BOT,),
    "dice": (How.ROLLED, How.REROLLED, How.TYPED),
    "referee": (How.REFEREE,),
}
"""How the steps of each kind came about."""

TITLES = {
    "": "Everything",
    "decisions": "Decisions",
    "automatic": "Automatic player",
    "dice": "Dice",
    "referee": "Referee",
    "marked": "Bookmarks and notes",
}


class LogPanel(FollowingPanel):
    """A list that follows the newest step, with a filter. ``sought`` asks to stand on a step.

    ``pointed`` carries the step that the mouse rests on, to be shown on the board; None when it
    left.
    """

    sought = Signal(int)
    pointed = Signal(object)

    def __init__(self, bridge: GameBridge) -> None:
        super().__init__(bridge)
        self.list = LogList()
        self._lines = self.list.rows
        self.model = LogModel(bridge, self._lines.size)
        self._lines.outdated.connect(self.model.size_again)
        self._sieve = LogSieve(self, self.model)
        self.kind = QComboBox()
        self.kind.setAccessibleName("Which steps of the log")
        self.kind.setToolTip("All steps, or those of one kind or side")
        for ident, title in TITLES.items():
            self.kind.addItem(title, ident)
        self.kind.currentIndexChanged.connect(lambda _index: self._filter())
        self.search = QLineEdit()
        self.search.setPlaceholderText("Filter the log")
        self.search.setAccessibleName("Filter the log")
        self.search.setToolTip("Words that a line of the log has to have")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(lambda _text: self._filter())
        self.earlier = button("", "Show the whole log from the beginning")
        self.earlier.clicked.connect(lambda: self.model.show_all(True))
        self.list.setAccessibleName("Log")
        self.list.setModel(self._sieve)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.clicked.connect(self._seek)
        self.list.activated.connect(self._seek)
        self.list.setToolTip("Click a line to stand there; nothing after it is lost")
        self.list.setMouseTracking(True)
        self.list.entered.connect(self._entered)
        self._shown: int | None = None
        self._under: int | None = None
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._rested)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 2, 8, 8)
        layout.setSpacing(5)
        row = QHBoxLayout()
        row.setSpacing(5)
        row.addWidget(self.search, 1)
        row.addWidget(self.kind)
        layout.addLayout(row)
        layout.addWidget(self.earlier)
        layout.addWidget(self.list)
        self._follower = QTimer(self)
        self._follower.setSingleShot(True)
        self._follower.setInterval(0)
        self._follower.timeout.connect(self.follow)
        self.model.rowsInserted.connect(self._follower.start)
        self.earlier.hide()
        self._standing = range(0)
        self._laid_out_at = 0
        self.list.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Lay the lines out again when a scroll bar comes or goes, for their words wrap again."""
        if event.type() == QEvent.Type.Leave:
            self._under = None
            self._rest.start()
        elif event.type() == QEvent.Type.Resize:
            width = self.list.viewport().width()
            if width != self._laid_out_at:
                self._laid_out_at = width
                self.list.scheduleDelayedItemsLayout()
                self._follower.start()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lines wrap again; keep to the step the game is on."""
        super().resizeEvent(event)
        self._follower.start()

    def follow_up(self, change: Change) -> Iterator[None]:
        """Count and measure the lines of new steps in pieces, then add them."""
        yield from self.model.counting()
        wanted = self.model.wanted()
        start, coming = self.model.coming(wanted)
        for first in range(0, len(coming), PIECE):
            self._lines.measure(map(self.model.sentence, coming[first : first + PIECE]))
            yield
        if coming or self.model.rowCount() != len(wanted.rows):
            stays = self._sieve.mapFromSource(self.model.index(start - 1, 0))
            self.list.change_below(stays.row(), partial(self.model.put, wanted))
        else:
            self.model.put(wanted)
        self._bring_into_view()
        before, self._standing = self._standing, self.model.standing
        looking_otherwise = range(
            min(before.start, self._standing.start), max(before.stop, self._standing.stop)
        )
        if len(looking_otherwise) > PIECE:
            self.list.viewport().update()
        else:
            for row in looking_otherwise:
                self.list.update(self._sieve.mapFromSource(self.model.index(row, 0)))

    def start(self) -> None:
        """Another game begins with its latest lines, whatever was looked for in the one before."""
        self.search.clear()
        self.kind.setCurrentIndex(0)
        self.model.show_all(False)

    def follow(self) -> None:
        """Bring the step the game is on into view, and paint all lines again."""
        self._bring_into_view()
        self.list.viewport().update()

    def _bring_into_view(self) -> None:
        self._follower.stop()
        self.earlier.setText(f"Show {counted(self.model.hidden, 'earlier line')}")
        self.earlier.setVisible(self.model.hidden > 0)
        if self._bridge.is_open:
            index = self._sieve.mapFromSource(self.model.index(self.model.here, 0))
            if index.isValid():
                self.list.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)

    def _entered(self, index: QModelIndex) -> None:
        """The mouse came to a line: show its step when it rests there."""
        node = index.data(NODE)
        self._under = node if isinstance(node, int) else None
        self._rest.start()

    def _rested(self) -> None:
        if self._under != self._shown:
            self._shown = self._under
            self.pointed.emit(self._shown)

    def _filter(self) -> None:
        self.catch_up()
        words, kind = self.search.text(), str(self.kind.currentData())
        self.model.show_all(bool(words or kind))
        self._sieve.look_for(words, kind)

    def _seek(self, index: QModelIndex) -> None:
        node = index.data(NODE)
        if isinstance(node, int) and node != self._bridge.game.log.current:
            self.sought.emit(node)

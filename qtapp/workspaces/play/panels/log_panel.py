"""The story of the game: every decision and die in prose, with its rule; click to stand there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

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
    QTextOption,
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
from qtapp.models.log_model import (
    HOW,
    LINE,
    NODE,
    NOTE,
    PAINTED,
    SENTENCE,
    WORDS,
    LogLine,
    LogModel,
    LogRow,
)
from qtapp.widgets.parts import button
from qtapp.widgets.wrapped import laid_text
from qtapp.workspaces.play.following import FollowingPanel

Index = QModelIndex | QPersistentModelIndex
RULE_WIDTH = 92
PAD = 8
RULE_SPACE = RULE_WIDTH - PAD
RULE_HEIGHT = 18
WRAPPING = QTextOption()
WRAPPING.setWrapMode(QTextOption.WrapMode.WordWrap)
TALLEST = 6
"""A sentence is shown in so many lines at most."""
PIECE = 50
"""So many lines are measured in one piece."""

MEASURED = 5_000
"""The heights of so many lines are kept."""
LAID = 200
"""The words of so many lines are kept as they are laid out."""

REST_MS = 250
"""How long the mouse rests on a line before its step is shown on the board."""


class LogRows(QStyledItemDelegate):
    """A sentence that wraps, its rule at the right, the die below; what lies ahead is faint. One of
    very many words ends after a few lines; the tip has all of it.

    Words wrap as if the list had its scroll bar, so that none wraps again when it comes.
    """

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view
        self._heights: dict[LogRow, int] = {}
        self._cut: dict[LogRow, str] = {}
        self._laid: dict[LogRow, QStaticText] = {}
        self._rules: dict[str, tuple[QStaticText, QSizeF]] = {}
        self._measured_at = -1
        self._sizes: list[QSize | None] = []
        self._font: tuple[QFont, QFont, QFontMetricsF] | None = None

    def keep(self, model: QSortFilterProxyModel) -> None:
        """Keep the size of each line of the list's model while others come and go: to lay a
        list out asks for all of them.
        """
        model.rowsInserted.connect(self._came)
        model.rowsRemoved.connect(self._went)
        for signal in (model.modelReset, model.layoutChanged, model.dataChanged):
            signal.connect(self._reorder)
        self._reorder()

    def _came(self, _above: QModelIndex, first: int, last: int) -> None:
        self._sizes[first:first] = [None] * (last + 1 - first)

    def _went(self, _above: QModelIndex, first: int, last: int) -> None:
        del self._sizes[first : last + 1]

    def _reorder(self) -> None:
        self._sizes = [None] * self._view.model().rowCount()

    @property
    def space(self) -> int:
        """How many pixels across the words have."""
        bar = self._view.verticalScrollBar().sizeHint().width()
        across = self._view.contentsRect().width() - bar
        return max(80, across - RULE_WIDTH - 2 * PAD)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As high as the sentence needs at the list's width."""
        number = index.row()
        if number == 0:  # all lines are laid out from the first one on
            self._check()
        size = self._sizes[number]
        if size is None:
            size = self._sizes[number] = self._size(index)
        return size

    def _size(self, index: Index) -> QSize:
        row = index.data(LINE)
        assert isinstance(row, LogRow)
        self._check()
        if row not in self._heights:
            self._measure(row, str(index.data(SENTENCE)))
        return QSize(self._measured_at, self._heights[row])

    def measure(self, model: LogModel, rows: Sequence[LogRow]) -> None:
        """Measure some rows that the list is about to show."""
        self._check()
        for row in rows:
            if row not in self._heights:
                self._measure(row, model.sentence(row))

    def _check(self) -> None:
        """Measure all again when the list has another width, or has shown very much."""
        space = self.space
        if space != self._measured_at or len(self._heights) > MEASURED:
            self.forget()
            self._measured_at = space

    def _measure(self, row: LogRow, sentence: str) -> None:
        metrics = QFontMetrics(self._view.font())
        most, height = TALLEST * metrics.lineSpacing(), self._height(metrics, sentence)
        if height > most:
            spots = [spot for spot, letter in enumerate(sentence) if letter in " \n"]
            fits = bisect_right(
                spots, most, key=lambda spot: self._height(metrics, f"{sentence[:spot]} …")
            )
            self._cut[row] = f"{sentence[: spots[fits - 1]].rstrip(',;')} …" if fits else sentence
            height = self._height(metrics, self._cut[row])
        self._heights[row] = height + 8

    def _height(self, metrics: QFontMetrics, text: str) -> int:
        around = QRect(0, 0, self._measured_at, 10_000)
        return metrics.boundingRect(around, int(Qt.TextFlag.TextWordWrap), text).height()

    def forget(self) -> None:
        """Measure all lines again: something was noted beside them."""
        self._heights.clear()
        self._cut.clear()
        self._laid.clear()
        self._reorder()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one sentence."""
        line = index.data(PAINTED)
        assert isinstance(line, LogLine)
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
        painter.drawStaticText(rect.left() + PAD, rect.top() + 4, self._words(line))
        if line.rule:
            font, rule, size = self._small(option.font, line.rule)
            painter.setFont(font)
            painter.setPen(faint)
            left = rect.right() - RULE_WIDTH + RULE_SPACE - size.width()
            top = rect.top() + 4 + (RULE_HEIGHT - size.height()) / 2
            painter.drawStaticText(QPointF(left, top), rule)

    def _words(self, line: LogLine) -> QStaticText:
        """The words of a line as they wrap: laid out once, for a step moves all lines and changes
        few.
        """
        laid = self._laid.get(line.row)
        if laid is None:
            if len(self._laid) >= LAID:
                self._laid.clear()
            laid = laid_text(self._cut.get(line.row) or line.sentence)
            laid.setTextOption(WRAPPING)
            laid.setTextWidth(self.space)
            self._laid[line.row] = laid
        return laid

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
            laid = laid_text(words)
            self._rules[rule] = laid, QSizeF(known[2].horizontalAdvance(words), known[2].height())
        return known[1], *self._rules[rule]


class LogSieve(QSortFilterProxyModel):
    """Lets through the sentences of a kind that have the words looked for."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._words: tuple[str, ...] = ()
        self._kind = ""

    def look_for(self, words: str, kind: str) -> None:
        """Let through what has all the words and, if a kind is wanted, is of it."""
        self._words, self._kind = tuple(words.casefold().split()), kind
        self.invalidate()

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        """Whether a sentence is let through."""
        if not self._words and not self._kind:
            return True
        index = self.sourceModel().index(row, 0)
        if self._kind == "marked":
            fitting = bool(index.data(NOTE))
        else:
            fitting = not self._kind or index.data(HOW) in KINDS[self._kind]
        text = str(index.data(WORDS)).casefold()
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
        self.model = LogModel(bridge)
        self._sieve = LogSieve(self)
        self._sieve.setSourceModel(self.model)
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
        self.list = QListView()
        self.list.setAccessibleName("Log")
        self.list.setModel(self._sieve)
        self._lines = LogRows(self.list)
        self._lines.keep(self._sieve)
        self.list.setItemDelegate(self._lines)
        bridge.marked.connect(self._lines.forget)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
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
        coming = self.model.coming(wanted)
        for start in range(0, len(coming), PIECE):
            self._lines.measure(self.model, coming[start : start + PIECE])
            yield
        came = self.model.rowCount() != len(wanted.rows) or bool(coming)
        self.model.put(wanted)
        self._bring_into_view()
        before, self._standing = self._standing, self.model.standing
        looking_otherwise = range(
            min(before.start, self._standing.start), max(before.stop, self._standing.stop)
        )
        if came or len(looking_otherwise) > PIECE:
            self.list.viewport().update()
        else:
            for row in looking_otherwise:
                self.list.update(self._sieve.mapFromSource(self.model.index(row)))

    def start(self) -> None:
        """Another game begins with its latest lines, whatever was looked for in the one before."""
        self._lines.forget()
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
            index = self._sieve.mapFromSource(self.model.index(self.model.here))
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

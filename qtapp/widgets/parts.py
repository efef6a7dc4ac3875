"""Small parts that panels share: labels with a role, lines that fit, button rows that wrap."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QDoubleSpinBox,
    QFrame,
    QLabel,
    QLayout,
    QLayoutItem,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QVBoxLayout,
    QWidget,
)

from qtapp.widgets.plain import plain

GAP = 6
PARTED = "   ·   "
"""Between the parts of a line."""
SIDES = 10
"""Room at the sides of a button's words, in pixels."""
WRAPPED = int(
    Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextShowMnemonic
)
"""How the words of a button are drawn."""
WIDTHS_KEPT = 12
"""Widths at which a label remembers its height at most."""


def millimetres(low: float, high: float, usual: float, name: str) -> QDoubleSpinBox:
    """A field for a length in millimetres."""
    made = QDoubleSpinBox()
    made.setRange(low, high)
    made.setDecimals(1)
    made.setSingleStep(0.5)
    made.setValue(usual)
    made.setSuffix(" mm")
    made.setAccessibleName(name)
    return made


def label(text: str = "", role: str = "", name: str = "", *, wraps: bool = True) -> QLabel:
    """A label that shows plain text, with a role the style sheet knows."""
    made = MeasuredLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(wraps)
    if role:
        made.setProperty("role", role)
    if name:
        made.setAccessibleName(name)
    return made


class MeasuredLabel(QLabel):
    """A label that knows how high its words are at the widths it was asked about.

    Layouts ask all labels of a panel whenever one of them changes, and Qt lays the words out each
    time; those with links it paints again for it.
    """

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self._measured = ""
        self._heights: dict[int, int] = {}

    def heightForWidth(self, width: int) -> int:
        """The height of the words at a width."""
        words = self.text()
        if words != self._measured or len(self._heights) >= WIDTHS_KEPT:
            self._measured = words
            self._heights.clear()
        if width not in self._heights:
            self._heights[width] = super().heightForWidth(width)
        return self._heights[width]

    def changeEvent(self, event: QEvent) -> None:
        """Measure again in another font or style."""
        self._heights.clear()
        super().changeEvent(event)


class CutLine(QLabel):
    """One line of plain words that ends in an ellipsis where there is no room for all of them."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Show as many words as fit."""
        room, end = self.contentsRect(), Qt.TextElideMode.ElideRight
        words = self.fontMetrics().elidedText(self.text(), end, room.width())
        QStylePainter(self).drawText(room, Qt.AlignmentFlag.AlignVCenter, words)


class FittingLine(QLabel):
    """Shows its parts from the first on, and how many more there are where not all fit."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._parts: tuple[str, ...] = ()

    def show_parts(self, parts: Sequence[str]) -> None:
        """Show other parts; the line is laid out again where they are."""
        if tuple(parts) != self._parts:
            self._parts = tuple(parts)
            self._fit()
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Wide enough for all parts."""
        return QSize(self._wide(PARTED.join(self._parts)), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Wide enough for the first part and how many more there are."""
        return QSize(self._wide(self._text(1)), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many parts as fit now."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        count = len(self._parts)
        while count > 1 and self._wide(self._text(count)) > self.width():
            count -= 1
        self.setText(self._text(count))

    def _text(self, count: int) -> str:
        more = len(self._parts) - count
        rest = (f"and {more} more",) if more > 0 and self._parts else ()
        return PARTED.join((*self._parts[:count], *rest))

    def _wide(self, text: str) -> int:
        edges = self.contentsMargins()
        return self.fontMetrics().horizontalAdvance(text) + edges.left() + edges.right() + 2


class StatusLine(QWidget):
    """Lays one widget at its left and one at its right, which has what it needs first.

    A layout of Qt's would have the whole window laid out again whenever one of them says something
    else, which is with every hex the mouse comes to.
    """

    def __init__(self, left: QWidget, right: QWidget) -> None:
        super().__init__()
        self._left, self._right = left, right
        for widget in (left, right):
            widget.setParent(self)

    def sizeHint(self) -> QSize:
        """As high as the higher of the two."""
        left, right = self._left.sizeHint(), self._right.sizeHint()
        return QSize(left.width() + right.width(), max(left.height(), right.height()))

    def minimumSizeHint(self) -> QSize:
        """As narrow as the window likes, and as high as the two are."""
        return QSize(0, self.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        """Share the line again when one of the two needs more or less of it."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._lay()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the line."""
        super().resizeEvent(event)
        self._lay()

    def _lay(self) -> None:
        room = self.width()
        least = 0 if self._right.isHidden() else self._right.minimumSizeHint().width()
        best = 0 if self._right.isHidden() else self._right.sizeHint().width()
        wide = min(best, max(least, room - self._left.sizeHint().width()))
        self._left.setGeometry(0, 0, room - wide, self.height())
        self._right.setGeometry(room - wide, 0, wide, self.height())


class TabRaised:
    """Calls a function when the tab of a panel is raised: Qt says that a panel is visible which
    lies behind another one's tab, and only its dock says when it comes to the front.

    The panel calls :meth:`look` whenever it is shown, as it may be in another dock by then.
    """

    def __init__(self, panel: QWidget, call: Callable[[], object]) -> None:
        self._panel = panel
        self._call = call
        self._dock: QDockWidget | None = None

    def look(self) -> None:
        """Listen to the dock that the panel is in now; one in the window itself has none."""
        above = self._panel.parentWidget()
        while above is not None and not isinstance(above, QDockWidget):
            above = above.parentWidget()
        if above is not None and above is not self._dock:
            self._dock = above
            above.visibilityChanged.connect(self._changed)

    def _changed(self, is_in_front: bool) -> None:
        if is_in_front and self._panel.isVisible():
            self._call()


def is_seen(widget: QWidget) -> bool:
    """Whether something of a widget shows; Qt calls one behind another's tab visible too."""
    return widget.isVisible() and not widget.visibleRegion().isEmpty()


def rule_link() -> QLabel:
    """A label for numbers of rules; its ``linkActivated`` carries the one that was chosen."""
    made = _RuleLink()
    made.setAccessibleName("Rule")
    made.setProperty("role", "rule")
    made.setWordWrap(True)
    made.setTextFormat(Qt.TextFormat.RichText)
    made.setTextInteractionFlags(
        Qt.TextInteractionFlag.LinksAccessibleByMouse
        | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
    )
    made.setToolTip("Read the rule")
    return made


class _RuleLink(MeasuredLabel):
    """Links take the colour of the theme that is worn when their text is laid out."""

    def changeEvent(self, event: QEvent) -> None:
        """Lay the text out again in another theme."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange and self.text():
            text = self.text()
            self.clear()
            self.setText(text)


def linked(*rules: str) -> str:
    """Numbers of rules as links, each once."""
    words = (escape(rule) for rule in dict.fromkeys(rules) if rule)
    return ", ".join(f'<a href="{word}">{word}</a>' for word in words)


def button(text: str, tip: str = "", *, primary: bool = False) -> QPushButton:
    """A push button; the primary one is what Enter would most likely mean."""
    made = WrappingButton("")
    reword(made, text)
    made.setToolTip(plain(tip))
    made.setAutoDefault(False)
    if primary:
        make_primary(made, True)
    return made


def reword(one: QPushButton, text: str) -> None:
    """Give a button other words, for the eye and for screen readers."""
    one.setText(text.replace("&", "&&"))
    one.setAccessibleName(text)


def make_primary(one: QPushButton, is_so: bool) -> None:
    """Let a button be what Enter would most likely mean, or no longer."""
    if bool(one.property("primary")) != is_so:
        one.setProperty("primary", is_so)
        _polish(one)


class WrappingButton(QPushButton):
    """A push button whose words go on in further lines where its place is narrow."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        """Narrower means higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of its words at a width, with the room that the style leaves around them."""
        hint = super().sizeHint()
        frame = self._frame(hint)
        inner = QRect(0, 0, max(1, width - frame.width()), 10_000)
        words = self.fontMetrics().boundingRect(inner, WRAPPED, self.text())
        return max(hint.height(), words.height() + frame.height())

    def minimumSizeHint(self) -> QSize:
        """As narrow as its longest word."""
        hint = super().sizeHint()
        return QSize(min(hint.width(), self._widest() + self._frame(hint).width()), hint.height())

    def _widest(self) -> int:
        """How wide its longest word is, in pixels."""
        words = self.text().replace("&&", "&").split()
        return max((self.fontMetrics().horizontalAdvance(word) for word in words), default=0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the button as the style does, then its words in as many lines as they need."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        sides = max(0, min(SIDES, (self.width() - self._widest()) // 2))
        room = self.rect().adjusted(sides, 0, -sides, 0)
        painter.drawItemText(
            room, WRAPPED, self.palette(), self.isEnabled(), self.text(), self._ink()
        )

    def _ink(self) -> QPalette.ColorRole:
        """The ink that the style sheet gives the words, which is another while it is pressed."""
        if not self.isDown():
            return QPalette.ColorRole.ButtonText
        is_primary = bool(self.property("primary"))
        pressed = QPalette.ColorRole
        return pressed.AlternateBase if is_primary else pressed.HighlightedText

    def _frame(self, hint: QSize) -> QSize:
        """The room around its words in one line, where it would have the size of a hint."""
        text = self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, self.text())
        wide = max(2 * SIDES, hint.width() - text.width())
        return QSize(wide, max(4, hint.height() - text.height()))


def column(*widgets: QWidget, margin: int = 8, gap: int = GAP) -> QWidget:
    """Widgets one below the other."""
    holder = QWidget()
    layout = QVBoxLayout(holder)
    layout.setContentsMargins(margin, margin, margin, margin)
    layout.setSpacing(gap)
    for widget in widgets:
        layout.addWidget(widget)
    return holder


def scrolled(body: QWidget, name: str, *, framed: bool = True) -> QScrollArea:
    """A body that is as wide as its place, and scrolls up and down; the keyboard scrolls it too,
    so it has a name.
    """
    area = QScrollArea()
    area.setAccessibleName(name)
    if not framed:
        area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidget(body)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return area


def rule() -> QFrame:
    """A thin line between parts."""
    line = QFrame()
    line.setProperty("role", "rulebar")
    line.setFixedHeight(1)
    return line


def clear(layout: QLayout) -> None:
    """Take every widget out of a layout and let it go."""
    while layout.count():
        item = layout.takeAt(0)
        widget = item.widget() if item else None
        if widget is not None:
            widget.hide()
            widget.deleteLater()


def restyle(widget: QWidget, role: str) -> None:
    """Give a widget another role and have it drawn so."""
    if widget.property("role") != role:
        widget.setProperty("role", role)
        _polish(widget)


def _polish(widget: QWidget) -> None:
    style: QStyle = widget.style()
    style.unpolish(widget)
    style.polish(widget)


class FlowLayout(QLayout):
    """Widgets side by side, going on in the next line where the width ends."""

    def __init__(self, parent: QWidget | None = None, gap: int = GAP) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        """Take an item at the end."""
        self._items.append(item)

    def count(self) -> int:
        """How many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """One item; None past the end."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Take one item out; None past the end."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """It wants no more room than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Narrower means higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height it needs at a width."""
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        """Lay the items out."""
        super().setGeometry(rect)
        self._place(rect, move=True)

    def sizeHint(self) -> QSize:
        """As small as its largest item."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """The size of its largest item."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _place(self, rect: QRect, *, move: bool) -> int:
        x, y, line = rect.x(), rect.y(), 0
        for item in self._items:
            hint = item.sizeHint()
            width = min(hint.width(), rect.width()) if rect.width() > 0 else hint.width()
            if x > rect.x() and x + width > rect.right() + 1:
                x, y, line = rect.x(), y + line + self._gap, 0
            high = hint.height()
            if width < hint.width() and item.hasHeightForWidth():
                high = item.heightForWidth(width)
            widget = item.widget()
            if move and widget is not None:
                widget.setGeometry(QRect(QPoint(x, y), QSize(width, high)))
            x += width + self._gap
            line = max(line, high)
        return y + line - rect.y()


class Flow(QWidget):
    """A widget whose children flow like words."""

    def __init__(self, parent: QWidget | None = None, gap: int = GAP) -> None:
        super().__init__(parent)
        self._flow = FlowLayout(self, gap)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def fill(self, widgets: Sequence[QWidget]) -> None:
        """Replace what flows here."""
        clear(self._flow)
        for widget in widgets:
            self._flow.addWidget(widget)
        if self.parentWidget() is not None or not widgets:  # alone it would be shown as a window
            self.setVisible(bool(widgets))
        self.updateGeometry()

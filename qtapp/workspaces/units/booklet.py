"""A booklet to print: two columns, running heads, page numbers, a table of contents."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QBuffer, QMarginsF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QPageLayout,
    QPageSize,
    QPainter,
    QPalette,
    QPdfWriter,
    QPen,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)

from maps.errors import KnownError
from maps.files.writing import still_wanted, write_whole
from oob.ledger.model import Ledger
from qtapp.painters.fonts import ensure_gui, register_fonts
from qtapp.workspaces.units.booklet_text import CONTENTS, HEADINGS, Line, Style, body, preface

PAPERS = {"A4": QPageSize.PageSizeId.A4, "Letter": QPageSize.PageSizeId.Letter}
DPI = 300
_LAYOUT_DPI = 96
"""What Qt takes the margins of text blocks to be in, whatever they are laid out for."""

SANS, SERIF = "DejaVu Sans Condensed", "DejaVu Serif Condensed"
_INK, _FAINT = "#16130f", "#6a655c"
_MM = DPI / 25.4
_MOST_PASSES = 400


@dataclass(frozen=True, slots=True)
class _Look:
    """Type size in points, weight, space above in points, and what else a style is."""

    size: float
    bold: bool = False
    above: float = 0.0
    italic: bool = False
    indent: float = 0.0
    ink: str = _INK
    centred: bool = False


@dataclass(frozen=True, slots=True)
class _Entry:
    """A heading of the contents: its style, its words, and its place in columns from the first."""

    style: Style
    text: str
    place: float

    @property
    def page(self) -> int:
        """The page of the body it is on, from 0."""
        return int(self.place) // 2


_NEAR_TOP = 0.06
_LOOKS = {
    Style.TITLE: _Look(26, bold=True, above=30),
    Style.SIDE: _Look(15, bold=True, above=16),
    Style.TURN: _Look(11.5, bold=True, above=12),
    Style.GROUP: _Look(9.2, bold=True, above=8),
    Style.FORCE: _Look(8.4, bold=True, above=5),
    Style.PART: _Look(7.8, bold=True, above=3.5),
    Style.AREA: _Look(7.4, italic=True, ink=_FAINT),
    Style.NATION: _Look(8.0, bold=True, above=3.5),
    Style.DEED: _Look(7.8, italic=True, above=2.5),
    Style.ENTRY: _Look(7.6, indent=7),
    Style.TEXT: _Look(8.4, above=4),
}


def write_booklet(ledger: Ledger, path: Path, paper: str = "A4") -> int:
    """Write the booklet of an order of battle; how many pages it has.

    Raises KnownError when the file cannot be written or the paper is unknown.
    """
    ensure_gui()
    register_fonts()
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DPI)
    writer.setTitle(ledger.title or "Order of battle")
    writer.setCreator("Sandtable")
    writer.setPageLayout(_layout_of(paper))
    pages = _Booklet(ledger, writer).write()
    buffer.close()
    write_whole(path, bytes(buffer.data().data()))
    return pages


def _layout_of(paper: str) -> QPageLayout:
    if paper not in PAPERS:
        raise KnownError(paper, "no such paper is known.", f"Take {' or '.join(PAPERS)}.")
    size = QPageSize(PAPERS[paper])
    return QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0))


class _Booklet:
    """Lays the text out in columns, then paints column by column."""

    def __init__(self, ledger: Ledger, writer: QPdfWriter) -> None:
        self.ledger, self.writer = ledger, writer
        page = QSizeF(writer.width(), writer.height())
        self.page = page
        side, top, bottom, gutter = 15 * _MM, 20 * _MM, 16 * _MM, 8 * _MM
        width = (page.width() - 2 * side - gutter) / 2
        height = page.height() - top - bottom
        self.columns = [QRectF(side, top, width, height),
                        QRectF(side + width + gutter, top, width, height)]  # fmt: skip
        self.whole = QRectF(side, top, page.width() - 2 * side, height)

    def write(self) -> int:
        """Paint everything; the number of pages."""
        column = self.columns[0].size()
        text = self._document(body(self.ledger), column)
        _keep_headings(text, column.height())
        first = self._document(preface(self.ledger), self.whole.size())
        entries = self._entries(text, column.height())
        front = first.pageCount() - 1 + self._contents_pages(first, entries)
        body_pages = -(-_used(text, column.height()) // 2)
        painter = QPainter(self.writer)
        try:
            self._paint_front(painter, first, entries, front, body_pages)
            for page in range(body_pages):
                still_wanted()
                self.writer.newPage()
                self._paint_page(painter, text, page, front + page + 1, entries)
        finally:
            painter.end()
        return front + body_pages

    def _document(self, lines: Iterable[Line], size: QSizeF) -> QTextDocument:
        document = QTextDocument()
        document.documentLayout().setPaintDevice(self.writer)
        document.setDocumentMargin(0)
        document.setDefaultFont(QFont(SANS, 8))
        document.setPageSize(size)
        cursor = QTextCursor(document)
        for number, line in enumerate(lines):
            block, chars = _formats(line.style)
            if number:
                cursor.insertBlock(block, chars)
            else:
                block.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_Auto)
                block.setTopMargin(0)
                cursor.setBlockFormat(block)
                cursor.setBlockCharFormat(chars)
            cursor.insertText(line.text, chars)
            cursor.block().setUserState(list(Style).index(line.style))
        return document

    def _entries(self, text: QTextDocument, height: float) -> list[_Entry]:
        """Headings of the contents, with their places in the body."""
        found = []
        block = text.begin()
        while block.isValid():
            style = _style(block)
            if style in CONTENTS:
                found.append(_Entry(style, block.text(), _top(text, block) / height))
            block = block.next()
        return found

    def _line_height(self) -> float:
        return 12.5 * DPI / 72

    def _contents_pages(self, first: QTextDocument, entries: list[_Entry]) -> int:
        rows = self._rows_first(first)
        if len(entries) <= rows:
            return 1
        per_page = 2 * int(self.whole.height() // self._line_height())
        return 1 + -(-(len(entries) - rows) // per_page)

    def _rows_first(self, first: QTextDocument) -> int:
        left = self.whole.height() - _height(first) % self.whole.height() - 14 * _MM
        return 2 * max(0, int(left // self._line_height()))

    def _paint_front(
        self,
        painter: QPainter,
        first: QTextDocument,
        entries: list[_Entry],
        front: int,
        body_pages: int,
    ) -> None:
        _paint_text(painter, first, self.whole, 0)
        y = self.whole.top() + _height(first) + 10 * _MM
        painter.setPen(QColor(_INK))
        painter.setFont(_font(11.5, bold=True))
        painter.drawText(QPointF(self.whole.left(), y), "Contents")
        top = y + 4 * _MM
        rest, page = list(entries), 1
        while True:
            rows = int((self.whole.bottom() - top) // self._line_height())
            share = min(rows, -(-len(rest) // 2)) if len(rest) <= 2 * rows else rows
            for column in self.columns:
                self._paint_contents(painter, rest[:share], column, top, front)
                rest = rest[share:]
            self._paint_foot(painter, page)
            if not rest:
                return
            self.writer.newPage()
            page, top = page + 1, self.whole.top()

    def _paint_contents(
        self,
        painter: QPainter,
        entries: list[_Entry],
        column: QRectF,
        top: float,
        front: int,
    ) -> None:
        y = top
        for entry in entries:
            style, text = entry.style, entry.text
            bold = style is Style.SIDE
            indent = {Style.SIDE: 0.0, Style.TURN: 3.5}.get(style, 8.0) * _MM
            painter.setFont(_font(8.2 if not bold else 9.2, bold=bold))
            painter.setPen(QColor(_INK if style is not Style.GROUP else _FAINT))
            box = QRectF(column.left() + indent, y, column.width() - indent, self._line_height())
            number = str(front + entry.page + 1)
            metrics = painter.fontMetrics()
            wide = metrics.horizontalAdvance(number)
            space = box.width() - wide - 3 * _MM
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(space))
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, shown)
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(box, right, number)
            start = box.left() + metrics.horizontalAdvance(shown) + 1.5 * _MM
            pen = QPen(QColor("#b9b3a6"), 0.2 * _MM, Qt.PenStyle.DotLine)
            painter.setPen(pen)
            line = box.center().y() + metrics.ascent() * 0.32
            painter.drawLine(QPointF(start, line), QPointF(box.right() - wide - 1.5 * _MM, line))
            y += self._line_height()

    def _paint_page(
        self,
        painter: QPainter,
        text: QTextDocument,
        page: int,
        number: int,
        entries: list[_Entry],
    ) -> None:
        for at, column in enumerate(self.columns):
            _paint_text(painter, text, column, 2 * page + at)
        rule = QPen(QColor("#c9c3b6"), 0.18 * _MM)
        painter.setPen(rule)
        middle = (self.columns[0].right() + self.columns[1].left()) / 2
        painter.drawLine(QPointF(middle, self.whole.top()), QPointF(middle, self.whole.bottom()))
        head = self.whole.top() - 5 * _MM
        painter.drawLine(QPointF(self.whole.left(), head), QPointF(self.whole.right(), head))
        box = QRectF(self.whole.left(), head - 6 * _MM, self.whole.width(), 5 * _MM)
        painter.setFont(_font(7.6))
        painter.setPen(QColor(_FAINT))
        left = self.ledger.title or "Order of battle"
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, left)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(box, right, _running(entries, page))
        self._paint_foot(painter, number)

    def _paint_foot(self, painter: QPainter, number: int) -> None:
        painter.setFont(_font(7.6))
        painter.setPen(QColor(_FAINT))
        box = QRectF(self.whole.left(), self.whole.bottom() + 4 * _MM, self.whole.width(), 5 * _MM)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(number))


def _formats(style: Style) -> tuple[QTextBlockFormat, QTextCharFormat]:
    look = _LOOKS[style]
    block, chars = QTextBlockFormat(), QTextCharFormat()
    point = _LAYOUT_DPI / 72
    block.setTopMargin(look.above * point)
    block.setLeftMargin(look.indent * point)
    block.setTextIndent(-look.indent * point)
    block.setBottomMargin(0.7 * point)
    chars.setFont(_font(look.size, bold=look.bold, italic=look.italic))
    chars.setForeground(QColor(look.ink))
    if style is Style.SIDE:
        block.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
    return block, chars


def _font(size: float, *, bold: bool = False, italic: bool = False) -> QFont:
    font = QFont(SERIF if italic else SANS)
    font.setPointSizeF(size)
    font.setBold(bold)
    font.setItalic(italic)
    return font


def _style(block: QTextBlock) -> Style:
    state = block.userState()
    return list(Style)[state] if state >= 0 else Style.TEXT


def _top(text: QTextDocument, block: QTextBlock) -> float:
    layout = text.documentLayout()
    box = layout.blockBoundingRect(block)
    line = block.layout().lineAt(0)
    return box.top() + (line.y() if line.isValid() else 0.0)


def _height(text: QTextDocument) -> float:
    return (
        float(text.documentLayout().documentSize().height()) if text.pageCount() > 1 else _end(text)
    )


def _end(text: QTextDocument) -> float:
    return float(text.documentLayout().blockBoundingRect(text.lastBlock()).bottom())


def _used(text: QTextDocument, height: float) -> int:
    """How many columns are filled."""
    return int(_top(text, text.lastBlock()) // height) + 1


def _keep_headings(text: QTextDocument, height: float) -> None:
    """Begin a new column before headings that would stand alone at the end of one."""
    for _ in range(_MOST_PASSES):
        lonely = _lonely(text, height)
        if lonely is None:
            return
        cursor = QTextCursor(lonely)
        form = lonely.blockFormat()
        form.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
        form.setTopMargin(0)
        cursor.setBlockFormat(form)


def _lonely(text: QTextDocument, height: float) -> QTextBlock | None:
    """The first of a run of headings whose entry is in another column."""
    run: QTextBlock | None = None
    block = text.begin()
    while block.isValid():
        style = _style(block)
        if style in HEADINGS or style is Style.AREA:
            run = block if run is None else run
        else:
            if run is not None and _column(text, run, height) != _column(text, block, height):
                forced = run.blockFormat().pageBreakPolicy()
                if forced is not QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore:
                    return run
            run = None
        block = block.next()
    return None


def _column(text: QTextDocument, block: QTextBlock, height: float) -> int:
    return int(_top(text, block) // height)


def _running(entries: list[_Entry], page: int) -> str:
    """What the head of a page says: the side and the turns it begins and ends with."""
    within = [entry for entry in entries if entry.place < 2 * page + 2]
    begun = [entry for entry in within if entry.place < 2 * page + _NEAR_TOP]
    first, last = _standing(begun), _standing(within)
    if not first[1]:
        turns = [one.text for one in within[len(begun) :] if one.style is Style.TURN]
        first = (first[0], next(iter(turns), ""))
    end = last[1] if last[0] == first[0] else " · ".join(filter(None, last))
    span = " – ".join(dict.fromkeys(filter(None, (first[1], end))))
    return " · ".join(filter(None, (first[0], span)))


def _standing(entries: list[_Entry]) -> tuple[str, str]:
    """The side and turn that some headings lead to."""
    side = turn = ""
    for entry in entries:
        if entry.style is Style.SIDE:
            side, turn = entry.text, ""
        elif entry.style is Style.TURN:
            turn = entry.text
    return side, turn


def _paint_text(painter: QPainter, text: QTextDocument, box: QRectF, number: int) -> None:
    """Paint one column of a document laid out in pages of that size."""
    painter.save()
    offset = number * box.height()
    painter.translate(box.left(), box.top() - offset)
    clip = QRectF(0, offset, box.width(), box.height())
    painter.setClipRect(clip)
    context = QAbstractTextDocumentLayout.PaintContext()
    context.clip = clip
    palette = QPalette()
    palette.setColor(QPalette.ColorRole.Text, QColor(_INK))
    context.palette = palette
    text.documentLayout().draw(painter, context)
    painter.restore()

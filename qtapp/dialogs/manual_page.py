"""A page of the manual on the screen: pictures that fit, headings one can go to, words marked."""

from __future__ import annotations

import re

from PySide6.QtCore import QByteArray, QPoint, QPointF, Qt, QUrl, Signal
from PySide6.QtGui import (
    QImage,
    QMouseEvent,
    QPalette,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QTextBrowser, QTextEdit, QWidget

import resources
from resources.reading import slug

MARGIN = 18
MOST_MARKED = 500
"""More places than these are not marked; a letter alone is everywhere."""


class Page(QTextBrowser):
    """Shows one Markdown page with its pictures. Links and clicks on pictures are signals."""

    picture_clicked = Signal(str)
    """The file name of the picture."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source = ""
        self.setAccessibleName("Manual")
        self.setToolTip("A click on a picture enlarges it")
        self.setOpenLinks(False)
        self.setMouseTracking(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(MARGIN)

    def show_text(self, markdown: str, anchor: str = "") -> None:
        """Show a page, from the heading with that anchor if there is one."""
        self._source = markdown
        self.setMarkdown(markdown)
        if anchor and not self.go_to(anchor):
            anchor = ""
        if not anchor:
            self.verticalScrollBar().setValue(0)

    def go_to(self, anchor: str) -> bool:
        """Bring the heading with that anchor to the top; False when the page has none."""
        block = self.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel() and slug(block.text()) == anchor:
                cursor = QTextCursor(block)
                self.setTextCursor(cursor)
                top = self.cursorRect(cursor).top() + self.verticalScrollBar().value()
                self.verticalScrollBar().setValue(top - MARGIN)
                return True
            block = block.next()
        return False

    def mark(self, words: str) -> None:
        """Mark every place of each of `words`, or nothing when there are none."""
        marks: list[QTextEdit.ExtraSelection] = []
        form = QTextCharFormat()
        form.setBackground(self.palette().color(QPalette.ColorRole.Highlight))
        form.setForeground(self.palette().color(QPalette.ColorRole.HighlightedText))
        for word in words.split():
            cursor = self.document().find(word)
            while not cursor.isNull() and len(marks) < MOST_MARKED:
                selection = QTextEdit.ExtraSelection()
                selection.cursor, selection.format = cursor, form
                marks.append(selection)
                cursor = self.document().find(word, cursor)
        self.setExtraSelections(marks)

    def pictures(self) -> list[str]:
        """The file names of the page's pictures, in order."""
        return re.findall(r"!\[[^]]*\]\(([^)]+)\)", self._source)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Pictures come from the manual's folder, nothing from anywhere else."""
        if kind == QTextDocument.ResourceType.ImageResource.value:
            url = name if isinstance(name, QUrl) else QUrl(name)
            if not resources.has_manual_picture(url.fileName()):
                return QImage()
            data = resources.manual_picture(url.fileName())
            return self._fitting(QImage.fromData(QByteArray(data)))
        return None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """A picture shows the pointing hand, as a link does."""
        super().mouseMoveEvent(event)
        if self._picture_at(event.position().toPoint()):
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on a picture enlarges it, unless text was selected."""
        super().mouseReleaseEvent(event)
        name = self._picture_at(event.position().toPoint())
        if name and event.button() == Qt.MouseButton.LeftButton:
            self.picture_clicked.emit(name)

    def _picture_at(self, at: QPoint) -> str:
        scrolled = QPointF(
            at.x() + self.horizontalScrollBar().value(), at.y() + self.verticalScrollBar().value()
        )
        return self.document().documentLayout().imageAt(scrolled)

    def _fitting(self, picture: QImage) -> QImage:
        """A picture no wider than the page, sharp on fine screens."""
        ratio = self.devicePixelRatioF()
        space = round((self.viewport().width() - 2 * MARGIN - 4) * ratio)
        if picture.width() > space > 0:
            smooth = Qt.TransformationMode.SmoothTransformation
            picture = picture.scaledToWidth(space, smooth)
            picture.setDevicePixelRatio(ratio)
        return picture

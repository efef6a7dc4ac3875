"""The manual and the About text."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from PySide6.QtCore import QByteArray, QSize, Qt, QUrl
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

import resources
from qtapp.icons import pixmap
from qtapp.panels.parts import label

MARGIN = 18


class Page(QTextBrowser):
    """Shows one Markdown page with its pictures; links to other pages change the list."""

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Pictures come from the manual's folder, nothing from anywhere else."""
        if kind == QTextDocument.ResourceType.ImageResource.value:
            url = name if isinstance(name, QUrl) else QUrl(name)
            try:
                data = resources.manual_picture(url.fileName())
                return self._fitting(QImage.fromData(QByteArray(data)))
            except (KeyError, FileNotFoundError):
                return QImage()
        return None

    def _fitting(self, picture: QImage) -> QImage:
        """A picture no wider than the page, sharp on fine screens."""
        ratio = self.devicePixelRatioF()
        room = round((self.viewport().width() - 2 * MARGIN - 4) * ratio)
        if picture.width() > room > 0:
            smooth = Qt.TransformationMode.SmoothTransformation
            picture = picture.scaledToWidth(room, smooth)
            picture.setDevicePixelRatio(ratio)
        return picture


class ManualWindow(QDialog):
    """Pages at the left, text at the right. It stays open beside the main window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Sandtable manual")
        self._pages = resources.manual_pages()
        self.list = QListWidget()
        self.list.setAccessibleName("Pages")
        for page in self._pages:
            item = QListWidgetItem(page.title)
            item.setSizeHint(QSize(120, 28))
            self.list.addItem(item)
        self.text = Page()
        self.text.setAccessibleName("Manual")
        self.text.setOpenLinks(False)
        self.text.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.text.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.text.document().setDocumentMargin(MARGIN)
        self.text.anchorClicked.connect(self._follow)
        self.list.currentRowChanged.connect(self._show)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.list)
        split.addWidget(self.text)
        split.setStretchFactor(1, 1)
        split.setSizes([210, 640])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 10, 10, 10)
        layout.addWidget(split)
        self.resize(QSize(900, 640))
        if self._pages:
            self.list.setCurrentRow(0)
        else:
            self.text.setPlainText("The manual is not part of this copy of Sandtable.")

    def show_page(self, ident: str) -> None:
        """Show a page by id."""
        for row, page in enumerate(self._pages):
            if page.id == ident:
                self.list.setCurrentRow(row)

    def _show(self, row: int) -> None:
        if 0 <= row < len(self._pages):
            self.text.setMarkdown(self._pages[row].text)

    def _follow(self, url: QUrl) -> None:
        self.show_page(url.fileName().removesuffix(".md"))


class AboutDialog(QDialog):
    """What this is, which version, and whom it owes."""

    def __init__(self, credits: str, ink: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("About Sandtable")
        mark = QLabel()
        mark.setPixmap(pixmap("hex", ink, 64))
        head = QHBoxLayout()
        head.addWidget(mark)
        words = QVBoxLayout()
        words.addWidget(label("Sandtable", "title"))
        words.addWidget(label(f"Version {_version()}", "faint"))
        head.addLayout(words, 1)
        text = label(credits)
        text.setMinimumWidth(420)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        closer = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        closer.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 14)
        layout.setSpacing(12)
        layout.addLayout(head)
        layout.addWidget(text)
        layout.addWidget(closer)


def _version() -> str:
    try:
        return version("sandtable")
    except PackageNotFoundError:
        return "from source"

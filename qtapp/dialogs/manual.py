"""The manual: pages, search, back and forward."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

import resources
from qtapp.dialogs.manual_page import Page
from qtapp.dialogs.picture_window import PictureWindow
from qtapp.widgets.parts import label
from qtapp.widgets.plain import plain
from qtapp.widgets.wrapped import WrappedList
from resources.reading import Hit, search

FIRST, GLOSSARY, INDEX = "1-getting-started", "98-glossary", "99-index"


ON_GAMES = {"by_hand": "17-bring-in-your-game"}
"""The pages on game systems that are not called as these are."""


def page_on(system: str) -> str:
    """The id of the page on a game system, by the system's id; '' when there is none."""
    words = system.replace("_", "-")
    pages = (page.id for page in resources.manual_pages())
    return ON_GAMES.get(system) or next(
        (one for one in pages if one.partition("-")[2] == words), ""
    )


@dataclass(frozen=True, slots=True)
class Place:
    """Where one reads: a page, the heading one came for, and how far it is scrolled (pixels)."""

    page: str
    anchor: str = ""
    scrolled: int = 0


class ManualWindow(QDialog):
    """Pages, or what was searched, at the left, the text at the right; open beside the window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Sandtable manual")
        self._pages = resources.manual_pages()
        self._behind: list[Place] = []
        self._ahead: list[Place] = []
        self._now = Place(self._pages[0].id)
        self._hits: list[Hit] = []
        self._topic = ""
        self.search = QLineEdit()
        self.search.setPlaceholderText("Search the manual")
        self.search.setAccessibleName("Search the manual")
        self.search.setToolTip("Words that a section of the manual has to have")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._find)
        self.list = _listing("Pages", [page.title for page in self._pages])
        self.list.currentRowChanged.connect(self._choose)
        self.hits: QListWidget = _listing("What was found", [])
        self.hits.setSpacing(4)
        self.search.returnPressed.connect(lambda: self._open_hit(max(0, self.hits.currentRow())))
        self.hits.itemClicked.connect(lambda item: self._open_hit(self.hits.row(item)))
        self.hits.itemActivated.connect(lambda item: self._open_hit(self.hits.row(item)))
        self._nothing = label("No section holds all of these words.")
        self._nothing.setWordWrap(True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._nothing.setMargin(8)
        self._left = QStackedWidget()
        for widget in (self.list, self.hits, self._nothing):
            self._left.addWidget(widget)
        self.text = Page()
        self.text.anchorClicked.connect(self._follow)
        self.text.picture_clicked.connect(self.enlarge)
        self._lay_out()
        self._show(self._now)

    def show_page(self, ident: str, anchor: str = "") -> None:
        """Show a page by id, from the heading with that anchor; *Back* returns to this one."""
        if any(page.id == ident for page in self._pages):
            self._behind.append(self._here())
            self._ahead.clear()
            self._show(Place(ident, anchor))

    def show_topic(self, ident: str) -> None:
        """Show the page on what is in view beside the manual; where it was shown already, one
        reads on where one was.
        """
        if ident and ident != self._topic:
            self.show_page(ident)
        self._topic = ident

    def go_back(self) -> None:
        """Return to where one read before."""
        if self._behind:
            self._ahead.append(self._here())
            self._show(self._behind.pop())

    def go_forward(self) -> None:
        """Go again to where one went back from."""
        if self._ahead:
            self._behind.append(self._here())
            self._show(self._ahead.pop())

    def enlarge(self, name: str) -> None:
        """Show a picture of the page in a window of its own, at its full size."""
        window = PictureWindow(name.partition(".")[0], resources.manual_picture(name), self)
        window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        window.show()

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        self.back = self._button(bar, "Back", QKeySequence.StandardKey.Back, self.go_back)
        self.forward = self._button(
            bar, "Forward", QKeySequence.StandardKey.Forward, self.go_forward
        )
        self._button(bar, "Index", "Alt+I", lambda: self.show_page(INDEX))
        self._button(bar, "Glossary", "Alt+G", lambda: self.show_page(GLOSSARY))
        self.larger = self._button(bar, "Enlarge", "Alt+P", self._enlarge_first)
        bar.addStretch(1)
        bar.addWidget(self.search, 2)
        finder = QAction(self)
        finder.setShortcut(QKeySequence.StandardKey.Find)
        finder.triggered.connect(self.search.setFocus)
        self.addAction(finder)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self._left)
        split.addWidget(self.text)
        split.setStretchFactor(1, 1)
        split.setSizes([240, 660])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 10, 10, 10)
        layout.addLayout(bar)
        layout.addWidget(split, 1)
        self.resize(QSize(960, 680))

    def _button(
        self,
        bar: QHBoxLayout,
        text: str,
        key: QKeySequence.StandardKey | str,
        run: Callable[[], None],
    ) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(key))
        shown = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        action.setToolTip(plain(f"{text} ({shown})" if shown else text))
        action.triggered.connect(lambda: run())
        self.addAction(action)
        button = QToolButton()
        button.setDefaultAction(action)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        bar.addWidget(button)
        return action

    def _here(self) -> Place:
        scrolled = self.text.verticalScrollBar().value()
        return Place(self._now.page, self._now.anchor, scrolled)

    def _show(self, place: Place) -> None:
        for row, page in enumerate(self._pages):
            if page.id == place.page:
                self._now = place
                self.list.blockSignals(True)
                self.list.setCurrentRow(row)
                self.list.blockSignals(False)
                self.text.show_text(page.text, place.anchor)
                if place.scrolled:
                    self.text.verticalScrollBar().setValue(place.scrolled)
        self.text.mark(self.search.text())
        self.back.setEnabled(bool(self._behind))
        self.forward.setEnabled(bool(self._ahead))
        self.larger.setEnabled(bool(self.text.pictures()))

    def _choose(self, row: int) -> None:
        if 0 <= row < len(self._pages):
            self.show_page(self._pages[row].id)

    def _follow(self, url: QUrl) -> None:
        name = url.fileName().removesuffix(".md")
        self.show_page(name or self._now.page, url.fragment())

    def _find(self, words: str) -> None:
        self._hits = search(self._pages, words)
        titles = {page.id: page.title for page in self._pages}
        self.hits.clear()
        for hit in self._hits:
            where = titles[hit.section.page]
            if hit.section.heading != where:
                where = f"{where}: {hit.section.heading}"
            item = QListWidgetItem(f"{where}\n{hit.line[:90]}")
            item.setToolTip(plain(hit.line))
            self.hits.addItem(item)
        shown = self.hits if self._hits else self._nothing
        self._left.setCurrentWidget(shown if words.strip() else self.list)
        self.text.mark(words)

    def _open_hit(self, row: int) -> None:
        if 0 <= row < len(self._hits):
            self.hits.setCurrentRow(row)
            section = self._hits[row].section
            self.show_page(section.page, section.slug)

    def _enlarge_first(self) -> None:
        names = self.text.pictures()
        if names:
            self.enlarge(names[0])


def _listing(name: str, titles: list[str]) -> QListWidget:
    made = WrappedList()
    made.setAccessibleName(name)
    made.setToolTip("A click shows the page")
    for title in titles:
        item = QListWidgetItem(title)
        item.setSizeHint(QSize(120, 28))
        made.addItem(item)
    return made

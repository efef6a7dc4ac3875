"""The rules of the game in our words: searched, and opened from every prompt and objection."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QHeaderView,
    QLineEdit,
    QTextBrowser,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
)

from engine.game.catalogue import Chapter, RuleText, chapters_of
from qtapp.app.bridge import GameBridge
from qtapp.widgets.parts import label
from qtapp.widgets.plain import plain
from qtapp.widgets.trees import FoldingTree, entries
from qtapp.workspaces.play.following import LastingPanel

RULE = int(Qt.ItemDataRole.UserRole)


class RulesPanel(LastingPanel):
    """A tree of chapters and rules with the text of the chosen one below."""

    def __init__(self, bridge: GameBridge) -> None:
        super().__init__(bridge)
        self._chapters: tuple[Chapter, ...] = ()
        self._rules: dict[str, RuleText] = {}
        self.search = QLineEdit()
        self.search.setPlaceholderText("Search the rules: a number or words")
        self.search.setAccessibleName("Search the rules")
        self.search.setToolTip("Words or the number of a rule")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(lambda _text: self._fill())
        self.tree = FoldingTree()
        self.tree.setAccessibleName("Rules")
        self.tree.setToolTip("The rules of this game by chapter")
        self.tree.setHeaderHidden(True)
        self.tree.setColumnCount(2)
        self.tree.setIndentation(12)
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.tree.currentItemChanged.connect(lambda now, _before: self._read(now))
        self.text = QTextBrowser()
        self.text.setOpenLinks(False)
        self.text.setAccessibleName("Text of the rule")
        self.text.setToolTip("The chosen rule in our words, and where it is carried out")
        self.empty = label("This game brings no index of its rules.", "faint")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 8)
        layout.setSpacing(6)
        layout.addWidget(self.search)
        layout.addWidget(self.empty)
        layout.addWidget(self.tree, 3)
        layout.addWidget(self.text, 2)
        self.catch_up()

    @property
    def shown(self) -> str:
        """The id of the rule that is read; empty for none."""
        item = self.tree.currentItem()
        return str(item.data(0, RULE) or "") if item is not None else ""

    def open(self, rule: str) -> bool:
        """Read a rule by its id, or the first whose id begins like it; False when there is none."""
        self.catch_up()
        wanted = rule.strip().rstrip(".")
        found = wanted if wanted in self._rules else self._nearest(wanted)
        if not found:
            return False
        self.search.clear()
        for item in entries(self.tree):
            if item.data(0, RULE) == found:
                self.tree.setCurrentItem(item)
                self.tree.scrollToItem(item, QTreeWidget.ScrollHint.PositionAtCenter)
        return True

    def _nearest(self, wanted: str) -> str:
        return next((rule for rule in self._rules if wanted and rule.startswith(wanted)), "")

    def refresh(self) -> None:
        """List the rules of the game."""
        is_open = self._bridge.is_open
        self._chapters = chapters_of(self._bridge.game.scenario.system) if is_open else ()
        self._rules = {rule.id: rule for chapter in self._chapters for rule in chapter.rules}
        with QSignalBlocker(self.search):  # the words were about the rules of another game
            self.search.clear()
        for widget in (self.search, self.tree, self.text):
            widget.setVisible(bool(self._rules))
        self.empty.setVisible(not self._rules)
        self._fill()

    def _fill(self) -> None:
        words = self.search.text().casefold().split()
        self.tree.clear()
        self.text.clear()
        for chapter in self._chapters:
            fitting = [rule for rule in chapter.rules if _has(rule, words)]
            above = self._head(chapter) if fitting else self.tree.invisibleRootItem()
            for rule in fitting:
                item = QTreeWidgetItem([rule.id, rule.title])
                item.setToolTip(1, plain(rule.text))
                item.setData(0, RULE, rule.id)
                above.addChild(item)
        if words:
            self.tree.expandAll()
            first = next(iter(entries(self.tree)), None)
            if first is not None:
                self.tree.setCurrentItem(first)

    def _head(self, chapter: Chapter) -> QTreeWidgetItem:
        """The line that the rules of a chapter are under; the root without chapters."""
        if not chapter.number:
            return self.tree.invisibleRootItem()
        head = QTreeWidgetItem([f"{chapter.number}  {chapter.title}"])
        head.setFlags(Qt.ItemFlag.ItemIsEnabled)
        self.tree.addTopLevelItem(head)
        head.setFirstColumnSpanned(True)
        return head

    def _read(self, item: QTreeWidgetItem | None) -> None:
        rule = self._rules.get(str(item.data(0, RULE))) if item is not None else None
        if rule is None:
            self.text.clear()
            return
        self.text.setPlainText(
            "\n\n".join(
                filter(
                    None,
                    (
                        f"{rule.id}  {rule.title}",
                        rule.text,
                        f"Example: {rule.example}" if rule.example else "",
                        f"Phase: {rule.phase}",
                    ),
                )
            )
        )


def _has(rule: RuleText, words: list[str]) -> bool:
    """Whether every word, or part of one, is in a rule."""
    text = f"{rule.id} {rule.title} {rule.text} {rule.example}".casefold()
    return all(word in text for word in words)

"""The referee's dialog: change any part of the position; the log says so and the game is marked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TypeGuard

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLineEdit,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.core.codec import CLASS_KEY
from engine.core.referee import RULES_OWN
from engine.game.session import GameSession, Override, Overrule
from maps.errors import KnownError
from maps.hexgrid import Hex
from maps.untyped import JsonObject
from qtapp.widgets.forms import LevelForm
from qtapp.widgets.parts import label
from qtapp.widgets.trees import FoldingTree
from qtapp.widgets.wording import unit_title

PATH = int(Qt.ItemDataRole.UserRole)
OPENED = 60
"""A part of the position with more entries than this is listed only as far as it is searched."""


class RefereeDialog(QDialog):
    """A tree of the position, searched by words; values are edited in place."""

    def __init__(self, game: GameSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Referee")
        self._game = game
        self._plain: JsonObject = game.codec.to_plain(game.state)
        self._names = {str(unit): unit_title(game.scenario.oob, unit) for unit in game.state.pieces}
        self.search = QLineEdit()
        self.search.setPlaceholderText("Search: a unit, a hex, a part of the position")
        self.search.setAccessibleName("Search the position")
        self.search.setToolTip("Words that a part of the position has to have")
        self.search.setClearButtonEnabled(True)
        self.tree = FoldingTree()
        self.tree.setAccessibleName("Position")
        self.tree.setToolTip("Everything the position holds; a double click changes a value")
        self.tree.setHeaderLabels(["Part of the position", "Value"])
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Interactive)
        self.tree.header().resizeSection(1, 240)
        self.tree.header().setStretchLastSection(False)
        self.tree.itemDoubleClicked.connect(self._edit)
        self.tree.itemActivated.connect(self._edit)
        self.reason = QLineEdit()
        self.reason.setPlaceholderText("a die was misread; the rulebook is silent …")
        self.reason.setAccessibleName("Reason")
        self.message = label("", "warning", "What forbids it")
        self._box = QDialogButtonBox()
        self._ok = self._box.addButton("Overrule", QDialogButtonBox.ButtonRole.AcceptRole)
        self._ok.setProperty("primary", True)
        self._ok.setAutoDefault(False)
        self._box.addButton(QDialogButtonBox.StandardButton.Cancel)
        self._box.accepted.connect(self._take)
        self._box.rejected.connect(self.reject)
        self._changes: dict[tuple[str, ...], str] = {}
        self.action: Overrule | None = None
        self._lay_out()
        self.tree.itemChanged.connect(self._changed)
        self.search.textChanged.connect(lambda _text: self._fill())
        self._fill()

    def put(self, path: Sequence[str], words: str) -> None:
        """Change one value as if it had been typed."""
        self._changes[tuple(path)] = words
        self._fill()

    def _fill(self) -> None:
        self.tree.blockSignals(True)
        self.tree.clear()
        wanted = self.search.text().casefold().split()
        for key, value in self._plain.items():
            if key not in (CLASS_KEY, *RULES_OWN):
                item = self._item((key,), value, wanted)
                if item is not None:
                    self.tree.addTopLevelItem(item)
                    item.setExpanded(bool(wanted))
        self.tree.blockSignals(False)
        self._ok.setEnabled(bool(self._changes))

    def _item(
        self, path: tuple[str, ...], value: object, wanted: list[str]
    ) -> QTreeWidgetItem | None:
        title = self._title(path[-1])
        item = QTreeWidgetItem([title])
        parts = list(_parts(value))
        if not parts:
            text = self._changes.get(path, self._words(path, value))
            haystack = " ".join((*map(self._title, path), text)).casefold()
            if not all(word in haystack for word in wanted):
                return None
            item.setText(1, text)
            item.setData(0, PATH, list(path))
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            if path in self._changes:
                font = item.font(1)
                font.setBold(True)
                item.setFont(1, font)
            return item
        shown = 0
        for key, inner in parts:
            child = self._item((*path, key), inner, wanted)
            if child is None:
                continue
            item.addChild(child)
            child.setExpanded(bool(wanted))
            shown += 1
            if wanted and shown >= OPENED:
                break
        return item if shown else None

    def _edit(self, item: QTreeWidgetItem, _column: int) -> None:
        if item.data(0, PATH) is not None:
            self.tree.editItem(item, 1)

    def _changed(self, item: QTreeWidgetItem, column: int) -> None:
        path = item.data(0, PATH)
        if path is not None and column == 1:
            self._changes[tuple(str(step) for step in path)] = item.text(1)
            self._ok.setEnabled(True)
            self.message.setText("")

    def _take(self) -> None:
        try:
            overrides = tuple(
                Override(path, self._value(path, text)) for path, text in self._changes.items()
            )
        except KnownError as error:
            self.message.setText(str(error))
            return
        action = Overrule(overrides, self.reason.text().strip())
        objections = self._game.check(action)
        self.message.setText("\n".join(objection.text for objection in objections))
        if not objections:
            self.action = action
            self.accept()

    def _value(self, path: tuple[str, ...], text: str) -> str:
        """What was typed as the JSON of the place it is meant for."""
        before: object = self._plain
        for step in path:
            before = dict(_parts(before))[step]
        if _is_place(path):
            try:
                at = self._game.scenario.map.parse_label(text)
            except ValueError:
                return json.dumps(text)
            return json.dumps([at.q, at.r])
        if isinstance(before, str):
            return json.dumps(text)
        try:
            json.loads(text)
        except ValueError as error:
            where = " > ".join(map(self._title, path))
            was = self._words(path, before)
            raise KnownError(where, f"{text!r} is no value.", f"It was {was}.") from error
        return text

    def _title(self, step: str) -> str:
        """What a step of a path is called: a unit, a hex, a field."""
        if step.startswith("["):
            found = json.loads(step)
            if _is_hex(found):
                return self._game.scenario.map.label(Hex(*found))
        return self._names.get(step, step.replace("_", " "))

    def _words(self, path: tuple[str, ...], value: object) -> str:
        """A value as it is written; a place by its printed number or the name of its box."""
        if _is_place(path) and _is_hex(value):
            return self._game.scenario.map.label(Hex(*value))
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

    def _lay_out(self) -> None:
        form = LevelForm()
        form.addRow("&Reason", self.reason)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 14, 14, 12)
        layout.setSpacing(8)
        words = "Change what must be changed. The log will say so, and undo takes it back."
        layout.addWidget(label(words, "faint"))
        layout.addWidget(self.search)
        layout.addWidget(self.tree, 1)
        layout.addLayout(form)
        layout.addWidget(self.message)
        layout.addWidget(self._box)
        self.resize(680, 560)


def _parts(value: object) -> Iterator[tuple[str, object]]:
    """The named parts of a value that has some."""
    if isinstance(value, dict):
        yield from ((key, inner) for key, inner in value.items() if key != CLASS_KEY)
    elif isinstance(value, list) and value and all(_is_pair(entry) for entry in value):
        yield from ((json.dumps(entry[0]), entry[1]) for entry in value)


def _is_pair(entry: object) -> bool:
    return isinstance(entry, list) and len(entry) == 2 and isinstance(entry[0], list)


def _is_place(path: tuple[str, ...]) -> bool:
    return path[0] == "pieces" and path[-1] == "at"


def _is_hex(value: object) -> TypeGuard[list[int]]:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(n, int) for n in value)

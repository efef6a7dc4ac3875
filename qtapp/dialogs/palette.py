"""The command palette: any action of the table by a few letters of its name."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget

from qtapp.actions.action_book import ActionBook
from qtapp.actions.action_table import ACTIONS, plain_text
from qtapp.dialogs.finder import Finder, Found, fuzzy


def commands(book: ActionBook, text: str) -> Sequence[Found]:
    """The actions that fit what was typed, those that are on before those that are off."""
    scored = []
    for place, spec in enumerate(ACTIONS):
        title = f"{spec.category.value}: {plain_text(spec)}"
        score = fuzzy(text, plain_text(spec))
        if score is None:
            score = 200 if text.casefold().strip() in f"{title} {spec.tip}".casefold() else None
        if score is not None and spec.id != "palette":
            on = book[spec.id].isEnabled()
            keys = QKeySequence(book.keys(spec))
            hint = keys.toString(QKeySequence.SequenceFormat.NativeText)
            scored.append(((not on, score, place), Found(title, hint, spec.id, on)))
    return [found for _score, found in sorted(scored, key=lambda entry: entry[0])]


def run_palette(book: ActionBook, parent: QWidget) -> None:
    """Let the user choose an action and do it."""
    finder = Finder(
        "Command palette", "What do you want to do?", lambda t: commands(book, t), parent
    )
    if finder.exec() and isinstance(finder.chosen, str):
        book[finder.chosen].trigger()

"""Names are never markup: tool tips, message boxes and questions show them as they are written.

Qt takes a text for rich text as soon as it looks like it, wherever nobody says otherwise: a place
named ``<img src="//server/share">`` would open that picture. Whatever may hold a name from a file
goes through :func:`plain` before it becomes a tool tip, and through these questions and messages;
labels come from :func:`qtapp.widgets.parts.label`. A test forbids the other ways.
"""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import Qt as Guess
from PySide6.QtWidgets import QMessageBox, QWidget

TITLE = "Sandtable"


def plain(text: str) -> str:
    """A text that Qt shows as it is written, also where it would guess that it is markup.

    >>> plain("Athens"), plain("<b>x</b>")
    ('Athens', '<span style="white-space:pre-wrap">&lt;b&gt;x&lt;/b&gt;</span>')
    """
    if not Guess.mightBeRichText(text):
        return text
    return f'<span style="white-space:pre-wrap">{escape(text)}</span>'


def ask(parent: QWidget, question: str, title: str = TITLE) -> bool:
    """Ask a yes-or-no question; whether the answer is yes."""
    box = message(QMessageBox.Icon.Question, parent, question, title)
    box.setStandardButtons(QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.No)
    return box.exec() == QMessageBox.StandardButton.Yes


def warn(parent: QWidget, sentence: str) -> None:
    """Say what could not be done."""
    message(QMessageBox.Icon.Warning, parent, sentence, TITLE).exec()


def fail(parent: QWidget, sentence: str) -> None:
    """Say that something went wrong inside the program."""
    message(QMessageBox.Icon.Critical, parent, sentence, TITLE).exec()


def message(icon: QMessageBox.Icon, parent: QWidget, text: str, title: str = TITLE) -> QMessageBox:
    """A message box to be filled with buttons; its further texts are to be :func:`plain`."""
    box = QMessageBox(parent)
    box.setIcon(icon)
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    return box

"""The underlined letters of a menu, and of a dialog: no two of its entries share one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QDialog, QGroupBox, QLabel, QMenu, QWidget

LITERAL = "\0"
"""Stands for ``&&``, an ampersand that is shown."""


def with_mnemonics(texts: Sequence[str]) -> list[str]:
    """The texts with a letter of its own marked by ``&`` in each, as far as letters last.

    A letter that is marked already is kept where no earlier text has it; the others take the first
    letter of a word, or any letter, that is free.

    >>> with_mnemonics(["&Open…", "&Options", "Open as…"])
    ['&Open…', 'O&ptions', 'Open &as…']
    """
    plain = [text.replace("&&", LITERAL) for text in texts]
    taken: dict[str, int] = {}
    for number, text in enumerate(plain):
        letter = _marked(text)
        if letter and letter not in taken:
            taken[letter] = number
    made = []
    for number, text in enumerate(plain):
        letter = _marked(text)
        if not letter or taken[letter] != number:
            text = text.replace("&", "")
            spot = next((at for at in _spots(text) if text[at].casefold() not in taken), None)
            if spot is not None:
                taken[text[spot].casefold()] = number
                text = f"{text[:spot]}&{text[spot:]}"
        made.append(text.replace(LITERAL, "&&"))
    return made


def keep_apart(menu: QMenu) -> None:
    """Mark the entries of a menu so whenever it is shown."""
    menu.aboutToShow.connect(lambda: _mark(menu))


def letter_fields(dialog: QDialog) -> None:
    """Give each label of a field in a dialog, and each button, an Alt key of its own, as far as
    letters last; those that have one keep it. A label of several fields leads to the first.
    """
    for name in dialog.findChildren(QLabel):
        fields = name.buddy().findChildren(QWidget) if name.buddy() is not None else []
        able = (one for one in fields if one.focusPolicy() & Qt.FocusPolicy.TabFocus)
        first = next(able, None)
        if first is not None and name.buddy().focusPolicy() is Qt.FocusPolicy.NoFocus:
            name.setBuddy(first)
    shown = [one for one in dialog.findChildren(QWidget) if _text(one) and _takes_letter(one)]
    texts = with_mnemonics([_text(one) for one in shown])
    for one, text in zip(shown, texts, strict=True):
        if text != _text(one) and isinstance(one, QLabel | QAbstractButton):
            one.setText(text)


def _takes_letter(one: QWidget) -> bool:
    if isinstance(one, QLabel):
        return one.buddy() is not None and not isinstance(one.buddy(), QLabel)
    return isinstance(one, QAbstractButton | QGroupBox)


def _text(one: QWidget) -> str:
    if isinstance(one, QGroupBox):
        return one.title()
    return one.text() if isinstance(one, QLabel | QAbstractButton) else ""


def _mark(menu: QMenu) -> None:
    shown = [each for each in menu.actions() if each.isVisible() and not each.isSeparator()]
    for action, text in zip(shown, with_mnemonics([each.text() for each in shown]), strict=True):
        if action.text() != text:
            action.setText(text)


def _marked(text: str) -> str:
    """The letter a text has marked, folded; "" when it has none."""
    spot = text.find("&")
    return text[spot + 1 : spot + 2].casefold() if spot >= 0 else ""


def _spots(text: str) -> Iterator[int]:
    """Where a letter may be marked, best first."""
    letters = [at for at, each in enumerate(text) if each.isalnum()]
    yield from (at for at in letters if at == 0 or not text[at - 1].isalnum())
    yield from letters

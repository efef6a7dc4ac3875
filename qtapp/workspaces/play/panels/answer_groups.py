"""Answers that begin alike: the words they share are told once, what differs is on the buttons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, takewhile
from typing import NamedTuple

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QWidget

from qtapp.widgets.parts import GAP, Flow, label
from qtapp.widgets.wording import sentence_case
from qtapp.workspaces.play.panels.amounts import Run

SHORT = 24
"""Letters of what a button tells that leave room for another one beside it."""
FEWEST = 3
"""So many answers are worth a line that tells what they share; two are where that line ends with a
colon, their last words alone differ, or they are one nation's.
"""
LINE_GAP = 2
"""Pixels between words and the buttons below them."""


class Group(NamedTuple):
    """Answers that begin with the same words, ``shared`` without the space behind them."""

    shared: str
    runs: tuple[Run, ...]

    def told(self, text: str) -> str:
        """What the button of an answer tells: the rest of its words."""
        return sentence_case(text.removeprefix(self.shared).strip())


def groups(answers: Iterable[Run]) -> Iterator[Group]:
    """Answers in their order, those that begin alike together; one that is like none beside it,
    has an amount, ends the phase or stands out shares nothing.
    """
    for alike, block in groupby(answers, key=_kind):
        runs = tuple(block)
        found = _gathered(runs) if alike is not None else None
        yield from found or (Group("", (run,)) for run in runs)


def _kind(run: Run) -> tuple[str, str] | None:
    """What answers have in common that may be told together."""
    first = run[0]
    alone = len(run) > 1 or first.closing or first.main
    return None if alone else (first.family, first.title)


def _gathered(runs: tuple[Run, ...]) -> list[Group] | None:
    """Groups of answers of a family: by those of their words that leave nobody alone, else by what
    all of them begin with.
    """
    for some_words in (_before_colon, _all_but_last, _first_two):
        parts = [(key, tuple(part)) for key, part in groupby(runs, key=some_words)]
        if all(key and len(part) > 1 for key, part in parts):
            found = [Group(_shared(part) or key, part) for key, part in parts]
            if _are_short(found):
                return found
    whole = [Group(_shared(runs), runs)]
    return whole if whole[0].shared and len(runs) >= FEWEST and _are_short(whole) else None


def _are_short(found: Iterable[Group]) -> bool:
    rests = [len(group.told(run[0].text)) <= SHORT for group in found for run in group.runs]
    return sum(rests) * 2 > len(rests)


def _before_colon(run: Run) -> str:
    before, colon, _rest = run[0].text.partition(": ")
    return before + colon.strip() if colon else ""


def _all_but_last(run: Run) -> str:
    return run[0].text.rpartition(" ")[0]


def _first_two(run: Run) -> str:
    """What is done, and whose units do it."""
    words = run[0].text.split(" ")
    return " ".join(words[:2]) if len(words) > 2 else ""


def _shared(runs: Sequence[Run]) -> str:
    """The whole words that all of some answers begin with. The last of them is no number, torn from
    the unit it belongs to, and none that an answer goes on with.
    """
    texts = [run[0].text.split(" ") for run in runs]
    columns = zip(*[text[:-1] for text in texts], strict=False)
    words = [same[0] for same in takewhile(lambda column: len(set(column)) == 1, columns)]
    while words and (_is_number(words[-1]) or _comes_again(words, texts)):
        words = words[:-1]
    return " ".join(words)


def _is_number(word: str) -> bool:
    return any(letter.isdigit() for letter in word)


def _comes_again(words: Sequence[str], texts: Sequence[Sequence[str]]) -> bool:
    return any(words[-1] in text[len(words) :] for text in texts)


class AnswerGroup(QWidget):
    """The words that some answers share, and their buttons: beside the words where all of it fits
    into a line, else below them.
    """

    def __init__(self, shared: str, buttons: Sequence[QPushButton]) -> None:
        super().__init__()
        self._shared = label(shared, "faint")
        self._shared.setParent(self)
        self._flow = Flow(self)
        self._flow.fill(buttons)
        self._buttons = buttons
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QSize:
        """A line of its own in what flows, as wide as that is."""
        return QSize(self.maximumWidth(), self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        """No narrower than its widest button may be."""
        return QSize(self._flow.minimumSizeHint().width(), 0)

    def heightForWidth(self, width: int) -> int:
        """How high it is at a width."""
        return self._laid(width)[1].bottom() + 1

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Beside or below each other, by the width."""
        super().resizeEvent(event)
        words, buttons = self._laid(event.size().width())
        self._shared.setGeometry(words)
        self._flow.setGeometry(buttons)

    def _laid(self, width: int) -> tuple[QRect, QRect]:
        """Where the words and the buttons are."""
        words = self._shared.fontMetrics().horizontalAdvance(self._shared.text()) + GAP
        taken = sum(press.sizeHint().width() + GAP for press in self._buttons) - GAP
        if words + taken <= width:
            high = max(press.sizeHint().height() for press in self._buttons)
            return QRect(0, 0, words, high), QRect(words, 0, width - words, high)
        top = self._shared.heightForWidth(width) + LINE_GAP
        below = QRect(0, top, width, self._flow.heightForWidth(width))
        return QRect(0, 0, width, top - LINE_GAP), below

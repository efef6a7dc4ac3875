"""The log narrowed to what one looks for."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QImage, QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListView

from engine.core.actions import Action, Roll
from engine.reports.log_export import How, MarkKind
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.play.panels.log_panel import PAD, RULE_WIDTH, TALLEST
from tests.engine.fakes import Raid, Rest
from tests.qtapp import toy
from tests.qtapp.conftest import settle
from tests.qtapp.hands import by_menu
from tests.qtapp.toy import ASH


def shown(window: MainWindow) -> list[str]:
    window.log.catch_up()
    model = window.log.list.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def choose(window: MainWindow, kind: str) -> None:
    window.log.kind.setCurrentIndex(window.log.kind.findData(kind))
    settle()


def test_it_is_narrowed_by_kind_and_words(window: MainWindow) -> None:
    bridge = window.bridge
    bridge.act(Raid(ASH))
    bridge.act(Roll(2))
    bridge.act(Rest(), How.BOT, "Nothing else pays.")
    everything = shown(window)
    choose(window, "dice")
    dice = shown(window)
    assert 0 < len(dice) < len(everything)
    choose(window, "automatic")
    assert shown(window) == ["Someone rests."]
    index = window.log.list.model().index(0, 0)
    assert "Nothing else pays." in index.data(Qt.ItemDataRole.ToolTipRole)
    choose(window, "")
    QTest.keyClicks(window.log.search, "pays else")
    assert shown(window) == ["Someone rests."]
    window.log.search.clear()
    assert shown(window) == everything


def test_notes_stand_with_their_step(window: MainWindow) -> None:
    window.bridge.act(Rest())
    window.bridge.mark(window.bridge.game.log.current, MarkKind.NOTE, "A dull turn.")
    choose(window, "marked")
    assert shown(window) == ["Someone rests."]
    assert "A dull turn." in window.log.list.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    window.bridge.mark(window.bridge.game.log.current, MarkKind.NOTE, "")
    assert shown(window) == []


def test_the_reason_of_an_automatic_step_is_drawn_in_a_line_of_its_own(
    window: MainWindow,
) -> None:
    window.bridge.act(Rest(), How.BOT, "Nothing else pays.")
    window.log.catch_up()
    settle()
    view = window.log.list
    last = view.model().index(view.model().rowCount() - 1, 0)
    rect, letters = view.visualRect(last), view.fontMetrics()
    assert rect.height() > 2 * letters.lineSpacing()
    after = rect.left() + 20 + letters.horizontalAdvance("Someone rests.")
    beside = QRect(after, rect.top() + 2, 60, letters.lineSpacing())
    assert len(shades(view, beside)) == 1, "nothing goes on in the first line"
    assert len(shades(view, beside.translated(0, letters.lineSpacing()))) > 5, "but below it"


def shades(view: QListView, part: QRect) -> set[int]:
    """The colours of a part of a list."""
    drawn = view.viewport().grab(part).toImage()
    return {drawn.pixel(x, y) for x in range(drawn.width()) for y in range(drawn.height())}


def painted(view: QListView) -> QImage:
    """What is to be seen of a list, as it was painted."""
    window, viewport = view.window(), view.viewport()
    place = QRect(viewport.mapTo(window, QPoint()), viewport.size())
    return window.screen().grabWindow(window.winId()).copy(place).toImage()


class Repaints(QObject):
    """Notes from where on a list is painted, in pixels from above."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self.tops: list[int] = []
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.tops.append(event.rect().top())
        return super().eventFilter(watched, event)


def test_lines_that_stay_are_not_painted_again_and_none_is_stale(window: MainWindow) -> None:
    bridge, view = window.bridge, window.log.list
    window.resize(1200, 900)
    repaints = Repaints(view)

    def act(action: Action) -> None:
        bridge.act(action)
        settle()

    def take_back() -> None:
        by_menu(window, "undo")
        settle()

    def note(words: str) -> None:
        bridge.mark(bridge.game.log.current, MarkKind.NOTE, words)
        settle()

    def check() -> None:
        seen = painted(view)
        view.viewport().update()
        settle()
        assert painted(view) == seen

    for _ in range(3):
        act(Rest())
    assert view.verticalScrollBar().maximum() == 0, "there is room for more lines"
    take_back()
    repaints.tops.clear()
    act(Raid(ASH))
    above = view.visualRect(view.model().index(1, 0))
    assert repaints.tops and min(repaints.tops) > above.top(), "what stays is left alone"
    check()
    act(Roll(2))
    check()
    while window.book["undo"].isEnabled():
        take_back()
    act(Raid(ASH))  # in place of all that lay ahead
    check()
    act(Roll(2))
    tall = "Short of bread, boots and coats. " * 9
    for _ in range(7):
        act(Rest())
        note(tall)
        check()
    view.scrollToBottom()
    take_back()
    act(Raid(ASH))
    assert view.verticalScrollBar().maximum() > 0, "the list was longer, and has scrolled"
    check()
    for _ in range(5):
        take_back()
        check()
    act(Raid(ASH))
    check()
    act(Roll(2))
    QTest.keyClicks(window.log.search, "rests")
    for _ in range(3):
        act(Rest())
        check()


def test_another_game_is_not_narrowed(window: MainWindow, tmp_path: Path) -> None:
    window.bridge.act(Rest())
    choose(window, "automatic")
    assert shown(window) == []
    window.bridge.open(toy.begin(tmp_path / "other.sandtable"))
    settle()
    assert shown(window) == ["Someone opens."]


def test_lines_have_the_room_they_need_in_any_width_and_font(window: MainWindow) -> None:
    view, model = window.log.list, window.log.model
    for words in ("bread", "boots and bread", "bread and boots, and coats"):
        window.bridge.act(Rest())
        window.bridge.mark(window.bridge.game.log.current, MarkKind.NOTE, f"Short of {words}.")
    for wide, points in ((420, 9.0), (300, 9.0), (300, 14.0), (420, 14.0)):
        font = view.font()
        font.setPointSizeF(points)
        view.setFont(font)
        window.log.setFixedWidth(wide)
        settle()
        bar = view.verticalScrollBar().sizeHint().width()
        space = view.contentsRect().width() - bar - RULE_WIDTH - 2 * PAD
        heights = [view.visualRect(view.model().index(n, 0)).height() for n in range(4)]
        needed = [
            view.fontMetrics()
            .boundingRect(QRect(0, 0, space, 9_000), Qt.TextFlag.TextWordWrap, line.sentence)
            .height()
            for line in map(model.line, range(4))
        ]
        assert heights == [need + 8 for need in needed] and heights[0] < heights[3], (wide, points)


def test_a_sentence_of_very_many_words_ends_after_a_few_lines(window: MainWindow) -> None:
    names = ", ".join(f"{number} Infantry XX" for number in range(200))
    window.bridge.act(Rest())
    window.bridge.mark(window.bridge.game.log.current, MarkKind.NOTE, f"Short of bread: {names}.")
    window.log.catch_up()
    settle()
    view = window.log.list
    last = view.model().index(view.model().rowCount() - 1, 0)
    tall = view.visualRect(last).height()
    assert tall <= (TALLEST + 1) * view.fontMetrics().lineSpacing()
    assert "199 Infantry XX." in last.data(Qt.ItemDataRole.ToolTipRole)

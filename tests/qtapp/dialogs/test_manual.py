"""The manual as a person reads it: search, links, back and forward, pictures large."""

from __future__ import annotations

import re
from itertools import groupby
from operator import itemgetter

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

import resources
from engine.game.catalogue import systems
from qtapp.dialogs.manual import GLOSSARY, INDEX, ManualWindow, page_on
from qtapp.dialogs.picture_window import PictureWindow
from tests.qtapp.conftest import Opener, press_key


@pytest.fixture
def manual(qtbot: QtBot) -> ManualWindow:
    made = ManualWindow()
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


def click_tool(manual: ManualWindow, action: QAction) -> None:
    """Click the button of an action."""
    buttons = manual.findChildren(QToolButton)
    (button,) = (button for button in buttons if button.defaultAction() is action)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def title(manual: ManualWindow) -> str:
    item = manual.list.currentItem()
    assert item is not None
    return item.text()


def heading(manual: ManualWindow) -> str:
    """The heading one was taken to, which is seen."""
    assert manual.text.viewport().rect().contains(manual.text.cursorRect())
    return manual.text.textCursor().block().text()


def test_it_begins_with_getting_started(manual: ManualWindow) -> None:
    assert title(manual) == "Getting started"
    assert not manual.back.isEnabled() and not manual.forward.isEnabled()


def test_back_and_forward_go_where_one_was(manual: ManualWindow) -> None:
    manual.list.setCurrentRow(1)
    manual.text.verticalScrollBar().setValue(120)
    manual.list.setCurrentRow(2)
    QTest.keyClick(manual, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert (title(manual), manual.text.verticalScrollBar().value()) == ("The window", 120)
    click_tool(manual, manual.back)
    assert title(manual) == "Getting started"
    click_tool(manual, manual.forward)
    QTest.keyClick(manual, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert title(manual) == "Playing Balkan Gambit"
    assert not manual.forward.isEnabled()


def test_a_new_way_forgets_what_lay_ahead(manual: ManualWindow) -> None:
    manual.list.setCurrentRow(1)
    click_tool(manual, manual.back)
    manual.list.setCurrentRow(3)
    assert not manual.forward.isEnabled()


def test_a_term_in_the_text_leads_to_its_entry(manual: ManualWindow, qtbot: QtBot) -> None:
    """Click the link itself, where it is painted."""
    manual.show_page("3-balkan-gambit")
    exactly = QTextDocument.FindFlag.FindCaseSensitively
    cursor = manual.text.document().find("TAC", 0, exactly)
    while not cursor.isNull() and not cursor.charFormat().isAnchor():
        cursor = manual.text.document().find("TAC", cursor, exactly)
    assert not cursor.isNull()
    cursor.setPosition(cursor.selectionStart() + 1)
    manual.text.setTextCursor(cursor)
    manual.text.ensureCursorVisible()
    at = manual.text.cursorRect(cursor).center()
    with qtbot.waitSignal(manual.text.anchorClicked):
        QTest.mouseClick(manual.text.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert title(manual) == "Glossary"
    assert heading(manual) == "TAC"


def test_every_link_into_a_page_finds_its_heading(manual: ManualWindow) -> None:
    links = set(_links(_text(INDEX)))
    for page in resources.manual_pages():
        links |= {link for link in _links(page.text) if link[0] == GLOSSARY}
    for name, found in groupby(sorted(links), key=itemgetter(0)):
        manual.show_page(name)
        for _, anchor in found:
            assert manual.text.go_to(anchor), (name, anchor)


def _links(text: str) -> list[tuple[str, str]]:
    """The page and the heading of each link to a heading."""
    return re.findall(r"\]\(([^)#:]*)\.md#([^)]+)\)", text)


def _text(ident: str) -> str:
    return next(page.text for page in resources.manual_pages() if page.id == ident)


def test_typing_finds_sections_and_enter_opens_the_first(manual: ManualWindow) -> None:
    QTest.keyClick(manual, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert manual.search.hasFocus()
    QTest.keyClicks(manual.search, "zone of control")
    assert manual.hits.isVisible() and manual.hits.count() >= 3
    assert "Glossary: Zone of control" in manual.hits.item(0).text()
    QTest.keyClick(manual.search, Qt.Key.Key_Return)
    assert title(manual) == "Glossary"
    assert manual.text.extraSelections()
    manual.search.clear()
    assert manual.list.isVisible()
    assert not manual.text.extraSelections()


def test_a_click_on_what_was_found_goes_there(manual: ManualWindow) -> None:
    QTest.keyClicks(manual.search, "amphibious")
    item = manual.hits.item(0)
    at = manual.hits.visualItemRect(item).center()
    QTest.mouseClick(manual.hits.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert title(manual) == "Playing Balkan Gambit"
    assert heading(manual) == "Coming from the sea"


def test_nothing_found_is_said(manual: ManualWindow) -> None:
    QTest.keyClicks(manual.search, "xylophone")
    assert not manual.hits.isVisible() and not manual.list.isVisible()


def enlarged() -> PictureWindow:
    (window,) = [w for w in QApplication.topLevelWidgets() if isinstance(w, PictureWindow)]
    return window


def test_a_click_on_a_picture_enlarges_it(manual: ManualWindow, qtbot: QtBot) -> None:
    manual.show_page("2-window")
    layout = manual.text.document().documentLayout()
    places = (
        QPoint(x, y) for y in range(0, manual.text.viewport().height(), 10) for x in (60, 200)
    )
    at = next(place for place in places if layout.imageAt(QPointF(place)) == "window.png")
    QTest.mouseClick(manual.text.viewport(), Qt.MouseButton.LeftButton, pos=at)
    window = enlarged()
    qtbot.addWidget(window)
    whole = window.label.pixmap().width()
    assert whole == 1360
    window.resize(500, 400)
    window.fit.setChecked(True)
    assert window.label.pixmap().width() < 500
    QTest.keyClick(window, Qt.Key.Key_Escape)


def test_a_picture_can_be_enlarged_by_keyboard(manual: ManualWindow, qtbot: QtBot) -> None:
    manual.show_page("5-command-line")
    assert not manual.larger.isEnabled()
    manual.show_page("10-operation-gertrud")
    QTest.keyClick(manual, Qt.Key.Key_P, Qt.KeyboardModifier.AltModifier)
    window = enlarged()
    qtbot.addWidget(window)
    assert window.windowTitle() == "operation-gertrud"


@pytest.mark.parametrize("page", ["1-getting-started", "3-balkan-gambit", "10-operation-gertrud"])
def test_pages_that_newcomers_read_first_have_a_picture(page: str) -> None:
    assert re.search(r"!\[[^]]+\]\([a-z-]+\.png\)", _text(page))


@pytest.mark.parametrize(
    ("scenario", "title"),
    [
        ("balkan_gambit/1943", "Playing Balkan Gambit"),
        ("operation_gertrud/late_1942", "Playing Operation Gertrud"),
        ("boot_camp/balkan_campaign", "Playing Boot Camp"),
        ("balkan_front/italo_greek_war", "Playing Balkan Front"),
    ],
)
def test_it_opens_at_the_page_of_the_open_game(opened: Opener, scenario: str, title: str) -> None:
    window = opened(scenario)
    press_key(window, Qt.Key.Key_F1)
    manual = window.manual
    assert manual is not None and manual.isVisible()
    assert manual.list.currentItem().text() == title
    manual.list.setCurrentRow(0)
    manual.close()
    press_key(window, Qt.Key.Key_F1)
    assert manual.list.currentRow() == 0, "one reads on where one was"
    manual.close()


def test_every_game_has_a_page() -> None:
    pages = {page.id for page in resources.manual_pages()}
    found = [page_on(system.id) for system in systems()]
    assert set(found) <= pages and len(set(found)) == len(found)
    assert page_on("nobody's game") == ""

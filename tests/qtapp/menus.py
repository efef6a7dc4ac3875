"""Menus that fold out of a hex, and out of each other: what is in them, and choosing by keys."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from qtapp.app.main_window import MainWindow
from tests.qtapp.conftest import click_hex, settle
from tests.qtapp.hands import choose_from_menu
from tests.qtapp.workspaces.play.laid import Hands

RIGHT = Qt.MouseButton.RightButton


def entries(menu: QMenu) -> dict[str, QMenu | None]:
    """The lines of a menu with the menus behind them."""
    found = {}
    for entry in menu.actions():
        below = entry.menu()
        found[entry.text()] = below if isinstance(below, QMenu) else None
    return found


def ask(hands: Hands, label: str, words: str = "") -> None:
    """Click a hex with the right button, wherever it is, and choose the line with some words."""
    hands.window.view.ensure_hex_visible(hands.hex(label))
    settle()
    click_hex(hands.window, hands.hex(label), RIGHT)
    if words:
        menu = hands.window.play.menu
        assert menu is not None and any(words in line for line in entries(menu)), words
        choose_from_menu(hands.window, words)


def choose_within(window: MainWindow, title: str, words: str) -> None:
    """Choose a line of the open menu that leads to another, and an entry of that, by keys."""
    menu = window.play.menu
    assert menu is not None
    below = entries(menu)[title]
    assert below is not None
    _walk_to(menu, title)
    QTest.keyClick(menu, Qt.Key.Key_Right)
    assert below.isVisible()
    _walk_to(below, words)
    QTest.keyClick(below, Qt.Key.Key_Return)
    settle()


def _walk_to(menu: QMenu, words: str) -> None:
    """Go down an open menu by key to the line with some words."""
    for _ in menu.actions():
        now = menu.activeAction()
        if now is not None and words in now.text():
            return
        QTest.keyClick(menu, Qt.Key.Key_Down)
    assert words in menu.activeAction().text()

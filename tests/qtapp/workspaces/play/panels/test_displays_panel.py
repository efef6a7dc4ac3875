"""Lines under lines in *Displays*: folded and unfolded by mouse, and left so in the game."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtTest import QTest

from qtapp.app.main_window import MainWindow
from qtapp.workspaces.play.panels import displays_panel
from tests.qtapp.conftest import Opener, settle
from tests.qtapp.hands import choose_from_menu
from tests.qtapp.menus import ask
from tests.qtapp.test_air_turn import LARISA, PHASE, TIRANA, WAR
from tests.qtapp.workspaces.play.laid import Hands, laid_out

AIR = "air:axis"


def under(window: MainWindow, above: QModelIndex, words: str) -> QModelIndex:
    """The line under another one that has words."""
    model = window.displays.model
    rows = range(model.rowCount(above))
    lines = [model.index(row, 0, above) for row in rows]
    return next(line for line in lines if words in str(line.data()))


def base_of(window: MainWindow) -> QModelIndex:
    """The line of the base at Tirana."""
    return under(window, window.displays.model.display_index(AIR), TIRANA)


def fold(window: MainWindow, line: QModelIndex) -> None:
    """Click the arrow before a line."""
    tree = window.displays.tree
    tree.scrollTo(line)
    place = tree.visualRect(line)
    spot = QPoint(place.left() - tree.indentation() // 2, place.center().y())
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    settle()


def test_lines_stay_folded_while_the_game_goes_on(opened: Opener) -> None:
    window = laid_out(opened, WAR, PHASE)
    window.show_panel("displays")
    window.displays.show_display(AIR)
    settle()
    tree = window.displays.tree
    base = base_of(window)
    assert tree.isExpanded(base) and window.displays.model.rowCount(base) > 1
    assert under(window, base, "SM.79").isValid()
    fold(window, base)
    assert not tree.isExpanded(base_of(window))
    ask(Hands(window), LARISA)
    choose_from_menu(window, "SM.79-1 1 to 14A:4913 Larisa: airbase bombing (33 % to hit)")
    assert not tree.isExpanded(base_of(window))
    fold(window, base_of(window))
    flying = under(window, base_of(window), "SM.79")
    assert "airbase bombing" in str(flying.siblingAtColumn(1).data())
    assert "Bombs of 3" in str(under(window, flying, "Bombs").data())


def test_a_long_display_shows_its_heads_at_first(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(displays_panel, "MANY", 3)
    opened(None).displays._lines.clear()
    window = laid_out(opened, WAR, PHASE)
    window.displays.show_display(AIR)
    settle()
    assert not window.displays.tree.isExpanded(base_of(window))

"""Lines under lines in *Displays*: folded and unfolded by mouse, and left so in the game."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtTest import QTest

from engine.core.view.display import LaterRows, Row
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.play.panels import displays_panel
from qtapp.workspaces.play.panels.displays_panel import DisplaysPanel
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
    choose_from_menu(window, "SM.79-1 1 to 14A:4913 Larisa: airbase bombing (33\u00a0% to hit)")
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


def test_names_keep_their_room_when_a_scroll_bar_comes(opened: Opener) -> None:
    window = opened("balkan_gambit/1943")
    window.show_panel("displays")
    panel, tree = window.displays, window.displays.tree
    tree.collapseAll()
    settle()
    bar = tree.verticalScrollBar()
    assert not bar.isVisible()
    tree.expandAll()
    settle()
    assert bar.isVisible()
    room = tree.viewport().width() - tree.sizeHintForColumn(0)
    most = max(room, int(panel.width() * displays_panel.VALUES))
    assert tree.columnWidth(1) == min(tree.sizeHintForColumn(1) + 6, most)


def test_a_row_that_says_something_else_is_written_and_no_other(campaign: MainWindow) -> None:
    window, panel = campaign, campaign.displays
    window.show_panel("displays")
    settle()
    model, shown = panel.model, window.bridge.displays
    place, at = next(
        (place, at)
        for place, display in enumerate(shown)
        for at, row in enumerate(display.rows)
        if row.value and not row.depth and len(row.units) <= 1
    )
    resets, rows = list[bool](), list[str]()
    model.modelReset.connect(lambda: resets.append(True))
    model.dataChanged.connect(lambda first, _last: rows.append(str(first.data())))

    def say(**other: str) -> str:
        """Have the row say something else, and read the panel."""
        found = [*shown]
        lines = [*found[place].rows]
        lines[at] = replace(lines[at], **other)
        found[place] = replace(found[place], rows=tuple(lines))
        bridge = window.bridge
        vars(bridge)["_displays"].put(bridge.game.log.current, tuple(found))
        panel.refresh()
        settle()
        above = model.display_index(found[place].id)
        line = under(window, above, lines[at].label)
        return f"{line.data()}: {line.siblingAtColumn(1).data()}"

    assert say(label="Something else", value="said") == "Something else: said"
    assert not resets and rows == [shown[place].title, "Something else"]
    assert_as_written_whole(panel)
    resets.clear()
    coming: list[str] = []
    model.rowsInserted.connect(lambda above, _first, _last: coming.append(str(above.data())))
    assert say(value="") == f"{shown[place].rows[at].label}: "
    assert not resets and coming == [shown[place].title], "a line that goes over both columns"
    assert_as_written_whole(panel)


@pytest.mark.parametrize("is_open", [True, False])
def test_a_display_with_other_lines_is_written_and_no_other(
    campaign: MainWindow, is_open: bool
) -> None:
    """What was folded or unfolded stays so, in the display and in the others."""
    window, panel, bridge = campaign, campaign.displays, campaign.bridge
    window.show_panel("displays")
    settle()
    found = [*bridge.displays]
    place = max(range(len(found)), key=lambda at: len(found[at].rows))
    panel.tree.setExpanded(panel.model.index(place, 0), is_open)
    settle()
    resets: list[bool] = []
    panel.model.modelReset.connect(lambda: resets.append(True))
    for rows in (found[place].rows[2:], (), (Row("Alone", "there"), Row("Whole"))):
        found[place] = replace(found[place], rows=rows)
        vars(bridge)["_displays"].put(bridge.game.log.current, tuple(found))
        panel.refresh()
        settle()
        index = panel.model.index(place, 0)
        assert panel.model.rowCount(index) == sum(not row.depth for row in rows)
        assert panel.tree.isExpanded(index) == is_open
        assert not resets
        if rows:
            assert_as_written_whole(panel)
            resets.clear()


def test_what_a_folded_display_lists_is_asked_for_when_it_is_unfolded(
    campaign: MainWindow,
) -> None:
    window, panel, bridge = campaign, campaign.displays, campaign.bridge
    window.show_panel("displays")
    settle()
    shown = [*bridge.displays]
    place = max(range(len(shown)), key=lambda at: len(shown[at].rows))
    index = panel.model.index(place, 0)
    panel.tree.setExpanded(index, True)
    settle()
    panel.tree.setExpanded(index, False)
    settle()
    asked, gone = list[str](), list[str]()
    panel.model.rowsRemoved.connect(lambda above, _first, _last: gone.append(str(above.data())))

    def say(words: str, summary: str) -> None:
        """Have the display list a line alone, and the panel follow."""

        def work() -> tuple[Row, ...]:
            asked.append(words)
            return (Row(words, "there"),)

        shown[place] = replace(shown[place], rows=LaterRows(work), summary=summary)
        vars(bridge)["_displays"].put(bridge.game.log.current, tuple(shown))
        panel.refresh()
        settle()

    say("one", "1")
    assert gone == [shown[place].title], "lines that somebody has seen and that are another's now"
    say("two", "2")
    assert index.siblingAtColumn(1).data() == "2" and panel.model.hasChildren(index)
    assert not asked and len(gone) == 1, "nobody looks"
    panel.tree.setExpanded(index, True)
    settle()
    assert asked == ["two"] and under(window, index, "two").isValid()
    say("three", "2")
    assert under(window, index, "three").isValid() and asked == ["two", "three"]
    assert_as_written_whole(panel)
    index = panel.model.index(place, 0)
    panel.tree.setExpanded(index, False)
    say("four", "2")
    shown[place] = replace(shown[place], rows=())
    vars(bridge)["_displays"].put(bridge.game.log.current, tuple(shown))
    panel.refresh()
    settle()
    assert not panel.model.hasChildren(index) and not panel.model.rowCount(index)
    say("five", "2")
    assert panel.model.hasChildren(index)
    panel.tree.setExpanded(index, True)
    settle()
    assert under(window, index, "five").isValid() and "four" not in asked


def assert_as_written_whole(panel: DisplaysPanel) -> None:
    """The panel looks as if all of it had been written again."""
    seen = panel.grab().toImage()
    vars(panel.model)["_displays"] = ()
    panel.refresh()
    settle()
    assert panel.grab().toImage() == seen

"""Every panel of the play desk at every size: no words cut off, nothing over anything else."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import (
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engine.game.catalogue import choose
from engine.game.session import GameSession
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.play.analysis_panels.forces_panel import ForcesPanel
from qtapp.workspaces.play.play_table import DOCKS
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from tests.qtapp.conftest import settle
from tests.qtapp.geometry import faults
from tests.qtapp.hands import by_menu, draw_edge

SIZES = ((1280, 800), (1920, 1080), (2560, 1440))
GAMES = ("balkan_gambit/1943", "operation_gertrud/late_1942")


def open_game(window: MainWindow, scenario: str) -> None:
    """A game some way into its second turn, ranges shown."""
    game = GameSession.start(scenario, seed=3)
    while game.state.turn < 2 or not any(True for _ in game.view().legal):
        game.act(choose(game))
    window.preferences.keep_text("tour", "0")
    window.bridge.open(game)
    settle()
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    play.analysis.range_of(window.bridge.rules.subjects(window.bridge.state)[0].id)


@pytest.mark.parametrize(
    ("scenario", "theme", "sizes"),
    [
        (GAMES[0], "light", SIZES[-1:]),
        (GAMES[1], "contrast", SIZES[:1]),
        pytest.param(GAMES[0], "dark", SIZES, marks=pytest.mark.soak),
        pytest.param(GAMES[1], "light", SIZES, marks=pytest.mark.soak),
    ],
)
def test_no_panel_is_cut_off_at_any_size(
    campaign: MainWindow, scenario: str, theme: str, sizes: tuple[tuple[int, int], ...]
) -> None:
    campaign.set_theme(theme)
    open_game(campaign, scenario)
    found: dict[str, str] = {}
    for size in sizes:
        campaign.resize(*size)
        settle()
        for spec in DOCKS:
            campaign.show_panel(spec.id)
            settle()
            found |= {fault: f"{spec.id} at {size[0]}" for fault in faults(campaign)}
        panel = campaign.findChild(ForcesPanel)
        assert panel is not None
        campaign.show_panel("forces")
        panel.tabs.setCurrentIndex(1)
        settle()
        found |= {fault: f"strength at {size[0]}" for fault in faults(campaign)}
        panel.tabs.setCurrentIndex(0)
    campaign.set_theme("light")
    assert not found, "\n".join(f"{where}: {fault}" for fault, where in found.items())


def test_words_on_an_empty_list_stand_at_the_top(campaign: MainWindow) -> None:
    """No line of words has so much more room than it needs that it floats in its panel."""
    campaign.resize(1600, 1000)
    found = []
    for workspace in ("play", "units", "house_charts", "scenarios"):
        campaign.set_workspace(workspace)
        for dock in campaign.docks.of(workspace):
            campaign.show_panel(dock.objectName())
            settle()
            for words in dock.findChildren(QLabel):
                needs = words.heightForWidth(words.width()) if words.wordWrap() else 14
                if words.isVisible() and words.text() and words.height() > needs + 40:
                    found.append(f"{dock.objectName()}: {words.text()}")
    assert not found


def hidden_tools(window: MainWindow) -> list[str]:
    """Actions of the toolbars that found no room."""
    found = []
    for bar in window.toolbars.values():
        for action in bar.actions() if bar.isVisible() else ():
            button = bar.widgetForAction(action)
            if isinstance(button, QToolButton) and not button.isVisible():
                found.append(action.text())
    return found


@pytest.mark.parametrize("size", SIZES)
def test_the_toolbar_hides_nothing(
    campaign: MainWindow, size: tuple[int, int], qtbot: QtBot
) -> None:
    campaign.resize(*size)
    qtbot.waitUntil(lambda: not hidden_tools(campaign))


@pytest.mark.parametrize("size", SIZES)
def test_the_legend_keeps_to_the_corner_whatever_the_board_does(
    campaign: MainWindow, size: tuple[int, int]
) -> None:
    open_game(campaign, GAMES[0])
    campaign.resize(*size)
    settle()
    legend = campaign.play.legend
    assert legend.isVisible()
    before = legend.geometry()
    campaign.view.pan_by(140, 60)
    campaign.view.zoom_by(2)
    settle()
    assert legend.geometry() == before
    assert campaign.view.rect().contains(before)
    assert before.left() < 20 and campaign.view.height() - before.bottom() < 20


def test_columns_keep_their_share_until_somebody_draws_them(campaign: MainWindow) -> None:
    campaign.resize(1280, 800)
    settle()
    by_menu(campaign, "reset_layout")
    settle()
    dock = campaign.docks["displays"]
    narrow = dock.width()
    campaign.resize(2560, 1440)
    settle()
    assert dock.width() > narrow + 100


def test_the_check_finds_what_it_is_for(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    layout = QVBoxLayout(page)
    word, push = QLabel("Quite a long sentence for so little room"), QPushButton("Press me")
    layout.addWidget(word)
    layout.addWidget(push)
    page.resize(400, 120)
    page.show()
    assert faults(page) == []
    word.setFixedWidth(30)
    assert any("needs" in fault for fault in faults(page))
    word.setFixedWidth(300)
    push.setGeometry(word.geometry())
    assert any("lies over" in fault for fault in faults(page))
    push.setGeometry(380, 20, 90, 30)
    assert any("not inside" in fault for fault in faults(page))


def test_the_board_keeps_its_middle_when_the_window_grows(campaign: MainWindow) -> None:
    campaign.resize(1280, 800)
    settle()
    view = campaign.view
    before = view.mapToScene(view.viewport().rect().center())
    campaign.resize(1920, 1080)
    settle()
    after = view.mapToScene(view.viewport().rect().center())
    assert (after - before).manhattanLength() < 12


def test_a_column_that_was_drawn_keeps_its_breadth(campaign: MainWindow) -> None:
    campaign.resize(1280, 800)
    by_menu(campaign, "reset_layout")
    settle()
    dock = campaign.docks["displays"]
    beside = QPoint(dock.geometry().left() - 2, dock.geometry().center().y())
    draw_edge(campaign, beside, QPoint(dock.width() - 430, 0))
    drawn = dock.width()
    campaign.resize(2560, 1440)
    settle()
    assert abs(dock.width() - drawn) < 30
    by_menu(campaign, "reset_layout")
    settle()

"""Panels of one workspace never stand in another, however often one comes and goes."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTabBar

from engine.editing.project_session import ProjectSession
from qtapp.app.docks import DOCKS
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.workspace_table import RIGHT
from tests.qtapp.conftest import Opener, settle
from tests.qtapp.hands import by_menu


@pytest.fixture
def project(opened: Opener, tmp_path: Path) -> MainWindow:
    """A window on a file with a board and an order of battle."""
    path = tmp_path / "mine.sandtable"
    with ProjectSession.create(path) as made:
        made.add_board("balkan_gambit")
        made.add_order("balkan_gambit_1943")
    return opened(path)


def visible(window: MainWindow) -> set[str]:
    return {
        spec.id for docks in DOCKS.values() for spec in docks if window.docks[spec.id].isVisible()
    }


def test_each_workspace_shows_its_own_panels_again(project: MainWindow) -> None:
    first: dict[str, set[str]] = {}
    size = project.size()
    for name in ("edit", "units", "edit", "counters", "units", "contents", "units", "edit"):
        by_menu(project, f"workspace_{name}")
        settle()
        assert visible(project) == first.setdefault(name, visible(project)), name
        assert visible(project) <= {spec.id for spec in DOCKS[name]}
        assert project.size() == size


def tabs_of(window: MainWindow) -> list[tuple[str, ...]]:
    """What the bars of tabs say that are seen beside the panels."""
    return [
        tuple(bar.tabText(at) for at in range(bar.count()))
        for bar in window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
        if bar.isVisible() and bar.count()
    ]


def test_no_tabs_of_another_workspace_are_left_behind(campaign: MainWindow) -> None:
    for workspace in ("units", "play", "contents"):
        by_menu(campaign, f"workspace_{workspace}")
        settle()
    assert tabs_of(campaign) == []
    own = [("Displays", "Battle", "Planner"), ("Log", "Lines", "Turns")]
    campaign.resize(1067, 667)
    for workspace in ("play", "units", "play", "edit", "play"):
        by_menu(campaign, f"workspace_{workspace}")
        settle()
    assert sorted(tabs_of(campaign)) == own
    for dock in campaign.docks.of("play"):
        dock.hide()
    settle()
    assert tabs_of(campaign) == []
    by_menu(campaign, "reset_layout")
    settle()
    assert set(tabs_of(campaign)) == set(own)


def test_panels_share_places_while_the_window_is_low(campaign: MainWindow) -> None:
    campaign.setAnimated(False)
    high = [("Displays", "Battle", "Planner"), ("Log", "Lines", "Turns")]
    low = [*high, ("Units here", "What can it do?")]
    for tall, tabs in ((800, high), (533, low), (1000, high), (533, low)):
        campaign.resize(1280, tall)
        settle()
        assert sorted(tabs_of(campaign)) == tabs, tall
    campaign.docks["displays"].hide()
    for workspace in ("units", "play"):
        by_menu(campaign, f"workspace_{workspace}")
        campaign.resize(1280, 800)
        settle()
    assert ("Units here", "What can it do?") not in tabs_of(campaign)
    assert campaign.docks["displays"].isHidden()
    by_menu(campaign, "reset_layout")
    settle()


def test_what_somebody_has_moved_stays_there_as_the_window_becomes_low(
    campaign: MainWindow,
) -> None:
    campaign.setAnimated(False)
    docks = campaign.docks
    campaign.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, docks["choices"])
    campaign.resize(1280, 533)
    settle()
    area = campaign.dockWidgetArea(docks["choices"])
    assert area == Qt.DockWidgetArea.RightDockWidgetArea
    assert ("Units here", "What can it do?") not in tabs_of(campaign)
    by_menu(campaign, "reset_layout")
    settle()
    assert ("Units here", "What can it do?") in tabs_of(campaign)


def test_a_panel_moved_elsewhere_is_not_resized_with_its_first_column(campaign: MainWindow) -> None:
    campaign.resize(1600, 1000)
    settle()
    moved = campaign.docks["stack"]
    campaign.removeDockWidget(moved)
    campaign.addDockWidget(RIGHT, moved)
    moved.show()
    settle()
    right = [dock for dock in campaign.docks.of("play") if campaign.dockWidgetArea(dock) == RIGHT]
    before = [dock.size() for dock in right]
    for tall in (300, 120, 500):
        campaign.docks.give_height("decision", tall)
        campaign.docks.give_height("stack", tall)
        settle()
        assert [dock.size() for dock in right] == before

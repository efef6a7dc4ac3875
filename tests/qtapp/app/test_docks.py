"""Panels of one workspace never stand in another, however often one comes and goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.editing.project_session import ProjectSession
from qtapp.app.docks import DOCKS
from qtapp.app.main_window import MainWindow
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

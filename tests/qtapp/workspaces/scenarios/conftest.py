"""A file with a board and an order of battle, and the Scenarios workspace on its scenario."""

from __future__ import annotations

from pathlib import Path
from shutil import copyfile

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.editing.map_session import EditSession
from engine.editing.oob_session import OobSession
from engine.editing.scenario_session import ScenarioSession
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.scenarios.scenarios_workspace import ScenariosWorkspace
from tests.engine.systems.by_hand.desk import board, order
from tests.qtapp.conftest import Opener, settle


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a board and an order of battle, and one in which a scenario is made of them."""
    folder = tmp_path_factory.mktemp("ground")
    path, made = folder / "own.sandtable", folder / "made.sandtable"
    EditSession.create(path, board()).close()
    OobSession.create(path, order()).close()
    copyfile(path, made)
    ScenarioSession.make(made, "The crossing", 1, 1).close()
    return folder


@pytest.fixture
def own(ground: Path, tmp_path: Path) -> Path:
    return Path(copyfile(ground / "own.sandtable", tmp_path / "own.sandtable"))


@pytest.fixture
def at_work(opened: Opener, ground: Path, tmp_path: Path) -> ScenariosWorkspace:
    """The workspace with a scenario open."""
    path = Path(copyfile(ground / "made.sandtable", tmp_path / "own.sandtable"))
    return entered(opened(path))


def entered(window: MainWindow) -> ScenariosWorkspace:
    QTest.keyClick(window, Qt.Key.Key_7, Qt.KeyboardModifier.ControlModifier)
    settle()
    workspace = window.workspaces["scenarios"]
    assert isinstance(workspace, ScenariosWorkspace) and workspace.is_active
    return workspace

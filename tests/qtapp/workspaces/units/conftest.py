"""Windows on orders of battle."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from engine.editing.oob_session import OobSession
from qtapp.workspaces.units.units_workspace import UnitsWorkspace
from tests.qtapp.conftest import Opener
from tests.qtapp.workspaces.units.hands import (
    enter,
)

NO_KEYS = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def fite(opened: Opener, tmp_path: Path) -> UnitsWorkspace:
    """The workspace on Fire in the East in a project file."""
    path = tmp_path / "fite.sandtable"
    OobSession.create(path, "fire_in_the_east").close()
    return enter(opened, path)


@pytest.fixture
def crete(opened: Opener, tmp_path: Path) -> UnitsWorkspace:
    """The workspace on a small order of battle."""
    path = tmp_path / "crete.sandtable"
    OobSession.create(path, "balkan_front_crete").close()
    return enter(opened, path)

"""Windows on orders of battle."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from qtapp.workspaces.units.units_workspace import UnitsWorkspace
from tests.qtapp.conftest import Opener
from tests.qtapp.workspaces.units.hands import (
    enter,
)

NO_KEYS = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def fite(opened: Opener, order_file: Callable[[str], Path], tmp_path: Path) -> UnitsWorkspace:
    """The workspace on Fire in the East in a project file."""
    path = shutil.copy(order_file("fire_in_the_east"), tmp_path / "fite.sandtable")
    return enter(opened, path)


@pytest.fixture
def crete(opened: Opener, order_file: Callable[[str], Path], tmp_path: Path) -> UnitsWorkspace:
    """The workspace on a small order of battle."""
    path = shutil.copy(order_file("balkan_front_crete"), tmp_path / "crete.sandtable")
    return enter(opened, path)

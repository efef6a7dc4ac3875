"""A window that was closed leaves nothing behind: no widget, no board, no panel."""

from __future__ import annotations

import gc
import re
from collections import Counter
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.game.catalogue import explain
from qtapp.app.files.folders import Folders
from qtapp.app.main_window import open_window
from qtapp.workspaces.all_tables import TABLES
from tests.qtapp.conftest import CAMPAIGN, discard, settle
from tests.qtapp.hands import by_menu

QTAPP = Path(__file__).parents[3] / "qtapp"


def _ours() -> Counter[str]:
    """How many objects of this program's own Qt classes there are, by class."""
    gc.collect()
    found = (type(one) for one in gc.get_objects() if isinstance(one, QObject))
    return Counter(kind.__name__ for kind in found if kind.__module__.startswith("qtapp."))


def _use(folders: Folders) -> None:
    """Open a window on a campaign, go through all workspaces, close it."""
    window = open_window(folders, explain, CAMPAIGN)
    settle()
    by_menu(window, "second_board")
    for table in TABLES:
        window.set_workspace(table.id)
        settle()
    discard(window)


def test_a_closed_window_leaves_nothing_behind(qtbot: QtBot, folders: Folders) -> None:
    gc.freeze()  # what other tests left is not looked through, which would take seconds
    before, shown = _ours(), len(QApplication.topLevelWidgets())
    _use(folders)
    assert _ours() - before == Counter()
    assert len(QApplication.topLevelWidgets()) == shown


def test_what_is_put_off_ends_with_whom_it_is_for() -> None:
    """`QTimer.singleShot` names an object after the time: without one, the call outlives its window
    and reaches widgets that are gone.
    """
    found = {
        f"{path.name}: {line.strip()}"
        for path in QTAPP.rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if "singleShot(" in line and not re.search(r"singleShot\(\d+, (self[\w.]*|window), ", line)
    }
    assert found == set()

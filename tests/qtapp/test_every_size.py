"""Every workspace and dialog on four screens, at two scales, in each theme: nothing cut off,
nothing over anything else, no scroll bar where there need be none.

Scale 150 % is a start of the program of its own, so the soak runs this file again as a child whose
windows are drawn so; the sizes are those of the screen.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QSize
from PySide6.QtWidgets import QApplication, QDialog

import qtapp
import resources
from engine.editing.map_session import EditSession
from engine.editing.oob_session import OobSession
from engine.editing.project_session import ProjectSession
from engine.editing.scenario_session import ScenarioSession
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.all_tables import TABLES
from tests.engine.systems.by_hand.desk import board, order
from tests.qtapp.conftest import CAMPAIGN, Opener, settle
from tests.qtapp.every_dialog import DIALOGS, Desk
from tests.qtapp.geometry import faults
from tests.qtapp.hands import by_menu

SCREENS = ((1280, 800), (1600, 1000), (1920, 1080), (2560, 1440))
TITLE = 32
"""Pixels that the desktop's own title bar and edges take of a screen."""
AT = "SANDTABLE_SCALE_OF_TESTS"
FEW = ("new game", "referee", "keys", "shortcuts", "refused", "place")
"""Dialogs that `make test` looks at, the ones with most in them."""


def room(screen: tuple[int, int], window: MainWindow) -> QSize:
    """A screen in the pixels of a window that is drawn at its scale."""
    share = window.devicePixelRatioF()
    return QSize(round(screen[0] / share), round(screen[1] / share))


@pytest.fixture
def desk(opened: Opener, tmp_path: Path) -> Iterator[Desk]:
    """A game that is open, with its units as a ledger, and a project that has a scenario."""
    own = tmp_path / "own.sandtable"
    EditSession.create(own, board()).close()
    OobSession.create(own, order()).close()
    ScenarioSession.make(own, "The crossing", 1, 1).close()
    window = opened(CAMPAIGN)
    by_menu(window, "workspace_units")
    by_menu(window, "workspace_play")
    project = ProjectSession.open(own)
    yield Desk(window, project, tmp_path)
    project.close()


def look_at(dialog: QDialog, most: QSize) -> list[str]:
    """What is wrong with a dialog on a screen; it is gone afterwards."""
    least = dialog.minimumSizeHint().expandedTo(dialog.minimumSize())
    found = []
    if least.width() > most.width() or least.height() + TITLE > most.height():
        found.append(f"needs {least.width()}×{least.height()}")
    dialog.setModal(False)
    dialog.show()
    settle()
    dialog.resize(dialog.size().boundedTo(most - QSize(0, TITLE)))
    settle()
    found += faults(dialog)
    dialog.close()
    dialog.deleteLater()
    return found


def wrong_dialogs(desk: Desk, names: tuple[str, ...], screen: tuple[int, int]) -> list[str]:
    """What is wrong with some dialogs on a screen."""
    most = room(screen, desk.window)
    desk.window.resize(most)
    return [f"{name}: {text}" for name in names for text in look_at(DIALOGS[name](desk), most)]


def lay_out() -> None:
    """Have what was written last laid out, and nothing else: a check of the board that goes on
    between events writes at any time.
    """
    for _ in range(3):  # a panel that scrolls gives what it shows its place after Qt did
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)


def wrong_workspaces(
    window: MainWindow, screen: tuple[int, int], *, as_found: bool = False
) -> list[str]:
    """What is wrong with each workspace on a screen, and with each panel unless ``as_found``."""
    found: dict[str, str] = {}
    window.resize(room(screen, window))
    window.setAnimated(False)
    for table in TABLES:
        if not window.book[f"workspace_{table.id}"].isEnabled():
            continue
        by_menu(window, f"workspace_{table.id}")
        settle()
        for panel in ("", *(spec.id for spec in table.docks if not as_found)):
            if panel:
                window.show_panel(panel)
                settle()
            lay_out()
            found |= {text: f"{table.id} {panel}" for text in faults(window)}
    return [f"{where}: {text}" for text, where in found.items()]


def test_no_dialog_is_left_out(desk: Desk) -> None:
    for _finder, name, _is_package in pkgutil.walk_packages(qtapp.__path__, "qtapp."):
        importlib.import_module(name)
    made = [make(desk) for make in DIALOGS.values()]
    there = {type(dialog) for dialog in made}
    kinds = list(QDialog.__subclasses__())
    for kind in kinds:
        kinds += kind.__subclasses__()
    ours = {kind for kind in kinds if kind.__module__.startswith("qtapp.")}
    assert {kind for kind in ours if not kind.__subclasses__()} <= there
    for dialog in made:
        dialog.deleteLater()


def test_dialogs_fit_the_smallest_screen(desk: Desk) -> None:
    found = wrong_dialogs(desk, FEW, (853, 533))
    assert not found, "\n".join(found)


def test_workspaces_fit_the_smallest_screen(desk: Desk) -> None:
    found = wrong_workspaces(desk.window, (853, 533), as_found=True)
    assert not found, "\n".join(found)


@pytest.mark.soak
@pytest.mark.parametrize("theme", resources.theme_names())
@pytest.mark.parametrize("screen", SCREENS)
def test_every_dialog(desk: Desk, screen: tuple[int, int], theme: str) -> None:
    desk.window.set_theme(theme)
    found = wrong_dialogs(desk, tuple(DIALOGS), screen)
    desk.window.set_theme("light")
    assert not found, "\n".join(found)


@pytest.mark.soak
@pytest.mark.parametrize("theme", resources.theme_names())
@pytest.mark.parametrize("screen", SCREENS)
def test_every_workspace(desk: Desk, screen: tuple[int, int], theme: str) -> None:
    window = desk.window
    window.set_theme(theme)
    found = wrong_workspaces(window, screen)
    window.files.open(desk.project.path)
    settle()
    found += wrong_workspaces(window, screen)
    window.set_theme("light")
    assert not found, "\n".join(found)


@pytest.mark.soak
@pytest.mark.skipif(AT in os.environ, reason="is the child itself")
def test_all_of_it_at_150_percent() -> None:
    environment = os.environ | {AT: "1.5", "QT_SCALE_FACTOR": "1.5"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-m", "soak", "-p", "no:cacheprovider", __file__],
        capture_output=True, text=True, check=False, env=environment,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-6000:]

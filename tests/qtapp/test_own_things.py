"""Games begun in a file with its own order of battle and charts, chosen in the dialog."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from engine.editing.chart_session import ChartSession, shipped
from engine.editing.oob_session import OobSession
from engine.editing.project_session import ProjectSession
from engine.game.catalogue import load_scenario
from engine.game.session import Own
from oob.ledger.edits import builders
from oob.ledger.model import Row
from qtapp.app.files.folders import Folders
from qtapp.dialogs.new_game import NewGameDialog
from qtapp.dialogs.own_things import OwnThings
from tests.qtapp.conftest import Opener, settle

SYSTEM = "operation_gertrud"
SCENARIO = "operation_gertrud/early_1941"
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def path(made: Path, tmp_path: Path) -> Path:
    """A copy of the file."""
    return Path(shutil.copy(made, tmp_path))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with an edited order of battle (1), one that does not fit (2), and two sets."""
    path = tmp_path_factory.mktemp("made") / "own.sandtable"
    scenario = load_scenario(SCENARIO)
    arriving = {unit for entry in scenario.data.figures.arrivals for unit in entry.units}
    first = scenario.oob.units[next(unit for unit in scenario.oob.units if unit in arriving)]
    with OobSession.create(path, scenario.oob) as session:
        row = _ground(session)[0]
        session.apply(builders.set_field(session.ledger, [row.key], "name", "Grossdeutschland"))
    with OobSession.create(path, scenario.oob) as session:
        gone = next(r for r in _ground(session) if first.id in _made(session, r))
        session.apply(builders.remove(session.ledger, [gone.key]))
    with ChartSession.create(path, shipped(SYSTEM)) as charts:
        charts.write(("markers", "ultra"), 9)
    with ChartSession.create(path, shipped(SYSTEM, "Broken")) as charts:
        charts.write(("combat", "die"), 8)
    return path


def _ground(session: OobSession) -> list[Row]:
    return [row for row in session.ledger.ordered() if row.item.kind.value == "ground"]


def _made(session: OobSession, row: Row) -> set[str]:
    """The units that would go with a row."""
    before = set(session.order.units)
    session.apply(builders.remove(session.ledger, [row.key]))
    gone = before - set(session.order.units)
    session.undo()
    return {str(unit) for unit in gone}


@pytest.fixture
def dialog(path: Path, folders: Folders, qtbot: QtBot) -> NewGameDialog:
    project = ProjectSession.open(path)
    made = NewGameDialog(folders, 7, project=path, own=OwnThings(project))
    qtbot.addWidget(made, before_close_func=lambda _dialog: project.close())
    made.choose(SCENARIO)
    made.show()
    return made


def own(dialog: NewGameDialog) -> OwnThings:
    assert dialog.own is not None
    return dialog.own


def begin(dialog: NewGameDialog) -> bool:
    """Whether Begin can be clicked."""
    box = dialog.findChild(QDialogButtonBox)
    assert isinstance(box, QDialogButtonBox)
    return next(b for b in box.buttons() if b.text() == "Begin").isEnabled()


def test_what_is_shipped_is_what_is_offered_first(dialog: NewGameDialog) -> None:
    assert own(dialog).chosen == Own() and begin(dialog)
    assert own(dialog).order.currentText() == "The scenario's own order of battle"
    assert own(dialog).charts.currentText() == "The shipped charts"
    assert [own(dialog).charts.itemText(at) for at in (1, 2)] == [
        "House tables (1 cell edited)",
        "Broken (1 cell edited)",
    ]
    assert not own(dialog).said.isVisible() and not own(dialog).remarks.isVisible()
    assert own(dialog).order.count() == 3
    assert own(dialog).order.itemText(2).endswith("does not fit")


def test_things_of_other_games_are_not_offered(dialog: NewGameDialog) -> None:
    own(dialog).charts.setCurrentIndex(1)
    dialog.choose("balkan_gambit/1943")
    assert own(dialog).charts.count() == own(dialog).order.count() == 1
    assert own(dialog).chosen == Own()


def test_what_does_not_fit_is_told_and_cannot_be_begun(dialog: NewGameDialog) -> None:
    own(dialog).order.setCurrentIndex(2)
    settle()
    said = own(dialog).said.text()
    assert "it lacks" in said and "The arrivals of turn" in said, said
    assert not begin(dialog)
    own(dialog).order.setCurrentIndex(1)
    settle()
    assert begin(dialog) and not own(dialog).said.isVisible()
    assert "Grossdeutschland" in own(dialog).remarks.text()
    own(dialog).charts.setCurrentIndex(2)
    settle()
    assert "Broken, combat, die: should be 6" in own(dialog).said.text()
    assert not begin(dialog)


def test_a_game_is_begun_with_both(opened: Opener, path: Path, folders: Folders) -> None:
    window = opened(path)
    things = OwnThings(window.document.project)
    dialog = NewGameDialog(folders, 7, window, project=path, own=things)
    dialog.choose(SCENARIO)
    things.order.setCurrentIndex(1)
    things.charts.setCurrentIndex(1)
    dialog.show()
    settle()
    box = dialog.findChild(QDialogButtonBox)
    assert isinstance(box, QDialogButtonBox)
    QTest.mouseClick(next(b for b in box.buttons() if b.text() == "Begin"), LEFT)
    assert dialog.result()
    assert window.files.begin_here(dialog.result_game())
    settle()
    game = window.bridge.game
    assert any(unit.name == "Grossdeutschland" for unit in game.scenario.oob.units.values())
    assert game.scenario.data.charts.markers.ultra == 9
    assert "House tables" in game.log[0].told[0][1]
    log = window.workspaces["play"].panels["log"]
    assert log is not None
    project = window.document.project
    assert [info.games for info in project.orders] == [0, 0, 1]

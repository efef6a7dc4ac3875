"""Every dialog of the program, filled as it is met at work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QDialog, QMessageBox

import resources
from engine.editing.game_box import BoxInfo
from engine.editing.project_session import ProjectSession
from engine.editing.scenario_session import ScenarioInfo
from engine.store.rescue.backups import Backup
from maps.digitise.calibrating.pitch import PitchEstimate
from maps.digitise.calibrating.whole_grid import WholeGrid
from maps.layout import Orientation
from maps.model import Box
from maps.numbering import Parity
from oob.formats.csv_cells import Refusal
from oob.sheets.finding.cut_grid import plain_grid
from oob.sheets.finding.fit import fit_of
from oob.sheets.matching import Seen
from qtapp.actions.keys_sheet import KeysSheet
from qtapp.app.credits import credits_text
from qtapp.app.files.box_dialogs import BeginFromBox, MakeBox
from qtapp.app.files.film_dialog import FilmDialog
from qtapp.app.files.paper_dialog import PaperDialog
from qtapp.app.guide.board_dialog import ScanBoardDialog
from qtapp.app.main_window import MainWindow
from qtapp.dialogs.about import AboutDialog
from qtapp.dialogs.backups import BackupsDialog
from qtapp.dialogs.box import BoxDialog
from qtapp.dialogs.finder import Finder
from qtapp.dialogs.go_to import spots
from qtapp.dialogs.lay_out import LayOutDialog
from qtapp.dialogs.manual import ManualWindow
from qtapp.dialogs.new_game import NewGameDialog
from qtapp.dialogs.own_things import OwnThings
from qtapp.dialogs.palette import commands
from qtapp.dialogs.picture_window import PictureWindow
from qtapp.dialogs.place_dialog import PlaceDialog
from qtapp.dialogs.sheet import NewMapDialog, SheetDialog
from qtapp.dialogs.shortcuts import ShortcutsDialog
from qtapp.widgets.picture_view import FullScreen
from qtapp.workspaces.counters.grid_dialog import GridDialog
from qtapp.workspaces.counters.new_units_dialog import NewUnitsDialog as UnitsOfSheet
from qtapp.workspaces.play.referee_dialog import RefereeDialog
from qtapp.workspaces.scan.panels.add_dialog import AddScanDialog
from qtapp.workspaces.scenarios.dialogs import DatesDialog, NewScenario
from qtapp.workspaces.units.dialogs import BulkDialog, NewUnitsDialog, RefusedDialog
from qtapp.workspaces.units.typing_dialog import TypingDialog
from qtapp.workspaces.units.units_workspace import UnitsWorkspace

LONG = "Local allies of the other side, Kurdish irregulars"
FILE = "balkan_gambit-1943-2.sandtable"


@dataclass(frozen=True, slots=True)
class Desk:
    """A window with a game open, whose units are a ledger too, and a project file."""

    window: MainWindow
    project: ProjectSession
    folder: Path


def _about(desk: Desk) -> QDialog:
    window = desk.window
    return AboutDialog(credits_text(window.bridge), window.theme.colours["accent"], window)


def _backups(desk: Desk) -> QDialog:
    made = datetime(2026, 11, 3, 9, 5, tzinfo=UTC)
    one = Backup(desk.folder / FILE, FILE, made, 31_400_000, 2, (("The 1943 campaign", 2345),))
    return BackupsDialog([one] * 30, desk.window)


def _scan_board(desk: Desk) -> QDialog:
    estimate = PitchEstimate(40.0, Orientation.FLAT, 0.5, 0.4)
    spots = [[(60 + 35 * x, 60 + 40 * y + 20 * (x % 2)) for y in range(9)] for x in range(12)]
    found = WholeGrid(estimate, 12, 9, Parity.EVEN, np.array(spots, dtype=np.float64))
    picture = np.full((500, 560, 3), 220, dtype=np.uint8)
    return ScanBoardDialog(Path("a very long name of a map.png"), picture, found, desk.window)


def _box(desk: Desk, *, new: bool) -> QDialog:
    board = desk.window.bridge.game.scenario.map
    return BoxDialog(board, Box("", "") if new else next(iter(board.boxes.values())), desk.window)


def _place(desk: Desk, *, new: bool) -> QDialog:
    board = desk.window.bridge.game.scenario.map
    return PlaceDialog(board, next(iter(board.places.values())), new, desk.window)


def _sheet(desk: Desk, *, new: bool) -> QDialog:
    board = desk.window.bridge.game.scenario.map
    return SheetDialog(board, None if new else board.sheets[0], desk.window)


def _new_game(desk: Desk) -> QDialog:
    window = desk.window
    dialog = NewGameDialog(
        window.folders, 7, window, project=desk.project.path, own=OwnThings(desk.project)
    )
    dialog.choose("balkan_gambit/1943")
    return dialog


def _begin_from_box(desk: Desk) -> QDialog:
    info = BoxInfo(
        tuple(ScenarioInfo(n, f"{LONG} {n}", 12, 40) for n in range(1, 5)),
        ("Boot Camp",), ("Two armies",), f"{LONG}, after a design of their own", "For friends only",
        ("Terrain key", "Combat table"),
    )  # fmt: skip
    return BeginFromBox(desk.folder / "crossing.box", info, desk.folder / FILE, desk.window)


def _units_of_sheet(desk: Desk) -> QDialog:
    face = np.full((96, 96, 3), 150, np.uint8)
    seen = [
        Seen(f"{row}-{column}", face, "4-6", 0.9, "infantry", 0.6, "XX", 0.4)
        for row in range(3) for column in range(5)
    ]  # fmt: skip
    return UnitsOfSheet(desk.window.bridge.game.scenario.oob, seen, {}, {}, desk.window)


def _grid(desk: Desk) -> QDialog:
    sheet = np.full((300, 400, 3), 245, np.uint8)
    for top in range(20, 260, 60):
        for left in range(20, 360, 60):
            sheet[top : top + 50, left : left + 50] = 120
    grid = plain_grid(400, 300)
    dialog = GridDialog(desk.window)
    dialog.lay("counters of the south-eastern front.png", sheet, grid, fit_of(sheet, 0.0))
    return dialog


def _units(desk: Desk) -> UnitsWorkspace:
    workspace = desk.window.workspaces["units"]
    assert isinstance(workspace, UnitsWorkspace)
    return workspace


def _new_units(desk: Desk) -> QDialog:
    rows = _units(desk).controller.ledger.rows
    return NewUnitsDialog(next(iter(rows.values())), desk.window)


def _bulk(desk: Desk) -> QDialog:
    controller = _units(desk).controller
    return BulkDialog(controller, list(controller.ledger.rows.values())[:20], desk.window)


def _refused(desk: Desk) -> QDialog:
    refusals = [Refusal(f"line {n}", f"{LONG} has no size.", "Give one.") for n in range(2, 14)]
    return RefusedDialog("units of the south-eastern front.csv", refusals, desk.window)


def _typed(desk: Desk) -> QDialog:
    dialog = TypingDialog(["Germany", "Turn 3"], desk.window)
    dialog.text.appendPlainText("5-6 XX 217\nwhatever")
    return dialog


def _picture(desk: Desk) -> QImage:
    image = QImage(900, 600, QImage.Format.Format_RGB32)
    image.fill(QColor(desk.window.theme.colours["accent"]))
    return image


def _asked(desk: Desk) -> QDialog:
    return QMessageBox(
        QMessageBox.Icon.Question, "Sandtable", f"{FILE} is there already. Write over it?",
        QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.No, desk.window,
    )  # fmt: skip


DIALOGS: dict[str, Callable[[Desk], QDialog]] = {
    "about": _about,
    "backups": _backups,
    "no backups": lambda desk: BackupsDialog((), desk.window),
    "box": partial(_box, new=False),
    "new box": partial(_box, new=True),
    "go to": lambda desk: Finder(
        "Go to", "A hex number or a place",
        partial(spots, desk.window.bridge.game.scenario.map), desk.window,
    ),
    "palette": lambda desk: Finder(
        "Command palette", "What do you want to do?", partial(commands, desk.window.book),
        desk.window,
    ),
    "lay out": lambda desk: LayOutDialog(
        desk.window.folders, 7, desk.window, game=desk.window.bridge.game
    ),
    "manual": lambda desk: ManualWindow(desk.window),
    "new game": lambda desk: NewGameDialog(desk.window.folders, 7, desk.window),
    "new game here": _new_game,
    "picture": lambda desk: PictureWindow(
        "The table", resources.manual_picture("balkan-gambit.png"), desk.window
    ),
    "place": partial(_place, new=False),
    "new place": partial(_place, new=True),
    "sheet": partial(_sheet, new=False),
    "new sheet": partial(_sheet, new=True),
    "new map": lambda desk: NewMapDialog(desk.window),
    "shortcuts": lambda desk: ShortcutsDialog(desk.window.book, desk.window),
    "keys": lambda desk: KeysSheet(desk.window.book, "play", desk.window),
    "film": lambda desk: FilmDialog(tuple(desk.window.bridge.game.scenario.map.terrain)[:80],
                                    desk.window),
    "make a box": lambda desk: MakeBox(desk.folder / "crossing.box", LONG, "", desk.window),
    "begin from a box": _begin_from_box,
    "paper": lambda desk: PaperDialog(
        desk.window.export.subject(desk.window.bridge.game.scenario.map), desk.window
    ),
    "units of a sheet": _units_of_sheet,
    "grid of a sheet": _grid,
    "typing": _typed,
    "new units": _new_units,
    "change units": _bulk,
    "refused": _refused,
    "new scenario": lambda desk: NewScenario(desk.project, desk.window),
    "dates": lambda desk: DatesDialog(20, desk.window),
    "referee": lambda desk: RefereeDialog(desk.window.bridge.game, desk.window),
    "a board from the scan": _scan_board,
    "add a scan": lambda desk: AddScanDialog(["A", "15B"], str(desk.folder), desk.window),
    "full screen": lambda desk: FullScreen("Terrain key", _picture(desk), desk.window),
    "question": _asked,
}  # fmt: skip
"""Each by a name of its own; what is asked by Qt's own boxes stands for all of these."""

"""Game boxes at the window: made of the scenarios of the open file, and begun from."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QDateTime, QObject
from PySide6.QtWidgets import QDialog, QWidget

from engine.editing.game_box import BOX, look, pack, unpack
from engine.editing.scenario_session import BLANK, ScenarioSession, listed
from engine.game.session import Dice
from engine.game.set_up.game_set_up import made_for
from maps.errors import KnownError
from qtapp.app.errors import Trouble
from qtapp.app.files.box_dialogs import BeginFromBox, MakeBox
from qtapp.app.files.document import Document
from qtapp.app.files.file_controller import FileController
from qtapp.app.files.folders import Folders
from qtapp.dialogs.new_game import SEEDS, NewGame
from qtapp.workers.job import CancelledError
from qtapp.workers.waiting import waited


class BoxController(QObject):
    """Makes game boxes and begins games from them."""

    def __init__(
        self,
        document: Document,
        files: FileController,
        folders: Folders,
        trouble: Trouble,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._document, self._files, self._folders = document, files, folders
        self._trouble, self._window = trouble, window
        files.box_wanted.connect(self.begin)

    def make(self) -> Path | None:
        """Ask for credits, licence and a name, and write a box; None when there is none."""
        path = self._document.path
        if path is None:
            return None
        with self._trouble.told():
            found = listed(path)
            if not found:
                raise KnownError(path.name, "holds no scenario of its own.", "Lay one out first.")
            with ScenarioSession.open(path, found[-1].number) as session:
                game = session.declared.game
            dialog = MakeBox(path.with_suffix(BOX), game.credits, game.licence, self._window)
            if dialog.exec() != QDialog.DialogCode.Accepted:
                return None
            target, said = dialog.target, (dialog.credits.text(), dialog.licence.text())
            if target.exists():
                raise KnownError(str(target), "is there already.", "Choose another name.")
            try:
                waited(
                    self._window,
                    f"Writing {target.name}",
                    lambda report: pack(path, target, *said, report),
                )
            except CancelledError:
                return None
            return target
        return None

    def begin(self, box: Path) -> bool:
        """Show what a box holds and begin a scenario of it in a file of one's own; False when it
        is not begun.
        """
        with self._trouble.told():
            try:
                info = waited(self._window, f"Reading {box.name}", lambda _report: look(box))
                dialog = BeginFromBox(box, info, self._free(box.stem), self._window)
                if dialog.exec() != QDialog.DialogCode.Accepted:
                    return False
                target = dialog.target
                if target.exists():
                    raise KnownError(str(target), "is there already.", "Choose another name.")
                target.parent.mkdir(parents=True, exist_ok=True)
                waited(
                    self._window,
                    f"Beginning from {box.name}",
                    lambda report: unpack(box, target, report),
                )
            except CancelledError:
                return False
            if not self._files.open(target):
                return False
            own = made_for(target, dialog.scenario)
            seed = int(QDateTime.currentMSecsSinceEpoch() % SEEDS)
            return self._files.begin_here(NewGame(BLANK, seed, Dice.PROGRAM, {}, target, own))
        return False

    def _free(self, name: str) -> Path:
        """A file of that name that is not there yet."""
        folder = self._folders.campaigns
        names = (name, *(f"{name} {number}" for number in range(2, 1000)))
        found = (folder / f"{one}.sandtable" for one in names)
        return next((path for path in found if not path.exists()), folder / "game.sandtable")

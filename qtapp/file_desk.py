"""Files of the window: begin, open, copy, export. All is saved as it happens: there is no Save."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QDateTime, QObject
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from engine import chronicle
from engine.session import Dice, GameSession
from maps.errors import KnownError
from qtapp.bridge import GameBridge
from qtapp.dialogs.new_game import SEEDS, NewGame, NewGameDialog
from qtapp.dialogs.own_things import OwnThings
from qtapp.document import Document
from qtapp.errors import Trouble
from qtapp.folders import Folders
from qtapp.settings import Preferences

CAMPAIGNS = "Sandtable campaigns (*.sandtable);;All files (*)"
LOG_WRITERS = {
    ".md": chronicle.markdown,
    ".txt": chronicle.plain_text,
    ".csv": chronicle.table,
}
"""Forms of the log by file ending."""


class FileDesk(QObject):
    """Opens and begins files and games, and writes what the user asks for."""

    def __init__(
        self,
        document: Document,
        bridge: GameBridge,
        folders: Folders,
        preferences: Preferences,
        trouble: Trouble,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._document = document
        self._bridge = bridge
        self._folders = folders
        self._preferences = preferences
        self._trouble = trouble
        self._window = window

    def new(self) -> None:
        """Ask for a scenario and begin it."""
        seed = int(QDateTime.currentMSecsSinceEpoch() % SEEDS)
        dialog = NewGameDialog(self._folders, seed, self._window)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self.begin(dialog.result_game())

    def begin(self, wanted: NewGame) -> bool:
        """Begin a game in its own file; False when it cannot be."""
        with self._trouble.told():
            if wanted.path.exists():
                raise KnownError(
                    str(wanted.path), "is there already.", "Open it, or choose another name."
                )
            wanted.path.parent.mkdir(parents=True, exist_ok=True)
            self._start(wanted)
            return True
        return False

    def new_here(self, *, charts: int | None = None, system: str = "") -> None:
        """Ask for a scenario and begin it in the open file, at first by some of its charts."""
        path = self._document.path
        if path is None:
            return
        seed = int(QDateTime.currentMSecsSinceEpoch() % SEEDS)
        own = OwnThings(self._document.project)
        dialog = NewGameDialog(self._folders, seed, self._window, project=path, own=own)
        if charts is not None:
            dialog.choose_system(system)
            own.choose_charts(charts)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self.begin_here(dialog.result_game())

    def begin_here(self, wanted: NewGame) -> bool:
        """Begin a game in the open file; False when it cannot be."""
        with self._trouble.told():
            self._start(wanted)
            return True
        return False

    def _start(self, wanted: NewGame) -> None:
        game = GameSession.start(
            wanted.scenario,
            seed=wanted.seed,
            path=wanted.path,
            options=wanted.options,
            dice=wanted.dice,
            own=wanted.own,
        )
        self._bridge.open(game)
        self._preferences.remember(wanted.path)

    def ask_project(self) -> None:
        """Ask for a name and begin an empty project under it."""
        start = self._folders.campaigns / "my project.sandtable"
        name, _kind = QFileDialog.getSaveFileName(
            self._window, "New project", str(start), CAMPAIGNS
        )
        if name:
            self.create(Path(name if name.endswith(".sandtable") else f"{name}.sandtable"))

    def create(self, path: Path) -> bool:
        """Begin an empty project file; False when it cannot be."""
        with self._trouble.told():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._document.create(path)
            self._preferences.remember(path)
            return True
        return False

    def ask_open(self) -> None:
        """Ask for a file and open it."""
        start = self._folders.campaigns
        name, _kind = QFileDialog.getOpenFileName(
            self._window, "Open a campaign", str(start), CAMPAIGNS
        )
        if name:
            self.open(Path(name))

    def open(self, file: Path) -> bool:
        """Open a campaign file; False when it cannot be."""
        if self._document.path == file:
            return True
        with self._trouble.told():
            if not file.exists():
                raise KnownError(str(file), "is not there.", "Choose another file.")
            self._document.open(file)
            self._preferences.remember(file)
            return True
        return False

    def go_on(self, scenario: str) -> bool:
        """Open the user's campaign of a scenario, begun now when there is none."""
        file = self._folders.campaign_file(scenario)
        if file.exists():
            return self.open(file)
        return self.begin(NewGame(scenario, 1, Dice.PROGRAM, {}, file))

    def close(self) -> None:
        """Close the file."""
        self._document.close()

    def ask_copy(self) -> None:
        """Ask for a name and write a copy of the campaign under it."""
        path = self._document.path
        if path is None:
            return
        name, _kind = QFileDialog.getSaveFileName(
            self._window,
            "Save a copy",
            str(path.with_name(f"{path.stem} copy.sandtable")),
            CAMPAIGNS,
        )
        if name:
            self.copy(Path(name if name.endswith(".sandtable") else f"{name}.sandtable"))

    def copy(self, target: Path) -> bool:
        """Write a copy of the campaign file, let go for the moment; go on with the original."""
        path = self._document.path
        if path is None or path.resolve() == target.resolve():
            return False
        self._document.close()
        copied = False
        with self._trouble.told():
            shutil.copyfile(path, target)
            copied = True
        self.open(path)
        return copied

    def ask_log(self) -> None:
        """Ask for a name and write the log."""
        name, kind = QFileDialog.getSaveFileName(
            self._window,
            "Export the log",
            self._beside("log", "md"),
            "Markdown (*.md);;Text (*.txt);;Table (*.csv)",
        )
        if name:
            ending = next((end for end in LOG_WRITERS if end in kind), ".md")
            self.write_log(Path(name if Path(name).suffix else name + ending))

    def write_log(self, target: Path) -> None:
        """Write the log in the form its ending names: ``.txt``, ``.csv``, else Markdown."""
        write = LOG_WRITERS.get(target.suffix, chronicle.markdown)
        with self._trouble.told():
            target.write_text(write(self._bridge.game, self._bridge.sight), encoding="utf-8")

    def ask_picture(self, draw: Callable[[], QImage]) -> None:
        """Ask for a name and write a picture of the board."""
        name, _kind = QFileDialog.getSaveFileName(
            self._window, "Picture of the board", self._beside("board", "png"), "PNG (*.png)"
        )
        if name:
            self.write_picture(Path(name if name.endswith(".png") else f"{name}.png"), draw())

    def write_picture(self, target: Path, picture: QImage) -> None:
        """Write a picture as PNG."""
        with self._trouble.told():
            if not picture.save(str(target)):
                raise KnownError(str(target), "cannot be written.", "Choose another folder.")

    def _beside(self, word: str, ending: str) -> str:
        path = self._document.path
        return str(path.with_name(f"{path.stem} {word}.{ending}")) if path else f"{word}.{ending}"

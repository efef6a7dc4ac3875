"""Files of the window: begin, open, copy, export. All is saved as it happens: there is no Save."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QDateTime, QObject, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from engine.editing.game_box import BOX
from engine.game.ask.games import begin
from engine.game.player_view import PlayerView
from engine.game.session import Dice, GameSession
from engine.reports import log_export
from maps.errors import KnownError
from maps.files.registry import Format, Formats
from maps.files.writing import write_whole
from qtapp.app.bridge import GameBridge
from qtapp.app.errors import Trouble
from qtapp.app.files.document import Document
from qtapp.app.files.folders import Folders
from qtapp.app.settings import Preferences
from qtapp.board.pictures.png import save_png
from qtapp.dialogs.lay_out import LaidOutGame, LayOutDialog
from qtapp.dialogs.new_game import SEEDS, NewGame, NewGameDialog
from qtapp.dialogs.own_things import OwnThings
from qtapp.workers.job import Report
from qtapp.workers.waiting import painted_waiting

CAMPAIGNS = "Sandtable campaigns (*.sandtable);;All files (*)"
OPENED = f"Campaigns and game boxes (*.sandtable *{BOX});;All files (*)"
LAST_SCENARIO = "last scenario"
"""The preference that keeps which scenario was begun last; the dialog begins there."""
Story = tuple[GameSession, PlayerView]
"""A game, and how much of it is told."""


def _log(write: Callable[[GameSession, PlayerView], str]) -> Callable[[Story, Path], None]:
    return lambda story, target: write_whole(target, write(*story))


LOGS: Formats[Story, Story] = Formats(
    "logs",
    Format("Markdown", (".md",), write=_log(log_export.markdown)),
    Format("Text", (".txt",), write=_log(log_export.plain_text)),
    Format("Web page", (".html",), write=_log(log_export.web_page)),
    Format("Table", (".csv",), write=_log(log_export.table)),
    Format("JSON lines", (".jsonl",), write=_log(log_export.json_lines)),
)
"""The forms a log is written in."""


class FileController(QObject):
    """Opens and begins files and games, and writes what the user asks for.

    ``box_wanted`` carries a game box that is to be begun from.
    """

    box_wanted = Signal(object)

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
        dialog.choose(self._preferences.kept_text(LAST_SCENARIO))
        if dialog.exec() == QDialog.DialogCode.Accepted:
            wanted = dialog.result_game()
            if self.begin(wanted):
                self._preferences.keep_text(LAST_SCENARIO, wanted.scenario)

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
        """Ask for a scenario and begin it in the open file, at first by some of its charts, else
        as the file's newest game, else with its own board and counters.
        """
        path = self._document.path
        if path is None:
            return
        seed = int(QDateTime.currentMSecsSinceEpoch() % SEEDS)
        own = OwnThings(self._document.project)
        dialog = NewGameDialog(self._folders, seed, self._window, project=path, own=own)
        if charts is not None:
            dialog.choose_system(system)
            own.choose_charts(charts)
        else:
            dialog.choose(own.likely)
            own.choose_own()
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self.begin_here(dialog.result_game())

    def begin_here(self, wanted: NewGame) -> bool:
        """Begin a game in the open file; False when it cannot be."""
        with self._trouble.told():
            self._start(wanted)
            return True
        return False

    def lay_out(self) -> None:
        """Ask for a position and begin a game from it."""
        seed = int(QDateTime.currentMSecsSinceEpoch() % SEEDS)
        open_game = self._bridge.is_open and self._bridge.player_view.is_open
        game = self._bridge.game if open_game else None
        dialog = LayOutDialog(self._folders, seed, self._window, game=game)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self.begin_laid_out(dialog.result_game())

    def begin_laid_out(self, wanted: LaidOutGame) -> bool:
        """Begin a game from a position, in its own file; False when it cannot be."""
        with self._trouble.told():
            if wanted.path.exists():
                raise KnownError(str(wanted.path), "is there already.", "Choose another name.")
            wanted.path.parent.mkdir(parents=True, exist_ok=True)
            game = begin(wanted.table, seed=wanted.seed, path=wanted.path, dice=wanted.dice)
            self._bridge.open(game)
            self._preferences.remember(wanted.path)
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
        self._folders.campaigns.mkdir(parents=True, exist_ok=True)
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
            self._window, "Open a campaign", str(start), OPENED
        )
        if name:
            self.open(Path(name))

    def open(self, file: Path) -> bool:
        """Open a campaign file; False when it cannot be."""
        if self._document.path == file:
            return True
        if file.suffix == BOX and file.exists():
            self.box_wanted.emit(file)
            return False
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
            return self.open(file) and (not self._is_blank() or self._begin_in(file, scenario))
        return self.begin(NewGame(scenario, 1, Dice.PROGRAM, {}, file))

    def _is_blank(self) -> bool:
        """Whether the open file holds nothing, as one does that was made when the program ended."""
        project = self._document.project
        return not (project.games or project.boards or project.orders or project.charts)

    def _begin_in(self, file: Path, scenario: str) -> bool:
        return self.begin_here(NewGame(scenario, 1, Dice.PROGRAM, {}, file))

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
        """Write a copy of all that is open, going on with the original; False when it fails."""
        with self._trouble.told():
            for missing in self._document.save_copy(target):
                self._trouble.known.emit(missing)
            return True
        return False

    def ask_log(self) -> None:
        """Ask for a name and write the log."""
        name, kind = QFileDialog.getSaveFileName(
            self._window,
            "Export the log",
            self._beside("log", "md"),
            ";;".join(LOGS.filters(writing=True)),
        )
        if name:
            self.write_log(LOGS.complete(name, kind))

    def write_log(self, target: Path) -> None:
        """Write the log in the form its ending names."""
        with self._trouble.told():
            game = self._bridge.game
            assert game is not None
            story = game, self._bridge.player_view

            def write(_report: Report) -> None:
                LOGS.write(story, target)

            painted_waiting(self._window, target, write)

    def ask_picture(self, draw: Callable[[], QImage]) -> None:
        """Ask for a name and write a picture of the board."""
        name, _kind = QFileDialog.getSaveFileName(
            self._window, "Picture of the board", self._beside("board", "png"), "PNG (*.png)"
        )
        if name:
            self.write_picture(Path(name if name.endswith(".png") else f"{name}.png"), draw)

    def write_picture(self, target: Path, draw: Callable[[], QImage]) -> None:
        """Write what ``draw`` paints as PNG."""
        with self._trouble.told():
            painted_waiting(self._window, target, lambda _report: save_png(draw(), target))

    def _beside(self, word: str, ending: str) -> str:
        path = self._document.path
        return str(path.with_name(f"{path.stem} {word}.{ending}")) if path else f"{word}.{ending}"

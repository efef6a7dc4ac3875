"""Import in the window: boards and modules of other programs, with a look before."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from pathlib import Path

from PySide6.QtCore import QDateTime, QObject, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMessageBox, QWidget

from engine.core.wording import counted
from engine.editing.chart_session import ChartSession
from engine.editing.modules.module_import import FoundModule, read_module, take_in_module
from engine.editing.modules.module_rules import rules_by_hand
from engine.editing.modules.module_setups import Save, setups_in
from engine.editing.scenario_session import BLANK
from engine.game.session import Dice, Own
from maps.errors import KnownError
from maps.formats.boards import BOARDS
from maps.formats.cyberboard.game_box import SUFFIX as GAME_BOX
from maps.formats.vassal.archive import BUILD_FILES
from maps.formats.vassal.archive import SUFFIXES as MODULES
from maps.model import GameMap
from oob.formats.vassal.save_modules import SAVES, module_beside, module_name
from oob.model import OrderOfBattle
from qtapp.app.errors import Trouble
from qtapp.app.files.document import Document
from qtapp.app.files.file_controller import CAMPAIGNS, FileController
from qtapp.app.files.folders import Folders
from qtapp.board.pictures.render import Picture
from qtapp.dialogs.new_game import SEEDS, NewGame
from qtapp.widgets.plain import message, plain
from qtapp.workers.job import CancelledError
from qtapp.workers.waiting import waited

IMPORTED = (*BOARDS.suffixes(), *MODULES, *SAVES, GAME_BOX)
"""How files end that can be taken in."""

PREVIEW = 300
"""Pixels the preview of a board has at most either way."""


NO_SETUP = "None: all its counters, set up as its boards have them"
"""The last answer where a module holds set-ups."""


class Answer(Enum):
    """What is done with what was found."""

    NO = 0
    TAKE = 1
    PLAY = 2


class ExchangeController(QObject):
    """Takes in what other programs wrote.

    ``taken`` is called once a board is in the open file.
    """

    def __init__(
        self,
        document: Document,
        files: FileController,
        folders: Folders,
        trouble: Trouble,
        window: QWidget,
        taken: Callable[[], None],
    ) -> None:
        super().__init__(window)
        self._document = document
        self._files = files
        self._folders = folders
        self._trouble = trouble
        self._window = window
        self._taken = taken

    def ask_import(self) -> None:
        """Ask for a file and take it in."""
        everything = " ".join(f"*{suffix}" for suffix in IMPORTED)
        modules = " ".join(f"*{suffix}" for suffix in MODULES)
        saves = " ".join(f"*{suffix}" for suffix in SAVES)
        filters = [
            f"All that can be imported ({everything})",
            f"VASSAL modules ({modules})",
            f"VASSAL saved games and logs ({saves})",
            f"CyberBoard game boxes (*{GAME_BOX})",
            *BOARDS.filters(),
        ]
        name, _kind = QFileDialog.getOpenFileName(
            self._window, "Import", str(self._start()), ";;".join(filters)
        )
        if name:
            self.take_in(Path(name))

    def take_in(self, source: Path) -> bool:
        """Show what a file holds and take it in if wanted; False when it is not."""
        try:
            with self._trouble.told():
                if source.suffix.lower() in (*MODULES, GAME_BOX):
                    return self._module(source)
                if source.suffix.lower() in SAVES:
                    return self._save(source)
                return self._board(source)
        except CancelledError:
            pass
        return False

    def _board(self, source: Path) -> bool:
        board = waited(self._window, f"Reading {source.name}", lambda _: BOARDS.read(source))
        lines = [board.notes.get("imported", f"{counted(len(board.terrain), 'hex', 'hexes')}.")]
        lines += [
            f"{key[:1].upper()}{key[1:]}: {note}"
            for key, note in board.notes.items()
            if key.startswith("imported,")
        ]
        if self._wanted(board.title, lines, preview(board)) is Answer.NO:
            return False
        if self._document.path is None:
            target = self._target(source.stem)
            if target is None or not self._files.create(target):
                return False
        self._document.add_board(board)
        self._taken()
        return True

    def _save(self, save: Path) -> bool:
        """A saved game or a log comes with the module beside it, one that is chosen, or none."""
        module = module_beside(save)
        if module is None:
            name = module_name(save)
            box = message(QMessageBox.Icon.Question, self._window, save.name, "Import")
            of = f"It belongs to the module “{name}”. " if name else ""
            box.setInformativeText(
                plain(
                    f"{of}Its module holds the boards; none was found beside it. Without one only"
                    " the counters come in, and nothing is set up."
                )
            )
            choose = box.addButton("Choose its &module…", QMessageBox.ButtonRole.AcceptRole)
            alone = box.addButton("Only the &counters", QMessageBox.ButtonRole.AcceptRole)
            box.addButton(QMessageBox.StandardButton.Cancel)
            box.setDefaultButton(choose)
            box.exec()
            if box.clickedButton() is choose:
                module = self._asked_module(save)
                if module is None:
                    return False
            elif box.clickedButton() is not alone:
                return False
        return self._module(save if module is None else module, save)

    def _asked_module(self, save: Path) -> Path | None:
        endings = " ".join(f"*{suffix}" for suffix in (*MODULES, *BUILD_FILES))
        name, _kind = QFileDialog.getOpenFileName(
            self._window, f"The module of {save.name}", str(save.parent),
            f"VASSAL modules ({endings})",
        )  # fmt: skip
        if not name:
            return None
        return Path(name).parent if Path(name).name in BUILD_FILES else Path(name)

    def _set_up(self, source: Path) -> Save | None:
        """Which of the set-ups a module holds is wanted, if it has any; raises when cancelled."""
        found = setups_in(source) if source.suffix.lower() in MODULES or source.is_dir() else ()
        if not found:
            return None
        names = [*(setup.name for setup in found), NO_SETUP]
        asked = plain(f"{source.stem} holds set-ups. Begin with:")
        text, is_wanted = QInputDialog.getItem(self._window, "Import", asked, names, 0, False)
        if not is_wanted:
            raise CancelledError
        at = names.index(text)
        return found[at] if at < len(found) else None

    def _module(self, source: Path, save: Save | None = None) -> bool:
        """Modules become files of their own: a module is a game."""
        name = (save or source).name
        if save is None:
            save = self._set_up(source)
        found: FoundModule = waited(
            self._window, f"Reading {name}", lambda _: read_module(source, save)
        )
        plays = found.order is not None and len(found.boards) == 1
        answer = self._wanted(found.title, list(found.sentences()), None, plays=plays)
        if answer is Answer.NO:
            return False
        target = self._target(found.title)
        if target is None:
            return False
        if target.exists():
            raise KnownError(str(target), "is there already.", "Choose another name.")
        waited(
            self._window,
            f"Taking in {name}",
            lambda report: take_in_module(source, target, report, save),
        )
        if not self._files.open(target):
            return False
        if answer is not Answer.PLAY or found.order is None:
            return True
        return self._play(target, found.order)

    def _play(self, target: Path, order: OrderOfBattle) -> bool:
        """Begin a game by hand on the board that was taken in, with its counters, by the turns and
        phases of the module; no more is declared until somebody adds it to its charts.
        """
        project = self._document.project
        (board,), (counters,) = project.boards, project.orders
        rules = rules_by_hand(order)
        own = [charts.number for charts in project.charts_of(rules.system)]
        if not own:
            with ChartSession.create(target, rules) as made:
                own = [made.number]
        seed = int(QDateTime.currentMSecsSinceEpoch() % SEEDS)
        parts = Own(board.number, counters.number, own[-1])
        return self._files.begin_here(NewGame(BLANK, seed, Dice.PROGRAM, {}, target, parts))

    def _wanted(
        self, title: str, lines: Iterable[str], picture: QPixmap | None, *, plays: bool = False
    ) -> Answer:
        """Show what was found and ask whether to take it in, and to begin a game if it can be."""
        box = message(QMessageBox.Icon.Information, self._window, title, "Import")
        box.setInformativeText(plain("\n".join(line[:300] for line in lines)))
        if picture is not None:
            box.setIconPixmap(picture)
        take = box.addButton("&Take it in", QMessageBox.ButtonRole.AcceptRole)
        play = None
        if plays:
            play = box.addButton("Take it in and &play", QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(take)
        box.exec()
        clicked = box.clickedButton()
        if play is not None and clicked is play:
            return Answer.PLAY
        return Answer.TAKE if clicked is take else Answer.NO

    def _target(self, title: str) -> Path | None:
        """The new file to put it into, asked for; None when the person cancels."""
        kept = "".join(c if c.isalnum() or c in " -_" else " " for c in title)
        stem = " ".join(kept.split())[:60] or "imported"
        self._folders.campaigns.mkdir(parents=True, exist_ok=True)
        name, _kind = QFileDialog.getSaveFileName(
            self._window,
            "Put it into a new file",
            str(self._folders.campaigns / f"{stem}.sandtable"),
            CAMPAIGNS,
        )
        if not name:
            return None
        return Path(name if name.endswith(".sandtable") else f"{name}.sandtable")

    def _start(self) -> Path:
        path = self._document.path
        return path.parent if path is not None else Path.home()


def preview(board: GameMap) -> QPixmap | None:
    """A small picture of a board; None when it has no hexes or is too long for one."""
    if not board.terrain:
        return None
    try:
        picture = Picture(board, 12.0, title=False)
        if max(picture.size.width(), picture.size.height()) > 40 * PREVIEW:
            return None
        image = picture.image()
    except KnownError:
        return None
    keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    return QPixmap.fromImage(image.scaled(PREVIEW, PREVIEW, keep, smooth))

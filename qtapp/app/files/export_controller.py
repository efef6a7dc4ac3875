"""Export in the window: boards, and whole games, for other programs and for paper.

All of it is written behind a bar with Cancel; a file is there whole or not at all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QInputDialog, QWidget

from engine.editing.aid_session import NewAid, aids_of
from maps.formats.boards import BOARDS
from maps.formats.films import FILMS
from maps.hexgrid import Hex
from maps.model import GameMap
from qtapp.app.bridge import GameBridge
from qtapp.app.errors import Trouble
from qtapp.app.files.document import Document
from qtapp.app.files.film_dialog import FilmDialog
from qtapp.app.files.paper_dialog import PaperDialog
from qtapp.board.pictures.board_forms import FORMS, POSTER
from qtapp.board.pictures.print_pages import write_poster
from qtapp.exchange.film import FilmPlan, write_film
from qtapp.exchange.module_out import ENDING, HEX_PX, write_module
from qtapp.exchange.print_and_play import Paper, write_print_and_play
from qtapp.exchange.subject import Subject, with_order
from qtapp.painters.skin import Skin
from qtapp.workers.job import Report
from qtapp.workers.waiting import painted_waiting, written_waiting

T = TypeVar("T")


class ExportController(QObject):
    """Asks for names and writes what is in view.

    Where ``skin`` says that scans show in place of the drawn map they go out in its place, too.
    """

    def __init__(
        self,
        document: Document,
        bridge: GameBridge,
        trouble: Trouble,
        window: QWidget,
        skin: Callable[[], Skin | None],
    ) -> None:
        super().__init__(window)
        self._document, self._bridge = document, bridge
        self._trouble, self._window, self._skin = trouble, window, skin

    def ask_board(self, board: GameMap | None) -> None:
        """Ask for a name and write a board in the form it names."""
        if board is None:
            return
        name, kind = QFileDialog.getSaveFileName(
            self._window,
            "Export the board",
            str(self._start() / f"{board.id}.map"),
            ";;".join(FORMS.filters(writing=True)),
        )
        if name:
            self.write_board(board, FORMS.complete(name, kind))

    def write_board(self, board: GameMap, target: Path) -> bool:
        """Write a board in the form its ending names; False when it is not written."""
        mine, skin = board.copy(), self._skin()

        def write(_report: Report) -> bool:
            if skin is not None and target.suffix.lower() == POSTER:
                write_poster(mine, target, skin)
            else:
                FORMS.write(mine, target)
            return True

        if target.suffix.lower() in BOARDS.suffixes(writing=True):
            with self._trouble.told():
                return written_waiting(self._window, target, write) is not None
            return False
        return self._painted(target, write) is not None

    def ask_module(self, board: GameMap | None) -> None:
        """Ask for the size of a hex and a name, and write a module of the board in view with its
        counters.
        """
        if board is None:
            return
        hex_px, is_wanted = QInputDialog.getInt(
            self._window, "Export a VASSAL module", "Pixels per hex:", round(HEX_PX), 16, 200
        )
        if not is_wanted:
            return
        name, _kind = QFileDialog.getSaveFileName(
            self._window,
            "Export a VASSAL module",
            str(self._start() / f"{board.id}{ENDING}"),
            f"VASSAL modules (*{ENDING})",
        )
        if name:
            target = Path(name if name.endswith(ENDING) else name + ENDING)
            self.write_module(board, target, float(hex_px))

    def write_module(self, board: GameMap, target: Path, hex_px: float = HEX_PX) -> bool:
        """Write a module; False when it is not written."""
        with self._trouble.told():
            subject = self.shown(board)
            return self._painted(target, lambda report: write_module(
                subject, target, hex_px, report
            )) is not None  # fmt: skip
        return False

    def ask_paper(self, board: GameMap | None) -> None:
        """Ask how the game in view is printed, and print it."""
        if board is None:
            return
        with self._trouble.told():
            subject = self.shown(board)
            dialog = PaperDialog(subject, self._window)
            if not dialog.exec():
                return
            name, _kind = QFileDialog.getSaveFileName(
                self._window,
                "Print and play",
                str(self._start() / f"{board.id}.pdf"),
                "PDF (*.pdf)",
            )
            if name:
                target = Path(name if name.lower().endswith(".pdf") else f"{name}.pdf")
                self.write_paper(subject, target, dialog.measures)

    def write_paper(self, subject: Subject, target: Path, measures: Paper) -> bool:
        """Write a game as a PDF to print; False when it is not written."""
        return self._painted(target, lambda report: write_print_and_play(
            subject, target, measures, report
        )) is not None  # fmt: skip

    def ask_film(self, region: tuple[Hex, ...]) -> None:
        """Ask how the open game is filmed, and film it; ``region`` is what of the board is in view.

        Nothing happens without a game.
        """
        if not self._bridge.is_open:
            return
        dialog = FilmDialog(region, self._window)
        if not dialog.exec():
            return
        name, kind = QFileDialog.getSaveFileName(
            self._window,
            "Film of the war",
            str(self._start() / f"{self._bridge.game.scenario.map.id}.webp"),
            ";;".join([*FILMS.filters(writing=True), "A picture a turn (*.png)"]),
        )
        if name:
            target = Path(name) if Path(name).suffix else FILMS.complete(name, kind)
            self.write_film(target, replace(dialog.plan, skin=self._skin()))

    def write_film(self, target: Path, plan: FilmPlan) -> bool:
        """Film the open game; False when it is not written."""
        game, view = self._bridge.game, self._bridge.player_view
        return self._painted(target, lambda report: write_film(
            game, target, plan, report, view
        )) is not None  # fmt: skip

    def subject(self, board: GameMap) -> Subject:
        """The board in view with its counters: the game's as the seat in view sees them, else those
        of the order of battle that is open.

        Raises KnownError when its rows make no counters.
        """
        if self._bridge.is_open and board is self._bridge.game.scenario.map:
            scenario = self._bridge.game.scenario
            counters = tuple(self._bridge.counters)
            return Subject(
                scenario.title, board.copy(), scenario.oob, counters, scenario.charts,
                self._bridge.rules, self._bridge.state, scenario.system, self._aids(),
            )  # fmt: skip
        path, number = self._document.path, self._document.order_number
        if path is None or number is None:
            return Subject(board.title, board.copy(), None, aids=self._aids())
        return with_order(board.copy(), path, number)

    def shown(self, board: GameMap) -> Subject:
        """The same, with the scans that show in place of the drawn board."""
        return replace(self.subject(board), skin=self._skin())

    def _aids(self) -> tuple[NewAid, ...]:
        """The player aids of the open file. Raises KnownError when one is damaged."""
        return () if self._document.path is None else aids_of(self._document.path)

    def _painted(self, target: Path, write: Callable[[Report], T]) -> T | None:
        """What writing returns; None when it was cancelled or could not be, which is told."""
        with self._trouble.told():
            return painted_waiting(self._window, target, write)
        return None

    def _start(self) -> Path:
        path = self._document.path
        return path.parent if path is not None else Path.home()

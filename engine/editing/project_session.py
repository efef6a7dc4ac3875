"""The door to a project file as a whole: its boards, orders of battle, charts and games."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Self

import maps.data
from engine.core.charts.aids import Aid
from engine.core.charts.chart_set import ChartSet
from engine.editing.keeping import save_copy
from engine.game.session import GameSession
from engine.store.project import Project
from engine.store.rows import contents
from engine.store.rows.aids import loaded
from engine.store.rows.chart_sets import save_chart_set
from engine.store.rows.contents import BoardInfo, ChartsInfo, OrderInfo
from engine.store.rows.games import GameInfo, list_games
from engine.store.rows.ledgers import save_ledger
from engine.store.rows.maps import save_map
from engine.store.rows.oobs import save_oob
from engine.store.rows.progress import Progress, progress_of
from maps.model import GameMap
from oob.ledger import shipped
from oob.ledger.model import Ledger
from oob.model import OrderOfBattle

__all__ = ["BoardInfo", "ChartsInfo", "GameInfo", "OrderInfo", "Progress", "ProjectSession"]


class ProjectSession:
    """A project file that is open. Editors and games of it may be open beside it."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._closed = False

    @classmethod
    def create(cls, path: Path | str) -> ProjectSession:
        """Make an empty project file. Raises KnownError when it is there or cannot be made."""
        return cls(Project.create(path))

    @classmethod
    def open(cls, path: Path | str) -> ProjectSession:
        """Open a project file.

        Raises KnownError when it is damaged, too new, locked or not to be written.
        """
        return cls(Project.open(path))

    @classmethod
    def reading(cls, path: Path | str) -> ProjectSession:
        """Open a project file to look at: no lock, no trace, beside a window that has it open.

        While it is open, all sessions of this process on the file only read. Raises KnownError when
        it is damaged or too new.
        """
        return cls(Project.reading(path))

    def save_copy(self, target: Path, game: GameSession | None = None) -> tuple[str, ...]:
        """Write all that is open, with the open ``game``, as a new file; what is missing in it.

        Raises KnownError when it cannot be written.
        """
        return save_copy(self._project, target, game)

    @property
    def displaced(self) -> bool:
        """Whether the file was replaced, moved, deleted or changed by another program."""
        return self._project.displaced

    @property
    def remarks(self) -> tuple[str, ...]:
        """What a person should know about how it was opened."""
        return self._project.remarks

    @property
    def synced_by(self) -> str | None:
        """The service that copies its folder to other machines, or None."""
        return self._project.synced_by

    @property
    def path(self) -> Path:
        """The project file."""
        return self._project.path

    @property
    def boards(self) -> tuple[BoardInfo, ...]:
        """Its boards, oldest first."""
        return contents.boards(self._project)

    @property
    def orders(self) -> tuple[OrderInfo, ...]:
        """Its orders of battle, oldest first."""
        return contents.orders(self._project)

    @property
    def charts(self) -> tuple[ChartsInfo, ...]:
        """Its edited charts, oldest first."""
        return contents.chart_sets(self._project)

    @property
    def progress(self) -> Progress:
        """How far a game that somebody owns has come in, in figures."""
        return progress_of(self._project)

    def charts_of(self, system: str) -> tuple[ChartsInfo, ...]:
        """Its edited charts of one system, oldest first."""
        return tuple(info for info in self.charts if info.system == system)

    @property
    def aids(self) -> Mapping[int, Aid]:
        """Its player aids by number, in their order."""
        return loaded(self._project)

    @property
    def games(self) -> tuple[GameInfo, ...]:
        """Its games, oldest first."""
        return list_games(self.path)

    def add_board(self, board: GameMap | str) -> int:
        """Add a board, or the shipped one of that id; its number.

        Raises KnownError for an unknown id or a file that cannot be written.
        """
        wanted = maps.data.load(board) if isinstance(board, str) else board
        with self._project.transaction():
            return save_map(self._project, wanted)

    def add_order(self, order: OrderOfBattle | Ledger | str) -> int:
        """Add an order of battle, or the shipped one of that id; its number.

        Raises KnownError for an unknown id or a file that cannot be written.
        """
        wanted = shipped.load(order) if isinstance(order, str) else order
        with self._project.transaction():
            if isinstance(wanted, Ledger):
                return save_ledger(self._project, wanted)
            return save_oob(self._project, wanted)

    def remove_board(self, number: int) -> None:
        """Take a board out. Raises KnownError while a game is played on it."""
        contents.remove_board(self._project, number)

    def remove_order(self, number: int) -> None:
        """Take an order of battle out. Raises KnownError while a game is played with it."""
        contents.remove_order(self._project, number)

    def add_charts(self, charts: ChartSet) -> int:
        """Add a set of charts; its number. Raises KnownError for a file that cannot be written."""
        with self._project.transaction():
            return save_chart_set(self._project, charts)

    def remove_charts(self, number: int) -> None:
        """Take a set of charts out; games begun with it keep their own copy."""
        contents.remove_chart_set(self._project, number)

    def remove_game(self, number: int) -> None:
        """Take a game and its log out."""
        contents.remove_game(self._project, number)

    def close(self) -> None:
        """Release the file. Safe to call twice."""
        if not self._closed:
            self._closed = True
            self._project.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

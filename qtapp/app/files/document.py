"""The open file as the window sees it: a project with boards, orders of battle and games."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engine.editing.chart_session import ChartSession, imported
from engine.editing.map_session import EditSession
from engine.editing.project_session import BoardInfo, ProjectSession
from engine.game.session import GameSession
from maps.files.reading import without_collecting
from maps.model import GameMap
from qtapp.app.bridge import GameBridge


class Document(QObject):
    """What is open: a file, a game in it or in memory, and the board that is being edited.

    ``opened`` follows when another file or game was opened, ``closed`` when nothing is open any
    more, ``contents_changed`` when boards, orders of battle or games came or went, ``board_chosen``
    (``order_chosen``, ``charts_chosen``) when another board (order of battle, set of charts) of the
    file is to be shown and edited, and ``board_released`` when the board that is edited is about to
    be removed.
    """

    opened = Signal()
    closed = Signal()
    contents_changed = Signal()
    board_chosen = Signal()
    board_released = Signal()
    order_chosen = Signal()
    charts_chosen = Signal()

    def __init__(self, bridge: GameBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._project: ProjectSession | None = None
        self._board: int | None = None
        self._order: int | None = None
        self._charts: int | None = None
        bridge.opened.connect(self._game_opened)
        bridge.closed.connect(self._game_closed)

    @property
    def is_open(self) -> bool:
        """True while a file or a game is open."""
        return self._project is not None or self._bridge.is_open

    @property
    def path(self) -> Path | None:
        """The open file; None for a game in memory or when nothing is open."""
        return self._project.path if self._project else None

    @property
    def project(self) -> ProjectSession:
        """The open file's contents. Raises LookupError when no file is open."""
        if self._project is None:
            raise LookupError("no file is open")
        return self._project

    @property
    def boards(self) -> tuple[BoardInfo, ...]:
        """The boards of the open file."""
        return self._project.boards if self._project else ()

    @property
    def board_number(self) -> int | None:
        """The board to edit: the chosen one, else the game's, else the file's first."""
        if self._board is not None:
            return self._board
        if self._bridge.is_open:
            return self._bridge.game.board_number
        boards = self.boards
        return boards[0].number if boards else None

    @property
    def has_game(self) -> bool:
        """True while a game is open."""
        return self._bridge.is_open

    @property
    def has_board(self) -> bool:
        """True when there is a board to look at."""
        return self._bridge.is_open or bool(self.boards)

    @property
    def title(self) -> str:
        """What the window's title says of it."""
        name = self.path.name if self.path else "not kept in a file"
        if not self._bridge.is_open:
            return name
        laid = ", a laid-out position" if self._bridge.game.laid else ""
        return f"{self._bridge.game.scenario.title}{laid} — {name}"

    @without_collecting()
    def open(self, path: Path) -> None:
        """Open a file: its newest game, or only its contents when it has none.

        Raises KnownError when it cannot be used; what was open stays open then.
        """
        project = ProjectSession.open(path)
        try:
            game = GameSession.open(path) if project.games else None
        except BaseException:
            project.close()
            raise
        self._take(project, game)

    @property
    def displaced(self) -> bool:
        """Whether the open file was replaced, moved, deleted or changed by another program."""
        return self._project is not None and self._project.displaced

    def save_copy(self, target: Path) -> tuple[str, ...]:
        """Write all that is open as a new file; what is missing in it.

        Raises KnownError when it cannot be written, LookupError when no file is open.
        """
        game = self._bridge.game if self._bridge.is_open else None
        return self.project.save_copy(target, game)

    def create(self, path: Path) -> None:
        """Begin an empty project file. Raises KnownError when it cannot be made."""
        self._take(ProjectSession.create(path), None)

    def play(self, number: int) -> None:
        """Go on with another game of the open file. Raises KnownError when it cannot be read."""
        self._bridge.open(GameSession.open(self.project.path, number))

    def edit(self, number: int) -> None:
        """Choose the board of the file that is shown and edited."""
        self._board = number
        self.board_chosen.emit()

    @property
    def order_number(self) -> int | None:
        """The order of battle to edit: the chosen one, else the file's first."""
        if self._order is not None:
            return self._order
        orders = self._project.orders if self._project else ()
        return orders[0].number if orders else None

    @property
    def has_chosen_order(self) -> bool:
        """True when an order of battle was chosen, not only the first offered."""
        return self._order is not None

    def edit_order(self, number: int) -> None:
        """Choose the order of battle of the file that is shown and edited."""
        self._order = number
        self.order_chosen.emit()

    @property
    def charts_number(self) -> int | None:
        """The charts to edit: the chosen ones, else the file's newest."""
        sets = [info.number for info in self._project.charts] if self._project else []
        return self._charts if self._charts in sets else sets[-1] if sets else None

    def edit_charts(self, number: int) -> None:
        """Choose the charts of the file that are shown and edited."""
        self._charts = number
        self.charts_chosen.emit()

    def charts_like(self, text: str, system: str) -> int:
        """The number of charts of the file to edit for coming games, beginning from a chart text.

        Those that are equal, else, for a text nobody edited, the newest of the system; they are
        added when there are none. Raises KnownError for a text that does not fit its system.
        """
        wanted = imported(text, "charts", system)
        for info in reversed(self.project.charts_of(system)):
            number = info.number
            if not wanted.cells or ChartSession.peek(self.project.path, number) == wanted:
                return number
        number = self.project.add_charts(wanted)
        self.contents_changed.emit()
        return number

    def release_board(self, number: int) -> None:
        """Stop showing a board that is about to be removed."""
        if self.board_number == number:
            self._board = None
            self.board_released.emit()

    def release_game(self, number: int) -> None:
        """Close the open game when it is the one about to be removed."""
        if self._bridge.is_open and self._bridge.game.number == number:
            self._bridge.close()

    def edit_session(self) -> EditSession:
        """A session on the board to edit; the caller closes it.

        Raises KnownError when there is no file or no board in it.
        """
        if self._project is None:
            return EditSession.beside(self._bridge.game)
        return EditSession.open(self._project.path, self.board_number)

    def add_board(self, board: GameMap | str) -> int:
        """Add a board to the open file and choose it; its number."""
        number = self.project.add_board(board)
        self.contents_changed.emit()
        self.edit(number)
        return number

    def changed(self) -> None:
        """Say that the contents of the file are not what they were."""
        if self._board is not None and self._board not in {info.number for info in self.boards}:
            self._board = None
        self.contents_changed.emit()

    def close(self) -> None:
        """Release everything."""
        was_open = self.is_open
        project, self._project = self._project, None
        self._board = self._order = self._charts = None
        self._bridge.close()
        if project is not None:
            project.close()
        if was_open:
            self.closed.emit()

    def _take(self, project: ProjectSession, game: GameSession | None) -> None:
        self.close()
        self._project = project
        if game is None:
            self.opened.emit()
        else:
            self._bridge.open(game)

    def _game_opened(self) -> None:
        """A game was opened, by this document or past it: its file is the document then."""
        path = self._bridge.path
        if self._project is not None and self._project.path != path:
            self._project.close()
            self._project = None
        if self._project is None and path is not None:
            self._project = ProjectSession.open(path)
        self._board = self._order = self._charts = None
        self.opened.emit()

    def _game_closed(self) -> None:
        if self._project is not None and not self._project.games:
            self.contents_changed.emit()

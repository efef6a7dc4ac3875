"""Games in a project file: the log tree as rows, the current node, snapshots for quick opening."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from engine.core.system import Scenario
from engine.frozen import dataclass
from engine.scenarios import build_scenario, load_scenario
from engine.store.faults import damaged
from engine.store.owning import added_to, opened
from engine.store.plain import plain_of
from engine.store.project import Project, remove
from engine.store.rows.boards import Board
from engine.store.rows.ledgers import is_ledger
from engine.store.rows.maps import map_numbers, save_map
from engine.store.rows.marks import MarkStore
from engine.store.rows.oobs import load_oob, save_oob
from maps.errors import KnownError
from maps.untyped import JsonObject

T = TypeVar("T")

_SEEDS = range(-(2**63), 2**63)


@dataclass(frozen=True, slots=True)
class NodeRow:
    """One step of a game's log as stored: JSON texts for the action and what was told.

    ``board`` is the revision of the board it was taken on.
    """

    id: int
    parent: int | None
    action: str | None
    how: str
    draw: int
    key: str
    side: str
    told: str
    digest: str
    board: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class SnapshotRow:
    """The whole state (JSON) at one node."""

    node: int
    state: str


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game as read from a file. ``where`` names file and game for error sentences.

    ``tip`` is the end of the line through the current node that was visited last; ``snapshots`` are
    the nodes whose states the file keeps (:meth:`GameStore.snapshot`). ``laid`` is the JSON of
    the position it begins from, '' for the scenario's own.
    """

    where: str
    scenario: Scenario
    seed: int
    dice: str
    nodes: tuple[NodeRow, ...]
    current: int
    tip: int
    snapshots: frozenset[int]
    laid: str = ""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """One line of a list of games: its number in the project, what is played, how far it is."""

    number: int
    scenario: str
    title: str
    system: str
    seed: int
    steps: int
    laid_out: int = 0
    """1 for a game that begins from a laid-out position."""


class GameStore:
    """One game inside one project file."""

    def __init__(self, project: Project, number: int, board: Board, scenario: Scenario) -> None:
        self.path = project.path
        self.number = number
        self.board = board
        self.scenario = scenario
        self._project = project
        self.marks = MarkStore(project, number)
        self._closed = False
        self._made_file = False
        self._last = self._newest()

    @classmethod
    def create(
        cls, path: Path, scenario: Scenario, seed: int, dice: str, laid: str = ""
    ) -> GameStore:
        """Create the file, or add a game to a project, with board, order of battle and charts.

        ``laid`` is the JSON of the position the game begins from, '' for the scenario's own.

        Raises KnownError when the file cannot be made or used; then nothing of it remains.
        """
        if seed not in _SEEDS:
            raise KnownError(f"seed {seed}", "is too big.", "Choose one below nine quintillion.")
        with added_to(path) as (project, fresh):
            with project.transaction():
                row, board = _scenario_row(project, scenario)
                number = project.run(
                    "INSERT INTO game (scenario, seed, dice, options, current, tip, opening)"
                    " VALUES (?, ?, ?, ?, 0, 0, ?)",
                    (row, seed, dice, json.dumps(dict(scenario.options), sort_keys=True), laid),
                )
            live = Board.of(project, board)
            store = cls(project, number, live, replace(scenario, map=live.map))
            store._made_file = fresh
            return store

    @classmethod
    def open(cls, path: Path, game: int | None = None) -> GameStore:
        """Open a game of an existing project (the newest one by default).

        Raises KnownError when the file cannot be used or holds no such game.
        """
        with opened(path) as project:
            found = project.rows("SELECT max(id) FROM game WHERE ? IN (id, 0)", (game or 0,))
            number = found[0][0]
            if number is None:
                what = "holds no game." if game is None else f"holds no game {game}."
                raise KnownError(
                    str(project.path), what, "Start one in it, or choose another file or game."
                )
            return cls(project, number, *_read_scenario(project, number))

    def load(self) -> GameRecord:
        """Read the game. Raises KnownError when it does not hold together."""
        rows = self._project.rows(
            "SELECT seed, dice, current, tip, opening FROM game WHERE id = ?", (self.number,)
        )
        seed, dice, current, tip, laid = rows[0]
        nodes = self.node_rows()
        known = {node.id for node in nodes}
        if nodes and not {current, tip, 0} <= known:
            raise damaged(self.path, f"game {self.number} is on a step it does not have")
        return GameRecord(
            where=f"{self.path}, game {self.number}",
            scenario=self.scenario,
            seed=seed,
            dice=dice,
            nodes=nodes,
            current=current,
            tip=tip,
            snapshots=frozenset(self.snapshot_nodes()),
            laid=laid,
        )

    def node_rows(self) -> tuple[NodeRow, ...]:
        """The steps of the game as they are in the file, by number."""
        return tuple(
            NodeRow(*row)
            for row in self._project.rows(
                "SELECT id, parent, action, how, draw, key, side, told, digest, board,"
                " why FROM game_node WHERE game = ? ORDER BY id",
                (self.number,),
            )
        )

    def snapshot_nodes(self) -> tuple[int, ...]:
        """The steps whose states the file keeps."""
        rows = self._project.rows(
            "SELECT node FROM game_snapshot WHERE game = ? ORDER BY node", (self.number,)
        )
        return tuple(int(row[0]) for row in rows)

    def drop_snapshots(self, nodes: Iterable[int]) -> None:
        """Remove states that the file keeps: they can be replayed."""
        with self._project.transaction():
            self._project.run_all(
                "DELETE FROM game_snapshot WHERE game = ? AND node = ?",
                ((self.number, node) for node in nodes),
            )

    def keep_only(self, nodes: Set[int]) -> None:
        """Remove all other steps, and stand on the last one that is kept if need be."""
        gone = [row.id for row in self.node_rows() if row.id not in nodes]
        rows = self._project.rows("SELECT current, tip FROM game WHERE id = ?", (self.number,))
        current, tip = (
            at if at in nodes else max((n for n in nodes if n <= at), default=0) for at in rows[0]
        )
        self.marks.prune(gone, current, tip if _leads(self.node_rows(), current, tip) else current)

    def snapshot(self, node: int) -> str | None:
        """The state (JSON) that the file keeps of a node, or None."""
        rows = self._project.rows(
            "SELECT state FROM game_snapshot WHERE game = ? AND node = ?", (self.number, node)
        )
        return rows[0][0] if rows else None

    def append(
        self,
        rows: Sequence[NodeRow],
        current: int,
        tip: int,
        dice: str,
        snapshot: SnapshotRow | None = None,
    ) -> None:
        """Add steps, move the cursor and note who makes the dice, in one committed transaction.

        Raises KnownError when it cannot be written, or when the game was played on elsewhere
        meanwhile; the file is as it was then.
        """
        project = self._project
        with project.transaction():
            if self._newest() != self._last:
                raise KnownError(
                    f"{self.path}, game {self.number}",
                    "was played on in another window.",
                    "Close it here and open it again.",
                )
            project.run_all(
                "INSERT INTO game_node (game, id, parent, action, how, draw, key, side, told,"
                " digest, board, why) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    (
                        self.number,
                        row.id,
                        row.parent,
                        row.action,
                        row.how,
                        row.draw,
                        row.key,
                        row.side,
                        row.told,
                        row.digest,
                        row.board,
                        row.why,
                    )
                    for row in rows
                ),
            )
            if snapshot is not None:
                self._put(snapshot)
            project.run(
                "UPDATE game SET current = ?, tip = ?, dice = ? WHERE id = ?",
                (current, tip, dice, self.number),
            )
        self._last = max((self._last, *(row.id for row in rows)))

    def keep(self, snapshot: SnapshotRow, gone: Iterable[int]) -> None:
        """Keep one more state, and some others no longer; nothing happens to a game that was closed
        or played on elsewhere meanwhile. Raises KnownError when it cannot be written.
        """
        if self._closed:
            return
        with self._project.transaction():
            if self._newest() == self._last:
                self._put(snapshot)
                self.drop_snapshots(gone)

    def _put(self, snapshot: SnapshotRow) -> None:
        self._project.run(
            "INSERT OR REPLACE INTO game_snapshot (game, node, state) VALUES (?, ?, ?)",
            (self.number, snapshot.node, snapshot.state),
        )

    def close(self) -> None:
        """Release the file. Safe to call twice."""
        if not self._closed:
            self._closed = True
            self._project.close()

    def discard(self) -> None:
        """Take a game that could not be begun out of the file, and a file made for it away."""
        if not self._made_file:
            with self._project.transaction():
                self._project.run("DELETE FROM game WHERE id = ?", (self.number,))
        self.close()
        if self._made_file:
            remove(self.path)

    def _newest(self) -> int:
        rows = self._project.rows("SELECT max(id) FROM game_node WHERE game = ?", (self.number,))
        found = rows[0][0]
        return -1 if found is None else int(found)


def use_shipped(project: Project, number: int, *, board: bool) -> None:
    """Let a game be played with the units and charts of the shipped scenario of its name.

    With ``board`` also on the shipped board. Raises KnownError when none is shipped under the name.
    """
    ident, options, where = project.rows(
        "SELECT scenario.ident, game.options, scenario.map FROM game"
        " JOIN scenario ON scenario.id = game.scenario WHERE game.id = ?",
        (number,),
    )[0]
    shipped = load_scenario(ident, plain_of(options))
    if not board:
        shipped = replace(shipped, map=Board.of(project, where).map)
    with project.transaction():
        row, _board = _scenario_row(project, shipped)
        project.run("UPDATE game SET scenario = ? WHERE id = ?", (row, number))
        project.run("DELETE FROM scenario WHERE id NOT IN (SELECT scenario FROM game)")


def _leads(rows: Sequence[NodeRow], current: int, tip: int) -> bool:
    """Whether one step is on the way to another."""
    parents = {row.id: row.parent for row in rows}
    at: int | None = tip
    while at is not None and at != current:
        at = parents.get(at)
    return at == current


def list_games(path: Path) -> tuple[GameInfo, ...]:
    """The games of a project, oldest first. Raises KnownError when the file cannot be used."""
    with Project.open(path) as project:
        return tuple(
            GameInfo(*row)
            for row in project.rows(
                "SELECT game.id, scenario.ident, scenario.title, scenario.system, game.seed,"
                " (SELECT count(parent) FROM game_node WHERE game_node.game = game.id),"
                " game.opening <> ''"
                " FROM game JOIN scenario ON scenario.id = game.scenario ORDER BY game.id"
            )
        )


def _scenario_row(project: Project, scenario: Scenario) -> tuple[int, int]:
    """The numbers of a scenario and its map, written where the project has no equal ones yet.

    An order of battle that is kept as rows is edited, so a game gets counters of its own.
    """
    board = _map_row(project, scenario)
    order = _reused(
        project,
        "SELECT id FROM oob WHERE ident = ? ORDER BY id DESC",
        (scenario.oob.id,),
        lambda number: not is_ledger(project, number) and load_oob(project, number) == scenario.oob,
    ) or save_oob(project, scenario.oob)
    charts = _row(project, "charts", {"system": scenario.system, "text": scenario.charts})
    values = {
        "ident": scenario.id,
        "title": scenario.title,
        "system": scenario.system,
        "source": scenario.source,
        "map": board,
        "oob": order,
        "charts": charts,
    }
    return _row(project, "scenario", values), board


def _map_row(project: Project, scenario: Scenario) -> int:
    for number, ident, _ in reversed(map_numbers(project)):
        if ident == scenario.map.id and Board.of(project, number).map == scenario.map:
            return number
    return save_map(project, scenario.map)


def _reused(
    project: Project, question: str, values: Sequence[Any], same: Callable[[int], bool]
) -> int | None:
    for (number,) in project.rows(question, values):
        if same(number):
            return int(number)
    return None


def _row(project: Project, table: str, values: JsonObject) -> int:
    wanted = " AND ".join(f"{column} = ?" for column in values)
    found = project.rows(f"SELECT id FROM {table} WHERE {wanted}", values.values())
    if found:
        return int(found[0][0])
    columns, marks = ", ".join(values), ", ".join("?" for _ in values)
    return project.run(f"INSERT INTO {table} ({columns}) VALUES ({marks})", values.values())


def _read_scenario(project: Project, game: int) -> tuple[Board, Scenario]:
    """The board and the scenario of a game, all from the file itself."""
    ident, source, board, order, charts, options = project.rows(
        "SELECT scenario.ident, scenario.source, scenario.map, scenario.oob, charts.text,"
        " game.options FROM game JOIN scenario ON scenario.id = game.scenario"
        " JOIN charts ON charts.id = scenario.charts WHERE game.id = ?",
        (game,),
    )[0]
    live = Board.of(project, board)
    chosen = {str(key): bool(value) for key, value in plain_of(options).items()}
    units = load_oob(project, order)
    try:
        scenario = build_scenario(
            ident, source, game_map=live.map, order=units, charts=charts, options=chosen
        )
    except KnownError as error:
        raise error.inside(str(project.path)) from None
    return live, scenario

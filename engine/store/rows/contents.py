"""What a project file holds, as lists, and taking things out of it that nothing needs."""

from __future__ import annotations

from engine.frozen import dataclass
from engine.store.project import Project
from engine.store.rows.chart_sets import drop_unused_charts
from maps.errors import KnownError


@dataclass(frozen=True, slots=True)
class BoardInfo:
    """A board of a project: its number in the file, id, title, hexes, and games played on it."""

    number: int
    id: str
    title: str
    hexes: int
    games: int


@dataclass(frozen=True, slots=True)
class OrderInfo:
    """An order of battle of a project: number, id, title, units, and games played with it."""

    number: int
    id: str
    title: str
    units: int
    games: int


@dataclass(frozen=True, slots=True)
class ChartsInfo:
    """Edited charts of a project: number, system, title, and how many cells differ."""

    number: int
    system: str
    title: str
    cells: int


def boards(project: Project) -> tuple[BoardInfo, ...]:
    """The boards of a project, oldest first."""
    return tuple(
        BoardInfo(*row)
        for row in project.rows(
            "SELECT id, ident, title,"
            " (SELECT count(*) FROM map_hex WHERE map_hex.map = map.id),"
            " (SELECT count(*) FROM game JOIN scenario ON scenario.id = game.scenario"
            "  WHERE scenario.map = map.id)"
            " FROM map ORDER BY id"
        )
    )


def standing_of_games(project: Project, board: int) -> dict[int, int]:
    """The games played on a board, by number, and the step each is on."""
    return dict(
        project.rows(
            "SELECT game.id, game.current FROM game JOIN scenario ON scenario.id = game.scenario"
            " WHERE scenario.map = ? ORDER BY game.id",
            (board,),
        )
    )


def orders(project: Project) -> tuple[OrderInfo, ...]:
    """The orders of battle of a project, oldest first."""
    return tuple(
        OrderInfo(*row)
        for row in project.rows(
            "SELECT id, ident, title,"
            " (SELECT count(*) FROM oob_unit WHERE oob_unit.oob = oob.id)"
            " + (SELECT ifnull(sum(count), 0) FROM ledger_row"
            "    WHERE ledger_row.oob = oob.id AND kind = 'ground'"
            "    AND action NOT IN ('withdraw', 'convert-from', 'release')),"
            " (SELECT count(*) FROM game JOIN scenario ON scenario.id = game.scenario"
            "  WHERE scenario.oob = oob.id)"
            " FROM oob ORDER BY id"
        )
    )


def chart_sets(project: Project) -> tuple[ChartsInfo, ...]:
    """The edited charts of a project, oldest first."""
    return tuple(
        ChartsInfo(*row)
        for row in project.rows(
            "SELECT id, system, title,"
            " (SELECT count(*) FROM chart_cell WHERE chart_cell.chart_set = chart_set.id)"
            " FROM chart_set ORDER BY id"
        )
    )


def remove_chart_set(project: Project, number: int) -> None:
    """Take edited charts out; games begun with them keep their own copy."""
    with project.transaction():
        project.run("DELETE FROM chart_set WHERE id = ?", (number,))
        drop_unused_charts(project)
    project.forget(("chart set", number))


def remove_board(project: Project, number: int) -> None:
    """Take a board out of the project. Raises KnownError while a game is played on it."""
    _remove(project, "map", number, "board")
    project.forget(("board", number))


def remove_order(project: Project, number: int) -> None:
    """Take an order of battle out. Raises KnownError while a game is played with it."""
    _remove(project, "oob", number, "order of battle")
    project.forget(("ledger", number))


def remove_game(project: Project, number: int) -> None:
    """Take a game and its log out of the project, with a scenario that no other game plays."""
    with project.transaction():
        project.run("DELETE FROM game WHERE id = ?", (number,))
        project.run("DELETE FROM scenario WHERE id NOT IN (SELECT scenario FROM game)")
        drop_unused_charts(project)


def _remove(project: Project, table: str, number: int, word: str) -> None:
    with project.transaction():
        used = project.rows(f"SELECT count(*) FROM scenario WHERE {table} = ?", (number,))
        if used[0][0]:
            raise KnownError(
                f"{project.path}, {word} {number}", "is in use by a game.", "Remove the game first."
            )
        project.run(f"DELETE FROM {table} WHERE id = ?", (number,))

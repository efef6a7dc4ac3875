"""Load everything in a rescued file; what cannot be loaded goes, with what depends on it."""

from __future__ import annotations

from engine.frozen import dataclass
from engine.store.project import Project
from engine.store.rescue.salvage import Losses, drop_journal
from engine.store.rows.aids import ONLY, LiveAids, picture_of
from engine.store.rows.boards import Board
from engine.store.rows.chart_sets import LiveChartSet
from engine.store.rows.contents import orders
from engine.store.rows.ledgers import LiveLedger, is_ledger, load_ledger
from engine.store.rows.oobs import load_oob
from engine.store.rows.scans import LiveScans, drop_scan, finished_scans, read_work
from maps.errors import KnownError
from oob.ledger.mix import loads as loads_mix


@dataclass(frozen=True, slots=True)
class Kept:
    """How many things of each kind a file holds."""

    boards: int
    hexes: int
    orders: int
    units: int
    charts: int
    scans: int
    aids: int
    games: int


def kept_in(project: Project) -> Kept:
    """What a project holds."""

    def count(table: str) -> int:
        return int(project.rows(f"SELECT count(*) FROM {table}")[0][0])

    return Kept(
        boards=count("map"),
        hexes=count("map_hex"),
        orders=count("oob"),
        units=sum(order.units for order in orders(project)),
        charts=count("chart_set"),
        scans=count("scan WHERE ready = 1"),
        aids=count("aid WHERE present = 1"),
        games=count("game"),
    )


def try_things(project: Project, losses: Losses) -> None:
    """Load boards, scans, orders of battle, charts and player aids, and follow their journals."""
    for number in _numbers(project, "id FROM map"):
        _try_board(project, number, losses)
    for number in _numbers(project, "id FROM map"):
        _try_scans(project, number, losses)
    for number in _numbers(project, "id FROM oob"):
        _try_order(project, number, losses)
    for number in _numbers(project, "id FROM chart_set"):
        _try_charts(project, number, losses)
    _try_aids(project, losses)


def _numbers(project: Project, what: str) -> list[int]:
    return [int(row[0]) for row in project.rows(f"SELECT DISTINCT {what} ORDER BY 1")]


def _try_board(project: Project, number: int, losses: Losses) -> None:
    try:
        board = Board.of(project, number)
    except KnownError as error:
        _drop_played(project, "map", number)
        losses.sentences.append(f"Board {number} is lost, with its games: {error.what}")
        return
    try:
        board.try_journal()
    except KnownError:
        _drop_journal(project, "map", number, losses)
    project.forget(("board", number))


def _try_scans(project: Project, number: int, losses: Losses) -> None:
    for scan in finished_scans(project, number):
        try:
            read_work(project, scan)
        except KnownError as error:
            with project.transaction():
                drop_scan(project, scan)
            losses.sentences.append(f"Scan {scan} of board {number} is lost: {error.what}")
    try:
        LiveScans.of(project, number).try_journal()
    except KnownError:
        _drop_journal(project, "scans", number, losses)
    project.forget(("scans", number))


def _try_order(project: Project, number: int, losses: Losses) -> None:
    try:
        if not is_ledger(project, number):
            load_oob(project, number)
            return
        _try_mix(project, load_ledger(project, number).mix, number, losses)
    except KnownError as error:
        _drop_played(project, "oob", number)
        losses.sentences.append(f"Order of battle {number} is lost: {error.what}")
        return
    try:
        LiveLedger.of(project, number).try_journal()
    except KnownError:
        _drop_journal(project, "ledger", number, losses)
    project.forget(("ledger", number))


def _try_mix(project: Project, text: str, number: int, losses: Losses) -> None:
    """Take out the counter mix of an order of battle when it cannot be read."""
    try:
        if text:
            loads_mix(text)
    except KnownError as error:
        with project.transaction():
            project.run("UPDATE ledger SET mix = '' WHERE oob = ?", (number,))
        what = f"Order of battle {number}: its counter mix is lost: {error.what}"
        losses.sentences.append(what)


def _try_charts(project: Project, number: int, losses: Losses) -> None:
    try:
        charts = LiveChartSet.of(project, number)
    except KnownError as error:
        with project.transaction():
            project.run("DELETE FROM chart_set WHERE id = ?", (number,))
        losses.sentences.append(f"Charts {number} are lost: {error.what}")
        return
    try:
        charts.try_journal()
    except KnownError:
        _drop_journal(project, "chart_set", number, losses)
    project.forget(("chart set", number))


def _try_aids(project: Project, losses: Losses) -> None:
    for number in _numbers(project, "id FROM aid"):
        try:
            picture_of(project, number)
        except KnownError as error:
            with project.transaction():
                project.run("DELETE FROM aid WHERE id = ?", (number,))
            losses.sentences.append(f"Player aid {number} is lost: {error.what}")
    try:
        LiveAids.of(project).try_journal()
    except KnownError:
        _drop_journal(project, "aids", ONLY, losses)
    project.forget(("aids", ONLY))


def _drop_journal(project: Project, word: str, number: int, losses: Losses) -> None:
    with project.transaction():
        drop_journal(project, word, losses, number)


def _drop_played(project: Project, table: str, number: int) -> None:
    """Take out a board or an order of battle that cannot be loaded, with its games."""
    with project.transaction():
        played = f"(SELECT id FROM scenario WHERE {table} = ?)"
        project.run(f"DELETE FROM game WHERE scenario IN {played}", (number,))
        project.run(f"DELETE FROM scenario WHERE {table} = ?", (number,))
        project.run(f"DELETE FROM {table} WHERE id = ?", (number,))

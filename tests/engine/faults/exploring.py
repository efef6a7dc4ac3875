"""Open a file and look at all in it as the window would, then change a little of everything."""

from __future__ import annotations

from pathlib import Path

from engine.core.chance import Stream
from engine.editing.aid_session import AidSession
from engine.editing.chart_session import ChartSession, problems_of
from engine.editing.map_session import EditSession
from engine.editing.oob_session import OobSession
from engine.editing.project_session import ProjectSession
from engine.editing.scan_session import ScanSession
from engine.game.session import GameSession
from engine.reports import log_export
from engine.store.project import Project
from maps.checking import checks as map_checks
from maps.digitise.tiles import Tile
from maps.edits import paint
from maps.errors import KnownError
from oob.ledger import calendar, sums
from oob.ledger import checks as ledger_checks
from oob.ledger.edits import builders

STATES = 12
"""How many steps of a log are looked at, evenly spread."""


def look(path: Path) -> list[str]:
    """Look at everything, changing nothing; the sentences told where something could not be used.

    Raises KnownError when the file itself is refused.
    """
    told: list[str] = []
    with ProjectSession.reading(path) as project:
        for board in project.boards:
            _told(told, lambda number=board.number: _board(path, number))
            _told(told, lambda number=board.number: _scans(path, number))
        for order in project.orders:
            _told(told, lambda number=order.number: _order(path, number))
        for charts in project.charts:
            _told(told, lambda number=charts.number: _charts(path, number))
        _told(told, lambda: _aids(path))
        for game in project.games:
            _told(told, lambda number=game.number: _game(path, number))
    return told


def change(path: Path) -> list[str]:
    """Change a little of everything, and take it back.

    Raises KnownError when the file itself is refused.
    """
    told: list[str] = []
    with ProjectSession.open(path) as project:
        for board in project.boards:
            _told(told, lambda number=board.number: _paint(path, number))
            _told(told, lambda number=board.number: _nudge(path, number))
        for order in project.orders:
            if not order.games:
                _told(told, lambda number=order.number: _note(path, number))
        for charts in project.charts:
            _told(told, lambda number=charts.number: _retitle(path, number))
        _told(told, lambda: _reorder(path))
        for game in project.games:
            _told(told, lambda number=game.number: _play(path, number))
    assert not Project._open.get(str(path)), "everything releases the file"
    return told


def _told(told: list[str], deed: object) -> None:
    assert callable(deed)
    try:
        deed()
    except KnownError as error:
        assert error.where and error.what
        told.append(str(error))


def _aids(path: Path) -> None:
    with AidSession.open(path) as session:
        assert len(session.history) >= 0
        for number in session.aids:
            assert session.picture(number).data


def _reorder(path: Path) -> None:
    with AidSession.open(path) as session:
        session.undo()
        session.redo()
        for number in list(session.aids)[:2]:
            session.move(number, 1)
            session.remove([number])
            session.undo()


def _board(path: Path, number: int) -> None:
    with EditSession.open(path, number) as edit:
        map_checks.check(edit.map)
        for at in list(edit.map.terrain)[:5]:
            edit.map.label(at)
        assert all(isinstance(step.label, str) for step in edit.history)
        edit.board_at(max(0, edit.revision - 5))


def _scans(path: Path, number: int) -> None:
    with ScanSession.open(path, number) as scans:
        for scan in scans.scans:
            scans.tile(scan, Tile(0, 0, 0))
            scans.picture(scan, 60)
            scans.sheet(scan)


def _order(path: Path, number: int) -> None:
    ledger = OobSession.peek(path, number)
    ledger_checks.check(ledger)
    rows = ledger.ordered()
    sums.total(rows)
    sums.by_turn(rows)
    calendar.turns(rows)


def _charts(path: Path, number: int) -> None:
    charts = ChartSession.peek(path, number)
    problems_of(charts)


def _game(path: Path, number: int) -> None:
    with GameSession.open(path, number) as game:
        nodes = [node.id for node in game.log]
        for node in nodes[:: max(1, len(nodes) // STATES)]:
            game.state_at(node)
        log_export.markdown(game)
        log_export.table(game)
        view = game.view()
        assert view.prompt is not None
        for _action, _ in zip(view.legal, range(5), strict=False):
            pass
        game.rules.counters(game.state)
        game.rules.markers(game.state)
        game.rules.phases(game.state)


def _paint(path: Path, number: int) -> None:
    with EditSession.open(path, number) as edit:
        edit.undo(knowing=True)
        edit.redo(knowing=True)
        for at, kind in list(edit.map.terrain.items())[:1]:
            other = next((k.id for k in edit.map.legend.of("terrain") if k.id != kind), None)  # type: ignore[arg-type]
            if other is not None:
                edit.apply(paint(edit.map, [at], other), knowing=True)
                edit.undo(knowing=True)


def _nudge(path: Path, number: int) -> None:
    with ScanSession.open(path, number) as scans:
        for scan in list(scans.scans):
            scans.change(scan, "Opacity", opacity=0.3)
        scans.undo()


def _note(path: Path, number: int) -> None:
    with OobSession.open(path, number) as session:
        session.undo()
        session.redo()
        for row in session.ledger.ordered()[:1]:
            session.apply(builders.set_field(session.ledger, [row.key], "note", "Noted"))
            session.undo()


def _retitle(path: Path, number: int) -> None:
    with ChartSession.open(path, number) as session:
        session.undo()
        session.redo()
        session.retitle("Renamed")
        session.undo()


def _play(path: Path, number: int) -> None:
    stream = Stream(1, "play")
    with GameSession.open(path, number) as game:
        for _ in range(2):
            action = game.view().legal.random(stream)
            if action is not None:
                game.act(action)
        game.undo()
        game.redo()

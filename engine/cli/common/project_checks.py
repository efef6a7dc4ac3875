"""What is wrong with a project file: its boards, orders of battle, charts and games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import maps.checking.checks
import oob.checks
from engine.core.charts.schema import place
from engine.editing.chart_session import ChartSession, problems_of
from engine.editing.map_session import EditSession
from engine.editing.oob_session import OobSession
from engine.editing.project_session import ProjectSession
from engine.game.session import GameSession
from maps.checking.problems import Problem, error
from oob.ledger import checks as ledger_checks


def of_project(path: Path) -> Iterator[Problem]:
    """Every problem of the file, game by game verified step by step."""
    with ProjectSession.reading(path) as file:
        for board in file.boards:
            with EditSession.open(path, board.number) as session:
                yield from maps.checking.checks.check(session.map)
        for order in file.orders:
            if not order.games:
                found = ledger_checks.check(OobSession.peek(path, order.number))
                yield from (finding.problem for finding in found)
        for own in file.charts:
            for wrong in problems_of(ChartSession.peek(path, own.number)):
                yield error(f"{own.title}, {place(wrong.path)}", wrong.what, "Edit that cell.")
        for info in file.games:
            yield from _of_game(path, info.number)


def _of_game(path: Path, number: int) -> Iterator[Problem]:
    with GameSession.open(path, number) as game:
        yield from oob.checks.check(game.scenario.oob)
        for node in game.verify():
            yield error(
                f"game {number}, step {node}",
                "does not come out as it was recorded.",
                "Go back before it; the steps before it are sound.",
            )

"""What is wrong with a project file: its boards, orders of battle, charts and games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import maps.checking.checks
import oob.checks
from engine.core.charts.schema import place
from engine.core.system import OfScenarios
from engine.editing.chart_session import ChartSession, problems_of
from engine.editing.map_session import EditSession
from engine.editing.newer_board import newer_differences
from engine.editing.oob_session import OobSession
from engine.editing.project_session import ProjectSession
from engine.game.session import GameSession
from engine.scenarios import system_of
from maps.checking.newer import Difference, counted
from maps.checking.problems import Problem, error
from maps.model import GameMap
from maps.untyped import JsonObject
from oob.ledger import checks as ledger_checks


@dataclass(frozen=True, slots=True)
class NewerReport:
    """What the shipped version of a board of the file has otherwise."""

    board: GameMap
    differences: tuple[Difference, ...]

    @property
    def title(self) -> str:
        """The whole in one line."""
        return f"{self.board.title}: the shipped board has {counted(self.differences)} otherwise"

    @property
    def lines(self) -> list[str]:
        """One line for each difference."""
        return [f"{one.sort}, {one.told(self.board)}" for one in self.differences]

    def plain(self) -> JsonObject:
        """As JSON data."""
        return {
            "board": self.board.title,
            "differences": [
                {
                    "sort": one.sort.value,
                    "hex": self.board.label(one.hex) if one.hex is not None else "",
                    "what": one.what,
                    "edited_here": one.is_own,
                }
                for one in self.differences
            ],
        }


def newer_reports(path: Path) -> list[NewerReport]:
    """The boards of a file that were begun with an older version of a shipped board."""
    reports = []
    with ProjectSession.reading(path) as file:
        for board in file.boards:
            with EditSession.open(path, board.number) as session:
                found = newer_differences(session)
                if found:
                    reports.append(NewerReport(session.map.copy(), tuple(found)))
    return reports


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
        may_wait = isinstance(system_of(game.scenario.system), OfScenarios)
        yield from oob.checks.check(game.scenario.oob, may_wait=may_wait)
        for node in game.verify():
            yield error(
                f"game {number}, step {node}",
                "does not come out as it was recorded.",
                "Go back before it; the steps before it are sound.",
            )

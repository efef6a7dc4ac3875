"""Facts about boards at the command line: which boards a word names, and how they did."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.cli.common.targets import ProjectFile, Target
from engine.core.system import Scenario
from maps.checking.facts.judging import Tally, Verdict, judged, problem_of, tally
from maps.checking.facts.tables import FactTable, beside_of, facts_for, read_facts
from maps.checking.problems import Problem
from maps.errors import KnownError
from maps.model import GameMap
from maps.untyped import JsonObject


@dataclass(frozen=True, slots=True)
class FactReport:
    """How one board did by its tables of facts."""

    board: GameMap
    verdicts: tuple[tuple[FactTable, Verdict], ...]

    @property
    def tally(self) -> Tally:
        """The board's facts in numbers."""
        return tally([one for _, one in self.verdicts])

    @property
    def missed(self) -> list[Problem]:
        """The facts that the board does not show, as warnings."""
        found = (problem_of(self.board, table, one) for table, one in self.verdicts)
        return [problem for problem in found if problem is not None]

    @property
    def explained(self) -> list[Verdict]:
        """The facts that the board is known not to show."""
        return [one for _, one in self.verdicts if not one.holds and one.fact.why]

    def plain(self) -> JsonObject:
        """The report as JSON."""
        total = self.tally
        return {
            "board": self.board.id,
            "facts": total.facts,
            "right": total.right,
            "explained": [
                {"kind": one.fact.kind, "what": one.fact.what, "expected": one.fact.expected}
                | {"found": one.found, "why": one.fact.why}
                for one in self.explained
            ],
            "missed": [{"where": p.where, "what": p.what, "fix": p.fix} for p in self.missed],
        }


def fact_reports(word: str, found: Target, own: Path | None) -> list[FactReport]:
    """The facts of every board that a word names.

    ``own`` is a table of facts to use in place of those that are shipped or stand beside the file.
    Raises KnownError when there are no facts for any of them.
    """
    file = Path(word) if Path(word).is_file() else None
    reports = []
    ids = []
    for board in _boards(found):
        ids.append(board.id)
        tables = [read_facts(own)] if own is not None else facts_for(board.id, file)
        tables = [table for table in tables if table.board == board.id]
        if tables:
            verdicts = [(table, one) for table in tables for one in judged(board, table)]
            reports.append(FactReport(board, tuple(verdicts)))
    if not reports:
        named = ", ".join(ids) or "no board"
        where = own or (beside_of(file) if file is not None else None)
        fix = f"Write them in {where}, with board = one of these." if where else ""
        raise KnownError(word, f"there are no facts for its boards ({named}).", fix)
    return reports


def _boards(found: Target) -> Iterator[GameMap]:
    match found:
        case GameMap():
            yield found
        case Scenario():
            yield found.map
        case ProjectFile():
            from engine.editing.map_session import EditSession  # needs the store
            from engine.editing.project_session import ProjectSession

            with ProjectSession.reading(found.path) as file:
                numbers = [board.number for board in file.boards]
            for number in numbers:
                with EditSession.open(found.path, number) as session:
                    yield session.map

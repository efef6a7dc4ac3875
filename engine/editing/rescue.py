"""Rescue: a new, sound project file from all that can be read of a damaged one."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from engine.core.wording import counted
from engine.editing.chart_session import ChartSession, problems_of
from engine.frozen import dataclass
from engine.game.repository import bad_snapshots, begins_as_recorded, sound_steps
from engine.game.session import GameSession
from engine.store.faults import told
from engine.store.opening.files import require_name
from engine.store.project import Project
from engine.store.rescue.loading import Kept, kept_in, try_things
from engine.store.rescue.salvage import Losses, Report, salvage
from engine.store.rows.contents import chart_sets, remove_chart_set, remove_game
from engine.store.rows.games import GameStore, list_games, use_shipped
from maps.errors import KnownError
from maps.files.writing import whole_file

__all__ = ["Report", "Rescued", "rescue"]


@dataclass(frozen=True, slots=True)
class Rescued:
    """What a rescue saved, by kind of thing, and what was lost, in sentences."""

    kept: Kept
    steps: int
    lost: tuple[str, ...]

    @property
    def plain(self) -> dict[str, object]:
        """The same for JSON."""
        return {"kept": {**asdict(self.kept), "steps": self.steps}, "lost": list(self.lost)}

    @property
    def sentence(self) -> str:
        """What was saved, in one line."""
        kept = self.kept
        return (
            f"{counted(kept.boards, 'board')} with {counted(kept.hexes, 'hex', 'hexes')},"
            f" {counted(kept.orders, 'order', 'orders')} of battle with"
            f" {counted(kept.units, 'unit')}, {counted(kept.charts, 'set')} of charts,"
            f" {counted(kept.scans, 'scan')}, {counted(kept.aids, 'player aid')},"
            f" {counted(kept.games, 'game')} with"
            f" {counted(self.steps, 'step')}"
        )


def rescue(source: Path, target: Path, report: Report = lambda _share, _words: None) -> Rescued:
    """Save what can be read of a project file, damaged or not, in a new file.

    The old file is not written. The log of a game is kept up to the first step that cannot be
    replayed, on each of its lines. Raises KnownError when nothing can be read, or the new file is
    there already or cannot be written; whatever ``report`` raises stops the work. The new file
    appears whole or not at all.
    """
    if not source.is_file():
        raise KnownError(str(source), "there is no such file.", "Check the name.")
    require_name(target)
    with whole_file(target, may_replace=False) as draft, told(target):
        with Project.create(draft) as project:
            losses = salvage(source, project, report)
            report(0.75, "Trying boards and orders of battle")
            try_things(project, losses)
            _try_charts(project, losses)
            steps = _try_games(project, losses, report)
            kept = kept_in(project)
        if not any((kept.boards, kept.orders, kept.charts, kept.aids, kept.games)):
            if not losses.told():
                raise KnownError(str(source), "is sound and empty.", "There is nothing to save.")
            raise KnownError(str(source), "nothing in it can be read.", "Open an older copy.")
    lost = (text.replace(str(draft), str(target)) for text in losses.told())
    return Rescued(kept, steps, tuple(lost))


def _try_charts(project: Project, losses: Losses) -> None:
    for info in chart_sets(project):
        try:
            problems_of(ChartSession.peek(project.path, info.number))
        except KnownError as error:
            remove_chart_set(project, info.number)
            losses.sentences.append(f"Charts {info.number} are lost: {error.what}")


def _try_games(project: Project, losses: Losses, report: Report) -> int:
    games = [game.number for game in list_games(project.path)]
    kept = 0
    for place, number in enumerate(games):
        report(0.85 + 0.15 * place / len(games), f"Playing game {number} again")
        try:
            kept += _try_game(project, number, losses)
        except KnownError as error:
            remove_game(project, number)
            losses.sentences.append(f"Game {number} is lost: {error.what}")
    return kept


def _try_game(project: Project, number: int, losses: Losses) -> int:
    """Keep the steps of a game that can be read and replayed; how many.

    When its beginning does not come out as recorded, units and charts, and then the board too, are
    taken from the shipped scenario of that name.
    """
    try:
        return _try_as_it_is(project, number, losses)
    except KnownError as error:
        for board, words in ((False, "units and charts"), (True, "board, units and charts")):
            try:
                use_shipped(project, number, board=board)
                kept = _try_as_it_is(project, number, losses)
            except KnownError:
                continue
            losses.sentences.append(f"Game {number}: its {words} are taken from the shipped ones.")
            return kept
        raise error


def _try_as_it_is(project: Project, number: int, losses: Losses) -> int:
    store = GameStore.open(project.path, number)
    try:
        rows = len(store.node_rows())
        if not begins_as_recorded(store):
            what = "its beginning does not come out as it was recorded."
            raise KnownError(str(project.path), what)
        store.keep_only(sound_steps(store))
        store.drop_snapshots(bad_snapshots(store))
    finally:
        store.close()
    with GameSession.open(project.path, number, trying=False) as game:
        for node in sorted(node.id for node in game.log):
            if node in game.log and not _comes_out(game, node):
                game.prune(node)
        kept = len(game.log)
    if kept < rows:
        losses.sentences.append(
            f"Game {number}: {counted(rows - kept, 'step is', 'steps are')} lost of {rows - 1};"
            " the log ends before them."
        )
    return kept - 1


def _comes_out(game: GameSession, node: int) -> bool:
    try:
        return game.digest(node) == game.recorded(node)
    except KnownError:
        return False

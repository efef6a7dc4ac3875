"""What somebody is told who may read files and not write them, one sentence a line.

``python -m tests.engine.faults.rights FOLDER``: ``closed`` in it may not be written, nor may the
file in ``open``; see test_rights.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from engine import systems
from engine.editing.backups import restore
from engine.editing.project_session import ProjectSession
from engine.editing.rescue import rescue
from engine.game.session import GameSession
from engine.reports import log_export
from engine.store.project import Project
from maps.errors import KnownError
from maps.files.writing import write_whole
from tests.engine.fakes import Skirmish, small_scenario
from tests.engine.store.test_project import drop_rights

FILE = "game.sandtable"


def deeds(folder: Path) -> dict[str, Callable[[], object]]:
    """What is tried, by name."""
    closed, there = folder / "closed", folder / "open"
    mine = folder / "mine"

    def reading(game: GameSession) -> str:
        with ProjectSession.open(mine / FILE) as project:
            project.save_copy(closed / "copy.sandtable", game)
        return ""

    def export(game: GameSession) -> None:
        write_whole(closed / "log.md", log_export.markdown(game))

    def with_mine(deed: Callable[[GameSession], object]) -> None:
        with GameSession.open(mine / FILE) as game:
            deed(game)

    return {
        f"open {closed / FILE}": lambda: GameSession.open(closed / FILE),
        f"open {there / FILE}": lambda: GameSession.open(there / FILE),
        f"make {closed / 'new.sandtable'}": lambda: Project.create(closed / "new.sandtable"),
        f"begin {closed / 'begun.sandtable'}": lambda: GameSession.begin(
            small_scenario(), path=closed / "begun.sandtable"
        ),
        f"rescue {closed / 'saved.sandtable'}": lambda: rescue(
            closed / FILE, closed / "saved.sandtable"
        ),
        f"restore {closed / 'back.sandtable'}": lambda: restore(
            mine / FILE, closed / "back.sandtable"
        ),
        f"copy {closed / 'copy.sandtable'}": lambda: with_mine(reading),
        f"export {closed / 'log.md'}": lambda: with_mine(export),
    }


def main() -> None:
    """Try each deed and say what was told."""
    systems.SYSTEMS[Skirmish.id] = Skirmish()
    drop_rights()
    for name, deed in deeds(Path(sys.argv[1])).items():
        try:
            deed()
        except KnownError as error:
            print(f"{name}\ttold\t{str(error)!r}")
        else:
            print(f"{name}\tdone\t")


if __name__ == "__main__":
    main()

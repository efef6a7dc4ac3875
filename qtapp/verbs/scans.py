"""``--skin``: the scans of a board in place of the drawn map, for whatever paints boards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.cli.common.targets import ProjectFile, target_of
from engine.editing.project_session import ProjectSession
from engine.editing.scan_session import ScanSession
from engine.game.session import GameSession
from maps.errors import KnownError

if TYPE_CHECKING:
    from qtapp.painters.skin import Skin

skin_option = click.option(
    "--skin", is_flag=True, help="The scans of the board in place of the drawn map."
)


def scans_of(word: str | Path, number: int | None = None) -> Skin:
    """The scans of a board of a project file: of that number, else its game's, else its only one.

    Raises KnownError for what is no project file, and when no scan lies on the board.
    """
    from qtapp.board.skins import no_scans, placed_scans, skin_of

    found = target_of(str(word))
    if not isinstance(found, ProjectFile):
        raise KnownError("--skin", "needs a project file.", "Scans are kept in project files.")
    if number is None:
        with ProjectSession.reading(found.path) as project:
            if project.games:
                with GameSession.open(found.path) as game:
                    number = game.board_number
    with ScanSession.open(found.path, number) as session:
        scans = placed_scans(session)
        if not scans:
            raise no_scans(str(found.path))
        return skin_of(session, scans)

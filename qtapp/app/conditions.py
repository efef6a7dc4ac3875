"""What holds now, so that actions are on or off."""

from __future__ import annotations

from qtapp.actions.action_kinds import When
from qtapp.app.files.document import Document
from qtapp.workspaces.workspace import Workspace


def holding(document: Document, workspace: Workspace | None) -> set[str]:
    """Every condition of the action table that holds."""
    if not document.is_open:
        return set()
    told = {
        When.FILE: True,
        When.GAME: document.has_game,
        When.BOARD: document.has_board,
        When.WORKSPACE: workspace is not None,
        When.IN_VIEW: workspace is not None and workspace.page is None,
        When.ZOOMS: workspace is not None and workspace.zooms,
    }
    found: set[str] = {when for when, holds in told.items() if holds}
    return found | (workspace.holding() if workspace is not None else set())

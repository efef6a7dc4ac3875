"""The rooms of a window, made in the order of their tables."""

from __future__ import annotations

from qtapp.app.services import Services
from qtapp.workers.automatic import Explain
from qtapp.workspaces.charts.charts_workspace import ChartsWorkspace
from qtapp.workspaces.contents.contents_workspace import ContentsWorkspace
from qtapp.workspaces.counters.counters_workspace import CountersWorkspace
from qtapp.workspaces.map.map_workspace import MapWorkspace
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from qtapp.workspaces.scan.scan_workspace import ScanWorkspace
from qtapp.workspaces.scenarios.scenarios_workspace import ScenariosWorkspace
from qtapp.workspaces.units.units_workspace import UnitsWorkspace
from qtapp.workspaces.workspace import Workspace


def make_workspaces(window: Services, explain: Explain) -> tuple[Workspace, ...]:
    """Every workspace of a window; ``explain`` is the automatic player of the Play room."""
    return (
        PlayWorkspace(window, explain),
        MapWorkspace(window),
        ScanWorkspace(window),
        UnitsWorkspace(window),
        CountersWorkspace(window),
        ChartsWorkspace(window),
        ScenariosWorkspace(window),
        ContentsWorkspace(window),
    )

"""Sets of charts begun, read from a file and written to one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QFileDialog

from engine.core.charts.chart_set import ChartSet, system_named
from engine.editing.chart_session import imported, shipped
from engine.game.catalogue import systems
from maps.files.reading import LARGEST_TOML, read_text
from maps.files.writing import write_whole
from qtapp.app.services import Services
from qtapp.dialogs.finder import Finder, Found, fuzzy

CHART_FILES = "Charts (*.toml);;All files (*)"


def ask_system(window: Services, title: str) -> str | None:
    """Ask for a game by its title; its system, None for none."""

    def search(text: str) -> Sequence[Found]:
        rows = [Found(system.title, "", system.id) for system in systems()]
        return [row for row in rows if fuzzy(text, row.text) is not None]

    finder = Finder(title, "Which game's charts?", search, window)
    chosen = finder.chosen if finder.exec() else None
    return chosen if isinstance(chosen, str) else None


def ask_new(window: Services) -> ChartSet | None:
    """Ask for a game; its shipped charts, to be edited."""
    system = ask_system(window, "Begin house tables")
    return shipped(system) if system is not None else None


def ask_import(window: Services) -> ChartSet | None:
    """Ask for a file of charts and read it, asking for its game if it does not say.

    Raises KnownError for a file that does not fit.
    """
    name, _kind = QFileDialog.getOpenFileName(window, "Import charts", "", CHART_FILES)
    if not name:
        return None
    text = read_text(Path(name), LARGEST_TOML)
    system = system_named(text, name) or ask_system(window, "Whose charts are these?")
    return imported(text, name, system) if system else None


def ask_export(window: Services, charts: ChartSet) -> Path | None:
    """Ask for a name and write a set under it; the file, None for none.

    Raises KnownError when it cannot be written.
    """
    start = f"{charts.title}.toml"
    name, _kind = QFileDialog.getSaveFileName(window, "Export charts", start, CHART_FILES)
    if not name:
        return None
    file = Path(name if name.endswith(".toml") else f"{name}.toml")
    write_whole(file, charts.text())
    return file

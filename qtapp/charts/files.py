"""Sets of charts begun, read from a file and written to one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

from engine.catalogue import systems
from engine.chart_session import imported, shipped
from engine.core.chartset import ChartSet, system_named
from qtapp.dialogs.finder import Finder, Found, fuzzy

if TYPE_CHECKING:
    from qtapp.main_window import MainWindow

CHART_FILES = "Charts (*.toml);;All files (*)"


def ask_system(window: MainWindow, title: str) -> str | None:
    """Ask for a game by its title; its system, None for none."""

    def search(text: str) -> Sequence[Found]:
        rows = [Found(system.title, "", system.id) for system in systems()]
        return [row for row in rows if fuzzy(text, row.text) is not None]

    finder = Finder(title, "Which game's charts?", search, window)
    chosen = finder.chosen if finder.exec() else None
    return chosen if isinstance(chosen, str) else None


def ask_new(window: MainWindow) -> ChartSet | None:
    """Ask for a game; its shipped charts, to be edited."""
    system = ask_system(window, "Begin house tables")
    return shipped(system) if system is not None else None


def ask_import(window: MainWindow) -> ChartSet | None:
    """Ask for a file of charts and read it, asking for its game if it does not say.

    Raises KnownError for a file that does not fit.
    """
    name, _kind = QFileDialog.getOpenFileName(window, "Import charts", "", CHART_FILES)
    if not name:
        return None
    text = Path(name).read_text("utf-8")
    system = system_named(text, name) or ask_system(window, "Whose charts are these?")
    return imported(text, name, system) if system else None


def ask_export(window: MainWindow, charts: ChartSet) -> Path | None:
    """Ask for a name and write a set under it; the file, None for none."""
    start = f"{charts.title}.toml"
    name, _kind = QFileDialog.getSaveFileName(window, "Export charts", start, CHART_FILES)
    if not name:
        return None
    file = Path(name if name.endswith(".toml") else f"{name}.toml")
    file.write_text(charts.text(), encoding="utf-8")
    return file

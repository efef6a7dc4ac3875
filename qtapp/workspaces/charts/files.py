"""Sets of charts begun, read from a file and written to one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QFileDialog

from engine.core.charts.chart_set import ChartSet, system_named
from engine.editing.chart_session import imported, shipped
from engine.game.catalogue import kits, systems
from engine.game.set_up.game_set_up import kit_for
from maps.files.reading import LARGEST_TOML, read_text
from maps.files.writing import write_whole
from qtapp.app.services import Services
from qtapp.dialogs.finder import Finder, Found, fuzzy
from qtapp.workers.waiting import read_waiting

CHART_FILES = "Charts (*.toml);;All files (*)"


def ask_system(window: Services, title: str) -> str | None:
    """Ask for a game by its title; its system, None for none."""
    chosen = _ask(window, title, "Which game's charts?", _systems())
    return chosen if isinstance(chosen, str) else None


def ask_new(window: Services) -> ChartSet | None:
    """Ask for a game, or a starting kit for one of one's own; its charts, to be edited.

    Raises KnownError for a board or an order of battle of the file that cannot be read.
    """
    chosen = _ask(window, "Begin house tables", "Which game's charts?", [*_systems(), *_kits()])
    if not isinstance(chosen, str):
        return None
    if "/" not in chosen:
        return shipped(chosen)
    project = window.document.project
    boards = [Found(one.title, f"board {one.number}", one.number) for one in project.boards]
    orders = [Found(one.title, f"number {one.number}", one.number) for one in project.orders]
    board = _one_of(window, "Rules for a board", "For which board?", boards)
    order = _one_of(window, "Rules for counters", "For which order of battle?", orders)
    return kit_for(project.path, chosen, board, order, "")


TABLES = {
    "game": "its title, and what others may do with it",
    "sides": "who plays, and their colours",
    "turns": "dates, seasons, weather, events",
    "phases": "what a turn consists of",
    "tracks": "numbers that are kept",
    "boxes": "places beside the board",
    "states": "what units can be in",
    "markers": "what lies on hexes",
    "pools": "chits that are drawn blind",
    "dice": "dice thrown together",
    "tables": "tables looked up with dice",
    "weather": "kinds of weather, and their die",
    "movement": "what each hex costs",
    "zones": "zones of control",
    "stacking": "how much a hex holds",
    "supply": "sources and supply lines",
    "combat": "how battles are resolved",
    "victory": "points for places and losses",
    "hidden": "what a side knows of the other",
}
"""What each table of declared rules is of."""


def ask_table(window: Services, undeclared: Sequence[str]) -> str | None:
    """Ask for a table that nothing is declared of; its id, None for none."""
    rows = [Found(name.capitalize(), TABLES[name], name) for name in undeclared]
    chosen = _ask(window, "Declare a table", "Which table?", rows)
    return chosen if isinstance(chosen, str) else None


def _systems() -> list[Found]:
    return [Found(system.title, "", system.id) for system in systems()]


def _kits() -> list[Found]:
    """The starting kits."""
    return [
        Found(f"{info.game}: {info.title}", "for your board and counters", info.id)
        for info in kits()
    ]


def _one_of(window: Services, title: str, question: str, rows: list[Found]) -> int | None:
    """The number of the only row, or of the one that is chosen; None without any."""
    chosen = rows[0].value if len(rows) == 1 else None
    if len(rows) > 1:
        chosen = _ask(window, title, question, rows)
    return chosen if isinstance(chosen, int) else None


def _ask(window: Services, title: str, question: str, rows: list[Found]) -> object:
    """What is chosen of some rows; None for nothing."""

    def search(text: str) -> Sequence[Found]:
        return [row for row in rows if fuzzy(text, row.text) is not None]

    finder = Finder(title, question, search, window)
    return finder.chosen if finder.exec() else None


def ask_import(window: Services) -> ChartSet | None:
    """Ask for a file of charts and read it, asking for its game if it does not say.

    It is read on another thread; None when that is cancelled. Raises KnownError for a file that
    does not fit.
    """
    name, _kind = QFileDialog.getOpenFileName(window, "Import charts", "", CHART_FILES)
    if not name:
        return None
    found = read_waiting(window, Path(name), _text_and_system)
    if found is None:
        return None
    text, named = found
    system = named or ask_system(window, "Whose charts are these?")
    if not system:
        return None
    return read_waiting(window, Path(name), lambda _file: imported(text, name, system))


def _text_and_system(file: Path) -> tuple[str, str]:
    text = read_text(file, LARGEST_TOML)
    return text, system_named(text, str(file))


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

"""Each verb imports what it needs and no more, so that the quick ones are quick."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import click
import pytest

import engine.cli
from engine.cli.common import Verbs
from qtapp.cli import main

ROOT = Path(__file__).parent.parent
OURS = ("maps", "oob", "engine", "qtapp", "resources")
HEAVY = {"PySide6", "PIL", "lxml", "numpy", "openpyxl", "pyqtgraph", "sqlite_utils"}
STORE = {"numpy", "sqlite_utils"}
"""What keeps a project needs sqlite_utils, which takes NumPy where it is."""

PROBE = """
import sys
from qtapp.cli import main
for words in sys.argv[1:]:
    try:
        main(words.split())
    except SystemExit as stopped:
        assert not stopped.code, stopped.code
print(*sorted(sys.modules), file=sys.stderr)
"""


GAMES = tuple(
    f"engine.systems.{name}"
    for name in (
        "balkan_gambit",
        "boot_camp",
        "operation_gertrud",
        "europa",
        "balkan_front",
        "fire_in_the_east",
    )
)
"""What a game is played by; only that game needs it."""


def imported(*verbs: str, probe: str = PROBE) -> set[str]:
    """Return the modules that a process has imported when each `sandtable verb` has ended well."""
    command = [sys.executable, "-c", probe, *verbs]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return set(done.stderr.split())


def heavy(modules: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in modules} & HEAVY


def test_what_needs_no_verb_imports_none() -> None:
    modules = imported("--version", "--help")
    ours = {name for name in modules if name.partition(".")[0] in OURS}
    assert len(ours) <= 10, sorted(ours)
    assert not heavy(modules)
    assert len(modules) <= 350


@pytest.mark.parametrize(
    ("verbs", "allowed", "unwanted"),
    [
        (
            ("check balkan_gambit/1943", "check balkan_gambit", "scenarios", "systems", "charts"),
            set(),
            ("engine.game", "engine.store", "engine.editing", "maps.digitise"),
        ),
        (("sheets --help",), {"PySide6", "PIL", "numpy"}, ("engine.systems",)),
        (
            ("digitise --help",),
            {"PIL", "numpy"},
            ("engine.systems", "engine.store", "oob"),
        ),
        (
            ("play --help", "open --help"),
            STORE,
            ("maps.digitise", "oob.sheets", "qtapp.painters", *GAMES),
        ),
        (("check boot_camp/balkan_campaign",), set(), GAMES[:1] + GAMES[2:3] + GAMES[4:]),
    ],
    ids=["quick", "sheets", "digitise", "playing", "one game"],
)
def test_verbs_import_what_they_need(
    verbs: tuple[str, ...], allowed: set[str], unwanted: tuple[str, ...]
) -> None:
    """Verbs that need the same are run by one process: what one imported would show."""
    modules = imported(*verbs)
    assert heavy(modules) <= allowed
    for name in unwanted:
        assert not {module for module in modules if f"{module}.".startswith(f"{name}.")}


def test_the_window_imports_no_game_and_no_plots_before_they_are_shown() -> None:
    modules = imported(probe="import qtapp.app.app, sys; print(*sys.modules, file=sys.stderr)")
    assert "qtapp.workspaces.play.analysis_panels.figures_panel" in modules
    assert not modules & {"pyqtgraph", *GAMES}


@pytest.mark.parametrize("group", [main, engine.cli.main], ids=["qtapp", "engine"])
def test_the_list_of_verbs_says_what_their_help_says(group: click.Group) -> None:
    context = click.Context(group)
    listed = " ".join(group.get_help(context).split())
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None and command.help is not None and command.name == name
        first = " ".join(inspect.cleandoc(command.help).partition("\n\n")[0].split())
        assert f"{name} {first}" in listed


def test_an_unknown_verb_is_told() -> None:
    assert isinstance(main, Verbs)
    assert main.get_command(click.Context(main), "fly") is None

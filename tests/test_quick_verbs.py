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
try:
    main(sys.argv[1:])
except SystemExit as stopped:
    assert not stopped.code, stopped.code
print(*sorted(sys.modules), file=sys.stderr)
"""


def imported(*words: str) -> set[str]:
    """Return the modules that a process has imported when `sandtable words` has ended well."""
    command = [sys.executable, "-c", PROBE, *words]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return set(done.stderr.split())


def heavy(modules: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in modules} & HEAVY


@pytest.mark.parametrize("words", [("--version",), ("--help",)])
def test_what_needs_no_verb_imports_none(words: tuple[str, ...]) -> None:
    modules = imported(*words)
    ours = {name for name in modules if name.partition(".")[0] in OURS}
    assert len(ours) <= 8, sorted(ours)
    assert not heavy(modules)
    assert len(modules) <= 350


@pytest.mark.parametrize(
    ("words", "allowed", "unwanted"),
    [
        ("check balkan_gambit/1943", set(), ("engine.game", "engine.store", "engine.editing")),
        ("check balkan_gambit", set(), ("engine.game", "engine.store")),
        ("scenarios", set(), ("engine.game", "engine.store", "maps.digitise")),
        ("systems", set(), ("engine.game", "engine.store")),
        ("charts", set(), ("engine.game", "engine.store")),
        ("sheets --help", {"PySide6", "PIL", "numpy"}, ("engine.systems",)),
        ("digitise --help", {"PIL", "numpy"}, ("engine.systems", "engine.store", "oob")),
        ("play --help", STORE, ("maps.digitise", "oob.sheets", "qtapp.painters")),
        ("open --help", STORE, ("maps.digitise", "qtapp.painters")),
    ],
)
def test_a_verb_imports_what_it_needs(
    words: str, allowed: set[str], unwanted: tuple[str, ...]
) -> None:
    modules = imported(*words.split())
    assert heavy(modules) <= allowed
    for name in unwanted:
        assert not {module for module in modules if f"{module}.".startswith(f"{name}.")}


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

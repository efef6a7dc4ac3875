"""Whatever stands where a file or a name should, a verb answers with a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

# These two put verbs of their own among `sheets` and `oob`.
import qtapp.workspaces.counters.sheets.verbs
import qtapp.workspaces.units.verbs  # noqa: F401
from engine.cli import main
from engine.store.project import Project

NOTHING = "nothing.x"
LONG = "l" * 240 + ".sandtable"
"""A project with so long a name that nothing can be kept beside it."""
TOO_LONG = "l" * 300
ODD = {
    "empty.sandtable": b"",
    "text.sandtable": b"no project",
    "bytes.dat": bytes(range(256)) * 12,
    "broken.toml": b"a = [1,\n",
    "list.json": b"[1, 2]",
    "deep.json": b"[" * 100_000 + b"]" * 100_000,
}
WORDS = (*ODD, LONG, "folder.sandtable", NOTHING, TOO_LONG, "", "99999999999999999999")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("project") / "a.sandtable"
    Project.create(path).close()
    return path.read_bytes()


def verbs(group: click.Group, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every verb that takes an argument."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from verbs(command, (*words, name))
        elif any(isinstance(one, click.Argument) for one in command.params if command):
            yield (*words, name)


def typed(words: tuple[str, ...], odd: str) -> list[str]:
    """A line with an odd word for each argument and each option that must be there."""
    command: click.Command | None = main
    for word in words:
        assert isinstance(command, click.Group)
        command = command.get_command(click.Context(command), word)
    line = list(words)
    for one in command.params if command else ():
        if isinstance(one, click.Argument):
            line.append(odd)
        elif one.required:
            line += [one.opts[-1], "out.tmp" if one.name == "output" else odd]
    return line


@pytest.mark.parametrize("words", list(verbs(main)), ids=" ".join)
def test_an_odd_argument_gets_a_sentence(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, project: bytes
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.sandtable").mkdir()
    for name, data in (*ODD.items(), (LONG, project)):
        (tmp_path / name).write_bytes(data)
    for odd in WORDS:
        done = CliRunner().invoke(main, typed(words, odd))
        assert isinstance(done.exception, SystemExit | None), (words, odd, done.exception)
        (tmp_path / NOTHING).unlink(missing_ok=True)

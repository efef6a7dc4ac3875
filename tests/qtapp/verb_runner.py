"""A process whose children run verbs of the command line, each with the limits it is given.

For each line of JSON on standard input (``words``, ``limit``: the most bytes a file may have, or
none; ``rights``: may it write everywhere?) it forks a child and answers with the exit code and what
was written to standard error. So the program is imported once for many commands.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Ran:
    """How a command ended."""

    code: int
    stderr: str


class VerbRunner:
    """The process that runs commands."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def run(self, *words: object, limit: int | None = None, rights: bool = True) -> Ran:
        """Run a command and wait for its end."""
        assert self._process.stdin is not None and self._process.stdout is not None
        wanted = {"words": [str(word) for word in words], "limit": limit, "rights": rights}
        self._process.stdin.write(json.dumps(wanted) + "\n")
        self._process.stdin.flush()
        return Ran(*json.loads(self._process.stdout.readline()))


@contextmanager
def running() -> Iterator[VerbRunner]:
    """The process, while it is needed."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.qtapp.verb_runner"],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONHASHSEED": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    yield VerbRunner(process)
    process.communicate()


def _in_child(words: list[str], limit: int | None, rights: bool, errors: int) -> None:
    import resource

    from qtapp.cli import main
    from tests.engine.store.test_project import drop_rights

    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.dup2(errors, 2)
    if limit is not None:
        sys.dont_write_bytecode = True  # Python keeps what it could write of a module
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    if not rights and os.geteuid() == 0:
        drop_rights()
    main(words)


def _answer(words: list[str], limit: int | None, rights: bool) -> tuple[int, str]:
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ours)
        code = 70
        try:
            _in_child(words, limit, rights, theirs)
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        except BaseException:
            sys.excepthook(*sys.exc_info())  # type: ignore[arg-type]
        finally:
            sys.stderr.flush()
            os._exit(code)
    os.close(theirs)
    with os.fdopen(ours, encoding="utf-8") as said:
        errors = said.read()
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), errors


def _import_all(group: click.Group) -> None:
    """Import the modules of all verbs, which otherwise each child would do by itself."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            _import_all(command)


def main() -> None:
    """Answer each line until there are no more."""
    import tests.engine.store.test_project  # noqa: F401 - imported once, before the children
    from qtapp.cli import main as program

    _import_all(program)
    for line in sys.stdin:
        wanted = json.loads(line)
        print(json.dumps(_answer(**wanted)), flush=True)


if __name__ == "__main__":
    main()

"""What all verbs share: known errors as one sentence, JSON, progress on standard error."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from maps.errors import KnownError

KNOWN_ERROR = 2
"""Exit code for something wrong with what the user gave."""

FOUND_ERRORS = 1
"""Exit code of a check that found errors."""

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


class Verbs(click.Group):
    """A group of verbs that tells known errors in one sentence, with exit code 2."""

    def invoke(self, context: click.Context) -> Any:
        """Run a verb."""
        with told():
            return super().invoke(context)

    def list_commands(self, context: click.Context) -> list[str]:
        """The verbs in the order they were added, not by letter."""
        return list(self.commands)


@contextmanager
def told() -> Iterator[None]:
    """Turn known errors, and refusals of the operating system, into a sentence and exit code 2."""
    try:
        yield
    except KnownError as error:
        raise _Told(str(error)) from error
    except (click.ClickException, click.exceptions.Exit, click.Abort):
        raise
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise click.exceptions.Exit(0) from None
    except OSError as error:
        place = error.filename or "the file"
        raise _Told(f"{place}: {error.strerror or error}.") from error


def say_json(value: Any) -> None:
    """Print one JSON object."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2, sort_keys=False))


def progress(text: str) -> None:
    """Tell how a long job goes on, on standard error and only to a person."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{text}", err=True, nl=False)


def progress_done() -> None:
    """Clear the line of progress."""
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", err=True, nl=False)


@contextmanager
def whole_file(target: Path, *, may_replace: bool = True) -> Iterator[Path]:
    """A file name to write to; it becomes ``target`` only when all went well.

    Raises KnownError when its folder is missing or, unless it may be replaced, it is there already.
    """
    if not may_replace:
        refuse_existing(target)
    require_folder(target)
    partial = target.with_name(f".{target.name}.partial")
    remove(partial)
    try:
        yield partial
        partial.replace(target)
    except BaseException:
        remove(partial)
        raise


def refuse_existing(target: Path) -> None:
    """Raise KnownError when a file is there already or its folder is not."""
    if target.exists():
        raise KnownError(str(target), "is there already.", "Choose another name, or move it away.")
    require_folder(target)


def require_folder(target: Path) -> None:
    """Raise KnownError when the folder a file is to be written to is not there."""
    if not target.parent.is_dir():
        raise KnownError(str(target.parent), "is no folder.", "Make it first.")


def remove(file: Path) -> None:
    """Remove a file with what SQLite may have left beside it."""
    for name in (file.name, f"{file.name}-wal", f"{file.name}-shm", f"{file.name}-lock"):
        file.with_name(name).unlink(missing_ok=True)


class _Told(click.ClickException):
    exit_code = KNOWN_ERROR

"""What all verbs share: known errors as one sentence, JSON, progress on standard error."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from engine.cli.common.terminal import shown_output, visible
from maps.errors import KnownError

KNOWN_ERROR = 2
"""Exit code for something wrong with what the user gave."""

FOUND_ERRORS = 1
"""Exit code of a check that found errors."""

FILE = click.Path(path_type=Path, dir_okay=False)
"""A file named on the command line, whether it exists or not."""

NUMBER = click.IntRange(1, 2**31)
"""The number of a thing in a project: a board, an order of battle, charts."""

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


@dataclass(frozen=True, slots=True)
class Later:
    """A verb whose module is imported only when somebody types it."""

    name: str
    place: str
    """``package.module:attribute`` of the command."""
    summary: str
    """The first sentence of its help, so that a list of verbs needs no import."""

    def load(self) -> click.Command:
        """Import the command."""
        module, _, attribute = self.place.partition(":")
        command = getattr(import_module(module), attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{self.place} is no command")
        return command


class Verbs(click.Group):
    """A group of verbs that tells known errors in one sentence, with exit code 2.

    Verbs given to :meth:`later` are imported when they are typed.
    """

    _later: dict[str, Later] | None = None

    def later(self, *verbs: Later) -> None:
        """Add verbs, in this order, without importing them."""
        self._later = {**(self._later or {}), **{verb.name: verb for verb in verbs}}

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The verb of that name, imported if it was not yet; None when there is none."""
        late = (self._later or {}).get(name)
        if late is not None and name not in self.commands:
            self.add_command(late.load(), name)
        return self.commands.get(name)

    def invoke(self, context: click.Context) -> Any:
        """Run a verb."""
        with told(), shown_output():
            return super().invoke(context)

    def list_commands(self, context: click.Context) -> list[str]:
        """The verbs in the order they were added, not by letter."""
        late = list(self._later or ())
        return [*late, *(name for name in self.commands if name not in late)]

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of verbs with their summaries, without importing any."""
        if not self._later:
            super().format_commands(context, formatter)
            return
        with formatter.section("Commands"):
            formatter.write_dl([(verb.name, verb.summary) for verb in self._later.values()])


@contextmanager
def told() -> Iterator[None]:
    """Turn known errors, and refusals of the operating system, into a sentence and exit code 2."""
    try:
        yield
    except KnownError as error:
        raise _Told(visible(str(error))) from error
    except (click.ClickException, click.exceptions.Exit, click.Abort):
        raise
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise click.exceptions.Exit(0) from None
    except OSError as error:
        place = error.filename or "the file"
        raise _Told(visible(f"{place}: {error.strerror or error}.")) from error


def say_json(value: object) -> None:
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


class _Told(click.ClickException):
    exit_code = KNOWN_ERROR

"""``sandtable open``: the window, on a file or on the campaign of a scenario."""

from __future__ import annotations

from pathlib import Path

import click

from engine.game.catalogue import scenarios
from maps.errors import KnownError, nearest
from qtapp.verbs.display import import_plainly, require_window


@click.command("open")
@click.argument("what", required=False, metavar="[FILE|SCENARIO]")
@click.option(
    "--config-dir",
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep settings, campaigns and logs in this folder.",
)
def open_(what: str | None, config_dir: Path | None) -> None:
    """Open the window on a campaign file, or on your campaign of a scenario."""
    run_window(None if what is None else _wanted(what), config_dir)


def run_window(wanted: Path | str | None = None, config_dir: Path | None = None) -> None:
    """Open the window, and end with its exit code. Raises KnownError where Qt can open none."""
    require_window()
    import_plainly()
    from qtapp.app.app import run

    raise click.exceptions.Exit(run(wanted, config_dir))


def _wanted(what: str) -> Path | str:
    path = Path(what)
    if path.suffix == ".sandtable" or path.is_file():
        if not path.exists():
            raise KnownError(what, "there is no such file.", "Check the name.")
        return path.resolve()
    known = [info.id for info in scenarios()]
    if what not in known:
        raise KnownError(repr(what), "is no campaign file and no scenario.", nearest(what, known))
    return what

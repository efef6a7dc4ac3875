"""``sandtable repair``: save what can be read of a damaged project in a new file."""

from __future__ import annotations

from pathlib import Path

import click

from engine.cli.common import FILE, json_option, progress, progress_done, say_json
from engine.editing.rescue import rescue


@click.command()
@click.argument("file", type=FILE)
@click.option("-o", "--output", required=True, type=FILE, help="The new project file.")
@json_option
def repair(file: Path, output: Path, as_json: bool) -> None:
    """Save what can be read of a damaged project file in a new one, and say what was lost."""
    found = rescue(file, output, lambda share, words: progress(f"{share:4.0%} {words}"))
    progress_done()
    if as_json:
        say_json(found.plain)
        return
    click.echo(f"Saved in {output}: {found.sentence}.")
    for loss in found.lost:
        click.echo(f"lost: {loss}")
    if not found.lost:
        click.echo("Nothing was lost.")

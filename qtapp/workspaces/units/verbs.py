"""``sandtable oob booklet``: the verb on orders of battle that paints."""

from __future__ import annotations

from pathlib import Path

import click

from engine.cli.common import FILE
from engine.cli.rosters import ledger_of_project, oob_
from engine.core.wording import counted
from maps.files.writing import require_folder
from oob.ledger import files as ledger_files
from qtapp.verbs.display import offscreen_without_display

__all__ = ["booklet", "oob_"]


@oob_.command()
@click.argument("file", metavar="FILE|OB")
@click.option("-o", "--output", required=True, type=FILE, help="The PDF file.")
@click.option("--errata", is_flag=True, help="Lay its errata over it first.")
@click.option("--paper", default="A4", show_default=True, help="A4 or Letter.")
def booklet(file: str, output: Path, errata: bool, paper: str) -> None:
    """Write an order of battle as a PDF to print: two columns, headings, contents."""
    require_folder(output)
    ledger = ledger_of_project(file) or ledger_files.named(file)
    if errata:
        ledger_files.correct(ledger, file)
    offscreen_without_display()
    from qtapp.workspaces.units.booklet import write_booklet

    pages = write_booklet(ledger, output, paper)
    click.echo(f"Wrote {output}: {counted(pages, 'page')}.")

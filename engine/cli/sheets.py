"""``sandtable sheets``: scans of counter sheets cut and paired. Reading and printing paint."""

from __future__ import annotations

import json
from pathlib import Path

import click

from engine.cli.common import FILE, Verbs, json_option, say_json
from engine.core.wording import counted
from maps.files.writing import require_folder, write_whole
from maps.untyped import JsonObject
from oob.sheets.cutting import cut_file
from oob.sheets.finding.cut_grid import Shape
from oob.sheets.folders import read_cut, write_cut
from oob.sheets.pairing import Turn, pair

AUTO = "auto"
FOLDER = click.Path(path_type=Path, file_okay=False)
_COUNT = click.IntRange(1, 200)


@click.group("sheets", cls=Verbs)
def sheets_() -> None:
    """Counter sheets: cut and read scans, print new ones."""


@sheets_.command("cut")
@click.argument("image", type=FILE)
@click.option("-o", "--output", required=True, type=FOLDER, help="Folder for the pictures.")
@click.option("--rows", type=_COUNT, help="Rows of counters, where they are not found.")
@click.option("--cols", type=_COUNT, help="Columns of counters, where they are not found.")
@click.option(
    "--shape",
    default=AUTO,
    show_default=True,
    type=click.Choice([AUTO, *map(str, Shape)]),
    help="The form of the counters; as-found follows the edge of the print.",
)
@json_option
def cut_(
    image: Path, output: Path, rows: int | None, cols: int | None, shape: str, as_json: bool
) -> None:
    """Find the counters on a scan and write a picture of each."""
    require_folder(output)
    found = cut_file(image, rows, cols, None if shape == AUTO else Shape(shape))
    report = write_cut(found, output)
    if found.doubt:
        click.echo(f"{image}: {found.doubt} Look at the pictures before you use them.", err=True)
    if as_json:
        say_json(report)
    else:
        click.echo(
            f"Cut {found.counters} from"
            f" {counted(found.rows, 'row')} of {found.cols},"
            f" turned by {found.turned:.2f} degrees, into {output}."
        )


@sheets_.command("pair")
@click.argument("front", type=FOLDER)
@click.argument("back", type=FOLDER)
@click.option("-o", "--output", required=True, type=FILE, help="The list of pairs to write.")
@click.option(
    "--turn",
    default=AUTO,
    show_default=True,
    type=click.Choice([AUTO, *map(str, Turn)]),
    help="How the sheet was turned over; auto goes by the colours.",
)
@json_option
def pair_(front: Path, back: Path, output: Path, turn: str, as_json: bool) -> None:
    """Find the back of each counter on the scan of the other side."""
    way = None if turn == AUTO else Turn(turn)
    found = pair(read_cut(front), read_cut(back), str(back), way)
    report: JsonObject = {
        "turn": str(found.turn),
        "pairs": [
            {
                "front": f"{one.front.name}.png",
                "back": f"{one.back.name}.png",
                "likeness": one.likeness,
            }
            for one in found.pairs
        ],
        "alone": [f"{cell.name}.png" for cell in found.alone],
    }
    write_whole(output, json.dumps(report, indent=1) + "\n")
    if as_json:
        say_json(report)
    else:
        click.echo(
            f"Wrote {output}: {counted(len(found.pairs), 'pair')}, turned {found.turn},"
            f" {counted(len(found.alone), 'counter')} without another side."
        )

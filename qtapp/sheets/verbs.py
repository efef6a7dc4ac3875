"""``sandtable sheets read`` and ``print``: the verbs on counter sheets that paint."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from engine.cli.common import json_option, require_folder, say_json, whole_file
from engine.cli.making import FILE
from engine.cli.sheets import FOLDER
from maps.errors import KnownError, nearest
from oob.sheets.asked import read_confirmed, region_from
from oob.sheets.folders import read_cut
from qtapp.sheets.layout import PAPERS, Backs, Layout, length, paper


@click.command("read")
@click.argument("folder", type=FOLDER)
@click.option("--confirmed", type=FILE, help='JSON: ratings you read, {"r01c01": "8-6"}.')
@click.option("--order", help="Order of battle whose units the counters are.")
@click.option("--ask", default=8, show_default=True, help="How many counters to ask about.")
@click.option("--region", help="Where ratings stand: left,top,right,bottom, 0 to 1.")
@click.option("-o", "--output", type=FILE, help="The readings to write.")
@json_option
def read_(
    folder: Path,
    confirmed: Path | None,
    order: str | None,
    ask: int,
    region: str | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Read ratings, symbols and sizes of cut counters, and match them to units."""
    from qtapp.sheets.orders import order_of
    from qtapp.sheets.study import Study

    study = Study(read_cut(folder), region_from(region) if region else None)
    if confirmed is not None:
        study.reader.confirm(read_confirmed(confirmed), str(confirmed))
    found = study.report(order_of(order) if order else None, ask)
    if output is not None:
        with whole_file(output) as partial:
            text = json.dumps(found, indent=1, ensure_ascii=False)
            partial.write_text(text + "\n", "utf-8")
    if as_json:
        say_json(found)
        return
    for one in found["counters"]:
        sure = f"{one['confidence']:.2f}" + (" confirmed" if one["confirmed"] else "")
        words = (one["file"], one["ratings"] or "-", sure, one["size"], one["type"], one["unit"])
        click.echo("  ".join(str(word) for word in words if word))
    if found["ask"]:
        click.echo(f"Confirm these next: {', '.join(found['ask'])}.")


@click.command("print")
@click.argument("order")
@click.option("-o", "--output", required=True, type=FILE, help="A .pdf, .svg or .png to write.")
@click.option("--size", default="14mm", show_default=True, help="A counter's edge: 14mm, 1/2in.")
@click.option(
    "--paper", "paper_", default="A4", show_default=True, help=f"{', '.join(PAPERS)}, or 200x300mm."
)
@click.option("--landscape", is_flag=True, help="Lay the paper on its side.")
@click.option("--margin", default="12mm", show_default=True, help="Least margin of the paper.")
@click.option("--gutter", default="2mm", show_default=True, help="Room between counters.")
@click.option("--bleed", default="1mm", show_default=True, help="Colour beyond the cut.")
@click.option("--crop/--no-crop", default=True, show_default=True, help="Marks to cut by.")
@click.option(
    "--backs",
    default=str(Backs.LONG),
    show_default=True,
    type=click.Choice([*map(str, Backs)]),
    help="Backs, mirrored for the edge the printer turns over.",
)
@click.option("--nation", multiple=True, help="Only these nations.")
@click.option("--dpi", default=300, show_default=True, type=click.IntRange(50, 1200))
@json_option
def print_(
    order: str,
    output: Path,
    size: str,
    paper_: str,
    landscape: bool,
    margin: str,
    gutter: str,
    bleed: str,
    crop: bool,
    backs: str,
    nation: tuple[str, ...],
    dpi: int,
    as_json: bool,
) -> None:
    """Paint counter sheets for cutting out, fronts and mirrored backs."""
    from qtapp.sheets.orders import order_of
    from qtapp.sheets.paper import write_sheets

    require_folder(output)
    layout = Layout(
        length(size, "--size"), paper(paper_, landscape), length(margin, "--margin"),
        length(gutter, "--gutter"), length(bleed, "--bleed"), crop, Backs(backs),
    )  # fmt: skip
    found = order_of(order)
    for name in nation:
        if name not in found.nations:
            raise KnownError(f"--nation {name}", "has no units.", nearest(name, found.nations))
    units = [unit for unit in found.units.values() if not nation or unit.nation in nation]
    files = write_sheets(found, units, layout, output, dpi)
    told: dict[str, Any] = {
        "counters": len(units),
        "sheets": layout.sheets(len(units)),
        "pages": layout.pages(len(units)),
        "files": [str(file) for file in files],
    }
    if as_json:
        say_json(told)
    else:
        click.echo(
            f"Printed {told['counters']} counters on {told['sheets']} sheets"
            f" ({told['pages']} pages): {', '.join(told['files'])}."
        )


SHEET_VERBS: tuple[click.Command, ...] = (read_, print_)
"""What :mod:`qtapp.cli` adds to the verbs of ``sandtable sheets``."""

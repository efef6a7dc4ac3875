"""``sandtable sheets read`` and ``print``: the verbs on counter sheets that paint."""

from __future__ import annotations

import json
from pathlib import Path

import click

from engine.cli.common import FILE, json_option, progress, progress_done, say_json
from engine.cli.sheets import FOLDER, sheets_
from engine.core.wording import counted
from maps.errors import KnownError, nearest
from maps.files.writing import require_folder, write_whole
from maps.untyped import JsonObject
from oob.model import OrderOfBattle, Unit
from oob.sheets.asked import read_confirmed, region_from
from oob.sheets.folders import read_cut
from qtapp.workspaces.counters.sheets.layout import PAPERS, Backs, Layout, length, paper


@sheets_.command("read")
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
    from qtapp.workspaces.counters.sheets.orders import order_of
    from qtapp.workspaces.counters.sheets.sheet_reading import SheetReading

    sheet_reading = SheetReading(read_cut(folder), region_from(region) if region else None)
    if confirmed is not None:
        sheet_reading.reader.confirm(read_confirmed(confirmed), str(confirmed))
    found = sheet_reading.report(order_of(order) if order else None, ask)
    if output is not None:
        write_whole(output, json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    if as_json:
        say_json(found)
        return
    for one in found["counters"]:
        sure = f"{one['confidence']:.2f}" + (" confirmed" if one["confirmed"] else "")
        words = (one["file"], one["ratings"] or "-", sure, one["size"], one["type"], one["unit"])
        click.echo("  ".join(str(word) for word in words if word))
    if found["ask"]:
        click.echo(f"Confirm these next: {', '.join(found['ask'])}.")


@sheets_.command("print")
@click.argument("order")
@click.option("-o", "--output", required=True, type=FILE, help="A .pdf, .svg or .png to write.")
@click.option("--size", default="14mm", show_default=True, help="A counter's edge: 14mm, 1/2in.")
@click.option(
    "--paper", "paper_", default="A4", show_default=True, help=f"{', '.join(PAPERS)}, or 200x300mm."
)
@click.option("--landscape", is_flag=True, help="Lay the paper on its side.")
@click.option("--margin", default="12mm", show_default=True, help="Least margin of the paper.")
@click.option("--gutter", default="2mm", show_default=True, help="Workspace between counters.")
@click.option("--bleed", default="1mm", show_default=True, help="Colour beyond the cut.")
@click.option("--crop/--no-crop", default=True, show_default=True, help="Marks to cut by.")
@click.option(
    "--backs",
    default=str(Backs.LONG),
    show_default=True,
    type=click.Choice([*map(str, Backs)]),
    help="Backs, mirrored for the edge the printer turns over.",
)
@click.option("--template", is_flag=True, help="Outlines alone, for a cutting machine.")
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
    template: bool,
    nation: tuple[str, ...],
    dpi: int,
    as_json: bool,
) -> None:
    """Paint counter sheets for cutting out, fronts and mirrored backs."""
    from qtapp.workspaces.counters.sheets.orders import order_of
    from qtapp.workspaces.counters.sheets.paper import write_sheets

    require_folder(output)
    layout = Layout(
        length(size, "--size"), paper(paper_, landscape), length(margin, "--margin"),
        length(gutter, "--gutter"), length(bleed, "--bleed"), crop, Backs(backs), template,
    )  # fmt: skip
    found = order_of(order)
    units = _chosen(found, nation)
    files = write_sheets(found, units, layout, output, dpi)
    told: JsonObject = {
        "counters": len(units),
        "sheets": layout.sheets(len(units)),
        "pages": layout.pages(len(units)),
        "files": [str(file) for file in files],
    }
    if as_json:
        say_json(told)
    else:
        click.echo(
            f"Printed {counted(told['counters'], 'counter')}"
            f" on {counted(told['sheets'], 'sheet')}"
            f" ({counted(told['pages'], 'page')}): {', '.join(told['files'])}."
        )


@sheets_.command("pictures")
@click.argument("order")
@click.option("-o", "--output", required=True, type=FOLDER, help="The folder to write them into.")
@click.option("--px", default=256, show_default=True, help="Pixels of a counter's edge.")
@click.option("--svg", is_flag=True, help="Drawings (SVG) in place of PNG.")
@click.option("--nation", multiple=True, help="Only these nations.")
@json_option
def pictures(
    order: str, output: Path, px: int, svg: bool, nation: tuple[str, ...], as_json: bool
) -> None:
    """Paint each face of each counter as a file of its own."""
    from qtapp.workspaces.counters.sheets.orders import order_of
    from qtapp.workspaces.counters.sheets.pictures import Form, write_pictures

    found = order_of(order)
    units = _chosen(found, nation)
    count = write_pictures(
        found,
        units,
        output,
        px,
        Form.SVG if svg else Form.PNG,
        lambda done, of: progress(f"{done} of {counted(of, 'face')}"),
    )
    progress_done()
    if as_json:
        say_json({"counters": len(units), "files": count})
    else:
        counters = counted(len(units), "counter")
        click.echo(f"Painted {counters}: {counted(count, 'file')} in {output}.")


def _chosen(found: OrderOfBattle, nations: tuple[str, ...]) -> list[Unit]:
    """The counters of some nations, of all when none is named. Raises KnownError for others."""
    for name in nations:
        if name not in found.nations:
            raise KnownError(f"--nation {name}", "has no units.", nearest(name, found.nations))
    return [unit for unit in found.units.values() if not nations or unit.nation in nations]

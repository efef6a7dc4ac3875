"""A cut sheet as a folder: a picture of each counter, and ``sheet.json`` about them."""

from __future__ import annotations

import json
from pathlib import Path

from maps.digitise import scans
from maps.errors import KnownError
from maps.files.reading import read_json
from maps.files.values import Values
from maps.files.writing import whole_files
from maps.untyped import JsonObject
from oob.sheets.cutting import Cell, Cut, cell_of
from oob.sheets.finding.cut_grid import Shape

REPORT = "sheet.json"


def write_cut(sheet: Cut, folder: Path) -> JsonObject:
    """Write a cut sheet into a folder, whole or not at all; returns what its report says.

    Rows and columns count from 1; a box is left, top, right, bottom on the scan.
    """
    report = {
        "rows": sheet.rows,
        "cols": sheet.cols,
        "turned": sheet.turned,
        "shape": str(sheet.shape),
        "doubt": sheet.doubt,
        "counters": [
            {
                "row": cell.row + 1,
                "col": cell.col + 1,
                "box": [round(edge, 1) for edge in cell.box],
                "file": _file(cell),
            }
            for cell in sheet.cells
        ],
    }
    with whole_files(folder) as staged:
        for cell in sheet.cells:
            scans.save(cell.cutout, staged / _file(cell))
        (staged / REPORT).write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return report


def read_cut(folder: Path) -> Cut:
    """A sheet that was cut before. Raises KnownError when the folder holds none."""
    if not (folder / REPORT).is_file():
        raise KnownError(str(folder), "holds no cut sheet.", "Run `sheets cut` first.")
    report = Values(
        read_json(folder / REPORT),
        str(folder / REPORT),
        "is no report of a cut sheet.",
        "Cut the sheet again.",
    )
    return Cut(
        report.whole("rows"),
        report.whole("cols"),
        report.number("turned") if report.has("turned") else 0.0,
        tuple(_cell(entry, folder) for entry in report.parts("counters")),
        report.text("doubt") if report.has("doubt") else "",
        shape=_shape(report),
    )


def _shape(report: Values) -> Shape:
    """The form of the counters; sheets cut before there was a choice have square ones."""
    if not report.has("shape"):
        return Shape.SQUARE
    try:
        return Shape(report.text("shape"))
    except ValueError as error:
        raise KnownError(report.where, "names no shape of counters.", "Cut it again.") from error


def _file(cell: Cell) -> str:
    return f"{cell.name}.png"


def _cell(entry: Values, folder: Path) -> Cell:
    name = entry.text("file")
    if Path(name).name != name or "\\" in name:
        raise KnownError(entry.where, f"names a file elsewhere: {name}.", "Cut it again.")
    box, row, col = entry.part("box"), entry.whole("row"), entry.whole("col")
    edges = box.number(0), box.number(1), box.number(2), box.number(3)
    whole = scans.see_through(folder / name)
    if whole is None:
        return Cell(row - 1, col - 1, edges, scans.load(folder / name))
    return cell_of(row - 1, col - 1, edges, whole[..., :3], whole[..., 3])

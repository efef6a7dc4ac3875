"""A cut sheet as a folder: a picture of each counter, and ``sheet.json`` about them."""

from __future__ import annotations

import json
from pathlib import Path

from maps.digitise import scans
from maps.errors import KnownError
from maps.files.reading import read_json
from maps.files.writing import whole_files
from maps.untyped import JsonObject, Table
from oob.sheets.cutting import Cell, Cut

REPORT = "sheet.json"


def write_cut(sheet: Cut, folder: Path) -> JsonObject:
    """Write a cut sheet into a folder, whole or not at all; returns what its report says.

    Rows and columns count from 1; a box is left, top, right, bottom on the scan.
    """
    report = {
        "rows": sheet.rows,
        "cols": sheet.cols,
        "turned": sheet.turned,
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
            scans.save(cell.picture, staged / _file(cell))
        (staged / REPORT).write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return report


def read_cut(folder: Path) -> Cut:
    """A sheet that was cut before. Raises KnownError when the folder holds none."""
    where = str(folder / REPORT)
    if not (folder / REPORT).is_file():
        raise KnownError(str(folder), "holds no cut sheet.", "Run `sheets cut` first.")
    data = read_json(folder / REPORT)
    if not isinstance(data, dict):
        raise KnownError(where, "is no report of a cut sheet.", "Cut the sheet again.")
    try:
        cells = tuple(_cell(entry, folder) for entry in data["counters"])
        return Cut(
            int(data["rows"]), int(data["cols"]), float(data.get("turned", 0)), cells,
            str(data.get("doubt", "")),
        )  # fmt: skip
    except (KeyError, TypeError, ValueError):
        raise KnownError(where, "is no report of a cut sheet.", "Cut the sheet again.") from None


def _file(cell: Cell) -> str:
    return f"{cell.name}.png"


def _cell(entry: Table, folder: Path) -> Cell:
    name = str(entry["file"])
    if Path(name).name != name or "\\" in name:
        raise KnownError(str(folder / REPORT), f"names a file elsewhere: {name}.", "Cut it again.")
    left, top, right, bottom = (float(edge) for edge in entry["box"])
    picture = scans.load(folder / name)
    return Cell(int(entry["row"]) - 1, int(entry["col"]) - 1, (left, top, right, bottom), picture)

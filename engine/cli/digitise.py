"""``sandtable digitise``: calibrate a scanned map, name its terrain, trace its lines."""

from __future__ import annotations

import json
import math
from pathlib import Path

import click

from engine.cli.common import FILE, Verbs, json_option, say_json
from maps.digitise import asked, scans
from maps.digitise.calibrating import qgis_points
from maps.digitise.calibrating.calibration import Calibration, calibrate, checked
from maps.digitise.calibrating.grids import Grid
from maps.digitise.calibrating.pitch import estimate_pitch
from maps.digitise.calibrating.points import ControlPoint
from maps.digitise.calibrating.transforms import Fit
from maps.digitise.reading.classify import classify
from maps.digitise.reading.strips import Course
from maps.digitise.reading.trace import trace
from maps.errors import KnownError, counted
from maps.files.writing import write_whole
from maps.layout import Orientation
from maps.numbering import Order, Parity
from maps.untyped import JsonObject

AUTO = "auto"
_SIZE = click.IntRange(1, 9999)


@click.group(cls=Verbs)
def digitise() -> None:
    """Turn a scanned map into hexes."""


@digitise.command("calibrate")
@click.argument("image", type=FILE)
@click.option(
    "--points", required=True, type=FILE, help="JSON or QGIS .points: hexes and where they lie."
)
@click.option("--labels", required=True, type=click.Choice([*map(str, Order)]))
@click.option("--orientation", required=True, type=click.Choice([*map(str, Orientation)]))
@click.option("--cols", required=True, type=_SIZE, help="Columns of the sheet.")
@click.option("--rows", required=True, type=_SIZE, help="Rows of the sheet.")
@click.option(
    "--parity",
    type=click.Choice([*map(str, Parity)]),
    help="Columns (flat) or rows (pointy) that lie half a hex on; found when left out.",
)
@click.option("--fit", default=AUTO, show_default=True, type=click.Choice([AUTO, *map(str, Fit)]))
@click.option("--check", type=FILE, help="JSON: more points, to check the fit against.")
@click.option("--find-pitch", is_flag=True, help="Compare with the pitch the picture shows.")
@click.option("-o", "--output", required=True, type=FILE, help="The calibration to write.")
@json_option
def calibrate_(
    image: Path,
    points: Path,
    labels: str,
    orientation: str,
    cols: int,
    rows: int,
    parity: str | None,
    fit: str,
    check: Path | None,
    find_pitch: bool,
    output: Path,
    as_json: bool,
) -> None:
    """Lay a hex grid on a scan by the places of a few hexes."""
    scan = scans.look_at(image)
    chosen = Parity(parity) if parity else Parity.EVEN
    grid = Grid(Order(labels), Orientation(orientation), cols, rows, chosen)
    if qgis_points.SUFFIX in (points.suffix, check.suffix if check else "") and not parity:
        what = "shows hexes by where they are on paper."
        raise KnownError(str(points), what, "Say which lines are pushed, by --parity.")
    found = calibrate(
        grid,
        _on(scan, points, grid),
        None if fit == AUTO else Fit(fit),
        str(points),
        parity_known=parity is not None,
    )
    if check is not None:
        found = checked(found, _on(scan, check, grid), str(check))
    result = found.plain()
    if find_pitch:
        result["found_pitch"] = _found_pitch(image)
    _write(output, result)
    if as_json:
        say_json(result)
    else:
        click.echo(_sentence(found, output))


@digitise.command("classify")
@click.argument("image", type=FILE)
@click.argument("calibration", metavar="CAL.json", type=FILE)
@click.option("--exemplars", required=True, type=FILE, help="JSON: confirmed hexes by kind.")
@click.option("-o", "--output", required=True, type=FILE, help="The kinds to write.")
@json_option
def classify_(image: Path, calibration: Path, exemplars: Path, output: Path, as_json: bool) -> None:
    """Name the terrain of every hex by a few confirmed ones, least sure first."""
    lattice, examples = asked.read_lattice(calibration), asked.read_exemplars(exemplars)
    verdicts = classify(scans.load(image), lattice, examples, str(exemplars))
    result = {
        verdict.label: {"kind": verdict.kind, "confidence": round(verdict.confidence, 4)}
        for verdict in verdicts
    }
    _write(output, result)
    if as_json:
        say_json(result)
    else:
        doubtful = sum(verdict.confidence < 0.5 for verdict in verdicts)
        click.echo(
            f"Wrote {output}: {counted(len(result), 'hex', 'hexes')}, {doubtful} of them doubtful."
        )


@digitise.command("trace")
@click.argument("image", type=FILE)
@click.argument("calibration", metavar="CAL.json", type=FILE)
@click.option("--kind", required=True, help="What is traced: river, road, rail ...")
@click.option("--exemplars", required=True, type=FILE, help="JSON: confirmed pairs of hexes.")
@click.option("--denied", type=FILE, help="JSON: pairs of hexes where the line is not.")
@click.option(
    "--along",
    default=AUTO,
    show_default=True,
    type=click.Choice([AUTO, *map(str, Course)]),
    help="Follow hexsides or link centres; auto goes by the kind's name.",
)
@click.option(
    "--least",
    default=0.5,
    show_default=True,
    type=click.FloatRange(0, 1),
    help="Least confidence to be written.",
)
@click.option("-o", "--output", required=True, type=FILE, help="The list to write.")
@json_option
def trace_(
    image: Path,
    calibration: Path,
    kind: str,
    exemplars: Path,
    denied: Path | None,
    along: str,
    least: float,
    output: Path,
    as_json: bool,
) -> None:
    """Find rivers on hexsides, or roads and rails between hexes, by a few confirmed ones."""
    lattice, pairs = asked.read_lattice(calibration), asked.read_pairs(exemplars)
    course = asked.course_of(kind) if along == AUTO else Course(along)
    refused = asked.read_pairs(denied) if denied else []
    found = trace(scans.load(image), lattice, pairs, course, str(exemplars), refused)
    result = [
        {"hexes": list(one.hexes), "confidence": round(one.confidence, 4)}
        for one in found
        if one.confidence >= least
    ]
    _write(output, result)
    if as_json:
        say_json(result)
    else:
        word = "hexsides" if course is Course.SIDES else "links"
        click.echo(f"Wrote {output}: {kind} on {len(result)} of {len(found)} {word}.")


def _on(scan: scans.Scan, path: Path, grid: Grid) -> list[ControlPoint]:
    """The points of a file; a place far off the picture is refused."""
    if path.suffix == qgis_points.SUFFIX:
        shown = qgis_points.read_ground_points(path)
        points = qgis_points.control_points(shown, grid, str(path))
    else:
        points = asked.read_points(path)
    for point in points:
        aside = max(-point.x, point.x - scan.width, -point.y, point.y - scan.height)
        if aside > 0.1 * max(scan.width, scan.height):
            raise KnownError(
                str(path),
                f"{point.label} lies off the picture of {scan.width} x {scan.height} pixels.",
                "Check its place.",
            )
    return points


def _found_pitch(image: Path) -> JsonObject | None:
    found = estimate_pitch(scans.load(image))
    if found is None:
        return None
    return {
        "pitch": round(found.pitch, 2),
        "orientation": str(found.orientation),
        "tilt": round(found.tilt, 2),
        "strength": round(found.strength, 3),
    }


def _write(output: Path, value: object) -> None:
    write_whole(output, json.dumps(value, ensure_ascii=False, indent=1) + "\n")


def _sentence(found: Calibration, output: Path) -> str:
    fitted = found.fitted
    parts = [f"Wrote {output}: {fitted.fit} of {counted(len(fitted.pairs.labels), 'point')} fit"]
    parts.append(f"rms {fitted.rms:.3f} hex")
    if not math.isnan(fitted.left_out_rms):
        parts.append(f"left out {fitted.left_out_rms:.3f}")
    if fitted.worst:
        parts.append(f"worst {', '.join(fitted.worst[:3])}")
    if found.checks:
        label, off = max(found.checks.items(), key=lambda item: item[1])
        parts.append(f"checks at most {off:.3f} ({label})")
    return ", ".join(parts) + "."

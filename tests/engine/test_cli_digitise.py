"""The verbs that digitise: what they write, and what bad input is told."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engine.cli import main
from maps.digitise import scans
from maps.digitise.calibrating.grids import Grid
from maps.digitise.calibrating.points import ControlPoint
from maps.digitise.calibrating.qgis_points import ground_text
from maps.layout import Orientation
from maps.numbering import Order, Parity

sys.path.insert(0, str(Path(__file__).parents[1] / "maps" / "digitise"))

import scanmaker

GRID = ("--labels", "CCRR", "--orientation", "flat", "--cols", 16, "--rows", 12)


@pytest.fixture(scope="module")
def made() -> scanmaker.Made:
    return scanmaker.scan(scanmaker.board(), "rotated")


@pytest.fixture
def desk(tmp_path: Path, made: scanmaker.Made) -> Path:
    """A folder with a scan, its points, exemplars and pairs."""
    scans.save(made.picture, tmp_path / "scan.png")
    points = made.points(scanmaker.spread_labels(made, 7), 1)
    rows = [{"label": point.label, "xy": [point.x, point.y]} for point in points]
    (tmp_path / "points.json").write_text(json.dumps(rows[:6]))
    (tmp_path / "check.json").write_text(json.dumps(rows[6:]))
    kinds: dict[str, list[str]] = {}
    for label, kind in made.board.terrain.items():
        kinds.setdefault(kind, []).append(label)
    few = {kind: labels[:5] for kind, labels in kinds.items()}
    (tmp_path / "kinds.json").write_text(json.dumps(few))
    pairs = [made.board.labels_of(bank) for bank in made.board.rivers]
    (tmp_path / "pairs.json").write_text(json.dumps(pairs[:5]))
    return tmp_path


def run(*words: object) -> Any:
    result = CliRunner().invoke(main, ["digitise", *map(str, words), "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def refused(*words: object) -> str:
    result = CliRunner().invoke(main, ["digitise", *map(str, words)])
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    (line,) = result.stderr.strip().splitlines()
    return line


def test_a_scan_becomes_hexes(desk: Path, made: scanmaker.Made) -> None:
    scan, cal = desk / "scan.png", desk / "cal.json"
    more = ("--check", desk / "check.json", "--find-pitch", "--parity", "even")
    data = run("calibrate", scan, "--points", desk / "points.json", *GRID, *more, "-o", cal)
    assert data == json.loads(cal.read_text())
    assert set(data) >= {"fit", "residuals", "centres"}
    assert max(data["residuals"].values()) < 0.1
    assert max(data["checks"].values()) < 0.1
    assert abs(data["found_pitch"]["pitch"] - made.pitch) < 0.5
    assert set(data["centres"]) == set(made.centres)

    terrain = run("classify", scan, cal, "--exemplars", desk / "kinds.json", "-o", desk / "t.json")
    right = sum(terrain[label]["kind"] == kind for label, kind in made.board.terrain.items())
    assert right >= 0.97 * len(terrain)
    sure = [hex_["confidence"] for hex_ in terrain.values()]
    assert sure == sorted(sure)

    words = ("--kind", "river", "--exemplars", desk / "pairs.json", "-o", desk / "r.json")
    found = {tuple(sorted(one["hexes"])) for one in run("trace", scan, cal, *words)}
    truth = {made.board.labels_of(bank) for bank in made.board.rivers}
    assert len(found & truth) >= 0.95 * len(truth)
    assert len(found - truth) <= 0.03 * len(found)
    given = {tuple(sorted(pair)) for pair in json.loads((desk / "pairs.json").read_text())}
    wrong = sorted(found - given)[0]
    (desk / "denied.json").write_text(json.dumps([wrong]))
    again = run("trace", scan, cal, *words, "--denied", desk / "denied.json")
    assert wrong not in {tuple(sorted(one["hexes"])) for one in again}


def test_bad_input_is_told_and_nothing_is_written(desk: Path) -> None:
    out, scan, points = desk / "out.json", desk / "scan.png", desk / "points.json"
    text = desk / "text.png"
    text.write_text("no picture")
    assert "is not a PNG" in refused("calibrate", text, "--points", points, *GRID, "-o", out)
    for content, said in (
        ("[", "line 1: is not JSON"),
        ("{}", "no list of points"),
        ("[1]", "point 1: has no label"),
        ('[{"label": "0101", "xy": [1]}]', "point 1: has no place"),
        ('[{"label": "0101", "xy": [1, true]}]', "point 1: has no place"),
        ('[{"label": "0101", "xy": [1, 2]}]', "needs 2 points"),
        ('[{"label": "0101", "xy": [1, 99999]}]', "off the picture"),
        ("[]", "needs 2 points"),
    ):
        points.write_text(content)
        assert said in refused("calibrate", scan, "--points", points, *GRID, "-o", out)
    cal = desk / "cal.json"
    cal.write_text("{}")
    kinds, pairs = desk / "kinds.json", desk / "pairs.json"
    assert "has no 'centres'" in refused("classify", scan, cal, "--exemplars", kinds, "-o", out)
    traced = ("trace", scan, cal, "--kind", "river", "--exemplars", pairs, "-o", out)
    assert "has no 'centres'" in refused(*traced)
    pairs.write_text('[["0101"]]')
    centres = {"0101": [50, 50], "0102": [50, 98], "0201": [92, 74], "0202": [92, 122]}
    cal.write_text(json.dumps({"centres": centres}))
    assert "pair 1: is not two labels" in refused(*traced)
    kinds.write_text('{"forest": "0101"}')
    assert "'forest'" in refused("classify", scan, cal, "--exemplars", kinds, "-o", out)
    assert not out.exists()


def test_points_of_qgis_calibrate_too(desk: Path) -> None:
    shown = json.loads((desk / "points.json").read_text())
    points = [ControlPoint(one["label"], *one["xy"]) for one in shown]
    grid = Grid(Order.CCRR, Orientation.FLAT, 16, 12, Parity.EVEN)
    (desk / "own.points").write_text(ground_text(points, grid))
    scan, parity = desk / "scan.png", ("--parity", "even")
    data = [
        run("calibrate", scan, "--points", desk / name, *GRID, *parity, "-o", desk / "cal.json")
        for name in ("points.json", "own.points")
    ]
    # Their pixels are kept to a hundredth.
    for label, centre in data[0]["centres"].items():
        assert data[1]["centres"][label] == pytest.approx(centre, abs=0.03)
    words = "calibrate", scan, "--points", desk / "own.points", *GRID, "-o", desk / "b.json"
    assert "--parity" in refused(*words) and not (desk / "b.json").exists()

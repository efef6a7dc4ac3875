"""Ground control points of QGIS, read as hexes on a scan and written again."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import maps.data
from maps.digitise.arrays import Floats
from maps.digitise.calibrating.grids import Grid
from maps.digitise.calibrating.points import ControlPoint
from maps.digitise.calibrating.qgis_points import (
    GroundPoint,
    control_points,
    ground_text,
    read_ground_points,
)
from maps.errors import KnownError
from maps.formats.interchange.globe import globe_of
from maps.layout import Orientation
from maps.numbering import Order, Parity

GRID = Grid(Order.CCRR, Orientation.FLAT, 12, 9, Parity.EVEN)
TURN = np.array(((0.98, 0.05), (-0.06, 1.01))) * 50


def lying(units: Floats) -> Floats:
    """Where points of the paper lie on a scan that is turned and stretched a little."""
    found: Floats = units @ TURN + (90.0, 70.0)
    return found


def centres(*labels: str) -> Floats:
    return GRID.units([GRID.hex(label, "here") for label in labels])


def written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def test_points_go_out_and_come_back(tmp_path: Path) -> None:
    points = [ControlPoint("0101", 12.5, 9.0), ControlPoint("1209", 500.25, 420.0)]
    path = written(tmp_path / "a.points", ground_text(points, GRID))
    assert path.read_text().splitlines()[1] == "0.0,0.0,12.5,-9.0,1,0,0,0"
    assert control_points(read_ground_points(path), GRID, "a") == points


def test_older_files_comments_and_points_that_are_switched_off(tmp_path: Path) -> None:
    text = "#CRS: none\n\nmapX,mapY,pixelX,pixelY,enable\n0,0,10,20,1\n0,-1,10,70,1\n0,-2,5,5,0\n"
    found = control_points(read_ground_points(written(tmp_path / "a.points", text)), GRID, "a")
    assert found == [ControlPoint("0101", 10, 20), ControlPoint("0102", 10, 70)]


def test_points_beside_centres_are_carried_to_them() -> None:
    labels = ("0101", "1202", "0309", "1108")
    wanted = centres(*labels)
    aside = wanted + np.array(((0.2, 0.1), (-0.3, 0.2), (0.1, -0.3), (0.25, 0.25)))
    points = [GroundPoint(u[0], -u[1], *p) for u, p in zip(aside, lying(aside), strict=True)]
    found = control_points(points, GRID, "a")
    assert [point.label for point in found] == list(labels)
    off = np.abs(np.array([point[1:] for point in found]) - lying(wanted))
    assert off.max() < 0.02 * 50
    # Two points of one hex: the one nearer to its centre shows it.
    twice = control_points([*points, GroundPoint(0, 0, *lying(centres("0101"))[0])], GRID, "a")
    assert [point.label for point in twice] == list(labels)
    with pytest.raises(KnownError, match="fewer than three or on one line"):
        control_points(points[:2], GRID, "a")


@pytest.mark.skipif(find_spec("pyproj") is None, reason="pyproj is not installed")
def test_boards_on_the_globe_take_degrees() -> None:
    board = maps.data.load("balkan_gambit")
    globe = globe_of(board)
    assert globe is not None
    grid = Grid.of(board.sheets[0])
    _, labels = grid.hexes()
    points = [ControlPoint(label, 10.0 * n, 5.0 * n * n) for n, label in enumerate(labels[5::97])]
    text = ground_text(points, grid, globe)
    lon, lat = (float(word) for word in text.splitlines()[1].split(",")[:2])
    assert 10 < lon < 35 and 33 < lat < 50
    shown = [
        GroundPoint(float(a), float(b), float(x), -float(y))
        for a, b, x, y, *_ in (line.split(",") for line in text.splitlines()[1:])
    ]
    assert control_points(shown, grid, "a", globe) == points


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no line that names"),
        ("a,b\n1,2\n", "no line that names"),
        ("mapX,mapY,pixelX,pixelY\n", "no point"),
        ("mapX,mapY,pixelX,pixelY\n1,2,3\n", "line 2"),
        ("mapX,mapY,pixelX,pixelY\n1,2,nan,4\n", "line 2"),
        ("mapX,mapY,pixelX,pixelY\n1,2,1e300,4\n", "line 2"),
        ("mapX,mapY,pixelX,pixelY\n" + "1,2,3,4\n" * 5_001, "more than 5,000"),
        ('mapX,mapY,pixelX,pixelY\n"1,2,3,4\n', "line 2"),
    ],
)
def test_bad_points_are_told(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(KnownError, match=words):
        read_ground_points(written(tmp_path / "a.points", text))


def test_points_off_the_sheet_are_told() -> None:
    with pytest.raises(KnownError, match="no point of the sheet"):
        control_points([GroundPoint(500, 4, 1, 1)], GRID, "a")

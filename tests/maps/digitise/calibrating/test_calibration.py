"""Calibration: how near the centres come, and what bad points are told."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
import scanmaker
from hypothesis import given
from hypothesis import strategies as st

from maps.digitise.calibrating import stored
from maps.digitise.calibrating.calibration import Calibration, calibrate, checked
from maps.digitise.calibrating.grids import Grid
from maps.digitise.calibrating.points import ControlPoint
from maps.digitise.calibrating.stored import lattice_from
from maps.digitise.calibrating.transforms import Fit
from maps.errors import KnownError
from maps.layout import Layout, Orientation
from maps.numbering import Order, Parity
from tests.examples import few

GRID = Grid(Order.CCRR, Orientation.FLAT, 16, 12)


def centre_errors(found: Calibration, made: scanmaker.Made) -> np.ndarray:
    truth = np.array([made.centres[label] for label in found.lattice.labels])
    return np.hypot(*(found.lattice.centres - truth).T) / made.pitch


def laid(grid: Grid, turn: float = 0.1, size: float = 40.0) -> dict[str, tuple[float, float]]:
    """The true centres of a grid that is turned and enlarged."""
    hexes, labels = grid.hexes()
    c, s = size * math.cos(turn), size * math.sin(turn)
    at = grid.units(hexes) @ np.array([[c, s], [-s, c]]) + [300, 200]
    return {label: (float(x), float(y)) for label, (x, y) in zip(labels, at, strict=True)}


def points(*labels: str, grid: Grid = GRID) -> list[ControlPoint]:
    at = laid(grid)
    return [ControlPoint(label, *at[label]) for label in labels]


def refusal(*given: ControlPoint, wanted: Fit | None = None) -> str:
    with pytest.raises(KnownError) as caught:
        calibrate(GRID, given, wanted, "points.json")
    text = str(caught.value)
    assert text.startswith("points.json: ")
    return text


@pytest.fixture(scope="module")
def small() -> scanmaker.Board:
    return scanmaker.board()


@pytest.mark.parametrize("damage", ["none", "rotated", "sheared", "perspective"])
def test_six_points_lay_the_grid_on_straight_damage(damage: str, small: scanmaker.Board) -> None:
    made = scanmaker.scan(small, *scanmaker.SUITES[damage])
    for seed in range(4):
        found = calibrate(small.grid, made.points(scanmaker.spread_labels(made, 6), seed))
        errors = centre_errors(found, made)
        assert errors.mean() < 0.05
        assert errors.max() < 0.15


def test_twelve_points_lay_the_grid_on_a_fold(small: scanmaker.Board) -> None:
    made = scanmaker.scan(small, "folded")
    for seed in range(4):
        found = calibrate(small.grid, made.points(scanmaker.spread_labels(made, 12), seed))
        errors = centre_errors(found, made)
        assert errors.mean() < 0.10
        assert errors.max() < 0.25


@few(15)
@given(
    order=st.sampled_from(Order),
    orientation=st.sampled_from(Orientation),
    parity=st.sampled_from(Parity),
    columns=st.integers(3, 12),
    rows=st.integers(3, 12),
    fit=st.sampled_from([Fit.SIMILARITY, Fit.AFFINE, Fit.PROJECTIVE, Fit.TPS]),
)
def test_exact_points_are_met_and_the_json_reads_back(
    order: Order, orientation: Orientation, parity: Parity, columns: int, rows: int, fit: Fit
) -> None:
    grid = Grid(order, orientation, columns, rows, parity)
    truth = laid(grid)
    labels = [str(grid.sheet.label(at)) for at in _corners(grid)]
    found = calibrate(grid, points(*labels, grid=grid), fit)
    assert np.allclose(found.lattice.centres, list(truth.values()), atol=1e-4)
    data = json.loads(json.dumps(found.plain()))
    assert np.allclose(lattice_from(data, "x").centres, found.lattice.centres, atol=1e-3)
    del data["grid"]
    guessed = lattice_from(data, "x")
    assert (guessed.grid.columns, guessed.grid.rows) in ((columns, rows), (rows, columns))
    near = {label: guessed.centres[row] for label, row in guessed.index.items()}
    assert all(np.allclose(near[label], at, atol=1e-3) for label, at in truth.items())


def _corners(grid: Grid) -> list:
    sheet, c, r = grid.sheet, grid.columns, grid.rows
    places = [(1, 1), (c, 1), (1, r), (c, r), ((c + 1) // 2, (r + 1) // 2)]
    return [sheet.hex_of(*place) for place in places]


def test_the_first_hex_is_top_left_and_parity_pushes_down() -> None:
    for parity, pushed in ((Parity.ODD, "0101"), (Parity.EVEN, "0201")):
        grid = Grid(Order.CCRR, Orientation.FLAT, 4, 3, parity)
        at = laid(grid, turn=0)
        assert max(("0101", "0201"), key=lambda label: at[label][1]) == pushed
        assert at["0101"][0] < at["0201"][0]
        layout = Layout(Orientation.FLAT, 40)
        assert math.isclose(at["0301"][0] - at["0101"][0], 3 * layout.radius)


def test_parity_is_found_when_it_is_not_said() -> None:
    odd = Grid(Order.CCRR, Orientation.FLAT, 16, 12, Parity.ODD)
    given = points("0101", "1601", "0112", "1612", "0806", grid=odd)
    assert calibrate(GRID, given, parity_known=False).grid.parity is Parity.ODD


def test_checks_tell_a_uniform_shift_that_the_fit_cannot() -> None:
    at = laid(GRID)
    shifted = [
        ControlPoint(f"{int(label[:2]):02d}{int(label[2:]) + 1:02d}", *at[label])
        for label in ("0101", "1501", "0111", "1511", "0806")
    ]
    found = calibrate(GRID, shifted)
    assert found.fitted.rms < 1e-6
    told = checked(found, [ControlPoint("0505", *at["0505"])])
    assert told.checks is not None
    assert abs(told.checks["0505"] - 1) < 0.01
    with pytest.raises(KnownError, match="used in the fit"):
        checked(found, [ControlPoint("0102", 1, 1)])


def test_the_worst_point_is_named_first() -> None:
    given = points("0101", "1601", "0112", "1612", "0806", "0403", "1209", "1203")
    off = given[5]._replace(x=given[5].x + 12)
    found = calibrate(GRID, [*given[:5], off, *given[6:]], Fit.AFFINE)
    assert found.fitted.worst[0] == "0403"
    assert found.fitted.left_out_rms > found.fitted.rms


def test_bad_points_are_told_in_a_sentence() -> None:
    good = points("0101", "1601", "0112", "1612", "0806")
    assert "needs 2 points, here are 0" in refusal()
    assert "needs 2 points, here is 1" in refusal(good[0])
    assert "needs 4 points" in refusal(*good[:3], wanted=Fit.PROJECTIVE)
    assert "needs 6 points" in refusal(*good, wanted=Fit.POLYNOMIAL)
    assert "collinear" in refusal(*points("0101", "0105", "0110"))
    assert "collinear" in refusal(*points("0101", "0105", "0110", "0112"), wanted=Fit.TPS)
    assert "given twice" in refusal(*good, good[0]._replace(x=9))
    assert "same place" in refusal(*good, ControlPoint("0505", *good[0][1:]))
    assert "has no '9901'" in refusal(*good, ControlPoint("9901", 1, 1))
    assert "no place" in refusal(*good, ControlPoint("0505", math.nan, 1))
    wrong = ControlPoint("0505", *laid(GRID)["0506"])
    assert "0505 contradicts" in refusal(*good, wrong)
    assert "0505 contradicts" in refusal(*good, wrong, wanted=Fit.TPS)


def test_labels_the_other_way_round_are_guessed() -> None:
    at = laid(Grid(Order.RRCC, Orientation.FLAT, 12, 12))
    given = [ControlPoint(label, *at[label]) for label in ("0101", "1201", "0112", "1212", "0705")]
    assert "RRCC" in refusal(*given)


def test_three_points_on_a_line_do_not_make_a_projective_fit() -> None:
    given = points("0101", "0106", "0112", "1606")
    assert "do not determine" in refusal(*given, wanted=Fit.PROJECTIVE)


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"centres": {}},
        {"centres": {"0101": "x"}},
        {"centres": {"0101": [1, 2, 3]}},
        {"centres": {"0101": [1, 2], "0202": [3, 4]}},
        {"centres": {"a": [1, 2]}},
        {"centres": {"0101": [1, 2]}, "grid": {"labels": "CCRR"}},
    ],
)
def test_a_bad_calibration_is_told(data: object) -> None:
    with pytest.raises(KnownError, match=r"cal\.json"):
        lattice_from(data, "cal.json")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"labels": "CRCR"}, "'labels' is none of"),
        ({"orientation": []}, "'orientation' is none of"),
        ({"parity": None}, "'parity' is none of"),
        ({"cols": "2"}, "'cols' is no whole number"),
        ({"rows": True}, "'rows' is no whole number"),
        ({"rows": 0}, "1 to 9999 columns and rows"),
    ],
)
def test_a_grid_that_cannot_be_is_told(change: dict[str, object], said: str) -> None:
    grid = {"labels": "CCRR", "orientation": "flat", "cols": 1, "rows": 1, "parity": "odd"}
    data = {"centres": {"0101": [0.0, 0.0]}, "grid": {**grid, **change}}
    with pytest.raises(KnownError, match=said):
        lattice_from(data, "cal.json")


def test_a_bug_of_ours_is_no_bad_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_values: object) -> None:
        raise TypeError("ours")

    monkeypatch.setattr(stored, "Grid", broken)
    grid = {"labels": "CCRR", "orientation": "flat", "cols": 1, "rows": 1, "parity": "odd"}
    with pytest.raises(TypeError, match="ours"):
        lattice_from({"centres": {"0101": [0.0, 0.0]}, "grid": grid}, "cal.json")

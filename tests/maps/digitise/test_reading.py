"""Terrain, lines, printed numbers and pitch, read off scans whose truth is known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import scan_figures
import scanmaker

from maps.digitise.arrays import Bytes
from maps.digitise.calibrating.calibration import Calibration
from maps.digitise.calibrating.glyphs import read_numbers, verify
from maps.digitise.calibrating.pitch import estimate_pitch
from maps.digitise.reading.classify import classify
from maps.digitise.reading.strips import Course
from maps.digitise.reading.trace import trace
from maps.errors import KnownError
from maps.hexgrid import side_between
from maps.layout import Orientation


@pytest.fixture(scope="module")
def plain() -> tuple[scanmaker.Made, Calibration]:
    made = scanmaker.scan(scanmaker.board(scanmaker.PLAIN), "rotated", "jpeg")
    return made, scan_figures.calibrated(made, 12)


@pytest.fixture(scope="module")
def worn() -> tuple[scanmaker.Made, Calibration]:
    made = scanmaker.scan(scanmaker.board(scanmaker.WORN, 20, 14), "light", "paper")
    return made, scan_figures.calibrated(made, 12)


Case = tuple[scanmaker.Made, Calibration]


def test_terrain_of_the_plain_style(plain: Case) -> None:
    assert scan_figures.terrain_figures(*plain).right >= 0.97


def test_terrain_of_the_worst_style(worn: Case) -> None:
    assert scan_figures.terrain_figures(*worn).right >= 0.90


@pytest.mark.parametrize(
    ("style", "seed"),
    [
        pytest.param("symbols", 2, marks=pytest.mark.soak),
        pytest.param("symbols", 5, marks=pytest.mark.soak),
        ("worn", 13),
    ],
)
def test_wrong_hexes_are_among_the_least_sure(style: str, seed: int) -> None:
    board = scanmaker.board(scanmaker.STYLES[style], 20, 14, seed=seed)
    made = scanmaker.scan(board, *scanmaker.SUITES["all"])
    figures = scan_figures.terrain_figures(made, scan_figures.calibrated(made, 12, seed), seed)
    assert figures.wrong_seen >= 0.95 * figures.wrong


def test_a_stretch_that_is_denied_takes_its_likes_with_it() -> None:
    """Borders are printed much like rivers, between hexes of clear land that no river touches."""
    board = scanmaker.board(scanmaker.PLAIN, 20, 14, seed=2)
    by_hex = {at: board.terrain[label] for label, at in board.hexes.items()}
    wet = {at for river in board.rivers for at in river.hexes}
    board.borders = [
        side
        for at in by_hex
        for side in (side_between(at, at.neighbour(0)),)
        if all(by_hex.get(end) == "clear" and end not in wet for end in side.hexes)
    ]
    made = scanmaker.scan(board, *scanmaker.SUITES["all"])
    found = scan_figures.calibrated(made, 12, 13)
    rivers = [board.labels_of(line) for line in board.rivers]
    borders = {board.labels_of(line) for line in board.borders}
    given = [rivers[i] for i in np.random.default_rng(13).permutation(len(rivers))[:5]]

    def traced(denied: list[tuple[str, str]]) -> set[tuple[str, str]]:
        lines = trace(made.picture, found.lattice, given, Course.SIDES, "x", denied)
        return {(min(one.hexes), max(one.hexes)) for one in lines if one.confidence >= 0.5}

    before = traced([])
    assert before >= set(rivers)
    assert len(before & borders) > 0.8 * len(borders)
    after = traced(sorted(before & borders)[:4])
    assert not after & borders
    assert len(after & set(rivers)) > 0.8 * len(rivers)


def test_rivers_and_roads_of_the_plain_style(plain: Case) -> None:
    for course in Course:
        found = scan_figures.line_figures(*plain, course)
        assert found.found >= 0.95
        assert found.false <= 0.03


def test_confirmed_hexes_keep_their_kind_and_come_last(plain: Case) -> None:
    made, found = plain
    label = "0101"
    own = made.board.terrain[label]
    other = next(kind for kind in made.board.terrain.values() if kind != own)
    few = [x for x, kind in made.board.terrain.items() if kind == other][:3]
    verdicts = classify(made.picture, found.lattice, {"mine": [label], "other": few}, "x")
    assert {v.label: v.kind for v in verdicts}[label] == "mine"
    assert verdicts[-1].confidence == 1.0
    assert len(verdicts) == len(made.centres)


def test_bad_exemplars_are_told(plain: Case) -> None:
    made, found = plain
    for exemplars, said in (
        ({}, "fewer than two kinds"),
        ({"a": ["0101"]}, "fewer than two kinds"),
        ({"a": ["0101"], "b": []}, "'b' has no hex"),
        ({"a": ["0101"], "b": ["9999"]}, "no '9999'"),
        ({"a": ["0101"], "b": ["0101"]}, "both 'a' and 'b'"),
    ):
        with pytest.raises(KnownError, match=said):
            classify(made.picture, found.lattice, exemplars, "x")
    tiny: Bytes = made.picture[:40, :40]
    with pytest.raises(KnownError, match="off the picture"):
        classify(tiny, found.lattice, {"a": ["1612"], "b": ["1611"]}, "x")
    for pairs, said in (
        ([], "0 examples"),
        ([("0101", "0102"), ("0101", "0505")], "not adjacent"),
        ([("0101", "0102"), ("0101", "9905")], "no '9905'"),
    ):
        with pytest.raises(KnownError, match=said):
            trace(made.picture, found.lattice, pairs, Course.SIDES, "x")


@pytest.mark.parametrize("orientation", list(Orientation))
def test_the_pitch_is_found_from_the_picture(orientation: Orientation) -> None:
    board = scanmaker.board(scanmaker.WORN, orientation=orientation)
    found = estimate_pitch(scanmaker.scan(board, "rotated", "paper").picture)
    assert found is not None
    assert abs(found.pitch - scanmaker.PITCH) < 0.4
    assert found.orientation is orientation
    assert abs(found.tilt - 3.2) < 0.4


def test_no_pitch_is_found_where_there_is_no_grid() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (400, 500, 3)).astype(np.uint8)
    assert estimate_pitch(noise) is None
    assert estimate_pitch(np.full((300, 300, 3), 200, dtype=np.uint8)) is None
    assert estimate_pitch(np.full((3, 3, 3), 200, dtype=np.uint8)) is None


def test_printed_numbers_tell_a_calibration_that_is_one_row_off(plain: Case) -> None:
    made, found = plain
    labels = list(made.centres)
    right = verify(read_numbers(made.picture, found.lattice, {x: x for x in labels[::9]}, "x"))
    assert right.shift == (0, 0)
    assert right.agreeing > 0.85
    lattice = found.lattice
    step = lattice.centres[lattice.index["0102"]] - lattice.centres[lattice.index["0101"]]
    moved = replace(lattice, centres=lattice.centres + step)
    printed = {x: f"{x[:2]}{int(x[2:]) + 1:02d}" for x in labels[::9] if x[2:] != "12"}
    off = verify(read_numbers(made.picture, moved, printed, "x"))
    assert off.shift == (0, 1)
    assert off.agreeing < 0.1


def test_bad_confirmed_numbers_are_told(plain: Case) -> None:
    made, found = plain
    for confirmed, said in (
        ({}, "fewer than three"),
        ({"0101": "0101", "0102": "0102", "9999": "0103"}, "no '9999'"),
        ({"0101": "0101", "0102": "0102", "0103": "x"}, "'x' is no number"),
    ):
        with pytest.raises(KnownError, match=said):
            read_numbers(made.picture, found.lattice, confirmed, "x")


def test_no_further_number_is_read_where_nothing_is_printed(plain: Case) -> None:
    """A picture of one colour, and a lattice outside of the picture: those that were confirmed."""
    made, found = plain
    three = {label: label for label in list(made.centres)[::40][:3]}
    away = replace(found.lattice, centres=found.lattice.centres + 90_000.0)
    blank = np.full_like(made.picture, 200)
    for picture, lattice in ((blank, found.lattice), (made.picture, away)):
        seen = verify(read_numbers(picture, lattice, three, "x"))
        assert seen.readable <= len(three) and not seen.disagreeing


@pytest.mark.soak
@pytest.mark.parametrize("style", list(scanmaker.STYLES))
@pytest.mark.parametrize("damage", list(scanmaker.SUITES))
def test_terrain_of_every_style_and_damage(style: str, damage: str) -> None:
    board = scanmaker.board(scanmaker.STYLES[style], 20, 14)
    made = scanmaker.scan(board, *scanmaker.SUITES[damage])
    found = scan_figures.calibrated(made, 12)
    assert scan_figures.terrain_figures(made, found).right >= 0.90

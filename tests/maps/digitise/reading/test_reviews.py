"""Reviews: what comes first, what a person's word changes, and what is drawn."""

from __future__ import annotations

import numpy as np
import pytest

from maps.digitise.calibrating.grids import Grid
from maps.digitise.calibrating.transforms import Matrix
from maps.digitise.calibrating.warp import warped
from maps.digitise.reading.classify import Verdict
from maps.digitise.reading.reviews import drawing, of_lines, of_terrain
from maps.digitise.reading.strips import Course
from maps.digitise.reading.trace import Traced
from maps.edits import apply
from maps.errors import KnownError
from maps.hexgrid import Side, link, side_between
from maps.layout import Orientation
from maps.legend import Kind, Layer, Legend
from maps.model import GameMap
from maps.numbering import Sheet

SHEET = Sheet("A", Orientation.FLAT, 4, 3)
GRID = Grid.of(SHEET)


@pytest.fixture
def board() -> GameMap:
    legend = Legend()
    for layer, kind in (
        (Layer.TERRAIN, "clear"),
        (Layer.TERRAIN, "forest"),
        (Layer.HEXSIDE, "river"),
        (Layer.LINE, "road"),
    ):
        legend.add(Kind(layer, kind, kind))
    land = dict.fromkeys(SHEET.hexes(), "clear")
    return GameMap("b", "B", Orientation.FLAT, legend, [SHEET], land)


def verdicts() -> list[Verdict]:
    return [
        Verdict("0101", "forest", 0.1, "clear"),
        Verdict("0102", "forest", 0.7, "clear"),
        Verdict("0201", "forest", 1.0, "clear", confirmed=True),
    ]


def test_what_is_sure_is_drawn_and_what_nobody_saw_is_a_draft(board: GameMap) -> None:
    review = of_terrain(verdicts())
    apply(board, drawing(review, GRID, board, 0.5))
    at = {label: board.terrain[GRID.hex(label, "x")] for label in ("0101", "0102", "0201")}
    assert at == {"0101": "clear", "0102": "forest", "0201": "forest"}
    assert board.drafts == {GRID.hex("0102", "x")}
    right = review.with_kind(0, "forest")
    assert right.seen == 2
    apply(board, drawing(right, GRID, board, 0.5))
    assert board.terrain[GRID.hex("0101", "x")] == "forest"
    assert board.drafts == {GRID.hex("0102", "x")}
    assert not drawing(right, GRID, board, 0.5)


def test_what_a_person_takes_back_is_unseen_again() -> None:
    review = of_terrain(verdicts()).confirmed({("0101",): "clear"})
    assert [item.seen for item in review.items] == [True, False, False]
    assert review.items[0].kind == "clear"
    assert review.row_of(("0102",)) == 1
    assert review.row_of(("9999",)) is None


def test_lines_in_doubt_come_first_and_seen_ones_last(board: GameMap) -> None:
    traced = [
        Traced(("0101", "0102"), 1.0),
        Traced(("0201", "0202"), 0.9),
        Traced(("0102", "0103"), 0.55),
        Traced(("0202", "0203"), 0.3),
        Traced(("0301", "0302"), 0.0),
    ]
    given = {frozenset(("0101", "0102"))}
    review = of_lines(traced, "river", Course.SIDES, given)
    assert [item.labels for item in review.items] == [
        ("0102", "0103"),
        ("0202", "0203"),
        ("0201", "0202"),
        ("0101", "0102"),
    ]
    assert [item.kind for item in review.items] == ["river", "", "river", "river"]
    assert review.row_of(("0102", "0101")) == 3
    apply(board, drawing(review, GRID, board, 0.5))
    assert set(board.hexsides) == {_below("0101"), _below("0201")}
    assert GRID.hex("0201", "x") in board.drafts
    assert GRID.hex("0101", "x") not in board.drafts
    roads = of_lines(traced, "road", Course.LINKS, given)
    apply(board, drawing(roads, GRID, board, 0.0))
    assert link(GRID.hex("0102", "x"), GRID.hex("0103", "x")) in board.lines


def _below(label: str) -> Side:
    under = f"{label[:2]}{int(label[2:]) + 1:02d}"
    return side_between(GRID.hex(label, "x"), GRID.hex(under, "x"))


def test_a_kind_that_the_legend_lost_is_told(board: GameMap) -> None:
    review = of_terrain([Verdict("0101", "jungle", 1.0, "clear")])
    with pytest.raises(KnownError, match="jungle"):
        drawing(review, GRID, board, 0.0)


def test_a_bent_piece_shows_what_lies_there() -> None:
    picture = np.zeros((400, 500, 3), dtype=np.uint8)
    picture[100:200, 150:300] = (250, 10, 60)
    matrix = np.array([[50.0, 0, 20], [0, 50.0, 10], [0, 0, 1]])
    whole = (0.0, 0.0, 500.0, 400.0)
    piece = warped(picture, 1.0, Matrix(matrix), (2.0, 1.0), 4.0, 200, whole)
    # At one pixel to a pixel, the piece is the part of the picture from (120, 60).
    assert np.array_equal(piece[45:135, 35:175, :3], picture[105:195, 155:295])
    assert np.all(piece[:, :, 3] == 255)
    half = warped(picture[::2, ::2], 0.5, Matrix(matrix), (2.0, 1.0), 4.0, 200, whole)
    assert np.all(half[50:130, 40:170, 0] == 250)
    cut = warped(picture, 1.0, Matrix(matrix), (2.0, 1.0), 4.0, 200, (0, 0, 220, 400))
    assert np.all(cut[:, 105:, 3] == 0)
    assert np.all(cut[:, :95, 3] == 255)

"""Boards of hexwright: files of our own in the form it exports."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from maps.errors import KnownError
from maps.formats.boards import BOARDS
from maps.hexgrid import link, side_between
from maps.layout import Orientation
from maps.model import GameMap
from maps.untyped import Json

GRID = {
    "grid_version": 1,
    "n_cols": 3,
    "n_rows": 2,
    "x_intercept_col0": 10,
    "col_pitch_x": 30,
    "y_intercept_row0": 10,
    "row_pitch_y": 34,
    "even_col_y_offset": 17,
}
PARTS: dict[str, Json] = {
    "hexgrid": GRID,
    "terrain": {"terrain": {"0000": "woods", "0101": "Salt flat"}},
    "hexsides": {
        "_comment": "made by hand",
        "rivers": [{"a": "0000", "b": "0001"}],
        "roads": [["0100", "0101"]],
        "slopes": [{"a": "0100", "b": "0200", "higher": "0100"}],
    },
    "features": {
        "features": [{"code": "0101", "type": "city", "name": "Ferry", "attrs": {"vp": 2}}],
    },
    "names": {"names": {"0101": "Ferry", "0200": "Lake"}},
    "elevation": {"elevation": {"0100": 3, "0101": 3, "0200": 1}},
}  # fmt: skip


def written(folder: Path, parts: dict[str, Json]) -> Path:
    """The files of a board in a folder, and the manifest."""
    folder.mkdir(exist_ok=True)
    for part, data in parts.items():
        (folder / f"{part}.json").write_text(json.dumps(data))
    manifest = folder / "project.json"
    manifest.write_text(json.dumps({"name": "Dale", "hexgrid": "elsewhere/hexgrid.json"}))
    return manifest


def read(path: Path) -> GameMap:
    return BOARDS.read(path)


def test_a_manifest_brings_all_that_lies_beside_it(tmp_path: Path) -> None:
    board = read(written(tmp_path / "dale", PARTS))
    assert board.title == "Dale" and board.orientation is Orientation.FLAT
    assert {board.label(at): kind for at, kind in board.terrain.items()} == {
        "0000": "woods", "0001": "clear", "0100": "clear", "0101": "salt_flat", "0200": "clear",
        "0201": "clear",
    }  # fmt: skip
    at = board.parse_label
    assert board.hexsides[side_between(at("0000"), at("0001"))] == {"river"}
    assert board.hexsides[side_between(at("0100"), at("0200"))] == {"slope"}
    assert board.lines == {link(at("0100"), at("0101")): frozenset({"road"})}
    places = {(one.name, one.kind, board.label(one.hex)) for one in board.places.values()}
    assert places == {("Ferry", "city", "0101"), ("Lake", "name", "0200")}
    assert board.regions["elevation"] == {
        "Level 1": frozenset({at("0200")}),
        "Level 3": frozenset({at("0100"), at("0101")}),
    }
    assert board.notes["imported, values of features"] == "0101 Ferry: vp 2"


@pytest.mark.parametrize("part", ["terrain", "hexgrid", "names"])
def test_any_of_its_files_brings_the_others(tmp_path: Path, part: str) -> None:
    whole = read(written(tmp_path / "dale", PARTS))
    one = read(tmp_path / "dale" / f"{part}.json")
    assert one.terrain == whole.terrain and one.hexsides == whole.hexsides


@pytest.mark.parametrize(
    ("grid", "lower"),
    [
        ({}, "0000"),
        ({"even_col_y_offset": -17}, "0100"),
        ({"even_col_y_offset": 0, "odd_col_y_offset": 17}, "0100"),
        ({"y_model": {"even_col_down_offset": 17}}, "0000"),
    ],
)
def test_the_grid_says_which_columns_lie_lower(
    tmp_path: Path, grid: dict[str, Json], lower: str
) -> None:
    board = read(written(tmp_path / "dale", {**PARTS, "hexgrid": {**GRID, **grid}}))
    at = board.parse_label
    first, second = at("0000"), at("0100")
    rows = {label: 2 * of.r + of.q for label, of in (("0000", first), ("0100", second))}
    assert max(rows, key=rows.__getitem__) == lower


def test_columns_may_hold_unlike_numbers_of_hexes(tmp_path: Path) -> None:
    grid = {**GRID, "grid_version": 2, "row_counts_by_parity": {"even": 2, "odd": 1}}
    parts = {part: data for part, data in PARTS.items() if part == "names"} | {"hexgrid": grid}
    parts["names"] = {"names": {}}
    board = read(written(tmp_path / "dale", parts))
    assert sorted(map(board.label, board.terrain)) == ["0000", "0001", "0100", "0200", "0201"]


@pytest.mark.parametrize(
    ("part", "data", "words"),
    [
        ("terrain", {"terrain": {"x": "woods"}}, "is no hex"),
        ("terrain", {"terrain": []}, "no table of hexes"),
        ("hexsides", {"rivers": [{"a": "0000"}]}, "is no hex"),
        ("hexsides", {"rivers": ["0000"]}, "no pair"),
        ("hexgrid", {**GRID, "n_cols": 10**7}, "more than"),
        ("hexgrid", {**GRID, "n_cols": "many"}, "no number"),
        ("features", {"features": {}}, "no list"),
        ("elevation", {"elevation": {"0000": "high"}}, "no number"),
    ],
)
def test_what_is_bad_gets_a_sentence(tmp_path: Path, part: str, data: Json, words: str) -> None:
    manifest = written(tmp_path / "dale", {**PARTS, part: data})
    with pytest.raises(KnownError, match=words):
        read(manifest)


def test_a_manifest_without_anything_beside_it_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KnownError, match="holds no hexes"):
        read(written(tmp_path / "empty", {}))


def test_no_path_of_a_manifest_is_opened(tmp_path: Path) -> None:
    manifest = written(tmp_path / "dale", {"hexgrid": GRID})
    (tmp_path / "secret.json").write_text(json.dumps({"terrain": {"0000": "gold"}}))
    manifest.write_text(json.dumps({"hexgrid": "hexgrid.json", "terrain": "../secret.json"}))
    assert set(read(manifest).terrain.values()) == {"clear"}

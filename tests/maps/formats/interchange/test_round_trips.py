"""What goes out as JSON, CSV or GeoJSON comes back."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

import maps.data
from maps.errors import KnownError
from maps.formats.boards import BOARDS
from maps.formats.interchange import board_csv, board_json, geojson, text_mapper
from maps.hexgrid import Hex, Side, link
from maps.layout import Orientation
from maps.legend import Layer
from maps.model import GameMap
from maps.untyped import Json
from tests.examples import few
from tests.maps.strategies import maps as any_map

SLOW = settings(few(12), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def kinds_by_name(board: GameMap) -> Callable[[Layer, str], str]:
    """Kinds that came in from a foreign file bear in their name the id they had."""
    names = {key: kind.name for key, kind in board.legend.kinds.items()}
    return lambda layer, ident: names[layer, ident]


def facts(board: GameMap, name: Callable[[Layer, str], str]) -> dict[str, object]:
    """What a table holds of a board, by names."""
    ground = board.terrain
    return {
        "terrain": {at: name(Layer.TERRAIN, kind) for at, kind in ground.items()},
        "hexsides": {
            of: {name(Layer.HEXSIDE, kind) for kind in kinds}
            for of, kinds in board.hexsides.items()
            if any(at in ground for at in of.hexes)
        },
        "lines": {
            of: {name(Layer.LINE, kind) for kind in kinds}
            for of, kinds in board.lines.items()
            if any(at in ground for at in of)
        },
        "places": sorted(
            (place.hex, name(Layer.PLACE, place.kind), place.name)
            for place in board.places.values()
            if place.hex in ground
        ),
        "regions": {
            (name(Layer.REGION, layer), region): hexes & ground.keys()
            for layer, regions in board.regions.items()
            for region, hexes in regions.items()
            if hexes & ground.keys()
        },
    }


def own(layer: Layer, ident: str) -> str:
    return ident


@SLOW
@given(any_map())
def test_json_is_whole(board: GameMap) -> None:
    assert board_json.loads(board_json.dumps(board)) == board


@SLOW
@given(any_map())
def test_a_table_holds_what_is_in_hexes(board: GameMap) -> None:
    if not board.terrain:
        return
    back = board_csv.loads(board_csv.dumps(board))
    assert back.orientation is board.orientation
    assert facts(back, kinds_by_name(back)) == facts(board, own)


@SLOW
@given(any_map())
def test_geojson_holds_what_is_in_hexes(board: GameMap) -> None:
    if not board.terrain:
        return
    back = geojson.loads(geojson.dumps(board))
    assert back.orientation is board.orientation
    there = facts(back, kinds_by_name(back))
    assert there == facts(board, own)


@pytest.mark.parametrize("name", ["balkan_front", "operation_gertrud"])
def test_shipped_boards_go_out_and_come_back(name: str) -> None:
    board = maps.data.load(name)
    assert board_json.loads(board_json.dumps(board)) == board
    table = board_csv.loads(board_csv.dumps(board))
    assert facts(table, kinds_by_name(table)) == facts(board, own)


def test_the_schema_describes_what_is_written() -> None:
    shape = json.loads(board_json.schema())
    for name in ("balkan_gambit", "balkan_front"):
        fits(json.loads(board_json.dumps(maps.data.load(name))), shape, shape)
    wrong = json.loads(board_json.dumps(maps.data.load("balkan_gambit")))
    wrong["hexes"][0]["hex"] = [1]
    with pytest.raises(AssertionError):
        fits(wrong, shape, shape)


def fits(value: Json, shape: Json, root: Json) -> None:
    """Judge a value by the words of JSON Schema that ours uses."""
    known = {
        "$schema", "$defs", "$ref", "title", "description", "type", "properties", "required",
        "additionalProperties", "items", "prefixItems", "minItems", "maxItems", "uniqueItems",
        "enum", "const", "minimum", "maximum",
    }  # fmt: skip
    assert set(shape) <= known, set(shape) - known
    if "$ref" in shape:
        fits(value, root["$defs"][shape["$ref"].rpartition("/")[2]], root)
    types = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float)}
    assert isinstance(value, types[shape["type"]]) if "type" in shape else True
    assert value == shape.get("const", value)
    assert value in shape.get("enum", [value])
    if isinstance(value, dict):
        own_shapes, rest = shape.get("properties", {}), shape.get("additionalProperties", {})
        assert set(shape.get("required", ())) <= set(value)
        for key, one in value.items():
            assert key in own_shapes or rest is not False, key
            fits(one, own_shapes.get(key, rest), root)
    if isinstance(value, list):
        assert shape.get("minItems", 0) <= len(value) <= shape.get("maxItems", len(value))
        heads = shape.get("prefixItems", [shape.get("items", {})] * len(value))
        for one, own_shape in zip(value, heads, strict=True):
            fits(one, own_shape, root)


def test_a_georeferenced_board_has_degrees() -> None:
    board = maps.data.load("balkan_gambit")
    pytest.importorskip("pyproj")
    shapely = pytest.importorskip("shapely.geometry")
    data = json.loads(geojson.dumps(board))
    assert data["sandtable"]["coordinates"] == "longitude, latitude"
    shapes = [(f["properties"], shapely.shape(f["geometry"])) for f in data["features"]]
    assert all(shape.is_valid for _, shape in shapes)
    hexes = [shape for own_, shape in shapes if own_["layer"] == "hex"]
    assert len(hexes) == len(board.terrain)
    assert all(shape.exterior.is_ccw for shape in hexes)
    (sarajevo,) = [shape for own_, shape in shapes if own_.get("name") == "Sarajevo"]
    assert abs(sarajevo.x - 18.36) < 0.3 and abs(sarajevo.y - 43.85) < 0.3
    together = sum(shape.area for shape in hexes)
    union = pytest.importorskip("shapely").union_all(hexes)
    assert abs(union.area - together) / together < 1e-6


def test_a_board_of_ones_own_has_paper_coordinates() -> None:
    board = replace(maps.data.load("balkan_gambit"), id="mine")
    data = json.loads(geojson.dumps(board))
    assert data["sandtable"]["coordinates"].startswith("hexes")
    rings = [f["geometry"]["coordinates"][0] for f in data["features"][:20]]
    for ring in rings:
        area = sum(a[0] * b[1] - b[0] * a[1] for a, b in itertools.pairwise(ring)) / 2
        assert area == pytest.approx(3**0.5 / 2)


def test_a_plain_table_of_numbers_is_read() -> None:
    board = board_csv.loads("hex;terrain;wells\n0101;clear;2\n0102;rough;\n0201;clear;1\n")
    assert [board.label(at) for at in board.terrain] == ["0101", "0102", "0201"]
    assert board.notes["imported, columns not read"] == "wells"
    one, two, three = board.terrain
    assert two == one.neighbour(5) and three == one.neighbour(0)


def test_a_table_by_columns_and_rows_may_be_pointy() -> None:
    board = board_csv.loads("column,row,terrain,side E\n1,1,clear,river\n2,1,clear,\n1,2,sea,\n")
    assert board.orientation is Orientation.POINTY
    one, two, three = board.terrain
    assert board.hexsides == {Side(one, 0): frozenset({"river"})}
    assert two == one.neighbour(0) and three == one.neighbour(5)
    assert board.label(three) == "0102"


def test_text_mapper_lines_are_read() -> None:
    text = """
    # A small island
    0101 light mountain
    0102 grass village "Oakham" 30
    0201 water
    0202 dark-green forest
    0101-0102-0202 river "Eider" right 50%
    include https://example.org/gnomeyland.txt
    """
    board = text_mapper.loads(text, "island.txt")
    assert {board.label(at): kind for at, kind in board.terrain.items()} == {
        "0101": "mountain", "0102": "grass", "0201": "water", "0202": "forest",
    }  # fmt: skip
    (town,) = board.places.values()
    assert (town.name, town.kind, board.label(town.hex)) == ("Oakham", "village", "0102")
    a, b, c = (board.parse_label(label) for label in ("0101", "0102", "0202"))
    assert board.lines == {
        link(a, b): frozenset({"river"}),
        link(b, c): frozenset({"river"}),
    }
    assert board.notes["imported, lines not read"].startswith("include https://")


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.json", "[]", "is no board in JSON"),
        ("a.json", '{"format": "sandtable board", "version": 9}', "version"),
        ("a.json", '{"format": "sandtable board", "version": 1}', "missing or unknown"),
        ("a.json", "[" * 10_000 + "]" * 10_000, "nested"),
        ("a.csv", "hex,ground\n0101,clear\n", "no column 'terrain'"),
        ("a.csv", "hex,terrain\n0101,clear\n0101,sea\n", "line 3: the hex"),
        ("a.csv", "hex,terrain\nxx,clear\n", "line 2"),
        ("a.csv", 'hex,terrain\n0101,"""light"\n', "line 2"),
        ("a.csv", "q,r,terrain\n9999999999,1,clear\n", "line 2: the q"),
        ("a.csv", "hex,terrain\n", "holds no hexes"),
        ("a.csv", "", "no column"),
        ("a.geojson", '{"type": "Feature"}', "no collection"),
        ("a.geojson", '{"type": "FeatureCollection", "features": [1]}', "do not say which hexes"),
        (
            "a.geojson",
            '{"type": "FeatureCollection", "features": [{"properties": {"layer": "hex"}}]}',
            "feature 1: needs whole numbers",
        ),
        ("a.txt", "nothing here\n", "holds no hexes"),
        ("a.txt", "0101 clear\n0101-9999 river\n", "line 2: two hexes"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, name: str, text: str, words: str) -> None:
    file = tmp_path / name
    file.write_text(text)
    with pytest.raises(KnownError, match=words) as told:
        BOARDS.read(file)
    assert str(told.value).startswith(name)


def test_a_huge_sheet_in_json_is_refused() -> None:
    data = json.loads(board_json.dumps(maps.data.load("balkan_gambit")))
    data["sheets"][0]["columns"] = data["sheets"][0]["rows"] = 1_000_000
    with pytest.raises(KnownError, match="sheets 1"):
        board_json.loads(json.dumps(data))


def test_kinds_the_legend_lacks_are_refused_in_json() -> None:
    data = json.loads(board_json.dumps(maps.data.load("balkan_gambit")))
    data["hexes"][0]["terrain"] = "lava"
    with pytest.raises(KnownError, match="lava"):
        board_json.loads(json.dumps(data))


def test_hexes_of_a_table_far_apart_do_not_make_a_giant_sheet() -> None:
    with pytest.raises(KnownError, match="apart"):
        board_csv.loads("q,r,terrain\n0,0,clear\n90000,90000,clear\n")


def test_a_lone_hex_has_a_number() -> None:
    board = board_csv.loads("q,r,terrain\n-3,5,clear\n")
    assert board.label(Hex(-3, 5)) == "0101"

"""Boards of printed sheets, made of a tiny world: what comes out, and every wrong input."""

from __future__ import annotations

from pathlib import Path

import pytest

from maps.checking.checks import check
from maps.errors import KnownError
from maps.formats import geodata, text
from maps.model import GameMap
from maps.numbering import labels
from tests.maps.data.board_facts import by_line, on_foot, place
from tests.maps.formats.sheet_world import (
    EDITS,
    RAILWAYS,
    RECIPE,
    make_sheet_world,
)


@pytest.fixture(scope="module")
def isle(tmp_path_factory: pytest.TempPathFactory) -> GameMap:
    folder = tmp_path_factory.mktemp("isle")
    return geodata.build(make_sheet_world(folder), folder)


def test_the_board_is_sound(isle: GameMap) -> None:
    assert check(isle) == []


def test_pins_hold_and_overlaps_have_both_labels(isle: GameMap) -> None:
    assert labels(isle, place(isle, "Middle").hex) == ["1A:0706", "2B:0106"]
    assert labels(isle, place(isle, "Westport").hex) == ["1A:0709", "2B:0109"]
    assert isle.label(place(isle, "Northend").hex) == "1A:0406"


def test_columns_grow_west_and_odd_rows_lie_further_east(isle: GameMap) -> None:
    at = isle.parse_label("1A:0306")
    assert isle.label(at.neighbour(3)) == "1A:0307"
    east_above, west_above = isle.label(at.neighbour(1)), isle.label(at.neighbour(2))
    assert (east_above, west_above) == ("1A:0205", "1A:0206")


def test_the_railway_joins_its_stations(isle: GameMap) -> None:
    net = by_line(isle, place(isle, "Westport").hex, "rail")
    assert {place(isle, name).hex for name in ("Middle", "Eastport")} <= net
    assert place(isle, "Northend").hex not in net


def test_a_line_end_is_printed_and_a_town_of_another_family_is_not(isle: GameMap) -> None:
    names = {one.name for one in isle.places.values()}
    assert "Northend" in names
    assert "Elsewhere" not in names


def test_ports_fortresses_and_modern_names_are_kept(isle: GameMap) -> None:
    assert place(isle, "Westport").tags == {"port", "major_port", "airfield"}
    assert place(isle, "Middle").tags == {"fortified"}
    assert place(isle, "Middle").modern == "Centre"


def test_nations_meet_in_a_border_along_the_frontier(isle: GameMap) -> None:
    west, east = isle.regions["nation"]["West"], isle.regions["nation"]["East"]
    assert place(isle, "Middle").hex in west
    assert place(isle, "Eastport").hex in east
    assert place(isle, "Islet").hex in east
    for of, kinds in isle.hexsides.items():
        assert ("border" in kinds) == any(
            of.hexes[i] in west and of.hexes[1 - i] in east for i in (0, 1)
        )


def test_the_islet_is_apart(isle: GameMap) -> None:
    islet = on_foot(isle, place(isle, "Islet").hex)
    assert place(isle, "Eastport").hex not in islet


def test_the_old_lake_is_there_and_the_reservoir_of_1960_is_not(isle: GameMap) -> None:
    kinds = [kind for kind in isle.terrain.values() if kind == "lake"]
    lakes = {of for of, kinds in isle.hexsides.items() if "lake" in kinds}
    assert kinds or lakes
    assert all(isle.label(of.hex)[5:] >= "07" for of in lakes)


def test_rivers_of_both_sources_reach_the_sea(isle: GameMap) -> None:
    found = {kind for kinds in isle.hexsides.values() for kind in kinds}
    assert {"river", "major_river"} <= found


def test_corrections_are_laid_over(isle: GameMap) -> None:
    assert isle.terrain[isle.parse_label("1A:0705")] == "woods"


def test_weather_parts_the_board_at_its_line(isle: GameMap) -> None:
    bands = isle.regions["weather"]
    assert place(isle, "Middle").hex in bands["D"]
    assert place(isle, "Islet").hex in bands["E"]
    assert sum(map(len, bands.values())) == len(isle.terrain)


def test_the_same_input_makes_the_same_text(tmp_path: Path, isle: GameMap) -> None:
    again = geodata.build(make_sheet_world(tmp_path), tmp_path)
    assert text.dumps(again) == text.dumps(isle)


SUPPLY = """
[[supply]]
name = "west"
lines = ["rail", "road"]
edges = ["north", "west"]

[[supply]]
name = "towns"
kinds = ["dot"]
nations = ["East"]
but = ["West"]
"""


def test_supply_regions_are_worked_out_from_the_board(tmp_path: Path) -> None:
    with_end = RECIPE.replace("[[zones]]", f"{SUPPLY}\n[[zones]]", 1)
    out = '[[line]]\nkind = "rail"\nadd = "1A:0710 1A:0711 1A:0712"\nwhy = "The line goes on."\n'
    board = geodata.build(make_sheet_world(tmp_path, with_end, EDITS + out), tmp_path)
    assert board.regions["supply"]["west"] == {board.parse_label("1A:0712")}
    towns = {place(board, name).hex for name in ("Eastport", "Islet")}
    assert board.regions["supply"]["towns"] == {
        at for at in towns if any(one.kind == "dot" for one in board.places_at(at))
    }


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("[[zones]]", SUPPLY.replace("West", "Wets") + "[[zones]]", "Wets', which is not"),
        ("[[zones]]", SUPPLY.replace('"north"', '"up"') + "[[zones]]", "must be north, east"),
        ("[[zones]]", SUPPLY.replace('["rail", "road"]', "[]") + "[[zones]]", "not both"),
        ("[[zones]]", SUPPLY.replace('"rail", "road"', '"canal"') + "[[zones]]", "holds no hex"),
        ("hex_km = 25.0", "hex_km = 25.0\nhex_miles = 16", "the key 'hex_miles' is unknown"),
        ("hex_km = 25.0", "hex_km = 0", "above 0"),
        ('"+proj=laea', '"+proj=flat', "projection is not understood"),
        ('hex = "1A:0706"', 'hex = "1A:9906"', "outside every sheet"),
        ('hex = "1A:0709"', 'hex = "1A:0706"', "'Middle' and 'Westport' share hex 1A:0706"),
        ('file = "land.geojson"', 'file = "gone.geojson"', "this data file is missing"),
        ('order = "RRCC"', 'order = "RC"', "must be CCRR or RRCC"),
        ('columns_grow = "west"', 'columns_grow = "up"', "columns grow east or west"),
        ("columns = 12", "columns = 0", "at least one column"),
        ('file = "roads"', 'file = "canals"', "must be railways or roads"),
        ('seeds = "nation"', 'seeds = "king"', "must be nation, district or listed"),
        ('names = ["D", "E"]', 'names = ["D"]', "needs one more than 'lines'"),
        ('lines = ["D|E"]', 'lines = ["X|Y"]', "has no line 'X|Y'"),
        ('of = "sea"', 'of = "air"', "must be sea, land, inland or listed"),
        ('of = "sea"', 'hexes = ["1A:9999"]', "'1A:9999', which is not on the board"),
        ("land = 0.3", 'land = "much"', "'land' must be a number"),
        ('id = "far"\n', "", "the key 'id' is missing"),
    ],
)  # fmt: skip
def test_a_wrong_recipe_gets_a_sentence(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    assert old in RECIPE
    recipe = make_sheet_world(tmp_path, RECIPE.replace(old, new, 1))
    with pytest.raises(KnownError, match=sentence.replace("|", r"\|")):
        geodata.build(recipe, tmp_path)


@pytest.mark.parametrize(
    ("edits", "sentence"),
    [
        (EDITS.replace("1A:0705", "9Z:0705"), "is on no sheet"),
        (EDITS.replace('why = "A park."', ""), "the key 'why' is missing"),
        ('[[hexside]]\nkind = "river"\nadd = "1A:0705"\nwhy = "x"\n', "write two hexes"),
        ('[[hexside]]\nkind = "river"\nadd = "1A:0705|1A:0709"\nwhy = "x"\n', "not adjacent"),
        ('[[line]]\nkind = "road"\nadd = "1A:0705 1A:0709"\nwhy = "x"\n', "not adjacent"),
    ],
)
def test_a_wrong_correction_gets_a_sentence(tmp_path: Path, edits: str, sentence: str) -> None:
    recipe = make_sheet_world(tmp_path, edits=edits)
    with pytest.raises(KnownError, match=sentence):
        geodata.build(recipe, tmp_path)


@pytest.mark.parametrize(
    ("name", "old", "new", "sentence"),
    [
        ("railways.csv", "Middle;", "Nowhere;", "line 2: 'Nowhere' is no station"),
        ("places.csv", "43.0,18.2,a", "north,18.2,a", "line 2: has no latitude and longitude"),
        ("hexside_features.csv", "42.9,19.4 ", "42.9 ", "line 2: has a broken course"),
        ("frontiers.geojson", "{", "[", "is not JSON"),
        ("frontiers.geojson", '"features"', '"shapes"', "it has no list of features"),
        ("frontiers.geojson", '"coordinates"', '"places"', "feature 1: .* no coordinates of a"),
        ("places.csv", "nation_1940", "nation", "line 2: has no nation_1940"),
        ("banks.csv", "Brook,E", "Brook,up", "line 2: 'up' is no side"),
    ],
)
def test_a_wrong_list_gets_a_sentence(
    tmp_path: Path, name: str, old: str, new: str, sentence: str
) -> None:
    recipe = make_sheet_world(tmp_path)
    path = tmp_path / "lists" / name
    whole = path.read_text(encoding="utf-8")
    assert old in whole
    path.write_text(whole.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(KnownError, match=sentence):
        geodata.build(recipe, tmp_path)


def test_a_missing_list_gets_a_sentence(tmp_path: Path) -> None:
    recipe = make_sheet_world(tmp_path)
    (tmp_path / "lists" / "roads.csv").unlink()
    with pytest.raises(KnownError, match="this list is missing"):
        geodata.build(recipe, tmp_path)


def test_a_line_over_open_water_gets_a_sentence(tmp_path: Path) -> None:
    recipe = make_sheet_world(tmp_path)
    path = tmp_path / "lists" / "railways.csv"
    path.write_text(RAILWAYS.replace("Eastport", "Islet"), encoding="utf-8")
    with pytest.raises(KnownError, match="no way over land was found for Main line"):
        geodata.build(recipe, tmp_path)

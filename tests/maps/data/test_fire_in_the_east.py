"""The shipped Fire in the East board: what the rules and orders of battle name, and Russia."""

from __future__ import annotations

from itertools import pairwise

import pytest

from maps.checking.checks import check
from maps.hexgrid import Hex, are_adjacent, distance
from maps.model import GameMap
from maps.numbering import labels
from maps.terrain import is_land, is_water
from tests.maps.data.board_facts import (
    bearing,
    board_named,
    by_line,
    counts,
    joined_by_sides,
    km_apart,
    on_foot,
    place,
    stated_counts,
)

RAILS = ("rail_standard", "rail_broad")
EASTERN = "Eastern military districts and the Urals"
EDGE_OF_THE_CAUCASUS = ("4A:4801", "4A:4901", "4A:5001", "4A:5101")
NAMED = {
    "Leningrad": "2A:0931", "Kronshtadt": "2A:0832", "Smolensk": "2A:3532", "Vyazma": "2A:3425",
    "Moskva": "2A:3317", "Orel": "2A:4621", "Novgorod": "2A:1731", "Shlisselburg": "2A:0929",
    "Gomel": "1B:4604", "Velikiye Luki": "1B:2601", "Pskov": "1B:1705", "Hango": "1B:0515",
    "Pinsk": "1B:4218", "Riga": "1B:1816", "Kiev": "3B:0607", "Odessa": "3B:2510",
    "Simferopol": "3B:3502", "Cluj": "3B:1630", "Izmail": "3B:2917", "Kremenchug": "4A:1432",
    "Voroshilovgrad": "4A:2015", "Krasnodar": "4A:3818", "Elista": "4A:3402",
    "Pyatigorsk": "4A:4507", "Kerch": "4A:3526", "Rovaniemi": "5B:2502", "Kandalaksha": "6A:2420",
    "Murmansk": "6A:1617", "Belomorsk": "6A:3818",
}  # fmt: skip


@pytest.fixture(scope="module")
def board() -> GameMap:
    return board_named("fire_in_the_east")


def hexes(board: GameMap, *named: str) -> list[Hex]:
    return [board.parse_label(label) for label in named]


def test_the_board_has_no_problems(board: GameMap) -> None:
    assert check(board) == []


def test_the_numbers_of_the_manual_are_those_of_the_board(board: GameMap) -> None:
    assert counts(board) == stated_counts("fire_in_the_east")


@pytest.mark.parametrize(("name", "label"), NAMED.items())
def test_a_named_place_lies_in_its_printed_hex(board: GameMap, name: str, label: str) -> None:
    assert label in labels(board, place(board, name).hex)


@pytest.mark.parametrize(
    ("north", "south"), [("5B", "1B"), ("1B", "3B"), ("6A", "2A"), ("2A", "4A")]
)
def test_row_51_of_a_sheet_is_row_01_of_the_next(board: GameMap, north: str, south: str) -> None:
    for column in range(1, 34):
        at = board.parse_label(f"{north}:51{column:02d}")
        assert board.parse_label(f"{south}:01{column:02d}") == at


@pytest.mark.parametrize(("east", "west"), [("2A", "1B"), ("4A", "3B"), ("6A", "5B")])
def test_column_33_of_a_sheet_is_column_01_of_the_next(
    board: GameMap, east: str, west: str
) -> None:
    for row in range(1, 52):
        at = board.parse_label(f"{east}:{row:02d}33")
        assert f"{west}:{row:02d}01" in labels(board, at)


def test_the_examples_of_adjacent_hexes_hold(board: GameMap) -> None:
    centre = board.parse_label("3B:0407")
    around = ("0406", "0408", "0307", "0308", "0507", "0508")
    assert set(centre.neighbours()) == set(hexes(board, *(f"3B:{label}" for label in around)))
    river = ("0807", "0806", "0906", "1005", "1004", "1104", "1203")
    for a, b in pairwise(hexes(board, *(f"3B:{label}" for label in river))):
        assert are_adjacent(a, b)


def test_the_dnepr_of_the_flotilla_example_runs_beside_its_hexes(board: GameMap) -> None:
    for label in ("3B:0807", "3B:1005", "3B:1004", "3B:1104"):
        at = board.parse_label(label)
        assert any("major_river" in board.side_kinds(at, near) for near in board.neighbours(at))
    assert "major_river" in board.side_kinds(*hexes(board, "3B:1004", "3B:1005"))


def test_3205_bars_ships_from_3106_to_3305(board: GameMap) -> None:
    here, land, there = hexes(board, "3B:3106", "3B:3205", "3B:3305")
    assert board.terrain[here] == board.terrain[there] == "sea"
    assert is_land(board, land)


@pytest.mark.parametrize(
    ("label", "kind"),
    [("6A:3032", "clear"), ("6A:1632", "clear"), ("2A:0126", "intermittent_lake"),
     ("5B:5102", "intermittent_lake")],
)  # fmt: skip
def test_errata_of_terrain(board: GameMap, label: str, kind: str) -> None:
    assert board.terrain[board.parse_label(label)] == kind


def test_errata_of_hexsides_and_rails(board: GameMap) -> None:
    for label in ("5B:5107", "5B:5108"):
        assert "river" in board.side_kinds(*hexes(board, label, "1B:0207"))
    for a, b in pairwise(hexes(board, "2A:3609", "2A:3608", "2A:3607")):
        assert "rail_broad" in board.line_kinds(a, b)


def test_the_kerch_strait_and_the_lake_hexsides_of_the_rules(board: GameMap) -> None:
    assert "narrow_strait" in board.side_kinds(*hexes(board, "4A:3526", "4A:3525"))
    assert "lake" in board.side_kinds(*hexes(board, "1B:1506", "1B:1507"))
    assert "lake" in board.side_kinds(*hexes(board, "2A:0929", "2A:0928"))
    assert "sea" in board.side_kinds(*hexes(board, "2A:0832", "2A:0831"))


@pytest.mark.parametrize(
    "name",
    ["Leningrad", "Kiev", "Odessa", "Murmansk", "Arkhangelsk", "Sevastopol", "Rostov", "Stalingrad",
     "Kharkov", "Smolensk", "Minsk", "Krasnodar", "Riga", "Warszawa", "Bucuresti", "Helsinki"],
)  # fmt: skip
def test_moscow_reaches_it_by_rail(board: GameMap, name: str) -> None:
    assert place(board, name).hex in by_line(board, place(board, "Moskva").hex, *RAILS)


def test_gauges_change_at_the_frontier_of_1939(board: GameMap) -> None:
    broad = by_line(board, place(board, "Moskva").hex, "rail_broad")
    for name in ("Minsk", "Kiev", "Leningrad", "Riga", "Velikiye Luki", "Helsinki"):
        assert place(board, name).hex in broad
    for name in ("Lwow", "Brest Litovsk", "Kaunas", "Tallinn", "Iasi", "Konigsberg"):
        assert place(board, name).hex not in broad


def test_the_velikiye_luki_riga_line_passes_the_hexes_of_the_rules(board: GameMap) -> None:
    broad = by_line(board, place(board, "Velikiye Luki").hex, "rail_broad")
    assert set(hexes(board, "1B:2407", "1B:2309", "1B:2212", "1B:1816")) <= broad


def test_the_belomorsk_line_is_a_road_at_the_start(board: GameMap) -> None:
    start, end = hexes(board, "6A:3818", "6A:4407")
    assert end in by_line(board, start, "road")


def test_entry_edges_have_rail(board: GameMap) -> None:
    net = by_line(board, place(board, "Moskva").hex, *RAILS)
    for name, edge in board.regions["entry"].items():
        assert net & edge, name


def test_every_supply_source_on_the_edge_is_reached_by_rail(board: GameMap) -> None:
    net = by_line(board, place(board, "Moskva").hex, *RAILS)
    sources = board.regions["supply"]
    assert all(edge and edge <= net for edge in sources.values())
    owners = {
        name: {board.region_of("nation", at) for at in edge} for name, edge in sources.items()
    }
    assert owners["soviet edge"] == {"USSR"}
    assert owners["axis edge"] == {"Greater Germany", "Hungary", "Rumania", "Bulgaria"}
    assert sources["soviet edge"] <= board.regions["entry"][EASTERN]


def test_the_eastern_districts_enter_along_the_whole_soviet_east_edge(board: GameMap) -> None:
    entries = board.regions["entry"]
    assert entries["Volga Military District"] < entries[EASTERN]
    shared = entries["Transcaucasus Military District"] & entries[EASTERN]
    assert shared == set(hexes(board, "4A:4701", *EDGE_OF_THE_CAUCASUS))


@pytest.mark.parametrize(
    ("a", "b", "low", "high"),
    [("Smolensk", "Moskva", 4, 16), ("Leningrad", "Moskva", 22, 28), ("Kiev", "Kharkov", 14, 19),
     ("Moskva", "Stalingrad", 32, 40)],
)  # fmt: skip
def test_cities_are_so_many_hexes_apart(
    board: GameMap, a: str, b: str, low: int, high: int
) -> None:
    assert low <= distance(place(board, a).hex, place(board, b).hex) <= high


def test_moscow_lies_north_east_of_smolensk(board: GameMap) -> None:
    turned = (bearing(board, "Smolensk", "Moskva") - float(board.notes["north"])) % 360
    assert 45 <= turned <= 100


@pytest.mark.parametrize(
    ("a", "b", "km"),
    [("Moskva", "Leningrad", 634), ("Kiev", "Odessa", 442), ("Moskva", "Kiev", 755),
     ("Minsk", "Smolensk", 308), ("Leningrad", "Murmansk", 1014), ("Riga", "Tallinn", 280)],
)  # fmt: skip
def test_distances_are_those_of_the_globe(board: GameMap, a: str, b: str, km: float) -> None:
    assert km_apart(board, a, b) == pytest.approx(km, rel=0.08, abs=25)


def test_the_dnepr_passes_kiev_and_is_crossed_there_by_rail(board: GameMap) -> None:
    kiev = place(board, "Kiev").hex
    over = [
        near for near in board.neighbours(kiev) if "major_river" in board.side_kinds(kiev, near)
    ]
    assert over
    assert any(board.line_kinds(kiev, near) & {"rail_broad"} for near in over)
    for a, b in (("Smolensk", "Orsha"), ("Orsha", "Mogilev"), ("Kiev", "Cherkassy")):
        ends = place(board, a).hex, place(board, b).hex
        assert joined_by_sides(board, *ends, "major_river", "river")


@pytest.mark.parametrize(
    ("name", "nation"),
    [
        ("Brest Litovsk", "USSR"), ("Bialystok", "USSR"), ("Lwow", "USSR"), ("Kishinev", "USSR"),
        ("Viipuri", "USSR"), ("Hango", "USSR"), ("Warszawa", "Greater Germany"),
        ("Memel", "Greater Germany"), ("Lublin", "Greater Germany"), ("Iasi", "Rumania"),
        ("Cluj", "Hungary"), ("Helsinki", "Finland"), ("Rovaniemi", "Finland"),
        ("Narvik", "Norway"), ("Stockholm", "Sweden"), ("Varna", "Bulgaria"),
    ],
)  # fmt: skip
def test_each_place_is_in_its_nation_of_june_1941(board: GameMap, name: str, nation: str) -> None:
    assert board.region_of("nation", place(board, name).hex) == nation


@pytest.mark.parametrize(
    ("name", "district"),
    [
        ("Kishinev", "Odessa"), ("Cernauti", "Kiev"), ("Lwow", "Kiev"), ("Bialystok", "Western"),
        ("Smolensk", "Western"), ("Wilno", "Western"), ("Riga", "Baltic"), ("Moskva", "Moskva"),
        ("Leningrad", "Leningrad"), ("Viipuri", "Arkhangelsk"), ("Simferopol", "Odessa"),
        ("Kharkov", "Kharkov"), ("Orel", "Orel"), ("Krasnodar", "North Caucasus"),
    ],
)  # fmt: skip
def test_each_place_is_in_its_military_district(board: GameMap, name: str, district: str) -> None:
    assert board.region_of("military_district", place(board, name).hex) == district


def test_the_districts_share_out_the_soviet_union(board: GameMap) -> None:
    districts = board.regions["military_district"]
    assert sum(map(len, districts.values())) == len(board.regions["nation"]["USSR"])


def test_demarcation_and_stop_line_lie_where_the_rules_say(board: GameMap) -> None:
    line = [of for of, kinds in board.hexsides.items() if "demarcation" in kinds]
    for label in ("1B:3221", "1B:3427", "1B:4025", "1B:4425", "1B:4827"):
        at = board.parse_label(label)
        assert min(distance(at, near) for of in line for near in of.hexes) <= 5
    stop = [of for of, kinds in board.hexsides.items() if "stop_line" in kinds]
    for label in ("2A:0831", "2A:0930", "2A:0619", "6A:4619", "6A:3818"):
        at = board.parse_label(label)
        assert min(distance(at, near) for of in stop for near in of.hexes) <= 2


@pytest.mark.parametrize(
    ("zone", "names"),
    [
        ("A", ("Murmansk", "Kandalaksha")), ("B", ("Helsinki", "Leningrad", "Moskva")),
        ("C", ("Kiev", "Odessa", "Stalingrad")), ("D", ("Bucuresti", "Simferopol", "Kerch")),
    ],
)  # fmt: skip
def test_weather_zones_follow_each_other_from_north_to_south(
    board: GameMap, zone: str, names: tuple[str, ...]
) -> None:
    assert {board.region_of("weather", place(board, name).hex) for name in names} == {zone}
    assert sum(map(len, board.regions["weather"].values())) == len(board.terrain)


def test_the_three_sea_zones_share_out_the_sea(board: GameMap) -> None:
    zones = board.regions["sea_zone"]
    assert place(board, "Murmansk").hex in zones["Arctic Ocean"]
    assert place(board, "Belomorsk").hex in zones["Arctic Ocean"]
    assert place(board, "Tallinn").hex in zones["Baltic Sea"]
    assert place(board, "Sevastopol").hex in zones["Black Sea"]
    assert place(board, "Mariupol").hex in zones["Black Sea"]
    assert sum(map(len, zones.values())) == len(frozenset().union(*zones.values()))


def test_only_the_aegean_corner_and_the_marmara_lie_in_no_sea_zone(board: GameMap) -> None:
    zoned = frozenset().union(*board.regions["sea_zone"].values())
    loose = [at for at, kind in board.terrain.items() if kind == "sea" and at not in zoned]
    assert all(board.label(at).startswith(("3B:4", "3B:5")) for at in loose)


def test_the_crimea_hangs_on_the_isthmus(board: GameMap) -> None:
    crimea = place(board, "Simferopol").hex
    assert place(board, "Kiev").hex in on_foot(board, crimea)
    assert place(board, "Krasnodar").hex not in on_foot(
        board, place(board, "Kerch").hex, shut={at for at in board.terrain if at.r < 80}
    )


def test_ladoga_and_onega_are_lakes_and_the_pripet_is_swamp(board: GameMap) -> None:
    lakes = {at for at, kind in board.terrain.items() if kind == "lake"}
    ladoga = place(board, "Shlisselburg").hex
    assert any(at in lakes and is_water(board, at) for at in board.neighbours(ladoga)) or any(
        distance(ladoga, at) <= 2 for at in lakes
    )
    pinsk = place(board, "Pinsk").hex
    marsh = [
        at for at, kind in board.terrain.items() if kind == "swamp" and distance(at, pinsk) <= 6
    ]
    assert len(marsh) >= 25


def test_the_supply_example_has_a_swamp_and_a_major_river_and_no_road(board: GameMap) -> None:
    row = hexes(board, *(f"3B:10{column:02d}" for column in range(1, 9)))
    assert [at for at in row if board.terrain[at] == "swamp"] == [row[3]]
    assert "major_river" in board.side_kinds(row[3], row[4])
    assert not all(board.line_kinds(a, b) for a, b in pairwise(row))


def test_the_flotilla_example_has_its_river_and_clear_hex(board: GameMap) -> None:
    east, west = hexes(board, "3B:0407", "3B:0408")
    assert board.terrain[east] == "clear"
    assert "river" in board.side_kinds(east, west)


@pytest.mark.parametrize(
    "label",
    [
        "1B:3008", "1B:2804", "1B:2806", "1B:3005", "2A:0831", "2A:0930", "1B:2723", "1B:2923",
        "1B:4424", "1B:4824", "1B:4925", "1B:5028", "1B:5129", "3B:0330", "3B:0429", "3B:1320",
        "1B:2224", "1B:4827", "3B:0231", "3B:1420", "3B:2018", "3B:2424", "6A:1219", "6A:3126",
        "6A:3226", "6A:5029", "6A:5130", "1B:0402", "1B:3515", "3B:0909", "1B:4114", "1B:4814",
    ],
)  # fmt: skip
def test_a_hex_of_the_orders_of_battle_is_land(board: GameMap, label: str) -> None:
    assert is_land(board, board.parse_label(label))


def test_polotsk_is_where_the_gauge_example_has_it(board: GameMap) -> None:
    net = by_line(board, place(board, "Polotsk").hex, *RAILS)
    assert set(hexes(board, "1B:2804", "1B:3005", "1B:2806")) <= net


def test_moscow_is_one_full_and_six_further_hexes(board: GameMap) -> None:
    around = {one.hex for one in board.places.values() if one.name.startswith("Moskva (")}
    assert around == set(place(board, "Moskva").hex.neighbours())


def test_gotland_is_swedish(board: GameMap) -> None:
    gotland = [at for at in board.regions["nation"]["Sweden"] if "1B:" in board.label(at)]
    assert gotland
    baltic = board.regions["nation"]["USSR"]
    assert not any(near in baltic for at in gotland for near in at.neighbours())


def test_the_sivash_is_closed_to_ships(board: GameMap) -> None:
    line = board.regions["restricted"]["Sivash, closed to ships"]
    assert set(hexes(board, "4A:2929", "4A:3230")) <= line

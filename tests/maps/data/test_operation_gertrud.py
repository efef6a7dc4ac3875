"""The shipped Operation Gertrud board: the hexes the rules name, and the map of Turkey in 1941."""

from __future__ import annotations

import pytest

from maps.checking.checks import check
from maps.hexgrid import distance
from maps.model import GameMap
from maps.terrain import is_coast, is_land
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

NAMED = {
    "Istanbul": "2709", "Ankara": "2416", "Eskisehir": "2412", "Izmir": "2106", "Izmit": "2611",
    "Kirklareli": "2807", "Rhodes": "1608", "Nicosia": "1317", "Canakkale": "2505",
    "Gelibolu": "2606", "Uskudar": "2710",
}  # fmt: skip
TURKISH = (
    "2807", "2808", "2809", "2708", "2709", "2606", "2505", "2509", "2106", "2621", "2633", "2433",
    "2532", "2711", "1923", "2416", "2611",
)  # fmt: skip


@pytest.fixture(scope="module")
def board() -> GameMap:
    return board_named("operation_gertrud")


def test_the_board_has_no_problems(board: GameMap) -> None:
    assert check(board) == []


def test_the_numbers_of_the_manual_are_those_of_the_board(board: GameMap) -> None:
    assert counts(board) == stated_counts("operation_gertrud")


@pytest.mark.parametrize(("name", "label"), NAMED.items())
def test_a_named_place_lies_in_its_printed_hex(board: GameMap, name: str, label: str) -> None:
    assert board.label(place(board, name).hex) == label


@pytest.mark.parametrize("label", TURKISH)
def test_turkish_set_up_hexes_are_turkish_land(board: GameMap, label: str) -> None:
    assert board.region_of("nation", board.parse_label(label)) == "Turkey"


@pytest.mark.parametrize("label", ["2704", "2805"])
def test_the_italians_set_up_beside_turkey_in_greece_and_bulgaria(
    board: GameMap, label: str
) -> None:
    at = board.parse_label(label)
    assert board.region_of("nation", at) in ("Greece", "Bulgaria")
    assert distance(at, place(board, "Edirne").hex) <= 3


def test_yavuz_lies_in_port_at_the_end_of_the_marmara(board: GameMap) -> None:
    assert is_coast(board, board.parse_label("2611")) or "port" in place(board, "Izmit").tags


def test_istanbul_faces_uskudar_over_a_strait_with_a_crossing(board: GameMap) -> None:
    west, east = place(board, "Istanbul").hex, place(board, "Uskudar").hex
    assert board.side_kinds(west, east) == {"strait"}
    assert not board.line_kinds(west, east)
    assert east not in on_foot(board, west)


def test_the_dardanelles_part_gelibolu_from_canakkale(board: GameMap) -> None:
    north, south = place(board, "Gelibolu").hex, place(board, "Canakkale").hex
    assert board.side_kinds(north, south) == {"strait"}
    assert north in on_foot(board, place(board, "Istanbul").hex)
    assert south in on_foot(board, place(board, "Ankara").hex)


def test_europe_and_asia_meet_only_at_the_straits(board: GameMap) -> None:
    assert place(board, "Ankara").hex not in on_foot(board, place(board, "Edirne").hex)


def test_the_marmara_runs_from_2605_to_2710_and_has_open_sea(board: GameMap) -> None:
    marmara = board.regions["sea_area"]["Marmara Sea"]
    water = {board.label(at) for at in marmara if board.terrain[at] == "sea"}
    assert water
    assert all(2605 <= int(label) <= 2710 for label in water)
    assert board.parse_label("2710") in marmara


def test_the_sea_areas_share_out_the_sea(board: GameMap) -> None:
    areas = board.regions["sea_area"]
    sea = {at for at, kind in board.terrain.items() if kind == "sea"}
    assert sea <= frozenset().union(*areas.values())
    assert sum(map(len, areas.values())) == len(frozenset().union(*areas.values()))
    assert place(board, "Samsun").hex in areas["Black Sea"]
    assert place(board, "Izmir").hex in areas["Aegean Sea"]
    assert place(board, "Antalya").hex in areas["Mediterranean Sea"]


def test_the_anatolian_railway_runs_from_uskudar_to_the_frontiers(board: GameMap) -> None:
    net = by_line(board, place(board, "Uskudar").hex, "rail")
    for name in ("Ankara", "Eskisehir", "Konya", "Adana", "Sivas", "Erzurum", "Samsun", "Aleppo"):
        assert place(board, name).hex in net
    assert place(board, "Istanbul").hex not in net
    assert place(board, "Edirne").hex in by_line(board, place(board, "Istanbul").hex, "rail")


@pytest.mark.parametrize(
    ("side", "nations"),
    [
        ("turkish cities", {"Turkey"}), ("axis cities", {"Bulgaria", "Greece"}),
        ("soviet cities", {"Soviet Union"}), ("allied cities", {"Syria", "Lebanon", "Cyprus"}),
    ],
)  # fmt: skip
def test_supply_sources_are_the_cities_of_the_nations_of_rule_7_5(
    board: GameMap, side: str, nations: set[str]
) -> None:
    cities = {
        one.hex
        for one in board.places.values()
        if one.kind == "city" and board.region_of("nation", one.hex) in nations
    }
    assert board.regions["supply"][side] == cities
    assert {board.region_of("nation", at) for at in cities} == nations


def test_each_side_has_a_source_that_roads_and_rails_join_to_turkey(board: GameMap) -> None:
    turkey = board.regions["nation"]["Turkey"]
    for name, cities in board.regions["supply"].items():
        assert any(by_line(board, at, "rail", "road") & turkey for at in cities), name


def test_islands_are_islands(board: GameMap) -> None:
    for name in ("Rhodes", "Nicosia", "Mytilene"):
        assert place(board, "Ankara").hex not in on_foot(board, place(board, name).hex)
    cyprus = on_foot(board, place(board, "Nicosia").hex)
    assert cyprus == board.regions["nation"]["Cyprus"]


def test_the_kizilirmak_runs_from_its_bend_to_the_black_sea(board: GameMap) -> None:
    sivas = place(board, "Sivas").hex
    mouth = place(board, "Samsun").hex
    near = [at for at in board.neighbours(sivas)]
    assert any(joined_by_sides(board, at, mouth, "river") for at in (sivas, *near))


def test_objectives_are_turkish_cities_marked_as_reconstructed(board: GameMap) -> None:
    objectives = board.regions["objective"]
    assert len(objectives) == 16
    for name, hexes in objectives.items():
        assert hexes == {place(board, name).hex}
        assert place(board, name).kind == "city"
        assert board.region_of("nation", place(board, name).hex) == "Turkey"
    assert "reconstructed" in board.notes["reading, objectives"]


@pytest.mark.parametrize(
    ("a", "b", "low", "high"),
    [
        ("Istanbul", "Ankara", 95, 130), ("Ankara", "Adana", 140, 180), ("Izmir", "Ankara", 55, 85),
        ("Ankara", "Samsun", 30, 65), ("Ankara", "Erzurum", 70, 100), ("Izmir", "Rhodes", 140, 180),
        ("Istanbul", "Edirne", 280, 310), ("Adana", "Nicosia", 195, 235),
    ],
)  # fmt: skip
def test_cities_lie_as_on_the_globe(
    board: GameMap, a: str, b: str, low: float, high: float
) -> None:
    assert low <= bearing(board, a, b) <= high


@pytest.mark.parametrize(
    ("a", "b", "km"),
    [("Istanbul", "Ankara", 350), ("Izmir", "Ankara", 520), ("Ankara", "Erzurum", 710),
     ("Istanbul", "Edirne", 215), ("Ankara", "Adana", 390)],
)  # fmt: skip
def test_distances_are_those_of_the_globe(board: GameMap, a: str, b: str, km: float) -> None:
    assert km_apart(board, a, b) == pytest.approx(km, abs=60)


def test_every_city_is_on_land(board: GameMap) -> None:
    assert all(is_land(board, one.hex) for one in board.places.values())


def test_land_is_named_after_a_sea_beside_it(board: GameMap) -> None:
    """But for 2710, where the rules end the Marmara: only the Black Sea is a whole hex there."""
    areas = board.regions["sea_area"]
    named = {at: name for name, hexes in areas.items() for at in hexes}
    for at, name in named.items():
        if board.terrain[at] != "sea":
            beside = {named[near] for near in at.neighbours() if board.terrain.get(near) == "sea"}
            assert not beside or name in beside or board.label(at) == "2710", board.label(at)

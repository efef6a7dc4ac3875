"""The shipped Balkan Front board: the hexes the rules name, and the map of south-eastern Europe."""

from __future__ import annotations

import pytest

from maps.checking.checks import check
from maps.hexgrid import distance
from maps.model import GameMap
from maps.numbering import labels
from maps.terrain import is_coast, is_land, touches_sea
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
    "Oradea": "14A:1304", "Zara": "14A:1928", "Sofiya": "14A:3606", "Budapest": "14A:0811",
    "Budapest (west)": "14A:0712", "Beograd": "14A:2211", "Nis": "14A:3009",
    "Thessalonike": "14A:4510", "Athenai": "15B:0911", "Khalkis": "15B:0610",
}  # fmt: skip
RAILS = ("rail_high", "rail_low")


@pytest.fixture(scope="module")
def board() -> GameMap:
    return board_named("balkan_front")


def test_the_board_has_no_problems(board: GameMap) -> None:
    assert check(board) == []


def test_the_numbers_of_the_manual_are_those_of_the_board(board: GameMap) -> None:
    assert counts(board) == stated_counts("balkan_front")


@pytest.mark.parametrize(("name", "label"), NAMED.items())
def test_a_named_place_lies_in_its_printed_hex(board: GameMap, name: str, label: str) -> None:
    assert label in labels(board, place(board, name).hex)


@pytest.mark.parametrize("column", range(1, 34))
def test_row_51_of_14a_is_row_01_of_15b(board: GameMap, column: int) -> None:
    at = board.parse_label(f"14A:51{column:02d}")
    assert board.parse_label(f"15B:01{column:02d}") == at
    assert labels(board, at) == [f"14A:51{column:02d}", f"15B:01{column:02d}"]


def test_numbers_grow_southward_and_westward(board: GameMap) -> None:
    assert bearing(board, "Budapest", "Athenai") == pytest.approx(180, abs=30)
    assert 240 < bearing(board, "Sofiya", "Zara") < 330
    one, two = board.parse_label("14A:1506"), board.parse_label("14A:1507")
    assert one.neighbour(3) == two
    assert board.parse_label("15B:2200") in board


def test_athens_and_khalkis_are_on_the_mainland_net(board: GameMap) -> None:
    net = by_line(board, place(board, "Athenai").hex, *RAILS)
    for name in ("Khalkis", "Thessalonike", "Beograd", "Budapest", "Wien", "Sofiya", "Zagreb"):
        assert place(board, name).hex in net


def test_a_low_volume_railroad_crosses_the_narrow_strait_at_khalkis(board: GameMap) -> None:
    euboea, mainland = board.parse_label("15B:0610"), board.parse_label("15B:0711")
    assert board.line_kinds(euboea, mainland) == {"rail_low"}
    assert "narrow_strait" in board.side_kinds(euboea, mainland)
    assert place(board, "Athenai").hex not in on_foot(board, euboea)


def test_the_axis_is_supplied_by_rail_from_every_edge_but_not_from_greece(board: GameMap) -> None:
    edge = board.regions["supply"]["axis edge"]
    railed = {at for step, kinds in board.lines.items() if kinds & set(RAILS) for at in step}
    greece = board.regions["nation"]["Greece"]
    rim = {at for at in board.terrain if any(near not in board for near in at.neighbours())}
    assert edge == (railed & rim) - greece
    net = by_line(board, place(board, "Athenai").hex, *RAILS)
    nations = {board.region_of("nation", at) for at in edge & net}
    assert nations >= {"Germany", "Hungary", "Rumania", "Bulgaria", "Italy", "Slovakia"}


@pytest.mark.parametrize("name", ["Iraklion", "Khania", "Kerkyra", "Khios", "Zakynthos", "Thasos"])
def test_an_island_is_not_reached_on_foot(board: GameMap, name: str) -> None:
    assert place(board, "Athenai").hex not in on_foot(board, place(board, name).hex)


def test_crete_is_one_island_from_end_to_end(board: GameMap) -> None:
    crete = on_foot(board, place(board, "Iraklion").hex)
    assert {place(board, name).hex for name in ("Khania", "Rethymnon", "Maleme")} <= crete
    assert 10 <= len(crete) <= 25


def test_the_peloponnese_is_joined_to_the_mainland_at_korinthos_alone(board: GameMap) -> None:
    south = place(board, "Tripolis").hex
    assert place(board, "Athenai").hex in on_foot(board, south)
    cut = on_foot(board, south, shut={place(board, "Korinthos").hex})
    assert place(board, "Athenai").hex not in cut
    assert place(board, "Patrai").hex in cut


@pytest.mark.parametrize(
    ("a", "b"), [("Budapest", "Beograd"), ("Wien", "Budapest"), ("Beograd", "Turnu Severin")]
)
def test_the_danube_runs_on_major_river_sides(board: GameMap, a: str, b: str) -> None:
    assert joined_by_sides(board, place(board, a).hex, place(board, b).hex, "major_river")


@pytest.mark.parametrize(
    ("name", "nation"),
    [
        ("Zara", "Italy"), ("Cherso", "Italy"), ("Lagosta", "Italy"), ("Fiume", "Italy"),
        ("Krk", "Yugoslavia"), ("Rab", "Yugoslavia"), ("Split", "Yugoslavia"),
        ("Oradea", "Hungary"), ("Subotica", "Yugoslavia"), ("Timisoara", "Rumania"),
        ("Sofiya", "Bulgaria"), ("Kerkyra", "Greece"), ("Khios", "Greece"), ("Iraklion", "Greece"),
        ("Wien", "Germany"), ("Tirana", "Albania"), ("Bratislava", "Slovakia"),
        ("Cesme", "Turkey"), ("Skoplje", "Yugoslavia"), ("Bitolj", "Yugoslavia"),
    ],
)  # fmt: skip
def test_each_place_is_in_its_nation(board: GameMap, name: str, nation: str) -> None:
    assert board.region_of("nation", place(board, name).hex) == nation


@pytest.mark.parametrize(
    ("name", "region"),
    [
        ("Ljubljana", "Slovenia"), ("Maribor", "Slovenia"), ("Zagreb", "Croatia"),
        ("Split", "Croatia"), ("Rab", "Croatia"), ("Sarajevo", "Bosnia-Hercegovina"),
        ("Banja Luka", "Bosnia-Hercegovina"), ("Mostar", "Bosnia-Hercegovina"),
        ("Beograd", "Serbia"), ("Subotica", "Serbia"), ("Nis", "Serbia"),
        ("Cetinje", "Montenegro"), ("Podgorica", "Montenegro"),
        ("Skoplje", "Kosovo and Macedonia"), ("Pristina", "Kosovo and Macedonia"),
    ],
)  # fmt: skip
def test_each_place_is_in_its_region_of_rule_3e(board: GameMap, name: str, region: str) -> None:
    assert board.region_of("region", place(board, name).hex) == region


def test_the_six_regions_share_out_yugoslavia(board: GameMap) -> None:
    regions = board.regions["region"]
    assert sum(map(len, regions.values())) == len(board.regions["nation"]["Yugoslavia"])
    assert frozenset().union(*regions.values()) == board.regions["nation"]["Yugoslavia"]


def test_bosnia_hercegovina_keeps_two_hexes_from_the_sea(board: GameMap) -> None:
    for at in board.regions["region"]["Bosnia-Hercegovina"]:
        assert not touches_sea(board, at)
        assert not any(touches_sea(board, n) and is_land(board, n) for n in board.neighbours(at))


def test_the_adriatic_is_on_14a_and_15b_is_all_aegean(board: GameMap) -> None:
    zones = board.regions["sea_zone"]
    assert not zones["Adriatic"] & zones["Aegean"]
    fifteen = [
        board.parse_label(f"15B:{row:02d}{column:02d}") for row in (2, 15, 29) for column in (1, 30)
    ]
    assert all(at in zones["Aegean"] for at in fifteen)
    assert place(board, "Split").hex in zones["Adriatic"]
    assert place(board, "Kerkyra").hex in zones["Adriatic"]
    assert place(board, "Peiraievs").hex in zones["Aegean"]
    water = {at for at in board.terrain if board.terrain[at] == "sea"}
    assert water == water & (zones["Adriatic"] | zones["Aegean"])


def test_weather_line_d_parts_larisa_from_athens(board: GameMap) -> None:
    assert board.region_of("weather", place(board, "Beograd").hex) in ("C", "D")
    assert board.region_of("weather", place(board, "Larisa").hex) == "D"
    assert board.region_of("weather", place(board, "Athenai").hex) == "E"


def test_ports_have_their_size_and_a_shore(board: GameMap) -> None:
    assert "great_port" in place(board, "Peiraievs").tags
    assert place(board, "Peiraievs").hex == place(board, "Athenai").hex
    assert "major_port" in place(board, "Thessalonike").tags
    assert is_coast(board, place(board, "Thessalonike").hex)


def test_boxes_lie_at_their_stated_distances(board: GameMap) -> None:
    ways = {box.id: {way.target: way.distance for way in box.links} for box in board.boxes.values()}
    assert ways["rhodes"] == {"15B:2200": 2}
    assert ways["eastern_greece"] == {"14A:4701": 1}
    assert set(ways["middle_east"].values()) == {12}


def test_the_metaxas_line_faces_bulgaria(board: GameMap) -> None:
    forts = [of for of, kinds in board.hexsides.items() if "fortified" in kinds]
    greece = board.regions["nation"]["Greece"]
    near = [of for of in forts if any(at in greece for at in of.hexes)]
    assert len(near) >= 8
    assert all(distance(of.hex, place(board, "Serrai").hex) <= 9 for of in near)


@pytest.mark.parametrize(
    ("a", "b", "km"),
    [
        ("Athenai", "Thessalonike", 303), ("Beograd", "Zagreb", 367), ("Beograd", "Sofiya", 329),
        ("Budapest", "Beograd", 317), ("Tirana", "Thessalonike", 285), ("Athenai", "Iraklion", 320),
    ],
)  # fmt: skip
def test_distances_are_those_of_the_globe(board: GameMap, a: str, b: str, km: float) -> None:
    assert km_apart(board, a, b) == pytest.approx(km, abs=35)


def test_hexrow_50_west_of_greece_is_adriatic_and_hexrow_51_aegean(board: GameMap) -> None:
    """BF 26A1: row 50 lies on Map 14A alone, row 51 on Map 15B too."""
    zones = board.regions["sea_zone"]
    assert place(board, "Preveza").hex in zones["Adriatic"]
    assert board.parse_label("14A:5032") in zones["Adriatic"]
    assert board.parse_label("14A:5119") in zones["Aegean"]
    assert board.parse_label("14A:5010") in zones["Aegean"]

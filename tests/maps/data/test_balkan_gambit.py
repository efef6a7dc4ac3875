"""The shipped Balkan Gambit board: what the rules name, how the land lies, what the game needs."""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Callable, Collection
from importlib import resources
from itertools import pairwise

import pytest

from maps import data
from maps.checking.checks import check
from maps.formats import geodata, text
from maps.hexgrid import Hex, are_adjacent, distance, side_between
from maps.layout import Layout, Orientation
from maps.model import GameMap
from tests.maps.data.board_facts import counts, stated_counts

PORTS = (
    "Trieste", "Fiume", "Zara", "Split", "Dubrovnik", "Durres", "Thessalonika", "Patrai",
    "Kalamata", "Corinth", "Athens",
)  # fmt: skip
CITIES = {"Athens", "Thessalonika", "Beograd", "Zagreb", "Trieste"}
TOWNS = {
    "Sarajevo", "Corinth", "Patrai", "Kalamata", "Fiume", "Zara", "Split", "Dubrovnik", "Durres",
    "Laibach", "Subotica", "Tirana", "Skopje", "Nis", "Mostar", "Banja Luka", "Ioannina", "Larisa",
    "Udine",
}  # fmt: skip
GULF_SOUTH = ("1335", "1436", "1536")
GULF_NORTH = ("1334", "1435", "1535", "1636")


@pytest.fixture(scope="module")
def board() -> GameMap:
    return data.load("balkan_gambit")


@pytest.fixture(scope="module")
def town(board: GameMap) -> Callable[[str], Hex]:
    by_name = {place.name: place.hex for place in board.places.values()}
    return by_name.__getitem__


def is_land(board: GameMap, at: Hex) -> bool:
    return board.terrain.get(at, "sea") != "sea"


def is_coast(board: GameMap, at: Hex) -> bool:
    return is_land(board, at) and any(board.terrain.get(n) == "sea" for n in at.neighbours())


def can_march(board: GameMap, a: Hex, b: Hex) -> bool:
    """May a unit step between two land hexes: not over a blocked side nor a bridgeless Danube."""
    kinds = board.side_kinds(a, b)
    return "blocked" not in kinds and ("danube" not in kinds or bool(board.line_kinds(a, b)))


def reached(start: Hex, hexes: Collection[Hex], step: Callable[[Hex, Hex], bool]) -> set[Hex]:
    found, queue = {start}, deque([start])
    while queue:
        here = queue.popleft()
        for near in here.neighbours():
            if near in hexes and near not in found and step(here, near):
                found.add(near)
                queue.append(near)
    return found


def road_hexes(board: GameMap) -> set[Hex]:
    return {at for step in board.lines for at in step}


def bearing(board: GameMap, a: Hex, b: Hex) -> float:
    """True bearing from one hex to another, in degrees, by the board's own compass."""
    layout = Layout(Orientation.FLAT)
    p, q = layout.centre(a), layout.centre(b)
    on_board = math.degrees(math.atan2(q.x - p.x, p.y - q.y))
    return (on_board - float(board.notes["north"])) % 360


def test_the_board_has_no_problems(board: GameMap) -> None:
    assert check(board) == []


def test_sarajevo_is_1717(board: GameMap, town: Callable[[str], Hex]) -> None:
    assert board.label(town("Sarajevo")) == "1717"


def test_liguria_is_0906_on_the_west_edge_in_italy_with_a_road(board: GameMap) -> None:
    entry = board.parse_label("0906")
    assert board.regions["supply"]["liguria"] == {entry}
    assert board.region_of("country", entry) == "Italy"
    assert entry in road_hexes(board)
    assert entry in board.regions["supply"]["axis edge"]
    assert not any(board.label(near).startswith("08") for near in board.neighbours(entry))
    assert min(int(board.label(at)[:2]) for at in board.terrain) == 9


def test_the_gulf_of_corinth_is_blocked_on_every_shared_side_and_nowhere_else(
    board: GameMap,
) -> None:
    shared = {
        side_between(board.parse_label(a), board.parse_label(b))
        for a in GULF_SOUTH
        for b in GULF_NORTH
        if are_adjacent(board.parse_label(a), board.parse_label(b))
    }
    assert len(shared) == 6
    assert {at for at, kinds in board.hexsides.items() if "blocked" in kinds} == shared


def test_the_named_greek_hexes_are_land_and_each_touches_the_gulf(board: GameMap) -> None:
    south = [board.parse_label(label) for label in GULF_SOUTH]
    north = [board.parse_label(label) for label in GULF_NORTH]
    assert all(is_land(board, at) for at in south + north)
    assert all(any(are_adjacent(a, b) for b in south) for a in north)
    assert all(any(are_adjacent(a, b) for b in north) for a in south)
    peloponnese = board.regions["area"]["Peloponnese"]
    assert set(south) <= peloponnese and not peloponnese & set(north)


def test_no_other_hex_of_central_greece_touches_the_three(board: GameMap) -> None:
    peloponnese = board.regions["area"]["Peloponnese"]
    others = {
        board.label(near)
        for label in GULF_SOUTH
        for near in board.neighbours(board.parse_label(label))
        if is_land(board, near) and near not in peloponnese
    }
    assert others == set(GULF_NORTH)


def test_the_peloponnese_holds_its_three_towns_and_is_joined_only_at_corinth(
    board: GameMap, town: Callable[[str], Hex]
) -> None:
    peloponnese = board.regions["area"]["Peloponnese"]
    assert {town("Corinth"), town("Patrai"), town("Kalamata")} <= peloponnese
    doors = {
        at
        for at in peloponnese
        for near in board.neighbours(at)
        if is_land(board, near) and near not in peloponnese and can_march(board, at, near)
    }
    assert doors == {town("Corinth")}


def test_the_peloponnese_lies_south_of_1435_and_west_of_1638(board: GameMap) -> None:
    north, east = board.parse_label("1435"), board.parse_label("1638")
    for at in board.regions["area"]["Peloponnese"]:
        assert 90 < bearing(board, north, at) < 270
        assert 180 < bearing(board, east, at) < 360


def test_1735_is_open_across_its_narrows(board: GameMap) -> None:
    here = board.parse_label("1735")
    across = [n for n in board.neighbours(here) if "narrows" in board.side_kinds(here, n)]
    assert across
    assert all(can_march(board, here, near) for near in across)


def test_the_ports_are_the_eleven_and_lie_on_the_coast(
    board: GameMap, town: Callable[[str], Hex]
) -> None:
    assert {p.name for p in board.places.values() if "port" in p.tags} == set(PORTS)
    assert all(is_coast(board, town(name)) for name in PORTS)


def test_cities_towns_and_capitals_are_those_of_the_chart(board: GameMap) -> None:
    of = {
        kind: {p.name for p in board.places.values() if p.kind == kind} for kind in ("city", "town")
    }
    assert of == {"city": CITIES, "town": TOWNS}
    capitals = {p.name for p in board.places.values() if "capital" in p.tags}
    assert capitals == {"Laibach", "Zagreb", "Beograd"}


def test_victory_places_stand_alone_in_their_hexes(board: GameMap) -> None:
    homes = Counter(p.hex for p in board.places.values() if p.kind in ("city", "town"))
    assert max(homes.values()) == 1


@pytest.mark.parametrize(
    ("name", "zone"),
    [
        ("Laibach", "Slovenia"), ("Zagreb", "Croatia"), ("Sarajevo", "Croatia"),
        ("Mostar", "Croatia"), ("Banja Luka", "Croatia"), ("Zara", "Croatia"),
        ("Dubrovnik", "Croatia"), ("Beograd", "Serbia"), ("Nis", "Serbia"),
        ("Subotica", "Serbia"), ("Cetinje", "Serbia"), ("Pristina", "Serbia"),
        ("Skopje", "Macedonia"), ("Bitolj", "Macedonia"), ("Tirana", "Albania"),
        ("Durres", "Albania"), ("Ioannina", "Greece"), ("Larisa", "Greece"),
        ("Thessalonika", "Greece"), ("Trieste", "Istria"), ("Pola", "Istria"),
    ],
)  # fmt: skip
def test_each_town_is_in_its_zone(
    board: GameMap, town: Callable[[str], Hex], name: str, zone: str
) -> None:
    assert board.region_of("zone", town(name)) == zone


def test_countries_share_out_the_land_and_zones_make_up_their_countries(board: GameMap) -> None:
    land = {at for at in board.terrain if is_land(board, at)}
    countries = board.regions["country"]
    assert sum(len(hexes) for hexes in countries.values()) == len(land)
    assert frozenset().union(*countries.values()) == land
    zones = board.regions["zone"]
    yugoslav = [zones[name] for name in ("Slovenia", "Croatia", "Serbia", "Macedonia")]
    assert sum(len(hexes) for hexes in yugoslav) == len(countries["Yugoslavia"])
    assert frozenset().union(*yugoslav) == countries["Yugoslavia"]
    assert zones["Albania"] == countries["Albania"]
    assert zones["Greece"] == countries["Greece"]
    assert zones["Istria"] < countries["Italy"]


def test_udine_lies_across_the_river_from_istria(
    board: GameMap, town: Callable[[str], Hex]
) -> None:
    udine, istria = town("Udine"), board.regions["zone"]["Istria"]
    assert board.region_of("country", udine) == "Italy" and udine not in istria
    fronts = [near for near in board.neighbours(udine) if near in istria]
    assert fronts
    assert all("river" in board.side_kinds(udine, near) for near in fronts)


@pytest.mark.parametrize(
    ("a", "b", "low", "high"),
    [
        ("Sarajevo", "Beograd", 30, 80), ("Split", "Dubrovnik", 100, 160),
        ("Zagreb", "Beograd", 90, 130), ("Trieste", "Laibach", 30, 90),
        ("Athens", "Thessalonika", 325, 360), ("Skopje", "Thessalonika", 120, 170),
        ("Durres", "Thessalonika", 85, 130), ("Patrai", "Athens", 70, 120),
        ("Beograd", "Nis", 120, 170), ("Beograd", "Subotica", 320, 360),
        ("Athens", "Kalamata", 210, 270), ("Nis", "Skopje", 170, 220),
    ],
)  # fmt: skip
def test_towns_lie_as_on_the_globe(
    board: GameMap, town: Callable[[str], Hex], a: str, b: str, low: float, high: float
) -> None:
    assert low <= bearing(board, town(a), town(b)) <= high


@pytest.mark.parametrize(
    ("a", "b", "km"),
    [
        ("Athens", "Thessalonika", 303), ("Beograd", "Zagreb", 367), ("Sarajevo", "Beograd", 196),
        ("Trieste", "Zagreb", 172), ("Skopje", "Nis", 152), ("Durres", "Thessalonika", 302),
        ("Beograd", "Athens", 806), ("Trieste", "Beograd", 530),
    ],
)  # fmt: skip
def test_distances_are_those_of_the_globe(
    board: GameMap, town: Callable[[str], Hex], a: str, b: str, km: float
) -> None:
    layout = Layout(Orientation.FLAT)
    p, q = layout.centre(town(a)), layout.centre(town(b))
    apart = math.hypot(p.x - q.x, p.y - q.y) * float(board.notes["km per hex"])
    assert apart == pytest.approx(km, abs=45)


def test_all_land_is_one_march(board: GameMap, town: Callable[[str], Hex]) -> None:
    land = {at for at in board.terrain if is_land(board, at)}
    assert reached(town("Beograd"), land, lambda a, b: can_march(board, a, b)) == land


def test_the_roads_are_one_net_over_land(board: GameMap, town: Callable[[str], Hex]) -> None:
    hexes = road_hexes(board)
    assert all(is_land(board, at) for at in hexes)
    assert reached(town("Beograd"), hexes, lambda a, b: bool(board.line_kinds(a, b))) == hexes
    assert not [step for step in board.lines if "blocked" in board.side_kinds(*step)]


def test_every_city_and_town_is_on_a_road(board: GameMap) -> None:
    hexes = road_hexes(board)
    assert [
        p.name for p in board.places.values() if p.kind != "village" and p.hex not in hexes
    ] == []


def test_the_great_road_runs_from_athens_to_beograd(
    board: GameMap, town: Callable[[str], Hex]
) -> None:
    legs = ("Athens", "Larisa", "Thessalonika", "Skopje", "Nis", "Beograd")
    hexes = road_hexes(board)
    for a, b in pairwise(legs):
        near = {at for at in hexes if distance(at, town(a)) + distance(at, town(b)) <= 13}
        assert town(b) in reached(town(a), near, lambda p, q: bool(board.line_kinds(p, q)))


@pytest.mark.parametrize(
    ("edge", "countries"),
    [
        ("axis edge", {"Italy", "Hungary"}),
        ("soviet edge", {"Romania", "Bulgaria"}),
        ("bulgarian edge", {"Bulgaria", "Greece"}),
    ],
)
def test_roads_leave_the_board_where_supply_needs_them(
    board: GameMap, edge: str, countries: set[str]
) -> None:
    exits = board.regions["supply"][edge]
    assert {board.region_of("country", at) for at in exits} == countries
    assert exits <= road_hexes(board)
    assert all(any(near not in board for near in at.neighbours()) for at in exits)


def test_soviet_and_bulgarian_roads_leave_by_the_east_edge(board: GameMap) -> None:
    last = max(int(board.label(at)[:2]) for at in board.terrain)
    for edge in ("soviet edge", "bulgarian edge"):
        assert {int(board.label(at)[:2]) for at in board.regions["supply"][edge]} == {last}


def test_the_danube_parts_subotica_from_beograd_and_is_bridged(
    board: GameMap, town: Callable[[str], Hex]
) -> None:
    danube = {at for at, kinds in board.hexsides.items() if "danube" in kinds}
    land = {at for at in board.terrain if is_land(board, at)}
    dry = reached(town("Beograd"), land, lambda a, b: side_between(a, b) not in danube)
    assert town("Subotica") not in dry and town("Novi Sad") not in dry
    bridges = {step for step in board.lines if side_between(*step) in danube}
    assert len(bridges) == 4
    assert any(town("Beograd") in step for step in bridges)
    assert any(town("Novi Sad") in step for step in bridges)


def test_the_danube_is_one_unbroken_line(board: GameMap) -> None:
    layout = Layout(Orientation.FLAT)
    ends: Counter[tuple[int, int]] = Counter()
    for at, kinds in board.hexsides.items():
        if "danube" in kinds:
            ends.update((round(p.x * 100), round(p.y * 100)) for p in layout.side_ends(at))
    assert sorted(Counter(ends.values())) == [1, 2]
    assert sum(1 for count in ends.values() if count == 1) == 2


def test_the_sava_passes_south_of_zagreb_and_joins_the_danube_at_beograd(
    board: GameMap, town: Callable[[str], Hex]
) -> None:
    zagreb, beograd = town("Zagreb"), town("Beograd")
    wet = [near for near in board.neighbours(zagreb) if "river" in board.side_kinds(zagreb, near)]
    assert wet and all(140 < bearing(board, zagreb, near) < 330 for near in wet)
    kinds = frozenset().union(
        *(board.side_kinds(beograd, near) for near in board.neighbours(beograd))
    )
    assert {"river", "danube"} <= kinds


@pytest.mark.parametrize(
    ("zone", "partisans"),
    [
        ("Slovenia", 3), ("Croatia", 7), ("Serbia", 10),
        ("Albania", 2), ("Macedonia", 3), ("Greece", 6),
    ],
)  # fmt: skip
def test_partisans_find_empty_hills_in_their_zones(
    board: GameMap, zone: str, partisans: int
) -> None:
    hills = [
        at
        for at in board.regions["zone"][zone]
        if board.terrain[at] in ("rough", "mountain") and not board.places_at(at)
    ]
    assert len(hills) >= partisans


@pytest.mark.parametrize("area", ["Peloponnese", "south of Dubrovnik"])
def test_there_are_beaches_where_the_first_landings_may_come(board: GameMap, area: str) -> None:
    beaches = [
        at
        for at in board.regions["area"][area]
        if is_coast(board, at)
        and (board.terrain[at] == "clear" or any("port" in p.tags for p in board.places_at(at)))
    ]
    assert len(beaches) >= 4


def test_landing_areas_are_coasts_that_do_not_overlap_the_peloponnese(
    board: GameMap, town: Callable[[str], Hex]
) -> None:
    areas = board.regions["area"]
    for name in ("south of Dubrovnik", "north of the Peloponnese", "east of the Peloponnese"):
        assert all(is_coast(board, at) for at in areas[name])
        assert not areas[name] & areas["Peloponnese"]
    assert not areas["north of the Peloponnese"] & areas["east of the Peloponnese"]
    assert areas["south of Dubrovnik"] < areas["north of the Peloponnese"]
    south = areas["south of Dubrovnik"]
    assert {town("Dubrovnik"), town("Durres")} <= south and town("Split") not in south
    assert {town("Athens"), town("Thessalonika")} <= areas["east of the Peloponnese"]


def test_every_coast_of_the_three_landing_countries_is_in_one_area(board: GameMap) -> None:
    areas = board.regions["area"]
    for country in ("Yugoslavia", "Albania", "Greece"):
        for at in board.regions["country"][country]:
            if is_coast(board, at):
                assert board.region_of("area", at) is not None, board.label(at)
    assert areas["Peloponnese"]


def test_italians_have_coast_to_set_up_on_in_three_zones(board: GameMap) -> None:
    for zone in ("Croatia", "Serbia", "Albania"):
        assert any(is_coast(board, at) for at in board.regions["zone"][zone])


def test_the_med_box_covers_no_hex(board: GameMap) -> None:
    box = board.boxes["med_box"]
    assert box.name == "Med Box"
    layout = Layout(Orientation.FLAT)
    spots = [layout.corner(at, i) for at in board.terrain for i in range(6)]
    left, top = min(p.x for p in spots), min(p.y for p in spots)
    wide, high = max(p.x for p in spots) - left, max(p.y for p in spots) - top
    x0, y0 = left + box.at[0] * wide, top + box.at[1] * high
    x1, y1 = x0 + box.size[0] * wide, y0 + box.size[1] * high
    assert not [
        board.label(at)
        for at in board.terrain
        if x0 < (p := layout.centre(at)).x < x1 and y0 < p.y < y1
    ]


def test_the_relief_is_that_of_the_balkans(board: GameMap, town: Callable[[str], Hex]) -> None:
    land = Counter(kind for kind in board.terrain.values() if kind != "sea")
    total = sum(land.values())
    assert 0.25 < land["clear"] / total < 0.45
    assert 0.15 < land["mountain"] / total < 0.30
    plain = ("Beograd", "Subotica", "Zagreb", "Osijek", "Larisa", "Thessalonika", "Durres")
    assert {board.terrain[town(name)] for name in plain} == {"clear"}
    for name in ("Foca", "Kolasin", "Niksic", "Pec", "Ohrid"):
        assert board.terrain[town(name)] == "mountain"


def test_the_numbers_of_the_manual_are_those_of_the_board(board: GameMap) -> None:
    assert counts(board) == stated_counts("balkan_gambit")


def test_modern_names_are_kept_for_searches(board: GameMap) -> None:
    modern = {p.name: p.modern for p in board.places.values()}
    assert modern["Laibach"] == "Ljubljana"
    assert modern["Durres"] == "Durazzo"
    assert modern["Scutari"] == "Shkoder"


def test_the_notes_count_the_hexes(board: GameMap) -> None:
    counts = Counter(board.terrain.values())
    said = ", ".join(f"{kind} {counts[kind]}" for kind in sorted(counts))
    assert board.notes["hexes"] == f"{len(board.terrain)}: {said}"


@pytest.mark.geodata
def test_the_recipe_makes_the_shipped_board_again_to_the_letter() -> None:
    folder = geodata.data_folder()
    if folder is None:
        pytest.skip("no geography data: name its folder in SANDTABLE_GEODATA")
    with resources.as_file(resources.files(data)) as home:
        made = text.dumps(geodata.build(home / "balkan_gambit.recipe.toml", folder))
        assert made == (home / "balkan_gambit.map").read_text(encoding="utf-8")

"""The areas that rule 3E and rule 28 name, found on the board."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.scenarios import load_scenario
from engine.systems.boot_camp.rules import BootCamp
from engine.systems.europa.board.areas import anywhere, area, fortifications
from maps.hexgrid import Hex, side_between
from maps.model import GameMap
from tests.engine.systems.europa.titles import charts, ground

GROUND = ground()


def at(label: str) -> Hex:
    return GROUND.hex_of(label)


def here(name: str) -> frozenset[Hex]:
    return area(GROUND, name)


def city(name: str) -> Hex:
    return next(p.hex for p in GROUND.map.places.values() if p.name == name)


@pytest.mark.parametrize("row", [row.id for row in charts("balkan_front").areas.rows])
def test_every_area_has_hexes_of_the_board(row: str) -> None:
    found = here(row)
    assert found
    assert all(hex_ in GROUND.map for hex_ in found)
    if row not in ("Adriatic", "Aegean"):
        assert found <= GROUND.land


def test_an_unknown_area_is_refused() -> None:
    with pytest.raises(KeyError):
        area(GROUND, "Ruritania")


def test_nations_and_regions_of_the_board_are_areas() -> None:
    assert city("Sarajevo") in here("Bosnia-Hercegovina")
    assert city("Nis") in here("Serbia") & here("Yugoslavia")


def test_mainland_greece_is_greece_without_its_islands() -> None:
    mainland, islands = here("Mainland Greece"), here("Greek islands")
    assert mainland | islands == here("Greece")
    assert not mainland & islands
    for name in ("Athenai", "Patrai", "Kalamai", "Thessalonike", "Alexandroupolis", "Ioannina"):
        assert city(name) in mainland
    for name in ("Kerkyra", "Iraklion", "Khalkis", "Levkas", "Andikythra", "Gavdos", "Mirina"):
        assert city(name) in islands


def test_islands_joined_by_straits_belong_to_the_nation_and_not_to_its_mainland() -> None:
    assert at("15B:0610") in here("Euboea") <= here("Greek islands")
    assert at("15B:0711") in here("Mainland Greece")


def test_crete_is_one_island_of_greece() -> None:
    crete = here("Crete")
    assert {city(name) for name in ("Khania", "Rethymnon", "Iraklion", "Maleme")} <= crete
    assert crete < here("Greek islands")
    assert city("Gavdos") not in crete
    assert city("Andikythra") not in crete


def test_mainland_italy_leaves_out_zara_and_the_islands() -> None:
    mainland = here("Mainland Italy")
    assert {city("Brindisi"), city("Trieste"), city("Pola")} <= mainland
    islands = here("Adriatic islands of Italy")
    assert {city("Cherso"), city("Losini"), at("14A:2725")} <= islands
    assert at("14A:1928") in here("Zara")
    assert not mainland & (islands | here("Zara") | here("Dodecanese"))


def test_albania_and_the_dodecanese_are_held_by_italy_and_no_part_of_it() -> None:
    italy = here("Italy")
    assert italy == here("Mainland Italy") | here("Zara") | here("Adriatic islands of Italy")
    for name in ("Albania", "Dodecanese"):
        assert not italy & here(name)
        assert {GROUND.holders[hex_] for hex_ in here(name)} == {"italian"}


def test_the_dodecanese_are_italian_islands_of_the_aegean() -> None:
    dodecanese = here("Dodecanese")
    assert {city(name) for name in ("Leros", "Kos", "Karpathos", "Patmos")} <= dodecanese
    assert {GROUND.countries[hex_] for hex_ in dodecanese} == {"Italy"}
    assert all(GROUND.map.label(hex_).startswith("15B") for hex_ in dodecanese)


def test_aegean_islands_are_greek() -> None:
    for name in ("Samos", "Khios", "Mirina", "Samothrake", "Naxos", "Thera"):
        assert city(name) in here("Greek islands")


def test_islands_joined_by_straits_are_of_the_nation_they_are_joined_to() -> None:
    for nation, names in {"Italy": ("Cherso", "Losini"), "Yugoslavia": ("Rab", "Krk")}.items():
        for name in names:
            assert city(name) in here(nation)


def test_major_cities_fill_a_hex_or_part_of_one() -> None:
    for name in ("Athenai", "Beograd", "Thessalonike", "Bari", "Budapest (west)"):
        assert GROUND.major_city(city(name))
    for name in ("Patrai", "Durazzo", "Larisa"):
        assert not GROUND.major_city(city(name))


def test_hungary_germany_and_turkey() -> None:
    assert city("Oradea") in here("Hungary")
    assert {city("Wien"), city("Graz")} <= here("Germany")
    turkey = here("Turkey")
    assert city("Cesme") in turkey
    assert {GROUND.holders[hex_] for hex_ in turkey} == {"turkish"}


def test_yugoslav_islands() -> None:
    assert {city("Rab"), city("Hvar"), city("Vis")} <= here("Yugoslav islands")
    assert here("Mainland Yugoslavia") | here("Yugoslav islands") == here("Yugoslavia")


def test_the_regions_make_up_yugoslavia() -> None:
    regions = (
        "Slovenia",
        "Croatia without Dalmatia",
        "Dalmatia",
        "Bosnia-Hercegovina",
        "Montenegro",
        "Serbia without Backa",
        "Backa",
        "Kosovo and Macedonia",
    )
    assert anywhere(GROUND, regions) == here("Yugoslavia")
    assert sum(len(here(name)) for name in regions) == len(here("Yugoslavia"))


def test_bosnia_lies_south_of_the_sava_and_keeps_off_the_coast() -> None:
    bosnia = here("Bosnia-Hercegovina")
    assert not bosnia & GROUND.near(GROUND.coastal, 1)
    assert {city("Sarajevo"), city("Banja Luka"), city("Brcko"), city("Mostar")} <= bosnia
    assert not bosnia & {city("Slavonski Brod"), city("Sisak"), city("Split")}
    bounding = [at(f"14A:16{column}") for column in range(21, 26)]
    assert not bosnia & set(bounding)
    assert all(hex_.r > bounding[0].r for hex_ in bosnia)


def test_croatia_has_dalmatia_and_every_island() -> None:
    croatia = here("Croatia")
    assert here("Dalmatia") | here("Yugoslav islands") <= croatia
    assert {city("Zagreb"), city("Split"), city("Ruma")} <= croatia
    assert not croatia & here("Bosnia-Hercegovina")


def test_kosovo_and_macedonia_are_one_region() -> None:
    region = here("Kosovo and Macedonia")
    assert {city("Pristina"), city("Skoplje"), city("Bitolj"), city("Tetovo")} <= region
    assert here("Macedonia") == region


def test_montenegro_serbia_and_slovenia() -> None:
    assert {city("Podgorica"), city("Cetinje"), city("Bar")} <= here("Montenegro")
    assert {city("Beograd"), city("Pirot"), city("Novi Sad"), city("Vranje")} <= here("Serbia")
    assert here("Backa") < here("Serbia")
    assert {city("Ljubljana"), city("Maribor")} <= here("Slovenia")


def test_dalmatia_is_the_coast_of_croatia() -> None:
    dalmatia = here("Dalmatia")
    assert {city(name) for name in ("Split", "Sibenik", "Dubrovnik", "Metkovic")} <= dalmatia
    assert city("Zagreb") not in dalmatia
    assert city("Ruma") not in dalmatia
    assert city("Senj") not in dalmatia


def test_backa_lies_between_the_danube_and_the_border() -> None:
    backa = here("Backa")
    assert {city("Subotica"), city("Novi Sad"), city("Sombor")} <= backa
    assert not backa & {city("Beograd"), city("Osijek"), city("Ruma")}
    assert backa < here("Serbia")


def test_thrace_and_the_land_east_of_the_vardar() -> None:
    east = here("Greece east of the Vardar")
    assert {city("Alexandroupolis"), city("Xanthe")} <= here("Thrace") < east
    assert {city("Thessalonike"), city("Serrai"), city("Drama")} <= east - here("Thrace")
    assert not east & {city("Veroia"), city("Edessa"), city("Florina"), city("Larisa")}


def test_the_metaxas_line_lies_behind_the_fortified_hexsides_of_greece() -> None:
    line = here("Metaxas Line")
    labels = {GROUND.map.label(hex_).removeprefix("14A:") for hex_ in line}
    assert labels == {"4209", "4307", "4308", "4309", "4405", "4406", "4601"}
    for hex_ in line:
        assert any("fortified" in GROUND.sides(hex_, near) for near in hex_.neighbours())


def test_no_hex_before_the_fortifications_belongs_to_the_line() -> None:
    assert at("14A:4306") not in here("Metaxas Line")
    assert "fortified" in GROUND.sides(at("14A:4306"), at("14A:4406"))


def test_northern_albania_ends_with_hexrow_3700() -> None:
    north = here("north of hexrow 3700 in Albania")
    assert city("Durazzo") in north
    assert city("Scutari") in north
    assert city("Elbasan") not in north
    assert north | here("southern Albania") == here("Albania")


def test_the_adriatic_zone_is_the_sea_of_14a_and_its_coast() -> None:
    zone = here("Adriatic")
    for name in ("Durazzo", "Valona", "Bari", "Split", "Zara", "Igoumenitsa"):
        assert city(name) in zone
    for name in ("Thessalonike", "Iraklion", "Volos"):
        assert city(name) not in zone
    assert all(GROUND.map.label(hex_).startswith("14A") for hex_ in zone)


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("15B:0911", "Athenai"),
        ("14A:2211", "Beograd"),
        ("14A:3606", "Sofiya"),
        ("14A:0811", "Budapest"),
        ("14A:0712", "Budapest (west)"),
        ("14A:1304", "Oradea"),
        ("14A:1928", "Zara"),
        ("14A:3009", "Nis"),
    ],
)
def test_named_hexes_hold_their_cities(label: str, name: str) -> None:
    assert city(name) == at(label)


def test_the_euboean_straits_are_narrow_straits_with_a_low_volume_railroad() -> None:
    bank, island = at("15B:0711"), at("15B:0610")
    assert "narrow_strait" in GROUND.sides(bank, island)
    assert GROUND.low_volume(bank, island)
    assert island in GROUND.fronts[bank]


def test_every_fortified_hexside_stands_in_a_hex_of_the_land_it_guards() -> None:
    """BF-14E1.1: of the Metaxas Line in the seven Greek hexes behind it, never in front of it."""
    works = fortifications(GROUND)
    assert {side for sides in works.values() for side in sides} == GROUND.fortified
    line = area(GROUND, "Metaxas Line")
    assert {hex_ for hex_ in works if GROUND.countries[hex_] == "Greece"} == line
    fronts = ("14A:4206", "14A:4208", "14A:4306", "14A:4501")
    assert not any(at(label) in works for label in fronts)
    assert works[at("14A:4406")] == {side_between(at("14A:4406"), at("14A:4306"))}


UNASKED = {("supply", "axis edge"), ("weather", "C"), ("weather", "E")}
"""Regions of the board that no rule of Boot Camp asks for."""
NAMED = {"river"}
"""Layers that only name what is on the board."""


def renamed(board: GameMap, layer: str, name: str) -> GameMap:
    """A board with one region of a layer under another name."""
    found = board.copy()
    regions = dict(found.regions[layer])
    regions["Renamed"] = regions.pop(name)
    found.regions[layer] = regions
    return found


def test_rules_miss_whatever_region_is_renamed_under_a_running_game() -> None:
    """What the guard of boards asks before an edit: all that charts ask for keeps its name."""
    scenario = load_scenario("boot_camp/balkan_campaign", {})
    assert not BootCamp(scenario).context.missing_areas
    missed = {
        (layer, name): BootCamp(
            replace(scenario, map=renamed(scenario.map, layer, name))
        ).context.missing_areas
        for layer, regions in scenario.map.regions.items()
        if layer not in NAMED
        for name in regions
    }
    assert {key for key, found in missed.items() if not found} == UNASKED
    assert all(any(name in one for one in found) for (_, name), found in missed.items() if found)


def test_rules_miss_the_edge_that_feeds_the_axis_when_it_is_removed() -> None:
    """Under whatever names it is drawn."""
    scenario = load_scenario("boot_camp/balkan_campaign", {})
    board = scenario.map.copy()
    board.regions["supply"] = {}
    missing = BootCamp(replace(scenario, map=board)).context.missing_areas
    assert missing == ("map edge has no hexes",)


def test_a_country_of_ones_own_is_nobodys_land() -> None:
    """Drawing a region of the nation layer in mid-game takes no rule away."""
    scenario = load_scenario("boot_camp/balkan_campaign", {})
    board = scenario.map.copy()
    hex_ = at("14A:3606")
    layer = {name: hexes - {hex_} for name, hexes in board.regions["nation"].items()}
    board.regions["nation"] = {**layer, "Ruritania": frozenset({hex_})}
    context = BootCamp(replace(scenario, map=board)).context
    assert hex_ not in context.holders and not context.missing_areas

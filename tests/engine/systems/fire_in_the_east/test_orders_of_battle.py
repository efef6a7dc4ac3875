"""What the orders of battle and their corrections say, as the campaign plays it."""

from __future__ import annotations

import pytest

from engine.systems.europa.board.places import spots
from engine.systems.europa.scenario.set_up_actions import PlaceUnit
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.position import ARCTIC
from engine.systems.fire_in_the_east.state.records import East
from maps.hexgrid import Hex, distance
from oob.model import Size, Unit, UnitId
from tests.engine.systems.fire_in_the_east.eastern import WholeFront, rules_of

HANDS = "Interior Military Districts, {} Military District"
EASTERN = "east edge"


def context() -> EastContext:
    """The campaign, bound."""
    return rules_of("campaign").context


def where(unit: str) -> tuple[str, int]:
    """The place word of a unit and the turn it comes on, 0 for the set-up."""
    id_ = UnitId(unit)
    if id_ in context().setups:
        return context().setups[id_].place, 0
    found = context().arrivals[id_]
    return found.place, found.turn


def counters(place: str, turn: int) -> list[str]:
    """The counters that are set up or arrive at a place on a turn: ratings, name and size."""
    return [
        f"{unit.front.ratings()} {unit.name} {unit.size.value}"
        for id_, unit in context().units.items()
        if (id_ in context().setups or id_ in context().arrivals) and where(id_) == (place, turn)
    ]


@pytest.mark.parametrize(
    ("unit", "ratings", "place", "turn"),
    [
        ("german-783-artillery-iii", "3-8", "Army Group Center, 9th Army", 0),
        ("soviet-86-rifle-xx", "3-6", "Western Special Military District, 10th Army", 0),
        ("soviet-10-tank-xx", "11-6-8", "Kiev Special Military District, reserves", 0),
        ("soviet-20-lt-tank-cdr", "3-2-8", "Kiev Special Military District, reserves", 0),
        ("soviet-35-lt-tank-cdr", "2-1-8", "Kiev Special Military District, reserves", 0),
        ("soviet-40-lt-tank-cdr", "3-2-8", "Kiev Special Military District, reserves", 0),
        ("soviet-196-rifle-xx", "3-6", "Odessa Military District, 9th Army", 0),
        ("soviet-156-rifle-xx", "4-6", "Odessa Military District, 9th Rifle Corps", 0),
        ("soviet-2-cavalry-xx", "4-3-8", "Odessa Military District, 9th Rifle Corps", 0),
        ("soviet-54-lt-tank-cdr", "2-1-8", "south-east edge, Transcaucasus", 3),
        ("soviet-110-lt-tank-cdr", "2-1-8", EASTERN, 3),
        ("soviet-105-tank-xx", "6-4-8", EASTERN, 3),
        ("soviet-14-tank-x", "3-2-8", "cities of the Kharkov Military District", 7),
        ("soviet-114-rifle-xx", "4-6", EASTERN, 9),
        ("soviet-112-tank-xx", "6-4-8", EASTERN, 10),
        ("soviet-70-tank-x", "2-1-8", "cities of the Moskva Military District", 16),
        ("soviet-153-tank-x", "2-1-8", "cities of the Moskva Military District", 16),
        ("soviet-13-cavalry-xx", "3-8", "cities of the North Caucasus Military District", 16),
    ],
)
def test_a_corrected_unit_is_where_it_belongs(
    unit: str, ratings: str, place: str, turn: int
) -> None:
    """[FE-ERR-OBA2] [FE-ERR-OBS1] [FE-ERR-OBS3] [FE-ERR-OBS4] [FE-ERR-OBS9] [FE-ERR-OBS10]
    [FE-ERR-OBS14] [FE-ERR-OBS16] [FE-ERR-OBS17] [FE-ERR-OBS20] [FE-ERR-CTR3]
    """
    assert where(unit) == (place, turn)
    assert context().units[UnitId(unit)].front.ratings() == ratings


@pytest.mark.parametrize(
    ("counter", "place", "turn"),
    [
        ("4-6 8 Rifle XX", "Western Special Military District, 10th Army", 0),
        ("4-3-8 2 Cavalry XX", "Odessa Military District, 9th Army", 0),
        ("3-6 234 Rifle XX", "Odessa Military District, 9th Rifle Corps", 0),
        ("4-8 106 Motorized XX", HANDS.format("Moskva"), 0),
        ("4-8 107 Motorized XX", HANDS.format("Moskva"), 0),
        ("4-8 103 Motorized XX", HANDS.format("North Caucasus"), 0),
        ("4-6 156 Rifle XX", HANDS.format("North Caucasus"), 0),
        ("3-6 86 Rifle XX", HANDS.format("North Caucasus"), 0),
        ("3-6 196 Rifle XX", HANDS.format("North Caucasus"), 0),
        ("6-4-8 102 Tank XX", EASTERN, 3),
        ("6-4-8 112 Tank XX", EASTERN, 3),
        ("6-6 57 Rifle XX", EASTERN, 3),
        ("5-6 22 Rifle XX", EASTERN, 3),
        ("5-6 35 Rifle XX", EASTERN, 3),
        ("5-6 39 Rifle XX", EASTERN, 3),
        ("4-7 79 Mountain XX", EASTERN, 3),
        ("4-6 94 Rifle XX", EASTERN, 3),
        ("4-6 105 Rifle XX", EASTERN, 3),
        ("6-4-8 59 Tank XX", EASTERN, 5),
        ("3-8 59 Cavalry XX", EASTERN, 5),
        ("4-6 66 Rifle XX", EASTERN, 5),
        ("3-8 58 Cavalry XX", EASTERN, 9),
        ("6-6 12 Rifle XX", EASTERN, 12),
        ("3-2-8 4 Tank X", EASTERN, 14),
        ("3-2-8 70 Tank X", "cities of the Moskva Military District", 16),
    ],
)
def test_a_counter_that_was_struck_out_does_not_come(counter: str, place: str, turn: int) -> None:
    """[FE-ERR-OBS1] [FE-ERR-OBS4] [FE-ERR-OBS5] [FE-ERR-OBS6] [FE-ERR-OBS10] [FE-ERR-OBS11]
    [FE-ERR-OBS13] [FE-ERR-OBS15] [FE-ERR-OBS18] [FE-ERR-OBS19] [FE-ERR-OBS20]
    """
    found = counters(place, turn)
    ratings, number, kind = counter.split(" ", 2)
    alike = [one.split() for one in found]
    assert found
    assert not [
        one for one in alike if one[0] == ratings and number in one and kind.split()[-1] == one[-1]
        and kind.split()[0] in " ".join(one)
    ]  # fmt: skip


def named(name: str, nation: str) -> list[Unit]:
    """The units of a nation with a word in their names."""
    return [u for u in context().oob.units.values() if u.nation == nation and name in u.name]


def test_artillery_of_the_18th_army_is_a_regiment() -> None:
    """[FE-ERR-OBA1] The 110th is no battalion."""
    found = [u for u in named("110", "german") if "artillery" in u.type]
    assert [(u.size, u.front.ratings()) for u in found] == [(Size.REGIMENT, "1-2-8")]


def test_counters_are_read_as_they_were_corrected() -> None:
    """[FE-ERR-CTR4] [FE-ERR-CTR5] The 15th Don, and a brigade of Italian horse."""
    assert not named("5 Don", "soviet") or all("15" in u.name for u in named("5 Don", "soviet"))
    assert [u.name for u in named("15 Don", "soviet")] and not named(" 5 Don", "soviet")
    assert [u.size for u in named("Balbo", "italian")] == [Size.BRIGADE]


def test_naval_troops_are_marines_and_rifle_brigades_support_themselves() -> None:
    """[FE-ERR-CTR1] [FE-ERR-CTR2]"""
    brigades = [u for u in context().units.values() if u.nation == "soviet" and u.size == "X"]
    assert not [u for u in brigades if u.type == "naval infantry"]
    assert [u for u in brigades if u.type == "marine infantry"]
    rifles = [u for u in brigades if u.type == "infantry"]
    assert len(rifles) > 50
    assert all(context().facts(u.id, 1).supported for u in rifles)


def test_the_chart_of_units_is_the_corrected_one() -> None:
    """[FE-ERR-CH1b] [FE-ERR-CH1c] Mechanized troops stop tanks with all they have; no Soviet
    unit is heavy antiaircraft.
    """
    chart = context().charts.capabilities
    assert [row.atec for row in chart.rows if row.id == "mechanized infantry"] == ["full"]
    units = context().oob.units.values()
    assert not [u for u in units if u.nation == "soviet" and "heavy anti-aircraft" in u.type]


def test_reserves_of_october_come_out_in_august() -> None:
    """[FE-ERR-OBA5] On Aug I 41, with those that are listed there."""
    listed = ("1-infantry-xx", "18-infantry-xx", "1-artillery-iii", "1-cavalry-xx")
    assert {context().releases[UnitId(f"rumanian-{unit}")] for unit in listed} == {4}
    game = WholeFront(turn=3).put("3B:2330", "rumanian-1-infantry-xx")
    assert game.pos.in_reserve(UnitId("rumanian-1-infantry-xx"))
    assert not game.having(turn=4).pos.in_reserve(UnitId("rumanian-1-infantry-xx"))


@pytest.mark.parametrize(
    ("army", "north", "south"),
    [
        ("5th Army", "1B:4424", "1B:4824"),
        ("6th Army", "1B:4925", "1B:5028"),
        ("26th Army", "1B:5129", "3B:0330"),
        ("12th Army", "3B:0429", "3B:1320"),
    ],
)
def test_armies_at_kiev_have_the_corrected_hexrows(army: str, north: str, south: str) -> None:
    """[FE-ERR-OBS2] Within five hexes of the border, from one hexrow to the other."""
    found = spots(context(), f"Kiev Special Military District, {army}")
    first, last = context().hex_of(north), context().hex_of(south)
    rows = {at.r for at in found if isinstance(at, Hex)}
    assert (min(rows), max(rows)) == (first.r, last.r)


# Areas of the orders of battle


def labels_of(place: str) -> set[str]:
    """The printed numbers of a place word."""
    return {context().map.label(at) for at in spots(context(), place) if isinstance(at, Hex)}


def test_army_groups_deploy_behind_the_border_and_their_reserves_off_it() -> None:
    """[FE-OBA-1] Armies within five hexes, reserves within seven and not beside it."""
    ground = context()
    russia = ground.country("USSR")
    for place, far, near in (
        ("Army Group Center, 4th Army", 5, 1),
        ("Army Group South, 6th Army", 5, 1),
        ("Army Group Center, reserves", 7, 2),
        ("Army Group South, reserves", 7, 2),
    ):
        away = {
            min(distance(at, other) for other in russia)
            for at in spots(ground, place)
            if isinstance(at, Hex)
        }
        assert (min(away), max(away)) == (near, far), place


def test_brandenburgers_stand_anywhere_in_greater_germany() -> None:
    """[FE-OBA-2] Four battalions."""
    state = rules_of("campaign").begin().state
    assert isinstance(state, East)
    game = WholeFront(state=state)
    four = [u for u, entry in context().setups.items() if entry.place == "Brandenburgers"]
    assert len(four) == 4
    assert set(spots(context(), "Brandenburgers")) == set(context().country("Greater Germany"))
    assert game.pos.piece(four[0]).at == "pool"


def test_armies_in_rumania_have_areas_of_their_own() -> None:
    """[FE-OBA-4] Three hexes deep; parts of the Rumanian armies elsewhere, and reserves behind."""
    rows = context().charts.places
    third, fourth = rows.row("Rumania, Rumanian 3rd Army"), rows.row("Rumania, Rumanian 4th Army")
    assert [(one.place, one.most) for one in third.limits] == [("Rumania, 11th Army", 5)]
    assert [(one.place, one.most) for one in fourth.limits] == [
        ("Rumania, 11th Army", 5),
        ("Danube delta", 5),
    ]
    assert {"3B:1420", "3B:2018"} <= labels_of("Rumania, 11th Army")
    assert "3B:2919" in labels_of("Danube delta")
    assert "3B:2118" not in labels_of("Rumania, Rumanian 3rd Army")
    assert not labels_of("Rumania, Rumanian Reserves") & labels_of("Rumania, 11th Army")


def test_part_of_the_army_of_norway_is_at_rovaniemi() -> None:
    """[FE-OBA-5] Five equivalents of it, within three hexes, in Finland."""
    row = context().charts.places.row("Finland, Army Norway")
    assert [(one.place, one.most) for one in row.limits] == [("around Rovaniemi", 5)]
    centre = context().hex_of("5B:2502")
    found = [at for at in spots(context(), "around Rovaniemi") if isinstance(at, Hex)]
    assert max(distance(centre, at) for at in found) == 3
    assert {context().countries[at] for at in found} == {"Finland"}


@pytest.mark.parametrize(
    ("unit", "city", "field"),
    [
        ("Baltic Special Military District, 27th Army", "1B:1816", "1B:1916"),
        ("Baltic Special Military District, reserves", "1B:0712", "1B:1816"),
    ],
)
def test_one_unit_stands_in_each_baltic_city(unit: str, city: str, field: str) -> None:
    """[FE-OBS-1] The 27th Army in Latvia and Estonia, the reserves in Estonia."""
    state = rules_of("campaign").begin().state
    assert isinstance(state, East)
    game = WholeFront(state=state)
    one, two = [u for u, entry in context().setups.items() if entry.place == unit][:2]
    assert game.objections(PlaceUnit(one, game.at(city))) == []
    assert game.objections(PlaceUnit(one, game.at(field))) == ["FE-36.2"]
    game.do(PlaceUnit(one, game.at(city)))
    assert game.objections(PlaceUnit(two, game.at(city))) == ["FE-36.2"]


def test_reserves_of_the_western_district_have_their_towns() -> None:
    """[FE-OBS-2] Three equivalents in each of four towns, 21 about one hex, the rest near Minsk."""
    row = context().charts.places.row("Western Special Military District, reserves")
    assert {one.place: one.most for one in row.limits} == {
        "around 1B:3515": 21,
        "Mogilev": 3,
        "Smolensk": 3,
        "Vitebsk": 3,
        "Wilno": 3,
    }
    minsk = context().hex_of("1B:3512")
    own = [at for at in spots(context(), row.id) if isinstance(at, Hex)]
    assert {at for at in own if distance(minsk, at) <= 7} >= {minsk}
    assert labels_of("Wilno") == {"1B:3016"}


def test_reserves_of_leningrad_are_in_it_or_in_cities_around() -> None:
    """[FE-OBS-3] Seven equivalents within ten hexes of it."""
    row = context().charts.places.row("Leningrad Military District, reserves")
    assert [(one.place, one.most) for one in row.limits] == [("cities around Leningrad", 7)]
    ground, centre = context(), context().hex_of("2A:0931")
    around = [at for at in spots(ground, "cities around Leningrad") if isinstance(at, Hex)]
    assert around and max(distance(centre, at) for at in around) <= 10
    assert all(at in ground.cities for at in around)


def test_reserves_of_kiev_are_west_of_the_dnepr() -> None:
    """[FE-OBS-4] Within fifteen hexes, between two hexrows."""
    kiev = context().hex_of("3B:0607")
    found = labels_of("Kiev Special Military District, reserves")
    assert {"3B:0607", "3B:0513"} <= found
    assert not found & {"3B:0507", "3B:0605", "1B:4604", "3B:1413"}
    hexes = [at for at in spots(context(), "Kiev Special Military District, reserves")]
    assert max(distance(kiev, at) for at in hexes if isinstance(at, Hex)) <= 15


def test_militia_of_the_crimea_comes_to_its_three_towns() -> None:
    """[FE-OBS-13] A division to each, on Jul II 41."""
    units = [u for u, a in context().arrivals.items() if a.place == "cities of the Crimea"]
    assert {context().arrivals[unit].turn for unit in units} == {3} and len(units) == 3
    assert labels_of("cities of the Crimea") == {"3B:3603", "3B:3502", "4A:3526"}
    assert context().charts.places.row("cities of the Crimea").single == "unit"
    assert all("mil" in context().units[unit].traits for unit in units)


# What rules call the country


@pytest.mark.parametrize(
    ("district", "town"),
    [
        ("Western", "Bialystok"),
        ("Kiev", "Lwow"),
        ("Odessa", "Kishinev"),
        ("Arkhangelsk", "Viipuri"),
    ],
)
def test_districts_reach_to_the_border_of_1941(district: str, town: str) -> None:
    """[FE-3H.7] Reinforcements of a district come to its towns in annexed land too."""
    places = context().map.places.values()
    (at,) = (place.hex for place in places if place.name == town)
    assert at in spots(context(), f"cities of the {district} Military District")


def test_countries_are_those_of_june_1941() -> None:
    """[FE-3H.5] [FE-3H.6] [FE-32A1.3] East Prussia and western Poland are Greater Germany, Cluj is
    Hungarian, and the Arctic is the northernmost zone.
    """
    ground, game = context(), WholeFront()
    east_prussia, poland = ground.hex_of("1B:2725"), ground.hex_of("1B:3529")
    assert {ground.countries[at] for at in (east_prussia, poland)} == {"Greater Germany"}
    assert {east_prussia, poland} <= set(spots(ground, "Brandenburgers"))
    assert ground.countries[ground.hex_of("3B:1630")] == "Hungary"
    assert ground.hex_of("3B:1630") in spots(ground, "Hungary, Hungarian Forces")
    arctic = spots(ground, "Finland in the Arctic")
    assert {game.pos.zone_of(at) for at in arctic if isinstance(at, Hex)} == {ARCTIC}
    assert game.pos.zone_of(game.at("1B:0410")) != ARCTIC

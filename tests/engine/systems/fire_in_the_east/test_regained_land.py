"""Land annexed from Finland is Finland again, for good, once the Axis has gained it (FE-32B.3)."""

from __future__ import annotations

import pytest

from engine.systems.europa.air.groups import chart as air_chart
from engine.systems.europa.air.groups.records import Activating
from engine.systems.europa.movement.move_actions import Move
from engine.systems.europa.state.constants import ALLIED, AXIS, HALF
from engine.systems.fire_in_the_east.economy import garrisons, purses
from engine.systems.fire_in_the_east.sea.shipping import cargo
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import RIFLES, WholeFront
from tests.engine.systems.fire_in_the_east.eastern_sea import LADOGA, MARAT, WholeSea

FINNS = UnitId("finnish-1-rifle-xx")
VIIPURI, HANGO, SALLA = "1B:0401", "1B:0515", "6A:2525"
SORTAVALA, SHORE = "6A:5028", "2A:0226"
LANDED = ("german-1-infantry-xx", "german-11-infantry-xx")


def test_the_land_is_what_lies_between_the_frontiers_of_1939_and_1940() -> None:
    """[FE-32B.3] Viipuri, Sortavala, Kakisalmi, Salla and Hango; neither Leningrad nor Petsamo."""
    context = WholeFront().context
    annexed = context.annexed
    assert {context.hex_of(at) for at in (VIIPURI, HANGO, SALLA, SORTAVALA, "2A:0330")} <= annexed
    assert {context.countries[at] for at in annexed} == {"USSR"}
    assert context.hex_of("2A:0931") not in annexed and context.hex_of("2A:0832") not in annexed


@pytest.mark.parametrize("at", [VIIPURI, HANGO, SALLA])
def test_it_is_finland_once_gained_and_stays_so_when_the_soviets_regain_it(at: str) -> None:
    """[FE-32B.3] Neither before that, nor land that was Soviet in 1939."""
    game = WholeFront(3)
    there = game.at(at)
    assert game.pos.country_of(there) == "USSR"
    assert game.own(AXIS, at).pos.country_of(there) == "Finland"
    assert game.own(ALLIED, at).pos.country_of(there) == "Finland"
    other = game.at("2A:0832")
    assert game.own(AXIS, "2A:0832").pos.country_of(other) == "USSR"


def test_a_march_gains_it() -> None:
    """[FE-32B.3] [FE-3F.1] Finns enter a hex of it, and so it changes hands."""
    game = WholeFront(3).weather("clear")
    to = next(
        at
        for at in sorted(game.context.annexed)
        if any(game.context.countries.get(n) == "Finland" for n in game.context.fronts[at])
        and at not in game.context.arctic
    )
    start = next(n for n in game.context.fronts[to] if game.context.countries.get(n) == "Finland")
    game.put(game.context.map.label(start), FINNS).do(Move(FINNS, to))
    assert game.pos.owner_of(to) == AXIS and game.pos.country_of(to) == "Finland"


# Supply


def test_finnish_cities_there_feed_finns_as_long_as_the_axis_has_them() -> None:
    """[FE-32B.3] [FE-12C1.4] Viipuri is a source of Finnish units; Kakisalmi is no such city."""
    game = WholeFront(3)

    def fed() -> set[object]:
        return {source.at for source in game.pos.sources(AXIS) if "finnish" in source.nations}

    before = fed()
    game.own(AXIS, VIIPURI, "2A:0330")
    assert fed() - before == {game.at(VIIPURI)}
    game.own(ALLIED, VIIPURI)
    assert fed() == before


# Operational areas


def test_germans_there_count_among_those_in_southern_finland_and_are_bound_as_they_are() -> None:
    """[FE-32B.3] [FE-32B.6] Gained land south of the Arctic; before, nobody counts there."""
    game = WholeFront(3).put(VIIPURI, *LANDED)
    row = next(row for row in game.context.limited if row.nation == "german")
    assert game.pos.forces(row) == 0 and not game.pos.finnish(UnitId(LANDED[0]))
    game.own(AXIS, VIIPURI)
    sizes = sum(game.pos.facts(UnitId(unit)).halves for unit in LANDED)
    assert game.pos.forces(row) == sizes == 6 * HALF
    assert game.pos.finnish(UnitId(LANDED[0]))


def test_finns_in_the_arctic_part_of_it_are_in_finland() -> None:
    """[FE-32B.3] [FE-32B.8] They no longer count among the ten REs outside of it."""
    game = WholeFront(3).put(SALLA, FINNS)
    row = next(row for row in game.context.limited if row.nation == "finnish")
    assert game.pos.forces(row) > 0
    assert game.own(AXIS, SALLA).pos.forces(row) == 0


def test_the_finnish_net_is_there_even_in_soviet_hands() -> None:
    """[FE-32B.3] [FE-7A3.3] Lines of Finland are its net; before it was gained the land was not."""
    game = WholeFront(3)
    at = game.at(VIIPURI)
    assert not game.pos.on_net(at)
    game.own(AXIS, VIIPURI)
    assert game.own(ALLIED, VIIPURI).pos.on_net(at)


def test_it_needs_no_garrison() -> None:
    """[FE-32B.3] [FE-33.4] Nor does any city of lands that the USSR acquired in 1940."""
    game = WholeFront(5).own(AXIS, VIIPURI)
    assert not any(game.at(VIIPURI) in found.hexes for found in garrisons.every(game.pos))


def test_no_more_germans_enter_it_than_southern_finland_takes() -> None:
    """[FE-32B.3] [FE-32B.6] A hex that was regained is closed to the second division, one that is
    still the USSR is open.
    """
    game = WholeFront(5).weather("clear").put("1B:0410", LANDED[0])
    unit = UnitId(LANDED[1])
    game.put("2A:0832", unit)
    near = "2A:0732"
    assert not game.pos.too_many(unit, game.at(near))
    game.own(AXIS, near)
    refused = game.pos.too_many(unit, game.at(near))
    assert refused is not None and refused.rule == "FE-32B.6"


# Replacements


def test_replaced_finns_appear_in_its_cities() -> None:
    """[FE-32B.3] [FE-34B.4] Viipuri is one of the cities of southern Finland."""
    game = WholeFront(5)
    word = "cities of southern Finland"
    assert game.at(VIIPURI) not in game.pos.place_hexes(word)
    game.own(AXIS, VIIPURI)
    assert game.at(VIIPURI) in game.pos.place_hexes(word)
    assert game.at(HANGO) not in game.pos.place_hexes(word)


def test_a_city_that_the_soviets_regain_serves_their_districts_no_more() -> None:
    """[FE-32B.3] [FE-ERR-CH2a] Viipuri was one of the cities of the Arkhangelsk district."""
    game = WholeFront(5)
    at = game.at(VIIPURI)
    assert purses.kept(game.pos, (at,)) == (at,)
    game.own(AXIS, VIIPURI)
    assert not purses.kept(game.own(ALLIED, VIIPURI).pos, (at,))


def test_air_units_of_finland_are_based_there() -> None:
    """[FE-32B.3] [FE-27E.2] Hango is a city of Finland again."""
    game = WholeSea(5, AXIS)
    frame = Activating(AXIS, "finnish", start=False)
    assert game.at(VIIPURI) not in air_chart.homes(game.pos, frame)
    game.own(AXIS, VIIPURI).put(VIIPURI, FINNS)
    assert game.at(VIIPURI) in game.pos.place_hexes("airbases of Finland")


# At sea


def test_ships_neither_replenish_nor_land_units_there_any_more() -> None:
    """[FE-32B.3] [FE-28B3.1] [FE-28C3.6] A regained port is none of the USSR."""
    game = WholeSea()
    assert game.pos.haven(game.at(VIIPURI))
    game.own(AXIS, VIIPURI).own(ALLIED, VIIPURI)
    assert not game.pos.haven(game.at(VIIPURI))
    coast = next(
        at
        for at in sorted(game.context.annexed)
        if at in game.context.seas.lanes and at not in game.context.seas.ports
    )
    label = game.context.map.label(coast)
    game.moor("2A:0832", MARAT)
    found = tuple(cargo.berth(game.pos, coast, (UnitId(RIFLES),), landing=True))
    assert not found
    game.own(AXIS, label).own(ALLIED, label)
    refused = cargo.berth(game.pos, coast, (UnitId(RIFLES),), landing=True)
    assert [objection.rule for objection in refused] == ["FE-28C3.6"]


def test_flotillas_keep_away_from_its_shores() -> None:
    """[FE-32B.3] [FE-28E.12] They operate in the USSR alone."""
    game = WholeSea().launch("2A:0929", LADOGA)
    goal = game.steering(LADOGA, SHORE)
    assert not game.objections(goal)
    game.own(AXIS, SHORE).own(ALLIED, SHORE)
    assert game.objections(goal) == ["FE-28E.1"]


def test_flotillas_go_to_hexes_of_it_that_the_soviets_never_lost() -> None:
    """[FE-32B.3] Other hexes of the shore are still the USSR."""
    game = WholeSea().launch("2A:0929", LADOGA).own(AXIS, SHORE)
    assert not game.objections(game.steering(LADOGA, "2A:0330"))
    assert game.put("2A:0330", RIFLES).pos.country_of(game.at("2A:0330")) == "USSR"

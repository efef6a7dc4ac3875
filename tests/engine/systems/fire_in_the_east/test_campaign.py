"""The campaign over the whole front: set-up, calendar, nations, supply (FE-12, 32, 34, 36, 37)."""

from __future__ import annotations

from functools import partial

import pytest

from engine.core.actions import Action, Roll
from engine.core.chance import Stream
from engine.core.handler import Transition
from engine.core.legal import LegalActions
from engine.core.state import Location, Piece
from engine.systems.europa.board.places import spots
from engine.systems.europa.production import arrivals
from engine.systems.europa.production.initial_actions import Arrive, ArriveAll, Convert
from engine.systems.europa.scenario.set_up import home_hexes
from engine.systems.europa.scenario.set_up_actions import PlaceUnit
from engine.systems.europa.state.constants import BROKEN, DEAD, FRESH, HELD, OUT, PENDING, POOL
from engine.systems.europa.state.records import Initial, Onward
from engine.systems.europa.supply.supply_status import in_supply
from engine.systems.fire_in_the_east.resources import starvation
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.records import East, Starving
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import (
    ALLIED,
    AXIS,
    FOOT,
    PANZER,
    RIFLES,
    TANKS,
    WholeFront,
    deployed,
    rules_of,
)

CAMPAIGN = "campaign"
FINNS, FINNS_TOO = UnitId("finnish-1-rifle-xx"), UnitId("finnish-2-rifle-xx")
HUNGARIANS = UnitId("hungarian-1-motorized-x")
RUMANIANS, RESERVES = UnitId("rumanian-5-infantry-xx"), UnitId("rumanian-1-infantry-xx")
SLOVAKS = UnitId("slovakian-1-infantry-xx")
ITALIANS = UnitId("italian-9-infantry-xx")
NORWAY = UnitId("german-2-mountain-xx")
MINSK, MOSKVA, HELSINKI, KIEV = "1B:3512", "2A:3317", "1B:0410", "3B:0607"


def context() -> EastContext:
    """The scenario, bound."""
    return rules_of(CAMPAIGN).context


def whole() -> WholeFront:
    """The campaign after both recommended set-ups."""
    return WholeFront(state=deployed(CAMPAIGN))


def test_every_unit_of_the_order_of_battle_is_in_the_campaign() -> None:
    """All that is set up, arrives, comes by conversion, as Guards or from the replacement pool;
    components and divisions formed of what comes wait in their boxes. Position antiaircraft is in
    the scenarios with air units alone.
    """
    book = context().oob
    boxes = {"components": HELD, "broken down": BROKEN}
    aside = {u: boxes[e.place] for e in book.setups if e.place in boxes for u in e.units}
    guns = {unit for unit in book.units if "-position-" in unit}
    assert set(context().units) == set(book.units) - guns and len(guns) == 260
    assert guns <= set(rules_of("campaign_air").context.units)
    aside = {unit: at for unit, at in aside.items() if unit not in guns}
    pieces = deployed(CAMPAIGN).pieces
    assert {unit: pieces[unit].at for unit in aside} == aside
    others = (piece for unit, piece in pieces.items() if unit not in aside)
    assert all(isinstance(piece.at, Hex) or piece.at == PENDING for piece in others)


def test_all_are_set_up_where_their_army_is() -> None:
    """[FE-36.2] The recommended set-up is legal, and no unit is left."""
    pos = whole().pos
    assert pos.boxed(POOL) == () and rules_of(CAMPAIGN).invariants(pos.state) == ()
    assert pos.overstacked(AXIS) == pos.overstacked(ALLIED) == ()
    for unit in context().setups:
        if context().figures.starts(context().setups[unit].place):
            assert pos.piece(unit).at in home_hexes(context(), unit)


def test_the_recommended_set_up_covers_all_borders() -> None:
    """FE-36.3: Each border hex to Greater Germany, Hungary and Rumania is held or in a zone, and
    each to Finland into which a road or railroad leads.
    """
    pos, ground = whole().pos, context()
    covered = pos.held[ALLIED] | pos.zoc(ALLIED)
    west = {"Greater Germany", "Hungary", "Rumania"}
    for at in ground.country("USSR"):
        beside = {ground.countries.get(near) for near in ground.fronts[at]}
        roads = {ground.countries.get(near) for near in ground.roads.get(at, ())}
        if beside & west or "Finland" in roads:
            assert at in covered, ground.label(at)


@pytest.mark.parametrize(
    ("unit", "most", "place"),
    [
        ("rumanian-7-infantry-xx", 5, "Rumania, 11th Army"),
        ("soviet-17-rifle-xx", 3, "Mogilev"),
        ("german-169-infantry-xx", 5, "around Rovaniemi"),
    ],
)
def test_so_many_of_an_army_stand_elsewhere(unit: str, most: int, place: str) -> None:
    """[FE-36.2] The orders of battle give parts of armies areas of their own, in REs."""
    ground = context()
    row = ground.charts.places.row(ground.setups[UnitId(unit)].place)
    assert [limit.most for limit in row.limits if limit.place == place] == [most]


def test_no_more_of_an_army_than_that() -> None:
    """[FE-36.2] A second division at Mogilev is refused; elsewhere it may stand."""
    state = rules_of(CAMPAIGN).begin().state
    assert isinstance(state, East)
    game = WholeFront(state=state)
    second = PlaceUnit(UnitId("soviet-37-rifle-xx"), game.at("1B:3804"))
    assert game.objections(second) == []
    game.do(PlaceUnit(UnitId("soviet-17-rifle-xx"), game.at("1B:3804")))
    assert game.objections(second) == ["FE-36.2"]
    assert game.objections(PlaceUnit(second.unit, game.at("1B:3513"))) == []


# Nations


@pytest.mark.parametrize(
    ("unit", "inside", "outside", "rule"),
    [
        (HUNGARIANS, "3B:1015", "2A:3317", "FE-32A.1"),
        (HUNGARIANS, "3B:1015", "3B:1722", "FE-32A.1"),
        (RUMANIANS, "3B:2510", "3B:1028", "FE-32A.1"),
        (SLOVAKS, "3B:0607", "1B:3512", "FE-32A.1"),
        (ITALIANS, "3B:2510", "1B:3512", "FE-32C.1"),
        (FINNS, "6A:1617", "3B:0607", "FE-32B.1"),
    ],
)
def test_allies_keep_to_their_areas(unit: UnitId, inside: str, outside: str, rule: str) -> None:
    """[FE-32A.1] [FE-32A.3] [FE-32B.1] [FE-32C.1] [FE-32.1] Neither by will nor in retreat."""
    pos = WholeFront().pos
    assert pos.bars(unit, context().hex_of(inside)) is None
    for barred in (pos.bars, pos.cannot_enter, pos.bars_attack):
        found = barred(unit, context().hex_of(outside))
        assert found is not None and found.rule == rule


def test_hungary_and_finland_are_neutral_on_the_first_turn() -> None:
    """[FE-32A1.1] [FE-32B.1] Nobody enters, but for Germans in Finland, who do not leave it."""
    game = whole()
    pos = game.pos
    assert pos.state.turn == 1 and pos.neutral(game.at(HELSINKI))
    for unit in (UnitId(RIFLES), UnitId(TANKS)):
        barred = pos.cannot_enter(unit, game.at(HELSINKI))
        assert barred is not None and barred.rule == "FE-32B.1"
    assert pos.cannot_enter(UnitId(FOOT), game.at("3B:0830")) is not None


def test_germans_in_neutral_finland_stay_there() -> None:
    """[FE-32B.2] Army Norway may start there; on Jun II 41 it neither leaves nor attacks out."""
    game = whole().put("5B:2502", str(NORWAY))
    pos = game.pos
    assert rules_of(CAMPAIGN).invariants(pos.state) == ()
    assert pos.bars(NORWAY, game.at("5B:2503")) is None
    out = pos.bars(NORWAY, game.at("6A:2426"))
    assert out is not None and out.rule == "FE-32B.2"
    attack = pos.bars_attack(NORWAY, game.at("6A:2426"))
    assert attack is not None and attack.rule == "FE-32B.2"
    later = WholeFront().put("5B:2502", str(NORWAY))
    assert later.pos.bars(NORWAY, game.at("6A:2426")) is None


def test_finns_attack_neither_leningrad_nor_beyond_the_stop_line() -> None:
    """[FE-32B.5] FE-32B.4: They may enter where no enemy zone reaches."""
    game = WholeFront()
    for label, rule in (
        ("2A:0931", "FE-32B.4"),
        ("2A:0732", "FE-32B.4"),
        ("2A:1030", "FE-32B.4"),
        ("2A:0823", "FE-32B.5"),
        ("6A:4618", "FE-32B.5"),
    ):
        barred = game.pos.bars_attack(FINNS, game.at(label))
        assert barred is not None and barred.rule == rule, label
    assert game.pos.bars_attack(FINNS, game.at("2A:0622")) is None
    assert game.pos.bars(FINNS, game.at("2A:0823")) is None
    game.put("2A:0923", RIFLES)
    barred = game.pos.bars(FINNS, game.at("2A:0823"))
    assert barred is not None and barred.rule == "FE-32B.5"
    assert game.at("2A:0823") in game.pos.barred_to(FINNS)
    assert game.pos.bars(UnitId(FOOT), game.at("2A:0823")) is None
    over = game.pos.bars(FINNS, game.at("2A:0923"))
    assert over is not None and over.rule == "FE-32B.5"


def test_reserves_wait_behind_their_line() -> None:
    """[FE-32A2.2] On or west of the line from 3B/2424 to 3B/3519, until released."""
    assert not deployed(CAMPAIGN).released and not whole().pos.calls_reserves(counting=True)
    game = WholeFront(turn=3).put("3B:3026", str(RESERVES))
    west, east = game.at("3B:2927"), game.at("3B:2420")
    assert game.pos.bars(RESERVES, west) is None
    barred = game.pos.bars(RESERVES, east)
    assert barred is not None and barred.rule == "FE-32A2.2"
    assert game.having(turn=4).pos.bars(RESERVES, east) is None
    later = UnitId("rumanian-9-infantry-xx")
    assert game.put("3B:3026", str(later)).pos.bars(later, east) is not None


@pytest.mark.parametrize(
    ("soviets", "counting", "called"),
    [
        ({"3B:2419": (RIFLES,)}, False, False),
        ({"3B:2423": (RIFLES,)}, False, True),
        ({"3B:1721": (RIFLES, TANKS), "3B:1722": ("soviet-10-rifle-xx",)}, True, False),
        (
            {"3B:1721": (RIFLES, TANKS), "3B:1722": ("soviet-10-rifle-xx", "soviet-48-rifle-xx")},
            True,
            True,
        ),
    ],
)
def test_soviets_in_rumania_call_the_reserves(
    soviets: dict[str, tuple[str, ...]], counting: bool, called: bool
) -> None:
    """[FE-32A2.3] Beside the line at any time, or 10 REs in Rumania as the Germans begin."""
    game = WholeFront(turn=2).put("3B:3026", str(RESERVES))
    for at, units in soviets.items():
        game.put(at, *units)
    assert game.pos.calls_reserves(counting=counting) is called
    assert not game.having(released=True).pos.calls_reserves(counting=counting)
    assert game.pos.bars(RESERVES, game.at("3B:2419")) is None


# Reinforcements


def arriving(turn: int, side: str) -> WholeFront:
    """An initial phase of the campaign, with what is due."""
    state = deployed(CAMPAIGN)
    joined = {**state.joined, "finnish": AXIS, "hungarian": AXIS}
    game = WholeFront(state=state).having(turn=turn, joined=joined)
    return game.phase(Initial, side)


def cities_of(game: WholeFront, units: list[UnitId]) -> list[Location]:
    return [game.state.pieces[unit].at for unit in units]


def test_districts_fill_their_cities_by_turns() -> None:
    """[FE-34A2.1] One unit in each major city that is not isolated, then one in each dot city, and
    so on; nobody chooses a city out of its turn.
    """
    game = arriving(3, ALLIED)
    place = "cities of the Orel Military District"
    units = [u for u in arrivals.due(game.pos, ALLIED) if context().arrivals[u].place == place]
    first = arrivals.targets(game.pos, units[0])
    assert [game.pos.context.city_rank(at) for at in first if isinstance(at, Hex)] == [4]
    voronezh = first[0]
    dot = next(at for at in arrivals.targets(game.do(Arrive(units[0], voronezh)).pos, units[1]))
    assert isinstance(dot, Hex) and game.pos.context.city_rank(dot) == 3
    assert game.objections(Arrive(units[1], voronezh)) == ["FE-34A2.1"]
    game.do(ArriveAll())
    found = cities_of(game, units)
    assert all(FRESH in game.state.pieces[unit].marks for unit in units)
    assert found.count(voronezh) <= 2 and len(set(found)) == min(len(units), 10)


def test_small_units_come_to_major_cities_one_of_a_type_in_each() -> None:
    """[FE-34A2.8] What finds no city waits for a later turn and is not lost."""
    game = arriving(3, ALLIED)
    units = [
        u
        for u in arrivals.due(game.pos, ALLIED)
        if context().arrivals[u].place == "major cities of the USSR"
    ]
    game.do(ArriveAll())
    seen = [(context().units[u].type, game.state.pieces[u].at) for u in units]
    assert len(set(seen)) == len(seen)
    assert all(game.pos.context.major_city(at) for _, at in seen if isinstance(at, Hex))
    lost = arriving(3, ALLIED)
    land = {at: AXIS for at in context().country("USSR") if context().major_city(at)}
    lost.having(taken={**lost.state.taken, **land})
    work: Transition[East] = Transition(lost.state)
    arrivals.close(lost.pos, Initial(ALLIED), work)
    assert {work.state.pieces[unit].at for unit in units} == {PENDING}
    orel = [u for u, a in context().arrivals.items() if a.place == "Voronezh" and a.turn == 3]
    assert [work.state.pieces[unit].at for unit in orel] == [DEAD]


@pytest.mark.parametrize(
    ("unit", "turn", "labels"),
    [
        ("german-110-infantry-xx", 1, ("1B:3733", "3B:3033")),
        ("german-388-infantry-iii", 4, ("5B:1013",)),
        ("german-51-rocket-art-iii", 8, ("1B:2529",)),
        ("slovakian-pil-motorized-x", 1, ("3B:0133",)),
        ("hungarian-1-cavalry-x", 4, ("3B:1033",)),
        ("soviet-154-rifle-xx", 1, ("2A:4001",)),
        ("soviet-151-rifle-xx", 1, ("4A:5105",)),
        ("soviet-133-rifle-xx", 2, ("2A:2201",)),
        ("soviet-krmn-rifle-xx-mil", 2, ("4A:1432",)),
    ],
)
def test_where_reinforcements_come(unit: str, turn: int, labels: tuple[str, ...]) -> None:
    """[FE-34A1.2] [FE-34A1.6] [FE-34A1.7] [FE-34A2.4] [FE-34A2.6] [FE-34A2.7] As lists say."""
    entry = context().arrivals[UnitId(unit)]
    assert entry.turn == turn
    found = spots(context(), entry.place)
    assert set(map(context().hex_of, labels)) <= set(found)


def test_slovaks_convert_in_a_city() -> None:
    """FE-34D.1: From Aug II 41, in a city, in supply, out of enemy zones."""
    game = WholeFront(turn=5).put("3B:0226", str(SLOVAKS)).own(AXIS, "3B:0226")
    game.phase(Initial, AXIS)
    change = Convert((SLOVAKS,), UnitId("slovakian-1-infantry-xx-2"))
    assert "FE-34D.1" not in game.objections(change) or not in_supply(game.pos, SLOVAKS)
    game.put("3B:0227", str(SLOVAKS))
    assert "FE-34D.1" in game.objections(change)


# Supply


def test_ports_cities_and_edges_feed() -> None:
    """[FE-12C1.2] [FE-12C1.3] [FE-12C1.4] Arctic ports feed all, Bucuresti Rumanians, Finland
    its own.
    """
    game = WholeFront()
    by_place = {source.at: source for source in game.pos.sources(AXIS)}
    assert by_place[game.at("3B:3026")].nations == {"rumanian"}
    assert by_place[game.at(HELSINKI)].nations == {"finnish"}
    assert by_place[game.at("5B:1013")].nations == frozenset()
    assert by_place[game.at("5B:1013")].rule == "FE-12C1.2"


def test_three_linked_cities_feed_the_soviets() -> None:
    """[FE-12C2.2] [FE-12C2.3] Two do not, nor one that the Axis has held."""
    game = WholeFront()
    at = game.at(MINSK)
    assert at in {source.at for source in game.pos.sources(ALLIED)}
    near = [a for a in game.at(MINSK).neighbours() if a in context().land]
    cut = {a: AXIS for a in near}
    assert at not in {s.at for s in game.having(taken=cut).pos.sources(ALLIED)}
    again = WholeFront().having(forfeit=frozenset({at}))
    assert at not in {source.at for source in again.pos.sources(ALLIED)}


def pocket(turns: int, at: str, *, sky: str = "clear") -> WholeFront:
    """A Soviet division cut off in a hex that the Axis holds all around."""
    game = WholeFront(turn=6, side=ALLIED)
    around = [a for a in game.at(at).neighbours() if a in context().land]
    taken = {near: AXIS for near in (*around, game.at(at))}
    game.put(at, RIFLES, marks={OUT}).having(taken={**taken, game.at(at): ALLIED})
    for near, unit in zip(around, (FOOT, PANZER, *GERMANS), strict=False):
        game.put(context().map.label(near), unit)
    return game.weather(sky).having(unfed={UnitId(RIFLES): turns})


GERMANS = (
    "german-11-infantry-xx",
    "german-21-infantry-xx",
    "german-58-infantry-xx",
    "german-61-infantry-xx",
)


@pytest.mark.parametrize(
    ("turns", "due"), [(5, ()), (6, ()), (7, (RIFLES,)), (8, ()), (9, (RIFLES,))]
)
def test_the_die_is_rolled_from_the_fourth_turn_on(turns: int, due: tuple[str, ...]) -> None:
    """[FE-12D.1] [FE-12D.4] As a turn out of supply begins: every second player turn."""
    assert starvation.due(pocket(turns, "1B:3610").pos) == due


def test_who_is_not_cut_off_by_land_does_not_starve() -> None:
    """[FE-12D.4] Lines too long isolate nobody."""
    game = pocket(7, "1B:3610")
    pieces = {UnitId(unit): Piece(PENDING, 2) for unit in (FOOT, PANZER, *GERMANS)}
    game.having(pieces={**game.state.pieces, **pieces})
    assert starvation.due(game.pos) == ()


@pytest.mark.parametrize(
    ("at", "sky", "forfeit", "modifier"),
    [
        ("1B:3610", "clear", False, 0),
        ("1B:3610", "frost", False, 1),
        ("1B:3610", "snow", False, 2),
        (MINSK, "clear", False, -2),
        (MINSK, "snow", False, -2),
        (MINSK, "snow", True, 0),
        ("1B:4024", "snow", False, -2),
        ("1B:4024", "snow", True, 2),
    ],
)
def test_what_helps_and_hurts_the_cut_off(at: str, sky: str, forfeit: bool, modifier: int) -> None:
    """[FE-12D.5] [FE-12D.6] A major city or fortress (Brest Litovsk) of one's own that was never
    lost; cold weather elsewhere.
    """
    game = pocket(7, at, sky=sky)
    if forfeit:
        game.having(forfeit=frozenset({game.at(at)}))
    assert starvation.modifier(game.pos, UnitId(RIFLES)) == modifier
    kept = [face for face in range(1, 7) if not starvation.lost(game.pos, UnitId(RIFLES), face)]
    assert kept == list(range(1, 4 - modifier))


def test_the_die_takes_the_unit_or_spares_it() -> None:
    """[FE-12D.4] Four or more eliminates."""
    for face, place in ((4, DEAD), (3, None)):
        game = pocket(7, "1B:3610")
        game.ask(Onward(), Starving((UnitId(RIFLES),)))
        game.do(Roll(face))
        lost = [event.rule for event in game.events if event.what == "eliminated"]
        assert lost == (["FE-12D.4"] if place else [])
        at = game.state.pieces[UnitId(RIFLES)].at
        assert at == place if place else isinstance(at, Hex)


# Play


def test_random_play_keeps_the_campaign_sound() -> None:
    """A short sample; whole games are the soak's."""
    rules, stream = rules_of(CAMPAIGN), Stream(3, CAMPAIGN)
    state = deployed(CAMPAIGN)
    for step in range(40):
        node = rules.chance(state)
        action: Action
        if node is not None:
            action = Roll(1 + stream.below(node.sides))
        else:
            families = rules.question(state).families
            found = LegalActions(families, partial(rules.check, state)).random(stream)
            assert found is not None
            action = found
        done = rules.apply(state, action).state
        assert isinstance(done, East)
        state = done
        assert step % 10 or (rules.invariants(state), rules.stale(state)) == ((), ())

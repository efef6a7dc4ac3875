"""River flotillas: where they move, how they make rivers harder, where they give way (FE-28E)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from engine.core.actions import Action
from engine.core.handler import Transition
from engine.systems.europa.combat import retreats
from engine.systems.europa.combat.battles import Battle
from engine.systems.europa.combat.strength import attack_lines
from engine.systems.europa.movement import overruns
from engine.systems.europa.movement.move_actions import Move
from engine.systems.europa.movement.reach import march
from engine.systems.europa.state.constants import DEAD, HALF, PENDING, Phase
from engine.systems.europa.state.records import Moving
from engine.systems.europa.supply import supply_graph, supply_status, supply_trace
from engine.systems.fire_in_the_east import sequence
from engine.systems.fire_in_the_east.advice import EastOutlook
from engine.systems.fire_in_the_east.advice.boats import steer
from engine.systems.fire_in_the_east.sea import mooring
from engine.systems.fire_in_the_east.sea.boats import losing, panel, restoring, steering
from engine.systems.fire_in_the_east.sea.boats.actions import GiveWay
from engine.systems.fire_in_the_east.sea.records import Displacing, Job
from engine.systems.fire_in_the_east.sea.streams import Frost
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import ALLIED, AXIS, GUNS, RIFLES
from tests.engine.systems.fire_in_the_east.eastern_sea import (
    DANUBE,
    ILMEN,
    LADOGA,
    LADOGA_TWO,
    ONEGA,
    PEIPUS,
    PINSK,
    Baltic,
    WholeSea,
)

DNEPR = ("3B:0807", "3B:0806", "3B:0906", "3B:1005", "3B:1004", "3B:1104", "3B:1203")
BANK, RIVERSIDE = "3B:0408", "3B:0407"
INFANTRY, OTHER, THIRD = (UnitId(f"german-{n}-infantry-xx") for n in (1, 11, 21))
ARTILLERY = UnitId(GUNS)


def river(side: str = AXIS) -> WholeSea:
    """A flotilla in the hex of the example, Germans on the other bank."""
    return WholeSea(turn=3, side=side).launch(RIVERSIDE, PINSK).put(BANK, INFANTRY)


# Where they are


def test_flotillas_begin_in_their_hexes_and_come_to_them() -> None:
    """[FE-OBS-12] Two on Ladoga, Pinsk and the Danube at the start; Peipus in the first initial
    phase, Onega and Ilmen in the next ones, and only to hexes in Soviet hands.
    """
    game = WholeSea(turn=1, side=ALLIED)
    game.having(fleet=mooring.opening(game.context))
    begun = {boat: game.boat(boat).at for boat in game.state.fleet.boats}
    there = {LADOGA: "2A:0929", LADOGA_TWO: "2A:0929", PINSK: "1B:4218", DANUBE: "3B:2917"}
    assert begun == {boat: game.at(at) for boat, at in there.items()} | dict.fromkeys(
        (PEIPUS, ONEGA, ILMEN), PENDING
    )
    game.opened(Phase.INITIAL)
    assert game.boat(PEIPUS).at == game.at("1B:1705") and game.boat(ONEGA).at == PENDING
    game.having(turn=2).own(AXIS, "2A:0719").opened(Phase.INITIAL)
    assert game.boat(ONEGA).at == PENDING
    game.own(ALLIED, "2A:0719").having(turn=3).opened(Phase.INITIAL)
    assert game.boat(ONEGA).at == game.at("2A:0719") and game.boat(ILMEN).at == game.at("2A:1731")


def test_a_scenario_of_the_north_has_the_flotillas_of_the_north() -> None:
    """[FE-OBS-12] Pinsk and the Danube lie outside the field of Army Group North."""
    assert set(mooring.opening(Baltic().context).boats) == {LADOGA, LADOGA_TWO, PEIPUS, ILMEN}


def test_example_a_flotilla_moves_along_the_dnepr() -> None:
    """[FE-28E.2] From 3B/0807 over 0806, 0906, 1005, 1004 and 1104 to 1203: six hexes."""
    game = WholeSea(turn=3, side=ALLIED).launch(DNEPR[0], PINSK)
    courses = game.context.streams.courses(Frost())
    for a, b in pairwise(DNEPR):
        assert game.at(b) in dict(courses[game.at(a)]), (a, b)
    assert steering.reach(game.pos, PINSK).cost[game.at(DNEPR[-1])] == 6 * HALF
    game.do(game.steering(PINSK, DNEPR[-1]))
    assert game.boat(PINSK).hex == game.at(DNEPR[-1]) and game.boat(PINSK).spent == 6 * HALF


def test_thirty_hexes_on_lakes_rivers_and_coasts_of_the_ussr_alone() -> None:
    """[FE-28E.1] [FE-28E.2] Full lakes yes, all-sea hexes, dry land and Rumania no."""
    game = WholeSea(turn=3, side=ALLIED).launch("2A:0929", LADOGA).launch("3B:2917", DANUBE)
    cost = steering.reach(game.pos, LADOGA).cost
    assert max(cost.values()) == 30 * HALF
    assert game.at("2A:0525") in cost and game.at("2A:0525") not in game.context.land
    assert game.at("2A:0832") in cost, "down the Neva to Kronshtadt"
    assert not cost.keys() & game.context.sea
    assert game.objections(game.steering(DANUBE, "3B:3017")) == ["FE-28E.1"]
    dry = next(at for at in sorted(game.context.land) if at not in game.context.streams.hexes)
    assert game.objections(game.steering(LADOGA, game.context.map.label(dry))) == ["FE-28E.1"]
    game.do(game.steering(LADOGA, "2A:0525"))
    assert (
        max(steering.reach(game.pos, LADOGA).cost.values()) <= 30 * HALF - game.boat(LADOGA).spent
    )


def test_enemies_stop_a_flotilla_and_their_zones_slow_it() -> None:
    """[FE-28E.2] Not into a hex with enemies; leaving a zone costs what it costs others."""
    free = WholeSea(turn=3, side=ALLIED).launch(DNEPR[0], PINSK)
    game = WholeSea(turn=3, side=ALLIED).launch(DNEPR[0], PINSK).put(DNEPR[3], INFANTRY)
    leave = game.context.charts.movement.leave
    before = steering.reach(free.pos, PINSK).cost
    after = steering.reach(game.pos, PINSK).cost
    assert game.at(DNEPR[2]) in game.pos.zoc(AXIS)
    assert after[game.at(DNEPR[2])] == before[game.at(DNEPR[2])]
    assert after[game.at(DNEPR[-1])] >= before[game.at(DNEPR[-1])] + leave * HALF
    assert game.objections(game.steering(PINSK, DNEPR[3])) == ["FE-28E.2"]


def test_flotillas_move_in_the_movement_phase_alone() -> None:
    """[FE-28E.2] Not while others exploit, and the enemy does not steer them."""
    game = WholeSea(turn=3, side=ALLIED).launch(DNEPR[0], PINSK)
    game.ask(Moving(ALLIED, exploiting=True), phase=Phase.EXPLOITATION.value)
    assert game.objections(game.steering(PINSK, DNEPR[1])) == ["FE-28E.2"]
    game.phase(Moving, AXIS)
    assert game.objections(game.steering(PINSK, DNEPR[1])) == ["FE-28E.1"]


def test_a_flotilla_needs_no_supply() -> None:
    """[FE-28E.1] Cut off for turns, it goes on."""
    game = WholeSea(turn=3, side=ALLIED).launch("2A:0929", LADOGA)
    enemies = {at: AXIS for at in game.context.field}
    game.having(taken=enemies)
    for _ in range(2):
        game.opened(Phase.INITIAL).phase(Moving, ALLIED)
        assert not game.objections(game.steering(LADOGA, "2A:0525"))


# Rivers


def test_example_crossing_a_river_of_a_flotilla_costs_three_times_as_much() -> None:
    """[FE-28E.4] From 3B/0408 to 0407: 1 for clear terrain and 3 for the river."""
    game = river()
    at = game.at(RIVERSIDE)
    assert march(game.pos, INFANTRY).reach.cost[at] == 4 * HALF
    for boats in ((PINSK, LADOGA), ()):
        game = WholeSea(turn=3, side=AXIS).launch(RIVERSIDE, *boats).put(BANK, INFANTRY)
        assert march(game.pos, INFANTRY).reach.cost[at] == (4 if boats else 2) * HALF
    soviets = WholeSea(turn=3, side=ALLIED).launch(RIVERSIDE, PINSK).put(BANK, RIFLES)
    assert march(soviets.pos, UnitId(RIFLES)).reach.cost[at] == 2 * HALF


def test_example_attacks_over_a_river_of_a_flotilla_are_made_at_a_quarter() -> None:
    """[FE-28E.5] Halved by the river and once more by the flotilla, however many there are; not
    artillery.
    """
    values = []
    for boats in ((), (PINSK,), (PINSK, LADOGA)):
        game = WholeSea(turn=3, side=AXIS).launch(RIVERSIDE, *boats)
        game.put(BANK, INFANTRY, ARTILLERY).put(RIVERSIDE, RIFLES)
        battle = Battle(AXIS, game.at(RIVERSIDE), (INFANTRY, ARTILLERY), (UnitId(RIFLES),))
        lines = {line.unit: line for line in attack_lines(game.pos, battle)}
        foot, guns = lines[INFANTRY], lines[ARTILLERY]
        assert guns.value == guns.printed
        values.append(foot.value / foot.printed)
    assert values == [Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)]


def test_overruns_over_its_river_are_weakened_too() -> None:
    """[FE-28E.5] The odds of an overrun fall with the flotilla."""
    odds = []
    for boats in ((), (PINSK,)):
        game = WholeSea(turn=3, side=AXIS).launch(RIVERSIDE, *boats)
        weak = UnitId("soviet-border-border-iii-nkvd")
        game.put(BANK, INFANTRY, OTHER, THIRD).put(RIVERSIDE, weak)
        odds.append(overruns.odds(game.pos, (INFANTRY, OTHER, THIRD), game.at(RIVERSIDE)))
    assert odds[0] > odds[1] > 0


def test_retreats_over_its_river_are_free() -> None:
    """[FE-28E.6] The ways of retreat are the same with and without it."""
    ways = []
    for boats in ((), (PINSK,)):
        game = WholeSea(turn=3, side=AXIS).launch(RIVERSIDE, *boats).put(BANK, INFANTRY)
        ways.append(retreats.ways(game.pos, INFANTRY))
    assert ways[0] == ways[1] and game.at(RIVERSIDE) in ways[1]


def test_supply_lines_do_not_cross_its_rivers() -> None:
    """[FE-28E.7] Neither over land nor by road or rail; those of the Soviets do."""
    game = river()
    graph, at, bank = game.context.supply_graph, game.at(RIVERSIDE), game.at(BANK)
    bits = graph.bits.bit
    short = {}
    for side in (AXIS, ALLIED):
        terms = supply_status.terms(game.pos, side)
        only = bits[at] | bits[bank]
        within = supply_graph.Terms(only, only, terms.bands, opened=terms.opened, cut=terms.cut)
        short[side] = bool(graph.net((bank,), within).hexes & bits[at])
    assert short == {AXIS: False, ALLIED: True}


def test_the_line_that_is_shown_goes_around_its_river() -> None:
    """[FE-28E.7] No step of a traced line lies over a watched hexside."""
    game = river().own(AXIS, *(game_label for game_label in (BANK, RIVERSIDE)))
    west = {at: AXIS for at in game.context.land if game.context.countries.get(at) == "USSR"}
    game.having(taken={**game.state.taken, **west})
    game.put("3B:0308", OTHER)
    game.launch("3B:2917", PINSK).launch("3B:0406", PINSK)
    line = supply_trace.supply_line(game.pos, OTHER)
    assert line.supplied
    watched = game.pos.watched(AXIS)
    path = [at for element in line.elements for at in element.hexes]
    steps = {frozenset(pair) for pair in pairwise(path)}
    assert watched and not steps & {frozenset(side.hexes) for side in watched}


# Giving way


def test_example_a_flotilla_gives_way_where_no_enemies_are_and_not_whence_they_came() -> None:
    """[FE-28E.3] From 3B/0407 to 0307, 0406 or 0507 alone, Germans being in 0308 and 0508."""
    game = river().put("3B:0308", OTHER).put("3B:0508", THIRD)
    game.do(Move(INFANTRY, game.at(RIVERSIDE)))
    frame = game.state.top
    assert isinstance(frame, Displacing) and frame.origin == game.at(BANK)
    labels = {game.context.map.label(at) for at in losing.ways(game.pos, frame)}
    assert labels == {"3B:0307", "3B:0406", "3B:0507"}
    assert game.objections(GiveWay(game.at(BANK))) == ["FE-28E.3"]
    assert game.objections(GiveWay(game.at("3B:0308"))) == ["FE-28E.3"]
    game.do(GiveWay(game.at("3B:0507")))
    assert game.boat(PINSK).hex == game.at("3B:0507") and not game.faults()


def test_who_goes_through_its_hex_drives_it_away_too() -> None:
    """[FE-28E.3] An enemy that passes has entered the hex; it has come from the hex before."""
    game = WholeSea(turn=3, side=AXIS).launch(RIVERSIDE, PINSK)
    game.put("3B:0508", "german-1-panzer-xx")
    via = (game.at(RIVERSIDE),)
    game.do(Move(UnitId("german-1-panzer-xx"), game.at("3B:0308"), via))
    frame = game.state.top
    assert isinstance(frame, Displacing) and frame.origin == game.at("3B:0508")
    advice = game.rules.advise(game.state)
    assert advice is not None and not game.objections(advice.action)
    game.do(advice.action)
    assert game.boat(PINSK).hex not in (None, game.at(RIVERSIDE), game.at("3B:0308"))


def test_a_flotilla_without_a_way_out_is_lost_and_with_one_takes_it() -> None:
    """[FE-28E.3] Germans all around it; or all but in one hex."""
    around = ("3B:0308", "3B:0508", "3B:0307", "3B:0406")
    units = [UnitId(f"german-{n}-infantry-xx") for n in (21, 61, 217, 58)]
    for last, lost in (("", False), ("3B:0507", True)):
        game = river()
        for at, unit in zip(around, units, strict=True):
            game.put(at, unit)
        if last:
            game.put(last, OTHER)
        game.do(Move(INFANTRY, game.at(RIVERSIDE)))
        assert not isinstance(game.state.top, Displacing)
        assert game.boat(PINSK).at == (DEAD if lost else game.at("3B:0507"))


def test_who_takes_a_hex_otherwise_drives_it_away_too() -> None:
    """[FE-28E.3] An advance after combat, a landing: whatever brings enemies there."""
    game = river()
    before = game.state
    game.put(RIVERSIDE, INFANTRY)
    work = Transition(game.state)
    losing.overtaken(game.context, work, before)
    frame = work.state.top
    assert isinstance(frame, Displacing) and frame.origin == game.at(BANK)


# Ice and lakes


def test_ice_holds_a_flotilla_and_it_is_lost_with_its_hex() -> None:
    """[FE-29D2.3] It does nothing, rivers beside it are like others, and it goes with its hex."""
    game = river(ALLIED).weather("snow")
    assert game.pos.frozen_in(game.at(RIVERSIDE)) and not game.pos.watched(AXIS)
    assert game.objections(game.steering(PINSK, "3B:0307")) == ["FE-29D2.3"]
    assert not any(game.objections(a) == [] for a in [game.steering(PINSK, "3B:0406")])
    game.phase(Moving, AXIS).do(Move(INFANTRY, game.at(RIVERSIDE)))
    assert game.boat(PINSK).at == DEAD


def test_no_flotilla_enters_frozen_waters_and_those_of_the_south_stay_open() -> None:
    """[FE-29D2.3] Rivers freeze in zones A to C, lakes in A and B; nothing does in zone D."""
    game = WholeSea(turn=12, side=ALLIED).launch("2A:0929", LADOGA).weather("snow")
    assert game.pos.frozen_in(game.at("2A:0525")) and game.pos.frozen_in(game.at(RIVERSIDE))
    south = [at for at in game.context.streams.hexes if game.context.weather_zone(at) == "D"]
    assert south and not any(game.pos.frozen_in(at) for at in south if game.pos.context.land)
    game.weather("frost")
    assert not game.pos.frozen_in(game.at("2A:0525"))


def test_flotillas_of_a_lake_are_scuttled_once_its_whole_shore_is_lost() -> None:
    """[FE-28E.12] At the end of a Soviet player turn, not while one hex of the shore is held."""
    game = WholeSea(turn=4, side=ALLIED).launch("2A:0525", LADOGA, LADOGA_TWO)
    lake = next(lake for lake in game.context.streams.shores if game.at("2A:0525") in lake[0])
    shore = sorted(lake[1])
    game.having(taken={**game.state.taken, **dict.fromkeys(shore[1:], AXIS)})
    work = Transition(game.state)
    losing.end_turn(game.pos, work)
    assert not work.events
    game.having(taken={**game.state.taken, shore[0]: AXIS})
    game.ask(sequence.Onward(), phase=Phase.EXPLOITATION.value, active=ALLIED)
    sequence.onward(game.pos, sequence.Onward(), work := Transition(game.state))
    state = work.state
    assert {state.fleet.boats[boat].at for boat in (LADOGA, LADOGA_TWO)} == {DEAD}  # type: ignore[attr-defined]


def test_a_flotilla_where_a_river_leads_away_is_not_on_the_lake() -> None:
    """[FE-28E.12] In a hex of the shore with a river it is not scuttled with the lake."""
    game = WholeSea(turn=4, side=ALLIED).launch("2A:0929", LADOGA)
    lake = next(lake for lake in game.context.streams.shores if game.at("2A:0929") in lake[0])
    game.having(taken={**game.state.taken, **dict.fromkeys(lake[1], AXIS)})
    work = Transition(game.state)
    losing.end_turn(game.pos, work)
    assert not work.events


# What players see


def test_the_display_tells_where_flotillas_are_and_what_they_do() -> None:
    """[FE-28E.8] Hexes left, hits, ice; markers on the map."""
    game = WholeSea(turn=3, side=ALLIED).launch(DNEPR[0], PINSK, hits=1)
    game.do(game.steering(PINSK, DNEPR[-1]))
    rows = {row.label: row.value for row in panel.rows(game.pos)}
    assert rows["Flotilla Pinsk"] == "3B:1203, 24 of 30 hexes left, 1 of 2 hits"
    assert rows["Flotilla Onega"] == "lost"
    assert [(m.at, m.text) for m in panel.markers(game.pos)] == [
        (game.at(DNEPR[-1]), "On the water: Flotilla Pinsk (1 hit)")
    ]
    game.weather("snow")
    assert any("fast in the ice" in row.value for row in panel.rows(game.pos))


def test_jobs_and_moves_of_a_turn_are_over_with_it() -> None:
    """[FE-28E.8] Hexes come back after the movement phase, jobs with the next player turn."""
    game = WholeSea(turn=3, side=ALLIED).launch(DNEPR[0], PINSK, spent=20, job=Job.CARRIED)
    work = Transition(game.state)
    restoring.close_movement(work)
    restoring.open_turn(work, AXIS)
    found = work.state.fleet.boats[PINSK]
    assert (found.spent, found.job) == (0, Job.NONE)


def test_the_automatic_player_steers_flotillas_where_they_hold_up_most() -> None:
    """Along its river to defenders whom Germans face, once; not for nothing."""
    game = river(ALLIED).put(RIVERSIDE, RIFLES)
    game.launch(DNEPR[-1], PINSK)
    frame = game.state.top
    assert isinstance(frame, Moving)

    def advised() -> Action | None:
        look = EastOutlook(game.pos, ALLIED, lambda action: not game.objections(action))
        found = steer(look, frame)
        return found.action if found is not None else None

    assert advised() == game.steering(PINSK, RIVERSIDE)
    game.do(game.steering(PINSK, RIVERSIDE))
    assert advised() is None
    game.put(DNEPR[0], INFANTRY).launch(DNEPR[-1], PINSK).put("3B:0510", INFANTRY)
    game.launch("2A:0929", PINSK)
    assert advised() is None

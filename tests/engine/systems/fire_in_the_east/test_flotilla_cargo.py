"""What river flotillas carry: units, resource points, supplies; how they are repaired (FE-28E.8 to
28E.11, 28F.4).
"""

from __future__ import annotations

from dataclasses import replace

from engine.core.handler import Transition
from engine.systems.europa.movement.move_actions import Move
from engine.systems.europa.state.constants import DEAD, HALF, OUT, Phase
from engine.systems.europa.state.records import Initial, Moving
from engine.systems.europa.supply import supply_status
from engine.systems.fire_in_the_east.sea.boats import boarding, floating, panel, restoring, steering
from engine.systems.fire_in_the_east.sea.boats.actions import (
    BoardBoat,
    FloatSupplies,
    LeaveBoat,
    OpenLake,
    RepairBoats,
    ReplaceBoat,
    StowPoints,
)
from engine.systems.fire_in_the_east.sea.records import Job
from engine.systems.fire_in_the_east.state.records import Stock
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import ALLIED, AXIS, RIFLES
from tests.engine.systems.fire_in_the_east.eastern_sea import (
    LADOGA,
    LADOGA_TWO,
    LENINGRAD,
    PINSK,
    WholeSea,
)

FROM, ON_THE_WAY, TO = "3B:0807", "3B:1005", "3B:1203"
REGIMENT, OTHER, DIVISION = (
    UnitId("soviet-border-border-iii-nkvd"),
    UnitId("soviet-1-marine-x-nvl"),
    UnitId(RIFLES),
)


def dnepr(*units: str) -> WholeSea:
    """The Soviet movement phase, a flotilla and units in a hex on the Dnepr."""
    return WholeSea(turn=3, side=ALLIED).launch(FROM, PINSK).put(FROM, *units)


def brigades(game: WholeSea) -> tuple[UnitId, UnitId]:
    """Two Soviet units of one RE."""
    found = [
        unit
        for unit, row in sorted(game.context.units.items())
        if row.nation == "soviet" and game.context.facts(unit, row.steps).transport == HALF
        if game.context.facts(unit, row.steps).move > 0
    ]
    return found[0], found[1]


# Units


def test_a_flotilla_takes_two_res_along_for_two_movement_points() -> None:
    """[FE-28E.9] Both brigades come along and may march on; there is no room for a third."""
    game = dnepr()
    one, two = brigades(game)
    third = DIVISION
    game.put(FROM, one, two, third)
    assert game.objections(BoardBoat(third, PINSK)) == ["FE-28E.9"], "a division is too large"
    game.do(BoardBoat(one, PINSK), BoardBoat(two, PINSK))
    assert boarding.room(game.pos, PINSK) == 0
    game.do(game.steering(PINSK, TO))
    for unit in (one, two):
        assert game.pos.piece(unit).at == game.at(TO)
        assert game.state.spent[unit] == 2 * HALF
    assert game.boat(PINSK).job is Job.CARRIED and not game.faults()
    near = next(at for at in game.context.fronts[game.at(TO)])
    assert not game.objections(Move(one, near)) or game.pos.left(one) < 2 * HALF


def test_cargo_is_picked_up_and_put_down_in_any_hexes_on_the_way() -> None:
    """[FE-28E.9] One from the first hex, another farther on, one put down before the end; each
    pays once, and two REs in a phase are all.
    """
    game = dnepr()
    one, two = brigades(game)
    game.put(FROM, one).put(ON_THE_WAY, two)
    game.do(BoardBoat(one, PINSK), game.steering(PINSK, ON_THE_WAY))
    game.do(BoardBoat(two, PINSK), LeaveBoat(one), game.steering(PINSK, TO))
    assert game.pos.piece(one).at == game.at(ON_THE_WAY)
    assert game.pos.piece(two).at == game.at(TO)
    assert game.state.spent[one] == game.state.spent[two] == 2 * HALF
    assert game.boat(PINSK).carried == 2 * HALF
    game.do(LeaveBoat(two))
    assert game.objections(BoardBoat(two, PINSK)) == ["FE-28E.9"], "two REs in a phase"


def test_who_stays_aboard_over_a_stop_pays_once() -> None:
    """[FE-28E.9] The flotilla stops and goes on with the same unit."""
    game = dnepr()
    one, _ = brigades(game)
    game.put(FROM, one)
    game.do(BoardBoat(one, PINSK), game.steering(PINSK, ON_THE_WAY))
    game.do(game.steering(PINSK, TO))
    assert game.pos.piece(one).at == game.at(TO) and game.state.spent[one] == 2 * HALF


def test_who_marches_off_is_aboard_no_more() -> None:
    """[FE-28E.9] A unit that goes its own way stays where it has gone."""
    game = dnepr()
    one, _ = brigades(game)
    game.put(FROM, one)
    game.do(BoardBoat(one, PINSK))
    away = game.context.fronts[game.at(FROM)][0]
    game.do(Move(one, away), game.steering(PINSK, TO))
    assert game.pos.piece(one).at == away and not game.boat(PINSK).carried


def test_cargo_is_put_down_on_land_where_there_is_room() -> None:
    """[FE-28E.9] Not on a lake, not in a full hex, not elsewhere than where the flotilla is."""
    game = WholeSea(turn=3, side=ALLIED).launch("2A:0929", LADOGA)
    one, two = brigades(game)
    game.put("2A:0929", one).put(FROM, two)
    assert game.objections(BoardBoat(two, LADOGA)) == ["FE-28E.9"]
    game.do(BoardBoat(one, LADOGA))
    assert game.objections(game.steering(LADOGA, "2A:0525")) == ["FE-28E.9"]
    crowd = [u for u in game.context.units if u.startswith("soviet-") and "rifle-xx" in u]
    game.put("2A:0829", *crowd[:4])
    assert game.objections(game.steering(LADOGA, "2A:0829")) == ["FE-8B.1"]


def test_resource_points_go_along_as_units_do() -> None:
    """[FE-28E.9] Two of three; they lie where the flotilla stops."""
    game = dnepr()
    game.having(resources={game.at(FROM): Stock(ALLIED, 3)})
    assert game.objections(StowPoints(PINSK, 3)) == ["FE-28E.9"]
    game.do(StowPoints(PINSK, 2), game.steering(PINSK, ON_THE_WAY))
    game.do(game.steering(PINSK, TO))
    lying = {at: found.amount for at, found in game.state.resources.items()}
    assert lying == {game.at(FROM): 1, game.at(TO): 2}
    assert game.boat(PINSK).carried == 2 * HALF and not game.faults()
    assert any("2 resource points" in row.label for row in panel.rows(game.pos))


# One job


def test_a_flotilla_does_one_thing_in_a_player_turn() -> None:
    """[FE-28E.8] Who has carried opens no lake; who opens one carries nothing and does not move."""
    game = WholeSea(turn=3, side=ALLIED).launch("1B:1506", PINSK, LADOGA)
    one, _ = brigades(game)
    game.put("1B:1506", one)
    over = game.at("1B:1507")
    game.do(OpenLake(PINSK, over))
    assert game.objections(game.steering(PINSK, "1B:1507")) == ["FE-28E.10"]
    assert game.objections(BoardBoat(one, PINSK)) == ["FE-28E.10"]
    game.launch("1B:1506", LADOGA, job=Job.CARRIED)
    assert game.objections(OpenLake(LADOGA, over)) == ["FE-28E.8"]
    game.launch("1B:1506", LADOGA, spent=2)
    assert game.objections(OpenLake(LADOGA, over)) == ["FE-28E.10"]


# Supplies


def front() -> WholeSea:
    """Leningrad cut off by land in an initial phase; a flotilla on the lake."""
    game = WholeSea(turn=4, side=ALLIED).launch("2A:0525", LADOGA).put(LENINGRAD, RIFLES)
    round_it = ("2A:0830", "2A:0930", "2A:1030", "2A:1031", "2A:0932", "2A:1029", "2A:1130")
    game.own(AXIS, *round_it, "2A:0832", "2A:0732", "2A:0731")
    germans = [u for u, row in game.context.units.items() if row.nation == "german"]
    foot = [u for u in germans if "infantry-xx" in u][:3]
    for at, unit in zip(("2A:1030", "2A:0932", "2A:1028"), foot, strict=True):
        game.put(at, unit)
    return game.phase(Initial, ALLIED)


def starving(game: WholeSea) -> bool:
    """Whether the division is out of supply as the phase ends now."""
    work = Transition(game.state)
    supply_status.judge(game.context, work)
    return OUT in work.state.pieces[DIVISION].marks


def test_example_a_flotilla_supplies_the_front_of_leningrad() -> None:
    """[FE-28E.11] From 2A/0525 to the rail line in 1026 and on to 0829, where it ends."""
    game = front()
    shed, to = game.at("2A:1026"), game.at("2A:0829")
    out = steering.reach(game.pos, LADOGA).cost
    assert shed in floating.sheds(game.pos) and shed in out
    action = FloatSupplies(LADOGA, to)
    assert action in list(game.legal) and floating.ways(game.pos, LADOGA)[to] <= 30 * HALF
    game.do(action)
    boat = game.boat(LADOGA)
    assert boat.hex == to and boat.job is Job.SUPPLIED
    assert game.state.fleet.floated == {to: 20}
    (source,) = [s for s in game.pos.sources(ALLIED) if s.rule == "FE-28E.11"]
    assert source.at == to and source.room == 20 * HALF and not source.overland
    game.phase(Moving, ALLIED)
    assert game.objections(game.steering(LADOGA, "2A:0525")) == ["FE-28E.11"]


def test_supplies_feed_for_two_initial_phases_and_are_gone_with_the_next_own_one() -> None:
    """[FE-28E.11] As those in ports do: through the enemy's initial phase, then no more."""
    game = front()
    game.do(FloatSupplies(LADOGA, game.at("2A:0829")))
    game.opened(Phase.INITIAL, AXIS)
    assert game.state.fleet.floated
    game.opened(Phase.INITIAL, ALLIED)
    assert not game.state.fleet.floated


def test_a_unit_cut_off_is_fed_by_them() -> None:
    """[FE-28E.11] Out of supply before, in supply after."""
    game = WholeSea(turn=4, side=ALLIED).launch("2A:0929", LADOGA).put("2A:0829", RIFLES)
    around = game.context.fronts[game.at("2A:0829")]
    game.having(taken={**game.state.taken, **dict.fromkeys(around, AXIS)})
    germans = [u for u in game.context.units if u.startswith("german-") and "infantry-xx" in u]
    landward = [at for at in around if at != game.at("2A:0929")]
    for at, unit in zip(landward, germans, strict=False):
        game.put(game.context.map.label(at), unit)
    game.phase(Initial, ALLIED)
    assert starving(game)
    game.do(FloatSupplies(LADOGA, game.at("2A:0829")))
    assert not starving(game)


def test_what_keeps_a_flotilla_from_bringing_supplies() -> None:
    """[FE-28E.11] [FE-28E.8] A hex that is not its side's, no way there, a job done; ice."""
    game = front()
    assert game.objections(FloatSupplies(LADOGA, game.at("2A:0930"))) == ["FE-28E.11"]
    assert game.objections(FloatSupplies(LADOGA, game.at(TO))) == ["FE-28E.11"]
    game.do(FloatSupplies(LADOGA, game.at("2A:0829")))
    assert game.objections(FloatSupplies(LADOGA, game.at("2A:0829"))) == ["FE-28E.11"]
    game = front().weather("snow")
    assert game.objections(FloatSupplies(LADOGA, game.at("2A:0829"))) == ["FE-29D2.3"]


# Repairs


def yard(points: int = 1) -> WholeSea:
    """An initial phase with two damaged flotillas in Soviet cities, and some repair points."""
    game = WholeSea(turn=6, side=ALLIED).phase(Initial, ALLIED)
    game.launch(LENINGRAD, LADOGA, hits=1).launch("3B:0607", LADOGA_TWO, hits=1)
    return game.having(fleet=replace(game.state.fleet, repairs=points))


def test_a_point_repairs_two_hits_in_cities_far_apart() -> None:
    """[FE-28F.4] [FE-28F.1] Both are sound, and do nothing in this player turn."""
    game = yard()
    both = RepairBoats(LADOGA, LADOGA_TWO)
    assert both in list(game.legal)
    game.do(both)
    assert [game.boat(b).hits for b in (LADOGA, LADOGA_TWO)] == [0, 0]
    assert game.state.fleet.repairs == 0
    assert game.objections(FloatSupplies(LADOGA, game.at("2A:0829"))) == ["FE-28F.4"]
    game.phase(Moving, ALLIED)
    assert game.objections(game.steering(LADOGA, "2A:0929")) == ["FE-28F.4"]


def test_what_is_not_repaired() -> None:
    """[FE-28F.4] Sound ones, those in no city of the side, the same twice; nothing for nothing."""
    game = yard()
    assert game.objections(RepairBoats(LADOGA, LADOGA)) == ["FE-28F.4"]
    game.launch("2A:0525", LADOGA_TWO, hits=1)
    assert game.objections(RepairBoats(LADOGA_TWO)) == ["FE-28F.4"]
    game.launch(LENINGRAD, LADOGA_TWO)
    assert game.objections(RepairBoats(LADOGA_TWO)) == ["FE-28F.4"]
    assert game.objections(RepairBoats(LADOGA)) == []
    assert yard(0).objections(RepairBoats(LADOGA)) == ["FE-28F.1"]


def test_a_point_replaces_a_lost_flotilla_in_a_major_city_on_water() -> None:
    """[FE-28F.4] Leningrad or Kiev, not a city that is the enemy's, dry or small."""
    game = yard()
    game.launch(LENINGRAD, LADOGA, hits=0)
    game.having(fleet=game.state.fleet.with_boat(LADOGA, replace(game.boat(LADOGA), at=DEAD)))
    yards = restoring.yards(game.pos)
    assert {game.at(LENINGRAD), game.at("3B:0607")} <= set(yards)
    dry = [at for at in game.context.cities if at not in yards and game.context.major_city(at)]
    assert dry, "some major cities lie on no river"
    assert game.objections(ReplaceBoat(LADOGA, dry[0])) == ["FE-28F.4"]
    assert game.objections(ReplaceBoat(LADOGA, game.at("2A:0929"))) == ["FE-28F.4"]
    assert game.objections(ReplaceBoat(LADOGA_TWO, game.at(LENINGRAD))) == ["FE-28F.4"]
    game.own(AXIS, "3B:0607")
    assert game.objections(ReplaceBoat(LADOGA, game.at("3B:0607"))) == ["FE-28F.4"]
    game.do(ReplaceBoat(LADOGA, game.at(LENINGRAD)))
    assert game.boat(LADOGA).hex == game.at(LENINGRAD) and game.state.fleet.repairs == 0

"""Resource points: placed, carried, sent by rail, taken along in retreat, lost, spent on railroads
(FE-12F, 7A4, 31G).
"""

from __future__ import annotations

from engine.core.handler import Transition
from engine.rules.combat.actions import RetreatTo
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.combat import retreats
from engine.systems.europa.combat.battles import Battle
from engine.systems.europa.movement import rail_movement
from engine.systems.europa.movement.move_actions import Move, RailMove
from engine.systems.europa.scenario.set_up_actions import FinishSetUp, PlaceUnit, UseRecommended
from engine.systems.europa.state.constants import HALF, OUT
from engine.systems.europa.state.records import Fighting, Initial
from engine.systems.fire_in_the_east import sequence
from engine.systems.fire_in_the_east.economy import factories
from engine.systems.fire_in_the_east.resources import carrying, freight, panel, placing, stock
from engine.systems.fire_in_the_east.resources.actions import (
    CarryPoints,
    DestroyPoints,
    PlacePoints,
    RailPoints,
    RaiseCapacity,
)
from engine.systems.fire_in_the_east.state.records import East, Stock
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import (
    ALLIED,
    AXIS,
    FOOT,
    RIFLES,
    WholeFront,
    axis_to_set_up,
    deployed,
    rules_of,
)
from tests.engine.systems.fire_in_the_east.economy_desk import isolate

MINSK, MOSKVA, KIEV, FIELD = "1B:3512", "2A:3317", "3B:0607", "1B:3610"
WARSAW, HELSINKI, ROVANIEMI = "1B:3731", "1B:0410", "5B:2502"
SOVIET, GERMAN, FINNISH = "Soviet railroads", "German railroads", "Finnish rail net"
SMALL = UnitId("german-601-engineer-iii")
"""A regiment: 1 RE."""


def piled(game: WholeFront, at: str, amount: int, side: str = ALLIED) -> WholeFront:
    """The game with resource points in a hex."""
    known = game.state.resources
    return game.having(resources={**known, game.at(at): Stock(side, amount)})


def lying(game: WholeFront) -> dict[str, int]:
    """The resource points in hexes, by their printed numbers."""
    label = game.context.map.label
    return {label(at): found.amount for at, found in game.state.resources.items()}


def marching(side: str, at: str, *units: str, points: int, turn: int = 4) -> WholeFront:
    """Units in a hex with resource points, in their movement phase."""
    game = WholeFront(turn, side).put(at, *units).own(side, at)
    return piled(game, at, points, side)


def choosing(side: str, turn: int = 4) -> WholeFront:
    return WholeFront(turn, side).phase(Initial, side)


# What they are


def test_points_are_no_units_and_take_no_room() -> None:
    """[FE-12F.1] They neither stack nor have a zone of control, and an enemy walks in."""
    game = piled(WholeFront(4, AXIS), FIELD, 9).own(ALLIED, FIELD)
    beside = next(n for n in game.at(FIELD).neighbours() if n in game.context.land)
    game.put(game.context.map.label(beside), FOOT)
    assert game.at(FIELD) not in game.pos.held[ALLIED] and not game.pos.zoc(ALLIED)
    assert not game.objections(Move(UnitId(FOOT), game.at(FIELD)))


def test_any_part_of_a_heap_can_be_taken() -> None:
    """[FE-12F.2] Counters are not kept: a hex has a number of points, of which any part goes."""
    game = marching(ALLIED, MOSKVA, RIFLES, points=5)
    offers = {a.amount for a in game.legal.family("carry points") if isinstance(a, CarryPoints)}
    assert offers == {1, 2, 3, 4, 5}
    game.do(RailPoints(game.at(MOSKVA), game.at("2A:2721"), 1))
    game.do(RailPoints(game.at(MOSKVA), game.at("2A:2721"), 2))
    assert lying(game) == {MOSKVA: 2, "2A:2721": 3}


def test_the_owner_eliminates_points_in_any_of_his_phases() -> None:
    """[FE-12F.3] In his initial and movement phases, but neither the enemy's nor carried ones."""
    for game in (piled(choosing(ALLIED), MOSKVA, 5), marching(ALLIED, MOSKVA, RIFLES, points=5)):
        assert "destroy points" in game.kinds()
        game.do(DestroyPoints(game.at(MOSKVA), 2))
        assert lying(game) == {MOSKVA: 3}
    enemy = piled(choosing(AXIS), MOSKVA, 5)
    assert enemy.objections(DestroyPoints(enemy.at(MOSKVA))) == ["FE-12F.3"]
    game.do(CarryPoints(UnitId(RIFLES), 3))
    assert game.objections(DestroyPoints(game.at(MOSKVA))) == ["FE-12F.3"]


def test_points_in_a_captured_hex_are_destroyed() -> None:
    """[FE-12F.4] Entered by the enemy, or claimed by his zone of control alone."""
    game = piled(WholeFront(4, AXIS), FIELD, 9).own(ALLIED, FIELD)
    beside = next(n for n in game.at(FIELD).neighbours() if n in game.context.land)
    game.put(game.context.map.label(beside), FOOT)
    game.do(Move(UnitId(FOOT), game.at(FIELD)))
    assert not game.state.resources
    assert [told["amount"] for told in game.told("points fallen")] == [9]


def test_points_of_the_captor_stay() -> None:
    """[FE-12F.4] What a unit carries into an enemy hex is its own side's."""
    game = marching(AXIS, WARSAW, FOOT, points=3)
    near = next(n for n in game.at(WARSAW).neighbours() if n in game.context.land)
    game.own(ALLIED, game.context.map.label(near))
    game.do(CarryPoints(UnitId(FOOT), 3), Move(UnitId(FOOT), near))
    assert lying(game) == {game.context.map.label(near): 3}
    assert game.pos.owner_of(near) == AXIS


# Carried


def test_a_unit_carries_up_to_twice_its_size() -> None:
    """[FE-12F.6] A division 6, a regiment 2; a second unit what the first leaves."""
    game = marching(AXIS, WARSAW, FOOT, SMALL, points=7)
    assert carrying.most(game.pos, UnitId(FOOT)) == 6 and carrying.most(game.pos, SMALL) == 2
    assert game.objections(CarryPoints(UnitId(FOOT), 7)) == ["FE-12F.6"]
    game.do(CarryPoints(UnitId(FOOT), 6))
    assert game.objections(CarryPoints(SMALL, 2)) == ["FE-12F.5"]
    game.do(CarryPoints(SMALL, 1))
    assert stock.free(game.pos, game.at(WARSAW), AXIS) == 0


def test_a_burden_costs_a_point_or_two_of_the_rating() -> None:
    """[FE-12F.7] One up to its size, two above it, once in a phase, put down or not."""
    game, unit = marching(AXIS, WARSAW, FOOT, points=6), UnitId(FOOT)
    whole = game.pos.left(unit)
    game.do(CarryPoints(unit, 3))
    assert game.pos.left(unit) == whole - HALF
    game.do(CarryPoints(unit, 4))
    assert game.pos.left(unit) == whole - 2 * HALF
    game.do(CarryPoints(unit, 0))
    assert game.pos.left(unit) == whole - 2 * HALF and stock.free(game.pos, game.at(WARSAW), AXIS)
    assert game.objections(CarryPoints(unit, 0)) == ["FE-12F.6"]


def test_a_burden_is_taken_off_before_a_rating_is_halved() -> None:
    """[FE-12F.7] Out of supply a unit of 6 has 3 points, with six resource points (6 - 2) / 2."""
    game, unit = marching(AXIS, WARSAW, FOOT, points=6), UnitId(FOOT)
    game.having(unfed={unit: 3})
    game.state = game.state.with_piece(unit, marks=frozenset({OUT}))
    assert game.pos.left(unit) == 3 * HALF
    game.do(CarryPoints(unit, 6))
    assert game.pos.left(unit) == 2 * HALF


def test_who_has_spent_its_points_takes_up_no_burden() -> None:
    """[FE-12F.7] The point must be there still."""
    game, unit = marching(AXIS, WARSAW, FOOT, points=6), UnitId(FOOT)
    game.having(spent={unit: game.pos.allowance(unit)})
    assert game.objections(CarryPoints(unit, 1)) == ["FE-12F.7"]


def test_points_march_with_their_carrier_and_lie_where_it_ends() -> None:
    """[FE-12F.5] Never alone: they stay with the unit, and are put down as the phase ends."""
    game, unit = marching(AXIS, WARSAW, FOOT, points=5), UnitId(FOOT)
    game.do(CarryPoints(unit, 4))
    near = game.at(WARSAW).neighbours()
    first = next(at for at in near if not game.objections(Move(unit, at)))
    game.do(Move(unit, first))
    there = game.context.map.label(first)
    assert lying(game) == {WARSAW: 1, there: 4}
    assert "laden" not in " ".join(game.state.pieces[unit].marks - {"heavily laden"})
    work: Transition[East] = Transition(game.state)
    sequence.open_slot(game.context, work, sequence.Phase.COMBAT, AXIS)
    assert not work.state.loads and "heavily laden" not in work.state.pieces[unit].marks


def test_a_carrier_goes_by_rail_without_its_points() -> None:
    """[FE-12F.5] They are put down, and ride as what moves by rail alone."""
    game, unit = marching(ALLIED, MOSKVA, RIFLES, points=3), UnitId(RIFLES)
    to = game.at("2A:2721")
    game.do(CarryPoints(unit, 3))
    assert game.objections(RailMove(unit, to)) == ["FE-12F.5"]
    game.do(CarryPoints(unit, 0), RailMove(unit, to))
    assert lying(game) == {MOSKVA: 3}


# By rail


def test_points_go_by_rail_alone_and_take_a_re_each() -> None:
    """[FE-7A4.4] [FE-12F.5] Forty rail hexes, once in a player turn; that room is gone."""
    game = piled(WholeFront(4, ALLIED), MOSKVA, 8)
    before = rail_movement.room(game.pos, ALLIED)
    reach = freight.lines(game.pos, ALLIED, game.at(MOSKVA))
    assert max(reach.cost.values()) == game.context.charts.rail.rail_only
    family = next(one for one in game.legal.families if one.name == "rail points")
    assert family.plain is tuple and all(
        isinstance(one.where(), Hex) for one in family.candidates()
    )
    far = max(reach.cost, key=lambda at: (reach.cost[at], at))
    game.do(RailPoints(game.at(MOSKVA), far, 5))
    assert rail_movement.room(game.pos, ALLIED) == before - 5 * HALF
    assert "FE-12F.5" in game.objections(RailPoints(far, game.at(MOSKVA), 1))
    assert not game.objections(RailPoints(game.at(MOSKVA), far, 3))


def test_points_wait_where_capacity_or_the_line_ends() -> None:
    """[FE-7A4.4] Neither over the capacity that is left, nor over a broken line or enemy land."""
    game = piled(WholeFront(4, ALLIED), MOSKVA, 8)
    room = rail_movement.room(game.pos, ALLIED)
    game.having(used={"rail": room - 3 * HALF})
    to = game.at("2A:2721")
    assert game.objections(RailPoints(game.at(MOSKVA), to, 4)) == ["FE-7A4.4"]
    assert not game.objections(RailPoints(game.at(MOSKVA), to, 3))
    game.own(AXIS, "2A:2721")
    assert game.objections(RailPoints(game.at(MOSKVA), to, 3)) == ["FE-12F.5"]


def test_points_that_came_by_strategic_rail_stay_for_the_turn() -> None:
    """[FE-12F.5] [FE-7A2.3] As units that ride far, they do nothing else: nobody picks them up."""
    game = piled(WholeFront(4, ALLIED), MOSKVA, 4)
    near, far = (
        freight.lines(game.pos, ALLIED, game.at(MOSKVA), far=it).cost for it in (False, True)
    )
    to = max(set(far) - set(near))
    game.put(game.context.map.label(to), RIFLES)
    game.do(RailPoints(game.at(MOSKVA), to, 4, far=True))
    assert "FE-12F.5" in game.objections(CarryPoints(UnitId(RIFLES), 1))
    work: Transition[East] = Transition(game.state)
    placing.receive(game.context, work, ALLIED)
    game.take(work.state)
    assert not game.objections(CarryPoints(UnitId(RIFLES), 1))


def test_axis_points_ride_on_standard_gauge() -> None:
    """[FE-12F.5] [FE-7A3.2] Not into Russia before the line is changed."""
    game = piled(WholeFront(4, AXIS), WARSAW, 4, AXIS).own(AXIS, MINSK)
    reach = freight.lines(game.pos, AXIS, game.at(WARSAW)).cost
    assert game.at("1B:3733") in reach and game.at(MINSK) not in reach


# In retreat


def beaten(points: int, *units: str) -> WholeFront:
    """Soviet units with points in a hex, about to retreat from it."""
    game = WholeFront(4, AXIS).put(FIELD, *units).own(ALLIED, FIELD)
    return piled(game, FIELD, points).phase(Fighting, AXIS)


def test_retreating_units_take_along_what_they_can() -> None:
    """(FE-12F.9) Within their limits; what is left behind falls to the enemy with the hex."""
    game = beaten(8, RIFLES)
    unit, origin = UnitId(RIFLES), game.at(FIELD)
    work: Transition[East] = Transition(game.state)
    carrying.take_along(game.context, work, unit, origin)
    to = next(n for n in origin.neighbours() if n in game.context.land)
    work.state = work.state.with_piece(unit, at=to)
    carrying.captured(game.context, work, {origin: AXIS})
    game.take(work.state)
    assert lying(game) == {game.context.map.label(to): 6}
    assert not game.faults()


def test_points_go_along_in_the_retreat_of_a_battle() -> None:
    """(FE-12F.9) A beaten unit leaves with what it can carry; the rest stays behind."""
    game = beaten(9, RIFLES)
    unit, origin = UnitId(RIFLES), game.at(FIELD)
    work: Transition[East] = Transition(game.state)
    battle = Battle(AXIS, origin, (UnitId(FOOT),), (unit,))
    retreats.withdraw(game.context, work, battle, ALLIED, (unit,))
    game.take(work.state)
    if game.state.pieces[unit].at == origin:
        way = retreats.ways(game.pos, unit)[0]
        game.do(RetreatTo((unit,), way))
    else:
        game.rules.tidy(work)
        game.take(work.state)
    there = game.state.pieces[unit].at
    assert isinstance(there, Hex) and there != origin
    assert lying(game) == {FIELD: 3, game.context.map.label(there): 6}
    assert not game.faults()


def test_points_of_a_unit_that_is_lost_stay_and_fall() -> None:
    """[FE-12F.4] (FE-12F.9) A carrier that does not survive its retreat saves nothing."""
    game = beaten(4, RIFLES)
    unit, origin = UnitId(RIFLES), game.at(FIELD)
    work: Transition[East] = Transition(game.state)
    carrying.take_along(game.context, work, unit, origin)
    work.state = work.state.with_piece(unit, at="dead", steps=0, marks=frozenset())
    carrying.captured(game.context, work, {origin: AXIS})
    assert not work.state.resources and not work.state.loads


# Rail capacity


def raised(side: str, net: str, at: str, points: int, turn: int = 4) -> tuple[WholeFront, int, int]:
    """Rail room before and after all points of a hex are spent on a net, as far as it goes."""
    game = piled(choosing(side, turn), at, points, side).own(side, at)
    name = "Finland" if net == FINNISH else ""
    before = rail_movement.room(game.pos, side, name)
    while not game.objections(RaiseCapacity(net, game.at(at))):
        game.do(RaiseCapacity(net, game.at(at)))
    return game, before // HALF, rail_movement.room(game.pos, side, name) // HALF


def test_points_raise_soviet_capacity_by_ten_each_and_sixty_at_most() -> None:
    """[FE-7A4.7] Each part of ten takes a point."""
    game, before, after = raised(ALLIED, SOVIET, MOSKVA, 9)
    assert after == before + 60 and lying(game) == {MOSKVA: 3}
    assert game.objections(RaiseCapacity(SOVIET, game.at(MOSKVA))) == ["FE-7A4.7"]
    _game, before, after = raised(ALLIED, SOVIET, MOSKVA, 2)
    assert after == before + 20


def test_points_raise_german_capacity_by_five_each_and_thirty_at_most() -> None:
    """[FE-7A4.8] The Finnish net is another."""
    game, before, after = raised(AXIS, GERMAN, WARSAW, 9)
    assert (before, after) == (30, 60) and lying(game) == {WARSAW: 3}
    assert rail_movement.room(game.pos, AXIS, "Finland") == 10 * HALF


def test_points_raise_the_finnish_net_by_one_each_and_five_at_most() -> None:
    """[FE-7A4.9] Soviet points add nothing to it."""
    game, before, after = raised(AXIS, FINNISH, WARSAW, 9)
    assert (before, after) == (10, 15) and lying(game) == {WARSAW: 4}
    assert rail_movement.room(game.pos, AXIS) == 30 * HALF
    other = piled(choosing(ALLIED), MOSKVA, 1)
    assert other.objections(RaiseCapacity(FINNISH, other.at(MOSKVA))) == ["FE-7A4.1"]


def test_more_capacity_is_bought_in_the_initial_phase_for_one_turn() -> None:
    """[FE-7A4.10] It is gone as the side's next initial phase opens."""
    game, before, after = raised(ALLIED, SOVIET, MOSKVA, 6)
    assert after > before
    work: Transition[East] = Transition(game.state)
    sequence.open_slot(game.context, work, sequence.Phase.INITIAL, ALLIED)
    later = rail_movement.room(rules_of("campaign").position(work.state), ALLIED) // HALF
    assert later == before
    late = piled(WholeFront(4, ALLIED), MOSKVA, 6)
    assert "raise capacity" not in late.kinds()
    assert late.objections(RaiseCapacity(SOVIET, late.at(MOSKVA))) == ["FE-4C.1"]


def test_isolated_points_raise_no_capacity() -> None:
    """[FE-7A4.11] No line over land leads to them."""
    game = isolate(piled(choosing(ALLIED), MINSK, 3).own(ALLIED, MINSK), MINSK)
    assert game.objections(RaiseCapacity(SOVIET, game.at(MINSK))) == ["FE-7A4.11"]
    assert "raise capacity" not in game.kinds()
    assert any("isolated" in row.value for row in next(iter(panel.displays(game.pos))).rows)


def test_bought_capacity_carries_a_factory() -> None:
    """[FE-7A4.2] [FE-7A4.4] [FE-31D.3] Factories draw on what points have added, too."""
    game = piled(choosing(ALLIED, 4), MOSKVA, 3)
    game.having(used={"rail": 0, game.pos.FACTORIES: 70 * HALF})
    assert not factories.room(game.pos)
    game.do(RaiseCapacity(SOVIET, game.at(MOSKVA)))
    assert factories.room(game.pos)


def test_the_surprised_soviets_raise_no_capacity() -> None:
    """[FE-31G.1] On Jun II 41 it is 45, with points and without; the Axis may raise its own."""
    game = piled(choosing(ALLIED, 1), MOSKVA, 3)
    assert rail_movement.room(game.pos, ALLIED) == 45 * HALF
    assert game.objections(RaiseCapacity(SOVIET, game.at(MOSKVA))) == ["FE-31G.1"]
    assert "raise capacity" not in game.kinds()
    axis = piled(choosing(AXIS, 1), WARSAW, 3, AXIS)
    assert not axis.objections(RaiseCapacity(GERMAN, axis.at(WARSAW)))


# Where they come from


def test_the_axis_places_forty_points() -> None:
    """[FE-OBA-7] In Greater Germany, Rumania; ten with Army Norway, five of these in Finland."""
    rules = rules_of("campaign")
    game = WholeFront(state=axis_to_set_up())
    lot = placing.lots(game.pos, AXIS)[0]
    assert (lot.amount, game.state.unplaced[lot.id]) == (40, 40)
    units = [u for u, e in rules.context.setups.items() if e.place == "Finland, Army Norway"]
    game.do(*(PlaceUnit(u, game.at(ROVANIEMI)) for u in _within(game, units, 2)))
    assert not game.objections(PlacePoints(lot.id, game.at(ROVANIEMI), 5))
    assert game.objections(PlacePoints(lot.id, game.at(ROVANIEMI), 6)) == ["FE-OBA-7"]
    assert game.objections(PlacePoints(lot.id, game.at(HELSINKI), 1)) == ["FE-OBA-7"]
    assert game.objections(PlacePoints(lot.id, game.at(MINSK), 1)) == ["FE-OBA-7"]
    game.do(PlacePoints(lot.id, game.at(WARSAW), 30))
    assert game.objections(FinishSetUp())
    game.do(UseRecommended())
    norway = game.context.place_hexes["Finland, Army Norway"]
    found = game.state.resources
    assert sum(one.amount for at, one in found.items() if one.side == AXIS) == 40
    assert sum(one.amount for at, one in found.items() if at in norway) <= 10
    assert not game.objections(FinishSetUp())


def _within(game: WholeFront, units: list[UnitId], halves: int) -> list[UnitId]:
    """Some units that are no larger than so many half REs together."""
    found, left = [], halves
    for unit in units:
        size = game.pos.facts(unit).halves
        if size <= left:
            found.append(unit)
            left -= size
    return found


def test_the_soviets_place_twenty_five_points_before_their_set_up_ends() -> None:
    """(FE-OBS-8) Anywhere in the USSR, in any parts; none may be left over."""
    start = rules_of("campaign").begin().state
    assert isinstance(start, East)
    game = WholeFront(state=start)
    assert not placing.lots(game.pos, ALLIED), "the border districts deploy first"
    for _part in range(2):
        game.do(UseRecommended()).do(FinishSetUp())
    lot = placing.lots(game.pos, ALLIED)[0]
    game.do(PlacePoints(lot.id, game.at(MINSK), 20))
    assert game.objections(PlacePoints(lot.id, game.at(MINSK), 6)) == ["FE-OBS-8"]
    assert game.objections(PlacePoints(lot.id, game.at(WARSAW), 1)) == ["FE-OBS-8"]
    game.do(UseRecommended())
    ours = {at: found.amount for at, found in game.state.resources.items() if found.side == ALLIED}
    assert sum(ours.values()) == 25 and ours[game.at(MINSK)] >= 20
    game.do(FinishSetUp())


def test_set_up_does_not_end_with_points_in_hand() -> None:
    """(FE-OBS-8) Nor is there a scenario of a part of the front that has any."""
    game = WholeFront(state=deployed("campaign"))
    assert not game.state.unplaced
    assert not rules_of("army_group_north").context.figures.resources


def test_points_come_with_the_first_turn_of_a_month() -> None:
    """(FE-34A1.1) [FE-34A2.8] On the west edge, and in Soviet major cities, none isolated."""
    game = choosing(AXIS, 2)
    work: Transition[East] = Transition(game.state)
    placing.receive(game.context, work, AXIS)
    game.take(work.state)
    lot = placing.lots(game.pos, AXIS)[0]
    assert [one.id for one in placing.lots(game.pos, AXIS)] == ["Axis, Jul I 41"]
    (duty,) = (why for why in game.rules.check(game.state, EndPhase()) if why.rule == lot.rule)
    assert lot.rule == "FE-34A1.1" and set(duty.places) == set(placing.open_to(game.pos, lot))
    assert game.objections(PlacePoints(lot.id, game.at(WARSAW), 1)) == ["FE-34A1.1"]
    edge = placing.open_to(game.pos, lot)[0]
    game.do(PlacePoints(lot.id, edge, 10))
    assert not placing.lots(game.pos, AXIS) and "place points" not in game.kinds()
    soviet = choosing(ALLIED, 2).having(unplaced={"Soviet, Jul I 41": 6})
    lot = placing.lots(soviet.pos, ALLIED)[0]
    assert soviet.at(MINSK) in placing.open_to(soviet.pos, lot)
    isolate(soviet, MINSK)
    assert soviet.at(MINSK) not in placing.open_to(soviet.pos, lot)


def test_the_calendar_gives_what_the_orders_of_battle_list() -> None:
    """(FE-34A1.1) [FE-34A2.8] By month, from Jul 41 to Mar 42."""
    lots = rules_of("campaign").context.figures.resources
    given = {
        side: [lot.amount for lot in lots if lot.rule == rule and lot.side == side and lot.turn]
        for side, rule in ((AXIS, "FE-34A1.1"), (ALLIED, "FE-34A2.8"))
    }
    assert given[AXIS] == [10, 10, 10, 8, 8, 6, 6, 6, 8]
    assert given[ALLIED] == [6, 6, 8, 8, 8, 8, 6, 6, 6]
    assert [lot.turn for lot in lots if lot.side == AXIS] == [0, 2, 4, 6, 8, 10, 12, 14, 16, 18]


def test_the_automatic_player_places_what_comes() -> None:
    """(FE-34A1.1) Before it ends its initial phase."""
    game = choosing(AXIS, 2).put(WARSAW, FOOT).having(unplaced={"Axis, Jul I 41": 10})
    for _ in range(12):
        advice = game.rules.advise(game.state)
        assert advice is not None
        if isinstance(advice.action, EndPhase):
            break
        game.do(advice.action)
    assert not game.state.unplaced and sum(lying(game).values()) == 10


def test_what_is_seen_of_points() -> None:
    """A marker for each heap and a panel by side."""
    game = marching(AXIS, WARSAW, FOOT, points=3)
    game.do(CarryPoints(UnitId(FOOT), 2))
    (view,) = panel.markers(game.pos)
    assert (view.kind, view.side, view.text) == (
        "resource points", AXIS, "3 resource points, 2 carried",
    )  # fmt: skip
    (shown,) = panel.displays(game.pos)
    assert shown.summary == "Axis 3, Soviet 0"
    assert [row.value for row in shown.rows if row.hex == game.at(WARSAW)] == ["3"]

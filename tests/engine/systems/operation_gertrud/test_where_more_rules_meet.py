"""More positions where two rules meet, judged by the rulebook; sections in the names."""

from __future__ import annotations

from engine.systems.operation_gertrud.actions import (
    EndPhase,
    Paradrop,
    RebuildAir,
    SupplyDrop,
)
from engine.systems.operation_gertrud.battle import battle_actions as do
from engine.systems.operation_gertrud.battle.battles import Advancing
from engine.systems.operation_gertrud.battle.retreats import exits
from engine.systems.operation_gertrud.battle.shifts import ledger, odds
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    GERMAN,
    OFF_MAP,
    OUT,
    Fighting,
    Moving,
    Replacing,
    Status,
)
from engine.systems.operation_gertrud.turn.movement_phase import destinations
from oob.model import UnitId as U
from tests.engine.systems.operation_gertrud.battlefield import (
    GD,
    I132,
    I183,
    M16,
    P8,
    P9,
    P14,
    T23,
    T24,
    Field,
)
from tests.engine.systems.operation_gertrud.desk import Desk

FL, SPARE = "german-7-fl", "german-125"


def sea_fight() -> Field:
    """An attack on 2006 with a ship of either side, both waiting to roll."""
    field = Field("late_1942").ready("italian-ngs-1", "british-ngs-1")
    target = field.hex("2006")
    beside = [at for at in target.neighbours() if field.pos.can_step(U(P8), at, target)][:2]
    field.put(target, T23).put(beside[0], P8).put(beside[1], P14)
    field.form(P8, P14, target=target)
    return field.do(do.GoIn(), do.Commit("italian-ngs-1"), do.Commit("british-ngs-1"))


def test_12_2_and_12_3_a_ship_that_loses_with_a_1_is_recalled_and_not_sunk() -> None:
    """OG 12.3: returned off the map though unharmed."""
    field = sea_fight().roll(5, 1)
    assert field.state.support["british-ngs-1"] is Status.USED
    field.plainly()
    assert [line for line in ledger(field.pos, field.battle) if "NGS" in line.text]


def test_12_2_and_12_3_two_ships_that_roll_1_both_sail_home() -> None:
    """OG 12.2 would sink both for the tie; OG 12.3 says any player, unharmed."""
    field = sea_fight().roll(1, 1)
    ships = {field.state.support[name] for name in ("british-ngs-1", "italian-ngs-1")}
    assert ships == {Status.USED}
    field.plainly()
    assert not [line for line in ledger(field.pos, field.battle) if "NGS" in line.text]


def air_fight() -> Field:
    """An attack on the middle with an aircraft of either side."""
    field = Field().ready("german-cas-1", "turkish-cas-1")
    field.put(field.middle, T23).put(field.around[0], P8).put(field.around[1], P14)
    field.form(P8, P14)
    return field.do(do.GoIn(), do.Commit("german-cas-1"), do.Commit("turkish-cas-1"))


def test_13_1_and_13_4_an_aircraft_that_wins_with_a_1_aborts_and_shifts_nothing() -> None:
    """OG 13.4: regardless; OG 13.5: an aborted air unit cannot support."""
    field = air_fight()
    field.roll(1, 2)
    assert field.state.support["german-cas-1"] is Status.USED
    field.plainly()
    assert not [line for line in ledger(field.pos, field.battle) if "CAS" in line.text]


def test_7_2_and_11_3_a_unit_is_in_supply_from_the_moment_its_ring_breaks() -> None:
    """OG 7.2: out of supply until the moment that a valid path can be demonstrated."""
    field = Field(side=ALLIED)
    field.put(field.middle, T23, marks=[OUT])
    ring = [field.around[way] for way in (0, 2, 4)]
    field.put(ring[0], SPARE, steps=1).put(ring[1], I132).put(ring[2], I183)
    outside = ring[0].neighbour(0)
    others = [u for u in field.state.pieces if u.startswith("soviet")][:5]
    field.put(outside, *others)
    field.attack(*others, target=ring[0]).result("DE")
    while field.asks() == "Advancing":
        field.do(do.EndAdvance())
    assert OUT not in field.marks(T23)


def test_9_6_and_7_2_a_marked_turk_in_a_city_goes_by_rail_with_all_of_its_movement() -> None:
    """OG 7.2: out of supply until a path is there, and a city is one; OG 9.6: tripled."""
    desk = Desk().put("Konya", "turkish-1").phase(Moving, ALLIED)
    whole = desk.pos.rail_reach(U("turkish-1"))
    desk.put("Konya", "turkish-1", marks=[OUT])
    marked = desk.pos.rail_reach(U("turkish-1"))
    assert whole is not None and marked is not None
    assert max(whole.cost.values()) == 15 and marked.cost == whole.cost


def test_15_0_and_11_0_others_attack_an_empty_hex_with_a_drop_and_never_without() -> None:
    """OG 15.0, its note: combined upon an unoccupied hex, if otherwise eligible."""
    field = Field("early_1941").put(OFF_MAP, FL)
    field.put(field.around[0], P8)
    assert field.objections(do.DeclareAttack(field.middle))
    field.phase(Moving, GERMAN).do(Paradrop(U(FL), field.middle))
    field.phase(Fighting, GERMAN).do(do.DeclareAttack(field.middle))
    assert field.objections(do.AddUnit(U(P8))) == []


def test_15_0_a_drop_is_within_turkey_only() -> None:
    """OG 15.0: anywhere on the map, but within Turkey only."""
    desk = Desk("early_1941").put(OFF_MAP, FL).phase(Moving, GERMAN)
    abroad = next(a for a in sorted(desk.context.land) if a not in desk.context.turkey)
    assert desk.objections(Paradrop(U(FL), abroad)) == ["OG-15.0a"]
    drops = [a for a in desk.legal.of(U(FL)) if isinstance(a, Paradrop)]
    assert drops and all(a.target in desk.context.turkey for a in drops)


def test_11_3_and_6_0_as_many_advance_as_may_stack_beside_the_drop() -> None:
    """OG 11.3: only as many as could legally stack; the drop is there already."""
    field = Field("early_1941").put(OFF_MAP, FL).put(field_label(), T23)
    field.put(field.around[0], P8, P14, P9, I132, I183)
    field.phase(Moving, GERMAN).do(Paradrop(U(FL), field.middle))
    field.phase(Fighting, GERMAN).form(P8, P14, P9, I132, I183).do(do.GoIn())
    field.plainly().result("DE")
    for unit in (P8, P14, P9, I132):
        field.do(do.Advance(U(unit)))
    assert field.asks() != "Advancing" or "OG-6.0a" in field.objections(do.Advance(U(I183)))


def field_label() -> str:
    """The printed number of the open hex of a field."""
    field = Field()
    return field.context.map.label(field.middle)


def test_11_1_and_6_0_a_beaten_stack_does_not_overfill_the_one_hex_that_is_open() -> None:
    """OG 11.1: not into a hex that will become over-stacked; who cannot retreat is eliminated."""
    field = Field().put(field_label(), T23, T24)
    field.put(field.around[0], P8, P14, P9).put(field.around[2], I132).put(field.around[4], I183)
    free = exits(field.pos, U(T23))
    assert free == ()
    field = Field().put(field_label(), T23, T24)
    field.put(field.around[0], P8, P14, P9).put(field.around[1], I132).put(field.around[5], I183)
    free = exits(field.pos, U(T23))
    assert free == (field.around[3],)
    crowd = [u for u in field.state.pieces if u.startswith("turkish") and u not in (T23, T24)][:4]
    field.put(field.around[3], *crowd)
    field.attack(P8, P14, P9, I132, I183).result("DR")
    assert field.objections(do.RetreatTo((U(T23), U(T24)), field.around[3]))
    field.do(do.RetreatTo((U(T23),), field.around[3]))
    assert field.where(T24) == "dead"


def spent(*options: str) -> Desk:
    """A German replacement phase after a supply drop has cost an aircraft."""
    desk = Desk("early_1941", *options).put("Konya", SPARE).phase(Moving, GERMAN).do(EndPhase())
    desk.do(SupplyDrop("german-cas-2", desk.hex("Konya")))
    return desk.phase(Replacing, GERMAN).having(steps={"german": 1})


def test_7_4_and_10_3_an_aircraft_spent_on_a_supply_drop_is_rebuilt_or_gone_for_good() -> None:
    """OG 10.3 rebuilds what air supply cost; OG 7.4 removes it for good: an option plays that."""
    assert spent().objections(RebuildAir("german-cas-2")) == []
    assert spent("permanent_supply_drops").objections(RebuildAir("german-cas-2"))


def test_8_1_and_6_0_a_column_stops_where_its_first_unit_met_a_zone_and_goes_no_further() -> None:
    """OG 8.1: it must end its movement immediately, for that phase, whoever leaves later."""
    field = Field()
    field.put(field.around[0].neighbour(0), GD, M16).put(field.middle, T23)
    field.phase(Moving, GERMAN)
    goal = field.around[0]
    assert goal in destinations(field.pos, U(GD))
    beyond = [at for at in destinations(field.pos, U(GD)) if at == field.middle]
    assert not beyond


def test_11_4_gd_is_no_armor_and_does_not_follow_a_retreat() -> None:
    """OG 11.4: motorized types, Grossdeutschland by name, are not considered armored."""
    field = Field().put(field_label(), T23)
    field.put(field.around[0], P8, GD, M16)
    field.attack(P8, GD, M16).result("DR")
    field.do(do.RetreatTo((U(T23),), exits(field.pos, U(T23))[0]))
    top = field.state.top
    assert isinstance(top, Advancing) and top.able == (P8,)


def test_11_0_all_defenders_of_a_hex_are_one_total() -> None:
    """Nobody is attacked apart from the others. [OG-11.0f]"""
    field = Field().put(field_label(), T23, T24)
    field.put(field.around[0], P8, P14, P9)
    field.form(P8, P14, P9)
    assert set(field.battle.defenders) == {U(T23), U(T24)}
    each = [field.context.combat_factor(U(name), 2) for name in (T23, T24)]
    force = sum(field.context.combat_factor(U(name), 2) for name in (P8, P14, P9))
    assert odds(field.pos, field.battle) == 100 * force // sum(each)


def test_11_0_9_and_12_5_a_ship_of_a_lost_battle_sails_home_unharmed() -> None:
    """[OG-11.0.9b]"""
    field = sea_fight().roll(5, 2).plainly()
    assert field.state.support["british-ngs-1"] is Status.ELIMINATED
    node = field.rules.chance(field.state)
    assert node is not None
    field.roll(min(node.faces))
    while field.asks() != "Fighting":
        field.do(next(iter(field.legal)))
    assert field.state.support["italian-ngs-1"] is Status.USED

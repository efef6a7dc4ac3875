"""Places where two rules of Fire in the East meet, laid out and judged by the text of both."""

from __future__ import annotations

from engine.core.handler import Transition
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.combat import battle_actions as fight
from engine.systems.europa.combat.battles import Battle
from engine.systems.europa.combat.retreats import endangered, ways
from engine.systems.europa.combat.strength import defense_lines, total
from engine.systems.europa.movement import move_actions as march
from engine.systems.europa.movement import overruns
from engine.systems.europa.movement.reach import march as reach
from engine.systems.europa.production.initial_actions import Arrive, ArriveAll
from engine.systems.europa.state.constants import DEAD, HALF, OUT, Phase
from engine.systems.europa.state.records import Fighting, Initial, Moving
from engine.systems.europa.view import planning
from engine.systems.fire_in_the_east.sequence import open_slot
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import (
    ALLIED,
    AXIS,
    FOOT,
    GUNS,
    PANZER,
    RIFLES,
    TANKS,
    North,
    WholeFront,
)

FROM, OPEN, BATTALION = "1B:2424", "1B:2325", "german-10-mot-mg-ii"
INFANTRY = "german-11-infantry-xx"
TWO = UnitId("german-1-infantry-xx"), UnitId(INFANTRY)
THIRD = UnitId("german-21-infantry-xx")


def unit(name: str) -> UnitId:
    return UnitId(name)


def test_5_13_an_overrun_in_reduced_zones_pays_less_than_in_full_ones() -> None:
    """[FE-5.6] [FE-5.8] The zones of others beside the overrun are paid, as they are."""
    costs = []
    for turn in (2, 5):
        game = North(turn=turn).put(FROM, FOOT).put("1B:2425", RIFLES).phase(Moving, AXIS)
        near = sorted(game.pos.zoc(ALLIED) & set(game.context.fronts[game.at(FROM)]))
        assert near and game.at(FROM) in game.pos.zoc(ALLIED)
        costs.append(min(reach(game.pos, unit(FOOT)).reach.cost[at] for at in near))
    assert costs[1] - costs[0] == 2 * HALF, "3 points from zone to zone, 1 between reduced ones"


def ringed(turn: int, *mates: str) -> North:
    """A German panzer and an infantry division beside Soviet units whose zones reach every hex
    around; German mates stand in one of them.
    """
    game = North(turn=turn).put(FROM, PANZER, FOOT)
    around = sorted(game.context.fronts[game.at(FROM)])
    beyond = {far for at in around for far in game.context.fronts[at]} - {*around, game.at(FROM)}
    rifles = [u for u in game.context.of_nation("soviet") if u.endswith("rifle-xx")]
    for at, soviet in zip(sorted(beyond), rifles, strict=False):
        game.put(game.context.map.label(at), soviet)
    return game.put(game.context.map.label(around[0]), *mates) if mates else game


def test_5_9f1_a_reduced_zone_is_a_zone_for_retreats() -> None:
    """[FE-5.6] [FE-9F1.4] It is as a standard one but for its costs."""
    for turn in (2, 5):
        game = ringed(turn)
        assert bool(game.pos.full_zoc(ALLIED)) is (turn == 5)
        assert len(ways(game.pos, unit(FOOT))) == 6
        assert all(endangered(game.pos, unit(FOOT), at) for at in ways(game.pos, unit(FOOT)))


def test_9f1_german_c_m_units_retreat_to_friends_through_zones_and_others_beside_them_do_not() -> (
    None
):
    """[FE-9F1.7] [FE-9F1.8] Not even units stacked with them."""
    game = ringed(5, "german-21-infantry-xx")
    friends = min(game.context.fronts[game.at(FROM)])
    assert ways(game.pos, unit(PANZER)) == (friends,)
    assert not endangered(game.pos, unit(PANZER), friends)
    assert endangered(game.pos, unit(FOOT), friends) and len(ways(game.pos, unit(FOOT))) == 6


def test_6_13_panzers_move_once_more_in_exploitation_and_overrun_then_too() -> None:
    """[FE-6.1] [FE-13.1] C/m units alone; overruns in both phases."""
    game = North(turn=4).put(FROM, PANZER, FOOT).phase(Moving, AXIS)
    game.ask(*game.state.flow[:-1], Moving(AXIS, exploiting=True), phase="exploitation")
    offered = {action.unit for action in game.legal if isinstance(action, march.Move)}
    assert offered == {unit(PANZER)}


def test_9_5_soviet_tanks_and_rifles_attack_one_hex_from_two_sides() -> None:
    """FE-9A: units of several hexes, of any kind, attack together."""
    game = North(turn=5, side=ALLIED).put(FROM, FOOT)
    near = [game.context.map.label(at) for at in sorted(game.context.fronts[game.at(FROM)])][:2]
    game.put(near[0], TANKS).put(near[1], RIFLES).phase(Fighting, ALLIED)
    game.do(fight.DeclareAttack(game.at(FROM)))
    assert {a.unit for a in game.legal.family("add unit")} == {unit(TANKS), unit(RIFLES)}


def test_12d_9_units_out_of_supply_attack() -> None:
    """FE-12D: lack of supply weakens attacks and forbids none."""
    game = North(turn=5).put(FROM, FOOT, marks=(OUT,)).having(unfed={unit(FOOT): 2})
    near = min(game.context.fronts[game.at(FROM)])
    game.put(game.context.map.label(near), RIFLES).phase(Fighting, AXIS)
    assert fight.DeclareAttack(near) in list(game.legal.family("attack"))


def test_6b_5_a_unit_far_from_the_enemy_goes_administratively_and_one_beside_him_does_not() -> None:
    """FE-6B: not beside enemy units at any time of the movement phase."""
    game = North(turn=5).put("1B:2428", FOOT).phase(Moving, AXIS)
    assert [a for a in game.legal.of(unit(FOOT)) if isinstance(a, march.AdminMove)]
    near = min(game.context.fronts[game.at("1B:2428")])
    game.put(game.context.map.label(near), RIFLES).phase(Moving, AXIS)
    assert not [a for a in game.legal.of(unit(FOOT)) if isinstance(a, march.AdminMove)]
    assert [a for a in game.legal.of(unit(FOOT)) if isinstance(a, march.Move)]


def test_13_9g_a_battalion_overruns_labourers_who_cannot_defend() -> None:
    """FE-13: any unit with an attack strength greater than zero."""
    game = North(turn=5)
    weak = next(
        u
        for u in game.context.of_nation("soviet")
        if not game.pos.facts(u).defense and u in game.state.pieces
    )
    game.put(FROM, BATTALION).put(OPEN, weak).phase(Moving, AXIS)
    assert march.Overrun(unit(BATTALION), game.at(OPEN)) in list(game.legal.of(unit(BATTALION)))


MILITIA, LENINGRAD, NORTHWEST = "soviet-1-rifle-xx-mil-2", "2A:0931", "2A:0831"


def test_34a2_8b_a_reinforcement_is_not_placed_in_a_full_city() -> None:
    """[FE-34A2.2] FE-8B: the limit holds in the initial phase too, when nobody can march on."""
    game = (
        North(turn=3, side=ALLIED)
        .put(LENINGRAD, RIFLES, "soviet-10-rifle-xx")
        .own(ALLIED, LENINGRAD)
    )
    place = Arrive(unit(MILITIA), game.at(LENINGRAD))
    assert place in list(game.phase(Initial, ALLIED).legal)
    game.put(LENINGRAD, "soviet-48-rifle-xx").phase(Initial, ALLIED)
    assert place not in list(game.legal)
    assert game.objections(place) == ["FE-34A2.2"]


def test_34a2_a_reinforcement_of_a_named_place_without_room_or_lost_is_eliminated() -> None:
    """[FE-34A2.2] [FE-34A2.4] It comes back by replacements alone."""
    for full in (True, False):
        game = North(turn=3, side=ALLIED).put("1B:1816", TANKS)
        if full:
            game.own(ALLIED, LENINGRAD, NORTHWEST)
            game.put(LENINGRAD, RIFLES, "soviet-10-rifle-xx", "soviet-48-rifle-xx")
            game.put(
                NORTHWEST, *("soviet-180-rifle-xx", "soviet-67-rifle-xx", "soviet-125-rifle-xx")
            )
        else:
            game.own(AXIS, LENINGRAD, NORTHWEST)
        game.phase(Initial, ALLIED).do(ArriveAll(), EndPhase())
        assert game.state.pieces[unit(MILITIA)].at == DEAD


def test_7a_3f_railroads_gained_in_the_player_turn_serve_from_the_next_on() -> None:
    """[FE-7A.1] Rail movement uses hexes controlled at the start of the player turn."""
    game = North(turn=4).put("1B:2524", FOOT).put("1B:2727", INFANTRY).phase(Moving, AXIS)
    gained = game.at("1B:2422")
    game.do(march.Move(unit(FOOT), gained))
    ride = march.RailMove(unit(INFANTRY), gained)
    assert game.pos.owner_of(gained) == AXIS and game.objections(ride) == ["FE-7A.1"]
    open_slot(game.context, transition := Transition(game.state), Phase.INITIAL, AXIS)
    game.state = transition.state
    game.phase(Moving, AXIS)
    assert ride in list(game.legal)


def test_6b_3f_administrative_movement_keeps_to_hexes_held_since_the_player_turn_began() -> None:
    """[FE-6B.3] Not into a hex that another unit has just entered."""
    game = North(turn=4).put("1B:2524", FOOT).put("1B:2525", INFANTRY).phase(Moving, AXIS)
    go = march.AdminMove(unit(INFANTRY), game.at("1B:2423"))
    game.do(march.Move(unit(FOOT), game.at("1B:2423")))
    assert go not in list(game.legal) and game.objections(go)
    game.having(gained=frozenset())
    assert go in list(game.legal)


def test_7a1_6_entraining_takes_a_point_before_the_first_hex() -> None:
    """[FE-7A1.1] One point to entrain, then eight hexes for a point of a unit that has six."""
    game = North(turn=4).put("1B:2828", FOOT).phase(Moving, AXIS)
    game.do(march.RailMove(unit(FOOT), game.at("1B:2625")))
    assert game.state.spent[unit(FOOT)] == 2 * HALF
    game = North(turn=4).put("1B:2828", FOOT).phase(Moving, AXIS)
    game.having(spent={unit(FOOT): 5 * HALF})
    assert not [a for a in game.legal.of(unit(FOOT)) if isinstance(a, march.RailMove)]


def test_7a_12_units_cut_off_from_supply_go_by_rail_in_their_pocket() -> None:
    """[FE-7A.1] Controlled railroads are enough: nothing asks for a line to a source of supply."""
    game = North(turn=5, side=ALLIED).put("1B:1816", RIFLES, marks=[OUT]).own(AXIS, "1B:2014")
    to = march.RailMove(unit(RIFLES), game.at("1B:1915"))
    assert to in list(game.phase(Moving, ALLIED).legal)


def test_31f1_5_soviet_zones_end_at_the_border_in_the_surprise_turn() -> None:
    """FE-31F1: not so in the German player turn that follows."""
    game = North(turn=1).put("1B:2324", RIFLES)
    for phase, reach_ in ((Phase.SURPRISE_MOVEMENT, False), (Phase.MOVEMENT, True)):
        game.having(phase=phase.value)
        assert (game.at(FROM) in game.pos.zoc(ALLIED)) is reach_
        assert game.at("1B:2323") in game.pos.zoc(ALLIED)


def test_13_12d_an_overrun_counts_the_lack_of_supply() -> None:
    """FE-13: odds as in combat, supply included: half of 12 against 1 is no ten to one."""
    strong, weak = "german-6-panzer-xx", "soviet-201-parachute-x"
    run = march.Overrun(unit(strong), North().at("1B:2324"))
    for marks, refused in (((), []), ((OUT,), ["FE-13.3"])):
        game = North(turn=4).put(FROM, strong, marks=marks).put("1B:2324", weak)
        game.having(unfed=dict.fromkeys(map(UnitId, (strong,) if marks else ()), 1))
        assert game.phase(Moving, AXIS).objections(run) == refused


def test_5_9f1_a_zone_across_a_lake_endangers_no_retreat() -> None:
    """FE-5, 9F1: a prohibited hexside stops zones of control, so that the hex behind it is safe."""
    game = North(turn=5).put("1B:2429", FOOT).put("1B:2630", RIFLES)
    assert not endangered(game.pos, unit(FOOT), game.at("1B:2530"))
    game = North(turn=5).put("1B:2429", FOOT).put("1B:2529", RIFLES)
    assert endangered(game.pos, unit(FOOT), game.at("1B:2530"))


def test_9f1_9e_a_cadre_that_retreats_into_a_zone_is_gone() -> None:
    """FE-9F1, 9E: a division becomes its cadre there, a cadre is eliminated."""
    for steps, left in ((2, 1), (1, 0)):
        game = ringed(5)
        game.put(FROM, FOOT, steps=steps)
        assert len(ways(game.pos, unit(FOOT))) == 6
        assert all(endangered(game.pos, unit(FOOT), at) for at in ways(game.pos, unit(FOOT)))
        assert game.state.pieces[unit(FOOT)].steps - 1 == left


GUNS_BESIDE = "german-609-artillery-iii"
CITY, GUNS_OF_FLAK = "1B:2525", "german-164-mot-hv-aa-iii-lw"


def net(game: North, target: str) -> int:
    """The modification of the die when Soviet tanks attack a hex from Tilsit's north-east."""
    plan = game.rules.plan(game.state, game.at(target), (unit(TANKS),))
    assert plan is not None
    return plan.roll


def test_10g_10c3_antitank_effects_hold_in_a_city_that_bars_armour() -> None:
    """The example of FE-10G: armour may not use its effects in a dot city, being capable of them is
    enough for the defender's antitank effects, -4 in full.
    """
    game = North(turn=5, side=ALLIED).put(FROM, TANKS).put(CITY, GUNS_OF_FLAK)
    assert net(game.phase(Fighting, ALLIED), CITY) == -4


def test_29c_10c3_mud_takes_armour_effects_and_leaves_antitank_effects() -> None:
    """FE-29C, 10: in clear weather +3 and -4; in mud -4 besides what mud takes from any attack."""
    game = North(turn=5, side=ALLIED).put("1B:2323", TANKS).put("1B:2324", GUNS_OF_FLAK)
    game.phase(Fighting, ALLIED)
    assert net(game, "1B:2324") == -1
    mud = game.context.charts.effects.weather["mud"]
    assert net(game.weather("mud"), "1B:2324") == mud - 4


def test_12d_10_from_its_second_turn_out_of_supply_nobody_has_armour_or_antitank_effects() -> None:
    """FE-12D, 10: tanks and flak count for nothing from then on, and as ever in the first turn."""
    for tanks, flak, die in ((2, 0, -1), (3, 0, 0), (0, 2, -1), (0, 3, 3), (3, 3, 0)):
        game = North(turn=5, side=ALLIED)
        for label, id_, lacking in (("1B:2323", TANKS, tanks), ("1B:2324", GUNS_OF_FLAK, flak)):
            game.put(label, id_, marks=[OUT] if lacking else [])
            game.having(unfed={**game.state.unfed, **({unit(id_): lacking} if lacking else {})})
        assert net(game.phase(Fighting, ALLIED), "1B:2324") == die, (tanks, flak)


def test_14b_13_soviet_artillery_alone_is_helpless_german_artillery_is_not() -> None:
    """[FE-14B.1] Surplus artillery defends with 1 together, Soviet artillery with nothing: anybody
    who can attack overruns it at 12:1.
    """
    bicycles, guns = "german-402-bicycle-ii", "soviet-artillery-artillery-x-10"
    for mates, refused in (((), []), (("soviet-engineer-engineer-iii-4",), ["FE-13.3"])):
        game = North(turn=4).put(FROM, bicycles).put("1B:2324", guns, *mates).phase(Moving, AXIS)
        run = march.Overrun(unit(bicycles), game.at("1B:2324"))
        assert game.objections(run) == refused
    game = North(turn=4).put(FROM, bicycles).put("1B:2324", guns).phase(Fighting, AXIS)
    game.do(fight.DeclareAttack(game.at("1B:2324")), fight.AddUnit(unit(bicycles)), fight.GoIn())
    assert game.state.pieces[unit(guns)].at == DEAD, "FE-9G: without a die"
    game = North(turn=5, side=ALLIED).put(FROM, TANKS).put(CITY, GUNS, GUNS_BESIDE)
    battle = Battle(ALLIED, game.at(CITY), (unit(TANKS),), (unit(GUNS), unit(GUNS_BESIDE)))
    assert total(defense_lines(game.pos, battle)) == 1


def test_14b_13_an_overrun_of_many_guns_alone_is_offered() -> None:
    """FE-13, 14B: all in excess they count 1 together, whatever is printed on them."""
    guns = [u for u in North().context.of_nation("german") if u.endswith("-artillery-iii")][:4]
    game = North(turn=5, side=ALLIED).put(FROM, TANKS).put("1B:2325", *guns).phase(Moving, ALLIED)
    assert sum(game.pos.facts(gun).defense for gun in guns) > 9
    run = march.Overrun(unit(TANKS), game.at("1B:2325"))
    assert game.objections(run) == [] and run in list(game.legal.family("overrun"))


def test_31c_6_soviet_tanks_exploit_from_outside_zones_unless_they_attacked() -> None:
    """[FE-31C.1] Divisions and cadres on wheels and tracks, not small units, not Germans."""
    small, quiet, near, far = "soviet-5-m-c-iii", "soviet-23-tank-xx", "1B:2323", "1B:1822"
    game = North(turn=5, side=ALLIED).put("1B:2324", TANKS, small).put(far, quiet).put(FROM, FOOT)
    open_slot(game.context, transition := Transition(game.state), Phase.EXPLOITATION, ALLIED)
    game.state = transition.state.having(phase=Phase.EXPLOITATION.value)
    assert game.objections(march.Move(unit(TANKS), game.at(near))) == ["FE-31C.1"]
    assert game.objections(march.Move(unit(small), game.at(near))) == []
    assert [a for a in game.legal.of(unit(quiet)) if isinstance(a, march.Move)]
    assert game.pos.limited(AXIS) == frozenset()
    attacked = North(turn=5, side=ALLIED).put(far, quiet).having(fought=frozenset({unit(quiet)}))
    assert attacked.pos.limited(ALLIED) == {quiet}


def test_31c_9_who_attacked_is_remembered_when_the_combat_phase_has_ended() -> None:
    """[FE-31C.1] FE-9: whatever the result was; a new player turn begins without it."""
    game = North(turn=5, side=ALLIED).put("1B:2324", TANKS).put(FROM, "german-10-mot-mg-ii")
    game.phase(Fighting, ALLIED).do(fight.DeclareAttack(game.at(FROM)))
    game.do(fight.AddUnit(unit(TANKS)), fight.GoIn()).roll(6)
    while game.state.phase == Phase.COMBAT.value:
        game.do(next(iter(game.legal)))
    assert unit(TANKS) in game.state.fought and unit(TANKS) in game.state.pinned
    open_slot(game.context, transition := Transition(game.state), Phase.INITIAL, AXIS)
    assert not transition.state.fought and not transition.state.pinned


def test_who_marches_up_is_told_what_an_overrun_lacks() -> None:
    """Units dragged onto enemies before the combat phase are meant to overrun them (FE 13)."""
    game = WholeFront(turn=5).weather("clear").put("1B:3509", *TWO).put("1B:3409", THIRD)
    game.put("1B:3508", "soviet-5-rifle-xx", "soviet-33-rifle-xx").ask(Moving(AXIS))
    attack, defense = overruns.strengths(game.pos, TWO, game.at("1B:3508"))
    (one,) = planning.plan(game.pos, game.at("1B:3508"), TWO).objections
    assert one.rule == "FE-13.1"
    assert one.text.endswith(f"; an overrun takes 10:1, not {int(attack / defense)}:1.")
    for units, frame in (((TWO[0], THIRD), Moving(AXIS)), (TWO, Moving(ALLIED))):
        game.ask(frame)
        (one,) = planning.plan(game.pos, game.at("1B:3508"), units).objections
        assert one.text == "Attacks are declared in one's own combat phase."

"""Places where two rules of Boot Camp meet, laid out and judged by the text of both."""

from __future__ import annotations

from engine.core.handler import Transition
from engine.systems.boot_camp import politics, sequence
from engine.systems.boot_camp.actions import Allot, Drop, Ship
from engine.systems.boot_camp.air_and_sea import air
from engine.systems.boot_camp.state.constants import EASTERN_GREECE, MIDDLE_EAST
from engine.systems.boot_camp.state.records import Flying
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.combat import advance, retreats
from engine.systems.europa.combat import battle_actions as fight
from engine.systems.europa.combat.battles import Battle
from engine.systems.europa.combat.calculation import Calculation
from engine.systems.europa.combat.combat_phase import defenders
from engine.systems.europa.movement import move_actions as march
from engine.systems.europa.movement.reach import march as marches
from engine.systems.europa.production import initial_actions as home
from engine.systems.europa.state.constants import (
    ALLIED,
    AXIS,
    DEAD,
    DROPPED,
    GONE,
    MOVED,
    OUT,
    SHIPPED,
    Phase,
)
from engine.systems.europa.state.records import Fighting, Initial, Moving
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.boot_camp.desk import ATHENS, BARI, BEOGRAD, SOUDA, VALONA, Camp

INFANTRY, PANZER, BULGARIANS = "german-46-infantry", "german-2-panzer", "bulgarian-1-cavalry"
PARACHUTE, MOUNTAIN = "german-7-2-parachute", "german-mountain-a-u1"
ROOK, JULIA, FERRARA, CENTAURO = (
    "greek-10-regiment",
    "italian-3-julia",
    "italian-23-ferrara",
    "italian-131-centauro",
)
GREEKS, MORE_GREEKS, BRITISH = "greek-8-mountain", "greek-9-mountain", "british-14-brigade"
NEAR_SOUDA = "15B:2214"


def unit(name: str) -> UnitId:
    return UnitId(name)


def opened(camp: Camp, phase: Phase, side: str) -> Camp:
    """Let the sequence open a phase of a side."""
    transition = Transition(camp.state.having(phase=phase.value, active=side))
    sequence.OPENINGS[phase](camp.context, transition, side)
    camp.take(transition.state)
    return camp


def after_athens() -> Camp:
    """Athens fell last turn; the Axis moves."""
    camp = Camp(turn=15).enter(12).own(AXIS, ATHENS)
    return camp.having(athens=14, surrendered=frozenset({"greek"}))


def test_24e2_units_of_the_surprise_sub_turn_move_again_in_the_player_turn() -> None:
    """BC-24E.2, 24E.3: what they did in the sub-turn is over."""
    camp = Camp(turn=9).enter(9).having(surprise=True).put("14A:3606", INFANTRY)
    camp.do(march.Move(unit(INFANTRY), camp.at("14A:3607")), EndPhase())
    camp.having(surprise=False)
    opened(camp, Phase.MOVEMENT, AXIS)
    assert not camp.objections(march.Move(unit(INFANTRY), camp.at("14A:3606")))


def test_24e2_7a_the_surprise_sub_turn_has_no_rail_capacity_of_its_own() -> None:
    """BC-7A.2, 24E.2: 24 units a turn, both movement phases together."""
    camp = Camp(turn=9).enter(9).having(surprise=True, used={"rail": 20})
    opened(camp, Phase.INITIAL, AXIS)
    assert camp.state.used["rail"] == 20 and not camp.state.surprise


def test_24g2_5_bulgarians_that_wait_still_have_zones_and_defend() -> None:
    """BC-24G.2, B5.1: standing still takes no zone of control away."""
    camp = Camp(turn=9, side=ALLIED).enter(9).put("14A:4208", BULGARIANS)
    assert camp.at("14A:4308") in camp.pos.zoc(AXIS)
    camp.phase(Moving, AXIS)
    found = camp.pos.may_act(unit(BULGARIANS))
    assert found is not None and found.rule == "BC-24G.2"


def test_24e_24a_athens_taken_by_germans_ends_greece_and_not_the_game() -> None:
    """BC-24A.2, 25A2.1: the automatic victory is for Athens before German entry."""
    camp = Camp(turn=9).enter(9).put(ATHENS, INFANTRY).put("14A:4913", GREEKS)
    transition = Transition(camp.own(AXIS, ATHENS).state)
    politics.reckon(camp.context, transition)
    assert "greek" in transition.state.surrendered and not transition.state.over
    assert transition.state.pieces[unit(GREEKS)].at == GONE


def test_25a2_24a_athens_taken_through_a_zone_alone_before_entry_wins() -> None:
    """BC-25A2.1, B3.4: capture is ownership, and an uncontested zone owns."""
    camp = Camp().put("15B:0711", JULIA)
    camp.do(march.Move(unit(JULIA), camp.at("15B:0811")))
    assert camp.where(JULIA) != camp.at(ATHENS)
    assert camp.state.over and camp.state.winner == AXIS


def test_24a2_24a1_greeks_in_eastern_greece_and_on_crete_fight_on() -> None:
    """BC-24A.2, 24A1.1: Eastern Greece counts among the islands."""
    camp = Camp(turn=13).enter(12).put(EASTERN_GREECE, ROOK).put(SOUDA, MORE_GREEKS)
    camp.put("14A:4913", GREEKS)
    transition = Transition(camp.state)
    politics.surrender(camp.pos, transition, "greek")
    at = {name: transition.state.pieces[unit(name)].at for name in (ROOK, MORE_GREEKS, GREEKS)}
    assert at == {ROOK: EASTERN_GREECE, MORE_GREEKS: camp.at(SOUDA), GREEKS: GONE}


def test_24a_22d_a_surrendered_nation_has_no_replacements_for_its_islands() -> None:
    """BC-24.1, 22D.1: its points are gone, those that fight on included."""
    camp = after_athens().having(points={"greek inf": 6}).put(SOUDA, GREEKS, steps=1)
    transition = Transition(camp.having(surrendered=frozenset()).state)
    politics.surrender(camp.pos, transition, "greek")
    assert not transition.state.points


def test_19d_21_turned_back_by_interception_it_moves_no_more() -> None:
    """BC-19D1a.4, 19D.3: it has used naval movement, and no other in that turn."""
    camp = Camp().own(AXIS, SOUDA).put(SOUDA, CENTAURO)
    camp.do(Ship(unit(CENTAURO), "rhodes")).roll(4)
    assert camp.where(CENTAURO) == camp.at(SOUDA)
    assert SHIPPED in camp.state.pieces[unit(CENTAURO)].marks
    assert "BC-19D.3" in camp.objections(march.Move(unit(CENTAURO), camp.at(NEAR_SOUDA)))
    opened(camp, Phase.EXPLOITATION, AXIS)
    assert "BC-19D.3" in camp.objections(march.Move(unit(CENTAURO), camp.at(NEAR_SOUDA)))


def test_19d_7a_a_unit_that_went_by_rail_to_a_port_does_not_sail() -> None:
    """BC-19D.1, 19D.3: it must start the turn there, and uses no other movement."""
    camp = Camp(side=ALLIED).put("14A:5013", GREEKS)
    camp.do(march.RailMove(unit(GREEKS), camp.at("14A:5112")))
    assert camp.objections(Ship(unit(GREEKS), camp.at(SOUDA))) == ["BC-19D.3"]


def test_19d2_24b_after_athens_the_voyage_from_the_middle_east_is_intercepted_too() -> None:
    """BC-19D2.3, 24B.2: every Allied unit that sails rolls, and a 6 leaves no cadre."""
    camp = after_athens().put(MIDDLE_EAST, "british-2-nz").phase(Moving, ALLIED)
    camp.do(Ship(unit("british-2-nz"), camp.at(SOUDA))).roll(6)
    assert camp.where("british-2-nz") == DEAD


def test_19e9_11_a_dropped_unit_is_supported_and_supports_nobody() -> None:
    """BC-19E.9, 11.1: it counts as supported, which makes it no supporting arm."""
    camp = after_athens().put(NEAR_SOUDA, PARACHUTE, marks=(DROPPED, MOVED))
    camp.put(NEAR_SOUDA, MOUNTAIN).put(SOUDA, BRITISH)
    pair = (unit(PARACHUTE), unit(MOUNTAIN))
    battle = Battle(AXIS, camp.at(SOUDA), pair, (unit(BRITISH),))
    dropped, walked = Calculation(camp.pos, battle).attackers
    assert "unsupported" not in dropped.worded
    assert "unsupported" in walked.worded


def test_19e9_12d_dropped_units_are_in_supply_for_the_whole_game_turn() -> None:
    """BC-19E.9, B12.4: in the enemy's half of it too."""
    camp = after_athens().put(NEAR_SOUDA, PARACHUTE, marks=(DROPPED, OUT))
    assert not camp.pos.out(unit(PARACHUTE))
    transition = Transition(camp.state)
    sequence.OPENINGS[Phase.WEATHER](camp.context, transition, "")
    camp.take(transition.state)
    assert camp.pos.out(unit(PARACHUTE))


def test_19e6_9e_units_that_fail_to_take_their_drop_hex_leave_no_cadre() -> None:
    """BC-19E.6, B14.5: all units dropped into the hex are eliminated."""
    camp = after_athens().put(ATHENS, PARACHUTE).put(SOUDA, BRITISH)
    camp.do(Drop(unit(PARACHUTE), camp.at(SOUDA))).roll(1)
    camp.do(EndPhase())
    camp.phase(Fighting, AXIS)
    assert "BC-19E.5" in camp.objections(EndPhase())


def test_19e_8b_a_drop_does_not_overfill_a_hex() -> None:
    """BC-19E.4, B8.2: what has dropped cannot move on before the phase ends."""
    camp = after_athens().put(ATHENS, PARACHUTE)
    full = ("italian-19-venezia", "italian-29-piemonte", "italian-49-parma")
    small = ("italian-a-regiment", "italian-b-regiment", "italian-c-regiment")
    camp.put(NEAR_SOUDA, *full, *small)
    camp.having(spent=dict.fromkeys(map(unit, (*full, *small)), 99))
    assert camp.objections(Drop(unit(PARACHUTE), camp.at(NEAR_SOUDA))) == ["BC-B8.2"]


def test_21_9f_winter_keeps_c_m_units_from_following_into_mountains() -> None:
    """BC-21.5, B9.15: they attack no mountain, nor leave one after a victory elsewhere."""
    camp = Camp().having(weather={"D": "winter"})
    camp.put("14A:4418", CENTAURO).put("14A:4419", GREEKS).phase(Fighting, AXIS)
    camp.do(fight.DeclareAttack(camp.at("14A:4419")))
    assert not camp.objections(fight.AddUnit(unit(CENTAURO))), "out of a mountain it may attack"
    camp.put("14A:4417", MORE_GREEKS)
    found = marches(camp.phase(Moving, AXIS).pos, unit(CENTAURO)).targets
    assert not found
    emptied = Battle(AXIS, camp.at("14A:4419"), (unit(CENTAURO),), ())
    camp = Camp().having(weather={"D": "winter"}).put("14A:4418", CENTAURO)
    assert [why.rule for why in advance.why_not(camp.pos, emptied, unit(CENTAURO))] == ["BC-21.5"]


def test_24g_9f_bulgarians_do_not_follow_into_a_country_that_is_not_theirs() -> None:
    """BC-24G.3, B9.15: the refusal cites their area and not the advance."""
    camp = Camp(turn=13).enter(12)
    albania = camp.context.country("Albania")
    at, near = next(
        (at, near)
        for near in albania
        for at in camp.context.fronts[near]
        if camp.context.countries[at] == "Yugoslavia"
    )
    camp.put(camp.context.label(at).split()[0], "bulgarian-1-cavalry")
    bulgar = unit("bulgarian-1-cavalry")
    emptied = Battle(AXIS, near, (bulgar,), ())
    assert [why.rule for why in advance.why_not(camp.pos, emptied, bulgar)] == ["BC-24G.3"]


def test_24f_9f_hungarians_are_not_driven_out_of_their_countries() -> None:
    """BC-24F.2, B9.12: they may only enter Hungary and Yugoslavia, in retreat too."""
    camp = Camp(turn=13).enter(12)
    border = next(
        at
        for at in camp.context.country("Hungary")
        if any(camp.context.countries[near] == "Rumania" for near in camp.context.fronts[at])
    )
    camp.put(border, "hungarian-1-infantry")
    ways = retreats.ways(camp.pos, unit("hungarian-1-infantry"))
    assert ways
    assert all(camp.context.countries[at] in ("Hungary", "Yugoslavia") for at in ways)


def test_19a_9f_nobody_is_driven_into_a_neutral_country() -> None:
    """BC-19A.2, B9.12: units of nations at war may not enter any hex of a neutral."""
    camp = Camp().put("14A:4308", GREEKS)
    assert camp.context.countries[camp.at("14A:4208")] == "Bulgaria"
    assert camp.at("14A:4208") not in retreats.ways(camp.pos, unit(GREEKS))


def test_24a1_24e_three_stay_in_eastern_greece_till_the_turn_of_entry_and_no_longer() -> None:
    """BC-24A1.2, 24A1.3: by land and by sea alike."""
    three = ("greek-13-2-regiment", "greek-13-22-regiment", "greek-13-33-regiment")
    camp = Camp(side=ALLIED).put(EASTERN_GREECE, *three)
    away = (
        march.CrossOver(unit(three[0]), camp.at("14A:4701")),
        Ship(unit(three[0]), camp.at(ATHENS)),
    )
    assert all(camp.objections(one) == ["BC-24A1.2"] for one in away)
    camp.enter(9)
    assert not any(camp.objections(one) for one in away)


def test_22e_24e_a_point_flown_in_the_surprise_sub_turn_is_fresh_again_and_no_other() -> None:
    """BC-22E.1, 24E.3: within a player turn and the enemy's answer it serves once."""
    camp = Camp(turn=9).enter(8).put("14A:4208", INFANTRY).put("14A:4308", GREEKS)
    camp.phase(Flying, AXIS)
    left = camp.pos.air_left("german")
    camp.do(Allot("german", camp.at("14A:4308"), left[0], 0))
    assert camp.pos.air_left("german")[0] == 0
    camp.having(surprise=True)
    opened(camp, Phase.INITIAL, AXIS)
    assert camp.pos.air_left("german")[0] == left[0]


def test_22e_a_headquarters_alone_is_a_target_of_the_automatic_player() -> None:
    """BC-22E.1: it defends with nothing, which no strength is divided by."""
    camp = Camp(turn=9, side=ALLIED).enter(8)
    camp.put("14A:4208", "italian-mountain-a-hq").put("14A:4308", GREEKS).phase(Flying, ALLIED)
    assert camp.pos.facts(unit("italian-mountain-a-hq")).defense == 0
    assert camp.at("14A:4208") in air.contested(camp.pos, ALLIED)
    assert camp.rules.advise(camp.state).action is not None


def test_24h_15_the_allies_bomb_nobody_in_rumania() -> None:
    """BC-24H.3, 22E.1: what they may not attack gets no air points of theirs."""
    camp = Camp(turn=13, side=ALLIED).enter(12)
    border = next(
        (a, b)
        for a in camp.context.country("Yugoslavia")
        for b in camp.context.fronts[a]
        if camp.context.countries[b] == "Rumania"
    )
    here, there = border
    camp.put(here, "yugoslav-3-dunavska").put(there, INFANTRY).phase(Flying, ALLIED)
    assert camp.objections(Allot("yugoslav", there, 1, 0))
    assert "BC-24H.3" in [
        o.rule for o in (camp.pos.bars_attack(unit("yugoslav-3-dunavska"), there),) if o
    ]


def test_24c_24e_beograd_falls_to_a_zone_and_the_army_with_it() -> None:
    """BC-24C.3, B3.4: once no battle is under way."""
    camp = Camp(turn=13).enter(12).put("14A:3009", "yugoslav-46-moravska")
    camp.put(camp.context.fronts[camp.at(BEOGRAD)][0], INFANTRY).do(EndPhase())
    assert "yugoslav" in camp.state.surrendered
    assert camp.where("yugoslav-46-moravska") == GONE


def test_22d_24e_a_mobile_cadre_is_rebuilt_with_armor_points_in_a_city_alone() -> None:
    """BC-22D.5, 22D.6: both conditions hold for it."""
    camp = Camp().put("14A:4419", CENTAURO, steps=1).phase(Initial, AXIS)
    camp.having(points={"italian inf": 4, "italian arm": 4})
    assert camp.objections(home.RebuildCadre(unit(CENTAURO), "inf"))
    assert not camp.objections(home.RebuildCadre(unit(CENTAURO), "arm"))
    camp.put("14A:4519", CENTAURO, steps=1)
    assert camp.objections(home.RebuildCadre(unit(CENTAURO), "arm"))


def test_19d_24b_a_port_lost_in_the_turn_before_sends_nobody_out() -> None:
    """BC-19D.1: the unit must start the turn in a friendly port."""
    camp = Camp().own(ALLIED, VALONA).put("14A:4120", JULIA)
    camp.do(march.Move(unit(JULIA), camp.at(VALONA)))
    assert camp.objections(Ship(unit(JULIA), camp.at(BARI))) == ["BC-19D.3"]


def slope(camp: Camp, target: str, origin: str) -> tuple[Hex, Hex]:
    """Two adjacent Greek hexes of some terrains, with nothing else in them or between them."""
    context = camp.context

    def plain(at: Hex, terrain: str) -> bool:
        greek = at in context.land and context.countries.get(at) == "Greece"
        return greek and at not in context.cities and context.map.terrain[at] == terrain

    return next(
        (at, near)
        for at in sorted(context.land)
        for near in at.neighbours()
        if plain(at, target) and plain(near, origin) and not context.map.side_kinds(at, near)
    )


def test_19b_10_a_fort_takes_the_armour_bonus_of_c_m_divisions_away() -> None:
    """BC-19B.2: against a fort as over a fortified hexside."""
    for fort in (False, True):
        camp = Camp(turn=10).enter(9)
        target, origin = slope(camp, "clear", "clear")
        camp.put(target, GREEKS).put(origin, PANZER).phase(Fighting, AXIS)
        camp.having(forts=frozenset({target}) if fort else frozenset())
        battle = Battle(AXIS, target, (unit(PANZER),), *defenders(camp.pos, AXIS, target))
        found = [m.value for m in Calculation(camp.pos, battle).modifiers if "rmour" in m.text]
        assert found == ([] if fort else [2])


def test_21_9f_in_winter_artillery_is_driven_neither_out_of_mountains_nor_into_them() -> None:
    """BC-21.5, B9.12: it may not move into or out of them; infantry may."""
    camp, guns = Camp(turn=10).enter(9).having(weather={"D": "winter"}), "greek-b-artillery"
    peak, valley = slope(camp, "mountain", "clear")
    camp.put(peak, guns, GREEKS)
    assert not retreats.ways(camp.pos, unit(guns)) and retreats.ways(camp.pos, unit(GREEKS))
    camp.put(valley, guns, GREEKS)
    assert peak in retreats.ways(camp.pos, unit(GREEKS))
    assert retreats.ways(camp.pos, unit(guns)) and peak not in retreats.ways(camp.pos, unit(guns))


def test_19e_24a_nobody_drops_in_the_turn_in_which_athens_falls() -> None:
    """BC-19E.1: in any Axis player turn that follows the capture."""
    for athens, fine in ((15, False), (14, True)):
        camp = after_athens().having(athens=athens).put(ATHENS, PARACHUTE)
        found = camp.objections(Drop(unit(PARACHUTE), camp.at(NEAR_SOUDA)))
        assert found == ([] if fine else ["BC-19E.1"])

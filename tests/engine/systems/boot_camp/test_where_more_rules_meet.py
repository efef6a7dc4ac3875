"""More places where two rules of Boot Camp meet, laid out and judged by the text of both."""

from __future__ import annotations

from itertools import islice

from engine.core.handler import Transition
from engine.systems.boot_camp import politics
from engine.systems.boot_camp.actions import Drop, Ship
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.combat import battle_actions as fight
from engine.systems.europa.movement import move_actions as march
from engine.systems.europa.production import initial_actions as home
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, GONE, OUT
from engine.systems.europa.state.records import Fighting, Initial, Moving
from engine.systems.europa.supply import supply_status
from oob.model import UnitId
from tests.engine.systems.boot_camp.desk import ATHENS, BARI, BEOGRAD, SOUDA, VOLOS, Camp

INFANTRY, PANZER = "german-46-infantry", "german-2-panzer"
JULIA, FERRARA, CENTAURO = "italian-3-julia", "italian-23-ferrara", "italian-131-centauro"
GREEKS, MORE_GREEKS = "greek-8-mountain", "greek-9-mountain"
BUDAPEST = "Budapest"
RHODES = "rhodes"


def unit(name: str) -> UnitId:
    return UnitId(name)


def small(camp: Camp, nation: str, count: int) -> tuple[str, ...]:
    """Units of a nation that are no divisions and have no artillery."""
    found = (
        u
        for u in camp.context.of_nation(nation)
        if not camp.pos.facts(u).divisional and not camp.pos.facts(u).artillery
    )
    return tuple(islice(found, count))


def town(camp: Camp, name: str) -> str:
    """The printed number of a place."""
    at = next(p.hex for p in camp.context.map.places.values() if p.name == name)
    return camp.context.map.label(at)


def test_19d1_three_small_units_or_one_division_leave_the_adriatic_a_turn() -> None:
    """BC-19D1a.1: a regiment at sea leaves no room for a division, but for two more regiments."""
    camp = Camp()
    three = small(camp, "italian", 4)
    camp.own(AXIS, SOUDA).put(SOUDA, FERRARA, *three)
    assert camp.objections(Ship(unit(FERRARA), RHODES)) == []
    camp.do(Ship(unit(three[0]), RHODES)).roll(1)
    assert camp.objections(Ship(unit(FERRARA), RHODES))
    camp.do(Ship(unit(three[1]), RHODES)).roll(1).do(Ship(unit(three[2]), RHODES)).roll(1)
    assert camp.objections(Ship(unit(three[3]), RHODES))


def test_19d1_the_adriatic_has_room_of_its_own_and_no_die() -> None:
    """BC-19D1b.1, 19D1b.2: five units, whatever sailed elsewhere."""
    camp = Camp()
    three = small(camp, "italian", 3)
    camp.own(AXIS, SOUDA).put(SOUDA, *three).put(BARI, FERRARA)
    for name in three:
        camp.do(Ship(unit(name), RHODES)).roll(1)
    camp.do(Ship(unit(FERRARA), camp.at("14A:4121")))
    assert camp.where(FERRARA) == camp.at("14A:4121")


def test_19d2_a_division_counts_as_one_of_the_eight_and_the_ninth_stays() -> None:
    """BC-19D2.1: units, whatever their size."""
    camp = Camp(side=ALLIED)
    nine = tuple(map(str, camp.context.of_nation("greek")[:9]))
    camp.put(VOLOS, *nine).phase(Moving, ALLIED)
    for name in nine[:8]:
        camp.do(next(a for a in camp.legal.of(unit(name)) if isinstance(a, Ship)))
    assert any(camp.pos.facts(unit(name)).divisional for name in nine)
    assert not [a for a in camp.legal.of(unit(nine[8])) if isinstance(a, Ship)]
    assert camp.objections(Ship(unit(nine[8]), camp.at(SOUDA))) == ["BC-19D2.1"]


def test_19d_19d2_the_allies_land_on_open_coast_of_their_own_and_not_in_the_adriatic() -> None:
    """BC-19D.2, 19D2.2: clear or rough coastal hexes they own; no hex of the Adriatic zone."""
    camp = Camp(side=ALLIED).put(VOLOS, GREEKS).phase(Moving, ALLIED)
    goals = {a.target for a in camp.legal.of(unit(GREEKS)) if isinstance(a, Ship)}
    shores = [at for at in goals if not isinstance(at, str) and at not in camp.context.ports]
    assert shores
    for at in shores:
        assert camp.context.map.terrain[at] in ("clear", "rough")
        assert camp.pos.owner_of(at) == ALLIED


def test_12c2_five_regiments_beyond_a_won_port_are_four_in_supply() -> None:
    """BC-12C.3: up to four non-divisional units or one division a port not in Italy or Albania."""
    camp = Camp()
    five = small(camp, "italian", 5)
    camp.own(AXIS, SOUDA).put(SOUDA, *five)
    transition = Transition(camp.phase(Initial, AXIS).state)
    supply_status.judge(camp.context, transition)
    out = [name for name in five if OUT in transition.state.pieces[unit(name)].marks]
    assert len(out) == 1
    camp.put("pending", *five).put(SOUDA, FERRARA, five[0])
    transition = Transition(camp.state)
    supply_status.judge(camp.context, transition)
    out = [name for name in (FERRARA, five[0]) if OUT in transition.state.pieces[unit(name)].marks]
    assert len(out) == 1


def test_24f_24_hungary_falls_with_the_whole_of_budapest_and_its_units_with_it() -> None:
    """BC-24F.3, 24.1: one bank of the city is not the city; then all ground units are gone."""
    camp = Camp(turn=13).enter(12)
    far = min(camp.context.country("Hungary"))
    camp.put(far, "hungarian-1-infantry")
    half = Transition(camp.own(ALLIED, "14A:0811").state)
    politics.reckon(camp.context, half)
    assert "hungarian" not in half.state.surrendered
    whole = Transition(camp.own(ALLIED, "14A:0712").state)
    politics.reckon(camp.context, whole)
    assert "hungarian" in whole.state.surrendered
    assert whole.state.pieces[unit("hungarian-1-infantry")].at == GONE


def test_25a3_24_operations_cease_when_both_have_surrendered_and_not_before() -> None:
    """BC-25A3.1: offered at the end of a game turn, once Greece and Yugoslavia are out."""
    for gone, offered in ((("greek",), False), (("greek", "yugoslav"), True)):
        camp = Camp(turn=13).enter(12)
        transition = Transition(camp.state)
        for nation in gone:
            politics.surrender(camp.pos, transition, nation)
        camp.take(transition.state)
        camp.phase(Fighting, ALLIED).do(EndPhase())
        for _ in range(4):
            if not isinstance(camp.state.top, (Moving, Fighting)):
                break
            camp.do(EndPhase())
        assert ("cease" in " ".join(camp.kinds())) == offered, (camp.kinds(), camp.state.top)


def test_24c_24e_beograd_taken_in_the_surprise_sub_turn_ends_yugoslavia_before_it_moves() -> None:
    """BC-24C.3: it surrenders when Beograd is captured, in whatever phase."""
    camp = Camp(turn=9).enter(9).having(surprise=True).put(BEOGRAD, INFANTRY)
    camp.put("14A:3110", "yugoslav-3-dunavska")
    transition = Transition(camp.own(AXIS, BEOGRAD).state)
    politics.reckon(camp.context, transition)
    assert "yugoslav" in transition.state.surrendered
    assert transition.state.pieces[unit("yugoslav-3-dunavska")].at in (GONE, DEAD)


def test_19e_6_a_unit_that_marched_to_an_airbase_this_turn_does_not_drop_from_it() -> None:
    """BC-19E.2: the units must start the turn in an airbase."""
    parachute = "german-7-2-parachute"
    camp = Camp(turn=15).enter(12).own(AXIS, ATHENS, "15B:0711")
    camp.having(athens=14, surrendered=frozenset({"greek"})).put(ATHENS, parachute)
    camp.phase(Moving, AXIS)
    drop = next(a for a in camp.legal.of(unit(parachute)) if isinstance(a, Drop))
    camp.put("15B:0711", parachute).phase(Moving, AXIS)
    assert camp.objections(drop)
    camp.do(march.Move(unit(parachute), camp.at(ATHENS)))
    assert camp.objections(drop)


def test_22d_5_a_cadre_in_an_enemy_zone_is_not_rebuilt_though_in_a_city_and_in_supply() -> None:
    """BC-22D.3: in a friendly-owned city, in supply, and not in an enemy zone."""
    camp = Camp(side=ALLIED).put(VOLOS, GREEKS, steps=1).having(points={"greek inf": 6})
    camp.phase(Initial, ALLIED)
    rebuild = next(a for a in camp.legal.of(unit(GREEKS)) if isinstance(a, home.RebuildCadre))
    camp.put("14A:5012", JULIA).phase(Initial, ALLIED)
    assert camp.at(VOLOS) in camp.pos.zoc(AXIS)
    assert camp.objections(rebuild)


def test_21_9_winter_bars_a_panzer_from_attacking_a_mountain_and_not_its_infantry() -> None:
    """BC-21.5: c/m and artillery units may not move into, out of, or attack mountain hexes."""
    camp = Camp().having(weather={"D": "winter"})
    camp.put("14A:4418", CENTAURO, FERRARA).put("14A:4417", GREEKS).phase(Fighting, AXIS)
    assert camp.context.is_mountain(camp.at("14A:4417"))
    camp.do(fight.DeclareAttack(camp.at("14A:4417")))
    assert camp.objections(fight.AddUnit(unit(FERRARA))) == []
    assert camp.objections(fight.AddUnit(unit(CENTAURO)))

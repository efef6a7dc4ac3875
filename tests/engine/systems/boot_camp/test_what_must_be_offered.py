"""Places where two rules of Boot Camp meet and something must be offered."""

from __future__ import annotations

from engine.systems.europa.combat import battle_actions as fight
from engine.systems.europa.movement import move_actions as march
from engine.systems.europa.production import initial_actions as home
from engine.systems.europa.state.constants import ALLIED, ATTACKED, AXIS, MOVED, OUT
from engine.systems.europa.state.records import Fighting, Initial, Moving, Project
from oob.model import UnitId
from tests.engine.systems.boot_camp.desk import Camp

PANZER, MORE = UnitId("german-2-panzer"), UnitId("german-9-panzer")
GREEKS = UnitId("greek-6-mountain")


def test_24e2_13_german_c_m_units_overrun_in_the_surprise_sub_turn() -> None:
    """BC-24E.2, B13: its movement phase is one of movement like any other."""
    camp = Camp(turn=9).enter(9).having(surprise=True)
    weak = next(
        unit
        for unit in camp.context.of_nation("greek")
        if camp.pos.facts(unit).defense == 1 and not camp.pos.facts(unit).divisional
    )
    camp.put("14A:4510", weak).put("14A:4409", PANZER, MORE)
    ground = camp.at("14A:4510")
    if ground not in camp.at("14A:4409").neighbours():
        near = next(n for n in ground.neighbours() if n in camp.context.land)
        camp.put(near, PANZER, MORE)
    camp.phase(Moving, AXIS).having(surprise=True)
    assert march.Overrun(PANZER, ground) in list(camp.legal.of(PANZER))


def test_24e2_9_who_attacked_in_the_surprise_sub_turn_attacks_again_in_the_player_turn() -> None:
    """BC-24E.2, B9.1: once in a combat phase, and these are two."""
    camp = Camp(turn=9).enter(9).put("14A:4207", PANZER).put("14A:4208", GREEKS)
    camp.phase(Fighting, AXIS)
    target = camp.at("14A:4208")
    assert fight.DeclareAttack(target) in list(camp.legal.family("attack"))
    marked = Camp(turn=9).enter(9).put("14A:4207", PANZER, marks=(ATTACKED,))
    marked.put("14A:4208", GREEKS).phase(Fighting, AXIS)
    assert fight.DeclareAttack(target) not in list(marked.legal.family("attack"))


def test_13_9_who_marched_into_a_zone_attacks_from_it() -> None:
    """BC-B5.3, B9.1: a zone stops movement, not attacks."""
    camp = Camp(turn=10).enter(9).put("14A:4207", PANZER, marks=(MOVED,))
    camp.put("14A:4208", GREEKS).phase(Fighting, AXIS)
    camp.do(fight.DeclareAttack(camp.at("14A:4208")))
    assert PANZER in {action.unit for action in camp.legal.family("add unit")}


def bordering(camp: Camp, one: str, other: str) -> tuple[str, str]:
    """The printed numbers of a hex of one country and a hex of another, with open land between."""
    countries, label = camp.context.countries, camp.context.map.label
    return next(
        (label(a), label(b))
        for a in sorted(camp.context.country(one))
        for b in sorted(camp.context.fronts.get(a, ()))
        if countries.get(b) == other
    )


def test_24g_9_bulgarians_attack_into_greece_and_into_yugoslavia_the_turn_after_entry() -> None:
    """BC-24G.2, 24G.3: their area is open to attacks as to moves; on that of entry they wait."""
    for country, defender in (("Greece", str(GREEKS)), ("Yugoslavia", "yugoslav-3-dunavska")):
        for turn, offered in ((9, False), (10, True)):
            camp = Camp(turn=turn).enter(9)
            home, over = bordering(camp, "Bulgaria", country)
            unit = next(u for u in camp.context.of_nation("bulgarian") if camp.pos.facts(u).attack)
            camp.put(home, unit).put(over, defender).phase(Fighting, AXIS)
            attack = fight.DeclareAttack(camp.at(over))
            assert (attack in list(camp.legal.family("attack"))) is offered, (country, turn)


def test_24f_9_hungarians_attack_yugoslavs_over_the_border_on_the_turn_of_entry() -> None:
    """BC-24F.1, 24F.2: placed at the start of that turn, and nothing makes them wait."""
    camp = Camp(turn=9).enter(9)
    home, over = bordering(camp, "Hungary", "Yugoslavia")
    unit = next(u for u in camp.context.of_nation("hungarian") if camp.pos.facts(u).attack)
    camp.put(home, unit).put(over, "yugoslav-3-dunavska").phase(Fighting, AXIS)
    assert fight.DeclareAttack(camp.at(over)) in list(camp.legal.family("attack"))


def test_12d_9_a_unit_out_of_supply_attacks_and_moves() -> None:
    """BC-B12.4: it is halved, and forbidden nothing."""
    camp = Camp(turn=10).enter(9).put("14A:4207", PANZER, marks=(OUT,)).put("14A:4208", GREEKS)
    camp.phase(Fighting, AXIS)
    assert fight.DeclareAttack(camp.at("14A:4208")) in list(camp.legal.family("attack"))
    camp.phase(Moving, AXIS)
    assert [a for a in camp.legal.of(PANZER) if isinstance(a, march.Move)]


def test_14_6_others_march_away_from_a_fort_that_is_being_built() -> None:
    """BC-B14.3: its builders stay, nobody else has to."""
    crew = next(u for u in Camp().context.of_nation("greek") if Camp().pos.facts(u).construction)
    camp = Camp(turn=9, side=ALLIED).put("14A:4913", crew, str(GREEKS)).phase(Initial, ALLIED)
    camp.do(home.BeginWork(crew, Project.FORT)).phase(Moving, ALLIED)
    assert camp.state.works
    assert [a for a in camp.legal.of(GREEKS) if isinstance(a, march.Move)]

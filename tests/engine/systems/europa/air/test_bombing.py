"""Bombing of places: where bombs may go, the table, what hits do, and repair of what they did."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.core.actions import Roll
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air import fleet
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.bombing import strengths, targets
from engine.systems.europa.air.bombing.actions import DropBombs, JoinBombing, StrikeOnGround
from engine.systems.europa.air.bombing.records import BombRoll, ChoosingVictim, Grouping
from engine.systems.europa.air.records import FlakRoll, Manner, Mission, ToLand
from engine.systems.europa.board import bases
from engine.systems.europa.movement.rail_movement import start_objections
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD
from oob.model import UnitId
from tests.engine.systems.europa.air.sky import (
    ATHENS,
    BLEN,
    CR42,
    GREEKS,
    IOANNINA,
    JU87,
    LARISA,
    MXD,
    P24,
    SM79,
    SM81,
    TIRANA,
    VALONA,
    Sky,
)

BASE, PORT, RAIL, TERROR = (
    Mission.AIRBASE_BOMBING,
    Mission.PORT_BOMBING,
    Mission.RAIL_BOMBING,
    Mission.TERROR_BOMBING,
)
THESSALONIKE, BEOGRAD, VOLOS = "14A:4510", "14A:2211", "14A:5112"
POOR = {"D": "poor", "E": "poor"}


def bombing(mission: Mission, at: str, *units: str) -> Sky:
    """Italian air units of Tirana over a place, at the end of the air movement step."""
    sky = Sky().station(TIRANA, *units)
    for unit in units:
        sky.fly(unit, mission, at)
    return sky.do(EndPhase())


def roll_of(sky: Sky) -> BombRoll:
    frame = sky.state.top
    assert isinstance(frame, BombRoll)
    return frame


def test_only_air_units_with_a_bombing_strength_bomb() -> None:
    """BF-20F.1, 20F2.1"""
    sky = Sky().station(TIRANA, "italian-g-50", SM79)
    assert sky.refused("italian-g-50", RAIL, LARISA) == ["BF-20F2.1", "BF-18.1"]
    assert sky.refused(SM79, RAIL, LARISA) == []


@pytest.mark.parametrize(
    ("mission", "at", "wrong", "rule"),
    [
        (BASE, LARISA, TIRANA, "BF-20F2a.1"),
        (PORT, VOLOS, VALONA, "BF-20F2f.1"),
        (RAIL, LARISA, IOANNINA, "BF-20F2e.1"),
        (TERROR, ATHENS, BEOGRAD, "BF-20F1b.1"),
    ],
)
def test_bombs_fall_on_what_the_enemy_owns(
    mission: Mission, at: str, wrong: str, rule: str
) -> None:
    """BF-20F1a.1, 20F1b.1, 20F2a.1, 20F2e.1, 20F2f.1, 20F2g.1"""
    sky = Sky().station(TIRANA, SM79)
    assert sky.refused(SM79, mission, at) == []
    assert rule in sky.refused(SM79, mission, wrong)
    assert rule in sky.own(AXIS, at).refused(SM79, mission, at)


def test_the_axis_alone_bombs_capitals_beograd_when_it_is_allied() -> None:
    """BF-20F1b.1, 20F2g.1"""
    sky = Sky(side=ALLIED).station(LARISA, BLEN)
    assert "BF-20F1b.1" in sky.refused(BLEN, TERROR, TIRANA)
    sky = Sky().station(TIRANA, SM79).having(joined={**sky.state.joined, "yugoslav": ALLIED})
    assert sky.refused(SM79, TERROR, BEOGRAD) == []


def test_example_eight_points_use_the_column_of_five() -> None:
    """BF-20F.4: the example of rule 20F; less than a point misses (BF-20F.5)."""
    chart = fleet.charts_of(Sky().context).bombing
    rolls = {
        points: row.roll for points in (1, 4, 8, 16, 40) if (row := chart.row(Fraction(points)))
    }
    assert rolls == {1: 6, 4: 5, 8: 4, 16: 2, 40: 1}
    assert chart.row(Fraction(5, 6)) is None


def test_ports_and_capitals_are_bombed_with_the_larger_of_both_strengths() -> None:
    """BF-20F1.1, 20F2f.1: an SM.79 has 3 tactical points and 5 strategic ones."""
    pos = Sky().station(TIRANA, SM79).pos
    assert strengths.printed(pos, SM79, PORT) == strengths.printed(pos, SM79, TERROR) == 5
    assert strengths.printed(pos, SM79, RAIL) == 3


def test_bombs_are_told_by_the_rule_of_the_strength_they_are_dropped_with() -> None:
    """BF-20F1a.1, 20F1b.1, 20F2f.1, 20F2g.1: a Ju 87B/R has more tactical points."""
    for mission, at, rule in ((PORT, VOLOS, "BF-20F1a.1"), (TERROR, ATHENS, "BF-20F1b.1")):
        sky = bombing(mission, at, SM79).roll(1)
        assert [e.rule for e in sky.events if e.what == "places bombed"] == [rule]
    for mission, rule in ((PORT, "BF-20F2f.1"), (TERROR, "BF-20F2g.1")):
        sky = Sky().station(TIRANA, JU87)
        by_day = strengths.strategic(sky.pos, JU87, mission, night=False)
        assert fleet.rule(sky.pos, targets.topic(mission, strategic=by_day)) == rule
        assert strengths.strategic(sky.pos, JU87, mission, night=True)


def test_a_hit_breaks_a_rail_line_after_the_fire_of_guns() -> None:
    """BF-7A4.2, 20F.2, 20F.6, 20F2e.1"""
    guns = "greek-a-light-aa"
    sky = Sky().put(LARISA, guns).station(TIRANA, SM79).fly(SM79, RAIL, LARISA).do(EndPhase())
    assert isinstance(sky.state.top, FlakRoll)
    sky.roll(6, 6)
    assert roll_of(sky).units == (SM79,)
    assert sky.at(LARISA) not in bombing(RAIL, LARISA, SM79).roll(4).state.breaks
    assert sky.at(LARISA) in sky.roll(5).state.breaks
    assert isinstance(sky.state.top, ToLand)
    sky.put(LARISA, GREEKS)
    assert [o.rule for o in start_objections(sky.pos, UnitId(GREEKS))] == ["BF-7A4.3"]


def test_a_hit_takes_one_from_the_capacity_of_a_port() -> None:
    """BF-20F1a.1, 20F2f.1: up to the hits a port can take (BF-26A3.4)."""
    sky = bombing(PORT, VOLOS, SM79)
    whole, most = (
        bases.port_capacity(sky.pos, sky.at(VOLOS)),
        bases.most_port_hits(sky.pos, sky.at(VOLOS)),
    )
    assert bases.port_capacity(sky.roll(4).pos, sky.at(VOLOS)) == (whole or 0) - 1
    ruined = Sky().having(hits={f"port {VOLOS}": most}).station(TIRANA, SM79)
    ruined.fly(SM79, PORT, VOLOS).do(EndPhase()).roll(6)
    assert bases.hits(ruined.pos, bases.PORT, ruined.at(VOLOS)) == most


def test_a_hit_on_a_capital_is_worth_a_point() -> None:
    """BF-20F1b.2, 20F2g.1, VPA.5"""
    sky = bombing(TERROR, ATHENS, SM79).roll(4)
    assert [(e.side, e.points, e.rule) for e in sky.state.ledger] == [(AXIS, 1, "BF-VPA.5")]
    assert not bombing(TERROR, ATHENS, SM79).roll(3).state.ledger


def test_a_hit_on_an_airbase_strikes_an_air_unit_too() -> None:
    """BF-20F2a.3 to 20F2a.5: it is inoperative, or eliminated when it was."""
    sky = Sky().station(TIRANA, SM79, SM81).station(LARISA, MXD)
    sky.fly(SM79, BASE, LARISA).fly(SM81, BASE, LARISA).do(EndPhase())
    sky.do(JoinBombing(SM79), DropBombs())
    whole = bases.capacity(sky.pos, sky.at(LARISA))
    sky.roll(6)
    assert bases.capacity(sky.pos, sky.at(LARISA)) == whole - 1
    assert not sky.unit(MXD).operative
    sky.roll(6)
    assert sky.unit(MXD).at == DEAD
    assert bases.capacity(sky.pos, sky.at(LARISA)) == whole - 2


def test_the_bombing_player_chooses_who_is_hit_on_the_ground() -> None:
    """BF-20F2a.6"""
    sky = Sky().station(TIRANA, SM79).station(LARISA, MXD, P24, operative=False)
    sky.fly(SM79, BASE, LARISA).do(EndPhase()).roll(6)
    assert sky.state.top == ChoosingVictim(AXIS, sky.at(LARISA), (P24, MXD))
    assert sky.objections(StrikeOnGround(SM79)) == ["BF-20F2a.6"]
    sky.do(StrikeOnGround(P24))
    assert (sky.unit(P24).at, sky.unit(MXD).at) == (DEAD, sky.at(LARISA))


def test_hits_beyond_its_capacity_do_not_damage_an_airbase() -> None:
    """BF-20F2a.4: but they still strike air units there."""
    sky = Sky().station(TIRANA, SM79).station(LARISA, MXD)
    whole = bases.full_capacity(sky.pos, sky.at(LARISA))
    sky.having(hits={f"airbase {LARISA}": whole}).fly(SM79, BASE, LARISA).do(EndPhase()).roll(6)
    assert bases.hits(sky.pos, bases.AIRBASE, sky.at(LARISA)) == whole
    assert not sky.unit(MXD).operative


def test_fighters_bomb_airbases_with_a_point_more() -> None:
    """BF-20F2a.2: those without a tactical strength too."""
    pos = Sky().station(TIRANA, CR42, "italian-g-50").pos
    assert strengths.printed(pos, CR42, BASE) == 2
    assert strengths.printed(pos, "italian-g-50", BASE) == 1
    assert strengths.printed(pos, "italian-g-50", RAIL) == 0


def test_air_units_over_a_target_bomb_together_or_not() -> None:
    """BF-20F.3: 3 and 3 points make 6; who is left bombs after them."""
    sky = bombing(RAIL, LARISA, SM79, SM81, JU87)
    assert sky.state.top == Grouping(AXIS, sky.at(LARISA), RAIL, (SM79, SM81, JU87))
    sky.do(JoinBombing(SM81))
    assert sky.objections(JoinBombing(SM81)) == ["BF-20F.3"]
    sky.do(JoinBombing(SM79), DropBombs())
    assert roll_of(sky).units == (SM81, SM79)
    assert strengths.together(sky.pos, (SM81, SM79), sky.at(LARISA)) == 6
    sky.roll(1)
    assert roll_of(sky).units == (JU87,)
    both = bombing(RAIL, LARISA, SM79, SM81).do(DropBombs())
    assert roll_of(both).units == (SM79, SM81)
    assert isinstance(both.roll(6).state.top, ToLand)


def test_dive_bombers_add_one_while_no_other_type_joins_them() -> None:
    """BF-24D.1, 24D.2"""
    sky = bombing(RAIL, LARISA, JU87, SM79)
    assert strengths.modifier(sky.pos, (JU87,)) == 1
    assert strengths.modifier(sky.pos, (JU87, SM79)) == 0
    sky.do(JoinBombing(JU87), DropBombs())
    assert strengths.needed(sky.pos, (JU87,), sky.at(LARISA)) == 5
    assert sky.at(LARISA) in sky.roll(4).state.breaks


def test_poor_weather_halves_every_bombing_strength() -> None:
    """BF-20F.7, 27.14: 3 points are 1 1/2."""
    sky = bombing(RAIL, LARISA, SM79).having(weather=POOR)
    assert strengths.strength(sky.pos, SM79, sky.at(LARISA)) == Fraction(3, 2)
    assert strengths.needed(sky.pos, (SM79,), sky.at(LARISA)) == 6


def test_less_than_a_point_misses_without_a_die() -> None:
    """BF-20F.5: a third of two points, at extended range."""
    sky = Sky().station(TIRANA, "italian-mxd-b")
    sky.do(FlyMission("italian-mxd-b", RAIL, sky.at(ATHENS), Manner.EXTENDED)).do(EndPhase())
    assert not isinstance(sky.state.top, BombRoll)
    assert not sky.state.breaks


def test_bombs_are_seen_in_menus_and_in_the_record() -> None:
    """BF-20F.6: the chance stands in the prompt and on the die."""
    sky = bombing(RAIL, LARISA, SM79, SM81)
    assert "Rail bombing of 14A:4913 Larisa: all together, or choose who, 50\u00a0% to hit." in (
        sky.rules.question(sky.state).prompt
    )
    sky.do(DropBombs())
    node = sky.rules.chance(sky.state)
    assert node is not None
    assert node.meanings == ("miss",) * 3 + ("hit",) * 3
    told = sky.rules.apply(sky.state, Roll(4)).events
    assert "hit" in sky.rules.prose(told[0])

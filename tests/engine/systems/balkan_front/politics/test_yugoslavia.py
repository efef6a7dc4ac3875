"""Yugoslavia: pressed to join the Axis, leaning to a side, mobilizing, with a government of its own
(BF-28C2).
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from engine.core.chance import Stream
from engine.core.handler import Transition
from engine.core.view.outlook import SupplyLine
from engine.rules.politics.calls import CallNation
from engine.systems.balkan_front.actions import Evacuate
from engine.systems.balkan_front.politics import calls, garrisons, statuses, victory
from engine.systems.balkan_front.state.records import CaptureRoll
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.movement.move_actions import AdminMove, Move, RailMove
from engine.systems.europa.production import arrivals, mobilization
from engine.systems.europa.production.mobilization import RegionRoll
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, GONE, NEUTRAL, PENDING, Phase
from engine.systems.europa.state.records import Initial, Moving, Onward
from engine.systems.europa.supply import supply_status
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import ATHENS, THESSALONIKE, VOLOS, Front, deployed

PRESSURE = CallNation("yugoslav")
BEOGRAD, NIS, SHKODER, SERES = "14A:2211", "14A:3009", "14A:3418", "14A:4407"
DIVISION, GUARD = "yugoslav-8-krajinska", "yugoslav-pozar-brigade"
ITALIANS, GREEKS = "italian-23-ferrara", "greek-8-mountain"
UNARMED = "german-air-landing-a-hq"


def ready(turn: int = 3, **state: object) -> Front:
    """An Axis initial phase after the recommended set-up."""
    front = Front()
    front.take(deployed())
    front.having(turn=turn, **state)
    return front.ask(Onward(), Initial(AXIS), phase=Phase.INITIAL.value, active=AXIS)


def answered(*faces: int, turn: int = 3) -> Front:
    """Pressure with two dice thrown."""
    front = ready(turn).do(PRESSURE)
    for face in faces:
        front.roll(face)
    return front


def leaning(status: str, side: str = AXIS) -> Front:
    """An empty board on which Yugoslavia leans to a side."""
    front = Front(side=side)
    return front.having(status={"yugoslav": status}, mobilizing=3)


def allied(side: str = AXIS) -> Front:
    """An empty board with Yugoslavia among the Allies."""
    front = Front(side=side)
    return front.having(joined={**front.state.joined, "yugoslav": ALLIED}, mobilizing=3)


def refused(front: Front) -> list[str]:
    return [objection.rule for objection in front.rules.check(front.state, PRESSURE)]


# The pressure


def test_the_axis_presses_once_a_game_in_an_initial_phase() -> None:
    """BF-28C2.10."""
    assert refused(ready()) == []
    front = answered(4, 4)
    assert refused(front) == ["BF-28C2.10"]
    front.ask(Onward(), Initial(AXIS), turn=5, phase=Phase.INITIAL.value, active=AXIS)
    assert refused(front) == ["BF-28C2.10"]
    other = ready().ask(Onward(), Initial(ALLIED), phase=Phase.INITIAL.value, active=ALLIED)
    assert refused(other) == ["BF-28C2.10"]


def test_not_on_the_first_turn_nor_once_germany_has_intervened() -> None:
    """BF-28C2.11."""
    assert refused(ready(turn=1)) == ["BF-28C2.11"]
    assert refused(ready(turn=2)) == []
    assert refused(ready(turn=8, entered=8)) == ["BF-28C2.11"]


def chances(front: Front) -> dict[str, Fraction]:
    row = calls.CALLS.row(front.pos, "yugoslav")
    assert row is not None
    return calls.CALLS.chances(front.pos, row)


def test_the_table_of_the_pressure() -> None:
    """BF-28C2.14 to 28C2.18: two dice against five results."""
    ways = {"Allied": 3, "pro-Allied neutral": 18, "neutral": 5, "pro-Axis neutral": 9, "Axis": 1}
    assert chances(ready()) == {name: Fraction(count, 36) for name, count in ways.items()}


def test_five_axis_cities_in_mainland_greece_add_one_in_all() -> None:
    """BF-28C2.12: point cities too."""
    four = ready().own(AXIS, "14A:4518", THESSALONIKE, VOLOS, "14A:4913")
    assert chances(four)["Axis"] == Fraction(1, 36)
    assert chances(four.own(AXIS, ATHENS))["Axis"] == Fraction(3, 36)
    assert chances(four.own(AXIS, "14A:4512", "15B:0517"))["Axis"] == Fraction(3, 36)


def test_any_allied_port_of_albania_takes_two() -> None:
    """BF-28C2.13."""
    one = ready().own(ALLIED, "14A:4121")
    assert chances(one)["Allied"] == Fraction(10, 36)
    assert chances(one.own(ALLIED, "14A:3720"))["Allied"] == Fraction(10, 36)


@pytest.mark.parametrize(
    ("faces", "side", "status"),
    [
        ((1, 2), ALLIED, "Allied"),
        ((1, 3), NEUTRAL, "pro-Allied neutral"),
        ((4, 4), NEUTRAL, "neutral"),
        ((5, 6), NEUTRAL, "pro-Axis neutral"),
        ((6, 6), AXIS, "Axis"),
    ],
)
def test_what_each_roll_brings(faces: tuple[int, int], side: str, status: str) -> None:
    """BF-28C2.14 to 28C2.18."""
    front = answered(*faces)
    assert front.state.joined["yugoslav"] == side
    assert front.pos.status("yugoslav") == status
    assert bool(front.state.mobilizing) is (status not in ("neutral", "pro-Axis neutral"))
    panel = next(p for p in front.rules.displays(front.state) if p.id == "politics")
    shown = {AXIS: "Axis", ALLIED: "Allied"}.get(side, status)
    assert {row.label: row.value for row in panel.rows}["Yugoslavia"] == shown


# Neutrals that lean to a side


def test_axis_supply_goes_by_rail_alone_through_a_pro_axis_yugoslavia() -> None:
    """BF-28C2.2: the rail element of an Axis line, no other, and no Allied one."""
    front = leaning("pro-Axis neutral")
    pos, graph = front.pos, front.context.supply_graph
    land = graph.bits.mask(front.context.national["yugoslav"])
    terms = supply_status.terms(pos, AXIS)
    assert terms.railways & land == land and not terms.open & land and not terms.owned & land
    assert not supply_status.terms(pos, ALLIED).railways & land
    net = graph.net([front.at("14A:1611")], replace(terms, open=graph.bits.all & ~land))
    assert not net.road.hexes & land and not net.overland.hexes & land
    plain = supply_status.terms(leaning("neutral").pos, AXIS)
    assert not plain.railways & land


def test_a_line_by_rail_through_yugoslavia_feeds_axis_units_in_greece() -> None:
    """BF-28C2.2: Germans at Seres have no other line than the railroad from the north."""
    unit, east = UnitId("german-1-mountain"), Front().context.area("Greece east of the Vardar")

    def line(status: str) -> SupplyLine:
        front = leaning(status).put(SERES, unit)
        front.having(taken=dict.fromkeys([*sorted(east), front.at("14A:4311")], AXIS))
        return front.rules.supply_line(front.state, unit)

    assert not line("neutral").supplied and not line("pro-Allied neutral").supplied
    found = line("pro-Axis neutral")
    assert found.supplied
    (rail,) = [part for part in found.elements if part.kind == "rail"]
    assert not Front().context.national["yugoslav"].isdisjoint(rail.hexes)


def test_the_allied_player_moves_the_units_of_a_pro_allied_yugoslavia_at_home() -> None:
    """BF-28C2.3."""
    front = leaning("pro-Allied neutral", ALLIED).put(NIS, DIVISION).ready(ALLIED)
    assert front.pos.side(UnitId(DIVISION)) == NEUTRAL
    near = front.context.map.label(front.at(NIS).neighbours()[0])
    assert front.objections(Move(UnitId(DIVISION), front.at(near))) == []
    assert Move(UnitId(DIVISION), front.at(near)) in set(front.legal.family("move"))
    assert front.objections(AdminMove(UnitId(DIVISION), front.at(near))) == []
    plain = leaning("neutral", ALLIED).put(NIS, DIVISION).ready(ALLIED)
    assert plain.objections(Move(UnitId(DIVISION), front.at(near))) != []
    axis = leaning("pro-Allied neutral").put(NIS, DIVISION).ready(AXIS)
    assert axis.objections(Move(UnitId(DIVISION), front.at(near))) != []


def test_they_stay_in_yugoslavia_and_neither_ride_nor_overrun() -> None:
    """BF-28C2.3, 28C2.4."""
    front = leaning("pro-Allied neutral", ALLIED).put("14A:4213", DIVISION).ready(ALLIED)
    greece = next(
        at for at in front.at("14A:4213").neighbours() if front.context.holders.get(at) == "greek"
    )
    assert "BF-28C2.3" in front.objections(Move(UnitId(DIVISION), greece))
    front.put(NIS, DIVISION)
    assert "BF-28C2.3" in front.objections(RailMove(UnitId(DIVISION), front.at(BEOGRAD)))


def test_they_have_no_zones_and_nobody_attacks_them() -> None:
    """BF-28C.1, 28C2.4."""
    front = leaning("pro-Allied neutral", ALLIED).put("14A:3419", DIVISION)
    assert front.pos.zoc(ALLIED) == frozenset()
    front.put(SHKODER, ITALIANS)
    barred = front.pos.bars_attack(UnitId(ITALIANS), front.at("14A:3419"))
    assert barred is not None and barred.rule == "BF-28C.1"


def test_a_stack_of_theirs_must_be_put_right_before_the_phase_ends() -> None:
    """BF-8B.1: as any units a player moves."""
    units = ("yugoslav-1-cerska", "yugoslav-22-ibarska", "yugoslav-50-drinska", DIVISION)
    front = leaning("pro-Allied neutral", ALLIED).put(NIS, *units).ready(ALLIED)
    assert front.objections(EndPhase()) != []


def test_it_mobilizes_in_allied_initial_phases_when_pro_allied_or_allied() -> None:
    """BF-28C2.6, 28C2.9, 28C2b.1."""
    for front in (leaning("pro-Allied neutral"), allied()):
        assert opened(front, ALLIED) == 8
        assert opened(front, AXIS) == 0


def test_an_axis_yugoslavia_mobilizes_in_axis_initial_phases() -> None:
    """BF-28C2.7, 28C2b.1."""
    front = Front()
    front.having(joined={**front.state.joined, "yugoslav": AXIS}, mobilizing=3)
    assert (opened(front, AXIS), opened(front, ALLIED)) == (8, 0)


def opened(front: Front, side: str) -> int:
    """How many regions roll as a side's initial phase opens."""
    transition = Transition(front.state)
    mobilization.open_regions(front.context, transition, side)
    return sum(isinstance(frame, RegionRoll) for frame in transition.state.flow)


def test_the_allied_player_places_what_a_pro_allied_yugoslavia_mobilizes() -> None:
    """BF-28C2.6: in cities of its region."""
    front = leaning("pro-Allied neutral").put(PENDING, DIVISION)
    front.having(used={arrivals.CALLED + DIVISION: 1})
    front.ask(Onward(), Initial(ALLIED), phase=Phase.INITIAL.value, active=ALLIED)
    assert UnitId(DIVISION) in arrivals.due(front.pos, ALLIED)
    assert front.at(BEOGRAD) in arrivals.targets(front.pos, UnitId(DIVISION))


def test_a_mobilization_under_way_goes_on() -> None:
    """BF-28C2.9: who is mobilizing already does not begin again."""
    front = answered(1, 3, turn=3)
    assert front.state.mobilizing == 3
    front.having(turn=6)
    transition = Transition(front.state)
    statuses.take(front.context, transition, "yugoslav", "Allied", ALLIED)
    assert transition.state.mobilizing == 3


@pytest.mark.parametrize(
    ("faces", "result", "begun"),
    [
        ((1, 2), "BF-28C2.14", ["BF-28C2.9"]),
        ((1, 3), "BF-28C2.15", ["BF-28C2.6"]),
        ((2, 6), "BF-28C2.16", []),
        ((3, 6), "BF-28C2.17", []),
        ((6, 6), "BF-28C2.18", ["BF-28C2.7"]),
    ],
)
def test_each_answer_is_cited_and_so_is_the_mobilization_it_begins(
    faces: tuple[int, int], result: str, begun: list[str]
) -> None:
    front = answered(*faces)
    assert [e.rule for e in front.events if e.what == "answer"] == [result]
    assert [e.rule for e in front.events if e.what == "mobilizes"] == begun


# Axis and Allied


def test_an_axis_yugoslavia_operates_in_three_countries() -> None:
    """BF-28C2.8."""
    front = answered(6, 6)
    for label, bars in ((BEOGRAD, False), (SHKODER, False), (ATHENS, False), ("14A:3528", True)):
        barred = front.pos.bars(UnitId(DIVISION), front.at(label))
        assert (barred is not None) is bars, label
    assert front.pos.owner_of(front.at(BEOGRAD)) == AXIS


def test_an_allied_yugoslavia_brings_the_italian_2nd_army_and_ends_the_watch() -> None:
    """BF-28C2.9, 28A1a.4, 28A1b.4."""
    front = answered(1, 1)
    assert UnitId("italian-133-littorio") in arrivals.due(front.pos, AXIS)
    assert "Zara" not in {found.name for found in garrisons.duties(front.pos, AXIS)}
    assert front.pos.zone_reaches(AXIS, front.at(BEOGRAD))


# The government


def test_its_government_leaves_only_once_it_is_allied() -> None:
    """BF-28C2a.1, 28C2a.2."""
    front = leaning("pro-Allied neutral")
    front.ask(Onward(), Initial(ALLIED), phase=Phase.INITIAL.value, active=ALLIED)
    assert front.objections(Evacuate("yugoslav")) == ["BF-28C2a.2"]
    front = allied().put(NIS, DIVISION)
    front.ask(Onward(), Initial(ALLIED), phase=Phase.INITIAL.value, active=ALLIED)
    seats = {m.at for m in front.rules.markers(front.state) if m.kind == "capital"}
    assert seats == {front.at(BEOGRAD), front.at(ATHENS)}
    front.do(Evacuate("yugoslav"))
    assert front.where_is(DIVISION) == GONE
    assert front.state.surrendered == {"yugoslav"}


def test_its_capture_is_worth_points_and_disarms_its_forces() -> None:
    """BF-28C2a, 28B1a.5, VPA.8: each capital by itself."""
    front = allied().put(NIS, DIVISION).put("14A:4718", GREEKS)
    front.ask(Onward(), CaptureRoll("yugoslav"), phase=Phase.COMBAT.value, active=AXIS)
    front.roll(3)
    assert front.where_is(DIVISION) == GONE and front.where_is(GREEKS) not in (GONE, DEAD)
    assert front.state.score(AXIS) == 6
    front.ask(Onward(), CaptureRoll("greek"), phase=Phase.COMBAT.value, active=AXIS)
    assert front.roll(3).state.score(AXIS) == 12


def test_operations_cease_only_when_both_governments_are_gone() -> None:
    """BF-31A.3."""
    front = allied().having(surrendered=frozenset({"greek"}))
    assert not victory.may_cease(front.pos)
    assert victory.may_cease(front.having(surrendered=frozenset({"greek", "yugoslav"})).pos)
    neutral = Front().having(surrendered=frozenset({"greek"}))
    assert victory.may_cease(neutral.pos)


def test_capitals_and_cities_of_an_allied_yugoslavia_count_at_the_end() -> None:
    """BF-VPA.9, VPL.8."""

    def gained(front: Front) -> tuple[int, int]:
        transition = Transition(front.state)
        victory.final(front.pos, transition)
        return int(transition.state.score(AXIS)), int(transition.state.score(ALLIED))

    label = Front().context.map.label
    greek = [label(at) for at in Front().context.cities_in("Mainland Greece")]
    yugoslav = [label(at) for at in Front().context.cities_in("Mainland Yugoslavia")]
    alone = gained(Front().own(AXIS, *greek))
    assert gained(allied().own(AXIS, *greek)) == (alone[0] - 12, alone[1] + 5)
    assert gained(allied().own(AXIS, *greek, *yugoslav)) == (alone[0], alone[1] + 5)


def test_moving_frame_of_the_axis_leads_nobody() -> None:
    """BF-28C2.3: no Yugoslav unit is offered to the Axis."""
    front = leaning("pro-Allied neutral").put(NIS, DIVISION).ready(AXIS)
    assert front.pos.led(AXIS) == () and front.pos.led(ALLIED) == (UnitId(DIVISION),)
    assert isinstance(front.state.top, Moving)


def test_random_play_draws_none_of_them_for_an_overrun() -> None:
    """BF-28C2.3: nobody looks what they could overrun; Allied units in their place are drawn."""

    def drawn(unit: str) -> bool:
        front = leaning("pro-Allied neutral", ALLIED)
        beside = front.context.map.label(front.at(NIS).neighbours()[0])
        front.put(NIS, unit).put(beside, UNARMED).ready(ALLIED)
        asked = front.rules.question(front.state).families
        overrun = next(family for family in asked if family.name == "overrun")
        stream, untouched = Stream(1, "overruns"), Stream(1, "overruns")
        assert overrun.search is not None and overrun.search(stream, lambda _action: False) is None
        return stream.below(10**6) != untouched.below(10**6)

    assert drawn(GREEKS) and not drawn(DIVISION)

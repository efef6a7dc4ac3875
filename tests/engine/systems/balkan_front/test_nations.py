"""Nations, areas, ownership and the sequence of play (BF-3B, 3D, 4, 28A, 28C)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from engine.core.handler import Transition
from engine.core.state import Piece
from engine.scenarios import load_scenario
from engine.systems.balkan_front import SYSTEM, sequence
from engine.systems.balkan_front.rules import BalkanFront
from engine.systems.balkan_front.state.constants import EASTERN_GREECE, MIDDLE_EAST, RHODES
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.combat import retreats
from engine.systems.europa.movement.move_actions import CrossOver, Move
from engine.systems.europa.production import arrivals
from engine.systems.europa.production.initial_actions import ArriveAll
from engine.systems.europa.state.common import settle_ownership
from engine.systems.europa.state.constants import ALLIED, AXIS, NEUTRAL, Phase
from engine.systems.europa.state.records import Fighting, Initial, Moving, WeatherRoll
from engine.systems.europa.state.units import facts_of
from engine.systems.europa.supply import supply_status
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import ATHENS, ZARA, Front, deployed

VENEZIA, JULIA, MARINES = "italian-19-venezia", "italian-3-julia", "italian-3-sm-marine"
GREEKS, REGIMENT = "greek-8-mountain", "greek-51-mountain-regiment"
BRITISH = "british-14-brigade"
THRACE = ("greek-13-2-regiment", "greek-13-22-regiment", "greek-13-33-regiment")
IOANNINA, ARTA, KONITSA = "14A:4718", "14A:4918", "14A:4518"
SOFIYA, BEOGRAD, BUDAPEST, BARI = "14A:3606", "14A:2211", "14A:0811", "14A:3528"


def settled(front: Front) -> Front:
    """The front with owners as units stand."""
    doing = Transition(front.state)
    settle_ownership(front.context, doing)
    front.take(doing.state)
    return front


@cache
def rommel() -> BalkanFront:
    """The rules with the British optional reinforcements."""
    return BalkanFront(load_scenario("balkan_front/italo_greek_war", {"rommel in africa": True}))


# Who is on whose side


@pytest.mark.parametrize(
    ("nation", "side"),
    [
        ("italian", AXIS),
        ("german", AXIS),
        ("hungarian", AXIS),
        ("rumanian", AXIS),
        ("greek", ALLIED),
        ("british", ALLIED),
        ("bulgarian", NEUTRAL),
        ("yugoslav", NEUTRAL),
        ("turkish", NEUTRAL),
    ],
)
def test_sides_at_the_start(nation: str, side: str) -> None:
    assert Front().state.joined[nation] == side


def test_rumania_has_no_units() -> None:
    context = Front().context
    assert not context.of_nation("rumanian") and not context.of_nation("turkish")


def test_a_nation_that_joins_brings_its_units_and_its_land() -> None:
    front = Front().put(SOFIYA, "bulgarian-1-infantry")
    assert front.pos.owner_of(front.at(SOFIYA)) == NEUTRAL
    assert front.pos.side(UnitId("bulgarian-1-infantry")) == NEUTRAL
    front.having(joined={**front.state.joined, "bulgarian": AXIS})
    assert front.pos.owner_of(front.at(SOFIYA)) == AXIS
    assert front.pos.side(UnitId("bulgarian-1-infantry")) == AXIS


# Ownership


def test_units_own_the_hexes_they_stand_in() -> None:
    front = settled(Front().put(ARTA, MARINES))
    assert front.pos.owner_of(front.at(ARTA)) == AXIS


def test_an_uncontested_zone_owns_the_hexes_around() -> None:
    front = settled(Front().put(IOANNINA, JULIA))
    around = front.context.fronts[front.at(IOANNINA)]
    assert all(front.pos.owner_of(at) == AXIS for at in around)


def test_a_unit_without_a_zone_owns_its_hex_alone() -> None:
    front = settled(Front().put(ARTA, MARINES))
    around = front.context.fronts[front.at(ARTA)]
    assert all(front.pos.owner_of(at) == ALLIED for at in around)


def test_a_contested_zone_changes_nothing() -> None:
    front = Front().put(IOANNINA, JULIA)
    both = front.at(IOANNINA).neighbours()[0]
    beyond = next(n for n in both.neighbours() if n not in front.at(IOANNINA).neighbours())
    if beyond not in front.context.land or beyond == front.at(IOANNINA):
        pytest.skip("the sea lies there")
    front.put(front.context.map.label(beyond), GREEKS)
    settled(front)
    assert front.pos.owner_of(both) == ALLIED


def test_ownership_stays_when_units_go() -> None:
    front = settled(Front().put(ARTA, MARINES))
    front.put(BARI, MARINES)
    settled(front)
    assert front.pos.owner_of(front.at(ARTA)) == AXIS


# Areas


def test_neutral_countries_bar_everybody() -> None:
    front = Front().put("14A:3716", JULIA)
    for label in (BEOGRAD, SOFIYA):
        barred = front.pos.bars(UnitId(JULIA), front.at(label))
        assert barred is not None and barred.rule == "BF-28C.1"


def test_the_allies_do_not_enter_italy_or_hungary() -> None:
    front = Front(side=ALLIED)
    for label in (BARI, BUDAPEST):
        barred = front.pos.bars(UnitId(GREEKS), front.at(label))
        assert barred is not None and barred.rule == "BF-28A.4"
    assert front.pos.bars(UnitId(GREEKS), front.at("14A:4216")) is None, "Albania is open"


def test_italians_have_an_operational_area_before_intervention() -> None:
    front = Front()
    barred = front.pos.bars(UnitId(JULIA), front.at(BUDAPEST))
    assert barred is not None and barred.rule == "BF-28A.1"
    front.having(entered=11)
    assert front.pos.bars(UnitId(JULIA), front.at(BUDAPEST)) is None


def test_no_zone_reaches_into_a_neutral_country() -> None:
    front = Front().put("14A:3716", VENEZIA)
    abroad = [n for n in front.at("14A:3716").neighbours() if front.pos.neutral(n)]
    assert abroad and not set(abroad) & front.pos.zoc(AXIS)


def test_neutral_units_do_nothing() -> None:
    front = Front().put(BEOGRAD, "yugoslav-3-dunavska")
    found = front.pos.may_act(UnitId("yugoslav-3-dunavska"))
    assert found is not None and found.rule == "BF-28C.1"


# The sequence of play


def test_a_turn_runs_weather_axis_allied() -> None:
    front = Front()
    front.take(deployed())
    assert isinstance(front.state.top, WeatherRoll)
    seen = [(front.state.phase, front.state.active)]
    front.roll(1)
    while front.state.turn == 1 and len(seen) < 12:
        here = (front.state.phase, front.state.active)
        if here != seen[-1]:
            seen.append(here)
        if isinstance(front.state.top, WeatherRoll):
            break
        if isinstance(front.state.top, Initial):
            for family in front.legal.families:
                for action in front.legal.family(family.name):
                    if family.name == "arrive":
                        front.do(action)
                        break
                else:
                    continue
                break
            else:
                front.do(EndPhase())
                continue
            continue
        front.do(EndPhase())
    slots = [(phase.value, side) for phase, side in sequence.ORDER[:-1]]
    assert seen[: len(slots)] == slots


def test_only_the_phasing_side_moves() -> None:
    front = Front(side=AXIS).put(KONITSA, GREEKS)
    assert front.objections(Move(UnitId(GREEKS), front.at(IOANNINA)))


def test_nothing_happens_out_of_sequence() -> None:
    front = Front().put(KONITSA, JULIA).phase(Fighting, AXIS)
    assert "BF-4C.1" in front.objections(Move(UnitId(JULIA), front.at(IOANNINA)))


def test_allowances_do_not_save() -> None:
    front = Front(turn=4).having(used={"rail": 20}).having(weather={"D": "clear"})
    front.phase(Fighting, ALLIED)
    front.having(phase=Phase.WEATHER.value, active="")
    front.having(flow=front.state.flow[:1])
    front.settle()
    assert "rail" not in front.state.used


def test_movement_follows_the_initial_phase() -> None:
    front = Front().put(ZARA, MARINES).put(ATHENS, GREEKS).phase(Initial, AXIS)
    front.do(ArriveAll(), EndPhase())
    assert isinstance(front.state.top, Moving)


# An option


def test_the_british_optional_units_come_only_under_the_option() -> None:
    unit = UnitId("british-7-aus")
    front = Front(turn=13, side=ALLIED).phase(Initial, ALLIED)
    assert unit not in arrivals.due(front.pos, ALLIED)
    front.rules = rommel()
    front.rules_base = front.rules  # type: ignore[assignment]
    assert unit in arrivals.due(front.pos, ALLIED)


def test_no_option_is_played_unless_it_is_chosen() -> None:
    assert SYSTEM.options
    assert not any(option.default for option in SYSTEM.options)
    assert all(option.rule.startswith("BF-32") for option in SYSTEM.options)


# Words


def test_winterized_units_are_plain_units() -> None:
    context = Front().context
    plain = context.units[UnitId("german-46-infantry")]
    marked = replace(plain, traits=plain.traits | {"w", "winterized"})
    row = context.charts.capabilities.of(plain.type)
    sizes = context.charts.sizes
    found = [facts_of(u, u.steps, row, sizes, supported_cadres=True) for u in (plain, marked)]
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("nation", "side", "sound"),
    [
        ("bulgarian", AXIS, True),
        ("bulgarian", ALLIED, False),
        ("yugoslav", AXIS, True),
        ("yugoslav", ALLIED, True),
        ("turkish", AXIS, False),
    ],
)
def test_who_may_join_whom(nation: str, side: str, sound: bool) -> None:
    front = Front().having(joined={**Front().state.joined, nation: side})
    faults = [fault for fault in front.faults() if "joined" in fault]
    assert (not faults) is sound


def test_a_unit_may_be_driven_out_of_its_area_and_attacks_nobody_there() -> None:
    """BF-28A.1, 28A.2: of its own will it does not go, nor retreat there while it may stay in."""
    front = Front().having(joined={**Front().state.joined, "bulgarian": AXIS})
    at, abroad = front.at("14A:4308"), front.at("14A:4208")
    unit = UnitId(JULIA)
    front.put("14A:4308", JULIA)
    assert front.pos.bars(unit, abroad) and not front.pos.cannot_enter(unit, abroad)
    assert abroad not in retreats.ways(front.pos, unit), "there are hexes of Greece"
    rest = [n for n in front.context.fronts[at] if front.context.countries[n] == "Greece"]
    for near, greek in zip(rest, ("greek-6-mountain", "greek-7-mountain") * 3, strict=False):
        front.state = front.state.with_pieces({UnitId(f"{greek}"): Piece(near, 1)})
    held = {near for near in rest if front.pos.enemies(near, AXIS)}
    left = set(retreats.ways(front.pos, unit))
    assert left and not left & held
    front.put("14A:4208", JULIA)
    found = front.pos.bars_attack(unit, at)
    assert found is not None and found.rule == "BF-28A.2"


def test_nobody_is_driven_into_a_neutral_country() -> None:
    """BF-28C.1."""
    front = Front().put("14A:4308", JULIA)
    assert all(not front.pos.neutral(at) for at in retreats.ways(front.pos, UnitId(JULIA)))


def test_eastern_greece_lies_one_hex_east_of_the_map() -> None:
    """BF-28B1d.1: to and fro by land, for the points of the railroad that leads there."""
    front = Front(side=ALLIED).put("14A:4601", BRITISH).put(EASTERN_GREECE, *THRACE)
    unit = UnitId(BRITISH)
    front.do(Move(unit, front.at("14A:4701")), CrossOver(unit, EASTERN_GREECE))
    assert front.state.pieces[unit].at == EASTERN_GREECE
    out = CrossOver(UnitId(THRACE[0]), front.at("14A:4701"))
    assert not front.objections(out), "three equivalents stay"
    front.do(out)
    assert front.objections(CrossOver(UnitId(THRACE[1]), front.at("14A:4701"))) == ["BF-28B1d.5"]
    front.having(entered=3)
    assert not front.objections(CrossOver(UnitId(THRACE[1]), front.at("14A:4701")))
    assert front.objections(CrossOver(unit, front.at("14A:4702"))) == ["BF-28B1d.1"]


def test_only_italians_draw_supply_at_rhodes() -> None:
    """BF-12C2.5: a German regiment there is out of supply."""
    front = (
        Front().put(RHODES, "italian-50-regina", "german-125-regiment").put(MIDDLE_EAST, BRITISH)
    )
    assert supply_status.in_supply(front.pos, UnitId("italian-50-regina"))
    assert not supply_status.in_supply(front.pos, UnitId("german-125-regiment"))
    assert supply_status.in_supply(front.pos, UnitId(BRITISH))


def test_what_is_neutral_is_the_very_set_it_was_before_and_equal_sets_are_not_compared() -> None:
    context = Front().context
    joined = {"greek": ALLIED, "italian": AXIS}
    before = context.holdings({}, joined)
    context.holdings({}, {**joined, "yugoslav": ALLIED})
    after = context.holdings({}, {**joined, "italian": ALLIED, "greek": AXIS})
    assert after[NEUTRAL] is before[NEUTRAL] and after[AXIS] == before[ALLIED]
    assert after == context.holdings_from_nothing({}, {"greek": AXIS, "italian": ALLIED})

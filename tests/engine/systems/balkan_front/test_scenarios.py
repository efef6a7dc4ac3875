"""What the scenarios of the long war change: nothing, the border of Greece, its first forces."""

from __future__ import annotations

from functools import cache

import pytest

from engine.core.actions import Roll
from engine.core.legal import LegalActions
from engine.scenarios import load_scenario
from engine.systems.balkan_front.actions import Evacuate
from engine.systems.balkan_front.rules import BalkanFront
from engine.systems.balkan_front.state.records import AirFront, DetectionRoll, Front
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air import fleet
from engine.systems.europa.board import areas, places
from engine.systems.europa.movement.move_actions import Move
from engine.systems.europa.production import arrivals, mobilization
from engine.systems.europa.production.initial_actions import ArriveAll
from engine.systems.europa.scenario.set_up_actions import FinishSetUp, UseRecommended
from engine.systems.europa.sea.actions import CallShips, DeclareZone
from engine.systems.europa.state.constants import ALLIED, AXIS, Phase
from engine.systems.europa.state.records import Initial, Moving, WeatherRoll
from engine.systems.europa.supply import supply_status
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.europa.recommended import recommended

KERKYRA, IGOUMENITSA, IOANNINA = "14A:4620", "14A:4720", "14A:4718"
KONITSA = "14A:4518"


@cache
def rules_of(name: str) -> BalkanFront:
    """The rules of a scenario, bound once for all tests."""
    return BalkanFront(load_scenario(f"balkan_front/{name}", {}))


def test_the_italo_greek_war_has_no_rules_of_its_own() -> None:
    """BF-33A2.1, 33A3.1: the order of battle of the campaign, decided by points."""
    context = rules_of("italo_greek_war").context
    figures = context.figures
    assert context.oob.id == rules_of("greek_appeasement").context.oob.id == "balkan_front"
    assert figures.contest == "points"
    assert not (figures.deployments or figures.holdings or figures.ceded or figures.sheets)
    assert (figures.first, figures.entered) == (1, 0)


def test_greek_appeasement_runs_as_the_campaign_does() -> None:
    """BF-33G1.1, 33G3.1: till the Axis ceases, or Aug II 41; decided by points."""
    context = rules_of("greek_appeasement").context
    assert context.calendar.name(context.figures.first) == "Nov I 40"
    assert context.calendar.name(context.figures.turns) == "Aug II 41"
    assert context.figures.contest == "points"


def test_cham_is_part_of_albania_for_all_purposes() -> None:
    """BF-33G2.1: the Axis owns it, its border is the one between Albania and Greece."""
    rules = rules_of("greek_appeasement")
    context, pos = rules.context, rules.position(rules.begin().state)
    cham = context.hex_of(IGOUMENITSA)
    assert pos.owner_of(cham) == AXIS
    assert context.countries[cham] == "Albania"
    assert cham in areas.area(context, "Albania")
    assert cham not in areas.area(context, "Mainland Greece")
    assert cham in places.hexes(context, "Albania")
    assert context.hex_of(IOANNINA) in places.hexes(context, "Albanian border")
    before = load_scenario("balkan_front/campaign", {}).map
    assert cham in before.regions["nation"]["Greece"]


def test_kerkyra_stays_greek() -> None:
    """BF-33G2.2"""
    rules = rules_of("greek_appeasement")
    pos = rules.position(rules.begin().state)
    assert pos.owner_of(rules.context.hex_of(KERKYRA)) == ALLIED


# Plan G

MOVED = ("italian-47-bari", "italian-2-tridentina", "italian-5-pusteria", "italian-4-cuneense")
GREEKS, BRITISH, JULIA = "greek-1-mountain", "british-14-brigade", "italian-3-julia"
SPECIAL = ((Phase.MOBILIZATION_INITIAL, ALLIED), (Phase.MOBILIZATION_MOVEMENT, ALLIED))


@cache
def plan_g() -> Front:
    """Plan G after both recommended set-ups: the die of Greece is due."""
    rules = rules_of("plan_g")
    state = rules.begin().state
    for _side in range(2):
        for action in (UseRecommended(), FinishSetUp()):
            assert not rules.check(state, action), rules.check(state, action)
            state = rules.apply(state, action).state
    assert isinstance(state, Front)
    return state


def rolled(face: int) -> Front:
    """Plan G after the die of Greece."""
    found = rules_of("plan_g").apply(plan_g(), Roll(face)).state
    assert isinstance(found, Front)
    return found


def test_plan_g_lasts_as_the_campaign_does_and_is_decided_by_points() -> None:
    """BF-33E1.1, 33E3.1: from Nov I 40 until the Axis ceases operations."""
    context = rules_of("plan_g").context
    name, figures = context.calendar.name, context.figures
    assert (name(figures.first), name(figures.turns)) == ("Nov I 40", "Aug II 41")
    assert figures.contest == "points"


def test_plan_g_has_the_reinforcements_of_four_turns_in_albania() -> None:
    """BF-33E2.1: fourteen divisions; none of them comes later, those of Jan I 41 do."""
    rules = rules_of("plan_g")
    pos = rules.position(plan_g())
    albania = rules.context.area("Albania")
    assert all(pos.piece(UnitId(unit)).at in albania for unit in MOVED)
    units = {unit for at in albania for unit in pos.friends(at, AXIS)}
    assert sum(pos.facts(unit).divisional for unit in units) == 14
    for turn in range(1, 5):
        later = rules.position(plan_g().having(turn=turn))
        assert not [unit for unit in arrivals.due(later, AXIS) if not arrivals.price(later, unit)]
    assert "italian-7-lupi" in arrivals.due(rules.position(plan_g().having(turn=5)), AXIS)


def test_the_set_up_of_plan_g_is_within_stacking_and_supplied() -> None:
    """BF-33E2.1: all but the garrison of Zara, whose port feeds nobody."""
    pos = rules_of("plan_g").position(plan_g())
    assert not pos.overstacked(AXIS) and not pos.overstacked(ALLIED)
    out = {
        unit
        for unit, piece in pos.state.pieces.items()
        if isinstance(piece.at, Hex) and pos.side(unit) and not supply_status.in_supply(pos, unit)
    }
    assert out == {"italian-zara-static", "italian-zara-machine-gun"}


@pytest.mark.parametrize("face", range(1, 7))
def test_greece_detects_the_preparations_on_three_to_six(face: int) -> None:
    """BF-33E2.2: after deployment and before the first turn."""
    assert plan_g().top == DetectionRoll()
    assert isinstance(rolled(face).top, Initial if face >= 3 else WeatherRoll)


def test_the_turn_record_shows_the_die_and_the_mobilization_turn() -> None:
    """BF-33E2.2, 33E2.3"""
    rules = rules_of("plan_g")
    rows = [due for due in rules.due(plan_g(), 1, 1) if due.rule == "BF-33E2.2"]
    assert [due.text for due in rows] == ["A die: on 3 or more Greece discovers the invasion."]
    note = "Mobilization turn before Nov I 40"
    assert note in rules.phases(rolled(5)).notes
    assert note not in rules.phases(rolled(1)).notes
    assert not [due for due in rules.due(rolled(5), 1, 1) if due.rule == "BF-33E2.2"]


def test_an_undetected_plan_g_begins_with_the_axis_player_turn() -> None:
    """BF-33E2.2: the Greeks have what Nov I 40 brings on Nov I 40."""
    pos = rules_of("plan_g").position(rolled(2))
    assert not pos.mobilizing_now
    assert "greek-mtn-artillery" in arrivals.due(pos, ALLIED)
    assert mobilization.slots(pos, ALLIED)


def test_the_mobilization_turn_has_two_phases_and_the_reinforcements_of_greece() -> None:
    """BF-33E2.3: initial and movement, Greek forces alone; then Nov I 40 begins without them."""
    rules = rules_of("plan_g")
    state = rolled(3)
    pos = rules.position(state)
    assert rules.phases(state).phases[:3] == (
        "Allied mobilization initial",
        "Allied mobilization movement",
        "Weather",
    )
    due = set(arrivals.due(pos, ALLIED))
    assert "greek-mtn-artillery" in due and BRITISH not in due
    assert pos.facts(UnitId("greek-6-mountain")).cadre is False
    state = rules.apply(rules.apply(state, ArriveAll()).state, EndPhase()).state
    assert isinstance(state.top, Moving)
    asked = rules.question(state).prompt
    assert asked.startswith("Mobilization turn: units of Greece alone move. Move units")
    state = rules.apply(state, EndPhase()).state
    assert isinstance(state, Front) and isinstance(state.top, WeatherRoll)
    after = rules.position(state)
    assert not after.mobilizing_now and not state.status
    assert state.turn == 1 and not mobilization.slots(after, ALLIED)
    assert set(arrivals.due(after, ALLIED)) & {BRITISH}
    assert not rules.invariants(state)


def test_the_naval_display_lists_the_ports_of_the_mobilization_turn() -> None:
    """BF-33E2.3: both of its phases decide what ships carry."""
    rules = rules_of("plan_g")
    planning = rolled(6)
    sailing = rules.apply(rules.apply(planning, ArriveAll()).state, EndPhase()).state
    for state in (planning, sailing):
        panels = {panel.id: panel for panel in rules.displays(state)}
        labels = [row.label for row in panels["naval:transport"].rows]
        assert any(label.startswith("Ports, ") for label in labels)


def test_in_the_mobilization_turn_greeks_move_inside_greece() -> None:
    """BF-33E2.3: nobody else moves, and no Greek leaves."""
    rules = rules_of("plan_g")
    state = rolled(6)
    state = rules.apply(rules.apply(state, ArriveAll()).state, EndPhase()).state
    pos = rules.position(state)
    greece = rules.context.area("Greece")
    unit = UnitId(GREEKS)
    assert pos.may_act(unit) is None
    legal = LegalActions(rules.question(state).families, lambda action: rules.check(state, action))
    moves = list(legal.of(unit))
    assert {action.where() for action in moves} - {None} <= greece
    assert any(isinstance(action, Move) for action in moves)
    border = next(
        near
        for at in rules.context.fronts
        if at in greece
        for near in rules.context.fronts[at]
        if rules.context.countries.get(near) == "Albania"
    )
    barred = pos.bars(unit, border)
    assert barred is not None and barred.rule == "BF-33E2.3"
    for other in (BRITISH, JULIA):
        refused = pos.may_act(UnitId(other))
        assert refused is not None and refused.rule == "BF-33E2.3"
    voyage = pos.bars_voyage(unit, "middle_east")
    assert voyage is not None and voyage.rule == "BF-33E2.3"


def test_the_initial_phase_of_the_mobilization_turn_is_an_allied_one() -> None:
    """BF-33E2.3, 26B.7, 26C.1, 28B1a.2: ships, interdiction and evacuation are offered in it."""
    rules, state = rules_of("plan_g"), rolled(5)
    for action in (CallShips(), DeclareZone("loose"), Evacuate("greek")):
        assert not rules.check(state, action)


def test_zones_own_empty_hexes_beyond_the_border_as_play_begins() -> None:
    """BF-3D.2: Konitsa, with Italians beside it and no Greeks; not Kalpaki, where Greeks stand."""
    rules = rules_of("plan_g")
    pos = rules.position(rolled(1))
    assert pos.owner_of(rules.context.hex_of(KONITSA)) == AXIS
    assert pos.owner_of(rules.context.hex_of(IOANNINA)) == ALLIED


# The air war of the long scenarios


@pytest.mark.parametrize("name", ["campaign", "greek_appeasement", "plan_g"])
def test_the_long_war_is_flown_from_the_first_turn_to_the_last(name: str) -> None:
    """BF-16A.1: the air forces of six nations, those of Bulgaria and of the Italian 2nd Army when
    they come, and all that arrives until Aug II 41.
    """
    plan = fleet.plan_of(rules_of(name).context)
    short = fleet.plan_of(rules_of("italo_greek_war_air").context)
    assert {entry.id for entry in plan.units} == {entry.id for entry in short.units}
    assert {entry.nation for entry in plan.units} == {
        "italian", "german", "hungarian", "bulgarian", "greek", "british", "yugoslav"
    }  # fmt: skip
    triggers = {entry.group: entry.trigger for entry in plan.units if entry.trigger}
    assert triggers["Bulgaria"] == "bulgaria axis"
    assert triggers["Italian 2nd Army"] == "yugoslavia allied"
    leaving = {(row.nation, row.model, row.turn) for row in plan.withdrawals if row.turn > 10}
    assert ("british", "Glad", 15) in leaving and ("italian", "G.50", 17) in leaving


def test_the_stukas_of_plan_g_are_in_albania_from_the_start() -> None:
    """BF-33E2.1: reinforcements of the first four turns are initial forces."""
    rules = rules_of("plan_g")
    state = rules.begin().state
    assert isinstance(state, AirFront)
    assert state.air.units["italian-ju-87"].at in rules.context.area("Albania")


@pytest.mark.parametrize(
    "name", ["italo_greek_war", "operation_marita", "plan_g", "plan_y", "greek_appeasement"]
)
def test_the_yugoslavs_of_the_recommended_set_up_stand_on_the_mainland(name: str) -> None:
    """Divisions on Rab, Pag and Vis were out of supply once Yugoslavia had joined a side."""
    rules = rules_of(name)
    state = recommended(rules, Front)
    mainland = rules.context.area("Mainland Yugoslavia")
    stand = {
        unit: piece.at
        for unit, piece in state.pieces.items()
        if rules.context.units[unit].nation == "yugoslav" and isinstance(piece.at, Hex)
    }
    assert len(stand) > 40
    assert not [unit for unit, at in stand.items() if at not in mainland]

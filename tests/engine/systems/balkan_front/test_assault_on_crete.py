"""The assault on Crete: what it begins with, the plans before it, what decides it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from engine.core.actions import Action
from engine.core.handler import Transition
from engine.core.state import Piece
from engine.game.session import GameSession
from engine.play.opponent import choose
from engine.scenarios import load_scenario
from engine.systems.balkan_front.politics import crete, victory
from engine.systems.balkan_front.rules import BalkanFront
from engine.systems.balkan_front.sequence import open_slot
from engine.systems.balkan_front.state.records import AirFront, Planning
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air import fleet
from engine.systems.europa.air.bombing import support
from engine.systems.europa.air.carrying import advice as carrying_advice
from engine.systems.europa.air.carrying.actions import CancelDrop, PlanDrop
from engine.systems.europa.air.records import AirUnit, DropPlan, Mission
from engine.systems.europa.production import construction
from engine.systems.europa.scenario.set_up_actions import PlaceUnit
from engine.systems.europa.sea import landings
from engine.systems.europa.sea.actions import PlanLanding
from engine.systems.europa.state.constants import AIRDROPPED, ALLIED, AXIS, DEAD, NEUTRAL, Phase
from engine.systems.europa.state.records import SettingUp
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import Front
from tests.engine.systems.europa.recommended import recommended

STORM, DIVISION = UnitId("german-sturm-parachute"), UnitId("german-5-mountain")
LIGHT = UnitId("german-7-2-parachute")
BRITISH = tuple(map(UnitId, ("british-14-brigade", "british-4-nz-brigade")))
MORE = tuple(map(UnitId, ("british-5-nz-brigade", "british-19-aus-brigade")))
GARRISON = tuple(map(UnitId, ("british-19-aus-brigade", "greek-4-regiment", "greek-5-regiment")))
"""Who sets up in Rethymnon."""
MALEME, RETHYMNON, ATHENS, MELOS = "15B:2114", "15B:2312", "15B:0911", "15B:1610"
NORTH = "14A:4913"
"""Larisa, on the map that is not played on."""


@cache
def rules_of() -> BalkanFront:
    """The rules of the scenario, bound once for all tests."""
    return BalkanFront(load_scenario("balkan_front/assault_on_crete", {}))


@cache
def deployed() -> AirFront:
    """The scenario after both recommended set-ups: the Axis plans."""
    return recommended(rules_of(), AirFront)


class Island(Front):
    """The scenario after set-up."""

    def __init__(self) -> None:
        super().__init__(14, rules=rules_of())
        self.take(deployed())

    def lost(self, *units: UnitId) -> Island:
        """Units have been eliminated."""
        self.state = self.state.with_pieces({unit: Piece(DEAD, 0) for unit in units})
        return self

    def taken(self) -> Island:
        """The Axis owns every airbase on Crete."""
        bases = crete.airbases(self.pos)
        self.having(taken={**self.state.taken, **dict.fromkeys(bases, AXIS)})
        return self


def test_it_runs_from_may_to_june() -> None:
    """BF-33D1.1"""
    figures = rules_of().context.figures
    calendar = rules_of().context.calendar
    assert (calendar.name(figures.first), calendar.name(figures.turns)) == (
        "May II 41",
        "Jun II 41",
    )
    assert deployed().turn == figures.first


def test_it_is_played_on_the_southern_map() -> None:
    """BF-33D2.1: nobody goes or flies north of it."""
    island = Island()
    assert island.at(NORTH) in island.context.off_sheets
    assert island.at(ATHENS) not in island.context.off_sheets
    found = island.pos.cannot_enter(DIVISION, island.at(NORTH))
    assert found is not None
    assert found.rule == "BF-33D2.1"
    assert island.at(NORTH) in island.pos.closed_skies("german")
    hexes = [piece.hex for piece in island.state.pieces.values() if piece.hex]
    labels = map(island.context.map.label, hexes)
    assert all(label.startswith("15B:") for label in labels)


def test_the_allies_set_up_then_the_axis_which_plans_for_the_first_turn() -> None:
    """BF-33D2.2"""
    begun = rules_of().begin().state
    assert begun.flow[1:] == (Planning(AXIS), SettingUp(AXIS), SettingUp(ALLIED))
    assert rules_of().check(begun, PlaceUnit(STORM, rules_of().context.hex_of(ATHENS)))
    island = Island()
    assert island.state.top == Planning(AXIS)
    drop, turn = PlanDrop(STORM, island.at(RETHYMNON)), island.state.turn
    assert drop in list(island.legal.of(STORM))
    island.do(drop)
    assert isinstance(island.state, AirFront)
    assert island.state.air.plans == {STORM: DropPlan(island.at(RETHYMNON), turn)}
    assert island.objections(drop) == ["BF-25C.2"]
    beach = landings.aims(island.pos, AXIS, LIGHT)[0]
    assert island.objections(PlanLanding(DIVISION, beach)) == ["BF-26B1.8"]
    told = island.rules.describe(island.state, PlanLanding(LIGHT, beach))
    assert told.endswith(" on the first turn")
    island.do(PlanLanding(LIGHT, beach))
    assert island.objections(PlanDrop(LIGHT, island.at(RETHYMNON))) == ["BF-25C.2"]
    assert island.pos.sea.plans[LIGHT].turn == turn
    island.do(CancelDrop(STORM), drop, EndPhase())
    assert island.state.phase == "weather"
    assert island.state.turn == turn


def test_who_owns_what_at_the_start() -> None:
    """BF-33D2.3"""
    pos = Island().pos
    at = pos.context.hex_of
    for label in (MALEME, "15B:1915", "15B:2514"):
        assert pos.owner_of(at(label)) == ALLIED
    for label in (ATHENS, MELOS, "15B:1716", "15B:2602"):
        assert pos.owner_of(at(label)) == AXIS
    assert pos.state.joined["turkish"] == NEUTRAL


def test_temporary_airfields_of_the_axis_stay_without_builders() -> None:
    """BF-33D2.4"""
    island = Island()
    melos = island.at(MELOS)
    doing = Transition(island.state)
    construction.keep(island.context, doing)
    assert melos in doing.state.strips
    assert not island.pos.friends(melos, AXIS)
    assert fleet.is_base(island.pos, melos, AXIS)


def test_all_airbases_of_crete_are_a_major_victory() -> None:
    """BF-33D3.1, 33D3.3"""
    island = Island()
    assert crete.verdict(island.pos) == (ALLIED, crete.MAJOR)
    assert crete.verdict(island.taken().pos) == (AXIS, crete.MAJOR)


def test_british_losses_without_many_airborne_ones_are_a_major_victory() -> None:
    """BF-33D3.2: air units count as one equivalent, Greeks not at all."""
    island = Island().lost(*BRITISH, MORE[0], UnitId("greek-1-regiment"))
    assert not crete.bled(island.pos)
    assert isinstance(island.state, AirFront)
    air = island.state.air.having("british-hurri-1", AirUnit(DEAD))
    assert crete.bled(island.having(air=air).pos)
    island.lost(STORM, UnitId("german-7-1-parachute"))
    assert crete.verdict(island.pos) == (AXIS, crete.MAJOR)
    island.lost(UnitId("german-7-2-parachute"))
    assert crete.verdict(island.pos) == (ALLIED, crete.MAJOR)


def test_both_conditions_are_a_decisive_victory() -> None:
    """BF-33D3.3"""
    island = Island().lost(*BRITISH, *MORE).taken()
    assert crete.verdict(island.pos) == (AXIS, crete.DECISIVE)
    doing = Transition(island.state)
    victory.count_out(island.context, doing)
    assert (doing.state.winner, doing.state.level) == (AXIS, crete.DECISIVE)
    assert victory.outcome(rules_of().position(doing.state)).points == ()


def test_the_panel_tells_of_both_conditions() -> None:
    """BF-33D3.1, 33D3.2"""
    island = Island().lost(*BRITISH)
    panel = next(d for d in rules_of().displays(island.state) if d.id == "victory")
    values = [row.value for row in panel.rows]
    assert values[1:] == ["2 of 4", "0, at most 2", "Allied major victory"]
    assert replace(panel, rows=()).summary == "Allied major victory"


def test_a_port_that_airborne_units_took_serves_their_side_in_its_next_turn() -> None:
    """BF-25B.1, 26A3.5: their hold is not full in the enemy player turn only, so that the side
    controls the port as its own turn begins.
    """
    island = Island().lost(*GARRISON).put(RETHYMNON, STORM, marks={AIRDROPPED})
    assert island.pos.owner_of(island.at(RETHYMNON)) == ALLIED
    doing = Transition(island.state)
    open_slot(island.context, doing, Phase.INITIAL, AXIS)
    assert island.at(RETHYMNON) in doing.state.harbours


def test_the_automatic_player_drops_in_one_place_under_all_the_bombs_that_count() -> None:
    """One place with enough for it, not here and there, and beside the defenders, where nobody is
    lost; bombing counts up to the printed strength of those who drop (BF-20F2b.4, 25A.8).
    """
    game = GameSession.start("balkan_front/assault_on_crete", seed=1)
    rules = game.rules
    assert isinstance(rules, BalkanFront)
    action: Action = choose(game)
    while not (isinstance(action, EndPhase) and game.state.phase == Phase.AIR.value):
        game.act(action)
        action = choose(game)
    pos = rules.position(game.state)
    ((spot, down),) = carrying_advice.dropping_on(pos, AXIS).items()
    assert not pos.enemies(spot, AXIS)
    (goal,) = {
        found.target
        for found in pos.air.units.values()
        if found.mission == Mission.GROUND_SUPPORT and found.target in pos.context.fronts[spot]
    }
    assert isinstance(goal, Hex)
    printed = sum(pos.facts(unit).attack for unit in down)
    defence = sum(pos.facts(unit).defense for unit in pos.enemies(goal, AXIS))
    assert defence and printed >= carrying_advice.AMPLE * defence
    assert support.points(pos, goal, AXIS) >= printed
    assert goal in crete.airbases(pos)


def test_the_turn_record_says_that_the_axis_plans() -> None:
    """BF-33D2.2: it said *Weather* while drops and landings are planned."""
    shown = rules_of().phases(deployed())
    assert shown.phases == ("Allied set-up", "Axis set-up", "Axis plans")
    assert shown.phases[shown.phase] == "Axis plans"


def test_position_guns_are_recommended_where_they_guard_airbases() -> None:
    """They were put where there was nothing to fire for, at Sfakia and Timbakion."""
    rules = rules_of()
    pos = rules.position(deployed())
    guns = [unit for unit, piece in pos.state.pieces.items() if piece.hex and "position" in unit]
    assert len(guns) == 5
    bases = {*fleet.bases_of(pos, AXIS), *fleet.bases_of(pos, ALLIED)}
    assert not [unit for unit in guns if pos.piece(unit).at not in bases]

"""An attack before it is made, and the battle as it is shown."""

from __future__ import annotations

import re

import pytest

from engine.core.actions import Roll
from engine.core.chance import Stream
from engine.systems.operation_gertrud.battle import battle_actions as do
from engine.systems.operation_gertrud.battle.battles import CombatRoll
from engine.systems.operation_gertrud.state.records import GERMAN, OUT, Moving
from engine.systems.operation_gertrud.view.battle_display import battle, display, forecast
from engine.systems.operation_gertrud.view.planning import candidates, plan
from oob.model import UnitId as U
from tests.engine.systems.operation_gertrud.battlefield import (
    I132,
    P8,
    P14,
    T23,
    T24,
    T72,
    Field,
)
from tests.engine.systems.operation_gertrud.desk import rules_of


def laid_out() -> Field:
    """A clear hex with two defenders, attackers on opposite sides."""
    field = Field()
    field.put(field.middle, T23, T24).put(field.around[0], P8, I132).put(field.around[3], P14)
    return field


def test_candidates_are_those_who_could_attack() -> None:
    field = laid_out()
    assert set(candidates(field.pos, field.middle)) == {P8, I132, P14}
    assert candidates(field.pos, field.around[1]) == ()


def test_a_plan_has_every_shift_and_exact_chances() -> None:
    """[OG-11.0.1] [OG-11.0.5] [OG-11.0.9]"""
    field = laid_out()
    found = plan(field.pos, field.middle, (U(P8), U(P14)))
    assert found.column == "300% column, from 250%"
    assert [line.rule for line in found.modifiers] == ["OG-11.0.5"]
    assert sum(result.chance for result in found.results) == pytest.approx(1)
    assert found.further == "4 more combat factors for the next column."
    assert found.objections == ()


def test_a_plan_is_what_comes_when_it_is_carried_out() -> None:
    field = laid_out()
    found = plan(field.pos, field.middle, (U(P8), U(P14)))
    field.do(*found.actions, do.GoIn())
    assert isinstance(field.state.top, CombatRoll)
    node = field.rules.chance(field.state)
    assert node is not None
    chances = {code: node.meanings.count(code) / 6 for code in node.meanings}
    assert {r.name: pytest.approx(r.chance) for r in found.results} == chances


def test_a_plan_goes_on_where_the_attack_stands() -> None:
    field = laid_out()
    whole = (U(P8), U(P14))
    field.do(*plan(field.pos, field.middle, whole).actions[:2])
    assert plan(field.pos, field.middle, whole).actions == (do.AddUnit(U(P14)),)
    field.do(do.AddUnit(U(P14)), do.GoIn())
    assert plan(field.pos, field.middle, whole).actions == ()


def test_losses_are_those_the_owner_would_choose() -> None:
    field = laid_out()
    found = plan(field.pos, field.middle, (U(P8), U(I132)))
    exchange = next(result for result in found.results if result.name == "EX")
    assert (exchange.attacker_loss, exchange.defender_loss) == (4.0, 2.0)
    assert not exchange.clears
    gone = next(result for result in found.results if result.name == "DR")
    assert gone.clears


def test_a_plan_says_what_forbids_it() -> None:
    field = laid_out()
    assert plan(field.pos, field.middle, ()).objections[0].rule == "OG-11.0d"
    far = field.around[0].neighbour(0)
    field.put(far, T72)
    assert plan(field.pos, far, (U(P14),)).objections[0].rule == "OG-11.0d"
    field.phase(Moving, GERMAN)
    assert plan(field.pos, field.middle, (U(P8),)).objections[0].rule == "OG-11.0a"


def test_the_odds_panel_shows_every_shift_and_chance_before_anything_is_committed() -> None:
    field = laid_out()
    assert display(field.pos) is None
    field.form(P8, P14)
    panel = display(field.pos)
    assert panel is not None
    shown = {row.label: row.value for row in panel.rows}
    assert shown["Odds"] == "250%"
    assert shown["Surrounded"] == "+1"
    assert shown["Column"] == "300%"
    percents = [float(r.value.rstrip("%")) for r in panel.rows if "." in r.value]
    assert sum(percents) == pytest.approx(100, abs=0.5)


def test_the_battle_view_has_both_line_ups_and_their_factors() -> None:
    field = laid_out()
    assert battle(field.pos) is None
    field.put(field.around[0], I132, marks=[OUT]).form(P8, P14)
    view = battle(field.pos)
    assert view is not None
    assert [one.to_hit for one in view.attackers] == [10, 10]
    assert [one.unit for one in view.defenders] == [T23, T24]
    assert view.steps[view.step] == "Forming"
    told = re.fullmatch(r"20 against 8, (column \d+%): (.*)", view.odds)
    panel = display(field.pos)
    assert told is not None and panel is not None and told[1] == panel.summary
    chances = map(int, re.findall(r"(\d+)\u00a0%", told[2]))
    assert sum(chances) == pytest.approx(100, abs=2)


def test_the_forecast_of_an_announcement_is_its_ledger() -> None:
    field = laid_out()
    lines = forecast(field.pos, do.DeclareAttack(field.middle))
    assert [line.text for line in lines] == ["Surrounded"]
    field.form(P8)
    assert forecast(field.pos, do.GoIn()) == ()
    assert [x.text for x in forecast(field.pos, do.AddUnit(U(P14)))] == ["Surrounded"]
    assert [x.text for x in forecast(field.pos, do.AddStack(field.around[3]))] == ["Surrounded"]
    assert forecast(field.pos, do.CallOff()) == ()


@pytest.mark.parametrize("scenario", ["early_1941", "early_1943"])
def test_plans_of_a_whole_game_come_out_as_foretold(scenario: str) -> None:
    """Whatever is rolled for without further support has just the chances its plan gave."""
    rules = rules_of(scenario)
    stream = Stream(8, scenario)
    state = rules.begin().state
    foretold = 0
    while state.flow and foretold < 25:
        node = rules.chance(state)
        top = state.top
        if isinstance(top, CombatRoll) and node is not None:
            pos = rules.position(state)
            found = plan(pos, top.battle.target, top.battle.attackers)
            counts = {code: node.meanings.count(code) / node.sides for code in node.meanings}
            assert {r.name: r.chance for r in found.results} == pytest.approx(counts)
            assert f"{found.column.split('%')[0]}%" == node.reason.rsplit(" ", 1)[1]
            foretold += 1
        if node is not None:
            state = rules.apply(state, Roll(1 + stream.below(node.sides))).state
            continue
        advice = rules.advise(state)
        assert advice is not None
        state = rules.apply(state, advice.action).state
    assert foretold > 10

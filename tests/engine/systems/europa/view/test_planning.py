"""Attacks planned before they are declared, and battles as players see them (BF-9A)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.actions import Roll
from engine.core.view.outlook import Plan
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.combat import battle_actions as do
from engine.systems.europa.state.constants import DEAD, OUT
from engine.systems.europa.view import battle_display, planning
from oob.model import Size, UnitId
from tests.engine.systems.europa.arena import Arena
from tests.examples import few

REGIMENT = Size.REGIMENT


def planned(arena: Arena, *units: UnitId) -> Plan:
    return planning.plan(arena.pos, arena.middle, units)


def test_who_could_attack_a_hex() -> None:
    arena = Arena()
    near = arena.unit(arena.around[0], "german 7-6")
    arena.unit(arena.around[0].neighbour(0), "german 7-6 far")
    assert planning.candidates(arena.pos, arena.middle) == (), "nobody to attack there"
    arena.unit(arena.middle, "greek 5-6")
    assert planning.candidates(arena.pos, arena.middle) == (near,)


def test_a_plan_shows_every_strength_with_what_made_it() -> None:
    arena = Arena().between(Arena().around[0], Arena().middle, "river")
    arena.unit(arena.middle, "greek 5-6", marks=[OUT])
    first = arena.unit(arena.around[0], "german 7-6")
    second = arena.unit(arena.around[1], "german 3-6", size=REGIMENT)
    found = planned(arena, first, second)
    assert [(line.value, line.rule) for line in found.attackers] == [
        ("3 1/2", "BF-9H.1"),
        ("1 1/2", "BF-11.5"),
    ]
    assert found.attackers[0].text.endswith("(7): over river")
    assert [(line.value, line.rule) for line in found.defenders] == [("2 1/2", "BF-12D.1")]
    assert found.column == "2:1, 5 against 2 1/2, die +0"
    assert found.further == "2 1/2 more attack strength for 3:1."


def test_a_plan_carried_out_is_the_attack_that_was_planned() -> None:
    arena = Arena()
    arena.unit(arena.middle, "greek 5-6")
    units = [arena.unit(arena.around[n], f"german 7-6 {n}") for n in range(3)]
    found = planned(arena, *units)
    assert found.objections == ()
    arena.do(*found.actions)
    assert planned(arena, *units).actions == ()
    more = arena.unit(arena.around[3], "german 7-6 more")
    assert planned(arena, *units, more).actions == (do.AddUnit(more),)
    arena.do(do.GoIn())
    node = arena.rules.chance(arena.state)
    assert node is not None
    shown = {result.name: result.chance for result in found.results}
    counted = {name: node.meanings.count(name) / 6 for name in node.meanings}
    assert shown == pytest.approx(counted)


def test_a_plan_says_what_forbids_it() -> None:
    arena = Arena()
    arena.unit(arena.middle, "greek 5-6")
    far = arena.unit(arena.around[0].neighbour(0), "german 7-6 far")
    staff = arena.unit(arena.around[0], "german 0-6", size=Size.HEADQUARTERS)
    rules = [objection.rule for objection in planned(arena, far).objections]
    assert rules == ["BF-9G.1", "BF-9A.1"], "nobody beside it could, and it is not beside it"
    assert "BF-9G.1" in [objection.rule for objection in planned(arena, staff).objections]
    assert [one.rule for one in planned(arena).objections] == ["BF-9A.1"]
    arena.do(EndPhase())
    unit = arena.unit(arena.around[1], "german 7-6")
    assert [one.rule for one in planned(arena, unit).objections] == ["BF-9A.1"]


def test_who_is_far_from_an_attack_under_way_is_told_why_he_does_not_join() -> None:
    arena = Arena()
    arena.unit(arena.middle, "greek 5-6")
    near = arena.unit(arena.around[0], "german 7-6")
    far = arena.unit(arena.around[3].neighbour(3), "german 7-6 far")
    arena.form(near)
    assert planned(arena, near).objections == ()
    assert planned(arena, far).objections, "the attack is formed"
    arena.do(do.GoIn())
    told = [one.text for one in planned(arena, far).objections]
    assert told == [f"The attack on {arena.pos.label(arena.middle)} has gone in."]


def test_an_exchange_names_its_loser_and_the_least_losses() -> None:
    """BF-9C.11, 9I.1: 10 are lost, half of it by the tanks; 6 and 5 are the cheapest."""
    arena = Arena()
    arena.unit(arena.middle, "greek 10-6")
    tanks = arena.unit(arena.around[0], "german 6-10", "armor")
    foot = [arena.unit(arena.around[n], f"german {n + 3}-6") for n in (1, 2, 3)]
    found = planned(arena, tanks, *foot)
    exchange = next(result for result in found.results if result.name == "EX")
    assert exchange.attacker_loss == 10
    assert exchange.defender_loss == 10
    assert exchange.clears
    assert exchange.effect == "Defenders eliminated, attackers lose 10 or more"


def test_results_tell_who_clears_the_hex_and_what_halves_cost() -> None:
    arena = Arena()
    arena.unit(arena.middle, "greek 9-6")
    units = [arena.unit(arena.around[n], f"german {n + 2}-6") for n in range(2)]
    found = planned(arena, *units)
    losses = {r.name: (r.attacker_loss, r.defender_loss, r.clears) for r in found.results}
    assert losses["AE"] == (5, 0, False)
    assert losses["AH"] == (3, 0, False)
    effects = {r.name: r.effect for r in found.results}
    assert effects["AH"] == "Attackers lose 3 or more and retreat"
    assert losses["AR"] == losses["AS"] == (0, 0, False)
    assert found.attacker_loss == pytest.approx((2 * 5 + 3) / 6)


def test_certain_results_are_one_line() -> None:
    """BF-9B.8, 9G.3."""
    arena = Arena()
    arena.unit(arena.middle, "greek 9-6")
    unit = arena.unit(arena.around[0], "german 1-6")
    found = planned(arena, unit)
    assert [(r.name, r.chance) for r in found.results] == [("AE", 1.0)]
    assert found.further == "1 1/4 more attack strength for 1:4."
    arena = Arena()
    arena.unit(arena.middle, "greek 0-6", size=Size.HEADQUARTERS)
    unit = arena.unit(arena.around[0], "german 1-6")
    found = planned(arena, unit)
    assert [(r.name, r.clears) for r in found.results] == [("DE", True)]
    assert found.further == "The odds are as good as they get."


@few(20)
@given(
    st.lists(st.integers(0, 9), min_size=1, max_size=4),
    st.lists(st.integers(0, 9), min_size=1, max_size=3),
    st.sampled_from(["clear", "rough", "mountain", "swamp"]),
    st.sampled_from(["clear", "poor", "winter"]),
)
def test_the_chances_of_a_plan_are_those_of_the_die(
    force: list[int], enemies: list[int], terrain: str, weather: str
) -> None:
    """Every face is rolled by the engine; the results fall as often as the plan says."""
    arena = Arena().ground(Arena().middle, terrain).weather(weather)
    for number, strength in enumerate(enemies):
        arena.unit(arena.middle, f"greek {strength}-6 {number}")
    units = [arena.unit(arena.around[n], f"german {s}-6 {n}") for n, s in enumerate(force)]
    found = planned(arena, *units)
    assert sum(result.chance for result in found.results) == pytest.approx(1)
    if found.objections:
        assert not any(force)
        return
    arena.do(*found.actions)
    before = arena.state
    arena.do(do.GoIn())
    if arena.asks() != "CombatRoll":
        told = arena.told("certain result")
        assert [result.name for result in found.results] == [told[0]["code"]]
        return
    seen: dict[str, Fraction] = {}
    rolling = arena.state
    assert before != rolling
    for face in range(1, 7):
        step = arena.rules.apply(rolling, Roll(face))
        codes = [dict(e.facts)["code"] for e in step.events if e.what == "combat result"]
        seen[codes[0]] = seen.get(codes[0], Fraction(0)) + Fraction(1, 6)
    assert {r.name: r.chance for r in found.results} == pytest.approx(
        {code: float(chance) for code, chance in seen.items()}
    )


def test_the_battle_view_follows_the_battle() -> None:
    arena = Arena()
    assert battle_display.battle(arena.pos) is None
    unit = arena.unit(arena.around[3], "german 7-6", cadre="3-6")
    mate = arena.unit(arena.around[3], "german 3-6", size=REGIMENT, marks=[OUT])
    enemy = arena.unit(arena.middle, "greek 5-6")
    arena.form(unit, mate)
    view = battle_display.battle(arena.pos)
    assert view is not None
    assert (view.title, view.steps[view.step]) == ("Battle for 0,0", "Forming")
    assert [one.says for one in view.attackers] == ["7", "1 1/2"]
    assert [line.text for line in view.attackers[1].ledger] == [
        "Printed 3",
        "Out of supply: 3 to 1 1/2",
    ]
    assert [line.says for line in view.attackers[1].ledger] == ["", "−1 1/2"]
    assert any(line.startswith("1.5:1, 8 1/2 against 5") for line in view.shots)
    assert view.odds.startswith("1.5:1, 8 1/2 against 5, die +0: AH\u00a017")
    arena.do(do.GoIn()).result("EX")
    view = battle_display.battle(arena.pos)
    assert view is not None
    assert view.steps[view.step] == "Advance" and not view.odds
    states = {one.unit: one.says for one in (*view.attackers, *view.defenders)}
    assert states == {unit: "cadre", mate: "in the fight", enemy: "eliminated"}
    assert arena.where(enemy) == DEAD


def test_the_battle_view_tells_who_has_retreated_and_who_has_advanced() -> None:
    arena = Arena()
    unit, mate = (arena.unit(arena.around[3], f"german 7-6 {n}") for n in (1, 2))
    enemy = arena.unit(arena.middle, "greek 5-6")
    arena.form(unit, mate).do(do.GoIn()).result("DR")
    while not any(isinstance(action, do.Advance) for action in arena.legal):
        arena.do(next(iter(arena.legal)))
    arena.do(do.Advance(unit))
    view = battle_display.battle(arena.pos)
    assert view is not None and view.steps[view.step] == "Advance"
    states = {one.unit: one.says for one in (*view.attackers, *view.defenders)}
    assert states == {unit: "advanced", mate: "in the fight", enemy: "retreated"}


def test_the_battle_view_tells_who_is_chosen_as_a_loss() -> None:
    arena = Arena()
    small, first, second = (
        arena.unit(arena.around[3], f"german {n}") for n in ("2-6", "7-6", "8-6")
    )
    arena.unit(arena.middle, "greek 5-6")
    arena.form(small, first, second).do(do.GoIn()).result("EX")
    arena.do(do.TakeLoss(small))
    view = battle_display.battle(arena.pos)
    assert view is not None
    states = {one.unit: one.says for one in view.attackers}
    assert states == {small: "chosen as a loss", first: "in the fight", second: "in the fight"}


def test_the_odds_panel_shows_strengths_modifiers_and_chances() -> None:
    arena = Arena().ground(Arena().middle, "rough")
    unit = arena.unit(arena.around[3], "german 7-6")
    arena.unit(arena.middle, "greek 5-6")
    assert battle_display.display(arena.pos) is None
    arena.form(unit)
    panel = battle_display.display(arena.pos)
    assert panel is not None
    rows = {row.label: row.value for row in panel.rows}
    assert rows["Attack"] == "7" and rows["Defence"] == "5"
    assert rows["Rough"] == "-1"
    assert rows["Odds"] == "1:1, 7 against 5, die -1"
    chances = [row.value for row in panel.rows if row.value.endswith("%")]
    assert sum(float(value.rstrip("%")) for value in chances) == pytest.approx(100, abs=0.5)
    arena.do(do.GoIn()).result("AR")
    assert battle_display.display(arena.pos) is None


def test_modifiers_are_foretold_for_an_attack_and_a_unit_more() -> None:
    arena = Arena()
    foot = arena.unit(arena.around[3], "german 7-6")
    tank = arena.unit(arena.around[2], "german 8-10", "armor")
    arena.unit(arena.middle, "greek 5-6")
    told = battle_display.forecast(arena.pos, do.DeclareAttack(arena.middle))
    assert [line.value for line in told] == [2]
    arena.form(foot)
    assert battle_display.forecast(arena.pos, do.GoIn()) == ()
    with_tanks = battle_display.forecast(arena.pos, do.AddUnit(tank))
    assert [line.value for line in with_tanks] == [2]
    assert battle_display.forecast(arena.pos, do.AddStack(arena.around[2])) == with_tanks
    arena.do(do.AddUnit(tank))
    assert [line.value for line in battle_display.forecast(arena.pos, do.DropUnit(foot))] == [3]
    assert battle_display.forecast(arena.pos, do.CallOff()) == ()

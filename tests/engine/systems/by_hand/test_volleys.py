"""Fire in volleys: one after the other, with numbers of their own, and exact chances."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.core.actions import Roll
from engine.core.codec import digest
from engine.editing.chart_session import imported
from engine.game.ask.rules_trial import Ground, RulesTrial
from engine.game.session import GameSession
from engine.play import fuzz
from engine.systems.by_hand import actions as hand
from engine.systems.by_hand.charts.battle import VolleyRow, Whose
from engine.systems.by_hand.volleys import Exchange, Fighter
from tests.engine.systems.by_hand.desk import HEAD, MOVEMENT, Desk, board, order, scenario
from tests.engine.systems.by_hand.test_declared import B5, R1, R2, R9, placed

DEFENCE = VolleyRow("defence", "Defensive fire", Whose.DEFENDER)
ATTACK = VolleyRow("attack", "Offensive fire")
VOLLEYS = """
[combat]
rule = "12.3"
kind = "fire"
aim = "value"
faces = 10
screened = ["armor"]
volleys = [
    { id = "guns", name = "Barrage", of = ["armor"], spares = ["tired"], fires = "one" },
    { id = "defence", name = "Defensive fire", whose = "defender" },
    { id = "attack", name = "Offensive fire", spares = ["armor"] },
]
modifiers = [
    { id = "wood", text = "Wood", when = "terrain", of = ["wood"], whose = "attacker", shift = -1 },
    { id = "tired", text = "Tired", when = "state", of = ["tired"], shift = -2 },
    { id = "smoke", text = "Smoke", when = "marker", of = ["smoke"], near = 1, shift = -1 },
]

[[markers]]
id = "smoke"
name = "Smoke"
"""


def fighter(steps: int, number: int, *, screened: bool = False) -> Fighter:
    return Fighter(steps, screened, lambda row, left: (left, number))


def test_who_is_hit_first_fires_no_more() -> None:
    """A step that hits on 5 of 10 attacks one that hits on 5: it fires back half the time."""
    battle = Exchange((fighter(1, 5),), (fighter(1, 5),), (DEFENCE, ATTACK), 10)
    assert battle.chances() == {
        (0, 0): Fraction(1, 4),
        (0, 1): Fraction(1, 2),
        (1, 0): Fraction(1, 4),
    }


def test_the_chances_of_an_exchange_add_up_and_know_every_step() -> None:
    battle = Exchange((fighter(2, 4), fighter(1, 6)), (fighter(2, 3),), (DEFENCE, ATTACK), 10)
    found = battle.chances()
    assert sum(found.values()) == 1 and max(hit for hit, _lost in found) == 2
    alone = Exchange(battle.attackers, battle.defenders, (DEFENCE,), 10).chances()
    for lost in range(3):
        both = sum(share for (_hit, gone), share in found.items() if gone == lost)
        assert both == alone[0, lost], "what attackers lose is settled before they fire"


def test_hits_go_to_the_weakest_and_to_screened_units_last() -> None:
    line = (fighter(2, 5), fighter(1, 5, screened=True), fighter(1, 5))
    battle = Exchange(line, (fighter(1, 5),), (DEFENCE,), 10)
    whole = battle.whole[0]
    assert [battle.struck(Whose.ATTACKER, whole, hits) for hits in range(6)] == [
        (2, 1, 1),
        (2, 1, 0),
        (1, 1, 0),
        (0, 1, 0),
        (0, 0, 0),
        (0, 0, 0),
    ]


def test_a_number_of_none_throws_no_dice() -> None:
    battle = Exchange((fighter(2, 0),), (fighter(2, -1),), (DEFENCE, ATTACK), 10)
    assert battle.chances() == {(0, 0): 1}


def fight() -> Desk:
    """Two infantry and a tank beside two of blue in the wood: dice are typed."""
    where = {R1: "0201", R2: "0201", R9: "0201", B5: "0202"}
    desk = placed(HEAD + MOVEMENT + VOLLEYS, **where)
    desk.game.dice = type(desk.game.dice).TYPED
    return desk


def test_a_battle_goes_volley_by_volley_and_leaves_what_is_owed() -> None:
    """[H-combat]"""
    desk = fight()
    said = desk.do(hand.Resolve((R1, R2, R9), desk.hex("0202")))
    assert "Barrage, then Defensive fire, then Offensive fire" in " ".join(said)
    reasons = []
    for face in (10, 1, 1, 10, 10):
        node = desk.game.view().chance
        assert node is not None and node.sides == 10
        reasons.append((node.reason, node.meanings.count("hit")))
        said = desk.do(Roll(face))
    assert [hits for _reason, hits in reasons] == [5, 4, 4, 3, 3], (
        "the tank hits on 6 less 1 in the wood; two steps of blue on 4; red on 4 less 1"
    )
    assert desk.game.view().chance is None
    assert desk.state.owed == ("0202: Red 1 XX loses 2 steps.",), "the weaker one is hit again"
    before = digest(desk.state)
    desk.game.undo()
    desk.game.redo()
    assert digest(desk.state) == before
    assert desk.rules.invariants(desk.state) == ()


def test_units_that_are_spared_do_not_fire_and_markers_count_from_beside() -> None:
    desk = fight()
    at = desk.hex("0202")
    plan = desk.rules.plan(desk.state, at, (R1, R9))
    assert plan is not None
    assert [line.value for line in plan.attackers] == ["2 × 3/10", "1 × 5/10"]
    assert [line.value for line in plan.defenders] == ["2 × 4/10"]
    assert abs(sum(result.chance for result in plan.results) - 1) < 1e-9
    desk.do(hand.Mark(R9, "tired"))
    desk.do(hand.PutMarker("smoke", desk.hex("0203")))
    plan = desk.rules.plan(desk.state, at, (R1, R9))
    assert plan is not None
    assert [line.value for line in plan.attackers] == ["2 × 3/10", "no shot"]
    assert [line.value for line in plan.defenders] == ["2 × 3/10"], "smoke lies one hex away"


def test_nobody_can_fire_is_told() -> None:
    lonely = VOLLEYS.replace('"defender" },', '"defender", of = ["armor"] },')
    desk = placed(HEAD + MOVEMENT + lonely, **{R9: "0201", B5: "0202"})
    desk.do(hand.Mark(R9, "tired"))
    said = desk.do(hand.Resolve((R9,), desk.hex("0202")))
    assert said[-1].startswith("Nobody can fire") and not desk.state.owed


def test_the_preview_fights_one_unit_against_another() -> None:
    rules = imported(HEAD + MOVEMENT + VOLLEYS, "mine", "by_hand")
    trial = RulesTrial(rules, Ground(board(), order()))
    combat = trial.combat
    assert combat is not None and combat.has_defense
    found = trial.attack(5, 5, frozenset())
    assert found.column.startswith("Barrage, then")
    assert {result.name: round(result.chance, 6) for result in found.results} == {
        "0 hits, 0 lost": 0.25,
        "0 hits, 1 lost": 0.5,
        "1 hit, 0 lost": 0.25,
    }
    fewer = trial.attack(5, 5, frozenset({"wood"}))
    assert {result.name: round(result.chance, 6) for result in fewer.results}[
        "1 hit, 0 lost"
    ] == pytest.approx(0.2)


def test_one_die_for_each_unit_or_by_value() -> None:
    rules = VOLLEYS.replace('whose = "defender" }', 'whose = "defender", fires = "value" }')
    desk = placed(HEAD + MOVEMENT + rules, **{R1: "0201", B5: "0202"})
    plan = desk.rules.plan(desk.state, desk.hex("0202"), (R1,))
    assert plan is not None and [line.value for line in plan.defenders] == ["4 × 4/10"]


def test_random_games_by_volleys_have_no_fault() -> None:
    """Units that change sides or hold no ground take part; undo, JSON and replay are checked."""
    more = """
[[states]]
id = "turned"
name = "turned"
side = "blue"

[[states]]
id = "hiding"
name = "hiding"
"""
    rules = HEAD + more + MOVEMENT + 'unheld = ["hiding"]\n' + VOLLEYS
    report = fuzz.fuzz(
        lambda _name, seed: GameSession.begin(scenario(rules), seed=seed), "mine", 3, 5
    )
    assert [str(fault) for fault in report.faults] == [] and len(report.results) == 3

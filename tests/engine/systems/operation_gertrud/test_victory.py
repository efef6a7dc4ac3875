"""The victory check, its modifiers, and the exact chance of winning it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.core.actions import Roll
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    GERMAN,
    Onward,
    Phase,
    Status,
    VictoryRoll,
)
from engine.systems.operation_gertrud.victory import (
    chance_of_winning,
    modifiers,
    needed,
    pointless,
)
from oob.model import UnitId as U
from tests.engine.systems.operation_gertrud.desk import SCENARIOS, Desk

GARRISONS = (
    "german-125",
    "german-73",
    "german-294",
    "german-132",
    "german-183",
    "german-101-l",
    "german-gd",
    "german-hg",
)


def holding(count: int, scenario: str = "early_1941", turn: int = 2) -> Desk:
    """So many objectives with a German unit each, at the end of a turn."""
    desk = Desk(scenario)
    for unit, at in zip(GARRISONS[:count], sorted(desk.context.objectives), strict=False):
        desk.put(at, unit)
    return desk.ask(Onward(), VictoryRoll(), phase=Phase.END.value, active="", turn=turn)


def test_the_dice_must_fall_below_the_objectives_held() -> None:
    """[OG-4.0b] [OG-4.0c]"""
    desk = holding(5).roll(1, 3)
    assert desk.told("victory check") == [{"total": 4, "held": 5, "result": "victory"}]
    assert desk.rules.outcome(desk.state) is not None
    assert desk.state.winner == GERMAN
    desk = holding(5).roll(1, 4)
    assert not desk.state.over
    assert desk.state.turn == 3


def test_a_check_is_made_at_the_end_of_each_turn() -> None:
    """[OG-4.0a] [OG-5.1h]"""
    desk = holding(8).ask(Onward(), phase=Phase.ALLIED_COMBAT.value).settle()
    assert desk.state.top == VictoryRoll()
    desk.roll(6).roll(6)
    assert desk.state.turn == 3


def test_without_a_chance_nobody_rolls() -> None:
    """[OG-4.0c]"""
    desk = holding(2).settle()
    assert pointless(holding(2).pos)
    assert desk.state.turn == 3
    assert not pointless(holding(3).pos), "two ones would win"


def test_germans_who_run_out_of_turns_lose() -> None:
    """[OG-4.0d] [OG-5.0a]"""
    desk = holding(5, turn=10).roll(6, 6)
    outcome = desk.rules.outcome(desk.state)
    assert outcome is not None
    assert outcome.winner == ALLIED
    assert outcome.counted == "objective", "nobody has points here"
    assert desk.told("german defeat") == [{"turn": 10}]
    assert {Desk(scenario).context.figures.turns for scenario in SCENARIOS} == {10}
    assert desk.objections(Roll(1)) == ["OG-4.0d"]


def test_only_german_units_on_the_spot_count() -> None:
    """[OG-4.0e]"""
    desk = Desk("late_1941").put("Istanbul", "italian-bergamo").put("Ankara", "german-125")
    assert desk.pos.objectives_held() == (desk.hex("Ankara"),)
    desk.put("Konya", "german-125").put("Sivas", "local-kurd")
    assert set(desk.pos.objectives_held()) == {desk.hex("Konya"), desk.hex("Sivas")}
    desk.put("Konya", "german-125", marks=("out of supply",))
    assert desk.hex("Konya") in desk.pos.objectives_held()


@pytest.mark.parametrize(("scenario", "value"), list(zip(SCENARIOS, range(5), strict=True)))
def test_the_scenario_modifier(scenario: str, value: int) -> None:
    """[OG-4.1a]"""
    assert sum(line.value for line in modifiers(Desk(scenario).pos)) == value


def test_lost_air_and_armor_weigh_on_the_dice() -> None:
    """[OG-4.1b] [OG-4.1c]"""
    desk = holding(6)
    desk.having(
        support={
            "german-cas-1": Status.ELIMINATED,
            "german-cas-2": Status.USED,
            "italian-cas-1": Status.ELIMINATED,
            "turkish-cas-1": Status.ELIMINATED,
        }
    )
    assert needed(desk.pos) == 5
    desk.put("dead", "german-8-pz", "german-16-mot", "turkish-iab")
    assert needed(desk.pos) == 4
    desk.put("3003", "german-8-pz", steps=1)
    assert needed(desk.pos) == 5, "an armor unit that is back no longer counts"


def test_failed_missions_weigh_on_every_later_check() -> None:
    """[OG-17.1.1] [OG-17.1.2] The rule of all missions is cited, whichever failed."""
    desk = holding(6).having(check_modifier=3)
    assert [(line.value, line.rule) for line in modifiers(desk.pos)] == [(3, "OG-17.1e")]
    assert needed(desk.having(turn=9).pos) == 3


@pytest.mark.parametrize(
    ("held", "chance"), [(2, 0), (3, Fraction(1, 36)), (5, Fraction(6, 36)), (8, Fraction(21, 36))]
)
def test_the_chance_is_exact(held: int, chance: Fraction) -> None:
    """[OG-4.0b]"""
    desk = holding(held)
    assert chance_of_winning(desk.pos) == chance
    wins = sum(a + b < held for a in range(1, 7) for b in range(1, 7))
    assert Fraction(wins, 36) == chance


def test_the_dice_say_what_they_lead_to() -> None:
    """[OG-2.0]"""
    desk = holding(5)
    node = desk.rules.chance(desk.state)
    assert node is not None
    assert (node.sides, node.meanings[0]) == (6, "1/2 to win")
    desk.roll(1)
    node = desk.rules.chance(desk.state)
    assert node is not None
    assert node.meanings == ("victory", "victory", "victory", *["the game goes on"] * 3)


def test_objectives_are_a_layer_of_the_board() -> None:
    """[OG-4.0b]"""
    desk = Desk()
    assert {"Istanbul", "Ankara", "Izmir", "Eskisehir"} <= set(desk.context.objectives.values())
    assert all(at in desk.context.turkey for at in desk.context.objectives)
    assert U("german-125") in desk.context.units

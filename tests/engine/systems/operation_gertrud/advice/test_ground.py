"""What the automatic player sees: distances, pulls, strengths, and the worth of results."""

from __future__ import annotations

import pytest

from engine.systems.operation_gertrud.advice.enemy import enemy_of
from engine.systems.operation_gertrud.advice.ground import ground
from engine.systems.operation_gertrud.advice.odds import Stakes, value, worth_of
from engine.systems.operation_gertrud.advice.outlook import Outlook
from engine.systems.operation_gertrud.state.records import ALLIED, GERMAN, OUT
from tests.engine.systems.operation_gertrud.battlefield import I132, P8, P14, T23, T24
from tests.engine.systems.operation_gertrud.desk import Desk, rules_of

TABLE = rules_of("early_1941").context
ANKARA, ISTANBUL = TABLE.hex_of("2416"), TABLE.hex_of("2709")


def stakes(**changed: float | bool) -> Stakes:
    """Ten factors against four, a step of five against one of two, a prize of eight."""
    fields = {"attack": 10.0, "attack_step": 5.0, "defence": 4.0, "defence_step": 2.0}
    found = {**fields, "prize": 8.0, "follows": True, "trapped": False, **changed}
    return Stakes(**found)  # type: ignore[arg-type]


def test_distances_are_those_of_the_march() -> None:
    land = ground(TABLE)
    graph = TABLE.graph(frozenset(), frozenset(), frozenset())
    for near, cost in graph[ANKARA]:
        assert land.distance(ANKARA, near) <= cost
    assert land.distance(ANKARA, ANKARA) == 0
    assert land.distance(ISTANBUL, ANKARA) > 5


def test_a_goal_pulls_more_the_nearer_one_is() -> None:
    pull = ground(TABLE).pull(((ANKARA, 1.0),), 5.0)
    assert pull[ANKARA] == 1.0
    assert pull[ANKARA] > pull[TABLE.hex_of("2412")] > pull[ISTANBUL]


def test_better_odds_promise_more_and_defended_ground_less() -> None:
    land = ground(TABLE)
    assert land.promise(12, 4, 0) > land.promise(8, 4, 0)
    assert land.promise(12, 4, -1) < land.promise(12, 4, 0)
    assert land.promise(1, 4, 0) < 0


def test_strength_out_of_supply_counts_half() -> None:
    desk = Desk("early_1941").put("2416", T23, T24, marks=[OUT]).put("2412", P8)
    assert enemy_of(desk.pos, ALLIED).stacks[ANKARA] == 4.0
    assert enemy_of(desk.pos, GERMAN).stacks[desk.hex("2412")] == 10.0


def test_power_falls_with_distance() -> None:
    desk = Desk("early_1941").put("2412", P8, P14)
    enemy = enemy_of(desk.pos, GERMAN)
    near, far = desk.hex("2412").neighbour(0), desk.hex("2106")
    assert enemy.power(near) == 20.0
    assert enemy.power(far) == 0.0


def test_only_german_units_hold_objectives_for_the_german_player() -> None:
    """[OG-4.0e]"""
    desk = Desk("late_1941")
    look = Outlook(desk.pos, GERMAN, lambda _action: True)
    units = {desk.pos.nation(unit): look.counts(unit) for unit in desk.context.units}
    assert units["german"] and units["local"] and not units["italian"]


def test_an_empty_hex_of_a_crossing_is_worth_more_than_open_country() -> None:
    desk = Desk("early_1941").put("3003", I132)
    look = Outlook(desk.pos, GERMAN, lambda _action: True)
    bank = desk.hex("2710")
    assert bank in look.banks
    assert look.prize(bank) > look.prize(desk.hex("2415"))
    assert Outlook(desk.pos, ALLIED, lambda _action: True).banks == frozenset()


@pytest.mark.parametrize(
    ("code", "worth"),
    [("AE", -10.0), ("EX", -3.0), ("DE", 12.0), ("DR", 8.6), ("AR", -1.0)],
)
def test_the_worth_of_a_result(code: str, worth: float) -> None:
    chart = TABLE.charts.combat
    assert worth_of(chart.code(code), stakes()) == pytest.approx(worth)


def test_defenders_who_cannot_retreat_are_as_good_as_gone() -> None:
    chart = TABLE.charts.combat
    free, caught = stakes(), stakes(trapped=True)
    assert worth_of(chart.code("DR"), caught) == worth_of(chart.code("DE"), free)


def test_a_higher_column_is_never_worth_less() -> None:
    chart = TABLE.charts.combat
    found = [value(chart, column, stakes()) for column in range(len(chart.columns))]
    assert found == sorted(found)

"""Every column shift, alone and in the order of the rules."""

from __future__ import annotations

import pytest

from engine.systems.operation_gertrud.battle import battle_actions as do
from engine.systems.operation_gertrud.battle.shifts import column, ledger, outlook
from engine.systems.operation_gertrud.state.records import ALLIED, Fighting, Kind
from maps.hexgrid import Hex
from oob.model import UnitId as U
from tests.engine.systems.operation_gertrud.battlefield import (
    GD,
    I132,
    I183,
    M16,
    MTN,
    NZ,
    P8,
    P9,
    P14,
    REICH,
    S58,
    T23,
    T24,
    Field,
)


def shifts(field: Field) -> list[tuple[str, int]]:
    """The ledger of the battle as rule and columns."""
    return [(line.rule, line.value) for line in ledger(field.pos, field.battle)]


def open_at(field: Field, terrain: str, water: str = "", *, city: bool = False) -> tuple[Hex, Hex]:
    """A hex beside another: the target, of some terrain, and where it is attacked from."""
    context = field.context
    for at in sorted(context.turkey - context.coast.keys()):
        if context.map.terrain[at] == terrain and (at in context.cities) == city:
            if all(context.map.side_kinds(at, near) for near in at.neighbours()):
                continue
            for near in at.neighbours():
                kinds = context.map.side_kinds(at, near)
                if near in context.land and kinds == ({water} if water else set()):
                    return at, near
    raise LookupError("the board has no such hexes")


@pytest.mark.parametrize(
    ("terrain", "city", "shift"),
    [("clear", False, 0), ("rough", False, 1), ("mountain", False, 2), ("clear", True, 1)],
)
def test_terrain_shifts_to_the_left(terrain: str, city: bool, shift: int) -> None:
    """[OG-11.0.4a]"""
    field = Field()
    target, start = open_at(field, terrain, city=city)
    field.put(target, T23).put(start, P8).attack(P8, target=target)
    assert shifts(field) == ([("OG-11.0.4a", -shift)] if shift else [])


def test_the_most_defensible_terrain_of_a_hex_counts_alone() -> None:
    """A city in rough country is worth no more than the rough. [OG-11.0.4a]"""
    field = Field()
    target, start = open_at(field, "rough", city=True)
    field.put(target, T23).put(start, P8).attack(P8, target=target)
    assert shifts(field) == [("OG-11.0.4a", -1)]


def test_a_river_before_any_attacker_is_one_more() -> None:
    """[OG-11.0.4b]"""
    field = Field()
    target, start = open_at(field, "clear", "river")
    dry = next(
        n
        for n in target.neighbours()
        if n in field.context.land and not field.context.map.side_kinds(target, n)
    )
    field.put(target, T23).put(start, P8).put(dry, P14)
    field.attack(P14, P8, target=target)
    assert ("OG-11.0.4b", -1) in shifts(field)
    field = Field()
    field.put(target, T23).put(start, P8).put(dry, P14).attack(P14, target=target)
    assert ("OG-11.0.4b", -1) not in shifts(field)


@pytest.mark.parametrize(("first", "second", "closed"), [(0, 3, True), (0, 2, False), (1, 4, True)])
def test_attackers_on_opposite_sides_surround(first: int, second: int, closed: bool) -> None:
    """[OG-11.0.5]"""
    field = Field()
    field.put(field.middle, T23).put(field.around[first], P8).put(field.around[second], P14)
    field.attack(P8, P14)
    assert (("OG-11.0.5", 1) in shifts(field)) is closed


def test_friends_who_do_not_attack_surround_nobody() -> None:
    """[OG-11.0.5]"""
    field = Field()
    field.put(field.middle, T23).put(field.around[0], P8).put(field.around[3], P14)
    assert shifts(field.attack(P8)) == []


def test_the_blitzkrieg_bonus_is_for_german_attacks_on_turn_one() -> None:
    """[OG-11.0.6]"""
    field = Field().having(turn=1)
    field.put(field.middle, T23).put(field.around[0], P8)
    assert shifts(field.attack(P8)) == [("OG-11.0.6", 1)]
    late = Field()
    late.put(late.middle, T23).put(late.around[0], P8)
    assert shifts(late.attack(P8)) == []


def test_a_lost_bonus_is_no_bonus() -> None:
    """[OG-11.0.6]"""
    field = Field().having(turn=1, blitzkrieg=False)
    field.put(field.middle, T23).put(field.around[0], P8)
    assert shifts(field.attack(P8)) == []


def test_the_bonus_does_not_help_in_defence() -> None:
    """[OG-11.0.6]"""
    field = Field(side=ALLIED).having(turn=1)
    field.put(field.middle, P8).put(field.around[0], T23)
    assert shifts(field.attack(T23)) == []


def test_three_types_are_combined_arms() -> None:
    """[OG-11.0.8]"""
    field = Field()
    field.put(field.middle, T23, T24).put(field.around[0], P8, M16, I132)
    assert shifts(field.attack(P8, M16, I132)) == [("OG-11.0.8", 1)]


def test_two_units_of_a_type_are_one_type() -> None:
    """[OG-11.0.8]"""
    field = Field()
    field.put(field.middle, T23, T24).put(field.around[0], P8, P9, I132, I183)
    assert shifts(field.attack(P8, P9, I132, I183)) == []
    field = Field()
    field.put(field.middle, T23).put(field.around[0], REICH, GD, MTN)
    assert shifts(field.attack(REICH, GD, MTN)) == [("OG-11.0.8", 1)]


def test_ultra_shifts_for_the_allied_player_on_either_side() -> None:
    """[OG-11.0.7] [OG-14.0b]"""
    field = Field().having(ultra=4)
    field.put(field.middle, NZ).put(field.around[0], P8).form(P8).do(do.GoIn())
    field.do(do.UseUltra())
    assert shifts(field) == [("OG-11.0.7", -1)]
    assert field.state.ultra == 3
    field = Field(side=ALLIED).having(ultra=4)
    field.put(field.middle, P8).put(field.around[0], NZ).form(NZ).do(do.GoIn(), do.UseUltra())
    assert shifts(field) == [("OG-11.0.7", 1)]


@pytest.mark.parametrize("unit", [T23, S58])
def test_ultra_needs_a_beige_counter(unit: str) -> None:
    """Reading 10. [OG-14.0a]"""
    field = Field().having(ultra=4)
    field.put(field.middle, unit).put(field.around[0], P8).form(P8).do(do.GoIn())
    assert field.asks() == "CombatRoll"


def test_a_spent_ultra_is_gone_and_none_is_asked_for_without() -> None:
    """[OG-3.2c] [OG-10.4]"""
    field = Field().having(ultra=0)
    field.put(field.middle, NZ).put(field.around[0], P8).form(P8).do(do.GoIn())
    assert field.asks() == "CombatRoll"


def test_air_and_sea_together_shift_two() -> None:
    """[OG-11.0.3c] [OG-11.0.2b] [OG-12.4] [OG-13.5]"""
    field = Field(side=ALLIED).ready("british-cas-1", "british-ngs-1")
    target = field.hex("2106")
    start = next(n for n in target.neighbours() if n in field.context.fronts[target])
    field.put(target, P8).put(start, NZ).form(NZ, target=target).do(do.GoIn())
    field.do(do.Commit("british-ngs-1"), do.Commit("british-cas-1"))
    field.plainly()
    rules = [rule for rule, value in shifts(field) if value == 1]
    assert rules == ["OG-11.0.2b", "OG-11.0.3c"]


def test_the_ledger_stands_in_the_order_of_the_rules() -> None:
    """[OG-11.0.1] to [OG-11.0.8]"""
    field = Field().having(turn=1, ultra=1).ready("german-cas-1")
    target = next(
        at
        for at in sorted(field.context.turkey)
        if field.context.map.terrain[at] == "rough"
        and all(n in field.context.fronts[at] for n in at.neighbours())
    )
    field.put(target, NZ).put(target.neighbour(0), P8, M16).put(target.neighbour(3), I132)
    field.form(P8, M16, I132, target=target).do(do.GoIn(), do.Commit("german-cas-1"))
    field.do(do.UseUltra())
    rules = [rule for rule, _ in shifts(field) if rule != "OG-11.0.4b"]
    assert rules == [
        "OG-11.0.3c",
        "OG-11.0.4a",
        "OG-11.0.5",
        "OG-11.0.6",
        "OG-11.0.7",
        "OG-11.0.8",
    ]


def test_mountain_units_use_their_second_factor_in_rough_and_mountain() -> None:
    """Reading 13: the combat hex decides for both sides. [OG-16.0a]"""
    field = Field()
    for terrain, factor in (("clear", 6), ("rough", 9), ("mountain", 9)):
        target, start = open_at(field, terrain)
        field.put(target, T23).put(start, MTN).attack(MTN, target=target)
        assert field.pos.factor(field.battle.attackers[0], target) == factor
        field = Field()


def test_the_column_follows_odds_and_shifts_and_its_chances_are_exact() -> None:
    """[OG-11.0.1b] [OG-11.0.9]"""
    field = Field()
    field.put(field.middle, T23).put(field.around[0], P8).put(field.around[3], P14)
    field.attack(P8, P14)
    columns = field.context.charts.combat.columns
    assert columns[column(field.pos, field.battle)] == field.column == 600
    assert sum(outlook(field.pos, field.battle).values()) == pytest.approx(1)


def test_a_phase_without_support_asks_for_none() -> None:
    """[OG-12.0d] [OG-13.0b]"""
    field = Field()
    assert not field.pos.ready("german", Kind.CAS)
    field.put(field.middle, T23).put(field.around[0], P8).form(P8).do(do.GoIn())
    assert field.asks() == "CombatRoll"
    assert not isinstance(field.state.top, Fighting)


def test_mountain_units_march_like_any_other() -> None:
    """[OG-16.0b]"""
    field = Field()
    target, start = open_at(field, "mountain")
    field.put(start, MTN, I132)
    costs = {field.pos.step_cost(U(unit), start, target) for unit in (MTN, I132)}
    assert len(costs) == 1

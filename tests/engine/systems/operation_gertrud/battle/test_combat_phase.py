"""The Combat Phase: announcing, forming, odds, and who has fought."""

from __future__ import annotations

import pytest

from engine.core.handler import Transition
from engine.systems.operation_gertrud import sequence
from engine.systems.operation_gertrud.actions import EndPhase
from engine.systems.operation_gertrud.battle import battle_actions as do
from engine.systems.operation_gertrud.battle.shifts import odds, strength
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    ATTACKED,
    DEFENDED,
    OUT,
    Fighting,
)
from maps.hexgrid import side_between
from oob.model import UnitId as U
from tests.engine.systems.operation_gertrud.battlefield import (
    I132,
    I183,
    M16,
    NZ,
    P8,
    P14,
    S58,
    S236,
    T8,
    T23,
    T24,
    T72,
    Field,
)


def test_nobody_must_attack_and_one_may_stop_at_any_time() -> None:
    """[OG-11.0a]"""
    field = Field()
    field.put(field.middle, T23).put(field.around[0], P8)
    assert field.kinds() == {"attack", "end phase"}
    field.do(EndPhase())
    assert field.state.active == ALLIED


def test_only_adjacent_enemies_are_attacked() -> None:
    """[OG-11.0a] [OG-11.0d] [OG-15.0e]"""
    field = Field()
    far = field.around[0].neighbour(0)
    field.put(field.middle, T23).put(far, P8)
    assert field.objections(do.DeclareAttack(field.middle)) == ["OG-11.0d"]
    assert field.objections(do.DeclareAttack(field.around[1])) == ["OG-15.0e"]


def test_one_attack_is_finished_before_the_next() -> None:
    """[OG-11.0b]"""
    field = Field()
    field.put(field.middle, T23).put(field.around[0], P8, P14)
    field.put(field.around[0].neighbour(0), T24)
    field.form(P8)
    assert field.objections(do.DeclareAttack(field.around[0].neighbour(0))) == ["OG-5.0b"]


def test_an_attack_can_be_called_off_until_support_is_committed() -> None:
    """[OG-11.0c]"""
    field = Field().ready("german-cas-1", "turkish-cas-1")
    field.put(field.middle, T23).put(field.around[0], P8)
    field.form(P8).do(do.CallOff())
    assert isinstance(field.state.top, Fighting)
    field.form(P8).do(do.GoIn())
    assert field.objections(do.CallOff()) == []
    field.do(do.Commit("german-cas-1"))
    assert field.objections(do.CallOff()) == ["OG-11.0c", "OG-11.0c"]
    field.do(do.Withhold())
    assert field.objections(do.CallOff()) == ["OG-5.0b"]


def test_attackers_come_from_any_of_the_six_neighbours() -> None:
    """[OG-11.0d] [OG-11.0f]"""
    field = Field()
    field.put(field.middle, T23)
    units = (P8, P14, M16, I132, I183, "german-125")
    for at, unit in zip(field.around, units, strict=True):
        field.put(at, unit)
    field.form(*units)
    assert field.battle.attackers == units


def test_a_stack_joins_at_once_and_units_may_be_left_out() -> None:
    """[OG-11.0f]"""
    field = Field()
    field.put(field.middle, T23).put(field.around[0], P8, I132).put(field.around[1], P14)
    field.form().do(do.AddStack(field.around[0]))
    assert field.battle.attackers == (P8, I132)
    assert field.objections(do.AddStack(field.around[0])) == ["OG-11.0d"]


def test_every_unit_in_the_hex_defends() -> None:
    """[OG-11.0f]"""
    field = Field()
    field.put(field.middle, T23, T24, T72).put(field.around[0], P8)
    field.attack(P8)
    assert field.battle.defenders == (T23, T24, T72)
    assert strength(field.pos, field.battle, field.battle.defenders) == 10


def test_soviets_attack_only_with_soviets() -> None:
    """[OG-11.0e]"""
    field = Field(side=ALLIED)
    field.put(field.middle, P8).put(field.around[0], S58, S236).put(field.around[2], NZ, T23)
    field.form(S58)
    assert field.objections(do.AddUnit(U(NZ))) == ["OG-11.0e"]
    field.do(do.AddUnit(U(S236)), do.CallOff())
    field.form(NZ, T23)
    assert field.objections(do.AddUnit(U(S58))) == ["OG-11.0e"]


def test_a_unit_joins_once_and_whole() -> None:
    """[OG-11.0g]"""
    field = Field()
    field.put(field.middle, T23).put(field.around[0], P8, I132)
    field.form(P8)
    assert field.objections(do.AddUnit(U(P8))) == ["OG-11.0g"]
    assert odds(field.pos, field.battle) == 100 * 10 // 4


def test_who_has_attacked_is_offered_no_attack() -> None:
    """Not even on a hex beside it that others may still attack (OG 11.0)."""
    field = Field()
    field.put(field.middle, T23).put(field.around[0], P8).put(field.around[1], P14)
    attack = do.DeclareAttack(field.middle)
    assert [*field.legal.of(U(P8))] == [*field.legal.of(U(P14))] == [attack]
    field.put(field.around[0], P8, marks=(ATTACKED,))
    assert not [*field.legal.of(U(P8))]
    assert [*field.legal.of(U(P14))] == [attack]


def test_an_attack_needs_a_unit() -> None:
    """[OG-11.0d]"""
    field = Field()
    field.put(field.middle, T23).put(field.around[0], P8)
    assert field.form().objections(do.GoIn()) == ["OG-11.0d"]


def test_odds_are_the_sums_in_per_cent() -> None:
    """[OG-11.0.1] [OG-2.5]"""
    field = Field()
    field.put(field.middle, T23, T72).put(field.around[0], P8, I132)
    assert odds(field.attack(P8, I132).pos, field.battle) == 283


def test_units_out_of_supply_count_half_each_rounded_down() -> None:
    """Reading 32. [OG-7.3b]"""
    field = Field()
    field.put(field.middle, T23).put(field.around[0], I132, I183, marks=[OUT])
    assert field.pos.out(U(I132)), "no path, or the test tells nothing"
    assert field.pos.factor(U(I132), field.middle) == 3
    assert odds(field.attack(I132, I183).pos, field.battle) == 150


def test_what_fought_is_marked_and_fights_no_second_time() -> None:
    """[OG-11.0.10] [OG-11.0.10b]"""
    field = Field()
    other = field.around[0].neighbour(1)
    field.put(field.middle, T23).put(field.around[0], P8, P14).put(other, T24)
    field.attack(P8).result("EX")
    assert ATTACKED in field.marks(P8)
    assert DEFENDED in field.marks(T23)
    assert ATTACKED not in field.marks(P14)
    assert field.objections(do.DeclareAttack(field.middle)) == ["OG-11.0.10"]
    field.do(do.DeclareAttack(other))
    assert field.objections(do.AddUnit(U(P8))) == ["OG-11.0d"]
    assert field.objections(do.AddUnit(U(P14))) == []


def test_the_marks_last_for_one_combat_phase() -> None:
    """Reading 7: who defended may attack in his own phase. [OG-11.0.10]"""
    field = Field()
    field.put(field.middle, T23).put(field.around[0], P8)
    field.attack(P8).result("EX")
    field.phase(Fighting, ALLIED)
    doing = Transition(field.state)
    sequence.fighting(ALLIED)(field.context, doing)
    field.take(doing.state)
    assert not field.marks(T23) & {ATTACKED, DEFENDED}
    field.do(do.DeclareAttack(field.around[0]))


def test_without_their_president_the_turks_do_not_attack() -> None:
    """[OG-17.1.1]"""
    field = Field(side=ALLIED).having(paralysed=2)
    field.put(field.middle, P8).put(field.around[0], T23, T8).put(field.around[1], NZ)
    field.do(do.DeclareAttack(field.middle))
    assert field.objections(do.AddUnit(U(T23))) == ["OG-11.0d"]
    assert field.objections(do.AddUnit(U(NZ))) == []


@pytest.mark.parametrize("kinds", [{"sea"}])
def test_no_attack_over_a_hexside_without_land(kinds: set[str]) -> None:
    """[OG-11.0d]"""
    field = Field()
    found = field.context.map.hexsides.items()
    pairs = [side.hexes for side, here in sorted(found) if here & kinds]
    dry = [pair for pair in pairs if set(pair) <= field.context.land]
    assert dry, "the board has such a hexside"
    for start, target in dry[:3]:
        field.put(start, P8).put(target, T23)
        assert field.objections(do.DeclareAttack(target)) == ["OG-11.0d"]
        field.put("reserve", P8, T23)


def test_a_mined_strait_is_closed_to_the_attacks_of_those_it_stops() -> None:
    """[OG-17.1.6]"""
    field = Field(side=ALLIED)
    mined = frozenset({side_between(field.hex("2709"), field.hex("2710"))})
    field.having(mined=mined)
    field.put("2709", P8).put("2710", T23, NZ).do(do.DeclareAttack(field.hex("2709")))
    assert field.objections(do.AddUnit(U(T23))) == ["OG-11.0d"]
    assert field.objections(do.AddUnit(U(NZ))) == []
    german = Field().having(mined=mined)
    german.put("2709", T23).put("2710", P8).form(P8, target=german.hex("2709"))
    assert german.battle.attackers == (P8,)

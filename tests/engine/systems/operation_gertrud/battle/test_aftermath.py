"""What results do: losses, retreats, the advance."""

from __future__ import annotations

import pytest

from engine.systems.operation_gertrud.battle import battle_actions as do
from engine.systems.operation_gertrud.battle.battles import Advancing, Losing, Retreating
from engine.systems.operation_gertrud.battle.retreats import exits
from engine.systems.operation_gertrud.state.records import ALLIED, DEAD, LOST, Fighting
from maps.hexgrid import Hex
from oob.model import UnitId as U
from tests.engine.systems.operation_gertrud.battlefield import (
    GD,
    I132,
    I183,
    M16,
    NZ,
    P8,
    P9,
    P14,
    S58,
    T8,
    T23,
    T24,
    T72,
    Field,
)


def fight(defenders: tuple[str, ...], attackers: tuple[str, ...] = (P8,), **steps: int) -> Field:
    """A battle for the open hex, attacked from one side."""
    field = Field()
    field.put(field.middle, *defenders, **steps)
    field.put(field.around[0], *attackers)
    return field.attack(*attackers)


def test_ae_eliminates_all_attackers() -> None:
    """[OG-11.0.9] [OG-2.7b]"""
    field = fight((T23, T24, T8, T72), (I132,)).result("AE")
    assert field.where(I132) == DEAD
    assert isinstance(field.state.top, Fighting)


def test_de_eliminates_all_defenders_and_lets_any_attacker_in() -> None:
    """[OG-11.3a] [OG-11.3b]"""
    field = fight((T23,), (P8, P14, I132)).result("DE")
    assert field.where(T23) == DEAD
    top = field.state.top
    assert isinstance(top, Advancing) and set(top.able) == {P8, P14, I132}
    field.do(do.Advance(U(I132)), do.EndAdvance())
    assert field.where(I132) == field.context.map.label(field.middle)
    assert field.objections(do.Advance(U(P8))) == ["OG-5.0b"]


def test_ex_takes_a_step_of_each_side_by_the_owner_s_choice() -> None:
    """[OG-2.7b]"""
    field = fight((T23, T24), (P8, I132)).result("EX")
    top = field.state.top
    assert isinstance(top, Losing) and top.side == "german"
    assert field.objections(do.TakeLoss(U(T23))) == ["OG-2.7b"]
    field.do(do.TakeLoss(U(I132)))
    top = field.state.top
    assert isinstance(top, Losing) and top.side == ALLIED
    field.do(do.TakeLoss(U(T24)))
    assert (field.steps(I132), field.steps(T24), field.steps(P8), field.steps(T23)) == (1, 1, 2, 2)


def test_a_reduced_unit_that_is_hit_is_eliminated() -> None:
    """[OG-2.7b] [OG-2.7a]"""
    field = fight((T23, T24), (I132,), steps=1).result("EX")
    field.do(do.TakeLoss(U(T23)))
    assert field.where(T23) == DEAD
    assert field.steps(I132) == 1


def test_the_last_defender_lost_lets_any_attacker_in() -> None:
    """[OG-11.3a]"""
    field = fight((T23,), (I132,), steps=1).result("EX")
    top = field.state.top
    assert isinstance(top, Advancing) and top.able == (I132,)


def test_dr_retreats_all_defenders_one_hex_of_their_choice() -> None:
    """[OG-11.1a] [OG-11.1d] [OG-9.5]"""
    field = fight((T23, T24), (P8, P14)).result("DR")
    top = field.state.top
    assert isinstance(top, Retreating) and top.side == ALLIED
    one, two = exits(field.pos, U(T23))[:2]
    field.do(do.RetreatTo((U(T23),), one), do.RetreatTo((U(T24),), two))
    assert field.state.pieces[U(T23)].at == one
    assert field.state.pieces[U(T24)].at == two


def test_a_stack_may_retreat_together() -> None:
    """[OG-11.1d]"""
    field = fight((T23, T24), (P8, P14)).result("DR")
    to = exits(field.pos, U(T23))[0]
    field.do(do.RetreatTo((U(T23), U(T24)), to))
    assert field.state.pieces[U(T23)].at == field.state.pieces[U(T24)].at == to


def test_example_grossdeutschland_is_motorized_and_follows_no_retreat() -> None:
    """Grossdeutschland is motorized and stays. [OG-11.4]"""
    field = fight((T23, T24), (P8, M16, GD)).result("DR")
    to = exits(field.pos, U(T23))[0]
    field.do(do.RetreatTo((U(T23), U(T24)), to))
    top = field.state.top
    assert isinstance(top, Advancing) and top.able == (P8,)
    assert field.objections(do.Advance(U(GD))) == ["OG-11.4"]
    assert field.objections(do.Advance(U(I132))) == ["OG-11.3a"]
    field.do(do.Advance(U(P8)))
    assert field.objections(do.Advance(U(P8))) == ["OG-11.3a"]


def test_an_advance_ignores_zones_and_obeys_stacking() -> None:
    """[OG-11.3a] [OG-6.0a]"""
    field = Field()
    field.put(field.middle, T23).put(field.middle.neighbour(2).neighbour(2), T8)
    six = (P8, P14, P9, I132, I183)
    field.put(field.around[0], *six).put(field.around[1], M16)
    field.attack(*six, M16).result("DE")
    for unit in six:
        field.do(do.Advance(U(unit)))
    assert field.objections(do.Advance(U(M16))) == ["OG-6.0a"]


def test_attackers_retreat_from_where_they_stand() -> None:
    """[OG-11.1a]"""
    field = Field()
    field.put(field.middle, T23, T24, T8).put(field.around[0], I132).put(field.around[2], I183)
    field.attack(I132, I183).result("AR")
    assert field.objections(do.RetreatTo((U(I132), U(I183)), field.around[1])) == ["OG-11.1d"]
    away = field.around[0].neighbour(0)
    field.do(do.RetreatTo((U(I132),), away))
    assert field.state.pieces[U(I132)].at == away


def test_a_retreat_never_enters_an_enemy_or_his_zone() -> None:
    """[OG-11.1b]"""
    field = Field()
    field.put(field.middle, T23).put(field.around[0], P8, P14)
    field.put(field.around[3].neighbour(3), I132)
    field.attack(P8, P14).result("DR")
    open_ = exits(field.pos, U(T23))
    assert field.around[0] not in open_
    assert not set(open_) & field.pos.zoc("german")
    assert field.objections(do.RetreatTo((U(T23),), field.around[3])) == ["OG-11.1b"]


def test_a_friend_in_the_hex_does_not_open_an_enemy_zone() -> None:
    """[OG-11.1b]"""
    field = Field()
    field.put(field.middle, T23).put(field.around[0], P8, P14)
    field.put(field.around[3].neighbour(3), I132).put(field.around[3], T24)
    field.attack(P8, P14).result("DR")
    assert field.around[3] not in exits(field.pos, U(T23))


def test_a_retreat_never_overstacks() -> None:
    """[OG-11.1b] [OG-6.0a]"""
    field = Field()
    field.put(field.middle, T23).put(field.around[0], P8, P14)
    full = (T24, T8, T72, "turkish-1", "turkish-61")
    field.put(field.around[3], *full)
    field.attack(P8, P14).result("DR")
    assert field.around[3] not in exits(field.pos, U(T23))


def test_soviets_and_turks_do_not_retreat_onto_each_other() -> None:
    """[OG-6.4] [OG-11.1b]"""
    field = Field()
    field.put(field.middle, T23).put(field.around[0], P8, P14).put(field.around[3], S58)
    field.attack(P8, P14).result("DR")
    assert field.around[3] not in exits(field.pos, U(T23))


def test_a_unit_without_a_retreat_is_eliminated() -> None:
    """[OG-11.1c]"""
    field = Field()
    field.put(field.middle, T23).put(field.around[0], P8, P14)
    field.put(field.around[2], I132).put(field.around[4], I183)
    field.attack(P8, P14).result("DR")
    assert field.where(T23) == DEAD
    assert LOST not in field.marks(T23)
    top = field.state.top
    assert isinstance(top, Advancing) and set(top.able) == {P8, P14}


def test_infantry_does_not_follow_defenders_who_died_for_want_of_a_retreat() -> None:
    """A DR is no DE, though nobody gets away. [OG-11.4] [OG-11.3a]"""
    field = Field()
    field.put(field.middle, T23).put(field.around[0], P8, I132)
    field.put(field.around[2], I183).put(field.around[4], M16)
    field.attack(P8, I132).result("DR")
    assert field.where(T23) == DEAD
    top = field.state.top
    assert isinstance(top, Advancing) and top.able == (P8,)
    assert field.objections(do.Advance(U(I132))) == ["OG-11.4"]
    infantry = Field()
    infantry.put(infantry.middle, T23).put(infantry.around[0], I132, GD)
    infantry.put(infantry.around[2], I183).put(infantry.around[4], M16)
    infantry.attack(I132, GD).result("DR")
    assert infantry.asks() == "Fighting", "nobody may advance"


def test_a_defender_who_retreats_by_choice_and_cannot_lets_armor_in_alone() -> None:
    """[OG-11.4]"""
    field = Field()
    field.put(field.middle, T23).put(field.around[0], P8, I132)
    field.put(field.around[2], I183).put(field.around[4], M16)
    field.attack(P8, I132).result("DL")
    field.do(do.FallBack())
    top = field.state.top
    assert isinstance(top, Advancing) and top.able == (P8,)


def test_any_attacker_follows_when_the_result_eliminates_the_last_defender() -> None:
    """[OG-11.3a]"""
    field = Field()
    field.put(field.middle, T23, steps=1).put(field.around[0], P8, I132)
    field.attack(P8, I132).result("DX")
    top = field.state.top
    assert isinstance(top, Advancing) and set(top.able) == {P8, I132}


def test_a_unit_driven_off_the_map_is_lost_for_good() -> None:
    """[OG-9.2d]"""
    field = Field()
    edge = next(
        at
        for at in sorted(field.context.land)
        if any(n not in field.context.map.terrain for n in at.neighbours())
        and len(field.context.fronts[at]) > 2
        and field.context.map.terrain[at] == "clear"
    )
    near = field.context.fronts[edge]
    for at, unit in zip(near, (P8, P14, P9, I132, I183, M16), strict=False):
        field.put(at, unit)
    field.put(edge, T72)
    field.attack(P8, P14, target=edge).result("DR")
    assert field.where(T72) == DEAD
    assert LOST in field.marks(T72)


def test_the_airborne_division_retreats_through_zones() -> None:
    """[OG-8.2] [OG-11.1b]"""
    field = Field(side=ALLIED)
    field.put(field.middle, "german-7-fl", steps=1).put(field.around[0], NZ, T23)
    field.put(field.around[2], T24).put(field.around[4], T8)
    assert exits(field.pos, U("german-7-fl"))


def test_dl_lets_the_defender_choose_to_stay() -> None:
    """[OG-11.1a]"""
    field = fight((T23, T24, T72), (P8, P14)).result("DL").do(do.TakeLoss(U(T72)))
    assert field.kinds() == {"fall back", "stand fast"}
    field.do(do.StandFast())
    assert field.where(T23) == field.context.map.label(field.middle)
    assert isinstance(field.state.top, Fighting)


def test_dl_lets_the_defender_choose_to_go() -> None:
    """[OG-11.1a]"""
    field = fight((T23, T24, T72), (P8, P14)).result("DL").do(do.TakeLoss(U(T72)), do.FallBack())
    assert isinstance(field.state.top, Retreating)


def test_an_advance_may_be_declined() -> None:
    """[OG-11.3b]"""
    field = fight((T23,), (P8, P14)).result("DE").do(do.EndAdvance())
    assert not field.pos.at.get(field.middle)


@pytest.mark.parametrize("count", [1, 3])
def test_retreating_units_are_those_that_must(count: int) -> None:
    """[OG-11.1a]"""
    field = fight((T23, T24, T72)[:count], (P8, P14, P9)).result("DR")
    nowhere = Hex(0, 0)
    assert "OG-11.1a" in field.objections(do.RetreatTo((U(P8),), nowhere))
    assert "OG-11.1b" in field.objections(do.RetreatTo((U(T23),), nowhere))
    assert "OG-11.1a" in field.objections(do.RetreatTo((), nowhere))


def test_who_retreats_onto_others_closes_their_hex() -> None:
    """All units of a hex would have to defend together. [OG-11.0.10] [OG-11.0f]"""
    field = Field()
    refuge = field.around[3]
    far = refuge.neighbour(3)
    field.put(field.middle, T23).put(refuge, T24).put(field.around[0], P8, P14)
    field.attack(P8, P14).result("DR").do(do.RetreatTo((U(T23),), refuge), do.EndAdvance())
    field.put(far, P9)
    assert field.objections(do.DeclareAttack(refuge)) == ["OG-11.0.10"]

"""Paradrops: where, what they must attack, who loses, who lands."""

from __future__ import annotations

from engine.systems.operation_gertrud.actions import EndPhase, Move, Paradrop
from engine.systems.operation_gertrud.battle import battle_actions as do
from engine.systems.operation_gertrud.battle.shifts import odds
from engine.systems.operation_gertrud.state.records import (
    DEAD,
    DEFENDED,
    DROPPING,
    GERMAN,
    INTERDICTED,
    MOVED,
    OFF_MAP,
    Fighting,
    Moving,
)
from maps.hexgrid import Hex
from oob.model import UnitId as U
from tests.engine.systems.operation_gertrud.battlefield import (
    I132,
    P8,
    P14,
    T8,
    T23,
    T24,
    Field,
)

FL = "german-7-fl"
KOMMANDO = "german-kommando"


def dropped(*defenders: str, friends: tuple[str, ...] = (), steps: int = 2) -> Field:
    """The Flieger in the air over the open hex, friends next to it."""
    field = Field("early_1941")
    field.put(OFF_MAP, FL, steps=steps).put(field.middle, *defenders)
    field.put(field.around[0], *friends)
    field.phase(Moving, GERMAN).do(Paradrop(U(FL), field.middle))
    field.phase(Fighting, GERMAN)
    return field


def test_a_drop_goes_anywhere_in_turkey_and_takes_the_whole_move() -> None:
    """[OG-15.0a]"""
    field = Field("early_1941").put(OFF_MAP, FL)
    field.phase(Moving, GERMAN)
    sofia = field.hex("3003")
    assert field.objections(Paradrop(U(FL), sofia)) == ["OG-15.0a"]
    assert field.objections(Paradrop(U(P8), field.hex("2416"))) == ["OG-15.0a"]
    field.do(Paradrop(U(FL), field.hex("2416")))
    assert field.where(FL) == DROPPING
    assert "OG-15.0a" in field.objections(Paradrop(U(FL), field.hex("2416")))


def test_the_kommando_drops_like_the_airborne_division() -> None:
    """[OG-2.6b] [OG-15.0a]"""
    field = Field("late_1941").put("2611", KOMMANDO)
    field.phase(Moving, GERMAN)
    assert {a.unit for a in field.legal.family("paradrop")} == {KOMMANDO}
    field.do(Paradrop(U(KOMMANDO), field.middle))
    assert field.where(KOMMANDO) == DROPPING
    field.phase(Fighting, GERMAN)
    assert field.objections(EndPhase()) == ["OG-15.0b"]
    field.attack().result("DE")
    assert field.state.pieces[U(KOMMANDO)].at == field.middle


def test_the_first_drop_of_the_kommando_is_the_raid() -> None:
    """[OG-17.0a] [OG-2.6b]"""
    field = Field("late_1941").put(OFF_MAP, KOMMANDO).having(turn=1, raid="", raided=False)
    field.phase(Moving, GERMAN)
    assert field.objections(Paradrop(U(KOMMANDO), field.middle)) == ["OG-15.0a"]


def test_an_interdicted_or_moved_kommando_does_not_drop() -> None:
    """[OG-15.0a] [OG-13.7d]"""
    for mark in (MOVED, INTERDICTED):
        field = Field().put("2611", KOMMANDO, marks=[mark]).phase(Moving, GERMAN)
        assert field.objections(Paradrop(U(KOMMANDO), field.middle)) == ["OG-15.0a"]


def test_two_units_that_drop_on_one_hex_fight_for_it_together() -> None:
    """[OG-15.0b] [OG-15.0d]"""
    field = Field("early_1941").put(OFF_MAP, FL).put("2611", KOMMANDO)
    field.put(field.middle, T23, T24)
    field.phase(Moving, GERMAN)
    field.do(Paradrop(U(FL), field.middle), Paradrop(U(KOMMANDO), field.middle))
    field.phase(Fighting, GERMAN).form().do(do.GoIn())
    assert set(field.battle.attackers) == set(field.battle.droppers) == {FL, KOMMANDO}
    field.result("EX").do(do.TakeLoss(U(KOMMANDO)), do.TakeLoss(U(T23)))
    assert (field.where(FL), field.where(KOMMANDO)) == (DEAD, DEAD), "an enemy is left"
    assert field.objections(EndPhase()) == []


def test_a_drop_ignores_terrain_and_enemies() -> None:
    """[OG-15.0a]"""
    field = dropped(T23)
    assert field.state.drops == {FL: field.middle}


def test_a_dropped_unit_must_attack_its_hex() -> None:
    """[OG-15.0b]"""
    field = dropped()
    assert field.objections(EndPhase()) == ["OG-15.0b"]
    (duty,) = field.rules.duties(field.state)
    assert duty.units == (FL,) and duty.places == (field.middle,)
    field.attack().result("DE")
    assert field.objections(EndPhase()) == []


def test_an_empty_hex_defends_with_one_and_loses_nothing() -> None:
    """[OG-15.0c]"""
    field = dropped()
    field.form().do(do.GoIn())
    assert odds(field.pos, field.battle) == 800
    field.result("DX")
    assert field.state.pieces[U(FL)].at == field.middle


def test_results_against_the_attacker_apply_in_an_empty_hex() -> None:
    """[OG-15.0c]"""
    field = dropped(steps=1)
    field.form().do(do.GoIn()).result("EX")
    assert field.where(FL) == DEAD
    assert field.state.drops == {}


def test_friends_next_to_an_empty_drop_hex_may_help() -> None:
    """[OG-15.0e]"""
    field = dropped(friends=(P8,))
    field.form(P8).do(do.GoIn())
    assert field.battle.attackers == (FL, P8)
    field.result("DE")
    assert field.state.pieces[U(P8)].at == field.around[0]


def test_without_a_drop_nobody_attacks_an_empty_hex() -> None:
    """[OG-15.0e]"""
    field = Field()
    field.put(field.around[0], P8)
    assert field.objections(do.DeclareAttack(field.middle)) == ["OG-15.0e"]


def test_the_drop_fights_together_with_adjacent_friends() -> None:
    """[OG-15.0d]"""
    field = dropped(T23, T24, friends=(P8,))
    field.form(P8).do(do.GoIn())
    assert odds(field.pos, field.battle) == 100 * 18 // 8


def test_the_drop_loses_first() -> None:
    """[OG-15.0d]"""
    field = dropped(T23, T24, T8, friends=(P8,))
    field.form(P8).do(do.GoIn()).result("EX")
    assert (field.steps(FL), field.steps(P8)) == (1, 2)
    field.do(do.TakeLoss(U(T23)))
    assert field.where(FL) == DEAD


def test_losses_that_hit_all_alike_hit_all() -> None:
    """[OG-15.0d]"""
    field = dropped(T23, T24, T8, "turkish-1", "turkish-61", steps=1)
    field.form().do(do.GoIn()).result("AE")
    assert field.where(FL) == DEAD


def test_the_drop_takes_a_vacated_hex_even_after_a_retreat() -> None:
    """[OG-15.0f]"""
    field = dropped(T23, friends=(P8, P14))
    field.form(P8, P14).do(do.GoIn()).result("DR")
    away = next(at for at in field.around if not field.objections(do.RetreatTo((U(T23),), at)))
    field.do(do.RetreatTo((U(T23),), away), do.EndAdvance())
    assert field.state.pieces[U(FL)].at == field.middle


def test_defenders_can_retreat_from_under_a_drop() -> None:
    """The unit in the air holds no zone. [OG-15.0f] [OG-11.1b]"""
    field = dropped(T23)
    assert field.middle.neighbours() == field.around
    assert not field.pos.zoc(GERMAN)


def test_a_drop_among_enemies_who_stay_is_lost() -> None:
    """[OG-15.0f]"""
    field = dropped(T23, T24, friends=(P8, I132))
    field.form(P8, I132).do(do.GoIn()).result("DL")
    field.do(do.TakeLoss(U(T23)), do.StandFast())
    assert field.where(FL) == DEAD


def test_support_helps_a_drop() -> None:
    """[OG-15.0g]"""
    field = dropped(T23, T24).ready("german-cas-1")
    field.form().do(do.GoIn(), do.Commit("german-cas-1"))
    assert field.battle.air_attack == "german-cas-1"


def test_an_airborne_unit_on_the_ground_is_like_any_other() -> None:
    """[OG-15.0h] [OG-2.6b]"""
    field = Field("early_1941")
    field.put(field.around[0], FL).put(field.middle, T23)
    field.attack(FL).result("EX")
    assert field.steps(FL) == 1
    field.phase(Moving, GERMAN)
    to = field.around[0].neighbour(0)
    assert isinstance(to, Hex)
    field.do(Move(U(FL), to))
    assert field.state.pieces[U(FL)].at == to


def test_a_drop_is_made_even_on_units_that_have_just_been_attacked() -> None:
    """Compulsory goes before not twice. [OG-15.0b] [OG-11.0.10]"""
    field = dropped(T23)
    field.put(field.middle, T23, marks=[DEFENDED])
    assert field.objections(EndPhase()) == ["OG-15.0b"]
    assert field.objections(do.DeclareAttack(field.middle)) == []


def test_a_dropping_unit_counts_in_the_stack_from_the_end_of_movement() -> None:
    """[OG-6.0a] [OG-15.0a]"""
    field = Field("early_1941").put(OFF_MAP, FL)
    five = (P8, P14, I132, "german-183", "german-125")
    field.put(field.around[0], *five)
    field.phase(Moving, GERMAN).do(Paradrop(U(FL), field.middle))
    for unit in five[:4]:
        field.do(Move(U(unit), field.middle))
    assert field.objections(Move(U(five[4]), field.middle)) == ["OG-6.0a"]

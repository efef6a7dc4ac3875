"""Fire: ledgers, shots, targets, barrage, defensive and offensive fire."""

from __future__ import annotations

from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    DEAD,
    DISPERSED,
    Beachhead,
)
from maps.hexgrid import Hex
from oob.model import UnitId as U
from tests.engine.systems.balkan_gambit.desk import Desk

B5, B50, B12, G297, GEN = (
    U("british-5"),
    U("british-50"),
    U("british-12"),
    U("german-297"),
    U("german-generic-1"),
)


def fed(desk: Desk) -> Desk:
    """Put the Western Allies into supply everywhere: a marker on every hex they stand in."""
    hexes = {at for at, units in desk.pos.at.items() if any(u.startswith("brit") for u in units)}
    return desk.having(beachheads={at: Beachhead(open=True) for at in sorted(hexes)})


def rules_of(desk: Desk, shooter: str, target: str) -> dict[str, int]:
    """The ledger of a shot by rule, without the printed factor."""
    lines = desk.rules.forecast(desk.state, do.Fire(U(shooter), U(target)))
    return {line.rule: line.value for line in lines[1:]}


def clash(target: Hex | None = None, origin: Hex | None = None, *, tac: bool = False) -> Desk:
    """One British division in supply attacks one German division in supply."""
    desk = Desk()
    start, middle, _ = desk.row()
    desk.put(origin or start, B5).put(target or middle, G297)
    return fed(desk).attack(origin or start, target or middle, B5, tac=tac)


def test_a_battle_runs_through_its_steps_once() -> None:
    """[BG-12.2.0] [BG-12.4b] [BG-12.2.3a] [BG-12.2.5a]"""
    desk = Desk()
    start, middle, _ = desk.row()
    desk.put(start, B5, B12).put(middle, G297)
    fed(desk).attack(start, middle, B5, B12)
    seen = []
    for shooter, target, faces in ((B12, G297, (10,)), (G297, B5, (1, 10)), (B5, G297, (1, 10))):
        if desk.asks() == "BreakOffCall":
            seen.append(desk.asks())
            desk.do(do.PressOn())
        seen.append(desk.asks())
        desk.fire(shooter, target, *faces[: 1 if shooter == B5 else 2])
    seen.append(desk.asks())
    desk.do(do.Retreat(G297))
    seen.append(desk.asks())
    desk.do(next(iter(desk.legal)))
    seen.append(desk.asks())
    desk.do(do.EndAdvance())
    assert seen == [
        "Barrage",
        "DefensiveFire",
        "BreakOffCall",
        "OffensiveFire",
        "RetreatCall",
        "Retreating",
        "Advancing",
    ]
    assert desk.asks() == "Commanding"


def test_a_shot_hits_at_its_number_or_less() -> None:
    """[BG-12.3a] [BG-12.4a] [BG-2.12c]"""
    for face, steps in ((4, 1), (5, 2)):
        desk = clash()
        assert desk.to_hit(G297, B5) == 4
        desk.do(do.Fire(G297, B5))
        node = desk.rules.chance(desk.state)
        assert node is not None and node.rule == "BG-12.3a"
        assert node.meanings == ("hit",) * 4 + ("miss",) * 6
        desk.roll(face)
        assert desk.steps(B5) == steps


def test_divisions_fire_twice_and_all_others_once() -> None:
    """[BG-2.12e] [BG-12.3b] [BG-2.12f]"""
    desk = Desk(side=AXIS)
    start, middle, _ = desk.row()
    desk.put(start, G297, GEN).put(start, "german-173", steps=1)
    desk.put(middle, "yugoslav-partisan-1", "yugoslav-partisan-2")
    desk.attack(start, middle, G297, GEN, "german-173")
    top = desk.battle
    assert top.shots == ("yugoslav-partisan-1", "yugoslav-partisan-2")
    desk.fire("yugoslav-partisan-1", G297, 10).fire("yugoslav-partisan-2", GEN, 10)
    shots = desk.battle.shots
    assert sorted(shots) == sorted([G297, G297, GEN, "german-173"])


def test_each_shot_names_firer_and_target_before_the_die() -> None:
    """[BG-12.3c] [BG-12.3b] [BG-12.2.3a]"""
    desk = Desk(side=AXIS)
    start, middle, _ = desk.row()
    desk.put(start, G297, "german-173").put(middle, B5)
    desk.having(tac_used=2).attack(start, middle, G297, "german-173")
    assert {(a.unit, a.at) for a in desk.legal.family("fire") if isinstance(a, do.Fire)} == {
        (B5, G297),
        (B5, U("german-173")),
    }
    desk.do(do.Fire(B5, G297))
    assert desk.objections(do.Fire(B5, U("german-173"))) == ["BG-5.2b"]
    desk.roll(1).fire(B5, "german-173", 1)
    assert desk.steps(G297) == desk.steps("german-173") == 1
    assert desk.asks() == "BreakOffCall"


def test_a_hit_brigade_or_reduced_division_dies() -> None:
    """[BG-2.12d] [BG-12.4a]"""
    desk = Desk(side=AXIS).having(tac_used=2)
    start, middle, _ = desk.row()
    desk.put(start, GEN).put(start, G297, steps=1).put(middle, B5)
    desk.attack(start, middle, GEN, G297).fire(B5, GEN, 1)
    assert desk.at(GEN) == DEAD
    assert desk.objections(do.Fire(B5, GEN)) == ["BG-12.3c"]
    desk.fire(B5, G297, 1)
    assert desk.at(G297) == DEAD and desk.steps(G297) == 0


def test_a_unit_out_of_shots_fires_no_more() -> None:
    """[BG-12.3b]"""
    desk = Desk(side=AXIS)
    start, middle, _ = desk.row()
    desk.put(start, G297).put(middle, "yugoslav-partisan-1", "yugoslav-partisan-2")
    desk.attack(start, middle, G297).fire("yugoslav-partisan-1", G297, 10)
    assert desk.objections(do.Fire(U("yugoslav-partisan-1"), G297)) == ["BG-12.3b"]


def test_corps_support_is_screened_by_the_front_line() -> None:
    """[BG-12.5a]"""
    desk = Desk(side=AXIS).having(tac_used=2)
    start, middle, _ = desk.row()
    desk.put(start, "german-1-armor").put(middle, "british-21", "british-12")
    fed(desk).attack(start, middle, "german-1-armor")
    desk.fire("british-21", "german-1-armor", 10).fire("british-12", "german-1-armor", 10)
    armor = U("german-1-armor")
    assert desk.objections(do.Fire(armor, U("british-12"))) == ["BG-12.5a"]
    desk.fire(armor, "british-21", 1)
    assert desk.objections(do.Fire(armor, U("british-12"))) == []
    desk.fire(armor, "british-12", 1)
    assert desk.here(DEAD) == {"british-21", "british-12"}


def test_the_barrage_fires_one_die_first_at_the_front_line() -> None:
    """[BG-12.2.2] [BG-12.4a]"""
    desk = Desk()
    start, middle, _ = desk.row()
    desk.put(start, B5, B12).put(middle, G297, GEN)
    fed(desk).attack(start, middle, B5, B12)
    assert desk.asks() == "Barrage"
    assert desk.battle.shots == (B12,)
    desk.fire(B12, GEN, 5)
    assert desk.at(GEN) == DEAD
    assert desk.asks() == "DefensiveFire"
    assert list(desk.battle.shots) == [G297, G297]


def test_a_barrage_that_leaves_nobody_clears_the_hex() -> None:
    """[BG-12.7a] [BG-12.2.2]"""
    desk = Desk()
    start, middle, _ = desk.row()
    desk.put(start, B5, B12).put(middle, GEN)
    fed(desk).attack(start, middle, B5, B12).fire(B12, GEN, 1)
    assert desk.asks() == "Advancing"


def test_support_fires_the_barrage_but_no_second_time() -> None:
    """[BG-12.2.5a]"""
    desk = Desk()
    start, middle, _ = desk.row()
    desk.put(start, B5, B12).put(middle, GEN)
    fed(desk).attack(start, middle, B5, B12).fire(B12, GEN, 10).fire(GEN, B5, 10)
    assert desk.battle.shots == (B5, B5)


def test_unsupplied_support_never_fires() -> None:
    """[BG-9.5a]"""
    desk = Desk()
    start, middle, _ = desk.row()
    desk.put(start, B5, B12).put(middle, GEN).attack(start, middle, B5, B12)
    assert desk.asks() == "DefensiveFire"
    desk = Desk(side=AXIS).having(tac_used=2).put(start, GEN).put(middle, B5, B12)
    desk.attack(start, middle, GEN)
    assert desk.battle.shots == (B5, B5)
    desk = fed(Desk(side=AXIS).having(tac_used=2).put(start, GEN).put(middle, B5, B12))
    desk.attack(start, middle, GEN)
    assert desk.battle.shots == (B5, B5, B12)


def test_support_pays_for_terrain_but_not_for_rivers() -> None:
    """[BG-12.12c] [BG-12.2.2] [BG-12.12a]"""
    desk = Desk()
    origin, target = desk.border("clear", "river", region="Greece")
    desk.put(origin, B5, B12).put(target, G297)
    fed(desk).attack(origin, target, B5, B12)
    assert desk.to_hit(B12, G297) == 5
    assert rules_of(desk, B5, G297) == {"BG-12.12a": -1}
    desk = Desk()
    origin, target = desk.border("rough")
    desk.put(origin, B5, B12).put(target, G297)
    fed(desk).attack(origin, target, B5, B12)
    assert desk.to_hit(B12, G297) == 4


def test_terrain_lowers_attackers_and_never_defenders() -> None:
    """[BG-12.12a] [BG-12.12b]"""
    for terrain, loss in (("clear", 0), ("rough", 1), ("mountain", 2)):
        desk = Desk()
        origin, target = desk.border(terrain)
        desk.put(origin, B5).put(target, G297)
        fed(desk).attack(origin, target, B5)
        assert desk.to_hit(G297, B5) == 4
        desk.fire(G297, B5, 10, 10)
        assert desk.to_hit(B5, G297) == 5 - loss


def test_a_river_does_not_lower_the_defence() -> None:
    """[BG-12.12b]"""
    desk = Desk()
    origin, target = desk.border("clear", "river", region="Greece")
    desk.put(origin, B5).put(target, G297)
    fed(desk).attack(origin, target, B5)
    plain = -1 if G297 in desk.battle.unsupplied else 0
    assert desk.to_hit(G297, B5) == 4 + plain


def test_supply_counts_in_attack_and_defence_as_it_was_when_the_battle_began() -> None:
    """[BG-9.5b] [BG-9.5c] [BG-9.2a]"""
    desk = Desk()
    start, middle, _ = desk.row()
    desk.put(start, B5).put(middle, G297).attack(start, middle, B5)
    assert B5 in desk.battle.unsupplied
    desk.fire(G297, B5, 10, 10)
    assert rules_of(desk, B5, G297) == {"BG-9.5b": -1}
    fed(desk)
    assert rules_of(desk, B5, G297) == {"BG-9.5b": -1}
    desk = Desk(side=AXIS).having(tac_used=2).put(start, G297).put(middle, B5)
    desk.attack(start, middle, G297)
    assert rules_of(desk, B5, G297) == {"BG-9.5c": -1}


def test_tac_helps_attackers_and_defenders_but_not_support() -> None:
    """[BG-12.2.3c] [BG-12.2.5b] [BG-12.11a]"""
    desk = Desk()
    start, middle, _ = desk.row()
    desk.put(start, B5, "british-21", B12).put(middle, G297)
    fed(desk).attack(start, middle, B5, "british-21", B12, tac=True)
    assert desk.to_hit(B12, G297) == 5
    desk.fire(B12, G297, 10).fire(G297, B5, 10, 10)
    assert desk.to_hit(B5, G297) == 6
    assert desk.to_hit("british-21", G297) == 3, "no division, and attacking"
    desk = fed(Desk(side=AXIS).put(start, G297).put(middle, B5, B12, "british-21"))
    desk.attack(start, middle, G297).do(do.UseTac())
    assert (desk.to_hit(B5, G297), desk.to_hit(B12, G297)) == (6, 5)
    assert desk.to_hit("british-21", G297) == 4, "in defence all units have it"


def coastal(side: str = ALLIED) -> tuple[Desk, Hex, Hex]:
    """A clear coastal hex of Greece without a town, and a neighbour."""
    desk = Desk(side=side)
    origin, target = desk.border("clear", coast=True, region="Greece")
    return desk, origin, target


def test_naval_support_helps_on_the_coast_but_not_support_nor_partisans() -> None:
    """[BG-12.2.5c] [BG-12.2.3d] [BG-13.4b] [BG-12.11a]"""
    desk, origin, target = coastal()
    desk.put(origin, B5, B12).put(target, G297).having(naval=target)
    fed(desk).attack(origin, target, B5, B12, tac=True)
    assert desk.to_hit(B12, G297) == 5
    desk.fire(B12, G297, 10).fire(G297, B5, 10, 10)
    assert desk.to_hit(B5, G297) == 7, "naval and TAC add"
    desk, origin, target = coastal(AXIS)
    desk.put(origin, G297).put(target, B5, B12).having(naval=target, tac_used=2)
    fed(desk).attack(origin, target, G297)
    assert (desk.to_hit(B5, G297), desk.to_hit(B12, G297)) == (6, 5)
    desk, origin, target = coastal()
    desk.put(origin, "greek-guerrilla-partisan-1").put(target, G297).having(naval=target)
    desk.attack(origin, target, "greek-guerrilla-partisan-1").fire(
        G297, "greek-guerrilla-partisan-1", 10, 10
    )
    assert rules_of(desk, "greek-guerrilla-partisan-1", G297) == {}


def test_the_axis_never_has_naval_support() -> None:
    """[BG-13.2a]"""
    desk, origin, target = coastal()
    desk.put(origin, B5).put(target, G297).having(naval=target)
    fed(desk).attack(origin, target, B5)
    assert "BG-12.2.3d" not in rules_of(desk, G297, B5)


def test_an_improved_position_lowers_allied_attackers_only() -> None:
    """[BG-7.12c]"""
    desk = Desk()
    start, middle, _ = desk.row()
    desk.put(start, B5, B12).put(middle, G297).having(improved=frozenset({middle}))
    fed(desk).attack(start, middle, B5, B12)
    assert rules_of(desk, B12, G297) == {"BG-7.12c": -1}
    desk.fire(B12, G297, 10)
    assert rules_of(desk, G297, B5) == {}
    desk.fire(G297, B5, 10, 10)
    assert rules_of(desk, B5, G297) == {"BG-7.12c": -1}
    desk = Desk(side=AXIS).put(start, G297).put(middle, "yugoslav-partisan-1")
    desk.having(improved=frozenset({middle})).attack(start, middle, G297)
    desk.fire("yugoslav-partisan-1", G297, 10)
    assert rules_of(desk, G297, "yugoslav-partisan-1") == {}


def test_a_number_of_zero_cannot_hit_but_can_be_hit() -> None:
    """[BG-12.11b] [BG-12.11a]"""
    desk = Desk()
    origin, target = desk.border("mountain")
    desk.put(origin, "greek-guerrilla-partisan-1").put(target, G297)
    guerrilla = "greek-guerrilla-partisan-1"
    desk.attack(origin, target, guerrilla)
    desk.fire(G297, guerrilla, 10, 10)
    assert desk.asks() == "Commanding", "2 - 2 fires no shot"
    desk = Desk("1943", side=AXIS).put(origin, G297).put(target, guerrilla)
    desk.attack(origin, target, G297)
    assert desk.to_hit(guerrilla, G297) == 2


def test_concentrated_partisans_fire_and_dispersed_ones_do_not() -> None:
    """[BG-12.2.3b] [BG-12.14a] [BG-12.15f]"""
    desk = Desk(side=AXIS)
    start, middle, _ = desk.row()
    desk.put(start, G297).put(middle, "yugoslav-partisan-1")
    desk.put(middle, "yugoslav-partisan-2", mode=DISPERSED)
    desk.attack(start, middle, G297)
    battle = desk.battle
    assert battle.defenders == battle.shots == ("yugoslav-partisan-1",)
    assert desk.to_hit("yugoslav-partisan-1", G297) == 3


def test_an_extra_hit_denies_the_retreat() -> None:
    """[BG-12.9a]"""
    desk = Desk()
    start, middle, _ = desk.row()
    desk.put(start, B5).put(middle, GEN)
    fed(desk).attack(start, middle, B5).fire(GEN, B5, 10).fire(B5, GEN, 1)
    assert desk.asks() == "OffensiveFire"
    before = desk.state
    desk.fire(B5, GEN, 1)
    assert desk.asks() == "Advancing"
    assert desk.told("extra hit")
    desk.state = before
    desk.fire(B5, GEN, 10)
    assert desk.asks() == "RetreatCall"
    desk.state = before
    desk.do(do.CeaseFire())
    assert desk.asks() == "RetreatCall"


def test_no_extra_hit_on_partisans() -> None:
    """[BG-12.9a]"""
    desk = Desk(side=AXIS)
    start, middle, _ = desk.row()
    desk.put(start, G297).put(middle, "yugoslav-partisan-1").attack(start, middle, G297)
    desk.fire("yugoslav-partisan-1", G297, 10).fire(G297, "yugoslav-partisan-1", 1)
    assert desk.asks() == "RetreatCall"


def test_nobody_ceases_fire_while_a_defender_stands() -> None:
    """[BG-12.2.5a]"""
    desk = clash()
    desk.fire(G297, B5, 10, 10)
    assert desk.objections(do.CeaseFire()) == ["BG-12.2.5a"]

"""Retreats, displaced partisans, overstacked hexes."""

from __future__ import annotations

from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    DEAD,
    DISPERSED,
    Beachhead,
    Overstacked,
)
from maps.hexgrid import Hex, distance
from oob.model import UnitId as U
from tests.engine.systems.balkan_gambit.desk import Desk

B5, G297, GEN = U("british-5"), U("german-297"), U("german-generic-1")
YP1 = U("yugoslav-partisan-1")


def driven(*enemies: str, blocked: int = 0, desk: Desk | None = None) -> Desk:
    """Defenders that have declared a retreat before a British division."""
    desk = desk or Desk()
    start, middle, _ = desk.row()
    desk.put(start, B5).put(middle, *enemies)
    desk.having(beachheads={start: Beachhead(open=True)})
    ring = [near for near in middle.neighbours() if near in desk.context.land and near != start]
    for number, near in enumerate(ring[:blocked], 1):
        desk.put(near, f"yugoslav-partisan-{number}")
    desk.attack(start, middle, B5)
    while desk.asks() == "DefensiveFire":
        desk.fire(desk.battle.shots[0], B5, 10)
    return desk.fire(B5, enemies[0], 1, 10)


def ring_of(desk: Desk) -> list[Hex]:
    """Land hexes next to the attacked hex but the attacker's."""
    battle = desk.battle
    return [
        near
        for near in battle.target.neighbours()
        if near in desk.context.land and near != battle.origin
    ]


def options(desk: Desk) -> set[Hex]:
    """Hexes a retreat may go to."""
    return {a.target for a in desk.legal if isinstance(a, do.RetreatTo)}


def test_a_force_retreats_one_hex_as_a_stack_and_for_free() -> None:
    """[BG-12.8.4] [BG-12.8.5] [BG-12.8.7] [BG-12.2.8] [BG-12.8.10]"""
    desk = driven(G297, GEN)
    cp = desk.state.cp
    desk.do(do.Retreat(G297))
    target = desk.battle.target
    goals = options(desk)
    assert goals and all(distance(target, at) == 1 for at in goals)
    goal = min(goals)
    assert desk.objections(do.RetreatTo((G297,), goal)) == ["BG-12.8.4"]
    desk.do(do.RetreatTo((G297, GEN), goal))
    assert desk.at(G297) == desk.at(GEN) == goal
    assert desk.state.cp == cp
    assert desk.state.pieces[G297].marks == frozenset()


def test_an_empty_hex_comes_before_a_friendly_one() -> None:
    """[BG-12.8.3]"""
    desk = driven(G297)
    ring = ring_of(desk)
    desk.put(ring[0], "german-generic-2")
    desk.do(do.Retreat(G297))
    assert ring[0] not in options(desk)
    assert desk.objections(do.RetreatTo((G297,), ring[0])) == ["BG-12.8.3"]
    desk = driven(G297)
    for number, at in enumerate(ring, 2):
        desk.put(at, f"german-generic-{number}")
    desk.do(do.Retreat(G297))
    assert options(desk) == set(ring)


def test_a_retreat_never_overstacks() -> None:
    """[BG-12.8.2]"""
    desk = driven(G297)
    ring = ring_of(desk)
    fillers = iter(
        [u for u in desk.context.units if u.startswith(("italian", "bulgarian", "croatian"))]
    )
    for at in ring[1:]:
        desk.put(at, next(fillers), next(fillers), next(fillers))
    desk.put(ring[0], "german-generic-2", "german-generic-3")
    desk.do(do.Retreat(G297))
    assert options(desk) == {ring[0]}


def test_a_stack_splits_only_when_it_must() -> None:
    """[BG-12.8.4] [BG-12.8.10]"""
    desk = driven(G297, GEN)
    ring = ring_of(desk)
    fillers = iter(
        [u for u in desk.context.units if u.startswith(("italian", "bulgarian", "croatian"))]
    )
    for at in ring:
        desk.put(at, next(fillers), next(fillers))
    desk.do(do.Retreat(G297))
    assert desk.objections(do.RetreatTo((G297, GEN), ring[0])) == ["BG-12.8.2"]
    desk.do(do.RetreatTo((G297,), ring[0]), do.RetreatTo((GEN,), ring[1]))
    assert desk.at(G297) == ring[0] and desk.at(GEN) == ring[1]


def border_stack(*units: str) -> tuple[Desk, Hex, Hex, Hex]:
    """Units in a Croatian hex that have declared a retreat: the hex, a Croatian one with a friend
    in it, and an empty one outside Croatia; all others are held by enemies.
    """
    desk = Desk()
    croatia = set(desk.context.zone_hexes["Croatia"])
    for at in sorted(croatia - desk.context.cities):
        ring = [n for n in at.neighbours() if desk.pos.can_step(G297, at, n)]
        inside = [n for n in ring if n in croatia and n not in desk.context.places]
        outside = [n for n in ring if n not in croatia and n not in desk.context.places]
        if len(inside) > 1 and outside and at not in desk.context.coast:
            break
    origin, friendly = inside[:2]
    desk.put(at, *units).put(origin, B5).put(friendly, "german-generic-2")
    shut = [n for n in ring if n not in (origin, friendly, outside[0])]
    for number, near in enumerate(shut, 1):
        desk.put(near, f"yugoslav-partisan-{number}")
    desk.having(beachheads={origin: Beachhead(open=True)}).attack(origin, at, B5)
    while desk.asks() == "DefensiveFire":
        desk.fire(desk.battle.shots[0], B5, 10)
    desk.fire(B5, units[0], 1, 10).do(do.Retreat(U(units[0])))
    return desk, at, friendly, outside[0]


def test_a_stack_splits_when_only_one_of_it_has_an_empty_hex() -> None:
    """Who may enter the empty hex must; the other goes to the friend. [BG-12.8.3] [BG-12.8.4]"""
    cro = U("croatian-cro-1")
    desk, _, friendly, empty = border_stack(G297, cro)
    assert desk.objections(do.RetreatTo((G297, cro), friendly)) == ["BG-12.8.1"]
    assert desk.objections(do.RetreatTo((G297,), friendly)) == ["BG-12.8.1"]
    assert desk.objections(do.RetreatTo((cro,), empty)) == ["BG-12.8.1"]
    desk.do(do.RetreatTo((G297,), empty), do.RetreatTo((cro,), friendly))
    assert (desk.at(G297), desk.at(cro)) == (empty, friendly)


def test_what_can_stay_together_in_a_split_does() -> None:
    """[BG-12.8.4]"""
    cro = U("croatian-cro-1")
    desk, _, _, empty = border_stack(G297, GEN, cro)
    assert desk.objections(do.RetreatTo((G297,), empty)) == ["BG-12.8.4"]
    desk.do(do.RetreatTo((G297, GEN), empty))
    assert desk.at(G297) == desk.at(GEN) == empty


def test_a_hex_with_dispersed_enemies_is_not_entirely_empty() -> None:
    """It neither bars the friendly hex nor is barred. [BG-12.8.3] [BG-12.8.12]"""
    desk = driven(G297, blocked=3)
    ring = ring_of(desk)
    desk.put(ring[3], "german-generic-2")
    for number, at in enumerate(ring[4:], 4):
        desk.put(at, f"yugoslav-partisan-{number}", mode=DISPERSED)
    desk.do(do.Retreat(G297))
    assert options(desk) == set(ring[3:])


def test_one_unit_may_not_take_the_last_way_out_of_another() -> None:
    """[BG-12.8.10]"""
    desk = driven(G297, "bulgarian-7", desk=Desk("1944"))
    ring = ring_of(desk)
    assert all(desk.context.within(at, "Croatia") for at in ring), "closed to Bulgarians"
    fillers = iter([u for u in desk.context.units if u.startswith(("croatian", "ss", "slovene"))])
    for at in ring[2:]:
        desk.put(at, next(fillers), next(fillers), next(fillers))
    for at in ring[:2]:
        desk.put(at, next(fillers), next(fillers))
    desk.do(do.Retreat(G297), do.RetreatTo((G297,), ring[0]))
    assert desk.objections(do.RetreatTo((U("bulgarian-7"),), ring[0])) == ["BG-12.8.2"]
    desk.do(do.RetreatTo((U("bulgarian-7"),), ring[1]))
    assert desk.asks() == "Advancing"


def test_no_retreat_into_or_through_the_enemy() -> None:
    """[BG-12.8.1]"""
    desk = driven(G297, blocked=3)
    ring = ring_of(desk)
    desk.do(do.Retreat(G297))
    assert options(desk) == set(ring[3:])
    assert desk.objections(do.RetreatTo((G297,), ring[0])) == ["BG-12.8.1"]


def test_no_retreat_over_hexsides_closed_to_movement() -> None:
    """[BG-12.8.1] [BG-11.5c]"""
    desk = Desk()
    at = desk.hex("1335")
    origin = next(
        near
        for near in at.neighbours()
        if near in desk.context.land and desk.pos.can_step(B5, near, at)
    )
    desk.put(at, GEN).put(origin, B5)
    closed = {
        n for n in at.neighbours() if n in desk.context.land and not desk.pos.can_step(GEN, at, n)
    }
    assert closed
    desk.attack(origin, at, B5)
    desk.fire(GEN, B5, 10).fire(B5, GEN, 1).do(do.CeaseFire())
    if desk.asks() == "RetreatCall":
        desk.do(do.Retreat(GEN))
        assert not options(desk) & closed


def test_without_a_way_out_there_is_no_retreat() -> None:
    """[BG-12.8.6]"""
    desk = Desk()
    start, middle, _ = desk.row()
    desk = driven(G297, blocked=6)
    assert desk.asks() == "Commanding"
    assert desk.at(G297) == middle and desk.steps(G297) == 1
    assert start != middle


def test_a_retreated_unit_defends_again_in_its_new_hex() -> None:
    """[BG-12.8.8]"""
    desk = driven(G297).do(do.Retreat(G297))
    goal = max(options(desk))
    desk.do(do.RetreatTo((G297,), goal), do.EndAdvance())
    near = next(
        at
        for at in goal.neighbours()
        if at in desk.context.land and not desk.pos.at.get(at) and desk.pos.can_step(B5, at, goal)
    )
    desk.put(near, "british-50").attack(near, goal, "british-50")
    assert desk.asks() == "DefensiveFire"
    assert set(desk.battle.defenders) == {G297}


def test_concentrated_partisans_retreat_one_hex_like_regulars() -> None:
    """[BG-12.8.11] [BG-12.15f]"""
    desk = Desk(side=AXIS)
    start, middle, _ = desk.row()
    desk.put(start, G297).put(middle, YP1, "yugoslav-partisan-2")
    desk.attack(start, middle, G297)
    desk.fire(YP1, G297, 10).fire("yugoslav-partisan-2", G297, 10)
    desk.fire(G297, YP1, 1).fire(G297, "yugoslav-partisan-2", 10).do(do.Retreat(YP1))
    assert all(distance(middle, at) == 1 for at in options(desk))


def test_collaborators_forced_out_of_their_zone_are_eliminated() -> None:
    """[BG-11.3b]"""
    desk = Desk()
    cro = U("croatian-cro-1")
    croatia = set(desk.context.zone_hexes["Croatia"])
    at, inside = Hex(0, 0), list[Hex]()
    for at in sorted(croatia):
        ring = [
            n for n in at.neighbours() if n in desk.context.land and desk.pos.can_step(cro, at, n)
        ]
        inside = [n for n in ring if n in croatia]
        if len(inside) < len(ring) and len(inside) > 1 and at not in desk.context.cities:
            break
    origin, *others = inside
    desk.put(at, cro).put(origin, B5)
    for number, near in enumerate(others, 1):
        desk.put(near, f"yugoslav-partisan-{number}")
    desk.having(beachheads={origin: Beachhead(open=True)}).attack(origin, at, B5)
    desk.fire(cro, B5, 10).fire(B5, cro, 1).do(do.CeaseFire(), do.Retreat(cro))
    goals = options(desk)
    assert goals and not goals & croatia
    desk.do(do.RetreatTo((cro,), min(goals)))
    assert desk.at(cro) == DEAD
    assert "BG-11.3b" in desk.rules_told()


def test_others_may_be_forced_into_a_closed_country_and_must_leave_it() -> None:
    """[BG-11.5a]"""
    desk = Desk("1944")
    bul = U("bulgarian-22")
    closed = set(desk.context.zone_hexes["Albania"]) | set(desk.context.zone_hexes["Croatia"])
    at, home = Hex(0, 0), list[Hex]()
    for at in sorted(set(desk.context.zone_hexes["Serbia"])):
        ring = [
            n for n in at.neighbours() if n in desk.context.land and desk.pos.can_step(bul, at, n)
        ]
        home = [n for n in ring if n not in closed]
        if len(home) > 1 and len(home) < len(ring) and at not in desk.context.places:
            break
    origin, *others = home
    desk.put(at, bul).put(origin, B5)
    for number, near in enumerate(others, 1):
        desk.put(near, f"yugoslav-partisan-{number}")
    desk.having(beachheads={origin: Beachhead(open=True)}).attack(origin, at, B5)
    desk.fire(bul, B5, 10).fire(B5, bul, 1).do(do.CeaseFire(), do.Retreat(bul))
    goals = options(desk)
    assert goals and goals <= closed
    desk.do(do.RetreatTo((bul,), min(goals)))
    assert desk.steps(bul) == 1 and desk.at(bul) in closed
    desk.turn_of(AXIS).do(do.EndPhase())
    assert desk.at(bul) == DEAD


def test_11_5_and_12_8_1_a_closed_country_is_as_good_a_retreat_as_any_other() -> None:
    """11.5 permits it outright; nobody has to choose it over a friend's hex. [BG-11.5a]
    [BG-12.8.1] [BG-12.8.3]
    """
    bul = U("bulgarian-22")

    def beaten(friend: bool) -> tuple[Desk, Hex, Hex]:
        desk = Desk("1944")
        closed = set(desk.context.zone_hexes["Albania"]) | set(desk.context.zone_hexes["Croatia"])
        for at in sorted(desk.context.zone_hexes["Serbia"]):
            ring = [n for n in at.neighbours() if n in desk.context.land]
            ring = [n for n in ring if desk.pos.can_step(bul, at, n)]
            home = [n for n in ring if n not in closed]
            if len(home) > 1 and len(home) < len(ring) and at not in desk.context.places:
                break
        origin, refuge = home[:2]
        far = next(n for n in ring if n in closed)
        desk.put(at, bul).put(origin, B5)
        rest = [n for n in ring if n not in (origin, refuge, far)]
        for number, near in enumerate(rest, 1):
            desk.put(near, f"yugoslav-partisan-{number}")
        if friend:
            desk.put(refuge, "german-297")
        desk.having(beachheads={origin: Beachhead(open=True)}).attack(origin, at, B5)
        desk.fire(bul, B5, 10).fire(B5, bul, 1).do(do.CeaseFire(), do.Retreat(bul))
        return desk, refuge, far

    for friend in (False, True):
        desk, refuge, far = beaten(friend)
        assert options(desk) == {refuge, far}
    desk.do(do.RetreatTo((bul,), far)).turn_of(AXIS).do(do.EndPhase())
    assert desk.at(bul) == DEAD, "and who does not leave it in his next turn dies"


def test_dispersed_partisans_make_way_for_a_retreat() -> None:
    """[BG-12.8.12] [BG-12.14c] [BG-11.3.3]"""
    desk = driven(G297, blocked=6)
    desk = Desk()
    desk = driven(G297, desk=desk)
    goal = ring_of(desk)[0]
    desk.put(goal, YP1, mode=DISPERSED).do(do.Retreat(G297))
    assert goal in options(desk)
    desk.do(do.RetreatTo((G297,), goal))
    assert desk.asks() == "Displacing"
    assert desk.rules.question(desk.state).side == ALLIED
    assert desk.objections(do.Stay(YP1)) == ["BG-12.8.12"]
    assert desk.objections(do.Displace(U("yugoslav-partisan-2"), goal)) == ["BG-12.8.12"]
    spots = {a.target for a in desk.legal.family("displace") if isinstance(a, do.Displace)}
    assert spots and all(distance(at, goal) == 1 for at in spots)
    desk.do(do.Displace(YP1, min(spots)))
    assert desk.at(YP1) == min(spots)


def test_partisans_without_a_hex_to_displace_to_are_eliminated() -> None:
    """[BG-12.8.12]"""
    desk = driven(G297)
    goal = ring_of(desk)[0]
    desk.put(goal, YP1, mode=DISPERSED)
    spare = iter([u for u in desk.context.units if u.startswith(("italian", "bulgarian"))])
    for near in goal.neighbours():
        if near in desk.context.land and near not in (desk.battle.target, desk.battle.origin):
            desk.put(near, next(spare))
    desk.put(desk.battle.target, "german-generic-2")
    desk.do(do.Retreat(G297))
    assert goal in options(desk), "it is the only one without friends"
    desk.do(do.RetreatTo((G297,), goal))
    assert desk.at(YP1) == DEAD


def test_an_overstacked_hex_loses_the_fewest_units_for_good() -> None:
    """[BG-10.4a] [BG-10.4b] [BG-8.3.4]"""
    desk = Desk(side=AXIS)
    start, middle, _ = desk.row()
    desk.put(middle, GEN, "german-generic-2", "german-generic-3", "german-generic-4")
    desk.ask(*desk.state.flow, Overstacked(AXIS, middle))
    assert desk.objections(do.RemoveOverstack(B5)) == ["BG-10.4a"]
    desk.do(do.RemoveOverstack(GEN))
    assert desk.asks() == "Commanding"
    assert desk.at(GEN) == DEAD
    spot = desk.at("german-generic-2")
    assert isinstance(spot, Hex)
    desk.put(spot, G297)
    assert "BG-8.3.2" in desk.objections(do.Reclaim(GEN, start))


def test_only_surplus_support_is_removed_when_only_support_is_in_excess() -> None:
    """[BG-10.4a] [BG-10.3.B]"""
    desk = Desk()
    _, middle, _ = desk.row()
    desk.put(middle, B5, "british-12", "british-14")
    desk.ask(*desk.state.flow, Overstacked(ALLIED, middle))
    assert desk.objections(do.RemoveOverstack(B5)) == ["BG-10.4a"]
    desk.do(do.RemoveOverstack(U("british-14")))
    assert desk.asks() == "Commanding"


def test_only_surplus_line_units_are_removed_when_they_are_in_excess() -> None:
    """The fewest units: taking the support away would not help [BG-10.4a]."""
    desk = Desk()
    _, middle, _ = desk.row()
    desk.put(middle, B5, "british-50", "british-57", "british-33", "british-12")
    desk.ask(*desk.state.flow, Overstacked(ALLIED, middle))
    assert desk.objections(do.RemoveOverstack(U("british-12"))) == ["BG-10.4a"]
    desk.do(do.RemoveOverstack(B5))
    assert desk.asks() == "Commanding"

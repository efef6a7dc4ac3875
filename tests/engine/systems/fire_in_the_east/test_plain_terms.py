"""Plain terms: heavy equipment of cadres, administrative movement by ground, siege guns."""

from __future__ import annotations

from engine.systems.europa.combat.battles import Battle
from engine.systems.europa.combat.strength import attack_lines
from engine.systems.europa.movement.reach import admin_march, march
from engine.systems.europa.state.constants import ALLIED, AXIS
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import FOOT, PANZER, RIFLES, WholeFront

WARSAW = "1B:3731"


def test_a_cadre_has_heavy_equipment_only_by_its_type() -> None:
    """[FE-3E.3] Infantry divisions have it, their cadres do not; those of panzer divisions do."""
    context = WholeFront().context
    seven = UnitId("german-217-infantry-xx")
    assert [context.facts(seven, steps).heavy for steps in (2, 1)] == [True, False]
    tanks = UnitId(PANZER)
    assert context.facts(tanks, 1).cadre
    types = context.charts.capabilities.of(context.units[tanks].type)
    assert context.facts(tanks, 1).heavy is types.heavy


def test_administrative_movement_is_half_as_much_again_over_clear_ground_and_roads() -> None:
    """[FE-6B.1] [FE-6B.2] Farther than a march; other ground and hexsides along roads alone."""
    game = WholeFront(4).put(WARSAW, FOOT)
    unit, context = UnitId(FOOT), game.context
    afoot, far = march(game.pos, unit).reach.cost, admin_march(game.pos, unit)
    assert max(far.reach.cost.values()) > max(afoot.values())
    for at in far.targets:
        before = far.reach.path(at)[-2]
        plain = context.terrain_at(at) == "clear"
        sides = context.sides(before, at) & {"river", "major_river"}
        assert at in context.roads.get(before, ()) or (plain and not sides)


def test_administrative_movement_in_the_arctic_keeps_to_roads() -> None:
    """[FE-6B.6]"""
    game = WholeFront(4, ALLIED)
    context = game.context
    at = next(
        at
        for at in sorted(context.roads)
        if game.pos.zone_of(at) == "A"
        and game.pos.owner_of(at) == ALLIED
        and not any(game.pos.zone_of(n) != "A" for n in context.near((at,), 6) & context.land)
    )
    game.put(context.map.label(at), RIFLES)
    found = admin_march(game.pos, UnitId(RIFLES))
    assert found.targets
    for to in found.targets:
        assert to in context.roads[found.reach.path(to)[-2]]


def test_siege_guns_are_doubled_at_major_cities() -> None:
    """[FE-14B1.1] And count as they are elsewhere."""
    game = WholeFront(4)
    guns = next(
        u
        for u, unit in game.context.units.items()
        if unit.nation == "german" and unit.type == "siege artillery"
    )
    factors = {}
    for place in ("1B:3512", "1B:3610"):
        target = game.at(place)
        near = game.context.fronts[target][0]
        game.put(game.context.map.label(near), guns, FOOT).put(place, RIFLES)
        battle = Battle(AXIS, target, (guns, UnitId(FOOT)), (UnitId(RIFLES),))
        line = next(line for line in attack_lines(game.pos, battle) if line.unit == guns)
        factors[place] = [factor.topic for factor in line.factors]
    assert "siege artillery" in factors["1B:3512"] and "siege artillery" not in factors["1B:3610"]

"""The Arctic: halved ratings, no cavalry, attacks that take resource points (FE-30)."""

from __future__ import annotations

from engine.core.handler import Transition
from engine.rules.combat.actions import AddUnit, DeclareAttack, GoIn
from engine.systems.europa.movement.move_actions import Move
from engine.systems.europa.movement.reach import march
from engine.systems.europa.state.constants import HALF, Ability, Phase
from engine.systems.europa.state.records import Fighting
from engine.systems.fire_in_the_east import sequence
from engine.systems.fire_in_the_east.state.arctic import SLOWED
from engine.systems.fire_in_the_east.state.context import ARCTIC
from maps.hexgrid import Hex, distance
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import (
    ALLIED,
    AXIS,
    FOOT,
    RIFLES,
    WholeFront,
)
from tests.engine.systems.fire_in_the_east.test_resource_points import lying, piled

RIFLE = UnitId(RIFLES)


def border(game: WholeFront) -> tuple[Hex, Hex, Hex, Hex]:
    """Four Soviet hexes in a row along roads: two south of the Arctic, two in it."""
    context = game.context
    roads, cold = context.roads, context.arctic
    ours = game.pos.owned(ALLIED)
    return next(
        (a, b, c, d)
        for b in sorted(ours - cold)
        for c in roads.get(b, ())
        if c in cold and c in ours
        for a in roads[b]
        if a not in cold and a in ours and a != c
        for d in roads[c]
        if d in cold and d in ours and d != b
    )


def marching(unit: UnitId, at: Hex, game: WholeFront) -> WholeFront:
    """A clear Soviet movement phase with one unit in a hex."""
    return game.weather("clear").put(game.context.map.label(at), unit)


def test_ratings_are_halved_in_the_arctic() -> None:
    """[FE-30.1] But those of mountain and ski troops."""
    game = WholeFront(4, ALLIED)
    south, edge, north, _ = border(game)
    whole = marching(RIFLE, south, game).pos.left(RIFLE)
    assert marching(RIFLE, north, game).pos.left(RIFLE) == whole // 2
    hardy = next(u for u in game.context.hardy if u.startswith("soviet") and "ski" in u)
    assert game.context.facts(hardy, 1).mountain
    rating = game.context.facts(hardy, 1).move * HALF
    assert marching(hardy, north, game).pos.left(hardy) == rating
    assert edge not in game.context.arctic


def test_who_enters_has_what_is_left_halved() -> None:
    """[FE-30.1] Step by step or at once; and goes on with half his rating when he leaves again."""
    game = WholeFront(4, ALLIED)
    south, edge, north, beyond = border(game)
    marching(RIFLE, south, game)
    reach = march(game.pos, RIFLE).reach.cost
    road = 1 * HALF
    assert (reach[edge], reach[north], reach[beyond]) == (road, 2 * road, 4 * road)
    whole = game.pos.left(RIFLE)
    game.do(Move(RIFLE, north))
    assert game.pos.left(RIFLE) == (whole - 2 * road) // 2
    assert SLOWED in game.pos.piece(RIFLE).marks
    assert march(game.pos, RIFLE).reach.cost[beyond] == road
    game.do(Move(RIFLE, edge))
    assert game.pos.left(RIFLE) == (whole - 2 * road) // 2 - road
    work = Transition(game.state)
    sequence.open_slot(game.context, work, Phase.COMBAT, ALLIED)
    assert SLOWED not in work.state.pieces[RIFLE].marks


def test_no_cavalry_operates_in_the_arctic() -> None:
    """[FE-30.3] It neither marches nor retreats there."""
    game = WholeFront(4, ALLIED)
    _, edge, north, _ = border(game)
    rider = next(u for u in sorted(game.context.riders) if u.startswith("soviet"))
    assert Ability.CAVALRY in game.context.facts(rider, 1).abilities
    marching(rider, edge, game)
    assert game.objections(Move(rider, north)) == ["FE-30.3"]
    barred = game.pos.cannot_enter(rider, north)
    assert barred is not None and barred.rule == "FE-30.3"
    assert north in game.pos.barred_to(rider) and north not in game.pos.barred_to(RIFLE)


def assault(points: int, *units: UnitId) -> tuple[WholeFront, Hex, Hex]:
    """A Soviet combat phase in the Arctic with resource points beside the attackers."""
    game = WholeFront(4, ALLIED).weather("clear")
    _, _, here, target = border(game)
    label = game.context.map.label
    game.put(label(here), *units).put(label(target), FOOT).own(AXIS, label(target))
    game.phase(Fighting, ALLIED)
    if points:
        piled(game, label(here), points)
    return game, here, target


def test_an_attack_in_the_arctic_takes_a_resource_point() -> None:
    """[FE-30.5] One for each attack, however many take part; without one nobody attacks."""
    game, here, target = assault(2, RIFLE)
    game.do(DeclareAttack(target), AddUnit(RIFLE), GoIn())
    assert lying(game) == {game.context.map.label(here): 1}
    assert game.told("attack paid")
    bare, _, target = assault(0, RIFLE)
    assert bare.objections(DeclareAttack(target)) == ["FE-30.5"]
    assert "attack" not in bare.kinds()


def test_south_of_the_arctic_attacks_take_nothing() -> None:
    """[FE-30.5] The hex that is attacked counts."""
    game = WholeFront(4, ALLIED).weather("clear")
    south, edge, north, _ = border(game)
    label = game.context.map.label
    game.put(label(north), RIFLE).put(label(edge), FOOT).own(AXIS, label(edge))
    game.phase(Fighting, ALLIED)
    assert game.context.weather_zone(edge) != ARCTIC == game.context.weather_zone(north)
    assert south and not game.objections(DeclareAttack(edge))
    game.do(DeclareAttack(edge), AddUnit(RIFLE), GoIn())
    assert not game.told("attack paid")


def test_all_attackers_trace_to_the_same_point() -> None:
    """[FE-30.5] Who traces to another heap alone stays out: an enemy zone lies between them."""
    game, here, target = assault(1, RIFLE)
    label = game.context.map.label
    others = [
        at
        for at in sorted(game.context.fronts[target])
        if at != here and at in game.pos.owned(ALLIED)
    ]
    apart = max(others, key=lambda at: distance(at, here))
    mate = next(
        unit
        for unit, row in game.context.units.items()
        if row.nation == "soviet" and row.type == "infantry" and row.size.value == "XX"
        and unit != RIFLE and not game.pos.piece(unit).hex
    )  # fmt: skip
    game.put(label(apart), mate)
    piled(game, label(apart), 1)
    shut = {at: frozenset({at}) for at in (here, apart)}
    game.pos.known[("overland to", here, ALLIED)] = _only(game, shut[here])
    game.pos.known[("overland to", apart, ALLIED)] = _only(game, shut[apart])
    assert game.pos.bars_attack(mate, target) is None
    barred = game.pos.bars_joint_attack(mate, (RIFLE,))
    assert barred is not None and barred.rule == "FE-30.5"


def _only(game: WholeFront, hexes: frozenset[Hex]) -> int:
    """The bits of some hexes: as far as a heap of resource points reaches."""
    return game.context.supply_graph.bits.mask(hexes)

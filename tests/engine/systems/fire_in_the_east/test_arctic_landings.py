"""Who lands or drops in the Arctic may be paid for where he began (FE-30.6)."""

from __future__ import annotations

from engine.core.handler import Transition
from engine.rules.combat.actions import AddUnit, DeclareAttack, GoIn
from engine.systems.europa.air.carrying import dropping
from engine.systems.europa.state.constants import ALLIED, AXIS, DISRUPTED, LANDED
from engine.systems.europa.state.records import Fighting
from engine.systems.fire_in_the_east.sea.records import Arrival
from engine.systems.fire_in_the_east.sea.shipping import cargo
from engine.systems.fire_in_the_east.state.records import AirEast, SeaEast, Stock
from maps.hexgrid import Hex, distance
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import FOOT, North
from tests.engine.systems.fire_in_the_east.eastern_air import EastAir
from tests.engine.systems.fire_in_the_east.eastern_sea import DESTROYERS, MURMANSK, WholeSea

PARAS, NAVAL = UnitId("soviet-201-parachute-x"), UnitId("soviet-2-rifle-x-nvl")
BASE, RIFLE = "6A:2119", UnitId("soviet-8-rifle-x")


def apart(game: North, start: str, *, coast: bool = False) -> tuple[str, str]:
    """A Soviet hex of the Arctic far from some other, and one beside it for the enemy."""
    context, away = game.context, game.at(start)
    cold = context.arctic & frozenset(context.country("USSR"))
    hexes = cold & context.coastal - frozenset(context.ports) if coast else cold
    found = next(
        (at, near)
        for at in sorted(hexes, key=lambda one: (-distance(one, away), one))
        if at not in context.cities
        for near in context.fronts[at]
        if near in cold and near not in context.cities
    )
    return context.map.label(found[0]), context.map.label(found[1])


def heap(game: North, at: str, points: int) -> None:
    """Soviet resource points, in one hex alone, as combat begins."""
    game.having(resources={game.at(at): Stock(ALLIED, points)} if points else {})
    game.phase(Fighting, ALLIED)


def lying(game: North) -> dict[str, int]:
    """The resource points by the number of their hex."""
    found = game.state.resources.items()
    return {game.context.map.label(at): stock.amount for at, stock in found}


def dropped(points: int, *more: UnitId) -> tuple[EastAir, Hex]:
    """Parachutists who took off from an airbase stand beside an enemy, with others."""
    game = EastAir(4, ALLIED).weather("clear").put(BASE, PARAS)
    here, enemy = apart(game, BASE)
    work: Transition[AirEast] = game.transition()
    dropping.come_down(game.pos, work, PARAS, game.at(here))
    marks = work.state.pieces[PARAS].marks - {DISRUPTED}
    game.take(work.state.with_piece(PARAS, marks=marks))
    game.put(enemy, FOOT).own(AXIS, enemy).put(here, *more)
    heap(game, BASE, points)
    return game, game.at(enemy)


def test_a_point_at_the_airbase_of_departure_lets_parachutists_attack() -> None:
    """[FE-30.6] Where no line leads to it; it is spent as they attack."""
    game, enemy = dropped(2)
    assert not game.pos.payers(PARAS)
    assert DeclareAttack(enemy) in list(game.legal)
    game.do(DeclareAttack(enemy), AddUnit(PARAS), GoIn())
    assert lying(game) == {BASE: 1} and game.told("attack paid")
    bare, enemy = dropped(0)
    assert bare.objections(DeclareAttack(enemy)) == ["FE-30.5"]


def test_who_marched_there_takes_no_part_on_their_point() -> None:
    """[FE-30.6] [FE-30.5] With a point in reach of all, one pays for the whole attack."""
    game, enemy = dropped(2, RIFLE)
    game.do(DeclareAttack(enemy), AddUnit(PARAS))
    assert "FE-30.5" in game.objections(AddUnit(RIFLE))
    near, _ = apart(game, BASE)
    heap(game, near, 2)
    game.do(DeclareAttack(enemy), AddUnit(PARAS), AddUnit(RIFLE), GoIn())
    assert lying(game) == {near: 1}


def test_a_point_in_the_port_of_departure_pays_for_a_landing() -> None:
    """[FE-30.6] It is the port that counts: who was taken from a beach has none."""
    for start, told in ((MURMANSK, True), ("beach", False)):
        game = WholeSea(4, ALLIED)
        beach, enemy = apart(game, MURMANSK, coast=True)
        other = next(at for at in sorted(game.context.coastal) if at not in game.context.seas.ports)
        label = game.context.map.label(other) if start == "beach" else start
        game.put(label, NAVAL).moor(beach, DESTROYERS, port=False)
        game.put(enemy, FOOT).own(AXIS, enemy)
        frame = Arrival(ALLIED, game.at(label), game.at(beach), ((NAVAL, (DESTROYERS,)),), ())
        work: Transition[SeaEast] = Transition(game.state)
        work.state = work.state.pushed(frame)
        cargo.arrive(game.pos, frame, work)
        game.take(work.state)
        assert LANDED in game.pos.piece(NAVAL).marks
        heap(game, label, 1)
        if not told:
            assert game.objections(DeclareAttack(game.at(enemy))) == ["FE-30.5"]
            continue
        game.do(DeclareAttack(game.at(enemy)), AddUnit(NAVAL), GoIn())
        assert not lying(game)

"""Brandenburgers: out of zones of control, through them in retreat, guiding others (FE-14H)."""

from __future__ import annotations

from engine.core.handler import Transition
from engine.systems.europa.combat import battle_actions as fight
from engine.systems.europa.combat import retreats
from engine.systems.europa.combat.battles import Battle
from engine.systems.europa.movement.move_actions import Move, SlipAway
from engine.systems.europa.movement.reach import toll_of
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, HALF
from engine.systems.europa.state.records import Fighting
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import FOOT, RIFLES, WholeFront

COMMANDO = UnitId("german-i-800-para-cmdo-ii-br")
ONE, TWO = UnitId("german-11-infantry-xx"), UnitId("german-21-infantry-xx")
FRIENDS = UnitId("german-58-infantry-xx")
FIELD = "1B:3610"


def zoned() -> WholeFront:
    """A commando and infantry beside a Soviet division that has a full zone."""
    game = WholeFront(5)
    beside = game.context.fronts[game.at(FIELD)][0]
    return game.put(FIELD, COMMANDO, FOOT).put(game.context.map.label(beside), RIFLES)


def out_of(game: WholeFront) -> Hex:
    """A hex beside the commando's that lies in the zone as well."""
    zone = game.pos.zoc(ALLIED)
    near = game.context.fronts[game.at(FIELD)]
    return next(at for at in near if at in zone and not game.pos.enemies(at, AXIS))


def test_a_commando_leaves_a_zone_at_no_cost_by_a_die() -> None:
    """[FE-14H.1] Also into the next hex of the zone; who fails pays, and stays if he cannot."""
    for face, free in ((4, True), (5, False)):
        game = zoned()
        to = out_of(game)
        extra = toll_of(game.pos, COMMANDO).of(game.at(FIELD), to)
        assert extra, "a full zone costs points"
        afoot = game.pos.left(COMMANDO)
        game.do(SlipAway(COMMANDO, to)).roll(face)
        assert game.pos.piece(COMMANDO).at == to
        paid = afoot - game.pos.left(COMMANDO)
        price = paid if free else paid - extra
        assert price > 0 and (paid == price) is free
    game = zoned()
    to = out_of(game)
    game.having(spent={COMMANDO: game.pos.allowance(COMMANDO) - 2 * HALF})
    game.do(SlipAway(COMMANDO, to)).roll(6)
    assert game.pos.piece(COMMANDO).at == game.at(FIELD)
    assert game.objections(Move(COMMANDO, to)) == ["FE-6.9"], "it has ended its movement"


def test_nobody_else_slips_and_it_is_offered_to_a_commando() -> None:
    """[FE-14H.1] In every game: it is no option here."""
    game = zoned()
    assert game.objections(SlipAway(UnitId(FOOT), out_of(game))) == ["FE-14H.1"]
    assert {action.who()[0] for action in game.legal.family("slip away")} == {COMMANDO}


def surrounded(*units: UnitId) -> WholeFront:
    """The example of the rule: units with one way back, to friends in Soviet zones of control, as
    the Soviets' attack makes them retreat.
    """
    game = WholeFront(5, ALLIED)
    label, fronts = game.context.map.label, game.context.fronts
    centre = game.at(FIELD)
    back, *around = fronts[centre]
    assert len(around) == 5
    game.put(FIELD, *units).put(label(back), FRIENDS)
    rifles = [u for u in game.context.units if "rifle-xx" in u and u.startswith("soviet")]
    for at, unit in zip(around, rifles, strict=False):
        game.put(label(at), unit)
    game.phase(Fighting, ALLIED)
    battle = Battle(ALLIED, centre, tuple(map(UnitId, rifles[:5])), units)
    transition = Transition(game.state)
    retreats.withdraw(game.context, transition, battle, AXIS, units)
    game.state = transition.state
    return game


def back_of(game: WholeFront) -> Hex:
    """The hex of the friends."""
    return game.context.fronts[game.at(FIELD)][0]


def test_example_a_commando_guides_a_division_out_and_another_is_caught() -> None:
    """[FE-14H.2] [FE-14H.3] One passes at full strength, the other is a cadre after it."""
    game = surrounded(ONE, TWO, COMMANDO)
    assert game.kinds() == {"retreat to"}
    game.do(fight.RetreatTo((COMMANDO,), back_of(game))).roll(3)
    game.do(fight.RetreatTo((ONE,), back_of(game))).roll(4)
    game.do(fight.RetreatTo((TWO,), back_of(game))).roll(5)
    pieces = [game.pos.piece(unit) for unit in (COMMANDO, ONE, TWO)]
    assert {piece.at for piece in pieces} == {back_of(game)}
    assert [piece.steps for piece in pieces] == [1, 2, 1]
    assert game.pos.facts(TWO).cadre


def test_who_goes_before_the_commando_or_after_its_failure_has_no_guide() -> None:
    """[FE-14H.2] [FE-14H.3] A commando that does not succeed is lost, and helps nobody."""
    game = surrounded(ONE, COMMANDO)
    game.do(fight.RetreatTo((ONE,), back_of(game)))
    assert game.pos.facts(ONE).cadre, "no die for it"
    game = surrounded(ONE, COMMANDO)
    game.do(fight.RetreatTo((COMMANDO,), back_of(game))).roll(5)
    assert game.pos.piece(COMMANDO).at == DEAD
    assert game.pos.facts(ONE).cadre, "the only way left was taken for it"


def test_who_retreats_together_with_a_commando_waits_for_its_die() -> None:
    """[FE-14H.3] However the units are named, the commando tries first."""
    game = surrounded(ONE, COMMANDO)
    game.do(fight.RetreatTo((ONE, COMMANDO), back_of(game))).roll(1)
    assert game.pos.piece(ONE).at == game.at(FIELD)
    game.do(fight.RetreatTo((ONE,), back_of(game))).roll(1)
    assert not game.pos.facts(ONE).cadre


def test_without_a_commando_nobody_is_asked() -> None:
    """[FE-14H.3] Zones of control have their usual effect."""
    game = surrounded(ONE)
    assert game.pos.facts(ONE).cadre and game.pos.piece(ONE).at == back_of(game)

"""Retreats over enemies that are weak enough, an advanced rule of Fire in the East (FE-38A)."""

from __future__ import annotations

from engine.core.handler import Transition
from engine.systems.europa.combat import battle_actions as fight
from engine.systems.europa.combat import retreats
from engine.systems.europa.combat.battles import Battle, Retreating
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD
from engine.systems.europa.state.records import Fighting
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import FOOT, WholeFront

ONE, TWO = UnitId("soviet-28-tank-xx"), UnitId("soviet-10-tank-xx")
BATTALION = UnitId("german-fb-motorized-ii")
HELPLESS = UnitId("german-624-siege-art-ii")
BRIGADE = UnitId("german-2-motorized-x-ss")
FIELD = "1B:3610"
REGIMENTS = ("german-gd-motorized-iii", "german-139-mountain-iii")
DIVISIONS = ("german-11-infantry-xx", "german-21-infantry-xx", "german-58-infantry-xx")


class Bold(WholeFront):
    """The campaign with retreats that overrun."""

    options = ("retreat_overruns",)


def laid(game: WholeFront, *more: str) -> WholeFront:
    """Two tank divisions with a battalion in one hex beside them, and regiments or divisions in the
    five others; only divisions have zones of control, none beside the battalion. ``more`` stand
    behind it.
    """
    label, fronts = game.context.map.label, game.context.fronts
    weak, one, *around, two = fronts[game.at(FIELD)]
    game.put(FIELD, ONE, TWO).put(label(weak), BATTALION)
    for at, unit in zip((one, two), REGIMENTS, strict=True):
        game.put(label(at), unit)
    for at, unit in zip(around, DIVISIONS, strict=True):
        game.put(label(at), unit)
    if more:
        behind = next(at for at in fronts[weak] if at not in fronts[game.at(FIELD)])
        game.put(label(behind), *more)
    return game.phase(Fighting, AXIS)


def driven(game: WholeFront, *units: UnitId) -> WholeFront:
    """The tanks must retreat from the attack of the divisions."""
    battle = Battle(AXIS, game.at(FIELD), tuple(map(UnitId, DIVISIONS)), units)
    transition = Transition(game.state)
    retreats.withdraw(game.context, transition, battle, ALLIED, units)
    game.state = transition.state
    game.events = transition.events
    return game


def weak_hex(game: WholeFront) -> Hex:
    """The battalion's hex."""
    return game.context.fronts[game.at(FIELD)][0]


def test_example_two_tank_divisions_retreat_over_a_battalion() -> None:
    """[FE-38A.1] Surrounded, but for a hex that they overrun together; nobody pays a point."""
    game = driven(laid(Bold(turn=8)), ONE, TWO)
    to = weak_hex(game)
    assert set(game.legal.family("retreat to")) == {fight.RetreatTo((ONE, TWO), to)} | {
        fight.RetreatTo((unit,), to) for unit in (ONE, TWO)
    }
    game.do(fight.RetreatTo((ONE, TWO), to))
    assert {game.pos.piece(unit).at for unit in (ONE, TWO)} == {to}
    assert {game.pos.piece(unit).steps for unit in (ONE, TWO)} == {2}
    assert game.pos.piece(BATTALION).at == DEAD
    assert not game.state.spent
    assert game.told("overrun")[0]["odds"] == 21
    assert game.state.top == Fighting(AXIS)


def test_example_with_a_zone_over_the_hex_the_cadres_are_too_weak() -> None:
    """[FE-38A.2] A division beside the battalion reduces them before the odds are reckoned."""
    game = driven(laid(Bold(turn=8), FOOT), ONE, TWO)
    assert {game.pos.piece(unit).at for unit in (ONE, TWO)} == {DEAD}
    assert game.pos.piece(BATTALION).at == weak_hex(game)
    cadres = retreats.retreat_odds(laid(Bold(turn=8), FOOT).pos, (ONE, TWO), weak_hex(game))
    assert cadres == 8


def test_without_the_advanced_rule_the_surrounded_are_lost() -> None:
    """[FE-38A.1] Nobody retreats upon enemies then."""
    game = driven(laid(WholeFront(turn=8)), ONE, TWO)
    assert {game.pos.piece(unit).at for unit in (ONE, TWO)} == {DEAD}


def test_a_zone_leaves_cadres_that_overrun_those_who_cannot_defend() -> None:
    """[FE-38A.2] They pay with their strength, and pass."""
    game = laid(Bold(turn=8), FOOT)
    game.put(game.context.map.label(weak_hex(game)), HELPLESS)
    game.state = game.state.with_piece(BATTALION, at=DEAD, steps=0)
    game = driven(game, ONE, TWO).do(fight.RetreatTo((ONE, TWO), weak_hex(game)))
    assert {game.pos.piece(unit).at for unit in (ONE, TWO)} == {weak_hex(game)}
    assert {game.pos.piece(unit).steps for unit in (ONE, TWO)} == {1}
    assert game.pos.piece(HELPLESS).at == DEAD


def test_one_alone_is_refused_where_it_takes_both() -> None:
    """[FE-38A.1] An unsupported three counts one and a half: 6:1 for one, 14:1 for the stack."""
    game = laid(Bold(turn=8))
    game.put(game.context.map.label(weak_hex(game)), BRIGADE)
    game.state = game.state.with_piece(BATTALION, at=DEAD, steps=0)
    driven(game, ONE, TWO)
    for unit in (ONE, TWO):
        assert game.objections(fight.RetreatTo((unit,), weak_hex(game))) == ["FE-38A.1"]
    game.do(fight.RetreatTo((ONE, TWO), weak_hex(game)))
    assert game.pos.piece(BRIGADE).at == DEAD


def test_a_hex_that_is_free_comes_with_those_that_are_overrun() -> None:
    """[FE-38A.1] Whoever could go elsewhere out of zones may, and need not overrun."""
    game = laid(Bold(turn=8))
    open_ = game.context.fronts[game.at(FIELD)][5]
    game.state = game.state.with_piece(UnitId(REGIMENTS[1]), at=DEAD, steps=0)
    for at in game.context.fronts[open_]:
        for unit in game.pos.enemies(at, ALLIED):
            if unit in DIVISIONS:
                game.state = game.state.with_piece(unit, at=DEAD, steps=0)
    driven(game, ONE, TWO)
    goals = {action.target for action in game.legal.family("retreat to")}
    assert goals == {weak_hex(game), open_}
    game.do(fight.RetreatTo((ONE, TWO), open_))
    assert game.pos.piece(BATTALION).at == weak_hex(game)


def test_the_battle_goes_on_after_attackers_were_overrun() -> None:
    """[FE-38A.1] The advance after it is for those of the attackers that are left."""
    attackers = (BATTALION, *map(UnitId, DIVISIONS), *map(UnitId, REGIMENTS))
    for face in range(1, 7):
        game = laid(Bold(turn=8))
        game.state = game.state.with_piece(TWO, at=DEAD, steps=0)
        game.do(fight.DeclareAttack(game.at(FIELD)), *map(fight.AddUnit, attackers), fight.GoIn())
        game.roll(face)
        if isinstance(game.state.top, Retreating):
            break
    game.do(fight.RetreatTo((ONE,), weak_hex(game)))
    assert game.pos.piece(BATTALION).at == DEAD
    able = {action.unit for action in game.legal.family("advance")}
    assert able == set(attackers) - {BATTALION}
    game.do(fight.EndAdvance())
    assert game.state.top == Fighting(AXIS)


def test_the_automatic_player_overruns_rather_than_lose_its_units() -> None:
    """[FE-38A.1] It takes the way that it has."""
    game = driven(laid(Bold(turn=8)), ONE, TWO)
    advised = game.rules.advise(game.state)
    assert advised is not None
    assert advised.action == fight.RetreatTo((ONE, TWO), weak_hex(game))

"""Soviet rifle divisions of 3-6 that become 4-6 for good (FE-34E2)."""

from __future__ import annotations

from engine.core.handler import Transition
from engine.core.state import Piece
from engine.systems.europa.state.common import bury
from engine.systems.europa.state.constants import ALLIED, DEAD, FRESH, GONE, HALF, OUT, PENDING
from engine.systems.europa.state.records import Initial
from engine.systems.fire_in_the_east.economy import buying, purses, special
from engine.systems.fire_in_the_east.economy.actions import BuyUnit, Form, Upgrade
from engine.systems.fire_in_the_east.state.records import East
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import ALLIED as SOVIET
from tests.engine.systems.fire_in_the_east.eastern import WholeFront
from tests.engine.systems.fire_in_the_east.economy_desk import advised, soviets

WEAK = UnitId("soviet-191-rifle-xx")
OTHERS = tuple(map(UnitId, ("soviet-177-rifle-xx", "soviet-180-rifle-xx", "soviet-181-rifle-xx")))
FIFTH = UnitId("soviet-182-rifle-xx")
STRONG = UnitId("soviet-10-rifle-xx")
LENINGRAD, MOSKVA, FIELD = "2A:0931", "2A:3317", "1B:3610"


def awaited(game: WholeFront) -> WholeFront:
    """The game with nobody left to come in now."""
    waiting = (unit for unit, piece in game.state.pieces.items() if piece.at == PENDING)
    game.state = game.state.with_pieces({unit: Piece(GONE, 0) for unit in waiting})
    return game


def desk(turn: int = 4) -> WholeFront:
    """A Soviet initial phase with a 3-6 division in Leningrad."""
    return awaited(WholeFront(turn, SOVIET).phase(Initial, ALLIED)).put(LENINGRAD, WEAK)


def test_four_divisions_a_turn_are_upgraded_from_aug_i_41_on() -> None:
    """[FE-34E2.1] From 3-6 to 4-6; a fifth, or one of 4-6, is not."""
    game = desk().put(MOSKVA, *OTHERS).put("2A:4117", FIFTH, STRONG)
    assert "upgrade" in game.kinds()
    line = game.rules.describe(game.state, Upgrade(UnitId(OTHERS[0])))
    assert line.endswith(" (4-6, idle in this turn)"), line
    assert desk(turn=3).objections(Upgrade(WEAK)) == ["FE-34E2.1"]
    assert game.objections(Upgrade(STRONG)) == ["FE-34E2.1"]
    assert game.pos.facts(WEAK).attack == 3
    for unit in (WEAK, *OTHERS):
        game.do(Upgrade(unit))
    facts = game.pos.facts(WEAK)
    assert (facts.attack, facts.defense, facts.move) == (4, 4, 6) and not facts.has_cadre
    assert game.objections(Upgrade(FIFTH)) == ["FE-34E2.1"]
    game.having(used={})
    assert game.objections(Upgrade(WEAK)) == ["FE-34E2.1"]
    assert not game.objections(Upgrade(FIFTH))


def test_the_rules_of_conversion_hold() -> None:
    """[FE-34E2.1] In a city, in supply, there since the phase began; it is idle afterwards."""
    field = WholeFront(4, SOVIET).phase(Initial, ALLIED).put(FIELD, WEAK)
    assert field.objections(Upgrade(WEAK))
    fresh = WholeFront(4, SOVIET).phase(Initial, ALLIED).put(LENINGRAD, WEAK, marks=(FRESH,))
    assert fresh.objections(Upgrade(WEAK)) == ["FE-34D.1"]
    game = desk().do(Upgrade(WEAK))
    assert game.pos.may_act(WEAK) is not None
    assert OUT not in game.state.pieces[WEAK].marks


def test_an_upgraded_division_comes_back_as_it_was_lost() -> None:
    """[FE-34E2.1] [FE-34E2.2] One at 4-6 for four points, one at 3-6 for three; no cadre."""
    game = desk().do(Upgrade(WEAK))
    work: Transition[East] = Transition(game.state)
    bury(work, WEAK)
    state = work.state
    assert state.pieces[WEAK] == Piece(DEAD, 0)
    later = soviets(6, Leningrad=9)
    later.having(upgraded=state.upgraded)
    later.state = later.state.with_pieces({WEAK: Piece(DEAD, 0), FIFTH: Piece(DEAD, 0)})
    strong, weak = (buying.price(later.pos, u, Form.WHOLE)[0] for u in (WEAK, FIFTH))
    assert sorted(strong.parts.values()) == [8] and sorted(weak.parts.values()) == [6]
    assert buying.forms(later.pos, FIFTH) == (Form.WHOLE,)
    for unit in (WEAK, FIFTH):
        choice = buying.choices(later.pos, unit)[0]
        later.do(BuyUnit(unit, choice.target, choice.purse))
    assert later.pos.facts(WEAK).attack == 4 and later.pos.facts(FIFTH).attack == 3
    assert purses.cost(later.context, FIFTH, 1) == (3 * HALF, 0)


def test_what_an_upgraded_division_loses_counts_as_it_stands() -> None:
    """[FE-34E2.1] [FE-34B3.1] Four points of strength, not three."""
    game = desk().do(Upgrade(WEAK))
    work: Transition[East] = Transition(game.state)
    cited = game.context.cite("eliminated")
    special.count_loss(game.context, work, WEAK, reduced=False, cited=cited)
    assert work.state.fallen == {"soviet": 4}


def test_the_counter_shows_its_greater_strength() -> None:
    """[FE-34E2.1] Its back, as printed."""
    game = desk().do(Upgrade(WEAK))
    counters = {one.unit: one for one in game.rules.counters(game.state)}
    unit = game.context.units[WEAK]
    assert unit.faces[counters[WEAK].face].ratings() == "4-6"


def test_the_automatic_player_upgrades() -> None:
    assert isinstance(advised(desk()), Upgrade)

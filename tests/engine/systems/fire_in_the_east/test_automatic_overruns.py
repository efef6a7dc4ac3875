"""The automatic player sweeps away who is too weak to hold, with no more units than it takes."""

from __future__ import annotations

from engine.core.actions import Action
from engine.systems.europa.advice.marching import order
from engine.systems.europa.advice.outlook import Outlook
from engine.systems.europa.advice.overrunning import beginning, gathering
from engine.systems.europa.advice.worths import worths
from engine.systems.europa.movement import move_actions as do
from engine.systems.europa.movement.overruns import Overrunning, Pursuing
from engine.systems.europa.state.constants import MARCHED, MOVED
from engine.systems.europa.state.records import Moving
from engine.systems.fire_in_the_east.advice import EastOutlook
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import (
    ALLIED,
    AXIS,
    FOOT,
    GUNS,
    PANZER,
    RIFLES,
    TANKS,
    WholeFront,
)

HERE, THERE = "1B:3424", "1B:3423"
CREWS = "soviet-artillery-artillery-x"
CORDON = ("soviet-border-border-iii-nkvd", "soviet-border-border-iii-nkvd-2")
THIRD = "soviet-border-border-iii-nkvd-3"
SECOND = "german-8-panzer-xx"


def outlook(game: WholeFront, side: str = AXIS) -> EastOutlook:
    return EastOutlook(game.pos, side, lambda action: not game.objections(action))


def begun(game: WholeFront, side: str = AXIS) -> Action | None:
    """The overrun that a side begins."""
    frame = game.state.top
    assert isinstance(frame, Moving)
    advice = beginning(outlook(game, side), frame)
    return None if advice is None else advice.action


def swept(game: WholeFront) -> list[Action]:
    """What is done from the beginning of an overrun until units may enter."""
    first = begun(game)
    assert first is not None
    done = [first]
    game.do(first)
    while isinstance(game.state.top, Overrunning):
        done.append(gathering(outlook(game), game.state.top).action)
        game.do(done[-1])
    return done


def test_one_unit_sweeps_away_artillery_that_stands_alone() -> None:
    game = WholeFront(4).put(HERE, PANZER, SECOND).put(THERE, CREWS)
    assert swept(game) == [do.Overrun(UnitId(SECOND), game.at(THERE)), do.CarryOutOverrun()]
    assert isinstance(game.state.top, Pursuing) and not game.pos.enemies(game.at(THERE), AXIS)


def test_as_many_join_as_the_odds_take() -> None:
    """Two border regiments defend with a point together, unsupported: one division is enough; with
    a third point it takes two.
    """
    game = WholeFront(4).put(HERE, FOOT, PANZER, SECOND).put(THERE, *CORDON)
    assert len(swept(game)) == 2
    game = WholeFront(4).put(HERE, FOOT, PANZER, SECOND).put(THERE, *CORDON, THIRD)
    first, joined, last = swept(game)
    assert (first, joined) == (
        do.Overrun(UnitId(SECOND), game.at(THERE)),
        do.JoinOverrun(UnitId(PANZER)),
    )
    assert last == do.CarryOutOverrun()


def test_who_can_hold_is_not_overrun() -> None:
    game = WholeFront(4).put(HERE, PANZER, SECOND).put(THERE, RIFLES)
    assert begun(game) is None


def test_of_two_the_stronger_is_swept_away_first() -> None:
    game = WholeFront(4).put(HERE, PANZER, SECOND).put(THERE, CREWS).put("1B:3425", *CORDON, THIRD)
    assert begun(game) == do.Overrun(UnitId(SECOND), game.at("1B:3425"))


def test_soviets_sweep_away_too() -> None:
    game = WholeFront(4, ALLIED).put(HERE, TANKS, steps=2).put(THERE, GUNS)
    assert begun(game, ALLIED) == do.Overrun(UnitId(TANKS), game.at(THERE))


def test_smaller_armies_do_without() -> None:
    game = WholeFront(4)
    assert outlook(game).overruns
    assert not Outlook(game.pos, AXIS, lambda _action: True).overruns


def test_who_has_overrun_and_stays_marches_on_once() -> None:
    game = WholeFront(4).put(HERE, PANZER, SECOND).put(THERE, CREWS)
    swept(game)
    game.do(do.StayBehind())
    frame = game.state.top
    assert isinstance(frame, Moving)
    look = outlook(game)
    assert MARCHED in game.pos.piece(UnitId(SECOND)).marks
    assert SECOND in [*order(look, frame, worths(look))]
    game.put(HERE, SECOND, marks=(MARCHED, MOVED))
    look = outlook(game)
    assert SECOND not in [*order(look, frame, worths(look))]

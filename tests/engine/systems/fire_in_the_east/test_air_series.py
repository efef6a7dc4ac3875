"""One air unit that several fight meets them one after the other (FE-21B2b)."""

from __future__ import annotations

from engine.systems.europa.air.combat import strengths
from engine.systems.europa.air.combat.actions import FireAt
from engine.systems.europa.air.combat.records import (
    Aiming,
    AirBattle,
    AirShot,
    AirStep,
    Duel,
    Dueling,
)
from engine.systems.europa.air.records import Mission
from engine.systems.europa.state.constants import ALLIED
from tests.engine.systems.fire_in_the_east.eastern_air import (
    GERMAN_BASE,
    LAGG,
    ME109E,
    MIG,
    MINSK,
    EastAir,
)


def duel(step: AirStep = AirStep.SCREEN) -> EastAir:
    """An escort that two interceptors attack, or an interceptor that two escorts do."""
    game = EastAir().flying()
    game.over(MINSK, Mission.ESCORT, ME109E, base=GERMAN_BASE)
    game.over(MINSK, Mission.INTERCEPTION, MIG, LAGG, base=MINSK)
    battle = AirBattle(game.at(MINSK), ALLIED, screen=(MIG, LAGG))
    frame = Dueling(battle, step, (Duel(ME109E, (MIG, LAGG)),))
    game.ask(*game.state.flow, frame)
    return game.settle()


def shot(game: EastAir) -> tuple[str, str] | None:
    """Who fires at whom now."""
    top = game.state.top
    return (top.air_unit, top.against) if isinstance(top, AirShot) else None


def test_the_several_choose_the_order_and_each_is_answered() -> None:
    """[FE-21B2b.2] The single one fires in each exchange; its own side chooses nothing."""
    game = duel()
    assert game.state.top == Aiming(ALLIED, (MIG, LAGG), (ME109E,))
    game.do(FireAt(LAGG, ME109E)).roll(6, 6)
    assert shot(game) == (ME109E, LAGG)
    game.roll(6, 6)
    assert shot(game) == (MIG, ME109E)
    game.roll(6, 6)
    assert shot(game) == (ME109E, MIG)
    game.roll(6, 6)
    assert game.state.air.units[ME109E].operative and shot(game) is None


def test_example_two_aborts_eliminate_the_one_that_several_fight() -> None:
    """[FE-21B2b.2] Aborted in the first exchange, in which it turns its attacker back, it fires no
    more, and is eliminated by the second abort.
    """
    game = duel().do(FireAt(MIG, ME109E))
    aborted = next(
        (a, b)
        for a in range(1, 7)
        for b in range(1, 7)
        if strength(game, MIG, a + b) == strength(game, LAGG, a + b) == "aborted"
    )
    game.roll(*aborted)
    assert shot(game) == (ME109E, MIG), "in the same exchange it answers"
    back = next(
        (a, b) for a in range(1, 7) for b in range(1, 7) if answer(game, a + b) == "turned back"
    )
    game.roll(*back)
    assert shot(game) == (LAGG, ME109E)
    game.roll(*aborted)
    assert shot(game) is None, "it fires no more"
    assert not game.pos.air.units[ME109E].mission and game.told("air unit eliminated")
    assert game.pos.air.units[MIG].mission == "turned back"


def test_a_kill_ends_the_series_and_a_turn_back_does_not() -> None:
    """[FE-21B2b.2] Who is eliminated answers in that exchange, and is met no more."""
    game = duel().do(FireAt(MIG, ME109E)).roll(1, 1)
    assert shot(game) == (ME109E, MIG)
    game.roll(6, 6)
    assert shot(game) is None and game.told("air unit eliminated")
    turned = duel().do(FireAt(MIG, ME109E))
    back = next(
        (a, b)
        for a in range(1, 7)
        for b in range(1, 7)
        if strength(turned, MIG, a + b) == "turned back"
    )
    turned.roll(*back).roll(6, 6)
    assert shot(turned) == (LAGG, ME109E)
    turned.roll(6, 6)
    assert shot(turned) == (ME109E, LAGG), "that holds at the end of the series alone"


def test_who_is_attacked_while_passing_answers_nobody() -> None:
    """[FE-21B2c.1] Escorts fire one after the other, all of them unless it is eliminated."""
    game = duel(AirStep.BYPASS).do(FireAt(MIG, ME109E)).roll(6, 6)
    assert shot(game) == (LAGG, ME109E)
    game.roll(6, 6)
    assert shot(game) is None


def strength(game: EastAir, unit: str, total: int) -> str:
    """What a total of two dice of a unit does to the single one."""
    return strengths.result(game.pos, unit, ME109E, total)


def answer(game: EastAir, total: int) -> str:
    """What its answer to the first does."""
    return strengths.result(game.pos, ME109E, MIG, total)

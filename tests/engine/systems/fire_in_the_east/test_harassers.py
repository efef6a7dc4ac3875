"""Fire at air units that harass, an advanced rule of Fire in the East (FE-38B)."""

from __future__ import annotations

from engine.systems.europa.air.bombing.actions import FireAtHarassers
from engine.systems.europa.air.groups.records import Box
from engine.systems.europa.air.records import FlakRoll, Mission, ToLand
from engine.systems.europa.movement.move_actions import Move
from engine.systems.europa.movement.reach import toll_of
from engine.systems.europa.state.constants import ALLIED, FIRED, MARCHED, MOVED, Phase
from engine.systems.europa.state.records import Moving, Onward
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import RIFLES
from tests.engine.systems.fire_in_the_east.eastern_air import (
    GERMAN_BASE,
    HE111,
    JU87,
    MINSK,
    EastAir,
)

GUNS, TANKS = UnitId("soviet-lt-aa-lt-aa-iii"), UnitId("soviet-28-tank-xx")
RIFLES_ID = UnitId(RIFLES)
CAME = (MOVED, MARCHED)


class Firing(EastAir):
    """The first turns in the air with that rule."""

    options = ("fire_at_harassers",)


def harassed(*units: str, marks: tuple[str, ...] = CAME, game: EastAir | None = None) -> EastAir:
    """Soviet units that have come to Minsk, which two German air units harass."""
    found = game or Firing(3, ALLIED)
    found.over(MINSK, Mission.HARASSMENT, HE111, JU87, base=GERMAN_BASE)
    return found.put(MINSK, *units, marks=marks)


def shots(game: EastAir, *units: UnitId) -> FireAtHarassers:
    """Fire of units in Minsk."""
    return FireAtHarassers(units, game.at(MINSK))


def exploiting(game: EastAir) -> EastAir:
    """The Soviet exploitation phase."""
    return game.ask(
        Onward(), Moving(ALLIED, exploiting=True), phase=Phase.EXPLOITATION.value, active=ALLIED
    )


def test_units_that_have_come_fire_at_each_air_unit_over_their_hex() -> None:
    """[FE-38B2.1] Two dice each, with the strength of all that fire; who is driven off goes home,
    and leaving the hex costs less at once.
    """
    game = harassed(GUNS, TANKS)
    before = toll_of(game.pos, RIFLES_ID).harassed[game.at(MINSK)]
    assert shots(game, GUNS, TANKS) in set(game.legal.family("fire at harassers"))
    game.do(shots(game, GUNS, TANKS))
    assert isinstance(game.state.top, FlakRoll) and game.state.top.strength == 3
    first = game.state.top.air_unit
    game.roll(1, 1)
    assert isinstance(game.state.top, FlakRoll) and game.state.top.air_unit != first
    game.roll(6, 6)
    assert isinstance(game.state.top, ToLand) and game.state.top.units == (first,)
    game.do(next(iter(game.legal)))
    assert game.state.top == Moving(ALLIED)
    units = game.state.air.units
    assert units[first].at != game.at(MINSK) and units[first].mission != Mission.HARASSMENT.value
    other = JU87 if first == HE111 else HE111
    assert units[other].mission == Mission.HARASSMENT.value
    assert toll_of(game.pos, RIFLES_ID).harassed.get(game.at(MINSK), 0) < before


def test_who_has_fired_stays_and_a_hex_fires_once_in_a_phase() -> None:
    """[FE-38B2.1] Others of the hex do not fire after it; in the next phase they may."""
    game = harassed(GUNS, TANKS).do(shots(Firing(), GUNS)).roll(6, 6, 6, 6)
    near = game.context.fronts[game.at(MINSK)][0]
    assert FIRED in game.pos.piece(GUNS).marks
    assert game.objections(Move(GUNS, near)) == ["FE-38B2.1"]
    assert game.objections(shots(game, TANKS)) == ["FE-38B2.1"]
    again = exploiting(game)
    again.state = again.state.with_piece(GUNS, marks=frozenset(CAME))
    assert not again.objections(shots(again, TANKS))


def test_who_has_not_come_in_this_phase_does_not_fire() -> None:
    """[FE-38B2.1] Nor who has no guns, nor where nobody harasses; the movement points do not
    count.
    """
    assert harassed(GUNS, marks=()).objections(shots(Firing(), GUNS)) == ["FE-38B2.1"]
    assert harassed(RIFLES).objections(shots(Firing(), RIFLES_ID)) == ["FE-38B2.1"]
    assert Firing(3, ALLIED).put(MINSK, GUNS, marks=CAME).objections(shots(Firing(), GUNS)) == [
        "FE-38B2.1"
    ]
    spent = harassed(GUNS).having(spent={GUNS: 12})
    assert not spent.objections(shots(spent, GUNS))


def test_in_exploitation_c_m_units_alone_fire() -> None:
    """[FE-38B2.2] Not together with others either."""
    game = exploiting(harassed(GUNS, TANKS))
    assert set(game.legal.family("fire at harassers")) == {shots(game, TANKS)}
    assert game.objections(shots(game, GUNS)) == ["FE-38B2.2"]
    assert game.objections(shots(game, GUNS, TANKS)) == ["FE-38B2.2"]


def test_without_the_advanced_rule_nobody_fires() -> None:
    """[FE-38B2.1] It is not offered."""
    game = harassed(GUNS, game=EastAir(3, ALLIED))
    assert "fire at harassers" not in game.kinds()
    assert game.objections(shots(game, GUNS))


def test_an_eliminated_harasser_is_lost() -> None:
    """[FE-38B2.1] The fire has its usual results by type."""
    game = harassed(*[f"soviet-lt-aa-lt-aa-iii-{n}" for n in range(2, 7)])
    units = tuple(UnitId(f"soviet-lt-aa-lt-aa-iii-{n}") for n in range(2, 7))
    game.do(shots(game, *units)).roll(1, 1, 1, 1)
    assert JU87 in game.held(Box.ENEMY)
    assert not any(unit.mission == Mission.HARASSMENT for unit in game.state.air.units.values())


def test_the_automatic_player_fires_before_it_ends_its_phase() -> None:
    """[FE-38B2.1] When nobody of the hex goes any further."""
    game = harassed(GUNS, TANKS).having(spent={GUNS: 12, TANKS: 16})
    advised = game.rules.advise(game.state)
    assert advised is not None and isinstance(advised.action, FireAtHarassers)
    assert set(advised.action.units) == {GUNS, TANKS}

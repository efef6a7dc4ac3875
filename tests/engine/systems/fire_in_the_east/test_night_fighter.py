"""The night fighter that may come in place of a fighter, an option of Fire in the East
(FE-OPT1).
"""

from __future__ import annotations

from engine.systems.europa.air import fleet
from engine.systems.europa.air.groups.records import Box
from engine.systems.europa.state.constants import AXIS, GONE, PENDING
from engine.systems.europa.state.records import Initial
from engine.systems.fire_in_the_east.economy.actions import TakeNightFighter
from tests.engine.systems.fire_in_the_east.eastern_air import GERMAN_BASE, ME109F
from tests.engine.systems.fire_in_the_east.test_air_campaign import AirCampaign

NIGHT, SEP, JAN = "german-me-110d", "german-me-110e-sep-1", "german-me-110e-jan-1"


class Night(AirCampaign):
    """The campaign in the air with the night fighter."""

    options = ("night_fighter",)


def on(turn: int, unit: str = SEP, *, at: str = "") -> Night:
    """A German initial phase with a fighter that has come, on a base or available."""
    game = Night(turn)
    if at:
        game.station(at, unit)
    else:
        game.box(Box.AVAILABLE, unit)
    return game.phase(Initial, AXIS)


def test_a_night_fighter_comes_in_place_of_a_fighter_that_is_new() -> None:
    """[FE-OPT1.1] Where that one is, which leaves the game; once."""
    for at in ("", GERMAN_BASE):
        game = on(6, at=at)
        assert set(game.legal.family("take night fighter")) == {TakeNightFighter(SEP)}
        where = game.state.air.units[SEP]
        game.do(TakeNightFighter(SEP))
        assert game.state.air.units[NIGHT] == where
        assert game.state.air.units[SEP].at == GONE
        assert fleet.facts(game.pos, NIGHT).model.type == "NF"
        game.having(turn=14).box(Box.AVAILABLE, JAN)
        assert game.objections(TakeNightFighter(JAN)) == ["FE-OPT1.1"]
        assert "take night fighter" not in game.kinds()


def test_it_comes_for_no_other_air_unit_and_no_other_turn() -> None:
    """[FE-OPT1.1] For an Me 110E alone, as it comes."""
    assert on(7).objections(TakeNightFighter(SEP)) == ["FE-OPT1.1"]
    game = on(6).box(Box.AVAILABLE, ME109F)
    assert game.objections(TakeNightFighter(ME109F)) == ["FE-OPT1.1"]


def test_without_the_option_it_never_comes() -> None:
    """[FE-OPT1.1] No calendar brings it, and nobody may take it."""
    game = AirCampaign(6).box(Box.AVAILABLE, SEP).phase(Initial, AXIS)
    assert game.objections(TakeNightFighter(SEP)) == ["FE-OPT1.1"]
    assert "take night fighter" not in game.kinds()
    entry = next(e for e in fleet.plan_of(game.context).units if e.id == NIGHT)
    assert not entry.turn and game.rules.begin().state.air.units[NIGHT].at == PENDING

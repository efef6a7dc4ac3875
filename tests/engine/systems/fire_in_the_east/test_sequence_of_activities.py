"""What the expanded sequence of play lets a player do in any order within a phase (FE-ESP)."""

from __future__ import annotations

from engine.systems.europa.air.bombing.actions import FireAtHarassers
from engine.systems.europa.air.records import AirUnit, Mission
from engine.systems.europa.movement.move_actions import Move
from engine.systems.europa.state.constants import ALLIED, MARCHED, MOVED
from engine.systems.fire_in_the_east.economy.actions import Disband, WithdrawMilitia
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import RIFLES, TANKS
from tests.engine.systems.fire_in_the_east.eastern_air import GERMAN_BASE, HE111, MINSK
from tests.engine.systems.fire_in_the_east.eastern_sea import LENINGRAD, MARAT, WholeSea
from tests.engine.systems.fire_in_the_east.economy_desk import LENINGRAD as LENINGRAD_CITY
from tests.engine.systems.fire_in_the_east.economy_desk import MOSKVA, soviets
from tests.engine.systems.fire_in_the_east.test_guards import THREE_SIX

GUNS, ENGINEER = UnitId("soviet-lt-aa-lt-aa-iii"), UnitId("soviet-engineer-engineer-iii")
WEAK = UnitId("german-1-truck")
ACTIVITIES = {
    "move",
    "rail move",
    "overrun",
    "sail ship",
    "demolish bridge",
    "labour",
    "fire at harassers",
}


class Everything(WholeSea):
    """The whole front by land, sea and air, with bridges and fire at those who harass."""

    options = ("bridges", "fire_at_harassers")


def test_activities_of_the_movement_phase_are_open_in_any_order() -> None:
    """[FE-ESP-MV2] Marches and trains, overruns, ships, demolitions, works, fire at harassers: all
    are offered at once, and none of them ends another.
    """
    game = Everything(3, ALLIED).weather("clear")
    label, fronts = game.context.map.label, game.context.fronts
    here = game.at("1B:3610")
    target = next(at for at in fronts[here] if not game.pos.enemies(at, ALLIED))
    game.put(label(here), TANKS, RIFLES).put(label(target), WEAK)
    game.put("2A:3317", ENGINEER, "soviet-5-rifle-xx")
    game.moor(LENINGRAD, MARAT).put(MINSK, GUNS, marks=(MOVED, MARCHED))
    flight = AirUnit(
        game.at(GERMAN_BASE), mission=Mission.HARASSMENT.value, target=game.at(MINSK), flown=True
    )
    game.having(air=game.state.air.having(HE111, flight))
    joined = {row.id: row.side for row in game.context.charts.nations.rows}
    game.having(joined=joined, works={})
    offered = game.kinds()
    assert offered >= ACTIVITIES, ACTIVITIES - offered
    game.do(Move(UnitId(RIFLES), next(at for at in fronts[here] if at != target)))
    assert game.kinds() >= ACTIVITIES
    game.do(FireAtHarassers((GUNS,), game.at(MINSK))).roll(6, 6)
    assert game.kinds() >= ACTIVITIES - {"fire at harassers"}


SOVIET_ARRIVALS = {
    "arrive",
    "buy unit",
    "raise guards",
    "upgrade",
    "withdraw militia",
    "disband",
    "transfer factory",
}


def test_what_comes_and_goes_in_an_initial_phase_does_so_in_any_order() -> None:
    """[FE-ESP-IN3b] Reinforcements, replacements, conversions and upgrades, withdrawals and
    disbanding are offered at once, with the transfers of the same step; convoys of lend-lease have
    come before. One of them ends none of the others.
    """
    game = soviets(10, Moskva=20)
    militia, motorized = UnitId("soviet-1-rifle-xx-mil-2"), UnitId("soviet-202-motorized-xx")
    game.put(MOSKVA, militia, motorized, THREE_SIX).put(LENINGRAD_CITY, "soviet-191-rifle-xx")
    offered = game.kinds()
    assert offered >= SOVIET_ARRIVALS, SOVIET_ARRIVALS - offered
    game.do(WithdrawMilitia(militia)).do(Disband(motorized))
    assert game.kinds() >= SOVIET_ARRIVALS - {"withdraw militia", "disband"}

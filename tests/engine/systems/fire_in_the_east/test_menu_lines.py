"""Menu lines of Fire in the East tell what an act takes and brings."""

from __future__ import annotations

from engine.core.actions import Action
from engine.rules.combat.actions import AddStack, DeclareAttack, TakeLoss
from engine.systems.europa.air.combat.actions import PatrolAttack
from engine.systems.europa.air.records import Mission
from engine.systems.europa.combat.battles import Battle, Demand, Losing
from engine.systems.europa.movement import move_actions as march
from engine.systems.europa.movement.overruns import Pursuing
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.europa.state.records import Fighting
from engine.systems.fire_in_the_east.resources.actions import RaiseCapacity
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import FOOT, RIFLES, TANKS, WholeFront
from tests.engine.systems.fire_in_the_east.eastern_air import (
    GERMAN_BASE,
    HE111,
    MIG,
    MINSK,
    EastAir,
)
from tests.engine.systems.fire_in_the_east.test_resource_points import (
    FINNISH,
    GERMAN,
    HELSINKI,
    MOSKVA,
    SOVIET,
    WARSAW,
    choosing,
    piled,
)


def test_a_menu_line_tells_what_a_ride_and_a_break_take() -> None:
    """Movement points and what goes off the capacity; of c/m units twice their size."""
    game = WholeFront(4, ALLIED).put(MOSKVA, TANKS)

    def told(action: Action) -> str:
        return game.rules.describe(game.state, action)

    tula = game.at("2A:4117")
    assert told(march.RailMove(UnitId(TANKS), tula)).endswith(" (3 MPs, 6 REs by rail)")
    assert told(march.StrategicMove(UnitId(TANKS), tula)).endswith(
        " (6 REs by rail, nothing else in this turn)"
    )
    assert told(march.BreakRail(UnitId(TANKS))).endswith(", in 2A:3317 Moskva (2 MPs)")
    game.do(march.RailMove(UnitId(TANKS), tula))
    back = game.at(MOSKVA)
    assert told(march.RailMove(UnitId(TANKS), back)).endswith(" (3 MPs)"), "counted once"


def test_a_menu_line_of_a_group_tells_what_all_take() -> None:
    """Points of the slowest, and what all together take of the capacity; no more of a march."""
    game = WholeFront(4, ALLIED).put(MOSKVA, TANKS, RIFLES)
    tula, both = game.at("2A:4117"), (UnitId(TANKS), UnitId(RIFLES))

    def told(*actions: Action) -> str:
        return game.rules.takes(game.state, actions)

    assert told(*(march.RailMove(unit, tula) for unit in both)) == " (3 MPs, 9 REs by rail)"
    assert told(*(march.StrategicMove(unit, tula) for unit in both)) == " (9 REs by rail)"
    assert told(*(march.Move(unit, tula) for unit in both)) == ""


def test_a_menu_line_tells_what_a_point_adds() -> None:
    """Ten REs to Soviet railroads, five to German ones, one to the Finnish net."""
    for side, net, at, more in (
        (ALLIED, SOVIET, MOSKVA, "10 REs"),
        (AXIS, GERMAN, WARSAW, "5 REs"),
        (AXIS, FINNISH, HELSINKI, "1 RE"),
    ):
        game = piled(choosing(side, 4), at, 1, side)
        line = game.rules.describe(game.state, RaiseCapacity(net, game.at(at)))
        assert line.endswith(f": {net} ({more} more in this turn)")


def test_a_patrol_attack_tells_its_chance() -> None:
    game = EastAir().station(GERMAN_BASE, HE111).station(MINSK, MIG)
    game.put(MINSK, RIFLES).flying().fly(HE111, Mission.AIRBASE_BOMBING, MINSK)
    line = game.rules.describe(game.state, PatrolAttack(MIG, game.at(MINSK)))
    assert line.endswith("\u00a0% turned back)"), line


def test_a_loss_tells_what_it_counts_for() -> None:
    """Attackers with their attack, defenders with their defence, as printed."""
    game = WholeFront(4).put("2A:4729", RIFLES).put("2A:4730", FOOT)
    battle = Battle(AXIS, game.at("2A:4729"), (UnitId(FOOT),), (UnitId(RIFLES),))
    for side, unit, points in ((AXIS, FOOT, 8), (ALLIED, RIFLES, 5)):
        game.ask(*game.state.flow, Losing(battle, side, (UnitId(unit),), Demand(1)))
        line = game.rules.describe(game.state, TakeLoss(UnitId(unit)))
        assert line.endswith(f" ({points} points)"), line


def test_a_stack_that_is_added_tells_who_adds_nothing_to_the_attack() -> None:
    """Trucks and railroad engineers share its losses; antiaircraft guns fire, staffs help."""
    at, target, idle = "2A:4730", "2A:4729", ("german-1-truck", "german-1-rr-engineer-iii")
    game = WholeFront(4).put(target, RIFLES).put(at, FOOT, *idle).phase(Fighting, AXIS)
    game.do(DeclareAttack(game.at(target)))
    line = game.rules.describe(game.state, AddStack(game.at(at)))
    assert line == "Add the units in 2A:4730 (2 units add nothing)"
    for others, told in ((idle[:1], " (German 1 Truck adds nothing)"), ((), "")):
        game = WholeFront(4).put(target, RIFLES).put(at, FOOT, *others).phase(Fighting, AXIS)
        game.do(DeclareAttack(game.at(target)))
        line = game.rules.describe(game.state, AddStack(game.at(at)))
        assert line == f"Add the units in 2A:4730{told}"


def test_who_stays_behind_after_an_overrun_is_not_asked_whether_the_phase_ends() -> None:
    """*2 units can still do something. Once more ends the phase* stood there."""
    game = WholeFront(4).put("2A:4730", FOOT)
    assert game.rules.reminds(game.state)
    game.ask(*game.state.flow, Pursuing(AXIS, game.at("2A:4729"), (UnitId(FOOT),)))
    assert not game.rules.reminds(game.state)


def test_rides_are_needless_where_a_march_takes_no_more() -> None:
    """A click marches there; by rail it would take as many points, and of the capacity."""
    game = WholeFront(4, ALLIED).put(MOSKVA, TANKS)
    near, tula = game.at("2A:3316"), game.at("2A:4117")

    def needless(action: Action) -> bool:
        return game.rules.needless(game.state, action)

    assert needless(march.RailMove(UnitId(TANKS), near))
    assert not needless(march.RailMove(UnitId(TANKS), tula)), "three points, eight on the road"
    assert needless(march.StrategicMove(UnitId(TANKS), tula)), "the ride leaves all else open"
    assert not needless(march.StrategicMove(UnitId(TANKS), game.at("4A:3818")))
    assert not needless(march.Move(UnitId(TANKS), near))

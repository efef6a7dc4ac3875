"""Ships fire into battles on land (FE-28B2)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from engine.systems.europa.combat import battle_actions as fight
from engine.systems.europa.combat.battles import Battle, Forming
from engine.systems.europa.combat.strength import attack_lines, defense_lines, printed, total
from engine.systems.europa.state.constants import Phase
from engine.systems.europa.state.records import Fighting
from engine.systems.fire_in_the_east.advice import EastOutlook
from engine.systems.fire_in_the_east.sea import gunfire
from engine.systems.fire_in_the_east.sea.actions import AimShip, FinishAiming, FireShip
from engine.systems.fire_in_the_east.sea.records import Gunnery, Task
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import ALLIED, AXIS, FOOT, RIFLES
from tests.engine.systems.fire_in_the_east.eastern_sea import (
    AURORA,
    KIROV,
    MARAT,
    OKTREV,
    TALLINN,
    Baltic,
)

INLAND, FAR, BEYOND = "1B:0811", "1B:0911", "1B:1010"
"""Hexes beside Tallinn, two hexes and three hexes from it."""


def siege(*ships: str) -> Baltic:
    """A rifle division in Tallinn with ships in its port, Germans beside; the Axis fights."""
    game = Baltic(turn=4, side=AXIS).put(TALLINN, RIFLES).put(INLAND, FOOT)
    return game.moor(TALLINN, *ships).opened(Phase.COMBAT, AXIS)


def attack_on_tallinn() -> Battle:
    return Battle(AXIS, siege().at(TALLINN), (UnitId(FOOT),), (UnitId(RIFLES),))


def test_the_defender_says_which_hexes_ships_support_as_the_phase_begins() -> None:
    """[FE-28B2.5] [FE-ESP-CB1] Before any German attack; a ship supports one hex alone."""
    game = siege(MARAT, AURORA)
    assert game.state.flow[-1] == Gunnery(ALLIED)
    assert AimShip(MARAT, game.at(TALLINN)) in list(game.legal)
    game.do(AimShip(MARAT, game.at(TALLINN)), FinishAiming())
    assert game.state.flow[-1:] == (Fighting(AXIS),)
    assert (game.vessel(MARAT).aim, game.vessel(AURORA).aim) == (game.at(TALLINN), None)
    lines = defense_lines(game.pos, attack_on_tallinn())
    assert [line.text for line in lines if line.unit is None] == ["BB Marat"]


def test_nobody_is_asked_where_no_ship_could_support_anybody() -> None:
    """[FE-28B2.5] Far from the front the phase begins with the attacks."""
    game = Baltic(turn=4, side=AXIS).put("1B:2222", RIFLES).put("1B:2221", FOOT)
    game.moor(TALLINN, MARAT).opened(Phase.COMBAT, AXIS)
    assert game.state.flow[-1] == Fighting(AXIS)


def test_guns_count_half_and_reach_one_hex_or_two() -> None:
    """[FE-28B2.1] Primary guns two hexes, all others one, measured to the attacked hex."""
    game = Baltic().moor(TALLINN, MARAT, AURORA)
    row = game.pos.ship(MARAT)
    near, far, beyond = map(game.at, (INLAND, FAR, BEYOND))
    assert game.pos.gunnery(MARAT, near) == Fraction(row.primary + row.secondary, 2)
    assert game.pos.gunnery(MARAT, far) == Fraction(row.primary, 2)
    assert game.pos.gunnery(MARAT, beyond) == 0
    assert game.pos.gunnery(AURORA, near) == Fraction(game.pos.ship(AURORA).intermediate, 2)
    assert game.pos.gunnery(AURORA, far) == 0


def test_the_guns_of_an_unsupplied_ship_count_half_of_that() -> None:
    """[FE-28B3.2] Halved for want of supply besides."""
    game = Baltic().moor(TALLINN, AURORA)
    fed = game.pos.gunnery(AURORA, game.at(TALLINN))
    fleet = game.state.fleet.having(AURORA, replace(game.vessel(AURORA), starved=True))
    assert game.having(fleet=fleet).pos.gunnery(AURORA, game.at(TALLINN)) == fed / 2


def test_ships_count_as_artillery_of_one_re_each() -> None:
    """[FE-28B2.2] Three REs of infantry take three ships; none is worth anything in excess."""
    game = siege(MARAT, OKTREV, KIROV, AURORA)
    for ship in (MARAT, OKTREV, KIROV, AURORA):
        game.do(AimShip(ship, game.at(TALLINN)))
    battle = attack_on_tallinn()
    lines = {line.text: line for line in defense_lines(game.pos, battle)}
    assert lines["CL Aurora"].excess and lines["CL Aurora"].value == 0
    assert not lines["BB Marat"].excess and lines["BB Marat"].value > 0
    division = game.pos.facts(UnitId(RIFLES)).defense
    guns = sum(game.pos.gunnery(ship, game.at(TALLINN)) for ship in (MARAT, OKTREV, KIROV))
    assert total(lines.values()) == division + guns


def test_ships_count_nothing_in_losses_and_suffer_none() -> None:
    """[FE-28B2.2] [FE-9D.3] What is lost is counted by the units alone."""
    game = siege(MARAT).do(AimShip(MARAT, siege().at(TALLINN)))
    lines = defense_lines(game.pos, attack_on_tallinn())
    assert sum(line.printed for line in lines) == printed(
        game.pos, (UnitId(RIFLES),), attacking=False
    )


def test_a_ship_supports_units_as_artillery_does() -> None:
    """[FE-28B2.2] An unsupported brigade in the hex it fires for fights whole."""
    brigade = UnitId("soviet-4-marine-x-nvl")
    game = Baltic(turn=4, side=AXIS).put(TALLINN, brigade).put(INLAND, FOOT)
    game.moor(TALLINN, MARAT).opened(Phase.COMBAT, AXIS)
    game.do(AimShip(MARAT, game.at(TALLINN)))
    assert game.pos.backed(brigade)
    rifles = next(
        unit
        for unit in game.context.of_nation("soviet")
        if not game.context.facts(unit, 1).supported and game.context.facts(unit, 1).defense
    )
    game.put(TALLINN, rifles)
    assert game.pos.backed(rifles)
    game.moor(TALLINN, MARAT)
    assert not game.pos.backed(rifles), "nothing is aimed"


def test_ships_fire_only_with_units_on_land() -> None:
    """[FE-28B2.3] No hex without units of one's own is supported."""
    game = siege(MARAT)
    assert game.objections(AimShip(MARAT, game.at(INLAND))) == ["FE-28B2.3"]


def soviet_attack(*ships: str) -> Baltic:
    """A rifle division in Tallinn forms an attack on Germans beside."""
    game = Baltic(turn=4).put(TALLINN, RIFLES).put(INLAND, FOOT).moor(TALLINN, *ships)
    game.opened(Phase.COMBAT, ALLIED)
    return game.do(fight.DeclareAttack(game.at(INLAND)), fight.AddUnit(UnitId(RIFLES)))


def test_in_attack_a_ship_joins_the_force_that_is_formed() -> None:
    """[FE-28B2.5] [FE-28B2.2] It is announced with the attack, and adds to the odds."""
    game = soviet_attack(MARAT)
    frame = game.state.flow[-1]
    assert isinstance(frame, Forming)
    without = total(attack_lines(game.pos, frame.battle))
    assert FireShip(MARAT) in list(game.legal)
    game.do(FireShip(MARAT))
    guns = game.pos.gunnery(MARAT, game.at(INLAND))
    assert total(attack_lines(game.pos, frame.battle)) == without + guns
    assert game.objections(FireShip(MARAT)) == ["FE-28B2.4"]


def test_a_ship_fires_once_in_a_phase() -> None:
    """[FE-28B2.4] Once its attack has gone in it supports no other; the next phase it may."""
    game = soviet_attack(MARAT).do(FireShip(MARAT), fight.GoIn())
    assert game.vessel(MARAT).fired
    assert gunfire.silent(game.pos, MARAT) is not None
    game.opened(Phase.COMBAT, ALLIED)
    assert gunfire.silent(game.pos, MARAT) is None


def test_an_attack_called_off_leaves_its_ships_free() -> None:
    """[FE-28B2.4] They have not fired."""
    game = soviet_attack(MARAT).do(FireShip(MARAT), fight.CallOff())
    assert gunfire.silent(game.pos, MARAT) is None


def test_a_ship_fires_though_it_has_landed_cargo_not_with_supplies() -> None:
    """[FE-28B2.6] Moving and carrying units does not silence it; supplies do."""
    game = soviet_attack(MARAT)
    for task, silenced in ((Task.LANDED, False), (Task.SUPPLIED, True)):
        fleet = game.state.fleet.having(MARAT, replace(game.vessel(MARAT), task=task))
        game.having(fleet=fleet)
        assert bool(game.objections(FireShip(MARAT))) is silenced


def test_the_automatic_player_supports_the_hex_that_is_pressed_hardest() -> None:
    """[FE-28B2.5] Every ship gets a hex, then the phase begins."""
    game = siege(MARAT, AURORA)
    look = EastOutlook(game.pos, ALLIED, lambda action: not game.objections(action))
    advice = gunfire.advise(look, Gunnery(ALLIED))
    assert advice.action == AimShip(MARAT, game.at(TALLINN))

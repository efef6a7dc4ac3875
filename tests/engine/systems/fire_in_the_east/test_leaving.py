"""Soviet units that leave for replacement points: militia, disbanded tanks (FE-34E1, 34E4)."""

from __future__ import annotations

from engine.core.handler import Transition
from engine.systems.europa.state.constants import GONE
from engine.systems.fire_in_the_east.economy import purses
from engine.systems.fire_in_the_east.economy.actions import Disband, WithdrawMilitia
from engine.systems.fire_in_the_east.state.records import East
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import (
    ALLIED,
    PANZER,
    RIFLES,
    TANKS,
    WholeFront,
)
from tests.engine.systems.fire_in_the_east.economy_desk import (
    KHARKOV,
    LENINGRAD,
    MILITIA,
    MINSK,
    MOSKVA,
    buying_time,
    isolate,
    left,
)

MORE, THIRD = "soviet-krmn-rifle-xx-mil", "soviet-1-rifle-xx-mil-2"
MILITIA_PLACES = {MILITIA: MOSKVA, MORE: KHARKOV, THIRD: MOSKVA}


def autumn(turn: int = 10) -> WholeFront:
    """Three militia divisions in replacement cities in a Soviet initial phase."""
    game = buying_time(turn, ALLIED)
    for unit, at in MILITIA_PLACES.items():
        game.put(at, unit)
    return game


def test_example_a_2_4_militia_division_gives_three_points() -> None:
    """FE-34E1.1: Its attack strength and one, to the district of its city, and it never returns."""
    game = autumn()
    unit = next(u for u in MILITIA_PLACES if game.pos.facts(UnitId(u)).attack == 2)
    game.put(KHARKOV, unit)
    line = game.rules.describe(game.state, WithdrawMilitia(UnitId(unit)))
    assert line.endswith(" for infantry points (3 points)")
    game.do(WithdrawMilitia(UnitId(unit)))
    assert left(game) == {"soviet infantry, Kharkov district": 3}
    assert game.state.pieces[UnitId(unit)].at == GONE


def test_two_militia_units_a_phase_from_nov_1_in_replacement_cities() -> None:
    """[FE-34E1.1] Not before, not elsewhere, and militia alone."""
    assert autumn(9).objections(WithdrawMilitia(UnitId(MILITIA))) == ["FE-34E1.1"]
    assert "withdraw militia" not in autumn(9).kinds()
    game = autumn().put("2A:1731", THIRD)
    assert game.objections(WithdrawMilitia(UnitId(THIRD))) == ["FE-34E1.1"]
    game.put(MOSKVA, THIRD, RIFLES)
    assert game.objections(WithdrawMilitia(UnitId(RIFLES))) == ["FE-34E1.1"]
    game.do(WithdrawMilitia(UnitId(MILITIA)), WithdrawMilitia(UnitId(MORE)))
    assert game.objections(WithdrawMilitia(UnitId(THIRD))) == ["FE-34E1.1"]


def test_an_isolated_city_keeps_the_points_of_its_militia() -> None:
    """[FE-34E1.1] As it keeps its own."""
    game = isolate(buying_time(10, ALLIED), LENINGRAD, "2A:0831")
    game.put(LENINGRAD, MILITIA, RIFLES)
    points = game.pos.facts(UnitId(MILITIA)).attack + 1
    game.do(WithdrawMilitia(UnitId(MILITIA)))
    assert left(game) == {"soviet infantry, Leningrad": points}


def test_tanks_are_disbanded_for_armor_points_of_the_next_turn() -> None:
    """[FE-34E4.1] [FE-ERR-R34E4] A division for its strength, a cadre for its own; for good."""
    game = buying_time(6, ALLIED).put(KHARKOV, TANKS)
    game.do(Disband(UnitId(TANKS)))
    assert left(game) == {"soviet armor, disbanded": 10}
    assert game.state.pieces[UnitId(TANKS)].at == GONE
    work: Transition[East] = Transition(game.having(turn=7).state)
    purses.receive(game.context, work, ALLIED)
    game.take(work.state)
    assert left(game)["soviet armor"] == 10 + 7 and "soviet armor, disbanded" not in left(game)
    cadre = buying_time(6, ALLIED).put(KHARKOV, TANKS, steps=1)
    assert cadre.rules.describe(cadre.state, Disband(UnitId(TANKS))).endswith(" (4 points)")
    assert left(cadre.do(Disband(UnitId(TANKS)))) == {"soviet armor, disbanded": 4}


def test_what_is_disbanded_is_motorized_soviet_and_supplied() -> None:
    """[FE-34E4.1] [FE-ERR-R34E4] No rifles, no brigades, nobody out of supply."""
    game = buying_time(6, ALLIED).put(KHARKOV, RIFLES, "soviet-10-tank-x", TANKS)
    for unit in (RIFLES, "soviet-10-tank-x", PANZER):
        assert game.objections(Disband(UnitId(unit))) == ["FE-34E4.1"]
    assert "disband" in game.kinds()
    cut = isolate(buying_time(6, ALLIED), MINSK).put(MINSK, TANKS)
    assert cut.objections(Disband(UnitId(TANKS))) == ["FE-34E4.1"]

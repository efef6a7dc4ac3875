"""Where reinforcements come that hang on supply, on what is lost, or on a list (FE-34A)."""

from __future__ import annotations

from engine.core.handler import Transition
from engine.rules.naval.voyages import Ship
from engine.systems.europa.combat.combat_phase import can_attack
from engine.systems.europa.movement.move_actions import Move
from engine.systems.europa.production import arrivals
from engine.systems.europa.production.initial_actions import Arrive, ArriveAll, Convert
from engine.systems.europa.state.constants import DEAD, GONE
from engine.systems.europa.state.records import Initial, Moving
from engine.systems.fire_in_the_east.economy import purses
from engine.systems.fire_in_the_east.state.records import East
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import ALLIED, AXIS, WholeFront
from tests.engine.systems.fire_in_the_east.eastern_sea import WholeSea
from tests.engine.systems.fire_in_the_east.economy_desk import MINSK, MOSKVA

ROCKETS = UnitId("german-51-rocket-art-iii")
SLOVAKS, NEW = "slovakian-1-infantry-xx", UnitId("slovakian-1-infantry-xx-2")
LWOW = "3B:0226"
KEPT, PORTS = UnitId("german-110-infantry-xx"), "german_ports"
WEST = frozenset({"Greater Germany", "Hungary", "Rumania", "Bulgaria", "Greece"})
OREL = UnitId("soviet-258-rifle-xx")


def arriving(turn: int, side: str, place: str) -> tuple[WholeFront, list[UnitId]]:
    """An initial phase with the reinforcements that come by one place word."""
    game = WholeFront(turn, side).phase(Initial, side)
    units = arrivals.due(game.pos, side)
    return game, [u for u in units if game.context.arrivals[u].place == place]


def test_german_units_in_the_east_come_to_supplied_cities() -> None:
    """[FE-34A1.5] In Greater Germany and the USSR, where a line leads to a regular source."""
    game, units = arriving(8, AXIS, "cities of Greater Germany and the USSR")
    assert ROCKETS in units
    game.own(AXIS, MINSK)
    spots = arrivals.targets(game.pos, ROCKETS)
    assert game.at(MINSK) not in spots and spots
    assert game.objections(Arrive(ROCKETS, game.at(MINSK)))
    assert all(
        game.context.countries[at] == "Greater Germany" for at in spots if not isinstance(at, str)
    )
    land = {at for at in game.context.country("USSR") if at.q < game.at(MOSKVA).q}
    game.having(taken=dict.fromkeys(land, AXIS))
    assert game.at(MINSK) in arrivals.targets(game.pos, ROCKETS)
    assert not game.objections(Arrive(ROCKETS, game.at(MINSK)))


def test_german_units_of_the_west_edge_may_be_kept_in_the_ports_off_the_map() -> None:
    """[FE-34A1.1] And sail from there in the movement phase that follows; allies are not."""
    game = WholeSea(3, AXIS).phase(Initial, AXIS)
    assert KEPT in arrivals.due(game.pos, AXIS)
    edge = arrivals.targets(game.pos, KEPT)
    assert edge[-1] == PORTS and all(isinstance(at, Hex) for at in edge[:-1])
    assert {game.context.countries[at] for at in edge if isinstance(at, Hex)} <= WEST
    assert Arrive(KEPT, PORTS) in list(game.legal)
    guest = next(u for u in arrivals.due(game.pos, AXIS) if game.pos.nation(u) == "italian")
    assert game.objections(Arrive(guest, PORTS)) == ["FE-34A.1"]
    game.do(Arrive(KEPT, PORTS))
    assert game.pos.piece(KEPT).at == PORTS and not game.faults()
    game.phase(Moving, AXIS)
    assert any(isinstance(one, Ship) and one.unit == KEPT for one in game.legal)


def test_nobody_is_kept_off_the_map_unless_told_to() -> None:
    """[FE-34A1.1] All at once they come to the edge; without the sea there is no other place."""
    game = WholeSea(3, AXIS).phase(Initial, AXIS).do(ArriveAll())
    assert isinstance(game.pos.piece(KEPT).at, Hex)
    land = WholeFront(3, AXIS).phase(Initial, AXIS)
    assert PORTS not in arrivals.targets(land.pos, KEPT)
    assert land.objections(Arrive(KEPT, PORTS)) == ["FE-34A.1"]


def test_reinforcements_of_a_lost_district_are_eliminated() -> None:
    """[FE-34A2.3] As long as one dot or major city of it is Soviet they come there."""
    game, units = arriving(3, ALLIED, "cities of the Orel Military District")
    row = next(row for row in game.context.charts.districts.rows if row.id == "Orel")
    *most, last = purses.cities(game.pos, row)
    game.having(taken=dict.fromkeys(most, AXIS))
    assert arrivals.targets(game.pos, OREL) == (last,)
    game.having(taken=dict.fromkeys((*most, last), AXIS))
    assert not arrivals.targets(game.pos, OREL)
    work: Transition[East] = Transition(game.state)
    arrivals.close(game.pos, Initial(ALLIED), work)
    assert {work.state.pieces[unit].at for unit in units} == {DEAD}


def test_a_converted_unit_neither_moves_nor_attacks_in_that_turn() -> None:
    """[FE-34D.2] Nor does the unit that it was ever come back."""
    game = WholeFront(5, AXIS)
    lwow = game.at(LWOW)
    game.having(taken={at: AXIS for at in game.context.country("USSR") if at.q > lwow.q - 5})
    game.put(LWOW, SLOVAKS).phase(Initial, AXIS).do(Convert((UnitId(SLOVAKS),), NEW))
    assert game.state.pieces[UnitId(SLOVAKS)].at == GONE
    for same_turn in (True, False):
        ban = game.pos.may_act(NEW)
        assert (ban is not None and ban.rule == "FE-34D.2") is same_turn
        near = lwow.neighbours()[0]
        found = {one.rule for one in can_attack(game.pos, NEW, near)}
        assert ("FE-34D.2" in found) is same_turn
        game.phase(Moving, AXIS)
        moves = [a for a in game.legal.of(NEW) if isinstance(a, Move)]
        assert bool(moves) is not same_turn
        game.having(used={})


def test_a_conversion_tells_the_ratings_of_the_new_unit() -> None:
    """(FE 34D) Both divisions are called the Slovakian 1 Infantry XX."""
    game = WholeFront(5).put("1B:3512", SLOVAKS).phase(Initial, AXIS)
    line = game.rules.describe(
        game.state, Convert((UnitId(SLOVAKS),), UnitId("slovakian-1-infantry-xx-2"))
    )
    name = "Slovakian 1 Infantry XX"
    assert line == f"Convert {name} to {name} (4-8, idle in this turn)"

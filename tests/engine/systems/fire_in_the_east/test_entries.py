"""Who enters how: from the east, through Sweden, over the west edge; where no line crosses closed
ground (FE-31A1, 31B, 34A).
"""

from __future__ import annotations

from engine.systems.europa.board.board import CLOSED
from engine.systems.europa.board.places import hexes
from engine.systems.europa.movement import rail_movement
from engine.systems.europa.production.initial_actions import Arrive
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.europa.state.records import Initial, Moving
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import WholeFront

FROM_THE_EAST, THROUGH_SWEDEN = UnitId("soviet-133-rifle-xx"), UnitId("german-163-infantry-xx")


def test_reinforcements_from_the_east_ride_on_from_the_edge() -> None:
    """[FE-34A2.5] They are placed in its rail hexes, and go by rail in the same turn, free of
    charge.
    """
    game = WholeFront(turn=2, side=ALLIED).phase(Initial, ALLIED)
    edge = hexes(game.context, "east edge")
    assert edge and all(at in game.context.rails for at in edge)
    assert game.objections(Arrive(FROM_THE_EAST, game.at("2A:3317")))
    at = next(at for at in edge if not game.objections(Arrive(FROM_THE_EAST, at)))
    game.do(Arrive(FROM_THE_EAST, at)).phase(Moving, ALLIED)
    reached = rail_movement.lines(game.pos, FROM_THE_EAST).every.cost
    assert len(reached) > 20 and game.pos.rides_free(FROM_THE_EAST)


def test_the_division_that_rides_through_sweden_is_in_finland_on_jul_i_41() -> None:
    """[FE-34A1.3] [FE-31B.2] Nobody else enters Sweden, and it does not stay there either."""
    context = WholeFront().context
    entry = context.arrivals[THROUGH_SWEDEN]
    assert (entry.turn, entry.place) == (2, "cities of southern Finland")
    game = WholeFront(turn=2, side=AXIS).phase(Initial, AXIS)
    cities = hexes(context, entry.place)
    assert any(not game.objections(Arrive(THROUGH_SWEDEN, at)) for at in cities)
    sweden = context.country("Sweden")
    for unit in (THROUGH_SWEDEN, FROM_THE_EAST):
        barred = game.pos.cannot_enter(unit, sweden[0])
        assert barred is not None and barred.rule == "FE-31B.2"


def test_no_line_of_the_board_crosses_closed_ground() -> None:
    """[FE-31A1.1] So nothing on it is a causeway: where a line leads, units march and attack."""
    context = WholeFront().context
    for at, near in context.roads.items():
        for beside in near:
            assert CLOSED.isdisjoint(context.sides(at, beside)), context.map.label(at)
            assert beside in context.fronts[at]

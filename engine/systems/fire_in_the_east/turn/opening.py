"""Where a scenario begins that does not begin with set-up: units, hexes, railroads, factories as a
turn of the war begins.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.state import Frame, Location, Piece
from engine.systems.europa.air.groups.records import Activating
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, GONE, NEUTRAL
from engine.systems.europa.state.records import Onward
from engine.systems.fire_in_the_east.sea import mooring
from engine.systems.fire_in_the_east.sea.records import Boat, Fleet, Vessel
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.records import East, SeaEast
from oob.model import UnitId


def _afloat(context: EastContext) -> Fleet:
    """The fleet where the charts and the opening have it."""
    fleet, opening = mooring.opening(context), context.figures.opening
    for ship in (*fleet.vessels, *fleet.boats):
        label = opening.ships.get(ship)
        if label is None and ship not in opening.sunk:
            continue
        at: Location = context.hex_of(label) if label is not None else DEAD
        if ship in fleet.boats:
            fleet = fleet.with_boat(ship, Boat(at))
        else:
            fleet = fleet.having(ship, Vessel(at, port=label is not None))
    return fleet


def activating(context: EastContext) -> tuple[Frame, ...]:
    """The air forces are set up first, those of the Axis before the Soviet one, wherever they have
    a base (FE-36.6).
    """
    sides = {row.id: row.side for row in context.charts.nations.rows}
    allowed = {row.nation for row in context.figures.air.allowances if not row.turn}
    nations = [home.nation for home in context.figures.air.homes if home.nation in allowed]
    ordered = sorted(nations, key=lambda nation: sides[nation] == AXIS)
    return tuple(Activating(sides[nation], nation, start=True) for nation in ordered)


def resumed(context: EastContext, state: East) -> East:
    """The state in which the weather of the first turn of the scenario is to be rolled."""
    opening, rows = context.figures.opening, context.charts.nations.rows
    pieces = dict(state.pieces)

    def put(units: Iterable[UnitId], at: Location) -> None:
        for unit in units:
            steps = pieces[unit].steps if at != DEAD else 0
            pieces[unit] = Piece(at, steps)

    for label, units in (*opening.units.items(), *opening.posts.items()):
        put(units, context.hex_of(label))
    put((*opening.lost, *opening.silenced), DEAD)
    put(opening.gone, GONE)
    taken = {context.hex_of(label): AXIS for label in opening.axis}
    taken |= {context.hex_of(label): ALLIED for label in opening.allied}
    towns = {at for at in taken if at in context.garrisoned and taken[at] == AXIS}
    turn = opening.turn
    if isinstance(state, SeaEast):
        state = state.having(fleet=_afloat(context))
    return state.having(
        turn=turn,
        pieces=pieces,
        flow=(Onward(), *activating(context)),
        joined={row.id: row.side if row.since <= turn else NEUTRAL for row in rows},
        taken=taken,
        captured=frozenset(at for at in taken if context.city_rank(at)),
        occupied=dict.fromkeys(sorted(towns), turn - 1),
        regauged=frozenset(map(context.hex_of, opening.regauged)),
        moved=dict(opening.moved),
        released=turn >= context.last_release,
        unplaced={},
    )

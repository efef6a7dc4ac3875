"""Strategic bombing in the course of play: yards that function, hits that are over, markers
(FE-20F1b to 20F1d).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.view.display import MarkerView
from engine.core.wording import counted
from engine.systems.europa.air.records import Mission
from engine.systems.europa.state.constants import AXIS, other
from engine.systems.europa.supply.supply_status import feeding
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.position import EastPosition, Work, now
from engine.systems.fire_in_the_east.state.raided import CITY, FACTORY, YARD
from engine.systems.fire_in_the_east.state.records import AirEast


def open_air(context: EastContext, transition: Work, side: str) -> None:
    """Note the enemy's yards that function as a side's air phase begins: a rail element leads from
    them to a source (FE-20F1d.2).
    """
    pos, enemy = now(context, transition), other(side)
    bit, joined = context.supply_graph.bits.bit, 0
    for net in feeding(pos, enemy).nets.values():
        joined |= net.rail.hexes | net.sources
    yards = pos.plants(enemy, Mission.YARD_BOMBING)
    transition.set(yards=frozenset(at for at in yards if joined & bit.get(at, 0)))


def forget(context: EastContext, transition: Work, side: str) -> None:
    """Hits count for one player turn of their owner: as a side's begins, those on the enemy's
    places are over, but for those of the surprise turn.
    """
    state = transition.state
    early = side == AXIS and state.turn == context.charts.surprise.turn
    if not isinstance(state, AirEast) or not state.raids or early:
        return
    begun = f"{YARD} {AXIS} "
    transition.set(
        raids={
            name: hits
            for name, hits in state.raids.items()
            if name.startswith(begun) == (side == AXIS)
        }
    )


def markers(pos: EastPosition) -> Iterator[MarkerView]:
    """Hits that count, where they were."""
    if not isinstance(pos.state, AirEast):
        return
    chart = pos.context.charts.districts
    hexes = {f"{FACTORY} {row.id}": row.hex for row in chart.factories}
    for district in chart.rows:
        hexes |= {f"{CITY} {city.id}": city.hexes[0] for city in district.cities}
    for name, hits in pos.state.raids.items():
        where = hexes.get(name) or name.split()[-1]
        text = f"{name.partition(' ')[0].capitalize()}: {counted(hits, 'hit')}"
        yield MarkerView("destroyed", pos.context.hex_of(where), "", text)

"""The railroad under construction: laid on its turn, or once its hexes are regained (FE-7D)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.view.display import MarkerView
from engine.core.view.outlook import Due
from engine.systems.europa.state.constants import ALLIED, AXIS, Phase
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.position import EastPosition, Work, now
from maps.hexgrid import Hex


def open_turn(context: EastContext, transition: Work) -> None:
    """As a turn begins: on that of the chart all hexes that the enemy does not have are laid, later
    ones that were regained long enough ago (FE-7D.1, 7D.2).
    """
    chart, state = context.charts.building_line, transition.state
    if state.turn < chart.first or state.laid == context.building_line:
        return
    pos = now(context, transition)
    if state.turn == chart.first:
        new = frozenset(at for at in context.building_line if pos.owner_of(at) != AXIS)
    else:
        new = frozenset(at for at, turn in state.relaying.items() if turn <= state.turn)
    if not new:
        return
    relaying = {at: turn for at, turn in state.relaying.items() if at not in new}
    transition.set(laid=state.laid | new, relaying=relaying)
    rule = "FE-7D.1" if state.turn == chart.first else "FE-7D.2"
    transition.tell("railroad laid", rule, count=len(new))


def captured(context: EastContext, transition: Work, taken: Mapping[Hex, str]) -> None:
    """A hex that was not laid in time is laid some turns after it is regained, and kept
    (FE-7D.2).
    """
    chart, state = context.charts.building_line, transition.state
    open_ = (context.building_line - state.laid).intersection(taken)
    if not open_ or state.turn < chart.first:
        return
    relaying = {at: turn for at, turn in state.relaying.items() if at not in open_}
    due = state.turn + chart.delay
    relaying |= dict.fromkeys(sorted(at for at in open_ if taken[at] == ALLIED), due)
    transition.set(relaying=relaying)


def markers(pos: EastPosition) -> Iterator[MarkerView]:
    """A railhead at either end while the line is not whole."""
    if pos.state.laid != pos.context.building_line:
        chart = pos.context.charts.building_line
        for label in (chart.start, chart.end):
            at = pos.context.hex_of(label)
            yield MarkerView("railhead", at, ALLIED, "Railhead: the line is not laid")


def due(pos: EastPosition, turn: int) -> Iterator[Due]:
    """The turn on which the line is laid."""
    chart = pos.context.charts.building_line
    if turn == chart.first and pos.context.building_line:
        text = f"The railroad from {pos.label(pos.context.hex_of(chart.start))} is laid."
        phase = Phase.WEATHER.value
        yield Due(turn, "release", text, "FE-7D.1", ALLIED, phase, done=turn < pos.state.turn)

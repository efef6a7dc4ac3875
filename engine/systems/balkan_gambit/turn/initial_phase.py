"""The Mutual Initial Phase: its segments in order, and ports that open (BG 6)."""

from __future__ import annotations

from dataclasses import replace

from engine.core.handler import Handler
from engine.systems.balkan_gambit.state.common import Work
from engine.systems.balkan_gambit.state.position import Position
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    Attitude,
    AttitudeRoll,
    Beachhead,
    ChetnikRoll,
    Partisans,
    PlayerTurn,
    PortRolls,
    PortsOpen,
    Reinforcing,
    TurnStart,
    Weather,
    WeatherRoll,
)


def start_turn(pos: Position, _frame: TurnStart, transition: Work) -> None:
    """Open a turn: queue its segments, last first (BG 5.2)."""
    figures = pos.context.figures
    frames = [PlayerTurn(ALLIED), Reinforcing(AXIS), Reinforcing(ALLIED), PortsOpen()]
    due = tuple(
        at
        for at, mark in sorted(transition.state.beachheads.items())
        if _to_roll(mark, pos.state.turn)
    )
    if due:
        frames.append(PortRolls(due))
    frames += [Partisans(AXIS), Partisans(ALLIED)]
    if figures.chetniks:
        frames.append(ChetnikRoll())
    if figures.italian_attitude and transition.state.attitude < Attitude.SURRENDER:
        frames.append(AttitudeRoll())
    if transition.state.turn > 1:
        frames.append(WeatherRoll())
    transition.set(
        flow=(*transition.state.flow[:-1], *frames),
        phase="initial",
        active="",
        landing_failed=False,
        landings={},
    )
    transition.tell("turn", "BG-5.2a", turn=transition.state.turn)
    if transition.state.turn == 1:
        transition.tell("weather", "BG-6.1a", weather=Weather.CLEAR)


def _to_roll(mark: Beachhead, turn: int) -> bool:
    return mark.opens == 0 and not mark.port and mark.landed < turn


def open_ports(_pos: Position, _frame: PortsOpen, transition: Work) -> None:
    """Flip the markers of ports that are due (BG 6.4)."""
    transition.state = transition.state.popped()
    turn = transition.state.turn
    for at, mark in sorted(transition.state.beachheads.items()):
        if not mark.port and 0 < mark.opens <= turn:
            opened = replace(mark, port=True, open=True)
            transition.set(beachheads={**transition.state.beachheads, at: opened})
            transition.tell("port open", "BG-6.4b", at=at)


HANDLERS = (Handler(TurnStart, auto=start_turn), Handler(PortsOpen, auto=open_ports))

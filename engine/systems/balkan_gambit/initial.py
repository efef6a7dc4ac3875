"""The Mutual Initial Phase: its segments in order, and ports that open (BG 6)."""

from __future__ import annotations

from dataclasses import replace

from engine.core.desk import Desk
from engine.systems.balkan_gambit.common import Work
from engine.systems.balkan_gambit.position import Position
from engine.systems.balkan_gambit.records import (
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


def start_turn(pos: Position, _frame: TurnStart, doing: Work) -> None:
    """Open a turn: queue its segments, last first (BG 5.2)."""
    figures = pos.table.figures
    frames = [PlayerTurn(ALLIED), Reinforcing(AXIS), Reinforcing(ALLIED), PortsOpen()]
    due = tuple(
        at for at, mark in sorted(doing.state.beachheads.items()) if _to_roll(mark, pos.state.turn)
    )
    if due:
        frames.append(PortRolls(due))
    frames += [Partisans(AXIS), Partisans(ALLIED)]
    if figures.chetniks:
        frames.append(ChetnikRoll())
    if figures.italian_attitude and doing.state.attitude < Attitude.SURRENDER:
        frames.append(AttitudeRoll())
    if doing.state.turn > 1:
        frames.append(WeatherRoll())
    doing.set(
        flow=(*doing.state.flow[:-1], *frames),
        phase="initial",
        active="",
        landing_failed=False,
        landings={},
    )
    doing.tell("turn", "BG-5.2a", turn=doing.state.turn)
    if doing.state.turn == 1:
        doing.tell("weather", "BG-6.1a", weather=Weather.CLEAR)


def _to_roll(mark: Beachhead, turn: int) -> bool:
    return mark.opens == 0 and not mark.port and mark.landed < turn


def open_ports(_pos: Position, _frame: PortsOpen, doing: Work) -> None:
    """Flip the markers of ports that are due (BG 6.4)."""
    doing.state = doing.state.popped()
    turn = doing.state.turn
    for at, mark in sorted(doing.state.beachheads.items()):
        if not mark.port and 0 < mark.opens <= turn:
            opened = replace(mark, port=True, open=True)
            doing.set(beachheads={**doing.state.beachheads, at: opened})
            doing.tell("port open", "BG-6.4b", at=at)


DESKS = (Desk(TurnStart, auto=start_turn), Desk(PortsOpen, auto=open_ports))

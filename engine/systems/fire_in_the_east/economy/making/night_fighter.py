"""A night fighter that comes in place of a fighter reinforcement, by an option (FE-OPT1.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.core.state import Frame
from engine.systems.europa.air import fates, fleet
from engine.systems.europa.air.title.plan import AirEntry
from engine.systems.europa.state.constants import DEAD, GONE, PENDING
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Initial
from engine.systems.fire_in_the_east.economy.actions import TakeNightFighter
from engine.systems.fire_in_the_east.state.position import EastPosition, Work

RULE = "FE-OPT1.1"
AWAY = (PENDING, DEAD, GONE)


def spare(pos: EastPosition, side: str) -> AirEntry | None:
    """The night fighter of a side that no calendar brings, while it has not been taken."""
    chart = pos.context.charts.night_fighter
    if not pos.context.option(chart.option):
        return None
    for entry in fleet.plan_of(pos.context).units:
        if entry.group == chart.group and pos.air.units[entry.id].at == PENDING:
            return entry if pos.state.joined.get(entry.nation) == side else None
    return None


def fighters(pos: EastPosition, side: str) -> tuple[str, ...]:
    """The reinforcements of this turn in place of which it may come."""
    wanted, found = pos.context.charts.night_fighter.model, spare(pos, side)
    if found is None:
        return ()
    return tuple(
        entry.id
        for entry in fleet.plan_of(pos.context).units
        if entry.model == wanted and entry.nation == found.nation
        if entry.turn == pos.state.turn and not entry.box and pos.air.units[entry.id].at not in AWAY
    )


def families(pos: Position, frame: Frame) -> tuple[Family, ...]:
    """Take it."""
    assert isinstance(pos, EastPosition)
    if not isinstance(frame, Initial) or not fighters(pos, frame.side):
        return ()
    found = fighters(pos, frame.side)
    title = "Take the night fighter"
    return (Family("take night fighter", title, lambda: tuple(map(TakeNightFighter, found))),)


def objections(pos: EastPosition, frame: Initial, action: TakeNightFighter) -> Iterator[Objection]:
    """Once in the game, for a fighter of that model that has come in this turn."""
    if spare(pos, frame.side) is None:
        yield Objection(RULE, "There is no night fighter that could be taken.")
    elif action.air_unit not in fighters(pos, frame.side):
        model = pos.context.charts.night_fighter.model
        yield Objection(RULE, f"It comes in place of a {model} that is new on this turn alone.")


def take(pos: EastPosition, frame: Initial, action: TakeNightFighter, transition: Work) -> None:
    """It is where the other is, which leaves the game."""
    entry, unit = spare(pos, frame.side), action.air_unit
    assert entry is not None, "the check found one"
    fates.change(pos, transition, entry.id, replace(pos.air.units[unit]))
    fates.remove(pos, transition, unit)
    transition.tell("night fighter", RULE, air_unit=entry.id, other=fleet.facts(pos, unit).name)


ANSWERS = (Answer(TakeNightFighter, objections, take),)

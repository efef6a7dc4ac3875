"""The dice of the Mutual Initial Phase: weather, Italians, Chetniks, ports (BG 6.1, 9.3, 1943)."""

from __future__ import annotations

from dataclasses import replace

from engine.core.chance import ChanceNode
from engine.core.handler import Handler
from engine.core.wording import counted
from engine.systems.balkan_gambit.state.common import Work, bury, now
from engine.systems.balkan_gambit.state.position import Position
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    DEAD,
    DISPERSED,
    RESERVE,
    SURRENDERED,
    Attitude,
    AttitudeRoll,
    ChetnikRoll,
    DefectionRolls,
    PortRolls,
    Weather,
    WeatherRoll,
)
from maps.hexgrid import Hex
from oob.model import UnitId


def weather_node(pos: Position, _frame: WeatherRoll) -> ChanceNode:
    """The weather die with what each face brings."""
    meanings = tuple(str(weather_after(pos, face)) for face in pos.faces)
    return ChanceNode(pos.die, "weather", "BG-6.1b", meanings, topic="weather")


def weather_after(pos: Position, face: int) -> Weather:
    """The weather a face brings after today's (BG 6.1)."""
    chart = pos.context.charts.weather
    poor = pos.state.weather is Weather.POOR
    total = face + (chart.after_poor if poor else chart.after_clear)
    if total <= chart.worse_to:
        return Weather.POOR
    return Weather.CLEAR if total >= chart.better_from else pos.state.weather


def roll_weather(pos: Position, _frame: WeatherRoll, face: int, transition: Work) -> None:
    """Settle the weather of the turn."""
    weather = weather_after(pos, face)
    transition.set(weather=weather, flow=transition.state.flow[:-1])
    transition.tell("weather roll", "BG-6.1c", face=face, weather=weather)


def attitude_node(pos: Position, _frame: AttitudeRoll) -> ChanceNode:
    """The attitude die."""
    meanings = tuple(_attitude(pos, face).name.lower() for face in pos.faces)
    return ChanceNode(pos.die, "Italian attitude", "BG-1943.3", meanings)


def _rolled(pos: Position, face: int) -> Attitude:
    """The attitude that a face of the die names."""
    chart = pos.context.charts.italians
    return (
        Attitude.BELLIGERENT
        if face <= chart.belligerent_to
        else Attitude.CONFUSION
        if face <= chart.confusion_to
        else Attitude.SURRENDER
        if face <= chart.surrender_to
        else Attitude.DEFECTION
    )


def _attitude(pos: Position, face: int) -> Attitude:
    """The attitude after a roll: it only rises."""
    return max(_rolled(pos, face), pos.state.attitude)


def roll_attitude(pos: Position, _frame: AttitudeRoll, face: int, transition: Work) -> None:
    """Settle the Italian attitude; on surrender the Italians leave, on defection each one rolls."""
    attitude = _attitude(pos, face)
    transition.set(attitude=attitude, flow=transition.state.flow[:-1])
    rule = "BG-1943.3" if attitude is _rolled(pos, face) else "BG-1943.4"
    transition.tell("attitude", rule, face=face, attitude=attitude.name.lower())
    italians = tuple(
        unit
        for unit, piece in pos.state.pieces.items()
        if pos.nation(unit) == "italian" and piece.at not in (DEAD, RESERVE)
    )
    if attitude is Attitude.SURRENDER:
        for unit in italians:
            bury(transition, unit, SURRENDERED)
        transition.tell("italians disband", "BG-1943.7", count=len(italians), units=italians)
    elif attitude is Attitude.DEFECTION and italians:
        transition.state = transition.state.pushed(DefectionRolls(italians))


def defection_node(pos: Position, frame: DefectionRolls) -> ChanceNode:
    """One defector's die."""
    turn_from = pos.context.charts.italians.defector_from
    meanings = tuple("defects" if face >= turn_from else "disbands" for face in pos.faces)
    return ChanceNode(
        pos.die,
        f"defection of {pos.called(frame.units[0])}",
        "BG-1943.8",
        meanings,
    )


def roll_defection(pos: Position, frame: DefectionRolls, face: int, transition: Work) -> None:
    """An Italian unit goes to the dead pile, or a partisan takes its place while counters last."""
    unit = frame.units[0]
    at = transition.state.pieces[unit].at
    bury(transition, unit, SURRENDERED)
    spare = None
    if face >= pos.context.charts.italians.defector_from and isinstance(at, Hex):
        spare = _spare_partisan(now(pos.context, transition), at)
    if spare is not None and isinstance(at, Hex):
        transition.state = transition.state.with_piece(
            spare, at=at, steps=1, mode=DISPERSED, marks=frozenset()
        )
        transition.tell("defected", "BG-1943.8", unit=unit, partisan=spare, at=at, face=face)
    else:
        transition.tell("disbanded", "BG-1943.8", unit=unit, face=face)
    rest = frame.units[1:]
    transition.state = (
        transition.state.swapped(DefectionRolls(rest)) if rest else transition.state.popped()
    )


def _spare_partisan(pos: Position, at: Hex) -> UnitId | None:
    nation = (
        "greek_guerrilla"
        if pos.context.within(at, "Greece")
        else "yugoslav"
        if pos.context.within(at, "Yugoslavia", "Albania")
        else None
    )
    for box in (RESERVE, DEAD):
        for unit in pos.boxed(box):
            if pos.nation(unit) == nation and not pos.stack_objection(unit, at):
                return unit
    return None


def chetnik_node(pos: Position, _frame: ChetnikRoll) -> ChanceNode:
    """The control die."""
    to = pos.context.charts.chetniks.axis_to
    meanings = tuple("Axis" if face <= to else "Allied" for face in pos.faces)
    return ChanceNode(pos.die, "Chetnik control", "BG-1943.11", meanings)


def roll_chetniks(pos: Position, _frame: ChetnikRoll, face: int, transition: Work) -> None:
    """Settle who commands the Chetniks this turn."""
    side = AXIS if face <= pos.context.charts.chetniks.axis_to else ALLIED
    transition.set(chetniks=side, flow=transition.state.flow[:-1])
    transition.tell("chetniks", "BG-1943.11", face=face, side=side)


def turns_to_open(pos: Position, face: int) -> int:
    """How long a captured port takes to open: half the die, rounded up (BG 9.3)."""
    return -(-face // pos.context.charts.ports.opening)


def port_node(pos: Position, frame: PortRolls) -> ChanceNode:
    """How long a captured port takes to open: half the die, rounded up (BG 9.3)."""
    meanings = tuple(_opening(turns_to_open(pos, face)) for face in pos.faces)
    return ChanceNode(pos.die, f"port at {pos.label(frame.hexes[0])}", "BG-9.3f", meanings)


def _opening(turns: int) -> str:
    return f"opens in {counted(turns, 'turn')}"


def roll_port(pos: Position, frame: PortRolls, face: int, transition: Work) -> None:
    """Note the turn a port will open."""
    at = frame.hexes[0]
    turns = turns_to_open(pos, face)
    mark = replace(transition.state.beachheads[at], opens=transition.state.turn + turns)
    transition.set(beachheads={**transition.state.beachheads, at: mark})
    transition.tell("port roll", "BG-9.3f", at=at, face=face, turn=mark.opens)
    rest = frame.hexes[1:]
    transition.state = (
        transition.state.swapped(PortRolls(rest)) if rest else transition.state.popped()
    )


HANDLERS = (
    Handler(WeatherRoll, chance=weather_node, rolled=roll_weather),
    Handler(AttitudeRoll, chance=attitude_node, rolled=roll_attitude),
    Handler(DefectionRolls, chance=defection_node, rolled=roll_defection),
    Handler(ChetnikRoll, chance=chetnik_node, rolled=roll_chetniks),
    Handler(PortRolls, chance=port_node, rolled=roll_port),
)

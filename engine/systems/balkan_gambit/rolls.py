"""The dice of the Mutual Initial Phase: weather, Italians, Chetniks, ports (BG 6.1, 9.3, 1943)."""

from __future__ import annotations

from dataclasses import replace

from engine.core.chance import ChanceNode
from engine.core.desk import Desk
from engine.systems.balkan_gambit.common import Work, bury, now
from engine.systems.balkan_gambit.position import Position
from engine.systems.balkan_gambit.records import (
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
    meanings = tuple(str(weather_after(pos, face)) for face in range(1, 11))
    return ChanceNode(10, "weather", "BG-6.1b", meanings, topic="weather")


def weather_after(pos: Position, face: int) -> Weather:
    """The weather a face brings after today's (BG 6.1)."""
    chart = pos.table.charts.weather
    poor = pos.state.weather is Weather.POOR
    total = face + (chart.after_poor if poor else chart.after_clear)
    if total <= chart.worse_to:
        return Weather.POOR
    return Weather.CLEAR if total >= chart.better_from else pos.state.weather


def roll_weather(pos: Position, _frame: WeatherRoll, face: int, doing: Work) -> None:
    """Settle the weather of the turn."""
    weather = weather_after(pos, face)
    doing.set(weather=weather, flow=doing.state.flow[:-1])
    doing.tell("weather roll", "BG-6.1c", face=face, weather=weather)


def attitude_node(pos: Position, _frame: AttitudeRoll) -> ChanceNode:
    """The attitude die."""
    meanings = tuple(_attitude(pos, face).name.lower() for face in range(1, 11))
    return ChanceNode(10, "Italian attitude", "BG-1943.3", meanings)


def _attitude(pos: Position, face: int) -> Attitude:
    chart = pos.table.charts.italians
    rolled = (
        Attitude.BELLIGERENT
        if face <= chart.belligerent_to
        else Attitude.CONFUSION
        if face <= chart.confusion_to
        else Attitude.SURRENDER
        if face <= chart.surrender_to
        else Attitude.DEFECTION
    )
    return max(rolled, pos.state.attitude)


def roll_attitude(pos: Position, _frame: AttitudeRoll, face: int, doing: Work) -> None:
    """Settle the Italian attitude; on surrender the Italians leave, on defection each one rolls."""
    attitude = _attitude(pos, face)
    doing.set(attitude=attitude, flow=doing.state.flow[:-1])
    doing.tell("attitude", "BG-1943.4", face=face, attitude=attitude.name.lower())
    italians = tuple(
        unit
        for unit, piece in pos.state.pieces.items()
        if pos.nation(unit) == "italian" and piece.at not in (DEAD, RESERVE)
    )
    if attitude is Attitude.SURRENDER:
        for unit in italians:
            bury(doing, unit, SURRENDERED)
        doing.tell("italians disband", "BG-1943.7", count=len(italians))
    elif attitude is Attitude.DEFECTION and italians:
        doing.state = doing.state.pushed(DefectionRolls(italians))


def defection_node(pos: Position, frame: DefectionRolls) -> ChanceNode:
    """One defector's die."""
    turn_from = pos.table.charts.italians.defector_from
    meanings = tuple("defects" if face >= turn_from else "disbands" for face in range(1, 11))
    return ChanceNode(10, f"defection of {pos.called(frame.units[0])}", "BG-1943.8", meanings)


def roll_defection(pos: Position, frame: DefectionRolls, face: int, doing: Work) -> None:
    """An Italian unit goes to the dead pile, or a partisan takes its place while counters last."""
    unit = frame.units[0]
    at = doing.state.pieces[unit].at
    bury(doing, unit, SURRENDERED)
    spare = None
    if face >= pos.table.charts.italians.defector_from and isinstance(at, Hex):
        spare = _spare_partisan(now(pos.table, doing), at)
    if spare is not None and isinstance(at, Hex):
        doing.state = doing.state.with_piece(
            spare, at=at, steps=1, mode=DISPERSED, marks=frozenset()
        )
        doing.tell("defected", "BG-1943.8", unit=unit, partisan=spare, at=at, face=face)
    else:
        doing.tell("disbanded", "BG-1943.8", unit=unit, face=face)
    rest = frame.units[1:]
    doing.state = doing.state.swapped(DefectionRolls(rest)) if rest else doing.state.popped()


def _spare_partisan(pos: Position, at: Hex) -> UnitId | None:
    nation = (
        "greek_guerrilla"
        if pos.table.within(at, "Greece")
        else "yugoslav"
        if pos.table.within(at, "Yugoslavia", "Albania")
        else None
    )
    for box in (RESERVE, DEAD):
        for unit in pos.boxed(box):
            if pos.nation(unit) == nation and not pos.stack_objection(unit, at):
                return unit
    return None


def chetnik_node(pos: Position, _frame: ChetnikRoll) -> ChanceNode:
    """The control die."""
    to = pos.table.charts.chetniks.axis_to
    meanings = tuple("Axis" if face <= to else "Allied" for face in range(1, 11))
    return ChanceNode(10, "Chetnik control", "BG-1943.11", meanings)


def roll_chetniks(pos: Position, _frame: ChetnikRoll, face: int, doing: Work) -> None:
    """Settle who commands the Chetniks this turn."""
    side = AXIS if face <= pos.table.charts.chetniks.axis_to else ALLIED
    doing.set(chetniks=side, flow=doing.state.flow[:-1])
    doing.tell("chetniks", "BG-1943.11", face=face, side=side)


def port_node(pos: Position, frame: PortRolls) -> ChanceNode:
    """How long a captured port takes to open: half the die, rounded up (BG 9.3)."""
    meanings = tuple(_opening((face + 1) // 2) for face in range(1, 11))
    return ChanceNode(10, f"port at {pos.label(frame.hexes[0])}", "BG-9.3f", meanings)


def _opening(turns: int) -> str:
    return f"opens in {turns} turn{'' if turns == 1 else 's'}"


def roll_port(pos: Position, frame: PortRolls, face: int, doing: Work) -> None:
    """Note the turn a port will open."""
    at = frame.hexes[0]
    turns = (face + 1) // 2
    mark = replace(doing.state.beachheads[at], opens=doing.state.turn + turns)
    doing.set(beachheads={**doing.state.beachheads, at: mark})
    doing.tell("port roll", "BG-9.3f", at=at, face=face, turn=mark.opens)
    rest = frame.hexes[1:]
    doing.state = doing.state.swapped(PortRolls(rest)) if rest else doing.state.popped()


DESKS = (
    Desk(WeatherRoll, chance=weather_node, rolled=roll_weather),
    Desk(AttitudeRoll, chance=attitude_node, rolled=roll_attitude),
    Desk(DefectionRolls, chance=defection_node, rolled=roll_defection),
    Desk(ChetnikRoll, chance=chetnik_node, rolled=roll_chetniks),
    Desk(PortRolls, chance=port_node, rolled=roll_port),
)

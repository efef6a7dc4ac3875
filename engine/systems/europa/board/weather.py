"""The weather: one die a turn, read in the column of each zone; floods; the chances of what comes
(BF-27, BC-21).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from engine.core.chance import ChanceNode
from engine.core.handler import Handler
from engine.core.view.outlook import WeatherChance, WeatherZone
from engine.systems.europa.state.common import Work
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import WeatherRoll


def weather_of(pos: Position, zone: str) -> str:
    """A zone's kind of weather now; the best before the first roll (ruling on BF-27.7)."""
    return pos.state.weather.get(zone) or pos.skies.best


def rolled_weather(pos: Position, turn: int, face: int) -> Mapping[str, str]:
    """What a face of the die makes of every zone on a turn: a result of no change leaves the
    weather it has now (BF-27.4 to 27.7).
    """
    chart = pos.context.charts.weather
    return {
        zone: chart.brings(chart.faces(turn, zone)[face - 1]) or weather_of(pos, zone)
        for zone in chart.zones
    }


def thawing(pos: Position, skies: Mapping[str, str]) -> frozenset[str]:
    """The zones whose rivers flood because their weather changes to ``skies``, where that option is
    played (BF-32A5.1).
    """
    return frozenset(
        zone
        for row in pos.context.charts.weather.floods
        if pos.context.option(row.id)
        for zone in row.zones
        if weather_of(pos, zone) in row.before and skies.get(zone) in row.after
    )


def chance(pos: Position, _frame: WeatherRoll) -> ChanceNode:
    """The die of the turn's weather (BF-27.3)."""
    die = pos.context.charts.dice.faces
    found = [rolled_weather(pos, pos.state.turn, face) for face in range(1, die + 1)]
    return ChanceNode(
        die,
        "the weather",
        pos.context.cite("weather roll"),
        tuple(_worded(skies) for skies in found),
        topic="weather",
    )


def _worded(skies: Mapping[str, str]) -> str:
    if len(skies) == 1:
        return next(iter(skies.values()))
    return ", ".join(f"zone {zone} {weather}" for zone, weather in skies.items())


def rolled(pos: Position, _frame: WeatherRoll, face: int, transition: Work) -> None:
    """Set the weather of every zone, and flood the rivers of a zone that clears up (BF-32A5.1)."""
    skies = rolled_weather(pos, pos.state.turn, face)
    thaw = thawing(pos, skies)
    transition.state = transition.state.popped().having(weather=dict(skies), floods=thaw)
    transition.tell("weather", pos.context.cite("weather roll"), roll=face, weather=_worded(skies))
    for zone in sorted(thaw):
        transition.tell("rivers flood", pos.context.cite("spring thaw"), zone=zone)


def zones(pos: Position, turns: int) -> tuple[WeatherZone, ...]:
    """The weather by zone, with the exact chances of each coming turn at present."""
    terms = pos.state.weather, _first_to_come(pos)
    return pos.shared(("weather to come", turns), terms, lambda: zones_from_nothing(pos, turns))


def _first_to_come(pos: Position) -> int:
    """The turn whose weather is rolled next."""
    pending = any(isinstance(frame, WeatherRoll) for frame in pos.state.flow)
    return pos.state.turn + (0 if pending else 1)


def zones_from_nothing(pos: Position, turns: int) -> tuple[WeatherZone, ...]:
    """The same, worked out whatever is known."""
    first = _first_to_come(pos)
    return tuple(
        WeatherZone(_named(pos, zone), weather_of(pos, zone), _coming(pos, zone, first, turns))
        for zone in pos.context.charts.weather.zones
    )


def _named(pos: Position, zone: str) -> str:
    return "Zone " + zone if len(pos.context.charts.weather.zones) > 1 else "All the board"


def _coming(pos: Position, zone: str, first: int, turns: int) -> tuple[WeatherChance, ...]:
    found = []
    spread = {weather_of(pos, zone): Fraction(1)}
    last = len(pos.context.charts.weather.rows)
    for turn in range(first, min(first + turns - 1, last) + 1):
        chart = pos.context.charts.weather
        spread = spread_after(spread, tuple(map(chart.brings, chart.faces(turn, zone))))
        found += [
            WeatherChance(turn, kind, float(spread[kind]))
            for kind in pos.skies.ids
            if spread.get(kind)
        ]
    return tuple(found)


def spread_after(before: Mapping[str, Fraction], brought: tuple[str, ...]) -> dict[str, Fraction]:
    """The chances of a zone's weather after a turn that brings these kinds, one a face of the die,
    '' for no change.
    """
    found: dict[str, Fraction] = {}
    for weather, chance_of in before.items():
        for kind in brought:
            now = kind or weather
            found[now] = found.get(now, Fraction(0)) + chance_of / len(brought)
    return found


HANDLERS = (Handler(WeatherRoll, chance=chance, rolled=rolled),)

"""The weather: one die a turn, read in the column of each zone; floods; the chances of what comes
(BF-27, BC-21).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from engine.core.chance import ChanceNode
from engine.core.handler import Handler
from engine.core.view.outlook import WeatherChance, WeatherZone
from engine.systems.europa.charts.supply_charts import Sky
from engine.systems.europa.state.common import Work
from engine.systems.europa.state.constants import WORST, Weather
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import WeatherRoll

SKIES = {Sky.CLEAR: Weather.CLEAR, Sky.POOR: Weather.POOR, Sky.WINTER: Weather.WINTER}
"""What each result brings; no change is none of them."""
FLOODED = "D"
"""The zone whose rivers a spring thaw floods (BF-32A5.1)."""
THAW = "spring thaw"
"""The option of floods."""
DIE = 6


def after(before: Weather, sky: Sky) -> Weather:
    """The weather a result makes of what was there before (BF-27.4 to 27.7)."""
    return SKIES.get(sky, before)


def weather_of(pos: Position, zone: str) -> Weather:
    """A zone's weather now; clear before the first roll (ruling on BF-27.7)."""
    return pos.state.weather.get(zone, Weather.CLEAR)


def rolled_weather(pos: Position, turn: int, face: int) -> Mapping[str, Weather]:
    """What a face of the die makes of every zone on a turn, as it follows on the weather now."""
    chart = pos.context.charts.weather
    return {
        zone: after(weather_of(pos, zone), chart.results(turn, zone)[face - 1])
        for zone in chart.zones
    }


def chance(pos: Position, _frame: WeatherRoll) -> ChanceNode:
    """The die of the turn's weather (BF-27.3)."""
    found = [rolled_weather(pos, pos.state.turn, face) for face in range(1, DIE + 1)]
    return ChanceNode(
        DIE,
        "the weather",
        pos.context.cite("weather roll"),
        tuple(_worded(skies) for skies in found),
        topic="weather",
    )


def _worded(skies: Mapping[str, Weather]) -> str:
    if len(skies) == 1:
        return next(iter(skies.values())).value
    return ", ".join(f"zone {zone} {weather.value}" for zone, weather in skies.items())


def rolled(pos: Position, _frame: WeatherRoll, face: int, transition: Work) -> None:
    """Set the weather of every zone, and flood the rivers of a zone that clears up (BF-32A5.1)."""
    skies = rolled_weather(pos, pos.state.turn, face)
    thaw = (
        pos.context.option(THAW)
        and FLOODED in skies
        and weather_of(pos, FLOODED).bad
        and not skies[FLOODED].bad
    )
    transition.state = transition.state.popped().having(
        weather=dict(skies), floods=frozenset({FLOODED}) if thaw else frozenset()
    )
    transition.tell("weather", pos.context.cite("weather roll"), roll=face, weather=_worded(skies))
    if thaw:
        transition.tell("rivers flood", pos.context.cite("spring thaw"), zone=FLOODED)


def zones(pos: Position, turns: int) -> tuple[WeatherZone, ...]:
    """The weather by zone, with the exact chances of each coming turn at present."""
    pending = any(isinstance(frame, WeatherRoll) for frame in pos.state.flow)
    first = pos.state.turn + (0 if pending else 1)
    return tuple(
        WeatherZone(
            _named(pos, zone), weather_of(pos, zone).value, _coming(pos, zone, first, turns)
        )
        for zone in pos.context.charts.weather.zones
    )


def _named(pos: Position, zone: str) -> str:
    return "Zone " + zone if len(pos.context.charts.weather.zones) > 1 else "All the board"


def _coming(pos: Position, zone: str, first: int, turns: int) -> tuple[WeatherChance, ...]:
    found = []
    spread = {weather_of(pos, zone): Fraction(1)}
    last = len(pos.context.charts.weather.rows)
    for turn in range(first, min(first + turns - 1, last) + 1):
        spread = spread_after(spread, pos.context.charts.weather.results(turn, zone))
        found += [
            WeatherChance(turn, weather.value, float(spread[weather]))
            for weather in WORST
            if spread.get(weather)
        ]
    return tuple(found)


def spread_after(
    before: Mapping[Weather, Fraction], results: tuple[Sky, ...]
) -> dict[Weather, Fraction]:
    """The chances of a zone's weather after a turn with these results, one a face of the die."""
    found: dict[Weather, Fraction] = {}
    for weather, chance_of in before.items():
        for sky in results:
            now = after(weather, sky)
            found[now] = found.get(now, Fraction(0)) + chance_of / len(results)
    return found


HANDLERS = (Handler(WeatherRoll, chance=chance, rolled=rolled),)

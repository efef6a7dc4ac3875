"""The weather of Fire in the East: zone A by its own table, zones B to D by one that drifts
(FE-29).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from engine.core.chance import ChanceNode
from engine.core.handler import Handler
from engine.core.view.outlook import WeatherChance, WeatherZone
from engine.systems.europa.board.weather import spread_after, thawing, weather_of
from engine.systems.europa.state.records import WeatherRoll
from engine.systems.fire_in_the_east.state import winter
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.position import EastPosition, Work
from engine.systems.fire_in_the_east.state.records import DriftRoll

WORSENING, IMPROVING = "worsening", "improving"


class Drift(NamedTuple):
    """What the table of several zones brought last, the trend, and the weather of each zone from
    north to south.
    """

    table: str
    trend: str
    zones: tuple[str, ...]


def free(context: EastContext) -> tuple[str, ...]:
    """The zones with a table of their own (FE-29A2.2)."""
    drifting = context.charts.drift.zones
    return tuple(zone for zone in context.charts.weather.zones if zone not in drifting)


def drift_of(pos: EastPosition) -> Drift:
    """How the weather of the zones that share a table has drifted so far."""
    first = pos.context.figures.first_weather
    zones = tuple(weather_of(pos, zone) for zone in pos.context.charts.drift.zones)
    return Drift(pos.state.table or first, pos.state.trend, zones)


def drifted(context: EastContext, before: Drift, brought: str) -> Drift:
    """The drift after a turn whose table brings a kind of weather, '' for no change (FE-29A2.3,
    29A3.1, 29B2.1, 29B2.2).

    Weather that worsens enters in the north, weather that improves in the south; as long as the
    table brings the same, the last trend goes on.
    """
    rank = context.charts.weather.known.rank
    table = brought or before.table
    trend = before.trend
    if rank(table) != rank(before.table):
        trend = WORSENING if rank(table) > rank(before.table) else IMPROVING
    zones = before.zones
    if trend == WORSENING:
        zones = (table, *zones[:-1])
    elif trend == IMPROVING:
        zones = (*zones[1:], table)
    return Drift(table, trend, zones)


def _brought(context: EastContext, zone: str, turn: int) -> tuple[str, ...]:
    """What each face of the die brings a zone on a turn."""
    chart = context.charts.weather
    return tuple(map(chart.brings, chart.faces(turn, zone)))


def _after(pos: EastPosition, face: int) -> dict[str, str]:
    """The weather of zones with a table of their own after a face of the die."""
    found = {}
    for zone in free(pos.context):
        brought = _brought(pos.context, zone, pos.state.turn)[face - 1]
        found[zone] = brought or weather_of(pos, zone)
    return found


def _drift_after(pos: EastPosition, face: int) -> Drift:
    zone = pos.context.charts.drift.zones[0]
    brought = _brought(pos.context, zone, pos.state.turn)[face - 1]
    return drifted(pos.context, drift_of(pos), brought)


def _worded(skies: Mapping[str, str]) -> str:
    return ", ".join(f"zone {zone} {kind}" for zone, kind in skies.items())


def _by_zone(pos: EastPosition, drift: Drift) -> dict[str, str]:
    return dict(zip(pos.context.charts.drift.zones, drift.zones, strict=True))


def chance(pos: EastPosition, _frame: WeatherRoll) -> ChanceNode:
    """The die of the zones with a table of their own (FE-29B1.1)."""
    faces = range(1, pos.context.charts.dice.faces + 1)
    words = tuple(_worded(_after(pos, face)) for face in faces)
    rule = pos.context.cite("weather roll")
    return ChanceNode(len(faces), "the weather in the Arctic", rule, words, topic="weather")


def rolled(pos: EastPosition, _frame: WeatherRoll, face: int, transition: Work) -> None:
    """Set the weather of those zones, and roll for the others."""
    skies = _after(pos, face)
    state = transition.state.popped().pushed(DriftRoll())
    thaw = thawing(pos, skies)
    transition.state = state.having(weather={**state.weather, **skies}, floods=thaw)
    rule = pos.context.cite("weather roll")
    transition.tell("weather", rule, roll=face, weather=_worded(skies))
    _flood(thaw, transition)
    _freeze(pos, skies, transition)


def _flood(zones: frozenset[str], transition: Work) -> None:
    """Tell whose rivers are in flood (FE-39F2.1)."""
    for zone in sorted(zones):
        transition.tell("rivers flood", "FE-39F2.1", zone=zone)


def _freeze(pos: EastPosition, skies: Mapping[str, str], transition: Work) -> None:
    """Let the waters of zones whose weather is new freeze or thaw, and tell what has changed
    (FE-39F1).
    """
    if not winter.gradual(pos.context):
        return
    waters, state = winter.waters_after(pos, skies), transition.state
    rolled_for = frozenset(skies)
    transition.state = state.having(
        frozen=(state.frozen - rolled_for) | (waters.frozen & rolled_for),
        freezing=(state.freezing - rolled_for) | (waters.freezing & rolled_for),
    )
    news = (
        ("waters freeze", waters.freezing, "FE-39F1.1"),
        ("waters frozen", (waters.frozen - state.frozen) & rolled_for, "FE-39F1.2"),
        ("waters thaw", (state.frozen | state.freezing) & rolled_for - waters.frozen, "FE-39F1.2"),
    )
    for name, zones_, rule in news:
        for zone in sorted(zones_):
            transition.tell(name, rule, zone=zone)


def drift_chance(pos: EastPosition, _frame: DriftRoll) -> ChanceNode:
    """The die of the zones that share a table (FE-29B.1)."""
    faces = range(1, pos.context.charts.dice.faces + 1)
    words = tuple(_worded(_by_zone(pos, _drift_after(pos, face))) for face in faces)
    rule = pos.context.cite("weather roll")
    return ChanceNode(len(faces), "the weather south of it", rule, words, topic="weather")


def drift_rolled(pos: EastPosition, _frame: DriftRoll, face: int, transition: Work) -> None:
    """Let the weather drift."""
    drift = _drift_after(pos, face)
    skies = _by_zone(pos, drift)
    state, thaw = transition.state.popped(), thawing(pos, skies)
    transition.state = state.having(
        weather={**state.weather, **skies},
        table=drift.table,
        trend=drift.trend,
        floods=state.floods | thaw,
    )
    rule = "FE-29B2.2" if drift.trend == IMPROVING else "FE-29B2.1"
    transition.tell("weather", rule, roll=face, weather=_worded(skies))
    _flood(thaw, transition)
    _freeze(pos, skies, transition)


def zones(pos: EastPosition, turns: int) -> tuple[WeatherZone, ...]:
    """The weather by zone, with the exact chances of each coming turn at present."""
    context, flow = pos.context, pos.state.flow
    first = {True: pos.state.turn, False: pos.state.turn + 1}
    waits = any(isinstance(frame, WeatherRoll) for frame in flow)
    drifts = waits or any(isinstance(frame, DriftRoll) for frame in flow)
    coming = {
        zone: _free_chances(pos, zone, _turns(context, first[waits], turns))
        for zone in free(context)
    }
    coming |= _drift_chances(pos, _turns(context, first[drifts], turns))
    return tuple(
        WeatherZone(f"Zone {zone}", weather_of(pos, zone), tuple(coming[zone]))
        for zone in context.charts.weather.zones
    )


def _turns(context: EastContext, first: int, turns: int) -> range:
    last = len(context.charts.weather.rows)
    return range(first, min(first + turns - 1, last) + 1)


def _free_chances(pos: EastPosition, zone: str, turns: range) -> list[WeatherChance]:
    spread, found = {weather_of(pos, zone): Fraction(1)}, list[WeatherChance]()
    for turn in turns:
        spread = spread_after(spread, _brought(pos.context, zone, turn))
        found += _listed(pos, turn, spread)
    return found


def _drift_chances(pos: EastPosition, turns: range) -> dict[str, list[WeatherChance]]:
    names = pos.context.charts.drift.zones
    found: dict[str, list[WeatherChance]] = {zone: [] for zone in names}
    spread = {drift_of(pos): Fraction(1)}
    for turn in turns:
        brought, after = _brought(pos.context, names[0], turn), dict[Drift, Fraction]()
        for drift, share in spread.items():
            for kind in brought:
                to = drifted(pos.context, drift, kind)
                after[to] = after.get(to, Fraction(0)) + share / len(brought)
        spread = after
        for number, zone in enumerate(names):
            kinds: dict[str, Fraction] = {}
            for drift, share in spread.items():
                kind = drift.zones[number]
                kinds[kind] = kinds.get(kind, Fraction(0)) + share
            found[zone] += _listed(pos, turn, kinds)
    return found


def _listed(pos: EastPosition, turn: int, spread: Mapping[str, Fraction]) -> list[WeatherChance]:
    return [
        WeatherChance(turn, kind, float(spread[kind])) for kind in pos.skies.ids if spread.get(kind)
    ]


HANDLERS = (
    Handler(WeatherRoll, chance=chance, rolled=rolled),
    Handler(DriftRoll, chance=drift_chance, rolled=drift_rolled),
)
"""The dice that make the weather of a turn."""

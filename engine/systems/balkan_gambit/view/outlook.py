"""What the coming turns bring, the figures of the game, the weather's chances, and supply lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from engine.core.view.outlook import (
    Block,
    Due,
    Figure,
    SupplyElement,
    SupplyLine,
    WeatherChance,
    WeatherZone,
)
from engine.core.wording import counted
from engine.systems.balkan_gambit import victory
from engine.systems.balkan_gambit.state.position import Position, other
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    DEAD,
    RESERVE,
    Weather,
    WeatherRoll,
)
from engine.systems.balkan_gambit.turn.rolls import weather_after
from engine.systems.balkan_gambit.view.display import supply
from maps.hexgrid import Hex, distance
from oob.model import EntryKind, UnitId

ARRIVALS = (EntryKind.ARRIVES, EntryKind.OPTIONAL)


def figures(pos: Position) -> tuple[Figure, ...]:
    """Victory points, steps on the board and lost, and towns held, of both sides."""
    points = victory.points(pos)
    found = []
    for side in (ALLIED, AXIS):
        units = [unit for unit in pos.state.pieces if pos.owner(unit) == side]
        pieces = [(unit, pos.state.pieces[unit]) for unit in units]
        fielded = sum(piece.steps for _unit, piece in pieces if isinstance(piece.at, Hex))
        dead = sum(pos.context.units[unit].steps for unit, piece in pieces if piece.at == DEAD)
        held = sum(owner == side for owner in pos.state.control.values())
        found += [
            Figure("points", "Victory points", side, points[side]),
            Figure("steps", "Steps on the board", side, fielded),
            Figure("lost", "Steps lost for good or to be rebuilt", side, dead),
            Figure("towns", "Towns and cities held", side, held),
        ]
    return tuple(found)


def due(pos: Position, first: int, last: int) -> tuple[Due, ...]:
    """Weather, arrivals and the final count between two turns; optional units stand on turn 0."""
    end = pos.context.figures.turns
    found = [*_arrivals(pos, first, last)]
    for turn in range(max(first, 1), min(last, end) + 1):
        waits = any(isinstance(frame, WeatherRoll) for frame in pos.state.flow)
        rolled = turn < pos.state.turn or (turn == pos.state.turn and not waits)
        if turn > 1:
            text = "Weather is rolled for."
            found.append(Due(turn, "weather", text, "BG-6.1b", phase="initial", done=rolled))
    if first <= end <= last:
        found.append(
            Due(end, "victory", "The game ends; points are compared.", "BG-4.0a", phase="end")
        )
    return tuple(sorted(found, key=lambda entry: entry.turn))


def _arrivals(pos: Position, first: int, last: int) -> Iterator[Due]:
    for entry in pos.context.oob.schedule:
        if entry.kind not in ARRIVALS or not entry.units:
            continue
        if not (entry.turn == 0 or first <= entry.turn <= last):
            continue
        waiting = tuple(u for u in entry.units if pos.state.pieces[u].at == RESERVE)
        names = ", ".join(pos.called(unit) for unit in entry.units)
        price = f" for {counted(entry.cost, 'victory point')}" if entry.cost else ""
        verb = "may come" if entry.kind is EntryKind.OPTIONAL else "arrive"
        box = pos.context.map.boxes.get(entry.place)
        yield Due(
            entry.turn,
            "arrival",
            f"{names} {verb}{price}.",
            "BG-8.1a",
            side=pos.owner(entry.units[0]),
            phase="initial",
            units=entry.units,
            place=box.name if box else entry.place,
            done=not waiting,
        )


def weather(pos: Position, turns: int) -> tuple[WeatherZone, ...]:
    """The one zone there is: a chain of dice from today's weather (BG 6.1)."""
    state, last = pos.state, pos.context.figures.turns
    now = {state.weather: 1.0}
    coming = []
    for turn in range(state.turn + 1, min(state.turn + turns, last) + 1):
        now = _next(pos, now)
        coming += [WeatherChance(turn, str(kind.value), now.get(kind, 0.0)) for kind in Weather]
    return (WeatherZone("", str(state.weather.value), tuple(coming)),)


def _next(pos: Position, now: dict[Weather, float]) -> dict[Weather, float]:
    after: dict[Weather, float] = {}
    for kind, chance in now.items():
        here = Position(pos.context, replace(pos.state, weather=kind))
        for face in here.faces:
            fallen = weather_after(here, face)
            after[fallen] = after.get(fallen, 0.0) + chance / here.die
    return after


def supply_line(pos: Position, unit: UnitId) -> SupplyLine:
    """The march to the road and the chain of roads to the source, or what bars both (BG 9.2)."""
    supplied, path, text = supply(pos, unit)
    if len(path) < 2:
        return SupplyLine(supplied, text, blocks=() if supplied else _blocks(pos, unit))
    blown, chain = pos.state.blown, pos.net_for(unit)
    on_road = next(n for n, at in enumerate(path) if at in chain)
    march, road = path[: on_road + 1], path[on_road:]
    elements = []
    if len(march) > 1:
        mobility = pos.context.stats[unit].mobility
        costs = (pos.context.step_cost(mobility, a, b, blown) for a, b in pairwise(march))
        cost = sum(step or 0 for step in costs)
        elements.append(SupplyElement("march", march, cost, pos.march_factor(unit), "BG-9.2b"))
    if len(road) > 1:
        elements.append(SupplyElement("road", road, len(road) - 1, None, "BG-9.2d"))
    return SupplyLine(supplied, text, tuple(elements))


def _blocks(pos: Position, unit: UnitId) -> tuple[Block, ...]:
    """Enemies beside the unit or within its march that close hexes to its supply."""
    at = pos.state.pieces[unit].at
    if not isinstance(at, Hex):
        return ()
    barred = pos.held[other(pos.owner(unit))]
    near = sorted(enemy for enemy in barred if distance(at, enemy) <= NEAR)
    return tuple(Block(enemy, "An enemy unit holds the hex.", "BG-9.2c") for enemy in near)


NEAR = 4
"""Hexes around a unit without supply within which what blocks it is shown."""

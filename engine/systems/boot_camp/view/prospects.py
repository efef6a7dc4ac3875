"""The numbers a game is followed by, and what coming turns bring."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.core.actions import Action
from engine.core.view.outlook import Due, Figure
from engine.core.wording import counted
from engine.systems.boot_camp import politics, victory
from engine.systems.boot_camp.actions import Drop, Ship
from engine.systems.boot_camp.air_and_sea.carried import dangers
from engine.systems.boot_camp.air_and_sea.naval import is_risky
from engine.systems.boot_camp.state.constants import BRITISH, GERMAN, GREEK, YUGOSLAV
from engine.systems.boot_camp.state.position import BootCampPosition
from engine.systems.boot_camp.state.records import Interception, Way
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, HALF
from engine.systems.europa.state.context import SIDE_NAMES as SIDES
from engine.systems.europa.view import calendar

COUNTED = ("italian", GERMAN, GREEK, BRITISH, YUGOSLAV)
"""Nations whose losses are followed."""


def promised(pos: BootCampPosition, action: Action) -> str:
    """The dangers of a voyage or a drop, as the end of its menu line; '' for other actions."""
    if not isinstance(action, (Ship, Drop)) or action.unit not in pos.state.pieces:
        return ""
    at, side = pos.piece(action.unit).at, pos.side(action.unit)
    if isinstance(action, Drop):
        return dangers(pos, Interception(side, action.unit, at, action.target, Way.AIR))
    if not is_risky(pos, action.unit, at, action.target):
        return ""
    return dangers(pos, Interception(side, action.unit, at, action.target, Way.SEA))


def notes(pos: BootCampPosition) -> tuple[str, ...]:
    """What the turn record says besides phases and weather."""
    state = pos.state
    if state.entered:
        return (f"Germany entered on {pos.context.turn_name(state.entered)}",)
    if state.turn >= pos.context.charts.nations.first_entry:
        return ("Germany enters with clear weather",)
    first = pos.context.turn_name(pos.context.charts.nations.first_entry)
    return (f"Germany enters with clear weather from {first} on",)


def figures(pos: BootCampPosition) -> tuple[Figure, ...]:
    """Victory points, losses in regimental equivalents, cities held, German strength."""
    state, context = pos.state, pos.context
    found = [Figure("points", "Victory points", side, state.score(side)) for side in (AXIS, ALLIED)]
    for nation in COUNTED:
        row = context.nation_row(nation)
        side = pos.joined(nation) or row.side
        found.append(Figure(f"lost {nation}", f"{row.name}, REs lost", side, lost(pos, nation)))
    for side in (AXIS, ALLIED):
        held = pos.shared(
            ("cities", side), (state.taken, state.joined), partial(_cities, pos, side)
        )
        found.append(Figure("cities", "Cities of Greece, Yugoslavia, Albania", side, held))
    found.append(Figure("german res", "German REs in play", AXIS, politics.german_res(pos)))
    return tuple(found)


def _cities(pos: BootCampPosition, side: str) -> int:
    """The cities that count for victory which a side owns."""
    return len(victory.owned(pos, victory.counted(pos, "Greece", "Yugoslavia", "Albania"), side))


def lost(pos: BootCampPosition, nation: str) -> float:
    """Regimental equivalents of a nation in the dead pile, with what its cadres have lost."""
    dead, units = pos.boxed(DEAD), pos.context.units
    halves = 0
    for unit in dict.fromkeys((*dead, *pos.state.tallied)):
        if units[unit].nation != nation:
            continue
        full = pos.context.facts(unit, units[unit].steps).halves
        if pos.piece(unit).at == DEAD:
            halves += full
        elif pos.piece(unit).steps:
            halves += full - pos.facts(unit).halves
    return halves / HALF


def due(pos: BootCampPosition, first: int, last: int) -> tuple[Due, ...]:
    """What the turns bring: the order of battle's calendar, weather, checks, the end."""
    state, shared = pos.state, calendar.due(pos, first, last)
    terms = state.turn, state.entered, state.credited, state.over, shared
    return pos.shared(("all due", first, last), terms, lambda: _with_own(pos, shared, first, last))


def _with_own(
    pos: BootCampPosition, shared: tuple[Due, ...], first: int, last: int
) -> tuple[Due, ...]:
    """What every title's calendar brings, and checks and the end."""
    own = [entry for turn in range(first, last + 1) for entry in _of_turn(pos, turn)]
    return tuple(sorted((*own, *shared), key=lambda entry: entry.turn))


def _of_turn(pos: BootCampPosition, turn: int) -> Iterator[Due]:
    state, charts = pos.state, pos.context.charts
    gone = turn < state.turn
    if not state.entered or state.entered >= turn:
        yield from _before_entry(pos, turn, gone)
    if turn == charts.reduction.turn:
        text = f"Germany keeps {counted(charts.reduction.res, 'RE')} and no c/m units"
        done = politics.REDUCED in state.credited
        yield Due(turn, "withdrawal", text, "BC-24E.6", AXIS, "Axis initial", done=done)
    victory_chart = charts.victory
    if turn == victory_chart.early:
        text = "Last turn on which ceasing operations gains points"
        yield Due(turn, "victory", text, "BC-25A4.2", AXIS, "End of game turn", done=gone)
    if turn == victory_chart.late:
        text = "From now on ceasing operations costs points"
        yield Due(turn, "victory", text, "BC-25A4.2", AXIS, "End of game turn", done=gone)
    if turn == pos.context.figures.turns:
        text = "The game ends and points are counted"
        yield Due(turn, "victory", text, "BC-25A4.1", "", "End of game turn", done=state.over)


def _before_entry(pos: BootCampPosition, turn: int, gone: bool) -> Iterator[Due]:
    charts = pos.context.charts
    if turn >= charts.nations.first_entry and not pos.state.entered:
        text = "Clear weather brings Germany into the war"
        yield Due(turn, "check", text, "BC-24E.1", AXIS, "Weather", done=gone)
    if not pos.state.entered:
        many = counted(charts.garrisons.divisions, "division")
        text = f"Metaxas Line: every hex held, {many} in all"
        phase = f"{SIDES[ALLIED]} exploitation"
        yield Due(turn, "check", text, "BC-24A.3", ALLIED, phase, done=gone)

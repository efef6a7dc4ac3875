"""From one phase to the next: what is cleared, what is due, what the end brings."""

from __future__ import annotations

from engine.core.handler import Transition
from engine.rules.board.context import DEAD
from engine.rules.board.pieces import unmark
from engine.systems.by_hand.charts import WeatherChart
from engine.systems.by_hand.charts.sequence import PhaseKind
from engine.systems.by_hand.position import HandPosition
from engine.systems.by_hand.records import ARRIVALS, MOVED, HandState, ThrowingWeather
from oob.model import EntryKind, UnitId

PHASES, VICTORY = "H-phases", "H-victory"


def go_on(pos: HandPosition, doing: Transition[HandState]) -> None:
    """Open the phase that follows; the game is over after the last one of the last turn."""
    state = doing.state
    at = state.slot + 1
    if at >= len(pos.context.slots):
        if state.turn >= pos.charts.turns.last:
            doing.set(over=True, flow=())
            doing.tell("game over", VICTORY, level=_told_end(pos))
            return
        at = 0
    if at == 0:
        doing.set(turn=state.turn + 1)
        _new_turn(pos, doing)
    slot = pos.context.slots[at]
    hand = slot.side or pos.context.players[0]
    row = pos.charts.turns.row(doing.state.turn)
    owed = row.checklist if at == 0 else ()
    doing.set(slot=at, phase=slot.name, active=slot.side, hand=hand, owed=owed)
    doing.tell("phase", PHASES, phase=pos.charts.phase_name(slot.side, slot.name))
    unmark(doing, MOVED, units=_of(pos, slot.side))
    for begun, side in slot.begun:
        unmark(doing, *begun.clears, units=_of(pos, side))
    for duty in slot.duties:
        doing.tell("reminder", PHASES, text=duty)
    is_thrown = any(begun.kind is PhaseKind.WEATHER for begun, _side in slot.begun)
    if is_thrown and pos.charts.weather is not None and not row.weather:
        doing.state = doing.state.pushed(ThrowingWeather(weather_dice(pos.charts.weather)))


def _of(pos: HandPosition, side: str) -> list[UnitId]:
    """The units of a side; all of them for ''."""
    return [unit for unit in pos.state.pieces if side in ("", pos.owner(unit))]


def weather_dice(chart: WeatherChart) -> tuple[int, ...]:
    """The dice that are thrown for the weather: one, or one for each zone."""
    return (chart.die,) * max(1, len(chart.zones))


def _new_turn(pos: HandPosition, doing: Transition[HandState]) -> None:
    turn = doing.state.turn
    row = pos.charts.turns.row(turn)
    doing.tell("turn", PHASES, turn=turn, date=f", {row.date}" if row.date else "")
    for text in row.events:
        doing.tell("reminder", PHASES, text=text)
    due = tuple(unit for unit in pos.boxed(ARRIVALS) if pos.context.comes(unit) == turn)
    if due:
        doing.tell("due", PHASES, units=due)
    leaving = tuple(
        unit
        for entry in pos.context.schedule
        if entry.kind is EntryKind.WITHDRAWS and entry.turn == turn
        for unit in entry.units
        if pos.where(unit) not in (ARRIVALS, DEAD)
    )
    if leaving:
        doing.tell("leaving", PHASES, units=leaving)
    chart = pos.charts.weather
    everywhere = {zone.id: row.weather for zone in chart.zones} if chart is not None else {}
    now = (doing.state.weather, doing.state.skies)
    if chart is not None and row.weather and now != (row.weather, everywhere):
        doing.set(weather=row.weather, skies=everywhere)
        doing.tell("weather set", chart.rule, weather=row.weather)


def winner_of(pos: HandPosition) -> str:
    """The side that leads by enough; '' for none."""
    chart = pos.charts.victory
    if chart is None or len(pos.context.players) < 2:
        return ""
    ranked = sorted(pos.context.players, key=lambda side: -pos.points(side))
    ahead = pos.points(ranked[0]) - pos.points(ranked[1])
    return ranked[0] if ahead >= max(1, chart.lead) else ""


def _told_end(pos: HandPosition) -> str:
    """The end as the log tells it, with who has won."""
    winner = winner_of(pos)
    return f"{pos.charts.side_name(winner)} has won" if winner else told_outcome(pos)


def told_outcome(pos: HandPosition) -> str:
    """The end in a few words."""
    if pos.charts.victory is None:
        return "the players judge who has won"
    return "victory" if winner_of(pos) else "a draw"

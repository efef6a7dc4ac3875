"""What actions do, once they are possible: cautions that are passed over are told first."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.actions import Action
from engine.core.handler import Transition
from engine.rules.board.context import DEAD
from engine.rules.board.pieces import lose_step, mark, remove, unmark
from engine.rules.movement.actions import Move
from engine.systems.by_hand import actions as hand
from engine.systems.by_hand.battle import Calculation, reached, volleyed
from engine.systems.by_hand.cautions import cautions, worded
from engine.systems.by_hand.charts.battle import CombatKind
from engine.systems.by_hand.position import HandPosition
from engine.systems.by_hand.records import (
    MOVED,
    REVEALED,
    AtTable,
    Drawing,
    Fighting,
    HandState,
    ThrowingDice,
    ThrowingTable,
    ThrowingWeather,
)
from engine.systems.by_hand.table.dice import open_volley
from engine.systems.by_hand.table.turning import go_on, weather_dice
from maps.hexgrid import Hex
from oob.model import UnitId

Work = Transition[HandState]
RULE = "H-table"
SUPPLY, BATTLE = "H-supply", "H-battle"


def act(pos: HandPosition, _frame: AtTable, action: Action, doing: Work) -> None:
    """Do what an action does, and tell of every caution that is passed over."""
    disliked = cautions(pos, action) if doing.heard else ()
    for objection in disliked:
        doing.tell("caution", objection.rule, text=objection.text)
    if disliked:
        doing.set(overridden=pos.state.overridden + len(disliked))
    _EFFECTS[type(action)](pos, action, doing)


def _move(pos: HandPosition, action: Action, doing: Work) -> None:
    assert isinstance(action, Move)
    _march(pos, (action.unit,), action.target, doing)


def _move_stack(pos: HandPosition, action: Action, doing: Work) -> None:
    assert isinstance(action, hand.MoveStack)
    _march(pos, action.units, action.target, doing)


def _march(pos: HandPosition, units: tuple[UnitId, ...], target: Hex, doing: Work) -> None:
    origin = pos.piece(units[0]).at
    for unit in units:
        doing.state = doing.state.with_piece(unit, at=target)
        if pos.slot is not None and not pos.state.owed:
            mark(doing, unit, MOVED)
    costs = (pos.reach(unit).cost.get(target, -1) for unit in units) if doing.heard else ()
    cost = max(costs, default=-1)
    if cost < 0:
        doing.tell("moved", RULE, units=units, origin=origin, to=target)
    else:
        doing.tell("marched", RULE, units=units, origin=origin, to=target, cost=worded(cost))


def _place(pos: HandPosition, action: Action, doing: Work) -> None:
    assert isinstance(action, hand.Place)
    piece = pos.piece(action.unit)
    steps = piece.steps or pos.context.steps(action.unit)
    doing.state = doing.state.with_piece(action.unit, at=action.target, steps=steps)
    doing.tell("placed", RULE, unit=action.unit, to=action.target)


def _lose(pos: HandPosition, action: Action, doing: Work) -> None:
    assert isinstance(action, hand.LoseStep)
    lose_step(doing, action.unit, DEAD, RULE, RULE)


def _gain(pos: HandPosition, action: Action, doing: Work) -> None:
    assert isinstance(action, hand.GainStep)
    steps = pos.piece(action.unit).steps + 1
    doing.state = doing.state.with_piece(action.unit, steps=steps)
    doing.tell("restored", RULE, unit=action.unit)


def _flip(pos: HandPosition, action: Action, doing: Work) -> None:
    assert isinstance(action, hand.Flip)
    turned = "" if pos.piece(action.unit).mode else TURNED
    doing.state = doing.state.with_piece(action.unit, mode=turned)
    doing.tell("turned", RULE, unit=action.unit)


TURNED = "turned"
"""The mode of a counter that lies on its back without having lost a step."""


def _remove(_pos: HandPosition, action: Action, doing: Work) -> None:
    assert isinstance(action, hand.Remove)
    remove(doing, action.unit, DEAD)
    doing.tell("eliminated", RULE, unit=action.unit)


def _mark(pos: HandPosition, action: Action, doing: Work) -> None:
    assert isinstance(action, hand.Mark)
    row = pos.context.states.get(action.state)
    if row is not None:
        unmark(doing, *row.excludes, units=(action.unit,))
    mark(doing, action.unit, action.state)
    doing.tell("marked", RULE, unit=action.unit, state=row.name if row else action.state)


def _unmark(pos: HandPosition, action: Action, doing: Work) -> None:
    assert isinstance(action, hand.Unmark)
    row = pos.context.states.get(action.state)
    unmark(doing, action.state, units=(action.unit,))
    doing.tell("unmarked", RULE, unit=action.unit, state=row.name if row else action.state)


def _reveal(_pos: HandPosition, action: Action, doing: Work) -> None:
    assert isinstance(action, hand.Reveal)
    mark(doing, action.unit, REVEALED)
    doing.tell("revealed", RULE, unit=action.unit)


def _conceal(_pos: HandPosition, action: Action, doing: Work) -> None:
    assert isinstance(action, hand.Conceal)
    unmark(doing, REVEALED, units=(action.unit,))
    doing.tell("concealed", RULE, unit=action.unit)


def _put(pos: HandPosition, action: Action, doing: Work) -> None:
    assert isinstance(action, hand.PutMarker)
    laid = (*pos.state.markers.get(action.target, ()), action.marker)
    doing.set(markers={**pos.state.markers, action.target: laid})
    name = pos.context.marker_rows[action.marker].name
    doing.tell("marker laid", RULE, marker=name, at=action.target)


def _take(pos: HandPosition, action: Action, doing: Work) -> None:
    assert isinstance(action, hand.TakeMarker)
    laid = list(pos.state.markers[action.target])
    laid.remove(action.marker)
    rest = {at: held for at, held in pos.state.markers.items() if at != action.target}
    if laid:
        rest[action.target] = tuple(laid)
    doing.set(markers=rest)
    name = pos.context.marker_rows[action.marker].name
    doing.tell("marker taken", RULE, marker=name, at=action.target)


def _claim(pos: HandPosition, action: Action, doing: Work) -> None:
    assert isinstance(action, hand.Claim)
    doing.set(owners={**pos.state.owners, action.target: action.side})
    doing.tell("claimed", RULE, side=action.side, at=action.target)


def _throw(pos: HandPosition, action: Action, doing: Work) -> None:
    assert isinstance(action, hand.ThrowDice)
    row = pos.context.dice[action.dice]
    doing.state = doing.state.pushed(ThrowingDice((row.faces,) * row.count, id=row.id))


def _look_up(pos: HandPosition, action: Action, doing: Work) -> None:
    assert isinstance(action, hand.LookUp)
    row = pos.context.tables[action.table]
    dice, column = (row.faces,) * row.count, row.columns.index(action.column)
    doing.state = doing.state.pushed(ThrowingTable(dice, id=row.id, column=column))


def _draw(pos: HandPosition, action: Action, doing: Work) -> None:
    assert isinstance(action, hand.DrawChit)
    row = pos.context.pools[action.pool]
    left = len(row.chits) - len(pos.state.drawn.get(row.id, ()))
    doing.state = doing.state.pushed(Drawing((left,), id=row.id))


def _return(pos: HandPosition, action: Action, doing: Work) -> None:
    assert isinstance(action, hand.ReturnChits)
    drawn = {pool: held for pool, held in pos.state.drawn.items() if pool != action.pool}
    doing.set(drawn=drawn)
    doing.tell("chits returned", RULE, pool=pos.context.pools[action.pool].name)


def _roll_weather(pos: HandPosition, _action: Action, doing: Work) -> None:
    chart = pos.charts.weather
    assert chart is not None, "without declared weather it is refused"
    doing.state = doing.state.pushed(ThrowingWeather(weather_dice(chart)))


def _set_weather(pos: HandPosition, action: Action, doing: Work) -> None:
    assert isinstance(action, hand.SetWeather)
    chart = pos.charts.weather
    assert chart is not None, "without declared weather it is refused"
    name = next(row.name for row in chart.kinds if row.id == action.weather)
    own = next((row for row in chart.zones if row.id == action.zone), None)
    if own is None:
        doing.set(weather=action.weather, skies={row.id: action.weather for row in chart.zones})
        doing.tell("weather set", chart.rule, weather=name)
    else:
        doing.set(skies={**pos.state.skies, own.id: action.weather})
        doing.tell("zone weather set", chart.rule, weather=name, zone=own.name)


def _set_track(pos: HandPosition, action: Action, doing: Work) -> None:
    assert isinstance(action, hand.SetTrack)
    doing.set(tracks={**pos.state.tracks, action.track: action.value})
    row = pos.context.tracks[action.track]
    doing.tell("track", RULE, track=row.name, value=action.value)


def _resolve(pos: HandPosition, action: Action, doing: Work) -> None:
    assert isinstance(action, hand.Resolve)
    chart = pos.charts.combat
    assert chart is not None, "without a declared table it is refused"
    sum_ = Calculation(pos, chart, action.units, action.target)
    found = sum_.worked_out()
    count = found.dice if chart.kind is CombatKind.FIRE else chart.count
    enemies = sum_.defenders
    headed = volleyed(chart) if chart.by_volleys else reached(chart, found)
    doing.tell("battle", chart.rule, units=action.units, at=action.target, enemies=enemies)
    doing.tell("column", chart.rule, at=action.target, column=headed)
    if chart.by_volleys:
        open_volley(pos, Fighting((), (), action.target, action.units), doing)
        return
    if not count:
        doing.tell("no fire", chart.rule, at=action.target)
        return
    dice = (chart.faces,) * count
    fight = Fighting(dice, (), action.target, action.units, found.column, found.added)
    doing.state = doing.state.pushed(fight)


def _strike_off(pos: HandPosition, action: Action, doing: Work) -> None:
    assert isinstance(action, hand.StrikeOff)
    owed = pos.state.owed
    doing.set(owed=(*owed[: action.duty - 1], *owed[action.duty :]))
    doing.tell("done", BATTLE, duty=owed[action.duty - 1])


def _judge(pos: HandPosition, _action: Action, doing: Work) -> None:
    chart = pos.charts.supply
    assert chart is not None, "without declared supply it is refused"
    starved, fed = [], []
    for unit in pos.state.pieces:
        found = pos.fed(unit)
        if found is None or not chart.state:
            continue
        out = chart.state in pos.piece(unit).marks
        if not found and not out:
            mark(doing, unit, chart.state)
            starved.append(unit)
        elif found and out:
            unmark(doing, chart.state, units=(unit,))
            fed.append(unit)
    if starved:
        doing.tell("starved", chart.rule, units=tuple(starved))
    if fed:
        doing.tell("fed", chart.rule, units=tuple(fed))
    if not (starved or fed):
        doing.tell("supply judged", chart.rule)


def _hand_over(_pos: HandPosition, action: Action, doing: Work) -> None:
    assert isinstance(action, hand.HandOver)
    doing.set(hand=action.side)
    doing.tell("handed over", RULE, side=action.side)


def _next(pos: HandPosition, _action: Action, doing: Work) -> None:
    go_on(pos, doing)


_EFFECTS: dict[type[Action], Callable[[HandPosition, Action, Work], None]] = {
    Move: _move,
    hand.MoveStack: _move_stack,
    hand.Place: _place,
    hand.LoseStep: _lose,
    hand.GainStep: _gain,
    hand.Flip: _flip,
    hand.Remove: _remove,
    hand.Mark: _mark,
    hand.Unmark: _unmark,
    hand.Reveal: _reveal,
    hand.Conceal: _conceal,
    hand.PutMarker: _put,
    hand.TakeMarker: _take,
    hand.Claim: _claim,
    hand.ThrowDice: _throw,
    hand.LookUp: _look_up,
    hand.DrawChit: _draw,
    hand.ReturnChits: _return,
    hand.RollWeather: _roll_weather,
    hand.SetWeather: _set_weather,
    hand.SetTrack: _set_track,
    hand.Resolve: _resolve,
    hand.StrikeOff: _strike_off,
    hand.JudgeSupply: _judge,
    hand.HandOver: _hand_over,
    hand.NextPhase: _next,
}
"""What each action does."""

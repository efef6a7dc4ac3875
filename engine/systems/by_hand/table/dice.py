"""Dice at the table: what is thrown for, and what the faces bring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from engine.core.chance import ChanceNode
from engine.core.handler import Handler, Transition
from engine.core.wording import counted
from engine.rules.board.context import DEAD
from engine.systems.by_hand.battle import Calculation, hits, worded
from engine.systems.by_hand.charts.battle import CombatKind, ResultRow, Whose
from engine.systems.by_hand.position import HandPosition
from engine.systems.by_hand.records import (
    Drawing,
    Fighting,
    HandState,
    Throwing,
    ThrowingDice,
    ThrowingTable,
    ThrowingWeather,
)
from engine.systems.by_hand.volleys import Left
from oob.model import UnitId

Work = Transition[HandState]
RULE = "H-table"
FrameT = TypeVar("FrameT", bound=Throwing)


def _meant(pos: HandPosition, frame: Throwing) -> tuple[str, str]:
    """What dice are thrown for, and under which rule."""
    match frame:
        case ThrowingDice():
            return pos.context.dice[frame.id].name.lower(), RULE
        case ThrowingTable():
            table = pos.context.tables[frame.id]
            return f"{table.name}, {table.columns[frame.column]}", table.rule
        case Drawing():
            return f"a chit of {pos.context.pools[frame.id].name}", RULE
        case Fighting():
            chart = pos.charts.combat
            return f"the battle for {pos.label(frame.target)}", chart.rule if chart else RULE
        case _:
            weather = pos.charts.weather
            return "the weather", weather.rule if weather else RULE


def _node(pos: HandPosition, frame: Throwing) -> ChanceNode:
    reason, rule = _meant(pos, frame)
    sides = frame.dice[len(frame.faces)]
    sky = pos.charts.weather
    if isinstance(frame, ThrowingWeather) and sky is not None and sky.zones:
        reason = f"the weather of {sky.zones[len(frame.faces)].name}"
    elif len(frame.dice) > 1:
        reason = f"{reason} (die {len(frame.faces) + 1} of {len(frame.dice)})"
    topic = "weather" if isinstance(frame, ThrowingWeather) else ""
    return ChanceNode(sides, reason, rule, _meanings(pos, frame, sides), topic=topic)


def _meanings(pos: HandPosition, frame: Throwing, sides: int) -> tuple[str, ...]:
    """What each face of the last die would bring; of a fire die, whether it hits."""
    chart = pos.charts.combat
    if isinstance(frame, Fighting) and chart and chart.kind is CombatKind.FIRE:
        number = frame.numbers[len(frame.faces)] if frame.numbers else frame.column
        return tuple("hit" if face <= number else "miss" for face in range(1, sides + 1))
    early = len(frame.faces) + 1 < len(frame.dice) and not isinstance(frame, ThrowingWeather)
    if isinstance(frame, Drawing) or early:
        return ()
    return tuple(
        _brings(pos, replace(frame, faces=(*frame.faces, face))) for face in range(1, sides + 1)
    )


def _brings(pos: HandPosition, frame: Throwing) -> str:
    """What dice that have all fallen bring, in a word or two."""
    match frame:
        case ThrowingTable():
            rows = pos.context.tables[frame.id].rows
            return str(rows[frame.total - len(frame.dice)][frame.column])
        case ThrowingWeather() if pos.charts.weather is not None:
            chart, face = pos.charts.weather, frame.faces[-1]
            zone = chart.zones[len(frame.faces) - 1] if chart.zones else None
            return chart.rolled(face + (zone.die if zone is not None else 0)).name
        case Fighting():
            return _result(pos, frame).id
    return str(frame.total)


def _result(pos: HandPosition, frame: Fighting) -> ResultRow:
    chart = pos.charts.combat
    assert chart is not None, "battles are resolved where a table is declared"
    if chart.kind is CombatKind.FIRE:
        return hits(worded(sum(face <= frame.column for face in frame.faces)))
    code = chart.row(frame.total - len(frame.dice), frame.added)[frame.column]
    return next(row for row in chart.results if row.id == code)


def _rolled(pos: HandPosition, frame: Throwing, face: int, doing: Work) -> None:
    thrown = replace(frame, faces=(*frame.faces, face))
    if len(thrown.faces) < len(thrown.dice):
        doing.state = doing.state.swapped(thrown)
        return
    doing.state = doing.state.popped()
    faces = " + ".join(map(str, thrown.faces)) if len(thrown.faces) > 1 else ""
    thrown_as = f"{thrown.total} ({faces})" if faces else str(thrown.total)
    match thrown:
        case ThrowingDice():
            name = pos.context.dice[thrown.id].name
            doing.tell("dice", RULE, dice=name, total=thrown_as)
        case ThrowingTable():
            table = pos.context.tables[thrown.id]
            column, result = table.columns[thrown.column], _brings(pos, thrown)
            doing.tell(
                "table", table.rule, table=table.name, column=column, total=thrown_as, result=result
            )
        case Drawing():
            _drawn(pos, thrown, doing)
        case Fighting():
            _fought(pos, thrown, thrown_as, doing)
        case _:
            _weather(pos, thrown.faces, doing)


def _weather(pos: HandPosition, faces: tuple[int, ...], doing: Work) -> None:
    chart = pos.charts.weather
    assert chart is not None, "the weather is rolled where it is declared"
    if not chart.zones:
        kind = chart.rolled(faces[0])
        doing.set(weather=kind.id)
        doing.tell("weather", chart.rule, face=faces[0], weather=kind.name)
        return
    brought = {}
    for zone, face in zip(chart.zones, faces, strict=True):
        kind = chart.rolled(face + zone.die)
        brought[zone.id] = kind.id
        doing.tell("zone weather", chart.rule, face=face, weather=kind.name, zone=zone.name)
    doing.set(weather=next(iter(brought.values())), skies=brought)


def _drawn(pos: HandPosition, frame: Drawing, doing: Work) -> None:
    row = pos.context.pools[frame.id]
    drawn = doing.state.drawn.get(row.id, ())
    left = [number for number in range(len(row.chits)) if number not in drawn]
    number = left[frame.total - 1]
    if not row.returns:
        doing.set(drawn={**doing.state.drawn, row.id: (*drawn, number)})
    doing.tell("drawn", RULE, pool=row.name, chit=row.chits[number])


def _fought(pos: HandPosition, frame: Fighting, total: str, doing: Work) -> None:
    chart = pos.charts.combat
    assert chart is not None, "battles are resolved where a table is declared"
    if chart.by_volleys:
        _volleyed(pos, frame, total, doing)
        return
    row = _result(pos, frame)
    told = "" if chart.kind is CombatKind.FIRE else f"{total}: "
    doing.tell("result", chart.rule, at=frame.target, total=told, code=row.id, effect=row.text)
    defenders = Calculation(pos, chart, frame.units, frame.target).defenders
    duties = (
        *_duties("attackers", row.attacker_steps, row.attacker_retreat, pos.label(frame.target)),
        *(
            _duties("defenders", row.defender_steps, row.defender_retreat, pos.label(frame.target))
            if any(pos.where(unit) != DEAD for unit in defenders)
            else ()
        ),
    )
    doing.set(owed=(*doing.state.owed, *duties))


def open_volley(pos: HandPosition, frame: Fighting, doing: Work) -> None:
    """Throw the dice of a battle's next volley that has any; after the last, tell what is owed."""
    chart = pos.charts.combat
    assert chart is not None, "battles are resolved where a table is declared"
    found = Calculation(pos, chart, frame.units, frame.target)
    exchange = found.exchange()
    for number, row in enumerate(exchange.volleys[frame.volley :], frame.volley):
        units = found.attackers if row.whose is Whose.ATTACKER else found.defenders
        shots = exchange.shots(row, _left(pos, units, frame.struck))
        others = found.defenders if row.whose is Whose.ATTACKER else found.attackers
        if shots and sum(_left(pos, others, frame.struck)):
            numbers = tuple(number_ for _place, number_ in shots)
            dice = (chart.faces,) * len(shots)
            doing.state = doing.state.pushed(
                replace(frame, dice=dice, faces=(), numbers=numbers, volley=number)
            )
            return
    place = pos.label(frame.target)
    lost = {unit: frame.struck.count(unit) for unit in dict.fromkeys(frame.struck)}
    duties = tuple(
        f"{place}: {pos.called(unit)} loses {counted(steps, 'step')}."
        for unit, steps in lost.items()
    )
    if not frame.numbers:
        doing.tell("no fire", chart.rule, at=frame.target)
    doing.set(owed=(*doing.state.owed, *duties))


def _left(pos: HandPosition, units: Sequence[UnitId], struck: tuple[UnitId, ...]) -> Left:
    """The steps that units have left after some hits."""
    return tuple(max(0, pos.piece(unit).steps - struck.count(unit)) for unit in units)


def _volleyed(pos: HandPosition, frame: Fighting, total: str, doing: Work) -> None:
    """A volley has been thrown: what it hits fires no more, and the next one follows."""
    chart = pos.charts.combat
    assert chart is not None, "battles are resolved where a table is declared"
    found = Calculation(pos, chart, frame.units, frame.target)
    exchange = found.exchange()
    row = exchange.volleys[frame.volley]
    whose = Whose.DEFENDER if row.whose is Whose.ATTACKER else Whose.ATTACKER
    units = found.attackers if whose is Whose.ATTACKER else found.defenders
    before = _left(pos, units, frame.struck)
    dealt = sum(face <= number for face, number in zip(frame.faces, frame.numbers, strict=True))
    after = exchange.struck(whose, before, dealt)
    lost = (
        unit
        for unit, was, left in zip(units, before, after, strict=True)
        for _step in range(was - left)
    )
    doing.tell("volley", chart.rule, at=frame.target, name=row.name, code=worded(dealt))
    struck = (*frame.struck, *lost)
    open_volley(pos, replace(frame, volley=frame.volley + 1, struck=struck), doing)


def _duties(who: str, steps: int, hexes: int, place: str) -> tuple[str, ...]:
    """What a side has to do after a battle, in words."""
    found = []
    if steps:
        lost = "all are lost" if steps < 0 else f"lose {counted(steps, 'step')}"
        found.append(f"{place}: {who} {lost}.")
    if hexes:
        found.append(f"{place}: {who} retreat {hexes} hex{'' if hexes == 1 else 'es'}.")
    return tuple(found)


def handler(kind: type[FrameT]) -> Handler[HandState, HandPosition, FrameT]:
    """The handler of one kind of dice."""
    return Handler(kind, chance=_node, rolled=_rolled)

"""Position antiaircraft counters are split and joined in their side's player turn, as long as a hex
keeps its antiaircraft strength (BF-22A3.7, FE-22A3.4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.core.state import Frame, Piece
from engine.core.wording import counted
from engine.systems.europa.air.records import AirMoving
from engine.systems.europa.production.initial_actions import JoinGuns, SplitGuns
from engine.systems.europa.state.common import Work, objection
from engine.systems.europa.state.constants import HELD
from engine.systems.europa.state.kinds import kind_of
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Initial, Moving
from maps.hexgrid import Hex
from oob.model import UnitId

Turn = Initial | Moving | AirMoving
"""The open decisions of a player turn in which counters are exchanged; in the combat phase it would
change nothing.
"""

Exchange = SplitGuns | JoinGuns
Choices = Callable[[Position, str, UnitId], Iterator[Exchange]]
"""The exchanges that a counter of a side takes part in."""


def guns(pos: Position, side: str) -> tuple[UnitId, ...]:
    """The position antiaircraft counters of a side in play, in order."""
    return pos.once(("position guns", side), lambda: tuple(_guns(pos, side)))


def _guns(pos: Position, side: str) -> Iterator[UnitId]:
    pieces, places = pos.state.pieces, pos.context.holding
    for unit in pos.context.position_guns:
        at = pieces[unit].at
        if pos.side(unit) == side and (isinstance(at, Hex) or at in places):
            yield unit


def spare(pos: Position, unit: UnitId, *points: int) -> tuple[UnitId, ...] | None:
    """Counters of some strengths of a counter's kind that are not in use, one for each; None when
    there are not enough.
    """
    like, found = kind_of(pos.context, unit), list[UnitId]()
    for strength in points:
        free = (
            other
            for other in pos.context.position_guns
            if other not in found
            and pos.piece(other).at == HELD
            and kind_of(pos.context, other) == like
            and _points(pos, other) == strength
        )
        one = next(free, None)
        if one is None:
            return None
        found.append(one)
    return tuple(found)


def _points(pos: Position, unit: UnitId) -> int:
    return pos.context.facts(unit, 1).points


def families(pos: Position, frame: Frame) -> tuple[Family, ...]:
    """What can be split and joined now."""
    if not isinstance(frame, Turn) or next(_guns(pos, frame.side), None) is None:
        return ()
    return (
        _family(pos, frame.side, "split guns", "Split position AA", _splits),
        _family(pos, frame.side, "join guns", "Join position AA", _joins),
    )


def _family(pos: Position, side: str, name: str, title: str, choices: Choices) -> Family:
    """What each counter may do; of counters of a hex that are called alike one is listed, for it
    comes to the same.
    """

    def of(unit: UnitId) -> Iterator[Exchange]:
        return choices(pos, side, unit) if unit in guns(pos, side) else iter(())

    def every() -> Iterator[Exchange]:
        seen = set[tuple[object, ...]]()
        for action in (action for unit in guns(pos, side) for action in of(unit)):
            words = _words(pos, action)
            if words not in seen:
                seen.add(words)
                yield action

    def able() -> frozenset[UnitId]:
        return frozenset(guns(pos, side))

    return Family(name, title, every, of=of, able=able, weight=1, by_unit=True)


def _words(pos: Position, action: Exchange) -> tuple[object, ...]:
    """What tells an exchange from others: where, counters by name, and points."""
    at = pos.piece(action.unit).at
    if isinstance(action, SplitGuns):
        return at, pos.called(action.unit), action.points
    return at, *sorted((pos.called(action.unit), pos.called(action.other)))


def _splits(pos: Position, _side: str, unit: UnitId) -> Iterator[SplitGuns]:
    whole = _points(pos, unit)
    for part in range(1, whole):
        if part <= whole - part and spare(pos, unit, part, whole - part):
            yield SplitGuns(unit, part)


def _joins(pos: Position, side: str, unit: UnitId) -> Iterator[JoinGuns]:
    """With one counter of each strength in its hex: if it can be with one that has done what this
    one has.
    """
    mates = [other for other in guns(pos, side) if _alike(pos, unit, other)]
    mates.sort(key=lambda other: _done(pos, other) != _done(pos, unit))
    strengths = {_points(pos, other): other for other in reversed(mates)}
    for points in sorted(strengths):
        if spare(pos, unit, _points(pos, unit) + points):
            yield JoinGuns(unit, strengths[points])


def _done(pos: Position, unit: UnitId) -> tuple[object, ...]:
    """What a counter has done, which one that takes its place has done too."""
    return pos.piece(unit).marks, pos.state.spent.get(unit, 0), pos.state.unfed.get(unit, 0)


def _alike(pos: Position, unit: UnitId, other: UnitId) -> bool:
    here = pos.piece(unit).at == pos.piece(other).at
    return unit != other and here and kind_of(pos.context, unit) == kind_of(pos.context, other)


def split_objections(pos: Position, frame: Turn, action: SplitGuns) -> Iterator[Objection]:
    """A counter of one's own in play, a part of its points, counters for both parts."""
    unit, part = action.unit, action.points
    if unit not in guns(pos, frame.side):
        text = f"{pos.called(unit)} is no position AA of yours in play."
        yield objection(pos, "position guns exchanged", text)
        return
    whole = _points(pos, unit)
    if not 1 <= part < whole:
        text = f"{part} of {counted(whole, 'point')} of {pos.called(unit)} cannot be split off."
        yield objection(pos, "position guns exchanged", text)
    elif spare(pos, unit, part, whole - part) is None:
        text = f"No counters of {part} and {counted(whole - part, 'point')} are left for it."
        yield objection(pos, "position guns exchanged", text)


def split(pos: Position, _frame: Turn, action: SplitGuns, transition: Work) -> None:
    """Two counters take the place of one."""
    unit, part = action.unit, action.points
    parts = spare(pos, unit, part, _points(pos, unit) - part)
    assert parts is not None, "checked that there are counters"
    _exchange(pos, (unit,), parts, transition)


def join_objections(pos: Position, frame: Turn, action: JoinGuns) -> Iterator[Objection]:
    """Two alike counters of one's own in a hex, a counter for both together."""
    unit, other = action.unit, action.other
    mine = guns(pos, frame.side)
    if unit not in mine or other not in mine or not _alike(pos, unit, other):
        text = "Two position AA counters of a kind that stand together are joined."
        yield objection(pos, "position guns exchanged", text)
        return
    whole = _points(pos, unit) + _points(pos, other)
    if spare(pos, unit, whole) is None:
        text = f"No counter of {counted(whole, 'point')} is left for them."
        yield objection(pos, "position guns exchanged", text)


def join(pos: Position, _frame: Turn, action: JoinGuns, transition: Work) -> None:
    """One counter takes the place of two."""
    whole = _points(pos, action.unit) + _points(pos, action.other)
    found = spare(pos, action.unit, whole)
    assert found is not None, "checked that there is a counter"
    _exchange(pos, (action.unit, action.other), found, transition)


def _exchange(
    pos: Position, old: tuple[UnitId, ...], new: tuple[UnitId, ...], transition: Work
) -> None:
    """New counters stand where old ones stood, and have done what any of these has."""
    at, marks = pos.piece(old[0]).at, frozenset[str]().union(*(pos.piece(u).marks for u in old))
    spent, unfed = dict(transition.state.spent), dict(transition.state.unfed)
    most = max(spent.pop(unit, 0) for unit in old)
    hungry = max(unfed.pop(unit, 0) for unit in old)
    pieces = {unit: Piece(HELD, 1) for unit in old} | {
        unit: Piece(at, 1, "", marks) for unit in new
    }
    transition.state = transition.state.with_pieces(pieces)
    if most:
        spent |= dict.fromkeys(new, most)
    if hungry:
        unfed |= dict.fromkeys(new, hungry)
    transition.set(spent=spent, unfed=unfed)
    rule = pos.context.cite("position guns exchanged")
    transition.tell("position guns exchanged", rule, units=old, into=new, at=at)


ANSWERS = (Answer(SplitGuns, split_objections, split), Answer(JoinGuns, join_objections, join))
"""What the phases of a player turn take besides."""

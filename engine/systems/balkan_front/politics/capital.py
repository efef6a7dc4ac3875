"""A capital that may be moved, and the contest for it (BF-33F)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.core.state import Frame
from engine.core.view.display import Row
from engine.systems.balkan_front.actions import MoveCapital
from engine.systems.balkan_front.state.position import FrontPosition, Work
from engine.systems.balkan_front.state.records import RovingFront
from engine.systems.europa.state.common import use
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.europa.state.records import Initial
from maps.hexgrid import Hex

MOVED = "capital moved"
"""The note, in :attr:`Front.used`, that the capital has moved in this initial phase."""


def nation(pos: FrontPosition) -> str:
    """The nation whose capital may be moved, '' where none may."""
    return pos.context.figures.roving.nation


def refuges(pos: FrontPosition) -> tuple[Hex, ...]:
    """The cities that a line of railroad joins with the capital through hexes of its side alone
    (BF-33F2.6).
    """
    seat = pos.seats[nation(pos)]
    graph = pos.context.supply_graph
    line = graph.line(seat, graph.bits.mask(pos.owned(ALLIED) - pos.held[AXIS]))
    joined = (at for at in sorted(pos.context.cities) if graph.bits.bit[at] & line)
    return tuple(at for at in joined if at != seat)


def families(pos: FrontPosition, frame: Frame) -> tuple[Family, ...]:
    """Move the capital in an Allied initial phase, once in each."""
    if not isinstance(frame, Initial) or frame.side != ALLIED or not nation(pos):
        return ()
    if pos.state.used.get(MOVED):
        return ()
    title, who = "Move the capital", nation(pos)
    offers = lambda: tuple(MoveCapital(who, at) for at in refuges(pos))  # noqa: E731
    return (Family("move capital", title, offers, weight=1),)


def objections(pos: FrontPosition, frame: Initial, action: MoveCapital) -> Iterator[Objection]:
    """Only the Allies move it, of that nation, once in a phase, to a city joined by rail."""
    rule = pos.context.figures.roving.rule
    if action.nation != nation(pos) or frame.side != ALLIED:
        yield Objection(rule, "That capital is not moved.")
    elif pos.state.used.get(MOVED):
        yield Objection(rule, "The capital has been moved in this initial phase.")
    elif action.target not in refuges(pos):
        text = f"No line of railroad of yours leads from the capital to {pos.label(action.target)}."
        yield Objection(rule, text, places=(action.target,))


def move(pos: FrontPosition, _frame: Initial, action: MoveCapital, transition: Work) -> None:
    """The capital is there."""
    state = transition.state
    assert isinstance(state, RovingFront), "scenarios with such a capital keep where it is"
    transition.set(capitals={**state.capitals, action.nation: action.target})
    use(transition, MOVED, 1)
    name = pos.context.charts.nations.row(action.nation).name
    rule = pos.context.figures.roving.rule
    transition.tell("capital moved", rule, name=name, at=action.target)


# The contest


def level(pos: FrontPosition) -> str:
    """The level of an Axis victory in this turn (BF-33F3.1)."""
    rows = pos.context.charts.capital.rows
    return next((row.id for row in rows if pos.state.turn <= row.until), rows[-1].id)


def captured(pos: FrontPosition, transition: Work, taken: Mapping[Hex, str]) -> None:
    """The Axis has won when the capital is among the hexes that it has taken (BF-33F3.1)."""
    if taken.get(pos.seats[nation(pos)]) == AXIS:
        _decide(pos, transition, AXIS, level(pos), "BF-33F3.1")


def count_out(pos: FrontPosition, transition: Work) -> None:
    """It has held out till the end (BF-33F3.2)."""
    _decide(pos, transition, ALLIED, pos.context.charts.capital.held, "BF-33F3.2")


def _decide(pos: FrontPosition, transition: Work, winner: str, how: str, rule: str) -> None:
    transition.set(winner=winner, level=how, over=True, flow=(), active="")
    name = pos.context.charts.nations.row(nation(pos)).name
    transition.tell("capital decided", rule, name=name, winner=winner, level=how)


def rows(pos: FrontPosition) -> Iterator[Row]:
    """Where the capital is, and what its capture is worth by turn."""
    at = pos.seats[nation(pos)]
    yield Row("Capital", str(pos.label(at)), hex=at, tone="now")
    for row in pos.context.charts.capital.rows:
        past = row.until < pos.state.turn
        text = f"Lost by {pos.context.turn_name(row.until)}"
        yield Row(text, f"Axis {row.id}", tone="muted" if past else "")
    yield Row("Never lost", f"Allied {pos.context.charts.capital.held}")


ANSWERS = (Answer(MoveCapital, objections, move),)
"""What initial phases take besides."""

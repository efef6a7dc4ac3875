"""The account of strength: where every point of the order of battle is, and by which ways it may
go from one place to another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum

from engine.core.change import pieces_changed
from engine.core.state import Piece
from engine.core.wording import counted
from engine.systems.europa.state.constants import (
    BROKEN,
    DEAD,
    GONE,
    HALF,
    HELD,
    PENDING,
    POOL,
    Phase,
)
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Theatre
from maps.hexgrid import Hex
from oob.model import UnitId


class Column(StrEnum):
    """Where strength is."""

    PLAY = "in play"
    REDUCED = "lost by divisions that show their cadre"
    LOST = "eliminated"
    COMING = "not yet come"
    GONE = "out of the game"
    ASIDE = "set aside by breakdown"


BOXES: Mapping[str, Column] = {
    POOL: Column.COMING,
    PENDING: Column.COMING,
    DEAD: Column.LOST,
    GONE: Column.GONE,
    BROKEN: Column.ASIDE,
    HELD: Column.ASIDE,
}
"""The columns of the boxes of units that are not in play."""
WAYS = frozenset(
    {
        (Column.COMING, Column.PLAY),
        (Column.COMING, Column.LOST),
        (Column.COMING, Column.GONE),
        (Column.PLAY, Column.LOST),
        (Column.PLAY, Column.GONE),
        (Column.PLAY, Column.ASIDE),
        (Column.ASIDE, Column.PLAY),
        (Column.ASIDE, Column.LOST),
        (Column.ASIDE, Column.GONE),
        (Column.LOST, Column.PLAY),
        (Column.LOST, Column.GONE),
    }
)
"""The ways from column to column that a unit may go: never out of :attr:`Column.GONE`, and never
back to those that have not come.
"""
RETURNS = frozenset(
    {Phase.INITIAL.value, Phase.SURPRISE_INITIAL.value, Phase.MOBILIZATION_INITIAL.value}
)
"""The phases in which what was lost comes back, or as which open."""
EXCHANGED = HALF
"""The most half regimental equivalents by which a division and its components differ."""

Account = Mapping[tuple[str, str], Counter[Column]]
"""Strength by side and nation, and column."""


def account(pos: Position) -> Account:
    """Where the strength of each side and nation is; what is in a column of a division that shows
    its cadre is the cadre's strength, and the rest is :attr:`Column.REDUCED`.
    """
    found: dict[tuple[str, str], Counter[Column]] = {}
    for unit, piece in pos.state.pieces.items():
        row = found.setdefault((pos.side(unit), pos.nation(unit)), Counter())
        whole, where = strength(pos.context, unit), column(pos.context, piece)
        left = strength(pos.context, unit, piece.steps) if piece.steps else whole
        row[where] += left
        row[Column.REDUCED] += whole - left
    return found


def column(context: Context, piece: Piece) -> Column:
    """Where a piece is. Raises KeyError for a place that no piece may be in."""
    inside = isinstance(piece.at, Hex) or piece.at in context.holding
    return Column.PLAY if inside else BOXES[str(piece.at)]


def strength(context: Context, unit: UnitId, steps: int = 0) -> int:
    """The greatest printed strength of a unit, of attack, defence and position antiaircraft, whole
    or with some steps.
    """
    facts = context.facts(unit, steps or context.units[unit].steps)
    return max(facts.attack, facts.defense, facts.points)


def faults(context: Context, before: Theatre, after: Theatre) -> Iterator[str]:
    """Strength that appears or vanishes between a decision and the next."""
    changed = pieces_changed(before.pieces, after.pieces)
    if changed is None:
        yield "the pieces before and after a decision are not the same units"
        return
    aside = dict[str, Counter[bool]]()
    for unit in changed:
        was, now = before.pieces[unit], after.pieces[unit]
        one, two = column(context, was), column(context, now)
        if one is not two and (one, two) not in WAYS:
            yield f"{unit} goes from '{one}' to '{two}'"
        restored = one is Column.LOST or (one is Column.PLAY and now.steps > was.steps)
        if two is Column.PLAY and restored and RETURNS.isdisjoint((before.phase, after.phase)):
            yield f"{unit} regains strength in the phase '{before.phase}'"
        if Column.ASIDE in (one, two) and Column.PLAY in (one, two):
            count = aside.setdefault(context.units[unit].nation, Counter())
            count[two is Column.PLAY] += context.facts(unit, context.units[unit].steps).halves
    for nation, count in aside.items():
        if not count[True] or not count[False] or abs(count[True] - count[False]) > EXCHANGED:
            away, out = (counted(count[way], "half RE") for way in (False, True))
            yield f"{nation}: {away} set aside by breakdown, {out} in play for that"

"""Naval transport points: how many a side has in a sea zone, what is left, what is sunk for good
(BF-26B).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.core.state import Frame
from engine.systems.europa.sea.actions import CallShips
from engine.systems.europa.sea.charts import ShippingRow
from engine.systems.europa.sea.position import SeaPosition, forbids, now, rule
from engine.systems.europa.state.common import Work, use
from engine.systems.europa.state.constants import HALF
from engine.systems.europa.state.records import Initial


def points_of(pos: SeaPosition, row: ShippingRow) -> int:
    """Naval transport points of a row now, in half regimental equivalents: the first capture of a
    gate changes them for good, and so does what is sunk (BF-26B.4, 26B.6, 26B1.5).
    """
    if row.called and pos.sea.called != pos.state.turn:
        return 0
    lost = sum(at in pos.state.captured for at in pos.context.gates)
    extra = row.entered if pos.state.entered else 0
    sunk = pos.sea.sunk.get(row.id, 0)
    return max(0, row.points + extra + lost * row.gained - sunk) * HALF


def rows(pos: SeaPosition, side: str, zone: str) -> tuple[ShippingRow, ...]:
    """A side's rows in a zone: emergency ships, which are used up first, then the others."""

    def work() -> tuple[ShippingRow, ...]:
        every = pos.context.charts.transport.rows
        found = (row for row in every if (row.side, row.zone) == (side, zone))
        return tuple(sorted(found, key=lambda row: not row.called))

    return pos.shared(("ships", side, zone), (), work)


def points_left(pos: SeaPosition, side: str, zone: str) -> int:
    """What is left of a side's points in a zone this turn, in half regimental equivalents."""
    whole = sum(points_of(pos, row) for row in rows(pos, side, zone))
    return whole - pos.state.used.get(key(zone), 0)


def key(zone: str) -> str:
    """The name under which the points used in a zone are counted."""
    return f"sea {zone}"


def ships(size: int) -> int:
    """Whole transport points under cargo of so many half regimental equivalents.

    >>> ships(1), ships(6)
    (1, 3)
    """
    return -(-size // HALF)


def sink(
    pos: SeaPosition,
    transition: Work,
    side: str,
    zone: str,
    points: int,
    topic: str = "ships sunk",
) -> int:
    """Take transport points of a side out of the game: those in use, emergency ships first; what
    they carried is used no more. Returns how many were sunk (BF-26B1.5), told by the rule of a
    topic.
    """
    sea = now(pos.context, transition).sea
    sunk, left = dict(sea.sunk), points
    for row in rows(pos, side, zone):
        taken = min(left, points_of(pos, row) // HALF)
        if taken:
            sunk[row.id] = sunk.get(row.id, 0) + taken
            left -= taken
    gone = points - left
    transition.set(sea=replace(sea, sunk=sunk))
    use(transition, key(zone), -min(transition.state.used.get(key(zone), 0), gone * HALF))
    transition.tell("ships sunk", rule(pos, topic), side=side, zone=zone, points=gone)
    if gone:
        pos.count_ships(side, gone, transition)
    return gone


# Emergency ships


def emergency(pos: SeaPosition, side: str) -> ShippingRow | None:
    """A side's emergency ships, None where it has none or the scenario plays ports alone."""
    if not pos.context.at_sea:
        return None
    found = pos.context.charts.transport.rows
    return next((row for row in found if row.called and row.side == side), None)


def families(pos: SeaPosition, frame: Frame) -> tuple[Family, ...]:
    """Use the emergency ships, in an initial phase, once a game (BF-26B.7)."""
    if not isinstance(frame, Initial) or pos.state.surprise or pos.sea.called:
        return ()
    row = emergency(pos, frame.side)
    if row is None:
        return ()
    title = f"Use {row.id} ships"
    return (Family("call ships", title, lambda: (CallShips(),), weight=1, quiet=True),)


def call_objections(pos: SeaPosition, frame: Initial, _action: CallShips) -> Iterator[Objection]:
    """What forbids the use of emergency ships (BF-26B.7)."""
    if emergency(pos, frame.side) is None:
        yield forbids(pos, "emergency ships", "There are no emergency ships for you to use.")
    elif pos.sea.called:
        yield forbids(pos, "emergency ships", "The emergency ships have been used once.")


def call(pos: SeaPosition, frame: Initial, _action: CallShips, transition: Work) -> None:
    """They serve in this player turn, at a price (BF-26B.7, 26B.8)."""
    row = emergency(pos, frame.side)
    assert row is not None, "the check found them"
    transition.set(sea=replace(pos.sea, called=pos.state.turn))
    cited = rule(pos, "emergency ships")
    transition.tell("ships called", cited, name=row.id, points=row.points, zone=row.zone)
    pos.count_call(transition)


ANSWERS = (Answer(CallShips, call_objections, call),)
"""What an initial phase takes besides."""

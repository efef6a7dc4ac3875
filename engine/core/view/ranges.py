"""How far things reach that do not march: aircraft, ships, landings, drops, raids, patrols.

A *subject* is a unit, a hex (a base), a box, or a pool of markers; a *range* is the ground that a
subject covers for one purpose. A system says both from its own data; the window draws them.
"""

from __future__ import annotations

from enum import StrEnum

from engine.core.state import Location, Piece
from engine.frozen import dataclass
from maps.hexgrid import Hex

SubjectId = Location
"""A unit's id, a hex, a box's id, or any other word by which a system knows a subject."""


class RangeKind(StrEnum):
    """What a range is for; the window draws each in a way of its own."""

    AIR = "air"
    NAVAL = "naval"
    LANDING = "landing"
    AIRDROP = "airdrop"
    LIFT = "lift"
    RAID = "raid"
    PATROL = "patrol"


@dataclass(frozen=True, slots=True)
class Subject:
    """Something that covers ground: its id, what it is called, whose it is ('' for nobody's), and
    the heading it is listed under (``Air``, ``Ships``).
    """

    id: SubjectId
    title: str
    side: str
    group: str


@dataclass(frozen=True, slots=True)
class Range:
    """The ground one subject covers for one purpose now.

    ``hexes`` are exactly those it may act on; ``empty`` ranges say in ``text`` why there are none.
    ``centre`` and ``radius`` (in hexes) are given where the ground is a circle cut by the board.
    """

    title: str
    kind: RangeKind
    rule: str
    hexes: frozenset[Hex]
    text: str = ""
    centre: Hex | None = None
    radius: int | None = None


@dataclass(frozen=True, slots=True)
class Worth:
    """What a unit counts for in the figures of its side.

    ``strength`` is in the points its system fights with, now. ``res`` are regimental equivalents,
    None where the system has none. ``lost`` counts steps gone of ``steps``.
    """

    strength: float
    steps: int
    lost: int
    res: float | None = None
    is_cadre: bool = False


class Standing(StrEnum):
    """Where a unit is in the figures of its side."""

    BOARD = "board"
    OFF = "off"
    LOST = "lost"


def standing(piece: Piece) -> Standing:
    """Whether a piece is on the board, off it (in a box, or to come), or lost with all its steps.

    >>> standing(Piece("pool", 2))
    <Standing.OFF: 'off'>
    """
    if not piece.steps:
        return Standing.LOST
    return Standing.BOARD if isinstance(piece.at, Hex) else Standing.OFF

"""The boxes of an air chart, group allowances, and the open decisions about them (FE-26, 27)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from engine.core.state import Frame
from engine.frozen import dataclass
from maps.hexgrid import Hex


class Box(StrEnum):
    """Where an air unit is that is not in play (FE-26A)."""

    AVAILABLE = "available"
    FRIENDLY = "lost over friendly territory"
    ENEMY = "lost over enemy territory"
    REMNANTS = "remnants"
    STRIKE = "surprise attack"


@dataclass(frozen=True, slots=True)
class Groups:
    """The group allowance of each nation, and what of it is disrupted, which comes back by and by
    (FE-26A4.1, 31F2.5).
    """

    allowances: Mapping[str, int] = field(default_factory=dict)
    disrupted: Mapping[str, int] = field(default_factory=dict)


NO_GROUPS = Groups()
"""A war without group allowances."""


class Stage(StrEnum):
    """The activities of the air replacement system, in order (FE-27.1, 27F3.2)."""

    WITHDRAWALS = "withdrawals"
    CULL_REMNANTS = "cull remnants"
    CULL_AVAILABLE = "cull available"
    FRIENDLY = "over friendly territory"
    ENEMY = "over enemy territory"
    REMNANTS = "remnants"
    REINFORCEMENTS = "reinforcements"
    ACTIVATION = "activation"


@dataclass(frozen=True, slots=True)
class AirSystem(Frame):
    """Automatic: a side's air forces go through the activities that are left, nation by nation."""

    side: str
    left: tuple[tuple[str, Stage], ...]


@dataclass(frozen=True, slots=True)
class Sorting(Frame):
    """The owner says which of some air units go where: as many as each box of ``quotas`` takes, one
    after the other; at the ``optional`` stage he may leave them where they are (FE-27B.1).
    """

    side: str
    nation: str
    stage: Stage
    units: tuple[str, ...]
    quotas: tuple[tuple[str, int], ...]
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Activating(Frame):
    """A side takes air units of a nation out of play and brings others in, up to its allowance
    (FE-27D.1, 27E.1); at the ``start`` they are set up, and none is taken out.
    """

    side: str
    nation: str
    start: bool = False
    begun: bool = False


@dataclass(frozen=True, slots=True)
class Assigning(Frame):
    """A side chooses the air units that make its surprise attack (FE-31F2.1)."""

    side: str


@dataclass(frozen=True, slots=True)
class StrikeDraw(Frame):
    """A draw among an air force: which unit is destroyed on the ground next; ``saved`` are the
    first ones, which count as lost in the air (FE-31F2.3).
    """

    left: int
    saved: int


@dataclass(frozen=True, slots=True)
class AbortDraw(Frame):
    """A draw among the strikers: who is aborted next; ``units`` are those who are not yet
    (FE-31F2.4).
    """

    left: int
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StrikeReturn(Frame):
    """Automatic: the strikers come down (FE-31F2.6)."""

    side: str


@dataclass(frozen=True, slots=True)
class Alarmed(Frame):
    """Enemies have come down on the base of some air units: each tries to escape, or stays
    (FE-17B.1).
    """

    side: str
    at: Hex
    units: tuple[str, ...]


FRAMES: tuple[type[Frame], ...] = (
    AirSystem,
    Sorting,
    Activating,
    Assigning,
    StrikeDraw,
    AbortDraw,
    StrikeReturn,
    Alarmed,
)
"""The frames of this room, for the codec."""
RECORDS: tuple[type, ...] = (Groups,)
"""Further values in the state, for the codec."""

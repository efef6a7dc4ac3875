"""What a check finds: a problem with its place and its fix."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from maps.hexgrid import Hex, Link, Side
from maps.legend import Layer

Needs: TypeAlias = Mapping[Layer, Collection[str]]
"""The legend kinds a game system needs, by layer."""


class Severity(StrEnum):
    """An error makes the map unfit for play; a warning may be meant so."""

    ERROR = "error"
    WARNING = "warning"


class Flaw(StrEnum):
    """What sort of thing is wrong; the value is a heading for all of the sort."""

    OTHER = "Other"
    MISSING_KIND = "Kinds a game needs"
    UNKNOWN_KIND = "Kinds the legend lacks"
    SIDE_NAME = "Hexsides under a wrong name"
    LOST_SIDE = "Hexsides off the map"
    SIDE_AT_SEA = "Hexsides at sea"
    LINE_STEP = "Lines that leap"
    LOST_LINE = "Lines off the map"
    LINE_IN_WATER = "Lines in the water"
    LOOSE_END = "Lines that end in the open"
    PLACE_ID = "Places under a wrong id"
    LOST_PLACE = "Places off the map"
    PLACE_IN_WATER = "Cities in the water"
    INLAND_PORT = "Ports inland"
    SAME_NAME = "Places of one name"
    LOST_REGION = "Regions off the map"
    REGION_OVERLAP = "Regions that overlap"
    REGION_GAP = "Hexes in no region"
    CUT_OFF = "Edges that no line reaches"
    SHEET_TURNED = "Sheets that point the wrong way"
    SHEET_DIGITS = "Numbers with too few digits"
    UNNUMBERED = "Hexes without a number"
    SAME_NUMBER = "Hexes of one number"
    BOX_ID = "Boxes under a wrong id"
    BOX_WAY = "Ways that lead nowhere"
    LOST_DRAFT = "Draft marks off the map"
    INLAND_COAST = "Coast inland"
    FACT = "Facts that the board does not show"


About: TypeAlias = Side | Link | str | tuple[Layer, str] | tuple[str, str] | None
"""The slot a problem is of: a side, a link, a place, box or sheet id, a kind, or a region."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a map: ``where`` as people name it, ``what``, and how to ``fix`` it.

    ``hex`` is where a window should jump to, None when the problem is not of one hex. ``flaw`` and
    ``about`` say the same for programs; :mod:`maps.checking.fixes` goes by them.
    """

    severity: Severity
    where: str
    what: str
    fix: str
    hex: Hex | None = None
    flaw: Flaw = Flaw.OTHER
    about: About = None

    def __str__(self) -> str:
        return f"{self.where}: {self.what} {self.fix}".rstrip()


def error(
    where: str,
    what: str,
    fix: str,
    at: Hex | None = None,
    flaw: Flaw = Flaw.OTHER,
    about: About = None,
) -> Problem:
    """A problem of severity error."""
    return Problem(Severity.ERROR, where, what, fix, at, flaw, about)


def warning(
    where: str,
    what: str,
    fix: str,
    at: Hex | None = None,
    flaw: Flaw = Flaw.OTHER,
    about: About = None,
) -> Problem:
    """A problem of severity warning."""
    return Problem(Severity.WARNING, where, what, fix, at, flaw, about)

"""What a check finds: a problem with its place and its mend."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from maps.hexgrid import Hex
from maps.legend import Layer

Needs: TypeAlias = Mapping[Layer, Collection[str]]
"""The legend kinds a game system needs, by layer."""


class Severity(StrEnum):
    """An error makes the map unfit for play; a warning may be meant so."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a map: ``where`` as people name it, ``what``, and how to ``mend`` it.

    ``hex`` is where a window should jump to, None when the problem is not of one hex.
    """

    severity: Severity
    where: str
    what: str
    mend: str
    hex: Hex | None = None

    def __str__(self) -> str:
        return f"{self.where}: {self.what} {self.mend}".rstrip()


def error(where: str, what: str, mend: str, at: Hex | None = None) -> Problem:
    """A problem of severity error."""
    return Problem(Severity.ERROR, where, what, mend, at)


def warning(where: str, what: str, mend: str, at: Hex | None = None) -> Problem:
    """A problem of severity warning."""
    return Problem(Severity.WARNING, where, what, mend, at)

"""Events that parts of a game wait for, and holding boxes: rows of data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from engine.core.charts.constraints import AsShipped
from engine.frozen import dataclass

Word = Annotated[str, AsShipped()]
"""A word of the order of battle or of the board, which set-ups rely on."""


@dataclass(frozen=True, slots=True)
class Trigger:
    """Something that must have happened: a ``nation`` is of a ``side``, or without one the war has
    been ``entered`` by the power that a scenario waits for. ``called`` is that in words, which go
    on a *when*: ``the power intervenes``.
    """

    id: str
    called: str = ""
    nation: Word = ""
    side: Word = ""
    entered: Annotated[bool, AsShipped()] = False

    def happened(self, joined: Mapping[str, str], entered: int) -> bool:
        """Whether it holds, by the side of each nation and the turn of entry, 0 before that."""
        if self.nation and joined.get(self.nation, "") != self.side:
            return False
        return bool(entered) or not self.entered


@dataclass(frozen=True, slots=True)
class Box:
    """A holding box off the map: its name, and where that differs what sentences call it."""

    id: str
    name: Word
    called: Word = ""

    @property
    def title(self) -> str:
        """The name in a sentence: ``the East``."""
        return self.called or self.name

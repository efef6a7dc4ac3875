"""What a stroke leaves out, till the user is asked when it has ended."""

from __future__ import annotations

from collections.abc import Set

from engine.editing.validator import hexes_of
from maps.edits import Change, Fact
from maps.hexgrid import Hex


class Deferred:
    """What a stroke would have done to ground or names of a game, gathered as one change."""

    def __init__(self) -> None:
        self._facts: dict[object, Fact] = {}
        self._of: Change | None = None

    def sift(self, change: Change, hexes: Set[Hex]) -> Change:
        """The change without what it does to some hexes, which is kept."""
        rest: list[Fact] = []
        for fact in change.facts:
            if not hexes.isdisjoint(hexes_of(fact)):
                self._facts[fact.key] = fact
            else:
                rest.append(fact)
        self._of = change
        return Change(tuple(rest), change.label, change.stroke)

    def take(self) -> Change | None:
        """All that was kept, as one change of the same stroke; nothing is kept then."""
        facts, of = tuple(self._facts.values()), self._of
        self._facts, self._of = {}, None
        return Change(facts, of.label, of.stroke) if of is not None and facts else None

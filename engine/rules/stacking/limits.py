"""How many units a hex holds, and when that is judged: at every move, or as a phase ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum

from engine.core.actions import Objection
from engine.core.wording import counted
from engine.frozen import dataclass
from engine.rules.board.position import Played
from maps.hexgrid import Hex
from oob.model import UnitId


class When(StrEnum):
    """When stacking is judged."""

    ALWAYS = "always"
    """A unit may not even end a move in a full hex."""
    PHASE_END = "phase end"
    """Hexes may be crowded while units move; what is too many as the phase ends is lost."""


@dataclass(frozen=True, slots=True)
class Stacking:
    """A limit of units in a hex, the rule it is cited by, and when it is judged."""

    limit: int
    rule: str
    when: When = When.PHASE_END

    def fits(self, pos: Played, side: str, units: tuple[UnitId, ...], at: Hex) -> bool:
        """Whether units can join those of their side in a hex."""
        there = set(pos.friends(at, side)) | set(units)
        return len(there) <= self.limit

    def entering(self, pos: Played, side: str, unit: UnitId, at: Hex) -> Iterator[Objection]:
        """What forbids a move that ends in a hex."""
        if self.when is When.ALWAYS and not self.fits(pos, side, (unit,), at):
            yield Objection(
                self.rule, f"{pos.label(at)} holds {counted(self.limit, 'unit')} and no more."
            )

    def ending(
        self, pos: Played, side: str, mobile: Callable[[UnitId], bool]
    ) -> Iterator[Objection]:
        """What forbids a side to end a phase: crowded hexes that a ``mobile`` unit can leave."""
        for at in self.crowded(pos, side):
            units = tuple(unit for unit in pos.friends(at, side) if mobile(unit))
            if units:
                yield Objection(self.rule, f"{pos.label(at)} is overstacked.", units, (at,))

    def crowded(self, pos: Played, side: str) -> tuple[Hex, ...]:
        """A side's hexes with more units than they hold, in order."""
        held = sorted(pos.held[side])
        return tuple(at for at in held if len(pos.friends(at, side)) > self.limit)

    def surplus(self, pos: Played, side: str) -> tuple[UnitId, ...]:
        """The units that are too many in crowded hexes: the last of each."""
        hexes = self.crowded(pos, side)
        return tuple(unit for at in hexes for unit in pos.friends(at, side)[self.limit :])

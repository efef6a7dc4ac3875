"""The container of legal actions: lazy, testable, narrowed by unit or hex, able to draw one at
random.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from engine.core.actions import Action, Objection
from engine.core.chance import Stream
from engine.core.state import Location
from oob.model import UnitId

DRAWS = 6
"""How many quick proposals random play tries in a family before it lists it."""

Check = Callable[[Action], tuple[Objection, ...]]


@dataclass(frozen=True, slots=True)
class Family:
    """Actions of one kind that may be legal now.

    ``candidates`` lists a cheap superset of the legal actions of the family; the system's check
    decides. ``of``
    lists those a unit takes part in (a command to its hex, too); ``draw`` proposes one at random
    without listing all. ``title`` is what a menu calls the family; ``weight``
    is how often random play picks it, relative to the others; ``closing`` marks the actions that
    end a
    phase or segment.
    """

    name: str
    title: str
    candidates: Callable[[], Iterable[Action]]
    of: Callable[[UnitId], Iterable[Action]] | None = None
    draw: Callable[[Stream], Action | None] | None = None
    weight: int = 4
    closing: bool = False


class LegalActions:
    """What the side to decide may do now: exactly the actions the check does not object to.

    Iterable, ``in``-testable and truthy without listing everything; :meth:`of` and :meth:`at`
    narrow it.
    """

    def __init__(self, families: tuple[Family, ...], check: Check) -> None:
        self.families = families
        self._check = check

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and not self._check(action)

    def __iter__(self) -> Iterator[Action]:
        for family in self.families:
            yield from self._sieved(family.candidates())

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def family(self, name: str) -> Iterator[Action]:
        """The legal actions of one family."""
        for family in self.families:
            if family.name == name:
                yield from self._sieved(family.candidates())

    def of(self, unit: UnitId) -> Iterator[Action]:
        """The legal actions that are about one unit."""
        for family in self.families:
            if family.of is not None:
                yield from self._sieved(family.of(unit))
            else:
                about = (a for a in family.candidates() if unit in a.who())
                yield from self._sieved(about)

    def at(self, place: Location) -> Iterator[Action]:
        """The legal actions that aim at, or start from, one hex or box."""
        for action in self:
            if place in (action.where(), action.origin_of()):
                yield action

    def random(self, stream: Stream) -> Action | None:
        """A legal action drawn by family weight, then evenly; None only when nothing is legal."""
        left = [family for family in self.families for _ in range(family.weight)]
        while left:
            family = left[stream.below(len(left))]
            for _ in range(DRAWS if family.draw else 0):
                proposed = family.draw(stream) if family.draw else None
                if proposed is not None and not self._check(proposed):
                    return proposed
            found = list(family.candidates())
            while found:
                index = stream.below(len(found))
                if not self._check(found[index]):
                    return found[index]
                found[index] = found[-1]
                found.pop()
            left = [other for other in left if other is not family]
        return None

    def _sieved(self, actions: Iterable[Action]) -> Iterator[Action]:
        return (action for action in actions if not self._check(action))

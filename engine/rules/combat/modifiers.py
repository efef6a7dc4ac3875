"""What makes an attack stronger or weaker: factors and shifts, each shown, with stated exclusions.

A factor multiplies strength, a shift moves the column or the die. One that is present may exclude
others by id; these are shown with what excludes them, and count for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from engine.core.view.display import Modifier
from engine.frozen import dataclass

NO_FACTOR = Fraction(1)


@dataclass(frozen=True, slots=True)
class Influence:
    """One line of a ledger: its word, what players read, its factor, its shift, its rule."""

    id: str
    text: str
    rule: str
    shift: int = 0
    factor: Fraction = NO_FACTOR
    excludes: frozenset[str] = frozenset()
    provenance: str = "printed"


class Ledger:
    """Everything that bears on an attack, in the order of the rules.

    >>> river = Influence("river", "River", "9", shift=-1)
    >>> bridge = Influence("bridge", "Bridgehead", "9", excludes=frozenset({"river"}))
    >>> found = Ledger((river, bridge))
    >>> found.shift, [line.text for line in found.lines()]
    (0, ['River (not with Bridgehead)', 'Bridgehead'])
    """

    def __init__(self, influences: Iterable[Influence]) -> None:
        self.influences = tuple(influences)

    def excluder(self, influence: Influence) -> Influence | None:
        """What keeps an influence from counting; None when it counts."""
        return next((other for other in self.influences if influence.id in other.excludes), None)

    def counted(self) -> Iterator[Influence]:
        """The influences that count."""
        return (found for found in self.influences if self.excluder(found) is None)

    @property
    def shift(self) -> int:
        """The sum of the shifts that count."""
        return sum(found.shift for found in self.counted())

    @property
    def factor(self) -> Fraction:
        """The product of the factors that count."""
        product = NO_FACTOR
        for found in self.counted():
            product *= found.factor
        return product

    def lines(self) -> tuple[Modifier, ...]:
        """Every influence as players read it, those that are excluded with the reason."""
        return tuple(self._line(found) for found in self.influences)

    def _line(self, found: Influence) -> Modifier:
        other = self.excluder(found)
        if other is not None:
            return Modifier(f"{found.text} (not with {other.text})", 0, found.rule)
        times = "" if found.factor == NO_FACTOR else f" ×{found.factor}"
        return Modifier(f"{found.text}{times}", found.shift, found.rule, found.provenance)

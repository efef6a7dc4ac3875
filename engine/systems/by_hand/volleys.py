"""Fire in volleys: who throws dice after whom, what is hit, and the exact chances of it all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache

from engine.frozen import dataclass
from engine.systems.by_hand.charts.battle import VolleyRow, Whose

MOST_DICE = 40
"""No volley has more dice than this: what is left over does not fire."""
Left = tuple[int, ...]
"""Steps left of each unit of a side, in order."""
Spread = Mapping[tuple[Left, Left], Fraction]
"""The chance of each pair of steps left, attackers and defenders."""
Fire = Callable[[VolleyRow, int], tuple[int, int]]
"""How many dice a unit with so many steps left throws in a volley, and what they hit up to."""


@dataclass(frozen=True, slots=True)
class Fighter:
    """A unit in a battle: its steps, whether others screen it, and how it fires."""

    steps: int
    screened: bool
    fire: Fire


@dataclass(frozen=True, slots=True)
class Exchange:
    """A battle by volleys: both sides, the volleys in order, and the faces of a die."""

    attackers: tuple[Fighter, ...]
    defenders: tuple[Fighter, ...]
    volleys: tuple[VolleyRow, ...]
    faces: int

    def line(self, whose: Whose) -> tuple[Fighter, ...]:
        """The units of a side."""
        return self.attackers if whose is Whose.ATTACKER else self.defenders

    def shots(self, row: VolleyRow, left: Left) -> tuple[tuple[int, int], ...]:
        """For each die of a volley whose units have so many steps left: which unit throws it, by
        its place, and the number it hits up to.
        """
        found: list[tuple[int, int]] = []
        for place, (unit, steps) in enumerate(zip(self.line(row.whose), left, strict=True)):
            dice, number = unit.fire(row, steps) if steps else (0, 0)
            most = min(dice, MOST_DICE - len(found))
            found += [(place, number)] * (most if number > 0 else 0)
        return tuple(found)

    def struck(self, whose: Whose, left: Left, hits: int) -> Left:
        """The steps left of a side after some hits: each is the step of the unit with fewest, of
        one that is screened only where no other is left.
        """
        line, steps = self.line(whose), list(left)
        for _ in range(min(hits, sum(steps))):
            standing = [place for place, count in enumerate(steps) if count]
            front = [place for place in standing if not line[place].screened] or standing
            steps[min(front, key=lambda place: (steps[place], place))] -= 1
        return tuple(steps)

    @property
    def whole(self) -> tuple[Left, Left]:
        """The steps of both sides as the battle begins."""
        return tuple(u.steps for u in self.attackers), tuple(u.steps for u in self.defenders)

    def outcomes(self) -> Spread:
        """The exact chance of each pair of steps left when all volleys are over."""
        now: dict[tuple[Left, Left], Fraction] = {self.whole: Fraction(1)}
        for row in self.volleys:
            after: dict[tuple[Left, Left], Fraction] = defaultdict(Fraction)
            for (own, facing), chance in now.items():
                for pair, share in self._fired(row, own, facing):
                    after[pair] += chance * share
            now = dict(after)
        return now

    def _fired(
        self, row: VolleyRow, own: Left, facing: Left
    ) -> Iterable[tuple[tuple[Left, Left], Fraction]]:
        by_attackers = row.whose is Whose.ATTACKER
        shots = self.shots(row, own if by_attackers else facing)
        chances = tuple(Fraction(min(number, self.faces), self.faces) for _place, number in shots)
        for hits, share in enumerate(successes(chances)):
            if share and by_attackers:
                yield (own, self.struck(Whose.DEFENDER, facing, hits)), share
            elif share:
                yield (self.struck(Whose.ATTACKER, own, hits), facing), share

    def chances(self) -> Mapping[tuple[int, int], Fraction]:
        """The chance of each number of steps that the defenders and the attackers lose."""
        own, facing = map(sum, self.whole)
        found: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for (mine, theirs), chance in self.outcomes().items():
            found[facing - sum(theirs), own - sum(mine)] += chance
        return dict(sorted(found.items()))


@lru_cache(maxsize=512)
def successes(chances: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """The chance of 0, 1, 2 ... successes of independent trials.

    >>> [str(share) for share in successes((Fraction(1, 2), Fraction(1, 2)))]
    ['1/4', '1/2', '1/4']
    """
    found = [Fraction(1)]
    for chance in chances:
        wider = [Fraction(0)] * (len(found) + 1)
        for count, share in enumerate(found):
            wider[count] += share * (1 - chance)
            wider[count + 1] += share * chance
        found = wider
    return tuple(found)

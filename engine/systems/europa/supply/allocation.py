"""Who draws on sources that do not serve everybody: as much as can be supplied is (BF-12C2, 12C3).

Every unit draws on one source. The most half regimental equivalents are supplied that the sources
allow, then the most units, then the first of the order of battle. Where very many units crowd round
many sources the search ends early, with a plan that is good but need not be the best.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.frozen import dataclass
from engine.systems.europa.state.source import Source
from engine.systems.europa.state.units import Facts
from oob.model import UnitId

MOST = 6000
"""How many choices are weighed against others; beyond, the first that serves is taken."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A unit in need: its facts, and the sources it can reach, by number."""

    unit: UnitId
    facts: Facts
    reach: tuple[int, ...]


def ration(claims: Sequence[Claim], sources: Sequence[Source]) -> Mapping[UnitId, int]:
    """The number of the source each supplied unit draws on, as good as can be.

    Claims that share sources, directly or through others, are weighed together; the rest apart.
    """
    found: dict[UnitId, int] = {}
    for group in _groups(claims):
        found.update(_Allocating(group, sources).best())
    return found


def _groups(claims: Sequence[Claim]) -> list[list[Claim]]:
    """Claims sorted into groups that share no source with another."""
    groups: list[tuple[set[int], list[Claim]]] = []
    for claim in claims:
        mine, members, apart = set(claim.reach), [claim], []
        for reach, others in groups:
            if reach & mine:
                mine |= reach
                members = [*others, *members]
            else:
                apart.append((reach, others))
        groups = [*apart, (mine, members)]
    return [members for _, members in groups]


Plan = tuple[int, int, tuple[tuple[UnitId, int], ...]]
"""Half regimental equivalents and units supplied, and who draws on what."""


class _Allocating:
    """One group of claims, searched from those that make most of a source to those that make
    least, so that the first plan is good and few others can be better.
    """

    def __init__(self, claims: Iterable[Claim], sources: Sequence[Source]) -> None:
        self.sources = sources
        self.claims = sorted(claims, key=lambda c: (-self._yield(c), -c.facts.halves))
        self.used = tuple(sorted({number for claim in self.claims for number in claim.reach}))
        self._known: dict[tuple[int, tuple[int, ...]], Plan] = {}
        self._kinds = [self._alike(index) for index in range(len(self.claims) + 1)]
        self._rest = [
            sum(claim.facts.halves for claim in self.claims[index:])
            for index in range(len(self.claims) + 1)
        ]

        self._weighings = 0
        self._yields = [self._best_yields(index) for index in range(len(self.claims) + 1)]

    def _yield(self, claim: Claim) -> float:
        """Half regimental equivalents a claim gets out of each point of its best source."""
        takes = (self.sources[number].takes(claim.facts) for number in claim.reach)
        return max(claim.facts.halves / max(1, taken) for taken in takes)

    def _best_yields(self, index: int) -> tuple[float, ...]:
        """The most that a point of each source can supply to the claims from ``index`` on."""
        later = self.claims[index:]
        return tuple(
            max((self._yield(claim) for claim in later if number in claim.reach), default=0.0)
            for number in self.used
        )

    def _ceiling(self, index: int, room: tuple[int, ...]) -> int:
        """More half regimental equivalents than these cannot be supplied from ``index`` on."""
        most = sum(left * best for left, best in zip(room, self._yields[index], strict=True))
        return min(self._rest[index], int(most + 1e-9))

    def best(self) -> Mapping[UnitId, int]:
        """The best use of the sources."""
        room = tuple(self.sources[number].room or 0 for number in self.used)
        return dict(self._search(0, room)[2])

    def _alike(self, index: int) -> dict[int, frozenset[int]]:
        """For each source, the claims from ``index`` on that reach it: sources with the same ones
        are interchangeable.
        """
        later = tuple(enumerate(self.claims))[index:]
        return {
            number: frozenset(at for at, claim in later if number in claim.reach)
            for number in self.used
        }

    def _search(self, index: int, room: tuple[int, ...]) -> Plan:
        if index == len(self.claims):
            return 0, 0, ()
        key = (index, room)
        if key not in self._known:
            self._known[key] = self._weighed(index, room)
        return self._known[key]

    def _weighed(self, index: int, room: tuple[int, ...]) -> Plan:
        self._weighings += 1
        claim, tried = self.claims[index], set()
        best: Plan | None = None
        ceiling = self._ceiling(index, room)
        for slot, number in enumerate(self.used):
            takes = self.sources[number].takes(claim.facts)
            alike = (self._kinds[index][number], room[slot], self.sources[number].division)
            if number not in claim.reach or takes > room[slot] or alike in tried:
                continue
            tried.add(alike)
            left = (*room[:slot], room[slot] - takes, *room[slot + 1 :])
            halves, units, draws = self._search(index + 1, left)
            plan = (halves + claim.facts.halves, units + 1, ((claim.unit, number), *draws))
            if best is None or plan[:2] > best[:2]:
                best = plan
            if best[0] >= ceiling and best[1] >= len(self.claims) - index:
                return best
            if self._weighings > MOST:
                return best
        without = self._search(index + 1, room)
        return without if best is None or without[:2] > best[:2] else best

"""What a hex is worth to a unit that would stand in it, kept from one decision to the next.

A unit is worth something in a hex for what it adds to an attack from there, for what it adds to the
defence of a threatened hex, for the way it has come towards what its side wants, and less for what
the enemy could do to it there. A move changes that near the hexes it left and entered, and nowhere
else, unless it changes what a side wants or fears.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from operator import is_
from weakref import WeakKeyDictionary

from engine.core.state import NOBODY, State
from engine.systems.europa.advice.ground import FAR
from engine.systems.europa.advice.outlook import Aim, Outlook, around
from engine.systems.europa.advice.sums import since
from engine.systems.europa.board.bitmaps import union
from engine.systems.europa.board.board import GameBoard
from maps.hexgrid import Hex
from oob.model import UnitId

HOPE = ((1.0, 0.0), (1.5, 0.15), (2.0, 0.45), (3.0, 0.9), (4.0, 1.15), (6.0, 1.3), (9.0, 1.4))
"""What odds against a hex promise, 1 being a good attack."""
COVER = 0.9
"""Share of a threat that a hex should be held against."""
WAY = 0.12
"""What a hex of the way to one's goal is worth to a unit, a point of its strength."""
OPEN = 0.35
"""What a city nobody holds is worth, as a share of its prize."""
CROWD = 0.04
"""What each unit already in a hex takes off it."""
CLOSING = 0.12
"""What a point of strength that would come a way is worth to whoever closes it."""
MOST = 40.0
"""The most that closing ways counts."""


class Worths:
    """What hexes were worth to units at the last decision, as far as they still are."""

    def __init__(self) -> None:
        self._of: dict[UnitId, dict[Hex, float]] = {}
        self._stays: dict[UnitId, tuple[int, tuple[int, ...]]] = {}
        self._state: State | None = None
        self._terms: tuple[object, ...] = ()
        self._side = NOBODY

    def follow(self, look: Outlook) -> None:
        """Forget what may differ at the decision of an outlook."""
        state = look.pos.state
        change = since(self._state, state)
        terms = (look.ahead, look.behind, look.danger, look.prizes, look.claims)
        same = len(terms) == len(self._terms) and all(map(is_, terms, self._terms))
        known = self._of
        if not same or change.everything or self._side != look.side:
            known.clear()
            self._stays.clear()
        for unit in change.units:
            known.pop(unit, None)
            self._stays.pop(unit, None)
        near = frozenset[Hex]().union(*(rings(look.context, at)[1] for at in change.hexes))
        for at in near:
            for found in known.values():
                found.pop(at, None)
        led = max(map(look.leads, change.units), default=0) if self._stays else 0
        if led:
            near |= look.context.near(change.hexes, led) & look.context.land
        touched = look.context.supply_graph.bits.mask(near) if near and self._stays else 0
        for unit, (looked_at, _) in tuple(self._stays.items()) if touched else ():
            if looked_at & touched:
                del self._stays[unit]
        self._state, self._terms, self._side = state, terms, look.side

    def of(self, unit: UnitId) -> dict[Hex, float]:
        """What is known of hexes for a unit, to look up and to add to."""
        return self._of.setdefault(unit, {})

    def stays(self, look: Outlook, unit: UnitId, looked_at: Iterable[Hex]) -> None:
        """Remember that a unit gains by going to none of the hexes it has looked at."""
        near = around(look.context)
        mask = union(tuple(near[at] for at in looked_at))
        self._stays[unit] = mask, tuple(mask & net for net in look.fed.values())

    def content(self, look: Outlook, unit: UnitId) -> bool:
        """Whether a unit gained nothing by going, and nothing has changed since in the hexes it
        looked at, nor in where supply reaches among them.
        """
        found = self._stays.get(unit)
        if found is None:
            return False
        looked_at, fed = found
        return fed == tuple(looked_at & net for net in look.fed.values())

    def every(self) -> Iterable[Mapping[Hex, float]]:
        """What is known of hexes, unit by unit."""
        return self._of.values()

    def staying(self, look: Outlook, unit: UnitId, at: Hex) -> float:
        """What a unit is worth where it stands."""
        known = self.of(unit)
        if at in known:
            return known[at] + look.post(unit, at)
        return View(look, unit, at, known).value(at)


_KNOWN: WeakKeyDictionary[GameBoard, Worths] = WeakKeyDictionary()


def worths(look: Outlook) -> Worths:
    """What hexes are worth in the game of an outlook, as far as it is known for its decision."""
    found = _KNOWN.setdefault(look.context, Worths())
    found.follow(look)
    return found


NOWHERE: tuple[frozenset[Hex], frozenset[Hex]] = (frozenset(), frozenset())


@lru_cache(maxsize=8192)
def rings(ground: GameBoard, start: Hex) -> tuple[frozenset[Hex], frozenset[Hex]]:
    """The hexes that a zone of control reaches out of one, and those that have one of them for a
    neighbour.
    """
    fronts = ground.fronts
    own = frozenset((start, *fronts.get(start, ())))
    return own, own.union(*(fronts.get(at, ()) for at in own))


class View:
    """What hexes are worth to one unit. What was found at the decision before and still holds is in
    ``known``.
    """

    def __init__(self, look: Outlook, unit: UnitId, start: Hex, known: dict[Hex, float]) -> None:
        self.look = look
        self.known = known
        self.unit = unit
        self.start = start
        facts = look.pos.facts(unit)
        self.power = look.strength(unit, attacking=True)
        self.holding = look.strength(unit, attacking=False)
        self.alone = facts.supported
        self.zone = look.pos.exerts(unit)
        self.way = WAY * (1.0 + self.power) * look.drive * look.zeal(unit)
        self.own, self.near = rings(look.context, start) if self.zone else NOWHERE

    def value(self, at: Hex) -> float:
        """What the unit is worth in a hex."""
        found = self.known.get(at)
        if found is None:
            found = self.known[at] = self._stand(at)
        look = self.look
        found += look.post(self.unit, at)
        if not look.supplied(self.unit, at):
            found -= look.outside(max(self.power, self.holding), staying=at == self.start)
        return found

    def _stand(self, at: Hex) -> float:
        """The same, but for posts and supply: of units, it depends on those no further away than
        two hexes from this one.
        """
        look = self.look
        there = look.pos.friends(at, look.side)
        mates = len(there) - (at == self.start)
        share = 1.0 if self.alone or self._backed(at) else 0.5
        found = self._attack(at) * share + self._defence(at, self.holding * share)
        found += self._cover(at)
        found -= self.way * look.ahead.get(at, FAR)
        if not mates and look.pos.owner_of(at) != look.side:
            found += OPEN * look.prize(at) + 0.1 + look.claims.get(at, 0.0)
        elif look.context.city_rank(at):
            found += 0.1 * look.prize(at) / (1 + mates)
        return found - CROWD * mates

    def _backed(self, at: Hex) -> bool:
        """True where others support the unit."""
        backers = self.look.backers.get(at, ())
        return bool(backers) and backers != (self.unit,)

    def reason(self, to: Hex) -> str:
        """Why the unit is worth more in a hex than where it stands: what differs most."""
        return max(self.gains(to))[1]

    def gains(self, to: Hex) -> Iterator[tuple[float, str]]:
        """What it gains by going to a hex, one thing after the other, each in a sentence."""
        look, start, place = self.look, self.start, self.look.pos.label(to)
        gain = look.post(self.unit, to) - look.post(self.unit, start)
        yield gain, look.posting(self.unit, to)
        aims = look.aims(to) if self.power > 0 else ()
        if aims:
            best = max(aims, key=lambda aim: self._attack(to, (aim,)))
            gain = self._attack(to) - self._attack(start)
            yield gain, f"From {place} it can join an attack on {look.pos.label(best.at)}."
        gain = self._defence(to, self.holding) - self._defence(start, self.holding)
        safer = look.threat.get(to, 0.0) <= 0.0
        yield gain, f"It is safer in {place}." if safer else f"{place} needs its defence."
        yield self._cover(to) - self._cover(start), f"From {place} it bars a way of the enemy."
        ahead = look.ahead.get(start, FAR) - look.ahead.get(to, FAR)
        yield self.way * ahead, f"{place} lies nearer to what its side wants."
        if look.pos.owner_of(to) != look.side:
            yield OPEN * look.prize(to) + 0.1, f"{place} is there to be taken."
            yield look.claims.get(to, 0.0), f"The railroad in {place} is to serve its side."
        if not look.supplied(self.unit, start) and look.supplied(self.unit, to):
            cost = look.outside(max(self.power, self.holding), staying=False)
            yield cost, f"It is in supply in {place}."

    def _attack(self, at: Hex, aims: Iterable[Aim] | None = None) -> float:
        """What it adds to the best attack out of a hex, or to the best of some."""
        best = 0.0
        if self.power <= 0:
            return best
        mine = self.look.context.fronts[self.start]
        for aim in self.look.aims(at) if aims is None else aims:
            there = aim.there
            if aim.at in mine:
                there -= self.power * self.look.over(self.start, aim.at)
            together = there + self.power * aim.over
            gain = _hope(together / aim.against) - _hope(there / aim.against)
            best = max(best, aim.worth * gain)
        return best

    def _defence(self, at: Hex, holding: float) -> float:
        """What it adds to the defence of a hex, less what it risks there."""
        look = self.look
        threat = look.threat.get(at, 0.0)
        if threat <= 0.0:
            return 0.0
        have = look.defence[look.side].get(at, 0.0)
        hard = look.hard(at)
        if at == self.start:
            have -= self.holding * hard
        gap = max(0.0, threat * COVER - have)
        worth = 0.2 + 0.8 * look.peril(at) + 0.25 * look.prize(at)
        added = min(holding * hard, gap) * worth * look.caution
        share = (have + holding * hard) / threat
        risk = max(0.0, 1.0 - share * 2.2) * (1.0 + self.holding)
        return added - 0.8 * risk

    def _cover(self, at: Hex) -> float:
        """What it closes to the enemy: its hex, and with a zone of control those around it."""
        look = self.look
        if not self.zone:
            found = look.gap(at)
        elif at not in self.near:
            found = look.gap(at) + 0.5 * look.gaps(at)
        else:
            found = look.gap(at, spared=at == self.start)
            for near in look.context.fronts[at]:
                found += 0.5 * look.gap(near, spared=near in self.own)
        return CLOSING * min(found, MOST)


def _hope(odds: float) -> float:
    """What odds promise, between the steps of :data:`HOPE`."""
    last_odds, last = 0.0, 0.0
    for reached, worth in HOPE:
        if odds < reached:
            return last + (worth - last) * (odds - last_odds) / (reached - last_odds)
        last_odds, last = reached, worth
    return last

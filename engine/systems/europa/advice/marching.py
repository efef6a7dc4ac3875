"""Movement: which unit goes where, one at a time, until none gains by going (pure, and quick).

A unit is worth something in a hex for what it adds to an attack from there, for what it adds to the
defence of a threatened hex, for the way it has come towards what its side wants, and less for what
the enemy could do to it there.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engine.core.actions import Action
from engine.core.system import Advice
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.advice.ground import FAR
from engine.systems.europa.advice.outlook import Outlook
from engine.systems.europa.advice.rails import best_rail
from engine.systems.europa.movement import breakdown, movement_phase
from engine.systems.europa.movement import move_actions as do
from engine.systems.europa.movement.crowding import exits
from engine.systems.europa.movement.gate import barred
from engine.systems.europa.movement.overruns import Overrunning, Pursuing
from engine.systems.europa.movement.reach import march
from engine.systems.europa.state.constants import MOVED, Going
from engine.systems.europa.state.records import Moving
from maps.hexgrid import Hex
from oob.model import UnitId

MARGIN = 0.25
"""How much better another hex must be than one's own, in combat factors."""
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
OUTSIDE = 2.5
"""What a hex without supply costs."""
CLOSING = 0.12
"""What a point of strength that would come a way is worth to whoever closes it."""
MOST = 40.0
"""The most that closing ways counts."""
PATIENCE = 24
"""How many units are asked before the phase ends."""


def moving(look: Outlook, frame: Moving) -> Advice:
    """The first unit that gains by going; then the end of the phase."""
    for unit in islice(order(look, frame), PATIENCE):
        action = best_move(look, unit)
        if action is not None and look.allowed(action):
            place = look.pos.label(action.target)
            return Advice(action, f"{look.pos.called(unit)} is wanted in {place}.")
    if look.allowed(EndPhase()):
        return Advice(EndPhase(), "Everybody is where he should.")
    return Advice(_thinning(look, frame), "The hex holds too many.")


def _thinning(look: Outlook, frame: Moving) -> Action:
    """A move out of an overstacked hex, or a division formed of components in it, for the phase
    cannot end with it.
    """
    pos = look.pos
    for side, at in movement_phase.crowded(pos, frame):
        weak = sorted(pos.friends(at, side), key=lambda u: look.strength(u, attacking=False))
        for unit in weak:
            for formed in breakdown.assemblies(pos, frame, unit):
                if look.allowed(formed):
                    return formed
            for to in exits(pos, frame.side, unit, exploiting=frame.exploiting):
                for action in (do.Move(unit, to), do.AdminMove(unit, to)):
                    if pos.fits(to, (unit,)) and look.allowed(action):
                        return action
    return EndPhase()


def order(look: Outlook, frame: Moving) -> Iterator[UnitId]:
    """Units that have not moved, those worth least where they stand first."""
    pos = look.pos
    ready: list[tuple[float, UnitId]] = []
    for at, units in pos.standing.sides[frame.side].items():
        for unit in units:
            if (
                MOVED not in pos.piece(unit).marks
                and pos.state.spent.get(unit, 0) == 0
                and pos.facts(unit).move > 0
                and not look.duty(unit)
                and barred(pos, unit, frame.side, Going.MARCH, exploiting=frame.exploiting) is None
            ):
                ready.append((View(look, unit, at).value(at), unit))
    return (unit for _, unit in sorted(ready))


def best_move(look: Outlook, unit: UnitId) -> do.Move | do.RailMove | None:
    """Where a unit gains most by going, if it gains enough."""
    pos = look.pos
    start = pos.piece(unit).at
    assert isinstance(start, Hex)
    view = View(look, unit, start)
    best, to = view.value(start) + MARGIN, start
    found = march(pos, unit)
    base = look.ahead.get(start, FAR)
    for at in found.targets:
        if at in found.one_hex and look.ahead.get(at, FAR) > base:
            continue
        worth = view.value(at)
        if worth > best and pos.fits(at, (unit,)):
            best, to = worth, at
    rail = best_rail(look, unit, start)
    if rail is not None and view.value(rail.target) > best and look.allowed(rail):
        return rail
    return do.Move(unit, to) if to != start else None


class View:
    """What hexes are worth to one unit."""

    def __init__(self, look: Outlook, unit: UnitId, start: Hex) -> None:
        self.look = look
        self.unit = unit
        self.start = start
        facts = look.pos.facts(unit)
        self.power = look.strength(unit, attacking=True)
        self.holding = look.strength(unit, attacking=False)
        self.alone = facts.supported
        self.zone = look.pos.exerts(unit)
        self.way = WAY * (1.0 + self.power) * look.drive
        fronts = look.context.fronts
        self.own = frozenset((start, *fronts[start])) if self.zone else frozenset()
        self.near = self.own.union(*(fronts[at] for at in self.own)) if self.zone else self.own

    def value(self, at: Hex) -> float:
        """What the unit is worth in a hex."""
        look = self.look
        there = look.pos.friends(at, look.side)
        mates = len(there) - (at == self.start)
        share = 1.0 if self.alone or self._backed(at) else 0.5
        found = self._attack(at) * share + self._defence(at, self.holding * share)
        found += self._cover(at) + look.post(self.unit, at)
        found -= self.way * look.ahead.get(at, FAR)
        if not mates and look.pos.owner_of(at) != look.side:
            found += OPEN * look.prize(at) + 0.1
        elif look.context.city_rank(at):
            found += 0.1 * look.prize(at) / (1 + mates)
        found -= CROWD * mates
        if at != self.start and not look.supplied(self.unit, at):
            found -= OUTSIDE
        return found

    def _backed(self, at: Hex) -> bool:
        """True where others support the unit."""
        backers = self.look.backers.get(at, ())
        return bool(backers) and backers != (self.unit,)

    def _attack(self, at: Hex) -> float:
        """What it adds to the best attack out of a hex."""
        best = 0.0
        if self.power <= 0:
            return best
        mine = self.look.context.fronts[self.start]
        for aim in self.look.aims(at):
            there = aim.there - self.power if aim.at in mine else aim.there
            gain = _hope((there + self.power) / aim.against) - _hope(there / aim.against)
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
        added = min(holding * hard, gap) * worth
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


def overrunning(look: Outlook, _frame: Overrunning) -> Advice:
    """Overruns are not begun; one that has is carried out if it may be."""
    if look.allowed(do.CarryOutOverrun()):
        return Advice(do.CarryOutOverrun(), "They are swept away.")
    return Advice(do.AbandonOverrun(), "It cannot be done.")


def pursuing(look: Outlook, frame: Pursuing) -> Advice:
    """Enough go in."""
    for unit in frame.units:
        if look.allowed(do.Enter(unit)):
            return Advice(do.Enter(unit), "The hex is open.")
    return Advice(do.StayBehind(), "Nobody else goes in.")

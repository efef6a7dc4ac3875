"""Railroad engineers of the automatic player: they change the gauge of the lines that matter, hex
by hex, as far as their points go, with the help of other engineers where these keep up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.core.actions import Action
from engine.core.system import Advice
from engine.systems.europa.movement import rail_movement
from engine.systems.europa.movement.move_actions import Move, RailMove
from engine.systems.europa.movement.reach import march
from engine.systems.europa.production.initial_actions import Labour, Task
from engine.systems.europa.state.constants import AXIS, HALF
from engine.systems.europa.state.records import Moving
from engine.systems.fire_in_the_east.advice.lines import Site, sites
from engine.systems.fire_in_the_east.advice.outlook import EastOutlook
from engine.systems.fire_in_the_east.works import quick
from engine.systems.fire_in_the_east.works.actions import WorkTogether
from maps.hexgrid import Hex, distance
from oob.model import UnitId

NEARBY = 4
"""How many hexes away helpers are found."""
APART = 8
"""Within how many hexes heads of lines are of one line."""
WARY = 6
"""How many hexes from enemies in supply an engineer keeps."""
SHELTER = 0.6
"""What part of a threat the others in a hex must hold against for engineers to stand with them."""
FARTHEST = 99
"""Farther than any way back."""
WORTHWHILE = 3
"""How much nearer to its line a ride must bring an engineer."""


def regauge(look: EastOutlook, frame: Moving) -> Advice | None:
    """What the next railroad engineer with points left does; None when all have done theirs."""
    if look.side != AXIS or frame.exploiting:
        return None
    pos = look.pos
    crew = [u for u in regaugers(look) if pos.left(u) >= HALF and not pos.out(u)]
    found = sites(pos) if crew else {}
    ready = {at: site for at, site in found.items() if site.ready}
    for unit in crew if found else ():
        action = _work(look, unit, ready) or _walk(look, unit, ready)
        action = action or _travel(look, unit, shares(look, found)[unit])
        if action is not None:
            return Advice(action, "The line is to serve.")
    return None


def engineers_first(look: EastOutlook) -> bool:
    """Whether engineers alone have spent points in this phase: lines are laid before the others
    march, who go as far as supply does, and once more when all have marched.
    """
    return all(look.pos.facts(unit).construction for unit in look.pos.state.spent)


def regaugers(look: EastOutlook) -> tuple[UnitId, ...]:
    """The railroad engineers of a side on the map."""
    stacks = look.pos.standing.sides[look.side].values()
    return tuple(unit for stack in stacks for unit in stack if look.regauges(unit))


def _work(look: EastOutlook, unit: UnitId, found: Mapping[Hex, Site]) -> Action | None:
    """Work where it stands: together, or once a helper has come along, or else alone."""
    pos, at = look.pos, look.pos.piece(unit).at
    if not isinstance(at, Hex) or at not in found:
        return None
    for mate in quick.mates(pos, unit):
        shared = WorkTogether(unit, mate, Task.GAUGE)
        if mate not in regaugers(look) and look.allowed(shared):
            return shared
    coming = next(_coming(look, at), None)
    alone = Labour(unit, Task.GAUGE)
    return coming or (alone if look.allowed(alone) else None)


def _coming(look: EastOutlook, at: Hex) -> Iterator[Move]:
    """Moves of engineers nearby that come to help in a hex with points left for it."""
    pos = look.pos
    half = rail_movement.regauge_cost(pos, at)
    crew = regaugers(look)
    for near in sorted(pos.standing.sides[look.side], key=lambda one: (distance(one, at), one)):
        if distance(near, at) > NEARBY:
            return
        for unit in pos.standing.sides[look.side][near]:
            facts = pos.facts(unit)
            if not facts.construction or facts.attack or unit in crew or near == at:
                continue
            if pos.out(unit) or pos.left(unit) <= half:
                continue
            cost = march(pos, unit).reach.cost.get(at)
            move = Move(unit, at)
            if cost is not None and pos.left(unit) - cost >= half and look.allowed(move):
                yield move


def _walk(look: EastOutlook, unit: UnitId, found: Mapping[Hex, Site]) -> Action | None:
    """A march to the next hex where it can still work."""
    pos = look.pos

    def options() -> Iterator[tuple[float, Hex]]:
        for at, cost in march(pos, unit).reach.cost.items():
            site = found.get(at)
            if site is None or not _safe(look, unit, at):
                continue
            if pos.left(unit) - cost >= rail_movement.regauge_cost(pos, at):
                yield -site.worth / (2.0 + cost + site.before / 2), at

    for _, at in sorted(options()):
        if at != pos.piece(unit).at and look.allowed(Move(unit, at)):
            return Move(unit, at)
    return None


def shares(look: EastOutlook, found: Mapping[Hex, Site]) -> Mapping[UnitId, Hex]:
    """The head of the line that each railroad engineer is meant for: the more a line is worth the
    more of them, and of these those nearest to it.
    """
    heads = [at for at, site in found.items() if not site.before]
    crew = ((unit, look.pos.piece(unit).hex) for unit in sorted(regaugers(look)))
    free = {unit: at for unit, at in crew if at is not None}
    wanted: list[Hex] = []
    for _ in free:

        def worth(at: Hex) -> float:
            return found[at].worth / (1.0 + sum(distance(at, one) <= APART for one in wanted))

        wanted.append(max(heads, key=lambda at: (worth(at), at)))
    meant: dict[UnitId, Hex] = {}
    while free:
        pairs = ((distance(start, at), unit, at) for unit, start in free.items() for at in wanted)
        _, unit, at = min(pairs)
        meant[unit] = at
        wanted.remove(at)
        del free[unit]
    return meant


def _safe(look: EastOutlook, unit: UnitId, at: Hex) -> bool:
    """Whether others would hold a hex, or no enemy in supply is near enough to come."""
    held = look.defence[look.side].get(at, 0.0) >= SHELTER * look.threat.get(at, 0.0)
    return (held and look.sheltered(unit, at)) or _far(look, at)


def may_wait(look: EastOutlook, unit: UnitId, at: Hex) -> bool:
    """Whether an engineer may end its way in a hex: with others there, far from enemies or where
    none threatens it; alone, if both hold.
    """
    far, calm = _far(look, at), not look.threat.get(at)
    return far or calm if look.sheltered(unit, at) else far and calm


def _far(look: EastOutlook, at: Hex) -> bool:
    """Whether a hex is far from all enemies in supply."""
    return at not in look.pos.once("near enemies in supply", lambda: _near(look))


def _near(look: EastOutlook) -> frozenset[Hex]:
    pos = look.pos
    stacks = pos.standing.sides[look.enemy].items()
    fed = [at for at, units in stacks if not all(map(pos.out, units))]
    return pos.context.near(fed, WARY)


def _travel(look: EastOutlook, unit: UnitId, goal: Hex) -> Action | None:
    """A ride or a march to its line, where that brings it nearer."""
    pos = look.pos
    rides = rail_movement.lines(pos, unit).every.cost
    for at in _nearer(look, unit, rides, goal, WORTHWHILE):
        if look.allowed(RailMove(unit, at)):
            return RailMove(unit, at)
    for at in _nearer(look, unit, march(pos, unit).targets, goal, 1):
        if look.allowed(Move(unit, at)):
            return Move(unit, at)
    return None


def _nearer(
    look: EastOutlook, unit: UnitId, targets: Iterable[Hex], goal: Hex, gain: int
) -> Iterator[Hex]:
    """The safe hexes among some that are nearer to a goal than a unit by so much, in order; all
    safe ones where it does not stand in one.
    """
    start = look.pos.piece(unit).at
    assert isinstance(start, Hex), "engineers that are asked are on the map"
    most = distance(start, goal) - gain if _safe(look, unit, start) else FARTHEST
    near = sorted((far, at) for at in targets if (far := distance(at, goal)) <= most)
    return (at for _, at in near if may_wait(look, unit, at))

"""Moves: where each unit of a stack does most good, and what moving the stack gains."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core.actions import Action
from engine.core.system import Advice
from engine.frozen import dataclass
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.advice.ground import FAR
from engine.systems.balkan_gambit.advice.outlook import NO_SUPPLY, Outlook, Pulling, pull
from engine.systems.balkan_gambit.battle.withdrawal import options
from engine.systems.balkan_gambit.state.common import free_to_act
from engine.systems.balkan_gambit.state.records import Advancing, Moving, PortChoice, Retreating
from maps.hexgrid import Hex
from oob.model import UnitId

LEAST = 0.2
"""Gain below which a unit rather stays."""


@dataclass(frozen=True, slots=True)
class Option:
    """A command that could be given: the action, what it gains, its cost, and why."""

    action: Action
    gain: float
    cost: int
    reason: str

    @property
    def rate(self) -> float:
        """Gain for each command point."""
        return self.gain / max(self.cost, 1)


def best_hex(look: Outlook, unit: UnitId, spent: int = 0) -> tuple[float, Hex]:
    """The gain of a unit's best move, and where to; its own hex when it should stay."""
    start = look.pos.state.pieces[unit].at
    assert isinstance(start, Hex)
    posts = look.lacking(unit, start, start)
    mates = look.mates(unit, start)
    stay = look.value(unit, start, start, posts, mates)
    best, to = 0.0, start
    for at in look.pos.reach(unit, spent).cost:
        if at == start:
            continue
        gain = look.value(unit, at, start, posts, mates) - stay
        if (gain, at) > (best, to) and gain > LEAST and room(look, unit, at):
            best, to = gain, at
    return best, to


def room(look: Outlook, unit: UnitId, at: Hex) -> bool:
    """True when a unit may stand in a hex beside those who are there or on their way."""
    return not look.pos.stack_objection(unit, at) and look.coming.get(at, 0) < 2


def stack_gain(look: Outlook, units: Iterable[UnitId]) -> float:
    """What moving the units of one hex gains, each going where it does most good."""
    total = 0.0
    shifted: list[tuple[UnitId, Hex, Hex]] = []
    for unit in units:
        start = look.pos.state.pieces[unit].at
        assert isinstance(start, Hex)
        gain, to = best_hex(look, unit)
        if to != start:
            total += gain
            look.shift(unit, start, to)
            shifted.append((unit, start, to))
    for unit, start, to in reversed(shifted):
        look.shift(unit, to, start)
    return total


def move_options(look: Outlook) -> Iterable[Option]:
    """A move command for each hex whose regular units would gain by moving."""
    pos = look.pos
    for at in sorted(pos.occupied[look.side]):
        units = [u for u in pos.friends(at, look.side) if pos.regular(u) and free_to_act(pos, u)]
        if not units:
            continue
        gain = stack_gain(look, units)
        if gain > 0:
            reason = f"The units in {pos.label(at)} do more good elsewhere."
            yield Option(do.Activate(at), gain, pos.context.charts.commands.move, reason)


def moving(look: Outlook, frame: Moving) -> Advice:
    """Move the next unit of an activated stack that gains by it."""
    pos = look.pos
    for unit in frame.units:
        if not pos.regular(unit):
            continue
        _, to = best_hex(look, unit, frame.spent)
        action = do.Move(unit, to)
        if to != frame.origin and look.allowed(action):
            return Advice(action, reason(look, unit, frame.origin, to))
    if look.allowed(do.EndMove()):
        return Advice(do.EndMove(), "The others stand well where they are.")
    return _out_of_port(look, frame)


def reason(look: Outlook, unit: UnitId, start: Hex, to: Hex) -> str:
    """Why a unit is worth more in a hex than where it stands: what differs most, in a sentence."""
    posts = look.lacking(unit, start, start)
    return max(_gains(look, unit, start, to, posts))[1]


def _gains(
    look: Outlook, unit: UnitId, start: Hex, to: Hex, posts: tuple[Pulling, ...]
) -> Iterator[tuple[float, str]]:
    """What it gains by going to a hex, one thing after the other, each in a sentence."""
    pos, pace = look.pos, look.pace(unit)
    place = pos.label(to)
    for post, way in posts:
        name = pos.label(post.hex)
        before = post.worth if post.hex == start else pull(post, way.get(start, FAR), pace)
        if post.hex == to:
            is_theirs = to in pos.context.places and not look.controls(to)
            text = f"{place} is there to be taken." if is_theirs else f"{place} wants a garrison."
            yield post.worth - before, text
            continue
        gain = pull(post, way.get(to, FAR), pace) - before
        text = f"{place} is nearer to {name}, "
        yield gain, text + ("which the enemy holds." if post.held else "which wants a garrison.")
    if look.near_supply(unit, to) and not look.near_supply(unit, start):
        yield NO_SUPPLY, f"Supply is near {place}."
    danger = look.threat(start, 2) - look.threat(to, 2)
    yield 0.0, f"{place} is safer." if danger > 0 else f"It stands better in {place}."


def _out_of_port(look: Outlook, frame: Moving) -> Advice:
    """March on from a full port, to where the unit does most good."""
    unit = frame.units[0]
    found = (do.Move(unit, at) for at in look.pos.reach(unit, frame.spent).cost)
    able = (action for action in found if look.allowed(action))
    best = max(able, key=lambda action: (look.worth_at(unit, action.target), action.target))
    return Advice(best, f"{look.pos.label(frame.origin)} is full.")


def advancing(look: Outlook, frame: Advancing) -> Advice:
    """Advance the units that do more good in the vacated hex than where they are."""
    pos, target = look.pos, frame.battle.target
    for unit in frame.battle.attackers:
        action = do.Advance(unit, target)
        if not look.allowed(action):
            continue
        start = pos.state.pieces[unit].at
        assert isinstance(start, Hex)
        posts = look.lacking(unit, start, start)
        gain = look.value(unit, target, start, posts) - look.value(unit, start, start, posts)
        if gain > 0:
            return Advice(action, f"{pos.label(target)} is worth having.")
    return Advice(do.EndAdvance(), "The ground behind is worth more.")


def retreating(look: Outlook, frame: Retreating) -> Advice | None:
    """Retreat to where the force does most good."""
    best: tuple[float, Hex] | None = None
    chosen = None
    for action in options(look.pos, frame):
        if not look.allowed(action):
            continue
        unit = action.units[0]
        rank = (look.worth_at(unit, action.target), action.target)
        if best is None or rank > best:
            best, chosen = rank, action
    if chosen is None:
        return None
    return Advice(chosen, f"{look.pos.label(chosen.target)} is the best place to fall back to.")


def port(look: Outlook, frame: PortChoice) -> Advice:
    """Mark a captured port unless markers run short and it is fed already."""
    pos = look.pos
    left = pos.context.charts.counters.beachheads - len(pos.state.beachheads)
    fed = all(pos.supplied(unit) for unit in pos.friends(frame.at, look.side))
    if left > 1 or not fed:
        return Advice(do.MarkPort(frame.at), "A port feeds the army without upkeep.")
    return Advice(do.LeavePort(frame.at), "The last marker is kept for a better place.")

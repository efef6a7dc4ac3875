"""From the sea and the air: where to land, where the fleet stands, who comes ashore."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.system import Advice
from engine.core.wording import counted
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.advice.marching import Option
from engine.systems.balkan_gambit.advice.odds import Odds
from engine.systems.balkan_gambit.advice.outlook import Outlook
from engine.systems.balkan_gambit.advice.striking import (
    drawn_up,
    odds_of,
    power,
    prize,
    step_worth,
)
from engine.systems.balkan_gambit.battle.assaults import beaches, drop_zone
from engine.systems.balkan_gambit.battle.attacks import assault_unit_objections, candidates
from engine.systems.balkan_gambit.state.common import free_to_act
from engine.systems.balkan_gambit.state.position import Position
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    MED_BOX,
    Battle,
    Kind,
    Reinforcing,
    Weather,
)
from engine.systems.balkan_gambit.victory import points
from maps.hexgrid import Hex, distance
from oob.model import UnitId

FOOTHOLDS = 3
"""Beachheads the Allies can feed at a time."""

FAR_OFF = 7
"""Hexes between beachheads that make them two fronts."""

NEW_FRONT = 3.0
"""Worth of a front the enemy has to find other men for."""

FIRST = 3.0
"""Added to upkeep, which comes before the moves it feeds."""

CAUTION = 0.5
"""How much a sure landing is preferred to a rich one: 0 not at all."""

DARING = 0.5
"""Chance below which no landing is tried: a failure forbids all others that turn."""


def open_sites(look: Outlook) -> tuple[Hex, ...]:
    """Beaches this year's rules leave open."""
    context = look.pos.context
    landing = context.figures.landing
    return tuple(
        at
        for at in beaches(context)
        if not landing.areas or context.within(at, *landing.areas)
        if not any(
            context.within(at, limit.area)
            and look.pos.state.landings.get(limit.area, 0) >= limit.per_turn
            for limit in landing.limits
        )
    )


def force_for(look: Outlook, bare: Battle) -> tuple[UnitId, ...]:
    """The strongest units that can make an assault together."""
    pos = look.pos
    waiting = sorted(candidates(pos, bare), key=lambda u: (-power(pos, u), u))
    chosen: tuple[UnitId, ...] = ()
    for unit in waiting:
        battle = replace(bare, attackers=chosen)
        if not any(True for _ in assault_unit_objections(pos, battle, unit)):
            chosen = (*chosen, unit)
        if len(chosen) == pos.context.charts.commands.assault_units:
            break
    return chosen


def site_value(look: Outlook, at: Hex, force: tuple[UnitId, ...]) -> float:
    """What having a force ashore in a hex is worth."""
    pos = look.pos
    total = 0.0
    for unit in force:
        total += max(0.0, look.worth_at(unit, at) + 0.3)
    marks = pos.state.beachheads
    nearest = min((distance(at, other) for other in marks), default=FAR_OFF)
    close = nearest <= 3
    fed = sum(not mark.port for mark in marks.values())
    if at not in marks:
        total += -1.0 if close or fed >= FOOTHOLDS else 3.5 - 1.0 * fed
        total += NEW_FRONT if nearest >= FAR_OFF and fed < FOOTHOLDS else 0.0
    if at in pos.context.ports:
        total += 1.0
    counter = max(0.0, look.threat(at, 2) - look.theirs.get(at, 0.0))
    return total - 0.2 * counter


def landing_gain(look: Outlook, at: Hex) -> tuple[float, Odds]:
    """What an assault on a beach gains, and its odds.

    A sure landing is preferred to a rich one: no other may be made in the turn one fails, and the
    weather may turn.
    """
    pos = look.pos
    bare = Battle(ALLIED, at, kind=Kind.LANDING, tac_attack=pos.tac_left > 0)
    force = force_for(look, bare)
    if not force:
        return 0.0, Odds(0.0, 0.0, 0.0)
    defenders = pos.defenders(at, ALLIED)
    if not defenders:
        return site_value(look, at, force), Odds(1.0, 0.0, 0.0)
    battle = drawn_up(pos, bare, force)
    odds = odds_of(pos, battle)
    gain = odds.clear * (site_value(look, at, force) + prize(look, at))
    gain += odds.killed * step_worth(look, defenders) - odds.lost * step_worth(look, force)
    return gain * odds.clear**CAUTION, odds


def landing_options(look: Outlook) -> Iterator[Option]:
    """Amphibious assaults with a fair chance."""
    pos = look.pos
    cost = pos.context.charts.commands.assault
    if pos.state.cp < cost or pos.state.weather is Weather.POOR or pos.state.landing_failed:
        return
    for at in open_sites(look):
        gain, odds = landing_gain(look, at)
        action = do.DeclareLanding(at)
        if gain > 0 and odds.clear >= DARING and look.allowed(action):
            reason = f"A landing at {pos.label(at)} succeeds with {odds.clear:.0%}."
            yield Option(action, gain, cost, reason)


def drop_options(look: Outlook) -> Iterator[Option]:
    """Drops on places the enemy has left empty."""
    pos = look.pos
    cost = pos.context.charts.commands.assault
    if pos.state.cp < cost or pos.state.weather is Weather.POOR:
        return
    for at in sorted(pos.context.places):
        if at in pos.held[look.enemy] or look.controls(at) or look.points(at) <= 0:
            continue
        if at not in drop_zone(pos.context):
            continue
        force = force_for(look, Battle(ALLIED, at, kind=Kind.DROP))
        if not force:
            return
        fed = at in pos.context.ports or look.near_supply(force[0], at)
        gain = look.points(at) * (0.9 if fed else 0.4) - 0.15 * look.threat(at, 2)
        action = do.DeclareDrop(at)
        if gain > 1.0 and look.allowed(action):
            yield Option(action, gain, cost, f"{pos.label(at)} stands empty.")


def sea_options(look: Outlook) -> Iterator[Option]:
    """Units from the Med Box through the open beachheads and ports."""
    pos = look.pos
    cost = pos.context.charts.commands.move
    harbours = [at for at, mark in sorted(pos.state.beachheads.items()) if mark.open]
    waiting = [u for u in pos.boxed(MED_BOX) if free_to_act(pos, u)] if harbours else []
    strongest: dict[tuple[str, bool], UnitId] = {}
    for unit in sorted(waiting, key=lambda u: (-power(pos, u), u)):
        strongest.setdefault((pos.nation(unit), pos.support(unit)), unit)
    for unit in strongest.values():
        for at in harbours:
            gain = look.worth_at(unit, at)
            if pos.support(unit):
                gain *= 0.5
            action = do.SeaMove(unit, at)
            if gain > 0.2 and look.allowed(action):
                yield Option(action, gain, cost, f"{pos.label(at)} needs more men.")


def upkeep_options(look: Outlook) -> Iterator[Option]:
    """Beachheads worth keeping open: for those they feed, and for those who still come."""
    pos = look.pos
    cost = pos.context.charts.commands.upkeep
    ashore = [u for u in pos.state.pieces if _fed_by_sea(pos, u)]
    for at, mark in sorted(pos.state.beachheads.items()):
        action = do.Maintain(at)
        if mark.open or not look.allowed(action):
            continue
        opened = {**pos.state.beachheads, at: replace(mark, open=True)}
        after = Position(pos.context, pos.state.having(beachheads=opened))
        fed = sum(after.supplied(u) and not pos.supplied(u) for u in ashore)
        others = any(other.open for other in pos.state.beachheads.values())
        gain = (
            0.6 * fed
            + _towns_fed(look, after)
            + (0.5 if pos.boxed(MED_BOX) and not others else 0.0)
        )
        if gain > 0:
            yield Option(
                action, gain + FIRST, cost, f"{counted(fed, 'unit lives', 'units live')} on it."
            )


def _towns_fed(look: Outlook, after: Position) -> float:
    """Victory points that supply would make count, on the last turn."""
    if look.turns_left > 0:
        return 0.0
    return float(points(after)[ALLIED] - points(look.pos)[ALLIED])


def _fed_by_sea(pos: Position, unit: UnitId) -> bool:
    return pos.context.stats[unit].western and isinstance(pos.state.pieces[unit].at, Hex)


def fleet(look: Outlook, frame: Reinforcing) -> Advice | None:
    """Where the Naval marker helps most: the next landing, the next attack, or a threatened
    beachhead.
    """
    pos = look.pos
    if frame.naval or look.side != ALLIED:
        return None
    best: tuple[float, Hex] | None = None
    if pos.state.weather is Weather.CLEAR and pos.boxed(MED_BOX):
        for at in open_sites(look):
            gain = _with_fleet(look, at) / pos.context.charts.commands.assault
            best = _better(best, gain, at)
    for at in sorted(pos.context.coast):
        if any(near in pos.held[ALLIED] for near in (at, *at.neighbours())):
            best = _better(best, _shore_need(look, at), at)
    if best is None:
        best = (0.0, pos.context.naval_hexes[0])
    return Advice(do.PlaceNaval(best[1]), f"The guns are wanted off {pos.label(best[1])}.")


def _better(best: tuple[float, Hex] | None, gain: float, at: Hex) -> tuple[float, Hex]:
    return (gain, at) if best is None or gain > best[0] else best


def _with_fleet(look: Outlook, at: Hex) -> float:
    there = Outlook(
        Position(look.pos.context, look.pos.state.having(naval=at)), look.side, look.allowed
    )
    gain, odds = landing_gain(there, at)
    return gain if odds.clear >= DARING else 0.0


def _shore_need(look: Outlook, at: Hex) -> float:
    """How much gunfire would help in a hex: in an attack on it, or in its defence."""
    pos = look.pos
    if at in pos.held[look.enemy]:
        beside = sum(look.mine.get(near, 0.0) for near in at.neighbours())
        return 0.15 * min(beside, 6.0) * (1.0 + 0.3 * look.points(at))
    near = min(look.threat(at, 2), 6.0)
    return 0.06 * near * (1.0 + 0.3 * look.points(at) + (at in pos.state.beachheads))

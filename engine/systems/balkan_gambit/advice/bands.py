"""Partisans: empty towns to deny, roads to cut, mountains to hold, and when to scatter."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.core.system import Advice
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.advice.marching import Option
from engine.systems.balkan_gambit.advice.outlook import Outlook
from engine.systems.balkan_gambit.state.common import free_to_act
from engine.systems.balkan_gambit.state.position import Position
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    CONCENTRATED,
    DISPERSED,
    Displacing,
    Moving,
    Partisans,
)
from engine.systems.balkan_gambit.turn.partisans import partisans_of
from maps.hexgrid import Hex
from oob.model import UnitId

WANTED = 0.3
"""Gain below which a band stays where it is."""

UNOWED = 0.4
"""Share of its gain that a move counts for when no command point is set aside for partisans."""

RISK = 1.2
"""Worth of a band's life."""


@lru_cache(maxsize=4)
def _traffic(pos: Position) -> dict[Hex, float]:
    """Victory points of the Axis whose supply runs along each road hex."""
    net = pos.net_named("axis edge", AXIS)
    found: dict[Hex, float] = {}
    for at, places in sorted(pos.context.places.items()):
        inside = pos.context.within(at, *pos.context.figures.victory_countries)
        if not inside or at not in net:
            continue
        chart = pos.context.charts.points
        points = sum(chart.city if place.kind == "city" else chart.town for place in places)
        for on_way in net.chain(at):
            found[on_way] = found.get(on_way, 0.0) + points
    return found


def danger(look: Outlook, at: Hex, mode: str, company: int) -> float:
    """The chance that a band in a hex is lost before it can move again, roughly."""
    terrain = look.pos.context.terrain_to_hit(at)
    worst = 0.0
    for enemy, away in look.reached.get(at, ()):
        total, shots = look.blows[enemy]
        if mode == DISPERSED:
            risk = min(max(total + terrain, 0), 10) / 10
        else:
            expected = sum(min(max(n + terrain, 0), 10) for n in shots) / 10
            risk = min(1.0, expected / (company + 1))
        worst = max(worst, risk * (1.0 if away <= 1 else 0.5))
    return worst * (0.35 if look.side == AXIS else 0.45)


def band_value(look: Outlook, unit: UnitId, at: Hex, mode: str) -> float:
    """How good it is to have a band in a hex in a mode."""
    pos = look.pos
    mates = [u for u in pos.friends(at, look.side) if u != unit and pos.partisan(u)]
    company = len(mates)
    total = -RISK * danger(look, at, mode, company)
    total += {"mountain": 0.35, "rough": 0.2}.get(pos.context.map.terrain[at], 0.0)
    enemies = pos.held[look.enemy]
    if look.side != AXIS:
        points = look.points(at)
        if points and not look.controls(at) and at not in enemies:
            regular = any(pos.regular(u) for u in pos.at.get(at, ()))
            total += 0.0 if company or regular else 0.6 * points
        if mode == CONCENTRATED and at not in enemies:
            total += 0.12 * _traffic(pos).get(at, 0.0) * (0.3 if company else 1.0)
    else:
        total += 0.4 * look.bands_beside.get(at, 0.0)
    if mode == CONCENTRATED:
        total += 0.12 * min(company, 2) + 0.1
    total += 0.06 * sum(look.points(near) for near in at.neighbours() if near in pos.context.places)
    return total


def best_spot(look: Outlook, unit: UnitId, mode: str, spots: tuple[Hex, ...]) -> tuple[float, Hex]:
    """The gain and the hex of a band's best displacement."""
    start = look.pos.state.pieces[unit].at
    assert isinstance(start, Hex)
    stay = band_value(look, unit, start, look.pos.state.pieces[unit].mode)
    best, to = 0.0, start
    for at in spots:
        gain = band_value(look, unit, at, mode) - stay
        if (gain, at) > (best, to) and gain > 0:
            best, to = gain, at
    return best, to


def segment(look: Outlook, frame: Partisans) -> Advice:
    """Displace, then choose modes; each band at most once."""
    pos = look.pos
    radius = pos.context.charts.movement.displacement
    units = partisans_of(pos, frame.side)
    for unit in units:
        if unit in frame.displaced:
            continue
        mode = CONCENTRATED if unit not in frame.flipped else DISPERSED
        gain, to = best_spot(look, unit, mode, pos.displacements(unit, radius))
        if pos.dispersed(unit):
            action = do.Displace(unit, to)
            if gain > WANTED and look.allowed(action):
                return Advice(action, f"A band does more good at {pos.label(to)}.")
        elif gain > 2 * WANTED and unit not in frame.flipped:
            switch = do.SwitchMode(unit)
            if look.allowed(switch):
                return Advice(switch, f"Dispersed, it can be displaced to {pos.label(to)}.")
    for unit in units:
        if unit not in frame.flipped:
            advice = _switch(look, unit)
            if advice is not None:
                return advice
    return Advice(do.EndSegment(), "Every band is where it should.")


def _switch(look: Outlook, unit: UnitId) -> Advice | None:
    pos = look.pos
    at = pos.state.pieces[unit].at
    assert isinstance(at, Hex)
    now, then = (DISPERSED, CONCENTRATED) if pos.dispersed(unit) else (CONCENTRATED, DISPERSED)
    gain = band_value(look, unit, at, then) - band_value(look, unit, at, now)
    action = do.SwitchMode(unit)
    if gain <= 0.15 or not look.allowed(action):
        return None
    why = "The band is strong enough to stand." if then == CONCENTRATED else "Hunters are near."
    return Advice(action, why)


def displacing(look: Outlook, frame: Displacing) -> Advice | None:
    """Where a hunted band is displaced to."""
    unit = frame.units[0]
    spots = look.pos.displacements(unit, frame.radius)
    gain, to = best_spot(look, unit, DISPERSED, spots)
    stay = do.Stay(unit)
    if look.allowed(stay) and gain <= 0:
        return Advice(stay, "It is as safe here as elsewhere.")
    if gain <= 0 and spots:
        to = max(spots, key=lambda at: (band_value(look, unit, at, DISPERSED), at))
    return Advice(do.Displace(unit, to), f"Of the hexes in reach {look.pos.label(to)} is the best.")


def band_options(look: Outlook) -> Iterator[Option]:
    """Move commands to bands."""
    pos = look.pos
    for at in sorted(pos.occupied[look.side]):
        units = [u for u in pos.friends(at, look.side) if pos.partisan(u) and free_to_act(pos, u)]
        gain = sum(_best_move(look, u)[0] for u in units[:1])
        if gain > WANTED:
            reason = f"The band in {pos.label(at)} does more good elsewhere."
            owed = pos.state.active == ALLIED and not pos.state.partisans_paid
            share = 1.0 if owed else UNOWED
            yield Option(do.Activate(at), share * gain, pos.context.charts.commands.move, reason)


def _best_move(look: Outlook, unit: UnitId) -> tuple[float, Hex]:
    pos = look.pos
    mode = pos.state.pieces[unit].mode
    if pos.dispersed(unit):
        spots = pos.displacements(unit, pos.context.charts.movement.displacement)
    else:
        spots = tuple(at for at in pos.reach(unit).cost if not pos.stack_objection(unit, at))
    return best_spot(look, unit, mode, spots)


def band_move(look: Outlook, frame: Moving) -> Advice | None:
    """Move the next band of an activated stack that gains by it."""
    for unit in frame.units:
        if not look.pos.partisan(unit):
            continue
        gain, to = _best_move(look, unit)
        action = do.Displace(unit, to) if look.pos.dispersed(unit) else do.Move(unit, to)
        if gain > WANTED and look.allowed(action):
            return Advice(action, f"The band does more good at {look.pos.label(to)}.")
    return None

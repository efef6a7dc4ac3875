"""Amphibious and airborne assault commands (BG 7.5 to 7.10)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from engine.core.actions import Action, Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.battle.attacks import (
    assault_stack,
    assault_unit_objections,
    candidates,
    unfit_objections,
)
from engine.systems.balkan_gambit.state.common import Work, free_to_act, objection
from engine.systems.balkan_gambit.state.context import Context
from engine.systems.balkan_gambit.state.position import Position
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    MED_BOX,
    Battle,
    Commanding,
    Forming,
    Kind,
    Weather,
)
from engine.systems.balkan_gambit.turn.command_points import afford, can_afford, pay
from maps.hexgrid import Hex
from oob.model import UnitId


@lru_cache(maxsize=4)
def beaches(context: Context) -> tuple[Hex, ...]:
    """Coastal hexes of the three countries that are clear or hold a port (BG 7.6)."""
    chart = context.charts.assaults
    return tuple(
        at
        for at in sorted(context.coast)
        if context.within(at, *chart.countries)
        and (context.map.terrain[at] in chart.beaches or at in context.ports)
    )


@lru_cache(maxsize=4)
def drop_zone(context: Context) -> frozenset[Hex]:
    """Land hexes of the three countries (BG 7.9)."""
    countries = context.charts.assaults.countries
    return frozenset(at for at in context.land if context.within(at, *countries))


def families(pos: Position) -> list[Family]:
    """Assault commands."""
    return [
        Family(
            "landing",
            "Amphibious assault",
            partial(_landings, pos),
            of=partial(_of, pos, Kind.LANDING),
            able=partial(_able, pos, Kind.LANDING),
            sure=partial(_may_assault, pos, Kind.LANDING),
            weight=4,
        ),
        Family(
            "drop",
            "Airborne assault",
            partial(_drops, pos),
            of=partial(_of, pos, Kind.DROP),
            able=partial(_able, pos, Kind.DROP),
            sure=partial(_may_assault, pos, Kind.DROP),
            weight=1,
        ),
    ]


def _may_assault(pos: Position, kind: Kind, action: Action) -> bool:
    """What the check says of an assault on a beach, or on a hex where drops are made."""
    assert isinstance(action, (do.DeclareLanding, do.DeclareDrop)), "what the families offer"
    if kind is Kind.LANDING and any(True for _ in landing_bars(pos, action.target)):
        return False
    battle = _battle(kind, action.target)
    return can_afford(pos, pos.context.charts.commands.assault, partisans=False) and any(
        _is_fit(pos, kind, unit) and not assault_stack(pos, battle, unit)
        for unit in candidates(pos, battle)
    )


def _is_fit(pos: Position, kind: Kind, unit: UnitId) -> bool:
    return not any(True for _ in unfit_objections(pos, kind, unit))


def _possible(pos: Position) -> bool:
    cost = pos.context.charts.commands.assault
    return pos.state.cp >= cost and pos.state.weather is Weather.CLEAR


def _landings(pos: Position) -> Iterator[do.DeclareLanding]:
    if _possible(pos):
        yield from (do.DeclareLanding(at) for at in beaches(pos.context))


def _drops(pos: Position) -> Iterator[do.DeclareDrop]:
    if _possible(pos):
        yield from (do.DeclareDrop(at) for at in sorted(drop_zone(pos.context)))


def _able(pos: Position, kind: Kind) -> frozenset[UnitId]:
    """The units in the Med Box that some hex would let assault."""
    return frozenset(
        unit
        for unit in (pos.boxed(MED_BOX) if _possible(pos) else ())
        if free_to_act(pos, unit) and _is_fit(pos, kind, unit)
    )


def _of(pos: Position, kind: Kind, unit: UnitId) -> Iterator[Action]:
    """The assaults that one unit could make where it finds room (BG 7.5)."""
    if unit in _able(pos, kind):
        for action in _landings(pos) if kind is Kind.LANDING else _drops(pos):
            if not assault_stack(pos, _battle(kind, action.target), unit):
                yield action


def _assault_objections(pos: Position, frame: Commanding, battle: Battle) -> Iterator[Objection]:
    landing = battle.kind is Kind.LANDING
    if frame.side != ALLIED:
        yield objection("BG-7.5b", "Only the Allies make amphibious and airborne assaults.")
        return
    if pos.state.weather is Weather.POOR:
        rule = "BG-7.7a" if landing else "BG-7.9d"
        yield objection(rule, "No assaults in poor weather.")
    yield from afford(pos, pos.context.charts.commands.assault, partisans=False)
    able = any(
        not any(True for _ in assault_unit_objections(pos, battle, unit))
        for unit in candidates(pos, battle)
        if _of_the_kind(pos, battle.kind, unit)
    )
    if not able:
        rule = "BG-7.6a" if landing else "BG-7.9a"
        kind = "unit that can land" if landing else "parachute infantry"
        yield objection(rule, f"No {kind} in the Med Box fits into {pos.label(battle.target)}.")


def _of_the_kind(pos: Position, kind: Kind, unit: UnitId) -> bool:
    """False for units that no hex would let assault; asked first because it is quick."""
    stats = pos.context.stats[unit]
    return not stats.support and (kind is Kind.LANDING or "parachute" in stats.unit.traits)


def _battle(kind: Kind, target: Hex) -> Battle:
    return Battle(kind=kind, side=ALLIED, target=target, origin=None)


def landing_objections(
    pos: Position, frame: Commanding, action: do.DeclareLanding
) -> Iterator[Objection]:
    """What forbids an amphibious assault on a hex."""
    yield from landing_bars(pos, action.target)
    yield from _assault_objections(pos, frame, _battle(Kind.LANDING, action.target))


def landing_bars(pos: Position, at: Hex) -> Iterator[Objection]:
    """What keeps any landing from a hex this turn, whoever would land (BG 7.6 to 7.8)."""
    context = pos.context
    if at not in beaches(context):
        yield objection(
            "BG-7.6b",
            f"{pos.label(at)} is no clear or port coastal hex of Yugoslavia, Albania or Greece.",
        )
    landing = context.figures.landing
    if landing.areas and not context.within(at, *landing.areas):
        yield objection("BG-7.7d", f"{pos.label(at)} lies outside this year's landing area.")
    for limit in landing.limits:
        done = pos.state.landings.get(limit.area, 0)
        if context.within(at, limit.area) and done >= limit.per_turn:
            yield objection(limit.rule, f"Only {limit.per_turn} assault a turn {limit.area}.")
    if pos.state.landing_failed:
        yield objection("BG-7.8d", "A landing has failed this turn; no other may be made.")


def declare_landing(
    pos: Position, _frame: Commanding, action: do.DeclareLanding, transition: Work
) -> None:
    """Pay and form an amphibious assault."""
    pay(transition, pos.context.charts.commands.assault)
    counts = dict(transition.state.landings)
    for limit in pos.context.figures.landing.limits:
        if pos.context.within(action.target, limit.area):
            counts[limit.area] = counts.get(limit.area, 0) + 1
    transition.set(landings=counts)
    transition.state = transition.state.pushed(Forming(_battle(Kind.LANDING, action.target)))
    transition.tell("landing declared", "BG-7.5a", to=action.target)


def drop_objections(
    pos: Position, frame: Commanding, action: do.DeclareDrop
) -> Iterator[Objection]:
    """What forbids an airborne assault on a hex."""
    at = action.target
    if at not in drop_zone(pos.context):
        yield objection(
            "BG-7.9b", f"{pos.label(at)} is no land hex of Yugoslavia, Albania or Greece."
        )
        return
    yield from _assault_objections(pos, frame, _battle(Kind.DROP, at))


def declare_drop(
    pos: Position, _frame: Commanding, action: do.DeclareDrop, transition: Work
) -> None:
    """Pay and form an airborne assault."""
    pay(transition, pos.context.charts.commands.assault)
    transition.state = transition.state.pushed(Forming(_battle(Kind.DROP, action.target)))
    transition.tell("drop declared", "BG-7.9a", to=action.target)


COMMANDS = (
    Answer(do.DeclareLanding, landing_objections, declare_landing),
    Answer(do.DeclareDrop, drop_objections, declare_drop),
)

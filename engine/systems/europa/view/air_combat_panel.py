"""The display of air combat: who meets whom over each hex, and what their fire may do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.core.view.display import Display, Row
from engine.core.wording import per_cent
from engine.systems.europa.air import fleet
from engine.systems.europa.air.combat import engagement, interception, patrol, strengths
from engine.systems.europa.air.combat.records import (
    Aiming,
    AirCombats,
    AirStep,
    Dueling,
    Intercepting,
    Matching,
    Patrolling,
)
from engine.systems.europa.air.records import Mission
from engine.systems.europa.state.constants import other
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex

HEADING = {letter: strengths.RESULTS[letter] for letter in "KAR"}
"""The results whose chances are told, in this order, by the letters of the table."""


def displays(pos: Position) -> tuple[Display, ...]:
    """What fighters can do at this moment: patrol attacks, or air combat by hex; none else."""
    frame = pos.state.top if pos.state.flow else None
    if isinstance(frame, Patrolling):
        return (Display("air combat", "Air combat", tuple(_patrols(pos, frame))),)
    fights = tuple(_fights(pos))
    if not fights:
        return ()
    rows = tuple(row for fight in fights for row in _rows(pos, fight))
    summary = "; ".join(f"{len(fight.risen)} against {len(fight.met)}" for fight in fights)
    return (Display("air combat", "Air combat", rows, summary),)


class _Fight(NamedTuple):
    """Interceptors over a hex, and whom they meet there."""

    at: Hex
    when: str
    risen: tuple[str, ...]
    met: tuple[str, ...]


def _patrols(pos: Position, frame: Patrolling) -> Iterator[Row]:
    """Each fighter that can attack who flies by, with its chance."""
    enemy = frame.air_unit
    yield Row(f"{fleet.facts(pos, enemy).name} flies by", tone="now")
    for unit in dict.fromkeys(offer.air_unit for offer in patrol.chances_of(pos, frame)):
        chance = strengths.patrol_chance(pos, unit, enemy)
        at = pos.air.units[unit].at
        yield Row(
            f"\u2002{fleet.facts(pos, unit).name}",
            f"{per_cent(chance)} turned back",
            hex=at if isinstance(at, Hex) else None,
        )


def _fights(pos: Position) -> Iterator[_Fight]:
    """Each hex with interceptors over it whose air combat is not over."""
    side, flow = other(pos.state.active), pos.state.flow
    done = {frame.night: frame.done for frame in flow if isinstance(frame, AirCombats)}
    rising = any(isinstance(frame, Intercepting) for frame in flow)
    here = {frame.battle.at if isinstance(frame, Dueling) else frame.where() for frame in flow}
    for night in interception.times(pos) if rising or done else ():
        over = () if rising else done.get(night)
        if over is None:
            continue
        enemies = fleet.flying(pos, other(side), night=night)
        when = " by night" if night else ""
        for at, mine in fleet.flying(pos, side, night=night).items():
            risen = [u for u in mine if pos.air.units[u].mission == Mission.INTERCEPTION]
            if risen and at in enemies and (at not in over or at in here):
                yield _Fight(at, when, tuple(risen), tuple(enemies[at]))


def _rows(pos: Position, fight: _Fight) -> Iterator[Row]:
    """Who may fire at whom, with the chances."""
    title = f"Over {pos.label(fight.at)}{fight.when}"
    yield Row(title, ", ".join(HEADING) + " %", hex=fight.at, tone="now")
    yield from _shots(pos, fight.at, _pairs(pos, fight.risen, fight.met))


def _pairs(
    pos: Position, risen: Iterable[str], enemies: Iterable[str]
) -> Iterator[tuple[str, str]]:
    """The shots that are chosen among now, or all that can come; those that bypass do not answer
    escorts (BF-21B1d.1).
    """
    frame = pos.state.top
    if isinstance(frame, Aiming):
        yield from ((one, two) for one in frame.shooters for two in frame.targets)
        return
    answered = True
    if isinstance(frame, Matching):
        risen, enemies = engagement.mine(frame), engagement.theirs(frame)
        answered = frame.step is not AirStep.BYPASS
    for unit in risen:
        for enemy in enemies:
            yield unit, enemy
            if answered:
                yield enemy, unit


def _shots(pos: Position, at: Hex, pairs: Iterable[tuple[str, str]]) -> Iterator[Row]:
    """A line for each shot: differential and modifier, and the chances under the heading."""
    for unit, enemy in dict.fromkeys(pairs):
        names = f"{_short(pos, unit)} at {_short(pos, enemy)}"
        difference = strengths.differential(pos, unit, enemy)
        change = strengths.modifier(pos, unit, enemy)
        added = f", {change:+d}" if change else ""
        found = strengths.chances(pos, unit, enemy)
        words = ", ".join(f"{100 * found.get(kind, 0.0):.0f}" for kind in HEADING.values())
        yield Row(f"\u2002{names} ({difference:+d}{added})", words, hex=at)


def _short(pos: Position, unit: str) -> str:
    """An air unit without its nation, which is plain here."""
    facts = fleet.facts(pos, unit)
    return facts.name.removeprefix(facts.nation.capitalize()).strip()

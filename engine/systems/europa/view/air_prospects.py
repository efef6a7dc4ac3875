"""What flights and drops promise before they are made: chances to hit, points, guns that wait."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from engine.core.actions import Action
from engine.core.view.outlook import Prospect
from engine.core.wording import SMALLEST, counted, mixed, per_cent
from engine.systems.europa.air import fleet
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.bombing import strengths
from engine.systems.europa.air.carrying import arriving, loading
from engine.systems.europa.air.carrying.actions import PlanDrop
from engine.systems.europa.air.combat import antiaircraft
from engine.systems.europa.air.combat import strengths as fights
from engine.systems.europa.air.combat.actions import PatrolAttack
from engine.systems.europa.air.combat.records import Patrolling
from engine.systems.europa.air.records import Mission
from engine.systems.europa.state.constants import other
from engine.systems.europa.state.position import Position
from engine.systems.europa.view import drop_panel
from maps.errors import with_noun
from maps.hexgrid import Hex

WEIGHED = (
    Mission.GROUND_SUPPORT,
    Mission.DEFENSIVE_SUPPORT,
    Mission.HARASSMENT,
    Mission.NAVAL_PATROL,
)
"""Missions whose bombing strength is counted in points, not by a chance of their own."""


def promised(pos: Position, action: Action) -> str:
    """What a flight that bombs or drops, a patrol attack, or a drop that is planned, promises, as
    the end of its menu line; '' for other actions.
    """
    if isinstance(action, PatrolAttack):
        attack = prospect(pos, (action,))
        return f" ({attack.odds})" if attack is not None else ""
    if isinstance(action, PlanDrop):
        return f" ({drop_panel.prospect(pos, action.unit, action.target)})"
    named = (*fleet.PLACES, *WEIGHED, Mission.AIR_DROP)
    if not isinstance(action, FlyMission) or action.mission not in named:
        return ""
    found = prospect(pos, (action,))
    return f" ({found.odds})" if found is not None and found.odds else ""


def prospect(pos: Position, actions: Sequence[Action]) -> Prospect | None:
    """What some flights on one mission to one place promise together, or the patrol attack of a
    fighter; None for other actions.
    """
    if len(actions) == 1 and isinstance(actions[0], PatrolAttack):
        return _patrol(pos, actions[0])
    flights = [one for one in actions if isinstance(one, FlyMission)]
    if not flights or len(flights) < len(actions):
        return None
    if any(one.air_unit not in pos.air.units for one in flights):
        return None
    return Prospect(_who(pos, flights), ", ".join(_odds(pos, flights)), _worth(pos, flights))


def _patrol(pos: Position, action: PatrolAttack) -> Prospect | None:
    """The fighter, and its chance against the air unit that flies by."""
    frame = pos.state.top
    if not isinstance(frame, Patrolling):
        return None
    chance = fights.patrol_chance(pos, action.air_unit, frame.air_unit)
    name = fleet.facts(pos, action.air_unit).name
    return Prospect(name, f"{per_cent(chance)} turned back", float(chance))


def _who(pos: Position, flights: Sequence[FlyMission]) -> str:
    """The air unit that flies, with how and from where, or how many do."""
    if len(flights) > 1:
        return counted(len(flights), "air unit")
    (only,) = flights
    name, start = fleet.facts(pos, only.air_unit).name, pos.air.units[only.air_unit].at
    return ", ".join(filter(None, (name, only.manner.value, f"from {pos.label(start)}")))


def _worth(pos: Position, flights: Sequence[FlyMission]) -> float:
    """What puts some flights before others: their points, or the chance to hit."""
    mission = flights[0].mission
    if not isinstance(flights[0].target, Hex):
        return 0.0
    if mission in WEIGHED:
        return float(sum((strengths.planned(pos, one) for one in flights), Fraction(0)))
    return float(strengths.chance_of(pos, *flights)) if mission in fleet.PLACES else 0.0


def _odds(pos: Position, flights: Sequence[FlyMission]) -> Iterator[str]:
    """The chance to hit or the points, then the guns that fire at each."""
    first, at = flights[0], flights[0].target
    if not isinstance(at, Hex):
        return
    side = fleet.side_of(pos, first.air_unit)
    if first.mission in WEIGHED:
        points = sum((strengths.planned(pos, one) for one in flights), Fraction(0))
        yield with_noun(number(points), "point")
    elif first.mission == Mission.AIR_DROP:
        laden = [one.air_unit for one in flights if pos.air.units[one.air_unit].laden]
        yield from (_dropped(pos, unit, at) for unit in laden[:1])
    elif first.mission in fleet.PLACES:
        guns = antiaircraft.strength(pos, at, other(side)) if side else 0
        if first.across is not None:
            yield f"the bridge to {pos.label(first.across)}"
            guns = antiaircraft.at_bridge(pos, at, first.across, other(side))
        yield f"{per_cent(strengths.chance_of(pos, *flights))} to hit"
        if guns:
            yield f"antiaircraft {guns}"


def _dropped(pos: Position, unit: str, at: Hex) -> str:
    """What awaits what an air unit drops into a hex: disruption, fire."""
    side, found = fleet.side_of(pos, unit), pos.air.units[unit]
    joint = (loading.carriers(pos, found.cargo[0]) if found.cargo else ()) or (unit,)
    glider = any(pos.air.units[one].tow for one in joint)
    if found.cargo:
        words = drop_panel.worded(pos, side, at, glider=glider)
    else:
        words = f"{per_cent(arriving.scattering(pos, side, at))} scattered"
    guns = antiaircraft.strength(pos, at, other(side)) if side else 0
    return f"{words}, antiaircraft {guns}" if guns else words


def number(points: Fraction) -> str:
    """Points as strengths are printed, ``2 1/2``; others in the figures that are read, ``2.1``."""
    if points.denominator <= SMALLEST:
        return mixed(points)
    found = f"{float(points):.{1 if points > 1 else 2}f}"
    return found.rstrip("0").rstrip(".")

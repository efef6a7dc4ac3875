"""The automatic player looks after its air forces."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.rules_base import Adviser
from engine.core.state import Frame
from engine.core.system import Advice
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.advice.outlook import Outlook
from engine.systems.europa.air import fleet
from engine.systems.europa.air.groups import chart
from engine.systems.europa.air.groups.actions import (
    ActivateAll,
    AssignMost,
    DeactivateAirUnit,
    LeaveAll,
    SortAll,
    StayOnBase,
    TryEscape,
)
from engine.systems.europa.air.groups.records import Activating, Alarmed, Assigning, Box, Sorting


def sorting(look: Outlook, frame: Sorting) -> Advice:
    """The strongest come back; remnants only where the allowance has room for them."""
    waiting = len(chart.held(look.pos, Box.AVAILABLE, frame.nation))
    if frame.optional and chart.spare(look.pos, frame.nation) <= waiting:
        return Advice(LeaveAll(), "They may be needed later.")
    return Advice(SortAll(), "The strongest are worth most.")


def activating(look: Outlook, frame: Activating) -> Advice:
    """As many as may be; the weakest go where there are too many."""
    pos = look.pos
    if chart.spare(pos, frame.nation) < 0:
        mine = [
            unit
            for unit in fleet.of_side(pos, frame.side)
            if fleet.facts(pos, unit).nation == frame.nation
        ]
        mine.sort(key=lambda unit: chart.value(fleet.facts(pos, unit)), reverse=True)
        for unit in mine:
            if look.allowed(DeactivateAirUnit(unit)):
                return Advice(DeactivateAirUnit(unit), "The allowance is smaller now.")
    if look.allowed(ActivateAll()):
        return Advice(ActivateAll(), "All that may fly shall fly.")
    return Advice(EndPhase(), "The air force is ready.")


def assigning(look: Outlook, _frame: Assigning) -> Advice:
    """All but the dive bombers."""
    if look.allowed(AssignMost()):
        return Advice(AssignMost(), "An air force on the ground is lost.")
    return Advice(EndPhase(), "The others support the armies.")


def alarmed(look: Outlook, frame: Alarmed) -> Advice:
    """They leave where the guards of the base are weaker than who has come down on it."""
    pos = look.pos
    defense = sum(pos.facts(unit).defense for unit in pos.friends(frame.at, frame.side))
    attack = sum(pos.facts(unit).attack for unit in pos.enemies(frame.at, frame.side))
    if defense <= attack:
        return Advice(TryEscape(frame.units[0]), "The base may fall.")
    return Advice(StayOnBase(), "The base is well guarded.")


ADVISERS: Mapping[type[Frame], Adviser] = {
    Sorting: sorting,
    Activating: activating,
    Assigning: assigning,
    Alarmed: alarmed,
}
"""Who knows about these decisions."""

"""What only happens now and then: the raid on the Goeben, paradrops, Kommando missions."""

from __future__ import annotations

from functools import lru_cache

from engine.core.system import Advice
from engine.rules.combat.chances import expected
from engine.systems.operation_gertrud.actions import Paradrop
from engine.systems.operation_gertrud.advice.outlook import OBJECTIVE, Outlook
from engine.systems.operation_gertrud.battle.battle_actions import (
    LaunchMission,
    RaidGoeben,
    SpendCas,
    StartMission,
)
from engine.systems.operation_gertrud.battle.battles import MissionCost
from engine.systems.operation_gertrud.battle.missions import payable, sites
from engine.systems.operation_gertrud.battle.raids import due, raid_chances
from engine.systems.operation_gertrud.battle_charts import RaidRow
from engine.systems.operation_gertrud.state.context import Context
from engine.systems.operation_gertrud.state.records import GERMAN, Moving
from engine.systems.operation_gertrud.turn.arrivals import can_drop, droppers
from maps.hexgrid import Hex
from oob.model import UnitId

PENALTY = 5.0
"""What a point on every later victory check costs, in combat factors."""

CAS_COST = 4.0
"""What an eliminated CAS costs until it is rebuilt."""


def special(look: Outlook, frame: Moving) -> Advice | None:
    """A raid, drop or mission that is due or pays."""
    if frame.side != GERMAN:
        return None
    if due(look.pos):
        size = raid_size(look.pos.context)
        return Advice(RaidGoeben(size), f"A {size} raid promises most.")
    return _drop(look, frame) or _mission(look)


@lru_cache(maxsize=32)
def raid_size(context: Context) -> str:
    """The size of raid that promises most, by the exact chances of both."""
    large, small = _raid_worth(context, "large", 1.5), _raid_worth(context, "small", 0.0)
    return "large" if large > small else "small"


def _raid_worth(context: Context, size: str, extra: float) -> float:
    def worth(row: RaidRow) -> float:
        found = {"seized": 4.0, "scuttled": 1.0}.get(row.yavuz, 0.0)
        found += OBJECTIVE + extra if row.holds else 0.0
        return found - (8.0 if row.surprise_lost else 0.0)

    return expected(raid_chances(context, size), worth)


def _drop(look: Outlook, frame: Moving) -> Advice | None:
    """Drop on an objective nobody holds and nobody soon retakes."""
    for unit in droppers(look.pos):
        if not can_drop(look.pos, frame.side, unit):
            continue
        start = look.pos.state.pieces[unit].hex
        ranked = sorted((-_landing(look, unit, at), at) for at in look.pos.context.objectives)
        for worth, at in ranked:
            action = Paradrop(unit, at)
            if -worth <= (_standing(look, unit, start) if start is not None else 0.5):
                break
            if look.allowed(action):
                name = look.pos.context.objectives[at]
                return Advice(action, f"{name} is open to a drop.")
    return None


def _landing(look: Outlook, unit: UnitId, at: Hex) -> float:
    """What a drop on an objective is worth."""
    pos = look.pos
    if pos.enemies(at, look.side) or pos.friends(at, look.side):
        return 0.0
    factor = float(pos.factor(unit, at))
    keeps = 1.0 - look.risk(at, factor)
    return OBJECTIVE * keeps - factor * (1.0 - keeps) + look.pull[at]


def _standing(look: Outlook, unit: UnitId, at: Hex) -> float:
    """What a unit does where it is: an objective it alone holds is not given up for another."""
    pos = look.pos
    alone = not any(look.counts(u) for u in pos.friends(at, look.side) if u != unit)
    if at in pos.context.objectives and alone:
        return OBJECTIVE + 2.0
    return 4.0


def _mission(look: Outlook) -> Advice | None:
    """A mission whose mean gain outweighs its CAS and the price of failure."""
    pos, chart = look.pos, look.pos.context.charts.missions
    unit = pos.context.kommando
    if unit is None or not pos.state.ready or len(payable(pos)) < 2:
        return None
    reduced = not pos.full(unit)
    wins = chart.success_to - chart.second_cas - (chart.reduced if reduced else 0)
    chance = min(pos.context.die, wins) / pos.context.die
    left = pos.context.figures.turns - pos.state.turn
    home = pos.state.pieces[unit].hex
    keeps = (
        home in pos.context.objectives and len(pos.friends(home, look.side)) == 1 if home else False
    )
    for mission in chart.missions:
        if mission.id in pos.state.missions:
            continue
        gain = _gain(look, mission.id) * chance
        gain -= mission.penalty * PENALTY * min(left, 3) / 3 * (1.0 - chance)
        gain -= 2 * CAS_COST + (OBJECTIVE if keeps else 0.0)
        if gain <= 0:
            continue
        for task in sites(pos, mission):
            action = StartMission(task.mission, task.at, task.beyond, task.victim)
            if look.allowed(action):
                return Advice(action, f"{mission.title}: the chance is worth its price.")
    return None


def _gain(look: Outlook, mission: str) -> float:
    """What a mission's success would be worth now."""
    if mission == "inonu":
        held = len(look.pos.objectives_held())
        return 0.12 * sum(look.enemy.stacks.values()) if held >= 3 else 0.0
    if mission in ("eskisehir", "izmir"):
        return 6.0
    return 3.0


def paying(look: Outlook, frame: MissionCost) -> Advice:
    """Pay with the poorest CAS, and with a second one to help."""
    pos = look.pos
    ranked = sorted(
        payable(pos),
        key=lambda marker: (
            marker == pos.state.experten,
            pos.context.markers[marker].bonus,
            marker,
        ),
    )
    if frame.paid and len(ranked) < 2:
        return Advice(LaunchMission(), "No CAS is left to spare.")
    return Advice(SpendCas(ranked[0]), "The poorest CAS pays.")

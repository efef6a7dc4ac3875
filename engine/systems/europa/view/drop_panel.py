"""Air drops as players see them: plans with their chances, where units can be dropped, when."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.view.display import Row
from engine.core.view.outlook import Due
from engine.core.view.ranges import Range, RangeKind, SubjectId
from engine.core.wording import counted, per_cent
from engine.systems.europa.air.carrying import drop_plans, dropping
from engine.systems.europa.air.fleet import rule
from engine.systems.europa.air.records import DropPlan
from engine.systems.europa.state.constants import PLANNING_PHASES, Phase
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex
from oob.model import UnitId


def rows(pos: Position, side: str) -> Iterator[Row]:
    """The drops the phasing side has planned, each with its chances as things are; the other side's
    are its secret.
    """
    for unit, plan in pos.air.plans.items():
        if pos.side(unit) != side or side != pos.state.active:
            continue
        when = "this turn" if plan.turn == pos.state.turn else pos.context.turn_name(plan.turn)
        where, risk = f"{pos.label(plan.target)}, {when}", prospect(pos, unit, plan.target)
        name = f"Drop of {pos.called(unit)}"
        yield Row(name, where, units=(unit,), hex=plan.target, tone="now")
        glider = drop_plans.lands_by_glider(pos, unit)
        for text, value, _ in dropping.modifiers(pos, side, plan.target, glider=glider, unit=unit):
            yield Row(f"\u2003{text}", f"{value:+d}", tone="muted")
        yield Row("\u2003as things are", risk, tone="muted")


def prospect(pos: Position, unit: UnitId, at: Hex) -> str:
    """What awaits a unit that is dropped into a hex, as things are now."""
    glider = drop_plans.lands_by_glider(pos, unit)
    return worded(pos, pos.side(unit), at, glider=glider, unit=unit)


def worded(
    pos: Position, side: str, at: Hex, *, glider: bool = False, unit: UnitId | None = None
) -> str:
    """These chances in words: ``33 % disrupted``, or that the drop is safe."""
    found = dropping.chances(pos, side, at, glider=glider, unit=unit)
    words = [
        f"{per_cent(chance)} {what}" for what, chance in found.items() if what != dropping.SAFE
    ]
    return ", ".join(words) or "no disruption"


def ranges(pos: Position, subject: SubjectId) -> tuple[Range, ...]:
    """Where a unit's drop is planned, or else could be planned within reach of transports."""
    if not pos.air.units or not isinstance(subject, str) or subject not in pos.context.units:
        return ()
    unit, side = UnitId(subject), pos.state.active
    plan = pos.air.plans.get(unit)
    if plan is not None and pos.side(unit) == side:
        text = f"Drop on {pos.label(plan.target)}: {pos.context.turn_name(plan.turn)}"
        return (_range(pos, unit, frozenset((plan.target,)), text),)
    planning_now = pos.state.phase in (*PLANNING_PHASES, Phase.SET_UP.value)
    if not planning_now or unit not in drop_plans.planners(pos, side):
        return ()
    near = drop_plans.in_reach(pos, side, unit)
    hexes = near.intersection(drop_plans.aims(pos, unit))
    text = f"{counted(len(hexes), 'hex', 'hexes')} within reach of transports from where it stands"
    return (_range(pos, unit, hexes, text),)


def _range(pos: Position, unit: UnitId, hexes: frozenset[Hex], text: str) -> Range:
    title = f"{pos.called(unit)} drops"
    return Range(title, RangeKind.AIRDROP, rule(pos, "drop plan"), hexes, text)


def due(pos: Position, first: int, last: int) -> Iterator[Due]:
    """Turns on which planned drops take place, with their dice."""
    for unit, plan in pos.air.plans.items():
        if first <= plan.turn <= last and pos.side(unit) == pos.state.active:
            yield _due(pos, unit, plan)


def _due(pos: Position, unit: UnitId, plan: DropPlan) -> Due:
    text = f"{pos.called(unit)} is dropped on {pos.label(plan.target)}: a die."
    cited = rule(pos, "drop plan")
    return Due(plan.turn, "landing", text, cited, pos.side(unit), Phase.AIR.value)

"""The air replacement system: culling, replacements, reinforcements, allowances, activation
(FE-27).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from engine.core.actions import Action, Objection
from engine.core.chance import Stream
from engine.core.handler import Answer, Handler
from engine.core.legal import Family, nobody
from engine.core.state import Location
from engine.core.system import Question
from engine.core.wording import counted
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air import fates, fleet
from engine.systems.europa.air.fleet import rule
from engine.systems.europa.air.groups import basing, chart, sorting
from engine.systems.europa.air.groups.actions import (
    ActivateAirUnit,
    ActivateAll,
    DeactivateAirUnit,
)
from engine.systems.europa.air.groups.charts import ReplacementRow, chart_of, per_cent
from engine.systems.europa.air.groups.records import Activating, AirSystem, Box, Sorting, Stage
from engine.systems.europa.air.records import AirUnit
from engine.systems.europa.air.title.plan import AirWithdrawal
from engine.systems.europa.production import turns
from engine.systems.europa.state.common import Work, now
from engine.systems.europa.state.constants import GONE, NEUTRAL, PENDING
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex

REPLACEMENTS = frozenset({Stage.FRIENDLY, Stage.ENEMY, Stage.REMNANTS})
"""The activities that go on while there are air units enough (FE-27B)."""


def open_phase(context: Context, transition: Work, side: str) -> None:
    """A side's air forces, one nation after the other (FE-26E.1, 27.1)."""
    pos = now(context, transition)
    nations = [
        row.nation
        for row in fleet.plan_of(context).homes
        if pos.state.joined.get(row.nation, NEUTRAL) == side
    ]
    left = tuple(
        (nation, stage)
        for nation in nations
        for stage in Stage
        for _ in range(_times(pos, nation, stage))
    )
    if left:
        transition.state = transition.state.pushed(AirSystem(side, left))


def go_on(pos: Position, frame: AirSystem, transition: Work) -> None:
    """The next activity."""
    if not frame.left:
        transition.state = transition.state.popped()
        return
    nation, stage = frame.left[0]
    done = replace(frame, left=frame.left[1:])
    if stage in REPLACEMENTS:
        found = _replacement(pos, frame.side, nation, stage)
        if found is not None:
            if stage is not Stage.REMNANTS:
                chart.allow(pos, transition, nation, -1)
                topic = rule(pos, sorting.TOPICS[stage])
                transition.tell("allowance", topic, nation=nation, count=-1)
            sorting.ask_or_put(pos, found, transition)
            return
    transition.state = transition.state.swapped(done)
    match stage:
        case Stage.WITHDRAWALS:
            _withdraw(pos, frame, transition)
        case Stage.CULL_REMNANTS | Stage.CULL_AVAILABLE:
            _cull(pos, frame.side, nation, stage, transition)
        case Stage.REINFORCEMENTS:
            _reinforce(pos, nation, transition)
        case Stage.ACTIVATION:
            activating = Activating(frame.side, nation)
            if _worth_asking(pos, activating):
                transition.state = transition.state.pushed(activating)


def _worth_asking(pos: Position, frame: Activating) -> bool:
    return bool(fleet.of_side(pos, frame.side) or chart.held(pos, Box.AVAILABLE, frame.nation))


def _cull(pos: Position, side: str, nation: str, stage: Stage, transition: Work) -> None:
    """A tenth of a box with many goes a step down (FE-27A.1, 27A.2, 27F2.1)."""
    box = sorting.FROM[stage]
    units = tuple(u for u in chart.held(pos, box, nation) if not fleet.facts(pos, u).glider)
    rules = chart_of(pos.context)
    if len(units) > rules.more_than:
        where = GONE if box is Box.REMNANTS else Box.REMNANTS.value
        quota = (where, per_cent(len(units), rules.culled))
        sorting.ask_or_put(pos, Sorting(side, nation, stage, units, (quota,)), transition)


def _replacement(pos: Position, side: str, nation: str, stage: Stage) -> Sorting | None:
    """The next replacement from a box: of one type if possible, else of one category, else of any
    where an air force is small (FE-27B, 27F5.1).
    """
    units = chart.held(pos, sorting.FROM[stage], nation)
    quotas = _quotas(pos, stage)
    wanted = sum(count for _, count in quotas)
    if stage is Stage.REMNANTS:
        group: Sequence[str] = units
    else:
        facts = {unit: fleet.facts(pos, unit) for unit in units}
        kinds = [
            [u for u in units if chart.type_of(facts[u]) == kind] for kind in _types(pos, units)
        ]
        kinds += [
            [u for u in units if chart.category(facts[u]) == kind]
            for kind in ("fighter", "bomber", "transport")
        ]
        if nation in fleet.plan_of(pos.context).small:
            kinds.append(list(units))
        group = next((found for found in kinds if len(found) >= wanted), [])
    if len(group) < wanted:
        return None
    return Sorting(side, nation, stage, tuple(group), quotas, optional=stage is Stage.REMNANTS)


def _quotas(pos: Position, stage: Stage) -> tuple[tuple[str, int], ...]:
    """Where the air units of a replacement go."""
    rules = chart_of(pos.context)
    match stage:
        case Stage.FRIENDLY:
            return _quota(rules.friendly)
        case Stage.ENEMY:
            return _quota(rules.enemy)
        case _:
            return _quota(rules.remnants)


def _quota(row: ReplacementRow) -> tuple[tuple[str, int], ...]:
    found = (
        (Box.AVAILABLE.value, row.available),
        (Box.REMNANTS.value, row.remnants),
        (GONE, row.lost),
    )
    return tuple((box, count) for box, count in found if count)


def _types(pos: Position, units: Sequence[str]) -> list[str]:
    return sorted({chart.type_of(fleet.facts(pos, unit)) for unit in units})


def _times(pos: Position, nation: str, stage: Stage) -> int:
    """How often an air force goes through an activity: withdrawals come one by one, so that each
    asks for one of those that are left.
    """
    return max(1, len(_due(pos, nation))) if stage is Stage.WITHDRAWALS else 1


def _due(pos: Position, nation: str) -> list[AirWithdrawal]:
    rows = fleet.plan_of(pos.context).withdrawals
    return [row for row in rows if row.nation == nation and row.turn == pos.state.turn]


def _withdraw(pos: Position, frame: AirSystem, transition: Work) -> None:
    """Before the first, allowances are taken away; then an air unit leaves, of the model, else of
    its type (FE-27F3.1, 27F3.2).
    """
    nation, stage = frame.left[0]
    due, still = _due(pos, nation), frame.left.count((nation, stage))
    if still >= len(due):
        _take_away(pos, nation, transition)
    if not due:
        return
    withdrawal = due[-still]
    mine = [
        u
        for u, found in pos.air.units.items()
        if (fleet.in_play(pos, u) or found.at == Box.AVAILABLE)
        and fleet.facts(pos, u).nation == nation
    ]
    fit = [u for u in mine if fleet.facts(pos, u).model.id == withdrawal.model]
    type_ = fleet.charts_of(pos.context).models.row(withdrawal.model).type
    fit = fit or [u for u in mine if fleet.facts(pos, u).model.type == type_]
    if fit:
        quotas = ((GONE, 1),)
        sorting.ask_or_put(pos, Sorting(frame.side, nation, stage, tuple(fit), quotas), transition)


def _take_away(pos: Position, nation: str, transition: Work) -> None:
    for row in fleet.plan_of(pos.context).allowances:
        if row.nation == nation and row.turn == pos.state.turn and row.amount < 0:
            chart.allow(pos, transition, nation, row.amount)
            topic = rule(pos, "allowance withdrawn")
            transition.tell("allowance", topic, nation=nation, count=row.amount)


def _reinforce(pos: Position, nation: str, transition: Work) -> None:
    """New air units are available, allowances grow, disrupted ones recover (FE-27C.1, 31F2.7)."""
    plan, turn = fleet.plan_of(pos.context), pos.state.turn
    for entry in plan.units:
        waits = pos.air.units[entry.id].at == PENDING
        if entry.nation == nation and entry.turn == turn and waits:
            chart.move(pos, transition, entry.id, Box.AVAILABLE)
            transition.tell("air unit available", rule(pos, "air arrival"), air_unit=entry.id)
    for row in plan.allowances:
        if row.nation == nation and row.turn == turn and row.amount > 0:
            chart.allow(pos, transition, nation, row.amount)
            topic = rule(pos, "air arrival")
            transition.tell("allowance", topic, nation=nation, count=row.amount)
    groups = pos.groups
    back = min(groups.disrupted.get(nation, 0), chart_of(pos.context).strike.recovered)
    if back:
        groups = pos.context.look(transition.state).groups
        rest = {**groups.disrupted, nation: groups.disrupted[nation] - back}
        transition.set(groups=replace(groups, disrupted=rest))
        topic = rule(pos, "allowance recovered")
        transition.tell("allowance recovered", topic, nation=nation, count=back)


# Activation


def ask(pos: Position, frame: Activating) -> Question:
    """Who comes into play, and where?"""
    families = [
        Family(
            "activate air unit",
            "Activate",
            lambda: _activations(pos, frame),
            of=nobody,
            draw=lambda stream: _draw(pos, frame, stream),
            weight=3,
        ),
        Family("activate all", "Activate all", lambda: _all(pos, frame), weight=3, closing=True),
        Family(
            "deactivate",
            "Deactivate",
            lambda: _deactivations(pos, frame),
            weight=1,
            listed=chart.spare(pos, frame.nation) >= 0,
        ),
        Family(
            "end phase", "The air force is ready", lambda: (EndPhase(),), weight=3, closing=True
        ),
    ]
    prompt = f"{sorting.air_force(pos, frame.nation)}: {_asked(pos, frame)}"
    return Question(frame.side, prompt, tuple(families), rule(pos, "air activation"))


def _asked(pos: Position, frame: Activating) -> str:
    """How many may come into play, or have to leave it; gliders take no room (FE-27F2.1)."""
    spare, units = chart.spare(pos, frame.nation), chart.held(pos, Box.AVAILABLE, frame.nation)
    if spare < 0:
        return f"{_more(-spare)} active than its allowance says: deactivate."
    if not units:
        return "no units are available to be activated."
    there, extra = len(units), sum(chart.free(pos, unit) for unit in units)
    may = extra + min(spare, there - extra)
    available = f"{counted(there, 'unit')} available"
    if not may:
        full = chart.allowance(pos, frame.nation)
        return f"{available}, none may be activated: its allowance of {full} is taken."
    many = may if may < there else "all" if there > 1 else "it"
    return f"{available}, {many} may be activated."


def _more(count: int) -> str:
    """``1 more is``."""
    return f"{count} more {'is' if count == 1 else 'are'}"


def _ready(pos: Position, frame: Activating) -> tuple[str, ...]:
    spare = chart.spare(pos, frame.nation)
    return tuple(
        unit
        for unit in chart.held(pos, Box.AVAILABLE, frame.nation)
        if spare > 0 or chart.free(pos, unit)
    )


def _activations(pos: Position, frame: Activating) -> Iterator[ActivateAirUnit]:
    places = [at for at in chart.homes(pos, frame) if not chart.full(pos, frame, at)]
    for unit in _ready(pos, frame):
        yield from (ActivateAirUnit(unit, at) for at in places)


def _draw(pos: Position, frame: Activating, stream: Stream) -> Action | None:
    units, places = _ready(pos, frame), chart.homes(pos, frame)
    if not units or not places:
        return None
    return ActivateAirUnit(units[stream.below(len(units))], places[stream.below(len(places))])


def _all(pos: Position, frame: Activating) -> tuple[ActivateAll, ...]:
    return (ActivateAll(),) if _ready(pos, frame) and chart.homes(pos, frame) else ()


def _deactivations(pos: Position, frame: Activating) -> Iterator[DeactivateAirUnit]:
    if not frame.start and not frame.begun:
        for unit in fleet.of_side(pos, frame.side):
            if next(deactivation_objections(pos, frame, DeactivateAirUnit(unit)), None) is None:
                yield DeactivateAirUnit(unit)


def objections(pos: Position, frame: Activating, action: ActivateAirUnit) -> Iterator[Objection]:
    """An available air unit of the nation, a base at home that is not isolated, and room in the
    allowance (FE-27E.1, 27E.2).
    """
    unit = action.air_unit
    if unit not in chart.held(pos, Box.AVAILABLE, frame.nation):
        text = f"{unit!r} is no available air unit of this air force."
        yield Objection(rule(pos, "air activation"), text)
        return
    name, where = fleet.facts(pos, unit).name, pos.label(action.target)
    if not chart.free(pos, unit) and chart.spare(pos, frame.nation) <= 0:
        text = f"The group allowance is {chart.allowance(pos, frame.nation)}: no room for {name}."
        yield Objection(rule(pos, "group allowance"), text)
    if action.target not in chart.homes(pos, frame):
        text = f"{where} is no airbase where {name} can be activated."
        yield Objection(rule(pos, "activation place"), text)
    elif barred := chart.barred(pos, frame, action.target):
        yield barred
    elif chart.full(pos, frame, action.target):
        text = f"No more air units may begin in the country of {where}."
        yield Objection(rule(pos, "air set-up"), text)


def activate(pos: Position, frame: Activating, action: ActivateAirUnit, transition: Work) -> None:
    """It is in play there, operative."""
    transition.state = transition.state.swapped(replace(frame, begun=True))
    _activate(pos, action.air_unit, action.target, transition)


def _activate(pos: Position, unit: str, at: Location, transition: Work) -> None:
    fates.change(pos, transition, unit, AirUnit(at))
    transition.tell("air unit activated", rule(pos, "air activation"), air_unit=unit, at=at)


def all_objections(pos: Position, frame: Activating, _action: ActivateAll) -> Iterator[Objection]:
    """Somebody to activate, and somewhere."""
    if not _all(pos, frame):
        yield Objection(rule(pos, "air activation"), "Nobody can be activated.")


def activate_all(pos: Position, frame: Activating, _action: ActivateAll, transition: Work) -> None:
    """The strongest first, to the bases nearest the enemy, none beside him; no base gets more than
    it can launch before all have as many.
    """
    transition.state = transition.state.swapped(replace(frame, begun=True))
    units = sorted(_ready(pos, frame), key=lambda unit: chart.value(fleet.facts(pos, unit)))
    extra = [unit for unit in units if chart.free(pos, unit)]
    others = [unit for unit in units if not chart.free(pos, unit)]
    places = basing.berths(pos, frame.side, chart.homes(pos, frame))
    tries = len(chart.homes(pos, frame)) + len(pos.air.units)
    for unit in (*others[: max(0, chart.spare(pos, frame.nation))], *extra):
        here = now(pos.context, transition)
        at = next((at for at in islice(places, tries) if not chart.full(here, frame, at)), None)
        if at is not None:
            _activate(pos, unit, at, transition)


def deactivation_objections(
    pos: Position, frame: Activating, action: DeactivateAirUnit
) -> Iterator[Objection]:
    """An active air unit of the nation on a base that is not isolated, before any is activated
    (FE-27D.1).
    """
    unit = action.air_unit
    mine = unit in fleet.of_side(pos, frame.side) and fleet.facts(pos, unit).nation == frame.nation
    if not mine or frame.start or frame.begun:
        text = f"{unit!r} cannot be taken out of play now."
        yield Objection(rule(pos, "air deactivation"), text)
        return
    at = pos.air.units[unit].at
    if isinstance(at, Hex) and not turns.unisolated(pos, frame.side, at):
        text = f"The airbase of {fleet.facts(pos, unit).name} is isolated."
        yield Objection(rule(pos, "air deactivation"), text)


def deactivate(
    pos: Position, _frame: Activating, action: DeactivateAirUnit, transition: Work
) -> None:
    """It is among the remnants."""
    sorting.put(pos, Stage.ACTIVATION, action.air_unit, Box.REMNANTS, transition)


def end_objections(pos: Position, frame: Activating, _action: EndPhase) -> Iterator[Objection]:
    """No more may be active than the allowance says, while any can be taken out (FE-27F3.2)."""
    over = -chart.spare(pos, frame.nation)
    if over > 0 and next(_deactivations(pos, frame), None) is not None:
        full = chart.allowance(pos, frame.nation)
        text = f"{_more(over)} active than the group allowance of {counted(full, 'air unit')} says."
        yield Objection(rule(pos, "group allowance"), text)


def end(_pos: Position, _frame: Activating, _action: EndPhase, transition: Work) -> None:
    """The air force is ready."""
    transition.state = transition.state.popped()


HANDLERS = (
    Handler(AirSystem, auto=go_on),
    sorting.HANDLER,
    Handler(
        Activating,
        (
            Answer(ActivateAirUnit, objections, activate),
            Answer(ActivateAll, all_objections, activate_all),
            Answer(DeactivateAirUnit, deactivation_objections, deactivate),
            Answer(EndPhase, end_objections, end),
        ),
        question=ask,
    ),
)
"""The handlers of the air replacement system."""

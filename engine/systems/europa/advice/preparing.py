"""Set-up and initial phases: recommended deployment, arrivals, replacements, conversions."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Action
from engine.core.system import Advice
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.advice.outlook import Outlook
from engine.systems.europa.production import arrivals, conversions, mobilization, replacements
from engine.systems.europa.production import initial_actions as do
from engine.systems.europa.scenario import set_up_actions as deploy
from engine.systems.europa.state.records import Initial, Project, SettingUp
from oob.model import UnitId


def set_up(look: Outlook, _frame: SettingUp) -> Advice:
    """The recommended set-up."""
    if look.allowed(deploy.UseRecommended()):
        return Advice(deploy.UseRecommended(), "The recommended set-up is sound.")
    return Advice(deploy.FinishSetUp(), "All units stand.")


def initial_phase(look: Outlook, frame: Initial) -> Iterator[tuple[Action, str]]:
    """What a sensible player does in an initial phase, in order."""
    pos = look.pos
    for unit in arrivals.pressing(pos, frame.side):
        target = arrivals.best_target(pos, unit)
        if target is not None:
            yield do.Arrive(unit, target), "A reinforcement is due."
    parts = (mobilization, conversions, replacements)
    for part in parts:
        found = [a for family in part.families(pos, frame) for a in family.candidates()]
        for action in sorted(found, key=lambda a: _merit(look, a)):
            yield action, "It strengthens the army."


def _merit(look: Outlook, action: Action) -> tuple[float, float, str]:
    """The strongest units first, near the front."""
    best = 0.0
    for unit in action.who():
        full = look.context.facts(unit, look.context.units[unit].steps)
        best = max(best, float(full.attack + full.defense))
    return (-best, _distance(look, action), repr(action))


def _distance(look: Outlook, action: Action) -> float:
    at = getattr(action, "target", None)
    return look.ahead.get(at, 50.0) if at is not None and not isinstance(at, str) else 50.0


def initial(look: Outlook, frame: Initial) -> Advice:
    """Take everything that comes, then end the phase."""
    for action, reason in initial_phase(look, frame):
        if look.allowed(action):
            return Advice(action, reason)
    for action in _forts(look, frame):
        if look.allowed(action):
            return Advice(action, "A fort will help to hold the hex.")
    for unit in _withdrawals(look, frame):
        if look.allowed(do.WithdrawUnit(unit)):
            return Advice(do.WithdrawUnit(unit), "The order of battle withdraws it.")
    return Advice(EndPhase(), "Everything is done.")


def _forts(look: Outlook, frame: Initial) -> Iterator[do.BeginWork]:
    """Forts where the enemy presses, under builders that stand with others; who attacks pays no
    resource points for them.
    """
    pos = look.pos
    if pos.context.charts.construction.cost and look.drive >= 1:
        return
    for at, units in sorted(pos.standing.sides[frame.side].items()):
        if look.threat.get(at, 0.0) <= 0 or len(units) < 2:
            continue
        for unit in units:
            if pos.facts(unit).construction:
                paid = pos.payers(unit) if pos.context.charts.construction.cost else (None,)
                yield from (do.BeginWork(unit, Project.FORT, one) for one in paid[:1])


def _withdrawals(look: Outlook, frame: Initial) -> Iterator[UnitId]:
    for family in conversions.families(look.pos, frame):
        for action in family.candidates():
            if isinstance(action, do.WithdrawUnit):
                yield action.unit

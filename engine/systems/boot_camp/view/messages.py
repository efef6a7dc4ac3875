"""Words: one sentence for each event, and a menu line for each action."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from engine.core.actions import Action
from engine.core.events import Event
from engine.core.wording import Wording
from engine.rules.air.points import told
from engine.systems.boot_camp import actions as do
from engine.systems.boot_camp.state.context import BootCampContext
from engine.systems.europa.view import messages

LINES: dict[type[Action], str] = {
    do.Ship: "Move {unit} by sea to {target}",
    do.Drop: "Drop {unit} on {target}",
    do.Allot: "Give {target} {points} of {nation}",
    do.Withdraw: "Withdraw {unit} to the east",
    do.CeaseOperations: "Cease operations",
    do.GoOn: "Go on",
    do.Concede: "Give the game up",
}
"""Menu lines; names in braces are fields of the action."""
BACK: dict[type[Action], str] = {
    do.Allot: "Take the air points of {nation} back from {target}",
}
"""Those of points of which none are left at a hex."""


OVER = {"BC-25A1.1": "over at once", "BC-25A2.1": "over by Athens"}
"""Sentences on the end of a game that points do not decide, by its rule."""


@cache
def sentences() -> dict[str, str]:
    """The sentences by event word."""
    return messages.templates("engine.systems.boot_camp")


def words(context: BootCampContext) -> Wording:
    """The words of a game, nations by name."""
    names = {row.id: row.name for row in context.charts.nations.rows}
    return messages.wording(context, names)


def prose(context: BootCampContext, known: Wording, event: Event) -> str:
    """One sentence for an event."""
    what = OVER.get(event.rule, event.what) if event.what == "over" else event.what
    facts = dict(event.facts)
    if what == "air points":
        facts["points"] = told(facts["bombers"], facts["fighters"])
    shown = replace(event, what=what, facts=tuple(facts.items()))
    return messages.prose(context, known, sentences(), shown)


def describe(known: Wording, action: Action) -> str:
    """A menu line for an action."""
    is_back = isinstance(action, do.Allot) and not action.points
    return messages.describe(known, BACK if is_back else LINES, action)

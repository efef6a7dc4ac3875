"""Words: one sentence for each event, and a menu line for each action, for every title."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources

from engine.core.actions import Action, Roll
from engine.core.events import Event, event
from engine.core.wording import Wording
from engine.systems.europa import actions as do
from engine.systems.europa.combat import battle_actions
from engine.systems.europa.movement import move_actions as march
from engine.systems.europa.movement.costs import points
from engine.systems.europa.production import initial_actions as home
from engine.systems.europa.scenario import set_up_actions as deploy
from engine.systems.europa.state.constants import HALF
from engine.systems.europa.state.context import BOX_NAMES, Context

SIDES = {"axis": "Axis", "allied": "Allied", "nobody": "a stalemate"}
"""Sides as they are in sentences."""
TURN = "turn"
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
FIRST_MONTH, FIRST_YEAR = 10, 40
"""Turn 1 is the first half of November 1940."""


def turn_name(turn: int) -> str:
    """A turn as the turn record names it.

    >>> turn_name(1), turn_name(5), turn_name(20)
    ('Nov I 40', 'Jan I 41', 'Aug II 41')
    """
    month = FIRST_MONTH + (turn - 1) // 2
    half = "II" if turn % 2 == 0 else "I"
    return f"{MONTHS[month % 12]} {half} {FIRST_YEAR + month // 12}"


def templates(*packages: str) -> dict[str, str]:
    """The sentences by event word: the shared ones and those of titles' ``prose.toml``."""
    found: dict[str, str] = {}
    for package in (__package__, *packages):
        text = resources.files(package).joinpath("prose.toml").read_text("utf-8")
        found.update(tomllib.loads(text))
    return found


def wording(context: Context, words: Mapping[str, str]) -> Wording:
    """The words of a game: units by name, hexes by number and town, boxes, sides, and a title's
    own.
    """
    known = {**BOX_NAMES, **SIDES, **home.KINDS, **words}
    return Wording(context.called, context.units, context.label, known)


def prose(words: Wording, sentences: Mapping[str, str], told: Event) -> str:
    """One sentence for an event; turns by name, costs in movement points."""
    facts = dict(told.facts)
    if isinstance(facts.get(TURN), int):
        facts[TURN] = turn_name(facts[TURN])
    if isinstance(facts.get("cost"), int):
        cost = facts["cost"]
        facts["cost"] = f"{points(cost)} MP{'' if cost <= HALF else 's'}"
    return words.event(event(told.what, told.rule, **facts), sentences)


LINES: dict[type[Action], str] = {
    deploy.PlaceUnit: "Set up {unit} in {target}",
    deploy.UseRecommended: "Use the recommended set-up",
    deploy.FinishSetUp: "Finish set-up",
    march.Move: "Move {unit} to {target}",
    march.AdminMove: "Move {unit} administratively to {target}",
    march.RailMove: "Move {unit} by rail to {target}",
    march.BreakRail: "Break the railroad with {unit}",
    march.DemolishBridge: "Demolish the bridge to {target} with {unit}",
    march.RepairBridge: "Repair the bridge to {target} with {unit}",
    march.SeizeBridge: "Seize the bridge to {target} with {unit}",
    march.SlipAway: "Slip {unit} away to {target}",
    march.Overrun: "Overrun {target} with {unit}",
    march.JoinOverrun: "Add {unit} to the overrun",
    march.LeaveOverrun: "Leave {unit} out of the overrun",
    march.CarryOutOverrun: "Overrun now",
    march.AbandonOverrun: "Abandon the overrun",
    march.Enter: "Enter with {unit}",
    march.StayBehind: "Stay behind with the others",
    march.BreakDown: "Break {unit} down into {into}",
    march.Assemble: "Assemble {unit} in {target}",
    march.CrossOver: "Move {unit} by land to {target}",
    do.EndPhase: "End the phase",
    Roll: "Roll {face}",
    **battle_actions.LINES,
    **home.LINES,
}
"""Menu lines of shared actions; names in braces are fields of the action."""


def describe(words: Wording, lines: Mapping[type[Action], str], action: Action) -> str:
    """A menu line for an action, from the shared lines and a title's own."""
    return words.action(action, {**LINES, **lines})

"""Words: one sentence for each event, and a menu line for each action, for every title."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources

from engine.core.actions import Action, Roll
from engine.core.events import Event, event
from engine.core.wording import Wording, halved
from engine.systems.europa import actions as do
from engine.systems.europa.combat import battle_actions
from engine.systems.europa.movement import move_actions as march
from engine.systems.europa.production import initial_actions as home
from engine.systems.europa.scenario import set_up_actions as deploy
from engine.systems.europa.state.constants import HALF
from engine.systems.europa.state.context import Context
from oob.model import UnitId

TURN = "turn"


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
    known = {**context.box_names, **context.side_names, **home.KINDS, **words}
    return Wording(context.called, context.units, context.label, known)


def prose(context: Context, words: Wording, sentences: Mapping[str, str], told: Event) -> str:
    """One sentence for an event; turns by name, costs in movement points."""
    facts = dict(told.facts)
    if isinstance(facts.get(TURN), int):
        facts[TURN] = context.turn_name(facts[TURN])
    if isinstance(facts.get("cost"), int):
        cost = facts["cost"]
        facts["cost"] = f"{halved(cost)} MP{'' if cost <= HALF else 's'}"
    if told.what == "replaced":
        unit = context.units.get(UnitId(str(facts["unit"])))
        facts["form"] = f", {facts['form']}," if unit is None or unit.steps > 1 else ""
    return words.event(event(told.what, told.rule, **facts), sentences)


LINES: dict[type[Action], str] = {
    deploy.PlaceUnit: "Set up {unit} in {target}",
    deploy.UseRecommended: "Use the recommended set-up",
    deploy.FinishSetUp: "Finish set-up",
    march.Move: "Move {unit} to {target}",
    march.AdminMove: "Move {unit} administratively to {target}",
    march.RailMove: "Move {unit} by rail to {target}",
    march.StrategicMove: "Move {unit} far by rail to {target}",
    march.BreakRail: "Break the railroad with {unit}",
    march.DemolishBridge: "Demolish the bridge to {target} with {unit}",
    march.RepairBridge: "Repair the bridge to {target} with {unit}",
    march.SeizeBridge: "Seize the bridge to {target} with {unit}",
    march.SlipAway: "Slip {unit} away to {target}",
    march.Overrun: "Overrun {target} with {unit}",
    march.JoinOverrun: "Add {unit} to the overrun",
    march.LeaveOverrun: "Leave {unit} out",
    march.CarryOutOverrun: "Overrun now",
    march.AbandonOverrun: "Call the overrun off",
    march.Enter: "Enter with {unit}",
    march.StayBehind: "Stay behind",
    march.BreakDown: "Break {unit} down into {into} units",
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
    return words.action(action, lines if type(action) in lines else LINES).rstrip()

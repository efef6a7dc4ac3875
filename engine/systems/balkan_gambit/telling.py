"""Words: one sentence for each event, and a menu line for each action."""

from __future__ import annotations

import tomllib
from enum import Enum
from functools import cache
from importlib import resources
from typing import Any

from engine.core.actions import Action, Roll
from engine.core.events import Event
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.common import list_words
from engine.systems.balkan_gambit.position import Position
from engine.systems.balkan_gambit.table import Table
from maps.hexgrid import Hex
from oob.model import UnitId

BOXES = {"med_box": "the Med Box", "dead": "the dead pile"}
SIDES = {"allied": "Allied", "axis": "Axis"}


@cache
def templates() -> dict[str, str]:
    """The sentences by event word, from ``prose.toml``."""
    text = (resources.files(__package__) / "prose.toml").read_text("utf-8")
    return tomllib.loads(text)


def prose(table: Table, event: Event) -> str:
    """One sentence for an event."""
    facts = {name: word(table, value) for name, value in event.facts}
    sentence = templates()[event.what].format_map(facts)
    return sentence[:1].upper() + sentence[1:]


def word(table: Table, value: Any) -> str:
    """A fact in words: hexes by number and town, units by nation and name."""
    if isinstance(value, Hex):
        return place_name(table, value)
    if isinstance(value, tuple):
        return list_words(word(table, item) for item in value)
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, str):
        if value in table.units:
            return table.called(UnitId(value))
        return BOXES.get(value) or SIDES.get(value) or value
    return str(value)


def place_name(table: Table, at: Hex) -> str:
    """``1717 Sarajevo``."""
    names = [place.name for place in table.places.get(at, ())]
    return " ".join([table.map.label(at), *names])


LINES: dict[type[Action], str] = {
    do.PlaceUnit: "Set up {unit} in {target}",
    do.Deplete: "{unit} starts depleted",
    do.Substitute: "{unit} instead of {units}",
    do.PlaceImproved: "Improved Position in {target}",
    do.UseRecommended: "Use the recommended set-up",
    do.FinishSetUp: "Finish set-up",
    do.SwitchMode: "Switch mode of {unit}",
    do.Displace: "Displace {unit} to {target}",
    do.Stay: "Leave {unit} where it is",
    do.EndSegment: "End the segment",
    do.PlaceNaval: "Naval Support to {target}",
    do.Enter: "{unit} enters at {target}",
    do.Activate: "Move command for {origin}",
    do.Move: "Move {unit} to {target}",
    do.Sail: "{unit} by sea to {target}",
    do.SeaMove: "{unit} by sea to {target}",
    do.EndMove: "End the move command",
    do.DeclareAttack: "Attack {target} from {origin}",
    do.DeclareHunt: "Attack the partisans in {target} from {origin}",
    do.DeclareLanding: "Amphibious assault on {target}",
    do.DeclareDrop: "Airborne assault on {target}",
    do.AddUnit: "Add {unit}",
    do.UseTac: "Commit TAC",
    do.NoTac: "Keep TAC back",
    do.Resolve: "Resolve",
    do.Fire: "{unit} fires at {at}",
    do.CeaseFire: "Cease fire",
    do.BreakOff: "Break off, recovering {unit}",
    do.PressOn: "Press on",
    do.Retreat: "Retreat, recovering {unit}",
    do.Hold: "Hold",
    do.RetreatTo: "{units} to {target}",
    do.Advance: "{unit} advances",
    do.EndAdvance: "No further advance",
    do.Maintain: "Keep the beachhead at {target} open",
    do.Improve: "Build an Improved Position in {target}",
    do.Restore: "Restore {unit}",
    do.Reclaim: "Reclaim {unit} in {target}",
    do.MarkPort: "Place a Beachhead marker in {target}",
    do.LeavePort: "Place no marker in {target}",
    do.RemoveOverstack: "Eliminate {unit}",
    do.PlaceForceTen: "Force Ten drops into {target}",
    do.BlowBridge: "Destroy the bridge to {target}",
    do.EndPhase: "End the phase",
    Roll: "The die shows {face}",
}
"""Menu lines; names in braces are fields of the action."""


def describe(pos: Position, action: Action) -> str:
    """A menu line for an action, with the cost in command points left to the family's title."""
    fields = {name: word(pos.table, getattr(action, name)) for name in action.__dataclass_fields__}
    line = LINES[type(action)].format_map(fields)
    if isinstance(action, do.SwitchMode):
        mode = "concentrated" if pos.dispersed(action.unit) else "dispersed"
        line = f"{fields['unit']}: become {mode}"
    return line[:1].upper() + line[1:]

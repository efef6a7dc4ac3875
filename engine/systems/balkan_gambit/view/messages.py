"""Words: one sentence for each event, and a menu line for each action."""

from __future__ import annotations

import tomllib
from functools import cache, partial
from importlib import resources

from engine.core.actions import Action, Roll
from engine.core.events import Event
from engine.core.wording import Wording, counted
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.state.context import Context
from engine.systems.balkan_gambit.state.position import Position, other
from maps.hexgrid import Hex

BOXES = {"med_box": "the Med Box", "dead": "the dead pile"}
SIDES = {"allied": "Allied", "axis": "Axis"}


@cache
def templates() -> dict[str, str]:
    """The sentences by event word, from ``prose.toml``."""
    text = (resources.files(__package__) / "prose.toml").read_text("utf-8")
    return tomllib.loads(text)


def prose(words: Wording, event: Event) -> str:
    """One sentence for an event."""
    return words.event(event, templates())


def wording(context: Context) -> Wording:
    """The words of a game: units by nation and name, hexes by number and town."""
    return Wording(context.called, context.units, partial(place_name, context), {**BOXES, **SIDES})


def place_name(context: Context, at: Hex) -> str:
    """``1717 Sarajevo``."""
    names = [place.name for place in context.places.get(at, ())]
    return " ".join([context.map.label(at), *names])


LINES: dict[type[Action], str] = {
    do.PlaceUnit: "Set up {unit} in {target}",
    do.Deplete: "Deplete {unit}",
    do.Substitute: "Substitute {unit} for {units}",
    do.PlaceImproved: "Place an Improved Position in {target}",
    do.UseRecommended: "Use the recommended set-up",
    do.FinishSetUp: "Finish set-up",
    do.SwitchMode: "Switch mode of {unit}",
    do.Displace: "Displace {unit} to {target}",
    do.DisperseTo: "Disperse {unit} and displace it to {target}",
    do.Stay: "Leave {unit} where it is",
    do.EndSegment: "End the segment",
    do.PlaceNaval: "Place Naval Support in {target}",
    do.Enter: "Enter {unit} at {target}",
    do.Activate: "Activate {origin} to move",
    do.Move: "Move {unit} to {target}",
    do.Sail: "Move {unit} by sea to {target}",
    do.SeaMove: "Move {unit} by sea to {target}",
    do.EndMove: "End the move command",
    do.DeclareAttack: "Attack {target} from {origin}",
    do.DeclareHunt: "Attack the partisans in {target} from {origin}",
    do.DeclareLanding: "Assault {target} from the sea",
    do.DeclareDrop: "Assault {target} from the air",
    do.AddUnit: "Add {unit}",
    do.UseTac: "Commit TAC",
    do.NoTac: "Keep TAC back",
    do.Resolve: "Resolve",
    do.Fire: "Fire with {unit} at {at}",
    do.CeaseFire: "Cease fire",
    do.BreakOff: "Break off, recovering {unit}",
    do.PressOn: "Press on",
    do.Retreat: "Retreat, recovering {unit}",
    do.Hold: "Hold",
    do.RetreatTo: "Retreat {units} to {target}",
    do.Advance: "Advance {unit}",
    do.EndAdvance: "End the advance",
    do.Maintain: "Maintain the beachhead at {target}",
    do.Improve: "Construct an Improved Position in {target}",
    do.Restore: "Restore {unit}",
    do.Reclaim: "Reclaim {unit} in {target}",
    do.MarkPort: "Place a Beachhead marker in {target}",
    do.LeavePort: "Place no marker in {target}",
    do.RemoveOverstack: "Eliminate {unit}",
    do.PlaceForceTen: "Place Force Ten in {target}",
    do.BlowBridge: "Destroy the bridge to {target}",
    do.EndPhase: "End the phase",
    Roll: "Roll {face}",
}
"""Menu lines; names in braces are fields of the action."""


def describe(words: Wording, pos: Position, action: Action) -> str:
    """A menu line for an action, with the cost in command points left to the family's title."""
    line = words.action(action, LINES)
    if isinstance(action, do.SwitchMode):
        mode = "concentrated" if pos.dispersed(action.unit) else "dispersed"
        line = f"Switch {pos.called(action.unit)} to {mode}"
    if isinstance(action, do.Enter) and action.unit in pos.context.optional:
        points = counted(pos.context.optional[action.unit].cost, "point")
        line += f": {points} to the {SIDES[other(pos.owner(action.unit))]} side"
    return line[:1].upper() + line[1:]

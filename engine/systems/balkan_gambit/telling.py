"""Words: one sentence for each event, and a menu line for each action."""

from __future__ import annotations

import tomllib
from functools import cache, partial
from importlib import resources

from engine.core.actions import Action, Roll
from engine.core.events import Event
from engine.core.wording import Wording
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.position import Position
from engine.systems.balkan_gambit.table import Table
from maps.hexgrid import Hex

BOXES = {"med_box": "the Med Box", "dead": "the dead pile"}
SIDES = {"allied": "Allied", "axis": "Axis"}


@cache
def templates() -> dict[str, str]:
    """The sentences by event word, from ``prose.toml``."""
    text = (resources.files(__package__) / "prose.toml").read_text("utf-8")
    return tomllib.loads(text)


def prose(table: Table, event: Event) -> str:
    """One sentence for an event."""
    return wording(table).event(event, templates())


def wording(table: Table) -> Wording:
    """The words of a game: units by nation and name, hexes by number and town."""
    return Wording(table.called, table.units, partial(place_name, table), {**BOXES, **SIDES})


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
    line = wording(pos.table).action(action, LINES)
    if isinstance(action, do.SwitchMode):
        mode = "concentrated" if pos.dispersed(action.unit) else "dispersed"
        line = f"{pos.called(action.unit)}: become {mode}"
    return line[:1].upper() + line[1:]

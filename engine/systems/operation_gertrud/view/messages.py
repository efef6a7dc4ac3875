"""Words: one sentence for each event, and a menu line for each action."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache, partial
from importlib import resources

from engine.core.actions import Action, Roll
from engine.core.events import Event
from engine.core.wording import Wording
from engine.systems.operation_gertrud import actions as do
from engine.systems.operation_gertrud.battle import battle_actions
from engine.systems.operation_gertrud.state.context import Context
from engine.systems.operation_gertrud.state.records import Yavuz
from maps.hexgrid import Hex

BOXES = {"off_map": "off the map", "dead": "the dead pile"}
FATES = {
    Yavuz.SUNK: "she sinks",
    Yavuz.SCUTTLED: "she has not sunk yet",
    Yavuz.SEIZED: "she is saved, for the Germans",
    Yavuz.TURKISH: "she is saved, for the Turks",
}
"""What becomes of the scuttled Yavuz, in sentences."""
SIDES = {"german": "German", "allied": "Allied"}


@cache
def templates() -> dict[str, str]:
    """The sentences by event word, from ``prose.toml`` and ``battle_prose.toml``."""
    found: dict[str, str] = {}
    for name in ("prose.toml", "battle_prose.toml"):
        text = (resources.files(__package__) / name).read_text("utf-8")
        found.update(tomllib.loads(text))
    return found


def wording(context: Context) -> Wording:
    """The words of a game: units and markers by name, hexes by number and town."""
    missions = {mission.id: mission.title for mission in context.charts.missions.missions}
    names = {marker.id: marker.name for marker in context.markers.values()}
    words = {**BOXES, **SIDES, **missions, **names}
    return Wording(context.called, context.units, partial(place_name, context), words)


def place_name(context: Context, at: Hex) -> str:
    """``2709 Istanbul``."""
    names = [place.name for place in context.map.places_at(at)]
    return " ".join([context.map.label(at), *names[:1]])


def prose(context: Context, words: Wording, event: Event) -> str:
    """One sentence for an event."""
    if event.what == "rebuilt" and context.units[event.get("unit")].steps == 1:
        return words.event(replace(event, what="rebuilt whole"), templates())
    if event.what == "sinking":
        facts = {**dict(event.facts), "yavuz": FATES[event.get("yavuz")]}
        return words.event(replace(event, facts=tuple(facts.items())), templates())
    return words.event(event, templates())


LINES: dict[type[Action], str] = {
    do.PlaceUnit: "Set up {unit} in {target}",
    do.PlaceGroup: "Set up {units} in {target}",
    do.NameExperten: "Name {marker} the Experten",
    do.UseRecommended: "Use the recommended set-up",
    do.FinishSetUp: "Finish set-up",
    do.Restore: "Restore {unit}",
    do.Rebuild: "Rebuild {unit} in {target}, {strength}",
    do.RebuildAir: "Rebuild {marker}",
    do.Interdict: "Interdict {target} with {marker}",
    do.Intercept: "Intercept with {marker}",
    do.LetPass: "Let it pass",
    do.Move: "Move {unit} to {target}",
    do.Paradrop: "Paradrop {unit} on {target}",
    do.Arrive: "Place {units} in {target}",
    do.SupplyDrop: "Drop supplies on {target}, giving up {marker}",
    do.EndPhase: "End the phase",
    Roll: "Roll {face}",
    **battle_actions.LINES,
}
"""Menu lines; names in braces are fields of the action."""


def describe(context: Context, words: Wording, action: Action) -> str:
    """A menu line for an action."""
    line = LINES[type(action)]
    if isinstance(action, do.Rebuild):
        strong = ", at full strength" if action.full else ", reduced"
        one_step = context.units[action.unit].steps == 1
        line = line.replace(", {strength}", "" if one_step else strong)
    return words.action(action, {type(action): line})

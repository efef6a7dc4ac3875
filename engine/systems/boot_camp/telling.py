"""Words: one sentence for each event, and a menu line for each action."""

from __future__ import annotations

from functools import cache

from engine.core.actions import Action
from engine.core.events import Event
from engine.core.wording import Wording
from engine.systems.boot_camp import actions as do
from engine.systems.boot_camp.table import BootCampTable
from engine.systems.europa import telling

LINES: dict[type[Action], str] = {
    do.Ship: "Ship {unit} to {target}",
    do.Drop: "Drop {unit} on {target}",
    do.CrossOver: "Move {unit} by land to {target}",
    do.Allot: "{nation}: {bombers} B, {fighters} F to {target}",
    do.Withdraw: "{unit} leaves for the east",
    do.CeaseOperations: "Cease operations",
    do.GoOn: "Go on",
    do.Concede: "Give the game up",
}
"""Menu lines; names in braces are fields of the action."""


@cache
def sentences() -> dict[str, str]:
    """The sentences by event word."""
    return telling.templates(__package__)


def words(table: BootCampTable) -> Wording:
    """The words of a game, nations by name."""
    names = {row.id: row.name for row in table.charts.nations.rows}
    return telling.wording(table, names)


def prose(table: BootCampTable, event: Event) -> str:
    """One sentence for an event."""
    return telling.prose(words(table), sentences(), event)


def describe(table: BootCampTable, action: Action) -> str:
    """A menu line for an action."""
    return telling.describe(words(table), LINES, action)

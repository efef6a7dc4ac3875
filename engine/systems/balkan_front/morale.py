"""Greek morale, an option: Greece is defended where it lies, not from its islands (BF-32E)."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.core.actions import Objection
from engine.core.state import Location
from engine.systems.balkan_front.table import FrontTable
from engine.systems.europa.common import Work, now
from engine.systems.europa.initial_actions import Task
from engine.systems.europa.records import Project
from engine.systems.europa.words import ALLIED, AXIS
from maps.hexgrid import Hex, distance
from oob.model import UnitId

if TYPE_CHECKING:
    from engine.systems.balkan_front.position import FrontPosition

OPTION = "greek morale"
RELEASED = "greek morale released"
"""The word in :attr:`Front.credited` once the limits have ended."""
NEAR = 7
"""How far from the enemy or the border building is still in earnest (BF-32E.2, 32E.3)."""
LOST = 10
"""Cities of Mainland Greece in Axis hands that end the limits (BF-32E.4)."""
GREEK, MAINLAND, ISLANDS = "greek", "Mainland Greece", "Greek islands"


def bound(pos: FrontPosition) -> bool:
    """True while the limits of the option hold (BF-32E.4)."""
    state = pos.state
    return pos.table.option(OPTION) and not state.entered and RELEASED not in state.credited


def judge(table: FrontTable, doing: Work, side: str) -> None:
    """As an Allied initial phase opens, ten lost cities end the limits for good (BF-32E.4)."""
    pos = cast("FrontPosition", now(table, doing))
    if side != ALLIED or not bound(pos):
        return
    lost = sum(pos.owner_of(at) == AXIS for at in table.cities_in(MAINLAND))
    if lost >= LOST:
        doing.set(credited=doing.state.credited | {RELEASED})
        doing.tell("released", "BF-32E.4", name="Greek morale")


def voyage(
    pos: FrontPosition, unit: UnitId, origin: Location, target: Location
) -> Objection | None:
    """Greek units do not leave the mainland for an island where no Axis forces are (BF-32E.1)."""
    if not bound(pos) or pos.nation(unit) != GREEK or not isinstance(target, Hex):
        return None
    islands = pos.table.area(ISLANDS)
    if origin not in pos.table.area(MAINLAND) or target not in islands:
        return None
    if any(at in islands for at in pos.held[AXIS] if distance(at, target) <= NEAR):
        return None
    text = f"{pos.called(unit)} does not leave the mainland for an island at peace."
    return Objection("BF-32E.1", text)


def work(pos: FrontPosition, unit: UnitId, what: str, at: Hex) -> Objection | None:
    """No forts, and no airbases destroyed, far from the enemy and the border (BF-32E.2, 32E.3)."""
    if not bound(pos) or pos.side(unit) != ALLIED or what not in (Project.FORT, Task.DAMAGE):
        return None
    greece = pos.table.area("Greece")
    if at not in greece:
        return None
    near_enemy = any(distance(at, enemy) <= NEAR for enemy in pos.held[AXIS])
    abroad = (hex_ for hex_, country in pos.table.countries.items() if country != "Greece")
    if near_enemy or any(distance(at, other) <= NEAR for other in abroad):
        return None
    if what == Project.FORT:
        return Objection("BF-32E.2", f"Nobody builds forts in {pos.label(at)}, far from the war.")
    return Objection("BF-32E.3", f"Nobody destroys airbases in {pos.label(at)}, far from the war.")

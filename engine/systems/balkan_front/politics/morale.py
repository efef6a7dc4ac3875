"""Greek morale, an option: Greece is defended where it lies, not from its islands (BF-32E)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.actions import Objection
from engine.core.state import Location
from engine.systems.europa.board.areas import joined_to
from engine.systems.europa.production.initial_actions import Task
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.europa.state.records import Project
from maps.hexgrid import Hex, distance
from oob.model import UnitId

if TYPE_CHECKING:
    from engine.systems.balkan_front.state.position import FrontPosition, Work

OPTION = "greek morale"
RELEASED = "greek morale released"
"""The word in :attr:`Front.credited` once the limits have ended."""
GREEK, MAINLAND, ISLANDS = "greek", "Mainland Greece", "Greek islands"


def bound(pos: FrontPosition) -> bool:
    """True while the limits of the option hold (BF-32E.4)."""
    state = pos.state
    return pos.context.option(OPTION) and not state.entered and RELEASED not in state.credited


def judge(pos: FrontPosition, transition: Work, side: str) -> None:
    """As an Allied initial phase opens, ten lost cities end the limits for good (BF-32E.4)."""
    if side != ALLIED or not bound(pos):
        return
    lost = sum(pos.owner_of(at) == AXIS for at in pos.context.cities_in(MAINLAND))
    if lost >= pos.context.charts.morale.lost:
        transition.set(credited=transition.state.credited | {RELEASED})
        transition.tell("released", "BF-32E.4", name="Greek morale")


def voyage(
    pos: FrontPosition, unit: UnitId, origin: Location, target: Location
) -> Objection | None:
    """Greek units leave the mainland only for islands with Axis forces on them (BF-32E.1)."""
    if not bound(pos) or pos.nation(unit) != GREEK or not isinstance(target, Hex):
        return None
    islands = pos.context.area(ISLANDS)
    if origin not in pos.context.area(MAINLAND) or target not in islands:
        return None
    if pos.held[AXIS] & joined_to(pos.context, islands, target):
        return None
    text = f"{pos.called(unit)} does not leave the mainland for an island at peace."
    return Objection("BF-32E.1", text)


def work(pos: FrontPosition, unit: UnitId, what: str, at: Hex) -> Objection | None:
    """No forts, and no airbases destroyed, far from the enemy and the border (BF-32E.2, 32E.3)."""
    if not bound(pos) or pos.side(unit) != ALLIED or what not in (Project.FORT, Task.DAMAGE):
        return None
    greece = pos.context.area("Greece")
    if at not in greece:
        return None
    near = pos.context.charts.morale.near
    near_enemy = any(distance(at, enemy) <= near for enemy in pos.held[AXIS])
    abroad = (hex_ for hex_, country in pos.context.countries.items() if country != "Greece")
    if near_enemy or any(distance(at, other) <= near for other in abroad):
        return None
    if what == Project.FORT:
        return Objection("BF-32E.2", f"Nobody builds forts in {pos.label(at)}, far from the war.")
    return Objection("BF-32E.3", f"Nobody destroys airbases in {pos.label(at)}, far from the war.")

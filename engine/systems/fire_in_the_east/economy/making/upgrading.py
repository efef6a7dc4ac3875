"""Soviet rifle divisions that are upgraded to a greater strength for good (FE-34E2)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.systems.europa.production.conversions import conversion_objections
from engine.systems.europa.state.common import use
from engine.systems.europa.state.constants import ALLIED, CONVERTED
from engine.systems.europa.state.records import Initial
from engine.systems.fire_in_the_east.economy.actions import Upgrade
from engine.systems.fire_in_the_east.state.position import EastPosition, Work
from maps.hexgrid import Hex
from oob.model import UnitId

RULE = "FE-34E2.1"
DONE = "rifle divisions upgraded"
"""The note, in :attr:`Theatre.used`, of how many were upgraded in this initial phase."""


def left(pos: EastPosition) -> int:
    """How many may be upgraded still in this phase."""
    chart = pos.context.charts.upgrades
    return chart.most - pos.state.used.get(DONE, 0) if pos.state.turn >= chart.first else 0


def fit(pos: EastPosition, unit: UnitId) -> bool:
    """Whether a unit on the map has a greater strength that it does not show yet."""
    here = isinstance(pos.piece(unit).at, Hex)
    return here and unit in pos.context.upgradable and unit not in pos.state.upgraded


def candidates(pos: EastPosition) -> tuple[UnitId, ...]:
    """The divisions in cities that could be upgraded, the greatest cities first."""
    ranks, stacks = pos.context.cities, pos.standing.sides[ALLIED].items()
    found = sorted((at for at, _ in stacks if at in ranks), key=lambda at: (-ranks[at], at))
    return tuple(u for at in found for u in pos.friends(at, ALLIED) if fit(pos, u))


def offers(pos: EastPosition) -> Iterator[Upgrade]:
    """Each that could be upgraded now."""
    return map(Upgrade, candidates(pos))


def families(pos: EastPosition, frame: Initial) -> tuple[Family, ...]:
    """Upgrading rifle divisions, in the Soviet initial phase."""
    if frame.side != ALLIED or left(pos) <= 0:
        return ()
    title = "Upgrade a division"
    return (Family("upgrade", title, lambda: offers(pos), weight=2, by_unit=True, quiet=True),)


def objections(pos: EastPosition, frame: Initial, action: Upgrade) -> Iterator[Objection]:
    """Four a turn, by the rules of conversion (FE-34E2.1, 34D)."""
    unit, called = action.unit, pos.called(action.unit)
    if frame.side != ALLIED or left(pos) <= 0:
        yield Objection(RULE, "No more divisions are upgraded in this phase.")
        return
    if not fit(pos, unit):
        yield Objection(RULE, f"{called} is no division on the map that could be upgraded.")
        return
    yield from conversion_objections(pos, unit)


def upgrade(pos: EastPosition, _frame: Initial, action: Upgrade, transition: Work) -> None:
    """It shows its greater strength from now on, and is idle in this turn."""
    unit, face = action.unit, pos.context.charts.upgrades.face
    transition.state = transition.state.with_piece(unit, mode=face)
    transition.set(upgraded=transition.state.upgraded | {unit})
    use(transition, DONE, 1)
    use(transition, CONVERTED + unit, 1)
    transition.tell("upgraded", RULE, unit=unit)


ANSWERS = (Answer(Upgrade, objections, upgrade),)
"""The decision."""

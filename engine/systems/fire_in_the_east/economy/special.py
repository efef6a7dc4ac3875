"""Special replacements: what losses in combat bring back, and Soviet points that the player gives
to districts of his choice (FE-34B3, 34B2.11).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.core.wording import counted
from engine.systems.europa.production.bills import give
from engine.systems.europa.state.common import use
from engine.systems.europa.state.constants import HALF
from engine.systems.europa.state.records import Initial
from engine.systems.europa.supply import supply_status
from engine.systems.fire_in_the_east.economy import purses
from engine.systems.fire_in_the_east.economy.actions import Allot
from engine.systems.fire_in_the_east.economy.charts import DistrictRow
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.position import EastPosition, Work, now
from oob.model import UnitId

FOUGHT = ("eliminated", "no retreat", "continued retreat", "retreat into zone", "overrun losses")
"""The topics by whose rules units are lost in combat and overruns."""
GIVEN = "special replacements"
"""The note, in :attr:`Theatre.used`, of the points received, and what begins those of districts."""


# Losses


def isolate(context: EastContext, transition: Work) -> None:
    """Remember who is isolated as supply is fixed for a player turn (FE-34B3.1)."""
    if not context.figures.replacements:
        return
    pos = now(context, transition)
    out = pos.standing.marked(supply_status.LACKING)
    found = frozenset([unit for unit in out if supply_status.isolated(pos, unit)])
    if found != pos.state.isolated:
        transition.set(isolated=found)


def count_loss(
    context: EastContext, transition: Work, unit: UnitId, reduced: bool, cited: str
) -> None:
    """Count what a unit loses that is about to be eliminated or reduced, if that is to count: in
    combat or an overrun, not isolated, neither motorized nor artillery (FE-34B3.1).
    """
    state, nation = transition.state, context.units[unit].nation
    if not context.figures.replacements or unit in state.isolated:
        return
    piece = state.pieces[unit]
    facts = context.upgradable[unit] if piece.mode else context.facts(unit, piece.steps)
    rated = any(row.id == nation for row in context.charts.special.rows)
    fought = any(cited == context.cite(topic) for topic in FOUGHT)
    if not rated or not fought or facts.mobile or facts.artillery:
        return
    lost = facts.attack - (context.facts(unit, 1).attack if reduced else 0)
    if lost:
        transition.set(fallen={**state.fallen, nation: state.fallen.get(nation, 0) + lost})


# Points


def unallotted(context: EastContext) -> str:
    """The purse of Soviet points that are still to be given to districts."""
    return purses.special(context.charts.districts)


def receive(context: EastContext, transition: Work, side: str) -> None:
    """Turn a side's losses into infantry points, fractions dropped (FE-34B3.2)."""
    if not context.figures.replacements:
        return
    ours = context.nations_of(side)
    fallen = dict(transition.state.fallen)
    for row in context.charts.special.rows:
        if row.id not in ours:
            continue
        count = fallen.pop(row.id, 0) // row.losses
        if not count:
            continue
        soviet = row.id == context.charts.districts.nation
        key = unallotted(context) if soviet else purses.purse(row.id, purses.INFANTRY)
        give(transition, key, count * HALF)
        if soviet:
            use(transition, GIVEN, count * HALF)
        transition.tell("special replacements", "FE-34B3.2", nation=row.id, count=count)
    transition.set(fallen=fallen)


# Giving them to districts


def most(pos: EastPosition, row: DistrictRow) -> int:
    """How many whole points a district may still be given in this phase: half of what was received,
    and one at least; none to districts off the map or lost (FE-34B3.3).
    """
    if row.away or not purses.kept(pos, purses.cities(pos, row)):
        return 0
    got = pos.state.used.get(GIVEN, 0) // HALF
    share = max(1, got // pos.context.charts.special.share)
    given = pos.state.used.get(_note(row.id), 0) // HALF
    return max(0, min(share - given, _waiting(pos, unallotted(pos.context)))) + _freely(pos)


def _waiting(pos: EastPosition, key: str) -> int:
    return pos.state.points.get(key, 0) // HALF


def _freely(pos: EastPosition) -> int:
    """Whole points that any district may have: what missing garrisons bring (FE-34B2.11)."""
    return _waiting(pos, purses.unguarded(pos.context.charts.districts))


def to_allot(pos: EastPosition) -> int:
    """Whole points that are still to be given to districts."""
    return _waiting(pos, unallotted(pos.context)) + _freely(pos)


def _note(district: str) -> str:
    return f"{GIVEN}, {district}"


def offers(pos: EastPosition) -> tuple[Allot, ...]:
    """Every way to give points to a district now."""
    return tuple(
        Allot(row.id, count)
        for row in pos.context.charts.districts.rows
        for count in range(1, most(pos, row) + 1)
    )


def families(pos: EastPosition, frame: Initial) -> tuple[Family, ...]:
    """Giving points to districts."""
    if not to_allot(pos) or not _soviet(pos, frame):
        return ()
    return (Family("allot", "Points for districts", lambda: offers(pos), weight=8),)


def _soviet(pos: EastPosition, frame: Initial) -> bool:
    context = pos.context
    return context.charts.districts.nation in context.nations_of(frame.side)


def objections(pos: EastPosition, frame: Initial, action: Allot) -> Iterator[Objection]:
    """What forbids giving so many points to a district (FE-34B3.3)."""
    rows = (row for row in pos.context.charts.districts.rows if row.id == action.district)
    row = next(rows, None)
    if row is None or row.away:
        text = f"{action.district} is no military district on the map."
        yield Objection("FE-34B3.3", text)
    elif not _soviet(pos, frame) or not 0 < action.amount <= to_allot(pos):
        yield Objection(
            "FE-34B3.3",
            f"{counted(to_allot(pos), 'point is', 'points are')} to be given to districts.",
        )
    elif action.amount > most(pos, row):
        text = f"The district {row.id} may receive {most(pos, row)} more of these points."
        yield Objection("FE-34B3.3", text)


def allot(pos: EastPosition, _frame: Initial, action: Allot, transition: Work) -> None:
    """Put the points into the pool of the district; they may be used at once (FE-34B3.3). Special
    replacements, of which it may have no more than half, go first, then those of missing garrisons.
    """
    chart = pos.context.charts.districts
    row = next(row for row in chart.rows if row.id == action.district)
    limited = min(action.amount, most(pos, row) - _freely(pos))
    give(transition, unallotted(pos.context), -limited * HALF)
    give(transition, purses.unguarded(chart), (limited - action.amount) * HALF)
    give(transition, purses.pool(chart, row), action.amount * HALF)
    use(transition, _note(row.id), limited * HALF)
    transition.tell("allotted", "FE-34B3.3", name=row.id, count=action.amount)


def unfinished(pos: EastPosition, frame: Initial) -> Iterator[Objection]:
    """Points are given before the phase ends, as long as a district can take them."""
    left = to_allot(pos)
    if left and _soviet(pos, frame) and offers(pos):
        many = counted(left, "replacement point waits", "replacement points wait")
        yield Objection(
            "FE-34B3.3",
            f"{many} for a district.",
        )


ANSWERS = (Answer(Allot, objections, allot),)
"""The decision."""

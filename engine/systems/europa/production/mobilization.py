"""Mobilization: cadres that the calendar lists, and the regions of a nation (BF-29E, BC-22C)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from engine.core.actions import Action, Objection
from engine.core.chance import ChanceNode
from engine.core.handler import Answer, Handler
from engine.core.legal import Family
from engine.core.state import Frame
from engine.frozen import dataclass
from engine.systems.europa.board.areas import area
from engine.systems.europa.charts.supply_charts import MobilizationChart, Share
from engine.systems.europa.production import initial_actions as do
from engine.systems.europa.production.arrivals import CALLED
from engine.systems.europa.scenario.schedule import Region
from engine.systems.europa.state.common import Work, now, objection, use
from engine.systems.europa.state.constants import NEUTRAL, PENDING, other
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.kinds import Kind, alike, in_play, kind_of, whole
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Initial
from oob.model import UnitId

MOBILIZED = "mobilized "
"""What begins the note, in :attr:`Theatre.used`, of how many cadres of a kind have flipped."""


@dataclass(frozen=True, slots=True)
class RegionRoll(Frame):
    """A die: how far a region mobilizes."""

    side: str
    region: str


# Listed cadres


def slots(pos: Position, side: str) -> Counter[Kind]:
    """How many cadres of each kind a side may still flip in this phase."""
    found: Counter[Kind] = Counter()
    for entry in pos.context.figures.schedule.mobilizations:
        if entry.turn == pos.state.turn:
            mine = (u for u in entry.units if pos.side(u) == side and pos.arrives_now(u))
            found.update(kind_of(pos.context, unit) for unit in mine)
    for kind in list(found):
        found[kind] -= pos.state.used.get(_key(kind), 0)
    return +found


def _key(kind: Kind) -> str:
    return MOBILIZED + " ".join(kind)


def waiting(pos: Position, kind: Kind) -> tuple[UnitId, ...]:
    """Cadres in play that a listed mobilization could flip, whatever their supply (BF-29E.2)."""
    return tuple(alike(pos, kind, cadres=True))


def families(pos: Position, frame: Initial) -> list[Family]:
    """Cadres to choose among, where more stand ready than are to mobilize (BC-22C.1)."""
    if not any(waiting(pos, kind) for kind in slots(pos, frame.side)):
        return []
    return [Family("mobilize", "Mobilization", partial(_offers, pos, frame.side), weight=8)]


def _offers(pos: Position, side: str) -> Iterator[Action]:
    for kind in slots(pos, side):
        yield from map(do.Mobilize, waiting(pos, kind))


def mobilize_objections(pos: Position, frame: Initial, action: do.Mobilize) -> Iterator[Objection]:
    """What forbids flipping a cadre: not supply, nor zones of control (BF-29E.2, BC-22C.2)."""
    unit = action.unit
    kind = kind_of(pos.context, unit)
    if pos.side(unit) != frame.side or not slots(pos, frame.side)[kind]:
        text = f"No division such as {pos.called(unit)} mobilizes now."
        yield objection(pos, "mobilization", text)
    elif unit not in waiting(pos, kind):
        yield objection(pos, "mobilization", f"{pos.called(unit)} is no cadre in play.")


def mobilize(pos: Position, _frame: Initial, action: do.Mobilize, transition: Work) -> None:
    """Flip the cadre; it moves and attacks as usual in the same turn (BC-22C.3)."""
    _flip(pos.context, transition, action.unit)


def _flip(context: Context, transition: Work, unit: UnitId) -> None:
    use(transition, _key(kind_of(context, unit)), 1)
    transition.state = transition.state.with_piece(unit, steps=context.units[unit].steps)
    transition.tell("mobilized", context.cite("mobilization"), unit=unit)


def without_choice(context: Context, transition: Work, side: str, *, all_: bool = False) -> None:
    """Flip the cadres of kinds that leave no choice; all that may flip when the phase closes."""
    pos = now(context, transition)
    for kind, count in slots(pos, side).items():
        found = waiting(pos, kind)
        if all_ or len(found) <= count:
            for unit in found[:count]:
                _flip(context, transition, unit)


# Regions


def open_regions(context: Context, transition: Work, side: str) -> None:
    """Open a roll for each region that has something left and a city of its own (BF-29E.3)."""
    pos = now(context, transition)
    if not pos.mobilizing_since() or pos.mobilizer(pos.context.charts.mobilization.nation) != side:
        return
    rolls = [
        RegionRoll(side, row.id)
        for row in reversed(context.figures.schedule.regions)
        if any(remaining(pos, row)) and any(_cities(pos, row.id))
    ]
    transition.state = transition.state.pushed(*rolls)


def _row(pos: Position, region: str) -> Region:
    rows: tuple[Region, ...] = pos.context.figures.schedule.regions
    return next(row for row in rows if row.id == region)


def remaining(pos: Position, row: Region) -> tuple[tuple[UnitId, ...], tuple[UnitId, ...]]:
    """The divisional and other units of a region that have not mobilized, as listed."""
    left = [u for u in row.cadres if in_play(pos, u) and not whole(pos, u)]
    called = pos.state.used
    left += [u for u in row.units if pos.piece(u).at == PENDING and CALLED + u not in called]
    facts = {u: pos.context.facts(u, pos.context.units[u].steps) for u in left}
    return (
        tuple(u for u in left if facts[u].divisional),
        tuple(u for u in left if not facts[u].divisional),
    )


def _cities(pos: Position, region: str) -> list[bool]:
    """For each city of a region, whether it is still its nation's."""
    inside = area(pos.context, region)
    side = pos.state.joined.get(pos.context.charts.mobilization.nation, NEUTRAL)
    return [pos.owner_of(at) == side for at in pos.context.cities if at in inside]


def modifier(pos: Position, frame: RegionRoll) -> int:
    """What is added to a region's roll."""
    chart: MobilizationChart = pos.context.charts.mobilization
    found = chart.eager_bonus if frame.region in chart.eager else 0
    if frame.region in chart.reluctant and frame.side != chart.willing:
        found += chart.reluctant_bonus
    if pos.state.turn > pos.mobilizing_since():
        found += chart.later_bonus
    if pos.state.joined.get(pos.context.charts.mobilization.nation):
        found += chart.war_bonus
    inside = area(pos.context, frame.region)
    enemy = other(frame.side)
    lost = sum(pos.owner_of(at) == enemy for at in pos.context.cities if at in inside)
    return found + lost * chart.lost_city


def chance(pos: Position, frame: RegionRoll) -> ChanceNode:
    """The die of a region."""
    added, chart = modifier(pos, frame), pos.context.charts.mobilization
    die = pos.context.charts.dice.faces
    meanings = tuple(chart.share(face + added).value for face in range(1, die + 1))
    reason = f"mobilization in {frame.region} ({added:+d})"
    return ChanceNode(die, reason, pos.context.cite("mobilization by region"), meanings)


def rolled(pos: Position, frame: RegionRoll, face: int, transition: Work) -> None:
    """Mobilize what the roll says: in the order of the list, cadres before new units."""
    context = pos.context
    transition.state = transition.state.popped()
    added = modifier(pos, frame)
    share = context.charts.mobilization.share(face + added)
    divisions, small = remaining(pos, _row(pos, frame.region))
    called = (*divisions[: _count(share, len(divisions))], *(() if share is Share.NONE else small))
    rule = context.cite("mobilization by region")
    transition.tell(
        "region mobilizes",
        rule,
        region=frame.region,
        roll=face,
        modifier=f"{added:+d}",
        share=share.value,
        units=called,
    )
    for unit in called:
        if pos.piece(unit).at == PENDING:
            use(transition, CALLED + unit, 1)
        else:
            transition.state = transition.state.with_piece(unit, steps=context.units[unit].steps)


def _count(share: Share, there: int) -> int:
    """How many divisional units a share is."""
    return {Share.NONE: 0, Share.ONE: 1, Share.HALF: (there + 1) // 2, Share.ALL: there}[share]


ANSWERS = (Answer(do.Mobilize, mobilize_objections, mobilize),)
HANDLERS = (Handler(RegionRoll, chance=chance, rolled=rolled),)
FRAMES: tuple[type[Frame], ...] = (RegionRoll,)

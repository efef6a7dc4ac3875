"""Commando units: slipping through zones, seizing bridges (option, BF-32B2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from engine.core.actions import Action, Objection
from engine.core.chance import ChanceNode
from engine.core.handler import Answer, Handler
from engine.core.legal import Family
from engine.core.state import Frame
from engine.core.wording import halved, with_noun
from engine.frozen import dataclass
from engine.systems.europa.movement import move_actions as do
from engine.systems.europa.movement.bridges import BRIDGES, bridge_of, bridged, owner
from engine.systems.europa.movement.crowding import crowd_objections
from engine.systems.europa.movement.gate import leave, shut
from engine.systems.europa.movement.reach import (
    closed_to,
    graph_of,
    toll_of,
    work_objections,
)
from engine.systems.europa.state.common import Work, eliminate, mark, objection, spend
from engine.systems.europa.state.constants import (
    AT_BRIDGE,
    HALF,
    MARCHED,
    MOVED,
    ONE_HEX,
    Ability,
    Going,
    other,
)
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Moving
from maps.hexgrid import Hex, side_between
from oob.model import UnitId

COMMANDOS = "brandenburgers"
"""The option that gives commandos their abilities."""
CAME = frozenset({MOVED, ONE_HEX})
"""The marks of a unit that has moved in this phase."""


@dataclass(frozen=True, slots=True)
class Slipping(Frame):
    """A die: whether a commando leaves a zone at no cost (BF-32B2.1)."""

    side: str
    unit: UnitId
    target: Hex


@dataclass(frozen=True, slots=True)
class Seizing(Frame):
    """A die: whether a commando seizes a bridge (BF-32B2.4)."""

    side: str
    unit: UnitId
    target: Hex


FRAMES: tuple[type[Frame], ...] = (Slipping, Seizing)


@lru_cache(maxsize=8)
def _bold(context: Context) -> frozenset[UnitId]:
    """The units of which any face is a commando's."""
    facts = context.facts
    return frozenset(
        unit.id
        for unit in context.units.values()
        if any(
            Ability.COMMANDO in facts(unit.id, steps).abilities
            for steps in range(1, unit.steps + 1)
        )
    )


def is_commando(pos: Position, unit: UnitId) -> bool:
    """True for the commando units that have abilities of their own (BF-32B2)."""
    able = Ability.COMMANDO in pos.facts(unit).abilities
    return able and pos.nation(unit) in pos.context.charts.bridges.commandos


def families(pos: Position, frame: Moving, units: tuple[UnitId, ...]) -> list[Family]:
    """Slip through zones, seize bridges."""
    if not pos.context.option(COMMANDOS):
        return []
    pieces = pos.state.pieces
    some = {
        unit
        for unit in _bold(pos.context)
        if isinstance(pieces[unit].at, Hex)
        and pos.commander(unit) == frame.side
        and is_commando(pos, unit)
    }
    if not some:
        return []

    def bold() -> list[UnitId]:
        return [unit for unit in units if unit in some]

    def slips(unit: UnitId) -> Iterator[Action]:
        at = pos.piece(unit).at
        if at in pos.zoc(other(pos.side(unit))) and isinstance(at, Hex):
            yield from (do.SlipAway(unit, near) for near in pos.context.fronts.get(at, ()))

    def seizures(unit: UnitId) -> Iterator[Action]:
        at = pos.piece(unit).at
        if isinstance(at, Hex):
            yield from (do.SeizeBridge(unit, near) for near in bridged(pos.context, at))

    return [
        _family("slip away", "Slip through a zone", bold, slips, weight=2),
        _family("seize bridge", "Seize a bridge", bold, seizures, weight=1),
    ]


def _family(
    name: str,
    title: str,
    bold: Callable[[], list[UnitId]],
    of: Callable[[UnitId], Iterator[Action]],
    *,
    weight: int,
) -> Family:
    """What each of some commandos may do."""

    def own(unit: UnitId) -> Iterator[Action]:
        return of(unit) if unit in bold() else iter(())

    def every() -> Iterator[Action]:
        for unit in bold():
            yield from of(unit)

    def able() -> frozenset[UnitId]:
        return frozenset(bold())

    return Family(name, title, every, of=own, able=able, weight=weight, by_unit=True)


def _no_commando(pos: Position, unit: UnitId) -> Iterator[Objection]:
    if not pos.context.option(COMMANDOS):
        yield objection(pos, "commandos", "Commandos have no abilities: the option is not chosen.")
    elif not is_commando(pos, unit):
        yield objection(pos, "commandos", f"{pos.called(unit)} is no such commando unit.")


def slip_objections(pos: Position, frame: Moving, action: do.SlipAway) -> Iterator[Objection]:
    """What forbids slipping away to an adjacent hex."""
    unit, to = action.unit, action.target
    forbidden = shut(pos, unit, frame.side, Going.SLIP, exploiting=frame.exploiting)
    refused = (forbidden,) if forbidden else tuple(_no_commando(pos, unit))
    yield from refused
    if refused:
        return
    start = pos.piece(unit).at
    assert isinstance(start, Hex), "units off the map were refused"
    if start not in pos.zoc(other(frame.side)):
        text = f"{pos.called(unit)} has no enemy zone of control to slip out of."
        yield objection(pos, "commando zones", text)
    price = dict(graph_of(pos, unit)[start]).get(to)
    if price is None or any([to in hexes for hexes in closed_to(pos, unit)]):
        yield objection(pos, "prohibited terrain", f"It cannot enter {pos.label(to)}.")
    elif price > pos.left(unit):
        text = f"{pos.label(to)} costs {with_noun(halved(price), 'movement point')}."
        yield objection(pos, "movement points", text)
    left = pos.left(unit) - (price or 0)
    yield from crowd_objections(pos, frame.side, unit, to, left, exploiting=frame.exploiting)


def slip(_pos: Position, frame: Moving, action: do.SlipAway, transition: Work) -> None:
    """Try it."""
    transition.state = transition.state.pushed(Slipping(frame.side, action.unit, action.target))


def slip_node(pos: Position, frame: Slipping) -> ChanceNode:
    """The die."""
    reason = f"{pos.called(frame.unit)} slipping to {pos.label(frame.target)}"
    return ChanceNode(pos.context.charts.dice.faces, reason, pos.context.cite("commando zones"))


def slipped(pos: Position, frame: Slipping, face: int, transition: Work) -> None:
    """Through at no cost, else at the normal cost, else it stops where it is (BF-32B2.2)."""
    unit, to, start = frame.unit, frame.target, pos.piece(frame.unit).at
    assert isinstance(start, Hex), "it is in a hex"
    transition.state = transition.state.popped()
    price = dict(graph_of(pos, unit)[start])[to]
    tolls = toll_of(pos, unit)
    extra, harassed = tolls.of(start, to), tolls.harassed.get(start, 0)
    free = face <= pos.context.charts.bridges.success
    cost = price + harassed if free else None if extra is None else price + extra
    rule = pos.context.cite("commando zones" if free else "commando caught")
    if cost is None or cost > pos.left(unit):
        mark(transition, unit, ONE_HEX, MARCHED)
        transition.tell("commando stopped", rule, unit=unit, at=start, to=to, roll=face)
        return
    leave(pos, transition, unit, Going.SLIP, (start, to))
    spend(transition, unit, cost)
    pos.passed(transition, unit, (start, to))
    word = "commando slipped" if free else "moved"
    transition.tell(word, rule, unit=unit, at=start, to=to, cost=cost, roll=face)


def seize_objections(pos: Position, frame: Moving, action: do.SeizeBridge) -> Iterator[Objection]:
    """What forbids an attempt on a bridge."""
    refused = tuple(_no_commando(pos, action.unit))
    yield from refused
    if refused:
        return
    side = bridge_of(pos, action.unit, action.target)
    if not pos.context.option(BRIDGES) or side is None:
        yield objection(pos, "bridges", f"No bridge leads to {pos.label(action.target)}.")
    elif owner(pos, side) != other(frame.side):
        yield objection(pos, "bridge seizure", "The enemy does not own that bridge.")
    elif side in pos.state.down:
        yield objection(pos, "bridge seizure", "That bridge is down.")
    cost = pos.context.charts.bridges.seize
    if not cost and not pos.piece(action.unit).marks & CAME:
        text = f"{pos.called(action.unit)} has not come to the bridge in this phase."
        yield objection(pos, "bridge seizure", text)
    yield from work_objections(pos, frame, action.unit, cost, "bridge seizure")


def seize(pos: Position, frame: Moving, action: do.SeizeBridge, transition: Work) -> None:
    """Try it, without a die where nobody is in the way and the chart says so."""
    chart, unit, to = pos.context.charts.bridges, action.unit, action.target
    mark(transition, unit, MARCHED)
    spend(transition, unit, chart.seize * HALF)
    if not chart.seize:
        mark(transition, unit, AT_BRIDGE)
    if unguarded(pos, frame.side, to):
        win(pos, transition, unit, to, pos.context.cite("bridge seizure result"))
    else:
        transition.state = transition.state.pushed(Seizing(frame.side, unit, to))


def unguarded(pos: Position, side: str, to: Hex) -> bool:
    """Whether a bridge falls without a die: no enemy unit stands at its other end (FE-39A.6)."""
    return pos.context.charts.bridges.automatic and not pos.enemies(to, side)


def win(
    pos: Position, transition: Work, unit: UnitId, to: Hex, cited: str, roll: int | None = None
) -> None:
    """The bridge between a unit and a hex is its side's; ``roll`` is the die that decided."""
    at = pos.piece(unit).at
    assert isinstance(at, Hex), "it is beside the bridge"
    across = side_between(at, to)
    transition.set(bridges={**transition.state.bridges, across: pos.side(unit)})
    pos.bridge_won(across, transition)
    if roll is None:
        transition.tell("bridge taken", cited, unit=unit, at=at, to=to)
    else:
        transition.tell("bridge seized", cited, unit=unit, at=at, to=to, roll=roll)


def seize_node(pos: Position, frame: Seizing) -> ChanceNode:
    """The die."""
    reason = f"{pos.called(frame.unit)} seizing the bridge to {pos.label(frame.target)}"
    return ChanceNode(
        pos.context.charts.dice.faces, reason, pos.context.cite("bridge seizure result")
    )


def seized(pos: Position, frame: Seizing, face: int, transition: Work) -> None:
    """The bridge is the side's, or the commando is lost where the chart says so (BF-32B2.5)."""
    unit, to, chart = frame.unit, frame.target, pos.context.charts.bridges
    transition.state = transition.state.popped()
    cited = pos.context.cite("bridge seizure result")
    if face <= chart.success:
        win(pos, transition, unit, to, cited, face)
    elif chart.lost:
        eliminate(pos.context, transition, unit, cadre=False, cited=cited)
    else:
        transition.tell("bridge not seized", cited, unit=unit, to=to, roll=face)


ANSWERS = (
    Answer(do.SlipAway, slip_objections, slip),
    Answer(do.SeizeBridge, seize_objections, seize),
)
HANDLERS = (
    Handler(Slipping, chance=slip_node, rolled=slipped),
    Handler(Seizing, chance=seize_node, rolled=seized),
)

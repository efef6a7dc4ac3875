"""Factories that are sent to the Urals or destroyed (FE-31D)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.core.view.display import MarkerView
from engine.core.wording import counted
from engine.systems.europa.board import places
from engine.systems.europa.state.common import award, use
from engine.systems.europa.state.constants import ALLIED, AXIS, HALF
from engine.systems.europa.state.records import Initial
from engine.systems.europa.supply import supply_status
from engine.systems.fire_in_the_east.economy import purses
from engine.systems.fire_in_the_east.economy.actions import TransferFactory
from engine.systems.fire_in_the_east.economy.charts import FactoryRow
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.position import EastPosition, Work, now


def standing(pos: EastPosition) -> tuple[FactoryRow, ...]:
    """The factories on the map."""
    rows = pos.context.charts.districts.factories
    return tuple(row for row in rows if purses.on_map(pos, row))


def judge(context: EastContext, transition: Work, side: str) -> None:
    """As an Axis initial phase opens, factories in Axis hexes are destroyed (FE-31D.2, 37B.4)."""
    if side != AXIS or not context.figures.replacements:
        return
    pos = now(context, transition)
    for row in standing(pos):
        at = context.hex_of(row.hex)
        if pos.owner_of(at) == AXIS:
            transition.set(ruined=transition.state.ruined | {row.id})
            transition.tell("factory destroyed", "FE-31D.2", name=row.id, at=at)
            text = f"factory of {row.id} destroyed"
            award(transition, AXIS, context.charts.transfers.destroyed, text, "FE-37B.4")


def by_rail(pos: EastPosition) -> int:
    """The hexes from which Soviet railroads lead to the edge that factories leave by."""

    terms = supply_status.terms(pos, ALLIED)

    def work() -> int:
        graph = pos.context.supply_graph
        edge = places.hexes(pos.context, pos.context.charts.transfers.place)
        ours = (at for at in edge if pos.owner_of(at) == ALLIED)
        return graph.net(ours, terms).rail.hexes

    return pos.shared("factory rails", (terms, pos.state.taken, pos.state.joined), work)


def able(pos: EastPosition, row: FactoryRow) -> bool:
    """Whether rails lead from a factory in a Soviet hex to the edge of the map (FE-31D.3)."""
    at = pos.context.hex_of(row.hex)
    bit = pos.context.supply_graph.bits.bit[at]
    return pos.owner_of(at) == ALLIED and bool(by_rail(pos) & bit)


def room(pos: EastPosition) -> bool:
    """Whether the rail capacity that is left suffices for a factory (FE-31D.3)."""
    return pos.rail_room(ALLIED) >= pos.context.charts.transfers.size * HALF


def families(pos: EastPosition, frame: Initial) -> tuple[Family, ...]:
    """Sending factories away, which no button does by mistake."""
    if frame.side != ALLIED or pos.state.turn < pos.context.charts.transfers.first:
        return ()
    ready = tuple([row for row in standing(pos) if able(pos, row)]) if room(pos) else ()
    if not ready:
        return ()
    offers = tuple(TransferFactory(row.id) for row in ready)
    return (
        Family("transfer factory", "Transfer a factory", lambda: offers, weight=1, listed=True),
    )


def objections(pos: EastPosition, frame: Initial, action: TransferFactory) -> Iterator[Objection]:
    """What forbids sending a factory away (FE-31D.3)."""
    chart = pos.context.charts.transfers
    row = next((row for row in standing(pos) if row.id == action.factory), None)
    if row is None or frame.side != ALLIED:
        yield Objection("FE-31D.3", f"There is no factory of {action.factory} of yours on the map.")
        return
    if pos.state.turn < chart.first:
        when = pos.context.turn_name(chart.first)
        yield Objection("FE-31D.3", f"Factories are transferred from {when} on.")
    if not able(pos, row):
        text = f"No Soviet railroad leads from {row.id} to the east edge of the map."
        yield Objection("FE-31D.3", text)
    if not room(pos):
        yield Objection(
            "FE-31D.3", f"A factory takes {counted(chart.size, 'RE')} of rail capacity."
        )


def transfer(pos: EastPosition, _frame: Initial, action: TransferFactory, transition: Work) -> None:
    """Take the factory off the map; it works again when it has arrived (FE-31D.4)."""
    chart = pos.context.charts.transfers
    due = pos.state.turn + chart.delay
    transition.set(moved={**pos.state.moved, action.factory: due})
    use(transition, pos.FACTORIES, chart.size * HALF)
    transition.tell("factory transferred", "FE-31D.3", name=action.factory, turn=due)


def markers(pos: EastPosition) -> Iterator[MarkerView]:
    """The factories on the map."""
    if pos.context.figures.replacements:
        for row in standing(pos):
            at = pos.context.hex_of(row.hex)
            yield MarkerView("factory", at, pos.owner_of(at), f"Factory of {row.id}")


ANSWERS = (Answer(TransferFactory, objections, transfer),)
"""The decision."""

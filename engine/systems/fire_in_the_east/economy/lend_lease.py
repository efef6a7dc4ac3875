"""Lend-lease: convoys to Soviet ports in the Arctic, what waits there, and the fighters of an ally
that come with an allowance of their own (FE-35).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.actions import Objection
from engine.core.chance import ChanceNode
from engine.core.handler import Answer, Handler
from engine.core.legal import Family
from engine.core.system import Question
from engine.core.view.outlook import Due
from engine.core.wording import list_words
from engine.systems.europa.air import fleet
from engine.systems.europa.air.fates import two_dice
from engine.systems.europa.air.groups import chart as air_chart
from engine.systems.europa.air.groups.records import Box
from engine.systems.europa.production.bills import give
from engine.systems.europa.production.turns import unisolated
from engine.systems.europa.state.constants import ALLIED, AXIS, GONE, HALF, Phase
from engine.systems.fire_in_the_east.economy import purses
from engine.systems.fire_in_the_east.economy.actions import ReceiveConvoy
from engine.systems.fire_in_the_east.figures import Delivery
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.position import EastPosition, Work, now
from engine.systems.fire_in_the_east.state.records import AirEast, Convoy, ConvoyRoll
from engine.systems.fire_in_the_east.state.supplies import stocks
from maps.hexgrid import Hex

POINT, ARMOR = "a resource point", "an armor point"
"""What a convoy carries besides air units, which go by their ids."""


def ports(pos: EastPosition) -> tuple[Hex, ...]:
    """The Soviet ports in the Arctic that a convoy can come to: not ice-bound (FE-35.1)."""
    return tuple(at for at in pos.context.arctic_ports if pos.uses_quay(ALLIED, at))


def cargo(pos: EastPosition, row: Delivery) -> tuple[str, ...]:
    """What a convoy carries of a delivery, in a war with resource points and air units or not."""
    found = (POINT,) * (row.points if pos.context.figures.resources else 0) + (ARMOR,) * row.armor
    return (*found, *(unit for unit in row.air if unit in pos.air.units))


# Arrival


def receive(context: EastContext, transition: Work, side: str) -> None:
    """As the Soviet initial phase opens, what waited in ports moves on, and a convoy comes in;
    without a port for it, it does not (FE-35.1, 35.4).
    """
    rows = context.figures.deliveries
    if side != ALLIED or not rows:
        return
    pos = now(context, transition)
    _move_on(pos, transition)
    _hand_over(pos, transition)
    turn = transition.state.turn
    carried = tuple(item for row in rows if row.turn == turn for item in cargo(pos, row))
    if not carried:
        return
    open_to = ports(pos)
    if not open_to:
        for item in carried:
            _sink(pos, item, transition)
        transition.tell("convoy turned back", "FE-35.1", count=len(carried))
    elif len(open_to) == 1:
        transition.state = transition.state.pushed(ConvoyRoll(carried, open_to[0]))
    else:
        transition.state = transition.state.pushed(Convoy(ALLIED, carried))


def _move_on(pos: EastPosition, transition: Work) -> None:
    """What is stockpiled in ports that are not isolated any more (FE-35.4)."""
    armory = purses.armory(pos.context.charts.districts)
    for at in pos.context.arctic_ports:
        if pos.owner_of(at) != ALLIED or not unisolated(pos, ALLIED, at):
            continue
        purses.pour(transition, purses.quay(pos.context, at), armory)
        for unit in _waiting(pos, at):
            _make_available(pos, unit, transition)


def _waiting(pos: EastPosition, at: Hex) -> tuple[str, ...]:
    """The air units that are stockpiled in a port."""
    return tuple(unit for unit, port in pos.ashore.items() if port == at)


def _make_available(pos: EastPosition, unit: str, transition: Work) -> None:
    _keep(transition, unit, None)
    air_chart.move(pos, transition, unit, Box.AVAILABLE)
    transition.tell("air unit available", "FE-35.3", air_unit=unit)


def _keep(transition: Work, unit: str, at: Hex | None) -> None:
    """Remember in which port an air unit waits, or that it does no more."""
    state = transition.state
    assert isinstance(state, AirEast), "air units come to wars with air units"
    others = {one: port for one, port in state.ashore.items() if one != unit}
    ashore: Mapping[str, Hex] = others if at is None else {**others, unit: at}
    if ashore != state.ashore:
        transition.set(ashore=ashore)


def _sink(pos: EastPosition, item: str, transition: Work) -> None:
    """What does not arrive is gone."""
    if item in pos.air.units:
        air_chart.move(pos, transition, item, GONE)


# In which port


def question(pos: EastPosition, frame: Convoy) -> Question:
    """Where does the convoy come in?"""
    family = Family(
        "receive convoy", "Port of the convoy", lambda: map(ReceiveConvoy, ports(pos)), weight=1
    )
    prompt = f"A convoy has come to the Arctic with {written(pos, frame.cargo)}: say to which port."
    return Question(frame.side, prompt, (family,), "FE-35.1")


def written(pos: EastPosition, items: tuple[str, ...]) -> str:
    """What a convoy carries, in words."""
    names = [fleet.facts(pos, i).name if i in pos.air.units else i for i in items]
    return list_words(names)


def objections(pos: EastPosition, _frame: Convoy, action: ReceiveConvoy) -> Iterator[Objection]:
    """A Soviet port in the Arctic that is not ice-bound (FE-35.1)."""
    if action.target not in ports(pos):
        text = f"{pos.label(action.target)} is no Soviet port in the Arctic that is open."
        yield Objection("FE-35.1", text)


def enter(_pos: EastPosition, frame: Convoy, action: ReceiveConvoy, transition: Work) -> None:
    """The convoy makes for it."""
    transition.state = transition.state.swapped(ConvoyRoll(frame.cargo, action.target))


# What is sunk


def node(pos: EastPosition, frame: ConvoyRoll) -> ChanceNode:
    """Two dice for each thing that a convoy carries (FE-35.2)."""
    return two_dice(
        pos,
        frame.first,
        f"{written(pos, frame.cargo[:1])} at sea",
        "FE-35.2",
        lambda total: "sunk" if sunk(pos, total) else "arrives",
    )


def sunk(pos: EastPosition, total: int) -> bool:
    """Whether a total of two dice sinks what it is rolled for."""
    return total <= pos.context.charts.lend_lease.sunk


def rolled(pos: EastPosition, frame: ConvoyRoll, face: int, transition: Work) -> None:
    """The first die waits for the second; then the next thing has its turn."""
    if not frame.first:
        transition.state = transition.state.swapped(ConvoyRoll(frame.cargo, frame.at, face))
        return
    item, rest = frame.cargo[0], frame.cargo[1:]
    left = transition.state.popped()
    transition.state = left.pushed(ConvoyRoll(rest, frame.at)) if rest else left
    name = written(pos, (item,))
    if sunk(pos, frame.first + face):
        _sink(pos, item, transition)
        transition.tell("convoy sunk", "FE-35.2", name=name)
        return
    transition.tell("convoy arrived", "FE-35.3", name=name, at=frame.at)
    _unload(pos, item, frame.at, transition)


def _unload(pos: EastPosition, item: str, at: Hex, transition: Work) -> None:
    """Resource points lie at the port; all else is of use at once, or stockpiled there while it is
    isolated (FE-35.3).
    """
    if item == POINT:
        stocks.add(transition, at, ALLIED, 1)
        return
    joined = unisolated(pos, ALLIED, at)
    if item == ARMOR:
        armory = purses.armory(pos.context.charts.districts)
        give(transition, armory if joined else purses.quay(pos.context, at), HALF)
    elif joined:
        _make_available(pos, item, transition)
    else:
        _keep(transition, item, at)


def captured(context: EastContext, transition: Work, taken: Mapping[Hex, str]) -> None:
    """What is stockpiled in a port falls with it (FE-35.4)."""
    if not context.figures.deliveries:
        return
    pos = now(context, transition)
    for at in context.arctic_ports:
        if taken.get(at) != AXIS:
            continue
        purses.lose(transition, purses.quay(context, at), "FE-35.4")
        for unit in _waiting(pos, at):
            _keep(transition, unit, None)
            _sink(pos, unit, transition)


# The ally's allowance


def _hand_over(pos: EastPosition, transition: Work) -> None:
    """Once the ally's allowance is withdrawn, its air unit is one of the regular ones, and stays in
    play only while the allowance has room for it (FE-35.6, 35.7).
    """
    chart = pos.context.charts.lend_lease
    unit = chart.guests
    if pos.state.turn != chart.until or unit not in pos.air.units or not fleet.in_play(pos, unit):
        return
    nation = fleet.facts(pos, unit).nation
    rows = fleet.plan_of(pos.context).allowances
    more = sum(r.amount for r in rows if (r.nation, r.turn) == (nation, chart.until))
    if air_chart.spare(pos, nation) + more < 0:
        air_chart.move(pos, transition, unit, Box.AVAILABLE)
    transition.tell("air unit handed over", "FE-35.7", air_unit=unit)


# What is to come


def due(pos: EastPosition, turn: int) -> Iterator[Due]:
    """The convoy of a turn."""
    for row in pos.context.figures.deliveries:
        carried = cargo(pos, row) if row.turn == turn else ()
        if carried:
            text = f"Lend-lease over the Arctic: {written(pos, carried)}."
            done = turn < pos.state.turn
            yield Due(turn, "replacement", text, "FE-35.1", ALLIED, Phase.INITIAL.value, done=done)


HANDLERS = (
    Handler(Convoy, (Answer(ReceiveConvoy, objections, enter),), question=question),
    Handler(ConvoyRoll, chance=node, rolled=rolled),
)
"""The decision and the dice."""

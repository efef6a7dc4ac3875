"""What is counted in a hex, in positions laid out by hand: ``port hits 2``, ``airbase hits 1``,
``supplies axis 2`` or ``supplies axis 2, 1 phase`` once they have lain there in an initial phase;
on a hexside ``bridge hits 1``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.core.wording import counted
from engine.systems.europa.board import bases
from engine.systems.europa.movement import bridges
from engine.systems.europa.state.constants import SIDES
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.records import Delivery, Theatre
from maps.hexgrid import Hex, Side

HITS = re.compile(rf"({bases.PORT}|{bases.AIRBASE}) hits ([1-9]\d?)")
ON_BRIDGE = re.compile(r"bridge hits ([1-9])")
SUPPLIES = re.compile(rf"supplies ({'|'.join(SIDES)}) ([1-9]\d?)(?:, ([1-9]) phases?)?")


def placed(context: Context, state: Theatre, at: Hex, word: str) -> Theatre | None:
    """The state with what a marker counts in a hex; None for words that count nothing."""
    if found := HITS.fullmatch(word):
        what, count = found.groups()
        before = state.hits.get(bases.key(context, what, at), 0)
        hits = bases.damaged(context, state.hits, what, at, int(count) - before)
        return state.having(hits=hits)
    if found := SUPPLIES.fullmatch(word):
        side, amount, phases = found.groups()
        delivery = Delivery(side, int(amount), int(phases or 0))
        return state.having(deliveries={**state.deliveries, at: delivery})
    return None


def on_side(context: Context, state: Theatre, over: Side, word: str) -> Theatre | None:
    """The state with what a marker counts on a hexside; None for words that count nothing."""
    found = ON_BRIDGE.fullmatch(word)
    if found is None or over not in context.bridge_sides:
        return None
    return state.having(hits={**state.hits, bridges.key(context, over): int(found[1])})


def told_on_sides(context: Context, state: Theatre) -> Iterator[tuple[Side, str]]:
    """What is counted on each hexside."""
    for over in sorted(context.bridge_sides) if state.hits else ():
        if count := state.hits.get(bridges.key(context, over), 0):
            yield over, f"bridge hits {count}"


def told(context: Context, state: Theatre) -> Iterator[tuple[str, str]]:
    """What is counted in each hex, by its label."""
    places = sorted({*context.ports, *context.cities, *context.fields, *state.airfields})
    for what in (bases.PORT, bases.AIRBASE):
        for at in sorted({*places, *state.strips}) if state.hits else ():
            if count := state.hits.get(bases.key(context, what, at), 0):
                yield context.map.label(at), f"{what} hits {count}"
    for at, lies in sorted(state.deliveries.items()):
        lain = f", {counted(lies.phases, 'phase')}" if lies.phases else ""
        yield context.map.label(at), f"supplies {lies.side} {lies.amount}{lain}"

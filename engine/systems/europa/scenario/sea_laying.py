"""The war at sea in positions laid out by hand: under points the zone of interdiction in effect
(``interdiction loose``), hits on warships, transport points sunk (``sunk axis`` and the zone)
and the turn of the ``emergency ships``; as markers landings planned (``landing NAME on turn 4``,
where they are to be), and units that landed in supply or left their equipment where they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.core.laying import refusal
from engine.systems.europa.sea.records import LandingPlan, SeaWar
from maps.errors import nearest
from maps.hexgrid import Hex
from oob.model import UnitId

if TYPE_CHECKING:
    from engine.systems.europa.sea.context import SeaContext

ZONE, SUNK = "interdiction ", "sunk "
HITS, CALLED = "hits on warships", "emergency ships"
PLAN = re.compile(r"landing (?P<unit>\S+) on turn (?P<turn>\d+)")
LANDED, STRIPPED = "landed in supply ", "without equipment "
MARKERS = ("landing ", LANDED, STRIPPED)
"""What markers of the sea begin with."""


def words(context: SeaContext) -> tuple[str, ...]:
    """The words under points."""
    if not context.at_sea:
        return ()
    zones = (f"{ZONE}{row.id}" for row in context.charts.interdiction.zones)
    sunk = (f"{SUNK}{row.id}" for row in context.charts.transport.rows)
    return (*zones, *sunk, HITS, CALLED)


def pointed(context: SeaContext, sea: SeaWar, key: str, amount: float) -> SeaWar:
    """What the sea remembers, with a word under points. Raises KnownError for amounts that fit
    none.
    """
    part, count = f"points, {key}", int(amount)
    if count != amount or count < 0:
        raise refusal("is no whole number.", "Write 0 or more.", part=part)
    if key.startswith(ZONE):
        return replace(sea, zone=key.removeprefix(ZONE)) if count else sea
    if key.startswith(SUNK):
        row = key.removeprefix(SUNK)
        most = next(r.points for r in context.charts.transport.rows if r.id == row)
        if count > most:
            raise refusal(f"there are no more than {most} points of these.", part=part)
        return replace(sea, sunk={**sea.sunk, row: count})
    return replace(sea, hits=count) if key == HITS else replace(sea, called=count)


def points(sea: SeaWar) -> dict[str, int]:
    """What the sea remembers, as words under points."""
    found = {f"{SUNK}{row}": count for row, count in sea.sunk.items()}
    if sea.zone:
        found[f"{ZONE}{sea.zone}"] = 1
    counts = {HITS: sea.hits, CALLED: sea.called}
    return found | {key: count for key, count in counts.items() if count}


def placed(context: SeaContext, sea: SeaWar, key: str, word: str) -> SeaWar:
    """What the sea remembers, with a marker. Raises KnownError for words that fit none."""
    part = f"markers, {key}"
    plan = PLAN.fullmatch(word)
    if plan is not None:
        unit = _unit(context, plan["unit"], part)
        try:
            target = context.hex_of(key)
        except ValueError as error:
            raise refusal(f"{error}.", part=part) from error
        found = LandingPlan(target, int(plan["turn"]))
        return replace(sea, plans={**sea.plans, unit: found})
    for begins in (LANDED, STRIPPED):
        if word.startswith(begins):
            unit = _unit(context, word.removeprefix(begins), part)
            if begins == LANDED:
                return replace(sea, landed=sea.landed | {unit})
            return replace(sea, stripped=sea.stripped | {unit})
    what = f"{word!r} says nothing of the sea."
    raise refusal(what, "Write landing NAME on turn 4.", part=part)


def _unit(context: SeaContext, name: str, part: str) -> UnitId:
    unit = UnitId(name)
    if unit not in context.units:
        known = nearest(name, tuple(context.units))
        raise refusal(f"{name!r} is no unit of the scenario.", known, part=part)
    return unit


def told(
    context: SeaContext, sea: SeaWar, at: dict[UnitId, Hex | str]
) -> Iterator[tuple[str, str]]:
    """The markers of the sea with their places, for units that are where ``at`` says."""
    for unit, plan in sea.plans.items():
        yield context.map.label(plan.target), f"landing {unit} on turn {plan.turn}"
    for begins, units in ((LANDED, sea.landed), (STRIPPED, sea.stripped)):
        for unit in sorted(units):
            place = at[unit]
            yield place if isinstance(place, str) else context.map.label(place), f"{begins}{unit}"

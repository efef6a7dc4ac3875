"""Calls on Bulgaria to take an active part (BF-28C1), on Yugoslavia to join the Axis (BF-28C2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core.actions import Objection
from engine.core.legal import Family
from engine.core.state import Frame
from engine.rules.politics.calls import CallResult, CallRow, CallStep, Factor
from engine.systems.balkan_front.own_charts import CallFactor
from engine.systems.balkan_front.politics import garrisons, statuses
from engine.systems.balkan_front.state.position import FrontPosition, Work
from engine.systems.balkan_front.state.records import Front
from engine.systems.europa.state.constants import ALLIED, HALF, NEUTRAL
from engine.systems.europa.state.records import Initial
from maps.hexgrid import Hex

CALLED = "called on "
"""What begins the word in :attr:`Front.credited` of a call that has been made."""


class Calls(CallStep[Front, FrontPosition, Initial]):
    """Calls on neutrals in Axis initial phases, once a game each."""

    rule = "BF-28C1.4"
    dice_rule = "BF-28C1.6"
    when_rule = "BF-28C1.5"

    def rows(self, pos: FrontPosition) -> tuple[CallRow, ...]:
        """The nations of the chart."""
        return pos.context.charts.calls.rows

    def forbidden(self, pos: FrontPosition, frame: Initial, row: CallRow) -> Iterator[Objection]:
        """Only its side calls, on a neutral, once, not on the first turn, nor once Germany has
        intervened (BF-28C1.4, 28C1.5, 28C2.10, 28C2.11).
        """
        state, rule, when = pos.state, row.rule or self.rule, row.when_rule or self.when_rule
        if frame.side != row.by:
            yield Objection(rule, f"Only the Axis player calls on {row.name}.")
        elif CALLED + row.id in state.credited:
            yield Objection(rule, f"{row.name} has been called on already.")
        elif state.joined.get(row.id, NEUTRAL):
            yield Objection(rule, f"{row.name} is no longer neutral.")
        elif state.turn < row.first:
            first = pos.context.turn_name(row.first)
            yield Objection(when, f"{row.name} is called on from {first} on.")
        elif state.entered:
            yield Objection(when, "Germany has intervened.")

    def factors(self, pos: FrontPosition, row: CallRow) -> tuple[Factor, ...]:
        """Cities and ports of both sides, and what the Metaxas Line lacks (BF-28C1.7 to 28C1.9,
        28C2.12, 28C2.13).
        """
        chart = pos.context.charts.calls.factors
        ignored = pos.context.figures.together.ignored
        mine = (factor for factor in chart if factor.nation == row.id)
        return tuple(_factor(pos, factor) for factor in mine if factor.id not in ignored)

    def called(self, transition: Work, row: CallRow) -> None:
        """The call is made once a game (BF-28C1.4)."""
        transition.set(credited=transition.state.credited | {CALLED + row.id})

    def follow(
        self, pos: FrontPosition, row: CallRow, result: CallResult, transition: Work
    ) -> None:
        """The nation joins a side at once, or stays neutral in one way or another (BF-28C1.6,
        28C2.14 to 28C2.18); in some scenarios others join with it (BF-33F2.7).
        """
        statuses.take(pos.context, transition, row.id, result.id, result.side)
        together = pos.context.figures.together
        if result.side and row.id == together.nation:
            status = result.side.capitalize()
            for other in together.others:
                cited = together.rule
                statuses.take(pos.context, transition, other, status, result.side, cited=cited)


def _factor(pos: FrontPosition, factor: CallFactor) -> Factor:
    if factor.garrison:
        rows = pos.context.charts.garrisons.rows
        row = next(row for row in rows if row.id == factor.garrison)
        count = garrisons.shortage(pos, row).missing // HALF
    else:
        enemies = [nation for nation in factor.enemies if pos.state.joined.get(nation) == ALLIED]
        homes = [pos.context.charts.areas.home(nation) for nation in enemies]
        found: Iterable[Hex] = pos.context.cities_in(*factor.areas, *homes)
        if factor.ports:
            inside = pos.context.area(*factor.areas)
            found = (at for at in pos.context.ports if at in inside)
        count = sum(pos.owner_of(at) == factor.owner for at in found)
    if factor.least:
        count = int(count >= factor.least)
    return Factor(factor.id, count * factor.each, factor.rule)


CALLS = Calls()


def families(pos: FrontPosition, frame: Frame) -> tuple[Family, ...]:
    """The calls that may be made in an initial phase."""
    return CALLS.families(pos, frame) if isinstance(frame, Initial) else ()


ANSWERS = (CALLS.answer(),)
"""What initial phases take besides."""
HANDLERS = (CALLS.handler(),)

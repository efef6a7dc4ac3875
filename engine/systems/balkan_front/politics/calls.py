"""The call on Bulgaria to take an active part (BF-28C1)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Objection
from engine.core.legal import Family
from engine.core.state import Frame
from engine.rules.politics.calls import CallResult, CallRow, CallStep, Factor
from engine.systems.balkan_front.own_charts import CallFactor
from engine.systems.balkan_front.politics import garrisons
from engine.systems.balkan_front.state.position import FrontPosition, Work
from engine.systems.balkan_front.state.records import Front
from engine.systems.europa.state.constants import ALLIED, HALF, NEUTRAL
from engine.systems.europa.state.records import Initial

CALLED = "called on "
"""What begins the word in :attr:`Front.credited` of a call that has been made."""


class Calls(CallStep[Front, FrontPosition, Initial]):
    """Calls on neutrals in Axis initial phases, once a game each."""

    rule = "BF-28C1.4"
    dice_rule = "BF-28C1.6"

    def rows(self, pos: FrontPosition) -> tuple[CallRow, ...]:
        """The nations of the chart."""
        return pos.context.charts.calls.rows

    def forbidden(self, pos: FrontPosition, frame: Initial, row: CallRow) -> Iterator[Objection]:
        """Only its side calls, on a neutral, once, not on the first turn, nor once Germany has
        intervened (BF-28C1.4, 28C1.5).
        """
        state, rule = pos.state, self.rule
        if frame.side != row.by:
            yield Objection(rule, f"Only the Axis player calls on {row.name}.")
        elif CALLED + row.id in state.credited:
            yield Objection(rule, f"{row.name} has been called on already.")
        elif state.joined.get(row.id, NEUTRAL):
            yield Objection(rule, f"{row.name} is no longer neutral.")
        elif state.turn < row.first:
            first = pos.context.turn_name(row.first)
            yield Objection("BF-28C1.5", f"{row.name} is called on from {first} on.")
        elif state.entered:
            yield Objection("BF-28C1.5", "Germany has intervened.")

    def factors(self, pos: FrontPosition, row: CallRow) -> tuple[Factor, ...]:
        """Cities of both sides and what the Metaxas Line lacks (BF-28C1.7 to 28C1.9)."""
        chart = pos.context.charts.calls.factors
        return tuple(_factor(pos, factor) for factor in chart if factor.nation == row.id)

    def called(self, transition: Work, row: CallRow) -> None:
        """The call is made once a game (BF-28C1.4)."""
        transition.set(credited=transition.state.credited | {CALLED + row.id})

    def follow(
        self, pos: FrontPosition, row: CallRow, result: CallResult, transition: Work
    ) -> None:
        """The nation joins a side at once, or stays neutral (BF-28C1.6)."""
        if result.side:
            transition.set(joined={**transition.state.joined, row.id: result.side})
            transition.tell("joins", self.dice_rule, name=row.name, side=result.side)


def _factor(pos: FrontPosition, factor: CallFactor) -> Factor:
    if factor.garrison:
        rows = pos.context.charts.garrisons.rows
        row = next(row for row in rows if row.id == factor.garrison)
        count = garrisons.shortage(pos, row).missing // HALF
    else:
        enemies = [nation for nation in factor.enemies if pos.state.joined.get(nation) == ALLIED]
        homes = [pos.context.charts.areas.home(nation) for nation in enemies]
        cities = pos.context.cities_in(*factor.areas, *homes)
        count = sum(pos.owner_of(at) == factor.owner for at in cities)
    return Factor(factor.id, count * factor.each, factor.rule)


CALLS = Calls()


def families(pos: FrontPosition, frame: Frame) -> tuple[Family, ...]:
    """The calls that may be made in an initial phase."""
    return CALLS.families(pos, frame) if isinstance(frame, Initial) else ()


ANSWERS = (CALLS.answer(),)
"""What initial phases take besides."""
HANDLERS = (CALLS.handler(),)

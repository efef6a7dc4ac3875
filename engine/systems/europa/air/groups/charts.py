"""The chart of the air replacement system and of a surprise attack from the air."""

from __future__ import annotations

from typing import Annotated

from engine.core.charts.constraints import AtLeast, Between
from engine.core.charts.tables import Provenance
from engine.frozen import dataclass
from engine.systems.europa.air.charts import AirCharts
from engine.systems.europa.charts.unit_charts import Count
from engine.systems.europa.state.context import Context

Share = Annotated[int, Between(0, 100)]
"""Per cent."""


@dataclass(frozen=True, slots=True)
class ReplacementRow:
    """Air units of a box that are replaced together: so many are ``available`` again, become
    ``remnants``, and are ``lost`` for good (FE-27B1.1, 27B2.1, 27B3.1).
    """

    available: Count
    remnants: Count
    lost: Count


@dataclass(frozen=True, slots=True)
class StrikeRow:
    """A surprise attack, in per cent: the losses that are ``saved`` as lost over friendly ground,
    and the attackers that are ``aborted``; what divides the losses to give the ``disrupted``
    allowance, and how much of it is ``recovered`` a turn (FE-31F2.3 to 31F2.7).
    """

    saved: Share
    aborted: Share
    disrupted: Annotated[int, AtLeast(1)]
    recovered: Count


@dataclass(frozen=True, slots=True)
class GroupChart:
    """The air replacement system: boxes of ``more_than`` air units lose ``culled`` per cent
    (FE-27A.1); a hex within ``near`` hexes of controlled ones is friendly territory (FE-26C.1);
    replacements of what was lost over ``friendly`` and ``enemy`` territory, and of ``remnants``.
    """

    title: str
    provenance: Provenance
    reason: str
    more_than: Count
    culled: Share
    near: Count
    friendly: ReplacementRow
    enemy: ReplacementRow
    remnants: ReplacementRow
    strike: StrikeRow


@dataclass(frozen=True, slots=True)
class GroupedCharts(AirCharts):
    """The charts of a title whose air forces have group allowances."""

    groups: GroupChart


def chart_of(context: Context) -> GroupChart:
    """The chart of a title with group allowances."""
    charts = context.charts
    assert isinstance(charts, GroupedCharts), "only titles with this chart have group allowances"
    return charts.groups


def per_cent(count: int, share: int) -> int:
    """A share of a number, rounded down."""
    return count * share // 100

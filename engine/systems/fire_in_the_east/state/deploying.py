"""Who is set up when and where beside others: part of the positions of the game (FE-36)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property

from engine.core.actions import Objection
from engine.core.wording import counted
from engine.rules.set_up.placing import SettingUp
from engine.systems.europa.state.constants import POOL
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.limits import LimitedPosition
from maps.hexgrid import Hex, distance
from oob.model import UnitId

LOOSE = "non-divisional units"
"""The section of a military district in the order of battle whose units stand with its others."""
BORDER, REST = "border", "rest"
"""The two parts in which a side sets up."""


class DeployingPosition(LimitedPosition):
    """A position as set-up asks about it."""

    context: EastContext

    @cached_property
    def deploying(self) -> str:
        """Which part of its units the side that begins sets up now; '' while it sets up all."""
        sides = [frame.side for frame in self.state.flow if isinstance(frame, SettingUp)]
        first = self.context.charts.deployment.side
        if sides.count(first) > 1:
            return BORDER
        return REST if sides == [first] and len(self.context.set_up_order) > 2 else ""

    def deploys_now(self, unit: UnitId) -> bool:
        """Units of the border districts are set up before the Axis is, all others after it
        (FE-36.5).
        """
        part = self.deploying
        return not part or (unit in self.context.border_forces) is (part == BORDER)

    def rooted(self, unit: UnitId) -> bool:
        """Whether a unit never leaves its hex: fortified areas have a rating of 0 (FE-6.10)."""
        rooted = unit in self.context.fortified_areas
        return rooted and isinstance(self.piece(unit).at, Hex)

    def is_placed_apart(self, unit: UnitId) -> bool:
        """Fortified areas, position antiaircraft, whom a limit leaves no room, and by the option
        all that stand with others of their district.
        """
        context = self.context
        own = unit in context.fortified_areas or unit in context.defenses
        return own or self.effort is not None or context.option("district_stacks")

    def ill_placed(self, unit: UnitId, at: Hex) -> Objection | None:
        """Fortified areas keep apart; by the option, units of the non-division section of a
        military district stand with others of the district (FE-ERR-OBS7, 36.4).
        """
        if unit in self.context.fortified_areas:
            return self._too_close(unit, at)
        if unit in self.context.defenses:
            return self._needed_elsewhere(unit, at)
        if self.effort is not None and (full := self.too_many(unit, at)) is not None:
            return full
        setups = self.context.setups
        district, _, section = setups[unit].place.partition(", ")
        own = self.context.charts.places.row(setups[unit].place).single
        if not self.context.option("district_stacks") or section != LOOSE or own:
            return None
        places = (setups[mate].place for mate in self.at.get(at, ()) if mate in setups)
        if any(p.partition(", ")[0] == district and not p.endswith(LOOSE) for p in places):
            return None
        text = f"{self.called(unit)} is set up with other units of the {district}."
        return Objection("FE-36.4", text)

    def guns_missing(self) -> Mapping[Hex, int]:
        """The points of position antiaircraft that hexes lack to what the order of battle asks for
        (FE-OBS-10, ERR-OBS8).
        """
        return self.once("guns missing", self._guns_missing)

    def _guns_missing(self) -> Mapping[Hex, int]:
        there = Counter[object]()
        for unit in self.context.defenses:
            there[self.piece(unit).at] += self.facts(unit).points
        asked = self.context.defended.items()
        return {at: row.least - there[at] for at, row in asked if there[at] < row.least}

    def guns_waiting(self) -> int:
        """The points of that position antiaircraft that are still to be set up."""
        return self.once("guns waiting", self._guns_waiting)

    def _guns_waiting(self) -> int:
        waiting = (u for u in self.context.defenses if self.piece(u).at == POOL)
        return sum(self.facts(unit).points for unit in waiting)

    def _needed_elsewhere(self, unit: UnitId, at: Hex) -> Objection | None:
        """Why points of position antiaircraft are set up elsewhere: what is left must do for the
        hexes that lack some.
        """
        points, here = self.facts(unit).points, self.piece(unit).at
        missing, left = dict(self.guns_missing()), self.guns_waiting()
        if here != at:
            left -= points if here == POOL else 0
            if isinstance(here, Hex) and here in self.context.defended:
                missing[here] = self._short(here, -points)
            if at in self.context.defended:
                missing[at] = self._short(at, points)
        lack = sum(missing.values())
        if lack <= left:
            return None
        first = next(place for place, count in missing.items() if count)
        row = self.context.defended[first]
        text = f"{self.label(first)} needs {counted(row.least, 'point')} of position AA first."
        return Objection(row.rule, text)

    def _short(self, at: Hex, more: int) -> int:
        """The points that a hex lacks once so many more stand there."""
        mine = (unit for unit in self.context.defenses if self.piece(unit).at == at)
        there = sum(self.facts(unit).points for unit in mine) + more
        return max(0, self.context.defended[at].least - there)

    def _too_close(self, unit: UnitId, at: Hex) -> Objection | None:
        """Why a fortified area does not stand so near to another (FE-ERR-OBS7)."""
        chart, setups = self.context.charts.deployment.apart, self.context.setups
        for other in self.context.fortified_areas:
            there = self.piece(other).at
            if other == unit or not isinstance(there, Hex):
                continue
            least = min(chart.get(setups[one].place, 0) for one in (unit, other))
            if distance(at, there) < least:
                where = self.label(there)
                text = f"A fortified area stands too near, in {where}."
                return Objection("FE-ERR-OBS7", text)
        return None

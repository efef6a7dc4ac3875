"""Who is set up when and where beside others: part of the positions of the game (FE-36)."""

from __future__ import annotations

from functools import cached_property

from engine.core.actions import Objection
from engine.rules.set_up.placing import SettingUp
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

    def ill_placed(self, unit: UnitId, at: Hex) -> Objection | None:
        """Fortified areas keep apart; by the option, units of the non-division section of a
        military district stand with others of the district (FE-ERR-OBS7, 36.4).
        """
        if unit in self.context.fortified_areas:
            return self._too_close(unit, at)
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

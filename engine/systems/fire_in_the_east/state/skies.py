"""Who flies where in Fire in the East: part of its positions."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, partial

from engine.core.actions import Objection
from engine.core.handler import Transition
from engine.core.state import Location
from engine.core.wording import counted
from engine.systems.europa.air import fleet
from engine.systems.europa.air.groups import chart as air_chart
from engine.systems.europa.air.groups.records import NO_GROUPS, Groups
from engine.systems.europa.air.records import NO_AIR, AirWar
from engine.systems.europa.state.air_sea_terms import FireRules
from engine.systems.europa.state.constants import ALLIED, AXIS, HALF, NEUTRAL, Phase
from engine.systems.europa.state.records import Theatre
from engine.systems.fire_in_the_east.own_charts import EffortRow
from engine.systems.fire_in_the_east.state.records import AirEast, East, Stock
from engine.systems.fire_in_the_east.state.supplies import stocks
from engine.systems.fire_in_the_east.state.working import WorkingPosition
from maps.hexgrid import Hex


def _away(at: Hex, army: tuple[str, float, float]) -> float:
    """How far it is from a place to the middle of an army, in half hexes."""
    _group, q, r = army
    across, down = q - at.q, r - at.r
    return abs(across) + abs(down) + abs(across + down)


SURPRISE = frozenset(
    {Phase.SURPRISE_MOVEMENT.value, Phase.SURPRISE_AIR.value, Phase.SURPRISE_COMBAT.value}
)
"""The phases of the surprise turn."""


class SkyPosition(WorkingPosition):
    """A position as air operations ask about it."""

    state: East

    @cached_property
    def surprise(self) -> bool:
        """True in the surprise turn (FE-31F.1)."""
        return self.state.phase in SURPRISE

    @property
    def effort(self) -> EffortRow | None:
        """What the card that was drawn makes of Finland's war, None without one (FE-39C.1)."""
        return self.context.efforts.get(self.state.effort) if self.state.effort else None

    @property
    def sparing(self) -> bool:
        """Whether Finns keep off Leningrad (FE-32B.4, 39C.2)."""
        return self.effort is None or self.effort.spared

    @property
    def harassment_fire(self) -> FireRules:
        """By an advanced rule units fire at those who harass them (FE-38B2)."""
        played = self.context.option("fire_at_harassers")
        return FireRules("FE-38B2.1", "FE-38B2.2") if played else FireRules()

    def front(self, side: str, at: Hex) -> str:
        """The military district of a Soviet base, the country where it is in none; behind the Axis
        the army group or theatre whose army stands nearest.
        """
        if side == ALLIED:
            district = self.context.districts.get(at)
            return f"{district} Military District" if district else self.context.countries[at]
        return min(self._armies, key=partial(_away, at), default=("", 0.0, 0.0))[0]

    @property
    def front_terms(self) -> tuple[object, ...]:
        """What of the state decides :meth:`front`: where armies stand."""
        return (self.standing,)

    @cached_property
    def _armies(self) -> tuple[tuple[str, float, float], ...]:
        """The army group of each army of the Axis, and the middle of where that army stands."""
        armies = self.context.armies
        sums: dict[tuple[str, str], tuple[int, int, int]] = {}
        for at, units in self.standing.sides[AXIS].items():
            for unit in units:
                if unit in armies:
                    q, r, many = sums.get(armies[unit], (0, 0, 0))
                    sums[armies[unit]] = q + at.q, r + at.r, many + 1
        return tuple((group, q / n, r / n) for (_army, group), (q, r, n) in sums.items())

    @cached_property
    def air(self) -> AirWar:
        """The air units of the game; a war without any has none."""
        return self.state.air if isinstance(self.state, AirEast) else NO_AIR

    @cached_property
    def groups(self) -> Groups:
        """The group allowances (FE-26B.1)."""
        return self.state.groups if isinstance(self.state, AirEast) else NO_GROUPS

    @property
    def alarmed(self) -> frozenset[Hex]:
        """Where enemies have come down in this player turn, and all have been asked (FE-17B.1)."""
        return self.state.alarmed if isinstance(self.state, AirEast) else frozenset()

    def freight_at(self, side: str, at: Hex) -> int:
        """The free resource points of a side in a hex that no transport has aboard (FE-20E.2)."""
        found = self.state.resources.get(at)
        if found is None or found.side != side:
            return 0
        units = self.air.units.values()
        return found.amount - sum(unit.freight for unit in units if unit.at == at)

    def take_freight(self, at: Hex, amount: int, transition: Transition[Theatre]) -> None:
        """They are there no more."""
        state = transition.state
        assert isinstance(state, East), "a position of the title's own state"
        transition.set(resources=stocks.without(state.resources, at, amount))

    def land_freight(
        self, side: str, at: Hex, amount: int, transition: Transition[Theatre]
    ) -> None:
        """They lie there."""
        state = transition.state
        assert isinstance(state, East), "a position of the title's own state"
        old = state.resources.get(at) or Stock(side, 0)
        new = replace(old, amount=old.amount + amount)
        transition.set(resources={**state.resources, at: new})

    def count_air_loss(self, unit: str, transition: Transition[Theatre]) -> None:
        """An eliminated air unit goes to a box of the air chart (FE-26D1.1)."""
        air_chart.lost(self, transition, unit)

    def flak_divisor(self, side: str) -> int:
        """Soviet antiaircraft fire is halved in the surprise turn (FE-31F2.2)."""
        return HALF if self.surprise and side == ALLIED else 1

    def closed_skies(self, nation: str) -> frozenset[Hex]:
        """Neutral countries, and what lies outside the operational area of an Axis ally
        (FE-32.1).
        """
        return self.once(("closed skies", nation), lambda: self._closed_skies(nation))

    def _closed_skies(self, nation: str) -> frozenset[Hex]:
        context, neutral = self.context, self.owned(NEUTRAL)
        bound = self.sparing and nation == context.charts.operations.stopped
        held = bound and not context.city_of_stop.isdisjoint(self.owned(ALLIED))
        key = (nation, "", held, neutral, False, "sky")
        known = context.closed_lands
        if key not in known:
            _rule, area = context.operational.get(nation, ("", context.field))
            closed = neutral | (context.land - area)
            known[key] = closed | context.spared if held else closed
        return known[key]

    def bars_flight(self, nation: str) -> Objection | None:
        """In the surprise turn Germans alone fly (FE-31F.2)."""
        chart = self.context.charts.surprise
        theirs = self.state.joined.get(nation) == AXIS
        if not self.surprise or nation == chart.nation or not theirs:
            return None
        text = "German air units alone fly in the surprise turn."
        return Objection("FE-31F.2", text)

    def bars_flight_to(self, unit: str, target: Location) -> Objection | None:
        """In the surprise turn only who is based in Greater Germany or Rumania flies (FE-31F.2);
        few Hungarian and Rumanian air units fly to the USSR or are based there (FE-32A1.2, 32A2.1).
        """
        context, base = self.context, self.air.units[unit].at
        lands = context.charts.air_limits.strikers
        if self.surprise and not any(self._abroad(land, base) for land in lands):
            text = "Air units from elsewhere do not fly in the surprise turn."
            return Objection("FE-31F.2", text)
        return self._too_many_abroad(fleet.facts(self, unit).nation, target, unit)

    def bars_base(self, nation: str, at: Location) -> Objection | None:
        """Few are based abroad (FE-32A1.2, 32A2.1)."""
        return self._too_many_abroad(nation, at)

    def _too_many_abroad(self, nation: str, at: Location, unit: str = "") -> Objection | None:
        """Few Hungarian and Rumanian air units are based in the USSR or fly there, a ``unit`` that
        goes there aside; out of it any may go (FE-32A1.2, 32A2.1).
        """
        for row in self.context.charts.air_limits.rows:
            if row.id != nation or not self._abroad(row.land, at):
                continue
            others = sum(
                fleet.facts(self, other_).nation == nation
                and (self._abroad(row.land, found.at) or self._abroad(row.land, found.target))
                for other_, found in self.air.units.items()
                if other_ != unit and fleet.in_play(self, other_)
            )
            if others >= row.most:
                name = self.context.charts.nations.row(nation).name
                many = counted(row.most, f"air unit of {name} is", f"air units of {name} are")
                text = f"No more than {many} in the {row.land}."
                return Objection(row.rule, text)
        return None

    def flying_in(self, nation: str, land: frozenset[Hex]) -> int:
        """The air units of a nation that are based in some land, or fly there."""
        units = self.air.units.items()
        return sum(
            fleet.facts(self, unit).nation == nation and (found.at in land or found.target in land)
            for unit, found in units
        )

    def _abroad(self, land: str, at: Location | None) -> bool:
        return self.country_of(at) == land if isinstance(at, Hex) else False

"""What Fire in the East's own rules change in combat: part of its positions."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.handler import Transition
from engine.core.view.display import Modifier
from engine.systems.europa.board.board import CITY_RANK, CLEAR, FORTRESS, MAJOR
from engine.systems.europa.state.constants import ALLIED, Phase
from engine.systems.europa.state.records import Theatre
from engine.systems.fire_in_the_east.state import winter
from engine.systems.fire_in_the_east.state.records import East
from engine.systems.fire_in_the_east.state.skies import SkyPosition
from maps.hexgrid import Hex, Side
from oob.model import UnitId


class FightingPosition(SkyPosition):
    """A position as combat asks about it."""

    def combat_sides(self, origin: Hex, target: Hex) -> frozenset[str]:
        """In the surprise turn rivers along the German-Soviet border have no effect, and frozen
        ones less than others (FE-31F1.1, 29D2.1).
        """
        found = super().combat_sides(origin, target)
        chart, zones = self.context.charts.ice, (self.zone_of(origin), self.zone_of(target))
        if self.context.charts.weather.northmost(zones) in winter.frozen(self):
            found = frozenset(filter(None, (chart.frozen.get(kind, kind) for kind in found)))
        if self.surprise:
            borders, countries = self.context.charts.surprise, self.context.countries
            if {countries.get(origin), countries.get(target)} == {borders.land, borders.attacked}:
                return found - frozenset(borders.rivers)
        return found

    @property
    def overrun_in_retreat(self) -> str:
        """By an option stacks overrun enemies as they retreat (FE-38A.1)."""
        return "FE-38A.1" if self.context.option("retreat_overruns") else ""

    @property
    def river_ice(self) -> frozenset[str] | None:
        """The zones with frozen rivers, where the option lets them freeze by and by (FE-39F1.2)."""
        return winter.frozen(self) if winter.gradual(self.context) else None

    def bridgeheads(self, target: Hex) -> frozenset[Hex]:
        """Over a bridge seized in this player turn one unit attacks in its combat phase as if there
        were no river (FE-39A.7).
        """
        if not self.state.seized or self.state.phase != Phase.COMBAT.value:
            return frozenset()
        ends = (at for side in self.state.seized if target in side.hexes for at in side.hexes)
        return frozenset(at for at in ends if at != target)

    def bridge_won(self, across: Side, transition: Transition[Theatre]) -> None:
        """It serves an attack in this player turn (FE-39A.7)."""
        state = transition.state
        assert isinstance(state, East), "a position of the title's own state"
        transition.set(seized=state.seized | {across})

    def fort_at(self, at: Hex) -> bool:
        """A fortified area helps who defends its hex as a fort does (FE-31A5c.1)."""
        fortified = not self.context.fortified_areas.isdisjoint(self.present(at))
        return fortified or super().fort_at(at)

    def backed(self, unit: UnitId) -> bool:
        """In the surprise turn border guards are supported (FE-31F1.1)."""
        guards = self.context.charts.surprise.guards
        guarding = self.surprise and guards in self.context.units[unit].traits
        return (guarding and self.side(unit) == ALLIED) or super().backed(unit)

    def _unready(self, at: Hex) -> bool:
        """True in a major city of the attacked on the turn of surprise (FE-31G.2)."""
        chart = self.context.charts.surprise
        return (
            self.state.turn == chart.turn
            and self.context.major_city(at)
            and self.context.countries.get(at) == chart.attacked
        )

    def combat_terrain(self, at: Hex) -> str:
        """Major cities that are not ready count as clear hexes (FE-31G.2)."""
        return CLEAR if self._unready(at) else super().combat_terrain(at)

    def combat_city(self, at: Hex) -> str:
        """Major cities that are not ready count as lesser ones; a fortress goes before all that are
        not major (FE-31G.2, 9H.1).
        """
        if self._unready(at):
            return self.context.charts.surprise.unready
        found = super().combat_city(at)
        fortified = CITY_RANK.get(found, 0) < MAJOR and self.fortress(at) == FORTRESS
        return FORTRESS if fortified else found

    def fortress(self, at: Hex) -> str:
        """A fortress stands until an enemy has taken its hex; then it is a reference city
        (FE-31A5a.1).
        """
        if at not in self.context.fortresses:
            return ""
        return self.context.charts.fortresses.fallen if at in self.state.forfeit else FORTRESS

    @property
    def fortress_terms(self) -> object:
        """Where they have fallen."""
        key, lost = "fallen fortresses", self.state.forfeit
        shared, fortresses = self.context.shared, self.context.fortresses
        return shared.once(key, (lost,), lambda: shared.same(key, lost.intersection(fortresses)))

    def stands_fast(self, unit: UnitId) -> bool:
        """Units stacked with one of the NKVD's ignore retreats (FE-14G.1)."""
        chart, at = self.context.charts.steadfast, self.piece(unit).at
        ours = isinstance(at, Hex) and self.nation(unit) == chart.nation
        return ours and isinstance(at, Hex) and self._steadfast(at)

    def _steadfast(self, at: Hex) -> bool:
        chart, units = self.context.charts.steadfast, self.context.units
        return any(
            units[mate].type == chart.type and units[mate].nation == chart.nation
            for mate in self.friends(at, ALLIED)
        )

    def turned(self, target: Hex, code: str) -> str:
        """A retreat of a hex that NKVD units hold becomes an exchange (FE-14G.2)."""
        turned: str | None = self.context.charts.steadfast.turned.get(code)
        return turned if turned and self._steadfast(target) else code

    def more_modifiers(
        self, target: Hex, attackers: Iterable[UnitId], defenders: Iterable[UnitId]
    ) -> Iterable[Modifier]:
        """What the first winter adds to the die (FE-29D1a.1, 29D1b.1)."""
        chart = self.context.charts.winter
        return winter.modifiers(chart, self, target, tuple(attackers), tuple(defenders))

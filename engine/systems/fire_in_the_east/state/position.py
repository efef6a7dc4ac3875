"""A state of Fire in the East with its table: neutrals, the field of play, sources, surprise."""

from __future__ import annotations

from engine.core.actions import Objection
from engine.core.handler import Transition
from engine.systems.europa.state.constants import ALLIED, Going, Phase, other
from engine.systems.europa.state.position import Position, Source
from engine.systems.europa.supply import sources
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.records import East
from maps.hexgrid import Hex
from oob.model import UnitId

SURPRISE = frozenset({Phase.SURPRISE_MOVEMENT.value, Phase.SURPRISE_COMBAT.value})
"""The phases of the surprise turn."""
BEFORE = frozenset({Phase.SET_UP.value, Phase.WEATHER.value})
"""The phases before it."""
LOOSE = "non-divisional units"
"""The section of a military district in the order of battle whose units stand with its others."""

Work = Transition[East]
"""A step in the making."""


class EastPosition(Position):
    """Everything the rules ask of one state of Fire in the East."""

    context: EastContext
    state: East

    @property
    def surprise(self) -> bool:
        """True in the surprise turn (FE-31F.1)."""
        return self.state.phase in SURPRISE

    def may_act(self, unit: UnitId) -> Objection | None:
        """Neutral units do nothing; in the surprise turn only those it names act (FE-31F.2)."""
        if not self.side(unit):
            rule = self.context.charts.nations.neutrality(self.nation(unit))
            return Objection(rule, f"{self.called(unit)} is neutral.")
        if self.surprise and unit not in self.context.surprisers:
            text = f"{self.called(unit)} does not act in the surprise turn."
            return Objection("FE-31F.2", text)
        return None

    def may_go(self, unit: UnitId, going: Going) -> Objection | None:
        """Nobody goes by rail in the surprise turn; Soviet c/m divisions and cadres exploit neither
        after an attack nor out of a zone of control (FE-31F1.1, 31C.1).
        """
        if self.surprise and going is Going.RAIL:
            return Objection("FE-31F1.1", "There is no rail movement in the surprise turn.")
        stays = unit in self.state.pinned and self.state.phase == Phase.EXPLOITATION.value
        if stays and going not in (Going.WORK, Going.BREAKDOWN):
            text = f"{self.called(unit)} attacked, or began the phase in an enemy zone of control."
            return Objection("FE-31C.1", text)
        return None

    def limited(self, side: str) -> frozenset[UnitId]:
        """Units that may not move in the exploitation phase that begins (FE-31C.1)."""
        chart, zone = self.context.charts.mobility, self.zoc(other(side))
        return frozenset(
            unit
            for at, units in self.standing.sides[side].items()
            for unit in units
            if (at in zone or unit in self.state.fought)
            and self.nation(unit) in chart.nations
            and self.facts(unit).mobile
            and self.facts(unit).body in chart.sizes
            and self.context.units[unit].traits.isdisjoint(chart.free)
        )

    def cannot_enter(self, unit: UnitId, at: Hex) -> Objection | None:
        """Neutral countries, and what lies outside the field (FE-31B, 32A1.1, 32B.1, 36.1)."""
        if self.neutral(at):
            country = self.context.countries.get(at, "This country")
            rule = self.context.charts.nations.neutrality(self.context.holders.get(at, ""))
            return Objection(rule, f"{country} is neutral: nobody enters it.")
        if at not in self.context.field:
            label = self.context.label(at)
            return Objection("FE-36.1", f"{label} lies outside the field of this scenario.")
        return None

    def ill_placed(self, unit: UnitId, at: Hex) -> Objection | None:
        """By the option, units of the non-division section of a military district stand with others
        of the district (FE-36.4).
        """
        setups = self.context.setups
        district, _, section = setups[unit].place.partition(", ")
        if not self.context.option("district_stacks") or section != LOOSE:
            return None
        places = (setups[mate].place for mate in self.at.get(at, ()) if mate in setups)
        if any(p.partition(", ")[0] == district and not p.endswith(LOOSE) for p in places):
            return None
        text = f"{self.called(unit)} is set up with other units of the {district}."
        return Objection("FE-36.4", text)

    def bars_attack(self, unit: UnitId, at: Hex) -> Objection | None:
        """What bars entry bars attack."""
        return self.cannot_enter(unit, at)

    def zone_reaches(self, side: str, at: Hex) -> bool:
        """No zone reaches into a neutral country, or out of the field; in the surprise turn the
        attacked have none outside their borders (FE-31F1.1).
        """
        home = self.context.charts.surprise.attacked
        if self.surprise and side == ALLIED and self.context.countries.get(at) != home:
            return False
        return not self.neutral(at) and at in self.context.field

    @property
    def zone_terms(self) -> str:
        """Zones of control are others in the surprise turn (FE-31F1.1)."""
        return "surprise" if self.surprise else ""

    @property
    def unsettled(self) -> frozenset[Hex]:
        """Rail and administrative movement use hexes controlled at the start of the player turn
        alone (FE-7A.1, 6B.3).
        """
        return self.state.gained

    def claimable(self, at: Hex, side: str) -> bool:
        """Zones claim hexes, but none of the Soviets' across the border before the first player
        turn (FE-31F1.1).
        """
        chart = self.context.charts.surprise
        waiting = self.state.turn == chart.turn and self.state.phase in (*SURPRISE, *BEFORE)
        if waiting and side == ALLIED and self.context.countries.get(at) == chart.land:
            return False
        return super().claimable(at, side)

    def sources(self, side: str) -> tuple[Source, ...]:
        """The supply sources of a side at present (FE-12C)."""
        return sources.of(self, side)

    def rail_room(self, side: str) -> int:
        """Rail capacity: on the turn of surprise what the chart has first (FE-31G.1)."""
        ready = self.state.turn > self.context.charts.surprise.turn
        return self.context.charts.rail.room(side, self.state.joined, entered=ready)


def look(context: EastContext, state: East) -> EastPosition:
    """A state with everything the rules ask of it."""
    pos = context.look(state)
    assert isinstance(pos, EastPosition), "a context looks with the position of its title"
    return pos


def now(context: EastContext, transition: Work) -> EastPosition:
    """The position of a step in the making."""
    return look(context, transition.state)

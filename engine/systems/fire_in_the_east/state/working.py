"""What bars units of Fire in the East from works."""

from __future__ import annotations

from engine.core.actions import Objection
from engine.core.handler import Transition
from engine.systems.europa.board.board import FORTRESS
from engine.systems.europa.movement.costs import MAJOR_RIVER
from engine.systems.europa.production.initial_actions import Task
from engine.systems.europa.state.constants import AXIS, Phase
from engine.systems.europa.state.records import Project, Theatre
from engine.systems.europa.supply import supply_status
from engine.systems.europa.supply.nets import OVERLAND
from engine.systems.fire_in_the_east.state.raided import RaidedPosition
from engine.systems.fire_in_the_east.state.records import East
from engine.systems.fire_in_the_east.state.supplies import stocks
from maps.hexgrid import Hex, Side, distance
from oob.model import UnitId

LADEN, HEAVY = "laden", "heavily laden"
"""What is remembered in a phase of units that carry resource points: up to their size, or more."""
BURDENS = frozenset({LADEN, HEAVY})


class WorkingPosition(RaidedPosition):
    """A position with what it says of works."""

    def bars_work(self, unit: UnitId, what: str, at: Hex) -> Objection | None:
        """Motorized engineers use no construction abilities in the exploitation phase, though they
        damage airbases like any unit (FE-14A1d.1, 17D.1).
        """
        late = self.state.phase == Phase.EXPLOITATION.value and what != Task.DAMAGE
        if late and self.facts(unit).construction:
            text = f"{self.called(unit)} uses no construction abilities in exploitation."
            return Objection("FE-14A1d.1", text)
        if what in tuple(Project) and self.unprepared(self.side(unit)):
            text = "The Soviets begin no forts or permanent airfields on the turn of surprise."
            return Objection("FE-31G.1", text)
        if what == Project.FORT and self._fortified(at):
            text = f"{self.context.label(at)} has a fortress or a fortified area."
            return Objection("FE-14A1.1", text)
        return super().bars_work(unit, what, at)

    def _fortified(self, at: Hex) -> bool:
        """Whether a hex has a fortress that stands, or a unit that is a fortified area."""
        if self.fortress(at) == FORTRESS:
            return True
        chart = self.context.charts.workers
        rows = (self.context.units[unit] for unit in self.present(at))
        return any(row.type in chart.fortified and row.nation == chart.nation for row in rows)

    def unprepared(self, side: str) -> bool:
        """Whether it is the turn on which a side is taken by surprise (FE-31G.1)."""
        return side not in ("", AXIS) and self.state.turn == self.context.charts.surprise.turn

    # What units carry

    def allowance(self, unit: UnitId) -> int:
        """Less what carrying resource points takes of the rating, before it is halved
        (FE-12F.7).
        """
        marks = self.piece(unit).marks
        if marks.isdisjoint(BURDENS):
            return super().allowance(unit)
        return self.rated(unit, HEAVY if HEAVY in marks else LADEN)

    def rated(self, unit: UnitId, burden: str) -> int:
        """Half movement points of a unit in a whole phase, with a burden or '' for none."""
        whole, move = super().allowance(unit), self.facts(unit).move
        chart = self.context.charts.resources
        points = {LADEN: chart.light, HEAVY: chart.heavy}.get(burden, 0)
        return max(0, whole - points * (whole // move)) if move else whole

    # What works cost

    def bars_repair(self, unit: UnitId, bridge: Side) -> Objection | None:
        """A bridge over a major river takes a resource point in reach (FE-39A.5)."""
        if not self._dear(bridge) or self.payers(unit):
            return None
        text = f"{self.called(unit)} has no resource point for a bridge over a major river."
        return Objection("FE-39A.5", text)

    def repair_paid(self, unit: UnitId, bridge: Side, transition: Transition[Theatre]) -> None:
        """The nearest resource point pays for a bridge over a major river (FE-39A.5)."""
        if self._dear(bridge):
            at = self.payers(unit)[0]
            self.pay_work(at, transition)
            transition.tell("bridge paid", "FE-39A.5", at=at)

    def _dear(self, bridge: Side) -> bool:
        """Where a scenario plays no resource points, works take none."""
        major = MAJOR_RIVER in self.context.sides(*bridge.hexes)
        return major and bool(self.context.figures.resources)

    def may_pay(self, side: str) -> bool:
        """Whether a side has resource points, and may begin works now (FE-14A1.6, 31G.1)."""
        found = self.state.resources.values()
        return not self.unprepared(side) and any(stock.side == side for stock in found)

    def payers(self, unit: UnitId) -> tuple[Hex, ...]:
        """The hexes with resource points to which an overland line leads from a unit, the nearest
        first (FE-14A1.6).
        """
        at, side = self.piece(unit).at, self.side(unit)
        if not isinstance(at, Hex) or not self.state.resources:
            return ()
        terms = supply_status.terms(self, side)
        graph = self.context.supply_graph
        far = max(band.lengths[OVERLAND] for band in terms.bands)
        near = sorted(
            (distance(at, one), one)
            for one, found in self.state.resources.items()
            if found.side == side and distance(at, one) <= far
        )

        def net(one: Hex) -> int:
            key = ("overland to", one, side)
            return self.once(key, lambda: graph.net((one,), terms, overland_only=True).hexes)

        return tuple(one for _, one in near if net(one) & graph.bits.bit[at])

    def pay_work(self, at: Hex, transition: Transition[Theatre]) -> None:
        """A resource point of a hex is spent; it does not come back (FE-14A1.6)."""
        state = transition.state
        assert isinstance(state, East)
        transition.set(resources=stocks.without(state.resources, at, 1))

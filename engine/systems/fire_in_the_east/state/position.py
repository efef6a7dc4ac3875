"""A state of Fire in the East with its table: neutrals, the field of play, sources, surprise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.core.actions import Objection
from engine.core.handler import Transition
from engine.systems.europa.charts.unit_charts import StackRow
from engine.systems.europa.state.constants import (
    ALLIED,
    AXIS,
    FRESH,
    HALF,
    NEUTRAL,
    Going,
    Phase,
    other,
)
from engine.systems.europa.state.water_terms import NOWHERE
from engine.systems.europa.supply import supply_status
from engine.systems.fire_in_the_east.state.context import ARCTIC, EastContext
from engine.systems.fire_in_the_east.state.deploying import DeployingPosition
from engine.systems.fire_in_the_east.state.records import East
from engine.systems.fire_in_the_east.state.skies import SURPRISE
from maps.hexgrid import Hex
from oob.model import UnitId

BEFORE = frozenset({Phase.SET_UP.value, Phase.WEATHER.value})
"""The phases before the surprise turn."""
APART = frozenset({Going.RAIL, Going.STRATEGIC, Going.SEA})
"""The ways on which resource points go by themselves, not with a unit."""

Work = Transition[East]
"""A step in the making."""


class EastPosition(DeployingPosition):
    """Everything the rules ask of one state of Fire in the East."""

    context: EastContext
    state: East

    def may_act(self, unit: UnitId) -> Objection | None:
        """Neutral units do nothing, nor do those just converted; in the surprise turn only those it
        names act (FE-34D.2, 31F.2).
        """
        if not self.side(unit):
            rule = self.context.charts.nations.neutrality(self.nation(unit))
            return Objection(rule, f"{self.called(unit)} is neutral.")
        if self.just_converted(unit):
            text = f"{self.called(unit)} was converted in this turn."
            return Objection("FE-34D.2", text)
        if self.surprise and unit not in self.context.surprisers:
            text = f"{self.called(unit)} does not act in the surprise turn."
            return Objection("FE-31F.2", text)
        return self.sails(unit) if self.voyages else None

    def may_go(self, unit: UnitId, going: Going) -> Objection | None:
        """Fortified areas never move, nobody goes by rail in the surprise turn, no c/m unit
        exploits in the Arctic, and Soviet c/m divisions and cadres exploit neither after an attack
        nor out of a zone of control (FE-6.10, 31F1.1, 30.2, 31C.1).
        """
        if self.rooted(unit) and going not in (Going.WORK, Going.BREAKDOWN):
            return Objection("FE-6.10", f"{self.called(unit)} never leaves its hex.")
        load = self.state.loads.get(unit) if going in APART else None
        if load is not None and load.amount:
            how, rule = ("by sea", "FE-28C2.1") if going is Going.SEA else ("by rail", "FE-12F.5")
            text = f"{self.called(unit)} puts its resource points down: they go {how} alone."
            return Objection(rule, text)
        if self.surprise and going in (Going.RAIL, Going.STRATEGIC):
            return Objection("FE-31F1.1", "There is no rail movement in the surprise turn.")
        exploits = self.state.phase == Phase.EXPLOITATION.value and going is not Going.WORK
        at = self.piece(unit).at
        arctic = isinstance(at, Hex) and self.zone_of(at) == ARCTIC
        if exploits and arctic and self.facts(unit).mobile:
            text = f"{self.called(unit)} is in the Arctic: c/m units do not exploit there."
            return Objection("FE-30.2", text)
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
            for at, units in self.standing.sides[side].units.items()
            for unit in units
            if (at in zone or unit in self.state.fought)
            and self.nation(unit) in chart.nations
            and self.facts(unit).mobile
            and self.facts(unit).body in chart.sizes
            and self.context.units[unit].traits.isdisjoint(chart.free)
        )

    # Where units go

    def cannot_enter(self, unit: UnitId, at: Hex) -> Objection | None:
        """Neutral countries, what lies outside the scenario's field, and outside the operational
        area of an Axis ally, where it does not retreat either; fortified areas enter nothing
        (FE-31B, 36.1, 32.1, 6.10).
        """
        context = self.context
        if self.rooted(unit):
            return Objection("FE-6.10", f"{self.called(unit)} never leaves its hex.")
        if self.neutral(at) and not self.guest(unit, at):
            country = context.countries.get(at, "This country")
            rule = context.charts.nations.neutrality(context.holders.get(at, ""))
            return Objection(rule, f"{country} is neutral: nobody enters it.")
        if at not in context.field:
            return Objection(
                "FE-36.1", f"{context.label(at)} lies outside the field of this scenario."
            )
        rule, area = context.operational.get(self.nation(unit), ("", context.field))
        if at not in area:
            nation = context.charts.nations.row(self.nation(unit)).name
            text = f"{context.label(at)} lies outside the operational area of {nation}."
            return Objection(rule, text)
        if at in context.arctic and unit in context.riders:
            return Objection("FE-30.3", f"{context.label(at)} is in the Arctic: no cavalry there.")
        return None

    @property
    def all_fed(self) -> bool:
        """All units of both sides are in supply in the German player turn of the surprise
        (FE-31F.3).
        """
        first = self.state.turn == self.context.charts.surprise.turn
        return first and self.state.active == AXIS

    def guest(self, unit: UnitId, at: Hex) -> bool:
        """Whether a unit may be in a country that is neutral so far (FE-32B.2)."""
        country = self.context.countries.get(at, "")
        return self.welcome and self.nation(unit) in self.context.guests.get(country, ())

    def tied(self, unit: UnitId) -> bool:
        """A guest of a neutral keeps to its country, a unit in reserve to the area of the reserves
        (FE-32B.2, 32A2.2).
        """
        return self._hosted(unit) or self.in_reserve(unit)

    def _hosted(self, unit: UnitId) -> bool:
        at = self.piece(unit).at
        return isinstance(at, Hex) and self.neutral(at) and bool(self.side(unit))

    def beyond_hosts(self, unit: UnitId) -> Mapping[Hex, str]:
        """The land on other borders of a neutral country whose guest a unit may be: it does not
        leave that country again (FE-32B.2).
        """
        at, nation = self.piece(unit).at, self.nation(unit)
        hosts = tuple(land for land, guests in self.context.guests.items() if nation in guests)
        if not hosts or not self.welcome or not isinstance(at, Hex):
            return {}
        neutral = self.owned(NEUTRAL)
        lands = self.shared(("around", hosts), (neutral,), lambda: self._around(hosts, neutral))
        return next((others for land, others in lands if at in land), {})

    def _around(
        self, hosts: tuple[str, ...], neutral: frozenset[Hex]
    ) -> tuple[tuple[frozenset[Hex], Mapping[Hex, str]], ...]:
        """The lands around neutral countries, each as far as one goes through none of them, with
        all others.
        """
        countries, land = self.context.countries, self.context.land
        hosting = {at for at in neutral if countries.get(at, "") in hosts}
        rest = {near for at in hosting for near in at.neighbours()} & land - neutral
        found: list[frozenset[Hex]] = []
        while rest:
            edge, known = {min(rest)}, set[Hex]()
            while edge:
                known |= edge
                edge = {near for at in edge for near in at.neighbours()} & land - neutral - known
            found.append(frozenset(known))
            rest -= known
        return tuple(
            (one, {at: "FE-32B.2" for land in found if land is not one for at in sorted(land)})
            for one in found
        )

    def in_reserve(self, unit: UnitId) -> bool:
        """Whether a unit is still in reserve (FE-32A2.2, 32A2.3)."""
        turn = self.context.releases.get(unit)
        return turn is not None and self.state.turn < turn and not self.state.released

    def calls_reserves(self, *, counting: bool) -> bool:
        """Whether Soviet units beside the line of the reserves call them out, or, ``counting``, so
        many that are in their country (FE-32A2.3).
        """
        context, stacks = self.context, self.standing.sides[ALLIED]
        if self.state.released or self.state.turn >= context.last_release:
            return False
        masks = context.supply_graph.masks
        standing = masks.made_of(("stacks", ALLIED), stacks, stacks.units.keys)
        if standing & masks.of("before the reserves", context.before_reserve):
            return True
        if not counting:
            return False
        home, soviets = context.reserve_country, self.held[ALLIED]
        halves = sum(
            self.facts(unit).halves
            for at in soviets
            if context.countries.get(at) in home
            for unit in self.friends(at, ALLIED)
        )
        return halves >= context.charts.operations.invaders * HALF

    def bars(self, unit: UnitId, at: Hex) -> Objection | None:
        """Besides, what ties a unit, enemy zones beyond the Finnish stop line, and limits of the
        forces in some land.
        """
        return self._bound(unit, at) or self._stopped(unit, at) or self.too_many(unit, at)

    def _bound(self, unit: UnitId, at: Hex) -> Objection | None:
        found = self.cannot_enter(unit, at)
        if found is not None or not self.tied(unit):
            return found
        if self._hosted(unit):
            if self.neutral(at):
                return None
            text = f"{self.called(unit)} does not leave a neutral country."
            return Objection("FE-32B.2", text)
        if at in self.context.reserve:
            return None
        text = f"{self.called(unit)} is in reserve and keeps behind its line."
        return Objection("FE-32A2.2", text)

    def _stopped(self, unit: UnitId, at: Hex) -> Objection | None:
        """Finns enter no zones of control and overrun nobody beyond the stop line (FE-32B.5)."""
        bound = self.stopping and self.finnish(unit)
        if not bound or at not in self.context.beyond_stop_line:
            return None
        if at in self.zoc(ALLIED) or at in self.held[ALLIED]:
            text = f"{self.context.label(at)} lies beyond the stop line, in an enemy's reach."
            return Objection("FE-32B.5", text)
        return None

    def barred_to(self, unit: UnitId) -> frozenset[Hex]:
        """The land hexes that :meth:`bars` closes to a unit: what is remembered for all like it,
        and what zones of control close at present.
        """
        if self.rooted(unit):
            return frozenset(self.context.land)
        nation, tied = self.nation(unit), self.tied(unit)
        hosted = tied and self._hosted(unit)
        rides = "on horseback" if unit in self.context.riders else ""
        words = rides if self.welcome else f"{rides} unwelcome"
        key = (nation, self.side(unit), hosted, self.owned(NEUTRAL), tied, words)
        known = self.context.closed_lands
        if key not in known:
            kept = self.owned(NEUTRAL) if hosted else self.context.reserve if tied else None
            neutral, welcome = self.owned(NEUTRAL), self.welcome
            found = self.context.closed_land(nation, neutral, kept, welcome=welcome)
            known[key] = found | self.context.arctic if rides else found
        closed = self.with_limits(unit, known[key], key)
        if not (self.stopping and self.finnish(unit)):
            return closed
        zone, held, beyond = self.zoc(ALLIED), self.held[ALLIED], self.context.beyond_stop_line
        terms, name = (closed, zone, held), "behind the stop line"
        return self.shared(
            (name, closed), terms, lambda: closed.union(beyond & zone, beyond & held)
        )

    def fits(self, at: Hex, joining: Iterable[UnitId], leaving: Iterable[UnitId] = ()) -> bool:
        """True when units can join their side's stack in a hex: within the limit, and without
        rivals (FE-32A.2).
        """
        units, gone, rivals = tuple(joining), tuple(leaving), self.context.rivals
        for unit in units:
            others = rivals.get(self.nation(unit))
            if others and any(
                self.nation(mate) in others
                for mate in self.friends(at, self.side(units[0]))
                if mate not in gone
            ):
                return False
        return super().fits(at, units, gone)

    def overstacked(self, side: str) -> tuple[Hex, ...]:
        """Hexes where a side breaks the stacking limit or rivals share a hex, in order."""
        found, rivals = super().overstacked(side), self.context.rivals
        if rivals.keys().isdisjoint(self.context.nations_of(side)):
            return found
        stacks, pieces = self.standing.sides[side].units, self.state.pieces
        mixed = {
            at
            for unit in self.context.of_nation(*rivals)
            if isinstance(at := pieces[unit].at, Hex) and unit in (mates := stacks.get(at, ()))
            if any(self.nation(mate) in rivals[self.nation(unit)] for mate in mates)
        }
        return tuple(sorted({*found, *mixed})) if mixed else found

    def is_tight(self, units: tuple[UnitId, ...], row: StackRow) -> bool:
        """True where one more unit of some kind would not fit: besides the limit, for rivals."""
        rivals, known = self.context.rivals, self.context.units
        return super().is_tight(units, row) or any([known[u].nation in rivals for u in units])

    def bulk(self, unit: UnitId) -> tuple[object, ...]:
        """Besides, rivals do not fit where others of them are (FE-32A.2)."""
        return (*super().bulk(unit), self.context.rivals.get(self.nation(unit)))

    def future_owner(self, at: Hex) -> str:
        """The side of a hex once the neutrals that are to join have done so (FE-32A1.1, 32B.1)."""
        nation = self.context.holders.get(at, "")
        never = self.effort is not None and not self.effort.since
        if never and nation == self.context.charts.war_effort.nation:
            return self.owner_of(at)
        return self.context.sides_to_be.get(nation, "") or self.owner_of(at)

    def future_terms(self) -> tuple[object, ...]:
        """The card says whether Finland joins (FE-39C.1)."""
        return (*super().future_terms(), self.effort)

    def bars_attack(self, unit: UnitId, at: Hex) -> Objection | None:
        """Fortified areas do not attack; what bars entry bars attack; Finns attack neither
        Leningrad nor anything beyond the stop line (FE-31A5c.1, 32B.4, 32B.5).
        """
        if self.rooted(unit):
            return Objection("FE-31A5c.1", f"{self.called(unit)} does not attack.")
        found = super().bars_attack(unit, at) or self._bound(unit, at)
        if found is not None:
            return found
        here = self.piece(unit).at
        if self.context.unattacked and frozenset((here, at)) in self.context.unattacked:
            text = f"Nobody attacks over the straits to {self.context.label(at)}."
            return Objection("FE-31A2.1", text)
        if self.finnish(unit):
            if self.sparing and at in self.context.spared:
                return Objection("FE-32B.4", f"Finns do not attack {self.context.label(at)}.")
            if self.stopping and at in self.context.beyond_stop_line:
                text = f"{self.context.label(at)} lies beyond the stop line."
                return Objection("FE-32B.5", text)
        return self.unpaid(unit, at)

    def bars_joint_attack(self, unit: UnitId, mates: Iterable[UnitId]) -> Objection | None:
        """Rivals take part in no attack together (FE-32A.2)."""
        rivals, others = self.context.rivals.get(self.nation(unit)), tuple(mates)
        mate = next((m for m in others if rivals and self.nation(m) in rivals), None)
        if mate is None:
            return super().bars_joint_attack(unit, others)
        text = f"{self.called(unit)} does not attack together with {self.called(mate)}."
        return Objection("FE-32A.2", text)

    def zone_reaches(self, side: str, at: Hex) -> bool:
        """No zone reaches into a neutral country, or out of the field; up to the surprise turn
        the attacked have none outside their borders (FE-31F1.1).
        """
        home = self.context.charts.surprise.attacked
        if self.unwarned and side == ALLIED and self.context.countries.get(at) != home:
            return False
        return not self.neutral(at) and at in self.context.field

    @property
    def zone_terms(self) -> str:
        """Zones of control are others up to the surprise turn (FE-31F1.1)."""
        return "surprise" if self.unwarned else ""

    @property
    def unwarned(self) -> bool:
        """True in the surprise turn and before it."""
        first = self.state.turn == self.context.charts.surprise.turn
        return first and self.state.phase in SURPRISE | BEFORE

    @property
    def unsettled(self) -> frozenset[Hex]:
        """Rail and administrative movement use hexes controlled at the start of the player turn
        alone (FE-7A.1, 6B.3).
        """
        return self.state.gained

    def conquers(self, at: Hex) -> bool:
        """Guests of a neutral country leave it its own (FE-32B.2)."""
        return not self.neutral(at) and super().conquers(at)

    def claimable(self, at: Hex, side: str) -> bool:
        """Zones claim hexes, but none of the Soviets' across the border before the first player
        turn (FE-31F1.1).
        """
        land = self.context.charts.surprise.land
        if side == ALLIED and self.context.countries.get(at) == land and self.claim_terms:
            return False
        return super().claimable(at, side)

    @property
    def claim_terms(self) -> str:
        """Zones claim more from the first player turn on (FE-31F1.1)."""
        return "before" if self.unwarned else ""

    def bars_conversion(self, unit: UnitId) -> Objection | None:
        """Who has come in this very phase is not converted yet, nor who draws on a special source
        of supply (FE-34D.1, 12E.2).
        """
        if FRESH in self.piece(unit).marks:
            return Objection("FE-34D.1", f"{self.called(unit)} has come in this phase.")
        return self.ill_fed(unit)

    def ill_fed(self, unit: UnitId) -> Objection | None:
        """Why a unit in supply does not count as regularly supplied (FE-12E.2)."""
        if not supply_status.in_supply(self, unit) or supply_status.regular(self, unit):
            return None
        text = f"{self.called(unit)} draws on a special source of supply."
        return Objection("FE-12E.2", text)

    def may_leave(self, unit: UnitId) -> bool:
        """Isolated units are not withdrawn (FE-34C.1)."""
        return not supply_status.isolated(self, unit)

    def untraced(self, side: str) -> frozenset[Hex]:
        """The Axis traces no supply through cities without their garrison (FE-33.5)."""
        return self.state.neglected if side == AXIS else NOWHERE


def look(context: EastContext, state: East) -> EastPosition:
    """A state with everything the rules ask of it."""
    pos = context.look(state)
    assert isinstance(pos, EastPosition), "a context looks with the position of its title"
    return pos


def now(context: EastContext, transition: Work) -> EastPosition:
    """The position of a step in the making."""
    return look(context, transition.state)

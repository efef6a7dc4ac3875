"""A state of Fire in the East with its table: neutrals, the field of play, sources, surprise."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.actions import Objection
from engine.core.handler import Transition
from engine.core.state import Location
from engine.core.view.display import Modifier
from engine.systems.europa.air import fleet
from engine.systems.europa.air.groups import chart as air_chart
from engine.systems.europa.air.groups.records import NO_GROUPS, Groups
from engine.systems.europa.air.records import NO_AIR, AirWar
from engine.systems.europa.board.board import CLEAR
from engine.systems.europa.state.constants import ALLIED, AXIS, HALF, NEUTRAL, Going, Phase, other
from engine.systems.europa.state.position import Source
from engine.systems.europa.state.records import Theatre
from engine.systems.europa.supply import sources
from engine.systems.fire_in_the_east import winter
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.records import AirEast, East
from engine.systems.fire_in_the_east.state.working import WorkingPosition
from maps.hexgrid import Hex
from oob.model import UnitId

SURPRISE = frozenset(
    {Phase.SURPRISE_MOVEMENT.value, Phase.SURPRISE_AIR.value, Phase.SURPRISE_COMBAT.value}
)
"""The phases of the surprise turn."""
BEFORE = frozenset({Phase.SET_UP.value, Phase.WEATHER.value})
"""The phases before it."""
LOOSE = "non-divisional units"
"""The section of a military district in the order of battle whose units stand with its others."""

ARCTIC = "A"
"""The weather zone that rules call the Arctic (FE-3H.6)."""

Work = Transition[East]
"""A step in the making."""


class EastPosition(WorkingPosition):
    """Everything the rules ask of one state of Fire in the East."""

    FACTORIES = "factories by rail"
    """The note, in :attr:`Theatre.used`, of half REs of rail capacity that factories take."""
    context: EastContext
    state: East

    @property
    def surprise(self) -> bool:
        """True in the surprise turn (FE-31F.1)."""
        return self.state.phase in SURPRISE

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
        return None

    def may_go(self, unit: UnitId, going: Going) -> Objection | None:
        """Nobody goes by rail in the surprise turn, no c/m unit exploits in the Arctic, and Soviet
        c/m divisions and cadres exploit neither after an attack nor out of a zone of control
        (FE-31F1.1, 30.2, 31C.1).
        """
        if self.surprise and going is Going.RAIL:
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
            for at, units in self.standing.sides[side].items()
            for unit in units
            if (at in zone or unit in self.state.fought)
            and self.nation(unit) in chart.nations
            and self.facts(unit).mobile
            and self.facts(unit).body in chart.sizes
            and self.context.units[unit].traits.isdisjoint(chart.free)
        )

    # Combat

    def combat_sides(self, origin: Hex, target: Hex) -> frozenset[str]:
        """In the surprise turn rivers along the German-Soviet border have no effect, and frozen
        ones less than others (FE-31F1.1, 29D2.1).
        """
        found = super().combat_sides(origin, target)
        ice, zones = self.context.charts.ice, (self.zone_of(origin), self.zone_of(target))
        cold = self.weather_between(origin, target) == ice.weather
        if cold and self.context.charts.weather.northmost(zones) in ice.zones:
            found = frozenset(filter(None, (ice.frozen.get(kind, kind) for kind in found)))
        if self.surprise:
            chart, countries = self.context.charts.surprise, self.context.countries
            if {countries.get(origin), countries.get(target)} == {chart.land, chart.attacked}:
                return found - frozenset(chart.rivers)
        return found

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
        """Major cities that are not ready count as lesser ones (FE-31G.2)."""
        found = self.context.charts.surprise.unready
        return found if self._unready(at) else super().combat_city(at)

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

    # Where units go

    def cannot_enter(self, unit: UnitId, at: Hex) -> Objection | None:
        """Neutral countries, what lies outside the scenario's field, and outside the operational
        area of an Axis ally, where it does not retreat either (FE-31B, 36.1, 32.1).
        """
        context = self.context
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
        return None

    def guest(self, unit: UnitId, at: Hex) -> bool:
        """Whether a unit may be in a country that is neutral so far (FE-32B.2)."""
        country = self.context.countries.get(at, "")
        return self.nation(unit) in self.context.guests.get(country, ())

    def tied(self, unit: UnitId) -> bool:
        """A guest of a neutral keeps to its country, a unit in reserve to the area of the reserves
        (FE-32B.2, 32A2.2).
        """
        return self._hosted(unit) or self.in_reserve(unit)

    def _hosted(self, unit: UnitId) -> bool:
        at = self.piece(unit).at
        return isinstance(at, Hex) and self.neutral(at) and bool(self.side(unit))

    def in_reserve(self, unit: UnitId) -> bool:
        """Whether a unit is still in reserve (FE-32A2.2, 32A2.3)."""
        turn = self.context.releases.get(unit)
        return turn is not None and self.state.turn < turn and not self.state.released

    def calls_reserves(self, *, counting: bool) -> bool:
        """Whether Soviet units beside the line of the reserves call them out, or, ``counting``, so
        many that are in their country (FE-32A2.3).
        """
        context, soviets = self.context, self.held[ALLIED]
        if self.state.released or self.state.turn >= context.last_release:
            return False
        if soviets & context.before_reserve:
            return True
        if not counting:
            return False
        home = context.reserve_country
        halves = sum(
            self.facts(unit).halves
            for at in soviets
            if context.countries.get(at) in home
            for unit in self.friends(at, ALLIED)
        )
        return halves >= context.charts.operations.invaders * HALF

    def bars(self, unit: UnitId, at: Hex) -> Objection | None:
        """Besides, what ties a unit, and enemy zones beyond the Finnish stop line."""
        return self._bound(unit, at) or self._stopped(unit, at)

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
        stopped = self.nation(unit) == self.context.charts.operations.stopped
        if not stopped or at not in self.context.beyond_stop_line:
            return None
        if at in self.zoc(ALLIED) or at in self.held[ALLIED]:
            text = f"{self.context.label(at)} lies beyond the stop line, in an enemy's reach."
            return Objection("FE-32B.5", text)
        return None

    def barred_to(self, unit: UnitId) -> frozenset[Hex]:
        """The land hexes that :meth:`bars` closes to a unit: what is remembered for all like it,
        and what zones of control close at present.
        """
        nation, tied = self.nation(unit), self.tied(unit)
        hosted = tied and self._hosted(unit)
        key = (nation, self.side(unit), hosted, self.owned(NEUTRAL), tied, "")
        known = self.context.closed_lands
        if key not in known:
            kept = self.owned(NEUTRAL) if hosted else self.context.reserve if tied else None
            known[key] = self.context.closed_land(nation, self.owned(NEUTRAL), kept)
        if nation != self.context.charts.operations.stopped:
            return known[key]
        reached = self.zoc(ALLIED) | self.held[ALLIED]
        return known[key] | (self.context.beyond_stop_line & reached)

    def fits(self, at: Hex, joining: Iterable[UnitId], leaving: Iterable[UnitId] = ()) -> bool:
        """True when units can join their side's stack in a hex: within the limit, and without
        rivals (FE-32A.2).
        """
        units, gone = tuple(joining), frozenset(leaving)
        rivals = self.context.rivals
        others = frozenset[str]().union(*(rivals.get(self.nation(unit), ()) for unit in units))
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
        mixed = {
            at
            for at, units in self.standing.sides[side].items()
            if len(units) > 1
            for unit in units
            if (others := rivals.get(self.nation(unit)))
            and any(self.nation(mate) in others for mate in units)
        }
        return tuple(sorted({*found, *mixed})) if mixed else found

    def is_tight(self, side: str, at: Hex) -> bool:
        """True where one more unit of some kind would not fit: besides the limit, for rivals."""
        rivals = self.context.rivals
        return super().is_tight(side, at) or any(
            self.nation(unit) in rivals for unit in self.friends(at, side)
        )

    def future_owner(self, at: Hex) -> str:
        """The side of a hex once the neutrals that are to join have done so (FE-32A1.1, 32B.1)."""
        nation = self.context.holders.get(at, "")
        return self.context.sides_to_be.get(nation, "") or self.owner_of(at)

    def ill_placed(self, unit: UnitId, at: Hex) -> Objection | None:
        """By the option, units of the non-division section of a military district stand with others
        of the district (FE-36.4).
        """
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

    def bars_attack(self, unit: UnitId, at: Hex) -> Objection | None:
        """What bars entry bars attack; Finns attack neither Leningrad nor anything beyond the stop
        line (FE-32B.4, 32B.5).
        """
        found = super().bars_attack(unit, at) or self._bound(unit, at)
        if found is not None or self.nation(unit) != self.context.charts.operations.stopped:
            return found
        if at in self.context.spared:
            return Objection("FE-32B.4", f"Finns do not attack {self.context.label(at)}.")
        if at in self.context.beyond_stop_line:
            text = f"{self.context.label(at)} lies beyond the stop line."
            return Objection("FE-32B.5", text)
        return None

    def bars_joint_attack(self, unit: UnitId, mates: Iterable[UnitId]) -> Objection | None:
        """Rivals take part in no attack together (FE-32A.2)."""
        rivals = self.context.rivals.get(self.nation(unit))
        mate = next((m for m in mates if rivals and self.nation(m) in rivals), None)
        if mate is None:
            return None
        text = f"{self.called(unit)} does not attack together with {self.called(mate)}."
        return Objection("FE-32A.2", text)

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

    def conquers(self, at: Hex) -> bool:
        """Guests of a neutral country leave it its own (FE-32B.2)."""
        return not self.neutral(at) and super().conquers(at)

    # Air units

    @property
    def air(self) -> AirWar:
        """The air units of the game; a war without any has none."""
        return self.state.air if isinstance(self.state, AirEast) else NO_AIR

    @property
    def groups(self) -> Groups:
        """The group allowances (FE-26B.1)."""
        return self.state.groups if isinstance(self.state, AirEast) else NO_GROUPS

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
        held = nation == context.charts.operations.stopped and not context.city_of_stop.isdisjoint(
            self.owned(ALLIED)
        )
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
        nation = fleet.facts(self, unit).nation
        for row in context.charts.air_limits.rows:
            if row.id != nation or not (
                self._abroad(row.land, target) or self._abroad(row.land, base)
            ):
                continue
            others = sum(
                fleet.facts(self, other_).nation == nation
                and (self._abroad(row.land, found.at) or self._abroad(row.land, found.target))
                for other_, found in self.air.units.items()
                if other_ != unit and fleet.in_play(self, other_)
            )
            if others >= row.most:
                name = context.charts.nations.row(nation).name
                text = f"No more than {row.most} air units of {name} are in the {row.land}."
                return Objection(row.rule, text)
        return None

    def _abroad(self, land: str, at: Location | None) -> bool:
        return self.context.countries.get(at) == land if isinstance(at, Hex) else False

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
        first = self.state.turn == self.context.charts.surprise.turn
        return "before" if first and self.state.phase in SURPRISE | BEFORE else ""

    def sources(self, side: str) -> tuple[Source, ...]:
        """The supply sources of a side at present (FE-12C)."""
        return sources.of(self, side)

    def rail_room(self, side: str) -> int:
        """Rail capacity: on the turn of surprise what the chart has first, less what major cities
        that were ever lost took along (FE-31G.1, 7A4.12).
        """
        ready = self.state.turn > self.context.charts.surprise.turn
        room: int = self.context.charts.rail.room(side, self.state.joined, entered=ready)
        room = max(0, room - self.rail_lost(side))
        chart, kinds = self.context.charts.city_rail, self.context.city_kinds
        if side != chart.side:
            return room
        room -= self.state.used.get(self.FACTORIES, 0)
        taken = (at for at in self.state.captured if self.context.countries.get(at) == chart.land)
        return max(0, room - HALF * sum(chart.lost.get(kinds.get(at, ""), 0) for at in taken))


def look(context: EastContext, state: East) -> EastPosition:
    """A state with everything the rules ask of it."""
    pos = context.look(state)
    assert isinstance(pos, EastPosition), "a context looks with the position of its title"
    return pos


def now(context: EastContext, transition: Work) -> EastPosition:
    """The position of a step in the making."""
    return look(context, transition.state)

"""The automatic player of Balkan Front: what its nations want, and which ships they take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property

from engine.core.rules_base import Adviser
from engine.core.state import Frame, Location
from engine.core.system import Advice
from engine.systems.balkan_front import worn
from engine.systems.balkan_front.actions import (
    CallNation,
    CeaseOperations,
    GoOn,
    Intervene,
    LoseBefore,
    MoveCapital,
    OrderWithdrawal,
    StayOut,
    WithdrawGerman,
)
from engine.systems.balkan_front.advice import overseas
from engine.systems.balkan_front.figures import CRETE as CRETE_CONTEST
from engine.systems.balkan_front.figures import POINTS
from engine.systems.balkan_front.politics import (
    capital,
    crete,
    garrisons,
    government,
    intervention,
    victory,
)
from engine.systems.balkan_front.politics.calls import CALLS
from engine.systems.balkan_front.state.constants import RHODES
from engine.systems.balkan_front.state.position import FrontPosition
from engine.systems.balkan_front.state.records import (
    Ceasing,
    Intervening,
    Planning,
    Wearing,
    Withdrawing,
)
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.advice import ADVISERS as SHARED
from engine.systems.europa.advice import marching, preparing
from engine.systems.europa.advice.outlook import Outlook, open_land
from engine.systems.europa.air import advice as air_advice
from engine.systems.europa.air import fleet
from engine.systems.europa.air.carrying import advice as carrying_advice
from engine.systems.europa.air.carrying import drop_plans
from engine.systems.europa.board import bases
from engine.systems.europa.board.board import CITY_RANK
from engine.systems.europa.sea import advice as sea_advice
from engine.systems.europa.sea import air_attacks, transport
from engine.systems.europa.sea.actions import Ship
from engine.systems.europa.state.constants import ALLIED, AXIS, Ability
from engine.systems.europa.state.records import Initial, Moving
from maps.hexgrid import Hex, distance
from oob.model import UnitId

LIKELY = Fraction(1, 2)
"""The chance from which on a neutral is called on."""
CAMPAIGN = 4
"""Turns that German intervention needs to bring what it costs."""
CROSSING = 12.0
"""How far the front seems beyond a port of embarkation."""
NEAR = 4
"""How near the enemy comes to a capital before it moves, in hexes."""
BEHIND = 14.0
"""How much farther a city that wants a garrison seems than a capital to be taken."""
ASIDE = 12.0
"""How much farther from the Axis small cities seem than great ones."""
POST = 4.0
"""What half a regimental equivalent of a garrison that is owed is worth, in combat factors."""
BOLD, LAST = 0.8, 0.3
"""What a point of Axis strength lost weighs against one of the enemy's where Crete decides the
game: before the last turn, and in it.
"""
AIRBASE = 5.0
"""What an airbase of Crete is worth where these decide the game, in combat factors."""
ITALY, ALBANIA, MAINLAND = "Mainland Italy", "Albania", "Mainland Greece"


class FrontOutlook(Outlook):
    """A side's view of a position of Balkan Front."""

    pos: FrontPosition

    @cached_property
    def seats(self) -> frozenset[Hex]:
        """The seats of Allied governments."""
        seats = self.pos.seats
        return frozenset(seats[nation] for nation in government.allied(self.pos))

    @cached_property
    def prizes(self) -> Mapping[Hex, float]:
        """What having each city is worth; where the fate of Crete decides the game, its airbases
        alone are worth having there (BF-33D3.1).
        """
        found = super().prizes
        if self.context.figures.contest != CRETE_CONTEST:
            return found
        aside = self.pos.context.area(crete.ISLAND)
        kept = {at: worth for at, worth in found.items() if at not in aside}
        return {**kept, **dict.fromkeys(crete.airbases(self.pos), AIRBASE)}

    @property
    def thrift(self) -> float:
        """Who has to win on Crete in so few turns does not spare his units, least of all in the
        last.
        """
        if self.side != AXIS or self.context.figures.contest != CRETE_CONTEST:
            return super().thrift
        return LAST if self.pos.state.turn >= self.context.figures.turns else BOLD

    @property
    def drive(self) -> float:
        """The Axis comes to conquer; the Allies throw it back where they can."""
        return 1.0 if self.side == AXIS else 0.35

    @property
    def gates(self) -> tuple[tuple[Hex, float], ...]:
        """Ports that units on the wrong side of the sea go to."""
        if self.side != AXIS:
            return ()
        inside = self.pos.context.area(ITALY)
        ports = (at for at in self.pos.context.ports if at in inside and self._large(at))
        found = {**dict.fromkeys(ports, CROSSING), **dict.fromkeys(self._quays(), 0.0)}
        return tuple(sorted(found.items()))

    def _quays(self) -> Iterator[Hex]:
        """Where units wait that have no enemy left on their land: with the transports."""
        fought = overseas.contested(self)
        return (at for at in overseas.bases(self) if overseas.land_of(self.pos, at) not in fought)

    @cached_property
    def islands(self) -> frozenset[int]:
        """The lands across the sea on which one's own units fight."""
        return overseas.islands(self)

    @cached_property
    def airheads(self) -> frozenset[Hex]:
        """One's own airbases on these."""
        if not self.islands:
            return frozenset()
        found = fleet.bases_of(self.pos, self.side)
        return frozenset(
            at
            for at in found
            if isinstance(at, Hex) and overseas.land_of(self.pos, at) in self.islands
        )

    def airhead(self, at: Hex) -> bool:
        """True for an airbase on an island that is fought for."""
        return at in self.airheads

    def late(self, unit: UnitId) -> int:
        """Headquarters on an island follow those they support."""
        return int(self._across(self.pos.piece(unit).at) and overseas.staff(self, unit))

    def massed(self, at: Hex) -> bool:
        """True for a base or a port of such an island: there all others come in."""
        key = bool(bases.full_capacity(self.pos, at)) or at in self.pos.context.ports
        return key and self._across(at)

    def supplied(self, unit: UnitId, at: Hex) -> bool:
        """Where all live by what is brought across the sea no hex is better fed than another."""
        return self._across(at) or super().supplied(unit, at)

    def _goals(self, owner: str, seeker: str) -> tuple[tuple[Hex, float], ...]:
        """The Axis goes for capitals and great cities; small ones cost garrisons and wait."""
        found = super()._goals(owner, seeker)
        if seeker != AXIS:
            return found
        great = CITY_RANK["partial_city"]
        rank = self.context.city_rank
        goals = [(at, start if rank(at) >= great else start + ASIDE) for at, start in found]
        return (*goals, *((at, BEHIND) for at in self.short))

    def _large(self, at: Hex) -> bool:
        return self.pos.context.ports[at] != "minor"

    def enterable(self, side: str) -> frozenset[Hex]:
        """Land a side may enter: neutral countries and what is closed to the Allies left out."""
        context = self.pos.context
        found = open_land(context, tuple(sorted(self.pos.state.joined.items())))
        return found - context.forbidden if side == ALLIED else found

    @cached_property
    def needed(self) -> Mapping[Hex, int]:
        """For hexes of garrisons, what the garrison has to spare, in half regimental
        equivalents.
        """
        found: dict[Hex, int] = {}
        for row in self.pos.context.charts.garrisons.rows:
            if row.box or row.side != self.side or garrisons.released(self.pos, row):
                continue
            hexes = self.pos.context.garrisoned[row.id]
            held = sum(
                self.pos.facts(unit).halves
                for at in hexes
                for unit in self.pos.friends(at, self.side)
                if garrisons.counts(self.pos, unit, row.shunned)
            )
            for at in hexes:
                found[at] = min(found.get(at, 99), -1 if row.each else held - row.halves)
        return found

    def duty(self, unit: UnitId) -> bool:
        """True for a unit that a garrison cannot spare, for airborne units on an airbase that wait
        for a drop, and for heavy ones that wait for a passage.
        """
        at = self.pos.piece(unit).at
        if self.pos.air.units and drop_plans.airborne(self.pos, unit):
            waits = fleet.is_base(self.pos, at, self.side) and not self._across(at)
            return self.pos.planned(unit) or waits
        if not isinstance(at, Hex):
            return False
        if at in self.needed and self.needed[at] < self.pos.facts(unit).halves:
            return True
        waits = self.side == AXIS and not _abroad(self, at)
        return waits and overseas.waits(self, self.pos, unit)

    def _across(self, at: Location) -> bool:
        return bool(self.islands) and overseas.land_of(self.pos, at) in self.islands

    @cached_property
    def owed(self) -> Mapping[Hex, int]:
        """For captured cities, the garrison that occupying them takes, in half regimental
        equivalents (BF-28D); none where points of victory do not count.
        """
        pos = self.pos
        if self.side != AXIS or pos.context.figures.contest != POINTS:
            return {}
        chart = pos.context.charts.garrisons
        found = {}
        for at in pos.context.cities_in(*chart.occupied):
            rank = pos.context.city_rank(at)
            if rank >= CITY_RANK["reference"] and pos.owner_of(at) == AXIS:
                reference = rank == CITY_RANK["reference"]
                found[at] = chart.reference_city if reference else chart.dot_city
        return found

    @cached_property
    def short(self) -> tuple[Hex, ...]:
        """The captured cities whose garrison is short."""
        friends, facts = self.pos.friends, self.pos.facts
        return tuple(
            at
            for at, owed in self.owed.items()
            if sum(facts(unit).halves for unit in friends(at, AXIS)) < owed
        )

    @property
    def patience(self) -> None:
        """Everybody is asked: behind the front many are wanted as garrisons."""
        return

    def upkeep(self, at: Hex) -> int:
        """The garrison of a city that the Axis occupies (BF-28D)."""
        chart, rank = self.pos.context.charts.garrisons, self.pos.context.city_rank(at)
        held = at in self.pos.context.cities_in(*chart.occupied)
        if self.side != AXIS or not held or rank < CITY_RANK["reference"]:
            return 0
        return chart.reference_city if rank == CITY_RANK["reference"] else chart.dot_city

    def post(self, unit: UnitId, at: Hex) -> float:
        """What a unit adds to the garrison of a captured city; on an island, a headquarters to
        those it supports.
        """
        owed = self.owed.get(at, 0)
        if not owed:
            return overseas.backing(self, unit, at) if self._across(at) else 0.0
        others = sum(self.pos.facts(u).halves for u in self.pos.friends(at, AXIS) if u != unit)
        return POST * max(0, min(self.pos.facts(unit).halves, owed - others))


def moving(look: FrontOutlook, frame: Moving) -> Advice:
    """Ships first, then marches."""
    if not frame.exploiting:
        for landing in sea_advice.storming(look, look.pos):
            if look.allowed(landing):
                return Advice(landing, f"{look.pos.label(landing.target)} lies open.")
        for broken in overseas.breakdowns(look, look.pos, look.airheads):
            if look.allowed(broken):
                return Advice(broken, "Transports fly its regiments to the island.")
        for crossing in overseas.crossings(look, look.pos, look.airheads):
            if look.allowed(crossing):
                place = look.pos.label(crossing.target)
                return Advice(crossing, f"It is wanted in {place}.")
        for supplies in sea_advice.sailing(look, look.pos):
            if look.allowed(supplies):
                return Advice(supplies, f"Units in {look.pos.label(supplies.target)} need them.")
        for action in voyages(look):
            if look.allowed(action):
                place = look.pos.label(action.target)
                return Advice(action, f"It is idle where it is; {place} lies nearer to the war.")
    return marching.moving(look, frame)


def voyages(look: FrontOutlook) -> Iterator[Ship]:
    """Voyages to the front, the strongest units first."""
    pos = look.pos
    units = sorted(
        transport.aboard(pos, look.side),
        key=lambda u: (-look.strength(u, attacking=True), u),
    )
    for unit in units:
        here = pos.piece(unit).at
        if not _abroad(look, here):
            continue
        for to in _ports(look, transport.destinations(pos, unit)):
            yield Ship(unit, to)


def _abroad(look: FrontOutlook, here: Location) -> bool:
    """True where a unit is of no use: in Mainland Italy, or in a box but Rhodes."""
    if isinstance(here, str):
        return here in look.pos.context.holding and here != RHODES
    return look.side == AXIS and here in look.pos.context.area(ITALY)


def _ports(look: FrontOutlook, options: tuple[Location, ...]) -> list[Hex]:
    """Ports worth landing in, those nearest the front first."""
    context = look.pos.context
    wanted = context.area(ALBANIA if look.side == AXIS else MAINLAND)
    hexes = [at for at in options if isinstance(at, Hex) and at in wanted]
    return sorted(hexes, key=lambda at: (look.ahead.get(at, 99.0), at))


def ceasing(look: FrontOutlook, frame: Ceasing) -> Advice:
    """Cease when ahead, or when waiting costs."""
    pos = look.pos
    ahead = victory.score(pos, AXIS) > victory.score(pos, ALLIED)
    early = pos.state.turn <= pos.context.charts.victory.early
    if (ahead or early) and look.allowed(CeaseOperations()):
        return Advice(CeaseOperations(), "The war is won.")
    return Advice(GoOn(), f"{frame.side.capitalize()} can still gain.")


def initial(look: Outlook, frame: Initial) -> Advice:
    """Call on a neutral that will probably come; then what every player does."""
    assert isinstance(look.pos, FrontPosition)
    for row in CALLS.rows(look.pos):
        coming = sum(
            chance
            for result, chance in CALLS.chances(look.pos, row).items()
            if any(found.id == result and found.side == frame.side for found in row.results)
        )
        if coming >= LIKELY and look.allowed(CallNation(row.id)):
            return Advice(CallNation(row.id), f"{row.name} will probably join.")
    flight = _flight(look, look.pos)
    if flight is not None:
        return flight
    at_sea = sea_advice.initial(look, look.pos)
    if at_sea is not None:
        return at_sea
    drop = carrying_advice.drop(look)
    if drop is not None:
        return drop
    replaced = air_advice.replacement(look)
    if replaced is not None:
        return replaced
    found = preparing.initial(look, frame)
    late = look.pos.state.turn + 1 >= look.pos.context.charts.intervention.last
    if isinstance(found.action, EndPhase) and late and look.allowed(OrderWithdrawal()):
        return Advice(OrderWithdrawal(), "Next turn it would cost points.")
    return found


def _flight(look: Outlook, pos: FrontPosition) -> Advice | None:
    """The capital leaves a city that the enemy is near for the safest one by rail."""
    who, front = capital.nation(pos), sorted(pos.held[look.enemy])
    if not who or look.side != ALLIED or not front:
        return None

    def far(at: Hex) -> int:
        return min(distance(at, enemy) for enemy in front)

    here = far(pos.seats[who])
    best = max(capital.refuges(pos), key=lambda at: (far(at), at), default=None)
    if here > NEAR or best is None or far(best) <= here:
        return None
    action = MoveCapital(who, best)
    return Advice(action, "There it is safer.") if look.allowed(action) else None


def first_plans(look: FrontOutlook, _frame: Planning) -> Advice:
    """Drops and landings for the first turn, then the game."""
    for landing in sea_advice.plans(look, look.pos):
        if look.allowed(landing):
            return Advice(landing, f"{look.pos.label(landing.target)} lies open.")
    return carrying_advice.drop(look) or Advice(EndPhase(), "All is planned.")


def intervening(look: FrontOutlook, _frame: Intervening) -> Advice:
    """Germany comes while there is time to win by it what it costs."""
    left = look.context.figures.turns - look.pos.state.turn
    if left >= CAMPAIGN:
        return Advice(Intervene(), "Greece falls to the German army.")
    return Advice(StayOut(), "It is too late to be worth its price.")


def withdrawing(look: FrontOutlook, _frame: Withdrawing) -> Advice:
    """The weakest German units leave first; while an airbase of Crete is the enemy's, those who can
    jump or climb there leave last.
    """
    pos = look.pos
    wanted = any(pos.base_owner(at) == look.enemy for at in crete.airbases(pos))

    def order(unit: UnitId) -> tuple[bool, float, UnitId]:
        able = pos.facts(unit).abilities & (drop_plans.AIRBORNE | {Ability.MOUNTAIN})
        return wanted and bool(able), look.strength(unit, attacking=False), unit

    return Advice(
        WithdrawGerman(min(intervention.in_play(pos), key=order)), "It is the least loss."
    )


def wearing(look: FrontOutlook, frame: Wearing) -> Advice:
    """Units that leave a cadre, no stronger than need be."""
    found = worn.worths(look.pos, frame.nation)

    def cost(unit: UnitId) -> tuple[bool, int, UnitId]:
        return not look.pos.facts(unit).has_cadre, abs(found[unit] - frame.points), unit

    return Advice(LoseBefore(min(found, key=cost)), "Its cadre stays.")


ADVISERS: Mapping[type[Frame], Adviser] = {
    **SHARED,
    **air_advice.ADVISERS,
    **air_attacks.ADVISERS,
    Initial: initial,
    Moving: moving,
    Ceasing: ceasing,
    Intervening: intervening,
    Withdrawing: withdrawing,
    Planning: first_plans,
    Wearing: wearing,
}
"""Who knows about each kind of open decision."""

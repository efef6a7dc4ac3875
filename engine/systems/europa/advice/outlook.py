"""A side's view of a position: what is worth having, who threatens what, where supply reaches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from engine.core.actions import Action
from engine.systems.europa.advice.danger import Danger, danger
from engine.systems.europa.advice.ground import FAR, WEIGHT, distances
from engine.systems.europa.advice.sums import Sums, sums
from engine.systems.europa.charts.combat_charts import Weakened
from engine.systems.europa.combat.crossing import side_rows
from engine.systems.europa.state.constants import HALF, NEUTRAL, other
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from engine.systems.europa.supply import supply_status
from maps.hexgrid import Hex
from oob.model import UnitId

PULL = 7.0
"""The distance over which a goal's pull falls by half."""
CAPITAL = 14.0
"""What a capital is worth, in combat factors."""
SEAT = 6.0
"""How much nearer a capital seems than it is."""
OUTSIDE = 2.5
"""What a hex without supply costs, in combat factors."""
OWN = 1.15
"""What a point of one's own strength lost weighs against one of the enemy's."""
PATIENCE = 24
"""How many units are asked before a phase of movement ends."""
HARD = {"mountain": 2.0, "rough": 1.3, "wooded_rough": 1.4, "forest": 1.4, "swamp": 1.4}
"""What the ground of a hex multiplies its defenders by, roughly."""

BROADLY = frozenset({Weakened.NOT_ARTILLERY, Weakened.NOT_ARTILLERY_OR_ENGINEERS})
"""What weakens nearly everybody."""

UNCLAIMED: Mapping[Hex, float] = {}
"""What taking hexes is worth besides, where nothing is."""


class Aim(NamedTuple):
    """An enemy stack one could attack from a hex: what it defends with, what stands against it
    already, what beating it is worth, and what the hexside multiplies attackers by.
    """

    at: Hex
    against: float
    there: float
    worth: float
    over: float


class Outlook:
    """Everything one decision looks at."""

    def __init__(self, pos: Position, side: str, allowed: Callable[[Action], bool]) -> None:
        self.pos = pos
        self.side = side
        self.enemy = other(side)
        self.allowed = allowed
        self.context = pos.context
        self._aims: dict[Hex, tuple[Aim, ...]] = {}
        self._gaps: dict[Hex, float] = {}
        self._nets: dict[str, int] = {}
        self._sides: dict[tuple[Hex, Hex], float] = {}

    # What a title knows

    @cached_property
    def seats(self) -> frozenset[Hex]:
        """The capitals that matter most."""
        return frozenset()

    @property
    def gates(self) -> tuple[tuple[Hex, float], ...]:
        """Ports worth going to on land that is cut off, with how far the goal then lies."""
        return ()

    @property
    def drive(self) -> float:
        """How much one's side wants to go forward: 1 for an attacker, near 0 for a defender."""
        return 1.0

    @property
    def overruns(self) -> bool:
        """Whether one's side overruns who is weak as it moves."""
        return False

    @property
    def patience(self) -> int | None:
        """How many units are asked whether they gain by going before a phase of movement ends; None
        for all.
        """
        return PATIENCE

    def outside(self, _power: float, *, staying: bool) -> float:
        """What a hex without supply costs a unit of some strength that goes or stays there."""
        return 0.0 if staying else OUTSIDE

    def nuisance(self, _at: Hex) -> float:
        """What beating the enemies in a hex is worth besides, in combat factors."""
        return 0.0

    @property
    def caution(self) -> float:
        """How much holding threatened ground counts: 1, more for who cannot afford losses."""
        return 1.0

    def duty(self, _unit: UnitId) -> bool:
        """True for a unit that a duty keeps where it stands."""
        return False

    def post(self, _unit: UnitId, _at: Hex) -> float:
        """What a unit is worth in a hex as a garrison, in combat factors."""
        return 0.0

    def posting(self, _unit: UnitId, at: Hex) -> str:
        """Why a hex wants a unit as a garrison, in a sentence."""
        return f"{self.pos.label(at)} wants a garrison."

    @property
    def claims(self) -> Mapping[Hex, float]:
        """What taking a hex in enemy hands is worth besides, in combat factors."""
        return UNCLAIMED

    def late(self, _unit: UnitId) -> int:
        """When a unit moves: after all those for whom the number is less."""
        return 0

    def leads(self, _unit: UnitId) -> int:
        """Within how many hexes of a unit its going changes what hexes are worth to others as
        posts.
        """
        return 0

    def zeal(self, _unit: UnitId) -> float:
        """How much a unit goes forward with its side: 1, less for who is meant for the rear."""
        return 1.0

    @property
    def thrift(self) -> float:
        """What a point of one's own strength lost in an attack weighs against one of the
        enemy's.
        """
        return OWN

    def hopeful(self, power: float, against: float, _target: Hex) -> bool:
        """Whether strength against strength, ground aside, makes an attack worth working out."""
        return power >= against

    def upkeep(self, _at: Hex) -> int:
        """The garrison that taking a hex would oblige one to, in half regimental equivalents."""
        return 0

    def massed(self, _at: Hex) -> bool:
        """True for a hex that all who can advance into, for they hold it together or not at all."""
        return False

    def airhead(self, _at: Hex) -> bool:
        """True for a base that units are flown to though the enemy threatens it."""
        return False

    def enterable(self, _side: str) -> frozenset[Hex]:
        """The land a side may enter: all that is not neutral."""
        return open_land(self.context, tuple(sorted(self.pos.state.joined.items())))

    # Worth

    @cached_property
    def prizes(self) -> Mapping[Hex, float]:
        """What having each city is worth, in combat factors."""
        return prizes(self.context, self.seats)

    def prize(self, at: Hex) -> float:
        """What having a hex is worth, in combat factors."""
        return self.prizes.get(at, 0.0)

    @cached_property
    def wanted(self) -> tuple[tuple[Hex, float], ...]:
        """Enemy cities on land one may enter, with how much farther each seems for being small."""
        return (*self._goals(self.enemy, self.side), *self.gates)

    @cached_property
    def guarded(self) -> tuple[tuple[Hex, float], ...]:
        """One's own cities, as the enemy wants them."""
        return self._goals(self.side, self.enemy)

    def _goals(self, owner: str, seeker: str) -> tuple[tuple[Hex, float], ...]:
        open_to, owned = self.enterable(seeker), self.pos.owned(owner)
        return tuple(
            (at, 0.0 if at in self.seats else SEAT + 6.0 - self.prize(at))
            for at in self.context.cities
            if at in owned and at in open_to
        )

    @cached_property
    def ahead(self) -> Mapping[Hex, float]:
        """How far each hex lies from what one wants."""
        return distances(self.context, self.wanted, self.enterable(self.side))

    @cached_property
    def behind(self) -> Mapping[Hex, float]:
        """How far each hex lies from what the enemy wants."""
        return distances(self.context, self.guarded, self.enterable(self.enemy))

    def pull(self, at: Hex) -> float:
        """How much a hex is drawn to what one wants, 0 to 1."""
        return PULL / (PULL + self.ahead.get(at, FAR))

    def peril(self, at: Hex) -> float:
        """How much the enemy is drawn to what lies behind a hex, 0 to 1."""
        return PULL / (PULL + self.behind.get(at, FAR))

    # Strength

    def strength(self, unit: UnitId, *, attacking: bool) -> float:
        """A unit's strength, halved where lack of supply halves it."""
        facts = self.pos.facts(unit)
        found = facts.attack if attacking else facts.defense
        lack = self.pos.hardship(unit)
        halved = lack is not None and (lack.attack if attacking else lack.defense)
        return found / 2 if halved else float(found)

    @cached_property
    def sums(self) -> Sums:
        """What is known of the decision before."""
        return sums(self.context, self.pos.state)

    @cached_property
    def defence(self) -> Mapping[str, Mapping[Hex, float]]:
        """What each side's stacks defend with, ground included."""
        return {side: self._sums(side, attacking=False) for side in (self.side, self.enemy)}

    @cached_property
    def attack(self) -> Mapping[str, Mapping[Hex, float]]:
        """What each side's stacks attack with."""
        return {side: self._sums(side, attacking=True) for side in (self.side, self.enemy)}

    def _sums(self, side: str, *, attacking: bool) -> Mapping[Hex, float]:
        ordered = self.pos.standing.sides[side]
        stacks = ordered.units

        def number(at: Hex) -> float:
            found = sum(self.strength(unit, attacking=attacking) for unit in stacks[at])
            return found * (1.0 if attacking else self.hard(at))

        def one(at: Hex) -> float | None:
            return number(at) if at in stacks else None

        kind = "attack" if attacking else "defence"
        return self.sums.of((kind, side), lambda: {at: number(at) for at in ordered}, one)

    def hard(self, at: Hex) -> float:
        """What the ground of a hex multiplies its defenders by, roughly."""
        found = HARD.get(self.context.map.terrain[at], 1.0)
        if at in self.pos.state.forts or self.context.major_city(at):
            found += 0.4
        return found

    @cached_property
    def danger(self) -> Danger:
        """What the enemy could do next turn."""
        stacks = tuple(
            sorted((at, power) for at, power in self.attack[self.enemy].items() if power > 0)
        )
        return danger(self.context, stacks, self.guarded, self.enterable(self.enemy))

    @cached_property
    def threat(self) -> Mapping[Hex, float]:
        """The strength the enemy could bring against each hex."""
        return self.danger.threat

    @cached_property
    def covered(self) -> Mapping[Hex, float]:
        """How many of one's own stacks with a zone of control stand in or next to each hex."""
        stacks, exerts = self.pos.standing.sides[self.side], self.pos.exerts

        def one(at: Hex) -> int | None:
            return sum(any(map(exerts, stacks.get(near, ()))) for near in self._near(at)) or None

        def whole() -> Mapping[Hex, int]:
            found: dict[Hex, int] = {}
            for at, units in stacks.items():
                if any(map(exerts, units)):
                    for near in self._near(at):
                        found[near] = found.get(near, 0) + 1
            return found

        return self.sums.of(("covered", self.side), whole, one, self._around)

    @cached_property
    def pressure(self) -> Mapping[Hex, float]:
        """What one's own stacks could bring against each enemy-held hex as they are."""
        mine, theirs = self.attack[self.side], self.pos.held[self.enemy]

        def number(at: Hex) -> float:
            near = (origin for origin in self.context.fronts[at] if origin in mine)
            return sum(mine[origin] * self.over(origin, at) for origin in near)

        def one(at: Hex) -> float | None:
            return number(at) if at in theirs else None

        return self.sums.of(
            ("pressure", self.side), lambda: {at: number(at) for at in theirs}, one, self._around
        )

    def over(self, origin: Hex, target: Hex) -> float:
        """What the hexside into a hex multiplies attackers by, roughly: half over a river."""
        if not self.context.sides(origin, target):
            return 1.0
        found = self._sides.get((origin, target))
        if found is None:
            rows = side_rows(self.pos, origin, target)
            shares = [row.share for row in rows if row.weakened in BROADLY]
            found = self._sides[origin, target] = 1.0 / max(shares, default=1)
        return found

    def _near(self, at: Hex) -> tuple[Hex, ...]:
        """A hex and those next to it that can be entered from it."""
        return (at, *self.context.fronts.get(at, ()))

    def _around(self, hexes: Iterable[Hex]) -> Iterable[Hex]:
        """Some hexes and those next to them."""
        return {near for at in hexes for near in self._near(at)}

    def aims(self, at: Hex) -> tuple[Aim, ...]:
        """The enemies one could attack out of a hex."""
        found = self._aims.get(at)
        if found is None:
            against = self.defence[self.enemy]
            found = tuple(
                Aim(
                    target,
                    max(0.5, against[target]),
                    self.pressure.get(target, 0.0),
                    3.0 + self.prize(target) + 3.0 * self.pull(target) + self.nuisance(target),
                    self.over(at, target),
                )
                for target in self.context.fronts[at]
                if target in against
            )
            self._aims[at] = found
        return found

    def gap(self, at: Hex, *, spared: bool = False) -> float:
        """How much strength would come through a hex that none of one's own zones of control
        reaches, one of them ``spared``.
        """
        return self.danger.path.get(at, 0.0) if self.covered.get(at, 0) <= spared else 0.0

    def gaps(self, at: Hex) -> float:
        """The gaps next to a hex."""
        found = self._gaps.get(at)
        if found is None:
            found = self._gaps[at] = sum(map(self.gap, self.context.fronts[at]))
        return found

    # Supply and rooms

    @cached_property
    def fed(self) -> Mapping[frozenset[str], int]:
        """The hexes that full sources supply, as bit masks by the nations they feed."""
        nets = supply_status.full(self.pos, self.side)
        return {nations: net.hexes for nations, net in nets.items()}

    def supplied(self, unit: UnitId, at: Hex) -> bool:
        """True when a unit would be in supply in a hex, as far as one can tell."""
        return self.linked(unit, at)

    def linked(self, unit: UnitId, at: Hex) -> bool:
        """True when a full source feeds a unit in a hex, or in one beside it."""
        nation = self.pos.nation(unit)
        net = self._nets.get(nation)
        if net is None:
            net = 0
            for nations, hexes in self.fed.items():
                if not nations or nation in nations:
                    net |= hexes
            self._nets[nation] = net
        return bool(net & around(self.context)[at])

    @cached_property
    def backers(self) -> Mapping[Hex, tuple[UnitId, ...]]:
        """The units of each of one's own stacks that support the others."""
        return {
            at: tuple(filter(self.gives_support, units))
            for at, units in self.pos.standing.sides[self.side].items()
        }

    def gives_support(self, unit: UnitId) -> bool:
        """True for a unit that supports those stacked with it."""
        facts = self.pos.facts(unit)
        return facts.supported and not facts.dot

    def half_points(self, unit: UnitId) -> int:
        """Half movement points left to a unit."""
        return self.pos.left(unit)

    def size(self, unit: UnitId) -> float:
        """Regimental equivalents of a unit."""
        return self.pos.facts(unit).halves / HALF

    def neutral(self, at: Hex) -> bool:
        """True in a neutral country."""
        return self.pos.owner_of(at) == NEUTRAL


@lru_cache(maxsize=16)
def prizes(context: Context, seats: frozenset[Hex]) -> Mapping[Hex, float]:
    """What having each city of a board is worth when some are the seats of governments."""
    found = {at: WEIGHT.get(context.city_rank(at), 0.0) for at in context.cities}
    return {**found, **dict.fromkeys(seats, CAPITAL)}


@lru_cache(maxsize=16)
def open_land(context: Context, joined: tuple[tuple[str, str], ...]) -> frozenset[Hex]:
    """Land of countries that have joined a side."""
    sides = dict(joined)
    return frozenset(at for at, holder in context.holders.items() if sides.get(holder, NEUTRAL))


@lru_cache(maxsize=4)
def around(context: Context) -> Mapping[Hex, int]:
    """For each land hex the bits of it and of its neighbours."""
    bit = context.supply_graph.bits.bit
    found = {}
    for at, fronts in context.fronts.items():
        found[at] = bit[at]
        for near in fronts:
            found[at] |= bit[near]
    return found

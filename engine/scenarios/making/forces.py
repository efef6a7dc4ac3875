"""Who is alive on a turn, and where everybody stands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from engine.core.state import Piece, State
from engine.scenarios.making.ground import Ground
from engine.scenarios.making.plan import Plan, Sector
from engine.systems.europa.state.constants import ALLIED, AXIS, BROKEN, HELD, PENDING
from engine.systems.fire_in_the_east.rules import FireInTheEast
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.position import EastPosition
from engine.systems.fire_in_the_east.state.records import East
from maps.errors import KnownError
from maps.hexgrid import Hex, distance
from oob.model import UnitId


class Roll:
    """The units that have come by a turn, by the place words they came by, and what has left."""

    def __init__(self, rules: FireInTheEast, turn: int) -> None:
        context, plan = rules.context, rules.context.figures.schedule
        there: dict[UnitId, str] = {
            unit: entry.place
            for unit, entry in context.setups.items()
            if context.figures.starts(entry.place)
        }
        for arrival in plan.arrivals:
            if 0 < arrival.turn < turn:
                there.update(dict.fromkeys(arrival.units, arrival.place))
        self.gone = [unit for row in plan.withdrawals if 0 < row.turn < turn for unit in row.units]
        for row in plan.conversions:
            if row.turn < turn:
                there[row.new] = there[row.old[0]]
                self.gone += row.old
        self.by_place: dict[str, list[UnitId]] = defaultdict(list)
        for unit in context.units:
            if unit in there and unit not in self.gone:
                self.by_place[there[unit]].append(unit)


class Host:
    """The units on the map, hex by hex."""

    def __init__(self, rules: FireInTheEast, state: East, ground: Ground) -> None:
        self.rules = rules
        self.ground = ground
        self.state = state
        self.put: dict[Hex, list[UnitId]] = defaultdict(list)
        self.room = {
            ground.context.hex_of(label): tuple(map(UnitId, units))
            for label, units in ground.plan.room.items()
        }

    @property
    def pos(self) -> EastPosition:
        """The position so far."""
        return self.rules.position(self.state)

    def place(self, unit: UnitId, hexes: Iterable[Hex]) -> bool:
        """Put a unit into the first of some hexes that takes it; False where none does."""
        pos, kept = self.pos, self._kept_off(unit)
        for at in hexes:
            joining = (unit, *self.room.get(at, ()))
            if at not in kept and pos.bars(unit, at) is None and pos.fits(at, joining):
                piece = Piece(at, pos.piece(unit).steps)
                self.state = self.state.with_pieces({unit: piece})
                self.put[at].append(unit)
                return True
        return False

    def _kept_off(self, unit: UnitId) -> frozenset[Hex]:
        """The land that its Finns have regained, for Germans: few may be there (FE-32B.6)."""
        context = self.ground.context
        guests = context.charts.operations.guests
        is_guest = self.pos.nation(unit) == guests
        return context.annexed - context.arctic if is_guest else frozenset()

    def rear(self, sector: Sector, side: str) -> tuple[Hex, ...]:
        """The hexes behind a sector, the nearest first."""
        front = self.ground.front(sector, axis=side == AXIS)
        context, enemy = self.ground.context, self.enemy(side)
        found, edge = dict.fromkeys(front), list(front)
        for _ in range(sector.deep):
            edge = [
                near
                for at in edge
                for near in sorted(context.fronts.get(at, ()))
                if near not in found and self.owned(near, side) and near not in enemy
            ]
            found.update(dict.fromkeys(edge))
        return tuple(at for at in found if at not in front)

    def on_rails(self, sector: Sector, side: str) -> tuple[Hex, ...]:
        """The hexes of the railroads of a side, first those behind a sector, then the nearest to
        it: who goes by rail alone could not leave another hex (FE-14F.1).
        """
        front = self.ground.front(sector, axis=side == AXIS)
        lines = self.ground.railroads(axis=side == AXIS)
        behind = [at for at in self.rear(sector, side) if at in lines]
        near = sorted(lines, key=lambda at: (min(distance(at, one) for one in front), at))
        return tuple(dict.fromkeys((*behind, *near)))

    def owned(self, at: Hex, side: str) -> bool:
        """Whether a side has a hex."""
        return self.ground.ours(at) is (side == AXIS)

    def enemy(self, side: str) -> frozenset[Hex]:
        """The hexes that the other side stands in."""
        held = self.pos.held
        return held[ALLIED if side == AXIS else AXIS]


def dealt(plan: Plan, roll: Roll) -> tuple[dict[str, list[UnitId]], list[UnitId]]:
    """The units of each sector, and those that are lost. Raises KnownError for a place word whose
    units go nowhere.
    """
    named = {unit for force in plan.forces for unit in force.units}
    found: dict[str, list[UnitId]] = defaultdict(list)
    lost: list[UnitId] = []
    for force in plan.forces:
        found[force.sector] += map(UnitId, force.units)
    for place, units in roll.by_place.items():
        left = [unit for unit in units if unit not in named]
        loss = next((row for row in plan.losses if place in row.places), None)
        if loss is not None:
            every = loss.spared or len(left) + 1
            lost += (unit for number, unit in enumerate(left, 1) if number % every)
            left = left[every - 1 :: every]
        takers = [force.sector for force in plan.forces if place in force.places]
        if left and not takers:
            raise KnownError(f"making, {place}", "has units that no force takes.", "Name it.")
        for number, unit in enumerate(left):
            found[takers[number % len(takers)]].append(unit)
    return found, lost


def order(pos: EastPosition, unit: UnitId) -> tuple[bool, int, int, str]:
    """Divisions first, the strongest before others."""
    facts = pos.facts(unit)
    return not facts.divisional, -facts.defense, -facts.attack, unit


def station(host: Host, sector: Sector, units: Sequence[UnitId]) -> Iterator[UnitId]:
    """Put the units of a sector along its front, each hex in turn, and behind it those without
    strength or room. Those are given back that find none.
    """
    pos = host.pos
    for side in (AXIS, ALLIED):
        mine = sorted((u for u in units if pos.side(u) == side), key=lambda u: order(pos, u))
        front = list(host.ground.front(sector, axis=side == AXIS))
        behind = host.rear(sector, side) if mine else ()
        for number, unit in enumerate(mine):
            turn = number % len(front)
            line = (*front[turn:], *front[:turn])
            fights = bool(pos.facts(unit).defense)
            places = (*line, *behind) if fights else (*reversed(behind), *line)
            if pos.rail_only(unit):
                places = host.on_rails(sector, side)
            if not host.place(unit, places):
                yield unit


def guarded(host: Host, plan: Plan, spare: Sequence[UnitId]) -> list[UnitId]:
    """Put the garrisons of cities behind the front there (FE-33); the other units are given back.
    Raises KnownError for a unit that is not there to be put, or for which there is no room.
    """
    left = list(spare)
    for label, units in plan.garrisons.items():
        for unit in map(UnitId, units):
            if unit not in left or not host.place(unit, (host.ground.context.hex_of(label),)):
                text = f"cannot have {unit} as its garrison."
                raise KnownError(f"making, {label}", text, "Name a unit that may stand there.")
            left.remove(unit)
    return left


def pending(state: State, context: EastContext) -> East:
    """The state with every unit off the map, to be put there; components stay aside."""
    assert isinstance(state, East), "a state of this title"
    pieces = {
        unit: piece if piece.at in (BROKEN, HELD) else Piece(PENDING, piece.steps)
        for unit, piece in state.pieces.items()
    }
    assert len(pieces) == len(context.units), "every unit has its piece"
    return state.having(pieces=pieces)

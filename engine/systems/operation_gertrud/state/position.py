"""A state with its table: who is where, whose is what, zones, reach, supply and support."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from engine.rules.board.position import BasePosition
from engine.rules.board.zoc import stops, zone
from engine.rules.movement.paths import Reach, reach
from engine.rules.supply.road_chain import Net
from engine.systems.operation_gertrud.state.context import YAVUZ, Context
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    DEAD,
    FED,
    GERMAN,
    INTERDICTED,
    OUT,
    Board,
    Kind,
    Status,
    Yavuz,
    other,
)
from maps.hexgrid import Hex, Side
from oob.model import UnitId


class Position(BasePosition[Context, Board]):
    """Everything the rules ask of one state, worked out when asked and remembered."""

    def __init__(self, context: Context, state: Board) -> None:
        super().__init__(context, state, context.standing(state.pieces, state.soviets))

    def owner(self, unit: UnitId) -> str:
        """The side that commands a unit now."""
        return self.context.sides[unit] or self.state.soviets

    def soviet(self, unit: UnitId) -> bool:
        """True for Soviet units, who keep apart from all others (OG 6.4)."""
        return self.nation(unit) == "soviet"

    def opponent(self, side: str) -> str:
        """The side that fights a side."""
        return other(side)

    @cached_property
    def _zones(self) -> dict[str, frozenset[Hex]]:
        return {}

    def zoc(self, side: str) -> frozenset[Hex]:
        """The hexes in a side's zones of control (OG 8.0)."""
        if side not in self._zones:
            self._zones[side] = zone(self.held[side], self.context.fronts)
        return self._zones[side]

    @cached_property
    def _beside(self) -> dict[str, frozenset[Hex]]:
        return {}

    def beside(self, side: str) -> frozenset[Hex]:
        """The hexes next to a side's units, whatever lies between (OG 9.6)."""
        if side not in self._beside:
            found: set[Hex] = set()
            for at in self.held[side]:
                found.update(at.neighbours())
            self._beside[side] = frozenset(found)
        return self._beside[side]

    def full(self, unit: UnitId) -> bool:
        """True when a unit has all its steps."""
        return self.piece(unit).steps >= self.context.units[unit].steps

    def factor(self, unit: UnitId, at: Hex) -> int:
        """A unit's combat factor in a fight for a hex: mountain units by its terrain, halved and
        rounded down out of supply (OG 7.3, 16.0).
        """
        steps = self.piece(unit).steps
        if self.context.is_rough(at):
            found = self.context.mountain_factor(unit, steps)
        else:
            found = self.context.combat_factor(unit, steps)
        return found // self.context.charts.movement.halving if self.out(unit) else found

    def mined_for(self, unit: UnitId) -> frozenset[Side]:
        """The crossings closed to a unit by mines (OG 17.1)."""
        stopped = self.nation(unit) in self.context.charts.straits.stops
        return self.state.mined if stopped else frozenset()

    def can_step(self, unit: UnitId, a: Hex, b: Hex) -> bool:
        """True when terrain and mines let a unit go from a hex to the adjacent one at all."""
        if b not in self.context.land:
            return False
        return self.step_cost(unit, a, b) is not None

    def step_cost(self, unit: UnitId, a: Hex, b: Hex) -> int | None:
        """What a step costs a unit; None when it cannot be made."""
        state = self.state
        return self.context.step_cost(a, b, state.cut_roads, state.cut_rails, self.mined_for(unit))

    def allowance(self, unit: UnitId) -> int:
        """Movement factors now: halved out of supply, less what the way in cost (OG 7.3, 9.0).

        0 for an interdicted unit, which may move one hex; half under that option (OG 13.7, 9.2).
        """
        move = self.context.units[unit].front.move or 0
        half = self.context.charts.movement.halving
        if self.out(unit):
            move //= half
        if INTERDICTED in self.piece(unit).marks:
            move = move // half if self.option("interdiction_halves") else 0
        return move - self.state.spent.get(unit, 0)

    @cached_property
    def _reaches(self) -> dict[tuple[UnitId, bool], Reach]:
        return {}

    def reach(self, unit: UnitId) -> Reach:
        """Where a unit could march from its hex; end hexes are checked elsewhere (OG 9)."""
        if (unit, False) not in self._reaches:
            free = unit in self.context.ignoring_zoc
            hostile = frozenset[Hex]() if free else self.zoc(other(self.owner(unit)))
            self._reaches[unit, False] = self.march(unit, hostile)
        return self._reaches[unit, False]

    def march(self, unit: UnitId, hostile: frozenset[Hex]) -> Reach:
        """Where a unit could march if the zones that stop it were ``hostile``."""
        state, start = self.state, self.piece(unit).at
        assert isinstance(start, Hex)
        return reach(
            self.context.graph(state.cut_roads, state.cut_rails, self.mined_for(unit)),
            start,
            self.allowance(unit),
            barred=self.held[other(self.owner(unit))].__contains__,
            stops=stops(self.context.charts.movement.zoc, hostile),
            one_hex=unit not in state.spent,
        )

    def rail_reach(self, unit: UnitId) -> Reach | None:
        """Where a Turkish unit could go by rail; None when it may not (OG 9.6)."""
        start = self.piece(unit).at
        rails = self.context.rails(self.state.cut_rails)
        near = self.beside(other(self.owner(unit)))
        if self.nation(unit) != "turkish" or start not in rails or start in near:
            return None
        if (unit, True) not in self._reaches:
            assert isinstance(start, Hex)
            self._reaches[unit, True] = reach(
                rails,
                start,
                self.allowance(unit) * self.context.charts.movement.rail_factor,
                barred=near.__contains__,
                one_hex=False,
            )
        return self._reaches[unit, True]

    def stacked(self, at: Hex, side: str) -> tuple[UnitId, ...]:
        """Units of a side that count in a hex: those there, and those dropping into it (OG 6.0,
        15.0).
        """
        drops = self.state.drops
        falling = (u for u, to in drops.items() if to == at and self.owner(u) == side)
        return (*self.friends(at, side), *falling) if drops else self.friends(at, side)

    def stack_objection(self, unit: UnitId, at: Hex, leaving: Iterable[UnitId] = ()) -> str:
        """The stacking rule a unit would break by staying in a hex, '' if none (OG 6.0, 6.4)."""
        gone = set(leaving)
        there = [u for u in self.stacked(at, self.owner(unit)) if u != unit and u not in gone]
        if len(there) >= self.context.charts.movement.stacking:
            return "OG-6.0a"
        if any(self.soviet(mate) != self.soviet(unit) for mate in there):
            return "OG-6.4"
        return ""

    @cached_property
    def _nets(self) -> dict[str, Net]:
        return {}

    def net(self, nation: str, side: str) -> Net:
        """The supply net of a nation whose units a side commands (OG 7)."""
        if nation not in self._nets:
            friends, enemy = self.held[side], other(side)
            barred = (self.held[enemy] | self.zoc(enemy)) - friends
            self._nets[nation] = self.context.net(
                self.context.sources(nation),
                barred,
                self._crossings(friends),
                self.state.cut_roads,
                self.state.cut_rails,
            )
        return self._nets[nation]

    def _crossings(self, friends: frozenset[Hex]) -> frozenset[Side]:
        """Strait crossings with friendly units on both banks (OG 7.1)."""
        return frozenset(
            across for across in self.context.strait_names if friends.issuperset(across.hexes)
        )

    def feeds(self, side: str, a: Hex, b: Hex) -> bool:
        """True when a side's supply path may step from hex to hex, enemies aside (OG 7.1)."""
        state = self.state
        crossings = self._crossings(self.held[side])
        return self.context.feeds(a, b, crossings, state.cut_roads, state.cut_rails)

    def exempt(self, unit: UnitId) -> bool:
        """True for units that never need supply (OG 7.6)."""
        return unit in self.context.charts.supply.exempt

    def supply_path(self, unit: UnitId) -> tuple[Hex, ...]:
        """The hexes from a unit to its source; empty when there is no path."""
        at = self.piece(unit).at
        if not isinstance(at, Hex):
            return ()
        found = self.net(self.nation(unit), self.owner(unit))
        return found.chain(at) if at in found else ()

    def cut_off(self, unit: UnitId) -> bool:
        """True for a unit on the board that needs a supply path and has none."""
        at = self.piece(unit).at
        if not isinstance(at, Hex) or self.exempt(unit):
            return False
        return at not in self.net(self.nation(unit), self.owner(unit))

    def out(self, unit: UnitId) -> bool:
        """True when a unit is out of supply: marked so, and still without a path (OG 7.2)."""
        return OUT in self.piece(unit).marks and self.cut_off(unit)

    def fed(self, unit: UnitId) -> bool:
        """True when a supply drop feeds a unit (OG 7.4)."""
        return FED in self.piece(unit).marks

    def dead(self) -> tuple[UnitId, ...]:
        """The dead pile."""
        return self.boxed(DEAD)

    def marker_side(self, marker: str) -> str:
        """The side that has a support marker now."""
        nation = self.context.markers[marker].nation
        if nation == "soviet":
            return self.state.soviets
        if marker == YAVUZ and self.state.yavuz is Yavuz.SEIZED:
            return GERMAN
        return GERMAN if nation in ("german", "italian") else ALLIED

    def marker_name(self, marker: str) -> str:
        """A support marker's name."""
        return self.context.markers[marker].name

    def piled(self, side: str, kind: Kind, *statuses: Status) -> tuple[str, ...]:
        """A side's support markers of a kind with one of some statuses."""
        return tuple(
            id_
            for id_, status in self.state.support.items()
            if status in statuses
            and self.context.markers[id_].kind is kind
            and self.marker_side(id_) == side
        )

    @property
    def yavuz_sunk(self) -> bool:
        """True when the Yavuz is lost, whether she sank in port or in a fight (OG 5.1, 12.2)."""
        lost = self.state.support.get(YAVUZ) is Status.ELIMINATED
        return lost or self.state.yavuz is Yavuz.SUNK

    def soviet_marker(self, marker: str) -> bool:
        """True for Soviet support, which serves Soviet units alone (OG 12.0, 13.0)."""
        return self.context.markers[marker].nation == "soviet"

    def ready(self, side: str, kind: Kind) -> tuple[str, ...]:
        """A side's markers that may be used now (OG 3.1, 17.1.1)."""
        found = self.piled(side, kind, Status.AVAILABLE)
        if self.state.yavuz in (Yavuz.SCUTTLED, Yavuz.SUNK):
            found = tuple(id_ for id_ in found if id_ != YAVUZ)
        if self.paralysed(side):
            found = tuple(id_ for id_ in found if self.soviet_marker(id_))
        return found

    def paralysed(self, side: str) -> bool:
        """True in the player turn of a side whose Turks have lost their president (OG 17.1.1)."""
        state = self.state
        return side == ALLIED == state.active and state.paralysed == state.turn

    def ngs_objection(self, marker: str, at: Hex) -> str:
        """The rule that keeps an NGS from a hex, '' if none (OG 12.0, 12.1)."""
        seas = self.context.coast.get(at)
        if not seas:
            return "OG-12.0a"
        if marker == YAVUZ:
            return ""
        if self.context.charts.markers.closed_sea in seas:
            return "OG-12.1a"
        nation = self.context.markers[marker].nation
        if not seas.intersection(self.context.seas(nation)):
            return "OG-12.1b" if nation == "soviet" else "OG-12.1c"
        return ""

    def objectives_held(self) -> tuple[Hex, ...]:
        """Objectives that count for the check now: German units alone, Soviets under duplicity (OG
        4.0, 19.0).
        """
        wanted = ("soviet",) if self.state.duplicity else ("german", "local")
        return tuple(
            at
            for at in self.context.objectives
            if any(self.nation(unit) in wanted for unit in self.friends(at, GERMAN))
        )

    def friendly_cities(self, unit: UnitId) -> tuple[Hex, ...]:
        """Cities a unit may be rebuilt in: those that feed it, and any its side is in (OG
        10.2).
        """
        side = self.owner(unit)
        enemy, mine = self.held[other(side)], self.held[side]
        home = set(self.context.sources(self.nation(unit)))
        return tuple(
            at for at in self.context.cities if at not in enemy and (at in home or at in mine)
        )

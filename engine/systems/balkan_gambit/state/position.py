"""A state with its table: who is where, who commands whom, what is enemy, in reach, in
supply.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from engine.rules.board.position import BasePosition
from engine.rules.movement.paths import Reach, nearest, reach
from engine.rules.supply.road_chain import Net
from engine.systems.balkan_gambit.state.context import Context, Mobility
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    DEAD,
    DISPERSED,
    MED_BOX,
    Attitude,
    Board,
    Weather,
)
from maps.hexgrid import Hex, disk
from oob.model import UnitId


def other(side: str) -> str:
    """The opposing side."""
    return AXIS if side == ALLIED else ALLIED


class Position(BasePosition[Context, Board]):
    """Everything the rules ask of one state, worked out when asked and remembered."""

    def __init__(self, context: Context, state: Board) -> None:
        super().__init__(context, state, context.standing(state.pieces, state.chetniks))

    @property
    def die(self) -> int:
        """The sides of the die that every roll of the game is made with (BG 2.2)."""
        return self.context.charts.combat.die

    @property
    def faces(self) -> range:
        """The faces of that die."""
        return range(1, self.die + 1)

    def opponent(self, side: str) -> str:
        """The side that fights a side."""
        return other(side)

    def owner(self, unit: UnitId) -> str:
        """The side that commands a unit now; Chetniks follow their roll (1943)."""
        return self.context.sides[unit] or self.state.chetniks

    def dispersed(self, unit: UnitId) -> bool:
        """True for a partisan type unit in dispersed mode."""
        return self.state.pieces[unit].mode == DISPERSED

    def partisan(self, unit: UnitId) -> bool:
        """True for a partisan type unit in either mode (BG 6.3)."""
        return self.context.stats[unit].partisan

    def regular(self, unit: UnitId) -> bool:
        """True for a unit that is not partisan type."""
        return not self.context.stats[unit].partisan

    def support(self, unit: UnitId) -> bool:
        """True for a corps support unit."""
        return self.context.stats[unit].support

    def defenders(self, at: Hex, side: str) -> tuple[UnitId, ...]:
        """Units hostile to a side that would fight for a hex: all but dispersed partisans."""
        return tuple(unit for unit in self.enemies(at, side) if not self.dispersed(unit))

    @property
    def hiding(self) -> Mapping[str, frozenset[Hex]]:
        """For each side, the hexes where it has dispersed partisans."""
        return self.standing.hiding

    @property
    def occupied(self) -> Mapping[str, frozenset[Hex]]:
        """For each side, the hexes where it has any unit, dispersed ones included."""
        return self.standing.occupied

    def frozen_italian(self, unit: UnitId) -> bool:
        """True for an Italian unit that may not move or attack (1943, Confusion Reigns)."""
        return (
            self.context.figures.italian_attitude
            and self.nation(unit) == "italian"
            and self.state.attitude is Attitude.CONFUSION
        )

    def allowed(self, unit: UnitId, at: Hex) -> bool:
        """True when the unit's nation may be in a hex (BG 11.3, 11.5, scenario limits)."""
        return self.context.allows(self.nation(unit), at)

    def closed_rule(self, unit: UnitId) -> str:
        """The rule that closes ground to a unit: zones or countries (BG 11.3, 11.5)."""
        return "BG-11.3b" if self.nation(unit) in self.context.collaborators else "BG-11.5a"

    def barred_to(self, unit: UnitId, side: str) -> frozenset[Hex]:
        """Hexes the enemy holds against a unit's movement."""
        return self.held[other(side)]

    def movement_factor(self, unit: UnitId, *, supplied: bool | None = None) -> int:
        """Movement points now: winter and supply counted (BG 6.2, 9.5), reduction not (BG 11.1)."""
        move = self.march_factor(unit)
        stats = self.context.stats[unit]
        if stats.mobility is Mobility.MECHANIZED:
            fed = self.supplied(unit) if supplied is None else supplied
            if not fed:
                return min(move, self.context.charts.movement.out_of_supply_mechanized)
        return move

    @property
    def winter(self) -> int:
        """What winter adds to movement factors and supply marches now (BG 6.2)."""
        severe = self.context.figures.winter and self.state.weather is Weather.POOR
        return self.context.charts.movement.winter if severe else 0

    def march_factor(self, unit: UnitId) -> int:
        """Length of a supply march: the movement factor, less winter (BG 6.2, 9.2)."""
        move = self.context.units[unit].front.move or 0
        return max(move if self.partisan(unit) else move + self.winter, 0)

    @cached_property
    def _reaches(self) -> dict[tuple[UnitId, int], Reach]:
        return {}

    def reach(self, unit: UnitId, spent: int = 0) -> Reach:
        """Where a unit could move from its hex, ``spent`` points being gone; end hexes are checked
        elsewhere.
        """
        key = (unit, spent)
        if key not in self._reaches:
            start = self.state.pieces[unit].at
            assert isinstance(start, Hex)
            side = self.owner(unit)
            held = self.held[other(side)]
            self._reaches[key] = reach(
                self.context.graph(self.context.stats[unit].mobility, self.state.blown),
                start,
                self.movement_factor(unit) - spent,
                barred=lambda at: at in held or not self.allowed(unit, at),
                one_hex=spent == 0,
            )
        return self._reaches[key]

    def can_step(self, unit: UnitId, a: Hex, b: Hex) -> bool:
        """True when the terrain lets a unit go from a hex to the adjacent one at all."""
        mobility = self.context.stats[unit].mobility
        return b in self.context.land and (
            self.context.step_cost(mobility, a, b, self.state.blown) is not None
        )

    def displacements(self, unit: UnitId, radius: int) -> tuple[Hex, ...]:
        """Hexes a dispersed unit may be put into, terrain and enemies on the way ignored (BG
        6.3).
        """
        start = self.state.pieces[unit].at
        assert isinstance(start, Hex)
        hostile = self.occupied[other(self.owner(unit))]
        return tuple(
            at
            for at in disk(start, radius)
            if at != start
            and at in self.context.land
            and at not in hostile
            and self.allowed(unit, at)
            and not self.stack_objection(unit, at)
        )

    def stack_objection(self, unit: UnitId, at: Hex, leaving: Iterable[UnitId] = ()) -> str:
        """The stacking rule a unit would break by standing in a hex, '' if none (BG 10.3, 10.6)."""
        side = self.owner(unit)
        gone = set(leaving)
        there = [u for u in self.friends(at, side) if u != unit and u not in gone]
        return self.crowded([*there, unit], side) or self.mixed(unit, there)

    def crowded(self, units: list[UnitId], side: str) -> str:
        """The rule broken by the mere number of units in a hex."""
        limits = self.context.charts.stacking
        units = self._counted(units)
        if side == AXIS:
            return "BG-10.3.A" if len(units) > limits.axis else ""
        support = sum(self.support(unit) for unit in units)
        if support > limits.allied_support or len(units) - support > limits.allied:
            return "BG-10.3.B"
        return ""

    def _counted(self, units: list[UnitId]) -> list[UnitId]:
        """The units that count: where their roll made Chetniks friends of units in their hex, the
        dispersed ones of either do not (BG 10.3.C, 10.6.C).
        """
        chetniks = sum(self.nation(unit) == "chetnik" for unit in units)
        if chetniks in (0, len(units)):
            return units
        return [unit for unit in units if not self.dispersed(unit)]

    def mixed(self, unit: UnitId, there: Iterable[UnitId]) -> str:
        """The rule broken by nationalities that may not share a hex (BG 10.6)."""
        for mate in there:
            broken = self._apart(unit, mate) or self._apart(mate, unit)
            if broken:
                return broken
        return ""

    def _apart(self, unit: UnitId, mate: UnitId) -> str:
        nation, with_nation = self.nation(unit), self.nation(mate)
        if nation == with_nation:
            return ""
        if nation in ("chetnik", "greek_guerrilla"):
            return "BG-10.6.C"
        if self.frozen_italian(unit):
            return "BG-1943.6"
        if nation == "us":
            return "BG-10.6.A"
        east = ("yugoslav", "soviet", "bulgarian")
        if self.owner(unit) == ALLIED and nation in east:
            together = self.context.figures.eastern_cooperation and with_nation in east
            return "" if together else "BG-10.6.B"
        return ""

    @cached_property
    def _nets(self) -> dict[str, Net]:
        return {}

    def net_for(self, unit: UnitId) -> Net:
        """The supply net of a unit's nation (BG 9.3, 9.4)."""
        return self.net_named(self._net_name(unit), self.owner(unit))

    def _net_name(self, unit: UnitId) -> str:
        nation = self.nation(unit)
        if self.context.stats[unit].western:
            return "markers"
        if nation == "bulgarian":
            return self.context.figures.bulgarian.supply
        if nation in self.context.collaborators:
            return self.context.collaborators[nation].capital
        return self.context.charts.supply.edges[nation]

    def net_named(self, name: str, side: str) -> Net:
        """A supply net by its source: a map edge, a capital by place id, or the open markers."""
        if name not in self._nets:
            self._nets[name] = self.context.net(
                self._sources(name), self.held[other(side)], self.state.blown
            )
        return self._nets[name]

    def _sources(self, name: str) -> tuple[Hex, ...]:
        if name == "markers":
            return tuple(at for at, mark in sorted(self.state.beachheads.items()) if mark.open)
        if any(row.capital == name for row in self.context.collaborators.values()):
            place = self.context.place(name)
            return (place.hex,) if place else ()
        return self.context.edge(name)

    @cached_property
    def _supplied(self) -> dict[UnitId, tuple[Hex, ...]]:
        return {}

    def supply_path(self, unit: UnitId) -> tuple[Hex, ...]:
        """The hexes from a unit to its source, march then road; empty when it is out of supply."""
        if unit not in self._supplied:
            self._supplied[unit] = self._trace(unit)
        return self._supplied[unit]

    def _trace(self, unit: UnitId) -> tuple[Hex, ...]:
        start = self.state.pieces[unit].at
        if not isinstance(start, Hex):
            return ()
        chain = self.net_for(unit)
        if start in chain:
            return chain.chain(start)
        march = self.march(
            self.context.stats[unit].mobility,
            start,
            self.march_factor(unit),
            chain,
            self.owner(unit),
        )
        return (*march[:-1], *chain.chain(march[-1])) if march else ()

    def march(
        self, mobility: Mobility, start: Hex, factor: int, chain: Net, side: str
    ) -> tuple[Hex, ...]:
        """The march from a hex to a net; empty when none is short enough (BG 9.2)."""
        barred = self.held[other(side)]
        return nearest(
            self.context.graph(mobility, self.state.blown),
            start,
            factor,
            chain.toward,
            barred=lambda at: at in barred,
        )

    def supplied(self, unit: UnitId) -> bool:
        """True when a unit is in supply (BG 9.2, 9.6)."""
        piece = self.state.pieces[unit]
        if self.partisan(unit) or piece.at == MED_BOX:
            return True
        return bool(self.supply_path(unit))

    def full(self, unit: UnitId) -> bool:
        """True when a unit has all its steps."""
        return self.state.pieces[unit].steps == self.context.units[unit].steps

    def dead(self) -> tuple[UnitId, ...]:
        """The dead pile."""
        return self.boxed(DEAD)

    @property
    def tac_total(self) -> int:
        """TAC units usable this turn (BG 6.1, scenario)."""
        tac = self.context.figures.tac
        return tac.clear if self.state.weather is Weather.CLEAR else tac.poor

    @property
    def tac_left(self) -> int:
        """TAC units still available this turn."""
        return max(0, self.tac_total - self.state.tac_used)

    def naval_supports(self, at: Hex) -> bool:
        """True when the Naval marker is in or adjacent to a coastal hex (BG 13.4)."""
        naval = self.state.naval
        return (
            naval is not None
            and at in self.context.coast
            and (naval == at or naval in at.neighbours())
        )

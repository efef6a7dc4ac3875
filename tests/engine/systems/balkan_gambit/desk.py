"""A desk for tests: any position on the shipped board, legal actions by words, dice typed in.

``Desk("1943")`` is an empty board in turn 2, the Allied player to spend 7 command points; units are
put where a test wants them, and hexes are named by printed label or town.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from engine.core.state import Piece
from engine.scenarios import load_scenario
from engine.systems.balkan_gambit.actions import AddUnit, DeclareAttack, Fire, Resolve, UseTac
from engine.systems.balkan_gambit.rules import BalkanGambit
from engine.systems.balkan_gambit.state.position import Position
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    DEAD,
    MED_BOX,
    RESERVE,
    Battle,
    Board,
    Commanding,
    InBattle,
)
from maps.hexgrid import Hex, distance
from oob.model import UnitId
from tests.engine.systems.laid_out import LaidOut

BOXES = ("med_box", "pool", "reserve", "dead", "gone")


@cache
def rules_of(year: str, options: tuple[str, ...] = ()) -> BalkanGambit:
    """The rules of one scenario, bound once for all tests."""
    return BalkanGambit(load_scenario(f"balkan_gambit/{year}", dict.fromkeys(options, True)))


class Desk(LaidOut[Board, Position]):
    """A game laid out by hand."""

    def __init__(self, year: str = "1943", *options: str, side: str = ALLIED, cp: int = 7) -> None:
        self.rules = rules_of(year, tuple(sorted(options)))
        self.context = self.rules.context
        super().__init__(self.rules, self._start())
        pieces = {
            unit: Piece(RESERVE, self.context.units[unit].steps, self.context.start_mode(unit))
            for unit in self.state.pieces
        }
        self.state = self.state.having(
            turn=2, phase=side, active=side, cp=cp, pieces=pieces, flow=(Commanding(side),)
        )

    @classmethod
    def opened(cls, year: str, *options: str) -> Desk:
        """A scenario at its first decision, nothing set up yet."""
        desk = cls(year, *options)
        desk.state = desk._start()
        return desk

    def _start(self) -> Board:
        start = self.rules.begin().state
        assert isinstance(start, Board)
        return start

    def hex(self, name: str) -> Hex:
        """A hex by printed label or by the town in it."""
        place = self.context.place_meant(name)
        return place.hex if place is not None else self.context.map.parse_label(name)

    def border(
        self,
        terrain: str = "clear",
        water: str = "",
        *,
        road: bool = False,
        coast: bool = False,
        place: str = "",
        region: str = "Yugoslavia",
        from_terrain: str = "",
    ) -> tuple[Hex, Hex]:
        """Two adjacent land hexes of a region: an origin, and a target that is as wanted."""
        context = self.context
        for at in sorted(context.land):
            kinds = {found.kind for found in context.places.get(at, ())}
            fits = (
                context.within(at, region)
                and context.map.terrain[at] == terrain
                and (at in context.coast) == coast
                and kinds == ({place} if place else set())
            )
            for near in at.neighbours() if fits else ():
                if (
                    near in context.land
                    and context.within(near, region)
                    and near not in context.places
                    and (not from_terrain or context.map.terrain[near] == from_terrain)
                    and context.map.side_kinds(near, at) == ({water} if water else set())
                    and context.has_road(near, at) == road
                ):
                    return near, at
        raise LookupError("the board has no such border")

    def row(self, region: str = "Yugoslavia") -> tuple[Hex, Hex, Hex]:
        """Three clear hexes in a row, without towns, coast or water, the outer two not adjacent."""
        context = self.context
        plain = {
            at
            for at in context.zone_hexes[region]
            if context.map.terrain[at] == "clear" and at not in context.places
        }
        for middle in sorted(plain - context.coast):
            near = [
                at
                for at in middle.neighbours()
                if at in plain - context.coast and not context.map.side_kinds(at, middle)
            ]
            for start in near:
                for end in near:
                    if distance(start, end) == 2:
                        return start, middle, end
        raise LookupError("the board has no such row")

    def spot(self, name: str | Hex) -> Hex | str:
        """A hex, or a box by its id."""
        return name if isinstance(name, Hex) or name in BOXES else self.hex(name)

    def put(
        self,
        where: str | Hex,
        *units: str,
        steps: int = 0,
        mode: str = "",
        marks: Iterable[str] = (),
    ) -> Desk:
        """Put units into a hex or box, at full strength unless ``steps`` says less."""
        at = self.spot(where)
        for name in units:
            unit = UnitId(name)
            full = 0 if at == DEAD else self.context.units[unit].steps
            piece = Piece(
                at, steps or full, mode or self.context.start_mode(unit), frozenset(marks)
            )
            self.state = self.state.with_pieces({unit: piece})
        return self

    def box(self, *units: str, **how: Any) -> Desk:
        """Put units into the Med Box."""
        return self.put(MED_BOX, *units, **how)

    def turn_of(self, side: str, cp: int = 7) -> Desk:
        """Jump to a side's CP Expenditure Phase."""
        return self.ask(Commanding(side), active=side, phase=side, cp=cp)

    def attack(self, origin: Hex, target: Hex, *units: str, tac: bool = False) -> Desk:
        """Declare an attack, add the units, and resolve."""
        self.do(DeclareAttack(origin, target), *(AddUnit(UnitId(unit)) for unit in units))
        return self.do(*([UseTac()] if tac else []), Resolve())

    @property
    def battle(self) -> Battle:
        """The battle of the innermost decision."""
        top = self.state.top
        assert isinstance(top, InBattle)
        return top.battle

    def fire(self, shooter: str, target: str, *faces: int) -> Desk:
        """Fire a shot for each face typed in."""
        for face in faces:
            self.do(Fire(UnitId(shooter), UnitId(target))).roll(face)
        return self

    def to_hit(self, shooter: str, target: str) -> int:
        """The number a shot would need."""
        ledger = self.rules.forecast(self.state, Fire(UnitId(shooter), UnitId(target)))
        return sum(line.value for line in ledger)

    def rules_told(self) -> set[str]:
        """The rule ids the last events cite."""
        return {event.rule for event in self.events}

    def at(self, unit: str) -> Hex | str:
        """Where a unit is."""
        return self.state.pieces[UnitId(unit)].at

    def steps(self, unit: str) -> int:
        """A unit's steps left."""
        return self.state.pieces[UnitId(unit)].steps

    def here(self, name: str) -> set[str]:
        """The units in a hex or box."""
        spot = self.spot(name)
        return {unit for unit, piece in self.state.pieces.items() if piece.at == spot}

    def asks(self) -> str:
        """The class name of the open decision."""
        return type(self.state.top).__name__

"""Battles laid out by hand: an open field, forces around it, results asked for by their code."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.actions import Action
from engine.systems.operation_gertrud.battle import battle_actions as do
from engine.systems.operation_gertrud.battle.battles import (
    AirCall,
    AirUltra,
    Battle,
    CombatRoll,
    InBattle,
    NavalCall,
    UltraCall,
)
from engine.systems.operation_gertrud.state.records import GERMAN, Fighting, Status
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.operation_gertrud.desk import Desk

P8, P14, P9, M16, GD = (
    "german-8-pz",
    "german-14-pz",
    "german-9-pz",
    "german-16-mot",
    "german-gd",
)
I132, I183, MTN, REICH = "german-132", "german-183", "german-1-mtn", "german-reich"
T23, T24, T72, T8 = "turkish-23", "turkish-24", "turkish-72", "turkish-8"
NZ, IND = "british-2-nz", "british-8-ind"
S58, S236, S6 = "soviet-58", "soviet-236", "soviet-6-arm"


class Field(Desk):
    """A German Combat Phase of turn 2 around one open hex, with no support markers left.

    ``middle`` is clear, inland, without water or city, six land hexes ``around`` it in direction
    order, and land beyond.
    """

    def __init__(self, scenario: str = "early_1943", *options: str, side: str = GERMAN) -> None:
        super().__init__(scenario, *options)
        self.having(support=dict.fromkeys(self.state.support, Status.USED), ultra=0)
        self.phase(Fighting, side)
        self.middle = self.find(self._open)
        self.around = self.middle.neighbours()

    def find(self, wanted: Callable[[Hex], bool]) -> Hex:
        """The first land hex of Turkey that is as wanted."""
        return next(at for at in sorted(self.context.turkey) if wanted(at))

    def _open(self, at: Hex) -> bool:
        context = self.context
        near = [at, *at.neighbours()]
        wide = {far for one in near for far in one.neighbours()}
        return (
            wide <= context.land
            and context.map.terrain[at] == "clear"
            and not wide & context.cities.keys()
            and not wide & context.coast.keys()
            and not any(context.map.side_kinds(at, n) for n in at.neighbours())
        )

    def ready(self, *markers: str) -> Field:
        """Make support markers available."""
        self.having(support={**self.state.support, **dict.fromkeys(markers, Status.AVAILABLE)})
        return self

    def form(self, *units: str, target: Hex | None = None) -> Field:
        """Announce an attack on the middle and add units to it."""
        self.do(do.DeclareAttack(target or self.middle))
        self.do(*(do.AddUnit(UnitId(unit)) for unit in units))
        return self

    def attack(self, *units: str, target: Hex | None = None) -> Field:
        """Attack the middle, or another hex, with units; no support and no ULTRA."""
        self.form(*units, target=target).do(do.GoIn())
        return self.plainly()

    def plainly(self) -> Field:
        """Commit nothing further, up to the die."""
        answers: dict[type, Action] = {
            NavalCall: do.Withhold(),
            AirCall: do.Withhold(),
            UltraCall: do.KeepUltra(),
            AirUltra: do.KeepUltra(),
        }
        while type(self.state.top) in answers:
            self.do(answers[type(self.state.top)])
        return self

    def result(self, code: str) -> Field:
        """Roll the face that brings a letter code."""
        node = self.rules.chance(self.state)
        assert node is not None and isinstance(self.state.top, CombatRoll)
        self.roll(node.meanings.index(code) + 1)
        return self

    @property
    def battle(self) -> Battle:
        """The battle being fought."""
        top = self.state.top
        assert isinstance(top, InBattle)
        return top.battle

    @property
    def column(self) -> int:
        """The final column of the battle, in per cent."""
        node = self.rules.chance(self.state)
        assert node is not None
        return int(node.reason.rsplit(" ", 1)[1].rstrip("%"))

    def asks(self) -> str:
        """The class name of the open decision."""
        return type(self.state.top).__name__

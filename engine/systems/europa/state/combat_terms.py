"""What a title decides about a fight besides its charts: the ground that counts, who is supported,
who stands fast, what more modifies the die.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property

from engine.core.actions import Objection
from engine.core.change import besides
from engine.core.handler import Transition
from engine.core.view.display import Modifier
from engine.frozen import dataclass
from engine.rules.board.position import BasePosition
from engine.systems.europa.board.board import CITY_RANK, FORTRESS, MAJOR
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.records import Theatre
from engine.systems.europa.state.units import Facts
from maps.hexgrid import Hex, Side
from oob.model import UnitId

INDIFFERENT = (
    *("flow", "spent", "used", "ledger", "tallied", "points", "duties"),
    *("taken", "gained", "captured", "lent", "pinned", "fallen"),
    *("forfeit", "occupied", "neglected", "regauged"),
    *("air", "hits", "yards", "airfields", "strips", "works", "breaks", "down"),
    *("resources", "unplaced", "loads", "deliveries", "flown", "flights"),
)
"""Fields of the states of titles, the pieces aside, that decide nothing of what units are worth on
the ground, but for what :attr:`CombatTerms.fortress_terms` says of them.
"""


@dataclass(frozen=True, slots=True)
class Gun:
    """What fires into a fight from afar and suffers nothing: its name, the strength that counts,
    and the half REs it counts as in the limit of artillery (FE-28B2.2).
    """

    name: str
    strength: Fraction
    halves: int


class CombatTerms(BasePosition[Context, Theatre]):
    """The part of a position that titles override for combat alone."""

    @cached_property
    def setting(self) -> object:
        """The very same object for states that differ in pieces and indifferent fields alone: a
        term for what units are worth on the ground.
        """
        terms = (self.fortress_terms, *besides(self.state, *INDIFFERENT))
        return self.context.shared.once("setting", terms, object)

    def stack_terms(self, *hexes: Hex) -> tuple[object, ...]:
        """All that what units in some hexes are worth depends on: who stands there with which
        pieces, and the setting.
        """
        pieces, sides = self.state.pieces, [one.units for one in self.standing.sides.values()]
        units = [unit for at in hexes for stacks in sides for unit in stacks.get(at, ())]
        return (self.setting, *units, *[pieces[unit] for unit in units])

    def facts(self, unit: UnitId) -> Facts:
        """What the rules ask about a unit as it is now."""
        return self.context.facts(unit, self.state.pieces[unit].steps)

    @property
    def overrun_in_retreat(self) -> str:
        """The rule by which units overrun enemies as they retreat; '' where none lets them
        (FE-38A.1).
        """
        return ""

    def fort_at(self, at: Hex) -> bool:
        """Whether a hex is defended as with a fort."""
        return at in self.state.forts

    def combat_terrain(self, at: Hex) -> str:
        """The kind of terrain a hex counts as in combat."""
        return self.context.terrain_at(at)

    def combat_city(self, at: Hex) -> str:
        """The kind of the largest city of a hex as it counts in combat, '' for none."""
        return self.context.city_kinds.get(at, "")

    def fortress(self, _at: Hex) -> str:
        """What the fortress of a hex is now: :data:`FORTRESS` while it stands, the kind of city it
        counts as once it has fallen, '' where there never was one (FE-31A5a.1).
        """
        return ""

    @property
    def fortress_terms(self) -> object:
        """What of the state decides what fortresses are now."""
        return None

    def strong_city(self, at: Hex) -> bool:
        """True in a hex that counts as one of a major city in combat, or has a fortress."""
        kind = self.combat_city(at)
        return kind == FORTRESS or CITY_RANK.get(kind, 0) >= MAJOR

    def combat_sides(self, origin: Hex, target: Hex) -> frozenset[str]:
        """The kinds of hexside between two adjacent hexes that count in combat."""
        return self.context.sides(origin, target)

    def bridgeheads(self, _target: Hex) -> frozenset[Hex]:
        """The hexes from which one unit attacks a hex over a bridge just seized (FE-39A.7)."""
        return frozenset()

    def bridge_won(self, _across: Side, _transition: Transition[Theatre]) -> None:
        """What follows when a commando has seized a bridge; nothing by default."""

    def bars_repair(self, _unit: UnitId, _bridge: Side) -> Objection | None:
        """Why an engineer lacks what the repair of a fallen bridge takes besides its points."""
        return None

    def repair_paid(self, _unit: UnitId, _bridge: Side, _transition: Transition[Theatre]) -> None:
        """Take what the repair of a fallen bridge costs besides movement points."""

    def backed(self, unit: UnitId) -> bool:
        """Whether a unit counts as supported by itself (BF-11)."""
        return self.facts(unit).supported

    def stands_fast(self, _unit: UnitId) -> bool:
        """Whether a unit that a result would drive back stays where it is."""
        return False

    def turned(self, _target: Hex, code: str) -> str:
        """What a result of combat becomes for those who defend a hex."""
        return code

    def more_modifiers(
        self, _target: Hex, _attackers: Iterable[UnitId], _defenders: Iterable[UnitId]
    ) -> Iterable[Modifier]:
        """Further modifiers of the die for an attack on a hex."""
        return ()

    def gunfire(self, _target: Hex, _side: str) -> tuple[Gun, ...]:
        """Ships that fire into a fight for a side; none by default (FE-28B2.2)."""
        return ()

    def attack_begun(
        self, _units: Iterable[UnitId], _target: Hex, _transition: Transition[Theatre]
    ) -> None:
        """What an attack takes as it goes in; nothing by default."""

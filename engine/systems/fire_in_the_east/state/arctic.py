"""What the Arctic makes of movement and attacks: part of the positions of the game (FE-30)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.core.actions import Objection
from engine.core.handler import Transition
from engine.core.state import Location
from engine.systems.europa.state.common import use
from engine.systems.europa.state.constants import AMID, HALF
from engine.systems.europa.state.records import Theatre
from engine.systems.fire_in_the_east.state.context import ARCTIC
from engine.systems.fire_in_the_east.state.supplies.trucking import TruckPosition
from engine.systems.fire_in_the_east.state.working import BURDENS
from maps.hexgrid import Hex
from oob.model import UnitId

SLOWED = "slowed by the Arctic"
"""The mark of a unit that has been in the Arctic in this phase and has its rating halved."""
SET_OUT = "set out: "
"""What begins the note, in :attr:`Theatre.used`, of where a landing or drop of a unit began."""
COLD = (ARCTIC,)
"""The weather zones that halve ratings."""


class ArcticPosition(TruckPosition):
    """A position as the Arctic changes it."""

    def slowed(self, unit: UnitId) -> bool:
        """Whether the rating of a unit is halved: it is in the Arctic, or was in this phase, and
        belongs to neither mountain nor ski troops (FE-30.1).
        """
        piece = self.state.pieces[unit]
        cold = piece.at in self.context.arctic or SLOWED in piece.marks
        return cold and unit not in self.context.hardy

    def allowance(self, unit: UnitId) -> int:
        """Halved in the Arctic, after what resource points take off it (FE-30.1, 12F.7)."""
        whole, piece = super().allowance(unit), self.state.pieces[unit]
        if piece.at not in self.context.arctic and SLOWED not in piece.marks:
            return whole
        burdened = not piece.marks.isdisjoint(BURDENS)
        return whole if burdened or unit in self.context.hardy else whole // HALF

    def rated(self, unit: UnitId, burden: str) -> int:
        """Half movement points of a unit in a whole phase with a burden, halved in the Arctic."""
        whole = super().rated(unit, burden)
        return whole // HALF if self.slowed(unit) else whole

    def slows(self, unit: UnitId) -> tuple[str, ...]:
        """Who comes into the Arctic has the points halved that are left: each step onward from its
        hexes costs twice as much (FE-30.1).
        """
        context, piece = self.context, self.state.pieces[unit]
        near = piece.at in context.arctic_border and SLOWED not in piece.marks
        return COLD if near and unit not in context.hardy else ()

    def passed(
        self, transition: Transition[Theatre], unit: UnitId, path: Iterable[Location]
    ) -> None:
        """Who has been in the Arctic is slowed for the rest of the phase; what he has spent counts
        against half a rating from now on.
        """
        arctic = self.context.arctic
        if unit in self.context.hardy or arctic.isdisjoint(
            at for at in path if isinstance(at, Hex)
        ):
            return
        piece = transition.state.pieces[unit]
        if SLOWED not in piece.marks:
            transition.state = transition.state.with_piece(unit, marks=piece.marks | {SLOWED})
        if not self.slowed(unit):
            spent = transition.state.spent
            transition.set(spent={**spent, unit: (spent.get(unit, 0) + 1) // HALF})

    # Attacks

    def set_out(self, unit: UnitId, base: Location, transition: Transition[Theatre]) -> None:
        """Where a landing or a drop began, which may pay for an attack of the unit (FE-30.6)."""
        if isinstance(base, Hex):
            use(transition, f"{SET_OUT}{unit}, {self.context.map.label(base)}", 1)

    def _origin(self, unit: UnitId) -> Hex | None:
        """The port or airbase where a unit began the landing or drop of this player turn."""
        if self.state.pieces[unit].marks.isdisjoint(AMID):
            return None
        begins = f"{SET_OUT}{unit}, "
        notes = (note for note in self.state.used if note.startswith(begins))
        return next((self.context.hex_of(note.removeprefix(begins)) for note in notes), None)

    def unpaid(self, unit: UnitId, at: Hex) -> Objection | None:
        """Who attacks into the Arctic traces an overland line to a resource point, or has one where
        his landing or drop began (FE-30.5, 30.6).
        """
        if not self._costly(at) or self._bill((unit,)):
            return None
        text = f"{self.called(unit)} has no resource point to attack with in the Arctic."
        return Objection("FE-30.5", text)

    def bars_joint_attack(self, unit: UnitId, mates: Iterable[UnitId]) -> Objection | None:
        """All who attack together there trace to the same one, but for those whose landings or
        drops are paid for where they began (FE-30.5, 30.6).
        """
        found = super().bars_joint_attack(unit, mates)
        others = tuple(mates)
        near = self.state.pieces[unit].at
        if found is not None or not others or not self.context.figures.resources:
            return found
        if not isinstance(near, Hex) or near not in self.context.by_the_arctic:
            return None
        if self._bill((unit, *others)) or not self._bill(others):
            return None
        text = f"{self.called(unit)} traces to no resource point that pays for the attack."
        return Objection("FE-30.5", text)

    def _costly(self, at: Hex) -> bool:
        return at in self.context.arctic and bool(self.context.figures.resources)

    def _bill(self, units: tuple[UnitId, ...]) -> tuple[Hex, ...]:
        """The hexes whose points let some units attack together, the fewest: one to which lines
        lead, and one for each unit that none leads from where its landing or drop began. Empty when
        there are none.
        """
        lines = [self.payers(unit) for unit in units]
        found: list[tuple[Hex, ...]] = []
        for at in (*dict.fromkeys(one for near in lines for one in near), None):
            cut = (u for u, near in zip(units, lines, strict=True) if at is None or at not in near)
            origins = [self._origin(unit) for unit in cut]
            bill = [one for one in (at, *origins) if one is not None]
            if None not in origins and all(self._lies(one, n) for one, n in Counter(bill).items()):
                found.append(tuple(bill))
        return min(found, key=len, default=())

    def _lies(self, at: Hex, amount: int) -> bool:
        """Whether the side to act has so many points in a hex."""
        stock = self.state.resources.get(at)
        return stock is not None and stock.side == self.state.active and stock.amount >= amount

    def attack_begun(
        self, units: Iterable[UnitId], target: Hex, transition: Transition[Theatre]
    ) -> None:
        """An attack in the Arctic takes the nearest resource point that serves all, and those of
        landings and drops where they began (FE-30.5, 30.6).
        """
        if not self._costly(target):
            return
        for at in self._bill(tuple(units)):
            self.pay_work(at, transition)
            transition.tell("attack paid", "FE-30.5", at=at, to=target)

"""What a system may tell a player who plans; until it does, these plain answers hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.core.actions import Action, Objection
from engine.core.laying import Laying, NoLaying
from engine.core.state import Location, State
from engine.core.view.outlook import (
    Amounts,
    Due,
    Duty,
    Figure,
    Flight,
    Plan,
    Prospect,
    SupplyElement,
    SupplyLine,
    WeatherZone,
)
from engine.core.view.ranges import Range, Subject, SubjectId, Worth
from maps.hexgrid import Hex
from oob.model import UnitId

if TYPE_CHECKING:
    from engine.core.system import Question, Scenario
    from engine.core.view.display import BattleView


class OptionalQueries:
    """Answers that hold for a system which has nothing to say. Its rules mix this in."""

    scenario: Scenario

    if TYPE_CHECKING:

        def question(self, state: State) -> Question:
            """The open decision; every system says."""

        def check(self, state: State, action: Action) -> tuple[Objection, ...]:
            """Everything that forbids an action now; every system says."""

        def owner(self, state: State, unit: UnitId) -> str:
            """The side that commands a unit now; every system says."""

        def supply(self, state: State, unit: UnitId) -> tuple[bool, tuple[Hex, ...], str]:
            """Whether a unit is in supply, the path, and why; every system says."""

        def battle(self, state: State) -> BattleView | None:
            """The battle being fought, if any; every system says."""

    def owners(self, state: State) -> Mapping[UnitId, str]:
        """The side that commands each unit, asked one by one."""
        return {unit: self.owner(state, unit) for unit in state.pieces}

    def allows(self, state: State, action: Action) -> bool:
        """True when the check finds nothing."""
        return not self.check(state, action)

    def cautions(self, state: State, action: Action) -> tuple[Objection, ...]:
        """What is disliked of an action that is allowed; nothing."""
        return ()

    def stale(self, state: State) -> tuple[str, ...]:
        """What is kept from step to step and is not what it would be worked out from nothing: a
        fault in the engine. Nothing.
        """
        return ()

    def passage(self, before: State, after: State) -> tuple[str, ...]:
        """What must never happen between a decision and the next and has; nothing."""
        return ()

    def figures(self, state: State) -> tuple[Figure, ...]:
        """The numbers the game is followed by, as they are now; none."""
        return ()

    def due(self, state: State, first: int, last: int) -> tuple[Due, ...]:
        """What the turns from ``first`` to ``last`` bring, by turn and phase; nothing."""
        return ()

    def duties(self, state: State) -> tuple[Duty, ...]:
        """What must be done before the phase can end: what forbids to end it, each thing once;
        nothing when it can be ended, or when nothing ends it.
        """
        found: dict[tuple[str, str], Duty] = {}
        for family in self.question(state).families:
            for action in family.candidates() if family.closing else ():
                forbidding = self.check(state, action)
                if not forbidding:
                    return ()
                for why in forbidding:
                    duty = Duty(why.text, why.rule, why.units, why.places)
                    found.setdefault((why.rule, why.text), duty)
        return tuple(found.values())

    def weather(self, state: State, turns: int) -> tuple[WeatherZone, ...]:
        """The weather by zone, with the chances for so many coming turns; none."""
        return ()

    def route(self, state: State, action: Action) -> tuple[Hex, ...]:
        """The hexes a unit would go through to do something, its own first; none."""
        return ()

    def may_attack(self, state: State) -> bool:
        """Whether it is the time for attacks; plans tell."""
        return True

    def candidates(self, state: State, target: Hex) -> tuple[UnitId, ...]:
        """The units of the side to decide that could take part in an attack on a hex now; none."""
        return ()

    def plan(self, state: State, target: Hex, units: tuple[UnitId, ...]) -> Plan | None:
        """What an attack would be and bring; None where the system cannot tell."""
        return None

    def zones(self, state: State, side: str) -> frozenset[Hex]:
        """The hexes a side hampers its enemy in (zones of control); none."""
        return frozenset()

    def owned(self, state: State, side: str) -> frozenset[Hex]:
        """The hexes a side owns; the game keeps no ownership of ground."""
        return frozenset()

    def in_supply(self, state: State, unit: UnitId) -> bool:
        """Whether a unit is in supply; worked out with its path."""
        return self.supply(state, unit)[0]

    def supply_line(self, state: State, unit: UnitId) -> SupplyLine:
        """How supply reaches a unit, or what blocks it: the path as one element."""
        supplied, path, why = self.supply(state, unit)
        if len(path) < 2:
            return SupplyLine(supplied, why)
        element = SupplyElement("path", path, len(path) - 1, None, "")
        return SupplyLine(supplied, why, (element,))

    def flights(self, state: State) -> tuple[Flight, ...]:
        """What is in the air now, or planned to be; nothing."""
        return ()

    def needless(self, state: State, action: Action) -> bool:
        """Whether another action does the same for no more; False where nothing is known."""
        return False

    def prospect(self, state: State, actions: tuple[Action, ...]) -> Prospect | None:
        """What decisions that send something to one place promise; None where nothing is known."""
        return None

    def amounts(self, state: State, place: Location) -> tuple[Amounts, ...]:
        """The points that may be given to a place now; none."""
        return ()

    def subjects(self, state: State) -> tuple[Subject, ...]:
        """Everything that covers ground by air, by sea or from hiding now; none."""
        return ()

    def ranges(self, state: State, subject: SubjectId) -> tuple[Range, ...]:
        """The ground a unit, base, box or pool covers now, purpose by purpose; none."""
        return ()

    def worth(self, state: State, unit: UnitId) -> Worth:
        """What a unit counts for: the attack strength of the face that is up, and its steps."""
        found = self.scenario.oob.units[unit]
        piece = state.pieces[unit]
        face = found.faces[0 if piece.steps >= found.steps else -1]
        strength = float(face.attack or 0) if piece.steps else 0.0
        return Worth(strength, found.steps, found.steps - min(piece.steps, found.steps))

    def setting_up(self, state: State) -> bool:
        """True while the sides still set up, so that one may hide its own from the other; never."""
        return False

    def reminds(self, state: State) -> bool:
        """Whether a unit may have been forgotten as the phase ends: not in a battle or set-up."""
        return self.battle(state) is None and not self.setting_up(state)

    def is_done(self, state: State, unit: UnitId) -> bool:
        """Whether a unit may be moved though it is not its turn to; never."""
        return False

    @property
    def laying(self) -> Laying:
        """How positions are laid out; refused by a system that lays out none."""
        return NoLaying()

    def watched(self, state: State, side: str) -> frozenset[Hex]:
        """The hexes whose stacks a side knows in full: its own and those beside them."""
        found: set[Hex] = set()
        for unit, piece in state.pieces.items():
            if isinstance(piece.at, Hex) and self.owner(state, unit) == side:
                found.update((piece.at, *piece.at.neighbours()))
        return frozenset(found)

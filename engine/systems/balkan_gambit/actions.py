"""What players of Balkan Gambit can decide, one decision each."""

from __future__ import annotations

from typing import ClassVar

from engine.core.actions import Action, Element, Roll
from engine.frozen import dataclass
from engine.rules.combat.actions import AddUnit as AddedUnit
from engine.rules.combat.actions import Advance as Advance
from engine.rules.combat.actions import EndAdvance as EndAdvance
from engine.rules.combat.actions import RetreatTo as RetreatTo
from engine.rules.movement.actions import Move as Move
from engine.rules.production.actions import Restore as Restore
from engine.rules.sequence import EndPhase as EndPhase
from engine.rules.set_up.actions import FinishSetUp as FinishSetUp
from engine.rules.set_up.actions import PlaceUnit as PlaceUnit
from engine.rules.set_up.actions import UseRecommended as UseRecommended
from engine.systems.balkan_gambit.state.records import MED_BOX
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Deplete(Action):
    """Set up a division at reduced strength where the scenario leaves the choice (1945)."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Substitute(Action):
    """Take a substitute unit instead of one in the set-up (10 L for a US motorized division,
    1944).
    """

    unit: UnitId
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class PlaceImproved(Action):
    """Set up an Improved Position in an occupied coastal hex (set-up), free of cost."""

    target: Hex


@dataclass(frozen=True, slots=True)
class SwitchMode(Action):
    """Flip a partisan type unit between concentrated and dispersed (BG 6.3)."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Displace(Action):
    """Put a dispersed unit into a hex up to two hexes away (BG 6.3, 11.6, 12.15)."""

    unit: UnitId
    target: Hex


@dataclass(frozen=True, slots=True)
class DisperseTo(Action):
    """Disperse a concentrated unit and displace it, in one decision (BG 6.3g)."""

    unit: UnitId
    target: Hex


@dataclass(frozen=True, slots=True)
class Stay(Action):
    """Leave a dispersed unit that survived an attack where it is (BG 12.15)."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class EndSegment(Action):
    """End the partisan or the reinforcement segment."""


@dataclass(frozen=True, slots=True)
class PlaceNaval(Action):
    """Place the Naval Support marker in a coastal or all-sea hex (BG 13.4)."""

    element: ClassVar[Element] = Element.SEA

    target: Hex


@dataclass(frozen=True, slots=True)
class Enter(Action):
    """Bring an optional reinforcement into play (BG 8.1)."""

    unit: UnitId
    target: Hex | str


@dataclass(frozen=True, slots=True)
class Activate(Action):
    """Give a move command to the units in a hex (BG 7.3)."""

    opens: ClassVar[bool] = True

    origin: Hex


@dataclass(frozen=True, slots=True)
class Sail(Action):
    """Move one activated unit by sea to another Beachhead or Port Supply hex (BG 11.4)."""

    element: ClassVar[Element] = Element.SEA

    unit: UnitId
    target: Hex


@dataclass(frozen=True, slots=True)
class SeaMove(Action):
    """Give a move command to one unit to or from the Med Box (BG 7.3, 11.4)."""

    element: ClassVar[Element] = Element.SEA

    unit: UnitId
    target: Hex | str


@dataclass(frozen=True, slots=True)
class EndMove(Action):
    """End a move command; units that have not moved stay."""


@dataclass(frozen=True, slots=True)
class DeclareAttack(Action):
    """Give an attack command to a hex against an adjacent enemy hex (BG 7.4)."""

    origin: Hex
    target: Hex


@dataclass(frozen=True, slots=True)
class DeclareHunt(Action):
    """Give an attack command against dispersed partisans, adjacent or in the same hex (BG
    12.15).
    """

    origin: Hex
    target: Hex


@dataclass(frozen=True, slots=True)
class DeclareLanding(Action):
    """Give an amphibious assault command against a coastal hex (BG 7.6)."""

    element: ClassVar[Element] = Element.SEA
    origin: ClassVar[str] = MED_BOX

    target: Hex


@dataclass(frozen=True, slots=True)
class DeclareDrop(Action):
    """Give an airborne assault command against a land hex (BG 7.9)."""

    element: ClassVar[Element] = Element.AIR
    origin: ClassVar[str] = MED_BOX

    target: Hex


@dataclass(frozen=True, slots=True)
class AddUnit(AddedUnit):
    """Add a unit to the force that attacks, lands or drops (BG 7.4, 7.5)."""

    joins: ClassVar[tuple[type[Action], ...]] = (
        DeclareAttack,
        DeclareHunt,
        DeclareLanding,
        DeclareDrop,
    )


@dataclass(frozen=True, slots=True)
class UseTac(Action):
    """Commit a TAC unit to the battle (BG 13.3)."""

    element: ClassVar[Element] = Element.AIR


@dataclass(frozen=True, slots=True)
class NoTac(Action):
    """Keep TAC out of this defence."""


@dataclass(frozen=True, slots=True)
class Resolve(Action):
    """The attacking force is complete: fight."""


@dataclass(frozen=True, slots=True)
class Fire(Action):
    """One shot of ``unit`` at ``target`` (BG 12.3); the die follows."""

    unit: UnitId
    at: UnitId


@dataclass(frozen=True, slots=True)
class CeaseFire(Action):
    """Give up the shots left after every defender is eliminated (BG 12.9)."""


@dataclass(frozen=True, slots=True)
class BreakOff(Action):
    """Break off the attack and recover one step of ``unit`` (BG 12.2 step 4)."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class PressOn(Action):
    """Carry the attack on to offensive fire."""


@dataclass(frozen=True, slots=True)
class Retreat(Action):
    """Declare a retreat and recover one step of ``unit`` (BG 12.2 step 6)."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Hold(Action):
    """Stay in the hex."""


@dataclass(frozen=True, slots=True)
class Maintain(Action):
    """Keep a Beachhead Supply marker open (BG 7.11)."""

    target: Hex


@dataclass(frozen=True, slots=True)
class Improve(Action):
    """Construct an Improved Position (BG 7.12)."""

    target: Hex


@dataclass(frozen=True, slots=True)
class Reclaim(Action):
    """Bring an eliminated brigade or regiment back from the dead pile (BG 8.2)."""

    unit: UnitId
    target: Hex


@dataclass(frozen=True, slots=True)
class MarkPort(Action):
    """Place a Beachhead marker in the port just captured (BG 9.3)."""

    target: Hex


@dataclass(frozen=True, slots=True)
class LeavePort(Action):
    """Place no marker in the port just captured."""

    target: Hex


@dataclass(frozen=True, slots=True)
class RemoveOverstack(Action):
    """Eliminate a unit of an overstacked hex (BG 10.4)."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class PlaceForceTen(Action):
    """Drop Force Ten into an unoccupied hex of Yugoslavia (BG 13.6, optional)."""

    unit: UnitId
    target: Hex


@dataclass(frozen=True, slots=True)
class BlowBridge(Action):
    """Force Ten destroys the bridge from its hex to ``target`` (BG 13.6, optional)."""

    unit: UnitId
    target: Hex


ACTIONS: tuple[type[Action], ...] = (
    PlaceUnit,
    Deplete,
    Substitute,
    PlaceImproved,
    UseRecommended,
    FinishSetUp,
    SwitchMode,
    Displace,
    DisperseTo,
    Stay,
    EndSegment,
    PlaceNaval,
    Enter,
    Activate,
    Move,
    Sail,
    SeaMove,
    EndMove,
    DeclareAttack,
    DeclareHunt,
    DeclareLanding,
    DeclareDrop,
    AddUnit,
    UseTac,
    NoTac,
    Resolve,
    Fire,
    CeaseFire,
    BreakOff,
    PressOn,
    Retreat,
    Hold,
    RetreatTo,
    Advance,
    EndAdvance,
    Maintain,
    Improve,
    Restore,
    Reclaim,
    MarkPort,
    LeavePort,
    RemoveOverstack,
    PlaceForceTen,
    BlowBridge,
    EndPhase,
    Roll,
)
"""Every action class of the system."""

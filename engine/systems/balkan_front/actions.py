"""The actions that only Balkan Front has."""

from __future__ import annotations

from engine.core.actions import Action
from engine.frozen import dataclass
from engine.rules.politics.calls import CallNation as CallNation
from engine.systems.europa.scenario.ceasing import CeaseOperations as CeaseOperations
from engine.systems.europa.scenario.ceasing import GoOn as GoOn
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Assist(Action):
    """Take a German unit as assistance, in a hex of Mainland Italy (BF-28A2a)."""

    unit: UnitId
    target: Hex


@dataclass(frozen=True, slots=True)
class AssistByAir(Action):
    """Take a German air unit as assistance, at an airbase in Mainland Italy (BF-28A2a)."""

    air_unit: str
    target: Hex


@dataclass(frozen=True, slots=True)
class Intervene(Action):
    """Have Germany intervene in the Balkans (BF-28A2b)."""


@dataclass(frozen=True, slots=True)
class StayOut(Action):
    """Have Germany stay out of the Balkans for good (BF-28A2b)."""


@dataclass(frozen=True, slots=True)
class OrderWithdrawal(Action):
    """Order the German withdrawal (BF-28A2c)."""


@dataclass(frozen=True, slots=True)
class WithdrawGerman(Action):
    """Take a German unit out of play as the withdrawal demands (BF-28A2c)."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Evacuate(Action):
    """Send the government of a nation into exile (BF-28B1a.2, 28C2a.2): of Greece in logs
    that name none.
    """

    nation: str = "greek"


@dataclass(frozen=True, slots=True)
class MoveCapital(Action):
    """Move the capital of a nation to another city (BF-33F2.6)."""

    nation: str
    target: Hex


@dataclass(frozen=True, slots=True)
class LoseBefore(Action):
    """Count a unit as lost in the fighting before the first turn (BF-33B2.2)."""

    unit: UnitId


ACTIONS: tuple[type[Action], ...] = (
    Assist,
    AssistByAir,
    Intervene,
    StayOut,
    OrderWithdrawal,
    WithdrawGerman,
    Evacuate,
    MoveCapital,
    LoseBefore,
    CallNation,
    CeaseOperations,
    GoOn,
)
"""These classes, for the codec."""

"""The charts of combat, raid and Kommando missions, typed."""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum
from typing import Annotated, TypeAlias

from engine.core.charts.constraints import AnyText, AtLeast, Between, OneOf, RowOf
from engine.core.charts.tables import Cells, Provenance
from engine.frozen import dataclass
from engine.rules.combat.advances import Follow

Count: TypeAlias = Annotated[int, AtLeast(0)]
Some: TypeAlias = Annotated[int, AtLeast(1)]
Shift: TypeAlias = Annotated[int, Between(-9, 9)]
Face: TypeAlias = Annotated[int, Between(0, 6)]
"""A face of a die of six, 0 being never."""
Loss: TypeAlias = Annotated[int, AtLeast(-1)]
Result: TypeAlias = Annotated[str, RowOf("combat", "codes")]


class Leave(StrEnum):
    """Whether the units of a side leave their hex after a battle."""

    STAY = "stay"
    MAY = "may"
    MUST = "must"


@dataclass(frozen=True, slots=True)
class Code:
    """One letter code of the Combat Results Context.

    Losses are in steps, -1 for all units. ``follow`` says who may advance when the defenders have
    left the hex alive; when the last of them is eliminated any attacker may.
    """

    id: str
    text: Annotated[str, AnyText()]
    attacker_steps: Loss
    attacker_leaves: Leave
    defender_steps: Loss
    defender_leaves: Leave
    follow: Follow
    provenance: Provenance
    provenance_of: Cells = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CombatChart:
    """The Combat Results Context: percentages of the columns, a row of codes for each face (OG
    11.0.9).
    """

    title: str
    provenance: Provenance
    reason: str
    die: Annotated[int, Between(2, 20)]
    columns: tuple[Some, ...]
    rows: tuple[tuple[Result, ...], ...]
    codes: tuple[Code, ...]
    provenance_of: Cells = field(default_factory=dict)

    def code(self, id_: str) -> Code:
        """The effect of a letter code. Raises KeyError for one the chart does not explain."""
        for code in self.codes:
            if code.id == id_:
                return code
        raise KeyError(id_)


@dataclass(frozen=True, slots=True)
class ShiftChart:
    """The column shifts that are not terrain, and what goes with them (OG 11.0, 13.3, 15.0).

    ``support`` is what an NGS or a CAS shifts; ``arms`` how many types of unit make combined arms;
    ``ultra_in_the_air`` what an ULTRA adds to a die; ``empty_drop`` the factor of an empty drop
    hex.
    """

    title: str
    provenance: Provenance
    reason: str
    support: Shift
    surrounded: Shift
    blitzkrieg: Shift
    blitzkrieg_turn: Some
    ultra: Shift
    combined_arms: Shift
    arms: Some
    ultra_in_the_air: Shift
    empty_drop: Some


@dataclass(frozen=True, slots=True)
class DiceChart:
    """The dice of everything but land combat, whose die stands with its results; ``experten`` are
    those a CAS with that marker rolls (OG 13.2).
    """

    title: str
    provenance: Provenance
    reason: str
    faces: Annotated[int, Between(2, 20)]
    experten: Some


@dataclass(frozen=True, slots=True)
class RaidRow:
    """Modified totals up to ``most`` of the raid on the Goeben.

    ``yavuz`` is ``turkish``, ``seized`` or ``scuttled``; ``holds`` says whether the Kommando holds
    the berth; ``surprise_lost`` whether the Blitzkrieg Bonus is gone.
    """

    most: int
    yavuz: Annotated[str, OneOf("turkish", "seized", "scuttled")]
    holds: bool
    surprise_lost: bool


@dataclass(frozen=True, slots=True)
class RaidChart:
    """The raid on the Goeben: two dice and their modifiers (OG 17.0)."""

    title: str
    provenance: Provenance
    reason: str
    berth: str
    turn: Some
    large: Shift
    small: Shift
    rows: tuple[RaidRow, ...]
    provenance_of: Cells = field(default_factory=dict)

    def row(self, total: int) -> RaidRow:
        """The row of a modified total; the last one has no upper end."""
        return next((row for row in self.rows if total <= row.most), self.rows[-1])


@dataclass(frozen=True, slots=True)
class SinkingChart:
    """The fate of a scuttled Yavuz, one die each Administrative Segment (OG 5.1)."""

    title: str
    provenance: Provenance
    reason: str
    sinks_to: Face
    settles_to: Face


@dataclass(frozen=True, slots=True)
class Mission:
    """One further Kommando mission (OG 17.1).

    ``penalty`` is what a failure adds to the victory check; ``near`` the printed hex the Kommando
    goes next to, or ``strait`` the crossing, where the mission has one.
    """

    id: str
    title: str
    rule: str
    penalty: Count
    near: str = ""
    strait: str = ""


@dataclass(frozen=True, slots=True)
class MissionChart:
    """The die of all further Kommando missions (OG 17.1).

    Modified rolls up to ``success_to`` succeed; then come failures without loss, with a step lost,
    with the unit eliminated, and with the unit eliminated for good.
    """

    title: str
    provenance: Provenance
    reason: str
    reduced: Shift
    second_cas: Shift
    most_cas: Some
    success_to: Face
    unharmed_to: Face
    reduced_to: Face
    eliminated_to: Face
    missions: tuple[Mission, ...]

    def mission(self, id_: str) -> Mission:
        """A mission by id. Raises KeyError when there is none."""
        for mission in self.missions:
            if mission.id == id_:
                return mission
        raise KeyError(id_)

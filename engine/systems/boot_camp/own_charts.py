"""The charts that only Boot Camp has: air points, ships, drops, nations, garrisons, victory."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated

from engine.core.charts.constraints import AsShipped, AtLeast, Between
from engine.core.charts.rows import row_of
from engine.core.charts.tables import Cells, Provenance
from engine.frozen import dataclass

Count = Annotated[int, AtLeast(0)]
"""A number that is never below 0."""
Face = Annotated[int, Between(1, 6)]
"""A face of a die of six."""


@dataclass(frozen=True, slots=True)
class AirRow:
    """A nation's air points from a turn on, until its next row (BC-22E.1, 22E.2).

    ``turn`` counts from 1; ``entry`` rows hold from the turn of German entry on instead, until the
    first row of the chart's ``resumes`` turn or a later one.
    """

    id: str
    nation: str
    turn: Count
    bombers: Count
    fighters: Count
    provenance: Provenance
    entry: Annotated[bool, AsShipped()] = False


@dataclass(frozen=True, slots=True)
class AirPointChart:
    """Bomber and fighter points by nation and turn (BC-22E), divided by the weather's ``divisor``.

    ``resumes`` is the turn from which calendar rows hold again after German entry.
    """

    title: str
    provenance: Provenance
    reason: str
    rows: tuple[AirRow, ...]
    resumes: Count
    divisor: dict[str, Annotated[int, AtLeast(1)]] = field(
        metadata={"was": {"poor": "poor_divisor"}}
    )
    strength: Count

    def row(self, nation: str, turn: int, entered: int) -> AirRow | None:
        """The row that holds for a nation on a turn; ``entered`` is the turn of German entry, 0
        before it.
        """
        found: tuple[tuple[int, bool], AirRow] | None = None
        for row in self.rows:
            if row.nation != nation:
                continue
            if row.entry:
                since = entered
                holds = bool(entered) and entered <= turn
            else:
                since = row.turn
                holds = row.turn <= turn and not (entered and entered < row.turn < self.resumes)
            key = (since, row.entry)
            if holds and (found is None or key > found[0]):
                found = (key, row)
        return None if found is None else found[1]


@dataclass(frozen=True, slots=True)
class ShippingChart:
    """Naval movement (BC-19D): units a turn, and the dice of interception.

    Outside the Adriatic the Axis ships one divisional unit or ``axis_small`` others; ``lost`` and
    ``returned`` are the lowest faces that sink a unit and send it back; ``allied_lost`` sinks an
    Allied unit once Athens has fallen.
    """

    title: str
    provenance: Provenance
    reason: str
    axis_divisions: Count
    axis_small: Count
    adriatic: Count
    allied: Count
    axis_lost: Face
    axis_returned: Face
    allied_lost: Face
    landing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AirDropChart:
    """Air drops after the fall of Athens (BC-19E); ``per_base`` airborne units leave an airbase a
    turn.
    """

    title: str
    provenance: Provenance
    reason: str
    units: Count
    distance: Count
    per_base: Count
    terrain: tuple[str, ...]
    nations: tuple[str, ...]
    lost: Face
    returned: Face


@dataclass(frozen=True, slots=True)
class NationRow:
    """A nation: the side it begins on or joins, when, what it may enter, and what ends it.

    ``id`` is the word of the order of battle. ``from_start`` or else on German entry; ``side`` ''
    never joins. ``area`` are the countries its units may enter or attack, all when empty;
    ``closed`` countries of it bar the Allies. ``capital`` hexes, all of them captured, make it
    surrender, sparing its units in ``spared`` places. ``rule`` is the one it enters or leaves the
    war by, ``area_rule`` that of its area.
    """

    id: str
    name: str
    side: str
    rule: str
    provenance: Provenance
    from_start: Annotated[bool, AsShipped()] = False
    area: tuple[str, ...] = ()
    area_rule: str = ""
    closed: tuple[str, ...] = ()
    capital: tuple[str, ...] = ()
    capital_name: str = ""
    spares_islands: bool = False


@dataclass(frozen=True, slots=True)
class NationChart:
    """The nations of the game (BC-24)."""

    title: str
    provenance: Provenance
    reason: str
    rows: tuple[NationRow, ...]
    first_entry: Count

    def row(self, nation: str) -> NationRow:
        """The row of a nation. Raises KeyError when the chart has none."""
        return row_of(self.rows, nation)


@dataclass(frozen=True, slots=True)
class GarrisonChart:
    """What Greece must leave where until Germany enters (BC-24A): a unit in each hex of ``line``,
    an area of the board, ``divisions`` divisional units there, ``eastern`` units in Eastern Greece.
    Units of the nations ``guards`` count on the line; of all Allied nations where it names none.
    """

    title: str
    provenance: Provenance
    reason: str
    line: str
    guards: tuple[str, ...]
    divisions: Count
    penalty: Count
    eastern: Count
    provenance_of: Cells = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReductionChart:
    """What Germany takes away for the east (BC-24E.6, 24E.7): on ``turn`` it keeps ``res``
    regimental equivalents, a divisional unit counting ``divisional``, any other ``other``. With
    ``later``, a Germany that enters on that turn or after it does so on its next turn; without, as
    the supplement is worded, nobody is taken away on any other turn.
    """

    title: str
    provenance: Provenance
    reason: str
    turn: Count
    later: bool
    res: Count
    divisional: Count
    other: Count
    provenance_of: Cells = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LossRow:
    """Points the enemy of some nations gets for an eliminated unit of theirs: c/m or other,
    non-divisional or divisional.
    """

    id: str
    nations: tuple[str, ...]
    mobile: Count
    mobile_division: Count
    unit: Count
    division: Count
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class AwardRow:
    """Points a side gets for something; ``id`` is the program's word for it."""

    id: str
    side: str
    points: int
    text: str
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class LevelRow:
    """A level of victory: the least ratio of the winner's points to the loser's."""

    id: str
    ratio: Count
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class VictoryChart:
    """The victory point schedule and the levels of victory (BC-25A4).

    A division left as a cadre counts ``cadre_thirds`` of its points. A lead of ``stalemate`` points
    or less is a stalemate. ``early`` and ``late`` are the turns up to and from which ceasing
    operations gains or costs points. ``least_city`` is the rank of the smallest city that counts
    (1 point, 2 reference, 3 dot). With ``surrendered`` the units that go when their nation gives up
    count as eliminated ones.
    """

    title: str
    provenance: Provenance
    reason: str
    losses: tuple[LossRow, ...]
    cadre_thirds: Annotated[int, Between(0, 3)]
    surrendered: bool
    least_city: Count
    awards: tuple[AwardRow, ...]
    levels: tuple[LevelRow, ...]
    stalemate: Count
    early: Count
    late: Count

    def award(self, id_: str) -> AwardRow:
        """The award of a word. Raises KeyError when the chart has none."""
        for row in self.awards:
            if row.id == id_:
                return row
        raise KeyError(id_)

"""The charts that only Balkan Front has: nations, garrisons, naval transport, victory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from engine.core.charts.constraints import AsShipped, AtLeast, Between
from engine.core.charts.rows import row_of
from engine.core.charts.tables import Provenance
from engine.frozen import dataclass
from engine.rules.politics.calls import CallRow
from engine.systems.europa.charts.unit_charts import Count


@dataclass(frozen=True, slots=True)
class NationRow:
    """A nation: the side it begins on, '' while neutral, and its operational area, none meaning
    everywhere (BF-28).
    """

    id: str
    name: str
    side: str
    provenance: Provenance
    area: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StatusRow:
    """How a nation may stand to the sides (BF-28C). ``area`` is where its units may operate with
    that status, none meaning as always. Of a neutral, ``moved_by`` is the side whose player moves
    its units at home and lets it mobilize, ``carries`` the one whose supply goes by its rails.
    With ``on_entry`` a neutral joins the Axis so when Germany intervenes; ``then`` is the status
    that follows on the next turn.
    """

    id: str
    nation: str
    rule: str
    provenance: Provenance
    area: tuple[str, ...] = ()
    moved_by: Annotated[str, AsShipped()] = ""
    carries: Annotated[str, AsShipped()] = ""
    on_entry: Annotated[bool, AsShipped()] = False
    then: Annotated[str, AsShipped()] = ""


@dataclass(frozen=True, slots=True)
class NationChart:
    """The nations of the game; ``closed`` countries bar the Allies, ``open`` parts of them not
    (BF-28A.4). ``statuses`` are those that nations may take besides being of a side.
    """

    title: str
    provenance: Provenance
    reason: str
    rows: tuple[NationRow, ...]
    closed: tuple[str, ...]
    open: tuple[str, ...]
    statuses: tuple[StatusRow, ...] = ()

    def row(self, nation: str) -> NationRow:
        """The row of a nation. Raises KeyError when the chart has none."""
        return row_of(self.rows, nation)

    def status(self, nation: str, status: str) -> StatusRow | None:
        """The row of a status of a nation, None for one that changes nothing."""
        rows = (row for row in self.statuses if row.nation == nation)
        return next((row for row in rows if row.id == status), None)


@dataclass(frozen=True, slots=True)
class GarrisonRow:
    """What a side must keep where: so many half regimental equivalents in an ``area``, in
    ``hexes`` or in a ``box``, on or ``north_of`` the row of a hex.

    ``each``: also a unit in every hex. Each equivalent missing costs ``short`` points, half of one
    half as many, in whole points. ``locked``: no move may leave fewer. Units with a ``shunned``
    trait do not count. It ends with the first event of ``until``, by the rule ``release``.
    """

    id: str
    side: str
    halves: Count
    short: Count
    duty: str
    penalty: str
    release: str
    provenance: Provenance
    area: str = ""
    hexes: tuple[str, ...] = ()
    box: str = ""
    north_of: str = ""
    each: bool = False
    locked: bool = False
    shunned: tuple[str, ...] = ()
    until: tuple[Annotated[str, AsShipped()], ...] = ()


@dataclass(frozen=True, slots=True)
class GarrisonChart:
    """Garrisons (BF-28A1, 28B1) and what the Axis must keep in captured cities (BF-28D), in half
    regimental equivalents by size of city. ``east`` is the area that Greek units do not leave while
    the Metaxas Line is neglected; ``cities`` of Albania in Allied hands end the watch in the north.
    Units with an ``uncounted`` trait, as position AA, are no part of any garrison.
    """

    title: str
    provenance: Provenance
    reason: str
    rows: tuple[GarrisonRow, ...]
    reference_city: Count
    dot_city: Count
    occupied: tuple[str, ...]
    occupation_short: Count
    east: str
    cities: Count
    uncounted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RevoltChart:
    """The Albanian revolt (BF-28A1d): from so many Allied-owned ``cities`` of the ``country`` on a
    die of ``die`` faces is thrown, and units with the ``trait`` desert at ``least`` or more. Each
    such city adds ``city``, each such unit eliminated ``unit``, each Axis-owned city of the
    ``calm`` country ``calms``. Units amid it have a movement rating divided by ``hinders`` in the
    player turn that follows (BF-28A1d.9).
    """

    title: str
    provenance: Provenance
    reason: str
    country: str
    trait: str
    cities: Count
    die: Count
    least: int
    city: int
    unit: int
    calm: str
    calms: int
    hinders: Annotated[int, AtLeast(1)]


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Where the government of a nation begins, and the rule of its evacuation."""

    id: str
    seat: str
    rule: str
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class GovernmentChart:
    """The governments of Allied nations (BF-28B1a, 28C2a): their seats, and a die of ``die`` faces
    with which one ``escapes`` from a captured seat, at so much or less. Forces of a nation whose
    government goes into exile fight on in ``refuges``.
    """

    title: str
    provenance: Provenance
    reason: str
    rows: tuple[SeatRow, ...]
    die: Count
    escapes: Count
    refuges: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CallFactor:
    """What adds ``each`` to the roll of a call on a ``nation``: for every city (or port) that
    ``owner`` has in ``areas`` and in the countries of ``enemies`` that are Allied, or for every
    regimental equivalent a ``garrison`` lacks. With ``least`` it is added once, from so many on.
    """

    id: str
    nation: str
    each: int
    rule: str
    provenance: Provenance
    owner: str = ""
    areas: tuple[str, ...] = ()
    enemies: tuple[str, ...] = ()
    garrison: str = ""
    ports: bool = False
    least: Count = 0


@dataclass(frozen=True, slots=True)
class CallChart:
    """Calls on neutral nations (BF-28C1), with what adds to their rolls."""

    title: str
    provenance: Provenance
    reason: str
    rows: tuple[CallRow, ...]
    factors: tuple[CallFactor, ...]


@dataclass(frozen=True, slots=True)
class AssistanceChart:
    """German assistance (BF-28A2a): from the ``first`` turn to the ``last`` units of the ``groups``
    of the order of battle may be taken, in an area called ``place``, up to ``small`` half
    regimental equivalents a turn, ``large`` ones while a unit of ``nation`` is in the ``watched``
    area, those with an ``unwatched`` trait aside; c/m units count ``mobile`` times. Air units of
    ``air_groups`` count ``air`` half equivalents each.
    """

    title: str
    provenance: Provenance
    reason: str
    first: Count
    last: Count
    groups: tuple[Annotated[str, AsShipped()], ...]
    place: Annotated[str, AsShipped()]
    nation: Annotated[str, AsShipped()]
    watched: Annotated[str, AsShipped()]
    unwatched: tuple[str, ...]
    small: Count
    large: Count
    mobile: Count
    air_groups: tuple[Annotated[str, AsShipped()], ...]
    air: Count


@dataclass(frozen=True, slots=True)
class InterventionChart:
    """German intervention (BF-28A2b, 28A2c): from turn ``first`` on, once the weather ``zone`` is
    clear. The withdrawal is ordered from turn ``withdraws`` to ``last``; ``stay`` half regimental
    equivalents of units that are not c/m may stay.
    """

    title: str
    provenance: Provenance
    reason: str
    first: Count
    zone: Annotated[str, AsShipped()]
    withdraws: Count
    last: Count
    stay: Count


@dataclass(frozen=True, slots=True)
class CreteChart:
    """What decides the assault on Crete (BF-33D3): half regimental equivalents of ``british`` units
    to eliminate, and of ``airborne`` units that may be lost for it.
    """

    title: str
    provenance: Provenance
    reason: str
    british: Count
    airborne: Count


@dataclass(frozen=True, slots=True)
class MoraleChart:
    """Greek morale (option, BF-32E): within ``near`` hexes of the enemy or the border building is
    in earnest; so many cities of Mainland Greece ``lost`` end its limits.
    """

    title: str
    provenance: Provenance
    reason: str
    near: Count
    lost: Count


@dataclass(frozen=True, slots=True)
class LossRow:
    """Points the enemy of a nation gets for each regimental equivalent of it eliminated."""

    id: str
    nations: tuple[str, ...]
    mobile: bool
    per_re: Count
    rule: str
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class AwardRow:
    """Points a side gets for something; ``id`` is the program's word for it."""

    id: str
    side: str
    points: int
    text: str
    rule: str
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class LevelRow:
    """A level of victory: the least ratio of the winner's points to the loser's."""

    id: str
    ratio: Annotated[int, Between(0, 9)]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class CaptureRow:
    """The level of an Axis victory when a capital is captured ``until`` a turn."""

    id: str
    until: Annotated[int, AtLeast(1)]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class CapitalChart:
    """The contest for a capital (BF-33F3): the levels by turn, the earliest first, and that of an
    Allied victory when it is ``held``.
    """

    title: str
    provenance: Provenance
    reason: str
    rows: tuple[CaptureRow, ...]
    held: str


@dataclass(frozen=True, slots=True)
class VictoryChart:
    """Victory points and levels (BF-31B). ``early`` and ``late`` are the turns up to and from which
    ceasing operations gains or costs points; a lead of ``stalemate`` is none.
    """

    title: str
    provenance: Provenance
    reason: str
    losses: tuple[LossRow, ...]
    awards: tuple[AwardRow, ...]
    levels: tuple[LevelRow, ...]
    stalemate: Count
    early: Count
    late: Count

    def award(self, id_: str) -> AwardRow:
        """The award of a word. Raises KeyError when the chart has none."""
        return _named(self.awards, id_)


def _named(rows: Iterable[AwardRow], id_: str) -> AwardRow:
    for row in rows:
        if row.id == id_:
            return row
    raise KeyError(id_)

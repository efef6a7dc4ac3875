"""The charts that only Fire in the East has: nations, drifting weather, the surprise turn."""

from __future__ import annotations

from typing import Annotated

from engine.core.charts.constraints import AsShipped, AtLeast, OneOf
from engine.core.charts.rows import row_of
from engine.core.charts.tables import Provenance
from engine.frozen import dataclass
from engine.systems.europa.charts.unit_charts import Count

NEUTRALS = "FE-31B.1"
"""The first rule of neutral countries."""


@dataclass(frozen=True, slots=True)
class NationRow:
    """A nation: its side, '' for one that stays neutral, and the turn ``since`` which it is at war,
    0 from the start (FE-32A1.1, 32B.1). ``rule`` is the one by which it is neutral. Units of
    ``guests`` may be in its country before that (FE-32B.2).
    """

    id: str
    name: str
    side: str
    provenance: Provenance
    since: Count = 0
    rule: str = ""
    guests: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NationChart:
    """The nations of the game."""

    title: str
    provenance: Provenance
    reason: str
    rows: tuple[NationRow, ...]

    def row(self, nation: str) -> NationRow:
        """The row of a nation. Raises KeyError when the chart has none."""
        return row_of(self.rows, nation)

    @property
    def aloof(self) -> frozenset[str]:
        """The nations that never take a side (FE-31B)."""
        return frozenset(row.id for row in self.rows if not row.side)

    def neutrality(self, nation: str) -> str:
        """The rule by which a nation is neutral; that of neutrals where it has none of its own."""
        return next((row.rule for row in self.rows if row.id == nation and row.rule), NEUTRALS)


@dataclass(frozen=True, slots=True)
class OperationRow:
    """Where units of some ``nations`` operate: in ``areas``, but ``without`` others; they neither
    enter nor attack anything else, and do not retreat there (FE-32.1).
    """

    id: str
    nations: tuple[Annotated[str, AsShipped()], ...]
    areas: tuple[Annotated[str, AsShipped()], ...]
    rule: Annotated[str, AsShipped()]
    provenance: Provenance
    without: tuple[Annotated[str, AsShipped()], ...] = ()


@dataclass(frozen=True, slots=True)
class LimitRow:
    """At most so many REs of a ``nation`` are in a ``land``: ``mobile`` times their size for c/m
    units, ``air`` for each air unit; ``more`` while Soviets are near the capital of Finland
    (FE-32B.6 to 32B.8).
    """

    id: str
    nation: Annotated[str, AsShipped()]
    land: Annotated[str, AsShipped()]
    most: Count
    mobile: Annotated[int, AtLeast(1)]
    air: Count
    more: Count
    rule: Annotated[str, AsShipped()]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class OperationChart:
    """The operational areas of the Axis allies, and what holds between them (FE-32).

    Units of the first nation of each pair of ``rivals`` neither stack nor attack with those of the
    second (FE-32A.2). So many REs of ``invaders`` call all reserves out (FE-32A2.3). Units of
    ``stopped`` neither enter enemy zones of control nor overrun nor attack beyond the area
    ``stop_line`` (FE-32B.5), and do not attack ``spared`` or hexes beside it (FE-32B.4); nor do
    ``guests`` that are in the ``host`` (FE-32B.6). ``limits`` are those of forces in some land;
    Soviets within ``near`` hexes of the ``capital`` raise one, those in the area ``invaded`` alone
    if one is named, but for those in an ``outpost`` that was never lost (FE-32B.7). Land that was
    ``annexed`` counts as that of its ``home`` once the Axis has gained it, and as part of the
    places ``regained``, in the south alone where that is true (FE-32B.3).
    """

    title: str
    provenance: Provenance
    reason: str
    rows: tuple[OperationRow, ...]
    rivals: tuple[tuple[str, str], ...]
    stopped: Annotated[str, AsShipped()]
    stop_line: Annotated[str, AsShipped()]
    spared: Annotated[str, AsShipped()]
    invaders: Count
    guests: Annotated[str, AsShipped()]
    host: Annotated[str, AsShipped()]
    annexed: Annotated[str, AsShipped()]
    home: Annotated[str, AsShipped()]
    regained: Annotated[dict[str, bool], AsShipped()]
    capital: Annotated[str, AsShipped()]
    near: Count
    outpost: Annotated[str, AsShipped()]
    limits: tuple[LimitRow, ...]
    invaded: Annotated[str, AsShipped()] = ""


@dataclass(frozen=True, slots=True)
class EffortRow:
    """What a playing card makes of Finland's war: it is one of so many ``cards``, Finland is at war
    ``since`` a turn, 0 for never. Finns and guests keep off Leningrad where it is ``spared`` and
    behind the stop line where they are ``stopped``. ``limits`` are REs by limit of forces; one that
    is not named is lifted. Guests deploy in the place ``deployed``, in their usual one where none
    is named, and are ``unwelcome`` in Finland while it is neutral. What comes to southern Finland
    as the game begins comes to ``sweden`` instead, what comes to the Arctic to ``arctic``; guests
    that are not set up come to ``late`` on the turn after (FE-39C.2 to 39C.8).
    """

    id: str
    cards: Annotated[int, AtLeast(1)]
    since: Count
    spared: bool
    stopped: bool
    limits: dict[str, Count]
    rule: Annotated[str, AsShipped()]
    provenance: Provenance
    unwelcome: bool = False
    deployed: Annotated[str, AsShipped()] = ""
    sweden: Annotated[str, AsShipped()] = ""
    arctic: Annotated[str, AsShipped()] = ""
    late: Annotated[str, AsShipped()] = ""


@dataclass(frozen=True, slots=True)
class EffortChart:
    """The card that decides on the war effort of a ``nation``, drawn before anybody deploys and
    shown as the game ends; the other player does not see it (FE-39C.1). Its guests are the units of
    the set-up place ``army``; ``south`` and ``north`` are the places of reinforcements it changes,
    ``turn`` the one on which guests come late.
    """

    title: str
    provenance: Provenance
    reason: str
    option: Annotated[str, AsShipped()]
    nation: Annotated[str, AsShipped()]
    army: Annotated[str, AsShipped()]
    south: Annotated[str, AsShipped()]
    north: tuple[Annotated[str, AsShipped()], ...]
    turn: Count
    rows: tuple[EffortRow, ...]

    def drawn(self, face: int) -> EffortRow:
        """What one of all cards says, counted from 1 in the order of the rows."""
        left = face
        for row in self.rows:
            left -= row.cards
            if left <= 0:
                return row
        raise ValueError(face)

    @property
    def deck(self) -> int:
        """All cards."""
        return sum(row.cards for row in self.rows)


@dataclass(frozen=True, slots=True)
class NightFighterChart:
    """By an ``option`` the air unit of a ``group`` that no calendar brings may be taken once in
    place of a reinforcement of a ``model`` (FE-OPT1.1).
    """

    title: str
    provenance: Provenance
    reason: str
    option: Annotated[str, AsShipped()]
    group: Annotated[str, AsShipped()]
    model: Annotated[str, AsShipped()]


@dataclass(frozen=True, slots=True)
class DriftChart:
    """The ``zones`` that share one weather table, from north to south: its result enters in the
    north as the weather worsens, in the south as it improves, and the others get what their
    neighbour had (FE-29B2.1, 29B2.2).
    """

    title: str
    provenance: Provenance
    reason: str
    zones: Annotated[tuple[str, ...], AsShipped()]


@dataclass(frozen=True, slots=True)
class StarvationChart:
    """The die for isolated units from their ``first`` turn out of supply on that they may not
    survive: ``least`` or more eliminates. ``city`` modifies it in a major city, ``weather``
    elsewhere (FE-12D.4, 12D.5).
    """

    title: str
    provenance: Provenance
    reason: str
    first: Annotated[int, AtLeast(1)]
    least: int
    city: int
    weather: dict[str, int]


@dataclass(frozen=True, slots=True)
class Band:
    """A share of winterized REs from which on a force is a level higher: ``top`` in
    ``bottom``.
    """

    id: str
    top: Annotated[int, AtLeast(1)]
    bottom: Annotated[int, AtLeast(1)]


@dataclass(frozen=True, slots=True)
class WinterChart:
    """The first winter: turns of the ``weather`` from turn ``first`` on, everywhere in ``zones``
    and inside the ``land`` in those that are ``inland`` (FE-29D1.1).

    ``axis`` modifies all Axis attacks but those by nations that are ``spared`` alone (FE-29D1a.1).
    Winterized are mountain units, units with a trait of ``traits`` and of the ``nations``
    (FE-29D1b.3); a force has a level for each of the ``bands`` it reaches, and ``table`` is the
    modifier by attacker's level, then defender's. By the option ``elite_option`` units of the
    ``elite_nation`` with a word of ``elite`` in their name are winterized too (FE-38D.1).
    """

    title: str
    provenance: Provenance
    reason: str
    first: Annotated[int, AtLeast(1)]
    weather: Annotated[str, AsShipped()]
    zones: tuple[Annotated[str, AsShipped()], ...]
    inland: tuple[Annotated[str, AsShipped()], ...]
    land: Annotated[str, AsShipped()]
    axis: int
    spared: tuple[Annotated[str, AsShipped()], ...]
    traits: tuple[Annotated[str, AsShipped()], ...]
    nations: tuple[Annotated[str, AsShipped()], ...]
    bands: tuple[Band, ...]
    table: tuple[tuple[int, ...], ...]
    elite_option: Annotated[str, AsShipped()]
    elite_nation: Annotated[str, AsShipped()]
    elite: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IceChart:
    """Rivers that freeze in a kind of ``weather`` in some ``zones``: what each kind of hexside
    counts as in combat then, '' for nothing (FE-29D2.1). What crossing them costs is in the chart
    of movement. In the zones ``lakes`` lakes freeze too, and units go over their hexsides
    (FE-29D2.2). By the ``option`` waters freeze in any zone as this weather comes, or in the second
    turn of one of the others of ``cold``, and stay frozen while it is cold (FE-39F1).
    """

    title: str
    provenance: Provenance
    reason: str
    weather: Annotated[str, AsShipped()]
    zones: tuple[Annotated[str, AsShipped()], ...]
    lakes: tuple[Annotated[str, AsShipped()], ...]
    frozen: dict[str, str]
    option: Annotated[str, AsShipped()]
    cold: tuple[Annotated[str, AsShipped()], ...]


@dataclass(frozen=True, slots=True)
class CityRailChart:
    """What the first capture of a hex of a major city in the ``land`` takes off the rail capacity
    of its ``side`` for good, in REs by the kind of the hex (FE-7A4.12).
    """

    title: str
    provenance: Provenance
    reason: str
    side: Annotated[str, AsShipped()]
    land: Annotated[str, AsShipped()]
    lost: dict[str, Count]


@dataclass(frozen=True, slots=True)
class SteadfastChart:
    """Units of the ``nation`` that are stacked with one of the ``type`` ignore retreats; results
    against a hex that holds one become what ``turned`` says (FE-14G.1, 14G.2).
    """

    title: str
    provenance: Provenance
    reason: str
    nation: Annotated[str, AsShipped()]
    type: Annotated[str, AsShipped()]
    turned: dict[str, str]


@dataclass(frozen=True, slots=True)
class SurpriseChart:
    """The surprise turn before the first player turn of ``turn``: units of the ``nation`` that
    start in the ``land`` act in it, nobody else (FE-31F.2); zones of control of the ``attacked``
    country's units end at its borders meanwhile (FE-31F1.1). ``rivers`` along the border between
    both have no effect on combat in it, and units with the trait ``guards`` are supported. All
    through the turn major cities of the attacked count in combat as clear hexes with a city of the
    kind ``unready`` (FE-31G.2).
    """

    title: str
    provenance: Provenance
    reason: str
    turn: Count
    nation: Annotated[str, AsShipped()]
    land: Annotated[str, AsShipped()]
    attacked: Annotated[str, AsShipped()]
    rivers: tuple[Annotated[str, AsShipped()], ...]
    guards: Annotated[str, AsShipped()]
    unready: Annotated[str, OneOf("point", "reference", "dot")]


@dataclass(frozen=True, slots=True)
class MobilityChart:
    """Who may not move in the exploitation phase when he begins it in an enemy zone of control or
    has attacked just before (FE-31C.1): c/m units of the ``nations``, of the ``sizes``, but for
    those with a trait of ``free``.
    """

    title: str
    provenance: Provenance
    reason: str
    nations: tuple[str, ...]
    sizes: tuple[str, ...]
    free: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WorkerChart:
    """Workers of major cities in the ``land`` help engineers of the ``nation`` that a line over
    land of at most ``reach`` joins to them: so many by the kind of a city of a ``single`` hex,
    ``multi`` in larger ones (FE-14A1c). Units of theirs of the types ``fortified`` are fortified
    areas, beside which no fort is built in a hex (FE-14A1.1).
    """

    title: str
    provenance: Provenance
    reason: str
    nation: Annotated[str, AsShipped()]
    land: Annotated[str, AsShipped()]
    reach: Annotated[int, AtLeast(1)]
    multi: Count
    single: dict[str, Count]
    fortified: tuple[Annotated[str, AsShipped()], ...] = ()


@dataclass(frozen=True, slots=True)
class AirLimit:
    """A nation of which at most so many air units fly in a ``land`` or are based there
    (FE-32A1.2, 32A2.1).
    """

    id: Annotated[str, AsShipped()]
    land: Annotated[str, AsShipped()]
    most: Count
    rule: Annotated[str, AsShipped()]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class AirLimitChart:
    """Air units of the Axis allies away from home; ``strikers`` are the countries whose bases take
    part in the surprise turn (FE-31F.2).
    """

    title: str
    provenance: Provenance
    reason: str
    strikers: tuple[Annotated[str, AsShipped()], ...]
    rows: tuple[AirLimit, ...]


@dataclass(frozen=True, slots=True)
class FortressRow:
    """A fortress of the board, by the number of its hex (FE-31A5a)."""

    id: str
    at: Annotated[str, AsShipped()]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class FortressChart:
    """The fortresses at the start, and the kind of city a fallen one counts as (FE-31A5a.1)."""

    title: str
    provenance: Provenance
    reason: str
    fallen: Annotated[str, AsShipped()]
    rows: tuple[FortressRow, ...]


@dataclass(frozen=True, slots=True)
class GarrisonRow:
    """A kind of city, by its kinds on the board, with the REs of its garrison and the points that
    one without gives to the enemy. A ``poor`` one needs a garrison in poor weather alone
    (FE-33.1, 33.6).
    """

    id: str
    kinds: Annotated[tuple[str, ...], AsShipped()]
    size: Count
    provenance: Provenance
    points: Count = 0
    poor: bool = False


@dataclass(frozen=True, slots=True)
class GarrisonChart:
    """Garrisons of captured cities of a ``land``, but for the areas ``spared``; none is needed with
    supplied enemies no further than ``near`` hexes. Units of the types ``shunned`` do not count,
    nor does artillery (FE-33).
    """

    title: str
    provenance: Provenance
    reason: str
    land: Annotated[str, AsShipped()]
    spared: Annotated[tuple[str, ...], AsShipped()]
    near: Count
    rows: tuple[GarrisonRow, ...]
    shunned: Annotated[tuple[str, ...], AsShipped()]

    def row(self, kind: str) -> GarrisonRow | None:
        """What a kind of city needs, None for nothing."""
        return next((row for row in self.rows if kind in row.kinds), None)


@dataclass(frozen=True, slots=True)
class FinnishNetChart:
    """The railroads of a ``land``, and those that the Axis takes on its side of the stop line: how
    many REs they carry in a player turn, apart from other lines (FE-7A3.3, 7A4.1). Cities in the
    ``broad`` military districts are none of the lands with standard gauge (FE-7A3.5), all lines of
    the ``standard`` ones count as such unless an option has it otherwise (FE-7A3.1, 38C.1).
    """

    title: str
    provenance: Provenance
    reason: str
    land: Annotated[str, AsShipped()]
    capacity: Count
    broad: Annotated[tuple[str, ...], AsShipped()]
    standard: Annotated[tuple[str, ...], AsShipped()]


@dataclass(frozen=True, slots=True)
class BuildingLineChart:
    """The line from ``start`` to ``end``, by printed numbers, that is a road before turn ``first``;
    a hex that the enemy has then becomes a railroad ``delay`` turns after it is regained (FE-7D).
    """

    title: str
    provenance: Provenance
    reason: str
    start: Annotated[str, AsShipped()]
    end: Annotated[str, AsShipped()]
    first: Count
    delay: Count

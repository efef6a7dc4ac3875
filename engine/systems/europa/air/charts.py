"""The charts of the air: what models are, antiaircraft fire, repair, and how far missions go."""

from __future__ import annotations

from dataclasses import field
from fractions import Fraction
from typing import Annotated

from engine.core.charts.constraints import AtLeast, Between, OneOf
from engine.core.charts.rows import row_of
from engine.core.charts.tables import Provenance
from engine.frozen import dataclass
from engine.systems.europa.charts.shared_charts import SharedCharts
from engine.systems.europa.charts.unit_charts import Count

AirType = Annotated[str, OneOf("F", "HF", "NF", "A", "B", "D", "H", "HB", "NB", "T", "GT")]
"""The letter of a type of air unit (BF-16A)."""
FIGHTERS = ("F", "HF", "NF")
"""The types that are fighters (BF-16A.1, 24G.1, FE-24F.1)."""
TRANSPORTS = ("T",)
"""The types that are transports and fly by themselves (BF-16A.1, 24C.1)."""
GLIDER = "GT"
"""The type that is towed; its defense is what it takes from its tow's (BF-24C.1, 24C.3)."""
Face = Annotated[int, Between(1, 6)]
CombatResult = Annotated[str, OneOf("-", "R", "A", "K")]
"""No effect, turned back, aborted, eliminated (BF-21B2)."""


@dataclass(frozen=True, slots=True)
class ModelRow:
    """An air unit of a model: air ``attack``, ``type``, air ``defense``, tactical ``bombing``
    strength, movement rating in hexes, ``strategic`` bombing strength, and code letters.
    """

    id: str
    attack: Count
    type: AirType
    defense: Count
    bombing: Count
    move: Annotated[int, AtLeast(1)]
    provenance: Provenance
    strategic: Count = 0
    codes: tuple[str, ...] = ()

    @property
    def ratings(self) -> str:
        """The ratings of air combat as printed: ``7F5``."""
        return f"{self.attack}{self.type}{self.defense}"


@dataclass(frozen=True, slots=True)
class ModelChart:
    """The models of the game."""

    title: str
    provenance: Provenance
    reason: str
    rows: tuple[ModelRow, ...]

    def row(self, model: str) -> ModelRow:
        """The ratings of a model. Raises KeyError when the chart has none."""
        return row_of(self.rows, model)


@dataclass(frozen=True, slots=True)
class FlakRow:
    """Antiaircraft fire of at least some strength: the highest modified total of two dice that
    eliminates, aborts, turns back; 0 for none.
    """

    strength: Annotated[int, AtLeast(1)]
    eliminates: Count
    aborts: Count
    turns_back: Count
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class FlakModifier:
    """What is added to the dice against air units of some types on some missions, or of any where
    none is named; with ``night`` only by night.
    """

    types: tuple[AirType, ...]
    missions: tuple[str, ...]
    value: int
    text: str
    provenance: Provenance
    night: bool = False


@dataclass(frozen=True, slots=True)
class GunRow:
    """The antiaircraft strength of a unit that can do something, by its size."""

    id: Annotated[str, OneOf("battalion", "regiment", "brigade")]
    strength: Count
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class CityGunRow:
    """The antiaircraft strength of places of a country while ``side`` or its own nation owns them:
    by kind of city; of airbases that are no airfields where ``base`` is given. With ``once`` it is
    gone for good when the place changes hands (BF-22A1.3 to 22A1.6).
    """

    country: str
    side: str
    once: bool
    provenance: Provenance
    base: Count = 0
    reference: Count = 0
    dot: Count = 0
    major: Count = 0


@dataclass(frozen=True, slots=True)
class GunBearers:
    """Combat/motorized units of some nations that have guns of their own, by what they are
    (FE-22A1.1, 22A1.2, 22A1.4).
    """

    nations: tuple[str, ...]
    bodies: tuple[Annotated[str, OneOf("division", "cadre", "headquarters")], ...]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class FlakChart:
    """Antiaircraft fire (BF-22). ``divisions`` is the strength of combat/motorized divisions and
    headquarters of the side that is ``armed``, or of the ``bearers`` where any are listed.
    """

    title: str
    provenance: Provenance
    reason: str
    rows: tuple[FlakRow, ...]
    modifiers: tuple[FlakModifier, ...]
    guns: tuple[GunRow, ...]
    divisions: Count
    armed: str
    warships: Count
    ships: Count
    cities: tuple[CityGunRow, ...]
    bearers: tuple[GunBearers, ...] = ()

    def row(self, strength: int) -> FlakRow | None:
        """The column of a strength: the closest that does not exceed it (BF-22B2.1)."""
        fitting = [row for row in self.rows if row.strength <= strength]
        return max(fitting, key=lambda row: row.strength) if fitting else None


@dataclass(frozen=True, slots=True)
class AirCombatRow:
    """The results of a differential, by the modified total from the chart's ``first`` on."""

    differential: int
    results: tuple[CombatResult, ...]


@dataclass(frozen=True, slots=True)
class AirCombatModifier:
    """What is added to the dice when some types fire ``at`` others; where nations are named, only
    when those ``by`` fire ``against`` these, and not at air units with a code that is ``spared``.
    """

    firing: tuple[AirType, ...]
    at: tuple[AirType, ...]
    value: int
    provenance: Provenance
    by: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    spared: str = ""


@dataclass(frozen=True, slots=True)
class BurdenedFighters:
    """Types that fight with ``less`` attack and defense on bombing missions or on escort at
    extended range, but never below ``least`` (BF-24A, 24B.5).
    """

    types: tuple[AirType, ...]
    less: Count
    least: Count


@dataclass(frozen=True, slots=True)
class AirCombatChart:
    """Air combat (BF-21): results by differential and modified total; totals and differentials
    beyond the table count as its last. Whoever is intercepted may ``abandon`` operations or not.
    """

    title: str
    provenance: Provenance
    reason: str
    first: int
    rows: tuple[AirCombatRow, ...]
    modifiers: tuple[AirCombatModifier, ...]
    bombing: BurdenedFighters
    escorts: BurdenedFighters
    abandon: bool = True

    def result(self, differential: int, total: int) -> str:
        """The letter of a modified total at a differential."""
        low, high = self.rows[0].differential, self.rows[-1].differential
        row = self.rows[min(max(differential, low), high) - low]
        return row.results[min(max(total - self.first, 0), len(row.results) - 1)]


@dataclass(frozen=True, slots=True)
class BombingRow:
    """A bombing attack of at least some strength: the lowest modified roll that hits."""

    strength: Annotated[int, AtLeast(1)]
    roll: Face
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class DiveBombers:
    """Types that add ``value`` to the die while no other type joins their attack (BF-24D)."""

    types: tuple[AirType, ...]
    value: int


@dataclass(frozen=True, slots=True)
class Harassers:
    """Types whose strength counts ``times`` on harassment (FE-24G.1)."""

    types: tuple[AirType, ...]
    times: Annotated[int, AtLeast(1)]


NO_HARASSERS = Harassers((), 1)


@dataclass(frozen=True, slots=True)
class TerrorTargets:
    """The ``side`` that may terror bomb, and the ``capitals`` it may bomb while the enemy owns
    them (BF-20F1b.1).
    """

    side: str
    capitals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BombingChart:
    """Bombing (BF-20F): fighters have ``fighters_at_bases`` more against airbases, or against air
    units on them where these are targets of their own and an airbase hit ``strikes`` none.
    Strengths are divided by ``extended`` at extended range and by ``night`` at night.
    ``harassment`` points make a harassment hit, and ``most_harassment`` count in a hex, 0 being no
    limit; ``harassers`` have a multiple of their strength for it.
    """

    title: str
    provenance: Provenance
    reason: str
    rows: tuple[BombingRow, ...]
    dive: DiveBombers
    anti_shipping: int
    terror: TerrorTargets
    fighters_at_bases: Count
    extended: Annotated[int, AtLeast(1)]
    night: Annotated[int, AtLeast(1)]
    harassment: Annotated[int, AtLeast(1)]
    most_harassment: Count
    strikes: bool = True
    harassers: Harassers = NO_HARASSERS

    def row(self, strength: Fraction) -> BombingRow | None:
        """The column of a strength: the closest that does not exceed it (BF-20F.4); None for less
        than the first.
        """
        fitting = [row for row in self.rows if row.strength <= strength]
        return max(fitting, key=lambda row: row.strength) if fitting else None


@dataclass(frozen=True, slots=True)
class AirliftChart:
    """Air transport (BF-20E): half regimental equivalents of ground units or equivalents of
    supplies that a transport carries to an airbase or drops, divided by ``extended`` at extended
    range. Nothing is dropped on ``barred`` terrain. Dropped supplies are scattered at a die of up
    to ``scattered``, to which are added ``near_enemies``, ``rough`` on other than ``easy``
    terrain, ``major`` in major cities and ``poor`` in poor weather (BF-25A), and for units that
    come by ``glider``. Units are disrupted, badly disrupted and lost at totals of up to
    ``disrupted``, ``badly`` and ``lost``; their drops are planned ``ahead`` by so many turns
    (BF-25C.1). ``expended`` is the lowest roll with which a glider that has landed is expended
    (BF-24C.8).

    ``sides`` has what is added for drops of a side (FE-25A.1), ``lands`` the countries outside
    which a side drops nothing (FE-25F.1); units with an ``honorary`` trait are called parachute
    units and do not drop (FE-25.1), but by the option ``honorary_option``, with ``honorary_value``
    on the die; units are lost at totals of up to ``option_lost`` then (FE-OPT2.1). Units are
    dropped into major ``cities`` or not, and supplies ``anywhere`` or where units are (FE-20E2.1,
    20E2.3); at extended range or not (``far``, FE-24B.3). Drops may be planned for units that are
    ``coming`` as reinforcements, or not (FE-25D.4). Air landing units need one glider, or
    gliders for all of them (``gliders_alone``, FE-25E.1). Who comes down in good order ``holds``
    his hex at once or not (FE-25A.4), and is ``supported`` in that player turn or not (BF-25E.1).
    """

    title: str
    provenance: Provenance
    reason: str
    halves: Count
    supplies: Count
    dropped_halves: Count
    dropped_supplies: Count
    extended: Annotated[int, AtLeast(1)]
    barred: tuple[str, ...]
    easy: tuple[str, ...]
    scattered: int
    near_enemies: int
    rough: int
    major: int
    poor: int
    glider: int
    disrupted: int
    badly: int
    lost: int
    ahead: Annotated[int, AtLeast(1)]
    expended: Face
    sides: dict[str, int] = field(default_factory=dict)
    lands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    honorary: tuple[str, ...] = ()
    honorary_option: str = ""
    honorary_value: int = 0
    option_lost: int = -99
    cities: bool = True
    anywhere: bool = False
    far: bool = True
    coming: bool = False
    gliders_alone: bool = False
    holds: bool = False
    supported: bool = True


@dataclass(frozen=True, slots=True)
class PatrolRow:
    """A patrol attack by a fighter at least ``times`` as strong as what it attacks, or stronger
    than that many times when ``over``: the lowest roll that turns back.
    """

    times: Count
    over: bool
    roll: Face


@dataclass(frozen=True, slots=True)
class PatrolChart:
    """Patrol attacks (BF-19): the zone is the movement rating divided by ``divisor``, or so many
    hexes as are ``fixed`` for a nation.
    """

    title: str
    provenance: Provenance
    reason: str
    divisor: Annotated[int, AtLeast(1)]
    rows: tuple[PatrolRow, ...]
    fixed: dict[str, Count] = field(default_factory=dict)

    def zone(self, nation: str, move: int) -> int:
        """How many hexes around its base a fighter patrols (BF-19.1, FE-19.1)."""
        return self.fixed.get(nation, move // self.divisor)

    def roll(self, attack: int, defense: int) -> int:
        """The lowest roll that turns back."""
        fitting = (
            row.roll
            for row in self.rows
            if attack > row.times * defense or (attack == row.times * defense and not row.over)
        )
        return min(fitting)


@dataclass(frozen=True, slots=True)
class RepairRow:
    """The highest roll that repairs an air unit of a nation."""

    id: str
    roll: Face
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class RepairModifier:
    """What is added to the die of a repair: on temporary airfields (``strips``), in some kinds of
    ``weather`` at the base, for some ``nations``, for models with a ``code``; all that is named
    must hold (FE-23.2).
    """

    text: str
    value: int
    provenance: Provenance
    strips: bool = False
    weather: tuple[str, ...] = ()
    nations: tuple[str, ...] = ()
    code: str = ""


@dataclass(frozen=True, slots=True)
class AirChart:
    """How far air units fly: ``transfer``, ``escape``, ``extended`` range, ``transport`` to an
    airbase and ``far_transport`` at extended range in movement ratings (BF-20D1.1, 17B.4, 20E1.2,
    24B). ``crashes`` is the lowest roll with which a day air unit crash lands by
    night (BF-24E.7).
    Interception and bombing in poor weather divide ratings by ``interception`` and ``poor``
    (BF-20A.1, 20F.7). A naval patrol flies ``naval_patrol`` hexes less and attacks cargo that
    comes within ``naval_zone`` of it (BF-20F2h). ``escapes`` is the highest roll that escapes,
    ``repair`` by nation the highest that repairs, after ``repair_modifiers``; the face ``always``
    and lower ones repair without them. ``crashes_of`` is the roll of nations whose own it is.
    ``halving`` are the kinds of weather that halve bombing strengths, all poor ones where none is
    named. ``without`` are missions that the title does not have;
    those that are ``optional`` are flown by the option that each names (FE-OPT4.1);
    those ``by_day`` are not flown by night (FE-24F.3). With ``night_patrols`` night fighters
    attack on patrol and intercept who flies by night, nobody does without (FE-24F.3, 24F.4).
    ``ruined`` airbases, whose capacity is 0, can be landed at or not (FE-17A.2).
    """

    title: str
    provenance: Provenance
    reason: str
    transfer: Annotated[int, AtLeast(1)]
    extended: Annotated[int, AtLeast(1)]
    transport: Annotated[int, AtLeast(1)]
    far_transport: Annotated[int, AtLeast(1)]
    crashes: Face
    escape: Annotated[int, AtLeast(1)]
    escapes: Face
    interception: Annotated[int, AtLeast(1)]
    poor: Annotated[int, AtLeast(1)]
    naval_patrol: Count
    naval_zone: Count
    repair: tuple[RepairRow, ...]
    repair_modifiers: tuple[RepairModifier, ...] = ()
    always: Count = 0
    crashes_of: dict[str, Face] = field(default_factory=dict)
    halving: tuple[str, ...] = ()
    without: tuple[str, ...] = (
        "air unit bombing",
        "factory bombing",
        "city bombing",
        "yard bombing",
        "ship bombing",
    )
    optional: dict[str, str] = field(default_factory=dict)
    ruined: bool = True
    by_day: tuple[str, ...] = ()
    night_patrols: bool = False

    def repaired(self, nation: str) -> int:
        """The highest roll that repairs an air unit of a nation, 0 where the chart has none."""
        return next((row.roll for row in self.repair if row.id == nation), 0)

    def crash(self, nation: str) -> int:
        """The lowest roll with which a day air unit of a nation crash lands by night."""
        return self.crashes_of.get(nation, self.crashes)


@dataclass(frozen=True, slots=True)
class AirCharts(SharedCharts):
    """The charts of a title whose air units fly."""

    models: ModelChart
    flak: FlakChart
    air_combat: AirCombatChart
    patrol: PatrolChart
    bombing: BombingChart
    airlift: AirliftChart
    air: AirChart

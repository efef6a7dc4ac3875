"""The charts of combat, typed: results, effects of ground, armour and antitank, engineers."""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Annotated

from engine.core.charts.constraints import AsShipped, AtLeast, Between, RowOf
from engine.core.charts.tables import Provenance
from engine.frozen import dataclass


class Fate(StrEnum):
    """What a result does to one side (BF-9C)."""

    STAYS = "stays"
    RETREATS = "retreats"
    HALVED = "half eliminated"
    ELIMINATED = "eliminated"


@dataclass(frozen=True, slots=True)
class Code:
    """A letter code of the Combat Results Context.

    ``exchange`` is not 0 where the side of lower printed strength is eliminated instead: the other
    loses at least so many halves of what that side lost (BF-9C.8 to 9C.11).
    """

    id: str
    text: str
    attacker: Fate
    defender: Fate
    exchange: Annotated[int, Between(0, 2)]
    provenance: Provenance


@dataclass(frozen=True)
class CombatChart:
    """The Combat Results Context: a row of codes for each modified die from ``first_row`` on.

    ``columns`` are odds, ``3:1`` or ``1.5:1``, from worst to best for the attacker; lower odds are
    ``below``, higher ones the last column (BF-9B.7, 9B.8).
    """

    title: str
    provenance: Provenance
    reason: str
    die: Annotated[int, AtLeast(2)]
    first_row: int
    below: Annotated[str, RowOf("combat", "codes")]
    undefended: Annotated[str, RowOf("combat", "codes")]
    columns: tuple[str, ...]
    rows: tuple[tuple[Annotated[str, RowOf("combat", "codes")], ...], ...]
    codes: tuple[Code, ...]

    @cached_property
    def ratios(self) -> tuple[Fraction, ...]:
        """The columns as numbers."""
        return tuple(ratio(column) for column in self.columns)

    def code(self, id_: str) -> Code:
        """What a letter code does. Raises KeyError for one the chart does not explain."""
        for code in self.codes:
            if code.id == id_:
                return code
        raise KeyError(id_)


def ratio(column: str) -> Fraction:
    """Odds as a number.

    >>> ratio("1:4"), ratio("1.5:1")
    (Fraction(1, 4), Fraction(3, 2))
    """
    left, right = column.split(":")
    return Fraction(left) / Fraction(right)


class Feature(StrEnum):
    """What a row of ground effects is about."""

    TERRAIN = "terrain"
    CITY = "city"
    FORT = "fort"
    HEXSIDE = "hexside"


class Weakened(StrEnum):
    """Which attackers a kind of ground weakens (BF-9H.1)."""

    NONE = "none"
    MOBILE = "c/m except artillery"
    MOBILE_AND_ARTILLERY = "c/m and artillery"
    NOT_MOUNTAIN = "all but mountain units"
    NOT_ARTILLERY = "all but artillery"
    NOT_ARTILLERY_OR_ENGINEERS = "all but artillery and engineers"


@dataclass(frozen=True, slots=True)
class EffectRow:
    """What one kind of ground does to an attack into it, or over it for hexsides (BF-9H).

    ``kinds`` are the map's words for it. ``share`` divides the strength of weakened attackers: 2
    halves, 4 quarters. ``die`` modifies the die by kind of weather, eased for mountain units where
    ``eased``; ``aec`` says by kind of weather whether armour has its effects (BF-10G.1). In the
    kinds of ``barred_in`` c/m units and artillery do not attack into it. Each kind of ground
    weakens a unit by itself, but for those that a row ``includes`` in its share (BF-3C2.1).
    """

    id: str
    name: str
    feature: Feature
    kinds: tuple[str, ...]
    weakened: Weakened
    share: Annotated[int, Between(1, 4)]
    die: dict[str, int] = field(metadata={"was": {"clear": "clear", "poor": "poor"}})
    aec: dict[str, bool] = field(metadata={"was": {"clear": "aec_clear", "poor": "aec_poor"}})
    eased: bool
    provenance: Provenance
    barred_in: Annotated[tuple[str, ...], AsShipped()] = field(
        default=(), metadata={"drops": ("winter_bars",)}
    )
    includes: tuple[str, ...] = ()


@dataclass(frozen=True)
class EffectsChart:
    """Combat effects of terrain, cities, forts and hexsides; ``weather`` modifies the die of
    every attack by kind of weather (BF-27.8).
    """

    title: str
    provenance: Provenance
    reason: str
    weather: dict[str, int] = field(metadata={"was": {"poor": "poor_weather"}})
    rows: tuple[EffectRow, ...]

    @cached_property
    def by_kind(self) -> dict[tuple[Feature, str], EffectRow]:
        """The rows by what they are about and the map's word."""
        return {(row.feature, kind): row for row in self.rows for kind in row.kinds}


class ArmorBy(StrEnum):
    """What the share of armour is counted in."""

    RES = "regimental equivalents"
    DIVISIONS = "divisional c/m units"


@dataclass(frozen=True, slots=True)
class ArmorBand:
    """Die modifiers, by kind of weather, of a share of at least ``top``/``bottom`` (and more than
    nothing).
    """

    id: str
    top: Annotated[int, AtLeast(0)]
    bottom: Annotated[int, AtLeast(1)]
    attack: dict[str, int] = field(
        metadata={"was": {"clear": "attack_clear", "poor": "attack_poor"}}
    )
    defense: dict[str, int] = field(
        metadata={"was": {"clear": "defense_clear", "poor": "defense_poor"}}
    )
    antitank: int

    @property
    def least(self) -> Fraction:
        """The least share the band holds for."""
        return Fraction(self.top, self.bottom)


@dataclass(frozen=True, slots=True)
class ArmorChart:
    """Armour and antitank effects (BF-10C).

    Neutral REs beyond ``neutral_limit`` times those of capable units count as having none
    (BF-10F). From ``heavy_top``/``heavy_bottom`` on a share denies the defender armour effects,
    calls up antitank effects and, where ``required_losses``, brings those (BF-10C2.3, 10C3.1,
    10H).
    """

    title: str
    provenance: Provenance
    reason: str
    by: ArmorBy
    neutral_limit: Annotated[int, AtLeast(0)]
    heavy_top: Annotated[int, AtLeast(1)]
    heavy_bottom: Annotated[int, AtLeast(1)]
    required_losses: bool
    bands: tuple[ArmorBand, ...]

    @property
    def heavy(self) -> Fraction:
        """The share that counts as heavy armour."""
        return Fraction(self.heavy_top, self.heavy_bottom)

    def band(self, share: Fraction) -> ArmorBand | None:
        """The band of a share, None below the first."""
        reached = [band for band in self.bands if share > 0 and share >= band.least]
        return max(reached, key=lambda band: band.least, default=None)


@dataclass(frozen=True, slots=True)
class ArtilleryChart:
    """Artillery beyond the REs of all else (BF-14B): ``excess`` is its strength together.

    With ``capped`` it never counts for more than it is worth; without, as the rule is worded. That
    of the nations ``helpless`` counts for nothing in defence (FE-14B.1). Units of the types ``far``
    fire from ``reach`` hexes away too, beside units that attack (FE-14B2.1).
    """

    title: str
    provenance: Provenance
    reason: str
    excess: Annotated[int, AtLeast(0)]
    capped: bool
    helpless: tuple[str, ...]
    far: tuple[Annotated[str, AsShipped()], ...] = ()
    reach: int = 0


@dataclass(frozen=True, slots=True)
class EngineerChart:
    """Engineers at forts and major cities (BF-14A2, 14A3).

    ``bonus`` is added to the die when engineers are at least ``top``/``bottom`` of the attacking
    non-artillery REs, or when any attack where ``any_will_do``. ``doubled`` multiplies an assault
    engineer (and its REs) at a major city, and over fortified hexsides; ``doubled_in_defense`` does
    it in defence too. ``siege_doubled`` does it for siege artillery at major cities.
    """

    title: str
    provenance: Provenance
    reason: str
    bonus: int
    top: Annotated[int, AtLeast(1)]
    bottom: Annotated[int, AtLeast(1)]
    any_will_do: bool
    doubled: Annotated[int, Between(1, 4)]
    doubled_in_defense: bool
    siege_doubled: bool
    required_losses: bool

    @property
    def least(self) -> Fraction:
        """The least share of engineers that earns the bonus."""
        return Fraction(self.top, self.bottom)

"""What the ground between an attacker and a defended hex does to an attack (BF-9H)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.systems.europa.board.board import FORTRESS
from engine.systems.europa.charts.combat_charts import EffectRow, Feature, Weakened
from engine.systems.europa.movement.costs import conditions, mobility_of
from engine.systems.europa.state.constants import Ability
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.units import Facts
from maps.hexgrid import Hex
from oob.model import UnitId

HEAVY_AA = "heavy_antiaircraft"
"""The option by which heavy antiaircraft is not halved over fortified hexsides (BF-32B1), nor into
fortresses (FE-OPT3.1).
"""
FORT = "fort"
FORTIFIED = "fortified"


def origin_of(pos: Position, unit: UnitId, target: Hex) -> Hex:
    """The hex a unit attacks from: the attacked hex itself for one that has dropped into it."""
    return pos.piece(unit).hex or target


def improved(pos: Position, target: Hex) -> bool:
    """True in a fort, fortress or major city, where engineers have their effects (BF-14A2.2,
    FE-14A2.3).
    """
    return pos.strong_city(target) or pos.fort_at(target)


def ground_rows(pos: Position, target: Hex) -> tuple[EffectRow, ...]:
    """What the attacked hex is: its terrain, its fortress or largest city, its fort."""
    rows = pos.context.charts.effects.by_kind
    kinds = [(Feature.TERRAIN, pos.combat_terrain(target))]
    city = pos.combat_city(target)
    if city:
        kinds.append((Feature.CITY, city))
    if pos.fort_at(target):
        kinds.append((Feature.FORT, FORT))
    return tuple(rows[kind] for kind in kinds if kind in rows)


def side_rows(pos: Position, origin: Hex, target: Hex) -> tuple[EffectRow, ...]:
    """What lies along the hexside between two adjacent hexes; razed fortifications are nothing."""
    if origin == target:
        return ()
    rows = pos.context.charts.effects.by_kind
    kinds = pos.combat_sides(origin, target)
    if FORTIFIED in kinds and not pos.context.fortified_between(origin, target, pos.state.razed):
        kinds -= {FORTIFIED}
    found = (rows.get((Feature.HEXSIDE, kind)) for kind in sorted(kinds))
    return tuple(row for row in found if row is not None)


def weakens(pos: Position, row: EffectRow, unit: UnitId) -> bool:
    """Whether a kind of ground weakens a unit that attacks (BF-9H.1)."""
    facts = pos.facts(unit)
    free = row.id in (FORTIFIED, FORTRESS) and pos.context.option(HEAVY_AA)
    if free and Ability.HEAVY_ANTIAIRCRAFT in facts.abilities:
        return False
    return _weakened(row.weakened, facts)


def _weakened(kind: Weakened, facts: Facts) -> bool:
    match kind:
        case Weakened.NONE:
            return False
        case Weakened.MOBILE:
            return facts.mobile and not facts.artillery
        case Weakened.MOBILE_AND_ARTILLERY:
            return facts.mobile or facts.artillery
        case Weakened.NOT_MOUNTAIN:
            return not facts.mountain
        case Weakened.NOT_ARTILLERY:
            return not facts.artillery
        case Weakened.NOT_ARTILLERY_OR_ENGINEERS:
            return not (facts.artillery or facts.storms)


def weakening(pos: Position, rows: tuple[EffectRow, ...], unit: UnitId) -> tuple[EffectRow, ...]:
    """The kinds of ground that weaken a unit: each of them, but those that another includes
    (BF-3C2.1, 3C2.2).
    """
    found = [row for row in rows if row.share > 1 and weakens(pos, row, unit)]
    included = {kind for row in found for kind in row.includes}
    return tuple(row for row in found if row.id not in included)


def no_armor(pos: Position, row: EffectRow, weather: str) -> bool:
    """True where a kind of ground denies armour its effects in a kind of weather (BF-10G.1)."""
    return not pos.skies.cell(row.aec, weather)


def can_cross(pos: Position, unit: UnitId, target: Hex) -> bool:
    """True when the ground lets a unit attack into a hex beside it (BF-9B.2)."""
    origin = origin_of(pos, unit, target)
    if origin != target and target not in pos.fronts(pos.side(unit), origin):
        return False
    return not any(_barred(pos, unit, target))


def can_enter(
    pos: Position, unit: UnitId, origin: Hex, target: Hex, *, driven: bool = False
) -> bool:
    """True when a unit can go into an adjacent hex after combat, whatever it costs (BF-9F1.7);
    ``driven`` there it need not be of its own will (BF-28A.1).
    """
    if target not in pos.fronts(pos.side(unit), origin):
        return False
    if (pos.cannot_enter if driven else pos.bars)(unit, target) is not None:
        return False
    mobility = mobility_of(pos.facts(unit))
    under = conditions(pos, pos.side(unit))
    return bool(pos.context.tracks.step(under, mobility, origin, target))


def _barred(pos: Position, unit: UnitId, target: Hex) -> Iterator[bool]:
    """Winter keeps c/m units and artillery from attacking some ground (BC-21.5)."""
    row = pos.context.charts.effects.by_kind.get((Feature.TERRAIN, pos.context.terrain_at(target)))
    if row is not None and pos.weather_at(target) in row.barred_in:
        facts = pos.facts(unit)
        yield facts.mobile or facts.artillery

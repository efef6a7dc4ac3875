"""The fate of Crete: what decides the assault on it (BF-33D3)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.view.display import Row
from engine.core.wording import halved
from engine.systems.balkan_front.state.position import FrontPosition, Work
from engine.systems.europa.air import fleet
from engine.systems.europa.air.carrying.drop_plans import AIRBORNE
from engine.systems.europa.board import bases
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, HALF
from maps.hexgrid import Hex
from oob.model import UnitId

ISLAND, BRITISH = "Crete", "british"
MAJOR, DECISIVE = "major victory", "decisive victory"


def airbases(pos: FrontPosition) -> tuple[Hex, ...]:
    """Every airbase on Crete, whoever owns it."""
    land = pos.context.area(ISLAND)
    return tuple(at for at in sorted(land) if bases.full_capacity(pos, at))


def owns_all(pos: FrontPosition) -> bool:
    """Whether the Axis owns them all (BF-33D3.1)."""
    found = airbases(pos)
    return bool(found) and all(pos.base_owner(at) == AXIS for at in found)


def british_lost(pos: FrontPosition) -> int:
    """Half regimental equivalents of British units eliminated: an air unit counts as one
    equivalent, position AA not at all (BF-33D3.2).
    """
    ground = sum(_gone(pos, unit) for unit in pos.context.of_nation(BRITISH) if pos.counts(unit))
    planes = sum(
        fleet.out_of_play(pos, unit) and fleet.facts(pos, unit).nation == BRITISH
        for unit in pos.air.units
    )
    return ground + planes * HALF


def airborne_lost(pos: FrontPosition) -> int:
    """Half regimental equivalents of airborne units that the Axis has lost (BF-33D3.2)."""
    units = (unit for unit in pos.context.units if pos.side(unit) == AXIS)
    return sum(_gone(pos, unit) for unit in units if pos.facts(unit).abilities & AIRBORNE)


def _gone(pos: FrontPosition, unit: UnitId) -> int:
    """Half regimental equivalents of a unit that are eliminated, those of a cadre's too."""
    whole = pos.context.facts(unit, pos.context.units[unit].steps).halves
    if pos.piece(unit).at == DEAD:
        return whole
    return whole - pos.facts(unit).halves if pos.facts(unit).cadre else 0


def bled(pos: FrontPosition) -> bool:
    """Whether the Axis has eliminated enough of the British and lost few enough of its airborne
    units (BF-33D3.2).
    """
    chart = pos.context.charts.crete
    return british_lost(pos) >= chart.british and airborne_lost(pos) <= chart.airborne


def verdict(pos: FrontPosition) -> tuple[str, str]:
    """The winner and the level of his victory (BF-33D3.3)."""
    met = owns_all(pos) + bled(pos)
    if not met:
        return ALLIED, MAJOR
    return AXIS, DECISIVE if met > 1 else MAJOR


def count_out(pos: FrontPosition, transition: Work) -> None:
    """The end of the game."""
    winner, level = verdict(pos)
    transition.set(winner=winner, level=level, over=True, flow=(), active="")
    transition.tell("crete decided", "BF-33D3.3", winner=winner, level=level)


def rows(pos: FrontPosition) -> Iterator[Row]:
    """Both conditions as they stand."""
    chart, held = pos.context.charts.crete, airbases(pos)
    mine = sum(pos.base_owner(at) == AXIS for at in held)
    tone = "good" if owns_all(pos) else ""
    yield Row("Airbases of the Axis", f"{mine} of {len(held)}", tone=tone)
    lost, jumped = halved(british_lost(pos)), halved(airborne_lost(pos))
    tone = "good" if bled(pos) else ""
    yield Row("British REs eliminated", f"{lost} of {halved(chart.british)}", tone=tone)
    tone = "bad" if airborne_lost(pos) > chart.airborne else ""
    yield Row("Airborne REs lost", f"{jumped}, at most {halved(chart.airborne)}", tone=tone)

"""What a window shows of a plain title."""

from __future__ import annotations

from engine.core.actions import Action
from engine.core.view.display import (
    BattleView,
    Combatant,
    Display,
    MarkerView,
    Modifier,
    Row,
)
from engine.core.view.outlook import Due, Figure, SupplyElement, SupplyLine
from engine.core.wording import counted
from engine.rules.air.missions import SupportCall
from engine.rules.board.context import DEAD, POOL
from engine.rules.board.invariants import piece_faults
from engine.rules.combat import battles
from engine.rules.combat.battles import Battle, InBattle
from engine.rules.combat.losing import Losing
from engine.rules.plain.position import PlainPosition
from engine.rules.view.line_up import battle_view
from maps.hexgrid import Hex
from oob.model import UnitId

OUT = "out of supply"
STEPS = ("Forming", "Air", "Die", "Result", "Advance")
STEP_OF: dict[type[InBattle[Battle]], int] = {
    battles.Forming: 0,
    SupportCall: 1,
    battles.CombatRoll: 2,
    battles.Aftermath: 3,
    Losing: 3,
    battles.Retreating: 3,
    battles.Advancing: 4,
}
"""The steps of a battle, and the one each decision belongs to."""


def marks(pos: PlainPosition, unit: UnitId) -> tuple[str, ...]:
    """What a counter shows besides its marks."""
    return (OUT,) if unit in pos.state.unfed else ()


def displays(pos: PlainPosition) -> tuple[Display, ...]:
    """The air panel and the points."""
    sorties = tuple(Row(side, str(left)) for side, left in sorted(pos.state.sorties.items()))
    points = tuple(Row(figure.side, str(int(figure.value))) for figure in figures(pos))
    return (Display("air", "Sorties left", sorties), Display("victory", "Points", points))


def markers(pos: PlainPosition) -> tuple[MarkerView, ...]:
    """Who owns the places that count."""
    return tuple(
        MarkerView("control", at, side, side) for at, side in sorted(pos.state.owners.items())
    )


def battle(pos: PlainPosition) -> BattleView | None:
    """The battle being fought; each unit's number is its strength."""
    return battle_view(pos, Battle, steps=STEPS, step_of=STEP_OF, line_up=_line_up, told=_told)


def _told(_pos: PlainPosition, _frame: InBattle[Battle]) -> tuple[str, ...]:
    return ()


def _line_up(
    pos: PlainPosition, _frame: InBattle[Battle], units: tuple[UnitId, ...]
) -> tuple[Combatant, ...]:
    return tuple(_combatant(pos, unit) for unit in units)


def _combatant(pos: PlainPosition, unit: UnitId) -> Combatant:
    piece = pos.piece(unit)
    value = pos.strength(unit) if piece.steps else 0
    lost = pos.context.units[unit].steps - piece.steps
    return Combatant(unit, int(value), (), 0, lost, piece.at == DEAD, f"strength {value}")


def forecast(_pos: PlainPosition, _action: Action) -> tuple[Modifier, ...]:
    """None: titles tell what bears on an attack."""
    return ()


def supply(pos: PlainPosition, unit: UnitId) -> tuple[bool, tuple[Hex, ...], str]:
    """Whether a unit is in supply, its path, and why."""
    at, rule = pos.piece(unit).hex, pos.charts.supply.rule
    if at is None:
        return True, (), f"Supply is judged on the map [{rule}]."
    path = pos.supply[pos.owner(unit)].path(at)
    if path:
        return True, path, f"In supply from {pos.label(path[-1])} [{rule}]."
    return (
        False,
        (),
        f"No source within {counted(pos.charts.supply.length, 'hex', 'hexes')} [{rule}].",
    )


def supply_line(pos: PlainPosition, unit: UnitId) -> SupplyLine:
    """The path as one element."""
    supplied, path, why = supply(pos, unit)
    if len(path) < 2:
        return SupplyLine(supplied, why)
    return SupplyLine(supplied, why, (SupplyElement("path", path, len(path) - 1, None, ""),))


def figures(pos: PlainPosition) -> tuple[Figure, ...]:
    """Victory points."""
    chart, board = pos.charts.victory, pos.context.map
    return tuple(
        Figure("points", "Points", side, chart.points(board, pos.state.owners, side))
        for side in pos.context.sides
    )


def due(pos: PlainPosition, first: int, last: int) -> tuple[Due, ...]:
    """The last turn, when it is among those asked about."""
    turns, rule = pos.charts.turns.last, pos.charts.victory.rule
    return (Due(turns, "victory", "The game ends.", rule),) if first <= turns <= last else ()


def faults(pos: PlainPosition) -> tuple[str, ...]:
    """What must not be: pieces out of place, enemies in one hex."""
    shared = pos.held[pos.context.sides[0]] & pos.held[pos.context.sides[1]]
    enemies = (f"enemies share {pos.label(at)}" for at in sorted(shared))
    return (*piece_faults(pos, (POOL, DEAD), DEAD), *enemies)

"""Victory points as they come, and who has won how clearly in the end (BF-31)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from engine.core.actions import Action, Objection
from engine.core.desk import Answer, Desk
from engine.core.display import Outcome
from engine.core.legal import Family
from engine.core.system import Question
from engine.systems.balkan_front import garrisons, government
from engine.systems.balkan_front.actions import CeaseOperations, GoOn
from engine.systems.balkan_front.crediting import credit, once
from engine.systems.balkan_front.own_charts import LossRow
from engine.systems.balkan_front.position import FrontPosition
from engine.systems.balkan_front.records import Ceasing
from engine.systems.balkan_front.table import FrontTable
from engine.systems.europa.common import Work, no_objections, now
from engine.systems.europa.units import CADRE
from engine.systems.europa.words import ALLIED, AXIS, DEAD, HALF, HOLDING, SIDES, other
from maps.hexgrid import Hex
from oob.model import UnitId

STALEMATE = "stalemate"
DECISIVE = "decisive victory"
ALBANIA = "Albania"
CRETE = "Crete"
MAINLAND = "Mainland Greece"


# Losses


def row_of(pos: FrontPosition, unit: UnitId) -> LossRow | None:
    """The row of the chart that counts a unit's loss, if any does."""
    nation = pos.nation(unit)
    mobile = pos.table.facts(unit, pos.table.units[unit].steps).mobile
    rows = pos.table.charts.victory.losses
    return next((row for row in rows if nation in row.nations and row.mobile == mobile), None)


def tally(table: FrontTable, doing: Work) -> None:
    """Count units eliminated since the last time, in half regimental equivalents; what is left as
    a cadre counts when the game ends (BF-31B.2).
    """
    pos = now(table, doing)
    assert isinstance(pos, FrontPosition)
    state = doing.state
    tallied, lost = dict(state.tallied), dict(state.lost)
    for unit, piece in state.pieces.items():
        if piece.at == DEAD and tallied.get(unit) != 0:
            tallied[unit] = 0
            row = row_of(pos, unit)
            if row is not None:
                size = table.facts(unit, table.units[unit].steps).halves
                lost[row.id] = lost.get(row.id, 0) + size
        elif piece.steps and tallied.get(unit) == 0:
            del tallied[unit]
    if tallied != state.tallied:
        doing.set(tallied=tallied, lost=lost)


def cadres(pos: FrontPosition) -> dict[str, int]:
    """Half regimental equivalents that divisions have lost by standing on their cadre side, by row
    of the chart: two of their three (BF-31B.2).
    """
    found: dict[str, int] = {}
    for unit, piece in pos.state.pieces.items():
        if not (isinstance(piece.at, Hex) or piece.at in HOLDING) or not pos.facts(unit).cadre:
            continue
        row = row_of(pos, unit)
        whole = pos.table.facts(unit, pos.table.units[unit].steps)
        if row is not None and whole.divisional:
            found[row.id] = found.get(row.id, 0) + whole.halves - CADRE
    return found


def loss_points(pos: FrontPosition, side: str) -> Fraction:
    """Points a side has for enemy units lost, were the game over now."""
    broken = cadres(pos)
    total = Fraction(0)
    for row in pos.table.charts.victory.losses:
        enemy = other(pos.table.charts.nations.row(row.nations[0]).side)
        if enemy == side:
            halves = pos.state.lost.get(row.id, 0) + broken.get(row.id, 0)
            total += Fraction(halves * row.per_re, HALF)
    return total


def number(value: Fraction | float) -> str:
    """A score as one reads it: ``3`` or ``3 1/2``.

    >>> number(Fraction(7, 2)), number(-0.5), number(4)
    ('3 1/2', '-1/2', '4')
    """
    halves = int(value * HALF)
    whole, half = divmod(abs(halves), HALF)
    text = f"{whole} 1/2" if half and whole else "1/2" if half else str(whole)
    return f"-{text}" if halves < 0 else text


def score(pos: FrontPosition, side: str) -> Fraction:
    """All victory points of a side as things stand."""
    return Fraction(pos.state.score(side)) + loss_points(pos, side)


# Cities


def owned(pos: FrontPosition, hexes: tuple[Hex, ...], side: str) -> tuple[Hex, ...]:
    """Those hexes that a side owns."""
    return tuple(at for at in hexes if pos.owner_of(at) == side)


def on_capture(table: FrontTable, doing: Work, taken: Mapping[Hex, str]) -> None:
    """What captures bring at once: Athenai, an Albanian city; and the duty to hold a city."""
    if not taken:
        return
    pos = now(table, doing)
    assert isinstance(pos, FrontPosition)
    if taken.get(table.hex_of(government.SEAT)) == AXIS:
        government.seize(pos, doing)
    if owned(pos, table.cities_in(ALBANIA), ALLIED):
        once(pos, doing, "albanian city")
    fresh = {
        table.map.label(at): doing.state.turn + 1
        for at, side in taken.items()
        if side == AXIS and table.city_rank(at)
    }
    if fresh:
        doing.set(held_from={**doing.state.held_from, **fresh})
    garrisons.lapse(table, doing)


def close_turn(table: FrontTable, doing: Work) -> None:
    """End a game turn: the ports of Albania; the last turn ends the game (BF-VPL.6, 31A.4)."""
    pos = now(table, doing)
    assert isinstance(pos, FrontPosition)
    ports = tuple(at for at in table.ports if table.countries.get(at) == ALBANIA)
    if ports and len(owned(pos, ports, ALLIED)) == len(ports):
        credit(pos, doing, "albanian ports")
    if pos.state.turn >= table.figures.turns:
        count_out(table, doing)
    elif may_cease(pos):
        doing.state = doing.state.pushed(Ceasing(AXIS))


def final(pos: FrontPosition, doing: Work) -> None:
    """What the end of the game is worth (BF-VPA.9, 10, VPL.7 to 9)."""
    for area, id_, side in (
        (MAINLAND, "all mainland", AXIS),
        (CRETE, "crete axis", AXIS),
        (CRETE, "crete allied", ALLIED),
    ):
        cities = pos.table.cities_in(area)
        if cities and len(owned(pos, cities, side)) == len(cities):
            credit(pos, doing, id_)
    cities = owned(pos, pos.table.cities_in(ALBANIA), ALLIED)
    if cities:
        credit(pos, doing, "cities held", len(cities))
    if government.IN_ATHENS not in doing.state.credited:
        credit(pos, doing, "capital held")


# Who has won


def verdict(pos: FrontPosition, axis: Fraction, allied: Fraction) -> tuple[str, str]:
    """The winner, '' for nobody, and the level of his victory at some points (BF-31B)."""
    chart = pos.table.charts.victory
    if abs(axis - allied) <= chart.stalemate:
        return "", STALEMATE
    winner = AXIS if axis > allied else ALLIED
    most, least = max(axis, allied), min(axis, allied)
    if most > 0 >= least:
        return winner, DECISIVE
    if most <= 0:
        return winner, min(chart.levels, key=lambda row: row.ratio).id
    reached = [row for row in chart.levels if most >= row.ratio * least]
    return winner, max(reached, key=lambda row: row.ratio).id


def count_out(table: FrontTable, doing: Work) -> None:
    """The end of the game by points (BF-31B.1)."""
    final(_position(table, doing), doing)
    pos = _position(table, doing)
    axis, allied = (score(pos, side) for side in SIDES)
    winner, level = verdict(pos, axis, allied)
    doing.set(winner=winner, level=level, over=True, flow=(), active="")
    doing.tell(
        "over",
        "BF-31B.1",
        winner=winner or "nobody",
        level=level,
        axis=number(axis),
        allied=number(allied),
    )


def _position(table: FrontTable, doing: Work) -> FrontPosition:
    pos = now(table, doing)
    assert isinstance(pos, FrontPosition)
    return pos


def outcome(pos: FrontPosition) -> Outcome:
    """The result; half points are rounded down."""
    points = tuple((side, int(score(pos, side))) for side in SIDES)
    return Outcome(pos.state.winner, pos.state.level, points)


# Ceasing operations


def may_cease(pos: FrontPosition) -> bool:
    """True once Greece has lost its capital, and Yugoslavia if it joined the Allies (BF-31A.2,
    31A.3).
    """
    return "greek" in pos.state.surrendered


def question(pos: FrontPosition, frame: Ceasing) -> Question:
    """Cease operations, or go on."""
    chart, turn = pos.table.charts.victory, pos.state.turn
    worth = ""
    if turn <= chart.early:
        worth = f" Now it is worth {chart.award('early cease').points} points."
    families = (
        Family("go on", "Go on", lambda: (GoOn(),), closing=True),
        Family("cease", "Cease operations", lambda: (CeaseOperations(),), weight=1, closing=True),
    )
    prompt = f"Greece has surrendered: the Axis may cease operations.{worth}"
    return Question(frame.side, prompt, families, "BF-31A.1")


def cease(pos: FrontPosition, _frame: Ceasing, _action: Action, doing: Work) -> None:
    """The game ends, counted by points (BF-31A.1)."""
    chart, turn = pos.table.charts.victory, pos.state.turn
    doing.tell("ceased", "BF-31A.1")
    doing.set(ceased=turn)
    if turn <= chart.early:
        credit(pos, doing, "early cease")
    elif turn >= chart.late:
        credit(pos, doing, "late cease")
    count_out(pos.table, doing)


def go_on(_pos: FrontPosition, _frame: Ceasing, _action: Action, doing: Work) -> None:
    """The war goes on."""
    doing.state = doing.state.popped()


def _free(pos: FrontPosition, frame: object, action: Action) -> Iterator[Objection]:
    return no_objections(pos, frame, action)


DESKS = (
    Desk(
        Ceasing,
        {CeaseOperations: Answer(_free, cease), GoOn: Answer(_free, go_on)},
        question=question,
    ),
)

"""Victory points as they come, and who has won how clearly in the end (BF-31)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from engine.core.actions import Action
from engine.core.system import Question
from engine.core.view.display import Outcome
from engine.core.wording import counted, halved, with_noun, written
from engine.systems.balkan_front.actions import Assist, AssistByAir, CeaseOperations
from engine.systems.balkan_front.figures import CAPITAL as CAPITAL_CONTEST
from engine.systems.balkan_front.figures import CRETE as CRETE_CONTEST
from engine.systems.balkan_front.figures import POINTS
from engine.systems.balkan_front.own_charts import LossRow
from engine.systems.balkan_front.politics import assistance, capital, crete, garrisons, government
from engine.systems.balkan_front.politics.crediting import credit, once
from engine.systems.balkan_front.state.context import FrontContext
from engine.systems.balkan_front.state.position import FrontPosition, Work, now
from engine.systems.balkan_front.state.records import Ceasing, Front
from engine.systems.europa.production import arrivals
from engine.systems.europa.production.initial_actions import Arrive
from engine.systems.europa.scenario import ceasing
from engine.systems.europa.sea.actions import CallShips
from engine.systems.europa.state.common import result_called, uncounted
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, HALF, SIDES, other
from maps.hexgrid import Hex
from oob.model import UnitId

STALEMATE = "stalemate"
DECISIVE = "decisive victory"
ALBANIA = "Albania"
BULGARIA = "Bulgaria"
CRETE = "Crete"
MAINLAND = "Mainland Greece"
MAINLAND_YUGOSLAVIA = "Mainland Yugoslavia"


# Losses


def row_of(pos: FrontPosition, unit: UnitId) -> LossRow | None:
    """The row of the chart that counts a unit's loss, if any does."""
    nation = pos.nation(unit)
    mobile = pos.context.facts(unit, pos.context.units[unit].steps).mobile
    rows = pos.context.charts.victory.losses
    return next((row for row in rows if nation in row.nations and row.mobile == mobile), None)


def tally(context: FrontContext, transition: Work, since: Front | None = None) -> None:
    """Count units eliminated since the last time, in half regimental equivalents; what is left as
    a cadre counts when the game ends (BF-31B.2). Only units that differ from a state in which all
    were counted can be among them.
    """
    state = transition.state
    few = uncounted(state, since)
    fresh = [unit for unit in (state.pieces if few is None else few) if _miscounted(state, unit)]
    if not fresh:
        return
    pos = now(context, transition)
    tallied, lost = dict(state.tallied), dict(state.lost)
    for unit in fresh:
        if tallied.get(unit) == 0:
            del tallied[unit]
            continue
        tallied[unit] = 0
        row = row_of(pos, unit)
        if row is not None:
            size = context.facts(unit, context.units[unit].steps).halves
            lost[row.id] = lost.get(row.id, 0) + size
    transition.set(tallied=tallied, lost=lost)


def _miscounted(state: Front, unit: UnitId) -> bool:
    """True for a unit that is counted as lost and is back, or is lost and not counted so."""
    piece = state.pieces[unit]
    return bool(piece.steps) if state.tallied.get(unit) == 0 else piece.at == DEAD


def cadres(pos: FrontPosition) -> dict[str, int]:
    """Half regimental equivalents that divisions have lost by standing on their cadre side, by row
    of the chart: two of their three (BF-31B.2); worked out once for a position.
    """
    return pos.once("lost to cadres", lambda: _cadres(pos))


def _cadres(pos: FrontPosition) -> dict[str, int]:
    found: dict[str, int] = {}
    for unit, piece in pos.state.pieces.items():
        if (
            not (isinstance(piece.at, Hex) or piece.at in pos.context.holding)
            or not pos.facts(unit).cadre
        ):
            continue
        row = row_of(pos, unit)
        whole = pos.context.facts(unit, pos.context.units[unit].steps)
        if row is not None and whole.divisional:
            found[row.id] = found.get(row.id, 0) + whole.halves - pos.facts(unit).halves
    return found


def loss_points(pos: FrontPosition, side: str) -> Fraction:
    """Points a side has for enemy units lost, were the game over now."""
    found = (points for _row, winner, points in losses(pos) if winner == side)
    return sum(found, Fraction(0))


def losses(pos: FrontPosition) -> Iterator[tuple[LossRow, str, Fraction]]:
    """The rows of the chart that count losses, with the side that has their points, and these."""
    broken = cadres(pos)
    for row in pos.context.charts.victory.losses:
        winner = other(pos.context.charts.nations.row(row.nations[0]).side)
        halves = pos.state.lost.get(row.id, 0) + broken.get(row.id, 0)
        yield row, winner, Fraction(halves * row.per_re, HALF)


def score(pos: FrontPosition, side: str) -> Fraction:
    """All victory points of a side at present."""
    return Fraction(pos.state.score(side)) + loss_points(pos, side) + _abandoned(pos, side)


def price(pos: FrontPosition, action: Action) -> str:
    """The victory points that a decision costs, as the end of its menu line (BF-VPL.10, VPL.11,
    VPA.14, VPA.15); '' for those that cost none.
    """
    award = pos.context.charts.victory.award
    if isinstance(action, Assist):
        taken = with_noun(halved(assistance.charge(pos, action.unit)), "RE")
        each = counted(-award("assistance").points, "VP")
        return f" ({taken} of {halved(assistance.left(pos))}, {each} each)"
    points = 0
    if isinstance(action, AssistByAir):
        points = -award("assistance by air").points
    elif isinstance(action, CallShips):
        points = -award("emergency ships").points
    elif isinstance(action, Arrive):
        points = arrivals.price(pos, action.unit)
    return f" for {counted(points, 'victory point')}" if points > 0 else ""


def _abandoned(pos: FrontPosition, side: str) -> Fraction:
    """Points for heavy equipment left behind, by regimental equivalents (BF-VPA.3)."""
    row = pos.context.charts.victory.award("abandoned equipment")
    halves = sum(pos.facts(unit).halves for unit in sorted(pos.sea.stripped))
    return Fraction(halves * row.points, HALF) if side == row.side else Fraction(0)


# Cities


def owned(pos: FrontPosition, hexes: tuple[Hex, ...], side: str) -> tuple[Hex, ...]:
    """Those hexes that a side owns."""
    return tuple(at for at in hexes if pos.owner_of(at) == side)


def on_capture(context: FrontContext, transition: Work, taken: Mapping[Hex, str]) -> None:
    """What captures bring at once: Athenai, an Albanian city; and the duty to hold a city."""
    if not taken:
        return
    pos = now(context, transition)
    if context.figures.contest == CAPITAL_CONTEST:
        capital.captured(pos, transition, taken)
        return
    government.seize(pos, transition, taken)
    if owned(pos, context.cities_in(ALBANIA), ALLIED):
        once(pos, transition, "albanian city")
    fresh = {
        context.map.label(at): transition.state.turn + 1
        for at, side in taken.items()
        if side == AXIS and context.city_rank(at)
    }
    if fresh:
        transition.set(held_from={**transition.state.held_from, **fresh})
    garrisons.lapse(context, transition)


def close_turn(context: FrontContext, transition: Work) -> None:
    """End a game turn: the ports of Albania; the last turn ends the game (BF-VPL.6, 31A.4)."""
    pos = now(context, transition)
    ports = tuple(at for at in context.ports if context.countries.get(at) == ALBANIA)
    if ports and len(owned(pos, ports, ALLIED)) == len(ports):
        credit(pos, transition, "albanian ports")
    if pos.state.turn >= context.figures.turns:
        count_out(context, transition)
    elif may_cease(pos):
        transition.state = transition.state.pushed(Ceasing(AXIS))


def final(pos: FrontPosition, transition: Work) -> None:
    """What the end of the game is worth (BF-VPA.9, 10, VPL.7 to 9)."""
    yugoslavs = [MAINLAND_YUGOSLAVIA] if pos.state.joined.get("yugoslav") == ALLIED else []
    for areas, id_, side in (
        ((MAINLAND, *yugoslavs), "all mainland", AXIS),
        ((CRETE,), "crete axis", AXIS),
        ((CRETE,), "crete allied", ALLIED),
    ):
        cities = pos.context.cities_in(*areas)
        if cities and len(owned(pos, cities, side)) == len(cities):
            credit(pos, transition, id_)
    axis = [BULGARIA] if pos.state.joined.get("bulgarian") == AXIS else []
    cities = owned(pos, pos.context.cities_in(ALBANIA, *axis), ALLIED)
    if cities:
        credit(pos, transition, "cities held", len(cities))
    held = sum(government.in_office(pos, nation) for nation in pos.seats)
    if held:
        credit(pos, transition, "capital held", held)


# Who has won


def verdict(pos: FrontPosition, axis: Fraction, allied: Fraction) -> tuple[str, str]:
    """The winner, '' for nobody, and the level of his victory at some points (BF-31B)."""
    chart = pos.context.charts.victory
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


def count_out(context: FrontContext, transition: Work) -> None:
    """The end of the game by points, or by what decides the scenario (BF-31B.1)."""
    if context.figures.contest == CRETE_CONTEST:
        crete.count_out(now(context, transition), transition)
        return
    if context.figures.contest == CAPITAL_CONTEST:
        capital.count_out(now(context, transition), transition)
        return
    final(now(context, transition), transition)
    pos = now(context, transition)
    for row, side, points in losses(pos):
        if points:
            text = written(points)
            transition.tell("losses counted", row.rule, side=side, name=row.id, points=text)
    axis, allied = (score(pos, side) for side in SIDES)
    winner, level = verdict(pos, axis, allied)
    transition.set(winner=winner, level=level, over=True, flow=(), active="")
    transition.tell(
        "over",
        "BF-31B.1",
        result=result_called(winner, level),
        axis=written(axis),
        allied=written(allied),
    )


def outcome(pos: FrontPosition) -> Outcome:
    """The result."""
    if pos.context.figures.contest != POINTS:
        return Outcome(pos.state.winner, pos.state.level, ())
    points = tuple((side, score(pos, side)) for side in SIDES)
    return Outcome(pos.state.winner, pos.state.level, points)


# Ceasing operations


def may_cease(pos: FrontPosition) -> bool:
    """True once Greece has surrendered or gone into exile, and Yugoslavia if it joined the Allies
    (BF-31A.2, 31A.3).
    """
    return pos.state.surrendered.issuperset(government.allied(pos))


def question(pos: FrontPosition, frame: Ceasing) -> Question:
    """Cease operations, or go on."""
    chart, turn = pos.context.charts.victory, pos.state.turn
    worth = ""
    if turn <= chart.early:
        worth = f" Now it is worth {counted(chart.award('early cease').points, 'point')}."
    prompt = f"No Allied government is left on the map: the Axis may cease operations.{worth}"
    return Question(frame.side, prompt, ceasing.FAMILIES, "BF-31A.1")


def cease(pos: FrontPosition, _frame: Ceasing, _action: CeaseOperations, transition: Work) -> None:
    """The game ends, counted by points (BF-31A.1)."""
    chart, turn = pos.context.charts.victory, pos.state.turn
    transition.tell("ceased", "BF-31A.1")
    transition.set(ceased=turn)
    if turn <= chart.early:
        credit(pos, transition, "early cease")
    elif turn >= chart.late:
        credit(pos, transition, "late cease")
    count_out(pos.context, transition)


HANDLERS = (ceasing.handler(question, cease),)

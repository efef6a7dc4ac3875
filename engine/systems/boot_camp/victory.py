"""Victory points as they come, and who has won how clearly in the end (BC-25)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Action, Objection
from engine.core.desk import Answer, Desk
from engine.core.display import Outcome
from engine.core.legal import Family
from engine.core.system import Question
from engine.systems.boot_camp.actions import CeaseOperations, Concede, GoOn
from engine.systems.boot_camp.own_charts import LossRow
from engine.systems.boot_camp.position import BootCampPosition
from engine.systems.boot_camp.records import Ceasing
from engine.systems.boot_camp.words import GREEK, YUGOSLAV
from engine.systems.europa import telling
from engine.systems.europa.common import Work, award
from engine.systems.europa.records import Initial
from engine.systems.europa.words import ALLIED, AXIS, DEAD, HOLDING, NEUTRAL, SIDES, other
from maps.hexgrid import Hex
from oob.model import UnitId

RULE = "BC-25A4.2"
DECISIVE = "decisive victory"
STALEMATE = "stalemate"
ALBANIA = "Albania"
BULGARIA = "Bulgaria"
CRETE = "Crete"
MAINLAND = ("Mainland Greece", "Yugoslavia")
THIRDS = 3


# Losses


def loss_points(pos: BootCampPosition, row: LossRow, unit: UnitId, before: int, now: int) -> int:
    """Points for a unit that went from so many steps to fewer: all of a division's, or the thirds
    that its cadre leaves or still holds.
    """
    facts = pos.table.facts(unit, before)
    full = pos.table.facts(unit, pos.table.units[unit].steps)
    if not full.divisional:
        return row.mobile if facts.mobile else row.unit
    whole = row.mobile_division if full.mobile else row.division
    part = whole * pos.table.charts.victory.cadre_thirds // THIRDS
    if now:
        return part
    return whole if facts.divisional else whole - part


def tally(pos: BootCampPosition, doing: Work) -> None:
    """Enter the points for units eliminated or reduced since the last time."""
    state, units = doing.state, pos.table.units
    for row in pos.table.charts.victory.losses:
        for unit in pos.table.of_nation(*row.nations):
            piece = state.pieces[unit]
            before = state.tallied.get(unit, units[unit].steps)
            now = piece.steps
            in_play = isinstance(piece.at, Hex) or piece.at in HOLDING or piece.at == DEAD
            if now == before or not in_play:
                continue
            doing.set(tallied={**doing.state.tallied, unit: now})
            side = other(doing.state.joined.get(units[unit].nation, NEUTRAL))
            if now < before:
                points = loss_points(pos, row, unit, before, now)
                what = "reduced to a cadre" if now else "eliminated"
                award(doing, side, points, f"{pos.called(unit)} {what}", RULE)


# Cities


def counted(pos: BootCampPosition, *areas: str) -> tuple[Hex, ...]:
    """Cities of some areas that count for victory: reference cities and larger."""
    least = pos.table.charts.victory.least_city
    return tuple(at for at in pos.table.cities_of(*areas) if pos.table.cities[at] >= least)


def ports_of(pos: BootCampPosition, country: str) -> tuple[Hex, ...]:
    """The ports of a country."""
    return tuple(at for at in pos.table.ports if pos.table.countries.get(at) == country)


def owned(pos: BootCampPosition, hexes: tuple[Hex, ...], side: str) -> tuple[Hex, ...]:
    """Those hexes that a side owns."""
    return tuple(at for at in hexes if pos.owner_of(at) == side)


def credit(pos: BootCampPosition, doing: Work, id_: str, times: int = 1, text: str = "") -> None:
    """Enter an award of the schedule."""
    row = pos.table.charts.victory.award(id_)
    award(doing, row.side, row.points * times, text or row.text, RULE)


def once(pos: BootCampPosition, doing: Work, id_: str) -> None:
    """Enter an award that is given a single time."""
    if id_ not in doing.state.credited:
        doing.set(credited=doing.state.credited | {id_})
        credit(pos, doing, id_)


def on_capture(pos: BootCampPosition, doing: Work) -> None:
    """Awards that come at once: capitals taken, the first Albanian city."""
    for nation, id_ in ((GREEK, "athens"), (YUGOSLAV, "beograd")):
        if all(pos.owner_of(at) == AXIS for at in pos.table.capitals[nation]):
            once(pos, doing, id_)
    if owned(pos, counted(pos, ALBANIA), ALLIED):
        once(pos, doing, "albanian city")


def end_of_turn(pos: BootCampPosition, doing: Work) -> None:
    """What a game turn that closes is worth: the ports of Albania."""
    ports = ports_of(pos, ALBANIA)
    if ports and len(owned(pos, ports, ALLIED)) == len(ports):
        credit(pos, doing, "albanian ports")


def final(pos: BootCampPosition, doing: Work) -> None:
    """What the end of the game is worth (BC-25A4)."""
    for areas, id_, side in (
        (MAINLAND, "mainland", AXIS),
        ((CRETE,), "crete axis", AXIS),
        ((CRETE,), "crete allied", ALLIED),
    ):
        cities = counted(pos, *areas)
        if cities and len(owned(pos, cities, side)) == len(cities):
            credit(pos, doing, id_)
    cities = owned(pos, counted(pos, ALBANIA, BULGARIA), ALLIED)
    if cities:
        text = f"{len(cities)} cities of Albania and Bulgaria"
        credit(pos, doing, "cities at the end", len(cities), text)
    for nation, id_ in ((GREEK, "athens"), (YUGOSLAV, "beograd")):
        if id_ not in doing.state.credited:
            row = pos.table.nation_row(nation)
            credit(pos, doing, "capital held", 1, f"{row.capital_name} never captured")


# Who has won


def verdict(pos: BootCampPosition, axis: int, allied: int) -> tuple[str, str]:
    """The winner, '' for nobody, and the level of his victory at some points (BC-25A4.2)."""
    chart = pos.table.charts.victory
    if abs(axis - allied) <= chart.stalemate:
        return "", STALEMATE
    winner = AXIS if axis > allied else ALLIED
    most, least = max(axis, allied), min(axis, allied)
    reached = [row for row in chart.levels if most >= row.ratio * least]
    if most > 0 >= least or least < 0:
        return winner, DECISIVE
    return winner, max(reached, key=lambda row: row.ratio).id


def finish(doing: Work, winner: str, level: str, rule: str) -> None:
    """Close the game."""
    points = {side: doing.state.score(side) for side in SIDES}
    doing.set(winner=winner, level=level, over=True, flow=(), active="")
    result = f"{telling.SIDES[winner]} {level}" if winner else level
    doing.tell("over", rule, result=result, **points)


def count_out(pos: BootCampPosition, doing: Work) -> None:
    """The end of the game by points (BC-25A4.1)."""
    final(pos, doing)
    axis, allied = (doing.state.score(side) for side in SIDES)
    winner, level = verdict(pos, axis, allied)
    finish(doing, winner, level, RULE)


def outcome(pos: BootCampPosition) -> Outcome:
    """The result."""
    state = pos.state
    points = tuple((side, state.score(side)) for side in SIDES)
    return Outcome(state.winner, state.level, points)


# Ceasing operations and conceding


def may_cease(pos: BootCampPosition) -> bool:
    """True once Greece and Yugoslavia have surrendered (BC-25A3.1)."""
    return {GREEK, YUGOSLAV} <= pos.state.surrendered


def question(pos: BootCampPosition, frame: Ceasing) -> Question:
    """Cease operations, or go on."""
    chart, turn = pos.table.charts.victory, pos.state.turn
    worth = ""
    if turn <= chart.early:
        worth = f" Now it is worth {chart.award('ceased early').points} points."
    elif turn >= chart.late:
        worth = f" Now it costs {-chart.award('ceased late').points} points."
    else:
        worth = " Now it costs nothing; from Jul I 41 on it does."
    prompt = f"Greece and Yugoslavia have surrendered: the Axis may cease operations.{worth}"
    families = (
        Family("go on", "Go on", lambda: (GoOn(),), closing=True),
        Family("cease", "Cease operations", lambda: (CeaseOperations(),), weight=1, closing=True),
    )
    return Question(frame.side, prompt, families, "BC-25A3.1")


def _free(_pos: BootCampPosition, _frame: object, _action: Action) -> Iterator[Objection]:
    return iter(())


def cease(pos: BootCampPosition, _frame: Ceasing, _action: Action, doing: Work) -> None:
    """The game ends, counted by points (BC-25A3.1)."""
    chart, turn = pos.table.charts.victory, pos.state.turn
    doing.tell("ceased", "BC-25A3.1")
    doing.set(ceased=True)
    if turn <= chart.early:
        credit(pos, doing, "ceased early")
    elif turn >= chart.late:
        credit(pos, doing, "ceased late")
    count_out(pos, doing)


def go_on(_pos: BootCampPosition, _frame: Ceasing, _action: Action, doing: Work) -> None:
    """The war goes on."""
    doing.state = doing.state.popped()


def concede(_pos: BootCampPosition, frame: Initial, _action: Action, doing: Work) -> None:
    """A side gives up: a decisive victory of the other (BC-25A1.1)."""
    side = frame.side
    doing.tell("conceded", "BC-25A1.1", side=side)
    finish(doing, other(side), DECISIVE, "BC-25A1.1")


CONCEDING: dict[type[Action], Answer] = {Concede: Answer(_free, concede)}
"""How initial and combat phases take a side's giving up."""
CONCEDE = Family("concede", "Give the game up", lambda: (Concede(),), weight=0)

DESKS = (
    Desk(
        Ceasing,
        {CeaseOperations: Answer(_free, cease), GoOn: Answer(_free, go_on)},
        question=question,
    ),
)

"""Victory points as they come, and who has won how clearly in the end (BC-25)."""

from __future__ import annotations

from engine.core.actions import Action
from engine.core.handler import Answer, Transition, no_objections
from engine.core.legal import Family
from engine.core.system import Question
from engine.core.view.display import Outcome
from engine.core.wording import with_noun
from engine.systems.boot_camp.actions import CeaseOperations, Concede
from engine.systems.boot_camp.own_charts import LossRow
from engine.systems.boot_camp.state.constants import GREEK, YUGOSLAV
from engine.systems.boot_camp.state.position import BootCampPosition, Work
from engine.systems.boot_camp.state.records import Campaign, Ceasing
from engine.systems.europa.scenario import ceasing
from engine.systems.europa.state.common import award, result_called, uncounted
from engine.systems.europa.state.constants import (
    ALLIED,
    AXIS,
    DEAD,
    NEUTRAL,
    SIDES,
    Phase,
    other,
)
from engine.systems.europa.state.context import SIDE_NAMES
from engine.systems.europa.state.records import Initial
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
    facts = pos.context.facts(unit, before)
    full = pos.context.facts(unit, pos.context.units[unit].steps)
    if not full.divisional:
        return row.mobile if facts.mobile else row.unit
    whole = row.mobile_division if full.mobile else row.division
    part = whole * pos.context.charts.victory.cadre_thirds // THIRDS
    if now:
        return part
    return whole if facts.divisional else whole - part


def tally(pos: BootCampPosition, transition: Work, since: Campaign | None = None) -> None:
    """Enter the points for units eliminated or reduced since the last time; only units that differ
    from a state in which all were entered can be among them.
    """
    state, units = transition.state, pos.context.units
    few = uncounted(state, since)
    for row in pos.context.charts.victory.losses:
        for unit in pos.context.of_nation(*row.nations) if few is None else few:
            if units[unit].nation not in row.nations:
                continue
            piece = state.pieces[unit]
            before = state.tallied.get(unit, units[unit].steps)
            now = piece.steps
            in_play = (
                isinstance(piece.at, Hex) or piece.at in pos.context.holding or piece.at == DEAD
            )
            if now == before or not in_play:
                continue
            transition.set(tallied={**transition.state.tallied, unit: now})
            side = other(transition.state.joined.get(units[unit].nation, NEUTRAL))
            if now < before:
                points = loss_points(pos, row, unit, before, now)
                what = "reduced to a cadre" if now else "eliminated"
                award(transition, side, points, f"{pos.called(unit)} {what}", RULE)


# Cities


def counted(pos: BootCampPosition, *areas: str) -> tuple[Hex, ...]:
    """Cities of some areas that count for victory: reference cities and larger."""
    least = pos.context.charts.victory.least_city
    return tuple(at for at in pos.context.cities_of(*areas) if pos.context.cities[at] >= least)


def ports_of(pos: BootCampPosition, country: str) -> tuple[Hex, ...]:
    """The ports of a country."""
    return tuple(at for at in pos.context.ports if pos.context.countries.get(at) == country)


def owned(pos: BootCampPosition, hexes: tuple[Hex, ...], side: str) -> tuple[Hex, ...]:
    """Those hexes that a side owns."""
    mine = pos.owned(side)
    return tuple([at for at in hexes if at in mine])


def credit(
    pos: BootCampPosition, transition: Work, id_: str, times: int = 1, text: str = ""
) -> None:
    """Enter an award of the schedule."""
    row = pos.context.charts.victory.award(id_)
    award(transition, row.side, row.points * times, text or row.text, RULE)


def once(pos: BootCampPosition, transition: Work, id_: str) -> None:
    """Enter an award that is given a single time."""
    if id_ not in transition.state.credited:
        transition.set(credited=transition.state.credited | {id_})
        credit(pos, transition, id_)


def on_capture(pos: BootCampPosition, transition: Work) -> None:
    """Awards that come at once: capitals taken, the first Albanian city."""
    for nation, id_ in ((GREEK, "athens"), (YUGOSLAV, "beograd")):
        if all(pos.owner_of(at) == AXIS for at in pos.context.capitals[nation]):
            once(pos, transition, id_)
    if owned(pos, counted(pos, ALBANIA), ALLIED):
        once(pos, transition, "albanian city")


def end_of_turn(pos: BootCampPosition, transition: Work) -> None:
    """What a game turn that closes is worth: the ports of Albania."""
    ports = ports_of(pos, ALBANIA)
    if ports and len(owned(pos, ports, ALLIED)) == len(ports):
        credit(pos, transition, "albanian ports")


def final(pos: BootCampPosition, transition: Work) -> None:
    """What the end of the game is worth (BC-25A4)."""
    for areas, id_, side in (
        (MAINLAND, "mainland", AXIS),
        ((CRETE,), "crete axis", AXIS),
        ((CRETE,), "crete allied", ALLIED),
    ):
        cities = counted(pos, *areas)
        if cities and len(owned(pos, cities, side)) == len(cities):
            credit(pos, transition, id_)
    cities = owned(pos, counted(pos, ALBANIA, BULGARIA), ALLIED)
    if cities:
        text = f"{with_noun(str(len(cities)), 'city', 'cities')} of Albania and Bulgaria"
        credit(pos, transition, "cities at the end", len(cities), text)
    for nation, id_ in ((GREEK, "athens"), (YUGOSLAV, "beograd")):
        if id_ not in transition.state.credited:
            row = pos.context.nation_row(nation)
            credit(pos, transition, "capital held", 1, f"{row.capital_name} never captured")


def ended_now(pos: BootCampPosition, *, ceasing: bool = False) -> tuple[int, int]:
    """Points of the Axis and the Allies if the game ended now, with what its end is worth."""
    trial = Transition(pos.state)
    if ceasing:
        _credit_ceasing(pos, trial)
    final(pos, trial)
    return trial.state.score(AXIS), trial.state.score(ALLIED)


def _credit_ceasing(pos: BootCampPosition, transition: Work) -> None:
    chart, turn = pos.context.charts.victory, pos.state.turn
    if turn <= chart.early:
        credit(pos, transition, "ceased early")
    elif turn >= chart.late:
        credit(pos, transition, "ceased late")


# Who has won


def verdict(pos: BootCampPosition, axis: int, allied: int) -> tuple[str, str]:
    """The winner, '' for nobody, and the level of his victory at some points (BC-25A4.2)."""
    chart = pos.context.charts.victory
    if abs(axis - allied) <= chart.stalemate:
        return "", STALEMATE
    winner = AXIS if axis > allied else ALLIED
    most, least = max(axis, allied), min(axis, allied)
    reached = [row for row in chart.levels if most >= row.ratio * least]
    if most > 0 >= least or least < 0:
        return winner, DECISIVE
    return winner, max(reached, key=lambda row: row.ratio).id


def finish(transition: Work, winner: str, level: str, rule: str) -> None:
    """Close the game."""
    points = {side: transition.state.score(side) for side in SIDES}
    transition.set(winner=winner, level=level, over=True, flow=(), active="")
    transition.tell("over", rule, result=result_called(winner, level), **points)


def count_out(pos: BootCampPosition, transition: Work) -> None:
    """The end of the game by points (BC-25A4.1)."""
    final(pos, transition)
    axis, allied = (transition.state.score(side) for side in SIDES)
    winner, level = verdict(pos, axis, allied)
    finish(transition, winner, level, RULE)


def outcome(pos: BootCampPosition) -> Outcome:
    """The result, with the points where these decided it."""
    state = pos.state
    points = tuple((side, state.score(side)) for side in SIDES)
    return Outcome(state.winner, state.level, () if why(pos) else points)


def why(pos: BootCampPosition) -> str:
    """What ended the game whatever the points, '' where these decided it (BC-25A1, 25A2)."""
    state = pos.state
    if not state.over or state.phase == Phase.END or state.ceased:
        return ""
    if state.athens and not state.entered:
        return "Athens taken before Germany entered"
    return f"{SIDE_NAMES[other(state.winner)]} gave the game up"


def ended_by(pos: BootCampPosition) -> str:
    """The side in whose turn the game ended before its last phase, '' if it did not: who gives up
    does so in a turn of his own, Athens is taken in one of the Axis.
    """
    if not why(pos):
        return ""
    return AXIS if pos.state.athens and not pos.state.entered else other(pos.state.winner)


# Ceasing operations and conceding


def may_cease(pos: BootCampPosition) -> bool:
    """True once Greece and Yugoslavia have surrendered (BC-25A3.1)."""
    return {GREEK, YUGOSLAV} <= pos.state.surrendered


def question(pos: BootCampPosition, frame: Ceasing) -> Question:
    """Cease operations, or go on."""
    chart, turn = pos.context.charts.victory, pos.state.turn
    worth = ""
    if turn <= chart.early:
        worth = f" Now it is worth {with_noun(str(chart.award('ceased early').points), 'point')}."
    elif turn >= chart.late:
        worth = f" Now it costs {with_noun(str(-chart.award('ceased late').points), 'point')}."
    else:
        worth = " Now it costs nothing; from Jul I 41 on it does."
    axis, allied = ended_now(pos, ceasing=True)
    end = f" It would end {axis} to {allied}: {result_called(*verdict(pos, axis, allied))}."
    prompt = f"Greece and Yugoslavia have surrendered: the Axis may cease operations.{worth}{end}"
    return Question(frame.side, prompt, ceasing.FAMILIES, "BC-25A3.1")


def cease(
    pos: BootCampPosition, _frame: Ceasing, _action: CeaseOperations, transition: Work
) -> None:
    """The game ends, counted by points (BC-25A3.1)."""
    transition.tell("ceased", "BC-25A3.1")
    transition.set(ceased=True)
    _credit_ceasing(pos, transition)
    count_out(pos, transition)


def concede(_pos: BootCampPosition, frame: Initial, _action: Action, transition: Work) -> None:
    """A side gives up: a decisive victory of the other (BC-25A1.1)."""
    side = frame.side
    transition.tell("conceded", "BC-25A1.1", side=side)
    finish(transition, other(side), DECISIVE, "BC-25A1.1")


CONCEDING = (Answer(Concede, no_objections, concede),)
"""How initial and combat phases take a side's giving up."""
CONCEDE = Family("concede", "Give the game up", lambda: (Concede(),), weight=0, listed=True)

HANDLERS = (ceasing.handler(question, cease),)

"""Nations: German entry and who follows, surrender, garrisons, the German reduction (BC-24)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Objection
from engine.core.handler import Answer, Handler
from engine.core.legal import Family
from engine.core.state import Piece
from engine.core.system import Question
from engine.core.wording import counted
from engine.systems.boot_camp import victory
from engine.systems.boot_camp.actions import Withdraw
from engine.systems.boot_camp.state.constants import EASTERN_GREECE, GERMAN, GREEK
from engine.systems.boot_camp.state.context import BootCampContext
from engine.systems.boot_camp.state.position import BootCampPosition, Work, now
from engine.systems.boot_camp.state.records import Reducing
from engine.systems.europa.combat import battles
from engine.systems.europa.state.common import award
from engine.systems.europa.state.constants import (
    ALLIED,
    AXIS,
    DEAD,
    GONE,
    NEUTRAL,
    PENDING,
    POOL,
    other,
)
from maps.hexgrid import Hex
from oob.model import UnitId

REDUCED = "german reduction"
"""The word in :attr:`Campaign.credited` once Germany has taken its units away."""


def opening(context: BootCampContext) -> dict[str, str]:
    """The side of each nation at the start, '' for those that wait (BC-23.8)."""
    rows = context.charts.nations.rows
    return {row.id: row.side if row.from_start else NEUTRAL for row in rows}


def enters_now(pos: BootCampPosition) -> bool:
    """True on the first clear turn of 1941, before Germany is in the war (BC-24E.1)."""
    state, chart = pos.state, pos.context.charts.nations
    clear = pos.skies.poor.isdisjoint(state.weather.values())
    return not state.entered and state.turn >= chart.first_entry and clear


def enter(context: BootCampContext, transition: Work) -> None:
    """Germany enters the war; the nations that wait for it join their sides (BC-24)."""
    state = transition.state
    waiting = [row for row in context.charts.nations.rows if row.side and not row.from_start]
    transition.set(
        entered=state.turn,
        joined={**state.joined, **{row.id: row.side for row in waiting}},
    )
    transition.tell("entry", "BC-24E.1", turn=state.turn)
    for row in waiting:
        if row.id != GERMAN:
            transition.tell("joins", _joining(row.id), nation=row.name, side=row.side)
    transition.tell("garrisons released", "BC-24A.5")
    price = context.charts.victory.award("entry")
    award(transition, price.side, price.points, price.text, "BC-25A4.2")


def _joining(nation: str) -> str:
    rules = {"yugoslav": "BC-24C.1", "hungarian": "BC-24F.1", "bulgarian": "BC-24G.1"}
    return rules.get(nation, "BC-24H.1")


# Surrender


def fallen(pos: BootCampPosition) -> tuple[str, ...]:
    """Nations at war whose whole capital the enemy owns, and that have not surrendered."""
    state = pos.state
    return tuple(
        nation
        for nation in pos.context.capitals
        if nation not in state.surrendered and state.joined.get(nation) and _lost(pos, nation)
    )


def surrender(pos: BootCampPosition, transition: Work, nation: str) -> None:
    """A nation gives up: its units, reinforcements, replacements and air points are gone; Greek
    units on islands fight on (BC-24.1, 24A.2).
    """
    context, state = pos.context, transition.state
    row = context.nation_row(nation)
    islands = context.islands if row.spares_islands else frozenset[Hex]()
    changed: dict[UnitId, Piece] = {}
    for unit in context.of_nation(nation):
        piece = state.pieces[unit]
        spared = piece.at in islands or (row.spares_islands and piece.at == EASTERN_GREECE)
        there = isinstance(piece.at, Hex) or piece.at in context.holding
        lost = there and context.charts.victory.surrendered
        if piece.at not in (DEAD, GONE) and not spared:
            changed[unit] = Piece(DEAD if lost else GONE, 0)
    points = {key: left for key, left in state.points.items() if key.split()[0] != nation}
    works = {at: work for at, work in state.works.items() if work.unit not in changed}
    transition.state = state.with_pieces(changed).having(
        surrendered=state.surrendered | {nation},
        points=points,
        works=works,
        flights=tuple(f for f in state.flights if f.nation != nation),
        flow=battles.spared(state.flow, changed),
    )
    fallen = sum(state.pieces[unit].at not in (PENDING, POOL) for unit in changed)
    transition.tell(
        "surrender",
        row.rule,
        nation=row.name,
        city=row.capital_name,
        lost=fallen,
        units=tuple(changed),
    )


def reckon(context: BootCampContext, transition: Work) -> None:
    """Nations whose capital has fallen surrender; Athens before German entry ends the game
    (BC-24, 25A2.1).
    """
    pos = now(context, transition)
    state = pos.state
    if not state.athens and _lost(pos, GREEK):
        transition.set(athens=state.turn)
        transition.tell("athens", "BC-25A4.2")
        if not state.entered:
            victory.finish(transition, AXIS, victory.DECISIVE, "BC-25A2.1")
            return
    for nation in fallen(pos):
        surrender(pos, transition, nation)


def _lost(pos: BootCampPosition, nation: str) -> bool:
    enemy = other(pos.joined(nation))
    return all(pos.owner_of(at) == enemy for at in pos.context.capitals[nation])


# Garrisons


def guards(pos: BootCampPosition, at: Hex) -> tuple[UnitId, ...]:
    """The units in a hex that count for the Metaxas Line (BC-24A.3)."""
    nations = pos.context.charts.garrisons.guards
    units = pos.friends(at, ALLIED)
    return tuple(unit for unit in units if not nations or pos.nation(unit) in nations)


def metaxas_gaps(pos: BootCampPosition) -> tuple[tuple[Hex, ...], int]:
    """Hexes of the Metaxas Line without a unit that counts, and how many divisional units it lacks
    (BC-24A.3).
    """
    watch = {at: guards(pos, at) for at in pos.context.metaxas}
    empty = tuple(at for at, units in watch.items() if not units)
    divisions = sum(pos.facts(unit).divisional for units in watch.values() for unit in units)
    return empty, max(0, pos.context.charts.garrisons.divisions - divisions)


def check_metaxas(pos: BootCampPosition, transition: Work) -> None:
    """At the end of an Allied player turn an unguarded Metaxas Line gives the Axis points, until
    Germany enters (BC-24A.4, 24A.5).
    """
    if pos.state.entered:
        return
    empty, lacking = metaxas_gaps(pos)
    if empty or lacking:
        price = pos.context.charts.victory.award("metaxas")
        transition.tell("metaxas", "BC-24A.3", hexes=empty, lacking=lacking)
        award(transition, price.side, pos.context.charts.garrisons.penalty, price.text, "BC-24A.4")


# The German reduction


def german_units(pos: BootCampPosition) -> tuple[UnitId, ...]:
    """German ground units in play."""
    pieces, boxes = pos.state.pieces, pos.context.holding
    places = [(unit, pieces[unit].at) for unit in pos.context.of_nation(GERMAN)]
    return tuple([unit for unit, at in places if isinstance(at, Hex) or at in boxes])


def res_of(pos: BootCampPosition, unit: UnitId) -> int:
    """What a unit counts for in the reduction: three for a divisional unit, else one
    (BC-24E.7).
    """
    chart = pos.context.charts.reduction
    return chart.divisional if pos.facts(unit).divisional else chart.other


def german_res(pos: BootCampPosition) -> int:
    """Regimental equivalents of the German army in play, as the reduction counts."""
    return sum(res_of(pos, unit) for unit in german_units(pos))


def open_reduction(pos: BootCampPosition, transition: Work) -> None:
    """At the start of Axis May I 41 all German c/m units go; the Axis chooses what else
    (BC-24E.6).
    """
    state, chart = pos.state, pos.context.charts.reduction
    due = state.turn == chart.turn
    if chart.later:
        due = state.entered < state.turn and state.turn >= chart.turn
    if not state.entered or not due or REDUCED in state.credited:
        return
    transition.set(credited=state.credited | {REDUCED})
    going = [unit for unit in german_units(pos) if pos.facts(unit).mobile]
    for unit in going:
        transition.state = transition.state.with_pieces({unit: Piece(GONE, 0)})
    transition.tell(
        "german withdrawal", "BC-24E.6", count=len(going), res=chart.res, units=tuple(going)
    )
    transition.state = transition.state.pushed(Reducing(AXIS))


def reduced(pos: BootCampPosition) -> bool:
    """True when Germany has no more than it may keep."""
    return german_res(pos) <= pos.context.charts.reduction.res


def question(pos: BootCampPosition, frame: Reducing) -> Question:
    """Which German units go."""
    left, keep = german_res(pos), pos.context.charts.reduction.res
    many = counted(left, "RE")
    prompt = (
        f"Germany has {many} and may keep {keep}: choose units that leave for the east "
        "(a division is 3, any other unit 1)."
    )
    family = Family("withdraw", "Withdraw", lambda: (Withdraw(u) for u in german_units(pos)))
    return Question(frame.side, prompt, (family,), "BC-24E.6")


def withdraw_objections(
    pos: BootCampPosition, _frame: Reducing, action: Withdraw
) -> Iterator[Objection]:
    """Only German units in play leave."""
    if action.unit not in german_units(pos):
        yield Objection("BC-24E.6", f"{pos.called(action.unit)} is no German unit in play.")


def withdraw(pos: BootCampPosition, _frame: Reducing, action: Withdraw, transition: Work) -> None:
    """Take the unit away for good; it is no loss."""
    transition.state = transition.state.with_pieces({action.unit: Piece(GONE, 0)})
    transition.tell("sent east", "BC-24E.6", unit=action.unit, res=res_of(pos, action.unit))


HANDLERS = (
    Handler(Reducing, (Answer(Withdraw, withdraw_objections, withdraw),), question=question),
)

"""German intervention: its hour, what follows from it, the surprise turn, and the withdrawal of the
army in May (BF-28A2b, 28A2c).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Action, Objection
from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family
from engine.core.state import Frame, Piece
from engine.core.system import Question
from engine.core.wording import counted, halved, with_noun
from engine.systems.balkan_front.actions import Intervene, OrderWithdrawal, StayOut, WithdrawGerman
from engine.systems.balkan_front.politics import statuses
from engine.systems.balkan_front.politics.crediting import credit
from engine.systems.balkan_front.state.context import FrontContext
from engine.systems.balkan_front.state.position import FrontPosition, Work, now
from engine.systems.balkan_front.state.records import Intervening, Withdrawing
from engine.systems.europa.state.constants import ALLIED, AXIS, GONE, HALF, NEUTRAL
from engine.systems.europa.state.records import Initial
from maps.hexgrid import Hex
from oob.model import UnitId

GERMAN = "german"
DECIDED = "intervention decided"
"""The word in :attr:`Front.credited` once the Axis has called for intervention, or has not."""
ORDERED = "withdrawal ordered"
"""The word in :attr:`Front.credited` once the German withdrawal has been ordered."""


# The hour


def open_now(pos: FrontPosition) -> bool:
    """True at the start of the first turn of 1941 with clear weather in the zone that counts, until
    the Axis has decided (BF-28A2b.1).
    """
    state, chart = pos.state, pos.context.charts.intervention
    if state.entered or DECIDED in state.credited or state.turn < chart.first:
        return False
    return state.weather.get(chart.zone) == pos.skies.best


def question(pos: FrontPosition, frame: Intervening) -> Question:
    """Intervene now, or never."""
    points = -pos.context.charts.victory.award("intervention").points
    prompt = f"Germany may intervene now or not at all; it costs {counted(points, 'point')}."
    families_ = (
        Family("intervene", "Germany intervenes", lambda: (Intervene(),), closing=True),
        Family("stay out", "Germany stays out", lambda: (StayOut(),), weight=1, closing=True),
    )
    return Question(frame.side, prompt, families_, "BF-28A2b.1")


def intervene(
    pos: FrontPosition, _frame: Intervening, _action: Intervene, transition: Work
) -> None:
    """Germany is in the war: it costs points, a pro-Allied Yugoslavia joins the Allies, a neutral
    Bulgaria the Axis (BF-28A2b.2, 28A2b.3, 28C1.10).
    """
    context, state = pos.context, transition.state.popped()
    transition.state = state.having(entered=state.turn, credited=state.credited | {DECIDED})
    transition.tell("intervention", "BF-28A2b.1", turn=state.turn)
    credit(pos, transition, "intervention")
    for nation in state.joined:
        row = pos.leaning(nation)
        if row is not None and row.moved_by == ALLIED:
            status = ALLIED.capitalize()
            statuses.take(context, transition, nation, status, ALLIED, cited="BF-28A2b.2")
    for row in context.charts.nations.statuses:
        if row.on_entry and transition.state.joined.get(row.nation) == NEUTRAL:
            statuses.take(context, transition, row.nation, row.id, AXIS)


def stay_out(_pos: FrontPosition, _frame: Intervening, _action: StayOut, transition: Work) -> None:
    """Germany will not intervene at all (BF-28A2b.1)."""
    state = transition.state.popped()
    transition.state = state.having(credited=state.credited | {DECIDED})
    transition.tell("stays out", "BF-28A2b.1")


def new_turn(pos: FrontPosition, transition: Work) -> None:
    """Statuses that hold for one turn give way to the next ones (BF-28C1.10)."""
    status, chart = dict(transition.state.status), pos.context.charts.nations
    for nation, held in transition.state.status.items():
        row = chart.status(nation, held)
        if row is not None and row.then and transition.state.turn > transition.state.entered:
            status[nation] = row.then
            name = chart.row(nation).name
            transition.tell("status", row.rule, name=name, status=row.then)
    if status != transition.state.status:
        transition.set(status=status)


# The withdrawal


def in_play(pos: FrontPosition) -> tuple[UnitId, ...]:
    """German units on the map and in holding boxes."""
    units = pos.context.of_nation(GERMAN)
    places = ((unit, pos.piece(unit).at) for unit in units)
    return tuple(unit for unit, at in places if isinstance(at, Hex) or at in pos.context.holding)


def kept(pos: FrontPosition) -> int:
    """Half regimental equivalents of German units in play that are not c/m (BF-28A2c.3)."""
    return sum(pos.facts(unit).halves for unit in in_play(pos) if not pos.facts(unit).mobile)


def too_many(pos: FrontPosition) -> bool:
    """True while more German units are in play than may stay."""
    return kept(pos) > pos.context.charts.intervention.stay


def due(pos: FrontPosition) -> bool:
    """True when the withdrawal may be ordered in this turn (BF-28A2c.1, 28A2c.4)."""
    chart, state = pos.context.charts.intervention, pos.state
    on_time = chart.withdraws <= state.turn <= chart.last
    return bool(state.entered) and on_time and ORDERED not in state.credited


def open_phase(context: FrontContext, transition: Work, side: str) -> None:
    """In the last Axis initial phase for it the withdrawal is ordered, late (BF-28A2c.2)."""
    pos = now(context, transition)
    if side == AXIS and due(pos) and pos.state.turn == context.charts.intervention.last:
        credit(pos, transition, "late withdrawal")
        order(pos, transition)


def families(pos: FrontPosition, frame: Frame) -> tuple[Family, ...]:
    """Order the withdrawal in an Axis initial phase."""
    if not isinstance(frame, Initial) or frame.side != AXIS or pos.state.surprise or not due(pos):
        return ()
    title = "Order the German withdrawal"
    return (Family("withdrawal", title, lambda: (OrderWithdrawal(),), weight=1),)


def order_objections(
    pos: FrontPosition, frame: Initial, _action: OrderWithdrawal
) -> Iterator[Objection]:
    """Only the Axis orders it, in May and once, if Germany has intervened (BF-28A2c.1)."""
    if frame.side != AXIS or not due(pos):
        chart = pos.context.charts.intervention
        first, last = (pos.context.turn_name(turn) for turn in (chart.withdraws, chart.last))
        text = (
            f"The Axis orders the German withdrawal once, on {first} or {last}, after intervention."
        )
        rule = "BF-28A2c.1" if pos.state.entered else "BF-28A2c.4"
        yield Objection(rule, text)


def ordered(
    pos: FrontPosition, _frame: Initial, _action: OrderWithdrawal, transition: Work
) -> None:
    """The army leaves."""
    order(pos, transition)


def order(pos: FrontPosition, transition: Work) -> None:
    """All German c/m units go; the Axis chooses what else must (BF-28A2c.3)."""
    going = [unit for unit in in_play(pos) if pos.facts(unit).mobile]
    state = transition.state.with_pieces({unit: Piece(GONE, 0) for unit in going})
    works = {at: work for at, work in state.works.items() if work.unit not in going}
    transition.state = state.having(credited=state.credited | {ORDERED}, works=works)
    stay = pos.context.charts.intervention.stay // HALF
    transition.tell(
        "german withdrawal", "BF-28A2c.3", count=len(going), res=stay, units=tuple(going)
    )
    if too_many(now(pos.context, transition)):
        transition.state = transition.state.pushed(Withdrawing(AXIS))


def which(pos: FrontPosition, frame: Withdrawing) -> Question:
    """Which German units leave besides."""
    stay = halved(pos.context.charts.intervention.stay)
    many = with_noun(halved(kept(pos)), "RE")
    prompt = f"German units of {many} are in play and {stay} may stay: choose units that leave."
    title = "Withdraw a German unit"
    units = in_play(pos)
    family = Family("withdraw german", title, lambda: (WithdrawGerman(unit) for unit in units))
    return Question(frame.side, prompt, (family,), "BF-28A2c.3")


def freed(pos: FrontPosition, action: Action) -> str:
    """What a German unit counts for that leaves, as the end of its menu line; '' for other actions
    (BF-28A2c.3).
    """
    if not isinstance(action, WithdrawGerman):
        return ""
    return f" ({with_noun(halved(pos.facts(action.unit).halves), 'RE')})"


def withdraw_objections(
    pos: FrontPosition, _frame: Withdrawing, action: WithdrawGerman
) -> Iterator[Objection]:
    """Only German units in play leave."""
    if action.unit not in in_play(pos):
        yield Objection("BF-28A2c.3", f"{pos.called(action.unit)} is no German unit in play.")


def withdraw(
    pos: FrontPosition, _frame: Withdrawing, action: WithdrawGerman, transition: Work
) -> None:
    """A unit leaves for good, which is no loss; the last one ends the choice."""
    transition.state = transition.state.with_pieces({action.unit: Piece(GONE, 0)})
    works = transition.state.works
    left = {at: work for at, work in works.items() if work.unit != action.unit}
    if len(left) < len(works):
        transition.set(works=left)
    transition.tell("sent east", "BF-28A2c.3", unit=action.unit)
    if not too_many(now(pos.context, transition)):
        transition.state = transition.state.popped()


ANSWERS = (Answer(OrderWithdrawal, order_objections, ordered),)
"""What initial phases take besides."""
HANDLERS = (
    Handler(
        Intervening,
        (Answer(Intervene, no_objections, intervene), Answer(StayOut, no_objections, stay_out)),
        question=question,
    ),
    Handler(Withdrawing, (Answer(WithdrawGerman, withdraw_objections, withdraw),), question=which),
)

"""Reinforcements and replacements: who is worth a point or a command point."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.system import Advice
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.advice.landing import fleet
from engine.systems.balkan_gambit.advice.marching import Option
from engine.systems.balkan_gambit.advice.outlook import Outlook
from engine.systems.balkan_gambit.state.position import other
from engine.systems.balkan_gambit.state.records import (
    AXIS,
    DEAD,
    LOST,
    MED_BOX,
    RESERVE,
    SURRENDERED,
    Reinforcing,
)
from engine.systems.balkan_gambit.turn.reinforcements import entry_hexes
from engine.systems.balkan_gambit.turn.replacements import reclaim_spots, restored
from engine.systems.balkan_gambit.victory import points
from maps.hexgrid import Hex
from oob.model import UnitId

CHEAP = 1
"""Victory points an optional unit may cost."""

LATE = 6
"""Turns before the end in which no optional unit is worth its price."""


def reinforcing(look: Outlook, frame: Reinforcing) -> Advice:
    """Place the fleet; call optional units only when few are left and they are cheap."""
    advice = fleet(look, frame)
    if advice is not None:
        return advice
    if _short_of_men(look):
        for unit in look.pos.context.optional:
            action = _entry(look, unit)
            if action is not None and look.allowed(action):
                return Advice(action, f"{look.pos.called(unit)} is worth its price now.")
    return Advice(do.EndSegment(), "No reinforcement is worth its price.")


def _entry(look: Outlook, unit: UnitId) -> do.Enter | None:
    pos = look.pos
    cheap = pos.context.optional[unit].cost <= CHEAP
    if not cheap or pos.owner(unit) != look.side or pos.state.pieces[unit].at != RESERVE:
        return None
    return next((do.Enter(unit, at) for at in entry_hexes(pos, unit)), None)


def _short_of_men(look: Outlook) -> bool:
    """True for a side that is behind by more than a quarter and has fewer units than places to
    hold.
    """
    pos = look.pos
    score = points(pos)
    worried = score[look.side] < 1.75 * score[other(look.side)]
    regulars = sum(
        pos.regular(unit) and pos.owner(unit) == look.side
        for unit, piece in pos.state.pieces.items()
        if isinstance(piece.at, Hex) or piece.at == MED_BOX
    )
    places = sum(look.points(at) > 0 for at in pos.context.places)
    return worried and look.turns_left > LATE and regulars < 1.3 * places


def replacement_options(look: Outlook) -> Iterator[Option]:
    """Divisions to restore, brigades to reclaim."""
    pos = look.pos
    cost = pos.context.charts.commands.replacement
    for unit, piece in pos.state.pieces.items():
        if piece.at == DEAD or not piece.steps or pos.full(unit) or pos.owner(unit) != look.side:
            continue
        action = do.Restore(unit)
        if look.allowed(action):
            near = look.threat(piece.at) > 0 if isinstance(piece.at, Hex) else False
            gain = 0.75 if near else 0.4
            yield Option(action, gain, cost, f"{pos.called(unit)} can be brought up to strength.")
    if look.side == AXIS:
        yield from _reclaims(look, cost)


def _reclaims(look: Outlook, cost: int) -> Iterator[Option]:
    """The first brigade of the dead pile that may return, where it does most good."""
    pos = look.pos
    fallen = [unit for unit in pos.dead() if _returns(look, unit)]
    wanted = {post.hex for post in look.posts}
    spots = [at for at in reclaim_spots(pos) if at in wanted] if fallen else []
    for unit in fallen[:2]:
        ranked = sorted((-look.worth_at(unit, at), at) for at in spots)
        for worth, at in ranked[:3]:
            action = do.Reclaim(unit, at)
            if look.allowed(action):
                reason = f"{pos.called(unit)} is needed again."
                yield Option(action, 0.3 - 0.5 * worth, cost, reason)
                return


def _returns(look: Outlook, unit: UnitId) -> bool:
    pos = look.pos
    marks = pos.state.pieces[unit].marks
    return (
        pos.nation(unit) in restored(pos, AXIS)
        and not pos.context.stats[unit].division
        and not marks & {LOST, SURRENDERED}
    )


def position_options(look: Outlook) -> Iterator[Option]:
    """Improved Positions where Allied regulars are near a place worth holding."""
    if look.side != AXIS:
        return
    pos = look.pos
    cost = pos.context.charts.commands.improved_position
    for at in sorted(pos.context.places):
        if at in pos.state.improved or at not in pos.held[AXIS] or look.points(at) <= 0:
            continue
        threat = look.threat(at, 2)
        action = do.Improve(at)
        if threat and look.allowed(action):
            gain = 0.1 * look.points(at) * min(1.5, threat / 3)
            yield Option(action, gain, cost, f"{pos.label(at)} is threatened.")

"""The one gate of movement: whether a unit may begin movement of a kind, and which marks it leaves
on the unit (BF-6, 6B, 7A1, 13, 15A, 26B, BC-19D, 19E).

Where a kind of movement leads, what it costs and whether it has room is asked elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.core.actions import Objection
from engine.core.state import Location
from engine.frozen import dataclass
from engine.systems.europa.movement.costs import conditions, mobility_of
from engine.systems.europa.state.common import Work, objection
from engine.systems.europa.state.constants import (
    ADMIN,
    ASSEMBLED,
    AT_BRIDGE,
    DROPPED,
    FIRED,
    MARCHED,
    MOVED,
    NEAR,
    ONE_HEX,
    RAILED,
    SHIFTED,
    SHIPPED,
    STAYED,
    STRATEGIC,
    Going,
    other,
)
from maps.hexgrid import Hex
from oob.model import UnitId

if TYPE_CHECKING:
    from engine.systems.europa.state.position import Position


@dataclass(frozen=True, slots=True)
class Terms:
    """What a kind of movement asks of a unit, and the marks it leaves on it.

    ``exploiting`` movement is possible in exploitation phases too, ``boxed`` from holding boxes;
    ``leaves`` the unit's hex; ``paid`` with movement points, so that a unit without a rating has
    none. A ``quiet`` one keeps the unit free to move administratively, as long as it keeps away
    from the enemy (BF-6B.3, 6B.5).
    """

    marks: frozenset[str]
    exploiting: bool = False
    boxed: bool = False
    leaves: bool = True
    paid: bool = True
    quiet: bool = False


TERMS: Mapping[Going, Terms] = {
    Going.MARCH: Terms(frozenset({MOVED, MARCHED}), exploiting=True),
    Going.ADMIN: Terms(frozenset({MOVED, ADMIN}), quiet=True),
    Going.RAIL: Terms(frozenset({MOVED, RAILED}), quiet=True),
    Going.STRATEGIC: Terms(frozenset({MOVED, RAILED})),
    Going.OVERRUN: Terms(frozenset({MARCHED}), exploiting=True),
    Going.SLIP: Terms(frozenset({MOVED, MARCHED}), exploiting=True),
    Going.WORK: Terms(frozenset({MARCHED}), exploiting=True, leaves=False, paid=False),
    Going.BREAKDOWN: Terms(frozenset(), exploiting=True, leaves=False, paid=False),
    Going.SEA: Terms(frozenset({MOVED, SHIPPED}), boxed=True, paid=False, quiet=True),
    Going.AIR: Terms(frozenset({MOVED, DROPPED}), paid=False),
    Going.CROSSING: Terms(frozenset({MOVED, MARCHED}), exploiting=True, boxed=True),
}
"""What each kind of movement asks and leaves."""


def barred(
    pos: Position, unit: UnitId, side: str, going: Going, *, exploiting: bool = False
) -> Objection | None:
    """Why a unit may not begin movement of a kind in this phase, None if it may."""
    terms, piece = TERMS[going], pos.piece(unit)
    here = isinstance(piece.at, Hex) or (terms.boxed and piece.at in pos.context.holding)
    if pos.commander(unit) != side or not here:
        text = f"{pos.called(unit)} is not on the map for you to move."
        return objection(pos, "movement phase", text)
    if exploiting:
        if not terms.exploiting:
            return objection(pos, "movement phase", f"The exploitation phase has no {going}.")
        if not pos.facts(unit).mobile:
            text = "Only c/m units move in the exploitation phase."
            return objection(pos, "movement phase", text)
    return _done(pos, unit, terms) or pos.may_act(unit) or pos.may_go(unit, going)


def _done(pos: Position, unit: UnitId, terms: Terms) -> Objection | None:
    """What a unit has done that ends its movement, or all but the administrative kind."""
    marks, name = pos.piece(unit).marks, pos.called(unit)
    if not marks:
        return None
    if STRATEGIC in marks:
        text = f"{name} has gone far by rail, and does nothing else in this player turn."
        return objection(pos, "strategic rail alone", text)
    if ONE_HEX in marks:
        return objection(pos, "one-hex alone", f"{name} has made its one-hex move.")
    if ASSEMBLED in marks:
        return objection(pos, "assembly", f"{name} was assembled at the end of its movement.")
    if FIRED in marks:
        text = f"{name} has fired at air units, and stays there."
        return Objection(pos.harassment_fire.fire, text)
    if AT_BRIDGE in marks:
        return objection(pos, "bridge seizure", f"{name} has tried a bridge, and stays there.")
    if ADMIN in marks and not terms.quiet:
        text = f"{name} moves administratively this phase and does nothing else."
        return objection(pos, "admin points", text)
    return None


def held(pos: Position, unit: UnitId, going: Going) -> Objection | None:
    """Why a unit that may begin movement of a kind may not leave where it is, None if it may."""
    terms, piece = TERMS[going], pos.piece(unit)
    by_rail = going in (Going.RAIL, Going.STRATEGIC) and pos.rail_only(unit)
    if terms.paid and not pos.allowance(unit) and not by_rail:
        return objection(pos, "movement points", f"{pos.called(unit)} has no movement points.")
    if not terms.leaves or not isinstance(piece.at, Hex):
        return None
    if STAYED in piece.marks:
        mates = (mate for mate in pos.friends(piece.at, pos.side(unit)) if mate != unit)
        if not any(STAYED in pos.piece(mate).marks for mate in mates):
            text = f"{pos.called(unit)} must stay: rail movement relied on it in an enemy zone."
            return objection(pos, "rail zones negated", text)
    if ADMIN in piece.marks and piece.at in beside(pos, other(pos.side(unit))):
        text = f"{pos.label(piece.at)} is beside an enemy unit."
        return objection(pos, "admin beside enemies", text)
    return None


def shut(
    pos: Position, unit: UnitId, side: str, going: Going, *, exploiting: bool = False
) -> Objection | None:
    """Why a unit may not begin movement of a kind and leave where it is, None if it may."""
    return barred(pos, unit, side, going, exploiting=exploiting) or held(pos, unit, going)


def snowed_in(pos: Position, unit: UnitId, at: Hex) -> Objection | None:
    """Why the weather keeps a unit from going into, out of or at a hex, None if it does not
    (BC-21.5).
    """
    if not pos.context.tracks.snowbound(conditions(pos), mobility_of(pos.facts(unit)), at):
        return None
    text = (
        f"In {pos.weather_at(at)} {pos.called(unit)} goes neither into nor out of {pos.label(at)}."
    )
    return objection(pos, "winter in mountains", text)


def beside(pos: Position, side: str) -> frozenset[Hex]:
    """The hexes next to a side's units, whatever lies between."""
    found: frozenset[Hex] | None = pos.known.get(("beside", side))
    if found is None:
        held_, around = pos.held[side], pos.context.around
        found = pos.shared(
            ("beside", side), (held_,), lambda: held_.union(*[around[at] for at in held_])
        )
    return found


def leave(
    pos: Position,
    transition: Work,
    unit: UnitId,
    going: Going,
    path: tuple[Location, ...],
    *more: str,
) -> None:
    """Put a unit at the end of its way with the marks its movement leaves, and remember whether it
    stood or went beside the enemy on the way (BF-6B.5).
    """
    terms, piece = TERMS[going], transition.state.pieces[unit]
    marks = (piece.marks - {STAYED}) | terms.marks | frozenset(more)
    silent = pos.context.charts.position_guns.silent
    if silent and going is not Going.AIR and pos.facts(unit).points:
        marks |= {SHIFTED}
    if terms.quiet and not beside(pos, other(pos.side(unit))).isdisjoint(path):
        marks |= {NEAR}
    transition.state = transition.state.with_piece(unit, at=path[-1], marks=marks)

"""What the owner of ships says while the enemy searches the sea: who sails together, and that all
is declared (FE-OPT4.5).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family, nobody
from engine.core.state import Frame
from engine.systems.europa.state.constants import ALLIED
from engine.systems.europa.state.records import Moving
from engine.systems.fire_in_the_east.sea import sailing
from engine.systems.fire_in_the_east.sea.actions import AnswerSea, SailAlong, SailShip
from engine.systems.fire_in_the_east.sea.records import Course
from engine.systems.fire_in_the_east.sea.search import declaring
from engine.systems.fire_in_the_east.state.position import EastPosition, Work


def families(pos: EastPosition, frame: Frame) -> tuple[Family, ...]:
    """Sail together, and have the enemy answer, in the Soviet movement phase."""
    if not isinstance(frame, Moving) or frame.exploiting or frame.side != ALLIED:
        return ()
    found = []
    leaders = dict.fromkeys(course.craft[0] for course in pos.voyages)
    along = tuple(
        SailAlong(ship, leader)
        for ship in sailing.able(pos)
        for leader in leaders
        if declaring.lead(pos, ship, leader) is not None
    )
    if along:
        title = "Sail together"
        found.append(Family("sail along", title, lambda: along, of=nobody, weight=2, quiet=True))
    seas = tuple(AnswerSea(zone) for zone in open_seas(pos))
    if seas:
        title = "All movement at sea is declared"
        found.append(Family("answer sea", title, lambda: seas, of=nobody, weight=1, quiet=True))
    return tuple(found)


def open_seas(pos: EastPosition) -> tuple[str, ...]:
    """The sea zones where the enemy has still to answer who is at sea."""
    zones = pos.context.charts.fleet.zones if pos.searchers or pos.voyages else ()
    return tuple(
        zone
        for zone in zones
        if zone not in pos.searched and declaring.at_stake(pos, zone)
        if pos.watched_sea(zone)
    )


def along_objections(pos: EastPosition, frame: Moving, action: SailAlong) -> Iterator[Objection]:
    """What forbids a ship to sail with another one: what forbids its voyage, and that the other's
    is declared from there (FE-OPT4.5).
    """
    unknown = pos.no_ship(frame.side, action.ship)
    if unknown is not None:
        yield unknown
        return
    leading = declaring.lead(pos, action.ship, action.leader)
    if leading is None:
        text = "No voyage from its hex that is the last one of its ships has been declared."
        yield Objection("FE-OPT4.5", text)
        return
    yield from sailing.objections(pos, frame, _voyage(action, leading))


def _voyage(action: SailAlong, leading: Course) -> SailShip:
    return SailShip(action.ship, leading.way[0], leading.way[-1], not leading.port)


def sail_along(pos: EastPosition, _frame: Moving, action: SailAlong, transition: Work) -> None:
    """Both move together."""
    leading = declaring.lead(pos, action.ship, action.leader)
    assert leading is not None, "a voyage that objections have found"
    mine = sailing.voyage(pos, _voyage(action, leading), transition)
    declaring.joined(leading, mine, transition)


def answer_objections(pos: EastPosition, frame: Moving, action: AnswerSea) -> Iterator[Objection]:
    """A sea with ships at sea that the enemy searches, in the movement phase (FE-OPT4.5)."""
    if frame.exploiting or frame.side != ALLIED or action.zone not in open_seas(pos):
        text = f"The enemy has nothing to answer in the {action.zone} now."
        yield Objection("FE-OPT4.5", text)


def answer(pos: EastPosition, frame: Moving, action: AnswerSea, transition: Work) -> None:
    """The enemy's air units bomb whom they find (FE-OPT4.3)."""
    declaring.answer(pos, frame.side, action.zone, transition)


ANSWERS = (
    Answer(SailAlong, along_objections, sail_along),
    Answer(AnswerSea, answer_objections, answer),
)
"""What movement phases take besides."""

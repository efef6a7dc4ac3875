"""River flotillas give way to enemies, are caught in the ice, and are scuttled with their lake
(FE-28E.3, 28E.12, 29D2.3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.handler import Answer, Handler
from engine.core.legal import Family
from engine.core.rules_base import Adviser
from engine.core.state import Frame
from engine.core.system import Advice, Question
from engine.systems.europa.advice.outlook import Outlook
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.fire_in_the_east.sea.boats.actions import GiveWay
from engine.systems.fire_in_the_east.sea.records import Displacing
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.craft.afloat import current
from engine.systems.fire_in_the_east.state.craft.sinking import lose_boat
from engine.systems.fire_in_the_east.state.position import EastPosition, Work, look, now
from engine.systems.fire_in_the_east.state.records import East, SeaEast
from maps.hexgrid import Hex

# Enemies in its hex


def ways(pos: EastPosition, frame: Displacing) -> tuple[Hex, ...]:
    """Where a flotilla may give way to: beside it, where it could move, no enemies being there, and
    not where they came from.
    """
    enemies = pos.held[AXIS] | pos.regained
    return tuple(
        to for to, _ in pos.courses[_at(pos, frame)] if to not in enemies and to != frame.origin
    )


def _at(pos: EastPosition, frame: Displacing) -> Hex:
    at = pos.fleet.boats[frame.boat].hex
    assert at is not None, "a flotilla in play"
    return at


def idle(pos: EastPosition, frame: Displacing, transition: Work) -> bool:
    """Have a flotilla give way that has no choice; False where it has one."""
    found = pos.fleet.boats[frame.boat]
    open_to = ways(pos, frame) if found.hex is not None else ()
    if len(open_to) > 1 and not pos.frozen_in(_at(pos, frame)):
        return False
    transition.state = transition.state.popped()
    if found.hex is not None:
        _without_choice(pos, transition, frame, open_to)
    return True


def _without_choice(
    pos: EastPosition, transition: Work, frame: Displacing, open_to: tuple[Hex, ...]
) -> None:
    if pos.frozen_in(_at(pos, frame)):
        lose_boat(transition, frame.boat, "FE-29D2.3")
    elif open_to:
        _give_way(transition, frame.boat, open_to[0])
    else:
        lose_boat(transition, frame.boat, "FE-28E.3")


def _displace(context: EastContext, transition: Work, boat: str, origin: Hex | None) -> None:
    """Have a flotilla give way: at once where it has no choice."""
    pos, frame = now(context, transition), Displacing(ALLIED, boat, origin)
    open_to = ways(pos, frame)
    if len(open_to) > 1 and not pos.frozen_in(_at(pos, frame)):
        transition.state = transition.state.pushed(frame)
    else:
        _without_choice(pos, transition, frame, open_to)


def overtaken(context: EastContext, transition: Work, since: East | None) -> None:
    """Whatever brought enemies into a flotilla's hex, it gives way (FE-28E.3)."""
    state = transition.state
    if not isinstance(state, SeaEast) or not state.fleet.boats or since is None:
        return
    if state.pieces is since.pieces:
        return
    pos = look(context, state)
    waiting = {frame.boat for frame in state.flow if isinstance(frame, Displacing)}
    for boat, _, at in tuple(pos.boats):
        if at in pos.held[AXIS] and boat not in waiting:
            _displace(context, transition, boat, _came_from(pos, since, at))


def _came_from(pos: EastPosition, since: East, at: Hex) -> Hex | None:
    """The hex beside it from which the enemies in a hex have come, None for those from afar."""
    for unit in pos.friends(at, AXIS):
        before = since.pieces[unit].at
        if isinstance(before, Hex) and before in at.neighbours():
            return before
    return None


def question(pos: EastPosition, frame: Displacing) -> Question:
    """Where does it give way to?"""
    name, at = pos.flotilla(frame.boat).name, pos.label(pos.fleet.boats[frame.boat].at)
    family = Family("give way", "Give way to", lambda: map(GiveWay, ways(pos, frame)), weight=1)
    prompt = f"{name} gives way to enemies in {at}: say where to."
    return Question(frame.side, prompt, (family,), "FE-28E.3")


def objections(pos: EastPosition, frame: Displacing, action: GiveWay) -> Iterator[Objection]:
    """A hex beside it where it could move (FE-28E.3)."""
    if action.target not in ways(pos, frame):
        name = pos.flotilla(frame.boat).name
        text = f"{name} cannot give way to {pos.label(action.target)}."
        yield Objection("FE-28E.3", text)


def give_way(_pos: EastPosition, frame: Displacing, action: GiveWay, transition: Work) -> None:
    """It is there."""
    transition.state = transition.state.popped()
    _give_way(transition, frame.boat, action.target)


def _give_way(transition: Work, boat: str, to: Hex) -> None:
    fleet = current(transition)
    found = fleet.boats[boat]
    transition.set(fleet=fleet.unladen(boat, replace(found, at=to)))
    transition.tell("boat gave way", "FE-28E.3", boat=boat, at=found.at, to=to)


def advise(look_: Outlook, frame: Displacing) -> Advice:
    """Away from the enemy, to where most ways lead on."""
    pos = look_.pos
    assert isinstance(pos, EastPosition), "flotillas are in positions of this title"
    zone = pos.zoc(AXIS)
    best = min(ways(pos, frame), key=lambda at: (at in zone, -len(pos.courses[at]), at))
    return Advice(GiveWay(best), "It is safest there.")


# Ice and lakes


def captured(context: EastContext, transition: Work, taken: Mapping[Hex, str]) -> None:
    """Flotillas in the ice are lost with their hex; supplies that they brought with theirs
    (FE-29D2.3).
    """
    state = transition.state
    if not isinstance(state, SeaEast) or not (state.fleet.boats or state.fleet.floated):
        return
    pos = now(context, transition)
    lost = {at for at, side in taken.items() if side == AXIS}
    for boat, _, at in tuple(pos.boats):
        if at in lost and pos.frozen_in(at):
            lose_boat(transition, boat, "FE-29D2.3")
    fleet = current(transition)
    left = {at: supplies for at, supplies in fleet.floated.items() if at not in lost}
    if len(left) < len(fleet.floated):
        transition.set(fleet=replace(fleet, floated=left))


def end_turn(pos: EastPosition, transition: Work) -> None:
    """At the end of a Soviet player turn flotillas are scuttled on lakes whose whole shore is the
    enemy's; one in a hex with a river or the sea besides is not on the lake (FE-28E.12).
    """
    boats = [(boat, at) for boat, _, at in pos.boats if pos.context.streams.lacustrine(at)]
    owned = pos.owned(AXIS) if boats else frozenset[Hex]()
    for lake, shore in pos.context.streams.shores if boats else ():
        for boat, at in boats:
            if at in lake and shore <= owned:
                lose_boat(transition, boat, "FE-28E.12", "boat scuttled")


HANDLERS = (Handler(Displacing, (Answer(GiveWay, objections, give_way),), question=question),)
"""The decision."""
ADVISERS: dict[type[Frame], Adviser] = {Displacing: advise}
"""Who knows about it."""

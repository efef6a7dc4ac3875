"""The Soviet movement phase ends at sea: what is declared is answered, who has searched goes home,
then ships are replenished (FE-OPT4.2, OPT4.5).
"""

from __future__ import annotations

from engine.core.handler import Handler
from engine.systems.europa.air import landing
from engine.systems.europa.air.records import AirReturn
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.fire_in_the_east.sea import sailing
from engine.systems.fire_in_the_east.sea.records import SailingOver
from engine.systems.fire_in_the_east.sea.search import declaring
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.craft.searched import SEARCH
from engine.systems.fire_in_the_east.state.position import EastPosition, Work, now


def close_movement(context: EastContext, transition: Work) -> None:
    """Nobody being at sea who is searched for, ships are replenished at once; else after the
    search.
    """
    pos = now(context, transition)
    home = AirReturn(AXIS, (SEARCH.value,))
    if not pos.voyages and not pos.searched and not landing.due(pos, AXIS, home.missions):
        sailing.close_movement(context, transition)
        return
    transition.state = transition.state.pushed(SailingOver(ALLIED), home)
    for zone in reversed(context.charts.fleet.zones):
        pos = now(context, transition)
        if zone not in pos.searched and declaring.at_stake(pos, zone):
            declaring.answer(pos, ALLIED, zone, transition)


def over(pos: EastPosition, _frame: SailingOver, transition: Work) -> None:
    """All is done that the sea was searched for in this phase."""
    transition.state = transition.state.popped()
    none_left: frozenset[str] = frozenset()
    if pos.searched:
        transition.set(searched=none_left)
    sailing.close_movement(pos.context, transition)


HANDLERS = (Handler(SailingOver, auto=over),)
"""The end of the phase."""

"""The sequence of play: what opens each phase of a game turn, and what follows the last (BC-B4)."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.handler import Handler
from engine.systems.boot_camp import politics, victory
from engine.systems.boot_camp.state.constants import GERMAN
from engine.systems.boot_camp.state.context import BootCampContext
from engine.systems.boot_camp.state.position import BootCampPosition, Work, now
from engine.systems.boot_camp.state.records import Ceasing, Flying, Landed
from engine.systems.europa.combat import combat_phase
from engine.systems.europa.movement import movement_phase
from engine.systems.europa.production import initial_phase
from engine.systems.europa.state.common import unmark
from engine.systems.europa.state.constants import ALLIED, AXIS, DROPPED, Phase, other
from engine.systems.europa.state.records import Onward, WeatherRoll

Opening = Callable[[BootCampContext, Work, str], None]
Slot = tuple[Phase, str]
"""A phase and whose player turn it belongs to."""

PLAYER_TURN = (Phase.INITIAL, Phase.MOVEMENT, Phase.AIR, Phase.COMBAT, Phase.EXPLOITATION)
SURPRISE = (
    Phase.SURPRISE_INITIAL,
    Phase.SURPRISE_MOVEMENT,
    Phase.SURPRISE_AIR,
    Phase.SURPRISE_COMBAT,
)
"""The German surprise sub-turn, between the weather and the Axis player turn (BC-24E.2, 24E.3)."""
USUAL: tuple[Slot, ...] = (
    (Phase.WEATHER, ""),
    *((phase, AXIS) for phase in PLAYER_TURN),
    *((phase, ALLIED) for phase in PLAYER_TURN),
    (Phase.END, ""),
)
WITH_SURPRISE: tuple[Slot, ...] = (
    USUAL[0],
    *((phase, AXIS) for phase in SURPRISE),
    *USUAL[1:],
)


def slots(pos: BootCampPosition) -> tuple[Slot, ...]:
    """The phases of this turn in order: with the surprise sub-turn on the turn of German entry."""
    return WITH_SURPRISE if pos.state.entered == pos.state.turn else USUAL


def here(pos: BootCampPosition) -> int:
    """Which of the turn's phases is being played."""
    found = slots(pos)
    slot = (Phase(pos.state.phase), pos.state.active)
    return found.index(slot) if slot in found else 0


def weather(_table: BootCampContext, transition: Work, _side: str) -> None:
    """A turn begins: the Axis rolls for the weather (BC-21.2). Air points are fresh."""
    unmark(transition, DROPPED)
    transition.set(flown={}, flights=())
    transition.tell("turn", "BC-B4.1", turn=transition.state.turn)
    transition.state = transition.state.pushed(WeatherRoll())


def open_initial(context: BootCampContext, transition: Work, side: str) -> None:
    """Arrivals, replacements, conversions, construction; the German reduction first."""
    before = dict(transition.state.used)
    after_surprise = transition.state.surprise
    transition.set(surprise=False, flights=())
    initial_phase.open_phase(context, transition, side)
    if after_surprise:
        transition.set(used={**before, **transition.state.used}, flown={})
    if side == AXIS:
        politics.open_reduction(now(context, transition), transition)


def open_surprise(context: BootCampContext, transition: Work, side: str) -> None:
    """The forces that come with German entry are placed (BC-24E.4, 24F.1, 24G.1)."""
    transition.set(surprise=True)
    initial_phase.open_phase(context, transition, side)


def open_movement(_table: BootCampContext, transition: Work, side: str) -> None:
    """Units move by land, rail, sea and air."""
    movement_phase.open_phase(transition, side)


def open_air(_table: BootCampContext, transition: Work, side: str) -> None:
    """The phasing side gives its air points first, the other answers (BC-B15.1)."""
    nations = (GERMAN,) if transition.state.surprise else ()
    transition.state = transition.state.pushed(
        Flying(other(side), side), Flying(side, side, nations)
    )


def open_combat(_table: BootCampContext, transition: Work, side: str) -> None:
    """The phasing side attacks; then units that dropped on the enemy have won or are lost."""
    transition.state = transition.state.pushed(Landed(side))
    combat_phase.open_phase(transition, side)


def open_exploitation(_table: BootCampContext, transition: Work, side: str) -> None:
    """C/m units move again; the air points over the attacks are gone."""
    transition.set(flights=())
    movement_phase.open_phase(transition, side, exploiting=True)


def open_end(context: BootCampContext, transition: Work, _side: str) -> None:
    """The game turn closes: what it is worth, and whether the Axis ceases (BC-25A3.1)."""
    pos = now(context, transition)
    victory.end_of_turn(pos, transition)
    if victory.may_cease(pos) and transition.state.turn < context.figures.turns:
        transition.state = transition.state.pushed(Ceasing(AXIS))


OPENINGS: dict[Phase, Opening] = {
    Phase.WEATHER: weather,
    Phase.SURPRISE_INITIAL: open_surprise,
    Phase.SURPRISE_MOVEMENT: open_movement,
    Phase.SURPRISE_AIR: open_air,
    Phase.SURPRISE_COMBAT: open_combat,
    Phase.INITIAL: open_initial,
    Phase.MOVEMENT: open_movement,
    Phase.AIR: open_air,
    Phase.COMBAT: open_combat,
    Phase.EXPLOITATION: open_exploitation,
    Phase.END: open_end,
}


def onward(pos: BootCampPosition, _frame: Onward, transition: Work) -> None:
    """Open the next phase, or the next turn; the Onward frame stays below."""
    state = transition.state
    if state.phase == Phase.SET_UP:
        _open(pos.context, transition, USUAL[0])
        return
    closing = (Phase(state.phase), state.active)
    if closing == (Phase.WEATHER, "") and politics.enters_now(pos):
        politics.enter(pos.context, transition)
    elif closing == (Phase.EXPLOITATION, ALLIED):
        politics.check_metaxas(pos, transition)
    elif closing == (Phase.END, ""):
        if state.turn >= pos.context.figures.turns:
            victory.count_out(pos, transition)
            return
        transition.set(turn=state.turn + 1)
        _open(pos.context, transition, USUAL[0])
        return
    after = now(pos.context, transition)
    found = slots(after)
    _open(pos.context, transition, found[found.index(closing) + 1])


def _open(context: BootCampContext, transition: Work, slot: Slot) -> None:
    phase, side = slot
    transition.set(phase=phase.value, active=side)
    OPENINGS[phase](context, transition, side)


HANDLERS = (Handler(Onward, auto=onward),)

"""The sequence of play: what opens each phase of a game turn, and what follows the last (BC-B4)."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.desk import Desk
from engine.systems.boot_camp import politics, victory
from engine.systems.boot_camp.position import BootCampPosition
from engine.systems.boot_camp.records import Ceasing, Flying, Landed
from engine.systems.boot_camp.table import BootCampTable
from engine.systems.boot_camp.words import GERMAN
from engine.systems.europa import combat, initial, moving
from engine.systems.europa.common import Work, unmark
from engine.systems.europa.records import Onward, WeatherRoll
from engine.systems.europa.words import ALLIED, AXIS, DROPPED, Phase, other

Opening = Callable[[BootCampTable, Work, str], None]
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
LAST_TURN = 20
"""Aug II 41, where Nov I 40 is 1 (BC-25A4.1)."""


def slots(pos: BootCampPosition) -> tuple[Slot, ...]:
    """The phases of this turn in order: with the surprise sub-turn on the turn of German entry."""
    return WITH_SURPRISE if pos.state.entered == pos.state.turn else USUAL


def here(pos: BootCampPosition) -> int:
    """Which of the turn's phases is being played."""
    found = slots(pos)
    slot = (Phase(pos.state.phase), pos.state.active)
    return found.index(slot) if slot in found else 0


def weather(_table: BootCampTable, doing: Work, _side: str) -> None:
    """A turn begins: the Axis rolls for the weather (BC-21.2). Air points are fresh."""
    unmark(doing, DROPPED)
    doing.set(flown={}, flights=())
    doing.tell("turn", "BC-B4.1", turn=doing.state.turn)
    doing.state = doing.state.pushed(WeatherRoll())


def open_initial(table: BootCampTable, doing: Work, side: str) -> None:
    """Arrivals, replacements, conversions, construction; the German reduction first."""
    before = dict(doing.state.used)
    after_surprise = doing.state.surprise
    doing.set(surprise=False, flights=())
    initial.open_phase(table, doing, side)
    if after_surprise:
        doing.set(used={**before, **doing.state.used}, flown={})
    if side == AXIS:
        politics.open_reduction(_now(table, doing), doing)


def open_surprise(table: BootCampTable, doing: Work, side: str) -> None:
    """The forces that come with German entry are placed (BC-24E.4, 24F.1, 24G.1)."""
    doing.set(surprise=True)
    initial.open_phase(table, doing, side)


def open_movement(_table: BootCampTable, doing: Work, side: str) -> None:
    """Units move by land, rail, sea and air."""
    moving.open_phase(doing, side)


def open_air(_table: BootCampTable, doing: Work, side: str) -> None:
    """The phasing side gives its air points first, the other answers (BC-B15.1)."""
    nations = (GERMAN,) if doing.state.surprise else ()
    doing.state = doing.state.pushed(Flying(other(side), side), Flying(side, side, nations))


def open_combat(_table: BootCampTable, doing: Work, side: str) -> None:
    """The phasing side attacks; then units that dropped on the enemy have won or are lost."""
    doing.state = doing.state.pushed(Landed(side))
    combat.open_phase(doing, side)


def open_exploitation(_table: BootCampTable, doing: Work, side: str) -> None:
    """C/m units move again; the air points over the attacks are gone."""
    doing.set(flights=())
    moving.open_phase(doing, side, exploiting=True)


def open_end(table: BootCampTable, doing: Work, _side: str) -> None:
    """The game turn closes: what it is worth, and whether the Axis ceases (BC-25A3.1)."""
    pos = _now(table, doing)
    victory.end_of_turn(pos, doing)
    if victory.may_cease(pos) and doing.state.turn < LAST_TURN:
        doing.state = doing.state.pushed(Ceasing(AXIS))


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


def onward(pos: BootCampPosition, _frame: Onward, doing: Work) -> None:
    """Open the next phase, or the next turn; the Onward frame stays below."""
    state = doing.state
    if state.phase == Phase.SET_UP:
        _open(pos.table, doing, USUAL[0])
        return
    closing = (Phase(state.phase), state.active)
    if closing == (Phase.WEATHER, "") and politics.enters_now(pos):
        politics.enter(pos.table, doing)
    elif closing == (Phase.EXPLOITATION, ALLIED):
        politics.check_metaxas(pos, doing)
    elif closing == (Phase.END, ""):
        if state.turn >= LAST_TURN:
            victory.count_out(pos, doing)
            return
        doing.set(turn=state.turn + 1)
        _open(pos.table, doing, USUAL[0])
        return
    after = _now(pos.table, doing)
    found = slots(after)
    _open(pos.table, doing, found[found.index(closing) + 1])


def _open(table: BootCampTable, doing: Work, slot: Slot) -> None:
    phase, side = slot
    doing.set(phase=phase.value, active=side)
    OPENINGS[phase](table, doing, side)


def _now(table: BootCampTable, doing: Work) -> BootCampPosition:
    found = table.look(doing.state)
    assert isinstance(found, BootCampPosition)
    return found


DESKS = (Desk(Onward, auto=onward),)

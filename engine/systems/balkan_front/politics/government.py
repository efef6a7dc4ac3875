"""The Greek government: its seat, its flight into exile, its capture (BF-28B1a)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Action, Objection
from engine.core.chance import ChanceNode
from engine.core.handler import Answer, Handler
from engine.core.legal import Family
from engine.core.state import Frame, Piece
from engine.systems.balkan_front.actions import Evacuate
from engine.systems.balkan_front.politics.crediting import once
from engine.systems.balkan_front.state.constants import EASTERN_GREECE
from engine.systems.balkan_front.state.context import FrontContext
from engine.systems.balkan_front.state.position import FrontPosition, Work, now
from engine.systems.balkan_front.state.records import CaptureRoll
from engine.systems.europa.state.constants import ALLIED, DEAD, GONE
from engine.systems.europa.state.records import Initial
from maps.hexgrid import Hex
from oob.model import UnitId

GREEK = "greek"
IN_ATHENS = "capital left"
"""The word in :attr:`Front.credited` once the government has left Athenai, whichever way."""


def seize(pos: FrontPosition, transition: Work) -> None:
    """The Axis has won the seat of the government: a die tells whether it escapes."""
    if GREEK not in pos.state.surrendered and IN_ATHENS not in transition.state.credited:
        transition.state = transition.state.pushed(CaptureRoll())


def node(pos: FrontPosition, _frame: CaptureRoll) -> ChanceNode:
    """The die of the capture (BF-28B1a.4)."""
    chart = pos.context.charts.government
    faces = range(1, chart.die + 1)
    meanings = tuple("escapes" if face <= chart.escapes else "captured" for face in faces)
    return ChanceNode(chart.die, "the fate of the Greek government", "BF-28B1a.4", meanings)


def rolled(pos: FrontPosition, _frame: CaptureRoll, face: int, transition: Work) -> None:
    """It escapes and must be evacuated, or all Greek forces surrender (BF-28B1a.4, 28B1a.5)."""
    transition.state = transition.state.popped()
    transition.set(credited=transition.state.credited | {IN_ATHENS})
    if face <= pos.context.charts.government.escapes:
        transition.set(fugitive=True)
        transition.tell("government escapes", "BF-28B1a.4", face=face)
        return
    transition.tell("government captured", "BF-28B1a.5", face=face)
    once(pos, transition, "capital captured")
    _surrender(pos, transition, frozenset())


def open_phase(context: FrontContext, transition: Work, side: str) -> None:
    """A government that escaped goes into exile in the next Allied initial phase (BF-28B1a.4)."""
    if side == ALLIED and transition.state.fugitive:
        pos = now(context, transition)
        _exile(pos, transition)


def families(pos: FrontPosition, frame: Frame) -> tuple[Family, ...]:
    """Evacuate the government in an Allied initial phase."""
    if not isinstance(frame, Initial) or frame.side != ALLIED or not in_office(pos):
        return ()
    title = "Evacuate the Greek government"
    return (Family("evacuate", title, lambda: (Evacuate(),), weight=0),)


def in_office(pos: FrontPosition) -> bool:
    """True while the government sits in Athenai."""
    return GREEK not in pos.state.surrendered and IN_ATHENS not in pos.state.credited


def objections(pos: FrontPosition, frame: Initial, _action: Action) -> Iterator[Objection]:
    """Only the Allies evacuate it, from Athenai (BF-28B1a.2)."""
    if frame.side != ALLIED or not in_office(pos):
        yield Objection("BF-28B1a.2", "There is no Greek government in Athenai to evacuate.")


def evacuate(pos: FrontPosition, _frame: Initial, _action: Action, transition: Work) -> None:
    """The government leaves; its forces surrender but for those on islands (BF-28B1a.3)."""
    transition.set(credited=transition.state.credited | {IN_ATHENS})
    _exile(pos, transition)


def _exile(pos: FrontPosition, transition: Work) -> None:
    transition.set(fugitive=False)
    transition.tell("government evacuated", "BF-28B1a.2")
    _surrender(pos, transition, pos.context.area("Greek islands", "Yugoslav islands"))


def _surrender(pos: FrontPosition, transition: Work, spared: frozenset[Hex]) -> None:
    """All forces of Greece outside some hexes give up (BF-28B1a.3, 28B1a.5)."""
    state = transition.state
    changed: dict[UnitId, Piece] = {}
    for unit in pos.context.of_nation(GREEK):
        at = state.pieces[unit].at
        free = at in spared or (bool(spared) and at == EASTERN_GREECE)
        if at not in (DEAD, GONE) and not free:
            changed[unit] = Piece(GONE, 0)
    points = {key: left for key, left in state.points.items() if key.split()[0] != GREEK}
    works = {at: work for at, work in state.works.items() if work.unit not in changed}
    transition.state = state.with_pieces(changed).having(
        surrendered=state.surrendered | {GREEK}, points=points, works=works
    )
    transition.tell("surrender", "BF-28B1a.3", units=len(changed))


ANSWERS = (Answer(Evacuate, objections, evacuate),)
"""What initial phases take besides."""
HANDLERS = (Handler(CaptureRoll, chance=node, rolled=rolled),)

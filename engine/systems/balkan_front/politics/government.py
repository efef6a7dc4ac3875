"""Governments of Allied nations: their seats, flight into exile, capture (BF-28B1a, 28C2a)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.actions import Objection
from engine.core.chance import ChanceNode
from engine.core.handler import Answer, Handler
from engine.core.legal import Family
from engine.core.state import Frame, Piece
from engine.systems.balkan_front.actions import Evacuate
from engine.systems.balkan_front.politics.crediting import credit
from engine.systems.balkan_front.state.constants import EASTERN_GREECE
from engine.systems.balkan_front.state.context import FrontContext
from engine.systems.balkan_front.state.position import FrontPosition, Work, now
from engine.systems.balkan_front.state.records import CaptureRoll
from engine.systems.europa.combat import battles
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, GONE
from engine.systems.europa.state.records import Initial
from maps.hexgrid import Hex
from oob.model import UnitId

LEFT = "capital left "
"""What begins the word in :attr:`Front.credited` once a nation's government has left its seat,
whichever way.
"""


def allied(pos: FrontPosition) -> tuple[str, ...]:
    """Nations of the Allies that have a government on the board's map, surrendered or not."""
    joined = pos.state.joined
    return tuple(nation for nation in pos.seats if joined.get(nation) == ALLIED)


def in_office(pos: FrontPosition, nation: str) -> bool:
    """True while the government of an Allied nation sits in its capital."""
    state = pos.state
    left = nation in state.surrendered or LEFT + nation in state.credited
    return nation in allied(pos) and not left


def seize(pos: FrontPosition, transition: Work, taken: Mapping[Hex, str]) -> None:
    """The Axis has won the seats of governments: for each a die tells whether it escapes."""
    for nation, seat in pos.seats.items():
        if taken.get(seat) == AXIS and in_office(pos, nation):
            transition.state = transition.state.pushed(CaptureRoll(nation))


def name_of(pos: FrontPosition, nation: str) -> str:
    """The country of a nation."""
    return pos.context.charts.nations.row(nation).name


def node(pos: FrontPosition, frame: CaptureRoll) -> ChanceNode:
    """The die of the capture (BF-28B1a.4)."""
    chart = pos.context.charts.government
    faces = range(1, chart.die + 1)
    meanings = tuple("escapes" if face <= chart.escapes else "captured" for face in faces)
    reason = f"the fate of the government of {name_of(pos, frame.nation)}"
    return ChanceNode(chart.die, reason, "BF-28B1a.4", meanings)


def rolled(pos: FrontPosition, frame: CaptureRoll, face: int, transition: Work) -> None:
    """It escapes and must be evacuated, or all forces of its nation surrender (BF-28B1a.4,
    28B1a.5).
    """
    nation = frame.nation
    transition.state = transition.state.popped()
    transition.set(credited=transition.state.credited | {LEFT + nation})
    name = name_of(pos, nation)
    if face <= pos.context.charts.government.escapes:
        transition.set(fugitives=transition.state.fugitives | {nation})
        transition.tell("government escapes", "BF-28B1a.4", face=face, name=name)
        return
    transition.tell("government captured", "BF-28B1a.5", face=face, name=name)
    credit(pos, transition, "capital captured")
    _surrender(pos, transition, nation, frozenset(), "BF-28B1a.5")


def open_phase(context: FrontContext, transition: Work, side: str) -> None:
    """A government that escaped goes into exile in the next Allied initial phase (BF-28B1a.4)."""
    if side == ALLIED:
        for nation in sorted(transition.state.fugitives):
            _exile(now(context, transition), transition, nation)


def families(pos: FrontPosition, frame: Frame) -> tuple[Family, ...]:
    """Evacuate governments in an Allied initial phase: from the list alone, for it ends the war of
    a nation.
    """
    if not isinstance(frame, Initial) or frame.side != ALLIED:
        return ()
    kept = pos.context.figures.roving.nation
    seats = (nation for nation in pos.seats if nation != kept)
    ready = [Evacuate(nation) for nation in seats if in_office(pos, nation)]
    if not ready:
        return ()
    title = "Evacuate a government, whose forces surrender"
    return (Family("evacuate", title, lambda: ready, weight=0, listed=True),)


def objections(pos: FrontPosition, frame: Initial, action: Evacuate) -> Iterator[Objection]:
    """Only the Allies evacuate a government, of a nation that has joined them, from its seat
    (BF-28B1a.2, 28C2a.2).
    """
    nation = action.nation
    rows = pos.context.charts.government.rows
    rule = next((row.rule for row in rows if row.id == nation), rows[0].rule)
    if nation not in pos.seats:
        yield Objection(rule, "That nation has no government on the map.")
    elif nation == pos.context.figures.roving.nation:
        cited = pos.context.figures.roving.rule
        yield Objection(cited, f"The government of {name_of(pos, nation)} is not evacuated.")
    elif frame.side != ALLIED or not in_office(pos, nation):
        text = f"No Allied government of {name_of(pos, nation)} sits in its capital to evacuate."
        yield Objection(rule, text)


def evacuate(pos: FrontPosition, _frame: Initial, action: Evacuate, transition: Work) -> None:
    """The government leaves; its forces surrender but for those on islands (BF-28B1a.3)."""
    transition.set(credited=transition.state.credited | {LEFT + action.nation})
    _exile(pos, transition, action.nation)


def _exile(pos: FrontPosition, transition: Work, nation: str) -> None:
    transition.set(fugitives=transition.state.fugitives - {nation})
    transition.tell("government evacuated", "BF-28B1a.2", name=name_of(pos, nation))
    _surrender(pos, transition, nation, refuges(pos), "BF-28B1a.3")


def refuges(pos: FrontPosition) -> frozenset[Hex]:
    """The islands on which forces of a nation in exile fight on (BF-28B1a.3)."""
    return pos.context.area(*pos.context.charts.government.refuges)


def _surrender(
    pos: FrontPosition, transition: Work, nation: str, spared: frozenset[Hex], rule: str
) -> None:
    """All forces of a nation outside some hexes give up (BF-28B1a.3, 28B1a.5)."""
    state = transition.state
    changed: dict[UnitId, Piece] = {}
    for unit in pos.context.of_nation(nation):
        at = state.pieces[unit].at
        free = at in spared or (bool(spared) and at == EASTERN_GREECE)
        if at not in (DEAD, GONE) and not free:
            changed[unit] = Piece(GONE, 0)
    points = {key: left for key, left in state.points.items() if key.split()[0] != nation}
    works = {at: work for at, work in state.works.items() if work.unit not in changed}
    transition.state = state.with_pieces(changed).having(
        surrendered=state.surrendered | {nation}, points=points, works=works
    )
    transition.set(flow=battles.spared(state.flow, changed))
    name = name_of(pos, nation)
    transition.tell("surrender", rule, name=name, count=len(changed), units=tuple(changed))


ANSWERS = (Answer(Evacuate, objections, evacuate),)
"""What initial phases take besides."""
HANDLERS = (Handler(CaptureRoll, chance=node, rolled=rolled),)

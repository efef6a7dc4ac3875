"""Air units on patrol attack what ships carry (BF-20F2h)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.chance import ChanceNode
from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family
from engine.core.rules_base import Adviser
from engine.core.state import Frame
from engine.core.system import Advice, Question
from engine.core.wording import counted
from engine.systems.europa.advice.outlook import Outlook
from engine.systems.europa.air import fates, fleet
from engine.systems.europa.air.bombing import strengths
from engine.systems.europa.air.bombing.actions import DropBombs, JoinBombing
from engine.systems.europa.air.combat.actions import LetPass
from engine.systems.europa.air.records import TURNED_BACK, AirReturn, FlakRoll, Mission
from engine.systems.europa.sea.points import ships, sink
from engine.systems.europa.sea.position import SeaPosition, rule
from engine.systems.europa.sea.records import (
    Encounter,
    Passage,
    ShipAttack,
    ShipBombRoll,
    Voyage,
)
from engine.systems.europa.state.common import Work, eliminate
from engine.systems.europa.state.constants import DEAD


def question(pos: SeaPosition, frame: Encounter) -> Question:
    """Who attacks the cargo?"""
    families = (
        Family("join bombing", "Join the attack", lambda: tuple(map(JoinBombing, frame.left))),
        Family("drop bombs", "Attack the ships", lambda: (DropBombs(),), weight=6),
        Family("let pass", "Let them sail", lambda: (LetPass(),), closing=True),
    )
    what = "supplies" if frame.voyage.unit is None else pos.called(frame.voyage.unit)
    guns = guns_of(pos, frame.voyage)
    fire = f"{counted(guns, 'point')} of antiaircraft fire"
    who = strengths.prospects(pos, frame.group, frame.left, frame.at)
    prompt = f"{what} at sea off {pos.label(frame.at)}: {who} after {fire}."
    return Question(frame.side, prompt, families, rule(pos, "naval patrol attack"))


def guns_of(pos: SeaPosition, voyage: Voyage) -> int:
    """The antiaircraft strength of the ships that carry cargo, and of nothing else (BF-22A4.1,
    22B1.4).
    """
    return ships(voyage.size) * fleet.charts_of(pos.context).flak.ships


def join_objections(pos: SeaPosition, frame: Encounter, action: JoinBombing) -> Iterator[Objection]:
    """An air unit whose patrol the cargo comes near (BF-20F2h.3)."""
    if action.air_unit not in frame.left:
        text = f"{action.air_unit!r} is no air unit that can reach these ships."
        yield Objection(rule(pos, "naval patrol attack"), text)


def join(_pos: SeaPosition, frame: Encounter, action: JoinBombing, transition: Work) -> None:
    """It joins the attack that is formed."""
    left = tuple(unit for unit in frame.left if unit != action.air_unit)
    group = (*frame.group, action.air_unit)
    transition.state = transition.state.swapped(replace(frame, left=left, group=group))


def attack(pos: SeaPosition, frame: Encounter, _action: DropBombs, transition: Work) -> None:
    """The ships fire at each air unit immediately before it bombs; whoever is left may attack
    after (BF-20F2h.4, 22B3.3).
    """
    units = frame.group or frame.left
    rest = frame.left if frame.group else ()
    transition.state = transition.state.popped()
    if rest:
        transition.state = transition.state.pushed(replace(frame, left=rest, group=()))
    guns = guns_of(pos, frame.voyage)
    shots = [FlakRoll(unit, guns) for unit in units] if guns else []
    bombing = ShipAttack(frame.side, frame.voyage, frame.at, units)
    transition.state = transition.state.pushed(bombing, *reversed(shots))


def let_pass(_pos: SeaPosition, _frame: Encounter, _action: LetPass, transition: Work) -> None:
    """They stay on patrol."""
    transition.state = transition.state.popped()


def bomb(pos: SeaPosition, frame: ShipAttack, transition: Work) -> None:
    """Those that came through bomb, unless they are too weak to hit; all go home."""
    transition.state = transition.state.popped()
    flying = tuple(u for u in frame.units if pos.air.units[u].mission == Mission.NAVAL_PATROL)
    if flying and strengths.needed(pos, flying, frame.at) is not None:
        shot = ShipBombRoll(frame.side, frame.voyage, frame.at, flying)
        transition.state = transition.state.pushed(shot)
        return
    if flying:
        cited = rule(pos, "tiny bombing strength")
        transition.tell("ships attacked in vain", cited, units=flying, at=frame.at)
    _home(pos, transition, frame.side, flying)


def node(pos: SeaPosition, frame: ShipBombRoll) -> ChanceNode:
    """The die of the bombing table."""
    reason = f"the attack on ships off {pos.label(frame.at)}"
    return strengths.die(pos, frame.units, frame.at, reason, rule(pos, "bombs on ships"))


def rolled(pos: SeaPosition, frame: ShipBombRoll, face: int, transition: Work) -> None:
    """A hit strikes cargo and ship; the air units go home (BF-20F2h.2, 20F2h.5 to 20F2h.7)."""
    transition.state = transition.state.popped()
    hit = strengths.hits(pos, frame.units, frame.at, face)
    transition.tell(
        "ships attacked",
        rule(pos, "bombs on ships"),
        units=frame.units,
        at=frame.at,
        face=face,
        modifier=f"{strengths.modifier(pos, frame.units):+d}",
        result="a hit" if hit else "a miss",
    )
    if hit:
        _strike(pos, frame.voyage, transition)
    _home(pos, transition, frame.side, frame.units)


def _strike(pos: SeaPosition, voyage: Voyage, transition: Work) -> None:
    """A division is reduced to its cadre, everything else is lost; a transport point with it."""
    zone = pos.context.sea_zone(voyage.origin)
    sink(pos, transition, voyage.side, zone, 1, "ships hit")
    if voyage.unit is None:
        cited = rule(pos, "cargo hit")
        transition.tell("supplies sunk", cited, to=voyage.target, side=voyage.side)
        _end(transition, voyage)
        return
    topic = "division hit" if pos.facts(voyage.unit).divisional else "cargo hit"
    eliminate(pos.context, transition, voyage.unit, cited=rule(pos, topic))
    if transition.state.pieces[voyage.unit].at == DEAD:
        _end(transition, voyage)


def _end(transition: Work, voyage: Voyage) -> None:
    """Nothing of the cargo is left: its voyage is over, and nobody attacks it any more."""
    left = tuple(
        frame
        for frame in transition.state.flow
        if not (isinstance(frame, (Passage, Encounter)) and frame.voyage == voyage)
    )
    transition.set(flow=left)


def _home(pos: SeaPosition, transition: Work, side: str, units: Iterable[str]) -> None:
    for unit in units:
        found = fates.current(pos, transition, unit)
        if found.mission == Mission.NAVAL_PATROL:
            home = fleet.homeward(pos, unit)
            fates.change(pos, transition, unit, replace(found, mission=TURNED_BACK, home=home))
    transition.state = transition.state.pushed(AirReturn(side))


def advise(_look: Outlook, _frame: Encounter) -> Advice:
    """Attack: the air units are there for that."""
    return Advice(DropBombs(), "They are on patrol for that.")


HANDLERS = (
    Handler(
        Encounter,
        (
            Answer(JoinBombing, join_objections, join),
            Answer(DropBombs, no_objections, attack),
            Answer(LetPass, no_objections, let_pass),
        ),
        question=question,
    ),
    Handler(ShipAttack, auto=bomb),
    Handler(ShipBombRoll, chance=node, rolled=rolled),
)
"""The handlers of attacks on ships."""
ADVISERS: dict[type[Frame], Adviser] = {Encounter: advise}
"""Who knows about them."""

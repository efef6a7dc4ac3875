"""Ships fire into battles on land (FE-28B2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family
from engine.core.rules_base import Adviser
from engine.core.state import Frame
from engine.core.system import Advice, Question
from engine.systems.europa.advice.outlook import Outlook
from engine.systems.europa.combat.battles import Battle, Forming
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.fire_in_the_east.sea.actions import AimShip, FinishAiming, FireShip
from engine.systems.fire_in_the_east.sea.records import Gunnery, Task
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.craft.afloat import TASKS, current
from engine.systems.fire_in_the_east.state.position import EastPosition, Work, now
from maps.hexgrid import Hex, distance


def silent(pos: EastPosition, ship: str) -> Objection | None:
    """Why a ship in play fires at nothing in this phase (FE-28B2.4, 28D.3, 28F.2)."""
    found, name = pos.fleet.vessels[ship], pos.ship(ship).name
    if found.task in (Task.SUPPLIED, Task.REPAIRED):
        return Objection(TASKS[found.task][0], f"{name} {found.task} and does not fire.")
    if found.fired:
        return Objection("FE-28B2.4", f"{name} has fired in this phase.")
    return None


def unfit(pos: EastPosition, side: str, ship: str, target: Hex) -> Iterator[Objection]:
    """What keeps a ship from firing into a fight for a hex (FE-28B2.1)."""
    found = pos.no_ship(side, ship) or silent(pos, ship)
    if found is not None:
        yield found
    elif not pos.gunnery(ship, target):
        text = f"The guns of {pos.ship(ship).name} do not reach {pos.label(target)}."
        yield Objection("FE-28B2.1", text)


# In defence


def open_phase(context: EastContext, transition: Work, side: str) -> None:
    """As a German combat phase begins, the Soviet player says which hex each ship supports; ships
    of neither phase have fired in it (FE-28B2.4, 28B2.5).
    """
    fleet = current(transition)
    for ship, found in fleet.vessels.items():
        if found.fired or found.aim is not None:
            fleet = fleet.having(ship, replace(found, fired=False, aim=None))
    if fleet is not current(transition):
        transition.set(fleet=fleet)
    if side != AXIS:
        return
    pos = now(context, transition)
    if any(aims(pos, ship) for ship, _, _ in pos.afloat):
        transition.state = transition.state.pushed(Gunnery(ALLIED))


def aims(pos: EastPosition, ship: str) -> tuple[Hex, ...]:
    """The hexes of Soviet units beside enemies that a ship could support in defence, in order."""
    at = pos.fleet.vessels[ship].hex
    if at is None or silent(pos, ship) is not None:
        return ()
    fronts, enemies = pos.context.fronts, pos.held[AXIS]
    near = pos.context.near((at,), pos.context.charts.fleet.far)
    return tuple(
        to
        for to in sorted(near & pos.held[ALLIED])
        if pos.gunnery(ship, to) and any(one in enemies for one in fronts[to])
    )


def question(pos: EastPosition, frame: Gunnery) -> Question:
    """Which hexes do ships support?"""
    open_to = {ship: aims(pos, ship) for ship, _, _ in pos.afloat}
    families = (
        Family(
            "aim ship",
            "Support a hex",
            lambda: (AimShip(ship, at) for ship, hexes in open_to.items() for at in hexes),
            weight=8,
        ),
        Family(
            "finish aiming",
            "All ships have their hexes",
            lambda: (FinishAiming(),),
            weight=2,
            closing=True,
        ),
    )
    text = "Say which hexes your ships support in this combat phase of the enemy."
    return Question(frame.side, text, families, "FE-28B2.5")


def aim_objections(pos: EastPosition, frame: Gunnery, action: AimShip) -> Iterator[Objection]:
    """What forbids the support of a hex (FE-28B2.1, 28B2.3, 28B2.5)."""
    yield from unfit(pos, frame.side, action.ship, action.target)
    if action.target not in pos.held[ALLIED]:
        text = f"No units of yours stand in {pos.label(action.target)}: ships support units alone."
        yield Objection("FE-28B2.3", text)
    found = pos.fleet.vessels.get(action.ship)
    if found is not None and found.aim == action.target:
        yield Objection("FE-28B2.5", f"{pos.ship(action.ship).name} supports that hex already.")


def aim(pos: EastPosition, _frame: Gunnery, action: AimShip, transition: Work) -> None:
    """The ship supports this hex and no other in the phase (FE-28B2.5)."""
    found = replace(pos.fleet.vessels[action.ship], aim=action.target)
    transition.set(fleet=pos.fleet.having(action.ship, found))
    transition.tell("ship supports", "FE-28B2.5", ship=action.ship, at=action.target)


def finish(_pos: EastPosition, _frame: Gunnery, _action: FinishAiming, transition: Work) -> None:
    """The combat phase begins."""
    transition.state = transition.state.popped()


# In attack


def families(pos: EastPosition, frame: Frame) -> tuple[Family, ...]:
    """Ships that could support the attack that is formed (FE-28B2.5)."""
    if not isinstance(frame, Forming) or frame.battle.side != ALLIED:
        return ()
    target = frame.battle.target
    ready = tuple(
        ship
        for ship, found, _ in pos.afloat
        if found.aim != target and not any(True for _ in unfit(pos, ALLIED, ship, target))
    )
    if not ready:
        return ()
    title = "Have ships fire"
    return (Family("fire ship", title, lambda: map(FireShip, ready), weight=4),)


def fire_objections(
    pos: EastPosition, frame: Forming[Battle], action: FireShip
) -> Iterator[Objection]:
    """What keeps a ship out of an attack (FE-28B2.1, 28B2.4)."""
    yield from unfit(pos, frame.battle.side, action.ship, frame.battle.target)
    found = pos.fleet.vessels.get(action.ship)
    if found is not None and found.aim == frame.battle.target:
        yield Objection("FE-28B2.4", f"{pos.ship(action.ship).name} supports the attack already.")


def fire(pos: EastPosition, frame: Forming[Battle], action: FireShip, transition: Work) -> None:
    """The ship supports this attack; once it goes in, no other in the phase (FE-28B2.4)."""
    found = replace(pos.fleet.vessels[action.ship], aim=frame.battle.target)
    transition.set(fleet=pos.fleet.having(action.ship, found))
    transition.tell("ship fires", "FE-28B2.2", ship=action.ship, at=frame.battle.target)


# Advice


def advise(look: Outlook, frame: Gunnery) -> Advice:
    """Each ship supports the hex in reach that the enemy is strongest beside."""
    assert isinstance(look.pos, EastPosition)
    pos = look.pos
    for ship, found, at in pos.afloat:
        if found.aim is not None:
            continue
        hexes = sorted(aims(pos, ship), key=lambda to: (-_pressed(pos, to), distance(at, to), to))
        for to in hexes[:1]:
            action = AimShip(ship, to)
            if look.allowed(action):
                return Advice(action, f"{pos.label(to)} is pressed hardest.")
    return Advice(FinishAiming(), "All guns have their hexes.")


def _pressed(pos: EastPosition, at: Hex) -> int:
    near = (unit for one in pos.context.fronts[at] for unit in pos.friends(one, AXIS))
    return sum(pos.facts(unit).attack for unit in near)


FORMING_ANSWERS = (Answer(FireShip, fire_objections, fire),)
"""What may be done besides while a force is formed."""
HANDLERS = (
    Handler(
        Gunnery,
        (Answer(AimShip, aim_objections, aim), Answer(FinishAiming, no_objections, finish)),
        question=question,
    ),
)
"""The decision of the defender."""
ADVISERS: dict[type[Frame], Adviser] = {Gunnery: advise}
"""Who knows about it."""

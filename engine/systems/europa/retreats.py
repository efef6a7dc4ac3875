"""Retreats: where beaten units may go, and what becomes of those that cannot (BF-9F1, BC-B9.12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Action, Objection
from engine.core.chance import ChanceNode
from engine.core.desk import Answer, Desk
from engine.core.legal import Family
from engine.core.system import Question
from engine.mechanics.retreats import together
from engine.systems.europa import battle_actions as do
from engine.systems.europa.battles import Battle, Retreating, SlippingAway
from engine.systems.europa.commandos import COMMANDOS, is_commando
from engine.systems.europa.common import Work, eliminate, now, objection
from engine.systems.europa.crossing import can_enter
from engine.systems.europa.position import Position
from engine.systems.europa.table import Table
from engine.systems.europa.words import other
from maps.hexgrid import Hex
from oob.model import UnitId

MOBILE = "german_mobile_retreats"
"""The option by which German c/m units ignore zones on the way to friends (BF-32A2)."""

Path = tuple[Hex, ...]
"""The hexes a unit has left in its retreat, the one it fought in first."""


def standing_in(pos: Position, unit: UnitId) -> Hex:
    """The hex of a unit on the map."""
    at = pos.piece(unit).hex
    assert at is not None
    return at


def endangered(pos: Position, unit: UnitId, at: Hex) -> bool:
    """True when a unit that retreats into a hex suffers for an enemy zone of control (BF-9F1.5,
    32A2.1).
    """
    side = pos.side(unit)
    if at not in pos.zoc(other(side)):
        return False
    deft = pos.nation(unit) in pos.table.charts.movement.deft and pos.facts(unit).mobile
    return not (deft and pos.table.option(MOBILE) and pos.friends(at, side))


def ways(pos: Position, unit: UnitId, path: Path = ()) -> tuple[Hex, ...]:
    """The hexes a unit may retreat to next: those of the first priority that has any (BF-9F1.2 to
    9F1.4). It does not go back along its ``path``.
    """
    origin, side = standing_in(pos, unit), pos.side(unit)
    found = tuple(
        at
        for at in pos.table.fronts.get(origin, ())
        if at not in path and not pos.enemies(at, side) and can_enter(pos, unit, origin, at)
    )
    safe = tuple(at for at in found if not endangered(pos, unit, at))
    roomy = tuple(at for at in safe if pos.fits(at, (unit,)))
    return roomy or safe or found


def withdraw(
    table: Table, doing: Work, battle: Battle, side: str, units: tuple[UnitId, ...]
) -> None:
    """Let a side retreat units, one hex or as far as stacking makes them."""
    paths: tuple[Path, ...] = tuple(() for _ in units)
    _go_on(table, doing, Retreating(battle, side, units, paths))


def _go_on(table: Table, doing: Work, frame: Retreating) -> None:
    """Lose the units with nowhere to go, make the moves that leave no choice, ask for the rest.

    A unit has retreated when it has left its hex and is not overstacked (BF-9F1.6).
    """
    while True:
        pos = now(table, doing)
        frame = _still_due(pos, frame)
        open_to = {u: ways(pos, u, p) for u, p in zip(frame.units, frame.paths, strict=True)}
        trapped = [unit for unit, hexes in open_to.items() if not hexes]
        for unit in trapped:
            topic = "no retreat" if _path(frame, unit) == () else "continued retreat"
            at = standing_in(pos, unit)
            doing.tell("no retreat", table.cite(topic), unit=unit, at=at)
            eliminate(table, doing, unit, cadre=False)
        if trapped:
            continue
        if not open_to:
            return
        forced = all(len(hexes) == 1 for hexes in open_to.values())
        unit, hexes = next(iter(open_to.items()))
        if not forced or slips(pos, unit, hexes[0]):
            doing.state = doing.state.pushed(frame)
            return
        frame = _moved(table, doing, frame, unit, hexes[0], spared=False)


def _still_due(pos: Position, frame: Retreating) -> Retreating:
    """The units that have not retreated yet, or must retreat further."""
    crowded = frozenset(pos.overstacked(frame.side))
    left = [
        (unit, path)
        for unit, path in zip(frame.units, frame.paths, strict=True)
        if pos.piece(unit).hex is not None and (not path or pos.piece(unit).hex in crowded)
    ]
    units, paths = tuple(unit for unit, _ in left), tuple(path for _, path in left)
    return replace(frame, units=units, paths=paths)


def _path(frame: Retreating, unit: UnitId) -> Path:
    return frame.paths[frame.units.index(unit)]


def _moved(
    table: Table, doing: Work, frame: Retreating, unit: UnitId, target: Hex, *, spared: bool
) -> Retreating:
    """Move a unit one hex; an enemy zone there costs it its life or all but its cadre."""
    pos = now(table, doing)
    path = (*_path(frame, unit), standing_in(pos, unit))
    danger = endangered(pos, unit, target) and not spared
    doing.state = doing.state.with_piece(unit, at=target)
    doing.tell("retreated", table.cite("retreat"), units=(unit,), to=target)
    if danger:
        doing.tell("caught", table.cite("retreat into zone"), unit=unit, at=target)
        eliminate(table, doing, unit)
    index = frame.units.index(unit)
    return replace(frame, paths=(*frame.paths[:index], path, *frame.paths[index + 1 :]))


def question(pos: Position, frame: Retreating) -> Question:
    """Where to?"""
    family = Family(
        "retreat to",
        "Retreat to",
        lambda: _options(pos, frame),
        of=lambda unit: (action for action in _options(pos, frame) if unit in action.who()),
    )
    count = len(frame.units)
    prompt = f"Retreat {'the unit' if count == 1 else f'{count} units'}, together or one by one."
    return Question(frame.side, prompt, (family,), pos.table.cite("retreat"))


def _options(pos: Position, frame: Retreating) -> Iterator[Action]:
    for stack in _stacks(pos, frame):
        if len(stack) > 1:
            exits = together(
                stack,
                lambda unit: ways(pos, unit, _path(frame, unit)),
                lambda units, at: _together(pos, units, at),
            )
            yield from (do.RetreatTo(stack, at) for at in exits)
    for unit, path in zip(frame.units, frame.paths, strict=True):
        yield from (do.RetreatTo((unit,), at) for at in ways(pos, unit, path))


def _stacks(pos: Position, frame: Retreating) -> tuple[tuple[UnitId, ...], ...]:
    """The units that stand together and have come the same way."""
    found: dict[tuple[Hex, Path], list[UnitId]] = {}
    for unit, path in zip(frame.units, frame.paths, strict=True):
        found.setdefault((standing_in(pos, unit), path), []).append(unit)
    return tuple(tuple(stack) for stack in found.values())


def _together(pos: Position, units: tuple[UnitId, ...], at: Hex) -> bool:
    """Whether units may go to a hex together: those that find room there must all find it."""
    alone = [unit for unit in units if pos.fits(at, (unit,)) and not endangered(pos, unit, at)]
    return not alone or pos.fits(at, units)


def objections(pos: Position, frame: Retreating, action: do.RetreatTo) -> Iterator[Objection]:
    """What forbids a retreat into a hex (BF-9F1)."""
    units, at = action.units, pos.label(action.target)
    if not units or len(set(units)) != len(units) or not set(units) <= set(frame.units):
        yield objection(pos, "retreat", "Choose among the units that must retreat.")
        return
    if len({(standing_in(pos, unit), _path(frame, unit)) for unit in units}) > 1:
        yield objection(pos, "retreat", "Only units of one hex retreat together.")
        return
    for unit in units:
        if action.target not in ways(pos, unit, _path(frame, unit)):
            text = f"{pos.called(unit)} cannot retreat to {at} while another hex comes first."
            if not _open_at_all(pos, unit, action.target):
                text = f"{pos.called(unit)} cannot retreat to {at}."
            yield objection(pos, "retreat priority", text)
    if not _together(pos, units, action.target):
        yield objection(pos, "retreat priority", f"{at} has no room for all of them.")


def _open_at_all(pos: Position, unit: UnitId, at: Hex) -> bool:
    """True when a unit could enter a hex beside it, priorities aside."""
    origin = standing_in(pos, unit)
    near = at in pos.table.fronts.get(origin, ())
    return near and not pos.enemies(at, pos.side(unit)) and can_enter(pos, unit, origin, at)


def retreat(pos: Position, frame: Retreating, action: do.RetreatTo, doing: Work) -> None:
    """Move units; the rest, and those that must go on, are asked about next."""
    doing.state = doing.state.popped()
    for unit in action.units:
        if slips(pos, unit, action.target):
            doing.state = doing.state.pushed(frame, SlippingAway(frame.battle, unit, action.target))
            return
        frame = _moved(pos.table, doing, frame, unit, action.target, spared=False)
    _go_on(pos.table, doing, frame)


def slips(pos: Position, unit: UnitId, at: Hex) -> bool:
    """True when the commando may try to slip through zones to friends in a hex (BF-32B2.3)."""
    return (
        pos.table.option(COMMANDOS)
        and is_commando(pos, unit)
        and endangered(pos, unit, at)
        and bool(pos.friends(at, pos.side(unit)))
    )


def slip_node(pos: Position, frame: SlippingAway) -> ChanceNode:
    """The die of the success table."""
    success, die = pos.table.charts.bridges.success, pos.table.charts.combat.die
    faces = range(1, die + 1)
    meanings = tuple("slips through" if face <= success else "is lost" for face in faces)
    reason = f"the retreat of {pos.called(frame.unit)} through zones of control"
    return ChanceNode(die, reason, pos.table.cite("commando retreat"), meanings)


def roll_slip(pos: Position, frame: SlippingAway, face: int, doing: Work) -> None:
    """Success spares the commando; the other retreats go on."""
    beneath = doing.state.popped()
    waiting = beneath.top
    assert isinstance(waiting, Retreating)
    doing.state = beneath.popped()
    spared = face <= pos.table.charts.bridges.success
    doing.tell("slipped" if spared else "held", pos.table.cite("commando retreat"), unit=frame.unit)
    rest = _moved(pos.table, doing, waiting, frame.unit, frame.target, spared=spared)
    _go_on(pos.table, doing, rest)


DESKS = (
    Desk(Retreating, {do.RetreatTo: Answer(objections, retreat)}, question=question),
    Desk(SlippingAway, chance=slip_node, rolled=roll_slip),
)

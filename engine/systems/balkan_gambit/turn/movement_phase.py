"""Move commands: activation, land moves, paid displacement, and sea movement (BG 7.3, 11)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from engine.core.actions import Action, Objection
from engine.core.chance import Stream
from engine.core.handler import Answer, Handler
from engine.core.legal import Family
from engine.core.system import Question
from engine.core.wording import counted
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.state.common import (
    Work,
    arrive,
    can_act,
    free_to_act,
    is_held_back,
    objection,
    place_beachhead,
    settle_overstacks,
)
from engine.systems.balkan_gambit.state.position import Position
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    MED_BOX,
    MOVED,
    Commanding,
    Moving,
    PortChoice,
)
from engine.systems.balkan_gambit.turn.command_points import afford, can_afford, pay
from engine.systems.balkan_gambit.turn.partisans import landing_spot
from maps.hexgrid import Hex, are_adjacent
from oob.model import UnitId


def families(pos: Position, side: str) -> list[Family]:
    """Move commands of a side."""
    hexes = tuple(sorted(pos.occupied[side]))
    found = [
        Family(
            "activate",
            "Move command",
            lambda: (do.Activate(at) for at in hexes),
            of=partial(_activations_of, pos),
            draw=lambda stream: do.Activate(hexes[stream.below(len(hexes))]) if hexes else None,
            sure=partial(_may_activate, pos, side),
            weight=6,
        )
    ]
    if side == ALLIED:
        sea_moves, may = partial(_sea_moves, pos), partial(_may_sail, pos)
        found.append(Family("sea move", "Move by sea", sea_moves, sure=may, weight=3))
    return found


def _may_activate(pos: Position, side: str, action: Action) -> bool:
    """What the check says of a command to a hex that the side's units are in."""
    assert isinstance(action, do.Activate), "what the family offers"
    units = pos.friends(action.origin, side)
    return any(free_to_act(pos, unit) for unit in units) and can_afford(
        pos, pos.context.charts.commands.move, partisans=any(pos.partisan(u) for u in units)
    )


def _activations_of(pos: Position, unit: UnitId) -> Iterator[Action]:
    at = pos.state.pieces[unit].at
    if isinstance(at, Hex) and not is_held_back(pos, unit, at):
        yield do.Activate(at)


def _may_sail(pos: Position, action: Action) -> bool:
    """What the check says of a sea move between the Med Box and an open harbour."""
    assert isinstance(action, do.SeaMove), "what the family offers"
    unit, to = action.unit, action.target
    return (
        free_to_act(pos, unit)
        and not any(True for _ in sailor_objections(pos, unit))
        and not (isinstance(to, Hex) and crowding(pos, unit, to))
        and can_afford(pos, pos.context.charts.commands.move, partisans=False)
    )


def _sea_moves(pos: Position) -> Iterator[Action]:
    open_hexes = [at for at, mark in sorted(pos.state.beachheads.items()) if mark.open]
    for unit in pos.boxed(MED_BOX) if open_hexes else ():
        yield from (do.SeaMove(unit, at) for at in open_hexes)
    for at in open_hexes:
        yield from (do.SeaMove(unit, MED_BOX) for unit in pos.friends(at, ALLIED))


def activate_objections(
    pos: Position, frame: Commanding, action: do.Activate
) -> Iterator[Objection]:
    """What forbids a move command to a hex (BG 7.3)."""
    units = pos.friends(action.origin, frame.side)
    if not units:
        yield objection("BG-7.3b", f"You have no units in {pos.label(action.origin)}.")
        return
    if not any(free_to_act(pos, unit) for unit in units):
        yield from can_act(pos, units[0])
    partisans = any(pos.partisan(unit) for unit in units)
    yield from afford(pos, pos.context.charts.commands.move, partisans=partisans)


def activate(pos: Position, frame: Commanding, action: do.Activate, transition: Work) -> None:
    """Open a move command for the units of a hex that have not acted."""
    units = tuple(u for u in pos.friends(action.origin, frame.side) if free_to_act(pos, u))
    pay(transition, pos.context.charts.commands.move, partisans=any(pos.partisan(u) for u in units))
    transition.state = transition.state.pushed(Moving(frame.side, action.origin, units))
    transition.tell("activated", "BG-7.3b", at=action.origin, side=frame.side)


def question(pos: Position, frame: Moving) -> Question:
    """Move the activated units one by one."""
    rule = Family(
        "end move", "End the move command", lambda: (do.EndMove(),), closing=True, weight=1
    )
    found = [
        Family(
            "move",
            "Move",
            partial(_moves, pos, frame),
            of=partial(_moves_of, pos, frame),
            draw=partial(_draw_move, pos, frame),
            sure=partial(_may_end, pos),
            weight=8,
        ),
    ]
    if any(pos.dispersed(unit) for unit in frame.units):
        found.append(Family("displace", "Displace", partial(_displacements, pos, frame), weight=4))
    mark = pos.state.beachheads.get(frame.origin)
    if mark is not None and mark.open and not frame.spent:
        found.append(Family("sail", "Move by sea", partial(_sailings, pos, frame), weight=1))
    names = len(frame.units)
    prompt = f"Move {counted(names, 'unit')} from {pos.label(frame.origin)}."
    return Question(frame.side, prompt, (*found, rule), "BG-7.3b")


def _moves(pos: Position, frame: Moving) -> Iterator[Action]:
    for unit in frame.units:
        yield from _moves_of(pos, frame, unit)


def _moves_of(pos: Position, frame: Moving, unit: UnitId) -> Iterator[Action]:
    if unit in frame.units and not pos.dispersed(unit):
        found = pos.reach(unit, frame.spent)
        yield from (do.Move(unit, at) for at in found.cost if at != found.start)


def _may_end(pos: Position, action: Action) -> bool:
    """What the check says of a move to a hex in reach: it must not be full."""
    assert isinstance(action, do.Move), "what the family offers"
    return not pos.stack_objection(action.unit, action.target)


def _draw_move(pos: Position, frame: Moving, stream: Stream) -> Action | None:
    unit = frame.units[stream.below(len(frame.units))]
    if pos.dispersed(unit):
        return None
    hexes = list(pos.reach(unit, frame.spent).cost)
    return do.Move(unit, hexes[stream.below(len(hexes))])


def _displacements(pos: Position, frame: Moving) -> Iterator[Action]:
    radius = pos.context.charts.movement.displacement
    for unit in frame.units:
        if pos.dispersed(unit):
            yield from (do.Displace(unit, at) for at in pos.displacements(unit, radius))


def _sailings(pos: Position, frame: Moving) -> Iterator[Action]:
    for at in sorted(pos.state.beachheads):
        yield from (do.Sail(unit, at) for unit in frame.units)


def move_objections(pos: Position, frame: Moving, action: do.Move) -> Iterator[Objection]:
    """What forbids a land move (BG 10, 11)."""
    unit, to = action.unit, action.target
    if unit not in frame.units:
        yield objection("BG-7.3b", "That unit is not part of this move command.")
        return
    if pos.dispersed(unit):
        yield objection("BG-11.6b", f"{pos.called(unit)} is dispersed: it is displaced, not moved.")
        return
    if to == frame.origin:
        yield objection("BG-11.1a", "It is there already.")
        return
    found = pos.reach(unit, frame.spent)
    if to not in found.cost:
        yield from _why_unreachable(pos, frame, unit, to)
        return
    if action.via:
        yield from _path_objections(pos, frame, action)
    broken = pos.stack_objection(unit, to)
    if broken:
        yield objection(broken, f"{pos.label(to)} would be overstacked or mixed.")


def _why_unreachable(pos: Position, frame: Moving, unit: UnitId, to: Hex) -> Iterator[Objection]:
    if to not in pos.context.land:
        yield objection("BG-11.1a", f"{pos.label(to)} is no land hex.")
    elif pos.defenders(to, frame.side):
        yield objection("BG-11.3a", f"Enemy units hold {pos.label(to)}.")
    elif not pos.allowed(unit, to):
        yield objection(pos.closed_rule(unit), f"{pos.called(unit)} may not enter {pos.label(to)}.")
    elif are_adjacent(frame.origin, to) and not pos.can_step(unit, frame.origin, to):
        blocked = "blocked" in pos.context.map.side_kinds(frame.origin, to)
        rule = "BG-11.5c" if blocked else "BG-11.5b"
        yield objection(rule, f"The hexside to {pos.label(to)} cannot be crossed.")
    else:
        left = pos.movement_factor(unit) - frame.spent
        yield objection(
            "BG-11.2", f"{pos.label(to)} is out of reach with {counted(left, 'movement point')}."
        )


def _path_objections(pos: Position, frame: Moving, action: do.Move) -> Iterator[Objection]:
    steps = [frame.origin, *action.via, action.target]
    cost = 0
    mobility = pos.context.stats[action.unit].mobility
    held = pos.barred_to(action.unit, frame.side)
    for a, b in pairwise(steps):
        price = None
        if are_adjacent(a, b) and b in pos.context.land:
            price = pos.context.step_cost(mobility, a, b, pos.state.blown)
        if price is None:
            yield objection("BG-11.1a", f"It cannot go from {pos.label(a)} to {pos.label(b)}.")
            return
        if b in held:
            yield objection("BG-11.3a", f"Enemy units hold {pos.label(b)}.")
        if not pos.allowed(action.unit, b):
            text = f"{pos.called(action.unit)} may not enter {pos.label(b)}."
            yield objection(pos.closed_rule(action.unit), text)
        cost += price
    if len(steps) > 2 and cost > pos.movement_factor(action.unit) - frame.spent:
        yield objection("BG-11.2", f"That path costs {counted(cost, 'movement point')}.")


def move(pos: Position, frame: Moving, action: do.Move, transition: Work) -> None:
    """Move a unit along the cheapest or the given path."""
    if action.via:
        path: tuple[Hex, ...] = (frame.origin, *action.via, action.target)
    else:
        path = pos.reach(action.unit, frame.spent).path(action.target)
    mobility = pos.context.stats[action.unit].mobility
    cost = sum(
        pos.context.step_cost(mobility, a, b, pos.state.blown) or 0 for a, b in pairwise(path)
    )
    transition.tell(
        "moved", "BG-11.1a", unit=action.unit, at=frame.origin, to=action.target, cost=cost
    )
    ended = _done(frame, action.unit, transition)
    for at in path[1:]:
        transition.state = transition.state.with_piece(action.unit, at=at)
        arrive(pos.context, transition, action.unit, at)
    if ended:
        settle_overstacks(pos.context, transition, frame.side)


def _done(frame: Moving, unit: UnitId, transition: Work) -> bool:
    """Mark a unit as moved and take it off the command; True when the command ends."""
    transition.state = transition.state.with_pieces(
        {unit: transition.state.pieces[unit].marked(MOVED)}
    )
    left = tuple(mate for mate in frame.units if mate != unit)
    if left:
        transition.state = transition.state.swapped(
            Moving(frame.side, frame.origin, left, frame.spent)
        )
    else:
        transition.state = transition.state.popped()
    return not left


def displace_objections(pos: Position, frame: Moving, action: do.Displace) -> Iterator[Objection]:
    """What forbids a paid displacement (BG 11.6)."""
    if action.unit not in frame.units:
        yield objection("BG-7.3b", "That unit is not part of this move command.")
        return
    if not pos.dispersed(action.unit):
        yield objection("BG-11.6b", "Only dispersed units are displaced.")
        return
    yield from landing_spot(
        pos, action.unit, action.target, pos.context.charts.movement.displacement
    )


def displace(pos: Position, frame: Moving, action: do.Displace, transition: Work) -> None:
    """Displace a dispersed unit by a move command."""
    ended = _done(frame, action.unit, transition)
    transition.state = transition.state.with_piece(action.unit, at=action.target)
    transition.tell("displaced", "BG-11.6b", unit=action.unit, at=frame.origin, to=action.target)
    if ended:
        settle_overstacks(pos.context, transition, frame.side)


def harbour_objections(pos: Position, at: Hex) -> Iterator[Objection]:
    """What keeps a hex from being an end of a sea move (BG 7.11, 11.4)."""
    mark = pos.state.beachheads.get(at)
    if mark is None:
        yield objection("BG-11.4a", f"{pos.label(at)} has no Beachhead or Port Supply marker.")
    elif not mark.open:
        yield objection("BG-11.4e", f"The beachhead in {pos.label(at)} has not been kept open.")


def sailor_objections(pos: Position, unit: UnitId) -> Iterator[Objection]:
    """What keeps a unit from moving by sea at all (BG 11.4, 12.14)."""
    if pos.owner(unit) != ALLIED:
        yield objection("BG-11.4a", "Only Allied units move by sea.")
    elif pos.partisan(unit):
        yield objection("BG-12.14a", "Partisan type units do not move by sea.")


def sail_objections(pos: Position, frame: Moving, action: do.Sail) -> Iterator[Objection]:
    """What forbids sea movement between supply markers on the map (BG 11.4)."""
    if action.unit not in frame.units:
        yield objection("BG-7.3b", "That unit is not part of this move command.")
        return
    yield from sailor_objections(pos, action.unit)
    if frame.spent:
        yield objection("BG-11.4d", "It has come by sea this turn already.")
    if action.target == frame.origin:
        yield objection("BG-11.1a", "It is there already.")
    yield from harbour_objections(pos, frame.origin)
    yield from harbour_objections(pos, action.target)
    broken = pos.stack_objection(action.unit, action.target)
    if broken:
        yield objection(broken, f"{pos.label(action.target)} would be overstacked or mixed.")


def sail(pos: Position, frame: Moving, action: do.Sail, transition: Work) -> None:
    """Carry a unit by sea to another supply marker; it ends its move there."""
    ended = _done(frame, action.unit, transition)
    transition.state = transition.state.with_piece(action.unit, at=action.target)
    transition.tell("sailed", "BG-11.4d", unit=action.unit, at=frame.origin, to=action.target)
    if ended:
        settle_overstacks(pos.context, transition, frame.side)


def end_move(pos: Position, frame: Moving, _action: do.EndMove, transition: Work) -> None:
    """Close a move command."""
    transition.state = transition.state.popped()
    settle_overstacks(pos.context, transition, frame.side)


def sea_objections(pos: Position, frame: Commanding, action: do.SeaMove) -> Iterator[Objection]:
    """What forbids a sea move to or from the Med Box (BG 7.3, 11.4)."""
    unit, to = action.unit, action.target
    piece = pos.state.pieces.get(unit)
    if piece is None or frame.side != ALLIED:
        yield objection("BG-11.4a", "Only Allied units move by sea.")
        return
    yield from sailor_objections(pos, unit)
    if isinstance(to, Hex):
        if piece.at != MED_BOX:
            yield objection("BG-11.4a", f"{pos.called(unit)} is not in the Med Box.")
        yield from harbour_objections(pos, to)
        broken = crowding(pos, unit, to)
        if broken:
            yield objection(broken, f"{pos.label(to)} would be overstacked or mixed.")
    elif to != MED_BOX or not isinstance(piece.at, Hex):
        yield objection("BG-11.4a", "A sea move runs between the Med Box and a supply marker.")
    else:
        yield from harbour_objections(pos, piece.at)
    yield from can_act(pos, unit)
    yield from afford(pos, pos.context.charts.commands.move, partisans=False)


def points_spent(pos: Position, unit: UnitId, at: Hex) -> int:
    """Movement points that arrival by sea uses up: half at an open port, rounded up, else all (BG
    11.4).
    """
    factor = pos.movement_factor(unit, supplied=True)
    mark = pos.state.beachheads.get(at)
    return -(-factor // pos.context.charts.ports.arrival) if mark and mark.port else factor


def crowding(pos: Position, unit: UnitId, at: Hex) -> str:
    """The stacking rule that keeps a unit from coming by sea, '' if none; who can march on from a
    full port may land there, since stacking is judged when the command ends (BG 10.2, 10.4).
    """
    broken = pos.stack_objection(unit, at)
    spent = points_spent(pos, unit, at)
    if not broken or spent >= pos.movement_factor(unit, supplied=True):
        return broken
    landed = Position(pos.context, pos.state.with_piece(unit, at=at))
    return "" if _can_move_on(landed, unit, spent) else broken


def _can_move_on(pos: Position, unit: UnitId, spent: int) -> bool:
    found = pos.reach(unit, spent)
    return any(at != found.start and not pos.stack_objection(unit, at) for at in found.cost)


def end_objections(pos: Position, frame: Moving, _action: do.EndMove) -> Iterator[Objection]:
    """Who landed in a full port marches on (BG 10.4)."""
    for unit in frame.units if frame.spent else ():
        full = pos.stack_objection(unit, frame.origin)
        if full and _can_move_on(pos, unit, frame.spent):
            text = f"{pos.label(frame.origin)} is full: march on."
            yield objection(full, text, units=(unit,), places=(frame.origin,))


def sea_move(pos: Position, frame: Commanding, action: do.SeaMove, transition: Work) -> None:
    """Carry one unit between the Med Box and a supply marker; at a port half its points are
    left.
    """
    unit, to = action.unit, action.target
    pay(transition, pos.context.charts.commands.move)
    moved = transition.state.pieces[unit].marked(MOVED)
    transition.state = transition.state.with_pieces({unit: moved}).with_piece(unit, at=to)
    transition.tell("sailed", "BG-11.4a", unit=unit, at=pos.state.pieces[unit].at, to=to)
    if isinstance(to, Hex):
        spent = points_spent(pos, unit, to)
        if spent < pos.movement_factor(unit, supplied=True):
            transition.state = transition.state.pushed(Moving(frame.side, to, (unit,), spent))


def port_question(pos: Position, frame: PortChoice) -> Question:
    """Place a Beachhead marker in a captured port?"""
    return Question(
        ALLIED,
        f"{pos.label(frame.at)} is captured: place a Beachhead marker there?",
        (
            Family("mark port", "Place a Beachhead marker", lambda: (do.MarkPort(frame.at),)),
            Family(
                "leave port",
                "Place none",
                lambda: (do.LeavePort(frame.at),),
                weight=1,
                closing=True,
            ),
        ),
        "BG-9.3e",
    )


def port_objections(
    pos: Position, frame: PortChoice, action: do.MarkPort | do.LeavePort
) -> Iterator[Objection]:
    """The choice is about the captured port."""
    if action.target != frame.at:
        yield objection("BG-9.3e", f"The port just captured is {pos.label(frame.at)}.")


def mark_port(pos: Position, frame: PortChoice, _action: do.MarkPort, transition: Work) -> None:
    """Place the marker; it counts as open until the next Allied player turn."""
    transition.state = transition.state.popped()
    place_beachhead(pos.context, transition, frame.at, "BG-9.3e")


def leave_port(_pos: Position, frame: PortChoice, _action: do.LeavePort, transition: Work) -> None:
    """Place no marker."""
    transition.state = transition.state.popped()
    transition.tell("port left", "BG-9.3e", at=frame.at)


COMMANDS = (
    Answer(do.Activate, activate_objections, activate),
    Answer(do.SeaMove, sea_objections, sea_move),
)

HANDLERS = (
    Handler(
        Moving,
        (
            Answer(do.Move, move_objections, move),
            Answer(do.Displace, displace_objections, displace),
            Answer(do.Sail, sail_objections, sail),
            Answer(do.EndMove, end_objections, end_move),
        ),
        question=question,
    ),
    Handler(
        PortChoice,
        (
            Answer(do.MarkPort, port_objections, mark_port),
            Answer(do.LeavePort, port_objections, leave_port),
        ),
        question=port_question,
    ),
)

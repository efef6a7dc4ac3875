"""Set-up: the German player first, then the Allied player (OG 3.0, 3.4, 18)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.core.actions import Action, Objection
from engine.core.chance import Stream
from engine.core.handler import Answer, Handler
from engine.core.legal import Family
from engine.core.state import Piece
from engine.core.system import Question
from engine.core.wording import counted
from engine.rules.set_up.placing import drawn
from engine.systems.operation_gertrud import actions as do
from engine.systems.operation_gertrud.state import places
from engine.systems.operation_gertrud.state.common import Work, now, objection
from engine.systems.operation_gertrud.state.context import Context
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    GERMAN,
    OFF_MAP,
    PENDING,
    POOL,
    RESERVE,
    Kind,
    SettingUp,
    Status,
)
from maps.hexgrid import Hex, distance
from oob.model import UnitId

FREE = "turkish"
"""The nation whose units a free deployment lets stand anywhere (OG 3.4)."""


def opening_pieces(context: Context) -> dict[UnitId, Piece]:
    """Every unit where it waits: set aside, pending, not in the scenario, or to be set up.

    Units whose place is one hex stand there at once.
    """
    return {unit: opening_piece(context, unit) for unit in context.units}


def opening_piece(context: Context, unit: UnitId) -> Piece:
    """A unit before set-up (OG 2.7, 18.0)."""
    figures, found = context.figures, context.units[unit]
    arrival = context.arrivals.get(unit)
    reduced = unit in figures.reduced or (arrival is not None and arrival.reduced)
    steps = found.steps - 1 if reduced else found.steps
    if unit in figures.absent or found.nation not in figures.nations:
        return Piece(RESERVE, steps)
    if arrival is not None:
        return Piece(PENDING, steps)
    entry = context.setups.get(unit)
    if entry is None:
        return Piece(RESERVE, steps)
    if entry.place == OFF_MAP:
        return Piece(OFF_MAP, steps)
    hexes = home_hexes(context, unit)
    return Piece(hexes[0] if len(hexes) == 1 else POOL, steps)


def home_hexes(context: Context, unit: UnitId) -> tuple[Hex, ...]:
    """Hexes the scenario lets a unit start in, whatever else is there."""
    if unit not in context.homes:
        if context.options.get("free_deployment") and context.units[unit].nation == FREE:
            context.homes[unit] = tuple(sorted(context.turkey - {context.berth}))
        else:
            context.homes[unit] = places.hexes(context, context.setups[unit].place)
    return context.homes[unit]


def group_of(context: Context, unit: UnitId) -> tuple[UnitId, ...]:
    """The units that start, or arrive, together with one in a single hex; itself if none (OG
    18.1).
    """
    entry = context.setups.get(unit)
    if entry is None or entry.place == OFF_MAP or not places.row(context, entry.place).together:
        return (unit,)
    if context.options.get("separate_soviets") and context.units[unit].nation == "soviet":
        return (unit,)
    return entry.units


def waiting(pos: Position, side: str) -> tuple[UnitId, ...]:
    """Units a side has still to set up."""
    return tuple(unit for unit in pos.boxed(POOL) if pos.owner(unit) == side)


def movable(pos: Position, side: str) -> tuple[UnitId, ...]:
    """Units a side may place or shift: those with more than one hex to start in."""
    if pos.state.duplicity:
        return waiting(pos, side)
    return tuple(
        unit
        for unit, piece in pos.state.pieces.items()
        if pos.owner(unit) == side
        and (piece.at == POOL or isinstance(piece.at, Hex))
        and len(home_hexes(pos.context, unit)) > 1
    )


def question(pos: Position, frame: SettingUp) -> Question:
    """Set up units; recommended set-up; finish."""
    left = len(waiting(pos, frame.side))
    prompt = (
        f"Set up {counted(left, 'more unit')}, or use the recommended set-up."
        if left
        else "All units are set up: finish, or change the set-up."
    )
    families = [
        Family(
            "place unit",
            "Set up",
            partial(_placements, pos, frame),
            of=partial(_placements_of, pos),
            draw=partial(_draw, pos, frame),
            weight=16,
        ),
        Family(
            "use recommended",
            "Recommended set-up",
            lambda: (do.UseRecommended(),),
            weight=1,
            main=True,
        ),
        Family(
            "finish set up", "Finish set-up", lambda: (do.FinishSetUp(),), weight=6, closing=True
        ),
    ]
    if frame.side == GERMAN:
        named = Family("name experten", "Name the Experten", partial(_experten, pos), weight=1)
        families.insert(1, named)
    return Question(frame.side, prompt, tuple(families), "OG-3.0a")


def _placements(pos: Position, frame: SettingUp) -> Iterator[Action]:
    left = waiting(pos, frame.side)
    for unit in (*left, *(u for u in movable(pos, frame.side) if u not in left)):
        yield from _placements_of(pos, unit)


def _placements_of(pos: Position, unit: UnitId) -> Iterator[Action]:
    entry = pos.context.setups.get(unit)
    if entry is None or entry.place == OFF_MAP:
        return
    yield from (_placing(pos.context, unit, at) for at in home_hexes(pos.context, unit))


def _placing(context: Context, unit: UnitId, at: Hex) -> Action:
    group = group_of(context, unit)
    return do.PlaceUnit(unit, at) if len(group) == 1 else do.PlaceGroup(group, at)


def _draw(pos: Position, frame: SettingUp, stream: Stream) -> Action | None:
    context = pos.context
    left, homes = waiting(pos, frame.side), partial(home_hexes, context)
    return drawn(left, homes, partial(_placing, context), stream)


def _experten(pos: Position) -> Iterator[Action]:
    return (do.NameExperten(marker) for marker in pos.state.support)


def place_objections(pos: Position, frame: SettingUp, action: do.PlaceUnit) -> Iterator[Objection]:
    """What forbids setting up a single unit in a hex (OG 3.0, 3.4, 6.0)."""
    if len(group_of(pos.context, action.unit)) > 1:
        yield objection("OG-18.1.G1", f"{pos.called(action.unit)} is set up with its whole group.")
        return
    yield from _spot_objections(pos, frame, (action.unit,), action.target)


def group_objections(pos: Position, frame: SettingUp, action: do.PlaceGroup) -> Iterator[Objection]:
    """What forbids setting up a group in a hex: also, that other units stand there (OG 18.1)."""
    if not action.units or action.units != group_of(pos.context, action.units[0]):
        yield objection("OG-18.1.G1", "These units are no group that is set up together.")
        return
    yield from _spot_objections(pos, frame, action.units, action.target)
    others = [u for u in pos.at.get(action.target, ()) if u not in action.units]
    if others and pos.nation(action.units[0]) == "german":
        yield objection("OG-18.1.G1", f"{pos.label(action.target)} is occupied.")


def _spot_objections(
    pos: Position, frame: SettingUp, units: tuple[UnitId, ...], at: Hex
) -> Iterator[Objection]:
    first = units[0]
    if first not in movable(pos, frame.side):
        yield objection("OG-3.0a", f"{pos.called(first)} is not yours to set up.")
        return
    if at not in home_hexes(pos.context, first):
        rule = "OG-3.4b" if at == pos.context.berth else "OG-3.0b"
        yield objection(rule, f"{pos.called(first)} does not set up in {pos.label(at)}.")
        return
    if pos.enemies(at, frame.side):
        yield objection("OG-9.2c", f"Enemy units stand in {pos.label(at)}.")
    there = [u for u in pos.friends(at, frame.side) if u not in units]
    if len(there) + len(units) > pos.context.charts.movement.stacking:
        yield objection("OG-6.0a", f"{pos.label(at)} would be overstacked.")
    if any(pos.soviet(mate) != pos.soviet(first) for mate in there):
        yield objection("OG-6.4", "Soviet units never stack with others.")
    if _european(pos, first, at) > pos.context.charts.deployment.european:
        yield objection("OG-3.4c", "Too many Turkish units stand west of Istanbul.")


def _european(pos: Position, unit: UnitId, at: Hex) -> int:
    """Turkish units west of Istanbul with a unit there; 0 where no limit applies (OG 3.4)."""
    west = pos.context.european
    if not pos.option("free_deployment") or pos.nation(unit) != FREE or at not in west:
        return 0
    return 1 + sum(pos.piece(u).at in west for u in pos.context.of_nation(FREE) if u != unit)


def place(_pos: Position, _frame: SettingUp, action: do.PlaceUnit, transition: Work) -> None:
    """Put the unit into its hex."""
    transition.state = transition.state.with_piece(action.unit, at=action.target)
    transition.tell("set up", "OG-3.0a", units=(action.unit,), at=action.target)


def place_group(_pos: Position, _frame: SettingUp, action: do.PlaceGroup, transition: Work) -> None:
    """Put the group into its hex."""
    for unit in action.units:
        transition.state = transition.state.with_piece(unit, at=action.target)
    transition.tell("set up", "OG-18.1.G1", units=action.units, at=action.target)


def experten_objections(
    pos: Position, frame: SettingUp, action: do.NameExperten
) -> Iterator[Objection]:
    """Only an available German CAS can be the Experten (OG 13.2)."""
    marker = pos.context.markers.get(action.marker)
    if frame.side != GERMAN or marker is None or marker.nation != "german":
        yield objection("OG-13.2a", "The Experten is a German CAS.")
    elif marker.kind is not Kind.CAS or action.marker not in pos.ready(GERMAN, Kind.CAS):
        yield objection("OG-13.2a", f"{marker.name} is not in this scenario.")
    elif pos.state.experten == action.marker:
        yield objection("OG-13.2a", f"{marker.name} is the Experten already.")


def name_experten(
    _pos: Position, _frame: SettingUp, action: do.NameExperten, transition: Work
) -> None:
    """Name the Experten."""
    transition.set(experten=action.marker)
    transition.tell("experten", "OG-13.2a", marker=action.marker)


def recommended_objections(
    pos: Position, frame: SettingUp, _action: do.UseRecommended
) -> Iterator[Objection]:
    """There must be something left to set up."""
    if not waiting(pos, frame.side):
        yield objection("OG-3.0a", "All units are set up.")


def recommend(
    pos: Position, frame: SettingUp, _action: do.UseRecommended, transition: Work
) -> None:
    """Set up what is left: corps near Istanbul, a hex each; frontier guards spread out."""
    for unit in waiting(pos, frame.side):
        if transition.state.pieces[unit].at == POOL:
            _settle(now(pos.context, transition), frame, unit, transition)
    best = pos.ready(GERMAN, Kind.CAS)
    if (
        frame.side == GERMAN
        and best
        and not transition.state.experten
        and not transition.state.duplicity
    ):
        transition.set(experten=best[0])
        transition.tell("experten", "OG-13.2a", marker=best[0])


def _settle(pos: Position, frame: SettingUp, unit: UnitId, transition: Work) -> None:
    group = group_of(pos.context, unit)
    for at in sorted(home_hexes(pos.context, unit), key=partial(_rank, pos, unit)):
        if len(group) == 1:
            action = do.PlaceUnit(unit, at)
            if not any(True for _ in place_objections(pos, frame, action)):
                place(pos, frame, action, transition)
                return
        elif not any(True for _ in group_objections(pos, frame, do.PlaceGroup(group, at))):
            place_group(pos, frame, do.PlaceGroup(group, at), transition)
            return


def _rank(pos: Position, unit: UnitId, at: Hex) -> tuple[int, int, Hex]:
    """How good a set-up hex is: printed places first, then few units, near the aim."""
    entry = pos.context.setups[unit]
    printed = at not in places.hexes(pos.context, entry.place)
    aim = "2806" if pos.owner(unit) == GERMAN else "2416"
    crowd = len(pos.at.get(at, ()))
    return printed, crowd * 2 + distance(at, pos.context.hex_of(aim)), at


def finish_objections(
    pos: Position, frame: SettingUp, _action: do.FinishSetUp
) -> Iterator[Objection]:
    """All units must stand, and a free deployment must guard the east (OG 3.0, 3.4)."""
    left = waiting(pos, frame.side)
    if left:
        more = f", and {len(left) - 1} more" if len(left) > 1 else ""
        text = f"{pos.called(left[0])} must be set up{more}."
        yield objection("OG-3.0a", text, units=tuple(left))
        return
    if not pos.option("free_deployment") or frame.side != ALLIED:
        return
    chart = pos.context.charts.deployment
    east = pos.context.near(pos.context.country("Soviet Union"), chart.eastern_depth)
    guards = sum(pos.piece(unit).at in east for unit in pos.context.of_nation(FREE))
    if guards < chart.eastern:
        many = counted(chart.eastern_depth, "hex", "hexes")
        text = f"{counted(chart.eastern, 'Turkish unit')} must stand within {many}"
        free = pos.context.of_nation(FREE)
        yield objection("OG-3.4d", f"{text} of the Soviet border, not {guards}.", units=tuple(free))


def finish(pos: Position, frame: SettingUp, _action: do.FinishSetUp, transition: Work) -> None:
    """End a side's set-up; the other side follows."""
    transition.tell("set-up finished", "OG-3.0a", side=frame.side)
    transition.state = transition.state.popped()
    if frame.side == GERMAN and not pos.state.duplicity:
        transition.state = transition.state.pushed(SettingUp(ALLIED))


def opening_support(context: Context) -> dict[str, Status]:
    """The markers of the scenario: in their piles, or still to come (OG 3.1)."""
    return {
        marker: Status.WAITING if turn else Status.AVAILABLE for marker, turn in context.due.items()
    }


HANDLER = Handler(
    SettingUp,
    (
        Answer(do.PlaceUnit, place_objections, place),
        Answer(do.PlaceGroup, group_objections, place_group),
        Answer(do.NameExperten, experten_objections, name_experten),
        Answer(do.UseRecommended, recommended_objections, recommend),
        Answer(do.FinishSetUp, finish_objections, finish),
    ),
    question=question,
)

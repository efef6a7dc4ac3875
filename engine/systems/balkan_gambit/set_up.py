"""Set-up: the Axis places first, then the Allies (BG 3.1 and the scenario set-up)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.core.actions import Action, Objection
from engine.core.chance import Stream
from engine.core.handler import Answer, Handler
from engine.core.legal import Family
from engine.core.system import Question
from engine.core.wording import counted
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.state.common import Work, now, objection
from engine.systems.balkan_gambit.state.context import Context
from engine.systems.balkan_gambit.state.position import Position
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    GONE,
    MED_BOX,
    POOL,
    RESERVE,
    SettingUp,
    TurnStart,
)
from maps.hexgrid import Hex, disk
from oob.model import UnitId


def set_up_place(context: Context, unit: UnitId) -> str:
    """The set-up place of a unit as the order of battle names it; '' when it has none."""
    for entry in context.oob.setups:
        if unit in entry.units:
            return entry.place
    return ""


def home_hexes(context: Context, unit: UnitId) -> tuple[Hex, ...]:
    """Hexes the scenario lets a unit start in, whatever else is there."""
    if unit not in context.homes:
        context.homes[unit] = _home_hexes(context, unit)
    return context.homes[unit]


def _home_hexes(context: Context, unit: UnitId) -> tuple[Hex, ...]:
    place = set_up_place(context, unit)
    nation = context.units[unit].nation
    near = context.figures.set_up_near.get(place)
    if near is not None:
        centre = context.place(near.place)
        found = [] if centre is None else sorted(disk(centre.hex, near.within))
    else:
        found = sorted({at for zone in place.split("/") for at in context.zone_hexes.get(zone, ())})
    coastal = place in context.figures.set_up_coastal.get(nation, ())
    within = context.figures.set_up_within.get(nation, {}).get(place)
    return tuple(
        at
        for at in found
        if at in context.land
        and (not coastal or near_coast(context, at))
        and (within is None or context.within(at, within))
        and (
            not context.stats[unit].partisan
            or context.map.terrain[at] in context.charts.set_up.terrain
        )
    )


def near_coast(context: Context, at: Hex) -> bool:
    """True on or next to a coastal hex."""
    return at in context.coast or any(near in context.coast for near in at.neighbours())


def placeable(pos: Position, side: str) -> tuple[UnitId, ...]:
    """Units the side sets up on the board, placed already or not."""
    return tuple(unit for unit in pos.state.pieces if _is_placeable(pos, side, unit))


def _is_placeable(pos: Position, side: str, unit: UnitId) -> bool:
    piece = pos.state.pieces.get(unit)
    if piece is None or pos.owner(unit) != side:
        return False
    return piece.at == POOL or isinstance(piece.at, Hex)


def question(pos: Position, frame: SettingUp) -> Question:
    """Set up units; recommended set-up; finish."""
    waiting = [unit for unit in placeable(pos, frame.side) if pos.state.pieces[unit].at == POOL]
    prompt = (
        f"Set up {counted(len(waiting), 'more unit')}, or use the recommended set-up."
        if waiting
        else "All units are set up: finish, or move units within their zones."
    )
    may_place = partial(_may_place, pos, frame, {})
    families = (
        Family(
            "place unit",
            "Set up",
            partial(_placements, pos, frame, True),
            of=partial(_placements_if, pos, True),
            draw=partial(_draw, pos, frame),
            sure=may_place,
            weight=16,
        ),
        Family(
            "shift unit",
            "Move in set-up",
            partial(_placements, pos, frame, False),
            of=partial(_placements_if, pos, False),
            sure=may_place,
            weight=1,
        ),
        Family("deplete", "Set up depleted", partial(_depletions, pos), weight=8),
        Family("substitute", "Substitute", partial(_substitutions, pos), weight=1),
        Family("place improved", "Improved Position", partial(_improvements, pos, frame), weight=2),
        Family("use recommended", "Recommended set-up", lambda: (do.UseRecommended(),), weight=1),
        Family(
            "finish set up", "Finish set-up", lambda: (do.FinishSetUp(),), weight=4, closing=True
        ),
    )
    return Question(frame.side, prompt, families, "BG-3.1a")


def _placements(pos: Position, frame: SettingUp, waiting: bool) -> Iterator[Action]:
    for unit in placeable(pos, frame.side):
        if (pos.state.pieces[unit].at == POOL) == waiting:
            yield from _placements_of(pos, unit)


def _placements_of(pos: Position, unit: UnitId) -> Iterator[Action]:
    return (do.PlaceUnit(unit, at) for at in home_hexes(pos.context, unit))


def _placements_if(pos: Position, waiting: bool, unit: UnitId) -> Iterator[Action]:
    if (pos.state.pieces[unit].at == POOL) == waiting:
        yield from _placements_of(pos, unit)


def _draw(pos: Position, frame: SettingUp, stream: Stream) -> Action | None:
    waiting = [u for u in placeable(pos, frame.side) if pos.state.pieces[u].at == POOL]
    if not waiting:
        return None
    unit = waiting[stream.below(len(waiting))]
    hexes = home_hexes(pos.context, unit)
    return do.PlaceUnit(unit, hexes[stream.below(len(hexes))]) if hexes else None


def _depletions(pos: Position) -> Iterator[Action]:
    for choice in pos.context.oob.choices:
        yield from (do.Deplete(unit) for unit in choice.units)


def _substitutions(pos: Position) -> Iterator[Action]:
    for unit, entry in pos.context.substitutes.items():
        yield from (do.Substitute(unit, (out,)) for out in entry.replaces)


def _may_place(
    pos: Position, frame: SettingUp, found: dict[UnitId, frozenset[Hex]], action: Action
) -> bool:
    """What the check would say of setting a unit up; the hexes of each unit are found once."""
    assert isinstance(action, do.PlaceUnit)
    if action.unit not in found:
        found[action.unit] = frozenset(_places(pos, frame, action.unit))
    return action.target in found[action.unit]


def _places(pos: Position, frame: SettingUp, unit: UnitId) -> Iterator[Hex]:
    """The hexes a unit may be set up in. Hexes with no unit in them are alike to it, so that of
    those of its own where it may stand only the first is checked.
    """
    side, context = frame.side, pos.context
    if not _is_placeable(pos, side, unit):
        return
    open_to, occupied = context.open_to(pos.nation(unit)), pos.at
    free: bool | None = None
    for at in home_hexes(context, unit):
        if at not in open_to:
            continue
        if at in occupied:
            if _is_allowed(pos, frame, unit, at):
                yield at
            continue
        if free is None:
            free = _is_allowed(pos, frame, unit, at)
        if free:
            yield at


def _is_allowed(pos: Position, frame: SettingUp, unit: UnitId, at: Hex) -> bool:
    return next(place_objections(pos, frame, do.PlaceUnit(unit, at)), None) is None


def _improvements(pos: Position, frame: SettingUp) -> Iterator[Action]:
    if frame.side == AXIS:
        yield from (do.PlaceImproved(at) for at in sorted(pos.at) if at in pos.context.coast)


def place_objections(pos: Position, frame: SettingUp, action: do.PlaceUnit) -> Iterator[Objection]:
    """What forbids setting a unit up in a hex."""
    unit, at = action.unit, action.target
    if not _is_placeable(pos, frame.side, unit):
        yield objection("BG-3.1a", "That unit is not yours to set up on the board.")
        return
    piece = pos.state.pieces[unit]
    if piece.at == at:
        yield objection("BG-2.3a", f"{pos.called(unit)} is there already.")
    if at not in home_hexes(pos.context, unit):
        place = set_up_place(pos.context, unit)
        yield objection(
            _place_rule(pos, unit),
            f"{pos.called(unit)} sets up in {place}"
            + (", in empty rough or mountain hexes." if pos.partisan(unit) else " only."),
        )
        return
    if not pos.allowed(unit, at):
        yield objection(pos.closed_rule(unit), f"{pos.called(unit)} may not be in {pos.label(at)}.")
    if pos.enemies(at, frame.side):
        yield objection("BG-10.3.C", f"{pos.label(at)} holds enemy units.")
    if pos.partisan(unit):
        yield from _partisan_objections(pos, unit, at, frame.side)
    broken = pos.stack_objection(unit, at)
    if broken:
        yield objection(broken, f"{pos.label(at)} would be overstacked or mixed.")


def _partisan_objections(pos: Position, unit: UnitId, at: Hex, side: str) -> Iterator[Objection]:
    """Partisans start among themselves, so many to a hex (BG-SU.3)."""
    there = [mate for mate in pos.friends(at, side) if mate != unit]
    most = pos.context.charts.stacking.partisan_set_up
    if any(pos.regular(mate) for mate in there):
        yield objection("BG-SU.3", f"{pos.label(at)} is not empty.")
    elif len(there) >= most:
        many = counted(most, "partisan unit starts", "partisan units start")
        yield objection("BG-SU.3", f"No more than {many} in a hex.")


def _place_rule(pos: Position, unit: UnitId) -> str:
    """The rule that says where a unit starts."""
    figures, nation = pos.context.figures, pos.nation(unit)
    if pos.partisan(unit):
        return "BG-SU.3"
    if nation in figures.set_up_coastal or nation in figures.set_up_within:
        return "BG-1943.2"
    homes = home_hexes(pos.context, unit)
    zoned = homes and pos.context.within(homes[0], "Yugoslavia")
    return "BG-2.4a" if zoned else "BG-3.1a"


def deplete_objections(pos: Position, frame: SettingUp, action: do.Deplete) -> Iterator[Objection]:
    """What forbids starting a division depleted."""
    choice = next((c for c in pos.context.oob.choices if action.unit in c.units), None)
    if choice is None or pos.owner(action.unit) != frame.side:
        yield objection("BG-1945.7", "The scenario does not let that unit start depleted.")
        return
    if action.unit in frame.depleted:
        yield objection("BG-1945.7", f"{pos.called(action.unit)} is depleted already.")
    if sum(unit in choice.units for unit in frame.depleted) >= choice.count:
        yield objection("BG-1945.7", f"Only {choice.count} of that group start depleted.")


def substitute_objections(
    pos: Position, frame: SettingUp, action: do.Substitute
) -> Iterator[Objection]:
    """What forbids taking a substitute."""
    entry = pos.context.substitutes.get(action.unit)
    if entry is None or frame.side != pos.owner(action.unit):
        yield objection("BG-SU.6", "That unit is no substitute of yours.")
        return
    if pos.state.pieces[action.unit].at != RESERVE:
        yield objection("BG-SU.6", "The substitute has been taken already.")
    if len(action.units) != 1 or action.units[0] not in entry.replaces:
        yield objection("BG-SU.6", "It replaces one of the named divisions only.")
    elif pos.state.pieces[action.units[0]].at != MED_BOX:
        yield objection("BG-SU.6", f"{pos.called(action.units[0])} is not in the Med Box.")


def improve_objections(
    pos: Position, frame: SettingUp, action: do.PlaceImproved
) -> Iterator[Objection]:
    """What forbids a free Improved Position at start (BG-SU.1)."""
    if frame.side != AXIS:
        yield objection("BG-SU.1", "Only the Axis has Improved Positions.")
    if action.target not in pos.context.coast or not pos.friends(action.target, AXIS):
        yield objection("BG-SU.1", "It needs a coastal hex with an Axis unit set up in it.")
    if action.target in pos.state.improved:
        yield objection("BG-7.12b", "The hex has an Improved Position already.")
    if len(pos.state.improved) >= pos.context.charts.counters.improved_positions:
        yield objection("BG-7.12a", "All Improved Position markers are on the board.")


def finish_objections(
    pos: Position, frame: SettingUp, _action: do.FinishSetUp
) -> Iterator[Objection]:
    """Set-up ends when no unit that could stand somewhere waits, and every depletion is chosen."""
    for unit in placeable(pos, frame.side):
        if pos.state.pieces[unit].at == POOL and _could_stand(pos, frame, unit):
            yield objection("BG-3.1a", f"{pos.called(unit)} is not set up yet.", units=(unit,))
            return
    for choice in pos.context.oob.choices:
        mine = [unit for unit in choice.units if pos.owner(unit) == frame.side]
        chosen = sum(unit in frame.depleted for unit in mine)
        if mine and chosen < choice.count:
            left = choice.count - chosen
            text = f"Choose {counted(left, 'more depleted division')}."
            yield objection("BG-1945.7", text, units=tuple(mine))
            return


def _could_stand(pos: Position, frame: SettingUp, unit: UnitId) -> bool:
    return next(_places(pos, frame, unit), None) is not None


def recommended_objections(
    pos: Position, frame: SettingUp, _action: do.UseRecommended
) -> Iterator[Objection]:
    """The recommended set-up needs something left to place or choose."""
    waiting = any(pos.state.pieces[u].at == POOL for u in placeable(pos, frame.side))
    open_choices = any(
        pos.owner(unit) == frame.side for choice in pos.context.oob.choices for unit in choice.units
    ) and len(frame.depleted) < sum(choice.count for choice in pos.context.oob.choices)
    if not waiting and not open_choices:
        yield objection("BG-3.1a", "Everything is set up already.")


def place(pos: Position, _frame: SettingUp, action: do.PlaceUnit, transition: Work) -> None:
    """Set a unit up."""
    transition.state = transition.state.with_piece(action.unit, at=action.target)
    transition.tell("set up", "BG-3.1a", unit=action.unit, at=action.target)
    orphans = frozenset(
        at for at in transition.state.improved if not now(pos.context, transition).friends(at, AXIS)
    )
    if orphans:
        transition.set(improved=transition.state.improved - orphans)


def deplete(_pos: Position, frame: SettingUp, action: do.Deplete, transition: Work) -> None:
    """Start a division at reduced strength."""
    transition.state = transition.state.with_piece(action.unit, steps=1).swapped(
        SettingUp(frame.side, (*frame.depleted, action.unit))
    )
    transition.tell("depleted", "BG-1945.7", unit=action.unit)


def substitute(_pos: Position, _frame: SettingUp, action: do.Substitute, transition: Work) -> None:
    """Swap a unit for its substitute in the Med Box."""
    transition.state = transition.state.with_piece(action.unit, at=MED_BOX).with_piece(
        action.units[0], at=GONE
    )
    transition.tell("substituted", "BG-SU.6", unit=action.unit, out=action.units[0])


def improve(_pos: Position, _frame: SettingUp, action: do.PlaceImproved, transition: Work) -> None:
    """Place a free Improved Position."""
    transition.set(improved=transition.state.improved | {action.target})
    transition.tell("improved position", "BG-SU.1", at=action.target)


def recommend(
    pos: Position, frame: SettingUp, _action: do.UseRecommended, transition: Work
) -> None:
    """Place everything left: towns and ports first, then roads, spread out; then Improved
    Positions.
    """
    context = pos.context
    for choice in context.oob.choices:
        for unit in choice.units:
            top = transition.state.top
            assert isinstance(top, SettingUp)
            chosen = sum(u in choice.units for u in top.depleted)
            if pos.owner(unit) == frame.side and unit not in top.depleted and chosen < choice.count:
                deplete(pos, top, do.Deplete(unit), transition)
    for unit in sorted(placeable(pos, frame.side), key=lambda u: (len(home_hexes(context, u)), u)):
        here = now(context, transition)
        if here.state.pieces[unit].at != POOL:
            continue
        options = [
            at
            for at in home_hexes(context, unit)
            if not any(True for _ in place_objections(here, frame, do.PlaceUnit(unit, at)))
        ]
        if options:
            best = max(options, key=lambda at: (_worth(here, unit, at), at))
            place(pos, frame, do.PlaceUnit(unit, best), transition)
    _recommend_positions(pos, frame, transition)


def _recommend_positions(pos: Position, frame: SettingUp, transition: Work) -> None:
    here = now(pos.context, transition)
    towns = [at for at in sorted(here.at) if at in pos.context.places and here.friends(at, AXIS)]
    for at in towns:
        action = do.PlaceImproved(at)
        current = now(pos.context, transition)
        if not any(True for _ in improve_objections(current, frame, action)):
            improve(current, frame, action, transition)


def _worth(pos: Position, unit: UnitId, at: Hex) -> int:
    """How good a set-up hex is: places to hold for regulars, room and refuge for partisans."""
    context = pos.context
    crowd = len(pos.friends(at, pos.owner(unit)))
    if pos.partisan(unit):
        near_towns = sum(near in context.places for near in at.neighbours())
        mountain = context.map.terrain[at] == "mountain"
        return 2 * near_towns + 2 * mountain - 3 * crowd
    places = sum(6 if place.kind == "city" else 3 for place in context.places.get(at, ()))
    port = 3 if at in context.ports else 0
    road = 1 if at in context.roads(frozenset()) else 0
    landing = 1 if at in context.coast and context.map.terrain[at] == "clear" else 0
    return places + port + road + landing - 5 * crowd


def finish(pos: Position, frame: SettingUp, _action: do.FinishSetUp, transition: Work) -> None:
    """End a side's set-up; what could stand nowhere waits in reserve."""
    for unit in placeable(pos, frame.side):
        if transition.state.pieces[unit].at == POOL:
            transition.state = transition.state.with_piece(unit, at=RESERVE)
    transition.tell("set-up finished", "BG-SU.7", side=frame.side)
    transition.state = transition.state.popped()
    transition.state = transition.state.pushed(
        SettingUp(ALLIED) if frame.side == AXIS else TurnStart()
    )


HANDLER = Handler(
    SettingUp,
    (
        Answer(do.PlaceUnit, place_objections, place),
        Answer(do.Deplete, deplete_objections, deplete),
        Answer(do.Substitute, substitute_objections, substitute),
        Answer(do.PlaceImproved, improve_objections, improve),
        Answer(do.UseRecommended, recommended_objections, recommend),
        Answer(do.FinishSetUp, finish_objections, finish),
    ),
    question=question,
)

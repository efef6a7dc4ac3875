"""Retreats: where beaten units may go, and what becomes of those that cannot (BF-9F1, BC-B9.12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Action, Objection
from engine.core.chance import ChanceNode
from engine.core.handler import Handler
from engine.rules.combat.retreating import RetreatingStep
from engine.rules.combat.steps import Topic
from engine.systems.europa.combat import battle_actions as do
from engine.systems.europa.combat.battles import Battle, Retreating, SlippingAway
from engine.systems.europa.combat.crossing import can_enter
from engine.systems.europa.movement import overruns, rail_movement
from engine.systems.europa.movement.commandos import COMMANDOS, is_commando
from engine.systems.europa.state.common import Work, eliminate, now, objection
from engine.systems.europa.state.constants import other
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Theatre
from maps.hexgrid import Hex
from oob.model import UnitId

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
    chart = pos.context.charts.movement
    mobile = pos.nation(unit) in chart.mobile_nations and pos.facts(unit).mobile
    ignored = bool(chart.mobile_retreats) and pos.context.option(chart.mobile_retreats)
    return not (mobile and ignored and pos.friends(at, side))


def suffers(pos: Position, unit: UnitId, at: Hex) -> bool:
    """True when a unit suffers for an enemy zone of control as it retreats into a hex, or overruns
    it: whoever is overrun has no zone any more (FE-38A.2, 13.6).
    """
    side = pos.side(unit)
    if pos.enemies(at, side):
        return at in overruns.zone_beside(pos, side, at)
    return endangered(pos, unit, at)


def ways(pos: Position, unit: UnitId, path: Path = ()) -> tuple[Hex, ...]:
    """The hexes a unit may retreat to next: those of the first priority that has any (BF-9F1.2 to
    9F1.4), among these those it might enter of its own will (BF-28A.2). It does not go back along
    its ``path``.
    """
    origin, side = standing_in(pos, unit), pos.side(unit)
    found = tuple(
        at
        for at in pos.fronts(side, origin)
        if at not in path
        and not pos.enemies(at, side)
        and can_enter(pos, unit, origin, at, driven=True)
        and not (pos.rail_only(unit) and _off_the_rails(pos, unit, origin, at))
    )
    safe = tuple(at for at in found if not endangered(pos, unit, at))
    roomy = tuple(at for at in safe if pos.fits(at, (unit,)))
    first = roomy or safe or found
    return tuple(at for at in first if pos.bars(unit, at) is None) or first


def ways_on(pos: Position, frame: Retreating, unit: UnitId) -> tuple[Hex, ...]:
    """Besides, where the rule is played, the hexes that a unit may overrun with others of its
    stack; not those in enemy zones while there are others that are in none (FE-38A.1).
    """
    if _rooted(pos, unit):
        return ()
    found = ways(pos, unit, _path(frame, unit))
    if not pos.overrun_in_retreat:
        return found
    sheltered = any(not endangered(pos, unit, at) for at in found)
    return found + tuple(
        at
        for at, force in crushed(pos, frame, unit)
        if unit in force and not (sheltered and suffers(pos, unit, at))
    )


def _rooted(pos: Position, unit: UnitId) -> bool:
    """Whether a unit is position antiaircraft that is lost in place of a retreat (FE-22A3.2)."""
    return bool(pos.context.charts.position_guns.rooted and pos.facts(unit).points)


def crushed(
    pos: Position, frame: Retreating, unit: UnitId
) -> Iterator[tuple[Hex, tuple[UnitId, ...]]]:
    """The hexes that a retreating unit overruns with the strongest others that have come the same
    way, and this force.
    """
    origin, path, side = standing_in(pos, unit), _path(frame, unit), pos.side(unit)
    mates = tuple(
        mate
        for mate, gone in zip(frame.units, frame.paths, strict=True)
        if gone == path and standing_in(pos, mate) == origin
    )
    for at in pos.context.fronts.get(origin, ()):
        if at in path or not pos.enemies(at, side):
            continue
        going = tuple(mate for mate in mates if _goes_on(pos, mate, origin, at))
        if unit not in going:
            continue
        force = overruns.stacked(pos, unit, going, origin)
        if crushes(pos, force, at):
            yield at, force


def _goes_on(pos: Position, unit: UnitId, origin: Hex, at: Hex) -> bool:
    """Whether a unit could enter a hex of its own will but for the enemies in it, and is not lost
    in the zones around it.
    """
    if pos.rail_only(unit) or pos.bars(unit, at) is not None:
        return False
    lost = suffers(pos, unit, at) and not pos.facts(unit).has_cadre
    return not lost and can_enter(pos, unit, origin, at)


def crushes(pos: Position, force: tuple[UnitId, ...], at: Hex) -> bool:
    """Whether units of a hex reach the odds of an overrun, each of them with what the zones around
    the target leave of it; movement points do not count (FE-38A.1, 38A.2).
    """
    return retreat_odds(pos, force, at) >= pos.context.charts.overruns.least


def retreat_odds(pos: Position, force: tuple[UnitId, ...], at: Hex) -> int:
    """The odds, to one."""
    worn = {
        unit: replace(pos.piece(unit), steps=1)
        for unit in force
        if suffers(pos, unit, at) and pos.facts(unit).has_cadre
    }
    after = pos.context.look(pos.state.with_pieces(worn)) if worn else pos
    return overruns.odds(after, force, at)


def _off_the_rails(pos: Position, unit: UnitId, origin: Hex, at: Hex) -> bool:
    """Whether no rail movement leads from a hex into the next: who goes by rail alone does not
    retreat there (FE-14F.3, 14F.4).
    """
    steps = rail_movement.graph(pos, unit, high=False).get(origin, ())
    joined = any(near == at for near, _ in steps) and origin not in pos.state.breaks
    return not joined or rail_movement.closed(pos, unit, at) is not None


def withdraw(
    context: Context, transition: Work, battle: Battle, side: str, units: tuple[UnitId, ...]
) -> None:
    """Let a side retreat units, one hex or as far as stacking makes them."""
    paths: tuple[Path, ...] = tuple(() for _ in units)
    _go_on(context, transition, Retreating(battle, side, units, paths))


def _go_on(context: Context, transition: Work, frame: Retreating) -> None:
    """Lose the units with nowhere to go, make the moves that leave no choice, ask for the rest.

    A unit has retreated when it has left its hex and is not overstacked (BF-9F1.6).
    """
    while True:
        pos = now(context, transition)
        frame = _still_due(pos, frame)
        open_to = {unit: ways_on(pos, frame, unit) for unit in frame.units}
        trapped = [unit for unit, hexes in open_to.items() if not hexes]
        for unit in trapped:
            topic = "no retreat" if _path(frame, unit) == () else "continued retreat"
            topic = "position guns driven off" if _rooted(pos, unit) else topic
            at = standing_in(pos, unit)
            cited = context.cite(topic)
            transition.tell("no retreat", cited, unit=unit, at=at)
            eliminate(context, transition, unit, cadre=False, cited=cited)
        if trapped:
            continue
        if not open_to:
            return
        forced = all(len(hexes) == 1 for hexes in open_to.values())
        unit, hexes = next(iter(open_to.items()))
        slipping = any(slips(pos, frame, one, ways_[0]) for one, ways_ in open_to.items())
        if (
            not forced
            or slipping
            or any(pos.enemies(at, frame.side) for at, *_ in open_to.values())
        ):
            transition.state = transition.state.pushed(frame)
            return
        frame = _moved(context, transition, frame, unit, hexes[0], spared=False)


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
    context: Context,
    transition: Work,
    frame: Retreating,
    unit: UnitId,
    target: Hex,
    *,
    spared: bool,
) -> Retreating:
    """Move a unit one hex; an enemy zone there costs it its life or all but its cadre."""
    pos = now(context, transition)
    path = (*_path(frame, unit), standing_in(pos, unit))
    danger = endangered(pos, unit, target) and not spared
    if len(path) == 1:
        for follow in context.followers:
            follow(transition, unit, path[0])
    transition.state = transition.state.with_piece(unit, at=target)
    transition.tell("retreated", context.cite("retreat"), units=(unit,), to=target)
    if danger:
        cited = context.cite("retreat into zone")
        transition.tell("caught", cited, unit=unit, at=target)
        eliminate(context, transition, unit, cited=cited)
    index = frame.units.index(unit)
    return replace(frame, paths=(*frame.paths[:index], path, *frame.paths[index + 1 :]))


def _together(pos: Position, units: tuple[UnitId, ...], at: Hex) -> bool:
    """Whether units may go to a hex together: those that find room there must all find it."""
    alone = [unit for unit in units if pos.fits(at, (unit,)) and not endangered(pos, unit, at)]
    return not alone or pos.fits(at, units)


def _open_at_all(pos: Position, unit: UnitId, at: Hex) -> bool:
    """True when a unit could enter a hex beside it, priorities aside."""
    origin = standing_in(pos, unit)
    side = pos.side(unit)
    free = at in pos.fronts(side, origin) and not pos.enemies(at, side)
    return free and can_enter(pos, unit, origin, at, driven=True)


class Retreat(RetreatingStep[Theatre, Position, Retreating]):
    """A side retreats its beaten units (BF-9F1)."""

    def cite(self, pos: Position, topic: Topic) -> str:
        """All of it rests on one rule."""
        return pos.context.cite("retreat")

    def stands(self, pos: Position, unit: UnitId) -> Hex:
        """The unit's hex."""
        return standing_in(pos, unit)

    def mates(self, pos: Position, frame: Retreating, unit: UnitId) -> object:
        """Units retreat together that stand together and have come the same way."""
        return standing_in(pos, unit), _path(frame, unit)

    def ways(self, pos: Position, frame: Retreating, unit: UnitId) -> tuple[Hex, ...]:
        """The hexes of the first priority that has any."""
        return ways_on(pos, frame, unit)

    def options(self, pos: Position, frame: Retreating) -> Iterator[Action]:
        """Besides, the forces of a stack that can overrun a hex."""
        yield from super().options(pos, frame)
        told = set[tuple[Hex, tuple[UnitId, ...]]]()
        if pos.overrun_in_retreat:
            for unit in frame.units:
                for at, force in crushed(pos, frame, unit):
                    key = (at, tuple(sorted(force)))
                    if key not in told:
                        told.add(key)
                        yield do.RetreatTo(force, at)

    def fits(self, pos: Position, units: tuple[UnitId, ...], at: Hex) -> bool:
        """Those that find room there must all find it."""
        return _together(pos, units, at)

    def barred(
        self, pos: Position, frame: Retreating, units: tuple[UnitId, ...], target: Hex
    ) -> Iterator[Objection]:
        """What forbids a retreat into a hex (BF-9F1)."""
        at = pos.label(target)
        for unit in units:
            if target not in ways_on(pos, frame, unit):
                if _open_at_all(pos, unit, target):
                    text = (
                        f"{pos.called(unit)} cannot retreat to {at} while another hex comes first."
                    )
                    yield objection(pos, "retreat priority", text)
                else:
                    text = f"{pos.called(unit)} cannot retreat to {at}."
                    yield objection(pos, "no retreat", text)
        if pos.enemies(target, frame.side):
            yield from _overrun_objections(pos, units, target)
        elif not _together(pos, units, target):
            yield objection(pos, "retreat priority", f"{at} has no room for all of them.")

    def retreat(
        self, pos: Position, frame: Retreating, action: do.RetreatTo, transition: Work
    ) -> None:
        """Move units; the rest, and those that must go on, are asked about next."""
        transition.state = transition.state.popped()
        if pos.enemies(action.target, frame.side):
            _go_on(pos.context, transition, _crush(pos, frame, action, transition))
            return
        bold = [unit for unit in action.units if slips(pos, frame, unit, action.target)]
        for unit in (*bold, *(unit for unit in action.units if unit not in bold)):
            if unit in bold:
                transition.state = transition.state.pushed(
                    frame, SlippingAway(frame.battle, unit, action.target)
                )
                return
            frame = _moved(pos.context, transition, frame, unit, action.target, spared=False)
        _go_on(pos.context, transition, frame)


def _overrun_objections(
    pos: Position, units: tuple[UnitId, ...], target: Hex
) -> Iterator[Objection]:
    """What keeps units from overrunning a hex in their retreat together (FE-38A.1)."""
    origin, least = standing_in(pos, units[0]), pos.context.charts.overruns.least
    if pos.excess(units, pos.stack_row(origin)):
        text = f"No more units overrun out of {pos.label(origin)} than may stack there."
        yield objection(pos, "overrun stacking", text)
    elif not all(_goes_on(pos, unit, origin, target) for unit in units):
        yield objection(pos, "overrun entry", f"Not all of them can enter {pos.label(target)}.")
    elif not crushes(pos, units, target):
        found = retreat_odds(pos, units, target)
        text = f"They reach {found}:1 against {pos.label(target)}, less than {least}:1."
        yield Objection(pos.overrun_in_retreat, text, units, (target,))


def _crush(pos: Position, frame: Retreating, action: do.RetreatTo, transition: Work) -> Retreating:
    """Let units suffer for zones around a hex, eliminate the enemies in it, and go there
    (FE-38A.1, 38A.2).
    """
    units, target, rule = action.units, action.target, pos.overrun_in_retreat
    ratio, origin = retreat_odds(pos, units, target), standing_in(pos, units[0])
    for unit in units:
        if suffers(pos, unit, target):
            transition.tell("caught", rule, unit=unit, at=target)
            eliminate(pos.context, transition, unit, cited=rule)
    transition.tell("overrun", rule, units=units, at=origin, to=target, odds=ratio)
    for enemy in pos.enemies(target, frame.side):
        cited = pos.context.cite("overrun losses")
        eliminate(pos.context, transition, enemy, cadre=False, cited=cited)
    for unit in units:
        frame = _moved(pos.context, transition, frame, unit, target, spared=True)
    return frame


RETREAT = Retreat(Retreating)


def slips(pos: Position, frame: Retreating, unit: UnitId, at: Hex) -> bool:
    """True when the commando may try to slip through zones to friends in a hex, or a unit of its
    hex to follow it there (BF-32B2.3, FE-14H.3).
    """
    return (
        pos.context.option(COMMANDOS)
        and (is_commando(pos, unit) or (standing_in(pos, unit), at) in frame.guided)
        and endangered(pos, unit, at)
        and bool(pos.friends(at, pos.side(unit)))
    )


def _topic(pos: Position, unit: UnitId) -> str:
    return "commando retreat" if is_commando(pos, unit) else "commando guides"


def slip_node(pos: Position, frame: SlippingAway) -> ChanceNode:
    """The die of the success table."""
    success, die = pos.context.charts.bridges.success, pos.context.charts.combat.die
    caught = "is lost" if is_commando(pos, frame.unit) else "is caught"
    faces = range(1, die + 1)
    meanings = tuple("slips through" if face <= success else caught for face in faces)
    reason = f"the retreat of {pos.called(frame.unit)} through zones of control"
    return ChanceNode(die, reason, pos.context.cite(_topic(pos, frame.unit)), meanings)


def roll_slip(pos: Position, frame: SlippingAway, face: int, transition: Work) -> None:
    """Success spares the unit, and a commando may guide others; the other retreats go on."""
    beneath = transition.state.popped()
    waiting = beneath.top
    assert isinstance(waiting, Retreating)
    transition.state = beneath.popped()
    chart = pos.context.charts.bridges
    spared = face <= chart.success
    rule = pos.context.cite(_topic(pos, frame.unit))
    transition.tell("slipped" if spared else "held", rule, unit=frame.unit)
    if spared and chart.follow and is_commando(pos, frame.unit):
        way = (standing_in(pos, frame.unit), frame.target)
        waiting = replace(waiting, guided=(*waiting.guided, way))
    rest = _moved(pos.context, transition, waiting, frame.unit, frame.target, spared=spared)
    _go_on(pos.context, transition, rest)


HANDLERS = (
    RETREAT.handler(),
    Handler(SlippingAway, chance=slip_node, rolled=roll_slip),
)

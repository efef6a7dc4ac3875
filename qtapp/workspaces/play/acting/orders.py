"""What several units may do together at one place: chains of decisions that one click takes.

The chains are found by asking the rules step by step what each unit may do after those before it;
no rule is known here. What a die, another player or another question interrupts is left for
afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain, islice

from engine.core.actions import Action, Objection
from engine.core.legal import Family
from engine.core.state import Location, State
from engine.core.system import Rules
from maps.hexgrid import Hex
from maps.untyped import JsonObject
from oob.model import UnitId
from qtapp.workspaces.play.acting.offer import by_the_nearer_way, needed

LOOK_AT_MOST = 4000
"""How many candidates of one family are looked at when searching for a few."""

OWN = frozenset({"unit", "units", "origin", "target", "via"})
"""Fields of an action that say who, from where and to where, not what is done."""

Kind = tuple[object, ...]
"""What is done, whoever does it: the class of an action and its other facts."""


@dataclass(frozen=True, slots=True)
class Way:
    """What one unit does: perhaps a decision that opens it, then the decision itself."""

    actions: tuple[Action, ...]
    title: str

    @property
    def kind(self) -> Kind:
        """What is done, whoever does it."""
        last = self.actions[-1]
        names = [entry.name for entry in fields(last) if entry.name not in OWN]
        return type(last), *((name, getattr(last, name)) for name in names)


@dataclass(frozen=True, slots=True)
class Order:
    """One thing that units may do together: the decisions in turn, the units that have to wait
    until a die or another decision is done with, what forbids it to the first unit that it is
    forbidden to, and what the rules dislike of it though they allow it. ``told`` says who goes
    where, when it is not all to one place.
    """

    title: str
    kind: Kind
    actions: tuple[Action, ...]
    done: tuple[UnitId, ...]
    left: tuple[UnitId, ...] = ()
    objections: tuple[Objection, ...] = ()
    cautions: tuple[Objection, ...] = ()
    told: str = ""


def ways(rules: Rules, state: State, unit: UnitId, place: Location) -> Iterator[Way]:
    """What a unit may do at a place: at once, then after a decision that opens it. What its hex
    does without it is one of them, unless the family is quiet.
    """
    families, here = rules.question(state).families, _here(state, unit)
    seen: set[Kind] = set()
    for family in families:
        beyond = family.aimed(unit, place) if family.aimed is not None else ()
        for action in chain(_about(family, unit, state), beyond):
            from_here = not (family.quiet or action.who()) and action.origin_of() == here
            does = unit in action.who() or from_here
            if does and action.where() == place and not rules.check(state, action):
                way = Way((action,), family.title)
                if way.kind not in seen:
                    seen.add(way.kind)
                    yield way
    for family in () if seen else families:
        for opener in () if family.closing else _about(family, unit, state):
            if opener.where() is None and not rules.check(state, opener):
                yield from _after(rules, state, unit, place, opener)


def _after(
    rules: Rules, state: State, unit: UnitId, place: Location, opener: Action
) -> Iterator[Way]:
    after = rules.apply(state, opener).state
    if not goes_on(rules, state, after):
        return
    for family in rules.question(after).families:
        for action in _about(family, unit, after):
            if unit in action.who() and action.where() == place and not rules.check(after, action):
                yield Way((opener, action), family.title)


def _about(family: Family, unit: UnitId, state: State) -> Iterator[Action]:
    """The candidates of a family about a unit, or about the hex it is in."""
    if family.of is not None:
        yield from islice(family.of(unit), LOOK_AT_MOST)
        return
    here = _here(state, unit)
    for action in islice(family.candidates(), LOOK_AT_MOST):
        who = action.who()
        if unit in who or (not who and here is not None and action.origin_of() == here):
            yield action


def _here(state: State, unit: UnitId) -> Location | None:
    piece = state.pieces.get(unit)
    return piece.at if piece else None


def goes_on(rules: Rules, before: State, after: State) -> bool:
    """True when the same side goes on deciding, without a die or an end in between."""
    if rules.chance(after) is not None or rules.outcome(after) is not None:
        return False
    return rules.question(after).side == rules.question(before).side


def asks_units(rules: Rules, state: State) -> bool:
    """True when units or a hex of theirs are asked to act, not their side alone: whether a port
    that was just captured is marked has to be decided before others come in.
    """
    families = rules.question(state).families
    return any(family.by_unit for family in families) or any(
        one.who() or one.origin_of() is not None
        for family in families
        for one in islice(family.candidates(), LOOK_AT_MOST)
    )


def orders(
    rules: Rules, state: State, units: Sequence[UnitId], place: Location
) -> tuple[Order, ...]:
    """What the first of some units may do at a place, and the others with it, kind by kind.

    Each is an order for all of them; one with objections is forbidden to some. What comes to the
    same in the end, as one decision of all or as a decision of each, is one order.
    """
    found: list[tuple[Order, State]] = []
    for one in ways(rules, state, units[0], place) if units else ():
        way = _of_all(rules, state, units, one)
        order, after = _chain(rules, state, units, place, way)
        if not any(_same(order, after, *other) for other in found):
            found.append((order, after))
    return tuple(order for order, _ in found)


def _of_all(rules: Rules, state: State, units: Sequence[UnitId], way: Way) -> Way:
    """What one decision of several units is when just these take it, where the rules let them: an
    attack by the selected units instead of the one that leads them.
    """
    last = way.actions[-1]
    is_of_several = any(entry.name == "units" for entry in fields(last))
    if len(way.actions) > 1 or not is_of_several or not set(last.who()) < set(units):
        return way
    joint = replace(last, **{"units": tuple(units)})
    worse = rules.check(state, joint) or len(rules.cautions(state, joint)) > len(
        rules.cautions(state, last)
    )
    return way if worse else Way((joint,), way.title)


def clicked(rules: Rules, state: State, found: Iterable[Order]) -> list[Order]:
    """What a click may mean of some orders: what is allowed; of two ways there the nearer one, none
    that is needless for all.
    """
    allowed = [order for order in found if not order.objections]

    def is_needless(order: Order) -> bool:
        return all(rules.needless(state, action) for action in order.actions)

    return by_the_nearer_way(needed(allowed, is_needless), lambda order: order.actions[-1])


def _same(order: Order, after: State, other: Order, then: State) -> bool:
    is_whole = not (order.objections or other.objections or order.left or other.left)
    return is_whole and order.cautions == other.cautions and after == then


def _chain(
    rules: Rules, state: State, units: Sequence[UnitId], place: Location, first: Way
) -> tuple[Order, State]:
    """The order, and the position after it."""
    kind, title = first.kind, first.title
    actions: list[Action] = []
    done: list[UnitId] = []
    cautions: dict[Objection, None] = {}
    for index, unit in enumerate(units):
        if unit in done:
            continue
        way: Way | None = first
        why: tuple[Objection, ...] = ()
        if index:
            way = next((way for way in ways(rules, state, unit, place) if way.kind == kind), None)
        if way is None:
            way, why = _joining(rules, state, unit, first)
        if way is None:
            left = tuple(units[index:])
            order = Order(title, kind, tuple(actions), tuple(done), left, why, tuple(cautions))
            return order, state
        before = state
        for action in way.actions:
            cautions |= dict.fromkeys(rules.cautions(state, action))
            state = rules.apply(state, action).state
        actions += way.actions
        begun = way.actions[-1]
        crowd = begun.who() or _stack(before, units, unit)
        for mate in () if begun.who() or not goes_on(rules, before, state) else crowd:
            part, why = _part(rules, state, mate, begun)
            if why:
                order = Order(title, kind, tuple(actions), tuple(done), crowd, why, tuple(cautions))
                return order, state
            if part is not None:
                state = rules.apply(state, part).state
                actions.append(part)
        done += crowd
        left = tuple(other for other in units[index + 1 :] if other not in done)
        if left and not (goes_on(rules, before, state) and asks_units(rules, state)):
            order = Order(title, kind, tuple(actions), tuple(done), left, (), tuple(cautions))
            return order, state
    return Order(title, kind, tuple(actions), tuple(done), cautions=tuple(cautions)), state


def _joining(
    rules: Rules, state: State, unit: UnitId, first: Way
) -> tuple[Way | None, tuple[Objection, ...]]:
    """How a unit takes part in what another one has just begun; else why it does not do the same
    as that one.
    """
    begun = first.actions[-1]
    action, why = _part(rules, state, unit, begun)
    if action is None and not why:
        why = refusal(rules, state, unit, begun)
    return (None if action is None else Way((action,), first.title)), why


def _part(
    rules: Rules, state: State, unit: UnitId, begun: Action
) -> tuple[Action | None, tuple[Objection, ...]]:
    """The decision by which a unit takes part in what has been begun, or why it may not; neither
    where nobody joins in it.
    """
    for family in rules.question(state).families:
        for action in _about(family, unit, state):
            if type(begun) in action.joins:
                why = rules.check(state, action)
                return (None if why else action), why
    return None, ()


def _stack(state: State, units: Sequence[UnitId], unit: UnitId) -> tuple[UnitId, ...]:
    """Those of some units that are where one of them is: what its hex does, they all do."""
    at = state.pieces[unit].at
    return tuple(other for other in units if state.pieces[other].at == at)


def takes_way(action: Action) -> bool:
    """True when the hexes to be passed can be fixed."""
    return any(entry.name == "via" for entry in fields(action))


def marches(action: Action | None) -> bool:
    """True when what a unit may do at a hex is a march, which costs points; who advances there pays
    none, and in a combat phase nobody marches, near as a hex is.
    """
    return action is not None and takes_way(action)


def aimed(pattern: Action, unit: UnitId, at: Location, via: tuple[Hex, ...] = ()) -> Action:
    """The same thing done by a unit at a place, over some hexes."""
    values: JsonObject = {"unit": unit, "target": at, "via": via}
    names = {entry.name for entry in fields(pattern)}
    return replace(pattern, **{name: value for name, value in values.items() if name in names})


def refusal(rules: Rules, state: State, unit: UnitId, pattern: Action) -> tuple[Objection, ...]:
    """What the rules say against a unit's doing what another one did."""
    at = pattern.where()
    return () if at is None else rules.check(state, aimed(pattern, unit, at))

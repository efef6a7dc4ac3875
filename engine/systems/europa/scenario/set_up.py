"""Set-up: the Allied side first, then the Axis, where the order of battle says (BF-30, BC-23)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain

from engine.core.actions import Action, Objection
from engine.core.chance import Stream
from engine.core.handler import Answer, Handler
from engine.core.legal import Family, Pairs
from engine.core.state import Location, Piece
from engine.core.system import Question
from engine.core.wording import counted
from engine.rules.set_up.placing import drawn
from engine.systems.europa.board import places
from engine.systems.europa.charts.place_charts import PlaceRow
from engine.systems.europa.movement.move_actions import BreakDown
from engine.systems.europa.movement.rail_movement import graph
from engine.systems.europa.production import turns
from engine.systems.europa.scenario import broken_set_up
from engine.systems.europa.scenario.ranking import Ranked, fronts
from engine.systems.europa.scenario.set_up_actions import FinishSetUp, PlaceUnit, UseRecommended
from engine.systems.europa.state.common import Work, now, objection
from engine.systems.europa.state.constants import BROKEN, HALF, HELD, PENDING, POOL
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import SettingUp
from maps.hexgrid import Hex
from oob.model import UnitId

ASIDE = {"components": HELD, "broken down": BROKEN}
"""Where units wait whose set-up place is one of these words."""
Closed = tuple[frozenset[Location], tuple[str, ...]]
"""Hexes that are closed to a unit, and why: the words before and after the name of one of them."""


def opening_pieces(context: Context) -> dict[UnitId, Piece]:
    """Every unit before set-up: those that start in their box, their only hex or the pool; the
    others set aside as components, as broken down divisions, or as still to come.
    """
    return {unit: _opening(context, unit) for unit in context.units}


def _opening(context: Context, unit: UnitId) -> Piece:
    entry = context.setups.get(unit)
    steps = context.units[unit].steps
    if entry is None or not context.figures.starts(entry.place):
        return Piece(ASIDE.get(entry.place, PENDING) if entry else PENDING, steps)
    steps = entry.steps or steps
    held = places.box(context, entry.place)
    if held:
        return Piece(held, steps)
    homes = home_hexes(context, unit)
    return Piece(homes[0] if len(homes) == 1 else POOL, steps)


def home_hexes(context: Context, unit: UnitId) -> tuple[Hex, ...]:
    """The hexes a unit may be set up in."""
    if unit not in context.homes:
        entry = context.setups.get(unit)
        starts = entry is not None and context.figures.starts(entry.place)
        found = places.hexes(context, entry.place) if entry and starts else ()
        context.homes[unit] = context.within_field(found)
    return context.homes[unit]


def setter(context: Context, unit: UnitId) -> str:
    """The side that sets a unit up: its own, the Allied one for neutrals (BF-30.5, BC-23.3)."""
    return _setters(context)[unit]


@lru_cache(maxsize=8)
def _setters(context: Context) -> Mapping[UnitId, str]:
    return {id_: unit.side.lower() for id_, unit in context.oob.units.items()}


def waiting(pos: Position, side: str) -> tuple[UnitId, ...]:
    """Units a side has still to set up."""

    def work() -> tuple[UnitId, ...]:
        setters = _setters(pos.context)
        mine = [unit for unit in pos.boxed(POOL) if setters[unit] == side]
        return tuple(filter(pos.deploys_now, mine))

    return pos.once(("waiting", side), work)


def movable(pos: Position, side: str) -> tuple[UnitId, ...]:
    """Units a side may place or shift: those with more than one hex to stand in."""
    return tuple([unit for unit in pos.state.pieces if may_shift(pos, side, unit)])


def may_shift(pos: Position, side: str, unit: UnitId) -> bool:
    """Whether a side may place or shift a unit."""
    at = pos.state.pieces[unit].at
    return (
        (at == POOL or isinstance(at, Hex))
        and setter(pos.context, unit) == side
        and pos.deploys_now(unit)
        and len(homes(pos, unit)) > 1
    )


def homes(pos: Position, unit: UnitId) -> tuple[Hex, ...]:
    """The hexes a unit may be set up in; a component's are its division's (BF-30.6)."""
    division, context = broken_set_up.division_of(pos, unit), pos.context
    place = pos.redeployed(division)
    if not place:
        return home_hexes(context, division)
    return pos.once(("homes", place), lambda: context.within_field(places.hexes(context, place)))


def question(pos: Position, frame: SettingUp) -> Question:
    """Set up units; recommended set-up; finish."""
    left = len(waiting(pos, frame.side))
    prompt = (
        f"Set up {counted(left, 'more unit')}, or let the recommended set-up place them all."
        if left
        else "All units are set up: finish, or shift some first."
    )
    families = (
        Family(
            "place unit",
            "Set up",
            lambda: _placements(pos, frame),
            of=partial(_placements_of, pos),
            draw=partial(_draw, pos, frame),
            sure=partial(_is_open, pos, frame),
            places=partial(open_homes, pos, frame.side),
            weight=16,
        ),
        *_broken(pos, frame),
        Family("use recommended", "Recommended set-up", lambda: (UseRecommended(),), weight=2),
        Family("finish set up", "Finish set-up", lambda: (FinishSetUp(),), weight=6, closing=True),
    )
    return Question(frame.side, prompt, families, pos.context.cite("deployment"))


def _broken(pos: Position, frame: SettingUp) -> Iterator[Family]:
    """Set divisions up broken down, where the title says so."""
    if pos.context.charts.breakdowns.deployed:
        mine = partial(movable, pos, frame.side)
        side = frame.side
        yield Family(
            "break down",
            "Set up broken down",
            lambda: broken_set_up.offers(pos, mine()),
            of=lambda unit: broken_set_up.offers(
                pos, (unit,) if may_shift(pos, side, unit) else ()
            ),
            weight=0,
        )


def broken_objections(pos: Position, frame: SettingUp, action: BreakDown) -> Iterator[Objection]:
    """What forbids to set a division up broken down."""
    if not may_shift(pos, frame.side, action.unit):
        text = f"{pos.called(action.unit)} is not yours to set up now."
        yield objection(pos, "deployment", text)
    else:
        yield from broken_set_up.objections(pos, action.unit, action.into)


def _placements(pos: Position, frame: SettingUp) -> Pairs:
    units = dict.fromkeys((*waiting(pos, frame.side), *movable(pos, frame.side)))
    return Pairs(units, partial(homes, pos), PlaceUnit)


def _placements_of(pos: Position, unit: UnitId) -> Iterator[Action]:
    return (PlaceUnit(unit, at) for at in homes(pos, unit))


def _is_open(pos: Position, frame: SettingUp, action: Action) -> bool:
    """What :func:`place_objections` finds of a unit and one of its homes: nothing, or something."""
    assert isinstance(action, PlaceUnit), "what this family offers"
    return action.target in open_homes(pos, frame.side, action.unit)


def open_homes(pos: Position, side: str, unit: UnitId) -> frozenset[Location]:
    """The hexes where nothing forbids a side to set a unit up now. Most of them are found for all
    units alike at once.
    """
    return pos.once(("open homes", side, unit), lambda: _open_homes(pos, side, unit))


def _open_homes(pos: Position, side: str, unit: UnitId) -> frozenset[Location]:
    if not may_shift(pos, side, unit):
        return frozenset()
    word = pos.set_up_place(broken_set_up.division_of(pos, unit))
    here, alike = pos.piece(unit).at, (word, pos.side(unit), pos.bulk(unit))
    if here == POOL:
        found = pos.once(("room", *alike), lambda: _room(pos, unit))
    else:
        found = _room(pos, unit)  # who stands in a hex takes no more room there
    found = found.difference(*[closed for closed, _ in _crowded(pos, unit)])
    if pos.is_placed_apart(unit):
        found = frozenset([at for at in found if pos.ill_placed(unit, at) is None])
    return found - {here} if here in found else found


def _room(pos: Position, unit: UnitId) -> frozenset[Hex]:
    """The homes of a unit where no strangers stand and the stacks of its side take it."""
    side, sides = pos.side(unit), pos.standing.sides
    others = [stacks.units.keys() for one, stacks in sides.items() if one != side]
    found = frozenset(homes(pos, unit)).difference(*others)
    tight = pos.once(("tight", "set-up", side), lambda: _tight(pos, side))
    doubtful = found & tight if pos.context.least_stack else found
    return found.difference([at for at in doubtful if not pos.fits(at, (unit,))])


def _tight(pos: Position, side: str) -> frozenset[Hex]:
    """The hexes of a side's units where not every further one fits."""
    return frozenset([at for at in pos.standing.sides[side].units if pos.tight(side, at)])


def _draw(pos: Position, frame: SettingUp, stream: Stream) -> Action | None:
    return drawn(waiting(pos, frame.side), partial(homes, pos), PlaceUnit, stream)


def place_objections(pos: Position, frame: SettingUp, action: PlaceUnit) -> Iterator[Objection]:
    """What forbids setting a unit up in a hex."""
    unit, at = action.unit, action.target
    name, where = pos.called(unit), pos.label(at)
    if not may_shift(pos, frame.side, unit):
        yield objection(pos, "deployment", f"{name} is not yours to set up now.")
        return
    if not isinstance(at, Hex) or at not in homes(pos, unit):
        place = pos.set_up_place(broken_set_up.division_of(pos, unit))
        yield objection(pos, "deployment", f"{name} sets up elsewhere ({place}), not in {where}.")
        return
    if pos.piece(unit).at == at:
        yield objection(pos, "deployment", f"{name} is in {where} already.")
    if _strangers(pos, unit, at):
        yield objection(pos, "deployment", f"Units of another side stand in {where}.")
    yield from _crowding(pos, unit, at)
    if not pos.fits(at, (unit,)):
        yield objection(pos, "deployment stacking", f"{where} holds as many units as it can.")
    alone = pos.ill_placed(unit, at)
    if alone is not None:
        yield alone


def _crowding(pos: Position, unit: UnitId, at: Hex) -> Iterator[Objection]:
    """What a place word says about how many of its units stand where (FE-36.2)."""
    for closed, words in _crowded(pos, unit):
        if at in closed:
            yield objection(pos, "deployment", pos.label(at).join(words))


def _crowded(pos: Position, unit: UnitId) -> tuple[Closed, ...]:
    """The hexes that others of its place word close to a unit, and why."""
    row = pos.context.charts.places.row(pos.set_up_place(broken_set_up.division_of(pos, unit)))
    if not (row.single or row.cycle or row.limits):
        return ()
    return pos.once(("crowded", unit), lambda: tuple(_closing(pos, unit, row)))


def _closing(pos: Position, unit: UnitId, row: PlaceRow) -> Iterator[Closed]:
    division = broken_set_up.division_of(pos, unit)
    mates = [mate for mate in pos.context.setups[division].units if mate != unit]
    if row.single:
        type_ = pos.context.units[unit].type
        alike = (m for m in mates if row.single == "unit" or pos.context.units[m].type == type_)
        what = "unit" if row.single == "unit" else f"{type_} unit"
        taken = frozenset([pos.piece(mate).at for mate in alike])
        yield taken, (f"Another {what} of {row.id} stands in ", ".")
    if row.cycle:
        others = frozenset(homes(pos, unit)) - _by_turns(pos, unit, mates, row)
        yield others, ("It is not the turn of ", f": other cities of {row.id} come first.")
    for limit in row.limits:
        within = places.hexes(pos.context, limit.place)
        there = (mate for mate in mates if pos.piece(mate).at in within)
        halves = pos.facts(unit).halves + sum(pos.facts(mate).halves for mate in there)
        if halves > limit.most * HALF:
            many = counted(limit.most, f"RE of {row.id} is", f"REs of {row.id} are")
            yield frozenset(within), (f"No more than {many} set up in {limit.place}.",)


def _by_turns(
    pos: Position, unit: UnitId, mates: Iterable[UnitId], row: PlaceRow
) -> frozenset[Hex]:
    """The cities whose turn it is to have a unit set up there, and those where others of its corps
    are (FE-OBS-5).
    """
    own = _corps(pos, unit, row)
    forces: dict[Hex, set[str]] = {}
    for mate in mates:
        at = pos.piece(mate).at
        if isinstance(at, Hex):
            forces.setdefault(at, set()).add(_corps(pos, mate, row))
    served = {at: len(found) for at, found in forces.items()}
    joined = (at for at, found in forces.items() if own in found)
    return frozenset((*turns.by_rounds(pos, unit, homes(pos, unit), served), *joined))


def _corps(pos: Position, unit: UnitId, row: PlaceRow) -> str:
    """The formation that a unit is set up with as one, its own name where there is none."""
    formation = pos.context.oob.formations.get(pos.context.units[unit].formation)
    together = formation is not None and row.whole and row.whole in formation.name
    return formation.id if formation is not None and together else unit


def _strangers(pos: Position, unit: UnitId, at: Hex) -> bool:
    """Whether units of another side stand in a hex."""
    side = pos.side(unit)
    return any(at in stacks for one, stacks in pos.standing.sides.items() if one != side)


def place(pos: Position, _frame: SettingUp, action: PlaceUnit, transition: Work) -> None:
    """Put the unit there."""
    _put(pos.context, transition, action.unit, action.target)


def _put(context: Context, transition: Work, unit: UnitId, at: Location) -> None:
    transition.state = transition.state.with_piece(unit, at=at)
    transition.tell("set up", context.cite("deployment"), unit=unit, at=at)


def recommended_objections(
    pos: Position, frame: SettingUp, _action: UseRecommended
) -> Iterator[Objection]:
    """There must be something left to set up."""
    if not waiting(pos, frame.side):
        yield objection(pos, "deployment", "All units are set up.")


def recommend(pos: Position, frame: SettingUp, _action: UseRecommended, transition: Work) -> None:
    """Set up what is left: where the scenario says, the fortified line hex by hex, divisions where
    the enemy is, the rest spread behind them.
    """
    ranked, listed = Ranked(pos, fronts(pos)), _listed(pos.context)
    order = sorted(
        waiting(pos, frame.side),
        key=lambda u: (len(homes(pos, u)), -pos.facts(u).defense, u),
    )
    for unit in order:
        here = now(pos.context, transition)
        open_ = homes(pos, unit)
        ways = [one for one in (_on_lines(pos, unit, open_), open_) if one]
        ordered = (ranked.best_first(unit, one) for one in ways)
        for at in chain(listed.get(unit, ()), *ordered):
            if next(place_objections(here, frame, PlaceUnit(unit, at)), None) is None:
                _put(pos.context, transition, unit, at)
                ranked.joined(unit, at)
                break


def _on_lines(pos: Position, unit: UnitId, open_: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """Those of some hexes that who goes by rail alone can leave; none for others."""
    if not pos.rail_only(unit):
        return ()
    lines = graph(pos, unit, high=False)
    return tuple(at for at in open_ if at in lines)


def _listed(context: Context) -> dict[UnitId, tuple[Hex, ...]]:
    """The hex the scenario recommends for each unit it does so for."""
    rows = context.figures.recommended.items()
    return {unit: (context.hex_of(label),) for label, units in rows for unit in units}


def finish_objections(pos: Position, frame: SettingUp, _action: FinishSetUp) -> Iterator[Objection]:
    """All units must stand, and where they may."""
    left = [unit for unit in waiting(pos, frame.side) if not pos.held_back(unit)]
    if left:
        more = f", and {len(left) - 1} more" if len(left) > 1 else ""
        text = f"{pos.called(left[0])} must be set up{more}."
        yield objection(pos, "deployment", text, units=tuple(left))
        return
    for unit in movable(pos, frame.side):
        at = pos.piece(unit).at
        found = pos.ill_placed(unit, at) if isinstance(at, Hex) else None
        if found is not None:
            yield found


def finish(pos: Position, frame: SettingUp, _action: FinishSetUp, transition: Work) -> None:
    """A side has set up; what comes next lies below."""
    broken_set_up.close(transition)
    later = {unit: replace(pos.piece(unit), at=PENDING) for unit in waiting(pos, frame.side)}
    if later:
        transition.state = transition.state.with_pieces(later)
    transition.tell("set-up finished", pos.context.cite("deployment order"), side=frame.side)
    transition.state = transition.state.popped()


ANSWERS = (
    Answer(PlaceUnit, place_objections, place),
    Answer(UseRecommended, recommended_objections, recommend),
    Answer(FinishSetUp, finish_objections, finish),
    Answer(BreakDown, broken_objections, broken_set_up.break_down),
)
HANDLERS = (Handler(SettingUp, ANSWERS, question=question),)
"""The handler of set-up."""

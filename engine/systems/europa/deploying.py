"""Set-up: the Allied side first, then the Axis, where the order of battle says (BF-30, BC-23)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from engine.core.actions import Action, Objection
from engine.core.chance import Stream
from engine.core.desk import Answer, Desk
from engine.core.legal import Family
from engine.core.state import Location, Piece
from engine.core.system import Question
from engine.systems.europa import places
from engine.systems.europa.common import Work, now, objection
from engine.systems.europa.deploy_actions import FinishSetUp, PlaceUnit, UseRecommended
from engine.systems.europa.lands import area
from engine.systems.europa.position import Position
from engine.systems.europa.records import SettingUp
from engine.systems.europa.table import Table
from engine.systems.europa.words import BROKEN, HELD, PENDING, POOL, SIDES, other
from maps.hexgrid import Hex
from oob.model import UnitId

LINE = "Metaxas Line"
"""The area a recommended set-up covers hex by hex, where a unit's place includes it."""
ASIDE = {"components": HELD, "broken down": BROKEN}
"""Where units wait whose set-up place is one of these words."""
FAR = 12
"""Hexes from the enemy beyond which one place is as good as another."""


def opening_pieces(table: Table) -> dict[UnitId, Piece]:
    """Every unit before set-up: those that start in their box, their only hex or the pool; the
    others set aside as components, as broken down divisions, or as still to come.
    """
    return {unit: _opening(table, unit) for unit in table.units}


def _opening(table: Table, unit: UnitId) -> Piece:
    entry = table.setups.get(unit)
    steps = table.units[unit].steps
    if entry is None or not table.figures.starts(entry.place):
        return Piece(ASIDE.get(entry.place, PENDING) if entry else PENDING, steps)
    steps = entry.steps or steps
    held = places.box(table, entry.place)
    if held:
        return Piece(held, steps)
    homes = home_hexes(table, unit)
    return Piece(homes[0] if len(homes) == 1 else POOL, steps)


def home_hexes(table: Table, unit: UnitId) -> tuple[Hex, ...]:
    """The hexes a unit may be set up in."""
    if unit not in table.homes:
        entry = table.setups.get(unit)
        starts = entry is not None and table.figures.starts(entry.place)
        table.homes[unit] = places.hexes(table, entry.place) if entry and starts else ()
    return table.homes[unit]


def setter(table: Table, unit: UnitId) -> str:
    """The side that sets a unit up: its own, the Allied one for neutrals (BF-30.5, BC-23.3)."""
    return table.units[unit].side.lower()


def waiting(pos: Position, side: str) -> tuple[UnitId, ...]:
    """Units a side has still to set up."""
    return tuple(unit for unit in pos.boxed(POOL) if setter(pos.table, unit) == side)


def movable(pos: Position, side: str) -> tuple[UnitId, ...]:
    """Units a side may place or shift: those with more than one hex to stand in."""
    return tuple(
        unit
        for unit, piece in pos.state.pieces.items()
        if (piece.at == POOL or isinstance(piece.at, Hex))
        and setter(pos.table, unit) == side
        and len(home_hexes(pos.table, unit)) > 1
    )


def question(pos: Position, frame: SettingUp) -> Question:
    """Set up units; recommended set-up; finish."""
    left = len(waiting(pos, frame.side))
    prompt = (
        f"Set up {left} more unit{'' if left == 1 else 's'}, or let the recommended set-up place "
        "them all."
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
            weight=16,
        ),
        Family("use recommended", "Recommended set-up", lambda: (UseRecommended(),), weight=2),
        Family("finish set up", "Finish set-up", lambda: (FinishSetUp(),), weight=6, closing=True),
    )
    return Question(frame.side, prompt, families, pos.table.cite("deployment"))


def _placements(pos: Position, frame: SettingUp) -> Iterator[Action]:
    left = waiting(pos, frame.side)
    for unit in (*left, *(u for u in movable(pos, frame.side) if u not in left)):
        yield from _placements_of(pos, unit)


def _placements_of(pos: Position, unit: UnitId) -> Iterator[Action]:
    return (PlaceUnit(unit, at) for at in home_hexes(pos.table, unit))


def _draw(pos: Position, frame: SettingUp, stream: Stream) -> Action | None:
    left = waiting(pos, frame.side)
    if not left:
        return None
    unit = left[stream.below(len(left))]
    homes = home_hexes(pos.table, unit)
    return PlaceUnit(unit, homes[stream.below(len(homes))]) if homes else None


def place_objections(pos: Position, frame: SettingUp, action: PlaceUnit) -> Iterator[Objection]:
    """What forbids setting a unit up in a hex."""
    unit, at = action.unit, action.target
    name, where = pos.called(unit), pos.label(at)
    if unit not in movable(pos, frame.side):
        yield objection(pos, "deployment", f"{name} is not yours to set up now.")
        return
    if not isinstance(at, Hex) or at not in home_hexes(pos.table, unit):
        place = pos.table.setups[unit].place
        yield objection(pos, "deployment", f"{name} sets up elsewhere ({place}), not in {where}.")
        return
    if pos.piece(unit).at == at:
        yield objection(pos, "deployment", f"{name} stands in {where} already.")
    if _strangers(pos, unit, at):
        yield objection(pos, "deployment", f"Units of another side stand in {where}.")
    if not pos.fits(at, (unit,)):
        yield objection(pos, "deployment stacking", f"{where} holds as many units as it can.")


def _strangers(pos: Position, unit: UnitId, at: Hex) -> Iterable[UnitId]:
    side = pos.side(unit)
    return tuple(mate for mate in pos.at.get(at, ()) if pos.side(mate) != side)


def place(pos: Position, _frame: SettingUp, action: PlaceUnit, doing: Work) -> None:
    """Put the unit there."""
    _put(pos.table, doing, action.unit, action.target)


def _put(table: Table, doing: Work, unit: UnitId, at: Location) -> None:
    doing.state = doing.state.with_piece(unit, at=at)
    doing.tell("set up", table.cite("deployment"), unit=unit, at=at)


def recommended_objections(
    pos: Position, frame: SettingUp, _action: UseRecommended
) -> Iterator[Objection]:
    """There must be something left to set up."""
    if not waiting(pos, frame.side):
        yield objection(pos, "deployment", "All units are set up.")


def recommend(pos: Position, frame: SettingUp, _action: UseRecommended, doing: Work) -> None:
    """Set up what is left: where the scenario says, the fortified line hex by hex, divisions where
    the enemy is, the rest spread behind them.
    """
    away, listed = _fronts(pos), _listed(pos.table)
    order = sorted(
        waiting(pos, frame.side),
        key=lambda u: (len(home_hexes(pos.table, u)), -pos.facts(u).defense, u),
    )
    for unit in order:
        here = now(pos.table, doing)
        homes = home_hexes(pos.table, unit)
        for at in (*listed.get(unit, ()), *sorted(homes, key=partial(_rank, here, unit, away))):
            if next(place_objections(here, frame, PlaceUnit(unit, at)), None) is None:
                _put(pos.table, doing, unit, at)
                break


def _listed(table: Table) -> dict[UnitId, tuple[Hex, ...]]:
    """The hex the scenario recommends for each unit it does so for."""
    rows = table.figures.recommended.items()
    return {unit: (table.hex_of(label),) for label, units in rows for unit in units}


def _fronts(pos: Position) -> dict[str, dict[Hex, int]]:
    """For each side, how far its hexes lie from the border of a country the enemy holds."""
    return {side: _distances(pos, side) for side in SIDES}


def _distances(pos: Position, side: str) -> dict[Hex, int]:
    fronts = pos.table.fronts
    edge = [
        at
        for at, near in fronts.items()
        if pos.owner_of(at) == side and any(pos.owner_of(n) == other(side) for n in near)
    ]
    found = dict.fromkeys(edge, 0)
    for at in edge:
        for near in fronts[at]:
            if near not in found and found[at] < FAR:
                found[near] = found[at] + 1
                edge.append(near)
    return found


def _rank(pos: Position, unit: UnitId, away: dict[str, dict[Hex, int]], at: Hex) -> tuple[int, ...]:
    """How good a hex is for a unit: an empty hex of the line, then near the enemy and uncrowded."""
    side, facts = pos.side(unit), pos.facts(unit)
    there = pos.friends(at, side)
    gap = 0 if not there and at in area(pos.table, LINE) else 1
    city = 0 if pos.table.city_rank(at) else 1
    far, crowd = away.get(side, {}).get(at, FAR), len(there)
    if side and (facts.divisional or facts.attack > 1):
        return gap, far + 2 * crowd, city, at.q, at.r
    return gap, 3 * crowd + city, far, at.q, at.r


def finish_objections(pos: Position, frame: SettingUp, _action: FinishSetUp) -> Iterator[Objection]:
    """All units must stand."""
    left = waiting(pos, frame.side)
    if left:
        text = f"{pos.called(left[0])} must be set up, and {len(left) - 1} more."
        yield objection(pos, "deployment", text)


def finish(pos: Position, frame: SettingUp, _action: FinishSetUp, doing: Work) -> None:
    """A side has set up; what comes next lies below."""
    doing.tell("set-up finished", pos.table.cite("deployment order"), side=frame.side)
    doing.state = doing.state.popped()


ANSWERS: dict[type[Action], Answer] = {
    PlaceUnit: Answer(place_objections, place),
    UseRecommended: Answer(recommended_objections, recommend),
    FinishSetUp: Answer(finish_objections, finish),
}
DESKS = (Desk(SettingUp, ANSWERS, question=question),)
"""The desk of set-up."""

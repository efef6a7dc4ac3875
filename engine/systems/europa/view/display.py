"""What players see of the board in every title: the turn record, counters, markers, supply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import compress
from operator import not_
from weakref import WeakKeyDictionary

from engine.core.change import pieces_changed
from engine.core.state import Piece, Pieces
from engine.core.view.display import CounterView, MarkerView, PhaseView
from engine.core.wording import counted
from engine.systems.europa.board import bases
from engine.systems.europa.movement import bridges
from engine.systems.europa.state.constants import (
    ADMIN,
    AIRDROPPED,
    ATTACKED,
    BADLY_DISRUPTED,
    DEAD,
    DEFENDED,
    DISRUPTED,
    DROPPED,
    GONE,
    HELD,
    LANDED,
    MOVED,
    ONE_HEX,
    OUT,
    RAILED,
    SHIPPED,
    Phase,
)
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Project, SettingUp
from maps.hexgrid import Hex
from oob.model import Unit, UnitId

BADGES = (
    MOVED,
    ADMIN,
    RAILED,
    ONE_HEX,
    SHIPPED,
    DROPPED,
    LANDED,
    AIRDROPPED,
    DISRUPTED,
    BADLY_DISRUPTED,
    ATTACKED,
    DEFENDED,
    OUT,
)
"""Marks that show on a counter as they are."""
Slot = tuple[Phase, str]


def phase_name(names: Mapping[str, str], slot: Slot) -> str:
    """A phase as the turn record names it: ``Axis movement``."""
    phase, side = slot
    word = phase.value.capitalize()
    return f"{names[side]} {phase.value}" if side else word


def phases(
    pos: Position,
    slots: tuple[Slot, ...],
    last_turn: int,
    notes: Iterable[str],
    after: tuple[str, ...] = (),
    *,
    between: str = "",
    first_turn: int = 1,
    ended_by: str = "",
) -> PhaseView:
    """The turn record with the phase being played; before the first turn, the set-ups, ``between``
    them what is decided now, and ``after`` them what else is, the next first. ``ended_by`` is the
    side in whose phase the game ended.
    """
    state, sides = pos.state, pos.context.side_names
    setting = next((f for f in reversed(state.flow) if isinstance(f, SettingUp)), None)
    order = pos.context.set_up_order
    placed = tuple(f"{sides[side]} set-up" for side in order)
    at = len(order) - sum(isinstance(frame, SettingUp) for frame in state.flow)
    if between:
        names, index = (*placed[:at], between, *placed[at:], *after), at
    elif setting is not None:
        names = (*placed, *after)
        index = at if order[at:][:1] == (setting.side,) else order.index(setting.side)
    elif state.phase == Phase.SET_UP.value and after:
        names = (*placed, *after)
        index = len(placed)
    else:
        names = tuple(phase_name(sides, slot) for slot in slots)
        played = Phase(state.phase), state.active or ended_by
        # Nobody is active when the last phase of a game is over.
        same = [n for n, slot in enumerate(slots) if played in (slot, (slot[0], ""))]
        index = max(same, default=0)
    return PhaseView(
        turn=state.turn,
        last_turn=last_turn,
        phases=names,
        phase=index,
        weather=weather_words(pos),
        notes=(pos.context.turn_name(state.turn), *notes),
        first_turn=first_turn,
    )


def weather_words(pos: Position) -> str:
    """The weather, by zone where there are several; '' before the first roll."""
    found = pos.state.weather
    if len(found) == 1:
        return "".join(found.values())
    return ", ".join(f"{zone} {weather}" for zone, weather in sorted(found.items()))


_SEEN: WeakKeyDictionary[
    Context, tuple[Pieces, Mapping[UnitId, str], Mapping[UnitId, CounterView | None]]
] = WeakKeyDictionary()
"""How all units looked last in each game, and the pieces and their owners then."""


def _counter(counter: Unit, unit: UnitId, piece: Piece, side: str) -> CounterView | None:
    """How a unit looks on the board; None where nobody sees it."""
    if piece.at in (GONE, HELD):
        return None
    badges = [badge for badge in BADGES if badge in piece.marks]
    reduced = 0 < piece.steps < counter.steps
    if reduced:
        badges.append("reduced")
    if not side and piece.at != DEAD:
        badges.append("neutral")
    face = len(counter.faces) - 1 if reduced or piece.mode else 0
    return CounterView(unit, piece.at, face, tuple(badges))


def counters(pos: Position) -> tuple[CounterView, ...]:
    """All counters on the board and in the boxes players look into; in a hex what takes no room
    lies under what does.
    """
    undermost = pos.context.undermost
    found = [view for view in _seen(pos).values() if view is not None]
    if not undermost:
        return tuple(found)
    lies_under = [one.unit in undermost and isinstance(one.at, Hex) for one in found]
    return (*compress(found, lies_under), *compress(found, map(not_, lies_under)))


def _seen(pos: Position) -> Mapping[UnitId, CounterView | None]:
    """How all units look: as they did last, but for those whose pieces have changed since."""
    pieces, owners, units = pos.state.pieces, pos.standing.owners, pos.context.units
    last, changed = _SEEN.get(pos.context), None
    if last is not None and last[1] is owners:
        changed = pieces_changed(last[0], pieces)
    views = {} if last is None or changed is None else {**last[2]}
    for unit in pieces if changed is None else changed:
        views[unit] = _counter(units[unit], unit, pieces[unit], owners[unit])
    _SEEN[pos.context] = pieces, owners, views
    return views


def markers(pos: Position) -> tuple[MarkerView, ...]:
    """Forts, airfields and what is being built; broken rail, razed fortifications."""
    state = pos.state
    found = [MarkerView("fort", at, pos.owner_of(at), "Fort") for at in sorted(state.forts)]
    for hexes, text in ((state.airfields, "Airfield"), (state.strips, "Temporary airfield")):
        found += [MarkerView("airfield", at, pos.owner_of(at), text) for at in sorted(hexes)]
    for at, work in sorted(state.works.items()):
        kind = "fort" if work.project is Project.FORT else "airfield"
        text = (
            f"{kind.capitalize()} under construction, done on {pos.context.turn_name(work.ready)}"
        )
        found.append(MarkerView(kind, at, work.side, text, "closed"))
    found += _damage(pos)
    found += _gauges(pos)
    found += [MarkerView("rail cut", at, "", "Railroad broken") for at in sorted(state.breaks)]
    for side in sorted(state.razed):
        found.append(MarkerView("destroyed", side.hexes[0], "", "Fortified hexside destroyed"))
    for side in sorted(state.down):
        found.append(MarkerView("bridge down", side.hexes[0], "", "Bridge down"))
    return tuple(found)


def _gauges(pos: Position) -> Iterator[MarkerView]:
    """A marker on each rail hex that has been re-gauged, with the gauge it has now (BF-7A4.4,
    FE-7A3.8).
    """
    railways, regauged = pos.context.railways, pos.state.regauged
    for at in sorted(regauged):
        broad = railways.broad_in(at, regauged)
        word = "Gauge changed" if broad is None else "Broad gauge" if broad else "Standard gauge"
        yield MarkerView("gauge", at, "", word, "muted")


def _damage(pos: Position) -> Iterator[MarkerView]:
    """A marker on each port or airbase that has been hit, with what is left of it (BF-20F1a.1,
    20F2a.4).
    """
    context, known = pos.context, pos.state.hits
    if not known:
        return
    airbases = {*context.fields, *context.cities, *pos.state.airfields, *pos.state.strips}
    for over in sorted(context.bridge_sides) if context.option(bridges.BRIDGES) else ():
        if count := bridges.hits(pos, over):
            text = f"Bridge: {count} of {counted(context.charts.bridges.hits, 'hit')}"
            yield MarkerView("destroyed", over.hexes[0], bridges.owner(pos, over), text)
    for what, places in ((bases.PORT, set(context.ports)), (bases.AIRBASE, airbases)):
        for at in sorted(places):
            count = known.get(bases.key(context, what, at), 0)
            if count:
                left = (bases.port_capacity if what == bases.PORT else bases.capacity)(pos, at)
                hits = counted(count, "hit")
                text = f"{what.capitalize()}: {hits}, capacity {left}"
                yield MarkerView("destroyed", at, pos.owner_of(at), text)

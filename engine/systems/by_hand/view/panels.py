"""The panels: phases, tracks, boxes, what is owed, what is not checked, figures."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from engine.core.view.display import (
    BattleView,
    Combatant,
    CounterView,
    Display,
    MarkerView,
    PhaseView,
    Row,
)
from engine.core.view.outlook import Due, Figure
from engine.core.wording import counted
from engine.rules.board.context import DEAD, POOL
from engine.rules.board.invariants import piece_faults
from engine.systems.by_hand.battle import Calculation
from engine.systems.by_hand.charts.ground import VictoryChart
from engine.systems.by_hand.charts.sequence import TrackRow
from engine.systems.by_hand.context import PILES
from engine.systems.by_hand.position import HandPosition
from engine.systems.by_hand.records import ARRIVALS, MOVED, REVEALED, Fighting
from maps.hexgrid import Hex
from oob.model import EntryKind, UnitId
from oob.words import MARKER

NEVER = (
    "Reaction, overrun and exploitation",
    "Which way a retreat goes, and who advances",
    "Replacements, rail and sea movement",
    "Special events of single turns",
)
"""What cannot be declared and is left to the players."""


def phases(pos: HandPosition) -> PhaseView:
    """The turn record."""
    state, charts = pos.state, pos.charts
    row = charts.turns.row(state.turn)
    dated = tuple(filter(None, (", ".join(filter(None, (row.date, row.season))),)))
    if pos.slot is None:
        return PhaseView(state.turn, charts.turns.last, ("Set-up",), 0, _sky(pos), dated)
    names = tuple(charts.phase_name(slot.side, slot.name) for slot in pos.context.slots)
    duties = (duty for phase in pos.slot.way for duty in phase.duties)
    notes = (*dated, *row.events, *duties)
    return PhaseView(state.turn, charts.turns.last, names, state.slot, _sky(pos), notes)


def _sky(pos: HandPosition) -> str:
    chart = pos.charts.weather
    if chart is None:
        return ""
    names = {row.id: row.name for row in chart.kinds}
    zones = {row.id: f"{row.name}: " for row in chart.zones}
    told = [(zones.get(zone, ""), names.get(kind, "")) for zone, kind in pos.skies]
    return ", ".join(f"{zone}{name}" for zone, name in told if name)


def displays(pos: HandPosition) -> tuple[Display, ...]:
    """All panels."""
    return tuple(_displays(pos))


def _displays(pos: HandPosition) -> Iterator[Display]:
    state, charts = pos.state, pos.charts
    owed = tuple(Row(text, tone="bad") for text in state.owed)
    if owed:
        yield Display("owed", "To be done by hand", owed, str(len(owed)))
    if charts.tracks:
        yield Display("tracks", "Tracks", tuple(_track(pos, row) for row in charts.tracks))
    yield from _boxes(pos)
    if charts.pools:
        rows_ = (
            Row(
                row.name, f"{len(row.chits) - len(state.drawn.get(row.id, ()))} of {len(row.chits)}"
            )
            for row in charts.pools
        )
        yield Display("chits", "Chits left", tuple(rows_))
    if charts.victory is not None:
        yield Display("victory", "Victory points", tuple(_points(pos, charts.victory)))
    declared = (word.capitalize() for word in charts.unchecked)
    unchecked = (*declared, *_unrated(pos), *NEVER)
    rows = tuple(Row(text, tone="muted") for text in unchecked)
    passed = f"{counted(state.overridden, 'caution')} passed over" if state.overridden else ""
    yield Display("unchecked", "Not checked", rows, passed)


def _unrated(pos: HandPosition) -> Iterator[str]:
    """How many units have no movement on their counters, which markers need not."""
    units = pos.context.units
    still = sum(1 for unit in pos.context.still if units[unit].type != MARKER)
    if still and pos.charts.movement is not None:
        yield f"Movement of {counted(still, 'unit')}: not on the counter"


def _points(pos: HandPosition, chart: VictoryChart) -> Iterator[Row]:
    """The points of each side, with what they are for; then what nobody holds yet."""
    for side in (*pos.context.players, ""):
        held = [at for at in pos.context.worth if pos.state.owners.get(at, "") == side]
        taken = pos.taken(side) if side and chart.losses else 0
        if side:
            yield Row(pos.charts.side_name(side), str(pos.points(side)))
        elif held:
            yield Row("Held by nobody", tone="muted")
        for at in held:
            yield Row(pos.label(at), str(pos.context.worth[at]), hex=at, depth=1)
        if taken:
            lost = f"{counted(taken, 'step')} of the enemy out of the game"
            yield Row(lost, str(taken * chart.losses), depth=1)


def _track(pos: HandPosition, row: TrackRow) -> Row:
    return Row(row.name, str(pos.state.tracks.get(row.id, row.start)))


def _boxes(pos: HandPosition) -> Iterator[Display]:
    """Declared displays with a row for each box, then the boxes of the board and the piles."""
    rows = sorted(pos.charts.boxes, key=lambda row: row.display)
    for title, boxes in groupby(rows, key=lambda row: row.display):
        lines = tuple(
            Row(box.name, _held(pos, box.id, box.holds), pos.boxed(box.id), subject=box.id)
            for box in boxes
        )
        yield Display(f"display:{title or 'boxes'}", title or "Boxes", lines)
    for box in (*pos.context.map.boxes, POOL, ARRIVALS):
        units = pos.boxed(box)
        if units or box not in PILES:
            lines = tuple(Row(pos.called(unit), "", (unit,)) for unit in units)
            name = pos.context.boxes[box]
            yield Display(f"box:{box}", name[:1].upper() + name[1:], lines)
    lines = tuple(Row(pos.called(unit), "", (unit,)) for unit in pos.boxed(DEAD))
    yield Display("dead", "Out of the game", lines)


def _held(pos: HandPosition, box: str, holds: int) -> str:
    found = len(pos.boxed(box))
    return f"{found} of {holds}" if holds else str(found)


def counters(pos: HandPosition) -> tuple[CounterView, ...]:
    """All counters with their states."""
    context, names = pos.context, {row.id: row.name for row in pos.charts.states}
    found = []
    for unit, piece in pos.state.pieces.items():
        full = context.steps(unit)
        badges = [names.get(mark, mark) for mark in sorted(piece.marks) if mark != REVEALED]
        if 0 < piece.steps < full:
            badges.append("reduced" if full == 2 else f"{piece.steps} of {counted(full, 'step')}")
        face = context.face(unit, piece.steps or full)
        if piece.mode:
            face = len(context.units[unit].faces) - 1 if face == 0 else 0
        found.append(CounterView(unit, piece.at, face, tuple(badges)))
    return tuple(found)


def markers(pos: HandPosition) -> tuple[MarkerView, ...]:
    """Markers that lie on hexes, those of tracks that the board has, and who owns the places that
    count.
    """
    rows = pos.context.marker_rows
    laid = (
        MarkerView(marker, at, "", rows[marker].name)
        for at, markers in sorted(pos.state.markers.items())
        for marker in markers
    )
    owned = (
        MarkerView("control", at, side, pos.charts.side_name(side))
        for at, side in sorted(pos.state.owners.items())
    )
    return (*laid, *_on_tracks(pos), *owned)


def _on_tracks(pos: HandPosition) -> Iterator[MarkerView]:
    for row in pos.charts.tracks:
        spaces = pos.context.spaces[row.id]
        number = pos.state.tracks.get(row.id, row.start) - row.least
        at = spaces[number] if number < len(spaces) else None
        if at is not None:
            yield MarkerView("track", at, row.side, row.name, "now")


def figures(pos: HandPosition) -> tuple[Figure, ...]:
    """Points, steps lost, and cautions that were passed over."""
    found = []
    for side in pos.context.players:
        if pos.charts.victory is not None:
            found.append(Figure("points", "Points", side, pos.points(side)))
        lost = sum(
            pos.context.steps(unit) - piece.steps
            for unit, piece in pos.state.pieces.items()
            if pos.owner(unit) == side
        )
        found.append(Figure("losses", "Steps lost", side, lost))
    found.append(Figure("cautions", "Cautions passed over", "", pos.state.overridden))
    return tuple(found)


def due(pos: HandPosition, first: int, last: int) -> tuple[Due, ...]:
    """Arrivals, events and the end of the game."""
    return tuple(_due(pos, first, last))


def _due(pos: HandPosition, first: int, last: int) -> Iterator[Due]:
    for entry in pos.context.schedule:
        turn = entry.turn
        if first <= turn <= last:
            units = tuple(unit for unit in entry.units if unit in pos.context.units)
            leaves = entry.kind is EntryKind.WITHDRAWS
            gone = [pos.where(unit) == (DEAD if leaves else ARRIVALS) for unit in units]
            done = all(gone) if leaves else not any(gone)
            names = ", ".join(map(pos.called, units))
            side = pos.owner(units[0]) if units else ""
            kind = "withdrawal" if leaves else "arrival"
            text = f"{names}: {entry.place}." if entry.place else f"{names}."
            yield Due(turn, kind, text, "H-phases", side, "", units, entry.place, done)
    for row in pos.charts.turns.rows:
        if row.id.isdecimal() and first <= int(row.id) <= last:
            said = (*row.events, *row.checklist)
            yield from (Due(int(row.id), "check", text, "H-phases") for text in said)
    end = pos.charts.turns.last
    if first <= end <= last:
        yield Due(end, "victory", "The game ends.", "H-victory")


def battle(pos: HandPosition) -> BattleView | None:
    """The battle whose dice are being thrown."""
    chart = pos.charts.combat
    frame = pos.state.flow[-1] if pos.state.flow else None
    if chart is None or not isinstance(frame, Fighting):
        return None
    found = Calculation(pos, chart, frame.units, frame.target)
    return BattleView(
        title=f"Battle for {pos.label(frame.target)}",
        at=frame.target,
        origin=pos.piece(frame.units[0]).hex,
        steps=("Line-up", "Dice", "By hand"),
        step=1,
        attackers=tuple(_combatant(pos, found, unit) for unit in found.attackers),
        defenders=tuple(_combatant(pos, found, unit) for unit in found.defenders),
        shots=tuple(f"A {face}" for face in frame.faces),
    )


def _combatant(pos: HandPosition, found: Calculation, unit: UnitId) -> Combatant:
    piece, value = pos.piece(unit), found.strength(unit)
    lost = pos.context.steps(unit) - piece.steps
    return Combatant(unit, int(value), (), 0, lost, piece.at == DEAD, f"strength {value}")


def faults(pos: HandPosition) -> tuple[str, ...]:
    """What must not be: pieces out of place, numbers off their tracks."""
    return tuple(_faults(pos))


def _faults(pos: HandPosition) -> Iterator[str]:
    yield from piece_faults(_Anywhere(pos), tuple(pos.context.boxes), DEAD)
    for ident, value in pos.state.tracks.items():
        row = pos.context.tracks[ident]
        if not row.least <= value <= row.most:
            yield f"{row.name} is at {value}"
    for pool, drawn in pos.state.drawn.items():
        if len(set(drawn)) < len(drawn):
            yield f"a chit of {pool} is drawn twice"
    known = {*pos.context.states, MOVED, REVEALED}
    for unit, piece in pos.state.pieces.items():
        if not piece.marks <= known:
            yield f"{unit} is in a state that is not declared"


class _Anywhere:
    """A position in which units can be in every hex of the board."""

    def __init__(self, pos: HandPosition) -> None:
        self.state = pos.state
        self.context = _Board(pos)


class _Board:
    """The board of such a position: its units, with a step at least, and all hexes."""

    def __init__(self, pos: HandPosition) -> None:
        self.units = pos.context.units
        self.land: frozenset[Hex] = frozenset(pos.context.map.terrain)

"""What players see of the board: the turn record, counters, markers and supply."""

from __future__ import annotations

from engine.core.view.display import CounterView, MarkerView, PhaseView
from engine.core.wording import counted
from engine.systems.operation_gertrud.sequence import ORDER
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    ATTACKED,
    DEFENDED,
    FED,
    GERMAN,
    INTERDICTED,
    MOVED,
    Phase,
    SettingUp,
    Yavuz,
)
from maps.hexgrid import Hex
from oob.model import UnitId

SET_UP: tuple[str, ...] = ("German set-up", "Allied set-up")
NAMES = {phase: phase.value.capitalize() for phase in ORDER}
BADGES = (MOVED, ATTACKED, DEFENDED, INTERDICTED, FED)
"""Marks that show on a counter as they are."""


def phases(pos: Position) -> PhaseView:
    """The turn record with the current phase; before the first turn, the two set-ups."""
    state = pos.state
    setting = next((f for f in state.flow if isinstance(f, SettingUp)), None)
    phase = Phase(state.phase)
    if setting is not None or phase not in ORDER:
        names = SET_UP
        index = 1 if setting is not None and setting.side == ALLIED else 0
    else:
        names, index = tuple(NAMES[p] for p in ORDER), ORDER.index(phase)
    notes = [f"Objectives: {len(pos.objectives_held())} of {len(pos.context.objectives)}"]
    if state.duplicity:
        notes.append("Soviet duplicity")
    return PhaseView(
        turn=state.turn,
        last_turn=pos.context.figures.turns,
        phases=names,
        phase=index,
        weather="",
        notes=tuple(notes),
    )


def counters(pos: Position) -> tuple[CounterView, ...]:
    """All counters on the board and in boxes players look into."""
    found = []
    for unit, piece in pos.state.pieces.items():
        badges = [badge for badge in BADGES if badge in piece.marks]
        if pos.out(unit):
            badges.append("out of supply")
        if piece.steps and not pos.full(unit):
            badges.append("reduced")
        steps = piece.steps or pos.context.units[unit].steps
        at: Hex | str = pos.state.drops.get(unit, piece.at)
        if unit in pos.state.drops:
            badges.append("dropping")
        found.append(CounterView(unit, at, pos.context.face(unit, steps), tuple(badges)))
    return tuple(found)


def markers(pos: Position) -> tuple[MarkerView, ...]:
    """Blown bridges, mined straits, the Yavuz in her berth, and support on the map."""
    state, context = pos.state, pos.context
    found = []
    for sides, kind, text in (
        (state.cut_roads, "bridge down", "Road bridge down"),
        (state.cut_rails, "bridge down", "Rail bridge down"),
    ):
        found += [MarkerView(kind, s.hexes[0], GERMAN, text) for s in sorted(sides)]
    for across in sorted(state.mined):
        name = context.strait_names[across]
        found.append(MarkerView("mined", across.hexes[0], GERMAN, f"{name} mined"))
    if state.yavuz in (Yavuz.TURKISH, Yavuz.SCUTTLED) and not pos.yavuz_sunk:
        tone = "closed" if state.yavuz is Yavuz.SCUTTLED else ""
        found.append(MarkerView("naval", context.berth, ALLIED, "Yavuz", tone))
    return tuple(found)


def supply(pos: Position, unit: UnitId) -> tuple[bool, tuple[Hex, ...], str]:
    """Whether a unit is in supply, its path, and why (OG 7)."""
    piece = pos.piece(unit)
    if pos.exempt(unit):
        return True, (), "It never needs supply [OG-7.6]."
    if not isinstance(piece.at, Hex):
        if unit in pos.state.drops:
            return True, (), "In the air: supply is judged after its next movement [OG-7.2a]."
        return True, (), "Supply is judged on the board [OG-7.0a]."
    path = pos.supply_path(unit)
    if path:
        steps, source = len(path) - 1, pos.label(path[-1])
        way = f"{counted(steps, 'hex', 'hexes')} to" if steps else "it is in"
        return True, path, f"In supply: {way} {source} [OG-7.0a]."
    if pos.out(unit):
        return False, (), "Out of supply: no path to a friendly city [OG-7.2a]."
    return True, (), "No path, but it counts as supplied until its next supply check [OG-7.2a]."

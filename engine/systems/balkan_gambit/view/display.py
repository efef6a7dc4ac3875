"""What players see: the turn record, panels, counters, markers, the battle, supply and
forecasts.
"""

from __future__ import annotations

from dataclasses import replace

from engine.core.actions import Action
from engine.core.view.display import (
    BattleView,
    Combatant,
    CounterView,
    MarkerView,
    Modifier,
    PhaseView,
)
from engine.core.wording import counted
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.battle.fire import attacking_step, ledger
from engine.systems.balkan_gambit.battle.hunts import hunt_ledger
from engine.systems.balkan_gambit.state.position import Position
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    ATTACKED,
    AXIS,
    DEAD,
    MOVED,
    REBUILT,
    Advancing,
    Barrage,
    Battle,
    BreakOffCall,
    DefenderTac,
    DefensiveFire,
    Forming,
    InBattle,
    Kind,
    Moving,
    OffensiveFire,
    Partisans,
    PortRolls,
    Reinforcing,
    RetreatCall,
    Retreating,
    SettingUp,
)
from engine.systems.balkan_gambit.view.panels import displays
from maps.hexgrid import Hex
from oob.model import UnitId

SET_UP: tuple[str, ...] = ("Axis set-up", "Allied set-up")
PHASES: tuple[str, ...] = (
    "Weather and rolls",
    "Partisans",
    "Reinforcements",
    "Allied player turn",
    "Axis player turn",
    "Turn end",
)
STEPS = (
    "Forming",
    "Barrage",
    "Defensive fire",
    "Break off",
    "Offensive fire",
    "Retreat",
    "Advance",
)
STEP_OF: dict[type[InBattle[Battle]], int] = {
    Forming: 0,
    DefenderTac: 0,
    Barrage: 1,
    DefensiveFire: 2,
    BreakOffCall: 3,
    OffensiveFire: 4,
    RetreatCall: 5,
    Retreating: 5,
    Advancing: 6,
}

__all__ = ["battle", "counters", "displays", "forecast", "markers", "phases", "spent_by", "supply"]


def phases(pos: Position) -> PhaseView:
    """The turn record with the current phase; before the first turn, the two set-ups."""
    state = pos.state
    top = state.top if state.flow else None
    names, index = PHASES, _phase(state.phase, type(top))
    if isinstance(top, SettingUp):
        names, index = SET_UP, 0 if top.side == AXIS else 1
    notes = []
    if pos.context.figures.italian_attitude:
        notes.append(f"Italians: {state.attitude.name.title()}")
    if pos.context.figures.chetniks:
        notes.append(f"Chetniks: {'Allied' if state.chetniks == ALLIED else 'Axis'}")
    return PhaseView(
        turn=state.turn,
        last_turn=pos.context.figures.turns,
        phases=names,
        phase=index,
        weather=str(state.weather.value),
        notes=tuple(notes),
    )


def _phase(phase: str, top: type) -> int:
    """Index of the current phase in :data:`PHASES`."""
    if phase == "initial":
        return 1 if top is Partisans else 2 if top in (Reinforcing, PortRolls) else 0
    return {ALLIED: 3, AXIS: 4, "end": 5}.get(phase, 0)


def counters(pos: Position) -> tuple[CounterView, ...]:
    """All counters on the board and in boxes players look into."""
    found = []
    for unit, piece in pos.state.pieces.items():
        on_board = isinstance(piece.at, Hex)
        badges = []
        if MOVED in piece.marks:
            badges.append("moved")
        if ATTACKED in piece.marks:
            badges.append("attacked")
        if REBUILT in piece.marks:
            badges.append("rebuilt")
        if on_board and not pos.supplied(unit):
            badges.append("out of supply")
        if pos.dispersed(unit):
            badges.append("dispersed")
        elif piece.steps and not pos.full(unit):
            badges.append("reduced")
        face = pos.context.face(unit, piece.steps or pos.context.units[unit].steps, piece.mode)
        found.append(CounterView(unit, piece.at, face, tuple(badges)))
    return tuple(found)


def markers(pos: Position) -> tuple[MarkerView, ...]:
    """Beachheads, ports, Improved Positions, the Naval marker and destroyed bridges."""
    found = []
    for at, mark in sorted(pos.state.beachheads.items()):
        kind = "port open" if mark.port else "beachhead"
        tone = "" if mark.open else "closed"
        text = "Port open" if mark.port else "Beachhead" if mark.open else "Beachhead closed"
        found.append(MarkerView(kind, at, ALLIED, text, tone))
    found += [
        MarkerView("improved position", at, AXIS, "Improved Position")
        for at in sorted(pos.state.improved)
    ]
    if pos.state.naval is not None:
        found.append(MarkerView("naval", pos.state.naval, ALLIED, "Naval Support"))
    for side in sorted(pos.state.blown):
        here, there = side.hexes
        text = f"Bridge down: to {pos.label(there)}"
        found.append(MarkerView("bridge down", here, ALLIED, text))
    return tuple(found)


def battle(pos: Position) -> BattleView | None:
    """The innermost battle, with both line-ups and every to-hit ledger."""
    frame = next((f for f in reversed(pos.state.flow) if isinstance(f, InBattle)), None)
    if frame is None:
        return None
    fought = frame.battle
    defenders = fought.defenders or pos.defenders(fought.target, fought.side)
    words = {
        Kind.ATTACK: "Battle for",
        Kind.LANDING: "Landing at",
        Kind.DROP: "Drop on",
        Kind.HUNT: "Partisans in",
    }
    hunting = fought.kind is Kind.HUNT
    if isinstance(frame, Forming) and not hunting:
        # It is judged when the force is complete; until then it is what it would be now (BG 9.2).
        force = (*fought.attackers, *defenders)
        short = frozenset(unit for unit in force if not pos.supplied(unit))
        fought = replace(fought, unsupplied=short)
    return BattleView(
        title=f"{words[fought.kind]} {pos.label(fought.target)}",
        at=fought.target,
        origin=fought.origin,
        steps=STEPS,
        step=STEP_OF.get(type(frame), 2 if hunting else 0),
        attackers=tuple(_combatant(pos, fought, u, frame, True) for u in fought.attackers),
        defenders=tuple(_combatant(pos, fought, u, frame, False) for u in defenders),
        shots=tuple(
            f"{pos.called(s.shooter)} at {pos.called(s.target)}: {s.face} against {s.to_hit}, "
            f"{'hit' if s.hit else 'miss'}"
            for s in fought.fired
        ),
    )


def _combatant(
    pos: Position, fought: Battle, unit: UnitId, frame: InBattle[Battle], attacking: bool
) -> Combatant:
    if fought.kind is Kind.HUNT:
        lines = hunt_ledger(pos, replace(fought, attackers=(unit,))) if attacking else ()
    else:
        lines = ledger(pos, fought, unit, attacking)
    firing = attacking_step(frame) == attacking
    return Combatant(
        unit=unit,
        to_hit=sum(line.value for line in lines),
        ledger=lines,
        shots=fought.shots.count(unit) if firing else 0,
        lost=(fought.lost_defending + fought.lost_attacking).count(unit),
        eliminated=pos.state.pieces[unit].at == DEAD,
    )


def spent_by(pos: Position, unit: UnitId) -> int:
    """Movement points a unit has used in the move command in progress."""
    frame = pos.state.top if pos.state.flow else None
    return frame.spent if isinstance(frame, Moving) and unit in frame.units else 0


def supply(pos: Position, unit: UnitId) -> tuple[bool, tuple[Hex, ...], str]:
    """Whether a unit is in supply, its path, and why (BG 9)."""
    piece = pos.state.pieces[unit]
    if pos.partisan(unit):
        return True, (), "Partisan type units are always in supply [BG-9.6]."
    if not isinstance(piece.at, Hex):
        return True, (), "Units in boxes are always in supply [BG-9.6]."
    path = pos.supply_path(unit)
    factor = pos.march_factor(unit)
    if path:
        steps = len(path) - 1
        way = f"{counted(steps, 'hex', 'hexes')} to" if steps else "it is at"
        return True, path, f"In supply: {way} its source [BG-9.2b]."
    return (
        False,
        (),
        f"Out of supply: a march of {factor} MP reaches no source and no road to one [BG-9.2b].",
    )


def forecast(pos: Position, action: Action) -> tuple[Modifier, ...]:
    """The ledger behind a shot, or behind what an attack's first unit would fire with."""
    frame = pos.state.top if pos.state.flow else None
    if isinstance(action, do.Fire) and isinstance(frame, InBattle):
        return ledger(pos, frame.battle, action.unit, attacking_step(frame))
    if isinstance(action, do.AddUnit) and isinstance(frame, Forming):
        force = replace(frame.battle, attackers=(action.unit,))
        if force.kind is Kind.HUNT:
            return hunt_ledger(pos, force)
        fed = frozenset() if pos.supplied(action.unit) else frozenset({action.unit})
        return ledger(pos, replace(force, unsupplied=fed), action.unit, True)
    return ()

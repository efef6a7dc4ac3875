"""What a player plans with: the figures a game is followed by, and what coming turns bring."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from engine.core.actions import Action
from engine.core.view.outlook import Due, Figure, Prospect
from engine.core.wording import counted, per_cent
from engine.systems.operation_gertrud import actions as do
from engine.systems.operation_gertrud import victory
from engine.systems.operation_gertrud.battle.battle_actions import Commit, RaidGoeben
from engine.systems.operation_gertrud.battle.battles import AirCall, NavalCall
from engine.systems.operation_gertrud.battle.duels import Duellist, Fate, duel_chances
from engine.systems.operation_gertrud.battle.interdiction import chance
from engine.systems.operation_gertrud.battle.raids import raid_chances
from engine.systems.operation_gertrud.battle.support import duellist
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    DEAD,
    GERMAN,
    PENDING,
    Intercepting,
    Kind,
    Phase,
    Status,
    Yavuz,
)
from oob.model import UnitId

FIRST_TURN_RAID = "The Kommando raids the Goeben."


def figures(pos: Position) -> tuple[Figure, ...]:
    """Objectives held, the chance of the check in per cent, and losses of both sides."""
    chance = 100 * float(victory.chance_of_winning(pos))
    return (
        Figure("points", "Objectives held", GERMAN, len(pos.objectives_held())),
        Figure("chance", "Chance of the victory check, %", GERMAN, chance),
        *(Figure("steps", "Steps lost", side, steps_lost(pos, side)) for side in (GERMAN, ALLIED)),
        *(
            Figure("air", "CAS lost", side, len(pos.piled(side, Kind.CAS, Status.ELIMINATED)))
            for side in (GERMAN, ALLIED)
        ),
        Figure("ultra", "ULTRA left", ALLIED, pos.state.ultra),
    )


def prospect(pos: Position, actions: tuple[Action, ...]) -> Prospect | None:
    """Who goes to interdict a hex, and the chance that one of them does, unless it is met in the
    air (OG 13.7); or who is given up for supplies (OG 7.4).
    """
    if len(actions) == 1 and isinstance(actions[0], do.SupplyDrop):
        return Prospect(pos.marker_name(actions[0].marker), "given up")
    sent = [one for one in actions if isinstance(one, do.Interdict)]
    if not sent or len(sent) < len(actions):
        return None
    who = pos.marker_name(sent[0].marker) if len(sent) == 1 else counted(len(sent), "CAS", "CAS")
    fails = (1 - chance(pos, sent[0].target)) ** len(sent)
    return Prospect(who, f"{per_cent(1 - fails)} to interdict")


def promised(pos: Position, action: Action) -> str:
    """What interdiction, its interception and the raid promise, as the end of a menu line; '' for
    other actions.
    """
    match action:
        case do.Interdict():
            found = prospect(pos, (action,))
            words = found.odds if found is not None else ""
        case do.Intercept() | Commit():
            words = _met(pos, action.marker)
        case RaidGoeben():
            words = _raid(pos, action.size)
        case _:
            words = ""
    return f" ({words})" if words else ""


def _met(pos: Position, marker: str) -> str:
    """How likely a marker stops the enemy's that is there already, and is lost (OG 12.2, 13.1)."""
    frame = pos.state.top if pos.state.flow else None
    there, at_sea = "", isinstance(frame, NavalCall)
    if isinstance(frame, Intercepting):
        there = frame.marker
    elif isinstance(frame, (NavalCall, AirCall)) and frame.side != frame.battle.side:
        there = frame.battle.naval_attack if at_sea else frame.battle.air_attack
    if not there:
        return ""
    his, ours = (Duellist() if at_sea else duellist(pos, one) for one in (there, marker))
    spread = duel_chances(his, ours, pos.context.die)
    stops = sum((n for (his, _), n in spread.items() if his is not Fate.HOLDS), Fraction(0))
    lost = sum((n for (_, ours), n in spread.items() if ours is Fate.LOST), Fraction(0))
    return f"{per_cent(stops)} to stop it, {per_cent(lost)} lost"


def _raid(pos: Position, size: str) -> str:
    """How likely a raid of a size seizes the Yavuz, and what it may cost (OG 17.0)."""
    spread = raid_chances(pos.context, size).items()
    seized = sum((n for row, n in spread if row.yavuz == Yavuz.SEIZED), Fraction(0))
    lost = sum((n for row, n in spread if not row.holds), Fraction(0))
    bonus = sum((n for row, n in spread if row.surprise_lost), Fraction(0))
    return (
        f"{per_cent(seized)} Yavuz seized, {per_cent(lost)} Kommando lost, "
        f"{per_cent(bonus)} bonus lost"
    )


def steps_lost(pos: Position, side: str) -> int:
    """Steps a side's units are short of full strength."""
    return sum(
        pos.context.units[unit].steps - piece.steps
        for unit, piece in pos.state.pieces.items()
        if pos.owner(unit) == side and (piece.at == DEAD or piece.hex is not None)
    )


def due(pos: Position, first: int, last: int) -> tuple[Due, ...]:
    """What turns bring: markers, reinforcements, replacements and the check, in order of play."""
    return tuple(found for turn in range(max(first, 1), last + 1) for found in _in_turn(pos, turn))


def _in_turn(pos: Position, turn: int) -> Iterator[Due]:
    if turn > pos.context.figures.turns:
        return
    again = pos.state.duplicity  # what has come does not come once more
    if not again:
        yield from _markers(pos, turn)
    for side, phase in (
        (GERMAN, Phase.GERMAN_REPLACEMENT),
        (ALLIED, Phase.ALLIED_REPLACEMENT),
    ):
        yield from _replacements(pos, turn, side, phase)
    if turn == 1 and pos.context.kommando is not None and not again:
        yield Due(
            turn,
            "check",
            FIRST_TURN_RAID,
            "OG-17.0a",
            GERMAN,
            Phase.GERMAN_MOVEMENT.value,
            (pos.context.kommando,),
            pos.context.map.label(pos.context.berth),
            pos.state.raided,
        )
    yield from (entry for entry in _arrivals(pos, turn) if not (again and entry.done))
    yield Due(turn, "victory", "Victory check.", "OG-4.0a", GERMAN, Phase.END.value)


def _markers(pos: Position, turn: int) -> Iterator[Due]:
    for entry in pos.context.figures.support:
        if entry.turn != turn:
            continue
        name = entry.nation.title()
        text = f"{name} support: {entry.cas} CAS, {entry.ngs} NGS."
        side = next(
            (
                pos.marker_side(m.id)
                for m in pos.context.markers.values()
                if m.nation == entry.nation
            ),
            "",
        )
        done = pos.state.turn >= turn
        phase = Phase.ADMINISTRATIVE.value
        yield Due(turn, "arrival", text, "OG-3.1a", side, phase, done=done)


def _replacements(pos: Position, turn: int, side: str, phase: Phase) -> Iterator[Due]:
    chart = pos.context.charts.replacements
    allowance = chart.duplicity if pos.state.duplicity else pos.context.figures.replacements
    mine = {chart.purses[u.nation] for u in pos.context.units.values() if pos.owner(u.id) == side}
    words = ", ".join(f"{purse.title()} {n}" for purse, n in allowance.items() if purse in mine)
    if words:
        text = f"Replacement steps: {words}."
        done = pos.state.turn > turn
        yield Due(turn, "replacement", text, "OG-10.2a", side, phase.value, done=done)


def _arrivals(pos: Position, turn: int) -> Iterator[Due]:
    seen: set[UnitId] = set()
    for unit, entry in pos.context.arrivals.items():
        if entry.turn != turn or unit in seen:
            continue
        units = tuple(UnitId(name) for name in entry.units)
        seen.update(units)
        side = pos.owner(unit)
        phase = Phase.GERMAN_MOVEMENT if side == GERMAN else Phase.ALLIED_MOVEMENT
        names = ", ".join(pos.called(mate) for mate in units)
        done = all(pos.piece(mate).at != PENDING for mate in units)
        place = entry.place or "a friendly city"
        place += ", or a paradrop on Turkey" if entry.paradrop else ""
        yield Due(turn, "arrival", f"{names}.", "OG-10.0b", side, phase.value, units, place, done)

"""What ground CAS, NGS, airborne units and the Kommando cover now (OG 7.4, 12, 13, 15, 17)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.view.ranges import Range, RangeKind, Subject, SubjectId
from engine.systems.operation_gertrud.battle import missions, raids
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import INTERDICTED, Kind, Status, other
from engine.systems.operation_gertrud.turn import arrivals, supply
from maps.hexgrid import Hex
from oob.model import UnitId

SERVING = (Status.AVAILABLE, Status.COMMITTED, Status.USED)


def subjects(pos: Position) -> tuple[Subject, ...]:
    """The support markers in play, the airborne units and the Kommando."""
    groups = {Kind.CAS: "Air", Kind.NGS: "Ships"}
    found = [
        Subject(
            marker,
            pos.marker_name(marker),
            pos.marker_side(marker),
            groups[pos.context.markers[marker].kind],
        )
        for marker, status in pos.state.support.items()
        if status in SERVING
    ]
    found += [
        Subject(unit, pos.called(unit), pos.owner(unit), "Airborne")
        for unit in arrivals.droppers(pos)
        if unit in pos.state.pieces and pos.piece(unit).steps
    ]
    return tuple(found)


def ranges(pos: Position, subject: SubjectId) -> tuple[Range, ...]:
    """What a marker or an airborne unit covers; nothing for all others."""
    if isinstance(subject, Hex):
        return ()
    if subject in pos.state.support:
        is_air = pos.context.markers[subject].kind is Kind.CAS
        return tuple(_cas(pos, subject) if is_air else _ngs(pos, subject))
    unit = UnitId(subject)
    if unit not in arrivals.droppers(pos) or unit not in pos.state.pieces:
        return ()
    if unit != pos.context.kommando:
        return tuple(_drop(pos, unit))
    return tuple(_kommando(pos)) if raids.due(pos) else (*_kommando(pos), *_drop(pos, unit))


def _why_not(pos: Position, marker: str) -> str:
    """Why a marker can do nothing now, '' when it can."""
    status = pos.state.support[marker]
    if marker in pos.ready(pos.marker_side(marker), pos.context.markers[marker].kind):
        return ""
    if status is Status.AVAILABLE:
        return "It may not be used in this player turn."
    return f"It is {status.value}."


def _fights(pos: Position, marker: str) -> Iterator[tuple[Hex, bool]]:
    """Hexes in which a marker could help: held by the enemy beside units it serves (attack), or
    held by such units (False).
    """
    side, soviet = pos.marker_side(marker), pos.soviet_marker(marker)
    enemy = pos.held[other(side)]
    for at in sorted(pos.held[side]):
        if any(pos.soviet(unit) == soviet for unit in pos.friends(at, side)):
            yield at, False
            for near in at.neighbours():
                if near in enemy:
                    yield near, True


def _cas(pos: Position, marker: str) -> Iterator[Range]:
    """A CAS has no limit of range: it supports any fight of units it serves (OG 13.0)."""
    side, bar = pos.marker_side(marker), _why_not(pos, marker)
    reached = set() if bar else set(_fights(pos, marker))
    bonus = pos.context.markers[marker].bonus
    shift = bar or f"One column; +{bonus} in air combat"
    attack = frozenset(at for at, attacking in reached if attacking)
    defence = frozenset(at for at, attacking in reached if not attacking)
    yield Range("Support of attacks", RangeKind.AIR, "OG-13.0a", attack, shift)
    yield Range("Support in defence", RangeKind.PATROL, "OG-13.0a", defence, shift)
    free = frozenset(
        at
        for at in sorted(pos.held[other(side)])
        if not bar and not all(INTERDICTED in pos.piece(u).marks for u in pos.enemies(at, side))
    )
    yield Range("Interdiction", RangeKind.RAID, "OG-13.7a", free, bar or "Units on the map")
    needy = frozenset(
        at for at in supply.needy(pos, side) if marker in supply.givers(pos, side, at)
    )
    text = "Units out of supply" if needy else "No unit it could supply needs it."
    yield Range("Supply drop", RangeKind.LIFT, "OG-7.4a", needy, text)


def _ngs(pos: Position, marker: str) -> Iterator[Range]:
    """Coastal hexes of its seas; ringed within them, the fights it could help now (OG 12)."""
    coast = frozenset(at for at in pos.context.coast if not pos.ngs_objection(marker, at))
    bar = _why_not(pos, marker)
    reached = frozenset() if bar else frozenset(at for at, _ in _fights(pos, marker)) & coast
    yield Range("Coast it may serve", RangeKind.PATROL, "OG-12.0a", coast, "One column")
    text = bar or ("" if reached else "No fight is to be had on its coasts now.")
    yield Range("Support of fights", RangeKind.NAVAL, "OG-12.0e", reached, text)


def _drop(pos: Position, unit: UnitId) -> Iterator[Range]:
    """Any land hex of Turkey where it would not overstack (OG 15.0)."""
    able = arrivals.can_drop(pos, pos.owner(unit), unit)
    hexes = frozenset(
        at for at in sorted(pos.context.turkey) if able and not pos.stack_objection(unit, at)
    )
    text = "Takes all its movement; it must attack the hex" if able else "It cannot drop now."
    yield Range("Paradrop", RangeKind.AIRDROP, "OG-15.0a", hexes, text)


def _kommando(pos: Position) -> Iterator[Range]:
    """The raid it still owes, and every mission open to it (OG 17)."""
    if raids.due(pos):
        berth = pos.context.berth
        hexes = frozenset((berth,))
        yield Range("Raid on the Goeben", RangeKind.RAID, "OG-17.0a", hexes, "Turn one", berth)
        return
    if pos.state.duplicity:
        return
    bars = tuple(bar.text for bar in missions.unready(pos))
    for mission in pos.context.charts.missions.missions:
        if mission.id in pos.state.missions:
            continue
        hexes = frozenset() if bars else frozenset(t.at for t in missions.sites(pos, mission))
        text = bars[0] if bars else "" if hexes else "No hex for it is free."
        yield Range(mission.title, RangeKind.RAID, mission.rule, hexes, text)

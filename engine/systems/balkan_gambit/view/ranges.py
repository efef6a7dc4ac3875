"""What ground TAC, the Naval marker, the Med Box, ports and partisans cover now (BG 6.3, 7, 13)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.view.ranges import Range, RangeKind, Subject, SubjectId
from engine.systems.balkan_gambit.battle.assaults import beaches, drop_zone, landing_bars
from engine.systems.balkan_gambit.battle.attacks import assault_stack, unfit_objections
from engine.systems.balkan_gambit.state.common import free_to_act
from engine.systems.balkan_gambit.state.position import Position, other
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    DISPERSED,
    MED_BOX,
    Battle,
    Kind,
    Weather,
)
from engine.systems.balkan_gambit.turn.movement_phase import crowding, sailor_objections
from maps.hexgrid import Hex
from oob.model import UnitId

TAC = "tac"
NAVAL = "naval"


def subjects(pos: Position) -> tuple[Subject, ...]:
    """The support pools, the Med Box with its units, open markers, and dispersed partisans."""
    return (
        Subject(TAC, "TAC", ALLIED, "Air"),
        Subject(NAVAL, "Naval Support", ALLIED, "Ships"),
        Subject(MED_BOX, "Med Box", ALLIED, "Landings and drops"),
        *(
            Subject(unit, pos.called(unit), ALLIED, "Landings and drops")
            for unit in pos.boxed(MED_BOX)
        ),
        *(
            Subject(at, pos.label(at), ALLIED, "Ports and beachheads")
            for at in sorted(pos.state.beachheads)
        ),
        *(
            Subject(unit, f"{pos.called(unit)}, {_where(pos, unit)}", pos.owner(unit), "Partisans")
            for unit, piece in pos.state.pieces.items()
            if piece.mode == DISPERSED and isinstance(piece.at, Hex)
        ),
    )


def _where(pos: Position, unit: UnitId) -> str:
    return pos.label(pos.state.pieces[unit].at)


def ranges(pos: Position, subject: SubjectId) -> tuple[Range, ...]:
    """What a pool, box, marker or unit covers; nothing for all others."""
    if subject == TAC:
        return tuple(_tac(pos))
    if subject == NAVAL:
        return tuple(_naval(pos))
    if subject == MED_BOX:
        return tuple(_box(pos, pos.boxed(MED_BOX)))
    if isinstance(subject, Hex):
        return tuple(_marker(pos, subject))
    unit = UnitId(subject)
    if unit not in pos.state.pieces:
        return ()
    if pos.state.pieces[unit].at == MED_BOX:
        return tuple(_box(pos, (unit,)))
    return tuple(_unit(pos, unit))


def _tac(pos: Position) -> Iterator[Range]:
    """TAC has no range: it goes where a regular Allied unit fights (BG 13.3)."""
    enemy = pos.held[AXIS]
    able = {
        at
        for at in pos.held[ALLIED]
        if any(pos.regular(u) and not pos.support(u) for u in pos.friends(at, ALLIED))
    }
    struck = {near for at in able for near in at.neighbours() if near in enemy}
    left = pos.tac_left
    bonus = pos.context.charts.combat.tac
    text = f"+{bonus} to hit; {left} of {pos.tac_total} left" if left else "No TAC is available."
    yield Range("TAC in attack", RangeKind.AIR, "BG-13.3a", _ground(struck, left), text)
    yield Range("TAC in defence", RangeKind.PATROL, "BG-12.2.3c", _ground(able, left), text)


def _ground(hexes: set[Hex], left: int) -> frozenset[Hex]:
    return frozenset(hexes) if left else frozenset()


def _naval(pos: Position) -> Iterator[Range]:
    station = pos.state.naval
    near = () if station is None else (station, *station.neighbours())
    covered = frozenset(at for at in near if pos.naval_supports(at))
    bonus = pos.context.charts.combat.naval
    text = f"+{bonus} to hit" if station is not None else "Not placed this turn."
    yield Range(
        "Naval Support now", RangeKind.NAVAL, "BG-13.4b", covered, text, station, station and 1
    )
    yield Range(
        "Where it may be stationed",
        RangeKind.PATROL,
        "BG-13.4a",
        frozenset(pos.context.naval_hexes),
        "Placed again in each Reinforcement Segment",
    )


def _box(pos: Position, units: tuple[UnitId, ...]) -> Iterator[Range]:
    """Where units in the Med Box could land, drop, or come ashore (BG 7.5 to 7.10, 11.4)."""
    ready = tuple(unit for unit in units if free_to_act(pos, unit))
    poor = pos.state.weather is Weather.POOR
    price = f"{pos.context.charts.commands.assault} CP"
    for title, kind, range_, rule in (
        ("Amphibious assault", Kind.LANDING, RangeKind.LANDING, "BG-7.6b"),
        ("Airborne assault", Kind.DROP, RangeKind.AIRDROP, "BG-7.9b"),
    ):
        hexes = frozenset() if poor else frozenset(_goals(pos, kind, ready))
        if poor:
            text = "No assaults in poor weather."
        else:
            text = price if hexes else "No unit here can make one now."
        yield Range(title, range_, rule, hexes, text)
    ends = _harbours(pos, ready)
    text = "To open markers" if ends else "No open marker takes them."
    yield Range("By sea", RangeKind.LIFT, "BG-11.4a", ends, text)


def _goals(pos: Position, kind: Kind, units: tuple[UnitId, ...]) -> Iterator[Hex]:
    able = [u for u in units if not any(True for _ in unfit_objections(pos, kind, u))]
    if not able:
        return
    ground = beaches(pos.context) if kind is Kind.LANDING else drop_zone(pos.context)
    for at in sorted(ground):
        if kind is Kind.LANDING and any(True for _ in landing_bars(pos, at)):
            continue
        force = Battle(kind=kind, side=ALLIED, target=at, origin=None)
        if any(not assault_stack(pos, force, unit) for unit in able):
            yield at


def _harbours(pos: Position, units: tuple[UnitId, ...]) -> frozenset[Hex]:
    sailors = [u for u in units if not any(True for _ in sailor_objections(pos, u))]
    return frozenset(
        at
        for at, mark in sorted(pos.state.beachheads.items())
        if mark.open and any(not crowding(pos, unit, at) for unit in sailors)
    )


def _marker(pos: Position, at: Hex) -> Iterator[Range]:
    """A beachhead or port: the other open markers that it is joined to by way of the Med Box."""
    mark = pos.state.beachheads.get(at)
    if mark is None:
        return
    others = frozenset(
        to for to, there in sorted(pos.state.beachheads.items()) if there.open and to != at
    )
    text = "To other open markers, or the Med Box" if mark.open else "Closed: it needs upkeep."
    goals = others if mark.open else frozenset()
    yield Range("By sea from here", RangeKind.LIFT, "BG-7.11b", goals, text, at)


def _unit(pos: Position, unit: UnitId) -> Iterator[Range]:
    at = pos.state.pieces[unit].at
    if not isinstance(at, Hex):
        return
    if pos.dispersed(unit):
        radius = pos.context.charts.movement.displacement
        hexes = frozenset(pos.displacements(unit, radius))
        text = "Past terrain and enemies, in the partisan segment"
        yield Range("Displacement", RangeKind.RAID, "BG-6.3e", hexes, text, at, radius)
        return
    prey = pos.hiding[other(pos.owner(unit))]
    if not pos.support(unit):
        hexes = frozenset(near for near in (at, *at.neighbours()) if near in prey)
        text = "" if hexes else "No dispersed partisans beside it."
        yield Range("Hunt for partisans", RangeKind.RAID, "BG-12.15a", hexes, text, at, 1)

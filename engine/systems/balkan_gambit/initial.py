"""The Mutual Initial Phase: weather, Italian and Chetnik rolls, partisans, ports and reinforcements
(BG 6).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from engine.core.actions import Action, Objection
from engine.core.chance import ChanceNode, Stream
from engine.core.desk import Answer, Desk
from engine.core.legal import Family
from engine.core.system import Question
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.common import Work, arrive, bury, now, objection
from engine.systems.balkan_gambit.position import Position
from engine.systems.balkan_gambit.records import (
    ALLIED,
    AXIS,
    CONCENTRATED,
    DEAD,
    DISPERSED,
    MED_BOX,
    RESERVE,
    SURRENDERED,
    Attitude,
    AttitudeRoll,
    Beachhead,
    ChetnikRoll,
    DefectionRolls,
    Partisans,
    PlayerTurn,
    PortRolls,
    PortsOpen,
    Reinforcing,
    TurnStart,
    Weather,
    WeatherRoll,
)
from maps.hexgrid import Hex
from oob.model import UnitId


def start_turn(pos: Position, _frame: TurnStart, doing: Work) -> None:
    """Open a turn: queue its segments, last first (BG 5.2)."""
    figures = pos.table.figures
    frames = [PlayerTurn(ALLIED), Reinforcing(AXIS), Reinforcing(ALLIED), PortsOpen()]
    due = tuple(
        at for at, mark in sorted(doing.state.beachheads.items()) if _to_roll(mark, pos.state.turn)
    )
    if due:
        frames.append(PortRolls(due))
    frames += [Partisans(AXIS), Partisans(ALLIED)]
    if figures.chetniks:
        frames.append(ChetnikRoll())
    if figures.italian_attitude and doing.state.attitude < Attitude.SURRENDER:
        frames.append(AttitudeRoll())
    if doing.state.turn > 1:
        frames.append(WeatherRoll())
    doing.set(
        flow=(*doing.state.flow[:-1], *frames),
        phase="initial",
        active="",
        landing_failed=False,
        landings={},
    )
    doing.tell("turn", "BG-5.2a", turn=doing.state.turn)
    if doing.state.turn == 1:
        doing.tell("weather", "BG-6.1a", weather=Weather.CLEAR)


def _to_roll(mark: Beachhead, turn: int) -> bool:
    return mark.opens == 0 and not mark.port and mark.landed < turn


def open_ports(_pos: Position, _frame: PortsOpen, doing: Work) -> None:
    """Flip the markers of ports that are due (BG 6.4)."""
    doing.state = doing.state.popped()
    turn = doing.state.turn
    for at, mark in sorted(doing.state.beachheads.items()):
        if not mark.port and 0 < mark.opens <= turn:
            opened = replace(mark, port=True, open=True)
            doing.set(beachheads={**doing.state.beachheads, at: opened})
            doing.tell("port open", "BG-6.4b", at=at)


def weather_node(pos: Position, _frame: WeatherRoll) -> ChanceNode:
    """The weather die with what each face brings."""
    meanings = tuple(str(_weather_after(pos, face)) for face in range(1, 11))
    return ChanceNode(10, "weather", "BG-6.1b", meanings)


def _weather_after(pos: Position, face: int) -> Weather:
    chart = pos.table.charts.weather
    poor = pos.state.weather is Weather.POOR
    total = face + (chart.after_poor if poor else chart.after_clear)
    if total <= chart.worse_to:
        return Weather.POOR
    return Weather.CLEAR if total >= chart.better_from else pos.state.weather


def roll_weather(pos: Position, _frame: WeatherRoll, face: int, doing: Work) -> None:
    """Settle the weather of the turn."""
    weather = _weather_after(pos, face)
    doing.set(weather=weather, flow=doing.state.flow[:-1])
    doing.tell("weather roll", "BG-6.1c", face=face, weather=weather)


def attitude_node(pos: Position, _frame: AttitudeRoll) -> ChanceNode:
    """The attitude die."""
    meanings = tuple(_attitude(pos, face).name.lower() for face in range(1, 11))
    return ChanceNode(10, "Italian attitude", "BG-1943.3", meanings)


def _attitude(pos: Position, face: int) -> Attitude:
    chart = pos.table.charts.italians
    rolled = (
        Attitude.BELLIGERENT
        if face <= chart.belligerent_to
        else Attitude.CONFUSION
        if face <= chart.confusion_to
        else Attitude.SURRENDER
        if face <= chart.surrender_to
        else Attitude.DEFECTION
    )
    return max(rolled, pos.state.attitude)


def roll_attitude(pos: Position, _frame: AttitudeRoll, face: int, doing: Work) -> None:
    """Settle the Italian attitude; on surrender the Italians leave, on defection each one rolls."""
    attitude = _attitude(pos, face)
    doing.set(attitude=attitude, flow=doing.state.flow[:-1])
    doing.tell("attitude", "BG-1943.4", face=face, attitude=attitude.name.lower())
    italians = tuple(
        unit
        for unit, piece in pos.state.pieces.items()
        if pos.nation(unit) == "italian" and piece.at not in (DEAD, RESERVE)
    )
    if attitude is Attitude.SURRENDER:
        for unit in italians:
            bury(doing, unit, SURRENDERED)
        doing.tell("italians disband", "BG-1943.7", count=len(italians))
    elif attitude is Attitude.DEFECTION and italians:
        doing.state = doing.state.pushed(DefectionRolls(italians))


def defection_node(pos: Position, frame: DefectionRolls) -> ChanceNode:
    """One defector's die."""
    turn_from = pos.table.charts.italians.defector_from
    meanings = tuple("defects" if face >= turn_from else "disbands" for face in range(1, 11))
    return ChanceNode(10, f"defection of {pos.called(frame.units[0])}", "BG-1943.8", meanings)


def roll_defection(pos: Position, frame: DefectionRolls, face: int, doing: Work) -> None:
    """An Italian unit goes to the dead pile, or a partisan takes its place while counters last."""
    unit = frame.units[0]
    at = doing.state.pieces[unit].at
    bury(doing, unit, SURRENDERED)
    spare = None
    if face >= pos.table.charts.italians.defector_from and isinstance(at, Hex):
        spare = _spare_partisan(now(pos.table, doing), at)
    if spare is not None and isinstance(at, Hex):
        doing.state = doing.state.with_piece(
            spare, at=at, steps=1, mode=DISPERSED, marks=frozenset()
        )
        doing.tell("defected", "BG-1943.8", unit=unit, partisan=spare, at=at, face=face)
    else:
        doing.tell("disbanded", "BG-1943.8", unit=unit, face=face)
    rest = frame.units[1:]
    doing.state = doing.state.swapped(DefectionRolls(rest)) if rest else doing.state.popped()


def _spare_partisan(pos: Position, at: Hex) -> UnitId | None:
    nation = (
        "greek_guerrilla"
        if pos.table.within(at, "Greece")
        else "yugoslav"
        if pos.table.within(at, "Yugoslavia", "Albania")
        else None
    )
    for box in (RESERVE, DEAD):
        for unit in pos.boxed(box):
            if pos.nation(unit) == nation and not pos.stack_objection(unit, at):
                return unit
    return None


def chetnik_node(pos: Position, _frame: ChetnikRoll) -> ChanceNode:
    """The control die."""
    to = pos.table.charts.chetniks.axis_to
    meanings = tuple("Axis" if face <= to else "Allied" for face in range(1, 11))
    return ChanceNode(10, "Chetnik control", "BG-1943.11", meanings)


def roll_chetniks(pos: Position, _frame: ChetnikRoll, face: int, doing: Work) -> None:
    """Settle who commands the Chetniks this turn."""
    side = AXIS if face <= pos.table.charts.chetniks.axis_to else ALLIED
    doing.set(chetniks=side, flow=doing.state.flow[:-1])
    doing.tell("chetniks", "BG-1943.11", face=face, side=side)


def partisans_of(pos: Position, side: str) -> tuple[UnitId, ...]:
    """A side's partisan type units on the board."""
    return tuple(
        unit
        for unit, piece in pos.state.pieces.items()
        if pos.partisan(unit) and isinstance(piece.at, Hex) and pos.owner(unit) == side
    )


def partisan_question(pos: Position, frame: Partisans) -> Question:
    """Switch modes and displace dispersed units, free of cost."""
    units = partisans_of(pos, frame.side)
    families = (
        Family(
            "switch mode", "Switch mode", lambda: (do.SwitchMode(unit) for unit in units), weight=2
        ),
        Family(
            "displace",
            "Displace",
            partial(_displacements, pos, units),
            draw=partial(_draw_displacement, pos, units),
            weight=3,
        ),
        Family(
            "end segment",
            "End the partisan segment",
            lambda: (do.EndSegment(),),
            weight=2,
            closing=True,
        ),
    )
    prompt = "Partisans may switch mode, and dispersed ones relocate up to two hexes."
    return Question(frame.side, prompt, families, "BG-6.3a")


def _displacements(pos: Position, units: tuple[UnitId, ...]) -> Iterator[Action]:
    radius = pos.table.charts.movement.displacement
    for unit in units:
        if pos.dispersed(unit):
            yield from (do.Displace(unit, at) for at in pos.displacements(unit, radius))


def _draw_displacement(pos: Position, units: tuple[UnitId, ...], stream: Stream) -> Action | None:
    loose = [unit for unit in units if pos.dispersed(unit)]
    if not loose:
        return None
    unit = loose[stream.below(len(loose))]
    hexes = pos.displacements(unit, pos.table.charts.movement.displacement)
    return do.Displace(unit, hexes[stream.below(len(hexes))]) if hexes else None


def switch_objections(
    pos: Position, frame: Partisans, action: do.SwitchMode
) -> Iterator[Objection]:
    """What forbids a mode change (BG 6.3, 10.3)."""
    unit = action.unit
    if unit not in partisans_of(pos, frame.side):
        yield objection("BG-6.3b", "Only your own partisan type units on the board switch mode.")
        return
    if unit in frame.flipped:
        yield objection("BG-6.3a", f"{pos.called(unit)} has switched mode already.")
    at = pos.state.pieces[unit].at
    assert isinstance(at, Hex)
    if pos.enemies(at, frame.side):
        rule = "BG-10.3.C1" if pos.dispersed(unit) else "BG-6.3a"
        yield objection(rule, f"Enemy units share {pos.label(at)}.")
    if pos.dispersed(unit):
        broken = pos.stack_objection(unit, at)
        if broken:
            yield objection("BG-6.3d", f"{pos.label(at)} would break stacking ({broken}).")


def displace_objections(
    pos: Position, frame: Partisans, action: do.Displace
) -> Iterator[Objection]:
    """What forbids relocating a dispersed unit (BG 6.3)."""
    unit = action.unit
    if unit not in partisans_of(pos, frame.side):
        yield objection("BG-6.3b", "Only your own partisan type units on the board relocate.")
        return
    if not pos.dispersed(unit):
        yield objection(
            "BG-6.3e", f"{pos.called(unit)} is concentrated; only dispersed units displace."
        )
    if unit in frame.displaced:
        yield objection("BG-6.3e", f"{pos.called(unit)} has relocated already.")
    radius = pos.table.charts.movement.displacement
    yield from landing_spot(pos, unit, action.target, radius)


def landing_spot(pos: Position, unit: UnitId, at: Hex, radius: int) -> Iterator[Objection]:
    """What forbids a dispersed unit to be put into a hex."""
    if at not in pos.displacements(unit, radius):
        yield objection(
            "BG-6.3f" if at in pos.at else "BG-6.3e",
            f"{pos.called(unit)} cannot be displaced to {pos.label(at)}: it needs a land hex "
            f"within {radius}, free of enemies, within stacking and its own country.",
        )


def switch(pos: Position, frame: Partisans, action: do.SwitchMode, doing: Work) -> None:
    """Flip a partisan type unit."""
    mode = CONCENTRATED if pos.dispersed(action.unit) else DISPERSED
    doing.state = doing.state.with_piece(action.unit, mode=mode).swapped(
        replace(frame, flipped=frame.flipped | {action.unit})
    )
    doing.tell("mode", "BG-6.3a", unit=action.unit, mode=mode)


def displace(pos: Position, frame: Partisans, action: do.Displace, doing: Work) -> None:
    """Relocate a dispersed unit."""
    doing.tell(
        "displaced",
        "BG-6.3e",
        unit=action.unit,
        at=pos.state.pieces[action.unit].at,
        to=action.target,
    )
    doing.state = doing.state.with_piece(action.unit, at=action.target).swapped(
        replace(frame, displaced=frame.displaced | {action.unit})
    )


def end_partisans(_pos: Position, _frame: Partisans, _action: do.EndSegment, doing: Work) -> None:
    """Close the segment."""
    doing.state = doing.state.popped()


def no_objections(_pos: Position, _frame: object, _action: Action) -> Iterator[Objection]:
    """Always allowed."""
    return iter(())


def port_node(pos: Position, frame: PortRolls) -> ChanceNode:
    """How long a captured port takes to open: half the die, rounded up (BG 9.3)."""
    meanings = tuple(f"opens in {(face + 1) // 2} turns" for face in range(1, 11))
    return ChanceNode(10, f"port at {pos.label(frame.hexes[0])}", "BG-9.3f", meanings)


def roll_port(pos: Position, frame: PortRolls, face: int, doing: Work) -> None:
    """Note the turn a port will open."""
    at = frame.hexes[0]
    turns = (face + 1) // 2
    mark = replace(doing.state.beachheads[at], opens=doing.state.turn + turns)
    doing.set(beachheads={**doing.state.beachheads, at: mark})
    doing.tell("port roll", "BG-9.3f", at=at, face=face, turn=mark.opens)
    rest = frame.hexes[1:]
    doing.state = doing.state.swapped(PortRolls(rest)) if rest else doing.state.popped()


def reinforcing_question(pos: Position, frame: Reinforcing) -> Question:
    """Optional reinforcements, and the Naval marker for the Allies."""
    families = [
        Family("enter", "Optional reinforcement", partial(_entries, pos, frame), weight=1),
        Family(
            "end segment",
            "End the reinforcement segment",
            lambda: (do.EndSegment(),),
            weight=6,
            closing=True,
        ),
    ]
    prompt = "Optional reinforcements may enter; they give the other side victory points."
    if frame.side == ALLIED and not frame.naval:
        hexes = pos.table.naval_hexes
        families.insert(
            0,
            Family(
                "place naval",
                "Place Naval Support",
                lambda: (do.PlaceNaval(at) for at in hexes),
                draw=lambda s: do.PlaceNaval(hexes[s.below(len(hexes))]) if hexes else None,
                weight=6,
            ),
        )
        prompt = "Place the Naval Support marker in a coastal or all-sea hex; then reinforcements."
    return Question(frame.side, prompt, tuple(families), "BG-6.4a")


def entry_hexes(pos: Position, unit: UnitId) -> tuple[Hex | str, ...]:
    """Where an optional unit may enter (BG 8.1; the Greek collaborators in two cities)."""
    entry = pos.table.optional[unit]
    if entry.place == MED_BOX:
        return (MED_BOX,)
    if " or " in entry.place:
        named = (pos.table.place_named(name) for name in entry.place.split(" or "))
        return tuple(place.hex for place in named if place is not None)
    return (pos.table.entry,) if pos.table.entry is not None else ()


def _entries(pos: Position, frame: Reinforcing) -> Iterator[Action]:
    for unit in pos.table.optional:
        if pos.owner(unit) == frame.side and pos.state.pieces[unit].at == RESERVE:
            yield from (do.Enter(unit, at) for at in entry_hexes(pos, unit))


def enter_objections(pos: Position, frame: Reinforcing, action: do.Enter) -> Iterator[Objection]:
    """What forbids an optional reinforcement (BG 8.1)."""
    unit, at = action.unit, action.target
    if unit not in pos.table.optional or pos.owner(unit) != frame.side:
        yield objection("BG-8.1a", "That unit is no optional reinforcement of yours.")
        return
    if pos.state.pieces[unit].at != RESERVE:
        yield objection("BG-8.1a", f"{pos.called(unit)} has come into play already.")
    if at not in entry_hexes(pos, unit):
        yield objection(
            "BG-8.1b", f"{pos.called(unit)} enters at {pos.table.optional[unit].place}."
        )
        return
    if not isinstance(at, Hex):
        return
    if pos.defenders(at, frame.side):
        yield objection("BG-8.1c", f"An enemy unit holds {pos.label(at)}.")
    places = pos.table.places.get(at, ())
    if any(pos.state.control.get(place.id) != frame.side for place in places):
        yield objection("BG-1944.8", f"{pos.label(at)} is not in friendly hands.")
    broken = pos.stack_objection(unit, at)
    if broken:
        yield objection(broken, f"{pos.label(at)} would be overstacked or mixed.")


def enter(pos: Position, frame: Reinforcing, action: do.Enter, doing: Work) -> None:
    """Bring an optional unit in and credit its price to the opponent."""
    entry = pos.table.optional[action.unit]
    doing.state = doing.state.with_piece(
        action.unit, at=action.target, steps=pos.table.units[action.unit].steps
    )
    gainer = AXIS if frame.side == ALLIED else ALLIED
    points = {**doing.state.vp_options, gainer: doing.state.vp_options[gainer] + entry.cost}
    doing.set(vp_options=points)
    doing.tell(
        "entered", "BG-8.1a", unit=action.unit, to=action.target, side=gainer, points=entry.cost
    )
    if isinstance(action.target, Hex):
        arrive(pos.table, doing, action.unit, action.target)


def naval_objections(
    pos: Position, frame: Reinforcing, action: do.PlaceNaval
) -> Iterator[Objection]:
    """What forbids placing the Naval marker (BG 13.4)."""
    if frame.side != ALLIED:
        yield objection("BG-13.2a", "Only the Allies have Naval Support.")
    if frame.naval:
        yield objection("BG-13.4a", "The Naval marker has been placed this turn.")
    if action.target not in pos.table.coast and action.target not in pos.table.sea:
        yield objection("BG-13.4a", "The Naval marker goes into a coastal or all-sea hex.")


def place_naval(_pos: Position, frame: Reinforcing, action: do.PlaceNaval, doing: Work) -> None:
    """Place the Naval marker for the turn."""
    doing.set(naval=action.target)
    doing.state = doing.state.swapped(replace(frame, naval=True))
    doing.tell("naval placed", "BG-13.4a", at=action.target)


def end_objections(
    pos: Position, frame: Reinforcing, _action: do.EndSegment
) -> Iterator[Objection]:
    """The Allies place the Naval marker before they go on."""
    if frame.side == ALLIED and not frame.naval and pos.table.naval_hexes:
        yield objection("BG-13.4a", "Place the Naval Support marker first.")


def end_reinforcing(_pos: Position, _frame: Reinforcing, _a: do.EndSegment, doing: Work) -> None:
    """Close the segment."""
    doing.state = doing.state.popped()


DESKS = (
    Desk(TurnStart, auto=start_turn),
    Desk(WeatherRoll, chance=weather_node, rolled=roll_weather),
    Desk(AttitudeRoll, chance=attitude_node, rolled=roll_attitude),
    Desk(DefectionRolls, chance=defection_node, rolled=roll_defection),
    Desk(ChetnikRoll, chance=chetnik_node, rolled=roll_chetniks),
    Desk(
        Partisans,
        {
            do.SwitchMode: Answer(switch_objections, switch),
            do.Displace: Answer(displace_objections, displace),
            do.EndSegment: Answer(no_objections, end_partisans),
        },
        question=partisan_question,
    ),
    Desk(PortsOpen, auto=open_ports),
    Desk(PortRolls, chance=port_node, rolled=roll_port),
    Desk(
        Reinforcing,
        {
            do.Enter: Answer(enter_objections, enter),
            do.PlaceNaval: Answer(naval_objections, place_naval),
            do.EndSegment: Answer(end_objections, end_reinforcing),
        },
        question=reinforcing_question,
    ),
)

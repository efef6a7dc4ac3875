"""The further Kommando missions: where each may be tried, what it costs, what it brings (OG
17.1).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial

from engine.core.actions import Action, Objection
from engine.core.chance import ChanceNode
from engine.core.handler import Answer, Handler
from engine.core.legal import Family
from engine.core.system import Question
from engine.core.wording import per_cent
from engine.systems.operation_gertrud.battle.battle_actions import (
    LaunchMission,
    SpendCas,
    StartMission,
)
from engine.systems.operation_gertrud.battle.battles import MissionCost, MissionRoll, Undertaking
from engine.systems.operation_gertrud.battle_charts import Mission
from engine.systems.operation_gertrud.state.common import (
    Work,
    bury,
    hit,
    mark,
    objection,
    set_marker,
)
from engine.systems.operation_gertrud.state.context import Context
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    DEAD,
    GERMAN,
    INTERDICTED,
    LOST,
    MOVED,
    Kind,
    Moving,
    Status,
)
from maps.hexgrid import Hex, Side, side_between
from oob.model import UnitId

SUCCESS = "success"
SURVIVING = (Status.AVAILABLE, Status.USED)


def payable(pos: Position) -> tuple[str, ...]:
    """German CAS that are not eliminated (OG 17.1b)."""
    return tuple(
        marker
        for marker in pos.piled(GERMAN, Kind.CAS, *SURVIVING)
        if pos.context.markers[marker].nation == "german"
    )


def sites(pos: Position, mission: Mission) -> Iterator[Undertaking]:
    """Every way to undertake a mission now: the unoccupied hexes it may be tried from."""
    found: Iterator[Undertaking]
    if mission.near:
        goal = pos.context.hex_of(mission.near)
        found = (Undertaking(mission.id, at) for at in goal.neighbours())
    elif mission.strait:
        found = (
            Undertaking(mission.id, a, b)
            for pair in pos.context.straits[mission.strait]
            for a, b in (pair, pair[::-1])
        )
    elif mission.id == "barracks":
        found = _barracks(pos, mission)
    else:
        found = _bridges(pos, mission)
    return (task for task in found if _empty(pos, task.at))


def _empty(pos: Position, at: Hex) -> bool:
    return at in pos.context.land and not pos.at.get(at)


def bridges(context: Context, line: str) -> Iterator[Side]:
    """The river hexsides that a road or a railroad crosses, in order."""
    for link, kinds in sorted(context.map.lines.items()):
        if line in kinds and "river" in context.map.side_kinds(link.a, link.b):
            yield side_between(link.a, link.b)


def _bridges(pos: Position, mission: Mission) -> Iterator[Undertaking]:
    line = "rail" if mission.id == "rail_bridge" else "road"
    down = pos.state.cut_rails if line == "rail" else pos.state.cut_roads
    for across in bridges(pos.context, line):
        if across not in down:
            a, b = across.hexes
            yield Undertaking(mission.id, a, b)
            yield Undertaking(mission.id, b, a)


def _barracks(pos: Position, mission: Mission) -> Iterator[Undertaking]:
    for enemy in sorted(pos.held[ALLIED]):
        for victim in pos.friends(enemy, ALLIED):
            for at in enemy.neighbours():
                yield Undertaking(mission.id, at, None, victim)


def families(pos: Position) -> Iterator[Family]:
    """The missions that can be started now."""
    unit = pos.context.kommando
    if unit is None or any(True for _ in unready(pos)):
        return
    for mission in pos.context.charts.missions.missions:
        if mission.id not in pos.state.missions:
            yield Family(
                f"mission {mission.id}",
                mission.title,
                partial(_starts, pos, mission),
                of=partial(_starts_of, pos, mission),
                able=partial(frozenset, (unit,)),
                weight=1,
                quiet=True,
            )


def _starts(pos: Position, mission: Mission) -> Iterator[Action]:
    return (
        StartMission(task.mission, task.at, task.beyond, task.victim)
        for task in sites(pos, mission)
    )


def _starts_of(pos: Position, mission: Mission, unit: UnitId) -> Iterator[Action]:
    return _starts(pos, mission) if unit == pos.context.kommando else iter(())


def unready(pos: Position) -> Iterator[Objection]:
    """What keeps the Kommando from any mission this turn (OG 17.1)."""
    unit = pos.context.kommando
    piece = pos.state.pieces[unit] if unit is not None else None
    if piece is None or piece.hex is None or not pos.state.ready:
        yield objection("OG-17.1a", "The Kommando did not begin the phase in a friendly city.")
        return
    if MOVED in piece.marks:
        yield objection("OG-9.0e", "The Kommando has moved already.")
    if INTERDICTED in piece.marks:
        yield objection("OG-13.7d", "The Kommando is interdicted.")
    if not payable(pos):
        yield objection("OG-17.1b", "There is no German CAS to pay with.")


def start_objections(pos: Position, frame: Moving, action: StartMission) -> Iterator[Objection]:
    """What forbids a mission (OG 17.1)."""
    if frame.side != GERMAN:
        yield objection("OG-17.1a", "Only the German player has the Kommando.")
        return
    yield from unready(pos)
    known = {mission.id: mission for mission in pos.context.charts.missions.missions}
    mission = known.get(action.mission)
    if mission is None:
        yield objection("OG-17.1c", f"There is no mission {action.mission!r}.")
    elif mission.id in pos.state.missions:
        yield objection("OG-17.1c", f"{mission.title}: that was tried before.")
    elif _task(action) not in sites(pos, mission):
        yield objection(mission.rule, f"{mission.title}: not from {pos.label(action.target)}.")


def _task(action: StartMission) -> Undertaking:
    return Undertaking(action.mission, action.target, action.beyond, action.victim)


def start(pos: Position, _frame: Moving, action: StartMission, transition: Work) -> None:
    """Put the Kommando in its hex; the price comes next."""
    unit = pos.context.kommando
    assert unit is not None, "checked to be there"
    transition.state = transition.state.with_piece(unit, at=action.target)
    mark(transition, unit, MOVED)
    transition.set(missions=(*transition.state.missions, action.mission))
    rule = pos.context.charts.missions.mission(action.mission).rule
    transition.tell("mission", rule, mission=action.mission, unit=unit, at=action.target)
    transition.state = transition.state.pushed(MissionCost(_task(action)))


def cost_question(pos: Position, frame: MissionCost) -> Question:
    """Which CAS the mission costs, and whether a second one helps it."""
    title = pos.context.charts.missions.mission(frame.task.mission).title
    families = [
        Family(
            "spend cas",
            "Eliminate a CAS for the mission",
            lambda: (SpendCas(marker) for marker in payable(pos)),
        )
    ]
    if frame.paid:
        families.append(
            Family("launch", "Launch the mission", lambda: (LaunchMission(),), closing=True)
        )
    alone, helped = (per_cent(_success(pos, second_cas=second)) for second in (False, True))
    prompt = f"{title}: " + (
        f"eliminate a second CAS to help it ({helped} to succeed), or launch it ({alone})."
        if frame.paid
        else f"eliminate a German CAS. It succeeds with {alone}, with a second CAS {helped}."
    )
    return Question(GERMAN, prompt, tuple(families), "OG-17.1d" if frame.paid else "OG-17.1b")


def spend_objections(pos: Position, _frame: MissionCost, action: SpendCas) -> Iterator[Objection]:
    """A German CAS that is not eliminated."""
    if action.marker not in payable(pos):
        yield objection("OG-17.1b", "That is no surviving German CAS.")


def spend(pos: Position, frame: MissionCost, action: SpendCas, transition: Work) -> None:
    """Eliminate it; after the second, or when none is left, the die follows."""
    set_marker(transition, action.marker, Status.ELIMINATED)
    transition.tell("cas spent", "OG-17.1b", marker=action.marker)
    paid = (*frame.paid, action.marker)
    left = tuple(marker for marker in payable(pos) if marker != action.marker)
    full = len(paid) >= pos.context.charts.missions.most_cas
    if full or not left:
        transition.state = transition.state.swapped(MissionRoll(frame.task, full))
    else:
        transition.state = transition.state.swapped(replace(frame, paid=paid))


def launch_objections(
    _pos: Position, frame: MissionCost, _action: LaunchMission
) -> Iterator[Objection]:
    """The first CAS must be paid."""
    if not frame.paid:
        yield objection("OG-17.1b", "Each mission costs a German CAS.")


def launch(_pos: Position, frame: MissionCost, _action: LaunchMission, transition: Work) -> None:
    """No second CAS: the die follows."""
    transition.state = transition.state.swapped(MissionRoll(frame.task, second_cas=False))


def modifier(pos: Position, *, second_cas: bool) -> int:
    """What a reduced Kommando and a second CAS take off the die (OG 17.1d)."""
    chart, unit = pos.context.charts.missions, pos.context.kommando
    reduced = unit is not None and not pos.full(unit)
    return (chart.reduced if reduced else 0) + (chart.second_cas if second_cas else 0)


def _success(pos: Position, *, second_cas: bool) -> Fraction:
    """The chance of a mission that is paid for with one CAS, or with two."""
    die, gain = pos.context.die, modifier(pos, second_cas=second_cas)
    wins = sum(_meaning(pos, face + gain) == SUCCESS for face in range(1, die + 1))
    return Fraction(wins, die)


def mission_node(pos: Position, frame: MissionRoll) -> ChanceNode:
    """The die of a mission, with what each face would do (OG 17.1e)."""
    title = pos.context.charts.missions.mission(frame.task.mission).title
    gain = modifier(pos, second_cas=frame.second_cas)
    meanings = tuple(_meaning(pos, face + gain) for face in range(1, pos.context.die + 1))
    return ChanceNode(pos.context.die, title, "OG-17.1d", meanings)


def _meaning(pos: Position, total: int) -> str:
    chart = pos.context.charts.missions
    if total <= chart.success_to:
        return SUCCESS
    if total <= chart.unharmed_to:
        return "failure"
    if total <= chart.reduced_to:
        return "failure, reduced"
    return "failure, eliminated" if total <= chart.eliminated_to else "failure, lost for good"


def roll_mission(pos: Position, frame: MissionRoll, face: int, transition: Work) -> None:
    """Success or failure (OG 17.1e)."""
    mission = pos.context.charts.missions.mission(frame.task.mission)
    total = face + modifier(pos, second_cas=frame.second_cas)
    found = _meaning(pos, total)
    transition.state = transition.state.popped()
    transition.tell("mission roll", mission.rule, mission=mission.id, total=total, result=found)
    if found == SUCCESS:
        _succeed(pos, mission, frame.task, transition)
        return
    transition.set(check_modifier=transition.state.check_modifier + mission.penalty)
    transition.tell("mission failed", mission.rule, penalty=mission.penalty)
    unit = pos.context.kommando
    assert unit is not None, "it made the mission"
    if found == "failure, reduced":
        hit(transition, unit)
    elif found != "failure":
        bury(transition, unit, *((LOST,) if found.endswith("for good") else ()))
        transition.tell("eliminated", "OG-17.1e", unit=unit)


def _succeed(pos: Position, mission: Mission, task: Undertaking, transition: Work) -> None:
    """What a success does (OG 17.1.1 to 17.1.8)."""
    if mission.id == "inonu":
        transition.set(paralysed=transition.state.turn)
        transition.tell("inonu captured", mission.rule)
    elif mission.near:
        _destroy_aircraft(pos, mission, transition)
    elif mission.strait:
        assert task.beyond is not None, "a crossing has two banks"
        across = side_between(task.at, task.beyond)
        transition.set(mined=transition.state.mined | {across})
        transition.tell("mined", mission.rule, strait=mission.strait, at=task.at, to=task.beyond)
    elif task.victim:
        if transition.state.pieces[task.victim].at != DEAD:
            hit(transition, task.victim)
    else:
        assert task.beyond is not None, "a bridge has two ends"
        _blow(mission, side_between(task.at, task.beyond), transition)
        transition.tell("bridge destroyed", mission.rule, at=task.at, to=task.beyond)


def _blow(mission: Mission, across: Side, transition: Work) -> None:
    if mission.id == "rail_bridge":
        transition.set(cut_rails=transition.state.cut_rails | {across})
    else:
        transition.set(cut_roads=transition.state.cut_roads | {across})


def _destroy_aircraft(pos: Position, mission: Mission, transition: Work) -> None:
    """One Turkish CAS goes: the owner gives up the one with the lowest bonus."""
    turkish = [
        marker
        for marker in pos.piled(ALLIED, Kind.CAS, *SURVIVING)
        if pos.context.markers[marker].nation == "turkish"
    ]
    if turkish:
        least = min(turkish, key=lambda marker: (pos.context.markers[marker].bonus, marker))
        set_marker(transition, least, Status.ELIMINATED)
        transition.tell("cas destroyed", mission.rule, marker=least)


MOVES = (Answer(StartMission, start_objections, start),)
"""What starts a mission, in the German Movement Phase."""

HANDLERS = (
    Handler(
        MissionCost,
        (
            Answer(SpendCas, spend_objections, spend),
            Answer(LaunchMission, launch_objections, launch),
        ),
        question=cost_question,
    ),
    Handler(MissionRoll, chance=mission_node, rolled=roll_mission),
)

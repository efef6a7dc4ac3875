"""Air combat over a hex: who gives up, who screens, who gets past, who fights whom (BF-21)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from engine.core.actions import Objection
from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family
from engine.core.system import Question
from engine.systems.europa.air import fates, fleet, landing
from engine.systems.europa.air.combat import duels, strengths
from engine.systems.europa.air.combat.actions import (
    AbandonMissions,
    Allocate,
    Bypass,
    Fight,
    HoldBack,
    Jettison,
    ResolveAirCombat,
)
from engine.systems.europa.air.combat.records import (
    AirBattle,
    AirCombats,
    AirStep,
    ChoosingAirCombat,
    Dividing,
    Dueling,
    Matching,
    Preparing,
)
from engine.systems.europa.air.fleet import rule
from engine.systems.europa.air.records import Landing, Mission
from engine.systems.europa.state.common import Work, now
from engine.systems.europa.state.constants import other
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex


def flying(
    pos: Position, frame: Preparing, side: str, *, escorts: bool | None = None
) -> tuple[str, ...]:
    """A side's air units on missions to a hex by day or by night; with ``escorts`` only those that
    escort, or only the others (BF-16B3).
    """
    found = fleet.flying(pos, side, night=frame.night).get(frame.at, ())
    units = pos.air.units
    if escorts is None:
        return found
    return tuple(u for u in found if (units[u].mission == Mission.ESCORT) is escorts)


# Hex by hex


def go_on(pos: Position, frame: AirCombats, transition: Work) -> None:
    """The next hex with interceptors and enemies, chosen by the intercepting side (BF-21.1,
    21.2).
    """
    enemies = fleet.flying(pos, other(frame.side), night=frame.night)
    units = pos.air.units
    hexes = tuple(
        at
        for at, mine in sorted(fleet.flying(pos, frame.side, night=frame.night).items())
        if at in enemies
        and at not in frame.done
        and any(units[unit].mission == Mission.INTERCEPTION for unit in mine)
    )
    if not hexes:
        transition.state = transition.state.popped()
    elif len(hexes) == 1:
        _open(transition, frame, hexes[0])
    else:
        transition.state = transition.state.pushed(ChoosingAirCombat(frame.side, hexes))


def _open(transition: Work, frame: AirCombats, at: Hex) -> None:
    begun = replace(frame, done=(*frame.done, at))
    preparing = Preparing(other(frame.side), at, frame.night)
    transition.state = transition.state.swapped(begun).pushed(preparing)


def ask_order(pos: Position, frame: ChoosingAirCombat) -> Question:
    """Which hex next?"""
    family = Family(
        "resolve air combat",
        "Resolve air combat",
        lambda: tuple(ResolveAirCombat(at) for at in frame.hexes),
    )
    prompt = "Choose the hex whose air combat is resolved next."
    return Question(frame.side, prompt, (family,), rule(pos, "air combat order"))


def order_objections(
    pos: Position, frame: ChoosingAirCombat, action: ResolveAirCombat
) -> Iterator[Objection]:
    """A hex with interceptors and enemies (BF-21.1)."""
    if action.target not in frame.hexes:
        text = f"No air combat is to be resolved over {pos.label(action.target)}."
        yield Objection(rule(pos, "air combat"), text)


def choose(
    _pos: Position, _frame: ChoosingAirCombat, action: ResolveAirCombat, transition: Work
) -> None:
    """That one."""
    transition.state = transition.state.popped()
    frame = transition.state.top
    assert isinstance(frame, AirCombats), "air combats wait below the choice among them"
    _open(transition, frame, action.target)


# Preparation


def ask_preparation(pos: Position, frame: Preparing) -> Question:
    """Abandon, jettison bombs, or fight?"""
    families = (
        Family("fight", "Accept air combat", lambda: (Fight(),), weight=6, closing=True),
        Family("jettison", "Jettison bombs", lambda: _jettisons(pos, frame), weight=2),
        *_abandoning(pos),
    )
    where, may = pos.label(frame.at), may_abandon(pos)
    choice = "accept air combat, or abandon operations" if may else "prepare for air combat"
    prompt = f"Interceptors over {where}: {choice}."
    return Question(frame.side, prompt, families, rule(pos, "abandoning" if may else "air combat"))


def may_abandon(pos: Position) -> bool:
    """Whether whoever is intercepted may give up his missions (BF-21A1.1)."""
    return fleet.charts_of(pos.context).air_combat.abandon


def _abandoning(pos: Position) -> Iterator[Family]:
    if may_abandon(pos):
        yield Family("abandon", "Abandon air operations", lambda: (AbandonMissions(),), weight=2)


def abandon_objections(
    pos: Position, _frame: Preparing, _action: AbandonMissions
) -> Iterator[Objection]:
    """Only where the title lets missions be abandoned."""
    if not may_abandon(pos):
        text = "Air operations cannot be abandoned: there is air combat."
        yield Objection(rule(pos, "air combat"), text)


def _jettisons(pos: Position, frame: Preparing) -> Iterator[Jettison]:
    for unit in flying(pos, frame, frame.side):
        if strengths.laden(pos, unit):
            yield Jettison(unit)


def jettison_objections(pos: Position, frame: Preparing, action: Jettison) -> Iterator[Objection]:
    """A fighter of the mission force that bombs (BF-24A.2)."""
    if action not in tuple(_jettisons(pos, frame)):
        text = f"{action.air_unit!r} is no fighter of yours with bombs over this hex."
        yield Objection(rule(pos, "jettison"), text)


def jettison(pos: Position, _frame: Preparing, action: Jettison, transition: Work) -> None:
    """It is an escort from now on."""
    found = replace(pos.air.units[action.air_unit], mission=Mission.ESCORT.value)
    fates.change(pos, transition, action.air_unit, found)
    transition.tell("bombs jettisoned", rule(pos, "jettison"), air_unit=action.air_unit)


def abandon(pos: Position, frame: Preparing, _action: AbandonMissions, transition: Work) -> None:
    """All go home at once, not to a base in the hex (BF-21A1.1 to 21A1.3)."""
    transition.state = transition.state.popped()
    transition.tell("operations abandoned", rule(pos, "abandoning"), at=frame.at)
    units = flying(pos, frame, frame.side)
    landing.send(pos.context, transition, frame.side, Landing.ABANDONING, units)


def prepare(pos: Position, frame: Preparing, _action: Fight, transition: Work) -> None:
    """Escorts form the screen, the others the mission force (BF-21A2.1); the interceptors divide
    where there are both.
    """
    side = other(frame.side)
    interceptors = tuple(
        unit
        for unit in flying(pos, frame, side)
        if pos.air.units[unit].mission == Mission.INTERCEPTION
    )
    escorts = flying(pos, frame, frame.side, escorts=True)
    force = flying(pos, frame, frame.side, escorts=False)
    transition.tell("air combat", rule(pos, "air combat"), at=frame.at)
    battle = AirBattle(frame.at, side, escorts=escorts, force=force)
    if escorts and force:
        divided = replace(battle, screen=interceptors)
        transition.state = transition.state.swapped(Dividing(divided))
        return
    transition.state = transition.state.popped()
    divided = replace(battle, screen=interceptors if escorts else ())
    divided = replace(divided, bypass=() if escorts else interceptors)
    begin(transition, divided, AirStep.SCREEN)


def ask_division(pos: Position, frame: Dividing) -> Question:
    """Who bypasses the screen?"""
    battle = frame.battle
    families = (
        Family("bypass", "Bypass the screen", lambda: tuple(map(Bypass, battle.screen)), weight=4),
        Family("fight", "Attack", lambda: (Fight(),), weight=4, closing=True),
    )
    prompt = (
        f"Air combat over {pos.label(battle.at)}: choose who tries to pass the escorts; the "
        "others attack them."
    )
    return Question(battle.side, prompt, families, rule(pos, "interceptor preparation"))


def bypass_objections(pos: Position, frame: Dividing, action: Bypass) -> Iterator[Objection]:
    """An interceptor over the hex that does not bypass yet."""
    if action.air_unit not in frame.battle.screen:
        text = f"{action.air_unit!r} is no interceptor that could still pass the escorts."
        yield Objection(rule(pos, "interceptor preparation"), text)


def bypass(_pos: Position, frame: Dividing, action: Bypass, transition: Work) -> None:
    """It tries to get past."""
    battle, unit = frame.battle, action.air_unit
    screen = tuple(one for one in battle.screen if one != unit)
    battle = replace(battle, screen=screen, bypass=(*battle.bypass, unit))
    if screen:
        transition.state = transition.state.swapped(Dividing(battle))
        return
    transition.state = transition.state.popped()
    begin(transition, battle, AirStep.SCREEN)


def attack(_pos: Position, frame: Dividing, _action: Fight, transition: Work) -> None:
    """The others attack the screen."""
    transition.state = transition.state.popped()
    begin(transition, frame.battle, AirStep.SCREEN)


# Allocation


def begin(transition: Work, battle: AirBattle, step: AirStep) -> None:
    """Open an allocation step, or the next one where nobody is to be allocated; steps with one
    possible allocation are not asked.
    """
    side = other(battle.side)
    match step:
        case AirStep.SCREEN if battle.screen and battle.escorts:
            if len(battle.escorts) == 1:
                pairs = tuple((unit, battle.escorts[0]) for unit in battle.screen)
                _engage(transition, battle, step, pairs)
            else:
                _ask(transition, Matching(battle.side, battle, step))
        case AirStep.SCREEN | AirStep.SURPLUS:
            begin(transition, battle, AirStep.BYPASS)
        case AirStep.BYPASS if battle.bypass and battle.escorts:
            _ask(transition, Matching(side, battle, step))
        case AirStep.BYPASS:
            begin(transition, battle, AirStep.FORCE)
        case AirStep.FORCE if battle.bypass and battle.force:
            if len(battle.bypass) == len(battle.force) == 1:
                _engage(transition, battle, step, ((battle.bypass[0], battle.force[0]),))
            else:
                _ask(transition, Matching(battle.side, battle, step))
        case _:
            pass


def _ask(transition: Work, frame: Matching) -> None:
    transition.state = transition.state.pushed(frame)


def _engage(
    transition: Work, battle: AirBattle, step: AirStep, pairs: tuple[tuple[str, str], ...]
) -> None:
    """The allocation is done: fight it out."""
    transition.state = transition.state.pushed(Dueling(battle, step, duels.of(pairs)))


def follow(transition: Work, battle: AirBattle, step: AirStep) -> None:
    """After the firing of a step the next one (BF-21B1)."""
    if step is not AirStep.FORCE:
        begin(transition, battle, AirStep.FORCE if step is AirStep.BYPASS else AirStep.BYPASS)


def mine(frame: Matching) -> tuple[str, ...]:
    """The air units that are still to be allocated in a step."""
    battle, matched = frame.battle, {pair[0] for pair in frame.pairs}
    if frame.step is AirStep.SCREEN:
        whole = battle.screen
    elif frame.step is AirStep.FORCE:
        whole = battle.bypass
    else:
        whole = battle.escorts
        matched |= {pair[1] for pair in frame.pairs}
    return tuple(unit for unit in whole if unit not in matched)


def theirs(frame: Matching) -> tuple[str, ...]:
    """The enemies they can be allocated against."""
    battle = frame.battle
    match frame.step:
        case AirStep.SCREEN:
            return battle.escorts
        case AirStep.SURPLUS:
            return battle.screen
        case AirStep.BYPASS:
            return battle.bypass
        case _:
            return battle.force


def ask_allocation(pos: Position, frame: Matching) -> Question:
    """Who against whom?"""
    families = [Family("allocate", "Allocate", lambda: _pairs(frame), weight=6)]
    if frame.step is not AirStep.SCREEN:
        title, some = _held_back(pos, frame), bool(frame.pairs)
        families.append(Family("hold back", title, lambda: (HoldBack(),), weight=1, closing=some))
    where = pos.label(frame.battle.at)
    whom = {
        AirStep.SCREEN: "the escorts",
        AirStep.SURPLUS: "the interceptors that attack the screen",
        AirStep.BYPASS: "the interceptors that try to pass",
        AirStep.FORCE: "the mission force",
    }[frame.step]
    prompt = f"Air combat over {where}: allocate your air units against {whom}."
    return Question(frame.side, prompt, tuple(families), rule(pos, TOPICS[frame.step]))


def _held_back(pos: Position, frame: Matching) -> str:
    """Who does not fight when no more are allocated, as the title of that answer."""
    if frame.pairs:
        return "Hold the others back"
    left = mine(frame)
    return f"Hold {fleet.facts(pos, left[0]).name} back" if len(left) == 1 else "Hold all back"


def _pairs(frame: Matching) -> Iterator[Allocate]:
    for unit in mine(frame):
        yield from (Allocate(unit, enemy) for enemy in theirs(frame))


TOPICS = {
    AirStep.SCREEN: "screen allocation",
    AirStep.SURPLUS: "surplus allocation",
    AirStep.BYPASS: "bypass allocation",
    AirStep.FORCE: "force allocation",
}


def allocation_objections(pos: Position, frame: Matching, action: Allocate) -> Iterator[Objection]:
    """One's own air unit that is free, an enemy of the step; against the screen one for each escort
    first (BF-21B1a.1).
    """
    if action.air_unit not in mine(frame) or action.against not in theirs(frame):
        text = f"{action.air_unit!r} cannot be allocated against {action.against!r} now."
        yield Objection(rule(pos, TOPICS[frame.step]), text)
        return
    faced = {pair[1] for pair in frame.pairs}
    free = [escort for escort in frame.battle.escorts if escort not in faced]
    short = bool(free) and len(mine(frame)) <= len(free)
    if frame.step is AirStep.SCREEN and action.against in faced and short:
        text = f"First one interceptor against each escort: {fleet.facts(pos, free[0]).name}."
        yield Objection(rule(pos, "screen allocation"), text)


def allocate(_pos: Position, frame: Matching, action: Allocate, transition: Work) -> None:
    """Allocate one; after the last the air units fire."""
    done = replace(frame, pairs=(*frame.pairs, (action.air_unit, action.against)))
    if mine(done):
        transition.state = transition.state.swapped(done)
    else:
        _allocated(done, transition)


def hold_objections(pos: Position, frame: Matching, _action: HoldBack) -> Iterator[Objection]:
    """Whoever attacks the screen is allocated against it (BF-21B1a.1)."""
    if frame.step is AirStep.SCREEN:
        text = "Every interceptor that attacks the screen is allocated against an escort."
        yield Objection(rule(pos, "screen allocation"), text)


def hold_back(_pos: Position, frame: Matching, _action: HoldBack, transition: Work) -> None:
    """No more are allocated."""
    _allocated(frame, transition)


def _allocated(frame: Matching, transition: Work) -> None:
    """An allocation is complete. Escorts that nobody attacks may join against the screen's
    attackers, or wait for those that bypass (BF-21B1a.3).
    """
    transition.state = transition.state.popped()
    battle = frame.battle
    if frame.step is AirStep.SCREEN:
        surplus = Matching(other(battle.side), battle, AirStep.SURPLUS, frame.pairs)
        if mine(surplus):
            _ask(transition, surplus)
            return
    if frame.pairs:
        _engage(transition, battle, frame.step, frame.pairs)
    else:
        follow(transition, battle, frame.step)


def fought(pos: Position, frame: Dueling, transition: Work) -> None:
    """All duels of a step are fought: those in them are done with (BF-21B1b.4); bypassers that got
    through stay (BF-21B1d.2).
    """
    transition.state = transition.state.popped()
    battle = frame.battle
    engaged = {unit for duel in frame.duels for unit in (duel.single, *duel.several)}
    escorts = tuple(unit for unit in battle.escorts if unit not in engaged)
    units = now(pos.context, transition).air.units
    bypassing = tuple(u for u in battle.bypass if units[u].mission == Mission.INTERCEPTION)
    left = replace(battle, screen=(), escorts=escorts, bypass=bypassing)
    follow(transition, left, frame.step)


HANDLERS = (
    Handler(AirCombats, auto=go_on),
    Handler(
        ChoosingAirCombat, (Answer(ResolveAirCombat, order_objections, choose),), question=ask_order
    ),
    Handler(
        Preparing,
        (
            Answer(Fight, no_objections, prepare),
            Answer(Jettison, jettison_objections, jettison),
            Answer(AbandonMissions, abandon_objections, abandon),
        ),
        question=ask_preparation,
    ),
    Handler(
        Dividing,
        (Answer(Bypass, bypass_objections, bypass), Answer(Fight, no_objections, attack)),
        question=ask_division,
    ),
    Handler(
        Matching,
        (
            Answer(Allocate, allocation_objections, allocate),
            Answer(HoldBack, hold_objections, hold_back),
        ),
        question=ask_allocation,
    ),
    *duels.HANDLERS,
    Handler(Dueling, auto=partial(duels.run, fought=fought)),
)
"""The handlers of air combat."""

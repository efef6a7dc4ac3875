"""Air units fire at one another: one against one, or several against one (BF-21B1b to 21B1f)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from engine.core.actions import Objection
from engine.core.chance import ChanceNode
from engine.core.handler import Answer, Handler
from engine.core.legal import Family
from engine.core.system import Question
from engine.systems.europa.air import fates, fleet
from engine.systems.europa.air.combat import strengths
from engine.systems.europa.air.combat.actions import FireAt
from engine.systems.europa.air.combat.records import Aiming, AirShot, AirStep, Duel, Dueling
from engine.systems.europa.air.fleet import rule
from engine.systems.europa.state.common import Work
from engine.systems.europa.state.position import Position

Fought = Callable[[Position, Dueling, Work], None]
"""What follows when all duels of a step are fought."""


def of(pairs: tuple[tuple[str, str], ...]) -> tuple[Duel, ...]:
    """The duels of an allocation: who stands in several pairs fights several."""
    seen = Counter(unit for pair in pairs for unit in pair)
    found: dict[str, tuple[str, ...]] = {}
    for unit, enemy in pairs:
        single, one = (unit, enemy) if seen[unit] > 1 else (enemy, unit)
        found[single] = (*found.get(single, ()), one)
    return tuple(Duel(single, several) for single, several in found.items())


def run(pos: Position, frame: Dueling, transition: Work, fought: Fought) -> None:
    """The next shot of the first duel that is not over, or its results, or what follows them."""
    if frame.over == len(frame.duels):
        fought(pos, frame, transition)
        return
    duel = frame.duels[frame.over]
    is_series = in_series(pos, frame)
    shooters = due_in_series(frame) if is_series else due(frame)
    if not shooters:
        transition.state = transition.state.swapped(
            replace(frame, over=frame.over + 1, fired=(), results=())
        )
        for unit, result in together(duel, frame.results) if is_series else frame.results:
            fates.suffer(pos, transition, unit, result)
    elif shooters == (duel.single,):
        met = tuple(unit for unit in frame.fired if unit in duel.several)[-1:]
        _shoot(pos, transition, shooters, met if is_series else duel.several)
    else:
        _shoot(pos, transition, shooters, (duel.single,), answered=is_series)


def in_series(pos: Position, frame: Dueling) -> bool:
    """Whether the duel that is fought is one of several exchanges (FE-21B2b.2)."""
    return fleet.plan_of(pos.context).series and len(frame.duels[frame.over].several) > 1


def due_in_series(frame: Dueling) -> tuple[str, ...]:
    """Who may fire next in a series of exchanges: the single air unit at the one it has just met,
    else those it has not met yet, or nobody once it is eliminated. It answers in the same exchange,
    so that what befalls it there does not keep it from firing (FE-21B2b.2).
    """
    duel = frame.duels[frame.over]
    met = [unit for unit in frame.fired if unit in duel.several]
    answers = frame.step is not AirStep.BYPASS
    if answers and frame.fired.count(duel.single) < len(met):
        return (duel.single,)
    if fates.ELIMINATED in (result for _, result in together(duel, frame.results)[:1]):
        return ()
    return tuple(unit for unit in duel.several if unit not in met)


def together(duel: Duel, results: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """The results of a series, that of the single air unit first: the worst, two aborts eliminate
    it (FE-21B2b.2).
    """
    own = [result for unit, result in results if unit == duel.single]
    others = tuple(one for one in results if one[0] != duel.single)
    if fates.ELIMINATED in own or own.count(fates.ABORTED) > 1:
        return ((duel.single, fates.ELIMINATED), *others)
    worst = fates.ABORTED if fates.ABORTED in own else next(iter(own), "")
    return (((duel.single, worst),) if worst else ()) + others


def due(frame: Dueling) -> tuple[str, ...]:
    """Who may fire next in a duel: first the single air unit, where it may fire at all, then the
    several until one has a result (BF-21B1b.2, 21B1b.3, 21B1d.1).
    """
    duel = frame.duels[frame.over]
    if frame.step is not AirStep.BYPASS and duel.single not in frame.fired:
        return (duel.single,)
    if any(unit == duel.single for unit, _ in frame.results):
        return ()
    return tuple(unit for unit in duel.several if unit not in frame.fired)


def _shoot(
    pos: Position,
    transition: Work,
    shooters: tuple[str, ...],
    targets: tuple[str, ...],
    *,
    answered: bool = False,
) -> None:
    """Fire, or ask where there is a choice; among several that are alike there is none, nor in the
    fire that answers them.
    """
    kinds = {
        (_strength(pos, one, at), _strength(pos, at, one) if answered else None)
        for one in shooters
        for at in targets
    }
    if len(targets) == 1 and (len(shooters) == 1 or len(kinds) == 1):
        shot = AirShot(shooters[0], targets[0])
        transition.state = transition.state.pushed(shot)
    else:
        side = fleet.side_of(pos, shooters[0])
        transition.state = transition.state.pushed(Aiming(side, shooters, targets))


def _strength(pos: Position, unit: str, against: str) -> tuple[int, int]:
    return strengths.differential(pos, unit, against), strengths.modifier(pos, unit, against)


def question(pos: Position, frame: Aiming) -> Question:
    """At whom, or who next?"""
    family = Family("fire", "Fire", lambda: tuple(_shots(frame)))
    single = fleet.facts(pos, (frame.shooters if len(frame.shooters) == 1 else frame.targets)[0])
    prompt = (
        f"Choose at whom {single.name} fires."
        if len(frame.shooters) == 1
        else f"Choose who fires next at {single.name}."
    )
    return Question(frame.side, prompt, (family,), rule(pos, "air fire"))


def _shots(frame: Aiming) -> Iterator[FireAt]:
    for unit in frame.shooters:
        yield from (FireAt(unit, enemy) for enemy in frame.targets)


def objections(pos: Position, frame: Aiming, action: FireAt) -> Iterator[Objection]:
    """One of those who may fire now, at one that it fights (BF-21B1b.2)."""
    if action.air_unit not in frame.shooters or action.against not in frame.targets:
        text = f"{action.air_unit!r} cannot fire at {action.against!r} now."
        yield Objection(rule(pos, "air fire"), text)


def fire(_pos: Position, _frame: Aiming, action: FireAt, transition: Work) -> None:
    """Two dice."""
    shot = AirShot(action.air_unit, action.against)
    transition.state = transition.state.popped().pushed(shot)


def node(pos: Position, frame: AirShot) -> ChanceNode:
    """The first of two dice, or the second with what each face does."""
    shooter, target = (fleet.facts(pos, unit).name for unit in (frame.air_unit, frame.against))
    differential = strengths.differential(pos, frame.air_unit, frame.against)
    reason = f"{shooter} fires at {target} ({differential:+d})"
    does = partial(strengths.result, pos, frame.air_unit, frame.against)
    return fates.two_dice(pos, frame.first, reason, rule(pos, "air combat roll"), does)


def rolled(pos: Position, frame: AirShot, face: int, transition: Work) -> None:
    """After the second die the result is noted, to hold when the duel is over."""
    if not frame.first:
        transition.state = transition.state.swapped(replace(frame, first=face))
        return
    unit, against, total = frame.air_unit, frame.against, frame.first + face
    found = strengths.result(pos, unit, against, total)
    transition.tell(
        "air shot",
        rule(pos, "air combat roll"),
        air_unit=unit,
        against=against,
        differential=f"{strengths.differential(pos, unit, against):+d}",
        total=total,
        modifier=f"{strengths.modifier(pos, unit, against):+d}",
        result=found,
    )
    transition.state = transition.state.popped()
    duel = transition.state.top
    assert isinstance(duel, Dueling), "shots are fired in duels"
    results = duel.results if found == fates.NOTHING else (*duel.results, (against, found))
    single = duel.duels[duel.over].single
    silent = against == single and (against, fates.ABORTED) in duel.results
    answer = (single,) if silent and in_series(pos, duel) else ()  # it fires no more
    noted = replace(duel, fired=(*duel.fired, unit, *answer), results=results)
    transition.state = transition.state.swapped(noted)


HANDLERS = (
    Handler(Aiming, (Answer(FireAt, objections, fire),), question=question),
    Handler(AirShot, chance=node, rolled=rolled),
)
"""The handlers of fire; that of the duels themselves knows what follows them."""

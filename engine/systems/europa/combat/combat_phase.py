"""The combat phase: declaring attacks, forming the force, and the way to the die (BF-9, BC-B9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.chance import ChanceNode
from engine.core.handler import Answer, AnyAnswer, AnyHandler, Handler, no_objections
from engine.core.legal import Family
from engine.core.system import Question
from engine.core.wording import mixed
from engine.rules.combat.declaring import DeclaringStep
from engine.rules.combat.forming import FormingStep
from engine.rules.combat.steps import Topic
from engine.systems.europa.combat import amid
from engine.systems.europa.combat import battle_actions as do
from engine.systems.europa.combat.battles import Aftermath, ArmorCall, Battle, CombatRoll, Forming
from engine.systems.europa.combat.calculation import Calculation, calculated
from engine.systems.europa.combat.crossing import can_cross, origin_of
from engine.systems.europa.combat.odds import odds_text
from engine.systems.europa.movement.gate import snowed_in
from engine.systems.europa.state.common import PositionT, TheatreT, Work, objection, unmark
from engine.systems.europa.state.constants import ATTACKED, DEFENDED, STRATEGIC, other
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Fighting, Theatre
from maps.hexgrid import Hex, distance
from oob.model import UnitId

TOPICS = {Topic.JOINED: "one target"}
"""The topics of a title's citations, where it is not the attack itself."""


def open_phase(transition: Work, side: str) -> None:
    """Begin a side's combat phase: nobody has fought yet."""
    unmark(transition, ATTACKED, DEFENDED)
    transition.state = transition.state.pushed(Fighting(side))


def can_attack(pos: Position, unit: UnitId, target: Hex) -> Iterator[Objection]:
    """What keeps a unit beside a hex from attacking it (BF-9B)."""
    called, at = pos.called(unit), pos.label(target)
    if ATTACKED in pos.piece(unit).marks:
        yield objection(pos, "once per phase", f"{called} has attacked already.")
    if not can_cross(pos, unit, target):
        topic = "winter in mountains" if snowed_in(pos, unit, target) else "prohibited attack"
        yield objection(pos, topic, f"{called} cannot attack into {at}.")
    if STRATEGIC in pos.piece(unit).marks:
        text = f"{pos.called(unit)} has gone far by rail in this player turn."
        yield objection(pos, "strategic rail alone", text)
    for barred in (pos.may_act(unit), pos.bars_attack(unit, target)):
        if barred is not None:
            yield barred


def beside(pos: Position, side: str, target: Hex) -> Iterator[UnitId]:
    """A side's units next to a hex, and those that have dropped into it."""
    for origin in (target, *target.neighbours()):
        yield from pos.friends(origin, side)


def able(pos: Position, side: str, target: Hex) -> tuple[UnitId, ...]:
    """Units of a side that could attack a hex; worked out once for a position."""

    def work() -> tuple[UnitId, ...]:
        near = beside(pos, side, target)
        return tuple([u for u in near if next(can_attack(pos, u, target), None) is None])

    return pos.once(("able to attack", side, target), work)


def gunners(pos: Position, side: str, target: Hex) -> tuple[UnitId, ...]:
    """Guns of a side that could fire at a hex from two hexes away (FE-14B2.1)."""
    return tuple(
        gun
        for gun in pos.context.far_guns
        if pos.side(gun) == side
        and afar(pos, gun, target)
        and not any(True for _ in can_fire(pos, gun, target))
    )


def afar(pos: Position, unit: UnitId, target: Hex) -> bool:
    """Whether a unit is a gun that reaches a hex from as far as it is."""
    at, reach = pos.piece(unit).at, pos.context.charts.artillery.reach
    return unit in pos.context.far_guns and isinstance(at, Hex) and distance(at, target) == reach


def can_fire(pos: Position, gun: UnitId, target: Hex) -> Iterator[Objection]:
    """What keeps a gun from firing at a hex two hexes away: what keeps it from any attack, but for
    the ground (FE-14B2.1).
    """
    called = pos.called(gun)
    if ATTACKED in pos.piece(gun).marks:
        yield objection(pos, "once per phase", f"{called} has attacked already.")
    if STRATEGIC in pos.piece(gun).marks:
        text = f"{called} has gone far by rail in this player turn."
        yield objection(pos, "strategic rail alone", text)
    for barred in (pos.may_act(gun), pos.bars_attack(gun, target)):
        if barred is not None:
            yield barred


def defenders(pos: Position, side: str, target: Hex) -> tuple[tuple[UnitId, ...], ...]:
    """All the enemies in a hex, and those of them that have retreated there in this phase."""
    enemies = pos.enemies(target, side)
    return enemies, tuple(unit for unit in enemies if DEFENDED in pos.piece(unit).marks)


def targets(pos: Position, side: str) -> tuple[Hex, ...]:
    """Enemy-held hexes next to a side's units, and those its units have dropped into."""
    graph, enemy = pos.context.supply_graph, other(side)
    held, enemies = (graph.masks.of(("held", one), pos.held[one]) for one in (side, enemy))
    return tuple(sorted(graph.bits.hexes((held | graph.bits.around(held)) & enemies)))


class Declaring(DeclaringStep[Theatre, Position, Battle]):
    """The combat phase of a side (BF-9)."""

    def cite(self, pos: Position, topic: Topic) -> str:
        """All of it rests on one rule."""
        return pos.context.cite(TOPICS.get(topic, "attack"))

    def targets(self, pos: Position, side: str) -> tuple[Hex, ...]:
        """Enemy-held hexes next to a side's units, and those its units have dropped into."""
        return targets(pos, side)

    def may_join(self, pos: Position, side: str, unit: UnitId, target: Hex) -> bool:
        """Whoever has not attacked yet, and may cross into the hex (BF-9B)."""
        return unit in able(pos, side, target)

    def more(self, pos: Position, frame: Fighting) -> Iterable[Family]:
        """What the title adds."""
        return pos.more_families(frame)

    def objections(self, pos: Position, side: str, target: Hex) -> Iterator[Objection]:
        """What forbids an attack on a hex (BF-9A.1, 9B.1)."""
        at = pos.label(target)
        enemies, late = defenders(pos, side, target)
        if not enemies:
            yield objection(pos, "attack", f"No enemy to attack is in {at}.")
        elif len(late) == len(enemies):
            yield objection(pos, "once per phase", f"The units in {at} have been attacked already.")
        elif not any(pos.facts(unit).attack for unit in able(pos, side, target)):
            yield from self._unfit(pos, side, target)

    def _unfit(self, pos: Position, side: str, target: Hex) -> Iterator[Objection]:
        """Why nobody beside a hex attacks it: what keeps the first who has the strength."""
        near = tuple(beside(pos, side, target))
        strong = next((unit for unit in near if pos.facts(unit).attack), None)
        if strong is not None:
            yield from can_attack(pos, strong, target)
        elif near:
            text = "Units without attack strength do not attack by themselves."
            yield objection(pos, "zero attack", text)
        else:
            yield objection(pos, "attack", f"No unit of yours is next to {pos.label(target)}.")

    def battle(self, pos: Position, side: str, target: Hex) -> Battle:
        """Units that have dropped into the hex are part of the force."""
        inside = tuple(u for u in able(pos, side, target) if pos.piece(u).hex == target)
        return Battle(side, target, inside, *defenders(pos, side, target))

    def still_due(self, pos: Position, frame: Fighting) -> Iterator[Objection]:
        """Units that dropped onto enemies must attack them (BC-19E.5)."""
        for at in pos.must_attack(frame.side):
            if not any(True for _ in self.objections(pos, frame.side, at)):
                text = f"The units that dropped into {pos.label(at)} must attack there."
                yield objection(pos, "drop must attack", text, places=(at,))

    def ended(self, pos: Position, transition: Work) -> None:
        """Everybody may fight again."""
        unmark(transition, ATTACKED, DEFENDED)


def over_limit(pos: Position, battle: Battle, unit: UnitId) -> bool:
    """True when more units of a hex would attack than may stack in the attacked one (BF-9B.6)."""
    origin = origin_of(pos, unit, battle.target)
    mates = (u for u in battle.attackers if origin_of(pos, u, battle.target) == origin)
    return bool(pos.excess((*mates, unit), pos.stack_row(battle.target)))


def candidates(pos: Position, battle: Battle) -> tuple[UnitId, ...]:
    """Units that may still join an attack, the guns that may fire from afar last."""
    near = tuple(
        unit
        for unit in able(pos, battle.side, battle.target)
        if unit not in battle.attackers
        and not over_limit(pos, battle, unit)
        and pos.bars_joint_attack(unit, battle.attackers) is None
    )
    if not pos.context.far_guns:
        return near
    guns = gunners(pos, battle.side, battle.target)
    return (*near, *(gun for gun in guns if gun not in battle.firing))


def joined(pos: Position, battle: Battle, unit: UnitId) -> Battle:
    """The battle with one more unit, as an attacker or as a gun that fires from afar."""
    return battle.fired(unit) if afar(pos, unit, battle.target) else battle.joined(unit)


class ForceForming(FormingStep[Theatre, Position, Battle]):
    """The attacker chooses his units, then goes in (BF-9B)."""

    def cite(self, pos: Position, topic: Topic) -> str:
        """All of it rests on one rule, but that a unit attacks one hex."""
        return pos.context.cite(TOPICS.get(topic, "attack"))

    def candidates(self, pos: Position, battle: Battle) -> tuple[UnitId, ...]:
        """Units that may still join an attack."""
        return candidates(pos, battle)

    def origin(self, pos: Position, battle: Battle, unit: UnitId) -> Hex:
        """The hex a unit attacks from."""
        return origin_of(pos, unit, battle.target)

    def barred(self, pos: Position, battle: Battle, unit: UnitId) -> Iterator[Objection]:
        """What keeps a unit out of the attack (BF-9B)."""
        at = pos.label(battle.target)
        if pos.side(unit) == battle.side and afar(pos, unit, battle.target):
            yield from self._no_fire(pos, battle, unit)
            return
        if unit not in beside(pos, battle.side, battle.target):
            yield objection(pos, "attack", f"{pos.called(unit)} is not next to {at}.")
            return
        yield from can_attack(pos, unit, battle.target)
        barred = pos.bars_joint_attack(unit, battle.attackers)
        if barred is not None:
            yield barred
        if over_limit(pos, battle, unit):
            text = f"No more units may attack out of that hex than may stack in {at}."
            yield objection(pos, "attackers per hex", text)

    def _no_fire(self, pos: Position, battle: Battle, gun: UnitId) -> Iterator[Objection]:
        """What keeps a gun from firing into the attack from afar."""
        if gun in battle.firing:
            text = f"{pos.called(gun)} has joined already."
            yield objection(pos, "one target", text)
        yield from can_fire(pos, gun, battle.target)

    def add(
        self, pos: Position, frame: Forming[Battle], action: do.AddUnit, transition: Work
    ) -> None:
        """Add a unit to the force, or a gun from afar."""
        if not afar(pos, action.unit, frame.battle.target):
            super().add(pos, frame, action, transition)
            return
        transition.state = transition.state.swapped(Forming(frame.battle.fired(action.unit)))
        transition.tell("fires from afar", pos.context.cite("far guns"), unit=action.unit)

    def joining(self, pos: Position, battle: Battle, origin: Hex) -> tuple[UnitId, ...]:
        """The units of a hex that may join, the strongest first, as many as the limit lets."""
        found = battle
        units = (
            unit
            for unit in super().joining(pos, battle, origin)
            if not afar(pos, unit, battle.target)
        )
        for unit in sorted(units, key=lambda unit: -pos.facts(unit).attack):
            apart = pos.bars_joint_attack(unit, found.attackers) is not None
            if not apart and not over_limit(pos, found, unit):
                found = found.joined(unit)
        return found.attackers[len(battle.attackers) :]

    def more(self, pos: Position, frame: Forming[Battle]) -> Iterable[Family]:
        """Counting armour, and leaving units out."""
        units = frame.battle.striking
        return (
            Family("count", "Count armour", lambda: (do.CountHalf(), do.CountNeutral()), weight=1),
            Family(
                "drop unit",
                "Leave a unit out",
                lambda: (do.DropUnit(unit) for unit in units),
                weight=1,
            ),
            *pos.more_families(frame),
        )

    def unready(self, pos: Position, battle: Battle) -> Iterator[Objection]:
        """Somebody with attack strength must attack (BF-9G.1)."""
        if not any(pos.facts(unit).attack for unit in battle.attackers):
            text = "Units without attack strength do not attack by themselves."
            yield objection(pos, "zero attack", text)

    def go_in(
        self, pos: Position, frame: Forming[Battle], _action: do.GoIn, transition: Work
    ) -> None:
        """The odds stand; the defender may still say how he counts his armour."""
        battle = frame.battle
        found = Calculation(pos, battle)
        pos.attack_begun(battle.striking, battle.target, transition)
        transition.tell(
            "battle",
            pos.context.cite("odds"),
            at=battle.target,
            units=battle.striking,
            enemies=battle.defenders,
            attack=mixed(found.attack),
            defense=mixed(found.defense),
            column=odds_text(found.chart, found.column),
            modifier=f"{found.modifier:+d}",
        )
        if other(battle.side) in found.armor.choices and not found.certain:
            transition.state = transition.state.swapped(ArmorCall(battle))
        else:
            _to_the_die(found, transition)


DECLARING, FORMING = Declaring(), ForceForming()


def drop_objections(
    pos: Position, frame: Forming[Battle], action: do.DropUnit
) -> Iterator[Objection]:
    """It must have joined; units that dropped into the hex must attack (BC-19E.5)."""
    if action.unit not in frame.battle.striking:
        yield objection(pos, "attack", f"{pos.called(action.unit)} has not joined the attack.")
    elif pos.piece(action.unit).hex == frame.battle.target:
        text = f"{pos.called(action.unit)} has dropped there and must attack."
        yield objection(pos, "drop must attack", text)


def drop(pos: Position, frame: Forming[Battle], action: do.DropUnit, transition: Work) -> None:
    """Leave a unit out of the force again."""
    transition.state = transition.state.swapped(Forming(frame.battle.without(action.unit)))
    transition.tell("left out", pos.context.cite("attack"), unit=action.unit)


def half_objections(
    pos: Position, frame: Forming[Battle], _action: do.CountHalf
) -> Iterator[Objection]:
    """It must make a difference, and not be so already (BF-10E.1)."""
    battle = frame.battle
    if battle.side in battle.halved:
        yield objection(pos, "half capability", "Half-capable armour counts as half already.")
    elif battle.side not in calculated(pos, battle).armor.choices:
        yield objection(pos, "half capability", "The counting of armour changes nothing here.")


def neutral_objections(
    pos: Position, frame: Forming[Battle], _action: do.CountNeutral
) -> Iterator[Objection]:
    """It must count as half now."""
    if frame.battle.side not in frame.battle.halved:
        text = "Half-capable armour is counted as serves the attack best already."
        yield objection(pos, "half capability", text)


def count_half(
    _pos: Position, frame: Forming[Battle], _action: do.CountHalf, transition: Work
) -> None:
    """Half-capable units count as half."""
    battle = replace(frame.battle, halved=(*frame.battle.halved, frame.battle.side))
    transition.state = transition.state.swapped(Forming(battle))


def count_neutral(
    _pos: Position, frame: Forming[Battle], _action: do.CountNeutral, transition: Work
) -> None:
    """Half-capable units count as serves best."""
    transition.state = transition.state.swapped(Forming(replace(frame.battle, halved=())))


def _to_the_die(found: Calculation, transition: Work) -> None:
    battle = found.battle
    if not found.certain:
        transition.state = transition.state.swapped(CombatRoll(battle))
        return
    topic = "zero defense" if found.undefended else "minimum odds"
    code = found.chart.code(found.certain)
    transition.tell(
        "certain result",
        found.pos.context.cite(topic),
        at=battle.target,
        code=code.id,
        effect=code.text,
    )
    transition.state = transition.state.swapped(Aftermath(battle, code.id))


def armor_question(pos: Position, frame: ArmorCall) -> Question:
    """How does the defender count half-capable armour?"""
    at = pos.label(frame.battle.target)
    families = (
        Family("count neutral", "Count it as neutral", lambda: (do.CountNeutral(),), closing=True),
        Family("count half", "Count it as half", lambda: (do.CountHalf(),)),
    )
    prompt = f"How does your half-capable armour in {at} count?"
    return Question(other(frame.battle.side), prompt, families, pos.context.cite("half capability"))


def defend_neutral(
    pos: Position, frame: ArmorCall, _action: do.CountNeutral, transition: Work
) -> None:
    """As serves the defence best."""
    _to_the_die(Calculation(pos, frame.battle), transition)


def defend_half(pos: Position, frame: ArmorCall, _action: do.CountHalf, transition: Work) -> None:
    """As half."""
    halved = (*frame.battle.halved, other(frame.battle.side))
    _to_the_die(Calculation(pos, replace(frame.battle, halved=halved)), transition)


def combat_node(pos: Position, frame: CombatRoll[Battle]) -> ChanceNode:
    """The die of the battle, with what each face would do (BF-9A.7)."""
    found = calculated(pos, frame.battle)
    die = found.chart.die
    meanings = tuple(found.code(face) for face in range(1, die + 1))
    odds = odds_text(found.chart, found.column)
    reason = f"the battle for {pos.label(frame.battle.target)}, {odds} {found.modifier:+d}"
    return ChanceNode(die, reason, pos.context.cite("combat roll"), meanings)


def roll_combat(pos: Position, frame: CombatRoll[Battle], face: int, transition: Work) -> None:
    """Read the result; its stages follow, or among enemies another roll (FE-25C.3)."""
    found = calculated(pos, frame.battle)
    code = found.chart.code(found.code(face))
    transition.tell(
        "combat result",
        pos.context.cite("combat roll"),
        at=frame.battle.target,
        column=odds_text(found.chart, found.column),
        face=face,
        modifier=f"{found.modifier:+d}",
        code=code.id,
        effect=code.text,
    )
    if amid.rerolled(pos, frame.battle.attackers, frame.battle.target, code):
        cited = pos.context.cite("rerolled among enemies")
        transition.tell("combat rerolled", cited, at=frame.battle.target)
        return
    transition.state = transition.state.swapped(Aftermath(frame.battle, code.id))


FORMING_ANSWERS = (
    Answer(do.DropUnit, drop_objections, drop),
    Answer(do.CountHalf, half_objections, count_half),
    Answer(do.CountNeutral, neutral_objections, count_neutral),
)
"""What may be done besides while a force is formed."""


def forming_handler(
    step: ForceForming, *answers: AnyAnswer[TheatreT, PositionT, Forming[Battle]]
) -> AnyHandler[TheatreT, PositionT]:
    """The handler of forming a force, with what a title's own actions add."""
    own: tuple[AnyAnswer[TheatreT, PositionT, Forming[Battle]], ...] = (
        *step.handler(*FORMING_ANSWERS).answers,
        *answers,
    )
    return Handler(Forming, own, question=step.question)


HANDLERS = (
    DECLARING.handler(),
    FORMING.handler(*FORMING_ANSWERS),
    Handler(
        ArmorCall,
        (
            Answer(do.CountNeutral, no_objections, defend_neutral),
            Answer(do.CountHalf, no_objections, defend_half),
        ),
        question=armor_question,
    ),
    Handler(CombatRoll, chance=combat_node, rolled=roll_combat),
)

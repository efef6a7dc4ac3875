"""Support of a battle: NGS and CAS markers, naval and air combat, on to ULTRA (OG 12 to 14)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.chance import ChanceNode
from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family
from engine.core.system import Question
from engine.systems.operation_gertrud.battle import battle_actions as do
from engine.systems.operation_gertrud.battle.battles import (
    AirCall,
    AirDice,
    AirOver,
    AirUltra,
    Battle,
    CombatRoll,
    InBattle,
    NavalCall,
    NavalCombat,
    UltraCall,
)
from engine.systems.operation_gertrud.battle.duels import Duellist, Fate, settle
from engine.systems.operation_gertrud.state.common import (
    Work,
    now,
    objection,
    set_marker,
)
from engine.systems.operation_gertrud.state.context import Context
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    AirCombat,
    Kind,
    Status,
    other,
)
from maps.hexgrid import Hex

FATES = {Fate.BACK: Status.USED, Fate.LOST: Status.ELIMINATED, Fate.HOLDS: Status.COMMITTED}
"""The pile a marker goes to."""

FATE_WORDS = {
    Fate.HOLDS: "holds the field",
    Fate.BACK: "is called off unharmed",
    Fate.LOST: "is eliminated",
}
"""What becomes of a marker, in words."""


def open_support(context: Context, transition: Work, battle: Battle) -> None:
    """The attacker's NGS decision, or the first after it that is open."""
    _naval(context, transition, battle, battle.side)


def markers_for(pos: Position, battle: Battle, side: str, kind: Kind) -> tuple[str, ...]:
    """Markers a side may commit to a battle: its land units there must be there to be supported,
    and Soviets and others never mix (OG 12.0e, 12.1, 13.0c).
    """
    units = battle.attackers if side == battle.side else battle.defenders
    if not units:
        return ()
    soviet = pos.soviet(units[0])
    return tuple(
        marker
        for marker in pos.ready(side, kind)
        if (pos.context.markers[marker].nation == "soviet") == soviet
        and not (kind is Kind.NGS and pos.ngs_objection(marker, battle.target))
    )


def _naval(context: Context, transition: Work, battle: Battle, side: str) -> None:
    if markers_for(now(context, transition), battle, side, Kind.NGS):
        transition.state = transition.state.pushed(NavalCall(battle, side))
    elif side == battle.side:
        _naval(context, transition, battle, other(side))
    else:
        _after_naval_calls(context, transition, battle)


def _after_naval_calls(context: Context, transition: Work, battle: Battle) -> None:
    if battle.naval_attack and battle.naval_defense:
        transition.state = transition.state.pushed(NavalCombat(battle))
    else:
        _air(context, transition, battle, battle.side)


def _air(context: Context, transition: Work, battle: Battle, side: str) -> None:
    if markers_for(now(context, transition), battle, side, Kind.CAS):
        transition.state = transition.state.pushed(AirCall(battle, side))
    elif side == battle.side:
        _air(context, transition, battle, other(side))
    else:
        _after_air_calls(transition, battle)


def _after_air_calls(transition: Work, battle: Battle) -> None:
    transition.state = transition.state.pushed(AirOver(battle))
    if battle.air_attack and battle.air_defense:
        transition.state = transition.state.pushed(
            AirCombat(battle.side, battle.target, battle.air_attack, battle.air_defense)
        )


def call_question(pos: Position, frame: NavalCall | AirCall) -> Question:
    """Commit a marker, or none; the attacker may still call the attack off (OG 11.0c)."""
    battle, side = frame.battle, frame.side
    kind = Kind.NGS if isinstance(frame, NavalCall) else Kind.CAS
    markers = markers_for(pos, battle, side, kind)
    families = [
        Family("commit", f"Commit {kind.name}", lambda: (do.Commit(m) for m in markers), weight=6),
        Family("withhold", "Commit nothing", lambda: (do.Withhold(),), closing=True),
    ]
    if side == battle.side:
        families.append(
            Family("call off", "Call the attack off", lambda: (do.CallOff(),), weight=1)
        )
    there = battle.naval_attack if kind is Kind.NGS else battle.air_attack
    met = f" {pos.marker_name(there)} is there." if there and side != battle.side else ""
    prompt = f"Commit {kind.name} to the battle for {pos.label(battle.target)}?{met}"
    return Question(side, prompt, tuple(families), _rule(frame))


def _rule(frame: NavalCall | AirCall) -> str:
    return "OG-11.0.2a" if isinstance(frame, NavalCall) else "OG-11.0.3a"


def commit_objections(
    pos: Position, frame: NavalCall | AirCall, action: do.Commit
) -> Iterator[Objection]:
    """What forbids a marker (OG 3.1, 12.1, 13.0)."""
    kind = Kind.NGS if isinstance(frame, NavalCall) else Kind.CAS
    if action.marker not in pos.ready(frame.side, kind):
        yield objection("OG-3.1b", f"That {kind.name} is not available to you now.")
    elif kind is Kind.NGS and (broken := pos.ngs_objection(action.marker, frame.battle.target)):
        yield objection(broken, f"{pos.marker_name(action.marker)} may not operate there.")
    elif action.marker not in markers_for(pos, frame.battle, frame.side, kind):
        rule = "OG-12.0e" if kind is Kind.NGS else "OG-13.0c"
        yield objection(rule, "Soviet and other forces never support each other.")


def commit(pos: Position, frame: NavalCall | AirCall, action: do.Commit, transition: Work) -> None:
    """Place the marker on the hex."""
    marker, at = action.marker, frame.battle.target
    set_marker(transition, marker, Status.COMMITTED)
    transition.tell("committed", _rule(frame), marker=marker, at=at, side=frame.side)
    _next(pos.context, frame, committed(frame, marker), transition)


def committed(frame: NavalCall | AirCall, marker: str) -> Battle:
    """The battle with a marker of the side that is asked on its hex."""
    battle = frame.battle
    attacking = frame.side == battle.side
    if isinstance(frame, NavalCall):
        if attacking:
            return replace(battle, naval_attack=marker)
        return replace(battle, naval_defense=marker)
    if attacking:
        return replace(battle, air_attack=marker)
    return replace(battle, air_defense=marker)


def withhold(
    pos: Position, frame: NavalCall | AirCall, _action: do.Withhold, transition: Work
) -> None:
    """Commit nothing."""
    _next(pos.context, frame, frame.battle, transition)


def _next(context: Context, frame: NavalCall | AirCall, battle: Battle, transition: Work) -> None:
    transition.state = transition.state.popped()
    attacking = frame.side == battle.side
    if isinstance(frame, NavalCall):
        if attacking:
            _naval(context, transition, battle, other(frame.side))
        else:
            _after_naval_calls(context, transition, battle)
    elif attacking:
        _air(context, transition, battle, other(frame.side))
    else:
        _after_air_calls(transition, battle)


def call_off_objections(
    _pos: Position, frame: NavalCall | AirCall, _action: do.CallOff
) -> Iterator[Objection]:
    """An attack stands once anybody has committed a marker (OG 11.0c)."""
    if frame.side != frame.battle.side:
        yield objection("OG-11.0c", "Only the attacker can call his attack off.")
    if frame.battle.committed:
        yield objection("OG-11.0c", "Support is committed: the attack stands.")


def call_off(
    _pos: Position, frame: InBattle[Battle], _action: do.CallOff, transition: Work
) -> None:
    """Take the announcement back."""
    transition.tell("called off", "OG-11.0c", to=frame.battle.target)
    transition.state = transition.state.popped()


def naval_node(pos: Position, frame: NavalCombat) -> ChanceNode:
    """One die for each NGS, the attacker's first (OG 12.2)."""
    battle = frame.battle
    pair = (battle.naval_attack, battle.naval_defense)
    marker = pair[len(frame.faces)]
    meanings = _meanings(pos, pair, (Duellist(), Duellist()), frame.faces)
    return ChanceNode(
        pos.context.die, f"naval combat, {pos.marker_name(marker)}", "OG-12.2a", meanings
    )


def _meanings(
    pos: Position, pair: tuple[str, str], duel: tuple[Duellist, Duellist], faces: tuple[int, ...]
) -> tuple[str, ...]:
    """What each face of the last die of a duel would do; nothing is settled by earlier ones."""
    first, second = duel
    if len(faces) + 1 < first.dice + second.dice:
        return ()
    found = []
    for face in range(1, pos.context.die + 1):
        dice = (*faces, face)
        fates = settle(first, dice[: first.dice], second, dice[first.dice :])
        words = (f"{pos.marker_name(m)} {FATE_WORDS[f]}" for m, f in zip(pair, fates, strict=True))
        found.append(", ".join(words))
    return tuple(found)


def roll_naval(pos: Position, frame: NavalCombat, face: int, transition: Work) -> None:
    """Settle naval combat when both dice are known (OG 12.2, 12.3)."""
    faces = (*frame.faces, face)
    if len(faces) < 2:
        transition.state = transition.state.swapped(replace(frame, faces=faces))
        return
    battle = frame.battle
    first, second = settle(Duellist(), faces[:1], Duellist(), faces[1:])
    _suffer(transition, battle.naval_attack, first, "OG-12.2a", faces[:1])
    _suffer(transition, battle.naval_defense, second, "OG-12.2a", faces[1:])
    battle = replace(
        battle,
        naval_attack=battle.naval_attack if first is Fate.HOLDS else "",
        naval_defense=battle.naval_defense if second is Fate.HOLDS else "",
    )
    transition.state = transition.state.popped()
    _air(pos.context, transition, battle, battle.side)


def _suffer(transition: Work, marker: str, fate: Fate, rule: str, faces: tuple[int, ...]) -> None:
    set_marker(transition, marker, FATES[fate])
    transition.tell("duel", rule, marker=marker, faces=faces, fate=FATE_WORDS[fate])


def open_air_combat(pos: Position, frame: AirCombat, transition: Work) -> None:
    """Ask for ULTRA where it may be spent; then the dice (OG 13.3, 14.0)."""
    fields = (frame.side, frame.at, frame.marker, frame.foe)
    asked = pos.state.ultra > 0 and beige_in_the_air(pos, frame)
    transition.state = transition.state.swapped(AirUltra(*fields) if asked else AirDice(*fields))


def beige_in_the_air(pos: Position, frame: AirCombat) -> bool:
    """True when an Allied (British or American) counter takes part in an air combat (OG 14.0)."""
    battle = next((f.battle for f in reversed(pos.state.flow) if isinstance(f, InBattle)), None)
    if battle is not None:
        return beige(pos, battle) or any(map(pos.context.beige, (frame.marker, frame.foe)))
    there = (*pos.friends(frame.at, ALLIED), frame.marker, frame.foe)
    return any(pos.context.beige(counter) for counter in there)


def beige(pos: Position, battle: Battle) -> bool:
    """True when an Allied (British or American) counter takes part in a battle (OG 14.0)."""
    counters = (*battle.attackers, *battle.defenders, *battle.committed)
    return any(pos.context.beige(counter) for counter in counters)


def air_ultra_question(pos: Position, frame: AirUltra) -> Question:
    """Spend an ULTRA on the air combat?"""
    prompt = f"Spend an ULTRA on the air combat over {pos.label(frame.at)}?"
    families = (
        Family("use ultra", "Spend an ULTRA", lambda: (do.UseUltra(),)),
        Family("keep ultra", "Keep it", lambda: (do.KeepUltra(),), closing=True),
    )
    return Question(ALLIED, prompt, families, "OG-13.3")


def use_ultra(_pos: Position, frame: AirUltra, _action: do.UseUltra, transition: Work) -> None:
    """One marker is spent, whatever comes (OG 13.3)."""
    transition.set(ultra=transition.state.ultra - 1)
    transition.tell("ultra", "OG-13.3", at=frame.at, left=transition.state.ultra)
    transition.state = transition.state.swapped(
        AirDice(frame.side, frame.at, frame.marker, frame.foe, ultra=True)
    )


def keep_ultra(_pos: Position, frame: AirUltra, _action: do.KeepUltra, transition: Work) -> None:
    """On to the dice."""
    transition.state = transition.state.swapped(
        AirDice(frame.side, frame.at, frame.marker, frame.foe)
    )


def duellist(pos: Position, marker: str, *, ultra: bool = False) -> Duellist:
    """A CAS in air combat: two dice for Experten, one more for the Allied with ULTRA (OG 13)."""
    gain = pos.context.charts.shifts.ultra_in_the_air
    return Duellist(
        bonus=pos.context.markers[marker].bonus,
        dice=pos.context.charts.dice.experten if pos.state.experten == marker else 1,
        ultra=gain if ultra and pos.marker_side(marker) == ALLIED else 0,
    )


def air_node(pos: Position, frame: AirDice) -> ChanceNode:
    """The dice of an air combat one by one: first those of the side that acts (OG 13.1)."""
    duel = _duel(pos, frame)
    marker = frame.marker if len(frame.faces) < duel[0].dice else frame.foe
    meanings = _meanings(pos, (frame.marker, frame.foe), duel, frame.faces)
    return ChanceNode(
        pos.context.die, f"air combat, {pos.marker_name(marker)}", "OG-13.1", meanings
    )


def _duel(pos: Position, frame: AirDice) -> tuple[Duellist, Duellist]:
    return (
        duellist(pos, frame.marker, ultra=frame.ultra),
        duellist(pos, frame.foe, ultra=frame.ultra),
    )


def roll_air(pos: Position, frame: AirDice, face: int, transition: Work) -> None:
    """Settle air combat when all dice are known (OG 13.1, 13.2, 13.4)."""
    faces = (*frame.faces, face)
    first, second = _duel(pos, frame)
    if len(faces) < first.dice + second.dice:
        transition.state = transition.state.swapped(replace(frame, faces=faces))
        return
    ours, theirs = faces[: first.dice], faces[first.dice :]
    fates = settle(first, ours, second, theirs)
    _suffer(transition, frame.marker, fates[0], "OG-13.1", ours)
    _suffer(transition, frame.foe, fates[1], "OG-13.1", theirs)
    transition.state = transition.state.popped()


def after_the_air(pos: Position, frame: AirOver, transition: Work) -> None:
    """Markers that did not hold drop out; a lone CAS sinks an enemy NGS (OG 11.0.3b)."""
    battle = replace(
        frame.battle,
        air_attack=_still(pos, frame.battle.air_attack),
        air_defense=_still(pos, frame.battle.air_defense),
    )
    if battle.air_attack and battle.naval_defense:
        _sink(transition, battle.naval_defense, battle.target)
        battle = replace(battle, naval_defense="")
    if battle.air_defense and battle.naval_attack:
        _sink(transition, battle.naval_attack, battle.target)
        battle = replace(battle, naval_attack="")
    use = pos.state.ultra > 0 and beige(pos, battle)
    transition.state = transition.state.swapped(UltraCall(battle) if use else CombatRoll(battle))


def _still(pos: Position, marker: str) -> str:
    """The marker if it is still over the hex, '' otherwise."""
    return marker if pos.state.support.get(marker) is Status.COMMITTED else ""


def _sink(transition: Work, marker: str, at: Hex) -> None:
    set_marker(transition, marker, Status.ELIMINATED)
    transition.tell("sunk", "OG-11.0.3b", marker=marker, at=at)


CALLS = (
    Answer(do.Commit, commit_objections, commit),
    Answer(do.Withhold, no_objections, withhold),
    Answer(do.CallOff, call_off_objections, call_off),
)

HANDLERS = (
    Handler(NavalCall, CALLS, question=call_question),
    Handler(NavalCombat, chance=naval_node, rolled=roll_naval),
    Handler(AirCall, CALLS, question=call_question),
    Handler(AirCombat, auto=open_air_combat),
    Handler(
        AirUltra,
        (
            Answer(do.UseUltra, no_objections, use_ultra),
            Answer(do.KeepUltra, no_objections, keep_ultra),
        ),
        question=air_ultra_question,
    ),
    Handler(AirDice, chance=air_node, rolled=roll_air),
    Handler(AirOver, auto=after_the_air),
)
